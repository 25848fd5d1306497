"""The published data for anyone who wants to check it: the lists, their origin, the games."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from ..engine.errors import FileError, RatingError
from ..engine.problem import make_error
from ..engine.problems import Problem
from ..exchange.files import AnyPath, write_together
from ..exchange.player_columns import column_of
from ..exchange.players import columns_of_parts
from ..exchange.table import Table, read_table
from ..exchange.text_cells import text_cell
from ..exchange.work_folders import work_folder
from ..federation.contents import PARTS
from ..federation.folder import fingerprints, read_folder
from ..federation.identity import TELLING, TRANSFER, counted
from ..federation.ledger import LedgerEntry
from ..federation.ledger_files import (
    Ledger,
    ledger_json,
    list_contents,
    made_pairs,
    read_ledger,
    said_of,
)
from ..federation.list_table import list_csv
from ..federation.listed import read_listed
from ..federation.making import Order, list_from_events
from ..federation.own_columns import CLUBS
from ..federation.provenance import Provenance
from ..federation.rating_list import day_of_list
from ..federation.submissions import Submission
from ..federation.verify import as_made, new_events
from .folder import as_published
from .games import are_called, by_numbers, games_json
from .words import NAMES, NONE, NUMBERS

FOLDER = "data"
_NUMBER = re.compile(r"-?\d+(\.\d+)?")
GAMES = ".games.json"


class Data(NamedTuple):
    """The files of the folder by name, and what is missing from it."""

    files: dict[str, bytes]
    notices: list[Problem]


def published_data(
    lists: Sequence[AnyPath], folders: Sequence[AnyPath], games: str, target: Path
) -> Data:
    """The lists, each with its provenance, and the games that lead from one to the next.

    The games are in `folders` or their subfolders. The lists are published without the federation's
    own columns (e-mail, licence), without reasons and, unless the games use names, without people's
    other names. Games that do not reproduce their list are left out with a notice. What is already
    published for the same lists in the folder `target` is reused.
    """
    found = Data({}, [])
    if games != NONE and not folders and len(lists) > 1:
        found.notices.append(Problem("pub_no_folder", {}, ""))
    with work_folder(target.parent) as work:
        package = _Package(folders, games, work.path, target, found.notices)
        for path in sorted(lists, key=lambda one: str(day_of_list(Path(one), said_of(one)) or "")):
            files = package.of_list(path)
            write_together({work.path / name: data for name, data in files.items()})
            found.files.update(files)
    return found


class _Package:
    """The lists published so far, in the folder `work`."""

    def __init__(
        self, folders: Sequence[AnyPath], games: str, work: Path, old: Path, notices: list[Problem]
    ) -> None:
        self._folders = [one for top in map(Path, folders) for one in (top, *_within(top))]
        self._games, self._work, self._old, self._notices = games, work, old, notices
        self._by_digest: dict[str, Path] = {}
        # Columns that the published list omits cannot change on it.
        self._dropped: tuple[str, ...] = ()

    def of_list(self, path: AnyPath) -> dict[str, bytes]:
        """The files of a list, in the order of the chain."""
        table = read_table(path, is_list=True)
        ledger = read_ledger(path, table)
        name = Path(path).stem
        if any(one in CLUBS for one in table.headings):
            self._dropped = (TRANSFER,)
        follows = ledger.made.base if ledger.made else None
        base = self._by_digest.get(follows.digest) if follows else None
        self._by_digest[ledger.contents.digest] = self._work / f"{name}.csv"
        if base is not None and self._folders and self._games != NONE:
            try:
                files = self._published(name, ledger) or self._with_games(name, ledger, base)
                if files:
                    return files
            except RatingError as error:
                self._notices.append(
                    Problem(
                        "pub_not_again", {"why": error.problem or error.message}, Path(path).name
                    )
                )
        elif follows and self._folders and self._games != NONE:
            self._notices.append(Problem("pub_no_base", {"base": follows.file}, Path(path).name))
        data = _csv(table).encode("utf-8-sig")
        if (made := ledger.made) is None:
            return {f"{name}.csv": data}
        held = ledger.events
        if self._games == NONE:
            held = tuple(replace(one, record="") for one in held)
        said = self._reduced(made).with_contents(ledger.contents).pairs()
        return {f"{name}.csv": data, f"{name}.csv.json": ledger_json(held, said, data)}

    def _published(self, name: str, ledger: Ledger) -> dict[str, bytes]:
        """What was published for a list, if it is the same list; otherwise nothing."""
        names = (f"{name}.csv", f"{name}.csv.json", name + GAMES)
        found = as_published(self._old, [f"{FOLDER}/{one}" for one in names])
        files = dict(zip(names, found.values(), strict=False))
        if not files or not are_called(files[name + GAMES], self._games):
            return {}
        old = read_ledger(self._old / FOLDER / f"{name}.csv")
        return files if self._says(old) == self._says(ledger) else {}

    def _says(self, ledger: Ledger) -> object:
        """A value that identifies a list and what it was made from."""
        made = self._reduced(ledger.made) if ledger.made else None
        base = made.base.digest if made and made.base else ""
        events = [(one.mark, one.file, one.data, one.title, one.listed) for one in ledger.events]
        said = made and (made.rules, made.asked, made.day, made.language, made.corrections)
        return ledger.contents.digest, base, said, events

    def _with_games(self, name: str, ledger: Ledger, base: Path) -> dict[str, bytes]:
        """The list recalculated from the published list before it; empty without its events."""
        assert ledger.made is not None
        before = read_listed(base)
        new = new_events(ledger, before.ledger)
        files = {one.file for one in new}
        events: list[Submission] = []
        if new:
            folder = next((one for one in self._folders if _has(one, new)), None)
            if folder is None:
                self._notices.append(Problem("pub_no_events", {}, f"{name}.csv"))
                return {}
            events = [one for one in read_folder(folder, ())[0] if one.file in files]
        asked = Order(base, self._work, earlier=(str(self._work),))
        order = as_made(asked, self._reduced(ledger.made, ()))
        found = list_from_events(order, before, events, [], [])
        if self._games == NUMBERS:
            events = by_numbers(events, found, before.players)
            order = as_made(asked, self._reduced(ledger.made))
            found = list_from_events(order, before, events, [], [])
        if list_contents(found).digest != ledger.contents.digest:
            raise make_error(FileError, "pub_other", name)
        data = list_csv(found, order.language).encode("utf-8-sig")
        return {
            f"{name}.csv": data,
            f"{name}.csv.json": ledger_json(found.ledger, made_pairs(found), data),
            name + GAMES: games_json(events, self._games),
        }

    def _reduced(self, made: Provenance, names: Sequence[str] = TELLING) -> Provenance:
        """A list's provenance without confidential parts."""
        dropped = self._dropped if self._games == NAMES else (*self._dropped, *names)
        entries = [
            str(one._replace(reason="", source=""))
            for one in map(counted, made.corrections)
            if one.what not in dropped
        ]
        return replace(made, corrections=tuple(entries), keep=())


def _within(top: Path) -> list[Path]:
    return sorted(one for one in top.iterdir() if one.is_dir()) if top.is_dir() else []


def _has(folder: Path, events: Sequence[LedgerEntry]) -> bool:
    """Whether a folder contains the unchanged files of these events."""
    found = fingerprints(folder, [one.file for one in events])
    return all(found.get(one.file) == one.data for one in events)


def _csv(table: Table) -> str:
    """A list as CSV, with only those of its columns that are published."""
    known = {name for names in columns_of_parts(table.headings).values() for name in names}
    known |= {column_of(table, part) for part in PARTS}
    used = [at for at, name in enumerate(table.headings) if name in known]
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    heads = table.written or table.headings
    writer.writerow([text_cell(heads[at]) for at in used])
    for row in table.rows:
        writer.writerow([_cell(row.text(table.headings[at])) for at in used])
    return buffer.getvalue()


def _cell(text: str) -> object:
    return text if _NUMBER.fullmatch(text) else text_cell(text)
