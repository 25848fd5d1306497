"""Files as people and programs write them all over the world: each is read right, or stopped."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from decimal import Decimal
from pathlib import Path

import pytest
from table_files import Rows, write

from xlrating.cli import main
from xlrating.engine.errors import EventError, RatingError
from xlrating.engine.event import Event
from xlrating.engine.results import Kind
from xlrating.engine.tournament.scores import shown_points
from xlrating.reading import read

WORLD = Path(__file__).parent / "world"
NAMES = ("Abel, Anna", "Brandt, Bo", "Cruz, Cai", "Duarte, Dan", "Egan, Eva", "Fuchs, Finn")
RATINGS = (2210, 2105, 2050, 1990, 1875, 1790)
#: White, Black and White's score of each game, by rounds.
ROUNDS = (
    ((1, 4, 1.0), (5, 2, 0.5), (3, 6, 1.0)),
    ((2, 1, 0.5), (4, 3, 0.0), (6, 5, 0.0)),
    ((1, 3, 1.0), (5, 4, 0.5), (2, 6, 1.0)),
)
POINTS = dict(zip(NAMES, map(Decimal, ("2.5", "2", "2", "0.5", "2", "0")), strict=True))
SIGN = {1.0: "1", 0.5: "½", 0.0: "0"}
#: How the cell of a round is written: opponent, colour, own score.
Entry = Callable[[int, str, float], str]


def standard(opponent: int, colour: str, score: float) -> str:
    """As chess-results writes it."""
    return f"{opponent}{colour}{SIGN[score]}"


def entry_of(no: int, games: Sequence[tuple[int, int, float]], entry: Entry) -> str:
    """The cell of a player in one round."""
    for white, black, score in games:
        if no in (white, black):
            is_white = no == white
            return entry(*(black, "w", score) if is_white else (white, "b", 1 - score))
    return ""


def crosstable(heads: Sequence[str], entry: Entry = standard, separator: str = ",") -> str:
    """The table with these headings: number and place, name, rating, country, rounds, points."""
    file = io.StringIO()
    rows = csv.writer(file, delimiter=separator, lineterminator="\n")
    rows.writerow(heads)
    for no, (name, rating) in enumerate(zip(NAMES, RATINGS, strict=True), 1):
        cells = [entry_of(no, games, entry) for games in ROUNDS]
        rows.writerow([no, no, name, rating, "AUT", *cells, POINTS[name]])
    return file.getvalue()


def games_list(heads: Sequence[str], round_of: Callable[[int], object] = int) -> list[list[object]]:
    """The list of games with these headings: round, board, White, Black, result."""
    codes = {1.0: "1-0", 0.5: "½-½", 0.0: "0-1"}
    rows: list[list[object]] = [list(heads)]
    for number, games in enumerate(ROUNDS, 1):
        for board, (white, black, score) in enumerate(games, 1):
            sides = NAMES[white - 1], NAMES[black - 1]
            rows.append([round_of(number), board, *sides, codes[score]])
    return rows


def points(event: Event) -> dict[str, Decimal]:
    """The points of each player by name."""
    found = shown_points(event)
    return {player.name: found[player.no] for player in event.players}


def in_languages(file: str) -> list[tuple[str, list[str]]]:
    """The headings of each language in a file."""
    lines = (WORLD / file).read_text("utf-8").splitlines()[1:]
    return [(line.split(": ", 1)[0], line.split(": ", 1)[1].split("|")) for line in lines]


@pytest.mark.parametrize(("language", "heads"), in_languages("games.txt"))
def test_games_in_every_language(language: str, heads: list[str], tmp_path: Path) -> None:
    """A list of games is told by its headings, in whichever language it was typed."""
    event = read(write(tmp_path, games_list(heads), "csv"))
    assert points(event) == POINTS and event.account is not None
    assert {*event.account.unused} <= {heads[1]}  # boards matter to nobody


@pytest.mark.parametrize(("language", "heads"), in_languages("tables.txt"))
def test_crosstables_in_every_language(language: str, heads: list[str], tmp_path: Path) -> None:
    """The same of a crosstable: names, ratings, rounds and points are used."""
    rounds = [heads[5].replace("3", str(number)) for number in (1, 2, 3)]
    path = tmp_path / "table.csv"
    path.write_text(crosstable([*heads[:5], *rounds, heads[6]]), "utf-8")
    event = read(path)
    assert points(event) == POINTS and [int(p.rating or 0) for p in event.players] == [*RATINGS]


LETTER, PLUS = {1.0: "W", 0.5: "D", 0.0: "L"}, {1.0: "+", 0.5: "=", 0.0: "-"}
NOTATIONS: dict[str, Entry] = {
    "19s1": lambda o, c, s: f"{o}{'s' if c == 'b' else 'w'}{SIGN[s]}",
    "+W19": lambda o, c, s: f"{PLUS[s]}{c.upper()}{o}",
    "+19W": lambda o, c, s: f"{PLUS[s]}{o}{c.upper()}",
    "+ 19B, French": lambda o, c, s: f"{PLUS[s]} {o}{'B' if c == 'w' else 'N'}",
    "W19": lambda o, c, s: f"{LETTER[s]}{o}",
    "W   19": lambda o, c, s: f"{LETTER[s]}   {o}",
    "19 (W) 1": lambda o, c, s: f"{o} ({c.upper()}) {SIGN[s]}",
    "19, w, 1 on three lines": lambda o, c, s: f'{o}\n{c}\n{SIGN[s]}',
    "19w0.5": lambda o, c, s: f"{o}{c}{ {1.0: '1', 0.5: '0.5', 0.0: '0'}[s]}",
    "019W+": lambda o, c, s: f"{o:03}{c.upper()}{PLUS[s]}",
    "19红胜": lambda o, c, s: f"{o}{'红' if c == 'w' else '黑'}{ {1.0: '胜', 0.5: '和', 0.0: '负'}[s]}",
    "19б1": lambda o, c, s: f"{o}{'б' if c == 'w' else 'ч'}{SIGN[s]}",
    "w19 1": lambda o, c, s: f"{c}{o} {SIGN[s]}",
    "a blank of no width": lambda o, c, s: f"\u200b{o}{c}{SIGN[s]}",
}  # fmt: skip
HEADS = ("Rk", "No", "Name", "Rtg", "Fed", "Round 1", "Round 2", "Round 3", "Pts")


@pytest.mark.parametrize("name", NOTATIONS)
def test_notations(name: str, tmp_path: Path) -> None:
    """The cell of a round as programs write it; the points of all players tell."""
    path = tmp_path / "table.csv"
    path.write_text(crosstable(HEADS, NOTATIONS[name]), "utf-8")
    event = read(path)
    assert points(event) == POINTS and {game.result.kind for game in event.games} == {Kind.PLAYED}


@pytest.mark.parametrize("column", [
    pytest.param(lambda o, c, s: [o, c, f"{s:.1f}"], id="a point"),
    pytest.param(lambda o, c, s: [o, c, f"{s:.1f}".replace(".", ",")], id="a comma"),
    pytest.param(lambda o, c, s: [f"{o}{c}{s:.1f}".replace(".", ",")], id="one cell"),
])  # fmt: skip
def test_scores_and_points_with_decimals(
    column: Callable[[int, str, float], list[object]], tmp_path: Path
) -> None:
    """``1.0`` and ``0,0`` are scores as ``0.5`` is; where commas part cells, they may be decimal."""
    parts = ["Opp", "Col", "Res"] if len(column(1, "w", 1.0)) == 3 else []
    width = len(parts) or 1
    rows: list[list[object]] = [
        ["No", "Name", "Rtg", *(cell for n in (1, 2, 3) for cell in [f"Rd{n}", *[""] * (width - 1)]),
         "Pts"],
    ]  # fmt: skip
    if parts:
        rows.append(["", "", "", *parts * 3, ""])
    for no, name in enumerate(NAMES, 1):
        played = [next((w, b, s) for w, b, s in games if no in (w, b)) for games in ROUNDS]
        cells = (
            cell for white, black, score in played
            for cell in (column(black, "w", score) if no == white else column(white, "b", 1 - score))
        )  # fmt: skip
        total = f"{POINTS[name]:.1f}".replace(".", ",")
        rows.append([no, name, RATINGS[no - 1], *cells, total])
    for kind in ("csv", "xlsx", "html"):
        assert points(read(write(tmp_path, rows, kind))) == POINTS
    # A file that also has 2,210 could mean either.
    rows[-6][2] = "2,210"
    with pytest.raises(RatingError, match=r"'2,210', which could be 2210 or 2\.210"):
        read(write(tmp_path, rows, "csv"))


#: Games that one column of White's scores does not tell: both lost, one half and nothing.
_SCORES = [("1", "0"), ("0", "0"), ("½", "0"), ("½", "½"), ("+", "-"), ("-", "+"), ("1.0", "0.0")]
_CODES = ["1-0", "0-0", "½-0", "½-½", "1-0 F", "0-1 F", "1-0"]


_HEADS = ["White|Result||Black", "White|Result|||Black", "White|Res|Res|Black", "红方|结果||黑方",
          "White|Result|Black|Result", "White|Black|Result|", "White|Black|Result||"]  # fmt: skip


@pytest.mark.parametrize(("kind", "is_list", "heads"), [
    *((kind, False, heads) for kind in ("csv", "xlsx", "html")
      for heads in (*_HEADS, "No.|White|Rtg|Result||No.|Black|Rtg")),
    *((kind, True, heads) for kind in ("csv", "xlsx") for heads in _HEADS),
])  # fmt: skip
def test_a_result_in_two_columns(kind: str, is_list: bool, heads: str, tmp_path: Path) -> None:
    """``0 | 0`` is lost by both; Black's score has no heading, or the same one as White's."""
    own = heads.split("|")
    scores = [at for at, head in enumerate(own) if head in ("Result", "Res", "结果", "")]
    sides = [at for at, head in enumerate(own) if head in ("White", "红方", "Black", "黑方")]
    rows: list[list[object]] = [["Round", *own]] if is_list else [["Round 1"], ["Bo.", *own]]
    for number, (white, black) in enumerate(_SCORES):
        row: list[object] = [1 if is_list else number + 1, *[""] * len(own)]
        for at, value in zip((scores[0], scores[-1]), (white, black), strict=True):
            row[at + 1] = value
        if len(scores) == 3:
            row[scores[1] + 1] = ":"
        for at, no in zip(sides, (2 * number + 1, 2 * number + 2), strict=True):
            row[at + 1] = f"Player {'ABCDEFGHIJKLMN'[no - 1]}"
            if own[0] == "No.":
                row[at], row[at + 2] = no, 2000 + no
        rows.append(row)
    found = [game.result.code for game in read(write(tmp_path, rows, kind)).games]
    assert found == _CODES


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig", "cp1252"])
def test_letters(encoding: str, tmp_path: Path) -> None:
    """What spreadsheets save: ½ in the letters of Windows, and "Unicode text"."""
    path = tmp_path / "table.csv"
    path.write_bytes(crosstable(HEADS, separator=";").encode(encoding))
    assert points(read(path)) == POINTS


@pytest.mark.parametrize("kind", ["csv", "xlsx", "ods"])
def test_games_with_rounds_in_words_and_a_title(kind: str, tmp_path: Path) -> None:
    """A list of games in a workbook, below what is said of the event; rounds as ``R1``."""
    rows = games_list(("Round", "Board", "White", "Black", "Result"), lambda number: f"R{number}")
    above: list[list[object]] = [["event: Spring Open"], ["start", "2026-05-02"], []]
    path = write(tmp_path, [*above, *rows], kind)
    event = read(path)
    assert (points(event), event.name, str(event.start)) == (POINTS, "Spring Open", "2026-05-02")


def test_games_and_players_of_a_workbook(tmp_path: Path) -> None:
    """Two sheets, one of the games and one of the players; two of games could both be meant."""
    from openpyxl import Workbook

    book = Workbook()
    for row in games_list(("Round", "Board", "White", "Black", "Result")):
        book.active.append(row)
    people = book.create_sheet("People")
    people.append(("Name", "Elo"))
    for player in zip(NAMES, RATINGS, strict=True):
        people.append(player)
    book.save(tmp_path / "cup.xlsx")
    event = read(tmp_path / "cup.xlsx")
    assert [int(player.rating or 0) for player in event.players] == [*RATINGS]
    assert event.account is not None and event.account.parts[0].sheet == "People"
    book.copy_worksheet(book.active)
    book.save(tmp_path / "cup.xlsx")
    with pytest.raises(RatingError, match="name one with --sheet"):
        read(tmp_path / "cup.xlsx")


@pytest.mark.parametrize(
    "word",
    ["bye", "BYE BYE", "", "-", "---", "—", "0", "0000", "spielfrei", "exempt", "свободен", "轮空"],
)
def test_nobody_is_no_player(word: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever sits out is paired with nobody, whatever stands there; their round says a bye."""
    path = tmp_path / "games.csv"
    path.write_text(f"round,white,black,result\n1,A,B,1-0\n1,C,{word},BYE 1\n", "utf-8")
    event = read(path)
    assert [player.name for player in event.players] == ["A", "B", "C"]
    path.write_text(f"round,white,black,result\n1,A,B,1-0\n1,C,{word},1-0\n", "utf-8")
    assert main(["rate", str(path), "--rules", "elo", "--csv"]) == 2
    assert "needs two players" in capsys.readouterr().err


