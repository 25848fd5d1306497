// The page as people meet it, in one start of a browser: node page.mjs PUPPETEER AXE PLAN.
// PLAN is a file of JSON: browser ("chrome", "firefox"), executable, single, hosted, out (a folder for
// all that is saved), shots (a folder, or ""), files by name, and steps, the names of what to do.
// Prints what was seen; what the page saves is taken where it hands it to the browser.
import { createServer } from "node:http";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [driver, axe, planned] = process.argv.slice(2);
const plan = JSON.parse(readFileSync(planned, "utf8"));
const { default: puppeteer } = await import(pathToFileURL(join(driver, "lib/puppeteer/puppeteer-core.js")));
const chrome = plan.browser === "chrome";
const seen = { wrong: [], asked: [], saved: {}, wide: [], axe: {}, texts: {}, took: {} };
const browser = await puppeteer.launch({ browser: plan.browser, executablePath: plan.executable, headless: true, protocolTimeout: 600_000, userDataDir: join(plan.out, "profile"),
  args: chrome ? ["--no-sandbox"] : [] });
const WAIT = { timeout: plan.patience };

/** What the page saves is kept: the browser would put it into a folder of its own. */
function keepSaved() {
  const blobs = new Map(), make = URL.createObjectURL;
  globalThis.kept = [];
  URL.createObjectURL = (blob) => { const address = make.call(URL, blob); blobs.set(address, blob); return address; };
  addEventListener("click", async (event) => {
    const link = event.target.closest?.("a[download]");
    if (!link) return;
    event.preventDefault();
    const bytes = new Uint8Array(await blobs.get(link.href).arrayBuffer());
    let text = "";
    for (let i = 0; i < bytes.length; i += 32768) text += String.fromCharCode(...bytes.subarray(i, i + 32768));
    kept.push([link.download, btoa(text)]);
  }, true);
}

async function open(address, starts = true) {
  const page = await browser.newPage();
  page.on("console", (one) => ["error", "warn"].includes(one.type()) && seen.wrong.push(one.text()));
  page.on("pageerror", (error) => seen.wrong.push(String(error)));
  page.on("request", (one) => /^(file|blob|data):/.test(one.url()) || seen.asked.push(one.url()));
  await page.evaluateOnNewDocument(keepSaved);
  await page.setViewport({ width: 1280, height: 900 });
  const begun = performance.now();
  await page.goto(address, { waitUntil: "domcontentloaded", ...WAIT });
  if (!starts) return page;
  await page.waitForFunction(() => document.body?.dataset.ready, WAIT);
  seen.took.ready ??= Math.round(performance.now() - begun);
  if ((await page.evaluate(() => document.body.dataset.ready)) !== "1") throw new Error("Python did not start");
  return page;
}

const click = (page, at) => page.evaluate((one) => document.querySelector(one).click(), at);
const text = (page, at) => page.evaluate((one) => document.querySelector(one)?.innerText ?? "", at);
const there = (page, at) => page.waitForSelector(at, WAIT);
const choose = async (page, at, value) => page.evaluate((one, chosen) => { const input = document.querySelector(one); input.value = chosen; input.dispatchEvent(new Event("input", { bubbles: true })); input.dispatchEvent(new Event("change", { bubbles: true })); }, at, value);

/** Give files to a place; names are those of the plan. */
async function give(page, at, ...names) {
  const given = names.map((name) => [name.split("/").pop(), readFileSync(plan.files[name]).toString("base64")]);
  await page.evaluate((one, files) => {
    const input = document.querySelector(`${one} input[type=file]`), moved = new DataTransfer();
    for (const [name, data] of files) moved.items.add(new File([Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))], name));
    input.files = moved.files;
    input.dispatchEvent(new Event("change"));
  }, at, given);
}

