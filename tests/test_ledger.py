"""A list knows the events that it counts: none is rated twice without a word."""

from __future__ import annotations

import csv
import json
import random
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lists import FORMATS, LEAGUE, corrected, later, make, send, write_list
from needs import EVERY
from office import Office
from openpyxl.worksheet.worksheet import Worksheet
from workbooks import random_event

from xlrating.cli import main
from xlrating.engine.event import Event, Game, Player
from xlrating.engine.languages import LANGUAGES
from xlrating.engine.results import RESULTS, Kind, read_result
from xlrating.engine.texts import say
from xlrating.exchange.sheets import open_sheets
from xlrating.federation import copies
from xlrating.federation.copies import tell_copies
from xlrating.federation.folder import read_folder
from xlrating.federation.in_force import Before
from xlrating.federation.ledger import as_held
from xlrating.federation.ledger_files import PARTS
from xlrating.federation.ledger_files import read_ledger as ledger
from xlrating.federation.list_book import list_book
from xlrating.federation.next_list import ListError, next_list
from xlrating.federation.persons import Findings, Persons
from xlrating.federation.submissions import Submission
from xlrating.workbook.file.writer import to_bytes

RULES = ("fide", "malaysia", "elo", "china-pro")
# --- what the issue is about ------------------------------------------------------------------


