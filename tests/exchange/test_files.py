"""Files are read whole with a clear refusal, and written whole or not at all."""

from __future__ import annotations

import inspect
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from xlrating.engine.errors import FileError
from xlrating.exchange import work_folders
from xlrating.exchange.fide_list import looks_like_fide_list
from xlrating.exchange.files import LIST_LIMIT, TEXT_LIMIT, decoded, is_book, read_text, write_whole
from xlrating.reading import read


def test_write_leaves_exactly_the_data(tmp_path: Path) -> None:
    """A written file holds the data, and nothing else lies beside it."""
    write_whole(tmp_path / "a.csv", b"data")
    assert (tmp_path / "a.csv").read_bytes() == b"data"
    assert [path.name for path in tmp_path.iterdir()] == ["a.csv"]


def test_write_gives_the_rights_of_any_new_file(tmp_path: Path) -> None:
    """Whoever may read a file made by hand may read a written one."""
    (tmp_path / "by_hand").write_bytes(b"")
    write_whole(tmp_path / "written", b"")
    assert (tmp_path / "written").stat().st_mode == (tmp_path / "by_hand").stat().st_mode


def test_write_keeps_an_existing_file(tmp_path: Path) -> None:
    """An existing file is replaced only when asked."""
    path = tmp_path / "a.csv"
    path.write_bytes(b"old")
    with pytest.raises(FileError, match=r"a\.csv: the file already exists"):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    write_whole(path, b"new", force=True)
    assert path.read_bytes() == b"new"


def test_write_through_a_link_keeps_the_link(tmp_path: Path) -> None:
    """Replacing through a link changes the file it points to."""
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write_whole(tmp_path / "link", b"new", force=True)
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"


def test_write_refuses_folders(tmp_path: Path) -> None:
    """A folder as target, or a missing folder, is refused with what to do."""
    with pytest.raises(FileError, match="this is a folder"):
        write_whole(tmp_path, b"", force=True)
    with pytest.raises(FileError, match="does not exist; create it first"):
        write_whole(tmp_path / "none" / "a.csv", b"")


