"""The inputs for a player besides name and rating, for rules that need them.

Each is one column of the Players sheet: which rules need it, the allowed inputs, and the
attribute of the event that holds it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..engine.event import Player
from ..engine.languages import LANGUAGE
from ..engine.player_facts import RATING_BOUNDS
from ..engine.report import OF_EVENT, OF_PERIOD
from ..engine.rules.requirements import restrict_to_method
from ..engine.rules.ruleset import RuleSet
from ..engine.rules.sections.coefficient import conditions
from ..engine.terms.start import has_sex_values
from ..engine.tournament.prizes import sex_of
from ..engine.vocabulary.booleans import MARK, NO
from .file.grid import Value
from .formulas.watch import unwatched


@dataclass(frozen=True)
class Fact:
    """One column: its heading is the text ``col_key``, its hint ``hint_key``.

    `kind` is ``decimal``, ``whole``, ``list`` (of `choices`) or ``title`` (free text, with the
    titles of the regulation offered). `is_field` is for a field of `Player`; the others
    are among its facts.
    """

    key: str
    kind: str
    asked: Callable[[RuleSet], bool]
    low: float = 0
    high: float = 0
    choices: tuple[str, ...] = ()
    is_field: bool = True

    @property
    def lasts(self) -> bool:
        """Whether it still holds at the player's next event."""
        return self.key not in OF_EVENT + OF_PERIOD

    def of(self, player: Player) -> Value:
        """A fact about a player; '' if unknown."""
        found = getattr(player, self.key) if self.is_field else player.facts.get(self.key)
        return "" if found is None else found  # type: ignore[return-value]


def _in_k_table(fact: str) -> Callable[[RuleSet], bool]:
    def asked(rules: RuleSet) -> bool:
        rows = rules.coefficient.rows if rules.coefficient else ()
        return any(condition.fact == fact for row in rows for condition in conditions(row))

    return asked


def _asks_index(rules: RuleSet) -> bool:
    development = rules.coefficient.development if rules.coefficient else None
    return development is not None and development.per_index is not None


def _asks_career(rules: RuleSet) -> bool:
    """Whether the floor of a rating follows from what the player has reached."""
    return restrict_to_method(unwatched(rules)).peak_floor is not None


def _asks_games(rules: RuleSet) -> bool:
    effective = rules.coefficient is not None and rules.coefficient.effective is not None
    return effective or rules.special is not None or _asks_career(rules)


def _asks_deviation(rules: RuleSet) -> bool:
    return rules.deviation is not None


def _asks_volatility(rules: RuleSet) -> bool:
    return rules.deviation is not None and rules.deviation.volatility is not None


def _either(*tests: Callable[[RuleSet], bool]) -> Callable[[RuleSet], bool]:
    return lambda rules: any(test(rules) for test in tests)


#: All facts, in the order of the columns.
FACTS = (
    Fact("games", "whole", _either(_in_k_table("games"), _asks_games), 0, 99999),
    Fact("peak", "decimal", _either(_in_k_table("peak"), _asks_career),
         float(RATING_BOUNDS[0]), float(RATING_BOUNDS[1])),
    Fact("born", "whole", _in_k_table("age"), 1900, 2100),
    Fact("index", "whole", _asks_index, 0, 9999, is_field=False),
    Fact("rd", "decimal", _asks_deviation, 0, 9999, is_field=False),
    Fact("volatility", "decimal", _asks_volatility, 0, 1, is_field=False),
    Fact("periods", "decimal", _asks_deviation, 0, 9999, is_field=False),
    *(Fact(key, "whole", _asks_career, 0, 99999, is_field=False)
      for key in ("wins", "draws", "events")),
    Fact("floor", "decimal", _asks_career, 0, 9999, is_field=False),
    Fact("sex", "list", has_sex_values,
         choices=tuple(sex for language in LANGUAGE.values() for sex in language.sexes)),
    Fact("foreign", "list", lambda rules: bool(rules.start and rules.start.home),
         choices=(MARK, NO), is_field=False),
    Fact("new_title", "title", lambda rules: bool(rules.start and rules.start.raises),
         is_field=False),
    Fact("champion", "list", lambda rules: rules.champion is not None,
         choices=(MARK,), is_field=False),
    Fact("bonus_place", "whole", lambda rules: rules.bonus is not None, 1, 999, is_field=False),
    Fact("absent", "list", lambda rules: rules.absence is not None,
         choices=(MARK,), is_field=False),
)  # fmt: skip


#: What prizes and reports ask of every event: these columns are always there.
ALWAYS = ("born", "sex")


def asked(rules: RuleSet) -> tuple[Fact, ...]:
    """The facts that a rule set needs, in the order of their columns."""
    return tuple(fact for fact in FACTS if fact.asked(rules))


_BY_KEY = {fact.key: fact for fact in FACTS}


def known(player: Player, part: str) -> Value:
    """A player's value for `part`, a fact or a field of `Player`; '' if unknown.

    >>> known(Player(1, "Ann", sex="w"), "sex"), known(Player(1, "Ann"), "rating")
    ('f', '')
    """
    if part == "sex":
        return sex_of(player.sex)
    found = _BY_KEY[part].of(player) if part in _BY_KEY else getattr(player, part)
    return "" if found is None else found
