"""All files of a site: pages and downloads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from ..exchange.libreoffice import as_pdf
from .book import list_xlsx
from .pages import pages
from .people import ListSeries
from .rules_of import rules_named


def files_of(
    season: ListSeries, title: str, languages: Sequence[str], office: str | None, above: Path
) -> Iterator[tuple[str, bytes]]:
    """Every file with its path; lists are also made as PDF if LibreOffice (`office`) is available.

    LibreOffice works in the folder `above`. Raises `FileError` if it produces no PDF.
    """
    newest = season.newest
    stem = f"rating-list-{newest.day}" if newest.day else "rating-list"
    rules = rules_named(newest.rules)
    books = {code: list_xlsx(newest, rules, title, code) for code in languages}
    papers = as_pdf(office, books, above) if office else {}
    downloads = {
        code: [f"{stem}.pdf", f"{stem}.xlsx"] if code in papers else [f"{stem}.xlsx"]
        for code in languages
    }
    for code in languages:
        yield f"{code}/{stem}.xlsx", books[code]
        if code in papers:
            yield f"{code}/{stem}.pdf", papers[code]
    yield from pages(season, title, languages, downloads)