def test_names_in_two_columns(tmp_path: Path) -> None:
    """Last and first names are one name, whichever language heads them; a whole name goes first."""
    from xlrating.federation.listed import read_listed

    path = tmp_path / "list.csv"
    for last, first in (("Last name", "First name"), ("Apellidos", "Nombre"), ("Nom", "Prénom"),
                        ("Cognome", "Nome"), ("Фамилия", "Имя"), ("Name", "Vorname")):  # fmt: skip
        path.write_text(f"ID,{last},{first},Elo\n7,Abel,Anna,2000\n8,Brandt,Bo,1900\n", "utf-8")
        assert [one.name for one in read_listed(path).players] == ["Abel, Anna", "Brandt, Bo"]
    path.write_text("ID,Name,Last name,First name,Elo\n7,Abel A.,Abel,Anna,2000\n", "utf-8")
    assert [one.name for one in read_listed(path).players] == ["Abel A."]


def test_a_word_above_some_of_a_list_is_nobody(tmp_path: Path) -> None:
    """``Women`` in the column of IDs, above the women of a list, is no player without rating."""
    from xlrating.federation.listed import read_listed

    rows: Rows = [
        ["ID", "Name", "Rating"],
        ["7", "Abel", 2000],
        ["Women", "", ""],
        ["8", "Bea", 1900],
    ]
    with pytest.raises(RatingError, match="row 3: the line has neither a name nor an ID"):
        read_listed(write(tmp_path, rows, "xlsx"))


