"""Workbooks as PDF, by LibreOffice, which finds a font for every letter that there is one for."""

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

#: Where LibreOffice is where it is not among the programs that are found by name.
_USUAL = (
    Path("C:/Program Files/LibreOffice/program/soffice.com"),
    Path("/Applications/LibreOffice.app/Contents/MacOS/soffice"),
    Path("/usr/lib/libreoffice/program/soffice"),
)

#: Seconds after which LibreOffice hangs: a list of 100,000 lines takes about two minutes.
_LONGEST = 900
#: Seconds that it has to end.
_LAST = 5

#: What differs from run to run: the moment, in both of the ways that a PDF has, …
_MOMENTS = (
    (re.compile(rb"(/(?:Creation|Mod)Date ?\(D:)\d{14}"), b"20000101000000"),
    (
        re.compile(rb"(<xmp:\w+Date>)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d"),
        b"2000-01-01T00:00:00",
    ),
)
#: … and two numbers that are made from it.
_MADE_FROM = re.compile(rb"/ID ?\[\s*<[0-9A-F]+>\s*<[0-9A-F]+>\s*\]|/DocChecksum ?/[0-9A-F]+")
_HEX = re.compile(rb"(?<=[</])[0-9A-F]{2,}(?![a-z])")


def libreoffice() -> str | None:
    """Where LibreOffice is, or None."""
    found = shutil.which("soffice") or shutil.which("libreoffice")
    return found or next((str(path) for path in _USUAL if path.is_file()), None)


def as_pdf(program: str, books: Mapping[str, bytes], above: Path) -> dict[str, bytes]:
    """Workbooks by their names as PDF, in one start of the program: the same bytes for the same.

    The program works in a folder of its own in the folder `above`. Raises `FileError` where
    LibreOffice makes none.
    """
    # Always in one order: the program draws what it has drawn before a little otherwise.
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
    """Workbooks whose names end so as LibreOffice writes them: `kind` is an ending and a filter.

    The program works in a folder of its own in the folder `above`. Raises `OSError` or
    `TimeoutExpired` where it makes none.
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
    """Run LibreOffice, which holds its folder as long as it lives, and ends with this program."""
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
        # What is started is a script; the program itself is a process of its own, and asked
        # first it takes its socket along.
        if hasattr(os, "killpg"):
            for stop in (signal.SIGTERM, signal.SIGKILL):
                with suppress(OSError, subprocess.TimeoutExpired):
                    os.killpg(process.pid, stop)
                    process.wait(_LAST)
        process.kill()
        process.wait()
        raise


def timeless(pdf: bytes) -> bytes:
    """A PDF of LibreOffice as if made at no moment, called by what is in it.

    Nothing in it changes its place: a table at its end says where everything is.

    >>> timeless(b"/CreationDate(D:20251101120000Z')>> /ID [ <0A> <0A> ]/DocChecksum /0A")
    b"/CreationDate(D:20000101000000Z')>> /ID [ <79> <79> ]/DocChecksum /79"
    """
    for pattern, moment in _MOMENTS:
        pdf = pattern.sub(rb"\g<1>" + moment, pdf)
    bare = _MADE_FROM.sub(lambda one: _HEX.sub(lambda digits: b"0" * len(digits[0]), one[0]), pdf)
    own = sha256(bare).hexdigest().upper().encode()
    return _MADE_FROM.sub(lambda one: _HEX.sub(lambda digits: own[: len(digits[0])], one[0]), bare)
