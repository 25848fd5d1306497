// The page of an event: who played, with points, and the games round by round.
"use strict";
xlrating.run(async () => {
  const site = xlrating, t = site.t.bind(site), page = site.asked("id");
  if (!page) return;
  const event = await site.one("events", page);
  if (!event) return site.show("", site.el("h1", "", {}, t("event")), site.el("p", "", {}, t("not_here")));
  const who = (n) => site.link("player", ...event.who[n]);
  const head = site.el("h1", "", {}, site.el("bdi", "", {}, event.title));
  const facts = site.facts([
    [t("days"), event.days], [t("counted_in"), site.site.counted[event.at]], [t("pace"), site.site.paces.length > 1 ? site.pace(event.pace) : ""],
    [t("players"), event.players], [t("games_of"), event.games],
  ]);
  if (!event.parts.length) return site.show(event.title, head, facts, site.el("p", "", {}, t("no_record")));
  const before = event.at > 0;
  const heads = [["who", t("name")], ["n", `${site.site.columns.rating} (${site.site.lists[event.at - 1]})`], ["n", t("games")], ["n rating", t("points")]];
  const cut = (row) => row.filter((_, n) => before || n !== 1);
  const [first, second] = event.coloured ? [site.site.first[event.at], t("black")] : [t("player"), t("player")];
  site.show(event.title, head, facts,
    site.el("h2", "", {}, t("standing")),
    site.table(cut(heads), event.parts.map(([n, rating, games, points]) => cut([who(n), rating, games, points]))),
    site.el("p", "under", {}, t("points_are")),
    site.el("h2", "", {}, t("games_of")),
    ...(event.coloured ? [] : [site.el("p", "under", {}, t("no_colours"))]),
    ...event.rounds.flatMap(([round, games]) => [
      site.el("h3", "", {}, `${t("round")} ${round}`),
      site.table([["", first], ["c", t("result")], ["", second]], games.map(([one, result, other]) => [who(one), result, who(other)]), "round"),
    ]));
});
