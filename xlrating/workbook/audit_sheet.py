"""The Audit sheet: a row per player and round, as federations publish a calculation."""

# Columns read as tables, a row a line.
# ruff: noqa: E501
from __future__ import annotations

from collections.abc import Callable

from ..event import RESULT_BY_CODE, Kind
from ..report import GameLine
from ..rounding import HALF, ONE, ZERO
from ..texts import say
from . import methods
from .grid import Mark, Value, address
from .methods.notes import ROW, game_note
from .native import is_native
from .rows import AuditRows
from .table import NOTE_ROW, TITLE_ROW, Builder, Column

SYMBOLS = {ONE: "1", HALF: "½", ZERO: "0"}

#: The place of a round's result on the Rules sheet.
RESULT = f"INDEX([Games.result_row],{ROW})"


def side(colour: str, game: str) -> str:
    """The letter of a side: w and b, in xiangqi r and b."""
    return "r" if colour == "w" and game == "xiangqi" else colour


def shown_in_crosstable(game: GameLine, with_opponent: bool, kind_of_game: str = "chess") -> str:
    """One game as crosstables print it: ``1``, ``½``, ``+``; in a Swiss ``12w1``, ``-½``."""
    kind = RESULT_BY_CODE[game.result].kind
    if kind is Kind.BYE:
        return "-" + SYMBOLS[game.points or ZERO]
    symbol = "" if game.points is None else SYMBOLS[game.points]
    if kind is Kind.FORFEIT:
        symbol = "+" if game.points == ONE else "-"
    if not with_opponent:
        return symbol
    letter = side(game.colour, kind_of_game)
    return f"{game.opponent.no if game.opponent else ''}{letter}{symbol}"


def add_audit(builder: Builder) -> Callable[[], None]:
    """Lay the sheet out; the returned function fills it once all tables are known."""
    rows = AuditRows(builder)
    plan, rules, rounds = rows.plan, rows.rules, rows.rounds

    def row_of(side: str) -> Callable[[int], Value]:
        found: dict[tuple[int, int], int] = {}
        for place, entry in enumerate(plan.lines, 1):
            if entry and plan.is_real(entry):
                found.setdefault((entry.round, getattr(entry, side)), place)
        return lambda index: found.get((index % rounds + 1, rows.no(index)), 0)

    as_white, as_black = row_of("white"), row_of("black")

    def opponent_points(index: int) -> Value:
        found = rows.game(index)
        if not found or not found.opponent or found.points is None:
            return 0
        if RESULT_BY_CODE[found.result].kind in (Kind.FORFEIT, Kind.BYE):
            return 0
        return points[found.opponent.no]

    def colour(index: int) -> Value:
        found = rows.game(index)
        return side(found.colour, rules.game) if found else ""

    def shown(index: int) -> Value:
        found = rows.game(index)
        return shown_in_crosstable(found, is_swiss, rules.game) if found else ""

    def note(index: int) -> Value:
        found = rows.game(index)
        return say(plan.language, found.reason) if found and found.reason else ""

    points = {standing.no: standing.points for standing in plan.standings}
    is_swiss = not plan.is_round_robin
    first = side("w", rules.game)
    # Rows of the Games sheet: by white, else by black.
    found_white = "IFERROR(MATCH([round]*1000+[no],[Games.key_white],0),0)"
    found_black = "IF([as_white]>0,0,IFERROR(MATCH([round]*1000+[no],[Games.key_black],0),0))"
    opponent_no = f"IF([as_white]>0,INDEX([Games.black],{ROW}),INDEX([Games.white],{ROW}))"
    name = "INDEX([Players.name],MATCH([opponent],[Players.no],0))"
    one_of = f"INDEX([Rules.result_kind],{RESULT})"
    symbol = 'IF([score]="","",IF([score]=1,"1",IF([score]=0,"0","½")))'
    forfeit = 'IF([score]=1,"+","-")'
    beside = "[opponent]&[colour]&" if is_swiss else ""
    crosstable = f'IF({ROW}=0,"",IF([kind]="bye","-"&{symbol},{beside}IF([kind]="forfeit",{forfeit},{symbol})))'
    native = is_native(rules)
    parts = methods.of(rules).audit(rows)

    def reason(index: int) -> str:
        own = parts.reason
        return game_note(builder, own(index) if callable(own) else own) if native else ""

    is_counted = parts.counted or (f'IF(AND({ROW}>0,[note]=""),1,0)' if native else "")
    columns = [
        Column("no", rows.no, rows.ratings("no"), "int", 6),
        Column("name", rows.person("name"), rows.ratings("name"), width=24),
        Column("round", lambda i: i % rounds + 1, style="int", width=7),
        Column("opponent", rows.opponent("no"), f'IF({ROW}=0,"",IF({opponent_no}="","",{opponent_no}))', "int", 9, heading="opponent_no"),
        Column("opponent_name", rows.opponent("name"), f'IF([opponent]="","",IFERROR({name}&"",""))', width=24, heading="opponent"),
        Column("colour", colour, f'IF([opponent]="","",IF([as_white]>0,"{first}","b"))', "center", 7),
        Column("result", rows.of_game("result"), f'IF({ROW}=0,"",INDEX([Games.result],{ROW})&"")', "center", 12),
        *parts.shown,
        Column("note", note, reason, "note", 36),
        Column("as_white", as_white, found_white, hidden=True),
        Column("as_black", lambda i: 0 if as_white(i) else as_black(i), found_black, hidden=True),
        Column("kind", lambda i: _kind(rows.game(i)), f'IF({ROW}=0,"",IF({RESULT}=0,"postponed",{one_of}))', hidden=True),
        Column("counted", lambda i: 1 if (g := rows.game(i)) and g.counted else 0, is_counted, hidden=True),
        *parts.hidden,
        Column("shown", shown, crosstable, hidden=True),
        Column("opponent_points", opponent_points, 'IF(OR([kind]="played",[kind]="unrated"),IFERROR(INDEX([Ratings.points],MATCH([opponent],[Ratings.no],0)),0),0)', hidden=True),
        Column("berger", lambda i: _berger(rows.game(i), opponent_points(i)), 'IF([opponent_points]=0,0,[opponent_points]*[score])', hidden=True),
    ]  # fmt: skip
    made = builder.add("Audit", columns, len(plan.numbers) * rounds, rounds)

    def fill() -> None:
        builder.fill("Audit")
        sheet = made.sheet
        sheet.put(TITLE_ROW, 0, builder.heading("sheet_audit", "title"))
        sheet.put(NOTE_ROW, 0, builder.heading("sheet_audit_note", "note"))
        top, _, bottom, _ = made.area("no")
        last = made.col("note")
        # LibreOffice shows the first mark that holds only: the grey goes before the line.
        note = address(top, last, "c")
        sheet.marks.append(Mark((top, 0, bottom, last), f'={note}<>""', "faint"))
        first, above = address(top, 0, "c"), address(top - 1, 0, "c")
        sheet.marks.append(Mark((top, 0, bottom, last), f"={first}<>{above}", "player_edge"))

    return fill


def _kind(game: GameLine | None) -> str:
    return RESULT_BY_CODE[game.result].kind.value if game else ""


def _berger(game: GameLine | None, points: Value) -> Value:
    if not game or not points:
        return 0
    return points * (game.points or ZERO)  # type: ignore[operator]
