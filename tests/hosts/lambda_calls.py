"""Random calls of the worksheet functions, for every rule set, with blanks and missing facts."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from xlrating.engine.rules.ruleset import RuleSet, load
from xlrating.functions import all_functions

#: Where a rating can be converted to.
_SCALES: dict[str, list[str | None]] = {
    "elo": ["ingo", "ingo:limit=40", "ecf-grading"],
    "fide": ["uscf", "uscf@2013-01-01"],
    "ingo": [None, "elo", "elo:model=logistic"],
    "ecf-grading": ["elo"],
}
#: Rating scales of low numbers, where the best have the least.
_LOW = "ingo"


def rating(rng: random.Random, rules: RuleSet) -> float:
    """A rating on the scale of the rules, whole or with a decimal."""
    low, high = (20, 280) if rules.method == _LOW else (1000, 2850)
    if rules.ladder is not None:
        return rng.randint(0, 40)
    if rules.bounds[0] > low and rules.method != _LOW:
        low = int(rules.bounds[0])
    return rng.choice([rng.randint(low, high), round(rng.uniform(low, high), 1)])


def call(name: str, reference: str, rng: random.Random) -> list[Any]:
    """The arguments of a call; None is left out, a list is a row of cells."""
    rules = load(reference)
    found = _CALLS[name](rng, rules)
    names = [parameter.name for parameter in all_functions()[name].parameters]
    if "ruleset" in names:
        found["ruleset"] = reference
    return [found.get(parameter) for parameter in names]


def columns(name: str, reference: str, rng: random.Random) -> list[Any]:
    """The arguments of several calls at once: a column for each that may be one, games in rows."""
    function = all_functions()[name]
    calls = [call(name, reference, rng) for _ in range(rng.randint(2, 4))]
    found: list[Any] = []
    for parameter, values in zip(function.parameters, zip(*calls, strict=True), strict=True):
        if parameter.name not in (*function.each, *function.rows):
            found.append(values[0])
            continue
        rows = [value if isinstance(value, list) else [value] for value in values]
        wide = max(map(len, rows)) if parameter.name in function.rows else 1
        found.append([[*row[:wide], *[None] * (wide - len(row))] for row in rows])
    return found


def _facts(rng: random.Random, rules: RuleSet) -> dict[str, Any]:
    return {
        "games": rng.choice([None, 0, 4, 8, 12, 29, 30, 100]),
        "age": rng.choice([None, 12, 15, 18, 19, 20, 21, 25, 40]),
        "peak": rng.choice([None, rating(rng, rules)]),
        "index": rng.choice([None, 1, 2, 5, 8]),
    }


def _k_factor(rng: random.Random, rules: RuleSet) -> dict[str, Any]:
    found = {"rating": rating(rng, rules), **_facts(rng, rules)}
    if rng.random() < 0.5:
        found |= {"opponent": rating(rng, rules), "score": rng.choice([1, 0.5, 0])}
    return {**found, "final_rounds": rng.choice([None, None, 0, 1, 2])}


def _games(rng: random.Random, rules: RuleSet, blanks: bool = True) -> dict[str, Any]:
    number = rng.randint(1, 11)
    met: list[Any] = [rating(rng, rules) for _ in range(number)]
    got: Any = [rng.choice([1, 0.5, 0]) for _ in met]
    if rng.random() < 0.2:
        met[rng.randrange(number)] = rng.choice([None, 0]) if rules.bounds[0] > 0 else None
    is_sum = number > 1 and rng.random() < 0.2
    if is_sum:
        got = sum(got) + rng.choice([0, 0, 0, -0.5, 0.25])
    elif rng.random() < 0.2:
        got[rng.randrange(number)] = None
    if not is_sum and rng.random() < 0.03:
        got[-1] = 0.3
    return {"opponents": met, "scores": got}


def _new_rating(rng: random.Random, rules: RuleSet) -> dict[str, Any]:
    games = _games(rng, rules)
    number = len(games["opponents"])
    found = {"rating": rating(rng, rules), **games, **_facts(rng, rules)}
    found["k"] = rng.choice([None, None, None, 10, 32.5, rng.choice([0, 201])])
    if rules.outcomes is not None or rng.random() < 0.1:
        found["colours"] = [rng.choice("wb") for _ in range(number)]
    if rng.random() < 0.3:
        found["final_rounds"] = rng.choice([0, 1, 2])
    found["sex"] = rng.choice([None, "f", "m"])
    return found


def _performance(rng: random.Random, rules: RuleSet) -> dict[str, Any]:
    return {**_games(rng, rules), "rating": rng.choice([None, rating(rng, rules)])}


def _event_average(rng: random.Random, rules: RuleSet) -> dict[str, Any]:
    number = rng.randint(2, 8)
    known: list[float | None] = [
        rng.choice([None, *[rating(rng, rules)] * 4]) for _ in range(number)
    ]
    scores = [rng.randint(0, 2 * (number - 1)) / 2 for _ in range(number)]
    if rng.random() < 0.1:
        return {"ratings": [*known, None], "scores": [*scores, None]}
    return {"ratings": known, "scores": scores}


def _pooled(rng: random.Random, rules: RuleSet) -> dict[str, Any]:
    number = rng.randint(1, 5)
    return {
        "ratings": [rng.choice([None, *[rating(rng, rules)] * 5]) for _ in range(number)],
        "games": [rng.choice([None, 0, *range(1, 12)]) for _ in range(number)],
    }


def _title(rng: random.Random, rules: RuleSet) -> dict[str, Any]:
    rows = rules.start.rows if rules.start is not None else load("malaysia").start.rows  # type: ignore[union-attr]
    title, other = (rng.choice(rng.choice(rows).titles) for _ in range(2))
    if rng.random() < 0.3:
        title += rng.choice("/、,，；／") + other
    if rng.random() < 0.1:
        title = rng.choice(["nobody", f" {title} ", title.upper()])
    return {"title": title, "sex": rng.choice([None, "f", "m", "女"])}


def _glicko(rng: random.Random, rules: RuleSet) -> dict[str, Any]:
    number = rng.randint(1, 9)
    met = [rng.choice([None, *[rating(rng, rules)] * 8]) for _ in range(number)]
    has = rules.deviation is not None and rules.deviation.volatility is not None
    return {
        "rating": rating(rng, rules),
        "rd": _rd(rng),
        "opponents": met,
        "rds": [_rd(rng) for _ in met],
        "scores": [rng.choice([1, 0.5, 0]) for _ in met],
        "volatility": rng.choice([None, 0.06, round(rng.uniform(0.03, 0.2), 4)]) if has else None,
    }


def _rd(rng: random.Random) -> float:
    return round(rng.uniform(20, 380), 1)


def _calibration(rng: random.Random, _: RuleSet) -> dict[str, Any]:
    games = rng.randint(1, 9000)
    return {
        "games": games,
        "white_wins": rng.randint(0, games),
        "black_wins": rng.randint(0, games // 2),
    }


def _places(rng: random.Random, rules: RuleSet) -> dict[str, Any]:
    return {
        "place": rng.choice([*range(1, 12), 1.5]),
        "rating": rng.choice([None, rating(rng, rules)]),
        "k": rng.choice([None, 10, 32.5]),
    }


_CALLS: dict[str, Callable[[random.Random, RuleSet], dict[str, Any]]] = {
    "WE_TABLE": lambda rng, _: {
        "difference": rng.choice([rng.randint(-900, 900), round(rng.uniform(-500, 500), 1)])
    },
    "DP_TABLE": lambda rng, _: {
        "share": rng.choice([round(rng.random(), 4), rng.randint(0, 200) / 200, 0, 1])
    },
    "EXPECTED_SCORE": lambda rng, rules: {
        "rating": rating(rng, rules),
        "opponent": rating(rng, rules),
        "colour": rng.choice([None, None, "w", "b", "R"]),
    },
    "WIN_DRAW_LOSS": lambda rng, rules: {
        "white": [rating(rng, rules)],
        "black": [rating(rng, rules)],
    },
    "CALIBRATE": _calibration,
    "K_FACTOR": _k_factor,
    "NEW_RATING": _new_rating,
    "RATING_CHANGE": _new_rating,
    "PERF_RATING": _performance,
    "INITIAL_RATING": _games,
    "EVENT_AVERAGE": _event_average,
    "POOLED_RATING": _pooled,
    "START_RATING": _title,
    "BONUS": _places,
    "ABSENCE_PENALTY": lambda rng, rules: {"rating": rating(rng, rules)},
    "LADDER_POINTS": lambda rng, _: {
        "points": rng.choice([rng.randint(0, 60), -1, 2.5]),
        "score": rng.choice([1, 0.5, 0, 0.3]),
        "moves": rng.choice([None, 5, 9, 10, 11, 40]),
    },
    "RATING_FLOOR": lambda rng, rules: {
        "peak": rating(rng, rules),
        "games": rng.choice([None, 0, 20, 25, 26, 300]),
    },
    "RATING_CLASS": lambda rng, rules: {
        "rating": rating(rng, rules),
        "language": rng.choice([None, "en", "zh", "ru", "xx"]),
    },
    "CONVERT_RATING": lambda rng, rules: {
        "rating": rating(rng, rules),
        "to": rng.choice(_SCALES.get(rules.id, ["elo", "ingo", "fide", "uscf"])),
    },
    "RULE_SETS": lambda _, __: {},
    "GLICKO_RATING": _glicko,
    "GLICKO_EXPECTED": lambda rng, rules: {
        "rating": rating(rng, rules),
        "rd": _rd(rng),
        "opponent": rating(rng, rules),
        "opponent_rd": _rd(rng),
    },
    "RATING_DEVIATION": lambda rng, _: {
        "rd": _rd(rng),
        "periods": rng.choice([0, 1, 2.5, 30, -1]),
        "volatility": rng.choice([None, 0.06]),
    },
    "RATING_INTERVAL": lambda rng, rules: {"rating": rating(rng, rules), "rd": _rd(rng)},
}
FUNCTIONS: Sequence[str] = tuple(_CALLS)
