"""The Games sheet: one line a game, typed here and nowhere else."""

# Columns read as tables, a row a line.
# ruff: noqa: E501
from __future__ import annotations

from collections.abc import Callable, Mapping

from ...engine.columns import begins
from ...engine.event import Game
from ...engine.words.spellings import in_language
from ...exchange.addresses import address
from ..builder import Builder, list_head
from ..file.grid import Mark, Validation, Value
from ..formulas import field, results
from ..formulas.pairs import UNIT, both
from ..plan import Plan
from ..table import NOTE_ROW, Column
from ..words import sentence
from . import event_facts, game_problems, notices
from .game_found import HALF
from .game_problems import idle, is_filled
from .gravity import Gravity

#: Points of the note where it says what a play-off is, in three lines at most.
_NOTE_HEIGHT = 38
#: The highest number of a board that the program asks no questions about.
_BOARDS = 9999


def add_games(builder: Builder) -> Callable[[], None]:
    """The Games sheet: one line a game, typed here and nowhere else."""
    plan = builder.plan
    red = begins(plan.rules)
    asks_moves = plan.rules.ladder is not None

    def line(index: int) -> Game | None:
        return plan.lines[index] if index < len(plan.lines) else None

    def of_line(name: str) -> Callable[[int], Value]:
        return lambda index: getattr(line(index), name) if line(index) else ""

    def person(side: str, name: str) -> Callable[[int], Value]:
        def value(index: int) -> Value:
            game = line(index)
            no = getattr(game, side) if game else None
            player = plan.event.by_no.get(no) if no is not None else None
            found = getattr(player, name) if player else None
            return "" if found is None else found

        return value

    def key(side: str) -> Callable[[int], Value]:
        def value(index: int) -> Value:
            game = line(index)
            no = getattr(game, side) if game else None
            real = game is not None and plan.is_real(game)
            return (
                game.round * UNIT + plan.place_of[no] + 1 if game and real and no is not None else 0
            )

        return value

    def named(side: str) -> str:
        return f'IF([at_{side}]=0,"",INDEX([Ratings.name],[at_{side}]))'

    def rated(side: str) -> str:
        found = f"INDEX([Players.rating],[at_{side}])"
        if not (plan.native and (plan.rules.start or plan.rules.ladder)):
            # The same there, and an empty text where it is empty.
            return f'IF([at_{side}]=0,"",INDEX([Ratings.rating],[at_{side}]))'
        return f'IF([at_{side}]=0,"",IF({found}="","",{found}))'

    def place_of(side: str) -> Callable[[int], Value]:
        def value(index: int) -> Value:
            no = getattr(line(index), side, None)
            return 0 if no is None else plan.place_of.get(no, -1) + 1

        return value

    def result_row(index: int) -> Value:
        game = line(index)
        return results.CODES.index(game.result.code) + 1 if game and game.result.code else 0

    def result(index: int) -> Value:
        game = line(index)
        return in_language(game.result.code, plan.fixed_language) if game else ""

    def state(index: int) -> Value:
        game = line(index)
        return 1 if game and plan.is_open(game) else 0

    found, noticed = game_problems.columns(builder)

    def notice(index: int) -> str:
        one = noticed[index]
        return one.text if one else ""

    # A line is a game when its round and its players are there; then both sides can be looked up
    # by round and place: 0 for none, so that rows share the formula.
    alone = f'IF([black]="",NOT({results.NONE}),{is_filled("black")})'
    is_game = f"IF({game_problems.IS_ROUND.format(plan.all_rounds)},AND(NOT({idle(plan)}),{is_filled('white')},{alone}),FALSE)"
    joined = f"IF({is_game},{both('[round]', '[at_{0}]')},0)"
    joined_black = f'IF([black]="",0,{joined.format("black")})'
    columns = [
        Column("round", _rounds(plan).__getitem__, _round_formula(plan), "input_int", 7),
        Column("board", of_line("board"), style="input_int", width=7),
        Column("white", of_line("white"), style="input_int", width=8, heading=f"{red}_no"),
        Column("white_name", person("white", "name"), named("white"), width=26, heading=red),
        Column("white_rating", person("white", "rating"), rated("white"), "rating", 9, heading="rating"),
        Column("result", result, style="input_center", width=13),
        Column("black", of_line("black"), style="input_int", width=8, heading="black_no"),
        Column("black_name", person("black", "name"), named("black"), width=26, heading="black"),
        Column("black_rating", person("black", "rating"), rated("black"), "rating", 9, heading="rating"),
        *([Column("moves", of_line("moves"), style="input_int", width=8)] if asks_moves else ()),
        Column("problem", notice, game_problems.words(builder), style="problem", width=44),
        *(Column(f"at_{side}", place_of(side), f"IF(ISNUMBER([{side}]),IFERROR(MATCH([{side}],[Players.no],0),0),0)", hidden=True, heading="-") for side in ("white", "black")),
        Column("key_white", key("white"), joined.format("white"), hidden=True),
        Column("key_black", key("black"), joined_black, hidden=True),
        *results.columns(result_row),
        Column("open", state, _open_formula(), hidden=True),
        *(field.pair_columns(plan) if field.field_rated(plan) and plan.native else ()),
        *event_facts.games_columns(plan),
        *found,
        *notices.ranked(builder, "Games"),
    ]  # fmt: skip
    made = builder.add("Games", columns, plan.game_rows)
    made.sheet.tab = "green"

    def fill() -> None:
        builder.fill("Games")
        list_head(builder, made.sheet, "games")
        if plan.playoffs:
            words = {"first": str(plan.rounds + 1), "last": str(plan.all_rounds)}
            notes: list[tuple[str, Mapping[str, str]]] = [
                (f"sheet_games_note_{plan.event.format}", {}), ("games_playoffs", words),
                *([("games_playoffs_one", {})] if plan.rules.counted.playoff_as_one else []),
            ]  # fmt: skip
            made.sheet.put(NOTE_ROW, 0, sentence(builder, notes, "note_wrapped"))
            made.sheet.joined[NOTE_ROW, 0] = made.col("black_rating")
            made.sheet.heights[NOTE_ROW] = _NOTE_HEIGHT
        sheet = made.sheet
        hint = "" if plan.is_round_robin else "hint_round"
        sheet.validations += [
            # Other spellings are read, too; what cannot be is named beside the line and on Check.
            Validation(made.area("result"), "list", "=rules_result_code", strict=False),
            Validation(made.area("round"), "whole", "", 1, plan.all_rounds, "bad_round", hint),
            Validation(made.area("board"), "whole", "", 0, _BOARDS, "bad_number"),
            Validation(made.area("white"), "list", "=players_no", message="bad_player"),
            Validation(made.area("black"), "list", "=players_no", message="bad_player"),
        ]
        if asks_moves:
            area = made.area("moves")
            sheet.validations.append(
                Validation(area, "whole", "", 0, 9999, "bad_number", "hint_moves")
            )
        top, _, bottom, _ = made.area("round")
        last = made.col("problem")
        gravity, found_at = (address(top, made.col(key), "c") for key in ("gravity", "found"))
        met, sides = Gravity.MET_AGAIN, Gravity.SIDES
        for test, look in (
            (f"={gravity}={Gravity.GAME_WRONG}", "bad"),
            (f"=OR({gravity}={met},{gravity}={sides},{found_at}={HALF})", "look"),
        ):
            sheet.marks.append(Mark((top, 0, bottom, last), test, look))
        first, above = address(top, 0, "c"), address(top - 1, 0, "c")
        sheet.marks.append(Mark((top, 0, bottom, last), f"={first}<>{above}", "round_edge"))

    return fill


def _rounds(plan: Plan) -> list[Value]:
    """The round of each line: of a free line of a Swiss that of the line above it.

    So a round takes as many lines as it has games, whatever the number of players, and a line
    more moves nothing that was typed.
    """
    found: list[Value] = []
    for index in range(plan.game_rows):
        game = plan.lines[index] if index < len(plan.lines) else None
        free: Value = "" if plan.is_round_robin else found[-1] if found else 1
        found.append(game.round if game else free)
    return found


def _round_formula(plan: Plan) -> Callable[[int], str]:
    """The round of a free line as the line above has it; a person types over it."""

    def formula(index: int) -> str:
        is_typed = index < len(plan.lines) and plan.lines[index] is not None
        if is_typed or index == 0 or plan.is_round_robin:
            return ""
        return 'IF([round-]="","",[round-])'

    return formula


def _open_formula() -> str:
    postponed = 'INDEX([Rules.result_kind],[result_row])="postponed"'
    return f"IF([key_black]=0,0,IF({results.NONE},1,IF([result_row]=0,0,IF({postponed},1,0))))"
