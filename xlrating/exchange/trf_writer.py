"""An event as FIDE's tournament report file, in the columns that `trf` reads.

The records are those of TRF16; the number of rounds is in 142, the points for results in
162 and 299, the tie-breaks in 212, as in TRF-2026. Record 132 has the day of each round,
if the event takes one day; otherwise it is unknown here. For an event read from such
a file, every line that still agrees with the event is written unchanged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import NamedTuple
from unicodedata import normalize

from ..engine.errors import EventError
from ..engine.event import Event, Game, Player
from ..engine.formats import format_problems
from ..engine.problem import make_error
from ..engine.rounding import ZERO, plain
from ..engine.tournament.codes import modified
from ..engine.tournament.scores import shown_points
from ..engine.tournament.standings import standings
from .trf_as_read import as_read, assigned_line, scoring_line
from .trf_layout import FIELDS, FIRST_ROUND, MOST, ROUND_WIDTH, TYPES, code_of, line_of, round_of

#: What is between the record number and the column of the first round.
BEFORE_ROUNDS = " " * (FIRST_ROUND - len("132 ") - 1)


class Written(NamedTuple):
    """A report file, and what it cannot contain: the number of players or games per fact."""

    text: str
    lost: Counter[str]


def write_trf(event: Event) -> Written:
    """The report file of an event; reading it back gives the same event except for what is `lost`.

    Raises `EventError` for anything that would be read as something else: a rating with decimals, a
    number of five digits, two games of a player in a round.

    >>> from xlrating.engine.event import Event, Game, Player
    >>> cup = Event((Player(1, "A", 2000), Player(2, "B")), (Game(1, 1, 2, "1-0"),), name="Cup")
    >>> write_trf(cup).text.splitlines()[-1].split()
    ['001', '2', 'B', '0', '0.0', '2', '1', 'b', '0']
    """
    lost: Counter[str] = Counter()
    lines = _lines(event, lost)
    _lose_facts(event, lost)
    if event.report is not None:
        then = _lines(replace(event.report.event, report=event.report), Counter())
        return Written(as_read(event.report, lines, then), lost)
    return Written("".join(f"{line}\n" for found in lines.values() for line in found), lost)


def _lines(event: Event, lost: Counter[str]) -> Mapping[str, list[str]]:
    """The lines of an event by record; those of the players are under 001."""
    rows = _rows(event, lost)
    ranks, points = _places(event), shown_points(event)
    lines = {tag: [f"{tag} {text}"] for tag, text in records(event).items() if text}
    lines |= more_records(event)
    lines["001"] = []
    for player in event.players:
        _lose(player, lost)
        if why := unwritable(player):
            raise EventError(*why)
        said = rounds_of(rows[player.no], event.table_rounds)
        line = player_line(player, ranks[player.no], points[player.no], said)
        lines["001"].append(line.rstrip())
    return lines


def _places(event: Event) -> Mapping[int, int]:
    """The places printed in the event's report, if it has all of them, else those of the table."""
    if event.report is not None and set(event.printed_places) == set(event.by_no):
        return event.printed_places
    return {each.no: each.place for each in standings(event)}


def more_records(event: Event) -> dict[str, list[str]]:
    """Records that only some events need: points for results (162, 299), tie-breaks (212)."""
    found: dict[str, list[str]] = {}
    if event.scoring.points:
        line = scoring_line(event.scoring)
        found[line[:3]] = [line]
    if event.scoring.assigned:
        found["299"] = list(map(assigned_line, event.scoring.assigned))
    if event.tie_breaks is not None:
        codes = (code.replace("-", "/", 1) if "-L-" in code else code.replace("-", "/")
                 for code in event.tie_breaks if modified(code))  # fmt: skip
        found["212"] = ["212 " + ",".join(("PTS", *codes))]
    return found


def records(event: Event) -> dict[str, str]:
    """The texts of the event's records, by number; '' if nothing is known."""
    facts = event.facts
    minutes, increment = facts.get("minutes"), facts.get("increment")
    time = "" if minutes is None else f"{minutes} min"
    if time and increment is not None:
        time += f" + {increment} sec"
    kind = f"{TYPES[event.format]} ({event.pace})" if event.pace else TYPES[event.format]
    return {
        "012": event.name,
        "022": event.place,
        "032": str(facts.get("federation") or ""),
        "042": _day(event.start),
        "052": _day(event.end),
        "062": str(len(event.players)),
        "072": str(sum(player.rating is not None for player in event.players)),
        # Not if it is in doubt; the user has been asked then.
        "092": "" if any(format_problems(event)) else kind,
        "102": str(facts.get("chief_arbiter") or ""),
        "122": time,
        "132": _days_of_rounds(event),
        "142": str(event.table_rounds),
    }


