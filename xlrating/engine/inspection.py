"""What is wrong or doubtful in an event under a rule set, each with its place.

One definition for every consumer: `Problem.stops` marks errors, all others are worth a look.
"""

from __future__ import annotations

from typing import Iterator, List, Optional, Tuple

from .admission import far_days, rated_names, terms
from .editions import other_edition
from .errors import EventError, together
from .event import Event, Player
from .formats import format_problems
from .given_k import given_k
from .methods.common import entry_rating, facts_of
from .problems import Problem, error_of, problems
from .results import Kind
from .rounding import ZERO
from .rules.ruleset import RuleSet
from .showing import limits_of
from .terms.coefficient import hangs_on_age, most_of_table
from .terms.floor import is_beyond_peak
from .terms.provisional import starts_by_age
from .terms.start import asks_for_mark, has_sex_values, is_foreign, of_sex, start_of
from .tournament.placing import placing
from .tournament.scores import Scores
from .tournament.standings import place_problems
from .vocabulary.reported import is_federation, is_name, is_title, printed


def inspected(event: Event, rules: Optional[RuleSet]) -> Tuple[Problem, ...]:
    """Everything wrong or doubtful: first in the event by itself, then under its rule set.

    `rules` is None if no rule set is known.

    >>> from decimal import Decimal
    >>> from xlrating.engine.rules.ruleset import load
    >>> event = Event((Player(1, "A", Decimal(1200)),))
    >>> [problem.key for problem in inspected(event, load("fide"))]
    ['event_missing', 'rating_below_list', 'born_missing']
    """
    found = _by_itself(event, rules)
    read = event.account.doubts if event.account is not None else ()
    if event.start or event.end:
        read = tuple(one for one in read if one.key != "day_in_title")  # the user has given it
    if rules is None or any(problem.stops for problem in found):
        return (*found, *read)
    found += [*format_problems(event), *place_problems(event)]
    found += event.report.doubts if event.report is not None else ()
    found += [*read, *far_days(event), *other_edition(event, rules), *terms(event, rules)]
    found += [*_skipped(event), *_given_k(event, rules), *rated_names(event)]
    for player in event.players:
        found += [one for one in entry_doubts(player, rules) if one.key != "sex_missing"]
    found += [*placing(event, rules), *_unborn(event, rules)]
    return (*found, *_left(event), *_reported(event, rules))


def _by_itself(event: Event, rules: Optional[RuleSet]) -> List[Problem]:
    """The event's contradictions, and what the rules need but it lacks: date, colours, order."""
    own = () if rules is None else (*_undated(event, rules), *_unsaid(event, rules))
    own += tuple(one for one in _given_k(event, rules) if one.stops)
    return [*problems(event, limits_of(rules)), *own]


def _given_k(event: Event, rules: Optional[RuleSet]) -> Iterator[Problem]:
    """What the column K of the event's file does under these rules."""
    given = [player for player in event.players if player.k is not None]
    if rules is not None and given:
        yield from given_k(event.account, rules, len(given), given[0].at("k"))


def refuse(event: Event, rules: Optional[RuleSet]) -> None:
    """Raise an `EventError` with everything that prevents rating, each with its place.

    The other findings of `inspected` are doubts at most, and of no use to a caller who only rates.
    """
    stops = [problem for problem in _by_itself(event, rules) if problem.stops]
    if rules is not None and not stops:
        # If the file says nothing about the event, only the missing facts are reported.
        said = terms(event, rules) if event.facts else ()
        found = (*said, *placing(event, rules))
        stops = [problem for problem in found if problem.stops]
    errors = [error_of(problem, EventError) for problem in stops]
    if len(errors) > 1:
        errors[0].message += f" ({len(stops) - 1} more after this one)"
    if errors:
        raise together(errors)


def _unsaid(event: Event, rules: RuleSet) -> Iterator[Problem]:
    """A problem for colours and one for the order of games, if needed but not in the file."""
    if rules.outcomes is not None and not event.says_colours:
        yield Problem("colours_unsaid", {}, event.where)
    if rules.counts_in_order and not event.says_order:
        yield Problem("order_unsaid", {}, event.where)


