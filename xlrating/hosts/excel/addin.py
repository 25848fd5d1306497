"""The add-in for Excel on Windows: one `.xlsm` with the functions, the macro and instructions."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import xlsxwriter

from ...engine.aligned import width
from ...engine.errors import FileError
from ...engine.languages import LANGUAGES
from ...engine.public import __version__
from ...functions.help import words
from ...workbook.file.writer import to_bytes
from .. import jobs, reference, wheel
from ..host import Host
from . import environment
from .vba.project import SHEET, WORKBOOK, document, project
from .vba_source import UDF_MODULE, modules, on_open, version

if TYPE_CHECKING:
    from xlwings import App

#: Excel's number for the format of an add-in.
_ADD_IN = 55
#: The line length of the instructions, in characters.
_WIDTH = 110
#: The xlwings settings, including the cell for its interpreter.
_SETTINGS, _INTERPRETER = "xlwings.conf", "B1"
#: What can be wrong with its Python, by the numbers that the macro CheckPython returns.
STATES = range(1, 6)


def workbook(name: str = "xlrating.xlsm", language: str = "en") -> bytes:
    """The `.xlsm`; the same bytes whenever it is built on the same computer.

    It contains the VBA of the installed xlwings, so that users need no xlwings add-in;
    that VBA needs a library of its own version.

    Raises `FileError` if xlwings is not installed.
    """
    buffer, needed = io.BytesIO(), version()
    with xlsxwriter.Workbook(buffer, {"in_memory": True, "strings_to_urls": False}) as file:
        _instructions(file, Path(name).name, needed)
        reference.write(file, HOST, language)
        jobs.write(file, HOST, language)
        carry(file, _interpreter())
    return buffer.getvalue()


def carry(file: Any, interpreter: str = "pythonw") -> None:
    """Put the functions and the macro into an XlsxWriter workbook that already has all its sheets.

    An event's workbook is passed on: it must not name a folder of the computer it was made on.
    """
    _settings(file, interpreter)
    sheets = [f"Sheet{number}" for number in range(1, len(file.worksheets()) + 1)]
    for page, code in zip(file.worksheets(), sheets, strict=True):
        page.set_vba_name(code)
    file.set_vba_name("ThisWorkbook")
    own = [document("ThisWorkbook", WORKBOOK, on_open())]
    own += [document(code, SHEET) for code in sheets]
    file.add_vba_project(io.BytesIO(project([*own, *modules()])), is_stream=True)


def _instructions(file: Any, name: str, needed: str) -> None:
    """Write the cell that shows whether it works, the button, and the instructions."""
    page = file.add_worksheet("Instructions")
    page.hide_gridlines(2)
    page.set_column(0, 0, _WIDTH)
    page.set_column(1, 1, 24)
    page.set_paper(9)
    page.fit_to_pages(1, 0)
    text = file.add_format({"text_wrap": True, "valign": "top"})
    title = file.add_format({"bold": True, "font_size": 14})
    value = file.add_format({"bold": True, "align": "left"})
    row = 0
    for language in LANGUAGES:
        page.write_string(row, 0, words("excel_title")[language], title)
        page.write_string(row + 1, 0, words("excel_try")[language])
        # Without a cached value: Excel has to calculate it.
        page.write_formula(row + 1, 1, "=WE_TABLE(200)", value, "")
        caption = words("excel_button")[language]
        page.insert_button(
            row + 2, 1, {"macro": "RateThisWorkbook", "caption": caption, "width": 150}
        )
        steps = words("excel_steps")[language].format(version=needed, file=name, wheel=wheel.NAME)
        for line in steps.strip().splitlines():
            row += 1
            page.write_string(row + 1, 0, line, text)
            page.set_row(row + 1, 15 * (1 + width(line) // (_WIDTH - 5)))
        row += 3


def _settings(file: Any, interpreter: str) -> None:
    """Write the sheet that xlwings reads: names in the first column, values in the second.

    Next to them are the texts of the macro CheckPython: one row per state, one column per language.
    """
    page = file.add_worksheet(_SETTINGS)
    page.set_column(0, 1, 40)
    rows = {
        "Interpreter_Win": interpreter,
        "UDF Modules": UDF_MODULE,
        # Python files that happen to be in a workbook's folder must not be imported.
        "ADD_WORKBOOK_TO_PYTHONPATH": "false",
    }
    for row, (name, setting) in enumerate(rows.items()):
        page.write_string(row, 0, name)
        page.write_string(row, 1, setting)
    for state in STATES:
        for column, language in enumerate(LANGUAGES, 3):
            text = words(f"setup_{state}")[language]
            for key, value in (("{needed}", version()), ("{own}", __version__)):
                text = text.replace(key, value)
            page.write_string(state - 1, column, text)


def _interpreter() -> str:
    """This Python if it can run on the user's computer; otherwise the one on the path."""
    if sys.platform != "win32":
        return "pythonw"
    return str(Path(sys.executable).with_name("pythonw.exe"))


