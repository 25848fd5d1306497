// The list: its first lines are in the page; more of it, or what was searched, come from the roster.
"use strict";
xlrating.run(async () => {
  const site = xlrating, from = Number(site.asked("from")) || 1, query = site.asked("q").trim();
  const table = document.querySelector("#main table"), body = table?.tBodies[0];
  if (!table || (from === 1 && !query)) return;
  const LINES = Number(table.dataset.lines), pace = Number(table.dataset.pace);
  const heads = [...table.tHead.rows[0].cells].map((one) => [one.dataset.column, one.className]);
  body.replaceChildren();
  let rows;
  if (query) {
    rows = await site.search(query);
    const many = rows.length > LINES;
    const text = !rows.length ? site.t("search_none") : many ? site.t("search_more", { n: rows.length, shown: LINES }) : "";
    document.getElementById("said").textContent = text;
    document.querySelector("h1").textContent = `${site.t("search")}: ${query}`;
    for (const one of document.querySelectorAll(".parts")) one.hidden = true;
    table.hidden = !rows.length;
    rows = rows.slice(0, LINES);
  } else {
    // The standard list has the order of the roster, others their own.
    const all = pace ? await site.roster() : await site.roster(from - 1, from - 1 + LINES);
    const at = (row) => row[7][pace][0] - (from - 1);
    rows = all.filter((row) => row[7][pace] && at(row) >= 0 && at(row) < LINES).sort((a, b) => at(a) - at(b));
    for (const one of document.querySelectorAll(".parts:not(.paces) a"))
      if (one.search === (from > 1 ? `?from=${from}` : "")) one.setAttribute("aria-current", "page");
      else one.removeAttribute("aria-current");
  }
  const cells = {
    place: (row, own) => own && (own[1] || (["ban", "inactive"].includes(own[5]) ? site.t(own[5]) : "")),
    title: (row) => row[3],
    name: (row) => site.link("player", row[0], row[1]),
    id: (row) => row[2],
    club: (row) => site.el("bdi", "", {}, row[4]),
    born: (row) => row[5],
    rating: (row, own) => own && own[2],
    change: (row, own) => (own && own[3] ? site.change(own[3]) : ""),
    n: (row, own) => own && own[4],
    rapid: (row) => paced(row, "rapid"),
    blitz: (row) => paced(row, "blitz"),
  };
  const paced = (row, name) => row[7][site.site.paces.findIndex(([one]) => one === name)]?.[2] ?? "";
  body.replaceChildren(...rows.map((row) => site.el("tr", "", {}, ...heads.map(([column, name]) =>
    site.el("td", column === "name" ? "who" : name, {}, cells[column](row, row[7][pace] || "") || "")))));
  document.getElementById("main").dataset.ready = "1";
});
