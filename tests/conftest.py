"""Fixtures shared by all tests."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from office import Office, missing
from user_office import UserOffice, lacking

from xlrating.hosts import calc


@pytest.fixture(scope="session")
def office(tmp_path_factory: pytest.TempPathFactory) -> Office:
    """LibreOffice as the judge of workbooks; without it a skip, and a failure where CI is set."""
    lacking = missing()
    if lacking and os.environ.get("CI", "").lower() not in ("", "0", "false"):
        pytest.fail(lacking, pytrace=False)
    if lacking:
        pytest.skip(lacking)
    return Office(tmp_path_factory.mktemp("office"))


@pytest.fixture(scope="session")
def calculator(office: Office) -> Iterator[UserOffice]:
    """A LibreOffice that has the add-in, in a folder that an ordinary user may enter."""
    needed = ", ".join(lacking())
    if needed and os.environ.get("CI", "").lower() not in ("", "0", "false"):
        pytest.fail(f"not found: {needed}", pytrace=False)
    if needed:
        pytest.skip(f"not found: {needed}")
    with tempfile.TemporaryDirectory(prefix="xlrating-calc-") as folder:
        Path(folder).chmod(0o755)
        made = UserOffice(folder)
        made.install(calc.extension())
        yield made
