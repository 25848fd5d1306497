"""Functions that rate a whole event from two ranges."""

from __future__ import annotations

from typing import Any, List

from ..engine.words.formats import read_format
from .arguments import whole_number
from .registry import worksheet

#: The columns of the table: what a player has, and what a line of the report has.
PLAYER_COLUMNS = ("no", "name", "rating")
LINE_COLUMNS = ("n", "score", "expected", "k", "change", "new", "performance")


@worksheet(blocks=("players", "games"))
def RATE_EVENT(
    players: Any,
    games: Any,
    ruleset: str = "elo",
    format: str = "swiss",
    language: str = "en",
    rounds: Any = None,
    day: Any = None,
) -> List[List[object]]:
    """The rating table of a whole event: a row of headings, then a row for each row of players.

    Arguments: players, a row each with number, name and rating (blank: without rating);
    games, a row each with round, number of White, number of Black (blank for a bye) and
    result, as text like 1-0, ½-½, 0-1 F, BYE 1, or as White's score. Under headings, such as
    those of a template in any language, columns stand in any order, and all that a
    regulation asks about a player is read. format, swiss or round-robin, where the
    regulation tells them apart; rounds, how many the event has, where the last ones count
    otherwise or play-offs follow them; day, a date, picks the edition and the players' ages.

    >>> RATE_EVENT([[1, "A", 2000], [2, "B", 2000]], [[1, 1, 2, "1-0"]], "fide")[1][-2:]
    [2010, 2800]
    >>> RATE_EVENT([["Name", "Rating", "Born"], ["A", 2000, 2012], ["B", 2000, ""]],
    ...            [[1, 1, 2, "1-0"]], "fide", day="2025-10-12")[1][-2:]
    [2020, 2800]
    """
    # Loaded here: the other functions answer without the rating machinery.
    from ..engine.event import Event
    from ..engine.rating import rate
    from ..engine.rules.ruleset import load
    from ..engine.texts import say
    from ..engine.words.dates import day_of
    from ..engine.words.headings import on_ladder
    from .entered import games_in, players_in

    on = day_of(day)
    places = players_in(players, load(ruleset, on))
    people = tuple(player for player in places if player is not None)
    number = int(whole_number(rounds, "rounds") or 0)
    played = games_in(games, people, number)
    event = Event(people, played, format=read_format(format), rounds=number, start=on)
    rated = rate(event, ruleset)
    lines = {line.player.no: line for line in rated.lines}
    is_ladder = rated.rules.ladder is not None
    keys = (f"col_{key}" for key in (*PLAYER_COLUMNS, *LINE_COLUMNS))
    heads = [say(language, on_ladder(key, is_ladder)) for key in keys]
    table: List[List[object]] = [[*heads]]
    for place in places:
        row: List[object] = [None] * len(heads)
        if place is not None:
            line = lines[place.no]
            row = [place.no, place.name, line.brought]
            row += [getattr(line, name) for name in LINE_COLUMNS]
        table.append(row)
    return table
