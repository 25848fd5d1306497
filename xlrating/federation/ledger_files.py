"""A list's own data: sheets of the list's workbook, or a file next to its CSV.

They are the events that it counts, and its provenance.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from ..engine.errors import RatingError
from ..engine.languages import LANGUAGES
from ..engine.problems import Problem
from ..engine.texts import say
from ..engine.vocabulary.dates import day_of
from ..engine.vocabulary.headings import SEARCHED, heading_of
from ..exchange.files import LIST_LIMIT, SHEETS, AnyPath, read_bytes, read_text, real_file
from ..exchange.sheets import Sheets, open_sheets, where
from ..exchange.table import Table, read_table
from .changed_lists import tell_changes
from .contents import PARTS as PARTS_OF_LINES
from .contents import ListFingerprint, contents_of, contents_of_columns
from .ledger import LedgerEntry, seal_of
from .list_table import Columns, list_columns
from .made_files import grouped, made_of_sheets, provenance_of, to_put_back, ungrouped
from .next_list import NextList
from .provenance import Pairs, Provenance

#: The parts of an event in column order, by the text keys of their headings.
PARTS: Mapping[str, str] = {
    "title": "col_event", "file": "held_file", "first": "event_start", "last": "event_end",
    "people": "held_people", "count": "held_count", "mark": "held_mark", "data": "held_data",
    "listed": "held_listed", "pace": "held_pace", "national": "event_national",
    "record": "held_record",
}  # fmt: skip
#: Omitted for events of a list with one pace, and of rules without national events.
_SELDOM = ("pace", "national")
_DAYS, _NUMBERS = ("first", "last"), ("people", "count")

#: A cell holds 32,767 characters; the pairings of a large event take several.
_CELL = 30_000

_MARK = re.compile(r"[0-9a-f]{16}")


class Ledger(NamedTuple):
    """A list's own data, and notices about them.

    `made` is its provenance, None if it has none; `contents` are those of the list
    as it is, and `changed` what somebody changed in it since it was written.
    """

    events: tuple[LedgerEntry, ...] = ()
    notices: tuple[Problem, ...] = ()
    made: Provenance | None = None
    contents: ListFingerprint = ListFingerprint("", {}, "")
    changed: tuple[Problem, ...] = ()


def beside(path: AnyPath) -> Path:
    """The file next to a CSV list with the data that the list itself cannot contain.

    For a link it is next to the target.

    >>> beside("lists/2025-11.csv").name
    '2025-11.csv.json'
    """
    return Path(f"{real_file(path)}.json")


def beside_to_read(path: AnyPath) -> Path:
    """The existing file next to a list, or next to the link to it if both are links."""
    own, named = beside(path), Path(f"{path}.json")
    return named if named.exists() and not own.exists() else own


def read_ledger(path: AnyPath, table: Table | None = None, said: Ledger | None = None) -> Ledger:
    """The own data of the list in a file; `table` are its contents if already read,
    and `said` the result of `said_of`.

    Raises `FileError` with sheet and cell if somebody changed these data.
    """
    table = table or read_table(path, is_list=True)
    found = (said or said_of(path))._replace(contents=contents_of(table))
    if found.made is None:
        return found
    if found.made.contents.digest == found.contents.digest:
        # It may have been saved by another program, with the same contents.
        return found._replace(notices=())
    return found._replace(changed=tuple(tell_changes(found.made.contents, table)), notices=())


def says_events(path: AnyPath) -> bool:
    """Whether a workbook has the sheet of events that a list counts, by its name."""
    return any(name in _titles() for name in open_sheets(path).names)


def said_of(path: AnyPath) -> Ledger:
    """The ledger stored with a list, whatever the list itself contains now."""
    name = Path(path).name
    if Path(path).suffix.lower() in SHEETS:
        sheets = open_sheets(path)
        sheet = _find_sheet(sheets)
        if sheet is not None:
            return Ledger(_of_sheet(sheets, sheet), made=made_of_sheets(sheets))
        return Ledger(notices=(Problem("fed_no_ledger", {}, name),))
    if not beside_to_read(path).exists():
        words = {"beside": beside(path).name}
        return Ledger(notices=(Problem("fed_no_ledger_beside", words, name),))
    return _of_manifest(Path(path))


def list_contents(found: NextList) -> ListFingerprint:
    """The contents that a list will have in any file."""
    return contents_of_list(list_columns(found.people))


def contents_of_list(table: Columns) -> ListFingerprint:
    """The fingerprint of a list from its columns, which have English names."""
    keys, _, columns = table
    values = dict(zip(keys, columns, strict=True))
    return contents_of_columns({part: values[part] for part in PARTS_OF_LINES if part in values})


def made_pairs(found: NextList, contents: ListFingerprint | None = None) -> Pairs:
    """A list's provenance for a file; `contents` are its own if already known."""
    if found.made is None:
        return ()
    return found.made.with_contents(contents or list_contents(found)).pairs()


