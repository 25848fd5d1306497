"""The size and contents of a workbook: an event, its report, places to fill."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from functools import cached_property
from typing import NamedTuple

from ..engine.columns import win_points
from ..engine.event import Event, Game, Player
from ..engine.inspection import inspected
from ..engine.lines import GameLine, Line
from ..engine.methods.common import entry_rating
from ..engine.methods.field import Field, groups_of
from ..engine.problems import Problem
from ..engine.report import Report
from ..engine.results import Kind
from ..engine.rounding import ZERO
from ..engine.rules.ruleset import RuleSet
from ..engine.tournament.pairings import Pairings
from ..engine.tournament.scores import Scores
from ..engine.tournament.standings import Standing, standings
from .facts import Fact, asked
from .file.grid import Value
from .formulas.watch import unwatched
from .library import Library
from .pasted import LINES


class FunctionHost(NamedTuple):
    """The worksheet functions that a workbook calls.

    `host` is the program as the command line names it, `prefix` the text before a name in
    the file. With `by_player` there is no function for a whole event.
    """

    host: str
    prefix: str = ""
    by_player: bool = False


@dataclass(frozen=True)
class Plan:
    """One workbook: `numbers` are the places on the Players sheet, filled or not.

    `lines` are the lines of the Games sheet: games, pairings still to be played, None for
    a free line. The table has room for `rounds` rounds; games of the `playoffs` rounds
    after them decide ties.
    `language` is that of the texts, which the user may change in the workbook; `file_language`,
    if different, that of everything that cannot change once it is built.
    `engine` adds the engine's own values next to the formulas of the Ratings sheet, with
    `functions` as formulas that call it. If the formulas are not `native`, because they do not
    cover the rules, the cells hold the engine's values.
    `library` is the list that players may come from, None for an older workbook without a
    place for one; `typed` has, by player number, the parts that are typed, if the rest comes
    from the list: for a player who is not in it, every part is typed.
    `round_asked` is the content of the cell for the round to hang up, `player_asked` that of
    the cell for the player on Audit; `other_results` are the places of results typed
    differently from the pasted ones.
    """

    event: Event
    rules: RuleSet
    report: Report
    numbers: tuple[int, ...]
    lines: tuple[Game | None, ...]
    game_rows: int
    rounds: int
    playoffs: int = 0
    language: str = "en"
    engine: bool = False
    functions: FunctionHost | None = None
    native: bool = True
    file_language: str = ""
    round_asked: Value = ""
    player_asked: Value = ""
    library: Library | None = Library()
    typed: Mapping[int, frozenset[str]] = field(default_factory=dict)
    other_results: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        """Let the Library find ratings by the rules of the plan."""
        if self.library is not None and self.library.rules != self.rules.reference:
            library = replace(self.library, rules=self.rules.reference)
            object.__setattr__(self, "library", library)

    def is_typed(self, no: int, part: str) -> bool:
        """Whether a part of the player `no` is in an input cell, not taken from the Library."""
        return no not in self.typed or part in self.typed[no]

    @property
    def fixed_language(self) -> str:
        """The language of what cannot change once it is built, such as the names of the sheets."""
        return self.file_language or self.language

    @property
    def all_rounds(self) -> int:
        """The rounds of the table and those of play-offs."""
        return self.rounds + self.playoffs

    @property
    def own_rounds(self) -> int:
        """The rounds that the event has; the table may have room for more."""
        return self.event.rounds or self.rounds

    @property
    def points_column(self) -> str:
        """The column of the Rounds sheet with the points that count in the table."""
        return "table_score" if self.playoffs else "score"

    @cached_property
    def doubts(self) -> tuple[Problem, ...]:
        """What the engine finds doubtful in the event, without errors."""
        return tuple(one for one in inspected(self.event, self.rules) if not one.stops)

    @cached_property
    def place_of(self) -> Mapping[int, int]:
        """The index of a player's place on the Players sheet, by number."""
        return {no: index for index, no in enumerate(self.numbers)}

    @cached_property
    def line_of(self) -> Mapping[int, Line]:
        """Report lines by player number."""
        return {line.player.no: line for line in self.report.lines}

    @cached_property
    def rounds_of(self) -> Mapping[tuple[int, int], GameLine]:
        """The game lines of all players, by player number and round."""
        return {
            (line.player.no, game.round): game for line in self.report.lines for game in line.games
        }

    @cached_property
    def scores(self) -> Scores:
        """The scores from which the tie-breaks are computed."""
        return Scores(self.event)

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """The final table."""
        return standings(self.event, self.rules)

    @cached_property
    def standing_of(self) -> Mapping[int, Standing]:
        """Lines of the final table by player number."""
        return {standing.no: standing for standing in self.standings}

    @cached_property
    def pairings(self) -> Pairings:
        """Who meets whom, to find pairings that are rarely intended."""
        return Pairings(self.event, self.rounds, self.cycle)

    @property
    def cycle(self) -> int:
        """How many rounds it takes for all to meet once."""
        return cycle_of(len(self.numbers))

    @cached_property
    def rounds_paired(self) -> int:
        """The last round with a game, play-offs included."""
        return max((g.round for g in self.event.games if g.black is not None), default=0)

    @cached_property
    def round_now(self) -> int:
        """The round being played: the first with a game still to be played.

        Without one the last paired round; in a round robin, which is paired beforehand, the next.
        """
        if self.event.waiting_round is not None:
            return self.event.waiting_round
        if self.is_round_robin:
            return min(self.scores.last + 1, self.own_rounds)
        return max(1, self.rounds_paired)

    def player(self, index: int) -> Player | None:
        """The player in a place of the Players sheet, from 0; None if it is free."""
        return self.event.by_no.get(self.numbers[index])

    def number_at(self, index: int) -> int | None:
        """The number of the player in a place where somebody is entered, by name or by rating."""
        player = self.player(index)
        is_entered = player is not None and (player.name or player.rating is not None)
        return self.numbers[index] if is_entered else None

    def points_after(self, no: int, number: int) -> Decimal:
        """The points that tables show for the player `no` after the round `number`."""
        rounds = range(1, min(number, self.rounds) + 1)
        games = (self.rounds_of.get((no, each)) for each in rounds)
        return self.win * sum((game.points or ZERO for game in games if game), ZERO)

    def is_real(self, game: Game) -> bool:
        """Whether a line is a game or bye of entered players, not only a pairing of places."""
        if is_idle(game, self.event.format, self.event.rounds, self.rounds):
            return False
        if game.black is None:
            return game.white in self.event.by_no and bool(game.result.code)
        return game.white in self.event.by_no and game.black in self.event.by_no

    def is_seated(self, game: Game) -> bool:
        """Whether a line has players who are entered; a bye counts even without its result."""
        return self.is_real(game) or (game.black is None and game.white in self.event.by_no)

    def is_open(self, game: Game) -> bool:
        """Whether a line is a game still to be played."""
        return self.is_real(game) and game.result.kind is Kind.POSTPONED

    @cached_property
    def field(self) -> Field | None:
        """The event as a round robin rated by its average; None if it is not one."""
        rule = self.rules.average
        if rule is None or not rule.round_robin or not self.event.players:
            return None
        return groups_of([self.event], self.rules)[0][0].field

    def entry_rating(self, player: Player) -> Value:
        """The rating to start from: the player's own, or that of the title; '' for none."""
        rating = entry_rating(player, self.rules)
        return "" if rating is None else rating

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        """The facts that the rules ask for about a player, in a fixed order."""
        # Unwatched: input columns are not formulas.
        return asked(unwatched(self.rules))

    @property
    def win(self) -> int:
        """The points of a win in tables: counted points, 1 for a win, are multiplied by it."""
        return win_points(self.rules)

    @property
    def points_style(self) -> str:
        """The style of points in tables: without halves if a draw is worth a whole point."""
        return "int" if self.win > 1 else "score"

    def times(self, text: str) -> str:
        """The formula for points as tables show them, from the formula for counted points."""
        return f"{self.win}*{text}" if self.win > 1 else text

    @property
    def is_round_robin(self) -> bool:
        """Whether everybody meets everybody."""
        return self.event.is_round_robin

    @property
    def takes_pairings(self) -> bool:
        """Whether pairings of other programs can be pasted."""
        return not self.is_round_robin and self.game_rows <= LINES

    @property
    def day(self) -> date | None:
        """The day on which ages are taken: the event's first, or its last if that is unknown."""
        return self.event.start or self.event.end


def bare(
    event: Event,
    rules: RuleSet,
    numbers: tuple[int, ...],
    rounds: int,
    lines: tuple[Game | None, ...],
    playoffs: int,
) -> Plan:
    """A plan for formulas alone: the event is not rated, and its report is empty."""
    report = Report((event,), rules, ())
    return Plan(event, rules, report, numbers, lines, len(lines), rounds, playoffs)


def cycle_of(places: int) -> int:
    """How many rounds it takes for so many players all to meet once."""
    return places - 1 + places % 2


def is_idle(game: Game, format: str, rounds: int, room: int) -> bool:
    """Whether a line is a pairing made ready for a round that the event does not have."""
    is_after = 0 < rounds < game.round <= room
    return format == "round-robin" and is_after and not game.result.code


def asked_playoffs(rules: RuleSet) -> int:
    """How many rounds of play-offs a workbook has room for, where the regulation rates them."""
    return 3 if unwatched(rules).counted.playoff_as_one else 0
