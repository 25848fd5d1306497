"""Tables as people make them themselves: opponents by name, pairings with headings twice, and what
looks like a table and is not one."""

from __future__ import annotations

import io
import re
import struct
import zipfile
from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import openpyxl
import pytest
from table_files import WRITERS, Rows, write

from xlrating import rate
from xlrating.cli import main
from xlrating.cli.tables import csv_text
from xlrating.engine.errors import ArgumentError, FileError, RatingError
from xlrating.engine.event import Event
from xlrating.engine.results import Kind
from xlrating.engine.scoring import letters_of
from xlrating.exchange.players import read_list
from xlrating.exchange.shape import cells_of_line
from xlrating.exchange.tables import read_season
from xlrating.exchange.tabular import ReadOptions
from xlrating.federation.listed import read_listed
from xlrating.reading import read

_NAMES = ("Ann", "Bob", "Cid", "Dan")
_RATED = {"Ann": 2000, "Bob": 1900, "Cid": 1850, "Dan": 1700}
#: Who met whom, by the score of the first, whatever the colours.
_MET = {
    (1, "Ann", "Dan", "1"), (1, "Bob", "Cid", "1"), (2, "Ann", "Cid", "1"), (2, "Bob", "Dan", "½"),
    (3, "Ann", "Bob", "½"), (3, "Cid", "Dan", "1"),
}  # fmt: skip
_SCORE = {Decimal(1): "1", Decimal("0.5"): "½", Decimal(0): "0"}
_TURNED = {"1": "0", "½": "½", "0": "1"}


def met(event: Event) -> set[tuple[int, str, str, str]]:
    """The games of an event, each from the side of the name that comes first."""
    names = {player.no: player.name.split(",")[0] for player in event.players}
    found = set()
    for game in event.games:
        assert game.black is not None and game.result.white is not None, game
        white, black, score = names[game.white], names[game.black], _SCORE[game.result.white]
        if white > black:
            white, black, score = black, white, _TURNED[score]
        found.add((game.round, white, black, score))
    return found


def crosstable(entry: str, names: str = "Ann Bob Cid Dan", words: str = "1 ½ 0") -> Rows:
    """The crosstable of these games; `entry` writes an opponent {who}, a {colour} and a {result}."""
    shown = dict(zip(_NAMES, names.split(), strict=True))
    written = dict(zip("1½0", words.split(), strict=True))
    rows: list[list[object]] = [["Name", "Rating", "Round 1", "Round 2", "Round 3", "Total"]]
    for who in _NAMES:
        cells, total = [], Decimal(0)
        for at in (1, 2, 3):
            one = next(game for game in _MET if game[0] == at and who in game)
            is_first = one[1] == who
            other, score = (one[2], one[3]) if is_first else (one[1], _TURNED[one[3]])
            total += next(value for value, sign in _SCORE.items() if sign == score)
            colour = "w" if is_first else "b"
            cells.append(entry.format(who=shown[other], colour=colour, result=written[score]))
        rows.append([who, _RATED[who], *cells, str(total)])
    return rows


@pytest.mark.parametrize(
    ("entry", "words", "says_colours"),
    [
        ("{who} {result}", "1 ½ 0", False),
        ("{result}{who}", "+ = -", False),
        ("{result} {who}", "W D L", False),
        ("{result} {who}", "beat drew lost-to", False),
        ("{who} ({colour}) {result}", "1 ½ 0", True),
        ("{result} - {who} ({colour})", "1 ½ 0", True),
        ("{colour} {who} {result}", "1 0.5 0", True),
        ("{result} {who} ({colour})", "w d l", True),
        ("{who}: {result}", "win draw loss", False),
        ("{who}{result}", "胜 和 负", False),
    ],
)
def test_opponents_by_name(entry: str, words: str, says_colours: bool, tmp_path: Path) -> None:
    """Cells may name the opponent instead of a number, with the result on either side."""
    rows = [[str(cell).replace("lost-to", "lost to") for cell in row]
            for row in crosstable(entry, words=words)]  # fmt: skip
    event = read(write(tmp_path, rows, "csv"))
    assert met(event) == _MET
    assert event.says_colours is says_colours


def test_opponents_by_a_part_of_the_name(tmp_path: Path) -> None:
    """The last name is enough where it is one player's alone; where two have it, the cell stops."""
    rows = [list(row) for row in crosstable("{who} {result}", "Berg Dahl Eck Fox")]
    for row, name in zip(rows[1:], ("Berg, Ann", "Dahl, Bob", "Eck, Cid", "Fox, Dan"), strict=True):
        row[0] = name
    event = read(write(tmp_path, rows, "csv"))
    turned = {"Berg": "Ann", "Dahl": "Bob", "Eck": "Cid", "Fox": "Dan"}
    assert {(at, turned[one], turned[two], score) for at, one, two, score in met(event)} == _MET
    rows[2][0], rows[1][2] = "Berg, Bob", "Berg 1"
    with pytest.raises(RatingError, match="is not a crosstable entry"):
        read(write(tmp_path, rows, "csv"))


@pytest.mark.parametrize("head", [["R1 Opp", "R1 Res"], ["R1", "R1 Res"], ["Round 1", ""]])
def test_the_name_of_an_opponent_is_no_bye(head: list[str], tmp_path: Path) -> None:
    """A name in a column of opponents is an opponent; only the words for a bye are a bye."""
    rows: Rows = [
        ["Name", "Rating", *head, "Pts"], ["Ann", 2000, "Bob", 1, 1], ["Bob", 1900, "Ann", 0, 0],
        ["Cid", 1850, "bye", 1, 1],
    ]  # fmt: skip
    event = read(write(tmp_path, rows, "csv"))
    assert [(g.white, g.black, g.result.code) for g in event.games] == [
        (1, 2, "1-0"), (3, None, "BYE 1"),
    ]  # fmt: skip
    with pytest.raises(RatingError, match=r"line 2.*'bop 1' is not a crosstable entry"):
        read(write(tmp_path, [rows[0], ["Ann", 2000, "Bop", 1, 1], *rows[2:]], "csv"))


_ROUNDS = [
    (1, "Ann", "Dan", "1-0"), (1, "Bob", "Cid", "1-0"), (2, "Cid", "Ann", "0-1"),
    (2, "Dan", "Bob", "½-½"), (3, "Ann", "Bob", "½-½"), (3, "Dan", "Cid", "0-1"),
]  # fmt: skip


@pytest.mark.parametrize(
    "head",
    [
        "Round White Rtg Black Rtg Result",
        "Runde Weiß DWZ Schwarz DWZ Ergebnis",
        "Rd No. White Rtg Pts. Result Pts. Black Rtg No.",
        "Date White Club Elo Black Club Elo Result",
        "Round White Score Black Score",
    ],
)
@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_headings_twice_are_those_of_white_and_black(head: str, kind: str, tmp_path: Path) -> None:
    """A list of games as programs print it: what stands next to White and Black is theirs."""
    names, points = head.split(), dict.fromkeys(_NAMES, Decimal(0))
    rows: list[list[object]] = [list(names)]
    now = dict(points)
    for at, white, black, result in _ROUNDS:
        both = iter((white, black))
        score = iter(result.split("-"))
        cells: list[object] = []
        who = white
        for name in names:
            if name in ("White", "Black", "Weiß", "Schwarz"):
                cells.append(next(both))
            elif name in ("Round", "Runde", "Rd"):
                cells.append(at)
            elif name == "Date":
                cells.append(f"2026-01-0{at}")
            elif name in ("Result", "Ergebnis"):
                cells.append(result)
            elif name == "Score":
                cells.append(next(score))
            else:
                is_second = name in {str(one) for one in names[: len(cells)]}
                who = black if is_second else white
                numbers = {"No.": _NAMES.index(who) + 1, "Pts.": str(now[who]), "Club": "Reds"}
                cells.append(numbers.get(name, _RATED[who]))
        rows.append(cells)
    event = read(write(tmp_path, rows, kind))
    assert met(event) == _MET
    if "Score" not in names:
        assert {one.name: one.rating for one in event.players} == _RATED


@pytest.mark.parametrize("are_apart", [False, True])
@pytest.mark.parametrize(("win", "loss", "later", "kinds"), [
    ("+", "-", "+-", None), ("1", "0", "+-", {Kind.PLAYED, Kind.FORFEIT}), ("1", "0", "10", {Kind.PLAYED}),
    ("=", "=", "+-", {Kind.PLAYED}), ("1F", "0F", "+-", {Kind.FORFEIT}),
])  # fmt: skip
def test_signs_alone_are_asked_about(
    win: str, loss: str, later: str, kinds: set[Kind] | None, are_apart: bool, tmp_path: Path
) -> None:
    """Promise: results are never guessed. + and - are forfeits next to 1 and 0, wins next to =."""
    first = [("4w", win), ("3w", later[1]), ("2b", later[0]), ("1b", loss)]
    second = [("2b", later[0]), ("1w", later[1]), ("4w", later[0]), ("3b", later[1])]
    width = 2 if are_apart else 1
    rows = [["No", "Name", "Rtg", *["R1", ""][:width], *["R2", ""][:width]]]
    for no, games in enumerate(zip(first, second, strict=True), 1):
        cells = (cell for game in games for cell in (game if are_apart else ["".join(game)]))
        rows.append([str(no), f"Player {'ABCD'[no - 1]}", str(2000 - no), *cells])
    for kind in ("csv", "xlsx"):
        path = write(tmp_path, rows, kind)
        if kinds is None:
            with pytest.raises(ArgumentError, match=r"'4w ?\+' could be a game or a forfeit"):
                read(path)
        else:
            assert {game.result.kind for game in read(path).games} == kinds


def test_a_game_has_one_result(tmp_path: Path) -> None:
    """Two columns of results stay two results of one game, which nobody chooses from."""
    rows: Rows = [["Round", "White", "Black", "Result", "Result"], [1, "Ann", "Bob", "1-0", "0-1"]]
    with pytest.raises(RatingError, match="'result' appears twice"):
        read(write(tmp_path, rows, "csv"))


def _blocks(at: int) -> list[list[object]]:
    games: list[list[object]] = [
        [white, black, result] for round_, white, black, result in _ROUNDS if round_ == at
    ]
    return [[f"Round {at}"], ["White", "Black", "Result"], *games, []]


