"""What a regulation foretells of a game: the expected score, and the draw where it has a model."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import numpy as np
import pandas as pd

from ..engine.errors import RatingError
from ..engine.event import Player
from ..engine.methods.glicko import starting
from ..engine.rounding import exact
from ..engine.rules.ruleset import RuleSet
from ..engine.terms.deviation import predicted
from ..engine.terms.expectancy import (
    counted_differences,
    expected_score,
    is_rateable_gap,
    win_draw_loss,
)

#: Expected score of White, probabilities of a win and of a draw, difference of the ratings.
Told = tuple[float, float, float, float]
_NOTHING: Told = (np.nan, np.nan, np.nan, np.nan)


class Forecast:
    """The forecasts of a regulation, each pairing asked for once.

    They are those of the worksheet functions EXPECTED_SCORE (with the cap of the rules, by colour
    where the rules tell colours apart), WIN_DRAW_LOSS and GLICKO_EXPECTED.
    """

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self._known: dict[object, Told] = {}

    def of(self, players: Any, games: Any) -> tuple[Any, Any, Any, Any]:
        """The forecasts of games, whose players are named by their rows."""
        ratings = pd.to_numeric(players["rating"], errors="coerce").to_numpy(dtype=float)
        aged = {
            name: players[name].to_numpy() for name in ("rd", "volatility", "periods")
            if self.rules.deviation is not None and name in players.columns
        }  # fmt: skip
        found = []
        for white, black in zip(games["white"].tolist(), games["black"].tolist(), strict=True):
            if pd.isna(black) or np.isnan(ratings[int(white)]) or np.isnan(ratings[int(black)]):
                found.append(_NOTHING)
                continue
            pair = [self._entry(ratings, aged, int(row)) for row in (white, black)]
            key = tuple(pair)
            if key not in self._known:
                self._known[key] = self._told(*pair)
            found.append(self._known[key])
        columns = np.array(found, dtype=float).reshape(len(found), 4).T
        return columns[0], columns[1], columns[2], columns[3]

    @staticmethod
    def _entry(ratings: Any, aged: dict[str, Any], row: int) -> tuple[Any, ...]:
        facts = [None if pd.isna(column[row]) else column[row] for column in aged.values()]
        return (ratings[row], *zip(aged, facts, strict=True))

    def _told(self, white: tuple[Any, ...], black: tuple[Any, ...]) -> Told:
        rules = self.rules
        own, other = exact(white[0], "rating"), exact(black[0], "rating")
        difference = float(own - other)
        try:
            if rules.deviation is not None:
                pair = [starting(_player(one), rules) for one in (white, black)]
                return float(predicted(pair[0], pair[1], rules)), np.nan, np.nan, difference
            if not is_rateable_gap(own, other, rules):
                return _NOTHING
            counted = counted_differences(own, [other], rules)[0]
            if rules.outcomes is not None:
                told = win_draw_loss(counted, rules)
                share = float(expected_score(counted, rules, "w"))
                return share, float(told.win), float(told.draw), difference
            return float(expected_score(counted, rules)), np.nan, np.nan, difference
        except RatingError:
            # Rules without an expected score foretell nothing.
            return _NOTHING


def _player(entry: tuple[Any, ...]) -> Player:
    facts = {
        str(pair[0]): exact(pair[1], str(pair[0]))
        for pair in entry[1:]
        if isinstance(pair, tuple) and pair[1] is not None
    }
    return Player(1, rating=Decimal(str(exact(entry[0], "rating"))), facts=facts)
