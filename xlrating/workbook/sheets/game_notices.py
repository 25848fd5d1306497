"""What is allowed in a line of Games but seldom meant, as values and as the formula of its number.

Who meets again, a round before which one has no game, colours, a second bye.
"""

from __future__ import annotations

from ...engine.event import Game
from ...engine.results import Kind
from ...engine.texts import say
from ..formulas import pairs
from ..plan import Plan
from . import colours, pairing_gone, past, second_bye
from .game_found import COLOURS, SKIPPED, Notice, number_of
from .rounds import cycle_length


def line_of(plan: Plan, index: int) -> Game | None:
    """The line in a row; None where there is none."""
    return plan.lines[index] if index < len(plan.lines) else None


def noticed(plan: Plan) -> list[Notice | None]:
    """What is noticed in every line."""
    met: dict[int, list[Game]] = {}
    skipped = _skipped(plan)
    found = [_of_game(plan, i, met) for i in range(plan.game_rows)]
    found = [skipped.get(i, one) for i, one in enumerate(found)]
    return _summed_up(plan, _with_gone(plan, found))


def numbers(plan: Plan) -> list[int]:
    """The number of what is noticed in every line, every colour among them."""
    met: dict[int, list[Game]] = {}
    skipped = _skipped(plan)
    found = [_of_game(plan, i, met) for i in range(plan.game_rows)]
    listed = (skipped.get(i, one) for i, one in enumerate(found))
    return [one.number if one else 0 for one in listed]


def _with_gone(plan: Plan, found: list[Notice | None]) -> list[Notice | None]:
    """The same, and where a pairing was taken out of a round robin."""
    n = pairing_gone.missing(plan)
    gone = Notice(number_of("pairing_gone"), say(plan.language, "pairing_gone", n=n))
    return [gone if n and pairing_gone.is_gone(plan, i) else one for i, one in enumerate(found)]


def _summed_up(plan: Plan, found: list[Notice | None]) -> list[Notice | None]:
    """The same with all colours in the first of their lines: a pairing program gives many."""
    lines = [i for i, one in enumerate(found) if one and one.number in COLOURS]
    if len(lines) > 1:
        number, game = found[lines[0]].number, line_of(plan, lines[0])  # type: ignore[union-attr]
        no = getattr(game, "white" if number == COLOURS[0] else "black")
        text = say(plan.language, "notice_colours", n=len(lines), no=no)
        found[lines[0]] = Notice(number, text)
        for other in lines[1:]:
            found[other] = None
    return found


def _skipped(plan: Plan) -> dict[int, Notice]:
    """The first line of each round that has games where the round before it has none."""
    if plan.is_round_robin:
        return {}
    first: dict[int, int] = {}
    paired: set[int] = set()
    for index, game in enumerate(plan.lines):
        if game and plan.is_real(game) and game.round <= plan.rounds:
            first.setdefault(game.round, index)
            paired |= {game.round} if game.black is not None else set()
    return {
        first[number]: Notice(
            SKIPPED, say(plan.language, "round_skipped", round=number, before=number - 1)
        )
        for number in paired
        if number > 1 and number - 1 not in paired
    }


def _meetings(plan: Plan) -> int:
    """How often two players are to meet."""
    return -(-plan.rounds // cycle_length(plan)) if plan.is_round_robin else 1


def meeting(plan: Plan, index: int) -> int:
    """A number for the two who meet in a line; 0 for none."""
    game = line_of(plan, index)
    if not game or not plan.is_real(game) or game.black is None or game.round > plan.rounds:
        return 0
    if game.result.kind is Kind.FORFEIT and not plan.is_round_robin:
        return 0
    return pairs.meeting(plan, game)


def _of_game(plan: Plan, index: int, met: dict[int, list[Game]]) -> Notice | None:
    game, key = line_of(plan, index), meeting(plan, index)
    if game and game.black is None and second_bye.is_given_again(plan, game):
        text = say(plan.language, "notice_bye", no=game.white)
        return Notice(number_of("notice_bye", "white"), text)
    if not game or not key:
        return None
    games = met.setdefault(key, [])
    games.append(game)

    def notice(key: str, side: str, **words: object) -> Notice:
        no = game.white if side == "white" else game.black
        told = {"no": no, "other": game.black, **words}
        return Notice(number_of(key, side), say(plan.language, key, **told))

    if len(games) > _meetings(plan):
        return notice("notice_met", "white", round=games[0].round)
    if plan.is_round_robin:
        same = [earlier for earlier in games if earlier.white == game.white]
        return notice("notice_sides", "white") if len(same) > 1 else None
    for side, no, sign in (("white", game.white, 1), ("black", game.black or 0, -1)):
        if sign * colours.running(plan, no, game.round - 1) >= colours.MOST:
            return notice("notice_colour", side)
    return None


def formula(plan: Plan) -> str:
    """The number of what is noticed in a line, 0 for nothing."""
    if plan.is_round_robin:
        same = "COUNTIFS([meeting~],[meeting],[white~],[white])>1"
        other = f"IF({same},{number_of('notice_sides', 'white')},0)"
    else:
        other = "0"
        for side, sign in (("black", "-"), ("white", "")):
            before = f"{sign}{past.running(plan, side)}>={colours.MOST}"
            other = f"IF({before},{number_of('notice_colour', side)},{other})"
        # A third round must be there to look back from.
        other = f"IF([round]<3,0,{other})"
    met = f"COUNTIF([meeting~],[meeting])>{_meetings(plan)}"
    again = number_of("notice_met", "white")
    second = number_of("notice_bye", "white")
    given = second_bye.test(past.free_points(plan, "white"))
    bye = "0" if plan.is_round_robin else f"IFERROR(IF({given},{second},0),0)"
    found = f"IF([meeting]=0,{bye},IFERROR(IF({met},{again},{other}),0))"
    if plan.is_round_robin:
        return found
    games, first = "INDEX([Rules.round_games],{})", "INDEX([Rules.lines_from],[round])"
    gap = f"AND({games.format('[round]')}>0,{games.format('[round]-1')}=0,{first}=ROWS([round~]))"
    beyond = f"[key_white]=0,[round]<2,[round]>{plan.rounds}"
    return f"IF(IF(OR({beyond}),FALSE,{gap}),{SKIPPED},{found})"
