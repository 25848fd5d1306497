"""`python -m tests.mutation.code`: changes lines of the package, a new sample each time, and names what survives.

mutmut and cosmic-ray run all tests of a project for each change, or write every change of every
file beforehand. Here a change replaces the code of one function in a fork of a process that has
collected the tests, and only those run that call this function, the quickest first: a change
takes a second or two.
"""

from __future__ import annotations

import argparse
import ast
import copy
import cProfile
import gc
import json
import random
import sys
import time
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from .session import TESTS, _forget, _in_a_fork, _is_apt, _pairs

PACKAGE = TESTS.parent / "xlrating"

#: Seconds of a processor for finding out which tests call what.
_ALL = 7200

_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
_CALCULATED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult, ast.Mod: ast.Add, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr,
}  # fmt: skip


class Mutant(NamedTuple):
    """One change of one function."""

    path: Path
    #: Where the outermost function begins, decorators included, as its code says.
    first: int
    line: int
    before: str
    after: str
    tree: ast.Module

    def __str__(self) -> str:
        before, after = (text.partition("\n")[0] for text in (self.before, self.after))
        return f"{self.path.relative_to(PACKAGE)}:{self.line}: {before}  →  {after}"


class Site(NamedTuple):
    """A part of a function, by its place among all, and another part that may stand there."""

    function: ast.FunctionDef
    at: int
    node: ast.AST
    made: ast.AST


def sites_of(tree: ast.Module) -> Iterator[Site]:
    """Every change of every function of a module."""
    for function in _outermost(tree):
        for at, node in enumerate(_parts(function)):
            yield from (Site(function, at, node, made) for made in _changed(node))


def mutant_at(path: Path, tree: ast.Module, site: Site) -> Mutant:
    """The module with one change."""
    function, at, node, made = site
    first = min([function.lineno, *(one.lineno for one in function.decorator_list)])
    whole = copy.deepcopy(tree)
    twin = next(one for one in _outermost(whole) if one.lineno == function.lineno)
    own, before, after = _parts(twin)[at], ast.unparse(node), ast.unparse(made)
    vars(own).clear()
    own.__class__ = made.__class__
    vars(own).update(vars(ast.copy_location(made, node)))
    line = getattr(node, "lineno", function.lineno)
    return Mutant(path, first, line, before, after, ast.fix_missing_locations(whole))


def _parts(function: ast.FunctionDef) -> list[ast.AST]:
    return [node for part in function.body for node in _walked(part)]


def _outermost(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    for node in tree.body:
        inside = node.body if isinstance(node, ast.ClassDef) else [node]
        yield from (one for one in inside if isinstance(one, ast.FunctionDef))


def _walked(node: ast.AST) -> Iterator[ast.AST]:
    """What is calculated there: no annotations, no texts of errors, no default values."""
    yield node
    skipped = (
        {"annotation", "returns", "args", "decorator_list"} if _is_def(node) else {"annotation"}
    )
    for name, value in ast.iter_fields(node):
        if name in skipped and not isinstance(node, ast.Call):
            continue
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, ast.AST) and not isinstance(one, ast.JoinedStr):
                yield from _walked(one)


def _is_def(node: ast.AST) -> bool:
    return isinstance(node, (ast.FunctionDef, ast.Lambda))


def _changed(node: ast.AST) -> Iterator[ast.AST]:
    made: Any = copy.deepcopy(node)
    if isinstance(node, ast.Compare) and type(node.ops[0]) in _COMPARED:
        made.ops[0] = _COMPARED[type(node.ops[0])]()
        yield made
    elif isinstance(node, ast.BinOp) and type(node.op) in _CALCULATED:
        made.op = _CALCULATED[type(node.op)]()
        yield made
    elif isinstance(node, ast.BoolOp):
        made.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield made
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.Not, ast.USub)):
        yield made.operand
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield ast.Constant(node.value + 1)
    elif isinstance(node, ast.If):
        made.test = ast.Constant(False)
        yield made
    elif isinstance(node, ast.IfExp):
        yield made.orelse
    elif (
        isinstance(node, ast.Expr) and isinstance(node.value, (ast.Call, ast.Yield))
    ) or isinstance(node, (ast.Continue, ast.Break)):
        yield ast.Pass()


