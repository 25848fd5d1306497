"""The lines of a Swiss are bound to no round: each is of the round of the line above it."""

from __future__ import annotations

from pathlib import Path

import pytest
from live_office import Entry, Live
from needs import EVERY
from openpyxl.utils.cell import coordinate_to_tuple
from workbooks import random_event, write

from xlrating.engine.event import Event
from xlrating.exchange import open_sheets
from xlrating.workbook.book import build
from xlrating.workbook.compare import check
from xlrating.workbook.reader import read_contents
from xlrating.workbook.table import FIRST_ROW
from xlrating.workbook.templates import empty

ROUND, WHITE, RESULT, BLACK = 1, 3, 4, 5


def lines(event: Event) -> list[tuple[int, int, int | None, str]]:
    return [(game.round, game.white, game.black, game.result.code) for game in event.games]


def typed_lines(event: Event, first: int) -> list[Entry]:
    """What a person types for some games: the round in its first line only."""
    found, round_ = list[Entry](), 1
    for row, game in enumerate(event.games, first):
        if game.round != round_:
            found.append(Entry("Games", row, ROUND, str(game.round)))
            round_ = game.round
        for col, value in ((WHITE, game.white), (BLACK, game.black), (RESULT, game.result.code)):
            if value:
                found.append(Entry("Games", row, col, str(value)))
    return found


@pytest.mark.in_turn
def test_rounds_are_typed_once(live: Live, tmp_path: Path) -> None:
    """22 players in a file for more: lines one below the other, a player entered in round 3."""
    plan = empty("swiss", "fide", 60 if EVERY else 30, 7)
    early = random_event(11, 22, 3)
    live.open(write(plan, tmp_path / "new.xlsx"))
    people = [
        Entry("Players", FIRST_ROW + at, 1, player.name) for at, player in enumerate(early.players)
    ]
    live.type([*people, *typed_lines(early, FIRST_ROW)])
    end = FIRST_ROW + len(early.games)
    live.type([Entry("Players", FIRST_ROW + 22, 1, "Late")])
    live.type([Entry("Games", end, WHITE, "23"), Entry("Games", end, RESULT, "BYE 0")])
    saved = open_sheets(live.save(tmp_path / "typed.xlsx"))
    assert live.stale() == []
    contents = read_contents(saved)
    assert lines(contents.event) == [*lines(early), (3, 23, None, "BYE 0")]
    assert check(saved).differences == ()


def test_a_new_line_of_an_empty_file_is_of_round_1() -> None:
    """Promise: every free line has a round, and none is bound to a later one."""
    book = build(empty("swiss", "elo", 60, 7))
    games, counts = book.sheet("Games"), book.names["games_round"].partition("!")[2]
    _, counts = coordinate_to_tuple(counts.partition(":")[0].replace("$", ""))
    rows = range(FIRST_ROW, FIRST_ROW + 231)
    assert [games.cells[row, counts - 1].value for row in rows] == [1] * 231
    # What is typed there is read; nothing stands there that could be typed over.
    assert {games.cells[row, ROUND].shown for row in rows} == {""}
    assert {games.cells[row, ROUND].formula for row in rows} == {""}
    assert {games.cells[row, ROUND].style for row in rows} == {"input_int"}
