"""What is said of spreadsheet programs is said once, in a file, and so in three languages."""

from __future__ import annotations

import re

import pytest
from workbooks import FOLDER

from xlrating.engine.texts import LANGUAGES
from xlrating.hosts import HOSTS
from xlrating.workbook import compatibility


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_guides_have_the_table(language: str) -> None:
    """Promise: the tables of the three guides are made from the file, and nothing else."""
    guide = FOLDER / ("" if language == "en" else language) / "README.md"
    found = re.search(
        r"<!-- programs -->\n(.*?)\n<!-- end of programs -->", guide.read_text("utf-8"), re.S
    )
    assert found and found[1] == compatibility.table(language), compatibility.table(language)


def test_each_entry_says_how_it_is_known() -> None:
    """No claim without its day and ground; whoever was never opened calculates nothing yet."""
    for one in compatibility.known():
        assert set(one.note) == set(LANGUAGES), one.program
        assert (one.how == "never") == (one.sheets == "unknown") == (not one.version), one.program
        assert one.source or one.how != "documents", one.program
        assert set(one.functions.split()) <= {*HOSTS}, one.program
        assert not one.advised or one.sheets == "yes", one.program
