"""The Audit sheet: a row per player and round, as federations publish a calculation."""

# Columns read as tables, a row a line.
# ruff: noqa: E501
from __future__ import annotations

from collections.abc import Callable, Mapping

from ...engine.columns import side, side_key
from ...engine.lines import GameLine
from ...engine.results import RESULT_BY_CODE, Kind
from ...engine.rounding import ONE, ZERO
from ...engine.texts import say
from ...engine.tournament import virtual_opponent as virtual
from ...engine.tournament.scores import Round
from ...engine.tournament.tie_breaks import has_virtual
from ...engine.words.spellings import in_language
from ...exchange.addresses import address
from ..builder import Builder
from ..file.grid import Mark, Value
from ..formulas import methods, report, results
from ..formulas.methods.common import scored
from ..formulas.methods.notes import number_of, reason_number, reason_words
from ..formulas.values import AuditRows
from ..formulas.variants import merged
from ..plan import Plan
from ..table import FIRST_ROW, NOTE_ROW, TITLE_ROW, Column, hidden
from ..words import sentence
from . import colours, printed_games, round_lines

#: What a round is for the tie-breaks; from `REQUESTED` on it is voluntarily unplayed.
NONE, MET, PRESENT, OPEN, REQUESTED, LOST = range(6)


def add_audit(builder: Builder) -> Callable[[], None]:
    """Lay the sheet out; the returned function fills it once all tables are known."""
    plan, rounds = builder.plan, builder.plan.all_rounds
    size = len(plan.numbers) * rounds
    made = builder.add("Audit", merged(builder, "Audit", _columns, size), size, rounds)

    def fill() -> None:
        builder.fill("Audit")
        sheet = made.sheet
        sheet.put(TITLE_ROW, 0, builder.heading("sheet_audit", "title"))
        notes = ["sheet_audit_note"]
        if not plan.is_round_robin:
            # Most places of a Swiss may be free, and most of its pages with nothing on them.
            notes.append("sheet_audit_screen")
            sheet.print_rows = FIRST_ROW
        sheet.put(NOTE_ROW, 0, sentence(builder, [(note, {}) for note in notes], "note"))
        top, _, bottom, _ = made.area("no")
        last = made.col("note")
        # LibreOffice shows the first mark that holds only: the grey goes before the line.
        note, line, number = (address(top, made.col(key), "c") for key in ("note", "line", "round"))
        # Rounds of free places of the Players sheet are not to be seen.
        free = f"INDEX(players_filled,{address(top, made.col('place'), 'c')})"
        sheet.marks.append(Mark((top, 0, bottom, last), f'={free}=""', "unseen"))
        if plan.playoffs:
            # Room for a play-off that nobody plays is not to be seen.
            unused = f"=AND({number}>{plan.rounds},{line}=0)"
            sheet.marks.append(Mark((top, 0, bottom, last), unused, "unseen"))
        sheet.marks.append(Mark((top, 0, bottom, last), f'=OR({note}<>"",{line}=0)', "faint"))
        first, above = address(top, 0, "c"), address(top - 1, 0, "c")
        sheet.marks.append(Mark((top, 0, bottom, last), f"={first}<>{above}", "player_edge"))

    return fill


