"""Two long lists side by side: of all people on them those only become objects who may matter.

Left out is who stands on both lists with one number and the same ratings, and in no event and no
correction that either list counts: `differences` would not say a word of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from ...engine.errors import RatingError
from ...exchange.files import AnyPath
from ..corrections import counted, former
from ..directory import id_tokens, plain_token
from ..ledger_files import Ledger
from ..listed import Listed as SomeListed
from ..listed import read_listed as whole_list
from ..paces import PACES, STANDARD, are_several
from ..people import Players
from ..spellings import plain_name
from .long_lists import are_as_written
from .people import Listed, read_listed
from .sealed import ledger_of


def both_listed(first: AnyPath, second: AnyPath) -> tuple[SomeListed, SomeListed]:
    """Both lists, with those people of each who may differ."""
    try:
        lists = [read_listed(path) for path in (first, second)]
        ledgers = [ledger_of(listed.columns) for listed in lists]
    except RatingError:
        lists = []
    if not lists or not all(are_as_written(listed.columns) for listed in lists):
        # Told, or read digit by digit, by whoever reads them line by line.
        return whole_list(first), whole_list(second)
    rows = _rows(lists, {token for ledger in ledgers for token in tokens_of(ledger)})
    one, other = (
        SomeListed(
            Path(path), Players(listed.player(row) for row in own.tolist()), ledger, (),
            several=are_several(listed.columns.parts),
        )
        for path, listed, ledger, own in zip((first, second), lists, ledgers, rows, strict=True)
    )  # fmt: skip
    return one, other


def _rows(lists: list[Listed], tokens: Iterable[str]) -> list[Any]:
    """Who of each list may be told of, or is called like one of them."""
    named = set(map(plain_token, tokens))
    ids = [id_tokens(listed.parts["id"].tolist()) for listed in lists]
    there = [_once(own) for own in ids]
    common = [one for one in there[0] if one in there[1] and one not in named]
    pairs = [_ratings(own, [at[one] for one in common])
             for own, at in zip(lists, there, strict=True)]  # fmt: skip
    is_same = ((pairs[0] == pairs[1]) | (np.isnan(pairs[0]) & np.isnan(pairs[1]))).all(axis=0)
    same = {one for one, is_ in zip(common, is_same.tolist(), strict=True) if is_}
    kept = [np.array([one not in same for one in own], dtype=bool) for own in ids]
    names = [list(map(plain_name, listed.parts["name"].tolist())) for listed in lists]
    called = {name for own, is_ in zip(names, kept, strict=True) for name in _of(own, is_)}
    called |= {one for one in named if not one.startswith("#")}
    return [
        np.flatnonzero(is_ | np.array([name in called for name in own], dtype=bool))
        for own, is_ in zip(names, kept, strict=True)
    ]


def tokens_of(ledger: Ledger) -> set[str]:
    """Whom the events name that a list counts, and the corrections in it."""
    found = {token for one in ledger.events for _, *both in one.games for token in both}
    corrections = ledger.made.corrections if ledger.made else ()
    for text in corrections:
        for pair in former(counted(text)):
            found.update(pair)
    return found


def _of(names: list[str], is_: Any) -> list[str]:
    return [names[row] for row in np.flatnonzero(is_).tolist()]


def _once(ids: list[str]) -> dict[str, int]:
    """The row of each ID that one line has."""
    found: dict[str, int] = {}
    twice = {""}
    for row, one in enumerate(ids):
        if found.setdefault(one, row) != row:
            twice.add(one)
    return {one: row for one, row in found.items() if one not in twice}


def _ratings(listed: Listed, rows: list[int]) -> Any:
    """The ratings of some people at all paces, a line a pace."""
    parts = ("rating", *(f"{pace}_rating" for pace in PACES if pace != STANDARD))
    none = np.full(listed.size, np.nan)
    return np.array([listed.parts.get(part, none)[rows] for part in parts])
