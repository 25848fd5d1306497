"""Each game changes the rating at once; every game starts from the ratings before its round."""

from __future__ import annotations

from functools import partial

from ....engine.lines import GameLine
from ....engine.results import RESULT_BY_CODE
from ....engine.rounding import ZERO
from ....engine.rules.ruleset import RuleSet
from ....engine.rules.sections import Coefficient
from ....engine.terms.coefficient import deciding
from ....engine.tournament.placing import bonus_places
from ...file.grid import Value
from ...sheets import event_facts
from ...sheets.lean import MARK, NOTHING
from ...table import SheetColumn, told
from ...table import hidden as helper
from .. import arithmetic as formulas
from .. import entry_rating, extras
from ..values import AuditRows, MethodColumns, RatingsRows
from . import common
from .average_opponent import also_noted, no_mark, no_rating
from .notes import capped, capped_words


def audit(rows: AuditRows) -> MethodColumns:
    """The columns of Rounds: each game with both ratings before it, K and its rounded change."""
    rules = rows.rules
    table = rules.need(Coefficient)

    def before(index: int) -> Value:
        return rows.after(index // rows.rounds, index % rows.rounds, "rounded")

    def opponent(index: int) -> Value:
        place = rows.opponent_at(index)
        return rows.after(place - 1, index % rows.rounds, "rounded") if place else ""

    def opponent_text(index: int) -> str:
        return common.met(f"INDEX([Ratings.before{index % rows.rounds + 1}],[opponent_at])")

    start = rows.ratings("opening")

    def own_text(index: int) -> str:
        if index % rows.rounds == 0 or rules.change.ratings == "before the event":
            return common.filled(start)
        return f'IF({start}="","",[own_rating-]+N([rounded-]))'

    by = "[own_rating]"
    if table.of == "result":
        by = formulas.deciding(common.scores("black", "white"))
    formulas.only_cap(rules)
    k = formulas.k_of_game(rules, "[by]")
    if table.final_rounds:
        late = "[round]>file_rounds-[Rules.final_rounds]"
        if rows.plan.playoffs:
            late = f"AND({late},[round]<=file_rounds)"
        if table.final_least:
            late = f"AND({late},file_rounds>=[Rules.final_least])"
        k = f"{k}+IF({late},[Rules.final_more],0)"

    given = "INDEX([Players.k],[place])"
    k_number = f'IF([gain]="",0,IF(ISNUMBER({given}),{given},{k}))'

    change = formulas.clean("[k_number]*[gain]", rules)
    rounded = formulas.as_published("[change]", rules)
    difference, helping = common.measured(rows)
    shown = [
        common.own_rating(rows, before, own_text),
        rows.column("opponent_rating", opponent_text, opponent),
        difference,
        common.expected(rows, formulas.expected(rules)),
        common.score(rows),
        rows.column("gain", common.gain(rules)),
        told(rows.column("k", 'IF([gain]="","",[k_number])')),
        rows.column("change", f'IF([gain]="","",{change})'),
        rows.column("rounded", f'IF([change]="","",{rounded})'),
    ]  # fmt: skip
    hidden = [
        *helping,
        # Numbers in every row, so that rows can share the formulas.
        helper("by", rows.of(partial(_deciding, rules), 0), f'IF([difference]="",0,{by})'),
        helper("k_number", lambda i: rows.counted("k")(i) or 0, k_number),
    ]
    note = capped_words(rows.builder)
    return MethodColumns(shown, hidden, note=note, noted=partial(capped, rows))


def _deciding(rules: RuleSet, found: GameLine) -> Value:
    """The rating that determines the K of a counted game; otherwise 0."""
    if not found.counted or found.own_rating is None:
        return 0
    result = RESULT_BY_CODE[found.result]
    points = (result.white or ZERO, result.black or ZERO)
    own, other = {"rating": found.own_rating}, {"rating": found.opponent_rating}
    by = deciding(own, other, points if found.colour == "w" else points[::-1], rules)
    return by["rating"]


def ratings(rows: RatingsRows) -> MethodColumns:
    """The columns of Ratings: sums of the rounds, bonus, absence, the rating on the list."""
    plan, rules = rows.plan, rows.rules
    rated = entry_rating.if_rated(rules)
    besides: list[SheetColumn] = []
    after = "SUM([Rounds.rounded@])"
    exact = common.of_rounds("change", rules)
    if rules.bonus is not None:
        points = "IF([bonus_at]>COUNT([Rules.bonus]),0,INDEX([Rules.bonus],[bonus_at]))"
        text = rated.format(f'IF([bonus_at]="","",IFERROR({points},""))')
        besides.append(
            SheetColumn("bonus", rows.step("step_bonus", word="bonus"), text, "signed", 9)
        )
        after, exact = f"{after}+N([bonus])", f"{exact}+N([bonus])"
    if rules.absence is not None:
        penalty = extras.absence(rules, f"([opening]+{after})")
        text = rated.format(f'IF({no_mark("[Players.absent#]")},"",{penalty})')
        taken = rows.step("step_absence", word="penalty")
        besides.append(
            SheetColumn("penalty", lambda i: taken(i) and -taken(i), text, "signed", 9)  # type: ignore[operator]
        )
        after, exact = f"{after}+N([penalty])", f"{exact}+N([penalty])"
    new = entry_rating.on_the_list("[opening]+[rounded]", rules)
    shown = [
        *common.counted_games(rows),
        rows.column("expected", rated.format(common.of_rounds("expected", rules))),
        rows.column("gain", rated.format(common.of_rounds("gain", rules))),
        *besides,
        rows.column("change", rated.format(formulas.clean(exact, rules)), heading="change_exact"),
        rows.column("rounded", rated.format(after)),
        rows.column("new", rated.format(new)),
    ]  # fmt: skip
    hidden = [*entry_rating.columns(rows)]
    if rules.bonus is not None:
        # The place that earns a bonus, as typed or from the table; an empty cell earns none.
        places = bonus_places(plan.event, rules)
        place = event_facts.bonus_place(rules)
        hidden.append(helper("bonus_at", lambda i: places.get(plan.numbers[i], ""), place))
    hidden += (_before(rows, number) for number in range(1, plan.all_rounds + 1))
    return MethodColumns(shown, hidden, no_rating(rows), also_noted(rows))


def _before(rows: RatingsRows, number: int) -> SheetColumn:
    """The rating before a round: that before the previous one, plus what its game changed.

    Without a rating it has the mark that Rounds uses, so that each row there tests only once.
    """
    rounds = rows.plan.all_rounds

    def text(index: int) -> str:
        if number == 1 or rows.rules.change.ratings == "before the event":
            return f'IF([opening]="",{MARK},[opening])'
        changed = rows.builder.cell("Rounds", "rounded", index * rounds + number - 2)
        return f'IF([opening]="",{MARK},[before{number - 1}]+N({changed}))'

    def value(index: int) -> Value:
        found = rows.after(index, number - 1, "rounded")
        return NOTHING if found == "" else found

    return helper(f"before{number}", value, text)
