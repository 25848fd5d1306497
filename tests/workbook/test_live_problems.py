"""Mistakes show at once: in the row, on Check with the cell, and as a red light."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any
from unicodedata import east_asian_width

import pytest
from live_office import Live, entered
from needs import EVERY
from office import Office, differences, written
from workbooks import EVENTS, games, plan_of, write

from xlrating.engine import problems
from xlrating.engine.event import Event, Player
from xlrating.engine.languages import LANGUAGES
from xlrating.engine.texts import wording
from xlrating.exchange import open_sheets
from xlrating.reading import read
from xlrating.workbook.compare import check
from xlrating.workbook.sheets.check import WORDS

#: What is typed where, the sheet and row that must tell, and a part of the message.
MISTAKES: dict[str, tuple[dict[str, Any], str, str]] = {
    "unknown player": ({"Games!D5": 13}, "Games", "there is no player with the number 13"),
    # A search takes it for any letter.
    "a question mark": ({"Games!D5": "?"}, "Games", "there is no player with the number ?"),
    "plays himself": ({"Games!F5": 12}, "Games", "player 12 is paired with themselves"),
    "twice in a round": ({"Games!D6": 12}, "Games", "player 12 appears twice in round 1"),
    # The earlier, right line is not blamed, whichever colours they are.
    "Black before, then White": ({"Games!D7": 7}, "Games", "player 7 appears twice"),
    "unknown result": ({"Games!E5": "2:0"}, "Games", "result 2:0 is unknown"),
    "bye with opponent": (
        {"Games!E5": "BYE 1"},
        "Games",
        "BYE 1 is a bye but an opponent is given",
    ),
    "opponent missing": ({"Games!F5": None}, "Games", "needs two players"),
    "no such round": ({"Games!B5": 12}, "Games", "round 12 does not exist"),
    "round in words": ({"Games!B5": "第4轮"}, "Games", "type just the number"),
    "rating as text": ({"Players!F5": "strong"}, "Players", "Rating is strong"),
    "negative rating": ({"Players!F5": -5}, "Players", "Rating is -5"),
    "same ID": ({"Players!C6": "2020009"}, "Players", "players 1 and 2 have the same ID 2020009"),
    "same name": (
        {"Players!C5": None, "Players!C6": None, "Players!B6": "2020009"},
        "Players",
        "players 1 and 2 have the same name 2020009",
    ),
    "born after the event": ({"Players!I5": 2050}, "Players", "year of birth is 2050"),
    "tie-break twice": ({"Start!B25": "bh-c1"}, "Start", "a tie-break on the sheet Start"),
    "unknown tie-break": ({"Start!B24": "KS"}, "Start", "a tie-break on the sheet Start"),
    "number missing": ({"Games!D5": None}, "Games", "the first player's number is missing"),
    "no such language": ({"Start!B23": "Deutsch"}, "Start", "Choose English"),
    "no date": ({"Start!B19": "soon"}, "Start", "soon is not a date"),
}


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The workbook of an event without faults."""
    event = read(EVENTS / "us-championship-2025" / "games.csv")
    plan = plan_of(replace(event, format="swiss", start=date(2025, 10, 12)), "fide", engine=False)
    return write(plan, tmp_path_factory.mktemp("mistakes") / "good.xlsx")


@pytest.fixture(scope="module")
def shown(good: Path, live: Live) -> dict[str, Any]:
    """What the workbook shows with each mistake typed in, then undone."""
    live.open(good)
    found = {}
    for name, (typed, sheet, _) in MISTAKES.items():
        with live.typed(*(entered(place, value) for place, value in typed.items())):
            found[name] = live.values(*{"Check", "Start", "Round", sheet})
    return found


def lines_of(check: list[Any]) -> list[Any]:
    """Cell and words of each line of Check, without what the program at hand answers."""
    return [row[:2] for row in check[13:] if row[1] and row[0] not in ("✓", "✗")]


