"""The Games sheet: one line per game, the only place for results."""

# Columns are written as tables, one row per line.
# ruff: noqa: E501
from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ...engine.columns import begins
from ...engine.event import Game
from ...engine.vocabulary.spellings import in_language
from ...exchange.addresses import address
from .. import inputs
from ..builder import Builder, list_head
from ..file.grid import ConditionalStyle, Validation, Value
from ..formulas import field, results
from ..formulas.pairs import UNIT, both
from ..plan import Plan
from ..table import NOTE_ROW, SheetColumn, SheetTable, mirror
from ..words import sentence
from . import (
    completion,
    event_facts,
    game_notices,
    game_problems,
    notices,
    pairing_gone,
    pasted_games,
)
from .game_found import HALF
from .game_problems import idle, is_filled
from .gravity import Gravity
from .lean import MARK

#: The height in points of a note on play-offs: three lines at most, even of Chinese.
_NOTE_HEIGHT = 46
#: What a person types in a line; its round is already there.
_TYPED = ("white", "result", "black")
#: The highest number of a board that is accepted without a question.
_BOARDS = 9999


def add_games(builder: Builder) -> Callable[[], None]:
    """Lay the sheet out; the returned function fills it once all tables are known."""
    made = builder.add("Games", _columns(builder), builder.plan.game_rows)
    made.sheet.tab = "green"
    single = pairing_gone if builder.plan.is_round_robin else game_notices
    single.place(builder, made)

    def fill() -> None:
        builder.fill("Games")
        game_problems.place_texts(builder)
        list_head(builder, made.sheet, "games")
        if builder.plan.playoffs:
            _note_playoffs(builder, made)
        made.sheet.validations += _validations(builder.plan, made)
        made.sheet.marks += _marks(made)
        single.put(builder, made)

    return fill


def _columns(builder: Builder) -> list[SheetColumn]:
    plan = builder.plan
    red, of = begins(plan.rules), _Lines(plan)
    asks_moves = plan.rules.ladder is not None
    # The result that counts is between the names.
    wide = 19 if plan.takes_pairings else 24
    found, noticed = game_problems.columns(builder)

    def notice(index: int) -> str:
        one = noticed[index]
        return one.text if one else ""

    def at(side: str) -> str:
        return f"IF(ISNUMBER([{side}]),IFERROR(MATCH([{side}],[Players.no],0),0),0)"

    typed = [
        inputs.typed("round", of.line("round"), "input_int", 7),
        inputs.typed("board", of.line("board"), "input_int", 7),
        inputs.typed("white", of.line("white"), "input_int", 8, heading=f"{red}_no"),
        inputs.typed("result", lambda i: of.result(i, results.offered), "input_center", 13),
        inputs.typed("black", of.line("black"), "input_int", 8, heading="black_no"),
        *([inputs.typed("moves", of.line("moves"), "input_int", 8)] if asks_moves else ()),
    ]
    return [
        SheetColumn("line", lambda i: i + 1, style="mirror_line", width=5),
        *typed,
        inputs.edge(),
        SheetColumn("round", _rounds(plan).__getitem__, _round_formula(plan), "mirror_int", 7),
        SheetColumn("white_name", of.person("white", "name"), _named("white"), "name", wide, heading=red),
        SheetColumn("white_rating", of.person("white", "rating"), _rated(plan, "white"), "rating", 9, heading="rating"),
        *([pasted_games.result(of.result)] if plan.takes_pairings else []),
        SheetColumn("black_name", of.person("black", "name"), _named("black"), "name", wide, heading="black"),
        SheetColumn("black_rating", of.person("black", "rating"), _rated(plan, "black"), "rating", 9, heading="rating"),
        SheetColumn("problem", notice, game_problems.words(builder), style="problem", width=42, long=True),
        *pasted_games.columns(plan, typed[1:], of.is_there, of.result),
        *(mirror(side, of.side(side), _meant(plan, side)) for side in ("white", "black")),
        *(SheetColumn(f"at_{side}", of.place(side), at(side), hidden=True, heading="-") for side in ("white", "black")),
        SheetColumn("key_white", of.key("white"), _key(plan, "white"), hidden=True),
        SheetColumn("key_black", of.key("black"), f'IF([black]={MARK},0,{_key(plan, "black")})', hidden=True),
        *results.columns(of.result_row),
        SheetColumn("open", of.state, _open_formula(), hidden=True),
        *(field.pair_columns(plan) if field.field_rated(plan) and plan.native else ()),
        *event_facts.games_columns(plan),
        *found,
        *notices.ranked(builder, "Games"),
    ]  # fmt: skip