/** What the page saves when this is pressed, as a file of this name. */
async function saved(page, at, name) {
  await page.evaluate(() => { kept.length = 0; });
  await click(page, at);
  await page.waitForFunction(() => kept.length, WAIT);
  const [[suggested, data]] = await page.evaluate(() => kept);
  writeFileSync(join(plan.out, name), Buffer.from(data, "base64"));
  seen.saved[name] = suggested;
}

async function shot(page, name) {
  if (!plan.shots) return;
  mkdirSync(plan.shots, { recursive: true });
  await page.screenshot({ path: join(plan.shots, `${name}.png`), fullPage: true });
}

async function rated(page, ...names) {
  const turn = await page.evaluate(() => rating.turn);
  await give(page, "#rate-drop", ...names);
  await page.waitForFunction((before) => rating.turn > before && rating.done === rating.turn, WAIT, turn);
}

const steps = {
  async rate(page) {
    const begun = performance.now();
    await rated(page, "event.xlsx");
    seen.took.table = Math.round(performance.now() - begun);
    await there(page, "#rate table");
    seen.texts.rate = await text(page, "#rate .out");
    await click(page, "#rate tr.p:nth-child(2)");
    seen.texts.why = await text(page, "#rate .why");
    await saved(page, "#rate .go", "rated.xlsx");
    seen.took.book = Math.round(performance.now() - begun);
    await saved(page, "#rate .acts button:nth-child(2)", "event.trf");
    await saved(page, "#rate .acts button:nth-child(3)", "rated.csv");
  },
  async formats(page) {
    for (const [name, rules] of [["swiss.trf", "fide"], ["page.xlsx", "fide:list=rapid"], ["table.csv", "fide"]]) {
      await choose(page, "#rate-rules", rules);
      await rated(page, name);
      await there(page, "#rate table");
      await saved(page, "#rate .go", `${name}-rated.xlsx`);
    }
    await choose(page, "#rate-rules", "");
  },
  async pasted(page) {
    await choose(page, "#rate-rules", "fide");
    await page.evaluate((given) => { document.querySelector("#pasted").value = given; }, "round\twhite\tblack\tresult\twhite rating\tblack rating\n1\tAnn\tBob\t1-0\t1800\t1900\n");
    await click(page, "#use-pasted");
    await page.waitForFunction(() => document.querySelector("#rate .out > *"), WAIT);
    seen.texts.pasted = await text(page, "#rate .out");
    await choose(page, "#rate-rules", "");
  },
  async fresh(page) {
    await click(page, "#tab-new");
    await click(page, "#new input[value=swiss]");
    await choose(page, "#new-rules", "cxa-rapid");
    await choose(page, "#new-players", "12");
    await choose(page, "#new-rounds", "5");
    await saved(page, "#new .go", "new.xlsx");
  },
  /** Players as cells that were copied in a spreadsheet. */
  async players(page) {
    await click(page, "#tab-new");
    await click(page, "#new input[value=swiss]");
    await choose(page, "#new-rules", "fide");
    await page.evaluate(() => {
      const copied = new DataTransfer();
      copied.setData("text/plain", "name\trating\nAnn\t1800\nBob\t1900\n");
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: copied, bubbles: true }));
    });
    await there(page, "#new .files li");
    await saved(page, "#new .go", "pasted.xlsx");
    await click(page, "#new .files .lnk");
  },
  async calc(page) {
    await click(page, "#tab-calc");
    await there(page, "#calc .steps li");
    seen.texts.calc = await text(page, "#calc .out");
    seen.texts.address = page.url();
  },
  async every(page) {
    await click(page, "#tab-calc");
    seen.calls = {};
    const first = await page.evaluate(() => document.querySelector("#function").value);
    for (const name of await page.evaluate(() => DATA.functions.map((one) => one.name))) {
      await choose(page, "#function", name);
      await page.waitForFunction((one) => calc.shown === one && calc.rows, WAIT, name);
      seen.calls[name] = await page.evaluate(() => calc.rows);
    }
    await choose(page, "#function", first);
    await there(page, "#calc .steps li");
  },
  async next(page) {
    await click(page, "#tab-next");
    await give(page, "#list-drop", "list.csv");
    await give(page, "#events-drop", "games.csv");
    await choose(page, "#next-rules", "fide");
    await choose(page, "#day", "2025-11-01");
    await page.waitForFunction(() => document.querySelectorAll("#next .files li").length === 2, WAIT);
    await click(page, "#next form .go");
    await there(page, "#next .made table");
    seen.texts.next = await text(page, "#next .made");
    await saved(page, "#next .made .go", "next.xlsx");
    await saved(page, "#next .made .acts .alt", "site.zip");
  },
  async check(page) {
    plan.files["next.xlsx"] = join(plan.out, "next.xlsx");
    await click(page, "#tab-next");
    await give(page, "#check-drop", "next.xlsx");
    await there(page, "#next .check table");
    await click(page, "#next .check tr.p");
    await there(page, "#next .check .steps li");
    seen.texts.check = await text(page, "#next .check .out");
    await click(page, "#next .check .alt"); // with the list and the events that it was made from
    await there(page, "#next .check .out > [aria-live] > *");
    seen.texts.verified = await text(page, "#next .check .out > [aria-live]");
  },
  async cancel(page) {
    await click(page, "#tab-rate");
    // By the page itself as soon as the work is asked for: a busy machine reports it when it is done.
    await page.evaluate(() => {
      const { run } = engine;
      engine.run = (...given) => {
        delete engine.run;
        setTimeout(() => engine.restart({ cancelled: true }));
        return run.apply(engine, given);
      };
    });
    await give(page, "#rate-drop", "event.xlsx");
    await there(page, "#rate .out [role=alert]");
    seen.texts.cancelled = await text(page, "#rate .out");
    seen.texts.kept = await text(page, "#rate .files");
    await rated(page, "event.xlsx");
    await there(page, "#rate table");
  },
  /** Each file that a browser may die on: the page says a sentence, and rates the next file. */
  async hostile(page) {
    await click(page, "#tab-rate");
    seen.hostile = {};
    for (const name of Object.keys(plan.files).filter((one) => one.startsWith("hostile/"))) {
      await rated(page, name);
      seen.hostile[name] = await text(page, "#rate .out");
    }
    seen.wrong = seen.wrong.filter((one) => !/call stack|atal|unwind|memory|RangeError|RUST_BACKTRACE|Aborted|unreachable/i.test(one));
    await rated(page, "event.xlsx");
    await there(page, "#rate table");
  },
  async link() {
    const page = await open(`${pathToFileURL(plan.single)}#call=NEW_RATING&rating=2813&opponents=1787,2025&scores=1,0.5&rules=fide&lang=ru`);
    await there(page, "#calc .steps li");
    seen.texts.link = await text(page, "#calc .out");
    await page.close();
  },
  async keyboard(page) {
    await click(page, "#tab-rate");
    await page.focus("#tab-rate");
    for (const key of ["ArrowRight", "ArrowRight", "End", "Home", "ArrowLeft"]) await page.keyboard.press(key);
    seen.texts.keyboard = await page.evaluate(() => `${document.activeElement.id} ${document.querySelector("section.on").id}`);
  },
  async looks(page) {
    const wide = async (name) => { if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) seen.wide.push(name); };
    const source = readFileSync(join(axe, "axe.min.js"), "utf8");
    await rated(page, "event.xlsx");
    await click(page, "#rate tr.p:nth-child(2)");
    for (const language of plan.languages) {
      await page.setViewport({ width: 1280, height: 900 });
      await click(page, `.lang input[value=${language}]`);
      await page.waitForFunction(() => document.querySelector("#rate .busy").childElementCount === 0 && document.querySelector("#rate table"), WAIT);
      for (const dark of plan.schemes) {
        await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }, { name: "prefers-reduced-motion", value: "reduce" }]);
        for (const job of ["rate", "new", "calc", "next"]) {
          await click(page, `#tab-${job}`);
          if (job === "calc") await there(page, "#calc .steps li");
          await page.evaluate(`${source};0`);
          const found = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
          for (const one of found.violations) (seen.axe[one.id] ??= [one.impact, []])[1].push(`${language} ${job} ${dark ? "dark" : "light"}: ${one.nodes[0].html.slice(0, 200)}`);
          for (const width of plan.widths) {
            await page.setViewport({ width, height: 900 });
            await wide(`${language} ${job} ${width}`);
            await shot(page, `${job}-${language}-${width}-${dark ? "dark" : "light"}`);
          }
          await page.setViewport({ width: 1280, height: 900 });
        }
      }
    }
    await click(page, `.lang input[value=${plan.languages[0]}]`);
    await click(page, "#tab-rate");
  },
  /** Whoever gets a script into the page still sends nothing: a port listens, and hears nobody. */
  async leak(page) {
    let heard = 0;
    const server = createServer((_, answer) => answer.end());
    // A browser may open a connection before it learns that a frame is not allowed; it sends nothing.
    server.on("connection", (socket) => socket.on("data", () => heard++));
    await new Promise((done) => server.listen(0, "127.0.0.1", done));
    const before = seen.wrong.length;
    await page.evaluate(async (port) => {
      const at = `http://127.0.0.1:${port}/`;
      const tries = [() => fetch(at), () => { new Image().src = at; }, () => new WebSocket(`ws://127.0.0.1:${port}`), () => navigator.sendBeacon(at, "x"), () => new EventSource(at),
        () => { const request = new XMLHttpRequest(); request.open("POST", at); request.send("x"); },
        () => document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: at })),
        () => document.head.append(Object.assign(document.createElement("script"), { src: at })),
        () => document.body.append(Object.assign(document.createElement("iframe"), { src: at })),
        () => new Worker(URL.createObjectURL(new Blob([`fetch("${at}")`])))];
      for (const one of tries) try { await one(); } catch {}
      await new Promise((done) => setTimeout(done, 1500));
    }, server.address().port);
    seen.wrong.length = before;
    seen.asked = seen.asked.filter((one) => !one.includes(`127.0.0.1:${server.address().port}`));
    server.close();
    seen.heard = heard;
  },
  async hosted() {
    const types = { html: "text/html; charset=utf-8", js: "text/javascript", bin: "application/octet-stream" };
    const server = createServer((request, answer) => {
      try {
        const name = request.url === "/" ? "/index.html" : request.url.split("?")[0];
        const data = readFileSync(plan.hosted + name);
        answer.writeHead(200, { "Content-Type": types[name.split(".").pop()] ?? "text/plain" });
        answer.end(data);
      } catch { answer.writeHead(404); answer.end(); }
    });
    await new Promise((done) => server.listen(0, "127.0.0.1", done));
    const at = `http://localhost:${server.address().port}/`, asked = seen.asked.length;
    // All is kept before Python, which nobody waits for, has started.
    let page = await open(at, false);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => caches.keys()));
    await page.close();
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
    page = await open(at);
    await rated(page, "event.xlsx");
    await there(page, "#rate table");
    seen.texts.hosted = await text(page, "#rate .out");
    await saved(page, "#rate .go", "hosted.xlsx");
    const elsewhere = seen.asked.splice(asked).filter((one) => !one.startsWith(at));
    seen.asked.push(...elsewhere);
    await page.close();
  },
};

let page = null;
try {
  for (const name of plan.steps) {
    if (!["hosted", "link"].includes(name)) page ??= await open(pathToFileURL(plan.single).href + "#lang=en");
    const begun = performance.now();
    try { await steps[name](page); } catch (error) {
      const where = page ? await page.evaluate(() => document.querySelector("section.on").innerText.slice(0, 1500)).catch(() => "") : "";
      throw new Error(`${name}: ${error.message}\n${where}\n${seen.wrong.join("\n")}`);
    }
    seen.took[name] = Math.round(performance.now() - begun);
  }
} finally {
  await browser.close();
}
console.log(JSON.stringify(seen));
