// Runs Python beside the page. Everything that it needs arrives as gzip bytes; nothing is fetched.
"use strict";
const AT = "https://in.memory/"; // no such place: only names that Pyodide asks for
let python, desk;

async function boot(parts, facts) {
  const plain = {};
  for (const [name, bytes] of Object.entries(parts)) plain[name] = await unzip(bytes);
  globalThis.fetch = async (address) => {
    const name = String(address).slice(AT.length);
    if (!String(address).startsWith(AT) || !plain[name]) throw new Error(`no network is used: ${address}`);
    const type = name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
    return new Response(plain[name], { headers: { "Content-Type": type } });
  };
  python = await loadPyodide({
    indexURL: AT, packageBaseUrl: AT, createPyodideModule: _createPyodideModule,
    lockFileContents: { info: facts, packages: {} },
  });
  const extractDir = python.runPython("import sysconfig; sysconfig.get_path('purelib')");
  for (const name of ["packages.zip", "xlrating.zip"]) python.unpackArchive(plain[name], "zip", { extractDir });
  for (const name of Object.keys(plain)) delete plain[name];
  desk = python.runPython("from xlrating.cli import main\nfrom xlrating.hosts.page.bridge import Desk\nDesk(main)");
}

function run(words, files) {
  const given = [python.toPy(words), python.toPy(files)];
  const found = desk.run(...given);
  const [code, out, err, made] = found.toJs({ create_pyproxies: false, dict_converter: Object.fromEntries });
  for (const one of [...given, found]) one.destroy();
  for (const name of Object.keys(made)) made[name] = made[name].slice();
  return { code, out, err, made };
}

onmessage = async ({ data: { id, task, parts, facts, words, files, warm } }) => {
  try {
    if (task === "boot") {
      await boot(parts, facts);
      postMessage({ id });
      // While a file is being chosen: what rating one will need.
      python.runPython(warm);
    } else postMessage({ id, ...run(words, files) });
  } catch (error) {
    postMessage({ id, crash: `${error}`.slice(0, 2000) });
  }
};
