"""The people of a list as columns, and who of them the games of a file mean."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np

from ...engine.account import Account
from ...engine.errors import ArgumentError, FileError
from ...engine.event import Player
from ...engine.problem import refusal
from ...engine.words.headings import MARKED, NUMBER_FACTS, PACED_FACTS, TEXT_FACTS, heading_of
from ...engine.words.likeness import OF_PLAYERS
from ...engine.words.marks import is_yes
from ...engine.words.names import plain_names
from ...engine.words.waiting import TEXTS, WAITING
from ...exchange.fide_list import looks_like_fide_list
from ...exchange.files import AnyPath
from ...exchange.parquet import PARQUET
from ...exchange.players import SHOWN_ONLY, id_as_name
from ...exchange.table import Row
from ..directory import id_tokens, plain_token, token_of
from ..own_columns import CLUBS, kept_of
from .accounted import account_of
from .fide import Tell, fide_columns
from .files import Columns, read_columns
from .national import of_federation


def _waiting(row: Row, part: str) -> str:
    """What waits, as this project writes it."""
    return TEXTS[part](WAITING[part](row.text(part)))


#: How each part of a list is read.
_READ = {
    **dict.fromkeys(("id", "name", "title", "federation"), Row.text),
    "sex": Row.sex,
    "born": Row.year,
    "games": Row.whole,
    **dict.fromkeys(("rating", "peak", "k", *NUMBER_FACTS), Row.number),
    **dict.fromkeys(TEXT_FACTS, Row.text),
    **dict.fromkeys(WAITING, _waiting),
}
#: Parts that are texts; the others are numbers.
TEXT_PARTS = ("id", "name", "title", "sex", "federation", *TEXT_FACTS, *WAITING)
_WHOLE = ("born", "games")
#: What tokens have something else for.
_PARTED = re.compile(r"[;|\s]")
#: Lists write 0 for none of these.
_OR_NONE = (
    "rating", "peak", *(one for one in PACED_FACTS if not one.endswith("games")),
)  # fmt: skip


@dataclass
class Listed:
    """Everybody on the list, those whom only the games name behind them: columns of values.

    Texts are '' where a list says nothing, numbers NaN.
    """

    columns: Columns
    parts: dict[str, Any]
    added: list[str] = field(default_factory=list)
    #: The federation's own columns that stay, by what heads them.
    own: dict[str, Any] = field(default_factory=dict)
    #: How each part of the file was used.
    account: Account | None = None

    @property
    def clubs(self) -> Any:
        """The column of the clubs; None where there is none."""
        heads = (values for head, values in self.own.items() if heading_of(head) in CLUBS)
        return next(heads, None)

    @property
    def size(self) -> int:
        """How many there are."""
        return len(self.parts["id"])

    def token(self, row: int) -> str:
        """See `Persons.token`."""
        return token_of(self.parts["id"][row], self.parts["name"][row])

    def tokens(self, rows: Any) -> list[str]:
        """The tokens of some."""
        ids = self.parts["id"][rows].tolist()
        if all(ids) and not _PARTED.search("".join(ids)):
            return [f"#{one}" for one in ids]
        return [self.token(row) for row in rows.tolist()]

    def plain_tokens(self, rows: Any) -> list[str]:
        """What `plain_token` makes of the tokens of some."""
        ids = self.parts["id"][rows].tolist()
        if all(ids) and not _PARTED.search("".join(ids)):
            return id_tokens(ids)
        return [plain_token(self.token(row)) for row in rows.tolist()]

    def player(self, row: int) -> Player:
        """One of them as the engine has them."""
        said = {part: _said(part, values[row]) for part, values in self.parts.items()}
        facts = {
            name: WAITING[name](value) if name in WAITING else value
            for name in (*TEXT_FACTS, *NUMBER_FACTS, *WAITING)
            if (value := said.pop(name, None)) not in (None, "")
        }
        return Player(row + 1, facts=facts, where=self.place(row), **said)

    def place(self, row: int) -> str:
        """Where somebody stands: on the list, or first in the games."""
        known = self.columns.size
        return self.columns.place(row) if row < known else self.added[row - known]

    def copy(self) -> Listed:
        """The same, whatever becomes of the other one."""
        parts = {part: values.copy() for part, values in self.parts.items()}
        return replace(self, parts=parts, added=[*self.added], own={**self.own})

    def without(self, rows: Sequence[int]) -> Listed:
        """They without some of those on the list."""
        kept = np.ones(self.size, dtype=bool)
        kept[rows] = False
        parts = {part: values[kept] for part, values in self.parts.items()}
        own = {head: values[kept] for head, values in self.own.items()}
        there = np.flatnonzero(kept[: self.columns.size])
        return replace(self, columns=self.columns.having(there), parts=parts, own=own)

    def keys(self) -> list[str]:
        """What makes each of them one person."""
        ids, names = self.parts["id"], self.parts["name"]
        return np.where(ids == "", names, ids).tolist()  # type: ignore[no-any-return]

    def put(self, players: Sequence[Player], rows: Sequence[int]) -> None:
        """How some of them are now."""
        said = {name for player in players for name in player.facts}
        for part in (*self.parts, *sorted(said - self.parts.keys())):
            is_text = part in TEXT_PARTS
            if part not in self.parts:
                self.parts[part] = np.full(self.size, "" if is_text else np.nan,
                                           dtype=object if is_text else float)  # fmt: skip
            self.parts[part][rows] = [_in_column(player, part, is_text) for player in players]

    def add(self, players: Sequence[Player]) -> None:
        """Those who are not on the list, behind the others."""
        for part, values in self.parts.items():
            if part in TEXT_PARTS:
                more = np.empty(len(players), dtype=object)
                more[:] = [getattr(one, part) if part in ("id", "name") else "" for one in players]
            else:
                more = np.full(len(players), np.nan)
            self.parts[part] = np.concatenate([values, more])
        for head, values in self.own.items():
            self.own[head] = np.append(values, [""] * len(players))
        self.added += [one.where for one in players]


def rows_by_id(ids: Sequence[str]) -> dict[str, int]:
    """The row of each ID by its token, the first one of several."""
    keys = id_tokens(ids)
    found = dict(zip(reversed(keys), range(len(keys) - 1, -1, -1), strict=True))
    found.pop("", None)
    return found


def rows_by_name(names: Sequence[str]) -> dict[str, list[int]]:
    """The rows of each plain name."""
    found: dict[str, list[int]] = {}
    for row, name in enumerate(plain_names(names)):
        found.setdefault(name, []).append(row)
    return found


def _said(part: str, value: Any) -> Any:
    """A value as a player has it."""
    if isinstance(value, str):
        return value
    return None if value != value else int(value) if part in _WHOLE else number_of(value)


def number_of(value: float) -> Decimal:
    """A number of a column as the engine has it.

    >>> number_of(2400.0), number_of(0.1)
    (Decimal('2400'), Decimal('0.1'))
    """
    return Decimal(int(value)) if value.is_integer() else Decimal(repr(float(value)))


def _in_column(player: Player, part: str, is_text: bool) -> Any:
    """What a column has of a player."""
    value: Any = getattr(player, part) if hasattr(player, part) else player.facts.get(part)
    if part in TEXTS:
        return TEXTS[part](value or ())
    if is_text:
        return value or ""
    return np.nan if value is None else float(value)


def read_listed(path: AnyPath, tell: Tell = lambda done, all_: None) -> Listed:
    """The list in a file; of a list of FIDE `tell` is called with how many lines are read.

    Raises `FileError`, `ArgumentError` and `NumberError` as `exchange.read_list` does.
    """
    if Path(path).suffix.lower() != PARQUET and looks_like_fide_list(path):
        return listed_of(fide_columns(path, tell))
    return listed_of(of_federation(read_columns(path, more=(*SHOWN_ONLY, *WAITING))))


def listed_of(columns: Columns) -> Listed:
    """The list that these columns are."""
    name = columns.path.name
    if "rating" not in columns.parts:
        raise refusal(FileError, "read_no_ratings", name)
    parts: dict[str, Any] = {}
    for part, read in _READ.items():
        if part in columns.parts or part in ("id", "name", "title", "sex", "federation"):
            in_rows: Any = columns.texts if part in TEXT_PARTS else columns.numbers
            parts[part] = in_rows(part, read)
        elif part not in TEXT_FACTS + NUMBER_FACTS and part not in WAITING:
            parts[part] = np.full(columns.size, np.nan)
    for part in _OR_NONE:
        if part in parts:
            parts[part] = np.where(parts[part] == 0, np.nan, parts[part])
    for part in MARKED:
        if part in parts:
            columns.kinds(part, lambda row, column: is_yes(row.text(column), "the mark"))
    parts["id"] = np.where(parts["id"] == "0", "", parts["id"])
    for row in np.flatnonzero(parts["name"] == "").tolist():
        parts["name"][row] = id_as_name(parts["id"][row], "name" in columns.parts)
    nameless = parts["name"] == ""
    if nameless.any():
        raise refusal(ArgumentError, "read_nobody", columns.place(int(nameless.argmax())))
    return Listed(columns, parts)


def keep_own(
    listed: Listed, is_ours: bool, keep: Sequence[str] = (), ignored: Sequence[str] = ()
) -> tuple[str, ...]:
    """Keep the columns that `own_columns` keeps; the headings of those left out come back.

    Raises `FileError` for one of these that may hold what numbers hang on, unless it is `ignored`.
    """
    others = listed.columns.others
    heads = {heading_of(head): head for head in others}
    kept = kept_of(tuple(heads), listed.columns.path.name, is_ours, keep)
    cells = replace(listed.columns, parts={heads[name]: others[heads[name]] for name in kept})
    listed.own = {heads[name]: cells.texts(heads[name], Row.text) for name in kept}
    lost = tuple(name for name in heads if name not in kept)
    # Whatever means nothing on a list that was written here is its own.
    unused = listed.columns.unused
    ignored = (*ignored, *unused, *(heads if is_ours else keep))
    found = account_of(listed.columns, "list", (*heads.values(), *unused), OF_PLAYERS, ignored)
    listed.account = replace(found, players=listed.size)
    return lost
