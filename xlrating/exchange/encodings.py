"""The encoding of a text, judging by its bytes, or by what it says in each possible encoding."""

from __future__ import annotations

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable
from contextlib import suppress
from itertools import compress

from ..engine.errors import FileError
from ..engine.problem import make_error
from .code_pages import encodings_of, has_latin_words, is_likely

#: What a web page says about its encoding, near its beginning.
_CHARSET = re.compile(rb"""<meta\b[^>]*\bcharset\s*=\s*["']?\s*([\w-]+)""", re.IGNORECASE)
_HEAD = 4096
#: What browsers read instead, as the one includes the other.
_WIDER = {"gb2312": "gb18030", "gbk": "gb18030", "iso-8859-1": "cp1252", "iso-8859-9": "cp1254"}
#: Two consecutive non-ASCII letters are very rare in Western names.
_JUMBLE = re.compile(rb"[\x80-\xff]{2}")


def text_of(
    data: bytes, name: str, is_known: Callable[[str], bool], own: str = ""
) -> tuple[str, str]:
    """The text in the bytes of a file called `name`, and its encoding, for `files.decoded`.

    Raises `FileError` if it is not text, or possible in two encodings.
    """
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        # What Excel calls Unicode text.
        with suppress(UnicodeDecodeError):
            return data.decode("utf-16"), "UTF-16"
    if (plain := _unmarked(data)) is not None:
        return plain, "UTF-16"
    if b"\0" not in data:
        try:
            return data.decode("utf-8-sig"), "UTF-8"
        except UnicodeDecodeError:
            pass
        if (said := _declared(data)) is not None:
            return said
        if own:
            return data.decode(own, "replace"), {"cp1252": "Windows-1252"}.get(own, own)
        for encoding in ("gb18030", "cp1251"):
            try:
                text = data.decode(encoding)
            except UnicodeDecodeError:
                continue
            # Plain ASCII headings say nothing about the encoding.
            if is_known(text) and (not is_known(_plain(data)) or is_likely(data, encoding)):
                return text, {"gb18030": "GB 18030"}.get(encoding, "Windows-1251")
        # The Western and the Central European encoding share most letters. If a jumble rules out
        # both, or if both or none fit, the alphabets of all Windows encodings decide.
        readings = {} if _JUMBLE.search(data) else _readings(data)
        others = [one for one in encodings_of(data) if f"Windows-{one[2:]}" not in readings]
        if len(readings) == 1 and others and len(others) == len(encodings_of(data)):
            # All words fit one language in another encoding only: Èiurlys may be Čiurlys.
            readings |= {f"Windows-{one[2:]}": data.decode(one) for one in others}
        if len(readings) != 1:
            found = {data.decode(one): one for one in reversed(encodings_of(data))}
            known = {f"Windows-{one[2:]}": text for text, one in reversed(found.items())}
            readings = known or readings
        if len(readings) == 1:
            return next(iter(readings.items()))[::-1]
        if readings:
            one, other = _different(*[*readings.values()][:2])
            raise make_error(FileError, "file_letters", name, one=one, other=other)
    raise make_error(FileError, "file_no_text", name)


def _declared(data: bytes) -> tuple[str, str] | None:
    """The text of a web page in the encoding that it declares, and its name; None if it is not."""
    found = _CHARSET.search(data[:_HEAD])
    if found:
        name = found[1].decode("ascii").lower()
        with suppress(LookupError, UnicodeDecodeError):
            return data.decode(_WIDER.get(name, name)), name
    return None


def _unmarked(data: bytes) -> str | None:
    """The text of a UTF-16 file without byte order mark; None if it is something else.

    It begins with two ASCII characters, and texts in other encodings contain no zero bytes.
    """
    for encoding, zeros in (("utf-16-le", data[1:4:2]), ("utf-16-be", data[0:3:2])):
        if zeros == b"\0\0" and len(data) % 2 == 0:
            with suppress(UnicodeDecodeError):
                text = data.decode(encoding)
                return None if "\0" in text else text
    return None


def _plain(data: bytes) -> str:
    return data.decode("ascii", "replace")


def _readings(data: bytes) -> dict[str, str]:
    """The text in the Western and the Central European encoding, if its words are possible there.

    The keys are the names of the encodings.
    """
    found = {}
    for name, encoding in (("Windows-1252", "cp1252"), ("Windows-1250", "cp1250")):
        try:
            found[name] = data.decode(encoding)
        except UnicodeDecodeError:
            continue
    found = {name: text for name, text in found.items() if has_latin_words(text)}
    if len(found) == 2:
        other = [(a, b) for a, b in zip(*found.values()) if a != b]
        # A symbol where the other reading has a letter, such as £ for Ł, is not part of a name.
        apart = [all(one.isalpha() or one == "½" for one in side) for side in zip(*other)] or [
            True,
            False,
        ]
        symbols = {one for one, _ in other if not one.isalpha() and one != "½"}
        if symbols and symbols <= {*"¹²³"} and "cp1250" not in encodings_of(data):
            return {}  # footnotes of names, and no letters of a language
        found = dict(compress(found.items(), apart))
    return found


def _different(one: str, other: str) -> tuple[str, str]:
    """The first word in which two readings of a text differ, quoted from each."""
    words = zip(re.split(r"[\s,;]+", one), re.split(r"[\s,;]+", other))
    first, second = next((a, b) for a, b in words if a != b)
    return repr(first[:40]), repr(second[:40])
