"""A list of games, with or without a list of the players in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache

from ..engine.account import Account
from ..engine.errors import ArgumentError, EventError, FileError, RatingError, shown
from ..engine.event import Event, Game, Player
from ..engine.near_names import near_names
from ..engine.problem import make_error
from ..engine.results import BYES, RESULTS, Kind, Result, of_two, read_result
from ..engine.rounding import ONE, ZERO
from ..engine.texts import wording
from ..engine.vocabulary.booleans import is_yes
from ..engine.vocabulary.headings import heading_of
from ..engine.vocabulary.likeness import OF_GAMES
from ..engine.vocabulary.names import may_be_one
from ..engine.vocabulary.nobody import is_nobody, names_nobody
from ..engine.vocabulary.spellings import plain_result
from .called_players import Meant, number_of, numbers_of, ways_meant
from .crosstables.words import round_named
from .players import account_of_players, players_of
from .result_columns import expect_clear, is_black_first
from .table import Row, Table

#: Results that are White's score.
SCORES = ("1", "½", "0")
_SCORED = {(r.white, r.black): r for r in RESULTS if r.kind is Kind.PLAYED}


_NUMBERED = ("col_white_no", "col_red_no", "col_black_no")

#: The parts of a game: those that affect numbers, and what the file says about its event.
PARTS = (
    "round", "white", "black", "result", "white_score", "black_score", "white_rating",
    "black_rating", "white_id", "black_id", "board", "playoff", "moves", "event", "date", "pace",
    "format",
)  # fmt: skip


def read_games(table: Table, listed: Table | None) -> Event:
    """The event of a list of games and, if there is one, of its list of players.

    Columns: round, white, black, and result or white_score; board, black_score,
    white_rating and black_rating, white_id and black_id if known; playoff, x for a game that
    decides a tie; moves, how many the game had. Players are named by number, id or name.
    Raises `FileError` for a missing column, `ArgumentError` or `NumberError` for a cell
    that cannot be read, `EventError` for a player or a rating that contradicts the list.
    """
    if not {"result", "white_score"} & set(table.headings):
        raise make_error(FileError, "read_no_result", table.name)
    sides = [
        (row, side)
        for row in table.rows
        for side in ("white", "black")
        if not (side == "black" and _is_bye(row))
    ]
    account = account_of_games(table)
    tokens = [_token(row, side) for row, side in sides]
    parts: tuple[Account, ...] = ()
    others: Sequence[Meant] = ()
    if listed is None:
        players, meant = _players_of(tokens)
        players = _placed(players, meant, sides, tokens)
    else:
        parts = (account_of_players(listed),)
        players = players_of(listed)
        meant, *others = ways_meant(players, listed, tokens)
    numbers = {
        (row.place, side): number_of(token, side, meant, others, row.at(side))
        for (row, side), token in zip(sides, tokens)
    }
    games = tuple(
        Game(
            round=_round(row),
            white=numbers[row.place, "white"],
            black=numbers.get((row.place, "black")),
            result=_result(row),
            board=row.whole("board"),
            where=row.place,
            playoff=_is_playoff(row),
            moves=row.whole("moves"),
        )
        for row in table.rows
    )
    if is_black_first(table.headings):
        for row, game in zip(table.rows, games):
            if game.black is not None:
                expect_clear(game.result, row.text("result"), row.at("result"))
    given = [(row, f"{side}_rating", numbers[row.place, side]) for row, side in sides]
    players = _with_ratings(players, given)
    _expect_names(players, [(row, side, numbers[row.place, side]) for row, side in sides])
    doubts = near_names(players, games) if listed is None else ()
    told = (one for each in (account, *parts) for one in each.doubts)
    account = replace(account.counting(players, games), parts=parts, doubts=(*told, *doubts))
    return Event(players=players, games=games, account=account)


def account_of_games(table: Table) -> Account:
    """The account of a list of games; `FileError` if an unread column may matter."""
    return table.understood("games", _known(), OF_GAMES)


@lru_cache(maxsize=1)
def _known() -> Mapping[str, str]:
    """The meanings of the headings of a list of games, with '' for what is not read."""
    # A template has players' numbers next to their names.
    numbered = {heading_of(text) for key in _NUMBERED for text in wording(key).values()}
    numbered |= {"white_points_before", "black_points_before"}
    return dict.fromkeys(numbered, "") | {name: name for name in PARTS}


def _expect_names(players: Sequence[Player], sides: Iterable[tuple[Row, str, int]]) -> None:
    """Raise `EventError` if games give an ID with a name that cannot be that player's."""
    names = {player.no: player.name for player in players if player.id}
    for row, side, no in sides:
        own = row.text(side) if row.text(f"{side}_id") else ""
        known = names.get(no, own)
        if own and known and own != known and not may_be_one(own, known, True):
            words = {"no": row.text(f"{side}_id"), "one": shown(known), "other": shown(own)}
            raise make_error(EventError, "read_two_names", row.at(side), **words)


