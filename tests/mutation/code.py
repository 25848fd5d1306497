"""`python -m tests.mutation.code`: changes lines of the package, a new sample each time, and names what survives.

mutmut and cosmic-ray run all tests of a project for each change, or write every change of every
file beforehand. Here a change replaces the code of one function in a fork of a process that has
collected the tests, and only the tests that reach the changed code run, the quickest first.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import math
import random
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest

from .imported import WORDS, nearest, told_of
from .mutants import PACKAGE, Held, Mutant, held, module_of, put_in_place, sampled
from .reach import Reaching, kept
from .session import _in_a_fork, _pairs, is_alone, spent

#: Changes that no test can notice, each with the reason.
SURVIVORS = Path(__file__).with_name("code_survivors.toml")

#: The paths of tests by default; those that need another program are left out.
ALL = ("tests", "xlrating")

#: Names for several folders of the package.
ROOMS = {"elsewhere": ("bulk", "exchange", "federation", "workbook", "hosts", "publishing")}

#: Processor seconds, beyond those for its tests, after which a change counts as one that never ends.
_MORE = 20


#: Processor seconds for the tests run first, and the multiple of `seconds` for those near a survivor.
_FIRST, _MUCH = 3, 4


class Survivor(NamedTuple):
    """A change that no test can notice, valid while the text of the function is the same."""

    function: str
    digest: str
    at: int
    change: str
    reason: str

    def is_of(self, one: Mutant) -> bool:
        """Whether this entry is about the change `one`."""
        mine = (self.function, self.digest, self.at, self.change)
        return mine == (one.function, one.digest, one.at, one.change)


def survivors() -> list[Survivor]:
    """The entries of `code_survivors.toml`."""
    return [Survivor(**each) for each in tomllib.loads(SURVIVORS.read_text("utf-8"))["survivor"]]


class CodeMutation:
    """A plugin of pytest: instead of running the tests it changes the code under them."""

    def __init__(self, mutants: list[Mutant], seconds: float) -> None:
        self.mutants, self.seconds = mutants, seconds
        #: Each mutant with the test that fails: "" for a survivor, "-" if no test reaches it.
        self.results: dict[str, tuple[Mutant, str]] = {}
        self._passing: dict[str, bool] = {}
        self._failed = ""
        self._functions: Held = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a test that fails, in the process that runs it."""
        if report.failed:
            self._failed = report.nodeid.removeprefix("tests/")

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try the changes in place of running the tests."""
        items = {item.nodeid: item for item in session.items if _is_doctest(item) or is_alone(item)}
        _import_all()
        self._functions = held()
        left = self._asked_first(items)
        reaching = Reaching(self._functions)
        session.config.pluginmanager.register(reaching)
        near = self._near(items, left)
        print(f"{len(near)} tests are looked at for {len(left)} changes", flush=True)
        found = reaching.found(near, left)
        session.config.pluginmanager.unregister(reaching)
        found.kept()
        print(f"not asked, as they fail or take long: {found.failing}", flush=True)
        for at, one in enumerate(left):
            asked = [items[name] for name in found.asked(at, self.seconds)]
            if not self._ask(one, asked, self.seconds):
                # One case of many may notice it, and not be among the quickest.
                self._ask(one, self._next_to(one, items), _MUCH * self.seconds)
        return True

    def _next_to(self, one: Mutant, items: dict[str, pytest.Item]) -> list[pytest.Item]:
        """The tests in the files that are `nearest` to a change, in that order."""
        files = nearest(one)
        near = [item for item in items.values() if str(item.path) in files]
        return sorted(near, key=lambda item: files.index(str(item.path)))

    def _asked_first(self, items: dict[str, pytest.Item]) -> list[Mutant]:
        """The changes that no nearby test notices.

        Run are the quickest tests known to call the function or, if none is, those `_next_to` it.
        """
        known = kept().calling(self.mutants)
        left = []
        for at, one in enumerate(self.mutants):
            asked = [items[name] for name in known.asked(at, _FIRST) if name in items]
            if self._ask(one, asked or self._next_to(one, items), _FIRST) in ("", "-"):
                left.append(one)
        return left

    def _near(self, items: dict[str, pytest.Item], left: list[Mutant]) -> list[pytest.Item]:
        """The tests known to call a function of `left`, and those of which nothing is known."""
        known = kept()
        if not left or not known.seconds:
            return list(items.values()) if left else []
        named = {name for tests in known.calling(left).tests for name in tests}
        return [
            item for name, item in items.items()
            if name in named or (name not in known.seconds and name not in known.failing)
        ]  # fmt: skip

    def _ask(self, one: Mutant, asked: list[pytest.Item], seconds: float) -> str:
        """The test that fails within the time; "" if none does, "-" if no test gets there."""
        named = {item.nodeid.removeprefix("tests/"): item for item in asked}
        failed = "-"
        while named:
            limit = int(seconds) + _MORE
            items = [*named.values()]
            failed = _in_a_fork(lambda: self._first_failure(one, items, seconds), limit)  # noqa: B023
            if failed not in named or self._holds(named[failed]):
                break
            del named[failed]
        self.results[str(one)] = one, failed
        told = {"": "SURVIVES", "-": "NO TEST"}.get(failed, failed)
        print(f"{one}: {told} ({len(named)} tests)", flush=True)
        return failed

    def _holds(self, item: pytest.Item) -> bool:
        """Whether a test passes without a change; one that fails anyway shows nothing."""
        if item.nodeid not in self._passing:
            self._passing[item.nodeid] = not _in_a_fork(lambda: self._failing([item], math.inf), 0)
        return self._passing[item.nodeid]

    def _first_failure(self, one: Mutant, items: list[pytest.Item], seconds: float) -> str:
        try:
            put_in_place(one, self._functions)
        except (LookupError, ValueError):
            # Code that lost its only use of an outer name can't replace a function's: the change
            # is tried at import instead.
            return "-"
        return self._failing(items, seconds)

    def _failing(self, items: list[pytest.Item], seconds: float) -> str:
        end = spent() + seconds
        for item, following in _pairs(items):
            item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
            if self._failed or spent() > end:
                break
        return self._failed


def _import_all() -> None:
    """Import every module that can be imported here, so that `held` finds all functions."""
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.name != "__main__.py":
            with contextlib.suppress(ImportError):
                importlib.import_module(module_of(path))


def _is_doctest(item: pytest.Item) -> bool:
    return item.path.is_relative_to(PACKAGE)


def _told(results: list[tuple[Mutant, str]]) -> int:
    """Print the figures and the unexplained survivors, as entries for `SURVIVORS`; how many."""
    known = survivors()
    left = [one for one, failed in results if not failed]
    unseen = [one for one, failed in results if failed == "-"]
    unknown = [one for one in left + unseen if not any(each.is_of(one) for each in known)]
    denied = [one for one, failed in results if failed not in ("", "-")]
    denied = [one for one in denied if any(each.is_of(one) for each in known)]
    for one in unknown:
        print(f"\n# {one}" + ": no test comes to where it differs" * (one in unseen))
        print(f'[[survivor]]\nfunction = "{one.function}"\ndigest = "{one.digest}"\nat = {one.at}')
        print(f"change = '''{one.change}'''\nreason = \"\"")
    for one in denied:
        print(f"has a reason, and a test notices it: {one}")
    share = 100 * len(unknown) / len(results)
    print(
        f"\n{len(results)} changes: {len(results) - len(left) - len(unseen)} noticed,"
        f" {len(left) + len(unseen) - len(unknown)} survive with a reason,"
        f" {len(unknown)} without ({share:.1f} %, of them {len(unseen)} where no test comes to a difference)"
    )
    return len(unknown)


def main() -> int:
    """1 if more changes survive without a reason than `--allowed`, or pytest fails; else 0."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation.code", description=__doc__)
    parser.add_argument("--rooms", nargs="+", default=["engine", "functions"])
    parser.add_argument("--sample", type=int, default=60)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument("--seconds", type=float, default=15, help="for the tests of one change")
    parser.add_argument("--allowed", type=float, default=0, help="per cent without a reason")
    parser.add_argument("tests", nargs="*", default=ALL)
    options = parser.parse_args()
    print(f"seed {options.seed}")
    rooms = [each for room in options.rooms for each in ROOMS.get(room, (room,))]
    chosen = sampled(rooms, options.sample, options.seed)
    at_import = told_of([one for one in chosen if one.at_import], options.seconds)
    plugin = CodeMutation([one for one in chosen if not one.at_import], options.seconds)
    code = pytest.main([*WORDS, *options.tests], plugins=[plugin])
    # Code that no test reaches may run while modules are imported.
    early = [one for one, failed in plugin.results.values() if failed == "-"]
    later = [(one, failed) for one, failed in plugin.results.values() if failed != "-"]
    early_results = [(one, failed or "-") for one, failed in told_of(early, options.seconds)]
    unknown = _told(at_import + later + early_results)
    return int(bool(code) or 100 * unknown > options.allowed * options.sample)


if __name__ == "__main__":
    sys.exit(main())
