"""Struck-through text: nobody knows whether it still counts, so it is told, in every format."""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path

import openpyxl
import pytest
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.styles import Font
from table_files import Rows, write

from xlrating.cli import main
from xlrating.exchange.old_texts import struck_texts
from xlrating.reading import read

ROWS: Rows = [
    ["No", "Name", "Rtg", "R1", "Pts"],
    [1, "Ann", 2000, "2w1", 1],
    [2, "Bob", 1900, "1b0", 0],
]
#: The result of Ann's game, and the rating of Bob.
STRUCK = ["D2", "C3"]
#: A cell format whose font is struck through, after 16 that are not: BIFF8 has no font 4.
_FONTS = b"".join(
    struct.pack("<HHHHHHHH", 0x31, 12, 200, 8 * (at == 4), 0, 400, 0, 0) for at in range(5)
)
_OLD_STYLES = b"".join(
    struct.pack("<HHH", 0xE0, 20, 5 * (at == 16)) + bytes(18) for at in range(17)
)


def _xlsx(_data: bytes) -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    for row in ROWS:
        sheet.append(list(row))
    sheet["D2"].font = sheet["E9"].font = Font(strike=True)
    sheet["C3"] = CellRichText([TextBlock(InlineFont(strike=True), "1900")])
    sheet["B3"] = CellRichText([TextBlock(InlineFont(strike=False), "Bob")])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _shared(data: bytes) -> bytes:
    """The texts of an .xlsx file in its own part: that of the result is struck through."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as archive, zipfile.ZipFile(out, "w") as made:
        for name in archive.namelist():
            text = archive.read(name).decode()
            text = text.replace(
                '<si><t xml:space="preserve">2w1</t></si>',
                "<si><r><t>2w</t></r><r><rPr><strike/></rPr><t>1</t></r></si>",
            )
            made.writestr(name, text)
    return out.getvalue()


def _ods(data: bytes) -> bytes:
    """A style of the cell that follows another one, and a style of a text in a cell."""
    line = '<style:text-properties style:text-line-through-style="{}"/></style:style>'
    styles = (
        '<office:automatic-styles><style:style style:name="old" style:family="table-cell">'
        f'{line.format("solid")}<style:style style:name="ce1" style:family="table-cell" '
        'style:parent-style-name="old"/><style:style style:name="ce2" style:family="table-cell" '
        f'style:parent-style-name="old">{line.format("none")}'
        f'<style:style style:name="T1" style:family="text">{line.format("solid")}'
        "</office:automatic-styles><office:body>"
    )
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as archive, zipfile.ZipFile(out, "w") as made:
        for name in archive.namelist():
            text = archive.read(name).decode()
            space = 'xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:office'
            text = text.replace("xmlns:office", space, 1).replace("<office:body>", styles)
            head, *cells = text.split("<table:table-cell")
            for at, own in ((12, "ce1"), (6, "ce2")):
                if cells:
                    cells[at] = f' table:style-name="{own}"{cells[at]}'
            if cells:
                cells[8] = cells[8].replace("<text:p>", '<text:p><text:span text:style-name="T1">')
                cells[8] = cells[8].replace("</text:p>", "</text:span></text:p>")
            made.writestr(name, "<table:table-cell".join([head, *cells]))
    return out.getvalue()


def _xls(data: bytes) -> bytes:
    at = data.index(struct.pack("<HH", 0x85, 14)) + 4
    (sheet,) = struct.unpack_from("<I", data, at)
    more = _FONTS + _OLD_STYLES
    end = 512 + sheet - 4  # the end of what is about the whole workbook
    data = data[:at] + struct.pack("<I", sheet + len(more)) + data[at + 4 :]
    data = data[:end] + more + data[end : 512 + 4096 - len(more)] + data[512 + 4096 :]
    for row, col in ((1, 3), (2, 2)):
        data = data.replace(struct.pack("<HHH", row, col, 15), struct.pack("<HHH", row, col, 16))
    return data


def _xlsb(data: bytes) -> bytes:
    font = b"".join(bytes([43, 24]) + struct.pack("<HH", 200, own) + bytes(20) for own in (0, 8))
    style = bytes([47, 16]) + struct.pack("<HHH", 0, 0, 1) + bytes(10)
    plain = bytes([47, 16]) + bytes(16)
    begin, end = bytes([0xE9, 4, 4]) + bytes([2, 0, 0, 0]), bytes([0xEA, 4, 0])
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as archive, zipfile.ZipFile(out, "w") as made:
        for name in archive.namelist():
            part = archive.read(name)
            if "sheet1" in name:
                at = part.index("2w1".encode("utf-16-le")) - 8
                part = part[:at] + bytes([1]) + part[at + 1 :]
                at = part.index(struct.pack("<d", 1900)) - 4
                part = part[:at] + bytes([1]) + part[at + 1 :]
            made.writestr(name, part)
        made.writestr("xl/styles.bin", font + style + begin + plain + style + end)
    return out.getvalue()


def _html(data: bytes) -> bytes:
    text = data.decode()
    text = text.replace("<head>", "<head><style>.gone {text-decoration: line-through}</style>")
    text = text.replace("<td>2w1</td>", "<td>2w<del>1</del></td>")
    return text.replace("<td>1900</td>", "<td class='gone'>1900</td>").encode()


MADE: dict[str, Callable[[bytes], bytes]] = {
    "xlsx": _xlsx, "ods": _ods, "xls": _xls, "xlsb": _xlsb, "html": _html,
}  # fmt: skip


@pytest.mark.parametrize("kind", MADE)
def test_struck_cells_are_told(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: a result or a rating that somebody struck out does not count in silence."""
    path = write(tmp_path, ROWS, kind)
    assert not [one for one in read(path).account.doubts if one.key == "cells_struck"]  # type: ignore[union-attr]
    path.write_bytes(MADE[kind](path.read_bytes()))
    (found,) = [one for one in read(path).account.doubts if one.key == "cells_struck"]  # type: ignore[union-attr]
    assert found.words == {"cells": ", ".join(STRUCK)}
    for words in (["rate", "--csv"], ["read"], ["check"]):
        elo = ["--rules", "elo"] if words[0] == "rate" else []
        assert main([words[0], str(path), *words[1:], *elo, "--language", "en"]) == 0
        told = capsys.readouterr().err
        assert told.count("struck-through cells are read like all others: D2, C3") == 1, (
            words,
            told,
        )


