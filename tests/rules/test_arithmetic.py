"""What a line says of its calculation, recalculated from what it says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from decimal import Decimal
from functools import cache
from types import CodeType

import pytest
from bulk.federations import references
from workbooks import complete_round_robin, fitted, random_event, with_playoffs

from xlrating.engine.errors import NumberError
from xlrating.engine.event import Event, Game, Player
from xlrating.engine.lines import Step
from xlrating.engine.rating import rate
from xlrating.engine.rounding import half_up
from xlrating.engine.rules.rulefile import available
from xlrating.engine.rules.ruleset import load

#: The equations that the texts of these steps state, with sign or in words.
EQUATIONS = {
    "step_gain": ("score - expected", "value"),
    "step_multiplier": ("over / (coefficient + n)", "value"),
    "step_change": ("k * gain", "value"),
    "step_special": ("(games * rating + n * average + per_win * more) / (games + n)", "value"),
    "step_bonus_over": ("change - threshold", "value"),
    "step_new": ("old + change", "value"),
    "step_new_games": ("old + change", "value"),
    "step_initial": ("average + difference", "exact"),
    "step_rp": ("average + difference", "value"),
    "step_performance": ("average + difference", "value"),
    "step_expected_average": ("share * n", "value"),
    "step_expected_field": ("share * players - Decimal('0.5')", "value"),
    "step_expected_fields": ("cycles * (share * players - Decimal('0.5'))", "value"),
    "step_change_share": ("k * gain / n", "value"),
    "step_weight": ("gain * weight", "value"),
    "step_p": ("own - average", "difference"),
    "step_we": ("n * share", "value"),
    "step_champion": ("half_up(rating * share * k, 2)", "bonus"),
    "step_champion_together": ("half_up(rating * share * k, 2)", "bonus"),
    "step_game": ("k * (score - expected)", "exact"),
    "step_game_exact": ("k * (score - expected)", "exact"),
    "step_game_weight": ("k * weight", "value"),
    "step_ladder": ("old + change", "value"),
}


def period(kind: int, reference: str) -> list[Event]:
    """A Swiss, another one at a faster pace, a double round robin with play-offs, two events."""
    if kind < 2:
        swiss = fitted(random_event(5, 14, 7), reference, 5)
        return [replace(swiss, pace="rapid" if kind else "")]
    double = complete_round_robin(2, 4, 2)
    if kind == 2:
        return [with_playoffs(fitted(double, reference, 1), 4)]
    single = complete_round_robin(3, 6)
    return [fitted(single, reference, 2), fitted(replace(double, name="Double"), reference, 3)]


def steps_under(name: str) -> Iterator[tuple[str, Step]]:
    """The steps of all players: of every kind of event, and of one under each choice."""
    own = [reference for reference in references() if load(reference).id == name]
    for number, reference in enumerate(own):
        for kind in range(4) if number == 0 else [number % 4]:
            for line in rate(period(kind, reference), reference).lines:
                yield from ((reference, step) for step in line.steps)


@pytest.mark.in_turn
@pytest.mark.parametrize("name", available())
def test_a_sentence_can_be_recalculated(name: str) -> None:
    """Promise: whoever takes a pocket calculator to a step comes to its result."""
    for reference, step in steps_under(name):
        if step.key in EQUATIONS:
            left, right = (_value(side, step) for side in EQUATIONS[step.key])
            assert abs(left - right) < Decimal("1e-9"), (reference, step)


@pytest.mark.parametrize("name", ["malaysia", "dwz", "fide", "glicko2"])
def test_what_was_expected_is_the_sum_over_the_games(name: str) -> None:
    """Promise: the expected score of a line is that of its games, and what is above it the gain."""
    counted = [line for line in rate(period(0, name), name).lines if line.expected is not None]
    assert len(counted) > 5
    for line in counted:
        expected = sum(game.expected or 0 for game in line.games if game.counted)
        assert line.expected is not None and abs(line.expected - expected) < Decimal("1e-9")
        assert line.gain is not None and abs(line.score - line.expected - line.gain) < Decimal(
            "1e-9"
        )


def test_who_begins_is_told_where() -> None:
    """Promise: a ladder tells those without points where they begin, and nobody else."""
    for line in rate(period(0, "rank-ladder"), "rank-ladder").lines:
        begins = line.steps[0].key == "step_ladder_start"
        assert begins == (line.player.rating is None)


def test_first_ratings_of_several_events_name_them() -> None:
    """China Pro, 1.3: of each event a performance, under the name of the event, if there are two."""
    people = (
        Player(1, "New", id="1"),
        *(Player(no, f"P{no}", 2400, id=str(no)) for no in range(2, 9)),
    )
    played = tuple(Game(no - 1, 1, no, "1-0" if no % 2 else "½-½") for no in range(2, 9))
    one = Event(people, played, "Spring", start=date(2025, 3, 1))
    for period, told in (([one], 0), ([one, replace(one, name="Autumn")], 2)):
        steps = rate(period, "china-pro").lines[0].steps
        keys = [step.key for step in steps]
        assert keys.count("step_event") == told
        assert keys[-1] == ("step_pooled" if told else "step_first_published")


@pytest.mark.parametrize("index", [-1, Decimal("1.5")])
def test_events_so_far_are_counted_in_whole_numbers(index: object) -> None:
    """Promise: the index, how many tournaments were rated before, is counted, so others are refused."""
    people = (Player(1, "A", 1800, facts={"index": index}), Player(2, "B", 1800))
    event = Event(people, (Game(1, 1, 2, "1-0"),), start=date(2025, 3, 1))
    with pytest.raises(NumberError, match="index of A"):
        rate(event, "dwz")


@cache
def _compiled(side: str) -> CodeType:
    return compile(side, "", "eval")


def _value(side: str, step: Step) -> Decimal:
    words = {**step.words, "value": step.value}
    known = {name: Decimal(str(one)) for name, one in words.items() if _is_number(one)}
    return Decimal(eval(_compiled(side), {"Decimal": Decimal, "half_up": half_up}, known))


def _is_number(value: object) -> bool:
    return isinstance(value, (int, Decimal)) and not isinstance(value, bool)
