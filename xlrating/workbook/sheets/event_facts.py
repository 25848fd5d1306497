"""The facts that the rules need about the event, on Start: one row each, with its errors."""

# Columns are written as tables, one row per line.
# ruff: noqa: E501
from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from typing import NamedTuple

from ...engine.admission import ALL_FACTS, MOST, asked, missing, national_id
from ...engine.problems import format_message
from ...engine.rules.ruleset import RuleSet
from ...engine.rules.sections import EventTerms
from ...engine.terms.start import is_marked
from ...engine.texts import say, wording
from ...engine.vocabulary.booleans import NO_WORDS
from ...engine.vocabulary.dates import FIRST_DAY, LAST_DAY, serial
from ...engine.vocabulary.sex import read_sex
from ...exchange.addresses import address
from ..builder import Builder
from ..file.grid import Sheet, Validation, Value
from ..file.page import Place, SheetReader
from ..formulas.typed import is_one_of
from ..plan import Plan
from ..table import SheetColumn, hidden
from ..words import quoted
from . import day_cells, event_time
from .start_columns import TYPED, meant_at, put_meant, typed_at

#: Shown on Start if a list of games did not say whether the event is a national one.
_UNSAID = "?"

#: Facts by what may be typed.
_NUMBERS, _DAYS, _MARKS = ("minutes", "increment", "arbiters"), ("filed",), ("approved",)


class FactRow(NamedTuple):
    """A row of Start: its key, value and style; errors and doubts; and its present message."""

    key: str
    value: Value
    style: str
    wrong: str = '""'
    doubtful: str = '""'
    doubt: str = ""
    formula: str = ""


#: Asked of every event, among the first cells of Start.
ALWAYS = "event_chief_arbiter"


def keys(rules: RuleSet) -> tuple[str, ...]:
    """The texts that label the rows of a rule set, below those of every event."""
    own = tuple(f"event_{fact}" for fact in asked(rules) if f"event_{fact}" != ALWAYS)
    return (*own, "event_champion") if rules.champion is not None else own


def rows(builder: Builder, sheet: Sheet, at: Mapping[str, int]) -> Iterator[FactRow]:
    """Yield the row of each fact; `at` gives its position. Puts the hidden cells of dates."""
    plan = builder.plan
    rule = plan.rules.event
    for fact in asked(plan.rules):
        assert rule is not None
        row = at[f"event_{fact}"]
        cell = typed_at(row)
        wrong = _wrong(builder, sheet, rule, fact, at)
        label, clause = builder.say(f"event_{fact}"), f'"{rule.clause_of(fact)}"'
        empty = builder.say("event_fact_missing", {"fact": label, "clause": clause})
        late = _late(builder, rule, row) if fact == "filed" else '""'
        if fact == "minutes":
            late = event_time.paced(builder, rule, at, '""', is_wrong=False)
        doubtful = (
            late
            if fact == "national"
            else f'IF(TRIM({cell})<>"",{late},IF(COUNT([Players.filled])=0,"",{empty}))'
        )
        style = {
            "minutes": "input_left",
            "increment": "input_left",
            "arbiters": "input_left",
            "filed": "input_date",
        }
        yield FactRow(
            f"event_{fact}",
            _value(plan, fact),
            style.get(fact, "input_text"),
            wrong,
            doubtful,
            _doubt(plan, fact),
        )
    if plan.rules.champion is not None:
        man, woman = (
            f'IFERROR(INDEX([Players.name],MATCH({which},[Players.is_champion],0))&"","")'
            for which in (1, 2)
        )
        none = f'IF(SUM([Players.is_champion])>0,"",IF([Rules.is_over]=1,{builder.say("champion_none")},""))'
        marked = [p for p in plan.event.players if is_marked(p, "champion")]
        names = [p.name for p in sorted(marked, key=lambda p: read_sex(p.sex) == "f")]
        told = [one for one in plan.doubts if one.key == "champion_none"]
        yield FactRow(
            "event_champion", " / ".join(names), "fact", doubtful=none,
            doubt=say(plan.language, "champion_none") if told else "",
            formula=f'{man}&IF(AND({man}<>"",{woman}<>"")," / ","")&{woman}',
        )  # fmt: skip


