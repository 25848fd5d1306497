"""The tests of a rule set, run with one of its keys changed, until the first fails.

The tests are collected once. Each change has a process of its own, forked from there, without the
results cached for other changes.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from xlrating.engine.errors import RuleSetError
from xlrating.engine.rules import rulefile, ruleset
from xlrating.engine.rules.references import parts
from xlrating.engine.rules.rulefile import FOLDER, Raw, contents, find
from xlrating.engine.rules.ruleset import RuleSet, load

from .steps import Change, changes

TESTS = Path(__file__).parents[1]

#: The tests of regulations, below tests/.
PLACES = (
    "test_examples.py", "rules", "test_federation.py", "test_territories.py", "test_showing.py",
)  # fmt: skip

# Every case of a test may notice a change, not only those that a run of everything has.
os.environ.setdefault("XLRATING_SAMPLE", "")

#: Run first; run last, as a failure of these says little about the key.
_FIRST = ("rules/test_printed.py", "test_examples.py")
_LAST = ("rules/test_properties.py", "rules/test_rule_files.py")

#: Left out: tests of workbooks and programs, by words in their names, and of the table itself.
_APART = ("office", "live", "calculator", "workbook", "sheet")
_OWN = "rules/test_coverage.py"

#: Processor seconds for the tests of one change.
_SECONDS = 120
#: Processor seconds for all tests without a change.
_ALL = 3600

#: The test that fails if the rule file is refused.
REFUSED = "rules/test_printed.py::test_every_edition_and_choice_loads[{}]"


class Result(NamedTuple):
    """A change to the rule set `name`, and the test that fails with it; "" for a survivor."""

    name: str
    change: Change
    test: str


class Mutation:
    """A plugin of pytest: instead of running the tests it changes rule sets under them."""

    def __init__(
        self, names: Iterable[str], only: Callable[[str, Change], list[str] | None]
    ) -> None:
        self.names = tuple(names)
        #: The test functions to run for a change: [] for all that load its rule set, None to skip it.
        self.only = only
        self.results: list[Result] = []
        self._failed = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a test that fails, in the process that runs it."""
        if report.failed:
            self._failed = report.nodeid.removeprefix("tests/")

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try the changes in place of running the tests."""
        items = sorted(filter(_is_apt, session.items), key=_rank)
        by_id = {_name(item): item for item in items}
        speaking: dict[str, list[pytest.Item]] = {}
        for name in self.names:
            for change in changes(contents(find(name))):
                wanted = self.only(name, change)
                if wanted is None:
                    continue
                if wanted:
                    asked = [item for item in items if _name(item).partition("[")[0] in wanted]
                else:
                    if not speaking:
                        speaking.update(self._speaking(items))
                    asked = speaking[name]
                failed = _in_a_fork(lambda: self._first_failure(name, change, asked))  # noqa: B023
                self.results.append(Result(name, change, failed))
                if failed in by_id and not wanted:
                    # A test that has noticed one change is likely to notice the next.
                    asked.remove(by_id[failed])
                    asked.insert(0, by_id[failed])
                print(f"{name} {change.key} {change.step}: {failed or 'SURVIVES'}", flush=True)
        failing = [by_id[one] for one in sorted({r.test for r in self.results}) if one in by_id]
        if void := _in_a_fork(lambda: self._failing(failing)):
            raise pytest.UsageError(f"fails without a change, too, so nothing is shown: {void}")
        return True

    def _failing(self, items: list[pytest.Item]) -> str:
        """The first of these tests that fails, or ""."""
        for item, following in _pairs(items):
            item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
            if self._failed:
                return self._failed
        return ""

    def _first_failure(self, name: str, change: Change, items: list[pytest.Item]) -> str:
        try:
            _change(name, change)
            load(name)
        except RuleSetError:
            return REFUSED.format(name)
        return self._failing(items)

    def _speaking(self, items: list[pytest.Item]) -> dict[str, list[pytest.Item]]:
        """The tests that load each rule set, without those that fail when nothing is changed."""
        found = json.loads(_in_a_fork(lambda: json.dumps(self._loaded_by(items)), _ALL))
        names, modules = found
        for module in modules:
            __import__(module)
        return {name: [item for item in items if name in names[_name(item)]] for name in self.names}

    def _loaded_by(self, items: list[pytest.Item]) -> tuple[dict[str, list[str]], list[str]]:
        seen: set[str] = set()
        loaded, check = ruleset._loaded, rulefile._check_shape

        def noted(reference: str, *rest: Any) -> RuleSet:
            seen.add(find(parts(reference).name).stem)
            return loaded(reference, *rest)

        def noted_file(raw: Raw, file: str) -> None:
            seen.add(Path(file).stem)
            check(raw, file)

        # mypy: module attributes are replaced on purpose.
        setattr(ruleset, "_loaded", noted)  # noqa: B010
        setattr(rulefile, "_check_shape", noted_file)  # noqa: B010
        names = {}
        for item, following in _pairs(items):
            seen.clear()
            self._failed = ""
            seen.update(_held_by(item))
            item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
            names[_name(item)] = [] if self._failed else sorted(seen)
            if self._failed:
                print(f"fails without a change: {self._failed}", file=sys.stderr)
        modules = [m for m in sys.modules if m.startswith("xlrating.") and "component" not in m]
        return names, sorted(modules)


def _rank(item: pytest.Item) -> int:
    name = _name(item)
    return 0 if name.startswith(_FIRST) else 2 if name.startswith(_LAST) else 1


def _pairs(items: list[pytest.Item]) -> Iterator[tuple[pytest.Item, pytest.Item | None]]:
    return zip(items, [*items[1:], None], strict=True)


def _is_apt(item: pytest.Item) -> bool:
    """Whether a test `is_alone` and quick: none of workbooks is the first to notice a rule set."""
    return is_alone(item) and not any(part in item.name for part in _APART)


def is_alone(item: pytest.Item) -> bool:
    """Whether a test needs no other program and has the same inputs each time."""
    from order import PROGRAMS  # which pytest finds

    is_random = hasattr(getattr(item, "obj", None), "hypothesis")
    has_other = PROGRAMS.intersection(getattr(item, "fixturenames", ()))
    return not is_random and not has_other and not _name(item).startswith(_OWN)


def _name(item: pytest.Item) -> str:
    """A test as the tables name it: its file below tests/, `::` and its function."""
    return f"{Path(item.path).relative_to(TESTS)}::{item.name}"


def _held_by(item: pytest.Item) -> set[str]:
    """The ids of the rule sets that a test module loaded when it was imported."""
    module = getattr(item, "module", None)
    return {value.id for value in vars(module).values() if isinstance(value, RuleSet)}


def _change(name: str, change: Change) -> None:
    """Replace the rule set by the changed one from here on, also where a module holds it."""
    made, file, unchanged = (
        change.made(contents(find(name))),
        FOLDER / f"{name}.toml",
        rulefile._read,
    )

    def changed(path: Path, stamp: object) -> Raw:
        return made if path == file else unchanged(path, stamp)

    _forget()
    setattr(rulefile, "_read", changed)  # noqa: B010
    for module in list(sys.modules.values()):
        if _is_ours(module):
            for key, value in list(vars(module).items()):
                if isinstance(value, RuleSet) and value.id == name:
                    setattr(module, key, load(value.reference))


def _forget() -> None:
    """Clear all caches of the package and of the tests."""
    for module in list(sys.modules.values()):
        if _is_ours(module):
            for value in list(vars(module).values()):
                if hasattr(value, "cache_clear"):
                    value.cache_clear()


def _is_ours(module: Any) -> bool:
    file = getattr(module, "__file__", None) or ""
    return file.startswith((str(TESTS), str(FOLDER.parent)))


def spent() -> float:
    """Processor seconds used so far, with those of programs that a test has waited for."""
    return sum(os.times()[:4])


def _in_a_fork(work: Callable[[], str], seconds: int = _SECONDS) -> str:
    """What `work` returns in another process; `ended with …` if that dies or takes too long."""
    into, out_of = os.pipe()[::-1]
    child = os.fork()
    if not child:
        status = 1
        try:
            os.close(out_of)
            nothing = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nothing, 1)
            if "MUTATION_TELLS" not in os.environ:
                os.dup2(nothing, 2)
            # Of a processor, not of the clock: a busy machine fails no test.
            signal.setitimer(signal.ITIMER_PROF, seconds)
            said = work().encode()
            while said:
                said = said[os.write(into, said) :]
            status = 0
        finally:
            os._exit(status)
    os.close(into)
    with os.fdopen(out_of, "rb") as pipe:
        said = pipe.read()
    status = os.waitpid(child, 0)[1]
    return said.decode() if status == 0 else f"ended with {status}"


def run(
    names: Iterable[str],
    only: Callable[[str, Change], list[str] | None],
    places: Iterable[str] = PLACES,
) -> list[Result]:
    """Make the changes that `only` asks for in these rule sets; the results in the order of the
    files."""
    plugin = Mutation(names, only)
    found = [str(TESTS / place) for place in places if (TESTS / place.partition("::")[0]).exists()]
    options = ["-q", "-s", "--tb=no", "-p", "no:cacheprovider", "-p", "no:xdist"]
    pytest.main([*options, *found], plugins=[plugin])
    return plugin.results
