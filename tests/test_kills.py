"""Runs that are killed at any moment: old files stay whole, and the next run leaves nothing behind.

``XLRATING_KILLS=100`` kills every command so often; otherwise it is a few times.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest
from workbooks import EVENTS

KILLS = int(os.environ.get("XLRATING_KILLS", "3"))
SEED = int(os.environ.get("XLRATING_KILL_SEED", "1"))

_EVENT = EVENTS / "us-championship-2025"

#: Each command with the files it writes, in the order in which they are put in their places.
COMMANDS = {
    "rate": (["rate", f"{_EVENT}/games.csv", "--rules", "fide"], ["out.xlsx"]),
    "new": (["new", "round-robin", "--rules", "fide", "--players", "12"], ["out.xlsx"]),
    "federation": (["federation", f"{_EVENT}/players.csv", str(_EVENT), "--rules", "fide"],
                   ["out.csv.json", "out.csv"]),
    "federation to a workbook": (
        ["federation", f"{_EVENT}/players.csv", str(_EVENT), "--rules", "fide"], ["out.xlsx"]
    ),
    "rebuild": (
        ["federation", "rebuild", f"{_EVENT}/players.csv", str(EVENTS / "swiss-52-players"),
         str(_EVENT), "--day", "2010-11-01", "--day", "2025-11-01", "--rules", "fide",
         "--kind", "csv"],
        ["2010-11-01.csv.json", "2010-11-01.csv", "2025-11-01.csv.json", "2025-11-01.csv"],
    ),
    "diff": (["federation", "diff", f"{_EVENT}/players.csv", f"{_EVENT}/players.csv"],
             ["out.csv"]),
}  # fmt: skip


def _started(command: str, folder: Path) -> subprocess.Popen[bytes]:
    words, outputs = COMMANDS[command]
    # A chain of lists goes to a folder.
    output = folder if command == "rebuild" else folder / outputs[-1]
    return subprocess.Popen(
        [sys.executable, "-m", "xlrating", *words, "-o", str(output), "--force"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=folder,
    )


@pytest.mark.parametrize("command", COMMANDS)
def test_a_run_that_is_killed(command: str, tmp_path: Path) -> None:
    """Promise: "written whole or not at all", also where nobody can say goodbye."""
    outputs = COMMANDS[command][1]
    chance = random.Random(f"{SEED} {command}")
    start = time.monotonic()
    assert _started(command, tmp_path).wait() == 0
    takes = time.monotonic() - start
    new = {name: (tmp_path / name).read_bytes() for name in outputs}
    old = {name: b"old " + name.encode() for name in outputs}
    killed, left = 0, set[str]()
    for _ in range(KILLS):
        for name in outputs:
            (tmp_path / name).write_bytes(old[name])
        process = _started(command, tmp_path)
        # Half of the kills fall near the end, where files are written.
        part = chance.uniform(0, 1) if chance.random() < 0.5 else chance.uniform(0.8, 1.05)
        if chance.random() < 0.3:
            _wait_for_a_draft(tmp_path, process)
        else:
            time.sleep(part * takes)
        process.kill()
        killed += process.wait() != 0
        found = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
        left |= found.keys() - new.keys()
        # A file is the old one or the new one; the first is replaced first.
        states = [found[name] == new[name] for name in outputs]
        assert all(found[name] in (old[name], new[name]) for name in outputs)
        assert states == sorted(states, reverse=True)
    assert _started(command, tmp_path).wait() == 0
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == new
    print(f"{command}: {killed} of {KILLS} runs were killed, {len(left)} left a draft")


def _wait_for_a_draft(folder: Path, process: subprocess.Popen[bytes]) -> None:
    """Until the run writes, so that it is killed right then; or until it has ended."""
    before = set(folder.glob("*.tmp"))
    while process.poll() is None and set(folder.glob("*.tmp")) <= before:
        time.sleep(0.0002)
