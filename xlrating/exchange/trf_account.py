"""The account of FIDE's report file: how every record, and every field of a player, was used."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Optional

from ..engine.account import CHECKED, IGNORED, UNUSED, USED, Account, AccountColumn, Record
from ..engine.event import Event
from ..engine.vocabulary.headings import heading_of
from ..engine.vocabulary.pace import pace_in
from .tabular import ReadOptions
from .time_controls import read_time
from .trf_event import format_of
from .trf_layout import COLOUR, FIELDS, FIRST_ROUND, RESULT, ROUND_WIDTH
from .trf_lines import TrfLines, aligned
from .trf_records import COMPARED, OTHERS, READ, TEAMS, count


def account_of(lines: TrfLines, event: Event) -> Account:
    """How every record was used; for players' lines each field, with its first column."""
    records = (
        Record(tag, len(found), *_use(tag, lines, event), tuple(line.number for line in found))
        for tag, found in lines.by_tag.items()
    )
    columns = [
        AccountColumn(key, field.first, *_FIELD_USE.get(key, (USED, "")))
        for key, field in FIELDS.items()
    ]
    players = [aligned(line) for line in lines.by_tag["001"]]
    if any(line.fact("born")[_YEAR:].strip("/0. -") for line in players):
        columns.append(
            AccountColumn("month and day of birth", FIELDS["born"].first + _YEAR, UNUSED)
        )
    columns += _rounds([line.text for line in players])
    found = Account(
        event.where, "trf", lines.encoding, columns=tuple(columns), records=tuple(records)
    )
    return found.counting(event.players, event.games)


_National = Mapping[str, Mapping[int, Optional[Decimal]]]


def chosen_of(national: _National, asked: ReadOptions) -> str:
    """The federation whose ratings count; '' if those of the players' lines do."""
    ignored = {*map(heading_of, asked.ignore)}
    left = [tag for tag in national if heading_of(tag) not in ignored]
    return left[0] if left and "rating" in ignored else ""


def with_national(
    account: Account, event: Event, national: _National, asked: ReadOptions
) -> Account:
    """The account with the ratings that records of federations have, used or not."""
    chosen, ignored = chosen_of(national, asked), {*map(heading_of, asked.ignore)}

    def record(one: Record) -> Record:
        if one.name not in national:
            return one
        if one.name == chosen:
            return one._replace(use=USED, meaning="rating")
        ratings = (national[one.name].get(player.no) for player in event.players)
        use = IGNORED if heading_of(one.name) in ignored else UNUSED
        return one._replace(
            use=use, meaning="national", printed=tuple(str(r or "") for r in ratings)
        )

    columns = account.columns
    if chosen:
        columns = tuple(c._replace(use=IGNORED) if c.heading == "rating" else c for c in columns)
    return replace(account, columns=columns, records=tuple(map(record, account.records)))


def _rounds(players: Sequence[str]) -> Iterator[AccountColumn]:
    """The columns of rounds, and of colours of players without opponent, which mean nothing."""
    for at in range(FIRST_ROUND - 1, max(map(len, players)), ROUND_WIDTH):
        name, first = f"round {at // ROUND_WIDTH - 8}", at + 1
        yield AccountColumn(name, first, USED)
        own = (text[at : at + ROUND_WIDTH] for text in players)
        if any(not text[:4].strip(" 0") and text[5:6].strip(" -") for text in own):
            yield AccountColumn(
                f"{name}: colour without opponent", first + COLOUR.first - 1, UNUSED
            )
            yield AccountColumn(f"{name}: result", first + RESULT.first - 1, USED)


_YEAR = len("1990")
_FIELD_USE = {"points": (CHECKED, ""), "place": (CHECKED, ""), "rating": (USED, "rating")}


def _use(tag: str, lines: TrfLines, event: Event) -> tuple[str, str]:
    if tag in ("240", "299") and any(other in lines.by_tag for other in TEAMS):
        return UNUSED, OTHERS["310"]
    if tag in READ:
        return USED, ""
    if tag in ("092", "192", "122", "222"):
        means = format_of if tag.endswith("92") else read_time
        said = lines.said(tag)
        return (USED if means(said) or pace_in(said) else UNUSED), ""
    if tag in COMPARED:
        is_number = count(lines, tag) is not None
        return (CHECKED if is_number and (tag != "082" or lines.of(*TEAMS)) else UNUSED), ""
    return UNUSED, OTHERS.get(tag, "unknown")
