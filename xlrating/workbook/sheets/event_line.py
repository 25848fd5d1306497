"""Which event it is, in one line: name, place, days and arbiter, on every sheet and every page.

The line is a cell above the headings, which every page repeats: the header of a page cannot hold a
formula, and would keep showing what was typed when the file was made.
"""

from __future__ import annotations

import re

from ...engine.event import Event
from ...engine.texts import say
from ...exchange.addresses import address
from ..builder import Builder
from ..file.grid import Cell, Sheet
from ..table import HEAD_ROW
from . import day_cells

#: The row of the line, above the headings; and its name in formulas.
ROW, NAME = HEAD_ROW - 1, "event_line"
_DOT, _DASH = " · ", " – "
#: The most characters of a line.
_LONGEST = 999


def text_of(event: Event, language: str) -> str:
    """The line of an event; '' while nothing is typed.

    >>> text_of(Event((), name="Cup", facts={"chief_arbiter": "A. Biter"}), "en")
    'Cup · Arbiter: A. Biter'
    """
    days = dict.fromkeys(day_cells.shown(day, language) for day in (event.start, event.end) if day)
    arbiter = str(event.facts.get("chief_arbiter") or "")
    parts = [event.name, event.place, _DASH.join(days)]
    parts.append(say(language, "line_arbiter", name=arbiter) if arbiter else "")
    said = _DOT.join(re.sub(" +", " ", part).strip(" ") for part in parts if part.strip(" "))
    return said[:_LONGEST]


def add(builder: Builder, sheet: Sheet, row: int, col: int) -> None:
    """Put the hidden cell of Start that builds the line from the inputs."""
    first, last = "day_start", "day_end"
    both = f'AND({first}<>"",{last}<>"",{first}<>{last})'
    days = f'{day_cells.shown_formula(builder, first)}&IF({both},"{_DASH}","")&'
    days += f'IF({first}={last},"",{day_cells.shown_formula(builder, last)})'
    arbiter = builder.say("line_arbiter", {"name": "TRIM(event_chief_arbiter)"})
    parts = ["event_name", "event_place", f'IF({first}&{last}="","",{days})']
    parts.append(f'IF(TRIM(event_chief_arbiter)="","",{arbiter})')
    joined = "&".join(f'IF(TRIM({part})="","","{_DOT}"&TRIM({part}))' for part in parts)
    now = text_of(builder.plan.event, builder.plan.language)
    sheet.put(row, col, Cell(now, f"=MID({joined},{len(_DOT) + 1},{_LONGEST})", "helper"))
    builder.book.names[NAME] = f"{sheet.name}!{address(row, col, 'rc')}"


def put(builder: Builder) -> None:
    """Put the line above the headings of every visible sheet."""
    text = text_of(builder.plan.event, builder.plan.language)
    for sheet in builder.book.sheets:
        if sheet.hidden or not sheet.says_event:
            continue
        ends = [col for row, col in sheet.cells if row == ROW] + [sheet.print_columns or 8]
        # Each of two pages side by side has it.
        for first in (0, sheet.page_break) if sheet.page_break else (sheet.print_left,):
            last = min(col for col in (*ends, sheet.page_break) if col > first) - 1
            sheet.put(ROW, first, Cell(text, f"={NAME}", "event"))
            if last > first:
                sheet.joined[ROW, first] = last
