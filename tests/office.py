"""The spreadsheet program as a judge of the project's workbooks.

A workbook carries two things for every formula: its text, and the value the program that wrote
the file claims it has. Readers, and LibreOffice by default, believe the claim. `Office` makes a
headless LibreOffice calculate every formula again, whatever the file claims, and `differences`
lists the cells where the claim and the calculation disagree::

    from office import Office, differences

    def test_the_template_shows_what_it_calculates(office: Office) -> None:
        assert differences("swiss.xlsx", office) == []

This is not what people see: their program believes the values in a file. The setting that forces
the calculation is here because it is the question of this judge whether formulas and written
values agree; what a person sees who types is the question of `live_office.Live`, which sets nothing.

How it works: the profile of each `Office` is a throw-away folder holding two settings, "always
recalculate on load" for Excel and for OpenDocument files. One program stays open for all that is
asked (`desk.Desk`); `differences_of` looks at the cells of what it has open, the rest at a file
that it writes.

What the way through LibreOffice's .xlsx writer loses, none of which a comparison should rest on:
numbers keep 15 significant digits; LibreOffice's own errors become the nearest of Excel's (Err:502
is #VALUE!, an unknown function #NAME?); a truth value under a number format is written as 0 or 1;
a date calculated in a cell without a format gains one. Volatile functions (NOW, RAND) are new at
every calculation. Formulas outside cells (conditional formats, validation) are not looked at.
"""

from __future__ import annotations

import math
import os
import re
import shutil
import signal
import subprocess
import zipfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from desk import Desk, environment, make_profile, soffice
from desk import OfficeError as OfficeError
from needs import LONGEST
from openpyxl import load_workbook
from openpyxl.utils.cell import get_column_letter
from sheet_values import Cells, Stored, formulas, stored
from sheet_values import ErrorValue as ErrorValue

PACKAGES = ("libreoffice-calc", "python3-uno", "poppler-utils", "fonts-noto-cjk")
"""The Debian packages that give `soffice`, `pdftoppm` and fonts for names from everywhere."""

RELATIVE = 1e-9
ABSOLUTE = 1e-12
"""LibreOffice takes a difference within its rounding noise for 0; this lets 5.6e-17 equal it."""

_LOADING = "/org.openoffice.Office.Calc/Formula/Load"
_SETTINGS = (
    (_LOADING, "OOXMLRecalcMode", "0"),
    (_LOADING, "ODFRecalcMode", "0"),
    ("/org.openoffice.Setup/L10N", "ooSetupSystemLocale", "en-US"),
)

Rows = list[list[object]]
FormulaCells = dict[str, dict[tuple[int, int], tuple[str, object]]]


def missing() -> str:
    """What this machine lacks, as a sentence naming the packages to install; "" if nothing."""
    lacking = [] if soffice() else ["LibreOffice (soffice)"]
    if not shutil.which("pdftoppm"):
        lacking.append("pdftoppm")
    if not lacking:
        return ""
    return f"{' and '.join(lacking)} not found; on Debian: apt-get install {' '.join(PACKAGES)}"


