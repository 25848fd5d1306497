"""Exact numbers, and the roundings that regulations prescribe.

Regulations calculate in decimals, and so does everything here (`decimal.Decimal`); a float would
turn 25 x (0.5 - 0.76) into -6.499... and round a published number wrongly.
"""

from __future__ import annotations

import re
from decimal import ROUND_FLOOR, ROUND_HALF_UP, Context, Decimal, InvalidOperation
from functools import lru_cache
from typing import Callable, Iterable, Mapping, Optional, Union, cast

from .errors import ArgumentError, NumberError, RatingError, shown
from .languages import ENGLISH
from .problem import Called, Problem, make_error
from .texts import is_text, wording

Number = Union[int, float, str, Decimal]

HALF = Decimal("0.5")
ZERO = Decimal(0)

#: Larger than any number in a regulation; beyond it decimals would lose digits.
DIGITS = 12
_BEYOND = 10**DIGITS
ONE = Decimal(1)

# Spreadsheets keep 15 significant digits of a number; 2049.4999999999995 in a cell is
# shown, and rounded, as 2049.5.
_CELL = Context(prec=15, rounding=ROUND_HALF_UP)

#: A comma that could separate thousands or decimals: 2,345, but not 0,345.
_EITHER_WAY = re.compile(r"[+-]?[1-9]\d{0,2},\d{3}")
#: A text that could be two ratings, but not one with that many decimals.
_TWO = re.compile(r"\d{3,4},\d{4}")


def exact(value: Number, what: Called = "value") -> Decimal:
    """The decimal number that a cell shows: 15 significant digits of a float, all of anything else.

    A comma in a text is a decimal comma. Raises `ArgumentError` for a text that is no number or
    could be two, `NumberError` for one that is not finite or too large.

    >>> exact(0.1 + 0.2), exact("0,5")
    (Decimal('0.3'), Decimal('0.5'))
    """
    if type(value) is int and -_BEYOND < value < _BEYOND:
        return Decimal(value)
    if type(value) is float and value.is_integer() and 0 < abs(value) < _BEYOND:
        return Decimal(int(value))
    if type(value) is Decimal:
        number = value
    elif isinstance(value, bool):
        raise make_error(ArgumentError, "number_expected", what=what, found=str(value))
    elif isinstance(value, (Decimal, int)):
        number = Decimal(value)
    elif isinstance(value, float):
        number = _CELL.create_decimal_from_float(value)
    else:
        text = str(value).strip()
        if _EITHER_WAY.fullmatch(text):
            ways = {"whole": text.replace(",", ""), "parted": text.replace(",", ".")}
            raise make_error(ArgumentError, "number_either", what=what, found=shown(value), **ways)
        if _TWO.fullmatch(text):
            raise make_error(ArgumentError, "number_two", what=what, found=shown(value))
        try:
            # Python accepts 2_000 as a number, but nobody writes that in a cell.
            number = Decimal(text.replace("½", ".5").replace(",", ".").replace("_", "?"))
        except InvalidOperation:
            raise make_error(ArgumentError, "number_text", what=what, found=shown(value)) from None
    if not number.is_finite():
        raise make_error(NumberError, "number_infinite", what=what, found=shown(value))
    if number and number.adjusted() >= DIGITS:
        raise make_error(NumberError, "number_large", what=what, found=shown(value), digits=DIGITS)
    return tidy(number) if isinstance(value, float) else number


def number_fact(facts: Mapping[str, object], name: str, of: str = "") -> Optional[Decimal]:
    """A numeric fact of a player or an event; None if it is missing.

    >>> number_fact({"index": "6", "age": ""}, "index"), number_fact({"age": ""}, "age")
    (Decimal('6'), None)
    """
    value = facts.get(name)
    if value is None or value == "":
        return None
    try:
        return exact(cast(Number, value))
    except RatingError:
        return exact(cast(Number, value), fact_of(name, of) if of else name)


def fact_of(name: str, of: str) -> Called:
    """How messages refer to a fact: by its key, or by its heading in other languages."""
    what = {**wording(f"col_{name}"), ENGLISH: name} if is_text(f"col_{name}") else name
    return Problem("fact_of", {"what": what, "who": of}, "")


@lru_cache(maxsize=64)
def _step(places: int) -> Decimal:
    """The smallest positive number with `places` decimals."""
    return Decimal(1).scaleb(-places)


def half_up(value: Decimal, places: int = 0) -> Decimal:
    """Rounded to nearest, halves upward: 四舍五入 on positive numbers, "0.5 is rounded up".

    >>> half_up(Decimal("-2.5")), half_up(Decimal("2350.05"), 1)
    (Decimal('-2'), Decimal('2350.1'))
    """
    step = _step(places)
    return (value + step * HALF).quantize(step, ROUND_FLOOR)


def half_away(value: Decimal, places: int = 0) -> Decimal:
    """Rounded to nearest, halves away from zero: FIDE 8.3.4, and a spreadsheet's ROUND.

    >>> half_away(Decimal("-2.5"))
    Decimal('-3')
    """
    # Adding zero turns a -0 into 0.
    return value.quantize(_step(places), ROUND_HALF_UP) + ZERO


def to_five(value: Decimal, places: int = 0) -> Decimal:
    """The nearest multiple of 5, ties upward: "last digit to the nearest 5 or 0".

    >>> to_five(Decimal("2437.5"))
    Decimal('2440')
    """
    return half_up(value / 5, places) * 5


def down(value: Decimal, places: int = 0) -> Decimal:
    """The largest number of `places` decimals that is not above the value."""
    return value.quantize(_step(places), ROUND_FLOOR)


def unrounded(value: Decimal, places: int = 0) -> Decimal:
    """The value unchanged, for regulations that do not round it."""
    return value


#: The roundings by the names that rule files use.
ROUNDINGS: Mapping[str, Callable[[Decimal, int], Decimal]] = {
    "half up": half_up,
    "half away from zero": half_away,
    "nearest 5, half up": to_five,
    "down": down,
    "none": unrounded,
}


#: How many places of a number are exact after several divisions: decimals have 28 digits.
CERTAIN = 20


def certain(value: Decimal) -> Decimal:
    """The result of several divisions, without its uncertain last digits.

    Thirds that add up to a half then are exactly a half, and are rounded as one:

    >>> certain(Decimal(2000) / 3 - Decimal(500) / 3), certain(Decimal("0.5"))
    (Decimal('500'), Decimal('0.5'))
    """
    # Beyond this, the places would exceed the precision.
    return tidy(half_away(value, CERTAIN)) if abs(value) < 10**7 else value


def mean(values: Iterable[Decimal]) -> Decimal:
    """The arithmetic mean, with a single division at the end.

    >>> mean([Decimal(1675), Decimal(1890)])
    Decimal('1782.5')
    """
    items = list(values)
    if not items:
        raise NumberError("an average needs at least one number")
    return sum(items, ZERO) / len(items)


def tidy(value: Decimal) -> Decimal:
    """The same number without trailing zeros and without an exponent.

    >>> tidy(Decimal("20.00")), tidy(Decimal("1E+2"))
    (Decimal('20'), Decimal('100'))
    """
    whole = value.to_integral_value()
    return whole.quantize(ONE) if value == whole else value.normalize()


def plain(value: Decimal | int | float) -> int | float:
    """The number as a host expects it: an int if it is whole, otherwise a float.

    >>> plain(Decimal("2350.0")), plain(Decimal("0.76"))
    (2350, 0.76)
    """
    number = exact(value)
    whole = int(number)
    return whole if whole == number else float(number)
