"""The formulas of Glicko and Glicko-2 for users' own tables."""

from __future__ import annotations

from collections.abc import Callable

from ..engine.rules.ruleset import RuleSet
from ..engine.rules.sections import Deviation
from ..workbook.formulas import arithmetic as formulas
from ..workbook.formulas import deviation, entry_rating
from ..workbook.formulas.approach import numbered
from ..workbook.formulas.period import ROUNDS
from .method_texts import COUNTED, MET, MET_SUM, PLAYED, RATED, SUMS, Shape, Texts


def glicko(rules: RuleSet, _: Shape) -> Texts:
    """The evidence of the games, weighted by deviations; Glicko-2 iterates for the volatility."""
    has_volatility = rules.need(Deviation).volatility is not None

    def on(text: str) -> str:
        return text.replace("[unit]", deviation.unit(rules))

    share, tells = (
        on(text("([opening]-[opponent_rating])", "[weight]"))
        for text in (deviation.share, deviation.told)
    )
    typed = "IF(ISNUMBER([Players.{0}#]),[Players.{0}#],[Rules.{1}])"
    periods, sigma, searched = "N([Players.periods#])", "", {}
    if has_volatility:
        # The update of this period lets the deviation grow once by itself (step 6).
        periods, sigma = f"MAX(0,{periods}-1)", "[sigma]"
        searched = _searched(rules, on)
    aged = deviation.aged(rules, typed.format("rd", "rd_new"), periods, sigma)
    counts = "IF([counted]=0,0,{})"
    game = {
        "counted": 'IF(OR([opponent_rating]="",[score]=""),0,1)',
        "points": COUNTED["points"],
        **MET,
        "weight": counts.format(on(deviation.weight("[opponent.rd_start]"))),
        "expected": 'IF([counted]=0,"",' + share + ")",
        "told": counts.format(tells),
        "gained": counts.format("[weight]*([score]-[expected])"),
    }
    factor = on(deviation.factor(rules, "[new_volatility]" if has_volatility else ""))
    # Without a new volatility there is no new rating.
    none = 'AND([rating]="",[n]=0)'
    none = f'OR({none},[new_volatility]="")' if has_volatility else none
    player = {
        "opening": typed.format("rating", "rd_rating"),
        **({"sigma": typed.format("volatility", "rd_volatility")} if has_volatility else {}),
        "rd_start": f'IF([Players.rating#]="",[Rules.rd_new],{on(aged)})',
        **SUMS,
        **MET_SUM,
        "average": PLAYED.format("[opponents_sum]/[n]"),
        "expected": PLAYED.format("SUM([expected@])"),
        "gain": PLAYED.format("[score]-[expected]"),
        "info": "SUM([told@])",
        "gained": "SUM([gained@])",
        **searched,
        "factor": f'IF({none},"",{factor})',
        "change": RATED.format("[factor]*[gained]"),
        "rounded": RATED.format(formulas.new_rating(rules, "[opening]")),
        "new": RATED.format(entry_rating.on_the_list("[opening]+[rounded]", rules)),
        "new_rd": RATED.format(on(deviation.ended(rules))),
    }
    return Texts(game, player, met="opening")


def _searched(rules: RuleSet, on: Callable[[str], str]) -> dict[str, str]:
    """The formulas of the search for the new volatility, and of its starting values, by key."""
    x, y = (f"[end_{key}{ROUNDS}]" for key in "xy")
    found = f'IF({deviation.is_found(x, y)},EXP({x}/2),"")'
    return {
        **{key: f"IF([n]=0,0,{on(text)})" for key, text in deviation.SOUGHT.items()},
        **numbered(deviation.search(rules), "end", ROUNDS),
        "new_volatility": f"IF([n]=0,[sigma],{found})",
    }
