"""All sheets of a workbook, in the order people use them."""

from __future__ import annotations

from ..engine.showing import decimals_of
from ..engine.texts import sheets_named_in
from . import made_by
from .builder import Builder
from .formulas import results
from .formulas.watch import unwatched
from .sheets import event_line, notes, round_lines, start_checks, whereabouts
from .sheets.audit import add_audit
from .sheets.cards import add_cards
from .sheets.chart import add_chart
from .sheets.check import add_check
from .sheets.crosstable import add_crosstable
from .sheets.engine import add_engine
from .sheets.forecast import add_forecast
from .sheets.games import add_games
from .sheets.library import add_library
from .sheets.lists import add_lists
from .sheets.next_list import add_next
from .sheets.paste import add_paste
from .sheets.players import add_players
from .sheets.prizes import add_prizes
from .sheets.ratings import add_ratings
from .sheets.round_page import add_round
from .sheets.rounds import add_rounds
from .sheets.rule_file import add_rule_file
from .sheets.rules import add as add_rules
from .sheets.slips import add_slips
from .sheets.standings import add_standings
from .sheets.start import add_start
from .sheets.steps import add_steps
from .sheets.texts import add_texts
from .sheets.trf import add_trf

#: The sheets, in order.
SHEETS = (
    "Start", "Players", "Games", "Paste", "Round", "Lists", "Slips", "Cards", "Forecast",
    "Standings", "Prizes", "Crosstable", "Ratings", "Audit", "Engine", "Chart", "TRF", "Library",
    "Next", "Rules", "Check", "Rounds", "Steps", "Regulation", "Places", "RuleFile",
    "Texts",
)  # fmt: skip

#: Sheets that only show what others hold: a file is checked even without them.
PAGES = (
    "Paste", "Round", "Lists", "Slips", "Cards", "Standings", "Prizes", "TRF", "Library", "Next",
)  # fmt: skip

_TABLES = (
    add_players, add_games, add_paste, add_forecast, add_ratings, add_rounds, add_audit, add_engine,
    add_steps, add_crosstable, add_round, add_lists, add_cards, add_standings, add_prizes, add_trf,
    add_next, add_check,
)  # fmt: skip
#: The sheets whose formulas compute ratings; what the others read does not affect a rating.
_RATING = (add_ratings, add_rounds, add_audit, add_steps)
#: The sheets whose formulas read numbers of the rules: only they are filled to try out formulas.
#: If another sheet read a number, no workbook would have a cell for it.
_READING = (*_RATING, add_players, add_forecast)


def lay_out(builder: Builder) -> None:
    """Put all sheets of a builder's plan into its book; to try out formulas, without texts."""
    with sheets_named_in(builder.plan.fixed_language):
        _lay_out(builder)
        if builder.with_values:
            _put_words(builder)


def _lay_out(builder: Builder) -> None:
    builder.book.file_language = builder.plan.fixed_language
    builder.book.title = builder.plan.event.name
    builder.book.decimals = decimals_of(unwatched(builder.plan.rules))
    # Tables first, so that formulas can name each other's cells; then their contents.
    with builder.seen.while_open(False):
        add_start(builder)
        add_rules(builder)
        results.place(builder)
        round_lines.place(builder)
        if builder.with_values:
            add_library(builder)
    fills = []
    for add in _TABLES:
        with builder.seen.while_open(add in _RATING):
            fill = add(builder)
        if builder.with_values or add in _READING:
            fills.append((fill, add in _RATING))
    if builder.with_values:
        _add_shown(builder)
    for fill, rates in fills:
        with builder.seen.while_open(rates):
            fill()
    round_lines.fill(builder)
    event_line.put(builder)


def _add_shown(builder: Builder) -> None:
    """Add the sheets that only show what the tables hold."""
    add_chart(builder)
    add_slips(builder)
    whereabouts.add_sheet(builder)
    with builder.seen.while_open(False):
        start_checks.fill(builder)


def _put_words(builder: Builder) -> None:
    notes.wrap(builder)
    add_rule_file(builder)
    add_texts(builder)
    builder.book.sheets.sort(key=lambda sheet: SHEETS.index(sheet.key))
    made_by.put(builder.book)
