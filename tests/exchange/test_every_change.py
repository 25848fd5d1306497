"""No change of a file of another program goes unnoticed: `tests/changes.py` says what that means."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import program_files as files
import pytest
from changes import (
    CHANGES,
    Change,
    Kind,
    Spot,
    add_column,
    cells_of,
    plain,
    remove_column,
    unnoticed,
    values_of_json,
    words_of,
)
from test_national_lists import CBX, CFC, DWZ, DWZ_NEW, DWZ_OLD, ECF, SWISS_MANAGER, US_CHESS

from xlrating.engine.account import Account
from xlrating.engine.results import CODE_OF
from xlrating.engine.vocabulary.nobody import is_nobody
from xlrating.engine.vocabulary.spellings import IN_WORDS, plain_result
from xlrating.exchange.fide_list import _COLUMNS
from xlrating.exchange.players import list_of
from xlrating.exchange.table import read_table
from xlrating.reading import read


def event(path: Path) -> tuple[str, Account | None]:
    """What an event is compared by, places of its file left out."""
    found = read(path)
    also = (found.says_format, found.says_rounds, dict(found.printed_places))
    players = [replace(player, where="", places={}) for player in found.players]
    games = [replace(game, where="", places={}) for game in found.games]
    bare = replace(
        found, players=tuple(players), games=tuple(games), where="", places={}, account=None
    )
    return f"{bare} {also}", found.account


def people(path: Path) -> tuple[str, Account | None]:
    """What a list is compared by."""
    players, _, columns, account = list_of(path, read_table(path, is_list=True))
    return f"{[replace(one, where='', places={}) for one in players]} {columns}", account


def tags(lines: list[str]) -> Iterator[Spot]:
    """The text of each tag of PGN by its name, and each word of the moves."""
    for number, line in enumerate(lines, 1):
        if found := re.match(r'\[(\w+) "(.*)"\]', line):
            yield Spot(number, found.start(2), found.end(2), found[1])
            yield Spot(number, found.start(1), found.end(1), found[1])
        else:
            yield from (spot._replace(line=number, part="moves, remarks")
                        for spot in words_of([line]))  # fmt: skip


def add_tag(chance: random.Random, lines: list[str]) -> tuple[list[str], Change]:
    """A tag more in some game."""
    at = chance.choice([at for at, line in enumerate(lines) if line.startswith("[")])
    name = chance.choice(("Foo", "WhiteUSCF", "WhiteRating", "Opening", "Board", "Variant"))
    text = chance.choice(("", "2000", "x", "1", "Chess960"))
    return [*lines[:at], f'[{name} "{text}"]', *lines[at:]], Change("add", at + 1, name, "", text)


def bars(lines: list[str]) -> Iterator[Spot]:
    """The cells of a crosstable of US Chess by what they are, and the words around it."""
    own = ("State", "USCF ID", "Norm")
    for number, line in enumerate(lines, 1):
        if "|" not in line:
            yield from (spot._replace(line=number) for spot in words_of([line]))
            continue
        first = 0
        for column, cell in enumerate(line.split("|")):
            start, end = first, first + len(cell)
            first = end + 1
            is_first = line.split("|")[0].strip().isdigit()
            if column == 1 and "->" in cell and "(" not in cell:
                after = start + cell.index("->")
                yield Spot(number, start, after, "USCF ID")
                yield Spot(number, after + 2, end, "Rtg Post")
            else:
                part = "" if is_first or column > 2 else own[column]
                yield Spot(number, start, end, part)


def same_bars(change: Change) -> bool:
    """Walls may be missing, a round without a game be blank, and one colour tells the other."""
    texts = {plain(change.old.rstrip("-")), plain(change.new.rstrip("-"))}
    if change.what in ("delete", "double", "swap"):
        lines = {change.old, change.new} if change.what == "swap" else {change.old}
        is_said = all(line.startswith((" Event", " Location")) for line in lines)
        return any(not line.strip(" -") for line in lines) or (len(lines) == 2 and is_said)
    letters = {text[:1] for text in texts}
    is_same = len({re.sub(r"\W+", "", text.removesuffix(".0")) for text in texts}) == 1
    is_point = texts == {"x", "b"}  # a point without a game
    is_colour = len(letters & {"b", "w"}) == 1 and "" in letters
    return is_same or is_point or (not change.part and (letters <= {"", "u"} or is_colour))


def same_words(change: Change) -> bool:
    """Walls and blank lines of Vega, and the order of its lines."""
    if change.what == "swap" and change.old.strip(" -=") and change.new.strip(" -="):
        rows = (change.old, change.new)
        return all("|" in row for row in rows) or all(" plays with " in row for row in rows)
    return not change.old.strip(" -=") or (change.what == "swap" and not change.new.strip(" -="))


def same_cells(change: Change) -> bool:
    """Blank lines; nothing and 0 where a number or an ID may be missing; how scores are written."""
    if change.what in ("delete", "double", "swap"):
        lines = {change.old, change.new} if change.what == "swap" else {change.old}
        # Somebody in two clubs is on a list of Germany twice.
        return any(not line.strip() or line.startswith("NU0000002") for line in lines)
    if change.part.startswith(("Erg", "Pkt")) and not (change.old and change.new):
        return True  # compared where it is there
    if change.part in ("FIDE-Frauentitel", "FIDE-Titel", "title", "w_title"):  # one of the two
        return True
    if change.part.endswith("_k") and change.old == "0" and not change.new.strip("0123456789"):
        return True  # a pace without a rating
    if {change.old.upper(), change.new.upper()} == {"F", "W"} and change.part.lower().startswith(
        ("sex", "gen")
    ):
        return True
    if change.part == "Nachname" and change.old == "Huber":  # Name says it, too
        return True
    if change.part == "Geburt" and not f"{change.old}{change.new}".strip("0."):
        return True
    if change.what == "remove":  # a column that was blank, or that can be told without
        return True
    if {plain(change.old), plain(change.new)} == {"name,vorname", "spieler"}:  # heads of names
        return True
    if {change.old, change.new} == {"SK", "K"}:  # FIDE heads K of a list of one pace so
        return True
    texts = {_value(change.old), _value(change.new)}
    return len(texts) == 1 or texts <= {"", "0", "-"}


def _value(text: str) -> str:
    found = plain(text).replace(",", ".").replace("½", "0.5").lstrip("'")
    if re.fullmatch(r"\d+\.0+|0\d+", found):
        found = found.split(".")[0].lstrip("0") or "0"
    year = re.fullmatch(r"[\d./-]*(\d{4})|(\d{4})[\d./-]+", found)
    return (year[1] or year[2]) if year and len(found) > 4 else found.rstrip("*")


def same_tags(change: Change) -> bool:
    """``?`` and nothing, a result said once, a fact of a player that other games say, too."""
    none, ends = ("", "?", "-", "0"), ("1-0", "0-1", "1/2-1/2", "*")
    if change.what in ("delete", "double", "swap"):
        lines = {change.old, change.new} - {""}
        begins = [line.startswith("[") for line in lines]
        is_order = change.what == "swap" and all(begins)
        return is_order or all(map(_is_free, lines)) or not any(begins)
    if change.part == "moves, remarks":
        return change.old in ends or not change.new
    if change.what == "add":
        return not change.new or (change.part, change.new) == ("Board", "1")  # as its round says
    if change.part == change.old:  # the tag has another name
        return change.old == "Result" or _is_repeated(f"[{change.old} ")
    if change.part in ("White", "Black") and is_nobody(change.old) and is_nobody(change.new):
        return True
    if change.part in ("UTCDate", "UTCTime"):  # they tell the order alone
        return bool(re.fullmatch(r"[\d.]{10}|[\d:]{8}", change.new))
    if change.part == "Date":  # of one game between the first day and the last
        return change.new in ("2026.02.05", "2026.02.12", "2026.01.01")
    if change.part == "Termination":
        return "unplayed" not in (change.old, change.new)
    new_is_none = change.new in none
    return (
        _result(change.old) == _result(change.new)
        or {change.old, change.new} <= {*none}
        or (new_is_none and (change.part == "Result" or _is_repeated(f"[{change.part} ")))
    )


def _is_free(line: str) -> bool:
    text = re.sub(r'^\[\w+ "(.*)"\]$', r"\1", line)
    return text in ("?", "-", "0", "1-0", "0-1", "1/2-1/2", "*") or _is_repeated(line)


def _is_repeated(line: str) -> bool:
    """A fact of a player or the event that other games of the sample say, too."""
    return bool(re.match(r"\[(White|Black)(Elo|FideId|Title)|\[(PlyCount|Board|Termination)", line))


def _result(text: str) -> str:
    """The code of a result, however people write it."""
    plain_text = plain_result(text)
    return CODE_OF.get(plain_text, IN_WORDS.get(plain_text, text))


EVENTS: dict[str, tuple[dict[str, str], str, str, Kind]] = {
    "vega": ({"crosstable.txt": files.VEGA}, "crosstable.txt", "crosstable.txt",
             Kind(words_of, event, same_words)),
    "vega-pairs": ({"crosstable.txt": files.VEGA, "SortedPairs.txt": files.VEGA_PAIRS},
                   "SortedPairs.txt", "crosstable.txt", Kind(words_of, event, same_words)),
    "sm-pairings": ({"a pairings.txt": files.SM_PAIRINGS, "a players.txt": files.SM_PLAYERS},
                    "a pairings.txt", "a pairings.txt",
                    Kind(cells_of(";"), event, same_cells, add_column(";"), remove_column(";"))),
    "sm-players": ({"a pairings.txt": files.SM_PAIRINGS, "a players.txt": files.SM_PLAYERS},
                   "a players.txt", "a pairings.txt",
                   Kind(cells_of(";"), event, same_cells, add_column(";"), remove_column(";"))),
    "us-chess": ({"us.txt": files.US_CHESS}, "us.txt", "us.txt", Kind(bars, event, same_bars)),
    "us-dual": ({"us.txt": files.US_DUAL}, "us.txt", "us.txt", Kind(bars, event, same_bars)),
    "pgn": ({"a.pgn": files.PGN}, "a.pgn", "a.pgn", Kind(tags, event, same_tags, add_tag)),
    "lichess-pgn": ({"a.pgn": files.LICHESS_PGN}, "a.pgn", "a.pgn",
                    Kind(tags, event, same_tags, add_tag)),
    "lichess": ({"a.ndjson": files.LICHESS}, "a.ndjson", "a.ndjson",
                Kind(values_of_json, event, same_cells)),
}  # fmt: skip


def lists(separator: str) -> Kind:
    """A list of a federation."""
    return Kind(cells_of(separator), people, same_cells, add_column(separator),
                remove_column(separator))  # fmt: skip


def elements(lines: list[str]) -> Iterator[Spot]:
    """The text of each element of XML, and its name."""
    for number, line in enumerate(lines, 1):
        for found in re.finditer(r"<(\w+)>([^<]*)</", line):
            yield Spot(number, found.start(2), found.end(2), found[1])


def columns_of_fide(lines: list[str]) -> Iterator[Spot]:
    """The cells of fixed columns, which begin where their headings do; and the headings."""
    heads = [(one.start(), one[0].lower()) for one in re.finditer(r"ID Number|\S+", lines[0])]
    ends = [first for first, _ in heads[1:]] + [None]
    for number, line in enumerate(lines, 1):
        for (first, name), end in zip(heads, ends, strict=True):
            text = line[first:end].rstrip()
            if text:
                yield Spot(number, first, first + len(text), _COLUMNS[name])


LISTS = {"dwz-old": (DWZ_OLD, ","), "dwz": (DWZ, ","), "dwz-new": (DWZ_NEW, ","),
         "ecf": (ECF, ","), "us": (US_CHESS, ","), "cfc": (CFC, ","), "cbx": (CBX, ";"),
         "swiss-manager": (SWISS_MANAGER, ";"), "fide": (files.FIDE_CSV, ",")}  # fmt: skip


@pytest.mark.in_turn
@pytest.mark.parametrize("name", EVENTS)
def test_no_change_of_an_event_goes_unnoticed(name: str, tmp_path: Path) -> None:
    """Another event, another error, or a place that the account names as not used."""
    texts, changed, main, kind = EVENTS[name]
    missed = unnoticed(kind, texts, changed, main, tmp_path, 30, CHANGES)
    assert not missed, missed[:10]


@pytest.mark.parametrize("name", LISTS)
def test_no_change_of_a_list_goes_unnoticed(name: str, tmp_path: Path) -> None:
    """The same of the list of each federation."""
    text, separator = LISTS[name]
    files_ = {"list.csv": text}
    missed = unnoticed(lists(separator), files_, "list.csv", "list.csv", tmp_path, 30, CHANGES)
    assert not missed, missed[:10]


@pytest.mark.parametrize(
    ("name", "text", "spots"),
    [("list.txt", files.FIDE_TEXT, columns_of_fide), ("standard.xml", files.FIDE_XML, elements)],
)
def test_no_change_of_a_list_of_fide_goes_unnoticed(
    name: str, text: str, spots: Callable[[list[str]], Iterator[Spot]], tmp_path: Path
) -> None:
    """The same of FIDE's list in fixed columns, and as XML."""
    kind = Kind(spots, people, same_cells)
    missed = unnoticed(kind, {name: text}, name, name, tmp_path, 30, CHANGES)
    assert not missed, missed[:10]
