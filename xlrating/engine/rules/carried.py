"""Rule files that a workbook carries in its cells, so that it is rated wherever it lies.

They are named as if they lay in the workbook: `clubs/cup.xlsx/own.toml`. Nothing is written to
the disk; what a workbook carries is known as long as somebody has its reference.
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

#: The tables as JSON, by the path of the workbook and the name of the file.
_KNOWN: Dict[str, str] = {}

#: The parts of a rule file that its workbook does without: worked examples rate nothing.
_LEFT = ("examples",)


class CarriedRules(InCell):
    """Rules that a workbook names and has itself, as `tables`; wherever it goes they are known."""

    tables: str

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        """Come out of another process."""
        self.__dict__.update(state)
        _know(self)


def carried_in(workbook: Path, reference: str, tables: str, where: str) -> CarriedRules:
    """The rules of a cell whose file the workbook carries.

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
    """The rules that a cell of a workbook names: a file only as the workbook has it, or beside it.

    `tables` are those that the workbook carries; they are the ones that its formulas were made of.
    """
    if tables and is_file_named(reference):
        with suppress(RuleSetError):  # of a name that is none whoever loads it is told
            return carried_in(workbook, reference, tables, where)
    return named_in(workbook, reference, where)


def _know(reference: CarriedRules) -> None:
    _KNOWN[str(Path(parts(reference).name))] = reference.tables


def text_of(path: Path) -> Optional[str]:
    """The JSON text of a carried file; None for a file of the disk."""
    return _KNOWN.get(str(path))


def stamp_of_carried(path: Path) -> Optional[str]:
    """What changes when a carried file does."""
    text = text_of(path)
    return None if text is None else sha256(text.encode()).hexdigest()


def to_carry(tables: Mapping[str, Any]) -> str:
    """The tables of a rule file as its workbook has them: all that rates, in plain letters."""
    return to_json({key: value for key, value in tables.items() if key not in _LEFT})
