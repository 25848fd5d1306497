"""The Standings as they are published: place, player, points, tie-breaks and ratings in one table.

The order is that of the Crosstable, whose hidden columns do the sorting; what is rated is taken
from Ratings. Hidden columns have what the sheet Prizes asks.
"""

# Columns read as tables, a row a line.
from __future__ import annotations

from collections.abc import Callable, Iterator

from ...engine.event import Player
from ...engine.texts import between, say
from ...engine.tournament.prizes import club_of, sex_of
from ...engine.tournament.tie_breaks import CHOSEN
from ..builder import BETWEEN, Builder
from ..file.grid import Cell, Mark, Value
from ..formulas.typed import sex_code
from ..table import FIRST_ROW, HEAD_ROW, NOTE_ROW, TITLE_ROW, Column, hidden
from . import ageless, groups, level, prizes, table_titles, ties
from .crosstable import noted

#: Columns of Ratings that are published, as far as the method has them, and their widths.
_RATED = {"performance": 11, "rounded": 8, "rank": 10, "new": 9}


def add_standings(builder: Builder) -> Callable[[], None]:
    """Lay the sheet out; the returned function fills it once all tables are known."""
    made = builder.add("Standings", list(_columns(builder)), len(builder.plan.numbers))

    def fill() -> None:
        sheet = made.sheet
        builder.fill("Standings")
        table = builder.tables["Crosstable"].sheet
        for number in range(1, CHOSEN + 1):
            there = builder.tables["Crosstable"].col(f"tie{number}")
            heading = table.cells[HEAD_ROW, there]
            sheet.put(HEAD_ROW, made.col(f"tie{number}"), heading)
        sheet.put(TITLE_ROW, 0, table_titles.published(builder))
        sheet.put(NOTE_ROW, 0, ageless.noted(builder, _note(builder)))
        sheet.hangs = True
        top, _, bottom, _ = made.area("place")
        last = sheet.print_columns - 1
        sheet.marks.append(Mark((top, 0, bottom, last), f'=$A{FIRST_ROW + 1}=""', "unseen"))

    return fill


def _note(builder: Builder) -> Cell:
    """In which order the table is; where the first are level, that a play-off may decide it."""
    plan, own = builder.plan, ties.Ties(builder.plan)
    if not plan.playoffs:
        return noted(builder, own, "sheet_standings_note")
    known = noted(builder, own, "sheet_standings_playoffs")
    value, text = str(known.value), known.formula[1:]
    if plan.rules.counted.playoff_as_one:
        value += between(plan.language) + say(plan.language, "standings_by_black")
        text += BETWEEN + builder.say("standings_by_black")
    words = {"n": level.LEVEL, "first": str(plan.rounds + 1)}
    undecided = builder.say("playoff_possible", words)
    text = builder.render(f"IF({level.IS_UNDECIDED},{undecided},{text})")
    if level.is_undecided(plan):
        words_now = {"n": level.count(plan), "first": plan.rounds + 1}
        value = say(plan.language, "playoff_possible", **words_now)
    return Cell(value, f"={text}", "note")


def _columns(builder: Builder) -> Iterator[Column]:
    plan = builder.plan
    ranked = list(plan.standings)

    def player(index: int) -> Player | None:
        return plan.event.by_no[ranked[index].no] if index < len(ranked) else None

    def person(name: str) -> Callable[[int], Value]:
        return lambda index: getattr(found, name) if (found := player(index)) else ""

    crosstable = {column.key: column for column in builder.tables["Crosstable"].columns}

    def as_in(sheet: str, key: str) -> Callable[[int], Value]:
        """What the cell of the player shows there."""
        column = next(col for col in builder.tables[sheet].columns if col.key == key)

        def value(index: int) -> Value:
            found = player(index)
            return column.value(plan.place_of[found.no]) if found else ""

        return value

    # Of other sheets only names are read, by the row of the player: such a formula is written once.
    def of(name: str) -> str:
        found = f"INDEX({name},[at])"
        if not plan.native:
            # The engine's values stand there, and for none of them an empty cell.
            found = f'IF({found}="","",{found})'
        return f'IF([at]="","",{found})'

    def text(name: str) -> str:
        return f'IF([at]="","",INDEX({name},[at])&"")'

    def same(key: str) -> str:
        return f"INDEX([Crosstable.{key}],ROW()-{FIRST_ROW})"

    def points(times: int) -> Callable[[int], Value]:
        return lambda i: ranked[i].points * times if i < len(ranked) else ""

    known = plan.times("INDEX([Ratings.points],[at])")

    yield Column(
        "place", lambda i: ranked[i].place if i < len(ranked) else "", same("place"), "int", 6
    )
    yield Column("name", person("name"), text("[Players.name]"), "name", 24)
    # Titles that give a start rating are long.
    wide = 17 if "title" in builder.cells else 7
    yield Column(
        "title", person("title"), 'IF([at]="","",TRIM(INDEX([Players.title],[at])))', "center", wide
    )
    yield Column("federation", person("federation"), text("[Players.federation]"), "center", 8)
    yield Column("rating", as_in("Ratings", "rating"), of("[Ratings.rating]"), "rating", 8)
    yield Column("points", points(plan.win), f'IF([at]="","",{known})', plan.points_style, 7)
    if plan.win > 1:
        # As other programs and ratings count them: 1, ½ and 0.
        half = f'IF([points]="","",[points]/{plan.win})'
        yield Column("points_one", points(1), half, "score", 7)
    for number in range(1, CHOSEN + 1):
        key = f"tie{number}"
        yield Column(key, crosstable[key].value, same(key), "tie", 10, heading="-")
    if plan.playoffs:
        yield Column(
            "playoff", as_in("Ratings", "playoff"), of("[Ratings.playoff]"), plan.points_style, 8
        )
    there = {column.key: column for column in builder.tables["Ratings"].columns}
    for key, width in _RATED.items():
        if key in there and not there[key].hidden:
            own = there[key]
            yield Column(
                key,
                as_in("Ratings", key),
                of(f"[Ratings.{key}]"),
                own.style,
                width,
                heading=own.heading,
            )
    yield hidden("at", lambda i: plan.place_of[p.no] + 1 if (p := player(i)) else "", same("at"))
    yield from _of_prizes(builder, player)


def _of_prizes(builder: Builder, player: Callable[[int], Player | None]) -> Iterator[Column]:
    """Hidden: the facts that prizes ask, and the teams of clubs."""
    plan = builder.plan

    def fact(name: str) -> str:
        return f'IF([at]="","",INDEX([Players.{name}],[at]))'

    def sex(index: int) -> Value:
        found = player(index)
        return sex_of(found.sex) if found else ""

    def born(index: int) -> Value:
        found = player(index)
        return (found.born or "") if found else ""

    def club(index: int) -> Value:
        found = player(index)
        return club_of(found) if found else ""

    yield hidden("sex", sex, sex_code(fact("sex")))
    yield hidden("born", born, f'IF(N({fact("born")})=0,"",{fact("born")})')
    yield hidden("club", club, f"TRIM({fact('federation')})")
    yield from prizes.columns(plan, player)
    for of, texts in groups.of_plan(plan).items():
        yield from groups.column(f"{of}_key", of, texts)
