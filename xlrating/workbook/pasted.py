"""Pairings as other programs show them, pasted line by line: who plays whom, with what result.

The columns need no headings. A line names two players of the event, with or without a title before
the name; a number next to each, the first of which is not the board's, tells namesakes apart.
Or it has numbers alone: of both players, or of the board and both. A result has two sides, such
as 1 - 0. A line that heads a list (it contains the word for Black, or a title
such as Round 3, or only the number of pairs) begins the next round. Everything else is reported as
not understood, without guessing. The formulas of `sheets.paste` implement the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import NamedTuple

from ..engine.event import Player
from ..engine.results import CODE_OF, RESULT_BY_CODE, Kind
from ..engine.vocabulary.dates import serial
from ..engine.vocabulary.headings import game_spellings
from ..engine.vocabulary.letters import visible, whole_number
from ..engine.vocabulary.nobody import WORDS
from ..engine.vocabulary.reported import TITLES
from ..engine.vocabulary.spellings import plain_result
from .library import NOBODY, key_of

#: Lines of the sheet at most: for more the file would be too heavy.
LINES = 1000
#: Cells of a line: with federations and clubs chess-results shows so many.
CELLS = 16
#: What a line is: nothing, headings, a game or a bye, or not understood.
EMPTY, HEADING, GAME, UNREAD = range(4)
#: Words where an opponent would be, and those that head the columns of Black and of results, as
#: names are compared.
BYES = tuple(dict.fromkeys(key_of(word) for word in sorted(WORDS)))
HEADS, RESULTS = (
    tuple(dict.fromkeys(key_of(word.replace("_", "")) for word in game_spellings(part)))
    for part in ("black", "result")
)
#: What a list's title has before the number of a round, with the full stop that `names_other` puts
#: first; and what it has after the number.
BEFORE = (
    *(f".{word}{blank}" for word in ("round", "runde", "тур") for blank in ("", " ")),
    "ofround", "of round ",
)  # fmt: skip
AFTER = (
    ".runde", ". runde", ".тур", ". тур", "тур", " тур", "-йтур", "-й тур",
    "轮", " 轮", "輪", " 輪",
)  # fmt: skip
DIGITS = tuple("0123456789")
#: The text between two players who have not played; several spellings, all literal.
UNPLAYED = ("-", "...", "…")
#: The points for a bye, by the result in its line; without one they are left to the user.
BYE_OF = {"1-0": "BYE 1", "1-0 F": "BYE 1", "½-½": "BYE ½", "0-1": "BYE 0", "0-1 F": "BYE 0"}
ASKED = "BYE"


class PastedLine(NamedTuple):
    """A line: what it is, and its game; `black` is 0 for a bye. `title` heads a list."""

    kind: int = EMPTY
    white: int = 0
    result: str = ""
    black: int = 0
    title: str = ""

    def names_other(self, number: int) -> bool:
        """Whether it is a title that does not name the round of this number.

        >>> titles = "Round 2 of 9", "12. Runde", ""
        >>> [PastedLine(HEADING, title=text).names_other(2) for text in titles]
        [False, True, False]
        """
        if not self.title:
            return False
        text, own = f".{self.title}".lower(), str(number)
        longer = _named_in(
            text, [own + digit for digit in DIGITS], [digit + own for digit in DIGITS]
        )
        return _named_in(text, [own], [own]) <= longer


class _Cells(NamedTuple):
    """The positions of a line's cells, by content; the players named in each, and the results."""

    texts: Sequence[str]
    people: Mapping[int, Sequence[int]]
    results: Mapping[int, str]
    undecided: Sequence[int]
    numbers: Sequence[int]
    heads: Sequence[int]
    others: Sequence[int]
    headed: Sequence[int]

    def results_below(self, line: _Cells) -> int:
        """The column of results below these headings, from 1; 0 if Black is not where they say."""
        is_so = len(line.people) > 1 and self.heads[:1] == [max(line.people)]
        return self.headed[0] + 1 if is_so and self.headed else 0

    @property
    def code(self) -> str:
        """The code of the result; '' for none."""
        return next(iter(self.results.values()), "")

    @property
    def result_at(self) -> int:
        """The column of the result, from 1; 0 for none."""
        return [*self.results, *self.undecided[::-1], -1][0] + 1

    @property
    def filled(self) -> int:
        """How many cells are not empty."""
        parts = (self.people, self.results, self.undecided, self.numbers, self.heads, self.others)
        return sum(map(len, parts))


def read_lines(
    rows: Iterable[Sequence[object]], players: Iterable[Player], typed: Sequence[bool]
) -> Iterator[tuple[PastedLine, bool]]:
    """Each line, and whether the next round begins there.

    `typed` says for each line whether players are typed in the same line of Games.
    """
    named: dict[str, list[int]] = {}
    for player in players:
        named.setdefault(key_of(player.name), []).append(player.no)
    above, is_begun, headings = 0, False, None
    for index, row in enumerate(rows):
        # Most lines are empty.
        is_empty = row.count("") == len(row)
        cells = _cells([] if is_empty else [_text(cell) for cell in row[:CELLS]], named)
        above = headings.results_below(cells) if headings else above
        line = _line(cells, above)
        yield line, line.kind == HEADING and is_begun
        headings = cells if line.kind == HEADING else None
        above = cells.result_at or above
        is_filled = line.kind > HEADING or (index < len(typed) and typed[index])
        is_begun = line.kind != HEADING and (is_filled or is_begun)