# --- installing ---------------------------------------------------------------------------------


def install(path: str | Path) -> None:
    """Let Excel save the workbook as an add-in in the user's own folder, and activate it.

    That folder is trusted, so Excel starts it without asking. The add-in has a Python of
    its own (`environment`), made from the package next to the workbook. Repeating it is harmless.

    Raises `FileError` without Windows and Excel, or if Excel refuses.
    """
    if sys.platform != "win32":
        raise FileError(
            "the file is written; --install needs Windows with Excel: copy the file there and "
            "open it, its first sheet says what to do",
            str(path),
        )
    book = Path(path).resolve()
    interpreter = environment.make(book.with_name(wheel.NAME), version())
    try:
        add(_excel(), book, str(interpreter))
    except Exception as error:  # whatever COM says
        raise FileError(
            f"the file is written, but Excel does not take it as an add-in ({error}); "
            "close Excel and try again, or open the file, its first sheet says what to do",
            str(path),
        ) from None
    environment.remove(but=interpreter)


def uninstall(name: str = "xlrating") -> bool:
    """Deactivate the add-in of that name, delete it and its Python; returns whether there was one.

    Raises `FileError` without Windows and Excel, or if Excel refuses.
    """
    if sys.platform != "win32":
        raise FileError("--uninstall needs Windows with Excel: run it there", "")
    try:
        found = drop(_excel(), name)
    except Exception as error:  # whatever COM says
        raise FileError(
            f"Excel does not give the add-in up ({error}); close Excel and try again", name
        ) from None
    return bool(environment.remove()) or found


def _excel() -> App:
    app: App = import_module("xlwings").App(visible=False, add_book=True)
    return app


def add(app: App, path: Path, interpreter: str) -> None:
    """Install the workbook as an add-in of this Excel, which is closed afterwards."""
    with _unseen(app):
        _switch_off(app, path.stem)  # Excel keeps the file open while the add-in is active
        book = app.books.open(str(path))
        book.sheets[_SETTINGS].range(_INTERPRETER).value = interpreter
        target = _target(app, path.stem)
        book.api.SaveAs(str(target), _ADD_IN)
        book.close()
        app.api.AddIns.Add(str(target)).Installed = True


def drop(app: App, name: str) -> bool:
    """Remove an add-in from this Excel, which is closed afterwards, and from the disk."""
    with _unseen(app):
        was_on, target = _switch_off(app, name), _target(app, name)
    was_there = target.is_file()
    target.unlink(missing_ok=True)
    return was_on or was_there


@contextmanager
def _unseen(app: App) -> Iterator[None]:
    """An invisible Excel that asks nothing, runs none of our code, and is closed at the end."""
    try:
        app.display_alerts = False
        app.api.EnableEvents = False
        yield
    finally:
        app.quit()


def _switch_off(app: App, name: str) -> bool:
    """Deactivate the add-ins of this name; returns whether one was active."""
    addins, was_on = app.api.AddIns, False
    for old in [addins.Item(number) for number in range(1, addins.Count + 1)]:
        if old.Name.lower() == f"{name}.xlam".lower() and old.Installed:
            old.Installed, was_on = False, True
    return was_on


def _target(app: App, name: str) -> Path:
    return Path(app.api.UserLibraryPath) / f"{name}.xlam"


#: Functions have their plain names in formulas; the notes are on a sheet of their own.
HOST = Host(
    make=workbook,
    write=partial(to_bytes, finish=carry),
    title="excel_title",
    spills=True,
    ending=".xlsm",
    book_ending=".xlsm",
    install=install,
    uninstall=uninstall,
    package=True,
)
