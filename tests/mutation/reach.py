"""Which tests reach the code that a change replaces, and how long they take.

Which test calls which function is kept from one sample to the next, by name.
"""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any, NamedTuple

import pytest

from .mutants import PACKAGE, Held, Mutant, mark
from .session import _forget, _in_a_fork, _pairs, spent

#: Processor seconds for one test; a longer one is left out.
LONGEST = 4

#: The file that keeps which test calls which function; without it all tests are run once.
KEPT = PACKAGE.parent / "build" / "reach.json"


class Reach(NamedTuple):
    """Processor seconds of each passing test, the failing tests, and the tests of each change."""

    seconds: dict[str, float]
    failing: list[str]
    tests: list[list[str]]
    #: The functions of the package that each test calls, as indices of `names`.
    called: dict[str, list[int]]
    names: list[str]

    def joined(self, other: Reach) -> Reach:
        """This reach and another one; for a test in both, the other one counts."""
        names = {name: at for at, name in enumerate(self.names)}
        called = {
            test: [names.setdefault(other.names[at], len(names)) for at in own]
            for test, own in other.called.items()
        }
        return Reach(
            self.seconds | other.seconds, self.failing + other.failing,
            [mine + theirs for mine, theirs in zip(self.tests, other.tests, strict=False)],
            self.called | called, [*names],
        )  # fmt: skip

    def kept(self) -> None:
        """Write what the next sample needs of this one to `KEPT`, with what earlier ones found."""
        KEPT.parent.mkdir(exist_ok=True)
        KEPT.write_text(json.dumps(kept()._replace(failing=[], tests=[]).joined(self)), "utf-8")

    def calling(self, mutants: list[Mutant]) -> Reach:
        """This reach with the tests that were seen to call the function of each mutant."""
        places = {name: at for at, name in enumerate(self.names)}
        of_each: dict[int, list[str]] = {}
        for test, own in self.called.items():
            for at in own:
                of_each.setdefault(at, []).append(test)
        return self._replace(
            tests=[of_each.get(places.get(one.function, -1), []) for one in mutants]
        )

    def asked(self, at: int, within: float) -> list[str]:
        """The tests to run for a change: one of each test function, then more; the quickest first.

        A cached result is seen to be needed by the first case of a test function only, so that its
        other cases are included while their processor seconds stay `within`.
        """
        reaching = sorted(self.tests[at], key=self.seconds.__getitem__)
        of_each: dict[str, str] = {}
        for name in reaching:
            of_each.setdefault(_kind(name), name)
        near = [name for name in self.seconds if _kind(name) in of_each]
        chosen = self._within(dict.fromkeys([*of_each.values(), *reaching, *near]), within)
        return sorted(chosen, key=self.seconds.__getitem__)

    def _within(self, names: Iterable[str], seconds: float) -> list[str]:
        chosen: list[str] = []
        for name in names:
            seconds -= self.seconds[name]
            if chosen and seconds < 0:
                break
            chosen.append(name)
        return chosen


def _path(item: pytest.Item) -> str:
    return str(item.path)


def _kind(name: str) -> str:
    return name.partition("[")[0]


def kept() -> Reach:
    """The reach kept in `KEPT`; an empty one without the file."""
    return (
        Reach(*json.loads(KEPT.read_text("utf-8"))) if KEPT.exists() else Reach({}, [], [], {}, [])
    )


class Reaching:
    """A plugin of pytest that notes which marks are passed while a test runs."""

    def __init__(self, functions: Held) -> None:
        self.functions = functions
        self._passed: set[int | str] = set()
        #: The marks passed while a fixture that several tests share was made, by its id.
        self._shared: dict[int, set[int | str]] = {}
        self._failed = False

    def found(self, items: list[pytest.Item], mutants: list[Mutant]) -> Reach:
        """The reach of all `items`, each run once in another process."""
        return Reach(*json.loads(_in_a_fork(lambda: json.dumps(self._all(items, mutants)), 0)))

    def _all(self, items: list[pytest.Item], mutants: list[Mutant]) -> Reach:
        """The reach of all `items`; each file of tests has its own process, as one may die."""

        def passed(one: int | str) -> None:
            self._passed.add(one)

        mark(mutants, self.functions, passed, passed)
        every = Reach({}, [], [[] for _ in mutants], {}, [])
        for path, of_file in groupby(sorted(items, key=_path), key=_path):
            mine = [*of_file]
            said = _in_a_fork(lambda: json.dumps(self._run(mine, len(mutants))), 0)  # noqa: B023
            if said.startswith("["):
                every = every.joined(Reach(*json.loads(said)))
            else:
                print(f"{path} {said}", file=sys.stderr, flush=True)
                every.failing.extend(item.nodeid for item in mine)
        return every

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a failure: a test that fails now shows nothing."""
        self._failed = self._failed or report.failed

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any) -> Iterator[None]:
        """Keep the marks that making a fixture passes, for all tests that share it."""
        before, self._passed = self._passed, set()
        try:
            return (yield)
        finally:
            self._shared[id(fixturedef)] = self._passed
            self._passed = before | self._passed

    def _run(self, items: list[pytest.Item], changes: int) -> Reach:
        found = Reach({}, [], [[] for _ in range(changes)], {}, [])
        places: dict[str, int] = {}
        signal.signal(signal.SIGPROF, _stop)
        kind = ""
        for item, following in _pairs(items):
            if kind != _kind(item.nodeid):
                kind = _kind(item.nodeid)
                _forget()
            self._passed, self._failed = set(), False
            begun = spent()
            signal.setitimer(signal.ITIMER_PROF, LONGEST)
            item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
            signal.setitimer(signal.ITIMER_PROF, 0)
            if self._failed:
                found.failing.append(item.nodeid)
                continue
            found.seconds[item.nodeid] = round(spent() - begun, 4)
            own = found.called[item.nodeid] = []
            for one in self._passed.union(*self._of_fixtures(item)):
                if isinstance(one, int):
                    found.tests[one].append(item.nodeid)
                else:
                    own.append(places.setdefault(one, len(places)))
        return found._replace(names=[*places])

    def _of_fixtures(self, item: Any) -> Iterator[set[int | str]]:
        info = getattr(item, "_fixtureinfo", None)
        for each in info.name2fixturedefs.values() if info else ():
            yield from (self._shared.get(id(one), set()) for one in each)


class _TooLongError(Exception):
    pass


def _stop(*_: object) -> None:
    raise _TooLongError
