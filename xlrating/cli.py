"""The command line: new, rate, check, explain, rules, call."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from . import __version__
from .errors import ArgumentError, RatingError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence

    from .event import Event
    from .report import Report

#: Exit codes: all well; a check found differences; the input cannot be used.
OK, DIFFERENT, REFUSED = 0, 1, 2


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; every `RatingError` becomes one sentence and exit code 2."""
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        if words[:1] == ["call"]:
            return _call(words[1:])
        options = _parser().parse_args(words)
        run: Callable[[argparse.Namespace], int] = options.run
        return run(options)
    except RatingError as error:
        print(f"xlrating: {error}", file=sys.stderr)
        return REFUSED
    except BrokenPipeError:
        return OK


def _parser() -> argparse.ArgumentParser:
    # Loaded here, because `call` answers faster than a parser is built.
    import argparse

    parser = argparse.ArgumentParser(
        prog="xlrating",
        description="Exact chess and xiangqi ratings, met inside the spreadsheet.",
        epilog="Rule sets are named like fide, fide@2024-03-01 or elo:model=logistic; "
        "see: xlrating rules",
    )
    parser.add_argument("--version", action="version", version=f"xlrating {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    def command(name: str, run: Callable[[argparse.Namespace], int], text: str) -> Any:
        found = commands.add_parser(name, help=text, description=text)
        found.set_defaults(run=run)
        return found

    def language(found: Any) -> None:
        found.add_argument("--language", choices=("en", "zh", "ru"), default="en")

    new = command("new", _new, "Write an empty template workbook.")
    new.add_argument("format", choices=("round-robin", "swiss"))
    new.add_argument("--rules", required=True, metavar="ID", help="the rule set, e.g. fide")
    new.add_argument("--players", type=int, metavar="N", help="places for players")
    new.add_argument("--rounds", type=int, metavar="N", help="rounds (round robin: once round)")
    new.add_argument("--from", dest="source", metavar="LIST", help="players from a list or event")
    new.add_argument("-o", "--output", required=True, metavar="FILE")
    new.add_argument("--force", action="store_true", help="replace FILE if it exists")
    language(new)

    rate = command("rate", _rate, "Rate an event and write the rated workbook.")
    rate.add_argument("file", help="workbook, TRF, chess-results .xlsx, or CSV")
    rate.add_argument("-o", "--output", metavar="OUT", help="default: FILE-rated.xlsx")
    rate.add_argument("--rules", metavar="ID", help="instead of the rules the file names")
    rate.add_argument("--players", metavar="CSV", help="players of a CSV list of games")
    shape = rate.add_mutually_exclusive_group()
    shape.add_argument("--json", action="store_true", help="print JSON, write no workbook")
    shape.add_argument("--csv", action="store_true", help="print CSV, write no workbook")
    rate.add_argument("--force", action="store_true", help="replace OUT if it exists")
    language(rate)

    check = command("check", _check, "Recompute a workbook and name every cell that differs.")
    check.add_argument("file")
    check.add_argument("--rules", metavar="ID", help="for a file that names no rules")

    explain = command("explain", _explain, "Print one player's calculation, clause by clause.")
    explain.add_argument("file")
    explain.add_argument("player", help="number, id or name")
    explain.add_argument("--rules", metavar="ID")
    explain.add_argument("--players", metavar="CSV", help="players of a CSV list of games")
    language(explain)

    rules = command("rules", _rules, "List the rule sets, or describe one.")
    rules.add_argument("id", nargs="?")
    language(rules)

    commands.add_parser("call", help="Call a worksheet function: xlrating call WE_TABLE 200")
    return parser


# --- call -------------------------------------------------------------------------------------


def _call(words: list[str]) -> int:
    """``call NAME ARG ... [name=ARG ...]``; a list is written 2500,2480 or [[1,2],[3,4]]."""
    from .functions import all_functions, find

    if not words or words[0] in ("-h", "--help"):
        print("usage: xlrating call NAME ARGUMENT ... [name=ARGUMENT ...]\n")
        print("A list is written 2500,2480,2430; rows of a range 1,0;0.5,1; blank is ''.\n")
        for name, listed in all_functions().items():
            given = [f"[{p.name}]" if p.optional else p.name for p in listed.parameters]
            print(f"{name}({', '.join(given)})\n    {(listed.__doc__ or '').splitlines()[0]}")
        return OK
    name = words[0].upper()
    function = find(name)
    if function is None:
        from difflib import get_close_matches

        names = ", ".join(all_functions())
        near = get_close_matches(name, all_functions(), 1)
        hint = f"did you mean {near[0]}? " if near else ""
        raise ArgumentError(f"there is no function {name}; {hint}There are {names}")
    known = {parameter.name for parameter in function.parameters}
    positional: list[object] = []
    named: dict[str, object] = {}
    for word in words[1:]:
        key, sign, value = word.partition("=")
        if sign and key in known:
            named[key] = _argument(value)
        else:
            positional.append(_argument(word))
    result = function(*positional, **named)
    print("\n".join(_shown(row) for row in result) if isinstance(result, list) else _shown(result))
    return OK


def _argument(word: str) -> object:
    """A word of the command line as a cell would hold it: number, text, list, block."""
    if word.startswith("[") and word.endswith("]"):
        import json

        try:
            return json.loads(word)
        except ValueError:
            raise ArgumentError(f"{word} is not read; write a list as 2500,2480") from None
    numeric = word.replace(",", "").replace(";", "").replace(".", "").replace("-", "")
    if (";" in word or "," in word) and (
        numeric.strip() == "" or numeric.replace(" ", "").isdigit()
    ):
        rows = [[_argument(cell.strip()) for cell in row.split(",")] for row in word.split(";")]
        return rows if ";" in word else rows[0]
    try:
        return int(word)
    except ValueError:
        pass
    try:
        return float(word)
    except ValueError:
        return word


def _shown(value: object) -> str:
    if isinstance(value, list):
        return "\t".join(_shown(item) for item in value)
    return "" if value is None else str(value)


# --- files ---------------------------------------------------------------------------------------


def _new(options: argparse.Namespace) -> int:
    from .exchange import read_players, write_whole
    from .workbook.book import build
    from .workbook.plan import empty
    from .workbook.writer import to_bytes

    entered = tuple(read_players(options.source)) if options.source else ()
    places = options.players or (len(entered) or 12)
    plan = empty(
        options.format,
        options.rules,
        places,
        options.rounds,
        language=options.language,
        entered=entered,
    )
    write_whole(options.output, to_bytes(build(plan), options.language), force=options.force)
    print(
        f"{options.output}: {options.format}, {places} players, {plan.rounds} rounds, "
        f"{plan.rules.reference}"
    )
    return OK


def _event(options: argparse.Namespace) -> tuple[Event, str]:
    from .exchange import read

    event = read(options.file, getattr(options, "players", None))
    rules = options.rules or event.rules
    if not rules:
        raise ArgumentError(
            "the file names no rule set; add for example --rules fide (see: xlrating rules)",
            options.file,
        )
    return event, rules


def _report(options: argparse.Namespace) -> Report:
    from .rating import rate

    event, rules = _event(options)
    return rate(event, rules)


def _rate(options: argparse.Namespace) -> int:
    from pathlib import Path

    from .tables import csv_text, json_text, terminal_table

    report = _report(options)
    output = options.output
    if output is None and not (options.json or options.csv):
        output = f"{Path(options.file).stem}-rated.xlsx"
    if output is not None:
        _write_rated(report, output, options)
    if options.json:
        print(json_text(report))
    elif options.csv:
        print(csv_text(report, options.language), end="")
    else:
        print(terminal_table(report, options.language))
        print(f"\nwritten: {output}")
    return OK


def _write_rated(report: Report, output: str, options: argparse.Namespace) -> None:
    from pathlib import Path

    from .exchange import write_whole
    from .workbook.book import build
    from .workbook.plan import filled
    from .workbook.writer import to_bytes

    if Path(output).resolve() == Path(options.file).resolve():
        raise ArgumentError("the output is the input file; give the output another name", output)
    if Path(output).exists() and not options.force:
        raise ArgumentError(
            "the file exists and is left as it is; add --force to replace it, or -o NAME", output
        )
    plan = filled(report.events[0], report.rules, language=options.language, engine=True)
    write_whole(output, to_bytes(build(plan), options.language), force=options.force)


def _check(options: argparse.Namespace) -> int:
    from .exchange import open_sheets
    from .exchange.chess_results import looks_like_chess_results

    if not str(options.file).lower().endswith((".xlsx", ".xlsm", ".ods")):
        return _check_points(options)
    sheets = open_sheets(options.file)
    if looks_like_chess_results(sheets):
        return _check_points(options)
    from .workbook.compare import check

    found = check(sheets)
    for difference in found.differences:
        print(
            f"{difference.where}: shows {difference.found!r}, "
            f"the engine has {difference.expected!r}"
        )
    if found.differences:
        print(f"{len(found.differences)} of {found.cells} cells differ")
        return DIFFERENT
    print(f"all {found.cells} cells agree with the engine")
    return OK


def _check_points(options: argparse.Namespace) -> int:
    """A file without ratings of its own: its points are compared when it is read."""
    from .exchange import read

    event = read(options.file)
    event.checked()
    print(
        f"{len(event.players)} players, {len(event.games)} lines: the points of all players agree"
    )
    return OK


def _explain(options: argparse.Namespace) -> int:
    from .explain import explanation

    report = _report(options)
    print(explanation(report, report.line(options.player), options.language))
    return OK


def _rules(options: argparse.Namespace) -> int:
    from .describe import overview, page

    print(page(options.id, options.language) if options.id else overview(options.language))
    return OK


if __name__ == "__main__":
    sys.exit(main())
