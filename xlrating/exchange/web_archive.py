"""The page in a web archive (.mhtml), as browsers save a page with its pictures and styles."""

from __future__ import annotations

import re

#: How an archive begins, and how many bytes its headers take at most.
_HEADER = re.compile(rb"\s*[A-Za-z-]{2,40}:[ \t]")
_HEADERS = 8192


def page_of(data: bytes) -> bytes:
    """The page in the bytes of a web archive, in UTF-8 if it names its encoding.

    Any other file is returned as it is.
    """
    if not _HEADER.match(data[:100]) or b"multipart/related" not in data[:_HEADERS].lower():
        return data
    from email.parser import BytesHeaderParser  # only archives need it

    parser = BytesHeaderParser()
    boundary = parser.parsebytes(data[:_HEADERS]).get_boundary()
    # Split here: a parser of whole messages follows parts within parts without an end.
    for part in data.split(b"--" + boundary.encode())[1:] if boundary else ():
        found = parser.parsebytes(part.lstrip())
        if found.get_content_type() == "text/html":
            content = found.get_payload(decode=True)
            assert isinstance(content, bytes)
            try:
                return content.decode(found.get_content_charset() or "utf-8").encode()
            except (LookupError, UnicodeDecodeError):
                return content  # in letters that are found out as those of any page
    return data