@pytest.mark.parametrize("name", MISTAKES)
def test_mistake_is_shown_at_once(name: str, shown: dict[str, Any]) -> None:
    """The row says what is wrong, Check lists it with its cell, the light turns red.

    No cell of the pages that hang up, hidden ones too, shows an error instead.
    """
    _, sheet, message = MISTAKES[name]
    sheets = shown[name]
    listed = lines_of(sheets["Check"])
    # What is wrong stands before what is only worth a look.
    (place, text), *others = listed
    assert message in str(text) and str(place).startswith(sheet), listed
    assert all(str(notice).startswith("worth checking") for _, notice in others), listed
    if name.startswith("Black before"):
        assert place == "Games!D7"
    if sheet != "Start":
        assert any(message in str(cell) for row in sheets[sheet] for cell in row)
    assert "There are problems" in str(sheets["Start"])
    cells = [str(cell) for rows in sheets.values() for row in rows for cell in row]
    assert [cell for cell in cells if cell.startswith(("#VALUE", "#N/A", "Err:"))] == []


#: Cells of Players, Games, Start and Prizes that people type into, by number and of texts.
ERRORS = (
    "Players!B6", "Players!C5", "Players!D6", "Players!E11", "Players!F9", "Players!G11",
    "Players!I11", "Players!J11", "Games!B30", "Games!D30", "Games!E5", "Games!F5", "Start!B17",
    "Start!B19", "Start!B36", "Prizes!B6",
)  # fmt: skip


@pytest.mark.in_turn
def test_an_error_value_is_named_before_all_else(good: Path, live: Live) -> None:
    """Promise: no wrong number without a word: `#N/A` of a lookup goes on into what Check counts."""
    live.open(good)
    for place in ERRORS[:: 1 if EVERY else 4]:
        for error in ("=NA()", "=1/0"):
            with live.typed(entered(place, error)):
                shown = live.values("Check", "Start")
            listed = lines_of(shown["Check"])
            assert [where for where, _ in listed] == [place], (place, error, listed)
            assert "shows an error such as #N/A" in str(listed[0][1])
            assert "There are problems" in str(shown["Start"][9][0]), (place, error)
            assert "fix what" in str(shown["Start"][10][1]), shown["Start"][10]


#: Lines of a Swiss of four players that are allowed but seldom meant, the cell that Check names
#: for them, and a part of the notice.
NOTICES: dict[str, tuple[tuple[tuple[int, int, int | None, str], ...], str, str]] = {
    # Who did not come has not been met: only the third game of 1 and 2 is a second one.
    "met again after a forfeit": (
        ((1, 1, 2, "1-0 F"), (1, 3, 4, "1-0"), (2, 2, 1, "1-0"), (2, 4, 3, "+:-"),
         (3, 1, 2, "1-0"), (3, 3, 4, "+:-")),
        "Games!D9",
        "1 and 2 meet again; they met in round 2",
    ),
    "no line at all": (
        ((1, 1, 2, "1-0"), (1, 3, None, "BYE 0")),
        "Players!A8",
        "no game yet",
    ),
    "no line in a round": (
        ((1, 1, 2, "1-0"), (1, 3, None, "BYE 0"), (1, 4, None, "BYE 1"), (2, 3, 1, "1-0"),
         (2, 2, None, "BYE 0")),
        "Players!A8",
        "no game in round 2",
    ),
    # Byes known beforehand are no games of a round.
    "a round that was left out": (
        ((1, 1, 2, "1-0"), (1, 3, 4, "1-0"), (2, 4, None, "BYE 0"), (3, 1, 3, "1-0"),
         (3, 2, 4, "1-0")),
        "Games!B8",
        "round 3 here, but round 2 has no games",
    ),
    # C.04.1, 4: whoever scored a full point without playing gets no bye; half a point is none.
    "a second bye": (
        ((1, 1, 2, "1-0"), (1, 3, None, "BYE 1"), (1, 4, None, "BYE ½"), (2, 4, None, "BYE 1"),
         (2, 1, 3, "1-0 F"), (2, 2, None, "BYE 0"), (3, 1, None, "BYE 1"), (3, 2, 4, "1-0"),
         (3, 3, None, "BYE 0")),
        "Games!E11",
        "player 1 already had a full point without playing",
    ),
    "a bye after a bye": (
        ((1, 1, 2, "1-0"), (1, 3, None, "BYE 1"), (1, 4, None, "BYE ½"), (2, 4, None, "BYE 1"),
         (2, 1, 2, "0-1"), (2, 3, None, "BYE 1")),
        "Games!E10",
        "player 3 already had a full point without playing",
    ),
    # C.04.1 counts games: a bye between them is none.
    "same colour before and after a bye": (
        ((1, 1, 2, "1-0"), (1, 3, 4, "1-0"), (2, 1, None, "BYE 1"), (2, 2, 3, "1-0"),
         (3, 1, 3, "1-0"), (3, 4, 2, "½-½"), (4, 1, 4, "1-0"), (4, 3, 2, "½-½")),
        "Games!D11",
        "player 1 has the same colour in three games in a row",
    ),
}  # fmt: skip


