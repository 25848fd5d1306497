"""The commands of a federation, as the parser names them; each loads what it needs when it runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse


def federation(options: argparse.Namespace) -> int:
    """Make the next rating list from a list and a folder of events."""
    from .make import federation as run

    return run(options)


def publish(options: argparse.Namespace) -> int:
    """Make of rating lists what members look at: pages, and the list as PDF and workbook."""
    from .publish import publish as run

    return run(options)
