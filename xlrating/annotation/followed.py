"""Tables that formulas can follow: they read the same games in its cells as the file's reader."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from ..engine.lines import GameLine, Line
from ..engine.rules.ruleset import RuleSet
from ..exchange.sheets import Sheets
from .method_texts import Texts
from .native import texts_of, weighed
from .tables import RatedTable
from .written import WAYS, GameSpelling, WrittenGame


class Slot(NamedTuple):
    """The columns of one game in a table, by their parts, and the number in their headings."""

    columns: tuple[int, ...]
    number: int


class LiveTable(NamedTuple):
    """A table whose games are read by formulas: its notation and the formulas.

    `slots`, `seen` and `games` have one item for each row, in the same order.
    """

    table: RatedTable
    rules: RuleSet
    texts: Texts
    way: GameSpelling
    slots: Mapping[int, tuple[Slot, ...]]
    seen: Mapping[int, tuple[WrittenGame, ...]]
    games: Mapping[int, tuple[GameLine | None, ...]]


def live_tables(
    tables: Sequence[RatedTable],
    sheets: Sheets,
    texts: Callable[[RatedTable, int], Texts | None] = texts_of,
) -> list[LiveTable]:
    """The tables in which formulas, as given by `texts`, have the same results as the engine."""
    found = (_live(table, sheets, texts) for table in tables)
    return [one for one in found if one is not None]


def _live(
    table: RatedTable, sheets: Sheets, texts_for: Callable[[RatedTable, int], Texts | None]
) -> LiveTable | None:
    rules = weighed(table.report.rules, table.event)
    rows = sheets.rows(table.account.sheet)
    for way in WAYS:
        columns = _slots(table, way.parts)
        texts = texts_for(table, len(columns)) if columns else None
        if texts is None:
            continue
        slots = _by_rounds(table, columns) if texts.by_round else dict.fromkeys(table.rows, columns)
        seen = {row: _seen(way, rows[row], own, table.rows[row].player.no)
                for row, own in slots.items()}  # fmt: skip
        own = {row: tuple(filter(None, found)) for row, found in seen.items() if None not in found}
        if slots and len(own) == len(table.rows):
            games = {row: _games(line, own[row]) for row, line in table.rows.items()}
            if all(_agrees(line, games[row], own[row], texts) for row, line in table.rows.items()):
                return LiveTable(table, rules, texts, way, slots, own, games)
    return None


def _by_rounds(table: RatedTable, slots: tuple[Slot, ...]) -> dict[int, tuple[Slot, ...]]:
    """The columns of each row in the order of rounds; empty if that order is unknown.

    In an all-play-all table the pairing gives the round of a game, and a player who is free
    gets the cell on the diagonal.
    """
    rounds = range(1, table.event.table_rounds + 1)
    if any(one.meaning.startswith("round ") for one in table.account.columns):
        in_order = [one.number for one in slots] == [*rounds]
        return dict.fromkeys(table.rows, slots) if in_order else {}
    found = {}
    for row, line in table.rows.items():
        met = {game.round: game.opponent.no for game in line.games if game.opponent}
        at = {one.number: one for one in slots}
        own = at.pop(line.player.no, None)
        if own is None or len(met) != len(at) or {*met.values()} != at.keys():
            return {}
        in_turn = [at[met[number]] if number in met else own for number in rounds]
        # Every row has as many slots as there are columns.
        found[row] = (*in_turn, *[own] * (len(slots) - len(in_turn)))
    return found


def _slots(table: RatedTable, parts: tuple[str, ...]) -> tuple[Slot, ...]:
    """The columns of each game; empty if the table's games have other parts."""
    found: list[tuple[str, int, str, int]] = []
    for one in table.account.columns:
        kind, _, rest = one.meaning.partition(" ")
        if kind in ("round", "square"):
            figures, _, part = rest.partition(" ")
            found.append((kind, int(figures), part, one.number - 1))
    if parts == ("",):
        return tuple(Slot((col,), number) for _, number, part, col in found if not part)
    by_number: dict[int, dict[str, int]] = {}
    for kind, number, part, col in found:
        if kind == "round":
            by_number.setdefault(number, {})[part] = col
    if any(own.keys() != {*parts} for own in by_number.values()):
        return ()
    return tuple(Slot(tuple(own[part] for part in parts), number)
                 for number, own in sorted(by_number.items()))  # fmt: skip


def _seen(
    way: GameSpelling, cells: Sequence[object], slots: Sequence[Slot], no: int
) -> tuple[WrittenGame | None, ...]:
    return tuple(
        way.read([cells[col] if col < len(cells) else "" for col in one.columns], one.number, no)
        for one in slots
    )


def _games(line: Line, seen: Sequence[WrittenGame]) -> tuple[GameLine | None, ...]:
    """The counted game in each slot, None for none; empty if a counted game is in no slot."""
    left = [game for game in line.games if game.counted]
    found: list[GameLine | None] = []
    for one in seen:
        game = next((game for game in left if _is_game(game, one)), None)
        if game is not None:
            left.remove(game)
        found.append(game)
    return tuple(found) if not left else ()


def _is_game(game: GameLine, seen: WrittenGame) -> bool:
    met = game.opponent is not None and game.opponent.no == seen.opponent
    return met and seen.points is not None and game.points == seen.points


def _agrees(
    line: Line, games: Sequence[GameLine | None], seen: Sequence[WrittenGame], texts: Texts
) -> bool:
    """Whether formulas would count exactly the games that the engine counts.

    Unrated players get values instead of formulas, so their games do not matter.
    """
    if line.player.rating is None:
        return True
    if len(games) != len(seen):
        return False
    met = [game.opponent for game in games if game is not None and game.opponent is not None]
    if texts.met != "opening" and any(one.rating is None for one in met):
        # The engine used a rating that the rules give such opponents.
        return False
    return all(
        game is not None or one.points is None or one.opponent == 0 or _is_unrated(line, one)
        for game, one in zip(games, seen, strict=True)
    )


def _is_unrated(line: Line, seen: WrittenGame) -> bool:
    """Whether the opponent of a game that is not counted has no rating."""
    met = (game.opponent for game in line.games if game.opponent)
    return any(one.no == seen.opponent and one.rating is None for one in met)
