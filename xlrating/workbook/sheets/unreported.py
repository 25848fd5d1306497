"""Names, federations and titles that FIDE's report takes in another form only: on Players.

The engine's `vocabulary.reported` in cells, for workbooks whose event is sent in as a TRF.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ...engine.vocabulary.reported import (
    CAPITALS,
    NAME_ROOM,
    NOTHING,
    ROOM,
    TITLES,
    is_federation,
    is_name,
    is_title,
)
from ..builder import Builder
from ..file.grid import Value
from ..formulas.report import is_sent
from ..plan import Plan
from ..table import SheetColumn, hidden
from .typed_numbers import Check


def is_code(text: str) -> str:
    """A formula of whether a text has the form of a federation's code."""
    letters = (f'ISNUMBER(FIND(MID({text},{at},1),"{CAPITALS}"))' for at in range(1, ROOM + 1))
    return f"AND(LEN({text})={ROOM},{','.join(letters)})"


#: The facts that a report takes in a form of its own only: whether it is one, and the formula.
REPORTED = {
    "federation": (is_federation, is_code("[federation]")),
    "title": (is_title, f'ISNUMBER(FIND(" "&[title]&" "," {" ".join(TITLES)} "))'),
    "name": (is_name, f"LEN([name])<={NAME_ROOM}"),
}


def columns(plan: Plan) -> Iterator[SheetColumn]:
    """Yield hidden columns: 1 if the report takes a fact only in another form."""

    def odd(part: str) -> Callable[[int], Value]:
        def value(index: int) -> Value:
            player = plan.player(index)
            found = getattr(player, part) if player and plan.number_at(index) is not None else ""
            return int(bool(found) and not REPORTED[part][0](found))

        return value

    for part, (_, formula) in REPORTED.items() if is_sent(plan) else ():
        none = f'OR([filled]="",[{part}]="")'
        yield hidden(f"odd_{part}", odd(part), f"IF({none},0,IF({formula},0,1))")


def doubtful(builder: Builder) -> Iterator[tuple[str, Check]]:
    """Yield the engine's keys with their checks."""
    if not is_sent(builder.plan):
        return
    for part in ("federation", "title"):
        # One line for all of them, and a colour in each cell.
        first = f"AND([odd_{part}]=1,SUM([odd_{part}~])=1)"
        shown = f'IF(LEN([{part}])>{ROOM},"{NOTHING}",[{part}])'
        words = {"value": f"[{part}]", "printed": shown, "n": f"SUM([Players.odd_{part}])"}
        yield f"report_{part}", Check(first, builder.say(f"report_{part}", words), part)
    # Without numbers: some formulas that say it are nearly as long as Excel takes them.
    yield "report_name", Check("[odd_name]=1", builder.say("report_name", {}), "name")
