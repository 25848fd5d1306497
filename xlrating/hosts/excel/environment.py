"""The Excel add-in's own Python environment, into which nothing else is installed.

xlwings' VBA loads a library of exactly its own version, so upgrading xlwings in a Python that
the user shares with other work would break the add-in. This environment's name contains both
versions: a newer add-in makes a new one, and the one that Excel has open is never changed.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from ...engine.errors import FileError
from ...engine.public import __version__
from ..wheel import NAME

#: An environment variable for another folder than the user's own for application data.
VARIABLE = "XLRATING_EXCEL"

_BEGINS = "excel-"

#: Written last: an environment without this file is incomplete.
_COMPLETE = "complete.txt"


def home() -> Path:
    """The folder that contains the environments."""
    own = os.environ.get(VARIABLE)
    return Path(own) if own else Path(os.environ.get("LOCALAPPDATA") or Path.home()) / "xlrating"


def make(package: Path, xlwings: str) -> Path:
    """The interpreter of the environment with this package and xlwings, made if necessary.

    `package` is xlrating's wheel, `xlwings` the version that the add-in's VBA belongs to.

    Raises `FileError`, with the output, if it cannot be made.
    """
    folder = _in_the_code_page(home()) / f"{_BEGINS}{__version__}-{xlwings}"
    content = f"{NAME}\nxlwings {xlwings}\n{package.stat().st_size}\n"
    complete = folder / _COMPLETE
    if not complete.is_file() or complete.read_text("utf-8") != content:
        shutil.rmtree(folder, ignore_errors=True)
        _run([sys.executable, "-m", "venv", str(folder)], folder)
        wanted = [str(package), f"xlwings=={xlwings}"]
        # The environment's own interpreter: what is installed will refer to it.
        install = ["-m", "pip", "install", "--disable-pip-version-check", "--quiet", *wanted]
        _run([str(_interpreter(folder, "python")), *install], folder)
        complete.write_text(content, "utf-8")
    return _interpreter(folder, "pythonw")


def remove(but: Path | None = None) -> list[Path]:
    """Remove all environments except this interpreter's; returns what was removed.

    One that Excel still has open remains until the next time.
    """
    gone = []
    for folder in sorted(home().glob(f"{_BEGINS}*")):
        if but is None or folder not in but.parents:
            # First the file that marks it complete, so that a remainder is never used.
            (folder / _COMPLETE).unlink(missing_ok=True)
            shutil.rmtree(folder, ignore_errors=True)
            gone += [] if folder.exists() else [folder]
    return gone


def _interpreter(folder: Path, name: str) -> Path:
    """The Python of an environment: on Windows `pythonw` opens no console."""
    if sys.platform == "win32":
        return folder / "Scripts" / f"{name}.exe"
    return folder / "bin" / "python"


def _run(command: list[str], folder: Path) -> None:
    """Run a command that is part of making the environment."""
    done = subprocess.run(
        command, capture_output=True, encoding="utf-8", errors="replace", check=False
    )
    if done.returncode:
        said = " ".join((done.stderr or done.stdout).split())[-500:]
        raise FileError(
            f"the environment of the add-in cannot be made: {said}; connect to the internet "
            "(xlwings is loaded from there once) and run this again",
            str(folder),
        )


def _in_the_code_page(folder: Path) -> Path:
    """The folder under a name that VBA can pass to Windows: in characters of its code page.

    The home folder of a user with a name in other characters turns into question marks there; the
    short name that Windows keeps for it does not.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for name in (str(folder), short_name(str(folder))):
        try:
            name.encode(code_page())
        except UnicodeEncodeError:
            continue
        return Path(name)
    raise FileError(
        "Excel cannot hand the name of this folder to Python; name one in Latin letters in the "
        f"environment variable {VARIABLE}, for example: set {VARIABLE}=C:\\xlrating",
        str(folder),
    )


def code_page() -> str:
    """The computer's code page, in which VBA passes texts to libraries."""
    return "mbcs" if sys.platform == "win32" else "utf-8"


def short_name(name: str) -> str:
    """The 8.3 name of a folder, such as C:\\USERS\\8D2F~1; unchanged if it has none."""
    windows: Any = getattr(ctypes, "windll", None)
    if windows is None:
        return name
    text = ctypes.create_unicode_buffer(1024)
    return text.value if windows.kernel32.GetShortPathNameW(name, text, 1024) else name