def test_texts_struck_in_part(tmp_path: Path) -> None:
    """The texts of .xlsx files are in a part of their own, each with its runs."""
    path = write(tmp_path, ROWS, "xlsx")
    path.write_bytes(_shared(path.read_bytes()))
    (found,) = [one for one in read(path).account.doubts if one.key == "cells_struck"]  # type: ignore[union-attr]
    assert found.words == {"cells": "D2"}


@pytest.mark.parametrize(
    ("row", "told"),
    {
        "<tr><td>2<td><s>Bob</s> Joe<td>1900<td>1b0<td>0": "B3",
        "<tr style='text-decoration:line-through'><td>2<td>Bob<td>1900<td>1b0<td>0": "A3, B3, C3, D3, E3",
        "<tr><td>2<td><s>Bob<td>1900<td>1b0<td>0": "B3",
        "<tr><td>2<td><s></s>Bob<td>1900<td><span>1b<span>0</span></span><td>0": "",
        "<tr><td>2<td><u style='text-decoration-line: underline line-through'>Bob</u><td>1900<td>1b0<td>0": "B3",
    }.items(),
)  # fmt: skip
def test_struck_parts_of_pages(row: str, told: str, tmp_path: Path) -> None:
    """Elements, styles of elements and of rows; what is open ends with its cell."""
    path = write(tmp_path, ROWS, "html")
    text = path.read_text("utf-8")
    text = text[: text.index("<tr><td>2")] + row + text[text.index("</table>") :]
    path.write_text(text, "utf-8")
    event = read(path)
    assert event.account is not None and len(event.games) == 1
    found = [one.words["cells"] for one in event.account.doubts if one.key == "cells_struck"]
    assert found == ([told] if told else [])


