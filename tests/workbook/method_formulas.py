"""`PYTHONPATH=. python workbook/method_formulas.py` in `tests`: writes down what the formulas of every method are now.

Do it after they were compared with the engine: ``XLRATING_EVERY=1 pytest tests/workbook/test_formulas.py
tests/workbook/test_choices.py``.
"""

from __future__ import annotations

import hashlib
import tomllib
from pathlib import Path

from workbooks import natives

from xlrating.workbook.book import build
from xlrating.workbook.templates import empty

FILE = Path(__file__).with_suffix(".toml")
#: The sheets whose formulas differ with the method, and whose texts are few.
SHEETS = ("Ratings", "Audit", "Standings", "Forecast")


def digest(rules: str) -> str:
    """Another one as soon as a formula of these sheets is another, in a Swiss or in a round robin.

    A workbook has the formulas of every choice.
    """
    books = build(empty("swiss", rules, 4, 3)), build(empty("round-robin", rules, 4))
    pages = [page for book in books for page in book.sheets if page.key in SHEETS]
    formulas = [
        (page.key, place, cell.formula)
        for page in pages for place, cell in sorted(page.cells.items()) if cell.formula
    ]  # fmt: skip
    return hashlib.sha256(repr(formulas).encode()).hexdigest()[:16]


def known() -> dict[str, str]:
    """What was written down, by rule set."""
    found: dict[str, str] = tomllib.loads(FILE.read_text("utf-8"))
    return found


if __name__ == "__main__":
    lines = (f'"{one}" = "{digest(one)}"' for one in natives())
    FILE.write_text("\n".join([*lines, ""]), "utf-8")
