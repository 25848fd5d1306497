"""Formulas of the rating curve: shares, differences, pairings, outcomes."""

from __future__ import annotations

from ...engine.rules.frozen import changed
from ...engine.rules.ruleset import RuleSet
from ...engine.rules.sections import Outcomes, Percentage
from ...workbook.formulas import arithmetic as formulas
from .term import Term, let, own


def share(rules: RuleSet) -> str:
    """Expected score for a difference `apart`."""
    return own(formulas.expected(rules))


def points(rules: RuleSet) -> str:
    """The difference for a share of points."""
    rule = rules.need(Percentage)
    text = own(formulas.difference_for("share", rules))
    if rule.model == "table":
        return f"IFERROR({text},NA())"
    if rule.model == "linear":
        return text
    full = "NA()" if rule.full is None else "SIGN(share-0.5)*{dp_full}"
    return f"IF(OR(share=0,share=1),{full},{text})"


def counted(rules: RuleSet) -> str:
    """The difference of two ratings as counted for one game; `real` is the actual one."""
    return own(formulas.counted_difference(rules)) if not rules.difference.favours_once else "real"


def pairing(rules: RuleSet) -> str:
    """Expected score of one game from the difference `real`, and the side if the rules use it."""
    text = share(rules)
    if rules.outcomes is None:
        # Rules that do not distinguish colours reject one.
        text = f'IF(side="",{text},NA())'
    else:
        text = f'IF(side="",{text},{by_colour()})'
    alone = changed(rules, difference=changed(rules.difference, favours_once=None))
    return let(text, apart=counted(alone))


def of_game(rules: RuleSet) -> str:
    """Expected score of a game for a difference `apart`, and the `side` if the rules use it."""
    return share(rules) if rules.outcomes is None else f'IF(side="",#VALUE!,{by_colour()})'


def by_colour() -> str:
    """Expected score of the side that moves first, or of the other."""
    return own(formulas.expected_by_colour("[difference]", 'side="w"'))


def outcomes(rules: RuleSet) -> str:
    """Win, draw and loss probabilities of the side that moves first, rated `apart` higher."""
    rules.need(Outcomes)
    win, loss = (own(text) for text in formulas.outcome_chances("apart"))
    return let("HSTACK(won,MAX(0,1-won-lost),lost)", won=win, lost=loss)


def calibration(rules: RuleSet) -> str:
    """The value of the first move and the winning margin, from the shares won."""
    rules.need(Outcomes)
    spread = "SQRT({outcome_variance})/2"
    return let(
        f"IF(white+black>1E-9,SQRT(-1),HSTACK({spread}*(white-black),MAX(0,-{spread}*(white+black))))",
        white="NORMSINV(won)",
        black="NORMSINV(lost)",
    )


TERMS = {
    "SHARE": Term("apart", share),
    "POINTS": Term("share", points),
    "PAIRING": Term("rating,real,side", pairing),
    "OUTCOMES": Term("apart", outcomes),
    "CALIBRATION": Term("won,lost", calibration),
}