def _token(row: Row, side: str) -> str:
    """How a line of games refers to a player: by ID, if there is one."""
    return row.text(f"{side}_id") or row.text(side)


def _is_playoff(row: Row) -> bool:
    try:
        return is_yes(row.text("playoff"), "playoff")
    except ArgumentError as error:
        raise error.at(row.at("playoff")) from None


def _is_bye(row: Row) -> bool:
    return is_nobody(row.text("black"))


def _players_of(tokens: Iterable[str]) -> tuple[tuple[Player, ...], Meant]:
    """Players known only from the games: by their numbers, or in order of appearance."""
    seen = list(filter(None, dict.fromkeys(tokens)))
    numbers = numbers_of(seen)
    is_named = any(str(no) != token for token, no in numbers.items())
    players = (
        Player(no, token, id=token if token.isdecimal() else "") if is_named else Player(no)
        for token, no in numbers.items()
    )
    return tuple(players), Meant({token: [no] for token, no in numbers.items()})


def _placed(
    players: Sequence[Player],
    meant: Meant,
    sides: Sequence[tuple[Row, str]],
    tokens: Sequence[str],
) -> tuple[Player, ...]:
    """The players with the first cell that names each, for messages."""
    first = {meant[token][0]: at for at, token in reversed([*zip(sides, tokens)]) if token}
    return tuple(
        replace(
            player,
            name=row.text(side) if row.text(f"{side}_id") else player.name,
            id=row.text(f"{side}_id") or player.id,
            places={"name": row.at(side)},
            where=row.place,
        )
        for player in players
        for row, side in [first[player.no]]
    )


def _round(row: Row) -> int:
    number = round_named(row.text("round")) or row.whole("round")
    if number is None:
        raise make_error(ArgumentError, "read_no_round", row.at("round"))
    return number


def _result(row: Row) -> Result:
    own, score = read_result(""), _by_score(row)
    if row.text("result"):
        own = _read(row, "result", row.text("result"))
        if plain_result(row.text("result")) in SCORES and names_nobody(row.text("black")):
            own = BYES[own.white or ZERO]  # Cid, bye, 1
    return of_two(own, score, row.at("white_score"))


def _by_score(row: Row) -> Result:
    signs = (row.text("white_score"), row.text("black_score"))
    if set(signs) <= {"+", "-"}:
        return _read(row, "white_score", "/".join(signs))
    white, black = row.points("white_score"), row.points("black_score")
    if white is None and black is None:
        return read_result("")
    if white is None:
        raise make_error(ArgumentError, "read_no_score", row.at("white_score"))
    result = (
        BYES.get(white)
        if _is_bye(row) and not black
        else _SCORED.get((white, _other(white) if black is None else black))
    )
    if result is None:
        words = {"white": white, "black": "–" if black is None else black}
        raise make_error(ArgumentError, "read_scores", row.at("white_score"), **words)
    return result


def _read(row: Row, column: str, text: str) -> Result:
    try:
        return read_result(text)
    except RatingError as error:
        raise error.at(row.at(column)) from None


def _other(score: Decimal) -> Decimal:
    return ONE - score if ZERO <= score <= ONE else ZERO


def _with_ratings(
    players: Sequence[Player], given: Iterable[tuple[Row, str, int]]
) -> tuple[Player, ...]:
    """The players with the ratings given next to the games, each with its place.

    Raises `EventError` if a player has two different ones.
    """
    ratings = {player.no: player.rating for player in players}
    places: dict[int, str] = {}
    none: set[int] = set()
    for row, column, no in given:
        rating = row.rating(column)
        if rating is None:
            continue
        # 0 means no rating: it contradicts one, like any other rating.
        own = ratings[no] if ratings[no] is not None else ZERO if no in none else None
        if own not in (None, rating):
            words = {"no": no, "rating": rating, "other": own}
            raise make_error(EventError, "read_two_ratings", row.at(column), **words)
        if not rating:
            none.add(no)
            continue
        if ratings[no] is None:
            ratings[no], places[no] = rating, row.at(column)
    return tuple(
        replace(
            player, rating=ratings[player.no], places={**player.places, "rating": places[player.no]}
        )
        if player.no in places
        else player
        for player in players
    )
