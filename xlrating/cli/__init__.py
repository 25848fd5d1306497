"""The command line: new, rate, check, convert, explain, federation, study, rules, addin, call."""

from __future__ import annotations

import sys
from contextlib import redirect_stderr, redirect_stdout
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TextIO, cast

from .. import __version__
from ..engine.errors import RatingError
from .exit_codes import REFUSED

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; what is wrong is told in a sentence each, with exit code 2."""
    words = list(sys.argv[1:] if argv is None else argv)
    _write_any_letter()
    with redirect_stdout(_shown(sys.stdout)), redirect_stderr(_shown(sys.stderr)):
        return _run(words)


def _run(words: list[str]) -> int:
    language, options = None, None
    try:
        if words[:1] == ["call"]:
            from .call import call

            return call(words[1:])
        from .parser import language_named

        language = language_named(words)
        options = _parsed(words)
        _expect_values(words)
        run: Callable[[argparse.Namespace], int] = options.run
        return run(options)
    except RatingError as error:
        # A command may have learnt from a template in which language to speak.
        _tell(error, getattr(options, "language", language))
        return REFUSED
    except BrokenPipeError:
        return 0
    except OSError as error:
        print(f"xlrating: {error.filename or 'output'}: {error.strerror}", file=sys.stderr)
        return REFUSED


def _parsed(words: list[str]) -> argparse.Namespace:
    from .federation.arguments import in_one

    return _parser().parse_args(in_one(words))


def _expect_values(words: list[str]) -> None:
    """An option without a value would count as left out: a variable of a script may be empty."""
    from ..engine.errors import ArgumentError
    from ..engine.problem import refusal

    for word, value in pairwise([*words, "-"]):
        option, sign, own = word.partition("=")
        if word.startswith("-") and not (own if sign else value):
            raise refusal(ArgumentError, "opt_empty", option)


def _shown(stream: TextIO) -> TextIO:
    """The stream without what would take the terminal over."""
    from .screen import Screen

    return cast("TextIO", Screen(stream))


def _tell(error: RatingError, language: str | None) -> None:
    """All that is wrong, a line each, as far as somebody reads them; else as the file speaks."""
    from ..engine.problems import LISTED, told
    from ..engine.texts import say
    from ..exchange.template import language_at

    language = language or language_at(error.where)
    found = (error, *error.others)
    for one in found[:LISTED]:
        words = told(one.problem, language) if one.problem else one.message
        place = f"{one.where}: " if one.where else ""
        print(f"xlrating: {place}{words}", file=sys.stderr)
    if len(found) > LISTED:
        more = say(language, "check_more", n=len(found) - LISTED)
        print(f"xlrating: {more}", file=sys.stderr)


def _write_any_letter() -> None:
    """A terminal or pipe that knows no half points gets a question mark, not a failure."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def _parser() -> argparse.ArgumentParser:
    # Loaded here, because `call` answers faster than a parser is built.
    import argparse

    from ..engine.texts import LANGUAGES
    from ..engine.words.formats import FORMATS
    from ..hosts import HOSTS
    from . import events as commands
    from .federation import arguments as federation
    from .parser import Parser

    parser = Parser(
        prog="xlrating",
        description="Exact chess and xiangqi ratings, met inside the spreadsheet.",
        epilog="Rule sets are named like fide, fide@2024-03-01 or elo:model=logistic; "
        "see: xlrating rules",
    )
    parser.add_argument("--version", action="version", version=f"xlrating {__version__}")
    kinds = parser.add_subparsers(metavar="COMMAND", required=True)

    def command(name: str, run: Callable[[argparse.Namespace], int]) -> Any:
        text = run.__doc__
        found = kinds.add_parser(name, help=text, description=text)
        found.set_defaults(run=run)
        return found

    def language(found: Any, of_file: bool = False) -> None:
        """Without it a command speaks English, or as the template that it reads."""
        found.add_argument("--language", choices=LANGUAGES, default=None if of_file else "en")

    def format(found: Any) -> None:
        found.add_argument(
            "--format", choices=FORMATS, help="instead of the format that the file says, if any"
        )

    def tie_breaks(found: Any) -> None:
        found.add_argument(
            "--tie-breaks",
            metavar="CODES",
            help="in their order, e.g. BH-C1,BH,SB or DE,BH-V-C1,BH-V",
        )

    def functions(found: Any) -> None:
        found.add_argument(
            "--functions", choices=HOSTS, metavar="HOST",
            help="beside the ratings those of the functions of libreoffice, excel, lambda or lite",
        )  # fmt: skip

    new = command("new", commands.new_template)
    new.add_argument("format", choices=FORMATS)
    new.add_argument("--rules", required=True, metavar="ID", help="the rule set, e.g. fide")
    new.add_argument("--players", type=int, metavar="N", help="places for players")
    new.add_argument("--rounds", type=int, metavar="N", help="rounds; default: once round, 7")
    new.add_argument(
        "--from",
        dest="source",
        metavar="LIST",
        help="players of a list, or those of a "
        "workbook with the ratings after it; of another program's file the whole event",
    )
    new.add_argument(
        "--library", metavar="LIST", help="fill the Library: a federation's list, CSV, FIDE's list"
    )
    new.add_argument(
        "--ids", metavar="IDS", help="of FIDE's list: 1503014,8603677 or a table with a column ID"
    )
    new.add_argument(
        "--day", metavar="DATE", help="the first day of the event, for edition and ages"
    )
    new.add_argument("-o", "--output", required=True, metavar="FILE")
    new.add_argument("--force", action="store_true", help="replace FILE if it exists")
    tie_breaks(new)
    functions(new)
    language(new)

    rate = command("rate", commands.rate_file)
    rate.add_argument("file", help="workbook, TRF, chess-results .xlsx, or CSV")
    rate.add_argument("-o", "--output", metavar="OUT", help="default: NAME-rated.xlsx, here")
    rate.add_argument("--rules", metavar="ID", help="instead of the rules the file names")
    rate.add_argument("--pace", help="classical, rapid or blitz, for a file that does not say it")
    rate.add_argument("--day", metavar="DATE", help="the day of the event, for edition and ages")
    rate.add_argument("--players", metavar="CSV", help="players of a CSV list of games")
    format(rate)
    tie_breaks(rate)
    shape = rate.add_mutually_exclusive_group()
    shape.add_argument("--json", action="store_true", help="print JSON; a workbook only with -o")
    shape.add_argument("--csv", action="store_true", help="print CSV; a workbook only with -o")
    rate.add_argument("--force", action="store_true", help="replace OUT if it exists")
    functions(rate)
    language(rate, of_file=True)

    check = command("check", commands.check_file)
    check.add_argument("file")
    check.add_argument("--rules", metavar="ID", help="for a file that names no rules")
    format(check)
    tie_breaks(check)
    language(check, of_file=True)

    convert = command("convert", commands.convert_file)
    convert.add_argument("file", help="workbook, TRF, chess-results .xlsx, or CSV")
    convert.add_argument(
        "-o", "--output", required=True, metavar="OUT",
        help="NAME.trf, NAME-games.csv (with NAME-players.csv), or NAME.xlsx, a template",
    )  # fmt: skip
    convert.add_argument("--rules", metavar="ID", help="of a template, instead of the file's")
    convert.add_argument("--day", metavar="DATE", help="the day of the event, if the file has none")
    convert.add_argument("--players", metavar="CSV", help="players of a CSV list of games")
    convert.add_argument(
        "--fit", action="store_true", help="a template without free places, which would be printed"
    )
    convert.add_argument("--force", action="store_true", help="replace OUT if it exists")
    format(convert)
    tie_breaks(convert)
    language(convert, of_file=True)

    explain = command("explain", commands.explain_player)
    explain.add_argument("file")
    explain.add_argument("player", help="number, id or name")
    explain.add_argument("--rules", metavar="ID")
    explain.add_argument("--pace", help="classical, rapid or blitz")
    explain.add_argument("--day", metavar="DATE")
    explain.add_argument("--players", metavar="CSV", help="players of a CSV list of games")
    format(explain)
    language(explain, of_file=True)

    federation.add(command, language)

    study = command("study", commands.study)
    study.add_argument(
        "source", metavar="GAMES",
        help="a folder of events, an event, or a CSV of games with a column date or period",
    )  # fmt: skip
    study.add_argument(
        "--rules", action="append", required=True, metavar="ID", help="once for each to compare"
    )
    study.add_argument("--players", metavar="LIST", help="the list before the first game")
    study.add_argument(
        "--every", choices=("month", "quarter", "year"), default="month", help="a list each"
    )
    study.add_argument(
        "--width", type=float, default=100, metavar="POINTS", help="of the bins of differences"
    )
    study.add_argument("-o", "--output", metavar="OUT", help="a workbook with charts, .xlsx")
    study.add_argument("--force", action="store_true", help="replace OUT if it exists")
    language(study)

    rules = command("rules", commands.show_rules)
    rules.add_argument("id", nargs="?")
    language(rules)

    addin = command("addin", commands.write_addin)
    addin.formatter_class = argparse.RawDescriptionHelpFormatter
    addin.epilog = "\n".join(f"  {host:12} {gets}" for host, (_, gets) in HOSTS.items())
    addin.add_argument("host", choices=HOSTS, metavar="HOST", help="one of those below")
    addin.add_argument("-o", "--output", required=True, metavar="FILE", help=".oxt .xlsx .xlsm")
    addin.add_argument("--sheet", metavar="XLSX", help="libreoffice: a sheet of all functions too")
    addin.add_argument("--install", action="store_true", help="into LibreOffice or Excel at once")
    addin.add_argument("--force", action="store_true", help="replace FILE if it exists")
    language(addin)

    kinds.add_parser("call", help="Call a worksheet function: xlrating call WE_TABLE 200")
    return parser


if __name__ == "__main__":
    sys.exit(main())
