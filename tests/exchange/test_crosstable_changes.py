"""Change one cell, delete or add a column or a row: something must show it.

Either the event changes, or the command stops, or the account names the place as not used, or
the new text is another spelling of the same value. 20,000 changes with ``XLRATING_EVERY=1``.
"""

from __future__ import annotations

import csv
import random
import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from needs import EVERY
from openpyxl import load_workbook
from table_files import Rows, write

from xlrating.engine.account import CHECKED, USED, Account
from xlrating.engine.errors import RatingError
from xlrating.engine.event import Event
from xlrating.engine.results import CODE_OF, RESULT_BY_CODE, RESULTS, Kind
from xlrating.engine.vocabulary.nobody import is_no_rating, is_nobody
from xlrating.engine.vocabulary.spellings import IN_WORDS, plain_result
from xlrating.exchange.crosstable import RoundEntry
from xlrating.exchange.crosstables.entries import OpenBye, notations
from xlrating.exchange.crosstables.plain_cells import as_text
from xlrating.exchange.crosstables.square_cells import DIAGONAL
from xlrating.exchange.crosstables.words import bare_number, part_of, round_of
from xlrating.reading import read

_FOLDER = Path(__file__).parent
_EVENTS = _FOLDER.parent / "events"
_CHANGES = 20_000 if EVERY else 60

#: What people put into cells by mistake, or from somewhere else.
_TEXTS: tuple[object, ...] = (
    "", "x", "2", 1, 0, 0.5, "½", "1-0", "bye", "-1", "12w1", "W3", "2w1", "1b0", "1500", 2000.0,
    "GM", "Müller", "*", "-", "Average", "2026-02-13", "f", "0", 7, "AUT", "1.5", "+", "=",
)  # fmt: skip
_HEADINGS = (
    "Phone", "Rating", "Elo", "Rtg", "TB4", "K", "Born", "Round 9", "1", "Notes", "Pts.", "FIDE",
    "Name", "No.", "Club", "Rp", "", "age", "Sex", "Score", "r1", "Games",
)  # fmt: skip


def _rows_of(path: Path) -> list[list[object]]:
    if path.suffix == ".csv":
        with path.open(encoding="utf-8", newline="") as file:
            return [list(row) for row in csv.reader(file)]
    sheet = load_workbook(path).active
    found = [
        [("" if cell is None else cell) for cell in row]
        for row in sheet.iter_rows(values_only=True)
    ]
    # A merged line has its text in the first cell only, as programs read it.
    return [
        row[:1] + [""] * (len(row) - 1) if len({*row}) == 2 and row[0] else row for row in found
    ]


def _generated(seed: int) -> list[list[object]]:
    """A crosstable of a random Swiss with byes, forfeits and a column nobody needs."""
    dice = random.Random(seed)
    n, rounds = dice.randint(4, 9), dice.randint(1, 4)
    cells: dict[int, list[str]] = {no: [] for no in range(1, n + 1)}
    total = dict.fromkeys(cells, 0.0)
    over = [one for one in RESULTS if one.code in ("1-0", "½-½", "0-1", "1-0 F", "0-1 F")]
    for _ in range(rounds):
        order = dice.sample(range(1, n + 1), n)
        for white, black in zip(order[::2], order[1::2], strict=False):
            result = dice.choice(over)
            for no, other, colour, score in (
                (white, black, "w", result.white), (black, white, "b", result.black),
            ):  # fmt: skip
                text = {1.0: "1", 0.5: "½", 0.0: "0"}[float(score or 0)]
                text = {"1": "+", "0": "-"}[text] if result.code.endswith("F") else text
                cells[no].append(f"{other}{colour}{text}")
                total[no] += float(score or 0)
        if n % 2:
            cells[order[-1]].append("-1")
            total[order[-1]] += 1
    head: list[object] = ["No.", "Name", "Rtg", "FED", *(f"{no}.Rd" for no in range(1, rounds + 1))]
    rows: list[list[object]] = [[*head, "Pts.", "TB1", "Notes"]]
    for no in cells:
        rows.append([no, f"Player {no}", 2200 - 10 * no, "AUT", *cells[no], total[no], 3.5, "x"])
    return [
        ["Club open", *[""] * (len(rows[0]) - 1)],
        *rows,
        ["Average", *[""] * (len(rows[0]) - 1)],
    ]


