"""A small workbook for people with another program to report how it calculates the sheets.

It holds an event of four players with one result to come. Once that is typed, every formula is
compared with the value it must then show, stored on a hidden sheet; one cell contains all that
needs to be sent in: versions, the answers of the block on Check, the cells that differ. That
cell uses only the most basic functions, so that it works even if others fail.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from ..engine.event import Event, Game, Player
from ..engine.languages import LANGUAGES
from ..engine.public import __version__
from ..engine.results import RESULT_BY_CODE
from ..engine.rules.ruleset import load
from ..engine.texts import say
from ..engine.tournament.berger import pairings
from ..exchange.addresses import address
from .book import build
from .file.grid import Book, Cell, Sheet, Value
from .file.writer import to_bytes
from .plan import Plan
from .sheets import fitness
from .table import FIRST_ROW
from .templates import filled

SHEET, KNOWN = "Evidence", "Known"
#: Sheets that are not compared: texts, and constants.
_LEFT_OUT = ("Texts", "Places", "Regulation")
#: What the line says before the result is chosen.
_WAITS = "result not chosen"
_CODES = ("½-½", "1-0", "0-1", "½-½", "1-0", "1-0")
#: Rows of the first sheet: what to do in each language, the cell that goes with it.
_STEPS = ("evidence_result", "evidence_program", "evidence_line")
_TITLE, _FIRST, _EACH = 0, 2, len(LANGUAGES) + 2


class Compared(NamedTuple):
    """A formula: where it is, and what it shows before and after the last result is typed."""

    place: str
    area: str
    now: Value
    then: Value

    @property
    def differs(self) -> int:
        """1 if the two values differ, else 0."""
        return int(self.now != self.then)


def _event(last: str) -> Event:
    """A round robin of four; `last` is the last game's result code, '' before it is typed."""
    people = (("Ann", 2010), ("Жук", 1985), ("王", 1850), ("𠮷", 2200))
    players = tuple(
        Player(no, name, Decimal(rating), born=1990) for no, (name, rating) in enumerate(people, 1)
    )
    drawn = [(number, *pair) for number, pairs in enumerate(pairings(4), 1) for pair in pairs]
    games = tuple(
        Game(*game, RESULT_BY_CODE[code])
        for game, code in zip(drawn, (*_CODES[:-1], last), strict=True)
    )
    day = date(2026, 2, 28)
    return Event(players, games, name=SHEET, format="round-robin", rounds=3, start=day, end=day)


def plan(last: str = "") -> Plan:
    """The plan of the workbook: as it is sent out, or with its last result."""
    return filled(_event(last), load("fide@2025-10-01"))


def book() -> Book:
    """The workbook, with the sheet that asks and the hidden one that compares."""
    made = build(plan())
    compared = tuple(_compared(made, build(plan(_CODES[-1]))))
    made.sheets = [_asking(made, compared), *made.sheets, _known(compared)]
    return made


def to_file() -> bytes:
    """The workbook as a file; the same bytes each time."""
    return to_bytes(book())


def _compared(made: Book, after: Book) -> Iterator[Compared]:
    """Every formula except links, whose text each program writes in its own way."""
    for sheet, then in zip(made.sheets, after.sheets, strict=True):
        for place, cell in then.formulas() if sheet.key not in _LEFT_OUT else ():
            if "HYPERLINK" not in cell.formula:
                of = f"{sheet.name}!{{}}".format
                now = sheet.cells[place].shown
                yield Compared(of(address(*place)), of(address(*place, "rc")), now, cell.shown)


def _known(compared: Sequence[Compared]) -> Sheet:
    """One row per formula: place, what it must show, what it shows, 1 where these differ."""
    sheet = Sheet(KNOWN, hidden=True)
    for row, one in enumerate(compared):
        must, shows = (address(row, col, "rc") for col in (1, 2))
        near = f"IF(ISNUMBER({shows}),IF(ABS({shows}-{must})<0.000001,0,1),1)"
        same = f"IF(ISNUMBER({must}),{near},IF({shows}={must},0,1))"
        sheet.put(row, 0, Cell(one.place))
        sheet.put(row, 1, Cell(one.then))
        sheet.put(row, 2, Cell(one.now, f"={one.area}"))
        sheet.put(row, 3, Cell(one.differs, f"=IF(ISERROR({shows}),1,{same})"))
    return sheet


def _asking(made: Book, compared: Sequence[Compared]) -> Sheet:
    """The first sheet: what to do, in every language, and the line to send in."""
    sheet = Sheet(SHEET, tab="green", widths={0: 120}, landscape=True, says_event=False)
    cell = _cell_to_type(made)
    sheet.put(_TITLE, 0, Cell("xlrating · Excel, WPS, Google Sheets, Numbers …", style="title"))
    for number, key in enumerate(_STEPS):
        for row, language in enumerate(LANGUAGES, _FIRST + number * _EACH):
            text = f"{number + 1}. {say(language, key, cell=cell)}"
            sheet.put(row, 0, Cell(text, style="step"))
    link, typed, line = (_FIRST + number * _EACH + len(LANGUAGES) for number in range(len(_STEPS)))
    sheet.put(link, 0, Cell(cell, f'=HYPERLINK("#{cell}","{cell}")', "link"))
    sheet.put(typed, 0, Cell("", style="input_text"))
    value, formula = _line(address(typed, 0, "rc"), compared)
    sheet.put(line, 0, Cell(value, formula, "report_line"))
    return sheet


def _cell_to_type(made: Book) -> str:
    """The cell of the last result, as a link names it."""
    area = made.inputs["games_result"]
    column = area.partition("!")[2].split("$")[1]
    return f"{area.partition('!')[0]}!{column}{FIRST_ROW + len(_CODES)}"


def _line(typed: str, compared: Sequence[Compared]) -> tuple[str, str]:
    """The line to send in: its value before the result is typed, and its formula."""
    count, size = len(fitness.QUESTIONS), len(compared)
    places, differs = (f"{KNOWN}!${col}$1:${col}${size}" for col in "AD")
    answers = "&".join(f"INDEX(check_fit,{number})" for number in range(1, count + 1))
    first = f'IF(SUM({differs})=0,""," first "&INDEX({places},MATCH(1,{differs},0)))'
    cells = f'"cells "&SUM({differs})&" of {size}"&{first}'
    waits = f"INDEX(games_result_row,{len(_CODES)})=0"
    program = f'IF(TRIM({typed})="","?",TRIM({typed}))&" ("&IFERROR(INFO("release"),"-")&")"'
    parts = (
        f'"xlrating {__version__}"', program, f'"answers "&{answers}', '"letter "&LEN("𠮷")',
        f'IF({waits},"{_WAITS}",{cells})',
    )  # fmt: skip
    said = (f"xlrating {__version__}", "? (-)", f"answers {'1' * count}", "letter 1", _WAITS)
    return " | ".join(said), "=" + '&" | "&'.join(parts)
