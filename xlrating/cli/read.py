"""The command read: how each part of a file was understood, and what was not used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..engine.errors import RatingError
from ..exchange.account import as_json, in_full
from ..exchange.verified import verified
from ..federation.listed import read_listed
from ..reading import read
from .answering import give
from .asked import asked_of
from .event_input import expect_asked, tell_looks
from .exit_codes import OK
from .helping import unasked
from .no_event import ledger_account

if TYPE_CHECKING:
    import argparse

    from ..engine.account import Account


def read_file(options: argparse.Namespace) -> int:
    """Show how a file is understood: sheet, columns, lines, and what is not used."""
    account = account_of(options)
    language = options.language or unasked(options)
    tell_looks(account, language)
    give(lambda: as_json(account))
    print("\n".join(in_full(account, language)))
    return OK


def account_of(options: argparse.Namespace) -> Account:
    """The account of an event, otherwise of a rating list.

    Raises the errors of reading an event if the file is neither.
    """
    asked = asked_of(options)
    if ledger := ledger_account(options.file):
        return ledger
    try:
        found = verified(read(options.file, options.players, asked))
    except RatingError as wrong:
        if wrong.of_games:
            raise
        try:
            found = read_listed(options.file, asked=asked).account
        except RatingError:
            found = None
        if found is None:
            raise
    assert found is not None, "every reader gives an account"
    expect_asked(options, options.file, found)
    return found
