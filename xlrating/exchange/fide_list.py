"""FIDE's monthly rating lists as published: fixed columns or XML; and CSV with the same columns.

A list of all paces has rating, games and K for each, a list of one pace one of each. Lines are
read one at a time: a list has two million of them.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Sequence, Set
from contextlib import contextmanager
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import IO

from ..engine.account import UNUSED, Record
from ..engine.errors import ArgumentError, FileError, RatingError
from ..engine.event import Player
from ..engine.problem import make_error
from ..engine.vocabulary.likeness import HeadedColumns, understood
from ..engine.vocabulary.sex import read_sex
from .fide_xml import Facts, players_of_xml
from .files import AnyPath, existing, head_of, unreadable
from .row import Row
from .shape import headings_of

#: The beginnings of the three kinds of files.
_TEXT = re.compile(r"ID number\s+Name\s", re.IGNORECASE)
_XML = re.compile(r"\s*(<\?xml[^>]*>\s*)?<playerslist>", re.IGNORECASE)
_CSV = re.compile(r"\W*fideid\W+name\W+country\W", re.IGNORECASE)
#: How many characters suffice to recognise a file.
_HEAD = 1000

#: The contents of the columns, by heading; XML uses the same names.
_COLUMNS = {
    "id number": "fideid", "name": "name", "fed": "country", "sex": "sex", "tit": "title",
    "wtit": "w_title", "otit": "o_title", "foa": "foa_title",
    "srtng": "rating", "sgm": "games", "sk": "k", "rrtng": "rapid_rating", "rgm": "rapid_games",
    "rk": "rapid_k", "brtng": "blitz_rating", "bgm": "blitz_games", "bk": "blitz_k",
    "gms": "games", "k": "k", "b-day": "birthday", "flag": "flag",
}  # fmt: skip
#: The heading of a list of one pace is its month.
_MONTH = re.compile(r"[a-z]{3}\d\d")
_HEADING = re.compile(r"ID Number|\S+", re.IGNORECASE)
#: The prefixes for the rating and K of a pace.
_PACES = {"standard": "", "rapid": "rapid_", "blitz": "blitz_"}


def looks_like_fide_list(path: AnyPath) -> bool:
    """Whether a file is a FIDE list."""
    return begins_fide_list(head_of(path, _HEAD))


def begins_fide_list(head: bytes) -> bool:
    """Whether these are the first bytes of a FIDE list."""
    text = head[:_HEAD].decode("utf-8-sig", "replace")
    return any(kind.match(text) for kind in (_TEXT, _XML, _CSV))


def read_fide_list(
    path: AnyPath, ids: Set[str] | None = None, pace: str = "standard"
) -> Iterator[Player | None]:
    """The players of a list with rating and K at a pace, only those in `ids` if given.

    None is returned for each other line, so that the caller can show progress. Raises `FileError`
    if it is no such list or lacks these ratings, `ArgumentError` with the line if unreadable.
    """
    found = existing(path)
    part = ""
    with _opened(found) as file:
        for number, facts in enumerate(_entries(file, found.name), 1):
            if number == 1:
                part = _part(facts, pace, found.name)
            if ids is None or facts.get("fideid") in ids:
                yield _player(facts, part, number, place_of(found.name, number))
            else:
                yield None


#: The headings of a FIDE list as a federation's list has them; its K is fixed, its games are
#: those of a month.
HEADINGS = (
    "id", "name", "federation", "title", "sex", "born", "rating", "k",
    "rapid_rating", "rapid_k", "blitz_rating", "blitz_k",
)  # fmt: skip
#: The same as written for people: the heading says that the ratings are FIDE's.
WRITTEN = tuple("FIDE rating" if one == "rating" else one for one in HEADINGS)


#: The parts of a list that are read, and irrelevant ones: games are those of a month.
_READ = ("fideid", "name", "country", "sex", "title", "w_title", "birthday",
         *(f"{part}{one}" for part in _PACES.values() for one in ("rating", "k")))  # fmt: skip
_UNUSED = ("o_title", "foa_title", "flag", *(f"{part}games" for part in _PACES.values()))

#: How many lines of unrated people are named: a list has a million of them.
_NAMED = 1000


def rated_rows(path: AnyPath) -> tuple[tuple[Row, ...], tuple[Record, ...]]:
    """Everyone on a list with a rating at any pace, and the other contents of the list.

    Errors as for `read_fide_list`; `FileError` for an unread column that may matter.
    """
    name = Path(path).name
    rows: list[Row] = []
    unrated: list[int] = []
    for number, texts in rated(path):
        if texts is not None:
            place = place_of(name, number)
            rows.append(Row(HEADINGS, texts, place, partial(_cell, place)))
        else:
            unrated.append(number)
    return tuple(rows), records_of(path, len(rows), unrated)


def records_of(path: AnyPath, n_rated: int, unrated: Sequence[int]) -> tuple[Record, ...]:
    """The irrelevant contents of a list, given how many people are rated, and the unrated ones.

    Raises `FileError` for an unread column that may matter.
    """
    found = existing(path)
    with _opened(found) as file:
        parts = list(next(_entries(file, found.name), {}))
    known = dict.fromkeys((*_READ, *_UNUSED), "")
    understood(HeadedColumns(parts, parts, lambda at: ()), known, where=found.name)
    n = n_rated + len(unrated)
    records = [Record(part, n, UNUSED) for part in parts if part not in _READ]
    if unrated:
        lines = tuple(number + 1 for number in unrated[:_NAMED])
        records.append(Record("unrated", len(unrated), UNUSED, "", lines))
    return tuple(records)


def place_of(name: str, number: int) -> str:
    """The place of a person on a FIDE list, in words."""
    return f"{name}, player {number}"


def rated(path: AnyPath) -> Iterator[tuple[int, tuple[str, ...] | None]]:
    """The number of everyone on a list, from 1, and their texts under `HEADINGS`; None if unrated.

    Errors as for `read_fide_list`.
    """
    found = existing(path)
    own = ""
    with _opened(found) as file:
        for number, facts in enumerate(_entries(file, found.name), 1):
            if number == 1 and "rapid_rating" not in facts:
                own = _pace_of_name(found.name)
            paced = []
            for pace, part in _PACES.items():
                # A list of one pace only has that pace's ratings.
                key = "" if own == pace else part
                rating = facts.get(f"{key}rating", "") if own in ("", pace) else ""
                rating, k = rating.lstrip("0"), facts.get(f"{key}k", "").lstrip("0")
                if k and not rating and not k.isdecimal():
                    place = place_of(found.name, number)
                    words = {"column": f"{key}k", "found": repr(k)}
                    raise make_error(ArgumentError, "read_whole", place, **words)
                paced += [rating, k if rating else ""]
            texts = None
            if any(paced):
                title = facts.get("title") or facts.get("w_title", "")
                born = facts.get("birthday", "").lstrip("0")
                person = (facts.get("fideid", ""), facts.get("name", ""), facts.get("country", ""))
                texts = (*person, title, facts.get("sex", ""), born, *paced)
            yield number, texts


def _cell(place: str, column: int) -> str:
    return f"{place}, {HEADINGS[column]}"


def _pace_of_name(name: str) -> str:
    """The pace in the name of a list of one pace: ``rapid_sep26frl.xml``."""
    said = [one for one in _PACES if one in name.lower()]
    if len(said) != 1:
        raise make_error(FileError, "read_fide_pace", name, said=" / ".join(said) or "–")
    return said[0]


def _part(facts: Facts, pace: str, name: str) -> str:
    """The prefix of a pace's columns; raises `FileError` for a list of another pace.

    A list of one pace has it in its name: ``standard_rating_list.txt``, ``rapid_sep26frl.xml``.
    """
    if "rapid_rating" in facts:
        return _PACES[pace]
    if (said := _pace_of_name(name)) != pace:
        words = {"pace": pace, "said": said}
        raise make_error(FileError, "read_fide_other_pace", name, **words)
    return ""


@contextmanager
def _opened(path: Path) -> Iterator[IO[bytes]]:
    try:
        with path.open("rb") as file:
            yield file
    except OSError as error:
        raise unreadable(path, error) from None


def _entries(file: IO[bytes], name: str) -> Iterator[Facts]:
    head = file.read(_HEAD).decode("utf-8-sig", "replace")
    file.seek(0)
    if _XML.match(head):
        return players_of_xml(file, name)
    return (_of_csv if _CSV.match(head) else _of_text)(_lines(file), name)


def _lines(file: IO[bytes]) -> Iterator[str]:
    for number, line in enumerate(file, 1):
        try:
            yield line.decode("utf-8-sig" if number == 1 else "utf-8").rstrip("\r\n")
        except UnicodeDecodeError:
            # Earlier lists use the Western European encoding.
            yield line.decode("cp1252", "replace").rstrip("\r\n")


def _of_text(lines: Iterator[str], name: str) -> Iterator[Facts]:
    """The lines of fixed columns: each begins where its heading does."""
    head = next(lines, "")
    starts: list[tuple[str, int]] = []
    for found in _HEADING.finditer(head):
        heading = found[0].lower()
        key = "rating" if _MONTH.fullmatch(heading) else _COLUMNS.get(heading)
        if key is None:
            raise make_error(FileError, "read_fide_column", name, found=repr(found[0]))
        starts.append((key, found.start()))
    headings_of([key for key, _ in starts], name)
    ends = [start for _, start in starts[1:]] + [None]
    # Lines never end before the year of birth; only flags follow it.
    last_start = next((start for key, start in starts if key == "birthday"), 0)
    after = next((at for at, (key, _) in enumerate(starts) if key == "o_title"), len(starts))
    for number, line in enumerate(lines, 2):
        if not line.strip():
            continue
        if len(line) <= last_start:
            raise _cut_off(name, number)
        # Several titles of arbiters and trainers push what follows to the right.
        more = max(0, len(line) - len(head))
        facts = {}
        for at, ((key, start), end) in enumerate(zip(starts, ends)):
            first = start + (more if at > after else 0)
            last = None if end is None else end + (more if at >= after else 0)
            facts[key] = line[first:last].strip()
        if not facts["fideid"].isdecimal():
            words = {"found": repr(line[:15].strip())}
            raise make_error(ArgumentError, "read_fide_line", f"{name}, line {number}", **words)
        # A truncated year of birth; FIDE writes 0 if it is missing.
        if 0 < len(facts.get("birthday", "").lstrip("0")) < 4:
            raise _cut_off(name, number)
        yield facts


def _cut_off(name: str, line: int) -> ArgumentError:
    return make_error(ArgumentError, "read_line_cut", f"{name}, line {line}")


def _of_csv(lines: Iterable[str], name: str) -> Iterator[Facts]:
    rows = csv.DictReader(lines)
    try:
        headings_of(rows.fieldnames or (), name)
        for row in rows:
            if None in row.values():
                raise _cut_off(name, rows.line_num)
            yield {key.strip().lower(): (text or "").strip() for key, text in row.items() if key}
    except csv.Error as error:
        raise make_error(
            FileError, "read_list_csv", f"{name}, line {rows.line_num}", why=error
        ) from None


def _player(facts: Facts, part: str, number: int, place: str) -> Player:
    def whole(key: str) -> int | None:
        text = facts.get(key) or "0"
        if not (text.isascii() and text.isdigit()):
            raise make_error(ArgumentError, "read_whole", place, column=key, found=repr(text))
        return int(text) or None

    try:
        sex = read_sex(facts.get("sex", ""))
    except RatingError as error:
        raise error.at(place) from None
    rating, k = whole(f"{part}rating"), whole(f"{part}k")
    return Player(
        no=number,
        name=facts.get("name", ""),
        rating=None if rating is None else Decimal(rating),
        id=facts.get("fideid", ""),
        title=facts.get("title") or facts.get("w_title", ""),
        sex=sex,
        federation=facts.get("country", ""),
        born=whole("birthday"),
        k=Decimal(k) if k is not None and rating is not None else None,
        where=place,
    )
