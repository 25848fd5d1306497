"""Names in a list of games that may belong to one person, and lines that may be one game."""

from __future__ import annotations

from typing import Dict, Iterable, Sequence, Set, Tuple

from .event import Game, Player
from .problem import Problem, place_word
from .vocabulary.names import Names, may_be_one


def same_games(said: Iterable[Tuple[object, str]]) -> Tuple[Problem, ...]:
    """A problem for each game that repeats an earlier one, in a list without round numbers.

    `said` has what identifies each game, and its place.

    >>> [one.where for one in same_games([("Ann Bo 1-0", "line 2"), ("Ann Bo 1-0", "line 3")])]
    ['line 3']
    """
    first: Dict[object, str] = {}
    pairs = ((place, first.setdefault(one, place)) for one, place in said)
    again = ((place, place_word(other)) for place, other in pairs if place != other)
    return tuple(Problem("game_again", {"other": other}, place) for place, other in again)


def near_names(players: Sequence[Player], games: Iterable[Game]) -> Tuple[Problem, ...]:
    """Players without IDs whose names may be spellings of one, if they never share a round.

    Two names in one round are two people, unless they differ only in word order and accents.

    >>> people = Player(1, "Brandt Bo"), Player(2, "B. Brandt"), Player(3, "Ann"), Player(4, "Cai")
    >>> cup = Game(1, 1, 3, "1-0"), Game(2, 2, 3, "1-0"), Game(2, 4, None, "pab")
    >>> [one.words for one in near_names(people, cup)]
    [{'name': 'B. Brandt', 'other': 'Brandt Bo'}]
    """
    rounds: Dict[int, Set[int]] = {}
    for game in games:
        for no in (game.white, game.black):
            if no is not None:
                rounds.setdefault(no, set()).add(game.round)
    by_name: Dict[str, Player] = {}
    found, names = [], Names()
    for player in players:
        if not player.name or player.id:
            continue
        for other in map(by_name.__getitem__, names.near(player.name)):
            apart = rounds.get(player.no, set()).isdisjoint(rounds.get(other.no, ()))
            if may_be_one(player.name, other.name, apart):
                words = {"name": player.name, "other": other.name}
                found.append(Problem("names_near", words, player.at("name"), player.no))
        names.add(player.name)
        by_name[player.name] = player
    return tuple(found)
