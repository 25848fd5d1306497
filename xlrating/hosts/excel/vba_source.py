"""The VBA of the Excel add-in: xlwings' own wrappers of the functions, and their support code."""

from __future__ import annotations

import io
import re
import sys
import types
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

from ...engine.errors import FileError
from ...engine.public import __version__
from ...engine.tomlfile import PACKAGE
from .functions import udfs
from .vba.project import Module

#: The Python module that xlwings loads.
UDF_MODULE = "xlrating.udfs"

#: Continues a list in the next line.
_NEXT = ", _\n        "

_HERE = PACKAGE / "hosts" / "excel" / "vba"
_HEAD = """Attribute VB_Name = "xlwings_udfs"
'Made by xlrating with the generator of xlwings {version}.
#Const App = "Microsoft Excel"
"""
_HELP = """Attribute VB_Name = "xlrating_help"
Option Explicit
Option Private Module

Public Const XLRATING_VERSION As String = "{version}"

Public Sub DescribeFunctions()
    ' What the function wizard shows. Excel refuses it for a workbook that is hidden, as an
    ' add-in is; without it the functions work all the same.
    Dim Hidden As Boolean, Kept As Boolean
    On Error Resume Next
    Kept = ThisWorkbook.Saved
    Hidden = ThisWorkbook.IsAddin
    ThisWorkbook.IsAddin = False
{calls}
    ThisWorkbook.IsAddin = Hidden
    ThisWorkbook.Saved = Kept
End Sub

Private Sub Describe(Name As String, Category As String, Help As String, Arguments As Variant)
    Dim Macro As String
    Macro = "'" & Replace(ThisWorkbook.Name, "'", "''") & "'!" & Name
    If UBound(Arguments) < LBound(Arguments) Then
        Application.MacroOptions Macro:=Macro, Description:=Help, Category:=Category
    Else
        Application.MacroOptions Macro:=Macro, Description:=Help, Category:=Category, _
            ArgumentDescriptions:=Arguments
    End If
End Sub
"""


def version() -> str:
    """The version of the installed xlwings, the only one that the add-in works with.

    Raises `FileError` if it is not installed.
    """
    try:
        return str(import_module("xlwings").__version__)
    except ImportError:
        raise FileError(
            "xlwings, which connects Excel with Python, is not installed; "
            "run: python -m pip install xlwings"
        ) from None


def modules() -> list[Module]:
    """The add-in's modules, except for those of its workbook and sheets."""
    names = ("xlrating", "xlrating_cells", "xlrating_setup")
    found = [Module(name, (_HERE / f"{name}.bas").read_text("utf-8")) for name in names]
    found += [Module("xlwings_udfs", wrappers()), Module("xlrating_help", descriptions())]
    folder = Path(str(import_module("xlwings").__file__)).parent
    return [*found, Module("xlwings", (folder / "xlwings.bas").read_text("utf-8"))]


def on_open() -> str:
    """The code that runs when the workbook is opened."""
    return (_HERE / "ThisWorkbook.bas").read_text("utf-8")


def wrappers() -> str:
    """A VBA function for each worksheet function, from xlwings' generator.

    Its calls are wrapped in `CellErrors`, because xlwings cannot return a cell error.
    """
    said = io.StringIO()
    with generator() as xlwings_udfs:
        functions = types.SimpleNamespace(**_decorated(xlwings_udfs))
        book = types.SimpleNamespace(Name="xlrating.xlsm")
        xlwings_udfs.generate_vba_wrapper(UDF_MODULE, functions, said, book)
    pattern = re.compile(r"= (XLPy\.CallUDF\(.*\))$", re.M)
    text, calls = pattern.subn(r"= CellErrors(\1)", said.getvalue())
    if calls != 2 * len(vars(functions)):  # in Excel, and in other programs
        raise FileError(f"xlwings {version()} writes VBA in a way not known here; install 0.37.8")
    return _HEAD.format(version=version()) + text


def descriptions() -> str:
    """Help for Excel's function wizard, in the calls with which xlwings registers functions."""
    with generator() as xlwings_udfs:
        functions = _decorated(xlwings_udfs).values()
        calls = "\n".join(_described(function.__xlfunc__) for function in functions)
    return _HELP.format(calls=calls, version=__version__)


def _decorated(xlwings_udfs: Any) -> dict[str, Any]:
    return udfs(xlwings_udfs.xlfunc, xlwings_udfs.xlarg)


def _described(function: dict[str, Any]) -> str:
    first = ", ".join(_quoted(function[key]) for key in ("name", "category"))
    help_text = _quoted(function["ret"]["doc"])
    arguments = _NEXT.join(_quoted(argument["doc"]) for argument in function["args"])
    return f"    Describe {first}{_NEXT}{help_text}{_NEXT}Array({arguments})"


def _quoted(text: str) -> str:
    return '"' + text[:255].replace('"', '""') + '"'


@contextmanager
def generator() -> Iterator[Any]:
    """xlwings' module of decorators and wrappers, unmodified.

    It imports Windows' COM, which it only needs within Excel; elsewhere empty modules replace it.

    Raises `FileError` if xlwings is not installed.
    """
    version()
    names = ("pythoncom", "pywintypes", "win32com", "win32com.client")
    if sys.platform == "win32":
        yield import_module("xlwings.udfs")
        return
    kept = {name: sys.modules.pop(name, None) for name in (*names, "xlwings.udfs")}
    try:
        for name in names:
            sys.modules[name] = types.ModuleType(name)
        vars(sys.modules["pythoncom"])["CoInitialize"] = None
        vars(sys.modules["win32com.client"])["Dispatch"] = None
        yield import_module("xlwings.udfs")
    finally:
        for name, module in kept.items():
            sys.modules.pop(name, None)
            if module is not None:
                sys.modules[name] = module
