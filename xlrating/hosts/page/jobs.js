// The four jobs. Each asks with the words of the command line.
"use strict";

const option = (name, value) => (value ? [name, value] : []);
const spoken = () => ["--language", language];
const textOf = (found) => found.out.replace(/\n$/, "");

// --- rate an event --------------------------------------------------------------------------------
const rating = { turn: 0 };
const isPlayers = /player|棋手|игрок|rating/i;

async function rateEvent(files) {
  const turn = ++rating.turn;
  try { await rateFiles(files, turn); } finally { rating.done = turn; }
}

async function rateFiles(files, turn) {
  const out = $("#rate .out"), busy = $("#rate .busy");
  out.replaceChildren();
  if (!files.length) return;
  const [event, ...others] = [...files].sort((a, b) => isPlayers.test(a.name) - isPlayers.test(b.name));
  const words = [event.name, ...option("--players", others[0]?.name), ...option("--rules", $("#rate-rules").value), ...spoken()];
  const found = await during(busy, "doing_read", engine.run(["rate", ...words, "--json"], files));
  if (turn !== rating.turn) return;
  const answer = answerOf(found, out);
  if (!answer) return;
  if (answer.exit_code) {
    if (await publishedList(files, out, busy)) return;
    if (answer.notices.some(({ code }) => code === "opt_no_rules")) {
      return out.replaceChildren(rulesButtons("choose_rules", DATA.rules.filter(({ id }) => USUAL.includes(id))));
    }
    // An event of another pace than the list of these rules is for.
    const paces = DATA.rules.filter(({ id }) => id.startsWith(`${$("#rate-rules").value}:`));
    return showErrors(answer, out, answer.notices.some(({ code }) => code === "event_time") && paces.length ? [rulesButtons("choose_pace", paces)] : []);
  }
  files[0].note = answer.read ? say("counts", { players: answer.read.players, games: answer.read.games }) : "";
  rating.zone.draw();
  announce([answer.title, files[0].note].filter(Boolean).join(": "));
  showRated(answer, words, files, out, busy);
}

/** The rules of most events; all others are in the list. */
const USUAL = ["fide", "fide:list=rapid", "cxa-rapid", "china-pro", "malaysia"];

const rulesButtons = (text, rules) => make("div", { class: "look", role: "alert" }, make("h2", {}, say(text)), make("div", { class: "acts" }, ...rules.map(({ id, names }) =>
  make("button", { type: "button", class: "alt", onclick: () => { $("#rate-rules").value = id; rateEvent(rating.zone.files); } }, names[language]))));

function showRated(answer, words, files, out, busy) {
  const name = stem(words[0]);
  // Written while people look at the table; once more where that was cancelled.
  const write = () => engine.run(["rate", ...words, "-o", `${name}-rated.xlsx`, "--force", "--json"], files);
  let book = write();
  const written = () => (book = book.then((found) => (found.cancelled || found.crash ? write() : found)));
  const saved = async (promise, text, kind) => {
    const found = await during(busy, text, promise);
    const given = answerOf(found, said);
    if (!given) return;
    if (found.code) return showErrors(given, said);
    const made = kind === "csv" ? { [`${name}-rated.csv`]: `\ufeff${found.out}` } : found.made;
    for (const [file, data] of Object.entries(made)) save(file, data);
    said.replaceChildren(make("p", { class: "soft" }, Object.keys(made).map((file) => say("saved", { name: file })).join(" ")));
  };
  const said = make("div", { "aria-live": "polite" });
  const trf = () => saved(engine.run(["convert", ...words, "-o", `${name}.trf`, "--force", "--json"], files), "doing_write");
  const csv = () => saved(engine.run(["rate", ...words, "--csv"], files), "doing_write", "csv");
  const how = make("details", {}, make("summary", {}, say("how_read")), make("pre"));
  how.addEventListener("toggle", async () => {
    if (how.open && !$("pre", how).textContent) $("pre", how).textContent = textOf(await engine.run(["read", words[0], ...spoken()], files));
  });
  const button = (text, kind, act) => make("button", { type: "button", class: kind, onclick: act }, say(text));
  out.replaceChildren(make("div", { class: "card" },
    make("div", { class: "head" },
      make("div", {}, make("h2", { tabindex: "-1" }, answer.title || name), make("p", { class: "soft" }, [answer.day, answer.place, `${answer.rules_name} (${answer.rules})`].filter(Boolean).join(" · "))),
      make("div", { class: "acts" }, button("save_book", "go", () => saved(written(), "doing_write")), button("save_trf", "alt", trf), button("save_csv", "alt", csv), button("print", "alt", () => print()))),
    said, ...[doubts(answer)].filter(Boolean),
    ...peopleTable(answer.tables.find((one) => one.name === "ratings"), (i) => why(answer.players[i], answer.headings.games)), how));
}

