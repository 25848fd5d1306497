# Written by `python -m xlrating.functions.stubs` from the registry; change the functions, not this.

from . import bulk
from .reading import read
from .engine.rating import rate
from .engine.rules.ruleset import load
from .engine.event import Event
from .engine.event import Player
from .engine.event import Game
from .engine.report import Report
from .engine.rules.ruleset import RuleSet
from .engine.errors import RatingError
from .annotation.book import annotate
from .functions import (
    ABSENCE_PENALTY,
    BONUS,
    CALIBRATE,
    CONVERT_RATING,
    DP_TABLE,
    EVENT_AVERAGE,
    EXPECTED_SCORE,
    EXPLAIN_RATING,
    GLICKO_EXPECTED,
    GLICKO_RATING,
    INITIAL_RATING,
    K_FACTOR,
    LADDER_POINTS,
    NEW_RATING,
    PERF_RATING,
    POOLED_RATING,
    RATE_EVENT,
    RATING_CHANGE,
    RATING_CLASS,
    RATING_DEVIATION,
    RATING_FLOOR,
    RATING_INTERVAL,
    RULE_SETS,
    START_RATING,
    WE_TABLE,
    WIN_DRAW_LOSS,
)

__version__: str
__all__ = [
    "read",
    "rate",
    "load",
    "Event",
    "Player",
    "Game",
    "Report",
    "RuleSet",
    "RatingError",
    "annotate",
    "bulk",
    "WE_TABLE",
    "DP_TABLE",
    "EXPECTED_SCORE",
    "WIN_DRAW_LOSS",
    "CALIBRATE",
    "K_FACTOR",
    "NEW_RATING",
    "RATING_CHANGE",
    "EXPLAIN_RATING",
    "PERF_RATING",
    "INITIAL_RATING",
    "EVENT_AVERAGE",
    "POOLED_RATING",
    "RATE_EVENT",
    "START_RATING",
    "BONUS",
    "ABSENCE_PENALTY",
    "LADDER_POINTS",
    "RATING_FLOOR",
    "RATING_CLASS",
    "CONVERT_RATING",
    "RULE_SETS",
    "GLICKO_RATING",
    "GLICKO_EXPECTED",
    "RATING_DEVIATION",
    "RATING_INTERVAL",
]
