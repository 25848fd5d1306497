"""Worksheet functions with wild arguments: never an exception, and cells that a program can show."""

from __future__ import annotations

import logging
import math
from datetime import date, datetime, time
from decimal import Decimal
from functools import cache
from random import Random
from typing import Any

from xlrating.functions import all_functions, cells
from xlrating.functions.registry import WorksheetFunction

from . import wild
from .promises import RULES, BrokenError

NAME = "functions"

#: Faults of the program itself, which a cell shows as #VALUE! and a log tells.
_FAULTS: list[BaseException] = []


class _Log(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info and record.exc_info[1]:
            _FAULTS.append(record.exc_info[1])


logging.getLogger("xlrating").addHandler(_Log())


def seeds() -> list[bytes]:
    """None: each input is made by itself."""
    return [b"0"]


def changed(data: bytes, random: Random) -> bytes:
    """Another input: the arguments are drawn from it."""
    return random.randbytes(8)


@cache
def _functions() -> tuple[tuple[str, WorksheetFunction], ...]:
    return tuple(all_functions().items())


def arguments(data: bytes) -> tuple[str, list[Any]]:
    """The function and the arguments that the bytes stand for."""
    random = Random(data)
    name, function = random.choice(_functions())
    parameters = function.parameters
    count = len(parameters) if random.random() < 0.7 else random.randint(0, len(parameters) + 2)
    if random.random() < 0.01:
        name = wild.text(random)
    height = random.randint(1, 4)
    found: list[Any] = []
    for at in range(count):
        parameter = parameters[at].name if at < len(parameters) else ""
        optional = at < len(parameters) and parameters[at].optional
        if optional and random.random() < 0.5:
            found.append(None)
        elif random.random() < 0.25:
            found.append(_value(random))
        else:
            found.append(_fitting(parameter, random, height))
    return name, found


def _fitting(parameter: str, random: Random, height: int) -> Any:
    """What the argument may well be, so that calls get past the first check."""
    if parameter in ("ruleset", "to"):
        return random.choice(RULES)
    if parameter == "language":
        return random.choice(("en", "zh", "ru"))
    if parameter in ("opponents", "ratings", "players", "rds"):
        return [[random.randint(1000, 2800)] for _ in range(height)]
    if parameter in ("scores", "points"):
        return [[random.choice((0, 0.5, 1))] for _ in range(height)]
    if parameter in ("score", "share"):
        return random.choice((0, 0.5, 1, 0.75))
    if parameter in ("rating", "opponent", "peak", "white", "black"):
        return random.randint(100, 2900)
    return random.choice((0, 1, 2, 5, 10, 20, 40, 100, "w", "b", "m", "f", "GM", ""))


def _value(random: Random, depth: int = 0) -> Any:
    draw = random.random()
    if draw < 0.35:
        return wild.number(random)
    if draw < 0.6:
        return wild.text(random)
    if draw < 0.9 and depth < 2:
        high, wide = random.choice((0, 1, 1, 2, 3, 8)), random.choice((0, 1, 1, 1, 2, 5))
        rows = [[_value(random, depth + 1) for _ in range(wide)] for _ in range(high)]
        if rows and random.random() < 0.1:
            rows[-1] = rows[-1][:-1]  # ragged
        return tuple(map(tuple, rows)) if random.random() < 0.2 else rows
    return random.choice(_odd())


@cache
def _odd() -> tuple[Any, ...]:
    """What no cell holds, or hardly."""
    return (
        None, True, False, Decimal("1E+400"), Decimal("NaN"), Decimal("sNaN"), Decimal("2000"),
        date(2025, 1, 1), datetime(1899, 12, 31), time(1), b"x", object(), {}, {"a": 1}, set(),
        1j, range(3), _deep(2), _deep(50), _deep(900), iter(()), float, "x" * 100_000,
    )  # fmt: skip


def _deep(levels: int) -> Any:
    found: Any = 2000
    for _ in range(levels):
        found = [found]
    return found


def tried(data: bytes, _: object) -> str:
    """Call the function; the same cells come of the same cells in a range of one."""
    name, given = arguments(data)
    _FAULTS.clear()
    rows = cells.call(name, given)
    if _FAULTS:
        raise _FAULTS[0]
    _shown(rows)
    if all(isinstance(value, (int, float, str)) for value in given):
        again = cells.call(name, [[[value]] for value in given])
        if repr(again) != repr(rows):
            raise BrokenError(f"{name}{given}: {rows} of values, {again} of ranges of one cell")
    first = rows[0][0]
    return f"{name} {first if first in cells.ERRORS else type(first).__name__}"


def _shown(rows: Any) -> None:
    if not (isinstance(rows, (list, tuple)) and rows):
        raise BrokenError(f"no rows of cells: {str(rows)[:100]}")
    widths = {len(row) for row in rows}
    if len(widths) > 1 or 0 in widths:
        raise BrokenError(f"rows of {widths} cells")
    for row in rows:
        for cell in row:
            if not (cell is None or isinstance(cell, (str, bool, int, float))):
                raise BrokenError(f"a cell of {type(cell).__name__}")
            if isinstance(cell, float) and not math.isfinite(cell):
                raise BrokenError(f"a cell of {cell}")


def described(data: bytes) -> str:
    """The input as a person repeats it."""
    name, given = arguments(data)
    return f"xlrating.functions.cells.call({name!r}, {_short(given)})"


def _short(given: Any) -> str:
    try:
        return repr(given)[:600]
    except (ValueError, RecursionError):
        return "…"
