"""Dates above a table that no label explains: the event has none, which decides about its rules."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ..engine.event import Event
from ..engine.problem import Problem
from ..engine.vocabulary.spans import day_within


def with_day_above(event: Event, lines: Iterable[tuple[str, str]]) -> Event:
    """The event with a doubt about the first of these lines with a date, if it has no day itself.

    `lines` are the texts above its table with their places.
    """
    if event.day() is not None or event.account is None:
        return event
    found = ((day, where) for text, where in lines if (day := day_within(text)))
    told = next((Problem("day_in_title", {"found": day}, where) for day, where in found), None)
    if told is None:
        return event
    account = replace(event.account, doubts=(*event.account.doubts, told))
    return replace(event, account=account)
