"""One text for a round with several columns: opponent, colour, result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .colours import colour_letter
from .entries import is_bye
from .plain_cells import plain_score
from .words import bare_number, column_of, part_of, plain, round_of

_RESULTS = {"w": "1", "d": "½", "l": "0", "win": "1", "draw": "½", "loss": "0"}
#: A round has an opponent, a colour and a result.
_MOST_PARTS = 3
#: What replaces the opponent if there is none.
_NOBODY = ("", "0", "-", "--", "---")


def parts_beside(texts: Sequence[str]) -> Mapping[int, str]:
    """The parts of rounds whose columns follow their rounds: ``R1``, ``Res``, ``R2``, ``Res``.

    Only headings that follow every round; of a single round, none that may head its totals.
    """
    rounds = [at for at, text in enumerate(texts) if (of := round_of(text)) and not of.part]
    found: dict[int, str] = {}
    for ahead in (1, 2):
        headings = {plain(text) for at in rounds for text in [*texts[at + ahead :], ""][:1]}
        (heading, *others) = headings or {""}
        part = part_of(heading)
        is_total = len(rounds) == 1 and column_of(heading)[0] == "points"
        if others or not part or is_total:
            break
        found |= {at + ahead: part for at in rounds}
    return found


def covered_by_rounds(texts: Sequence[str]) -> int:
    """The last column that headings of games may cover.

    The last heading covers no more than the others: what is right of a table is no part of it.
    """
    heads = [at for at, text in enumerate(texts) if text]
    ends = [*heads[1:], len(texts)]
    games = [(at, end - at) for at, end in zip(heads, ends)
             if round_of(texts[at]) or bare_number(texts[at])]  # fmt: skip
    if len(games) < 2:
        return len(texts)
    return games[-1][0] + max(width for _, width in games[:-1]) - 1


def composed(cells: Sequence[tuple[str, str, str]]) -> tuple[str, str]:
    """The text and place of a round, from the kinds, texts and places of its columns.

    >>> composed([("opponent", "12", "C2"), ("colour", "w", "D2"), ("result", "½", "E2")])
    ('12w½', 'E2')
    >>> composed([("", "12w1", "C2")])
    ('12w1', 'C2')
    """
    if len(cells) == 1:
        return cells[0][1:]
    parts = [part for part, _, _ in cells]
    if len(cells) > _MOST_PARTS and not any(parts):
        # Empty columns next to a round are no part of it.
        filled = [one for one in cells if one[1]] or cells[:1]
        is_one = len(filled) <= _MOST_PARTS
        return (
            composed(filled) if is_one else (" ".join(text for _, text, _ in filled), filled[0][2])
        )
    if not any(parts):
        names = {2: ("opponent", "result"), 3: ("opponent", "colour", "result")}
        parts = list(names.get(len(cells), parts))
        if len(cells) == 3 and cells[0][1].isalpha() and cells[1][1].isdecimal():
            parts = ["colour", "opponent", "result"]
    found = {part: text for part, (_, text, _) in zip(parts, cells)}
    places = {part: where for part, (_, _, where) in zip(parts, cells)}
    opponent, result = found.get("opponent", ""), found.get("result", "")
    where = places.get("result") or places.get("opponent") or cells[0][2]
    colour = colour_letter(found.get("colour", ""))
    result = _RESULTS.get(result, plain_score(result))
    if opponent in _NOBODY:
        scored = f"-{result}" if result in ("1", "½") else result.replace("0", "-0")
        return f"{colour} {scored}".strip(), where
    if not opponent.isdigit():
        # Next to a word for a bye there must be its points, or it cannot be read; next to an
        # opponent's name there is the result.
        is_worth = result in ("1", "½", "0") and not colour and is_bye(opponent)
        return f"bye {result}" if is_worth else f"{opponent} {colour}{result}".strip(), where
    if colour:
        return f"{opponent}{colour}{result}", where
    return f"{opponent} {result}".strip(), where
