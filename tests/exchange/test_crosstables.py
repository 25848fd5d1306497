"""Crosstables of every shape: headings in many languages, notations, and kinds of files."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from needs import EVERY
from openpyxl import Workbook
from table_files import WRITERS, Rows, write
from workbooks import points

from xlrating.cli import main
from xlrating.engine.errors import FileError, RatingError
from xlrating.engine.event import Event
from xlrating.engine.inspection import inspected
from xlrating.engine.rules.ruleset import load
from xlrating.exchange.crosstables.html_page import tables_of
from xlrating.exchange.crosstables.words import round_of
from xlrating.exchange.players import read_list
from xlrating.reading import read, read_all

WORLD = Path(__file__).parent / "world"

_NINE = {1: "2.5", 2: "2.5", 3: "0.5", 4: "1", 5: "1.5", 6: "1"}


def scores(event: Event) -> dict[int, Decimal]:
    """What each player has."""
    return {player.no: points(event, player.no) for player in event.players}


@pytest.mark.parametrize(
    ("name", "expected", "games", "format_", "colours"),
    [
        ("cr-crosstable.csv", "2.5 2.5 1.5 1 1 0.5", 9, "swiss", True),
        ("rounds-english.csv", "2.5 2.5 0.5 1 1.5 1", 9, "swiss", True),
        ("us-letters.csv", "2.5 2.5 0.5 1 1.5 1", 9, "swiss", False),
        ("square.csv", "2.5 1.5 1.5 0.5", 6, "round-robin", False),
        ("cr-round-robin.xlsx", "2.5 1.5 1.5 0.5", 6, "round-robin", False),
        ("cr-crosstable-no-pts.xlsx", "2.5 2.5 0.5 1 1.5 1", 9, "swiss", True),
        ("cr-crosstable-no-pts.xls", "2.5 2.5 0.5 1 1.5 1", 9, "swiss", True),
        ("cr-starting-rank.xlsx", "0 0 0 0 0 0", 0, "swiss", True),
    ],
)
def test_files_of_the_world(
    name: str, expected: str, games: int, format_: str, colours: bool
) -> None:
    """Players, games and points are those of the file; its last lines are nobody."""
    event = read(WORLD / name)
    assert list(scores(event).values()) == list(map(Decimal, expected.split()))
    assert (len(event.games), event.format, event.says_colours) == (games, format_, colours)


@pytest.mark.parametrize("name", ["cr-crosstable.csv", "square.csv", "us-letters.csv"])
def test_every_command_reads_them(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`rate`, `convert`, `check`, `new --from`, and a folder of a federation."""
    file, number = str(WORLD / name), len(read(WORLD / name).games)
    assert main(["rate", file, "--rules", "fide", "--csv", "--day", "2026-02-13"]) == 0
    assert capsys.readouterr().out.count("Player ") >= 4
    assert main(["convert", file, "-o", str(tmp_path / "x.trf")]) == 0
    back = read(tmp_path / "x.trf")
    assert (len(back.games), back.says_colours) == (number, read(WORLD / name).says_colours)
    assert main(["check", file]) == 0
    made = str(tmp_path / "x.xlsx")
    assert main(["new", "swiss", "--rules", "fide", "--from", file, "-o", made]) == 0
    assert len(read(made).games) == number
    folder = tmp_path / "events"
    folder.mkdir()
    (folder / f"2026-02-13 {name}").write_bytes((WORLD / name).read_bytes())
    rows = "\n".join(f"{no},Player {no},{2200 - 100 * no}" for no in range(1, 7))
    (tmp_path / "list.csv").write_text(f"id,name,rating\n{rows}\n")
    if name == "us-letters.csv":
        return  # its IDs are of another list
    out = str(tmp_path / "next.csv")
    words = ["federation", str(tmp_path / "list.csv"), str(folder), "--rules", "fide"]
    assert main([*words, "--day", "2026-03-01", "-o", out]) == 0
    assert "Player 1" in Path(out).read_text("utf-8")


def test_a_starting_rank_begins_a_template(tmp_path: Path) -> None:
    """Six players; a FideID of 0 is none, and the lines below the table are nobody."""
    made = tmp_path / "x.xlsx"
    words = ["new", "swiss", "--rules", "fide", "--from", str(WORLD / "cr-starting-rank.xlsx")]
    assert main([*words, "-o", str(made)]) == 0
    players = read(made).players
    assert [player.id for player in players] == ["5700001", "5700002", "5700003", "5700004", "", ""]


def test_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """``-`` is read once, whatever it holds."""
    for name in ("rounds-english.csv", "cr-crosstable-no-pts.xlsx"):
        stream = io.TextIOWrapper(io.BytesIO((WORLD / name).read_bytes()))
        monkeypatch.setattr("sys.stdin", stream)
        assert main(["rate", "-", "--rules", "fide", "--csv", "--day", "2026-02-13"]) == 0
        assert "Player 1,2100,2.5" in capsys.readouterr().out


# --- headings ------------------------------------------------------------------------------------

_HANDED = [
    line for line in (WORLD / "headings.txt").read_text("utf-8").splitlines() if line[:2] != "# "
]
_FOUND = {
    language: texts.split("|")
    for line in (WORLD / "rounds.txt").read_text("utf-8").splitlines()[1:]
    for language, texts in [line.split(": ", 1)]
}
_NUMERALS = {1: ("一", "I"), 2: ("二", "II"), 3: ("三", "III")}


def _for_round(heading: str, shown: int, number: int) -> str:
    """A heading of round `shown` as one of round `number`."""
    if str(shown) in heading:
        return heading.replace(str(shown), str(number), 1).replace("3rd", f"{number}th")
    for mine, theirs in zip(_NUMERALS[shown], _NUMERALS[number], strict=True):
        if mine in heading:
            return heading.replace(mine, theirs, 1)
    return heading.replace(chr(ord("０") + shown), str(number))


