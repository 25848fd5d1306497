"""Games that are columns as the engine has them: events with their players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ...engine.event import Event, Game, Player
from ...engine.results import RESULTS
from ...exchange.players import NUMBER
from .games import GamesTable


def whole_event(sent: GamesTable, number: int, event: Event) -> Event:
    """An event with the players that its games name, each by the first place that does."""
    players = list(players_of(sent, number))
    numbers = {token: no for token, no, _ in players}
    games = games_of(sent, sent.rows_of(number), sent.white, sent.black, numbers)
    return replace(event, players=tuple(as_player(sent, *one) for one in players), games=games)


def games_of(sent: GamesTable, rows: Any, white: Any, black: Any, numbers: Any) -> tuple[Game, ...]:
    """Some games between those whose places in `white` and `black` have these numbers."""
    return tuple(
        Game(
            int(sent.round[row]), numbers[int(white[row])], numbers.get(int(black[row])),
            RESULTS[int(sent.result[row])], where=sent.columns.place(row),
            playoff=sent.playoff is not None and bool(sent.playoff[row]),
            moves=None if sent.moves is None or sent.moves[row] < 0 else int(sent.moves[row]),
        )
        for row in rows.tolist()
    )  # fmt: skip


def players_of(sent: GamesTable, number: int) -> Iterator[tuple[int, int, int]]:
    """The players of an event: token, number, and the first row with each; in their order."""
    rows = sent.rows_of(number)
    sides = np.column_stack([sent.white[rows], sent.black[rows]]).ravel().tolist()
    first: dict[int, int] = {}
    for at, token in enumerate(sides):
        if token >= 0 and token not in first:
            first[token] = int(rows[at // 2])
    for token, no in numbered(sent, list(first)).items():
        yield token, no, first[token]


def numbered(sent: GamesTable, tokens: Sequence[int]) -> dict[int, int]:
    """The numbers of an event's players: see `exchange.games`."""
    texts = [sent.tokens[token] for token in tokens]
    if all(map(NUMBER.fullmatch, texts)):
        both = sorted(zip(map(int, texts), tokens, strict=True))
        return {token: number for number, token in both}
    return {token: number for number, token in enumerate(tokens, 1)}


def as_player(sent: GamesTable, token: int, no: int, row: int) -> Player:
    """A player of whom only the games tell, first in that row: digits are an ID."""
    text = sent.tokens[token]
    return Player(
        no, text, id=text if text.isdecimal() else "", where=sent.columns.place(row),
        places={"name": sent.at(row, token)},
    )  # fmt: skip
