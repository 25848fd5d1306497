"""Print the sheet Coverage: each rule set and function, ✓ or why there is nothing; tabs between."""

from __future__ import annotations

from .names import made
from .workbook import covered

for row in covered(made()):
    print("\t".join(row))
