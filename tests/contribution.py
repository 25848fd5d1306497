"""What a contribution still lacks, all of it at once: python -m tests.contribution [TEST ...]

Asks, in about a minute, every test that holds a rule file, key, function, host, column, tie-break,
language or fact against its texts, tables and guides, and prints for each that fails its promise,
what was found, and how to run it alone. With names of tests it asks these.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Generator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from inspect import getdoc
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]

#: What belongs together, and the tests that know it; none of them starts another program.
TESTS = (
    "tests/test_architecture.py", "tests/test_docs.py", "tests/test_examples.py",
    "tests/test_references.py", "tests/test_headings.py", "tests/rules/test_rule_files.py",
    "tests/rules/test_keys.py", "tests/rules/test_sections.py", "tests/rules/test_coverage.py",
    "tests/rules/test_pages.py", "tests/rules/test_printed.py", "tests/hosts/test_help.py",
    "tests/test_typed.py::test_every_public_name_is_there",
    "tests/workbook/test_compatibility.py", "tests/test_completion.py",
)  # fmt: skip

#: Characters of what was found that are shown.
_SHOWN = 300


class Lacking:
    """Gathers each test that fails: its promise, what was found, its name."""

    def __init__(self) -> None:
        self.found: list[tuple[str, str, str]] = []

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Generator[None, Any, Any]:
        """Keep what failed."""
        report = yield
        if report.failed:
            promise = getdoc(getattr(item, "function", None)) or "The example holds."
            self._keep(promise, report)
        return report

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Keep what cannot even be read."""
        if report.failed:
            self._keep("The tests can be read.", report)

    def _keep(self, promise: str, report: Any) -> None:
        crash = getattr(report.longrepr, "reprcrash", None)
        said = crash.message if crash else str(report.longrepr)
        lines = (" ".join(text.split()) for text in (promise, said))
        promise, said = lines
        self.found.append((promise, said[:_SHOWN], report.nodeid))


def lacking(tests: Sequence[str] = TESTS) -> list[tuple[str, str, str]]:
    """Of each test that fails its promise, what was found, and its name."""
    own = Lacking()
    options = ["-q", "-p", "no:cacheprovider", "-c", str(ROOT / "pyproject.toml")]
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        pytest.main([*options, "--rootdir", str(ROOT), *tests], plugins=[own])
    return own.found


def main(tests: Sequence[str]) -> int:
    """Print all that is lacking; 1 where anything is."""
    found = lacking(tests or [str(ROOT / name) for name in TESTS])
    for promise, said, name in found:
        print(promise, f"  found: {said}", f"  .venv/bin/pytest '{name}'", "", sep="\n")
    print(f"{len(found)} of the promises to a contribution do not hold" if found else "complete")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
