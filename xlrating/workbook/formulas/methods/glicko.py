"""Glicko and Glicko-2: ratings with deviations, all of them as at the start of the period."""

# Columns are written as tables, one row per line.
# ruff: noqa: E501
from __future__ import annotations

from collections.abc import Callable

from ....engine.lines import GameLine, Line
from ....engine.methods.glicko import starting
from ....engine.rounding import exact, half_away
from ....engine.rules.ruleset import RuleSet
from ....engine.rules.sections import Deviation
from ....engine.texts import say
from ...file.grid import Value
from ...table import SheetColumn, endless, hidden, told
from .. import arithmetic as formulas
from .. import deviation, entry_rating
from ..period import ROUNDS, ways
from ..values import AuditRows, MethodColumns, Note, Of, RatingsRows
from .common import PLAYED, counted_games, filled, met, opponents_sum, own_rating, score

#: In a row of Rounds, where the game counts.
_SHOWN, _MET = 'IF([counted]=0,"",{})', "IF([counted]=0,0,{})"
_DIFFERENCE = "[own_rating]-[opponent_rating]"
#: Among rated players: those who entered with a rating or played a game.
_RATED = 'IF([factor]="","",{})'


def on_sheet(text: str, rules: RuleSet) -> str:
    """A formula of `deviation` with the rules' unit of the scale for `[unit]`."""
    return text.replace("[unit]", deviation.unit(rules))