def test_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the last step fails the old file stays and no draft is left."""
    path = tmp_path / "a.csv"
    path.write_bytes(b"old")

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(FileError, match="Permission denied"):
        write_whole(path, b"new", force=True)
    assert [each.name for each in tmp_path.iterdir()] == ["a.csv"]
    assert path.read_bytes() == b"old"


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ("½ 中".encode(), "½ 中"),
        ("½".encode("utf-8-sig"), "½"),
        ("½ é".encode("cp1252"), "½ é"),
        (b"a\rb\r\nc\n", "a\rb\r\nc\n"),
    ],
)
def test_text_is_read_in_the_usual_encodings(tmp_path: Path, data: bytes, text: str) -> None:
    """UTF-8 with or without mark, else Windows-1252; line ends are kept."""
    (tmp_path / "a.txt").write_bytes(data)
    assert read_text(tmp_path / "a.txt") == text


#: Names as programs write them in each encoding of Windows.
NAMES = {
    "cp1252": ("Conceição, João", "Määttä, Väinö", "Peña, Íñigo", "Größl, Käthe; Süß, Jörg",
               "Åberg, Håkan; Sørensen, Næss", "Lefèvre, Hélène; Élie, François"),
    "cp1250": ("Nováček, Jiří; Dvořák, Šimon", "Wójcik, Łukasz", "Kovačić, Đorđe; Žunić, Šime",
               "Gyöngyösi, Béla; Erdős, Pál"),
    "cp1251": ("Иванов, Пётр; Смирнова, Анна", "Іванчук, Василь; Їжак, Марія", "Топалов, Веселин; Чепаринов"),
    "cp1254": ("Şahin, İbrahim; Güneş, Yıldız",),
    "cp1257": ("Bērziņš, Jānis; Kovaļenko, Ģirts", "Žukauskas, Kęstutis; Jūratė"),
}  # fmt: skip


@pytest.mark.parametrize(
    ("code", "names"), [(code, names) for code, of in NAMES.items() for names in of]
)
def test_names_tell_the_encoding(code: str, names: str, tmp_path: Path) -> None:
    """Promise: a file of another country's Windows is read, where its letters are of one language.

    Swiss-Manager and Excel write these where nobody asks for UTF-8; the headings say nothing.
    """
    (tmp_path / "a.trf").write_bytes(f"001    1 m    {names}\n".encode(code))
    assert decoded(tmp_path / "a.trf") == (f"001    1 m    {names}\n", f"Windows-{code[2:]}")


@pytest.mark.parametrize(
    ("code", "names"),
    [*((code, names) for code, of in NAMES.items() for names in of),
     ("cp1252", "Núñez, Íñigo; García, Óscar"), ("gb18030", "王天一; 郑惟桐; 许银川")],
)  # fmt: skip
def test_names_below_headings_that_say_nothing_tell_the_encoding(
    code: str, names: str, tmp_path: Path
) -> None:
    """Promise: the same in a CSV with English headings; Núñez and Jiří are no Cyrillic words."""
    people = [name.strip() for name in names.split(";")]
    note = "½" if code == "cp1252" else ""
    rows = [f"{no};{name};2000;-1;1;{note}" for no, name in enumerate(people, 1)]
    text = "\r\n".join(["No;Name;Rating;R1;Pts;Note", *rows, ""])
    (tmp_path / "a.csv").write_bytes(text.encode(code))
    assert [one.name for one in read(tmp_path / "a.csv").players] == people


@pytest.mark.parametrize("code", ["cp866", "koi8_r", "mac_cyrillic", "cp1255", "shift_jis"])
def test_names_below_such_headings_are_not_guessed(code: str, tmp_path: Path) -> None:
    """Promise: what is no name in any encoding that is read stops, and does not become letters."""
    name = {"cp1255": "כהן דוד", "shift_jis": "羽生善治"}.get(code, "Иванов Пётр")
    (tmp_path / "a.csv").write_bytes(f"No;Name;Rating;R1;Pts\n1;{name};2000;-1;1\n".encode(code))
    with pytest.raises(FileError, match="not plain text"):
        read(tmp_path / "a.csv")


@pytest.mark.parametrize(
    ("code", "names", "words"),
    [
        ("cp1252", "Muñoz", "'Muñoz' or 'Muńoz'"),  # a Spaniard, or a Pole
        ("cp1250", "Kovač", "'Kovaè' or 'Kovač'"),
        ("cp1254", "Yılmaz, Emre; Şen", "'Yýlmaz' or 'Yılmaz'"),  # in Iceland, or in Turkey
        ("cp1253", "Παπαϊωάννου, Σωτήρης", "not plain text"),
        ("cp1255", "כהן, גלפנד", "not plain text"),
        ("koi8_r", "Иванов, Пётр", "not plain text"),
        ("cp866", "Иванов, Пётр", "not plain text"),
        ("gb18030", "丁立人, 侯逸凡", "not plain text"),
        ("euc_kr", "김철수, 이영희", "not plain text"),
        ("cp1251", "Ли, Ан; Ни", "not plain text"),  # may be Chinese
        ("cp1253", "Γεώργιος", "not plain text"),
    ],
)
def test_letters_of_several_encodings_are_refused(
    code: str, names: str, words: str, tmp_path: Path
) -> None:
    """Promise: names are not guessed; of two readings both are shown."""
    (tmp_path / "a.trf").write_bytes(f"001    1 m    {names}\n".encode(code))
    with pytest.raises(FileError, match=words):
        read_text(tmp_path / "a.trf")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty"),
        (b"a\0b", "not plain text"),
        (b"\xff\xfea", "not plain text"),  # half a letter of UTF-16
        (b"\x81\x8d", "not plain text"),
    ],
)
def test_what_is_no_text_is_refused(tmp_path: Path, data: bytes, words: str) -> None:
    """Empty and binary files are refused by name."""
    (tmp_path / "a.txt").write_bytes(data)
    with pytest.raises(FileError, match=rf"^a\.txt: .*{words}"):
        read_text(tmp_path / "a.txt")


def test_missing_and_folder_are_refused(tmp_path: Path) -> None:
    """A missing file and a folder are named as such."""
    with pytest.raises(FileError, match="there is no such file"):
        read_text(tmp_path / "none.txt")
    with pytest.raises(FileError, match="this is a folder"):
        read_text(tmp_path)


@pytest.mark.parametrize("asks", [is_book, looks_like_fide_list, read_text])
def test_a_file_that_may_not_be_opened_is_refused(
    asks: Callable[[Path], object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever looks at what a file is names it; of a folder of events the others are told, too."""
    path = tmp_path / "games.csv"
    path.write_text("name,rating\n")

    def refused(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refused)
    with pytest.raises(FileError, match=r"cannot be read \(Permission denied\)"):
        asks(path)


def test_a_workbook_of_another_name_is_read(tmp_path: Path) -> None:
    """Promise: what a file is tells what is in it, not its name."""
    copy = tmp_path / "games.csv"
    shutil.copy(Path(__file__).parents[1] / "hostile" / "cells" / "T-small.xlsx", copy)
    assert len(read(copy).players) == len(read(copy.rename(tmp_path / "games.xlsx")).players) > 0


def test_large_text_is_refused(tmp_path: Path) -> None:
    """No more than the limit is taken into memory, for an event a smaller one than for a list."""
    (tmp_path / "a.txt").write_bytes(b"abcd")
    with pytest.raises(FileError, match="more than 0 MB, more than any event or list needs"):
        read_text(tmp_path / "a.txt", limit=3)
    assert inspect.signature(read_text).parameters["limit"].default == TEXT_LIMIT < LIST_LIMIT


def test_a_folder_that_another_run_removes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Promise: who works while another run sweeps the folder above still has a folder."""
    made: list[Path] = []

    def held(lock: int, path: Path) -> None:
        made.append(path)
        assert len(made) < 3
        if len(made) == 1:
            path.rmdir()

    monkeypatch.setattr(work_folders, "held", held)
    found = work_folders.WorkFolder(tmp_path)
    assert found.path.exists() and made == [made[0], found.path]
    found.release()