def _columns(builder: Builder) -> list[Column]:
    rows = AuditRows(builder)
    plan, rounds = rows.plan, rows.rounds

    def row_of(side: str) -> Callable[[int], Value]:
        found: dict[tuple[int, int], int] = {}
        for place, entry in enumerate(plan.lines, 1):
            if entry and plan.is_real(entry):
                found.setdefault((entry.round, getattr(entry, side)), place)
        return lambda index: found.get((index % rounds + 1, rows.no(index)), 0)

    as_white, as_black = row_of("white"), row_of("black")

    def table_score(index: int) -> Value:
        found = rows.game(index)
        is_playoff = index % rounds >= plan.rounds
        return "" if not found or found.points is None or is_playoff else found.points

    def line_of(index: int) -> Value:
        return as_white(index) or as_black(index)

    def against(index: int) -> Value:
        played = by_round.get((rows.no(index), index % rounds + 1))
        return scores.against(rows.no(index), played) if played else 0

    scores = plan.scores
    by_round: dict[tuple[int, int], Round] = {
        (no, played.number): played for no, own in scores.rounds.items() for played in own
    }

    def colour(index: int) -> Value:
        found = rows.game(index)
        return side(found.colour, plan.rules, plan.language) if found else ""

    def result(index: int) -> Value:
        found = rows.game(index)
        return in_language(found.result, plan.fixed_language) if found else ""

    def note(index: int) -> Value:
        found = rows.game(index)
        return say(plan.language, found.reason) if found and found.reason else ""

    letters = ",".join(builder.say(side_key(colour, builder.plan.rules)) for colour in "wb")
    # Rows of the Games sheet: by white, else by black.
    found_white = round_lines.line_of("white")
    found_any = f"IF([as_white]>0,[as_white],{round_lines.line_of('black')})"
    opponent_at = "IF([as_white]>0,INDEX([Games.at_black],[line]),INDEX([Games.at_white],[line]))"
    native = rows.plan.native
    parts = methods.of(rows.plan).audit(rows)

    why = reason_number(builder, parts.reason, parts.reason_key) if native else ""
    is_counted = parts.counted or ("IF(AND([line]>0,[why]=0),1,0)" if native else "")
    said = reason_words(builder, parts.reason_key, parts.note) if native else ""
    return [
        Column("no", rows.no, rows.ratings("no"), "int", 6),
        Column("name", rows.person("name"), rows.ratings("name"), width=20),
        Column("round", lambda i: i % rounds + 1, f"MOD(ROW()-{FIRST_ROW + 1},{rounds})+1", "int", 7),
        Column("opponent", rows.opponent("no"), 'IF([opponent_at]=0,"",INDEX([Players.no],[opponent_at]))', "int", 9, heading="opponent_no"),
        Column("opponent_name", rows.opponent("name"), 'IF([opponent_at]=0,"",INDEX([Players.name],[opponent_at])&"")', width=20, heading="opponent"),
        Column("colour", colour, f'IF([opponent_at]=0,"",IF([as_white]>0,{letters}))', "center", 7),
        Column("result", result, 'IF([result_at]=0,"",INDEX([Rules.result_code],[result_at]))', "center", 11),
        *parts.shown,
        Column("note", note, said, "note_shrunk", 28),
        Column("as_white", as_white, found_white, hidden=True),
        Column("line", line_of, found_any, hidden=True, heading="-"),
        Column("place", lambda i: i // rounds + 1, hidden=True, heading="-"),
        Column("opponent_at", rows.opponent_at, f"IF([line]=0,0,{opponent_at})", hidden=True, heading="-"),
        hidden("result_at", lambda i: _result_at(rows.game(i)), "IF([line]=0,0,INDEX([Games.result_row],[line]))"),
        Column("kind", lambda i: _kind(rows.game(i)), f'IF([line]=0,"{_NO_LINE}",IF([result_at]=0,"postponed",INDEX([Rules.result_kind],[result_at])))', hidden=True),
        *([hidden("why", lambda i: number_of(rows.game(i)), why)] if native else []),
        Column("counted", lambda i: 1 if (g := rows.game(i)) and g.counted else 0, is_counted, hidden=True),
        *parts.hidden,
        *printed_games.columns(rows),
        *(_pairs(rows) if plan.is_round_robin else ()),
        *([hidden("table_score", table_score, f'IF([round]>{plan.rounds},"",[score])')] if plan.playoffs else []),
        *([hidden("playoff_score", lambda i: _of_playoff(rows, i), f"IF([round]<={plan.rounds},-1,{scored('-1')})")] if plan.playoffs else []),
        Column("state", lambda i: _state(rows, i), _state_formula(plan), hidden=True, heading="-"),
        Column("against", against, _against_formula(rows), hidden=True, heading="-"),
        *(_virtual(rows, by_round) if has_virtual(plan.event) else ()),
        *([] if plan.is_round_robin else [colours.column(plan)]),
        report.round_column(plan),
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
_NO_LINE = "none"


def _kind(game: GameLine | None) -> str:
    return RESULT_BY_CODE[game.result].kind.value if game else _NO_LINE


def cycle_length(plan: Plan) -> int:
    """How many rounds it takes for all to meet once."""
    return len(plan.numbers) - 1 + len(plan.numbers) % 2


def pair_key(cycle: str, place: str, other: str) -> str:
    """A number for two places of the Players sheet who meet in a cycle of rounds."""
    return f"({cycle}*1000+{place})*1000+{other}"


def _pairs(rows: AuditRows) -> list[Column]:
    """By which the Crosstable finds the game of two players."""
    once = cycle_length(rows.plan)
    key = pair_key(f"INT(([round]-1)/{once})", "[place]", "[opponent_at]")

    def value(index: int) -> Value:
        place, number = divmod(index, rows.rounds)
        other = rows.opponent_at(index)
        return (number // once * 1000 + place + 1) * 1000 + other if other else 0  # type: ignore[operator]

    return [hidden("pair", value, f"IF([opponent_at]=0,0,{key})")]


def _state(rows: AuditRows, index: int) -> int:
    """What the round is for the tie-breaks."""
    game = rows.game(index)
    if index % rows.rounds >= rows.plan.rounds:
        return NONE
    if rows.plan.is_round_robin:
        if not game or not game.opponent:
            return NONE
        return OPEN if game.points is None else MET
    if not game:
        return REQUESTED if index % rows.rounds < rows.plan.scores.last else NONE
    if game.points is None:
        return OPEN
    kind = RESULT_BY_CODE[game.result].kind
    if kind is Kind.BYE:
        # Known beforehand: no round that has been.
        if index % rows.rounds >= rows.plan.scores.last:
            return NONE
        return REQUESTED if game.points < ONE else PRESENT
    if kind is Kind.FORFEIT:
        return LOST if game.points == ZERO else PRESENT
    return MET


def _state_formula(plan: Plan) -> str:
    found = _state_in_round_robin() if plan.is_round_robin else _state_in_swiss()
    return f"IF([round]>{plan.rounds},{NONE},{found})" if plan.playoffs else found


def _state_in_round_robin() -> str:
    return f'IF([opponent_at]=0,{NONE},IF([score]="",{OPEN},{MET}))'


def _state_in_swiss() -> str:
    bye = f"IF([score]<1,{REQUESTED},{PRESENT})"
    bye = f"IF([round]<=[Rules.rounds_played],{bye},{NONE})"
    unplayed = f'IF([kind]="bye",{bye},IF([kind]="forfeit",IF([score]=0,{LOST},{PRESENT}),{MET}))'
    absent = f"IF([round]<=[Rules.rounds_played],{REQUESTED},{NONE})"
    return f'IF([line]=0,{absent},IF([score]="",{OPEN},{unplayed}))'


def _virtual(rows: AuditRows, by_round: Mapping[tuple[int, int], Round]) -> list[Column]:
    """The points before each round, and the opponent's or virtual opponent's (C.02, 13.15)."""
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
    """The opponent's score for the tie-breaks, a dummy's in an unplayed round (C.07, 16.4)."""
    points = rows.ratings("points")
    opponent = "INDEX([{}],[opponent_at])"
    if rows.plan.is_round_robin:
        return f"IF([state]={MET},{opponent.format('Ratings.points')},0)"
    adjusted = opponent.format("Crosstable.adjusted")
    most = f"IF([opponent_at]=0,[Rules.rounds_played]/2,{adjusted})"
    dummy = f"IF([Rules.dummy_bounded]=1,MIN({points},{most}),{points})"
    return f"IF(OR([state]={NONE},[state]={OPEN}),0,IF([state]={MET},{adjusted},{dummy}))"
