"""Hidden rows and struck-through cells: read like all others, but perhaps meant to be left out."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from ..engine.account import Account
from ..engine.errors import first_of
from ..engine.problem import Problem
from .addresses import address
from .sheet_parsers import Place
from .sheets import Sheets

#: The notices about these.
LOOKS = ("rows_hidden", "cells_struck")


def tell_looks(sheets: Sheets, account: Account, kinds: Collection[str]) -> list[Problem]:
    """The doubts about hidden rows of these kinds on the sheet that was read, and struck cells.

    `kinds` are those of the account's lines: player, game, or the body of a table.
    """
    used = [run for run in account.lines if run.kind in kinds]
    if not used or not account.sheet:
        return []
    there = {row for run in used for row in range(run.first - 1, run.last)}
    rows = sheets.rows(account.sheet) if (struck := sheets.struck(account.sheet)) else []
    found = [
        (row, col) for row, col in struck
        if row in there and row < len(rows) and col < len(rows[row]) and rows[row][col] != ""
    ]  # fmt: skip
    hidden = there & sheets.hidden_rows(account.sheet)
    return [*rows_hidden(hidden, account.place), *cells_struck(found, account.place)]


def rows_hidden(rows: Iterable[int], place: str) -> Iterator[Problem]:
    """The doubt about hidden rows, by index from 0, if there are any."""
    if told := [str(row + 1) for row in sorted(rows)]:
        yield Problem("rows_hidden", {"rows": first_of(told)}, place)


def cells_struck(cells: Iterable[Place], place: str) -> Iterator[Problem]:
    """The doubt about struck-through cells, if there are any."""
    if told := [address(*one) for one in sorted(cells)]:
        yield Problem("cells_struck", {"cells": first_of(told)}, place)
