"""Interpreting cells and ranges as arguments."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, List, Mapping, Optional, Sequence, Tuple

from ..engine.errors import ArgumentError, MissingError, NumberError, RatingError, shown
from ..engine.problem import Called, make_error
from ..engine.rounding import HALF, ONE, ZERO, exact
from ..engine.rules.ruleset import RuleSet, load

#: The result for each score of the first player.
CODE_OF = {ONE: "1-0", HALF: "½-½", ZERO: "0-1"}

#: Scores in the form that most cells hold.
_NUMBERS, _KINDS = {1: ONE, 0.5: HALF, 0: ZERO}, (int, float)


def is_blank(value: object) -> bool:
    """Whether a cell is empty, including pandas' missing values."""
    kind = type(value)
    # Speed: nearly all cells are numbers.
    if kind is int or kind is float:
        return False
    if isinstance(value, str):
        return not value
    return value is None or type(value).__name__ == "NAType"


def is_empty(value: object) -> bool:
    """Whether an argument counts as omitted."""
    return value is None or (isinstance(value, str) and value.strip() == "")


def is_lasting(arguments: Tuple[Any, ...]) -> bool:
    """Whether the result depends on the arguments alone, not on a rule file that may change."""
    try:
        hash(arguments)
    except TypeError:
        return False
    return not any(isinstance(value, str) and ".toml" in value for value in arguments)


def number_or_none(value: Any, what: Called) -> Optional[Decimal]:
    """The number in a cell; None if it is empty."""
    return None if is_blank(value) else exact(value, what)


def is_unrated(value: Any, rules: RuleSet) -> bool:
    """Whether a cell has no rating: it is empty, or 0 on a scale without 0.

    A link to an empty cell shows 0. On scales with a 0, those of `ingo`, `ecf-grading` and
    ladders, a 0 in a range is a rating.
    """
    kind = type(value)
    # Speed: nearly all cells are numbers.
    if (kind is int or kind is float) and value:
        return False
    if is_blank(value):
        return True
    return rules.bounds[0] > 0 and value in (0, "0") and not isinstance(value, bool)


def rating_of(value: Any, what: str, rules: RuleSet) -> Optional[Decimal]:
    """The rating in a cell; None if there is none.

    Raises `NumberError` for a rating that is impossible under these rules.
    """
    return None if is_unrated(value, rules) else _within_bounds(value, what, rules)


def _within_bounds(value: Any, what: str, rules: RuleSet) -> Decimal:
    number = exact(value, what)
    low, high = rules.bounds
    if not low <= number <= high:
        raise make_error(
            NumberError,
            "fn_rating",
            what=what,
            number=str(number),
            rules=rules.id,
            low=str(low),
            high=str(high),
        )
    return number


def rating_needed(value: Any, what: str, rules: RuleSet) -> Decimal:
    """The rating in a cell; raises `MissingError` if there is none."""
    found = rating_of(value, what, rules)
    if found is None:
        raise make_error(MissingError, "fn_no_rating", what=what, found=shown(value))
    return found


def needed(value: Any, what: str) -> Any:
    """The value of a cell that can never be 0, such as a place or title.

    Raises `MissingError` for 0, which is what a link to an empty cell shows.
    """
    if value in (0, "0") and not isinstance(value, bool):
        raise make_error(MissingError, "fn_none", what=what, found=shown(value))
    return value


def whole_number(value: Any, what: Called) -> Optional[Decimal]:
    """The whole number from 0 in a cell; None if it is empty."""
    number = number_or_none(value, what)
    if number is not None and (number < 0 or number != int(number)):
        raise make_error(NumberError, "read_whole_from_0", column=what, found=str(number))
    return number


def colour_of(value: Any) -> str:
    """A colour: w (White, or Red: moves first), b, or nothing."""
    text = "" if value is None else str(value).strip().lower()
    if text not in ("", "w", "r", "b"):
        raise make_error(ArgumentError, "fn_colour", what="colour", found=shown(value))
    return text.replace("r", "w")


def paired(
    opponents: Sequence[Any], scores: Sequence[Any], rules: RuleSet
) -> List[Tuple[Decimal, Decimal]]:
    """Opponents' ratings with the score against each; rows that lack either are dropped."""
    if len(scores) == 1 and len(opponents) != 1:
        all_of = [rating_of(rating, "opponent", rules) for rating in opponents]
        rated = [rating for rating in all_of if rating is not None]
        return list(zip(rated, _spread(exact(scores[0], "scores"), len(rated))))
    if len(opponents) != len(scores):
        raise make_error(ArgumentError, "fn_scores", opponents=len(opponents), scores=len(scores))
    found, (low, high) = [], rules.bounds
    for rating, score in zip(opponents, scores):
        value = _NUMBERS.get(score) if type(score) in _KINDS else None
        if is_unrated(rating, rules) or (value is None and is_blank(score)):
            continue
        if value is None:
            value = exact(score, "score")
            if value not in CODE_OF:
                raise make_error(NumberError, "score_of_game", what="score", value=str(value))
        number = exact(rating, "opponent")
        if not low <= number <= high:
            _within_bounds(rating, "opponent", rules)
        found.append((number, value))
    return found


def _spread(total: Decimal, games: int) -> List[Decimal]:
    """Single scores with this total, for rules that only use the sum."""
    if not ZERO <= total <= games or total * 2 != int(total * 2):
        raise make_error(NumberError, "fn_total", total=str(total), games=games)
    wins, half = divmod(total, 1)
    return ([ONE] * int(wins) + [HALF] * bool(half) + [ZERO] * games)[:games]


def rules_among(arguments: Mapping[str, Any]) -> Optional[RuleSet]:
    """The rules given among arguments, or the first ones; None if there are no such rules."""
    try:
        return load(arguments.get("ruleset") or "elo")
    except RatingError:
        return None
