"""A folder of events and a long list: those whom the events concern are rated by the engine.

They are all whom `Persons` could ask about. All others have played nothing: they stay in their
columns, where time passes for them, and never become objects. The list is the one that `making`
makes; whatever could need everybody at once is left to it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np

from ...engine.errors import NotKnownError, RatingError
from ...engine.event import Player
from ...engine.report import OF_EVENT, OF_PERIOD
from ...engine.rules.ruleset import RuleSet
from ...engine.showing import are_whole
from ...engine.words.headings import OTHER_PACES, heading_of
from ...exchange.files import AnyPath
from ...exchange.parquet import is_parquet
from .. import ledger_files, making
from ..adjustments import is_adjusted
from ..corrections import Correction, counted, former
from ..in_force import STANDARD
from ..ledger_files import Ledger
from ..listed import Listed as SomeListed
from ..listed import read_listed as whole_list
from ..making import Order, Sent, Tell, list_from_events
from ..next_list import NextList
from ..own_columns import OwnColumns
from ..paces import PACES, are_several
from .everybody import made
from .fide import ROW as FIDE_ROW
from .files import Columns, as_written
from .kept import Kept
from .next_list import contradicts, row_of, rows_with_zeros
from .paces import at_pace
from .people import TEXT_PARTS, Listed, keep_own, read_listed
from .sealed import ledger_of
from .who import concerned, registered

#: A number with a 0 behind its decimals, or with more of them than columns hold.
_LONG, _LONG_CELL = re.compile(rb"\.\d{12}"), re.compile(r"\.\d{12}")
_IDLE = re.compile(rb"\.\d*0[^\d]|\.\d{12}")
_IDLE_CELL = re.compile(r"\.\d*0$|\.\d{12}")
#: What pandas calls a column without a heading, or the second one with the same.
_NO_HEAD = re.compile(r"Unnamed: \d+$|.*\.\d+$").match


def make(
    order: Order,
    sent: Callable[[], Sent],
    known: Sequence[AnyPath] = (),
    lines: Tell = lambda done, all_: None,
) -> NextList | None:
    """`making.list_from_events` on a long list; None where the engine takes everybody on it.

    It does, too, where something is wrong with the list, and says what. `sent` gives the events
    once the list is read, `lines` is told how many lines of a list of FIDE are.
    """
    try:
        listed = read_listed(order.listed, lines)
        ledger = ledger_of(listed.columns)
        if not _passes(listed, ledger):
            return None
        lost = keep_own(listed, ledger.made is not None, order.keep, order.asked.ignore)
    except RatingError:
        return None
    return _of_few(order, listed, ledger, lost, sent(), known)


def read_ledger(path: AnyPath) -> Ledger:
    """`ledger_files.read_ledger` of a long list."""
    try:
        return ledger_of(read_listed(path).columns)
    except RatingError:
        return ledger_files.read_ledger(path)


def _of_few(
    order: Order,
    listed: Listed,
    ledger: Ledger,
    lost: tuple[str, ...],
    sent: Sent,
    known: Sequence[AnyPath],
) -> NextList | None:
    """The next list; None where the engine has to see everybody."""
    events, wrong, other = sent
    players = [player for one in events for player in one.event.players]
    players += registered(players, order.register, listed)
    rows = concerned(players, {*tokens_of(ledger), *of_corrections(order.corrections)}, listed)
    if order.explain:
        rows = np.union1d(rows, np.array(_explained(order.explain, listed), dtype=np.int64))
    few = SomeListed(
        Path(order.listed), tuple(listed.player(row) for row in rows.tolist()), ledger, lost,
        OwnColumns(), are_several(listed.columns.parts), _with_k(listed), listed.account,
    )  # fmt: skip
    reader = partial(_earlier, [*players, *few.players], tokens_of(ledger))
    found = list_from_events(order, few, events, wrong, other, known, reader)
    if not (found.events and _is_for_few(found.rules) and _is_within(listed, found.rules)):
        return None
    if is_adjusted(order.rules or found.rules.reference, few.day, found.day):
        return None
    return replace(found, columns=Kept(made(found, listed, rows)))


def _earlier(players: Sequence[Player], tokens: Set[str], path: AnyPath) -> SomeListed:
    """An earlier list, with those whom its ratings may be asked of."""
    if making.is_long_file(path):
        try:
            listed = read_listed(path)
            ledger = ledger_of(listed.columns)
        except RatingError:
            return whole_list(path)
        if are_as_written(listed.columns):
            rows = concerned(players, tokens, listed).tolist()
            people = tuple(map(listed.player, rows))
            return SomeListed(
                Path(path), people, ledger, (), several=are_several(listed.columns.parts)
            )
    return whole_list(path)


def _explained(who: str, listed: Listed) -> list[int]:
    """The row of somebody on the list; none of who is new to it or not clear."""
    try:
        return [row_of(who, listed)]
    except NotKnownError:
        return []


def _is_for_few(rules: RuleSet) -> bool:
    """Whether who stays away is nobody's concern, and ratings are whole: columns hold no more."""
    return rules.absence is None and are_whole(rules)


