"""What somebody types about a player is held against the rules and the table, line by line."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from live_office import Entry, Live
from needs import EVERY
from office import Office, differences_of
from openpyxl.utils.cell import get_column_letter
from test_inspection import FOUND, four, said
from workbooks import games, plan_of, write

from xlrating.engine.event import Event, Player
from xlrating.engine.inspection import inspected
from xlrating.engine.problems import format_message
from xlrating.engine.rules.ruleset import load
from xlrating.engine.texts import say, sheet_name, sheets_named_in, wording
from xlrating.exchange import open_sheets
from xlrating.workbook.book import build, builder_of
from xlrating.workbook.layout import lay_out
from xlrating.workbook.sheets.player_found import round_missed
from xlrating.workbook.table import HEAD_ROW, NOTE_ROW

#: The rule set, what is typed (column, line of Players, value), the line that must tell, the
#: key of what it says, and whether it stops the event.
TYPED: dict[str, tuple[str, list[tuple[str, int, Any]], int, str, bool]] = {
    "two with place 1": (
        "malaysia", [("bonus_place", 1, 1), ("bonus_place", 2, 1)], 2, "place_twice", True,
    ),
    "place 9": ("malaysia", [("bonus_place", 1, 9)], 1, "place_beyond", False),
    "place of another": ("malaysia", [("bonus_place", 4, 1)], 4, "place_differs", False),
    "half a place": ("malaysia", [("bonus_place", 1, 1.5)], 1, "whole_out_of_range", True),
    "absent and there": ("malaysia", [("absent", 2, "x")], 2, "absent_played", True),
    "not absent": ("malaysia", [("absent", 2, "нет")], 0, "", False),
    "newcomer": ("malaysia", [("rating", 3, None)], 3, "newcomer_unrated", False),
    "three champions": (
        "cxa-rapid", [("champion", no, "x") for no in (2, 3)], 2, "champion_several", True,
    ),
    "a woman and a man": ("cxa-rapid", [("champion", 2, "x"), ("sex", 2, "Ｆ")], 0, "", False),
    "two women": (
        "cxa-rapid", [(key, no, value) for no in (1, 2) for key, value in (("sex", "f"), ("champion", "x"))],
        2, "champion_several", True,
    ),
    "champion in last place": (
        "cxa-rapid", [("champion", 1, None), ("champion", 4, "x")], 4, "champion_not_first", False,
    ),
    "no mark": ("cxa-rapid", [("foreign", 3, "境内")], 3, "word_mark", True),
    "a title of those at home": (
        "cxa-rapid", [("rating", 3, None), ("title", 3, "二级运动员"), ("foreign", 3, "x")],
        3, "title_of_home", False,
    ),
    "no sex": ("cxa-rapid", [("sex", 3, None)], 3, "sex_missing", False),
    "two without a sex": (
        "cxa-rapid", [("sex", no, None) for no in (2, 3)], 2, "sex_missing", False,
    ),
    "no year of birth": ("dwz", [("born", 3, None)], 3, "born_missing", False),
    "two without year of birth": (
        "fide", [("born", no, None) for no in (3, 4)], 3, "born_missing", False,
    ),
    "a foreigner without title": (
        "cxa-rapid", [("rating", 3, None), ("federation", 3, "越南")], 3, "foreigner_unrated", False,
    ),
    "a rating below a man's": ("cxa-rapid", [("rating", 3, 1900)], 3, "rating_below_floor", False),
    "sex of another kind": ("cxa-rapid", [("sex", 3, "boy")], 3, "sex_unknown", True),
    "a woman's floor": ("cxa-rapid", [("rating", 3, 1799)], 3, "rating_out_of_range", True),
    "another case": ("elo", [("name", 2, "PLAYER  1")], 2, "name_twice", True),
    "full width": ("elo", [("name", 2, "Ｐｌａｙｅｒ　1")], 2, "name_twice", True),
    "loose accents": ("elo", [("name", 2, "Jose\u0301")], 2, "name_loose", False),
    "one of two with an ID": (
        "elo", [("id", 1, "7"), ("name", 2, "PLAYER 1")], 2, "name_with_id", False,
    ),
    "a rating that is on no list": ("fide", [("rating", 2, 2004.4)], 2, "rating_not_whole", True),
    "a peak that is on no list": ("fide", [("peak", 2, 2400.5)], 2, "rating_not_whole", True),
    "K 400": ("fide", [("k", 2, 400)], 2, "number_out_of_range", True),
    "K as text": ("fide", [("k", 2, "forty")], 2, "number_out_of_range", True),
    "K 60": ("fide", [("k", 2, 60)], 2, "k_beyond_table", False),
    "minus three games": ("fide", [("games", 2, -3)], 2, "whole_out_of_range", True),
    "a peak of 23": ("fide", [("peak", 2, 23)], 2, "number_out_of_range", True),
    "rating 23": ("fide", [("rating", 2, 23)], 2, "rating_out_of_range", True),
    "rating as text": ("cxa-rapid", [("rating", 2, "２３６５?")], 2, "rating_out_of_range", True),
    "decimal comma": ("elo", [("rating", 2, "2087,3")], 2, "rating_out_of_range", True),
    "points as text": ("malaysia", [("rating", 2, "2100 n")], 2, "rating_out_of_range", True),
    "peak as text": ("fide", [("peak", 2, "2４00?")], 2, "number_out_of_range", True),
    "year as text": ("dwz", [("born", 2, "１９９０?")], 2, "born_out_of_range", True),
    "a federation's name": ("fide", [("federation", 2, "England")], 2, "report_federation", False),
    "a title of no report": ("fide", [("title", 2, "жмс")], 2, "report_title", False),
    "a name too long for a report": (
        "fide", [("name", 2, "Player " + 27 * "x")], 2, "report_name", False,
    ),
    "a name just short enough": ("fide", [("name", 2, "Player " + 26 * "x")], 0, "", False),
    "a name in other letters": ("elo", [("name", 2, "Рlayer 1")], 2, "names_alike", True),
    "an ID in other letters": ("elo", [("id", 1, "AB1"), ("id", 2, "АB1")], 2, "ids_alike", True),
    "two IDs in letters": ("elo", [("id", 1, "AB1"), ("id", 2, "AB2")], 0, "", False),
    "rating 1399": ("fide", [("rating", 2, 1399)], 2, "rating_below_list", False),
}  # fmt: skip


#: The keys of what makes no number of an entry.
NO_NUMBERS = (
    "rating_out_of_range", "number_out_of_range", "whole_out_of_range", "born_out_of_range",
    "rating_not_whole",
)  # fmt: skip


@pytest.fixture(scope="module")
def shown(live: Live, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What an event without fault shows, with each mistake typed in and then undone."""
    folder = tmp_path_factory.mktemp("lines")
    found = {}
    for reference in {reference for reference, *_ in TYPED.values()}:
        champion = {"champion": "x"} if reference == "cxa-rapid" else {}
        path = folder / f"{reference}.xlsx"
        write(plan_of(said(four(champion), reference), reference, engine=False), path)
        live.open(path)
        headings = live.values("Players")["Players"][HEAD_ROW]
        for name, (of, typed, _, key, _) in TYPED.items():
            if of == reference:
                entries = [
                    Entry("Players", HEAD_ROW + line, column_of(headings, part), str(value or ""))
                    for part, line, value in typed
                ]
                with live.typed(*entries):
                    some = (
                        ()
                        if key in (*NO_NUMBERS, "born_missing")
                        else ("Check", "Start", "Players")
                    )
                    found[name] = live.values(*some)
    return found


