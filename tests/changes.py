"""One change at a time in a file, and what its reader says of it.

The property that every reader keeps: change, delete or add any one cell, column, line, tag or key;
then either the event, the list or the error changes, or the account names that place as not used,
or the new text is another spelling of the same.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from needs import EVERY

from xlrating.engine.account import CHECKED, USED, Account
from xlrating.engine.errors import RatingError

#: So many changes of each file.
CHANGES = 20_000 if EVERY else 300
#: Texts that take the place of another one, besides those of the file itself.
POOL = ("", "0", "1", "7", "x", "2000", "-", "½", "?", "K", "W", "B", "1-0", "01.01.1990", "GER")


class Change(NamedTuple):
    """What was done to a file: its line counted from 1, the name of the part, both texts."""

    what: str
    line: int
    part: str
    old: str = ""
    new: str = ""


class Spot(NamedTuple):
    """A part of a text: its line from 1, where it begins and ends there, and its name."""

    line: int
    first: int
    last: int
    part: str


class Found(NamedTuple):
    """What a reader gives: an event or a list as a text, or the error; and the account."""

    text: str
    account: Account | None


@dataclass(frozen=True)
class Kind:
    """How files of a kind are taken apart and read.

    `spots` finds the parts of a text; `read` gives what can be compared, with the account;
    `same` says whether two texts of a part are two spellings of one value; `free` names parts and
    lines that any account leaves out, because the kind says so.
    """

    spots: Callable[[list[str]], Iterator[Spot]]
    read: Callable[[Path], tuple[Any, Account | None]]
    same: Callable[[Change], bool] = lambda change: False
    add: Callable[[random.Random, list[str]], tuple[list[str], Change] | None] = (
        lambda chance, lines: None
    )
    remove: Callable[[random.Random, list[str]], tuple[list[str], Change] | None] = (
        lambda chance, lines: None
    )


def find(kind: Kind, path: Path) -> Found:
    """What the reader of a kind gives for a file."""
    try:
        read, account = kind.read(path)
    except RatingError as error:
        return Found(f"error: {error}", None)
    return Found(read, account)


def unnoticed(
    kind: Kind, files: Mapping[str, str], changed: str, main: str, folder: Path, seed: int, n: int
) -> list[Change]:
    """The changes of a file that its reader passes over, of so many that are tried."""
    chance = random.Random(seed)
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8", newline="")
    before = find(kind, folder / main)
    assert not before.text.startswith("error"), before.text
    lines = files[changed].split("\n")
    spots = list(kind.spots(lines))
    words = sorted({lines[s.line - 1][s.first : s.last] for s in spots} | {*POOL})
    missed: list[Change] = []
    seen: dict[str, Found] = {}
    for _ in range(n):
        made = _change(kind, chance, lines, spots, words)
        if made is None:
            continue
        new, change = made
        text = "\n".join(new)
        if text not in seen:
            (folder / changed).write_text(text, "utf-8", newline="")
            seen[text] = find(kind, folder / main)
        after = seen[text]
        if after.text == before.text and text != files[changed]:
            accounts = [one for one in (after.account, before.account) if one]
            if not any(_is_unused(one, change, changed) for one in accounts):
                if not kind.same(change):
                    missed.append(change)
    return missed


def _change(
    kind: Kind, chance: random.Random, lines: list[str], spots: list[Spot], words: list[str]
) -> tuple[list[str], Change] | None:
    what = chance.choice(["text"] * 6 + ["delete", "double", "swap", "add", "remove"])
    new = list(lines)
    if what == "add":
        return kind.add(chance, new)
    if what == "remove":
        return kind.remove(chance, new)
    if what in ("delete", "double", "swap"):
        at = chance.randrange(len(new))
        old = new[at]
        if what == "delete":
            del new[at]
        elif what == "double":
            new.insert(at, old)
        else:
            other = chance.randrange(len(new))
            new[at], new[other] = new[other], new[at]
            return new, Change(what, at + 1, "", old, new[at])
        return new, Change(what, at + 1, "", old)
    spot = chance.choice(spots)
    line = new[spot.line - 1]
    old, word = line[spot.first : spot.last], chance.choice(words)
    new[spot.line - 1] = line[: spot.first] + word + line[spot.last :]
    return new, Change(what, spot.line, spot.part, old, word)


def _is_unused(account: Account, change: Change, file: str) -> bool:
    """Whether an account names a place as not used."""
    for part in account.parts:
        if part.file == file:
            return _is_unused(part, change, file)
    # A line that is there twice is the second of the two.
    if account.is_unused(change.line + (change.what == "double")):
        return True
    if any(one.where.endswith(f", line {change.line}") for one in account.said):
        return True
    names = {one.heading for one in account.columns if one.use not in (USED, CHECKED)}
    names |= {one.name for one in account.records if one.use not in (USED, CHECKED)}
    told = {change.part, change.new} if change.line == 1 else {change.part}
    return bool({one.lower() for one in told} & {one.lower() for one in names})


# --- the parts of texts ---------------------------------------------------------------------------


def words_of(lines: list[str]) -> Iterator[Spot]:
    """Every word of a text, without a name."""
    for number, line in enumerate(lines, 1):
        for found in re.finditer(r"\S+", line):
            yield Spot(number, found.start(), found.end(), "")


def cells_of(separator: str, head: int = 0) -> Callable[[list[str]], Iterator[Spot]]:
    """Every cell of a table, with the heading of its column."""

    def spots(lines: list[str]) -> Iterator[Spot]:
        headings = [text for _, _, text in _cells(lines[head], separator)]
        for number, line in enumerate(lines, 1):
            for column, (first, last, _) in enumerate(_cells(line, separator)):
                name = headings[column] if column < len(headings) else ""
                yield Spot(number, first, last, name)

    return spots


def _cells(line: str, separator: str) -> list[tuple[int, int, str]]:
    found = re.finditer(rf'(?:^|{re.escape(separator)})("(?:[^"]|"")*"|[^{separator}]*)', line)
    return [(one.start(1), one.end(1), one[1].strip('"')) for one in found]


def add_column(separator: str) -> Callable[[random.Random, list[str]], tuple[list[str], Change]]:
    """Add a column that nobody needs, or one that looks like a rating, at the end."""

    def add(chance: random.Random, lines: list[str]) -> tuple[list[str], Change]:
        heading = chance.choice(("Telefon", "Rating", "Elo", "Note", "K", "Foo"))
        cell = chance.choice(("", "2000", "x", "1-0"))
        new = [f"{line}{separator}{cell}" if line else line for line in lines]
        new[0] = f"{lines[0]}{separator}{heading}"
        return new, Change("add", 1, heading, "", cell)

    return add


def remove_column(
    separator: str,
) -> Callable[[random.Random, list[str]], tuple[list[str], Change] | None]:
    """Take a column away."""

    def remove(chance: random.Random, lines: list[str]) -> tuple[list[str], Change] | None:
        headings = [text for _, _, text in _cells(lines[0], separator)]
        column = chance.randrange(len(headings))
        new = []
        for line in lines:
            cells = [line[a:b] for a, b, _ in _cells(line, separator)] if line else []
            new.append(separator.join(cells[:column] + cells[column + 1 :]))
        return new, Change("remove", 1, headings[column])

    return remove


def values_of_json(lines: list[str]) -> Iterator[Spot]:
    """Every value in lines of JSON, by the name of its key, those of players with the side."""
    for number, line in enumerate(lines, 1):
        if not line:
            continue
        found = json.loads(line)
        for part in found:
            if part != "players":
                yield from _value(number, line, part, part)
        for side in ("white", "black"):
            start = line.index(f'"{side}":{{')
            end = line.index('"black":{') if side == "white" else line.index("}},", start)
            for key in found["players"][side]:
                name = f"players.{side}.{key}"
                if key != "user":
                    yield from _value(number, line, key, name, start, end)
            for key in found["players"][side]["user"]:
                yield from _value(number, line, key, f"players.{side}.user", start, end)


def _value(
    number: int, line: str, key: str, name: str, start: int = 0, end: int | None = None
) -> Iterator[Spot]:
    last = len(line) if end is None else end
    match = re.compile(rf'"{key}":("[^"]*"|[^,{{}}]+|\{{[^}}]*\}})').search(line, start, last)
    if match:
        yield Spot(number, match.start(1), match.end(1), name)


def plain(text: str) -> str:
    """A text without blanks around it, one instead of several, no case, no quotes."""
    return " ".join(text.strip(' "').casefold().split())
