"""The pairings and results of one or all rounds, as pairing programs show them.

``Bo. | No. | | White | Rtg | Pts. | Result | Pts. | | Black | Rtg | No.``: headings occur twice,
so a column is White's or Black's by its position; the round is named above the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import NamedTuple

from ...engine.account import Account
from ...engine.errors import EventError, RatingError
from ...engine.errors import shown as quoted
from ...engine.event import Event, Game, Player
from ...engine.near_names import near_names
from ...engine.problem import make_error
from ...engine.results import BYES, Kind, Result, read_result
from ...engine.rounding import ZERO
from ...engine.scoring import STANDARD, Scoring
from ..decimals import DecimalFormat
from ..grid import Grid, shown
from ..result_columns import expect_clear
from ..table import Row
from ..tabular import AS_IT_IS, ReadOptions
from ..totals import SCORINGS, said_by
from ..unknown import is_uncalculated, unreadable
from .above import LabelLine, said_above, with_said
from .accounted import begun, columns_beside, counted, is_blank
from .entries import OpenBye, notations
from .pairing_heads import PairingHead, SideColumns, heads_of, round_in, sides_of
from .plain_cells import as_text, plain_score
from .words import is_note


class _Game(NamedTuple):
    head: PairingHead
    row: int
    game: Game


def has_pairings(grid: Grid) -> bool:
    """Whether a grid contains a table of pairings; a list of games has a column of rounds."""
    return any(sides_of(grid, row) for row in grid.head_rows)


def read_pairings(grids: Sequence[Grid], asked: ReadOptions = AS_IT_IS) -> Event:
    """The event of all rounds in the tables of a page or a sheet.

    Raises `FileError` if a round is not named, `ArgumentError` naming a cell that cannot be
    read, and `EventError` naming a cell that contradicts another one.
    """
    heads = list(heads_of(grids, asked.ignore))
    games: list[_Game] = []
    people: dict[str, Player] = {}
    more: list[PairingHead] = []
    for at, head in enumerate(heads):
        following = heads[at + 1] if at + 1 < len(heads) else None
        is_same = following is not None and following.grid is head.grid
        end = following.row if following is not None and is_same else len(head.grid.rows)
        for row in range(head.row + 1, end):
            if number := _round_alone(head.grid, row):
                # The headings are not repeated for each round.
                head = head._replace(round=number, said=row)
                more.append(head)
                continue
            game = _game(head.grid, head, row, people)
            if game is not None:
                games.append(_Game(head, row, game))
    heads += [head for head in more if any(one.head is head for one in games)]
    scoring = _scoring_of(games)
    players = tuple(sorted(people.values(), key=lambda player: player.no))
    event = Event(
        players=players,
        games=tuple(sorted((one.game for one in games), key=lambda game: game.round)),
        says_format=False,
        scoring=said_by(scoring or STANDARD),
        where=grids[0].name,
    )
    lines = [one for one in said_above(grids[0], heads[0].row) if not round_in(one.text)]
    event, said = with_said(event, lines)
    is_checked = scoring is not None
    own = [_account(grid, heads, games, is_checked, said, asked) for grid in grids]
    is_numbered = all(side.no >= 0 for head in heads for side in (head.white, head.black))
    doubts = () if is_numbered else near_names(event.players, event.games)
    doubts = (*(doubt for one in own for doubt in one.doubts), *doubts)
    return counted(event, replace(own[0], parts=tuple(own[1:]), doubts=doubts))


def _round_alone(grid: Grid, row: int) -> int:
    """The round that a line between the games names; 0 for any other row."""
    texts = list(filter(None, grid.texts(row)))
    return next(filter(None, map(round_in, texts)), 0) if len(texts) <= 2 else 0


def _account(
    grid: Grid,
    heads: Sequence[PairingHead],
    games: Sequence[_Game],
    is_checked: bool,
    said: Sequence[LabelLine],
    asked: ReadOptions,
) -> Account:
    """The account of one table of the pairings."""
    mine = [head for head in heads if head.grid is grid]
    rows = [one.row for one in games if one.head.grid is grid]
    kinds = {row: "blank" if is_blank(cells) else "footer" for row, cells in enumerate(grid.rows)}
    kinds |= {row: "title" for row in range(mine[0].row) if kinds[row] == "footer"}
    kinds |= {one.said: "said" for one in mine if one.said >= 0}
    kinds |= dict.fromkeys((head.row for head in mine), "heading") | dict.fromkeys(rows, "game")
    used = {mine[0].board: "board"} | {col: "result" for head in mine for col in head.results}
    for name, side in (("white", mine[0].white), ("black", mine[0].black)):
        used |= {side.name: name, side.no: f"{name} no", side.rating: f"{name} rating"}
        used |= {side.title: f"{name} title"}
        used |= {side.points: f"={name} points"} if is_checked else {}
    columns = columns_beside(grid, mine[0].row, used, rows, asked)
    own = said if grid is heads[0].grid else ()
    return begun(grid, kinds, own, "pairings", columns)


def _game(grid: Grid, head: PairingHead, row: int, people: dict[str, Player]) -> Game | None:
    """The game in a row, None if there is none; adds its players to `people`."""
    white = _name(grid, row, head.white)
    black = _name(grid, row, head.black)
    if is_note(white) and not grid.text(row, head.white.no):
        return None
    result_place = grid.at(row, head.results[0], "result")
    if not white or not black:
        if (white or black) and _text_of_result(grid, row, head):
            side, name = (head.black, "black") if white else (head.white, "white")
            raise make_error(EventError, f"read_no_{name}", grid.at(row, side.name, name))
        return None
    first = _player(grid, head.white, row, people)
    bye = _bye(black, result_place)
    text = _text_of_result(grid, row, head)
    board = _number(grid, row, head.board, "board")
    if bye is None:
        second = _player(grid, head.black, row, people)
        result = _result(text, result_place)
        if head.black.name < head.white.name:
            expect_clear(result, text, result_place)
        return Game(
            head.round, first, second, result, board=board, where=grid.line(row),
            places={"result": result_place},
        )  # fmt: skip
    worth = bye if not isinstance(bye, OpenBye) else None
    if worth is None or text:
        try:
            worth = read_result(text).white if text else None
        except RatingError as error:
            raise error.at(result_place) from None
    if worth is None:
        return None  # the points for a bye are given with the results
    return Game(head.round, first, None, BYES[worth], where=grid.line(row))


def _name(grid: Grid, row: int, side: SideColumns) -> str:
    """The name in a row; raises `ArgumentError` with the cell for a formula without a value."""
    value = grid.value(row, side.name)
    if is_uncalculated(value) and (error := unreadable(value)):
        raise error.at(grid.at(row, side.name, "name"))
    return shown(value)


def _bye(text: str, where: str) -> Decimal | OpenBye | None:
    """The points for a text that means a bye, an `OpenBye` if it has none; None for a name."""
    entry = notations([])[0](as_text(text, where))
    if isinstance(entry, OpenBye):
        return entry
    return getattr(entry, "score", None) if getattr(entry, "kind", None) is Kind.BYE else None


def _result(text: str, where: str) -> Result:
    try:
        return read_result(text)
    except RatingError as error:
        raise error.at(where) from None


def _text_of_result(grid: Grid, row: int, head: PairingHead) -> str:
    """The result of a row, with ``:`` between two scores in columns of their own."""
    parts = [
        as_text(_cell(grid, row, col), grid.at(row, col, "result"), is_round=False)
        for col in head.results
    ]
    if len(parts) == 1:
        return parts[0]
    scores = [plain_score(part) for part in (parts[0], parts[-1])]
    return ":".join(filter(None, scores))


def _cell(grid: Grid, row: int, col: int) -> object:
    cells = grid.rows[row]
    return cells[col] if 0 <= col < len(cells) else ""


def _number(grid: Grid, row: int, col: int, what: str) -> int | None:
    return _row(grid, row, col, what).whole(what) if col >= 0 else None


def _row(grid: Grid, row: int, col: int, what: str) -> Row:
    value = grid.value(row, col)
    return Row((what,), (value,), grid.line(row), lambda _: grid.at(row, col, what),
               DecimalFormat((value,), grid.decimal))  # fmt: skip


def _player(grid: Grid, side: SideColumns, row: int, people: dict[str, Player]) -> int:
    """The number of a player, who is added if new.

    Raises `EventError` with the cell if name, number or rating contradict an earlier row.
    """
    name = grid.text(row, side.name)
    no = _number(grid, row, side.no, "no")
    rating = _row(grid, row, side.rating, "rating").rating("rating") or None
    title = grid.text(row, side.title) if side.title >= 0 else ""
    place = grid.at(row, side.name, "name")
    known = people.get(str(no) if no is not None else name)
    if known is None:
        number = no if no is not None else 1 + max((p.no for p in people.values()), default=0)
        known = Player(number, name, rating, title=title, where=place)
        people[str(no) if no is not None else name] = known
    if known.name != Player(1, name).name:
        words_ = {"no": known.no, "one": quoted(known.name), "other": quoted(name)}
        raise make_error(EventError, "read_two_names", place, **words_)
    if known.rating != rating:
        words_ = {"no": known.no, "rating": rating or "–", "other": known.rating or "–"}
        raise make_error(
            EventError, "read_two_ratings", grid.at(row, side.rating, "rating"), **words_
        )
    return known.no


def _scoring_of(games: Sequence[_Game]) -> Scoring | None:
    """The scoring of the points printed before each round; None if a round is missing.

    Raises `EventError` with the cell that differs from the rounds before it.
    """
    rounds = sorted({one.game.round for one in games})
    if not rounds or rounds != list(range(1, rounds[-1] + 1)):
        return None
    found = [(_differing(games, rounds, scoring), scoring) for scoring in SCORINGS]
    # The scoring is the one that fits most rows.
    wrong, scoring = min(found, key=lambda one: len(one[0]))
    if wrong:
        raise wrong[0]
    return scoring


def _differing(games: Sequence[_Game], rounds: Sequence[int], scoring: Scoring) -> list[EventError]:
    """An error for each cell whose points differ from those of the rounds before it."""
    wrong = []
    total: dict[int, Decimal] = {}
    for number in rounds:
        of_round = [one for one in games if one.game.round == number]
        for one in of_round:
            for no, side in ((one.game.white, one.head.white), (one.game.black, one.head.black)):
                row = _row(one.head.grid, one.row, side.points, "points")
                printed = row.points("points") if side.points >= 0 else None
                if no is not None and printed is not None and printed != total.get(no, ZERO):
                    given = {"total": total.get(no, ZERO), "printed": printed}
                    place = row.at("points")
                    wrong.append(make_error(EventError, "read_points_differ", place, **given))
        for one in of_round:
            for player, is_black in ((one.game.white, False), (one.game.black, True)):
                if player is not None:
                    own = scoring.of(one.game.result, is_black) or ZERO
                    total[player] = total.get(player, ZERO) + own
    return wrong
