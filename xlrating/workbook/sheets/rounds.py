"""The hidden sheet Rounds: a row per player and round, from which tables and ratings are made.

People read it on Audit, for one player at a time.
"""

# Columns are written as tables, one row per line.
# ruff: noqa: E501
from __future__ import annotations

from collections.abc import Callable, Mapping

from ...engine.columns import side
from ...engine.lines import GameLine
from ...engine.results import BYES, RESULT_BY_CODE, Kind
from ...engine.rounding import HALF, ONE, ZERO
from ...engine.texts import say
from ...engine.tournament import virtual_opponent as virtual
from ...engine.tournament.scores import PlayerRound
from ...engine.tournament.tie_breaks import has_virtual
from ...engine.vocabulary.spellings import in_language
from ..builder import Builder
from ..file.grid import Value
from ..formulas import methods, report, results
from ..formulas.methods.common import scored
from ..formulas.methods.notes import is_met, number_of, reason_number, reason_words
from ..formulas.pairs import UNIT, both
from ..formulas.values import AuditRows, MethodColumns
from ..formulas.variants import merged
from ..plan import Plan
from ..table import SheetColumn, hidden, told
from . import past, printed_games, round_lines
from .lean import lean

#: What a round is for the tie-breaks; from `REQUESTED` on it is voluntarily unplayed.
NONE, MET, PRESENT, OPEN, REQUESTED, LOST = range(6)


def add_rounds(builder: Builder) -> Callable[[], None]:
    """Lay the hidden sheet out; the returned function fills it once all tables are known."""
    rounds = builder.plan.all_rounds
    kept = [column for column in columns(builder) if not is_told(column)]
    made = builder.add("Rounds", kept, len(builder.plan.numbers) * rounds, rounds)
    # Only now: a formula may need the positions of its own columns.
    made.columns[:] = lean(kept)
    made.sheet.hidden = True
    return lambda: builder.fill("Rounds")


def columns(builder: Builder) -> list[SheetColumn]:
    """The columns of a player's rounds, one row for each: those here, and those only on Audit."""
    size = len(builder.plan.numbers) * builder.plan.all_rounds
    return merged(builder, "Rounds", _columns, size)


def is_told(column: SheetColumn) -> bool:
    """Whether only Audit has the column: it can calculate it for the player it shows."""
    return column.told and bool(column.formula)


def _columns(builder: Builder) -> list[SheetColumn]:
    rows = AuditRows(builder)
    plan, scores = rows.plan, rows.plan.scores
    parts = methods.of(plan).audit(rows)
    by_round: dict[tuple[int, int], PlayerRound] = {
        (no, played.number): played for no, own in scores.rounds.items() for played in own
    }

    def against(index: int) -> Value:
        played = by_round.get((rows.no(index), index % rows.rounds + 1))
        return scores.against(rows.no(index), played) if played else 0

    return [
        *_shown(builder, rows, parts),
        *_found(builder, rows, parts),
        *parts.hidden,
        printed_games.column(rows),
        *(_pairs(rows) if plan.is_round_robin else ()),
        *(_scores(rows) if plan.playoffs else ()),
        SheetColumn(
            "state", lambda i: _state(rows, i), _state_formula(plan), hidden=True, heading="-"
        ),
        SheetColumn("against", against, _against_formula(rows), hidden=True, heading="-"),
        *(_virtual(rows, by_round) if has_virtual(plan.event) else ()),
        *(() if plan.is_round_robin else past.columns(plan)),
        *report.round_columns(plan),
    ]


def _shown(builder: Builder, rows: AuditRows, parts: MethodColumns) -> list[SheetColumn]:
    """The columns of a round that Audit shows."""
    plan, rounds = rows.plan, rows.rounds

    def colour(index: int) -> Value:
        found = rows.game(index)
        return side(found.colour, plan.rules, plan.language) if found else ""

    def result(index: int) -> Value:
        found = rows.game(index)
        return in_language(found.result, plan.fixed_language) if found else ""

    def note(index: int) -> Value:
        found = rows.game(index)
        return say(plan.language, found.reason) if found and found.reason else parts.noted(index)

    letters = printed_games.letters(builder)
    said = reason_words(builder, parts.reason_key, parts.note) if plan.native else ""
    return [
        SheetColumn("round", lambda i: i % rounds + 1, style="int", width=7),
        SheetColumn("opponent", rows.opponent("no"), 'IF([opponent_at]=0,"",INDEX([Players.no],[opponent_at]))', "int", 9, heading="opponent_no", told=True),
        SheetColumn("opponent_name", rows.opponent("name"), 'IF([opponent_at]=0,"",INDEX([Players.name],[opponent_at])&"")', width=20, heading="opponent", told=True),
        SheetColumn("colour", colour, f'IF([opponent_at]=0,"",IF([as_white]>0,{letters}))', "center", 7, told=True),
        SheetColumn("result", result, 'IF([result_at]=0,"",INDEX([Rules.result_code],[result_at]))', "center", 13, told=True),
        *parts.shown,
        SheetColumn("note", note, said, "note_shrunk", 28, told=True),
    ]  # fmt: skip


