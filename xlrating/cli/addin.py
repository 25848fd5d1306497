"""The command addin: the worksheet functions for a spreadsheet program, as a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..engine.errors import ArgumentError
from ..engine.problem import make_error
from ..engine.texts import say
from ..exchange import expect_ending
from ..exchange.files import real_file
from ..hosts import host_of, reference, wheel
from .answering import give
from .outputs import ready
from .outputs import write as write_files

if TYPE_CHECKING:
    import argparse


def write(options: argparse.Namespace) -> int:
    """Write the functions for a spreadsheet program."""
    if options.uninstall:
        return _uninstall(options)
    output, host = options.output, host_of(options.host)
    if not output:
        raise make_error(
            ArgumentError, "opt_required", names="-o/--output", help="xlrating addin --help"
        )
    if options.install and not host.install:
        raise make_error(ArgumentError, "opt_nothing_to_install", "--install")
    if options.sheet and not host.sheet:
        raise make_error(ArgumentError, "opt_no_sheet", "--sheet")
    if options.rules and not host.with_rules:
        raise make_error(ArgumentError, "opt_rules_anyway", "--rules")
    if options.google and not host.google:
        raise make_error(ArgumentError, "opt_no_google", "--google")
    google = options.google[1] if options.google else ""
    if google:
        expect_ending(google, ".md")
    expect_ending(output, host.ending)
    if options.sheet:
        expect_ending(options.sheet, ".xlsx")
    beside = real_file(output).with_name(wheel.NAME)
    package = wheel.wheel() if host.package else None
    is_there = beside.is_file() and beside.read_bytes() == package
    more = [beside] if package and not is_there else []
    ready(options, output, *more, *filter(None, (options.sheet, google)))
    if options.rules and host.with_rules:
        files = {output: host.with_rules(options.written, options.rules)}
    else:
        files = {output: host.make(output, options.written)}
    if package and not is_there:
        files[beside] = package
    if options.sheet:
        files[options.sheet] = reference.workbook(host, options.written)
    if google and host.google:
        files[google] = host.google(options.google[0], options.written).encode("utf-8")
    write_files(options, files)
    if package:
        print(say(options.language, "cli_package", output=beside))
    for written in filter(None, (options.sheet, google)):
        print(say(options.language, "fed_written", output=written))
    if options.install and host.install:
        host.install(output)
    give(lambda: {"host": options.host, "installed": options.install})
    key = "cli_installed" if options.install else "fed_written"
    print(say(options.language, key, output=output))
    return 0


def _uninstall(options: argparse.Namespace) -> int:
    """Remove an add-in; it is not an error if there is none."""
    host = host_of(options.host)
    if not host.uninstall:
        raise make_error(ArgumentError, "opt_nothing_to_uninstall", "--uninstall")
    if options.output or options.install:
        raise make_error(ArgumentError, "opt_uninstall_alone", "--uninstall")
    key = "cli_uninstalled" if host.uninstall() else "cli_not_installed"
    give(lambda: {"host": options.host, "installed": False})
    print(say(options.language, key, host=options.host))
    return 0
