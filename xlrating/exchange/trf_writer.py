"""An event as FIDE's tournament report file: the columns that `trf` reads, written.

The records are those of TRF16; the number of rounds stands under 142, as TRF26 has it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import NamedTuple
from unicodedata import normalize

from ..engine.errors import EventError
from ..engine.event import Event, Game, Kind, Player
from ..engine.rounding import ZERO, plain
from ..engine.tournament.standings import standings
from .trf import BYE_CODES, GAME_CODES

#: Letters that FIDE gives the facts of a player, and the largest number and rating.
_NAME, _TITLE, _FEDERATION, _ID, _MOST = 33, 3, 3, 11, 9999

_CODES = {(kind, score): code for code, (score, kind) in GAME_CODES.items()} | {
    (Kind.BYE, points): codes[0] for points, codes in BYE_CODES.items()
}
_FORMATS = {"swiss": "Individual: Swiss-System", "round-robin": "Individual: Round-Robin"}


class Written(NamedTuple):
    """A report file, and what it has no place for: of how many players or games by fact."""

    text: str
    lost: Counter[str]


def write_trf(event: Event) -> Written:
    """The report file of an event; reading it back gives the event but for what is `lost`.

    Raises `EventError` for what would stand there as something else: a rating with decimals, a
    number of five figures, two games of a player in a round.

    >>> from xlrating.engine.event import Event, Game, Player
    >>> cup = Event((Player(1, "A", 2000), Player(2, "B")), (Game(1, 1, 2, "1-0"),), name="Cup")
    >>> write_trf(cup).text.splitlines()[-1].split()
    ['001', '2', 'B', '0', '0.0', '2', '1', 'b', '0']
    """
    lost: Counter[str] = Counter()
    rows = _rows(event, lost)
    found = {each.no: each for each in standings(event)}
    lines = [f"{tag} {text}" for tag, text in _facts(event, lost) if text]
    for player in event.players:
        no = player.no
        head = f"{_player(player, lost)} {_points(found[no].points):>4} {found[no].place:>4}"
        cells = (rows[no].get(number, "") for number in range(1, event.table_rounds + 1))
        lines.append("  ".join((head, *(f"{cell:<8}" for cell in cells))).rstrip())
    return Written("".join(f"{line}\n" for line in lines), lost)


def _facts(event: Event, lost: Counter[str]) -> Iterator[tuple[str, str]]:
    """The records of the event, by their numbers."""
    facts = dict(event.facts)
    yield "012", event.name
    yield "022", event.place
    yield "042", _day(event.start)
    yield "052", _day(event.end)
    yield "062", str(len(event.players))
    yield "072", str(sum(player.rating is not None for player in event.players))
    yield "092", _FORMATS[event.format] if event.says_format else ""
    yield "102", str(facts.pop("chief_arbiter", ""))
    minutes, increment = facts.pop("minutes", None), facts.pop("increment", None)
    if minutes is not None:
        yield "122", f"{minutes} min" + (f" + {increment} sec" if increment is not None else "")
    yield "142", str(event.table_rounds)
    lost.update(key for key, value in facts.items() if value not in ("", None))
    lost.update(
        key for key in ("rules", "pace", "tie_breaks") if getattr(event, key) not in ("", None)
    )


def _day(day: date | None) -> str:
    return day.strftime("%Y/%m/%d") if day else ""


def _points(points: Decimal) -> str:
    return f"{points:.1f}"


def _player(player: Player, lost: Counter[str]) -> str:
    """Columns 1 to 79 of the line of a player."""
    if player.no > _MOST:
        raise EventError(
            f"the number is {player.no}, a TRF has room for four figures", player.where
        )
    rating = player.rating or ZERO
    if rating != int(rating) or not 0 <= rating <= _MOST:
        raise EventError(
            f"{player.name or player.no} has the rating {plain(rating)}, a TRF has whole numbers "
            f"up to {_MOST}",
            player.at("rating"),
        )

    def fits(key: str, room: int) -> str:
        text = normalize("NFC", str(getattr(player, key)))
        if len(text) > room:
            lost[key] += 1
        return text if len(text) <= room else ""

    if len(normalize("NFC", player.name)) > _NAME:
        lost["name"] += 1
    name = normalize("NFC", player.name)[:_NAME]
    born = f"{player.born:04d}/00/00" if player.born else ""
    lost.update(key for key in ("games", "peak", "k") if getattr(player, key) is not None)
    lost.update(key for key, value in player.facts.items() if value not in ("", None))
    sex = {"f": "w"}.get(player.sex, player.sex)
    return (
        f"001 {player.no:>4} {sex:1}{fits('title', _TITLE):>3} {name:<{_NAME}} {int(rating):>4} "
        f"{fits('federation', _FEDERATION):<3} {fits('id', _ID):>{_ID}} {born:<10}"
    )


def _rows(event: Event, lost: Counter[str]) -> dict[int, dict[int, str]]:
    """What stands under each round of each player."""
    rows: dict[int, dict[int, str]] = {player.no: {} for player in event.players}
    for game in event.games:
        if game.playoff:
            lost["playoff"] += 1
            continue
        lost.update(key for key in ("board", "moves") if getattr(game, key) is not None)
        for no, cell in _cells(game):
            if game.round in rows[no]:
                raise EventError(f"player {no} appears twice in round {game.round}", game.where)
            rows[no][game.round] = cell
    return rows


def _cells(game: Game) -> Iterator[tuple[int, str]]:
    result = game.result
    if game.black is None:
        if result.white is not None:
            yield game.white, f"0000 - {_CODES[result.kind, result.white]}"
        return
    for no, other, colour, score in (
        (game.white, game.black, "w", result.white),
        (game.black, game.white, "b", result.black),
    ):
        yield no, f"{other:>4} {colour} {'' if score is None else _CODES[result.kind, score]}"
