"""Results as people type and paste them: the table of spellings, and the formulas that read it."""

from __future__ import annotations

from collections.abc import Callable

from ...engine.languages import LANGUAGE
from ...engine.results import CODE_OF, RESULTS
from ...engine.words.spellings import REPLACED, UNCLEAR, in_language
from ...exchange.addresses import address
from .. import texts_columns
from ..builder import Builder
from ..file.grid import Cell, Value
from ..sheets.lean import MARK
from ..table import FIRST_ROW, Column, hidden
from .typed import replaced

#: The codes in the order of the Rules sheet; the rows of formulas count from 1.
CODES = tuple(result.code for result in RESULTS if result.code)

#: Whether a line of Games has no result.
NONE = f"[result]={MARK}"

#: The table on the hidden sheet Texts, right of the words: each spelling with the row of its
#: code, and each that may mean several with their codes.
_TABLE: dict[str, tuple[str | int, ...]] = {
    "spelling": tuple(plain for plain, code in CODE_OF.items() if code),
    "spelling_row": tuple(CODES.index(code) + 1 for code in CODE_OF.values() if code),
    "unclear": tuple(UNCLEAR),
    "unclear_codes": tuple(", ".join(several) for several in UNCLEAR.values()),
}


def place(builder: Builder) -> None:
    """Put the table on its sheet, before any formula is rendered."""
    language = builder.plan.fixed_language
    own = LANGUAGE[language].results
    for col, (key, values) in enumerate(_TABLE.items(), texts_columns.RESULTS):
        if key == "spelling":
            values = (*values, *own)
        elif key == "spelling_row":
            values = (*values, *(CODES.index(code) + 1 for code in own.values()))
        elif key == "unclear_codes":
            several = ([in_language(one, language) for one in each] for each in UNCLEAR.values())
            values = tuple(map(", ".join, several))
        for row, value in enumerate(values, FIRST_ROW):
            builder.beside[row, col] = Cell(value, style="helper")
        last = address(FIRST_ROW + len(values) - 1, col, "rc")
        # By a name, so that rows can share the formulas that search it.
        builder.cells[key] = name = f"results_{key}"
        builder.book.names[name] = builder.at("Texts", f"{address(FIRST_ROW, col, 'rc')}:{last}")


def _plain() -> str:
    """The result of a line as the table has it."""
    return replaced("[result]", REPLACED)


def columns(row: Callable[[int], Value]) -> list[Column]:
    """Hidden columns of Games: the row of the code, 0 for none; which unclear spelling it is.

    `row` gives the first of them from the plan.
    """
    known = f"IFERROR(INDEX([Rules.spelling_row],MATCH({_plain()},[Rules.spelling],0)),0)"
    unclear = f"IFERROR(MATCH({_plain()},[Rules.unclear],0),0)"
    return [
        hidden("result_row", row, f"IF({NONE},0,{known})"),
        hidden("unclear", lambda _: 0, f"IF(OR({NONE},[result_row]>0),0,{unclear})"),
    ]
