"""Columns that several methods share."""

from __future__ import annotations

from collections.abc import Callable

from ....engine.lines import GameLine, Line
from ....engine.methods.common import points_of
from ....engine.rounding import ZERO
from ....engine.rules.ruleset import RuleSet
from ...table import SheetColumn, hidden
from .. import arithmetic as formulas
from ..values import AuditRows, Note, Of, RatingsRows

RATED = 'IF([rating]="","",{})'
PLAYED = 'IF([n]=0,"",{})'
COUNTED = {
    "n": "SUM([Rounds.counted@])",
    "score": "SUMIF([Rounds.counted@],1,[Rounds.score@])",
    "opponents_sum": "SUMIF([Rounds.counted@],1,[Rounds.opponent_rating@])",
}
NOT_NEW = 'OR([rating]="",[new]="")'
#: Games that were played, of an event that counts for nothing, or gives no performance.
_MET_FOR_NOTHING = ("not_disregarded", "not_performed")


def filled(cell: str) -> str:
    """The formula of the value of a cell, or '' if it is empty."""
    return f'IF({cell}="","",{cell})'


def typed_rating(cell: str) -> str:
    """The formula of the rating in an input cell; '' for a text, which `Players.unread` reports."""
    return f'IF(ISNUMBER({cell}),{cell},"")'


def own_rating(
    rows: AuditRows, value: Of | None = None, formula: str | Callable[[int], str] | None = None
) -> SheetColumn:
    """The column of the player's rating; unless given, that before the event, in all rounds."""
    formula = filled(rows.ratings("rating")) if formula is None else formula
    return SheetColumn(
        "own_rating", value or rows.person("rating"), formula, "rating", 9, heading="rating"
    )


def own_entry_rating(rows: AuditRows) -> SheetColumn:
    """The column of the rating that the player is rated from, the same in all rounds."""
    own = rows.of_player(lambda line: rows.plan.entry_rating(line.player))
    return own_rating(rows, own, filled(rows.ratings("opening")))


def met(lookup: str) -> str:
    """The formula of a lookup for the opponent; '' without one."""
    return f'IF([opponent_at]=0,"",{lookup})'


def gained(rules: RuleSet) -> str:
    """The formula of score minus expected score."""
    return formulas.clean("[score]-[expected]", rules)


def gain(rules: RuleSet) -> str:
    """The formula of score minus expected score of a game; empty where nothing was expected."""
    return f'IF([expected]="","",{gained(rules)})'


def of_rounds(key: str, rules: RuleSet) -> str:
    """The formula of the sum of a column of Rounds over a player's rounds."""
    return formulas.clean(f"SUM([Rounds.{key}@])", rules)


def opponent_rating(rows: AuditRows) -> SheetColumn:
    """The column of the opponent's rating; '' for an unrated one."""
    formula = met(typed_rating("INDEX([Players.rating],[opponent_at])"))
    return rows.column("opponent_rating", formula, rows.opponent("rating"))


def opponent_entry_rating(rows: AuditRows) -> SheetColumn:
    """The column of the opponent's rating, or the one that the title gives."""
    formula = met(filled(rows.ratings("opening", "opponent_at")))
    return rows.column("opponent_rating", formula, rows.of_game("opponent_rating"))


def score(rows: AuditRows) -> SheetColumn:
    """The column of the points of the round."""
    # Not by a hidden helper column: with one more column between a sum of rounds and the lookups
    # of these rounds, LibreOffice reports an error in an event rated by its average.
    return rows.column("score", scored('""'), rows.of_game("points"))


def scored(none: str) -> str:
    """The formula of the points that the result of a round gives, or `none`."""
    return f'IF(OR([result_at]=0,[kind]="postponed"),{none},{scores("white", "black")})'


