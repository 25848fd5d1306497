"""A Swiss played from pasted tables alone, as another program shows them on its pages.

Copied and pasted with the program's own clipboard, so that the cells get the looks of a web page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from html import escape
from pathlib import Path
from typing import Any

import pytest
from live_office import Live
from needs import EVERY
from openpyxl.utils import get_column_letter
from openpyxl.utils.cell import coordinate_to_tuple
from sunday import (
    DAYS,
    LATE,
    NAMES,
    ONE,
    OTHER,
    RATED,
    UNRATED,
    Line,
    Secretary,
    events,
    lines,
    points,
)
from workbooks import games

from xlrating.engine.event import Event, Player
from xlrating.engine.rating import rate
from xlrating.engine.texts import sheet_name
from xlrating.engine.vocabulary.spellings import in_language
from xlrating.exchange import open_sheets
from xlrating.reading import read
from xlrating.workbook.compare import check
from xlrating.workbook.table import HEAD_ROW

#: Headings of a round, and the words of a bye: allocated, and of whoever is not paired.
HEADS = {
    "en": "Bo. No. - White Rtg Pts. Result Pts. - Black Rtg No.",
    "ru": "Бо. Ном. - Белые Рейт. Очки Результат Очки - Черные Рейт. Ном.",
    "zh": "台号 编号 - 红方 等级分 积分 结果 积分 - 黑方 等级分 编号",
}
FREE = {"en": ("bye", "not paired"), "ru": ("свободен", "свободен"), "zh": ("轮空", "轮空")}
#: Results as such pages have them, and as Vega's.
SHOWN = {"1-0": "1 - 0", "0-1": "0 - 1", "½-½": "½ - ½", "1-0 F": "+ - -", "0-0 F": "- - -"}
VEGA = {"1-0 F": "1F-0F", "0-0 F": "0F-0F"}
#: What lists are pasted, round after round: of chess-results, of Vega, and of a program that pairs.
LISTS = "chess-results", "vega", "pairs"
Row = Sequence[object]


class Clerk(Secretary):
    """Who pastes what other programs show, and counts the pastes."""

    pastes = 0

    def paste(self, place: str, rows: Sequence[Row], folder: Path) -> None:
        """A table with its first cell at a place."""
        line = "<tr>{}</tr>".format
        cell = "<td>{}</td>".format
        table = "".join(line("".join(cell(escape(str(one))) for one in row)) for row in rows)
        page = folder / "page.html"
        page.write_text(f'<meta charset="utf-8"><table>{table}</table>', "utf-8")
        self.live.ask("clip", place, str(page))
        self.pastes += 1

    def people(self, first: int, last: int, folder: Path) -> None:
        """The lines of some players, in the order of the columns."""
        parts = [key[8:] for key in self.typed if key.startswith("players_")]
        place = self.entry("players_name", first - 1, "")
        at = f"{place.sheet}!B{place.row + 1}"
        rows = [[self.fact(no, part) for part in parts] for no in range(first, last + 1)]
        self.paste(at, rows, folder)

    def fact(self, no: int, part: str) -> Any:
        """What a list of players has of one."""
        first, step = RATED[self.rules]
        known = {
            "name": NAMES[self.language].split()[no - 1],
            "id": 9000 + no,
            "sex": {"ru": "жм", "zh": "女男", "en": "fm"}[self.language][no % 2],
            "born": 1950 + 7 * no % 64,
            "rating": "" if no == UNRATED else first - step * (no - 1),
        }
        return known.get(part, "")

    def play(self, number: int, at: str, folder: Path) -> None:
        """A round: pasted, what its list has not typed below, and its results pasted."""
        shown = LISTS[(number - 1) % len(LISTS)]
        rows = {"chess-results": self.round, "vega": self.vega, "pairs": self.pairs}[shown]
        first = self.entry("games_result", 0, "")
        line = coordinate_to_tuple(at)[0] - first.row - 1
        self.paste(
            f"{sheet_name(self.language, 'Paste')}!{at}", pasted := [*rows(number, False)], folder
        )
        for index, (_, white, black, code) in enumerate(
            self.left_out(number, shown), line + len(pasted)
        ):
            typed = {
                "white": white,
                "black": black or "",
                "result": in_language(code, self.language),
            }
            self.live.type(self.entry(f"games_{key}", index, one) for key, one in typed.items())
        if shown == "pairs":
            # The results alone, beside what is pasted, below the line with the number of pairs.
            at = f"{first.sheet}!{get_column_letter(first.col + 1)}{first.row + line + 2}"
            codes = [[SHOWN[code]] for _, _, black, code in self.listed(number, shown) if black]
            self.paste(at, codes, folder)
        else:
            self.paste(f"{sheet_name(self.language, 'Paste')}!{at}", [*rows(number, True)], folder)

    def left_out(self, number: int, shown: str) -> list[Line]:
        """What a list has not: who asked for a bye, and of Vega's who has a name with another."""
        listed = self.listed(number, shown)
        return [one for one in lines() if one[0] == number and one not in listed]

    def listed(self, number: int, shown: str) -> list[Line]:
        """The lines of a round that a list has."""
        alike = {ONE, OTHER} if shown == "vega" else set()
        own = [one for one in lines() if one[0] == number and not {*one[1:3]} & alike]
        return [one for one in own if shown == "chess-results" or one[2] or one[3] == "BYE 1"]

    def vega(self, number: int, is_over: bool) -> Iterator[Row]:
        """A round as Vega shows it: with titles in front of names, dots for a game to come."""
        yield [f"Pairing of round {number}"]
        yield ["Bo.", "Fed", "White", "Pts", "N", "Res", "N", "Pts", "Black", "Fed"]
        for board, (_, white, black, code) in enumerate(self.listed(number, "vega"), 1):
            own = [board, "", f"FM {self.fact(white, 'name')}", self.shown(white, number), white]
            if black is None:
                yield [*own, "1", 0, 0, "( bye )", ""]
            else:
                result = VEGA.get(code, code) if is_over else "..."
                yield [*own, result, black, 0, self.fact(black, "name"), ""]

    def pairs(self, number: int, _: bool) -> Iterator[Row]:
        """A round as bbpPairings and JaVaFo write it: how many pairs, and each in a line."""
        listed = self.listed(number, "pairs")
        yield [len(listed)]
        yield from ([f"{white} {black or 0}"] for _, white, black, _ in listed)

    def round(self, number: int, is_over: bool) -> Iterator[Row]:
        """A round as a page shows it, its games with results once it is over."""
        yield HEADS[self.language].replace("-", "").split(" ")
        for board, (each, white, black, code) in enumerate(lines()):
            if each != number:
                continue
            own = [board, white, "", self.fact(white, "name"), self.fact(white, "rating")]
            score = [self.shown(white, number)]
            if black is None:
                free = FREE[self.language][code != "BYE 1"]
                yield [*own, *score, code[4:], "", "", free, "", ""]
            else:
                result = SHOWN[code] if is_over else " - "
                other = [self.fact(black, "name"), self.fact(black, "rating"), black]
                yield [*own, *score, result, self.shown(black, number), "", *other]

    def event(self, last: int) -> Event:
        """The event up to a round, from no workbook."""
        people = tuple(
            Player(no, str(self.fact(no, "name")), self.fact(no, "rating") or None, str(9000 + no),
                   born=self.fact(no, "born"), sex="fm"[no % 2])
            for no in range(1, LATE + 1)
        )  # fmt: skip
        listed = games(*(line for line in lines() if line[0] <= last))
        return Event(
            people, listed, format="swiss", rounds=7, rules=self.rules, start=date(2026, 3, 1)
        )

    def shown(self, no: int, number: int) -> str:
        """What somebody has before a round."""
        whole, half = divmod(2 * points(no, number - 1), 2)
        return f"{whole or '' if half else whole}{'½' if half else ''}"


