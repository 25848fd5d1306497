"""The formulas with which the functions interpret their arguments."""

from __future__ import annotations

from ...engine.languages import LANGUAGES
from ...functions.registry import WorksheetFunction
from ...workbook.formulas.typed import is_one_of

#: The formula that interprets an argument; `?` is the argument.
_REQUIRED = {
    "rating": "XLR.RATING(?,line)",
    "opponent": "XLR.RATING(?,line)",
    "peak": "XLR.RATING(?,line)",
    "title": "XLR.NEEDED(?)",
    "place": "XLR.NEEDED(?)",
    "games": "XLR.WHOLE(XLR.GIVEN(?))",
    "rd": "XLR.POSITIVE(XLR.GIVEN(?))",
    "opponent_rd": "XLR.POSITIVE(XLR.GIVEN(?))",
    **dict.fromkeys(
        ("difference", "share", "points", "score", "periods", "white_wins", "black_wins"),
        "XLR.FACT(XLR.GIVEN(?))",
    ),
}
_OPTIONAL = {
    "games": "XLR.WHOLE(?)",
    "age": "XLR.WHOLE(XLR.SOME(?))",
    "peak": "XLR.KNOWN(?,line)",
    "opponent": "XLR.KNOWN(?,line)",
    "rating": "XLR.KNOWN(?,line)",
    "score": "XLR.FACT(?)",
    "final_rounds": "XLR.WHOLE(?)",
    "index": "XLR.WHOLE(?)",
    "moves": "XLR.WHOLE(?)",
    "k": "XLR.FIXED(?)",
    "sex": "XLR.SEX(?)",
    "colour": "XLR.SIDE(?)",
    "volatility": "XLR.POSITIVE(XLR.SOME(?))",
    "language": f'IF(?="","",IF({is_one_of("?", LANGUAGES)},LOWER(TRIM(?)),#VALUE!))',
    "to": "?",
}
#: Arguments that a function interprets in its own way.
_READ_HERE = {
    ("BONUS", "k"): "XLR.SOME(?)",
    ("RATING_CLASS", "rating"): "XLR.NUMBER(?,line)",
    ("CONVERT_RATING", "rating"): "XLR.NUMBER(?,line)",
}


#: Arguments named like a worksheet function, which some programs confuse.
_LIKE_FUNCTIONS = ("day", "index")


def parameter(argument: str) -> str:
    """The name of the parameter for an argument."""
    return f"{argument}_" if argument in _LIKE_FUNCTIONS else argument


def read(function: WorksheetFunction) -> dict[str, str]:
    """The arguments other than the rules, and their names once interpreted."""
    return {p.name: f"v_{p.name}" for p in function.parameters if p.name != "ruleset"}


def optional(function: WorksheetFunction) -> set[str]:
    """The optional arguments."""
    return {p.name for p in function.parameters if p.optional}


def reader(function: WorksheetFunction, argument: str) -> str:
    """The formula that interprets the argument, with `?` in its place."""
    if argument in function.rows:
        return "XLR.BLANK(?)"
    table = _OPTIONAL if argument in optional(function) else _REQUIRED
    return _READ_HERE.get((function.name, argument)) or table[argument]
