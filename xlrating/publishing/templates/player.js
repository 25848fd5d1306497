// The page of a player: ratings, chart, scores, history, and every game with its calculation.
"use strict";
xlrating.run(async () => {
  const site = xlrating, t = site.t.bind(site), el = site.el.bind(site), { lists, paces, columns } = site.site;
  const page = site.asked("id");
  const player = page && (await site.one("players", page));
  if (!player) return site.show("", el("h1", "", {}, t("player")), el("p", "", {}, t(page ? "not_here" : "search_player")));
  const who = (n) => site.link("player", ...player.who[n]);
  const event = ([id, title]) => site.link("event", id, title);
  const FOLDED = 3, MET = 10, last = lists.length - 1;

  /** The ratings in force: big, with change, place and the share of players below. */
  function now() {
    const cards = player.now.flatMap((one, n) => {
      if (!one) return [];
      const [rating, change, place, of, percent, state] = one;
      const places = place ? [el("a", "", { href: n ? `${paces[n][0]}-list.html` : "list.html" }, t("place_of", { place, of }))] : [t(state)];
      if (percent !== "") places.push(" · ", t("better_than", { percent }));
      return [el("li", paces[n][0] || "standard", {}, el("span", "", {}, paces[n][1]), el("b", "", {}, rating),
        ...(change ? [site.change(change)] : []), el("small", "", {}, ...places))];
    });
    const listed = player.lists.find(([at]) => at === last);
    if (player.now[0]) return [el("ul", "cards", {}, ...cards)];
    const line = listed?.[1][0];
    const why = line ? t(line[4]) : t("not_listed", { day: lists[last] });
    return [el("p", "now", {}, why), ...(cards.length ? [el("ul", "cards", {}, ...cards)] : [])];
  }

  /** The ratings over the lists, a curve a pace on one scale; a curve is parted where a list lacks the player. */
  function chart() {
    const curves = paces.map(([name, label], n) => ({ name: name || "standard", label, points: player.lists.map(([at, lines]) =>
      ({ at, text: lines[n]?.[1] ?? "", rating: Number.parseFloat(lines[n]?.[1]) })).filter((one) => !Number.isNaN(one.rating)).reverse() })).filter((one) => one.points.length);
    const every = curves.flatMap((one) => one.points), seen = [...new Set(every.map((one) => one.at))].sort((a, b) => a - b);
    if (seen.length < 2) return [el("p", "under", {}, t("one_list"))];
    const WIDTH = innerWidth < 600 ? 380 : 720, HEIGHT = innerWidth < 600 ? 220 : 260, LEFT = 46, RIGHT = 14, TOP = 14, BOTTOM = 28, APART = 90;
    const dated = lists.every((day) => /^\d{4}-\d\d-\d\d$/.test(day)), day = (at) => (dated ? Date.parse(lists[at]) : at);
    const ratings = every.map((one) => one.rating), most = Math.max(...ratings), least = Math.min(...ratings);
    const more = Math.max(0, 0.02 * most - (most - least)) / 2;
    const step = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000].find((one) => (most - least + 2 * more) / one <= 5) ?? 5000;
    const low = step * Math.floor((least - more) / step), high = Math.max(step * Math.ceil((most + more) / step), low + step);
    const from = day(seen[0]), to = day(seen.at(-1));
    const x = (at) => +(LEFT + ((day(at) - from) / (to - from)) * (WIDTH - LEFT - RIGHT)).toFixed(1);
    const y = (rating) => +(HEIGHT - BOTTOM - ((rating - low) / (high - low)) * (HEIGHT - TOP - BOTTOM)).toFixed(1);
    const svg = (tag, attributes, ...contents) => {
      const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
      for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
      made.append(...contents);
      return made;
    };
    const back = [], text = (where, side, words) => svg("text", { class: "axis", ...where, "text-anchor": side }, words);
    for (let rating = low; rating <= high; rating += step)
      back.push(svg("line", { class: "grid", x1: LEFT, x2: WIDTH - RIGHT, y1: y(rating), y2: y(rating) }), text({ x: LEFT - 8, y: y(rating) + 4 }, "end", String(rating)));
    const named = [[x(seen.at(-1)), seen.at(-1), "end"], [x(seen[0]), seen[0], "start"]];
    for (const at of seen.slice(1, -1)) if (named.every(([one, , side]) => Math.abs(x(at) - one) >= (side === "middle" ? APART : 1.5 * APART))) named.push([x(at), at, "middle"]);
    back.push(...named.map(([place, at, side]) => text({ x: place, y: HEIGHT - 8 }, side, lists[at])));
    const drawn = curves.map(({ name, label, points }) => {
      const path = points.map((one, n) => `${n && points[n - 1].at === one.at - 1 ? "L" : "M"}${x(one.at)} ${y(one.rating)}`).join("");
      return svg("g", { class: name }, svg("path", { class: "line", d: path }), ...points.map((one) =>
        svg("circle", { class: "point", cx: x(one.at), cy: y(one.rating), r: points.length > 30 ? 2 : 3.2 }, svg("title", {}, `${label}, ${lists[one.at]}: ${one.text}`))));
    });
    const legend = curves.map(({ name, label }, n) => {
      const key = el("button", name, { type: "button", "aria-pressed": "true" }, el("span", "key"), el("span", "", {}, label));
      key.addEventListener("click", () => {
        const shown = drawn[n].classList.toggle("off");
        key.setAttribute("aria-pressed", String(!shown));
      });
      return key;
    });
    return [svg("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": t("chart_of") }, ...back, ...drawn.reverse()),
      ...(curves.length > 1 ? [el("p", "legend", {}, ...legend)] : [])];
  }

  const share = (n, points) => `${Math.round((100 * Number(points.replace("½", ".5"))) / n)} %`;
  const won = (wins, draws, losses) => `+${wins} =${draws} −${losses}`;
  const score = [["n", t("games")], ["n rating", t("points")], ["n", "%"], ["n wide", "+ = −"]];
  const scored = ([n, points, ...rest]) => [n, points, share(n, points), won(...rest)];

  function sides() {
    const known = player.sides.some(([, side]) => side);
    const of = (side) => (side === "w" ? site.site.first[last] : side === "b" ? t("black") : known ? t("colour_unknown") : "");
    const named = (pace, side) => [paces.length > 1 ? site.pace(pace) : "", of(side)].filter(Boolean).join(" · ") || t("games");
    return site.table([["cap", t("colour")], ...score], player.sides.map(([pace, side, ...rest]) => [named(pace, side), ...scored(rest)]));
  }

  function met() {
    const made = site.table([["who", t("opponent")], ...score], player.met.map(([n, ...rest]) => [who(n), ...scored(rest)]));
    const rows = [...made.querySelectorAll("tbody tr")].slice(MET);
    if (!rows.length) return [made];
    for (const one of rows) one.hidden = true;
    const more = el("button", "more", { type: "button" }, t("all_of", { n: player.met.length }));
    more.addEventListener("click", () => { for (const one of rows) one.hidden = false; more.remove(); });
    return [made, more];
  }

  /** The lists, newest first; three or more in a row without games are one line until asked for. */
  function history() {
    const heads = [["day", t("on_list")], ["n wide", t("place")], ...paces.map(([name, label]) => ["n", name ? label : columns.rating]), ["n wide", t("games")]];
    const idle = ([at, lines]) => at !== last && lines.every((one) => !one || (!one[3] && /^([+−]?0)?$/.test(one[2])));
    const rows = player.lists.map(([at, lines]) => {
      const [first, ...others] = lines, state = first && first[4] ? t(first[4]) : "";
      const rated = ([, rating, change]) => [el("b", "", {}, rating), ...(/[1-9]/.test(change) ? [el("small", "", {}, site.change(change))] : [])];
      const played = lines.map((one) => (one && one[3]) || 0).reduce((sum, one) => sum + one, 0);
      return [lists[at], first ? first[0] : "", first ? [...(first[1] ? rated(first) : []), ...(state ? [el("small", "", {}, state)] : [])] : "", ...others.map((one) => (one ? rated(one) : "")), played || ""];
    });
    const made = site.table(heads, rows, "history"), lines = [...made.querySelectorAll("tbody tr")];
    for (let n = 0; n < lines.length; ) {
      let end = n;
      while (end < lines.length && idle(player.lists[end])) end++;
      if (end - n >= FOLDED) {
        const own = lines.slice(n, end);
        const open = el("button", "more", { type: "button" }, `${lists[player.lists[end - 1][0]]} – ${lists[player.lists[n][0]]}: ${t("idle", { n: end - n })}`);
        const fold = el("tr", "fold", {}, el("td", "", { colspan: lines[n].cells.length }, open));
        for (const one of own) one.hidden = true;
        open.addEventListener("click", () => { for (const one of own) one.hidden = false; fold.remove(); });
        lines[n].before(fold);
      }
      n = Math.max(end, n + 1);
    }
    return made;
  }

  const games = (rounds) => site.table(
    [["n", t("round")], ["c", t("colour")], ["who", t("opponent")], ["n", columns.rating], ["c", t("result")], ["n wide", t("points")], ["n wide", t("expected")], ["n", t("change")]],
    rounds.map(([round, side, n, rating, result, points, expected, change, note]) => [round, site.said(side),
      [who(n), ...(note === "" ? [] : [el("small", "note", {}, site.said(note))])], rating, result, points, expected, change ? site.change(change) : ""]), "games");

  const steps = (all) => el("details", "", {}, el("summary", "", {}, t("calculation")),
    ...(all.some(([, own]) => own.some((one) => one[2])) ? [el("p", "under", {}, t("in_language"))] : []),
    ...all.flatMap(([name, own]) => [...(name ? [el("h4", "", {}, el("bdi", "", {}, name))] : []),
      site.table([["", t("step")], ["day", t("clause")]], own.map(([text, clause]) => [site.said(text), clause]), "steps")]));

  /** The events and the calculation of each list. */
  function periods() {
    const counted = new Set([...player.events.map((one) => one[3]), ...player.steps.map(([at]) => at)]);
    return [...counted].sort((a, b) => b - a).map((at, n) => el("section", "", {}, el("h3", "", {}, t("period", { day: lists[at] })),
      ...(player.unclear.includes(at) ? [el("p", "", {}, t("unclear"))] : []),
      ...player.events.filter((one) => one[3] === at).map(([id, title, days, , pace, played, points, change, rounds]) => {
        const made = el("details", "event", {}, el("summary", "", {}, el("bdi", "", {}, title),
          el("small", "", {}, [days, paces.length > 1 ? site.pace(pace) : "", `${points} / ${played}`].filter(Boolean).join(" · "), ...(change ? [" · ", site.change(change)] : []))),
          games(rounds), ...(id ? [el("p", "", {}, el("a", "", { href: `event.html?id=${encodeURIComponent(id)}` }, t("whole_event")))] : []));
        made.open = n === 0;
        return made;
      }),
      ...player.steps.filter(([own]) => own === at).map(([, all]) => steps(all))));
  }

  const section = (title, ...contents) => el("section", "", {}, el("h2", "", {}, title), ...contents);
  site.show(player.name,
    el("h1", "", {}, ...(player.title ? [el("span", "title", {}, player.title), " "] : []), el("bdi", "", {}, player.name)),
    ...now(),
    site.facts([[t("id"), player.id], [columns.club, player.club], [t("born"), player.born], [t("peak"), player.peak], [t("games_so_far"), player.games], [t("former_names"), player.former.join("; ")]]),
    section(t("history"), ...chart(), history()),
    ...(player.met.length ? [el("div", "two", {}, section(t("scores"), sides()),
      ...(player.best.length ? [section(t("best_wins"), site.table([["who", t("opponent")], ["n rating", columns.rating], ["wide", t("event")]],
        player.best.map(([n, rating, ...one]) => [who(n), rating, event(one)])))] : [])),
    section(t("opponents"), ...met())] : []),
    ...(player.events.length || player.steps.length ? [section(t("events_games"), ...periods())] : [el("p", "under", {}, t("no_games"))]));
});
