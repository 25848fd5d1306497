"""Numbers that the caller may give: typed on the Rules sheet, and part of the rule set's name."""

from __future__ import annotations

from ..ruleset import RuleSet, load
from .grid import Cell, Validation, address
from .table import Builder


def settable(rules: RuleSet) -> dict[str, str]:
    """The keys of a rule set that a number of one's own may replace: key -> option."""
    return {option.sets: name for name, option in rules.options.items() if option.sets}


def add(builder: Builder, places: dict[str, tuple[int, int]]) -> None:
    """Open the cells of these numbers, by their options, and name the rule set by what is typed.

    ``nevzorov`` becomes ``nevzorov:first_move=41,margin=197`` where file_rules says it.
    """
    if not places:
        return
    rules, sheet = builder.plan.rules, builder.book.sheet("Rules")
    own = {name: value for name, value in rules.chosen.items() if name not in places}
    plain = _named(rules, own)
    text = f'"{plain.partition(":")[2]}"'
    for name, place in places.items():
        option = rules.options[name]
        section, key = option.sets.split(".")
        cell = sheet.cells[place]
        sheet.put(*place, Cell(cell.value, style="input_num"))
        low, high = float(option.low), float(option.high)
        area = (*place, *place)
        sheet.validations.append(Validation(area, "decimal", "", low, high, "bad_number"))
        typed = f"N(Rules!{address(*place, 'rc')})"
        printed = getattr(getattr(load(plain), section), key)
        # A comma for the decimals would part the number.
        given = f'",{name}="&SUBSTITUTE({typed},",",".")'
        text = f'{text}&IF({typed}={printed},"",{given})'
    start = builder.book.sheet("Start")
    row, col = _place(builder.book.names["file_rules"])
    start.put(row, col + 2, Cell(_choices(rules), f"={text}", "helper"))
    choices = address(row, col + 2, "rc")
    bare = plain.partition(":")[0]
    cut = f'IF(LEFT({choices})=",",MID({choices},2,250),{choices})'
    named = f'="{bare}"&IF({choices}="","",":"&{cut})'
    start.put(row, col, Cell(rules.reference, named, "fact"))


def _named(rules: RuleSet, choices: dict[str, str]) -> str:
    """The rule set in this edition with these choices only."""
    taken = [f"{k}={v}" for k, v in choices.items() if v != rules.options[k].default]
    pinned = f"@{rules.edition}" if rules.edition else ""
    return rules.id + pinned + (":" + ",".join(taken) if taken else "")


def _choices(rules: RuleSet) -> str:
    """What the helper cell shows: numbers come last, each after a comma."""
    numbers = {name: value for name, value in rules.chosen.items() if rules.options[name].sets}
    plain = _named(rules, {k: v for k, v in rules.chosen.items() if k not in numbers})
    given = "".join(f",{name}={value}" for name, value in numbers.items() if value)
    return plain.partition(":")[2] + given


def _place(area: str) -> tuple[int, int]:
    """Row and column of a single cell named like ``Start!$B$17``."""
    _, letter, row = area.split("$")
    return int(row) - 1, ord(letter) - ord("A")