def _headed(heading: str, shown: int) -> list[list[object]]:
    rows: list[list[object]] = []
    for line in (WORLD / "rounds-english.csv").read_text("utf-8").split("\n")[:7]:
        rows.append([*line.split(",")])
    rows[0][3:6] = [_for_round(heading, shown, number) for number in (1, 2, 3)]
    for row in rows[1:]:
        row[0], row[2], row[6] = int(str(row[0])), int(str(row[2])), float(str(row[6]))
    return rows


@pytest.mark.parametrize("kind", WRITERS)
@pytest.mark.parametrize("heading", _HANDED if EVERY else _HANDED[::4])
def test_handed_headings_in_every_kind_of_file(heading: str, kind: str, tmp_path: Path) -> None:
    """The headings of 37 public files, each over the rounds of the same table."""
    event = read(write(tmp_path, _headed(heading, 1), kind))
    assert scores(event) == {no: Decimal(text) for no, text in _NINE.items()}
    assert len(event.games) == 9


@pytest.mark.parametrize(
    ("language", "heading"), [(lang, text) for lang, found in _FOUND.items() for text in found]
)
def test_headings_of_each_language(language: str, heading: str, tmp_path: Path) -> None:
    """Ten more of each language, over three rounds; the third stands as it was found."""
    for kind in WRITERS if EVERY else ["csv"]:
        event = read(write(tmp_path, _headed(heading, 3), kind))
        assert len(event.games) == 9, language


@pytest.mark.parametrize("heading", _HANDED)
def test_handed_headings(heading: str, tmp_path: Path) -> None:
    """The same of all of them in two kinds of files that are fast to write."""
    for kind in ("csv", "html"):
        assert len(read(write(tmp_path, _headed(heading, 1), kind)).games) == 9


@pytest.mark.parametrize(
    "heading",
    ["TB1", "Rp", "K", "Wtg1", "Des 1", "Desp 2", "2026", "Rtg", "Elo1", "BH-C1", "n", "Pts", "Rd"],
)
def test_other_headings_are_no_rounds(heading: str) -> None:
    """Tie-breaks, ratings and years have numbers, too."""
    assert round_of(heading) is None


# --- notations -----------------------------------------------------------------------------------


def _table(cells: Sequence[Sequence[object]], head: Sequence[object] = ()) -> list[list[object]]:
    rounds = len(cells[0])
    first = [*head] or [f"Round {number}" for number in range(1, rounds + 1)]
    rows = [[no, f"P{no}", 2100 - 100 * no, *row] for no, row in enumerate(cells, 1)]
    return [["No", "Name", "Rating", *first], *rows]


_GAMES = [(1, 1, 2, "1-0"), (1, 3, 4, "½-½"), (2, 1, 3, "1-0"), (2, 2, 4, "0-1")]


@pytest.mark.parametrize(
    ("cells", "colours"),
    [
        (["2w1|3w1", "1b0|4w0", "4w½|1b0", "3b½|2b1"], True),
        (["2W1|3W1", "1B0|4W0", "4W0.5|1B0", "3B1/2|2B1"], True),
        (["2 w 1|3 w 1", "1 b 0|4 w 0", "4 w =|1 b 0", "3 b =|2 b 1"], True),
        (["2w1|3w1", "1s0|4w0", "4w½|1s0", "3s½|2s1"], True),  # German
        (["2b1|3b1", "1n0|4b0", "4b½|1n0", "3n½|2n1"], True),  # Spanish, French, Italian
        (["2b1|3b1", "1p0|4b0", "4b½|1p0", "3p½|2p1"], True),  # Portuguese
        (["2б1|3б1", "1ч0|4б0", "4б½|1ч0", "3ч½|2ч1"], True),  # Russian
        (["2v1|3v1", "1s0|4v0", "4v½|1s0", "3s½|2s1"], True),  # Hungarian, Swedish
        (["2白1|3白1", "1黑0|4白0", "4白½|1黑0", "3黑½|2黑1"], True),
        (["+W2|+W3", "-B1|-W4", "=W4|-B1", "=B3|+B2"], True),
        (["+w 2|+w 3", "-b 1|-w 4", "=w 4|-b 1", "=b 3|+b 2"], True),
        (["w2+|w3+", "b1-|w4-", "w4=|b1-", "b3=|b2+"], True),
        (["w2 1|w3 1", "b1 0|w4 0", "w4 ½|b1 0", "b3 ½|b2 1"], True),
        (["2w+|3w+", "1b-|4w-", "4w=|1b-", "3b=|2b+"], True),
        (["W2|W3", "L1|L4", "D4|L1", "D3|W2"], False),
        (["W 2|W  3", "L 1|L 4", "D 4|L 1", "D 3|W 2"], False),
        (["W2w|W3w", "L1b|L4w", "D4w|L1b", "D3b|W2b"], True),
        (["+2|+3", "-1|-4", "=4|-1", "=3|+2"], False),
        (["2+|3+", "1-|4-", "4=|1-", "3=|2+"], False),
        (["2 1|3 1", "1 0|4 0", "4 ½|1 0", "3 ½|2 1"], False),
        (["2:1|3:1", "1:0|4:0", "4:½|1:0", "3:½|2:1"], False),
        (["2:W|3:W", "1:L|4:L", "4:D|1:L", "3:D|2:W"], False),
        (["1w2|1w3", "0b1|0w4", "½w4|0b1", "½b3|1b2"], True),
        (["1 (w2)|1 (w3)", "0 (b1)|0 (w4)", "½ (w4)|0 (b1)", "½ (b3)|1 (b2)"], True),
        (["1(2)|1(3)", "0(1)|0(4)", "½(4)|0(1)", "½(3)|1(2)"], False),
        (["2λ1|3λ1", "1μ0|4λ0", "4λ½|1μ0", "3μ½|2μ1"], True),
    ],
)
def test_notations(cells: list[str], colours: bool, tmp_path: Path) -> None:
    """The same four games, and the colours where the table says them."""
    event = read(write(tmp_path, _table([row.split("|") for row in cells]), "csv"))
    assert [(g.round, g.white, g.black, g.result.code) for g in event.games] == _GAMES
    assert event.says_colours is colours