# --- a file next to the list ---------------------------------------------------------------------


def ledger_json(ledger: Sequence[LedgerEntry], made: Pairs, listed: bytes) -> bytes:
    """The JSON next to a CSV list: the list's checksum, its provenance, and the events it counts.

    An object, so that more can be added about the list; one event per line.
    """
    events = [
        {part: _text(value) for part in PARTS
         if (value := getattr(event, part)) or part not in _SELDOM}
        for event in ledger
    ]  # fmt: skip
    said = {
        "about": "written by xlrating with the list of this name; keep the two files together",
        "list": {"sha256": sha256(listed).hexdigest()},
        **({"made": grouped(made)} if made else {}),
        "seal": seal_of(ledger),
    }
    write = json.JSONEncoder(ensure_ascii=False).encode
    parts = [f"{write(key)}: {write(value)}" for key, value in said.items()]
    parts.append('"events": [\n' + ",\n".join(map(write, events)) + "\n]")
    return ("{\n" + ",\n".join(parts) + "\n}\n").encode()


def _of_manifest(path: Path) -> Ledger:
    file = beside_to_read(path)
    try:
        said = json.loads(read_text(file, limit=LIST_LIMIT))
        seal, hashed = said["seal"], said["list"]["sha256"]
        rows = [{part: event.get(part, "") for part in PARTS} for event in said["events"]]
        pairs = ungrouped(said["made"]) if "made" in said else None
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        is_text = isinstance(error, ValueError)
        why = str(error)[:100] if is_text else Problem("seal_missing", {}, "")
        raise to_put_back(Problem("seal_damaged", {"why": why}, file.name)) from None
    events = tuple(
        _held(row, f"{file.name}, event {number}", {}) for number, row in enumerate(rows, 1)
    )
    _check_seal(events, seal, file.name)
    made = None if pairs is None else provenance_of(pairs, file.name)
    if sha256(read_bytes(path, LIST_LIMIT)).hexdigest() == hashed:
        return Ledger(events, made=made)
    changed = (Problem("fed_ledger_changed", {"list": path.name}, file.name),)
    return Ledger(events, changed, made)


# --- a sheet of the list -------------------------------------------------------------------------


def ledger_table(
    found: NextList, language: str
) -> tuple[list[str], list[str], list[list[str | int]]]:
    """The sheet of events: keys of the columns, their headings, and the rows."""
    texts = [[_text(getattr(event, part)) for part in PARTS] for event in found.ledger]
    rows: list[list[str | int]] = [[*row[:-1], *_in_cells(str(row[-1]))] for row in texts]
    columns = max([len(PARTS), *map(len, rows)])
    for row in rows:
        row.extend([""] * (columns - len(row)))
    keys = [*PARTS, *["record"] * (columns - len(PARTS))]
    heads = [say(language, key) for key in PARTS.values()]
    heads += [f"{heads[-1]} {number}" for number in range(2, columns - len(PARTS) + 2)]
    return keys, heads, rows


