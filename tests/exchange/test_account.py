"""Promise: nothing in a file is dropped in silence; each part is used, or the account names it."""

from __future__ import annotations

import csv
import json
import random
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from needs import EVERY
from program_files import LICHESS_PGN
from table_files import Rows, write

from xlrating.cli import main
from xlrating.engine.account import Account
from xlrating.engine.errors import RatingError
from xlrating.engine.event import Event
from xlrating.engine.results import read_result
from xlrating.engine.vocabulary.dates import day_of
from xlrating.engine.vocabulary.headings import heading_of
from xlrating.engine.vocabulary.letters import letters, without_apostrophe
from xlrating.exchange.sheets import open_sheets
from xlrating.exchange.verified import verified
from xlrating.federation.listed import read_listed
from xlrating.reading import read

HERE = Path(__file__).parent / "account"
EVENTS = Path(__file__).parents[1] / "events"

# --- change anything: it shows, or the account names the place ----------------------------------


class Read(NamedTuple):
    """What a reader made of a file: all that a number may hang on, and the account."""

    found: object
    account: Account | None


def of_event(path: Path) -> Read:
    """An event, with the places that its file prints, which are compared with the points."""
    event = read(path)
    return Read((event, event.printed_places, event.says_format), event.account)


def of_list(path: Path) -> Read:
    """A rating list, with the federation's own columns."""
    listed = read_listed(path)
    own = {head: column.values() for head, column in listed.players.own.items()}
    return Read((list(listed.players), own), listed.account)


class Kind(NamedTuple):
    """A kind of file: its cells, how it is read, and how its file ends."""

    rows: Rows
    reads: Callable[[Path], Read]
    ending: str


GAMES = [
    ["event: Spring Open", "", "", "", "", ""],
    ["start: 2025-05-02", "", "", "", "", ""],
    ["round", "board", "white", "black", "result", "white_rating"],
    ["1", "1", "Ann", "Bob", "1-0", "2000"],
    ["1", "2", "Cai", "Dan", "½-½", "1900"],
    ["2", "1", "Ann", "Cai", "0-1", ""],
    ["2", "2", "Bob", "Dan", "1-0", "1850"],
]
LIST = [
    ["ID", "Name", "Fed", "Club", "Born", "Rating", "K", "Games", "Phone"],
    ["A1", "Ann Berg", "MAS", "Reds", "1980", "2004", "20", "100", "12345678"],
    ["A2", "Bob Dahl", "MAS", "Blues", "1975", "1911", "20", "80", "23456789"],
    ["A3", "Cai Eck", "SGP", "", "1999", "2113", "40", "12", ""],
    ["A4", "Dan Fox", "SGP", "Reds", "2010", "", "", "", "45678901"],
]


