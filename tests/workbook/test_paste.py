"""Pairings of other programs, pasted as they are shown there: formulas and reader find the same."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, partial
from pathlib import Path

import pytest
from live_office import Live, entered
from openpyxl.utils.cell import coordinate_to_tuple
from workbooks import write

from xlrating.engine.errors import RatingError
from xlrating.engine.event import Player
from xlrating.engine.languages import LANGUAGE, LANGUAGES
from xlrating.engine.texts import say
from xlrating.exchange import open_sheets
from xlrating.reading import read
from xlrating.workbook.book import build
from xlrating.workbook.compare import check
from xlrating.workbook.pasted import EMPTY, GAME, HEADING, UNREAD, PastedLine, read_lines
from xlrating.workbook.sheets.lean import NOTHING
from xlrating.workbook.table import FIRST_ROW
from xlrating.workbook.templates import empty

NAMES = ("Lee, Ann", "Boris", "Smith, Joe", "Smith, Joe", "Cai Li", "Dan O")
#: Lines as programs show them, tabs between their cells, and what each says.
LINES: list[tuple[str, PastedLine]] = [
    # chess-results and Swiss-Manager, headings in any language; a number tells the Smiths apart.
    ("Bo.\tNo.\t\tWhite\tRtg\tPts.\tResult\tPts.\t\tBlack\tRtg\tNo.", PastedLine(HEADING)),
    ("1\t1\tFM\tLee, Ann\t1810\t0\t - \t0\t\tBoris\t2100\t2", PastedLine(GAME, 1, "", 2)),
    ("2\t3\t\tSmith, Joe\t1700\t½\t1 - 0\t½\tWGM\tCai Li\t1650\t5", PastedLine(GAME, 3, "1-0", 5)),
    ("2\t5\tIM\tCai Li\t1700\t½\t½ - ½\t1½\t\tSmith, Joe\t1650\t4", PastedLine(GAME, 5, "½-½", 4)),
    ("3\t6\t\tDan O\t1600\t0\t1\t\t\tbye\t\t", PastedLine(GAME, 6, "BYE 1")),
    ("3\t6\t\tDan O\t1600\t0\t0\t\t\tnot paired\t\t", PastedLine(GAME, 6, "BYE 0")),
    ("3\t6\t\tDan O\t1600\t1\t½\t\t\tspielfrei\t\t", PastedLine(GAME, 6, "BYE ½")),
    ("4\t1\tFM\tLee, Ann\tENG\t1810\tClub A\t0\t+ - -\t0\tIM\tBoris\tLAT\t2100\tClub B\t2",
     PastedLine(GAME, 1, "1-0 F", 2)),
    ("5\t1\t\tLee, Ann\t1810\t0\t1 - 0\t0\t\tNobody, Here\t2100\t9", PastedLine(UNREAD)),
    ("6\t3\t\tSmith, Joe\t1700\t½\t1 - 0\t½\t\tSmith, Joe\t1650\t", PastedLine(UNREAD)),
    ("Бо.\tНом.\tБелые\tРейт.\tРезультат\tЧёрные\tРейт.\tНом.", PastedLine(HEADING)),
    ("1\t2\tBORIS\t1810\t0 - 1\tlee ann\t2100\t1", PastedLine(GAME, 2, "0-1", 1)),
    ("台号\t编号\t红方\t积分\t结果\t积分\t黑方\t编号", PastedLine(HEADING)),
    ("1\t5\tCai Li\t2\t红胜\t1½\tBoris\t2", PastedLine(GAME, 5, "1-0", 2)),
    # Swiss-Chess: the result at the end, a dash between the two.
    ("Tisch\tTNr\tTeilnehmer\tPunkte\t-\tTNr\tSchwarz\tPunkte\tErgebnis", PastedLine(HEADING)),
    ("1\t6\tDan O\t(1)\t-\t2\tBoris\t(0)\t½ - ½", PastedLine(GAME, 6, "½-½", 2)),
    # Vega: the title before the name, dots for what is not played, and who forfeits.
    ("Bo.\tFed\tWhite Player\tPts\tN\tRes\tN\tPts\tBlack Player\tFed", PastedLine(HEADING)),
    ("1\tSUI\tFM Lee, Ann\t1.5\t1\t...\t2\t1\tBoris\tLAT", PastedLine(GAME, 1, "", 2)),
    ("2\tENG\tWIM Cai Li\t1\t5\t1F-0F\t6\t1\tDan O\t", PastedLine(GAME, 5, "1-0 F", 6)),
    ("3\tENG\tDan O\t1\t6\t1\t0\t0\t( bye )\t", PastedLine(GAME, 6, "BYE 1")),
    ("4\tENG\tDan O\t1\t6\t1V-0\t2\t1\tBoris\t", PastedLine(UNREAD)),
    # Of one name, and no number but the board's, points or a rating: nobody is guessed.
    ("3\tFM\tSmith, Joe\t1\t1\t1-0\t2\t1\tBoris\t", PastedLine(UNREAD)),
    ("5\tBoris\t1\t1-0\t1\tIM Smith, Joe\t4", PastedLine(UNREAD)),
    ("5\t2\tBoris\t1\t1-0\t1\tIM Smith, Joe\t4", PastedLine(GAME, 2, "1-0", 4)),
    # The title of a list, pasted with it.
    ("Round 3 on 2026/10/10 at 18:00", PastedLine(HEADING, title="Round 3 on 2026/10/10 at 18:00")),
    ("3. Runde am 10.10.2026", PastedLine(HEADING, title="3. Runde am 10.10.2026")),
    ("Pairing of round 3", PastedLine(HEADING, title="Pairing of round 3")),
    ("3-й ТУР", PastedLine(HEADING, title="3-й ТУР")),
    ("第3轮", PastedLine(HEADING, title="第3轮")),
    ("Артур 3", PastedLine(UNREAD)),
    # bbpPairings and JaVaFo: the number of pairs, then pairs; two cells, or one.
    ("3", PastedLine(HEADING)),
    ("1\t2", PastedLine(GAME, 1, "", 2)),
    ("4 3", PastedLine(GAME, 4, "", 3)),
    ("5\t0", PastedLine(GAME, 5, "BYE 1")),
    ("6 0", PastedLine(GAME, 6, "BYE 1")),
    # Before it is played chess-results shows no result: the headings say where byes have theirs,
    # unless the columns are not those of the headings.
    ("Bo.\tNo.\tWhite\tPts.\tResult\tPts.\tBlack\tNo.", PastedLine(HEADING)),
    ("1\t1\tLee, Ann\t1\t\t1\tBoris\t2", PastedLine(GAME, 1, "", 2)),
    ("2\t6\tDan O\t1\t½\t\tnot paired\t", PastedLine(GAME, 6, "BYE ½")),
    ("Bo.\tWhite\tResult\tBlack", PastedLine(HEADING)),
    ("1\tLee, Ann\t1\t\tBoris", PastedLine(GAME, 1, "", 2)),
    ("2\tDan O\t1\t½\tnot paired", PastedLine(GAME, 6, "BYE")),
    # Numbers and names alone, with results.
    ("1\t1-0\t2", PastedLine(GAME, 1, "1-0", 2)),
    ("1\t4\t1:0\t2", PastedLine(GAME, 4, "1-0", 2)),
    ("Cai Li\tничья\tBoris", PastedLine(GAME, 5, "½-½", 2)),
    ("Boris\t\tDan\u00a0O", PastedLine(GAME, 2, "", 6)),
    ("Boris\tBYE ½", PastedLine(GAME, 2, "BYE ½")),
    ("Boris\tbye", PastedLine(GAME, 2, "BYE")),
    # What is not understood counts for nothing, and is said.
    ("Boris", PastedLine(UNREAD)),
    ("1\t1\t2", PastedLine(UNREAD)),
    ("Boris\t1-0\tCai Li\t0-1", PastedLine(UNREAD)),
    ("Boris\tCai Li\tDan O", PastedLine(UNREAD)),
    ("Nobody\t\tAnother", PastedLine(UNREAD)),
    ("0\t4", PastedLine(UNREAD)),
    ("12.5", PastedLine(UNREAD)),
    ("", PastedLine(EMPTY)),
]  # fmt: skip


PLAN = empty("swiss", "elo", 8, 10)
#: Built when the first test asks for a place in it.
book = cache(partial(build, PLAN))


@pytest.fixture
def paste(live: Live, tmp_path: Path) -> Live:
    """A Swiss for 8 players with these in it."""
    live.open(write(PLAN, tmp_path / "new.xlsx"))
    live.type(entered(f"Players!B{row}", name) for row, name in enumerate(NAMES, FIRST_ROW + 1))
    live.type(entered(f"Players!C{row}", str(row)) for row in (7, 8))
    live.type(entered(f"Players!F{row}", 1500 + row) for row in range(5, 11))
    return live


def put(live: Live, lines: Iterable[str], first: int = FIRST_ROW + 1) -> None:
    """Lines as texts without formats, tabs between their cells."""
    for row, text in enumerate(lines, first):
        for col, part in enumerate(text.split("\t")):
            if part:
                live.ask("do", "paste", f"Paste!{chr(66 + col)}{row}", part)


def shown(live: Live, sheet: str, key: str) -> list[object]:
    """What a column of a list shows."""
    first = book().names[f"{sheet.lower()}_{key}"].rpartition("!")[2].replace("$", "").split(":")[0]
    row, col = coordinate_to_tuple(first)
    return [line[col - 1] for line in live.values(sheet)[sheet][row - 1 :]]


def test_each_line_is_what_it_says(paste: Live) -> None:
    """Promise: pairings of chess-results, Swiss-Manager, Swiss-Chess, bbpPairings and JaVaFo are
    understood as they are shown there, by formulas and reader alike; nothing is guessed."""
    put(paste, [text for text, _ in LINES])
    of = {key: shown(paste, "Paste", key) for key in ("kind", "white", "result", "black")}
    none = {NOTHING: 0}
    found = [
        PastedLine(int(kind), none.get(white, white), "" if result == NOTHING else result, none.get(black, black))
        for kind, white, result, black in zip(*of.values(), strict=True)
    ][: len(LINES)]  # fmt: skip
    expected = [line._replace(title="") for _, line in LINES]
    assert found == expected
    players = [Player(no, name) for no, name in enumerate(NAMES, 1)]
    rows = [text.split("\t") for text, _ in LINES]
    assert [line for line, _ in read_lines(rows, players, ())] == [line for _, line in LINES]


#: Two rounds of an event; of the second no result is there yet.
FIRST = ["Bo.\tNo.\tWhite\tPts\tResult\tPts\tBlack\tNo.", "1\t1\tLee, Ann\t0\t1 - 0\t0\tBoris\t2",
         "2\t3\tSmith, Joe\t0\t+ - -\t0\tCai Li\t5", "3\t4\tSmith, Joe\t0\t1\t\tbye\t"]  # fmt: skip
SECOND = ["3", "1 3", "2\t4", "5 0"]


@pytest.mark.in_turn
def test_rounds_pasted_below_each_other(paste: Live, tmp_path: Path) -> None:
    """Promise: a list with headings begins the next round; what is typed on Games counts instead of
    what is pasted; who is not there counts as on any line; every rating is the engine's."""
    put(paste, [*FIRST, *SECOND])
    paste.type(
        [entered("Games!E10", "½-½"), entered("Games!D13", 6), entered("Games!E13", "BYE 0")]
    )
    link = [row[1] for row in paste.values("Paste")["Paste"]][2]
    assert link == say("en", "paste_next", cell="B14")
    assert paste.stale() == []
    saved = paste.save(tmp_path / "pasted.xlsx")
    event = read(saved)
    assert [(one.round, one.white, one.black, one.result.code) for one in event.games] == [
        (1, 1, 2, "1-0"), (1, 3, 5, "1-0 F"), (1, 4, None, "BYE 1"),
        (2, 1, 3, "½-½"), (2, 2, 4, ""), (2, 5, None, "BYE 1"), (2, 6, None, "BYE 0"),
    ]  # fmt: skip
    assert check(open_sheets(saved)).differences == ()
    # The round again, with its results, over itself.
    put(paste, ["3", "1\t1-0\t3", "2\t0-1\t4"], 9)
    assert shown(paste, "Games", "result_seen")[4:9] == ["", "½-½", "0-1", "BYE 1", "BYE 0"]
    # What is typed otherwise counts, and that is told: corrected there, or typed wrongly.
    told = say("en", "paste_result")
    for sheet in ("Games", "Check"):
        assert told in str(paste.values(sheet)[sheet]), sheet
    assert paste.stale() == []
    checked = check(open_sheets(paste.save(tmp_path / "corrected.xlsx")))
    assert checked.differences == ()
    said = [one.where[-8:] for one in checked.notices if one.key == "paste_result"]
    assert said == ["cell E10"]
    paste.type([entered("Games!E10", "1:0")])
    assert told not in str(paste.values("Games", "Check"))


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("line", "typed", "key"),
    [("1\tSomebody\t1-0\tBoris", 0, "paste_unread"), ("1\t2", 4, "paste_twice")],
)
def test_what_does_not_count_is_said(
    line: str, typed: int, key: str, paste: Live, tmp_path: Path
) -> None:
    """Promise: a pasted line that is not understood, or stands against one typed on Games, is red
    there, on Games and on Check, and stops commands."""
    put(paste, [line])
    if typed:
        paste.type([entered("Games!D5", typed), entered("Games!F5", 5)])
    told = say("en", key)
    for sheet in ("Paste", "Games", "Check"):
        assert told in str(paste.values(sheet)[sheet]), sheet
    with pytest.raises(RatingError) as error:
        read(paste.save(tmp_path / "wrong.xlsx"))
    assert told in str(error.value) and "sheet Games, cell D5" in str(error.value)


