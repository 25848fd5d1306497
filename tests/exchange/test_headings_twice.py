"""Headings that mean two things in one table, or are headed like something else: nothing of them is
lost in silence, and the right one counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from xlrating import read
from xlrating.engine.errors import RatingError


def written(folder: Path, *lines: str, name: str = "own.csv") -> Path:
    (folder / name).write_text("\n".join(lines), "utf-8")
    return folder / name


def test_ratings_headed_as_points_are_not_lost(tmp_path: Path) -> None:
    """Очки means ratings, points and a game's score; of two equal headings the wrong one was
    compared, so the ratings were an unused column and everybody was unrated, in silence."""
    lines = ["№;Фамилия;Очки;1;2;3;Очки", "1;А;1900;;1;1;2", "2;Б;1800;0;;0,5;0,5",
             "3;В;1700;0;0,5;;0,5"]  # fmt: skip
    with pytest.raises(RatingError, match=r"column Очки, but it may hold this: Rating"):
        read(written(tmp_path, *lines))


@pytest.mark.parametrize(
    "lines",
    [
        # A score for each side; running totals around the result; parts of a round below it.
        ("Тур;Белые;Очки;Очки;Чёрные", "1;А;1;0;Б", "1;В;0,5;0,5;Г", "2;А;1;0;В", "2;Б;0;1;Г"),
        ("Тур;Белые;Очки;Результат;Очки;Чёрные", "1;А;0;1:0;0;Б", "1;В;0;½:½;0;Г",
         "2;А;1;1:0;½;В", "2;Б;0;0:1;½;Г"),
        ("№;Фамилия;Тур 1;;;Тур 2;;;Очки", ";;Сопер;Цвет;Очки;Сопер;Цвет;Очки;",
         "1;А;2;б;1;3;б;1;2", "2;Б;1;ч;0;4;б;0;0", "3;В;4;б;0,5;1;ч;0;0,5", "4;Г;3;ч;0,5;2;ч;1;1,5"),
    ],
)  # fmt: skip
def test_points_and_scores_under_one_heading(lines: tuple[str, ...], tmp_path: Path) -> None:
    """In Russian, what a game and what an event gives are both Очки."""
    event = read(written(tmp_path, *lines))
    names = {one.no: one.name for one in event.players}
    found = [(g.round, names[g.white], g.black and names[g.black], g.result.code)
             for g in event.games]  # fmt: skip
    assert sorted(found) == [
        (1, "А", "Б", "1-0"), (1, "В", "Г", "½-½"), (2, "А", "В", "1-0"), (2, "Б", "Г", "0-1")
    ]  # fmt: skip


@pytest.mark.parametrize("numbers", [("0012", "0007", "0101"), ("12", "7", "101")])
def test_a_square_s_own_numbers_are_ids(numbers: tuple[str, ...], tmp_path: Path) -> None:
    """编号 may be a member's number: where the opponents' columns are 1 to n, it is the ID."""
    cells = (";1;1;2", "0;;0.5;0.5", "0;0.5;;0.5")
    people = [
        f"{no};棋手{at};1900;{row}" for at, (no, row) in enumerate(zip(numbers, cells, strict=True))
    ]
    event = read(written(tmp_path, "编号;姓名;等级分;1;2;3;总分", *people))
    assert [(one.no, one.id) for one in event.players] == [*enumerate(numbers, 1)]
    assert event.account is not None and event.account.columns[0][2:4] == ("used", "id")


def test_columns_of_numbers_that_opponents_have(tmp_path: Path) -> None:
    """Opponents that are called by it, and places next to it, say what it is."""
    lines = ["名次;编号;姓名;第1轮;第2轮;总分", "1;2;张;1红胜;3黑胜;2", "2;1;王;2黑负;轮空;1",
             "3;3;李;轮空;2红负;1"]  # fmt: skip
    event = read(written(tmp_path, *lines))
    assert [one.no for one in event.players] == [2, 1, 3]


@pytest.mark.parametrize("sign", ["+", "1"])
def test_a_lone_sign_under_no_heading(sign: str, tmp_path: Path) -> None:
    """Next to a table that adds up it is listed as not used; next to a game it stops."""
    rows = ["No;Name;Rtg;1;2;3;;Pts", f"1;A;1900;;1;1;{sign};2", "2;B;1800;0;;0.5;;0.5",
            "3;C;1700;0;0.5;;;0.5"]  # fmt: skip
    event = read(written(tmp_path, *rows))
    assert event.account is not None and event.account.unused == ("#7",)
    # Without it the points are one short.
    rows[1] = f"1;A;1900;;1;1;{sign};3"
    with pytest.raises(RatingError, match="the games give 2 points but 3 are printed"):
        read(written(tmp_path, *rows))
    games = ["round;white;black;result;", f"1;A;B;1-0;{sign}", "1;C;D;1-0;"]
    with pytest.raises(RatingError, match='--ignore "#5"'):
        read(written(tmp_path, *games))
    people = ["No;Name;Rtg;", f"1;A;1900;{sign}", "2;B;1800;"]
    listed = read(written(tmp_path, *people)).account
    assert listed is not None and listed.unused == ("#4",)
