"""Large files of columns: a cell has the text of the file, in whatever part of it it stands."""

from __future__ import annotations

import csv
import io
import itertools
import random
import warnings
from dataclasses import replace
from datetime import date
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest

from xlrating.bulk.shape import HeadingLine
from xlrating.engine.errors import FileError, RatingError
from xlrating.federation.column import Column, Figures
from xlrating.federation.columns import arrow, files
from xlrating.federation.columns.as_events import whole_event
from xlrating.federation.columns.at_once import met_at_once
from xlrating.federation.columns.files import read_columns
from xlrating.federation.columns.games import read_sent
from xlrating.federation.columns.held import held_events, met_of
from xlrating.federation.columns.people import read_people
from xlrating.federation.columns.who import sides_of
from xlrating.federation.findings import Findings
from xlrating.federation.ledger import as_held
from xlrating.federation.list_parquet import list_parquet
from xlrating.federation.submissions import in_order

#: A file of so many lines is read in several parts: by one thread, and by several.
SIZES = (400_000, 900_000)
#: After many lines of whole numbers.
LAST = {
    "letters": "A7",
    "zeros": "007",
    "a long number": "9999999999999999999",
    "a longer number": "99999999999999999999",
    "a mark": "True",
    "nothing": "",
}


@pytest.mark.in_turn
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("last", LAST.values(), ids=LAST)
def test_the_last_cell_is_as_it_was_written(last: str, size: int, tmp_path: Path) -> None:
    """ "Values are never silently guessed": a part of numbers makes no number of another text."""
    path = tmp_path / "games.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        lines = csv.writer(file, lineterminator="\n")
        lines.writerow(["white", "black", "result"])
        file.write("17,18,1-0\n" * size)
        lines.writerow([last, "19", "0-1"])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        columns = read_columns(path, True)
    found = columns.parts["white"]
    assert columns.size == size + 1
    assert found.kinds[found.codes[-1]] == last
    assert found.kinds[found.codes[0]] == "17"


#: Cells as they are written, of which one is below two others in a column of names.
CELLS = (
    '"17"', '"A ""7"""', 'A "7"', '"a,b"', '"a\nb"', '""', "", " 7", '" 7"', "+7", "07", '"07"',
    "-0", "1.0", "1e2", "nan", "True", "2025-10-01", "12:30", "Ä", "9223372036854775808", '"7"8',
)  # fmt: skip
#: What stands above it: whole numbers, quoted or not, and texts.
ABOVE = (("17", "18"), ('"17"', '"18"'), ("Ann", '"Bob"'))


@pytest.mark.in_turn
@pytest.mark.parametrize("reader", ["pyarrow", "pandas", "texts"])
def test_cells_are_those_of_the_file_whoever_reads_them(
    reader: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ "Exact or not at all": quotation marks, signs and zeros of a cell are neither lost
    nor made up, by pyarrow where it is there, and by pandas, as numbers and as texts.
    """
    if reader == "pandas":
        monkeypatch.setattr(arrow, "_by_arrow", arrow._by_pandas)
    elif reader == "texts":
        monkeypatch.setattr("xlrating.federation.columns.files.in_csv", lambda path, head: None)
    path = tmp_path / "games.csv"
    for above, cell, end in itertools.product(ABOVE, CELLS, ("\n", "\r\n", "")):
        rows = [f'{one},"B, C",½-½' for one in (*above, cell)]
        text = f"white,black,result{end or chr(10)}" + (end or "\n").join(rows) + end
        path.write_bytes(text.encode())
        # No reader of cells minds blanks around them.
        expected = [one[0].strip() for one in csv.reader(io.StringIO(text, newline=""))][1:]
        white = read_columns(path, True).parts["white"]
        found = [white.kinds[code].strip() for code in white.codes.tolist()]
        assert found == expected, text


@pytest.mark.parametrize("line", ["17,18", "17,18,1-0,", "17,18,1-0,x", ""])
def test_a_line_of_other_cells_moves_nobody(line: str, tmp_path: Path) -> None:
    """ "Nothing dropped in silence": a short or long line gives nobody another one's result."""
    path = tmp_path / "games.csv"
    path.write_text(f"white,black,result\n17,18,1-0\n{line}\n19,20,0-1\n", "utf-8")
    if line in ("17,18", "17,18,1-0,x"):
        with pytest.raises(FileError, match="line 3"):
            read_columns(path, True)
        return
    columns = read_columns(path, True)
    white = columns.parts["white"]
    rows = [(row, white.kinds[code]) for row, code in zip(columns.rows, white.codes, strict=True)]
    assert rows == ([(2, "17"), (3, "17"), (4, "19")] if line else [(2, "17"), (4, "19")])


def test_a_parquet_file_is_the_same_whoever_reads_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ "Exact or not at all": categories, gaps and whole numbers of a Parquet file come in the
    order of its rows, by pyarrow as by pandas.
    """
    path = tmp_path / "games.parquet"
    events = pd.Categorical(["b", "a", None, "b"], categories=["unused", "a", "b"])
    texts = pd.Series(["1-0", None, "0-1", "1-0"], dtype="str")
    rounds = pd.Series([3, None, 1, 1], dtype="Int64")
    sides = {"white": [7, -1, 7, 5], "black": pd.Series([1, 2, 3, 4], dtype="uint8")}
    frame = pd.DataFrame({"event": events, "result": texts, "round": rounds, **sides})
    for index in (None, ["w", "x", "y", "z"]):
        frame.set_axis(index or range(4)).to_parquet(path, row_group_size=2)
        found = read_columns(path, True).parts
        with monkeypatch.context() as without:
            without.setattr("xlrating.federation.columns.files.in_parquet", lambda *_: None)
            expected = read_columns(path, True).parts
        for name, column in expected.items():
            assert list(found[name].kinds) == list(column.kinds), name
            assert found[name].values() == column.values(), name


#: Rows below "id,club" in which a 0 is lost where they are read as numbers, and what may hide it:
#: cells without anything, quotation marks, other ends of lines.
HIDDEN = {
    "nothing": "07,\n8,A\n",
    "quotation marks": '07,"A, B"\n8,""\n9,"C ""D"""\n',
    "quotation marks without end": '07,"A\n8,B\n',
    "a line within a cell": '07,"A\nB"\n8,C\n',
    "an end of lines of old": "07,A\r8\n",
    "two ends of lines": "07,A\r\n8,B\n",
}


