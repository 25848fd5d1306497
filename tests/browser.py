"""A real browser, driven by puppeteer: one start for a whole script."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from needs import LONGEST, need
from node import package, program

#: The versions of what drives it and of what looks for barriers; the browser is the computer's own.
PUPPETEER, AXE = "25.16.0", "4.14.1"
_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def chromium() -> str:
    """Where the browser is; without it a skip, and a failure where CI is set."""
    found = next(filter(None, map(shutil.which, _NAMES)), None)
    if found is None:
        need("chromium is not found; on Debian: apt-get install chromium")
    return str(found)


def firefox() -> str:
    """Where Firefox is; without it a skip, and a failure where CI is set."""
    found = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
    if found is None:
        need("firefox is not found; on Debian: apt-get install firefox-esr")
    return str(found)


def run(script: Path, out: Path, name: str, plan: dict[str, Any]) -> dict[str, Any]:
    """What a script for Node prints as JSON: it gets puppeteer, axe-core and the plan.

    `name` is "chrome" or "firefox"; `out` is a folder for all that the browser writes.
    """
    own = {"browser": name, "executable": chromium() if name == "chrome" else firefox()}
    out.mkdir(exist_ok=True)
    (out / "plan.json").write_text(json.dumps({**own, "out": str(out), **plan}), "utf-8")
    drivers = (package("puppeteer-core", PUPPETEER), package("axe-core", AXE))
    done = subprocess.run(
        [program("node"), str(script), *map(str, drivers), str(out / "plan.json")],
        capture_output=True,
        encoding="utf-8",
        timeout=LONGEST,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
        check=False,
    )
    assert done.returncode == 0, done.stderr[-4000:]
    found: dict[str, Any] = json.loads(done.stdout)
    return found
