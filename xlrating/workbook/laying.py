"""Formulas with slots, such as `[Ratings.new#]`, and the addresses in each row that fill them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache

from ..exchange.addresses import column_letter
from .file.grid import Form
from .formulas.slots import SLOT
from .table import SheetTable

#: An address whose row is not fixed.
_MOVING = re.compile(r"\b[A-Z]{1,3}\d+\b(?!\()")
#: Text in quotation marks does not count.
_TEXT = re.compile(r'"[^"]*"')


@lru_cache(maxsize=4096)
def moves(text: str) -> frozenset[str]:
    """The marks of a formula that show how it differs from one row to the next."""
    found = {mark[:1] for _, _, mark in SLOT.findall(text)}
    if _MOVING.search(_TEXT.sub("", SLOT.sub("", text))):
        found.add("!")  # an address that is already in the text does not move down
    return frozenset(found)


def laid(
    text: str,
    made: SheetTable | None,
    tables: Mapping[str, SheetTable],
    of_rules: Callable[[str], str],
    top: int,
    is_once: bool = False,
) -> Form:
    """A formula of the table `made` with its slots filled, except for row numbers.

    Only rows change with the index; all else is looked up once. `of_rules` gives the name of a
    cell of the Rules sheet, `top` is the first row of every table, counted from 1. A formula that
    `is_once` in each block moves down with it.
    """
    rows: dict[str, Callable[[int], int]] = {}
    own = top.__add__

    def at(name: str, row: Callable[[int], int]) -> str:
        rows.setdefault(name, row)
        return f"{{{list(rows).index(name)}}}"

    def place(match: re.Match[str]) -> str:
        name, key, mark = match.groups()
        if name == "Rules":
            return of_rules(key)
        target = tables[name] if name else made
        assert target is not None
        if name and not mark:
            return f"{name.lower()}_{key}"
        prefix = "" if target is made else f"{target.sheet.name}!"
        if mark == "=":
            return target.typed_at(key, at("own", own))
        if mark == "|":
            return target.typed_down(key, at("own", own))
        col = column_letter(target.col(key))
        if mark[:1] in ("@", "^"):
            # One block of rounds per player: the index counts players here, unless
            # the formula is in the table of the rounds itself.
            size, of = target.block, target.block if target is made else 1
            fixed = "" if is_once else "$"

            def begin(index: int) -> int:
                return top + index // of * size

            if number := mark[1:]:
                row = at(f"{mark}_{size}_{of}", lambda index: begin(index) + int(number) - 1)
                return f"{prefix}${col}{fixed}{row}"
            last = at("own", own)
            if mark == "@":
                last = fixed + at(f"last_{size}_{of}", lambda index: begin(index) + size - 1)
            return f"{prefix}${col}{fixed}{at(f'first_{size}_{of}', begin)}:${col}{last}"
        if mark == "~":
            return f"{prefix}${col}${top}:${col}{at('own', own)}"
        row = at("above", lambda index: own(index) - 1) if mark == "-" else at("own", own)
        moves_across = target is made and target.columns[target.col(key)].across
        return f"{prefix}{'' if moves_across else '$'}{col}{row}"

    form = SLOT.sub(place, text.replace("{", "{{").replace("}", "}}"))
    return Form(form, tuple(rows.values()))
