"""Copies of workbooks that programs and scripts have written in ways of their own."""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from openpyxl import load_workbook
from untouched import of_parts

from xlrating.annotation.book import annotated
from xlrating.annotation.cell_xml import cell_xml
from xlrating.cli import main
from xlrating.engine.errors import FileError
from xlrating.engine.rating import rate
from xlrating.engine.report import Report
from xlrating.exchange.addresses import column_number
from xlrating.exchange.sheets import open_sheets
from xlrating.reading import read_all

OWN = Path(__file__).parent / "own"
LISTS = ("[Content_Types].xml", "_rels/.rels", "xl/_rels/workbook.xml.rels")


def reports(path: Path, rules: str = "elo") -> list[Report]:
    return [rate(event, rules) for event in read_all(path)]


def rewritten(path: Path, name: str, change: Callable[[str, bytes], bytes]) -> Path:
    """One of the workbooks with other bytes in its parts."""
    with zipfile.ZipFile(OWN / f"{name}.xlsx") as old, zipfile.ZipFile(path, "w") as new:
        for one in old.namelist():
            new.writestr(one, change(one, old.read(one)))
    return path


def prefixed(name: str, xml: bytes) -> bytes:
    """The lists of parts and links with a prefix, as scripts with ElementTree write them."""
    if name not in LISTS:
        return xml
    return re.sub(rb"<(/?)([A-Z])", rb"<\1ns0:\2", xml).replace(b"xmlns=", b"xmlns:ns0=")


def test_lists_with_a_prefix_get_their_own(tmp_path: Path) -> None:
    """An element without the namespace of the list is a damaged file for Excel."""
    own = rewritten(tmp_path / "own.xlsx", "coloured", prefixed)
    after = annotated(own, reports(own), comments=True)
    assert list(of_parts(own.read_bytes(), after, comments=True)) == []
    with zipfile.ZipFile(io.BytesIO(after)) as made:
        for name in made.namelist():
            if name in LISTS or name.endswith(".rels"):
                spaces = {
                    one.tag.partition("}")[0]
                    for one in ElementTree.fromstring(made.read(name)).iter()
                }
                assert len(spaces) == 1, name
    assert load_workbook(io.BytesIO(after)).sheetnames[-2:] == ["Ratings", "Audit"]


def test_a_signature_is_dropped_from_lists_with_a_prefix(tmp_path: Path) -> None:
    """No list names a part that is gone."""
    signature = b'<Override PartName="/_xmlsignatures/sig1.xml" ContentType="a/b"/></Types>'
    own = rewritten(tmp_path / "own.xlsx", "coloured", lambda name, xml: prefixed(
        name, xml.replace(b"</Types>", signature) if name == LISTS[0] else xml))  # fmt: skip
    with zipfile.ZipFile(own, "a") as made:
        made.writestr("_xmlsignatures/sig1.xml", b"<Signature/>")
    after = annotated(own, reports(own), dropped=["signatures"])
    with zipfile.ZipFile(io.BytesIO(after)) as made:
        assert b"sig1" not in made.read(LISTS[0])


@pytest.mark.parametrize("part", [LISTS[0], LISTS[2], "xl/workbook.xml", "xl/styles.xml"])
def test_tags_in_xml_comments_are_no_places(part: str, tmp_path: Path) -> None:
    """What would be added inside a comment would be lost: the file is not written, and why."""
    ends = b"<!-- </Types></Relationships></sheets></cellXfs> -->"
    own = rewritten(
        tmp_path / "own.xlsx", "coloured", lambda name, xml: xml + ends if name == part else xml
    )
    with pytest.raises(FileError, match="save it again") as caught:
        annotated(own, reports(own))
    assert part in str(caught.value)


def test_other_xml_comments_stay(tmp_path: Path) -> None:
    """A comment that says who wrote a part is no reason to stop."""
    own = rewritten(
        tmp_path / "own.xlsx", "coloured",
        lambda name, xml: xml + b"<!-- made by a club -->" if name.endswith(".xml") else xml,
    )  # fmt: skip
    after = annotated(own, reports(own))
    assert list(of_parts(own.read_bytes(), after)) == []
    assert load_workbook(io.BytesIO(after)).sheetnames[-2:] == ["Ratings", "Audit"]


