"""Fixtures shared by all tests."""

from __future__ import annotations

import os

import pytest
from office import Office, missing


@pytest.fixture(scope="session")
def office(tmp_path_factory: pytest.TempPathFactory) -> Office:
    """LibreOffice as the judge of workbooks; without it a skip, and a failure where CI is set."""
    lacking = missing()
    if lacking and os.environ.get("CI", "").lower() not in ("", "0", "false"):
        pytest.fail(lacking, pytrace=False)
    if lacking:
        pytest.skip(lacking)
    return Office(tmp_path_factory.mktemp("office"))
