"""The pages of a round, typed into LibreOffice as people have it: who plays whom, and what then.

What the pages must show is worked out here from the games alone, in another way than the engine.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from live_office import Entry, Live
from workbooks import entries, games, plan_of, write

from xlrating.engine.errors import ArgumentError
from xlrating.engine.event import Event, Player
from xlrating.engine.texts import say
from xlrating.exchange import open_sheets
from xlrating.workbook.book import build
from xlrating.workbook.compare import check
from xlrating.workbook.file.writer import to_bytes
from xlrating.workbook.layout import PAGES
from xlrating.workbook.reader import read_contents
from xlrating.workbook.sheets.asking import asked_in
from xlrating.workbook.sheets.dashboard import LIGHT_ROW
from xlrating.workbook.sheets.round_page import ASKED, SHEET
from xlrating.workbook.table import FIRST_ROW, HEAD_ROW
from xlrating.workbook.templates import empty

#: In the order of the list of players, and in that of the alphabet; names in no alphabet stay as
#: they are listed, short ones, too.
NAMES = ("王天一", "abel, Ruth", "Ødegaard, Kari", "Smith, John", "Smith, Jane", "Иванов Пётр",
         "Æther, Bo", "李伟", "Oden, Max", "Jänsch, Uwe")  # fmt: skip
SORTED = (2, 7, 10, 3, 9, 5, 4, 6, 1, 8)
#: Player 10 enters in round 3, player 9 leaves after round 2, 4 asks for a bye in round 2, 5 does
#: not come in round 3 and 6 has a full bye there; round 4 is being played.
GAMES = (
    (1, 1, 6, "1-0"), (1, 7, 2, "½-½"), (1, 3, 8, "0-1"), (1, 9, 4, "1-0 F"), (1, 5, None, "BYE 1"),
    (2, 2, 1, "0-1"), (2, 8, 9, "1-0"), (2, 5, 7, "0-0 F"), (2, 6, 3, "½-½"), (2, 4, None, "BYE ½"),
    (3, 1, 8, "½-½"), (3, 10, 2, "1-0"), (3, 3, 4, "0-1"), (3, 6, None, "BYE 1"),
    (3, 5, None, "BYE 0"), (4, 8, 5, ""), (4, 4, 1, ""), (4, 2, 6, ""), (4, 7, 3, ""),
    (5, 9, None, "BYE 0"), (6, 9, None, "BYE 0"),
)  # fmt: skip
#: What the round page says of a player without opponent.
ALONE = {"BYE 1": "bye: 1 point", "BYE ½": "bye: ½ point", "BYE 0": "bye: 0 points"}
HALVES = {"1-0": (2, 0), "0-1": (0, 2), "½-½": (1, 1), "1-0 F": (2, 0), "0-0 F": (0, 0), "": (0, 0),
          "BYE 1": (2,), "BYE ½": (1,), "BYE 0": (0,)}  # fmt: skip
Lines = tuple[tuple[int, int, int | None, str], ...]


def begun(lines: Lines) -> int:
    """The last round with a result of two players."""
    return max((number for number, _, black, code in lines if code and black), default=0)


def points(lines: Lines, no: int, until: int) -> float:
    """A player's points before a round, those of rounds that have begun."""
    found, last = 0, begun(lines)
    for number, white, black, code in lines:
        if number < until and number <= last and no in (white, black):
            found += HALVES[code][0 if no == white else 1]
    return found / 2


def pairings(lines: Lines, number: int) -> list[list[Any]]:
    """The rows of the page: games in their order, byes, players without a line."""
    own = [line for line in lines if line[0] == number]
    rating = dict(enumerate(range(2000, 2000 - 10 * len(NAMES), -10), 1))

    def side(no: int) -> list[Any]:
        return [no, NAMES[no - 1], rating[no], points(lines, no, number)]

    rows = []
    for board, (_, white, black, code) in enumerate((one for one in own if one[2]), 1):
        assert black
        rows.append([board, *side(white), code, *side(black)])
    alone = [["", *side(white), "", "", ALONE[code], "", ""] for _, white, b, code in own if not b]
    here = {no for line in own for no in line[1:3]}
    absent = [no for no in range(1, len(NAMES) + 1) if no not in here]
    # Who entered for a later round is not one whom somebody forgot to pair.
    come = {no for line in lines if line[0] <= number for no in line[1:3]}
    said = {no: "not paired" if no in come or number == 1 else "no game yet" for no in absent}
    return [*rows, *alone, *(["", *side(no), "", "", said[no], "", ""] for no in absent)]