@pytest.mark.in_turn
@pytest.mark.parametrize("language", DAYS if EVERY else ["zh"])
def test_an_event_from_pasted_tables(
    language: str, quiet: Live, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: players in one paste, each round in one before and one after it is played, whatever
    program shows it, byes, forfeits, a late entry and a withdrawal among them; every rating is the
    engine's of the same games in a file of its own."""
    last = 7 if EVERY else 3
    clerk = Clerk(quiet, language, DAYS[language], 24, tmp_path)
    quiet.type(entries := list(events(clerk)))
    clerk.people(1, LATE - 1, tmp_path)
    for number in range(1, last + 1):
        if number == 3:
            clerk.people(LATE, LATE, tmp_path)
        shown: list[list[Any]] = clerk.sheet("Paste")
        clerk.play(number, shown[2][1].split(" ")[-1].rpartition("：")[2], tmp_path)
    # In xiangqi Red begins.
    assert ("红方" in clerk.sheet("Paste")[HEAD_ROW]) is (language == "zh")
    assert quiet.stale() == []
    saved = quiet.save(tmp_path / "pasted.xlsx")
    found = {(one.round, one.white, one.black, one.result.code) for one in read(saved).games}
    assert found == {line for line in lines() if line[0] <= last}
    checked = check(open_sheets(saved))
    assert checked.differences == () and checked.cells > 5000
    ratings = {line.player.no: (line.rounded, line.new) for line in rate(read(saved)).lines}
    assert ratings == {
        line.player.no: (line.rounded, line.new) for line in rate(clerk.event(last)).lines
    }
    assert clerk.pastes == 2 + 2 * last
    with capsys.disabled():
        print(f"\n{language}: {clerk.pastes} pastes, {len(entries)} cells typed on Start")
