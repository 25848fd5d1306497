"""Names in two columns of a crosstable, last and first, as lists of players have them, too."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine.vocabulary.headings import heading_of
from ...engine.vocabulary.lists import NAMES, list_of_headings

#: The use of the column with the first names; that with the last names is the name.
FIRST_NAME = "first_name"


def names_in_two(texts: Sequence[str]) -> dict[int, str]:
    """The uses of the columns with last and first names, by index; empty if names are in one.

    >>> names_in_two(["Nr", "Name", "Vorname", "DWZ"]), names_in_two(["No", "Name"])
    ({1: 'name', 2: 'first_name'}, {})
    """
    found = [heading_of(text) for text in texts]
    known = list_of_headings(found)
    if known is None or known.key != NAMES:
        return {}
    last, first, _ = known.joined["name"]
    return {found.index(last): "name", found.index(first): FIRST_NAME}