@pytest.mark.parametrize("ending", ["csv", "xlsx"])
@pytest.mark.parametrize("rules", RULES)
def test_a_folder_that_is_rated_twice(
    rules: str, ending: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: a list that counts an event refuses it by name; the list before it does not."""
    listed = write_list(LEAGUE, tmp_path / "list.csv")
    send(tmp_path / "sent", "league", LEAGUE, "csv")
    target = tmp_path / f"next.{ending}"
    assert make(listed, tmp_path / "sent", target, "--rules", rules) == 0
    capsys.readouterr()
    assert make(target, tmp_path / "sent", tmp_path / "again.xlsx", "--rules", rules) == 2
    err = capsys.readouterr().err
    assert "2025-10-05 league.csv: the list already includes this event" in err
    assert not (tmp_path / "again.xlsx").exists()
    # The same list again, from the one before it.
    assert make(listed, tmp_path / "sent", target, "--rules", rules, "--force") == 0


@pytest.mark.sampled(3)
@pytest.mark.parametrize("second", FORMATS)
@pytest.mark.parametrize("first", FORMATS)
def test_an_event_that_is_sent_again_in_another_format(
    first: str, second: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: months later, in any format, it is the same event."""
    swiss = replace(random_event(3, 12, 5), name="Open", start=LEAGUE.start, end=LEAGUE.end)
    games = [g for g in swiss.games if g.result.kind is not Kind.POSTPONED]
    people = tuple(replace(p, id=str(90_000 + p.no)) for p in swiss.players)
    swiss = replace(swiss, games=tuple(games), players=people)
    listed = write_list(swiss, tmp_path / "list.csv")
    send(tmp_path / "1", "open", swiss, first)
    assert make(listed, tmp_path / "1", tmp_path / "l1.csv", "--rules", "fide") == 0
    league = replace(later(LEAGUE, 30), players=swiss.players[:8])
    send(tmp_path / "2", "league", league, second)
    assert make(tmp_path / "l1.csv", tmp_path / "2", tmp_path / "l2.xlsx", "--rules", "fide") == 0
    send(tmp_path / "3", "blitz", later(corrected(LEAGUE, 0, "0-1"), 60), second)
    send(tmp_path / "3", "left behind", swiss, second)
    capsys.readouterr()
    assert make(tmp_path / "l2.xlsx", tmp_path / "3", tmp_path / "l3.csv", "--rules", "fide") == 2
    err = capsys.readouterr().err
    assert err.count("already includes") == 1
    assert "left behind" in err and "open" in err


@pytest.fixture
def season(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A folder with the first list, `next.csv` and `next.xlsx` that count the league."""
    listed = write_list(LEAGUE, tmp_path / "list.csv")
    send(tmp_path / "sent", "league", LEAGUE, "xlsx")
    for name in ("next.csv", "next.xlsx"):
        assert make(listed, tmp_path / "sent", tmp_path / name, "--rules", "fide") == 0
    capsys.readouterr()
    return tmp_path


def rated(season: Path, made: Event, kind: str, *words: object, listed: str = "next.xlsx") -> int:
    """Rate this event only, from the list that counts the league."""
    shutil.rmtree(season / "sent")
    send(season / "sent", "again", made, kind)
    target = season / "target.xlsx"
    return make(season / listed, season / "sent", target, "--rules", "fide", "--force", *words)


@pytest.mark.parametrize("kind", FORMATS)
def test_a_correction(kind: str, season: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: a corrected event is refused with players, round and both results, and what to do.

    From the list before it the corrected file is rated like any other.
    """
    first = LEAGUE.games[0]
    white, black = (LEAGUE.by_no[no or 0].name for no in (first.white, first.black))
    assert rated(season, corrected(LEAGUE, 0, "0-1"), kind) == 2
    err = capsys.readouterr().err
    assert "League (league.xlsx), 2025-10-03 – 2025-10-05, 8 players, 28 games" in err
    assert f"round 1, {white} – {black}: 0-1 here, {first.result.code} there; to correct it" in err
    assert rated(season, corrected(LEAGUE, 0, "0-1"), kind, listed="list.csv") == 0


def test_every_result_is_another_event() -> None:
    """Promise: a forfeit, an unrated game, a half point by decision: each has its own mark."""
    tokens = {p.no: f"#{p.id}" for p in LEAGUE.players}
    codes = [r.code for r in RESULTS if r.kind not in (Kind.BYE, Kind.POSTPONED)]
    made = [as_held("", "", corrected(LEAGUE, 0, code), tokens) for code in codes]
    assert len({one.mark for one in made}) == len(codes) == 12
    # One that is still to be played, or a bye, says nothing yet.
    fewer = as_held("", "", corrected(LEAGUE, 0, "POSTPONED"), tokens)
    assert fewer.mark == as_held("", "", replace(LEAGUE, games=LEAGUE.games[1:]), tokens).mark


def test_rounds_that_were_numbered_anew(season: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: games of the same days with the same results are the same in other rounds."""
    moved = tuple(replace(g, round=8 - g.round) for g in LEAGUE.games)
    assert rated(season, replace(LEAGUE, games=moved), "csv") == 2
    err = capsys.readouterr().err
    assert "the list already includes this event: League (league.xlsx)" in err


def test_another_player_in_a_correction(season: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: a player who was somebody else is named, by five games and how many more."""
    people = list(LEAGUE.players)
    people[0] = replace(people[0], name="Zoe", id="77777")
    assert rated(season, replace(LEAGUE, players=tuple(people)), "trf") == 2
    err = capsys.readouterr().err
    assert "Zoe" in err and "only here" in err and "only there; " in err
    assert "; and 9 more;" in err


def test_an_event_that_went_on(season: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: a list that counts the first rounds says which games are new to it."""
    half = replace(LEAGUE, games=tuple(g for g in LEAGUE.games if g.round < 5))
    assert rated(season, half, "csv", listed="list.csv") == 0
    (season / "target.xlsx").rename(season / "half.xlsx")
    capsys.readouterr()
    assert rated(season, LEAGUE, "csv", listed="half.xlsx") == 2
    err = capsys.readouterr().err
    assert "already includes part of this event" in err
    assert "new are: round 5, " in err and "; and 7 more; leave only the new games" in err
    rest = replace(LEAGUE, games=tuple(g for g in LEAGUE.games if g.round > 4))
    assert rated(season, rest, "csv", listed="half.xlsx") == 0


@pytest.mark.parametrize("kind", FORMATS)
def test_a_weekly_event_is_no_copy(
    kind: str, season: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: the same people with nearly the same results, a week later: counted, and told.

    With exactly the same results only somebody can say that it is another event.
    """
    assert rated(season, later(corrected(LEAGUE, 0, "0-1"), 7), kind) == 0
    assert "an event that the list already includes (League (league" in capsys.readouterr().out
    assert rated(season, later(LEAGUE, 7), kind) == 2
    err = capsys.readouterr().err
    name = err.partition('--new-event "')[2].partition('"')[0]
    assert (season / "sent" / name).is_file()
    assert rated(season, later(LEAGUE, 7), kind, "--new-event", name) == 0
    # Both are counted now, and a third time the event is refused again.
    assert rated(season, later(LEAGUE, 7), kind, listed="target.xlsx") == 2


def test_files_that_are_named_as_new(season: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: a file is named as in the messages or as the shell completes it, or is asked for."""
    for name in ("again.trf", season / "sent" / "again.trf", "sent\\again.trf"):
        assert rated(season, LEAGUE, "trf", "--new-event", name) == 0
    capsys.readouterr()
    assert rated(season, LEAGUE, "trf", "--new-event", "gain.trf") == 2
    assert "does not match exactly one file of the folder" in capsys.readouterr().err


def test_an_event_twice_in_one_folder(season: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: of two files of one event the differences are named; a word makes it two events."""
    shutil.rmtree(season / "sent")
    send(season / "sent", "a", LEAGUE, "trf")
    send(season / "sent", "b", corrected(LEAGUE, 0, "0-1"), "xlsx")
    words = (season / "list.csv", season / "sent", season / "both.csv", "--rules", "fide")
    assert make(*words) == 2
    err = capsys.readouterr().err
    assert "the same event as a.trf, but with other results: round 1, " in err
    assert make(*words, "--new-event", "b.xlsx") == 0
    assert len(ledger(season / "both.csv").events) == 2


def test_an_explanation_starts_from_the_list_before(
    season: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: --explain is held to the same: no calculation that the list does not rest on."""
    words = ["federation", str(season / "next.csv"), str(season / "sent"), "--explain", "Player 1"]
    assert main(words) == 2
    assert "already includes this event" in capsys.readouterr().err
    assert main([*words[:1], str(season / "list.csv"), *words[2:]]) == 0


def test_an_id_that_came_later(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: somebody who had no ID on the list when an event was rated has one now."""
    without = replace(LEAGUE, players=tuple(replace(p, id="") for p in LEAGUE.players))
    listed = write_list(without, tmp_path / "list.csv")
    send(tmp_path / "1", "league", without, "trf")
    assert make(listed, tmp_path / "1", tmp_path / "l1.xlsx", "--rules", "fide") == 0
    other = replace(LEAGUE, games=LEAGUE.games[:1])
    send(tmp_path / "2", "match", later(other, 30), "trf")
    assert make(tmp_path / "l1.xlsx", tmp_path / "2", tmp_path / "l2.xlsx", "--rules", "fide") == 0
    send(tmp_path / "3", "league", LEAGUE, "trf")
    capsys.readouterr()
    assert make(tmp_path / "l2.xlsx", tmp_path / "3", tmp_path / "l3.xlsx", "--rules", "fide") == 2
    assert "already includes this event" in capsys.readouterr().err


# --- what is the same event ---------------------------------------------------------------------

_SPELT = {
    "1-0": ("1-0", "1:0", "1 - 0"), "0-1": ("0-1", "0:1", "0 – 1"),
    "½-½": ("1/2-1/2", "0.5-0.5", "½-½", "="), "1-0 F": ("1-0 F", "1-0 f"),
}  # fmt: skip


@pytest.mark.in_turn
@settings(max_examples=60 if EVERY else 20, deadline=None)
@given(st.data(), st.sampled_from(FORMATS))
def test_what_happened_is_the_event(data: st.DataObject, kind: str) -> None:
    """Promise: order of lines and players, numbers, names' and results' spelling, format: no change."""
    swiss = replace(
        random_event(data.draw(st.integers(0, 50)), 8, 4), name="Cup", start=LEAGUE.start,
        end=LEAGUE.end,
    )  # fmt: skip
    swiss = replace(
        swiss, games=tuple(g for g in swiss.games if g.result.kind is not Kind.POSTPONED)
    )
    names = [
        "Lee, Ann",
        "王伟",
        "Ёлкин Пётр",
        "O'Neil Jo",
        "José Núñez",
        "de Wit J.",
        "Ng A",
        "Kim",
    ]
    people = [replace(p, name=name, id="") for p, name in zip(swiss.players, names, strict=True)]
    swiss = replace(swiss, players=tuple(people))
    listed = [replace(p, no=no, rating=Decimal(2000)) for no, p in enumerate(people, 1)]
    numbers = data.draw(st.permutations(range(1, 9)))
    new = dict(zip((p.no for p in people), numbers, strict=True))
    turned = replace(
        swiss,
        players=tuple(
            replace(p, no=new[p.no], name=data.draw(st.sampled_from([p.name, p.name.upper()])))
            for p in data.draw(st.permutations(people))
        ),
        games=tuple(
            replace(g, white=new[g.white], black=g.black and new[g.black])
            for g in data.draw(st.permutations(swiss.games))
        ),
    )
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if kind == "csv":
            _write_spelt(folder / "2025-10-05 cup.csv", turned, data)
        else:
            send(
                folder,
                "cup",
                replace(turned, players=tuple(sorted(turned.players, key=lambda p: p.no))),
                kind,
            )
        sent, wrong, _ = read_folder(folder, ())
    assert not wrong
    whole, again = (
        next_list(listed, [one], "fide").ledger for one in (Submission("cup.csv", swiss), *sent)
    )
    assert [one.mark for one in again] == [one.mark for one in whole]
    with pytest.raises(ListError) as caught:
        next_list(listed, sent, "fide", before=Before(ledger=whole))
    assert [problem.key for problem in caught.value.problems] == ["fed_held"]
    # One result less, or another one, is another mark.
    if len(swiss.games) > 1:
        fewer = replace(swiss, games=swiss.games[1:])
        other = next_list(listed, [Submission("cup.csv", fewer)], "fide").ledger
        is_bye = swiss.games[0].black is None
        assert is_bye == ([one.mark for one in other] == [one.mark for one in whole])


def _write_spelt(path: Path, made: Event, data: st.DataObject) -> None:
    rows = [
        (
            g.round, made.by_no[g.white].name, made.by_no[g.black].name if g.black else "",
            data.draw(st.sampled_from(_SPELT.get(g.result.code, (g.result.code,)))),
        )
        for g in made.games
    ]  # fmt: skip
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([("round", "white", "black", "result"), *rows])


# --- the files ----------------------------------------------------------------------------------


def test_a_list_in_csv_without_the_file_beside_it(
    season: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: it is said what cannot be known; a list without where it comes from is just changed."""
    file = season / "next.csv.json"
    # As lists were written before they said where they come from.
    said = json.loads(file.read_text("utf-8"))
    del said["made"]
    file.write_text(json.dumps(said), "utf-8")
    (season / "next.csv").write_text((season / "next.csv").read_text().replace("China", "CHN"))
    assert rated(season, LEAGUE, "csv", listed="next.csv") == 2
    assert rated(season, later(corrected(LEAGUE, 0, "0-1"), 7), "csv", listed="next.csv") == 0
    assert "next.csv.json: next.csv has changed since" in capsys.readouterr().out
    file.unlink()
    assert rated(season, LEAGUE, "csv", listed="next.csv") == 0
    assert "next.csv: next.csv.json is not next to the list" in capsys.readouterr().out
    # And the list that is made of it counts what it was made from.
    assert len(ledger(season / "target.xlsx").events) == 1


def test_the_file_beside_a_list_is_replaced_with_it(season: Path) -> None:
    """Promise: neither of the two is overwritten without --force."""
    words = (season / "list.csv", season / "sent", season / "next.csv", "--rules", "fide")
    (season / "next.csv").unlink()
    assert make(*words) == 2
    assert not (season / "next.csv").exists()
    assert make(*words, "--force") == 0
    assert ledger(season / "next.csv").notices == ()


def test_a_list_within_the_folder(season: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: neither the list nor the file beside it is taken for an event, or told."""
    shutil.rmtree(season / "sent")
    send(season / "sent", "weekly", later(corrected(LEAGUE, 0, "0-1"), 7), "trf")
    for name in ("next.csv", "next.csv.json"):
        shutil.copy(season / name, season / "sent")
    words = ["federation", str(season / "sent" / "next.csv"), str(season / "sent")]
    assert main([*words, "--rules", "fide"]) == 0
    out = capsys.readouterr().out
    assert "not read" not in out and "does not know" not in out and "Events: 1" in out


def damaged(change: Callable[[Worksheet], object]) -> Callable[[Path], None]:
    """A change of the sheet of events, as somebody makes it by hand."""

    def of(path: Path) -> None:
        book = openpyxl.load_workbook(path)
        change(book["Events counted"])
        book.save(path)

    return of


def _set(cell: str, value: object) -> Callable[[Worksheet], object]:
    return lambda sheet: sheet.__setitem__(cell, value)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("change", "place"),
    [
        (damaged(lambda sheet: sheet.delete_rows(4)), "sheet Events counted: an event is missing"),
        (damaged(lambda sheet: sheet.delete_rows(3)), "sheet Events counted: the headings"),
        (damaged(lambda sheet: sheet.delete_cols(9)), "sheet Events counted: the headings"),
        (damaged(lambda sheet: sheet.delete_rows(2)), "sheet Events counted: an event is missing"),
        (damaged(_set("I4", "#90001; #90002 | 1: 1-2 0-1")), "cell I4: who met whom"),
        (damaged(_set("I4", "gone")), "cell I4: who met whom"),
        (damaged(_set("G4", "0123456789abcdef")), "cell I4: who met whom"),
        (damaged(_set("G4", None)), "cell I4: who met whom"),
        (damaged(_set("E4", "eight")), "cell E4: 'eight' was not written by xlrating"),
        (damaged(_set("C4", "autumn")), "cell C4: 'autumn' was not written by xlrating"),
        (damaged(_set("E4", "eight" * 9)), f"cell E4: {'eight' * 8!r} was not written by xlrating"),
        (damaged(_set("D4", "2025-10-06")), "sheet Events counted: an event is missing, or its"),
    ],
)  # fmt: skip
def test_a_damaged_sheet_is_named(
    change: Callable[[Path], None], place: str, season: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: what somebody changed in the sheet of events is named, with the cell."""
    change(season / "next.xlsx")
    assert rated(season, LEAGUE, "csv") == 2
    err = capsys.readouterr().err
    assert f"next.xlsx, {place}" in err or f"next.xlsx, sheet Events counted, {place}" in err
    assert "restore the one that was written with the list" in err


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("½-½", "1-0", "next.csv.json, event 1: who met whom"),
        ('\n"seal": "', '\n"seal": "x', "next.csv.json: an event is missing"),
        ('"events"', '"other"', "next.csv.json: the file is damaged (something is missing)"),
        ("{", "", "next.csv.json: the file is damaged (Extra data"),
        ('"count": 28', '"count": [1]', "next.csv.json, event 1: '[1]' was not written"),
    ],
)
def test_a_damaged_file_beside_the_list_is_named(
    old: str, new: str, message: str, season: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: as for the sheet."""
    file = season / "next.csv.json"
    file.write_text(file.read_text("utf-8").replace(old, new, 1), "utf-8")
    assert rated(season, LEAGUE, "csv", listed="next.csv") == 2
    assert message in capsys.readouterr().err


def test_a_sorted_and_renamed_sheet(season: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: the order of the lines and the name of the sheet do not matter."""
    assert rated(season, later(corrected(LEAGUE, 3, "0-1"), 9), "trf") == 0
    target = season / "target.xlsx"
    book = openpyxl.load_workbook(target)
    sheet = book["Events counted"]
    rows = [[cell.value for cell in row] for row in sheet.iter_rows(min_row=4)]
    assert len(rows) == 2
    for at, row in enumerate(reversed(rows), 4):
        for col, value in enumerate(row, 1):
            sheet.cell(at, col).value = value
    sheet.title = "Old events"
    book.save(target)
    (season / "target.xlsx").rename(season / "sorted.xlsx")
    capsys.readouterr()
    assert rated(season, LEAGUE, "csv", listed="sorted.xlsx") == 2
    assert "already includes this event: League (league.xlsx)" in capsys.readouterr().err


@pytest.mark.parametrize("kind", ["ods", "xlsx"])
def test_a_list_that_libreoffice_saved(
    kind: str, season: Path, office: Office, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: a list that was opened, sorted or corrected there still knows its events."""
    saved = office.convert(season / "next.xlsx", kind)
    assert ledger(saved) == ledger(season / "next.xlsx")
    shutil.copy(saved, season / f"saved.{kind}")
    assert rated(season, LEAGUE, "trf", listed=f"saved.{kind}") == 2
    assert "already includes this event: League (league.xlsx)" in capsys.readouterr().err


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sheet_in_three_languages(language: str, season: Path) -> None:
    """Promise: a list in any language is the list of the next time; its sheet is shown."""
    shutil.rmtree(season / "sent")
    send(season / "sent", "league", LEAGUE, "xlsx")
    words = (season / "list.csv", season / "sent", season / "shown.xlsx", "--rules", "fide")
    assert make(*words, "--language", language) == 0
    book = openpyxl.load_workbook(season / "shown.xlsx")
    sheet = book[say(language, "fed_sheet_held")]
    assert sheet.sheet_state == "visible"
    heads = [say(language, key) for part, key in PARTS.items()
             if part not in ("listed", "pace", "national")]  # fmt: skip
    assert [cell.value for cell in sheet[3]] == heads
    assert [cell.value for cell in sheet[4]][:6] == [
        "League", "league.xlsx", "2025-10-03", "2025-10-05", 8, 28,
    ]  # fmt: skip
    assert ledger(season / "shown.xlsx").events == ledger(season / "next.csv").events


def test_a_large_event(tmp_path: Path) -> None:
    """Promise: what does not fit a cell stands in several; nothing is lost."""
    people = [Player(no, f"Person number {no} " + "of Long Names " * 8, Decimal(2000))
              for no in range(1, 601)]  # fmt: skip
    games = tuple(Game(1, no, no + 1, read_result("½-½")) for no in range(1, 600, 2))
    large = Event(tuple(people), games, "Large", end=LEAGUE.end)
    found = next_list(people, [Submission("large.csv", large)], "fide")
    path = tmp_path / "next.xlsx"
    path.write_bytes(to_bytes(list_book(found)))
    cells = [len(str(value)) for value in open_sheets(path).rows("Events counted")[3]]
    assert max(cells) < 32_767 and sum(cells) > 60_000
    assert ledger(path).events == found.ledger


def test_old_games_are_not_kept_forever(
    monkeypatch: pytest.MonkeyPatch, season: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: a list stays small; an old event is refused in any format, a correction by name."""
    monkeypatch.setattr("xlrating.federation.ledger.MOST_GAMES", 30)
    assert rated(season, later(corrected(LEAGUE, 0, "0-1"), 7), "trf") == 0
    (season / "target.xlsx").rename(season / "old.xlsx")
    assert [bool(one.record) for one in ledger(season / "old.xlsx").events] == [False, True]
    capsys.readouterr()
    assert rated(season, LEAGUE, "csv", listed="old.xlsx") == 2
    assert "already includes this event: League (league.xlsx)" in capsys.readouterr().err
    assert rated(season, corrected(LEAGUE, 2, "0-1"), "trf", listed="old.xlsx") == 2
    assert "an event with this name and these dates: League" in capsys.readouterr().err
    assert rated(season, later(corrected(LEAGUE, 1, "0-1"), 14), "trf", listed="old.xlsx") == 0


def test_years_of_a_weekly_event_take_no_longer() -> None:
    """Nothing quadratic: eight people who meet in the same way for ten years, and one week more."""
    codes, chance = ("1-0", "½-½", "0-1"), random.Random(1)
    listed = [replace(p, no=no) for no, p in enumerate(LEAGUE.players, 1)]
    weekly = []
    for week in range(520):
        games = (replace(g, result=read_result(chance.choice(codes))) for g in LEAGUE.games)
        weekly.append(replace(later(LEAGUE, 7 * week), games=tuple(games)))
    numbers = {p.no: f"#{p.id}" for p in LEAGUE.players}
    held = [as_held(f"{at}.csv", "", one, numbers) for at, one in enumerate(weekly)]
    compared = 0
    same = copies._same

    def counted(one: object, other: object) -> tuple[int, int, int]:
        nonlocal compared
        compared += 1
        return same(one, other)  # type: ignore[arg-type]

    found = Findings()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(copies, "_same", counted)
        tell_copies(held[-10:], held[:-10], Persons(listed, found), (), found)
    assert not found.wrong
    assert compared < 10 * 2 * 60
