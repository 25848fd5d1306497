"""xlwings as it is on Windows: its own code for COM, unchanged, with empty modules for pywin32.

What Excel would do stands here in the words of COM: a range is an object with `Value`, an error
a number, an argument left out another number, several cells tuples of tuples.
"""

from __future__ import annotations

import asyncio  # noqa: F401  (as it is here, before the platform is another)
import atexit
import ctypes
import importlib
import sys
import types
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

#: COM's numbers: an argument that is left out, and the errors.
LEFT_OUT = -2147352572
ERRORS = {
    "#NULL!": -2146826288,
    "#DIV/0!": -2146826281,
    "#VALUE!": -2146826273,
    "#REF!": -2146826265,
    "#NAME?": -2146826259,
    "#NUM!": -2146826252,
    "#N/A": -2146826246,
    "#SPILL!": -2146826243,  # of newer kinds xlwings knows nothing
}
_RANGE = "{00020846-0000-0000-C000-000000000046}"
_PYWIN32 = (
    "pythoncom", "pywintypes", "win32api", "win32con", "win32event", "win32gui", "win32process",
    "win32timezone", "win32com", "win32com.client", "win32com.server",
    "win32com.server.dispatcher", "win32com.server.policy", "win32com.server.util",
)  # fmt: skip


class Empty(types.ModuleType):
    """A module that has every name, each an empty class."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        made = type(name, (), {})
        setattr(self, name, made)
        return made


class Range:
    """A range as COM hands it over: one cell is its value, several are rows of cells."""

    def __init__(self, rows: list[list[Any]]) -> None:
        given = tuple(tuple(map(com, row)) for row in rows)
        self.Value = given[0][0] if len(given) == len(given[0]) == 1 else given
        excel = types.SimpleNamespace(Hwnd=1)
        self.Worksheet = types.SimpleNamespace(Parent=types.SimpleNamespace(Application=excel))
        self.Row = self.Column = 1
        self.Rows = types.SimpleNamespace(Count=len(given))
        self.Columns = types.SimpleNamespace(Count=len(given[0]))
        kind = types.SimpleNamespace(iid=_RANGE)
        info = types.SimpleNamespace(GetTypeAttr=lambda: kind)
        self._oleobj_ = types.SimpleNamespace(GetTypeInfo=lambda: info)


def com(value: Any) -> Any:
    """A value of a cell in COM: numbers are floats, an error is its number."""
    if isinstance(value, str) and value in ERRORS:
        return ERRORS[value]
    return float(value) if type(value) is int else value


@contextmanager
def xlwings() -> Iterator[Any]:
    """The package as `import xlwings` gives it on Windows."""
    pywin32: dict[str, Any] = {name: Empty(name) for name in _PYWIN32}
    pywin32["pywintypes"].com_error = type("com_error", (Exception,), {})
    pywin32["pywintypes"].IID = str
    pywin32["win32process"].GetWindowThreadProcessId = lambda window: (0, 1)
    pywin32["pythoncom"].TypeIIDs = {}
    pywin32["pythoncom"].IID_IDispatch = "IDispatch"
    pywin32["pythoncom"].TypeIIDs["IDispatch"] = type("PyIDispatch", (), {})
    # What goes through COM is wrapped on one side and unwrapped on the other.
    pywin32["win32com.server.util"].wrap = lambda given, *_, **__: given
    pywin32["win32com.server.util"].unwrap = lambda given: given
    for name, module in pywin32.items():
        parent, _, child = name.rpartition(".")
        if parent:
            setattr(pywin32[parent], child, module)
    ours = ("xlwings", "xlrating.udfs", *pywin32)
    kept = {name: sys.modules.pop(name) for name in list(sys.modules) if _is_of(name, ours)}
    platform, sys.platform = sys.platform, "win32"
    libraries: Any = ctypes
    dll = types.SimpleNamespace(PyCom_PyObjectFromIUnknown=Empty("function"))
    dll.CLSIDFromString = lambda *given: 0
    libraries.windll = libraries.oledll = types.SimpleNamespace(ole32=dll)
    loader, libraries.PyDLL = libraries.PyDLL, lambda path: dll
    pywin32["pythoncom"].__file__ = "pythoncom.dll"
    sys.modules.update(pywin32)
    try:
        found = importlib.import_module("xlwings")
        sys.platform = platform
        atexit.unregister(found._xlwindows.cleanup)
        yield found
    finally:
        if "xlwings.com_server" in sys.modules:
            sys.modules["xlwings.com_server"].loop.close()
        sys.platform, libraries.PyDLL = platform, loader
        del libraries.windll, libraries.oledll
        for name in [name for name in sys.modules if _is_of(name, ours)]:
            del sys.modules[name]
        sys.modules.update(kept)


def _is_of(name: str, packages: tuple[str, ...]) -> bool:
    return name in packages or name.startswith("xlwings.")
