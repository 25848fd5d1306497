"""Making a list from files: the previous list, a folder of events, and an officer's decisions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from ..engine.errors import RuleSetError
from ..engine.given_k import given_k
from ..engine.problems import Problem, format_message
from ..engine.rules.ruleset import load
from ..engine.vocabulary.dates import day_of
from ..exchange.files import AnyPath
from ..exchange.other_ratings import heading_doubts, others_of_all
from ..exchange.players_beside import players_name
from ..exchange.tabular import AS_IT_IS, ReadOptions
from .applied import CorrectedList, applied
from .doubts import tell_titles
from .folder import read_folder
from .identity import IdentityEntry
from .in_force import Before
from .ledger import LedgerEntry
from .ledger_files import Ledger, beside_to_read
from .listed import in_force, read_list, tell_lost, tell_unknown_day
from .named_events import at_paces, ends_with, in_formats, tell_not_met, tell_unused
from .named_rules import common_rules, other_rules
from .next_list import ListError, NextList
from .paced_lists import Maker, maker_of
from .paces import STANDARD, are_of_several, has_lists, pace_of_rules
from .persons import Findings
from .provenance import CHOICES, Provenance
from .rating_list import RatingList
from .said_pace import tell_other_pace
from .single_event import left_paces
from .submissions import Submission, accounts_of, in_order, of_the_list

Tell = Callable[[int, int], object]
#: The result of `read_folder`.
Sent = tuple[Sequence[Submission], Sequence[Problem], Sequence[Problem]]


@dataclass(frozen=True)
class Order:
    """The inputs of a list: the previous list, the events, and an officer's decisions about them.

    `rules` '' means those named in the files; `earlier` are lists before the previous one, each
    a path or ``2025-10-01=path``. A `preview` continues without unusable inputs. `leave_out`
    are files in the folder that are not events. `identity` are the ledger's entries.
    `keep` are columns of the previous list to carry over. `explain` is the person
    asked for, whose calculations are kept.
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
    asked: ReadOptions = AS_IT_IS


def make(order: Order, tell: Tell = lambda done, all_: None) -> NextList:
    """The next list, with its provenance.

    `tell` receives how many files are read and how many there are. Raises `ListError` with
    everything that prevents the list.
    """
    listed = read_list(order.listed, order.keep, order.asked, order.explain)
    return list_from_events(order, listed, *events_of(order, tell))


def events_of(order: Order, tell: Tell) -> Sent:
    """The result of `read_folder` for the order's folder."""
    mine = (order.listed, beside_to_read(order.listed), *order.leave_out)
    return read_folder(order.folder, mine, tell, order.asked)


def list_from_events(
    order: Order,
    listed: RatingList,
    events: Sequence[Submission],
    wrong: Sequence[Problem],
    other: Sequence[Problem],
    chain: Sequence[RatingList] = (),
) -> NextList:
    """The next list from events read already: `wrong` could not be read, `other` was not tried,
    `chain` are the lists before that were made with it.
    """
    try:
        return _list_from_events(order, listed, events, wrong, other, chain)
    except ListError as error:
        # Errors of the list itself have to be fixed before anybody looks at the events.
        if not any(one.where.startswith(listed.path.name) for one in error.problems):
            error.accounts = accounts_of(listed.account, events)
        raise


def _list_from_events(
    order: Order,
    listed: RatingList,
    events: Sequence[Submission],
    wrong: Sequence[Problem],
    other: Sequence[Problem],
    chain: Sequence[RatingList],
) -> NextList:
    folder, ledger = str(order.folder), listed.ledger
    formats, paces = (
        {word: _of_others(getattr(order, word.replace("-", "_")), wrong) for word in words}
        for words in (("round-robin", "swiss"), ("rapid", "blitz"))
    )
    events = in_formats(events, formats, folder)
    unused = tell_unused(events, {**formats, **paces}, folder)
    events = at_paces(events, paces, folder)
    stops = [*ledger.changed]
    if ledger.made and ledger.made.missing:
        stops.append(Problem("fed_base_preview", {}, listed.path.name))
    stops += [] if order.preview else wrong
    if any(one.key == "fed_changed_ids" for one in stops):
        # Whom the events mean is unknown until the list is right.
        raise ListError(stops)
    stops += tell_other_pace(events, order.rules)
    said = listed.several or bool(order.rapid or order.blitz)
    played = [one.event for one in events if one.has_games]
    several = are_of_several(order.rules, played, said)
    try:
        rules = order.rules or common_rules(events, folder, several)
    except RuleSetError:
        # An unreadable file may be the reason why no rules are known.
        if stops:
            raise ListError(stops) from None
        raise
    if listed.several and not has_lists(rules) and pace_of_rules(load(rules)) != STANDARD:
        stops.append(Problem("fed_one_pace", {"rules": rules}, listed.path.name))
    others = others_of_all([one.event for one in events], rules)
    stops += [problem for problem, is_own in others if is_own]
    given = given_k(listed.account, load(rules), *listed.players.with_k())
    stops += [problem for problem in given if problem.stops]
    maker = maker_of(order.rules or rules, listed.several, several)
    making = _Making(replace(order, rules=rules), listed, chain, maker)
    found, missing = making.without_what_is_wrong(
        events, stops, list(wrong) if order.preview else [], _of_others(order.new_event, wrong)
    )
    notices = [
        *(listed.account.doubts if listed.account else ()),
        *heading_doubts(rules, listed.account), *left_paces(listed.account, rules),
        *tell_lost(listed.unknown, listed.account, listed.path.name), *other, *unused,
        *other_rules(found.events, rules, several), *found.notices,
        *tell_unknown_day(making.before.day, found.rules, listed.path.name),
    ]  # fmt: skip
    accounts = [listed.account, *(one.event.account for one in found.events)]
    notices += tell_not_met(order.asked, accounts, other)
    if not making.before.lists:
        notices += [Problem("fed_earlier_idle", {"name": one}, "") for one in order.earlier]
    notices = [*_of_preview(missing), *ledger.notices, *notices]
    made = making.provenance(found, missing)
    return replace(found, notices=tuple(notices), made=made, account=listed.account)


