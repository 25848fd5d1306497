"""``-o -``: what a command writes goes to standard output, whole and alone."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from test_any_locale import GAMES, LIST, RATE, Terminal
from workbooks import EVENTS

from xlrating.cli import main
from xlrating.exchange import open_sheets

EVENT = "games.csv --players list.csv --rules elo --format round-robin"
COMMANDS = {
    ".xlsx": (
        "new swiss --rules fide --players 4 --rounds 1 -o O",
        f"rate {EVENT} -o O",
        f"convert {EVENT} -o O",
        "addin lambda -o O",
        "federation list.csv games.csv --rules elo --round-robin games.csv --day 2025-12-01 -o O",
    ),
    ".trf": (f"convert {EVENT} -o O",),
    ".csv": ("federation diff list.csv list.csv -o O",),
    ".oxt": ("addin libreoffice -o O",),
}
CASES = [(command, ending) for ending, commands in COMMANDS.items() for command in commands]


@pytest.fixture(autouse=True)
def event(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with a small event, in which commands run."""
    (tmp_path / "games.csv").write_text(GAMES, "utf-8")
    (tmp_path / "list.csv").write_text(LIST, "utf-8")
    monkeypatch.chdir(tmp_path)


def run(
    command: str, monkeypatch: pytest.MonkeyPatch, kind: type[io.TextIOWrapper] = io.TextIOWrapper
) -> tuple[int, bytes, str]:
    """The exit code, the bytes of standard output, and what was said."""
    out, err = (kind(io.BytesIO(), encoding="utf-8") for _ in range(2))
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", err)
    code = main(command.split(" "))
    bytes_of = [stream.buffer.getvalue() for stream in (out, err)]  # type: ignore[attr-defined]
    return code, bytes_of[0], bytes_of[1].decode()


@pytest.mark.in_turn
@pytest.mark.sampled(2)
@pytest.mark.parametrize(("command", "ending"), CASES)
def test_the_same_bytes_as_in_a_file(
    command: str, ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Promise: standard output holds the file and nothing else; what is said goes to stderr."""
    before = set(tmp_path.iterdir())
    named = "-" if not (command.startswith("convert") and ending != ".trf") else f"-{ending}"
    code, found, said = run(command.replace("O", named), monkeypatch)
    assert code == 0, said
    assert set(tmp_path.iterdir()) == before
    file = tmp_path / f"output{ending}"
    assert main(command.replace("O", file.name).split(" ")) == 0
    assert found == file.read_bytes()
    assert "output" not in said and "xlrating-" not in said


def test_what_does_not_go_there_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two files, a second kind of output, a workbook on a terminal: nothing is written."""
    convert = f"convert {EVENT} -o"
    for command, said in (
        (f"{convert} -.csv", "-.csv"),
        (f"{RATE} --csv -o -", "-o -: this cannot be combined with --csv"),
        ("addin excel -o -", "-o -: this writes several files"),
        ("federation list.csv games.csv --rules elo -o -.csv", "-.csv"),
    ):
        code, found, told = run(command, monkeypatch)
        assert (code, found) == (2, b"") and said in told
        assert "/tmp" not in told
    code, found, told = run(f"{convert} -.xlsx", monkeypatch, Terminal)
    assert (code, found) == (2, b"") and "cannot be read in a terminal" in told
    code, found, _ = run(f"{convert} -", monkeypatch, Terminal)
    assert code == 0 and found.startswith(b"062 4")


def test_through_two_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What one command writes there, the next one reads: `convert … -o - | rate -`."""
    event = EVENTS / "us-championship-2025" / "games.csv"
    code, trf, said = run(f"convert {event} --rules fide -o -", monkeypatch)
    assert code == 0, said
    stdin = io.TextIOWrapper(io.BytesIO(trf), encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", stdin)
    code, book, said = run("rate - --rules fide --format round-robin -o -", monkeypatch)
    assert code == 0, said
    (tmp_path / "rated.xlsx").write_bytes(book)
    assert "Ratings" in open_sheets(tmp_path / "rated.xlsx").names
