"""The slots in a formula's text, `[Rules.cap]` or `[gain]`, and how they are filled.

A text is written once. `workbook.laying` fills its slots with addresses of a sheet; here they are
filled with the parameters of a LAMBDA, and the numbers of the rules with their source.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

#: A place: the table, if it is another one; the column or cell; a mark for the rows that are meant.
SLOT = re.compile(r"\[(?:(\w+)\.)?(\w+)(@\d+|[#@^~=|-]|)\]")


def with_parameters(
    text: str, parameters: Mapping[str, str], of_rules: Callable[[str], str]
) -> str:
    """The text with a parameter in each place, `of_rules` giving those of the Rules sheet.

    Raises `KeyError` for a place that is neither: its text is about something else.

    >>> with_parameters("[Rules.k1]*[gain]", {"gain": "score-we"}, "{{{}}}".format)
    '{k1}*score-we'
    """

    def put(place: re.Match[str]) -> str:
        table, key, mark = place.groups()
        if table == "Rules":
            return of_rules(key)
        return parameters[f"{table}.{key}{mark}" if table else f"{key}{mark}"]

    return SLOT.sub(put, text)
