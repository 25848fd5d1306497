"""The shape of the package: imports point one way, the engine stands alone."""

from __future__ import annotations

import ast
import builtins
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from xlrating.hosts import HOSTS
from xlrating.hosts.bundle import engine_files

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "xlrating"

#: The floors of the house, the lowest first: what stands on one imports only what is below it,
#: or beside it in the same folder.
FLOORS = (
    {"engine", "stops"},
    {"exchange"},
    {"functions", "bulk", "workbook"},
    {"reading", "hosts", "study"},
    {"federation", "udfs"},
    {"publishing", "annotation"},
    {"cli"},
)
FLOOR = {room: number for number, rooms in enumerate(FLOORS) for room in rooms}
#: The floors inside the engine.
ENGINE = (
    "public", "errors", "aligned", "tomlfile", "languages", "texts", "problem", "rounding", "entries", "account", "vocabulary", "labels", "frames", "called", "results", "scoring", "report_file", "tables", "framed", "event", "near_names", "player_facts", "problems",
    "rules", "terms", "tournament", "lines", "showing", "columns", "sentences", "player_search", "editions", "report", "methods",
    "formats", "admission", "explain", "given_k", "inspection", "rating",
)  # fmt: skip
#: An error in a text's own arguments, told where it is found.
LATE = {("texts", "errors")}
#: The modules that alone in their room ask for a package, when somebody brings or wants its columns.
FRAMES = {
    PACKAGE / "engine/frames.py": {"narwhals", "pandas"},
    PACKAGE / "engine/terms/curve_columns.py": {"numpy"},
    # Long files are read by pyarrow where it is installed, else by pandas.
    PACKAGE / "federation/columns/arrow.py": {"numpy", "pandas", "pyarrow"},
    PACKAGE / "functions/columns.py": {"numpy"},
    PACKAGE / "functions/kinds.py": {"numpy"},
    PACKAGE / "functions/on_curves.py": {"numpy"},
}

#: What programs load that bring an old Python of their own.
TRAVELS = [path for path in engine_files().values() if path.suffix == ".py"]
#: What only a newer Python has: names that are imported.
NEWER = {"pairwise", "UTC", "StrEnum", "batched", "Self", "TypeAlias", "TypeGuard", "ParamSpec"}
ALLOWED = {
    "annotation": {"openpyxl"},
    # pyarrow only where pandas itself keeps the texts by it.
    "bulk": {"dask", "numpy", "pandas", "pyarrow"},
    "exchange": {"python_calamine"},
    "federation": {"numpy", "pandas"},
    "workbook": {"xlsxwriter"},
    "hosts": {"xlwings", "xlsxwriter"},
    "publishing": {"jinja2"},
    "study": {"narwhals", "numpy", "pandas"},
    "udfs": {"xlwings"},
}


def modules() -> list[Path]:
    """All Python files of the package."""
    return sorted(PACKAGE.rglob("*.py"))


def unit(path: Path) -> str:
    """The floor of the house on which a file stands."""
    parts = path.relative_to(PACKAGE).parts
    return parts[0] if len(parts) > 1 else path.stem


@cache
def imports(path: Path) -> frozenset[tuple[str, ...]]:
    """The modules and packages of this one that a file imports, anywhere in it."""
    found = set()
    package = path.relative_to(PACKAGE).parts[:-1]
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.level or _is_own(node.module)):
            inside = tuple((node.module or "").split(".")) if node.module else ()
            above = package[: len(package) - node.level + 1] if node.level else ()
            base = above + (inside if node.level else inside[1:])
            for alias in node.names:
                module = (*base, alias.name)
                place = PACKAGE.joinpath(*module)
                found.add(module if place.is_dir() or place.with_suffix(".py").is_file() else base)
    return frozenset(found - {()})


def _is_own(module: str | None) -> bool:
    return (module or "").split(".")[0] == "xlrating"


