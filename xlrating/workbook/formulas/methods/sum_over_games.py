"""Change = K x sum of (score - expected score) over the games."""

# Columns are written as tables, one row per line.
# ruff: noqa: E501
from __future__ import annotations

from collections import defaultdict
from decimal import Decimal
from functools import partial

from ....engine.rounding import ROUNDINGS
from ....engine.texts import say
from ...file.grid import Value
from ...sheets.steps import LAST_STEP, UNFINISHED, is_unfinished
from ...table import SheetColumn, endless, told
from ...table import hidden as helper
from .. import arithmetic as formulas
from .. import entry_rating, first_rating
from ..approach import is_iterated
from ..development import developed
from ..values import AuditRows, MethodColumns, Note, Of, RatingsRows, short
from ..watch import NoFormulaError
from . import common
from .common import PLAYED, RATED
from .notes import capped, capped_words, is_met, reason_number


def audit(rows: AuditRows) -> MethodColumns:
    """The columns of Rounds: each game with its own expected score and change."""
    rules = rows.rules
    if not rows.plan.native:
        return _engine_audit(rows)
    if_gain = 'IF([gain]="","",{})'
    e, n = rows.ratings("development"), rows.ratings("n")
    change = formulas.clean(formulas.multiplied(rules, e=e, n=n), rules)
    share = formulas.expected(rules)
    if rules.outcomes is not None:
        share = formulas.expected_by_colour("[difference]", "[as_white]>0")
    difference, hidden = common.measured(rows)
    shown = [
        common.own_rating(rows),
        common.opponent_rating(rows),
        difference,
        common.expected(rows, share),
        common.score(rows),
        told(rows.column("gain", common.gain(rules))),
        told(_k(rows, rows.column("k", if_gain.format(rows.ratings("k"))))),
        told(rows.column("change", if_gain.format(common.if_k(rows)(change)))),
    ]
    note, counted = capped_words(rows.builder), ""
    if first_rating.disregarded(rules.initial):
        # In an event that is disregarded all games are `met`, and none of them counts.
        hidden.append(common.met_game(rows, is_met(reason_number(rows.builder))))
        nothing = f'AND([own_rating]="",{rows.ratings("disregarded")}=1)'
        counted = f"IF({nothing},0,[met])"
        words = rows.builder.say("not_disregarded")
        note = f"IF(AND([met]=1,[counted]=0),{words},{note})"
    return MethodColumns(shown, hidden, note=note, counted=counted, noted=partial(capped, rows))


def _engine_audit(rows: AuditRows) -> MethodColumns:
    """The columns of Rounds as values alone; the engine may use other ratings than the players'."""
    shown = [
        common.own_rating(rows, rows.of_game("own_rating"), ""),
        rows.column("opponent_rating", "", rows.of_game("opponent_rating")),
        *(rows.column(key, "") for key in ("difference", "expected")),
        common.score(rows),
        rows.column("gain", ""),
        told(_k(rows, rows.column("k", ""))),
        told(rows.column("change", "")),
    ]
    return MethodColumns(shown, [], noted=partial(capped, rows))


def _k(rows: AuditRows | RatingsRows, column: SheetColumn) -> SheetColumn:
    """The column of K, which is a quotient if it follows from the coefficient."""
    rule = rows.rules.coefficient
    return endless(column) if rule and rule.over else column


def ratings(rows: RatingsRows) -> MethodColumns:
    """The columns of Ratings: sums of the games, K, change; a first rating from the performance."""
    rules = rows.rules
    is_native = rows.plan.native
    text = _ratings_formulas(rows) if is_native else defaultdict[str, str](str)
    over = bool(rules.coefficient and rules.coefficient.over and is_native)

    def first(index: int) -> Value:
        """The first rating before its bounds, as the formula of this column has it."""
        exact = rows.step("step_initial", word="exact")(index)
        if not isinstance(exact, Decimal) or rules.initial is None:
            return ""
        return ROUNDINGS[rules.initial.rounding](exact, 0)

    def finished(value: Of) -> Of:
        """A value that follows from the performance; '' where its steps do not suffice."""
        return lambda index: "" if is_unfinished(rows.plan, index) else value(index)

    def new(index: int) -> Value:
        line = rows.line(index)
        found = rows.of_line("new")
        return (finished(found) if line and line.player.rating is None else found)(index)

    def unfinished(index: int) -> str:
        late = is_unfinished(rows.plan, index)
        return say(rows.plan.language, short("performance_unfinished")) if late else ""

    e = rows.step("step_coefficient", "step_coefficient_given")
    developed = [SheetColumn("development", e, text["development"], "share", 9)] if over else []
    # Formulas do not calculate it.
    deviation = [SheetColumn("new_rd", rows.fact("rd"), "", "dec2", 11)]
    shown = [
        *(rows.column(key, text[key]) for key in ("average", "n", "score", "expected", "gain")),
        *developed,
        _k(rows, rows.column("k", text["k"])),
        *(rows.column(key, text[key]) for key in ("change", "rounded")),
        rows.column("new", text["new"], new),
        *(deviation if rules.deviation is not None else ()),
        rows.column("performance", text["performance"], finished(rows.of_line("performance"))),
    ]
    hidden = [
        common.opponents_sum(rows),
        SheetColumn("first", finished(first), text["first"], hidden=True),
    ]
    if not over:
        hidden.insert(1, common.k_table(rows, text["k_table"]))
    if is_native and first_rating.disregarded(rules.initial):
        hidden += _disregarded(rows)
    notes = _notes(rows) if is_native else _engine_notes()
    return MethodColumns(shown, hidden, notes, first_note=unfinished)