_TABLES: dict[str, Rows] = {
    **{path.parent.name: _rows_of(path) for path in sorted(_EVENTS.glob("*/crosstable.*"))},
    **{path.stem: _rows_of(path) for path in sorted((_FOLDER / "world").glob("*.csv"))},
    **{f"generated {seed}": _generated(seed) for seed in range(4)},
    # Numbers that are no results: a cell may name an opponent by them, too.
    "opponents by name": [
        ["Club", "", "", "", "", "", ""],
        ["No.", "Name", "Rating", "Round 1", "Round 2", "Total", "Phone"],
        [21, "Ann", 2000, "Dan 1", "+Cid", 2, "x"], [22, "Bob", 1900, "Cid ½", "-Dan", 0.5, "x"],
        [23, "Cid", 1850, "Bob ½", "-Ann", 0.5, "x"], [24, "Dan", 1700, "Ann 0", "+Bob", 1, "x"],
    ],
    "headings twice": [
        ["Round", "White", "Rtg", "Club", "Black", "Rtg", "Club", "Result"],
        [1, "Ann", 2000, "x", "Dan", 1700, "y", "1-0"], [1, "Bob", 1900, "", "Cid", 1850, "", "½-½"],
        [2, "Eve", 1400, "x", "Fox", 1300, "", "0-1"],
    ],
    "half a square": [
        ["No.", "Name", "Rating", 1, 2, 3, "Pts", "Phone"], [1, "Ann", 2000, "x", 0.5, 1, 1.5, "x"],
        [2, "Bob", 1900, "", "x", 0, 0.5, "x"], [3, "Cid", 1850, "", "", "x", 1, "x"],
    ],
    "colours in a square": [
        ["No.", "Name", "Rating", 1, 2, 3, "Pts", "Phone"], [1, "Ann", 2000, "x", "w½", "b1", 1.5, ""],
        [2, "Bob", 1900, "b½", "x", "w0", 0.5, "x"], [3, "Cid", 1850, "w0", "b1", "x", 1, "x"],
    ],
    "a row per player": [
        ["Player", "Rtg", "Round", "Colour", "Opponent", "Result", "Phone"],
        ["Ann", 2000, 1, "w", "Bob", 1, ""], ["Bob", 1900, 1, "b", "Ann", 0, "x"],
        ["Ann", 2000, 2, "b", "Cid", 0.5, "x"], ["Cid", 1850, 2, "w", "Ann", 0.5, ""],
        ["Bob", 1900, 2, "", "bye", 1, "x"], ["Cid", 1850, 1, "", "bye", 0.5, ""],
    ],
    "days over rounds": [
        ["No.", "Name", "Rating", "2026-01-05", "2026-01-12", "Pts", "Phone"],
        [1, "Ann", 2000, "2w1", "3b½", 1.5, ""], [2, "Bob", 1900, "1b0", "-1", 1, "x"],
        [3, "Cid", 1850, "-½", "1w½", 1, "x"],
    ],
}  # fmt: skip


def _shown(event: Event) -> tuple[object, ...]:
    """All that an event is, besides places of messages."""
    return (
        event, event.says_format, event.says_rounds, event.says_colours,
        tuple(sorted(event.printed_places.items())),
    )  # fmt: skip


def _read(folder: Path, rows: Rows, kind: str) -> Event | str:
    try:
        return read(write(folder, rows, kind))
    except RatingError as error:
        return str(error)


def _changed(rows: Rows, dice: random.Random) -> tuple[list[list[object]], str, int, int]:
    """The rows with one change: which kind, and the row and column from 0, -1 for all."""
    new = [list(row) for row in rows]
    width = max(map(len, rows))
    what = dice.choice(("cell", "cell", "cell", "cell", "delete column", "add column", "row"))
    row, col = dice.randrange(len(rows)), dice.randrange(width)
    if what == "cell":
        own = [cell for line in rows for cell in line if cell != ""]
        new[row] += [""] * (col + 1 - len(new[row]))
        new[row][col] = dice.choice([*_TEXTS, *dice.sample(own, min(5, len(own)))])
        return new, what, row, col
    if what == "delete column":
        return [line[:col] + line[col + 1 :] for line in new], what, -1, col
    if what == "add column":
        head = _head_of(rows)
        values = [dice.choice(_TEXTS) for _ in rows]
        heading = dice.choice(_HEADINGS)
        for at, line in enumerate(new):
            line += [""] * (width - len(line))
            line.insert(col, heading if at == head else values[at] if at > head else "")
        return new, what, -1, col
    if dice.random() < 0.5:
        del new[row]
        return new, "delete row", row, -1
    made = dice.choice(
        ([""] * width, ["Average", *[""] * (width - 2), 3], new[row],
         ["A note: see below", *[""] * (width - 1)], [dice.choice(_TEXTS) for _ in range(width)])
    )  # fmt: skip
    new.insert(row, list(made))
    return new, "add row", row, -1


def _head_of(rows: Rows) -> int:
    return next(at for at, line in enumerate(rows) if sum(cell != "" for cell in line) > 2)


def _worth(text: object) -> object:
    """What a bye is worth; ``open`` for one that does not say it, None for what is no bye."""
    try:
        entry = notations([])[0](as_text(text, ""))
    except RatingError:
        return None
    if isinstance(entry, RoundEntry) and entry.kind is Kind.BYE:
        return entry.score
    return "open" if isinstance(entry, OpenBye) else None


def _by_name(text: object) -> object:
    """An opponent by name and the result, however they are put together."""
    found = re.fullmatch(r"([+=-])([^\W\d]+)", str(text))
    return f"{found[2]} {dict(zip('+=-', '1½0', strict=True))[found[1]]}" if found else text


