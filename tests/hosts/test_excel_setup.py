"""Putting the Excel add-in in and taking it away, and what its workbook says of its Python."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import openpyxl
import pytest
import windows
from needs import EVERY
from test_excel_vba import _macros, run_macros  # noqa: F401  (a fixture)

from xlrating import __version__
from xlrating.cli import main
from xlrating.engine.errors import FileError
from xlrating.hosts import wheel
from xlrating.hosts.excel import addin as excel
from xlrating.hosts.excel import environment
from xlrating.hosts.excel import vba_source as excel_vba
from xlrating.hosts.excel.vba.project import Module

# --- an environment of its own --------------------------------------------------------------------


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The wheel beside the workbook; environments go into a folder of the test."""
    monkeypatch.setenv("XLRATING_EXCEL", str(tmp_path / "data"))
    path = tmp_path / wheel.NAME
    path.write_bytes(b"a wheel")
    return path


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """What is run to make an environment; venv makes its folder, pip fails where it is told to."""
    commands: list[list[str]] = []

    def run(command: list[str], **_: Any) -> Any:
        commands.append(command)
        if "venv" in command:
            Path(command[-1]).mkdir(parents=True)
        return SimpleNamespace(returncode=int("broken" in os.environ.get("PIP", "")), stdout="",
                               stderr="no network")  # fmt: skip

    monkeypatch.setattr(subprocess, "run", run)
    return commands


def test_the_environment_is_made_once(package: Path, ran: list[list[str]]) -> None:
    """Promise: installing is idempotent; another version of xlwings has another environment."""
    interpreter = environment.make(package, "0.37.8")
    assert environment.make(package, "0.37.8") == interpreter
    venv, pip = ran
    folder = Path(venv[-1])
    assert venv[:3] == [sys.executable, "-m", "venv"]
    assert folder in interpreter.parents and folder.name == f"excel-{__version__}-0.37.8"
    assert pip[0] == str(folder / "bin" / "python")
    assert pip[-2:] == [str(package), "xlwings==0.37.8"]
    other = environment.make(package, "0.38.0")
    assert len(ran) == 4 and other != interpreter
    assert environment.remove(but=other) == [folder]
    assert environment.remove() == [other.parents[1]]
    assert environment.remove() == []