def test_struck_lines_of_lists(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: somebody struck off a list is still on it, and this is told."""
    path, book = tmp_path / "list.xlsx", openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    for row in (["id", "name", "rating"], [1, "Ann", 2000], [2, "Bob", 1900]):
        sheet.append(row)
    sheet["B3"].font = Font(strike=True)
    book.save(path)
    games: Rows = [["event", "round", "white", "black", "result"], ["Cup", 1, "Ann", "Bob", "1-0"]]
    sent = write(tmp_path, games, "csv", "sent")
    assert main(["federation", str(path), str(sent), "--rules", "elo", "--language", "en"]) == 0
    assert "struck-through cells are read like all others: B3;" in capsys.readouterr().out


def _texts(texts: list[tuple[str, list[tuple[int, int]]]], cut: int) -> list[bytes]:
    """The record of the shared texts of an .xls file, cut within the text that `cut` falls into.

    Each text has its runs: where one begins, and its font.
    """
    parts = [struct.pack("<II", len(texts), len(texts))]
    for text, runs in texts:
        parts[-1] += struct.pack("<HBH", len(text), 9 if runs else 1, len(runs))[: 5 if runs else 3]
        for at, sign in enumerate(text):
            if at and len(parts) == 1 and len(parts[0]) >= cut:
                parts.append(b"\x01")  # it goes on with flags of its own
            parts[-1] += sign.encode("utf-16-le")
        parts[-1] += b"".join(struct.pack("<HH", *run) for run in runs)
    return parts


@pytest.mark.parametrize("cut", [0, 25, 10_000])
def test_texts_struck_in_part_of_old_files(cut: int, tmp_path: Path) -> None:
    """MS-XLS: the texts of an .xls file have runs of their own, and records that continue them."""
    texts: list[tuple[str, list[tuple[int, int]]]] = [
        ("Ann", []), ("1b0", [(0, 0), (2, 1)]), ("2w1", [(2, 5), (3, 0)]), ("Bob", []),
    ]  # fmt: skip
    path = write(tmp_path, ROWS, "xls")
    data = path.read_bytes()
    at = data.index(struct.pack("<HH", 0x85, 14)) + 4
    (sheet,) = struct.unpack_from("<I", data, at)
    first, *others = _texts(texts, cut)
    more = _FONTS + _OLD_STYLES + struct.pack("<HH", 0xFC, len(first)) + first
    more += b"".join(struct.pack("<HH", 0x3C, len(one)) + one for one in others)
    end = 512 + sheet - 4
    data = data[:at] + struct.pack("<I", sheet + len(more)) + data[at + 4 :]
    data = data[:end] + more + data[end : 512 + 4096 - len(more)] + data[512 + 4096 :]
    for number, (text, _) in enumerate(texts):
        label = struct.pack("<HB", len(text), 1) + text.encode("utf-16-le")
        start = data.index(label, end + len(more)) - 10
        place = data[start + 4 : start + 10]
        shared = struct.pack("<HH", 0xFD, 10) + place + struct.pack("<I", number)
        # The rest of the record becomes one without meaning.
        rest = 10 + len(label) - len(shared)
        filler = struct.pack("<HH", 0x0FFF, rest - 4) + bytes(rest - 4) if rest >= 4 else b""
        assert len(shared) + len(filler) == 10 + len(label) or rest < 4
        data = data[:start] + shared + filler + data[start + 10 + len(label) :]
    path.write_bytes(data)
    event = read(path)
    assert event.account is not None and [p.name for p in event.players] == ["Ann", "Bob"]
    (found,) = [one for one in event.account.doubts if one.key == "cells_struck"]
    assert found.words == {"cells": "D2"}


def test_damaged_texts_of_old_files_end_the_search() -> None:
    """A text that is longer than its record says nothing."""
    (one,) = _texts([("Ann", [(0, 1)]), ("Bob", [(0, 1)])], 10_000)
    assert struck_texts([one], [False, True]) == {0, 1}
    for end in range(len(one)):
        assert struck_texts([one[:end]], [False, True]) <= {0}
    assert struck_texts([one], [False, False]) == struck_texts([], [True]) == set()
