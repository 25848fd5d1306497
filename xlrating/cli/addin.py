"""The command addin: the functions for a spreadsheet program, as a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ..engine.errors import ArgumentError
from ..exchange import expect_ending
from ..hosts import reference, wheel
from ..hosts.lambdas import workbook as lambdas
from ..hosts.libreoffice import extension as calc
from ..hosts.lite import workbook as lite
from .outputs import ready
from .outputs import write as write_files

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
    if options.sheet:
        expect_ending(options.sheet, ".xlsx")
    beside = Path(output).with_name(wheel.NAME)
    package = wheel.wheel() if host == "excel" else None
    is_there = beside.is_file() and beside.read_bytes() == package
    more = [beside] if package and not is_there else []
    ready(options, output, *more, *([options.sheet] if options.sheet else []))
    if host == "libreoffice":
        made, install = calc.extension(), calc.install
    elif host == "excel":
        from ..hosts.excel import addin as excel

        made, install = excel.workbook(output, options.language), excel.install
    else:
        made, install = {"lambda": lambdas, "lite": lite}[host].workbook(options.language), None
    files = {output: made}
    if package and not is_there:
        files[beside] = package
    if options.sheet:
        files[options.sheet] = reference.workbook(calc.HOST, options.language)
    write_files(options, files)
    if package:
        print(f"{beside}: written, the package that the workbook's instructions install")
    if options.sheet:
        print(f"{options.sheet}: written")
    if options.install and install:
        install(output)
    print(f"{output}: written{' and installed' if options.install else ''}")
    return 0
