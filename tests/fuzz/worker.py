"""One process that tries inputs, and the one beside it that sees it die, hang or swell."""

from __future__ import annotations

import contextlib
import faulthandler
import hashlib
import os
import resource
import signal
import struct
import sys
import tempfile
import traceback
from collections.abc import Iterator
from mmap import mmap
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Protocol

#: Seconds of a processor for one input, and bytes that one may add to the most in use.
SECONDS, GROWTH = 10, 600 * 2**20

#: Inputs whose kind of answer was not seen before are kept, to be changed further.
_KEPT = 2000

_HEAD = struct.Struct("<QQQ")  # inputs done, answers seen, length of the input in hand


class Kind(Protocol):
    """What can be tried: where its inputs come from and what they must keep."""

    NAME: str

    def seeds(self) -> list[bytes]:
        """Inputs to start from."""

    def changed(self, data: bytes, random: Random) -> bytes:
        """Another input made of one."""

    def tried(self, data: bytes, folder: Path) -> str:
        """Which kind of answer there is; raises for a broken promise."""

    def described(self, data: bytes) -> str:
        """An input in a line, for the report."""


class Finding(NamedTuple):
    """An input that broke a promise, and how."""

    kind: str
    what: str
    data: bytes

    @property
    def place(self) -> str:
        """The line of code that raised, and what; how it ended where none did."""
        lines = self.what.strip().splitlines()
        places = [line.strip() for line in lines if line.lstrip().startswith("File ")]
        return f"{places[-1]}: {lines[-1][:60]}" if places else self.what


class TookLong(BaseException):
    """An input took more than its seconds; no `Exception`, or a reader may swallow it."""


def fuzz(kind: Kind, inputs: int, seed: int, most: int = 20) -> Iterator[Finding | tuple[int, int]]:
    """Try so many inputs of a kind; the findings, and at the end inputs and kinds of answers."""
    done = answers = found = 0
    while done < inputs and found < most:
        with tempfile.TemporaryDirectory(prefix="xlrating-fuzz-", dir=_fast()) as folder:
            board = mmap(-1, 64 * 2**20)
            process = os.fork()
            if not process:
                _work(
                    kind, Random(f"{seed}:{kind.NAME}:{done}"), inputs - done, Path(folder), board
                )
            why = _watched(process, board)
            tried, seen, length = _HEAD.unpack_from(board)
            done, answers = done + tried, max(answers, seen)
            if why:
                data = bytes(board[_HEAD.size : _HEAD.size + length])
                said = (Path(folder) / "said").read_text("utf-8") if why == "raised" else why
                yield Finding(kind.NAME, said, data)
                done, found = done + 1, found + 1
    yield done, answers


def _fast() -> str | None:
    return "/dev/shm" if Path("/dev/shm").is_dir() else None


def _work(kind: Kind, random: Random, inputs: int, folder: Path, board: mmap) -> None:
    """Try inputs until one breaks a promise; never returns."""
    code = 0
    try:
        # What a reader says on its own, and the sentences of commands, belong to nobody here.
        silent = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silent, 1)
        os.dup2(silent, 2)
        faulthandler.disable()
        signal.signal(signal.SIGPROF, _too_long)
        _tried_all(kind, random, inputs, folder, board)
    except BaseException:
        (folder / "said").write_text(traceback.format_exc()[-4000:], "utf-8", "backslashreplace")
        code = 3
    finally:
        os._exit(code)


def _tried_all(kind: Kind, random: Random, inputs: int, folder: Path, board: mmap) -> None:
    seeds = kind.seeds()
    kept = list(seeds)
    seen: dict[str, int] = {}
    memory = _memory()
    for number in range(inputs):
        data = kind.changed(random.choice(kept if random.random() < 0.7 else seeds), random)
        if len(data) + _HEAD.size > len(board):
            continue
        _HEAD.pack_into(board, 0, number, len(seen), len(data))
        board[_HEAD.size : _HEAD.size + len(data)] = data
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        answer = kind.tried(data, folder)
        signal.setitimer(signal.ITIMER_PROF, 0)
        grown = _memory() - memory
        if grown > GROWTH:
            raise MemoryError(f"{grown >> 20} MB more than before")
        memory += grown
        if answer not in seen and len(kept) < _KEPT:
            kept.append(data)
        seen[answer] = seen.get(answer, 0) + 1
    _HEAD.pack_into(board, 0, inputs, len(seen), 0)


def _memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def _too_long(*_: object) -> None:
    raise TookLong


def _watched(process: int, board: mmap) -> str:
    """How the worker ended: '' when all went well; ended here when one input never ends."""
    last, since = -1, 0.0
    while True:
        pid, status = os.waitpid(process, os.WNOHANG)
        if pid:
            break
        with contextlib.suppress(InterruptedError):
            signal.sigtimedwait({signal.SIGCHLD}, 0.2)
        number, used = _HEAD.unpack_from(board)[0], _processor(process)
        if number != last:
            last, since = number, used
        elif used - since > 2 * SECONDS:
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)
            return f"no end after {SECONDS * 2} s"
    if os.WIFSIGNALED(status):
        return f"ended by {signal.Signals(os.WTERMSIG(status)).name}"
    return "raised" if os.waitstatus_to_exitcode(status) else ""


def _processor(process: int) -> float:
    """Seconds of a processor that a process has used."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def smaller(kind: Kind, finding: Finding, tries: int = 400) -> Finding:
    """The finding with as much of its input left out as still breaks the same promise."""
    if not finding.place.startswith("File "):
        return finding  # what ends a process is not tried here
    data, left = finding.data, tries
    size = len(data) // 2
    while size and left > 0:
        at = 0
        while at < len(data) and left > 0:
            left -= 1
            shorter = data[:at] + data[at + size :]
            if _breaks(kind, shorter, finding):
                data = shorter
            else:
                at += size
        size //= 2
    return finding._replace(data=data)


def _breaks(kind: Kind, data: bytes, finding: Finding) -> bool:
    with tempfile.TemporaryDirectory(prefix="xlrating-fuzz-", dir=_fast()) as folder:
        try:
            kind.tried(data, Path(folder))
        except Exception:
            return finding._replace(what=traceback.format_exc()).place == finding.place
        return False


def kept_as(finding: Finding, folder: Path) -> Path:
    """Write a finding beside others, named by its content."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{finding.kind}-{hashlib.sha256(finding.data).hexdigest()[:12]}"
    path.write_bytes(finding.data)
    path.with_suffix(".txt").write_text(finding.what, "utf-8", "backslashreplace")
    return path


def report(kind: Any, finding: Finding) -> None:
    """Show a finding."""
    print(f"--- {finding.kind}: {kind.described(finding.data)}\n{finding.what}", file=sys.stderr)
