"""The account of an event in which calculated columns are compared with the games.

The heading rarely says which value a column shows: it is the one that agrees in every row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import cached_property
from itertools import combinations
from typing import Any

from ..engine.account import CHECKED, KNOWN, Account, AccountColumn
from ..engine.columns import GAME_BY_KEY, LINE_BY_KEY
from ..engine.errors import RatingError
from ..engine.event import Event, Game
from ..engine.lines import GameLine, Line
from ..engine.rating import rate
from ..engine.rounding import ZERO
from ..engine.rules.ruleset import available
from ..engine.tournament.scores import Scores
from .decimals import DecimalFormat
from .row import Row
from .tie_break_columns import is_as_printed, tie_break_of

Values = Sequence[Decimal | None]
#: A player, a round and an opponent.
_Side = tuple[int | None, int, int | None]
#: What rating tables show about a player, and about each side of a game.
_OF_PLAYER = (
    "change",
    "rounded",
    "gain",
    "expected",
    "new",
    "average",
    "performance",
    "score",
    "n",
)
_OF_GAME = ("change", "rounded", "gain", "expected", "opponent_rating", "difference")


def verified(event: Event) -> Account | None:
    """The account of an event, with its columns compared to what the games give.

    A column that programs calculate becomes ``checked`` if every row shows a tie-break
    of the event, or a value from its ratings by the rules it names, or else by any; so do two
    columns whose sum is in a third. If one row differs, it remains ``known``.
    """
    account = event.account
    return account and _compared(account, _Known(event))


def _compared(account: Account, known: _Known) -> Account:
    of_games = account.kind == "games"
    size = len(known.event.games if of_games else known.event.players)
    columns = {one.number: one for one in account.columns}
    printed = {}
    for one in account.columns:
        values = _values(one.printed) if one.use == KNOWN and len(one.printed) == size else None
        if values is not None:
            printed[one.number] = values
            meaning = _meaning(values, known, of_games)
            columns[one.number] = _checked(one, meaning) if meaning else one
    if not of_games:
        columns |= _sums(columns, printed, [one.rating for one in known.event.players])
    parts = tuple(_compared(part, known) for part in account.parts)
    return replace(account, columns=tuple(columns.values()), parts=parts)


def _checked(column: AccountColumn, meaning: str) -> AccountColumn:
    return column._replace(use=CHECKED, meaning=meaning)


def _values(texts: Sequence[str]) -> Values | None:
    """The numbers in a column; None if a cell is not numeric, or all are blank."""
    numbers = DecimalFormat(texts)
    try:
        found = [Row(("",), (text,), "", str, numbers).points("") for text in texts]
    except RatingError:
        return None
    return None if all(one is None for one in found) else found


def _meaning(printed: Values, known: _Known, of_games: bool) -> str:
    """The name of what gives every value of a column; '' if there is none."""
    if not of_games and (code := tie_break_of(printed, known.event, known.scores)):
        return code
    if not any(printed):
        return ""
    found = known.of_games() if of_games else known.of_players()
    return next((name for name, values in found if _agree(values, printed)), "")


def _agree(values: Values, printed: Values) -> bool:
    return all(map(is_as_printed, values, printed))


class _Known:
    """Values that follow from an event's games, calculated when a column needs them."""

    def __init__(self, event: Event) -> None:
        self.event = event

    @cached_property
    def scores(self) -> Scores:
        """The points and rounds of the event."""
        return Scores(self.event)

    @cached_property
    def _rated(self) -> dict[str, Sequence[Line] | None]:
        named = (self.event.rules,) if self.event.rules else available()
        return dict.fromkeys(sorted(named, key=lambda one: not one.startswith("fide")))

    def _lines(self) -> Iterator[tuple[str, Sequence[Line]]]:
        """The players' lines by each rule set that rates the event."""
        for rules, lines in self._rated.items():
            if lines is None:
                try:
                    lines = rate(self.event, rules).lines
                except RatingError:
                    lines = ()
                self._rated[rules] = lines
            if len(lines) == len(self.event.players):
                yield rules, lines

    def of_players(self) -> Iterator[tuple[str, Values]]:
        """Values of the players in order, each with its name."""
        met = [[one for one in self.scores.scored[player.no] if one.met]
               for player in self.event.players]  # fmt: skip
        yield "score", [sum((one.score or ZERO for one in own), ZERO) for own in met]
        yield "n", [Decimal(len(own)) for own in met]
        for rules, lines in self._lines():
            by_no = {line.player.no: line for line in lines}
            own = [by_no.get(player.no) for player in self.event.players]
            for key in _OF_PLAYER:
                yield f"{key}, {rules}", [_number(LINE_BY_KEY[key].value, one) for one in own]

    def of_games(self) -> Iterator[tuple[str, Values]]:
        """Values of the games in order for either side, each with its name."""
        for rules, lines in self._lines():
            found: dict[_Side, GameLine] = {
                (line.player.no, game.round, game.opponent.no if game.opponent else None): game
                for line in lines
                for game in line.games
            }
            for side, key in ((side, key) for key in _OF_GAME for side in ("white", "black")):
                own = [found.get(_key(game, side)) for game in self.event.games]
                values = [_number(GAME_BY_KEY[key].value, one) for one in own]
                yield f"{side} {key}, {rules}", values


def _key(game: Game, side: str) -> _Side:
    sides = (game.white, game.black) if side == "white" else (game.black, game.white)
    return sides[0], game.round, sides[1]


def _number(value: Callable[[Any], object], of: Line | GameLine | None) -> Decimal | None:
    found = None if of is None else value(of)
    return Decimal(found) if isinstance(found, (int, Decimal)) else None


#: In how many rows two columns must both contribute, so that a sum is no coincidence; and the
#: maximum number of columns for which sums are tried.
_LEAST, _MOST = 2, 20


def _sums(
    columns: dict[int, AccountColumn], printed: dict[int, Values], ratings: Values
) -> dict[int, AccountColumn]:
    """The columns that are the sum of two others, or of the rating and another, with the addends.

    They are returned by number, as checked ones.
    """
    found: dict[int, AccountColumn] = {}
    every = {0: ratings, **printed}
    for total, (one, other) in (
        (total, pair)
        for total in (printed if len(printed) <= _MOST else ())
        if columns[total].use == KNOWN
        for pair in combinations(every, 2)
        if total not in pair
    ):
        both = list(zip(every[one], every[other], strict=True))
        if sum(bool(a) and bool(b) for a, b in both) < _LEAST:
            continue
        if _agree([(a or ZERO) + (b or ZERO) for a, b in both], printed[total]):
            named = [columns[at].heading if at else "rating" for at in (one, other)]
            found[total] = _checked(columns[total], " + ".join(named))
            for at in {one, other} & {*printed}:
                # Rounded values are compared to their own precision.
                if columns[at].use == KNOWN and _places(every[at]) <= _places(printed[total]):
                    found.setdefault(at, _checked(columns[at], f"→ {columns[total].heading}"))
    return found


def _places(values: Values) -> int:
    """The highest number of decimals of any of the numbers."""
    exponents = (one.as_tuple().exponent for one in values if one is not None)
    return max((-one for one in exponents if isinstance(one, int)), default=0)