def rows_of(path: Path) -> Rows:
    """The cells of a file in CSV."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.reader(file))


KINDS = {
    **{f"games.{ending}": Kind(GAMES, of_event, ending) for ending in ("csv", "tsv")},
    **{f"list.{ending}": Kind(LIST, of_list, ending) for ending in ("csv", "xlsx", "ods")},
    "championship.csv": Kind(
        rows_of(EVENTS / "us-championship-2025" / "games.csv")[:20], of_event, "csv"
    ),
    "published.csv": Kind(rows_of(EVENTS / "us-championship-2025" / "players.csv"), of_list, "csv"),
}

#: What people type into the wrong cell, or by mistake.
WORDS = (
    "", " ", "x", "0", "1", "7", "999", "1850", "2004.5", "1-0", "½", "0-1", "w", "f", "Ann", "Zoe",
    "A2", "A99", "MAS", "1980", "2025-05-01", "2031-01-01", "rating", "FIDE", "age", "peak", "k",
    "12w1", "-", "n/a", "#N/A", "rapid", "format: round robin", "end: 2025-05-09", "note: x",
)  # fmt: skip


class Change(NamedTuple):
    """A change of a file: its new rows, and where it is, rows and columns counted from 1."""

    rows: Rows
    what: str
    row: int
    col: int


def changed(rows: Rows, by: random.Random) -> Change:
    """The same rows with one cell, column or row changed, added or gone."""
    made = [list(row) for row in rows]
    row, width = by.randrange(len(made)), max(map(len, made))
    col = by.randrange(width)
    for one in made:
        one.extend([""] * (width - len(one)))
    what = by.choice(
        ("cell", "cell", "cell", "slip", "add column", "add row", "no column", "no row")
    )
    if what == "cell":
        made[row][col] = by.choice(WORDS)
    elif what == "slip":
        made[row][col] = slip(str(made[row][col]), by)
    elif what == "add column":
        word = by.choice([*WORDS, "Remark", "Old rating", "Strength"])
        made = [[*one[:col], by.choice(WORDS), *one[col:]] for one in made]
        made[row][col] = word
        what, row = "column", 0
    elif what == "add row":
        made.insert(row, [by.choice(("", by.choice(WORDS))) for _ in range(width)])
        what, col = "row", -1
    elif what == "no column":
        made = [[*one[:col], *one[col + 1 :]] for one in made]
        row = -1
    else:
        del made[row]
        col = -1
    return Change(made, what, row + 1, col + 1)


def slip(text: str, by: random.Random) -> str:
    """A text with one letter gone, doubled, another one, or two of them in the other order."""
    if not text:
        return "a"
    at = by.randrange(len(text))
    return by.choice((
        text[:at] + text[at + 1 :], text[: at + 1] + text[at:],
        text[:at] + by.choice("0aZ5-") + text[at + 1 :], text[:at] + text[at : at + 2][::-1]
        + text[at + 2 :],
    ))  # fmt: skip


def meanings(value: object) -> set[str]:
    """What a text is to readers: blanks around it, its case in headings, 2000.0 for 2000."""
    text = without_apostrophe(letters(str(value)).strip())
    found = {heading_of(text), "".join(text.split())}
    with suppress(ValueError):
        found.add(str(float(text.replace(",", "."))))
    with suppress(RatingError):
        found.add(read_result(text).code)
    label, colon, day = text.rpartition(":")
    with suppress(RatingError):
        found.add(f"{label.strip()}{colon}{day_of(day)}")
    return found


def shows(kind: Kind, change: Change, before: Read, folder: Path) -> str:
    """How a change shows: "" where it does not, and nothing names its place."""
    try:
        after = kind.reads(write(folder, change.rows, kind.ending))
    except RatingError as error:
        return f"refused: {error}"
    if after.found != before.found:
        return "another event or list"
    row, col = change.row, change.col
    asked = before.account if change.what in ("no row", "no column") else after.account
    assert asked is not None
    if change.what in ("cell", "slip") and before.account:
        # Another heading of the same part.
        was, now = (_meaning(one, col) for one in (before.account, asked))
        if was and was == now and row == _head(asked):
            return "the same"
    if change.what in ("no column", "column"):
        own = [one for one in asked.columns if one.number == col]
        return (
            "a column that is not used" if not own or own[0].use not in ("used", "checked") else ""
        )
    if asked.is_unused(row, max(col, 0)):
        return "named as not used"
    if change.what in ("cell", "slip"):
        old = kind.rows[row - 1][col - 1] if col <= len(kind.rows[row - 1]) else ""
        new = change.rows[row - 1][col - 1]
        same = bool(meanings(old) & meanings(new))
        # Lists write 0 for no rating.
        same = same or (_meaning(asked, col) == "rating" and {old, new} <= {"", "0"})
        return "the same" if same else ""
    return ""


def _meaning(account: Account, col: int) -> str:
    return next((one.meaning for one in account.columns if one.number == col), "")


def _head(account: Account) -> int:
    return next((one.first for one in account.lines if one.kind == "heading"), 0)


@pytest.mark.in_turn
@pytest.mark.parametrize("name", KINDS)
def test_every_change_shows(name: str, tmp_path: Path) -> None:
    """Change, add or delete any one cell, column or row: event, list or error is another one, or
    the account names the place as not used, or the new text means the same."""
    kind = KINDS[name]
    before = kind.reads(write(tmp_path, kind.rows, kind.ending))
    for seed in range(20_000 if EVERY else 120):
        by = random.Random(seed)
        change = changed(kind.rows, by)
        assert shows(kind, change, before, tmp_path), (name, seed, change)


# --- files with what is right for each ----------------------------------------------------------


def run(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    """Run a command: exit code, output, errors."""
    return main([str(word) for word in words]), *capsys.readouterr()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            "rate g.csv --players age.csv",
            "age.csv: xlrating does not use the column age, because an age changes with the day; add the year of birth",
        ),
        (
            "rate g.csv --players fide-heading.csv",
            "fide-heading.csv: xlrating does not know the column FIDE",
        ),
        ("rate gk.csv", "gk.csv: the column k (K) does not belong in a list of games"),
        ("rate days.csv", "days.csv, line 4, column date: the game was on 2024-02-11"),
        ("federation two-sheets.xlsx ev", "name one with --sheet"),
        ("federation 2025-10-01_list.csv unr", "xlrating does not know the column unrated"),
    ],
)
def test_what_may_matter_stops(
    words: str, said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is not understood and could change a number stops the command, with a remedy."""
    monkeypatch.chdir(HERE)
    code, out, err = run(capsys, *words.split(), "--rules", "fide", "--day", "2025-11-01")
    assert (code, out) == (2, "") and said in err, err


