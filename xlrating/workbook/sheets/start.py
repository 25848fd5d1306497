"""The Start sheet: the workflow in five lines, the event's data, and whether it can be sent in.

An error in an input cell is shown next to it and, with a link, on Check: one hidden
cell in its row has the text, another one its number on Check.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from ...engine.languages import LANGUAGE, LANGUAGES
from ...engine.rules.ruleset import RuleSet
from ...engine.texts import is_text, say
from ...engine.tournament.tie_breaks import chosen, offered
from ...engine.vocabulary.dates import FIRST_DAY, LAST_DAY, serial
from ...exchange.addresses import address
from ..builder import Builder
from ..file.grid import Cell, ConditionalStyle, Sheet, Validation, Value
from ..formulas.report import is_sent
from ..plan import Plan
from ..table import NOTE_ROW, TITLE_ROW
from . import dashboard, day_cells, event_facts, event_line, pace, tie_cells
from .start_columns import (
    EDGE,
    HIDDEN,
    HINT,
    LABEL,
    MEANT,
    PROBLEM,
    RANK,
    TYPED,
    meant_at,
    put_meant,
    put_typed,
    typed_at,
)

#: Fields of the Start sheet: key, and whether a person fills it in.
FIELDS = (
    ("event_name", True),
    ("event_place", True),
    ("event_start", True),
    ("event_end", True),
    ("event_chief_arbiter", True),
    ("event_federation", True),
    ("event_language", True),
    *((cell, True) for cell in tie_cells.CELLS),
    ("file_rounds", True),
    ("file_rules", False),
    ("file_format", False),
    ("file_players", False),
    ("file_room", False),
    ("file_playoffs", False),
    ("file_lines", False),
)
FIELD_ROW = dashboard.END_ROW
ROW_OF = {key: row for row, (key, _) in enumerate(FIELDS, FIELD_ROW)}
FORMAT_ROW = ROW_OF["file_format"]
PACE_ROW = FIELD_ROW + len(FIELDS)
#: The facts that the rules ask for are below, under a heading.
EVENT_ROW = PACE_ROW + 1
STEPS = 5
#: The label of the language: one text in every language.
LANGUAGE_LABEL = "event_language_label"

#: The names of the languages, as the list of the cell offers them.
_NAMES = tuple(one.name for one in LANGUAGE.values())


def end_row(rules: RuleSet) -> int:
    """The first row below the facts that the rules ask for about the event."""
    asked = len(event_facts.keys(rules))
    return PACE_ROW + 2 + (asked + 1 if asked else 0)


def add_start(builder: Builder) -> Sheet:
    """Add the sheet: what to do in five lines, and the event's data."""
    plan, event = builder.plan, builder.plan.event
    looks = {"landscape": False, "says_event": False, "one_page": True}
    sheet = builder.new_sheet("Start", tab="green", **looks)
    sheet.widths = {LABEL: 24, TYPED: 36, EDGE: 0.8, HINT: 62}
    sheet.put(TITLE_ROW, 0, builder.heading(f"start_title_{event.format}", "title"))
    name = plan.rules.names
    names = ",".join(f'"{name.get(code, name["en"])}"' for code in LANGUAGES)
    shown = name.get(plan.language, name["en"])
    sheet.put(NOTE_ROW, 0, Cell(shown, f"=CHOOSE(language,{names})", "subtitle"))
    kind = "" if plan.is_round_robin else "_paste" if plan.takes_pairings else "_swiss"
    for step in range(1, STEPS + 1):
        own = f"start_step{step}{kind}"
        own = own if is_text(own) else f"start_step{step}"
        sheet.put(2 + step, 0, builder.heading(own, "step"))
    _put_fields(builder, sheet)
    if builder.choices.free:
        _tell_choices(builder, sheet)
    _add_validations(builder, sheet)
    _put_meant(builder, sheet)
    pace.add(builder, sheet, PACE_ROW)
    if pace.is_asked(plan.rules):
        text = builder.say("bad_pace")
        wrong_pace = f'IF({pace.wrong(plan.rules)}=1,{text},"")'
        put_hint(builder, sheet, PACE_ROW, f"{pace.KEY}_hint", wrong_pace)
    event_line.add(builder, sheet, ROW_OF["event_name"], MEANT)
    tie_cells.add_codes(builder, sheet, ROW_OF[tie_cells.CELLS[0]])
    sheet.hidden_columns |= HIDDEN
    sheet.print_columns, sheet.print_rows = HINT + 1, end_row(plan.rules)
    return sheet