def test_pairings_with_the_result_last(tmp_path: Path) -> None:
    """Rounds below each other, each under its line, with the result behind both names."""
    rows = [row + [""] * (3 - len(row)) for at in (1, 2, 3) for row in _blocks(at)]
    for kind in ("csv", "xlsx"):
        assert met(read(write(tmp_path, rows, kind))) == _MET
    with pytest.raises(RatingError, match="nothing says which round"):
        read(write(tmp_path, rows[1:4], "csv"))


def test_pairings_of_one_round_with_their_day_above(tmp_path: Path) -> None:
    """Promise: what stands above the pairings is said by the file, and its account tells it."""
    rows: Rows = [["Date: 2026-05-01"], ["Round 1"], ["No", "White", "Result", "Black", "No"],
                  [1, "Ann", "1-0", "Bob", 2]]  # fmt: skip
    event = read(write(tmp_path, [[*row, *[""] * (5 - len(row))] for row in rows], "xlsx"))
    assert (str(event.start), len(event.games)) == ("2026-05-01", 1)
    assert event.account is not None
    assert [one.text for one in event.account.said] == ["2026-05-01"]


def test_opponents_of_two_letters(tmp_path: Path) -> None:
    """Promise: rounds headed I, II and III are told by the names below them, however short."""
    rows: Rows = [["Name", "Elo", "I", "II", "III", "Pts"],
                  ["Li", 2000, "Wu 1", "Xu 1", "He ½", 2.5], ["Wu", 1900, "Li 0", "He 1", "Xu ½", 1.5],
                  ["Xu", 1850, "He 0", "Li 0", "Wu ½", 0.5], ["He", 1800, "Xu 1", "Wu 0", "Li ½", 1.5]]  # fmt: skip
    assert len(read(write(tmp_path, rows, "csv")).games) == 6


def test_a_club_that_is_called_like_a_title(tmp_path: Path) -> None:
    """What stands before a name in a list of pairings is a title only if it has no heading."""
    rows: Rows = [["Round 1"], ["White", "Club", "Black", "Result"], ["Ann", "FM", "Bob", "1-0"]]
    players = read(write(tmp_path, rows, "xlsx")).players
    assert [(one.name, one.title) for one in players] == [("Ann", ""), ("Bob", "")]


def _book(folder: Path, **sheets: Rows) -> Path:
    book = openpyxl.Workbook()
    book.remove(book.worksheets[0])
    for name, rows in sheets.items():
        sheet = book.create_sheet(name.replace("_", " "))
        for row in rows:
            sheet.append(list(row))
    path = folder / "event.xlsx"
    book.save(path)
    return path


def test_rounds_on_sheets_of_their_own(tmp_path: Path) -> None:
    """Rounds named by their sheets or above them are one event; any others ask which is meant."""
    sheets = {f"Round_{at}": _blocks(at)[1:] for at in (1, 2, 3)}
    assert met(read(_book(tmp_path, **sheets))) == _MET
    assert met(read(_book(tmp_path, **{f"S{at}": _blocks(at) for at in (1, 2, 3)}))) == _MET
    names = {name: f"{name}ia" for name in _NAMES}
    others: Rows = [[names.get(str(cell), cell) for cell in row] for row in _blocks(2)]
    for second in (_blocks(1), _blocks(2)[1:], others):
        with pytest.raises(RatingError, match="name one with --sheet"):
            read(_book(tmp_path, First=_blocks(1), Second=second))


def test_a_workbook_with_the_sheets_players_and_games(tmp_path: Path) -> None:
    """Two sheets of those names are no template that lacks a third."""
    players: Rows = [["Name", "Rating"], *([name, _RATED[name]] for name in _NAMES)]
    games: Rows = [["Round", "White", "Black", "Result"], *map(list, _ROUNDS)]
    event = read(_book(tmp_path, Players=players, Games=games))
    assert met(event) == _MET
    assert [one.rating for one in event.players] == [*_RATED.values()]
    with pytest.raises(RatingError, match="name one with --sheet"):
        read_listed(_book(tmp_path, Old=[players[0], ["Ann", 1500]], Players=players))


@pytest.mark.parametrize("cell", ["B2", "C2", "F2"])
def test_a_formula_that_was_never_calculated_is_no_blank_cell(cell: str, tmp_path: Path) -> None:
    """Another program may save formulas without values: nobody becomes unrated by that."""
    path = _book(tmp_path, Table=crosstable("{who} {result}"))
    book = openpyxl.load_workbook(path)
    book.worksheets[0][cell] = '="1"&"0"'
    book.save(path)
    with pytest.raises(RatingError, match=rf"cell {cell}: the formula .* shows no value"):
        read(path)
    head = ["White", "Rtg", "Result", "Black", "Rtg"]
    rows: Rows = [["Round 1"], head, ["Ann", "=1", "1-0", "Bo", 1]]
    with pytest.raises(RatingError, match="cell B3: the formula '=1' shows no value"):
        read(_book(tmp_path, Pairings=rows))


_SQUARE = [["Name", "Elo", 1, 2, 3], ["Ann", 2000, "#", "+", "="], ["Bob", 1900, "-", "#", "+"],
           ["Cid", 1850, "=", "-", "#"]]  # fmt: skip


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_numbers_without_heading_are_asked_for(kind: str, tmp_path: Path) -> None:
    """Numbers left of the names are no titles; in another order than the rows' they may matter."""
    people: Rows = [["", "Name", "Elo"], [2, "Ann", 1900], [1, "Bob", 1850], [4, "Cid", 1800],
                    [3, "Dot", 1700]]  # fmt: skip
    games: Rows = [["round", "white", "black", "result"], [1, 2, 4, "1-0"], [1, 1, 3, "1-0"]]
    entries = ["R1", "4w1", "3w1", "2b0", "1b0"]
    rows = [[*row, entry] for row, entry in zip(people, entries, strict=True)]
    with pytest.raises(RatingError, match="no heading, but it may hold this: No"):
        read(write(tmp_path, rows, kind))
    with pytest.raises(RatingError, match="no heading, but it may hold this: No"):
        read(write(tmp_path, games, "csv"), players=write(tmp_path, people, kind, "people"))


def test_signs_in_a_square(tmp_path: Path) -> None:
    """Where ``=`` is a draw, ``+`` and ``-`` are won and lost, no forfeits; alone they are asked for."""
    event = read(write(tmp_path, _SQUARE, "csv"))
    assert {(g.white, g.black, g.result.code) for g in event.games} == {
        (1, 2, "1-0"), (1, 3, "½-½"), (2, 3, "1-0"),
    }  # fmt: skip
    rows = [[str(cell).replace("=", "") for cell in row] for row in _SQUARE]
    with pytest.raises(RatingError, match="could mean any of 1-0, 1-0 F"):
        read(write(tmp_path, rows, "csv"))
    with_figures = [[str(cell).replace("=", "½") for cell in row] for row in _SQUARE]
    codes = {game.result.code for game in read(write(tmp_path, with_figures, "csv")).games}
    assert "1-0 F" in codes


@pytest.mark.parametrize("is_half", [False, True])
def test_a_result_in_a_square_is_one_game(is_half: bool, tmp_path: Path) -> None:
    """A cell with the points of both, ``1:0`` or ``½-½``, is one game; ``1 0`` are two."""
    rows = [
        ["No", "Name", "Rtg", "1", "2", "3", "4"],
        ["1", "Ann", "2000", "*", "1:0", "½ - ½", "+:-"],
        ["2", "Bob", "1900", "0:1", "*", "0-0", "1.0-0.0"],
        ["3", "Cid", "1800", "½ - ½", "0-0", "*", "1 0"],
        ["4", "Dot", "1700", "-:+", "0.0-1.0", "0 1", "*"],
    ]
    if is_half:
        rows = [
            ["" if 2 < col < row + 2 else text for col, text in enumerate(cells)]
            for row, cells in enumerate(rows)
        ]
    event = read(write(tmp_path, rows, "csv"))
    assert sorted((game.white, game.black, game.result.code) for game in event.games) == [
        (1, 2, "1-0"), (1, 3, "½-½"), (1, 4, "1-0 F"), (2, 3, "0-0"), (2, 4, "1-0"),
        (3, 4, "0-1"), (3, 4, "1-0"),
    ]  # fmt: skip
    rows[1][4], rows[2][3] = "1:1", "" if is_half else "0:0"
    with pytest.raises(RatingError, match="'1:1' is not a score of player 1 against player 2"):
        read(write(tmp_path, rows, "csv"))


#: Four players in three rounds, with a bye each but for the first: wins, draws and losses in words.
_XIANGQI = {
    "rounds": """No,Name,R1,R2,R3,Pts
        1,Ann,4红胜,2黑和,3红胜,{5}
        2,Bob,轮空,1红和,4红胜,{5}
        3,Cai,轮空,4黑胜,1黑负,{4}
        4,Dan,1黑负,3红负,2黑负,{0}""",
    "square": """No,Name,1,2,3,4,Pts
        1,Ann,*,和,胜,胜,{5}
        2,Bob,和,*,胜,胜,{5}
        3,Cai,负,负,*,胜,{2}
        4,Dan,负,负,负,*,{0}""",
    "pairings": """Round 1
        No,White,Pts,Result,Pts,Black,No
        1,Ann,{0},1-0,{0},Cai,3
        2,Bob,{0},½-½,{0},Dan,4
        Round 2
        No,White,Pts,Result,Pts,Black,No
        2,Bob,{1},0-1,{2},Ann,1
        3,Cai,{0},1-0,{1},Dan,4
        Round 3
        No,White,Pts,Result,Pts,Black,No
        1,Ann,{4},1-0,{1},Dan,4
        2,Bob,{1},1-0,{2},Cai,3""",
}


def _counted(kind: str, points: Mapping[str, str], tmp_path: Path) -> Path:
    """A table whose totals of 2, 1 and 0 are others."""
    text = re.sub(r"\{(\d)\}", lambda found: points[found[1]], _XIANGQI[kind])
    path = tmp_path / "event.csv"
    path.write_text("\n".join(line.strip() for line in text.splitlines()), "utf-8")
    return path


_HALVES = {"0": "0", "1": "½", "2": "1", "4": "2", "5": "2½"}
_DOUBLED = {one: one for one in _HALVES}
_THREE = {"0": "0", "1": "1", "2": "3", "4": "6", "5": "7"}