def _lose_facts(event: Event, lost: Counter[str]) -> None:
    written = {"federation", "chief_arbiter", "minutes"}
    if event.facts.get("minutes") is not None:
        written.add("increment")
    lost.update(
        key for key, value in event.facts.items() if key not in written and value not in ("", None)
    )
    lost.update(["rules"] if event.rules else [])
    lost.update(["pace"] if event.pace and any(format_problems(event)) else [])
    lost.update(["tie_breaks"] if not all(map(modified, event.tie_breaks or ())) else [])


def _days_of_rounds(event: Event) -> str:
    if event.start is None or event.start != event.end:
        return ""
    days = [f"{event.start:%y/%m/%d}".ljust(ROUND_WIDTH)] * event.table_rounds
    return BEFORE_ROUNDS + "".join(days).rstrip()


def _day(day: date | None) -> str:
    # Years have four digits; `strftime` depends on the system for the first thousand.
    return day.isoformat().replace("-", "/") if day else ""


def unwritable(player: Player) -> tuple[str, str] | None:
    """Why a player cannot be written, and the place; None if there is no obstacle."""
    if player.no > MOST:
        return f"the number is {player.no}, a TRF has room for four figures", player.where
    rating = player.rating or ZERO
    if rating != int(rating) or not 0 <= rating <= MOST:
        return (
            f"{player.name or player.no} has the rating {plain(rating)}, a TRF has whole numbers "
            f"up to {MOST}",
            player.at("rating"),
        )
    return None


def _kept(player: Player, key: str) -> str:
    """A fact of a player as text, or '' if it does not fit into its columns."""
    text = normalize("NFC", str(getattr(player, key)))
    return text if len(text) <= FIELDS[key].width else ""


def _lose(player: Player, lost: Counter[str]) -> None:
    kept = ("title", "federation", "id")
    lost.update(key for key in kept if getattr(player, key) and not _kept(player, key))
    lost.update(["name"] if len(normalize("NFC", player.name)) > FIELDS["name"].width else [])
    lost.update(key for key in ("games", "peak", "k") if getattr(player, key) is not None)
    lost.update(key for key, value in player.facts.items() if value not in ("", None))


def player_line(
    player: Player,
    place: int | None = None,
    points: Decimal | None = None,
    rounds: str = "",
) -> str:
    """A player's line; a name too long for its columns is cut."""
    return line_of(
        {
            "no": str(player.no),
            "sex": {"f": "w"}.get(player.sex, player.sex),
            "name": normalize("NFC", player.name)[: FIELDS["name"].width],
            "rating": str(int(player.rating or ZERO)),
            "born": f"{player.born:04d}/00/00" if player.born else "",
            "points": "" if points is None else f"{points:.1f}",
            "place": "" if place is None else str(place),
            **{key: _kept(player, key) for key in ("title", "federation", "id")},
        },
        rounds,
    )


def rounds_of(cells: Mapping[int, str], rounds: int) -> str:
    """The columns of the rounds, blank if there is nothing."""
    blank = " " * ROUND_WIDTH
    return "".join(cells.get(number, blank) for number in range(1, rounds + 1))


def _rows(event: Event, lost: Counter[str]) -> dict[int, dict[int, str]]:
    """The entry of each player in each round."""
    rows: dict[int, dict[int, str]] = {player.no: {} for player in event.players}
    for game in event.games:
        if game.playoff:
            lost["playoff"] += 1
            continue
        lost.update(key for key in ("board", "moves") if getattr(game, key) is not None)
        for no, cell in cells_of(game, event.says_colours):
            if game.round in rows[no]:
                raise make_error(
                    EventError, "player_twice_in_round", game.where, no=no, round=game.round
                )
            rows[no][game.round] = cell
    return rows


def cells_of(game: Game, says_colours: bool = True) -> Iterator[tuple[int, str]]:
    """A game's entry in the line of each of its players; an unknown colour is ``-``."""
    result = game.result
    if game.black is None:
        if result.white is not None:
            yield game.white, round_of(None, "", code_of(result))
        return
    white, black = ("w", "b") if says_colours else ("-", "-")
    yield game.white, round_of(game.black, white, code_of(result))
    yield game.black, round_of(game.white, black, code_of(result, is_black=True))
