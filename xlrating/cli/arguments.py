"""What each command is asked for."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from .. import __version__
from ..engine.languages import LANGUAGES
from ..engine.words.formats import FORMATS
from ..hosts import HOSTS
from . import events as commands
from .asked import add_annotate, add_asked
from .federation import arguments as federation
from .federation.arguments import Command
from .parser import Parser

#: What a command reads that takes an event of any kind.
_READ = "workbook, TRF, crosstable (.xlsx, .xls, .ods, .html), CSV, or - for standard input"
#: What a command prints for another program.
_JSON = "print one JSON answer: notices with their places, headings, numbers"


def parser() -> argparse.ArgumentParser:
    """The parser of all commands; each of them knows what runs it."""
    found = Parser(
        prog="xlrating",
        description="Exact chess and xiangqi ratings, met inside the spreadsheet.",
        epilog="Rule sets are named like fide, fide@2024-03-01 or elo:model=logistic; "
        "see: xlrating rules",
    )
    found.add_argument("--version", action="version", version=f"xlrating {__version__}")
    kinds = found.add_subparsers(metavar="COMMAND", required=True)

    def command(name: str, run: Callable[[argparse.Namespace], int]) -> Any:
        text = run.__doc__
        own = kinds.add_parser(name, help=text, description=text)
        own.set_defaults(run=run, command=name)
        return own

    for add in (_new, _rate, _read, _check, _convert, _explain):
        add(command)
    federation.add(command, _language)
    for add in (_study, _rules, _addin, _demo):
        add(command)
    for own in kinds.choices.values():
        if "--json" not in own.format_usage():
            own.add_argument("--json", action="store_true", help=_JSON)
    kinds.add_parser("call", help="Call a worksheet function: xlrating call WE_TABLE 200")
    return found


# --- the commands --------------------------------------------------------------------------------


def _new(command: Command) -> None:
    new = command("new", commands.new_template)
    new.set_defaults(piped=".xlsx")
    new.add_argument("format", choices=FORMATS)
    new.add_argument("--rules", required=True, metavar="ID", help="the rule set, e.g. fide")
    new.add_argument("--players", type=int, metavar="N", help="places for players")
    new.add_argument("--rounds", type=int, metavar="N", help="rounds; default: once round, 7")
    new.add_argument(
        "--from", dest="source", metavar="LIST",
        help="players of a list, or those of a workbook with the ratings after it; of another "
        "program's file the whole event",
    )  # fmt: skip
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
    _force(new, "FILE")
    _tie_breaks(new)
    _functions(new)
    add_asked(new)
    _language(new, of_file=True)


def _rate(command: Command) -> None:
    rate = command("rate", commands.rate_file)
    rate.set_defaults(piped=".xlsx")
    rate.add_argument("file", help=_READ)
    rate.add_argument("-o", "--output", metavar="OUT", help="default: NAME-rated.xlsx, here")
    rate.add_argument("--rules", metavar="ID", help="instead of the rules the file names")
    rate.add_argument("--pace", help="classical, rapid or blitz, for a file that does not say it")
    rate.add_argument("--day", metavar="DATE", help="the day of the event, for edition and ages")
    _players(rate)
    _format(rate)
    _tie_breaks(rate)
    shape = rate.add_mutually_exclusive_group()
    shape.add_argument("--json", action="store_true", help=f"{_JSON}; a workbook only with -o")
    shape.add_argument("--csv", action="store_true", help="print CSV; a workbook only with -o")
    add_annotate(rate)
    rate.add_argument(
        "--formulas", action="store_true",
        help="of --annotate: formulas that need nothing and follow what is typed",
    )  # fmt: skip
    _force(rate)
    _functions(rate)
    add_asked(rate)
    _language(rate, of_file=True)


def _read(command: Command) -> None:
    read = command("read", commands.read_file)
    read.add_argument("file", help=f"{_READ}, or a rating list")
    _players(read)
    add_asked(read)
    _language(read, of_file=True)


def _check(command: Command) -> None:
    check = command("check", commands.check_file)
    check.add_argument("file")
    check.add_argument("--rules", metavar="ID", help="for a file that names no rules")
    _format(check)
    _tie_breaks(check)
    add_asked(check)
    _language(check, of_file=True)


def _convert(command: Command) -> None:
    convert = command("convert", commands.convert_file)
    convert.set_defaults(piped=".trf")
    convert.add_argument("file", help=_READ)
    convert.add_argument(
        "-o", "--output", required=True, metavar="OUT",
        help="NAME.trf, NAME-games.csv (with NAME-players.csv), or NAME.xlsx, a template",
    )  # fmt: skip
    convert.add_argument("--rules", metavar="ID", help="of a template, instead of the file's")
    convert.add_argument("--day", metavar="DATE", help="the day of the event, if the file has none")
    _players(convert)
    convert.add_argument(
        "--fit", action="store_true", help="a template without free places, which would be printed"
    )
    _force(convert)
    _format(convert)
    _tie_breaks(convert)
    add_asked(convert)
    _language(convert, of_file=True)


def _explain(command: Command) -> None:
    explain = command("explain", commands.explain_player)
    explain.add_argument("file")
    explain.add_argument("player", help="number, id or name")
    explain.add_argument("--rules", metavar="ID")
    explain.add_argument("--pace", help="classical, rapid or blitz")
    explain.add_argument("--day", metavar="DATE")
    _players(explain)
    _format(explain)
    add_asked(explain)
    _language(explain, of_file=True)


def _study(command: Command) -> None:
    study = command("study", commands.study)
    study.set_defaults(piped=".xlsx")
    study.add_argument(
        "source", metavar="GAMES",
        help="a folder of events, an event, or a CSV of games with a column date or period",
    )  # fmt: skip
    study.add_argument(
        "--rules", action="append", required=True, metavar="ID", help="once for each to compare"
    )
    study.add_argument("--players", metavar="LIST", help="the list before the first game")
    for pace in ("rapid", "blitz"):
        study.add_argument(
            f"--{pace}", action="append", default=[], metavar="FILE",
            help=f"an event that is {pace}, by name or '*{pace}*'",
        )  # fmt: skip
    study.add_argument(
        "--every", choices=("month", "quarter", "year"), default="month", help="a list each"
    )
    study.add_argument(
        "--width", type=float, default=100, metavar="POINTS", help="of the bins of differences"
    )
    study.add_argument("-o", "--output", metavar="OUT", help="a workbook with charts, .xlsx")
    _force(study)
    add_asked(study, of_folder=True)
    _language(study)


def _rules(command: Command) -> None:
    rules = command("rules", commands.show_rules)
    rules.add_argument("id", nargs="?")
    rules.add_argument(
        "--news", action="store_true", help="when each was last compared with its source"
    )
    _language(rules)


def _addin(command: Command) -> None:
    addin = command("addin", commands.write_addin)
    addin.set_defaults(piped="")
    addin.formatter_class = argparse.RawDescriptionHelpFormatter
    addin.epilog = "\n".join(f"  {host:12} {gets}" for host, (_, gets) in HOSTS.items())
    addin.add_argument("host", choices=HOSTS, metavar="HOST", help="one of those below")
    addin.add_argument("-o", "--output", metavar="FILE", help=".oxt .xlsx .xlsm")
    addin.add_argument("--sheet", metavar="XLSX", help="libreoffice: a sheet of all functions too")
    addin.add_argument(
        "--rules", action="append", metavar="TOML", help="lambda: a rule file of your own, too"
    )
    addin.add_argument(
        "--google", nargs=2, metavar=("ID", "PAGE"),
        help="lambda: formulas for Google Sheets too, for a rule set, .md",
    )  # fmt: skip
    addin.add_argument("--install", action="store_true", help="into LibreOffice or Excel at once")
    addin.add_argument(
        "--uninstall", action="store_true", help="take what --install put there away again"
    )
    _force(addin, "FILE")
    _language(addin)


def _demo(command: Command) -> None:
    demo = command("demo", commands.write_demo)
    demo.add_argument("folder", help="a new folder")
    _language(demo)


# --- what several of them are asked for ----------------------------------------------------------


def _language(found: Any, of_file: bool = False) -> None:
    """Without it a command speaks English, or as the template that it reads."""
    found.add_argument("--language", choices=LANGUAGES, default=None if of_file else "en")


def _force(found: Any, output: str = "OUT") -> None:
    found.add_argument("--force", action="store_true", help=f"replace {output} if it exists")


def _players(found: Any) -> None:
    found.add_argument("--players", metavar="CSV", help="players of a CSV list of games")


def _format(found: Any) -> None:
    found.add_argument(
        "--format", choices=FORMATS, help="instead of the format that the file says, if any"
    )


def _tie_breaks(found: Any) -> None:
    found.add_argument(
        "--tie-breaks", metavar="CODES", help="in their order, e.g. BH-C1,BH,SB or DE,BH-V-C1,BH-V"
    )


def _functions(found: Any) -> None:
    found.add_argument(
        "--functions", choices=HOSTS, metavar="HOST",
        help="beside the ratings those of the functions of libreoffice, excel, lambda or lite",
    )  # fmt: skip
