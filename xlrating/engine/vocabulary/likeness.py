"""What an unknown column might be, judging by its heading or by its cells.

A column that is not understood may contain what ratings depend on, under an unknown heading.
This is decided here for all readers: files, frames, and column-wise lists.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import (
    Any,
    Callable,
    Collection,
    Dict,
    FrozenSet,
    Iterable,
    List,
    Mapping,
    NamedTuple,
    Optional,
    Sequence,
    Tuple,
)

from ..account import IGNORED, KNOWN, UNUSED, USED, AccountColumn
from ..errors import ArgumentError, FileError, RatingError, shown, together
from ..problem import make_error
from ..texts import is_text, wording
from .cell_forms import are_days, are_scores, are_times, looks_like, texts_in
from .headings import NUMBER_FACTS, TEXT_FACTS, heading_of, known_headings, numbered, spellings
from .lists import headings_table
from .pace import PACES
from .pace import spellings as pace_spellings
from .slips import nearest

#: The name for all hidden columns, for users who declare them irrelevant.
HIDDEN = "hidden"
#: The parts that ratings depend on: in a list of players, and in a list of games.
OF_PLAYERS = (
    "rating", "k", "games", "peak", "born", "age", "sex", "rd", "unrated",
    *NUMBER_FACTS, *TEXT_FACTS,
)  # fmt: skip
OF_GAMES = (
    *OF_PLAYERS, "white", "black", "result", "white_score", "black_score",
    "white_rating", "black_rating", "round", "playoff", "moves", "pace", "date",
)  # fmt: skip
#: Headings of columns that programs calculate from the others.
_CALCULATED = re.compile(
    r"tb_?\d+|buch.*|bh.*|sb|son.*|rtg[+±]/?.*|w_?[-–]_?we|ws|rk|rank|place|pos|rang|gr|typ|kat|"
    r"[+±]/?.*|aroc?\d?|a?p?tpr|apro|ptp|appo|prev.*|"
    r"new|rounded|listed|average|start_rating|место|ранг|名次|排名"
)
#: Words in such headings: games of an event, its performance, its effect.
_OF_EVENT = frozenset(
    ("chg", "change", "diff", "gain", "delta", "rc", "rp", "perf", "performance", "n", "w", "we",
     "expected", "period")
)  # fmt: skip
#: Ratings from a monthly list, other than those that count.
_OTHER_LIST = re.compile(r"list_\d{4}_\d{1,2}")
#: Remarks saying that a game was not played.
NOT_PLAYED = re.compile(
    r".*did(n.t| not) (appear|show|come|play).*|.*nicht (erschienen|angetreten).*|absent|"
    r"forfeit(ed)?|walk[- ]?over|w[./]?o\.?|ff|default|no[- ]?show|(not |un)played|kampflos|"
    r"forfait|неявка|弃权|缺席|未到|棄權",
    re.IGNORECASE,
)
#: Remarks saying that a game does not count.
_NOT_COUNTED = re.compile(r"unrated|not rated|casual|friendly|без обсч[её]та|不计分", re.IGNORECASE)
#: How the readers of frames call a column without heading.
_UNNAMED = re.compile(r"(unnamed:_\d+)?")
#: Marks on some of the games, whatever they are called.
_FLAGS = frozenset(("yes", "y", "true", "no", "n", "false", "ja", "nein", "да", "нет", "是", "否"))


class HeadedColumns(NamedTuple):
    """The columns of a table: headings in compared and original form, and the cells.

    `places` are the columns' letters, such as P; `hidden` are the indexes of hidden columns.
    """

    headings: Sequence[str]
    written: Sequence[str]
    cells: Callable[[int], Iterable[object]]
    places: Sequence[str] = ()
    hidden: Collection[int] = ()


def understood(
    table: HeadedColumns,
    known: Mapping[str, str],
    ignored: Iterable[str] = (),
    where: str = "",
    matters: Sequence[str] = OF_PLAYERS,
) -> Tuple[AccountColumn, ...]:
    """The columns of a table, each with what it was taken for.

    `known` are the headings that the reader understands, as `heading_of` gives them, each with its
    part, '' for columns that follow from others; `ignored` are irrelevant columns, by letter if
    without heading, or `HIDDEN` for all hidden ones; `matters` are parts that numbers depend on.
    Raises `FileError` naming all columns that may contain one of these.

    >>> table = HeadedColumns(("name", "elo", "phone"), ("Name", "Elo", "Phone"), lambda at: ())
    >>> [one.use for one in understood(table, {"name": "name", "elo": "rating"})]
    ['used', 'used', 'unused']
    >>> understood(HeadedColumns(("fide",), ("FIDE",), lambda at: ()), {})  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    xlrating.engine.errors.FileError: xlrating does not know the column FIDE, but it may ...
    """
    left_out = set(map(heading_of, ignored))
    has_rating = any(known.get(heading) == "rating" for heading in table.headings)
    is_of_games = {"white", "black"} <= {*known.values()}
    parts = [known.get(heading) for heading in table.headings]
    found: List[AccountColumn] = []
    wrong: List[RatingError] = []
    for at, (heading, written) in enumerate(zip(table.headings, table.written)):
        number = at + 1
        place = table.places[at] if table.places else f"#{number}"
        if heading in known:
            use = USED if known[heading] else KNOWN
            found.append(AccountColumn(written, number, use, known[heading]))
        elif heading_of(written or place) in left_out:
            found.append(AccountColumn(written, number, IGNORED))
        elif at in table.hidden and HIDDEN in left_out:
            found.append(AccountColumn(written, number, IGNORED, HIDDEN))
        elif follows(heading, has_rating):
            found.append(AccountColumn(written, number, KNOWN))
        elif part := could_be(heading, table.cells(at), matters) or (
            _of_game(heading, table.cells(at), parts, parts[at - 1])
            if is_of_games
            else numbered(heading, table.cells(at))
        ):
            pairs = zip(table.headings, table.written)
            first = next((other for head, other in pairs if known.get(head) == part), "")
            kind = HIDDEN if at in table.hidden else "" if written else "unnamed"
            wrong.append(_unread(written or place, heading, part, where, first, kind))
        elif heading or any(str(value).strip() for value in table.cells(at)):
            found.append(AccountColumn(written, number, UNUSED))
    if wrong:
        raise together(wrong)
    return tuple(found)


def _unread(written: str, heading: str, part: str, where: str, first: str, kind: str) -> FileError:
    """The error for a column that may contain a part of a player or a game.

    `first` is a column already understood as that part; `kind` is hidden, unnamed, or ''.
    """
    is_own = heading in spellings(part) and part in OF_PLAYERS
    key = "read_column_elsewhere" if is_own else "read_column_like"
    key = "read_column_unread" if heading in spellings(part) and not is_own else key
    key = "read_column_second" if first and heading in spellings(part) else key
    named = wording(f"col_{part}") if is_text(f"col_{part}") else None
    key = f"read_column_{kind}" if kind and key == "read_column_like" else key
    key = key if named else "read_column_unread"
    # Lists have no column for ages, under any heading.
    key = next(one for one in (f"read_column_{part}", key) if is_text(one))
    words = {"column": shown(written)[1:-1], "part": named, "heading": part}
    return make_error(FileError, key, where, first=shown(first)[1:-1], **words)


def refuse_unread(
    names: Iterable[str], parts: Mapping[str, str], cells: Mapping[str, Iterable[Any]], games: bool
) -> None:
    """Reject an unknown column if it may contain what a number depends on.

    `parts` are the known columns, part -> name; `cells` are the columns that may be examined.

    >>> refuse_unread(["peek"], {}, {}, False)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    xlrating.engine.errors.ArgumentError: players, column peek: xlrating does not know ...
    """
    known, heads = {name: part for part, name in parts.items()}, [*names]
    for before, name in zip(["", *heads], heads):
        heading, own = heading_of(name), cells.get(name, ())
        if name in known or follows(heading, "rating" in parts):
            continue
        part = could_be(heading, own, OF_GAMES if games else OF_PLAYERS)
        if not part and games and _is_other_half(heading, own, known.get(before)):
            part = "two_scores"
        if part:
            where = f"{'games' if games else 'players'}, column {name}"
            named = wording(f"col_{part}") if is_text(f"col_{part}") else part
            words = {"part": named, "heading": part}
            key = "read_frame_elsewhere" if heading in spellings(part) else "read_frame_column"
            key = next(one for one in (f"read_frame_{part}", key) if is_text(one))
            raise make_error(ArgumentError, key, where, **words)


def is_calculated(heading: str) -> bool:
    """Whether a column is calculated by programs from the others: performance, tie-breaks.

    >>> is_calculated("rp"), is_calculated("rtg+/"), is_calculated("tb1"), is_calculated("rating")
    (True, True, True, False)
    """
    return bool(_CALCULATED.fullmatch(heading) or _OF_EVENT & {*heading.split("_")})


def follows(heading: str, has_rating: bool) -> bool:
    """Whether a column follows from others, or has another month's ratings than the one used.

    >>> follows("rp", False), follows("list_2025_11", True), follows("list_2025_11", False)
    (True, True, False)
    """
    return is_calculated(heading) or (has_rating and bool(_OTHER_LIST.fullmatch(heading)))


def could_be(
    heading: str, cells: Iterable[object] = (), matters: Sequence[str] = OF_PLAYERS
) -> str:
    """The part that an unknown column may contain; '' for none that matters.

    >>> could_be("0ating"), could_be("old_rating"), could_be("fide_title"), could_be("club")
    ('rating', 'rating', '', '')
    >>> could_be("age"), could_be("foo", ["1850", "2004.0", 950]), could_be("phone", ["1850"])
    ('age', 'rating', '')
    >>> could_be("remark", ["", "walkover"], OF_GAMES), could_be("remark", ["walkover"])
    ('not_played', '')
    """
    texts = texts_in(cells)
    if "result" in matters and any(
        NOT_PLAYED.fullmatch(text) or _NOT_COUNTED.fullmatch(text) for text in texts
    ):
        return "not_played"  # under any heading: a remark, the reason why a game ended
    if not matters or is_harmless(heading):
        return ""
    if "pace" in matters and texts and _pace_words().issuperset(map(str.casefold, texts)):
        return "pace"  # Type: rapid
    if "pace" in matters and are_times(texts) and len({*texts}) > 1:
        return "pace"  # 90+30 in one game, 3+2 in another
    return _by_heading(heading, matters) or looks_like(texts)


def _is_other_half(heading: str, cells: Iterable[object], before: Optional[str]) -> bool:
    """Whether a column without heading has Black's scores, right of those of White as results."""
    return before == "result" and bool(_UNNAMED.fullmatch(heading)) and are_scores(cells)


