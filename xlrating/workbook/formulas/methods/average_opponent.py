"""K x (W - N x P), P the expected share against the average opponent; a champion's bonus."""

# Columns are written as tables, one row per line.
# ruff: noqa: E501
from __future__ import annotations

from dataclasses import replace

from ....engine.rules.sections import Average
from ....engine.texts import say
from ....engine.vocabulary.booleans import NO_WORDS
from ...table import SheetColumn, told
from ...words import quoted
from .. import arithmetic as formulas
from .. import entry_rating, extras
from ..typed import is_one_of
from ..values import AuditRows, MethodColumns, Note, RatingsRows
from ..watch import NoFormulaError
from . import common, playoff
from .common import PLAYED


def audit(rows: AuditRows) -> MethodColumns:
    """The columns of Rounds: each game with its part of the change, at the same expected share."""
    rules = rows.rules
    keys = ("difference", "expected_share", "k")
    of = {key: f'IF([counted]=0,"",{rows.ratings(key)})' for key in keys}
    if rules.counted.playoff_as_one and rules.counted.forfeits != rules.counted.double_forfeits:
        # Whether a play-off counts would depend on its points, and its points on that.
        raise NoFormulaError("counted.playoff_as_one")
    as_one = bool(rows.plan.playoffs and rules.counted.playoff_as_one)

    change = 'IF(OR([gain]="",[k]=""),"",' + formulas.clean("[k]*[gain]", rules) + ")"
    shown = [
        common.own_entry_rating(rows),
        common.opponent_entry_rating(rows),
        # The same for all games: against the average opponent, in the row below.
        told(replace(rows.column("difference", of["difference"]), heading="difference_average")),
        told(rows.column("expected", of["expected_share"])),
        playoff.score(rows) if as_one else common.score(rows),
        told(rows.column("gain", common.gain(rules))),
        told(rows.column("k", of["k"])),
        told(rows.column("change", change)),
    ]
    if not as_one:
        return MethodColumns(shown, [])

    drawn = say(rows.plan.language, playoff.BY_BLACK)
    return MethodColumns(
        shown,
        playoff.columns(rows),
        reason="[later]=1",
        reason_key="not_playoff",
        note=f'IF([decided]<{playoff.DRAWN},"",{rows.builder.say(playoff.BY_BLACK)})',
        noted=lambda index: drawn if playoff.is_by_black(rows, index) else "",
    )


def ratings(rows: RatingsRows) -> MethodColumns:
    """The columns of Ratings: the average opponent, the change, the rating on the list."""
    rules = rows.rules
    guard, rated = common.if_k(rows), entry_rating.if_rated(rules)
    average = rules.need(Average)
    mean = formulas.rounded("([opponents_sum]/[n])", average.rounding, average.places)
    change = formulas.clean("[k]*[gain]", rules)
    bonus: list[SheetColumn] = []
    if rules.champion is not None:
        points = extras.champion_bonus(rules)
        text = f'IF(OR({no_mark("[Players.champion#]")},[k]=""),"",{points})'
        given = rows.step("step_champion", "step_champion_together", word="bonus")
        bonus = [SheetColumn("bonus", given, rated.format(text), "gain", 9)]
        safe = f"MAX(0,{change})+[bonus]"
        if rules.champion.no_loss == "after the bonus":
            safe = f"MAX(0,{change}+[bonus])"
        change = f'IF([bonus]="",{change},{safe})'
    new = entry_rating.on_the_list("[opening]+[rounded]", rules)
    shown = [
        SheetColumn("average", rows.played("average"), PLAYED.format(rated.format(mean)), "dec2", 10),
        *common.counted_games(rows),
        SheetColumn("difference", rows.step("step_p", word="difference"), 'IF(OR([average]="",[opening]=""),"",' + formulas.clean("[opening]-[average]", rules) + ")", "points", 10),
        SheetColumn("expected_share", rows.step("step_p"), f'IF([difference]="","",{formulas.expected(rules)})', "share", 10),
        rows.column("expected", rated.format(formulas.clean("N([expected_share])*[n]", rules))),
        rows.column("gain", rated.format(common.gained(rules))),
        rows.column("k", rated.format(formulas.limited(rules))),
        *bonus,
        rows.column("change", rated.format(guard(change)), heading="change_exact"),
        rows.column("rounded", rated.format(guard(formulas.new_rating(rules, "[opening]")))),
        rows.column("new", rated.format(guard(new))),
    ]  # fmt: skip
    hidden = [
        common.opponents_sum(rows),
        *entry_rating.columns(rows),
        common.k_table(rows, rated.format(formulas.coefficient(rules, "[opening]"))),
    ]  # fmt: skip
    return MethodColumns(shown, hidden, no_rating(rows), [*_champion(rows), *also_noted(rows)])


def no_rating(rows: RatingsRows) -> list[Note]:
    """Notes on why there is no rating to start from."""
    if rows.rules.start is None:
        return []
    none = {"title": "[Players.title#]"}
    found: list[Note] = [
        ("step_no_title", 'AND([opening]="",[Players.title#]="")', {}),
        ("step_no_start", '[opening]=""', none),
    ]
    # Also where nobody waits: the formula of the notes is the same for both readings.
    start = {"title": "[start_title]", "start": "[opening]"}
    return [*found, ("step_start_waits", '[basis]=""', start)]


def also_noted(rows: RatingsRows) -> list[Note]:
    """Notes on the entry rating, a bounded K, and what the list did to the new rating."""
    rules, found = rows.rules, list[Note]()
    if rules.start is not None:
        start = {"title": "[start_title]", "value": "[opening]"}
        found.append(("step_start", 'AND([Players.rating#]="",[basis]<>"")', start))
    if rules.coefficient and rules.coefficient.most:
        found.append(common.limited_note())
    return found + [
        (key, f'IF([new]="",FALSE,{test})', words)
        for key, test, words in entry_rating.notes(rows.plan)
    ]


def _champion(rows: RatingsRows) -> list[Note]:
    """The note on a champion's bonus, with its clause."""
    rule = rows.rules.champion
    if rule is None:
        return []
    key = "step_champion" if rule.no_loss == "before the bonus" else "step_champion_together"
    return [(key, '[bonus]<>""', {"bonus": "[bonus]", "clause": quoted(rule.clause)})]


def no_mark(cell: str) -> str:
    """The test that a cell for marking a player is empty or says no."""
    return is_one_of(cell, ("", *NO_WORDS))
