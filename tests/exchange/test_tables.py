"""CSV tables: games, players and crosstables, and what is wrong with them."""

from __future__ import annotations

import sys
import time
from collections import Counter
from datetime import date
from decimal import Decimal
from pathlib import Path

import openpyxl
import pytest
from table_files import Rows, write

from xlrating.engine.errors import ArgumentError, FileError, RatingError
from xlrating.engine.event import Event
from xlrating.engine.problems import problems
from xlrating.exchange import read_csv, read_list, read_players, table
from xlrating.reading import read

_EVENTS = Path(__file__).parents[1] / "events"
_GAMES = "round,white,black,result\n"


def _csv(tmp_path: Path, text: str, name: str = "event.csv") -> Path:
    path = tmp_path / name
    path.write_text(text, "utf-8")
    return path


def _codes(event: Event) -> list[tuple[int, int, int | None, str]]:
    return [(game.round, game.white, game.black, game.result.code) for game in event.games]


def test_us_championship() -> None:
    """Games and the players beside them: 12 players with rating and k, 66 games."""
    event = read(_EVENTS / "us-championship-2025" / "games.csv")
    assert problems(event) == ()
    assert (len(event.players), len(event.games), event.last_round) == (12, 66, 11)
    assert Counter(g.result.code for g in event.games) == {"½-½": 42, "1-0": 15, "0-1": 9}
    first = event.by_no[1]
    assert (first.id, first.name) == ("2020009", "2020009")
    assert (first.rating, first.k) == (Decimal(2789), Decimal(10))
    scores = {p.id: Decimal(0) for p in event.players}
    for game in event.games:
        scores[event.by_no[game.white].id] += game.result.white or 0
        scores[event.by_no[game.black or 0].id] += game.result.black or 0
    assert scores["2020009"] == Decimal(8)
    assert scores["30920019"] == Decimal(4)


def test_tie_break_exercise() -> None:
    """Sixteen players with byes, forfeits and withdrawals; the score column holds."""
    event = read(_EVENTS / "tec-swiss-2023" / "crosstable.csv")
    assert problems(event) == ()
    assert (len(event.players), event.rounds) == (16, 5)
    assert Counter(game.result.code for game in event.games) == {
        "1-0": 16,
        "0-1": 10,
        "½-½": 8,
        "1-0 F": 1,
        "0-1 F": 1,
        "BYE 1": 3,
        "BYE ½": 2,
    }
    assert event.by_no[2].rating == Decimal(2150)
    assert [game.round for game in event.games_of[12]] == [1, 2, 3]
    assert (12, 14) in {(game.white, game.black) for game in event.games}


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_separators_comments_and_results(tmp_path: Path, separator: str) -> None:
    """Three separators, comment lines, headings in any case, results as people type them."""
    text = (
        "# a comment\nRound,WHITE,Black,Result,Board\n\n1,1,2,1-0,1\n1,3,,bye 1,\n2,2,3,1/2-1/2,\n"
    )
    event = read_csv(_csv(tmp_path, text.replace(",", separator)))
    assert _codes(event) == [(1, 1, 2, "1-0"), (1, 3, None, "BYE 1"), (2, 2, 3, "½-½")]
    assert event.games[0].board == 1
    assert event.games[0].where == "event.csv, line 4"
    assert [(player.no, player.name) for player in event.players] == [(1, ""), (2, ""), (3, "")]


@pytest.mark.parametrize("end", ["\r", "\n", "\r\n"])
def test_any_line_end(tmp_path: Path, end: str) -> None:
    """CR, LF and CRLF are read alike."""
    path = tmp_path / "event.csv"
    path.write_bytes(end.join(["round,white,black,result", "1,1,2,1-0", "1,3,4,0-1"]).encode())
    assert [game.where for game in read(path).games] == ["event.csv, line 2", "event.csv, line 3"]


def test_scores_instead_of_results(tmp_path: Path) -> None:
    """White's score alone, both scores, forfeits by sign and byes; decimal comma with ``;``."""
    text = (
        "round;white;black;white_score;black_score\n1;1;2;0,5;\n1;3;4;0;0\n1;5;6;+;-\n1;7;BYE;½;\n"
    )
    event = read_csv(_csv(tmp_path, text))
    assert _codes(event) == [
        (1, 1, 2, "½-½"),
        (1, 3, 4, "0-0"),
        (1, 5, 6, "1-0 F"),
        (1, 7, None, "BYE ½"),
    ]