def _of_preview(missing: Sequence[Problem]) -> list[Problem]:
    """The notices about what a preview leaves out."""
    told_ = [Problem("fed_missing", {"what": one}, one.where) for one in missing]
    return [Problem("fed_preview", {"n": len(missing)}, ""), *told_] if missing else []


class _Making:
    """A list in the making: the order, with the list's rules, and the previous list."""

    before: Before
    now: CorrectedList

    def __init__(
        self, order: Order, listed: RatingList, chain: Sequence[RatingList], maker: Maker
    ) -> None:
        self._order, self._listed, self._chain, self._maker = order, listed, chain, maker

    def without_what_is_wrong(
        self, events: Sequence[Submission], stops: Sequence[Problem], missing: list[Problem],
        own: Sequence[str],
    ) -> tuple[NextList, list[Problem]]:  # fmt: skip
        """The list; a preview leaves out one event after another until it can be made."""
        gone: set[str] = set()
        while True:
            findings = self._begin(events)
            wrong = [*stops, *findings.wrong]
            try:
                found = self._made(events, [one for one in own if Path(one).name not in gone])
            except ListError as error:
                preview = self._order.preview
                bad = [one for one in error.problems if preview and _file_of(one, events)]
                if not bad or wrong:
                    raise ListError([*wrong, *error.problems]) from None
                files = {_file_of(one, events) for one in bad}
                # Other errors of a file are reported once this one is fixed.
                missing += {_file_of(one, events): one for one in reversed(bad)}.values()
                events = [one for one in events if one.file not in files]
                gone |= {Path(file).name for file in files}
                continue
            if wrong:
                raise ListError(wrong)
            notices = (*findings.notices, *found.notices)
            people = found.people.with_ledger(self.now.standing, self.now.clubs)
            return replace(found, notices=notices, people=people), missing

    def _begin(self, events: Sequence[Submission]) -> Findings:
        """Apply the ledger to the previous list, and find the lists before it."""
        order, listed, findings = self._order, self._listed, Findings()
        said = listed.ledger.made
        day = order.day or _day_of(events, order.rules)
        held = said.corrections if said else None
        self.now = now = applied(listed.players, order.identity, held, day, findings, listed.day)
        entered = {*now.counted}.difference(held or ())
        new = [one for one in order.identity if one.what == "title" and str(one) in entered]
        tell_titles(new, None if said else listed.day, load(order.rules), findings)
        lists = in_force(order.earlier, listed, events, order.rules, self._chain)
        self.before = Before(
            listed.day, lists, now.called, now.aliases, now.standing, listed.ledger.events
        )
        return findings

    def _made(self, events: Sequence[Submission], own: Sequence[str]) -> NextList:
        order = self._order
        return self._maker(self.now.players, events, order.rules, order.day, own, self.before)

    def provenance(self, found: NextList, missing: Sequence[Problem]) -> Provenance:
        """The provenance of the list `found`; `missing` is what a preview left out."""
        order, used = self._order, _used(found, self._listed.ledger)
        return Provenance(
            found.rules.reference,
            order.rules,
            found.day,
            self._listed.source,
            order.language,
            earlier=tuple(one.source for one in self.before.lists if one.day in used),
            **{name: getattr(order, name) for name in CHOICES},
            corrections=self.now.counted,
            missing=tuple(_in_words(one) for one in missing),
        )


def _of_others(names: Sequence[str], wrong: Sequence[Problem]) -> tuple[str, ...]:
    """The names of files and events, except those of unreadable files.

    The events in these are unknown, and their errors are reported anyway.
    """
    files = [one.where.partition(", ")[0] for one in wrong]
    return tuple(
        name
        for name in names
        if not any(ends_with(file, name.partition(", ")[0]) for file in files)
    )


def _day_of(events: Sequence[Submission], rules: str) -> date | None:
    """The date of the list for these events, if only one is possible."""
    known, unsaid = load(rules), Findings()
    if known.calendar is None or not known.calendar.lists:
        return None  # a list may have any date
    return of_the_list(in_order(events, unsaid), known, None, unsaid)[1]


def _file_of(problem: Problem, events: Sequence[Submission]) -> str:
    """The file of the event that a problem is about; '' if it is about none."""
    files = [one.file for one in events]
    # A list of players belongs to the list of games next to it.
    owners = {own: file for file in files if (own := _players_of(file))} | {f: f for f in files}
    where = problem.where
    found = [name for name in owners if where == name or where.startswith(f"{name}, ")]
    return owners[max(found, key=len)] if found else ""


def _players_of(file: str) -> str:
    """The file with the players of a list of games, '' for any other file."""
    folder, slash, name = file.rpartition("/")
    own = players_name(name)
    return f"{folder}{slash}{own}" if own else ""


def _in_words(problem: Problem) -> str:
    words = format_message(problem)
    return f"{problem.where}: {words}" if problem.where else words


def _used(found: NextList, ledger: Ledger) -> set[date]:
    """The dates of the earlier lists whose ratings were used for new events."""
    new: Iterable[LedgerEntry] = found.ledger[len(ledger.events) :]
    return {day for one in new if one.listed and (day := day_of(one.listed))}
