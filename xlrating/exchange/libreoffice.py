"""Workbooks as PDF, by LibreOffice, which finds a font for any character."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from ..engine.errors import FileError
from ..engine.problem import make_error
from .work_folders import WorkFolder, work_folder

#: Where LibreOffice may be installed if it is not on the path.
_USUAL = (
    Path("C:/Program Files/LibreOffice/program/soffice.com"),
    Path("/Applications/LibreOffice.app/Contents/MacOS/soffice"),
    Path("/usr/lib/libreoffice/program/soffice"),
)

#: A timeout in seconds: a list of 100,000 lines takes about two minutes.
_LONGEST = 900
#: How many seconds it gets to end.
_LAST = 5

#: What differs between runs: the time, in both places of a PDF, …
_MOMENTS = (
    (re.compile(rb"(/(?:Creation|Mod)Date ?\(D:)\d{14}"), b"20000101000000"),
    (
        re.compile(rb"(<xmp:\w+Date>)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d"),
        b"2000-01-01T00:00:00",
    ),
)
#: … and two numbers derived from it.
_MADE_FROM = re.compile(rb"/ID ?\[\s*<[0-9A-F]+>\s*<[0-9A-F]+>\s*\]|/DocChecksum ?/[0-9A-F]+")
_HEX = re.compile(rb"(?<=[</])[0-9A-F]{2,}(?![a-z])")


def libreoffice() -> str | None:
    """The path of LibreOffice, or None."""
    found = shutil.which("soffice") or shutil.which("libreoffice")
    return found or next((str(path) for path in _USUAL if path.is_file()), None)


def as_pdf(program: str, books: Mapping[str, bytes], above: Path) -> dict[str, bytes]:
    """Workbooks, by name, as PDF, in one run of the program; equal input gives equal bytes.

    The program works in a temporary folder in `above`. Raises `FileError` if
    LibreOffice produces none.
    """
    # Always in the same order: the program's output depends on what it has drawn before.
    names = sorted(books)
    try:
        made = converted(
            program, [books[name] for name in names], ".xlsx", "pdf:calc_pdf_Export", above
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        reason = getattr(error, "strerror", None) or type(error).__name__
        raise make_error(FileError, "file_no_pdf", program, why=reason) from None
    return dict(zip(names, map(timeless, made), strict=True))


def converted(
    program: str, books: Sequence[bytes], ending: str, kind: str, above: Path
) -> list[bytes]:
    """Workbooks converted by LibreOffice; `kind` is an extension and a filter.

    The program works in a temporary folder in `above`. Raises `OSError` or
    `TimeoutExpired` if it produces none.
    """
    with work_folder(above) as work:
        top = work.path.resolve()
        (top / "in").mkdir()
        files = [top / "in" / f"{number}{ending}" for number in range(len(books))]
        for file, data in zip(files, books, strict=True):
            file.write_bytes(data)
        command = [
            program, f"-env:UserInstallation={(top / 'profile').as_uri()}", "--headless",
            "--norestore", "--nologo", "--convert-to", kind, "--outdir", str(top),
            *map(str, files),
        ]  # fmt: skip
        _run(command, work)
        made = kind.partition(":")[0]
        return [(top / f"{file.stem}.{made}").read_bytes() for file in files]


def _run(command: Sequence[str], work: WorkFolder) -> None:
    """Run LibreOffice, which locks its folder while it is running, and ends with this program."""
    inherited = () if work.lock is None else (work.lock,)
    own = dict.fromkeys(("TMPDIR", "TMP", "TEMP"), str(work.path.resolve()))
    process = subprocess.Popen(
        command, cwd=work.path, env={**os.environ, **own, "TZ": "UTC"}, stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
        pass_fds=inherited,
    )  # fmt: skip
    try:
        process.wait(_LONGEST)
    except BaseException:
        # The executable is a script that starts the program as another process; asked to end
        # first, it removes its socket.
        if hasattr(os, "killpg"):
            for stop in (signal.SIGTERM, signal.SIGKILL):
                with suppress(OSError, subprocess.TimeoutExpired):
                    os.killpg(process.pid, stop)
                    process.wait(_LAST)
        process.kill()
        process.wait()
        raise


def timeless(pdf: bytes) -> bytes:
    """A LibreOffice PDF without times, identified by its contents.

    All positions stay the same, because a table at the end refers to them.

    >>> timeless(b"/CreationDate(D:20251101120000Z')>> /ID [ <0A> <0A> ]/DocChecksum /0A")
    b"/CreationDate(D:20000101000000Z')>> /ID [ <79> <79> ]/DocChecksum /79"
    """
    for pattern, moment in _MOMENTS:
        pdf = pattern.sub(rb"\g<1>" + moment, pdf)
    bare = _MADE_FROM.sub(lambda one: _HEX.sub(lambda digits: b"0" * len(digits[0]), one[0]), pdf)
    own = sha256(bare).hexdigest().upper().encode()
    return _MADE_FROM.sub(lambda one: _HEX.sub(lambda digits: own[: len(digits[0])], one[0]), bare)
