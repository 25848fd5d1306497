"""Formulas about rating lists: starting ratings, bonuses, ladders, floors, classes, conversions."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine.languages import LANGUAGES
from ...engine.rules.ruleset import RuleSet
from ...engine.rules.sections import Bonus, Ladder, Start
from ...workbook.formulas import entry_rating, extras, us_chess
from ...workbook.formulas.methods import ladder
from ...workbook.formulas.slots import with_parameters
from .term import Term, let, own


def start(rules: RuleSet) -> str:
    """The starting rating of a player with this title."""
    rules.need(Start)
    # One title at a time: not every program can search a text for each item of a list.
    one = {"title_key": "known", "start_men": "men", "start_women": "women"}
    text = entry_rating.value_of("key", rules, is_anywhere=True)
    value = with_parameters(text, {"is_woman": 'N(sex="f")'}, lambda key: one[key])
    lists = ",".join(f"{{{key}}}" for key in one)
    return let(
        "IF(found=0,NA(),found)",
        key=own(entry_rating.typed_key("title")),
        found=f"MAX(MAP({lists},LAMBDA({','.join(one.values())},{value})))",
    )


def bonus(rules: RuleSet) -> str:
    """The bonus for a final place, by whichever rule the regulation has."""
    if rules.bonus is not None:
        return "IF(place>ROWS({bonus}),0,INDEX({bonus},place))"
    if rules.champion is None:
        rules.need(Bonus)
    points = let(
        own(extras.champion_bonus(rules)), own='IF(k="",XLR.K(rating,"","","","","",0,"",line),k)'
    )
    return f'IF(place>1,0,IF(rating="",SQRT(-1),{points}))'


def absence(rules: RuleSet) -> str:
    """The points deducted from an absent player."""
    return f"-({own(extras.absence(rules, 'rating'))})"


def points(rules: RuleSet) -> str:
    """The points on a ladder after a game."""
    rule = rules.need(Ladder)
    text = own(ladder.reached(rules, "points"))
    return f"IF(points<{{ladder_least}},SQRT(-1),{text})" if rule.bounded else text


def floor(rules: RuleSet) -> str:
    """The floor of a player with this peak."""
    return own(us_chess.floor(rules, "peak"))


def named(rules: RuleSet) -> str:
    """The name of the class of a rating."""
    rules.given(rules.classes, "classes")
    first, *others = LANGUAGES
    names = f"{{class_{first}}}"
    for language in others:
        names = f'IF(language="{language}",{{class_{language}}},{names})'
    return f"INDEX({names},MATCH(rating,{{class_least}},1))"


def to_other(rules: RuleSet) -> str:
    """A rating converted to the scale of the rules `other`, by these rules; '' if they cannot."""
    numbered = enumerate(rules.conversions, 1)
    return _nested([(f"other={{way{i}_to}}", _straight(i)) for i, way in numbered if way.to], '""')


def of_other(rules: RuleSet) -> str:
    """A rating of the rules `other` converted to this scale."""
    ways = []
    for i, way in enumerate(rules.conversions, 1):
        above = f",rating>{{way{i}_above}}" if way.above is not None else ""
        there = (f"AND(other={{way{i}_of}}{above})", _straight(i))
        back = (f"other={{way{i}_to}}", f"(rating-{{way{i}_base}})/{{way{i}_factor}}")
        ways.append(back if way.to else there)
    return _nested(ways, "NA()")


def _straight(i: int) -> str:
    return f"{{way{i}_base}}+{{way{i}_factor}}*rating"


def _nested(ways: Sequence[tuple[str, str]], none: str) -> str:
    """The value of the first alternative whose condition holds; '' without alternatives."""
    text = none
    for test, value in reversed(ways):
        text = f"IF({test},{value},{text})"
    return text if ways else ""


TERMS = {
    "START": Term("title,sex", start),
    "BONUS": Term("place,rating,k", bonus),
    "ABSENCE": Term("rating", absence),
    "LADDER": Term("points,score,moves", points),
    "FLOOR": Term("peak,games", floor),
    "CLASS": Term("rating,language", named),
    "TO": Term("rating,other", to_other),
    "OF": Term("rating,other", of_other),
}
