"""The starting rating of an unrated player: the value of a title."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache
from typing import TYPE_CHECKING, List, Optional, Union

from ..errors import NotKnownError, shown
from ..problem import make_error
from ..rules.ruleset import RuleSet
from ..rules.sections import Floor, Published, Start, StartRow
from ..vocabulary.booleans import is_no
from ..vocabulary.letters import same_spelling
from ..vocabulary.places import abroad, looks_like_code
from ..vocabulary.sex import read_sex

if TYPE_CHECKING:
    from ..event import Player

#: The mark of a player who was unrated when the event started and is rated now.
RATED_SINCE = "rated_since"


def start_rating(
    title: str, rules: RuleSet, sex: str = "", foreign: Optional[bool] = None
) -> Decimal:
    """The starting rating for a title; for several titles (特级大师/国际健将) the highest.

    `sex` is ``f``, ``m`` or empty, which counts as ``m``; `foreign` says which of a rule
    set's titles apply, None means all. Raises `NotKnownError` for a title that
    the regulation does not list.

    >>> from xlrating.engine.rules.ruleset import load
    >>> start_rating("国家大师", load("cxa-rapid"), "f")
    Decimal('2250.0')
    """
    rule = rules.need(Start)
    rows = _rows(title, rule, foreign)
    if not rows:
        known = ", ".join(row.titles[0] for row in rule.rows)
        words = {"rules": rules.id, "title": shown(title), "known": known}
        raise make_error(NotKnownError, "start_no_title", **words)
    return max(_value(row, sex) for row in rows)


def start_of(player: Player, rules: RuleSet) -> Optional[Decimal]:
    """The starting rating of a player in an event; None if the regulation gives none."""
    rule = rules.start
    if rule is None:
        return None
    foreign = is_foreign(player, rule)
    rows = _rows(player.title.strip() or rule.untitled, rule, foreign)
    return max(_value(row, read_sex(player.sex)) for row in rows) if rows else None


def starts_at_once(rules: RuleSet) -> bool:
    """Whether players may have a rating before their first game.

    >>> from xlrating.engine.rules.ruleset import load
    >>> [starts_at_once(load(name)) for name in ("malaysia", "rank-ladder", "cxa-rapid", "fide")]
    [True, True, False, False]
    """
    by_title = rules.start is not None and rules.start.given == "at once"
    return by_title or rules.ladder is not None


def waits_for_game(player: Player, n: int, rules: RuleSet) -> bool:
    """Whether an unrated player with `n` counted games has no starting rating yet.

    >>> from xlrating.engine.rules.ruleset import load
    >>> from xlrating.engine.event import Player
    >>> master = Player(1, title="国际大师")
    >>> [waits_for_game(master, 0, load(name)) for name in ("malaysia", "cxa-rapid")]
    [False, True]
    """
    rule = rules.start
    return rule is not None and rule.given == "first game" and not n and player.rating is None


def is_foreign(player: Player, rule: Start) -> Optional[bool]:
    """Whether the regulation treats a player as a foreigner; None if it makes no difference.

    >>> from xlrating.engine.rules.ruleset import load
    >>> from xlrating.engine.event import Player
    >>> is_foreign(Player(1, federation="MAS"), load("cxa-rapid").start)
    True
    """
    if not rule.home:
        return None
    fact = player.facts.get("foreign")
    if fact is not None and fact != "":
        return is_marked(player, "foreign")
    if player.federation:
        # The column contains countries, provinces and teams.
        known = abroad(player.federation, rule.home, rule.home_places)
        return looks_like_code(player.federation) if known is None else known
    rows = _rows(player.title, rule, None)
    return bool(rows) and all(row.foreign for row in rows)


def asks_for_mark(player: Player, rule: Start) -> bool:
    """Whether only an explicit mark can tell if a player is a foreigner, and it matters.

    >>> from xlrating.engine.rules.ruleset import load
    >>> from xlrating.engine.event import Player
    >>> asks_for_mark(Player(1, federation="Phoenix"), load("cxa-rapid").start)
    True
    """
    if not rule.home or not player.federation or str(player.facts.get("foreign") or ""):
        return False
    is_opened = player.rating is None or bool(player.facts.get("new_title"))
    return is_opened and abroad(player.federation, rule.home, rule.home_places) is None


def has_sex_values(rules: RuleSet) -> bool:
    """Whether the rule set has separate values for women anywhere.

    >>> from xlrating.engine.rules.ruleset import load
    >>> has_sex_values(load("cxa-rapid")), has_sex_values(load("fide"))
    (True, False)
    """
    bounds = [rule.women for rule in (rules.floor, rules.published) if rule is not None]
    values = [row.women for row in rules.start.rows] if rules.start else []
    return any(value is not None for value in bounds + values)


def is_marked(player: Player, fact: str) -> bool:
    """Whether a fact of a player is set: true, 1, x, yes; not empty, 0, no, false, 否, нет.

    >>> from xlrating.engine.event import Player
    >>> is_marked(Player(1, facts={"champion": "x"}), "champion")
    True
    """
    return not is_no(player.facts.get(fact))


def of_sex(
    rule: Union[Floor, Published], sex: str, rating: Optional[Decimal] = None
) -> Optional[Decimal]:
    """The bound for women or for men.

    If the sex is unknown, a `rating` below the men's bound can only be a woman's.

    >>> from xlrating.engine.rules.ruleset import load
    >>> of_sex(load("cxa-rapid").floor, "", Decimal(1850))
    Decimal('1800.0')
    """
    unsaid = not sex and rating is not None and rule.least is not None and rating < rule.least
    return rule.women if rule.women is not None and (sex == "f" or unsaid) else rule.least


def _value(row: StartRow, sex: str) -> Decimal:
    return row.women if row.women is not None and sex == "f" else row.rating


def _rows(title: str, rule: Start, foreign: Optional[bool]) -> List[StartRow]:
    """The rows of all titles in a text; a title may itself contain a comma.

    >>> from xlrating.engine.rules.ruleset import load
    >>> several = "State player; National player (Chess King, Wanneng)"
    >>> [int(row.rating) for row in _rows(several, load("malaysia").start, None)]
    [2150, 1500]
    """
    written = _key(title)
    return [
        row
        for row in rule.rows
        if (foreign is None or row.foreign == foreign)
        and any(_key(known) in written for known in row.titles)
    ]


@lru_cache(maxsize=1024)
def _key(title: str) -> str:
    """Titles in the form used for comparison: ``/grandmaster/stateplayer/``."""
    return "/" + re.sub("[、,;]", "/", same_spelling(title)) + "/"