def test_games_without_a_result_yet(tmp_path: Path) -> None:
    """A pairing without result or scores is a game still to come."""
    assert _codes(read_csv(_csv(tmp_path, _GAMES + "1,1,2,\n"))) == [(1, 1, 2, "")]
    text = "round,white,black,white_score,black_score\n1,1,2,,\n"
    assert _codes(read_csv(_csv(tmp_path, text))) == [(1, 1, 2, "")]


def test_players_made_from_the_games(tmp_path: Path) -> None:
    """Names without a list become players in order, with the ratings beside them."""
    heading = "round,white,black,result,white_rating,black_rating"
    games = "1,Ann,Bob,1-0,1800,\n2,Bob,Ann,0-1,0,1800\n"
    event = read_csv(_csv(tmp_path, f"{heading}\n{games}"))
    assert [(p.no, p.name, p.id, p.rating) for p in event.players] == [
        (1, "Ann", "", Decimal(1800)),
        (2, "Bob", "", None),
    ]
    assert _codes(event) == [(1, 1, 2, "1-0"), (2, 2, 1, "0-1")]


def test_players_list_beside_or_given(tmp_path: Path) -> None:
    """``X-players.csv`` beside ``X-games.csv`` is found; ``players`` goes before it."""
    games = _csv(tmp_path, "round,white,black,result\n1,a7,b9,1-0\n", "open-games.csv")
    _csv(tmp_path, "no,id,name,elo\n4,a7,Ann,1800\n5,b9,Bob,0\n", "open-players.csv")
    other = _csv(tmp_path, "id,name,rating\nb9,Bob,1500\na7,Ann,1600\n", "other.csv")
    beside = read_csv(games)
    assert [(p.no, p.name, p.rating) for p in beside.players] == [
        (4, "Ann", Decimal(1800)),
        (5, "Bob", None),
    ]
    assert _codes(beside) == [(1, 4, 5, "1-0")]
    assert _codes(read(games, other)) == [(1, 2, 1, "1-0")]


def test_numbers_are_never_mixed_with_ids(tmp_path: Path) -> None:
    """One way of naming players holds for the whole file: here ids, though all are numbers."""
    games = _csv(tmp_path, "round,white,black,result\n1,2,30,1-0\n", "games.csv")
    _csv(tmp_path, "id,name\n30,Ann\n2,Bob\n", "players.csv")
    assert _codes(read_csv(games)) == [(1, 2, 1, "1-0")]
    games = _csv(tmp_path, "round,white,black,result\n1,2,1,1-0\n", "games.csv")
    _csv(tmp_path, "id,name\n2,Ann\n1,Bob\n", "players.csv")
    assert _codes(read_csv(games)) == [(1, 1, 2, "1-0")]
    _csv(tmp_path, "no,id,name\n1,2,Ann\n2,1,Bob\n", "players.csv")
    assert _codes(read_csv(games)) == [(1, 2, 1, "1-0")]


def test_all_columns_of_a_players_list(tmp_path: Path) -> None:
    """Every fact arrives in its place, under each of its spellings."""
    header = "No.;FIDE ID;Name;rating_list_2025_10;Title;Sex;Fed;birth_year;Games;Peak;K"
    path = _csv(tmp_path, f"{header}\n7;123;Ann;2000,5;WGM;w;FRA;1990;30;2100;20\n")
    (player,) = read_players(path)
    assert (player.no, player.id, player.name, player.title) == (7, "123", "Ann", "WGM")
    assert (player.sex, player.federation, player.born) == ("f", "FRA", 1990)
    assert (player.rating, player.peak) == (Decimal("2000.5"), Decimal(2100))
    assert (player.games, player.k) == (30, Decimal(20))
    assert read(path).games == ()


def test_players_from_a_workbook(tmp_path: Path) -> None:
    """The first sheet of a workbook is read like a CSV, below any title, with cells named."""
    book = openpyxl.Workbook()
    for row in (["Our open"], [], ["Name", "ID", "Elo", "Born"], ["Ann", 2020009, 1800, 1990]):
        book.active.append(row)
    path = tmp_path / "players.xlsx"
    book.save(path)
    (player,) = read_players(path)
    assert (player.name, player.id, player.rating) == ("Ann", "2020009", Decimal(1800))
    assert player.born == 1990
    book.active["D4"] = date(1991, 5, 1)
    book.save(path)
    assert read_players(path)[0].born == 1991
    book.active["C4"] = "strong"
    book.save(path)
    with pytest.raises(ArgumentError, match=r"^players\.xlsx, sheet Sheet, cell C4: "):
        read_players(path)


