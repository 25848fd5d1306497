"""The entries of crosstable cells, in all notations in use.

A table uses one notation, which is recognised by all of its cells: ``b`` is Black if the
other letter is w, and White if it is n; ``-1`` is a bye in one table and a loss in another.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple, Union

from ...engine.results import Kind
from ...engine.rounding import HALF, ONE, ZERO
from ...engine.vocabulary.nobody import is_nobody
from ..crosstable import SCORES, Colour, RoundEntry
from .plain_cells import HALVES, as_text
from .words import plain, words

_WON: Mapping[str, Decimal] = {"+": ONE, "=": HALF, "-": ZERO}
#: The letters of US crosstables: played games, forfeits, and rounds without a game.
_LETTERS: Mapping[str, tuple[Decimal, Kind]] = {
    "w": (ONE, Kind.PLAYED),
    "d": (HALF, Kind.PLAYED),
    "l": (ZERO, Kind.PLAYED),
    "x": (ONE, Kind.FORFEIT),
    "f": (ZERO, Kind.FORFEIT),
}
_US_BYES: Mapping[str, Decimal] = {
    "b": ONE, "h": HALF, "u": ZERO, "z": ZERO, "x": ONE, "f": ZERO,
}  # fmt: skip
_BLANK = re.compile(r"-?|--+|\.|_+")

_COLOURED = re.compile(r"#?(\d{1,6})\s*\(?([^\W\d_])\)?[\s:]*(?:([1½0=+-]?)\s*(f?)|[?*])")
#: ``+12W``: the opponent is between result and colour.
_BETWEEN = re.compile(r"([+=-])\s*(\d{1,6})\s*([^\W\d_])")
#: ``1w4`` and ``1 (w4)``: the result comes first; without colours the opponent is in brackets.
_RESULT_FIRST = re.compile(
    r"([1½0])\s*(?:\(\s*([^\W\d_½])?\s*(\d{1,6})\s*([^\W\d_½])?\s*\)|([^\W\d_½])\s*(\d{1,6}))"
)
_SIGNED = re.compile(r"([+=-])\s*([^\W\d_])\s*(\d{1,6})")
_COLOUR_FIRST = re.compile(r"([^\W\d_])\s*(\d{1,6})(?:\s*([=+-])|[\s:/]+([1½0])|)")
#: A spreadsheet that saves text loses the sign of -0.
_BYE = re.compile(r"-\s*([1½0])|(0)")
#: Vega distinguishes allocated byes (PAB) from requested ones (FPB and HPB).
_SIGN_BYE = re.compile(r"([+=-])\s*(bye|pab|hpb|zpb|fpb)")
#: A word for a bye with its points: ``spielfrei 1``, ``轮空(½)``.
_WORTH = re.compile(r"(.+?)[\s:(]*([1½0])\)?")
_US = re.compile(r"([wldxf])\s*(\d{1,6})\s*\(?([wb]?)\)?")
_US_BYE = re.compile(r"([bhuzxf])\s*-*")
_SIGN_FIRST = re.compile(r"([+=-])\s*(\d{1,6})")
_SIGN_LAST = re.compile(r"(\d{1,6})\s*(?:([+=-])|[\s:/(]+([1½0])\)?|[:(]?([wdl])\)?)")


class OpenBye(NamedTuple):
    """A round without a game, whose points only follow from the player's total."""

    text: str


class Strange(NamedTuple):
    """A text that does not fit the table's notation."""

    text: str


Entry = Union[RoundEntry, OpenBye, Strange, None]
#: A function that parses a cell's plain text; its entries have no place, as equal cells share them.
Notation = Callable[[str], Entry]


@lru_cache(maxsize=1)
def _bye_words() -> Mapping[str, Decimal | None]:
    worth = {"full": ONE, "half": HALF, "zero": ZERO, "open": None}
    return {
        HALVES.sub("½", plain(word)): worth[kind]
        for kind, of in words()["bye"].items()
        for word in of
    }


def is_bye(text: str) -> bool:
    """Whether a plain text says that there was no opponent, whatever the points.

    >>> is_bye("bye"), is_bye("absent"), is_bye("dan")
    (True, True, False)
    """
    return text in _bye_words() or is_nobody(text)


