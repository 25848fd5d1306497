"""What is wrong or doubtful in an event under a rule set, each with its place.

One definition for all: what stops is `Problem.stops`, the rest is worth a look.
"""

from __future__ import annotations

from datetime import date
from typing import Dict, Iterator, List, Optional, Tuple

from .admission import terms
from .errors import EventError, RuleSetError, together
from .event import Event, Player
from .formats import format_problems
from .methods.common import facts_of, opening
from .problems import RATING_BOUNDS, Problem, error_of, problems
from .results import Kind
from .rules.ruleset import RuleSet, in_force
from .terms.coefficient import hangs_on_age, most_of_table
from .terms.provisional import starts_by_age
from .terms.start import asks_for_mark, has_sex_values, is_foreign, of_sex, start_of
from .tournament.placing import placing
from .tournament.scores import Scores
from .tournament.standings import place_problems


def inspected(event: Event, rules: Optional[RuleSet]) -> Tuple[Problem, ...]:
    """All that is wrong or doubtful: the event by itself, then as its rule set sees it.

    `rules` None, where no rule set is known.

    >>> from decimal import Decimal
    >>> from xlrating.engine.rules.ruleset import load
    >>> event = Event((Player(1, "A", Decimal(1200)),))
    >>> [problem.key for problem in inspected(event, load("fide"))]
    ['event_missing', 'rating_below_list', 'born_missing']
    """
    found = _by_itself(event, rules)
    if rules is None or any(problem.stops for problem in found):
        return tuple(found)
    found += format_problems(event)
    found += place_problems(event)
    found += [*_edition(event, rules), *terms(event, rules)]
    for player in event.players:
        found += _entry(player, rules)
    return (*found, *placing(event, rules), *_unborn(event, rules))


def _by_itself(event: Event, rules: Optional[RuleSet]) -> List[Problem]:
    """What is wrong in the event by itself, and with its day."""
    found = list(problems(event, rules.bounds if rules else RATING_BOUNDS))
    found += _undated(event, rules) if rules is not None else ()
    return found


def refuse(event: Event, rules: Optional[RuleSet]) -> None:
    """Raise an `EventError` of all that stops, each with its place.

    What else `inspected` looks at is doubtful at most, and of no use to who only rates.
    """
    stops = [problem for problem in _by_itself(event, rules) if problem.stops]
    if rules is not None and not stops:
        found = (*terms(event, rules), *placing(event, rules))
        stops = [problem for problem in found if problem.stops]
    errors = [error_of(problem, EventError) for problem in stops]
    if len(errors) > 1:
        errors[0].message += f" ({len(stops) - 1} more after this one)"
    if errors:
        raise together(errors)


def _undated(event: Event, rules: RuleSet) -> Iterator[Problem]:
    """Players whose K or temporary rating follows from their age, where no day is known.

    The event cannot be older than its edition, so anyone adult when the edition began is adult
    here.
    """
    if event.day() is not None or rules.coefficient is None or not Scores(event).last:
        return  # of an event to come nothing is rated yet
    since = youngest_since(rules)
    for player in event.players:
        if player.born is None:
            continue
        rating = opening(player, rules)
        facts = dict(facts_of(player, event, rules), rating=rating)
        if facts["age"] is not None:
            continue
        youngest, key = max(0, since - player.born), ""
        if rating is None:
            key = "day_missing_start" if starts_by_age(youngest, rules) else ""
        elif player.k is None:
            key = "day_missing" if hangs_on_age(facts, youngest, rules) else ""
        if key:
            yield Problem(key, {"value": player.born}, player.at("born"), player.no)


def _unborn(event: Event, rules: RuleSet) -> Iterator[Problem]:
    """Players who count as adults for want of a year of birth, told once with the first's place."""
    found = [player for player in event.players if counts_as_adult(player, event, rules)]
    if found:
        yield Problem("born_missing", {"n": len(found)}, found[0].at("born"), found[0].no)


