"""`python -m tests.mutation`: changes every key, writes the table, and names what survives."""

from __future__ import annotations

import argparse
import sys

from xlrating.engine.rules.rulefile import available, contents, find

from .session import Result, run
from .steps import Change, changes
from .table import TABLE, named_tests, read, rows_of, survivors, written


def main() -> int:
    """1 if a change survives without a reason, or a test notices one that has a reason; else 0."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("--rules", action="append", choices=available(), help="default: all")
    parser.add_argument("--key", default="", help="keys with this in their name; writes nothing")
    parser.add_argument("--sample", type=int, help="so many keys, by the tests of the table")
    options = parser.parse_args()
    if options.sample:
        return _sample(options.sample)
    names = options.rules or available()
    results = run(names, lambda _, change: [] if options.key in change.key else None)
    if not options.key:
        _write(results)
    return _told(results)


def _told(results: list[Result]) -> int:
    """Print unexplained survivors and reasons no longer needed; 1 if there are any, else 0."""
    known = survivors()
    unknown: list[Result] = []
    noticed: list[Result] = []
    for one in results:
        has_reason = any(each.is_of(one.name, one.change) for each in known)
        if has_reason == bool(one.test):
            (noticed if one.test else unknown).append(one)
    left = sum(not one.test for one in results)
    print(f"changes: {len(results)}, survive: {left}, without a reason: {len(unknown)}")
    for one in unknown:
        print(f"survives: {one.name} {one.change.key} {one.change.step}")
    for one in noticed:
        print(f"has a reason, and {one.test} fails: {one.name} {one.change.key} {one.change.step}")
    return 1 if unknown or noticed else 0


def _write(results: list[Result]) -> None:
    """Write the table: new rows for the rule sets in `results`, the old rows for the others."""
    found = read() if TABLE.exists() else {}
    for name in dict.fromkeys(one.name for one in results):
        own = [one for one in results if one.name == name]
        found[name] = rows_of(name, {(one.change.key, one.change.step): one.test for one in own})
    TABLE.write_text(written({name: found.get(name, []) for name in available()}), "utf-8")


def _sample(count: int) -> int:
    """Change about `count` keys of all rule sets, run the tests in their rows; 1 on a survivor."""
    table = {name: {row.key: row for row in rows} for name, rows in read().items()}
    every: dict[tuple[str, str], tuple[Change, list[str]]] = {}
    for name in available():
        for change in changes(contents(find(name))):
            row = table.get(name, {}).get(change.row)
            if row and "survives" not in row.tests and "more" not in row.tests:
                every.setdefault((name, row.key), (change, named_tests(row)))
    chosen = list(every)[:: max(1, len(every) // count)][:count]
    asked = {
        (name, change.key, change.step): tests
        for name, key in chosen
        for change, tests in [every[name, key]]
    }

    def only(name: str, change: Change) -> list[str] | None:
        return asked.get((name, change.key, change.step))

    files = {test.partition("::")[0] for tests in asked.values() for test in tests}
    return _told(run(available(), only, sorted(files)))


if __name__ == "__main__":
    sys.exit(main())