def _without_game(text: str) -> Entry:
    """A blank, an absence or a bye, which all notations write alike."""
    if _BLANK.fullmatch(text):
        return None
    word = text.rstrip(".")
    if word in _bye_words():
        worth = _bye_words()[word]
        return OpenBye(text) if worth is None else _bye(worth, text)
    if (found := _WORTH.fullmatch(text)) and _bye_words().get(found[1], ONE) is None:
        return _bye(SCORES[found[2]][0], text)
    if found := _SIGN_BYE.fullmatch(text):
        bye = _bye(_WON[found[1]], text)
        return bye._replace(granted=found[1] == "+" and found[2] == "fpb")
    if text in ("+", "="):
        return _bye(_WON[text], text)
    return Strange(text)


def _bye(worth: Decimal, text: str) -> RoundEntry:
    return RoundEntry(None, None, worth, Kind.BYE, text)


@lru_cache(maxsize=16)
def _coloured(pair: str, plus_wins: bool) -> Notation:
    """``12w1``, ``+W12``, ``w12+``, ``-½``, with a language's letters.

    Cached with its entries, as many cells are equal, in one table as in the next.
    """
    colours: Mapping[str, Colour] = {pair[0]: "w", pair[1]: "b"}

    @lru_cache(maxsize=2**14)
    def read(text: str) -> Entry:
        if (usual := _usual_game(text, pair, plus_wins)) is not None:
            return usual
        if found := _BYE.fullmatch(text):
            return _bye(SCORES[found[1] or found[2]][0], text)
        if (found := _SIGNED.fullmatch(text)) and (
            found[2] in colours or (found[2] == "f" and found[1] != "=")
        ):
            kind = Kind.PLAYED if found[2] in colours else Kind.FORFEIT
            colour = colours.get(found[2])
            return RoundEntry(int(found[3]), colour, _WON[found[1]], kind, text)
        if (found := _BETWEEN.fullmatch(text)) and found[3] in colours:
            score, colour = _WON[found[1]], colours[found[3]]
            return RoundEntry(int(found[2]), colour, score, Kind.PLAYED, text)
        if (found := _COLOUR_FIRST.fullmatch(text)) and found[1] in colours:
            sign = found[3] or found[4] or ""
            score, kind = SCORES[sign]
            kind = Kind.PLAYED if sign else kind
            return RoundEntry(int(found[2]), colours[found[1]], score, kind, text)
        return _without_game(text)

    return read


def _usual_game(text: str, pair: str, plus_wins: bool) -> RoundEntry | Strange | None:
    """A game like ``12w1``, strange if its result contradicts itself; None for another text."""
    found = _COLOURED.fullmatch(text)
    if not found or found[2] not in pair:
        return None
    score, kind = SCORES[found[3] or ""]  # ? and * mean a pending result
    if found[4]:
        if found[3] not in ("1", "0"):
            return Strange(text)
        kind = Kind.FORFEIT
    elif plus_wins and kind is Kind.FORFEIT:
        kind = Kind.PLAYED
    return RoundEntry(int(found[1]), "w" if found[2] == pair[0] else "b", score, kind, text)


def _result_first(pair: str) -> Notation:
    """``1w4``, ``½ (b2)``, ``0(3)``, with a language's letters."""
    colours: Mapping[str, Colour] = {pair[0]: "w", pair[1]: "b"}

    def read(text: str) -> Entry:
        if found := _RESULT_FIRST.fullmatch(text):
            letter, no = found[2] or found[4] or found[5], found[3] or found[6]
            if (letter and letter not in colours) or (found[2] and found[4]):
                return Strange(text)
            colour = colours[letter] if letter else None
            return RoundEntry(int(no), colour, SCORES[found[1]][0], Kind.PLAYED, text)
        if found := _BYE.fullmatch(text):
            return _bye(SCORES[found[1] or found[2]][0], text)
        return _without_game(text)

    return read


