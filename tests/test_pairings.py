"""What is allowed in pairings but seldom meant, line by line."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from workbooks import games

from xlrating.engine.event import Event, Player
from xlrating.engine.tournament.pairings import Pairings, summed_up
from xlrating.engine.tournament.standings import place_problems

Lines = list[tuple[int, int, int | None, str]]


def _event(lines: Lines, format: str = "swiss", players: int = 4) -> Event:
    people = tuple(Player(no, f"P{no}", 2000) for no in range(1, players + 1))
    return Event(people, games(*lines), format=format, start=date(2026, 5, 1))


def _doubts(event: Event, rounds: int, cycle: int = 0) -> list[tuple[int, str, object]]:
    """Which line is doubtful, why, and whom it is about."""
    found = Pairings(event, rounds, cycle).doubtful(event.games)
    return [(at, one.key, one.words["no"]) for at, one in enumerate(found) if one]


#: Of a Swiss: lines, and what is doubtful about which.
SWISS: dict[str, tuple[Lines, list[tuple[int, str, object]]]] = {
    "twice": ([(1, 1, 2, "1-0"), (2, 2, 1, "")], [(1, "notice_met", 2)]),
    "not played": ([(1, 1, 2, "1-0 F"), (2, 2, 1, "1-0")], []),
    "forfeited later": ([(1, 1, 2, "1-0"), (2, 2, 1, "1-0 F")], []),
    "after the last round": ([(1, 1, 2, "1-0"), (9, 2, 1, "1-0")], []),
    "a second bye": ([(1, 1, None, "pab"), (2, 1, None, "pab")], [(1, "notice_bye", 1)]),
    "a bye asked for": ([(1, 1, None, "bye ½"), (2, 1, None, "pab")], []),
    "a bye asked for later": ([(1, 1, None, "pab"), (2, 1, None, "bye ½")], []),
    "a bye after a forfeit": ([(1, 1, 2, "1-0 F"), (2, 1, None, "pab")], [(1, "notice_bye", 1)]),
    "forfeit as Black": ([(1, 2, 1, "0-1 F"), (2, 1, None, "pab")], [(1, "notice_bye", 1)]),
    "lost by forfeit": ([(1, 1, 2, "0-1 F"), (2, 1, None, "pab")], []),
    "a point by play": ([(1, 1, 2, "1-0"), (2, 1, None, "pab")], []),
    "White a third time": (
        [(1, 1, 2, "1-0"), (2, 1, 3, "1-0"), (3, 1, 4, "")], [(2, "notice_colour", 1)],
    ),
    "Black a third time": (
        [(1, 2, 1, "1-0"), (2, 3, 1, "1-0"), (3, 4, 1, "")], [(2, "notice_colour", 1)],
    ),
    "Black running after White": (
        [(1, 1, 2, ""), (2, 3, 1, ""), (3, 4, 1, ""), (4, 5, 1, "")], [(3, "notice_colour", 1)],
    ),
    "another colour between": (
        [(1, 1, 2, ""), (2, 3, 1, ""), (3, 1, 4, ""), (4, 1, 2, "1-0 F"), (5, 3, 4, "")], [],
    ),
    "a forfeit between": (
        [(1, 1, 2, ""), (2, 1, 3, "1-0 F"), (3, 1, 4, ""), (4, 1, 3, "")],
        [(3, "notice_colour", 1)],
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", SWISS)
def test_lines_of_a_swiss(what: str) -> None:
    """C.04.1: two meet once, nobody has the bye twice, or one colour three times running."""
    lines, doubts = SWISS[what]
    assert _doubts(_event(lines), 5) == doubts


def test_lines_of_a_round_robin() -> None:
    """Promise: in each cycle two meet once, the second time with the other colours."""
    once: Lines = [(1, 1, 2, ""), (2, 2, 1, "")]
    assert _doubts(_event(once, "round-robin"), 3, 3) == [(1, "notice_met", 2)]
    assert _doubts(_event(once, "round-robin"), 6, 3) == []
    assert _doubts(_event(once, "round-robin"), 4, 3) == []
    same: Lines = [(1, 1, 2, "1-0 F"), (4, 1, 2, "")]
    assert _doubts(_event(same, "round-robin"), 6, 3) == [(1, "notice_sides", 1)]
    match: Lines = [(1, 1, 2, ""), (2, 2, 1, "")]
    assert _doubts(_event(match, "round-robin", 2), 2, 1) == []
    byes: Lines = [(1, 1, None, "pab"), (2, 1, None, "pab")]
    assert _doubts(_event(byes, "round-robin"), 3, 3) == []


def test_who_has_no_line() -> None:
    """16.1.1: whoever enters late was absent before; whoever has no line at all is late."""
    event = _event([(1, 1, 2, "1-0"), (1, 5, 6, ""), (2, 1, 3, ""), (2, 6, 2, "")], players=6)
    nameless = replace(event.players[3], name="", rating=None)
    event = replace(event, players=(*event.players[:3], nameless, *event.players[4:]))

    def told(own: Event) -> list[tuple[str, int, object]]:
        found = Pairings(own, 2, 0).absent("full", "zero")
        return [(one.key, one.no, one.words["round"]) for one in found]

    assert told(event) == [("notice_absent", 5, 2)]
    new = replace(event, players=(*event.players, Player(7, "New", None)))
    assert told(new) == [("notice_absent", 5, 2), ("notice_late", 7, 1)]
    rated = replace(new, players=(*new.players[:-1], Player(7, "", 1500)))
    assert told(rated) == told(new)
    not_begun = replace(new, games=tuple(games((1, 1, 2, ""), (1, 5, 6, ""))))
    assert ("notice_absent", 7, 1) in told(not_begun)
    assert told(replace(new, format="round-robin")) == []
    assert Pairings(new, 2, 0).running(1, 2) == 2


def test_many_colours_are_told_once() -> None:
    """Promise: where colours run on in several lines, the first says in how many."""
    lines: Lines = []
    for number, black in enumerate((3, 4, 5), 1):
        lines += [
            (number, 1, black, ""),
            (number, 2, 8 - black, "") if black != 4 else (number, 2, 6, ""),
        ]
    event = _event(lines, players=6)
    found = summed_up(Pairings(event, 3, 0).doubtful(event.games))
    (told,) = [one for one in found if one]
    assert (told.key, told.words["no"], told.words["n"]) == ("notice_colours", 1, 2)
    alone = summed_up([None, told._replace(key="notice_colour")])
    assert [one and one.key for one in alone] == [None, "notice_colour"]
    other = told._replace(key="notice_met", words={})
    one, two = (told._replace(key="notice_colour", where=where, words={"no": 1}) for where in "ab")
    first, none, last = summed_up([one, two, other])
    assert first is not None and none is None and last is other
    assert (first.key, first.where, first.words["n"]) == ("notice_colours", "a", 2)


def test_printed_places() -> None:
    """Promise: a printed place agrees where it is one of those that its player shares."""
    event = replace(_event([(1, 1, 2, "1-0"), (1, 3, 4, "½-½")]), tie_breaks=())
    fitting = replace(event, printed_places={1: 1, 2: 4, 3: 2, 4: 3})
    assert list(place_problems(fitting)) == []
    assert list(place_problems(replace(event, printed_places={3: 3, 4: 2}))) == []
    for wrong in ({1: 2}, {2: 3}, {3: 1}, {4: 4}):
        (told,) = place_problems(replace(event, printed_places={**fitting.printed_places, **wrong}))
        ((no, place),) = wrong.items()
        assert (told.words["place"], told.words["same"], told.words["of"]) == (place, 3, 4)
        assert told.words["name"] == f"P{no}"
