"""Why a round is not counted, in words: the formula of the note beside a game."""

from __future__ import annotations

from ...event import Kind
from ...methods.common import NOT_RATED
from ..field import IN_FIELD, field_rated
from ..table import Builder
from .common import scores


def game_note(builder: Builder, last: str = '""') -> str:
    """The first reason that holds, at last the method's own; '' for a counted game."""
    rules, say = builder.plan.rules, builder.say
    rule = rules.difference
    text = last
    if rule.unrated_gap is not None:
        far = "ABS([own_rating]-[opponent_rating])>=[Rules.unrated_gap]"
        high = "MAX([own_rating],[opponent_rating])>[Rules.unrated_above]"
        text = f'IF([own_rating]="",{last},IF(AND({far},{high}),{say("not_gap")},{last}))'
    if rules.start is not None and rules.initial is None:
        text = f'IF([own_rating]="",{say("not_own_unrated")},{text})'
    unrated = '[opponent_rating]=""'
    if field_rated(builder.plan):
        # In a round robin that is rated as one everybody counts.
        unrated = f"AND({unrated},{IN_FIELD}=FALSE)"
    text = f"IF({unrated},{say('not_opponent_unrated')},{text})"
    for kind, key in NOT_RATED.items():
        test = f'[kind]="{kind.value}"'
        if kind is Kind.FORFEIT:
            test = _not_counted_forfeit(rules.counted.forfeits, rules.counted.double_forfeits)
        if test:
            text = f"IF({test},{say(key)},{text})"
    return f'IF([line]=0,"",{text})'


def _not_counted_forfeit(wins: bool, double: bool) -> str:
    """The test for a forfeit that does not count; '' where all of them do."""
    forfeit = '[kind]="forfeit"'
    if not wins and not double:
        return forfeit
    if wins and double:
        return ""
    both = f"[score]{'=' if wins else '<>'}{scores('black', 'white')}"
    return f"AND({forfeit},{both})"
