"""Read the event from a workbook: a template filled in and saved by any program.

Sheets and columns are found by their headings, in any of the languages. What cannot be read
raises an error that names the cell; nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from ..engine.admission import ALL_FACTS
from ..engine.errors import ArgumentError, FileError, RatingError, together
from ..engine.event import Event, Game
from ..engine.languages import ENGLISH, LANGUAGE
from ..engine.problem import Problem, make_error
from ..engine.rules.carried import rules_of_cell
from ..engine.scoring import STANDARD, Scoring
from ..engine.texts import sheets_named_in, wording
from ..engine.tournament.pairings import Pairings, summed_up
from ..engine.tournament.tie_breaks import CHOICES, CHOSEN, VIRTUAL, tie_break_of
from ..engine.vocabulary.formats import FORMATS, format_in
from ..engine.vocabulary.pace import read_pace
from ..engine.vocabulary.spellings import in_language
from ..exchange.sheets import Sheets
from ..exchange.template import expect, language_of, named, rows_of
from . import game_lines
from .account import account_of
from .bye_points import read_scoring
from .chosen import chosen_in
from .file.page import Place, SheetReader, text_keys
from .game_lines import GAME_COLUMNS
from .library import Library
from .library_doubts import TypedLibrary
from .pasted import CELLS
from .plan import cycle_of, is_idle
from .player_lines import PLAYER_COLUMNS, Entered, columns_of, read_lines
from .sheets import event_facts, library, pace, pairing_gone, prize_entries, rule_file
from .sheets.start import FIELDS, LANGUAGE_LABEL
from .sheets.tie_cells import CELLS as TIES
from .table import FIRST_ROW


@dataclass(frozen=True)
class WorkbookContents:
    """What a workbook holds: the event, and the places its sheets offer.

    `language` is that of its texts, `file_language` that of the names of its sheets. `library` is
    the list that players come from; for `asked` and `typed` see `player_lines.Entered`.
    """

    event: Event
    numbers: tuple[int, ...]
    lines: tuple[Game | None, ...]
    rounds: int
    playoffs: int
    language: str
    file_language: str
    library: Library | None
    asked: Mapping[int, str]
    typed: Mapping[int, frozenset[str]]

    @property
    def other_results(self) -> frozenset[str]:
        """The places of results that are typed differently from the pasted ones."""
        account = self.event.account
        doubts = account.doubts if account else ()
        return frozenset(one.where for one in doubts if one.key == "paste_result")


def read_workbook(sheets: Sheets) -> Event:
    """The event of a filled template; a `FileError` or `ArgumentError` names sheet and cell."""
    with sheets_named_in(language_of(sheets.names)):
        return read_contents(sheets).event


def read_contents(sheets: Sheets) -> WorkbookContents:
    """The event of a filled template and the size of its sheets."""
    expect(sheets)
    start = _page(sheets, "Start")
    fields = _fields(start)
    wrong: list[RatingError] = []
    rules = _rules(start, fields["file_rules"])
    listed, entered = library.read(sheets, rules), Entered({}, {})
    numbers, players = read_lines(_page(sheets, "Players"), wrong, listed, entered)
    rounds, room = _rounds(start, fields)
    has_playoffs = "file_playoffs" in fields
    playoffs = start.whole(fields["file_playoffs"], "play-offs") or 0 if has_playoffs else 0
    format_ = start.text(fields["file_format"])
    format_ = format_in(format_) or format_
    last = range(room + 1, room + playoffs + 1)
    # Column A of the sheet has the numbers of the lines.
    pasted = [row[1 : CELLS + 1] for row in rows_of(sheets, "Paste")[FIRST_ROW:]]
    # Read after Paste: the rows of Games are needed with their formulas.
    listed_games = _page(sheets, "Games")
    lines = game_lines.read(listed_games, last, players, format_ == "swiss", wrong, pasted)
    if wrong:
        raise together(wrong)
    if format_ not in FORMATS:
        start.refuse(fields["file_format"], "word_format", found=repr(format_))
    numbered, room_for = {player.no for player in players}, set(numbers)
    event = Event(
        players=players,
        games=tuple(
            game
            for game in lines
            if game
            and _is_entered(game, numbered, room_for, format_)
            and not is_idle(game, format_, rounds, room)
        ),
        name=start.entered(fields["event_name"]),
        place=start.entered(fields["event_place"]),
        format=format_,
        # A Swiss sheet takes any games; only that of a round robin proves its format.
        says_format=format_ == "round-robin",
        rounds=rounds,
        start=start.day(fields["event_start"]),
        end=start.day(fields["event_end"]),
        rules=rules,
        tie_breaks=_tie_breaks(start, fields, format_),
        pace=_pace(start, fields),
        facts={**event_facts.read(start, fields), **prize_entries.read(sheets)},
        where=sheets.path.name,
        scoring=_scoring(sheets),
        places={"rounds": start.where(fields["file_rounds"])}
        | {key[6:]: start.where(at) for key, at in fields.items() if key[:6] == "event_"},
    )
    pages = (_page(sheets, "Players"), PLAYER_COLUMNS), (listed_games, GAME_COLUMNS)
    account = account_of(start, *pages, event)
    contents = WorkbookContents(
        event, numbers, lines, room, playoffs, _language(start, fields),
        language_of(sheets.names), listed, *entered,
    )  # fmt: skip
    doubts = tuple(_doubts(pages[0][0], listed_games, contents))
    return replace(contents, event=replace(event, account=replace(account, doubts=doubts)))


def _language(start: SheetReader, fields: dict[str, Place]) -> str:
    """The code of the language of the texts, as named on Start; English for an unknown name."""
    name = start.entered(fields["event_language"])
    return next((one.code for one in LANGUAGE.values() if one.name == name), ENGLISH)


def _doubts(
    players: SheetReader, games: SheetReader, contents: WorkbookContents
) -> Iterator[Problem]:
    """What deserves a second look: results typed differently from pasted ones, pairings deleted
    or rarely intended, and in a workbook with a Library inputs that differ from it."""
    event, numbers = contents.event, contents.numbers
    yield from games.doubts
    yield from _gone(games, event, numbers, contents.lines)
    pairings = Pairings(event, contents.rounds, cycle_of(len(numbers)))
    yield from _seldom_meant(event, pairings, contents.file_language)
    if contents.library is not None:
        held = TypedLibrary(contents.library, contents.typed, columns_of(players))
        yield from held.doubts(event.players)


def _gone(
    page: SheetReader, event: Event, numbers: tuple[int, ...], lines: tuple[Game | None, ...]
) -> Iterator[Problem]:
    """Yield a problem if pairings were deleted from a round robin, which has lines for them."""
    own, filled = {player.no for player in event.players}, len(event.players)
    games = (game for game in event.games if {game.white, game.black} <= own)
    n = pairing_gone.lacking(len(numbers), filled, event.rounds, games)
    if event.is_round_robin and n and None in lines[: event.rounds * (len(numbers) // 2)]:
        at = f"{page.sheets.path.name}, sheet {page.name}"
        yield Problem("pairing_gone", {"n": n}, at)


def _seldom_meant(event: Event, pairings: Pairings, language: str) -> Iterator[Problem]:
    """The notices about pairings that the sheet Check also shows."""
    yield from (one for one in summed_up(pairings.doubtful(event.games)) if one)
    for one in pairings.absent(in_language("BYE 1", language), in_language("BYE 0", language)):
        yield one._replace(no=0)


def _page(sheets: Sheets, key: str) -> SheetReader:
    return SheetReader(sheets, named(sheets.names, key))


def _rounds(page: SheetReader, fields: dict[str, Place]) -> tuple[int, int]:
    """The rounds of the event, and those that the sheets have room for."""
    rounds = page.whole(fields["file_rounds"], "rounds")
    room = page.whole(fields["file_room"], "room") if "file_room" in fields else rounds
    if room is not None and rounds is not None and not 1 <= rounds <= room:
        raise page.wrong(fields["file_rounds"], "rounds_unknown", value=rounds, rounds=room)
    return rounds or room or 0, room or 0


def _rules(start: SheetReader, place: Place) -> str:
    """The rules named on Start, with the options chosen on Rules."""
    sheets, where = start.sheets, start.where(place)
    tables = rule_file.text_in(rows_of(sheets, rule_file.KEY))
    reference = rules_of_cell(sheets.path, start.text(place), where, tables)
    if not named(sheets.names, "Rules"):
        return reference
    chosen = chosen_in(_page(sheets, "Rules"), reference)
    return rules_of_cell(sheets.path, chosen, where, tables) if chosen != reference else chosen


def _scoring(sheets: Sheets) -> Scoring:
    """The points of byes on the sheet Rules; the standard ones without that sheet."""
    has_rules = named(sheets.names, "Rules")
    return read_scoring(_page(sheets, "Rules")) if has_rules else STANDARD


def _pace(page: SheetReader, fields: dict[str, Place]) -> str:
    """The pace named on the Start sheet; '' if the sheet does not ask for it."""
    if pace.KEY not in fields:
        return ""
    try:
        return read_pace(page.entered(fields[pace.KEY]))
    except ArgumentError as error:
        raise error.at(page.where(fields[pace.KEY])) from None


def _tie_breaks(
    page: SheetReader, fields: dict[str, Place], format_: str
) -> tuple[str, ...] | None:
    """The tie-breaks named on the Start sheet; None for those of the format."""
    offered = CHOICES[format_]
    known = offered + (VIRTUAL if format_ == "swiss" else ())
    named: list[str] = []
    for cell in TIES:
        code = tie_break_of(page.entered(fields[cell])) if cell in fields else ""
        if code and (code not in known or code in named):
            key = "cell_tie_twice" if code in named else "cell_tie"
            page.refuse(fields[cell], key, found=repr(code), known=", ".join(known))
        named += [code] if code else []
    is_default = TIES[0] not in fields or tuple(named) == offered[:CHOSEN]
    return None if is_default else tuple(named)


def _is_entered(game: Game, own: set[int], places: set[int], format_: str) -> bool:
    """Whether a line holds an entry, not only a pairing that a round robin has ready."""
    ready = format_ == "round-robin" and not game.result.code
    return not ready or {game.white, game.black} <= own or not {game.white, game.black} <= places


def _fields(page: SheetReader) -> dict[str, Place]:
    """The place of each field on the Start sheet: the cell to the right of its label."""
    found: dict[str, Place] = {}
    others = (pace.KEY, *(f"event_{fact}" for fact in ALL_FACTS))
    wanted = [*(key for key, _ in FIELDS), *others]
    for row, cells in enumerate(page.rows):
        for col, cell in enumerate(cells[:-1]):
            for key in text_keys(cell):
                key = "event_language" if key == LANGUAGE_LABEL else key
                if key in wanted:
                    found.setdefault(key, (row, col + 1))
    if not found and page.sheets.formulas(page.name):
        raise make_error(FileError, "file_no_values", page.sheets.path.name)
    for key in wanted:
        if key not in found and key not in (*TIES, "file_playoffs", "file_room", *others):
            page.lacks(f"the label {wording(key)['en']!r}")
    typed = {**dict(FIELDS), **dict.fromkeys(others, True)}
    page.no_formulas(place for key, place in found.items() if typed[key])
    return found
