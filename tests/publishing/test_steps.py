"""Steps of calculations that a list says in one language are said in that of the page."""

from __future__ import annotations

import pytest
from workbooks import random_event

from xlrating.engine.errors import RatingError
from xlrating.engine.rating import rate
from xlrating.engine.rules.ruleset import available
from xlrating.engine.sentences import sentences
from xlrating.publishing.steps import ListSteps

#: How much of a list's steps stays in its language: two texts that are alike in one of them.
_LEFT = 0.05


@pytest.mark.parametrize(("of", "to"), [("en", "zh"), ("ru", "en"), ("zh", "ru")])
def test_what_is_said_in_another_language_is_right(of: str, to: str) -> None:
    """Promise: a step is said as the program itself says it, or left as the list has it."""
    left = said = 0
    for name in available():
        try:
            report = rate(random_event(4, 10, 5), name)
        except RatingError:
            continue  # of another unit, or with nothing to rate
        steps = ListSteps(of, report.rules.reference)
        for line in report.lines:
            rules = report.rules
            for one, other in zip(
                sentences(line, of, rules), sentences(line, to, rules), strict=True
            ):
                found = steps.said(one.text, one.clause, to)
                said += 1
                left += found.language != to
                assert found.text == (other.text if found.language == to else one.text)
    assert said > 500 and left < _LEFT * said


@pytest.mark.parametrize(
    "text", ["K = 20: a word that no rules have", "Score in the <b> games counted: 2", ""]
)
def test_what_nobody_knows_stays(text: str) -> None:
    """Promise: nothing is guessed: what an officer typed, or another version wrote, stays."""
    assert ListSteps("en", "fide").said(text, "", "ru") == (text, "", "en")
