"""The page as it is built, and what a browser sees of it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import browser
from needs import LONGEST, need
from node import package, program
from workbooks import EVENTS, FOLDER

from xlrating.engine.errors import FileError
from xlrating.engine.languages import LANGUAGES
from xlrating.hosts.page.build import HOSTED, SINGLE, build
from xlrating.hosts.page.parts import fetched

AXE = "4.14.1"

US = EVENTS / "us-championship-2025"
#: What is dropped on the page, by the names that it gets there.
FILES = {
    "event.xlsx": FOLDER / "examples" / "us-championship-2025.xlsx",
    "swiss.trf": EVENTS / "swiss-online" / "event.trf",
    "page.xlsx": EVENTS / "chess-results-april" / "crosstable.xlsx",
    "table.csv": EVENTS / "tec-swiss-2023" / "crosstable.csv",
    "list.csv": US / "players.csv",
    "games.csv": US / "games.csv",
}


def built(folder: Path) -> None:
    """Build it; what npm and pip fetch is kept in the virtual environment."""
    try:
        fetched(Path(sys.prefix))
    except FileError as error:  # no network, or no npm
        need(str(error))
    build(folder, Path(sys.prefix))


def visit(
    page: Path, out: Path, name: str, steps: Sequence[str], files: dict[str, Path], **more: Any
) -> dict[str, Any]:
    """What a browser, "chrome" or "firefox", saw in these steps of `page.mjs`."""
    out.mkdir()
    executable = browser.chromium() if name == "chrome" else browser.firefox()
    plan: dict[str, Any] = {
        "browser": name,
        "executable": executable,
        "single": str(page / SINGLE),
        "hosted": str(page / HOSTED),
        "out": str(out),
        "shots": "",
        "files": {key: str(path) for key, path in files.items()},
        "steps": list(steps),
        "languages": list(LANGUAGES[:1]),
        "schemes": [False],
        "widths": [390, 768, 1280],
        "patience": LONGEST * 1000 // 3,
        **more,
    }
    (out / "plan.json").write_text(json.dumps(plan), "utf-8")
    drivers = (package("puppeteer-core", browser.PUPPETEER), package("axe-core", AXE))
    script = Path(__file__).with_name("page.mjs")
    done = subprocess.run(
        [program("node"), str(script), *map(str, drivers), str(out / "plan.json")],
        capture_output=True,
        encoding="utf-8",
        timeout=LONGEST,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-4000:]
    found: dict[str, Any] = json.loads(done.stdout)
    return found
