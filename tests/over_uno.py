"""Calculate a workbook in LibreOffice, macros and all; run by the Python that has `uno`.

    python3 over_uno.py SOFFICE PROFILE-URL WORKBOOK RESULT.xlsx

Prints the seconds that loading took, and each of seven full calculations; then those of a processor,
which a busy machine makes no more. `soffice --convert-to` never runs macros and measures nothing; a
document loaded over UNO may.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

#: Run all macros, and ask nobody: com.sun.star.document.MacroExecMode.
ALWAYS = 4


def main(program: str, profile: str, source: str, target: str) -> None:
    """Start LibreOffice, load, calculate, store as .xlsx, and end it."""
    with connected(program, profile) as (desktop, properties, url):
        given = properties(Hidden=True, MacroExecutionMode=ALWAYS)
        times, busy = [time.perf_counter()], [worked()]
        document = desktop.loadComponentFromURL(url(source), "_blank", 0, given)
        for calculate in [None] + [document.calculateAll] * 7:
            if calculate is not None:
                calculate()
            times.append(time.perf_counter())
            busy.append(worked())
        for kind, ends in (("seconds:", times), ("processor:", busy)):
            print(kind, *(f"{end - start:.3f}" for start, end in pairwise(ends)))
        document.storeToURL(url(target), properties(FilterName="Calc MS Excel 2007 XML"))
        document.close(True)


def worked() -> float:
    """How many seconds of a processor all that this process started have taken so far."""
    parents, seconds, tick = {os.getpid()}, 0.0, os.sysconf("SC_CLK_TCK")
    found = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            # Its name, in parentheses, may hold anything.
            fields = status.read_text().rpartition(")")[2].split()
            found[int(status.parent.name)] = int(fields[1]), sum(map(int, fields[11:13])) / tick
    for process, (parent, own) in sorted(found.items()):
        if parent in parents:
            parents.add(process)
            seconds += own
    return seconds


@contextmanager
def connected(program: str, profile: str) -> Iterator[tuple[Any, Any, Any]]:
    """A LibreOffice of its own: its desktop, and how it writes properties and addresses."""
    uno: Any = import_module("uno")
    pipe = f"pipe,name=xlrating{time.time_ns()};urp;"
    command = [program, f"-env:UserInstallation={profile}", "--headless", "--norestore"]
    started = subprocess.Popen([*command, "--nologo", "--nodefault", f"--accept={pipe}"],
                               stdin=subprocess.DEVNULL)  # fmt: skip

    def properties(**values: object) -> tuple[Any, ...]:
        make = uno.getClass("com.sun.star.beans.PropertyValue")
        return tuple(make(name, 0, value, 0) for name, value in values.items())

    try:
        yield _desktop(uno, pipe, started), properties, uno.systemPathToFileUrl
    finally:
        started.terminate()
        started.wait()


def _desktop(uno: Any, pipe: str, started: subprocess.Popen[bytes]) -> Any:
    local = uno.getComponentContext()
    name = "com.sun.star.bridge.UnoUrlResolver"
    resolver = local.ServiceManager.createInstanceWithContext(name, local)
    while started.poll() is None:
        try:
            context = resolver.resolve(f"uno:{pipe}StarOffice.ComponentContext")
        except Exception:  # it is not up yet
            time.sleep(0.1)
            continue
        name = "com.sun.star.frame.Desktop"
        return context.ServiceManager.createInstanceWithContext(name, context)
    raise SystemExit("LibreOffice ended before it could be asked")


if __name__ == "__main__":
    main(*sys.argv[1:])
