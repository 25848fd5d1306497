"""Functions about the rating curve: expected scores, differences, colours."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, List

from ..engine.errors import ArgumentError, NotKnownError
from ..engine.problem import make_error
from ..engine.rounding import ONE, ZERO, exact
from ..engine.rules.ruleset import load
from ..engine.rules.sections import Outcomes
from ..engine.terms.expectancy import (
    counted_differences,
    expected_score,
    first_move,
    is_rateable_gap,
    rating_difference,
    win_draw_loss,
)
from .arguments import colour_of, rating_needed, rating_of, whole_number
from .registry import worksheet
from .steps import dp_steps, pairing_bounds, pairing_steps, we_steps


@worksheet(each=("difference",), steps=we_steps, is_share=True)
def WE_TABLE(difference: Any, ruleset: str = "elo") -> Decimal:
    """Expected score of the player who is `difference` points higher (negative: lower).

    Arguments: difference, in points, a number or a range; ruleset, the name of a rule set.
    Returns the value of the regulation's own table or formula, without its cap (for that
    see EXPECTED_SCORE). We(-D) = 1 - We(D).

    >>> WE_TABLE(200), WE_TABLE([200, -200]), WE_TABLE(250, "elo:model=normal200r2")
    (0.76, [0.76, 0.24], 0.811620441094209)
    """
    return expected_score(exact(difference, "difference"), load(ruleset))


@worksheet(each=("share",), steps=dp_steps)
def DP_TABLE(share: Any, ruleset: str = "elo") -> Decimal:
    """Rating difference that corresponds to a share of points, from 0 to 1.

    #N/A for 1 and 0 where the regulation prints no number.

    >>> DP_TABLE(0.75), DP_TABLE(1, "fide")
    (193, 800)
    """
    return rating_difference(exact(share, "share"), load(ruleset))


@worksheet(each=("rating", "opponent", "colour"), steps=pairing_steps, pairs=pairing_bounds)
def EXPECTED_SCORE(rating: Any, opponent: Any, ruleset: str = "elo", colour: Any = None) -> Decimal:
    """Expected score of a pairing, with the regulation's cap on the difference.

    Arguments: colour, w for the side that moves first or b for the other, if the
    regulation distinguishes the colours. #N/A for a pairing that the regulation does not
    rate, and for a colour that it does not use.

    >>> EXPECTED_SCORE(2813, 2400, "fide"), EXPECTED_SCORE(2400, 2813, "fide")
    (0.93, 0.08)
    """
    rules = load(ruleset)
    own = rating_needed(rating, "rating", rules)
    other = rating_needed(opponent, "opponent", rules)
    if not is_rateable_gap(own, other, rules):
        words = {"rules": rules.id, "own": str(own), "other": str(other)}
        raise make_error(NotKnownError, "fn_unrated_game", **words)
    side = colour_of(colour)
    if side:
        rules.need(Outcomes)
    return expected_score(counted_differences(own, [other], rules)[0], rules, side)


@worksheet(rows=("white", "black"))
def WIN_DRAW_LOSS(white: Any, black: Any, ruleset: str = "nevzorov") -> List[List[object]]:
    """Probabilities that White wins, draws and loses: one row of three per pairing.

    Arguments: white, black, the ratings of the side that moves first and of the other: one
    number or one column each. If either is blank, the row of the result is blank.
    W = F((Rw - Rb - d + a)/s), L = F((Rb - Rw - d - a)/s); the rest are draws.

    >>> [round(p, 2) for p in WIN_DRAW_LOSS(2560, 2600)[0]]
    [0.24, 0.52, 0.24]
    """
    rules = load(ruleset)
    rules.need(Outcomes)
    if len(white) != len(black):
        raise make_error(ArgumentError, "fn_sides", white=len(white), black=len(black))
    found: List[List[object]] = []
    for first, second in zip(white, black):
        own, other = rating_of(first, "white", rules), rating_of(second, "black", rules)
        if own is None or other is None:
            found.append([None, None, None])
        else:
            found.append(list(win_draw_loss(own - other, rules)))
    return found


@worksheet(each=("games", "white_wins", "black_wins"), row=2)
def CALIBRATE(
    games: Any, white_wins: Any, black_wins: Any, ruleset: str = "nevzorov"
) -> List[List[object]]:
    """The value of the first move and the winning margin, in points, from counted results.

    Arguments: games, how many games between equally rated players; white_wins and
    black_wins, how many of them each side won (if games is 1, their shares). Returns a row of
    two: a = s (z1 - z2)/2 and d = -s (z1 + z2)/2, where z are the normal quantiles of the two
    shares. Use them as in ``nevzorov:first_move=41,margin=197``.

    >>> [round(x) for x in CALIBRATE(8421, 2461, 1696)[0]]
    [41, 196]
    >>> [round(x, 2) for x in CALIBRATE(1, 0.292, 0.201)[0]]
    [41.08, 195.95]
    """
    played = whole_number(games, "games") or ZERO
    read = exact if played == ONE else whole_number
    white, black = read(white_wins, "white_wins"), read(black_wins, "black_wins")
    return [list(first_move(played, white or ZERO, black or ZERO, load(ruleset)))]
