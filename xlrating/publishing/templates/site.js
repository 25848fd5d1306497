// What all pages share: the words of the language, data, elements. Data become text nodes and nothing else.
"use strict";
window.xlrating = {
  site: null, // words.js: the words and facts of the site in a language
  waiting: {},

  /** A word of the pages, its {parts} filled in. */
  t(key, parts = {}) {
    return this.site.words[key].replace(/\{(\w+)\}/g, (whole, name) => (name in parts ? parts[name] : whole));
  },

  /** What languages say differently is a list. */
  said(value) {
    return Array.isArray(value) ? value[this.site.language] : String(value);
  },

  pace(name) {
    return this.site.named[name];
  },

  asked(name) {
    return new URLSearchParams(location.search).get(name) ?? "";
  },

  /** Data that a script brings: from a folder on a disk browsers fetch nothing. */
  load(name) {
    return (this.waiting[name] ??= new Promise((found, lost) => {
      const script = document.createElement("script");
      script.addEventListener("error", () => lost(new Error(name)));
      script.src = `../parts/${name}.js`;
      this.found ??= {};
      this.found[name] = [found, lost];
      document.head.append(script);
    }));
  },

  /** What such a script calls: JSON in base64, compressed. */
  part(name, data) {
    const [found, lost] = this.found[name];
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    try {
      const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
      new Response(plain).json().then(found, lost);
    } catch (error) {
      lost(error);
    }
  },

  /** The data of a page of a kind, or undefined; FNV-1a says in which part they are. */
  async one(kind, page) {
    let hash = 0x811c9dc5;
    for (const byte of new TextEncoder().encode(page)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
    const all = await this.load(`${kind}-${hash % this.site.counts[kind]}`);
    return Object.hasOwn(all, page) ? all[page] : undefined;
  },

  /** Everybody, or the parts that some lines of the list are in: its order is that of the roster. */
  async roster(first = 0, end = Infinity) {
    const { roster, lines } = this.site.counts, parts = [];
    for (let n = Math.floor(first / lines); n < Math.min(roster, Math.ceil(end / lines)); n++) parts.push(this.load(`roster-${n}`));
    return (await Promise.all(parts)).flat();
  },

  /** An element with its class, attributes and contents: texts become text. */
  el(tag, name = "", attributes = {}, ...contents) {
    const made = document.createElement(tag);
    if (name) made.className = name;
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...contents.filter((one) => one !== ""));
    return made;
  },

  /** A player or event with the link to its page. */
  link(kind, page, name) {
    const text = this.el("bdi", "", {}, name);
    return page ? this.el("a", "", { href: `${kind}.html?id=${encodeURIComponent(page)}` }, text) : text;
  },

  change(text) {
    const way = /^[+]/.test(text) ? "up" : /^[−-]/.test(text) ? "down" : "same";
    return this.el("span", way, {}, text);
  },

  /** A table: headings are pairs of class and text, rows lists of contents; columns without any are left out. */
  table(heads, rows, name = "") {
    const used = heads.map((_, n) => !rows.length || rows.some((row) => row[n] !== ""));
    heads = heads.filter((_, n) => used[n]);
    rows = rows.map((row) => row.filter((_, n) => used[n]));
    const cell = (tag, kind, one) => this.el(tag, kind, tag === "th" ? { scope: "col" } : {}, ...[one].flat());
    const line = (row) => this.el("tr", "", {}, ...row.map((one, n) => cell("td", heads[n][0], one)));
    const made = this.el("table", name, {},
      this.el("thead", "", {}, this.el("tr", "", {}, ...heads.map(([kind, text]) => cell("th", kind, text)))),
      this.el("tbody", "", {}, ...rows.map(line)));
    return this.el("div", "scroll", {}, made);
  },

  facts(pairs) {
    const shown = pairs.filter(([, value]) => value !== "");
    return this.el("dl", "facts", {}, ...shown.map(([name, value]) =>
      this.el("div", "", {}, this.el("dt", "", {}, name), this.el("dd", "", {}, this.el("bdi", "", {}, value)))));
  },

  /** Show contents in place of what the page came with. */
  show(title, ...contents) {
    const main = document.getElementById("main");
    if (title) document.title = `${title} · ${document.title}`;
    main.replaceChildren(...main.querySelectorAll(".preview"), ...contents);
    main.dataset.ready = "1";
  },

  /** Run what needs data; where they do not come the page says so. */
  async run(work) {
    for (const one of document.querySelectorAll(".languages a")) one.search = location.search;
    try {
      await work();
    } catch (error) {
      const old = typeof DecompressionStream === "undefined";
      this.show("", this.el("p", "", { role: "alert" }, this.t(old ? "old_browser" : "no_data")));
      throw error;
    }
  },
};
