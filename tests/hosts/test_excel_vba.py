"""The VBA of the Excel add-in: oletools reads it from the file, LibreOffice runs what is pure."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import olefile
import openpyxl
import pytest
import xlsxwriter
from oletools import olevba

from xlrating.functions import all_functions
from xlrating.functions.cells import ERRORS
from xlrating.functions.help import argument_help, function_help, words
from xlrating.hosts.excel import addin as excel
from xlrating.hosts.excel import vba_source as excel_vba
from xlrating.hosts.excel.functions import argument_name
from xlrating.hosts.excel.vba.compression import compress
from xlrating.hosts.excel.vba.project import SHEET, WORKBOOK, Module, document, encrypted, project

# --- the source ------------------------------------------------------------------------------------

#: [MS-VBAL] 3.3.5.2: words that cannot name an argument.
RESERVED = set(
    re.findall(
        r"\w+",
        """
    call case close const declare defbool defbyte defcur defdate defdbl defint deflng
    deflnglng deflngptr defobj defsng defstr defvar dim do else elseif end endif enum erase
    event exit for friend function get global gosub goto if implements input let lock loop
    lset next on open option print private public put raiseevent redim resume return rset
    seek select set static stop sub type unlock wend while with write rem any as byref byval
    each in new shared until withevents optional paramarray preserve spc tab then to
    addressof and eqv imp is like mod not or typeof xor abs cbool cbyte ccur cdate cdbl cdec
    cint clng clnglng clngptr csng cstr cvar cverr date debug doevents fix int len lenb me
    pset scale sgn string array circle inputb lbound ubound boolean byte currency double
    integer long longlong longptr single variant true false nothing empty null attribute
    cdecl decimal defdec linefeed
        """,
    )
)


def test_wrappers_are_complete() -> None:
    """A VBA function for each function, with all its arguments in order, none a word of VBA."""
    text = excel_vba.wrappers()
    # What keeps a function from being called in the wizard makes it 0 when a workbook is opened.
    assert "CommandBars" not in text
    signatures = re.findall(r"^Function (\w+)\((.*)\)$", text, re.M)
    assert sorted(name for name, _ in signatures) == sorted(all_functions())
    for name, arguments in signatures:
        parameters = all_functions()[name].parameters
        expected = [
            f"{'Optional ' if p.optional else ''}{argument_name(p.name)}" for p in parameters
        ]
        assert arguments.split(", ") == expected or (arguments, expected) == ("", [])
        assert not RESERVED & {word.split()[-1].lower() for word in arguments.split(", ") if word}
        assert name.lower() not in RESERVED


def test_every_result_can_be_an_error() -> None:
    """No call of Python gives its result to a cell but through CellErrors."""
    for line in excel_vba.wrappers().splitlines():
        assert ("CallUDF" in line) == ("= CellErrors(XLPy.CallUDF(" in line)


def test_help_of_the_function_wizard() -> None:
    """Excel is told the sentence of each function and of each argument, whole."""
    said = excel_vba.descriptions()
    for name, function in all_functions().items():
        block = said.split(f'Describe "{name}", "Ratings"')[1].split("    Describe ")[0]
        texts = re.findall(r'"((?:[^"]|"")*)"', block.split("\n    This")[0])
        expected = [function_help(name)]
        expected += [argument_help(name, p.name) for p in function.parameters]
        assert [text.replace('""', '"') for text in texts] == expected
        assert max(map(len, texts)) <= 255
        assert block.count(" _\n") < 24, "VBA goes on with a line 24 times at most"


def test_vba_is_text_that_excel_reads() -> None:
    """Every module names itself, in the code page of the project, no line over 1023 letters."""
    for module in excel_vba.modules():
        assert f'Attribute VB_Name = "{module.name}"' in module.source.splitlines()[0]
        assert module.source.encode("cp1252").decode("cp1252") == module.source
        assert max(map(len, module.source.splitlines())) < 1023


def test_macro_calls_a_function_that_is_there() -> None:
    """The command in the macro imports and names what this package has."""
    source = next(m.source for m in excel_vba.modules() if m.name == "xlrating")
    command = re.search(r'RunPython "(.*)"', source)
    assert command
    imported, _, call = command[1].partition("; ")
    names: dict[str, Any] = {}
    exec(imported, names)
    assert callable(names[call.removesuffix("()")])
    # Also by its key, for the list of macros leaves out those of an add-in.
    assert 'OnKey "^+r"' in excel_vba.on_open()
    key = re.search(r"'!(\w+)\"", excel_vba.on_open())
    assert key and f"Public Sub {key[1]}()" in source


# --- the project ----------------------------------------------------------------------------------


def test_oletools_reads_every_module(tmp_path: Path) -> None:
    """All modules are found in the .xlsm, each with its whole source, and xlwings' own is unchanged."""
    book = tmp_path / "xlrating.xlsm"
    book.write_bytes(excel.workbook())
    parser = olevba.VBA_Parser(str(book))
    found = {name.rpartition(".")[0]: code for _, _, name, code in parser.extract_macros()}
    parser.close()
    names = openpyxl.load_workbook(book).sheetnames
    assert {words(f"job_{key}")["en"] for key in ("player", "newcomer", "list")} < set(names)
    sheets = {f"Sheet{n}" for n in range(1, len(names) + 1)}
    expected = {module.name: module.source for module in excel_vba.modules()}
    assert set(found) == {*expected, *sheets, "ThisWorkbook"}
    for name, source in expected.items():
        assert found[name].splitlines() == source.splitlines(), name
    assert "Private Sub Workbook_Open()" in found["ThisWorkbook"]
    bas = Path(str(olevba.__file__)).parents[1] / "xlwings" / "xlwings.bas"
    assert expected["xlwings"] == bas.read_text("utf-8")


