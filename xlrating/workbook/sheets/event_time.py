"""Whether the rules accept the time that a player has for a game, as a formula on Start."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from ...engine.admission import time_bounds
from ...engine.rules.sections import EventTerms
from ..builder import Builder, joint
from .start_columns import typed_at


def paced(
    builder: Builder, rule: EventTerms, at: Mapping[str, int], else_: str, is_wrong: bool = True
) -> str:
    """The formula of errors in the total time of a game, if both parts of it are numbers.

    With `is_wrong` False, that of doubts: games that count only by an exception. `else_` is the
    formula for anything else.
    """
    say_ = builder.say
    minutes, increment = (typed_at(at[f"event_{key}"]) for key in ("minutes", "increment"))
    total = f"({minutes}+{increment}*{rule.moves}/60)"
    words = {"total": total, "moves": str(rule.moves), "clause": f'"{rule.clause_of("minutes")}"'}
    text = else_
    for rate in reversed(rule.rates):
        rating = str(rate.rating or 0)
        games = f'COUNTIF([Games.top_rating],">={rating}")'
        short = {**words, "rating": rating, "least": str(rate.minutes), "n": games}
        told_ = say_("event_rate", short) if is_wrong else '""'
        for pace in reversed(rule.approved_paces):
            excepted = {**short, "exception": f'"{pace.clause}"'}
            approved = typed_at(at["event_approved"])
            unsaid = say_("event_pace_unsaid", excepted) if is_wrong else '""'
            counts = '""' if is_wrong else say_("event_pace_approved", excepted)
            days = f"day_start>={_day(pace.since)},day_start<{_day(pace.until)}"
            fits = f"{minutes}>={pace.minutes},{increment}>={pace.increment},{days}"
            told_ = f'IF(AND({fits}),IF(TRIM({approved})="",{unsaid},{counts}),{told_})'
        text = f"IF(AND({total}<{rate.minutes},{games}>0),{told_},{text})"
    tests = [f"{total}<={rule.over}"] if rule.over is not None else []
    tests += [f"{total}<{rule.least}"] if rule.least is not None else []
    tests += [f"{total}>={rule.below}"] if rule.below is not None else []
    tests += [f"{total}>{rule.up_to}"] if rule.up_to is not None else []
    if tests and is_wrong:
        bounds = (say_(key, {"bound": str(bound)}) for key, bound in time_bounds(rule))
        pace_words = say_("event_time", {**words, "bounds": joint(";").join(bounds)})
        text = f"IF(OR({','.join(tests)}),{pace_words},{text})"
    if not is_wrong and not rule.approved_paces:
        return else_
    return f"IF(ISNUMBER({increment}),{text},{else_})" if text != else_ else else_


def _day(day: date) -> int:
    return day.year * 10000 + day.month * 100 + day.day