@dataclass(frozen=True)
class _Lines:
    """The plan's values in each line, column by column; lines count from 0."""

    plan: Plan

    def _game(self, index: int) -> Game | None:
        return self.plan.lines[index] if index < len(self.plan.lines) else None

    def line(self, name: str) -> Callable[[int], Value]:
        """What was typed in the column `name`; '' in a free line."""
        return lambda index: getattr(game, name) if (game := self._game(index)) else ""

    def is_there(self, index: int) -> Value:
        """1 for a line with a game, 0 for a free one."""
        return int(self._game(index) is not None)

    def side(self, side: str) -> Callable[[int], Value]:
        """The number of the player on this side, as formulas read it."""
        return lambda index: inputs.read(self.line(side)(index))

    def person(self, side: str, name: str) -> Callable[[int], Value]:
        """A field of the player on this side; '' for none."""

        def value(index: int) -> Value:
            no = getattr(self._game(index), side, None)
            player = self.plan.event.by_no.get(no) if no is not None else None
            found = getattr(player, name) if player else None
            return "" if found is None else found

        return value

    def place(self, side: str) -> Callable[[int], Value]:
        """The index on Players of the player on this side, from 1; 0 for none."""

        def value(index: int) -> Value:
            no = getattr(self._game(index), side, None)
            return 0 if no is None else self.plan.place_of.get(no, -1) + 1

        return value

    def key(self, side: str) -> Callable[[int], Value]:
        """Round and place in one number; 0 if the line is not a game."""
        place = self.place(side)

        def value(index: int) -> Value:
            game = self._game(index)
            if game is None or not self.plan.is_seated(game) or getattr(game, side) is None:
                return 0
            return game.round * UNIT + place(index)  # type: ignore[operator]

        return value

    def result_row(self, index: int) -> Value:
        """The row of the result's code; 0 without one."""
        game = self._game(index)
        return results.CODES.index(game.result.code) + 1 if game and game.result.code else 0

    def result(self, index: int, shown: Callable[[str, str], str] = in_language) -> Value:
        """The result in the language of the file; '' in a free line."""
        game = self._game(index)
        return shown(game.result.code, self.plan.fixed_language) if game else ""

    def state(self, index: int) -> Value:
        """1 for a game that is to be played, else 0."""
        game = self._game(index)
        return 1 if game and self.plan.is_open(game) else 0


def _meant(plan: Plan, side: str) -> str:
    """The formula of a player's number: typed as such or by name, or pasted for this line."""
    raw, key = f"[raw_{side}]", completion.key(f"[raw_{side}]")
    # An ambiguous name matches nobody: numbers decide.
    found = f"INDEX([Players.no],MATCH({key},[Players.key],0))"
    by_name = f"IF(COUNTIF([Players.key],{key})=1,{found},{raw})"
    none = MARK
    if plan.takes_pairings:
        none = f"IF([pasted]={pasted_games.COUNTS},{pasted_games.of_paste(side)},{MARK})"
    return f"IF(ISNUMBER({raw}),{raw},IF({raw}={MARK},{none},{by_name}))"


def _named(side: str) -> str:
    return f'IF([at_{side}]=0,"",INDEX([Ratings.name],[at_{side}]))'


def _rated(plan: Plan, side: str) -> str:
    found = f"INDEX([Players.rating],[at_{side}])"
    if not (plan.native and (plan.rules.start or plan.rules.ladder)):
        # The same rating, with an empty text for an empty cell.
        return f'IF([at_{side}]=0,"",INDEX([Ratings.rating],[at_{side}]))'
    return f'IF([at_{side}]=0,"",IF({found}="","",{found}))'


def _key(plan: Plan, side: str) -> str:
    """The formula of round and place in one number, if the line's round and players are valid.

    By it both sides can be looked up; 0 for none, so that rows share the formula. It does not
    depend on the result: who plays where, and all that follows, stays as it is when one is typed.
    So White alone has a key before a bye is chosen; Rounds knows that it is not a game yet.
    """
    is_round = game_problems.IS_ROUND.format(plan.all_rounds)
    alone = f"IF([black]={MARK},TRUE,{is_filled('black')})"
    is_game = f"IF({is_round},AND(NOT({idle(plan)}),{is_filled('white')},{alone}),FALSE)"
    return f"IF({is_game},{both('[round]', f'[at_{side}]')},0)"


