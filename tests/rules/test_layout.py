"""The rule files of the package read like regulations: one key a line, lines that fit a page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from xlrating.engine.rules.rulefile import FOLDER

FILES = sorted(FOLDER.rglob("*.toml"))

#: Nobody reads longer lines; only what is quoted may be as long as it is printed.
LONGEST = 120

_TEXT = re.compile(r'"""(?:.|\n)*?"""+|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'')
_QUOTE = re.compile(r'^quote = (?:"""(?:.|\n)*?"""+|.*)$', re.M)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_line_is_longer_than_a_page_is_wide(path: Path) -> None:
    """Promise: "no line over 120 characters except a quotation"."""
    rest = _QUOTE.sub("", path.read_text("utf-8"))
    assert [line for line in rest.splitlines() if len(line) > LONGEST] == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_line_has_one_key(path: Path) -> None:
    """Promise: one key a line; a table has a header of its own or names with a point."""
    outside = re.sub(r"#.*", "", _TEXT.sub('""', path.read_text("utf-8")))
    assert [line for line in outside.splitlines() if "{" in line or line.count(" = ") > 1] == []
