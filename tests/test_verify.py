"""A list is made again from its sources, and every place that differs is named."""

from __future__ import annotations

import csv
import json
import os
import random
import re
import shutil
import zipfile
from pathlib import Path

import openpyxl
import pandas as pd
import pytest
from lists import LEAGUE, corrected, later, make, send, write_list

from xlrating.cli import main
from xlrating.engine.languages import LANGUAGES
from xlrating.engine.texts import say
from xlrating.federation.making import Order
from xlrating.federation.named_lists import lists_in
from xlrating.federation.verify import verify
from xlrating.publishing.verified import newest_list

#: How many bytes are flipped; 200 in the long run.
FLIPS = int(os.environ.get("XLRATING_FLIPS", "12"))


def test_the_newest_list_is_that_of_the_latest_day(tmp_path: Path) -> None:
    """Promise: days are compared, not the names in which they are written."""
    (tmp_path / "data").mkdir()
    for name in ("2026-01-20.csv", "2026-1-5.csv", "z.csv"):
        (tmp_path / "data" / name).write_text("No,Name,Rating\n1,A,2000\n")
    assert newest_list(tmp_path).name == "2026-01-20.csv"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a list, events in three formats, and the next list as CSV and as a workbook."""
    folder = tmp_path_factory.mktemp("verified")
    write_list(LEAGUE, folder / "list.csv")
    for days, kind in enumerate(("csv", "trf", "xlsx")):
        event = later(corrected(LEAGUE, days, "0-1"), 7 * days)
        send(folder / "sent", f"league {kind}", event, kind)
    for name in ("next.csv", "next.xlsx"):
        words = ("--rules", "fide", "--day", "2025-12-01")
        assert make(folder / "list.csv", folder / "sent", folder / name, *words) == 0
    return folder


@pytest.fixture
def season(made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """The same, to be changed."""
    capsys.readouterr()
    return Path(shutil.copytree(made, tmp_path / "season"))


def run(season: Path, name: str, *words: str) -> int:
    """Verify a list of the season."""
    said = ["federation", "verify", season / name, "--from", season / "list.csv", season / "sent"]
    return main([*map(str, said), *words])


@pytest.mark.parametrize("name", ["next.csv", "next.xlsx"])
def test_a_list_that_comes_out(name: str, season: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: what an officer asked for stands in the list; it is made again without a word more."""
    assert run(season, name) == 0
    assert "cells recalculated, all the same" in capsys.readouterr().out
    assert main(["check", str(season / name)]) == 0
    out = capsys.readouterr().out
    assert out.count("\n") == 1
    assert f"{name}: 8 lines, unchanged; made from list.csv by fide@2025-10-01" in out
    # It says its rules: others are not taken, nor passed over.
    assert main(["check", str(season / name), "--rules", "dwz"]) == 2
    assert "leave out --rules, --format and --tie-breaks" in capsys.readouterr().err


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_in_every_language(language: str, season: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: the language of a list is part of what it says of itself."""
    words = ("--rules", "fide", "--new-event", "league trf.trf", "--language", language)
    assert make(season / "list.csv", season / "sent", season / "other.xlsx", *words) == 0
    assert run(season, "other.xlsx") == 0


def test_every_cell_that_differs_is_named(season: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: file, sheet, cell, what is there and what comes out, on every sheet."""
    book = openpyxl.load_workbook(season / "next.xlsx")
    changed = {"List": "E5", "Changes": "D4", "Games": "A6", "Reasons": "C7", "Made from": "B5"}
    expected = {}
    for name, cell in changed.items():
        expected[f"next.xlsx, sheet {name}, cell {cell}"] = book[name][cell].value
        book[name][cell] = "2025-12-02" if name == "Made from" else 77
    book.save(season / "next.xlsx")
    assert run(season, "next.xlsx", "--day", "2025-12-01", "--rules", "fide") == 1
    out = capsys.readouterr().out
    for place, value in expected.items():
        assert re.search(
            rf"^{re.escape(place)}: is .*, but recalculated {re.escape(str(value))}", out, re.M
        ), place
    assert "next.xlsx does not match" in out


def test_a_cell_of_a_csv(season: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: the same of a list in CSV, by line and column; check names it, too."""
    with (season / "next.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.reader(file))
    at = rows[0].index("Rating")
    was, rows[3][at] = rows[3][at], "2999"
    with (season / "next.csv").open("w", encoding="utf-8-sig", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)
    assert run(season, "next.csv") == 1
    out = capsys.readouterr().out
    assert f"next.csv, line 4, column Rating: is 2999, but recalculated {was}" in out
    assert main(["check", str(season / "next.csv")]) == 1
    assert "next.csv, line 4, column rating: " in capsys.readouterr().out


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_a_list_that_another_program_saved(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: what differs is said in words: of digits that a spreadsheet program did not keep, or
    of a table of Parquet written anew, only a checksum was shown."""
    write_list(LEAGUE, tmp_path / "list.csv")
    send(tmp_path, "league", LEAGUE, "csv")
    games, made = tmp_path / f"{LEAGUE.end} league.csv", tmp_path / f"next.{kind}"
    assert make(tmp_path / "list.csv", games, made, "--rules", "glicko") == 0
    if kind == "csv":
        text = re.sub(r"(\.\d{10})\d+", r"\1", was := made.read_text("utf-8"))
        made.write_text(text, "utf-8")
        assert text != was
    else:
        pd.read_parquet(made).to_parquet(made, index=False, compression=None)
    verify_ = ["federation", "verify", str(made), "--from", str(tmp_path / "list.csv"), str(games)]
    capsys.readouterr()
    assert main(verify_) == 1
    out = capsys.readouterr().out
    assert f"{made.name}: all values are the same, but the bytes differ" in out
    assert "sha256" not in out and "1 difference in" in out


def test_a_list_in_parquet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: a list of any kind can be verified and checked, in Parquet, too; and is found in a
    folder of earlier lists."""
    write_list(LEAGUE, tmp_path / "list.csv")
    send(tmp_path, "league", LEAGUE, "csv")
    games, made = tmp_path / f"{LEAGUE.end} league.csv", tmp_path / "2025-12-01.parquet"
    assert make(tmp_path / "list.csv", games, made, "--rules", "fide", "--day", "2025-12-01") == 0
    verify_ = ["federation", "verify", str(made), "--from", str(tmp_path / "list.csv"), str(games)]
    capsys.readouterr()
    assert main(verify_) == main(["check", str(made)]) == 0, capsys.readouterr()
    out = capsys.readouterr().out
    assert "cells recalculated, all the same" in out
    assert f"{made.name}: 8 lines, unchanged; made from list.csv by fide@2025-10-01" in out
    assert lists_in(tmp_path)[-1][1] == made
    frame = pd.read_parquet(made)
    was, frame.loc[2, "Rating"] = frame.loc[2, "Rating"], 2999
    frame.to_parquet(made, index=False)
    assert main(verify_) == main(["check", str(made)]) == 1
    out = capsys.readouterr().out
    assert f"{made.name}, row 3, column Rating: is 2999, but recalculated {was}" in out
    assert f"{made.name} does not match" in out and f"{made.name}, row 3, column rating: " in out
    made.write_bytes(b"PAR1 no table")
    assert main(verify_) == 1 and "it cannot be read as it was written" in capsys.readouterr().out


def test_other_sources(season: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: another list, an event that was corrected, is gone or new: each is named."""
    listed = (season / "list.csv").read_text()
    (season / "list.csv").write_text(listed.replace("2030", "2031"))
    (season / "sent" / "2025-10-05 league csv.csv").unlink()
    send(season / "sent", "league trf", later(corrected(LEAGUE, 5, "0-1 F"), 7), "trf")
    assert run(season, "next.csv") == 1
    out = capsys.readouterr().out
    assert re.search(
        r"^list.csv: the list was made from another list: that one \(list.csv\) has the fingerprint [0-9a-f]{64}, this",
        out,
    )
    assert "2025-10-05 league csv.csv: this file, from which the list was made, is missing" in out
    other = r"^league trf.trf: .* one has the fingerprint [0-9a-f]{16}, this one [0-9a-f]{16}$"
    assert re.search(other, out, re.M)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_differs_is_told_in_the_readers_language(
    language: str, season: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: whatever verify finds is said in the language of who asks, values as they are."""
    said = json.loads((season / "next.csv.json").read_text())
    said["made"]["swiss"] = "x.csv"
    del said["made"]["day"]
    (season / "next.csv.json").write_text(json.dumps(said))
    (season / "sent" / "2025-10-05 league csv.csv").unlink()
    (season / "list.csv").write_text((season / "list.csv").read_text().replace("2030", "2031"))
    book = openpyxl.load_workbook(season / "next.xlsx")
    book["List"]["E5"] = None
    del book["Reasons"]
    book.create_sheet("Notes")["A1"] = "mine"
    book.save(season / "next.xlsx")
    for name in ("next.csv", "next.xlsx"):
        assert run(season, name, "--all", "--language", language) == 1
    out = capsys.readouterr().out
    for key in ("ver_file_gone", "ver_sheet_gone", "ver_sheet_more", "ver_nothing", "ver_unread"):
        assert say(language, key, message="").rstrip("： :") in out, key
    assert "None" not in out and "no such" not in out


def test_a_list_by_another_name(season: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: what a list was made from is known by its contents, whatever its file is called."""
    (season / "list.csv").rename(season / "old.csv")
    said = ["federation", "verify", season / "next.csv", "--from", season / "old.csv"]
    assert main([*map(str, said), str(season / "sent")]) == 0, capsys.readouterr().out


def test_notices_of_the_command_are_no_part_of_a_list(
    season: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: a right list is verified, whatever the list before it is called now and whichever
    earlier list was offered in vain."""
    shutil.copy(season / "list.csv", season / "2025-01-01.csv")
    words = ("--rules", "fide", "--day", "2025-12-01", "--earlier", str(season / "2025-01-01.csv"))
    assert make(season / "list.csv", season / "sent", season / "new.xlsx", *words) == 0
    out = capsys.readouterr().out
    assert "--earlier" in out and "list.csv.json is not next to the list" in out
    shutil.move(season / "list.csv", season / "before.csv")
    said = [
        "federation",
        "verify",
        season / "new.xlsx",
        "--from",
        season / "before.csv",
        season / "sent",
    ]
    assert main([*map(str, said), "--language", "en"]) == 0, capsys.readouterr().out


@pytest.mark.parametrize("language", ["en", "zh", "ru"])
def test_other_files_of_the_folder_are_no_part_of_a_list(
    season: Path, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: a right workbook is verified whatever else lies in the folder since; what it tells of
    files that are no events stays as it was."""
    (season / "sent" / "minutes.pdf").write_bytes(b"%PDF")
    words = ("--rules", "fide", "--day", "2025-12-01", "--language", language)
    assert make(season / "list.csv", season / "sent", season / "new.xlsx", *words) == 0
    said = ["federation", "verify", season / "new.xlsx", "--from", season / "list.csv",
            season / "sent"]  # fmt: skip
    for name in ("a.pdf", "thanks.docx", "zz.pdf"):
        (season / "sent" / name).write_bytes(b"%PDF")
    assert main([*map(str, said)]) == 0, capsys.readouterr().out
    (season / "sent" / "minutes.pdf").unlink()
    assert main([*map(str, said)]) == 0, capsys.readouterr().out
    book = openpyxl.load_workbook(season / "new.xlsx")
    sheet = book[say(language, "fed_sheet_notices")]
    cell = next(one for row in sheet for one in row if one.value == say(language, "fed_not_read"))
    cell.value = "?"
    book.save(season / "new.xlsx")
    assert main([*map(str, said)]) == 1, capsys.readouterr().out


def test_a_list_that_nothing_is_known_of(season: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: what cannot be verified is said."""
    assert run(season, "list.csv") == 2
    assert "the list does not record where it comes from" in capsys.readouterr().err


def test_a_list_of_this_name(season: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Promise: a command of two words takes no list away: it is named with its folder."""
    monkeypatch.chdir(season)
    shutil.copy("list.csv", "verify")
    assert main(["federation", "./verify", "sent", "--rules", "fide"]) == 0
    assert main(["federation", "verify", "sent", "--rules", "fide"]) == 2


def _numbers(path: Path) -> list[int]:
    """Where the digits of a list in CSV stand."""
    return [at for at, byte in enumerate(path.read_bytes()) if chr(byte).isdigit()]


def _flip(path: Path, chance: random.Random, at: int) -> None:
    data = bytearray(path.read_bytes())
    data[at] ^= 1 << chance.randrange(3 if chr(data[at]).isdigit() else 8)
    path.write_bytes(bytes(data))


def _flip_cell(path: Path, chance: random.Random) -> None:
    """Another digit in a number of the first sheet of a workbook, in its XML."""
    with zipfile.ZipFile(path) as book:
        files = {one: book.read(one) for one in book.namelist()}
    sheet = "xl/worksheets/sheet1.xml"
    text = files[sheet].decode()
    found = chance.choice(list(re.finditer(r'<c r="\w+" s="\d+"><v>(\d+)</v>', text)))
    at = chance.randrange(found.start(1), found.end(1))
    other = chance.choice([digit for digit in "0123456789" if digit != text[at]])
    if at == found.start(1) and other == "0" and found.end(1) - at > 1:
        other = "7" if text[at] != "7" else "8"
    files[sheet] = (text[:at] + other + text[at + 1 :]).encode()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as book:
        for name, data in files.items():
            book.writestr(name, data)


def test_flipped_bytes(season: Path) -> None:
    """Show 2: a byte flipped in the list's numbers, in an event file, in the manifest: named."""
    chance = random.Random(int(os.environ.get("XLRATING_FLIP_SEED", "7")))
    events = sorted((season / "sent").iterdir())
    whole = {path: path.read_bytes() for path in (*season.glob("next*"), *events)}
    for number in range(FLIPS):
        kind = ("numbers", "workbook", "event", "manifest")[number % 4]
        order = Order(season / "list.csv", season / "sent")
        listed = season / ("next.xlsx" if kind == "workbook" else "next.csv")
        if kind == "numbers":
            changed = listed
            _flip(changed, chance, chance.choice(_numbers(changed)))
        elif kind == "workbook":
            changed = listed
            _flip_cell(changed, chance)
        else:
            changed = season / "next.csv.json" if kind == "manifest" else chance.choice(events)
            _flip(changed, chance, chance.randrange(len(whole[changed])))
        found = verify(listed, order)
        named = [one.where for one in found.differences] + [one.where for one in found.problems]
        assert any(where.startswith(changed.name) for where in named), (number, kind, named)
        changed.write_bytes(whole[changed])
    assert not verify(season / "next.csv", Order(season / "list.csv", season / "sent")).differences
