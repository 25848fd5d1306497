"""Several tables on one sheet, of whatever kinds and in any places: all games and players are read."""

from __future__ import annotations

import csv
import random
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import pytest
from openpyxl import Workbook

from xlrating.cli import main
from xlrating.engine.errors import RatingError
from xlrating.engine.event import Event
from xlrating.exchange.tabular import ReadOptions
from xlrating.reading import read, read_all

Rows = Sequence[Sequence[object]]
Placed = Sequence[tuple[int, int, Rows]]

#: Six players and three rounds: White, Black and the result.
_PEOPLE = {"Ann": 2010, "Bob": 1905, "Cid": 1850, "Dan": 1720, "Eve": 1640, "Fay": 1515}
_GAMES = [
    (1, "Ann", "Dan", "1-0"), (1, "Eve", "Bob", "½-½"), (1, "Cid", "Fay", "0-1"),
    (2, "Fay", "Ann", "½-½"), (2, "Bob", "Cid", "1-0"), (2, "Dan", "Eve", "0-1"),
    (3, "Ann", "Bob", "0-1"), (3, "Eve", "Fay", "1-0"), (3, "Cid", "Dan", "½-½"),
]  # fmt: skip
_OTHERS = {"Ann": "Uma", "Bob": "Vic", "Cid": "Wes", "Dan": "Xia", "Eve": "Yan", "Fay": "Zoe"}
_SCORES = {"1-0": ("1", "0"), "½-½": ("½", "½"), "0-1": ("0", "1")}


def crosstable(rounds: int = 3, rated: bool = True) -> Rows:
    """The crosstable after some rounds."""
    numbers = {name: no for no, name in enumerate(_PEOPLE, 1)}
    rating = ["Rating"] if rated else []
    rows: list[list[object]] = [["No.", "Name", *rating, *(f"R{r}" for r in range(1, rounds + 1))]]
    for name, no in numbers.items():
        row: list[object] = [no, name, *([_PEOPLE[name]] if rated else [])]
        for round_, white, black, result in _GAMES:
            if name in (white, black) and round_ <= rounds:
                side = (white, black).index(name)
                other = numbers[(black, white)[side]]
                row.append(f"{other}{'wb'[side]}{_SCORES[result][side]}")
        rows.append(row)
    return rows


def pairings(round_: int, rated: bool = True, results: bool = True) -> Rows:
    """The pairings of a round, with their title."""
    head = ["Bo.", "White", *(["Rtg"] if rated else []), "Result", "Black"]
    rows: list[list[object]] = [[f"Round {round_}"], [*head, *(["Rtg"] if rated else [])]]
    for number, white, black, result in _GAMES:
        if number == round_:
            ratings = [[_PEOPLE[one]] if rated else [] for one in (white, black)]
            shown = result if results else ""
            rows.append([len(rows) - 1, white, *ratings[0], shown, black, *ratings[1]])
    return rows


def games() -> Rows:
    """The list of all games."""
    return [["Round", "White", "Black", "Result"], *map(list, _GAMES)]


def players(title: str = "") -> Rows:
    """The list of players, with their ratings."""
    listed = [[no, *one] for no, one in enumerate(_PEOPLE.items(), 1)]
    return [*([[title]] if title else []), ["No.", "Name", "Rating"], *listed]


def standings(rated: bool = False, plus: int = 0) -> Rows:
    """Standings after the last round, perhaps with other ratings."""
    rating = ["Rating"] if rated else []
    rows = [["Rank", "Name", *rating, "Pts"]]
    return [["Final standings"], *rows, *(
        [no, name, *([_PEOPLE[name] + plus] if rated else []), 7 - no]
        for no, name in enumerate(reversed(_PEOPLE), 1)
    )]  # fmt: skip


def of_others(rows: Rows) -> Rows:
    """The same table of another group with other players."""
    return [[_OTHERS.get(str(cell), cell) for cell in row] for row in rows]