def column_of(headings: list[object], part: str) -> int:
    """The column with this heading."""
    key = "col_k_given" if part == "k" else f"col_{part}"
    return headings.index(wording(key)["en"])


def cell_of(sheets: dict[str, Any], part: str) -> str:
    """The letter of a column of Players."""
    return str(get_column_letter(column_of(sheets["Players"][HEAD_ROW], part) + 1))


@pytest.mark.parametrize("name", TYPED)
def test_line_tells_what_is_wrong(name: str, shown: dict[str, Any]) -> None:
    """The line says it, Check lists it with its cell, and only what makes numbers wrong is red."""
    _, typed, line, key, stops = TYPED[name]
    sheets = shown[name]
    listed = {str(row[0]): str(row[1]) for row in sheets["Check"][13:] if row[1] and row[0] != "✓"}
    if not key:
        assert set(listed) == {"Start!B19", "Start!B20"}  # the days, of an event without
        return
    start = wording(key)["en"].split("{")[0]
    # The link goes to the cell to mend: what was typed there, or the title that is lacking.
    part = (
        "title" if key.endswith("_unrated") else [part for part, at, _ in typed if at == line][-1]
    )
    part = {"title_of_home": "title", "name_with_id": "id"}.get(key, part)
    told_here = listed.get(f"Players!{cell_of(sheets, part)}{4 + line}", "")
    assert told_here.startswith(start) and start + told_here, listed
    assert "{" not in told_here
    light = str(sheets["Start"])
    assert ("There are problems" in light) is stops
    assert ("some lines are worth a look" in light) is not stops


