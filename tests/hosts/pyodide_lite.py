"""What xlwings Lite does with a workbook, in Pyodide under Node."""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
import xml.etree.ElementTree as ElementTree
import zipfile
from itertools import count
from pathlib import Path
from typing import Any

from calc_cases import Case, Error, as_rows
from needs import LONGEST
from node import package, program

from xlrating.functions import all_functions

#: Of the generation that the add-in's manual asks for, 314.0 and later; its Python is 3.14.
PYODIDE = "314.0.7"


def carried(book: Path) -> dict[str, Any]:
    """The add-in's files and settings in the workbook, found as Excel finds them: from part to part by relationships."""
    with zipfile.ZipFile(book) as archive:

        def target(links: str, kind: str) -> str:
            found = [
                link.get("Target") or ""
                for link in ElementTree.fromstring(archive.read(links))
                if (link.get("Type") or "").endswith(f"/2011/relationships/{kind}")
            ]
            assert len(found) == 1, kind
            return found[0]

        panes = target("_rels/.rels", "webextensiontaskpanes")
        folder, _, name = panes.rpartition("/")
        extension = f"{folder}/{target(f'{folder}/_rels/{name}.rels', 'webextension')}"
        types = archive.read("[Content_Types].xml").decode()
        for part in (panes, extension):
            assert types.count(f'PartName="/{part}"') == 1
        root = ElementTree.fromstring(archive.read(extension))
    return {
        str(item.get("name")): json.loads(item.get("value") or "")
        for item in root.iter()
        if item.tag.endswith("}property")
    }


def installed() -> Path:
    """Pyodide for Node."""
    return package("pyodide", PYODIDE)


def answers(folder: Path, pyodide: Path, book: Path, asked: list[Case]) -> dict[str, Any]:
    """What the workbook's own code answers to these calls, and the list of its functions."""
    (folder / "main.py").write_text(carried(book)["main.py"], "utf-8")
    spec = importlib.util.find_spec("xlwings")
    assert spec and spec.origin, "xlwings is not installed"
    shutil.copytree(
        Path(spec.origin).parent, folder / "xlwings", ignore=lambda *_: {"__pycache__", "addin"}
    )
    calls = [[case.name, _as_excel_gives(case)] for case in asked]
    (folder / "calls.json").write_text(json.dumps(calls), "utf-8")
    command = [program("node"), str(Path(__file__).with_name("lite.mjs")), str(pyodide)]
    done = subprocess.run(
        [*command, str(folder)], capture_output=True, text=True, check=False, timeout=LONGEST
    )
    assert done.returncode == 0, done.stderr[-3000:]
    found: dict[str, Any] = json.loads((folder / "answers.json").read_text("utf-8"))
    return found


def _as_excel_gives(case: Case) -> list[Any]:
    """The arguments as a custom function gets them: rows of cells, or null for one left out."""
    # Excel takes no formula with fewer arguments than are required.
    required = [p for p in all_functions()[case.name].parameters if not p.optional]
    given = [*case.arguments, *[None] * (len(required) - len(case.arguments))]
    return [
        None if value is None else [list(map(_cell, row, count())) for row in as_rows(value)]
        for value in given
    ]


def _cell(value: Any, column: int) -> Any:
    """A cell of a range; an empty one is null or "", here by turns."""
    if isinstance(value, Error):
        return {"type": "Error", "basicType": "Error", "basicValue": SHOWN[value.formula]}
    return "" if value is None and column % 2 else value


SHOWN = {"NA()": "#N/A", "1/0": "#DIV/0!"}
