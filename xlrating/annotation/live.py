"""Formulas that follow what is typed into users' own tables, by a hidden sheet in their workbook.

The sheet has the numbers and tables of the rules and, for each table, one row per player with
that player's games: the contents of the player's own cells and everything calculated from them.
Each formula is stored with the engine's value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal

from ..engine.columns import RATING_KINDS
from ..engine.languages import ENGLISH
from ..engine.lines import Line
from ..engine.vocabulary.sex import read_sex
from ..exchange.addresses import address, cell_at
from ..hosts.lambdas.rules import lists, numbers
from ..workbook.formulas.slots import with_parameters
from .added import AddedCell, NewSheet
from .calls import age_of
from .followed import LiveTable
from .native import asked_of_rules
from .tables import RatedTable, kind_of
from .values import RowValues, of_field

#: The columns of the rules, and the first one of the tables.
_NAME, _NUMBER, _LISTS, _TABLES = 0, 1, 2, 12
#: The constants of a player; `index` counts the rows of the table.
_STRENGTH = ("rd", "periods", "volatility")
_FACTS = ("no", "k", "games", "peak", "born", "age", "index", "sex", "is_woman", *_STRENGTH)


class LiveSheet:
    """The hidden sheet of a workbook, and the formulas of the columns in users' own tables."""

    def __init__(self, name: str, tables: Sequence[LiveTable]) -> None:
        self.name = name
        self.tables = [one.table for one in tables]
        self.is_array = any(one.texts.is_array for one in tables)
        self._cells: dict[tuple[int, int], AddedCell] = {}
        self._at: dict[tuple[str, int, str], tuple[int, int]] = {}
        self._calls: dict[tuple[str, int, str], str] = {}
        row = 0
        for one in tables:
            row = self._add(one, row) + 1

    def formula(self, table: RatedTable, key: str, row: int) -> str:
        """The formula of a column in a row, without ``=``; '' if there is none."""
        called = self._calls.get((table.where, row, key))
        place = self._at.get((table.where, row, key))
        if called or place is None:
            return called or ""
        cell = f"'{self.name}'!{address(*place)}"
        rules = table.report.rules
        if kind_of(key) in RATING_KINDS and rules.change.rounding == "none":
            # Nothing else rounds it: as many decimals as the rules publish are shown.
            return f'IF({cell}="","",ROUND({cell},{rules.published.decimals}))'
        return cell

    def lacking(self, table: RatedTable, columns: Sequence[str]) -> list[str]:
        """The columns of a table that have values but no formulas."""
        return [
            key for key in columns
            if not any(self.formula(table, key, row) for row in table.rows)
            and any(table.value(key, row, ENGLISH) is not None for row in table.rows)
        ]  # fmt: skip

    def sheet(self) -> NewSheet:
        """The sheet with all cells."""
        return NewSheet(self.name, (), (), self._cells)

    # --- one table -----------------------------------------------------------------------------

    def _add(self, live: LiveTable, top: int) -> int:
        """Write a table and its event's rules from row `top` down; returns the row below both."""
        columns = _Columns(live, top + 1)
        of_rules, bottom = self._rules(live, top, columns)
        for at, heading in enumerate(columns.headings):
            self._cells[top, _TABLES + at] = AddedCell(heading)
        lines = list(live.table.rows.items())
        for number, (row, line) in enumerate(lines):
            own = columns.cells(row, line, top + 1 + number, of_rules)
            for at, one in own.items():
                self._cells[top + 1 + number, _TABLES + at] = one
            if line.player.rating is None:
                continue
            for key, at in columns.shown.items():
                if own[at].value == "" and live.table.value(key, row, ENGLISH) is not None:
                    continue  # a performance that takes more steps than there are keeps its value
                self._at[live.table.where, row, key] = (top + 1 + number, _TABLES + at)
            for key, text in columns.calls(line, top + 1 + number, f"'{self.name}'!"):
                self._calls[live.table.where, row, key] = text
        return max(bottom, top + 1 + len(lines))

    def _rules(
        self, live: LiveTable, top: int, columns: _Columns
    ) -> tuple[Callable[[str], str], int]:
        """Write the numbers and tables that the formulas read.

        Returns a function with their addresses, by name, and the row below them.
        """
        day = live.table.event.day(live.rules.dated_by)
        said = {**numbers(live.rules), "day": int(f"{day:%Y%m%d}") if day else None,
                "year": day.year if day else None}  # fmt: skip
        listed = lists(live.rules)
        places: dict[str, str] = {}
        row, col = top, _LISTS
        for name in sorted(asked_of_rules(live.texts)):
            if name in listed:
                for at, value in enumerate(listed[name]):
                    self._cells[top + at, col] = AddedCell(_plain(value))
                first, last = (address(at, col, "rc") for at in (top, top + len(listed[name]) - 1))
                places[name], col = f"{first}:{last}", col + 1
            else:
                self._cells[row, _NAME] = AddedCell(name)
                self._cells[row, _NUMBER] = AddedCell(_plain(said[name]))
                places[name], row = address(row, _NUMBER, "rc"), row + 1
        for name, text in live.texts.of_rules.items():
            self._cells[row, _NAME] = AddedCell(name)
            formula = with_parameters(text, columns.of_all(), places.__getitem__)
            self._cells[row, _NUMBER] = AddedCell(of_field(name, live.table), formula)
            places[name], row = address(row, _NUMBER, "rc"), row + 1
        sizes = [len(listed[name]) for name in places if name in listed]
        return places.__getitem__, max([row, *(top + size for size in sizes)])


