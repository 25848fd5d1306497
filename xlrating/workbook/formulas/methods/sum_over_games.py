"""Change = K x sum of (score - expected score) over the games."""

# Columns read as tables, a row a line.
# ruff: noqa: E501
from __future__ import annotations

from decimal import Decimal
from functools import partial

from ....engine.columns import NEW_DEVIATION
from ....engine.lines import GameLine
from ....engine.methods.common import points_of
from ....engine.rounding import ROUNDINGS
from ....engine.rules.sections import Initial
from ....engine.texts import say
from ...file.grid import Value
from ...sheets.steps import LAST_STEP, UNFINISHED, is_unfinished, met_rating
from ...table import SheetColumn, told
from ...table import hidden as helper
from .. import arithmetic as formulas
from .. import first_rating, opening
from ..approach import is_iterated
from ..development import developed
from ..values import AuditRows, MethodColumns, Note, Of, RatingsRows, short
from ..watch import NoFormulaError
from . import common
from .common import PLAYED, RATED
from .notes import capped, capped_words


def audit(rows: AuditRows) -> MethodColumns:
    """Each game with its own expected score and change."""
    rules = rows.rules
    text = _audit_formulas(rows) if rows.plan.native else {}
    over = bool(rules.coefficient and rules.coefficient.over)

    if_gain = 'IF([gain]="","",{})'

    e, n = (rows.ratings(key) if over else "" for key in ("development", "n"))
    made = formulas.clean(formulas.multiplied(rules, e=e, n=n), rules) if text else ""
    change = if_gain.format(common.if_k(rows)(made))
    ratings = [common.own_rating(rows), common.opponent_rating(rows)]
    if not text:
        # The engine may count other ratings than those the players bring.
        ratings = [
            common.own_rating(rows, rows.of_game("own_rating"), ""),
            rows.column("opponent_rating", "", rows.of_game("opponent_rating")),
        ]
    difference, hidden = common.measured(rows)
    shares = common.expected(rows, text.get("expected", ""))
    if not text:
        difference, shares = rows.column("difference", ""), rows.column("expected", "")
        hidden = [SheetColumn("real", rows.real, "", hidden=True)]
    shown = [
        *ratings,
        difference,
        shares,
        common.score(rows),
        rows.column("gain", text.get("gain", "")),
        told(rows.column("k", if_gain.format(rows.ratings("k")) if text else "")),
        told(rows.column("change", change if text else "")),
    ]
    if text and is_iterated(rules):
        hidden.append(met_rating(rows))
    note, counted = capped_words(rows.builder) if text else '""', ""
    if text and first_rating.disregarded(rules.initial):
        # Every game of an event that is disregarded was met, and none of them counts.
        met = "AND([line]>0,[why]=0)"
        hidden.append(helper("met", lambda i: int(_is_met(rows.game(i))), f"IF({met},1,0)"))
        nothing = f'AND([own_rating]="",{rows.ratings("disregarded")}=1)'
        counted = f"IF({nothing},0,[met])"
        words = rows.builder.say("not_disregarded")
        note = f"IF(AND([met]=1,[counted]=0),{words},{note})"
    return MethodColumns(shown, hidden, note=note, counted=counted, noted=partial(capped, rows))


def _is_met(game: GameLine | None) -> bool:
    """Whether a game was played against somebody rated, even if its event is disregarded."""
    return game is not None and (game.counted or game.reason == "not_disregarded")


def _audit_formulas(rows: AuditRows) -> dict[str, str]:
    rules = rows.rules
    share = formulas.expected(rules)
    if rules.outcomes is not None:
        share = formulas.expected_by_colour("[difference]", "[as_white]>0")
    gain = formulas.clean("[score]-[expected]", rules)
    return {
        "expected": share,
        "gain": f'IF([expected]="","",{gain})',
    }


def ratings(rows: RatingsRows) -> MethodColumns:
    """The sums of the games, K, the change; a first rating from the performance."""
    rules = rows.rules
    text = _ratings_formulas(rows) if rows.plan.native else {}
    over = bool(rules.coefficient and rules.coefficient.over and text)

    def first(index: int) -> Value:
        """The first rating before its bounds, as the formula of this column has it."""
        exact = rows.step("step_initial", word="exact")(index)
        if not isinstance(exact, Decimal) or rules.initial is None:
            return ""
        return ROUNDINGS[rules.initial.rounding](exact, 0)

    def of(key: str) -> str:
        return text.get(key, "")

    def finished(value: Of) -> Of:
        """A value that follows from the performance, where its steps suffice."""
        return lambda index: "" if is_unfinished(rows.plan, index) else value(index)

    def new(index: int) -> Value:
        line = rows.line(index)
        found = rows.of_line("new")
        return (finished(found) if line and line.player.rating is None else found)(index)

    def unfinished(index: int) -> str:
        late = is_unfinished(rows.plan, index)
        return say(rows.plan.language, short("performance_unfinished")) if late else ""

    n, points = common.counted_games(rows)
    e = rows.step("step_coefficient", "step_coefficient_given")
    developed = [SheetColumn("development", e, of("development"), "share", 9)] if over else []
    shown = [
        rows.column("average", of("average")),
        n if text else rows.column("n", ""),
        points if text else rows.column("score", ""),
        rows.column("expected", of("expected")),
        rows.column("gain", of("gain")),
        *developed,
        rows.column("k", of("k")),
        rows.column("change", of("change")),
        rows.column("rounded", of("rounded")),
        rows.column("new", of("new"), new),
        *(_deviation(rows) if rules.deviation is not None else ()),
        rows.column("performance", of("performance"), finished(rows.of_line("performance"))),
    ]
    hidden = [
        common.opponents_sum(rows)
        if text
        else SheetColumn("opponents_sum", rows.opponents_sum, hidden=True),
        SheetColumn("first", finished(first), of("first"), hidden=True),
    ]
    if not over:
        k_table = rows.step("step_k", "step_k_given")
        hidden.insert(1, SheetColumn("k_table", k_table, of("k_table"), hidden=True))
    if text and first_rating.disregarded(rules.initial):
        hidden += _disregarded(rows)
    return MethodColumns(
        shown, hidden, _notes(rows) if text else _engine_notes(), first_note=unfinished
    )


