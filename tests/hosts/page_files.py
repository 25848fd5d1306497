"""The page as it is built, and what a browser sees of it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import browser
from needs import LONGEST, need
from workbooks import EVENTS, FOLDER

from xlrating.engine.errors import FileError
from xlrating.engine.languages import LANGUAGES
from xlrating.hosts.page.build import HOSTED, SINGLE, build
from xlrating.hosts.page.parts import fetched

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
    plan: dict[str, Any] = {
        "single": str(page / SINGLE),
        "hosted": str(page / HOSTED),
        "shots": "",
        "files": {key: str(path) for key, path in files.items()},
        "steps": list(steps),
        "languages": list(LANGUAGES[:1]),
        "schemes": [False],
        "widths": [390, 768, 1280],
        "patience": LONGEST * 1000 // 3,
        **more,
    }
    return browser.run(Path(__file__).with_name("page.mjs"), out, name, plan)
