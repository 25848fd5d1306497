"""Why a workbook has a wrong number: other rules, under which the engine gives that number.

Each reason is a rule that somebody may have used in place of the right one. The event is rated
again under it, and the reason is likely if the result equals the cell; of several reasons, the
one that explains most cells.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from decimal import ROUND_FLOOR, Decimal
from functools import partial
from typing import Any, NamedTuple

from ..engine.errors import RatingError
from ..engine.event import Event
from ..engine.lines import Line
from ..engine.rating import rate
from ..engine.results import Kind
from ..engine.rounding import ZERO, half_away
from ..engine.rules.frozen import changed
from ..engine.rules.ruleset import RuleSet, load
from ..engine.terms.expectancy import expected_score
from .claims import VALUES, Claim, FoundClaim, alike
from .tables import RatedTable

#: The coefficients that may have been used by mistake.
_COEFFICIENTS = (10, 15, 16, 20, 24, 25, 30, 32, 40)
_CAP = Decimal(400)
_SCALE = Decimal(400)


class Reason(NamedTuple):
    """A likely reason: the key of its text, and the values for the placeholders."""

    key: str
    words: tuple[tuple[str, object], ...] = ()


class _Way(NamedTuple):
    """Another way to rate: the reasons that it stands for, and its rules and event."""

    reasons: tuple[Reason, ...]
    rules: RuleSet
    event: Event


class Reasons:
    """The reasons for cells of one table: it is rated once under each other way."""

    def __init__(self, table: RatedTable) -> None:
        self._ways = tuple(_ways(table.report.rules, table.event))
        self._lines: dict[tuple[int, str], Line | None] = {}

    def of(
        self, found: Sequence[FoundClaim], written: Sequence[AbstractSet[Decimal]]
    ) -> list[tuple[Reason, ...]]:
        """For each cell the reasons that together explain its number; () if none do.

        `written` are the numbers that only the formula of each cell has: one of them may be its K.
        """
        possible = [self._possible(one) for one in found]
        counted = Counter(reason for own in possible for reason in dict.fromkeys(own))

        def rank(why: tuple[Reason, ...], numbers: AbstractSet[Decimal]) -> tuple[bool, int, int]:
            is_written = any(dict(one.words).get("k") in numbers for one in why)
            return is_written, counted[why], -len(why)

        return [max(own, key=partial(rank, numbers=numbers), default=())
                for own, numbers in zip(possible, written, strict=True)]  # fmt: skip

    def _possible(self, found: FoundClaim) -> list[tuple[Reason, ...]]:
        """All explanations of the number of a cell, the simplest first."""
        if isinstance(found.number, str):
            return [(Reason("reason_no_number"),)]
        own: list[tuple[Reason, ...]] = [
            (reason,) for reason, value in _of_line(found.claim, found.line) if _fits(found, value)
        ]
        for number, way in enumerate(self._ways):
            line = self._line(number, found.line.player.key)
            values = [getattr(line, name) for name in VALUES[found.claim.part]] if line else []
            if any(_fits(found, value) for value in values):
                own.append(_named(way, found.line))
        return sorted(own, key=len)

    def _line(self, number: int, key: str) -> Line | None:
        """The line of a player under another way to rate; None if it gives none."""
        if (number, key) not in self._lines:
            way = self._ways[number]
            try:
                lines = rate(way.event, way.rules, only=key).lines
            except RatingError:
                lines = ()
            found = next((one for one in lines if one.player.key == key), None)
            self._lines[number, key] = found
        return self._lines[number, key]


def _fits(found: FoundClaim, value: Decimal | None) -> bool:
    return alike(found.number, value, found.claim.decimals)


def _named(way: _Way, right: Line) -> tuple[Reason, ...]:
    """The reasons of a way, with the right coefficient next to a wrong one."""
    return tuple(
        Reason(one.key, (*one.words, ("right", right.k))) if one.key == "reason_k" else one
        for one in way.reasons
    )


def _of_line(claim: Claim, line: Line) -> Iterator[tuple[Reason, Decimal | None]]:
    """The numbers that follow from a right line if it is rounded or added up in another way."""
    base, change = line.player.rating, line.change
    if base is None or change is None or line.gain is None or line.k is None:
        return
    early = Reason("reason_each_game")
    games = sum((half_away(one.change) for one in line.games if one.change is not None), ZERO)
    gain = Reason("reason_gain_rounded")
    expected = Reason("reason_expected_rounded")
    changes: list[tuple[Reason, Decimal]] = [
        (early, games),
        (gain, half_away(line.k * half_away(line.gain, 1))),
        (gain, line.k * half_away(line.gain, 1)),
        (expected, half_away(line.k * (line.score - half_away(line.expected or ZERO)))),
        (Reason("reason_sign"), -(line.rounded or ZERO)),
        (Reason("reason_down"), Decimal(int(change))),
        (Reason("reason_down"), change.to_integral_value(ROUND_FLOOR)),
    ]
    shares = list(_shares(claim, line))
    changes += [(reason, half_away(line.k * (line.score - share)))
                for reason, share in shares if reason.key == "reason_average"]  # fmt: skip
    if claim.part == "new":
        yield Reason("reason_unrounded"), base + change
        yield Reason("reason_unchanged"), base
        yield Reason("reason_performance"), line.performance
        yield from ((reason, base + value) for reason, value in changes)
    elif claim.part == "change":
        yield from changes
    elif claim.part == "gain":
        yield Reason("reason_sign"), -line.gain
        yield expected, line.score - half_away(line.expected or ZERO)
        yield from ((reason, line.score - share) for reason, share in shares)
    elif line.expected is not None:
        yield Reason("reason_opponents"), line.n - line.expected
        yield expected, half_away(line.expected)
        yield from shares


def _shares(claim: Claim, line: Line) -> Iterator[tuple[Reason, Decimal]]:
    """The expected score against the average of the opponents, and with a game left out."""
    counted = [game for game in line.games if game.expected is not None]
    own, total = line.player.rating, line.expected
    if own is None or total is None or len(counted) < 2:
        return
    mean = sum((game.opponent_rating or ZERO for game in counted), ZERO) / len(counted)
    for one in (mean, half_away(mean)):
        share = expected_score(own - one, claim.table.report.rules)
        yield Reason("reason_average"), share * len(counted)
    for game in counted:
        name = game.opponent.name if game.opponent else ""
        yield Reason("reason_left_out", (("opponent", name),)), total - (game.expected or ZERO)


def _ways(rules: RuleSet, event: Event) -> Iterator[_Way]:
    """The other ways: one other rule, or another curve or cap with another coefficient."""
    curves = [_Way(reasons, other, event) for reasons, other in _curves(rules)]
    coefficients = [
        _Way((Reason("reason_k", (("k", k),)),), rules, _with_k(event, k)) for k in _COEFFICIENTS
    ]
    pairs = [
        _Way((*one.reasons, *other.reasons), one.rules, other.event)
        for one in curves
        for other in coefficients
    ]
    if any(game.result.kind is Kind.FORFEIT for game in event.games) and not rules.counted.forfeits:
        counted = changed(rules, counted=changed(rules.counted, forfeits=True))
        yield _Way((Reason("reason_forfeits"),), counted, event)
    yield from (*curves, *coefficients, *pairs)


def _curves(rules: RuleSet) -> Iterator[tuple[tuple[Reason, ...], RuleSet]]:
    """Rules with another curve, another cap, or both."""
    curve, gap = rules.expectancy, rules.difference
    caps: list[tuple[tuple[Reason, ...], Any]] = [((), gap)]
    if gap.cap is not None:
        caps.append(((Reason("reason_no_cap", (("cap", gap.cap),)),), changed(gap, cap=None)))
        if gap.favours_once is not None:
            caps.append(((Reason("reason_every_cap"),), changed(gap, favours_once=None)))
    else:
        caps.append(((Reason("reason_cap", (("cap", _CAP),)),), changed(gap, cap=_CAP)))
    curves: list[tuple[tuple[Reason, ...], Any]] = [((), curve)]
    if curve is not None and curve.model != "logistic":
        other = changed(curve, model="logistic", scale=_SCALE)
        curves.append(((Reason("reason_logistic"),), other))
        curves.append(((Reason("reason_logistic_rounded"),), changed(other, places=2)))
    elif curve is not None:
        printed = load("fide").need(type(curve))
        curves.append(((Reason("reason_table"),), printed))
        curves.append(((Reason("reason_share_rounded"),), changed(curve, places=2)))
    for why_curve, one in curves:
        for why_cap, cap in caps:
            if why := (*why_curve, *why_cap):
                yield why, changed(rules, expectancy=one, difference=cap)


def _with_k(event: Event, k: int) -> Event:
    players = tuple(
        replace(one, k=Decimal(k)) if one.rating is not None else one for one in event.players
    )
    return replace(event, players=players)
