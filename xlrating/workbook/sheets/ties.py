"""Tie-breaks on the Crosstable: hidden columns, a row for each place of the Players sheet.

First every tie-break of the format, then those chosen on the Start sheet in their order,
then the direct encounter among players who are equal before it. For the definitions,
clause by clause, see `xlrating.engine.tournament.tie_breaks`.
"""

# Columns are written as tables, one row per line.
# ruff: noqa: E501
from __future__ import annotations

from collections.abc import Callable, Iterator
from decimal import Decimal

from ...engine.rounding import ZERO
from ...engine.tournament import virtual_opponent as virtual
from ...engine.tournament.scores import DUMMY_BOUNDED
from ...engine.tournament.tie_breaks import CHOSEN, COUNTS, OF_PLAYER, chosen, has_virtual, offered
from ..builder import Builder
from ..file.grid import Cell, Value
from ..plan import Plan
from ..table import FIRST_ROW, SheetColumn, SheetTable, hidden
from . import playoff_order, progress
from .encounter import Encounter
from .lean import shared
from .rounds import MET, NONE, OPEN, PRESENT, REQUESTED
from .tie_cells import CODES

#: The row of the single cells: the rounds so far, and so on.
_CELL_ROW = 2
#: Tie-breaks are quarters of a point, below this when counted in quarters: side by side they
#: make one number to sort by.
_UNIT = 10**4
#: No group of tied players is larger.
_GROUP = 1000


def key_of(code: str) -> str:
    """The key of the column of a tie-break."""
    return "own_" + code.lower().replace("-", "_")


def _if_filled(formula: str, none: str = "0") -> str:
    return f'IF([Players.filled#]="",{none},{formula})'


