"""What may not stand in one section of a rule file together, and the bounds of single keys."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from xlrating.engine.problem import format_message
from xlrating.engine.rounding import ROUNDINGS
from xlrating.engine.rules.sections import (
    base,
    change,
    coefficient,
    event,
    expectation,
    first,
    lists,
    names,
)
from xlrating.engine.rules.sections.base import Section

D = Decimal
ROWS = tuple(range(50))
K20 = coefficient.KRow(k=D(20))
YOUNG = coefficient.KRow(k=D(40), when={"age": "<18"})
GROWING = coefficient.Development()
EFFECTIVE = coefficient.EffectiveGames(base=D(1))
NO_PACE = event.ApprovedPace(since=date(2020, 1, 1), until=date(2020, 1, 2), minutes=D(30))
MASTER = first.StartRow(titles=("GM", "IM"), rating=D(2400))
FOREIGN = first.StartRow(titles=("GM",), rating=D(2400), foreign=True)
BAND = lists.AdjustedBand(below=D(2000))


def _k(**given: Any) -> Section:
    return coefficient.Coefficient(**given)


def _made(k: int, per_point: str, **when: str) -> Section:
    return coefficient.KRow(k=D(k), per_point=D(per_point), when=when)


def _listed(day: str = "07-01", first_day: str = "01-01", last: str = "03-31") -> Section:
    return lists.ListDay(day=day, first=first_day, last=last)


#: Sections, and the keys that are wrong beside the others.
TOGETHER: list[tuple[Section, list[str]]] = [
    (change.Passes(least=D(9), most=D(9)), []),
    (change.Passes(least=D(10), most=D(9)), ["least"]),
    # K, in rows.
    (_made(20, "0", age="<18"), []),
    (_made(20, "0", height="<18"), ["when.height"]),
    (_made(-1, "0"), ["k"]),
    (_made(0, "0"), []),
    (_made(99, "-0.01"), ["k"]),
    (_made(100, "-0.01"), []),
    (_made(99, "-0.01", rating="<=9900"), []),
    (_made(99, "-0.01", rating="<=9901"), ["k"]),
    (_made(99, "-0.01", peak="<=9901"), ["k"]),
    (_made(99, "-0.01", peak="<=9900"), []),
    (_made(99, "-0.01", games="<=9900"), ["k"]),
    (_made(-20, "0.01"), ["k"]),
    (coefficient.KRow(k=D("-0.5"), per_point=D(1)), ["k"]),
    (coefficient.KRow(k=D("99.99"), per_point=D("-0.01")), []),
    (_made(-1, "0", rating=">=2000", peak="<=2000"), ["k"]),
    (_made(-20, "0.01", rating=">=2000"), []),
    (_made(-20, "0.01", rating=">=1999"), ["k"]),
    # A peak of 2000 leaves ratings below it.
    (_made(-20, "0.01", peak=">=2000"), ["k"]),
    (_made(-20, "0", rating=">2000", peak="<1000"), []),
    (_k(rows=(YOUNG, K20)), []),
    (_k(rows=(K20, YOUNG)), ["rows[1]"]),
    (_k(of="result", own=(K20, YOUNG, YOUNG)), ["own[1]"]),
    (_k(of="result", own=(YOUNG, K20)), []),
    (_k(own=(K20,)), ["own"]),
    (_k(final_more=D(5)), ["final_more"]),
    (_k(final_rounds=2, final_more=D(5), final_least=4), []),
    (_k(rows=(K20,), over=D(800), development=GROWING), []),
    (_k(rows=(K20,), over=D(800), development=GROWING, effective=EFFECTIVE), ["effective"]),
    (_k(over=D(800), development=GROWING), ["development"]),
    (_k(rows=(K20,), development=GROWING), ["development"]),
    (_k(over=D(800), effective=EFFECTIVE), []),
    (_k(effective=EFFECTIVE), ["effective"]),
    (_k(rows=(YOUNG, K20), over=D(800)), []),
    (_k(rows=(_made(1, "0"),), over=D(800)), []),
    (_k(rows=(_made(0, "0"),)), []),
    (_k(rows=(_made(0, "0"),), over=D(800), development=GROWING), []),
    (_k(rows=(YOUNG, _made(0, "0")), over=D(800)), ["rows[2].k"]),
    (_k(rows=(_made(20, "0.1"),), over=D(800)), ["rows[1].k"]),
    (coefficient.Development(brake_below=D(3000), brake_unit=D(150)), []),
    (coefficient.Development(brake_below=D(3001), brake_unit=D(150)), ["brake_unit"]),
    # Events.
    (NO_PACE, []),
    (event.ApprovedPace(since=date(2020, 1, 1), until=date(2020, 1, 1), minutes=D(1)), ["until"]),
    (event.EventTerms(approved_paces=(NO_PACE,)), ["approved_paces"] * 2),
    (event.EventTerms(approved_paces=(NO_PACE,), approval=True), ["approved_paces"]),
    # Curves.
    *((expectation.Expectancy(model=model, scale=D(scale)), wrong)
      for model in ("logistic", "linear")
      for scale, wrong in ((50, []), (-50, []), (49, ["scale"]), (-49, ["scale"]))),
    (expectation.Expectancy(model="normal", scale=D(49)), []),
    (expectation.Expectancy(upper=ROWS), []),
    (expectation.Expectancy(upper=ROWS[1:]), ["upper"]),
    (expectation.Expectancy(upper=(0, 0, *ROWS[2:])), ["upper"]),
    (expectation.Expectancy(upper=(*ROWS[:49], 48)), ["upper"]),
    (expectation.Percentage(difference=ROWS, full=D(49)), []),
    (expectation.Percentage(difference=ROWS, full=D(48)), ["full"]),
    (expectation.Percentage(difference=tuple(range(1, 51))), ["difference"]),
    (expectation.Percentage(), ["difference"]),
    (expectation.Percentage(full=D(48)), ["difference"]),
    (expectation.Percentage(model="linear", difference=(1,), full=D(0)), []),
    (expectation.Difference(exempt_from=D(2650)), ["exempt_from"]),
    (expectation.Difference(cap=D(400), exempt_from=D(2650), favours_once=1), []),
    (expectation.Difference(favours_once=1), ["favours_once"]),
    (expectation.Difference(favours_once=0), []),
    (expectation.Difference(unrated_above=D(0)), ["unrated_above"]),
    (expectation.Difference(unrated_gap=D(1)), ["unrated_gap"]),
    (expectation.Difference(unrated_gap=D(1), unrated_above=D(0)), []),
    (expectation.Average(capped=True), ["capped"]),
    (expectation.Average(round_robin="event", capped=True), []),
    (expectation.Average(rated_least=5), ["rated_least"]),
    (expectation.Average(rated_least=5, rated_least_below=9), []),
    # First ratings.
    (first.Initial(draws=2), ["draws"]),
    (first.Initial(draws_against=D(1800)), ["draws_against"]),
    (first.Initial(draws=2, draws_against=D(1800)), []),
    (first.Initial(per_win=D(50), low_base=D(9)), ["low_base"]),
    (first.Initial(per_win=D(50), low=D(9), low_base=D(9)), []),
    (first.Initial(period_months=2), ["period_months"]),
    (first.Initial(event_bounds="until one counts"), ["event_bounds"]),
    (first.Initial(event_bounds="until one counts", event_games=3), []),
    (first.Initial(event_bounds="until one counts", event_score=D(1)), []),
    (first.Initial(performed=True, per_win=D(50)), ["per_win"]),
    (first.Initial(performed=True, scaled=True), ["scaled"]),
    (first.Initial(per_win=D(50), most=D(0), void_below=D(1)), ["most", "void_below"]),
    (first.Initial(scaled=True), []),
    (first.Initial(low=D(1)), ["low"]),
    (first.Initial(performed=True, low=D(1)), []),
    (first.Initial(least=D(9), most=D(9)), []),
    (first.Initial(least=D(10), most=D(9)), ["least"]),
    (first.Initial(least=D(10)), []),
    (first.Initial(most=D(0)), []),
    (first.StartRow(rating=D(1)), ["titles"]),
    (MASTER, []),
    (first.Start(), ["rows"]),
    (first.Start(rows=(MASTER,), untitled="IM"), []),
    (first.Start(rows=(MASTER,), untitled="none"), ["untitled"]),
    (first.Start(rows=(MASTER, FOREIGN)), ["home"]),
    (first.Start(rows=(MASTER, FOREIGN), home=("CHN",)), []),
    # Lists.
    (lists.Published(women=D(1)), ["women"]),
    (lists.Published(keeps=True), ["keeps"]),
    (lists.Published(least=D(1), women=D(1), keeps=True), []),
    (lists.Bonus(), ["places"]),
    (lists.Bonus(places=(D(3),)), []),
    (lists.Adjustment(), ["rows"]),
    (lists.Adjustment(above_standard=D(0)), []),
    (lists.Adjustment(rows=(BAND,), day=D(20240229)), []),
    (lists.Adjustment(rows=(BAND,), day=D(20230229)), ["day"]),
    (_listed(), []),
    (_listed(day="02-29"), ["day"]),
    (_listed(last="04-31"), ["last"]),
    (_listed(first_day="03-31"), []),
    (_listed(first_day="04-01"), ["first"]),
    (lists.Calendar(), []),
    (lists.Calendar(newcomers="unrated to opponents"), ["newcomers"]),
    (lists.Calendar(newcomers="unrated to opponents", ratings="list at start"), []),
    (names.Conversion(), ["to"]),
    (names.Conversion(to="fide", of="uscf"), ["to"]),
    (names.Conversion(to="fide"), []),
    (names.Conversion(of="uscf"), []),
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(TOGETHER)))
def test_keys_that_contradict_each_other_are_refused(number: int) -> None:
    """Promise: a section with a contradiction names its key; one without has nothing to say."""
    section, wrong = TOGETHER[number]
    assert [key for key, _ in section.wrong()] == wrong
    assert all(said for _, said in section.wrong())


def test_the_way_to_a_first_rating_is_named() -> None:
    """Promise: whoever gives two ways to a first rating reads which of them is in the way."""
    for way in ({"performed": True}, {"per_win": D(50)}):
        said = [format_message(said) for _, said in first.Initial(scaled=True, **way).wrong()]
        assert [next(iter(way)) in one for one in said] == [True]


def test_what_a_curve_does_not_read() -> None:
    """Promise: the numbers of the models that a file does not choose are left out of its tables."""
    assert expectation.Expectancy().idle() == ("scale", "variance", "rounding")
    assert expectation.Expectancy(model="normal", places=2).idle() == ("upper", "scale")
    assert expectation.Percentage(model="linear").idle() == ("difference", "variance")
    assert base.Section().idle() == ()


@pytest.mark.parametrize(
    ("part", "allowed", "refused"),
    [
        (base.rating_of, (0, 9999), (-1, 10000)),
        (base.places_of, (0, 6), (-1, 7)),
        (expectation.scale_of, (-100_000, 100_000), (-100_001, 100_001)),
        (expectation.variance_of, (100, 100_000_000), (99, 100_000_001)),
        (base.rounding_of, tuple(ROUNDINGS), ("halves",)),
    ],
)
def test_bounds_of_keys(part: Any, allowed: tuple[Any, ...], refused: tuple[Any, ...]) -> None:
    """Promise: a number of a rule file is one that its key can mean."""
    limit = part(allowed[0]).limit
    assert [one for one in (*allowed, *refused) if limit.allows(one)] == list(allowed)


def test_facts_that_an_event_is_asked_for() -> None:
    """Promise: Start asks for what the terms of rated events name, and for nothing else."""
    terms: Any = event.EventTerms
    assert terms().asked == ()
    timed = ("minutes", "increment")
    for key in ("minutes_most", "increment_most", "over", "at_least", "below", "up_to"):
        assert terms(**{key: D(0)}).asked == timed
    rate = event.Rate(minutes=D(90))
    assert terms(rates=(rate,)).asked == timed
    assert terms(rates=(rate,)).least == 90
    assert terms(rates=(rate,), at_least=D(60)).least == 60
    assert terms(rates=(event.Rate(rating=D(1800), minutes=D(90)),)).least is None
    assert terms(arbiters=1, chief_arbiter=True).asked == ("arbiters", "chief_arbiter")
    assert terms(approval=True, notice_months=1).asked == ("approved", "filed")
    king = event.NationalEvent(id="king", names={"en": "King"})
    assert terms(national=(king,)).asked == ("national",)
    own = terms(clause="6", clauses=event.FactClauses(filed="6.2"))
    assert [own.clause_of(fact) for fact in ("filed", "minutes")] == ["6.2", "6"]


def test_what_a_section_works_out() -> None:
    """Promise: conditions, days, choices and first events are read as they are written."""
    assert coefficient.conditions(coefficient.KRow(when={"age": ">=18"})) == (("age", ">=", D(18)),)
    assert coefficient.KRow(k=D(70), per_point=D("-0.02")).k_at(D(1500)) == 40
    assert lists.Adjustment(day=D(20240301)).on == date(2024, 3, 1)
    assert lists.Adjustment().on is None
    judging = (first.Initial(first_zero="disregarded"), first.Initial(first_score=D("0.5")))
    assert [one.judges_first for one in (*judging, first.Initial())] == [True, True, False]
    chosen = names.Option(choices=("half", "whole"))
    assert (chosen.default, chosen.offered) == ("half", "half | whole")
    free = names.Option(sets="change.weight", low=D(0), high=D(100))
    assert (free.default, free.offered) == ("", "0 … 100")
