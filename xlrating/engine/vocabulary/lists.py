"""The rating lists that federations publish, and the meaning of their headings.

They are defined in `headings.toml`, one table per list.
"""

from __future__ import annotations

from functools import lru_cache
from typing import AbstractSet, Any, Dict, Iterable, Mapping, NamedTuple, Optional, Tuple

from ..tomlfile import PACKAGE, read


class KnownList(NamedTuple):
    """The headings of a federation's published list; those in `told_by` identify it.

    `columns` has the headings for each part of a player, of which the first non-empty one
    counts; `joined` has two headings and the separator for their texts; `unused` are irrelevant
    ones. In a list with `provisional` ratings, 1641/17 is a rating from 17 games. `letters` is the
    encoding, if it is not UTF-8.
    """

    key: str
    title: str
    told_by: Tuple[str, ...]
    columns: Mapping[str, Tuple[str, ...]]
    joined: Mapping[str, Tuple[str, str, str]]
    unused: Tuple[str, ...]
    provisional: bool = False
    letters: str = ""

    def plain(self, headings: Iterable[str]) -> Optional[Dict[str, str]]:
        """The only heading of each part; None if a part needs two, or ratings are provisional."""
        shown = list(headings)
        own = {part: [n for n in names if n in shown] for part, names in self.columns.items()}
        parts = {*(part for part, names in own.items() if names)}
        if self.provisional or not parts >= {*self.joined} or max(map(len, own.values())) > 1:
            return None
        return {part: names[0] for part, names in own.items() if names}


@lru_cache(maxsize=1)
def headings_table() -> Dict[str, Any]:
    """The contents of `headings.toml`."""
    return read(PACKAGE / "engine" / "vocabulary" / "headings.toml")


@lru_cache(maxsize=1)
def known_lists() -> Tuple[KnownList, ...]:
    """Every list with known headings."""
    return tuple(
        KnownList(
            key,
            one["title"],
            tuple(one["told_by"]),
            {part: tuple(names) for part, names in one["columns"].items()},
            {part: (a, b, sign) for part, (a, b, sign) in one.get("joined", {}).items()},
            tuple(one["unused"]),
            one.get("provisional", False),
            one.get("letters", ""),
        )
        for key, one in headings_table()["lists"].items()
    )


def list_of_headings(headings: Iterable[str]) -> Optional[KnownList]:
    """The list with these headings (in compared form); None if there is none.

    >>> list_of_headings(["id", "spielername", "geschlecht", "geburtsjahr", "dwz"]).title
    'DWZ (Deutscher Schachbund)'
    >>> list_of_headings(["id", "name", "rating"])
    """
    found = set(headings)
    known = (one for one in known_lists() if found.issuperset(one.told_by))
    return next(known, None) or _list_of_names(found)


#: The key for a list without known origin that has names in two columns.
NAMES = "names"


def _list_of_names(found: AbstractSet[str]) -> Optional[KnownList]:
    """A list with last and first names in two columns; None for any other.

    >>> list_of_headings(["id", "apellidos", "nombre"]).joined
    {'name': ('apellidos', 'nombre', ', ')}
    >>> list_of_headings(["name", "last_name", "first_name"]), list_of_headings(["id", "nombre"])
    (None, None)
    >>> list_of_headings(["id", "name", "vorname"]).joined
    {'name': ('name', 'vorname', ', ')}
    """
    words = headings_table()["names"]
    last, first = (found & {*words[part]} for part in ("last", "first"))
    # An ambiguous word is whatever the other is not: ``Nom`` next to ``Prénom``.
    last, first = (last - first or last), (first - last or first)
    if first == {"vorname"} and not last:
        last = found & {"name"}
    if len(last) != 1 or len(first) != 1 or last == first:
        return None
    (one,), (other,) = last, first
    whole = {
        "name",
        "姓名",
        *headings_table()["columns"]["name"],
        *headings_table()["world"]["name"],
    }
    if found & whole - {one, other}:
        return None  # the complete name is also there
    joined = {"name": (one, other, ", ")}
    return KnownList(NAMES, f"{one} + {other}", (one, other), {}, joined, ())
