"""The Calc add-in itself: LibreOffice's own Python loads this file and calls it for each cell.

It is at the top level of the `.oxt`, with the engine in `pythonpath/` next to it, and imports
LibreOffice's modules only when LibreOffice asks for the component.
"""

from __future__ import annotations

import struct
import sys
from importlib import import_module
from pathlib import Path
from typing import Any, Callable, Dict, List, Tuple

# First on the path, so that another xlrating in the user's Python is not mixed in.
_ENGINE = str(Path(__file__).with_name("pythonpath"))
if Path(_ENGINE).is_dir() and _ENGINE not in sys.path[:1]:
    sys.path.insert(0, _ENGINE)

from xlrating.functions import cells, find  # noqa: E402
from xlrating.functions.arguments import is_lasting  # noqa: E402
from xlrating.functions.parameters import Parameter  # noqa: E402
from xlrating.functions.ranges import types  # noqa: E402
from xlrating.functions.registry import WorksheetFunction  # noqa: E402

SERVICE = "XLRATING"
INTERFACE = "org.xlrating.calc.XFunctions"

Cells = Tuple[Tuple[Any, ...], ...]

#: Each function's cache: `KEPT` results of arguments with at most `SMALL` cells, `LARGE` others.
KEPT, SMALL, LARGE = 50_000, 100, 4

#: Calc's numbers for cell errors.
_ERRORS = {"#VALUE!": 519, "#NUM!": 503, "#REF!": 524, "#NAME?": 525, "#N/A": 0x7FFF}


def is_text(function: WorksheetFunction, parameter: Parameter) -> bool:
    """Whether Calc passes this argument as text: only then can an empty cell be told from 0.

    An optional argument is always passed as a value. A table keeps its texts and numbers.
    """
    return (
        not parameter.optional
        and parameter.name not in function.blocks
        and cells.may_be_zero(function, parameter)
    )


def call(name: str, arguments: Tuple[Any, ...]) -> Cells:
    """Call a worksheet function by name with the arguments from Calc; returns rows of cells.

    A single cell comes as ((value,),), an omitted argument as None. An error becomes the
    error value of the cell; it is never raised.
    """
    rows = cells.call(name, arguments)
    if types(rows) != {float}:
        rows = [list(map(_cell, row)) for row in rows]
    return tuple(map(tuple, rows))


def method(name: str) -> Callable[..., Cells]:
    """The method of a function, with a cache, because Calc asks for equal cells repeatedly."""
    known: Dict[Tuple[Any, ...], Cells] = {}
    large: List[Tuple[Any, ...]] = []
    function = find(name)
    assert function is not None
    texts = [i for i, one in enumerate(function.parameters) if is_text(function, one)]

    def called(*given: Any) -> Cells:
        arguments = tuple(cells.closed(function, given))
        found = known.get(arguments)
        if found is not None:
            return found
        read = list(arguments)
        for place in texts[: len(arguments)]:
            read[place] = tuple(tuple(map(_read, row)) for row in arguments[place])
        found = call(name, tuple(read))
        if not _lasts(arguments, found):
            return found
        if _size(arguments) > SMALL:
            large.append(arguments)
            known[arguments] = found
            if len(large) > LARGE:
                del known[large.pop(0)]
        elif len(known) < KEPT:
            known[arguments] = found
        return found

    return called


def _read(text: Any) -> Any:
    """A number that Calc has written as text, with its 15 digits and a decimal sign."""
    try:
        return float(text.replace(",", ".").replace("\u066b", "."))  # Arabic has its own sign
    except (AttributeError, ValueError):
        return text


def _size(arguments: Tuple[Any, ...]) -> int:
    return sum(len(area) * len(area[0]) for area in arguments if isinstance(area, tuple))


def _lasts(arguments: Tuple[Any, ...], found: Cells) -> bool:
    """Whether a result may be cached: no error, which may go away, and no user's rule file."""
    areas = [value for value in arguments if isinstance(value, tuple)]
    shown = [cell for area in areas for row in area for cell in row]
    is_error = found[0][0] != found[0][0]
    return not is_error and is_lasting((*arguments, *shown))


def _cell(value: Any) -> Any:
    """A value for Calc: numbers are floats, an error is a NaN that encodes its number."""
    if value is None:
        return ""
    if isinstance(value, (int, float)):
        return float(value)
    if value in _ERRORS:
        return struct.unpack("<d", struct.pack("<II", _ERRORS[value], 0x7FF80000))[0]
    return str(value)


def _create(context: object) -> object:
    """The component: a method for each function, of the interface in `functions.idl`."""
    base: Any = import_module("unohelper").Base
    known: Any = import_module("uno").getClass
    functions: Any = known(INTERFACE)
    info: Any = known("com.sun.star.lang.XServiceInfo")

    class Functions(base, functions, info):  # type: ignore[misc]
        """Methods with the names of the functions; each is looked up on its first call."""

        def __getattr__(self, name: str) -> Any:
            if not name.isupper():
                raise AttributeError(name)
            setattr(self, name, method(name))
            return getattr(self, name)

        def getImplementationName(self) -> str:  # noqa: N802
            """The name under which the component is registered."""
            return SERVICE

        def supportsService(self, name: str) -> bool:  # noqa: N802
            """Whether this is the service of that name."""
            return name == SERVICE

        def getSupportedServiceNames(self) -> Tuple[str, ...]:  # noqa: N802
            """The only service."""
            return (SERVICE,)

    return Functions()


def _helper() -> Any:
    helper = import_module("unohelper").ImplementationHelper()
    helper.addImplementation(_create, SERVICE, (SERVICE,))
    return helper


def getComponentFactory(name: str, manager: object, key: object) -> object:  # noqa: N802
    """Called by LibreOffice's Python loader when a formula first needs the add-in."""
    return _helper().getComponentFactory(name, key, manager)


def writeRegistryInfo(manager: object, key: object) -> object:  # noqa: N802
    """Called by LibreOffice's Python loader when the extension is installed."""
    return _helper().writeRegistryInfo(key, manager)
