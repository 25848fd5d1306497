"""The command addin: the functions for a spreadsheet program, as a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from .errors import ArgumentError
from .exchange import expect_ending, writable, write_whole
from .hosts import calc, lambdas, lite, reference, wheel

if TYPE_CHECKING:
    import argparse


def write(options: argparse.Namespace) -> int:
    """Write the functions for a spreadsheet program."""
    output, host = options.output, options.host
    if options.install and host not in ("libreoffice", "excel"):
        raise ArgumentError("there is nothing to install: open the workbook with Excel")
    if options.sheet and host != "libreoffice":
        raise ArgumentError("the workbook shows every function itself; leave --sheet out")
    expect_ending(output, {"libreoffice": ".oxt", "excel": ".xlsm"}.get(host, ".xlsx"))
    writable(output, force=options.force)
    if options.sheet:
        expect_ending(options.sheet, ".xlsx")
        writable(options.sheet, force=options.force)
    beside = Path(output).with_name(wheel.NAME)
    package = wheel.wheel() if host == "excel" else None
    if package and not (beside.is_file() and beside.read_bytes() == package):
        writable(beside, force=options.force)
    if host == "libreoffice":
        made, install = calc.extension(), calc.install
    elif host == "excel":
        from .hosts import excel

        made, install = excel.workbook(output, options.language), excel.install
    else:
        made, install = {"lambda": lambdas, "lite": lite}[host].workbook(options.language), None
    write_whole(output, made, force=options.force)
    if package:
        write_whole(beside, package, force=True)
        print(f"{beside}: written, the package that the workbook's instructions install")
    if options.sheet:
        shown = reference.workbook(calc.HOST, options.language)
        write_whole(options.sheet, shown, force=options.force)
        print(f"{options.sheet}: written")
    if options.install and install:
        install(output)
    print(f"{output}: written{' and installed' if options.install else ''}")
    return 0
