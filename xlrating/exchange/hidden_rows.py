"""Hidden rows: they are read like all others, but a filter may be meant to leave them out."""

from __future__ import annotations

from collections.abc import Collection

from ..engine.account import Account
from ..engine.errors import first_of
from ..engine.problem import Problem
from .sheets import Sheets


def hidden_rows(sheets: Sheets, account: Account, kinds: Collection[str]) -> tuple[Problem, ...]:
    """The doubt about hidden rows of these kinds on the sheet that was read; () if there are none.

    `kinds` are those of the account's lines: player, game, or the body of a table.
    """
    used = [run for run in account.lines if run.kind in kinds]
    hidden = sorted(sheets.hidden_rows(account.sheet)) if account.sheet and used else []
    rows = [at + 1 for at in hidden if any(run.first <= at + 1 <= run.last for run in used)]
    words = {"rows": first_of([*map(str, rows)])}
    return (Problem("rows_hidden", words, account.place),) if rows else ()
