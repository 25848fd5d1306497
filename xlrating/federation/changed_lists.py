"""What was changed in a list since it was written: by hand, or by a program that saved it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from ..engine.problems import Problem
from ..exchange.player_columns import column_of
from ..exchange.table import Row, Table
from .contents import PARTS, ListFingerprint, contents_of, heading_in, marks_of, readers_of
from .fingerprints import factor_of

#: How many changed cells are reported.
_TOLD = 20
#: The bits of a line's fingerprint, and the most digits of an ID.
_BITS, _DIGITS = 2**32 - 1, 15


def tell_changes(written: ListFingerprint, table: Table) -> list[Problem]:
    """The differences between a table and the contents that were written; empty if there are none.

    A changed line and a changed column are known: the cell where they cross was changed. Whose
    cells a column had is not known if a person is no longer called as they were.
    """
    now = contents_of(table)
    if now.digest == written.digest:
        return []
    columns = readers_of(table)
    parts = [part for part in PARTS if written.columns.get(part) != now.columns.get(part)]
    lost = [part for part in parts if part not in columns]
    if lost:
        # Every line differs by it.
        words = {"columns": ", ".join(lost)}
        return [Problem("fed_changed_columns", words, table.name)]
    left = Counter(written.rows)
    other: dict[str, list[Row]] = {}
    for row, digest in zip(table.rows, now.rows, strict=True):
        if left[digest]:
            left[digest] -= 1
        else:
            other.setdefault(digest, []).append(row)
    found = _saved(table, other, left) if "id" in parts else []
    gone = sum(left.values()) - sum(map(len, other.values()))
    rows = [row for of in other.values() for row in of]
    whose = "id" if "id" in columns else "name"
    if whose in parts and len(rows) == 1 and not found:
        parts = [whose]
    if len(table.rows) == len(written.rows) and (whose not in parts or parts == [whose]):
        found += _cells(table, rows, parts)
    else:
        found += [Problem("fed_changed_line", {"name": _name(table, row)}, row.place)
                  for row in rows]  # fmt: skip
    if gone > 0:
        places = [at for at, digest in enumerate(written.rows, 1) if left[digest]]
        shown = ", ".join(map(str, places[:_TOLD]))
        found.append(Problem("fed_changed_gone", {"n": gone, "places": shown}, table.name))
    if len(found) > _TOLD:
        found = [*found[:_TOLD], Problem("fed_changed_more", {"n": len(found) - _TOLD}, table.name)]
    return found or [Problem("fed_changed_list", {}, table.name)]


def _cells(table: Table, rows: Sequence[Row], parts: Sequence[str]) -> list[Problem]:
    """The cells where changed lines and changed columns cross."""
    found = []
    for row in rows:
        for part in parts:
            heading = heading_in(table, part)
            words = {"found": str(row.text(heading)), "name": _name(table, row)}
            found.append(Problem("fed_changed_cell", words, row.at(heading)))
        if not parts:
            found.append(Problem("fed_changed_line", {"name": _name(table, row)}, row.place))
    return found


def _saved(
    table: Table, other: dict[str, list[Row]], left: Counter[str]
) -> list[Problem]:  # fmt: skip
    """IDs that another program saved as numbers: 7 for 007, 7.0 for 7; their lines are taken out of
    `other`, and their fingerprints out of those that are `left`.
    """
    heading, found = heading_in(table, "id"), list[tuple[str, str, str]]()
    for digest, rows in [*other.items()]:
        now = rows[0].text(heading)
        was = _ids_before(now, digest)
        known = next((one for one in was if left[one]), None)
        if known is None or len(rows) > 1:
            continue
        left[known] -= 1
        del other[digest]
        found.append((rows[0].at(heading), now, was[known]))
    if not found:
        return []
    where, now, id_ = found[0]
    return [Problem("fed_changed_ids", {"n": len(found), "found": now, "id": id_}, where)]


def _ids_before(now: str, digest: str) -> Mapping[str, str]:
    """What an ID may have been before another program saved it, by the line's fingerprint then."""
    whole = now.removesuffix(".0")
    if not whole.isdecimal():
        return {}
    ids = dict.fromkeys(whole.zfill(size) for size in range(len(whole), _DIGITS + 1))
    factor, (mark,) = factor_of("id"), marks_of([now])
    return {
        f"{int(digest, 16) + (own - mark) * factor & _BITS:08x}": one
        for one, own in zip(ids, marks_of(ids), strict=True)
    }


def _name(table: Table, row: Row) -> str:
    return row.text(column_of(table, "name")) or row.text(column_of(table, "id"))
