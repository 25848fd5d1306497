"""The pace of the event on the Start sheet, where the rules weigh events by it."""

from __future__ import annotations

from ...engine.rules.ruleset import RuleSet
from ...engine.texts import say
from ...engine.vocabulary.pace import PACES, spellings
from ..builder import Builder
from ..file.grid import Cell, Sheet, Validation
from .start_columns import LABEL, TYPED, meant_at, put_meant, put_typed

KEY = "event_pace"


def is_asked(rules: RuleSet) -> bool:
    """Whether the pace of an event changes anything."""
    return rules.change.weights is not None


def add(builder: Builder, sheet: Sheet, row: int) -> None:
    """Put the input cell for the pace, and a hidden one with its number in `PACES`, 0 for none."""
    if not is_asked(builder.plan.rules):
        return
    pace, language = builder.plan.event.pace, builder.plan.language
    shown = say(language, f"pace_{pace}") if pace else ""
    sheet.put(row, LABEL, builder.heading(KEY, "label"))
    put_typed(builder, sheet, row, KEY, Cell(shown, style="input_text"))
    number = "0"
    for place, name in reversed(list(enumerate(PACES, 1))):
        words = ",".join(f'{_TYPED}="{word}"' for word in spellings(name))
        number = f"IF(OR({words}),{place},{number})"
    value = PACES.index(pace) + 1 if pace else 0
    put_meant(sheet, row, value, f"={number}")
    builder.book.names[f"{KEY}_no"] = builder.at("Start", meant_at(row))
    listed = ",".join(say(language, f"pace_{name}") for name in PACES)
    area = (row, TYPED, row, TYPED)
    sheet.validations.append(Validation(area, "list", listed, message="bad_pace"))


_TYPED = f"LOWER(TRIM({KEY}))"


def wrong(rules: RuleSet) -> str:
    """The formula for 1 if the pace typed on Start is unknown, else 0."""
    return f'IF(AND(TRIM({KEY})<>"",{KEY}_no=0),1,0)' if is_asked(rules) else "0"


def weight(rules: RuleSet) -> str:
    """The factor of the event's rating changes, with its `*`; '' if they all count once."""
    weights = rules.change.weights
    if weights is None:
        return "*[Rules.weight]" if rules.change.weight != 1 else ""
    own = ",".join(
        "[Rules.weight]" if getattr(weights, name) is None else f"[Rules.weight_{name}]"
        for name in PACES
    )
    return f"*CHOOSE(1+{KEY}_no,[Rules.weight],{own})"