@pytest.mark.parametrize(
    "head",
    [
        ["R1 Opp", "R1 Col", "R1 Res"],
        ["1.Rd Opp", "1.Rd Color", "1.Rd Result"],
        ["Opp 1", "Col 1", "Res 1"],
        ["Round 1", "", ""],
    ],
)
@pytest.mark.parametrize("colour", [("w", "b"), ("White", "Black"), ("weiß", "schwarz")])
def test_three_columns_of_a_round(head: list[str], colour: tuple[str, str], tmp_path: Path) -> None:
    """Opponent, colour and result have columns of their own; a bye has no opponent."""
    white, black = colour
    cells = [[2, white, 1], [1, black, 0], ["", "", 1], ["bye", "", 0.5]]
    for kind in ("csv", "xlsx"):
        event = read(write(tmp_path, _table(cells, head), kind))
        found = [(g.white, g.black, g.result.code) for g in event.games]
        assert found == [(1, 2, "1-0"), (3, None, "BYE 1"), (4, None, "BYE ½")]


def test_headings_in_two_rows(tmp_path: Path) -> None:
    """The rounds stand above, opponent and result below them."""
    rows = _table([[2, 1, 3, 0.5], [1, 0, "", ""], ["-", "", 1, 0.5]], ["R1", "", "R2", ""])
    rows.insert(1, ["", "", "", "Opp", "Result", "Opp", "Result"])
    event = read(write(tmp_path, rows, "xlsx"))
    found = [(g.round, g.white, g.black, g.result.code) for g in event.games]
    assert found == [(1, 1, 2, "1-0"), (2, 1, 3, "½-½")]


def test_own_columns_among_headings_in_two_rows(tmp_path: Path) -> None:
    """People put columns of their own under a round: they are named by their headings there."""
    rows = _table([[2, 1, "a", 1], [1, 0, "b", 0]], ["R1", "", "", "Pts"])
    rows.insert(1, ["", "", "", "Opp", "Result", "Note", ""])
    event = read(write(tmp_path, rows, "xlsx"))
    assert [(g.white, g.black, g.result.code) for g in event.games] == [(1, 2, "1-0")]
    columns = event.account.columns if event.account else ()
    assert [one.heading for one in columns if one.use == "unused"] == ["Note"]


@pytest.mark.parametrize("between", [[], ["note"], [""]])
def test_tables_next_to_each_other(between: list[object], tmp_path: Path) -> None:
    """Two tables of all against all, with a gap, a note or nothing between, are never one."""
    left, right = _table([["*", 1], [0, "*"]], [1, 2]), _table([["*", 0], [1, "*"]], [1, 2])
    path = write(tmp_path, [[*a, *between, *b] for a, b in zip(left, right, strict=True)], "xlsx")
    assert [event.games[0].result.code for event in read_all(path)] == ["1-0", "0-1"]
    with pytest.raises(
        FileError, match="several tables on this sheet could be the event: they begin in A1, "
    ):
        read(path)


def test_a_coefficient_left_of_the_games_is_given(tmp_path: Path) -> None:
    """What programs calculate stands behind the games; a K that people typed before them counts."""
    rows = _table([[40, "*", 1, 1, 0.5], [20, 0, "*", 0, 0.5]], ["K", 1, 2, "Pts", "We"])
    assert [one.k for one in read(write(tmp_path, rows, "xlsx")).players] == [40, 20]
    (tmp_path / "b").mkdir()
    behind = _table([["*", 1, 1, 0.5, 40], [0, "*", 0, 0.5, 20]], [1, 2, "Pts", "We", "K"])
    assert {one.k for one in read(write(tmp_path / "b", behind, "xlsx")).players} == {None}


def test_sums_are_of_nobody(tmp_path: Path) -> None:
    """A row of totals under a table, without number, name or rating, is no player."""
    rows = _table([["*", 1], [0, "*"]], [1, 2])
    found = read(write(tmp_path, rows, "xlsx"))
    (tmp_path / "sums").mkdir()
    again = read(write(tmp_path / "sums", [*rows, ["", "", "", 1, 2]], "xlsx"))
    assert (again.players, again.games) == (found.players, found.games)


@pytest.mark.parametrize(
    ("text", "total", "code"),
    [
        ("-1", 1, "BYE 1"), ("-½", 0.5, "BYE ½"), ("-0", 0, "BYE 0"), ("+BYE", 1, "BYE 1"),
        ("=BYE", 0.5, "BYE ½"), ("H---", 0.5, "BYE ½"), ("B---", 1, "BYE 1"), ("U---", 0, "BYE 0"),
        ("bye", 1, "BYE 1"), ("BYE", 0.5, "BYE ½"), ("spielfrei", 1, "BYE 1"), ("libre", 1, "BYE 1"),
        ("轮空", 1, "BYE 1"), ("0.5 bye", 0.5, "BYE ½"), ("half-point bye", 0.5, "BYE ½"),
        ("not paired", 0, "BYE 0"), ("nicht ausgelost", 0, "BYE 0"), ("bye 1/2", 0.5, "BYE ½"),
        ("--", 0, ""), ("-", 0, ""), ("", 0, ""),
    ],
)  # fmt: skip
def test_rounds_without_a_game(text: str, total: float, code: str, tmp_path: Path) -> None:
    """What a bye is worth it says itself, or the points of the player do."""
    is_us = text[1:] == "---"
    cells = [["W2" if is_us else "2w1"], ["L1" if is_us else "1b0"], [text]]
    rows = _table(cells)
    for row, value in zip(rows, ["Pts.", 1, 0, total], strict=True):
        row.append(value)
    found = read(write(tmp_path, rows, "csv")).games
    assert [game.result.code for game in found if game.white == 3] == [code] * bool(code)


def test_us_byes_alone(tmp_path: Path) -> None:
    """A table whose players only have byes in the notation of the US is read like any other."""
    rows = _table([["H---", "U---"], ["H---", "B---"]])
    for row, value in zip(rows, ["Pts.", 0.5, 1.5], strict=True):
        row.append(value)
    found = read(write(tmp_path, rows, "csv")).games
    assert [game.result.code for game in found] == ["BYE ½", "BYE ½", "BYE 0", "BYE 1"]