/** A table that was pasted, as a file; it says itself what it is. */
function pastedFile(text) {
  const ending = /^(012|001|132) /m.test(text) ? "trf" : /^\[Event "/m.test(text) ? "pgn" : text.includes("\t") ? "tsv" : "csv";
  return { name: `pasted.${ending}`, shown: say("pasted"), bytes: new TextEncoder().encode(text) };
}

function usePasted() {
  const text = $("#pasted").value;
  if (!text.trim()) return $("#pasted").focus();
  $("#paste").open = false;
  rating.zone.set([pastedFile(text)]);
}

/** The list among the files that were given for one: a CSV has a file of its events beside it. */
const main = (files) => files.find(({ name }) => !name.endsWith(".json")) ?? files[0];

// --- a published list -----------------------------------------------------------------------------
/** Show a list that says of itself what it counts; false when this file is none. */
async function publishedList(files, out, busy) {
  const file = main(files);
  const found = await during(busy, "doing_check", engine.run(["check", file.name, ...spoken(), "--json"], files));
  const answer = answerOf(found, out);
  if (!answer) return true;
  const list = answer.tables.find((one) => one.name === "list");
  if (answer.exit_code === 2 || !list) return false;
  const heading = make("h2", {}, say(answer.exit_code ? "list_changed" : "is_list"));
  const reasons = async (i) => {
    const row = list.rows[i], key = list.columns.findIndex((one) => one.key === "id");
    const who = (key >= 0 && row[key]) || row[list.columns.findIndex((one) => one.key === "name")];
    const asked = await engine.run(["explain", file.name, who, ...spoken(), "--json"], files);
    const place = make("div"), given = answerOf(asked, place);
    if (given?.exit_code) showErrors(given, place);
    const games = given?.tables?.filter((one) => one.name === "games" && one.rows.length) ?? [];
    const said = given?.player?.steps ?? [];
    if (!said.length && !place.firstChild) place.append(make("p", { class: "soft" }, say("no_reasons")));
    return [place, ...games.map((one) => plainTable(one.columns, one.rows, one.title)), steps(said)];
  };
  const said = make("div", { "aria-live": "polite" }), base = coming.list.files.length ? main(coming.list.files) : null;
  const verify = async () => {
    const at = base.name === file.name ? "before/" : ""; // both lists of one name
    const sources = [...coming.list.files.map((one) => ({ ...one, name: at + one.name })), ...eventFiles()];
    const words = ["federation", "verify", file.name, "--from", at + base.name, "events", ...spoken(), "--json"];
    const given = answerOf(await during(busy, "doing_check", engine.run(words, [...files, ...sources])), said);
    if (given?.exit_code === 2) return showErrors(given, said);
    if (given) said.replaceChildren(make("div", { class: `look ${given.exit_code ? "bad" : "ok"}` }, make("ul", {}, ...given.text.map((text) => make("li", {}, text)))));
  };
  const again = base && coming.events.files.length ? [make("button", { type: "button", class: "alt", onclick: verify }, say("verify_with")), said] : [];
  out.replaceChildren(make("div", { class: `look ${answer.exit_code ? "bad" : "ok"}` }, heading, make("ul", {}, ...answer.notices.map(noticeLine), ...answer.text.map((text) => make("li", {}, text)))), ...again, ...peopleTable(list, reasons));
  announce(heading.textContent);
  return true;
}

// --- a new workbook -------------------------------------------------------------------------------
const fresh = {};

async function newBook() {
  const out = $("#new .out"), busy = $("#new .busy"), form = $("#new form");
  const format = form.elements.format.value, rules = $("#new-rules").value, file = fresh.zone.files[0];
  const name = `${rules}-${format}.xlsx`;
  const size = (id) => (file ? [] : [`--${id}`, $(`#new-${id}`).value]);
  const words = ["new", format, "--rules", rules, ...size("players"), ...(format === "swiss" ? size("rounds") : []), ...option("--from", file?.name), "-o", name, ...spoken(), "--json"];
  const found = await during(busy, "doing_write", engine.run(words, fresh.zone.files));
  const answer = answerOf(found, out);
  if (!answer) return;
  if (answer.exit_code) return showErrors(answer, out);
  save(name, found.made[name]);
  out.replaceChildren(make("p", { class: "soft" }, say("saved", { name })), ...[doubts(answer)].filter(Boolean));
}

// --- the calculator -------------------------------------------------------------------------------
const FIRST = ["NEW_RATING", "K_FACTOR", "PERF_RATING", "WE_TABLE"];
const calc = { turn: 0, timer: 0 };
const functionOf = (name) => DATA.functions.find((one) => one.name === name);
const hasGames = (own) => ["opponents", "scores"].every((name) => own.arguments.some((one) => one.name === name && one.shape === "row"));

function fillFunctions() {
  const select = $("#function"), chosen = select.value || FIRST[0];
  const entry = ({ name, help }) => make("option", { value: name }, help[language].replace(/[.。]$/, ""));
  const group = (key, list) => make("optgroup", { label: say(key) }, ...list.map(entry));
  select.replaceChildren(group("most_used", FIRST.map(functionOf)), group("others", DATA.functions.filter((one) => !FIRST.includes(one.name))));
  select.value = chosen;
}

/** The form of a function; values are those given, else those of its example. */
function fillForm(values) {
  const own = functionOf($("#function").value);
  $("#function-help").textContent = say("in_a_sheet", { name: own.name });
  const given = values ?? own.example;
  const games = hasGames(own);
  const fields = own.arguments.filter((one) => one.name !== "language" && !(games && ["opponents", "scores"].includes(one.name)));
  const first = fields.filter((one) => !one.optional || one.name === "ruleset"), later = fields.filter((one) => !first.includes(one));
  const more = make("details", {}, make("summary", {}, say("more")), make("div", { class: "form" }, ...later.map((one) => field(own, one, given[one.name]))));
  more.open = later.some((one) => given[one.name] !== undefined && given[one.name] !== "");
  $("#arguments").replaceChildren(...first.map((one) => field(own, one, given[one.name])), ...(games ? [gamesField(given)] : []), ...(later.length ? [more] : []));
  recalculate();
}

const written = (value) => (Array.isArray(value) ? (Array.isArray(value[0]) ? value.map((row) => row.join("; ")).join("\n") : value.join(value.some((one) => /^$|\s/.test(one)) ? "; " : " ")) : value ?? "");

function field(own, argument, value) {
  const id = `argument-${argument.name}`;
  let input;
  if (argument.name === "ruleset" || argument.name === "to") {
    input = make("select", { id, name: argument.name, class: "rules", ...(argument.optional ? { "data-none": "left_out_rules" } : {}), "data-wanted": value ?? "" });
    fillRules(input);
  } else if (argument.shape === "block") input = make("textarea", { id, name: argument.name, rows: 4, "data-shape": argument.shape, spellcheck: "false" });
  else input = make("input", { id, name: argument.name, type: "text", "data-shape": argument.shape, autocomplete: "off", inputmode: argument.number ? "decimal" : null });
  if (value !== undefined) input.value = written(value);
  const shape = { row: ` ${say("list_shape")}`, block: ` ${say("table_shape")}` }[argument.shape] ?? "";
  const label = make("label", { class: "lab", for: id }, argument.name === "ruleset" ? say("rules") : argument.label[language]);
  if (argument.name === "ruleset") return make("div", {}, label, input);
  const help = make("p", { class: "soft", id: `${id}-help` }, argument.help[language] + shape);
  input.setAttribute("aria-describedby", help.id);
  return make("div", {}, label, input, help);
}

function gamesField(given) {
  const opponents = [given.opponents ?? []].flat(2), scores = [given.scores ?? []].flat(2);
  const list = make("div");
  const add = (opponent = "", score = "") => {
    const n = list.children.length + 1, name = `score-${calc.games = (calc.games ?? 0) + 1}`;
    const choices = [["1", "1"], ["0.5", "½"], ["0", "0"]].map(([value, shown]) => make("label", {}, make("input", { type: "radio", name, value, checked: String(score) === value }), make("span", {}, shown)));
    const row = make("div", { class: "game" }, make("input", { type: "text", inputmode: "decimal", autocomplete: "off", "aria-label": say("game", { n }), value: opponent }),
      make("div", { class: "seg", role: "radiogroup", "aria-label": say("result", { n }) }, ...choices),
      make("button", { type: "button", class: "lnk", "aria-label": say("remove_game", { n }), onclick: () => { row.remove(); recalculate(); } }, "✕"));
    list.append(row);
    return row;
  };
  opponents.forEach((one, i) => add(one, scores[i]));
  if (!opponents.length) add();
  return make("fieldset", { id: "games" }, make("legend", {}, say("games")), list,
    make("button", { type: "button", class: "lnk", onclick: () => $("input", add()).focus() }, say("add_game")));
}

/** A number as people write it, with a comma too, as the command line takes it. */
const cell = (text) => (/^[-+−]?\d+,\d+$/.test(text) ? text.replace(",", ".") : text).replace(/^−/, "-");
const asJson = (text) => (text === "" || Number.isNaN(Number(cell(text))) ? text : Number(cell(text)));

/** What is filled in, by the names of the arguments: texts, lists and tables. */
function filled() {
  const own = functionOf($("#function").value), given = {};
  for (const input of all("#arguments [name]:not([type=radio])")) {
    const text = input.value.trim();
    if (!text) continue;
    if (input.dataset.shape === "row") given[input.name] = text.split(/[;\t]/.test(text) ? /[;\t]/ : /\s+/).map((one) => asJson(one.trim()));
    else if (input.dataset.shape === "block") given[input.name] = text.split("\n").map((line) => line.split(/[\t;]/).map((one) => asJson(one.trim())));
    else given[input.name] = cell(text);
  }
  if (hasGames(own)) {
    const played = all("#games .game").map((row) => [$("input[type=text]", row).value.trim(), $("input:checked", row)?.value]).filter(([opponent, score]) => opponent && score !== undefined);
    if (played.length) Object.assign(given, { opponents: played.map(([one]) => asJson(one)), scores: played.map(([, one]) => Number(one)) });
  }
  return given;
}

const callWords = (name, given) => ["call", name, "--language", language, ...Object.entries(given).map(([key, value]) => `${key}=${Array.isArray(value) ? JSON.stringify(value) : value}`)];

function recalculate() {
  clearTimeout(calc.timer);
  calc.timer = setTimeout(calculate, 200);
}

async function calculate() {
  // It is done when the job is chosen; until then nothing stands there in another language.
  if (!$("#calc").classList.contains("on")) return $("#calc .out").replaceChildren();
  const name = $("#function").value, own = functionOf(name), given = filled(), out = $("#calc .out"), turn = ++calc.turn;
  remember({ ...Object.fromEntries([...address.keys()].filter((key) => !["job", "lang"].includes(key)).map((key) => [key, null])), call: name, ...Object.fromEntries(Object.entries(given).map(([key, value]) => [key, Array.isArray(value) ? value.map((one) => [one].flat().join(";")).join(Array.isArray(value[0]) ? "|" : ",") : value])) });
  const lacking = own.arguments.filter((one) => !one.optional && given[one.name] === undefined);
  if (lacking.length) return out.replaceChildren(make("p", { class: "soft" }, say("fill_in", { names: lacking.map((one) => one.label[language]).join(", ") })));
  const found = await during($("#calc .busy"), "doing_calc", engine.run(callWords(name, given)));
  if (turn !== calc.turn) return;
  if (found.cancelled || found.crash) return answerOf(found, out);
  Object.assign(calc, { shown: name, rows: found.code ? found.err : null });
  if (found.code) return showErrors({ notices: [{ severity: "error", text: found.err.replace(/^xlrating: /gm, "").trim() }] }, out);
  const rows = textOf(found).split("\n").map((line) => line.split("\t"));
  calc.rows = rows;
  const explains = name === "EXPLAIN_RATING";
  const shown = explains ? [] : rows.length > 1 || rows[0].length > 1 ? [plainTable(rows[0].map((_, i) => ({ short: "", number: !Number.isNaN(Number(rows[0][i])) })), rows, own.help[language])] : [bigNumber(rows[0][0], given)];
  const copy = make("button", { type: "button", class: "lnk", onclick: async () => { try { await navigator.clipboard.writeText(location.href); state(say("link_copied")); } catch { prompt(say("link"), location.href); } } }, say("link"));
  out.replaceChildren(make("p", { class: "soft" }, own.help[language]), ...shown, ...(explains ? [steps(rows.map(([text, , clause]) => ({ text, clause })))] : []), copy);
  if (explains || !hasGames(own) || given.rating === undefined) return;
  const asked = functionOf("EXPLAIN_RATING").arguments.map((one) => one.name);
  const reasons = await engine.run(callWords("EXPLAIN_RATING", Object.fromEntries(Object.entries(given).filter(([key]) => asked.includes(key)))));
  if (turn === calc.turn && reasons.code === 0) copy.before(steps(textOf(reasons).split("\n").map((line) => line.split("\t")).map(([text, , clause]) => ({ text, clause }))));
}

function bigNumber(text, given) {
  const isNumber = text !== "" && !Number.isNaN(Number(text));
  const change = isNumber && $("#function").value === "NEW_RATING" ? Math.round((Number(text) - Number(given.rating)) * 1e6) / 1e6 : null;
  const sign = change === null ? "" : change > 0 ? `+${change}` : change < 0 ? `−${-change}` : "±0";
  return make("div", { class: isNumber ? "big" : "big text" }, text.replace(/^-/, "−"), ...(sign ? [make("small", {}, sign)] : []));
}

/** The arguments that an address carries: `rules` is short for `ruleset`, commas part values. */
function fromAddress() {
  const own = functionOf((address.get("call") ?? "").toUpperCase());
  if (!own) return null;
  const given = {};
  for (const [key, text] of address) {
    const argument = own.arguments.find((one) => one.name === (key === "rules" ? "ruleset" : key));
    if (!argument) continue;
    given[argument.name] = argument.shape === "block" ? text.split("|").map((row) => row.split(";")) : argument.shape === "row" ? text.split(",") : text;
  }
  $("#function").value = own.name;
  return given;
}

// --- the next list --------------------------------------------------------------------------------
const coming = { turn: 0 };
const eventFiles = () => coming.events.files.map((one) => ({ ...one, name: `events/${one.name}` }));

async function nextList() {
  const out = $("#next .made .out"), busy = $("#next .made .busy"), turn = ++coming.turn;
  const list = main(coming.list.files), events = coming.events.files, day = $("#day").value;
  const lacking = [...(list ? [] : [say("list_in_force")]), ...(events.length ? [] : [say("events_since")])];
  if (lacking.length) return out.replaceChildren(make("p", { role: "alert" }, say("missing", { names: lacking.join(" · ") })));
  const files = [...coming.list.files, ...eventFiles()];
  const name = `${day || "next"} list.xlsx`;
  const words = ["federation", list.name, "events", ...option("--rules", $("#next-rules").value), ...option("--day", day), "-o", name, "--all", ...spoken(), "--json"];
  const found = await during(busy, "doing_list", engine.run(words, files));
  if (turn !== coming.turn) return;
  const answer = answerOf(found, out);
  if (!answer) return;
  if (answer.exit_code) return showErrors(answer, out);
  const made = { name, bytes: found.made[name] }, said = make("div", { "aria-live": "polite" });
  const pages = async () => {
    const site = await during(busy, "doing_site", engine.run(["federation", "publish", name, "-o", "site", "--no-pdf", ...spoken()], [made]));
    if (site.code === 0) return save("site.zip", site.made["site.zip"]);
    const given = answerOf(site, said);
    if (given) showErrors(given, said);
  };
  const table = answer.tables.find((one) => one.name === "list");
  const tiles = [["n_players", table.rows.length], ["n_new", answer.numbers.new], ["n_events", answer.events.length], ["n_results", answer.numbers.results]];
  announce(say("save_list"));
  out.replaceChildren(make("h2", {}, answer.text.find((one) => one.includes(answer.rules)) ?? ""),
    make("dl", { class: "tiles" }, ...tiles.map(([key, n]) => make("div", {}, make("dt", {}, say(key)), make("dd", {}, String(n))))),
    ...[doubts(answer)].filter(Boolean),
    make("div", { class: "acts" }, make("button", { type: "button", class: "go", onclick: () => save(name, made.bytes) }, say("save_list")), make("button", { type: "button", class: "alt", onclick: pages }, say("save_pages"))),
    said, ...peopleTable(table, (i) => reasonsIn(answer, table, table.rows[i])));
}

/** Why somebody's number on a new list is what it is, event by event. */
function reasonsIn(answer, table, row) {
  const value = (key) => row[table.columns.findIndex((one) => one.key === key)];
  const own = answer.players.find((one) => (one.id && one.id === value("id")) || one.name === value("name"));
  const parts = (own?.calculations ?? []).flatMap((one) => why(one, answer.headings?.games ?? {}));
  return parts.length ? parts : [make("p", { class: "soft" }, say("no_reasons"))];
}

// --- all together ---------------------------------------------------------------------------------
function begin() {
  $(".lang").append(...Object.entries(LANGUAGES).map(([code, { name, locale }]) => make("label", { lang: locale }, make("input", { type: "radio", name: "language", value: code, checked: code === language, "aria-label": name, onchange: () => speak(code) }),
    make("span", { class: "whole", "aria-hidden": "true" }, name), make("span", { class: "brief", "aria-hidden": "true" }, code.toUpperCase()))));
  $("nav div").append(...JOBS.map((job, i) => {
    const icon = make("span");
    icon.innerHTML = `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${ICONS[i]}"/></svg>`;
    return make("button", { type: "button", role: "tab", id: `tab-${job}`, "aria-controls": job, onclick: () => { show(job); if (job === "calc") recalculate(); } }, icon.firstChild, make("span"));
  }));
  $("nav").addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    const now = JOBS.findIndex((job) => $(`#tab-${job}`).tabIndex === 0);
    const next = event.key === "Home" ? 0 : event.key === "End" ? JOBS.length - 1 : step ? (now + step + JOBS.length) % JOBS.length : null;
    if (next === null) return;
    event.preventDefault();
    show(JOBS[next], true);
  });
  rating.zone = dropZone($("#rate-drop"), rateEvent);
  fresh.zone = dropZone($("#new-drop"), () => { for (const id of ["players", "rounds"]) $(`#new-${id}`).disabled = fresh.zone.files.length > 0; });
  coming.list = dropZone($("#list-drop"), () => {});
  coming.events = dropZone($("#events-drop"), () => {});
  coming.check = dropZone($("#check-drop"), checkList);
  // Where a file misses its place, a browser would open it instead of the page.
  for (const name of ["dragover", "drop"]) addEventListener(name, (event) => event.preventDefault());
  $("#rate").addEventListener("drop", async (event) => { event.preventDefault(); await rating.zone.choose(await dropped(event.dataTransfer)); });
  addEventListener("paste", (event) => {
    const zone = { rate: rating.zone, new: fresh.zone }[$("main>section.on").id];
    if (!zone || event.target.matches?.("input,textarea")) return;
    const { files } = event.clipboardData, text = event.clipboardData.getData("text/plain");
    if (files.length) zone.choose(files);
    else if (text.trim()) zone.set([pastedFile(text)]);
  });
  $("#use-pasted").addEventListener("click", usePasted);
  $("#rate-rules").addEventListener("change", () => rateEvent(rating.zone.files));
  for (const form of all("form")) form.addEventListener("submit", (event) => event.preventDefault());
  $("#new form").addEventListener("submit", newBook);
  $("#new form").addEventListener("change", () => { $("#new-rounds").closest("div").hidden = $("#new form").elements.format.value !== "swiss"; });
  $("#next form").addEventListener("submit", nextList);
  $("#folder").addEventListener("click", () => {
    const input = make("input", { type: "file", webkitdirectory: true, onchange: () => coming.events.choose([...input.files]) });
    input.click();
  });
  $("#function").addEventListener("change", () => fillForm());
  $("#arguments").addEventListener("input", recalculate);
  onLanguage.push(() => { $(".sheets").replaceChildren(...DATA.sheets.map((names) => make("li", {}, names[language]))); },
    () => { const before = $("#arguments").firstChild ? filled() : undefined; fillFunctions(); fillForm(before); },
    () => { if (rating.zone.files.length) rateEvent(rating.zone.files); },
    () => { if (coming.check.files.length) checkList(coming.check.files); },
    () => { if ($("#next .made .out").firstChild) nextList(); });
  fillFunctions();
  const given = fromAddress();
  if (given) fillForm(given);
  speak(language);
  show(given ? "calc" : JOBS.includes(address.get("job")) ? address.get("job") : "rate");
  addEventListener("hashchange", () => location.reload());
  engine.prepared = engine.prepare().catch((error) => { state(say("no_start")); document.body.dataset.ready = "failed"; console.error(error); });
}

async function checkList(files) {
  const out = $("#next .check .out"), busy = $("#next .check .busy");
  out.replaceChildren();
  if (files.length && !(await publishedList(files, out, busy))) {
    const found = await engine.run(["check", main(files).name, ...spoken(), "--json"], files);
    const answer = answerOf(found, out);
    if (answer) answer.exit_code ? showErrors(answer, out) : out.replaceChildren(make("ul", {}, ...answer.text.map((text) => make("li", {}, text))));
  }
}

begin();
