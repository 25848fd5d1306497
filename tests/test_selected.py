"""RATE_EVENT of a crosstable that somebody selects in a sheet, with its headings."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

import xlrating
from xlrating.engine.errors import RatingError
from xlrating.engine.languages import LANGUAGES
from xlrating.exchange.sheets import open_sheets
from xlrating.functions import RATE_EVENT, cells
from xlrating.functions.help import argument_name
from xlrating.reading import read_all

OWN = Path(__file__).parent / "annotation" / "own"
#: The sheets with one table each, in people's own styles.
SHEETS = [
    (path.name, sheet)
    for path in sorted(OWN.glob("*.xlsx"))
    if path.stem not in ("beside", "two")
    for sheet in open_sheets(path).visible
    if sheet not in ("Totals", "Notes", "Season")
]

HEAD = ["No", "Name", "Rating", 1, 2, 3, "Points"]
TABLE: list[list[Any]] = [
    HEAD,
    [1, "A", 1720, "*", 1, 0.5, 1.5],
    [2, "B", 1650, 0, "*", 0, 0],
    [3, "C", 1580, 0.5, 1, "*", 1.5],
]


def with_cell(row: int, col: int, value: object) -> list[list[Any]]:
    """The table with one cell changed."""
    table = copy.deepcopy(TABLE)
    table[row][col] = value
    return table


@pytest.mark.parametrize(("name", "sheet"), SHEETS)
def test_a_selected_sheet_gives_what_the_file_gives(name: str, sheet: str) -> None:
    """A range with titles and footers, in any language, is rated as its file is."""
    rows = [
        [None if one == "" else one for one in row] for row in open_sheets(OWN / name).rows(sheet)
    ]
    found = cells.call("RATE_EVENT", [rows, None, "fide"])
    events = read_all(OWN / name)
    event = next(one for one in events if one.account and one.account.sheet == sheet)
    report = xlrating.rate(event, "fide")
    given = {row[0]: row[8] for row in found[1:] if row[0] is not None}
    assert given == {
        line.player.no: None if line.new is None else float(line.new) for line in report.lines
    }


def test_rows_stand_beside_those_of_the_table() -> None:
    """Next to the headings typed, each player's row of results is that player's row."""
    table = [["Cup"], *TABLE[:2], [None] * 7, *TABLE[2:], ["Arbiter: N. N."]]
    found = cells.call("RATE_EVENT", [table, None, "fide"])
    assert [row[1] for row in found] == ["Name", "A", None, "B", "C"]


@pytest.mark.parametrize(
    ("table", "place", "word"),
    [
        (with_cell(1, 4, "7"), "row 2, column 5", "'7' is not a score of player 1"),
        (with_cell(1, 4, 0.5), "row 2, column 7", "1.5"),
        (with_cell(1, 2, "17x0"), "row 2, column 3", "a number is expected"),
        ([[*row, one] for row, one in zip(TABLE, ["Handicap", 1, 2, 3], strict=True)],
         "row 1", "\"Handicap\" as the last argument (ignore)"),
        ([*TABLE, [None] * 7, *TABLE], "row 6, column 1", "a second table begins here"),
        (TABLE[1:], "", "select a crosstable with its headings"),
    ],
)  # fmt: skip
def test_what_is_not_understood_is_refused_in_words(
    table: list[list[Any]], place: str, word: str
) -> None:
    """The cell says what is wrong, and in which row and column of the range; Python raises it."""
    ((said,),) = cells.call("RATE_EVENT", [table, None, "fide"])
    assert said.startswith(f"selected range{place and ', '}{place}: ")
    assert word in said
    assert "--" not in said
    with pytest.raises(RatingError, match=r"selected range"):
        RATE_EVENT(table, ruleset="fide")


@pytest.mark.parametrize(
    ("more", "word"),
    [(["knock-out"], "round-robin"), ([None, None, 2], "but round 3 has games"), ([None, None, "x"], "rounds"),
     ([None, None, None, "10/12/2025"], "10/12/2025")],
)  # fmt: skip
def test_wrong_arguments_are_told_in_words(more: list[Any], word: str) -> None:
    """A format, a number of rounds or a day that cannot be is said in the cell, too."""
    ((said,),) = cells.call("RATE_EVENT", [TABLE, None, "fide", *more])
    assert word in said and not said.startswith("#")


def test_it_speaks_the_language_asked_for() -> None:
    """Each language has words of its own for the range and the place in it."""
    table = with_cell(1, 4, "7")
    said = [cells.call("RATE_EVENT", [table, None, "fide", None, to])[0][0] for to in LANGUAGES]
    for one, place in zip(
        said, ("row 2, column 5", "第 2 行，第 5 列", "строка 2, столбец 5"), strict=True
    ):
        assert place in one


PLAYERS: list[list[Any]] = [["No", "Name", "Rating"], [1, "A", 2000], [2, "B", 2000]]


@pytest.mark.parametrize(
    ("players", "games", "column"),
    [
        (PLAYERS, [[None, 1, 2, "1-0"]], 1), (PLAYERS, [[1.5, 1, 2, "1-0"]], 1),
        (PLAYERS, [["x", 1, 2, "1-0"]], 1), (PLAYERS, [[1, 1, 2, "7-0"]], 4),
        (PLAYERS, [[1, 1, "B", "1-0"]], 3), (PLAYERS[:2], None, 0), ([[1, "A"]], [[1, 1, 2, "1-0"]], 0),
        ([PLAYERS[0], [1, "A", "high"]], [[1, 1, 2, "1-0"]], 3),
        ([PLAYERS[0], ["x", "A", 2000]], [[1, 1, 2, "1-0"]], 1),
        ([PLAYERS[0], [1, "A", "#N/A"]], [[1, 1, 2, "1-0"]], 3),
    ],
)  # fmt: skip
def test_a_refused_range_is_told_in_each_language_with_its_cell(
    players: list[list[Any]], games: list[list[Any]] | None, column: int
) -> None:
    """Promise: what is wrong in one of two ranges is said in each language, with row and column."""
    said = [cells.call("RATE_EVENT", [players, games, "fide", None, to])[0][0] for to in LANGUAGES]
    assert len({*said}) == len(LANGUAGES)
    places = f"column {column}: ", f"第 {column} 列：", f"столбец {column}: "
    for one, place in zip(said, places, strict=True):
        assert not column or place in one


GAMES: list[list[Any]] = [["Round", "White", "Black", "Result"], [1, 1, 2, "1-0"]]


@pytest.mark.parametrize(
    ("where", "column", "heading"),
    [
        ("players", ["Age", 12, 30], "Age"), ("players", ["Elo K", 40, ""], "Elo K"),
        ("players", ["", 1850, 2004], "#4"), ("players", ["Rating", 2100, 2000], None),
        ("games", ["Remark", "walkover"], "Remark"), ("games", ["Date", "2025-10-12"], "Date"),
        ("games", ["White rating", 2100], "White rating"), ("games", ["Result", "0-1"], None),
    ],
)  # fmt: skip
def test_two_ranges_follow_the_one_rule_for_columns(
    where: str, column: list[Any], heading: str | None
) -> None:
    """Promise: a column that may change a number stops RATE_EVENT, in words, until it is ignored."""
    ranges: dict[str, list[list[Any]]] = {"players": PLAYERS, "games": GAMES}
    wide = {**ranges, where: [[*row, one] for row, one in zip(ranges[where], column, strict=True)]}

    def rated(given: dict[str, Any], *more: Any) -> Any:
        return cells.call("RATE_EVENT", [*given.values(), "fide", None, *more])

    for language in LANGUAGES:
        ((said,),) = rated(wide, language)
        assert (heading or column[0]) in said and said.startswith(argument_name(where, language))
    if heading is not None:
        assert rated(wide, "en", None, None, f"Club; {heading}") == rated(ranges)


def test_columns_that_change_nothing_stay_beside_two_ranges() -> None:
    """Remarks, clubs, tie-breaks, a copy of a column and blank columns are left aside."""
    more: list[list[Any]] = [
        ["Club", "Buchholz", "Name", ""],
        ["Star", 1, "A", ""],
        ["Moon", 2, "B", ""],
    ]
    wide = [[*row, *beside] for row, beside in zip(PLAYERS, more, strict=True)]
    found = [cells.call("RATE_EVENT", [people, GAMES, "fide"]) for people in (PLAYERS, wide)]
    assert found[0] == found[1] and len(found[0]) == 3
    assert cells.call("RATE_EVENT", [PLAYERS[1:], GAMES[1:], "fide"]) == found[0]


def test_what_does_not_matter_can_be_ignored() -> None:
    """A column that could matter is left out where somebody says that it does not."""
    table = [[*row, one] for row, one in zip(TABLE, ["Handicap", 1, 2, 3], strict=True)]
    found = cells.call("RATE_EVENT", [table, None, "fide", None, None, None, None, "Handicap"])
    assert found == cells.call("RATE_EVENT", [TABLE, None, "fide"])


def test_pairings_name_people_repeatedly() -> None:
    """Promise: of pairings there is a row for each player, in the order of their numbers."""
    head = ["Bo.", "No.", "White", "Rtg", "Result", "Black", "Rtg", "No."]
    pairings = [
        ["Round 1"], head, [1, 1, "A", 2400, "1 - 0", "B", 2300, 3], [2, 2, "C", 2200, "½ - ½", "D", 2100, 4],
        ["Round 2"], head, [1, 3, "B", 2300, "1 - 0", "C", 2200, 2], [2, 4, "D", 2100, "½ - ½", "A", 2400, 1],
    ]  # fmt: skip
    found = cells.call("RATE_EVENT", [pairings, None, "fide"])
    assert [row[:3] for row in found[1:]] == [
        [1, "A", 2400],
        [2, "C", 2200],
        [3, "B", 2300],
        [4, "D", 2100],
    ]


def test_a_round_robin_is_never_guessed() -> None:
    """Where rules rate a round robin otherwise, pairings in which all met ask which it is."""
    rounds = [
        ["No", "Name", "Rating", "1.Rd", "2.Rd", "3.Rd"],
        [1, "A", 1720, "2w1", "3b½", None], [2, "B", 1650, "1b0", None, "3w0"],
        [3, "C", 1580, None, "1w½", "2b1"],
    ]  # fmt: skip
    ((said,),) = cells.call("RATE_EVENT", [rounds, None, "china-pro"])
    assert said.endswith("pass the argument format: round-robin or swiss")
    found = [cells.call("RATE_EVENT", [rounds, None, "china-pro", one]) for one in
             ("round-robin", "swiss")]  # fmt: skip
    assert found[0] != found[1]
    # A square of all players against all is one.
    assert cells.call("RATE_EVENT", [TABLE, None, "china-pro"])[1:] == found[0][1:]
    assert len(cells.call("RATE_EVENT", [rounds, None, "fide"])) == 4
