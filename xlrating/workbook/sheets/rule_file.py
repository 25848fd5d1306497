"""The user's own rule file, in a hidden sheet, so that the workbook can be rated anywhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...engine.rules.carried import to_carry
from ...engine.rules.references import is_file_named
from ...engine.rules.rulefile import tables_of
from ...engine.rules.ruleset import RuleSet
from ..builder import Builder
from ..file.grid import Cell

KEY = "RuleFile"
#: Characters per cell; Excel takes 32,767, and shows fewer in its formula bar.
_PIECE = 8000


def add_rule_file(builder: Builder) -> None:
    """Put the tables of the rule file into their sheet; rule sets of the package need none."""
    text = _text_of(builder.plan.rules)
    if text:
        sheet = builder.new_sheet(KEY, hidden=True)
        for row, piece in enumerate(_pieces(text)):
            sheet.put(row, 0, Cell(piece))


def _text_of(rules: RuleSet) -> str:
    """The rule file with all that it includes and extends; '' for a rule set of the package."""
    return to_carry(tables_of(rules.id)) if is_file_named(rules.id) else ""


def _pieces(text: str) -> Iterator[str]:
    """Yield the text in parts without blanks at their ends, which a program might strip."""
    at = 0
    while at < len(text):
        end = at + _PIECE
        while " " in text[end - 1 : end + 1]:
            end -= 1
        yield text[at:end]
        at = end


def text_in(rows: Sequence[Sequence[object]]) -> str:
    """The text of the rule file in the rows of its sheet; '' for none."""
    return "".join(str(row[0]) for row in rows if row and isinstance(row[0], str))