def _passes(listed: Listed, ledger: Ledger) -> bool:
    """Whether nothing in a list needs to be told, and nothing is a mark of the period."""
    parts = listed.parts
    marks = {*OF_PERIOD, *OF_EVENT} & set(parts)
    heads = listed.columns.others
    # Headings that stand twice, or nowhere, have names by pandas.
    is_headed = len(set(map(heading_of, heads))) == len(heads) and not any(map(_NO_HEAD, heads))
    if not is_headed or ledger.changed or marks:
        return False
    if listed.columns.row == FIDE_ROW:
        return True
    ratings = [parts[name] for name in parts if name.endswith("rating")]
    is_whole = all((np.isnan(one) | (one == np.floor(one))).all() for one in ratings)
    # A decimal that says nothing stays in the texts of the engine.
    return is_whole and are_as_written(listed.columns)


def are_as_written(columns: Columns) -> bool:
    """Whether columns keep the numbers in a list to the letter, a 0 behind decimals included."""
    return not _has(columns, _IDLE, _IDLE_CELL)


def keep_digits(columns: Columns) -> bool:
    """Whether columns keep all digits of the numbers in a list."""
    return not _has(columns, _LONG, _LONG_CELL)


def _has(columns: Columns, in_file: re.Pattern[bytes], in_cell: re.Pattern[str]) -> bool:
    """Whether a list has such a number."""
    if columns.row == FIDE_ROW:
        return False
    numbers = [part for part in columns.parts if part not in TEXT_PARTS]
    if is_parquet(columns.path):
        own = [columns.parts[part] for part in numbers]
    elif not in_file.search(columns.path.read_bytes()):
        return False
    else:
        # Such a number may stand in a column of texts.
        own = [as_written(columns, columns.named(part)) for part in numbers]
    return any(in_cell.search(kind) for column in own for kind in column.kinds)


def _is_within(listed: Listed, rules: RuleSet) -> bool:
    """Whether every number is one that the rules take."""
    if rows_with_zeros(listed):
        return False
    paces = (STANDARD, *OTHER_PACES) if are_several(listed.parts) else (STANDARD,)
    return not any(contradicts(at_pace(listed, pace), rules) for pace in paces)


def tokens_of(ledger: Ledger) -> set[str]:
    """Whom the events name that a list counts, and the corrections in it."""
    found = {token for one in ledger.events for _, *both in one.games for token in both}
    corrections = ledger.made.corrections if ledger.made else ()
    for text in corrections:
        for pair in former(counted(text)):
            found.update(pair)
    return found


def of_corrections(corrections: Sequence[Correction]) -> Iterator[str]:
    """Whom corrections are about, and what they are called by them from then on."""
    for one in corrections:
        yield one.who
        for text in (one.name, one.old, one.new):
            yield from (text, f"#{text}")


def _with_k(listed: Listed) -> Mapping[str, tuple[int, str]]:
    found = {}
    for pace in PACES:
        k = listed.parts.get("k" if pace == STANDARD else f"{pace}_k", np.zeros(0) * np.nan)
        given = np.flatnonzero(~np.isnan(k))
        found[pace] = len(given), listed.place(int(given[0])) if len(given) else ""
    return found
