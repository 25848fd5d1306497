"""How many players each federation or club sent, and how many hold each title, next to the prizes.

On Standings a hidden column has a key in the row of each text's first occurrence, made of the
number of its occurrences and the row. The largest keys are the largest groups.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...engine.tournament.prizes import club_of
from ...exchange.addresses import address, span
from ..builder import Builder
from ..file.grid import Cell, ConditionalStyle, Place, Sheet, Value
from ..plan import Plan
from ..table import FIRST_ROW, SheetColumn, hidden

#: How many groups are shown; the rest share one line.
_SHOWN = 8
#: Groups are ordered by their size times this, less the row of their first player.
_KEY = 10_000
#: The rows that the groups take, the headings and the rest included.
ROWS = _SHOWN + 2


class TextGroup(NamedTuple):
    """The players who share a text: as the first of them has it, its row, and how many they are."""

    text: str
    row: int
    size: int

    @property
    def key(self) -> int:
        """The number by which groups are ordered, the largest first."""
        return self.size * _KEY - self.row - 1


def groups(texts: Sequence[str]) -> list[TextGroup]:
    """The groups of these texts, the largest first; empty texts form none.

    >>> [(one.text, one.size) for one in groups(["GM", "", "FM", "fm", "CM"])]
    [('FM', 2), ('GM', 1), ('CM', 1)]
    """
    sizes = Counter(text.lower() for text in texts)
    first = {text.lower(): row for row, text in reversed(list(enumerate(texts)))}
    found = (TextGroup(texts[row], row, sizes[text]) for text, row in first.items() if text)
    return sorted(found, key=lambda one: -one.key)


def of_plan(plan: Plan) -> dict[str, list[str]]:
    """The clubs and titles of the players, in the order of the table."""
    ranked = [plan.event.by_no[one.no] for one in plan.standings]
    return {"club": [club_of(one) for one in ranked], "title": [one.title for one in ranked]}


def column(key: str, of: str, texts: Sequence[str]) -> Iterator[SheetColumn]:
    """A hidden column of Standings: the key of each group in the row of its first player."""
    keys = {one.row: one.key for one in groups(texts)}
    is_first = f"SUMPRODUCT(([{of}~]=[{of}])*1)=1"
    size = f"SUMPRODUCT(([Standings.{of}]=[{of}])*1)"
    found = f'IF([{of}]="",0,IF({is_first},{size}*{_KEY}-ROW()+{FIRST_ROW},0))'
    yield hidden(key, lambda i: keys.get(i, 0), found)


def put(
    builder: Builder, sheet: Sheet, place: Place, heading: str, of: str, texts: Sequence[str]
) -> None:
    """Put the headings and the largest groups with their sizes; then how many are in others."""
    top, col = place
    names, keys = (builder.render(f"[Standings.{key}]") for key in (of, f"{of}_key"))
    for at, text in enumerate((heading, "stat_players")):
        sheet.put(top, col + at, builder.heading(text, "head_bare"))
    # Without groups the headings are hidden.
    none = f'={address(top + 1, col, "rc")}=""'
    sheet.marks.append(ConditionalStyle((top, col, top, col + 1), none, "unseen"))
    found = groups(texts)
    for number in range(_SHOWN):
        one = found[number] if number < len(found) else None
        # With fewer places than groups there is no such key.
        key = f"IFERROR(LARGE({keys},{number + 1}),0)"
        _line(
            sheet, top + 1 + number, col, (one.text if one else "", one.size if one else ""),
            (f'IF({key}<=0,"",INDEX({names},MATCH({key},{keys},0)))',
             f'IF({key}<=0,"",INT({key}/{_KEY})+1)'),
        )  # fmt: skip
    rest = sum(one.size for one in found[_SHOWN:])
    left = f'SUMPRODUCT(({names}<>"")*1)-SUM({span(top + 1, col + 1, top + _SHOWN)})'
    others = builder.heading("stat_others", "text")
    shown = others.value if rest else ""
    row = top + 1 + _SHOWN
    _line(
        sheet, row, col, (shown, rest or ""),
        (f'IF({left}>0,{others.formula.lstrip("=")},"")', f'IF({left}>0,{left},"")'),
    )  # fmt: skip


def _line(
    sheet: Sheet, row: int, col: int, values: tuple[Value, Value], formulas: tuple[str, str]
) -> None:
    for at, (value, formula) in enumerate(zip(values, formulas, strict=True)):
        sheet.put(row, col + at, Cell(value, f"={formula}", ("name", "int")[at]))
