"""The rule set's arithmetic as native formulas, the mirror of the engine's functions.

Every number comes from a cell of the Rules sheet; `[Rules.name]` is that cell.
"""

from __future__ import annotations

from typing import NamedTuple

from ...engine.rules.ruleset import RuleSet
from ...engine.rules.sections import Coefficient, Expectancy, KRow, Percentage, Performance
from ...engine.rules.sections.coefficient import conditions
from ..sheets import pace
from .watch import NoFormulaError


class Age(NamedTuple):
    """Where formulas find a player's age, and the test for whether it is known; '' if always."""

    years: str
    known: str = ""


#: On a sheet it follows from the year of birth, on the day of the event.
AGE = Age("[Rules.year]-[Players.born#]", 'AND(ISNUMBER([Players.born#]),[Rules.day]<>"")')

#: Rounding to so many decimals takes the binary noise off a number with a few decimals.
CLEAN = 12


def clean(value: str, rules: RuleSet) -> str:
    """The formula of a sum or product of decimals without binary noise, so that halves are halves.

    The closed forms have no last decimal; their values stay as they are.
    """
    rule = rules.need(Expectancy)
    has_decimals = rule.model == "table" or _places(rule) is not None
    if rules.outcomes is not None:
        has_decimals = False
    return f"ROUND({value},{CLEAN})" if has_decimals else value


def noiseless(value: str) -> str:
    """The formula of a rating, or of a difference of two, without the binary noise that a cell
    would show.
    """
    return f"ROUND({value},{CLEAN - 3})"


def _places(rule: Expectancy) -> int | None:
    # As many decimals as a cell holds are no rounding.
    return None if rule.places is None or rule.places >= CLEAN else rule.places


def counted_difference(rules: RuleSet) -> str:
    """The formula of own minus opponent's rating as it counts; `[real]` is the real difference."""
    rule = rules.difference
    if rule.cap is None:
        return "[real]"
    capped = "MAX(-[Rules.cap],MIN([Rules.cap],[real]))"
    if rule.favours_once:
        # The cap may lower only the greatest differences of the event, the first of equals.
        ahead = 'COUNTIF([real@],">"&[real])+COUNTIF([real^],[real])'
        capped = (
            f"IF([real]>[Rules.cap],IF({ahead}<=[Rules.favours_once],[Rules.cap],[real]),{capped})"
        )
    if rule.exempt_from is not None:
        capped = f"IF([own_rating]>=[Rules.exempt_from],[real],{capped})"
    return capped


def expected(rules: RuleSet, difference: str = "[difference]") -> str:
    """The formula of the expected score for a counted difference."""
    rule = rules.need(Expectancy)
    if rule.model == "table":
        # A difference belongs to the row whose upper bound it does not exceed.
        row = f"LOOKUP(ABS({difference})-0.000000001,[Rules.above],"
        share = f"IF({difference}>=0,{row}[Rules.high]),{row}[Rules.low]))"
    else:
        share = _upper_half(rule, f"ABS({difference})")
        share = f"IF({difference}>=0,{share},1-{share})"
    places = _places(rule)
    return share if places is None else rounded(share, rule.rounding, places)


def _upper_half(rule: Expectancy, points: str) -> str:
    """The closed form of the expected score for a difference that is not negative."""
    if rule.model == "logistic":
        return f"1/(1+10^(-{points}/[Rules.scale]))"
    if rule.model == "linear":
        return f"MAX(0,MIN(1,0.5+{points}/[Rules.scale]))"
    return f"NORMSDIST({points}/SQRT([Rules.variance]))"


def outcome_chances(ahead: str) -> tuple[str, str]:
    """The formulas of the chances that the first mover, `ahead` points higher, wins and loses."""
    deviation = "SQRT([Rules.outcome_variance])"
    win = f"NORMSDIST(({ahead}-[Rules.margin]+[Rules.first_move])/{deviation})"
    loss = f"NORMSDIST((-{ahead}-[Rules.margin]-[Rules.first_move])/{deviation})"
    return win, loss


