"""Workbooks for IronCalc, the second spreadsheet engine of the tests, in words that it knows."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

#: What parentheses hold, with such in it; and an argument of a function.
_INSIDE = r"[^()]*"
for _ in range(3):
    _INSIDE = rf"(?:[^()]|\({_INSIDE}\))*"
_ARGUMENT = rf"(?:[^(),]|\({_INSIDE}\))*"
#: The cells of a list from one place to another, as formulas have them.
_BETWEEN = re.compile(rf"INDEX\((\w+),({_ARGUMENT})\):INDEX\(\1,({_ARGUMENT})\)")


#: A text in a found cell is no number to it, where others pass over texts of cells.
_HIGHER = re.compile(
    rf"MAX\((INDEX\(ratings_rating,{_ARGUMENT}\)),(INDEX\(players_peak,{_ARGUMENT}\))\)"
)


def in_its_words(path: Path) -> Path:
    """The workbook with other words for what IronCalc does not know or takes in another way."""
    told = path.with_name(f"told-{path.name}")
    with zipfile.ZipFile(path) as source, zipfile.ZipFile(told, "w") as target:
        for name in source.namelist():
            data = source.read(name)
            if name.startswith("xl/worksheets/"):
                text = _BETWEEN.sub(r"OFFSET(\1,\2-1,0,(\3)-(\2)+1,1)", data.decode())
                data = _HIGHER.sub(r"MAX(N(\1),N(\2))", text).encode()
            target.writestr(name, data)
    return told
