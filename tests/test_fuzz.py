"""A short run of the fuzzer, the same inputs each time; and that it sees what goes wrong.

As many inputs as wanted: `python -m tests.fuzz --inputs N --seed S`.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("resource", reason="time and memory of a process are limited by POSIX means")

from fuzz import KINDS, worker
from fuzz.worker import Finding, fuzz, smaller

#: So many inputs take some seconds of each kind.
INPUTS = {
    "functions": 5000,
    "csv": 800,
    "trf": 500,
    "pgn": 200,
    "ndjson": 200,
    "txt": 300,
    "rules": 30,
    "folders": 60,
}


@pytest.mark.in_turn
@pytest.mark.sampled(3)
@pytest.mark.skipif(sys.platform != "linux", reason="the fuzzer looks into /proc")
@pytest.mark.parametrize("name", KINDS)
def test_wild_inputs(name: str) -> None:
    """Whatever is put in, there is an answer or one sentence, soon and in bounded memory."""
    found = list(fuzz(KINDS[name], INPUTS.get(name, 60), seed=1, most=3))
    broken = [(one.place, one.data[:300]) for one in found if isinstance(one, Finding)]
    assert not broken


class Wrong:
    """A kind that goes wrong in one way, with the inputs that hold an `x`."""

    NAME = "wrong"

    def __init__(self, way: str) -> None:
        self._way = way

    def seeds(self) -> list[bytes]:
        """Ten letters."""
        return [b"a" * 10]

    def changed(self, data: bytes, random: Random) -> bytes:
        """One more letter, sometimes the wrong one."""
        return data + random.choice((b"b", b"b", b"b", b"x"))

    def tried(self, data: bytes, _: Path) -> str:
        """Go wrong."""
        if b"x" in data:
            if self._way == "raises":
                raise KeyError("x")
            if self._way == "aborts":
                os.abort()
            if self._way == "swells":
                b"x" * (2 * worker.GROWTH)
            while self._way == "hangs":
                pass
        return "ok"

    def described(self, data: bytes) -> str:
        """The letters."""
        return repr(data)


@pytest.mark.in_turn
@pytest.mark.skipif(sys.platform != "linux", reason="the fuzzer looks into /proc")
@pytest.mark.parametrize(
    ("way", "what"),
    [
        ("raises", "KeyError"),
        ("aborts", "SIGABRT"),
        ("hangs", "TookLong"),
        ("swells", "MemoryError"),
    ],
)
def test_what_goes_wrong_is_found(way: str, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of the four ends of a reader is seen, with the input, and the rest is tried, too."""
    if way == "hangs":  # to take memory may take that long on a busy machine
        monkeypatch.setattr(worker, "SECONDS", 0.3)
    monkeypatch.setattr(worker, "GROWTH", 2**26)
    kind = Wrong(way)
    *ends, last = fuzz(kind, 40, seed=1, most=3)
    found = [end for end in ends if isinstance(end, Finding)]
    assert len(found) == 3
    assert not isinstance(last, Finding) and last[0] <= 40
    for finding in found:
        assert what in finding.what
        assert b"x" in finding.data
    if way == "raises":
        assert smaller(kind, found[0]).data == b"x"