@pytest.mark.parametrize("kind", _XIANGQI)
def test_totals_in_which_a_win_is_2_or_3(kind: str, tmp_path: Path) -> None:
    """Promise: a table says by its totals what a win brings, and the byes' points with it; 2, 1
    and 0 are the usual points of xiangqi, and stay them, and ratings are the same."""
    usual = read(_counted(kind, _HALVES, tmp_path))
    assert read(_counted(kind, _DOUBLED, tmp_path)) == usual
    three = read(_counted(kind, _THREE, tmp_path))
    assert letters_of(three.scoring) == ("W 3.0", "D 1.0", "L 0.0")
    assert replace(three, scoring=usual.scoring) == usual
    lines = [rate(event, "china-pro").lines for event in (three, usual)]
    assert [line.new for line in lines[0]] == [line.new for line in lines[1]]
    heads = [csv_text(rate(event, "china-pro")).split(",")[4] for event in (usual, three)]
    assert heads == ["Points 1-½-0", "Points"]


@pytest.mark.parametrize("kind", _XIANGQI)
def test_a_total_that_does_not_fit_is_named_in_its_own_points(kind: str, tmp_path: Path) -> None:
    """Promise: of totals in which a win is 2 the one that is wrong is named, and no other."""
    path = _counted(kind, _DOUBLED, tmp_path)
    head, last = path.read_text("utf-8").rsplit("\n", 1)
    wrong = last.replace(",2,Cai", ",3,Cai") if kind == "pairings" else f"{last[:-1]}3"
    assert wrong != last
    path.write_text(f"{head}\n{wrong}", "utf-8")
    line, games = len(head.splitlines()) + 1, 2 if kind == "pairings" else 0
    with pytest.raises(RatingError, match=rf"line {line}, .*the games give {games} points but 3 "):
        read(path)


@pytest.mark.parametrize("shown", ["1½", "1 ½", "1 1/2", "1,5", "1.50"])
def test_points_with_a_half(shown: str, tmp_path: Path) -> None:
    """As a spreadsheet shows a number as a fraction, and saves it so as text or as a page."""
    rows: Rows = [["Name", "Elo", 1, 2, 3, "Pts"], ["Ann", 2000, "x", "½", 1, shown],
                  ["Bob", 1900, "½", "x", 0, "1/2"], ["Cid", 1850, 0, 1, "x", 1]]  # fmt: skip
    event = read(write(tmp_path, rows, "html"))
    column = next(one for one in event.account.columns if one.heading == "Pts")  # type: ignore[union-attr]
    assert (column.use, len(event.games)) == ("checked", 3)
    rows[3][5] = "11/2"  # type: ignore[index]
    with pytest.raises(RatingError, match="pts is the text '11/2'"):
        read(write(tmp_path, rows, "html"))


def test_a_square_of_2_and_1_and_0_is_asked_about(tmp_path: Path) -> None:
    """Promise: 2 and 0 may be one game of xiangqi or two games of chess, so neither is taken."""
    rows: Rows = [["Name", "Elo", 1, 2, 3, "Pts"], ["Ann", 2000, "x", 1, 2, 3],
                  ["Bob", 1900, 1, "x", 2, 3], ["Cid", 1850, 0, 0, "x", 0]]  # fmt: skip
    with pytest.raises(RatingError, match="either one game in which a win counts 2, or two games"):
        read(write(tmp_path, rows, "csv"))


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_a_match_in_half_a_square_is_no_game(kind: str, tmp_path: Path) -> None:
    """1.5 are the points of a match: as a text they were two games, and 1 and 0.5 beside it one each."""
    rows: Rows = [["Name", "Elo", 1, 2, 3], ["Ann", 2000, "x", 1.5, 1], ["Bob", 1900, "", "x", 0.5],
                  ["Cid", 1850, "", "", "x"]]  # fmt: skip
    with pytest.raises(RatingError, match=r"'1\.5' is not a score of player 1 against player 2"):
        read(write(tmp_path, rows, kind))


def test_a_fault_in_a_crosstable_is_told_whoever_reads_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A crosstable with a slip is no rating list whose rounds are not used."""
    rows = [list(row) for row in crosstable("{who} {result}")]
    rows[1][2] = "Zed 1"
    path = write(tmp_path, rows, "csv")
    for command in (["read"], ["rate", "--rules", "fide"], ["check"]):
        assert main([command[0], str(path), *command[1:]]) == 2
        out = capsys.readouterr()
        assert "line 2, column round_1: 'zed 1' is not" in out.err and "not used" not in out.out


def test_blank_cells_behind_the_last_heading_are_none() -> None:
    """Promise: only these are left out; a line with a cell too many stops, blanks before it or not."""
    assert cells_of_line(["a", "", " ", ""], 2, "line 2") == ["a", ""]
    with pytest.raises(FileError, match="the line has 4 cells, but the headings have 3"):
        cells_of_line(["a", "", "c", "d"], 3, "line 2")


def test_rounds_in_letters_that_nobody_knows_stop(tmp_path: Path) -> None:
    """Cells that look like games are games, whatever letters their language has for colours."""
    rows: Rows = [["Name", "Elo", "1.Ж"], ["Ann", 2000, "2й1"], ["Bob", 1900, "1ц0"]]
    dated: Rows = [
        [*rows[0][:2], "Pts", "12.01.", "05.01."],
        ["Ann", 2000, 2, "2w1", "2b1"],
        ["Bob", 1900, 0, "1b0", "1w0"],
    ]
    with pytest.raises(RatingError, match=r"12\.01\., 05\.01\. look like the games"):
        read(write(tmp_path, dated, "csv"))
    with pytest.raises(RatingError, match="look like the games of rounds"):
        read(write(tmp_path, rows, "csv"))
    with pytest.raises(RatingError, match=r"does not know the column 1\.Ж"):
        read_listed(write(tmp_path, rows, "csv"))


def test_a_list_with_words_for_no_rating_begins_a_new_list(tmp_path: Path) -> None:
    """A word in place of a rating is none, also where a list is read to make the next one."""
    rows: Rows = [["ID", "Name", "Rating"], [1, "Ann", "unrated"], [2, "Bob", 1900]]
    path = write(tmp_path, rows, "csv")
    assert [one.rating for one in read_listed(path).players] == [None, 1900]


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_a_name_alone_below_a_list_is_a_player(kind: str, tmp_path: Path) -> None:
    """Promise: nobody is taken for a remark for having nothing but a name."""
    rows: Rows = [["Name", "Rating"], ["Ann A.", 2000], ["Bob B.", 1900], ["Cid C.", ""]]
    players, _ = read_list(write(tmp_path, rows, kind))
    assert [one.name for one in players] == ["Ann A.", "Bob B.", "Cid C."]


@pytest.mark.parametrize("text", ["Total players: 2", "Number of players: 2", "人数：2"])
def test_the_number_of_players_is_no_player(text: str, tmp_path: Path) -> None:
    """A line that counts a list is below it."""
    rows: Rows = [["ID", "Name", "Rating"], [1, "Ann", 2000], [2, "Bob", 1900], ["", text, ""]]
    assert len(read_list(write(tmp_path, rows, "csv"))[0]) == 2


@pytest.mark.parametrize(
    ("head", "paces"),
    [
        ("ID,Name,Std,Rpd,Blz", 3), ("ID,Name,Standard,Rapid,Blitz", 3),
        ("ID,Name,Рейтинг (классика),Рейтинг (рапид),Рейтинг (блиц)", 3),
        ("Relatienummer,Naam,Rating,Kfactor", 1),
    ],
)  # fmt: skip
def test_headings_of_paces(head: str, paces: int, tmp_path: Path) -> None:
    """Ratings at three paces under their usual headings are those ratings."""
    names = head.split(",")
    path = write(tmp_path, [names, ["7", "Ann", 2000, 20, 1800][: len(names)]], "csv")
    (player,) = read_list(path)[0]
    facts = {"rapid_rating": Decimal(20), "blitz_rating": Decimal(1800)} if paces == 3 else {}
    assert (player.id, player.rating, dict(player.facts)) == ("7", Decimal(2000), facts)


def test_what_may_be_the_ratings_is_named(tmp_path: Path) -> None:
    """A list without a column of ratings names the columns that look like one."""
    rows: Rows = [["ID", "Name", "Ranking"], [1, "Ann", 1850], [2, "Bob", 1900]]
    with pytest.raises(RatingError, match="does not know the column Ranking"):
        read_list(write(tmp_path, rows, "csv"))


@pytest.mark.parametrize("heading", ["Points", "Score", "Punkte", "No", "Rang"])
def test_ratings_under_the_heading_of_another_column_are_asked_about(
    heading: str, tmp_path: Path
) -> None:
    """Promise: of two columns for points, places or numbers one is read, and the other one may hold
    the ratings (in xiangqi they are called points) where no column is called so."""
    rows: Rows = [["Rk.", "Name", heading, "Rd1", "Pts"],
                  [1, "Ann", 2100, "2w1", 1], [2, "Bob", 2000, "1b0", 0]]  # fmt: skip
    with pytest.raises(RatingError, match=f"column {heading}, but it may hold this: Rating"):
        read(write(tmp_path, rows, "csv"))
    found = read(write(tmp_path, rows, "csv"), asked=ReadOptions(ignore=(heading,)))
    assert [player.rating for player in found.players] == [None, None]
    rows = [[*row, kind] for row, kind in zip(rows, ("Rtg", 1950, 1850), strict=True)]
    found = read(write(tmp_path, rows, "csv"))
    assert [player.rating for player in found.players] == [1950, 1850]


@pytest.mark.parametrize(
    ("text", "code"),
    [("White wins", "1-0"), ("black won", "0-1"), ("Draw", "½-½"), ("remis", "½-½"),
     ("1-0 ff", "1-0 F"), ("0:1 forfeit", "0-1 F"), ("adjourned", "POSTPONED")],
)  # fmt: skip
def test_results_in_words(text: str, code: str, tmp_path: Path) -> None:
    """Lists of games say results in words, too."""
    rows: Rows = [["Round", "White", "Black", "Result"], [1, "Ann", "Bob", text]]
    assert [game.result.code for game in read(write(tmp_path, rows, "csv")).games] == [code]


@pytest.mark.parametrize(
    "text",
    ["01-Jan", "2026-02-01", "Jan-00", "02. Jan", "1月2日", "Jan 00", "янв.00", "2026年2月1日",
     "01.02.2026", "01:00:00", "0:01", "1:00:00 AM"],
)  # fmt: skip
@pytest.mark.parametrize(
    "rows",
    [
        [["Round", "White", "Black", "Result"], [1, "Ann", "Bob", "?"]],
        [["No", "Name", "R1", "R2"], [1, "Ann", "2w1", "?"], [2, "Bob", "1b0", ""]],
        [["No", "Name", 1, 2, 3], [1, "A", "*", 1, 0.5], [2, "B", 0, "*", "?"],
         [3, "C", "?", "?", "*"]],
    ],
    ids=["games", "crosstable", "square"],
)  # fmt: skip
def test_a_result_that_became_a_date_says_so(rows: Rows, text: str, tmp_path: Path) -> None:
    """A spreadsheet makes a date of 1/2, a time of 1:0; the message says what to do about it."""
    rows = [[text if cell == "?" else cell for cell in row] for row in rows]
    made = "time" if ":" in text else "date"
    with pytest.raises(RatingError, match=f"is a {made}: a spreadsheet converted what was typed"):
        read(write(tmp_path, rows, "csv"))


_PRINTED = {
    # Sevilla heads columns with one blank between them.
    "one blank": """\
