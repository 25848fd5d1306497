"""Standard, rapid and blitz on one list: the columns of each pace, and the rules that rate it.

A person is on such a list once. Columns without prefix are those of the
standard list; ``rapid_rating``, ``blitz_games`` … those of the other two. Events at a pace
are rated as if the list had only that pace, and their results go back to its columns.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from ..engine.errors import RatingError
from ..engine.event import Event, Player
from ..engine.rules.references import folded, parts
from ..engine.rules.ruleset import RuleSet, load
from ..engine.terms.periods import LIST, does_standard_count, pace_of_list
from ..engine.vocabulary.headings import AT_PACE, OTHER_PACES, PACED_FACTS, heading_of, spellings
from ..exchange.other_ratings import own_headings

#: The pace whose columns have no prefix.
STANDARD = "standard"
PACES = (STANDARD, *OTHER_PACES)

#: What belongs to a pace besides `AT_PACE`; all other facts belong to the person.
FACTS = ("pool",)
PACED = frozenset((*PACED_FACTS, *(f"{pace}_{part}" for pace in OTHER_PACES for part in FACTS)))


def are_several(headings: Iterable[str]) -> bool:
    """Whether these columns, by part, are those of a list with several paces."""
    return not PACED.isdisjoint(headings)


def at_pace(player: Player, pace: str) -> Player:
    """A person as on the list of that pace.

    >>> from decimal import Decimal
    >>> ann = Player(1, "Ann", 2100, facts={"rapid_rating": Decimal(2050)})
    >>> at_pace(ann, "rapid").rating, at_pace(ann, "blitz").rating, at_pace(ann, "standard").rating
    (Decimal('2050'), None, Decimal('2100'))
    """
    facts = {name: fact for name, fact in player.facts.items() if name not in PACED}
    if pace == STANDARD:
        return replace(player, facts=facts)
    own: dict[str, Any] = {part: player.facts.get(f"{pace}_{part}") for part in AT_PACE}
    own["games"] = None if own["games"] is None else int(own["games"])
    for name in FACTS:
        facts.pop(name, None)
        if f"{pace}_{name}" in player.facts:
            facts[name] = player.facts[f"{pace}_{name}"]
    return replace(player, **own, facts=facts)


def with_pace(player: Player, after: Player, pace: str) -> Player:
    """A person with the present facts from the list of a pace.

    >>> from decimal import Decimal
    >>> ann = Player(1, "Ann", 2100, facts={"rapid_rating": Decimal(2050)})
    >>> now = with_pace(ann, replace(at_pace(ann, "rapid"), rating=Decimal(2061)), "rapid")
    >>> now.rating, now.facts["rapid_rating"]
    (Decimal('2100'), Decimal('2061'))
    """
    paced = {name: fact for name, fact in player.facts.items() if name in PACED}
    if pace == STANDARD:
        return replace(after, facts={**after.facts, **paced})
    facts = {name: fact for name, fact in after.facts.items() if name not in FACTS}
    facts.update({name: player.facts[name] for name in FACTS if name in player.facts})
    for part in AT_PACE:
        paced[f"{pace}_{part}"] = getattr(after, part)
    for name in FACTS:
        paced[f"{pace}_{name}"] = after.facts.get(name)
    facts.update({name: fact for name, fact in paced.items() if fact not in (None, ())})
    return replace(after, **{part: getattr(player, part) for part in AT_PACE}, facts=facts)


def entering(player: Player, rules: RuleSet) -> Player:
    """A person on a list of several paces as they enter an event rated by these rules."""
    found = at_pace(player, pace_of_rules(rules))
    if found.rating is None and player.rating is not None and does_standard_count(rules):
        return replace(found, rating=player.rating, games=found.games or 0)
    return found


def pace_of_rules(rules: RuleSet) -> str:
    """The pace of the ratings that rules need: that of their list, or of their own headings.

    >>> pace_of_rules(load("fide:list=blitz")), pace_of_rules(load("cxa-rapid"))
    ('blitz', 'rapid')
    """
    return pace_of_list(rules) or _pace_of_headings(rules.id)


@lru_cache(maxsize=64)
def _pace_of_headings(rules: str) -> str:
    own = {*map(heading_of, own_headings(rules))}
    paces = (pace for pace in OTHER_PACES if not own.isdisjoint(spellings(f"{pace}_rating")))
    return next(paces, STANDARD)


def all_entering(
    players: Iterable[Player], columns: Iterable[str], rules: RuleSet
) -> tuple[Player, ...]:
    """The people of a list as they enter an event; a list of a single pace is used as it is.

    A column for a pace means that the list has it, even if nobody is rated there yet.

    >>> bob, rules = Player(2, "Bob", 1900, games=40), load("fide:list=rapid")
    >>> all_entering([bob], ["rating"], rules)[0].games
    40
    >>> all_entering([bob], ["rating", "rapid_rating"], rules)[0].games
    0
    """
    if not are_several(columns):
        return tuple(players)
    return tuple(entering(player, rules) for player in players)


# --- which event is of which pace ----------------------------------------------------------------


def with_list(reference: str, pace: str) -> str:
    """A rules reference with the list of that pace; '' removes the list.

    >>> with_list("fide@2025-10-01:list=rapid", "blitz"), with_list("fide:list=rapid", "")
    ('fide@2025-10-01:list=blitz', 'fide')
    """
    name, day, options = parts(reference)
    kept = [one for one in options.split(",") if one and folded(one.partition("=")[0]) != LIST]
    kept += [f"{LIST}={pace}"] if pace else []
    return name + (f"@{day}" if day else "") + (":" + ",".join(kept) if kept else "")


def list_named(reference: str) -> str:
    """The list named in a rules reference; '' if it names none, or is no reference.

    >>> list_named("fide:list=rapid"), list_named("fide"), list_named("elo")
    ('rapid', '', '')
    """
    try:
        options = parts(reference).options.split(",")
        if any(folded(one.partition("=")[0]) == LIST for one in options):
            return load(reference).chosen.get(LIST, "")
    except RatingError:
        pass
    return ""


def pace_of(event: Event) -> str:
    """The pace of an event: from the list that its rules name, otherwise its own.

    >>> pace_of(Event((), rules="fide:list=blitz")), pace_of(Event((), pace="rapid"))
    ('blitz', 'rapid')
    >>> pace_of(Event((), pace="classical")), pace_of(Event(()))
    ('standard', 'standard')
    """
    named = list_named(event.rules)
    return named or (event.pace if event.pace in OTHER_PACES else STANDARD)


def are_of_several(rules: str, played: Sequence[Event], several: bool) -> bool:
    """Whether events are rated each at its own pace.

    They are if the list has columns for it (`several`), the files name several lists, or an
    event says that it is rapid or blitz, unless the requested rules name a list.
    """
    if rules and (list_named(rules) or not has_lists(rules)):
        return False
    # Few events name rules of their own.
    named = {rules: list_named(rules) for rules in {event.rules for event in played}}
    said = (event.pace for event in played if not named[event.rules])
    lists = {one or STANDARD for one in named.values()}
    return several or len(lists) > 1 or not set(OTHER_PACES).isdisjoint(said)


def has_lists(rules: str) -> bool:
    """Whether rules have lists for several paces."""
    return LIST in load(rules).chosen
