"""Where the columns of Rounds and Ratings take their values from: the engine's report."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from ...engine.columns import GAME_BY_KEY, LINE_BY_KEY
from ...engine.lines import GameLine, Line
from ...engine.rounding import ZERO
from ...engine.texts import is_text, number, say
from ..builder import Builder
from ..file.grid import Value
from ..plan import Plan
from ..table import SheetColumn

Of = Callable[[int], Value]


#: A text next to a player: its key, the formula for its condition, its words.
Note = tuple[str, str, dict[str, str]]
#: The separator between two notes.
BETWEEN = " · "


#: The widths of columns by key, and the styles that are not named as their kind.
_AUDIT_WIDTHS = {
    "opponent_rating": 10, "difference": 11, "expected": 10, "score": 8,
    "gain": 11, "k": 7, "change": 10, "rounded": 10,
}  # fmt: skip
_RATINGS_WIDTHS = {
    "average": 10, "n": 8, "score": 8, "expected": 10, "gain": 11, "k": 7, "change": 10,
    "rounded": 10, "new": 11, "performance": 12,
}  # fmt: skip
_STYLES = {"average": "rating"}


def short(key: str) -> str:
    """The key of the text that a note has for a step: shorter than the step's, if there is one.

    >>> short("step_new_title"), short("step_rank")
    ('note_step_new_title', 'step_rank')
    """
    return f"note_{key}" if is_text(f"note_{key}") else key


def in_cells(words: Mapping[str, object]) -> dict[str, str]:
    """The words of a step as formulas insert them: numbers as in cells, with a plain minus."""
    return {name: number(word).replace("−", "-") for name, word in words.items()}


def _no_note(_: int) -> str:
    return ""


@dataclass(frozen=True)
class MethodColumns:
    """The columns of a method on a sheet: the visible ones, and the hidden ones they need.

    `notes` are the texts that may appear next to a player; the first whose test holds is shown, and
    of those in `besides` all whose tests hold.
    `first_note` belongs to the workbook alone: no step of the engine has it.
    `reason` is the method's own test for a round that is not counted, "" if it has none, and
    `reason_key` its text; `counted` the formula for whether a round counts, if that does
    not follow from the note; `note` the text's formula without a reason, and `noted` its value.
    """

    shown: list[SheetColumn]
    hidden: list[SheetColumn]
    notes: list[Note] = field(default_factory=list)
    besides: list[Note] = field(default_factory=list)
    first_note: Callable[[int], str] = _no_note
    reason: str = ""
    reason_key: str = ""
    counted: str | Callable[[int], str] = ""
    note: str = '""'
    noted: Callable[[int], str] = _no_note


def _shown(value: object) -> Value:
    return "" if value is None else value  # type: ignore[return-value]


class _Rows:
    """The rows of a sheet, `each` of them for one player; indices count rows from 0."""

    def __init__(self, builder: Builder, each: int = 1) -> None:
        self.builder = builder
        self.plan: Plan = builder.plan
        self.rules = builder.plan.rules
        self.each = each

    def no(self, index: int) -> int:
        """The player's number."""
        return self.plan.numbers[index // self.each]

    def line(self, index: int) -> Line | None:
        """The player's line of the report."""
        return self.plan.line_of.get(self.no(index))

    def after(self, place: int, rounds: int, key: str) -> Value:
        """The rating of the player in a place after so many rounds, each of which changes it."""
        player = self.plan.player(place)
        start = self.plan.entry_rating(player) if player else ""
        if player is None or start == "" or self.rules.change.ratings == "before the event":
            return start
        games = self.plan.line_of[player.no].games
        changes = (getattr(game, key) or ZERO for game in games if game.round <= rounds)
        return start + sum(changes, ZERO)  # type: ignore[operator]

    def of_player(self, value: Callable[[Line], Value], none: Value = "") -> Of:
        """What follows from the player's line; `none` without one."""
        return lambda index: none if (line := self.line(index)) is None else value(line)


class AuditRows(_Rows):
    """A row for each player and round."""

    def __init__(self, builder: Builder) -> None:
        super().__init__(builder, builder.plan.all_rounds)
        self.rounds = self.each

    def game(self, index: int) -> GameLine | None:
        """What the player had in the round."""
        return self.plan.rounds_of.get((self.no(index), index % self.rounds + 1))

    def column(
        self, key: str, formula: str | Callable[[int], str], value: Of | None = None
    ) -> SheetColumn:
        """A column of the report with its formula here; its value is that of a counted game."""
        kind = GAME_BY_KEY[key].kind
        return SheetColumn(key, value or self.counted(key), formula, kind, _AUDIT_WIDTHS[key])

    def of(self, value: Callable[[GameLine], Value], none: Value = "") -> Of:
        """What follows from the game; `none` without one."""
        return lambda index: none if (game := self.game(index)) is None else value(game)

    def of_game(self, name: str) -> Of:
        """A value of the game, counted or not."""
        return self.of(lambda game: _shown(getattr(game, name)))

    def counted(self, name: str) -> Of:
        """A value of a counted game."""
        return self.of(lambda game: _shown(getattr(game, name)) if game.counted else "")

    def real(self, index: int) -> Value:
        """The difference of the two ratings before the regulation bounds it."""
        found = self.game(index)
        if not found or found.difference is None or found.own_rating is None:
            return ""
        return found.own_rating - (found.opponent_rating or ZERO)

    def taken(self, has_part: Callable[[GameLine], bool]) -> Of:
        """The opponent's rating as used in the average, so that it obeys the bounds; or 0."""

        def value(game: GameLine) -> Value:
            if not has_part(game) or game.opponent_rating is None:
                return 0
            if game.difference is None or game.own_rating is None:
                return game.opponent_rating
            return game.own_rating - game.difference

        return self.of(value, 0)

    def person(self, name: str) -> Of:
        """A fact of the player."""
        return lambda index: _shown(getattr(self.plan.event.by_no.get(self.no(index)), name, None))

    def opponent(self, name: str) -> Of:
        """A fact of the opponent."""
        return self.of(lambda game: _shown(getattr(game.opponent, name, None)))

    def opponent_at(self, index: int) -> int:
        """The opponent's place on the Players sheet; 0 without one."""
        found = self.game(index)
        opponent = found.opponent if found else None
        return self.plan.place_of[opponent.no] + 1 if opponent else 0

    def ratings(self, key: str, at: str = "place") -> str:
        """The cell of the Ratings sheet for the player of the row, or of another place."""
        return f"INDEX([Ratings.{key}],[{at}])"


class RatingsRows(_Rows):
    """A row for each place on the Players sheet."""

    def column(
        self,
        key: str,
        formula: str | Callable[[int], str],
        value: Of | None = None,
        heading: str = "",
    ) -> SheetColumn:
        """A column of the report with its formula here.

        The number of games and the score in them are shown for everybody; the new rating and the
        performance for those who have one; all else for rated players.
        """
        kind = LINE_BY_KEY[key].kind
        of = {"n": self.number, "score": self.number, "new": self.of_line,
              "performance": self.of_line, "average": self.played}.get(key, self.rated)  # fmt: skip
        style, width = _STYLES.get(kind, kind), _RATINGS_WIDTHS[key]
        return SheetColumn(key, value or of(key), formula, style, width, heading=heading)

    def of_line(self, name: str) -> Of:
        """A value of the line; '' without one."""
        return lambda index: _shown(getattr(self.line(index), name, None))

    def number(self, name: str) -> Of:
        """A value of the line; 0 without one."""
        return lambda index: getattr(self.line(index), name, None) or 0

    def person(self, name: str) -> Of:
        """A fact of the player."""
        return lambda index: _shown(getattr(self.plan.player(index), name, None))

    def played(self, name: str) -> Of:
        """A value of the line of a player with counted games."""
        return lambda i: self.of_line(name)(i) if (ln := self.line(i)) and ln.n else ""

    def rated(self, name: str) -> Of:
        """A value of the line of a player who is rated, not given a first rating."""
        return lambda i: (
            self.of_line(name)(i) if (ln := self.line(i)) and ln.change is not None else ""
        )

    def step(self, *keys: str, word: str = "", none: Value = "") -> Of:
        """The value of the first step of one of these keys, or one of its words."""

        def value(line: Line) -> Value:
            found = (step for step in line.steps if step.key in keys)
            if (step := next(found, None)) is None:
                return none
            return _shown(step.words.get(word) if word else step.value)

        return self.of_player(value, none)

    def fact(self, key: str) -> Of:
        """A number among the player's facts after the event; '' without one."""
        return self.of_player(
            lambda line: x if isinstance(x := line.facts.get(key), Decimal) else ""
        )

    def opponents_sum(self, is_met: Callable[[GameLine], bool]) -> Of:
        """The ratings of the opponents in some of the games, added up."""
        return self.of_player(
            lambda line: sum((g.opponent_rating or ZERO for g in line.games if is_met(g)), ZERO),
            ZERO,
        )

    def note(self, index: int, keys: list[str], besides: list[str]) -> str:
        """The first of these texts that a step of the line has, and all additional ones."""
        line = self.line(index)
        if line is None:
            return ""
        first = next((found for key in keys if (found := self._told(line, key))), "")
        if not first and line.first and line.start is None:
            first = say(self.plan.language, "note_first")
        return BETWEEN.join(filter(None, [first, *(self._told(line, key) for key in besides)]))

    def _told(self, line: Line, key: str) -> str:
        """The words of a step that the line has; '' where it has none of that key."""
        for step in line.steps:
            if step.key == key:
                told = {**step.words, "value": step.value, "clause": step.clause}
                return say(self.plan.language, short(key), **in_cells(told))
        return ""
