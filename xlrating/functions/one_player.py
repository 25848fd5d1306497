"""Rating a single player: by numbers alone, or through the engine's own report."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Mapping, NamedTuple, Optional, Sequence, Tuple

from ..engine.errors import NotKnownError
from ..engine.problem import make_error
from ..engine.problems import ROUNDS
from ..engine.rounding import ONE
from ..engine.rules.frozen import changed
from ..engine.rules.kept import kept
from ..engine.rules.ruleset import RuleSet
from .arguments import CODE_OF

if TYPE_CHECKING:
    from ..engine.report import Report


class OnePlayer(NamedTuple):
    """A player and their games, each with the opponent's rating and the score.

    `facts` are the known facts about the player, `sides` the colours, if given; each game
    has its round, out of the event's number of rounds.
    """

    rules: RuleSet
    facts: Mapping[str, Optional[Decimal]]
    sex: str
    games: Sequence[Tuple[Decimal, Decimal]]
    sides: Sequence[str]
    rounds: Sequence[int]
    last_round: int

    def change(self) -> Decimal:
        """The exact change of the rating."""
        found = self._by_numbers()
        return found[0] if found else _known(self.report(), "change")

    def new_rating(self) -> Decimal:
        """The rating after the games."""
        found = self._by_numbers()
        return found[1] if found else _known(self.report(), "new")

    def _by_numbers(self) -> Optional[Tuple[Decimal, Decimal]]:
        """Exact change and new rating; None if only the engine can rate, or report an error."""
        if self.rules.method != "sum over games" or not 0 < len(self.games) <= ROUNDS:
            return None
        from ..engine.methods.numbers import change_and_rating

        return change_and_rating(self.facts, self.sex, self.games, self.rules)

    def report(self) -> Report:
        """The engine's report, with the games as an event of their own."""
        # Imported here: the other functions work without the rating machinery.
        from ..engine.event import Event, Game, Player
        from ..engine.rating import rate
        from ..engine.results import RESULT_BY_CODE

        rating, games, k = (self.facts[fact] for fact in ("rating", "games", "k"))
        me = Player(
            1,
            "1",
            rating,
            games=None if games is None else int(games),
            peak=self.facts["peak"],
            k=k,
            sex=self.sex,
            facts={"age": self.facts["age"], "index": self.facts["index"]},
        )
        players, played = [me], []
        for number, (other, score) in enumerate(self.games, 2):
            # Opponents' K does not matter, but if the user sets K both sides of a game have one.
            players.append(Player(number, str(number), other, k=k))
            if self.sides and self.sides[number - 2] == "b":
                result = RESULT_BY_CODE[CODE_OF[ONE - score]]
                played.append(Game(self.rounds[number - 2], number, 1, result))
            else:
                result = RESULT_BY_CODE[CODE_OF[score]]
                played.append(Game(self.rounds[number - 2], 1, number, result))
        event = Event(tuple(players), tuple(played), rounds=self.last_round)
        return rate(event, self.rules, only="1")


def _known(report: Report, part: str) -> Decimal:
    """A value from the player's line; never None: a rated player still has a rating afterwards."""
    value: Optional[Decimal] = getattr(report.lines[0], part)
    assert value is not None, report.rules.reference
    return value


@kept(64)
def rules_of_one(rules: RuleSet) -> RuleSet:
    """The rules as applied to one player, whose opponents are only known by their ratings."""
    expect_ratings(rules)
    if rules.passes is not None:
        # The opponents' ratings are used as given.
        rules = changed(rules, passes=changed(rules.passes, times=1))
    if rules.scale.whole:
        # A cell may ask for the result of an average: only lists publish whole numbers.
        rules = changed(rules, scale=changed(rules.scale, whole=False))
    return rules


def expect_ratings(rules: RuleSet) -> None:
    """Raise `NotKnownError` for rules that need more than opponents' ratings.

    >>> from xlrating.engine.rules.ruleset import load
    >>> expect_ratings(load("glicko"))
    Traceback (most recent call last):
    xlrating.engine.errors.NotKnownError: glicko needs rating deviations; use GLICKO_RATING
    """
    if rules.deviation is not None:
        raise make_error(NotKnownError, "fn_needs_deviations", rules=rules.id)
    if rules.ladder is not None:
        raise make_error(NotKnownError, "fn_needs_ladder", rules=rules.id)
    if rules.method == "none":
        raise make_error(NotKnownError, "opt_rules_functions", rules=rules.id)
