"""Changes to what runs while a module is imported: its tables and constants, its decorators.

The package is imported afresh in a fork, with the changed module in place of the original, and the
tests near it are collected there.
"""

from __future__ import annotations

import sys
import time
from functools import cache
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType

import pytest

from .mutants import PACKAGE, Mutant
from .session import TESTS, _in_a_fork, is_alone

#: The tests run for every change, after those that name the module.
_EVER = (
    "test_edges.py", "test_function_edges.py", "test_examples.py", "rules/test_reports.py",
    "rules/test_keys.py",
)  # fmt: skip

#: The options for pytest: no tracebacks, no cache, a single process.
WORDS = ("-q", "-s", "--tb=no", "-p", "no:cacheprovider", "-p", "no:xdist")

#: Processor seconds to import the package and to collect the tests.
_BEFORE = 60


class _Until:
    """A plugin of pytest that ends with the first failure, or when the time is up."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.failed = ""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Start the clock; leave out tests that need other programs or have random inputs."""
        items[:] = [one for one in items if one.path.is_relative_to(PACKAGE) or is_alone(one)]
        self.seconds += time.process_time()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note the first test that fails."""
        self.failed = self.failed or (report.nodeid if report.failed else "")

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Note a file that cannot be imported: that is a failure, too."""
        self.failed = self.failed or (f"import of {report.nodeid}" if report.failed else "")

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logfinish(self) -> None:
        """Stop after a failure, or when the time is up."""
        if self.failed or time.process_time() > self.seconds:
            pytest.exit("enough", 0)


def nearest(one: Mutant) -> list[str]:
    """The files of tests for a change: its own (doctests), importers, its folder's, and `_EVER`."""
    tail = one.module.removesuffix(".__init__").partition(".")[2]
    parent, _, name = tail.rpartition(".")
    room = tail.partition(".")[0]
    named = (f"xlrating.{tail} import", f"xlrating.{parent} import {name}", f"import {name}\n")
    inside = f"xlrating.{room}"
    own, beside = [], []
    for path, text in _texts().items():
        if {"office", "benchmarks"} & {*path.parts}:
            continue
        if any(word in text for word in named):
            own.append(path)
        elif room in path.parts or (room != "engine" and inside in text):
            beside.append(path)
    ever = [TESTS / name for name in _EVER]
    return [str(path) for path in dict.fromkeys([one.path, *own, *beside, *ever])]


@cache
def _texts() -> dict[Path, str]:
    """The text of each file of tests, the shortest first."""
    texts = {path: path.read_text("utf-8") for path in TESTS.rglob("test_*.py")}
    return dict(sorted(texts.items(), key=lambda one: len(one[1])))


def first_failure(one: Mutant | None, files: list[str], seconds: float) -> str:
    """The first test that fails with `one` (None: without a change), "" if none does."""
    limit = int(seconds) + _BEFORE
    return _in_a_fork(lambda: _asked(one and (str(one.path), one.whole()), files, seconds), limit)


def _asked(changed: tuple[str, CodeType] | None, files: list[str], seconds: float) -> str:
    for name in [*sys.modules]:
        file = getattr(sys.modules[name], "__file__", None) or ""
        if file.startswith((str(PACKAGE), str(TESTS))) and not name.startswith("tests.mutation"):
            del sys.modules[name]
    get_code = SourceFileLoader.get_code

    def code_of(self: SourceFileLoader, name: str) -> CodeType | None:
        if changed and self.path == changed[0]:
            return changed[1]
        return get_code(self, name)

    # mypy: replaced on purpose.
    setattr(SourceFileLoader, "get_code", code_of)  # noqa: B010
    sys.dont_write_bytecode = True
    until = _Until(seconds)
    pytest.main([*WORDS, *files], plugins=[until])
    return until.failed.removeprefix("tests/")


def told_of(mutants: list[Mutant], seconds: float) -> list[tuple[Mutant, str]]:
    """Each change with the test that notices it, "" for a survivor.

    Files with a test that fails without the change are left out.
    """
    found, void = [], dict[str, bool]()
    for one in mutants:
        files = [name for name in nearest(one) if not void.get(name)]
        failed = first_failure(one, files, seconds)
        while failed and (own := _file_of(failed, files)) and own not in void:
            void[own] = bool(first_failure(None, [own], seconds))
            if void[own]:
                files.remove(own)
                failed = first_failure(one, files, seconds)
        found.append((one, failed))
        print(f"{one}: {failed or 'SURVIVES'}", flush=True)
    return found


def _file_of(failed: str, files: list[str]) -> str:
    """The one of `files` that has the test that failed; "" if the process died."""
    named = failed.removeprefix("import of ").removeprefix("tests/").partition("::")[0]
    return next((name for name in files if name.endswith(f"/{named}")), "")
