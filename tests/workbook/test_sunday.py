"""A Sunday from the empty template to the report: a Swiss with all that happens at one, typed into
LibreOffice as people have it, cell by cell and round by round, by somebody who reads only Start.

What the sheets must show is worked out from the games alone; at the end the engine says the same
of every cell.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from live_office import Live
from needs import EVERY
from sunday import DAYS, GONE, LATE, MISTYPED, ONE, OTHER, PUT_OFF, Secretary, events, lines

from xlrating.cli import main
from xlrating.engine.vocabulary.spellings import in_language
from xlrating.exchange import open_sheets, read_trf
from xlrating.reading import read
from xlrating.workbook.compare import check
from xlrating.workbook.table import FIRST_ROW, HEAD_ROW

#: By hand, FIDE B.02 8.1.2 and 8.3: number 1 is 250, 25, 50, 375, 125, 100 and 75 points above
#: the others, which makes .81 + .53 + .57 + .91 + .67 + .64 + .60 = 4.73; 20 × (6 − 4.73) = 25.4.
#: Number 9, born in 2013 (K 40): 250 above 19, 75 below 6, 50, 100 and 75 above 11, 13 and 12,
#: which makes .81 + .40 + .57 + .64 + .60 = 3.02 (the unrated 21 counts for nothing); of these
#: games half a point each against 19 and 12; 40 × (1 − 3.02) = −80.8.
BY_HAND = {1: 25, 9: -81}


@pytest.mark.parametrize("language", DAYS if EVERY else ["ru"])
def test_a_sunday(language: str, live: Live, tmp_path: Path) -> None:
    """Start leads from the empty template to the report; each list of each
    round is that of the games; at the end every cell is the engine's, and the report the event."""
    rules = DAYS[language]
    one = Secretary(live, language, rules, 60 if EVERY else 24, tmp_path)
    assert one.next() == one.says("next_event")
    live.type(events(one))
    assert one.next() == one.says("next_players")
    for no in range(1, LATE):
        one.player(no)
    assert one.next() == one.says("next_problems")
    live.type(one.entry("players_id", no - 1, 9000 + no) for no in (ONE, OTHER))
    places = 60 if EVERY else 24
    assert one.next() == one.says("next_pairings_some", n=LATE - 1, places=places)
    one.pairings(1)
    assert one.next() == one.says("next_play")
    page = [row[1:9] for row in one.sheet("Round")[FIRST_ROW:] if row[2] != ""]
    own = [line for line in lines() if line[0] == 1]
    boards = [[board, white, black] for board, (_, white, black, _) in enumerate(own, 1) if black]
    assert [[row[0], row[1], row[6]] for row in page if row[0] != ""] == boards
    half = "round_bye_half_xiangqi" if rules == "cxa-rapid" else "round_bye_half"
    assert [[row[1], row[7]] for row in page if row[0] == ""] == [[20, one.says(half)]]
    put_off = in_language("POSTPONED", language)
    one.results(1)
    one.result(1, MISTYPED[0], "1-0")
    assert one.next() == one.says("next_round", round=2)
    one.pairings(2)
    one.result(1, MISTYPED[0], "0-1")
    one.results(2, but=2)
    assert one.next() == one.says("next_open", postponed=put_off)
    one.result(2, 2, "0-1")
    one.agrees(2, "round_standings")
    one.player(LATE)
    one.pairings(3)
    one.results(3, but=PUT_OFF[0])
    one.result(3, PUT_OFF[0], "POSTPONED")
    assert one.next() == one.says("next_round", round=4)
    one.agrees(3, "standings_open", postponed=True, n=1)
    one.pairings(4)
    one.results(4)
    assert one.next() == one.says("next_round", round=5)
    one.pairings(5)
    one.result(3, PUT_OFF[0], "½-½")
    one.results(5)
    one.agrees(5, "round_standings")
    one.pairings(6)
    one.results(6)
    one.pairings(7)
    assert one.next() == one.says("next_play")
    one.results(7)
    # Under these rules nobody has been marked as champion.
    last = "next_notices" if rules == "cxa-rapid" else "next_ready"
    sent = one.says("next_report_file" if rules == "cxa-rapid" else "next_report_trf")
    assert one.next() == one.says(last, report=sent)
    one.agrees(7, "standings_final")
    assert one.sheet("Standings")[0][0] == one.says("standings_final")
    cards = one.sheet("Cards")[FIRST_ROW + GONE - 1]
    assert cards[3 + 2 * 5] == cards[3 + 2 * 6] == one.says("cross_bye", points=0)
    if rules == "fide":
        table = one.sheet("Ratings")
        col = table[HEAD_ROW].index(one.says("col_rounded"))
        assert {no: table[FIRST_ROW + no - 1][col] for no in BY_HAND} == BY_HAND
    prizes = one.sheet("Prizes")
    top = next(i for i, row in enumerate(prizes) if row[8] == one.says("stat_title"))
    codes = Counter(code for *_, code in lines())
    won, drawn, lost = (codes[code] for code in ("1-0", "½-½", "0-1"))
    unplayed = (sum(n for code, n in codes.items() if mark in code) for mark in (" F", "BYE"))
    forfeits, byes = unplayed
    numbers = [won + drawn + lost, won, drawn, lost, forfeits, byes, LATE - 1]
    assert [row[9] for row in prizes[top + 1 : top + 8]] == numbers
    # Nobody takes a report of xiangqi: there is no sheet of one.
    copied = ["copied.trf"] if rules != "cxa-rapid" else []
    report = ["".join(map(str, row)) + "\n" for row in one.sheet("TRF")] if copied else []
    assert not EVERY or live.stale() == []
    saved = live.save(tmp_path / "played.xlsx")
    checked = check(open_sheets(saved))
    assert checked.differences == ()
    event = read(saved)
    played = {(g.round, g.white, g.black, g.result.code) for g in event.games}
    assert played == {*lines()}
    assert main(["convert", str(saved), "-o", str(tmp_path / "played.trf")]) == 0
    (tmp_path / "copied.trf").write_text("".join(report), "utf-8")
    for name in ("played.trf", *copied):
        again = read_trf(tmp_path / name)
        assert {(g.round, g.white, g.black, g.result.code) for g in again.games} == played
