"""Possible findings in a line of Games: their numbers, texts, and where they are fixed."""

from __future__ import annotations

from typing import NamedTuple


class GameFinding(NamedTuple):
    """A possible finding: its text, the column of Games where it is fixed, whom it names."""

    key: str
    mended: str
    side: str = ""


#: All findings, in the order of their numbers.
FOUND = (
    GameFinding("paste_unread", "white"),
    GameFinding("paste_twice", "white"),
    GameFinding("paste_other_round", "round"),
    GameFinding("round_no_number", "round"),
    GameFinding("round_unknown", "round"),
    GameFinding("board_unknown", "board"),
    GameFinding("plays_self", "black", "white"),
    GameFinding("player_twice_in_round", "white", "white"),
    GameFinding("player_twice_in_round", "black", "black"),
    GameFinding("white_missing", "white"),
    GameFinding("player_unknown", "white", "white"),
    GameFinding("player_unknown", "black", "black"),
    GameFinding("half_line", "black"),
    GameFinding("result_unclear", "result"),
    GameFinding("result_number", "result"),
    GameFinding("result_unknown", "result"),
    GameFinding("bye_with_opponent", "black"),
    GameFinding("opponent_missing", "black"),
    # From here on findings stop nothing.
    GameFinding("round_skipped", "round"),
    GameFinding("notice_met", "white", "white"),
    GameFinding("notice_sides", "white", "white"),
    GameFinding("notice_colour", "white", "white"),
    GameFinding("notice_colour", "black", "black"),
    GameFinding("notice_bye", "result", "white"),
    GameFinding("pairing_gone", "white"),
    GameFinding("paste_result", "result"),
)


def number_of(key: str, side: str = "") -> int:
    """The number of a finding; 0 means none."""
    return [(found.key, found.side) for found in FOUND].index((key, side)) + 1


#: A line that is being typed: without the second player, or a bye, the event cannot be read.
HALF = number_of("half_line")
#: The number of the first finding that stops nothing.
FIRST_NOTICE = SKIPPED = number_of("round_skipped")
MET_AGAIN = number_of("notice_met", "white")
#: The findings that are listed first among those that stop nothing.
FIRST_TOLD = SKIPPED, MET_AGAIN, number_of("paste_result")
#: One colour too often, for White and for Black.
COLOURS = number_of("notice_colour", "white"), number_of("notice_colour", "black")


class LineNotice(NamedTuple):
    """The notice in a line: its number and its words."""

    number: int
    text: str