def write(path: Path, **sheets: Placed) -> Path:
    """A workbook, a .csv or a page with tables in these places of its sheets."""
    found = {}
    for name, placed in sheets.items():
        cells = {(row + at, col + to): value for row, col, rows in placed
                 for at, line in enumerate(rows) for to, value in enumerate(line)}  # fmt: skip
        size = [range(max(one) + 1) for one in zip(*cells, strict=True)]
        found[name] = [[cells.get((row, col), "") for col in size[1]] for row in size[0]]
    if path.suffix == ".xlsx":
        book = Workbook()
        for name, lines in found.items():
            sheet = book.active if book.active.max_row == 1 else book.create_sheet()
            sheet.title = name.replace("_", " ")
            for line in lines:
                sheet.append([None if cell == "" else cell for cell in line])
        book.save(path)
    elif path.suffix == ".csv":
        with path.open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows(*found.values())
    else:
        lined = ("".join(f"<td>{cell}</td>" for cell in line)
                 for lines in found.values() for line in lines)  # fmt: skip
        page = f"<html><table><tr>{'</tr><tr>'.join(lined)}</tr></table></html>"
        path.write_text(page, encoding="utf-8")
    return path


def met(event: Event) -> set[tuple[object, ...]]:
    """The games of an event by name."""
    name = {one.no: one.name for one in event.players}
    return {(one.round, name[one.white], name[one.black or 0], one.result.code)
            for one in event.games}  # fmt: skip


def rated(event: Event) -> dict[str, int]:
    """The ratings of an event's players."""
    return {one.name: int(one.rating or 0) for one in event.players}


def expect_whole(event: Event) -> None:
    """All games and ratings of the event are read."""
    assert (met(event), rated(event)) == ({*_GAMES}, _PEOPLE)


def _places(chance: random.Random, tables: Iterable[Rows]) -> Placed:
    """Places for tables next to and below each other, without a common cell."""
    placed: list[tuple[int, int, Rows]] = []

    def is_free(row: int, col: int, rows: Rows, gap: tuple[int, int]) -> bool:
        width = max(map(len, rows))
        return all(
            row >= top + len(one) + gap[0] or top >= row + len(rows) + gap[0]
            or col >= left + max(map(len, one)) + gap[1] or left >= col + width + gap[1]
            for top, left, one in placed
        )  # fmt: skip

    for rows in tables:
        while True:
            row, col = chance.randrange(26), chance.randrange(22)
            if is_free(row, col, rows, (chance.randrange(4), chance.randrange(4))):
                placed.append((row, col, rows))
                break
    return placed


_MAIN: Sequence[tuple[Callable[[], list[Rows]], bool]] = (
    (lambda: [crosstable()], False),
    (lambda: [crosstable(rated=False)], True),
    (lambda: [games()], True),
    (lambda: [pairings(1), pairings(2), pairings(3)], False),
    (lambda: [pairings(one, rated=False) for one in (3, 1, 2)], True),
)


@pytest.mark.parametrize("kind", ["xlsx", "csv", "html"])
@pytest.mark.parametrize("seed", range(30))
def test_tables_anywhere_on_a_sheet(seed: int, kind: str, tmp_path: Path) -> None:
    """Promise: games and players are read as written, wherever the tables of a sheet are."""
    chance = random.Random(seed)
    main_, needs_list = chance.choice(_MAIN)
    more: list[Rows] = [standings(), standings(rated=True), [["w = White, b = Black"], ["½ = draw"]],
            [["Team", "Board", "Player"], ["Reds", 1, "Ann"], ["Blues", 1, "Bob"]]]  # fmt: skip
    tables = [*main_(), *([players(chance.choice(["", "Players"]))] if needs_list else []),
              *chance.sample(more, chance.randrange(3))]  # fmt: skip
    chance.shuffle(tables)
    expect_whole(read(write(tmp_path / f"own.{kind}", Sheet=_places(chance, tables))))


@pytest.mark.parametrize("seed", range(20))
def test_two_groups_anywhere_on_a_sheet(seed: int, tmp_path: Path) -> None:
    """Promise: of two events on a sheet none is dropped: each is read, or the sheet is refused."""
    chance = random.Random(seed)
    (one, _), (two, _) = (chance.choice(_MAIN) for _ in "AB")
    tables = [*one(), *map(of_others, two())]
    path = write(tmp_path / "own.xlsx", Sheet=_places(chance, tables))
    keys = ("read_several_tables", "read_tables_on_sheet")
    with pytest.raises(RatingError) as refused:
        read(path)
    assert refused.value.problem is not None and refused.value.problem.key in keys
    if refused.value.problem.key == "read_tables_on_sheet":
        assert {len(event.games) for event in read_all(path)} == {9}


