"""Whether a player's federation, province or team is at home or abroad."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Iterable, List, Mapping, NamedTuple, Optional, Tuple

from ..tomlfile import PACKAGE, read
from .letters import letters

#: Letters used instead of a blank, or of another letter.
SAME = (("\u3000", " "), ("\u00a0", " "), ("-", " "), ("’", "'"), ("ё", "е"))


class Territory(NamedTuple):
    """A country or region: its codes, and its names in three languages."""

    codes: Tuple[str, ...]
    names: Tuple[str, ...]


@lru_cache(maxsize=1)
def territories() -> Mapping[str, Territory]:
    """All countries and regions, by ISO code."""
    found = read(PACKAGE / "engine" / "vocabulary" / "territories.toml")
    return {
        code: Territory(tuple(one["codes"].split()), tuple(one["names"]))
        for code, one in found.items()
    }


class KnownPlaces(NamedTuple):
    """The beginnings of names at home and abroad, and the codes of other countries."""

    home: Tuple[str, ...]
    abroad: Tuple[str, ...]
    codes: Tuple[str, ...]


@lru_cache(maxsize=8)
def places(home: Tuple[str, ...], own: Tuple[str, ...]) -> KnownPlaces:
    """The known places, for a rule set with these `home` codes and these `own` places."""
    at_home = [place_key(name) for name in own]
    abroad: List[str] = []
    codes: List[str] = []
    for one in territories().values():
        if set(one.codes) & set(home):
            at_home += map(place_key, one.names)
        else:
            abroad += map(place_key, one.names)
            codes += one.codes
    return KnownPlaces(_unique(at_home), _unique(abroad), _unique(set(codes) - set(home)))


def place_key(name: str) -> str:
    """A name in the form used for matching: single characters in Chinese, whole words elsewhere.

    >>> place_key("Viet Nam"), place_key("越南")
    ('viet nam ', '越南')
    """
    text = letters(name).lower()
    for found, meant in SAME:
        text = text.replace(found, meant)
    text = " ".join(text.split())
    return text if text[-1:] >= "\u2e80" else text + " "


def abroad(unit: str, home: Tuple[str, ...], own: Tuple[str, ...]) -> Optional[bool]:
    """Whether a federation, province or team is abroad; None if it is not a known place.

    The longest known name at its beginning decides: 中国香港 is Hong Kong, 中国 is China.

    >>> abroad("越南胡志明市", ("CHN",), ()), abroad("中国香港", ("CHN",), ("广东",))
    (True, True)
    >>> abroad("广东队", ("CHN",), ("广东",)), abroad("Team", ("CHN",), ())
    (False, None)
    """
    known = places(home, own)
    text = unit.strip()
    if text in home:
        return False
    if text in known.codes:
        return True
    text = unit_key(text)
    away, near = longest_of(text, known.abroad), longest_of(text, known.home)
    if not away and not near:
        return None
    return away > near


def looks_like_code(unit: str) -> bool:
    """Whether a text is three capital letters.

    >>> looks_like_code("XYZ"), looks_like_code("Xyz")
    (True, False)
    """
    return bool(re.fullmatch("[A-Z]{3}", unit))


def unit_key(unit: str) -> str:
    """A federation, province or team in the form used for matching.

    The blank after the last word is dropped: spreadsheets lose one at the end of a cell.
    """
    return place_key(unit).rstrip()


def longest_of(text: str, names: Iterable[str]) -> int:
    """The length of the longest of these names at the beginning of a text; 0 if none matches.

    >>> longest_of("niger", ("niger ", "nigeria ")), longest_of("nigeria", ("niger ",))
    (6, 0)
    """
    return max((len(name) for name in names if f"{text} ".startswith(name)), default=0)


def _unique(names: Iterable[str]) -> Tuple[str, ...]:
    return tuple(sorted(set(names)))
