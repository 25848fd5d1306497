"""What people paste: names for numbers, blanks of word processors, results of other programs."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest
from live_office import Live, entered
from office import Office, differences_of
from workbooks import games, write

from xlrating.engine.errors import RatingError
from xlrating.engine.event import Event, Player
from xlrating.engine.rules.ruleset import load
from xlrating.engine.texts import say, sheet_name
from xlrating.exchange import open_sheets
from xlrating.reading import read
from xlrating.workbook.compare import check
from xlrating.workbook.templates import empty, resized

#: A line of Players as a web page or a word processor has it, and the player it is.
PEOPLE = [
    (("Ann\u00a0Lee", "1001\u200b", "ENG ", "WFM", "1810\u00a0"), ("Ann Lee", "1001", 1810)),
    (("Bo\u00adris", "１００２", "", "", "２１００"), ("Boris", "1002", 2100)),
    ((" Cai,\u2009Li ", "", "", "", "1700"), ("Cai, Li", "", 1700)),
    (("Dan", "", "", "", "\u202f1650"), ("Dan", "", 1650)),
    (("eve fox", "", "", "", ""), ("eve fox", "1005", 1900)),
]
#: What the Library has of the last of them, below its headings.
LISTED = (("ID", "Name", "Rating"), ("１００５", "Eve\u00a0Fox", "１９００\u2009"))
#: A line of Games: White, result, Black; and the game.
LINES = [
    (("ann lee", "w", "Boris"), (1, 1, 2, "1-0")),
    (("Cai Li", "ничья", "4\u00a0"), (1, 3, 4, "½-½")),
    (("２", "1-0к", "Cai,\u00a0Li"), (2, 2, 3, "1-0 F")),
    (("DAN", "L", "1"), (2, 4, 1, "0-1")),
]


@pytest.mark.in_turn
def test_a_round_pasted_by_names(live: Live, tmp_path: Path) -> None:
    """Promise: White and Black take numbers or names; nothing that nobody sees is in the way."""
    live.open(write(empty("swiss", "elo", 6, 2), tmp_path / "new.xlsx"))
    live.type(
        entered(f"Library!{col}{row}", text)
        for row, line in enumerate(LISTED, 4)
        for col, text in zip("ABC", line, strict=True)
    )
    live.type(
        entered(f"Players!{col}{row}", text)
        for row, (line, _) in enumerate(PEOPLE, 5)
        for col, text in zip("BCDEF", line, strict=True)
    )
    rounds = [entered("Games!B7", "2\u00a0")]
    live.type([*rounds, *(
        entered(f"Games!{col}{row}", text)
        for row, (line, _) in enumerate(LINES, 5)
        for col, text in zip("DEF", line, strict=True)
    )])  # fmt: skip
    assert live.stale() == []
    saved = live.save(tmp_path / "typed.xlsx")
    event = read(saved)
    listed = [(one.name, one.id, int(one.rating or 0)) for one in event.players]
    assert listed == [who for _, who in PEOPLE]
    found = [(one.round, one.white, one.black, one.result.code) for one in event.games]
    assert found == [game for _, game in LINES]
    checked = check(open_sheets(saved))
    assert checked.differences == ()
    # A name that two have is nobody's.
    live.type(
        [entered("Players!B9", "Dan"), entered("Players!C9", "7"), entered("Players!C8", "6")]
    )
    problem = say("en", "player_unknown", no="DAN")
    assert problem in str(live.values("Games")["Games"][7])


#: Letters for results, by the language of a file, and what they are there; '' for what is asked back.
LETTERS = {
    "ru": {"В": "1-0", "н": "½-½", "П": "0-1", "W": "1-0", "V": ""},
    "en": {"w": "1-0", "D": "½-½", "l": "0-1", "П": "", "N": ""},
}


@pytest.mark.in_turn
@pytest.mark.parametrize("language", LETTERS)
def test_letters_of_a_language(language: str, live: Live, tmp_path: Path) -> None:
    """Promise: a letter is a result where it is clear in the language of the file; V and N, a win to
    some and a loss to others, are asked back."""
    plan = empty("round-robin", "elo", 4, language=language)
    live.open(write(plan, tmp_path / "new.xlsx"))
    players, games = (sheet_name(language, key) for key in ("Players", "Games"))
    live.type(entered(f"{players}!B{row}", f"P{row}") for row in range(5, 9))
    live.type(entered(f"{players}!F{row}", 1800 + row) for row in range(5, 9))
    known = {letter: code for letter, code in LETTERS[language].items() if code}
    live.type(entered(f"{games}!E{row}", letter) for row, letter in enumerate(known, 5))
    saved = live.save(tmp_path / "typed.xlsx")
    found = [one.result.code for one in read(saved).games if one.result.code]
    assert found == [*known.values()] and check(open_sheets(saved)).differences == ()
    asked = [letter for letter, code in LETTERS[language].items() if not code]
    live.type(entered(f"{games}!E{row}", letter) for row, letter in enumerate(asked, 9))
    shown = str(live.values(games)[games][8:10])
    with pytest.raises(RatingError):
        read(live.save(tmp_path / "asked.xlsx"))
    assert all(letter in shown for letter in asked)


def test_an_emptied_pairing_is_missed(office: Office, tmp_path: Path) -> None:
    """Promise: in a round robin a pairing that was taken out is told, with how many are missing."""
    people = tuple(Player(no, f"P{no}", Decimal(1800 + no)) for no in range(1, 5))
    plan = empty("round-robin", "elo", 4)
    event = replace(plan.event, players=people)
    lines = [*plan.lines[:2], None, *plan.lines[3:]]
    gone = resized(event, plan.rules, plan.numbers, 3, 6, tuple(lines))
    path = write(gone, tmp_path / "gone.xlsx")
    assert differences_of([path], office) == [[]]
    told = say("en", "pairing_gone", n=1)
    assert told in str(open_sheets(path).rows("Games")[6])
    assert [one.words for one in check(open_sheets(path)).notices if one.key == "pairing_gone"] == [
        {"n": 1}
    ]
    whole = resized(event, plan.rules, plan.numbers, 3, 6, plan.lines)
    assert "was a pairing deleted" not in str(
        open_sheets(write(whole, tmp_path / "whole.xlsx")).rows("Games")
    )
    # Of those who are not entered nothing is missing.
    fewer = resized(
        replace(event, players=people[:2]), plan.rules, plan.numbers, 3, 6, tuple(lines)
    )
    assert "was a pairing deleted" not in str(
        open_sheets(write(fewer, tmp_path / "fewer.xlsx")).rows("Games")
    )


def test_colours_are_one_line(office: Office, tmp_path: Path) -> None:
    """Promise: the same colour three times running is the pairing program's business: one line."""
    people = tuple(Player(no, f"P{no}", Decimal(1800 + no)) for no in range(1, 7))
    pairs = [(1, 2), (3, 4), (5, 6)], [(1, 4), (3, 6), (5, 2)], [(1, 6), (3, 2), (5, 4)]
    lines = games(*((n, w, b, "½-½") for n, each in enumerate(pairs, 1) for w, b in each))
    event = Event(people, lines, format="swiss", rounds=3)
    plan = resized(event, load("elo"), tuple(range(1, 7)), 3, 12)
    path = write(plan, tmp_path / "colours.xlsx")
    assert differences_of([path], office) == [[]]
    said = [str(row) for row in open_sheets(path).rows("Check")]
    assert sum("three games in a row" in row for row in said) == 1
    assert say("en", "notice_colours", n=3, no=1) in " ".join(said)