def measured(rows: AuditRows) -> tuple[SheetColumn, list[SheetColumn]]:
    """The column of the difference as it counts, and the hidden columns that it needs.

    That is the real difference, where it is compared with those of the other games.
    """
    none = 'OR([counted]=0,[own_rating]="")'
    counted, real = formulas.counted_difference(rows.rules), "[own_rating]-[opponent_rating]"
    hiding = []
    if "[real@]" in counted:
        hiding.append(hidden("real", lambda i: rows.real(i) or 0, f"IF({none},0,{real})"))
    else:
        counted = counted.replace("[real]", f"({real})")
    return rows.column("difference", f'IF({none},"",{counted})'), hiding


def expected(rows: AuditRows, formula: str) -> SheetColumn:
    """The column of the expected score of a game, where it has a difference."""
    return rows.column("expected", f'IF([difference]="","",{formula})')


def scores(first: str, second: str) -> str:
    """The formula of the first side's points if the player is White, else of the second's."""
    return (
        f"IF([as_white]>0,INDEX([Rules.result_{first}],[result_at]),"
        f"INDEX([Rules.result_{second}],[result_at]))"
    )


def counted_games(rows: RatingsRows) -> list[SheetColumn]:
    """The columns of how many games are counted, and of the score in them."""
    return [rows.column(key, COUNTED[key]) for key in ("n", "score")]


def opponents_sum(rows: RatingsRows) -> SheetColumn:
    """The hidden column of the opponents' ratings in the counted games, added up."""
    formula = COUNTED["opponents_sum"] if rows.plan.native else ""
    return SheetColumn("opponents_sum", rows.opponents_sum(is_counted), formula, hidden=True)


def k_table(rows: RatingsRows, formula: str) -> SheetColumn:
    """The hidden column of K as the table gives it."""
    return SheetColumn("k_table", rows.step("step_k", "step_k_given"), formula, hidden=True)


def is_counted(game: GameLine) -> bool:
    """Whether a game is counted."""
    return game.counted


def met_games(line: Line) -> list[GameLine]:
    """The games that were played against somebody rated, even if nothing came of them."""
    return [game for game in line.games if is_met(game)]


def is_met(game: GameLine | None) -> bool:
    """Whether the game of a round was played against somebody rated."""
    return game is not None and (game.counted or game.reason in _MET_FOR_NOTHING)


def met_game(rows: AuditRows, test: str) -> SheetColumn:
    """The hidden column with 1 for each game against a rated opponent, by this test."""
    return hidden("met", lambda i: int(is_met(rows.game(i))), f"IF({test},1,0)")


def met_columns(rows: RatingsRows) -> list[SheetColumn]:
    """Hidden columns: how many games were played against somebody rated, and their score."""
    score = rows.of_player(lambda line: points_of(met_games(line)), ZERO)
    return [
        hidden("met", rows.of_player(lambda line: len(met_games(line)), 0), "SUM([Rounds.met@])"),
        hidden("met_score", score, "SUMIF([Rounds.met@],1,[Rounds.score@])"),
    ]


def first_notes(
    n: str, score: str, first: str, games_key: str = "initial_games", besides: str = ""
) -> list[Note]:
    """Notes on why a player has no first rating yet, from the games and the score for it."""
    games = {"games": n, "least_games": "[Rules.least_games]"}
    points = {"score": score, "least_score": "[Rules.least_score]"}
    return [
        ("initial_none", f'AND([rating]="",{n}=0)', {}),
        (games_key, f'AND([rating]="",{n}<[Rules.least_games]{besides})', games),
        ("initial_score", f'AND([rating]="",{score}<[Rules.least_score])', points),
        ("initial_full", f'AND([rating]="",{first}="")', {**points, **games}),
    ]


def if_k(rows: AuditRows | RatingsRows) -> Callable[[str], str]:
    """What makes a formula empty for a player without K; it changes nothing if all have one."""
    if formulas.always_has_k(rows.rules):
        return lambda text: text
    return lambda text: f'IF([k]="","",{text})'


def limited_note() -> Note:
    """The note that the bound on K x games lowered K."""
    words = {"k": "[k_table]", "n": "[n]", "most": "[Rules.k_most]", "value": "[k]"}
    return "step_k_limited", 'AND([rating]<>"",[k]<>[k_table])', words