def _values(plan: Plan) -> dict[str, Value]:
    """The contents of the fields, by key."""
    event = plan.event
    ties = [tie_cells.shown(code, plan) for code in chosen(event)]
    return {
        "event_name": event.name,
        "event_place": event.place,
        "event_federation": str(event.facts.get("federation", "")),
        "event_start": _typed(event.start),
        "event_end": _typed(event.end),
        "event_chief_arbiter": str(event.facts.get("chief_arbiter", "")),
        "event_language": LANGUAGE[plan.language].name,
        **dict.fromkeys(tie_cells.CELLS, ""),
        **dict(zip(tie_cells.CELLS, ties, strict=False)),
        "file_rules": plan.rules.shown,
        "file_format": event.format,
        "file_players": len(plan.numbers),
        "file_rounds": plan.own_rounds,
        "file_room": plan.rounds,
        "file_playoffs": plan.playoffs,
        "file_lines": plan.game_rows,
    }


def _put_fields(builder: Builder, sheet: Sheet) -> None:
    """Put one row per field: its label, its cell, and a hint or error."""
    values = _values(builder.plan)
    wrong = _wrong(builder, sheet, values)
    for key, is_input in FIELDS:
        row = ROW_OF[key]
        label = builder.heading(key, "label")
        if key == "event_language":
            # The label is in all languages, for those who read only one; and the formula of the
            # language must not depend on it.
            label = Cell(say(builder.plan.language, LANGUAGE_LABEL), style="label")
        sheet.put(row, LABEL, label)
        put_hint(builder, sheet, row, _hint_of(key, builder.plan), wrong.get(key, ""))
        if is_input:
            cell = Cell(values[key], style=_STYLES.get(key, "input_text"))
            put_typed(builder, sheet, row, key, cell)
        else:
            sheet.put(row, TYPED, Cell(values[key], style="fact"))
            builder.book.names[key] = builder.at("Start", address(row, TYPED, "rc"))


def _hint_of(key: str, plan: Plan) -> str:
    """The key of the text next to a field; '' if there is none."""
    if key in tie_cells.CELLS and plan.fixed_language != "en":
        # The list has names there, and codes to explain only in English files.
        return "tie_break_hint_listed" if key == tie_cells.CELLS[0] else ""
    if key == "event_federation" and not is_sent(plan):
        return ""  # it is the report that asks for three letters
    ends = ("", f"_{plan.event.format}")
    return next((hint for end in ends if is_text(hint := f"{key}_hint{end}")), "")


def _put_meant(builder: Builder, sheet: Sheet) -> None:
    """Put next to the fields, hidden, what formulas read: rounds, days, format and language."""
    plan, names = builder.plan, builder.book.names
    # Formulas read a number of rounds that the sheet has, whatever is typed.
    typed = typed_at(ROW_OF["file_rounds"])
    room = address(ROW_OF["file_room"], TYPED, "rc")
    is_none = _NO_ROUNDS.format(typed=typed, room=room)
    known = f'=IF(OR({typed}="",{is_none}),{room},{typed})'
    put_meant(sheet, ROW_OF["file_rounds"], plan.own_rounds, known)
    # Shown as text; formulas use the code next to it.
    sheet.put(FORMAT_ROW, TYPED, builder.heading(f"format_{plan.event.format}", "fact"))
    put_meant(sheet, FORMAT_ROW, plan.event.format, "")
    # Lines may be inserted or deleted.
    sheet.put(ROW_OF["file_lines"], TYPED, Cell(plan.game_rows, "=ROWS(games_round)", "fact"))
    # The number of the language: texts are in this order on the hidden Texts sheet.
    quoted = ",".join(f'"{text}"' for text in _NAMES)
    number = f"=IFERROR(MATCH(event_language,{{{quoted}}},0),1)"
    put_meant(sheet, ROW_OF["event_language"], LANGUAGES.index(plan.language) + 1, number)
    for key, meant in _MEANT.items():
        names[meant] = builder.at("Start", meant_at(ROW_OF[key]))


_STYLES = {"event_start": "input_date", "event_end": "input_date", "file_rounds": "input_left"}

#: The names of the hidden cells with the meaning of an input cell.
_MEANT = {
    "file_rounds": "file_rounds", "event_start": "day_start", "event_end": "day_end",
    "file_format": "file_format", "event_language": "language",
}  # fmt: skip

#: The test that the typed number of rounds is not one that the sheet can have.
_NO_ROUNDS = (
    'IF({typed}="",FALSE,IF(ISNUMBER({typed}),'
    "OR({typed}<1,{typed}>{room},{typed}<>INT({typed})),TRUE))"
)


def _typed(day: date | None) -> Value:
    """A day as a real date; as text where spreadsheets have no number for it."""
    if day is None:
        return ""
    number = serial(day)
    return number if FIRST_DAY <= number <= LAST_DAY else day.isoformat()


