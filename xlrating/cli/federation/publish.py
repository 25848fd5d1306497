"""The command federation publish: lists as web pages, PDF and workbook."""

from __future__ import annotations

import os
import sys
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from ...engine.errors import ArgumentError, FileError
from ...engine.languages import LANGUAGES
from ...engine.problem import make_error
from ...engine.texts import say
from ...exchange.garbage import gc_paused
from ...exchange.libreoffice import libreoffice
from ...federation.next_list import ListError
from ...publishing.data import FOLDER, published_data
from ...publishing.folder import may_write, write_folder
from ...publishing.people import ListSeries
from ...publishing.published import PublishedList
from ...publishing.reading import read_published
from ...publishing.site import files_of
from ..answering import give, wrote
from ..told import tell, tell_wrong
from .at_size import tell_whole

if TYPE_CHECKING:
    import argparse


@gc_paused()
def publish(options: argparse.Namespace) -> int:
    """Make pages, PDF and workbook of rating lists."""
    language = options.language
    target = may_write(options.output, force=options.force)
    for path in options.lists:
        own = Path(os.path.realpath(path))
        if target == own or target in own.parents:
            raise make_error(ArgumentError, "opt_pages_list", str(options.output), file=path)
    names = [Path(path).stem for path in options.lists]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise make_error(ArgumentError, "pub_same_name", twice)
    tell_whole(language, *options.lists)
    season = ListSeries([read_list(path, language) for path in options.lists])
    languages = [options.written, *(one for one in LANGUAGES if one != options.written)]
    office = None if options.no_pdf else libreoffice()
    data = published_data(options.lists, options.events, options.games, target)
    tell(data.notices, language, sys.stdout)
    files = chain(
        files_of(season, options.title, languages, office, target.parent),
        ((f"{FOLDER}/{name}", one) for name, one in data.files.items()),
    )
    number = write_folder(options.output, files, force=options.force)
    if not office and not options.no_pdf:
        print(say(language, "pub_no_pdf"))
    people = len(season.people)
    wrote([options.output])
    give(lambda: {"pages": number, "people": people})
    print(say(language, "pub_written", output=options.output, n=number, people=people))
    return 0


def read_list(path: str, language: str) -> PublishedList:
    """A list; if somebody edited it, all edits are reported."""
    try:
        return read_published(path)
    except ListError as error:
        tell_wrong(error.problems, language)
        raise FileError(say(language, "pub_changed", n=len(error.problems)), path) from None