Club, round 3

Pos Nr Naam  Rat. Score Cat  SB   1     2     3
 1   1 Ann   2000  2.5  A  2.75  +4w   +3z   =2w
 2   2 Bob   1900  2.0  A  2.50  +3w   =4z   =1z
 3   3 Cid   1850  1.0  A  0.50  -2z   -1w   +4z
 4   4 Dan   1700  0.5  A  1.00  -1z   =2w   -3w
""",
    # WinTD sets opponents under each other.
    "apart": """\
No.  Name            Rate  Rnd1 Rnd2 Rnd3  Score
1.   Ann             2000  W   4 W   3 D   2   2.5
2.   Bob             1900  W   3 D   4 D   1   2.0
3.   Cid             1850  L   2 L   1 W   4   1.0
4.   Dan             1700  L   1 D   2 L   3   0.5
""",
    # Swiss Perfect has a rating of the nation next to that of FIDE.
    "colon": """\
No  Name   Feder Rtg  Loc  Total  1    2    3

1.  Ann    AUS   2000 1990 2.5    4:W  3:W  2:D
2.  Bob    AUS   1900 1890 2      3:W  4:D  1:D
3.  Cid    AUS   1850 1840 1      2:L  1:L  4:W
4.  Dan    AUS   1700 1690 0.5    1:L  2:D  3:L
""",
    "ruled": """\
| Name | Rating | R1 | R2 | R3 | Pts |
|------|:------:|----|----|----|----:|
| Ann  | 2000   | 4w1 | 3b1 | 2w½ | 2.5 |
| Bob  | 1900   | 3w1 | 4b½ | 1b½ | 2 |
| Cid  | 1850   | 2b0 | 1w0 | 4b1 | 1 |
| Dan  | 1700   | 1b0 | 2w½ | 3w0 | 0.5 |
""",
}


@pytest.mark.parametrize("name", _PRINTED)
def test_tables_as_programs_print_them(name: str, tmp_path: Path) -> None:
    """Text in columns is read as it is printed, also where little parts the columns."""
    path = tmp_path / "event.txt"
    path.write_text(_PRINTED[name])
    event = read(path)
    assert met(event) == _MET
    assert {one.name: one.rating for one in event.players} == _RATED


def test_byes_with_the_number_0(tmp_path: Path) -> None:
    """Swiss Perfect prints a bye as a result against nobody."""
    path = tmp_path / "event.txt"
    path.write_text(
        "No  Name   Loc  Total  1    2\n1.  Ann    2000 2      0:W  2:W\n"
        "2.  Bob    1900 0.5    0:D  1:L\n"
    )
    event = read(path)
    assert [game.result.code for game in event.games] == ["BYE 1", "BYE ½", "1-0"]
    assert [one.rating for one in event.players] == [2000, 1900]


def test_half_a_square(tmp_path: Path) -> None:
    """Where people fill in one half of a round robin, the other half says the same."""
    rows: Rows = [
        ["Name", "Elo", 1, 2, 3], ["Ann", 2000, "x", 0.5, 1], ["Bob", 1900, "", "x", 0],
        ["Cid", 1850, "", "", "x"],
    ]  # fmt: skip
    event = read(write(tmp_path, rows, "csv"))
    assert {(g.white, g.black, g.result.code) for g in event.games} == {
        (1, 2, "½-½"), (1, 3, "1-0"), (2, 3, "0-1"),
    }  # fmt: skip
    turned = [list(row) for row in rows]
    turned[1][3:], turned[2][2:], turned[3][2:] = ["", ""], [0.5, "x", ""], [0, 1, "x"]
    again = read(write(tmp_path, turned, "csv"))
    assert [(g.white, g.black, g.result) for g in again.games] == [
        (g.white, g.black, g.result) for g in event.games
    ]
    turned[1][4] = 1
    with pytest.raises(RatingError, match="contradict each other"):
        read(write(tmp_path, turned, "csv"))


@pytest.mark.parametrize("cells", [["rapid", "blitz"], ["unrated", ""], ["casual", "x"]])
def test_a_column_that_says_what_kind_of_game_it_was_stops(
    cells: list[str], tmp_path: Path
) -> None:
    """Whatever it is headed: games at another pace, or that do not count, are not rated in silence."""
    rows: Rows = [
        ["Round", "White", "Black", "Result", "Type"], [1, "Ann", "Bob", "1-0", cells[0]],
        [2, "Bob", "Ann", "1-0", cells[1]],
    ]  # fmt: skip
    with pytest.raises(RatingError, match='--ignore "Type"'):
        read(write(tmp_path, rows, "csv"))


def test_a_column_of_tournaments_names_the_events(tmp_path: Path) -> None:
    """Games of two tournaments are two events, whatever the column is called."""
    rows: Rows = [
        ["Tournament", "Date", "White", "Black", "Result"],
        ["A", "2026-01-05", "Ann", "Bob", "1-0"], ["B", "2026-01-06", "Ann", "Cid", "1-0"],
    ]  # fmt: skip
    path = write(tmp_path, rows, "csv")
    with pytest.raises(RatingError, match="games of 2 events"):
        read(path)
    assert [title for title, _ in read_season(path)] == ["A", "B"]


def test_a_ranking_of_a_site_is_no_list(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Who downloaded the ranking in place of the crosstable reads what to download."""
    rows: Rows = [
        ["From the Tournament-Database of Chess-Results", "", "", ""],
        ["Rk.", "Name", "Rtg", "Pts."], [1, "Ann", 2000, 2.5], [2, "Bob", 1900, 2],
    ]  # fmt: skip
    path = write(tmp_path, rows, "xlsx")
    for command in (["read", str(path)], ["rate", str(path), "--rules", "fide"]):
        assert main(command) == 2
        assert "download the crosstable instead" in capsys.readouterr().err


def test_ratings_on_another_sheet(tmp_path: Path) -> None:
    """A table without ratings takes them from the sheet that lists its players; hidden ones do not."""
    players: Rows = [["Name", "Rating", "K"], *([name, _RATED[name], 20] for name in _NAMES)]
    table = [[row[0], *row[2:]] for row in crosstable("{who} {result}")]
    rounds = {f"Round_{at}": _blocks(at)[1:] for at in (1, 2, 3)}
    for sheets in ({"Table": table}, rounds):
        event = read(_book(tmp_path, **sheets, Members=players))
        assert met(event) == _MET
        assert {one.name: (one.rating, one.k) for one in event.players} == {
            name: (Decimal(rating), Decimal(20)) for name, rating in _RATED.items()
        }
        assert event.account is not None and event.account.others == ()
    old: Rows = [players[0], ["Ann", 1500, 20], *players[2:]]
    with pytest.raises(RatingError, match="sheet Old, cell B2: rating of 'Ann' is 1500 here, but"):
        read(_book(tmp_path, Table=table, Members=players, Old=old))
    assert read(_book(tmp_path, Table=table, Members=players, Old=players)).players[0].rating
    with pytest.raises(RatingError, match="sheet Members: there is no player 'Dan'"):
        read(_book(tmp_path, Table=table, Members=players[:-1]))
    with pytest.raises(RatingError, match="sheet Members: 'Ann' could be any of 2 players"):
        read(_book(tmp_path, Table=table, Members=[*players, ["Ann", 1500, 20]]))
    others: Rows = [["Name", "Rating"], ["Zoe", 1500]]
    assert read(_book(tmp_path, Table=table, Members=others)).players[0].rating is None


def test_ratings_on_a_sheet_with_a_heading_twice(tmp_path: Path) -> None:
    """Which of two columns counts is asked: the sheet was left out, and everyone was unrated."""
    players: Rows = [["Name", "Rating", "rating"], *([name, _RATED[name], 1] for name in _NAMES)]
    table = [[row[0], *row[2:]] for row in crosstable("{who} {result}")]
    games: Rows = [["round", "white", "black", "result"], [1, "Ann", "Bob", "1-0"]]
    for sheet in (table, games):
        with pytest.raises(RatingError, match="the heading 'rating' appears twice"):
            read(_book(tmp_path, Table=sheet, Members=players))
    rated: Rows = [[*games[0], "white_rating"], [*games[1], 1900]]
    assert read(_book(tmp_path, Table=rated, Members=players)).players[0].rating == 1900


def test_ratings_on_another_sheet_in_a_copy(tmp_path: Path) -> None:
    """A copy with ratings, and its formulas, take them from the sheet that lists the players."""
    players: Rows = [["Name", "Rating"], *([name, _RATED[name]] for name in _NAMES)]
    table = [[row[0], *row[2:]] for row in crosstable("{who}{colour}{result}", "1 2 3 4")]
    path, copy = _book(tmp_path, Table=table, Members=players), tmp_path / "copy.xlsx"
    command = ["rate", str(path), "--rules", "fide", "--annotate", "-o", str(copy), "--force"]
    assert main(command) == 0
    sheet = openpyxl.load_workbook(copy)["Table"]
    assert [sheet.cell(2, col).value for col in (6, 7)] == [6, 2006]
    assert main([*command, "--formulas"]) == 0
    formulas = openpyxl.load_workbook(copy)["xlrating"]
    found = [cell.value for row in formulas.iter_rows(max_row=2) for cell in row]
    assert """IF('Members'!B2="","",IF(ISNUMBER('Members'!B2),'Members'!B2,""))""" in {
        str(one).removeprefix("=") for one in found
    }


