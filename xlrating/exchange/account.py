"""The account of a file in words: in one line, in full, or as JSON."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from ..engine.account import CHECKED, IGNORED, KNOWN, UNUSED, USED, Account
from ..engine.errors import first_of
from ..engine.texts import Words, between
from ..engine.vocabulary.headings import heading_of
from ..engine.vocabulary.likeness import HIDDEN
from .addresses import column_letter
from .tabular import ReadOptions

_WORDS = Words("exchange", "account")
#: The text keys for the uses of columns and records, in the order in which they are listed.
_USES = {USED: "used", CHECKED: "checked", KNOWN: "known", IGNORED: "ignored", UNUSED: "not_used"}


def in_a_line(account: Account, language: str) -> str:
    """What was read from a file, in words on one line.

    >>> in_a_line(Account("a.csv", "games", players=2, games=1, others=("Old",)), "en")
    'read: 2 players, 1 game; other sheets: Old'
    """
    parts = [between(language, ",").join(_counts(account, language))]
    if account.sheet and account.kind != "template":
        parts.append(_WORDS.say(language, "sheet", sheet=account.sheet))
    unused = _unused(account, language)
    for key, names in (("others", account.others), ("unused", unused)):
        if names:
            parts.append(_WORDS.say(language, key, names=first_of(names)))
    return _WORDS.say(language, "line", what=between(language, ";").join(parts))


def kind_in_words(account: Account) -> Mapping[str, str]:
    """The kind of a file, in each language.

    >>> kind_in_words(Account("a.csv", "corrections"))["en"]
    'an identity ledger'
    """
    return _WORDS.table[f"kind_{account.kind}"]


def not_met(asked: ReadOptions, accounts: Iterable[Account]) -> list[tuple[str, str]]:
    """Sheets or columns that were asked for but found in no file: ``sheet`` or ``ignore``, name.

    >>> not_met(ReadOptions("Old", ("Club",)), [Account("a.csv", "list")])
    [('sheet', 'Old'), ('ignore', 'Club')]
    """
    every = [each for one in accounts for each in _with_parts(one)]
    found = [("sheet", asked.sheet)] if asked.sheet not in {"", *(e.sheet for e in every)} else []
    ignored = {heading_of(name) for one in every for name in _ignored(one)}
    return found + [("ignore", name) for name in asked.ignore if heading_of(name) not in ignored]


def named(account: Account, use: str) -> list[str]:
    """The headings of columns and names of records with a use, also in the files of its parts."""
    every = [*_with_parts(account)]
    found = [column.heading for one in every for column in one.columns if column.use == use]
    return found + [record.name for one in every for record in one.records if record.use == use]


def _ignored(account: Account) -> Iterator[str]:
    """The possible names of the columns and records that the user declared irrelevant."""
    yield from (one.name for one in account.records if one.use == IGNORED)
    for column in account.columns:
        if column.use == IGNORED:
            yield column.meaning if column.meaning == HIDDEN else column.heading
            if not column.heading:
                yield from (column_letter(column.number - 1), f"#{column.number}")


def _with_parts(account: Account) -> Iterator[Account]:
    yield account
    for part in account.parts:
        yield from _with_parts(part)


def _unused(account: Account, language: str) -> list[str]:
    """The columns and records that are not used, as people call them: ``112 (deputy arbiters)``."""
    named = {one.name: one for one in account.records if one.use in (UNUSED, IGNORED)}
    found = []
    for name in account.unused:
        why = _why(named[name].meaning, language) if name in named else ""
        number = re.fullmatch(r"#(\d+)", name)
        shown = _called(name, language)
        if number:
            place = column_letter(int(number[1]) - 1) if account.sheet else number[1]
            shown = _WORDS.say(language, "unnamed", place=place)
        found.append(f"{shown} ({why})" if why else shown)
    return found


def _called(name: str, language: str) -> str:
    """A column as people call it: by its heading, or in words if it has none of its own.

    >>> _called("round 3: colour without opponent", "zh"), _called("Club", "zh")
    ('第 3 轮：无对手却有执子方', 'Club')
    """
    number = re.search(r"\d+", name)
    key = "name_" + re.sub(r"[\W\d]+", "_", name)
    words = _WORDS.table.get(key, {}).get(language)
    return words.format(round=number and number[0]) if words else name


def _counts(account: Account, language: str) -> Iterator[str]:
    if account.kind == "corrections":
        n = sum(one.last - one.first + 1 for one in account.lines if one.kind == "correction")
        yield _WORDS.say(language, "corrections", n=n)
        return
    for key in ("players", "games", "byes", "pending"):
        n = getattr(account, key)
        if n or key == "players":
            yield _WORDS.say(language, key, n=n)


def in_full(account: Account, language: str) -> list[str]:
    """Everything that was read and how, one line each."""
    say, comma = _WORDS.say, between(language, ",")
    head = {
        "file": account.file,
        "kind": say(language, f"kind_{account.kind}"),
        "encoding": account.encoding,
        "separator": account.separator.replace("\t", "TAB"),
        "found": comma.join(_counts(account, language)),
    }
    sign = between(language, ":")
    found = [f"{say(language, key)}{sign}{text}" for key, text in head.items() if text]
    found += [say(language, "sheet", sheet=account.sheet)] if account.sheet else []
    found += [say(language, "others", names=comma.join(account.others))] if account.others else []
    for said in account.said:
        told = f"{said.part} = {said.text} ({said.where})"
        found.append(between(language, ":").join((say(language, "said"), told)))
    for one in account.columns:
        place = column_letter(one.number - 1) if account.sheet else str(one.number)
        use = _use(one.use, one.meaning, language)
        heading = _called(one.heading, language) or "–"
        found.append(say(language, "column", place=place, heading=heading, use=use))
    for use in _USES:
        for record in account.records:
            if record.use == use:
                told = f"{record.name} × {record.n}"
                told = between(language, ":").join((told, _use(use, record.meaning, language)))
                found.append(told)
    for lines in account.lines:
        words = {"first": lines.first, "last": lines.last}
        key = "lines_one" if lines.first == lines.last else "lines"
        found.append(say(language, key, kind=say(language, f"line_{lines.kind}"), **words))
    for part in account.parts:
        found += ["", *in_full(part, language)]
    return found


def _why(meaning: str, language: str) -> str:
    return _WORDS.table.get(f"why_{meaning}", {}).get(language, meaning)


def _use(use: str, meaning: str, language: str) -> str:
    words = _WORDS.say(language, _USES[use])
    why = _why(meaning, language)
    return f"{words} ({why})" if why else words


def _plain(column: dict[str, object]) -> dict[str, object]:
    return {part: value for part, value in column.items() if part != "printed"}


def as_json(account: Account) -> dict[str, object]:
    """The account as values for JSON."""
    return {
        "file": account.file,
        "kind": account.kind,
        "encoding": account.encoding,
        "separator": account.separator,
        "sheet": account.sheet,
        "other_sheets": list(account.others),
        "players": account.players,
        "games": account.games,
        "byes": account.byes,
        "pending": account.pending,
        "columns": [_plain(one._asdict()) for one in account.columns],
        "lines": [one._asdict() for one in account.lines],
        "records": [_plain(one._asdict()) | {"lines": list(one.lines)} for one in account.records],
        "said": [one._asdict() for one in account.said],
        "parts": [as_json(part) for part in account.parts],
    }
