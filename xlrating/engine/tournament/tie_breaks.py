"""Tie-breaks of FIDE C.07 (in force from 1 March 2026), each with a value for every player.

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

An event may also name any other tie-break that C.07, 5 lists for individuals; workbooks contain
their values, but no formulas for them:

| code      | tie-break                                        | article  | with       |
| --------- | ------------------------------------------------ | -------- | ---------- |
| BH, FB    | Buchholz, Fore Buchholz                          | 8.1, 8.3 | C M P      |
| AOB       | average of the opponents' Buchholz               | 8.2      | F          |
| SB        | Sonneborn-Berger                                 | 9.1      | C M P      |
| KS        | Koya, its limit moved by half points             | 9.2      | L          |
| ARO       | average rating of the opponents                  | 10.1     | C M        |
| TPR, PTP  | tournament performance, perfect one              | 10.2, 10.3 |          |
| APRO, APPO | averages of those of the opponents              | 10.4, 10.5 |          |
| WON, BPG  | games won, played with Black                     | 7.2, 7.3 |            |
| PS        | sum of progressive scores                        | 7.5      | C          |
| REP (GE)  | rounds one elected to play                       | 7.6      |            |
| STD       | standard points                                  | 7.7      |            |
| TPN, RTNG | pairing number, own rating                       | 7.8, 10.6 | R         |
| DE        | direct encounter                                 | 6        | P          |

C1 and C2 cut the least significant values, M1 and M2 the most significant ones as well (14.1 to
14.4), L moves the limit (14.5), P counts forfeits as games against the scheduled opponent, F
uses Fore Buchholz, R reverses the order: BH-C2, ARO-M1, KS-L+1, AOB-F; files write BH/C2.

Unplayed rounds as before 2023, with a virtual opponent (see `virtual_opponent`), so that an old
event can be shown as published; a workbook has them if they are named from the start:

| code    | tie-break           | article         | for   |
| ------- | ------------------- | --------------- | ----- |
| BH-V-C1 | Buchholz Cut-1      | C.02, 13.15     | Swiss |
| BH-V    | Buchholz            | C.02, 13.15     | Swiss |
| SB-V    | Sonneborn-Berger    | C.02, 13.15     | Swiss |

The direct encounter looks at a whole group of tied players (see `direct_encounter`), as do
play-offs that no event names among its tie-breaks (see `playoffs`).
"""

from __future__ import annotations

from decimal import Decimal
from typing import Callable, Mapping, Optional, Tuple

from ..errors import ArgumentError, shown
from ..event import Event
from ..problem import make_error
from ..texts import is_text, keys, wording
from . import values, virtual_opponent
from .codes import modified
from .scores import Scores

#: The tie-breaks offered for each format; the first three are the default.
CHOICES: Mapping[str, Tuple[str, ...]] = {
    "round-robin": ("DE", "SB", "KS", "WIN", "BWG", "PS", "PO"),
    "swiss": ("BH-C1", "BH", "SB", "DE", "WIN", "BWG", "PS", "PO"),
}
CHOSEN = 3

#: Tie-breaks that count games; all others are in points.
COUNTS = ("WIN", "BWG")

#: Tie-breaks from before 2023 that a Swiss may name, too.
VIRTUAL = ("BH-V-C1", "BH-V", "SB-V")


#: C.07, 8: "must not be used in round-robins"; 9.2: "Koya System for Round Robin".
_OF_SWISS, _OF_ROUND_ROBIN = ("BH", "FB", "AOB"), ("KS",)
#: Names in the editions before August 2024, and the present ones.
_RENAMED = {"GE": "REP"}


def offered(event: Event) -> Tuple[str, ...]:
    """The tie-breaks for the format of an event; older ones only if the event names one."""
    return CHOICES["round-robin" if event.is_round_robin else "swiss"] + (
        VIRTUAL if has_virtual(event) else ()
    )


def has_virtual(event: Event) -> bool:
    """Whether an event uses tie-breaks from before 2023."""
    return not event.is_round_robin and bool(set(VIRTUAL) & set(event.tie_breaks or ()))


