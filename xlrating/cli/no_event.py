"""Rating lists and ledgers given instead of an event: what they are, and what reads them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ..engine.errors import FileError, RatingError
from ..engine.problem import make_error, placed_words
from ..engine.texts import in_words, say
from ..exchange.account import in_a_line, kind_in_words
from ..exchange.files import CSV, SHEETS, AnyPath
from ..exchange.table import read_table
from ..exchange.template import template_in
from .answering import give
from .answers.events import of_check
from .exit_codes import OK
from .helping import unasked

if TYPE_CHECKING:
    import argparse

    from ..engine.account import Account
    from ..engine.event import Event


def ledger_account(file: AnyPath) -> Account | None:
    """The account of an identity ledger; None for any other file.

    Raises the errors of reading a ledger if a line in it is wrong.
    """
    if Path(file).suffix.lower() not in (*CSV, *SHEETS) or not Path(file).is_file():
        return None
    from ..federation.identity import COLUMNS, heads_of, read_identity

    try:
        headings = () if template_in(file) else read_table(file).headings
    except RatingError:
        return None
    own = ("what", "reason")  # columns that no list has
    is_ledger = all(any(head in headings for head in heads_of(part, COLUMNS)) for part in own)
    return read_identity(file).account if is_ledger else None


def ledger_checked(options: argparse.Namespace, ledger: Account) -> int:
    """Report that a ledger was read without contradiction, which is all that can be checked."""
    language = options.language or unasked(options)
    give(lambda: {"kind": ledger.kind, **of_check((), 0, language)})
    words = {"kind": kind_in_words(ledger), "read": in_a_line(ledger, language)}
    print(placed_words(ledger.file, in_words(language, "cli_kind", words), language))
    return OK


def is_of_contents(wrong: RatingError) -> bool:
    """Whether another reader may understand the file.

    None can if it is damaged or missing, or if it contains games with an error in them.
    """
    if wrong.of_games:
        return False
    key = wrong.problem.key if wrong.problem else ""
    return key in ("file_kind", "file_large") or not key.startswith("file_")


def refuse_ledger(file: str, wrong: RatingError | None = None) -> None:
    """Raise `FileError` for an identity ledger; `wrong` is the reason why it is no event."""
    if (wrong is None or is_of_contents(wrong)) and ledger_account(file) is not None:
        raise make_error(FileError, "opt_ledger", file)


def list_account(file: str) -> Account | None:
    """The account of a rating list; None for any other file."""
    from ..federation.listed import read_listed

    try:
        return read_listed(file).account
    except RatingError:
        return None


def list_checked(options: argparse.Namespace, n: int) -> int:
    """Report that nothing in a list of `n` people can be checked."""
    language = options.language or unasked(options)
    give(lambda: {"players": n, **of_check((), 0, language)})
    print(say(language, "ver_unsaid", n=n, events=0))
    return OK


def refuse_list(file: str, event: Event | RatingError) -> None:
    """Raise `FileError` for a list of people without games: nothing can be rated.

    `event` is what was read from the file, or the reason why it is no event.
    """
    if isinstance(event, RatingError):
        account = list_account(file) if is_of_contents(event) else None
    else:
        is_list = event.account is not None and event.account.kind == "players"
        account = event.account if is_list and not event.games else None
    if account is None:
        return
    words = {"kind": kind_in_words(account), "list": file}
    raise make_error(FileError, "opt_list", file, **words)
