"""What was chosen on the Rules sheet of a file, and so the rules that its formulas follow."""

from __future__ import annotations

from ..engine.errors import RuleSetError
from ..engine.rules.ruleset import load
from . import choice_names
from .choices import with_choices
from .file.page import SheetReader
from .offered import choices_of
from .sheets.choice_rows import VALUE


def chosen_in(page: SheetReader, named: str) -> str:
    """The rules of a workbook: those it names, with the options chosen on its Rules sheet.

    Raises `ArgumentError` with the cell for a choice that its formulas do not follow.
    """
    marks = [
        (cell[1:-1], (row, VALUE))
        for row, cells in enumerate(page.rows)
        for cell in cells
        if isinstance(cell, str) and cell.startswith(":") and cell.endswith("=")
    ]
    page.no_formulas(place for _, place in marks)
    try:
        rules = load(named)
    except RuleSetError:
        return named  # reported when these rules are loaded
    own = {name: page.text(place) for name, place in marks if name in rules.options}
    own = {
        name: choice_names.meant(name, rules.options[name], typed) or rules.options[name].default
        for name, typed in own.items()
    }
    if all(typed.casefold() == rules.chosen[name].casefold() for name, typed in own.items()):
        return named
    free = {option.name: option.offered for option in choices_of(rules).free}
    for name, place in marks:
        offered = {choice.casefold(): choice for choice in free.get(name, ())}
        if name in own and own[name].casefold() not in offered:
            words = {"found": repr(own[name]), "known": " / ".join(offered.values())}
            page.refuse(place, "cell_choice", option=name, **words)
        own |= {name: offered[own[name].casefold()]} if name in own else {}
    return with_choices(rules, own).reference
