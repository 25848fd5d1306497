"""Lines that do not belong to a table: averages and totals, and below it remarks, program names."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from decimal import Decimal, InvalidOperation
from typing import TypeVar

from ..engine.errors import FileError, shown
from ..engine.problem import make_error

#: The cells of a line.
Cells = TypeVar("Cells", bound=Sequence[object])

#: Words for maximum and minimum, and for other summaries of a column.
_LARGEST = ("max", "maximum", "макс", "максимум", "最高")
_SMALLEST = ("min", "minimum", "мин", "минимум", "最低")
_SUMS = (
    *_LARGEST, *_SMALLEST,
    "average", "avg", "mean", "median", "ø", "total", "totals", "sum", "subtotal", "count",
    "durchschnitt", "schnitt", "mittel", "mittelwert", "summe", "gesamt", "promedio", "media",
    "média", "suma", "moyenne", "somme", "gemiddeld", "gemiddelde", "totaal", "totale", "średnia",
    "průměr", "prosjek", "átlag", "ortalama", "toplam", "среднее", "средний", "средн", "итого",
    "всего", "сумма", "平均", "平均分", "平均等级分", "合计", "总计", "总数", "人数", "purata",
    "jumlah", "rata-rata", "trung bình", "genomsnitt", "gennemsnit", "σ", "∑", "mw", "ср",
    "средняя", "moy", "prom", "кол-во", "количество", "anzahl", "总人数",
)  # fmt: skip
#: What is being summed up.
_OF = (
    "rating",
    "elo",
    "dwz",
    "points",
    "score",
    "рейтинг",
    "турнира",
    "участников",
    "игроков",
    "teilnehmer",
    "等级分",
    "积分",
)
_LABEL = re.compile(
    r"(?:(?:{of})[\W\d_]+)?({sums})(?:[\W\d_]+(?:{of}|{sums}))*[\W\d_]*".format(
        of="|".join(_OF), sums="|".join(sorted(map(re.escape, _SUMS), key=len, reverse=True))
    )
)

#: The number of lines: ``Total players: 12``, ``人数：12``.
_COUNT = re.compile(
    r"(?:{sums}|number of|no\. of|anzahl|nombre|número|numero|aantal|liczba|количество|число)"
    r"[^\d:：=]*[:：=]\s*\d+\W*".format(sums="|".join(map(re.escape, _SUMS)))
)

#: Such words alone in a cell between the rows of a table, where a player may be called Max.
_BETWEEN = frozenset(_SUMS) - {*_LARGEST, *_SMALLEST}

#: The maximum number of lines below a table.
MOST = 60


def sum_word(text: object) -> str:
    """The word for a sum or average in a cell that contains nothing else, otherwise ''.

    >>> [sum_word(text) for text in ("Average 1956", "Rating average:", "平均", "Sum Ka Ho")]
    ['average', 'average', '平均', '']
    >>> sum_word("Total players: 2"), sum_word("Number of players: 12"), sum_word("Count, Ann")
    ('count', 'count', '')
    """
    plain = " ".join(str(text).casefold().split())
    if _COUNT.fullmatch(plain):
        return "count"
    found = _LABEL.fullmatch(plain)
    return found[1] if found else ""


def body_of(
    numbered: Sequence[tuple[int, Cells]], head: int, place: Callable[[int], str]
) -> tuple[list[tuple[int, Cells]], list[int]]:
    """The lines of a table below its headings in line `head`, and the numbers of all others.

    `numbered` are the non-empty lines with their numbers, `place` names one. Raises `FileError` for
    a line between others that is labelled as a sum or average, but is none, and lacks a cell that
    they all have.

    >>> rows = [["7", "Ann", "2000"], ["8", "Bob", "1900"], ["", "Average", "1950"],
    ...         ["9", "Cid", "1800"], ["", "Average", "1900"]]
    >>> body_of([*enumerate(rows, 2)], 1, str)
    ([(2, ['7', 'Ann', '2000']), (3, ['8', 'Bob', '1900']), (5, ['9', 'Cid', '1800'])], [4, 6])
    """
    last = len(numbered) - footers(numbered, head)
    others = [at for at, _ in numbered[last:]]
    between = {at: text for at in range(last) if (text := _text_between(numbered[at][1]))}
    if not between:
        return [*numbered[:last]], others
    rows = [cells for at, (_, cells) in enumerate(numbered[:last]) if at not in between]
    common = set(_filled(rows[0])).intersection(*map(_filled, rows[1:])) if rows else set[int]()
    start, sums = 0, set[int]()
    for number, (at, text) in enumerate(between.items()):
        line, cells = numbered[at]
        filled, end = _filled(cells), at - number
        # Of a group, of all above, or of a whole list that begins with it.
        columns = (rows[start:end], rows[:end], rows)
        if any(_sums_up(sum_word(text), cells, filled, one) for one in columns):
            sums.add(at)
            start = end
        elif common - set(filled):
            raise make_error(FileError, "read_sum_between", place(line), word=shown(text)[1:-1])
    body = [one for at, one in enumerate(numbered[:last]) if at not in sums]
    return body, [*(numbered[at][0] for at in sorted(sums)), *others]


def _text_between(cells: Sequence[object]) -> str:
    """The first text of a line if it is a word for a sum or average, otherwise ''.

    >>> _text_between(["", "Total", 3900.0]), _text_between(["8", "Bob", "", "Total"])
    ('Total', '')
    """
    found = next((cell for cell in cells if isinstance(cell, str) and is_between(cell)), "")
    if not found:
        return ""  # speed: nearly every line
    texts = (cell for cell in cells if isinstance(cell, str) and cell.strip())
    # Behind a name, the word may be a club's.
    return found if next(one for one in texts if not _is_number(one)) == found else ""


def may_be_other(cells: Sequence[object]) -> bool:
    """Whether one of the last lines of a table may be one that `footers` leaves out.

    >>> may_be_other(["", "Average", "1950"]), may_be_other(["", "Kuching Open"])
    (True, True)
    """
    return len(_filled(cells)) == 1 or any(map(sum_word, cells))


def is_between(text: str) -> bool:
    """Whether a text is a word for a sum or average that may be in a line between others."""
    return text.strip(" :：").casefold() in _BETWEEN


def footers(numbered: Sequence[tuple[int, Cells]], head: int) -> int:
    """How many of the last lines do not belong to the table below the headings in line `head`.

    `numbered` are the non-empty lines with their numbers. A line does not belong to the table if it
    summarises the columns, or if it is a single text that is separated or where all others
    have a number.

    >>> rows = [["7", "Ann", 2000.0], ["8", "Bob", 1900.0], ["", "Average", 1950.0]]
    >>> footers([*enumerate(rows, 2)], 1)
    1
    >>> footers([(2, ["Ann"]), (4, ["Bob"])], 1)
    0
    >>> [footers([(2, ["Ann", 1]), (3, ["Bob", 2]), (at, ["www.swiss.org"])], 1) for at in (4, 5)]
    [0, 1]
    """
    first = max(0, len(numbered) - MOST)
    before = numbered[first - 1][0] if first else head
    apart: list[bool] = []
    for at, cells in numbered[first:]:
        # What is below a separated remark is also separate from the table.
        apart.append(at > before + 1 or (any(apart[-1:]) and len(_filled(cells)) == 1))
        before = at
    last = len(numbered)
    while last > first and _is_footer(numbered, last - 1, apart[last - 1 - first]):
        last -= 1
    return len(numbered) - last


def _is_footer(numbered: Sequence[tuple[int, Cells]], at: int, is_apart: bool) -> bool:
    cells, above = numbered[at][1], [cells for _, cells in numbered[:at]]
    filled = _filled(cells)
    texts = [str(cells[one]).strip() for one in filled]
    if not above:
        return False
    if word := next(filter(None, map(sum_word, texts)), ""):
        # Max, 1900 may be a player: the number must be the maximum.
        is_extreme = word in (*_LARGEST, *_SMALLEST)
        return (not is_extreme and _lacks(filled, above)) or _sums_up(word, cells, filled, above)
    rows = [one for one in above if len(_filled(one)) > 1]
    if len(filled) != 1 or not rows:
        return False
    is_remark = any(char in texts[0] for char in " :：/@.") and not _is_number(texts[0])
    return is_remark and (is_apart or _are_numbers(filled[0], rows))


def _filled(cells: Sequence[object]) -> list[int]:
    """The indexes of the non-empty cells."""
    return [at for at, value in enumerate(cells) if str(value).strip()]


def _lacks(filled: Sequence[int], above: Sequence[Sequence[object]]) -> bool:
    """Whether a line lacks something that all lines above have."""
    common = set(_filled(above[0])).intersection(*map(_filled, above[1:]))
    return bool(common - set(filled))


def _sums_up(
    word: str, cells: Sequence[object], filled: Sequence[int], above: Sequence[Sequence[object]]
) -> bool:
    """Whether a line contains nothing but averages or sums of the columns above."""
    numbers = [at for at in filled if _is_number(str(cells[at]))]
    others = [at for at in filled if at not in numbers and not sum_word(cells[at])]
    return (
        bool(numbers)
        and not others
        and all(_is_sum(word, Decimal(str(cells[at])), at, above) for at in numbers)
    )


def _is_sum(word: str, found: Decimal, at: int, above: Sequence[Sequence[object]]) -> bool:
    texts = [str(one[at]) for one in above if at < len(one)]
    values = [Decimal(text) for text in texts if _is_number(text)]
    if not values:
        return False
    if word in _LARGEST or word in _SMALLEST:
        return found == (max if word in _LARGEST else min)(values)
    total = sum(values, Decimal(0))
    return found == total or abs(found - total / len(values)) <= 1


def _are_numbers(at: int, above: Sequence[Sequence[object]]) -> bool:
    """Whether a column contains numbers, or texts that begin or end with one: 12, MAS-007."""
    texts = [str(one[at]).strip() for one in above if at < len(one)]
    return bool(texts) and all(
        " " not in text and any(map(str.isdigit, text)) for text in texts if text
    )


def _is_number(text: str) -> bool:
    try:
        return Decimal(text.strip()).is_finite()
    except InvalidOperation:
        return False