def audit(rows: AuditRows) -> MethodColumns:
    """The columns of Rounds: each game with its weight by the opponent's deviation."""
    rules, of = rows.rules, ways(rows.plan)

    def opponent(game: GameLine) -> Value:
        return starting(game.opponent, rules).rating if game.opponent else ""

    def weighed(value: Callable[[float, float], float]) -> Of:
        """A number from a counted game's weight and expected score; otherwise 0."""

        def found(index: int) -> Value:
            game, way = rows.game(index), of(index // rows.rounds)
            if game is None or way is None or not game.counted or game.k is None:
                return 0
            parts = (game.k / way.found.factor, game.expected)
            return value(*(float(part or 0) for part in parts))

        return found

    def own(line: Line) -> Value:
        return starting(line.player, rules).rating

    share = on_sheet(deviation.share(f"({_DIFFERENCE})", "[weight]"), rules)
    weight = on_sheet(deviation.weight(rows.ratings("rd_start", "opponent_at")), rules)
    factor = rows.ratings("factor")
    shown = [
        # Newcomers are rated from the rating that the rules give all of them.
        own_rating(rows, rows.of_player(own), filled(rows.ratings("opening"))),
        rows.column(
            "opponent_rating",
            met(filled(rows.ratings("opening", "opponent_at"))),
            rows.of(opponent),
        ),
        told(rows.column("difference", _SHOWN.format(_DIFFERENCE))),
        told(rows.column("expected", _SHOWN.format("[chance]"))),
        score(rows),
        told(rows.column("gain", _SHOWN.format("[score]-[chance]"))),
        told(endless(rows.column("k", _SHOWN.format(f'IF({factor}="","",{factor}*[weight])')))),
        told(rows.column("change", 'IF([k]="","",[k]*[gain])')),
    ]
    helping = [
        hidden("weight", weighed(lambda g, _: g), _MET.format(weight)),
        hidden("chance", weighed(lambda _, e: e), _MET.format(share)),
    ]
    return MethodColumns(shown, helping)


def ratings(rows: RatingsRows) -> MethodColumns:
    """The columns of Ratings: the information from the games, the new rating, its deviation."""
    rules = rows.rules
    has_volatility = rules.need(Deviation).volatility is not None
    unsearched = 'AND([rating]="",[n]=0)'
    # Nothing follows where the volatility is not found.
    none = f'OR({unsearched},[new_volatility]="")' if has_volatility else unsearched
    factor = deviation.factor(rules, "[new_volatility]" if has_volatility else "")

    of, weight, chance = ways(rows.plan), "[Rounds.weight@]", "[Rounds.chance@]"

    def times(index: int) -> Value:
        way, line = of(index), rows.line(index)
        return way.found.factor if way and line and line.change is not None else ""

    shown = [
        rows.column("average", PLAYED.format("[opponents_sum]/[n]")),
        *counted_games(rows),
        rows.column("expected", PLAYED.format("SUM([Rounds.chance@])")),
        rows.column("gain", PLAYED.format("[score]-[expected]")),
        rows.column("change", _RATED.format("[factor]*[gained]")),
        rows.column("rounded", _RATED.format(formulas.new_rating(rules, "[opening]"))),
        rows.column("new", _RATED.format(entry_rating.on_the_list("[opening]+[rounded]", rules))),
        SheetColumn("new_rd", rows.fact("rd"), _RATED.format(on_sheet(deviation.ended(rules), rules)), "dec2", 11),
        *(_volatility(rows, unsearched) if has_volatility else ()),
    ]  # fmt: skip
    helping = [
        opponents_sum(rows),
        *_begun(rows, has_volatility),
        hidden("info", _of_way(rows, "info"), f"SUMPRODUCT({weight}^2*{chance}*(1-{chance}))"),
        # The score is a text in a round without a game: as a separate argument it counts as 0.
        hidden(
            "gained",
            _of_way(rows, "gained"),
            f"SUMPRODUCT({weight},[Rounds.score@])-SUMPRODUCT({weight},{chance})",
        ),
        *(_searched(rows) if has_volatility else ()),
        hidden("factor", times, f'IF({none},"",{on_sheet(factor, rules)})'),
    ]
    return MethodColumns(shown, helping, _notes(has_volatility), first_note=_said(rows))


def _of_way(rows: RatingsRows, key: str) -> Of:
    """A number of the player's `PeriodCourse`; 0 for a free place."""
    of = ways(rows.plan)
    return lambda index: getattr(of(index), key, 0)


def _begun(rows: RatingsRows, has_volatility: bool) -> list[SheetColumn]:
    """Hidden columns of the strength at the start: as typed and aged since, or a newcomer's."""
    of, typed = ways(rows.plan), "IF(ISNUMBER([Players.{0}#]),[Players.{0}#],[Rules.{1}])"
    filled_in = 'IF([Players.filled#]="","",{})'

    def own(key: str) -> Of:
        return lambda index: getattr(way.own, key) if (way := of(index)) else ""

    periods, sigma = "N([Players.periods#])", ""
    if has_volatility:
        # The update of this period lets the deviation grow once by itself (step 6).
        periods, sigma = f"MAX(0,{periods}-1)", "[sigma]"
    aged = deviation.aged(rows.rules, typed.format("rd", "rd_new"), periods, sigma)
    aged = f'IF([Players.rating#]="",[Rules.rd_new],{on_sheet(aged, rows.rules)})'
    volatility = filled_in.format(typed.format("volatility", "rd_volatility"))
    return [
        hidden("opening", own("rating"), filled_in.format(typed.format("rating", "rd_rating"))),
        hidden("rd_start", own("deviation"), filled_in.format(aged)),
        *([hidden("sigma", own("volatility"), volatility)] if has_volatility else []),
    ]


def _searched(rows: RatingsRows) -> list[SheetColumn]:
    """Hidden columns with what the search for the volatility begins with."""
    return [
        hidden(key, _of_way(rows, key), f"IF([n]=0,0,{on_sheet(text, rows.rules)})")
        for key, text in deviation.SOUGHT.items()
    ]


def _volatility(rows: RatingsRows, none: str) -> list[SheetColumn]:
    """The column of the new volatility, from the last step on Steps; '' if the steps run out."""
    x, y = (f"[Steps.end_{key}{ROUNDS}#]" for key in "xy")
    found = f'IF({deviation.is_found(x, y)},EXP({x}/2),"")'
    made = f'IF({none},"",IF([n]=0,[sigma],{found}))'
    return [SheetColumn("new_volatility", rows.fact("volatility"), made, "share", 11)]


def _notes(has_volatility: bool) -> list[Note]:
    """Notes on how a newcomer begins; otherwise on how certain the new rating is."""
    words = {"rating": "[Rules.rd_rating]", "deviation": "[Rules.rd_new]"}
    low, high = (f"ROUND([opening]+[change]{sign}[Rules.rd_interval]*[new_rd],0)" for sign in "-+")
    unfinished = ("volatility_unfinished", 'AND([n]>0,[new_volatility]="")', dict[str, str]())
    return [
        *([unfinished] if has_volatility else ()),
        ("step_new_player", '[Players.rating#]=""', words),
        ("step_deviation_new", '[new]<>""', {"low": low, "high": high}),
    ]


def _said(rows: RatingsRows) -> Callable[[int], str]:
    """The note on the interval around a new rating, in whole points; '' for a newcomer."""

    def said(index: int) -> str:
        line = rows.line(index)
        if line is None or line.player.rating is None:
            return ""
        words = next((s.words for s in line.steps if s.key == "step_deviation_new"), {})
        ends = {key: half_away(exact(words[key])) for key in words}  # type: ignore[arg-type]
        return say(rows.plan.language, "note_step_deviation_new", **ends) if ends else ""

    return said
