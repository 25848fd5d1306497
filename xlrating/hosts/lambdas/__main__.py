"""Print the sheet Coverage, tab-separated: ✓ per rule set and function, or why there is none."""

from __future__ import annotations

from .names import made
from .workbook import covered

for row in covered(made()):
    print("\t".join(row))