@pytest.mark.parametrize("name", ["average-row.xlsx", "note-row.xlsx", "two-sheets.xlsx"])
def test_footers_are_nobody(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """An average or a remark below a list is no player; the list is the sheet that is named."""
    listed = read_listed(HERE / name, asked=_of_sheet("List"))
    assert [str(one.rating) for one in listed.players] == [
        "2004",
        "1911",
        "2113",
        "1802",
        "1655",
        "2251",
    ]
    code, out, _ = run(capsys, "read", HERE / name, "--sheet", "List", "--json")
    account = json.loads(out)
    kinds = [one["kind"] for one in account["lines"]]
    assert (code, account["players"], account["sheet"]) == (0, 6, "List")
    assert ("footer" in kinds) == (name != "two-sheets.xlsx")


#: A list of three with one more line, and the kinds of its lines; "" where it stops.
SUMS = {
    "of all above": ("1,Ann,2000|2,Bob,1900|,Average,1950|3,Cid,1800", "player footer player"),
    "of groups": ("1,Ann,2000|,Total:,2000|2,Bob,1900|3,Cid,1800|,Total:,3700|4,Di,1", None),
    "of all, first": (",平均,1900|1,Ann,2000|2,Bob,1900|3,Cid,1800", "footer player"),
    "of nothing": ("1,Ann,2000|2,Bob,1900|,Average,1500|3,Cid,1800", ""),
    "a name": ("1,Ann,2000|2,Media,1500|3,Cid,1800", "player"),
    "another name": ("1,Ann,2000|,Max,2000|3,Cid,1800", "player"),
}


@pytest.mark.parametrize("ending", ["csv", "xlsx"])
@pytest.mark.parametrize("case", SUMS)
def test_sums_between_players_are_nobody(case: str, ending: str, tmp_path: Path) -> None:
    """An average between the rows of a list was a player; what it may be is never guessed."""
    lines, kinds = SUMS[case]
    rows = [["id", "name", "rating"], *(line.split(",") for line in lines.split("|"))]
    typed = [[*row[:2], int(row[2]) if at else row[2]] for at, row in enumerate(rows)]
    path = write(tmp_path, typed, ending)
    if kinds == "":
        place = "line 4" if ending == "csv" else "row 4"
        with pytest.raises(
            RatingError, match=rf"{place}: Average, between the players, looks like"
        ):
            read_listed(path)
        return
    listed = read_listed(path)
    assert listed.account is not None
    found = [one.kind for one in listed.account.lines][1:]
    assert found == (kinds or "player footer player footer player").split()
    names = [name for _, name, _ in rows[1:] if name not in ("Average", "Total:", "平均")]
    assert [one.name for one in listed.players] == names


def _of_sheet(name: str) -> Any:
    from xlrating.exchange.tabular import ReadOptions

    return ReadOptions(sheet=name)


def test_a_line_says_what_was_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`rate` says it in a line, `read` in full; a column that is ignored is named."""
    games = write(
        tmp_path, [[*row, note] for row, note in zip(GAMES[2:], "nxxxx", strict=True)], "csv"
    )
    games.write_text(games.read_text().replace("white_rating,n", "white_rating,Old rating"))
    code, _, err = run(capsys, "rate", games, "--rules", "elo", "--csv")
    assert code == 2 and "xlrating does not know the column Old rating" in err
    words = ("rate", games, "--rules", "elo", "--csv", "--ignore", "Old rating")
    code, _, err = run(capsys, *words)
    assert code == 0 and "read: 4 players, 4 games; not used: Old rating" in err
    code, out, _ = run(capsys, "read", games, "--ignore", "old RATING")
    assert code == 0 and "column 7, Old rating: ignored, as you asked" in out


@pytest.mark.parametrize(
    ("heading", "cell", "said"),
    [
        ("termination", "forfeit", "says in words that games were not played"),
        ("Remarks", "Walk-over", "says in words that games were not played"),
        ("备注", "弃权", "says in words that games were not played"),
        ("Time control", "3+2", "may affect a rating"),
    ],
)
def test_a_remark_on_a_game_may_matter(
    heading: str, cell: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A game that was not played, or at another pace, is not rated because a remark is no result:
    the column stops the event, the season and the frame, and `--ignore` confirms it."""
    games = tmp_path / "games.csv"
    columns = {"round": ["1", "2"], "white": ["Ann", "Bob"], "black": ["Bob", "Ann"],
               "result": ["1-0", "1-0"], heading: ["", cell]}  # fmt: skip
    rows = [columns, *zip(*columns.values(), strict=True)]
    games.write_text("\n".join(map(",".join, rows)), "utf-8")
    (tmp_path / "list.csv").write_text("id,name,rating\n1,Ann,2000\n2,Bob,1900\n", "utf-8")
    told = ("federation", tmp_path / "list.csv", games, "--rules", "elo", "--all")
    for words in (("rate", games, "--rules", "elo", "--csv"), told):
        code, out, err = run(capsys, *words)
        assert code != 0 and said in out + err, err
        assert run(capsys, *words, "--ignore", heading)[0] == 0
    with pytest.raises(RatingError, match="column"):
        Event.from_frames({"name": ["Ann", "Bob"], "rating": [2000, 1900]}, columns)


NEAR = """round,white,black,result
1,Brandt Bo,Ann Lee,1-0
2,"Brandt, Bo",Cai Xu,1-0
2,Bo Brandl,Ann Lee,0-1
3,B. Brandt,Ann Lee,1-0
1,Cai Xu,Ann Leo,1-0
"""


def test_names_that_may_be_one_person_are_asked_about(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where nothing but the games says who plays, two spellings of a name are not two people in
    silence: `rate` names both, as does a list that both are new to, by each of its ways; two who
    play in one round are two."""
    games = tmp_path / "2025-11-02 cup.csv"
    games.write_text(NEAR, "utf-8")
    _, _, err = run(capsys, "rate", games, "--rules", "elo", "--csv")
    said = [line.partition("checking: ")[2].partition(" count")[0] for line in err.splitlines()]
    assert [one for one in said if one] == [
        "Brandt, Bo and Brandt Bo", "Bo Brandl and Brandt Bo", "B. Brandt and Brandt Bo",
        "B. Brandt and Brandt, Bo",
    ]  # fmt: skip
    (tmp_path / "list.csv").write_text(
        'id,name,rating\n1,Ann Lee,2000\n2,Cai Xu,1900\n3,Dora Oh,1800\n4,"Oh, E.",1700\n'
    )
    (tmp_path / "sent").mkdir()
    rows = NEAR.replace('"Brandt, Bo"', "Brandt Bo").splitlines()
    rows += ["4,D. Oh,Emil Oh,1-0", "5,F. Oh,Bo Oh,1-0"]
    (tmp_path / "sent" / games.name).write_text("\n".join(rows), "utf-8")
    season = tmp_path / "season.csv"
    dated = (f"Cup,2025-11-02,{row}" for row in rows[1:])
    season.write_text("\n".join([f"event,date,{rows[0]}", *dated]), "utf-8")
    told = []
    for source in (tmp_path / "sent", season):
        _, out, _ = run(
            capsys, "federation", tmp_path / "list.csv", source, "--rules", "elo", "--all"
        )
        told.append([line.partition(": ")[2] for line in out.splitlines() if "did you" in line])
    added = "is not on the list and is added as a new player; did you mean"
    assert told[0] == told[1] == [
        f"Bo Brandl {added} Brandt Bo?", f"B. Brandt {added} Brandt Bo?", f"Ann Leo {added} Ann Lee?",
        f"D. Oh {added} Dora Oh?", f"Emil Oh {added} Oh, E.?",
    ]  # fmt: skip


def test_a_name_that_is_not_on_the_list_is_asked_about(tmp_path: Path) -> None:
    """A name of the games that no player has stops, with the player probably meant, in files and in
    frames."""
    games, players = tmp_path / "games.csv", tmp_path / "players.csv"
    games.write_text('round,white,black,result\n1,"Brandt, Bo",Ann Lee,1-0\n', "utf-8")
    players.write_text("no,name,rating\n1,Bo Brandt,2000\n2,Ann Lee,1900\n", "utf-8")
    said = "there is no player 'Brandt, Bo'; did you mean 'Bo Brandt'?"
    with pytest.raises(RatingError, match=re.escape(said)):
        read(games, players)
    people = {"name": ["Bo Brandt", "Ann Lee"], "rating": [2000, 1900]}
    cup = {"round": [1], "white": ["Brandt, Bo"], "black": ["Ann Lee"], "result": ["1-0"]}
    with pytest.raises(RatingError, match=re.escape(said)):
        Event.from_frames(people, cup)


def test_what_a_person_named_is_told_to_be_unreadable(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An event that an option names and that cannot be read stops the list with the reason, not
    with a name that no event has."""
    (tmp_path / "list.csv").write_text("id,name,rating\n1,Ann,2000\n2,Bob,1900\n")
    (tmp_path / "sent").mkdir()
    (tmp_path / "sent" / "2025-11-02 cup.xlsx").write_text("round,white", "utf-8")
    for option in ("--rapid", "--blitz", "--swiss", "--round-robin", "--new-event"):
        words = ("federation", tmp_path / "list.csv", tmp_path / "sent", "--rules", "fide")
        code, out, err = run(capsys, *words, option, "2025-11-02 cup.xlsx")
        assert code == 2 and "2025-11-02 cup.xlsx: this is not a workbook" in out + err, (
            option,
            err,
        )
    preview = (
        "federation",
        tmp_path / "list.csv",
        tmp_path / "sent",
        "--rules",
        "fide",
        "--preview",
    )
    code, out, err = run(capsys, *preview, "--earlier", "2025-10-01=none.csv")
    assert code == 2 and "none.csv: there is no such file" in err
    code, out, _ = run(
        capsys, *preview, "--earlier", f"2025-10-01={tmp_path / 'list.csv'}", "--all"
    )
    assert code == 0 and "list.csv: not read, because no event began before the list" in out


def test_what_is_asked_of_files_and_is_in_none_of_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A sheet or a column that is named and is not there is told, never passed over; what a
    message proposes to ignore can be ignored, a tag of PGN, too."""
    monkeypatch.chdir(tmp_path)
    Path("list.csv").write_text("id,name,rating,club\n1,Ann,2000,x\n2,Bob,1900,y\n")
    Path("sent").mkdir()
    Path("sent/2025-11-02 cup.csv").write_text("round,white,black,result\n1,Ann,Bob,1-0\n")
    Path("a.pgn").write_text(LICHESS_PGN.replace("Standard", "Chess960"), "utf-8")
    cup = "sent/2025-11-02 cup.csv"
    for words, said in (
        (["rate", cup, "--rules", "elo", "--csv", "--sheet", "Old"], "--sheet Old: nothing is read"),
        (["read", cup, "--sheet", "Old"], "--sheet Old: nothing is read"),
        (["read", "list.csv", "--ignore", "Team"], "no column that could be ignored is called Team"),
        (["new", "swiss", "--rules", "fide", "--rounds", "3", "--from", "list.csv", "--sheet", "Old",
          "-o", "new.xlsx"], "--sheet Old: nothing is read"),
        (["rate", "a.pgn", "--rules", "elo", "--csv"], "--ignore Variant"),
        (["rate", "a.pgn", "--rules", "elo", "--csv", "--ignore", "Variant", "--ignore", "Foo"],
         "ignored is called Foo; those that are not used are Site, GameId"),
    ):  # fmt: skip
        code, _, err = run(capsys, *words)
        assert code == 2 and said in err, (words, err)
    assert run(capsys, "rate", "a.pgn", "--rules", "elo", "--csv", "--ignore", "Variant")[0] == 0
    Path("sent/2025-11-03 bad.csv").write_text("round,white,black,result\n1,Ann,Bob,x\n")
    words = ["study", "sent", "--rules", "elo", "--rules", "ingo", "--ignore", "*bad.csv"]
    code, _, err = run(capsys, *words, "--ignore", "Team")
    assert code == 0 and "--ignore Team: nothing that was read has this name" in err, err
    assert "2025-11-03 bad.csv: the file is left out, as you asked" in err
    Path("sent/2025-11-03 bad.csv").unlink()
    words = ["federation", "list.csv", "sent", "--rules", "elo", "--all"]
    asked = ["--ignore", "Team", "--ignore", "*none.csv", "--sheet", "Old", "--ignore", "Club"]
    code, out, _ = run(capsys, *words, *asked)
    assert code == 0
    assert [line for line in out.splitlines() if line.startswith("--")] == [
        f"--{one}: nothing that was read has this name"
        for one in ("sheet Old", "ignore Team", "ignore *none.csv")
    ]


def test_a_file_without_games_stops_the_list(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """README: no list is written before all that is wrong is put right, or left out by name."""
    (tmp_path / "list.csv").write_text("id,name,rating\n1,Ann,2000\n2,Bob,1900\n")
    sent = tmp_path / "sent"
    sent.mkdir()
    (sent / "2025-05-02 cup.csv").write_text("round,white,black,result\n1,Ann,Bob,1-0\n")
    (sent / "2025-05-03 who.csv").write_text("name,rating\nAnn,2000\n")
    words = ("federation", tmp_path / "list.csv", sent, "--rules", "elo")
    code, out, _ = run(capsys, *words)
    assert code == 2
    code, out, _ = run(capsys, *words, "--ignore", "*who.csv")
    assert code == 0 and "2025-05-03 who.csv: the file is left out, as you asked" in out
    assert "2025-05-02 cup.csv: read: 2 players, 1 game" in out


def test_the_heading_of_the_ratings_names_a_regulation(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ratings headed DWZ: the hint names that rule set, and another one is rated with a note."""
    rows: list[list[object]] = [
        ["No.", "Name", "DWZ", "R1"],
        [1, "Ann", 1900, "2w1"],
        [2, "Bob", 1850, "1b0"],
    ]
    table = write(tmp_path, rows, "csv")
    assert "its ratings are headed DWZ: add --rules dwz" in run(capsys, "rate", table)[2]
    code, _, err = run(capsys, "rate", table, "--rules", "fide", "--csv")
    assert code == 0 and "headed DWZ, which is dwz, but you asked for fide; rated by fide" in err
    for rules in ("dwz", "dwz@2017-01-01"):
        assert "headed" not in run(capsys, "rate", table, "--rules", rules, "--csv")[2]
    own = tmp_path / "club.toml"
    own.write_text('extends = "dwz"\n', "utf-8")
    assert "headed" not in run(capsys, "rate", table, "--rules", str(own), "--csv")[2]
    table = write(tmp_path, [["No.", "Name", "Rating", "R1"], *rows[1:]], "csv")
    assert "add for example --rules fide" in run(capsys, "rate", table)[2]


def test_ratings_of_two_systems_in_one_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: ratings that a regulation asks for are not left out in silence.

    Elo goes first in a table that has DWZ, too: rated by DWZ such a table stops, alone and in a
    folder, until one column is named; by other rules than FIDE's it is told.
    """
    rows: list[list[object]] = [["No.", "ID", "Name", "Elo", "DWZ", "R1"],
            [1, "A1", "Ann", 2000, 1900, "2w1"], [2, "A2", "Bob", 1950, 1850, "1b0"]]  # fmt: skip
    events = tmp_path / "events"
    events.mkdir()
    table = write(events, rows, "csv")
    both = "columns Elo and DWZ both hold ratings, and DWZ is headed as those of dwz"
    code, _, err = run(capsys, "rate", table, "--rules", "dwz", "--csv")
    assert code == 2 and both in err and '--ignore "Elo"' in err
    code, _, err = run(capsys, "convert", table, "--rules", "dwz", "-o", tmp_path / "cup.xlsx")
    assert code == 2 and both in err
    code, out, err = run(capsys, "rate", table, "--rules", "elo", "--csv")
    assert code == 0 and "DWZ has different ones, which are not used" in err and ",2000," in out
    assert "DWZ" not in run(capsys, "rate", table, "--rules", "fide", "--csv")[2]
    for unused, rating in (("Elo", ",1900,"), ("DWZ", ",2000,")):
        code, out, err = run(capsys, "rate", table, "--rules", "dwz", "--csv", "--ignore", unused)
        assert code == 0 and rating in out and f"not used: {unused}" in err
    two = ("--ignore", "Elo", "--ignore", "DWZ")
    assert run(capsys, "rate", table, "--rules", "dwz", "--csv", *two)[0] == 2
    people = write(tmp_path, [["id", "name", "rating", "games"],
                              ["A1", "Ann", 1900, 30], ["A2", "Bob", 1850, 30]], "csv")  # fmt: skip
    made = ("federation", people, events, "--rules", "dwz", "-o", tmp_path / "next.csv")
    code, _, err = run(capsys, *made)
    assert code == 2 and both in err
    assert run(capsys, *made, "--ignore", "Elo")[0] == 0


def test_what_a_file_and_a_command_say_otherwise(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Rules in the file and on the command line, a column to ignore that is not there, an event of
    twenty years: said, or refused."""
    games = write(tmp_path, [["rules: elo", *[""] * 5], *GAMES[2:]], "csv")
    code, _, err = run(capsys, "rate", games, "--rules", "china-pro", "--csv")
    assert (
        code == 0
        and "the file asks for elo, but you asked for china-pro; rated by china-pro" in err
    )
    assert "asked for" not in run(capsys, "rate", games, "--rules", "elo", "--csv")[2]
    code, _, err = run(capsys, "rate", games, "--csv", "--ignore", "Colour")
    assert code == 2 and "no column that could be ignored is called Colour" in err
    said = [["start: 2004-05-01", *[""] * 5], ["end: 2024-05-01", *[""] * 5]]
    code, _, err = run(
        capsys, "rate", write(tmp_path, [*said, *GAMES[2:]], "csv"), "--rules", "elo"
    )
    assert code == 2 and "line 2: the event lasts from 2004-05-01 to 2024-05-01" in err


def cells_used(account: Account, rows: Rows) -> tuple[int, int]:
    """How many cells of a table are used or compared, and how many are filled."""
    uses = {one.number: one.use in ("used", "checked") for one in account.columns}
    used = filled = 0
    for lines in account.lines:
        for row in rows[lines.first - 1 : lines.last]:
            cells = [at for at, cell in enumerate(row, 1) if str(cell).strip()]
            filled += len(cells)
            is_read = lines.kind in ("heading", "said")
            is_person = lines.kind in ("player", "game")
            used += sum(is_read or (is_person and uses.get(at, False)) for at in cells)
    return used, filled


def test_most_of_the_events_is_used_or_compared() -> None:
    """An account that lists everything as unused is none: 95 % of the tables of each real event
    enter the event or are compared with it; only the lines of the programs do not."""
    tables = [*EVENTS.glob("*/crosstable.*"), *EVENTS.glob("*/games.csv")]
    assert len(tables) == 4
    for path in tables:
        account = verified(read(path))
        assert account is not None
        found = [cells_used(one, table_rows(path.with_name(one.file)))
                 for one in (account, *account.parts)]  # fmt: skip
        used, filled = map(sum, zip(*found, strict=True))
        assert used / filled > 0.95, (path, used, filled)


def table_rows(path: Path) -> Rows:
    """The cells of a file in CSV but for remarks, or of the first sheet of a workbook."""
    if path.suffix == ".csv":
        return [[] if str(row[:1])[2:4] == "# " else row for row in rows_of(path)]
    sheets = open_sheets(path)
    return sheets.rows(sheets.first)


def columns_with(name: str, row: int, column: int, folder: Path) -> list[tuple[str, str]]:
    """How the columns of a real list of games, or of its players, are used with a cell changed."""
    for part in ("games", "players"):
        rows = [[*one] for one in rows_of(EVENTS / "us-championship-2025" / f"{part}.csv")]
        if part == name and row:
            rows[row][column] = str(float(str(rows[row][column] or 0)) + 0.1)
        write(folder, rows, "csv").rename(folder / f"{part}.csv")
    account = verified(read(folder / "games.csv"))
    assert account is not None
    own = account if name == "games" else account.parts[0]
    return [(one.use, one.meaning) for one in own.columns]


def test_what_federations_print_is_compared(tmp_path: Path) -> None:
    """FIDE's own changes game by game, the sums of players and the next list are recalculated: a
    figure that was typed over is no longer named as compared."""
    fits = columns_with("games", 0, 0, tmp_path)
    assert fits[4:] == [("checked", f"{side} {part}, fide") for side in ("white", "black")
                        for part in ("gain", "change")]  # fmt: skip
    for column in range(4, 8):
        found = columns_with("games", 40, column, tmp_path)
        assert found == [*fits[:column], ("known", ""), *fits[column + 1 :]]
    whole = columns_with("players", 1, 9, tmp_path)  # the games of the period are not compared
    assert [use for use, _ in whole[3:]] == ["checked"] * 6 + ["known"] + ["checked"] * 2
    for column in (3, 4, 5, 6, 7, 8, 11):
        found = columns_with("players", 5, column, tmp_path)
        assert found[column] == ("known", ""), column


def test_a_tie_break_that_was_typed_over_is_no_tie_break(tmp_path: Path) -> None:
    """The columns of tie-breaks are compared: which one it is, is told by all of its values."""
    sheets = open_sheets(EVENTS / "chess-results-april" / "crosstable.xlsx")
    rows = [list(row) for row in sheets.rows(sheets.first)]
    before = verified(read(write(tmp_path, rows, "xlsx")))
    assert before is not None
    meant = {one.heading: one.meaning for one in before.columns if one.heading[:2] == "TB"}
    assert meant == {"TB1": "DE", "TB2": "BH-V-C1", "TB3": "BH-V"}
    at = next(one.number for one in before.columns if one.heading == "TB3")
    player = next(one.first for one in before.lines if one.kind == "player")
    rows[player][at - 1] = float(str(rows[player][at - 1])) + 1
    after = verified(read(write(tmp_path, rows, "xlsx")))
    assert after is not None
    assert [one.use for one in after.columns if one.heading == "TB3"] == ["known"]