SQUARE: list[list[object]] = [["No", "Name", "Rtg", "", "", "", "", "Pts"], *(
    [no, name, rating, *cells]
    for no, (name, rating, cells) in enumerate(zip(NAMES[:4], RATINGS, (
        ["*", 1, "½", 1, 2.5], [0, "*", 0, "½", 0.5], ["½", 1, "*", 1, 2.5], [0, "½", 0, "*", 0.5],
    ), strict=False), 1)
)]  # fmt: skip


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
@pytest.mark.parametrize("way", [
    lambda name: name, lambda name: name.split(", ")[0], lambda name: name[:3], lambda name: name[0] * 2,
    lambda name: " ".join(reversed(name.split(", "))), lambda name: f"{name.split(', ')[1][0]}. {name.split(',')[0]}",
])  # fmt: skip
def test_squares_headed_by_names(way: Callable[[str], str], kind: str, tmp_path: Path) -> None:
    """The table of a round robin whose columns are headed by names, whole or shortened."""
    rows = [[*row] for row in SQUARE]
    rows[0][3:7] = map(way, NAMES[:4])
    event = read(write(tmp_path, rows, kind))
    assert (len(event.games), event.format) == (6, "round-robin")
    assert [*points(event).values()] == [Decimal(row) for row in ("2.5", "0.5", "2.5", "0.5")]
    rows[0][6] = "Somebody Else"
    with pytest.raises(RatingError):
        read(write(tmp_path, rows, kind))


