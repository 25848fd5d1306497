"""How the event stands, at the top of Start: the light, what to do next, round, leader, gain."""

# Columns read as tables, a row a line.
from __future__ import annotations

from collections.abc import Mapping

from ...engine.rounding import ZERO
from ...engine.terms.periods import is_lowest_first
from ...engine.texts import say, table
from ...engine.words.spellings import in_language
from ...exchange.addresses import address
from ..builder import Builder
from ..file.grid import Cell, Sheet, Value
from ..plan import Plan
from . import completion

#: The light; below it what to do next, and the lines of numbers.
LIGHT_ROW = 9
_NEXT_ROW, _ROUND_ROW, _OPEN_ROW, _LEADER_ROW, _GAIN_ROW = range(LIGHT_ROW + 1, LIGHT_ROW + 6)
#: The letters of a name that are shown here.
_LONGEST = 99
#: The first row after them, with a free one between.
END_ROW = _GAIN_ROW + 2


def fill(builder: Builder, status: str, counts: Mapping[str, str], first_line: int) -> None:
    """Everything but the light, for the text of the `status`.

    `counts` are the cells of Check by what they count, `first_line` is the row of its list.
    """
    sheet = builder.book.sheet("Start")
    _next(builder, sheet, status, counts, first_line)
    for row, key in (
        (_ROUND_ROW, "dash_round"), (_OPEN_ROW, "dash_open"), (_LEADER_ROW, "dash_leader"),
        (_GAIN_ROW, "dash_gain"),
    ):  # fmt: skip
        sheet.put(row, 0, builder.heading(key, "label"))
    plan, last = builder.plan, builder.render("[Rules.rounds_played]")
    now = f"{plan.scores.last} / {plan.own_rounds}"
    sheet.put(_ROUND_ROW, 1, Cell(now, f'={last}&" / "&file_rounds', "fact"))
    missing = sum(1 for line in plan.lines if line and plan.is_open(line))
    sheet.put(_OPEN_ROW, 1, Cell(missing, "=SUM(games_open)", "fact"))
    _leader(builder, sheet, last)
    _gain(builder, sheet)


def _next(
    builder: Builder, sheet: Sheet, status: str, counts: Mapping[str, str], first_line: int
) -> None:
    """A link to where the next thing is to be done."""
    plan = builder.plan
    last = builder.render("[Rules.rounds_played]")
    words = {
        "round": f"({last}+1)",
        "postponed": f'"{in_language("POSTPONED", plan.fixed_language)}"',
    }

    def link(target: str, key: str) -> str:
        own = {name: word for name, word in words.items() if f"{{{name}}}" in table()[key]["en"]}
        return f"HYPERLINK({target},{builder.say(key, own)})"

    def line(found: str, key: str, name: str = "Games") -> str:
        # Where the list begins is asked: a row may have been put in above it.
        row = f"ROW(INDEX({builder.render(f'[{name}.{key}]')},{found}))"
        at = f'IFERROR(ADDRESS({row},{builder.tables[name].col(key) + 1},4),"A1")'
        return f'"#{builder.at(name, "")}"&{at}'

    def there(sheet: str, cell: str) -> str:
        return f'"#{builder.at(sheet, cell)}"'

    check = there("Check", address(first_line, 0))
    to_play = f"IFERROR(MATCH({last}+1,games_round,0),MATCH(0,games_at_white,0))"
    key = "next_results" if plan.is_round_robin else "next_pairings"
    ready = line("1", "result" if plan.is_round_robin else "white")
    runs = "FALSE" if plan.is_round_robin else f"{last}<file_rounds"
    # A game that was put off keeps nobody from going on.
    open_line = line("MATCH(1,games_open,0)", "result")
    missing = builder.render("COUNTIFS([Games.open],1,[Games.result_row],0)")
    rows = builder.render("ROW([Games.open])+9999*(1-[Games.open]*([Games.result_row]=0))")
    first = f"(SUMPRODUCT(MIN({rows}))-ROW(INDEX(games_open,1))+1)"
    begun = builder.render(
        f'COUNTIFS([Games.round],INDEX(games_round,{first}),[Games.open],0,[Games.key_black],">0")'
    )
    event = f'"#{builder.at("Start", "")}"&ADDRESS(ROW(event_name),2,4)'
    nobody = f'IF(TRIM(event_name)="",{link(event, "next_event")},{{}})'
    play = link(there("Round", "A1"), "next_play")
    none = f"{counts['check_entered']}+{counts['check_open']}=0"
    lost = builder.render(completion.LOST) if plan.library else ""
    who = f"SUMPRODUCT(MIN({builder.render('ROW([Players.name])')}+9999*(1-{lost})))"
    at = f"({who}-ROW(INDEX({builder.render('[Players.name]')},1))+1)"
    not_found = link(line(at, "name", "Players"), "next_library")
    lost = f"SUMPRODUCT({lost})"
    steps = [
        (f"{counts['check_problems']}>0", link(check, "next_problems")),
        (f"{counts['check_rules']}>0", link(there("Rules", "A1"), "next_rules")),
        (
            f"{counts['check_players']}=0",
            nobody.format(link(line("1", "name", "Players"), "next_players")),
        ),
        *([] if plan.library is None else [(f"AND({none},{lost}>0)", not_found)]),
        (none, link(ready, key)),
        (f"{missing}>0", f"IF({begun}=0,{play},{link(line(first, 'result'), 'next_open')})"),
        (runs, link(line(to_play, "white"), "next_round")),
        (f"{counts['check_open']}>0", link(open_line, "next_postponed")),
        (f"{counts['check_notices']}>0", link(check, _last(plan, "next_notices"))),
    ]
    there_next = there("Standings" if plan.native else "Ratings", "A1")
    text = link(there_next, _last(plan, "next_ready"))
    for test, then in reversed(steps):
        text = f"IF({test},{then},{text})"
    code = in_language("POSTPONED", plan.fixed_language)
    said = say(plan.language, _key(plan, status, key), round=plan.scores.last + 1, postponed=code)
    sheet.put(_NEXT_ROW, 0, builder.heading("dash_next", "label"))
    sheet.put(_NEXT_ROW, 1, Cell(said, f"={text}", "link"))


