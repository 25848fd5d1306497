"""What an officer changes between two lists: a table of its own, each line dated and with a reason.

A line names somebody by ID or name, what is changed, what it was, what it is now, and why::

    date,id,name,what,old,new,reason
    2025-11-03,12345,,rating,2105,2150,decision of the board of 1 November
    2025-11-05,,"Lee, Ann",name,"Lee, Ann","Lee-Wong, Ann",married
    2025-11-09,99,,merge,,12345,one person with two numbers
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from ..engine.account import Account
from ..engine.errors import ArgumentError, FileError, RatingError
from ..engine.event import Player
from ..engine.languages import LANGUAGES
from ..engine.problem import refusal
from ..engine.texts import say
from ..engine.words.dates import day_of
from ..engine.words.headings import TEXT_FACTS, heading_of, spellings
from ..engine.words.names import plain_name
from ..exchange.files import AnyPath
from ..exchange.players import SHOWN_ONLY
from ..exchange.table import Row, Table, read_table
from .contents import PARTS
from .facts import fact_of, read_fact, with_fact
from .merging import merged
from .people import People, people_of
from .persons import Findings

#: The columns, by the texts that head them.
COLUMNS: Mapping[str, str] = {
    "day": "corr_day", "id": "col_id", "name": "col_name", "what": "corr_what", "old": "corr_old",
    "new": "corr_new", "reason": "corr_reason",
}  # fmt: skip
_NEEDED = ("day", "what", "new", "reason")

#: What tells people, now and before.
_CALLED = ("id", "name")
#: What is no fact of a person but done with one.
MERGE, ENTER = "merge", "enter"

_FACTS = (*(part for part in PARTS if part not in SHOWN_ONLY), *TEXT_FACTS)


class Correction(NamedTuple):
    """A change of one thing: of the person called `who`, from that day on.

    Where `who` is an ID, `name` is what the line calls its person besides. For `enter`, `old`
    holds the new person's name.
    """

    day: date
    who: str
    what: str
    old: str
    new: str
    reason: str
    where: str = ""
    name: str = ""

    def __str__(self) -> str:
        """As a list keeps it that counts it."""
        return " | ".join([str(self.day), *self[1:6]])


def counted(text: str) -> Correction:
    """A correction from the words in which a list keeps it.

    >>> counted("2025-11-20 | #7 | rating |  | 2222 | decision of the board").new
    '2222'
    """
    day, who, what, old, new, reason = text.split(" | ")
    return Correction(date.fromisoformat(day), who, what, old, new, reason)


def former(one: Correction) -> Iterator[tuple[str, str]]:
    """What tells somebody no more, each with what does now: a name, an ID, a line now merged.

    A line that was merged was found by its number and by its name.

    >>> list(former(counted("2025-11-20 | Ann | name | Ann | Ann Lee | married")))
    [('Ann', 'Ann Lee')]
    >>> list(former(counted("2025-11-20 | #8 | merge | Ann Lee | 7 | two numbers")))
    [('#8', '#7'), ('#8', '7'), ('Ann Lee', '#7'), ('Ann Lee', '7')]
    """
    if one.what == MERGE:
        for token in dict.fromkeys(filter(None, (one.who, one.old))):
            yield token, f"#{one.new}"
            yield token, one.new
    elif one.what in ("id", "name") and one.new:
        mark = "#" if one.what == "id" else ""
        is_id = one.what == "name" and one.who.startswith("#")
        yield (mark + one.old if one.old else one.who), (one.who if is_id else mark + one.new)


def read_corrections(path: AnyPath) -> tuple[Correction, ...]:
    """The corrections of a table, .csv or a sheet, in the order of their days.

    Raises `FileError` and `ArgumentError` with the cell that cannot be read.
    """
    table = read_table(path)
    columns = _columns(table)
    found = [_correction(row, columns) for row in table.rows]
    return tuple(sorted(found, key=lambda one: one.day))


def account_of_corrections(path: AnyPath) -> Account:
    """How each part of a table of corrections was used; errors as for `read_corrections`."""
    columns = _columns(table := read_table(path))
    return table.understood("corrections", {head: part for part, head in columns.items()}, ())


def _columns(table: Table) -> dict[str, str]:
    found, known = {}, dict.fromkeys(COLUMNS)  # a slip is nearest to our own words
    for part, key in COLUMNS.items():
        own = [part, *(heading_of(say(language, key)) for language in LANGUAGES)]
        own += spellings(part) if part in ("id", "name") else ()
        known.update(dict.fromkeys(own))
        if heading := next((name for name in table.headings if name in own), None):
            found[part] = heading
    table.refuse_slips({*found.values()}, known)
    missing = [say("en", COLUMNS[part]) for part in _NEEDED if part not in found]
    if missing or not {"id", "name"} & found.keys():
        named = ", ".join(missing) or "ID or name"
        raise refusal(FileError, "read_corr_columns", table.name, columns=named)
    return found


def _correction(row: Row, columns: Mapping[str, str]) -> Correction:
    def text(part: str) -> str:
        return (
            " ".join(row.text(columns[part]).replace("|", "/").split()) if part in columns else ""
        )

    try:
        day = day_of(row.value(columns["day"]))
        if day is None:
            raise refusal(ArgumentError, "read_corr_date")
    except RatingError as error:
        raise error.at(row.at(columns["day"])) from None
    who = (text("id") and f"#{text('id')}") or text("name")
    if not who:
        raise refusal(ArgumentError, "read_corr_nobody", row.place)
    if not text("reason"):
        raise refusal(ArgumentError, "read_corr_reason", row.at(columns["reason"]))
    what = _what(text("what"))
    if what is None:
        raise refusal(
            ArgumentError, "read_corr_what", row.at(columns["what"]), found=repr(text("what"))
        )
    name = text("name") if text("id") else ""
    old = name or text("old") if what == ENTER else text("old")
    found = Correction(
        day, who, what, old, text("new"), text("reason"), row.at(columns["new"]), name
    )
    if what in (MERGE, "name", "rating") and not found.new:
        raise refusal(ArgumentError, "read_corr_new", found.where)
    return found


def _what(text: str) -> str | None:
    word = heading_of(text)
    for done in (MERGE, ENTER):
        if word in {done, *(heading_of(say(one, f"corr_{done}")) for one in LANGUAGES)}:
            return done
    return next((part for part in _FACTS if word in spellings(part)), None)


class Corrected(NamedTuple):
    """A list after corrections; who is called otherwise now; those that were applied, in words."""

    players: People
    called: tuple[tuple[str, str], ...]
    counted: tuple[str, ...]


def corrected(
    players: Sequence[Player],
    corrections: Iterable[Correction],
    held: Iterable[str],
    day: date | None,
    found: Findings,
) -> Corrected:
    """The list with the corrections up to a day that it does not count yet.

    What does not fit the list is told: nobody of that name, or another old value.

    >>> ann = Player(1, "Ann", id="7")
    >>> right = Correction(date(2025, 11, 3), "#7", "name", "Ann", "Ann Lee", "typing error")
    >>> corrected([ann], [right], (), None, Findings()).players[0].name
    'Ann Lee'
    """
    people, done = people_of(players), list(held)
    # What the list has; the names of before are still those of the person.
    before = [counted(text) for text in done]
    called = [pair for one in before for pair in former(one)]
    if not (corrections := tuple(corrections)):
        return Corrected(people, tuple(called), tuple(done))
    made = _Making(people, called, found)
    # A line that does not say what was is counted with what was found.
    told = (*_CALLED, MERGE)
    known = {*done, *(str(one._replace(old="")) for one in before if one.what in told)}
    for one in corrections:
        if str(one) in known:
            continue
        if day is not None and one.day > day:
            found.notice("corr_later", one.where, day=one.day)
        else:
            done.append(str(made.apply(one)))
    return Corrected(people.with_lines(made.players), tuple(made.called), tuple(done))


class _Making:
    """A list in the making: its lines, None for one that became part of another."""

    def __init__(self, players: People, called: list[tuple[str, str]], found: Findings) -> None:
        self.players = players.lines()
        self.called = called
        self._found = found
        # Two lines of one name are told when the list is read.
        self._persons = players.persons(Findings())

    def apply(self, one: Correction) -> Correction:
        """Change what a correction says, or tell why that cannot be; with what was, it comes back.

        From then on somebody is found by the name or ID of before, too.
        """
        if one.what == ENTER:
            self._enter(one)
            return one
        number = self._number(one.who, one)
        player = None if number is None else self.players[number]
        if number is None or player is None:
            return one
        names = {plain_name(player.name), plain_name(one.name)}
        if one.name and len(names) > 1 and self._persons.of_token(one.name) != number:
            who: dict[str, object] = {"name": one.who[1:], "old": one.name, "found": player.name}
            self._found.is_wrong("corr_old_differs", one.where, **who)
            return one
        if one.what == MERGE:
            return self._merge(number, player, one)
        was = fact_of(player, one.what)
        if one.old and was != fact_of(read_fact(player, one.what, one.old, one.where), one.what):
            words = {"name": player.name, "old": one.old, "found": "–" if was is None else str(was)}
            self._found.is_wrong("corr_old_differs", one.where, **words)
            return one
        read = read_fact(player, one.what, one.new, one.where)
        self.players[number] = with_fact(player, read, one.what)
        if one.what in _CALLED:
            mark = "#" if one.what == "id" else ""
            self._persons.also_called(mark + one.new, self._persons.token(number))
            one = one._replace(old=one.old or str(was or ""))
            self.called += former(one)
        return one

    def _enter(self, one: Correction) -> None:
        token = one.who
        if self._persons.of_token(token) is not None:
            self._found.is_wrong("corr_is_there", one.where, name=token.removeprefix("#"))
            return
        id_ = token[1:] if token.startswith("#") else ""
        entered = Player(0, one.old or token.removeprefix("#"), id=id_, where=one.where)
        self._persons.find(entered)
        read = read_fact(entered, "rating", one.new, one.where)
        self.players.append(with_fact(entered, read, "rating"))

    def _merge(self, number: int, player: Player, one: Correction) -> Correction:
        """The line becomes part of another one, which has its own rating, and both their games.

        The correction comes back with the name of the line, by which files still call the person.
        """
        other = self._number(self._token(one.new), one)
        stays = None if other is None else self.players[other]
        if other is None or stays is None:
            return one
        if other == number:
            self._found.is_wrong("corr_nobody", one.where, name=one.new)
            return one
        self.players[number] = None
        self.players[other] = merged(player, stays)
        one = one._replace(old=" ".join(player.name.replace("|", "/").split()))
        self.called += former(one)
        return one

    def _token(self, text: str) -> str:
        """An ID, where there is such a one, else a name."""
        return f"#{text}" if self._persons.of_token(f"#{text}") is not None else text

    def _number(self, token: str, one: Correction) -> int | None:
        number = self._persons.of_token(token)
        if number is None or self.players[number] is None:
            name = token.removeprefix("#")
            self._found.is_wrong("corr_nobody", one.where, name=name)
            return None
        return number
