"""The command line: `xlrating COMMAND`, with one module per command."""

from __future__ import annotations

import sys
from contextlib import redirect_stderr, redirect_stdout
from itertools import pairwise
from typing import TYPE_CHECKING, TextIO, cast

from ..engine.errors import FileError, RatingError
from ..engine.languages import ENGLISH
from .exit_codes import OK, REFUSED, STOPPED

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence

    from .screen import Screen


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; each error is reported as a sentence, with exit code 2."""
    from ..stops import stopping
    from .screen import Screen, flush, open_closed

    words = _command_first(list(sys.argv[1:] if argv is None else argv))
    open_closed()
    _write_every_name_whole()
    screens = Screen(sys.stdout), Screen(sys.stderr, is_needed=False)
    shown = cast("tuple[TextIO, TextIO]", screens)
    with stopping(), redirect_stdout(shown[0]), redirect_stderr(shown[1]):
        try:
            return _answered(words)
        finally:
            _tell_lost(screens, words)
            flush()


def _command_first(words: list[str]) -> list[str]:
    """The words reordered so that options common to all commands follow the command.

    >>> _command_first(["--language", "zh", "--json", "rate", "a.trf"])
    ['rate', 'a.trf', '--language', 'zh', '--json']
    """
    early: list[str] = []
    left = list(words)
    while left and left[0].partition("=")[0] in ("--language", "--json"):
        taken = 2 if left[0] == "--language" else 1
        early, left = early + left[:taken], left[taken:]
    return left + early if left else words


def _answered(words: list[str]) -> int:
    if not _asks_json(words):
        return _run(words)
    import json

    from .answering import answered

    language = _asked_language(words)
    found, code = answered(lambda: _run(words), words[0], language)
    try:
        print(json.dumps(found, ensure_ascii=False, indent=1))
        return _told(code)
    except BrokenPipeError:
        return OK
    except OSError as error:
        _tell(FileError(error.strerror or str(error), "output"), language, words)
        return REFUSED


def _run(words: list[str]) -> int:
    language, options = None, None
    try:
        if words[:1] == ["call"]:
            from .call import call

            language = _asked_language(words)
            return _told(call([word for word in words[1:] if word != "--json"]))
        if words[:2] == ["completion", "--"]:
            from .arguments import parser
            from .completion import candidates

            print(*candidates(parser(), words[2:]), sep="\n")
            return OK
        language = _asked_language(words)
        options = _parsed(words)
        _expect_values(words)
        from .helping import unasked

        # Output to a file is the same on every computer, except for what is meant for the user.
        unsaid = unasked(options) if options.starts else ENGLISH
        options.written = options.language or unsaid
        if not options.of_file:
            options.language = options.language or unasked(options)
        from .answering import speaks
        from .patterns import expand
        from .piped import is_piped, piped

        expand(options)
        run: Callable[[argparse.Namespace], int] = options.run
        code = piped(options, run) if is_piped(options) else run(options)
        speaks(options)
        return _told(code)
    except RatingError as error:
        # The language may be that of a template.
        _tell(error, getattr(options, "language", language), words)
        return REFUSED
    except BrokenPipeError:
        return 0
    except KeyboardInterrupt:
        _tell_stopped(getattr(options, "language", None) or _heard(words))
        return STOPPED
    except OSError as error:
        from ..exchange.files import is_kept, unreadable

        if is_kept(error):
            _tell(unreadable(error.filename, error), getattr(options, "language", language), words)
            return REFUSED
        failed = FileError(error.strerror or str(error), error.filename or "output")
        _tell(failed, getattr(options, "language", language), words)
        return REFUSED


def _asked_language(words: Sequence[str]) -> str | None:
    from .parser import language_named

    return language_named(words)


def _asks_json(words: Sequence[str]) -> bool:
    return any(word[:3] == "--j" and "--json".startswith(word) for word in words)


def _heard(words: Sequence[str]) -> str:
    """The language if no file decides: as requested, otherwise the system's for people only."""
    if asked := _asked_language(words):
        return asked
    from .helping import users_language

    return ENGLISH if _asks_json(words) else users_language()


def _told(code: int) -> int:
    """The exit code of a command, once all its output has been written."""
    sys.stdout.flush()
    return code


def _parsed(words: list[str]) -> argparse.Namespace:
    # Imported here, because `call` answers faster than a parser can be built.
    from .arguments import parser
    from .federation.arguments import in_one

    try:
        found = parser()
        found.words = words
        if not words:
            found.print_help()
        return found.parse_args(in_one(words))
    except SystemExit:
        sys.stdout.flush()  # writing the help may have failed
        raise


def _expect_values(words: list[str]) -> None:
    """Reject options with an empty value: a script's variable may be empty by mistake."""
    from ..engine.errors import ArgumentError
    from ..engine.problem import make_error

    for word, value in pairwise([*words, "-"]):
        option, sign, own = word.partition("=")
        if word.startswith("-") and not (own if sign else value):
            raise make_error(ArgumentError, "opt_empty", option)


def _tell(error: RatingError, language: str | None, words: Sequence[str]) -> None:
    """Report all errors, one per line, in the language requested or else of the file."""
    from ..engine.problem import placed_words
    from ..engine.problems import LISTED, format_message
    from ..engine.texts import say, sheets_named_in
    from ..exchange.template import language_at
    from .answering import note_error
    from .screen import RED, say_in

    language = language or language_at(error.where, "") or _heard(words)
    found = (error, *error.others)
    with sheets_named_in(language_at(error.where)):
        note_error(error, language)
        for one in found[:LISTED]:
            text = format_message(one.problem, language) if one.problem else one.message
            say_in(RED, f"xlrating: {placed_words(one.where, text, language)}", sys.stderr)
    if len(found) > LISTED:
        more = say(language, "check_more", n=len(found) - LISTED)
        print(f"xlrating: {more}", file=sys.stderr)


def _tell_stopped(language: str) -> None:
    from ..engine.texts import say

    print(f"xlrating: {say(language, 'cli_stopped')}", file=sys.stderr)


def _write_every_name_whole() -> None:
    """Use UTF-8 for files and other programs in every locale, so that all names can be written.

    A terminal keeps its own encoding: there an unknown character becomes a question mark, and
    a message says so (`_tell_lost`).
    """
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding=None if stream.isatty() else "utf-8", errors="replace")


def _tell_lost(screens: Sequence[Screen], words: Sequence[str]) -> None:
    """Say once that the terminal could not display a character."""
    from ..engine.texts import say

    if any(screen.lost for screen in screens):
        text = say(_heard(words), "cli_letters_lost")
        print(f"xlrating: {text}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
