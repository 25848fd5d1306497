"""What is allowed but rarely intended: shown next to the line and on Check, without stopping.

For Games see `game_notices`, for Players `player_found`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from ...engine.event import Game
from ...engine.texts import between, say
from ...exchange.addresses import address
from ..builder import Builder
from ..file.grid import Cell, Sheet, Value
from ..plan import Plan
from ..table import HEAD_ROW, SheetColumn, hidden
from . import player_found
from .game_found import FIRST_NOTICE, FIRST_TOLD, HALF, LineNotice
from .game_notices import line_of, noticed
from .gravity import Gravity

#: The gravity and words of a line; None where there is nothing to say.
_Said = tuple[Gravity | None, str]

_OF_PLAYERS = (Gravity.PLAYER_WRONG, Gravity.PLAYER_DOUBT, Gravity.ROUND_MISSING)

#: The hidden column of Check with the number of lines before those of each gravity.
_BEFORE_COL = 3
#: These cells are next to the list, each after a cell that is not empty: after an empty one
#: LibreOffice prints ### for a hidden number.
_BEFORE_ROW = HEAD_ROW + 9


def before(gravity: int) -> str:
    """The cell of Check with the number of lines before those of a gravity."""
    return f"check_before{gravity}"


#: The cell of Check with how many lines there are in all.
TOTAL = before(max(Gravity) + 1)


def add_counts(builder: Builder, sheet: Sheet, first: str) -> None:
    """Put the hidden cells of Check with the number of lines before those of each gravity.

    `first` counts the lines before all others.
    """
    known = [gravity for gravity, *_ in _found(builder)]
    number, formula = 0, f"={first}"
    last = max(Gravity) + 1
    for one in range(1, last + 1):
        place = builder.at("Check", address(_BEFORE_ROW + one, _BEFORE_COL, "rc"))
        builder.book.names[before(one)] = place
    for one in Gravity:
        sheet.put(_BEFORE_ROW + one, _BEFORE_COL, Cell(number, formula, "helper"))
        listed_in = "players" if one in _OF_PLAYERS else "games"
        counted = f"COUNTIF({listed_in}_gravity,{one.value})"
        if one is Gravity.START_DOUBT:
            counted = 'COUNTIF(start_notices,">0")'
        number += known.count(one)
        formula = f"={address(_BEFORE_ROW + one, _BEFORE_COL, 'rc')}+{counted}"
    sheet.put(_BEFORE_ROW + last, _BEFORE_COL, Cell(number, formula, "helper"))
    top = _BEFORE_ROW + 1
    builder.name_area("check_before", "Check", top, _BEFORE_COL, _BEFORE_ROW + len(Gravity))
    sheet.hidden_columns.add(_BEFORE_COL)


def ranked(builder: Builder, sheet: str) -> list[SheetColumn]:
    """Hidden columns: the gravity of a line on Check, 0 for none, and its number in that list."""

    @cache
    def found() -> Mapping[tuple[str, int], tuple[Gravity, int, str]]:
        return listed(builder)

    def known(part: int) -> Callable[[int], Value]:
        return lambda i: found().get((sheet, i), (0, 0, ""))[part]

    formula = player_found.GRAVITY if sheet == "Players" else _game_gravity()
    rank = "IF([gravity]=0,0,INDEX(check_before,[gravity])+COUNTIF([gravity~],[gravity]))"
    return [hidden("gravity", known(0), formula), hidden("problems", known(1), rank)]


def _game_gravity() -> str:
    again = f"OR({','.join(f'[found]={one}' for one in FIRST_TOLD)})"
    noticed = f"IF({again},{Gravity.MET_AGAIN},{Gravity.SIDES})"
    said = f"IF([found]<{FIRST_NOTICE},{Gravity.GAME_WRONG},{noticed})"
    # A line that is being typed is a game without result.
    said = f"IF([found]={HALF},{Gravity.OPEN},{said})"
    return f"IF([found]=0,IF([open]=1,{Gravity.OPEN},0),{said})"


def listed(builder: Builder) -> Mapping[tuple[str, int], tuple[Gravity, int, str]]:
    """The present lines of Check: sheet and row -> gravity, rank and words."""
    return {
        (sheet, i): (gravity, rank, text)
        for rank, (gravity, sheet, i, text) in enumerate(_found(builder), 1)
    }


def _found(builder: Builder) -> list[tuple[Gravity, str, int, str]]:
    """Gravity, sheet, row and words of what Check lists, in its order."""
    plan = builder.plan
    found = [(Gravity.START_DOUBT, "Start", i, text) for i, text in builder.start_doubts.items()]
    for i, (gravity, text) in enumerate(player_found.told_of(builder)):
        if gravity:
            found.append((gravity, "Players", i, text))
    for i, (gravity, text) in enumerate(_of_games(plan)):
        line = line_of(plan, i)
        missing = _without_result(plan, line) if line and plan.is_open(line) else ""
        if gravity or missing:
            said = (
                text + between(plan.language, ";") + missing
                if text and missing
                else text or missing
            )
            found.append((gravity or Gravity.OPEN, "Games", i, said))
    return sorted(found, key=lambda one: one[0])


def _without_result(plan: Plan, line: Game) -> str:
    """The message about a game without result, with its round and names."""
    sides = {
        side: f"{no} {player.name}" if no and (player := plan.event.by_no.get(no)) else no
        for side, no in (("white", line.white), ("black", line.black))
    }
    key = "game_put_off" if line.result.code else "game_open"
    return say(plan.language, key, round=line.round, **sides)


def _of_games(plan: Plan) -> list[_Said]:
    """The notice of every line and its gravity."""
    return [_gravity_of(one) if one else (None, "") for one in noticed(plan)]


def _gravity_of(notice: LineNotice) -> _Said:
    return Gravity.MET_AGAIN if notice.number in FIRST_TOLD else Gravity.SIDES, notice.text
