"""What lines above the headings of a list of games say of the event."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from xlrating import rate
from xlrating.engine.errors import RatingError
from xlrating.engine.event import Event, Game, Player
from xlrating.engine.languages import LANGUAGES
from xlrating.engine.texts import wording
from xlrating.exchange.csv_writer import write_csv
from xlrating.reading import read

_GAMES = "round,white,black,result\n1,Ann,Bob,1-0\n"


def event_of(folder: Path, *lines: str, games: str = _GAMES) -> Event:
    """The event of a list of games below these lines."""
    path = folder / "cup.csv"
    path.write_text("\n".join([*lines, games]), "utf-8")
    return read(path)


def test_all_that_an_event_says_comes_back(tmp_path: Path) -> None:
    """`convert -o NAME-games.csv` loses nothing of the event: README, round trips are exact."""
    facts = {
        "minutes": Decimal(90), "increment": Decimal(30), "arbiters": 2, "approved": "yes",
        "chief_arbiter": 'Lee, "Kim"', "filed": date(2026, 3, 1), "national": "no",
        "federation": "MAS",
    }  # fmt: skip
    event = Event(
        (Player(1, "A"), Player(2, "B")), (Game(1, 1, 2, "1-0"),), "Cup; the 2nd, of all",
        "round-robin", 3, date(2026, 5, 1), date(2026, 5, 3), "Kuching, Sarawak", "fide@2025-10-01",
        ("DE", "SB"), "rapid", facts,
    )  # fmt: skip
    written = write_csv(event)
    assert not written.lost
    for name, text in (("cup-games.csv", written.games), ("cup-players.csv", written.players)):
        (tmp_path / name).write_text(text, "utf-8")
    assert read(tmp_path / "cup-games.csv") == event


@pytest.mark.parametrize("language", LANGUAGES)
def test_lines_begin_as_the_labels_of_start(language: str, tmp_path: Path) -> None:
    """Whoever knows the template writes its labels, in three languages."""
    said = {key: wording(key)[language] for key in ("event_name", "event_start", "event_minutes")}
    found = event_of(
        tmp_path, f"{said['event_name']}：Cup", f"{said['event_start']}: 2026-05-01",
        f"{said['event_minutes']} = 90",
    )  # fmt: skip
    assert (found.name, found.start, found.facts) == (
        "Cup", date(2026, 5, 1), {"minutes": Decimal(90)},
    )  # fmt: skip


@pytest.mark.parametrize(
    "line", ["place: Kuching, Sarawak", '"place: Kuching, Sarawak",,', 'place,"Kuching, Sarawak",']
)
def test_lines_as_spreadsheet_programs_save_them(line: str, tmp_path: Path) -> None:
    """A comma within, commas behind, and label and text in cells of their own."""
    assert event_of(tmp_path, line).place == "Kuching, Sarawak"


def test_a_day_alone_is_the_first_and_the_last(tmp_path: Path) -> None:
    """`date` is the column of a file of games, too."""
    found = event_of(tmp_path, "date: 2026-05-01")
    assert (found.start, found.end) == (date(2026, 5, 1), date(2026, 5, 1))


@pytest.mark.parametrize(
    "said",
    ["2026年9月28日至10月3日", "28.09. – 03.10.2026", "28 September - 3 October 2026",
     "28 сентября – 3 октября 2026 г.", "2026-09-28 to 2026-10-03"],
)  # fmt: skip
def test_the_days_of_an_event_as_people_write_them(said: str, tmp_path: Path) -> None:
    """Promise: of two days one may lack the year that the other says; the line says them both."""
    found = event_of(tmp_path, f"日期：{said},地点：北京")
    assert (found.start, found.end, found.place) == (date(2026, 9, 28), date(2026, 10, 3), "北京")


def test_days_in_the_wrong_order_are_both_named(tmp_path: Path) -> None:
    """Promise: two days that are each a date are told as such, whichever of them is wrong."""
    path = tmp_path / "cup.csv"
    path.write_text("date: 2026-10-03 - 2026-10-01\nNo,Name,R1\n1,Ann,2w1\n2,Bob,1b0\n", "utf-8")
    with pytest.raises(RatingError, match="last day 2026-10-01 is before the first day 2026-10-03"):
        rate(read(path), "fide")


def test_titles_and_remarks_say_nothing(tmp_path: Path) -> None:
    """What begins otherwise is a title; a remark may say the format, as it always could."""
    found = event_of(
        tmp_path, "Club cup 2026", "# place: somewhere", "sponsor: Bank", "#format: round robin"
    )
    assert (found.name, found.place, found.facts, found.format) == ("", "", {}, "round-robin")


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["start: soon"], "cup.csv, line 1: .*soon"),
        (["Cup", "minutes: ninety"], "cup.csv, line 2: .*ninety"),
        (["rounds: 2.5"], "cup.csv, line 1: .*2.5"),
        (["rounds: 0"], "cup.csv, line 1: the number of rounds is 0, but round 1 has games"),
        (
            ["place: A", "place: B"],
            "cup.csv, line 2: place appears a second time, .* cup.csv, line 1",
        ),
        (["pace: quick"], "cup.csv, line 1: .*quick"),
        (["format: knockout"], "cup.csv, line 1: .*knockout"),
        (["start: 10/12/2025"], "cup.csv, line 1: .*10/12/2025"),
        (["date: 10/12/2025 - 11/12/2025"], "cup.csv, line 1: .*could be two different dates"),
        (["date: 3-1 October 2026"], "cup.csv, line 1: .*3-1 October 2026"),
        (["date: soon"], "cup.csv, line 1: .*soon"),
        (["pace,rules", "rapid,fide"], "cup.csv, line 1: .*rules"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(
    lines: list[str], expected: str, tmp_path: Path
) -> None:
    """File, line, what was found; nothing is guessed."""
    with pytest.raises(RatingError, match=expected):
        event_of(tmp_path, *lines)


def test_columns_of_a_file_of_games_say_it_too(tmp_path: Path) -> None:
    """event, date and pace, as `federation` reads them: the edition follows from the day."""
    head, row = "event,date,pace,round,white,black,result\n", ",1,Ann,Bob,1-0\n"
    one = head + "Cup,2024-05-03,rapid" + row + "Cup,2024-05-01,rapid" + row.replace("1,", "2,", 1)
    found = event_of(tmp_path, games=one)
    assert (found.name, found.pace) == ("Cup", "rapid")
    assert (found.start, found.end) == (date(2024, 5, 1), date(2024, 5, 3))
    # A line goes before a column.
    found = event_of(tmp_path, "event: Open", "start: 2024-04-30", games=one)
    assert (found.name, found.start, found.end) == ("Open", date(2024, 4, 30), date(2024, 5, 3))
    with pytest.raises(RatingError, match=r"cup.csv, line 3.*2024-05-03, but the event lasted"):
        event_of(tmp_path, "start: 2024-05-04", games=one)
    with pytest.raises(RatingError, match=r"cup.csv, line 1: the line begins with 'strat'"):
        event_of(tmp_path, "strat: 2024-05-04", games=one)
    for other, expected in (
        ("League,2024-05-03,rapid", "cup.csv, line 3, column event: these are games of 2 events"),
        ("Cup,2024-05-03,blitz", "cup.csv, line 3, column pace: the event has games at two paces"),
        ("Cup,,rapid", "cup.csv, line 3, column date: the game has no date"),
        ("Cup,May,rapid", "cup.csv, line 3, column date: .*May"),
    ):
        with pytest.raises(RatingError, match=expected):
            event_of(tmp_path, games=head + "Cup,2024-05-03,rapid" + row + other + row)
