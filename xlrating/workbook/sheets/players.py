"""The Players sheet: one line per player, with what the regulation asks about them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ...engine.languages import LANGUAGE
from ...engine.player_facts import K_BOUNDS
from ...engine.texts import say
from ...engine.vocabulary.reported import TITLES
from ...exchange.addresses import address
from .. import inputs
from ..builder import Builder, list_head
from ..facts import asked, known
from ..file.grid import Cell, ConditionalStyle, Validation, Value, stored
from ..file.looks import GRIDLESS
from ..formulas import report
from ..formulas.variants import decided, merged
from ..formulas.watch import unwatched
from ..library_doubts import HEADED
from ..table import FIRST_ROW, HEAD_ROW, NOTE_ROW, TITLE_ROW, SheetColumn, SheetTable, late
from ..words import quoted
from . import completion, notices, player_checks, player_found, unreported
from .gravity import Gravity
from .lean import MARK

_WIDTHS = {"whole": 8, "decimal": 9, "list": 7, "title": 12}
#: With so many facts a line of Players is as wide as a small screen.
_MANY = 8
#: How many free places are shown after the last player, and how many places always are.
_NEXT, _SEEN = 5, 12

_STYLES = {"whole": "int", "decimal": "num", "list": "center", "title": "text"}


#: The player and the rating in force, next to the inputs: the other columns are to the right.
_COUNTS = 'TRIM([name]&" "&[rating])'


def add_players(builder: Builder) -> Callable[[], None]:
    """Lay the sheet out; the returned function fills it once all tables are known."""
    rows = len(builder.plan.numbers)
    columns = [*merged(builder, "Players", _columns, rows), *report.player_columns(builder)]
    columns = [
        replace(one, style=f"{one.style}{GRIDLESS}") if one.style.startswith("input") else one
        for one in columns
    ]
    made = builder.add("Players", columns, rows)
    builder.name("unread", "Players", HEAD_ROW - 1, made.col("unread"))
    made.sheet.tab = "green"
    # The values in force are printed; the inputs are to the left of them.
    made.sheet.print_left = made.col("at_no")

    def fill() -> None:
        builder.fill("Players")
        unread = Cell(0, "=" + builder.render("SUM([Players.unread])"), "helper")
        made.sheet.put(HEAD_ROW - 1, made.col("unread"), unread)
        list_head(builder, made.sheet, "players")
        for row, key in ((TITLE_ROW, "title"), (NOTE_ROW, "note")):
            text = "sheet_players" if row == TITLE_ROW else "sheet_players_counts"
            made.sheet.put(row, made.sheet.print_left, builder.heading(text, key))
        made.sheet.validations += _validations(builder, made)
        _tell_unasked(builder, made)
        _mark(builder, made)

    return fill


def _columns(builder: Builder) -> list[SheetColumn]:
    plan = builder.plan

    def value(key: str) -> Callable[[int], Value]:
        return lambda index: known(player, key) if (player := plan.player(index)) else ""

    def entered(key: str) -> Callable[[int], Value]:
        return lambda i: value(key)(i) if plan.is_typed(plan.numbers[i], key) else ""

    def is_filled(index: int) -> Value:
        no = plan.number_at(index)
        return "" if no is None else no

    def counts(index: int) -> Value:
        said = (str(stored(value(key)(index))) for key in ("name", "rating"))
        return " ".join(said).strip(" ")

    noticed, told = player_found.columns(builder)
    looks = _looks(builder)
    typed = [
        inputs.typed(key, entered(key), f"input_{look}", width, HEADED.get(key, key))
        for key, (look, width) in looks.items()
    ]
    shown = [
        SheetColumn(
            key,
            value(key),
            completion.shown(plan, key, look),
            f"mirror_{look}",
            width,
            heading=HEADED.get(key, key),
        )
        for key, (look, width) in looks.items()
    ]
    return [
        SheetColumn("no", lambda i: plan.numbers[i], style="int", width=6),
        *typed,
        inputs.edge(),
        SheetColumn("counts", counts, _COUNTS, "mirror_text", 15),
        SheetColumn(
            "problem",
            told,
            late(lambda: player_found.words(builder)),
            style="problem",
            # A message continues below if many facts leave little room.
            width=29 if len(builder.facts) < _MANY else 16,
            long=True,
        ),
        SheetColumn("at_no", lambda i: plan.numbers[i], "[no]", "int", 6, heading="no"),
        *shown,
        *inputs.raw(typed),
        *completion.columns(builder, list(looks)),
        SheetColumn("filled", is_filled, 'IF(OR([name]<>"",[rating]<>""),[no],"")', hidden=True),
        *player_checks.columns(builder),
        *noticed,
        *notices.ranked(builder, "Players"),
    ]


def _looks(builder: Builder) -> dict[str, tuple[str, float]]:
    """Style and width of each column that is typed."""
    # Titles that give a start rating are long.
    title = 17 if "title" in builder.cells else 10
    return {
        "name": ("text", 24), "id": ("text", 11), "federation": ("text", 8),
        "title": ("text", title), "rating": ("rating", 9),
        **{fact.key: (_STYLES[fact.kind], _WIDTHS[fact.kind]) for fact in builder.facts},
        "k": ("num", 8),
    }  # fmt: skip


def _mark(builder: Builder, made: SheetTable) -> None:
    """Put the styles: notices are not red, and those reported only once still mark each cell."""
    top, col, bottom, _ = made.area("problem")
    gravity = address(top, made.col("gravity"), "c")
    noticed = f"={gravity}>{Gravity.PLAYER_WRONG}"
    made.sheet.marks.append(ConditionalStyle((top, col, bottom, col), noticed, "look_text"))
    _clear(builder, made)
    marked = {"ageless": "born", "sexless": "sex"}
    marked |= {f"odd_{part}": part for part in unreported.REPORTED}
    for doubt, key in marked.items():
        if doubt in [column.key for column in made.columns]:
            seen = address(top, made.col(doubt), "c")
            for col in (made.entry(key), made.col(key)):
                made.sheet.marks.append(
                    ConditionalStyle((top, col, bottom, col), f"={seen}=1", "look")
                )
    if builder.plan.library is not None:
        # What was typed is black, what the Library has is grey.
        for key in (one.key for one in made.columns if made.has(f"raw_{one.key}")):
            col, raw = made.col(key), address(top, made.col(f"raw_{key}"), "c")
            made.sheet.marks.append(
                ConditionalStyle((top, col, bottom, col), f"={raw}={MARK}", "of_list")
            )


def _clear(builder: Builder, made: SheetTable) -> None:
    """Show all free places until a result is entered, then only the next ones.

    On paper the others would be clutter.
    """
    top, _, bottom, _ = made.area("no")
    filled = [i for i, no in enumerate(builder.plan.numbers) if no in builder.plan.event.by_no]
    has_begun = any(line.result.code for line in builder.plan.lines if line)
    shown = max(max(filled, default=-1) + 1 + _NEXT, _SEEN) if has_begun else made.rows
    last = f'SUMPRODUCT(MAX(([Players.filled]<>"")*(ROW([Players.filled])-{FIRST_ROW})))'
    place = (HEAD_ROW - 1, made.col("filled"))
    begun = f'COUNTIF([Games.result_row],">0")=0,{made.rows},MAX({last}+{_NEXT},{_SEEN})'
    formula = builder.render(f"IF({begun})", made)
    made.sheet.put(*place, Cell(shown, f"={formula}", "helper"))
    beyond = f"=ROW()-{FIRST_ROW}>{address(*place, 'rc')}"
    for first, last_seen in ((0, "counts"), (made.col("at_no"), "k")):
        area = (top, first, bottom, made.col(last_seen))
        made.sheet.marks.append(ConditionalStyle(area, beyond, "unseen"))


def _tell_unasked(builder: Builder, made: SheetTable) -> None:
    """Put a note above each column that counts for nothing under the choices in force."""
    for fact in (one for one in builder.facts if one.key in builder.asked_facts):
        words = {"fact": builder.say(f"col_{fact.key}")}
        # A blank, as LibreOffice shows 0 for an empty text that follows from no input.
        said = {True: quoted(" "), False: builder.say("fact_unasked", words)}
        text = decided(builder, lambda c: said[fact.asked(builder.choices.under(c))])  # noqa: B023
        if text != said[True]:
            is_asked = fact in asked(unwatched(builder.plan.rules))
            language = builder.plan.language
            name = say(language, f"col_{fact.key}")
            shown = " " if is_asked else say(language, "fact_unasked", fact=name)
            cell = Cell(shown, f"={text}", "note")
            made.sheet.put(HEAD_ROW - 1, made.entry(fact.key), cell)


def _validations(builder: Builder, made: SheetTable) -> list[Validation]:
    """The bounds and lists of inputs, with a hint where the regulation needs one."""
    low, high = builder.choices.bounds
    asks_title = builder.plan.rules.start is not None and "title" in builder.cells
    found = [
        *completion.offered_names(builder),
        Validation(made.area("in_rating"), "decimal", "", float(low), float(high), "bad_number"),
        Validation(made.area("in_k"), "decimal", "", *K_BOUNDS, "bad_number", "hint_k_given"),
        Validation(made.area("in_id"), "any", hint="hint_id"),
    ]
    is_sent = report.is_sent(builder.plan)
    unit = "hint_federation" if is_sent else "hint_unit"
    found.append(Validation(made.area("in_federation"), "any", hint=unit))
    if asks_title or is_sent:
        source = "=rules_title_offered" if asks_title else ",".join(TITLES)
        hint = "hint_title" if asks_title else "hint_title_report"
        found.append(Validation(made.area("in_title"), "list", source, hint=hint, strict=False))
    for fact in builder.facts:
        area, hint = made.area(f"in_{fact.key}"), f"hint_{fact.key}"
        hint += "" if fact.key in builder.asked_facts else "_known"
        if fact.kind in ("whole", "decimal"):
            found.append(Validation(area, fact.kind, "", fact.low, fact.high, "bad_number", hint))
        elif fact.kind == "title":
            if asks_title:
                found.append(
                    Validation(area, "list", "=rules_title_offered", hint=hint, strict=False)
                )
        else:
            language = builder.plan.fixed_language
            own = LANGUAGE[language].sexes if fact.key == "sex" else ()
            listed = ",".join(own or fact.choices)
            found.append(Validation(area, "list", listed, message="bad_choice", hint=hint))
    return found
