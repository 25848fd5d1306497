"""Rule files: those that are carried, with keys, values and lines of others."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from decimal import Decimal
from functools import cache
from pathlib import Path
from random import Random

from xlrating.cli.rules_page import page
from xlrating.engine.errors import RatingError
from xlrating.engine.event import Event, Game, Player
from xlrating.engine.results import read_result
from xlrating.engine.rules.rulefile import FOLDER, available
from xlrating.engine.rules.ruleset import editions
from xlrating.functions import cells

from . import wild
from .promises import BrokenError, rated, sentence

NAME = "rules"

_EVENT = Event(
    (
        Player(1, "Anna", Decimal(2000), born=1980, games=50, peak=Decimal(2100)),
        Player(2, "Boris", Decimal(1850), born=2012, games=3),
        Player(3, "Chen", Decimal(2450), title="GM", sex="m"),
        Player(4, "Dora"),
    ),
    tuple(
        Game(round_, white, black, read_result(result))
        for round_, white, black, result in (
            (1, 1, 2, "1-0"), (1, 3, 4, "½-½"), (2, 1, 3, "0-1"), (2, 2, 4, "1-0 F"), (3, 4, 1, "0-1"),
        )
    ),
)  # fmt: skip

_VALUE = re.compile(rb"(?<== )[^\n]*?(?=[,}\n])")
_NUMBER = re.compile(rb"(?<![\w\"-])-?\d+(?:\.\d+)?(?![\w\"-])")
_LINE = re.compile(rb"^[a-z_\"][^\n]*$", re.M)
_TYPES = (
    b"0", b"1", b"-1", b"0.5", b"1e9", b"1e-9", b"1e999999", b"nan", b"inf", b"true", b"false", b'""',
    b'"x"', b"[]", b"{}", b"[1]", b"[[1, 2]]", b"{ a = 1 }", b"2024-03-01", b"2024-03-01T10:00:00Z", b"07:00:00",
    b'"2024-03-01"', b'">0"', b'"<=2400"', b'"1/3"', b'"\\u001b[2J"', b"0x" + b"f" * 6000, b"[" * 300 + b"]" * 300,
)  # fmt: skip

_files = itertools.count()


@cache
def seeds() -> list[bytes]:
    """The rule sets that come with the program."""
    return [(FOLDER / f"{name}.toml").read_bytes() for name in available()]


def _value(data: bytes, random: Random) -> bytes:
    return _one(_VALUE, data, random, lambda old: random.choice(_TYPES))


def _number(data: bytes, random: Random) -> bytes:
    def near(old: bytes) -> bytes:
        if random.random() < 0.4:
            return random.choice(_TYPES[:8])
        number = Decimal(old.decode())
        return str(random.choice((-number, number * 10, number + 1, number / 7))).encode()

    return _one(_NUMBER, data, random, near)


def _line(data: bytes, random: Random) -> bytes:
    """One line away, or one of another place or file instead of it."""
    source = random.choice(seeds()) if random.random() < 0.5 else data
    other = random.choice(_LINE.findall(source) or [b""])
    return _one(_LINE, data, random, lambda old: b"" if random.random() < 0.4 else other)


def _one(
    pattern: re.Pattern[bytes], data: bytes, random: Random, made: Callable[[bytes], bytes]
) -> bytes:
    found = list(pattern.finditer(data))
    if not found:
        return data
    at = random.choice(found)
    return data[: at.start()] + made(at[0]) + data[at.end() :]


def changed(data: bytes, random: Random) -> bytes:
    """The file after some changes."""
    return wild.changed(data, random, (*[_value, _number, _line] * 8, *wild.BYTES))


def tried(data: bytes, folder: Path) -> str:
    """Load the file; what loads rates an event and answers a cell, in every edition."""
    # Rule sets are kept by their names.
    path = folder / f"r{next(_files)}.toml"
    path.write_bytes(data)
    try:
        return _used(str(path))
    except RatingError as error:
        return sentence(error)
    finally:
        path.unlink()


def _used(reference: str) -> str:
    said = rated(_EVENT, reference)
    for day in editions(reference)[-2:]:
        rated(_EVENT, f"{reference}@{day}")
    if not page(reference):
        raise BrokenError("the rules say nothing of themselves")
    rows = cells.call("NEW_RATING", [2000, [[1900], [2100]], [[1], [0.5]], reference])
    if not isinstance(rows[0][0], (int, float)) and rows[0][0] not in cells.ERRORS:
        raise BrokenError(f"NEW_RATING is {rows[0][0]!r}")
    return f"used {said}"


def described(data: bytes) -> str:
    """The input as a person reads it: the lines that no rule set here has."""
    known = set(b"\n".join(seeds()).split(b"\n"))
    return repr([line[:200] for line in data.split(b"\n") if line not in known][:6])
