"""A Swiss with all that happens at one, and somebody who types it into a workbook."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from pathlib import Path
from typing import Any

from live_office import Entry, Live, entered
from workbooks import write

from xlrating.engine.results import RESULT_BY_CODE
from xlrating.engine.texts import say, sheet_name, sheets_named_in
from xlrating.engine.vocabulary.spellings import in_language
from xlrating.workbook.book import build
from xlrating.workbook.sheets.dashboard import LIGHT_ROW
from xlrating.workbook.table import FIRST_ROW
from xlrating.workbook.templates import empty

#: Rounds of an event: 20 asked for half a point in round 1, 5 in round 3 and 3 in round 7; 14 for
#: none in round 5; 22 comes in round 3, 8 leaves after round 5; whoever is left over has a full
#: bye. 20 does not come in round 2, neither player of 12 – 17 in round 4.
GAMES = (
    "1-11 1-0, 12-2 0-1, 3-13 1-0, 14-4 0-1, 5-15 1-0, 16-6 ½-½, 7-17 1-0, 18-8 0-1, 9-19 ½-½, "
    "21-10 0-1, 20 BYE ½",
    "2-1 0-1, 4-3 0-1, 7-5 0-1, 8-10 ½-½, 6-9 1-0, 19-16 0-1, 11-20 1-0 F, 13-12 0-1, 15-14 ½-½, "
    "17-18 0-1, 21 BYE 1",
    "1-3 ½-½, 8-6 0-1, 10-16 1-0, 4-2 ½-½, 11-7 0-1, 12-18 0-1, 9-21 ½-½, 14-19 0-1, 20-15 0-1, "
    "17-13 1-0, 22 BYE 1, 5 BYE ½",
    "16-1 0-1, 3-5 ½-½, 6-10 1-0, 18-7 0-1, 2-8 ½-½, 15-4 0-1, 19-21 ½-½, 11-9 1-0, 12-17 0-0 F, "
    "22-14 0-1, 13-20 1-0",
    "1-6 1-0, 7-3 0-1, 5-4 ½-½, 10-2 ½-½, 8-11 1-0, 19-18 0-1, 21-15 0-1, 16-12 0-1, 9-13 0-1, "
    "22-17 ½-½, 20 BYE 1, 14 BYE 0",
    "5-1 ½-½, 3-6 0-1, 4-7 1-0, 18-10 0-1, 2-15 1-0, 11-12 1-0, 13-19 1-0, 14-21 1-0, 17-16 0-1, "
    "20-22 0-1, 9 BYE 1, 8 BYE 0",
    "1-4 1-0, 6-5 0-1, 10-7 ½-½, 2-11 1-0, 18-13 ½-½, 16-14 0-1, 15-22 1-0, 12-9 ½-½, 19-17 ½-½, "
    "21-20 0-1, 8 BYE 0, 3 BYE ½",
)  # fmt: skip
#: Two players have one name, and are told apart by the numbers of their federation.
ONE, OTHER = 9, 17
UNRATED, LATE, GONE = 21, 22, 8
#: In round 1 this game is typed wrongly at first; in round 3 that one is put off for two rounds.
MISTYPED, PUT_OFF = (14, 4), (4, 2)
NAMES = {
    "en": "Archer Baker Clarke Dyer Evans Fletcher Gardner Hughes Smith Ironside Jones King Lloyd "
    "Mason Nash Owen Smith Quinn Reed Shaw Turner Underwood",
    "ru": "Антонов Белова Громов Дятлов Ершова Фёдоров Горина Хохлов Смирнов Исаева Жуков Королёва "
    "Лыков Малинин Носова Орлов Смирнов Кузнецов Рыбина Шаров Тарасова Ульянов",
    "zh": "安志远 白丽华 陈建国 丁立人 范美玲 方文清 高红艳 何伟东 李伟 金晓梅 蒋国强 康丽娟 刘铁柱 "
    "马晓军 倪芳芳 欧阳明 李伟 秦大山 任小云 沈卫国 陶子涵 魏长青",
}
#: The rating of number 1, and how much less the next one has.
RATED = {"fide": (2125, 25), "dwz": (2065, 35), "cxa-rapid": (2460, 20)}
#: Rules that are tried, by language; what they ask of the event.
DAYS = {"ru": "fide", "zh": "cxa-rapid", "en": "dwz"}
ASKED = {"minutes": 90, "increment": 30, "approved": "x"}
ASKED_HERE = {"minutes": 10, "increment": 5, "approved": "x", "arbiters": 3, "filed": "2025-10-01"}
Line = tuple[int, int, int | None, str]


def lines() -> tuple[Line, ...]:
    """Round, White, Black and result of every line."""
    found: list[Line] = []
    for number, games in enumerate(GAMES, 1):
        for game in games.split(", "):
            pair, code = game.split(" ", 1)
            white, _, black = pair.partition("-")
            found.append((number, int(white), int(black) if black else None, code))
    return tuple(found)


def points(no: int, until: int, postponed: bool = False) -> Decimal:
    """What a player has after a round."""
    found = Decimal(0)
    for number, white, black, code in lines():
        if number > until or no not in (white, black) or (postponed and (white, black) == PUT_OFF):
            continue
        result = RESULT_BY_CODE[code]
        found += (result.white if no == white else result.black) or Decimal(0)
    return found


class Secretary:
    """Who types into a workbook what a Sunday brings, and looks at its sheets."""

    def __init__(self, live: Live, language: str, rules: str, places: int, folder: Path) -> None:
        self.live, self.language, self.rules = live, language, rules
        plan = empty("swiss", rules, places, len(GAMES), language=language)
        made = build(plan)
        self.typed, self.places = made.inputs, {**made.names, **made.inputs}
        live.open(write(plan, folder / "new.xlsx"))
        self.row, self.rows = 0, dict[tuple[int, int], int]()

    def entry(self, name: str, index: int, value: object) -> Entry:
        """A value for the cell of a name."""
        found = entered(self.places[name].replace("$", "").partition(":")[0], value)
        return found._replace(row=found.row + index)

    def player(self, no: int) -> None:
        """A line of Players, as the rules ask and prizes may."""
        first, step = RATED[self.rules]
        name = NAMES[self.language].split()[no - 1]
        sex = {"ru": "жм", "zh": "女男", "en": "fm"}[self.language][no % 2]
        facts: dict[str, object] = {"name": name, "sex": sex, "born": 1950 + 7 * no % 64}
        facts["federation"] = {"ru": "RBK", "zh": "京沪粤", "en": "ABC"}[self.language][no % 3] * 3
        if no != UNRATED:
            facts["rating"] = first - step * (no - 1)
        self.live.type(self.entry(f"players_{key}", no - 1, one) for key, one in facts.items())

    def pairings(self, number: int) -> None:
        """The lines of a round, byes with their points."""
        own = [line for line in lines() if line[0] == number]
        for first, (_, white, black, code) in enumerate(own):
            found = [self.entry("games_round", self.row, number)] if not first else []
            found.append(self.entry("games_white", self.row, white))
            self.rows[number, white] = self.row
            if black is not None:
                found.append(self.entry("games_black", self.row, black))
            else:
                found.append(self._result(self.row, code))
            self.live.type(found)
            self.row += 1

    def result(self, number: int, white: int, code: str) -> None:
        """The result of a game."""
        self.live.type([self._result(self.rows[number, white], code)])

    def results(self, number: int, but: int = 0) -> None:
        """All results of a round, but for one game."""
        for each, white, black, code in lines():
            if each == number and black is not None and white != but:
                self.result(number, white, code)

    def _result(self, row: int, code: str) -> Entry:
        return self.entry("games_result", row, in_language(code, self.language))

    def sheet(self, key: str) -> list[list[Any]]:
        """What a sheet shows."""
        return self.live.values(sheet_name(self.language, key))[sheet_name(self.language, key)]

    def next(self) -> str:
        """What is to be done next."""
        return str(self.sheet("Start")[LIGHT_ROW + 1][1])

    def says(self, key: str, **words: object) -> str:
        """A text, as it calls the sheets of this file."""
        with sheets_named_in(self.language):
            return say(self.language, key, **words)

    def agrees(self, number: int, title: str, postponed: bool = False, **words: object) -> None:
        """The lists of a round are those of the games."""
        lists = self.sheet("Lists")
        assert lists[0][0] == self.says(title, round=number, **words)
        here = range(1, LATE if number < 3 else LATE + 1)
        shown = {row[1]: row[3] for row in lists[FIRST_ROW:] if row[1] != ""}
        win = 2 if self.rules == "cxa-rapid" else 1
        assert shown == {no: win * points(no, number, postponed) for no in here}
        falling = [row[3] for row in lists[FIRST_ROW:] if row[1] != ""]
        assert falling == sorted(falling, reverse=True)


def events(secretary: Secretary) -> Iterable[Entry]:
    """What is typed on Start, with all that the rules ask of an event."""
    told = {"name": "Cup", "place": "Hall", "start": "2026-03-01", "end": "2026-03-01"}
    asked = ASKED_HERE if secretary.rules == "cxa-rapid" else ASKED
    for key, value in {**told, "chief_arbiter": "A. Biter", **asked}.items():
        if f"event_{key}" in secretary.places:
            yield secretary.entry(f"event_{key}", 0, value)
