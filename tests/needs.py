"""What a test needs of the machine: without it a skip, and a failure where CI is set."""

from __future__ import annotations

import os
from collections.abc import Iterable
from datetime import date
from typing import TypeVar

import pytest

T = TypeVar("T")

#: Seconds after which a program that a test runs hangs. The longest run takes about a minute
#: alone; a machine may be a third as fast and do other things besides.
LONGEST = 1800


def need(lacking: str) -> None:
    """Skip with what is lacking, a sentence; "" when nothing is. Where CI is set, fail."""
    if lacking and os.environ.get("CI", "").lower() not in ("", "0", "false"):
        pytest.fail(lacking, pytrace=False)
    if lacking:
        pytest.skip(lacking)


#: Every size and every choice, where otherwise some stand for all: ``XLRATING_EVERY=1``, an hour.
EVERY = bool(os.environ.get("XLRATING_EVERY"))


def some(cases: Iterable[T], share: int) -> list[T]:
    """One of so many cases, others each day, never none; all where every case is asked for."""
    found = [*cases]
    number = int(os.environ.get("XLRATING_SAMPLE") or date.today().toordinal())
    return found if EVERY else found[number % min(share, len(found)) :: share]