def test_compression() -> None:
    """The two examples of [MS-OVBA] that leave no choice; text of every length comes back."""
    plain = "0119b000616263646566676800696a6b6c6d6e6f70007172737475762e"
    assert compress(b"abcdefghijklmnopqrstuv.").hex() == plain
    assert compress(b"a" * 73).hex() == "0103b002614500"
    text = excel_vba.wrappers().encode()
    for length in (1, 2, 3, 4095, 4096, 4097, 8192, 8193, len(text)):
        packed = bytearray(compress(text[:length]))
        assert bytes(olevba.decompress_stream(packed)) == text[:length]
    noise = bytes((n * n * 7919 >> 3) & 0xFF for n in range(4096))
    assert bytes(olevba.decompress_stream(bytearray(compress(noise)))) == noise


def test_project_properties() -> None:
    """A project of xlwings' own, made elsewhere, has the same obscured properties for its ID."""
    known = "{5CF9CDAB-B77B-4FE4-BD7E-D29900070E1B}"
    ignored = bytes.fromhex("a9db")
    assert encrypted(bytes(4), known, ignored=ignored) == "8D8FA61394EA98EA98EA98EA98"
    assert encrypted(bytes(1), known, ignored=ignored) == "8D8FA61394EF95EF95EF"
    assert encrypted(b"\xff", known, ignored=ignored) == "8D8FA61394EF95EF9510"


def test_compound_file_is_sound() -> None:
    """olefile finds every stream, small and large, without a single defect."""
    sources = {f"Module{n}": "' text\n" * 40 * n**3 for n in range(1, 9)}
    modules = [Module(name, f'Attribute VB_Name = "{name}"\n{s}') for name, s in sources.items()]
    with olefile.OleFileIO(io.BytesIO(project(modules)), raise_defects=0) as file:
        streams = {"/".join(path) for path in file.listdir()}
        assert streams >= {"PROJECT", "PROJECTwm", "VBA/dir", "VBA/_VBA_PROJECT"}
        for module in modules:
            packed = bytearray(file.openstream(f"VBA/{module.name}").read())
            text = olevba.decompress_stream(packed).decode("cp1252")
            assert text.splitlines() == module.source.splitlines()
        assert not file.parsing_issues


# --- LibreOffice --------------------------------------------------------------------------------

_ASKED = """Attribute VB_Name = "Asked"
Option Explicit

Public Function One(ByVal Given As Variant) As Variant
    One = CellErrors(Given)
End Function

Public Function RowOf() As Variant
    RowOf = CellErrors(Array(1, "#N/A", "x"))
End Function

Public Function BlockOf() As Variant
    Dim Found(0 To 1, 0 To 2) As Variant
    Found(0, 0) = 1: Found(0, 1) = "#NUM!": Found(0, 2) = ""
    Found(1, 0) = "#N/A yet": Found(1, 1) = "#VALUE!": Found(1, 2) = 2.5
    BlockOf = CellErrors(Found)
End Function

Public Function Python(Place As String, Name As String, Given As Variant) As Variant
    ' In the place of xlwings: the function that is called with the number of its arguments.
    Python = Place & " " & Name & " " & (UBound(Given) + 1)
    If Name = "DP_TABLE" Then Python = "#N/A"
End Function
"""