def _deviation(rows: RatingsRows) -> list[SheetColumn]:
    """The deviation after the games, which formulas do not have."""

    def value(index: int) -> Value:
        found = NEW_DEVIATION.value(line) if (line := rows.line(index)) else None
        return found if isinstance(found, Decimal) else ""

    return [SheetColumn(NEW_DEVIATION.key, value, "", "dec2", 11)]


def _disregarded(rows: RatingsRows) -> list[SheetColumn]:
    """What was played in the event, and whether it counts for nothing."""
    tests = ",".join(first_rating.disregarded(rows.rules.initial))

    def met(index: int) -> list[GameLine]:
        line = rows.line(index)
        return [game for game in line.games if _is_met(game)] if line else []

    def is_disregarded(index: int) -> int:
        return int(any(not game.counted for game in met(index)))

    return [
        helper("met", lambda i: len(met(i)), "SUM([Rounds.met@])"),
        helper("met_score", lambda i: points_of(met(i)), "SUMIF([Rounds.met@],1,[Rounds.score@])"),
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
        "average": PLAYED.format(average) if rule else '""',
        "expected": RATED.format(formulas.clean("SUM([Rounds.expected@])", rules)),
        "gain": RATED.format(formulas.clean("SUM([Rounds.gain@])", rules)),
        "k_table": RATED.format(formulas.coefficient(rules)),
        "development": RATED.format(developed(rules)) if over else "",
        "k": RATED.format(k),
        "change": RATED.format(guard(change)),
        "rounded": RATED.format(guard(formulas.new_rating(rules))),
        "new": f'IF([rating]="",IF([first]="","",{bounded}),{guard(opening.floored("[rating]+[rounded]", rules))})',
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
        notes += _first_notes(rule)
        if rule.least is not None:
            words = {"exact": "[first]", "least": "[Rules.least]"}
            notes.append(("initial_least", 'AND([rating]="",[first]<[Rules.least])', words))
        if rule.most is not None:
            words = {"most": "[Rules.most]"}
            notes.append(("initial_most", 'AND([rating]="",[first]>[Rules.most])', words))
        if rule.low is not None:
            words = {
                "exact": "[first]",
                "low": "[Rules.first_low]",
                "low_base": "[Rules.first_low_base]",
            }
            words["low_factor"] = "[Rules.first_low_factor]"
            notes.append(("initial_low", 'AND([rating]="",[first]<=[Rules.first_low])', words))
    if rules.coefficient and rules.coefficient.most:
        notes.append(common.limited_note())
    notes += opening.floor_notes("[rating]+[rounded]", rules)
    if rules.published.least is not None:
        words = {"least": "[Rules.published_least]"}
        below = 'AND([rating]<>"",[new]<[Rules.published_least])'
        notes.append(("step_unlisted", below, words))
    return notes


def _first_notes(rule: Initial) -> list[Note]:
    """Why a player has no first rating yet."""
    games = {"games": "[n]", "least_games": "[Rules.least_games]"}
    score = {"score": "[score]", "least_score": "[Rules.least_score]"}
    notes: list[Note] = [("initial_none", 'AND([rating]="",[n]=0)', {})]
    if first_rating.disregarded(rule):
        words = {"score": "[met_score]"}
        notes.insert(0, ("initial_disregarded", "[disregarded]=1", words))
    notes += [
        ("initial_games", 'AND([rating]="",[n]<[Rules.least_games])', games),
        ("initial_score", 'AND([rating]="",[score]<[Rules.least_score])', score),
        ("initial_full", 'AND([rating]="",[first]="")', {"score": "[score]", "games": "[n]"}),
    ]
    return notes


def _engine_notes() -> list[Note]:
    keys = ("initial_none", "initial_disregarded", "initial_games", "initial_score", "initial_full", "initial_least",
            "initial_most", "step_unlisted", "step_k_limited")  # fmt: skip
    return [(key, "", {}) for key in keys]
