"""How large a workbook is and what it holds: an event, its report, places to fill."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import NamedTuple

from ..engine.errors import ArgumentError
from ..engine.event import RESULT_BY_CODE, Event, Game, Kind, Player
from ..engine.formats import FORMATS
from ..engine.inspection import inspected
from ..engine.methods.common import opening
from ..engine.methods.field import Field, groups_of
from ..engine.problems import Problem
from ..engine.rating import rate
from ..engine.report import GameLine, Line, Report
from ..engine.rules.ruleset import RuleSet, load
from ..engine.tournament.berger import schedule
from ..engine.tournament.scores import Scores
from ..engine.tournament.standings import Standing, standings
from ..exchange.waiting import WAITING
from .facts import Fact, asked
from .file.grid import Value
from .formulas.watch import unwatched
from .native import reading


class Functions(NamedTuple):
    """The worksheet functions that a workbook calls.

    `host` is the program as the command line names it, `prefix` what stands before a name in
    the file.
    """

    host: str
    prefix: str = ""

    @property
    def by_player(self) -> bool:
        """Whether there is no function for a whole event, only those for one player."""
        return self.host == "lambda"


@dataclass(frozen=True)
class Plan:
    """One workbook: `numbers` are the places on the Players sheet, filled or not.

    `lines` are the lines of the Games sheet: games, pairings still to be played, None for
    a free line. The table has room for so many `rounds`; games of the `playoffs` rounds
    after them decide ties.
    `engine` adds the engine's own values beside the formulas of the Ratings sheet, with
    `functions` as formulas that call it.
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
    functions: Functions | None = None

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
        """The column of the Audit sheet with the points that count in the table."""
        return "table_score" if self.playoffs else "score"

    @cached_property
    def doubts(self) -> tuple[Problem, ...]:
        """What the engine finds doubtful in the event."""
        return tuple(one for one in inspected(self.event, self.rules) if not one.stops)

    @cached_property
    def line_of(self) -> Mapping[int, Line]:
        """Report lines by player number."""
        return {line.player.no: line for line in self.report.lines}

    @cached_property
    def rounds_of(self) -> Mapping[tuple[int, int], GameLine]:
        """What a player had in a round: (number, round) -> game line."""
        return {
            (line.player.no, game.round): game for line in self.report.lines for game in line.games
        }

    @cached_property
    def scores(self) -> Scores:
        """What the tie-breaks are computed from."""
        return Scores(self.event)

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """The final table."""
        return standings(self.event)

    def player(self, index: int) -> Player | None:
        """The player in a place of the Players sheet, if it is filled."""
        return self.event.by_no.get(self.numbers[index])

    def is_real(self, game: Game) -> bool:
        """Whether a line is a game (or bye) of players that are there, not a bare pairing."""
        if is_idle(game, self.event.format, self.event.rounds, self.rounds):
            return False
        if game.black is None:
            return game.white in self.event.by_no and bool(game.result.code)
        return game.white in self.event.by_no and game.black in self.event.by_no

    def is_open(self, game: Game) -> bool:
        """Whether a line is a game still to be played."""
        return self.is_real(game) and game.result.kind is Kind.POSTPONED

    @cached_property
    def field(self) -> Field | None:
        """The event as a round robin rated by its average, None where it is no such thing."""
        rule = self.rules.average
        if rule is None or not rule.round_robin or not self.event.players:
            return None
        return groups_of([self.event], self.rules)[0][0].field

    def opening(self, player: Player) -> Value:
        """The rating a player is rated from: their own, or the start rating of their title."""
        rating = opening(player, self.rules)
        return "" if rating is None else rating

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What this regulation asks about a player, in a fixed order."""
        # Columns to type into are no formulas.
        return asked(unwatched(self.rules))

    @property
    def is_round_robin(self) -> bool:
        """Whether everybody meets everybody."""
        return self.event.format == "round-robin"

    @property
    def day(self) -> date | None:
        """The day that ages are taken on."""
        return self.event.start or self.event.end


def bare(
    event: Event,
    rules: RuleSet,
    numbers: tuple[int, ...],
    rounds: int,
    lines: tuple[Game | None, ...],
    playoffs: int,
) -> Plan:
    """The workbook of an event without players, which is not rated."""
    report = Report((event,), rules, ())
    return Plan(event, rules, report, numbers, lines, len(lines), rounds, playoffs)


def filled(event: Event, rules: RuleSet, *, language: str = "en", engine: bool = False) -> Plan:
    """The workbook of an event as it stands, with a few spare lines."""
    return resized(event, rules, (), 0, 0, language=language, engine=engine)


def resized(
    event: Event,
    rules: RuleSet,
    numbers: tuple[int, ...],
    rounds: int,
    game_rows: int,
    lines: tuple[Game | None, ...] = (),
    *,
    playoffs: int = 0,
    language: str = "en",
    engine: bool = False,
) -> Plan:
    """The workbook of an event in given places, at least as large as the event needs."""
    own = tuple(player.no for player in event.players)
    places = numbers + tuple(no for no in own if no not in numbers)
    listed = lines or event.games
    paired = tuple(g for g in listed if g and {g.white, g.black} - {None} <= set(own))
    rounds = max(rounds, replace(event, games=paired).table_rounds) or 1
    real = (g for g in paired if not is_idle(g, event.format, event.rounds, rounds))
    event = replace(event, games=tuple(real))
    return Plan(
        event=event,
        rules=rules,
        report=rate(event, rules),
        numbers=places,
        lines=listed,
        game_rows=max(game_rows, len(listed)) or 1,
        rounds=rounds,
        playoffs=max(playoffs, event.last_round - rounds, asked_playoffs(rules)),
        language=language,
        engine=engine,
    )


def alone(player: Player) -> Player:
    """A player without what waits from earlier events: a workbook rates its own event alone."""
    facts = {key: value for key, value in player.facts.items() if key not in WAITING}
    return replace(player, facts=facts)


def is_idle(game: Game, format: str, rounds: int, room: int) -> bool:
    """Whether a line is a pairing made ready for a round that the event does not have."""
    is_after = 0 < rounds < game.round <= room
    return format == "round-robin" and is_after and not game.result.code


def asked_playoffs(rules: RuleSet) -> int:
    """How many rounds of play-offs a workbook has room for, where the regulation rates them."""
    return 3 if unwatched(rules).counted.playoff_as_one else 0


def empty(
    format: str,
    reference: str,
    players: int,
    rounds: int | None = None,
    *,
    language: str = "en",
    entered: tuple[Player, ...] = (),
    tie_breaks: tuple[str, ...] | None = None,
) -> Plan:
    """A template: places for so many players and rounds, the round robin already paired."""
    if format not in FORMATS:
        raise ArgumentError(f"format {format!r} is not known; choose {' or '.join(FORMATS)}")
    missed = reading(load(reference)).missed
    if missed:
        raise ArgumentError(
            f"there is no template for {reference}: the formulas of a workbook do not have "
            f"{', '.join(missed)}; rate a file of games under it instead"
        )
    limits = (2, 24) if format == "round-robin" else (2, 300)
    if not limits[0] <= players <= limits[1]:
        raise ArgumentError(f"{players} players; a {format} takes {limits[0]} to {limits[1]}")
    # Templates pin the edition, so that a workbook is always rated by the rules it shows.
    rules = load(load(reference).reference)
    open_result = RESULT_BY_CODE[""]
    lines: list[Game] = []
    if format == "round-robin":
        once = players - 1 + players % 2
        cycles = 1 if rounds is None else -(-rounds // once)
        if rounds is not None and rounds % once:
            raise ArgumentError(
                f"{rounds} rounds; {players} players need {once} rounds to meet once, "
                f"{2 * once} to meet twice"
            )
        paired = schedule(players, cycles)
        rounds = len(paired)
        for number, pairs in enumerate(paired, 1):
            for board, (white, black) in enumerate(pairs, 1):
                lines.append(Game(number, white, black, open_result, board))
        # Lines for two play-offs.
        rows = len(lines) + 2 * asked_playoffs(rules)
    else:
        rounds = 7 if rounds is None else rounds
        if not 1 <= rounds <= 15:
            raise ArgumentError(f"{rounds} rounds; a swiss takes 1 to 15")
        # A board for each pair, and lines for byes.
        rows = rounds * (players // 2 + max(2, players // 10))
    event = Event(
        tuple(map(alone, entered)),
        format=format,
        rounds=rounds,
        rules=rules.reference,
        tie_breaks=tie_breaks,
    )
    return resized(
        event, rules, tuple(range(1, players + 1)), rounds, rows, tuple(lines), language=language
    )