def _value(plan: Plan, fact: str) -> Value:
    found = plan.event.facts.get(fact, "")
    if fact == "national":
        return _national(plan)
    if isinstance(found, date):
        number = serial(found)
        return number if FIRST_DAY <= number <= LAST_DAY else found.isoformat()
    return found  # type: ignore[return-value]


def _national(plan: Plan) -> str:
    """The name of the national event in the language of the workbook."""
    facts, rule = plan.event.facts, plan.rules.event
    which = national_id(str(facts.get("national", "")), plan.rules)
    for one in rule.national if rule is not None else ():
        if one.id == which:
            return one.names[plan.language]
    has_places = any(player.facts.get("bonus_place") for player in plan.event.players)
    return _UNSAID if has_places and "national" not in facts else ""


def _doubt(plan: Plan, fact: str) -> str:
    """The engine's message about a fact that is missing or doubtful; '' for none."""
    rule = plan.rules.event
    assert rule is not None
    if fact in missing(plan.event, plan.rules):
        words = {"fact": say(plan.language, f"event_{fact}"), "clause": rule.clause_of(fact)}
        return say(plan.language, "event_fact_missing", **words)
    keys_of = {"filed": "event_filed_late", "minutes": "event_pace_approved"}
    found = [one for one in plan.doubts if one.key == keys_of.get(fact)]
    return format_message(found[0], plan.language) if found else ""


def _wrong(
    builder: Builder, sheet: Sheet, rule: EventTerms, fact: str, at: Mapping[str, int]
) -> str:
    """A formula for the error, as text; '' if there is none."""
    row = at[f"event_{fact}"]
    say_, cell = builder.say, typed_at(row)
    label, clause = say_(f"event_{fact}"), f'"{rule.clause_of(fact)}"'
    if fact in _DAYS:
        day = builder.plan.event.facts.get(fact)
        known = day if isinstance(day, date) else None
        is_none, is_two = day_cells.add(builder, sheet, row, known, "")
        words = {"value": f'IF(ISNUMBER({cell}),TEXT({cell},"0"),{cell})'}
        return f'IF({is_none},IF({is_two},{say_("day_unclear", words)},{say_("day_unknown", words)}),"")'
    if fact in _MARKS:
        return f'IF({is_one_of(cell, NO_WORDS)},{say_("event_unapproved", {"clause": clause})},"")'
    if fact == "national":
        unknown = say_("event_word_unknown", {"value": cell})
        quiet = f'OR(TRIM({cell})="",{cell}="{_UNSAID}",{IS_NATIONAL})'
        return f'IF({quiet},"",{unknown})'
    if fact not in _NUMBERS:
        return '""'
    whole = f",{cell}<>INT({cell})" if fact == "arbiters" else ""
    bad = f"IF(ISNUMBER({cell}),OR({cell}<0,{cell}>{MOST[fact]}{whole}),TRUE)"
    words = {"fact": label, "value": cell, "low": "0", "high": str(MOST[fact])}
    out = say_("number_out_of_range", words)
    text = '""'
    bounds = {"minutes": rule.minutes_most, "increment": rule.increment_most}
    most = bounds.get(fact)
    if most is not None:
        above = say_(
            "event_above", {"fact": label, "value": cell, "bound": str(most), "clause": clause}
        )
        text = f'IF({cell}>{most},{above},"")'
    elif fact == "arbiters":
        least = str(rule.arbiters)
        below = say_(
            "event_below", {"fact": label, "value": cell, "bound": least, "clause": clause}
        )
        text = f'IF({cell}<{least},{below},"")'
    if fact == "minutes":
        text = event_time.paced(builder, rule, at, text)
    return f'IF(TRIM({cell})="","",IF({bad},{out},{text}))'


def _late(builder: Builder, rule: EventTerms, row: int) -> str:
    """The formula of the message that the event was filed too late; days are like 20251012."""
    filed = address(row, day_cells.DAY, "rc")
    month = f"(MOD(INT({filed}/100),100)-1+{rule.notice_months})"
    due = f"((INT({filed}/10000)+INT({month}/12))*10000+(MOD({month},12)+1)*100+MOD({filed},100))"
    words = {
        "filed": day_cells.text_of(filed),
        "months": str(rule.notice_months),
        "clause": f'"{rule.clause_of("filed")}"',
    }
    late = builder.say("event_filed_late", words)
    return f'IF(OR({filed}="",day_start=""),"",IF({due}>day_start,{late},""))'


