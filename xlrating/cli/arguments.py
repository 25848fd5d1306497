"""The arguments and options of each command."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from contextlib import suppress
from functools import cache, partial
from importlib import import_module
from typing import Any

from ..engine.languages import LANGUAGES
from ..engine.public import __version__
from ..engine.vocabulary.formats import FORMATS
from ..hosts import HOSTS
from .asked import add_annotate, add_asked
from .federation import arguments as federation
from .federation.arguments import Command
from .parser import COMMAND, Parser

#: The file argument of commands that accept an event of any kind.
_READ = "workbook, TRF, crosstable (.xlsx, .xls, .ods, .html), CSV, or - for standard input"
#: The options that are the same in several commands.
_SHARED: Mapping[str, Mapping[str, Any]] = {
    "--pace": {"help": "pace"},
    "--day": {"metavar": "DATE", "help": "day_event"},
    "--players": {"metavar": "CSV", "help": "players_csv"},
    "--format": {"choices": FORMATS, "help": "format_said"},
    "--tie-breaks": {"metavar": "CODES", "help": "tie_breaks"},
    "--functions": {"choices": HOSTS, "metavar": "HOST", "help": "functions"},
}
#: The shells with completion.
SHELLS = ("bash", "zsh", "fish", "powershell")


@cache
def parser() -> Parser:
    """The parser of all commands, shared by all calls; each names its module and function."""
    found = Parser(prog="xlrating", description="xlrating", epilog="xlrating_end")
    found.add_argument("--version", action="version", version=f"xlrating {__version__}",
                       help="version")  # fmt: skip
    kinds = found.add_subparsers(metavar=COMMAND, required=True)

    def command(name: str, function: str) -> Any:
        text = f"command_{name.replace(' ', '_')}"
        own = kinds.add_parser(name, help=text, description=text)
        own.set_defaults(run=partial(_run, function), command=name)
        return own

    for add in (_new, _rate, _read, _check, _convert, _explain):
        add(command)
    federation.add(command, _language)
    for add in (_simulate, _study, _rules, _addin, _demo, _completion):
        add(command)
    for own in kinds.choices.values():
        with suppress(argparse.ArgumentError):  # some have an option of that name
            own.add_argument("--json", action="store_true", help="json")
    kinds.add_parser("call", help="command_call")
    return found


def _run(function: str, options: argparse.Namespace) -> int:
    """Run ``module:function`` of this folder, which is imported only now; returns the exit code."""
    module, _, name = function.partition(":")
    code: int = getattr(import_module(f"{__package__}.{module}"), name)(options)
    return code


# --- the commands --------------------------------------------------------------------------------


def _new(command: Command) -> None:
    new = command("new", "new:new")
    new.set_defaults(piped=".xlsx")
    new.add_argument("format", choices=FORMATS, metavar="FORMAT", help="format")
    new.add_argument("--rules", required=True, metavar="ID", help="new_rules")
    new.add_argument("--players", type=int, metavar="N", help="new_players")
    new.add_argument("--rounds", type=int, metavar="N", help="new_rounds")
    new.add_argument("--from", dest="source", metavar="LIST", help="new_from")
    new.add_argument("--library", metavar="LIST", help="new_library")
    new.add_argument("--ids", metavar="IDS", help="new_ids")
    new.add_argument("--day", metavar="DATE", help="new_day")
    new.add_argument("-o", "--output", required=True, metavar="FILE", help="new_output")
    _force(new, "FILE")
    _share(new, "--tie-breaks", "--functions")
    add_asked(new)
    _language(new, of_file=True, starts=True)


def _rate(command: Command) -> None:
    rate = command("rate", "events:rate_file")
    rate.set_defaults(piped=".xlsx")
    rate.add_argument("file", help="any_event")
    rate.add_argument("-o", "--output", metavar="OUT", help="rate_output")
    rate.add_argument("--rules", metavar="ID", help="rules_instead")
    _share(rate, "--pace", "--day", "--players", "--format", "--tie-breaks")
    shape = rate.add_mutually_exclusive_group()
    shape.add_argument("--json", action="store_true", help="json_rate")
    shape.add_argument("--csv", action="store_true", help="csv")
    add_annotate(rate)
    rate.add_argument("--formulas", action="store_true", help="formulas")
    _force(rate)
    _share(rate, "--functions")
    add_asked(rate)
    _language(rate, of_file=True)


def _read(command: Command) -> None:
    read = command("read", "read:read_file")
    read.add_argument("file", help="any_file")
    _share(read, "--players")
    add_asked(read)
    _language(read, of_file=True)


def _check(command: Command) -> None:
    check = command("check", "events:check_file")
    check.add_argument("file", help="checked_file")
    check.add_argument("--rules", metavar="ID", help="rules_missing")
    _share(check, "--pace", "--day", "--format", "--tie-breaks")
    add_asked(check)
    _language(check, of_file=True)


def _convert(command: Command) -> None:
    convert = command("convert", "convert:convert")
    convert.set_defaults(piped=".trf")
    convert.add_argument("file", help="any_event")
    convert.add_argument("-o", "--output", required=True, metavar="OUT", help="convert_output")
    convert.add_argument("--rules", metavar="ID", help="convert_rules")
    convert.add_argument("--day", metavar="DATE", help="convert_day")
    _share(convert, "--players")
    convert.add_argument("--fit", action="store_true", help="convert_fit")
    _force(convert)
    _share(convert, "--format", "--tie-breaks")
    add_asked(convert)
    _language(convert, of_file=True)


def _explain(command: Command) -> None:
    explain = command("explain", "events:explain_player")
    explain.add_argument("file", help="any_event")
    explain.add_argument("player", help="explain_player")
    explain.add_argument("--rules", metavar="ID", help="rules_instead")
    _share(explain, "--pace", "--day", "--players", "--format")
    add_asked(explain)
    _language(explain, of_file=True)


def _simulate(command: Command) -> None:
    simulate = command("simulate", "simulate:simulate")
    simulate.add_argument("file", help="any_event")
    simulate.add_argument("--rules", metavar="ID", help="rules_instead")
    simulate.add_argument("--draws", type=float, metavar="SHARE", help="simulate_draws")
    simulate.add_argument("-n", type=int, default=1000, metavar="N", help="simulate_n")
    simulate.add_argument("--seed", type=int, default=1, metavar="N", help="seed")
    _share(simulate, "--pace", "--day", "--players", "--format", "--tie-breaks")
    add_asked(simulate)
    _language(simulate, of_file=True)


def _study(command: Command) -> None:
    study = command("study", "study:study")
    study.set_defaults(piped=".xlsx")
    study.add_argument("source", metavar="GAMES", help="study_source")
    study.add_argument("--rules", action="append", required=True, metavar="ID", help="study_rules")
    study.add_argument("--players", metavar="LIST", help="study_players")
    for pace in ("rapid", "blitz"):
        study.add_argument(
            f"--{pace}", action="append", default=[], metavar="FILE", help=f"study_{pace}"
        )
    study.add_argument(
        "--every", choices=("month", "quarter", "year"), default="month", help="study_every"
    )
    study.add_argument("--width", type=float, default=100, metavar="POINTS", help="study_width")
    study.add_argument("--k", metavar="10..40", help="study_k")
    study.add_argument("--seed", type=int, default=1, metavar="N", help="seed")
    study.add_argument("-o", "--output", metavar="OUT", help="study_output")
    _force(study)
    add_asked(study, of_folder=True)
    _language(study)


def _rules(command: Command) -> None:
    rules = command("rules", "rules_page:show_rules")
    rules.add_argument("id", nargs="?", help="rules_id")
    rules.add_argument("--news", action="store_true", help="rules_news")
    _language(rules)


def _addin(command: Command) -> None:
    addin = command("addin", "addin:write")
    addin.set_defaults(piped="")
    addin.listed = [(host, f"host_{host}") for host in HOSTS]
    addin.add_argument("host", choices=HOSTS, metavar="HOST", help="addin_host")
    addin.add_argument("-o", "--output", metavar="FILE", help="addin_output")
    addin.add_argument("--sheet", metavar="XLSX", help="addin_sheet")
    addin.add_argument("--rules", action="append", metavar="TOML", help="addin_rules")
    addin.add_argument("--google", nargs=2, metavar=("ID", "PAGE"), help="addin_google")
    addin.add_argument("--install", action="store_true", help="addin_install")
    addin.add_argument("--uninstall", action="store_true", help="addin_uninstall")
    _force(addin, "FILE")
    _language(addin, starts=True)


def _demo(command: Command) -> None:
    demo = command("demo", "demo:demo")
    demo.add_argument("folder", help="demo_folder")
    _language(demo, starts=True)


def _completion(command: Command) -> None:
    completion = command("completion", "completion:completion")
    completion.add_argument("shell", choices=SHELLS, metavar="SHELL", help="completion_shell")
    completion.listed = [(shell, f"shell_{shell}") for shell in SHELLS]
    _language(completion)


# --- options of several commands ------------------------------------------------------------------


def _language(found: Any, of_file: bool = False, starts: bool = False) -> None:
    """Add `--language`; the default is the template's language, or that of the user's system.

    Files are written in English on every computer, except if ``starts`` says they are for the user.
    """
    found.add_argument("--language", choices=LANGUAGES, help="language")
    found.set_defaults(of_file=of_file, starts=starts)


def _share(found: Any, *options: str) -> None:
    for option in options:
        found.add_argument(option, **_SHARED[option])


def _force(found: Any, output: str = "OUT") -> None:
    found.add_argument("--force", action="store_true", help=f"force:{output}")
