"""Web archives (.mhtml, .mht): the page that a browser has saved in one file."""

from __future__ import annotations

import base64
import quopri
from pathlib import Path

import pytest
from table_files import Rows, write

from xlrating.cli import main
from xlrating.engine.errors import RatingError
from xlrating.exchange.web_archive import page_of
from xlrating.reading import read

ROWS: Rows = [["No", "Name", "Rtg", "R1", "Pts"], [1, "Anna Łoś", 2000, "2w1", 1],
              [2, "李娜", 1900, "1b0", 0]]  # fmt: skip
LINE = "----MultipartBoundary--k3w9----"


def _saved(page: bytes, how: str, kind: str = "text/html", end: str = "\r\n") -> bytes:
    """An archive as Chrome, Edge and Word write it, with a style sheet and a picture."""
    body = quopri.encodestring(page) if how == "quoted-printable" else base64.encodebytes(page)
    lines = [
        "From: <Saved by Blink>", "Snapshot-Content-Location: https://example.org/open",
        "Subject: =?utf-8?Q?Open=20=D1=82=D1=83=D1=80?=", "Date: Fri, 28 Nov 2025 08:00:00 +0000",
        "MIME-Version: 1.0", "Content-Type: multipart/related;", '\ttype="text/html";',
        f'\tboundary="{LINE}"', "", "", f"--{LINE}", "Content-Type: text/css",
        "Content-Transfer-Encoding: quoted-printable", "", "td { color: red }", f"--{LINE}",
        f"Content-Type: {kind}", "Content-ID: <frame-1@mhtml.blink>",
        f"Content-Transfer-Encoding: {how}", "Content-Location: https://example.org/open", "",
        body.decode("ascii").replace("\n", end), f"--{LINE}--", "",
    ]  # fmt: skip
    return end.join(lines).encode()


@pytest.mark.parametrize("how", ["quoted-printable", "base64"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_an_archive_is_its_page(how: str, end: str, tmp_path: Path) -> None:
    """Promise: the event of a saved page is read, whichever of its two forms the browser offers."""
    page = write(tmp_path, ROWS, "html")
    archive = tmp_path / "open.mhtml"
    archive.write_bytes(_saved(page.read_bytes(), how, end=end))
    one, other = read(page), read(archive)
    assert [(p.name, p.rating) for p in other.players] == [(p.name, p.rating) for p in one.players]
    assert [(g.white, g.black, g.result) for g in other.games] == [
        (g.white, g.black, g.result) for g in one.games
    ]


def test_the_letters_that_an_archive_names(tmp_path: Path) -> None:
    """Windows-1251 of a Russian page is told by the archive, as Internet Explorer saved it."""
    page = write(
        tmp_path, [[str(cell).replace("李娜", "Лина") for cell in row] for row in ROWS], "html"
    )
    text = page.read_text("utf-8").replace("Ł", "L").replace("ś", "s").encode("cp1251")
    data = _saved(text, "quoted-printable", 'text/html; charset="windows-1251"')
    archive = tmp_path / "open.mht"
    archive.write_bytes(data)
    assert read(archive).players[1].name == "Лина"
    wrong = data.replace(b"windows-1251", b"x-nothing")
    assert page_of(wrong).strip() == text


def test_a_folder_with_an_archive(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder of events takes it as a page; the same event as both is one event."""
    (tmp_path / "sent").mkdir()
    page = write(tmp_path / "sent", ROWS, "html")
    (tmp_path / "list.csv").write_text("id,name,rating\n1,Anna Łoś,2000\n2,李娜,1900\n", "utf-8")
    call = ["federation", str(tmp_path / "list.csv"), str(tmp_path / "sent"), "--rules", "elo"]
    (tmp_path / "sent" / "open.mhtml").write_bytes(_saved(page.read_bytes(), "base64"))
    assert main([*call, "--language", "en"]) == 2
    assert "open.mhtml" in capsys.readouterr().err
    page.unlink()
    assert main([*call, "--language", "en"]) == 0
    assert "Events: 1, results counted: 2" in capsys.readouterr().out


def test_other_texts_are_no_archives(tmp_path: Path) -> None:
    """An archive without a page, one within another, and letters are read as what they are."""
    nested = _saved(_saved(b"x", "base64"), "base64", "multipart/related; boundary=b")
    for data in (b"", b"From: a\n\nHello", b"<html>multipart/related", _saved(b"x", "base64", "text/css"),
                 nested, b"A: multipart/related\n" * 50):  # fmt: skip
        assert page_of(data) == data
    path = tmp_path / "letter.mhtml"
    path.write_bytes(nested)
    with pytest.raises(RatingError, match="does not read this kind of file"):
        read(path)


@pytest.mark.parametrize(
    ("styles", "told"),
    [
        (".out { display: none !important }", "3"),
        ("tr.out { visibility: hidden }", "3"),
        (".out { display: none } .out { display: table-row }", ""),
        # Of elements with two classes, of which this may be one.
        (".out { display: none } .out.in { display: table-row }", ""),
        ("@media print { .out { display: none } }", ""),
    ],
)
def test_rows_that_an_archive_s_style_sheet_hides(styles: str, told: str, tmp_path: Path) -> None:
    """Promise: rows that are hidden are told; an archive has its style sheets as other parts."""
    page = (
        write(tmp_path, ROWS, "html").read_bytes().replace(b"<tr><td>2", b"<tr class='out'><td>2")
    )
    data = _saved(page, "quoted-printable").replace(b"td { color: red }", styles.encode())
    archive = tmp_path / "open.mhtml"
    archive.write_bytes(data)
    event = read(archive)
    assert event.account is not None and len(event.players) == 2
    found = [one.words["rows"] for one in event.account.doubts if one.key == "rows_hidden"]
    assert found == ([told] if told else [])
