// What all jobs of the page share: texts, the worker, files, tables, the address.
"use strict";
const $ = (selector, at = document) => at.querySelector(selector);
const all = (selector, at = document) => [...at.querySelectorAll(selector)];
const JOBS = ["rate", "new", "calc", "next"];
const LANGUAGES = DATA.languages;
const ICONS = ["M4 15l5-6 4 3 7-8M4 20h16", "M5 3h10l4 4v14H5zM8 12h8M8 16h8M12 8v12", "M6 3h12v18H6zM9 7h6M9 12h1M14 12h1M9 16h1M14 16h1", "M4 6h16M4 12h10M4 18h10M17 15l3 3-3 3"];

/** An element; children are elements or texts. */
function make(tag, given = {}, ...children) {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(given)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key === "class") made.className = value;
    else if (value !== null && value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter((one) => one !== null));
  return made;
}

// --- languages ------------------------------------------------------------------------------------
const address = new URLSearchParams(location.hash.slice(1));
const wished = (navigator.languages ?? []).map((one) => one.slice(0, 2)).find((one) => LANGUAGES[one]);
let language = LANGUAGES[address.get("lang")] ? address.get("lang") : wished ?? Object.keys(LANGUAGES)[0];
const say = (key, words = {}) => DATA.texts[key][language].replace(/\{(\w+)\}/g, (_, name) => words[name]);
/** What each job does when the language changes. */
const onLanguage = [];

function speak(chosen) {
  language = chosen;
  document.documentElement.lang = LANGUAGES[language].locale;
  document.title = say("page_title");
  for (const one of all("[data-t]")) one.textContent = say(one.dataset.t);
  for (const one of all("[data-label]")) one.setAttribute("aria-label", say(one.dataset.label));
  for (const one of all("nav button")) $("span", one).textContent = say(one.id.slice(4));
  for (const one of all("select.rules")) fillRules(one);
  $("#version").textContent = say("licences", { version: DATA.version });
  $("#licences").replaceChildren(...DATA.licences.map((one) => make("li", {}, say("licence_line", one), ...(one.site ? [" · ", make("a", { href: one.site, rel: "noreferrer" }, one.site)] : []))));
  for (const change of onLanguage) change();
  remember({ lang: language });
}

function fillRules(select) {
  const chosen = select.value || select.dataset.wanted || (select.dataset.none ? "" : "fide");
  const none = select.dataset.none ? [make("option", { value: "" }, say(select.dataset.none))] : [];
  const named = DATA.rules.map(({ id, names }) => make("option", { value: id }, names[language]));
  select.replaceChildren(...none, ...named);
  if (chosen && !DATA.rules.some(({ id }) => id === chosen)) select.append(make("option", { value: chosen }, chosen));
  select.value = chosen;
}

// --- the address ----------------------------------------------------------------------------------
/** Keep in the address what a link to this place needs; null takes it away. */
function remember(given) {
  for (const [key, value] of Object.entries(given)) value === null || value === "" ? address.delete(key) : address.set(key, value);
  history.replaceState(null, "", `#${address}`);
}

function show(job, focus = false) {
  for (const one of all("main>section")) one.classList.toggle("on", one.id === job);
  for (const one of all("nav button")) {
    const is = one.id === `tab-${job}`;
    one.setAttribute("aria-selected", is);
    one.tabIndex = is ? 0 : -1;
    if (is && focus) one.focus();
  }
  remember({ job, ...(job === "calc" ? {} : Object.fromEntries([...address.keys()].filter((key) => !["job", "lang"].includes(key)).map((key) => [key, null]))) });
}

// --- the worker -----------------------------------------------------------------------------------
/** Python in a worker. What somebody cancelled, or a file broke, ends it; another one begins. */
class Engine {
  #waiting = new Map();
  #next = 1;

  async prepare() {
    this.parts = await PARTS();
    this.code = new TextDecoder().decode(await unzip(this.parts["scripts.js"]));
    delete this.parts["scripts.js"];
    await this.start();
  }