class _Columns:
    """The columns of a table on the hidden sheet, with their cells."""

    def __init__(self, live: LiveTable, first: int) -> None:
        self._live, self._first, self._rows = live, first, len(live.table.rows)
        self._n = max(map(len, live.slots.values()))
        self._player = [*(f"own_{key}" for key in _FACTS), "rating", *live.texts.player]
        self._game = ["opponent", "score", "white", "opponent_rating", *live.texts.game]
        self.shown = {key: at for at, key in enumerate(self._player)
                      if key in live.texts.player and key in _SHOWN}  # fmt: skip

    @property
    def headings(self) -> list[str]:
        """The keys of the columns; of the games with the number of each."""
        games = (f"{key}{number + 1}" for key in self._game for number in range(self._n))
        return [*self._player, *games]

    def cells(
        self, row: int, line: Line, at: int, of_rules: Callable[[str], str]
    ) -> dict[int, AddedCell]:
        """The cells in a player's row `at` of the hidden sheet, by column; `row` is the user's."""
        live, player = self._live, line.player
        facts = self._facts(line)
        found = {
            self._player.index(f"own_{key}"): AddedCell(_plain(value))
            for key, value in facts.items()
        }
        # Where the table has no ratings, they are on another sheet of the workbook.
        of_table = live.table.account.sheet, row, live.table.place.rating
        at_rating = of_table if of_table[2] >= 0 else cell_at(player.places.get("rating", ""))
        rating = _reference(*at_rating) if at_rating else '""'
        found[self._player.index("rating")] = AddedCell(
            player.rating if player.rating is not None else "",
            # If that cell is an error, so is the comparison and everything that depends on it.
            f'IF({rating}="","",IF(ISNUMBER({rating}),{rating},""))',
        )  # fmt: skip
        own = self._of_player(at)
        made = RowValues(line, live.rules, live.table.event.by_no, live.texts)
        values = made.of_player()
        for key, text in live.texts.player.items():
            formula = with_parameters(text, own, of_rules)
            found[self._player.index(key)] = AddedCell(values.get(key, ""), formula)
        for slot in range(self._n):
            for key, one in self._slot(row, at, slot, own, of_rules, made):
                found[self._at(key, slot)] = one
        return found

    def _facts(self, line: Line) -> dict[str, object]:
        """The constants of a player; None for one that is unknown."""
        player = line.player
        return {"no": player.no, "k": player.k, "games": player.games, "peak": player.peak,
                "born": player.born, "age": age_of(line, self._live.table),
                "index": player.facts.get("index"), "sex": player.sex or None,
                "is_woman": int(bool(player.sex) and read_sex(player.sex) == "f"),
                **{key: player.facts.get(key) for key in _STRENGTH}}  # fmt: skip

    def calls(self, line: Line, at: int, sheet: str) -> Iterator[tuple[str, str]]:
        """The user's columns, by key, with their formulas for the player in row `at`."""
        own = {key: f"{sheet}{place}" for key, place in self._of_player(at).items()}
        # An empty cell would be read as 0: unknown values are left out.
        own |= {f"Players.{key}#": "" for key, value in self._facts(line).items() if value is None}
        for key, text in self._live.texts.shown.items():
            yield key, with_parameters(text, own, str)

    def _slot(
        self, row: int, at: int, slot: int, own: Mapping[str, str],
        of_rules: Callable[[str], str], values: RowValues,
    ) -> Iterator[tuple[str, AddedCell]]:  # fmt: skip
        """The cells of one game of a player, by the keys of their columns."""
        live = self._live
        one, way = live.slots[row][slot], live.way
        cells = [_reference(live.table.account.sheet, row, col) for col in one.columns]
        seen = live.seen[row][slot]
        game = (live.games[row] or (None,) * self._n)[slot]
        here = {key: self._cell(at, key, slot) for key in self._game}
        games = {**own, "own_rating": own["rating"], **here}
        opponent = one.number if way.opponent == "{no}" else seen.opponent
        numbers = {"no": one.number, "own": own["own_no"]}
        yield "opponent", AddedCell(opponent, way.opponent.format(*cells, **numbers))
        yield "score", AddedCell("" if seen.points is None else seen.points,
                             way.points.format(*cells, **numbers))  # fmt: skip
        yield "white", AddedCell(int(seen.is_white), way.white.format(*cells))
        place = f"MATCH({here['opponent']},{self._area('own_no')},0)"
        others = {f"opponent.{key}": f"INDEX({self._area(key)},{place})" for key in self._player}
        other = others["opponent." + live.texts.met.format(slot=slot + 1)]
        met = f'IF(OR({here["score"]}="",{here["opponent"]}=0),"",{other})'
        yield "opponent_rating", AddedCell(values.met(game), met)
        games |= {**others, **self._all(at, slot), "round": str(slot + 1)}
        for key, text in live.texts.game.items():
            own_text = text.replace("{slot}", str(slot + 1))
            formula = with_parameters(own_text, games, of_rules)
            yield key, AddedCell(values.of_game(key, game, slot), formula)

    def of_all(self) -> dict[str, str]:
        """The ranges with a column of all players, by the names in formulas."""
        own = {f"Players.{key}": self._area(key) for key in self._player}
        return {**own, "Players.filled": self._area("own_no")}

    def _of_player(self, at: int) -> dict[str, str]:
        """The cells and ranges that the formulas of a player read, by the names in formulas."""
        own = {key: address(at, _TABLES + place) for place, key in enumerate(self._player)}
        facts = {f"Players.{key}#": own[f"own_{key}"] for key in _FACTS}
        facts |= {"Players.rating#": own["rating"], "is_woman": own["own_is_woman"]}
        every = {f"{key}{slot + 1}": self._cell(at, key, slot)
                 for key in self._game for slot in range(self._n)}  # fmt: skip
        facts |= self.of_all()
        return {**facts, "opening": own["rating"], "raised": "0", **own, **self._all(at), **every}

    def _all(self, at: int, slot: int = 0) -> dict[str, str]:
        """The ranges with a player's games: all of them, ``key@``, and up to one, ``key^``."""
        found = {f"{key}@": self._range(at, key) for key in self._game}
        return found | {f"{key}^": self._range(at, key, slot) for key in self._game}

    def _at(self, key: str, slot: int) -> int:
        return len(self._player) + self._game.index(key) * self._n + slot

    def _cell(self, at: int, key: str, slot: int) -> str:
        return address(at, _TABLES + self._at(key, slot))

    def _range(self, at: int, key: str, last: int = -1) -> str:
        last = self._n - 1 if last < 0 else last
        return f"{address(at, _TABLES + self._at(key, 0), 'c')}:{self._cell(at, key, last)}"

    def _area(self, key: str) -> str:
        """The range with a column of all players."""
        col, last = _TABLES + self._player.index(key), self._first + self._rows - 1
        return f"{address(self._first, col, 'rc')}:{address(last, col, 'rc')}"


def _reference(sheet: str, row: int, col: int) -> str:
    """A cell on a user's own sheet, as formulas refer to it."""
    return f"'{sheet.replace(chr(39), chr(39) * 2)}'!{address(row, col)}"


#: The columns in users' own tables that formulas may give.
_SHOWN = ("n", "score", "average", "expected", "gain", "k", "change", "rounded", "new",
          "performance", "new_rd")  # fmt: skip


def _plain(value: object) -> Decimal | int | str | None:
    return value if isinstance(value, (Decimal, int, str)) or value is None else str(value)
