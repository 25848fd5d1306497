"""What may be found in a line of Games: its numbers, texts, and where it is mended."""

from __future__ import annotations

from typing import NamedTuple


class Found(NamedTuple):
    """What may be found: its text, the column of Games where it is mended, whom it names."""

    key: str
    mended: str
    side: str = ""


#: All of it, in the order of its numbers.
FOUND = (
    Found("paste_unread", "white"),
    Found("paste_twice", "white"),
    Found("paste_other_round", "round"),
    Found("round_no_number", "round"),
    Found("round_unknown", "round"),
    Found("board_unknown", "board"),
    Found("plays_self", "black", "white"),
    Found("player_twice_in_round", "white", "white"),
    Found("player_twice_in_round", "black", "black"),
    Found("white_missing", "white"),
    Found("player_unknown", "white", "white"),
    Found("player_unknown", "black", "black"),
    Found("half_line", "black"),
    Found("result_unclear", "result"),
    Found("result_number", "result"),
    Found("result_unknown", "result"),
    Found("bye_with_opponent", "black"),
    Found("opponent_missing", "black"),
    # From here on it stops nothing.
    Found("round_skipped", "round"),
    Found("notice_met", "white", "white"),
    Found("notice_sides", "white", "white"),
    Found("notice_colour", "white", "white"),
    Found("notice_colour", "black", "black"),
    Found("notice_bye", "result", "white"),
    Found("pairing_gone", "white"),
)


def number_of(key: str, side: str = "") -> int:
    """The number of what is found; 0 is nothing."""
    return [(found.key, found.side) for found in FOUND].index((key, side)) + 1


#: A line that is being typed: the second number is to come, or a bye. It stops until then.
HALF = number_of("half_line")
#: The number of the first that stops nothing.
FIRST_NOTICE = SKIPPED = number_of("round_skipped")
MET_AGAIN = number_of("notice_met", "white")
#: A colour too often, of White and of Black.
COLOURS = number_of("notice_colour", "white"), number_of("notice_colour", "black")


class Notice(NamedTuple):
    """What is noticed in a line: its number and its words."""

    number: int
    text: str
