"""Marks and places typed by hand, compared with the event's table."""

from __future__ import annotations

from decimal import Decimal
from typing import Dict, Iterator, Mapping, Set

from ..errors import placed
from ..event import Event, Player
from ..problems import Problem
from ..rounding import number_fact
from ..rules.ruleset import RuleSet
from ..terms.start import is_marked
from ..vocabulary.booleans import is_no
from ..vocabulary.sex import read_sex
from .standings import standings


def placing(event: Event, rules: RuleSet) -> Iterator[Problem]:
    """Champions, bonus places and absences of an event that are impossible or doubtful."""
    places: Dict[int, Decimal] = {}
    for player in event.players:
        with placed(player.at("bonus_place")):
            place = number_fact(player.facts, "bonus_place") if player.facts else None
        if rules.bonus is not None and place is not None:
            places[player.no] = place
    yield from _elsewhere(event, places, rules)
    champions = [p for p in event.players if rules.champion and is_marked(p, "champion")]
    shown = {one.no: one.place for one in standings(event, rules)} if places or champions else {}
    if not places and is_national(event):
        yield from _shared(event, rules)
    yield from _bonus_places(event, places, shown, rules)
    yield from _champions(event, champions, shown, rules)
    if rules.absence is not None:
        yield from _absences(event)


def is_national(event: Event) -> bool:
    """Whether the event is marked as one of its regulation's national events.

    >>> is_national(Event((), facts={"national": "king"})), is_national(Event(()))
    (True, False)
    """
    return not is_no(event.facts.get("national"))


def bonus_places(event: Event, rules: RuleSet) -> Dict[int, Decimal]:
    """The places that carry a bonus, by player: typed ones, or those of the final table.

    If none are typed, those of a finished national event follow from its table, except for
    players who met no opponent: "为了奖励这三个全国赛的胜利者".
    """
    if rules.bonus is None:
        return {}
    typed = {player.no: number_fact(player.facts, "bonus_place") for player in event.players}
    found = {no: place for no, place in typed.items() if place is not None}
    if found or not is_national(event) or not event.is_over:
        return found
    there = who_met(event)
    return {one.no: Decimal(one.place) for one in standings(event, rules) if one.no in there}


def who_met(event: Event) -> Set[int]:
    """The players who were paired with an opponent, in a played or a forfeited game."""
    sides = (
        no for game in event.games if game.black is not None for no in (game.white, game.black)
    )
    return {no for no in sides if no is not None}


def _elsewhere(event: Event, places: Mapping[int, Decimal], rules: RuleSet) -> Iterator[Problem]:
    """Bonus places in an event not marked as national, if the rules list national events."""
    if rules.event is None or not rules.event.national or is_national(event):
        return
    # A template says which event it is; a list of games cannot.
    key = "place_elsewhere" if "national" in event.facts else "place_unsaid"
    for no in places:
        yield Problem(key, {}, event.by_no[no].at("bonus_place"), no)


def _shared(event: Event, rules: RuleSet) -> Iterator[Problem]:
    """Bonus places shared by two players."""
    if rules.bonus is None or not event.is_over:
        return
    found: Dict[int, int] = {}
    there = who_met(event)
    for one in standings(event, rules):
        is_second = found.setdefault(one.place, one.no) != one.no
        if is_second and one.no in there and one.place <= len(rules.bonus.places):
            where = event.by_no[one.no].at("bonus_place")
            yield Problem("place_shared", {"place": one.place}, where, one.no)


def _bonus_places(
    event: Event, places: Mapping[int, Decimal], shown: Mapping[int, int], rules: RuleSet
) -> Iterator[Problem]:
    last = len(rules.bonus.places) if rules.bonus else 0
    taken: Dict[Decimal, int] = {}
    for no, place in places.items():
        where = event.by_no[no].at("bonus_place")
        other = taken.setdefault(place, no)
        if other != no:
            words = {"no": no, "other": other, "place": place}
            yield Problem("place_twice", words, where, no)
        elif place > last:
            yield Problem("place_beyond", {"place": place, "last": last}, where, no)
        elif event.is_over and shown[no] != place:
            yield Problem("place_differs", {"place": place, "shown": shown[no]}, where, no)


def _champions(
    event: Event, champions: list[Player], shown: Mapping[int, int], rules: RuleSet
) -> Iterator[Problem]:
    if rules.champion is None:
        return
    # Men and women may play in one event, each with their own champion.
    own: Dict[bool, Player] = {}
    for player in champions:
        other = own.setdefault(read_sex(player.sex) == "f", player)
        if other is not player:
            words = {"other": other.no, "no": player.no}
            yield Problem("champion_several", words, player.at("champion"), player.no)
    if not event.is_over:
        return
    for player in sorted(own.values(), key=lambda one: shown[one.no])[:1]:
        if shown[player.no] > 1:
            words = {"place": shown[player.no]}
            yield Problem("champion_not_first", words, player.at("champion"), player.no)
    if not champions:
        yield Problem("champion_none", {}, event.at("champion"))


def _absences(event: Event) -> Iterator[Problem]:
    """Players marked absent although they have a pairing in the event."""
    met = who_met(event)
    for player in event.players:
        if is_marked(player, "absent") and player.no in met:
            key = "absent_played" if is_national(event) else "absent_played_here"
            yield Problem(key, {}, player.at("absent"), player.no)