def test_workbooks_without_a_table(tmp_path: Path) -> None:
    """An empty sheet is refused by its name."""
    path = tmp_path / "players.xlsx"
    openpyxl.Workbook().save(path)
    with pytest.raises(FileError, match=r"^players\.xlsx: no headings found on sheet Sheet"):
        read_players(path)


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("=1+1", "=1+1"),
        ("'=1+1", "=1+1"),
        ("'+x", "+x"),
        ("-x", "-x"),
        ("@x", "@x"),
        ("'tHooft",) * 2,
    ],
)
def test_names_are_text(tmp_path: Path, written: str, name: str) -> None:
    """A name that looks like a formula stays text; only a guarding apostrophe goes."""
    assert read_players(_csv(tmp_path, f"name,rating\n{written},1500\n"))[0].name == name


def test_crosstable_by_rows(tmp_path: Path) -> None:
    """Without a column of numbers opponents are named by row, in chess-results notation."""
    text = "name,rating,pts,r1,r2\nAnn,1500,1.5,2w1,-½\nBob,1400,0,1b0,\n"
    event = read_csv(_csv(tmp_path, text))
    assert _codes(event) == [(1, 1, 2, "1-0"), (2, 1, None, "BYE ½")]
    event = read_csv(_csv(tmp_path, "id,r1\n7,+W9\n9,-B7\n"))
    assert _codes(event) == [(1, 7, 9, "1-0")]
    assert [(player.no, player.id, player.name) for player in event.players] == [
        (7, "", ""),
        (9, "", ""),
    ]


def test_same_player_twice_in_a_round(tmp_path: Path) -> None:
    """It is read, and the event itself reports it with the line."""
    event = read_csv(_csv(tmp_path, "round,white,black,result\n1,1,2,1-0\n1,1,3,1-0\n"))
    assert [(p.key, p.where) for p in problems(event)] == [
        ("player_twice_in_round", "event.csv, line 3")
    ]


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        (_GAMES + "1,1,2\n", "line 2", "3 cells, but the headings have 4"),
        (_GAMES + "1,1,2,1-0,5\n", "line 2", "5 cells, but the headings have 4"),
        (_GAMES + "1,1,2,2-0\n", "line 2, column result", "result '2-0' is unknown"),
        (_GAMES + "\n1,1,2,x\n", "line 3, column result", "result 'x' is unknown"),
        (
            "round,white,black,white_score,black_score\n1,1,2,,1\n",
            "line 2, column white_score",
            "White's score is missing",
        ),
        ("name,sex\nA,x\n", "line 2, column sex", "sex is 'x'"),
        (_GAMES + "nan,1,2,1-0\n", "line 2, column round", "round is the text 'nan'"),
        (_GAMES + ",1,2,1-0\n", "line 2, column round", "the round is missing"),
        (_GAMES + "1.5,1,2,1-0\n", "line 2, column round", "whole number"),
        (_GAMES + "1e99999999,1,2,1-0\n", "line 2, column round", "a number is expected"),
        (_GAMES + "1,,2,1-0\n", "line 2, column white", "White is missing"),
        ("round,white,black\n1,1,2\n", "", "no column result"),
        (
            "round,white,black,white_score\n1,1,2,2\n",
            "line 2, column white_score",
            "not the scores of a game",
        ),
        (
            "round,white,black,white_score\n1,1,2,inf\n",
            "line 2, column white_score",
            "the text 'inf'",
        ),
        (
            'round,white,black,white_score,white_rating\n1,1,2,"0,5","1,850"\n',
            "line 2, column white_rating",
            "could be 1850 or 1.850",
        ),
        (
            "round,white,black,result,white_rating\n1,1,2,1-0,1500\n2,1,2,1-0,1600\n",
            "line 3, column white_rating",
            "player 1 has rating 1600 here and 1500 elsewhere",
        ),
        ("id,name,r1,score\n1,A,+B2,1\n2,B,-W1,1\n", "line 3, column score", "games give 0"),
        ("id,name,r1\n1,A,+B9\n2,B,-W1\n", "line 2, column r1", "opponent 9"),
        ("id,name,r1\n1,A,+Q9\n", "line 2, column r1", "not a crosstable entry"),
        ("id,name,r2\n1,A,--\n", "line 1", "rounds 1 to 1 are expected"),
        ("name,rating\nA,NaN\n", "line 2, column rating", "rating is the text 'NaN'"),
        ("name,born\nA,99\n", "line 2, column born", "four digits"),
        ("name,no\nA,\n", "line 2, column no", "no number"),
        ("name,Name\nA,B\n", "", "appears twice"),
        ("a,b\n1,2\n", "", "the headings are a, b"),
        ("name,rating_list_2025_10,rating_list_2025_11\nA,1,2\n", "", "ratings of 2 lists"),
        ("# only\n\n", "", "no headings"),
        ("name,rating\n" + "x" * 200_000 + ",1\n", "line 2", "not valid CSV"),
    ],
)
def test_errors_name_line_and_column(tmp_path: Path, text: str, place: str, words: str) -> None:
    """Every mistake is refused in one sentence that says where it is."""
    with pytest.raises(RatingError) as caught:
        read_csv(_csv(tmp_path, text))
    assert words in str(caught.value)
    assert caught.value.where == ", ".join(filter(None, ["event.csv", place]))


