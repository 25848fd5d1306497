"""Plans of workbooks: for an event as it is, with given places, or empty for a new one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from itertools import islice, takewhile

from ..engine.errors import ArgumentError, EventError
from ..engine.event import Event, Game, Player
from ..engine.problem import Problem, make_error
from ..engine.rating import rate
from ..engine.results import RESULT_BY_CODE
from ..engine.rules.ruleset import RuleSet, load
from ..engine.texts import wording
from ..engine.tournament.berger import schedule
from ..engine.tournament.tie_breaks import CHOSEN, VIRTUAL, chosen, offered
from ..engine.vocabulary.formats import FORMATS, read_format
from ..engine.vocabulary.waiting import WAITING
from .bye_points import fits, halved
from .native import is_native
from .plan import Plan, asked_playoffs, is_idle


def filled(event: Event, rules: RuleSet, *, language: str = "en", engine: bool = False) -> Plan:
    """The plan for an event as it is, without free places or lines."""
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
    file_language: str = "",
    engine: bool = False,
) -> Plan:
    """The plan for an event in given places, at least as large as the event needs."""
    own = tuple(player.no for player in event.players)
    places = numbers + tuple(no for no in own if no not in numbers)
    listed = lines or event.games
    paired = tuple(g for g in listed if g and {g.white, g.black} - {None} <= set(own))
    rounds = max(rounds, replace(event, games=paired).table_rounds) or 1
    real = (g for g in paired if not is_idle(g, event.format, event.rounds, rounds))
    if not fits(event.scoring):
        raise make_error(EventError, "book_scoring", event.where)
    # A workbook is no report file: it has its own columns for points and places.
    event = replace(
        event, games=tuple(real), report=None, scoring=halved(event.scoring),
        tie_breaks=ties_with_formulas(event),
    )  # fmt: skip
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
        file_language=file_language,
        engine=engine,
        native=is_native(rules),
    )


def ties_with_formulas(event: Event) -> tuple[str, ...] | None:
    """The first tie-breaks of an event, as many as a workbook has columns and formulas for.

    The table of a workbook follows its inputs; a value that does not would rank wrongly.

    >>> ties_with_formulas(Event((), tie_breaks=("BH-C1", "ARO", "BH")))
    ('BH-C1',)
    """
    if event.tie_breaks is None:
        return None
    suiting = (*offered(event), *(() if event.is_round_robin else VIRTUAL))
    named = chosen(event)[:CHOSEN]
    return tuple(takewhile(lambda code: code in suiting, named))


def left_ties(event: Event, plan: Plan) -> Iterator[Problem]:
    """Yield a problem with the tie-breaks of an event that its workbook does not have."""
    own = plan.event.tie_breaks or ()
    if left := (event.tie_breaks or ())[len(own) :]:
        words = {"shown": ", ".join(own) or "–", "codes": ", ".join(left)}
        yield Problem("book_ties", words, event.at("tie_breaks"))


def fitted(plan: Plan) -> Plan:
    """The plan without free places, lines and rounds, so that nothing prints empty."""
    numbers = tuple(no for no in plan.numbers if no in plan.event.by_no)
    lines = tuple(line for line in plan.lines if line and plan.is_real(line))
    last = max((line.round for line in lines), default=0)
    return replace(
        plan,
        numbers=numbers,
        lines=lines,
        game_rows=len(lines) or 1,
        # Play-offs have the rounds after the last one that there is room for.
        rounds=plan.rounds if last > plan.rounds else plan.own_rounds,
    )


def alone(player: Player) -> Player:
    """A player without what waits from earlier events: a workbook rates its own event alone."""
    facts = {key: value for key, value in player.facts.items() if key not in WAITING}
    return replace(player, facts=facts)


def taken_over(
    event: Event,
    rules: RuleSet,
    players: int | None = None,
    rounds: int | None = None,
    *,
    language: str = "en",
) -> Plan:
    """The plan for an event begun in another program, with room for the rest.

    Its pairings are kept, those without a result to be played; a Swiss has free lines
    after them, a round robin the remaining pairings if its own follow the Berger table.
    """
    own = [player.no for player in event.players]
    places = max(players or 0, len(own))
    if rounds is not None and rounds < event.table_rounds:
        words = {"rounds": rounds, "played": event.table_rounds}
        raise make_error(ArgumentError, "opt_rounds_few", **words)
    free = (no for no in range(1, max(own, default=0) + places + 1) if no not in set(own))
    numbers = (*own, *islice(free, places - len(own)))
    games = tuple(game for game in event.games if not game.playoff)
    last = [game for game in event.games if game.playoff]
    if event.is_round_robin:
        rooms = rounds or event.table_rounds
        lines: list[Game | None] = [*_with_those_to_come(games, len(own), rooms), *last]
        size = len(lines) + 2 * asked_playoffs(rules)
    else:
        rooms = rounds or event.table_rounds or _ROUNDS
        lines = [*sorted(games, key=lambda game: game.round), *last]
        to_come = rooms - len({game.round for game in games})
        size = max(rooms * _lines(places), len(lines) + to_come * _lines(places))
    entered = replace(event, players=tuple(map(alone, event.players)), rounds=rooms)
    return resized(entered, rules, numbers, rooms, size, tuple(lines), language=language)


def _with_those_to_come(
    games: tuple[Game, ...], players: int, rounds: int
) -> tuple[Game | None, ...]:
    """The games of a round robin of so many rounds, and lines for the rest.

    They are paired as the table of Berger has it, and free where the games are not.
    """
    if players < 2:
        return games
    played = {(game.round, game.white, game.black) for game in games if game.black is not None}
    once = players - 1 + players % 2
    cycles = max(1, -(-rounds // once))
    ready = {
        (number, white, black)
        for number, pairs in enumerate(schedule(players, cycles), 1)
        for white, black in pairs
    }
    if not played <= ready:
        return (*games, *[None] * (rounds * (players // 2) - len(played)))
    open_result = RESULT_BY_CODE[""]
    rest = (Game(*pair, open_result) for pair in sorted(ready - played))
    return tuple(sorted((*games, *rest), key=lambda game: game.round))


#: Rounds of a Swiss, unless said otherwise.
_ROUNDS = 7


def _lines(players: int) -> int:
    """Lines for a round of a Swiss: one per pair, and some for byes, which all rounds share."""
    return players // 2 + max(2, players // 20)


def empty(
    format: str,
    reference: str,
    players: int,
    rounds: int | None = None,
    *,
    language: str = "en",
    entered: tuple[Player, ...] = (),
    tie_breaks: tuple[str, ...] | None = None,
    day: date | None = None,
) -> Plan:
    """The plan of a template for so many players and rounds, a round robin already paired.

    `day` is the first one of the event: it picks the edition.
    """
    if format not in FORMATS:
        format = read_format(format)
    if load(reference, day).method == "none":
        raise make_error(ArgumentError, "opt_no_template", rules=reference)
    limits = (2, 24) if format == "round-robin" else (2, 300)
    if not limits[0] <= players <= limits[1]:
        words = {"players": players, "low": limits[0], "high": limits[1]}
        raise make_error(ArgumentError, "opt_places", format=wording(f"format_{format}"), **words)
    # Templates pin the edition, so that a workbook is always rated by the rules it shows.
    rules = load(load(reference, day).reference)
    open_result = RESULT_BY_CODE[""]
    lines: list[Game] = []
    if format == "round-robin":
        once = players - 1 + players % 2
        cycles = 1 if rounds is None else -(-rounds // once)
        if rounds is not None and rounds % once:
            words = {"rounds": rounds, "players": players, "once": once, "twice": 2 * once}
            raise make_error(ArgumentError, "opt_rounds_all", **words)
        paired = schedule(players, cycles)
        rounds = len(paired)
        for number, pairs in enumerate(paired, 1):
            for board, (white, black) in enumerate(pairs, 1):
                lines.append(Game(number, white, black, open_result, board=board))
        # Lines for two games in each round of play-offs.
        rows = len(lines) + 2 * asked_playoffs(rules)
    else:
        rounds = _ROUNDS if rounds is None else rounds
        if not 1 <= rounds <= 15:
            raise make_error(ArgumentError, "opt_rounds_swiss", rounds=rounds)
        rows = rounds * _lines(players)
    event = Event(
        tuple(map(alone, entered)),
        format=format,
        rounds=rounds,
        start=day,
        rules=rules.reference,
        tie_breaks=tie_breaks,
    )
    return resized(
        event, rules, tuple(range(1, players + 1)), rounds, rows, tuple(lines), language=language
    )
