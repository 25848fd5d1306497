"""What Windows and macOS do otherwise, each with a stand-in for what this system does not do."""

from __future__ import annotations

import ctypes
import errno
import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unicodedata import normalize

import pytest
from test_any_locale import GAMES, LIST

from xlrating.cli import main
from xlrating.exchange import child, drafts, job
from xlrating.exchange.files import read_text

RATE = ["--players", "list.csv", "--rules", "elo", "--format", "round-robin", "--csv"]


@pytest.fixture(autouse=True)
def event(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with a small event, in which commands run."""
    (tmp_path / "games.csv").write_text(GAMES, "utf-8")
    (tmp_path / "list.csv").write_text(LIST, "utf-8")
    monkeypatch.chdir(tmp_path)


def kept(path: object) -> OSError:
    """What Windows says of a file that Excel has open."""
    error = PermissionError(errno.EACCES, "Permission denied", str(path))
    error.winerror = 32  # type: ignore[attr-defined]
    return error


# --- a file that is open in Excel -----------------------------------------------------------------


def test_a_file_that_excel_keeps_is_not_damaged(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Promise: whoever reads or replaces it is told to close it there, and nothing is left over."""
    (tmp_path / "list.xlsx").write_bytes(b"PK")
    opened = Path.open

    def refusing(self: Path, *given: Any, **named: Any) -> Any:
        if self.name in ("games.csv", "list.xlsx"):
            raise kept(self)
        return opened(self, *given, **named)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", refusing)
        for words in (["rate", "games.csv", *RATE], ["read", "games.csv"], ["read", "list.xlsx"],
                      ["federation", "list.csv", "games.csv", "--rules", "elo"]):  # fmt: skip
            assert main(words) == 2
            said = capsys.readouterr().err
            assert "is locked by another program, such as Excel" in said, words
            assert "Permission" not in said
    (tmp_path / "rated.xlsx").write_bytes(b"old")

    def no_place(self: drafts.Draft, *, replacing: bool) -> None:
        raise kept(self.target)

    monkeypatch.setattr(drafts.Draft, "put", no_place)
    assert main(["rate", "games.csv", *RATE[:-1], "-o", "rated.xlsx", "--force"]) == 2
    assert "close it there and try again" in capsys.readouterr().err
    assert (tmp_path / "rated.xlsx").read_bytes() == b"old"
    assert not list(tmp_path.glob(".xlrating-*"))


# --- encodings and names --------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_what_powershell_writes(
    encoding: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: a table in UTF-16 is read, with its mark and without; other zeros are no text."""
    for name in ("games.csv", "list.csv"):
        path = tmp_path / name
        path.write_bytes(path.read_text("utf-8").encode(encoding))
        assert read_text(path) == path.read_bytes().decode(encoding)
    assert main(["rate", "games.csv", *RATE]) == 0
    assert "贺进" in capsys.readouterr().out
    for data in (b"a\0b\0\0\0", b"a\0b\0c", b"ab\0c"):
        (tmp_path / "games.csv").write_bytes(data)
        assert main(["rate", "games.csv", *RATE]) == 2


def test_names_that_macos_takes_apart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: a file is found by the name that one types, whichever way its letters are kept."""
    folder = tmp_path / "events"
    folder.mkdir()
    name = "Zürich Й.csv"
    lines = GAMES.splitlines()
    dated = ["date," + lines[0], *(f"2025-10-01,{line}" for line in lines[1:])]
    (folder / normalize("NFD", name)).write_text("\n".join(dated), "utf-8")
    for option in ("Zürich Й.csv", "Zürich*", normalize("NFD", "*Й.csv")):
        words = ["federation", "list.csv", "events", "--rules", "elo", "--day", "2025-12-01"]
        assert main([*words, "--round-robin", option]) == 0, capsys.readouterr().err
        said = capsys.readouterr()
        assert "Events: 1" in said.out and "no event" not in said.out + said.err


# --- patterns -------------------------------------------------------------------------------------


def test_patterns_that_the_shell_leaves(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: `*.csv` is expanded where a shell does not; one file that is meant must be one."""
    for month in ("2025-10-01", "2025-11-01"):
        (tmp_path / f"{month}.csv").write_text(LIST, "utf-8")
    assert main(["federation", "publish", "2025-*.csv", "-o", "out", "--no-pdf"]) == 0
    assert (tmp_path / "out" / "index.html").is_file()
    capsys.readouterr()
    assert main(["rate", "gam*.csv", *RATE]) == 0
    capsys.readouterr()
    assert main(["rate", "*.csv", *RATE]) == 2
    assert "*.csv: 4 files match, but only one is allowed" in capsys.readouterr().err
    assert main(["rate", "*.trf", *RATE]) == 2
    assert "*.trf: there is no such file" in capsys.readouterr().err
    (tmp_path / "odd [1].csv").write_text(GAMES, "utf-8")
    assert main(["rate", "odd [1].csv", *RATE]) == 0


# --- limits ---------------------------------------------------------------------------------------


class Kernel:
    """As much of Windows' kernel as a job needs; it writes down what is asked of it."""

    def __init__(self, takes: bool = True) -> None:
        self.takes, self.asked = takes, list[tuple[str, Any]]()
        self.CreateJobObjectW = self._function("create", 7)
        self.GetCurrentProcess = self._function("own", -1)
        self.AssignProcessToJobObject = self._function("assign", int(takes))
        self.SetInformationJobObject = self._function("limit", 1)

    def _function(self, name: str, answer: int) -> Any:
        def called(*given: Any) -> int:
            if name == "limit":
                limits = ctypes.cast(given[2], ctypes.POINTER(job.JobLimits)).contents
                values = (limits.basic.flags, limits.process_memory, limits.basic.process_time)
                self.asked.append((name, (given[1], given[3], *values)))
            else:
                self.asked.append((name, [getattr(one, "value", one) for one in given]))
            return answer

        return type(
            "Function", (), {"__call__": lambda _, *given: called(*given), "restype": None}
        )()


def test_readers_are_limited_by_a_job(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is no `resource` the process that reads puts itself into a job with limits."""
    kernel = Kernel()
    monkeypatch.setattr(ctypes, "WinDLL", lambda name: kernel, raising=False)
    monkeypatch.setitem(__import__("sys").modules, "resource", None)
    child._job.cache_clear()
    assert not child._limit_memory()  # not sure of it, so files are looked at closely
    child._limit_time(2)
    child._job.cache_clear()
    assert [name for name, _ in kernel.asked] == ["create", "own", "assign", "limit", "limit"]
    assert kernel.asked[2][1][0] == 7
    size = ctypes.sizeof(job.JobLimits)
    assert size == (144 if ctypes.sizeof(ctypes.c_void_p) == 8 else 112)
    assert kernel.asked[3][1] == (9, size, 0x100, child.MEMORY, 0)
    kind, length, flags, memory, time = kernel.asked[4][1]
    assert (kind, length, flags, memory) == (9, size, 0x102, child.MEMORY)
    assert time > 3 * 10**7  # two seconds and one, after those that went by


def test_without_a_job_nothing_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    """A system that has none, or does not take the process in, is asked for no more."""
    assert not job.Job().limit(1)
    kernel = Kernel(takes=False)
    monkeypatch.setattr(ctypes, "WinDLL", lambda name: kernel, raising=False)
    assert not job.Job().limit(1)
    assert "limit" not in [name for name, _ in kernel.asked]


def test_without_locks_and_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On Windows files have no second name and no lock of ours: they are written all the same."""
    monkeypatch.setattr(drafts, "fcntl", None)
    windows = SimpleNamespace(**{**vars(os), "name": "nt"})
    monkeypatch.setattr("xlrating.exchange.drafts.os", windows)

    def no_link(*_: object) -> None:
        raise AssertionError("Windows is asked for no second name")

    monkeypatch.setattr(Path, "hardlink_to", no_link)
    assert main(["rate", "games.csv", *RATE[:-1], "-o", "rated.xlsx"]) == 0
    assert main(["rate", "games.csv", *RATE[:-1], "-o", "rated.xlsx", "--force"]) == 0
    assert (tmp_path / "rated.xlsx").read_bytes()[:2] == b"PK"
    assert not list(tmp_path.glob(".xlrating-*"))
