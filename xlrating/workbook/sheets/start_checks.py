"""The facts that the rules need, below the cells of Start, and doubts about its dates.

Added when all tables are known: a fact is compared with players and games. One hidden cell of a
row has the doubt as text, another one its line on Check.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import NamedTuple

from ...engine.errors import RuleSetError
from ...engine.problems import format_message
from ...engine.rules.ruleset import RuleSet, editions, in_force
from ...engine.texts import say
from ...exchange.addresses import address
from ..builder import Builder
from ..file.grid import Cell, ConditionalStyle, Sheet
from ..formulas.report import is_sent
from . import choice_rows, day_cells, event_facts, notices, unreported
from . import start as start_sheet
from .gravity import Gravity
from .start import EVENT_ROW, FIELD_ROW, ROW_OF
from .start_columns import (
    HINT,
    LABEL,
    NOTICE,
    NOTICE_RANK,
    PROBLEM,
    RANK,
    READ,
    TYPED,
    put_typed,
    typed_at,
)


class _Doubt(NamedTuple):
    row: int
    formula: str
    words: str


def fill(builder: Builder) -> None:
    """Put the rows, and the doubts of all rows."""
    sheet = builder.book.sheet("Start")
    doubts = _days(builder, {doubt.row: doubt for doubt in _edition(builder)})
    doubts += _federation(builder)
    below = event_facts.keys(builder.plan.rules)
    at = {**ROW_OF, **{key: row for row, key in enumerate(below, EVENT_ROW + 1)}}
    if below:
        sheet.put(EVENT_ROW, LABEL, builder.heading("event_terms", "label"))
    for fact in event_facts.rows(builder, sheet, at):
        row = at[fact.key]
        doubts.append(_Doubt(row, builder.render(fact.doubtful), fact.doubt))
        if fact.key in ROW_OF:
            continue  # its cell exists under any rules
        sheet.put(row, LABEL, builder.heading(fact.key, "label"))
        if fact.formula:
            formula = "=" + builder.render(fact.formula)
            sheet.put(row, TYPED, Cell(fact.value, formula, fact.style))
            builder.book.names[fact.key] = builder.at("Start", address(row, TYPED, "rc"))
        else:
            put_typed(builder, sheet, row, fact.key, Cell(fact.value, style=fact.style))
        wrong = builder.render(fact.wrong) if fact.wrong != '""' else ""
        start_sheet.put_hint(builder, sheet, row, f"{fact.key}_hint", wrong)
        sheet.validations += event_facts.validations(builder.plan, fact.key[6:], row)
        if fact.key == "event_national":
            event_facts.add_national(builder, sheet, row)
    for doubt in doubts:
        if doubt.formula != '""':
            _put(sheet, doubt)
    last = start_sheet.end_row(builder.plan.rules) - 1
    columns = {
        "start_notice": NOTICE, "start_notices": NOTICE_RANK,
        "start_problem": PROBLEM, "start_problems": RANK,
    }  # fmt: skip
    for name, col in columns.items():
        builder.name_area(name, "Start", FIELD_ROW, col, last)
    told = sorted(doubts, key=lambda doubt: doubt.row)
    builder.start_doubts = {doubt.row: doubt.words for doubt in told if doubt.words}
    for rank, row in enumerate(sorted(builder.start_doubts), 1):
        sheet.put(row, NOTICE_RANK, replace(sheet.cells[row, NOTICE_RANK], value=rank))


def _put(sheet: Sheet, doubt: _Doubt) -> None:
    row = doubt.row
    notice = address(row, NOTICE, "rc")
    above = f"{address(FIELD_ROW - 1, NOTICE_RANK, 'rc')}:{address(row - 1, NOTICE_RANK, 'c')}"
    sheet.put(row, NOTICE, Cell(doubt.words, f"={doubt.formula}", "helper"))
    before = notices.before(Gravity.START_DOUBT)
    rank = f'=IF({notice}="",0,{before}+COUNTIF({above},">0")+1)'
    sheet.put(row, NOTICE_RANK, Cell(0, rank, "helper"))
    hint = sheet.cells.get((row, HINT), Cell("", style="note"))
    shown = hint.formula.lstrip("=") if hint.formula else f'"{hint.value}"'
    # Next to an empty cell stays the hint on what to type.
    typed = typed_at(row) if (row, READ) in sheet.cells else address(row, TYPED, "rc")
    quiet = [f'{notice}=""', f'{typed}=""']
    problem = (row, PROBLEM)
    if problem in sheet.cells:
        quiet.append(f'{address(*problem, "rc")}<>""')
    is_quiet = not doubt.words or sheet.cells[row, TYPED].shown == ""
    text = f"=IF(OR({','.join(quiet)}),{shown},{notice})"
    sheet.put(row, HINT, Cell(hint.value if is_quiet else doubt.words, text, "note"))
    sheet.marks.append(ConditionalStyle((row, HINT, row, HINT), f'={notice}<>""', "look_text"))


def _days(builder: Builder, known: Mapping[int, _Doubt]) -> list[_Doubt]:
    """The doubts about the dates of the event: missing ones, and those in `known`, by row."""
    plan, doubts = builder.plan, list[_Doubt]()
    for which in ("start", "end"):
        key = f"event_{which}"
        row = ROW_OF[key]
        other = known.get(row, _Doubt(row, '""', ""))
        none = builder.say("event_day_missing", {"fact": builder.say(key)})
        none = f'IF(COUNT([Players.filled])=0,"",{none})'
        formula = f'IF(TRIM({typed_at(row)})="",{none},{other.formula})'
        is_missing = getattr(plan.event, which) is None and plan.event.players
        said = say(plan.language, "event_day_missing", fact=say(plan.language, key))
        words = said if is_missing else other.words
        doubts.append(_Doubt(row, builder.render(formula), words))
    return doubts


def _federation(builder: Builder) -> list[_Doubt]:
    """The doubt about an event's federation that the report does not take, as on Players."""
    if not is_sent(builder.plan):
        return []
    row = ROW_OF["event_federation"]
    typed = f"TRIM({typed_at(row)})"
    odd = builder.say("report_event_federation", {"value": typed})
    formula = f'IF({typed}="","",IF({unreported.is_code(typed)},"",{odd}))'
    found = [one for one in builder.plan.doubts if one.key == "report_event_federation"]
    return [_Doubt(row, formula, format_message(found[0], builder.plan.language) if found else "")]