def _disregarded(rows: RatingsRows) -> list[SheetColumn]:
    """Hidden columns: the games met, the score in them, and 1 if they count for nothing."""
    tests = ",".join(first_rating.disregarded(rows.rules.initial))
    is_disregarded = rows.of_player(
        lambda line: int(any(not game.counted for game in common.met_games(line))), 0
    )
    return [
        *common.met_columns(rows),
        helper("disregarded", is_disregarded, f'IF(AND([rating]="",[met]>0,OR({tests})),1,0)'),
    ]


def _ratings_formulas(rows: RatingsRows) -> dict[str, str]:
    rules, guard = rows.rules, common.if_k(rows)
    rule = rules.performance
    average = formulas.rounded("([opponents_sum]/[n])", rule.average_rounding if rule else "none")
    performance = '""'
    if rule and rule.solved:
        raise NoFormulaError("performance.solved")
    if is_iterated(rules):
        performance = PLAYED.format(LAST_STEP)
    elif rule:
        performance = PLAYED.format(f'IFERROR({formulas.performance(rules)},"")')
    bounded = first_rating.bounded(rules, "[first]")
    over = bool(rules.coefficient and rules.coefficient.over)
    k = formulas.limited(rules)
    if over:
        k = "[Rules.over]/([development]+[n])"
        k = k if formulas.always_has_k(rules) else f'IF([development]="","",{k})'
    change = formulas.clean(formulas.multiplied(rules), rules)
    return {
        **common.COUNTED,
        "average": PLAYED.format(average) if rule else '""',
        "expected": RATED.format(common.of_rounds("expected", rules)),
        "gain": RATED.format(common.gained(rules)),
        "k_table": RATED.format(formulas.coefficient(rules)),
        "development": RATED.format(developed(rules)) if over else "",
        "k": RATED.format(k),
        "change": RATED.format(guard(change)),
        "rounded": RATED.format(guard(formulas.new_rating(rules))),
        "new": f'IF([rating]="",IF([first]="","",{bounded}),{guard(entry_rating.floored("[rating]+[rounded]", rules))})',
        "performance": performance,
        "first": f'IF([rating]<>"","",{first_rating.first_rating(rules)})',
    }


def _notes(rows: RatingsRows) -> list[Note]:
    rules, notes = rows.rules, list[Note]()
    rule = rules.initial
    if is_iterated(rules):
        notes.append(("performance_unfinished", UNFINISHED, {}))
    if rule is None:
        notes.append(("step_no_initial", '[rating]=""', {}))
    else:
        if first_rating.disregarded(rule):
            notes.append(("initial_disregarded", "[disregarded]=1", {"score": "[met_score]"}))
        notes += common.first_notes("[n]", "[score]", "[first]")
        words = {"exact": "[first]", "least": "[Rules.least]", "most": "[Rules.most]"}
        words |= {key: f"[Rules.first_{key}]" for key in ("low", "low_base", "low_factor")}
        for key, sign in (("least", "<"), ("most", ">"), ("low", "<=")):
            if getattr(rule, key) is not None:
                test = f'AND([rating]="",[first]{sign}{words[key]})'
                notes.append((f"initial_{key}", test, words))
    if rules.coefficient and rules.coefficient.most:
        notes.append(common.limited_note())
    notes += entry_rating.floor_notes("[rating]+[rounded]", rules, none=common.NOT_NEW)
    if rules.published.least is not None:
        words = {"least": "[Rules.published_least]"}
        below = 'AND([rating]<>"",[new]<[Rules.published_least])'
        notes.append(("step_unlisted", below, words))
    return notes


def _engine_notes() -> list[Note]:
    keys = ("initial_none", "initial_disregarded", "initial_games", "initial_score", "initial_full", "initial_least",
            "initial_most", "step_unlisted", "step_k_limited")  # fmt: skip
    return [(key, "", {}) for key in keys]
