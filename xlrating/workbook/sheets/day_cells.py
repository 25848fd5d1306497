"""The days on the Start sheet as formulas read them: real dates, and texts in figures.

Next to an input cell for a date a hidden one has the day as 20251012, which has no bounds
and no format; the intermediate steps are on the hidden sheet Texts. The engine reads dates
alike in `xlrating.engine.vocabulary.dates`.
"""

from __future__ import annotations

from datetime import date

from ...engine.texts import say
from ...engine.vocabulary.dates import FIRST_DAY, LAST_DAY, REPLACED, plain_date
from ...exchange.addresses import address
from ..builder import Builder
from ..file.grid import Cell, Sheet, Value
from ..formulas.typed import replaced
from ..texts_columns import DAYS
from .start_columns import MEANT, typed_at

#: The column of the day, and those of the steps: the text and its three numbers.
DAY, (PLAIN, DASHED, FIRST, SECOND, THIRD) = MEANT, range(DAYS, DAYS + 5)


def add(builder: Builder, sheet: Sheet, row: int, day: date | None, text: str) -> tuple[str, str]:
    """Put the hidden cells of a row whose second cell is an input; `text` is its contents.

    Returns two tests: that the cell has no date, and that it may be two dates.
    """
    typed = builder.at("Start", typed_at(row))
    steps = (builder.at("Texts", address(row, col, "rc")) for col in range(PLAIN, THIRD + 1))
    plain, dashed, *numbers = steps
    first, second, third = numbers
    stripped = replaced(typed, REPLACED)
    whole = f'AND(LEN({plain})=8,ISERROR(FIND("-",{plain})))'
    parted = f'LEFT({plain},4)&"-"&MID({plain},5,2)&"-"&MID({plain},7,2)'
    after = f"(LEN({first})+2)"
    until = f'FIND("-",{dashed},{after})'
    either = (
        f'IF(AND(LEN({third})=4,ISERROR(FIND(".",{typed})),ISERROR(FIND("．",{typed}))),'
        f"IFERROR(AND({first}+0<=12,{second}+0<=12,{first}+0<>{second}+0),FALSE),FALSE)"
    )
    by_year = f'IF(LEN({third})=4,{_day(third, second, first)},"")'
    read = f'IF(LEN({first})=4,{_day(first, second, third)},IF({either},"",{by_year}))'
    real = f"AND({typed}>={FIRST_DAY},{typed}<{LAST_DAY + 1})"
    number = f'IF({real},YEAR({typed})*10000+MONTH({typed})*100+DAY({typed}),"")'
    parts = _parts(text)
    cells: dict[int, tuple[Value, str]] = {
        DAY: (_number(day), f'IF(ISNUMBER({typed}),{number},IFERROR({read},""))'),
        PLAIN: (parts[0], f'IF(ISNUMBER({typed}),"",{stripped})'),
        DASHED: (parts[1], f"IF({whole},{parted},{plain})"),
        FIRST: (parts[2], f'IFERROR(LEFT({dashed},FIND("-",{dashed})-1),"")'),
        SECOND: (parts[3], f'IFERROR(MID({dashed},{after},{until}-{after}),"")'),
        THIRD: (parts[4], f'IF({second}="","",MID({dashed},LEN({first}&{second})+3,20))'),
    }
    for col, (value, formula) in cells.items():
        target = sheet.cells if col == DAY else builder.beside
        target[row, col] = Cell(value, f"={formula}", "helper")
    return f'AND(TRIM({typed})<>"",{address(row, DAY, "rc")}="")', either


def _day(year: str, month: str, day: str) -> str:
    """The number of a day, '' where there is no such day; the calendar repeats in 400 years."""
    found = f"DATE(2000+MOD({year},400),{month},{day})"
    real = f"AND(MONTH({found})={month}+0,DAY({found})={day}+0,{year}+0>=1000)"
    return f'IF({real},{year}*10000+{month}*100+{day},"")'


def _number(day: date | None) -> Value:
    return "" if day is None else day.year * 10000 + day.month * 100 + day.day


def _parts(text: str) -> tuple[str, str, str, str, str]:
    """The values of the hidden cells for a typed text; it is '' where the cell has a real date."""
    plain = plain_date(text)
    numbers = [*plain.split("-", 2), "", ""][:3]
    return (plain, plain, *numbers) if "-" in plain else (plain, plain, "", "", "")  # type: ignore[return-value]


def text_of(day: str) -> str:
    """The formula of a day, given as 20251012, in the form that worksheet functions read."""
    return f'IF({day}="","",TEXT({day},"0000-00-00"))'


#: The separator of the names of months, and a number of blanks greater than their length.
_APART, _WIDE = "/", 100


def shown(day: date, language: str) -> str:
    """A day as it is printed in a language.

    >>> day = date(2026, 11, 2)
    >>> shown(day, "en"), shown(day, "zh"), shown(day, "ru")
    ('2 November 2026', '2026年11月2日', '02.11.2026')
    """
    month = say(language, "month_names").split(_APART)[day.month]
    words = {"day": day.day, "dd": f"{day.day:02d}", "month": month, "year": str(day.year)}
    return say(language, "day_shown", **words)


def shown_formula(builder: Builder, day: str) -> str:
    """The formula of a printed day, given as 20251012; it uses no program's date formats."""
    apart = f'SUBSTITUTE({builder.say("month_names")},"{_APART}",REPT(" ",{_WIDE}))'
    words = {
        "day": f"RIGHT({day},2)*1",
        "dd": f"RIGHT({day},2)",
        "month": f"TRIM(MID({apart},MID({day},5,2)*{_WIDE},{_WIDE}))",
        "year": f"LEFT({day},4)",
    }
    return f'IF({day}="","",{builder.say("day_shown", words)})'
