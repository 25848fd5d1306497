"""What the cells of Paste say, each by itself: a number, a player, a result, another word."""

# Formulas are written one part per line.
# ruff: noqa: E501
from __future__ import annotations

from ...engine.vocabulary.reported import TITLES
from ...engine.vocabulary.spellings import REPLACED
from .. import inputs
from ..formulas.typed import as_number, replaced
from ..library import COMPARED, NOBODY
from ..pasted import BYES, CELLS, HEADS, UNPLAYED
from .pasted_games import WORDS

#: The code of a cell in a hidden column: k for a number, k its place from 1; from `OTHER` on for
#: other words; k×1000 plus the place of a player, `BYE` for a word for nobody and `SEVERAL`
#: for a name of several; -k for a game without result, below that -k×1000 and the result's row.
#: No fractions: criteria are texts, and in many countries 0.2 is not a number there.
OTHER, HEAD, RESULTS, BYE, SEVERAL, UNIT = 50, 60, 70, 998, 999, 1000
ALL, CODES = "[line]:[edge]", f"[code_1]:[code_{CELLS}]"
#: What a reader sees of each cell, after the full stop of `completion.key`, calculated once:
#: repeated wherever it is needed, it was two thirds of all formulas of a workbook.
SAID = f"[said_1]:[said_{CELLS}]"
#: The text between two players who have not played.
_DASHES = ".".join(("", *UNPLAYED, *(old for old, new in REPLACED if new == "-"), ""))
#: Titles in front of names, each with the point before a text and the blank behind it.
_TITLES = "".join(f".{title} " for title in TITLES)


def said(at: int) -> str:
    """The formula of what a reader sees of the cell at a place of the line."""
    return f'"{NOBODY}"&{inputs.plain(f"[in_c{at}=]")}'


def name(said: str) -> str:
    """A cell's text in the form for comparing names: its `completion.key`."""
    return replaced(said, COMPARED)


def untitled(said: str) -> str:
    """`name` without the title in front; 0, or an error, if there is no title."""
    title = f'ISNUMBER(FIND(LEFT({said},FIND(" ",{said})),"{_TITLES}"))'
    rest = name(f'"{NOBODY}"&MID({said},FIND(" ",{said})+1,999)')
    return f'IF(AND({title},{rest}<>"{NOBODY}"),{rest},0)'


def text(said: str) -> str:
    """The formula for a cell's contents as text."""
    return f"MID({said},2,999)"


def plain(said: str) -> str:
    """The formula for a cell's contents, in the spelling of the table of results."""
    return replaced(text(said), REPLACED)


def at(place: str) -> str:
    """The formula for the text at a position of the line."""
    return f"INDEX({SAID},{place})"


def number_at(place: str) -> str:
    """The formula for the number at a position of the line; 0 for anything else."""
    cell = f"INDEX({ALL},{place}+1)"
    return f"IF(ISNUMBER({cell}),{cell},N({as_number(text(at(place)))}))"


def code(at: int) -> str:
    """The formula of what the cell at a place of the line is."""
    cell, own = f"[in_c{at}=]", f"[said_{at}]"
    known = name(own)
    number = f"IF(ISNUMBER({cell}),IF({cell}<0,FALSE,{cell}=INT({cell})),ISNUMBER({as_number(text(own))}))"
    person, titled = (
        f"{at * UNIT}+IF(COUNTIF([Players.key],{one})>1,{SEVERAL},MATCH({one},[Players.key],0))"
        for one in (known, untitled(own))
    )
    word = f"MATCH({known},{WORDS},0)"
    head = f"IF({word}>{len(BYES) + len(HEADS)},{RESULTS},{HEAD})"
    word = f"IF({word}>{len(BYES)},{head},{at * UNIT + BYE})"
    row = f"INDEX([Rules.spelling_long],MATCH({plain(own)},[Rules.spelling],0))"
    result = f"IFERROR(-{at * UNIT}-{row},{OTHER})"
    else_ = f'IFERROR({person},IFERROR({titled},IFERROR({word},IF(ISNUMBER(FIND({own}&".","{_DASHES}")),-{at},{result}))))'
    return f'IF({known}="{NOBODY}",0,IF({number},{at},{else_}))'
