"""The federation commands for the parser; each imports what it needs when it runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable


def federation(options: argparse.Namespace) -> int:
    """Make the next rating list from a list and a folder of events."""
    from .make import federation as run

    return _to_its_end(run, options)


def next(options: argparse.Namespace) -> int:
    """Make the next list for a folder according to its period.toml, and publish it."""
    from .next import run

    return _to_its_end(run, options)


def publish(options: argparse.Namespace) -> int:
    """Publish rating lists as web pages, PDF and workbook."""
    from .publish import publish as run

    return _to_its_end(run, options)


def verify(options: argparse.Namespace) -> int:
    """Recalculate a list from the previous one and its events, and report every difference."""
    from .verify import verify as run

    return _to_its_end(run, options)


def rebuild(options: argparse.Namespace) -> int:
    """Recalculate a chain of lists from the first one and a folder of events for each."""
    from .rebuild import run

    return _to_its_end(run, options)


def diff(options: argparse.Namespace) -> int:
    """Report whose rating changed between two lists, by how much, and because of which event."""
    from .diff import run

    return _to_its_end(run, options)


def _to_its_end(run: Callable[[argparse.Namespace], int], options: argparse.Namespace) -> int:
    from ...exchange.garbage import gc_paused

    with gc_paused():
        return run(options)
