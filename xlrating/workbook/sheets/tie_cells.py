"""The tie-breaks named on the Start sheet: codes, or their names in the language of the file."""

from __future__ import annotations

from ...engine.languages import LANGUAGES
from ...engine.texts import say
from ...engine.tournament.tie_breaks import CHOSEN, chosen, offered
from ...exchange.addresses import address
from .. import texts_columns
from ..builder import Builder
from ..file.grid import Cell, Sheet
from ..plan import Plan
from ..words import quoted
from .start_columns import meant_at, put_meant

#: The cells of the Start sheet that name the tie-breaks, in order; and the names of those in
#: use, without the gaps that a person may leave.
CELLS = tuple(f"tie_break{number}" for number in range(1, CHOSEN + 1))
CODES = tuple(f"tie_code{number}" for number in range(1, CHOSEN + 1))


def shown(code: str, plan: Plan) -> str:
    """A tie-break as the lists of the file have it: a code, or its name in the language."""
    language = plan.fixed_language
    return code if language == "en" else say(language, f"tie_{code}")


def add_codes(builder: Builder, sheet: Sheet, first_row: int) -> None:
    """Put the codes in use in hidden cells next to those of the Start sheet."""
    event = builder.plan.event
    names = {
        say(language, f"tie_{code}"): code for language in LANGUAGES for code in offered(event)
    }
    known, codes = (",".join(map(quoted, part)) for part in (names, names.values()))
    typed = []
    for row, cell in enumerate(CELLS, first_row):
        # A code, or the name that it has in one of the languages.
        plain = f"UPPER(TRIM({cell}))"
        formula = f"=IFERROR(INDEX({{{codes}}},MATCH({plain},{{{known}}},0)),{plain})"
        now = dict(enumerate(chosen(event), first_row)).get(row, "")
        builder.beside[row, texts_columns.TIES] = Cell(now, formula, "helper")
        typed.append(builder.at("Texts", address(row, texts_columns.TIES, "rc")))
    one, two, three = typed
    formulas = (
        f'IF({one}<>"",{one},IF({two}<>"",{two},{three}))',
        f'IF({one}<>"",IF({two}<>"",{two},{three}),IF({two}<>"",{three},""))',
        f'IF(AND({one}<>"",{two}<>""),{three},"")',
    )
    used = [*chosen(builder.plan.event), "", "", ""]
    for row, (name, formula) in enumerate(zip(CODES, formulas, strict=True), first_row):
        put_meant(sheet, row, used[row - first_row], f"={formula}")
        builder.book.names[name] = builder.at("Start", meant_at(row))


def wrong(plan: Plan) -> str:
    """The formula for 1 if a tie-break on Start is unknown in the format or named twice, else 0."""
    listed = ",".join(f'"{code}"' for code in offered(plan.event))
    one, two, three = CODES
    tests = [f'IF({code}="",FALSE,ISNA(MATCH({code},{{{listed}}},0)))' for code in CODES]
    tests += [f'AND({two}<>"",{one}={two})', f'AND({three}<>"",OR({one}={three},{two}={three}))']
    return f"IF(OR({','.join(tests)}),1,0)"
