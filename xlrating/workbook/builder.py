"""A workbook under construction: its sheets, their tables and texts, and the names of cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import Any

from ..engine.languages import LANGUAGE, LANGUAGES
from ..engine.texts import is_text, sheet_name, wording
from ..engine.vocabulary.headings import on_ladder
from ..exchange.addresses import address, span
from .choices import Choices, Combo
from .facts import ALWAYS, FACTS, Fact, asked
from .file.grid import Book, Cell, ConditionalStyle, Form, Sheet, Strip, Value
from .file.looks import HEAD_LINE, HEAD_LINES, narrowed, of_value
from .file.screen import frozen, rest
from .formulas.slots import SLOT
from .formulas.watch import KeyWatch, unwatched
from .laying import laid, moves
from .plan import Plan
from .sheets.lean import told_apart
from .table import FIRST_ROW, HEAD_ROW, NOTE_ROW, TITLE_ROW, SheetColumn, SheetTable

#: The maximum width of a message column, and the minimum width of a note, which is then set in
#: smaller type.
_MOST_WORDS, _LEAST_NOTE = 72, 18
#: The columns that show whether a row is in use, and the first row of a list, counted from 1.
_NAMES, _FIRST = ("name", "white_name"), FIRST_ROW + 1


def joint(sign: str = "") -> str:
    """What joins two texts in a formula: the sign and a blank, as the chosen language writes them.

    The blank is not part of a text: LibreOffice strips those at the ends when it saves an .ods.
    """
    text = f'"{sign} "'
    for at, language in enumerate(LANGUAGE.values(), 1):
        if (own := language.between(sign)) != f"{sign} ":
            text = f'IF(language={at},"{own}",{text})'
    return f"&{text}&"


#: Between two sentences of a formula.
BETWEEN = joint()


def _filled(text: str, words: Mapping[str, str]) -> str:
    for name, value in words.items():
        text = f'SUBSTITUTE({text},"{{{name}}}",{value})'
    return text


def _text_name(key: str) -> str:
    """The name of a text's cell; names take no hyphens."""
    return f"text_{key.replace('-', '_')}"