def test_a_second_column_may_be_ignored(tmp_path: Path) -> None:
    """Of two columns that mean the same the second may be left out by its name."""
    rows: Rows = [["ID", "Name", "Fed", "Country", "Rating"], [1, "Ann", "MAS", "SGP", 2000]]
    path = write(tmp_path, rows, "csv")
    with pytest.raises(RatingError, match="fed / country mean the same"):
        read_list(path)
    assert read_list(path, ReadOptions(ignore=("Country",)))[0][0].federation == "MAS"


@pytest.mark.parametrize("sign", ["", "?", "*"])
def test_results_to_come(sign: str, tmp_path: Path) -> None:
    """A pairing without a result, or with a sign in its place, waits for it."""
    rows: Rows = [["Name", "Elo", "R1"], ["Ann", 2000, f"2w{sign}"], ["Bob", 1900, f"1b{sign}"]]
    (game,) = read(write(tmp_path, rows, "csv")).games
    assert (game.white, game.black, game.result.code) == (1, 2, "")


@pytest.mark.parametrize(
    "head", ["नाम,रेटिंग,राउंड 1,अंक", "ชื่อ,Rating,รอบ 1,คะแนน", "Όνομα,Rtg,1.Γύρ,Βαθ.",
             "Nom,Elo,Rd 1,Pts,Fede"],
)  # fmt: skip
def test_more_languages(head: str, tmp_path: Path) -> None:
    """Headings of further languages, and of Papi, are those of a crosstable."""
    names = head.split(",")
    rows: Rows = [names, ["Ann", 2000, "2w1", 1, "FRA"][: len(names)],
            ["Bob", 1900, "1b0", 0, "FRA"][: len(names)]]  # fmt: skip
    event = read(write(tmp_path, rows, "csv"))
    assert [(g.white, g.black, g.result.code) for g in event.games] == [(1, 2, "1-0")]
    assert [one.rating for one in event.players] == [2000, 1900]


_TEAMS: Rows = [
    ["Team Cup"], ["Board Pairings"], ["Round 1 on 2026/01/05 at 10:00"],
    ["Bo.", "2", "Team A", "Rtg", "-", "1", "Team B", "Rtg", "1½:½"],
    ["1.1", "FM", "Ann", 2000, "-", "", "Dan", 1700, "1 - 0"],
    ["1.2", "", "Eve", 1900, "-", "", "Fox", 1850, "½ - ½"],
    ["Bo.", "3", "Team C", "Rtg", "-", "4", "Team D", "Rtg", "1:1"],
    ["2.1", "", "Bob", 1900, "-", "", "Cid", 1850, "1 - 0"],
    ["2.2", "", "Gus", 1900, "-", "", "Hal", 1850, "- - +"],
    ["Round 2 on 2026/01/06 at 10:00"],
    ["Bo.", "2", "Team A", "Rtg", "-", "3", "Team C", "Rtg", "½:½"],
    ["1.1", "FM", "Ann", 2000, "-", "", "Bob", 1900, "½ - ½"],
]  # fmt: skip


@pytest.mark.parametrize("kind", ["xlsx", "csv", "html"])
def test_boards_of_team_matches(kind: str, tmp_path: Path) -> None:
    """The games of a team event, board by board; a match and its boards must agree."""
    rows = [[*row, *[""] * (9 - len(row))] for row in _TEAMS]
    event = read(write(tmp_path, rows, kind))
    names = {one.no: one.name for one in event.players}
    assert [(g.round, names[g.white], names[g.black or 0], g.result.code) for g in event.games] == [
        (1, "Ann", "Dan", "1-0"), (1, "Eve", "Fox", "½-½"), (1, "Bob", "Cid", "1-0"),
        (1, "Gus", "Hal", "0-1 F"), (2, "Ann", "Bob", "½-½"),
    ]  # fmt: skip
    assert not event.says_colours
    rows[6][8] = "2:0"
    with pytest.raises(RatingError, match="the games give 1:1 points but 2:0"):
        read(write(tmp_path, rows, kind))


@pytest.mark.parametrize("entry", ["{who}{colour}{result}", "{who} {result}"])
@pytest.mark.parametrize(
    ("heads", "days"),
    [
        ("I II III", False), ("14.11. 12.12. 09.01.", False), ("11/14 12/12 12/12", False),
        ("2026-01-05 2026-01-12 2026-01-19", True), ("05.01.2026 12.01.2026 19.01.2026", True),
        ("3月14日 3月21日 4月1日", False), ("R1@05.01.2026 R2@12.01.2026 R3@19.01.2026", True),
    ],
)  # fmt: skip
def test_rounds_headed_by_roman_numbers_and_days(
    heads: str, days: bool, entry: str, tmp_path: Path
) -> None:
    """Rounds headed I, II, III or by their days are numbered in their order, and give the days."""
    names = "1 2 3 4" if "colour" in entry else "Ann Bob Cid Dan"
    rows = crosstable(entry, names)
    rows = [
        [*rows[0][:2], *(one.replace("@", "\n") for one in heads.split()), "Total"],
        *rows[1:],
    ]
    event = read(write(tmp_path, rows, "csv"))
    assert met(event) == _MET
    assert (str(event.start), str(event.end)) == (
        ("2026-01-05", "2026-01-19") if days else ("None", "None")
    )
    account = event.account
    assert account is not None and heads.split()[0].split("@")[0] in account.columns[2].heading


def test_dates_over_anything_else_are_no_rounds(tmp_path: Path) -> None:
    """What was paid on some days is no round."""
    rows: Rows = [["Name", "Rating", "05.01.", "12.01."], ["Ann", 2000, "paid", "paid"],
                  ["Bob", 1900, "", "paid"]]  # fmt: skip
    event = read(write(tmp_path, rows, "csv"))
    assert not event.games and [one.rating for one in event.players] == [2000, 1900]
    games: Rows = [["Name", "Rating", "1.5", "Round 2"], ["Ann", 2000, "2w1", "2b1"],
                   ["Bob", 1900, "1b0", "1w0"]]  # fmt: skip
    with pytest.raises(RatingError):
        read(write(tmp_path, games, "csv"))


def _player_rows() -> list[list[object]]:
    found: list[list[object]] = [["Player", "Rtg", "Rd", "Colour", "Opponent", "Result"]]
    for at, one, other, score in sorted(_MET):
        found.append([one, _RATED[one], at, "W", other, score])
        found.append([other, _RATED[other], at, "B", one, _TURNED[score]])
    return found


@pytest.mark.parametrize("kind", ["csv", "xlsx", "html"])
def test_a_row_for_each_player_and_round(kind: str, tmp_path: Path) -> None:
    """A game in two rows, one of each player, is one game if both say the same."""
    rows = _player_rows()
    event = read(write(tmp_path, rows, kind))
    assert met(event) == _MET and event.says_colours
    assert {one.name: one.rating for one in event.players} == _RATED
    account = event.account
    assert account is not None and {one.use for one in account.columns} == {"used"}
    for row, col, cell, why in (
        (2, 5, 1, "does not agree"), (1, 3, "B", "does not agree"), (1, 4, "Bob", "not agree"),
        (1, 1, 1999, "already has a row"), (1, 2, 2, "already has a row"), (1, 2, "x", "round"),
    ):  # fmt: skip
        wrong = [list(line) for line in rows]
        wrong[row][col] = cell
        with pytest.raises(RatingError, match=why):
            read(write(tmp_path, wrong, kind))
    with pytest.raises(RatingError):
        read(write(tmp_path, rows[:-1], kind))
    bye: Rows = [*rows, ["Eve", 1500, 1, "", "bye", 1]]
    assert [g.result.code for g in read(write(tmp_path, bye, kind)).games if not g.black] == [
        "BYE 1"
    ]


def test_colours_in_a_square(tmp_path: Path) -> None:
    """A square that says colours has them, and both halves must agree on them."""
    rows: Rows = [["Name", "Elo", 1, 2, 3], ["Ann", 2000, "x", "w½", "1b"],
                  ["Bob", 1900, "b½", "x", "w0"], ["Cid", 1850, "0w", "b1", "x"]]  # fmt: skip
    event = read(write(tmp_path, rows, "csv"))
    assert {(g.white, g.black, g.result.code) for g in event.games} == {
        (1, 2, "½-½"), (3, 1, "0-1"), (2, 3, "0-1"),
    }  # fmt: skip
    assert event.says_colours
    with pytest.raises(RatingError, match="contradict each other"):
        read(write(tmp_path, [*rows[:3], ["Cid", 1850, "0b", "b1", "x"]], "csv"))
    waiting: Rows = [["Name", "Elo", 1, 2], ["Ann", 2000, "w2", "b2"], ["Bob", 1900, "b1", "w1"]]
    assert [g.result.code for g in read(write(tmp_path, waiting, "csv")).games] == ["", ""]


@pytest.mark.parametrize("order", [(0, 1, 2), (1, 0, 2)])
def test_a_heading_merged_over_three_columns(order: tuple[int, ...], tmp_path: Path) -> None:
    """Opponent, colour and result under one heading are one round, without further headings."""
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    rows: list[list[object]] = [["Name", "Rating", "Round 1"], ["Ann", 2000], ["Bob", 1900]]
    for row, cells in zip(rows[1:], ([2, "w", 1], [1, "b", 0]), strict=True):
        row += [cells[at] for at in order]
    for row in rows:
        sheet.append(row)
    sheet.merge_cells("C1:E1")
    book.save(tmp_path / "event.xlsx")
    (game,) = read(tmp_path / "event.xlsx").games
    assert (game.white, game.black, game.result.code) == (1, 2, "1-0")