class CodeMutation:
    """A plugin of pytest: instead of running the tests it changes the code under them."""

    def __init__(self, mutants: list[Mutant]) -> None:
        self.mutants = mutants
        #: Each mutant with the test that fails; none for a survivor, no test at all for a "-".
        self.results: list[tuple[Mutant, str]] = []
        self._failed = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """What is told of each test, in the process that runs it."""
        if report.failed:
            self._failed = report.nodeid.removeprefix("tests/")

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """In the place of the tests."""
        items = {item.nodeid: item for item in session.items if _is_doctest(item) or _is_apt(item)}
        wanted = sorted({(str(one.path), one.first) for one in self.mutants})
        called = json.loads(_in_a_fork(lambda: json.dumps(self._callers(items, wanted)), _ALL))
        for one in self.mutants:
            near = called[wanted.index((str(one.path), one.first))]
            asked = [items[name] for _, name in sorted(near)]
            failed = _in_a_fork(lambda: self._first_failure(one, asked)) if asked else "-"  # noqa: B023
            self.results.append((one, failed))
            told = {"": "SURVIVES", "-": "NO TEST"}.get(failed, failed)
            print(f"{one}: {told} ({len(asked)} tests)", flush=True)
        return True

    def _callers(
        self, items: dict[str, pytest.Item], wanted: list[tuple[str, int]]
    ) -> list[list[tuple[float, str]]]:
        """For each function the tests that call it, with their seconds; failing tests are left out."""
        at = {place: number for number, place in enumerate(wanted)}
        found: list[list[tuple[float, str]]] = [[] for _ in wanted]
        for item, following in _pairs(list(items.values())):
            self._failed = ""
            profile, begun = cProfile.Profile(), time.process_time()
            profile.enable()
            item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
            profile.disable()
            seconds = time.process_time() - begun
            if self._failed:
                print(f"fails without a change: {self._failed}", file=sys.stderr)
                continue
            places = {
                (code.co_filename, code.co_firstlineno)
                for code in (entry.code for entry in profile.getstats())
                if isinstance(code, types.CodeType)
            }
            for place in places & at.keys():
                found[at[place]].append((seconds, item.nodeid))
        return found

    def _first_failure(self, one: Mutant, items: list[pytest.Item]) -> str:
        _change(one)
        for item, following in _pairs(items):
            item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
            if self._failed:
                return self._failed
        return ""


def _is_doctest(item: pytest.Item) -> bool:
    return item.path.is_relative_to(PACKAGE)


def _change(one: Mutant) -> None:
    """The function is another one from here on, wherever somebody holds it."""
    code = next(_codes(compile(one.tree, str(one.path), "exec", dont_inherit=True), one.first))
    place = (str(one.path), one.first)
    # What is set aside from the search for garbage is found nowhere else.
    gc.unfreeze()
    held = [
        function
        for function in gc.get_objects()
        if isinstance(function, types.FunctionType)
        and (function.__code__.co_filename, function.__code__.co_firstlineno) == place
    ]
    if not held:
        raise LookupError(f"nobody holds the function of {one}")
    for function in held:
        function.__code__ = code
    _forget()


def _codes(code: types.CodeType, first: int) -> Iterator[types.CodeType]:
    for inside in code.co_consts:
        if isinstance(inside, types.CodeType):
            if inside.co_firstlineno == first and inside.co_name != "<lambda>":
                yield inside
            yield from _codes(inside, first)


def sampled(rooms: list[str], size: int, seed: int) -> list[Mutant]:
    """So many changes of functions of these rooms, each function as likely as it is long."""
    paths = [path for room in rooms for path in sorted((PACKAGE / room).rglob("*.py"))]
    by = random.Random(seed)
    weights = [path.stat().st_size for path in paths]
    found: dict[str, Mutant] = {}
    while len(found) < size:
        path = by.choices(paths, weights)[0]
        tree = ast.parse(path.read_text("utf-8"))
        if sites := list(sites_of(tree)):
            one = mutant_at(path, tree, by.choice(sites))
            found[str(one)] = one
    return list(found.values())


def main() -> int:
    """Exit code 1 where a change survives."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation.code", description=__doc__)
    parser.add_argument("--rooms", nargs="+", default=["engine", "functions"])
    parser.add_argument("--sample", type=int, default=60)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument("tests", nargs="*", default=["tests/rules", "tests/test_examples.py"])
    options = parser.parse_args()
    print(f"seed {options.seed}")
    plugin = CodeMutation(sampled(options.rooms, options.sample, options.seed))
    asked = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", *options.tests]
    code = pytest.main(asked, plugins=[plugin])
    left = [str(one) for one, failed in plugin.results if not failed]
    unseen = [str(one) for one, failed in plugin.results if failed == "-"]
    print(
        f"{len(plugin.results)} changes, {len(left)} survive, {len(unseen)} in code no test calls"
    )
    print(*left, *unseen, sep="\n")
    return int(bool(left or unseen or code))


if __name__ == "__main__":
    sys.exit(main())
