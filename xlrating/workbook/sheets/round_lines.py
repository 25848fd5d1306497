"""Between which lines of Games a round stands: a player's game of it is looked for only there.

To look through all lines for every player and round took most of the time of a large workbook.
The lines of a round need not follow each other: between its first and its last all are looked at.
"""

from __future__ import annotations

from ...exchange.addresses import address
from ..builder import Builder
from ..file.grid import Cell
from ..table import FIRST_ROW, HEAD_ROW

#: The first of its two columns on the hidden sheet Texts, right of the words.
_COLUMN = 60
_KEYS = ("lines_from", "lines_to")
#: The lines of Games that hold a game, by their keys for White: all of them have one.
_LINES = "[Games.key_white]"


def place(builder: Builder) -> None:
    """Say where the lines of each round will stand, before any formula is rendered."""
    rounds = builder.plan.all_rounds
    for col, key in enumerate(_KEYS, _COLUMN):
        builder.cells[key] = name = f"games_{key}"
        ends = (address(row, col, "rc") for row in (FIRST_ROW, FIRST_ROW + rounds - 1))
        builder.book.names[name] = builder.at("Texts", ":".join(ends))


def fill(builder: Builder) -> None:
    """For each round its first and its last line on Games; 0 for one without."""
    plan = builder.plan
    line = f"(ROW({_LINES})-ROW({builder.at('Games', address(HEAD_ROW, 0, 'rc'))}))"
    for number in range(1, plan.all_rounds + 1):
        row = FIRST_ROW + number - 1
        there = [
            at
            for at, game in enumerate(plan.lines, 1)
            if game and plan.is_real(game) and game.round == number
        ]
        of_round = f"(INT({_LINES}/1000)={number})"
        # The first is the last one counted from the end.
        before_end = f"(ROWS({_LINES})+1-{line})"
        last = address(row, _COLUMN + 1)
        first = f"IF({last}=0,0,ROWS({_LINES})+1-SUMPRODUCT(MAX({of_round}*{before_end})))"
        texts = first, f"SUMPRODUCT(MAX({of_round}*{line}))"
        values = (there[0], there[-1]) if there else (0, 0)
        for col, (value, text) in enumerate(zip(values, texts, strict=True), _COLUMN):
            builder.beside[row, col] = Cell(value, f"={builder.render(text)}", "helper")


def line_of(side: str) -> str:
    """A formula for rows with `round` and `no`: the line with the player there; 0 for none."""
    first, last = (f"INDEX([Rules.{key}],[round])" for key in _KEYS)
    lines = f"INDEX([Games.key_{side}],{first}):INDEX([Games.key_{side}],{last})"
    found = f"IFERROR(MATCH([round]*1000+[no],{lines},0)+{first}-1,0)"
    return f"IF({last}=0,0,{found})"
