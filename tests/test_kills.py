"""Runs that are killed or stopped at any moment: old files stay whole, and the next run leaves
nothing behind, here or in the system's folder for temporary files.

``XLRATING_KILLS=25`` kills every command so often, ``XLRATING_EVERY=1`` a hundred times; otherwise
it is once.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
from needs import EVERY, LONGEST
from workbooks import EVENTS

from xlrating.cli.exit_codes import STOPPED

KILLS = int(os.environ.get("XLRATING_KILLS") or (100 if EVERY else 1))
SEED = int(os.environ.get("XLRATING_KILL_SEED", "1"))

STOPS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]

_EVENT = EVENTS / "us-championship-2025"


class Command(NamedTuple):
    """What is run, and the files it writes, in the order in which they are put in their places."""

    words: Sequence[str]
    outputs: Sequence[str]
    #: The folder that all of them stand in, where that is what is named.
    folder: str = ""


_FEDERATION = ("federation", f"{_EVENT}/players.csv", str(_EVENT), "--rules", "fide")

COMMANDS = {
    "rate": Command(("rate", f"{_EVENT}/games.csv", "--rules", "fide"), ["out.xlsx"]),
    "new": Command(("new", "round-robin", "--rules", "fide", "--players", "12"), ["out.xlsx"]),
    "federation": Command(_FEDERATION, ["out.csv.json", "out.csv"]),
    "federation to a workbook": Command(_FEDERATION, ["out.xlsx"]),
    "rebuild": Command(
        ("federation", "rebuild", f"{_EVENT}/players.csv", str(EVENTS / "swiss-52-players"),
         str(_EVENT), "--day", "2010-11-01", "--day", "2025-11-01", "--rules", "fide",
         "--kind", "csv"),
        ["2010-11-01.csv.json", "2010-11-01.csv", "2025-11-01.csv.json", "2025-11-01.csv"], ".",
    ),
    "diff": Command(
        ("federation", "diff", f"{_EVENT}/players.csv", f"{_EVENT}/players.csv"), ["out.csv"]
    ),
    "convert": Command(("convert", f"{EVENTS}/swiss-52-players/event.trf"), ["out.trf"]),
    "convert to CSV": Command(
        ("convert", f"{EVENTS}/swiss-52-players/event.trf"), ["out-players.csv", "out-games.csv"]
    ),
    "addin": Command(("addin", "libreoffice"), ["out.oxt"]),
    "study": Command(
        ("study", str(_EVENT), "--players", f"{_EVENT}/players.csv", "--rules", "fide",
         "--rules", "elo"), ["out.xlsx"],
    ),
    "publish": Command(
        ("federation", "publish", f"{_EVENT}/players.csv", "--no-pdf"),
        ["index.html", "en/list.html"], "site",
    ),
}  # fmt: skip


def words_of(command: Command, folder: Path) -> list[str]:
    """The words of a command that writes into a folder, without --force."""
    return [*command.words, "-o", str(folder / (command.folder or command.outputs[-1]))]


def _started(command: Command, folder: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "xlrating", *words_of(command, folder), "--force"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=folder,
        env=os.environ | {"TMPDIR": str(_system(folder))},
    )


def _system(folder: Path) -> Path:
    """What stands for the system's folder for temporary files in these runs."""
    found = folder.with_name(f"{folder.name}-system")
    found.mkdir(exist_ok=True)
    return found


#: Runs the command line once it has said that stops reach it; a job in the background inherits
#: that Ctrl-C is ignored.
_TELLING = """
import signal, sys, xlrating.cli as cli
signal.signal(signal.SIGINT, signal.default_int_handler)
run = cli._run
cli._run = lambda words: print(flush=True) or run(words)
sys.exit(cli.main(sys.argv[1:]))
"""

#: Runs the command line and fails where anything in it asks for a file of the system's folder.
_WATCHED = """
import sys
from xlrating.cli import main
def watch(event, found):
    if event.startswith("tempfile."):
        print(event, *found)
        raise AssertionError(event)
sys.addaudithook(watch)
sys.exit(main(sys.argv[1:]))
"""