@pytest.mark.parametrize("kind", ["xlsx", "ods"])
def test_hidden_rows_are_read_and_told(kind: str, tmp_path: Path) -> None:
    """Promise: whoever filtered the games of one event learns that those of all others count, too."""
    rows: Rows = [["Round", "White", "Black", "Result"], [1, "Ann", "Bob", "1-0"],
                  [2, "Bob", "Ann", "1-0"], [3, "Ann", "Bob", "1-0"], ["", "", "", ""]]  # fmt: skip
    path = write(tmp_path, rows, kind)
    assert read(path).account.doubts == ()  # type: ignore[union-attr]
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name).decode() for name in archive.namelist()}
    with zipfile.ZipFile(path, "w") as archive:
        for name, xml in parts.items():
            for old in ('<row r="3"', '<row r="5"'):
                xml = xml.replace(old, f'{old} hidden="1"')
            first, *others = xml.split("<table:table-row>")
            if others:
                marks = ("", "", ' table:visibility="filter"', "", ' table:visibility="collapse"')
                xml = first + "".join(
                    f"<table:table-row{mark}>{row}" for mark, row in zip(marks, others, strict=True)
                )
            archive.writestr(name, xml)
    event = read(path)
    assert len(event.games) == 3 and event.account is not None
    assert [(one.key, one.words) for one in event.account.doubts] == [
        ("rows_hidden", {"rows": "3"})
    ]


@pytest.mark.parametrize("kind", ["xlsx", "html"])
@pytest.mark.parametrize("column", ["A", "B", "C", "D"])
def test_a_cell_merged_over_two_players_is_asked_for(
    column: str, kind: str, tmp_path: Path
) -> None:
    """Promise: what it says is not the upper one's alone, in silence; but a place is of both."""
    rows: Rows = [["Rk.", "Name", "Rtg", "K", "1.Rd", "Pts."], [1, "Ann", 2000, 10, "2w½", 0.5],
                  [1, "Bob", 1900, 20, "1b½", 0.5]]  # fmt: skip
    path = write(tmp_path, rows, "html")
    at = ord(column) - ord("A")
    below = f"<td>{rows[2][at]}</td>"
    upper, lower = path.read_text("utf-8").split("<tr><td>1</td><td>Bob")
    cells = f"<tr><td>1</td><td>Bob{lower}".replace(below, "", 1)
    upper = f"<td rowspan=2>{rows[1][at]}</td>".join(upper.rsplit(f"<td>{rows[1][at]}</td>", 1))
    path.write_text(upper + cells)
    if kind == "xlsx":
        book = openpyxl.Workbook()
        sheet = book.active
        assert sheet is not None
        for row in rows:
            sheet.append(row)
        sheet.merge_cells(f"{column}2:{column}3")
        path = tmp_path / "event.xlsx"
        book.save(path)
    if column == "A":
        assert [one.rating for one in read(path).players] == [2000, 1900]
        return
    with pytest.raises(RatingError, match="hidden by the cell it is merged with"):
        read(path)


@pytest.mark.parametrize(
    "rows",
    [
        [["Bo.", "Name", "Rtg", 1, 2, "Pts."], [1, "Ann", 2000, 1, 0.5, 1.5], [2, "Bob", 1900, 1, 1, 2]],
        [["Rk.", "Team", 1, 2, "TB1"], [1, "A", "*", 2.5, 2], [2, "B", 1.5, "*", 0]],
    ],
)  # fmt: skip
def test_tables_of_teams_say_what_to_download(rows: Rows, tmp_path: Path) -> None:
    """Results of teams without opponents are no event; the message names the table that is one."""
    site: Rows = [["From the Tournament-Database of Chess-Results"], *rows]
    with pytest.raises(RatingError, match="Board pairings"):
        read(write(tmp_path, [[*row, *[""] * (6 - len(row))] for row in site], "xlsx"))


def test_byes_in_lists_of_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A result against a word for nobody is what the bye is worth; against a blank it is asked for."""
    rows: list[list[object]] = [["Round", "White", "Black", "Result"], [1, "Ann", "bye", 1],
                  [2, "Ann", "bye", "½"], [3, "Ann", "轮空", "0"], [4, "Ann", "Bob", "1-0"]]  # fmt: skip
    event = read(write(tmp_path, rows, "csv"))
    assert [game.result.code for game in event.games] == ["BYE 1", "BYE ½", "BYE 0", "1-0"]
    rows[1][2] = ""
    monkeypatch.chdir(tmp_path)
    assert main(["rate", str(write(tmp_path, rows, "csv")), "--rules", "fide"]) == 2


def test_provisional_ratings(tmp_path: Path) -> None:
    """A rating with the games it rests on is both; without them the message says what to do."""
    rows: list[list[object]] = [["ID", "Name", "Rating"], [1, "Ann", "1850P12"], [2, "Bob", "1800/9"],
                  [3, "Cid", 1700]]  # fmt: skip
    for path in (write(tmp_path, rows, "csv"), write(tmp_path, rows, "xlsx")):
        people = read_list(path)[0]
        assert [(str(one.rating), one.games) for one in people] == [
            ("1850", 12), ("1800", 9), ("1700", None),
        ]  # fmt: skip
    for text in ("1850P", "1850?", "1800/1750", "1800/300", "1800P0"):
        rows[1][2] = text
        with pytest.raises(RatingError, match=r"provisional|a number is expected"):
            read_list(write(tmp_path, rows, "csv"))
    rows = [[*row, games] for row, games in zip(rows, ("Games", 11, 9, 5), strict=True)]
    rows[1][2] = "1850P12"
    with pytest.raises(RatingError, match="the number of games is given as 11"):
        read_list(write(tmp_path, rows, "csv"))


def test_a_short_name_may_be_the_same_person(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`Cid` and `Cid, A`, who never play in one round, may be one person, and that is told."""
    rows: list[list[object]] = [["Round", "White", "Black", "Result"], [1, "Cid", "Bob", "1-0"],
                  [2, "Cid, A", "Bob", "1-0"]]  # fmt: skip
    monkeypatch.chdir(tmp_path)
    path = str(write(tmp_path, rows, "csv"))
    assert main(["rate", path, "--rules", "fide", "--force"]) == 0
    assert "Cid, A" in capsys.readouterr().err
    rows[2][0] = 1
    rows[2][2] = "Dan"
    assert main(["rate", str(write(tmp_path, rows, "csv")), "--rules", "fide", "--force"]) == 0
    assert "Cid, A" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("heading", "cells"),
    [
        ("remark", ["opponent did not appear", ""]), ("Info", ["nicht angetreten", "x"]),
        ("counts", ["N", "Y"]), ("official", ["yes", ""]), ("计入", ["是", "否"]),
        ("time", ["90+30", "3+2"]), ("limit", ["15 min + 10 s", "90+30"]),
    ],
)  # fmt: skip
def test_columns_beside_games_that_may_decide_whether_they_count(
    heading: str, cells: list[str], tmp_path: Path
) -> None:
    """Words, marks and times next to games stop, whatever the column is called."""
    rows: Rows = [
        ["Round", "White", "Black", "Result", heading], [1, "Ann", "Bob", "1-0", cells[0]],
        [2, "Bob", "Ann", "1-0", cells[1]],
    ]  # fmt: skip
    path = write(tmp_path, rows, "csv")
    with pytest.raises(RatingError, match=f'--ignore "{heading}"'):
        read(path)
    assert len(read(path, asked=ReadOptions(ignore=(heading,))).games) == 2


def test_one_id_is_no_two_people(tmp_path: Path) -> None:
    """Games that call one ID by names of two people stop; two spellings of one name do not."""
    rows: list[list[object]] = [
        ["Round", "White", "White ID", "Black", "Black ID", "Result"],
        [1, "Ann Lee", 11, "Dan", 14, "1-0"], [2, "Lee, Ann", 11, "Bob", 12, "1-0"],
    ]  # fmt: skip
    assert len(read(write(tmp_path, rows, "csv")).players) == 3
    rows[2][1] = "Zoe Fox"
    with pytest.raises(RatingError, match="player 11 is 'Zoe Fox' here"):
        read(write(tmp_path, rows, "csv"))


def test_days_over_rounds_and_days_of_the_event(tmp_path: Path) -> None:
    """Rounds on days on which the event says that it was not stop."""
    rows: Rows = [["Name", "Elo", "2026-01-05", "2026-01-06"], ["Ann", 2000, "2w1", "2b1"],
                  ["Bob", 1900, "1b0", "1w0"]]  # fmt: skip
    path = write(tmp_path, rows, "csv")
    text = path.read_text("utf-8")
    path.write_text(f"start: 2026-01-05\nend: 2026-01-06\n{text}", "utf-8")
    assert len(read(path).games) == 2
    path.write_text(f"start: 2025-01-05\nend: 2025-01-06\n{text}", "utf-8")
    with pytest.raises(RatingError, match="the game was on 2026-01-05"):
        read(path)


def test_a_day_for_each_row_of_a_player(tmp_path: Path) -> None:
    """A row per player and round may have its day, which is one of the event's."""
    rows = [[*row, f"2026-01-0{row[2]}" if at else "Date"] for at, row in enumerate(_player_rows())]
    event = read(write(tmp_path, rows, "csv"))
    assert (str(event.start), str(event.end)) == ("2026-01-01", "2026-01-03")
    rows[1][6] = "soon"
    with pytest.raises(RatingError, match=", column date: "):
        read(write(tmp_path, rows, "csv"))


@pytest.mark.parametrize(
    ("word", "code"),
    [("nulle", "½-½"), ("remíza", "½-½"), ("döntetlen", "½-½"), ("berabere", "½-½"),
     ("hòa", "½-½"), ("무승부", "½-½"), ("引き分け", "½-½"), ("seri", "½-½"), ("White", "1-0"),
     ("black", "0-1"), (".5-.5", "½-½"), ("先负", "0-1"), ("先和", "½-½"), ("红先胜", "1-0"),
     ("黑方胜", "0-1"), ("Победа чёрных", "0-1"), ("Белые", "1-0")],
)  # fmt: skip
def test_results_in_words_of_more_languages(word: str, code: str, tmp_path: Path) -> None:
    """A draw is one in every language that has headings; a side alone is the winner."""
    rows: Rows = [["ラウンド", "白", "黒", "結果"], [1, "Ann", "Bob", word]]
    assert [game.result.code for game in read(write(tmp_path, rows, "csv")).games] == [code]


