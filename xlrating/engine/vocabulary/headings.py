"""What the headings of lists of players and games mean, in every language.

All readers share one list: templates, CSV files, and ranges of cells.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import product
from typing import Dict, FrozenSet, Iterable, Mapping, Optional, Sequence, Tuple

from ..texts import is_text, keys, wording
from .lists import headings_table

#: The text keys of a template's headings that are not ``col_`` plus the part.
_TEXTS: Mapping[str, Tuple[str, ...]] = {
    "rating": ("col_rating", "col_rating_ladder"),
    "k": ("col_k_given",),
    "white": ("col_white_no", "col_red_no"),
    "black": ("col_black_no",),
    "format": ("file_format",),
    "pace": ("event_pace",),
}

#: The heading of the ratings in a monthly list.
RATING_LIST = re.compile(r"rating_list_\d{4}_\d{1,2}")

#: The columns of RATE_EVENT: those of a player, and those of a line in the report.
RATED_PLAYER = ("no", "name", "rating")
RATED_LINE = ("n", "score", "expected", "k", "change", "new", "performance")

#: Columns that only some regulations need: texts, of which some are marks; numbers follow below.
TEXT_FACTS = ("champion", "new_title", "foreign", "absent")
MARKED = ("champion", "foreign", "absent")

#: The paces besides standard; columns of the standard pace have no prefix.
OTHER_PACES = ("rapid", "blitz")
#: What a list has for a person at each pace.
AT_PACE = ("rating", "games", "peak", "k")
PACED_FACTS = tuple(f"{pace}_{part}" for pace in OTHER_PACES for part in AT_PACE)
NUMBER_FACTS = (
    "bonus_place", "index", "rd", "volatility", "periods", "wins", "draws", "events", "floor",
    *PACED_FACTS,
)  # fmt: skip
#: Numbers for which lists write 0, a word or dashes if there is none.
OR_NONE = ("rating", "peak", *(one for one in PACED_FACTS if not one.endswith("games")))

_GAPS = re.compile(r"[\s_-]+")

#: Headings are searched in the first rows, below any titles.
SEARCHED = 15


def heading_of(value: object) -> str:
    """A heading in the form used for comparison: lower case, ``_`` for blanks, no final dot.

    >>> heading_of("FIDE ID"), heading_of("No.")
    ('fide_id', 'no')
    """
    return _compared(str(value))


@lru_cache(maxsize=4096)
def _compared(text: str) -> str:
    # The files of a folder have the same headings.
    return _GAPS.sub("_", text.strip().lower().rstrip("."))


def on_ladder(key: str, is_ladder: bool) -> str:
    """The text key of a heading; a ladder of ranks has points instead of ratings.

    >>> on_ladder("col_rating", True), on_ladder("col_name", True)
    ('col_rating_ladder', 'col_name')
    """
    own = f"{key}_ladder"
    return own if is_ladder and is_text(own) else key


def texts_of(part: str) -> Tuple[str, ...]:
    """The keys of the texts used as headings for this part in a template."""
    return _TEXTS.get(part, (f"col_{part}",))


@lru_cache(maxsize=1)
def _columns() -> Mapping[str, Tuple[str, ...]]:
    """The headings for each part in other programs' files, the best known first."""
    return {part: tuple(names) for part, names in headings_table()["columns"].items()}


def own_first(part: str, found: Sequence[str]) -> Tuple[str, ...]:
    """The headings of a part, without FIDE's ID if the list has an ID of its own.

    >>> own_first("id", ["id", "fide_id"]), own_first("id", ["fide_id"])
    (('id',), ('fide_id',))
    """
    world = headings_table()["fide"].get(part, ())
    return tuple(name for name in found if name not in world) or tuple(found)


@lru_cache(maxsize=64)
def spellings(part: str) -> Tuple[str, ...]:
    """Every heading for this part of a player or a game, a template's own first.

    A template has players' numbers under "White no." and their names under "White",
    which lists of other programs may use for either.

    >>> spellings("name")[:4], "nombre" in spellings("name")
    (('name', '姓名', 'фамилия,_имя', 'player'), True)
    >>> heading_of("К-фактор") in spellings("k")
    True
    """
    return tuple(
        dict.fromkeys([*template_spellings(part), *headings_table()["world"].get(part, ())])
    )