def foreign(path: Path) -> set[str]:
    """Packages outside the standard library that a file imports."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found.add(str(node.module).split(".")[0])
    return found - set(sys.stdlib_module_names) - {"xlrating", "__future__"}


def test_imports_point_one_way() -> None:
    """A module imports only from the floors below its own, in the house and in the engine."""
    upward = []
    for path in modules():
        own = path.relative_to(PACKAGE).with_suffix("").parts
        if own[0] in ("__init__", "__main__"):
            continue
        for other in imports(path):
            if other[0] != own[0]:
                is_below = FLOOR[other[0]] < FLOOR[own[0]]
            else:
                is_below = (
                    own[0] != "engine"
                    or own[1:2] == other[1:2]
                    or (own[1], other[1]) in LATE
                    or ENGINE.index(other[1]) < ENGINE.index(own[1])
                )
            if not is_below:
                upward.append(f"{'.'.join(own)} imports {'.'.join(other)}")
    assert upward == []


def test_no_circle() -> None:
    """No module imports, by way of others, itself."""
    names = {path.relative_to(PACKAGE).with_suffix("").parts: path for path in modules()}
    arrows = {
        name: {one if one in names else (*one, "__init__") for one in imports(path)} - {name}
        for name, path in names.items()
    }
    # A package's own face may show what stands in it.
    left = {name: set(found) for name, found in arrows.items() if name[-1] != "__init__"}
    while free := [name for name, found in left.items() if not found & left.keys()]:
        for name in free:
            del left[name]
    assert left == {}


def test_only_the_edges_import_packages() -> None:
    """Only exchange, workbook and hosts import anything that must be installed."""
    others = {
        str(path.relative_to(PACKAGE)): found
        for path in modules()
        if (found := foreign(path) - FRAMES.get(path, ALLOWED.get(unit(path), set())))
    }
    assert others == {}


@pytest.mark.parametrize("path", TRAVELS, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_what_travels_is_python_3_9(path: Path) -> None:
    """What the functions need runs inside a spreadsheet program's own Python, of version 3.9."""
    tree = ast.parse(path.read_text("utf-8"), feature_version=(3, 9))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "zip":
            assert not node.keywords, f"line {node.lineno}: zip takes no strict"
        if isinstance(node, ast.ImportFrom):
            assert not NEWER & {alias.name for alias in node.names}, f"line {node.lineno}"
    for node in tree.body:
        # Annotations are never evaluated; the value of a name is.
        values = ast.walk(node.value) if isinstance(node, ast.Assign) else ()
        unions = [one for one in values if isinstance(one, ast.BinOp) and _is_union(one)]
        assert not unions, f"line {node.lineno}: Union, not |"


def _is_union(node: ast.BinOp) -> bool:
    """Whether types are joined, as far as a look tells."""
    sides = [getattr(one, "value", one) if isinstance(one, ast.Subscript) else one
             for one in (node.left, node.right)]  # fmt: skip
    names = {getattr(one, "id", getattr(one, "attr", "")) for one in sides}
    is_none = any(isinstance(one, ast.Constant) and one.value is None for one in sides)
    types = {name for name in names if name in vars(builtins) and name.islower()}
    return isinstance(node.op, ast.BitOr) and (is_none or bool(types) or all(
        name[:1].isupper() and not name.isupper() for name in names))  # fmt: skip


@cache
def compared() -> list[tuple[str, set[object]]]:
    """The words that stand in conditions of the package, by file and line."""
    return [
        (
            f"{path.name}:{node.lineno}",
            {n.value for n in ast.walk(node) if isinstance(n, ast.Constant)},
        )
        for path in modules()
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, (ast.Compare, ast.Match))
    ]


def test_no_rule_set_is_named_in_code() -> None:
    """A regulation is data: no rule-set id stands in any condition of the package."""
    ids = {path.stem for path in (PACKAGE / "rulesets").glob("*.toml")}
    assert [place for place, words in compared() if words & ids] == []


