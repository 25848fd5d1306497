// Looks at every page from a folder on the disk, in one start of the browser, and prints what it saw.
import { createRequire } from "module";
import { pathToFileURL } from "url";

const [driver, executablePath, folder, ...paths] = process.argv.slice(2);
const { chromium } = createRequire(driver + "/")(driver);
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const page = await browser.newPage({ viewport: { width: 412, height: 900 } });
const seen = { wrong: [], wide: [], searched: {}, switched: "", first: "", charts: 0 };
const where = () => decodeURI(page.url());
page.on("console", (m) => seen.wrong.push(`${where()}: ${m.text()}`));
page.on("pageerror", (e) => seen.wrong.push(`${where()}: ${e.message}`));
page.on("dialog", (d) => { seen.wrong.push(`${where()}: dialog`); d.dismiss(); });
page.on("requestfailed", (r) => seen.wrong.push(`${where()}: no ${r.url()}`));
page.on("request", (r) => r.url().startsWith("file:") || seen.wrong.push(`${where()}: ${r.url()}`));

const at = (path) => pathToFileURL(folder + "/" + path).href;
for (const path of paths) {
  await page.goto(at(path));
  const [harmed, over, charts] = await page.evaluate(() => [
    window.harmed !== undefined, document.documentElement.scrollWidth - innerWidth,
    document.querySelectorAll("svg.chart .point").length,
  ]);
  if (harmed) seen.wrong.push(`${path}: a script from a name ran`);
  if (over > 0) seen.wide.push(path);
  seen.charts += charts;
}

await page.goto(at("index.html"));
await page.waitForURL(/\/index\.html$/);
await page.waitForSelector("h1");
seen.first = where().slice(at("").length);
for (const query of ["dupre", "王", "орлова ольга", "7025", "script", "nobody at all"]) {
  await page.goto(at("en/players/p7001.html"));
  await page.fill(".search input", query);
  await page.click(".search button");
  await page.waitForURL(/search\.html\?q=/);
  await page.waitForFunction(() => document.querySelector("#found tbody").rows.length ||
    document.querySelector("#said").textContent);
  seen.searched[query] = await page.evaluate(() =>
    [...document.querySelectorAll("#found tbody a")].map((a) => [a.textContent, a.getAttribute("href")]));
}
await page.goto(at("en/search.html") + "?q=script");
await page.click("#found tbody a");
await page.waitForSelector("main h1");
if (await page.evaluate(() => window.harmed !== undefined)) seen.wrong.push("harmed by the search");
await page.click('.languages a[lang="ru"]');
await page.waitForSelector('html[lang="ru"] main h1');
seen.switched = where().slice(at("").length) + " " + (await page.textContent("main h1"));
await browser.close();
console.log(JSON.stringify(seen));