@pytest.mark.in_turn
@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", NOTICES)
def test_what_is_seldom_meant_is_shown_and_stops_nothing(
    name: str, office: Office, tmp_path: Path
) -> None:
    """Duplicate pairing, missing player, colours: named on Check and by the command `check`, which
    find the same, and the event can be sent in."""
    lines, place, message = NOTICES[name]
    people = tuple(Player(no, f"Player {no}", Decimal(2000)) for no in range(1, 5))
    event = Event(people, games(*lines), format="swiss", rounds=lines[-1][0])
    path = write(plan_of(event, "fide", engine=False), tmp_path / "event.xlsx")
    assert differences(path, office) == []
    sheets = written(path)
    listed = {str(row[0]): str(row[1]) for row in sheets["Check"][13:] if row[1]}
    assert message in listed.get(place, ""), listed
    assert sum(message[8:] in text for text in listed.values()) == 1
    said = [(one.where, problems.format_message(one)) for one in check(open_sheets(path)).notices]
    cell = place.replace("!", ", cell ")
    assert [where.endswith(cell) for where, text in said if message in text] == [True], said
    assert "some lines are worth a look" in str(sheets["Start"])


@pytest.mark.in_turn
def test_what_changes_no_rating_stands_last(office: Office, tmp_path: Path) -> None:
    """A colour crowds out nothing that may change a rating; what finds no room is counted."""
    people = tuple(
        Player(no, f"Player {no}", Decimal(1500), born=None if no == 40 else 1980)
        for no in range(1, 41)
    )
    # Everybody has one colour throughout; the pairs of the first round meet again in the second.
    lines = [
        (number, no, 21 + (no + max(0, number - 2)) % 20, "1-0")
        for number in range(1, 5)
        for no in range(1, 21)
    ]
    lines[0] = (*lines[0][:3], "")
    event = Event(people, games(*lines), format="swiss", rounds=4, start=date(2025, 10, 12))
    path = write(plan_of(event, "fide", engine=False), tmp_path / "event.xlsx")
    assert differences(path, office) == []
    listed = [str(text) for _, text in lines_of(written(path)["Check"])]
    kinds = ("is missing; the", "no year of birth", "meet again", "no result yet", "three games")
    found = [next(at for at, kind in enumerate(kinds) if kind in text) for text in listed[:-1]]
    assert found == sorted(found), listed
    # What is asked of an event and its last day, the year of birth, twenty pairs, the open game; the
    # colours of forty are one line, for they are the pairing program's business.
    assert [found.count(kind) for kind in range(4)] == [5, 1, 20, 1]
    assert "the same colour in three games in a row, lines: 40" in listed[-1]


def test_unknown_title_is_a_notice(office: Office, tmp_path: Path) -> None:
    """第三条: a title without a start rating is named; with a rating it stops nothing."""
    people = (Player(1, "A", Decimal(2400), title="国家大帅"), Player(2, "B", Decimal(2300)))
    event = Event(people, games((1, 1, 2, "1-0")), format="swiss", rounds=1)
    path = write(plan_of(event, "cxa-rapid", engine=False), tmp_path / "event.xlsx")
    assert differences(path, office) == []
    check = written(path)["Check"]
    assert [row[0] for row in check[13:] if "国家大帅" in str(row[1])] == ["Players!E5"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_told_fits_its_column(language: str) -> None:
    """A sentence on Check is read to its end on paper, too: it is cut where its column ends."""
    # Of files that others wrote, or of several events; no workbook of ours says it.
    elsewhere = {
        "edition_mixed",
        "looks_round_robin",
        "places_apart",
        "k_given",
        "coefficient_given",
        "day_in_title",
        "names_rated",
        "tables_share_games",
    }
    shown = problems.NOTICES - elsewhere
    told = {
        key: wording(key)[language]
        for key in (*shown, "player_unknown", "event_rate", "event_time")
    }
    wide = {key: sum(1 + (east_asian_width(c) in "WF") for c in text) for key, text in told.items()}
    # The letters of a proportional font take less room than the figures that widths count.
    assert {key: width for key, width in wide.items() if width > 1.1 * WORDS} == {}
