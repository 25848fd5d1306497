"""What a terminal shows: tables within its width, and colours unless nobody wants them."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from xlrating.cli import main
from xlrating.engine.aligned import width
from xlrating.engine.languages import LANGUAGES

EXAMPLE = str(Path(__file__).parents[1] / "workbook_templates/examples/us-championship-2025.xlsx")


class Terminal(io.StringIO):
    """A stream that somebody sits at."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        """It is one."""
        return True


def at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> tuple[Terminal, Terminal]:
    """Let both streams be a terminal, as most people have one."""
    found = Terminal(), Terminal()
    for name, stream in zip(("stdout", "stderr"), found, strict=True):
        monkeypatch.setattr(sys, name, stream)
    for name, value in {"TERM": "xterm", "WT_SESSION": "1"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("NO_COLOR", raising=False)
    return found


@pytest.mark.sampled(3)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("command", "columns"),
    [("rate", 60), ("rate", 80), ("rate", 120), ("explain", 80), ("explain", 120)],
)
def test_a_table_fits(
    command: str, language: str, columns: int,
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path,
) -> None:  # fmt: skip
    """Promise: no line of a table wraps, no number is cut, and what is left out is told."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", str(columns))
    words = [command, EXAMPLE, *(["7"] if command == "explain" else []), "--language", language]
    screens = at_a_terminal(monkeypatch)
    assert main(words) == 0
    rows = screens[0].getvalue().split("\n\n")[1].splitlines()
    assert max(map(width, rows)) <= columns
    assert len(rows) >= 12
    has_all = rows[-1].split()[-1] == "2592" or command == "explain"
    assert has_all and (command == "explain" or "2577" in rows[-1])
    if columns != 80:
        assert ("--csv" in screens[0].getvalue()) == (columns == 60)


def test_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal shows a colour for what is wrong and what is well; NO_COLOR and files have none."""
    screens = at_a_terminal(monkeypatch)
    for words in (["rate", "nowhere.csv"], ["check", EXAMPLE]):
        main(words)
    out, err = (one.getvalue() for one in screens)
    assert err.startswith("\x1b[31mxlrating:\x1b[0m nowhere.csv: ") and out.startswith("\x1b[32m")
    monkeypatch.setenv("NO_COLOR", "1")
    before = len(err)
    main(["rate", "nowhere.csv"])
    assert screens[1].getvalue()[before:].startswith("xlrating: nowhere.csv: ")
    monkeypatch.delenv("NO_COLOR")
    file = io.StringIO()
    monkeypatch.setattr(sys, "stderr", file)
    main(["rate", "nowhere.csv"])
    assert file.getvalue().startswith("xlrating: ")
