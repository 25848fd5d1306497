"""The next list as a workbook: the list itself, and what every number in it is based on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..engine.aligned import width
from ..engine.columns import GAME, GAME_BY_KEY, LINE, LINE_BY_KEY, cell
from ..engine.lines import GameLine, Line
from ..engine.problem import place_in
from ..engine.problems import Problem, format_message
from ..engine.report import Report
from ..engine.rules.ruleset import RuleSet
from ..engine.sentences import in_sentences, sentences
from ..engine.showing import decimals_of
from ..engine.texts import say
from ..engine.vocabulary.headings import OTHER_PACES, on_ladder
from ..workbook.file.grid import Book, Cell, Sheet, Value
from .ledger_files import ledger_table, ledger_title, made_pairs
from .list_table import list_table, on_top
from .made_files import made_table
from .next_list import OF_COMMAND, NextList

_TITLE_ROW, _HEAD_ROW, _FIRST_ROW = 0, 2, 3

#: The formats for kinds of values in a report that have no format of that name.
_LOOKS = {
    "id": "text", "player": "text", "average": "dec2", "side": "center", "result": "center",
    "note": "wrapped",
}  # fmt: skip
#: Formats and widths of columns, by key; other columns are text.
_STYLES = {
    **{one.key: _LOOKS.get(one.kind, one.kind) for one in (*LINE, *GAME)},
    "place": "int", "sex": "center", "born": "int", "games": "int", "before": "rating",
    "peak": "rating", "rd": "dec2", "people": "int", "count": "int",
    "event": "wrapped", "step": "wrapped", "what": "wrapped", "where": "wrapped",
}  # fmt: skip
_STYLES |= {
    f"{pace}_{part}": _STYLES.get(part, "rating")
    for pace in OTHER_PACES for part in ("rating", "rounded", "n", "games", "peak")
}  # fmt: skip
_WIDTHS = {"name": 24, "opponent": 24, "event": 36, "step": 90, "note": 34, "where": 44,
           "what": 90, "title": 16, "rank": 20, "pool": 40, "performances": 24, "clause": 20,
           "place": 6, "sex": 6, "k": 6, "round": 7, "colour": 7, "born": 7,
           "listed": 14, "performance": 12, "file": 34, "mark": 20, "record": 90, "first": 12,
           "last": 12, "data": 20, "made_what": 34, "made_value": 90}  # fmt: skip
_WIDTH = 10
#: Shown even if empty: without them a list of several paces would be taken for one of a single.
_SHOWN = ("name", *(f"{pace}_rating" for pace in OTHER_PACES))

#: A list with more results than this has no sheets of games and reasons: nobody reads them
#: there, and writing them takes minutes.
MOST_RESULTS = 20_000

Row = Sequence[Value]


def list_book(found: NextList, language: str = "en") -> Book:
    """Sheets for the list, the changes, the games, the reasons, and the notices.

    A list that was rated by columns alone has no reasons.
    """
    day = say(language, "fed_title_day", day=found.day) if found.day else ""
    book = Book(title=day or say(language, "fed_title"))
    book.decimals = decimals_of(found.rules)
    rules = found.rules
    top = on_top(found, language)
    title = f"{book.title}  ·  {rules.names.get(language, rules.id)} ({rules.shown})"
    title = " · ".join([*top[:1], title])

    def add(name: str, keys: Sequence[str], heads: Sequence[str], rows: Sequence[Row]) -> None:
        called = say(language, f"fed_sheet_{name}")
        # When printed, every page says what it is.
        above = title if name == "list" else f"{title}  ·  {called}"
        book.sheets.append(sheet_of(called, above, keys, heads, rows))
        book.sheets[-1].locked = name != "list"
        if top:
            book.sheets[-1].put(_TITLE_ROW + 1, 0, Cell(" · ".join(top[1:])))

    def texts(keys: Sequence[str]) -> list[str]:
        is_ladder = rules.ladder is not None
        return [say(language, on_ladder(f"col_{key}", is_ladder)) for key in keys]

    add("list", *list_table(found, language))
    has_reasons = bool(found.entries) or not found.is_short
    if has_reasons:
        add("changes", _CHANGES, texts(_CHANGES), list(_changes(found)))
    if has_reasons and not _is_large(found):
        add("games", _GAMES, texts(_GAMES), list(_games(found, language)))
        add("steps", _STEPS, texts(_STEPS), list(_steps(found, language)))
    looked = [
        [place_in(note.where, language), format_message(note, language)]
        for note in found.notices
        if note.key not in OF_COMMAND
    ]
    add("notices", ("where", "what"), texts(("where", "what")), looked)
    add("held", *ledger_table(found, language))
    above = " · ".join([*top[1:], ledger_title(found, language)])
    book.sheets[-1].put(_TITLE_ROW + 1, 0, Cell(above))
    if found.made:
        add("made", *made_table(made_pairs(found), language))
    return book


def left_out(found: NextList) -> list[Problem]:
    """Notices about sheets that the workbook lacks."""
    if not _is_large(found):
        return []
    return [Problem("fed_large", {"n": found.numbers()["results"]}, "")]


def _is_large(found: NextList) -> bool:
    return found.numbers()["results"] > MOST_RESULTS


def sheet_of(
    name: str, title: str, keys: Sequence[str], heads: Sequence[str], rows: Sequence[Row]
) -> Sheet:
    """A sheet with one table: title, headings, rows; formats by column key."""
    # Completely empty columns would make the others smaller.
    used = [
        col
        for col, key in enumerate(keys)
        if key in _SHOWN or any(row[col] not in (None, "") for row in rows)
    ]
    if rows:
        keys, heads = [keys[col] for col in used], [heads[col] for col in used]
        rows = [[row[col] for col in used] for row in rows]
    sheet = Sheet(name, freeze=(_FIRST_ROW, 0), repeat_row=_HEAD_ROW)
    sheet.put(_TITLE_ROW, 0, Cell(title, style="title"))
    for col, (key, head) in enumerate(zip(keys, heads, strict=True)):
        sheet.widths[col] = _WIDTHS.get(key, _WIDTH)
        sheet.put(_HEAD_ROW, col, Cell(head, style="head"))
    for number, row in enumerate(rows, _FIRST_ROW):
        for col, (key, value) in enumerate(zip(keys, row, strict=True)):
            if isinstance(value, str):
                # The name of a file may contain bytes that are no text.
                value = value.encode("utf-8", "replace").decode("utf-8")
            if value not in (None, ""):
                sheet.put(number, col, Cell(value, style=_STYLES.get(key, "text")))
    # LibreOffice does not adjust row heights to text when opening a file.
    wrapped = [col for col, key in enumerate(keys) if _STYLES.get(key) == "wrapped"]
    for number, row in enumerate(rows, _FIRST_ROW):
        texts = ((str(row[col] or ""), sheet.widths[col]) for col in wrapped)
        lines = max((-(-width(text) // wide) for text, wide in texts), default=1)
        if lines > 1 or number == _FIRST_ROW:
            sheet.heights[number] = 15 * max(1, lines)
    last = max(_FIRST_ROW, _FIRST_ROW + len(rows) - 1)
    sheet.filtered = (_HEAD_ROW, 0, last, len(keys) - 1)
    sheet.print_rows, sheet.print_columns = last + 1, len(keys)
    return sheet


# --- the rows of the sheets ----------------------------------------------------------------------

_CHANGES = ("event", *(key for key in LINE_BY_KEY if key not in ("no", "rank")))
#: The change by each game is in the steps.
_OF_GAME = tuple(one for key, one in GAME_BY_KEY.items() if key != "rounded")
_GAMES = ("id", "name", "event", *(one.key for one in _OF_GAME))
_STEPS = ("id", "name", "event", "step", "clause")


def reasons(found: NextList, language: str) -> dict[str, list[dict[str, Value]]]:
    """The rows of the sheets of games and steps by column key; '' for empty cells."""
    sheets = {"games": (_GAMES, _games), "steps": (_STEPS, _steps)}
    return {
        name: [
            {key: "" if value is None else value for key, value in zip(keys, row, strict=True)}
            for row in rows(found, language)
        ]
        for name, (keys, rows) in sheets.items()
    }


def _lines(found: NextList) -> Iterator[tuple[str, Report, Line]]:
    """Every calculation in the list, person by person, with the events it includes."""
    for entry in found.entries:
        for report, line in entry.every_line:
            numbers = dict.fromkeys(game.event for game in line.games)
            events = "; ".join(report.events[number].name for number in numbers)
            if line.games or line.change or line.player.rating != line.new:
                yield events, report, line


def _changes(found: NextList) -> Iterator[Row]:
    for events, _, line in _lines(found):
        yield [events, *(LINE_BY_KEY[key].shown(line) for key in _CHANGES[1:])]  # type: ignore[list-item]


def _games(found: NextList, language: str) -> Iterator[Row]:
    for _, report, line in _lines(found):
        for game in line.games:
            event = report.events[game.event].name
            yield [line.player.id, line.player.name, event, *_game(game, report.rules, language)]


def _game(game: GameLine, rules: RuleSet, language: str) -> Iterator[Value]:
    for column in _OF_GAME:
        yield cell(column, column.value(game), rules, language)  # type: ignore[misc]


def _steps(found: NextList, language: str) -> Iterator[Row]:
    for events, _, line in _lines(found):
        for sentence in sentences(line, language, found.rules):
            yield [line.player.id, line.player.name, events, sentence.text, sentence.clause]
    for entry in found.entries:
        own = entry.player
        for sentence in in_sentences(entry.adjusted, language, found.rules):
            yield [own.id, own.name, "", sentence.text, sentence.clause]