def validations(plan: Plan, fact: str, row: int) -> Iterator[Validation]:
    """Yield the validation of the cell of a fact."""
    area = (row, TYPED, row, TYPED)
    if fact in _NUMBERS:
        kind = "whole" if fact == "arbiters" else "decimal"
        yield Validation(area, kind, "", 0, MOST[fact], "bad_number")
    elif fact in _DAYS:
        yield Validation(area, "date", "", FIRST_DAY, LAST_DAY, hint="hint_date", strict=False)
    elif fact == "national" and plan.rules.event is not None:
        names = ",".join(one.names[plan.language] for one in plan.rules.event.national)
        yield Validation(area, "list", names, message="bad_choice", strict=False)
    elif fact in _MARKS:
        yield Validation(area, "list", say(plan.fixed_language, "yes_and_no"), message="bad_choice")


def names_of(rule: EventTerms) -> list[str]:
    """The names of the national events in all languages."""
    return [name for one in rule.national for name in one.names.values()]


#: Whether a national event is named on Start, from a hidden cell next to it.
IS_NATIONAL = "event_is_national=1"
#: Whether Start says that the event is not a national one; only a list of games leaves it open.
IS_NONE = f'AND(event_is_national=0,event_national<>"{_UNSAID}")'


def add_national(builder: Builder, sheet: Sheet, row: int) -> None:
    """Put the hidden cell that says whether a national event is named in the row."""
    rule = builder.plan.rules.need(EventTerms)
    cell = typed_at(row)
    listed = ",".join(f"{cell}={quoted(name)}" for name in names_of(rule))
    value = int(_national(builder.plan) not in ("", _UNSAID))
    put_meant(sheet, row, value, f"=IF(OR({listed}),1,0)")
    builder.book.names["event_is_national"] = builder.at("Start", meant_at(row))


def bonus_place(rules: RuleSet) -> str:
    """The formula of the place that earns a bonus, as by `bonus_places`: typed or of the table."""
    typed = 'IF([Players.bonus_place#]="","",[Players.bonus_place#])'
    if rules.event is None or not rules.event.national:
        return typed
    shown = "INDEX([Crosstable.place],[Crosstable.rank#])"
    there = "SUM([Rounds.opponent_at@])>0"
    follows = f'IF(AND([Rules.is_over]=1,{IS_NATIONAL},{there}),{shown},"")'
    return f'IF([Players.filled#]="","",IF(COUNT([Players.bonus_place])>0,{typed},{follows}))'


def games_columns(plan: Plan) -> list[SheetColumn]:
    """A hidden column of Games: the higher rating in a game that was played; -1 in other lines."""
    rule = plan.rules.event
    if rule is None or not rule.rates:
        return []

    def top(index: int) -> Value:
        game = plan.lines[index] if index < len(plan.lines) else None
        if game is None or not plan.is_real(game) or game.result.kind.value != "played":
            return -1
        players = (plan.event.by_no.get(no) for no in (game.white, game.black) if no is not None)
        return max([p.rating or 0 for p in players if p], default=0)

    kind = 'INDEX([Rules.result_kind],MAX(1,[result_row]))="played"'
    test = f"IF(OR([key_white]=0,[key_black]=0,[result_row]=0),-1,IF({kind},MAX([white_rating],[black_rating]),-1))"
    return [hidden("top_rating", top, test)]


def read(page: SheetReader, fields: Mapping[str, Place]) -> dict[str, object]:
    """The typed facts about the event, by name, without those that are empty."""
    found: dict[str, object] = {}
    for fact in ALL_FACTS:
        if f"event_{fact}" not in fields:
            continue
        place = fields[f"event_{fact}"]
        name = wording(f"event_{fact}")["en"].lower()
        if fact in ("minutes", "increment"):
            value: object = page.number(place, name)
        elif fact == "arbiters":
            value = page.whole(place, name)
        else:
            value = page.day(place) if fact == "filed" else page.entered(place)
        if fact == "national":
            # An empty cell says that the event is not a national one.
            if value != _UNSAID:
                found[fact] = value
        elif value not in (None, ""):
            found[fact] = value
    return found
