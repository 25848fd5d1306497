"""The lines of the Games sheet, with the inputs in each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from ..engine.errors import ArgumentError, RatingError
from ..engine.event import Game, Player
from ..engine.problem import Problem
from ..engine.vocabulary.headings import texts_of
from ..engine.vocabulary.letters import whole_number
from .file.page import Headings, Place, SheetReader, text_keys
from .library import NOBODY, key_of
from .pasted import ASKED, GAME, UNREAD, PastedLine, read_lines

#: The columns of Games, each with the texts that may head it.
GAME_COLUMNS = {
    part: texts_of(part) for part in ("round", "board", "white", "result", "black", "moves")
}


def read(
    page: SheetReader,
    playoffs: range,
    players: Iterable[Player],
    follows: bool,
    wrong: list[RatingError],
    rows: Sequence[Sequence[object]] = (),
) -> tuple[Game | None, ...]:
    """The lines; games in the rounds of `playoffs` decide ties.

    White and Black are numbers of `players` or their names. If a round `follows` from the line
    above, a line without one has that round. A line in which nobody is typed has the pasted data of
    its line in `rows`, where the next round may begin. Errors in a line are added to the errors of
    the page; a result that is typed differently from the pasted one, to its doubts.
    """
    heads = page.headings(GAME_COLUMNS, ("round", "white", "result", "black"), "round")
    # In older files the round of a line follows from the line above by a formula.
    page.no_formulas(one for one in heads.places(page) if one[1] != heads.cols["round"])
    is_older = not any("col_line" in text_keys(cell) for cell in page.rows[heads.row])
    named: dict[str, list[int]] = {}
    players = tuple(players)
    for player in players:
        named.setdefault(key_of(player.name), []).append(player.no)
    found: list[Game | None] = []
    above: object = 1
    typed = [_is_typed(page, heads, row) for row in heads.below(page)]
    # Nothing is pasted below the last line of Games, which has no cells there.
    pasted = [*read_lines(rows[: len(typed)], players, typed)]
    for index, row in enumerate(heads.below(page)):
        line, is_next = pasted[index] if index < len(pasted) else (PastedLine(), False)
        if follows and not is_older:
            above = above + 1 if is_next and isinstance(above, (int, float)) else above
            above = _follow(page, (row, heads.cols["round"]), above)
        try:
            _put(page, heads, row, line, typed[index])
            found.append(_line(page, heads, row, named))
        except ArgumentError as error:
            wrong.append(error)
    return tuple(
        replace(game, playoff=True) if game and game.round in playoffs else game for game in found
    )


def _is_typed(page: SheetReader, heads: Headings, row: int) -> bool:
    """Whether somebody is typed in a line."""
    return any(page.entered((row, heads.cols[side])) for side in ("white", "black"))


def _put(page: SheetReader, heads: Headings, row: int, line: PastedLine, is_typed: bool) -> None:
    """Use the pasted data in a line in which nobody is typed."""
    at = {key: (row, heads.cols[key]) for key in ("white", "result", "black")}
    if line.kind == UNREAD or (line.kind == GAME and is_typed):
        raise page.wrong(at["white"], "paste_twice" if is_typed else "paste_unread")
    number = whole_number(page.entered((row, heads.cols["round"])))
    if number is not None and line.names_other(number):
        raise page.wrong((row, heads.cols["round"]), "paste_other_round", round=number)
    if line.kind == GAME:
        page.complete(at["white"], line.white)
        page.complete(at["black"], line.black or "")
        if not page.entered(at["result"]):
            page.complete(at["result"], line.result)
        elif line.result not in ("", ASKED, page.result(at["result"]).code):
            page.doubts.append(Problem("paste_result", {}, page.where(at["result"])))


def _follow(page: SheetReader, place: Place, above: object) -> object:
    """The round of a line; an empty cell takes that of the line above."""
    typed = page.value(place)
    if page.entered(place):
        return typed
    page.complete(place, above)
    return above


def _line(
    page: SheetReader, heads: Headings, row: int, named: Mapping[str, list[int]]
) -> Game | None:
    """One line of the Games sheet; None for one that holds no game yet."""
    at = {key: (row, col) for key, col in heads.cols.items()}
    if not any(page.entered(at[key]) for key in ("white", "black", "result")):
        return None
    result = page.result(at["result"])
    typed = page.entered(at["round"])
    if isinstance(page.value(at["round"]), str) and typed and whole_number(typed) is None:
        raise page.wrong(at["round"], "round_no_number", round=typed)
    round_ = page.whole(at["round"], "round")
    white, black = (_number(page, at[side], named) for side in ("white", "black"))
    if round_ is None:
        page.refuse(at["round"], "read_no_round")
    if white is None:
        raise page.wrong(at["white"], "white_missing")
    if black is None and not result.code:
        raise page.wrong(at["black"], "half_line")
    board = page.board(at["board"]) if "board" in at else None
    moves = page.whole(at["moves"], "number of moves") if "moves" in at else None
    places = {key: page.where(place) for key, place in at.items()}
    where = places["white"]
    return Game(round_, white, black, result, board=board, moves=moves, where=where, places=places)


def _number(page: SheetReader, place: Place, named: Mapping[str, list[int]]) -> int | None:
    """The number of a player who is typed by number or by name; None for an empty cell."""
    typed = page.entered(place)
    if not isinstance(page.value(place), str) or not typed or whole_number(typed) is not None:
        return page.whole(place, "number")
    key = key_of(typed)
    numbers = named.get(key, []) if key != NOBODY else []
    if len(numbers) != 1:
        raise page.wrong(place, "player_unknown", no=typed)
    return numbers[0]