def _wrong(builder: Builder, sheet: Sheet, values: Mapping[str, Value]) -> dict[str, str]:
    """For each field, a formula for its error as text; '' if there is none."""
    event = builder.plan.event
    found = {}
    for key, day in (("event_start", event.start), ("event_end", event.end)):
        shown = values[key] if isinstance(values[key], str) else ""
        is_none, is_two = day_cells.add(builder, sheet, ROW_OF[key], day, str(shown))
        typed = typed_at(ROW_OF[key])
        words = {"value": f'IF(ISNUMBER({typed}),TEXT({typed},"0"),{typed})'}
        none, two = (builder.say(text, words) for text in ("day_unknown", "day_unclear"))
        found[key] = f'IF({is_none},IF({is_two},{two},{none}),"")'
    words = {name: day_cells.text_of(f"day_{name}") for name in ("start", "end")}
    before = f'IF(day_end<day_start,{builder.say("end_before_start", words)},"")'
    either = f'IF(OR(day_start="",day_end=""),"",{before})'
    found["event_end"] = f"{found['event_end'][:-3]}{either})"
    typed = typed_at(ROW_OF["file_rounds"])
    room = address(ROW_OF["file_room"], TYPED, "rc")
    rounds = builder.say("rounds_unknown", {"value": typed, "rounds": room})
    found["file_rounds"] = f'IF({_NO_ROUNDS.format(typed=typed, room=room)},{rounds},"")'
    if builder.choices.free:
        found["file_rules"] = f'IF(SUM(rules_choices_wrong)>0,{builder.say("bad_choices")},"")'
    known = ",".join(f'"{text}"' for text in _NAMES)
    unknown = f"ISNA(MATCH(event_language,{{{known}}},0))"
    found["event_language"] = f'IF({unknown},{builder.say("bad_language")},"")'
    bad_ties = builder.say("bad_ties")
    found[tie_cells.CELLS[0]] = f'IF({tie_cells.wrong(builder.plan)}=1,{bad_ties},"")'
    return found


def put_hint(builder: Builder, sheet: Sheet, row: int, hint: str, wrong: str) -> None:
    """Put the hint next to a cell, or its error; and the error's number on Check."""
    shown = builder.heading(hint, "note") if hint else None
    if not wrong:
        if shown:
            sheet.put(row, HINT, shown)
        return
    problem, above = address(row, PROBLEM, "rc"), address(row - 1, RANK, "c")
    first = address(FIELD_ROW - 1, RANK, "rc")
    sheet.put(row, PROBLEM, Cell("", f"={wrong}", "helper"))
    sheet.put(row, RANK, Cell(0, f'=IF({problem}="",0,MAX({first}:{above})+1)', "helper"))
    text = shown.formula.lstrip("=") if shown else '""'
    value = shown.value if shown else ""
    sheet.put(row, HINT, Cell(value, f'=IF({problem}="",{text},{problem})', "note"))
    sheet.marks.append(ConditionalStyle((row, TYPED, row, HINT), f'={problem}<>""', "bad"))


def _tell_choices(builder: Builder, sheet: Sheet) -> None:
    """Put next to the rules where options are chosen, or which are not the default."""
    row, rules = ROW_OF["file_rules"], builder.plan.rules
    said = builder.say("choices_taken", {"chosen": "rules_choices"})
    hint, wrong = builder.say("choices_hint"), address(row, PROBLEM, "rc")
    chosen = rules.shown.partition(":")[2]
    key = "choices_taken" if chosen else "choices_hint"
    text = f'=IF({wrong}<>"",{wrong},IF(rules_choices="",{hint},{said}))'
    sheet.put(row, HINT, Cell(say(builder.plan.language, key, chosen=chosen), text, "note"))
    sheet.marks.append(ConditionalStyle((row, TYPED, row, HINT), f"={meant_at(row)}>0", "look"))
    put_meant(sheet, row, int(bool(chosen)), '=IF(rules_choices="",0,1)')


def _add_validations(builder: Builder, sheet: Sheet) -> None:
    """Add the lists and bounds of inputs; a date in another style is understood, too."""

    plan = builder.plan

    def add(key: str, kind: str, *rest: object, **more: object) -> None:
        area = (ROW_OF[key], TYPED, ROW_OF[key], TYPED)
        sheet.validations.append(Validation(area, kind, *rest, **more))  # type: ignore[arg-type]

    for key in ("event_start", "event_end"):
        add(key, "date", "", FIRST_DAY, LAST_DAY, hint="hint_date", strict=False)
    for key in tie_cells.CELLS:
        add(
            key,
            "list",
            ",".join(tie_cells.shown(code, plan) for code in offered(plan.event)),
            message="bad_tie_break",
        )
    add("event_language", "list", ",".join(_NAMES), message="bad_language")
    add("file_rounds", "whole", "", 1, builder.plan.rounds, "bad_rounds")