def _contents(folder: Path) -> dict[str, bytes]:
    """Every file below a folder."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def _put(folder: Path, files: Mapping[str, bytes]) -> None:
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)


@pytest.mark.in_turn
@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", COMMANDS)
def test_a_run_that_is_killed(name: str, tmp_path: Path) -> None:
    """Promise: "written whole or not at all", also where nobody can say goodbye; where somebody
    can (Ctrl-C, `kill`, a terminal that is closed), that is said, and nothing is left. No command
    works in the system's temporary folder, where nobody would sweep.
    """
    command = COMMANDS[name]
    chance = random.Random(f"{SEED} {name}")
    words = [sys.executable, "-c", _WATCHED, *words_of(command, tmp_path)]
    start = time.monotonic()
    done = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path, check=False)
    takes = time.monotonic() - start
    assert done.returncode == 0, done.stdout + done.stderr
    new = _contents(tmp_path)
    outputs = [f"{command.folder}/{one}".removeprefix("./") if command.folder else one
               for one in command.outputs]  # fmt: skip
    # A folder is replaced as a whole: all that stands in it is old, or all is new.
    is_whole = command.folder not in ("", ".")
    own = list(new) if is_whole else outputs
    old = {one: b"old " + one.encode() for one in own}
    killed, runs, left = 0, 0, set[str]()
    # A run that had ended before its moment came is no kill; on a busy machine some do.
    while killed < KILLS and runs < KILLS + KILLS // 2 + 1:
        runs += 1
        _put(tmp_path, old)
        process = _started(command, tmp_path)
        # Half of the kills fall near the end, where files are written.
        part = chance.uniform(0, 0.95) if chance.random() < 0.5 else chance.uniform(0.8, 0.95)
        if chance.random() < 0.3:
            _wait_for_a_draft(tmp_path, process)
        else:
            time.sleep(part * takes)
        process.kill()
        killed += process.wait() != 0
        found = _contents(tmp_path)
        left |= found.keys() - new.keys()
        # A file is the old one or the new one; the first is replaced first.
        states = [found[one] == new[one] for one in outputs]
        assert all(found[one] in (old[one], new[one]) for one in own)
        assert states == sorted(states, reverse=True)
        assert not is_whole or len({found[one] == new[one] for one in own}) == 1
        assert not [*_system(tmp_path).iterdir()]
    _put(tmp_path, old)
    stop, before = chance.choice(STOPS), _contents(tmp_path)
    code, said = _stopped(command, tmp_path, stop, chance.uniform(0, 0.8) * takes)
    found = _contents(tmp_path)
    # What the killed runs left is swept before anything is written.
    assert found in ({**before, **old}, old, {**before, **new}, new), stop
    if any(found[one] == old[one] for one in own):
        assert code == STOPPED and "Traceback" not in said, (stop, code, said)
        assert said.endswith("xlrating: stopped; no file was left half-written\n"), (stop, said)
    assert _with_no_streams(command, tmp_path) == 0
    assert _contents(tmp_path) == new
    print(f"{name}: {killed} of {runs} runs were killed, {len(left)} left a draft")


def _stopped(command: Command, folder: Path, stop: int, after: float) -> tuple[int, str]:
    """Exit code and last words of a run that is asked to stop, with all that it has started."""
    words = [sys.executable, "-c", _TELLING, *words_of(command, folder), "--force"]
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=folder,
        start_new_session=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(after)
        os.killpg(process.pid, stop)
        _, said = process.communicate(timeout=LONGEST)
    return process.returncode, said


def _with_no_streams(command: Command, folder: Path) -> int:
    """The exit code of a run that has no streams to read and write, as of one that a job starts."""
    words = [sys.executable, "-m", "xlrating", *words_of(command, folder), "--force"]
    shell = ["sh", "-c", 'exec "$@" <&- >&- 2>&-', "sh", *words]
    return subprocess.run(shell, cwd=folder, timeout=LONGEST, check=False).returncode


def _wait_for_a_draft(folder: Path, process: subprocess.Popen[bytes]) -> None:
    """Until the run writes, so that it is killed right then; or until it has ended."""
    before = _drafts(folder)
    while process.poll() is None and _drafts(folder) <= before:
        time.sleep(0.0002)


def _drafts(folder: Path) -> set[Path]:
    return {*folder.glob("*.tmp"), *folder.glob(".xlrating-*")}
