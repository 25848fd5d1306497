"""The records of FIDE's report file, TRF16 and TRF-2026, and of programs, with their purpose.

Whatever is not read, such as accelerated rounds and forbidden pairings, is listed in the account
with the reason why it cannot change a number. An unknown record is refused if it may be one that
can.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from decimal import Decimal

from ..engine.errors import ArgumentError, EventError, shown
from ..engine.event import Event
from ..engine.problem import make_error
from ..engine.problems import Problem
from .trf_layout import FIELDS
from .trf_lines import TrfLine, TrfLines, aligned

#: Records that become part of the event.
READ = ("001", "012", "022", "032", "042", "052", "102", "142", "162", "202", "212", "240", "299",
         "XXR", "XXS", "BBW", "BBD", "BBL", "BBZ", "BBF", "BBU")  # fmt: skip
#: Records that are compared with those.
COMPARED = ("062", "072", "082")
#: Records that cannot change a rating, a point or a place, and why: text keys `why_…`.
OTHERS: Mapping[str, str] = {
    "112": "arbiters",
    "132": "days",
    "###": "comment",
    "DAT": "people",
    **dict.fromkeys(("152", "172", "182", "250", "260", "XXA", "XXC", "XXP", "XXZ"), "pairing"),
    **dict.fromkeys(("013", "300", "310", "320", "330", "352", "362", "801", "802"), "teams"),
}
TEAMS = ("013", "310")
#: The beginnings of a federation's or a program's own records.
_LETTERS = re.compile(r"[A-Z]{3}(?: |$)")
_RATING = re.compile(r"[1-9]\d{2,3}")


def check_records(lines: TrfLines) -> None:
    """Reject invalid records: they may be misspelt, and a player's line would be lost.

    Letters may be a federation with national ratings (National Rating Support), or an
    addition by a program. Raises `ArgumentError` with the line.
    """
    for tag, found in lines.by_tag.items():
        is_known = tag in (*READ, *COMPARED, *OTHERS, "092", "122", "192", "222")
        if not is_known and not _LETTERS.match(f"{tag} "):
            raise make_error(ArgumentError, "read_trf_record", found[0].place, found=shown(tag))


def national_ratings(
    lines: TrfLines, players: Collection[int]
) -> dict[str, dict[int, Decimal | None]]:
    """The ratings in records with the code of a federation, by player (National Rating Support).

    They have the columns of a player's line. Programs use codes of letters, too: records without
    the number and the rating of a player in these columns are theirs, and are left out.

    Raises `ArgumentError` or `EventError` with the line for anything unexpected in the others.
    """
    numbers = {str(no) for no in players}
    letters = [tag for tag in lines.by_tag if _LETTERS.match(f"{tag} ")]
    return {
        tag: _ratings_in(lines.by_tag[tag], players)
        for tag in letters
        if tag not in (*READ, *OTHERS)
        and any(one.fact("no") in numbers and _RATING.fullmatch(one.fact("rating"))
                for one in lines.by_tag[tag])
    }  # fmt: skip


def _ratings_in(records: Iterable[TrfLine], players: Collection[int]) -> dict[int, Decimal | None]:
    found: dict[int, Decimal | None] = {}
    for line in map(aligned, records):
        no = line.whole(*FIELDS["no"][:2], "player number")
        if no in found:
            raise make_error(EventError, "read_number_twice", line.place, no=no)
        if no not in players:
            raise make_error(EventError, "read_no_player", line.place, who=no)
        rating = line.fact("rating") and line.whole(*FIELDS["rating"][:2], "rating")
        found[no] = Decimal(rating) if rating else None
    return found


def count(lines: TrfLines, tag: str) -> int | None:
    """The number in a record; None for any other text."""
    text = lines.said(tag)
    return int(text) if re.fullmatch(r"[0-9]{1,5}", text) else None


def check_counts(lines: TrfLines, players: int) -> None:
    """Reject a file with a different number of players than it states (062)."""
    said = count(lines, "062")
    if said is not None and said != players:
        words = {"said": said, "found": players}
        raise make_error(EventError, "read_trf_count", lines.place("062"), **words)


def doubts(event: Event, lines: TrfLines) -> Iterator[Problem]:
    """Statements of the file about itself that are wrong but cannot change a number."""
    rated = sum(player.rating is not None for player in event.players)
    teams = len(lines.of(*TEAMS))
    for tag, found, key in (("072", rated, "trf_rated"), ("082", teams, "trf_teams")):
        said = count(lines, tag)
        if said not in (None, found) and (tag == "072" or teams):
            yield Problem(key, {"said": said, "found": found}, lines.place(tag))
