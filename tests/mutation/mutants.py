"""The changes that the code of the package may get, and samples of them."""

from __future__ import annotations

import ast
import builtins
import copy
import gc
import hashlib
import random
import types
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, cast

from .session import TESTS, _forget

PACKAGE = TESTS.parent / "xlrating"

#: The builtin name of the object that marks call.
_MARK = "__passed__"
#: The builtin name of the function that is called where a function begins.
_ENTERED = "__entered__"

#: What begins the comment above a condition that saves time, and nothing else.
_SPEED = "# Speed: "

_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
_BOUNDS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_CALCULATED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult, ast.Mod: ast.Add, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr,
}  # fmt: skip


class Mutant(NamedTuple):
    """A change: one part of a function, by its index among all parts, and what replaces it."""

    path: Path
    text: str
    #: The outermost function, with the name of its class before its own.
    name: str
    #: The function; or, for a change at import, the statement, or the function whose decorators or
    #: defaults change.
    node: ast.stmt
    at: int
    before: ast.AST
    after: ast.AST
    at_import: bool = False

    def __str__(self) -> str:
        line = getattr(self.before, "lineno", self.node.lineno)
        return f"{self.path.relative_to(PACKAGE)}:{line}: {self.change}"

    @property
    def function(self) -> str:
        """The path of the file within the package and the function's name, joined by `::`."""
        return function_in(self.path, self.name)

    @property
    def digest(self) -> str:
        """Eight hex digits that change with the function's code, but not with its comments.

        Its docstring may change, too.
        """
        said = self.node.body[0] if isinstance(self.node, ast.FunctionDef) else None
        is_said = isinstance(said, ast.Expr) and isinstance(said.value, ast.Constant)
        lines = self.text.splitlines()
        if said and is_said:
            lines[said.lineno - 1 : said.end_lineno] = [""] * (
                (said.end_lineno or 0) - said.lineno + 1
            )
        lines = lines[self.node.lineno - 1 : self.node.end_lineno]
        lines = [line for line in lines if line.strip() and not line.strip().startswith("#")]
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:8]

    @property
    def change(self) -> str:
        """The code before and after, as `before → after`; of a block only the first line."""
        before, after = (
            ast.unparse(one).partition("\n")[0].replace("'''", '"""')
            for one in (self.before, self.after)
        )
        return f"{before} → {after}"

    @property
    def module(self) -> str:
        """The dotted name of the module."""
        return module_of(self.path)

    def whole(self) -> types.CodeType:
        """The compiled module with the change."""
        tree = ast.parse(self.text)
        found = _at_import(tree) if self.at_import else _outermost(tree)
        twin = next(
            parts for name, node, parts in found
            if (name, node.lineno) == (self.name, self.node.lineno)
        )  # fmt: skip
        _replace(twin[self.at], self.after)
        return compile(ast.fix_missing_locations(tree), str(self.path), "exec", dont_inherit=True)

    def code(self) -> tuple[tuple[str, int], types.CodeType]:
        """Where the function is (file and first line), and its compiled code with the change."""
        return _compiled(self, lambda parts: _replace(parts[self.at], self.after))


def _compiled(
    one: Mutant, edit: Callable[[list[ast.AST]], None]
) -> tuple[tuple[str, int], types.CodeType]:
    tree = ast.parse(one.text)
    twin, parts = next(
        (node, parts) for _, node, parts in _outermost(tree) if node.lineno == one.node.lineno
    )
    edit(parts)
    first = _first_line(twin)
    module = compile(ast.fix_missing_locations(tree), str(one.path), "exec", dont_inherit=True)
    return (str(one.path), first), next(_codes(module, first))


def _first_line(node: ast.FunctionDef) -> int:
    return min([node.lineno, *(each.lineno for each in node.decorator_list)])


def module_of(path: Path) -> str:
    """The dotted name of the module in a file."""
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)


def function_in(path: Path, name: str) -> str:
    """The path of a file within the package and the name of a function in it, joined by `::`."""
    return f"{path.relative_to(PACKAGE).as_posix()}::{name}"


def _replace(own: ast.AST, new: ast.AST) -> None:
    made = ast.copy_location(copy.copy(new), own)
    vars(own).clear()
    own.__class__ = made.__class__
    vars(own).update(vars(made))


def mutants_of(path: Path) -> list[Mutant]:
    """Every change to the code of a file."""
    return mutants_in(path, path.read_text("utf-8"))


