"""No change goes unnoticed in frames, Parquet, workbooks of games, templates, registers, corrections.

The property of `test_account.py`, whose changes these are, for what is no file of text.
"""

from __future__ import annotations

import csv
import random
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from needs import EVERY
from table_files import write
from test_account import (
    GAMES,
    LIST,
    Change,
    Kind,
    Read,
    changed,
    meanings,
    of_event,
    of_list,
    shows,
    slip,
)

from xlrating.engine.account import Account, LineRange
from xlrating.engine.errors import FileError, RatingError
from xlrating.engine.event import Event
from xlrating.engine.vocabulary.headings import spellings
from xlrating.engine.vocabulary.nobody import is_no_rating
from xlrating.exchange.account import in_a_line
from xlrating.exchange.sheets import Sheets, open_sheets
from xlrating.exchange.template import named
from xlrating.federation.identity import read_identity
from xlrating.workbook.reader import read_workbook

CHANGES = 20_000 if EVERY else 80
TEMPLATE = (
    Path(__file__).parents[2] / "workbook_templates" / "examples" / "us-championship-2025.xlsx"
)
PEOPLE = {"name": ["Ann", "Bob", "Cai", "Dan"], "rating": [2000, 1950, 1900, 1850]}


def frame_of(path: Path) -> pd.DataFrame:
    """The rows of a file in CSV as a frame of texts; headings may be there twice, or blank."""
    with path.open(encoding="utf-8", newline="") as file:
        head, *rows = list(csv.reader(file)) or [[]]
    if not head or any(len(row) != len(head) for row in rows):
        raise FileError("no frame")
    frame = pd.DataFrame(rows, columns=head, dtype=object)
    for at in range(frame.shape[1]):  # columns of numbers, as people have them
        with suppress(ValueError):
            frame.isetitem(at, pd.to_numeric(frame.iloc[:, at]))
    return frame


def as_rows(account: Account | None, size: int, kind: str) -> Account:
    """The account with lines as the rows of a file have them, its headings in the first."""
    assert account is not None
    return replace(account, lines=(LineRange("heading", 1, 1), LineRange(kind, 2, size + 1)))


def of_games_frame(path: Path) -> Read:
    """An event of two frames, the games as they were changed."""
    games = frame_of(path)
    event = Event.from_frames(PEOPLE, games)
    return Read(event, as_rows(event.account, len(games), "game"))


def of_players_frame(path: Path) -> Read:
    """The same with other players."""
    players = frame_of(path)
    event = Event.from_frames(
        players, {"round": [1], "white": ["A1"], "black": ["A2"], "result": ["1-0"]}
    )
    assert event.account is not None
    return Read(event, as_rows(event.account.parts[0], len(players), "player"))


def of_parquet(path: Path) -> Read:
    """A list in Parquet."""
    frame = frame_of(path)
    target = path.with_suffix(".parquet")
    if frame.columns.has_duplicates:
        raise FileError("no file has a column twice")
    frame.to_parquet(target)
    read = of_list(target)
    assert read.account is not None
    below = tuple(LineRange(kind, first + 1, last + 1) for kind, first, last in read.account.lines)
    size = below[-1].last if below else 1
    # Blank rows at the end are no rows of the list.
    rest = (LineRange("blank", size + 1, len(frame) + 1),) if size < len(frame) + 1 else ()
    lines = (LineRange("heading", 1, 1), *below, *rest)
    return Read(read.found, replace(read.account, lines=lines))


# --- templates ----------------------------------------------------------------------------------


class Changed(Sheets):
    """The sheets of a workbook with one cell of one sheet changed."""

    def __init__(self, sheets: Sheets, name: str, row: int, col: int, value: object) -> None:
        self.path, self.names, self.visible = sheets.path, sheets.names, sheets.visible
        self._sheets, self._name = sheets, name
        rows = [*sheets.rows(name)]
        rows[row] = [*rows[row][:col], value, *rows[row][col + 1 :]]
        self._changed = rows

    def rows(self, name: str) -> list[list[object]]:
        """All rows of a sheet."""
        return self._changed if name == self._name else self._sheets.rows(name)

    def formulas(self, name: str, columns: tuple[int, ...] = ()) -> Any:
        """The formulas of a sheet."""
        return self._sheets.formulas(name, columns)


def inputs(sheets: Sheets, account: Account) -> Iterator[tuple[str, int, int]]:
    """The cells of a template that people fill in: those of used columns, and what Start asks."""
    for part in account.parts:
        lines = [one for one in part.lines if one.kind in ("player", "game")]
        used = [one.number for one in part.columns if one.use == "used"]
        yield from ((part.sheet, row - 1, col - 1) for one in lines
                    for row in range(one.first, one.last + 1) for col in used)  # fmt: skip