@pytest.mark.parametrize("rows", HIDDEN.values(), ids=HIDDEN)
def test_no_letter_is_lost(rows: str, tmp_path: Path) -> None:
    """ "Values are never silently guessed": 07 is another ID than 7, whatever stands beside it."""
    path = tmp_path / "list.csv"
    path.write_text("id,club\n" + rows, encoding="utf-8", newline="")
    try:
        columns = read_columns(path)
    except RatingError:
        return  # lines without all their cells are refused
    assert columns.parts["id"].values()[0] == "07"


def test_who_plays_in_a_round_of_many_events(tmp_path: Path) -> None:
    """ "Exact or not at all": in 2,000 events of 4,000 people and 300 rounds, more than 32 bits
    can count, everybody is in their own event, and only the last two play twice in a round.
    """
    path = tmp_path / "games.csv"
    lines = [f"E{no},{no % 300 + 1},{2 * no + 1},{2 * no + 2},1-0" for no in range(2000)]
    text = "\n".join(["event,round,white,black,result", *lines, lines[-1]])
    path.write_text(text, "utf-8")
    sent = read_sent(read_columns(path, True))
    assert sent.people.tolist() == [2] * 2000
    keys, rounds = sent.in_rounds
    assert (keys[1:] == keys[:-1]).sum() == 2
    assert (keys // rounds // len(sent.tokens)).tolist() == sorted([*range(2000)] * 2 + [1999] * 2)


@pytest.mark.parametrize("step", [1, 7], ids=["one event after another", "mixed"])
def test_who_plays_in_a_round_in_any_order_of_lines(step: int, tmp_path: Path) -> None:
    """ "Exact or not at all": of 1,500 events, more than are sorted at a time, and byes, everybody
    who plays is in the own event and round, in order, however the lines are mixed.
    """
    games = [
        (no // 5, no % 5 + 1, no % 40, 40 + no % 37 if no % 11 else -1)
        for at in range(7500)
        for no in (at * step % 7500,)
    ]
    lines = [
        f"E{event:04},{round_},P{one},{f'P{other},1-0' if other > 0 else ',BYE 1'}"
        for event, round_, one, other in games
    ]
    path = tmp_path / "games.csv"
    path.write_text("\n".join(["event,round,white,black,result", *lines]), "utf-8")
    sent = read_sent(read_columns(path, True))
    found, rounds = sent.in_rounds
    number = {event.title: at for at, event in enumerate(sent.events)}
    expected = [
        ((number[f"E{event:04}"], sent.tokens.index(f"P{one}")), round_ - 1)
        for event, round_, *both in games
        for one in both
        if one >= 0
    ]
    keys = [(divmod(key // rounds, len(sent.tokens)), key % rounds) for key in found.tolist()]
    assert keys == sorted(expected)


def test_events_of_one_time_with_pairs_in_common() -> None:
    """Promise: two events may be parts of one if they have three pairs in common and may have a day
    in common; not if an event has one pair each in common with three others.
    """
    chance = random.Random(5)
    for _ in range(60):
        days = [sorted(chance.choices(range(730_000, 730_030), k=2)) for _ in range(30)]
        entries = [
            SimpleNamespace(first=None, last=date.fromordinal(last))
            if chance.random() < 0.1
            else SimpleNamespace(first=date.fromordinal(first), last=date.fromordinal(last))
            for first, last in days
        ]
        met = [{*chance.choices(range(90), k=chance.randint(1, 20))} for _ in entries]
        rows = [(pair, event) for event, pairs in enumerate(met) for pair in pairs]
        chance.shuffle(rows)
        expected = {
            at
            for one, other in itertools.permutations(range(30), 2)
            if len(met[one] & met[other]) >= 3
            and (
                not (entries[one].first and entries[other].first)
                or (days[one][0] <= days[other][1] and days[other][0] <= days[one][1])
            )
            for at in (one, other)
        }
        pair, event = np.array(rows).T
        assert met_at_once(pair, event, cast(Any, entries)) == expected


def test_a_list_in_parquet_has_a_dictionary_where_texts_repeat() -> None:
    """Promise: a list is no larger than its texts: IDs and names, of which each occurs once, have
    no dictionary, and federations have one; what is read is what was written.
    """
    own = {
        "id": [f"X{no}" for no in range(300)],
        "name": [f"Player {no}" for no in range(300)],
        "federation": ["North", "South", ""] * 100,
    }
    columns = [Column(*pd.factorize(pd.Series(cells, dtype=object))) for cells in own.values()]
    data = list_parquet(list(own), list(own), columns)
    file = pq.ParquetFile(io.BytesIO(data))
    parts = [file.metadata.row_group(0).column(at) for at in range(3)]
    assert [one.has_dictionary_page for one in parts] == [False, False, True]
    assert file.read().to_pydict() == own


def test_an_event_of_a_file_stays_as_it_was_sent(tmp_path: Path) -> None:
    """Promise: "inputs never change": events that get a date and their place keep their own."""
    path = tmp_path / "2026-03-01 games.csv"
    path.write_text("event,white,black,result\nOpen,A,B,1-0\nCup,A,B,0-1\n", "utf-8")
    sent = read_sent(read_columns(path, True)).events
    stored = [one._replace(columns=cast(Any, "games")) for one in sent]
    before = [replace(one.event) for one in stored]
    placed = in_order(stored, Findings())
    assert [one.event.end for one in placed] == [date(2026, 3, 1)] * 2
    assert before == [one.event for one in stored] != [one.event for one in placed]


def test_numbers_of_any_length_are_read_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Promise: a list of whole numbers and texts is read by columns, and not a second time by lines."""
    path = tmp_path / "list.csv"
    path.write_text("id,name,rating,change\n7,Ann,2000,-9\n10,Bob,99,100\n", "utf-8")
    found: list[arrow.NamedColumns | None] = []

    def noted(file: Path, head: HeadingLine) -> arrow.NamedColumns | None:
        found.append(arrow.in_csv(file, head))
        return found[-1]

    monkeypatch.setattr(files, "in_csv", noted)
    read_columns(path)
    (once,) = found
    assert once is not None
    numbers = [isinstance(one.kinds, Figures) for one in once.columns]
    assert numbers == [True, False, True, True]
    # A column without a heading is named by the other reader.
    path.write_text("id,name,rating,\n7,Ann,2000,A\n", "utf-8")
    read_columns(path)
    assert found[1] is None


def test_games_of_columns_are_recorded_as_those_of_the_engine(tmp_path: Path) -> None:
    """ "An event is identified by its games", whoever reads it: the columns write the same record
    and fingerprint as the engine, of several events and rounds, in any order of lines.
    """
    listed, games = tmp_path / "list.csv", tmp_path / "games.csv"
    listed.write_text("id,name,rating\n" + "".join(f"{no},P{no},2000\n" for no in (9, 10, 11, 2)))
    lines = ["B,2,9,2,0-1", "A,1,2,9,1-0", "A,2,9,11,1/2", "A,1,11,10,-:+", "B,1,2,10,0-1",
             "A,2,10,2,1-0", "B,1,9,11,1-0"]  # fmt: skip
    games.write_text("\n".join(["event,round,white,black,result", *lines]))
    sent, people = read_sent(read_columns(games, True)), read_people(listed)[1]
    who = np.array([*map(people.ids.index, sent.tokens), -1])
    met = met_of(sent, sides_of(sent, who))
    held = held_events(sent, who, met, np.arange(len(people)), people)
    for number, (submitted, found) in enumerate(zip(sent.events, held, strict=True)):
        event = whole_event(sent, number, submitted.event)
        own = as_held("", "", event, {one.no: f"#{one.id}" for one in event.players})
        assert (found.record, found.mark, found.count) == (own.record, own.mark, own.count)