def _note_playoffs(builder: Builder, made: SheetTable) -> None:
    plan, sheet = builder.plan, made.sheet
    words = {"first": str(plan.rounds + 1), "last": str(plan.all_rounds)}
    notes: list[tuple[str, Mapping[str, str]]] = [
        (f"sheet_games_note_{plan.event.format}", {}), ("games_playoffs", words),
        *([("games_playoffs_one", {})] if plan.rules.counted.playoff_as_one else []),
    ]  # fmt: skip
    sheet.put(NOTE_ROW, 0, sentence(builder, notes, "note_wrapped"))
    sheet.joined[NOTE_ROW, 0] = made.col("black_rating")
    sheet.heights[NOTE_ROW] = _NOTE_HEIGHT


def _validations(plan: Plan, made: SheetTable) -> list[Validation]:
    hint = "" if plan.is_round_robin else "hint_round"
    found = [
        # Other spellings are read, too; unreadable ones are reported in the line and on Check.
        Validation(made.area("in_result"), "list", "=results_offered", strict=False),
        Validation(made.area("in_round"), "whole", "", 1, plan.all_rounds, "bad_round", hint),
        Validation(made.area("in_board"), "whole", "", 0, _BOARDS, "bad_number"),
        # A name is accepted, too.
        Validation(made.area("in_white"), "list", "=players_no", strict=False),
        Validation(made.area("in_black"), "list", "=players_no", strict=False),
    ]
    if plan.rules.ladder is not None:
        area = made.area("in_moves")
        found.append(Validation(area, "whole", "", 0, 9999, "bad_number", "hint_moves"))
    return found


def _marks(made: SheetTable) -> list[ConditionalStyle]:
    """The styles of lines that are wrong or worth a look, and of the first line of each round."""
    top, _, bottom, _ = made.area("round")
    area = (top, 0, bottom, made.col("problem"))
    gravity, found_at = (address(top, made.col(key), "c") for key in ("gravity", "found"))
    met, sides = Gravity.MET_AGAIN, Gravity.SIDES
    col = made.col("round")
    first, above = address(top, col, "c"), address(top - 1, col, "c")
    typed = ",".join(f"{address(top, made.col(key), 'c')}={MARK}" for key in _TYPED)
    return [
        ConditionalStyle(area, f"={gravity}={Gravity.GAME_WRONG}", "bad"),
        ConditionalStyle(area, f"=OR({gravity}={met},{gravity}={sides},{found_at}={HALF})", "look"),
        ConditionalStyle(area, f"={first}<>{above}", "round_edge"),
        # The round of an empty line is only a suggestion.
        ConditionalStyle(made.area("round"), f"=AND({typed})", "faint"),
    ]


def _rounds(plan: Plan) -> list[Value]:
    """The round of each line: in a Swiss a free line repeats the round of the line above it.

    So a round takes as many lines as it has games, whatever the number of players, and a further
    line moves no inputs.
    """
    found: list[Value] = []
    for index in range(plan.game_rows):
        game = plan.lines[index] if index < len(plan.lines) else None
        free: Value = "" if plan.is_round_robin else found[-1] if found else 1
        found.append(game.round if game else free)
    return found


def _round_formula(plan: Plan) -> Callable[[int], str]:
    """The formula of a line's round: as typed, or that of the line above, or 1 in the first.

    It reads its own column: if it read the row with the result, every typed result would
    recalculate the rounds of all lines below.
    """

    def formula(index: int) -> str:
        # A list with headings, pasted below games, belongs to the next round.
        above = "[round-]" if index else "1"
        if index and plan.takes_pairings:
            above += f"+{pasted_games.of_paste('step')}"
        none = '""' if plan.is_round_robin else above
        return inputs.formula("[in_round|]", is_number=True, none=none)

    return formula


def _open_formula() -> str:
    postponed = 'INDEX([Rules.result_kind],[result_row])="postponed"'
    return f"IF([key_black]=0,0,IF({results.NONE},1,IF([result_row]=0,0,IF({postponed},1,0))))"
