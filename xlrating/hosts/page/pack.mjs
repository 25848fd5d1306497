// Compile and compress what the page holds, inside the Pyodide that the page holds.
// node pack.mjs PYODIDE FOLDER: FOLDER has packing.py, jobs.json and the files that it names.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

process.on("uncaughtException", (error) => {
  console.error(String(error.message).slice(-2000)); // without the line of Pyodide's code, which is all of it
  process.exit(1);
});
const [pyodide, folder] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
// The order of sets is written into bytecode.
const python = await loadPyodide({ env: { PYTHONHASHSEED: "0", HOME: "/" } });
const read = (name) => new Uint8Array(readFileSync(`${folder}/${name}`));
python.FS.writeFile("/packing.py", read("packing.py"));
const packing = python.runPython("import sys; sys.path.insert(0, '/'); import packing; packing");
for (const { name, keeping } of JSON.parse(readFileSync(`${folder}/jobs.json`, "utf8"))) {
  let data = python.toPy(read(name)).tobytes();
  if (keeping !== null) data = packing.compiled(data, keeping);
  const made = packing.compressed(data);
  writeFileSync(`${folder}/made/${name}`, made.toJs());
}
