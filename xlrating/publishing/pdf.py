"""Workbooks as PDF, by LibreOffice, which finds a font for every letter that there is one for."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

from ..engine.errors import FileError
from ..engine.problem import refusal

#: Where LibreOffice is where it is not among the programs that are found by name.
_USUAL = (
    Path("C:/Program Files/LibreOffice/program/soffice.com"),
    Path("/Applications/LibreOffice.app/Contents/MacOS/soffice"),
    Path("/usr/lib/libreoffice/program/soffice"),
)

#: Seconds after which LibreOffice hangs: a list of 100,000 lines takes about two minutes.
_LONGEST = 900


def libreoffice() -> str | None:
    """Where LibreOffice is, or None."""
    found = shutil.which("soffice") or shutil.which("libreoffice")
    return found or next((str(path) for path in _USUAL if path.is_file()), None)


def as_pdf(program: str, books: Mapping[str, bytes]) -> dict[str, bytes]:
    """Workbooks by their names as PDF, in one start of the program.

    Raises `FileError` where LibreOffice makes none.
    """
    with tempfile.TemporaryDirectory(prefix="xlrating-pdf-") as folder:
        top = Path(folder)
        for number, data in enumerate(books.values()):
            (top / f"{number}.xlsx").write_bytes(data)
        command = [
            program, f"-env:UserInstallation={(top / 'profile').as_uri()}", "--headless",
            "--norestore", "--nologo", "--convert-to", "pdf:calc_pdf_Export", "--outdir", folder,
            *(str(top / f"{number}.xlsx") for number in range(len(books))),
        ]  # fmt: skip
        try:
            subprocess.run(
                command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True,
                timeout=_LONGEST, check=False,
            )  # fmt: skip
            made = [(top / f"{number}.pdf").read_bytes() for number in range(len(books))]
        except (OSError, subprocess.TimeoutExpired) as error:
            reason = getattr(error, "strerror", None) or type(error).__name__
            raise refusal(FileError, "file_no_pdf", program, why=reason) from None
    return dict(zip(books, made, strict=True))