@pytest.mark.parametrize("entry", ["{who}{colour}:{result}", "{result} ({who}{colour})"])
def test_more_notations(entry: str, tmp_path: Path) -> None:
    """A colon before the result, and opponent and colour in brackets behind it."""
    event = read(write(tmp_path, crosstable(entry, "1 2 3 4"), "csv"))
    assert met(event) == _MET and event.says_colours


def test_sums_and_headings_among_the_rows(tmp_path: Path) -> None:
    """The sum of the ratings is nobody's; headings of a new page are no game."""
    rows = crosstable("{who} {result}")
    sums: Rows = [*rows, ["", 7450, "", "", "", 6]]
    assert met(read(write(tmp_path, sums, "csv"))) == _MET
    with pytest.raises(RatingError):
        read(write(tmp_path, [*rows[:-1], ["", *rows[-1][1:]]], "csv"))
    games: Rows = [["Round", "White", "Black", "Result"], [1, "Ann", "Bob", "1-0"],
                   ["Round", "White", "Black", "Result"], [2, "Bob", "Ann", "1-0"]]  # fmt: skip
    path = write(tmp_path, games, "csv")
    assert len(read(path).games) == 2
    path.write_text(path.read_text("utf-8").replace(",", "|"), "utf-8")
    assert len(read(path).games) == 2


@pytest.mark.parametrize("kind", ["xlsx", "html", "csv"])
def test_headings_on_two_rows(kind: str, tmp_path: Path) -> None:
    """Rounds below one heading, next to headings of the row above."""
    rows = crosstable("{who}{colour}{result}", "1 2 3 4")
    two: Rows = [["Name", "Rating", "Rounds", "", "", "Total"], ["", "", "R1", "R2", "R3", ""],
                 *rows[1:]]  # fmt: skip
    event = read(write(tmp_path, two, kind))
    assert met(event) == _MET and {one.name: one.rating for one in event.players} == _RATED


@pytest.mark.parametrize(
    "tag", ['Event "Casual Blitz game"', 'EventType "simul"', 'BlackType "program"',
            'WhiteTitle "BOT"'],
)  # fmt: skip
def test_games_that_no_rating_counts(tag: str, tmp_path: Path) -> None:
    """Casual games, simultaneous displays and programs stop, until they are confirmed."""
    path, name = tmp_path / "a.pgn", tag.split()[0]
    path.write_text(f'[White "Ann"]\n[Black "Bob"]\n[Result "1-0"]\n[{tag}]\n\n1-0\n')
    with pytest.raises(RatingError, match=f"--ignore {name}"):
        read(path)
    assert len(read(path, asked=ReadOptions(ignore=(name,))).games) == 1


def test_ratings_typed_into_a_form(tmp_path: Path) -> None:
    """What stands in the fields of a saved form is read; boxes to tick are no text."""
    path = write(tmp_path, crosstable("{who} {result}"), "html")
    text = path.read_text("utf-8").replace(">2000<", '><input type="text" value="2000"><')
    text = text.replace(">1900<", "><input type=checkbox value='7'>1900<")
    path.write_text(text, "utf-8")
    assert {one.name: one.rating for one in read(path).players} == _RATED


@pytest.mark.parametrize(
    "entry", ["{no}/{colour}/{result}", "{word} {no} {result}", "{no} {word} {result}",
              "{word} {no}: {result}", "{colour}, {no}, {result}", "{no} | {colour} | {result}"],
)  # fmt: skip
def test_entries_with_signs_or_words_between(entry: str, tmp_path: Path) -> None:
    """``4/w/1`` and ``White 4 1``: opponent, colour and result, however they are kept apart."""
    numbers = {name: no for no, name in enumerate(_NAMES, 1)}
    words = {"w": "White", "b": "Black"}
    rows = crosstable("{who} {colour} {result}")
    made = [
        [
            no or "No.",
            *row[:2],
            *(_entry(str(cell), entry, numbers, words) for cell in row[2:5]),
            row[5],
        ]
        for no, row in enumerate(rows)
    ]
    event = read(write(tmp_path, made, "csv"))
    assert met(event) == _MET and event.says_colours


def _entry(cell: str, entry: str, numbers: dict[str, int], words: dict[str, str]) -> str:
    who, colour, result = cell.split() if cell.split()[0] in numbers else ("", "", "")
    if not who:
        return cell  # a heading
    return entry.format(no=numbers[who], colour=colour, word=words[colour], result=result)


_SAME = ["2026-01-02,Cai,Dan,1-0", "2026-01-02,Cai,Dan,1-0", "2026-01-03,Cai,Dan,1-0"]