  start() {
    const code = [this.code, $("#unzip").textContent, $("#worker").textContent];
    this.worker?.terminate();
    this.worker = new Worker(URL.createObjectURL(new Blob(code, { type: "text/javascript" })));
    this.worker.onmessage = ({ data }) => {
      this.#waiting.get(data.id)?.(data);
      this.#waiting.delete(data.id);
      if (data.crash) this.restart({ crash: data.crash });
    };
    this.worker.onerror = (event) => { event.preventDefault(); this.restart({ crash: event.message }); };
    state(say("starting"));
    this.ready = this.#ask({ task: "boot", parts: this.parts, facts: DATA.facts, warm: DATA.warm }).then((found) => {
      state(found.crash ? say("no_start") : "");
      if (found.crash) console.error(found.crash);
      document.body.dataset.ready = found.crash ? "failed" : "1";
    });
    return this.ready;
  }

  /** End all that is being done, with this answer; a boot that failed once is not tried again. */
  restart(answer) {
    const booted = document.body.dataset.ready === "1";
    for (const done of this.#waiting.values()) done(answer);
    this.#waiting.clear();
    if (booted) this.start();
  }

  /** Run a command: words as on the command line, and the files that it may read. */
  async run(words, files = []) {
    await this.prepared;
    await this.ready; // of the worker that there is now
    const given = Object.fromEntries(files.map(({ name, bytes }) => [name, bytes]));
    return this.#ask({ task: "run", words, files: given });
  }

  #ask(message) {
    return new Promise((done) => {
      const id = this.#next++;
      this.#waiting.set(id, done);
      this.worker.postMessage({ id, ...message });
    });
  }
}
const engine = new Engine();
/** Say to a screen reader what has appeared. */
const announce = (text) => { $("#announced").textContent = text; };
const state = (text) => { $("#state").textContent = text; };

/** Wait for what is asked; after half a second say what is being done, with a button that ends it. */
async function during(at, text, promise) {
  const begun = performance.now();
  const line = make("span"), seconds = make("span", { "aria-hidden": "true" });
  let timer = 0;
  const tick = () => {
    seconds.textContent = say("seconds", { n: Math.round((performance.now() - begun) / 1000) });
    if (line.isConnected) return;
    line.textContent = say(text);
    at.replaceChildren(line, seconds, make("button", { type: "button", class: "lnk", onclick: () => engine.restart({ cancelled: true }) }, say("cancel")));
  };
  const first = setTimeout(() => { tick(); timer = setInterval(tick, 1000); }, 500);
  try { return await promise; } finally { clearTimeout(first); clearInterval(timer); at.replaceChildren(); }
}

/** The answer of a command with --json; errors are shown, and then there is none. */
function answerOf(found, out) {
  if (found.cancelled || found.crash) {
    out.replaceChildren(make("div", { class: "look", role: "alert" }, make("h2", {}, say(found.crash ? "crashed" : "cancelled"))));
    return null;
  }
  let answer;
  try { answer = JSON.parse(found.out); } catch { answer = { exit_code: found.code, notices: [{ severity: "error", place: "", text: found.err.replace(/^xlrating: /gm, "") }] }; }
  return answer;
}

function showErrors(answer, out, more = []) {
  const wrong = answer.notices.filter((one) => one.severity === "error");
  const said = (wrong.length ? wrong : answer.notices).map(noticeLine);
  out.replaceChildren(make("div", { class: "look bad", role: "alert" }, make("h2", {}, say("errors")), make("ul", {}, ...said)), ...more);
}

const noticeLine = ({ place, text }) => make("li", {}, place ? `${place}: ${text}` : text);

/** What is worth checking, folded into one line with its number. */
function doubts(answer) {
  const found = answer.notices.filter((one) => one.severity === "doubt");
  return found.length ? make("details", { class: "look" }, make("summary", {}, say("doubts", { n: found.length })), make("ul", {}, ...found.map(noticeLine))) : null;
}

