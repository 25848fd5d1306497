"""simulate(event, n, seed) -> a frame: one row per player, with the odds of places and prizes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from ..engine.errors import ArgumentError
from ..engine.event import Event
from ..engine.problem import make_error
from ..engine.results import RESULT_BY_CODE
from ..engine.rules.ruleset import RuleSet, load
from ..engine.tournament.prizes import Category
from ..engine.tournament.standings import Standing, standings
from .predict import predict

#: The possible results of a game, in the order of the columns of `predict`.
_RESULTS = tuple(RESULT_BY_CODE[code] for code in ("1-0", "½-½", "0-1"))


def simulate(
    event: Event,
    n: int = 1000,
    seed: int = 1,
    *,
    rules: RuleSet | str | None = None,
    draws: float | None = None,
    prizes: Mapping[str, Category] | None = None,
) -> Any:
    """Simulate the games of an event that have no result `n` times: the odds of places and prizes.

    Each such game is won, drawn or lost with the probabilities of `predict` under `rules` (by
    default those of the event), from the ratings before the event. Rules that define an expected
    score E but no draws need `draws`, the share of draws between equals, from 0 to 1: a game is
    then drawn with probability D = min(draws, 2E, 2(1 − E)) and won with E − D/2, so that White
    scores E on average. Games that have not been paired yet are not simulated.

    The frame has one row per player, in order: `no`, `name`, the mean final `points`, the mean
    `place`, and `place_1`, `place_2` … with the share of simulations in which the player took
    that place. Places are those of `standings`, with the event's tie-breaks; players who share a
    place all count for it. `prizes` are categories by name: one column each, with the share in
    which no other eligible player is placed better. The same `seed` gives the same frame on
    every machine; `n` simulations leave a standard error of at most 1/(2√n).

    Raises `ArgumentError` if a game cannot be predicted: a player has no rating, or nothing says
    how often games are drawn.

    >>> from xlrating import Event, Game, Player
    >>> from xlrating.bulk import simulate
    >>> players = Player(1, "Ann", rating=2200), Player(2, "Bob", rating=2000)
    >>> event = Event(players, (Game(1, 1, 2, "½-½"), Game(2, 2, 1, "")), rules="elo")
    >>> simulate(event, 400, draws=0.4)[["name", "points", "place_1"]].round(2)
      name  points  place_1
    0  Ann    1.26     0.94
    1  Bob    0.74     0.42
    """
    chosen = _rules(event, rules)
    if n < 1:
        raise make_error(ArgumentError, "sim_n", "n", n=n)
    if draws is not None and not 0 <= draws <= 1:
        raise make_error(ArgumentError, "sim_share", "draws", share=f"{draws:g}")
    chances, left = _chances(event, chosen, draws)
    # This generator gives the same numbers in every version and on every machine.
    dice = np.random.RandomState(seed).random_sample((n, len(left)))
    drawn = (dice >= chances[0]).astype(np.int8) + (dice >= chances[0] + chances[1])
    found = _counted(event, chosen, left, drawn, prizes or {})
    who = {key: [getattr(player, key) for player in event.players] for key in ("no", "name")}
    return pd.DataFrame({**who, **{name: sums / n for name, sums in found.items()}})


def _counted(
    event: Event, rules: RuleSet, left: Sequence[int], drawn: Any, prizes: Mapping[str, Category]
) -> dict[str, Any]:
    """The columns of `simulate`, summed over the simulations, each a row of
    results `drawn` for the games `left`."""
    outcomes, times = np.unique(drawn, axis=0, return_counts=True)
    size = len(event.players)
    row_of = {player.no: row for row, player in enumerate(event.players)}
    points, places = np.zeros(size), np.zeros((size, size))
    won = {name: np.zeros(size) for name in prizes}
    for outcome, count in zip(outcomes.tolist(), times.tolist(), strict=True):
        table = standings(_played(event, left, outcome), rules)
        for one in table:
            points[row_of[one.no]] += float(one.points) * count
            places[row_of[one.no], one.place - 1] += count
        for name, category in prizes.items():
            for no in _first(table, event, category):
                won[name][row_of[no]] += count
    of_places = {f"place_{at + 1}": places[:, at] for at in range(size)}
    mean = places @ np.arange(1, size + 1)
    return {"points": points, "place": mean, **of_places, **won}


def _rules(event: Event, rules: RuleSet | str | None) -> RuleSet:
    if isinstance(rules, RuleSet):
        return rules
    if not (rules or event.rules):
        raise make_error(ArgumentError, "sim_rules")
    return load(rules or event.rules, event.end or event.start)


def _chances(event: Event, rules: RuleSet, draws: float | None) -> tuple[Any, list[int]]:
    """The probabilities of a win and a draw in each game without a result, and those games."""
    left = [at for at, game in enumerate(event.games) if not game.result.code]
    if not left:
        return np.zeros((2, 0)), left
    players, games = event.to_frames()
    told = predict(players, games.iloc[left], rules)
    lacking = np.flatnonzero(told["expected"].isna())
    if len(lacking):
        game = event.games[left[int(lacking[0])]]
        pair = [event.by_no[no].name or str(no) for no in (game.white, game.black) if no]
        raise make_error(
            ArgumentError, "sim_unknown", round=game.round, pair=" – ".join(pair), rules=rules.id
        )
    if not told["draw"].isna().any():
        return told[["win", "draw"]].to_numpy().T, left
    if draws is None:
        raise make_error(ArgumentError, "sim_draws", rules=rules.id)
    expected = told["expected"].to_numpy()
    drawn = np.minimum(draws, 2 * np.minimum(expected, 1 - expected))
    return np.stack([expected - drawn / 2, drawn]), left


def _played(event: Event, left: Sequence[int], outcome: Sequence[int]) -> Event:
    """The event with these results for the games that are left."""
    games = list(event.games)
    for at, result in zip(left, outcome, strict=True):
        games[at] = replace(games[at], result=_RESULTS[result])
    return replace(event, games=tuple(games))


def _first(table: Sequence[Standing], event: Event, category: Category) -> list[int]:
    """The best placed of those who qualify for a category."""
    fits = [
        one for one in table
        if category.fits(player := event.by_no[one.no], player.rating)
    ]  # fmt: skip
    best = min((one.place for one in fits), default=0)
    return [one.no for one in fits if one.place == best]