class Ties:
    """The hidden columns with their values; indices count the places of the Players sheet."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.scores = plan.scores
        self.codes = chosen(plan.event)
        self.direct_at = self.codes.index("DE") + 1 if "DE" in self.codes else 0
        tied = plan.numbers if self.direct_at else ()
        keys = {no: self._key(no, self.direct_at) for no in tied if no in plan.event.by_no}
        self.encounter = Encounter(plan, keys)

    def times(self, number: int) -> int:
        """The factor of the tie-break of this rank in tables: 1 for counts, else that of points."""
        return 1 if self.codes[number - 1] in COUNTS else self.plan.win

    def columns(self) -> list[SheetColumn]:
        """All hidden columns, each after those that it needs."""
        sorting = [self._before(), *self.encounter.columns(), *self._order()]
        return [*self._each(), *self._chosen(), *sorting]

    # --- each tie-break ------------------------------------------------------------------

    def _each(self) -> Iterator[SheetColumn]:
        if not self.plan.is_round_robin:
            # The last round the player was there for; later byes count as draws (16.3.2).
            present = f"SUMPRODUCT(MAX(([Rounds.state@]>{NONE})*([Rounds.state@]<{REQUESTED})*[Rounds.round@]))"
            later = f"([Rounds.state@]={REQUESTED})*([Rounds.round@]>[present])"
            adjusted = f"[Ratings.points#]+SUMPRODUCT({later})/2-SUMPRODUCT({later},[Rounds.{self.plan.points_column}@])"
            yield hidden(
                "present", self._of_player(self.scores.present.__getitem__), _if_filled(present)
            )
            yield hidden(
                "adjusted", self._of_player(self.scores.adjusted.__getitem__), _if_filled(adjusted)
            )
            if has_virtual(self.plan.event):
                drawn = _drawn(f"[Rounds.{self.plan.points_column}@]")
                yield hidden(
                    "drawn",
                    self._of_player(lambda no: virtual.drawn(self.scores, no)),
                    _if_filled(drawn),
                )
        else:
            listed = f"COUNTIF([Rounds.state@],{MET})+COUNTIF([Rounds.state@],{OPEN})"
            yield hidden(
                "listed", self._of_player(self.scores.games_listed.__getitem__), _if_filled(listed)
            )
        formulas = _formulas(f"[Rounds.{self.plan.points_column}@]")
        for code in offered(self.plan.event):
            if code in OF_PLAYER and (code != "PO" or self.plan.playoffs):
                yield hidden(key_of(code), self._of_code(code), _if_filled(formulas[code]))

    def _of_player(self, value: Callable[[int], Value], none: Value = 0) -> Callable[[int], Value]:
        def of(index: int) -> Value:
            player = self.plan.player(index)
            return value(player.no) if player else none

        return of

    def _of_code(self, code: str) -> Callable[[int], Value]:
        return self._of_player(lambda no: OF_PLAYER[code](self.scores, no))

    # --- those that are chosen -----------------------------------------------------------

    def _chosen(self) -> Iterator[SheetColumn]:
        codes = [code for code in offered(self.plan.event) if code in OF_PLAYER]
        listed = ",".join(f'"{code}"' for code in codes)
        # Without room for play-offs there are no points of play-offs.
        none = {"PO"} if not self.plan.playoffs else set()
        values = ",".join("0" if code in none else f"[{key_of(code)}]" for code in codes)
        for number, cell in enumerate(CODES, 1):
            formula = f'IF({cell}="",0,IFERROR(CHOOSE(MATCH({cell},{{{listed}}},0),{values}),0))'
            yield hidden(f"chosen{number}", self._value_of(number), formula)

    def _value_of(self, number: int) -> Callable[[int], Value]:
        """The tie-break of this rank; 0 for the direct encounter and for none."""
        return self._of_player(lambda no: self._value(number, no))

    def _value(self, number: int, no: int) -> Decimal:
        code = self.codes[number - 1] if number <= len(self.codes) else ""
        return OF_PLAYER[code](self.scores, no) if code in OF_PLAYER else ZERO

    # --- the order of the table ----------------------------------------------------------

    def _before(self) -> SheetColumn:
        """The column of the key of what precedes the direct encounter; '' if it is not chosen."""
        formula = f"[Ratings.points#]*{2 * _UNIT**CHOSEN}"
        for number in range(1, CHOSEN):
            part = f"[chosen{number}]*{4 * _UNIT ** (CHOSEN - number)}"
            formula += f"+IF([Rules.direct_at]>{number},{part},0)"
        known = _if_filled(formula, none='""')
        value = self._of_player(
            lambda no: self._key(no, self.direct_at) if self.direct_at else "", ""
        )
        return hidden("before", value, f'IF([Rules.direct_at]=0,"",{known})')

    def _order(self) -> Iterator[SheetColumn]:
        if not self.plan.playoffs:
            yield self._sort_key("sort_key")
            return
        yield self._sort_key("before_playoffs")
        yield from playoff_order.columns(self.plan, self._key_of_all())

    def _key_of_all(self) -> dict[int, int]:
        return {no: self._key(no, CHOSEN + 1) for no in self.scores.points}

    def _sort_key(self, name: str) -> SheetColumn:
        formula = f"[Ratings.points#]*{2 * _UNIT**CHOSEN}"
        for number in range(1, CHOSEN + 1):
            part = (
                f"IF([Rules.direct_at]={number},{_GROUP}+{self.encounter.ahead},[chosen{number}]*4)"
            )
            formula += f"+{part}*{_UNIT ** (CHOSEN - number)}"

        def value(index: int) -> Value:
            player = self.plan.player(index)
            return self._key(player.no, CHOSEN + 1) if player else -(index + 1)

        return hidden(name, value, shared(_if_filled(formula, f"-(ROW()-{FIRST_ROW})")))

    def _key(self, no: int, end: int) -> int:
        """Points and the tie-breaks that come before rank `end`, side by side."""
        key: Decimal = 2 * self.scores.points[no] * _UNIT**CHOSEN
        for number in range(1, end):
            part = 4 * self._value(number, no)
            if number == self.direct_at:
                part = Decimal(_GROUP + self.encounter.ahead_of(no))
            key += part * _UNIT ** (CHOSEN - number)
        return int(key)


#: Rounds without a game over the board: byes, forfeits, absences.
_UNPLAYED = (f"{PRESENT}", f'">={REQUESTED}"')


def _drawn(points: str) -> str:
    """The formula of the points with a draw for every round without a game (C.02, 13.15.1)."""
    counts = "+".join(f"COUNTIF([Rounds.state@],{test})" for test in _UNPLAYED)
    sums = "-".join(f"SUMIFS({points},[Rounds.state@],{test})" for test in _UNPLAYED)
    return f"[Ratings.points#]+({counts})/2-{sums}"


#: More than any score: added to values that do not count. If all are such, the lowest is 0.
_MORE = 1_000_000
_LOWEST = f"MOD(SUMPRODUCT(MIN([Rounds.{{}}@]+{_MORE}*{{}})),{_MORE})"
_NO_GAME = f"(([Rounds.state@]={NONE})+([Rounds.state@]={OPEN}))"

#: The lowest score that an opponent, or a virtual one, has in a round so far.
_LOWEST_VIRTUAL = _LOWEST.format("against_virtual", _NO_GAME)

#: What Buchholz Cut-1 leaves out.
_CUT = (
    f'IF(COUNTIF([Rounds.state@],">={REQUESTED}")>0,'
    + _LOWEST.format("against", f"([Rounds.state@]<{REQUESTED})")
    + f",{_LOWEST.format('against', _NO_GAME)})"
)


def _formulas(points: str) -> dict[str, str]:
    """The formula of each tie-break from the player's rounds, in which `points` are the points."""
    as_black = f'COUNTIFS({points},1,[Rounds.as_white@],0,[Rounds.kind@],"{{}}")'
    against = f'[Rounds.against@],">="&[Rules.half_possible],[Rounds.state@],{MET}'
    return {
        "BH-C1": f"SUM([Rounds.against@])-{_CUT}",
        "BH": "SUM([Rounds.against@])",
        "SB": f"SUMPRODUCT([Rounds.against@],{points})",
        "KS": f"SUMIFS({points},{against})",
        "WIN": f'COUNTIFS({points},1,[Rounds.round@],"<="&[Rules.rounds_played])',
        "BWG": f"{as_black.format('played')}+{as_black.format('unrated')}",
        "BH-V-C1": f"SUM([Rounds.against_virtual@])-{_LOWEST_VIRTUAL}",
        "BH-V": "SUM([Rounds.against_virtual@])",
        "SB-V": f"SUMPRODUCT([Rounds.against_virtual@],{points})",
        "PS": f"SUMPRODUCT(([Rounds.round@]<=[Rules.rounds_played])*([Rules.rounds_played]+1-[Rounds.round@]),{points})",
        "PO": 'SUMIF([Rounds.playoff_score@],">=0")',
    }


