// Runs page_parity.py in what the page holds: node page_parity.mjs PYODIDE PAGE ROOT FOLDER ANSWER.
// PAGE is the folder for a web server, ROOT the repository, FOLDER an empty one for what is made.
import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

process.on("uncaughtException", (error) => {
  console.error(String(error.message).slice(-2000)); // without the line of Pyodide's code, which is all of it
  process.exit(1);
});
const [pyodide, page, root, folder, answer] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const held = (name) => gunzipSync(readFileSync(join(page, readdirSync(page).find((one) => one.includes(`-${name}.`)))));
const library = join(mkdtempSync(join(tmpdir(), "page-")), "python_stdlib.zip");
writeFileSync(library, held("python_stdlib.zip"));
const python = await loadPyodide({ stdLibURL: library });
const extractDir = python.runPython("import sysconfig; sysconfig.get_path('purelib')");
for (const name of ["packages.zip", "xlrating.zip"]) python.unpackArchive(new Uint8Array(held(name)), "zip", { extractDir });
for (const one of [root, folder]) {
  python.FS.mkdirTree(one);
}
python.mountNodeFS(root, root);
python.FS.writeFile("/home/pyodide/page_parity.py", readFileSync(new URL("./page_parity.py", import.meta.url)));
python.globals.set("root", root);
python.globals.set("folder", folder);
const found = python.runPython(`
import json, sys
sys.path.insert(0, "/home/pyodide")
import page_parity
from xlrating.cli import main
json.dumps(page_parity.run(main, root, folder))
`);
writeFileSync(answer, found);
