"""The shape of the package: imports point one way, the engine stands alone."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "xlrating"

#: Dependency order: a module imports only from those above it.
ORDER = (
    "errors", "dates", "rounding", "tomlfile", "texts", "headings", "letters", "pace", "spellings", "event", "problems", "formats", "frozen", "sex", "marks", "sections", "schema", "references", "rulefile", "options", "requirements", "ruleset", "expectancy",
    "development", "coefficient", "volatility", "deviation", "floor", "provisional",
    "performance", "average", "places", "start", "bonus", "ladder", "periods", "report", "scores", "virtual_opponent", "tie_breaks", "direct_encounter", "standings", "placing", "methods", "terms", "inspection",
    "rating", "persons", "ledger", "copies", "submissions", "absences", "federation", "registry", "showing", "explain", "functions",
    "cells",
    "screen", "calling", "describe", "tables", "exchange", "workbook", "hosts", "udfs", "outputs", "addin_command", "event_input", "federation_command", "commands", "cli", "__init__", "__main__",
)  # fmt: skip

#: Imported only where a function runs that needs it: pairs of (module, imported module).
LATE = {("pace", "texts"), ("event", "texts"), ("event", "problems"), ("exchange", "workbook")}

ENGINE = ORDER[: ORDER.index("cells") + 1]
ALLOWED = {
    "exchange": {"python_calamine"},
    "workbook": {"xlsxwriter"},
    "hosts": {"xlwings", "xlsxwriter"},
    "udfs": {"xlwings"},
}


def modules() -> list[Path]:
    """All Python files of the package."""
    return sorted(PACKAGE.rglob("*.py"))


def unit(path: Path) -> str:
    """The module or subpackage a file belongs to."""
    parts = path.relative_to(PACKAGE).parts
    return parts[0] if len(parts) > 1 else path.stem


def imports(path: Path) -> set[str]:
    """The units of the package that a file imports, anywhere in it."""
    found = set()
    depth = len(path.relative_to(PACKAGE).parts)
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            if node.level == depth:
                names = [node.module] if node.module else [alias.name for alias in node.names]
                found |= {name.split(".")[0] for name in names}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("xlrating."):
            found.add(str(node.module).split(".")[1])
    return found


def foreign(path: Path) -> set[str]:
    """Packages outside the standard library that a file imports."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found.add(str(node.module).split(".")[0])
    return found - set(sys.stdlib_module_names) - {"xlrating", "__future__"}


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(PACKAGE)))
def test_imports_point_one_way(path: Path) -> None:
    """A module imports only from the modules above it in the layout."""
    own = unit(path)
    for name in imports(path) - {own, "__version__"}:
        if (own, name) in LATE or own in ("__init__", "__main__"):
            continue
        assert ORDER.index(name) < ORDER.index(own), f"{own} imports {name}"


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(PACKAGE)))
def test_only_the_edges_import_packages(path: Path) -> None:
    """Only exchange, workbook and hosts import anything that must be installed."""
    assert foreign(path) <= ALLOWED.get(unit(path), set())


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(PACKAGE)))
def test_engine_syntax_is_python_3_9(path: Path) -> None:
    """The engine runs inside a spreadsheet program's own Python: its syntax stays at 3.9."""
    if unit(path) in ENGINE:
        ast.parse(path.read_text("utf-8"), feature_version=(3, 9))


def test_no_rule_set_is_named_in_code() -> None:
    """A regulation is data: no rule-set id stands in any condition of the package."""
    ids = {path.stem for path in (PACKAGE / "rulesets").glob("*.toml")}
    for path in modules():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, (ast.Compare, ast.Match)):
                words = {n.value for n in ast.walk(node) if isinstance(n, ast.Constant)}
                assert not words & ids, f"{path.name}:{node.lineno} names a rule set"


def test_engine_runs_alone() -> None:
    """Without any installed package, in an isolated interpreter, every rule set rates."""
    program = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); import xlrating;"
        "assert xlrating.NEW_RATING(2000, [2100], [1], 'fide') == 2013, 'rating';"
        "from xlrating.engine.event import Event, Game, Player, read_result;"
        "from decimal import Decimal as D;"
        "people = (Player(1, 'a', D(2000), k=D(20)), Player(2, 'b', D(2100), k=D(20)));"
        "event = Event(people, (Game(1, 1, 2, read_result('1-0')),));"
        "from xlrating.engine.rules.ruleset import available, load;"
        "rated = [xlrating.rate(event, n) for n in available() if load(n).method != 'none'];"
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
        "heavy = {'pandas', 'numpy', 'openpyxl', 'xlwings', 'xlsxwriter', 'python_calamine'};"
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