def tie_break_of(text: str) -> str:
    """The code for a code or name in any language; an unknown text is returned in capitals.

    >>> tie_break_of("直接胜负"), tie_break_of("bh/c1"), tie_break_of("best")
    ('DE', 'BH-C1', 'BEST')
    """
    plain = text.strip().casefold()
    for key in keys("tie_"):
        if plain in [name.casefold() for name in wording(key).values()]:
            return key.partition("_")[2]
    code = text.strip().upper().replace("/", "-")
    return _RENAMED.get(code, code)


def read_tie_breaks(text: str) -> Tuple[str, ...]:
    """The codes in a text like ``DE, BH-V-C1, BH-V``.

    >>> read_tie_breaks("de,bh")
    ('DE', 'BH')
    """
    return tuple(tie_break_of(code) for code in text.split(",") if code.strip())


def tie_name(code: str, language: str) -> str:
    """The name of a tie-break in a language, with modifiers as in C.07.

    >>> tie_name("BH-C1", "en"), tie_name("FB-M2", "ru")
    ('Buchholz Cut-1', 'Бухгольц форе M2')
    """
    if is_text(f"tie_{code}"):
        return wording(f"tie_{code}")[language]
    name, _, modifiers = code.partition("-")
    own = wording(f"tie_{name}")[language] if is_text(f"tie_{name}") else name
    return f"{own} {modifiers}".strip()


def is_known(code: str, event: Event) -> bool:
    """Whether a tie-break is defined for the format of an event."""
    if code in offered(event) or (code in VIRTUAL and not event.is_round_robin):
        return True
    found = modified(code)
    others = _OF_SWISS if event.is_round_robin else _OF_ROUND_ROBIN
    return found is not None and found.name not in others


def chosen(event: Event) -> Tuple[str, ...]:
    """The tie-breaks of an event in order; those of its format if it names none.

    Raises `ArgumentError` for one that is unknown or not defined for the format.

    >>> chosen(Event((), format="round-robin"))
    ('DE', 'SB', 'KS')
    """
    suiting = offered(event)
    for code in event.tie_breaks or ():
        if not is_known(code, event):
            known = tuple(dict.fromkeys([*suiting, *(() if event.is_round_robin else VIRTUAL)]))
            words = {"code": shown(code), "format": wording(f"format_{event.format}")}
            raise make_error(ArgumentError, "ties_unknown", **words, known=", ".join(known))
    named = suiting[:CHOSEN] if event.tie_breaks is None else event.tie_breaks
    if len(set(named)) < len(named):
        raise make_error(ArgumentError, "ties_twice", codes=", ".join(named))
    return named


def value_of(code: str) -> Callable[[Scores, int], Optional[Decimal]]:
    """The function that gives a player's value for a tie-break; it may return None."""
    if code in OF_PLAYER:
        return OF_PLAYER[code]
    found = modified(code)
    assert found is not None, code
    return lambda scores, no: values.VALUES[found.name](scores, no, found)


def is_lowest_first(code: str) -> bool:
    """Whether the lowest value of a tie-break comes first, as for pairing numbers (7.8)."""
    found = modified(code)
    return found is not None and (found.name == "TPN") != found.reversed


def _of(code: str) -> Callable[[Scores, int], Decimal]:
    found = modified(code)
    assert found is not None
    value = values.VALUES[found.name]

    def of(scores: Scores, no: int) -> Decimal:
        known = value(scores, no, found)
        assert known is not None  # only tie-breaks from ratings may have no value
        return known

    return of


#: The tie-breaks for which workbooks have formulas.
OF_PLAYER: Mapping[str, Callable[[Scores, int], Decimal]] = {
    **{code: _of(code) for code in ("BH-C1", "BH", "SB", "KS", "WIN", "BWG", "PS")},
    "PO": values.playoff,
    "BH-V-C1": virtual_opponent.buchholz_cut,
    "BH-V": virtual_opponent.buchholz,
    "SB-V": virtual_opponent.berger,
}
