"""US Chess: an event in passes, each with the opponents' ratings after the one before."""

# Columns are written as tables, one row per line.
# ruff: noqa: E501
from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from functools import partial
from operator import attrgetter

from ....engine.rounding import HALF, ONE
from ....engine.rules.ruleset import RuleSet
from ....engine.rules.sections import BonusThreshold, Coefficient, Passes, PeakFloor, Special
from ....engine.terms.coefficient import multiplied
from ....engine.texts import say
from ...file.grid import Value
from ...sheets.lean import shared
from ...table import SheetColumn, endless, hidden, told
from .. import arithmetic as formulas
from .. import us_chess
from ..passes import Passed, PassedPlayer
from ..values import AuditRows, MethodColumns, Note, Of, RatingsRows
from ..watch import NoFormulaError
from . import us_chess_special as special
from .common import (
    PLAYED,
    RATED,
    counted_games,
    gained,
    is_counted,
    met,
    own_rating,
    score,
    typed_rating,
)

_FILLED = 'IF([Players.filled#]="","",{})'
#: The new rating before it is rounded, and before any floor.
_EXACT = "([begun]+[exact])"


def _expect(rules: RuleSet) -> int:
    """The number of passes. Raises `NoFormulaError` for rules that formulas do not cover."""
    if rules.passes is None:
        raise NoFormulaError("passes")
    rule = rules.difference
    if rule.cap is not None or rule.unrated_gap is not None:
        raise NoFormulaError("difference")
    if rules.need(Coefficient).effective is None:
        raise NoFormulaError("coefficient.effective")
    if not rules.need(Special).solved:
        raise NoFormulaError("special.solved")
    if rules.change.of != "rating":
        raise NoFormulaError("change.of")
    return rules.passes.times


def audit(rows: AuditRows) -> MethodColumns:
    """The columns of Rounds: each game against the opponent's rating of the last pass."""
    rules, times, passed = rows.rules, _expect(rows.rules), Passed(rows.plan)

    last = special.met(times)
    typed = typed_rating("INDEX([Players.rating],[opponent_at])")
    found = met(f"IF([counted]=1,[{last}],{typed})")
    standard = f'IF(OR([counted]=0,{rows.ratings("special")}=1),"",{{}})'
    change = formulas.clean("[k]*[gain]", rules)
    difference = f"{rows.ratings('begun')}-[opponent_rating]"
    shown = [
        told(own_rating(rows)),
        told(endless(rows.column("opponent_rating", found, rows.of_game("opponent_rating")))),
        told(endless(rows.column("difference", standard.format(difference)))),
        told(rows.column("expected", standard.format(formulas.expected(rules, f"({difference})")))),
        score(rows),
        told(rows.column("gain", standard.format(gained(rules)))),
        told(endless(rows.column("k", standard.format(rows.ratings("k"))))),
        told(rows.column("change", standard.format(change))),
    ]
    helping = special.own(rows, passed)
    for number in range(times + 1):
        helping += special.of_games(rows, passed, number)
        helping += special.of_players(rows, passed, number)
    # Everybody has a rating here, if only for the time being.
    return MethodColumns(shown, helping, reason_key="not_opponent_unrated")


