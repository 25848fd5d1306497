"""Fixtures shared by all tests."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from office import Office, missing
from user_office import UserOffice, lacking

from xlrating.hosts import calc


@pytest.fixture(scope="session")
def office(tmp_path_factory: pytest.TempPathFactory) -> Office:
    """LibreOffice as the judge of workbooks; without it a skip, and a failure where CI is set."""
    _need(missing())
    return Office(tmp_path_factory.mktemp("office"))


@pytest.fixture(scope="session")
def over_uno(office: Office) -> Callable[[Path, Path], str]:
    """Calculate a workbook over UNO and store it as another: what `over_uno.py` prints."""
    python = "/usr/bin/python3"
    has_uno = [python, "-c", "import uno"]
    lacks = not Path(python).exists() or subprocess.run(has_uno, check=False).returncode
    _need("not found: python3-uno" if lacks else "")
    script = str(Path(__file__).with_name("over_uno.py"))

    def run(source: Path, target: Path) -> str:
        profile = office.profile.as_uri()
        return office._run([python, script, office._program, profile, str(source), str(target)])

    return run


def _need(lacking: str) -> None:
    """Skip without what is lacking, if anything; where CI is set, fail."""
    if lacking and os.environ.get("CI", "").lower() not in ("", "0", "false"):
        pytest.fail(lacking, pytrace=False)
    if lacking:
        pytest.skip(lacking)


@pytest.fixture(scope="session")
def calculator(office: Office) -> Iterator[UserOffice]:
    """A LibreOffice that has the add-in, in a folder that an ordinary user may enter."""
    _need(lacking())
    with tempfile.TemporaryDirectory(prefix="xlrating-calc-") as folder:
        Path(folder).chmod(0o755)
        made = UserOffice(folder)
        made.install(calc.extension())
        yield made
