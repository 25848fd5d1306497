"""PGN tags: the ones that are read, and the account of all of them."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from ..engine.account import IGNORED, KNOWN, UNUSED, USED, Record
from ..engine.vocabulary.headings import heading_of
from ..engine.vocabulary.likeness import NOT_PLAYED, OF_GAMES, HeadedColumns, understood
from .pgn_text import GameText, Tag

#: Tag values that mean unknown.
UNKNOWN = ("", "?", "-")
#: The tags that are read, with the part that each means.
MEANS: Mapping[str, str] = {
    "Event": "event", "Site": "place", "Date": "date", "Round": "round", "Board": "board",
    "Variant": "variant", "White": "name", "Black": "name", "Result": "result",
    **{f"{side}{tag}": part for side in ("White", "Black") for tag, part in (
        ("Elo", "rating"), ("FideId", "id"), ("Title", "title"))},
    "PlyCount": "moves", "EventRounds": "rounds", "TimeControl": "time control",
    "Termination": "forfeits", "EventType": "pace", "UTCDate": "order", "UTCTime": "order",
}  # fmt: skip
#: Tags that programs derive from others.
_CALCULATED = ("WhiteRatingDiff", "BlackRatingDiff", "ECO", "Opening", "Variation", "NIC")
#: Irrelevant tags, although their words look relevant.
_HARMLESS = re.compile(
    r"(White|Black)(Team|TeamCountry|Clock|NA|Type|Country)|UTC(Date|Time)|EventDate|EventType|"
    r"EventCountry|EventCategory|Source\w*|\w*URL|Mode|Time|Start\w*|End\w*|TimeZone|Variant"
)
#: Terminations of games that were not played; a game lost on time was.
_FORFEIT = re.compile(
    r"(?!time )(.*\b)?(unplayed|forfeit(ed)?|walk.?over|no.?show|default|did not appear)\b.*",
    re.IGNORECASE,
)
#: A start position, in lower case, other than that of chess and of xiangqi, with its first mover.
OTHER_START = re.compile(
    r"(?!(startpos|rnbqkbnr/pppppppp/8/8/8/8/pppppppp/rnbqkbnr w .*|"
    r"(rnbakabnr|rheakaehr)/9/1c5c1/p1p1p1p1p/9/9/p1p1p1p1p/1c5c1/9/(rnbakabnr|rheakaehr) [rw].*)$)"
    r".+"
)
#: Tags of games that no chess rating counts: variants, other start positions, casual games,
#: correspondence (days per move, or by post), computer programs.
UNRATED = {
    "Variant": re.compile(r"(?!(standard|chess|normal|from position)$).+"),
    "FEN": OTHER_START,
    "Event": re.compile(r"casual \w+ game|\w+ correspondence game"),
    "EventType": re.compile(r"simul(taneous)?|.*\bcorr(espondence)?\b.*"),
    "Mode": re.compile(r"em|pm|.*\bcorr(espondence)?\b.*"),
    "TimeControl": re.compile(r"1/\d{5,}"),
    **{f"{side}{tag}": re.compile(word) for side in ("White", "Black")
       for tag, word in (("Type", "program"), ("Title", "bot"))},
}  # fmt: skip
#: The record name for all lines that are neither tags nor results.
_MOVES = "moves, remarks"
#: Where words begin in names like WhiteElo.
_CAPITALS = re.compile(r"(?<=[a-z])(?=[A-Z])")


def said(game: GameText, tag: str) -> str:
    """The text of a tag, '' if it says that nothing is known."""
    text = game.tags[tag].text if tag in game.tags else ""
    return "" if text in UNKNOWN else text


def is_forfeit(game: GameText) -> bool:
    """Whether the tag Termination says that the game was not played."""
    return says_unplayed(said(game, "Termination"))


def says_unplayed(text: str) -> bool:
    """Whether a text says that a game was not played.

    >>> says_unplayed("Win by forfeit"), says_unplayed("kampflos"), says_unplayed("time forfeit")
    (True, True, False)
    """
    return bool(_FORFEIT.fullmatch(text) or NOT_PLAYED.fullmatch(text))


def place(game: GameText, name: str, tag: str) -> str:
    """The line of a tag in words; that of the game if it has no such tag."""
    return f"{name}, line {game.tags[tag].line if tag in game.tags else game.first}"


def records_of(
    games: Sequence[GameText],
    not_needed: Collection[str],
    ignored: Sequence[str],
    name: str,
    number: int,
) -> tuple[Record, ...]:
    """How each tag of a file with so many lines was used; `not_needed` are unnecessary ones.

    Lines with moves and remarks, which are skipped, come last.

    Raises `FileError` for unread tags that may contain what a number depends on.
    """
    cells: dict[str, list[Tag]] = {}
    for game in games:
        for tag, one in game.tags.items():
            cells.setdefault(tag, []).append(one)
    uses = uses_of({tag: [one.text for one in found] for tag, found in cells.items()},
                   MEANS, _CALCULATED, _HARMLESS, ignored, name)  # fmt: skip
    records = []
    for tag, found in cells.items():
        use = UNUSED if tag in not_needed and uses[tag] == USED else uses[tag]
        meaning = MEANS[tag] if use == USED else ""
        records.append(Record(tag, len(found), use, meaning, tuple(one.line for one in found)))
    read = {one.line for found in cells.values() for one in found}
    read |= {game.end.line for game in games if game.end}
    moves = tuple(line for line in range(1, number + 1) if line not in read)
    return (*records, Record(_MOVES, len(moves), UNUSED, "", moves))


def uses_of(
    cells: Mapping[str, Sequence[object]],
    means: Mapping[str, str],
    calculated: Collection[str],
    harmless: re.Pattern[str],
    ignored: Sequence[str],
    name: str,
) -> dict[str, str]:
    """How each part of a file with names like ``WhiteElo`` is used, given its texts.

    Raises `FileError` for unread parts that may contain what a number depends on.
    """
    uses = {}
    for part in cells:
        if part in ignored:
            uses[part] = IGNORED
        elif part in means:
            uses[part] = USED
        elif part in calculated or harmless.fullmatch(part):
            uses[part] = KNOWN if part in calculated else UNUSED
    rest = [part for part in cells if part not in uses]
    headings = [heading_of(_CAPITALS.sub("_", part.rpartition(".")[2])) for part in rest]
    table = HeadedColumns(
        headings, rest, lambda at: [x for x in cells[rest[at]] if x not in UNKNOWN]
    )
    found = understood(table, {}, ignored, name, OF_GAMES)
    return uses | dict.fromkeys(rest, UNUSED) | {one.heading: one.use for one in found}