def test_forfeits(tmp_path: Path) -> None:
    """Won and lost without a game, in the notations of Europe and of the US."""
    for cells in (["2w+", "1b-", "4w1f", "3b0f"], ["X2", "F1", "X4", "F3"], ["+F2", "-F1"] * 2):
        if cells[0] == "+F2":
            cells[2:] = ["+F4", "-F3"]
        event = read(write(tmp_path, _table([[cell] for cell in cells]), "csv"))
        assert [game.result.code for game in event.games] == ["1-0 F", "1-0 F"]


@pytest.mark.parametrize(
    ("cells", "words"),
    [
        (["2w1", "bye", "1b0"], "is the"),
        (["2w1", "1b1", "-1"], "does not agree"),
        (["2x1", "1b0", "-1"], "not a crosstable entry"),
        (["9w1", "1b0", "-1"], "opponent 9"),
        (["1", "0", "½"], "not a crosstable entry"),
        (["bye", "2w1", ""], "opponent 2"),
    ],
)
def test_what_does_not_fit_names_its_cell(cells: list[str], words: str, tmp_path: Path) -> None:
    """Nothing is dropped: a cell that nobody understands stops the command, with its place."""
    for kind in ("csv", "xlsx", "html"):
        with pytest.raises(RatingError) as caught:
            read(write(tmp_path, _table([[cell] for cell in cells]), kind))
        assert words == "is the" or words in str(caught.value)
        place = {"csv": "column round_1", "xlsx": "cell D", "html": "column round_1"}[kind]
        assert place in caught.value.where


def test_a_bye_of_unknown_worth_asks(tmp_path: Path) -> None:
    """Without points nobody can tell whether ``bye`` is one point or a half."""
    with pytest.raises(RatingError, match="write bye 1, bye ½ or bye 0"):
        read(write(tmp_path, _table([["2w1"], ["1b0"], ["bye"]]), "csv"))


# --- numbers and points --------------------------------------------------------------------------


def test_opponents_by_rank_or_by_number(tmp_path: Path) -> None:
    """Whichever column numbers the opponents is found by the games themselves."""
    head = ["Rk.", "SNo", "Name", "1.Rd", "2.Rd", "Pts."]
    by_rank = [[1, 3, "C", "2w1", "3w1", 2], [2, 1, "A", "1b0", "-1", 1], [3, 2, "B", "", "1b0", 0]]
    by_number = [
        [1, 3, "C", "1w1", "2w1", 2],
        [2, 1, "A", "3b0", "-1", 1],
        [3, 2, "B", "", "3b0", 0],
    ]
    games = []
    for rows in (by_rank, by_number):
        event = read(write(tmp_path, [head, *rows], "xlsx"))
        name = {player.no: player.name for player in event.players}
        games.append([(name[g.white], name.get(g.black or 0), g.result.code) for g in event.games])
    assert games[0] == games[1] == [("C", "A", "1-0"), ("C", "B", "1-0"), ("A", None, "BYE 1")]


def test_two_numberings_that_both_fit_are_refused(tmp_path: Path) -> None:
    """Where both columns give games, and other ones, nobody can tell which."""
    rows = [[1, 3, "A", "2w1"], [2, 4, "B", "1b0"], [3, 1, "C", "4w1"], [4, 2, "D", "3b0"]]
    with pytest.raises(RatingError, match=r"give different games: SNo / Rk"):
        read(write(tmp_path, [["Rk.", "SNo", "Name", "1.Rd"], *rows], "csv"))


def test_points_that_do_not_fit_name_their_cell(tmp_path: Path) -> None:
    """Also in a round robin."""
    rows = _table([["2w1"], ["1b0"]])
    for row, value in zip(rows, ["Pts.", 1, 0.5], strict=True):
        row.append(value)
    with pytest.raises(RatingError, match=r"cell E3: the games give 0 points but 0\.5"):
        read(write(tmp_path, rows, "xlsx"))


def test_footers_and_pages_are_nobody(tmp_path: Path) -> None:
    """Averages, notes, blank lines and the headings of a second page are no players."""
    rows = _table([["2w1"], ["1b0"]])
    rows[2:2] = [["", "", "", ""], rows[0]]
    rows += [["", "Average", 1950, ""], ["Annotation: TB1 is Buchholz", "", "", ""],
             ["Program Swiss-Manager by H. H.", "", "", ""]]  # fmt: skip
    for kind in ("csv", "xlsx", "html"):
        assert len(read(write(tmp_path, rows, kind)).players) == 2


@pytest.mark.parametrize("name", ["Max", "Sum Ka Ho", "Mean, Ian", "Total"])
def test_whose_name_is_a_sum(name: str, tmp_path: Path) -> None:
    """A word for a sum may be somebody's name: whoever plays, or has a sex, is somebody."""
    rows: Rows = [["Name", "Rating", "1.Rd"], ["Ann", 2000, "2w1"], [name, 1900, "1b0"]]
    listed: Rows = [["Name", "Rating", "Sex"], ["Ann", 2000, "f"], [name, 2000, "m"]]
    for kind in ("csv", "xlsx"):
        assert [one.name for one in read(write(tmp_path, rows, kind)).players] == ["Ann", name]
        assert len(read_list(write(tmp_path, listed, kind))[0]) == 2


@pytest.mark.parametrize("word", ["UNR", "unr.", "Unrated", "—", "---", "n/a", "б/р", "нет", "无"])
def test_no_rating_in_words(word: str, tmp_path: Path) -> None:
    """A word or dashes in place of a rating say that there is none, in any kind of table."""
    games: Rows = [["Round", "White", "White Elo", "Black", "Black Elo", "Result"],
                   [1, "Ann", 2000, "Bob", word, "1-0"]]  # fmt: skip
    rows: Rows = [["Name", "Rating", "1.Rd"], ["Ann", 2000, "2w1"], ["Bob", word, "1b0"]]
    for table in (games, rows):
        event = read(write(tmp_path, table, "csv"))
        assert [one.rating for one in event.players] == [2000, None]
    listed = write(tmp_path, [["ID", "Name", "Rating", "Peak"], [1, "Ann", 2000, word]], "csv")
    assert read_list(listed)[0][0].peak is None


