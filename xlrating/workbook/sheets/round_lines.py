"""The range of lines of Games that contains a round, to which lookups of its games are limited.

Searching all lines for every player and round took most of the time of a large workbook.
The lines of a round need not be adjacent: all lines between its first and its last are searched.
"""

from __future__ import annotations

from ...exchange.addresses import address
from ..builder import Builder
from ..file.grid import Cell
from ..formulas.pairs import UNIT, both
from ..plan import Plan
from ..table import FIRST_ROW, HEAD_ROW
from ..texts_columns import LINES

#: The columns on the hidden sheet Texts: the ends of a round, and its games of two players.
_KEYS = ("lines_from", "lines_to", "round_games")
#: Short names, as thousands of rows repeat them, of these and of the keys of both sides. No LAMBDA
#: has a parameter of such a name, which some programs would take for the range.
_SHORT = {"lines_from": "from_line", "lines_to": "to_line"}
_SIDES = {"of_white": "white", "of_black": "black"}
#: The lines of Games that hold a game, by their keys for White: all of them have one.
_LINES = "[Games.key_white]"


def place(builder: Builder) -> None:
    """Name the cells with the lines of each round, before any formula is rendered."""
    rounds = builder.plan.all_rounds
    for col, key in enumerate(_KEYS, LINES):
        builder.cells[key] = name = _SHORT.get(key, f"games_{key}")
        builder.name_area(name, "Texts", FIRST_ROW, col, FIRST_ROW + rounds - 1)


def fill(builder: Builder) -> None:
    """Put for each round its first and its last line on Games, 1 for one without; and its games."""
    plan, names = builder.plan, builder.book.names
    names |= {name: names[f"games_key_{side}"] for name, side in _SIDES.items()}
    line = f"(ROW({_LINES})-ROW({builder.at('Games', address(HEAD_ROW, 0, 'rc'))}))"
    for number in range(1, plan.all_rounds + 1):
        row = FIRST_ROW + number - 1
        there = [
            at
            for at, game in enumerate(plan.lines, 1)
            if game and plan.is_seated(game) and game.round == number
        ]
        of_round = f"(INT({_LINES}/{UNIT})={number})"
        # The first is the last one counted from the end.
        before_end = f"(ROWS({_LINES})+1-{line})"
        last = address(row, LINES + 1)
        first = f"MIN({last},ROWS({_LINES})+1-SUMPRODUCT(MAX({of_round}*{before_end})))"
        keys = f'[Games.key_black],">{number * UNIT}",[Games.key_black],"<{(number + 1) * UNIT}"'
        two = f"COUNTIFS({keys})"
        texts = first, f"MAX(1,SUMPRODUCT(MAX({of_round}*{line})))", two
        paired = sum(plan.lines[at - 1].black is not None for at in there)  # type: ignore[union-attr]
        values = (*((there[0], there[-1]) if there else (1, 1)), paired)
        for col, (value, text) in enumerate(zip(values, texts, strict=True), LINES):
            builder.beside[row, col] = Cell(value, f"={builder.render(text)}", "helper")


def line_of(plan: Plan) -> str:
    """A formula of Rounds: the first line with the player of the row in its round; 0 for none.

    Rows cannot share it: a shared formula may not have a range between looked-up cells. As only
    ROW() tells the rows apart, its text is the same in all, and compresses well if it is short. A
    round without lines is searched for in the first line, which belongs to another.
    """
    row, rounds = f"ROW()-{FIRST_ROW + 1}", plan.all_rounds
    number, place = f"MOD({row},{rounds})+1", f"INT(({row})/{rounds})+1"
    first, last = (f"INDEX([Rules.{key}],{number})" for key in _KEYS[:2])
    key = both(f"({number})", place)

    def found(keys: str) -> str:
        lines = f"INDEX({keys},{first}):INDEX({keys},{last})"
        return f"IFERROR(MATCH({key},{lines},0),{UNIT})"

    # Counted from the first line of the round; a round without lines gives an empty range.
    before = f"{first}-1"
    return f"MOD(MIN({','.join(map(found, _SIDES))})+{before},{UNIT}+{before})"
