"""The command federation next: makes the month's list according to `period.toml`.

The file is in a folder with the lists, whose names begin with their dates, and with the events of
each month in a subfolder named after it::

    rules = "fide"
    rapid = ["*rapid*"]
    ledger = "ledger.csv"
    publish = "site"
"""

from __future__ import annotations

import argparse
from copy import copy
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from ...engine.errors import ArgumentError, FileError, shown
from ...engine.problem import make_error
from ...engine.rules.rulefile import tables_in
from ...engine.vocabulary.dates import day_of
from ...engine.vocabulary.slips import nearest
from ...exchange.garbage import gc_paused
from ...federation.named_lists import lists_in
from ...publishing.words import NUMBERS, WAYS
from .make import federation
from .publish import publish

FILE = "period.toml"

#: Which keys are texts, lists of texts, and files next to the others; anything else is rejected.
_TEXTS = ("rules", "events", "kind", "publish", "title", "games")
_LISTS = ("round-robin", "swiss", "rapid", "blitz", "keep")
_FILES = ("ledger", "corrections", "register")
_CHOICES = {"kind": ("xlsx", "csv"), "games": WAYS}


@gc_paused()
def run(options: argparse.Namespace) -> int:
    """Make the next list of a folder, and publish it if the file says so."""
    folder = Path(options.folder)
    said = _said(folder / FILE)
    lists = lists_in(folder)
    if not lists:
        raise make_error(FileError, "next_no_list", str(folder))
    last, base = lists[-1]
    day = day_of(options.day or said.get("day")) or _first_of_next(last)
    if day <= last:
        raise make_error(ArgumentError, "next_day", str(folder / FILE), day=day, last=last)
    made = folder / f"{day}.{said.get('kind', 'xlsx')}"
    order = copy(options)
    order.list, order.day = str(base), str(day)
    order.folder = str(folder / said.get("events", f"{last:%Y-%m}"))
    order.output = None if options.explain else str(made)
    order.rules = options.rules or said.get("rules")
    for key in _LISTS:
        own = key.replace("-", "_")
        setattr(order, own, [*said.get(key, ()), *getattr(options, own)])
    order.ledger = options.ledger or [str(folder / said[key]) for key in _FILES if key in said]
    code = federation(order)
    if code or options.explain or options.preview or "publish" not in said:
        return code
    order.lists = [*(str(path) for _, path in lists), str(made)]
    order.output, order.title = str(folder / said["publish"]), said.get("title", "")
    order.events, order.games = [str(folder), order.folder], said.get("games", NUMBERS)
    return publish(order)


def _first_of_next(day: date) -> date:
    return (day.replace(day=1) + timedelta(31)).replace(day=1)


def _said(path: Path) -> dict[str, Any]:
    """The contents of the file, with each key's type checked."""
    if not path.is_file():
        raise make_error(FileError, "next_no_file", str(path))
    found = tables_in(path)
    known = (*_TEXTS, *_LISTS, *_FILES, "day")
    for key, value in found.items():
        if key not in known:
            near = nearest(key, known)
            words = {"part": key, "near": near, "known": ", ".join(known)}
            raise make_error(FileError, "next_near" if near else "next_key", path.name, **words)
        if key in _LISTS:
            is_right = isinstance(value, list) and all(isinstance(one, str) for one in value)
        else:
            is_right = isinstance(value, date if key == "day" else str)
        if not is_right or value not in _CHOICES.get(key, (value,)):
            kind = key if key in (*_CHOICES, "day") else "list" if key in _LISTS else "text"
            words = {"part": key, "found": shown(value)}
            raise make_error(FileError, f"next_{kind}_expected", path.name, **words)
    return found