def _undated(event: Event, rules: RuleSet) -> Iterator[Problem]:
    """Players whose K or temporary rating depends on their age, in an event without a date."""
    born = [player for player in event.players if player.born is not None]
    if not born or event.day() is not None or not Scores(event).last:
        return  # an event still to come has nothing to rate yet
    for player in born:
        if key := hangs_on_day(player, event, rules):
            yield Problem(key, {"value": player.born}, player.at("born"), player.no)


def hangs_on_day(player: Player, event: Event, rules: RuleSet) -> str:
    """The text key of the problem for a player of an undated event; '' if age does not matter.

    The event cannot be older than its edition, so anyone adult when the edition began is adult
    here.

    >>> from decimal import Decimal
    >>> from xlrating.engine.rules.ruleset import load
    >>> people = [Player(1, "A", Decimal(1900), born=born) for born in (1950, 2015)]
    >>> [hangs_on_day(player, Event((player,)), load("fide")) for player in people]
    ['', 'day_missing']
    """
    if player.born is None or rules.coefficient is None:
        return ""
    rating = entry_rating(player, rules)
    facts = dict(facts_of(player, event, rules), rating=rating)
    if facts["age"] is not None:
        return ""
    youngest = max(0, youngest_since(rules) - player.born)
    if rating is None:
        return "day_missing_start" if starts_by_age(youngest, rules) else ""
    if player.k is None and hangs_on_age(facts, youngest, rules):
        return "day_missing"
    return ""


def _unborn(event: Event, rules: RuleSet) -> Iterator[Problem]:
    """A notice for players counted as men for lack of a sex, one for adults for lack of an age."""
    men = [player for player in event.players if has_sex_values(rules) and not player.sex]
    adults = [player for player in event.players if counts_as_adult(player, event, rules)]
    for key, part, found in (("sex_missing", "sex", men), (unborn(rules), "born", adults)):
        if found:
            yield Problem(key, {"n": len(found)}, found[0].at(part), found[0].no)


def unborn(rules: RuleSet) -> str:
    """The text key for players of unknown age: they count as adults, or newcomers start lower."""
    rule = rules.passes
    return "born_missing" if rule is None or rule.unknown is None else "born_missing_start"


def counts_as_adult(player: Player, event: Event, rules: RuleSet) -> bool:
    """Whether a player's age is unknown and a child's numbers would be different.

    >>> from decimal import Decimal
    >>> from xlrating.engine.rules.ruleset import load
    >>> player = Player(1, "A", Decimal(1900))
    >>> [counts_as_adult(player, Event((player,)), load(name)) for name in ("dwz", "china-pro")]
    [True, False]
    """
    rating, facts = entry_rating(player, rules), facts_of(player, event, rules)
    if player.born is not None or facts["age"] is not None:
        return False
    if rating is None:
        return starts_by_age(0, rules)
    if rules.coefficient is None or player.k is not None:
        return False
    return hangs_on_age(dict(facts, rating=rating), 0, rules)


def youngest_since(rules: RuleSet) -> int:
    """The first year in which these rules rate events; 0 if they have no date."""
    return int(rules.edition[:4]) if rules.edition else 0


def _skipped(event: Event) -> Iterator[Problem]:
    """Rounds of a Swiss that come after a round without games: usually a mistyped number.

    >>> from .event import Game
    >>> people = tuple(Player(no, str(no)) for no in (1, 2))
    >>> event = Event(people, (Game(1, 1, 2, "1-0"), Game(3, 2, 1, "1-0")), format="swiss")
    >>> [problem.words for problem in _skipped(event)]
    [{'round': 3, 'before': 2}]
    """
    if event.is_round_robin:
        return
    first = {g.round: g for g in reversed(event.games) if g.black is not None and not g.playoff}
    for number in sorted(first):
        if number > 1 and number - 1 not in first:
            words = {"round": number, "before": number - 1}
            yield Problem("round_skipped", words, first[number].at("round"))


def _left(event: Event) -> Iterator[Problem]:
    """Players who left a round robin with fewer than half of their games played.

    FIDE Tournament Rules (C.06), V.4: "If a player has completed less than 50% of his games and
    leaves the tournament, his score remains in the tournament table (for rating and historical
    purposes), but the points scored by him or against him are not counted in the final standings."
    """
    if not event.is_round_robin:
        return
    for player in event.players:
        own = [game for game in event.games_of[player.no] if not game.playoff]
        kinds = [game.result.kind for game in own]
        played = kinds.count(Kind.PLAYED) + kinds.count(Kind.UNRATED)
        lost = any(
            game.result.kind is Kind.FORFEIT
            and (game.result.white if game.white == player.no else game.result.black) == ZERO
            for game in own
        )
        if lost and Kind.POSTPONED not in kinds and 2 * played < len(own):
            words = {"played": played, "games": len(own)}
            yield Problem("left_before_half", words, player.at("name"), player.no)