// --- files ----------------------------------------------------------------------------------------
const TYPES = { xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", csv: "text/csv;charset=utf-8", zip: "application/zip" };

function save(name, ...parts) {
  const type = TYPES[name.split(".").pop()] ?? "text/plain;charset=utf-8";
  const link = make("a", { download: name, href: URL.createObjectURL(new Blob(parts, { type })) });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

const stem = (name) => name.split("/").pop().replace(/\.[^.]*$/, "");

async function readFiles(files) {
  return Promise.all([...files].map(async (file) => ({ name: file.path ?? (file.webkitRelativePath || file.name), bytes: new Uint8Array(await file.arrayBuffer()) })));
}

/** All files of what was dropped, folders included. */
async function dropped(transfer) {
  const found = [];
  const walk = async (entry, path) => {
    if (entry.isFile) {
      const file = await new Promise((done, failed) => entry.file(done, failed));
      file.path = path + entry.name;
      found.push(file);
      return;
    }
    const reader = entry.createReader();
    for (;;) {
      const some = await new Promise((done, failed) => reader.readEntries(done, failed));
      if (!some.length) return;
      for (const one of some) await walk(one, `${path}${entry.name}/`);
    }
  };
  const entries = [...transfer.items].map((one) => one.webkitGetAsEntry?.()).filter(Boolean);
  if (!entries.length) return [...transfer.files];
  for (const one of entries) await walk(one, "");
  return found;
}

/** A place to drop files on, or to choose them; `changed` gets them whenever they change. */
function dropZone(at, changed) {
  const zone = { files: [] };
  const many = "many" in at.dataset, adds = "adds" in at.dataset;
  const input = make("input", { type: "file", multiple: many });
  const heading = make("b", { "data-t": "drop" }), about = make("small", { "data-t": at.dataset.about });
  const list = make("ul", { class: "files" });
  at.append(make("label", {}, heading, about, input), list);
  zone.set = (files) => {
    zone.files = adds ? [...zone.files.filter((one) => !files.some(({ name }) => name === one.name)), ...files] : files;
    zone.draw();
    changed(zone.files);
  };
  zone.draw = () => {
    at.classList.toggle("done", zone.files.length > 0);
    list.replaceChildren(...zone.files.map((file) => make("li", {}, make("b", {}, file.shown ?? file.name), make("small", {}, file.note ?? ""),
      make("button", { type: "button", class: "lnk", "aria-label": adds ? say("remove", { name: file.name }) : `${say("other_file")}: ${file.name}`, onclick: () => { zone.files = zone.files.filter((one) => one !== file); zone.draw(); changed(zone.files); if (!zone.files.length && !adds) input.click(); } }, adds ? "✕" : say("other_file")))));
  };
  zone.choose = async (files) => { if (files.length) zone.set((await readFiles(files)).slice(0, many ? undefined : 1)); };
  zone.input = input;
  input.addEventListener("change", async () => { const files = [...input.files]; input.value = ""; await zone.choose(files); });
  for (const name of ["dragover", "dragleave", "drop"]) at.addEventListener(name, async (event) => {
    event.preventDefault();
    event.stopPropagation();
    at.classList.toggle("over", name === "dragover");
    if (name === "drop") await zone.choose(await dropped(event.dataTransfer));
  });
  onLanguage.push(zone.draw);
  return zone;
}

// --- tables and steps -----------------------------------------------------------------------------
const steps = (list) => make("ol", { class: "steps" }, ...list.map(({ text, clause }) => make("li", {}, make("span", {}, text), clause ? make("span", { class: "cl" }, clause) : null)));

const wrapped = (table, label) => make("div", { class: "wrap", tabindex: "0", role: "region", "aria-label": label }, table);

function plainTable(columns, rows, label) {
  const side = (one) => (one.number ? "" : "t");
  return wrapped(make("table", {}, make("thead", {}, make("tr", {}, ...columns.map((one) => make("th", { scope: "col", class: side(one) }, one.short)))),
    make("tbody", {}, ...rows.map((row) => make("tr", {}, ...row.map((cell, i) => make("td", { class: side(columns[i]) }, cell)))))), label);
}

/** Columns that every table shows, those that a phone has room for, and those of one's name there. */
const SHOWN = ["no", "place", "name", "rating", "points", "average", "gain", "k", "rounded", "new", "new_rd", "rank"];
const LISTED = ["place", "name", "rating", "rounded", "n", "rapid_rating", "blitz_rating"];
const NARROW = ["name", "rating", "rounded", "new"];
const BELOW = ["points", "average", "k"];

/** The table of an event or a list; a player opens into what `why` gives for the number of the row. */
function peopleTable(table, why) {
  const at = Object.fromEntries(table.columns.map((one, i) => [one.key, i]));
  const signed = [at.rounded];
  const shown = table.name === "list" ? LISTED : SHOWN;
  const kind = (one, i) => [one.number ? "" : "t", shown.includes(one.key) ? "" : "extra", NARROW.includes(one.key) ? "" : "wide", one.key === "new" ? "new" : "", i === at.name ? "who" : ""].filter(Boolean).join(" ");
  const head = make("tr", {}, ...table.columns.map((one, i) => make("th", { scope: "col", class: kind(one, i), title: one.heading }, one.short)));
  const body = table.rows.map((row, number) => {
    const below = BELOW.filter((key) => row[at[key]]).map((key) => (key === "points" ? "" : `${table.columns[at[key]].short} `) + row[at[key]]).join(" · ");
    const button = make("button", { type: "button", "aria-expanded": "false" }, row[at.name]);
    const line = make("tr", { class: "p" }, ...row.map((cell, i) => i === at.name ? make("td", { class: kind(table.columns[i], i) }, button, make("small", {}, below))
      : make("td", { class: `${kind(table.columns[i], i)} ${signed.includes(i) && /^\+/.test(cell) ? "up" : ""}` }, cell)));
    line.addEventListener("click", async () => {
      const open = button.getAttribute("aria-expanded") === "true";
      button.setAttribute("aria-expanded", !open);
      if (open) return line.nextSibling.remove();
      const cell = make("td", { colspan: table.columns.length });
      line.after(make("tr", { class: "why" }, cell));
      cell.append(...[await why(number)].flat());
    });
    return line;
  });
  const found = make("table", { class: "few" }, make("thead", {}, head), make("tbody", {}, ...body));
  const find = make("input", { type: "search", "aria-label": say("find"), placeholder: say("find"), oninput: () => {
    for (const [i, line] of body.entries()) {
      line.hidden = !table.rows[i].join(" ").toLowerCase().includes(find.value.toLowerCase());
      if (line.nextSibling?.className === "why") line.nextSibling.hidden = line.hidden;
    }
  } });
  const every = make("input", { type: "checkbox", onchange: () => found.classList.toggle("few", !every.checked) });
  const more = table.columns.some((one) => !shown.includes(one.key)) ? make("label", {}, every, " ", say("all_columns")) : null;
  return [table.rows.length > 20 ? find : null, wrapped(found, table.title || say("players")), make("div", { class: "acts soft" }, make("span", {}, say("tap")), more)].filter(Boolean);
}

/** The games of a player as JSON has them, under the headings of the answer. */
function gamesTable(games, headings) {
  const keys = ["round", "opponent_name", "result", "opponent_rating", "difference", "expected", "points", "change"].filter((key) => games.some((one) => one[key] !== null && one[key] !== undefined && one[key] !== ""));
  const columns = keys.map((key) => ({ short: headings[key === "opponent_name" ? "opponent" : key] ?? key, number: !["opponent_name", "result"].includes(key) }));
  const text = (value) => (value === null || value === undefined ? "" : typeof value === "number" ? String(value).replace("-", "−") : String(value));
  return plainTable(columns, games.map((one) => keys.map((key) => text(one[key]))), headings.opponent ?? "");
}

const why = (player, headings) => [player.games?.length ? gamesTable(player.games, headings) : null, steps(player.steps ?? [])].filter(Boolean);