@dataclass
class Builder:
    """A book under construction: its tables, rule cells and texts, and the choices it offers.

    `asked` are the rule cells that some formula has read, `sources` the keys of the rule set that
    a rule cell shows, `seen` the keys that rating formulas looked at. A book that only tests
    formulas is built without values.
    On the hidden sheet Texts, next to the texts, are lookup tables and the intermediate steps of
    formulas that depend on inputs only; their columns are `beside_columns`.
    `start_doubts` are the doubts on Start, by row.
    """

    plan: Plan
    choices: Choices
    book: Book = field(default_factory=Book)
    tables: dict[str, SheetTable] = field(default_factory=dict)
    cells: dict[str, str] = field(default_factory=dict)
    words: dict[str, None] = field(default_factory=dict)
    with_values: bool = True
    asked: set[str] = field(default_factory=set)
    sources: dict[str, tuple[str, ...]] = field(default_factory=dict)
    seen: KeyWatch = field(default_factory=KeyWatch)
    beside: dict[tuple[int, int], Cell] = field(default_factory=dict)
    beside_columns: list[Strip] = field(default_factory=list)
    start_doubts: dict[int, str] = field(default_factory=dict)
    own: dict[str, frozenset[str]] = field(default_factory=dict)
    variants: dict[Combo, Builder] = field(default_factory=dict)

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        """The inputs for a player besides name and rating, under any of the choices."""
        return tuple(fact for fact in FACTS if fact.key in (*ALWAYS, *self.asked_facts))

    @cached_property
    def asked_facts(self) -> frozenset[str]:
        """The keys of the facts that the rules ask for under any of the choices."""
        readings = self.choices.readings
        return frozenset(fact.key for rules in readings for fact in asked(unwatched(rules)))

    def has(self, name: str, key: str) -> bool:
        """Whether the sheet `name` has the column `key` under the choices in force."""
        return key in self.own[name]

    def say(self, key: str, words: Mapping[str, str] | None = None) -> str:
        """A formula for a text in the language of the workbook, its {words} filled in."""
        self.words[key] = None
        return _filled(_text_name(key), words or {})

    def either(self, test: str, key: str, other: str, words: Mapping[str, str]) -> str:
        """A formula for the text `key` if a test holds, else `other`; both take the same words."""
        return _filled(f"IF({test},{self.say(key)},{self.say(other)})", words)

    def heading(self, key: str, style: str) -> Cell:
        """A cell that shows a text in the language of the workbook."""
        shown = wording(key)[self.plan.language] if self.with_values else ""
        return Cell(shown, "=" + self.say(key), style)

    def tab(self, key: str) -> str:
        """The name that a sheet has in this file."""
        return sheet_name(self.plan.fixed_language, key)

    def at(self, key: str, area: str) -> str:
        """A reference to cells of the sheet `key`, for formulas on other sheets."""
        return f"{self.tab(key)}!{area}"

    def new_sheet(self, key: str, **looks: Any) -> Sheet:
        """Add a sheet to the book and return it."""
        sheet = Sheet(self.tab(key), key, **looks)
        self.book.sheets.append(sheet)
        return sheet

    def name(self, key: str, sheet: str, row: int, col: int) -> None:
        """Let formulas find a single cell as `[Rules.key]`, by a name that a reader understands."""
        self.cells[key] = name = f"rules_{key}"
        self.book.names[name] = self.at(sheet, address(row, col, "rc"))

    def name_area(self, name: str, sheet: str, top: int, col: int, bottom: int) -> None:
        """Let formulas find a part of a sheet's column by a name."""
        self.book.names[name] = self.at(sheet, span(top, col, bottom))

    def put_list(self, name: str, col: int, values: Sequence[Value], top: int = FIRST_ROW) -> None:
        """Put values below each other on the hidden sheet Texts, under a name."""
        for row, value in enumerate(values, top):
            self.beside[row, col] = Cell(value, style="helper")
        self.name_area(name, "Texts", top, col, top + len(values) - 1)

    def add(self, name: str, columns: list[SheetColumn], rows: int, block: int = 1) -> SheetTable:
        """Add a list sheet; `fill` puts its cells when all tables are known."""
        made = SheetTable(self.new_sheet(name), told_apart(columns), rows, block)
        self.tables[name] = made
        for key in (column.key for column in made.columns):
            first, col, last, _ = made.area(key)
            cells = self.at(name, span(first, col, last))
            if made.is_typed(col):
                self.book.inputs[f"{name.lower()}_{key.removeprefix('in_')}"] = cells
            elif not key.startswith("raw_"):
                self.book.names[f"{name.lower()}_{key}"] = cells
        return made

    def cell(self, name: str, key: str, row: int) -> str:
        """A reference to a list sheet's cell in a row from 0, for formulas on other sheets."""
        return self.at(name, address(FIRST_ROW + row, self.tables[name].col(key), "c"))

    def fill(self, name: str) -> None:
        """Put headings and cells of a list sheet, formulas with their values."""
        made = self.tables[name]
        sheet = made.sheet
        for col, column in enumerate(made.columns):
            if column.heading != "-" and self.with_values:
                heading = f"col_{column.heading or column.key}"
                heading = on_ladder(heading, self.plan.rules.ladder is not None)
                sheet.put(HEAD_ROW, col, self.heading(heading, "head"))
                sheet.widths[col] = narrowed(column.width, column.style, self._read(heading))
            else:
                sheet.widths[col] = column.width
            if column.hidden:
                sheet.hidden_columns.add(col)
            self._fill_column(made, col, column)
        self._fit_screen(made)
        sheet.repeat_row = HEAD_ROW
        sheet.heights[HEAD_ROW] = HEAD_LINES * HEAD_LINE
        # Problems are for the screen; on paper they would only make the rest small.
        unprinted = sheet.hidden_columns | {
            i for i, column in enumerate(made.columns) if column.style == "problem"
        }
        sheet.print_columns = max(i for i in range(len(made.columns)) if i not in unprinted) + 1
        sheet.print_rows = FIRST_ROW + made.rows
        if named := next((col for col in made.columns if col.key in _NAMES), None):
            # Lines to guide the eye, on rows in use: LibreOffice prints no page for such styles.
            last = FIRST_ROW + made.rows - 1
            area = (FIRST_ROW, sheet.print_left, last, sheet.print_columns - 1)
            shown = f'={address(FIRST_ROW, made.col(named.key), "c")}<>""'
            sheet.marks.append(ConditionalStyle(area, shown, "line"))

    def _read(self, heading: str) -> list[str]:
        """The texts of a heading for which there must be room.

        An English file is read in all languages, a file made in another language only in that.
        """
        texts, own = wording(heading), self.plan.fixed_language
        return list(texts.values()) if own == LANGUAGES[0] else [texts[own]]

    def all_texts(self, formula: str) -> list[str]:
        """What a formula made only of texts may show, per language; [] for any other formula."""
        keys = {_text_name(key): key for key in self.words}
        named = formula[1:].split(BETWEEN)
        if any(name not in keys for name in named):
            return []
        each = (self._read(keys[name]) for name in named)
        return [" ".join(texts) for texts in zip(*each, strict=True)]

    def _fit_screen(self, made: SheetTable) -> None:
        """Give a row's message the remaining width; frozen columns leave room on a phone."""
        sheet = made.sheet
        shown = [col for col, column in enumerate(made.columns) if not column.hidden]
        for col in shown:
            own = made.columns[col]
            if own.style == "problem":
                before = [sheet.widths[other] for other in shown if other < col]
                sheet.widths[col] = rest(before, own.width, _MOST_WORDS)
            elif own.key == "note":
                others = [sheet.widths[other] for other in shown if other != col]
                sheet.widths[col] = rest(others, _LEAST_NOTE, own.width)
        sheet.freeze = (FIRST_ROW, frozen([sheet.widths[col] for col in shown], 2))

    def _fill_column(self, made: SheetTable, col: int, column: SheetColumn) -> None:
        of = column.formula
        if not self.with_values:
            self._note(map(of, range(made.rows)) if callable(of) else (of,))
            return
        runs = groupby(range(made.rows), of if callable(of) else lambda _: of)
        for text, group in runs:
            rows, form = list(group), self._laid(text, made, column.once)
            step = made.block if column.once else 1
            rows = rows[::step]
            values = [column.value(i) for i in rows]
            if text and not column.array:
                marks = moves(text)
                by_block = bool(marks & {"@", "^"}) and not column.once
                block = 1 if "!" in marks else made.block if by_block else 0
                top, style, live = FIRST_ROW + rows[0], column.style, column.live
                strip = Strip(top, col, rows[0], form, style, live, values, block, step)
                made.sheet.cells.add(strip)
                continue
            fills = (1, 1) if column.array else None
            for index, value in zip(rows, values, strict=True):
                formula = "=" + form.at(index) if text else ""
                if column.key == "edge":
                    continue  # its column already has that look
                stays = not text and self.book.decimals is None
                style = of_value(column.style, value) if stays else column.style
                cell = Cell(value, formula, style, fills, column.live)
                made.sheet.put(FIRST_ROW + index, col, cell)

    def _note(self, texts: Iterable[str]) -> None:
        """Record the rule cells that these formulas read."""
        for text in dict.fromkeys(texts):
            for name, key, _ in SLOT.findall(text):
                if name == "Rules":
                    self._of_rules(key)

    def render(self, text: str, made: SheetTable | None = None, index: int = 0) -> str:
        """A formula with its `[Sheet.key]` slots replaced by cells, for a row of `made` from 0."""
        return self._laid(text, made).at(index)

    def _laid(self, text: str, made: SheetTable | None, is_once: bool = False) -> Form:
        return laid(text, made, self.tables, self._of_rules, _FIRST, is_once)

    def _of_rules(self, key: str) -> str:
        """The name of a rule cell; records that a formula reads it."""
        self.asked.add(key)
        for source in self.sources.get(key, ()):
            self.seen.add(source)
            self.seen.add(source.rpartition(".")[0])
        return self.cells[key]


def list_head(builder: Builder, sheet: Sheet, name: str) -> None:
    """Put the title and note above an input list; the note may depend on the event's format."""
    sheet.put(TITLE_ROW, 0, builder.heading(f"sheet_{name}", "title"))
    note = f"sheet_{name}_note"
    note = note if is_text(note) else f"{note}_{builder.plan.event.format}"
    sheet.put(NOTE_ROW, 0, builder.heading(note, "note"))
