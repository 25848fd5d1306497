"""Letters that look like those of another alphabet, and comparing texts by how they look."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Iterable, Sequence, Tuple

from .letters import same_spelling

#: Cyrillic and Greek letters that look like a Latin one, in either case, with that one.
LOOK_ALIKE = tuple(zip("авекмнорстухіѕјһԁԛԝαβεζηικμνορτυχ", "abekmhopctyxisjhdqwabezhikmnoptyx"))
_LOOK = str.maketrans(dict(LOOK_ALIKE))

#: The alphabets with look-alike letters; if a word has as many letters of each of two, the first
#: alphabet is considered the odd one.
_ALPHABETS = {
    "cyrillic": "\u0400-\u052f",
    "greek": "\u0370-\u03ff\u1f00-\u1fff",
    "latin": "A-Za-z\u00aa\u00ba\u00c0-\u024f\u1e00-\u1eff",
}
_MIXED = tuple((name, re.compile(f"[{own}]")) for name, own in _ALPHABETS.items())


def seen(text: str) -> str:
    """A key for how a text looks: its `same_spelling`, look-alike letters replaced by Latin ones.

    >>> seen("\\u0410nn") == seen("Ann"), seen("Иван") == seen("Ivan")
    (True, False)
    """
    plain = same_spelling(text)
    return plain if plain.isascii() else in_latin(plain)


def in_latin(text: str) -> str:
    """A text in lower case, with look-alike letters of other alphabets replaced by Latin ones."""
    return text.translate(_LOOK)


def seen_id(text: str) -> str:
    """A key for how an ID looks; leading zeros of a number, mere display format, are dropped.

    >>> seen_id("00002"), seen_id("\\u041012"), seen_id("0A"), seen_id("0")
    ('2', 'a12', '0a', '0')
    """
    if text.isdecimal() and text.isascii() and text[0] != "0":
        return text
    plain = seen(text)
    return (plain.lstrip("0") or plain[:1]) if plain[:1] == "0" and plain.isdecimal() else plain


def seen_ids(texts: Sequence[str], zeros: bool = False) -> Sequence[str]:
    """The `seen_id` of each ID, in order; `texts` itself if every ID already is its own key.

    With `zeros`, leading zeros are kept: 007 and 7 may be two people.

    >>> seen_ids(["7", "m11"]), seen_ids(["007", "7"]), seen_ids(["007", "M11"], zeros=True)
    (['7', 'm11'], ['7', '7'], ['007', 'm11'])
    """
    joined = "\n".join(texts)
    is_plain = joined.isascii() and joined == joined.lower() and " " not in joined
    if is_plain and (zeros or "\n0" not in f"\n{joined}"):
        return texts
    return list(map(seen if zeros else seen_id, texts))


def looking_like(text: str, known: Iterable[str]) -> str:
    """The first of these that looks like a text without being equal to it; '' if none does.

    >>> looking_like("002", ["1", "2"]), looking_like("2", ["1"])
    ('2', '')
    """
    look = seen_id(text)
    return next((one for one in known if one != text and seen_id(one) == look), "") if look else ""


@lru_cache(maxsize=1_000)
def mixed(text: str) -> Tuple[str, str, str]:
    """The first word that mixes alphabets, a letter of the rarer one, and that alphabet's name.

    Three empty texts if there is no such word.

    >>> mixed("\\u0410nn Lee"), mixed("Ann Ли")
    (('Аnn', 'А', 'cyrillic'), ('', '', ''))
    """
    if not text.isascii():
        for word in re.findall(r"[^\W\d_]+", text):
            found = [(letters, name) for name, own in _MIXED if (letters := own.findall(word))]
            if len(found) > 1:
                letters, name = min(found, key=lambda one: len(one[0]))
                return word, letters[0], name
    return "", "", ""