def _found(builder: Builder, rows: AuditRows, parts: MethodColumns) -> list[SheetColumn]:
    """Hidden columns: the position of a round's game, and whether it is rated."""
    plan, rounds = rows.plan, rows.rounds

    first: dict[tuple[int, int | None], int] = {}
    for place, entry in enumerate(plan.lines, 1):
        if entry and plan.is_seated(entry):
            first.setdefault((entry.round, entry.white), place)
            first.setdefault((entry.round, entry.black), place)

    def line_of(index: int) -> int:
        return first.get((index % rounds + 1, rows.no(index)), 0)

    def as_white(index: int) -> Value:
        line = line_of(index)
        entry = plan.lines[line - 1] if line else None
        return int(entry is not None and entry.white == rows.no(index))

    key = both("[round]", "[place]")
    is_white = f"IF(INDEX([Games.key_white],[line])={key},1,0)"
    opponent_at = "IF([as_white]>0,INDEX([Games.at_black],[line]),INDEX([Games.at_white],[line]))"
    why = reason_number(builder, parts.reason, parts.reason_key) if plan.native else ""
    is_counted = parts.counted or (f"IF({is_met(why)},1,0)" if plan.native else "")
    reason = hidden("why", lambda i: number_of(rows.game(i)), why)
    return [
        SheetColumn("line", line_of, round_lines.line_of(plan), hidden=True, heading="-"),
        SheetColumn("as_white", as_white, f"IF([line]=0,0,{is_white})", hidden=True, heading="-"),
        SheetColumn("place", lambda i: i // rounds + 1, hidden=True, heading="-"),
        SheetColumn("opponent_at", rows.opponent_at, f"IF([line]=0,0,{opponent_at})", hidden=True, heading="-"),
        hidden("result_at", lambda i: _result_at(rows.game(i)), "IF([line]=0,0,INDEX([Games.result_row],[line]))"),
        SheetColumn("kind", lambda i: _kind(rows.game(i)), f'IF([result_at]=0,IF([opponent_at]=0,"{NO_GAME}","postponed"),INDEX([Rules.result_kind],[result_at]))', hidden=True),
        # Whether a game counts in a play-off follows from those after it.
        *([reason if plan.playoffs else told(reason)] if plan.native else []),
        SheetColumn("counted", lambda i: 1 if (g := rows.game(i)) and g.counted else 0, is_counted, hidden=True),
    ]  # fmt: skip


def _scores(rows: AuditRows) -> list[SheetColumn]:
    """Hidden columns: the points of the table, and those of the play-off."""
    last = rows.plan.rounds

    def of_table(index: int) -> Value:
        found = rows.game(index)
        is_playoff = index % rows.rounds >= last
        return "" if not found or found.points is None or is_playoff else found.points

    return [
        hidden("table_score", of_table, f'IF([round]>{last},"",[score])'),
        hidden("playoff_score", lambda i: _of_playoff(rows, i), f"IF([round]<={last},-1,{scored('-1')})"),
    ]  # fmt: skip


def _of_playoff(rows: AuditRows, index: int) -> Value:
    """The points of a play-off game, each by itself; -1 in other rounds."""
    number, no = index % rows.rounds + 1, rows.no(index)
    if number <= rows.plan.rounds:
        return -1
    game = next((g for g in rows.plan.event.games_of.get(no, ()) if g.round == number), None)
    points = (game.result.white if game.white == no else game.result.black) if game else None
    return -1 if points is None else points


def _result_at(game: GameLine | None) -> int:
    """The place of a round's result on the Rules sheet; 0 without one."""
    return results.CODES.index(game.result) + 1 if game and game.result else 0


#: The kind of a round without a line: a text as in any other, so that rows share the formula.
NO_GAME = "none"


def _kind(game: GameLine | None) -> str:
    return RESULT_BY_CODE[game.result].kind.value if game else NO_GAME


def pair_key(cycle: str, place: str, other: str) -> str:
    """The formula of one number for two places of Players that meet in a cycle of rounds."""
    return both(f"({both(cycle, place)})", other)


def _pairs(rows: AuditRows) -> list[SheetColumn]:
    """The hidden column by which the Crosstable finds the game of two players."""
    once = rows.plan.cycle
    key = pair_key(f"INT(([round]-1)/{once})", "[place]", "[opponent_at]")

    def value(index: int) -> Value:
        place, number = divmod(index, rows.rounds)
        other = rows.opponent_at(index)
        return (number // once * UNIT + place + 1) * UNIT + other if other else 0

    return [hidden("pair", value, f"IF([opponent_at]=0,0,{key})")]


def _state(rows: AuditRows, index: int) -> int:
    """What the round is for the tie-breaks, from `NONE` to `LOST`."""
    game = rows.game(index)
    has_begun = index % rows.rounds < rows.plan.scores.last
    if index % rows.rounds >= rows.plan.rounds:
        return NONE
    if rows.plan.is_round_robin:
        if not game or not game.opponent:
            return NONE
        return OPEN if game.points is None or not has_begun else MET
    if not game:
        return REQUESTED if has_begun else NONE
    if game.points is None:
        return OPEN
    if not has_begun:
        return NONE  # entered in advance: the round has not begun
    kind = RESULT_BY_CODE[game.result].kind
    if kind is Kind.BYE:
        return REQUESTED if (RESULT_BY_CODE[game.result].white or ZERO) < ONE else PRESENT
    if kind is Kind.FORFEIT:
        return LOST if game.points == ZERO else PRESENT
    return MET


def _state_formula(plan: Plan) -> str:
    found = _state_in_round_robin() if plan.is_round_robin else _state_in_swiss(plan)
    return f"IF([round]>{plan.rounds},{NONE},{found})" if plan.playoffs else found


def _state_in_round_robin() -> str:
    waits = 'IF([score]="",TRUE,[round]>[Rules.rounds_played])'
    return f"IF([opponent_at]=0,{NONE},IF({waits},{OPEN},{MET}))"


def _state_in_swiss(plan: Plan) -> str:
    bye = f"IF([score]<1,{REQUESTED},{PRESENT})"
    if not plan.event.scoring.is_usual:  # then points do not tell a requested bye
        asked = (results.CODES.index(BYES[points].code) + 1 for points in (HALF, ZERO))
        is_asked = ",".join(f"[result_at]={number}" for number in asked)
        bye = f"IF(OR({is_asked}),{REQUESTED},{PRESENT})"
    unplayed = f'IF([kind]="bye",{bye},IF([kind]="forfeit",IF([score]=0,{LOST},{PRESENT}),{MET}))'
    unplayed = f"IF([round]<=[Rules.rounds_played],{unplayed},{NONE})"
    absent = f"IF([round]<=[Rules.rounds_played],{REQUESTED},{NONE})"
    return f'IF([kind]="{NO_GAME}",{absent},IF([score]="",{OPEN},{unplayed}))'


def _virtual(rows: AuditRows, by_round: Mapping[tuple[int, int], PlayerRound]) -> list[SheetColumn]:
    """Hidden columns: points before a round, and the opponent's or virtual one's (C.02, 13.15)."""
    scores, points = rows.plan.scores, rows.plan.points_column

    def before(index: int) -> Value:
        number = index % rows.rounds + 1
        known = rows.no(index) in scores.rounds
        return virtual.before(scores, rows.no(index), number) if known else 0

    def against(index: int) -> Value:
        played = by_round.get((rows.no(index), index % rows.rounds + 1))
        return virtual.score_against(scores, rows.no(index), played) if played else 0

    drawn = "INDEX([Crosstable.drawn],[opponent_at])"
    formula = f"[before]+1-N([{points}])+([Rules.rounds_played]-[round])/2"
    return [
        hidden("before", before, f"IF([round]=1,0,[before-]+N([{points}-]))"),
        hidden("against_virtual", against, f"IF(OR([state]={NONE},[state]={OPEN}),0,IF([state]={MET},{drawn},{formula}))"),
    ]  # fmt: skip


def _against_formula(rows: AuditRows) -> str:
    """The formula of the opponent's score for tie-breaks, a dummy's if unplayed (C.07, 16.4)."""
    points = rows.ratings("points")
    opponent = "INDEX([{}],[opponent_at])"
    if rows.plan.is_round_robin:
        return f"IF([state]={MET},{opponent.format('Ratings.points')},0)"
    adjusted = opponent.format("Crosstable.adjusted")
    most = f"IF([opponent_at]=0,[Rules.rounds_played]/2,{adjusted})"
    dummy = f"IF([Rules.dummy_bounded]=1,MIN({points},{most}),{points})"
    return f"IF(OR([state]={NONE},[state]={OPEN}),0,IF([state]={MET},{adjusted},{dummy}))"
