"""Every file of tests/hostile: a right number or one sentence, within 5 seconds and 1 GiB."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from needs import EVERY

from xlrating.engine.problems import LISTED
from xlrating.exchange import child

pytest.importorskip("resource", reason="time and memory of a process are limited by POSIX means")

FILES = Path(__file__).parents[1] / "hostile"
EXPECTED = tomllib.loads((FILES / "expected.toml").read_text("utf-8"))

#: What one file may cost: seconds of a processor, all processes together, and bytes of each.
SECONDS, MEMORY = 5, 2**30

#: Read by others here: what they are named with, and the table itself.
BESIDE = {"expected.toml", "cells/games.csv", "cells/ev/2025-10-15 g.csv"}


class Case(NamedTuple):
    """One command for one file: the result it `gives`, a cell that `differs`, or what it `says`."""

    command: str
    file: Path
    gives: str = ""
    differs: str = ""
    says: str = ""


def _cases() -> list[Case]:
    """Each file with one of its commands, in turn; with all of them where every case is asked for."""
    return [
        Case(command, _file(group, name), **{kind: text})
        for group, table in EXPECTED.items()
        for kind in ("gives", "differs", "says")
        for number, (name, text) in enumerate(table.get(kind, {}).items())
        for turn, command in enumerate(table["commands"])
        if EVERY or number % len(table["commands"]) == turn
    ]


def _file(group: str, name: str) -> Path:
    """A file by its name in the folder of its group, or in that which it names."""
    return FILES / name if "/" in name else FILES / group / name


def test_every_file_stands_in_the_table() -> None:
    """A file that hurt once and is not asked for guards nothing."""
    there = {path.relative_to(FILES).as_posix() for path in FILES.rglob("*") if path.is_file()}
    asked = {case.file.relative_to(FILES).as_posix() for case in _cases()}
    assert there - BESIDE == asked


def test_the_process_that_reads_a_file_has_less_than_is_promised() -> None:
    """Promise: no file takes a gigabyte, whatever a library makes of it."""
    assert 0 < child.MEMORY < MEMORY


class Ran(NamedTuple):
    """How a command ended: its code, what it printed, and what it took."""

    code: int
    printed: str
    told: str
    seconds: float
    bytes: int


class Limited:
    """A process that has imported xlrating and runs it with the limits, in one of its own."""

    def __init__(self) -> None:
        """Start it."""
        script = Path(__file__).parents[1] / "limited_runs.py"
        self._process = subprocess.Popen(
            [sys.executable, str(script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def run(self, arguments: list[str], folder: Path) -> Ran:
        """Run xlrating with the limits, which it hands down to the processes that it starts."""
        asked, answers = self._process.stdin, self._process.stdout
        assert asked and answers
        asked.write(json.dumps([arguments, str(folder), SECONDS, MEMORY]) + "\n")
        asked.flush()
        code, seconds, size = json.loads(answers.readline())
        printed, told = ((folder / name).read_bytes().decode() for name in ("stdout", "stderr"))
        return Ran(code, printed, told, seconds, size)

    def close(self) -> None:
        """End it."""
        self._process.communicate()


@pytest.fixture(scope="module")
def limited() -> Iterator[Limited]:
    """One for all files."""
    made = Limited()
    yield made
    made.close()


@pytest.mark.in_turn
@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "case", _cases(), ids=lambda case: f"{case.file.name}-{case.command.split()[0]}"
)
def test_what_a_file_gives(case: Case, limited: Limited, tmp_path: Path) -> None:
    """A right number or one sentence with its place; never a traceback, a hang, an abort."""
    before = case.file.read_bytes()
    places = {"file": case.file, "cells": FILES / "cells", "csv": FILES / "csv"}
    places["out"] = tmp_path / "out"
    ran = limited.run([word.format(**places) for word in case.command.split(" ")], tmp_path)
    assert "Traceback" not in ran.told, ran.told
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f]", ran.printed + ran.told)
    if case.says:
        assert ran.code == 2, (ran.code, ran.told)
        assert case.says in ran.told.splitlines()[0]
        # All that is wrong is told, a line each with its place; then that no list is made.
        lines = [line for line in ran.told.splitlines() if "no list is written" not in line]
        file = lines[0].partition(",")[0]
        assert len(lines) <= LISTED and all(line.startswith(file) for line in lines), lines
        assert not ran.printed
        assert not list(tmp_path.glob("out*"))
    else:
        assert ran.code == (1 if case.differs else 0), ran.told
        written = "".join(path.read_text("utf-8-sig") for path in tmp_path.glob("out*.csv"))
        assert (case.gives or case.differs) in (written or ran.printed)
    assert ran.seconds <= SECONDS
    assert ran.bytes <= MEMORY
    assert case.file.read_bytes() == before
