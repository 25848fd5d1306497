"""Compound files, [MS-CFB] version 3: the container of streams for a VBA project.

`olefile`, the library for these files, can only replace a stream by one of the same length.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import NamedTuple, Union

SECTOR, SMALL_SECTOR, SMALL_STREAM = 512, 64, 4096
_FREE, _END, _TABLE = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD

#: A folder's entries: streams and subfolders.
Folder = Mapping[str, Union[bytes, "Folder"]]


class _Entry(NamedTuple):
    """A directory entry; a folder's children form a search tree of left and right siblings."""

    name: str
    kind: int
    data: bytes
    left: int = _FREE
    right: int = _FREE
    child: int = _FREE


def write(folder: Folder) -> bytes:
    """The compound file with these streams and folders."""
    entries = [_Entry("Root Entry", 5, b"")]
    entries[0] = entries[0]._replace(child=_add(entries, folder))
    sectors, small = _Chains(SECTOR), _Chains(SMALL_SECTOR)
    places = [_place(entry, sectors, small) for entry in entries]
    places[0] = (sectors.add(bytes(small.data)), len(small.data))
    small_table = small.table()
    small_start = sectors.add(small_table)
    directory = b"".join(map(_line, entries, places))
    empty = struct.pack("<68x3I48x", _FREE, _FREE, _FREE)
    directory_start = sectors.add(directory + empty * (-len(entries) % 4))
    first = len(sectors.next)
    tables = sectors.reserve_table()
    header = struct.pack(
        "<8s16x5H6x9I",
        *(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 0x3E, 3, 0xFFFE, 9, 6),
        *(0, tables, directory_start, 0, SMALL_STREAM),
        *(small_start, -(-len(small_table) // SECTOR), _END, 0),
    )
    numbers = [*range(first, first + tables), *[_FREE] * (109 - tables)]
    return header + struct.pack("<109I", *numbers) + bytes(sectors.data) + sectors.table()


def _add(entries: list[_Entry], folder: Folder) -> int:
    """Add a folder's contents; returns the number of the entry at which a search in it begins."""
    numbers = {}
    for name, content in folder.items():
        numbers[name] = len(entries)
        if isinstance(content, bytes):
            entries.append(_Entry(name, 2, content))
        else:
            entries.append(_Entry(name, 1, b""))
            child = _add(entries, content)
            entries[numbers[name]] = _Entry(name, 1, b"", child=child)
    return _tree(entries, [numbers[name] for name in sorted(numbers, key=_order)])


def _order(name: str) -> tuple[int, str]:
    return len(name), name.upper()


def _tree(entries: list[_Entry], numbers: list[int]) -> int:
    """Link sorted entries into a balanced tree; returns the number of its root."""
    if not numbers:
        return _FREE
    middle = len(numbers) // 2
    left, right = _tree(entries, numbers[:middle]), _tree(entries, numbers[middle + 1 :])
    root = numbers[middle]
    entries[root] = entries[root]._replace(left=left, right=right)
    return root


class _Chains:
    """Consecutive sectors, and for each the number of its successor."""

    def __init__(self, size: int) -> None:
        self.size, self.data = size, bytearray()
        self.next: list[int] = []

    def add(self, data: bytes) -> int:
        """Add a stream; returns the number of its first sector."""
        count, first = -(-len(data) // self.size), len(self.next)
        if not count:
            return _END
        self.next += [*range(first + 1, first + count), _END]
        self.data += data.ljust(count * self.size, b"\0")
        return first

    def reserve_table(self) -> int:
        """Reserve the sectors for the table itself; returns how many they are."""
        needed = 1
        while len(self.next) + needed > needed * SECTOR // 4:
            needed += 1
        self.next += [_TABLE] * needed
        return needed

    def table(self) -> bytes:
        """The table of successors, in whole sectors of the file."""
        numbers = [*self.next, *[_FREE] * (-len(self.next) % (SECTOR // 4))]
        return struct.pack(f"<{len(numbers)}I", *numbers)


def _place(entry: _Entry, sectors: _Chains, small: _Chains) -> tuple[int, int]:
    """The first sector and the length of a stream; a folder has neither."""
    if entry.kind != 2:
        return 0, 0
    chains = small if len(entry.data) < SMALL_STREAM else sectors
    return chains.add(entry.data), len(entry.data)


def _line(entry: _Entry, place: tuple[int, int]) -> bytes:
    name = entry.name.encode("utf-16-le") + b"\0\0"
    links = (entry.left, entry.right, entry.child)
    return struct.pack("<64sHBB3I36xIQ", name, len(name), entry.kind, 1, *links, *place)
