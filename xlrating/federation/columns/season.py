"""A list and a file of many games, both kept as columns: what `making` asks of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np

from ...engine.account import Account
from ...engine.event import Player
from ...engine.problems import Problem
from ...engine.rules.ruleset import load
from ...engine.showing import are_whole
from ...engine.words.headings import game_spellings, heading_of
from ...engine.words.likeness import OF_GAMES
from ...exchange.files import CSV
from ...exchange.games import PARTS
from ...exchange.parquet import PARQUET
from ..adjustments import is_adjusted
from ..corrections import ENTER, MERGE, Correction, counted, former
from ..in_force import Before, starts_before
from ..ledger import Held
from ..ledger_files import Ledger
from ..listed import Listed as SomeListed
from ..listed import day_of_list
from ..making import Order, list_from_events
from ..next_list import Entry, Lines, NextList
from ..own_columns import OwnColumns
from ..paced_lists import Maker, maker_of, pace_after_pace
from ..paces import STANDARD, are_several, with_list
from ..people import Players
from ..submissions import Submitted
from .accounted import account_of
from .files import read_columns
from .games import Sent, read_sent
from .kept import Kept
from .list_checks import row_of
from .long_lists import keep_digits
from .made import Made, Paced, nothing
from .next_list import Past, list_by_columns
from .paces import at_pace, put_back
from .people import Listed, keep_own, read_listed
from .rating import Tell
from .sealed import ledger_of
from .who import concerned

#: What is asked for that the engine knows only: none of it is left out in silence.
_ENGINES = ("round_robin", "swiss", "preview", "register")


@dataclass(frozen=True)
class Season:
    """A list with what it says of itself and what of it is lost, and the games since.

    `account` is how each part of their file was used, but for the columns `heads`: those the
    engine reads, and columns do not know.
    """

    listed: Listed
    ledger: Ledger
    lost: tuple[str, ...]
    sent: Sent
    heads: Sequence[str]
    account: Account


def not_read(order: Order) -> Problem | None:
    """That columns do not read a list of this kind; None where they do."""
    file = Path(order.listed)
    is_read = file.suffix.lower() in (*CSV, PARQUET)
    return None if is_read else Problem("fed_as_list", {"file": file.name}, "")


def read(order: Order) -> Season:
    """The list and the games that are asked for.

    Raises a `RatingError` for what cannot be read: those who read line by line say what it is.
    """
    columns = read_columns(order.folder, True)
    with ThreadPoolExecutor(1) as other:
        # Meanwhile, but not while the games are taken in: that takes most memory.
        listed = other.submit(read_listed, order.listed)
        ledger = other.submit(lambda: ledger_of(listed.result().columns))
        sent = read_sent(columns)
        own, said = listed.result(), ledger.result()
    ignored = order.asked.ignore
    lost = keep_own(own, said.made is not None, order.keep, ignored)
    names = {name for part in PARTS for name in game_spellings(part)}
    heads = [head for head in sent.columns.others if heading_of(head) in names]
    return Season(own, said, lost, sent, heads, _account(sent, heads, ignored))


def _account(sent: Sent, heads: Sequence[str], ignored: Sequence[str]) -> Account:
    """How each part of a file of games was used, but for the columns of `heads`."""
    others = [head for head in sent.columns.others if head not in heads]
    found = account_of(sent.columns, "games", others, OF_GAMES, ignored)
    byes = int((sent.black < 0).sum())
    return replace(found, players=len(sent.tokens), games=sent.size - byes, byes=byes)


def engine_only(order: Order, season: Season) -> Problem | None:
    """Why so many games are rated by the engine; None where columns know all that is asked."""
    asked = [name for name in _ENGINES if getattr(order, name)]
    asked += ["corrections"] if any(map(_moves_lines, order.corrections)) else []
    if asked:
        return Problem("fed_as_option", {"option": f"--{asked[0].replace('_', '-')}"}, "")
    if not keep_digits(season.listed.columns):
        return Problem("fed_as_digits", {"rules": season.listed.columns.path.name}, "")
    if known := season.heads:
        return Problem("fed_as_column", {"column": known[0]}, "")
    rules = load(order.rules)
    if rules.absence is not None:
        # Who stayed away is no matter of games, and columns know nothing else.
        return Problem("fed_as_absence", {}, "")
    base = day_of_list(season.listed.columns.path, season.ledger)
    if is_adjusted(order.rules, base, order.day):
        return Problem("fed_as_adjusted", {}, "")
    if not are_whole(rules):
        return Problem("fed_as_digits", {"rules": order.rules}, "")
    starts = (one.event.day("start") or one.day for one in season.sent.events)
    if any(starts_before(start, rules, base) for start in starts):
        # Such an event has the ratings of its own list: columns have those of one list.
        return Problem("fed_as_late", {"day": base}, "")
    return None


def make(order: Order, season: Season, tell: Tell = lambda done, all_: None) -> NextList:
    """The next list.

    Raises `ListError` with everything that stands in the way.
    """
    listed, ledger, lost = season.listed, season.ledger, season.lost
    events = [
        one._replace(event=replace(one.event, account=season.account)) for one in season.sent.events
    ]
    held = ledger.made.corrections if ledger.made else ()
    rows = np.zeros(0, dtype=np.int64)
    if {*map(str, order.corrections)} - {*held}:
        tokens = {token for one in held for pair in former(counted(one)) for token in pair}
        rows = concerned((), {*tokens, *of_corrections(order.corrections)}, listed)
    few = SomeListed(
        Path(order.listed), Players(map(listed.player, rows.tolist())), ledger, lost, OwnColumns(),
        are_several(listed.columns.parts), account=listed.account,
    )  # fmt: skip
    maker = _Maker(season, rows, few.players, order.explain, tell)
    found = list_from_events(order, few, events, [], [], makers=maker.of)
    told = Problem("fed_by_columns", {"n": found.numbers()["results"]}, "")
    return replace(found, notices=(*found.notices, told))


def _moves_lines(one: Correction) -> bool:
    """Whether a correction makes other lines of a list, or says what is counted of all of them."""
    return one.what in (MERGE, ENTER) or one.what == "k" or one.what.endswith("_k")


def of_corrections(corrections: Sequence[Correction]) -> Iterator[str]:
    """Whom corrections are about, and what they are called by them from then on."""
    for one in corrections:
        yield one.who
        for text in (one.name, one.old, one.new):
            yield from (text, f"#{text}")


@dataclass(frozen=True)
class _Maker:
    """What makes the next list of one pace, or of several; `rows` are those of corrections."""

    season: Season
    rows: Any
    players: Sequence[Player]
    explain: str
    tell: Tell

    def of(self, rules: str, several: bool, each: bool) -> Maker:
        """See `paced_lists.maker_of`."""
        return maker_of(rules, several, each, self._of_one, self._of_paces)

    def _begun(
        self, players: Sequence[Player], submitted: Sequence[Submitted], before: Before
    ) -> tuple[Listed, Sent]:
        """The list as it is corrected, and the events as an officer named them."""
        listed = self.season.listed
        if tuple(players) != tuple(self.players):
            listed.put(players, self.rows.tolist())
        listed.called = before.called
        listed.forget()
        return listed, replace(self.season.sent, events=submitted)

    def _of_one(
        self, players: Sequence[Player], submitted: Sequence[Submitted], reference: str,
        day: date | None, ledger: Sequence[Held], own: Sequence[str], before: Before,
    ) -> NextList:  # fmt: skip
        """The next list of one pace."""
        listed, sent = self._begun(players, submitted, before)
        made = list_by_columns(
            listed, sent, reference, day, ledger, own, Past(), self.tell, self.explain
        )
        paced = Paced(made.before, made.gains)
        return self._kept(made.found, listed, {STANDARD: paced}, {STANDARD: made.lines})

    def _of_paces(
        self, players: Sequence[Player], submitted: Sequence[Submitted], reference: str,
        day: date | None, ledger: Sequence[Held], own: Sequence[str], before: Before, one: str,
    ) -> NextList:  # fmt: skip
        """The same of several: see `next_list_of_paces`."""
        listed, sent = self._begun(players, submitted, before)
        number = {each.file: at for at, each in enumerate(submitted)}
        paces = {STANDARD: nothing(listed)}
        standard = paces[STANDARD].before
        lines: dict[str, Lines] = {}
        past = Past()

        def of_pace(
            pace: str, events: Sequence[Submitted], own: Sequence[str], held: Sequence[Held]
        ) -> NextList:
            nonlocal past
            paced = at_pace(listed, pace)
            found = list_by_columns(
                paced, sent.of_events([number[each.file] for each in events]),
                with_list(reference, pace), day, ledger, own,
                past._replace(standard=None if pace == STANDARD else standard),
                self.tell, self.explain,
            )  # fmt: skip
            put_back(listed, paced, pace)
            past = Past((*past.held, *found.held), found.met)
            paces[pace], lines[pace] = Paced(found.before, found.gains), found.lines
            return found.found

        found = pace_after_pace(submitted, reference, day, ledger, own, one, of_pace)
        return self._kept(found, listed, paces, lines)

    def _kept(
        self, found: NextList, listed: Listed, paces: Mapping[str, Paced],
        lines: Mapping[str, Lines],
    ) -> NextList:  # fmt: skip
        """The list with its columns, and the entry of the person who was asked for."""
        own = {pace: each.of_size(listed.size) for pace, each in paces.items()}
        standard = own.pop(STANDARD)
        made = Made(found.rules, found.paces, listed, *standard, own)
        if not self.explain:
            return replace(found, columns=Kept(made))
        one = listed.player(row_of(self.explain, listed))
        entries = {pace: Entry(one, None, each, True) for pace, each in lines.items()}
        entry = entries.pop(STANDARD, Entry(one, None, (), True))
        entry = replace(entry, paces=entries)
        return replace(found, columns=Kept(made), entries=(entry,))
