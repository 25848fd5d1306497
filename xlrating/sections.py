"""What a rule file may say: one frozen class per section, every key typed.

Each section of ``rulesets/*.toml`` becomes one of these. All of them carry the clause
they come from, its words in the original language, and a sentence for the rules page.
Where a regulation is silent, `reading` gives the reason for the choice made.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Mapping, Optional, Tuple

from .rounding import ROUNDINGS

MODELS = ("table", "logistic", "normal", "linear")


def _one_of(default: str, *choices: str) -> Any:
    """A text key with a closed list of values, checked when the file is read."""
    return field(default=default, metadata={"choices": choices})


def _rounding(default: str) -> Any:
    return _one_of(default, *ROUNDINGS)


@dataclass(frozen=True)
class Section:
    """What every section has: where it stands and in which words."""

    clause: str = ""
    quote: str = ""
    summary: Mapping[str, str] = field(default_factory=dict)
    reading: str = ""


@dataclass(frozen=True)
class Expectancy(Section):
    """Difference -> expected score.

    `model` is ``table`` (then `upper` lists the printed upper bound of each row, from
    .50 up in steps of .01; above the last it is 1), ``logistic`` (`scale` points for
    odds of 10 to 1), ``normal`` (`variance` of the difference) or ``linear`` (`scale`
    points for the whole of 100 %, negative where a lower rating is the better one).
    `places` rounds the result, in the way of `rounding`, where a regulation does.
    """

    model: str = _one_of("table", *MODELS)
    upper: Tuple[int, ...] = ()
    scale: Decimal = Decimal(400)
    variance: Decimal = Decimal(80000)
    places: Optional[int] = None
    rounding: str = _rounding("half up")


@dataclass(frozen=True)
class Outcomes(Section):
    """Win, draw and loss by colour: the advantage is normal with this `variance`.

    `first_move` is what moving first is worth, in points; an advantage beyond `margin`
    wins the game, a smaller one leaves it drawn.
    """

    variance: Decimal = Decimal(80000)
    first_move: Decimal = Decimal(0)
    margin: Decimal = Decimal(0)


@dataclass(frozen=True)
class Average(Section):
    """The average rating against which a method of averages expects a score.

    There is one for each event or for the whole period (`per`); every average is rounded
    by `rounding` to `places`, and is taken `over` the ``games`` (an opponent met twice
    counts twice) or the ``opponents``. In a round robin it is that of the whole
    ``event``, oneself and the unrated included, or that of one's own ``opponents``
    derived from it, or ("") that of the rated opponents as in any other event. `capped`:
    the cap on a difference holds for the difference from the event's average, too.
    `unplayed`: a round robin with a forfeit is no round robin (``swiss``), or the forfeit
    counts as a game (``points``). A round robin needs this part of its players rated
    (`rated_part`), or `rated_least` of them where it has fewer than `rated_least_below`.
    """

    per: str = _one_of("event", "event", "period")
    rounding: str = _rounding("half up")
    places: int = 0
    over: str = _one_of("games", "games", "opponents")
    round_robin: str = _one_of("", "", "event", "opponents")
    capped: bool = False
    unplayed: str = _one_of("swiss", "swiss", "points")
    rated_part: Decimal = Decimal(0)
    rated_least: int = 0
    rated_least_below: int = 0


@dataclass(frozen=True)
class Percentage(Section):
    """Share of points -> difference, the other direction.

    With model ``table``, `difference` lists the printed values for .50, .51, ... .99 and
    the share is first rounded half up to two places. `full` is the value for 1.00
    (negative for 0.00); without it the regulation gives none.
    """

    model: str = _one_of("table", *MODELS)
    difference: Tuple[int, ...] = ()
    scale: Decimal = Decimal(400)
    variance: Decimal = Decimal(80000)
    full: Optional[Decimal] = None


@dataclass(frozen=True)
class Difference(Section):
    """How the difference of two ratings is counted.

    `cap`: more counts as this much. `exempt_from`: a player rated this high counts the
    real difference. `favours_once`: the cap helps the higher-rated player in this many
    games of an event only, the greatest differences first. A game whose difference is
    at least `unrated_gap` is not rated if either side is above `unrated_above`.
    """

    cap: Optional[Decimal] = None
    exempt_from: Optional[Decimal] = None
    favours_once: Optional[int] = None
    unrated_gap: Optional[Decimal] = None
    unrated_above: Optional[Decimal] = None


@dataclass(frozen=True)
class KRow(Section):
    """One row of the K table: `k` (plus `per_point` x rating) for whoever meets `when`.

    `when` maps a fact (rating, peak, games, age) to a condition such as ``>=2400``; a fact
    that is not known meets no condition, except `peak`, which is at least the rating.
    A row without `clause` stands in the clause of the table.
    """

    k: Decimal = Decimal(0)
    per_point: Decimal = Decimal(0)
    when: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Development(Section):
    """A coefficient that grows with the rating: (rating / `unit`) ^ `power` + the row's k.

    Up to the age `young` it is multiplied by rating / `spur`, kept from `spur_least` to 1:
    always, or after a score not below the expected one (`spur_for`). A player rated below
    `brake_below` who scores less than expected (``below``; or as much: ``not above``) gets
    e ^ ((`brake_below` - rating) / `brake_unit`) - 1 on top; up to `brake_age` only, if
    not 0. `rounding` makes it whole. It is at least `least` and at most `most`, or
    `per_index` x index where that is less; with the brake at most `most_braked`.

    Facts besides rating and age: ``index``, how many of the player's events were rated so
    far, ``gain``, score minus expected. Unknown, they lower and add nothing.
    """

    unit: Decimal = Decimal(1000)
    power: int = 4
    young: Optional[Decimal] = None
    spur: Decimal = Decimal(2000)
    spur_least: Decimal = Decimal("0.5")
    spur_for: str = _one_of("gain", "gain", "all")
    brake_below: Optional[Decimal] = None
    brake_unit: Decimal = Decimal(150)
    brake_age: Decimal = Decimal(0)
    brake_when: str = _one_of("below", "below", "not above")
    rounding: str = _rounding("half up")
    least: Decimal = Decimal(5)
    most: Decimal = Decimal(30)
    most_braked: Decimal = Decimal(150)
    per_index: Optional[Decimal] = None


@dataclass(frozen=True)
class EffectiveGames(Section):
    """How many games an old rating weighs: `most` / sqrt(`base` + `slope` x (`centre` - R)^2).

    Above the rating `flat_above` it is `most`; never more than the games really played.
    """

    most: Decimal = Decimal(50)
    base: Decimal = Decimal(0)
    slope: Decimal = Decimal(0)
    centre: Decimal = Decimal(0)
    flat_above: Decimal = Decimal(0)


@dataclass(frozen=True)
class Coefficient(Section):
    """K: the first row that fits; `most`, if not 0, bounds K x games of a period.

    `of` says whose row it is: the ``player``'s own, or by the ``result`` of each game one
    K for both: the higher player's if they win, else the lower player's; `own` rows, if
    any fits, go before that choice. Games of the last `final_rounds` rounds have K +
    `final_more`, in events of at least `final_least` rounds.
    With `over`, the coefficient is not K itself: K = `over` / (coefficient + games). Then
    `development` computes it from the row, or `effective` without any row.
    """

    rows: Tuple[KRow, ...] = ()
    most: Optional[Decimal] = None
    of: str = _one_of("player", "player", "result")
    own: Tuple[KRow, ...] = ()
    final_rounds: int = 0
    final_more: Decimal = Decimal(0)
    final_least: int = 0
    over: Optional[Decimal] = None
    development: Optional[Development] = None
    effective: Optional[EffectiveGames] = None


@dataclass(frozen=True)
class Change(Section):
    """How the exact change becomes the new rating.

    `of` says what is rounded: the ``change`` before it is added, or the ``rating``.
    `places` and `rounding` say how. K multiplies the gain in ``points`` or in the
    ``share`` of points (`per`); `weight` scales the change of games at a faster pace.
    `each` says when it is rounded and added: once for the ``period``, or after each
    ``game``; then `ratings` are those ``before the game`` or ``before the event``.
    """

    of: str = _one_of("change", "change", "rating")
    rounding: str = _rounding("half away from zero")
    places: int = 0
    each: str = _one_of("period", "period", "game")
    ratings: str = _one_of("before the game", "before the game", "before the event")
    per: str = _one_of("points", "points", "share")
    weight: Decimal = Decimal(1)


@dataclass(frozen=True)
class Weighting(Section):
    """How a performance and the old rating make the new one: their weighted mean.

    `parts` ``fixed``: `performance` parts to `old` parts. `parts` ``games``: the
    performance has as many parts as games, the old rating as many as its coefficient.
    No rating is above `most`.
    """

    parts: str = _one_of("fixed", "fixed", "games")
    performance: Decimal = Decimal(1)
    old: Decimal = Decimal(0)
    most: Optional[Decimal] = None


@dataclass(frozen=True)
class Performance(Section):
    """Performance rating: average of the opponents plus the difference for the share.

    `average_rounding` and `rounding` are names of `rounding.ROUNDINGS`. `iterated`: from
    there on corrected until the expected score at the performance is the real one.
    """

    average_rounding: str = _rounding("half up")
    rounding: str = _rounding("half up")
    iterated: bool = False


@dataclass(frozen=True)
class Initial(Section):
    """The first rating of a player without one.

    `draws` draws against hypothetical opponents rated `draws_against` are added. Above
    50 % each half point gives `per_half_point`, if the regulation has it; otherwise,
    and below 50 %, the table of `Percentage` decides. `least_games` against rated
    opponents and a score of `least_score` are needed; `most` and `least` bound the
    result: more is cut, less is not published. A result that is below `void_below`
    before rounding counts for nothing. `scaled`: below 50 % in a round robin of n
    opponents the difference is taken n/(n+1) times.
    `performed`: the result is the performance of `Performance`, iterated where that is.
    `per_win`: each win counts as the opponent's rating plus, each loss minus this much.
    A result up to `low` becomes `low_base` + `low_factor` x result. The full score and
    none give no rating (`full` false) even where there is a number for them.
    """

    draws: int = 0
    draws_against: Decimal = Decimal(0)
    per_half_point: Optional[Decimal] = None
    least_games: int = 1
    least_score: Decimal = Decimal(0)
    rounding: str = _rounding("half up")
    most: Optional[Decimal] = None
    least: Optional[Decimal] = None
    average_rounding: str = _rounding("none")
    void_below: Optional[Decimal] = None
    scaled: bool = False
    performed: bool = False
    per_win: Optional[Decimal] = None
    low: Optional[Decimal] = None
    low_base: Decimal = Decimal(0)
    low_factor: Decimal = Decimal(1)
    full: bool = True


@dataclass(frozen=True)
class Pooled(Section):
    """The first rating from the performances of several events, weighted by their games.

    It is published after `least_games` games in all; until then the performances wait in
    the fact ``performances``: pairs of a performance and its number of games.
    """

    least_games: int = 1


@dataclass(frozen=True)
class Conversion(Section):
    """Another scale: a rating `to` = `base` + `factor` x this rating.

    With `of` instead, this rating = `base` + `factor` x a rating `of` the other rule set,
    for those `above` a bound, if given.
    """

    to: str = ""
    base: Decimal = Decimal(0)
    factor: Decimal = Decimal(1)
    of: str = ""
    above: Optional[Decimal] = None


@dataclass(frozen=True)
class Deviation(Section):
    """How sure a rating is: the rating deviation RD of Glicko, in points.

    A player without rating starts with `rating` and `start`; so does a deviation that is
    not known. Over t periods RD^2 grows by `growth`^2 x t, up to `most`; it never falls
    below `least`. `unit` points make one natural unit of the scale; without it the unit is
    that of `Expectancy`, scale / ln 10. `interval` deviations to each side hold 95 % of
    the cases.

    With `volatility`, the volatility of a new player, Glicko-2 computes the growth: `tau`
    restrains its change, `tolerance` ends the iteration, after `rounds` in any case.

    Facts: ``rd``; ``volatility``; ``periods``, how many periods ago both were computed (not
    given: they are those of the start of this period).
    """

    rating: Decimal = Decimal(1500)
    start: Decimal = Decimal(350)
    most: Optional[Decimal] = None
    least: Decimal = Decimal(0)
    growth: Decimal = Decimal(0)
    unit: Optional[Decimal] = None
    interval: Decimal = Decimal("1.96")
    volatility: Optional[Decimal] = None
    tau: Decimal = Decimal("0.5")
    tolerance: Decimal = Decimal("0.000001")
    rounds: int = 100


@dataclass(frozen=True)
class Special(Section):
    """The rating as an average, for players with `games` games or fewer before the event.

    Old rating as often as it has games, then each opponent: plus `per_win` for a win,
    minus it for a loss.
    """

    games: int = 0
    per_win: Decimal = Decimal(400)


@dataclass(frozen=True)
class BonusThreshold(Section):
    """Extra points: what the change exceeds `factor` x sqrt(games) by, in `least_games` or more.

    Fewer games than `least_root` count as that many under the root.
    """

    factor: Decimal = Decimal(0)
    least_games: int = 0
    least_root: int = 0


@dataclass(frozen=True)
class PeakFloor(Section):
    """A rating never falls below its floor.

    The ordinary floor is `below` points under the peak, down to a multiple of `step`, if
    that is at least `least`, and at most `most`; for ratings of `established` games and
    more. Otherwise the absolute floor: `absolute` + `per_win`, `per_draw`, `per_event`
    times the facts ``wins``, ``draws``, ``events`` (rated so far), up to `absolute_most`.
    """

    below: Decimal = Decimal(200)
    step: Decimal = Decimal(100)
    least: Decimal = Decimal(0)
    most: Decimal = Decimal(0)
    established: int = 0
    absolute: Decimal = Decimal(0)
    absolute_most: Decimal = Decimal(0)
    per_win: Decimal = Decimal(0)
    per_draw: Decimal = Decimal(0)
    per_event: Decimal = Decimal(0)
    event_games: int = 0


@dataclass(frozen=True)
class Published(Section):
    """What a list shows: below `least` (`women`: for women) a player is not on it.

    Such a player is without rating again, or `keeps` it unshown.
    """

    least: Optional[Decimal] = None
    women: Optional[Decimal] = None
    keeps: bool = False


@dataclass(frozen=True)
class Counted(Section):
    """Which lines of the games list count that elsewhere do not.

    `forfeits`: a win or loss without play; `double_forfeits`: both lost without play.
    `playoff_as_one`: the play-off games of two players in an event are one game
    (`Game.playoff`), won by the one with more points, Black if a last draw leaves it level.
    """

    forfeits: bool = False
    double_forfeits: bool = False
    playoff_as_one: bool = False


@dataclass(frozen=True)
class StartRow(Section):
    """The rating that a title gives: `titles` are its spellings, the first as printed.

    `women` have their own value where it is given; a `foreign` row is for foreigners.
    """

    titles: Tuple[str, ...] = ()
    rating: Decimal = Decimal(0)
    women: Optional[Decimal] = None
    foreign: bool = False


@dataclass(frozen=True)
class Start(Section):
    """The rating with which a player without one starts, by title.

    Who has no title counts as `untitled`, if that is named. With `home`, foreigners have
    rows of their own and no rating without one: those with the fact ``foreign``, or else
    a country code (three capital letters) not in `home`, or, without either, a title of
    a foreign row. The fact ``new_title`` names a title awarded in the period; with
    `raises` the next list has at least its value.
    """

    rows: Tuple[StartRow, ...] = ()
    untitled: str = ""
    home: Tuple[str, ...] = ()
    raises: bool = False


@dataclass(frozen=True)
class Floor(Section):
    """No rating falls below `least` (`women`: for women)."""

    least: Decimal = Decimal(0)
    women: Optional[Decimal] = None


@dataclass(frozen=True)
class Bonus(Section):
    """Points for places 1, 2, ... of certain events, added once, without K.

    The fact ``bonus_place`` of a player in an event is the final place there, given only
    in an event that carries the bonus.
    """

    places: Tuple[Decimal, ...] = ()


@dataclass(frozen=True)
class Champion(Section):
    """What the winner of an event gets besides: `share` x own rating x K; and no loss.

    `no_loss` says what is not let fall below zero: the change ``before the bonus`` or
    ``after the bonus``. The fact ``champion`` marks the winner in their event.
    """

    share: Decimal = Decimal(0)
    rounding: str = _rounding("half up")
    places: int = 2
    no_loss: str = _one_of("before the bonus", "before the bonus", "after the bonus")


@dataclass(frozen=True)
class Absence(Section):
    """`share` of the rating is taken from who stayed away without reason: the fact ``absent``.

    `of` says what is rounded: the ``penalty`` before it is taken off, or the ``rating`` left.
    """

    share: Decimal = Decimal(0)
    of: str = _one_of("penalty", "penalty", "rating")
    rounding: str = _rounding("half away from zero")


@dataclass(frozen=True)
class ListDay(Section):
    """A list published on `day` for the events ending from `first` to `last`, each MM-DD."""

    day: str = ""
    first: str = ""
    last: str = ""


@dataclass(frozen=True)
class Calendar(Section):
    """When lists are published, and which events each of them covers."""

    lists: Tuple[ListDay, ...] = ()


@dataclass(frozen=True)
class Ladder(Section):
    """Points after each game instead of ratings, never below `least` if `bounded`.

    A game of at most `short_moves` moves is short and gives `short_win`, `short_loss`.
    """

    win: Decimal = Decimal(0)
    draw: Decimal = Decimal(0)
    loss: Decimal = Decimal(0)
    short_moves: int = 0
    short_win: Decimal = Decimal(0)
    short_loss: Decimal = Decimal(0)
    bounded: bool = True
    least: Decimal = Decimal(0)


@dataclass(frozen=True)
class RatingClass(Section):
    """A name for all ratings from `least` up to the next class."""

    least: Decimal = Decimal(0)
    names: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Option(Section):
    """A decision the caller may take: its `choices`, the first being the default."""

    choices: Tuple[str, ...] = ()


@dataclass(frozen=True)
class Example(Section):
    """A worked example, harvested as test and documentation: a call and what it gives.

    `places` rounds the result before it is compared, where only so much is printed;
    `printed` tells a published number from one derived by the rule.
    """

    call: str = ""
    args: Tuple[object, ...] = ()
    options: str = ""
    gives: object = None
    places: Optional[int] = None
    printed: bool = False