def test_no_host_is_named_in_code() -> None:
    """A program is one value: what is its own stands in its `Host`, no condition asks for its name."""
    assert [place for place, words in compared() if words & HOSTS.keys()] == []


def test_engine_runs_alone() -> None:
    """Without any installed package, in an isolated interpreter, every rule set rates."""
    program = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); import xlrating;"
        "assert xlrating.NEW_RATING(2000, [2100], [1], 'fide') == 2013, 'rating';"
        "from xlrating.engine.event import Event, Game, Player;"
        "from decimal import Decimal as D;"
        "people = (Player(1, 'a', D(2000), k=D(20)), Player(2, 'b', D(2100), k=D(20)));"
        "event = Event(people, (Game(1, 1, 2, '1-0'),));"
        "from xlrating.engine.rules.ruleset import available, load;"
        # Where lower numbers are the better ones, and others are typing errors.
        "low = tuple(Player(p.no, p.name, p.rating / 20, k=p.k) for p in people);"
        "event_of = lambda n: Event(low, event.games) if load(n).bounds[1] < 2000 else event;"
        "rated = [xlrating.rate(event_of(n), n) for n in available() if load(n).method != 'none'];"
        "assert len(rated) > 10 and all(r.lines[0].new is not None for r in rated);"
        "print([m for m in sys.modules if 'site-packages' in str(sys.modules[m])])"
    )
    run = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program], capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stdout.strip()) == (0, "[]"), run.stderr


def test_import_is_light() -> None:
    """`import xlrating` and a call load neither pandas, numpy, openpyxl nor xlwings."""
    program = (
        "import sys, xlrating; xlrating.WE_TABLE(200);"
        "heavy = {'jinja2', 'pandas', 'numpy', 'openpyxl', 'xlwings', 'xlsxwriter', 'python_calamine'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == "[]"


def test_no_module_is_too_long() -> None:
    """A module that passes 300 lines tells something; none does."""
    long = {
        str(path.relative_to(PACKAGE))
        for path in modules()
        if len(path.read_text("utf-8").splitlines()) > 300
    }
    assert long == set()


def test_limits_of_time_are_one() -> None:
    """No test waits for a program less than `needs.LONGEST`: a slow machine is no failure."""
    found = {
        f"{path.relative_to(ROOT)}:{node.value.lineno}"
        for path in (ROOT / "tests").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.keyword) and node.arg == "timeout"
        if getattr(node.value, "id", "") != "LONGEST"
    }
    assert found == set()


#: Functions with more than six parameters: the public face and what hands its options on, which are
#: said by name; records with a constructor of their own. The list gets shorter, never longer.
MANY_PARAMETERS = {
    "annotation/book.py annotate", "annotation/book.py annotated",
    "annotation/listed.py annotated_list", "annotation/plan.py cell_of", "engine/event.py __init__",
    "study/compare.py study", "workbook/templates.py empty", "workbook/templates.py resized",
}  # fmt: skip
#: Functions of more than 60 lines: of this one most are what it says of itself to its users.
LONG_FUNCTIONS = {"annotation/book.py annotate"}


def test_functions_are_short_and_classes_have_their_own_names() -> None:
    """Promise: a function has at most 60 lines, and 6 parameters unless it is a worksheet function;
    what has more is listed above, and what is listed has more. No two classes have one name.
    """
    long, many, classes = set(), set(), Counter[str]()
    for path in modules():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                classes[node.name] += 1
            if not isinstance(node, ast.FunctionDef):
                continue
            name = f"{path.relative_to(PACKAGE)} {node.name}"
            given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
            if (node.end_lineno or 0) - node.lineno >= 60:
                long.add(name)
            if len(given) - (given[0].arg in ("self", "cls") if given else 0) > 6:
                if path.relative_to(PACKAGE).parts[0] != "functions":
                    many.add(name)
    assert (long, many) == (LONG_FUNCTIONS, MANY_PARAMETERS)
    assert [name for name, times in classes.items() if times > 1] == []
