// The search box of every page: what it finds is offered below it, for keyboard, mouse and touch.
"use strict";
(function () {
  const SHOWN = 8;
  const site = xlrating;
  const box = document.querySelector(".search input");
  const list = document.getElementById("offered");
  let index = null, offered = [], at = -1;

  const plain = (text) => text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase();

  /** Who has all words in name, former names or number; a whole number comes first. */
  site.search = async function (query) {
    index ??= (await site.roster()).map((row) => ({ row, text: plain(`${row[1]} ${row[6]} ${row[2]}`), id: plain(row[2]) }));
    const asked = plain(query), words = asked.split(/[\s,]+/).filter(Boolean);
    if (!words.length) return [];
    const found = index.filter((one) => words.every((word) => one.text.includes(word)));
    const own = asked.trim();
    return [...found.filter((one) => one.id === own), ...found.filter((one) => one.id !== own)].map((one) => one.row);
  };

  function choose(number) {
    at = number;
    [...list.children].forEach((one, n) => one.setAttribute("aria-selected", String(n === at)));
    if (at >= 0) box.setAttribute("aria-activedescendant", `offered-${at}`);
    else box.removeAttribute("aria-activedescendant");
  }

  function close() {
    list.hidden = true;
    box.setAttribute("aria-expanded", "false");
    choose(-1);
  }

  const address = (row) => `player.html?id=${encodeURIComponent(row[0])}`;

  async function offer() {
    const query = box.value;
    const found = await site.search(query).catch(() => []);
    if (query !== box.value) return;
    offered = found.slice(0, SHOWN);
    list.replaceChildren(...offered.map((row, n) => {
      const rating = row[7].find((line) => line && line[2]);
      const made = site.el("li", "", { role: "option", id: `offered-${n}`, "aria-selected": "false" },
        site.el("bdi", "", {}, row[1]), site.el("small", "", {}, [row[2], row[4], rating ? rating[2] : ""].filter(Boolean).join(" · ")));
      made.addEventListener("mousedown", (event) => { event.preventDefault(); location.href = address(row); });
      return made;
    }));
    choose(-1);
    list.hidden = !offered.length;
    box.setAttribute("aria-expanded", String(!list.hidden));
    box.dataset.answered = query;
  }

  box.setAttribute("role", "combobox");
  box.setAttribute("aria-expanded", "false");
  box.setAttribute("aria-controls", "offered");
  box.setAttribute("aria-autocomplete", "list");
  box.value = site.asked("q");
  box.addEventListener("focus", () => site.search("").catch(() => []), { once: true });
  box.addEventListener("input", offer);
  box.addEventListener("blur", close);
  box.addEventListener("keydown", (event) => {
    if (list.hidden || event.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const n = offered.length + 1;
      choose(((at + 1 + (event.key === "ArrowDown" ? 1 : n - 1)) % n) - 1);
    } else if (event.key === "Enter" && at >= 0) {
      event.preventDefault();
      location.href = address(offered[at]);
    } else if (event.key === "Escape") {
      event.preventDefault();
      close();
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || /^(INPUT|TEXTAREA)$/.test(document.activeElement.tagName)) return;
    event.preventDefault();
    box.focus();
  });
})();
