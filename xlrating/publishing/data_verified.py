"""The data of published pages, compared with the lists and games published with them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from operator import ne
from pathlib import Path
from typing import Any

from ..engine.errors import RatingError
from ..engine.problems import Problem
from ..federation.compared import unread
from ..federation.list_book import reasons
from ..federation.next_list import NextList
from ..federation.refusals import as_problems
from .parts import FOLDER, read_script
from .people import ListSeries
from .published import PublishedList
from .reading import read_published, with_reasons
from .said import shown_of
from .site_data import SiteData
from .views import occasions

Json = Any
#: The data of a player or an event, with the file that contains it.
Pages = dict[str, tuple[str, Json]]
#: What published lists lack, because the federation's own columns are not published.
_CLUB, _CLUB_IN_ROSTER = "club", 4
#: What is counted over the games of all lists, and where tables have the number of their list.
_COUNTED = ("sides", "met", "best", "who")
_LIST_AT = {"events": 3, "steps": 0}
#: How much of a value a message shows.
_LONG = 80


def compared_data(top: Path, lists: Mapping[Path, NextList | None]) -> tuple[int, list[Problem]]:
    """How many values were compared, and the differences.

    `lists` are the published ones, with the recalculated list if its games are published. For those
    games and calculations are compared; for the others, the contents of the list itself.
    """
    roster: list[Json] = []
    pages: dict[str, Pages] = {"players": {}, "events": {}}
    problems: list[Problem] = []
    paths = (top / FOLDER).glob("*.js")
    for path in sorted(paths, key=lambda one: (len(one.stem), one.stem)):
        where = f"{FOLDER}/{path.name}"
        try:
            name, part = read_script(path.read_bytes())
            if name != path.stem:
                problems.append(_differs(where, "", name, path.stem))
            elif name.startswith("roster"):
                roster += part
            else:
                kind = name.partition("-")[0]
                pages[kind] |= {page: (where, one) for page, one in part.items()}
        except RatingError as error:
            problems.append(unread(where, error))
        except (LookupError, TypeError, AttributeError) as error:
            problems.append(Problem("pubver_mark", {"why": repr(error)[:100]}, where))
    if not roster and any(top.glob("*/player.html")):
        problems.append(Problem("pubver_gone", {}, f"{FOLDER}/roster-0.js"))
    if problems or not roster:
        return 0, problems
    values = 0
    try:
        for what, where, one, other in _pairs(roster, pages, lists):
            values += 1
            if one != other:
                problems.append(_differs(where, what, one, other))
    except RatingError as error:
        problems += as_problems(error)
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        problems.append(Problem("pubver_mark", {"why": repr(error)[:100]}, FOLDER))
    return values, problems


def _differs(where: str, what: str, found: Json, expected: Json) -> Problem:
    while isinstance(found, list) and isinstance(expected, list) and len(found) == len(expected):
        # For a row, the first value that differs.
        found, expected = next(pair for pair in zip(found, expected, strict=True) if ne(*pair))
    words = {"what": what, "found": str(found)[:_LONG], "expected": str(expected)[:_LONG]}
    return Problem("pubver_value", words, where)


def _pairs(
    roster: list[Json], pages: Mapping[str, Pages], lists: Mapping[Path, NextList | None]
) -> Iterator[tuple[str, str, Json, Json]]:
    """What is compared, its file, the value found and the one that follows from the lists."""
    told = {at for _, one in pages["players"].values() for at, _ in one["steps"]}
    season = ListSeries([
        _as_shown(read_published(path), again if at in told else None)
        for at, (path, again) in enumerate(lists.items())
    ])  # fmt: skip
    data = SiteData(*shown_of(season), occasions(season))
    known = {at for at, again in enumerate(lists.values()) if again is not None}
    expected = data.roster()
    yield "", f"{FOLDER}/roster-0.js", len(roster), len(expected)
    for at, (row, other) in enumerate(zip(roster, expected, strict=False)):
        for place, pair in enumerate(zip(row, other, strict=True)):
            if place != _CLUB_IN_ROSTER:
                yield other[1], f"{FOLDER}/{data.part_of_line(at)}.js", *pair
    for kind, own in (("players", season.people), ("events", data.events)):
        yield kind, FOLDER, sorted(pages[kind]), sorted(one.page for one in own)
    for person in season.people:
        where, found = pages["players"][person.page]
        for key, one, other in _of_player(found, data.player(person), known):
            yield f"{person.name}: {key}", where, one, other
    for event in data.events:
        where, found = pages["events"][event.page]
        if event.at in known:
            other = data.event(event)
            for key in sorted(found.keys() | other.keys()):
                for pair in _rows(found.get(key), other.get(key)):
                    yield f"{event.title}: {key}", where, *pair


def _as_shown(one: PublishedList, again: NextList | None) -> PublishedList:
    """A list with its calculations, if pages show them."""
    return one if again is None else with_reasons(one, reasons(again, one.language))


def _of_player(found: Json, expected: Json, known: set[int]) -> Iterator[tuple[str, Json, Json]]:
    """What is compared for a player: everything, or what does not involve other lists' games."""
    is_whole = all(event[_LIST_AT["events"]] in known for event in found["events"])
    for key in sorted(found.keys() | expected.keys()):
        one, other = found.get(key), expected.get(key)
        if key == _CLUB or (key in _COUNTED and not is_whole):
            continue
        if key in _LIST_AT:
            at = _LIST_AT[key]
            one, other = ([row for row in own if row[at] in known] for own in (one, other))
        yield from ((key, *pair) for pair in _rows(one, other))


def _rows(found: Json, expected: Json) -> Iterator[tuple[Json, Json]]:
    """The rows of a table; any other value is returned as the only pair."""
    if isinstance(found, list) and isinstance(expected, list) and len(found) == len(expected):
        yield from zip(found, expected, strict=True)
    else:
        yield found, expected
