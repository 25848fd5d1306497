"""A list made from files: the one before it, a folder of events, and what an officer decided."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from ..engine.errors import RuleSetError
from ..engine.problems import Problem, told
from ..engine.rules.ruleset import load
from ..engine.words.dates import day_of
from ..exchange.files import CSV, AnyPath
from ..exchange.tables import players_name
from ..exchange.tabular import AS_IT_IS, Asked
from .applied import Applied, applied
from .folder import read_folder
from .identity import IdentityEntry
from .in_force import Before
from .ledger import Held
from .ledger_files import Ledger, beside_to_read
from .listed import Listed, Reader, in_force, read_listed, tell_lost, tell_unknown_day
from .named_events import at_paces, ends_with, in_formats, tell_not_met, tell_unused
from .named_rules import common_rules, other_rules
from .next_list import ListError, NextList
from .paced_lists import Maker, maker_of
from .paces import are_of_several
from .persons import Findings
from .provenance import Provenance
from .said_pace import tell_other_pace
from .standing import with_standing
from .submissions import Submitted, in_order, of_the_list

Tell = Callable[[int, int], object]
#: What `read_folder` finds.
Sent = tuple[Sequence[Submitted], Sequence[Problem], Sequence[Problem]]

#: A list of so many bytes is long: some ten thousand people.
LONG = 2_000_000
_TEXT = (*CSV, ".txt", ".xml")


@dataclass(frozen=True)
class Order:
    """What is made from what: the list before, the events, and what an officer decided of them.

    `rules` '' stands for those that the files name; `earlier` are lists before the one before, each
    a path or ``2025-10-01=path``. A `preview` goes on without what cannot be used. `leave_out`
    are files that may lie in the folder but are not events. `identity` are the entries of the
    ledger. `keep` are columns of the list before that stay on the new one. `explain` is who is
    asked for: their calculations are kept.
    """

    listed: AnyPath
    folder: AnyPath
    rules: str = ""
    day: date | None = None
    language: str = "en"
    round_robin: tuple[str, ...] = ()
    swiss: tuple[str, ...] = ()
    new_event: tuple[str, ...] = ()
    identity: tuple[IdentityEntry, ...] = ()
    earlier: tuple[str, ...] = ()
    preview: bool = False
    leave_out: tuple[AnyPath, ...] = ()
    keep: tuple[str, ...] = ()
    rapid: tuple[str, ...] = ()
    blitz: tuple[str, ...] = ()
    explain: str = ""
    asked: Asked = AS_IT_IS


def make(order: Order, tell: Tell = lambda done, all_: None) -> NextList:
    """The next list, with where it comes from.

    `tell` is called with how many files are read and how many there are. Raises `ListError` with
    everything that stands in the way.
    """
    return list_from_events(order, line_by_line(order), *events_of(order, tell))


def line_by_line(order: Order) -> Listed:
    """The list that is asked for, everybody on it read one by one."""
    return read_listed(order.listed, order.keep, order.asked)


def events_of(order: Order, tell: Tell) -> Sent:
    """What `read_folder` finds in the folder."""
    mine = (order.listed, beside_to_read(order.listed), *order.leave_out)
    return read_folder(order.folder, mine, tell, order.asked)


def is_long_file(path: AnyPath) -> bool:
    """Whether a file is a long list of plain text."""
    file = Path(path)
    is_text = file.suffix.lower() in _TEXT and file.is_file()
    return is_text and file.stat().st_size >= LONG


def list_from_events(
    order: Order,
    listed: Listed,
    events: Sequence[Submitted],
    wrong: Sequence[Problem],
    other: Sequence[Problem],
    known: Sequence[AnyPath] = (),
    reader: Reader = read_listed,
    whole: Callable[[], Listed] | None = None,
) -> NextList:
    """The same of what was read already: `wrong` could not be, `other` was not tried.

    `known` are the lists of a chain before this one, for which `reader` is asked, as for others.
    `whole` reads the list line by line, where columns do not hold what these rules give.
    """
    folder, ledger = str(order.folder), listed.ledger
    named = {"round-robin": order.round_robin, "swiss": order.swiss}
    paces = {"rapid": order.rapid, "blitz": order.blitz}
    named, paces = (
        {word: _of_others(names, wrong) for word, names in of.items()} for of in (named, paces)
    )
    events = in_formats(events, named, folder)
    unused = tell_unused(events, {**named, **paces}, folder)
    events = at_paces(events, paces, folder)
    stops = [*ledger.changed]
    if ledger.made and ledger.made.missing:
        stops.append(Problem("fed_base_preview", {}, listed.path.name))
    missing = list(wrong) if order.preview else []
    stops += [] if order.preview else wrong
    stops += tell_other_pace(events, order.rules)
    several = are_of_several(
        order.rules, events, listed.several or bool(order.rapid or order.blitz)
    )
    try:
        rules = order.rules or common_rules(events, folder, several)
    except RuleSetError:
        # What cannot be read may be why no rules are known.
        if stops:
            raise ListError(stops) from None
        raise
    own = _of_others(order.new_event, wrong)
    if whole is not None and not listed.players.holds(load(rules)):
        listed = whole()
    found, missing, before, now = _without_what_is_wrong(
        order,
        listed,
        events,
        rules,
        stops,
        missing,
        known,
        reader,
        own,
        maker_of(order.rules or rules, listed.several, several),
    )
    notices = [
        *ledger.notices,
        *tell_lost(listed.unknown, listed.path.name),
        *other,
        *unused,
        *other_rules(found.events, rules, several),
        *found.notices,
    ]
    notices += tell_unknown_day(before.day, found.rules, listed.path.name)
    accounts = [listed.account, *(one.event.account for one in found.events)]
    notices += tell_not_met(order.asked, accounts, other)
    if not before.lists:
        notices += [Problem("fed_earlier_idle", {"name": one}, "") for one in order.earlier]
    if order.preview and missing:
        told_ = [Problem("fed_missing", {"what": one}, one.where) for one in missing]
        notices = [Problem("fed_preview", {"n": len(missing)}, ""), *told_, *notices]
    used = _used(found, ledger)
    made = Provenance(
        found.rules.reference,
        rules,
        found.day,
        listed.source,
        order.language,
        earlier=tuple(one.source for one in before.lists if one.day in used),
        round_robin=order.round_robin,
        swiss=order.swiss,
        new_event=order.new_event,
        rapid=order.rapid,
        blitz=order.blitz,
        keep=order.keep,
        corrections=now.counted,
        missing=tuple(_in_words(one) for one in missing),
    )
    kept = listed.own.since(now.called).with_clubs(now.clubs)
    return replace(found, notices=tuple(notices), made=made, own=kept, account=listed.account)


def _without_what_is_wrong(
    order: Order,
    listed: Listed,
    events: Sequence[Submitted],
    rules: str,
    stops: Sequence[Problem],
    missing: list[Problem],
    known: Sequence[AnyPath],
    reader: Reader,
    own: Sequence[str],
    maker: Maker,
) -> tuple[NextList, list[Problem], Before, Applied]:
    """The list; a preview leaves out one event after another, until it can be made."""
    said = listed.ledger.made
    held, clubs = said.corrections if said else (), listed.clubs
    sent, others = events, list(stops)
    gone: set[str] = set()
    while True:
        findings = Findings()
        day = order.day or _day_of(sent, rules)
        begun = None if said else listed.day
        now = applied(listed.players, order.identity, held, day, findings, begun, clubs)
        events = sent
        stops = [*others, *findings.wrong]
        before = Before(
            listed.day, in_force(order.earlier, listed, events, rules, known, reader), now.called,
            now.aliases, now.standing,
        )  # fmt: skip
        try:
            found = maker(
                now.players, events, rules, order.day, listed.ledger.events,
                [name for name in own if Path(name).name not in gone], before,
            )  # fmt: skip
        except ListError as error:
            bad = [one for one in error.problems if _file_of(one, events)] if order.preview else []
            if not bad or stops:
                raise ListError([*stops, *error.problems]) from None
            files = {_file_of(one, events) for one in bad}
            # What else is wrong with a file is told when this is mended.
            missing += {_file_of(one, events): one for one in reversed(bad)}.values()
            sent = [one for one in sent if one.file not in files]
            gone |= {Path(file).name for file in files}
            continue
        if stops:
            raise ListError(stops)
        notices = (*findings.notices, *found.notices)
        found = with_standing(replace(found, notices=notices), now)
        return found, missing, before, now


def _of_others(names: Sequence[str], wrong: Sequence[Problem]) -> tuple[str, ...]:
    """The names of files and events but those of files that cannot be read.

    Nobody knows which events are in these; why they cannot be read is told.
    """
    files = [one.where.partition(", ")[0] for one in wrong]
    return tuple(
        name
        for name in names
        if not any(ends_with(file, name.partition(", ")[0]) for file in files)
    )


def _day_of(events: Sequence[Submitted], rules: str) -> date | None:
    """The day of the list that these events are for, where only one can be meant."""
    known, unsaid = load(rules), Findings()
    return of_the_list(in_order(events, unsaid), known, None, unsaid)[1]


def _file_of(problem: Problem, events: Sequence[Submitted]) -> str:
    """The file of the event that a problem is about; '' where it is about none."""
    files = [one.file for one in events]
    # The list of players belongs to the list of games beside it.
    owners = {own: file for file in files if (own := _players_of(file))} | {f: f for f in files}
    where = problem.where
    found = [name for name in owners if where == name or where.startswith(f"{name}, ")]
    return owners[max(found, key=len)] if found else ""


def _players_of(file: str) -> str:
    """The file of the players of a list of games, '' for another one."""
    folder, slash, name = file.rpartition("/")
    own = players_name(name)
    return f"{folder}{slash}{own}" if own else ""


def _in_words(problem: Problem) -> str:
    words = told(problem)
    return f"{problem.where}: {words}" if problem.where else words


def _used(found: NextList, ledger: Ledger) -> set[date]:
    """The days of the earlier lists from which new events were rated."""
    new: Iterable[Held] = found.ledger[len(ledger.events) :]
    return {day for one in new if one.listed and (day := day_of(one.listed))}
