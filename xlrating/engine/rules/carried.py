"""Rule files embedded in a workbook's cells, so that it can be rated wherever it is moved.

They are addressed as if the workbook were a folder: `clubs/cup.xlsx/own.toml`. Nothing is written
to disk; the embedded rules are known as long as a reference to them exists.
"""

from __future__ import annotations

import re
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, Dict, Mapping, Optional

from ..errors import RuleSetError
from ..tomlfile import to_json
from .references import InCell, is_file_named, named_in, parts

#: The tables as JSON, by workbook path and file name.
_KNOWN: Dict[str, str] = {}

#: Parts of a rule file that are not embedded: worked examples are not needed for rating.
_LEFT = ("examples",)


class CarriedRules(InCell):
    """A reference to rules embedded in a workbook as `tables`; it also works in other processes."""

    tables: str

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        """Register the rules again when unpickled in another process."""
        self.__dict__.update(state)
        _know(self)


def carried_in(workbook: Path, reference: str, tables: str, where: str) -> CarriedRules:
    """The reference to rules that are named in a cell and embedded in the workbook.

    >>> found = carried_in(Path("cup.xlsx"), "own.toml@2026-01-01", '{"id":"own"}', "cell B9")
    >>> Path(found).as_posix(), text_of(Path(parts(found).name))
    ('cup.xlsx/own.toml@2026-01-01', '{"id":"own"}')
    """
    name = parts(reference).name
    base = re.split(r"[\\/]", name)[-1]
    found = CarriedRules(reference.replace(name, str(workbook / base)))
    found.tables, found.where = tables, where
    _know(found)
    return found


def rules_of_cell(workbook: Path, reference: str, where: str, tables: str = "") -> str:
    """The reference in a workbook's cell; a file must be embedded in it or lie next to it.

    `tables` are the embedded rules, the ones from which the workbook's formulas were made.
    """
    if tables and is_file_named(reference):
        with suppress(RuleSetError):  # an invalid reference is reported when it is loaded
            return carried_in(workbook, reference, tables, where)
    return named_in(workbook, reference, where)


def _know(reference: CarriedRules) -> None:
    _KNOWN[str(Path(parts(reference).name))] = reference.tables


def text_of(path: Path) -> Optional[str]:
    """The JSON text of an embedded file; None for a file on disk."""
    return _KNOWN.get(str(path))


def stamp_of_carried(path: Path) -> Optional[str]:
    """A digest of the embedded file, which changes when it does; None for a file on disk."""
    text = text_of(path)
    return None if text is None else sha256(text.encode()).hexdigest()


def to_carry(tables: Mapping[str, Any]) -> str:
    """The tables of a rule file as embedded in a workbook: everything used for rating, in ASCII."""
    return to_json({key: value for key, value in tables.items() if key not in _LEFT})