def mutants_in(path: Path, text: str) -> list[Mutant]:
    """Every change to `text`, the code of the file `path`: in its functions, then at import."""
    lines, tree = text.splitlines(), ast.parse(text)
    return [
        Mutant(path, text, name, node, at, part, made, at_import)
        for at_import, found in ((False, _outermost(tree)), (True, _at_import(tree)))
        for name, node, parts in found
        for at, part in enumerate(parts)
        for made in _changed(part)
        if not (_is_narrower(part) and _saves_time(lines, part))
    ]


def _is_narrower(part: ast.AST) -> bool:
    """Whether the change lets a condition hold less often, or leaves a call out."""
    if isinstance(part, ast.Compare):
        return isinstance(part.ops[0], (ast.LtE, ast.GtE))
    return isinstance(part, (ast.If, ast.IfExp, ast.Expr)) or (
        isinstance(part, ast.BoolOp) and isinstance(part.op, ast.Or)
    )


def _saves_time(lines: list[str], part: ast.AST) -> bool:
    """Whether a comment says that the condition saves only time and changes no result."""
    number = getattr(part, "lineno", 1)
    return any(_SPEED in line for line in lines[max(number - 2, 0) : number])


def sampled(rooms: list[str], size: int, seed: int) -> list[Mutant]:
    """`size` random changes to the code of these folders; a file's chances grow with its length."""
    paths = [path for room in rooms for path in sorted((PACKAGE / room).rglob("*.py"))]
    by = random.Random(seed)
    weights = [path.stat().st_size for path in paths]
    found: dict[str, Mutant] = {}
    while len(found) < size:
        path = by.choices(paths, weights)[0]
        if mutants := mutants_of(path):
            one = by.choice(mutants)
            found[str(one)] = one
    return list(found.values())


#: The function objects by where they are written: file and first line.
Held = dict[tuple[str, int], list[types.FunctionType]]


def held() -> Held:
    """All function objects of the package that exist, by where they are written."""
    found: Held = {}
    # `gc.get_objects` leaves out frozen objects.
    gc.unfreeze()
    for one in gc.get_objects():
        if isinstance(one, types.FunctionType) and one.__name__ != "<lambda>":
            place = (one.__code__.co_filename, one.__code__.co_firstlineno)
            if place[0].startswith(str(PACKAGE)):
                found.setdefault(place, []).append(one)
    gc.freeze()
    return found


def put_in_place(one: Mutant, functions: Held) -> None:
    """Give the function its changed code from here on, and clear all caches."""
    place, code = one.code()
    _give(functions, place, code)
    _forget()


def _give(functions: Held, place: tuple[str, int], code: types.CodeType) -> None:
    if place not in functions:
        raise LookupError(f"nobody holds the function at {place}")
    for function in functions[place]:
        function.__code__ = code
    # Inner functions that it has made before, such as those of a table.
    for inside in code.co_consts:
        if isinstance(inside, types.CodeType) and "<" not in inside.co_name:
            own = (place[0], inside.co_firstlineno)
            if any(one.__name__ == inside.co_name for one in functions.get(own, ())):
                _give(functions, own, inside)


class _Marks:
    """What marks call: each value passes through, and is noted if the change gave another one.

    Including or excluding a bound differs only at the bound, a condition set to False only where
    it held; of all other changes we only know that a test reaches them.
    """

    def __init__(self, passed: Callable[[int], object]) -> None:
        self.passed = passed
        self._left: dict[int, list[Any]] = {}

    def come(self, number: int, value: Any = None) -> Any:
        self.passed(number)
        return value

    def true(self, number: int, value: Any) -> Any:
        if value:
            self.passed(number)
        return value

    def true_or_no_bool(self, number: int, value: Any) -> Any:
        if value is not False:
            self.passed(number)
        return value

    def false_or_no_bool(self, number: int, value: Any) -> Any:
        if value is not True:
            self.passed(number)
        return value

    def left(self, number: int, value: Any) -> Any:
        self._left.setdefault(number, []).append(value)
        return value

    def right(self, number: int, value: Any) -> Any:
        try:
            is_at_bound = bool(self._left[number].pop() == value)
        except Exception:  # columns are compared cell by cell
            is_at_bound = True
        if is_at_bound:
            self.passed(number)
        return value


