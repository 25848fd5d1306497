"""Why a round is not counted: the formulas of the note next to a game."""

from __future__ import annotations

from decimal import Decimal

from ....engine.lines import GameLine
from ....engine.methods.common import NOT_RATED
from ....engine.results import Kind
from ....engine.rounding import plain
from ....engine.texts import say
from ...builder import Builder
from ...words import quoted
from ..field import IN_FIELD, PLAYERS, field_rated
from ..values import AuditRows
from ..watch import unwatched
from .common import scores

#: Every reason, in the order of their numbers: rows share a formula that gives a number, but not
#: one that gives an empty text (see `xlrating.workbook.file.xlsx`).
REASONS = (
    *NOT_RATED.values(),
    *("not_opponent_unrated", "not_own_unrated", "not_gap", "not_playoff", "not_match"),
)


def number_of(game: GameLine | None) -> int:
    """The number, from 1, of the reason why a round is not counted; 0 for none."""
    return REASONS.index(game.reason) + 1 if game and game.reason in REASONS else 0


def reason_words(builder: Builder, own: str = "", note: str = '""') -> str:
    """The formula of the note next to a game: the text of its number, or `note` if it has none."""
    tests = _tests(builder, own)
    words = [builder.say(key) if key in tests else '""' for key in REASONS]
    return f"IF([why]=0,{note},CHOOSE([why],{','.join(words)}))"


def capped_words(builder: Builder) -> str:
    """The formula of the note next to a game with a reduced difference; '' if there is none."""
    rule = unwatched(builder.plan.rules).difference
    if rule.cap is None:
        return '""'
    real = "[own_rating]-[opponent_rating]"
    words = {"real": f"ROUND({real},6)", "counted": "[difference]", "clause": quoted(rule.clause)}
    return f'IF([difference]="","",IF({real}=[difference],"",{builder.say("note_capped", words)}))'


def capped(rows: AuditRows, index: int) -> str:
    """The note next to a game with a reduced difference; '' if there is none."""
    rule, game, real = unwatched(rows.rules).difference, rows.game(index), rows.real(index)
    if game is None or game.difference is None or rule.cap is None or real == game.difference:
        return ""
    words = {
        "real": plain(Decimal(str(real))),
        "counted": plain(game.difference),
        "clause": rule.clause,
    }
    return say(rows.plan.language, "note_capped", **words)


def reason_number(builder: Builder, test: str = "", own: str = "") -> str:
    """The number of the first of `REASONS` that holds, 0 for none; `test` is that of `own`."""
    text, tests = "0", _tests(builder, own, test)
    for key in reversed(REASONS):
        if tests.get(key):
            text = f"IF({tests[key]},{REASONS.index(key) + 1},{text})"
    return f'IF([kind]="none",0,{text})'


def is_met(why: str) -> str:
    """The test for a round with a game that counts; `why` is its `reason_number`."""
    return f'IF([kind]="none",FALSE,{why}=0)'


def _tests(builder: Builder, own: str, test: str = "") -> dict[str, str]:
    """The test of each reason under the rules, and the method's own `test` of the reason `own`."""
    rules = builder.plan.rules
    found = {key: f'[kind]="{kind.value}"' for kind, key in NOT_RATED.items()}
    forfeit = _not_counted_forfeit(rules.counted.forfeits, rules.counted.double_forfeits)
    found[NOT_RATED[Kind.FORFEIT]] = forfeit
    if not forfeit:
        del found[NOT_RATED[Kind.FORFEIT]]
    found["not_opponent_unrated"] = '[opponent_rating]=""'
    if field_rated(builder.plan):
        # In a round robin that is rated as one everybody counts.
        found["not_opponent_unrated"] = f'AND([opponent_rating]="",{IN_FIELD}=FALSE)'
    if rules.start is not None and rules.initial is None:
        found["not_own_unrated"] = '[own_rating]=""'
    if rules.difference.unrated_gap is not None:
        far = "ABS([own_rating]-[opponent_rating])>=[Rules.unrated_gap]"
        high = "MAX([own_rating],[opponent_rating])>[Rules.unrated_above]"
        found["not_gap"] = f'IF([own_rating]="",FALSE,AND({far},{high}))'
    if rules.counted.match_of_rated:
        # Only for a player without rating does the formula count the players.
        found["not_match"] = f'IF([own_rating]="",{PLAYERS}=2,FALSE)'
    return {**found, own: test}


def _not_counted_forfeit(wins: bool, double: bool) -> str:
    """The test for a forfeit that does not count; '' where all of them do."""
    forfeit = '[kind]="forfeit"'
    if not wins and not double:
        return forfeit
    if wins and double:
        return ""
    both = f"[score]{'=' if wins else '<>'}{scores('black', 'white')}"
    return f"AND({forfeit},{both})"
