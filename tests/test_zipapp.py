"""The package in one file: Python runs it out of an archive, with its tables in it."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipapp
from pathlib import Path

import pytest
from needs import LONGEST

import xlrating
from xlrating.engine.rules.ruleset import available, load
from xlrating.hosts import host_of

EVENT = Path(__file__).parent / "events" / "tec-swiss-2023" / "crosstable.csv"


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `python -m zipapp` makes of the package."""
    folder = tmp_path_factory.mktemp("zipapp")
    package = Path(str(xlrating.__file__)).parent
    shutil.copytree(
        package, folder / "in" / "xlrating", ignore=shutil.ignore_patterns("__pycache__")
    )
    zipapp.create_archive(folder / "in", folder / "xlrating.pyz", main="xlrating.cli:main")
    return folder / "xlrating.pyz"


def run(*arguments: str | Path) -> str:
    done = subprocess.run(
        [sys.executable, "-I", *arguments], capture_output=True, encoding="utf-8",
        timeout=LONGEST, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["call", "K_FACTOR", "2000", "fide"], "20\n"),
        # A table that a file includes, and a name that only the files know.
        (["call", "WE_TABLE", "200", "dwz"], "0.76\n"),
        (["call", "K_FACTOR", "2000", "国际棋联等级分"], "20\n"),
        (["rules", "malaysia", "--language", "ru"], "(malaysia)"),
    ],
)
def test_commands_run(archive: Path, arguments: list[str], said: str) -> None:
    """Nothing is installed, nothing unpacked: numbers, regulations and words are found."""
    assert said in run("-S", archive, *arguments)


def test_engine_is_imported(archive: Path) -> None:
    """The rule sets of the archive are those of the package: named by id, not by path."""
    program = (
        f"import sys; sys.path.insert(0, {str(archive)!r}); import xlrating;"
        "from xlrating.engine.rules.ruleset import available, load;"
        f"assert xlrating.__file__.startswith({str(archive)!r});"
        "assert xlrating.NEW_RATING(2000, [2100], [1], 'fide') == 2013;"
        "print(*(load(name).reference for name in available()))"
    )
    known = [load(name).reference for name in available()]
    assert run("-S", "-c", program).split() == known


@pytest.mark.in_turn
def test_with_its_packages_it_does_all(archive: Path, tmp_path: Path) -> None:
    """Files are read and written, and the add-in carries the same files."""
    book, extension = tmp_path / "x.xlsx", tmp_path / "x.oxt"
    run(archive, "rate", EVENT, "--rules", "fide", "-o", book)
    assert "agree with the engine" in run(archive, "check", book)
    run(archive, "addin", "libreoffice", "-o", extension)
    assert extension.read_bytes() == host_of("libreoffice").make(extension.name, "en")
