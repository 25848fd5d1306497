"""The account of a template: what is read from each sheet and what its formulas calculate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ..engine.account import KNOWN, USED, Account, AccountColumn, FileStatement, LineRange
from ..engine.event import Event
from ..engine.languages import LANGUAGES
from ..engine.rules.references import without_folder
from ..engine.texts import sheet_name
from ..exchange.tabular import lines_of_file
from .file.page import SheetReader
from .layout import SHEETS

#: The columns of a sheet, each with the texts that may head it.
Wanted = Mapping[str, tuple[str, ...]]


def account_of(
    start: SheetReader,
    players: tuple[SheetReader, Wanted],
    games: tuple[SheetReader, Wanted],
    event: Event,
) -> Account:
    """The account of the sheets that an event was read from.

    `players` and `games` are sheets, each with its columns and the headings these may have. Other
    columns and the template's other sheets hold formulas, which `check` compares with the
    engine's values; sheets that somebody has added are not used.
    """
    own = {sheet_name(code, key) for code in LANGUAGES for key in SHEETS}
    said = tuple(
        FileStatement(part, without_folder(str(value)), event.places.get(part, ""))
        for part in ("name", "place", "start", "end", "rounds", "rules", "format", "pace")
        if (value := getattr(event, part))
    )
    parts = (_of_sheet(*players, "player"), _of_sheet(*games, "game"))
    others = tuple(name for name in start.sheets.names if name not in own)
    account = Account(
        start.sheets.path.name, "template", sheet=start.name, others=others, said=said, parts=parts
    )
    return account.counting(event.players, event.games)


def _of_sheet(page: SheetReader, wanted: Wanted, kind: str) -> Account:
    heads = page.headings(wanted, (), "no" if kind == "player" else "round")
    meaning = {col: key for key, col in heads.cols.items()}
    columns = tuple(
        AccountColumn(
            str(cell).strip(), col + 1, USED if col in meaning else KNOWN, meaning.get(col, "")
        )
        for col, cell in enumerate(page.rows[heads.row])
        if str(cell).strip()
    )
    filled = [
        row + 1 for row in heads.below(page)
        if any(str(page.value((row, col))).strip() for col in heads.cols.values())
    ]  # fmt: skip
    lines = lines_of_file(heads.row, heads.row + 1, filled, (), len(page.rows))
    own = tuple(LineRange(kind if one.kind == "body" else one.kind, *one[1:]) for one in lines)
    found = Account(page.sheets.path.name, "template", sheet=page.name, columns=columns, lines=own)
    n = len(filled)
    return replace(found, players=n) if kind == "player" else replace(found, games=n)