def _us(text: str) -> Entry:
    """``W12``, ``D4``, ``L1``, ``X7``, ``H---``: the result first, rarely followed by a colour."""
    if found := _US.fullmatch(text):
        score, kind = _LETTERS[found[1]]
        colour: Colour | None = "w" if found[3] == "w" else "b" if found[3] else None
        return RoundEntry(int(found[2]), colour, score, kind, text)
    if found := _US_BYE.fullmatch(text):
        return _bye(_US_BYES[found[1]], text)
    return _without_game(text)


def _signs(text: str) -> Entry:
    """``+12``, ``=4``, ``-1`` and ``12+``, ``4=``, ``12 1``, ``12W``: without colours."""
    if found := _SIGN_FIRST.fullmatch(text):
        return RoundEntry(int(found[2]), None, _WON[found[1]], Kind.PLAYED, text)
    if found := _SIGN_LAST.fullmatch(text):
        sign = found[2] or found[3]
        score = SCORES[sign][0] if sign else _LETTERS[found[4]][0]
        if not int(found[1]):
            return _bye(score, text)  # 0 is no player's number
        return RoundEntry(int(found[1]), None, score, Kind.PLAYED, text)
    return _without_game(text)


def looks_like_game(text: str) -> bool:
    """Whether a cell contains an opponent together with a colour or a result.

    The letters for colours may be those of an unknown language.

    >>> [looks_like_game(text) for text in ("12w1", "+W3", "W12", "4λ½", "1500", "A12B", "U12")]
    [True, True, True, True, False, False, False]
    """
    plain_text = as_text(text, "")
    if found := _COLOURED.fullmatch(plain_text):
        return bool(found[3])
    return any(one.fullmatch(plain_text) for one in (_SIGNED, _BETWEEN, _US))


class _Signs(NamedTuple):
    """What a cell says about the notation: letters for colours, and the notations it fits."""

    colours: frozenset[str]
    scores: frozenset[str | None]
    is_turned: bool
    is_us: bool
    is_signed: bool


@lru_cache(maxsize=2**14)
def _signs_of(text: str) -> _Signs | None:
    """The signs in a cell, None if it has no digit; cached, as many cells are equal."""
    if not any(map(str.isdigit, text)):
        return None
    usual, turned = _COLOURED.fullmatch(text), _RESULT_FIRST.fullmatch(text)
    signed, between = _SIGNED.fullmatch(text), _BETWEEN.fullmatch(text)
    first = _COLOUR_FIRST.fullmatch(text)
    colours = [one[at] for one, at in ((usual, 2), (signed, 2), (between, 3), (first, 1)) if one]
    colours += [turned[2] or turned[4] or turned[5]] if turned else []
    return _Signs(
        frozenset(filter(None, colours)),
        frozenset([usual[3]] if usual else ()),
        turned is not None,
        _US.fullmatch(text) is not None,
        any(one.fullmatch(text) for one in (_SIGN_FIRST, _SIGN_LAST)),
    )


def notations(texts: Iterable[str]) -> list[Notation]:
    """The possible notations of a table's cells, judging by their letters and signs."""
    # Speed: most cells have the same signs.
    games = Counter(filter(None, map(_signs_of, set(texts))))
    said = frozenset[str]().union(*(one.colours for one in games))
    scores = frozenset[object]().union(*(one.scores for one in games))
    plus_wins = "=" in scores and not scores & {"1", "½", "0"}
    pairs = words()["colours"]["pairs"]
    fitting = sorted(pairs, key=lambda pair: -len(said & set(pair)))
    most = len(said & set(fitting[0]))
    chosen = [pair for pair in fitting if len(said & set(pair)) == most and most] or ["wb"]
    # Each game must have both colours: with only one letter, its meaning is unknown.
    every = [_coloured(pair, plus_wins) for pair in chosen]
    # 1w1 may be either; if most cells only fit one notation, the other is not tried.
    turned = sum(number for one, number in games.items() if one.is_turned)
    if 2 * turned >= games.total() > 0:
        every += map(_result_first, chosen)
    if any(one.is_us for one in games):
        every.append(_us)
    if any(one.is_signed for one in games):
        every.append(_signs)
    if not games and any(_US_BYE.fullmatch(text) for text in texts):
        every.append(_us)
    return every
