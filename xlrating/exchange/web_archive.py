"""The page in a web archive (.mhtml), as browsers save a page with its pictures and styles."""

from __future__ import annotations

import re
from contextlib import suppress

#: Where style sheets of an archive go: they are parts of their own, whatever the page says of them.
_HEAD = re.compile(rb"<head\b[^>]*>|<html\b[^>]*>", re.IGNORECASE)
#: What a style sheet says that hides an element or strikes its text through.
_MATTERS = re.compile(rb"display|visibility|line-through", re.IGNORECASE)
#: How an archive begins, and how many bytes its headers take at most.
_HEADER = re.compile(rb"\s*[A-Za-z-]{2,40}:[ \t]")
_HEADERS = 8192


def page_of(data: bytes) -> bytes:
    """The page in the bytes of a web archive with its style sheets, which say what is not shown.

    It is in UTF-8 if the archive names its encoding. Any other file is returned as it is.
    """
    if not _HEADER.match(data[:100]) or b"multipart/related" not in data[:_HEADERS].lower():
        return data
    from email.parser import BytesHeaderParser  # only archives need it

    parser = BytesHeaderParser()
    boundary = parser.parsebytes(data[:_HEADERS]).get_boundary()
    # Split here: a parser of whole messages follows parts within parts without an end.
    page, styles = None, list[bytes]()
    for part in data.split(b"--" + boundary.encode())[1:] if boundary else ():
        found = parser.parsebytes(part.lstrip())
        kind = found.get_content_type()
        content = found.get_payload(decode=True) if kind in ("text/css", "text/html") else None
        if not isinstance(content, bytes):
            continue
        if kind == "text/css" and _MATTERS.search(content):
            # Names of classes are plain letters.
            styles.append(content.decode("ascii", "ignore").replace("<", " ").encode())
        elif kind == "text/html" and page is None:
            page = content  # otherwise in letters that are found out as those of any page
            with suppress(LookupError, UnicodeDecodeError):
                page = content.decode(found.get_content_charset() or "utf-8").encode()
    return data if page is None else _with_styles(page, styles)


def _with_styles(page: bytes, styles: list[bytes]) -> bytes:
    """The page with these style sheets as its own."""
    head = _HEAD.search(page)
    if not styles or head is None:
        return page
    own = b"".join(b"<style>%s</style>" % one for one in styles)
    return page[: head.end()] + own + page[head.end() :]