def expected_by_colour(difference: str, is_first: str) -> str:
    """The expected score, as a formula, of the side that moves first, or not: win + draw / 2."""
    win, loss = outcome_chances(f"IF({is_first},{difference},-({difference}))")
    score = f"({win}+MAX(0,1-{win}-{loss})/2)"
    return f"IF({is_first},{score},1-{score})"


def expected_of_many(rules: RuleSet, differences: str, counted: str) -> str:
    """The formula of the sum of expected scores for an array of differences, each times 0 or 1."""
    rule = rules.need(Expectancy)
    if rule.model == "linear":
        raise NoFormulaError("expectancy.model")
    if _places(rule) is not None and rule.rounding not in ("half up", "half away from zero"):
        raise NoFormulaError("expectancy.rounding")
    if rules.difference.exempt_from is not None or rules.difference.favours_once:
        raise NoFormulaError("performance.iterated")
    far = differences
    if rules.difference.cap is not None:
        near = f"(ABS({differences})<=[Rules.cap])"
        far = f"({differences}*{near}+[Rules.cap]*SIGN({differences})*(1-{near}))"
    if rule.model == "table":
        row = f"LOOKUP(ABS({far})-0.000000001,[Rules.above],"
        share = f"(({far}>=0)*{row}[Rules.high])+({far}<0)*{row}[Rules.low]))"
    else:
        share = f"({_upper_half(rule, far)})"
    if (places := _places(rule)) is not None:
        share = f"ROUND({share},{places})"
    return f"SUMPRODUCT({share}*{counted})"


def own_curve(rules: RuleSet) -> bool:
    """Whether expected scores and differences have the same curve, with one cell for its number."""
    there, back = rules.expectancy, rules.percentage
    if there is None or back is None or there.model != back.model:
        return False
    number = curve_number(back)
    return not number or getattr(there, number) == getattr(back, number)


def curve_number(rule: Expectancy | Percentage) -> str:
    """The key of a curve's number, "scale" or "variance"; '' for a table."""
    return {"logistic": "scale", "linear": "scale", "normal": "variance"}.get(rule.model, "")


def performance(rules: RuleSet, average: str = "[average]") -> str:
    """The formula of the performance against opponents of this average, found in one step."""
    rule = rules.need(Performance)
    for key in ("solved", "iterated"):
        if getattr(rule, key):
            raise NoFormulaError(f"performance.{key}")
    value = f"{average}+{difference_for('([score]/[n])', rules)}"
    return rounded(value, rule.rounding)


def difference_for(share: str, rules: RuleSet) -> str:
    """The formula of the rating difference for a share of points; an error value if none."""
    rule = rules.percentage
    if rule is None:
        raise NoFormulaError("performance.solved")  # which needs no such difference
    if rule.model == "table":
        return f"(0+INDEX([Rules.dp],ROUND(ROUND({share},2)*100,0)+1))"
    number = f"[Rules.{'' if own_curve(rules) else 'dp_'}{curve_number(rule)}]"
    if rule.model == "linear":
        return f"({number}*({share}-0.5))"
    if rule.model == "logistic":
        return f"({number}*LOG10({share}/(1-{share})))"
    return f"(SQRT({number})*NORMSINV({share}))"


def rounded(value: str, name: str, places: int = 0) -> str:
    """The formula of a value under one of the roundings that rule files name."""
    if places > CLEAN - 6:
        raise NoFormulaError("places")  # a cell has too few digits for it
    exact = noiseless(value)
    # Multiplied by ten, a half may be off by a rounding error: it is rounded again.
    step = f"ROUND(10^{places}*{exact},{CLEAN - 3 - places})" if places else exact
    back = f"/10^{places}" if places else ""
    forms = {
        "none": value,
        "half away from zero": f"ROUND({exact},{places})",
        "half up": f"INT({step}+0.5){back}",
        "down": f"INT({step}){back}",
        "nearest 5, half up": f"(5*INT({step}/5+0.5){back})",
    }
    return forms[name]


def only_cap(rules: RuleSet) -> None:
    """Raise `NoFormulaError` for rules on rating differences other than the cap."""
    rule = rules.difference
    for key in ("exempt_from", "favours_once", "unrated_gap"):
        if getattr(rule, key):
            raise NoFormulaError(f"difference.{key}")