@lru_cache(maxsize=64)
def template_spellings(part: str) -> Tuple[str, ...]:
    """The headings that a template's formulas search for: those of its languages."""
    shown = [text for key in texts_of(part) if is_text(key) for text in wording(key).values()]
    return tuple(dict.fromkeys([*map(heading_of, shown), *_columns().get(part, (part,))]))


@lru_cache(maxsize=64)
def game_spellings(part: str) -> Tuple[str, ...]:
    """Every heading for this part in a list of games, in which players are given by name first.

    >>> game_spellings("round")[:3], "ronda" in game_spellings("round")
    (('round', '轮次', 'тур'), True)
    """
    sides = {"white": ("col_white", "col_red"), "black": ("col_black",)}
    named = [heading_of(text) for key in sides.get(part, ()) for text in wording(key).values()]
    own = [*headings_table()["games"].get(part, ()), *_beside(*part.split("_"))]
    return tuple(dict.fromkeys([part, *sorted(named, key=str.isascii), *spellings(part), *own]))


def _beside(side: str, fact: str = "", *_rest: str) -> Sequence[str]:
    """Headings for a fact about White or Black: ``elo_white``, ``weiß_elo``, ``welo``."""
    words = headings_table()["beside"]
    if side not in ("white", "black") or fact not in words:
        return ()
    pairs = tuple(product((*words[side], *game_spellings(side)), words[fact]))
    joined = [f"{of}{own}" for of, own in pairs if of in words[side]]
    return joined + [text for of, own in pairs for text in (f"{of}_{own}", f"{own}_{of}")]


def _parts() -> Sequence[str]:
    """Every part of a player or a game."""
    return [key[4:] for key in keys("col_")] + [*_columns(), *_TEXTS]


@lru_cache(maxsize=1)
def known_headings() -> FrozenSet[str]:
    """Every heading for players and games, in every language."""
    return frozenset(name for part in _parts() for name in spellings(part))


def same_part(heading: str) -> FrozenSet[str]:
    """Every heading with the same meaning as this one, itself included; none if it is unknown.

    >>> "dwz" in same_part("elo"), "name" in same_part("elo"), same_part("phone")
    (True, False, frozenset())
    """
    every = (spellings(part) for part in _parts())
    return frozenset(name for names in every if heading in names for name in names)


def are_headings(cells: Iterable[object]) -> bool:
    """Whether a row contains the headings of players or games: at least two must be known."""
    shown = {heading_of(cell) for cell in cells if isinstance(cell, str)}
    return len(shown & known_headings()) > 1


def find_headings(
    rows: Sequence[Sequence[object]], parts: Iterable[str], needed: Iterable[str]
) -> Optional[Tuple[int, Dict[str, int]]]:
    """The row of the headings and the column of each part; None if there is no such row."""
    for number, row in enumerate(rows[:SEARCHED]):
        shown = [heading_of(cell) if isinstance(cell, str) else "" for cell in row]
        found = {}
        for part in parts:
            column = next((shown.index(name) for name in spellings(part) if name in shown), None)
            if column is not None:
                found[part] = column
        if set(needed) <= set(found):
            return number, found
    return None


def numbered(heading: str, cells: Iterable[object]) -> str:
    """``no`` for a column without heading that holds 1 to n, but not in row order; otherwise ''."""
    texts = [str(value).strip().removesuffix(".0") for value in cells]
    found = [int(text) for text in texts if text.isdecimal()] if not heading else []
    return "no" if found != sorted(found) == [*range(1, len(found) + 1)] else ""


#: The columns that `--annotate` may write next to players.
_WRITTEN = (
    "points", "average", "n", "score", "expected", "gain", "k_used", "change", "rounded", "new",
    "performance", "rank", "new_rd", "clause",
)  # fmt: skip


def written_beside(headings: Iterable[str]) -> Dict[str, str]:
    """What `--annotate` wrote next to new ratings and their changes: it follows from the others.

    >>> written_beside(("name", "rating", "change", "new_rating")), written_beside(("new_rating",))
    ({'change': '', 'new_rating': ''}, {})
    """
    known = {*headings}
    written = {key: wording(f"col_{key}") for key in _WRITTEN}
    found: Dict[str, str] = {}
    for language in written["new"]:
        own = {key: heading_of(of[language]) for key, of in written.items()}
        if {own["rounded"], own["new"]} <= known:
            found.update((one, "") for one in own.values() if one in known)
    return found
