"""The crosstable that Vega writes next to its tournament, crosstable.txt, and the next pairings.

As in Vega 12: opponents by number, ``+W5`` a win with White, ``+F8`` a forfeit, ``=HPB`` a
bye, ``--`` an absence. Older tables, headed ID, show forfeits as games.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path

from ..engine.account import USED, Account, AccountColumn, LineRange, in_runs
from ..engine.errors import ArgumentError, EventError, FileError, shown
from ..engine.event import Event, Game, Player
from ..engine.problem import make_error
from ..engine.results import read_result
from ..engine.vocabulary.dates import read_date
from .crosstable import RoundEntry, assemble, parse_cell
from .files import AnyPath, decoded, lines_of
from .totals import scoring_of

_TITLE = re.compile(r"\s*Cross Table at round (\d{1,3})\s*")
_HEAD = re.compile(r"\s*(\w+) +NAME +Rtg .*\|")
_HEADINGS = ("N", "NAME", "Rtg", "T", "Fed", "Pts", "|")
_ROW = re.compile(
    r" *(?P<no>\d{1,4}) (?P<name>.*?) +(?P<rating>\d{1,4}) (?P<title>.{3}) (?P<federation>.{3})"
    r" +(?P<points>\d{1,3}\.\d) *\|(?P<cells>.*)"
)
_PAIRS, _ROUND = "SortedPairs.txt", re.compile(r"(.*): Pairing of round (\d{1,3}) sorted by name")
_PAIR = re.compile(
    r"(?P<one>.+?) +plays with (?P<colour>white|black) VS +(?P<other>.+?) +in board +(?P<board>\d+)"
)
_BYE = "BYE"
_LIKE_DAY = re.compile(r"\d+\D{1,3}\d+\D{1,3}\d+")


def looks_like_vega(text: str) -> bool:
    """Whether a text is a Vega crosstable."""
    return any(_TITLE.fullmatch(line.rstrip("\r\n")) for line in lines_of(text)[:10])


def pairs_beside(path: Path) -> Path:
    """The file with the next round's pairings, which need not exist."""
    return path.with_name(_PAIRS)


def read_vega(path: AnyPath) -> Event:
    """The event in a crosstable, with the next round's pairings from the same folder.

    Raises `FileError` for an older table, `ArgumentError` with the line for anything unreadable,
    and `EventError` if the two views of a game disagree or do not add up to the points.
    """
    name = Path(path).name
    text, encoding = decoded(path)
    lines = [line.rstrip("\r\n") for line in lines_of(text)]
    titles = ((at, _TITLE.fullmatch(line)) for at, line in enumerate(lines))
    title, rounds = next((at, int(found[1])) for at, found in titles if found)
    head = next((at for at, line in enumerate(lines) if at > title and _HEAD.match(line)), None)
    if head is None or lines[head].split()[0] != "N":
        raise make_error(FileError, "read_vega_old", name)
    if lines[head].split() != [*_HEADINGS, *map(str, range(1, rounds + 1))]:
        raise make_error(FileError, "read_vega_head", f"{name}, line {head + 1}", rounds=rounds)
    body = _body(lines, head, name, rounds)
    players: list[Player] = []
    rows: dict[int, list[RoundEntry | None]] = {}
    said_points: list[Decimal] = []
    for number in body:
        player, rows_of, points = _row(lines[number - 1], f"{name}, line {number}", rounds)
        if player.no in rows:
            raise make_error(EventError, "read_number_twice", player.where, no=player.no)
        players.append(player)
        rows[player.no] = rows_of
        said_points.append(points)
    places = [player.where for player in players]
    scoring = scoring_of([*zip(rows.values(), said_points, places, strict=True)])
    said = [number for number, line in enumerate(lines[:title], 1) if line.strip()][:2]
    place, (start, end) = _above(lines, said[1] if len(said) > 1 else 0, name)
    event_name = lines[said[0] - 1].strip() if said else ""
    pairings, beside = _next(Path(path), players, rounds, event_name)
    event = Event(
        players=tuple(sorted(players, key=lambda player: player.no)),
        games=(*assemble(rows.items()), *pairings),
        name=event_name,
        says_format=False,
        place=place,
        start=start,
        end=end,
        scoring=scoring,
        where=name,
    )
    account = Account(
        name,
        "vega",
        encoding,
        columns=tuple(
            AccountColumn(heading, number, USED, part)
            for number, (heading, part) in enumerate(zip(_HEADINGS, _PARTS, strict=True), 1)
        ),
        lines=_kinds(len(lines), said, (title + 1, head + 1), max(body, default=head + 1)),
        parts=beside,
    )
    return replace(event, account=account.counting(event.players, event.games))


#: The meanings of the table's columns.
_PARTS = ("no", "name", "rating", "title", "federation", "score", "rounds")


def _body(lines: Sequence[str], head: int, name: str, rounds: int) -> list[int]:
    """The line numbers of the players; only separators and blanks are between them."""
    found: list[int] = []
    other: list[int] = []
    for number, line in enumerate(lines[head + 1 :], head + 2):
        if not line.strip(" -"):
            continue
        if "|" not in line:
            other.append(number)
        elif other:
            where = f"{name}, line {other[0]}"
            raise make_error(ArgumentError, "read_vega_row", where, rounds=rounds)
        else:
            found.append(number)
    return found


