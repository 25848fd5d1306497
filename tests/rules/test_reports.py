"""What each rule set makes of the same events: its numbers, steps and clauses stay as they are.

Other tests say that they are right. After a change that is meant, `python tests/rules/test_reports.py`
writes `tests/vectors/reports.json` anew; what else has changed in it was not meant.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator, Mapping
from decimal import Decimal
from functools import cache
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

import pytest
from bulk.federations import references
from test_arithmetic import period

from xlrating.engine.event import Player
from xlrating.engine.languages import LANGUAGES
from xlrating.engine.lines import Line
from xlrating.engine.rating import rate

#: The digest of each step, of lines and of games, under each choice of each rule set.
REPORTS = Path(__file__).parents[1] / "vectors" / "reports.json"


def _told(line: Line) -> Iterator[tuple[str, object]]:
    """What a line tells, by the key of the step; texts of rule files are left out."""
    own = {name: _plain(value) for name, value in vars(line).items() if name != "steps"}
    yield "line", {**own, "games": len(line.games)}
    for game in line.games:
        yield "game", [*map(_plain, game)]
    for place, step in enumerate(line.steps):
        words = {name: _plain(word) for name, word in step.words.items()}
        yield step.key, [place, _plain(step.value), step.clause, words]


def _plain(value: object) -> str:
    """A value with the digits that every processor gives it; of a player the number."""
    if isinstance(value, Decimal):
        return f"{value:.9g}"
    if isinstance(value, Mapping):
        return str({name: _plain(one) for name, one in value.items() if name not in LANGUAGES})
    return str(value.no if isinstance(value, Player) else value)


def digests(reference: str) -> dict[str, str]:
    """What is told of a Swiss and of round robins, a digest for each kind of step."""
    found: dict[str, list[object]] = {}
    number = references().index(reference)
    for kind in (0, 3) if number % 4 else (0, 2, 3):
        report = rate(period(kind, reference), reference)
        for line in report.lines:
            for key, told in _told(line):
                found.setdefault(key, []).append(told)
        found.setdefault("next", []).extend(_plain(vars(one)) for one in report.players())
    return {
        key: hashlib.sha256(json.dumps(told).encode()).hexdigest()[:6]
        for key, told in sorted(found.items())
    }


@cache
def _known() -> dict[str, dict[str, str]]:
    known: dict[str, dict[str, str]] = json.loads(REPORTS.read_text("utf-8"))
    return known


def test_every_rule_set_and_choice_has_a_report() -> None:
    """Promise: whoever adds a choice writes down what it gives."""
    assert [*_known()] == [*references()], "run: python tests/rules/test_reports.py"


@pytest.mark.sampled(3)
@pytest.mark.parametrize("reference", _known() if REPORTS.exists() else [])
def test_a_report_stays_as_it_is(reference: str) -> None:
    """Promise: no number, step or clause of a report changes unless somebody means it."""
    assert digests(reference) == _known()[reference]


if __name__ == "__main__":
    rows = [f"{json.dumps(one)}: {json.dumps(digests(one))}" for one in references()]
    REPORTS.write_text("{\n" + ",\n".join(rows) + "\n}\n", "utf-8")
