"""The files of a list: a workbook, or a CSV or Parquet file with a JSON file next to it."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from ..exchange.files import AnyPath
from .ledger_files import beside, contents_of_list, ledger_json, made_pairs
from .list_parquet import list_parquet
from .list_table import list_columns, list_csv
from .next_list import NextList


def files_of(
    found: NextList, output: str, language: str
) -> tuple[NextList, Mapping[AnyPath, bytes]]:
    """The list with notices about what its files omit, and the bytes of each, in writing order."""
    ending = Path(output).suffix.lower()
    if ending in (".csv", ".parquet"):
        table = list_columns(found.people, language)
        if ending == ".parquet":
            made = list_parquet(*table)
        else:
            # With a byte order mark: otherwise Excel assumes another encoding.
            made = BOM_UTF8 + list_csv(found, language, table).encode()
        # First: next to an older list it is noticed; the list without it would lack its data.
        contents = contents_of_list(table) if language == "en" else None
        said = ledger_json(found.ledger, made_pairs(found, contents), made)
        return found, {beside(output): said, output: made}
    from ..workbook.file.writer import to_bytes
    from .list_book import list_book

    found = with_notices(found)
    return found, {output: to_bytes(list_book(found, language), language)}


def with_notices(found: NextList) -> NextList:
    """The list as a workbook has it, with notices about what it omits."""
    from .list_book import left_out

    return replace(found, notices=(*left_out(found), *found.notices))