def test_every_input_of_a_template_shows() -> None:
    """Another value in a line of Players or Games is another event, or stops with its cell."""
    sheets = open_sheets(TEMPLATE)
    before = read_workbook(sheets)
    assert before.account is not None
    spots, by = list(inputs(sheets, before.account)), random.Random(1)
    words = (
        "",
        "x",
        1.0,
        7.0,
        999.0,
        1850.0,
        2004.5,
        "1-0",
        "½-½",
        "0-1",
        "f",
        "Zoe",
        "GM",
        1980.0,
        True,
        "А1",
    )
    missed = []
    for _ in range(CHANGES):
        name, row, col = by.choice(spots)
        old = sheets.rows(name)[row][col]
        new: object = by.choice(words) if by.random() < 0.7 else slip(str(old), by)
        try:
            after = read_workbook(Changed(sheets, name, row, col, new))
        except RatingError as error:
            assert name in str(error) or named(sheets.names, "Start") in str(error), error
            continue
        # A whole number in a cell is a text without a decimal point to the reader.
        texts = (str(one).removesuffix(".0") for one in (old, new))
        if after == before and not set.intersection(*map(meanings, texts)):
            missed.append((name, row + 1, col + 1, old, new))
    assert not missed, (len(missed), missed[:8])


# --- registers and corrections ------------------------------------------------------------------

REGISTER = [
    ["ID", "Name", "FIDE ID", "Other IDs", "Other names"],
    ["A1", "Ann Berg", "400001", "B7; C9", "Annie Berg"],
    ["A2", "Bob Dahl", "", "B8", "Bobby Dahl; R. Dahl"],
    ["A3", "Cai Eck", "400003", "", "Kai Eck"],
]
CORRECTIONS = [
    ["Day", "ID", "What", "Old", "New", "Reason"],
    ["2025-11-20", "A1", "rating", "2000", "2010", "appeal"],
    ["2025-11-21", "A2", "name", "Bob", "Bob Dahl", "spelling"],
    ["2025-11-22", "A3", "born", "1980", "1981", "passport"],
]


def of_ledger(path: Path) -> Read:
    """All that an identity ledger says, in its form of today and as a register."""
    found = read_identity(path)
    return Read([str(one) for one in found.entries], found.account)


KINDS = {
    "frames.games": Kind([row[:-1] for row in GAMES[2:]], of_games_frame, "csv"),
    "frames.players": Kind(LIST, of_players_frame, "csv"),
    "list.parquet": Kind(LIST, of_parquet, "csv"),
    "games.xlsx": Kind(GAMES, of_event, "xlsx"),
    "games.ods": Kind(GAMES, of_event, "ods"),
    "register": Kind(REGISTER, of_ledger, "csv"),
    "corrections": Kind(CORRECTIONS, of_ledger, "csv"),
}


def says_the_same(name: str, change: Change) -> bool:
    """Whether the same was said in other words: somebody's own number once more among the other
    ones, two signs between two of these, ``nama`` for the part ``name`` of a correction, and a word
    for no rating in place of none."""
    if name not in ("list.parquet", "register", "corrections") or change.what not in (
        "cell",
        "slip",
    ):
        return False
    row = [str(cell) for cell in change.rows[change.row - 1]]
    old, new = str(KINDS[name].rows[change.row - 1][change.col - 1]), row[change.col - 1]
    if name == "list.parquet":
        is_rating = "rating" in str(KINDS[name].rows[0][change.col - 1]).lower()
        return is_rating and all(text in ("", "0") or is_no_rating(text) for text in (old, new))
    if name == "corrections":
        return change.col == 3 and {old, new} <= {*spellings(old)}
    parts = [{one.strip() for one in re.split("[;,]", text)} - {"", row[0]} for text in (old, new)]
    return parts[0] == parts[1]


def test_a_line_of_a_register_that_says_nothing_is_named(tmp_path: Path) -> None:
    """A line with an ID alone has no other number or name of anybody: the account names it."""
    path = write(tmp_path, [*REGISTER, ["A4", "Dan Fox", "", "", ""]], "csv")
    account = read_identity(path).account
    assert account.is_unused(5) and not account.is_unused(4)
    for language, said in (("en", "lines without another number or name"),
                           ("zh", "没有其他编号或姓名的行"), ("ru", "строки без другого номера")):  # fmt: skip
        assert said in in_a_line(account, language)


@pytest.mark.in_turn
@pytest.mark.parametrize("name", KINDS)
def test_every_change_shows(name: str, tmp_path: Path) -> None:
    """The property, seed for seed as for files of text."""
    kind = KINDS[name]
    before = kind.reads(write(tmp_path, kind.rows, kind.ending))
    missed = []
    for seed in range(CHANGES):
        change = changed(kind.rows, random.Random(seed))
        if not shows(kind, change, before, tmp_path) and not says_the_same(name, change):
            missed.append((seed, change.what, change.row, change.col, change.rows))
    assert not missed, (len(missed), missed[:5])
