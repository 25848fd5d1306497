"""Functions that rate a whole event: from two ranges, or from a crosstable."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, List

from ..engine.errors import RatingError
from ..engine.vocabulary.formats import read_format
from ..engine.vocabulary.headings import RATED_LINE, RATED_PLAYER, on_ladder
from .arguments import whole_number
from .ranges import Range
from .registry import worksheet


@worksheet(blocks=("players", "games"))
def RATE_EVENT(
    players: Any,
    games: Any = None,
    ruleset: str = "elo",
    format: str = "",
    language: str = "en",
    rounds: Any = None,
    day: Any = None,
    ignore: str = "",
) -> List[List[object]]:
    """The rating table of a whole event: a row of headings, then one row per row of players.

    Arguments: players, one row each with number, name and rating (blank: unrated); games, one
    row each with round, number of White, number of Black (blank for a bye) and result, as text
    like 1-0, ½-½, 0-1 F, BYE 1, or as White's score. With headings, such as those of a template
    in any language, the columns can be in any order, and everything that a regulation asks
    about a player is read. Without games, players is a crosstable as people have it, with its
    headings. If an event is refused, the cell says why, with the row and column of the range if
    one is wrong. format, swiss or round-robin, if the regulation distinguishes them (if blank,
    swiss, or what the crosstable says); rounds, how many the event has, if the last ones count
    differently or play-offs follow; day, a date, decides the edition and the players' ages;
    ignore, headings of columns that do not matter, separated by commas.

    >>> RATE_EVENT([[1, "A", 2000], [2, "B", 2000]], [[1, 1, 2, "1-0"]], "fide")[1][-2:]
    [2010, 2800]
    >>> RATE_EVENT([["Name", "Rating", "Born"], ["A", 2000, 2012], ["B", 2000, ""]],
    ...            [[1, 1, 2, "1-0"]], "fide", day="2025-10-12")[1][-2:]
    [2020, 2800]
    >>> RATE_EVENT([["No", "Name", "Rating", 1, 2, "Points"], [1, "A", 2000, "*", 1, 1],
    ...             [2, "B", 2000, 0, "*", 0]], ruleset="fide")[1][-2:]
    [2010, 2800]
    """
    from .help import in_words

    try:
        if games is None:
            return _of_crosstable(players, ruleset, format, language, rounds, day, ignore)
        return _of_two_ranges(players, games, ruleset, format, language, rounds, day, ignore)
    except RatingError as error:
        # The cell says why: otherwise nobody could tell which of so many cells is meant.
        error.cell_error = in_words(error, language)
        raise


def _of_two_ranges(
    players: Range, games: Range, ruleset: str, format: str, language: str, rounds: Any, day: Any,
    ignore: str,
) -> List[List[object]]:  # fmt: skip
    """The rating table for players and games: one row per row of players."""
    # Imported here: the other functions work without the rating machinery.
    from ..engine.event import Event
    from ..engine.rules.ruleset import load
    from ..engine.vocabulary.dates import day_of
    from .entered import games_in, players_in
    from .selected import headings_in

    on, number = day_of(day), int(whole_number(rounds, "rounds") or 0)
    ignored = headings_in(ignore)
    places = players_in(players, load(ruleset, on), language, ignored)
    people = tuple(player for player in places if player is not None)
    played = games_in(games, people, number, language, ignored)
    event = Event(people, played, format=read_format(format or "swiss"), rounds=number, start=on)
    return _table(event, ruleset, language, [one and one.no for one in places])


def _of_crosstable(
    rows: Range, ruleset: str, format: str, language: str, rounds: Any, day: Any, ignore: str
) -> List[List[object]]:
    """The rating table for a crosstable: one row per row below the headings."""
    from ..engine.formats import in_format
    from ..engine.vocabulary.dates import day_of
    from .selected import event_in, expect_format, with_rounds

    event, numbers = event_in(rows, ignore, language)
    event = in_format(event, read_format(format)) if format else event
    event = replace(event, start=day_of(day) or event.start)
    event = with_rounds(event, int(whole_number(rounds, "rounds") or 0))
    expect_format(event, ruleset)
    places = [numbers.get(row) for row in range(1, max(numbers) + 1)]
    return _table(event, ruleset, language, places)


def _table(event: Any, ruleset: str, language: str, places: List[Any]) -> List[List[object]]:
    """The headings, and one row per player number; a blank row if there is none."""
    from ..engine.rating import rate
    from ..engine.texts import say

    rated = rate(event, ruleset)
    lines = {line.player.no: line for line in rated.lines}
    is_ladder = rated.rules.ladder is not None
    keys = (f"col_{key}" for key in (*RATED_PLAYER, *RATED_LINE))
    heads = [say(language, on_ladder(key, is_ladder)) for key in keys]
    table: List[List[object]] = [[*heads]]
    for no in places:
        row: List[object] = [None] * len(heads)
        if no is not None:
            line = lines[no]
            row = [no, line.player.name, line.rating_before]
            row += [getattr(line, name) for name in RATED_LINE]
        table.append(row)
    return table
