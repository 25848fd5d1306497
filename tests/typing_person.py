"""A person at LibreOffice as installed: a fresh default profile, nothing calculated by force."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from desk import soffice
from needs import LONGEST, need
from office import missing

#: A step: what is done, where, and with what; see `typing_uno`.
Step = tuple[Any, ...]
#: What the cells of each sheet show, row by row.
Shown = dict[str, list[list[Any]]]


class Person:
    """Opens workbooks, types, pastes, sorts, saves; each job starts from a file."""

    def __init__(self, folder: Path) -> None:
        lacks = subprocess.run(["/usr/bin/python3", "-c", "import uno"], check=False).returncode
        need(missing() or ("not found: python3-uno" if lacks else ""))
        self._folder = folder

    def do(self, jobs: Sequence[tuple[Path, Sequence[Step]]]) -> list[Shown]:
        """What all cells show after the steps of each job, in one start of the program."""
        given, found = self._folder / "jobs.json", self._folder / "found.json"
        listed = [{"file": str(path), "steps": steps} for path, steps in jobs]
        given.write_text(json.dumps(listed), encoding="utf-8")
        script = str(Path(__file__).with_name("typing_uno.py"))
        places = [str(path) for path in (soffice(), self._folder / "profile", given, found)]
        environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
        environment |= {"LC_ALL": "C.UTF-8", "SAL_USE_VCLPLUGIN": "svp"}
        command = ["/usr/bin/python3", script, *places]
        subprocess.run(command, check=True, timeout=LONGEST, env=environment)
        done: list[Shown] = json.loads(found.read_text(encoding="utf-8"))
        return done