def _same(one: object, other: object) -> bool:
    """Whether two cells say the same in another spelling."""
    plain_one = plain_result(str(one))
    if other in RESULT_BY_CODE and CODE_OF.get(plain_one, IN_WORDS.get(plain_one)) == other:
        return True  # of a list of games
    if part_of(one) and part_of(one) == part_of(other):
        return True  # headings of one part
    if _by_name(one) == _by_name(other):
        return True  # -Ann and Ann 0
    try:
        texts = [as_text(text, "").replace("=", "½") for text in (one, other)]
        if texts[0] == texts[1] or float(str(one)) == float(str(other)):
            return True
    except (RatingError, ValueError):
        pass
    if all(text == "" or DIAGONAL.fullmatch(str(text)) for text in (one, other)):
        return True
    byes = [_worth(text) for text in (one, other)]
    if None not in byes:
        # What a bye is worth that does not say it follows from the points.
        return byes[0] == byes[1] or "open" in byes
    found = [round_of(text) for text in (one, other)]
    numbers = [round_.number if round_ else bare_number(text)
               for round_, text in zip(found, (one, other), strict=True)]  # fmt: skip
    return any(found) and numbers[0] == numbers[1]


def _same_in_parts(one: object, other: object) -> bool:
    """Whether two cells of a game in several columns say the same: a win, a loss, or nobody."""
    texts = {str(one), str(other)}
    is_won = texts <= {"1", "+", "w"}
    return is_won or texts == {"0", "-"} or all(is_nobody(text) for text in texts)


def _is_told(before: Account, after: Account, what: str, row: int, col: int) -> bool:
    """Whether the account shows what was changed where the event does not."""
    if what == "delete column":
        # What was not needed is gone, or what the rest was compared with; or numbers in the order
        # of the rows, which has them, too.
        own = [one for one in before.columns if one.number == col + 1]
        return all(one.use != USED or one.meaning == "no" for one in own)
    if what == "delete row":
        gone = [one.kind for one in before.lines if one.first <= row + 1 <= one.last]
        # The number of rounds may be said once more than by the columns.
        rounds = [one.where for one in before.said if one.part == "rounds"]
        is_twice = any(f", line {row + 1}," in where for where in rounds)
        return is_twice or gone[0] in ("blank", "footer", "title", "heading")
    if what == "add column":
        return any(one.number == col + 1 and one.use != USED for one in after.columns) or (
            col + 1 not in {one.number for one in after.columns}
        )
    return after.is_unused(row + 1, col + 1 if what == "cell" else 0)


@pytest.mark.in_turn
@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", _TABLES)
def test_every_change_shows(name: str, tmp_path: Path) -> None:
    """Nothing that is in a crosstable is dropped in silence."""
    rows, kind = _TABLES[name], "html" if "generated" in name else "csv"
    before = _read(tmp_path, rows, kind)
    assert isinstance(before, Event), before
    assert before.account is not None
    dice = random.Random(name)
    silent = []
    seen: dict[str, Event | str] = {}
    for _ in range(_CHANGES):
        new, what, row, col = _changed(rows, dice)
        if (text := repr(new)) not in seen:
            seen[text] = _read(tmp_path, new, kind)
        after = seen[text]
        if isinstance(after, str) or _shown(after) != _shown(before):
            continue
        assert after.account is not None
        if what == "delete column" and not any(map(_is_filled_at(col), rows)):
            continue  # it was empty
        if what == "add column" and all(
            is_no_rating(str(line[col])) or line[col] in ("", "-", "0", 0)
            for line in new[_head_of(rows) + 1 :]
        ):
            continue  # it says nothing of anybody
        if what == "add row" and _says_the_same(after.account, row, "said", "heading"):
            continue  # the same line twice
        if what == "cell":
            old = rows[row][col] if col < len(rows[row]) else ""
            if _same(new[row][col], old) or _says_the_same(after.account, row, "said"):
                continue
            if _is_none(after.account, col, (new[row][col], old)):
                continue
            if name == "a row per player" and _same_in_parts(new[row][col], old):
                continue
            if _says_the_same(after.account, row, "heading") and _is_checked(after.account, col):
                continue  # points by any other name are compared, too
        if not _is_told(before.account, after.account, what, row, col):
            silent.append((what, row, col, rows[row], new[row] if row < len(new) else ""))
    assert silent == []


def _is_filled_at(col: int) -> Callable[[Sequence[object]], bool]:
    return lambda line: col < len(line) and line[col] != ""


def _says_the_same(after: Account, row: int, *kinds: str) -> bool:
    """Whether a line is of these kinds, and so says the same in other words."""
    return any(one.kind in kinds for one in after.lines if one.first <= row + 1 <= one.last)


def _is_none(after: Account, col: int, texts: Sequence[object]) -> bool:
    """Whether these say in figures, words or dashes that somebody has no rating, or in figures that
    somebody has no place of their own but shares the one above.
    """
    meaning = next((one.meaning for one in after.columns if one.number == col + 1), "")
    is_zero = [text in (0, "0", "") for text in texts]
    if meaning == "rating":
        return all(
            zero or is_no_rating(str(text)) for zero, text in zip(is_zero, texts, strict=True)
        )
    return meaning == "rank" and all(is_zero)


def _is_checked(after: Account, col: int) -> bool:
    return any(one.use == CHECKED for one in after.columns if one.number == col + 1)