def renamed(path: Path, name: str, names: dict[str, str]) -> Path:
    """One of the workbooks with other names for some parts."""
    with zipfile.ZipFile(OWN / f"{name}.xlsx") as old, zipfile.ZipFile(path, "w") as new:
        for one in old.namelist():
            xml = old.read(one)
            if one.endswith("book.xml.rels"):
                xml = re.sub(rb'Target="(?!/)', b'Target="/xl/', xml)
            for part, other in names.items() if one in LISTS else ():
                xml = xml.replace(part.encode(), other.encode())
            links = f"{posixpath.split(one)[0].removesuffix('_rels')}{posixpath.basename(one)[:-5]}"
            other = names.get(links, "")
            folder, _, base = other.rpartition("/")
            new.writestr(f"{folder}/_rels/{base}.rels" if other else names.get(one, one), xml)
    return path


@pytest.mark.parametrize("names", [
    {f"xl/{one}.xml": f"xl/{one}2.xml" for one in ("workbook", "styles", "sharedStrings")},
    {"xl/workbook.xml": "xl/book.xml"}, {"xl/styles.xml": "xl/look.xml"},
    {"xl/workbook.xml": "data/main.xml", "xl/styles.xml": "look.xml"},
])  # fmt: skip
def test_parts_are_found_under_any_name(names: dict[str, str], tmp_path: Path) -> None:
    """Promise: nothing is read as something else. Dates were numbers where `styles` has a number."""
    own, usual = renamed(tmp_path / "dates.xlsx", "dates", names), OWN / "dates.xlsx"
    copies = [tmp_path / "one.xlsx", tmp_path / "two.xlsx"]
    for path, copy in zip((own, usual), copies, strict=True):
        copy.write_bytes(annotated(path, reports(path)))
    for one, other in ((own, usual), copies):
        first, second = open_sheets(one), open_sheets(other)
        assert first.names == second.names
        assert all(first.rows(name) == second.rows(name) for name in second.names)


def test_a_formula_that_shows_nothing_says_so() -> None:
    """Without a value a program that does not calculate shows 0, as for a performance of 0."""
    assert cell_xml("A1", None, "B1") == '<c r="A1" t="str"><f>B1</f><v></v></c>'


@pytest.mark.parametrize(
    ("setting", "value", "told"),
    [("calcMode", "manual", "press F9"), ("fullPrecision", False, "rounded to the decimals")],
)
@pytest.mark.parametrize("is_set", [True, False])
def test_settings_that_formulas_depend_on_are_told(
    setting: str, value: object, told: str, is_set: bool, tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    """Promise: formulas are live and exact; what the workbook itself changes about that is told."""
    book = load_workbook(OWN / "two.xlsx")
    if is_set:
        setattr(book.calculation, setting, value)
    own = tmp_path / "own.xlsx"
    book.save(own)
    call = [
        "rate",
        str(own),
        "--rules",
        "elo",
        "--annotate",
        "--force",
        "-o",
        f"{tmp_path}/out.xlsx",
    ]
    assert main([*call, "--formulas"]) == 0
    assert capsys.readouterr().err.count(told) == is_set
    assert main(call) == 0
    assert told not in capsys.readouterr().err


@pytest.mark.parametrize(("rest", "told"), [("L:XFD", "L:M"), ("M:XFD", "L:M"), ("L:L", "")])
def test_columns_to_unhide_are_named(
    rest: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: what is refused has a remedy: deleting columns is none where those at the end are hidden."""
    book = load_workbook(OWN / "coloured.xlsx")
    first, last = (column_number(one) + 1 for one in rest.split(":"))
    column = book.active.column_dimensions[rest.partition(":")[0]]
    column.min, column.max, column.hidden = first, last, True
    own = tmp_path / "own.xlsx"
    book.save(own)
    call = ["rate", str(own), "--rules", "elo", "--annotate", "-o", str(tmp_path / "out.xlsx")]
    assert main(call) == (2 if told else 0)
    assert ("unhide the columns " + told in capsys.readouterr().err) == bool(told)
