"""The new rating is a performance, or the mean of the old rating and a performance."""

from __future__ import annotations

from ....engine.rules.ruleset import RuleSet
from ....engine.rules.sections import Performance, Weighting
from ...file.grid import Value
from ...table import SheetColumn
from ...table import hidden as helper
from .. import arithmetic as formulas
from .. import entry_rating
from ..values import AuditRows, MethodColumns, Note, RatingsRows
from .common import PLAYED, counted_games, is_counted, measured, opponent_rating, own_rating, score


def weighed(rules: RuleSet) -> str:
    """The formula of the weighted mean of old rating and performance, or of the latter alone."""
    rule = rules.need(Weighting)
    if rule.parts == "games":
        return "([rating]*[k]+[performance]*[n])/([k]+[n])"
    if not rule.old:
        return "[performance]"
    parts = "([rating]*[Rules.weight_old]+[performance]*[Rules.weight_new])"
    return f"{parts}/([Rules.weight_old]+[Rules.weight_new])"


def audit(rows: AuditRows) -> MethodColumns:
    """The columns of Rounds: each game with the difference to the opponent as it counts."""

    formulas.only_cap(rows.rules)
    difference, helping = measured(rows)
    taken_text = 'IF([difference]="",[opponent_rating],[own_rating]-[difference])'
    shown = [own_rating(rows), opponent_rating(rows), difference, score(rows)]
    hidden = [*helping, helper("taken", rows.taken(is_counted), f"IF([counted]=0,0,{taken_text})")]
    return MethodColumns(shown, hidden)


def ratings(rows: RatingsRows) -> MethodColumns:
    """The columns of Ratings: average, performance, its weighted mean with the old rating."""
    rules = rows.rules
    rule, performed = rules.need(Weighting), rules.need(Performance)
    average = formulas.rounded("(SUM([Rounds.taken@])/[n])", performed.average_rounding)
    mixed = weighed(rules)
    if mixed != "[performance]":
        mixed = f'IF([rating]="",[performance],{mixed})'
    bounded = "[mixed]" if rule.most is None else "MIN([Rules.weight_most],[mixed])"
    rounded = formulas.as_published("[change]", rules)
    if rules.change.of == "rating":
        # The change from the old rating is added to it again: the new one is rounded.
        rounded = f"{formulas.as_published(bounded, rules)}-N([rating])"
    there = 'IF([Players.filled#]="","",IF([n]=0,0,{}))'

    def exact(index: int) -> Value:
        mixed = rows.step("step_mixed")(index)
        return mixed if mixed != "" else rows.played("performance")(index)

    e: list[SheetColumn] = []
    if rule.parts == "games":
        # E counts only where there is something to weigh.
        text = f'IF(OR([rating]="",[n]=0),"",{formulas.coefficient(rules)})'
        e = [rows.column("k", text, heading="development")]
    listed = entry_rating.floored("N([rating])+[rounded]", rules)
    shown = [
        rows.column("average", PLAYED.format(average)),
        *counted_games(rows),
        rows.column("performance", PLAYED.format(formulas.performance(rules))),
        *e,
        rows.column("change", there.format(f"{bounded}-N([rating])"), heading="change_exact"),
        rows.column("rounded", there.format(rounded)),
        rows.column("new", f'IF([n]=0,[rating],{listed})'),
    ]  # fmt: skip
    hidden = [helper("mixed", exact, PLAYED.format(mixed))]
    return MethodColumns(shown, hidden, _notes(rows))


def _notes(rows: RatingsRows) -> list[Note]:
    notes: list[Note] = [("step_no_games", "[n]=0", {})]
    if rows.rules.need(Weighting).most is not None:
        over = 'AND([n]>0,[mixed]<>"",N([mixed])>[Rules.weight_most])'
        notes.append(("step_most", over, {"value": "[Rules.weight_most]"}))
    return notes + entry_rating.floor_notes("N([rating])+[rounded]", rows.rules, none="[n]=0")
