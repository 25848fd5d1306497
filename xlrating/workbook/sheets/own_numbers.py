"""Numbers of the rules that users set: typed on the Rules sheet, and part of the rules' name."""

from __future__ import annotations

from ...engine.rules.ruleset import RuleSet
from ..choices import with_choices
from ..file.grid import Cell, Sheet, Validation


def settable(rules: RuleSet) -> dict[str, str]:
    """The keys of a rule set that a number of the user's own may replace, with their options.

    Not if the number is also that of another cell, or its square is on the sheet: then it is
    given in the name of the rules.
    """
    own = rules.options.items()
    return {one.sets: name for name, one in own if one.sets and not (one.also or one.squared)}


def open_cell(sheet: Sheet, rules: RuleSet, name: str, place: tuple[int, int]) -> None:
    """Turn the cell of such a number into an input."""
    option = rules.options[name]
    cell = sheet.cells[place]
    sheet.put(*place, Cell(cell.value, style="input_num"))
    low, high = float(option.low), float(option.high)
    area = (*place, *place)
    sheet.validations.append(Validation(area, "decimal", "", low, high, "bad_number"))


def added(rules: RuleSet, name: str, cell: str) -> str:
    """The formula of what such a number adds to the name of the rules.

    ``nevzorov`` becomes ``nevzorov:first_move=41`` when 41 is typed.
    """
    section, key = rules.options[name].sets.split(".")
    typed = f"N({cell})"
    printed = getattr(getattr(with_choices(rules, {name: ""}), section), key)
    # A decimal comma would separate two options.
    given = f'",{name}="&SUBSTITUTE({typed},",",".")'
    return f'IF({typed}={printed},"",{given})'
