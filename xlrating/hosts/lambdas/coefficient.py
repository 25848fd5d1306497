"""Formulas of K, and of coefficients used instead of it."""

from __future__ import annotations

from ...engine.errors import NotKnownError
from ...engine.problem import make_error
from ...engine.rules.ruleset import RuleSet
from ...engine.rules.sections import Coefficient, KRow
from ...engine.rules.sections.coefficient import conditions
from ...workbook.formulas import arithmetic as formulas
from ...workbook.formulas import us_chess
from ...workbook.formulas.development import developed
from ...workbook.formulas.watch import NoFormulaError
from .term import AGE, Term, let, own


def of_game(rules: RuleSet, is_late: str) -> str:
    """K in a game of a player rated `rating` against `opponent`."""
    table = rules.need(Coefficient)
    by, text = "rating", formulas.k_table(rules, "by", AGE)
    if table.of == "result":
        by, text = own(formulas.deciding("(1-[score])")), formulas.k_of_game(rules, "by")
    found = let(own(text), by=by)
    for number, row in reversed(list(enumerate(table.own, 1))):
        found = f"IF(AND({','.join(_tests(row, number))}),{{own{number}}},{found})"
    if not table.final_rounds:
        return found
    return f"{found}+IF({is_late},{{final_more}},0)"


def _tests(row: KRow, number: int) -> list[str]:
    """The conditions of a K row as formulas; those about a peak have their own."""
    found = []
    for fact, comparison, _ in conditions(row):
        if fact != "peak":
            raise NoFormulaError(f"coefficient.own.when.{fact}")
        found.append(f"MAX(rating,N(peak)){comparison}{{own{number}_peak}}")
    return found


def factor(rules: RuleSet) -> str:
    """The result of K_FACTOR: K, or the coefficient used with `over`."""
    table = rules.need(Coefficient)
    if not (table.rows or table.effective):
        raise make_error(NotKnownError, "k_of_user", rules=rules.id, clause=table.clause)
    if table.effective is not None:
        text = own(us_chess.weight_of_rating(rules, AGE))
    elif table.development is not None:
        # Nothing is known about the games here.
        text = let(own(developed(rules, AGE), n="0", gain="0"), k='""')
    else:
        text = of_game(rules, "final")
    always = formulas.always_has_k(rules) or table.effective is not None
    return text if always else let('IF(found="",NA(),found)', found=text)


TERMS = {"K": Term("rating,games,age,peak,opponent,score,final,index_", factor)}