#: Titles, each pasted where round 2 begins, and whether it names that round.
TITLES = {
    "Round 2 on 2026/10/10 at 18:00": True, "round2": True, "2. Runde": True, "Тур 2": True,
    "2-й тур, 12 октября": True, "2. Тур 2026/10/12": True, "12. Тур": False, "Pairing of round 2": True, "Pairing of round 12": False, "第2轮": True, "第 2 轮 12 台": True, "2 тур": True,
    "Round 3 on 2026/10/2": False, "Round 12": False, "Round 21": False, "12. Runde": False,
    "3-й тур, 2 октября": False, "第12轮": False, "第 3 轮": False,
}  # fmt: skip


@pytest.mark.in_turn
def test_a_title_names_the_round_that_it_comes_to(paste: Live, tmp_path: Path) -> None:
    """Promise: a list pasted as another round than its title says is red on Paste, on Games and on
    Check, and stops commands; formulas and reader find the same, in three languages."""
    put(paste, FIRST)
    told = {language: say(language, "paste_other_round", round=2) for language in LANGUAGES}
    for title, is_right in TITLES.items():
        put(paste, [title, "1\t3"], 9)
        shown_on = [
            told["en"] in str(paste.values(one)[one]) for one in ("Paste", "Games", "Check")
        ]
        assert shown_on == [not is_right] * 3, title
        assert PastedLine(HEADING, title=title).names_other(2) is not is_right, title
    for language in LANGUAGES:
        with paste.typed(entered("Start!B23", LANGUAGE[language].name)):
            assert told[language] in str(paste.values("Check")), language
    with pytest.raises(RatingError) as error:
        read(paste.save(tmp_path / "wrong.xlsx"))
    assert told["en"] in str(error.value) and "sheet Games, cell B9" in str(error.value)
    # As the words say: its number on Games, or the title that belongs there.
    paste.type([entered("Games!B9", 3)])
    assert told["en"] not in str(paste.values("Check")["Check"])
    games = read(paste.save(tmp_path / "right.xlsx")).games
    assert [game.round for game in games] == [1, 1, 1, 3]
