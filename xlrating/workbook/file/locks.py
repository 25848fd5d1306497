"""Which cells are locked: all that say so, and none that only look as usual.

Cells that are cut, or pasted over with a table of a web page, take on the usual style of a file. If
that is locked, nothing can be typed there again: here it is open, and every other look says itself
that it is locked.
"""

from __future__ import annotations

import re

_USUAL = re.compile(r"(<cellStyleXfs[^>]*>)<xf ([^>]*?)/>")
_LOOKS = re.compile(r"(<cellXfs[^>]*>)(.*?)(</cellXfs>)", re.DOTALL)
_LOOK = re.compile(r"<xf ([^>]*?)(?:/>|>(.*?)</xf>)", re.DOTALL)


def said(styles: str) -> str:
    """The styles of a file with an open usual one, and the lock said in every look without it."""
    is_open = r'\1<xf \2 applyProtection="1"><protection locked="0"/></xf>'
    usual = _USUAL.sub(is_open, styles, count=1)
    return _LOOKS.sub(lambda match: match[1] + _LOOK.sub(_locked, match[2]) + match[3], usual)


def _locked(match: re.Match[str]) -> str:
    given, inner = match[1], match[2] or ""
    if "<protection" in inner:
        return match[0]
    return f'<xf {given} applyProtection="1">{inner}<protection locked="1"/></xf>'