@pytest.mark.parametrize("language", ["en", "zh", "ru"])
def test_a_line_that_says_the_same_as_another_is_told(
    language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without rounds two equal lines are two games or one twice: both count, and it is told, alone
    and in a folder."""
    games = tmp_path / "sent" / "2026-01 cup.csv"
    games.parent.mkdir()
    games.write_text("date,white,black,result\n" + "\n".join(_SAME), "utf-8")
    (tmp_path / "list.csv").write_text("id,name,rating\n1,Cai,1800\n2,Dan,1700\n", "utf-8")
    said = {"en": "line 2 says the same", "zh": "第 2 行 完全相同", "ru": "строка 2 — то же самое"}[
        language
    ]
    rest = ("--rules", "elo", "--language", language)
    for words in (
        ("rate", games, "--csv"),
        ("federation", tmp_path / "list.csv", games.parent, "--all"),
    ):
        assert main([*map(str, words), *rest]) == 0
        out = "".join(capsys.readouterr())
        told = [line for line in out.splitlines() if said in line]
        place = {"en": "line 3", "zh": "第 3 行", "ru": "строка 3"}[language]
        assert len(told) == 1 and place in told[0] and said in told[0], out


def test_a_game_that_says_the_same_as_another_in_pgn(tmp_path: Path) -> None:
    """The same of games in PGN without rounds; with another day they are two."""
    game = '[Event "Cup"]\n[Date "2026.01.0{}"]\n[White "Ann"]\n[Black "Bo"]\n[Result "1-0"]\n\n1-0\n\n'
    (tmp_path / "a.pgn").write_text("".join(map(game.format, (2, 2, 3))), "utf-8")
    account = read(tmp_path / "a.pgn").account
    assert account is not None
    assert [(one.key, one.where) for one in account.doubts] == [("game_again", "a.pgn, line 9")]


@pytest.mark.parametrize(
    ("cells", "reads"),
    [("Bob -1,Ann -0", True), ("Bob - 1,Ann - 0", True), ("Bob-1,Ann-0", True), ("Bob 1,Ann -0", True),
     ("Bob 1,Ann -1", False), ("Bob -1,Ann 0", False), ("Bob -1,", False), ("-1 Bob,", False),
     ("Bob w -1,", False), ("Bob (-1),", False), ("Bob w-1,", False), ("Bob w-1,Ann b0", False)],
)  # fmt: skip
def test_a_hyphen_or_minus_one(cells: str, reads: bool, tmp_path: Path) -> None:
    """Promise: behind a name -1 is a win only where all results follow a hyphen; else it stops.

    Losses are written so, too, and nobody wins in silence.
    """
    ann, bob = cells.split(",")
    table = write(tmp_path, [["No.", "Name", "R1"], [1, "Ann", ann], [2, "Bob", bob]], "csv")
    if reads:
        assert [(one.white, one.black, one.result.code) for one in read(table).games] == [
            (1, 2, "1-0")
        ]
    else:
        with pytest.raises(ArgumentError, match=r"'[^']*-1[^']*' is not a crosstable entry"):
            read(table)


_ZH = [["名次", "姓名", "等级分", "第1轮", "第2轮", "积分"], ["1", "安", "2000", "2白胜", "3黑胜", "2"],
       ["2", "波", "1900", "1黑负", "轮空", "1"], ["3", "蔡", "1800", "轮空", "1白负", "1"]]  # fmt: skip


def test_points_that_head_ratings_on_a_ladder(tmp_path: Path) -> None:
    """``积分`` next to ``等级分`` are the points: they are compared with the games, and say what a bye
    is worth."""
    event = read(write(tmp_path, _ZH, "csv"))
    assert len(event.games) == 4 and event.account is not None
    assert [one.use for one in event.account.columns if one.heading == "积分"] == ["checked"]
    wrong = [_ZH[0], [*_ZH[1][:5], "1"], *_ZH[2:]]
    with pytest.raises(RatingError, match="积分"):
        read(write(tmp_path, wrong, "csv"))


@pytest.mark.parametrize("text", ["轮空 1", "spielfrei (1)", "libre: 1", "wolny los 1"])
def test_a_word_for_a_bye_with_its_worth(text: str, tmp_path: Path) -> None:
    """As ``bye 1``, in any language, where no points say it."""
    rows = [[cell.replace("轮空", text) for cell in row[:5]] for row in _ZH]
    games = read(write(tmp_path, rows, "csv")).games
    assert [game.result.code for game in games if game.black is None] == ["BYE 1", "BYE 1"]


@pytest.mark.parametrize("text", ["zurückgezogen", "ausente", "nieobecny", "hiányzik"])
def test_words_for_who_was_not_there(text: str, tmp_path: Path) -> None:
    """A round that somebody was absent from is worth nothing."""
    rows = [["Rk", "Name", "Rtg", "R1", "R2", "Pts"], ["1", "Ana", "2000", "2w1", "", "1"],
            ["2", "Bea", "1900", "1b0", text, "0"]]  # fmt: skip
    assert len([one for one in read(write(tmp_path, rows, "csv")).games if one.black]) == 1


#: A heading beside each round, what it calls a win, a draw and a loss, and the points of a win.
BESIDE = (
    ("结果", "2", "1", "0", 2), ("成绩", "2", "1", "0", 2), ("成绩", "胜", "和", "负", 1), ("", "2", "1", "0", 2), ("", "胜", "和", "负", 1),
    ("Res", "1", "½", "0", 1), ("Рез", "1", "0.5", "0", 1), ("+/=/-", "+", "=", "-", 1),
    ("Res", "2", "1", "0", 1), ("Res", "1", "½", "0", 2),
)  # fmt: skip


def _beside(head: str, win: str, draw: str, loss: str, worth: int) -> Rows:
    """Three rounds of four, with the results in a column of their own; Bob has a bye."""
    of = {"1": win, "=": draw, "0": loss}
    played = (
        ("Ann", "4红 1 2黑 = 3红 1", 2.5), ("Bob", "3红 0 1红 = 轮空 1", 1.5),
        ("Cid", "2黑 1 4红 1 1黑 0", 2), ("Dan", "1黑 0 3黑 0 轮空 0", 0),
    )  # fmt: skip
    heads = ["No", "Name", "Rating", *(one for n in "123" for one in (f"R{n}", head)), "Pts"]
    rows: list[list[object]] = [[*heads]]
    for no, (name, cells, points) in enumerate(played, 1):
        texts = [of.get(cell, cell) for cell in cells.split()]
        rows.append([no, name, 2200 - 100 * no, *texts, points * worth])
    return rows


@pytest.mark.parametrize("kind", WRITERS)
@pytest.mark.parametrize("said", BESIDE)
def test_results_beside_the_rounds(
    said: tuple[str, str, str, str, int], kind: str, tmp_path: Path
) -> None:
    """Promise: `4红 | 2` is a win, whatever heads the second column; + there is no forfeit."""
    event = read(write(tmp_path, _beside(*said), kind))
    assert len(event.games) == 7 and {game.result.kind for game in event.games} == {
        Kind.PLAYED,
        Kind.BYE,
    }
    assert [one.new for one in rate(event, "elo").lines] == [2106, 1985, 1923, 1785]


@pytest.mark.parametrize(
    ("opponent", "result"),
    [
        ("第{}轮对手", "第{}轮结果"),
        ("第{}轮", "第{}轮成绩"),
        ("对手{}", "结果{}"),
        ("第{}轮對手", "第{}轮成績"),
    ],
)
@pytest.mark.parametrize(
    ("red", "black"), [("{}红", "{}黑"), ("{}(红)", "{}(黑)"), ("{}（红）", "{}（黑）")]
)
def test_headings_without_blanks(
    opponent: str, result: str, red: str, black: str, tmp_path: Path
) -> None:
    """Promise: a round's columns are never taken for the remarks of a list of players."""
    rows = _beside("", "胜", "和", "负", 1)
    heads = ["序号", "姓名", "等级分"]
    heads += [one.format(number) for number in (1, 2, 3) for one in (opponent, result)]
    cells = [
        [
            (red if str(cell)[1:] == "红" else black).format(str(cell)[0])
            if str(cell)[1:] in ("红", "黑")
            else cell
            for cell in row[:-1]
        ]
        for row in rows[1:]
    ]
    event = read(write(tmp_path, [heads, *cells], "csv"))
    assert len(event.games) == 7
    assert [one.new for one in rate(event, "elo").lines] == [2106, 1985, 1923, 1785]


@pytest.mark.parametrize("heading", ["年", "Jahr", "Año", "Year", "Год", "年度", "År"])
def test_a_year_alone_is_asked_about(heading: str, tmp_path: Path) -> None:
    """Promise: a year may be that of the birth, on which K depends, or another one; not a rating."""
    rows: Rows = [["No", "Name", "Rating", heading, "R1"], [1, "Ann", 2000, 1990, "2w1"],
                  [2, "Bob", 1900, 2010, "1b0"]]  # fmt: skip
    with pytest.raises(RatingError, match="may hold this: Year of birth; if so, name it born"):
        read(write(tmp_path, rows, "csv"))


def test_results_beside_the_rounds_that_may_be_two_games(tmp_path: Path) -> None:
    """2 without a colour may be two games: it is not guessed."""
    rows: list[list[object]] = [
        [str(cell).rstrip("红黑") for cell in row] for row in _beside("Res", "2", "1", "0", 2)
    ]
    with pytest.raises(RatingError, match="is not a crosstable entry"):
        read(write(tmp_path, rows, "csv"))
    # Of one round a column of points is the total, no result.
    rows = [
        ["No", "Name", "Rating", "R1", "Pts"],
        [1, "Ann", 2100, "2w1", 1],
        [2, "Bob", 2000, "1b0", 0],
    ]
    assert len(read(write(tmp_path, rows, "csv")).games) == 1


def _with_hidden_row(kind: str, data: bytes) -> bytes:
    """The third row hidden: the flag fDyZero of its record, in BIFF8 and in BIFF12."""
    if kind == "xls":
        at = data.index(struct.pack("<HHH", 2, 0, 15)) - 4
        row = struct.pack("<HHHHHHHHI", 0x0208, 16, 2, 0, 9, 300, 0, 0, 0x20)
        return data[:at] + row + data[at : 512 + 4096 - len(row)] + data[512 + 4096 :]
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as archive, zipfile.ZipFile(out, "w") as made:
        for name in archive.namelist():
            head = struct.pack("<IIHB", 2, 0, 300, 0)
            made.writestr(name, archive.read(name).replace(head + b"\0", head + b"\x10"))
    return out.getvalue()


def _with_hidden_column(kind: str, data: bytes, column: int) -> bytes:
    """One column hidden: the flag fHidden of its record, in BIFF8 and in BIFF12."""
    if kind == "xls":
        at = data.index(struct.pack("<HHH", 0, 0, 15)) - 4
        own = struct.pack("<HHHHHHHH", 0x7D, 12, column, column, 2340, 15, 1, 0)
        return data[:at] + own + data[at : 512 + 4096 - len(own)] + data[512 + 4096 :]
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as archive, zipfile.ZipFile(out, "w") as made:
        for name in archive.namelist():
            start = bytes([0x91, 1, 0])  # BrtBeginSheetData, which the columns precede
            own = bytes([0x3C, 18]) + struct.pack("<IIIIH", column, column, 2340, 0, 1)
            part = archive.read(name)
            made.writestr(name, part.replace(start, own + start, 1) if "sheet1" in name else part)
    return out.getvalue()


@pytest.mark.parametrize("kind", ["xls", "xlsb"])
def test_hidden_columns_of_old_and_binary_workbooks(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: the question names a hidden column as such, and one word answers for all of them."""
    rows: Rows = [["No", "Name", "Rtg", "R1", "Pts", "Strength"],
                  [1, "Ann", 2000, "2w1", 1, 1510], [2, "Bob", 1900, "1b0", 0, 1620]]  # fmt: skip
    path = write(tmp_path, rows, kind)
    path.write_bytes(_with_hidden_column(kind, path.read_bytes(), 5))
    call = ["rate", str(path), "--rules", "elo", "--csv", "--language", "en"]
    assert main(call) == 2
    assert "the hidden column Strength may hold this: Rating" in capsys.readouterr().err
    assert main([*call, "--ignore", "hidden"]) == 0


@pytest.mark.parametrize("kind", ["xlsx", "xls", "xlsb", "ods"])
def test_hidden_rows_of_lists_are_told(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: whom a filter has hidden on a list or in a ledger counts, and this is told."""
    monkeypatch.chdir(tmp_path)
    people: Rows = [["id", "name", "rating"], [1, "Ann", 2000], [2, "Bob", 1900], ["", "", ""]]
    entries: Rows = [["date", "id", "what", "new", "reason"], ["2025-11-03", "1", "rating", 2050, "x"],
                     ["2025-11-04", "2", "rating", 1950, "x"], ["", "", "", "", ""]]  # fmt: skip
    games: Rows = [["no", "white", "black", "result", "round"], [1, "Ann", "Bob", "1-0", 1]]
    for name, rows in (("list", people), ("ledger", entries)):
        path = write(tmp_path, rows, kind, name)
        if kind in ("xls", "xlsb"):
            path.write_bytes(_with_hidden_row(kind, path.read_bytes()))
            continue
        with zipfile.ZipFile(path) as archive:
            parts = {one: archive.read(one).decode() for one in archive.namelist()}
        with zipfile.ZipFile(path, "w") as archive:
            for one, xml in parts.items():
                before, *after = xml.replace('<row r="3"', '<row r="3" hidden="1"').split(
                    "<table:table-row>"
                )
                marks = ("", "", ' table:visibility="filter"', "")
                lines = [
                    f"<table:table-row{mark}>{row}"
                    for mark, row in zip(marks[: len(after)], after, strict=True)
                ]
                archive.writestr(one, before + "".join(lines))
    write(tmp_path, games, "csv", "cup-games")
    names = (f"list.{kind}", "cup-games.csv", "--ledger", f"ledger.{kind}")
    write(tmp_path, [["event", "round", "white", "black", "result"], ["Cup", 1, "Ann", "Bob", "1-0"]],
          "csv", "sent")  # fmt: skip
    call = ["federation", names[0], "sent.csv", *names[2:], "--rules", "elo", "--language", "en"]
    assert main(call) == 0
    told = capsys.readouterr().out
    places = rf"ledger.{kind}, sheet \w+; list.{kind}, sheet \w+"
    assert re.search(f"{places}: worth checking: hidden rows are read, too: 3", told)
    elo = ["--rules", "elo", "--language", "en"]
    for words in (["--from", f"list.{kind}"], ["--library", f"list.{kind}"]):
        assert main(["new", "swiss", *words, *elo, "-o", "a.xlsx", "--force"]) == 0
        assert capsys.readouterr().err.count("hidden rows are read, too: 3") == 1, words
    people_of = ["rate", "cup-games.csv", "--players", f"list.{kind}", "--csv", *elo]
    assert main(people_of) == 0
    assert capsys.readouterr().err.count("hidden rows are read, too: 3") == 1


@pytest.mark.parametrize("kind", ["xls", "xlsb"])
def test_hidden_rows_are_told_by_every_command(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: what a filter has hidden is read and told, in old and binary workbooks, too."""
    monkeypatch.chdir(tmp_path)
    rows: Rows = [
        ["No", "Name", "Rating", "R1", "Pts"],
        [1, "Ann", 2000, "2w1", 1],
        [2, "Bob", 1900, "1b0", 0],
    ]
    path = write(tmp_path, rows, kind)
    path.write_bytes(_with_hidden_row(kind, path.read_bytes()))
    elo = ["--rules", "elo"]
    for words in (
        ["rate", path.name, *elo, "--csv"], ["explain", path.name, "Ann", *elo], ["read", path.name],
        ["check", path.name], ["check", path.name, *elo], ["convert", path.name, "-o", "a.trf"],
        ["new", "swiss", "--from", path.name, *elo, "-o", "a.xlsx"],
    ):  # fmt: skip
        assert main([*words, "--language", "en"]) == 0
        err = capsys.readouterr().err
        assert err.count("hidden rows are read, too: 3") == 1, (words, err)
