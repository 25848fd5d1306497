"""The sheets of a file are named in its language, whatever language its texts are in."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

import pytest
from workbooks import fitted, random_event, write

from xlrating.engine.rules.ruleset import load
from xlrating.engine.texts import LANGUAGES, sheet_name, table
from xlrating.exchange import open_sheets
from xlrating.exchange.template import READ
from xlrating.reading import read
from xlrating.workbook.compare import check
from xlrating.workbook.reader import read_contents
from xlrating.workbook.templates import resized

#: Sheets that a template may have.
_ALL = [key.removeprefix("tab_") for key in table() if key.startswith("tab_")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_of_sheets_need_no_quotes(language: str) -> None:
    """Promise: the names of a file's sheets are one word of letters each, and differ."""
    names = [sheet_name(language, key) for key in _ALL]
    assert all(name.isalpha() and len(name) <= 31 for name in names)
    assert len({name.casefold() for name in names}) == len(names)


@pytest.mark.parametrize("language", LANGUAGES)
def test_sheets_are_named_in_the_language_of_the_file(language: str, tmp_path: Path) -> None:
    """Promise: a new file has sheets in its language, and keeps them whatever language is chosen."""
    event = fitted(random_event(5, 8, 3), "cxa-rapid", 5)
    rules = load("cxa-rapid").reference
    plan = resized(event, load(rules), (), 0, 0, language="en", file_language=language)
    path = write(plan, tmp_path / "event.xlsx")
    sheets = open_sheets(path)
    assert sheets.names[:3] == tuple(sheet_name(language, key) for key in READ)
    contents = read_contents(sheets)
    assert (contents.language, contents.file_language) == ("en", language)
    assert contents.event.games == read(path).games
    assert len(contents.event.games) == len(event.games)
    assert check(sheets).differences == ()
    # No formula and no link leads to a sheet that is not there.
    with zipfile.ZipFile(path) as parts:
        parts_read = [n for n in parts.namelist() if n.endswith(".xml")]
        text = "".join(parts.read(name).decode() for name in parts_read)
    led_to = set(re.findall(r'(?<!\w)([^\W\d_]+)!(?=[$A-Z"])', text))
    assert led_to <= set(sheets.names)
