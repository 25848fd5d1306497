"""The column K of a table of players, under rules that calculate K themselves."""

from __future__ import annotations

from typing import Any

from ..engine.account import USED, Account, AccountColumn
from ..engine.given_k import given_k, known_k
from ..engine.rules.ruleset import RuleSet
from .tables import DecimalColumn


def refuse_other_k(column: Any, k: DecimalColumn, rules: RuleSet) -> None:
    """Raise `ArgumentError` for a user's K under these rules, unless it is called ``k``.

    `column` has the heading in the user's table, None if there is no such column; `k` its numbers.
    """
    if column is None or not k.known.any():
        return
    own = AccountColumn(str(column.name), 1, USED, "k")
    first = f"players, row {int(k.known.argmax()) + 1}"
    account = Account("players", "players", columns=(own,))
    known_k(given_k(account, rules, int(k.known.sum()), first))