def test_unknown_and_ambiguous_players(tmp_path: Path) -> None:
    """A player who is not in the list, or two of one name, are named with the cell."""
    games = _csv(tmp_path, "round,white,black,result\n1,Ann,Bob,1-0\n", "games.csv")
    for names, words in (("Ann\nCid", "there is no player 'Bob'"), ("Ann\nBob\nBob", "any of 2")):
        _csv(tmp_path, f"name\n{names}\n", "players.csv")
        with pytest.raises(RatingError, match=rf"^games\.csv, line 2, column black: .*{words}"):
            read_csv(games)


def test_players_only_with_games(tmp_path: Path) -> None:
    """A list of players given where it has no use is refused, not ignored."""
    path = _csv(tmp_path, "name,rating\nA,1500\n")
    with pytest.raises(ArgumentError, match="--players goes with a CSV list of games only"):
        read_csv(path, path)
    with pytest.raises(ArgumentError, match="--players goes with a CSV list of games only"):
        read(_EVENTS / "swiss-online" / "event.trf", path)
    games = _csv(tmp_path, "White,Black,Result\nA,B,1-0\n", "games.csv")
    with pytest.raises(FileError, match="nothing says which round"):
        read_csv(games, path)


def test_other_kinds_are_refused(tmp_path: Path) -> None:
    """The message for an unknown file lists the kinds that are read."""
    with pytest.raises(FileError, match=r"event\.txt: .*\.xlsx.*TRF.*\.csv"):
        read(_csv(tmp_path, "Dear sir\n", "event.txt"))
    for name in ("none.csv", "none.trf"):
        with pytest.raises(FileError, match="no such file"):
            read(tmp_path / name)
    with pytest.raises(FileError, match="a folder"):
        read(tmp_path)


def test_workbooks_are_known_by_content(tmp_path: Path) -> None:
    """A workbook under any name is opened as a workbook, a damaged one is named as such."""
    path = tmp_path / "event.dat"
    path.write_bytes((_EVENTS / "chess-results-april" / "crosstable.xlsx").read_bytes())
    assert len(read(path).players) == 67
    path.write_bytes(b"\xd0\xcf\x11\xe0" + bytes(600))
    with pytest.raises(FileError, match="cut off or damaged"):
        read(path)


def test_playoffs_and_facts_of_regulations(tmp_path: Path) -> None:
    """A play-off game and a champion, as cxa-rapid asks for them, come from the two lists."""
    from xlrating.engine.rating import rate

    _csv(tmp_path, "no,name,rating,sex,champion\n1,A,2450.3,m,x\n2,B,2400,m,\n", "players.csv")
    games = _csv(
        tmp_path,
        "round,white,black,result,playoff\n1,1,2,½-½,\n2,1,2,½-½,x\n3,2,1,½-½,x\n",
        "games.csv",
    )
    event = read(games)
    assert [game.playoff for game in event.games] == [False, True, True]
    assert event.players[0].facts == {"champion": "x"}
    line = rate(event, "cxa-rapid").lines[0]
    # The play-off is one game; level after a last draw, Black has won it: player 1.
    assert (line.n, line.score) == (2, Decimal("1.5"))
    with pytest.raises(ArgumentError, match="column playoff"):
        read(_csv(tmp_path, "round,white,black,result,playoff\n1,1,2,1-0,maybe\n", "games.csv"))