class Office:
    """A headless LibreOffice with a profile of its own that calculates everything it opens."""

    def __init__(self, folder: str | Path) -> None:
        """Keep the profile and all working files in folder."""
        program = soffice()
        if program is None:
            raise OfficeError(missing())
        self._program = program
        self._folder = Path(folder).resolve()
        self._jobs = 0
        self._desk: Desk | None = None
        self.profile = self._folder / "profile"
        make_profile(self.profile, *_SETTINGS)

    def recalculate(self, paths: Sequence[str | Path]) -> list[dict[str, Rows]]:
        """The sheets of each workbook after calculating every formula anew.

        Rows are rectangular and begin at A1: K7 of a sheet is rows[6][10]. An empty cell, and a
        formula giving "", is None; errors are `ErrorValue`; dates and times are datetime objects.
        """
        return [_values(path) for path in self.convert_all(paths, "xlsx")]

    def convert(self, path: str | Path, kind: str) -> Path:
        """Write path, calculated anew, as 'xlsx', 'ods' or 'pdf' and return the new file."""
        return self.convert_all([path], kind)[0]

    def pictures(self, path: str | Path, folder: str | Path, dpi: int = 96) -> list[Path]:
        """Draw every printed page of path as a PNG in folder, in the order of the pages."""
        target = Path(folder)
        target.mkdir(parents=True, exist_ok=True)
        pdf = self.convert(path, "pdf")
        number = re.compile(re.escape(pdf.stem) + r"-(\d+)\.png")
        for old in target.iterdir():
            if number.fullmatch(old.name):
                old.unlink()
        pdftoppm = shutil.which("pdftoppm")
        if pdftoppm is None:
            raise OfficeError(missing())
        self._run([pdftoppm, "-png", "-r", str(dpi), str(pdf), str(target / pdf.stem)])
        pages = [(m, new) for new in target.iterdir() if (m := number.fullmatch(new.name))]
        if not pages:
            raise OfficeError(f"pdftoppm drew no page of {path}")
        return [new for _, new in sorted(pages, key=lambda page: int(page[0][1]))]

    def convert_all(self, paths: Sequence[str | Path], kind: str) -> list[Path]:
        """Convert all paths.

        LibreOffice works on copies with plain names: files of one name from two folders do not
        collide, the originals need not be in a writable folder, and get no lock file beside them.
        """
        job = self._job()
        converted = []
        for index, (path, copy) in enumerate(self._copied(job, paths)):
            named = job / "out" / str(index) / f"{path.stem}.{kind}"
            named.parent.mkdir(parents=True)
            self._opened(path, copy).ask("save", str(named))
            converted.append(named)
        return converted

    def cells_of(self, paths: Sequence[str | Path]) -> list[dict[str, Cells]]:
        """What every cell of each workbook holds after calculating every formula anew."""
        return [self._calculated(path, copy) for path, copy in self._copied(self._job(), paths)]

    def shown(self, path: str | Path) -> dict[str, Rows]:
        """What `recalculate` gives of one workbook, without a file: dates are numbers here."""
        return {name: _rows(cells) for name, cells in self.cells_of([path])[0].items()}

    def close(self) -> None:
        """End the program, if it was needed."""
        if self._desk:
            self._desk.close()

    def _job(self) -> Path:
        """A folder for what is asked now."""
        self._jobs += 1
        return self._folder / f"job-{self._jobs}"

    def _copied(self, job: Path, paths: Sequence[str | Path]) -> list[tuple[Path, Path]]:
        """Each workbook and its copy."""
        if isinstance(paths, str | Path):
            raise TypeError("a list of paths is wanted, not one path")
        source = job / "in"
        source.mkdir(parents=True)
        copies = []
        for index, path in enumerate(map(Path, paths)):
            if not zipfile.is_zipfile(path):  # LibreOffice would import it as a table of text
                raise OfficeError(f"{path} is not a workbook")
            copies.append((path, source / f"{index:04d}{path.suffix.lower()}"))
            shutil.copyfile(*copies[-1])
        return copies

    def _opened(self, path: Path, copy: Path) -> Desk:
        """The program with a copy of path open in it."""
        if self._desk is None:
            # A profile of its own: two programs with one would be one.
            profile = self._folder / "desk"
            shutil.copytree(self.profile, profile, ignore=shutil.ignore_patterns(".lock"))
            self._desk = Desk(profile)
        try:
            self._desk.open(copy)
        except OfficeError as error:
            raise OfficeError(f"LibreOffice could not convert {path}: {error}") from error
        return self._desk

    def _calculated(self, path: Path, copy: Path) -> dict[str, Cells]:
        """The cells of a copy of path as they are open."""
        sheets = self._opened(path, copy).ask("cells")
        return {
            name: {
                (row, col): Stored(ErrorValue(value) if is_error else value, False)
                for row, col, value, is_error in cells
            }
            for name, cells in sheets.items()
        }

    def _run(self, command: list[str]) -> str:
        """Run a program to its end and return what it said.

        Once in some hundred times LibreOffice crashes at its own end, and does not when it runs
        again: what fails is tried a second time, without the lock of what crashed.
        """
        try:
            return self._run_once(command)
        except OfficeError:
            (self.profile / ".lock").unlink(missing_ok=True)
            return self._run_once(command)

    def _run_once(self, command: list[str]) -> str:
        """The same, once; the whole group of processes ends after LONGEST, which is no crash."""
        with subprocess.Popen(
            command,
            cwd=self._folder,
            env=environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,
        ) as process:
            try:
                said, _ = process.communicate(timeout=LONGEST)
            except BaseException as reason:
                os.killpg(process.pid, signal.SIGKILL)  # soffice is a script; its child counts
                if isinstance(reason, subprocess.TimeoutExpired):
                    raise TimeoutError(f"no end in {LONGEST} s: {' '.join(command)}") from reason
                raise
        if process.returncode:
            raise OfficeError(f"exit code {process.returncode}: {' '.join(command)}\n{said}")
        return said