def k_of_game(rules: RuleSet, rating: str) -> str:
    """The formula of the table's K in a row of the Rounds sheet, which knows only the rating."""
    for row in rules.need(Coefficient).rows:
        for condition in conditions(row):
            if condition.fact != "rating":
                raise NoFormulaError(f"coefficient.rows.when.{condition.fact}")
    return k_table(rules, rating)


def deciding(other_score: str) -> str:
    """The formula of the rating that gives K: the higher if that player won, else the lower."""
    higher = "[own_rating]>=[opponent_rating]"
    won = f"IF({higher},[score]>{other_score},{other_score}>[score])"
    return f"IF(({higher})={won},[own_rating],[opponent_rating])"


def k_table(rules: RuleSet, rating: str = "[rating]", age: Age = AGE) -> str:
    """The formula of the table's K for these facts; '' where no row fits."""
    table = rules.coefficient
    text = '""'
    for number in range(len(table.rows) if table else 0, 0, -1):
        row = table.rows[number - 1]  # type: ignore[union-attr]
        k = f"[Rules.k{number}]"
        if row.per_point:
            k = f"ROUND({k}+[Rules.k{number}_per_point]*{rating},{CLEAN})"
        tests = _tests(row, number, rating, age)
        both = f"AND({','.join(tests)})" if len(tests) > 1 else "".join(tests)
        text = f"IF({both},{k},{text})" if both else k
    return text


def _tests(row: KRow, number: int, rating: str, age: Age) -> list[str]:
    facts = {
        "rating": (rating, ""),
        "peak": (f"MAX({rating},[Players.peak#])", ""),
        "games": ("[Players.games#]", "ISNUMBER([Players.games#])"),
        "age": (f"({age.years})" if age is AGE else age.years, age.known),
    }
    tests = []
    for condition in conditions(row):
        if condition.fact not in facts:
            raise NoFormulaError(f"coefficient.rows.when.{condition.fact}")
        value, known = facts[condition.fact]
        bound = f"[Rules.k{number}_{condition.fact}]"
        tests.append(if_known(known, f"{value}{condition.comparison}{bound}"))
    return tests


def if_known(known: str, test: str) -> str:
    """A test of a fact, which fails if the fact is unknown; `known` is '' if it never is."""
    return f"IF({known},{test},FALSE)" if known else test


def always_has_k(rules: RuleSet) -> bool:
    """Whether the K table has a row for every player."""
    rows = rules.coefficient.rows if rules.coefficient else ()
    return any(not row.when for row in rows)


def coefficient(rules: RuleSet, rating: str = "[rating]", age: Age = AGE) -> str:
    """The formula of K in a row of Ratings: as typed, or by the table from facts on Players."""
    return f"IF(ISNUMBER([Players.k#]),[Players.k#],{k_table(rules, rating, age)})"


def multiplied(
    rules: RuleSet, gain: str = "[gain]", k: str = "[k]", e: str = "[development]", n: str = "[n]"
) -> str:
    """The formula of the exact change for a gain: K times it, or `over` x gain / (E + n)."""
    weight = pace.weight(rules)
    if rules.need(Coefficient).over is None:
        return f"{k}*{gain}{weight}"
    return f"[Rules.over]*{gain}/({e}+{n}){weight}"


def limited(rules: RuleSet) -> str:
    """The formula of K after the bound on K x games of a period."""
    if not rules.need(Coefficient).most:
        return "[k_table]"
    return "IF([k_table]*[n]>[Rules.k_most],INT([Rules.k_most]/[n]),[k_table])"


def new_rating(rules: RuleSet, rating: str = "[rating]") -> str:
    """The formula of a rated player's rounded change; added to the rating it gives the new one."""
    rule = rules.change
    if rule.of == "rating":
        new = as_published(f"({rating}+[change])", rules)
        if rule.rounding == "none":
            return f"{new}-{rating}"
        # Without a game there is no new rating to round.
        return f"IF(AND([n]=0,[change]=0),0,{noiseless(f'{new}-{rating}')})"
    return as_published("[change]", rules)


def as_published(value: str, rules: RuleSet) -> str:
    """The formula of a change, or of the rating that it gives, rounded as the regulation says."""
    return rounded(value, rules.change.rounding, rules.change.places)
