"""A workbook as a book of cells: every formula with the value it must show."""

from __future__ import annotations

from .builder import Builder
from .file.grid import Book
from .layout import lay_out
from .offered import choices_of
from .plan import Plan


def builder_of(plan: Plan) -> Builder:
    """A builder with an empty book for a plan, and the choices that its rules offer."""
    return Builder(plan, choices_of(plan.rules))


def build(plan: Plan) -> Book:
    """Every cell of the workbook, each formula with the value it must show."""
    builder = builder_of(plan)
    lay_out(builder)
    return builder.book