def ratings(rows: RatingsRows) -> MethodColumns:
    """The columns of Ratings, from the rating to start from, pass by pass, to the new rating."""
    rules, times, passed = rows.rules, _expect(rows.rules), Passed(rows.plan)
    n, points = counted_games(rows)
    has_standard = 'OR([begun]="",[n]=0,[special]=1)'
    standard = f'IF({has_standard},"",{{}})'
    exact = formulas.as_published(_EXACT, rules)
    absolute = us_chess.absolute_floor(rules)
    floor = us_chess.floor(rules, "MAX([rating],N([Players.peak#]))", "[Players.{}#]")
    first = f'IF([n]=0,"",MAX({exact},{absolute}))'
    new = f"IF([n]=0,[rating],MAX({exact},{floor},N([Players.floor#])))"
    shown = [
        endless(rows.column("average", PLAYED.format("[opponents_sum]/[n]"))),
        n,
        points,
        rows.column("expected", standard.format(_expected(rules, times))),
        rows.column("gain", standard.format(gained(rules))),
        endless(rows.column("k", standard.format("[Rules.over]/([coefficient]+[n])"))),
        rows.column("change", RATED.format("[exact]")),
        rows.column("rounded", RATED.format(formulas.noiseless("[new]-[rating]"))),
        rows.column("new", f'IF([begun]="","",IF([rating]="",{first},{new}))'),
    ]
    against = rows.opponents_sum(is_counted)
    helping = [
        hidden("opponents_sum", against, f"SUM([Rounds.{special.met(times)}@])"),
        *_begun(rows, passed),
        *_passes(rows, passed, times),
    ]
    helping += _career(passed, rules)
    return MethodColumns(shown, helping, _notes(rows), first_note=_first(rows))


def _column(passed: Passed, key: str, text: str, none: Value = 0) -> SheetColumn:
    """The hidden column of an attribute of `PassedPlayer`, which is the key of the column."""
    return hidden(key, passed.each(attrgetter(key), none=none), text)


def _begun(rows: RatingsRows, passed: Passed) -> list[SheetColumn]:
    """Hidden columns with what all passes start from."""
    rules, rule, column = rows.rules, rows.rules.need(Passes), partial(_column, passed)
    born, games = "[Players.born#]", "[Players.games#]"
    aged = f"MAX([Rules.pass_least],MIN([Rules.pass_most],[Rules.pass_per_year]*([Rules.year]-{born})))"
    unknown = "[Rules.pass_most]" if rule.unknown is None else "[Rules.pass_unknown]"
    temporary = f'IF(ISNUMBER({born}),IF([Rules.day]="",[Rules.pass_most],{aged}),{unknown})'
    weight = us_chess.weight_of_rating(rules)
    wins, draws = "[Players.wins#]", "[Players.draws#]"
    known = f'OR([rating]="",N({games})=0,ISNUMBER({wins})=FALSE,ISNUMBER({draws})=FALSE)'
    lost = f"IF(AND({wins}=0,{draws}=0),-1,0)"
    few = f"IF(ISNUMBER({games}),IF(OR({games}<=[Rules.special_games],[history]<>0),1,0),0)"
    own, counted = "[Rounds.opponent_at@]", "[Rounds.counted@]"
    most = f"SUMPRODUCT(MAX({counted}*COUNTIFS({own},{own},{counted},1)))"
    often = f"IF({most}>[Rules.bonus_meetings],1,0)"
    is_often = rules.need(BonusThreshold).most_meetings

    def often_met(one: PassedPlayer) -> int:
        return int(max(map(one.met.count, one.met), default=0) > is_often)

    return [
        column("begun", _FILLED.format(f"IF(ISNUMBER([Players.rating#]),[Players.rating#],{temporary})"), ""),
        column("weight", shared(f'IF([rating]="",0,{weight})')),
        column("coefficient", "IF(ISNUMBER([Players.k#]),[Players.k#],[weight])"),
        column("history", shared(f"IF({known},0,IF({wins}={games},1,{lost}))")),
        column("newcomer", 'IF(OR([rating]<>"",[n]=0),0,1)'),
        column("special", shared(f'IF([n]=0,0,IF([rating]="",1,{few}))')),
        *([hidden("often", passed.each(often_met), often)] if is_often else ()),
    ]  # fmt: skip