# --- round robins --------------------------------------------------------------------------------


@pytest.mark.parametrize("diagonal", ["*", "X", "**", "xxx", "■", "-", "", "—", "\\"])
def test_the_diagonal_of_a_square(diagonal: str, tmp_path: Path) -> None:
    """However it is marked, and where it is left grey."""
    cells = [[diagonal, "½", 1], ["½", diagonal, 0], [0, 1, diagonal]]
    for kind in ("csv", "xlsx", "html"):
        event = read(write(tmp_path, _table(cells, ["1", "2", "3"]), kind))
        assert Counter(game.result.code for game in event.games) == {"½-½": 1, "1-0": 1, "0-1": 1}
        assert (event.format, event.says_colours, event.says_rounds) == (
            "round-robin",
            False,
            False,
        )


@pytest.mark.parametrize("numbers", [[1.0, 2.0, 3.0], ["1.", "2.", "3."]])
def test_double_rounds(numbers: list[object], tmp_path: Path) -> None:
    """Two scores in a cell, or two columns for each opponent."""
    together = [["*", "1 0", "½½"], ["0 1", "*", "1 1"], ["½½", "0 0", "*"]]
    apart = [["*", "*", 1, 0, "½", "½"], [0, 1, "*", "*", 1, 1], ["½", "½", 0, 0, "*", "*"]]
    wide = [one for number in numbers for one in (number, "")]
    for cells, head in ((together, numbers), (apart, wide)):
        event = read(write(tmp_path, _table(cells, head), "xlsx"))
        assert list(scores(event).values()) == [Decimal(2), Decimal(3), Decimal(1)]
        assert (len(event.games), event.last_round) == (6, 6)


@pytest.mark.parametrize("lower", [True, False])
def test_half_of_a_square(lower: bool, tmp_path: Path) -> None:
    """The cells of one side of the diagonal alone say the same as those of both."""
    path = tmp_path / "square.csv"
    rows = ["1,Ann,x,,", "2,Bob,0,x,", "3,Cid,0.5,1,x"] if lower else [
        "1,Ann,x,1,0.5", "2,Bob,,x,0", "3,Cid,,,x"]  # fmt: skip
    path.write_text("\n".join(["no,name,1,2,3", *rows, ""]))
    games = {(game.white, game.black): game.result.code for game in read(path).games}
    assert games == {(1, 2): "1-0", (1, 3): "½-½", (2, 3): "0-1"}


def test_a_square_in_order_of_places(tmp_path: Path) -> None:
    """Columns are those of the numbers, wherever the rows stand."""
    head = ["Rk.", "No.", "Name", "1", "2", "3", "Pts."]
    rows = [
        [1, 2, "B", 1, "*", "1", 2],
        [2, 3, "C", "½", 0, "*", 0.5],
        [3, 1, "A", "*", 0, "½", 0.5],
    ]
    event = read(write(tmp_path, [head, *rows], "xlsx"))
    assert {p.name: points(event, p.no) for p in event.players} == {
        "A": Decimal("0.5"), "B": Decimal(2), "C": Decimal("0.5"),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("row", "col", "value", "words"),
    [
        (1, 4, 1, "contradict each other"),
        (1, 4, "2", "is not a score of player 1 against player 2"),
        (1, 3, "1", "against themselves"),
        (1, 4, "", "contradict each other"),
        (0, 5, "4", "rounds 1 to 3"),
    ],
)
def test_squares_that_contradict_themselves(
    row: int, col: int, value: object, words: str, tmp_path: Path
) -> None:
    """Both halves of every game are held against each other."""
    rows = _table([["*", "½", 1], ["½", "*", 0], [0, 1, "*"]], ["1", "2", "3"])
    rows[row][col] = value
    with pytest.raises(RatingError, match=words):
        read(write(tmp_path, rows, "xlsx"))


def test_unknown_colours_stop_rules_that_ask_for_them() -> None:
    """nevzorov rates the colours differently: no colour is invented."""
    event = read(WORLD / "square.csv")
    assert "colours_unsaid" in {problem.key for problem in inspected(event, load("nevzorov"))}
    assert "colours_unsaid" not in {problem.key for problem in inspected(event, load("fide"))}


