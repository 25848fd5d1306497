// Pages of a site as people meet them, in one start of a browser: node look.mjs PUPPETEER AXE PLAN.
// PLAN is a file of JSON: browser ("chrome", "firefox"), executable, out (a folder), site (a folder), hosted
// (by a web server, else from the disk), shots (a folder, or ""), paths, widths, schemes (dark or not), axe
// (whether each view is checked), queries. Prints what was seen.
import { createServer } from "node:http";
import { mkdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { pathToFileURL } from "node:url";

const [driver, axe, planned] = process.argv.slice(2);
const plan = JSON.parse(readFileSync(planned, "utf8"));
const { default: puppeteer } = await import(pathToFileURL(join(driver, "lib/puppeteer/puppeteer-core.js")));
const seen = { wrong: [], wide: [], axe: {}, texts: {}, rows: {}, tags: [], links: {}, took: {}, bytes: {}, searched: {}, offered: {}, first: "", switched: "", folded: {}, curves: {} };
const browser = await puppeteer.launch({ browser: plan.browser, executablePath: plan.executable, headless: true, protocolTimeout: 300_000,
  userDataDir: join(plan.out, "profile"), args: plan.browser === "chrome" ? ["--no-sandbox"] : [] });
const KINDS = { ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css" };
const server = createServer((asked, answer) => {
  const path = decodeURIComponent(new URL(asked.url, "http://localhost").pathname);
  try {
    const data = readFileSync(join(plan.site, path));
    sent += data.length;
    answer.writeHead(200, { "content-type": KINDS[extname(path)] ?? "application/octet-stream" }).end(data);
  } catch {
    answer.writeHead(404).end();
  }
});
let sent = 0;
if (plan.hosted) await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
const top = plan.hosted ? `http://127.0.0.1:${server.address().port}/` : `${pathToFileURL(plan.site).href}/`;
const page = await browser.newPage();
const where = () => decodeURI(page.url()).slice(top.length);
// Every browser asks a server for an icon, which no page has.
const wrong = (text, from = "") => /favicon/.test(`${text} ${from}`) || seen.wrong.push(`${where()}: ${text}`);
page.on("console", (one) => ["error", "warn"].includes(one.type()) && wrong(one.text(), one.location()?.url));
page.on("pageerror", (error) => wrong(String(error)));
page.on("dialog", (one) => { wrong("dialog"); one.dismiss(); });
// What Firefox itself shows it has as `data:`; of pages their policy allows none.
page.on("request", (one) => one.url().startsWith(top) || one.url().startsWith("data:") || wrong(one.url()));

/** Go to a page, and wait until its script has shown what it shows. */
async function visit(path) {
  sent = 0;
  const begun = performance.now();
  await page.goto(top + path, { waitUntil: "load" });
  if (/[?]/.test(path)) await page.waitForSelector("#main[data-ready]");
  seen.took[path] ??= Math.round(performance.now() - begun);
  seen.bytes[path] ??= sent;
}

for (const dark of plan.schemes) {
  if (plan.schemes.length > 1 || dark) await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }]);
  for (const width of plan.widths) {
    await page.setViewport({ width, height: 900 });
    for (const path of plan.paths) {
      await visit(path);
      const found = await page.evaluate(() => ({
        harmed: window.harmed !== undefined, over: document.documentElement.scrollWidth - innerWidth,
        tags: [...document.querySelectorAll("*")].flatMap((one) => [one.tagName.toLowerCase(), ...one.getAttributeNames().filter((name) => /^on|^style$/.test(name))]),
        text: document.getElementById("main")?.textContent ?? "",
        rows: [...document.querySelectorAll("#main tr")].map((row) => [...row.cells].map((cell) => cell.textContent)),
        curves: [...document.querySelectorAll(".chart path")].map((one) => [one.parentNode.getAttribute("class"), one.getAttribute("d")]),
        links: [...document.querySelectorAll("#main a")].map((one) => one.getAttribute("href")),
      }));
      if (found.harmed) seen.wrong.push(`${path}: a script from a name ran`);
      if (found.over > 0) seen.wide.push(`${path} at ${width}`);
      seen.tags = [...new Set([...seen.tags, ...found.tags])];
      Object.assign(seen.texts, { [path]: found.text }), Object.assign(seen.rows, { [path]: found.rows }), Object.assign(seen.links, { [path]: found.links });
      seen.curves[path] = found.curves;
      seen.folded[path] = await page.$$eval(".fold", (all) => all.map((one) => one.textContent));
      if (plan.axe) {
        await page.evaluate(readFileSync(join(axe, "axe.min.js"), "utf8"));
        const { violations } = await page.evaluate(() => globalThis.axe.run(document, { preload: false, resultTypes: ["violations"] }));
        for (const one of violations) (seen.axe[one.id] ??= [one.impact, []])[1].push(`${path} ${width} ${dark ? "dark" : "light"}: ${one.nodes[0].html.slice(0, 160)}`);
      }
      if (plan.shots) {
        mkdirSync(plan.shots, { recursive: true });
        await page.screenshot({ path: join(plan.shots, `${path.replace(/\W+/g, "-")}-${width}${dark ? "-dark" : ""}.png`), fullPage: true });
      }
    }
  }
}

if (plan.queries.length) {
  await page.goto(`${top}index.html`);
  await page.waitForSelector("h1");
  seen.first = where();
}
for (const query of plan.queries) {
  await visit("en/about.html");
  await page.type(".search input", query);
  // What is offered, and the first of it by the keyboard.
  await page.waitForFunction((asked) => document.querySelector(".search input").dataset.answered === asked, {}, query);
  seen.offered[query] = await page.$$eval("#offered li bdi", (all) => all.map((one) => one.textContent));
  await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
  await page.waitForSelector("#main[data-ready]");
  seen.searched[query] = await page.$$eval("#main table a", (all) => all.map((one) => one.textContent));
}
if (plan.queries.length) {
  await visit("en/about.html");
  await page.keyboard.press("/");
  await page.keyboard.type("script");
  await page.waitForSelector("#offered li");
  await page.keyboard.press("ArrowDown");
  await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
  await page.waitForSelector("#main[data-ready] h1");
  await Promise.all([page.waitForNavigation(), page.click('.languages a[lang="ru"]')]);
  await page.waitForSelector('html[lang="ru"] #main[data-ready] h1');
  seen.switched = `${where()} ${await page.$eval("#main h1", (one) => one.textContent)}`;
  if (await page.evaluate(() => window.harmed !== undefined)) seen.wrong.push("harmed by the search");
}
await browser.close();
server.close();
console.log(JSON.stringify(seen));