def _edition(builder: Builder) -> list[_Doubt]:
    """The doubts about whether the workbook's edition was in force on the day of the event."""
    plan, rules = builder.plan, builder.plan.rules
    if not rules.edition:
        return []
    first, last = ("end", "start") if rules.dated_by == "end" else ("start", "end")
    found = [one for one in plan.doubts if one.key in ("edition_older", "edition_newer")]
    doubts = []
    for which, other in ((first, last), (last, first)):
        day = f"day_{which}"
        text = _edition_text(builder, day, rules)
        # The day that picks the edition, or the other one where it is not given.
        only = f'OR({day}="",day_{other}<>"")' if which == last else f'{day}=""'
        is_here = plan.event.day(rules.dated_by) is not None and (
            (getattr(plan.event, which) is not None)
            and (which == first or getattr(plan.event, other) is None)
        )
        words = format_message(found[0], plan.language) if found and is_here else ""
        doubts.append(_Doubt(ROW_OF[f"event_{which}"], f'IF({only},"",{text})', words))
    return doubts


def _edition_text(builder: Builder, day: str, rules: RuleSet) -> str:
    words = {
        "day": day_cells.text_of(day),
        "rules": choice_rows.named(builder, rules.shown),
        "since": f'"{rules.edition}"',
    }
    own = _number(date.fromisoformat(rules.edition))
    older, newer = '""', '""'
    for since in editions(rules.id):
        try:
            named = in_force(rules, since).shown
        except RuleSetError:
            # A choice made here may not exist in the other edition: it cannot be named then.
            continue
        number = _number(since)
        if number < own:
            text = choice_rows.named(builder, f", {named}")
            older = f"IF({day}>={number},{text},{older})"
        elif number > own and named != rules.shown:
            newer = f"IF({day}>={number},{choice_rows.named(builder, named)},{newer})"
    old = builder.say("edition_older", {**words, "current": older})
    text = f'IF({day}<{own},{old},"")'
    if newer != '""':
        new = builder.say("edition_newer", {**words, "current": newer})
        first = min(_number(since) for since in editions(rules.id) if _number(since) > own)
        text = f'IF({day}<{own},{old},IF({day}>={first},{new},""))'
    return text


def _number(day: date) -> int:
    return day.year * 10000 + day.month * 100 + day.day
