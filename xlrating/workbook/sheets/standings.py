"""The Standings as they are published: place, player, points, tie-breaks and ratings in one table.

The order is that of the Crosstable, whose hidden columns do the sorting; ratings are taken
from Ratings. Hidden columns serve the sheet Prizes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ...engine.event import Player
from ...engine.texts import say
from ...engine.tournament.prizes import club_of, sex_of
from ...engine.tournament.standings import Standing
from ...engine.tournament.tie_breaks import CHOSEN
from ..builder import Builder
from ..file.grid import Cell, ConditionalStyle, Value
from ..formulas.typed import sex_code
from ..table import FIRST_ROW, HEAD_ROW, NOTE_ROW, TITLE_ROW, SheetColumn, hidden
from . import ageless, club_teams, groups, level, table_titles, ties
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
        sheet.marks.append(
            ConditionalStyle((top, 0, bottom, last), f'=$A{FIRST_ROW + 1}=""', "unseen")
        )

    return fill


def _note(builder: Builder) -> Cell:
    """The note on the order of the table; if the first are level, that a play-off may decide."""
    plan, own = builder.plan, ties.Ties(builder.plan)
    if not plan.playoffs:
        return noted(builder, own, "sheet_standings_note")
    known = noted(builder, own, "sheet_standings_playoffs")
    value, text = str(known.value), known.formula[1:]
    words = {"n": level.LEVEL, "first": str(plan.rounds + 1)}
    undecided = builder.say("playoff_possible", words)
    text = builder.render(f"IF({level.IS_UNDECIDED},{undecided},{text})")
    if level.is_undecided(plan):
        words_now = {"n": level.count(plan), "first": plan.rounds + 1}
        value = say(plan.language, "playoff_possible", **words_now)
    return Cell(value, f"={text}", "note")


class _Ranked:
    """The players in the order of the table, with their values on other sheets, by row from 0."""

    def __init__(self, builder: Builder) -> None:
        self.builder, self.plan = builder, builder.plan
        self._all = list(self.plan.standings)

    def line(self, index: int) -> Standing | None:
        """The standing in a row; None for a free place."""
        return self._all[index] if index < len(self._all) else None

    def player(self, index: int) -> Player | None:
        found = self.line(index)
        return self.plan.event.by_no[found.no] if found else None

    def person(self, name: str) -> Callable[[int], Value]:
        return lambda index: getattr(found, name) if (found := self.player(index)) else ""

    def rated(self, key: str) -> Callable[[int], Value]:
        """The player's value in a column of Ratings."""
        column = next(col for col in self.builder.tables["Ratings"].columns if col.key == key)

        def value(index: int) -> Value:
            found = self.player(index)
            return column.value(self.plan.place_of[found.no]) if found else ""

        return value

    # Other sheets are read by range names and the player's row, so that rows share the formula.
    def of(self, name: str) -> str:
        found = f"INDEX({name},[at])"
        if not self.plan.native:
            # The engine's values are there, with an empty cell if there is none.
            found = f'IF({found}="","",{found})'
        return f'IF([at]="","",{found})'


def _columns(builder: Builder) -> Iterator[SheetColumn]:
    ranked = _Ranked(builder)
    yield from _of_person(ranked)
    yield from _of_table(ranked)
    yield from _of_rating(ranked)
    plan, player = builder.plan, ranked.player
    at = _as_in_crosstable("at")
    yield hidden("at", lambda i: plan.place_of[p.no] + 1 if (p := player(i)) else "", at)
    yield from _of_prizes(builder, player)


def _of_person(ranked: _Ranked) -> Iterator[SheetColumn]:
    """Yield the columns of the place and of the player."""

    def text(name: str) -> str:
        return f'IF([at]="","",INDEX({name},[at])&"")'

    place = _as_in_crosstable("place")
    yield SheetColumn(
        "place", lambda i: found.place if (found := ranked.line(i)) else "", place, "int", 6
    )
    yield SheetColumn("name", ranked.person("name"), text("[Players.name]"), "name", 24)
    # Titles that give a start rating are long.
    wide = 17 if "title" in ranked.builder.cells else 7
    title = 'IF([at]="","",TRIM(INDEX([Players.title],[at])))'
    yield SheetColumn("title", ranked.person("title"), title, "center", wide)
    federation = text("[Players.federation]")
    yield SheetColumn("federation", ranked.person("federation"), federation, "center", 8)
    rating = ranked.rated("rating")
    yield SheetColumn("rating", rating, ranked.of("[Ratings.rating]"), "rating", 8)


def _of_table(ranked: _Ranked) -> Iterator[SheetColumn]:
    """Yield the columns of points, tie-breaks and play-off."""
    plan = ranked.plan

    def points(times: int) -> Callable[[int], Value]:
        return lambda i: found.points * times if (found := ranked.line(i)) else ""

    known = plan.times("INDEX([Ratings.points],[at])")
    yield SheetColumn("points", points(plan.win), f'IF([at]="","",{known})', plan.points_style, 7)
    if plan.win > 1:
        # As other programs and ratings count them: 1, ½ and 0.
        half = f'IF([points]="","",[points]/{plan.win})'
        yield SheetColumn("points_one", points(1), half, "score", 7)
    crosstable = {column.key: column for column in ranked.builder.tables["Crosstable"].columns}
    for number in range(1, CHOSEN + 1):
        key = f"tie{number}"
        value = crosstable[key].value
        yield SheetColumn(key, value, _as_in_crosstable(key), "tie", 13, heading="-")
    if plan.playoffs:
        value = ranked.rated("playoff")
        yield SheetColumn("playoff", value, ranked.of("[Ratings.playoff]"), plan.points_style, 8)


def _of_rating(ranked: _Ranked) -> Iterator[SheetColumn]:
    """Yield the columns of Ratings that are published."""
    there = {column.key: column for column in ranked.builder.tables["Ratings"].columns}
    for key, width in _RATED.items():
        if key in there and not there[key].hidden:
            own, value = there[key], ranked.rated(key)
            formula = ranked.of(f"[Ratings.{key}]")
            yield SheetColumn(key, value, formula, own.style, width, heading=own.heading)


def _as_in_crosstable(key: str) -> str:
    """The formula of the value in the same row of the Crosstable, which has the same order."""
    return f"INDEX([Crosstable.{key}],ROW()-{FIRST_ROW})"


def _of_prizes(builder: Builder, player: Callable[[int], Player | None]) -> Iterator[SheetColumn]:
    """Yield hidden columns: the facts that prizes ask for, and the teams of clubs."""
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
    yield from club_teams.columns(plan, player)
    for of, texts in groups.of_plan(plan).items():
        yield from groups.column(f"{of}_key", of, texts)
