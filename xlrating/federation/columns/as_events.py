"""Games in columns, converted to engine events with their players."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from ...engine.event import Event, Game, Player
from ...engine.results import RESULTS
from ...exchange.called_players import numbers_of
from .games import GamesTable


def whole_event(sent: GamesTable, number: int, event: Event) -> Event:
    """An event with the players named in its games, each placed where first named."""
    players = list(players_of(sent, number))
    numbers = {token: no for token, no, _ in players}
    games = tuple(
        Game(
            int(sent.round[row]), numbers[int(sent.white[row])],
            numbers.get(int(sent.black[row])), RESULTS[int(sent.result[row])],
            playoff=sent.playoff is not None and bool(sent.playoff[row]),
            moves=None if sent.moves is None or sent.moves[row] < 0 else int(sent.moves[row]),
            where=sent.columns.place(row),
        )
        for row in sent.rows_of(number).tolist()
    )  # fmt: skip
    return replace(event, players=tuple(as_player(sent, *one) for one in players), games=games)


def players_of(sent: GamesTable, number: int) -> Iterator[tuple[int, int, int]]:
    """The players of an event: token, number, and first row of each, in order."""
    rows = sent.rows_of(number)
    sides = np.column_stack([sent.white[rows], sent.black[rows]]).ravel().tolist()
    first: dict[int, int] = {}
    for at, token in enumerate(sides):
        if token >= 0 and token not in first:
            first[token] = int(rows[at // 2])
    texts = {sent.tokens[token]: token for token in first}
    for text, no in numbers_of(texts).items():
        yield texts[text], no, first[texts[text]]


def as_player(sent: GamesTable, token: int, no: int, row: int) -> Player:
    """A player known only from games, first named in that row; digits are an ID."""
    text = sent.tokens[token]
    return Player(
        no, text, id=text if text.isdecimal() else "", where=sent.columns.place(row),
        places={"name": sent.at(row, token)},
    )  # fmt: skip
