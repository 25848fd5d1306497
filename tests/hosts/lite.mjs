// What xlwings Lite does with a workbook: Pyodide runs its main.py, and each custom function is
// called with cells as Excel gives them. node lite.mjs PYODIDE FOLDER; FOLDER holds main.py, the
// package xlwings and calls.json; answers.json is written beside them.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

process.on("uncaughtException", (error) => {
  console.error(error.message); // without the line of Pyodide's code, which is all of it
  process.exit(1);
});
const [pyodide, folder] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
// The key is xlwings' public one for noncommercial use; the add-in itself needs none.
const python = await loadPyodide({
  env: { HOME: "/lite", XLWINGS_ON_SERVER: "true", XLWINGS_LICENSE_KEY: "noncommercial" },
});
python.mountNodeFS("/lite", folder);
await python.runPythonAsync(`
import json, sys
sys.path.insert(0, "/lite")
import main
import xlwings.server

async def answer(name, cells):
    data = {
        "client": "Office.js", "func_name": name, "args": cells, "runtime": "1.4",
        "version": xlwings.__version__, "caller_address": "[Book1.xlsx]Sheet1!B2",
        "date_format": "m/d/yyyy", "culture_info_name": "en-US",
    }
    return json.dumps(await xlwings.server.custom_functions_call(data, main))
`);
const answer = python.globals.get("answer");
const calls = JSON.parse(readFileSync(`${folder}/calls.json`, "utf8"));
const values = [];
const milliseconds = [];
for (const [name, cells] of calls) {
  const start = performance.now();
  const found = await answer(name, python.toPy(cells));
  milliseconds.push(performance.now() - start);
  values.push(JSON.parse(found));
}
const meta = python.runPython("json.dumps(xlwings.server.custom_functions_meta(main))");
writeFileSync(`${folder}/answers.json`, JSON.stringify({ values, milliseconds, meta: JSON.parse(meta) }));