def counts_as_adult(player: Player, event: Event, rules: RuleSet) -> bool:
    """Whether the numbers of a player would be others for a child, and no age is known.

    >>> from decimal import Decimal
    >>> from xlrating.engine.rules.ruleset import load
    >>> player = Player(1, "A", Decimal(1900))
    >>> [counts_as_adult(player, Event((player,)), load(name)) for name in ("dwz", "china-pro")]
    [True, False]
    """
    rating, facts = opening(player, rules), facts_of(player, event, rules)
    if player.born is not None or facts["age"] is not None:
        return False
    if rating is None:
        return starts_by_age(0, rules)
    if rules.coefficient is None or player.k is not None:
        return False
    return hangs_on_age(dict(facts, rating=rating), 0, rules)


def youngest_since(rules: RuleSet) -> int:
    """The year before which no event is rated by these rules; 0 where they have no date."""
    return int(rules.edition[:4]) if rules.edition else 0


def unfinished(event: Event) -> Iterator[Problem]:
    """Games without result, told once with the place of the first; rounds that are still to come.

    A round robin has a line for each of its games; a Swiss has none for rounds not yet paired.
    """
    waiting = [game for game in event.games if game.result.kind is Kind.POSTPONED]
    if waiting:
        yield Problem("games_open", {"n": len(waiting)}, waiting[0].at("result"))
    yield from rounds_to_come(event)


def rounds_to_come(event: Event) -> Iterator[Problem]:
    """The rounds of a Swiss that no game is in: what counts by the last rounds counts from them."""
    last = Scores(event).last
    if not event.is_round_robin and 0 < last < event.rounds:
        first = last + 1
        key = "round_named" if first == event.rounds else "rounds_named"
        named = Problem(key, {"first": first, "last": event.rounds}, "")
        yield Problem("rounds_open", {"rounds": named, "played": last}, event.at("rounds"))


def _edition(event: Event, rules: RuleSet) -> Iterator[Problem]:
    """Whether the rules named are those in force on the day of the event."""
    day = event.day(rules.dated_by)
    if day is None or not rules.edition:
        return
    words: Dict[str, object] = {"day": day, "rules": rules.reference, "since": rules.edition}
    current = _in_force(rules, day)
    where = event.at("end" if rules.dated_by == "end" and event.end else "start")
    if day < date.fromisoformat(rules.edition):
        named = f", {current}" if current else ""
        yield Problem("edition_older", {**words, "current": named}, where)
    elif current != rules.reference:
        yield Problem("edition_newer", {**words, "current": current}, where)


def _in_force(rules: RuleSet, day: date) -> str:
    """The edition of a day; empty before the first."""
    try:
        return in_force(rules, day).reference
    except RuleSetError:
        return ""


def _entry(player: Player, rules: RuleSet) -> Iterator[Problem]:
    """What is doubtful in what is said of a player."""
    start, published = rules.start, rules.published
    k, most = player.k, most_of_table(rules)
    if k is not None and most is not None and k > most:
        words = {"value": k, "most": most}
        yield Problem("k_beyond_table", words, player.at("k"), player.no)
    rating, least = player.rating, published.least
    if rating is not None and least is not None and not published.keeps and rating < least:
        words = {"value": rating, "least": least}
        yield Problem("rating_below_list", words, player.at("rating"), player.no)
    if start is not None and start_of(player, rules) is None:
        if player.title.strip():
            words = {"title": player.title}  # type: ignore[dict-item]
            yield Problem("title_unknown", words, player.at("title"), player.no)
        elif rating is None and rules.initial is None and not is_foreign(player, start):
            yield Problem("newcomer_unrated", {}, player.at("title"), player.no)
        elif rating is None and is_foreign(player, start):
            yield Problem("foreigner_unrated", {}, player.at("title"), player.no)
    if start is not None and asks_for_mark(player, start):
        words = {"unit": player.federation}  # type: ignore[dict-item]
        yield Problem("unit_unknown", words, player.at("foreign"), player.no)
    if has_sex_values(rules) and not player.sex:
        yield Problem("sex_missing", {}, player.at("sex"), player.no)
    floor = None if rules.floor is None else of_sex(rules.floor, player.sex, rating)
    if rating is not None and floor is not None and rating < floor:
        words = {"value": rating, "least": floor}
        yield Problem("rating_below_floor", words, player.at("rating"), player.no)
