"""The workbooks in `workbook_templates/`: rebuilt part by part, recalculated, rated."""

from __future__ import annotations

import builtins
import io
import re
import shutil
import subprocess
import xml.etree.ElementTree as ElementTree
import zipfile
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from math import fsum
from pathlib import Path
from typing import Any

import pytest
from needs import need, some
from office import Office, differences_of
from workbooks import EXAMPLES, FOLDER, SCRIPT, SHIPPED, STANDING

from xlrating.engine.languages import LANGUAGES
from xlrating.engine.texts import sheet_name
from xlrating.exchange import open_sheets
from xlrating.exchange.template import language_of
from xlrating.workbook.book import build
from xlrating.workbook.compare import check
from xlrating.workbook.file.looks import STYLES
from xlrating.workbook.file.package import Package
from xlrating.workbook.file.writer import to_bytes
from xlrating.workbook.layout import SHEETS

ReadyMade = Callable[[str], Path]
ALL = [*STANDING, *EXAMPLES]


def parts(data: bytes) -> dict[str, str]:
    """What is in a workbook: its parts in their order, each with a hash of what it says.

    How it is packed depends on the library that packs, so the bytes of the file say less.
    """
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: sha256(archive.read(name)).hexdigest() for name in archive.namelist()}


def test_no_workbook_is_left_over_or_missing() -> None:
    """What is committed is what the builder says, and nothing else."""
    there = {path.relative_to(FOLDER).as_posix() for path in SHIPPED}
    assert there == {one.name for one in SCRIPT.shipped()} | dict(SCRIPT.examples()).keys()


@pytest.mark.parametrize("name", [*(one.name for one in SCRIPT.shipped()), *EXAMPLES])
def test_shipped_workbooks_are_what_the_builder_makes(name: str) -> None:
    """What is committed is rebuilt part by part."""
    templates = (one.plan for one in SCRIPT.shipped() if one.name == name)
    plan = dict(SCRIPT.examples())[name] if name in EXAMPLES else next(templates)
    there = parts((FOLDER / name).read_bytes())
    made = parts(to_bytes(build(plan), plan.language))
    changed = sorted(dict(made.items() ^ there.items()))
    assert changed == [], "run: python workbook_templates/build.py"
    assert [*made] == [*there]


def test_the_folder_says_what_is_where() -> None:
    """Promise: the table of the folder's README is made of what is shipped."""
    shown = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert SCRIPT.readme_table() in shown, "paste what build.py --table prints"


