"""大马应用的等级分制度: the three national events give bonuses, and tell who was absent."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from office import Office, differences_of
from test_inspection import four
from workbooks import games, plan_of, write

from xlrating.engine.errors import EventError
from xlrating.engine.event import Event, Player
from xlrating.engine.inspection import inspected
from xlrating.engine.rating import rate
from xlrating.engine.rules.ruleset import load
from xlrating.federation.next_list import ListError, next_list
from xlrating.federation.submissions import Submission
from xlrating.reading import read

RULES = load("malaysia")


def bonuses(event: Event) -> list[object]:
    """The bonus of each player, in the order of the list."""
    found = []
    for line in rate(event, RULES).lines:
        steps = [step.words["bonus"] for step in line.steps if step.key == "step_bonus"]
        found.append(steps[0] if steps else None)
    return found


def king(event: Event) -> Event:
    """The event as the King of Chess."""
    return replace(event, facts={"national": "大马棋王赛"})


def test_places_of_a_national_event_follow_from_its_table() -> None:
    """BONUS: 比赛前八名, the final places when all results are entered; typed places go before."""
    assert bonuses(four()) == [None] * 4
    assert bonuses(king(four())) == [30, 25, 20, 15]
    typed = king(four({}, {"bonus_place": 1}))
    assert bonuses(typed) == [None, 30, None, None]
    running = replace(king(four()), games=games((1, 1, 4, "1-0"), (1, 2, 3, "")))
    assert bonuses(running) == [None] * 4


def test_who_was_not_there_has_no_bonus() -> None:
    """ "为了奖励这三个全国赛的胜利者": a place of somebody who met nobody carries none."""
    absent = games((1, 1, 2, "1-0"), (1, 3, None, "BYE 0"), (1, 4, None, "BYE 0"))
    found = bonuses(replace(king(four()), games=absent, rounds=1))
    assert found == [30, 25, None, None]


def test_a_shared_place_must_be_typed() -> None:
    """The place is the final one after tie-breaks: a bonus that is two players' is nobody's."""
    drawn = replace(king(four()), games=games((1, 1, 2, "½-½"), (1, 3, 4, "½-½")), rounds=1)
    assert {p.key for p in inspected(drawn, RULES)} == {"place_shared"}
    with pytest.raises(EventError, match="shared"):
        rate(drawn, RULES)


def test_places_are_refused_elsewhere() -> None:
    """为了奖励这三个全国赛的胜利者: no other event has a bonus; a list of games cannot say so."""
    placed = four({"bonus_place": 1})
    assert [p.key for p in inspected(placed, RULES)] == ["place_unsaid"]
    with pytest.raises(EventError, match="places carry a bonus only in national events"):
        rate(replace(placed, facts={"national": ""}), RULES)
    with pytest.raises(EventError, match="not one of the choices"):
        rate(replace(placed, facts={"national": "Cup"}), RULES)


@pytest.mark.in_turn
def test_the_sheet_has_the_same_bonuses(office: Office, tmp_path: Path) -> None:
    """The choice on Start in three languages: formulas derive what the engine derives."""
    names = {"en": "Malaysian King of Chess", "zh": "大马棋王赛", "ru": "Король сянци Малайзии"}
    paths = []
    for language, name in names.items():
        plan = plan_of(king(four()), "malaysia", language, engine=False)
        paths.append(path := write(plan, tmp_path / f"{language}.xlsx"))
        assert read(path).facts == {"national": name}
        assert bonuses(read(path)) == [30, 25, 20, 15]
    path = write(plan_of(four(), "malaysia", engine=False), tmp_path / "none.xlsx")
    assert read(path).facts == {"national": ""} and bonuses(read(path)) == [None] * 4
    # Nothing said: the workbook that `rate` writes says neither yes nor no.
    path = write(plan_of(four({"bonus_place": 1}), "malaysia", engine=False), tmp_path / "csv.xlsx")
    assert differences_of([*paths, path], office) == [[]] * 4
    assert "national" not in read(path).facts


LISTED = [
    Player(no, name, Decimal(2000), id=str(no)) for no, name in enumerate(("A", "B", "C", "D"), 1)
]


def sent(national: str, day: date, *ids: int) -> Submission:
    """A national event in which players 1 and 2 of the event, with these IDs, meet."""
    people = tuple(replace(LISTED[id - 1], no=no) for no, id in enumerate(ids, 1))
    lines = games(*((1, no, no + 1, "1-0") for no in range(1, len(ids), 2)))
    event = Event(people, lines, f"{national} {day}", rounds=1, start=day, end=day)
    return Submission(f"{national}.xlsx", replace(event, facts={"national": national}))


YEAR = (
    sent("king", date(2025, 3, 1), 1, 2), sent("team", date(2025, 6, 1), 1, 3),
    sent("day", date(2025, 8, 31), 1, 2),
)  # fmt: skip


def test_absence_follows_from_the_three_events_of_a_year() -> None:
    """缺席一年所有的 3 个全国赛: who was in none of them loses 3 %, 无故: unless the list says no."""
    found = next_list(LISTED, YEAR, "malaysia")
    assert found.entry("4").player.rating == 2000 - 60
    (told,) = [one for one in found.notices if one.key == "fed_absent"]
    assert (told.words["n"], told.words["names"]) == (1, "D")
    # 只須出席 3 个比赛的一个比赛: C was in one.
    steps = [step.key for _, line in found.entry("3").lines for step in line.steps]
    assert "step_absence" not in steps
    excused = [*LISTED[:3], replace(LISTED[3], facts={"absent": "-"})]
    assert next_list(excused, YEAR, "malaysia").entry("4").player.rating == 2000


def test_less_than_all_three_tell_nothing() -> None:
    """Two of the events, or three of two years, say nothing about a year."""
    assert next_list(LISTED, YEAR[:2], "malaysia").entry("4").player.rating == 2000
    split = (*YEAR[:2], sent("day", date(2026, 8, 31), 1, 2))
    assert next_list(LISTED, split, "malaysia").entry("4").player.rating == 2000


def test_a_mark_that_the_events_contradict_stops() -> None:
    """Marked as absent from all three, but there in one."""
    marked = [replace(LISTED[0], facts={"absent": "x"}), *LISTED[1:]]
    with pytest.raises(ListError) as caught:
        next_list(marked, YEAR, "malaysia")
    assert [one.key for one in caught.value.problems] == ["absent_played"]