@pytest.mark.parametrize(("rules", "asks"), [("malaysia", True), ("fide", False), ("dwz", False)])
def test_unknown_rounds_are_told_under_rules_that_rate_game_after_game(
    rules: str, asks: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Malaysia: "R0", "最后二轮": which game came first changes numbers; no order is taken in silence."""
    rows = _table([["*", "½", 1], ["½", "*", 0], [0, 1, "*"]], ["1", "2", "3"])
    square = str(write(tmp_path, rows, "xlsx"))
    for more in (["--csv"], ["--annotate", "-o", str(tmp_path / "own.xlsx")]):
        assert main(["rate", square, "--rules", rules, *more]) == 0
        said = "".join(capsys.readouterr())
        assert ("the table names no rounds" in said) is asks
    told = {problem.key for problem in inspected(read(square), load(rules))}
    assert ("order_unsaid" in told) is asks
    games = read(WORLD / "rounds-english.csv")
    assert "order_unsaid" not in {problem.key for problem in inspected(games, load(rules))}
    pair = read(write(tmp_path, _table([["*", "1½"], ["0½", "*"]], ["1", "2"]), "csv"))
    assert "order_unsaid" not in {problem.key for problem in inspected(pair, load(rules))}


@pytest.mark.parametrize(
    ("output", "tells"),
    [("x.trf", (True, False)), ("x-games.csv", (True, True)), ("x.xlsx", (True, True))],
)
def test_rounds_and_colours_that_a_file_did_not_say_are_told_where_they_are_written(
    output: str, tells: tuple[bool, bool], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: whoever reads the new file does not take them for those of the old one."""
    made = str(tmp_path / output)
    words = ("Berger's are written", "does not say who was White")
    square, swiss = str(WORLD / "square.csv"), str(WORLD / "rounds-english.csv")
    commands = [["convert", "--rules", "fide"]]
    if output == "x.xlsx":
        commands.append(["new", "round-robin", "--rules", "fide", "--from"])
    for first, *more in commands:
        assert main([first, *more, square, "-o", made, "--force"]) == 0
        said = capsys.readouterr().err
        assert tuple(one in said for one in words) == tells
    assert main(["convert", swiss, "--rules", "fide", "-o", made, "--force"]) == 0
    said = capsys.readouterr().err
    assert not any(one in said for one in words)


# --- what chess-results exports besides --------------------------------------------------------------


def _pairings(
    number: int, rows: list[list[object]], head: Sequence[str] = ()
) -> list[list[object]]:
    english = [
        "Bo.",
        "No.",
        "",
        "White",
        "Rtg",
        "Pts.",
        "Result",
        "Pts.",
        "",
        "Black",
        "Rtg",
        "No.",
    ]
    return [[f"Round {number} on 2026/02/13 at 18:00"], [*head] or [*english], *rows, [""]]


_ROUNDS = [
    *_pairings(1, [[1, 1, "GM", "A", 2400, 0, "1 - 0", 0, "", "B", 2300, 2],
                   [2, 3, "", "C", 2200, 0, "½ - ½", 0, "FM", "D", 2100, 4],
                   [3, 5, "", "E", 0, 0, "1", "", "", "bye", "", ""]]),
    *_pairings(2, [[1, 5, "", "E", 0, 1, "- - +", 1, "GM", "A", 2400, 1],
                   [2, 4, "FM", "D", 2100, 0.5, "0 - 1", 0.5, "", "C", 2200, 3],
                   [3, 2, "", "B", 2300, 0, "0", "", "", "not paired", "", ""]]),
]  # fmt: skip


@pytest.mark.parametrize("kind", WRITERS)
def test_pairings_of_all_rounds(kind: str, tmp_path: Path) -> None:
    """Every game with its round, board and result; who is alone has a bye."""
    top: list[list[object]] = [["From the Tournament-Database of Chess-Results"], ["Club open"]]
    width = 12
    rows = [[*row, *[""] * (width - len(row))] for row in [*top, *_ROUNDS]]
    event = read(write(tmp_path, rows, kind))
    assert [(g.round, g.white, g.black, g.result.code) for g in event.games] == [
        (1, 1, 2, "1-0"), (1, 3, 4, "½-½"), (1, 5, None, "BYE 1"),
        (2, 5, 1, "0-1 F"), (2, 4, 3, "0-1"), (2, 2, None, "BYE 0"),
    ]  # fmt: skip
    assert [(p.no, p.name, p.title, p.rating) for p in event.players][3:] == [
        (4, "D", "FM", Decimal(2100)), (5, "E", "", None),
    ]  # fmt: skip
    assert event.name == ("Club open" if kind != "html" else event.name)


@pytest.mark.parametrize(
    "head",
    [
        "Br. Nr. _ Weiß Elo Pkt. Ergebnis Pkt. _ Schwarz Elo Nr.",
        "M. No. _ Blancas Elo Pts. Resultado Pts. _ Negras Elo No.",
        "Ech. No. _ Blancs Elo Pts. Résultat Pts. _ Noirs Elo No.",
        "M. Nº _ Brancas Elo Pts. Resultado Pts. _ Pretas Elo Nº",
        "Д. Ном. _ Белые Рейт. Очки Результат Очки _ Черные Рейт. Ном.",
        "台 编号 _ 白方 等级分 得分 结果 得分 _ 黑方 等级分 编号",
        "Sc. Nr. _ Bianco Elo Pti. Risultato Pti. _ Nero Elo Nr.",
        "Masa Başl.No _ Beyaz Elo Puan Sonuç Puan _ Siyah Elo Başl.No",
        "Bo. No. _ Name Rtg Pts. Result Pts. _ Name Rtg No.",
    ],
)
def test_pairings_in_languages(head: str, tmp_path: Path) -> None:
    """The headings of the languages in which they are exported."""
    names = [name.replace("_", "") for name in head.split()]
    rows = _pairings(1, [[1, 1, "GM", "A", 2400, 0, "1 - 0", 0, "", "B", 2300, 2]], names)
    event = read(write(tmp_path, rows, "xlsx"))
    assert [(g.white, g.black, g.result.code) for g in event.games] == [(1, 2, "1-0")]
    assert [(p.name, p.rating) for p in event.players] == [
        ("A", Decimal(2400)),
        ("B", Decimal(2300)),
    ]


def test_points_before_a_round_are_held_against_the_rounds(tmp_path: Path) -> None:
    """Where all rounds are there, the points printed next to a game follow from those before."""
    rows = [list(row) for row in _ROUNDS]
    rows[8][5] = 0.5
    with pytest.raises(RatingError, match=r"cell F9: the games give 1 points but 0\.5"):
        read(write(tmp_path, rows, "xlsx"))


@pytest.mark.parametrize(
    "head",
    [
        "Rk. _ Name Rtg FED 1.Rd 2.Rd Pts. TB1",
        "Rg. _ Name EloI Land 1.Rd 2.Rd Pkt. Wtg1",
        "Rk. _ Nombre Elo FED 1.Rd 2.Rd Pts. Des_1",
        "Rg. _ Nom Elo FED Rd.1 Rd.2 Pts Dep1",
        "Rk. _ Nome Elo FED 1.Rd 2.Rd Pts. Desp_1",
        "Pos _ Nome Elo FED 1.Rd 2.Rd Pti. Spar1",
        "М. _ Имя Рейт. фед. 1.Тур 2.Тур Очки ТБ1",
        "名次 _ 姓名 等级分 协会 第1轮 第2轮 得分 破同1",
        "Sıra _ İsim ELO FED 1.Tur 2.Tur Puan EB1",
    ],
)
def test_crosstables_in_languages(head: str, tmp_path: Path) -> None:
    """The headings of the languages in which chess-results exports."""
    names = [name.replace("_", " ").strip() for name in head.split()]
    rows = [
        [1, "GM", "A", 2400, "AUT", "2w1", "-1", 2, 3.5],
        [2, "", "B", 0, "GER", "1b0", "", 0, 4],
    ]
    event = read(write(tmp_path, [names, *rows], "xlsx"))
    assert [(g.round, g.white, g.black, g.result.code) for g in event.games] == [
        (1, 1, 2, "1-0"), (2, 1, None, "BYE 1"),
    ]  # fmt: skip
    first = event.players[0]
    assert (first.name, first.title, first.rating, first.federation) == (
        "A", "GM", Decimal(2400), "AUT",
    )  # fmt: skip


def test_calculated_columns_are_not_needed(tmp_path: Path) -> None:
    """K and n of a program's table are what it calculated, and no facts of a player."""
    head = ["Rk.", "SNo", "", "Name", "FED", "Rtg", "Club/City", "1.Rd", "Pts.", "TB1", "Rp", "n",
            "w", "we", "w-we", "K", "rtg+/-"]  # fmt: skip
    rows = [[1, 1, "", "A", "AUT", 2400, "X", "2w1", 1, 0, 2500, 1, 1, 0.5, 0.5, 10, 5],
            [2, 2, "", "B", "AUT", 2400, "X", "1b0", 0, 0, 2300, 1, 0, 0.5, -0.5, 40, -20]]  # fmt: skip
    event = read(write(tmp_path, [head, *rows], "xlsx"))
    assert [(player.k, player.games) for player in event.players] == [(None, None)] * 2


def test_a_ranking_says_what_to_download(tmp_path: Path) -> None:
    """Points without games are no event."""
    rows: list[list[object]] = [["From Chess-Results"], ["Rk.", "Name", "Rtg", "Pts."]]
    rows.append([1, "A", 2400, 2])
    with pytest.raises(FileError, match="download the crosstable instead"):
        read(write(tmp_path, rows, "xlsx"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Rank,Name,Rating,Points\n1,A,2000,3\n2,B,1900,2\n", "download the crosstable instead"),
        ("No,Name,Wave A,Wave B\n1,A,2w1,3b1\n2,B,1b0,-1\n3,C,-1,1w0\n", "Wave A, Wave B look"),
        ("No,Name,Ann,Bob,Pts\n1,Ann,*,1,1\n2,Bob,0,*,0\n", "download the crosstable instead"),
    ],
)
def test_tables_whose_games_nobody_reads_are_refused(text: str, words: str, tmp_path: Path) -> None:
    """They would be lists of players, of which nothing is rated."""
    path = tmp_path / "event.csv"
    path.write_text(text)
    with pytest.raises(FileError, match=words):
        read(path)


_PAIRINGS = [["Round 1"], ["No.", "White", "Result", "Black"],
             [1, "Ann", "1-0", "Bob"], [2, "Cid", "0-1", "Dan"]]  # fmt: skip


@pytest.mark.parametrize(("rows", "at"), [(_table([["2w1"], ["1b0"]]), 3), (_PAIRINGS, 4)])
@pytest.mark.parametrize("hides", ['style="display:none"', "hidden", 'class="gone"'])
def test_rows_that_a_page_hides_are_told(
    hides: str, rows: Rows, at: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: what a filter of a page has hidden is read and told, as in a workbook."""
    page = write(tmp_path, rows, "html")
    games = read(page).games
    text = page.read_text("utf-8").replace("</head>", "<style>.gone{display:none}</style></head>")
    parts = text.split("<tr>")
    page.write_text("<tr>".join(parts[:at]) + f"<tr {hides}>" + "<tr>".join(parts[at:]), "utf-8")
    assert len(read(page).games) == len(games)
    assert main(["read", str(page), "--language", "en"]) == 0
    told = capsys.readouterr().err
    assert f"table 1, row {at}: worth checking: hidden rows are read, too: {at};" in told


def test_a_table_around_a_name_is_no_table(tmp_path: Path) -> None:
    """Promise: a name next to a flag, in a table of its own within the cell, is the name."""
    page = write(tmp_path, _table([["2w1"], ["1b0"]]), "html")
    text = page.read_text("utf-8")
    inner = "<table><tr><td><img src='flag.png'></td><td>P1</td></tr></table>"
    page.write_text(text.replace("<td>P1</td>", f"<td>{inner}</td>"), "utf-8")
    assert [player.name for player in read(page).players] == ["P1", "P2"]


def test_two_crosstables_are_one_too_many(tmp_path: Path) -> None:
    """Nobody can tell which of two tables of a page is the event."""
    page = write(tmp_path, _table([["2w1"], ["1b0"]]), "html")
    page.write_text(page.read_text("utf-8") * 2)
    with pytest.raises(FileError, match=r"table 1, row 1, event\.html, table 2, row 1"):
        read(page)


def test_a_workbook_without_an_event_says_what_was_looked_for(tmp_path: Path) -> None:
    """And not that a sheet Start is missing, which only templates have."""
    with pytest.raises(FileError, match="looked for a template, a crosstable, pairings"):
        read(write(tmp_path, [["Phone", "Club"], ["1", "2"]], "xlsx"))


# --- pages ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "page",
    [
        "<table>" * 40,
        "<html>" + "<!--" * 20_000,
        "<table><tr>" + "<td colspan=1000>" * 600,
        "<table><tr>" + "<td rowspan=1000 colspan=1000>x" * 400 + "<tr>" * 400,
        "<html>" + "<" * 90_000,
        "<table><tr><td>" + "<p style='" + "style='" * 40 + " hidde" * 40 + "'>" * 300,
        "<table " + "a" * 90_000,
    ],
)
def test_hostile_pages_end(page: str) -> None:
    """Neither depth nor width nor what never ends takes stack, memory or minutes."""
    try:
        found = tables_of("x.html", page)
    except FileError:
        return
    assert sum(len(row) for table in found for row in table.rows) <= 600_000


def test_a_large_page_is_read_in_a_process_of_its_own(tmp_path: Path) -> None:
    """With the same result."""
    page = write(tmp_path, _table([["2w1"], ["1b0"]]), "html")
    page.write_text(page.read_text("utf-8").replace("<body>", "<body>" + "<p>x</p>" * 20_000))
    assert len(read(page).games) == 1


@pytest.mark.parametrize(
    ("cell", "seen"),
    [
        ("<span hidden>001</span>2400", "2400"),
        ("2400<i style='color:red; display : none'>99<i>9</i>9</i>!", "2400!"),
        ("<span style='visibility:hidden'>0<br>1<span>7</span></span>24<b>00</b>", "2400"),
        ("<span class='hidden' aria-hidden='true' title=\"it's hidden\">24</span>00", "2400"),
        ("<br hidden>2400", "2400"),
        ("2400<span hidden>9", "2400"),
        ("<style>/* { */ b, i.k {display : none}</style><i class='a k'>001</i>2400", "2400"),
        ("<style>@media print {.k {display: none}}</style><i class=k>24</i>00", "2400"),
        ("<style>.k {display: none} .k {display: inline}</style><i class=k>24</i>00", "2400"),
    ],
)
def test_what_a_browser_does_not_show_is_not_read(cell: str, seen: str) -> None:
    """Promise: a key to sort by, as pages have it in a cell, is no digit of a rating."""
    (table,) = tables_of("x.html", f"<table><tr><td>{cell}<td>x</tr><tr><td>1<td>2</tr></table>")
    assert table.rows == [[seen, "x"], ["1", "2"]]


def test_a_page_as_google_sheets_saves_it(tmp_path: Path) -> None:
    """The letters above the columns, the numbers beside the rows and the frozen edge are no cells."""
    rows = [["No", "Name", "1", "2", "Pts"], ["1", "Ann", "*", "½", "0.5"], ["2", "Bob", "½", "*", "0.5"]]  # fmt: skip
    letters = "".join(
        f'<th id="0C{at}" class="column-headers-background">{"ABCDE"[at]}</th>' for at in range(5)
    )
    lines = [
        f'<tr><th class="row-headers-background"><div class="row-header-wrapper">{at}</div></th>'
        + "".join(f'<td class="s{at}" dir="ltr">{cell}</td>' for cell in row)
        for at, row in enumerate(rows, 1)
    ]
    edge = '<tr><th class="freezebar-cell"></th>' + '<td class="freezebar-cell"></td>' * 5 + "</tr>"
    (tmp_path / "Sheet1.html").write_text(
        '<meta charset="utf-8"><style>.waffle .s0 {color: red}</style><table class="waffle"><thead>'
        f'<tr><th class="row-header freezebar-origin-ltr"></th>{letters}</tr></thead><tbody>'
        + edge.join([lines[0], "".join(lines[1:])]) + "</tbody></table>", "utf-8"
    )  # fmt: skip
    event = read(tmp_path / "Sheet1.html")
    assert [one.name for one in event.players] == ["Ann", "Bob"]
    assert [game.result.code for game in event.games] == ["½-½"]


def test_a_page_as_browsers_save_it(tmp_path: Path) -> None:
    """Layout tables around, links and flags in cells, the facts in a table before it."""
    cells = "".join(
        f"<tr><td>{no}<td><td><a href=x>P{no}</a><td>{rtg}<td>{cell}<td>{pts}</tr>"
        for no, rtg, cell, pts in (
            (1, 2400, "&nbsp;2w&frac12;", "0,5"),
            (2, 0, "1b&frac12;", "0,5"),
        )
    )
    page = (
        "<!DOCTYPE html>\n<!-- saved from url=(0030)https://chess-results.com -->\n<html><head>"
        "<title>Chess-Results</title></head><body><table><tr><td>Menu</td><td><h2>Club open</h2>"
        "<table><tr><td>Date</td><td>2026/02/13</td></tr>"
        "<tr><td>Tournament type</td><td>Swiss-System</td></tr></table>"
        "<h2>Final Ranking crosstable after 1 Rounds</h2>"
        "<table class=CRs1><thead><tr><th>Rk.<th><th>Name<th>Rtg<th>1.Rd<th>Pts.</tr></thead>"
        f"{cells}</table>Program Swiss-Manager</td></tr></table></body></html>"
    )
    for name in ("page.html", "page.htm", "page.xls"):
        (tmp_path / name).write_text(page, "utf-8")
        event = read(tmp_path / name)
        assert [(g.white, g.black, g.result.code) for g in event.games] == [(1, 2, "½-½")]
    assert event.players[1].rating is None


@pytest.mark.parametrize(
    ("line", "part", "value"),
    [
        ("日期：2026-03-14", "start", date(2026, 3, 14)),
        ("Date:2026/03/14", "start", date(2026, 3, 14)),
        ("地点：北京", "place", "北京"),
        ("Pace: rapid", "pace", "rapid"),
        ("用时类别：快棋", "pace", "rapid"),
        ("Контроль времени: блиц", "pace", "blitz"),
        ("18:17", "pace", ""),
    ],
)
def test_lines_above_say_day_place_and_pace(
    line: str, part: str, value: object, tmp_path: Path
) -> None:
    """A label may be followed by its colon without a blank, and what it says is read."""
    rows: list[list[object]] = [["Open"], [line], ["No", "Name", "Rating", 1, 2], [1, "A", 2000, "*", 1],
            [2, "B", 1900, 0, "*"]]  # fmt: skip
    assert getattr(read(_book(tmp_path, rows)), part) == value


def test_a_pace_that_is_none_is_refused(tmp_path: Path) -> None:
    """A pace picks the list and the rules: a word that is no pace is not passed over."""
    rows: list[list[object]] = [["Pace: quick-ish"], ["No", "Name", "Rating", 1, 2], [1, "A", 2000, "*", 1],
            [2, "B", 1900, 0, "*"]]  # fmt: skip
    with pytest.raises(RatingError, match=r"cell A1: pace is 'quick-ish'"):
        read(_book(tmp_path, rows))


def _book(folder: Path, rows: Sequence[Sequence[object]]) -> Path:
    made = Workbook()
    for row in rows:
        made["Sheet"].append(row)
    made.save(folder / "own.xlsx")
    return folder / "own.xlsx"
