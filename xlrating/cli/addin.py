"""The command addin: the functions for a spreadsheet program, as a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..engine.errors import ArgumentError
from ..engine.problem import refusal
from ..engine.texts import say
from ..exchange import expect_ending
from ..exchange.files import real_file
from ..hosts import host_of, reference, wheel
from .outputs import ready
from .outputs import write as write_files

if TYPE_CHECKING:
    import argparse


def write(options: argparse.Namespace) -> int:
    """Write the functions for a spreadsheet program."""
    output, host = options.output, host_of(options.host)
    if options.install and not host.install:
        raise refusal(ArgumentError, "opt_nothing_to_install", "--install")
    if options.sheet and not host.sheet:
        raise refusal(ArgumentError, "opt_no_sheet", "--sheet")
    if options.rules and not host.with_rules:
        raise refusal(ArgumentError, "opt_rules_anyway", "--rules")
    expect_ending(output, host.ending)
    if options.sheet:
        expect_ending(options.sheet, ".xlsx")
    beside = real_file(output).with_name(wheel.NAME)
    package = wheel.wheel() if host.package else None
    is_there = beside.is_file() and beside.read_bytes() == package
    more = [beside] if package and not is_there else []
    ready(options, output, *more, *([options.sheet] if options.sheet else []))
    if options.rules and host.with_rules:
        files = {output: host.with_rules(options.language, options.rules)}
    else:
        files = {output: host.make(output, options.language)}
    if package and not is_there:
        files[beside] = package
    if options.sheet:
        files[options.sheet] = reference.workbook(host, options.language)
    write_files(options, files)
    if package:
        print(say(options.language, "cli_package", output=beside))
    if options.sheet:
        print(say(options.language, "fed_written", output=options.sheet))
    if options.install and host.install:
        host.install(output)
    key = "cli_installed" if options.install else "fed_written"
    print(say(options.language, key, output=output))
    return 0
