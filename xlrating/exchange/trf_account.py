"""The account of FIDE's report file: how every record, and every field of a player, was used."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..engine.account import CHECKED, UNUSED, USED, Account, AccountColumn, Record
from ..engine.event import Event
from ..engine.vocabulary.pace import pace_in
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
        AccountColumn(key, field.first, *_FIELD_USE.get(key, (USED,)))
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
_FIELD_USE = {"points": (CHECKED,), "place": (CHECKED,)}


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
