"""The workbooks in `workbook_templates/`: rebuilt byte for byte, recalculated, rated."""

from __future__ import annotations

import importlib.util
import re
import xml.etree.ElementTree as ElementTree
import zipfile
from pathlib import Path
from types import ModuleType

import pytest
from needs import EVERY
from office import Office, differences_of
from workbooks import FOLDER, SHIPPED, STANDING

from xlrating.engine.texts import LANGUAGES, sheet_name
from xlrating.exchange import open_sheets
from xlrating.exchange.template import language_of
from xlrating.workbook.book import build
from xlrating.workbook.compare import check
from xlrating.workbook.file.looks import STYLES
from xlrating.workbook.file.writer import to_bytes
from xlrating.workbook.layout import SHEETS


def builder() -> ModuleType:
    """The script that builds the folder."""
    spec = importlib.util.spec_from_file_location("build", FOLDER / "build.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_shipped_workbooks_are_what_the_builder_makes() -> None:
    """What stands for all is rebuilt byte for byte, and no file is left over or missing."""
    script = builder()
    plans = {one.name: one for one in script.shipped()}
    examples = dict(script.examples())
    assert {str(path.relative_to(FOLDER)) for path in SHIPPED} == {*plans, *examples}
    standing = {str(path.relative_to(FOLDER)) for path in STANDING}
    made = {name: to_bytes(build(plan), plan.language) for name, plan in examples.items()}
    made |= {name: script.made(one) for name, one in plans.items() if name in standing}
    changed = [name for name, data in made.items() if (FOLDER / name).read_bytes() != data]
    assert changed == [], "run: python workbook_templates/build.py"


def test_the_folder_says_what_is_where() -> None:
    """Promise: the table of the folder's README is made of what is shipped."""
    shown = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert builder().readme_table() in shown, "paste what build.py --table prints"


def test_the_folder_stays_small() -> None:
    """Promise: what is committed stays below 45 MB."""
    assert sum(path.stat().st_size for path in SHIPPED) < 45_000_000


def test_shipped_workbooks_recalculate_to_the_same_values(office: Office) -> None:
    """LibreOffice recalculates what is shipped: no cell differs, none is an error."""
    # The others are checked against the engine below.
    tried = STANDING[:: 1 if EVERY else 3]
    found = differences_of(tried, office)
    wrong = {path.name: cells[:5] for path, cells in zip(tried, found, strict=True) if cells}
    assert wrong == {}


@pytest.mark.parametrize("path", STANDING, ids=lambda p: p.name)
def test_shipped_workbooks_check(path: Path) -> None:
    """The values stored in the files are right before any recalculation."""
    assert check(open_sheets(path)).differences == ()


def test_sentences_beside_cells_are_in_the_language_of_the_file() -> None:
    """Promise: one cell switches the language; what no formula can switch is in that of the file,
    in which its sheets have their names."""
    said: dict[str, set[str]] = {"en": set(), "zh": set(), "ru": set()}
    for path in STANDING:
        own = language_of(open_sheets(path).names)
        said[own] |= _sentences_beside_cells(path)
    assert len(said["en"]) >= 20
    # Sheets are named as the file has them, whatever the language of the sentence.
    sheets = {sheet_name(language, key) for language in LANGUAGES for key in SHEETS}
    named = re.compile("|".join(sorted(map(re.escape, sheets), key=len, reverse=True)))
    for own, text in ((own, text) for own, texts in said.items() for text in texts):
        lines = named.sub("", re.sub("中文|Русский", "", text)).splitlines()
        found = [
            "zh" if re.search("[一-龥]", line) else "ru" if re.search("[а-я]", line) else "en"
            for line in lines
        ]
        assert found == [own], text
        assert len(text) <= 255, f"Excel takes no more: {text}"


def _sentences_beside_cells(path: Path) -> set[str]:
    with zipfile.ZipFile(path) as archive:
        parts = [archive.read(name) for name in archive.namelist() if "/worksheets/" in name]
    return {
        rule.get(kind) or ""
        for part in parts
        for rule in ElementTree.fromstring(part).iter()
        if rule.tag.endswith("}dataValidation")
        for kind in ("error", "prompt")
        if rule.get(kind)
    }


def test_no_number_format_leaves_a_bare_point() -> None:
    """Promise: a whole number reads 10, never "10." (Excel keeps the point of "0.##")."""
    formats = {name: str(look.get("num_format", "")) for name, look in STYLES.items()}
    assert [name for name, shown in formats.items() if ".#" in shown] == []
