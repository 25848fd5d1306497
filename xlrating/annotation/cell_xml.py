"""A cell in a sheet's XML."""

from __future__ import annotations

from decimal import Decimal
from html import escape

#: The value of a cell; None for an empty one.
Value = Decimal | int | str | None


def cell_xml(
    place: str, value: Value, formula: str = "", look: str = "", p: str = "", is_array: bool = False
) -> str:
    """The cell at an address; a formula's value is what a program shows before it calculates.

    `look` is the attribute with its style, `p` the prefix of names.

    >>> cell_xml("B2", Decimal("0.50"), look=' s="3"'), cell_xml("A1", "a < b")
    ('<c r="B2" s="3"><v>0.50</v></c>', '<c r="A1" t="inlineStr"><is><t>a &lt; b</t></is></c>')
    """
    head = f'<{p}c r="{place}"{look}'
    if formula:
        kind = f' t="array" ref="{place}"' if is_array else ""
        formula = f"<{p}f{kind}>{escape(formula, quote=False)}</{p}f>"
    if value is None:
        # Programs that do not calculate show 0 for a formula without a value.
        return f'{head} t="str">{formula}<{p}v></{p}v></{p}c>' if formula else f"{head}/>"
    if not isinstance(value, str):
        number = str(value)
        # The format "f" takes four times as long.
        number = f"{value:f}" if "E" in number else number
        return f"{head}>{formula}<{p}v>{number}</{p}v></{p}c>"
    text = value if is_plain(value) else escape(value, quote=False)
    if formula:
        return f'{head} t="str">{formula}<{p}v>{text}</{p}v></{p}c>'
    space = ' xml:space="preserve"' if value != value.strip() else ""
    return f'{head} t="inlineStr"><{p}is><{p}t{space}>{text}</{p}t></{p}is></{p}c>'


def is_plain(text: str) -> bool:
    """Whether a text is written in XML as it is, as most are."""
    return not ("&" in text or "<" in text or ">" in text or text != text.strip())
