"""How the functions read their arguments."""

from __future__ import annotations

from ...engine.languages import LANGUAGES
from ...functions.registry import WorksheetFunction
from ...workbook.formulas.typed import is_one_of

#: How an argument is read; `?` is the argument.
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
#: Where a function reads an argument in a way of its own.
_READ_HERE = {
    ("BONUS", "k"): "XLR.SOME(?)",
    ("RATING_CLASS", "rating"): "XLR.NUMBER(?,line)",
    ("CONVERT_RATING", "rating"): "XLR.NUMBER(?,line)",
}


#: What is called like a function of the worksheet, which not every program tells apart.
_LIKE_FUNCTIONS = ("day", "index")


def parameter(argument: str) -> str:
    """What the parameter for an argument is called."""
    return f"{argument}_" if argument in _LIKE_FUNCTIONS else argument


def read(function: WorksheetFunction) -> dict[str, str]:
    """The arguments besides the rules, and what they are called once they are read."""
    return {p.name: f"v_{p.name}" for p in function.parameters if p.name != "ruleset"}


def optional(function: WorksheetFunction) -> set[str]:
    """The arguments that may be left out."""
    return {p.name for p in function.parameters if p.optional}


def reader(function: WorksheetFunction, argument: str) -> str:
    """The text that reads an argument, `?` in its place."""
    if argument in function.rows:
        return "XLR.BLANK(?)"
    table = _OPTIONAL if argument in optional(function) else _REQUIRED
    return _READ_HERE.get((function.name, argument)) or table[argument]
