"""Tie-breaks of FIDE C.07 (in force from 1 March 2026), each a value for every player.

| code  | tie-break                 | article | for         |
| ----- | ------------------------- | ------- | ----------- |
| BH-C1 | Buchholz Cut-1            | 8.1, 14.1, 16.5 | Swiss |
| BH    | Buchholz                  | 8.1, 16 | Swiss       |
| SB    | Sonneborn-Berger          | 9.1, 15.2, 16 | both  |
| DE    | direct encounter          | 6       | both        |
| KS    | Koya                      | 9.2     | round robin |
| WIN   | wins, played or not       | 7.1     | both        |
| BWG   | games won with Black      | 7.4     | both        |
| PS    | sum of progressive scores | 7.5     | both        |
| PO    | points of play-off games  | 3       | both        |

Unplayed rounds as before 2023, with a virtual opponent (see `virtual_opponent`), so that an old
event can be shown as it was published; a workbook has them where they are named from the start:

| code    | tie-break           | article         | for   |
| ------- | ------------------- | --------------- | ----- |
| BH-V-C1 | Buchholz Cut-1      | C.02, 13.15     | Swiss |
| BH-V    | Buchholz            | C.02, 13.15     | Swiss |
| SB-V    | Sonneborn-Berger    | C.02, 13.15     | Swiss |

The direct encounter looks at a whole group of tied players: see `direct_encounter`; so do
play-offs that no event names among its tie-breaks: see `playoffs`.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Callable, Mapping, Tuple

from ..errors import ArgumentError, shown
from ..event import Event
from ..problem import refusal
from ..rounding import HALF, ONE, ZERO
from ..texts import table
from . import virtual_opponent
from .scores import Scores

#: What each format offers, and the first three of them that are used where nothing is chosen.
CHOICES: Mapping[str, Tuple[str, ...]] = {
    "round-robin": ("DE", "SB", "KS", "WIN", "BWG", "PS", "PO"),
    "swiss": ("BH-C1", "BH", "SB", "DE", "WIN", "BWG", "PS", "PO"),
}
CHOSEN = 3

#: Those that count games; all others are points.
COUNTS = ("WIN", "BWG")

#: What a Swiss may name besides: the rules before 2023.
VIRTUAL = ("BH-V-C1", "BH-V", "SB-V")


def offered(event: Event) -> Tuple[str, ...]:
    """The tie-breaks that suit the format of an event; the older ones where it names one."""
    return CHOICES["round-robin" if event.is_round_robin else "swiss"] + (
        VIRTUAL if has_virtual(event) else ()
    )


def has_virtual(event: Event) -> bool:
    """Whether an event is shown with tie-breaks of before 2023."""
    return not event.is_round_robin and bool(set(VIRTUAL) & set(event.tie_breaks or ()))


def tie_break_of(text: str) -> str:
    """The code that a person meant by it or by its name in any language; else the text itself.

    >>> tie_break_of("直接胜负"), tie_break_of("bh"), tie_break_of("best")
    ('DE', 'BH', 'BEST')
    """
    plain = text.strip().casefold()
    for key, names in table().items():
        if key.startswith("tie_") and plain in [name.casefold() for name in names.values()]:
            code = key.partition("_")[2]
            if any(code in codes for codes in (*CHOICES.values(), VIRTUAL)):
                return code
    return text.strip().upper()


def read_tie_breaks(text: str) -> Tuple[str, ...]:
    """The codes in a text like ``DE, BH-V-C1, BH-V``.

    Raises `ArgumentError` for more than a table shows.

    >>> read_tie_breaks("de,bh")
    ('DE', 'BH')
    """
    codes = tuple(tie_break_of(code) for code in text.split(",") if code.strip())
    if len(codes) > CHOSEN:
        words = {"n": len(codes), "text": shown(text), "most": CHOSEN}
        raise refusal(ArgumentError, "ties_many", **words)
    return codes


def chosen(event: Event) -> Tuple[str, ...]:
    """The tie-breaks of an event in order, those of its format where none are named.

    Raises `ArgumentError` for one that is not known or not made for the format.

    >>> chosen(Event((), format="round-robin"))
    ('DE', 'SB', 'KS')
    """
    suiting = offered(event)
    known = tuple(dict.fromkeys([*suiting, *(() if event.is_round_robin else VIRTUAL)]))
    for code in event.tie_breaks or ():
        if code not in known:
            words = {"code": shown(code), "format": table()[f"format_{event.format}"]}
            raise refusal(ArgumentError, "ties_unknown", **words, known=", ".join(known))
    named = suiting[:CHOSEN] if event.tie_breaks is None else event.tie_breaks
    if len(set(named)) < len(named):
        raise refusal(ArgumentError, "ties_twice", codes=", ".join(named))
    return named


# --- the values ------------------------------------------------------------------------------


def buchholz(scores: Scores, no: int) -> Decimal:
    """8.1: the sum of the scores of the opponents."""
    return sum((each.value for each in scores.contributions(no)), ZERO)


def buchholz_cut(scores: Scores, no: int) -> Decimal:
    """14.1.1, 16.5.1: without the lowest voluntary unplayed round, else without the lowest."""
    found = scores.contributions(no)
    values = [each.value for each in found if each.round.voluntary] or [e.value for e in found]
    return buchholz(scores, no) - min(values, default=ZERO)


def berger(scores: Scores, no: int) -> Decimal:
    """9.1: the opponents' scores, each times the points scored against them."""
    return sum((each.value * each.round.points for each in scores.contributions(no)), ZERO)


def koya(scores: Scores, no: int) -> Decimal:
    """9.2: the points against all who scored at least half of what was possible."""
    return sum(
        (
            played.points
            for played in scores.rounds[no]
            if played.opponent is not None
            and scores.points.get(played.opponent, ZERO) >= HALF * scores.most_games
        ),
        ZERO,
    )


def wins(scores: Scores, no: int) -> Decimal:
    """7.1: rounds with the points of a win, with or without playing."""
    return Decimal(sum(played.points == ONE for played in scores.scored[no]))


def wins_as_black(scores: Scores, no: int) -> Decimal:
    """7.4: games won over the board with Black."""
    won = (r for r in scores.rounds[no] if r.met and r.as_black and r.points == ONE)
    return Decimal(sum(1 for _ in won))


def progressive(scores: Scores, no: int) -> Decimal:
    """7.5: the sum of the points after each round."""
    own = scores.scored[no]
    return sum((played.points * (scores.last - played.number + 1) for played in own), ZERO)


def playoff(scores: Scores, no: int) -> Decimal:
    """3: the points of the games played to break ties; which of these, the event says (3.1)."""
    return sum(scores.playoff_points.get(no, ()), ZERO)


OF_PLAYER: Mapping[str, Callable[[Scores, int], Decimal]] = {
    "BH-C1": buchholz_cut,
    "BH": buchholz,
    "SB": berger,
    "KS": koya,
    "WIN": wins,
    "BWG": wins_as_black,
    "PS": progressive,
    "PO": playoff,
    "BH-V-C1": virtual_opponent.buchholz_cut,
    "BH-V": virtual_opponent.buchholz,
    "SB-V": virtual_opponent.berger,
}
