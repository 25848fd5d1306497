"""Games that are columns as the engine has them: events with their players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...engine.event import Event, Game, Player
from ...engine.results import RESULTS
from ...exchange.players import NUMBER
from ..submissions import Submitted
from .games import Sent


def as_events(sent: Sent, only: Any = None) -> list[Submitted]:
    """The events as the engine has them, all or those that some games belong to."""
    rows = np.arange(sent.size)
    if only is not None:
        rows = rows[np.isin(sent.event, only)]
    found = []
    order = rows[np.argsort(sent.event[rows], kind="stable")]
    for part in np.split(order, np.flatnonzero(np.diff(sent.event[order])) + 1):
        if len(part):
            found.append(_as_event(sent, part))
    return found


def _as_event(sent: Sent, rows: Any) -> Submitted:
    """An event with the players that its games name, each by the first place that does."""
    said = sent.events[int(sent.event[rows[0]])]
    named = dict.fromkeys(np.column_stack([sent.white, sent.black])[rows].ravel().tolist())
    numbers = numbered(sent, [token for token in named if token >= 0])
    first: dict[int, int] = {}
    games = []
    for row in rows.tolist():
        white, black = int(sent.white[row]), int(sent.black[row])
        for token in (white, black):
            first.setdefault(token, row)
        games.append(
            Game(
                int(sent.round[row]), numbers[white], numbers.get(black),
                RESULTS[int(sent.result[row])], where=sent.columns.place(row),
                playoff=sent.playoff is not None and bool(sent.playoff[row]),
                moves=None if sent.moves is None or sent.moves[row] < 0 else int(sent.moves[row]),
            )
        )  # fmt: skip
    players = [as_player(sent, token, no, first[token]) for token, no in numbers.items()]
    event = said.event
    made = Event(
        tuple(players), tuple(games), event.name, start=event.start, end=event.end,
        pace=event.pace, where=said.file, says_format=False, says_rounds=sent.says_rounds,
    )  # fmt: skip
    return Submitted(said.file, made, said.title, said.data)


def numbered(sent: Sent, tokens: Sequence[int]) -> dict[int, int]:
    """The numbers of an event's players: see `exchange.games`."""
    texts = [sent.tokens[token] for token in tokens]
    if all(map(NUMBER.fullmatch, texts)):
        both = sorted(zip(map(int, texts), tokens, strict=True))
        return {token: number for number, token in both}
    return {token: number for number, token in enumerate(tokens, 1)}


def as_player(sent: Sent, token: int, no: int, row: int) -> Player:
    """A player of whom only the games tell, first in that row: digits are an ID."""
    text = sent.tokens[token]
    return Player(
        no, text, id=text if text.isdecimal() else "", where=sent.columns.place(row),
        places={"name": sent.at(row, token)},
    )  # fmt: skip
