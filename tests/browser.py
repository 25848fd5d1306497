"""A real browser, driven by playwright-core: one start for a whole script."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from needs import LONGEST, need
from node import package, program

#: The version of the package that drives it; the browser is the one that the computer has.
VERSION = "1.55.0"
_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
#: What drives a Firefox, too.
PUPPETEER = "25.16.0"


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


def run(script: Path, *arguments: str) -> Any:
    """What a script for Node prints as JSON: it gets playwright, the browser and the arguments."""
    browser = chromium()
    driver = package("playwright-core", VERSION)
    done = subprocess.run(
        [program("node"), str(script), str(driver), browser, *arguments],
        capture_output=True,
        encoding="utf-8",
        timeout=LONGEST,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
