"""A line's steps as sentences: what was done, the result, and the clause behind it."""

from __future__ import annotations

from decimal import Decimal
from functools import partial
from typing import Callable, Iterable, NamedTuple

from .lines import Line, Step
from .rules.ruleset import RuleSet
from .showing import rating_text
from .texts import in_words


class Sentence(NamedTuple):
    """One step: the sentence, its value, and its clause."""

    text: str
    value: Decimal | None
    clause: str


#: Like `Sentence` with these parts, all of them; an Audit has very many.
_sentence: Callable[[tuple[object, ...]], Sentence] = partial(tuple.__new__, Sentence)

#: The words and values of steps that are ratings and are shown like ratings; intermediate
#: results keep their digits.
_RATINGS = ("old", "rating", "low", "high")
_GIVING_RATINGS = ("step_new", "step_new_games", "step_unrounded", "step_initial",
                   "step_performance", "step_rp", "step_mixed", "step_most",
                   "step_adjusted", "step_adjusted_pace")  # fmt: skip


def sentences(line: Line, language: str = "en", rules: RuleSet | None = None) -> list[Sentence]:
    """A line's calculation step by step; ratings are formatted for the rule set, if given."""
    return in_sentences(line.steps, language, rules)


def in_sentences(
    steps: Iterable[Step], language: str = "en", rules: RuleSet | None = None
) -> list[Sentence]:
    """Calculation steps as sentences; ratings are formatted for the rule set, if given."""
    found = []
    # Speed: other rules format ratings like any number.
    unrounded = rules if rules is not None and rules.change.rounding == "none" else None
    for step in steps:
        words = {**step.words, "value": step.value}
        if unrounded is not None:
            ratings = (*_RATINGS, "value") if step.key in _GIVING_RATINGS else _RATINGS
            for name in ratings:
                if isinstance(value := words.get(name), Decimal):
                    words[name] = rating_text(value, unrounded)
        text = in_words(language, step.key, words)
        found.append(_sentence((text, step.value, step.clause)))
    return found
