"""What is allowed in a line of Games but rarely intended, as values and as formulas of numbers.

Repeated pairings, a round skipped, colours, a second bye.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ...engine.event import Game
from ...engine.problem import Problem, format_message
from ...engine.tournament.pairings import summed_up
from ..builder import Builder
from ..file.grid import Cell
from ..formulas import pairs, results
from ..plan import Plan
from ..table import HEAD_ROW, SheetColumn, SheetTable, hidden
from . import pairing_gone, past
from .game_found import COLOURS, FOUND, SKIPPED, LineNotice, number_of


def line_of(plan: Plan, index: int) -> Game | None:
    """The game in a line of Games, from 0; None for a free line."""
    return plan.lines[index] if index < len(plan.lines) else None


def _found(plan: Plan) -> list[Problem | None]:
    """The notices for every line, including each about colours."""
    lines = (line_of(plan, index) for index in range(plan.game_rows))
    found = plan.pairings.doubtful([one if one and plan.is_real(one) else None for one in lines])
    skipped = _skipped(plan)
    return [skipped.get(index, one) for index, one in enumerate(found)]


def noticed(plan: Plan) -> list[LineNotice | None]:
    """The notice of every line; None for none."""
    n = pairing_gone.missing(plan)
    gone, other = Problem("pairing_gone", {"n": n}, ""), Problem("paste_result", {}, "")
    listed = (
        gone if n and pairing_gone.is_gone(plan, index) else other if is_other else one
        for index, (one, is_other) in enumerate(zip(_told(plan), _has_other(plan), strict=True))
    )
    return [
        LineNotice(_number(plan, index, one), format_message(one, plan.language)) if one else None
        for index, one in enumerate(listed)
    ]


def _told(plan: Plan) -> list[Problem | None]:
    """The notices for every line; those about colours only once."""
    return summed_up(_found(plan))


def _has_other(plan: Plan) -> Iterator[bool]:
    """Whether another result is pasted for a line than is typed."""
    lines = (line_of(plan, index) for index in range(plan.game_rows))
    return (one is not None and one.at("result") in plan.other_results for one in lines)


def told_numbers(plan: Plan) -> list[int]:
    """The number of the notice of each line, also for pasted lines."""
    return [_number(plan, at, one) if one else 0 for at, one in enumerate(_told(plan))]


def numbers(plan: Plan) -> list[int]:
    """The number of the notice in every line, including each about colours."""
    return [_number(plan, at, one) if one else 0 for at, one in enumerate(_found(plan))]


def _number(plan: Plan, index: int, one: Problem) -> int:
    """The number of the notice in a line."""
    if not one.key.startswith("notice_colour"):
        return next(number for number, of in enumerate(FOUND, 1) if of.key == one.key)
    game = line_of(plan, index)
    return COLOURS[game is not None and game.white != one.words["no"]]


def _skipped(plan: Plan) -> dict[int, Problem]:
    """The first line of each round that has games although the round before it has none."""
    if plan.is_round_robin:
        return {}
    first: dict[int, int] = {}
    paired: set[int] = set()
    for index, game in enumerate(plan.lines):
        if game and plan.is_real(game) and game.round <= plan.rounds:
            first.setdefault(game.round, index)
            paired |= {game.round} if game.black is not None else set()
    return {
        first[number]: Problem("round_skipped", {"round": number, "before": number - 1}, "")
        for number in paired
        if number > 1 and number - 1 not in paired
    }


def meeting(plan: Plan, index: int) -> int:
    """The number of the pair that meets in a line; 0 for none."""
    game = line_of(plan, index)
    is_met = game is not None and plan.is_real(game) and plan.pairings.meets(game)
    return pairs.meeting(plan, game) if game and is_met else 0


def meetings(plan: Plan) -> SheetColumn:
    """The hidden column of how many times the pair of a line has met, down to that line.

    It is a column of its own so that a typed result recalculates only the lines below it.
    """
    seen = Counter[int]()
    counted = []
    for index in range(plan.game_rows):
        key = meeting(plan, index)
        seen[key] += 1
        counted.append(seen[key] if key else 0)
    return hidden("met", counted.__getitem__, "IF([meeting]=0,0,COUNTIF([meeting~],[meeting]))")


def formula(plan: Plan) -> str:
    """The formula of the number of the notice in a line, 0 for none."""
    if plan.is_round_robin:
        same = "COUNTIFS([meeting~],[meeting],[white~],[white])>1"
        other = f"IF({same},{number_of('notice_sides', 'white')},0)"
    else:
        other = "0"
        for side in ("black", "white"):
            other = f"IF({past.running(plan, side)},{number_of('notice_colour', side)},{other})"
        # A third round must be there to look back from.
        other = f"IF([round]<3,0,{other})"
    met = f"[met]>{plan.pairings.meetings}"
    again = number_of("notice_met", "white")
    second = number_of("notice_bye", "white")
    given = _second_bye(past.free_points(plan, "white"))
    bye = "0" if plan.is_round_robin else f"IFERROR(IF({given},{second},0),0)"
    found = f"IF([meeting]=0,{bye},IFERROR(IF({met},{again},{other}),0))"
    if plan.is_round_robin:
        return found
    games, first = "INDEX([Rules.round_games],{})", "INDEX([Rules.lines_from],[round])"
    gap = f"AND({games.format('[round]')}>0,{games.format('[round]-1')}=0,{first}=ROWS([round~]))"
    beyond = f"[key_white]=0,[round]<2,[round]>{plan.rounds}"
    return f"IF(IF(OR({beyond}),FALSE,{gap}),{SKIPPED},{found})"


def _second_bye(free_points: str) -> str:
    """The test for a full-point bye of a player who had one before; an error without a player."""
    before = f"IF([round]>1,{free_points},FALSE)"
    is_full = f"[result_row]={results.CODES.index('BYE 1') + 1}"
    return f"IF(AND({is_full},[key_white]>0),{before},FALSE)"


#: The cell with the line of the first notice about a colour, the only one shown.
_FIRST_COLOUR = "first_colour"


def place(builder: Builder, made: SheetTable) -> None:
    """Name the cell with the first notice about a colour, before formulas refer to it."""
    builder.name(_FIRST_COLOUR, made.sheet.key, HEAD_ROW - 1, made.col("notice"))


def told() -> str:
    """The formula of a line's notice; one about a colour is shown only in the first such line."""
    is_colour = f"[each]>={COLOURS[0]},[each]<={COLOURS[1]}"
    return f"IF(AND({is_colour},ROWS([round~])>[Rules.{_FIRST_COLOUR}]),0,[each])"


def put(builder: Builder, made: SheetTable) -> None:
    """Put that cell: if each line looked at those before it, a change would recalculate all."""
    listed = [at for at, one in enumerate(numbers(builder.plan), 1) if one in COLOURS]
    found = ",".join(f"IFERROR(MATCH({one},[Games.each],0),{pairs.UNIT})" for one in COLOURS)
    place = (HEAD_ROW - 1, made.col("notice"))
    text = builder.render(f"MIN({found})")
    made.sheet.put(*place, Cell(min(listed, default=pairs.UNIT), f"={text}", "helper"))