@pytest.mark.parametrize("name", [name for name, one in TYPED.items() if one[3] in NO_NUMBERS])
def test_what_is_no_number_leaves_no_rating_of_anybody(name: str, shown: dict[str, Any]) -> None:
    """No error anywhere, no rating that others got from it, and a word beside each player; the next
    event does not take them for players who have none."""
    sheets = shown[name]
    cells = [(sheet, cell) for sheet, rows in sheets.items() for row in rows for cell in row]
    assert [(sheet, cell) for sheet, cell in cells if str(cell).startswith(("#", "Err:"))
            and not str(cell).startswith("###")] == []  # fmt: skip
    headings, *rows = sheets["Ratings"][HEAD_ROW:]
    new, note = (headings.index(wording(f"col_{key}")["en"]) for key in ("new", "note"))
    said = wording("note_unread")["en"].split("{")[0]
    people = [row for row in rows if row[1]]
    assert [(row[new], str(row[note]).startswith(said)) for row in people] == [("", True)] * 4
    headings, *rows = sheets["Next"][HEAD_ROW:]
    rated = headings.index(wording("col_rating")["en"])
    assert [row[rated] for row in rows if any(row)] == ["?"] * 4


def test_who_counts_as_an_adult_is_told_on_the_wall(
    shown: dict[str, Any], live: Live, tmp_path: Path
) -> None:
    """No K of an adult without a word, on Ratings as on Standings; none where years are known.

    It is a sentence after others: in Chinese no blank stands before it.
    """
    for name, number in (("two without year of birth", 2), ("K as text", 0)):
        told_now = say("en", "ageless_told", n=number)
        for sheet in ("Ratings", "Standings"):
            assert (told_now in str(shown[name][sheet][NOTE_ROW][0])) is (number > 0)
    again = games((1, 1, 4, "1-0"), (1, 2, 3, "1-0"), (2, 4, 1, ""), (2, 3, 2, "0-1"))
    event = said(replace(four({"born": None}), format="swiss", games=again), "fide")
    live.open(write(plan_of(event, "fide", "zh", engine=False), tmp_path / "zh.xlsx"))
    assert live.stale() == []
    for sheet in ("Ratings", "Standings"):
        name = sheet_name("zh", sheet)
        note = str(live.values(name)[name][NOTE_ROW][0])
        with sheets_named_in("zh"):
            assert note.endswith("。" + say("zh", "ageless_told", n=1))
    sheets = live.values()
    texts = [str(cell) for rows in sheets.values() for row in rows for cell in row]
    assert [text for text in texts if "。 " in text] == []
    assert [text for text in texts if "Player 1：尚无结果" in text and "；第 2 轮" in text] != []
    assert sheets[sheet_name("zh", "Audit")][0][1] == say("zh", "sheet_audit") + "：1 Player 1"


NAMES = [name for name, (event, rules, _) in FOUND.items()
         if all(not one.stops for one in inspected(said(event, rules), load(rules)))]  # fmt: skip


@pytest.mark.in_turn
def test_engine_and_formulas_tell_the_same(office: Office, tmp_path: Path) -> None:
    """What the engine finds doubtful stands in the cells, in words, and is recalculated so."""
    paths = []
    tried = NAMES[:: 1 if EVERY else 8]
    for at, name in enumerate(tried):
        event, rules, _ = FOUND[name]
        event = said(event, rules)
        language = ("en", "zh", "ru")[at % 3]
        path = write(plan_of(event, rules, language, engine=False), tmp_path / f"{at}.xlsx")
        paths.append(path)
        shown = open_sheets(path).rows(sheet_name(language, "Players"))
        cells = {cell for row in shown for cell in row}
        for one in inspected(event, load(rules)):
            with sheets_named_in(language):
                assert one.no == 0 or format_message(one, language) in cells, (name, one.key)
    found = dict(zip(tried, differences_of(paths, office), strict=True))
    assert {name: cells for name, cells in found.items() if cells} == {}


def test_what_finds_no_room_is_counted() -> None:
    """Promise: nothing is dropped in silence: Check lists thirty lines, and says how many more there are."""
    people = tuple(Player(no, f"P{no}", Decimal(2000), title="foo") for no in range(1, 37))
    event = Event(people, games((1, 1, 2, "1-0")), start=date(2026, 2, 1))
    shown = [cell.value for cell in build(plan_of(event, "malaysia")).sheet("Check").cells.values()]
    # A title of each, and the last day.
    assert shown[shown.index("Lines worth checking") - 1] == 37
    assert say("en", "check_more", n=7) in shown


def test_the_first_round_that_a_player_missed() -> None:
    """Who came late, or waits for a round that nobody has played yet, has missed none."""
    people = tuple(Player(no, f"P{no}", Decimal(2000)) for no in range(1, 5))
    played = games((1, 1, 2, "1-0"), (2, 1, 3, "1-0"))
    plan = plan_of(Event(people, played, rounds=3, start=date(2026, 2, 1)), "fide")
    found = [round_missed(plan, place) for place in range(4)]
    none = found[0]
    assert none > plan.all_rounds and found == [none, 2, none, 1]
    builder = builder_of(plan)
    lay_out(builder)
    first = next(one for one in builder.tables["Players"].columns if one.key == "first_line")
    assert [first.value(place) for place in range(4)] == [1, 1, 2, none]
