"""A host's worksheet functions in users' own tables: `=NEW_RATING(…)` in each row."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from ..engine.errors import RatingError
from ..engine.lines import Line
from ..engine.rounding import exact
from ..functions import find
from ..hosts import host_of
from ..workbook.file.grid import Book
from .added import AddedCell, NewSheet
from .cell_xml import Value
from .method_texts import Texts
from .native import FACTS
from .tables import RatedTable

_ARGUMENTS = (
    "[rating],[opponent_rating@],[score@],{rules},[Players.k#],[Players.games#],[Players.age#],"
    "[Players.peak#],{sides},,[Players.sex#],[Players.index#]"
)
_SIDE = 'IF([score]="","",IF([white]>0,"w","b"))'


class FunctionSupport(NamedTuple):
    """What a workbook needs for its functions: hidden sheets, and names with their formulas."""

    sheets: tuple[NewSheet, ...] = ()
    names: Mapping[str, str] = MappingProxyType({})


def carried_by(name: str, tables: Sequence[RatedTable]) -> FunctionSupport:
    """What the functions of the host `name` need in a workbook that calls them for these tables."""
    rules = {table.report.rules.reference: table.report.rules for table in tables}
    book = Book()
    if rules:
        host_of(name).prepare(book, list(rules.values()))
    sheets = (
        NewSheet(sheet.name, (), (), {place: AddedCell(_plain(cell.value)) for place, cell in
                                     sheet.cells.items()})
        for sheet in book.sheets
    )  # fmt: skip
    return FunctionSupport(tuple(sheets), book.names)


def _plain(value: object) -> Value:
    return exact(value) if isinstance(value, float) else value  # type: ignore[return-value]


def calls_of(name: str) -> Callable[[RatedTable, int], Texts | None]:
    """A function that gives a table's formulas, which call the functions of the host `name`.

    It returns None if these would not give the engine's ratings.
    """
    host = host_of(name)

    def texts(table: RatedTable, games: int) -> Texts | None:
        rules, event = table.report.rules, table.event
        facts = {fact for player in event.players for fact in player.facts} | event.facts.keys()
        if facts & {*FACTS} or not host.rates(rules):
            return None
        if not all(_is_right(line, table) for line in table.rows.values()):
            return None
        by_colour = rules.outcomes is not None
        arguments = _ARGUMENTS.format(
            rules=f'"{rules.reference}"', sides="[side@]" if by_colour else ""
        )
        new = f"{host.stored}NEW_RATING({arguments})"
        shown = {"new": new, "rounded": f"{new}-[rating]"}
        game = {"side": _SIDE} if by_colour else {}
        return Texts(game, {}, shown, is_array=host.with_rules is not None)

    return texts


def _is_right(line: Line, table: RatedTable) -> bool:
    """Whether the function gives a player the same rating as the event."""
    player, rules = line.player, table.report.rules
    if player.rating is None:
        return True
    function: Any = find("NEW_RATING")
    games = [game for game in line.games if game.counted]
    facts = {
        "k": player.k, "games": player.games, "age": age_of(line, table), "peak": player.peak,
        "sex": player.sex or None, "index": player.facts.get("index"),
    }  # fmt: skip
    colours = [game.colour for game in games] if rules.outcomes is not None else None
    if any(game.opponent is None or game.opponent.rating != game.opponent_rating for game in games):
        return False  # rated with another rating than the one in the table, which a formula reads
    try:
        found = function(
            player.rating, [game.opponent_rating for game in games],
            [game.points for game in games], rules.reference, colours=colours, **facts,
        ) if games else player.rating  # fmt: skip
    except RatingError:
        return False
    return line.new is not None and exact(found) == exact(float(line.new))


def age_of(line: Line, table: RatedTable) -> int | None:
    """The age of a player in the year of the event, if both are known."""
    day, born = table.event.day(table.report.rules.dated_by), line.player.born
    return None if day is None or born is None else day.year - born