def _of_game(
    heading: str,
    cells: Iterable[object],
    parts: Sequence[Optional[str]],
    before: Optional[str] = None,
) -> str:
    """``date``, ``unrated`` or ``two_scores`` if a column's cells state it of each game, else ''.

    Dates matter only if no other column has them, marks only if the rows differ. `before` is the
    part of the column to the left.
    """
    if _is_other_half(heading, cells, before):
        return "two_scores"
    texts = {str(value).strip().casefold() for value in cells}
    if are_days(texts) and "date" not in parts and not is_harmless(heading):
        return "date"
    # A single letter may mean anything.
    is_said = bool(texts & (_FLAGS - {"y", "n"})) or {"y", "n"} <= texts
    return "unrated" if len(texts) > 1 and is_said and texts <= {"", *_FLAGS} else ""


@lru_cache(maxsize=1)
def _pace_words() -> FrozenSet[str]:
    return frozenset(word for pace in PACES for word in pace_spellings(pace))


def is_harmless(heading: str) -> bool:
    """Whether a column is known to be irrelevant: club, phone, remarks."""
    return heading in headings_table()["unlike"]["own"]


def _by_heading(heading: str, matters: Sequence[str]) -> str:
    words = [word for word in re.split(r"[\W_\d]+", heading) if word]
    own = _headings_of(tuple(matters))
    if heading in own:
        return own[heading]
    if heading in known_headings() or {*headings_table()["unlike"]["identity"]} & {*words}:
        return ""
    like = _like(tuple(matters))
    for word in words:
        if word in like:
            return like[word]
    return own.get(nearest(heading, own), "")


@lru_cache(maxsize=8)
def _headings_of(parts: Tuple[str, ...]) -> Dict[str, str]:
    """The headings of everything numbers depend on, and words for them, each with its part."""
    return {**_like(parts), **{name: part for part in parts for name in spellings(part)}}


@lru_cache(maxsize=8)
def _like(parts: Tuple[str, ...]) -> Dict[str, str]:
    found = headings_table()["like"].items()
    return {word: part for part, words in found if part in parts for word in words}