def seats(lines: Lines, number: int) -> list[list[Any]]:
    """The rows of the list of names: name, number, board, colour."""
    rows = {}
    for row in pairings(lines, number):
        board, white, black = row[0], row[1], row[6]
        if black:
            rows[white], rows[black] = [board, "White"], [board, "Black"]
        else:
            rows[white] = ["", row[7]]
    return [[NAMES[no - 1], no, *rows[no]] for no in SORTED]


def standings(lines: Lines, number: int) -> list[list[Any]]:
    """The rows of the standings by points alone: place, number, name, points."""
    after = {no: points(lines, no, number + 1) for no in range(1, len(NAMES) + 1)}
    order = sorted(after, key=lambda no: (-after[no], no))
    return [
        [1 + sum(other > after[no] for other in after.values()), no, NAMES[no - 1], after[no]]
        for no in order
    ]


def card(lines: Lines, no: int, rounds: int) -> list[Any]:
    """A player's row of the wallchart: number, name, rating, then each round and the points so far."""
    last = begun(lines)
    row: list[Any] = [no, NAMES[no - 1], 2010 - 10 * no]
    for number in range(1, rounds + 1):
        own = next((line for line in lines if line[0] == number and no in line[1:3]), None)
        row += ["" if own is None else told(own, no)]
        row += [points(lines, no, number + 1) if number <= last else ""]
    return row


