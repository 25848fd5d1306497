"""Workbooks to be built: of an event as it stands, in given places, or empty for one to come."""

from __future__ import annotations

from dataclasses import replace

from ..engine.errors import ArgumentError
from ..engine.event import RESULT_BY_CODE, Event, Game, Player
from ..engine.formats import FORMATS
from ..engine.rating import rate
from ..engine.rules.ruleset import RuleSet, load
from ..engine.tournament.berger import schedule
from ..exchange.waiting import WAITING
from .native import is_native, reading
from .plan import Plan, asked_playoffs, is_idle


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
    file_language: str = "",
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
        file_language=file_language,
        engine=engine,
        native=is_native(rules),
    )


def alone(player: Player) -> Player:
    """A player without what waits from earlier events: a workbook rates its own event alone."""
    facts = {key: value for key, value in player.facts.items() if key not in WAITING}
    return replace(player, facts=facts)


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
