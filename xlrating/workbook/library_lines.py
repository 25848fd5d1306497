"""The lines of a Library: for players as a file lists them, and updated after an event."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from ..engine.event import Player
from ..engine.rating import rate
from ..engine.report import Report
from ..engine.rounding import exact
from ..engine.texts import say
from ..engine.vocabulary.letters import visible
from ..engine.vocabulary.sex import read_sex
from .book import builder_of
from .facts import FACTS, known
from .file.grid import Value
from .library import LINES, PARTS, SEVERAL, UNKNOWN, Library
from .plan import Plan
from .sheets.library import heading_of, offered

#: The parts that an event may change; all else on a line is about the person.
_OF_PERSON = ("born", "sex", "foreign")
_RATED = ("rating", "title", *(f.key for f in FACTS if f.lasts and f.key not in _OF_PERSON))


def listed(players: Iterable[Player], plan: Plan) -> Library:
    """The Library of these players, with the headings that a template has ready."""
    builder = builder_of(plan)
    parts = offered(builder)
    headings = tuple(say(plan.language, heading_of(builder, part)) for part in parts)
    return Library(headings, tuple(tuple(known(one, part) for part in parts) for one in players))


def with_library(plan: Plan, library: Library) -> Plan:
    """The plan with a list, which supplies the facts that are not typed for the players."""
    facts = {one.key: one for one in builder_of(plan).facts}
    parts = [one for one in PARTS if one in facts or one not in {fact.key for fact in FACTS}]
    players, typed = list[Player](), dict[int, frozenset[str]]()
    for player in plan.event.players:
        at = library.place(visible(player.id), visible(player.name))
        typed[player.no] = frozenset(part for part in parts if known(player, part) != "")
        for part in (one for one in parts if at > 1 and one not in typed[player.no]):
            player = _with(player, part, library.listed(part, at))
        players.append(player)
    event = replace(plan.event, players=tuple(players))
    report = plan.report if event == plan.event else rate(event, plan.rules)
    return replace(plan, event=event, report=report, library=library, typed=typed)


def _with(player: Player, part: str, value: Value) -> Player:
    """A player with a list's value for a part; unchanged if that is ''."""
    if value == "":
        return player
    if part == "sex":
        value = read_sex(str(value))
    fact = next((one for one in FACTS if one.key == part), None)
    if fact is not None and not fact.is_field:
        return replace(player, facts={**player.facts, part: value})
    if isinstance(value, (int, float)) and (fact is None or fact.kind == "decimal"):
        value = exact(value, part)
    return replace(player, **{part: value})  # type: ignore[arg-type]


class Followed(NamedTuple):
    """A list after an event: how many of its players are on it, and how many were added below.

    `several` are the names that it has more than once, and `full` those for whom it has no line
    left: their lines are as before.
    """

    library: Library
    found: int = 0
    added: int = 0
    several: tuple[str, ...] = ()
    full: tuple[str, ...] = ()


def followed(library: Library, report: Report, asked: Mapping[int, str]) -> Followed:
    """The list after an event; `asked` maps players to the name or ID they were looked up by."""
    if library.is_empty or not {"id", "name"} & set(library.columns):
        return Followed(library)
    lines = list(library.lines)
    found, several, full = 0, list[str](), list[str]()
    for player in report.players():
        at = _line_of(library, player, asked.get(player.no, ""))
        if at > 1:
            was_rated = report.line(player.no).player.rating is not None
            lines[at - 2] = _after(library, lines[at - 2], player, was_rated)
            found += 1
        elif at == SEVERAL:
            several.append(player.name)
        elif len(lines) == LINES:
            full.append(player.name)
        else:
            lines.append(_line(library, player))
    added = len(lines) - len(library.lines)
    now = replace(library, lines=tuple(lines))
    return Followed(now, found, added, tuple(several), tuple(full))


def _line_of(library: Library, player: Player, asked: str) -> int:
    """The line of a player, negative if none is certainly theirs.

    A player with a number is found by it: the same name with another number is somebody else.
    """
    if asked:
        return library.asked_at(asked)
    if not player.id or "id" not in library.columns:
        return library.place("", player.name)
    return library.by_number(player.id) or _without_number(library, player.name)


def _without_number(library: Library, name: str) -> int:
    at = library.place("", name)
    return UNKNOWN if at > 1 and library.text("id", at) else at


def _after(
    library: Library, line: tuple[Value, ...], player: Player, was_rated: bool
) -> tuple[Value, ...]:
    """A line updated after the event; cells about which the event says nothing stay."""
    cells = [*line, *[""] * (max(library.columns.values()) - len(line))]
    for part, column in library.columns.items():
        value = known(player, part) if part in _RATED else ""
        if value != "" or (part == "rating" and was_rated):
            cells[column - 1] = value
    return tuple(cells)


def _line(library: Library, player: Player) -> tuple[Value, ...]:
    parts = {column: part for part, column in library.columns.items()}
    columns = range(1, max(parts) + 1)
    return tuple(known(player, parts[at]) if at in parts else "" for at in columns)
