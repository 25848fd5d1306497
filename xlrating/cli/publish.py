"""The command publish: lists become the pages, the PDF and the workbook that members look at."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from ..engine.errors import ArgumentError
from ..engine.texts import LANGUAGES, say
from ..publishing.folder import may_write, write_folder
from ..publishing.pdf import libreoffice
from ..publishing.people import Season
from ..publishing.reading import read_published
from ..publishing.site import files_of

if TYPE_CHECKING:
    import argparse


def publish(options: argparse.Namespace) -> int:
    """Make pages, PDF and workbook of rating lists, for members to look at."""
    target = may_write(options.output, force=options.force)
    for path in options.lists:
        if target in (own := Path(os.path.realpath(path))).parents or own == target:
            raise ArgumentError(
                f"the list {path} is in this folder, which is replaced; name another folder",
                str(options.output),
            )
    languages = [options.language, *(one for one in LANGUAGES if one != options.language)]
    season = Season([read_published(path) for path in options.lists])
    office = None if options.no_pdf else libreoffice()
    files = files_of(season, options.title, languages, office)
    number = write_folder(target, files, force=options.force)
    language = options.language
    if not office and not options.no_pdf:
        print(say(language, "pub_no_pdf"))
    print(say(language, "pub_written", output=options.output, n=number, people=len(season.people)))
    return 0
