"""A Swiss played from pasted tables alone, as another program shows them on its pages.

Copied and pasted with the program's own clipboard, so that the cells get the looks of a web page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any

import pytest
from live_office import Live
from needs import EVERY
from sunday import DAYS, LATE, NAMES, RATED, UNRATED, Secretary, events, lines, points

from xlrating.engine.texts import sheet_name
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
#: Results as such pages have them.
SHOWN = {"1-0": "1 - 0", "0-1": "0 - 1", "½-½": "½ - ½", "1-0 F": "+ - -", "0-0 F": "- - -"}
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

    def fact(self, no: int, part: str) -> object:
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

    def shown(self, no: int, number: int) -> str:
        """What somebody has before a round."""
        whole, half = divmod(2 * points(no, number - 1), 2)
        return f"{whole or '' if half else whole}{'½' if half else ''}"


@pytest.mark.parametrize("language", DAYS if EVERY else ["zh"])
def test_an_event_from_pasted_tables(
    language: str, quiet: Live, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: players in one paste, each round in one before and one after it is played, byes,
    forfeits, a late entry and a withdrawal among them; every rating is the engine's."""
    last = 7 if EVERY else 3
    clerk = Clerk(quiet, language, DAYS[language], 24, tmp_path)
    quiet.type(entries := list(events(clerk)))
    clerk.people(1, LATE - 1, tmp_path)
    for number in range(1, last + 1):
        if number == 3:
            clerk.people(LATE, LATE, tmp_path)
        shown: list[list[Any]] = clerk.sheet("Paste")
        at = f"{sheet_name(language, 'Paste')}!{shown[2][1].split(' ')[-1].rpartition('：')[2]}"
        for is_over in (False, True):
            clerk.paste(at, list(clerk.round(number, is_over)), tmp_path)
    # In xiangqi Red begins.
    assert ("红方" in clerk.sheet("Paste")[HEAD_ROW]) is (language == "zh")
    assert quiet.stale() == []
    saved = quiet.save(tmp_path / "pasted.xlsx")
    found = {(one.round, one.white, one.black, one.result.code) for one in read(saved).games}
    assert found == {line for line in lines() if line[0] <= last}
    checked = check(open_sheets(saved))
    assert checked.differences == () and checked.cells > 5000
    assert clerk.pastes == 2 + 2 * last
    with capsys.disabled():
        print(f"\n{language}: {clerk.pastes} pastes, {len(entries)} cells typed on Start")
