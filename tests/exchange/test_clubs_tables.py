"""Tables as clubs write them, read as they were meant: seldom headings, grouped numbers, merged
cells, pages in the encoding that they declare."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest

from xlrating import Event, read
from xlrating.cli import main
from xlrating.engine.errors import RatingError


def written(folder: Path, *lines: str, name: str = "own.csv") -> Path:
    (folder / name).write_text("\n".join(lines), "utf-8")
    return folder / name


def ratings(event: Event) -> list[str]:
    return [str(one.rating) for one in event.players]


SQUARE = (";1;1;2", "0;;½;½", "0;½;;½")


def square(folder: Path, heads: str, cells: tuple[str, ...]) -> Path:
    lines = [f"{heads};1;2;3;Pts", *(f"{a};{b}" for a, b in zip(cells, SQUARE, strict=True))]
    return written(folder, *lines)


@pytest.mark.parametrize("number", ["1 900", "1\u00a0900", "1\u202f900", "1900*", "1900P"])
def test_grouped_numbers_under_an_unknown_heading_stop(number: str, tmp_path: Path) -> None:
    """Promise: numbers that look like ratings under an unknown heading stop; grouped ones did not,
    and everybody was unrated."""
    cells = tuple(f"{no};{name};{number}" for no, name in enumerate("ABC", 1))
    with pytest.raises(RatingError, match="column Spielkraft, but it may hold this: Rating"):
        read(square(tmp_path, "No;Name;Spielkraft", cells))


def test_newcomers_do_not_hide_ratings(tmp_path: Path) -> None:
    """What says that there is no rating is not counted among numbers that look like ratings."""
    for none in ("-", "0", "unr.", "б/р"):
        cells = (f"1;A;{none}", "2;B;1800", "3;C;1700")
        with pytest.raises(RatingError, match="column Spielkraft, but it may hold this: Rating"):
            read(square(tmp_path, "No;Name;Spielkraft", cells))


def test_classement_is_a_rating_or_a_place(tmp_path: Path) -> None:
    """In French both are headed so; as a place, 1900 left everybody unrated in silence."""
    cells = ("1;A;1900", "2;B;1 800", "3;C;1700")
    event = read(square(tmp_path, "Nr;Nom;Classement", cells))
    assert ratings(event) == ["1900", "1800", "1700"]
    event = read(square(tmp_path, "Classement;Nom;Elo", cells))
    assert (ratings(event), event.printed_places) == (["1900", "1800", "1700"], {1: 1, 2: 2, 3: 3})


@pytest.mark.parametrize("heading", ["Rank", "Platz", "Место", "名次"])
def test_places_that_are_ratings_stop(heading: str, tmp_path: Path) -> None:
    """No table has only places from 1000 on; with ratings next to them they may be anything."""
    with pytest.raises(RatingError, match=f"column {heading}, but it may hold this: Rating"):
        read(square(tmp_path, f"{heading};Name", ("1900;A", "1800;B", "1700;C")))


def test_seldom_headings(tmp_path: Path) -> None:
    """Соп., Rés, 先后, Penarafan, 初始等级分, Né en, ID FIDE are read like their long forms."""
    for opponent, colour, result, letters in (
        ("Соп.", "Цвет", "Рез.", "бч"), ("Adv", "Couleur", "Rés", "bn"), ("对手", "先后", "结果", "红黑")
    ):  # fmt: skip
        heads = ["No;Name;Penarafan;Né en;ID FIDE;R1;;;Pts", f";;;;;{opponent};{colour};{result};"]
        rows = [
            f"1;A;1900;1980;0012345;2;{letters[0]};½;½",
            f"2;B;1800;1990;0054321;1;{letters[1]};½;½",
        ]
        event = read(written(tmp_path, *heads, *rows))
        assert [(g.white, g.black, g.result.code) for g in event.games] == [(1, 2, "½-½")]
        assert [(str(p.rating), p.born, p.id) for p in event.players] == [
            ("1900", 1980, "0012345"), ("1800", 1990, "0054321")
        ]  # fmt: skip
    heads = ["Pusingan;Merah;Keputusan;Hitam", "1;A;1-0;B", "2;B;½-½;A"]
    assert [game.result.code for game in read(written(tmp_path, *heads)).games] == ["1-0", "½-½"]


def test_a_merged_round_counts_for_all_its_games(tmp_path: Path) -> None:
    """A list of games with one cell for the round (and the day) of several rows."""
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    for row in (
        ("Round", "Date", "White", "Result", "Black"),
        (1, "2025-05-01", "A", "1-0", "B"), (None, None, "C", "½-½", "D"),
        (2, "2025-05-02", "A", "0-1", "C"), (None, None, "B", "1-0", "D"),
    ):  # fmt: skip
        sheet.append(row)
    for area in ("A2:A3", "B2:B3", "A4:A5", "B4:B5"):
        sheet.merge_cells(area)
    book.save(tmp_path / "own.xlsx")
    event = read(tmp_path / "own.xlsx")
    assert [game.round for game in event.games] == [1, 1, 2, 2]
    # A name may be meant for both, or for one.
    sheet.merge_cells("C2:C3")
    book.save(tmp_path / "own.xlsx")
    with pytest.raises(RatingError, match="cell C3: the cell is hidden by the cell"):
        read(tmp_path / "own.xlsx")


@pytest.mark.parametrize(
    ("declared", "encoding", "name"),
    [("gb2312", "gb18030", "李强¹"), ("windows-1254", "cp1254", "Ağaoğlu"),
     ("windows-1250", "cp1250", "Łoś"), ("ISO-8859-2", "iso-8859-2", "Žižka")],
)  # fmt: skip
def test_a_page_is_read_in_the_encoding_that_it_declares(
    declared: str, encoding: str, name: str, tmp_path: Path
) -> None:
    """A page says what its letters are; guessing them stopped, or could name another person."""
    rows = (
        ("No", "Name", "Rtg", "1", "2"),
        ("1", name, "1900", "", "1"),
        ("2", "Bob", "1800", "0", ""),
    )
    table = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    page = (
        f'<html><head><meta charset="{declared}"></head><body><table>{table}</table></body></html>'
    )
    path = tmp_path / "page.html"
    path.write_bytes(page.encode(encoding))
    assert read(path).players[0].name == name
    # What declares an encoding that it is not in is read as before.
    path.write_bytes(page.replace(declared, "ascii").encode("utf-8"))
    assert read(path).players[0].name == name


BLACK_FIRST = {
    "between": ("Round;Black;Result;White", "1;Ann;{};Bob"),
    "behind": ("Round;Black;White;Result", "1;Ann;Bob;{}"),
    "in Chinese": ("轮次;黑方;结果;红方", "1;Ann;{};Bob"),
    "in Russian": ("Тур;Чёрные;Результат;Белые", "1;Ann;{};Bob"),
    "of a round": ("Round 1\nBo.;Black;White;Result", "1;Ann;Bob;{}"),
}


@pytest.mark.parametrize("heads, line", BLACK_FIRST.values(), ids=BLACK_FIRST)
@pytest.mark.parametrize("result", ["1-0", "0:1", "1"])
def test_a_win_in_a_table_that_begins_with_black_stops(
    heads: str, line: str, result: str, tmp_path: Path
) -> None:
    """Results are never guessed: read from left to right, Ann won; as everywhere else, Bob did."""
    path = written(tmp_path, heads, line.format(result), name="cup-games.csv")
    with pytest.raises(RatingError, match=f"line [23].*'{result}' could be a win of White or"):
        read(path)
    for clear, code in (("½-½", "½-½"), ("White won", "1-0")):
        event = read(written(tmp_path, heads, line.format(clear), name="cup-games.csv"))
        assert [game.result.code for game in event.games] == [code]


def test_scores_of_sides_are_clear_in_any_order(tmp_path: Path) -> None:
    """White's score is White's wherever it is; two scores are those of the names next to them."""
    for heads, line in (
        ("round;black;white_score;white", "1;Ann;0;Bob"), ("Тур;Чёрные;Очки;Очки;Белые", "1;Ann;1;0;Bob")
    ):  # fmt: skip
        (game,) = read(written(tmp_path, heads, line)).games
        assert game.result.code == "0-1"


def test_a_month_of_games_that_begins_with_black_stops(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Column by column as line by line."""
    (tmp_path / "list.csv").write_text("name,rating\nAnn,1900\nBob,1800\n", "utf-8")
    games = ["event,date,black,result,white", "Cup,2025-05-01,Ann,1-0,Bob"]
    order = ["federation", tmp_path / "list.csv", written(tmp_path, *games, name="month.csv")]
    order += ["--rules", "elo", "--language", "en", "-o", tmp_path / "next.csv"]
    assert main([*map(str, order)]) == 2
    told = "".join(capsys.readouterr())
    assert "month.csv, line 2, column result: '1-0' could be a win of White" in told
    assert not (tmp_path / "next.csv").exists()


