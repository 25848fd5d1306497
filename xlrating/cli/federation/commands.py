"""The commands of a federation, as the parser names them; each loads what it needs when it runs."""

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
    """Make the next list of a folder as its period.toml says, and publish it."""
    from .next import run

    return _to_its_end(run, options)


def publish(options: argparse.Namespace) -> int:
    """Make of rating lists what members look at: pages, and the list as PDF and workbook."""
    from .publish import publish as run

    return _to_its_end(run, options)


def verify(options: argparse.Namespace) -> int:
    """Make a list again from the list before and its events, and name every cell that differs."""
    from .verify import verify as run

    return _to_its_end(run, options)


def rebuild(options: argparse.Namespace) -> int:
    """Make a chain of lists again, from the first one and a folder of events for each."""
    from .rebuild import run

    return _to_its_end(run, options)


def diff(options: argparse.Namespace) -> int:
    """Tell whose rating moved between two lists, by how much, because of which event."""
    from .diff import run

    return _to_its_end(run, options)


def _to_its_end(run: Callable[[argparse.Namespace], int], options: argparse.Namespace) -> int:
    from ...exchange.garbage import gc_paused

    with gc_paused():
        return run(options)