def _reported(event: Event, rules: RuleSet) -> Iterator[Problem]:
    """Titles and federations that FIDE's report does not accept, one notice for each; and names.

    The event's own federation (TRF 032) gets its own notice.
    """
    if rules.game != "chess":
        return  # there is no such report for it
    own = str(event.facts.get("federation") or "")
    if own and not is_federation(own):
        yield Problem("report_event_federation", {"value": own}, event.at("federation"))
    for part, is_known in (("federation", is_federation), ("title", is_title)):
        odd = [
            player for player in event.players
            if getattr(player, part) and not is_known(getattr(player, part))
        ]  # fmt: skip
        if odd:
            value = getattr(odd[0], part)
            words = {"value": value, "printed": printed(value), "n": len(odd)}
            yield Problem(f"report_{part}", words, odd[0].at(part), odd[0].no)
    for player in event.players:
        if not is_name(player.name):
            yield Problem("report_name", {}, player.at("name"), player.no)


def unfinished(event: Event) -> Iterator[Problem]:
    """Games without a result, one notice at the place of the first; and rounds still to come.

    A round robin has a line for each of its games; a Swiss has none for rounds not yet paired.
    """
    waiting = [game for game in event.games if game.result.kind is Kind.POSTPONED]
    if waiting:
        yield Problem("games_open", {"n": len(waiting)}, waiting[0].at("result"))
    yield from rounds_to_come(event)


def rounds_to_come(event: Event) -> Iterator[Problem]:
    """Rounds of a Swiss that have no game: rules about its last rounds still count them."""
    last = Scores(event).last
    if not event.is_round_robin and 0 < last < event.rounds:
        first = last + 1
        key = "round_named" if first == event.rounds else "rounds_named"
        named = Problem(key, {"first": first, "last": event.rounds}, "")
        yield Problem("rounds_open", {"rounds": named, "played": last}, event.at("rounds"))


def entry_doubts(player: Player, rules: RuleSet) -> Iterator[Problem]:
    """Doubts about a player's entry: K, rating, peak, title, federation or sex."""
    start, published = rules.start, rules.published
    k, most = player.k, most_of_table(rules)
    if k is not None and most is not None and k > most:
        words = {"value": k, "most": most}
        yield Problem("k_beyond_table", words, player.at("k"), player.no)
    rating, least = player.rating, published.least
    if rating is not None and least is not None and not published.keeps and rating < least:
        words = {"value": rating, "least": least}
        yield Problem("rating_below_list", words, player.at("rating"), player.no)
    if is_beyond_peak(player, rules):
        words = {"value": rating, "peak": player.peak}  # type: ignore[dict-item]
        yield Problem("rating_beyond_peak", words, player.at("peak"), player.no)
    if start is not None and start_of(player, rules) is None:
        if player.title.strip():
            words = {"title": player.title}  # type: ignore[dict-item]
            key = "title_of_home" if start.home and is_foreign(player, start) else "title_unknown"
            yield Problem(key, words, player.at("title"), player.no)
        elif rating is None and rules.initial is None and not is_foreign(player, start):
            yield Problem("newcomer_unrated", {}, player.at("title"), player.no)
        elif rating is None and is_foreign(player, start):
            yield Problem("foreigner_unrated", {}, player.at("title"), player.no)
    if start is not None and asks_for_mark(player, start):
        words = {"unit": player.federation}  # type: ignore[dict-item]
        yield Problem("unit_unknown", words, player.at("foreign"), player.no)
    if has_sex_values(rules) and not player.sex:
        yield Problem("sex_missing", {"n": 1}, player.at("sex"), player.no)
    floor = None if rules.floor is None else of_sex(rules.floor, player.sex, rating)
    if rating is not None and floor is not None and rating < floor:
        words = {"value": rating, "least": floor}
        yield Problem("rating_below_floor", words, player.at("rating"), player.no)