def _kinds(
    number: int, said: Collection[int], heads: Collection[int], last: int
) -> tuple[LineRange, ...]:
    """The kinds of the lines: the table ends with line `last`; separators may be missing."""
    kinds = {**dict.fromkeys(heads, "heading"), **dict.fromkeys(said, "said")}

    def kind(at: int) -> str:
        own = "title" if at < max(heads) else "player" if at <= last else "footer"
        return kinds.get(at, own)

    return in_runs(map(kind, range(1, number + 1)))


def _row(line: str, place: str, rounds: int) -> tuple[Player, list[RoundEntry | None], Decimal]:
    """A player with the entries of the rounds and the points."""
    found = _ROW.fullmatch(line)
    cells = found["cells"].split() if found else []
    if found is None or len(cells) != rounds:
        raise make_error(ArgumentError, "read_vega_row", place, rounds=rounds)
    read = [parse_cell(cell, f"{place}, round {at}") for at, cell in enumerate(cells, 1)]
    player = Player(
        no=int(found["no"]),
        name=found["name"].strip(),
        rating=Decimal(found["rating"]) or None,
        title=found["title"].strip(),
        federation=found["federation"].strip(),
        where=place,
    )
    return player, read, Decimal(found["points"])


def _above(
    lines: Sequence[str], number: int, name: str
) -> tuple[str, tuple[date | None, date | None]]:
    """Place and days, from ``Rochade - 05/09/2026, 07/09/2026`` in the second line.

    Vega always prints the day before the month. Raises `ArgumentError` with the line for figures
    that are no date.
    """
    line = lines[number - 1].strip() if number else ""
    place, sign, text = line.rpartition(" - ")
    days = [day.strip() for day in text.split(",")]
    if not any(map(_LIKE_DAY.fullmatch, days)):
        return (f"{place}{sign}{text}" if place else text), (None, None)
    for day in days:
        if read_date(day) is None:
            where = f"{name}, line {number}"
            raise make_error(ArgumentError, "word_no_date", where, found=shown(day))
    if len(days) > 2:
        raise make_error(ArgumentError, "word_no_date", f"{name}, line {number}", found=shown(text))
    return place, (read_date(days[0]), read_date(days[-1]))


def _next(
    path: Path, players: list[Player], rounds: int, event: str
) -> tuple[list[Game], tuple[Account, ...]]:
    """The next round's pairings, from a file next to the table, and its account.

    A player without an opponent has no line: the points are given with the results. Pairings
    of another event or round are not used.
    """
    beside = pairs_beside(path)
    if not beside.is_file():
        return [], ()
    text, encoding = decoded(beside)
    lines = [line.strip() for line in lines_of(text)]
    head = next((at for at, line in enumerate(lines, 1) if _ROUND.fullmatch(line)), 0)
    found = _ROUND.fullmatch(lines[head - 1]) if head else None
    account = Account(beside.name, "vega", encoding)
    if found is None or (found[1], int(found[2])) != (event, rounds + 1):
        return [], (replace(account, lines=(LineRange("footer", 1, len(lines)),)),)
    numbers: Mapping[str, int] = {player.name: player.no for player in players}
    names = Counter(player.name for player in players)
    games: list[Game] = []
    pairs: list[dict[str, str]] = []
    last, other = head, list[str]()
    for number, line in enumerate(lines[head:], head + 1):
        place = f"{beside.name}, line {number}"
        pair = _PAIR.fullmatch(line)
        if pair is None:
            other += [place] if line.strip("=-") else []
            continue
        if other:
            raise make_error(ArgumentError, "read_vega_pair", other[0])
        pairs.append(pair.groupdict())
        last = number
        if _BYE in (pair["one"], pair["other"]):
            continue
        for name in (pair["one"], pair["other"]):
            if name not in numbers:
                raise make_error(EventError, "read_vega_player", place, name=name, file=path.name)
            if names[name] > 1:
                words = {"name": name, "file": path.name, "n": names[name]}
                raise make_error(EventError, "read_vega_names", place, **words)
        if pair["colour"] == "white":
            white, black = (numbers[pair[side]] for side in ("one", "other"))
            board = int(pair["board"])
            games.append(Game(rounds + 1, white, black, read_result(""), board=board, where=place))
    _expect_two_views(pairs, f"{beside.name}, line {head}")
    kinds = _kinds(len(lines), (), (head,), last)
    return games, (replace(account, lines=kinds).counting((), games),)


def _expect_two_views(pairs: Sequence[Mapping[str, str]], where: str) -> None:
    """Check that each pairing has a line for both players, and that these agree."""
    told = {"white": "black", "black": "white"}
    lines = Counter(
        tuple(pair[key] for key in ("one", "colour", "other", "board")) for pair in pairs
    )
    for one, colour, other, board in lines:
        if lines[one, colour, other, board] != 1 or lines[other, told[colour], one, board] != 1:
            raise make_error(EventError, "read_vega_views", where, one=one, other=other)