def told(own: tuple[int, int, int | None, str], no: int) -> str:
    """One game as the wallchart has it."""
    _, white, black, code = own
    half = HALVES[code][0 if no == white else 1]
    symbol = "" if not code else "-+"[half // 2] if code.endswith("F") else "0½1"[half]
    if black is None:
        return f"bye {symbol}"
    return f"{black} w {symbol}".strip() if no == white else f"{white} b {symbol}".strip()


def slips(rows: list[list[Any]]) -> list[list[Any]]:
    """What stands on the slips: board, both names."""
    found = []
    for top in range(FIRST_ROW, len(rows) - 7, 8):
        for left in (0, 5):
            head, white, black = rows[top + 1 : top + 4]
            found.append([head[left + 2], white[left + 1], black[left + 1]])
    return [slip for slip in found if any(slip)]


def shown(rows: list[list[Any]], left: int, count: int) -> list[list[Any]]:
    """The filled rows of a list."""
    found = [row[left : left + count] for row in rows[FIRST_ROW:]]
    return [row for row in found if any(cell != "" for cell in row)]


def agrees(live: Live, lines: Lines, number: int, *, last: bool) -> None:
    """All lists of the open workbook are those of a round."""
    found = live.values()
    assert f"{number}" in str(found["Round"][0][1])
    assert shown(found["Round"], 1, 10) == pairings(lines, number)
    assert shown(found["Lists"], 5, 4) == seats(lines, number)
    # Who does not come needs no slip.
    rows = [row for row in pairings(lines, number) if row[0] and not row[5].endswith("F")]
    assert slips(found["Slips"]) == [[f"Board {row[0]}", row[2], row[7]] for row in rows]
    cards = [card(lines, no, 6) for no in range(1, len(NAMES) + 1)]
    assert shown(found["Cards"], 0, 15) == cards
    table = shown(found["Lists"], 0, 4)
    order = "round_order_last" if last else "round_order_then"
    assert found["Lists"][1][0] == say("en", order)
    own = say("en", "round_standings", round=number)
    assert found["Lists"][0][0] == (found["Standings"][0][0] if last else own)
    if last:
        assert [row[1:4] for row in table] == [
            [row[1], row[2], points]
            for row, points in zip(
                shown(found["Crosstable"], 0, 3),
                [row[5] for row in shown(found["Standings"], 0, 6)],
                strict=True,
            )
        ]
        # In the order of the Crosstable, which other tests hold against the engine.
        assert [row[1] for row in table] == [row[1] for row in shown(found["Crosstable"], 0, 3)]
        assert sorted(row[1:] for row in table) == sorted(
            row[1:] for row in standings(lines, number)
        )
    else:
        assert table == standings(lines, number)


def stale(live: Live) -> list[Any]:
    """The cells of these pages that show something else after a full calculation."""
    return [each for each in live.stale() if each[0] in ("Round", "Lists", "Slips", "Cards")]


def event(lines: Lines) -> Event:
    """The event that is typed."""
    players = tuple(Player(no, name, 2000 - 10 * (no - 1)) for no, name in enumerate(NAMES, 1))
    return Event(players, games(*lines), "City Open", "swiss", 6)


@pytest.mark.in_turn
@pytest.mark.parametrize("kind", [".xlsx", pytest.param(".ods", marks=pytest.mark.every)])
def test_a_round_is_chosen_played_and_left(kind: str, live: Live, tmp_path: Path) -> None:
    """Choose a round, type results, change the round; everybody is told of rightly."""
    plan = empty("swiss", "fide@2025-10-01", 12, 6)
    live.open(write(plan, tmp_path / "new.xlsx"))
    live.type(entries(build(plan), event(GAMES)))
    agrees(live, GAMES, 4, last=True)
    live.type([Entry("Round", 1, 0, "3")])
    agrees(live, GAMES, 3, last=True)
    live.type([Entry("Round", 1, 0, "2")])
    agrees(live, GAMES, 2, last=False)
    # Saved and opened again; the round stays, results come in, the page follows.
    saved = live.save(tmp_path / f"saved{kind}")
    assert asked_in(open_sheets(saved), SHEET, ASKED) == 2
    live.open(saved)
    later = (*GAMES[:15], (4, 8, 5, "0-1"), (4, 4, 1, "½-½"), *GAMES[17:])
    live.type([Entry("Games", FIRST_ROW + 15, 4, "0-1"), Entry("Games", FIRST_ROW + 16, 4, "½-½")])
    live.type([Entry("Round", 1, 0, "1")])
    agrees(live, later, 1, last=False)
    for nothing in ("", "9", "last"):
        live.type([Entry("Round", 1, 0, nothing)])
        agrees(live, later, 4, last=True)
    # Half a point for a round to come counts with its round, here and in the Standings.
    live.type(line(len(later), "6", "2", "", "BYE ½"))
    agrees(live, (*later, (6, 2, None, "BYE ½")), 4, last=True)
    # Nor does that of the round being played, before its first result.
    live.type(Entry("Games", FIRST_ROW + row, 4, "") for row in (15, 16))
    live.type(line(len(later) + 1, "4", "6", "", "BYE 1"))
    before = (*GAMES, (6, 2, None, "BYE ½"), (4, 6, None, "BYE 1"))
    live.type(line(17, "4", "2", "10", ""))
    before = (*before[:17], (4, 2, 10, ""), *before[18:])
    agrees(live, before, 4, last=True)
    assert live.values("Standings")["Standings"][0][0] == say("en", "round_standings", round=3)
    assert stale(live) == []
    checked = check(open_sheets(live.save(tmp_path / f"checked{kind}")))
    assert checked.differences == ()


@pytest.mark.in_turn
def test_boards_as_typed(live: Live, tmp_path: Path) -> None:
    """A board that is typed stands on the page, and the page is in the order of the boards."""
    plan = empty("swiss", "fide@2025-10-01", 12, 2)
    live.open(write(plan, tmp_path / "new.xlsx"))
    live.type(entries(build(plan), event(((1, 1, 2, ""), (1, 3, 4, "")))))
    live.type([Entry("Games", FIRST_ROW, 2, "7"), Entry("Games", FIRST_ROW + 1, 2, "2")])
    found = shown(live.values()["Round"], 1, 7)
    assert [[row[0], row[1], row[6]] for row in found[:2]] == [[2, 3, 4], [7, 1, 2]]
    # Where only some are typed the others have the numbers that are left.
    for typed, boards in ((("", "1"), [[1, 3], [2, 1]]), (("7", ""), [[7, 1], [1, 3]])):
        both = [Entry("Games", FIRST_ROW + at, 2, board) for at, board in enumerate(typed)]
        with live.typed(*both):
            found = shown(live.values("Round")["Round"], 1, 7)
        assert [row[:2] for row in found[:2]] == boards
    # What is not a board number of a board is told of beside its line; the pages still have the game.
    for wrong in ("1.5", "-3", "A"):
        with live.typed(Entry("Games", FIRST_ROW + 1, 2, wrong)):
            rows = live.values()
        found = shown(rows["Round"], 1, 7)
        assert [[row[0], row[1], row[6]] for row in found[:2]] == [[7, 1, 2], ["?", 3, 4]]
        assert slips(rows["Slips"]) == [["Board 7", *NAMES[:2]], ["Board ?", *NAMES[2:4]]]
        assert shown(rows["Lists"], 7, 1)[:4] == [[7], ["?"], ["?"], [7]]
        told = rows["Games"][FIRST_ROW + 1][rows["Games"][HEAD_ROW].index("Problem")]
        assert f"board {wrong} is not a board number" in str(told)
        assert str(rows["Check"]).count(f"board {wrong} is not a board number") == 1
    # The reader takes what the sheet takes.
    with live.typed(Entry("Games", FIRST_ROW + 1, 2, "1.5")):
        saved = live.save(tmp_path / "wrong.xlsx")
    with pytest.raises(
        ArgumentError, match=r"sheet Games, cell C6: board 1\.5 is not a board number"
    ):
        read_contents(open_sheets(saved))


@pytest.mark.in_turn
def test_a_round_robin_shows_the_round_to_be_played(live: Live, tmp_path: Path) -> None:
    """Paired beforehand: the page goes on when the round has its results; one is always free.

    Who leaves has forfeits in all rounds to come at once: the next round stays the next one, and
    its points come with it. A game that is put off holds up nothing, one left out does.
    """
    plan = empty("round-robin", "cxa-rapid", 5, language="en")
    live.open(write(plan, tmp_path / "new.xlsx"))
    people = Event(event(()).players[:5], (), "Cup", "round-robin")
    # The pairings are there; what lacks are the players.
    assert live.values("Round")["Round"][1][1] == say("en", "round_players", round=1)
    live.type(entries(build(plan), people))

    def lines(number: int) -> list[int]:
        listed = enumerate(plan.lines)
        return [i for i, game in listed if game and game.round == number]

    def result(at: int, code: str) -> Entry:
        return Entry("Games", FIRST_ROW + at, 4, code)

    def shows(number: int, title: str) -> None:
        rows = live.values()
        assert rows["Round"][0][1] == say("en", "round_pairings", round=number)
        assert rows["Lists"][0][5] == say("en", "round_names", round=number)
        assert rows["Lists"][0][0] == rows["Standings"][0][0] == title
        assert rows["Start"][LIGHT_ROW + 2][1] == f"{number} / 5"
        table = [row[1:4] for row in shown(rows["Lists"], 0, 4)]
        assert [row[1:] for row in table] == [
            [row[1], row[5]] for row in shown(rows["Standings"], 0, 6)
        ]

    for number in (1, 2):
        rows = live.values()["Round"]
        assert f"{number}" in str(rows[0][1])
        found = shown(rows, 1, 10)
        assert [row[0] for row in found] == [1, 2, ""] and found[2][7] == "free this round"
        assert rows[3][3] == "Red"
        live.type(result(line, "1-0") for line in lines(number))
    after = say("en", "round_standings", round=2)
    shows(3, after)
    # Who is free in round 3 has left: in the rounds to come the others have forfeits.
    left = shown(live.values("Round")["Round"], 1, 2)[-1][1]
    to_come = {i: plan.lines[i] for number in (4, 5) for i in lines(number)}
    gone = {i: g.black == left for i, g in to_come.items() if g and left in (g.white, g.black)}
    assert len(gone) == 2
    live.type(result(i, "1-0 F" if is_black else "0-1 F") for i, is_black in gone.items())
    shows(3, after)
    first, other = lines(3)
    live.type([result(first, "½-½")])
    shows(3, say("en", "standings_open", round=3, n=1))
    # Put off, and it is no longer waited for.
    live.type([result(other, "POSTPONED")])
    shows(4, say("en", "standings_open", round=3, n=1))
    # A result taken out is what everybody waits for.
    with live.typed(result(lines(1)[0], "")):
        assert live.values("Round")["Round"][0][1] == say("en", "round_pairings", round=1)
    assert stale(live) == []
    assert check(open_sheets(live.save(tmp_path / "checked.xlsx"))).differences == ()


def test_a_workbook_without_pages_is_read_and_checked(tmp_path: Path) -> None:
    """Who takes out the pages that only show something has the same workbook."""
    plan = plan_of(event(GAMES[:15]), "fide@2025-10-01", engine=False)
    book, path = build(replace(plan, library=None)), tmp_path / "without.xlsx"
    book.sheets = [sheet for sheet in book.sheets if sheet.key not in PAGES]
    pages = tuple(f"{name}!" for name in PAGES)
    book.names = {name: area for name, area in book.names.items() if not area.startswith(pages)}
    path.write_bytes(to_bytes(book))
    sheets = open_sheets(path)
    assert not set(PAGES) & set(sheets.names)
    assert asked_in(sheets, SHEET, ASKED) == "" and len(read_contents(sheets).event.games) == 15
    assert check(sheets).differences == ()


def line(row: int, *cells: str) -> list[Entry]:
    """A line of Games: round, White, Black, result."""
    return [
        Entry("Games", FIRST_ROW + row, col, cell)
        for col, cell in zip((1, 3, 5, 4), cells, strict=True)
    ]


#: Irregular things as they are typed first, what is said of them, and what is then typed.
WAYS = {
    "a bye without its points": (("1", "7", "", "bye"), "BYE 1, BYE ½, BYE 0", ("1", "7", "", "BYE ½")),
    "a bye in words": (("1", "7", "", "half a point"), "choose one from the list", ("1", "7", "", "BYE ½")),
    "a bye under Black": (("1", "", "7", "BYE 1"), "goes there, too", ("1", "7", "", "BYE 1")),
    "a forfeit without opponent": (("1", "7", "", "+/-"), "BYE 1, BYE ½ or BYE 0", ("1", "7", "", "BYE 0")),
}  # fmt: skip


@pytest.mark.in_turn
def test_one_way_for_each_irregular_thing(live: Live, tmp_path: Path) -> None:
    """What is typed wrongly is told beside its line in words that say what to type.

    A forfeit is one however it is spelled; who was there and is not paired is asked for, on Start by
    name, until a line with BYE 0 says so; who enters late was absent before without a line. The
    page of the round never takes what is not yet known for a bye.
    """
    plan = empty("swiss", "elo", 12, 3)
    live.open(write(plan, tmp_path / "new.xlsx"))
    people = Event(event(()).players[:7], (), "Cup", "swiss", 3)
    live.type(entries(build(plan), people))
    rows = live.values()
    problem = {
        sheet: rows[sheet][HEAD_ROW].index(say("en", "col_problem"))
        for sheet in ("Games", "Players")
    }
    for row, (white, black, code) in enumerate(
        (("1", "2", "1-0"), ("3", "4", "+:-"), ("5", "6", "0-1"))
    ):
        live.type(line(row, "1", white, black, code))
    for first, said, then in WAYS.values():
        live.type(line(3, *first))
        found = live.values()
        assert said in str(found["Games"][FIRST_ROW + 3][problem["Games"]])
        assert found["Round"][FIRST_ROW + 3][8] in ("?", "not paired")
        live.type(line(3, *then))
        found = live.values()
        assert found["Games"][FIRST_ROW + 3][problem["Games"]] == ""
        assert found["Round"][FIRST_ROW + 3][8] == ALONE[then[3]]
    assert [row[6] for row in shown(found["Round"], 0, 7)[:3]] == ["1-0", "1-0 F", "0-1"]
    # An eighth player comes for round 2, the seventh leaves after round 1.
    live.type(
        [Entry("Players", FIRST_ROW + 7, 1, "Late"), Entry("Players", FIRST_ROW + 7, 5, "1700")]
    )
    pairs = (("8", "1", "0-1"), ("2", "3", "1-0"), ("4", "5", "½-½"), ("6", "", "BYE 1"))
    for row, (white, black, code) in enumerate(pairs, 5):
        live.type(line(row, "2", white, black, code))
    listed = live.values()["Players"]
    notices = {no: listed[FIRST_ROW + no - 1][problem["Players"]] for no in (7, 8)}
    assert (
        notices[7] == say("en", "notice_absent", round=2, full="BYE 1", zero="BYE 0")
        and notices[8] == ""
    )
    told = say("en", "next_round_forgotten", player=f"7 {NAMES[6]}", round=3)
    assert live.values("Start")["Start"][LIGHT_ROW + 1][1] == told
    live.type(line(9, "2", "7", "", "BYE 0"))
    found = live.values()
    assert found["Start"][LIGHT_ROW + 1][1] == say("en", "next_round", round=3)
    assert [found["Players"][FIRST_ROW + no - 1][problem["Players"]] for no in (7, 8)] == ["", ""]
    assert [row[8] for row in shown(found["Round"], 0, 9)[3:]] == ["bye: 1 point", "bye: 0 points"]
    live.type([Entry("Round", 1, 0, "1")])
    found = live.values()
    assert [row[3] for row in shown(found["Round"], 0, 9)[3:]] == [NAMES[6], "Late"]
    assert stale(live) == []
