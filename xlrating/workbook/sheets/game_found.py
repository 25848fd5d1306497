"""What may be found in a line of Games: its numbers, texts, and where it is mended."""

from __future__ import annotations

from typing import NamedTuple

#: What is found, in the order of its numbers: a text, and the player it names.
FOUND = (
    ("round_no_number", ""),
    ("round_unknown", ""),
    ("board_unknown", ""),
    ("plays_self", "white"),
    ("player_twice_in_round", "white"),
    ("player_twice_in_round", "black"),
    ("white_missing", ""),
    ("player_unknown", "white"),
    ("player_unknown", "black"),
    ("half_line", ""),
    ("result_unclear", ""),
    ("result_number", ""),
    ("result_unknown", ""),
    ("bye_with_opponent", ""),
    ("opponent_missing", ""),
    # From here on it stops nothing.
    ("round_skipped", ""),
    ("notice_met", "white"),
    ("notice_sides", "white"),
    ("notice_colour", "white"),
    ("notice_colour", "black"),
    ("notice_bye", "white"),
)
#: In which column of Games each is mended.
MENDED = (
    *("round", "round", "board", "black", "white", "black", "white", "white", "black", "black"),
    *("result", "result", "result", "black", "black"),
    *("round", "white", "white", "white", "black", "result"),
)
#: A line that is being typed: the second number is to come, or a bye. It stops until then.
HALF = FOUND.index(("half_line", "")) + 1
#: The number of the first that stops nothing.
FIRST_NOTICE = SKIPPED = FOUND.index(("round_skipped", "")) + 1
MET_AGAIN = FOUND.index(("notice_met", "white")) + 1


class Notice(NamedTuple):
    """What is noticed in a line: its number and its words."""

    number: int
    text: str


def number_of(key: str, side: str = "") -> int:
    """The number of what is found; 0 is nothing."""
    return FOUND.index((key, side)) + 1