@pytest.mark.parametrize(
    ("encoding", "text", "name"),
    [
        ("gb18030", "编号,姓名,等级分\r\n1,王伟,2350\r\n", "王伟"),
        ("cp1251", "№;Фамилия, имя;Рейтинг\r\n1;Иванов;2350\r\n", "Иванов"),
    ],
)
def test_what_excel_saves_in_china_and_russia(
    encoding: str, text: str, name: str, tmp_path: Path
) -> None:
    """Promise: a list in the program's own encoding is read where its headings tell which."""
    path = tmp_path / "list.csv"
    path.write_bytes(text.encode(encoding))
    (player,) = read_players(path)
    assert (player.name, player.rating) == (name, Decimal(2350))
    path.write_bytes(f"no;name;rating\n1;{name};2350\n".encode(encoding))
    with pytest.raises(FileError, match="UTF-8"):
        read_players(path)


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("gb18030", "轮次,红方,黑方,成绩\n1,王伟,李娜,1-0\n2,李娜,王伟,1/2-1/2\n"),
        ("utf-8", "轮次,台次,先手,后手,结果\n1,1,王伟,李娜,1-0\n2,1,李娜,王伟,½-½\n"),
        (
            "utf-8",
            "轮次,红方编号,红方,黑方编号,黑方,结果\n1,1,王伟,2,李娜,1-0\n2,2,李娜,1,王伟,½-½\n",
        ),
        ("cp1251", "Тур;Белые;Чёрные;Результат\n1;Петров;Иванов;1-0\n2;Иванов;Петров;1/2-1/2\n"),
    ],
)
def test_games_with_headings_in_chinese_and_russian(
    encoding: str, text: str, tmp_path: Path
) -> None:
    """Promise: a list of games is read in the languages of the templates, too."""
    path = tmp_path / "games.csv"
    path.write_bytes(text.encode(encoding))
    event = read(path)
    assert _codes(event) == [(1, 1, 2, "1-0"), (2, 2, 1, "½-½")]
    assert [player.name for player in event.players] in (["王伟", "李娜"], ["Петров", "Иванов"])
    wrong = text.replace("1-0", "9-9")
    path.write_bytes(wrong.encode(encoding))
    result = next(w for w in ("成绩", "结果", "результат") if w in text.lower())
    with pytest.raises(ArgumentError, match=f"line 2, column {result}"):
        read(path)


@pytest.mark.in_turn
def test_many_headings_take_no_time(tmp_path: Path) -> None:
    """50,000 headings took 44 seconds, for each was looked for among all others."""
    more = [f"h{number}" for number in range(50_000)]
    path = tmp_path / "games.csv"
    path.write_text(
        ",".join(["round", "white", "black", "result", *more])
        + "\n"
        + ",".join(["1", "A", "B", "1-0", *more])
        + "\n"
    )
    start = time.process_time()
    assert len(read(path).games) == 1
    assert time.process_time() - start < 10


def test_a_rating_list_may_be_larger_than_an_event(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Promise: a list that follows from FIDE's is read the next month; of an event nothing as large."""
    monkeypatch.setattr(table, "LINES", 3)
    path = tmp_path / "list.csv"
    path.write_text("id,name,rating\n1,Ann,2000\n2,Bob,1990\n3,Cai,1980\n4,Dan,1970\n")
    assert len(read_list(path)[0]) == 4
    with pytest.raises(FileError, match="the table has 5 lines, but at most 3 are allowed"):
        read_players(path)


def test_what_depends_on_no_file_is_worked_out_once(tmp_path: Path) -> None:
    """Promise: a folder of many small files is read quickly; no cache has fewer places than keys."""
    games, players = tmp_path / "games.csv", tmp_path / "players.csv"
    games.write_text("round,white,black,result\n1,1,2,1-0\n", "utf-8")
    players.write_text("no,name,rating\n1,A,2000\n2,B,1900\n", "utf-8")

    def missed() -> dict[str, int]:
        ours = [module for name, module in sys.modules.items() if name.startswith("xlrating.")]
        caches = [
            one for module in ours for one in vars(module).values() if hasattr(one, "cache_info")
        ]
        return {f"{one.__module__}.{one.__name__}": one.cache_info().misses for one in caches}

    read(games, players)
    before = missed()
    read(games, players)
    assert missed() == before


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_a_column_headed_like_a_round_makes_no_crosstable(kind: str, tmp_path: Path) -> None:
    """Promise: who has a column of White and of Black, and the round or day, has a list of games."""
    rows: Rows = [["round", "white", "black", "result", "id", "2"], [1, "Ann", "Bob", "1-0", 7, 0]]
    assert len(read(write(tmp_path, rows, kind, "games")).games) == 1


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_a_heading_twice_is_named(kind: str, tmp_path: Path) -> None:
    """Promise: what stops a file is named; of a sheet only that it is no event was said."""
    rows: Rows = [["round", "white", "black", "result", "result"], [1, "Ann", "Bob", "1-0", "1-0"]]
    with pytest.raises(FileError, match="the heading 'result' appears twice"):
        read(write(tmp_path, rows, kind, "games"))