def test_everything_else_is_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Promise: `build.py --all FOLDER` builds what is shipped and every other one, by its name."""
    every = [one.name for one in SCRIPT.every()]
    assert len(every) == len(set(every)) == len(LANGUAGES) * len(SCRIPT.RULES) * 33
    assert {one.name for one in SCRIPT.shipped()} | STANDING.keys() <= {*every}
    few = [
        one
        for one in SCRIPT.every()
        if one.name in ("round_robin/glicko-3.xlsx", "zh/swiss/uscf-8x5.xlsx")
    ]
    monkeypatch.setattr(SCRIPT, "every", lambda: few)
    monkeypatch.setattr(SCRIPT, "examples", list)
    monkeypatch.setattr(SCRIPT, "ProcessPoolExecutor", lambda: ThreadPoolExecutor(1))
    monkeypatch.setattr(
        ThreadPoolExecutor, "map", lambda pool, work, these, chunksize: map(work, these)
    )
    SCRIPT.main(tmp_path, whole=True)
    made = {path.relative_to(tmp_path).as_posix(): path for path in tmp_path.rglob("*.xlsx")}
    assert made.keys() == {one.name for one in few}
    assert [language_of(open_sheets(made[one.name]).names) for one in few] == ["en", "zh"]


def test_the_folder_stays_small() -> None:
    """Promise: what is committed stays below 5 MB."""
    assert sum(path.stat().st_size for path in SHIPPED) < 5_000_000


def test_a_commit_stays_small(tmp_path: Path) -> None:
    """Promise: a commit that changes one sheet of every file adds less than 3 MB: each part of a
    file is packed for itself, so that git finds the others in what it has.
    """
    if shutil.which("git") is None:
        need("git is not found")

    def git(*words: str, given: str = "") -> bytes:
        own = ("-c", "user.name=a", "-c", "user.email=a@b.example", "-c", "gc.auto=0")
        done = subprocess.run(
            ["git", *own, *words],
            cwd=tmp_path,
            input=given.encode(),
            capture_output=True,
            check=True,
        )
        return done.stdout

    tried = SHIPPED[::4]
    git("init", "-q")
    for change in (False, True):
        for path in tried:
            own, data = tmp_path / path.relative_to(FOLDER), path.read_bytes()
            own.parent.mkdir(parents=True, exist_ok=True)
            own.write_bytes(_changed(data) if change else data)
        git("add", "-A")
        git("commit", "-qm", "all")
    added = git("pack-objects", "--revs", "--stdout", "--thin", "-q", given="HEAD\n^HEAD~\n")
    print(f"{len(added) // 1000} kB for {len(tried)} of {len(SHIPPED)} files")
    assert 10_000 < len(added) < 3_000_000 * len(tried) / len(SHIPPED)


def _changed(book: bytes) -> bytes:
    """A workbook with other numbers in the largest of its sheets."""
    made = io.BytesIO()
    new = Package(made)
    with zipfile.ZipFile(io.BytesIO(book)) as old:
        sheets = [one for one in old.infolist() if "/worksheets/sheet" in one.filename]
        largest = max(sheets, key=lambda one: one.file_size)
        for one in old.infolist():
            data = old.read(one)
            if one is largest:
                data = re.sub(rb"<v>(\d+)</v>", rb"<v>1\1</v>", data)
            new.add(one.filename, data, 9)  # as all are written
    new.close()
    return made.getvalue()


@pytest.mark.parametrize("name", ["swiss/fide-30x7.xlsx", "round_robin/ingo-10.xlsx"])
def test_the_same_on_every_python(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Since 3.12 `sum` adds fractions without the errors that it makes before: no file may hang
    on it. Both ways are tried here, whichever is this Python's own.
    """

    def one_by_one(items: Iterable[Any], start: Any = 0) -> Any:
        for item in items:
            start = start + item
        return start

    def exactly(items: Iterable[Any], start: Any = 0) -> Any:
        listed = [*items]
        has_fractions = any(isinstance(one, float) for one in listed)
        return fsum([start, *listed]) if has_fractions else one_by_one(listed, start)

    (one,) = (one for one in SCRIPT.shipped() if one.name == name)
    made = []
    for way in (one_by_one, exactly):
        monkeypatch.setattr(builtins, "sum", way)
        made.append(parts(SCRIPT.made(one)))
    assert made[0] == made[1]


@pytest.mark.in_turn
def test_shipped_workbooks_recalculate_to_the_same_values(
    office: Office, ready_made: ReadyMade
) -> None:
    """LibreOffice recalculates what is shipped: no cell differs, none is an error."""
    # The others are checked against the engine below.
    tried = list(map(ready_made, some(ALL, 8)))
    found = differences_of(tried, office)
    wrong = {path.name: cells[:5] for path, cells in zip(tried, found, strict=True) if cells}
    assert wrong == {}


@pytest.mark.in_turn
@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", ALL)
def test_shipped_workbooks_check(name: str, ready_made: ReadyMade) -> None:
    """The values stored in the files are right before any recalculation."""
    assert check(open_sheets(ready_made(name))).differences == ()


@pytest.mark.in_turn
def test_sentences_beside_cells_are_in_the_language_of_the_file(ready_made: ReadyMade) -> None:
    """Promise: one cell switches the language; what no formula can switch is in that of the file,
    in which its sheets have their names."""
    said: dict[str, set[str]] = {"en": set(), "zh": set(), "ru": set()}
    for path in map(ready_made, ALL):
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
