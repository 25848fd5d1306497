"""rate --annotate: adds the ratings to a copy of the user's own workbook."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ..annotation.added import free_name
from ..annotation.at_size import are_many, rated_at_size
from ..annotation.book import ENDINGS, annotated, titles_of
from ..annotation.file import BookFile
from ..annotation.office import ODS, book_bytes, converted, is_ods
from ..annotation.tables import CLAUSE, USUAL, expect_columns, tables_of
from ..engine.errors import ArgumentError, FileError
from ..engine.problem import Problem, make_error
from ..engine.texts import say
from ..exchange import expect_ending
from ..exchange.files import existing
from ..exchange.garbage import gc_paused
from ..exchange.sheets import open_sheets
from ..exchange.workers import end_all
from ..reading import read_all
from .asked import asked_of, columns_asked
from .event_input import expect_asked, tell, tell_read
from .exit_codes import OK
from .outputs import ready, write
from .reports import event_and_rules, rated
from .tables import terminal_table

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from ..annotation.calls import FunctionSupport
    from ..annotation.live import LiveSheet
    from ..annotation.packed import PackedPart
    from ..annotation.tables import RatedTable
    from ..engine.event import Event
    from ..engine.report import Report


#: Methods without formulas next to a table, and the suffixes of the texts that say why.
_WITHOUT_FORMULAS = {"us chess": "_passes", "ladder": "_moves"}
#: At most this many lines of tables are printed: the workbook contains them.
_SHOWN = 100


@gc_paused()
def annotate(options: argparse.Namespace) -> int:
    """Write a copy of a workbook with the ratings of all its tables next to their rows."""
    for option in ("json", "csv"):
        if getattr(options, option):
            raise make_error(ArgumentError, "annotate_with", f"--{option}")
    if options.output is None:
        options.output = f"{Path(options.file).stem}-rated{Path(options.file).suffix}"
    path = expect_own(options.file, options.output)
    ready(options, options.output)
    columns = expect_columns(columns_asked(options, USUAL))
    language = options.language
    found = _EventsFound(options, read_all(options.file, asked_of(options)))
    is_live = bool(options.formulas or options.functions)
    audit: bool | PackedPart = not options.no_audit
    if is_live or options.comments or CLAUSE in columns or is_ods(path) or not found.are_many:
        reports = found.reports()
    else:
        reports, audit = found.reports_at_size(path)
    live, carried = _live(options, reports, columns) if is_live else (None, None)
    apart: list[Problem] = []
    data = annotated(
        options.file, reports, columns=columns, language=language, dropped=options.drop, live=live,
        carried=carried, audit=audit,
        comments=options.comments, tell=apart.append,
    )  # fmt: skip
    write(options, {options.output: finished(path, data, options.output, options.language)})
    own = options.language
    tell([*found.doubts, *apart], own)
    titles = titles_of(list(tables_of(reports)), reports) if len(reports) > 1 else [""]
    is_long = len(reports) > 1 and sum(len(one.lines) for one in reports) > _SHOWN
    for title, report in () if is_long else zip(titles, reports, strict=True):
        print(terminal_table(report, own, title=title), end="\n\n")
    is_printed = any(one.key == "annotate_printed" for one in apart)
    key = "annotate_written_printed" if is_printed else "annotate_written"
    print(say(own, key, output=options.output, file=path.name))
    return OK


class _EventsFound:
    """The events of a workbook with their rules, and all doubts about them, reported together."""

    def __init__(self, options: argparse.Namespace, events: Sequence[Event]) -> None:
        self._options = options
        self.doubts: list[Problem] = []
        expect_asked(options, options.file, *(event.account for event in events))
        language, self._events = options.language, []
        for event in events:
            options.language = language
            self._events.append(event_and_rules(options, event, self._hear))

    @property
    def are_many(self) -> bool:
        return are_many(self._events)

    def reports(self) -> list[Report]:
        return [rated(self._options, *one, self._hear) for one in self._events]

    def reports_at_size(self, path: Path) -> tuple[list[Report], PackedPart | bool]:
        """The reports without games and steps, and the sheet Audit, if requested."""
        options = self._options
        book = BookFile(path.name, book_bytes(path), options.drop)
        end_all()  # Everything is read: its process would keep its memory.

        def hear(event: Event, doubts: Sequence[Problem]) -> None:
            tell_read(event.account, options.language)
            self.doubts += doubts

        styles = None if options.no_audit else book.styles
        reports, sheet = rated_at_size(
            self._events, path.name, options.language, styles, book.parts.space, hear
        )
        return reports, sheet or False

    def _hear(self, doubts: Sequence[Problem], _language: str) -> None:
        self.doubts += doubts


def _live(
    options: argparse.Namespace, reports: list[Report], columns: Sequence[str]
) -> tuple[LiveSheet, FunctionSupport | None]:
    """Formulas for the tables and columns that support them, and what these need.

    The other tables and columns are reported.
    """
    from ..annotation.calls import calls_of, carried_by
    from ..annotation.followed import live_tables
    from ..annotation.live import LiveSheet
    from ..annotation.native import texts_of

    sheets = open_sheets(options.file)
    tables = list(tables_of(reports))
    texts = calls_of(options.functions) if options.functions else texts_of
    found = live_tables(tables, sheets, texts)
    followed = [one.table for one in found]
    values = [_unfollowed(one) for one in tables if one not in followed]
    made = LiveSheet(free_name("xlrating", sheets.names), found)
    values += [
        Problem("annotate_columns", {"columns": ", ".join(names)}, one.table.account.place)
        for one in found
        if (names := made.lacking(one.table, columns))
    ]
    tell(values, options.language)
    return made, carried_by(options.functions, made.tables) if options.functions else None


def _unfollowed(table: RatedTable) -> Problem:
    """The notice that a table contains values, and why, if the method is the reason."""
    rules = table.report.rules
    why = _WITHOUT_FORMULAS.get(rules.method, "")
    if why == "_passes" and rules.passes is None:
        why = ""  # the approximation in one pass
    words = {"area": table.place.area, "rules": rules.names}
    return Problem(f"annotate_values{why}", words, table.account.place)


def expect_own(file: str, output: str | None) -> Path:
    """The workbook to annotate, after checking the name of the copy.

    Raises `ArgumentError` if there is no name, or one for another kind of file.
    """
    if output is None:
        raise make_error(ArgumentError, "annotate_output", "-o")
    path = Path(existing(file))
    if not path.name.lower().endswith(ENDINGS):
        raise make_error(FileError, "annotate_kind", path.name)
    expect_ending(output, path.suffix.lower(), *([".xlsx"] if is_ods(path) else []))
    return path


def finished(path: Path, data: bytes, output: str, language: str) -> bytes:
    """The copy in the format of its name; says if LibreOffice converted it."""
    if is_ods(path):
        tell([Problem("annotate_ods", {}, path.name)], language)
    return converted(f"{path.stem}.xlsx", data, ODS) if is_ods(output) else data