def _cells(texts: Sequence[str], named: Mapping[str, Sequence[int]]) -> _Cells:
    found = _Cells(texts, people := {}, results := {}, undecided := [], numbers := [], heads := [],
                   others := [], headed := [])  # fmt: skip
    for at, text in enumerate(texts):
        if (key := _name(text, named)) == NOBODY:
            continue
        plain = plain_result(text)
        if whole_number(text) is not None:
            numbers.append(at)
        elif key in named or key in BYES:
            people[at] = named.get(key, ())
        elif key in HEADS:
            heads.append(at)
        elif plain in UNPLAYED:
            undecided.append(at)
        elif len(plain) > 1 and CODE_OF.get(plain):
            results[at] = CODE_OF[plain]
        else:
            others.append(at)
            headed += [at] if key in RESULTS else []
    return found


def _name(text: str, named: Mapping[str, Sequence[int]]) -> str:
    """A name in the form used for comparison, without its title unless somebody is called so.

    >>> _name("FM Lee, Ann", {".leeann": [1]}), _name("IM SOO", {".imsoo": [1]})
    ('.leeann', '.imsoo')
    """
    title, _, rest = text.partition(" ")
    found, other = key_of(text), key_of(rest)
    return other if found not in named and title in TITLES and other in named else found


def _line(cells: _Cells, above: int) -> PastedLine:
    """A line, read; `above` is the column of the results in the lines above it, from 1."""
    if not cells.filled:
        return PastedLine()
    if len(cells.results) > 1:
        return PastedLine(UNREAD)
    return _of_names(cells, above) if cells.people else _of_numbers(cells)


def _of_names(cells: _Cells, above: int) -> PastedLine:
    (first, one), *rest = sorted(cells.people.items())
    code, at = cells.code, cells.result_at or above
    is_bye = bool(code) and RESULT_BY_CODE[code].kind is Kind.BYE
    # A player's number comes before the name, perhaps with a title between, and after the board's;
    # Black's comes at the end of the line, if White has one.
    own = [cells.texts[at] for at in (first - 1, first - 2) if at > 0 and at in cells.numbers]
    white = _of_several(one, own)
    if not white or len(rest) > 1 or not (rest or is_bye):
        return PastedLine(UNREAD)
    if not rest:
        return PastedLine(GAME, white, code)
    beside = plain_result(cells.texts[at - 1]) if 0 < at <= len(cells.texts) else ""
    (second, other), *_ = rest
    if not other:
        bye = BYE_OF.get(code or CODE_OF.get(beside, ""), ASKED)
        return PastedLine(GAME, white, code if is_bye else bye)
    last = [cells.texts[at] for at in cells.numbers[-1:] if own and at > second]
    black = _of_several(other, last)
    if not black or is_bye or (not code and beside not in ("", *UNPLAYED)):
        return PastedLine(UNREAD)
    return PastedLine(GAME, white, code, black)


def _of_several(numbers: Sequence[int], beside: Iterable[str]) -> int:
    """The player with that name, or the one of several whose number is next to it; 0 for nobody."""
    if len(numbers) == 1:
        return numbers[0]
    return next((no for text in beside if (no := whole_number(text) or 0) in numbers), 0)


def _of_numbers(cells: _Cells) -> PastedLine:
    """A line that names nobody; pairing programs write 0 for the opponent of a bye."""
    texts, count = cells.texts, len(cells.numbers)
    pair = [whole_number(part) for part in texts[0].split(" ")]
    if cells.filled == 1 and cells.others == [0]:
        if len(pair) == 2 and None not in pair:
            return _pair(pair[0] or 0, "", pair[1] or 0)
        is_title = _named_in(key_of(texts[0]), DIGITS, DIGITS)
        return PastedLine(HEADING, title=texts[0]) if is_title else PastedLine(UNREAD)
    if (cells.heads and not count and not cells.code) or count == cells.filled == 1:
        return PastedLine(HEADING)
    one_result = len(cells.results) + len(cells.undecided)
    is_list = one_result < 2 and (count == 2 or (count == 3 and one_result == 1))
    if not is_list or cells.others or cells.heads:
        return PastedLine(UNREAD)
    # Of three the first is the board's.
    white, black = count - 2, cells.numbers[-1]
    is_after = not one_result or cells.result_at > white + 1
    if cells.numbers[-2] != white or black > count or not is_after:
        return PastedLine(UNREAD)
    return _pair(whole_number(texts[white]) or 0, cells.code, whole_number(texts[black]) or 0)


def _named_in(text: str, behind: Sequence[str], before: Iterable[str]) -> int:
    """How many ways of naming a round a text contains: a number after a word, or before one."""
    parts = [word + number for word in BEFORE for number in behind]
    parts += [number + word for word in AFTER for number in before]
    return sum(part in text for part in parts)


def _pair(white: int, code: str, black: int) -> PastedLine:
    if not white or (code and not black):
        return PastedLine(UNREAD)
    return PastedLine(GAME, white, code if black else "BYE 1", black)


def _text(cell: object) -> str:
    """A cell's text as a reader sees it; a date is the number that it is to a spreadsheet."""
    if isinstance(cell, date):
        day = cell.date() if isinstance(cell, datetime) else cell
        cell = serial(day)
    if isinstance(cell, float) and cell.is_integer():
        cell = int(cell)
    return visible(str(cell if cell is not None else ""))
