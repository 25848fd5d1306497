"""Codes of tie-breaks in FIDE's notation for report files: a name and modifiers."""

from __future__ import annotations

import re
from typing import Mapping, NamedTuple, Optional

_CODE = re.compile(r"([A-Z]+)((?:-(?:[CM][12]|L[+-]?[0-9]+|[PFR]))*)")
_MODIFIER = re.compile(r"-([CMLPFR])([+-]?[0-9]+)?")
#: The modifiers allowed for each tie-break that only files can name.
_MODIFIERS: Mapping[str, str] = {
    "BH": "CMP", "FB": "CMP", "SB": "CMP", "ARO": "CM", "PS": "C", "KS": "L", "AOB": "F", "DE": "P",
    "TPN": "R", "RTNG": "R",
    **dict.fromkeys(("TPR", "PTP", "APRO", "APPO", "WON", "BPG", "REP", "STD", "WIN", "BWG"), ""),
}  # fmt: skip


class Modified(NamedTuple):
    """A tie-break with its modifiers: `low` and `high` are how many values are cut at either end,
    `limit` moves that of Koya by half points; `forfeits` says that they count as games.
    """

    name: str
    low: int = 0
    high: int = 0
    limit: int = 0
    forfeits: bool = False
    fore: bool = False
    reversed: bool = False


def modified(code: str) -> Optional[Modified]:
    """The tie-break for a C.07 code; None if there is no such code.

    >>> modified("BH-M1")[:3], modified("KS-L-2").limit, modified("TPR-C1"), modified("OTHER")
    (('BH', 1, 1), -2, None, None)
    """
    found = _CODE.fullmatch(code)
    name = found[1] if found else ""
    if found is None or name not in _MODIFIERS:
        return None
    made = Modified(name)
    given = _MODIFIER.findall(found[2])
    letters = [letter.replace("M", "C") for letter, _ in given]  # one of the two, and only once
    if len(set(letters)) < len(letters):
        return None
    for letter, number in given:
        if letter not in _MODIFIERS[name]:
            return None
        if letter in "CM":
            made = made._replace(low=int(number), high=int(number) if letter == "M" else 0)
        made = made._replace(
            limit=int(number) if letter == "L" else made.limit,
            forfeits=made.forfeits or letter == "P",
            fore=made.fore or letter == "F",
            reversed=made.reversed or letter == "R",
        )
    return made
