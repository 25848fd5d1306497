"""Points after each game, in order of rounds: the player's own games only; the rank at the end."""

# Columns are written as tables, one row per line.
# ruff: noqa: E501
from __future__ import annotations

from ....engine.rules.ruleset import RuleSet
from ....engine.rules.sections import Ladder
from ...file.grid import Value
from ...sheets.lean import MARK
from ...table import SheetColumn, hidden, told
from .. import entry_rating
from ..values import AuditRows, MethodColumns, Of, RatingsRows
from .common import counted_games, opponent_entry_rating, own_rating, score


def reached(rules: RuleSet, points: str) -> str:
    """The formula of the points after a game, from those before it."""
    short = "AND(ISNUMBER([moves]),N([moves])<=[Rules.ladder_short_moves])"
    won = f"IF({short},[Rules.ladder_short_win],[Rules.ladder_win])"
    lost = f"IF({short},[Rules.ladder_short_loss],[Rules.ladder_loss])"
    after = f"{points}+IF([score]=1,{won},IF([score]=0,{lost},[Rules.ladder_draw]))"
    return f"MAX([Rules.ladder_least],{after})" if rules.need(Ladder).bounded else after


def audit(rows: AuditRows) -> MethodColumns:
    """The columns of Rounds: each game with the points before it and what it changes."""

    def points(games: int) -> Of:
        return lambda index: rows.after(index // rows.rounds, index % rows.rounds + games, "change")

    def before_text(index: int) -> str:
        return "[after-]" if index % rows.rounds else rows.ratings("opening")

    def moves(index: int) -> Value:
        no, number = rows.no(index), index % rows.rounds + 1
        found = next((g for g in rows.plan.event.games_of.get(no, ()) if g.round == number), None)
        return "" if found is None or found.moves is None else found.moves

    moved = "INDEX([Games.moves],[line])"

    def after_text(index: int) -> str:
        # By its own column: if two columns refer to each other row by row downwards, LibreOffice
        # takes the first of some hundred rows for 0.
        last = before_text(index)
        return f"IF([counted]=0,{last},{reached(rows.rules, last)})"

    shown = [
        own_rating(rows, points(0), before_text),
        opponent_entry_rating(rows),
        SheetColumn("moves", moves, f'IF([line]=0,"",IF({moved}={MARK},"",{moved}))', "int", 8),
        score(rows),
        told(SheetColumn("change", rows.counted("change"), 'IF([counted]=0,"",[after]-[own_rating])', "signed", 10, heading="rounded")),
    ]  # fmt: skip
    return MethodColumns(shown, [hidden("after", points(1), after_text)])


def ratings(rows: RatingsRows) -> MethodColumns:
    """The columns of Ratings: what the games change, the new points, and their rank."""
    plan, last = rows.plan, rows.plan.all_rounds

    rank = rows.of_player(lambda line: line.rank[plan.language] if line.rank else "")
    new = f'IF([opening]="","",INDEX([Rounds.after@],{last}))'
    named = "INDEX([Rules.class_name],MATCH([new],[Rules.class_least],1))"
    shown = [
        *counted_games(rows),
        SheetColumn("rounded", rows.of_line("rounded"), 'IF([opening]="","",[new]-[opening])', "signed", 10),
        rows.column("new", new),
        SheetColumn("rank", rank, f'IF([new]="","",IFERROR({named},""))', width=24),
    ]  # fmt: skip
    change = hidden("change", rows.of_line("change"), "[rounded]")
    begun = ("step_ladder_start", '[Players.rating#]=""', {"value": "[opening]"})
    return MethodColumns(shown, [*entry_rating.columns(rows), change], [begun])
