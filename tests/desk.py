"""A LibreOffice that is asked over UNO: the end of `desk_script` at which the tests stand.

Starting the program costs more than opening a small workbook in it, and writing a file more than
looking at the cells: what stays open is several times as quick as `soffice --convert-to`.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import threading
from pathlib import Path
from typing import Any

from needs import LONGEST

#: The Python that has `uno`.
PYTHON = "/usr/bin/python3"

#: Bytes of workbooks after which the program is started again: it keeps something of each, some
#: 200 MB of sixty.
_MOST = 12_000_000


#: Nobody looks at the picture of the first page in a file that is saved, and drawing it takes a
#: third of the time of saving an .ods.
_NO_PICTURE = ("/org.openoffice.Office.Common/Save/Document", "GenerateThumbnail", "false")

#: Without a window the cursor is still drawn, a moment later, and by then its document may be
#: closed: once in fifty copied sheets LibreOffice 7.4 ended in `OverlayManager::ImpDrawMembers`.
_NO_CURSOR = ("/org.openoffice.Office.Common/Drawinglayer", "OverlayBuffer_Calc", "false")


class OfficeError(RuntimeError):
    """LibreOffice or pdftoppm did not do what was asked of it."""


def soffice() -> str | None:
    """Where LibreOffice is, or None."""
    return shutil.which("soffice") or shutil.which("libreoffice")


def lacking_uno() -> str:
    """What this machine lacks to ask LibreOffice, a sentence; "" if nothing."""
    has_uno = [PYTHON, "-c", "import uno"]
    lacks = not Path(PYTHON).exists() or subprocess.run(has_uno, check=False).returncode
    return "not found: python3-uno" if lacks else ""


def environment() -> dict[str, str]:
    """This shell's, without what would reach LibreOffice or the Python beside it."""
    # PYTHONUNBUFFERED for one: `print` drops the rest of a line that a pipe takes half of.
    hidden = ("PYTHON", "LANGUAGE", "DISPLAY", "WAYLAND_DISPLAY")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(hidden)}
    # The Python in LibreOffice takes the first in the path for its own, and ends with another's.
    own = Path(PYTHON).parent.resolve()
    path = [
        one
        for one in kept.get("PATH", "").split(os.pathsep)
        if Path(one).resolve() == own or not Path(one, "python3").exists()
    ]
    return kept | {"PATH": os.pathsep.join(path), "LC_ALL": "C.UTF-8", "SAL_USE_VCLPLUGIN": "svp"}


def make_profile(folder: Path, *settings: tuple[str, str, str]) -> None:
    """Make a new profile with these settings: where each is, its name and its value."""
    items = "".join(
        f'<item oor:path="{path}"><prop oor:name="{name}" oor:op="fuse"><value>{value}</value></prop>'
        "</item>"
        for path, name, value in (_NO_PICTURE, _NO_CURSOR, *settings)
    )
    (folder / "user").mkdir(parents=True)
    (folder / "user" / "registrymodifications.xcu").write_text(
        '<?xml version="1.0" encoding="UTF-8"?>'
        '<oor:items xmlns:oor="http://openoffice.org/2001/registry"'
        ' xmlns:xs="http://www.w3.org/2001/XMLSchema"'
        f' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">{items}</oor:items>',
        "utf-8",
    )


class Desk:
    """One program with a profile of its own, and the workbook that is open in it."""

    def __init__(self, profile: Path) -> None:
        """Start LibreOffice with a profile, made where there is none."""
        self._profile = profile
        if not profile.exists():
            make_profile(profile)
        self._start()

    def _start(self) -> None:
        self._opened = 0
        script = str(Path(__file__).with_name("desk_script.py"))
        command = [PYTHON, script, str(soffice()), self._profile.as_uri()]
        self._said = self._profile.with_name(f"{self._profile.name}.said").open("ab")
        self._process = subprocess.Popen(
            command,
            env=environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._said,
            text=True,
        )

    def open(self, path: Path) -> None:
        """Open a workbook; the one before is closed without being saved."""
        if self._opened > _MOST:
            self._start_again()
        self._opened += path.stat().st_size
        try:
            self.ask("open", str(path))
        except OfficeError:
            # Once in thousands of times it has ended of itself; a faulty workbook fails again.
            self._start_again()
            self.ask("open", str(path))

    def _start_again(self) -> None:
        self.close()
        self._start()

    def ask(self, name: str, *arguments: object) -> Any:
        """What a method of the script's `Desk` gives."""
        assert self._process.stdin and self._process.stdout
        watch = threading.Timer(LONGEST, self._process.kill)
        watch.start()
        try:
            self._process.stdin.write(json.dumps([name, arguments]) + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        except BrokenPipeError:
            line = ""
        finally:
            watch.cancel()
        if not line:
            raise OfficeError(f"LibreOffice ended at {name}{arguments!r}"[:300])
        answer = json.loads(line)
        if "error" in answer:
            raise OfficeError(f"{name}: {answer['error']}")
        return answer["gives"]

    def close(self) -> None:
        """End the program."""
        self._process.communicate(timeout=LONGEST)
        self._said.close()