def test_an_environment_left_half_made_is_made_anew(
    package: Path, ran: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What pip says is told with what to do; the next try begins from nothing, as with a new wheel."""
    monkeypatch.setenv("PIP", "broken")
    with pytest.raises(FileError, match="no network; connect to the internet"):
        environment.make(package, "0.37.8")
    monkeypatch.delenv("PIP")
    left = environment.home() / f"excel-{__version__}-0.37.8" / "left"
    left.parent.mkdir(parents=True, exist_ok=True)
    left.touch()
    environment.make(package, "0.37.8")
    assert not left.exists()
    package.write_bytes(b"a newer wheel of the same version")
    before = len(ran)
    environment.make(package, "0.37.8")
    assert len(ran) == before + 2


def test_on_windows_it_is_below_the_users_own_data(
    package: Path, ran: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """There the add-in runs `pythonw`, which opens no console; `pip` is run by `python`."""
    monkeypatch.delenv("XLRATING_EXCEL")
    monkeypatch.setenv("LOCALAPPDATA", str(package.parent))
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(environment, "code_page", lambda: "cp1252")
    interpreter = environment.make(package, "0.37.8")
    assert interpreter.relative_to(package.parent).parts[0] == "xlrating"
    assert interpreter.parts[-2:] == ("Scripts", "pythonw.exe")
    assert Path(ran[1][0]) == interpreter.with_name("python.exe")


def test_a_home_in_other_letters(
    package: Path, ran: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """VBA turns letters outside the code page into ?: the short name is taken, or that is said."""
    home = package.parent / "贺" / "data"
    monkeypatch.setenv("XLRATING_EXCEL", str(home))
    monkeypatch.setattr(environment, "code_page", lambda: "cp936")
    assert home in environment.make(package, "0.37.8").parents
    monkeypatch.setattr(environment, "code_page", lambda: "cp1252")
    with pytest.raises(FileError, match="set XLRATING_EXCEL="):
        environment.make(package, "0.37.8")
    short = package.parent / "B0D2~1"
    short.symlink_to(home)
    monkeypatch.setattr(environment, "short_name", lambda name: str(short))
    assert short in environment.make(package, "0.37.8").parents


if EVERY:  # half a minute, and a registry of packages

    def test_a_real_environment(package: Path) -> None:
        """The add-in's Python is whole: xlwings of the version asked for, and the functions."""
        package.write_bytes(wheel.wheel())
        interpreter = environment.make(package, excel_vba.version())
        asked = "import xlwings, xlrating; print(xlwings.__version__, xlrating.WE_TABLE(200))"
        command = [str(interpreter), "-c", asked]
        done = subprocess.run(command, capture_output=True, text=True, cwd="/", check=True)
        assert done.stdout.split() == [excel_vba.version(), "0.76"]


# --- Excel ----------------------------------------------------------------------------------------


class Excel:
    """As much of Excel as the installation uses; it writes down what is asked of it."""

    def __init__(self, folder: Path, refuse: bool = False) -> None:
        self.folder, self.refuse = folder, refuse
        self.log: list[tuple[Any, ...]] = []
        self.addins = [SimpleNamespace(Name="other.xlam", Installed=True)]
        listed = Listed(self)
        self.api = SimpleNamespace(AddIns=listed, UserLibraryPath=str(folder))
        self.books = SimpleNamespace(open=self._opened)
        self.cells: dict[tuple[str, str], Any] = {}

    def _opened(self, path: str) -> Any:
        self.log.append(("open", path))

        def sheet(name: str) -> Any:
            return SimpleNamespace(range=lambda cell: Cell(self.cells, (name, cell)))

        sheets = type("Sheets", (), {"__getitem__": lambda _, name: sheet(name)})()
        api = SimpleNamespace(SaveAs=self._saved)
        return SimpleNamespace(api=api, sheets=sheets, close=lambda: None)

    def _saved(self, target: str, kind: int) -> None:
        if self.refuse:
            raise RuntimeError("SaveAs method of Workbook class failed")
        assert not any(one.Installed for one in self.addins if one.Name == Path(target).name)
        Path(target).write_bytes(b"an add-in")
        self.log.append(("save", target, kind))

    def added(self, path: str) -> Any:
        """The add-in of a file, in the list once."""
        name = Path(path).name
        found = [one for one in self.addins if one.Name.lower() == name.lower()]
        if not found:
            found = [SimpleNamespace(Name=name, Installed=False)]
            self.addins += found
        return found[0]

    def quit(self) -> None:
        """Written down, too."""
        self.log.append(("quit",))

    @property
    def on(self) -> list[str]:
        """The add-ins that are switched on."""
        return [one.Name for one in self.addins if one.Installed]


class Listed:
    """Excel's add-ins, on or off."""

    def __init__(self, program: Excel) -> None:
        self._of, self.Add = program, program.added

    @property
    def Count(self) -> int:  # noqa: N802
        """How many there are."""
        return len(self._of.addins)

    def Item(self, number: int) -> Any:  # noqa: N802
        """One of them, from 1."""
        return self._of.addins[number - 1]


class Cell:
    """A cell of an open workbook."""

    def __init__(self, cells: dict[tuple[str, str], Any], place: tuple[str, str]) -> None:
        vars(self).update(cells=cells, place=place)

    def __setattr__(self, name: str, value: Any) -> None:
        assert name == "value"
        vars(self)["cells"][vars(self)["place"]] = value


@pytest.fixture
def program(
    tmp_path: Path, package: Path, ran: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> Excel:
    """Windows with Excel."""
    found = Excel(tmp_path)
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(environment, "code_page", lambda: "utf-8")
    monkeypatch.setattr(excel, "_excel", lambda: found)
    return found


def test_in_and_out_again_twice(
    program: Excel, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: installing and uninstalling twice is as once, and leaves what was there before."""
    path, target = tmp_path / "xlrating.xlsm", tmp_path / "xlrating.xlam"
    for _ in range(2):
        excel.install(path)
        assert program.log[-3:] == [("open", str(path)), ("save", str(target), 55), ("quit",)]
        assert program.on == ["other.xlam", "xlrating.xlam"]
        assert len(program.addins) == 2
        interpreter = Path(program.cells["xlwings.conf", "B1"])
        assert environment.home() in interpreter.parents
    for said in ("removed: the functions are no longer in excel", "there was nothing to remove"):
        assert main(["addin", "excel", "--uninstall"]) == 0
        assert said in capsys.readouterr().out
        assert program.on == ["other.xlam"] and not target.exists()
        assert list(environment.home().iterdir()) == []
        assert program.log[-1] == ("quit",)


def test_excel_refuses(program: Excel, tmp_path: Path) -> None:
    """Whatever Excel says is told with what to do, and Excel does not stay open unseen."""
    program.refuse = True
    with pytest.raises(
        FileError, match=r"SaveAs method of Workbook class failed.*first sheet says"
    ):
        excel.install(tmp_path / "xlrating.xlsm")
    assert program.log[-1] == ("quit",)


def test_uninstalling_is_refused_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    """Elsewhere than on Windows, together with a file, of a host that is a workbook only."""
    for words, said in (
        (["excel", "--uninstall"], "--uninstall needs Windows with Excel"),
        (["excel", "--uninstall", "-o", "a.xlsm"], "uninstalling writes no file"),
        (["lambda", "--uninstall"], "delete the workbook"),
        (["lambda"], "missing: -o/--output"),
    ):
        assert main(["addin", *words]) == 2
        assert said in capsys.readouterr().err


# --- what the workbook says when it is opened -----------------------------------------------------

_ASKED = """Attribute VB_Name = "Asked"
Option Explicit

Public Function Said(Interpreter As String, Needed As String) As String
    Dim Found As String
    Said = SetupOf(Interpreter, Needed, Found)
    Said = Said & " " & Found
End Function
"""


def test_versions_are_compared_by_files(
    run_macros: Callable[[Path], list[tuple[Any, ...]]],  # noqa: F811
    tmp_path: Path,
) -> None:
    """The macro sees in LibreOffice: the library that is needed, another one, none, no Python."""
    needed = "xlwings64-0.37.8.dll"
    places = {"good": needed, "other": "xlwings64-0.38.0.dll", "none": "x.dll", "plain": needed}
    formulas, expected = [], []
    for name, library in places.items():
        folder = tmp_path / name / ("" if name == "plain" else "Scripts")
        folder.mkdir(parents=True)
        (tmp_path / name / library).touch()
        (folder / "pythonw.exe").touch()
        formulas.append(f'Said("{folder / "pythonw.exe"}","{needed}")')
    expected = ["0 ", "2 0.38.0", "3 ", "0 "]
    gone = tmp_path / "gone" / "pythonw.exe"
    formulas += [f'Said("{gone}","{needed}")', f'Said("pythonw","{needed}")']
    expected += [f"1 {gone}", "0 "]
    module = next(m for m in excel_vba.modules() if m.name == "xlrating_setup")
    book = tmp_path / "setup.xlsm"
    _macros(book, formulas, [module, Module("Asked", _ASKED)])
    found = [row[0] for row in run_macros(book)[::4]]
    assert [text.strip() for text in found] == [text.strip() for text in expected]


def test_what_the_macro_asks_python() -> None:
    """xlwings' server answers the two questions that the macro has, by the names that it uses."""
    source = next(m.source for m in excel_vba.modules() if m.name == "xlrating")
    with windows.xlwings() as xlwings:
        server = xlwings.com_server.XLPython()
        for package, version in (("xlwings", xlwings.__version__), ("xlrating", __version__)):
            question = f'XLPy.Str(XLPy.GetAttr(XLPy.Module("{package}"), "__version__"))'
            assert question in source
            assert server.Str(server.GetAttr(server.Module(package), "__version__")) == version
    others = "\n".join(module.source for module in excel_vba.modules())
    assert f'XLWINGS_VERSION As String = "{excel_vba.version()}"' in others
    assert f'XLRATING_VERSION As String = "{__version__}"' in others
    assert "    CheckPython\n" in excel_vba.on_open()


def test_each_state_has_its_text(tmp_path: Path) -> None:
    """The macro reads the cell of the state's row and the language's column; no text has a hole."""
    path = tmp_path / "xlrating.xlsm"
    path.write_bytes(excel.workbook())
    page: Any = openpyxl.load_workbook(path)["xlwings.conf"]
    for state in excel.STATES:
        texts = [page.cell(state, column).value for column in (4, 5, 6)]
        assert len(set(texts)) == 3
        for text in texts:
            assert text.replace("{found}", "").count("{") == 0
            assert "xlrating addin excel" in text or "pip install" in text or "Instructions" in text
        assert len({"{found}" in text for text in texts}) == 1
    assert excel_vba.version() in page.cell(2, 4).value
    assert __version__ in page.cell(4, 4).value