def formula_cells(path: str | Path) -> FormulaCells:
    """The formula and the value written for it in every formula cell of an .xlsx or .xlsm file.

    Keys are sheet name and (row, column), both counted from 1 as in openpyxl. Every cell of an
    array formula is a formula cell. A value that was never written, and "", are None.
    """
    if Path(path).suffix.lower() not in (".xlsx", ".xlsm"):
        raise ValueError(f"formulas are read from .xlsx and .xlsm files only, not from {path}")
    claims = stored(path)
    return {
        name: {place: (text, claims[name][place].value) for place, text in cells.items()}
        for name, cells in formulas(path).items()
    }


def written(path: str | Path) -> dict[str, Rows]:
    """The sheets with the values in the file: where `differences` has none, as LibreOffice has them."""
    return {name: _rows(cells) for name, cells in stored(path).items()}


def differences_of(paths: Sequence[str | Path], office: Office) -> list[list[str]]:
    """For each workbook the cells whose written value is not what LibreOffice calculates."""
    recalculated = office.cells_of(paths)
    return [_compare(stored(path), again) for path, again in zip(paths, recalculated, strict=True)]


def differences(path: str | Path, office: Office) -> list[str]:
    """The cells of one workbook whose written value is not what LibreOffice calculates.

    Each is a sentence such as "Sheet!K7: written 2043, LibreOffice 2044". Numbers may differ by
    1e-9 of their size; text must be the same; nothing and "" are equal, and so are TRUE and 1,
    FALSE and 0. Any error in any cell, formula or not, written or calculated, is a difference.
    """
    return differences_of([path], office)[0]


def _compare(written: dict[str, Cells], calculated: dict[str, Cells]) -> list[str]:
    """The differences of one workbook, sheet by sheet and row by row."""
    found = [f"{name}: no such sheet in LibreOffice" for name in written if name not in calculated]
    for name, got in calculated.items():
        claims = written.get(name, {})
        formulas = {place for place, cell in claims.items() if cell.is_formula}
        errors = {place for place, cell in got.items() if isinstance(cell.value, ErrorValue)}
        for row, column in sorted(errors | formulas):
            cell = got.get((row, column))
            value = cell.value if cell else None
            place = f"{name}!{get_column_letter(column)}{row}"
            if (row, column) not in formulas:
                found.append(f"{place}: {_shown(value)} in a cell without a formula")
                continue
            claim = claims[row, column].value
            if not _equal(claim, value):
                found.append(f"{place}: written {_shown(claim)}, LibreOffice {_shown(value)}")
    return found


def _equal(one: object, other: object) -> bool:
    """Whether two cell values are the same to a reader; an error equals nothing."""
    if isinstance(one, ErrorValue) or isinstance(other, ErrorValue):
        return False
    one, other = (float(value) if isinstance(value, bool) else value for value in (one, other))
    if isinstance(one, float) and isinstance(other, float):
        return math.isclose(one, other, rel_tol=RELATIVE, abs_tol=ABSOLUTE)
    return one == other


def _shown(value: object) -> str:
    """A value as a difference names it."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float):
        return f"{value:.15g}"
    return str(value) if isinstance(value, ErrorValue) else repr(value)


def _value(cell: Any) -> object:
    """What a cell of openpyxl shows."""
    if cell.data_type == "e":
        return ErrorValue(cell.value)
    return None if cell.value == "" else cell.value


def _values(path: Path) -> dict[str, Rows]:
    """The values of all sheets of an .xlsx file.

    openpyxl and not calamine, which is faster but shows an error as an empty cell.
    """
    book: Any = load_workbook(path, data_only=True, read_only=True)
    try:
        return {
            sheet.title: _rectangle([_value(cell) for cell in row] for row in sheet.iter_rows())
            for sheet in book.worksheets
        }
    finally:
        book.close()


def _rows(cells: Cells) -> Rows:
    """Cells as rows of one length."""
    width = max((col for _, col in cells), default=0)
    rows: Rows = [[None] * width for _ in range(max((row for row, _ in cells), default=0))]
    for (row, col), cell in cells.items():
        rows[row - 1][col - 1] = cell.value
    return rows


def _rectangle(rows: Iterable[list[object]]) -> Rows:
    """Rows of one length, without the empty rows and columns at the end."""
    kept: Rows = []
    last = width = 0
    for number, row in enumerate(rows, 1):
        while row and row[-1] is None:
            row.pop()
        kept.append(row)
        if row:
            last, width = number, max(width, len(row))
    return [row + [None] * (width - len(row)) for row in kept[:last]]
