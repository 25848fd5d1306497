"""Results as people type and paste them: the table of spellings, and the formulas that read it."""

from __future__ import annotations

from collections.abc import Callable

from ...engine.languages import LANGUAGE
from ...engine.results import CODE_OF, RESULTS
from ...engine.vocabulary.spellings import REPLACED, UNCLEAR, in_language
from .. import texts_columns
from ..builder import Builder
from ..file.grid import Value
from ..sheets.lean import MARK, NOTHING
from ..table import SheetColumn, hidden
from .typed import replaced

#: The codes in the order of the Rules sheet; the rows of formulas count from 1.
CODES = tuple(result.code for result in RESULTS if result.code)

#: The result in a line of Games as the table spells it, and the test for an empty one.
_PLAIN = replaced("[result]", REPLACED)
NONE = f"[result]={MARK}"


def _table(language: str) -> dict[str, tuple[str | int, ...]]:
    """The table on the hidden sheet Texts: each spelling with the row of its code; that row again
    where a spelling has several letters, as no single one is a result among other words; and each
    that may mean several results, with their codes; and the results as a list offers them.
    """
    known: dict[str, str] = {plain: code for plain, code in CODE_OF.items() if code}
    known |= LANGUAGE[language].results
    rows = [CODES.index(code) + 1 for code in known.values()]
    several = ([in_language(one, language) for one in each] for each in UNCLEAR.values())
    return {
        "spelling": tuple(known),
        "spelling_row": tuple(rows),
        "spelling_long": tuple(
            row if len(plain) > 1 else NOTHING for plain, row in zip(known, rows, strict=True)
        ),
        "unclear": tuple(UNCLEAR),
        "unclear_codes": tuple(map(", ".join, several)),
        "offered": tuple(offered(code, language) for code in CODES),
    }


def offered(code: str, language: str) -> str:
    """A result as an input cell has it: after a blank if it begins with another result.

    Spreadsheet programs complete what is typed from the cells above: the first 1-0 typed below a
    forfeit became a forfeit, too.

    >>> offered("1-0", "en"), offered("1-0 F", "en"), offered("BYE 1", "en")
    ('1-0', '\xa01-0 F', 'BYE 1')
    """
    own, *others = (in_language(one, language) for one in (code, *CODES))
    return f"\u00a0{own}" if any(own.startswith(f"{one} ") for one in others) else own


def place(builder: Builder) -> None:
    """Put the table on its sheet, before any formula is rendered."""
    table = _table(builder.plan.fixed_language)
    cols = (*range(texts_columns.RESULTS, texts_columns.DAYS), texts_columns.OFFERED)
    for col, (key, values) in zip(cols, table.items(), strict=True):
        # By a name, so that rows can share the formulas that search it.
        builder.cells[key] = name = f"results_{key}"
        builder.put_list(name, col, values)


def columns(row: Callable[[int], Value]) -> list[SheetColumn]:
    """Hidden columns of Games: the row of the code, 0 for none; which unclear spelling it is.

    `row` gives the values of the first from the plan.
    """
    known = f"IFERROR(INDEX([Rules.spelling_row],MATCH({_PLAIN},[Rules.spelling],0)),0)"
    unclear = f"IFERROR(MATCH({_PLAIN},[Rules.unclear],0),0)"
    return [
        hidden("result_row", row, f"IF({NONE},0,{known})"),
        hidden("unclear", lambda _: 0, f"IF(OR({NONE},[result_row]>0),0,{unclear})"),
    ]