def test_a_year_of_birth_that_cannot_be_read_stops(tmp_path: Path) -> None:
    """K hangs on it: a report with the year ``80`` says where, one without any is read."""
    player = "001    1      Abel, Anna                        2210 AUT             {:10}  0.0    1"
    path = tmp_path / "event.trf"
    for text, born in (
        ("1980/05/01", 1980),
        ("01.05.1980", 1980),
        ("0000/00/00", None),
        ("", None),
    ):
        path.write_text(player.format(text) + "\n", "utf-8")
        assert read(path).players[0].born == born
    path.write_text(player.format("80") + "\n", "utf-8")
    with pytest.raises(RatingError, match="columns 70 to 79: born is '80'; a year of four"):
        read(path)


@pytest.mark.parametrize(
    ("named", "told"),
    [
        ("Cid Oh", r"column white: the other games refer to players by “No\.”, and 'Cid Oh' is a “Name”; write '3' here"),
        ("77", r"by “No\.”, and '77' is a “ID”; write '2' here"),
        ("Zed", r"there is no player 'Zed'; the other games refer to players by “No\.”"),
        ("9", "there is no player '9'; add this player"),
    ],
)  # fmt: skip
def test_a_name_among_numbers(named: str, told: str, tmp_path: Path) -> None:
    """Promise: a player called otherwise than the others is told with the number to write."""
    (tmp_path / "p.csv").write_text(
        "no,id,name,rating\n1,50,Ann,2000\n2,77,Bob,1900\n3,,Cid Oh,1800\n"
    )
    (tmp_path / "g.csv").write_text(f"round,white,black,result\n1,1,2,1-0\n2,{named},1,0-1\n")
    with pytest.raises(EventError, match=told):
        read(tmp_path / "g.csv", tmp_path / "p.csv")