def test_a_table_far_below_is_no_remark(tmp_path: Path) -> None:
    """Promise: nothing is dropped in silence: a second event from row 61 on was."""
    path = write(tmp_path / "own.xlsx", S=[(0, 0, crosstable()), (80, 0, of_others(crosstable()))])
    with pytest.raises(RatingError, match="they begin in A1, A81"):
        read(path)


@pytest.mark.parametrize("left", [[pairings(3)], [games()]])
def test_a_round_is_not_lost_next_to_a_crosstable(left: list[Rows], tmp_path: Path) -> None:
    """Promise: nothing is dropped in silence: of round 3 behind the crosstable after 2 nobody heard."""
    path = write(tmp_path / "own.xlsx", Cross=[(0, 0, crosstable(2))],
                 More=[(0, 9 * at, rows) for at, rows in enumerate(left)])  # fmt: skip
    with pytest.raises(RatingError, match="this game is missing from own"):
        read(path)
    write(path, Cross=[(0, 0, crosstable(2))], More=[(0, 0, pairings(3, results=False))])
    assert len(read(path).games) == 6


def test_games_of_another_group_are_not_lost(tmp_path: Path) -> None:
    """Promise: nothing is dropped in silence: a list of games next to another group's table was."""
    path = write(tmp_path / "own.xlsx", A=[(0, 0, crosstable())], B=[(0, 0, of_others(games()))])
    with pytest.raises(RatingError, match='name one with --sheet "A"'):
        read(path)
    expect_whole(read(path, asked=ReadOptions("A")))
    assert len(read(path, asked=ReadOptions("B")).games) == 9


def test_two_lists_of_players_must_agree(tmp_path: Path) -> None:
    """Promise: nothing is chosen in silence: standings with other ratings stop, with both places."""
    path = tmp_path / "own.xlsx"
    write(path, S=[(0, 0, games()), (0, 6, players()), (9, 6, standings(rated=True))])
    expect_whole(read(path))
    write(path, S=[(0, 0, games()), (0, 6, players()), (9, 6, standings(rated=True, plus=3))])
    with pytest.raises(RatingError, match="sheet S, cell I12: rating of 'Fay' is 1518 here, but"):
        read(path)


def test_a_named_sheet_has_its_ratings_on_another(tmp_path: Path) -> None:
    """Promise: --sheet, which a message advises, makes nobody unrated."""
    path = tmp_path / "own.xlsx"
    for rows in (crosstable(rated=False), games()):
        write(path, A=[(0, 0, rows)], B=[(0, 0, of_others(rows))], List=[(0, 0, players())])
        expect_whole(read(path, asked=ReadOptions("A")))


def test_rounds_on_sheets_are_no_other_sheets(tmp_path: Path) -> None:
    """The account lists sheets and tables that are not used, and no others."""
    rounds: dict[str, Placed] = {f"Round_{r}": [(0, 0, pairings(r))] for r in (1, 2, 3)}
    rounds["Round_1"] = [*rounds["Round_1"], (0, 9, standings())]
    event = read(write(tmp_path / "own.xlsx", **rounds, Notes=[(0, 0, [["x"]])]))
    expect_whole(event)
    assert event.account is not None and event.account.others == ("Notes", "Round 1 J1:L8")


def test_crosstables_after_each_round_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: no game counts twice in silence: --annotate rated the table after each round."""
    path = write(tmp_path / "own.xlsx", **{f"R{one}": [(0, 0, crosstable(one))] for one in (2, 3)})
    out = str(tmp_path / "out.xlsx")
    assert main(["rate", str(path), "--rules", "elo", "--annotate", "-o", out]) == 0
    assert "sheet R3: worth checking: 6 games are also in" in capsys.readouterr().err


def test_a_remark_next_to_a_list_is_no_player(tmp_path: Path) -> None:
    """Promise: a line without anything below the headings is a remark, and nobody without a name."""
    listed = [*players(), ["", "", "", "", "w = White", "b = Black"]]
    expect_whole(read(write(tmp_path / "own.xlsx", G=[(0, 0, games())], L=[(0, 0, listed)])))


def test_blank_columns_of_a_list_in_chinese(tmp_path: Path) -> None:
    """Two columns without headings made it no list of games, unless its headings were English."""
    rows: Rows = [
        ["轮次", "", "红方", "", "黑方", "结果"],
        *([r, "", w, "", b, s] for r, w, b, s in _GAMES),
    ]
    assert met(read(write(tmp_path / "own.xlsx", S=[(0, 0, rows)]))) == {*_GAMES}
