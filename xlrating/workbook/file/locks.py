"""Which cells are locked: those whose own style says so, never those in the default style.

Cells that are cut, or pasted over with a table from a web page, take on a file's default style. If
that were locked, nothing could be typed there again: so it is unlocked here, and every other style
states its lock.
"""

from __future__ import annotations

import re

_USUAL = re.compile(r"(<cellStyleXfs[^>]*>)<xf ([^>]*?)/>")
_LOOKS = re.compile(r"(<cellXfs[^>]*>)(.*?)(</cellXfs>)", re.DOTALL)
_LOOK = re.compile(r"<xf ([^>]*?)(?:/>|>(.*?)</xf>)", re.DOTALL)


def said(styles: str) -> str:
    """The XML of a file's styles with an unlocked default and an explicit lock in the others."""
    is_open = r'\1<xf \2 applyProtection="1"><protection locked="0"/></xf>'
    usual = _USUAL.sub(is_open, styles, count=1)
    return _LOOKS.sub(lambda match: match[1] + _LOOK.sub(_locked, match[2]) + match[3], usual)


def _locked(match: re.Match[str]) -> str:
    given, inner = match[1], match[2] or ""
    if "<protection" in inner:
        return match[0]
    return f'<xf {given} applyProtection="1">{inner}<protection locked="1"/></xf>'
