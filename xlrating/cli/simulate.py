"""The command simulate: the odds of places in an unfinished event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..engine.aligned import fitted
from ..engine.errors import ArgumentError
from ..engine.frames import pandas
from ..engine.problem import make_error
from ..engine.rules.ruleset import load
from ..engine.texts import say
from .answering import give
from .answers.odds import odds_table, of_odds
from .event_input import tell_read
from .exit_codes import OK
from .reports import event_and_rules
from .screen import columns

if TYPE_CHECKING:
    import argparse


def simulate(options: argparse.Namespace) -> int:
    """Print each player's mean points, and how likely each place is."""
    pandas()
    from ..bulk import simulate as odds_of

    event, reference = event_and_rules(options)
    if not event.players:
        raise make_error(ArgumentError, "opt_no_players", event.where)
    rules = load(reference, event.end or event.start)
    found = odds_of(event, options.n, options.seed, rules=rules, draws=options.draws)
    left = sum(not game.result.code for game in event.games)
    language = options.language
    table = odds_table(found, language)
    give(lambda: of_odds(found, rules, options.n, options.seed, left), lambda: table)
    tell_read(event.account, language)
    words = {"left": left, "n": options.n, "seed": options.seed, "rules": rules.shown}
    print(say(language, "sim_head", **words))
    rows = [[one.heading for one in table.columns], *map(list, table.rows)]
    right = tuple(at for at, one in enumerate(table.columns) if one.is_number)
    print("\n".join(["", *fitted(rows, right, columns())]))
    return OK