# --- single cells ------------------------------------------------------------------------------


def place(builder: Builder, made: SheetTable) -> None:
    """Name the single cells, before any formula is rendered."""
    for key, column in _SINGLE.items():
        builder.name(key, made.sheet.key, _CELL_ROW, made.col(column))


#: The single cells, each above a column.
_SINGLE = {
    "rounds_played": "chosen1",
    "dummy_bounded": "chosen2",
    "direct_at": "chosen3",
    "half_possible": "before",
    "is_over": "sort_key",
    "encounter_cut": "points1",
    "round_waiting": "rank",
    "round_now": "at",
    "rounds_paired": "group0",
}


def fill(builder: Builder, made: SheetTable, ties: Ties) -> None:
    """Put the single cells: progress, the edition of C.07, the rank of the direct encounter."""
    scores = ties.scores
    day = 'IF(day_start="",day_end,day_start)'
    since = DUMMY_BOUNDED.year * 100 + DUMMY_BOUNDED.month
    at = "0"
    for number in range(CHOSEN, 0, -1):
        at = f'IF({CODES[number - 1]}="DE",{number},{at})'
    cells: dict[str, tuple[Value, str]] = {
        **progress.cells(ties.plan),
        "dummy_bounded": (
            int(scores.is_bounded),
            f'IF({day}="",1,IF(INT({day}/100)>={since},1,0))',
        ),
        "direct_at": (ties.direct_at, at),
        "encounter_cut": ties.encounter.is_cut,
        "half_possible": (Decimal(scores.most_games) / 2, "MAX([Crosstable.listed])/2"),
    }
    for key, (value, formula) in cells.items():
        if key == "half_possible" and not ties.plan.is_round_robin:
            continue
        cell = Cell(value, "=" + builder.render(formula, made), "helper")
        made.sheet.put(_CELL_ROW, made.col(_SINGLE[key]), cell)
