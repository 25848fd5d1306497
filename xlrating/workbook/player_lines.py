"""The lines of the Players sheet, with the inputs and completed values of each."""

from __future__ import annotations

from typing import NamedTuple

from ..engine.errors import ArgumentError, RatingError
from ..engine.event import Player
from ..engine.texts import wording
from ..engine.vocabulary.booleans import MARK, is_yes
from ..engine.vocabulary.headings import texts_of
from ..engine.vocabulary.letters import half_width
from ..engine.vocabulary.sex import read_sex
from .facts import FACTS, Fact
from .file.page import Headings, Place, SheetReader
from .library import PARTS, UNKNOWN, Library
from .sheets.completion import COMPLETES

#: Columns with another key than the part of a player they hold.
_PART = {"k_given": "k"}
#: The columns of Players, each with the texts that may head it.
PLAYER_COLUMNS = {
    key: texts_of(_PART.get(key, key))
    for key in (
        "no", "name", "rating", "id", "federation", "title", "k_given", "library",
        *(f.key for f in FACTS),
    )
}  # fmt: skip


class Entered(NamedTuple):
    """What was typed for players, by their numbers.

    `asked` is the name or number by which an older file looked some up in its list; `typed` are
    the parts that are typed, where an empty cell stands for the list's value.
    """

    asked: dict[int, str]
    typed: dict[int, frozenset[str]]


def read_lines(
    page: SheetReader, wrong: list[RatingError], listed: Library | None, entered: Entered
) -> tuple[tuple[int, ...], tuple[Player, ...]]:
    """Numbers and players; errors in a line are added to `wrong`, facts to `entered`."""
    heads = page.headings(PLAYER_COLUMNS, ("no", "name", "rating"), "no")
    # A cell of an older file that completes itself shows the value that counts.
    page.no_formulas(heads.places(page), but=COMPLETES)
    # In older files, formulas in these cells supplied the list's values: nothing else is missing.
    completes = listed if "library" not in heads.cols else None
    numbers, players = [], []
    for row in heads.below(page):
        no = page.whole((row, heads.cols["no"]), "number")
        if no is None:
            if any(page.text((row, col)) for col in heads.cols.values()):
                page.refuse((row, heads.cols["no"]), "read_no_number")
            continue
        numbers.append(no)
        try:
            if text := _asked(page, heads, row, listed):
                entered.asked[no] = text
            if completes is not None:
                entered.typed[no] = _complete(page, heads, row, completes)
            player = _player(page, heads, row, no)
        except ArgumentError as error:
            wrong.append(error)
            continue
        if player.name or player.rating is not None:
            players.append(player)
    return tuple(numbers), tuple(players)


def columns_of(page: SheetReader) -> tuple[str, ...]:
    """The parts of a player that have a column on the sheet and may be in a list, in its order."""
    heads = page.headings(PLAYER_COLUMNS, (), "no")
    found = {_PART.get(key, key) for key in heads.cols}
    return tuple(part for part in PARTS if part in found)


def _complete(page: SheetReader, heads: Headings, row: int, library: Library) -> frozenset[str]:
    """Fill the empty cells of a line from the list; returns the parts that were typed there."""
    at = {_PART.get(key, key): (row, col) for key, col in heads.cols.items() if key != "no"}
    said = {part: page.entered(place) for part, place in at.items()}
    place = library.place(half_width(said.get("id", "")), said["name"])
    if place == UNKNOWN and not said["name"]:
        raise page.wrong(at["id"], "library_unknown", value=said["id"])
    for part in (part for part in PARTS if part in at and not said[part]):
        if place > 1:
            page.complete(at[part], library.listed(part, place))
    return frozenset(part for part, text in said.items() if text)


def _asked(page: SheetReader, heads: Headings, row: int, listed: Library | None) -> str:
    """The number or name by which a player was looked up; it must be in the list."""
    col = heads.cols.get("library")
    text = page.text((row, col)) if col is not None else ""
    if text and listed is not None:
        at = listed.asked_at(text)
        if at < 0:
            key = "library_unknown" if at == UNKNOWN else "library_several"
            raise page.wrong((row, col or 0), key, value=text)
    return text


def _player(page: SheetReader, heads: Headings, row: int, no: int) -> Player:
    at = {key: (row, col) for key, col in heads.cols.items()}

    def text(key: str) -> str:
        return page.entered(at[key]) if key in at else ""

    known = {fact: found for fact in FACTS if (found := _fact(page, at, fact)) not in ("", None)}
    return Player(
        no=no,
        name=text("name"),
        rating=page.number(at["rating"], "rating"),
        id=half_width(text("id")),
        title=text("title"),
        federation=text("federation"),
        k=page.number(at["k_given"], "K") if "k_given" in at else None,
        facts={fact.key: found for fact, found in known.items() if not fact.is_field},
        where=page.where(at["rating"]),
        places={_PART.get(key, key): page.where(place) for key, place in at.items()},
        **{fact.key: found for fact, found in known.items() if fact.is_field},  # type: ignore[arg-type]
    )


def _fact(page: SheetReader, at: dict[str, Place], fact: Fact) -> object:
    """The input for a player in a fact's column; None or '' if there is none."""
    if fact.key not in at:
        return None
    place = at[fact.key]
    name = wording(f"col_{fact.key}")["en"].lower()
    if fact.kind == "whole":
        return page.whole(place, name)
    if fact.kind == "decimal":
        return page.number(place, name)
    found = page.text(place)
    if MARK in fact.choices:
        try:
            is_yes(found, wording(f"col_{fact.key}")["en"])
        except ArgumentError as error:
            raise error.at(page.where(place)) from None
    if fact.key == "sex":
        try:
            return read_sex(found)
        except RatingError:
            raise page.wrong(place, "sex_unknown", value=found) from None
    return found
