"""Lists of players and games by their headings: the same in every reader, in every language."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from workbooks import fitted, plan_of, random_event, write

from xlrating import RATE_EVENT
from xlrating.engine.errors import RatingError
from xlrating.engine.languages import LANGUAGES
from xlrating.engine.rating import rate
from xlrating.engine.rounding import plain
from xlrating.engine.rules.ruleset import load
from xlrating.exchange import open_sheets, read_players
from xlrating.exchange.template import rows_of
from xlrating.exchange.unknown import Unknown

DAY = date(2026, 2, 1)


@pytest.mark.in_turn
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["fide", "malaysia", "dwz"])
def test_rate_event_reads_the_sheets_as_they_are(name: str, language: str, tmp_path: Path) -> None:
    """Whole sheets with titles, free places and hidden columns: the ratings of the event."""
    rules = load(load(name).reference)
    event = replace(fitted(random_event(4, 12, 5), name, 4), start=DAY, rules=rules.reference)
    sheets = open_sheets(write(plan_of(event, rules.reference, language), tmp_path / "event.xlsx"))
    players = rows_of(sheets, "Players")
    games = rows_of(sheets, "Games")
    how = ("swiss", language, event.rounds, "2026-02-01")
    head, *table = RATE_EVENT(players, games, rules.reference, *how)
    report = rate(event, rules)
    assert len(table) == len(players) - 4
    for row, line in zip(table, report.lines, strict=True):
        found = dict(zip(head, row, strict=True))
        expected = [None if v is None else plain(v) for v in (line.new, line.change)]
        assert [found[head[i]] for i in (0, 8, 7)] == [line.player.no, *expected]


def test_a_hidden_cell_is_refused_where_it_is_read() -> None:
    """Under a merged title nothing is missing; under a merged rating a rating is."""
    hidden: Any = Unknown("", merged=True)
    title, head = ["Club", hidden, hidden], ["Name", "Rating", "Remark"]
    people = [title, head, ["A", 2000, ""], ["B", 2000, hidden]]
    games = [[1, 1, 2, "1-0"]]
    assert RATE_EVENT(people, games, "fide")[1][-2:] == [2010, 2800]
    people[3][1] = hidden
    with pytest.raises(RatingError, match="players, row 4, column 2: the cell is hidden"):
        RATE_EVENT(people, games, "fide")


def test_a_row_for_each_row() -> None:
    """Free rows stay free, so that the table stands beside the list; a missing number is named."""
    people = [["No.", "Name", "Rating"], [3, "A", 2000], [4, "", ""], ["", "", ""], [5, "B", 2000]]
    games = [
        ["Round", "White", "Black", "Result"],
        [1, 3, 5, "1-0"],
        [2, "", "", ""],
        [3, 3, 4, ""],
    ]
    table = RATE_EVENT(people, games, "fide")
    assert [row[0] for row in table] == ["No.", 3, None, None, 5]
    with pytest.raises(RatingError, match=r"No\. is missing"):
        RATE_EVENT([people[0], ["", "A", 2000]], games, "fide")
    with pytest.raises(RatingError, match="players has 2 columns; 3 are expected"):
        RATE_EVENT([["A", 2000]], games, "fide")


def test_the_day_and_the_rounds_count() -> None:
    """The day gives the age and the edition, the rounds tell which of them are the last."""
    people = [["Name", "Rating", "Year of birth"], ["A", 2200, 2010], ["B", 2250, ""]]
    games = [[1, 1, 2, "1-0"]]
    with pytest.raises(RatingError, match="K depends on age"):
        RATE_EVENT(people, games, "fide")
    assert RATE_EVENT(people, games, "fide", day=46054.0)[1][6] == 40
    assert RATE_EVENT(people, games, "fide", day="2011-08-01")[2][6] == 15
    with pytest.raises(RatingError, match="could be two different dates"):
        RATE_EVENT(people, games, "fide", day="10/12/2025")
    changes = [RATE_EVENT(people, games, "malaysia", rounds=n)[1][7] for n in (None, 9)]
    assert changes == [14.25, 5.7]


@pytest.mark.parametrize(
    "head", ["No.,Name,Rating,Sex", "编号,姓名,等级分,性别", "№,Фамилия,Рейтинг,Пол"]
)
def test_a_list_saved_from_a_template(head: str, tmp_path: Path) -> None:
    """The sheet Players as CSV is a list of players, whatever its language."""
    path = tmp_path / "players.csv"
    head = head.replace("Фамилия", '"Фамилия, имя"')
    path.write_text(f"{head}\n7,Li,2400,女\n", "utf-8")
    player = read_players(path)[0]
    assert (player.no, player.name, str(player.rating), player.sex) == (7, "Li", "2400", "f")
