"""The engine's values of the cells on the hidden sheet, by the keys of their formulas."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

from ..engine.event import Player
from ..engine.formats import times_met
from ..engine.lines import GameLine, Line
from ..engine.rounding import ZERO, exact
from ..engine.rules.ruleset import RuleSet
from ..engine.terms.coefficient import deciding
from ..engine.terms.expectancy import counted_differences
from ..workbook.formulas import approach
from ..workbook.formulas.period import PeriodCourse, way_of
from .method_texts import Texts
from .tables import RatedTable

Value = Decimal | int | str
#: Steps of the engine, by the key of the formula that gives their value.
_STEPS = {
    "share": ("step_p", "step_share"),
    "k_table": ("step_k", "step_k_given"),
    "development": ("step_coefficient", "step_coefficient_given"),
    "mixed": ("step_mixed",),
}
#: Values that are summed over games, and so 0 for a game that is not counted.
_SUMMED = ("taken", "met_rating", "points", "real", "weight", "told", "gained")
#: Differences from an average, which a step gives as text or as its value.
_AWAY = ("step_p", "step_average_difference")


class RowValues:
    """The values in a player's row; `players` are those of the event, by number.

    `texts` are the formulas of the table.
    """

    def __init__(
        self, line: Line, rules: RuleSet, players: Mapping[int, Player], texts: Texts
    ) -> None:
        self._line, self._rules = line, rules
        self._is_average = rules.average is not None
        self._takes_difference = "[difference]" in texts.game.get("taken", "")
        self._keys = texts.player.keys()
        self._is_rated = line.player.rating is not None
        self._way = way_of(rules, line, players) if texts.met == "opening" else None
        self._is_moving = texts.met != "rating"
        self._counts = self._is_rated or texts.met == "opening"

    def of_player(self) -> Mapping[str, Value]:
        """The values of the formulas of the player, by key."""
        found: dict[str, object] = {"n": 0, "score": 0, "met": 0, "opponents_sum": 0}
        if self._is_rated:
            found |= _of_rated(self._line)
            if "step_rating1" in self._keys:
                found |= approach.values(approach.of_line(self._line, self._rules))
        if self._way is not None:
            found |= _of_way(self._line, self._way)
        return {key: _plain(value) for key, value in found.items()}

    def met(self, game: GameLine | None) -> Value:
        """The opponent's rating, even if the engine shows an average instead; '' for nobody."""
        if game is None or game.opponent is None:
            return ""
        met = game.opponent_rating if self._is_moving else game.opponent.rating
        return _plain(met)

    def of_game(self, key: str, game: GameLine | None, slot: int) -> Value:
        """The value of a formula of the game in a slot, from 0; `game` is None if not counted."""
        if key == "own_rating":
            return self.of_player().get(f"before{slot + 1}", "")
        if not self._counts:
            game = None
        if key == "counted":
            return int(game is not None)
        if key == "side":
            return "" if game is None else game.colour
        if game is None:
            return 0 if key in _SUMMED else ""
        if self._way is not None and key in ("weight", "told", "gained"):
            expected, gain = float(game.expected or 0), float(game.gain or 0)
            weight = float(game.k or 0) / float(self._way.found.factor)
            told = weight**2 * expected * (1 - expected)
            return _plain({"weight": weight, "told": told, "gained": weight * gain}[key])
        own, other = self._ratings(game)
        if key == "by":
            points = game.points or ZERO
            facts = {"rating": own}, {"rating": other}
            return _plain(deciding(*facts, (points, 1 - points), self._rules)["rating"])
        if key == "met_rating":
            return other
        if key in ("real", "taken", "difference"):
            away = game.difference
            if away is None or self._is_average:
                # If the whole field's average counts, no game has a difference of its own.
                away = counted_differences(own, [other], self._rules)[0]
            taken = own - away if self._takes_difference else other
            return {"real": own - other, "taken": taken, "difference": away}[key]
        return _plain(getattr(game, key))

    def _ratings(self, game: GameLine) -> tuple[Decimal, Decimal]:
        """Both ratings of a counted game."""
        if self._is_moving:
            return game.own_rating or ZERO, game.opponent_rating or ZERO
        assert game.opponent is not None, "a counted game has two players"
        return self._line.player.rating or ZERO, game.opponent.rating or ZERO


def of_field(name: str, table: RatedTable) -> Value:
    """How often everyone met everyone, or the average of their ratings, for the key `name`."""
    cycles = times_met(table.event)
    average = next((line.average for line in table.report.lines if line.n), None)
    return _plain({"field": cycles, "field_average": average}[name])


def _of_rated(line: Line) -> dict[str, object]:
    counted = [game for game in line.games if game.counted]
    step = {one.key: one for one in line.steps}
    found: dict[str, object] = {"n": line.n, "score": line.score, "met": line.n}
    for key in ("average", "expected", "gain", "k", "change", "rounded", "new", "performance"):
        found[key] = getattr(line, key)
    met = (game.opponent.rating for game in counted if game.opponent)
    found["opponents_sum"] = sum((one or ZERO for one in met), ZERO)
    for key, names in _STEPS.items():
        own = next((step[name] for name in names if name in step), None)
        found[key] = own.value if own else None
    for name in _AWAY:
        if name in step:
            found["difference"] = step[name].words.get("difference", step[name].value)
    if found["k_table"] is None and found["development"] is None:
        found["k_table"] = found["development"] = line.k
    found["mixed"] = found["mixed"] if found["mixed"] is not None else line.performance
    if not line.n:
        found |= {key: found[key] or ZERO for key in ("change", "rounded")}
    rating = line.player.rating
    assert rating is not None, "only who has one is rated here"
    rounds = {game.round: game.rounded or ZERO for game in counted}
    for number in range(1, max([game.round for game in line.games], default=0) + 2):
        found[f"before{number}"] = rating
        rating += rounds.get(number, ZERO)
    return found


def _of_way(line: Line, way: PeriodCourse) -> dict[str, object]:
    is_rated = line.player.rating is not None
    counted = [game for game in line.games if game.counted]
    return {
        "opening": way.own.rating,
        "rd_start": way.own.deviation,
        "n": line.n,
        "score": line.score,
        "opponents_sum": sum((game.opponent_rating or ZERO for game in counted), ZERO),
        "info": way.info,
        "gained": way.gained,
        "factor": way.found.factor if is_rated or line.n else None,
        "new_rd": line.facts.get("rd") if is_rated else None,
        "sigma": way.own.volatility,
        "square": way.square,
        "surplus": way.surplus,
        "begin": way.begin,
        "new_volatility": way.found.strength.volatility if line.n else way.own.volatility,
        **way.searched,
    }


def _plain(value: object) -> Value:
    if value is None:
        return ""
    if isinstance(value, float):
        return exact(value)
    return value if isinstance(value, (Decimal, int)) else str(value)