def mark(
    mutants: list[Mutant],
    functions: Held,
    passed: Callable[[int], object],
    entered: Callable[[str], object] | None = None,
) -> None:
    """Mark the functions: a test that reaches a change it may notice calls `passed` with its index.

    Every function of the package, with or without mutants, calls `entered` with its name.
    """
    setattr(builtins, _MARK, _Marks(passed))
    setattr(builtins, _ENTERED, entered)
    numbers_at: dict[tuple[Path, int], list[int]] = {}
    texts = {path: path.read_text("utf-8") for path in PACKAGE.rglob("*.py") if entered}
    for number, one in enumerate(mutants):
        numbers_at.setdefault((one.path, one.node.lineno), []).append(number)
        texts[one.path] = one.text
    for path, text in texts.items():
        tree = ast.parse(text)
        wanted = {}
        for name, node, parts in _outermost(tree):
            numbers = numbers_at.get((path, node.lineno), [])
            first = _first_line(node)
            if numbers or (entered and (str(path), first) in functions):
                wanted[first] = (str(path), first)
            for number in numbers:
                _mark(parts[mutants[number].at], number)
            if entered:
                call = ast.Call(
                    ast.Name(_ENTERED, ast.Load()), [ast.Constant(function_in(path, name))], []
                )
                node.body.insert(0, ast.copy_location(ast.Expr(call), node.body[0]))
        module = compile(ast.fix_missing_locations(tree), str(path), "exec", dont_inherit=True)
        for first, place in wanted.items():
            _give(functions, place, next(_codes(module, first)))


def _mark(own: ast.AST, number: int) -> None:
    def called(how: str, *value: ast.expr) -> ast.Call:
        name = ast.Attribute(ast.Name(_MARK, ast.Load()), how, ast.Load())
        return ast.Call(name, [ast.Constant(number), *value], [])

    if isinstance(own, (ast.If, ast.IfExp)):
        own.test = called("true", own.test)
    elif isinstance(own, ast.BoolOp):
        how = "true_or_no_bool" if isinstance(own.op, ast.Or) else "false_or_no_bool"
        own.values = [called(how, value) for value in own.values]
    elif isinstance(own, ast.Compare) and isinstance(own.ops[0], _BOUNDS):
        own.left = called("left", own.left)
        own.comparators[0] = called("right", own.comparators[0])
    elif isinstance(own, ast.Expr):
        own.value = called("come", own.value)
    elif isinstance(own, ast.stmt):
        _replace(own, ast.If(called("come", ast.Constant(True)), [copy.copy(own)], []))
    else:
        _replace(own, called("come", cast(ast.expr, copy.copy(own))))


def _codes(code: types.CodeType, first: int) -> Iterator[types.CodeType]:
    for inside in code.co_consts:
        if isinstance(inside, types.CodeType):
            if inside.co_firstlineno == first and inside.co_name != "<lambda>":
                yield inside
            yield from _codes(inside, first)


def _parts(body: Iterable[ast.AST]) -> list[ast.AST]:
    return [node for part in body if not isinstance(part, ast.Assert) for node in _walked(part)]


def _written(tree: ast.Module) -> Iterator[tuple[str, ast.stmt]]:
    """The statements of a module and of its classes, each after `Class.`, or '' outside classes."""
    for node in tree.body:
        inside, before = (
            (node.body, f"{node.name}.") if isinstance(node, ast.ClassDef) else ([node], "")
        )
        yield from ((before, one) for one in inside)


def _outermost(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef, list[ast.AST]]]:
    for before, one in _written(tree):
        if isinstance(one, ast.FunctionDef):
            yield before + one.name, one, _parts(one.body)


def _at_import(tree: ast.Module) -> Iterator[tuple[str, ast.stmt, list[ast.AST]]]:
    """Tables and constants, and what functions have before their bodies: decorators, defaults."""
    for before, one in _written(tree):
        if isinstance(one, ast.FunctionDef):
            given = [*one.decorator_list, *one.args.defaults, *filter(None, one.args.kw_defaults)]
            yield f"{before}{one.name}()", one, _parts(given)
        elif isinstance(one, (ast.Assign, ast.AnnAssign)) and one.value is not None:
            target = one.targets[0] if isinstance(one, ast.Assign) else one.target
            yield before + ast.unparse(target), one, _parts([one.value])


#: These decorators keep results; how many they keep changes none.
_KEEPING = ("lru_cache", "kept")


def _walked(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes that are calculated: no annotations, texts of errors or default values."""
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") in _KEEPING:
        return
    yield node
    skipped = (
        {"annotation", "returns", "args", "decorator_list"} if _is_def(node) else {"annotation"}
    )
    for name, value in ast.iter_fields(node):
        if name in skipped and not isinstance(node, ast.Call):
            continue
        for one in value if isinstance(value, list) else [value]:
            # `strict=True` and assertions are beliefs of the programmer, checked in each call, or
            # meant for type checkers: no test needs to notice them.
            is_belief = isinstance(one, ast.keyword) and one.arg == "strict"
            is_left_out = is_belief or isinstance(one, (ast.JoinedStr, ast.Assert))
            if isinstance(one, ast.AST) and not is_left_out:
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