def _macros(path: Path, formulas: list[str], modules: list[Module]) -> None:
    """A workbook of these formulas, one under another, with these modules of VBA."""
    with xlsxwriter.Workbook(str(path)) as file:
        page = file.add_worksheet("S")
        for row, formula in enumerate(formulas):
            page.write_array_formula(4 * row, 0, 4 * row + 1, 2, f"{{={formula}}}", None, "")
        own = [document("ThisWorkbook", WORKBOOK), document("Sheet1", SHEET)]
        page.set_vba_name("Sheet1")
        file.set_vba_name("ThisWorkbook")
        file.add_vba_project(io.BytesIO(project([*own, *modules])), is_stream=True)


@pytest.fixture(scope="module")
def run_macros(over_uno: Callable[..., str]) -> Any:
    """LibreOffice with macros on: the cells of the first sheet after calculating."""

    def run(path: Path) -> list[tuple[Any, ...]]:
        target = path.with_suffix(".out.xlsx")
        over_uno(path, target)
        sheet: Any = openpyxl.load_workbook(target, data_only=True).worksheets[0]
        return list(sheet.iter_rows(values_only=True))

    return run


def test_errors_of_cells_in_libreoffice(run_macros: Any, tmp_path: Path) -> None:
    """Texts of errors become errors of cells: alone, in a row, in a block; all else stays."""
    numbers = {"#NULL!": 2000, "#DIV/0!": 2007, "#VALUE!": 2015, "#REF!": 2023, "#NAME?": 2029,
               "#NUM!": 2036, "#N/A": 2042}  # fmt: skip
    assert set(numbers) == set(ERRORS)
    path, texts = tmp_path / "errors.xlsm", [*ERRORS, "text", "#N/A "]
    formulas = [f'One("{text}")' for text in texts] + ["One(2010.5)", "RowOf()", "BlockOf()"]
    module = next(m for m in excel_vba.modules() if m.name == "xlrating_cells")
    _macros(path, formulas, [module, Module("Asked", _ASKED)])
    found = run_macros(path)
    rows = found[::4]
    # LibreOffice's Basic shows CVErr(2042) as the text "Error 2042".
    assert [row[0] for row in rows[: len(texts) + 1]] == [
        *(f"Error {numbers[text]}" for text in ERRORS),
        *("text", "#N/A ", 2010.5),
    ]
    assert rows[-2] == (1, "Error 2042", "x")
    assert found[-2:] == [(1, "Error 2036", None), ("#N/A yet", "Error 2015", 2.5)]


def test_wrappers_run_in_libreoffice(run_macros: Any, tmp_path: Path) -> None:
    """Every wrapper that xlwings generated calls its function with all arguments.

    Three things of them are Excel's own and left out: the choice of the program, the question who
    calls, and the connection, for which a function in VBA stands in.
    """
    text = excel_vba.wrappers().replace("If TypeOf Application.Caller Is Range Then ", "")
    text = re.sub(r" *#If .*\n((?:.*\n)*?) *#Else\n(?:.*\n)*? *#End If\n", r"\1", text)
    text = text.replace("XLPy.CallUDF(", "Python(").replace(
        ", ThisWorkbook, Application.Caller", ""
    )
    text = re.sub("#Const .*\n", "", text)
    module = next(m for m in excel_vba.modules() if m.name == "xlrating_cells")
    path, functions = tmp_path / "wrappers.xlsm", all_functions()
    _macros(
        path,
        [f"{name}({','.join('1' * len(f.parameters))})" for name, f in functions.items()],
        [module, Module("xlwings_udfs", text), Module("Asked", _ASKED)],
    )
    expected = [f"xlrating.udfs {name} {len(f.parameters)}" for name, f in functions.items()]
    expected[list(functions).index("DP_TABLE")] = "Error 2042"
    assert [row[0] for row in run_macros(path)[::4]] == expected