def _passes(rows: RatingsRows, passed: Passed, times: int) -> list[SheetColumn]:
    """Hidden columns up to the rating after each pass, the last change not rounded."""
    rules, found = rows.rules, list[SheetColumn]()
    base = formulas.clean("[Rules.over]*([score]-{})/([coefficient]+[n])", rules)
    standard = "IF(OR([n]=0,[special]=1),0,{})"
    for number in range(times + 1):
        found.append(special.solved(rows, passed, number))
        solved = f"[solved{number}]"
        if number == 0:
            found.append(_after(passed, 0, f"IF([newcomer]=0,[begun],{solved})"))
            continue
        expected, is_last = f"[expected{number}]", number == times
        if is_last:
            expected = "N([expected])"
        else:
            value = _standard(passed, partial(passed.expected, number))
            text = standard.format(_expected(rules, number))
            found.append(hidden(f"expected{number}", value, text))
        more = us_chess.bonus(rules).replace("[change]", f"[base{number}]")
        if rules.need(BonusThreshold).most_meetings:
            more = f"IF([often]=1,0,{more})"
        text = standard.format(base.format(expected))
        found.append(hidden(f"base{number}", _base(passed, number), text))
        change = f"IF([n]=0,0,IF([special]=1,{solved}-[begun],[base{number}]+{more}))"
        if is_last:
            found.append(_column(passed, "exact", f'IF([begun]="",0,{change})'))
        else:
            found.append(_after(passed, number, f"[begun]+{change}"))
    return found


def _expected(rules: RuleSet, number: int) -> str:
    """The formula of the expected score in a pass: the sum over the games."""
    many = f"([begun]-[Rounds.{special.met(number)}@])"
    return formulas.expected_of_many(rules, many, "[Rounds.counted@]")


def _after(passed: Passed, number: int, text: str) -> SheetColumn:
    value = passed.each(lambda one: one.ratings[number + 1], none="")
    return hidden(special.passed(number + 1), value, f'IF([begun]="","",{text})')


def _standard(passed: Passed, value: Callable[[PassedPlayer], Value]) -> Of:
    """A value for players rated by the standard formula; 0 for others."""
    return passed.each(lambda one: value(one) if one.n and not one.special else 0)


def _base(passed: Passed, number: int) -> Of:
    """The change in a pass before any bonus."""

    def change(one: PassedPlayer) -> Value:
        gain = one.score - passed.expected(number, one)
        return multiplied(one.coefficient, one.n, gain, passed.rules)

    return _standard(passed, change)


def _career(passed: Passed, rules: RuleSet) -> list[SheetColumn]:
    """Hidden columns: what this event adds to a player's games won and drawn, and events."""
    least = rules.need(PeakFloor).event_games

    def scored(key: str, points: Decimal) -> SheetColumn:
        text = f"COUNTIFS([Rounds.counted@],1,[Rounds.score@],{points})"
        found = passed.each(lambda one: sum(game.points == points for game in one.entry.counted))
        return hidden(key, found, text)

    events = passed.each(lambda one: int(one.n >= least))
    counts = "IF([n]>=[Rules.peak_event_games],1,0)"
    return [scored("won", ONE), scored("drawn", HALF), hidden("counts", events, counts)]


def _notes(rows: RatingsRows) -> list[Note]:
    """Notes on the floor that lifted a rating, or on the special formula behind it."""
    lifted = f'IF([new]="",FALSE,AND([n]>0,[new]>{formulas.as_published(_EXACT, rows.rules)}))'
    return [
        ("step_peak_floor", f'AND([rating]<>"",{lifted})', {"value": "[new]"}),
        ("step_floor", f'AND([rating]="",{lifted})', {"least": "[new]"}),
        *((f"step_special_{key}", f'AND([rating]<>"",[special]=1,[history]={number})', {})
          for key, number in (("solved", 0), ("won", 1), ("lost", -1))),
    ]  # fmt: skip


def _first(rows: RatingsRows) -> Callable[[int], str]:
    """The note of a first rating that no floor has lifted."""

    def said(index: int) -> str:
        line = rows.line(index)
        if line is None or line.player.rating is not None or line.new is None:
            return ""
        lifted = any(step.key == "step_floor" for step in line.steps)
        return "" if lifted else say(rows.plan.language, "note_first")

    return said