def _key(plan: Plan, status: str, first: str) -> str:
    """The text of what is to be done next in an event without problems."""
    if not plan.event.players:
        return "next_players" if plan.event.name.strip() else "next_event"
    games = [line for line in plan.lines if line and plan.is_real(line)]
    missing = [game for game in games if plan.is_open(game) and not game.result.code]
    if missing:
        begun = any(
            game.round == missing[0].round and game.black is not None and not plan.is_open(game)
            for game in games
        )
        return "next_open" if begun else "next_play"
    postponed = any(map(plan.is_open, games))
    if status == "status_empty" and not postponed:
        return "next_library" if completion.lost(plan) else first
    if not plan.is_round_robin and plan.scores.last < plan.own_rounds:
        return "next_round"
    if postponed:
        return "next_postponed"
    return _last(plan, "next_notices" if status == "status_notices" else "next_ready")


def _last(plan: Plan, key: str) -> str:
    """The text of what ends the day: what no formula rates is rated before it is sent in."""
    without = {"next_ready": "next_rate", "next_notices": "next_notices_rate"}
    return key if plan.native else without[key]


def _leader(builder: Builder, sheet: Sheet, last: str) -> None:
    """The first of the table with their points, and how many share the place."""
    plan = builder.plan
    name, points, place = (
        builder.render(f"[Crosstable.{key}]") for key in ("name", "points", "place")
    )
    first = plan.standings[0] if plan.standings and plan.scores.last else None
    shared = sum(one.place == 1 for one in plan.standings) - 1
    others = f"(COUNTIF({place},1)-1)"
    one = f"LEFT(INDEX({name},1),{_LONGEST})"
    several = builder.say("dash_shared", {"name": one, "n": others})
    leader = plan.event.by_no[first.no].name[:_LONGEST] if first else ""
    shown = say(plan.language, "dash_shared", name=leader, n=shared) if first and shared else leader
    text = f'=IF({last}=0,"",IF({others}>0,{several},{one}))'
    sheet.put(_LEADER_ROW, 1, Cell(shown, text, "fact"))
    value: Value = first.points if first else ""
    sheet.put(_LEADER_ROW, 2, Cell(value, f'=IF({last}=0,"",INDEX({points},1))', "left"))


def _gain(builder: Builder, sheet: Sheet) -> None:
    """Who gains most rating; of numbers of which the lower one is better who loses most."""
    plan, columns = builder.plan, {col.key: col for col in builder.tables["Ratings"].columns}
    changes = [columns["rounded"].value(index) for index in range(len(plan.numbers))]
    falls = is_lowest_first(plan.rules)
    known = [
        change
        for change in changes
        if isinstance(change, (int, float)) or hasattr(change, "as_tuple")
    ]
    most: Value = (min if falls else max)(known, default=ZERO)  # type: ignore[type-var]
    is_gain = bool(known) and (most < 0 if falls else most > 0)  # type: ignore[operator]
    area, names = (builder.render(f"[Ratings.{key}]") for key in ("rounded", "name"))
    best = f"{'MIN' if falls else 'MAX'}({area})"
    test = f"{best}{'<' if falls else '>'}0"
    found = str(columns["name"].value(changes.index(most)))[:_LONGEST] if is_gain else ""
    text = f'=IF({test},LEFT(INDEX({names},MATCH({best},{area},0)),{_LONGEST}),"")'
    sheet.put(_GAIN_ROW, 1, Cell(found, text, "fact"))
    sheet.put(_GAIN_ROW, 2, Cell(most if is_gain else "", f'=IF({test},{best},"")', "signed_left"))