@pytest.mark.parametrize(
    "heads",
    ["Surname;First name", "Фамилия;Имя", "Name;Vorname", "姓;名", "Nom;Prénom", "Apellidos;Nombre",
     "Last Name;First Name"],
)  # fmt: skip
def test_names_in_two_columns_of_a_crosstable(heads: str, tmp_path: Path) -> None:
    """Half of each name was left out: both players were Lee, or the column was asked for."""
    lines = [f"No;{heads};Rtg;1;2;Pts", "1;Lee;Ann;1900;;1;1", "2;Lee;Bob;1800;0;;0"]
    event = read(written(tmp_path, *lines))
    assert [one.name for one in event.players] == ["Lee, Ann", "Lee, Bob"]
    assert event.account is not None
    assert [one.meaning for one in event.account.columns[:4]] == ["no", "name", "name", "rating"]
    rounds = [f"No;{heads};Rtg;R1;Pts", "1;Lee;Ann;1900;2w1;1", "2;Lee;;1800;1b0;0"]
    assert [one.name for one in read(written(tmp_path, *rounds)).players] == ["Lee, Ann", "Lee"]


@pytest.mark.parametrize(
    ("line", "day"),
    [
        ("с 10 по 12 мая 2015", "12 May 2015"), ("12.05.2015", "12.05.2015"),
        ("Club Championship, May 10-12, 2015", "May 10-12, 2015"),
        ("俱乐部赛 2015年5月12日", "2015年5月12"), ("Torneo, 12 de mayo de 2015", "12 May 2015"),
        ("Open 2015, group 3", ""), ("Division 2 2015", ""), ("Date: 2015-05-12", ""),
    ],
)  # fmt: skip
def test_a_day_without_a_label_is_told(
    line: str, day: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An event of 2015 was rated by the newest edition, although the line above says when it was."""
    games = ("round,white,black,result", "1,A,B,1-0")
    table = ("No,Name,Rtg,1,2,Pts", "1,A,1900,,1,1", "2,B,1800,0,,0")
    for lines in (games, table):
        path = written(tmp_path, f'"{line}"', "", *lines)
        words = ["rate", str(path), "--rules", "fide", "--language", "en", "--csv"]
        assert main(words) == 0
        told = f"worth checking: {day} is not read as the day of the event"
        assert (told in capsys.readouterr().err) == bool(day)
        assert main([*words, "--day", "2015-05-12"]) == 0
        assert "is not read as the day" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("heads", "results", "codes"),
    [
        ("轮次;红方;结果;黑方", ["不战胜", "弃权负", "双弃权", "胜(弃权)", "黑方弃权"],
         ["1-0 F", "0-1 F", "0-0 F", "1-0 F", "1-0 F"]),
        ("Runde;Weiß;Ergebnis;Schwarz", ["1:0 kampflos", "0-1 kl.", "0-0 (kl)"],
         ["1-0 F", "0-1 F", "0-0 F"]),
        ("Тур;Белые;Результат;Чёрные", ["1:0 неявка", "白胜"], ["1-0 F", "1-0"]),
    ],
)  # fmt: skip
def test_games_that_were_not_played(
    heads: str, results: list[str], codes: list[str], tmp_path: Path
) -> None:
    """Chinese and German lists of games say so in words behind the result, or instead of it."""
    lines = [f"{no};A;{result};B" for no, result in enumerate(results, 1)]
    assert [game.result.code for game in read(written(tmp_path, heads, *lines)).games] == codes


def test_the_colour_before_the_opponent_in_chinese(tmp_path: Path) -> None:
    """红2胜 is a win against 2 with Red, and no game against 21."""
    lines = ["序号;姓名;第1轮;第2轮;总分", "1;张;红2胜;黑2和;3", "2;王;黑1负;红1和;1"]
    event = read(written(tmp_path, *lines))
    assert [(g.white, g.black, g.result.code) for g in event.games] == [
        (1, 2, "1-0"),
        (2, 1, "½-½"),
    ]


TITLED = {
    "a square": ["No;Name;;Rtg;1;2;Pts", "1;FM;A;1900;;1;1", "2;;B;1800;0;;0"],
    "rounds": ["No;Name;;Rtg;R1;Pts", "1;FM;A;1900;2w1;1", "2;;B;1800;1b0;0"],
    "pairings": ["Round 1", "Bo.;White;;Result;Black;", "1;FM;A;1-0;;B"],
}


@pytest.mark.parametrize("lines", TITLED.values(), ids=TITLED)
def test_one_heading_over_title_and_name(lines: list[str], tmp_path: Path) -> None:
    """Titles were the names, so that players were called FM and nothing, and games were left out."""
    event = read(written(tmp_path, *lines))
    assert [(one.name, one.title) for one in event.players] == [("A", "FM"), ("B", "")]
    assert [(g.white, g.black, g.result.code) for g in event.games] == [(1, 2, "1-0")]


def test_a_column_right_of_names_is_no_name(tmp_path: Path) -> None:
    """Titles and clubs may have no heading, too."""
    for right in ("FM", "Reds"):
        lines = ["No;Name;;Rtg;1;2;Pts", f"1;A;{right};1900;;1;1", "2;B;;1800;0;;0"]
        assert [one.name for one in read(written(tmp_path, *lines)).players] == ["A", "B"]


@pytest.mark.parametrize(
    ("line", "place"),
    [("2;C;1-0;", "line 4, column black: Black is missing"), ("2;C;½;", "line 4, column black"),
     ("2;;0-1;C", "line 4, column white: White is missing")],
)  # fmt: skip
def test_pairings_without_an_opponent_stop(line: str, place: str, tmp_path: Path) -> None:
    """Nothing is dropped in silence: a row with a result and one name was a remark."""
    lines = ["Round 1", "Bo.;White;Result;Black", "1;A;1-0;B"]
    with pytest.raises(RatingError, match=place):
        read(written(tmp_path, *lines, line))
    # What has no result may be a remark, and bye is said.
    for other in ("Arbiter: D;;;", ";C;;", "2;C;1;bye"):
        assert len(read(written(tmp_path, *lines, other)).players) in (2, 3)


def test_a_footnote_of_a_page_is_no_part_of_a_name(tmp_path: Path) -> None:
    """A<sup>1</sup> was A1, as if somebody were called so; a fraction of raised figures stays one."""
    rows = (("No", "Name", "Rtg", "R1", "Pts"),
            ("1", "A<sup>1</sup>", "1900", "2w<sup>1</sup>/<sub>2</sub>", "<sup>1</sup>/2"),
            ("2", "B2<sup></sup>", "1800", "1b&frac12;", "0.5"))  # fmt: skip
    table = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    (tmp_path / "page.html").write_text(f"<html><table>{table}</table></html>", "utf-8")
    event = read(tmp_path / "page.html")
    assert [one.name for one in event.players] == ["A¹", "B2"]
    assert [game.result.code for game in event.games] == ["½-½"]


def test_ratings_headed_as_what_programs_calculate(tmp_path: Path) -> None:
    """Ra and Rp are averages and performances behind the games; before them they may be ratings,
    and as the only ones they left everybody unrated in silence."""
    for heading in ("Ra", "Rp"):
        with pytest.raises(RatingError, match=f"column {heading}, but it may hold this: Rating"):
            read(square(tmp_path, f"No;Name;{heading}", ("1;A;1900", "2;B;1800", "3;C;1700")))
    cells = ("1;A;1900;1750", "2;B;1800;1800", "3;C;1700;1850")
    assert ratings(read(square(tmp_path, "No;Name;Rtg;Ra", cells))) == ["1900", "1800", "1700"]
    behind = ["No;Name;R1;Pts;Ra;Rp", "1;A;2w1;1;1800;2200", "2;B;1b0;0;1900;1500"]
    assert ratings(read(written(tmp_path, *behind))) == ["None", "None"]


def test_rounds_named_between_games_under_one_row_of_headings(tmp_path: Path) -> None:
    """A second round under the headings of the first was part of the first, in silence."""
    lines = [
        "Тур 1",
        "Белые;Результат;Чёрные",
        "А;1-0;Б",
        "Тур 2",
        "В;1-0;Г",
        "",
        "Тур 3 в пятницу",
    ]
    event = read(written(tmp_path, *lines))
    assert [(game.round, game.white, game.black) for game in event.games] == [(1, 1, 2), (2, 3, 4)]
    assert event.account is not None
    assert [(one.kind, one.first) for one in event.account.lines if one.kind in ("said", "game")] == [
        ("said", 1), ("game", 3), ("said", 4), ("game", 5)
    ]  # fmt: skip
    # With headings of its own each round is as before.
    lines = ["Round 1", "White;Result;Black", "A;1-0;B", "Round 2", "White;Result;Black", "C;1-0;D"]
    assert [game.round for game in read(written(tmp_path, *lines)).games] == [1, 2]


def test_names_that_are_nobody_s_are_no_numbers(tmp_path: Path) -> None:
    """The message said that the other games use numbers, of which there were none."""
    written(
        tmp_path, "no,name,rating", '1,"Lee, A",1900', '2,"Kay, B",1800', name="cup-players.csv"
    )
    path = written(tmp_path, "round,white,black,result", "1,A Lee,B Kay,1-0", name="cup-games.csv")
    with pytest.raises(RatingError, match="there is no player 'A Lee'; did you mean 'Lee, A'"):
        read(path)


@pytest.mark.parametrize("form", ["{} (1900)", "{} 1850", "{}, 1700", "{} [1650]"])
def test_ratings_in_the_cells_of_names_are_told(
    form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Everybody was unrated in silence, as the ratings were part of the names."""
    people = [form.format(name) for name in "ABC"]
    cells = tuple(f"{no};{name}" for no, name in enumerate(people, 1))
    words = ["rate", "--rules", "elo", "--language", "en", "--csv"]
    assert main([*words, str(square(tmp_path, "No;Name", cells))]) == 0
    told = f"nobody has a rating, but the names end with numbers, such as {people[0]}"
    assert told in capsys.readouterr().err
    # Whoever has ratings may be called as they like.
    rated = tuple(f"{cell};{1500 + at}" for at, cell in enumerate(cells))
    assert main([*words, str(square(tmp_path, "No;Name;Rtg", rated))]) == 0
    assert "nobody has a rating" not in capsys.readouterr().err


@pytest.mark.parametrize("word", ["Σ", "MW", "Ср. рейтинг", "Средний рейтинг турнира", "Moy.", "总人数",
                                  "Всего участников", "Anzahl Teilnehmer"])  # fmt: skip
def test_an_average_below_a_list_is_nobody(word: str, tmp_path: Path) -> None:
    """It became a person with the average as rating, in silence."""
    path = written(tmp_path, "Name;Rtg", "A;1900", "B;1800", f"{word};1850")
    assert [one.name for one in read(path).players] == ["A", "B"]


def test_footnotes_are_no_letters_of_another_encoding(tmp_path: Path) -> None:
    """In Windows-1250 ¹ is ą and è is č: a footnote made Inčsą of Inès¹, in silence."""
    path = tmp_path / "own.csv"
    lines = "Nr;Nom;Elo;1;2;Pts\n1;Inès¹;1900;;1;1\n2;Éric Lefèvre;1800;0;;0"
    path.write_bytes(lines.encode("cp1252"))
    with pytest.raises(RatingError, match="the file is not plain text in UTF-8"):
        read(path)
    # Polish names keep their letters, of which Windows-1252 has only ¹ and ³.
    path.write_bytes(
        lines.replace("Inès¹", "Anna Małą").replace("Éric Lefèvre", "B").encode("cp1250")
    )
    assert read(path).players[0].name == "Anna Małą"


@pytest.mark.parametrize(
    ("names", "encoding"),
    [
        # One language in the encoding of the Baltics, and several in that of the West.
        (("Čiurlys Petras", "Ūkas Ignas", "Kęstutis Jonas"), "cp1257"),
        # Old Macintosh files are in no Windows encoding: a capital or a quotation mark in a word.
        (("Bérénice", "Inès", "Zoé"), "mac-roman"), (("Benoît", "Dûpont", "Garçon"), "mac-roman"),
    ],
)  # fmt: skip
def test_names_are_those_of_a_language_or_the_file_stops(
    names: tuple[str, ...], encoding: str, tmp_path: Path
) -> None:
    """Èiurlys, BŽrŽnice and Beno”t were read in silence."""
    cells = (";1;½;1½", "0;;1;1", "½;0;;½")
    rows = [
        f"{no};{name};1900;{cell}"
        for no, (name, cell) in enumerate(zip(names, cells, strict=True), 1)
    ]
    text = "\n".join(["No;Name;Rating;1;2;3;Pts", *rows])
    path = tmp_path / "own.csv"
    path.write_bytes(
        (text.replace("½", "0.5") if encoding == "mac-roman" else text).encode(encoding)
    )
    try:
        event = read(path)
    except RatingError as error:
        assert encoding == "mac-roman" and "UTF-8" in str(error)
    else:
        assert encoding == "cp1257" and tuple(one.name for one in event.players) == names