def ledger_title(found: NextList, language: str) -> str:
    """The line above the sheet of events, whose seal reveals changed or missing events."""
    return say(language, "fed_seal", n=len(found.ledger), seal=seal_of(found.ledger))


def _in_cells(text: str) -> list[str]:
    """A long text in pieces, cut at blanks, which may be lost at the end of a cell."""
    found = []
    while len(text) > _CELL:
        at = text.rindex(" ", 0, _CELL)
        found.append(text[:at])
        text = text[at + 1 :]
    return [*found, text]


def _titles() -> list[str]:
    return [say(language, "fed_sheet_held") for language in LANGUAGES]


def _find_sheet(sheets: Sheets) -> str | None:
    found = next((name for name in sheets.names if name in _titles()), None)
    if found is not None:
        return found
    others = (name for name in sheets.names[1:] if _headings(sheets.rows(name)))
    return next(others, None)


def _headings(rows: Sequence[Sequence[object]]) -> tuple[int, dict[str, int]] | None:
    """The row of the headings and the column of each part."""
    for number, row in enumerate(rows[:SEARCHED]):
        shown = [heading_of(value) for value in row]
        for language in LANGUAGES:
            heads = {part: heading_of(say(language, key)) for part, key in PARTS.items()}
            columns = {part: shown.index(head) for part, head in heads.items() if head in shown}
            if {"file", "mark", "record"} <= columns.keys():
                return number, columns
    return None


def _of_sheet(sheets: Sheets, sheet: str) -> tuple[LedgerEntry, ...]:
    rows, name = sheets.rows(sheet), sheets.path.name
    found = _headings(rows)
    if found is None:
        raise to_put_back(Problem("seal_headings", {}, f"{name}, sheet {sheet}"))
    head, columns = found
    above = " ".join(str(value) for row in rows[:head] for value in row)
    events = []
    for at, row in enumerate(rows[head + 1 :], head + 1):
        if any(str(value).strip() for value in row):
            cells = {part: row[column] for part, column in columns.items()}
            cells["record"] = " ".join(
                str(value) for value in row[columns["record"] :] if str(value)
            )
            places = {part: where(name, sheet, at, column) for part, column in columns.items()}
            events.append(_held(cells, where(name, sheet, at, 0), places))
    seals = _MARK.findall(above)
    _check_seal(events, seals[-1] if seals else "", f"{name}, sheet {sheet}")
    return tuple(events)


# --- both ----------------------------------------------------------------------------------------


def _text(value: object) -> str | int:
    """A part of an event as files contain it."""
    if isinstance(value, date):
        return value.isoformat()
    return value if isinstance(value, int) else "" if value is None else str(value)


def _held(cells: Mapping[str, object], place: str, places: Mapping[str, str]) -> LedgerEntry:
    """An event from its cells; `FileError` with the place if they were changed."""
    values: dict[str, object] = {}
    for part in PARTS:
        value = cells.get(part, "")
        try:
            values[part] = (
                day_of(value) if part in _DAYS
                else int(str(value).removesuffix(".0")) if part in _NUMBERS
                else str(value)
            )  # fmt: skip
        except (RatingError, ValueError):
            words = {"found": repr(str(value)[:40])}
            raise to_put_back(Problem("seal_other", words, places.get(part, place))) from None
    event = LedgerEntry(**values)  # type: ignore[arg-type]
    try:
        is_whole = bool(_MARK.fullmatch(event.mark)) and event.is_whole
    except RatingError:
        is_whole = False
    if not is_whole:
        raise to_put_back(Problem("seal_record", {}, places.get("record", place)))
    return event


def _check_seal(events: Sequence[LedgerEntry], seal: object, place: str) -> None:
    if seal_of(events) != seal:
        raise to_put_back(Problem("seal_events", {}, place))
