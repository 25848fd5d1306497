"""The package's stub files for type checkers and editors, generated from the registry.

The functions are loaded on demand, and accept cells, ranges and columns alike, which type checkers
cannot see. `python -m xlrating.functions.stubs` writes the two stub files.
"""

from __future__ import annotations

from inspect import cleandoc
from json import dumps
from pathlib import Path
from textwrap import indent
from typing import Dict, List, Tuple

from ..engine.public import NAMES
from . import all_functions
from .parameters import Parameter
from .registry import WorksheetFunction

_HEAD = """\
# Written by `python -m xlrating.functions.stubs` from the registry; change the functions, not this.

"""

_TYPES = """\
from collections.abc import Mapping
from typing import Any, TypeVar, overload

from .registry import WorksheetFunction
from .shapes import Cell, Column, Kept, Range

_C = TypeVar("_C", bound=Kept)

def find(name: str) -> WorksheetFunction | None: ...
def all_functions() -> Mapping[str, WorksheetFunction]: ...
"""

#: The types of results and arguments, by the annotations of the functions themselves.
_RESULTS = {"Decimal": "float", "str": "str", "List[List[object]]": "list[list[Any]]"}

_ANY_KIND = "Cell | Range | Column"


def stubs() -> Dict[Path, str]:
    """The text of each stub file."""
    package = Path(__file__).parents[1]
    found = all_functions()
    own = "".join(f"from .{module} import {name}\n" for name, module in NAMES.items())
    functions = "".join(f"    {name},\n" for name in sorted(found))
    named = "".join(f"    {dumps(name)},\n" for name in [*NAMES, "bulk", *all_functions()])
    return {
        package / "__init__.pyi": _HEAD
        + f"from . import bulk\n{own}from .functions import (\n{functions})\n\n"
        + f"__version__: str\n__all__ = [\n{named}]\n",
        package / "functions" / "__init__.pyi": _HEAD
        + _TYPES
        + "".join(map(_overloads, found.values())),
    }


def _overloads(function: WorksheetFunction) -> str:
    """The overloads of a function: for cells, for a range, for columns of another package."""
    one = _RESULTS[function.__wrapped__.__annotations__["return"]]  # type: ignore[attr-defined]
    ways: List[Tuple[Dict[str, str], str]] = [({}, one)]
    if function.each:
        first, *others = function.each
        ways.append(({first: "Range"}, "list[Any]"))
        # One row per cell turns a column into a frame.
        ways.append(({first: "Column"}, "Any") if function.row else ({first: "_C"}, "_C"))
        if others or function.rows:
            # Whichever arguments are columns, the result is of the same kind.
            ways.append((dict.fromkeys(function.each + function.rows, _ANY_KIND), "Any"))
    elif function.rows:
        ways.append((dict.fromkeys(function.rows, _ANY_KIND), "Any"))
    elif function.blocks:
        ways.append((dict.fromkeys(function.blocks, "_C"), "_C"))
        ways.append((dict.fromkeys(function.blocks, "Column"), "Any"))
    mark = "@overload\n" if len(ways) > 1 else ""
    about = cleandoc(function.__doc__ or "")
    return "".join(
        mark + _signature(function, *way, about if not at else "") for at, way in enumerate(ways)
    )


def _signature(function: WorksheetFunction, types: Dict[str, str], gives: str, about: str) -> str:
    arguments = []
    for parameter in function.parameters:
        kind = types.get(parameter.name) or _kind(function, parameter)
        default = f" = {_written(parameter.default)}" if parameter.optional else ""
        if default.endswith("None") and parameter.name in function.blocks:
            kind += " | None"
        arguments.append(f"    {parameter.name}: {kind}{default},\n")
    body = "\n" + indent(f'"""{about}\n"""', "    ") + "\n\n" if about else " ...\n"
    shown = f"\n{''.join(arguments)}" if arguments else ""
    return f"def {function.name}({shown}) -> {gives}:{body}"


def _written(value: object) -> str:
    return dumps(value) if isinstance(value, str) else repr(value)


def _kind(function: WorksheetFunction, parameter: Parameter) -> str:
    """The types an argument accepts besides those of the columns."""
    if parameter.name in function.rows + function.blocks:
        return "Cell | Range"
    if parameter.type == "str":
        return "str | None" if parameter.optional else "str"
    return "Cell"


if __name__ == "__main__":
    for path, text in stubs().items():
        path.write_text(text, "utf-8")
