"""`uscf` event by event: the five steps of the rating algorithm against a calculation of its own.

The calculation follows Glickman and Doan's description word for word, in binary numbers and
with their iterative procedure; the engine solves the same equation exactly.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from random import Random

import pytest
from known_numbers import CODE

from xlrating.engine.errors import EventError, RuleSetError
from xlrating.engine.event import Event, Game, Player
from xlrating.engine.explain import explanation
from xlrating.engine.rating import rate
from xlrating.engine.rules.ruleset import load
from xlrating.engine.terms.provisional import special_by
from xlrating.functions import INITIAL_RATING, NEW_RATING

#: The result with which their procedure takes a value for zero.
EPSILON = 1e-7
DAY = date(2024, 5, 4)


@dataclass
class Entrant:
    """A player before the event: rating (None: unrated), games, history, year of birth."""

    rating: float | None
    games: int | None
    wins: int | None = None
    draws: int | None = None
    born: int | None = None
    played: list[tuple[int, float]] = field(default_factory=list)
    rounds: list[int] = field(default_factory=list)

    @property
    def initial(self) -> float:
        """Step 1: the rating, or the one imputed by age."""
        if self.rating is not None:
            return self.rating
        # "inferred to be an adult": nobody here; others count as 15.
        age = 15 if self.born is None else DAY.year - self.born
        return 1300 if age > 26 else 100 if age < 2 else 50 * age

    @property
    def n(self) -> float:
        """The games before the event; enough of them where they are not known."""
        return (0 if self.rating is None else math.inf) if self.games is None else self.games

    @property
    def effective(self) -> float:
        """Step 2: N', the lesser of N and N*."""
        r = self.initial
        star = 50.0 if r > 2355 else 50 / math.sqrt(0.662 + 0.00000739 * (2569 - r) ** 2)
        return min(star, self.n)

    @property
    def history(self) -> int:
        """1 for nothing but wins so far, -1 for nothing but losses."""
        if not self.games or self.wins is None or self.draws is None:
            return 0
        return 1 if self.wins == self.games else -1 if self.wins == self.draws == 0 else 0


def special(r0: float, n: float, history: int, opponents: list[float], score: float) -> float:
    """The special rating formula, by the steps of its description."""
    m = len(opponents)
    adjusted = r0 - 400 * history
    total = score + n * (1 + history) / 2

    def expectancy(r: float, other: float) -> float:
        return min(1.0, max(0.0, 0.5 + (r - other) / 800))

    def objective(r: float) -> float:
        return n * expectancy(r, adjusted) + sum(expectancy(r, o) for o in opponents) - total

    knots = [c + d for c in (*opponents, adjusted) for d in (-400.0, 400.0)]
    at = (n * adjusted + sum(opponents) + 400 * (2 * score - m)) / (n + m)
    while objective(at) > EPSILON:
        below = max(z for z in knots if z < at)
        here, there = objective(at), objective(below)
        if abs(here - there) < EPSILON:
            at = below
        else:
            at = max(below, at - here * (at - below) / (here - there))
    while objective(at) < -EPSILON:
        above = min(z for z in knots if z > at)
        here, there = objective(at), objective(above)
        if abs(here - there) < EPSILON:
            at = above
        else:
            at = min(above, at - here * (above - at) / (there - here))
    # p of the opponents, and q of the own rating, if it weighs anything.
    near = [o for o in (*opponents, *([adjusted] if n else ())) if abs(at - o) <= 400 + EPSILON]
    if not near:
        below = max(z for z in knots if z < at)
        above = min(z for z in knots if z > at)
        at = max(below, min(above, r0))
    return min(2700.0, at)


def standard(
    r0: float, n: float, met: list[int], opponents: list[float], score: float, b: float
) -> float:
    """The standard rating formula with its bonus."""
    m = len(opponents)
    expected = sum(1 / (1 + 10 ** ((o - r0) / 400)) for o in opponents)
    change = 800 / (n + m) * (score - expected)
    if m >= 3 and max(Counter(met).values()) <= 2:
        change += max(0.0, change - b * math.sqrt(max(m, 4)))
    return r0 + change


def once(one: Entrant, ratings: list[float], b: float) -> float:
    """A rating from the opponents' ratings, by the formula that the player's games ask for."""
    opponents = [ratings[other] for other, _ in one.played]
    score = sum(points for _, points in one.played)
    if not opponents:
        return one.initial
    if one.n <= 8 or one.history:
        return special(one.initial, one.effective, one.history, opponents, score)
    met = [other for other, _ in one.played]
    return standard(one.initial, one.effective, met, opponents, score, b)


def by_the_text(field_: list[Entrant], b: float = 12, passes: int = 2) -> list[float]:
    """Steps 1 to 5: the ratings after the event, not rounded and without floors."""
    ratings = [one.initial for one in field_]
    # Step 3, only to rate opponents on the next step.
    first = [
        special(
            one.initial, 1, 0, [ratings[o] for o, _ in one.played], sum(p for _, p in one.played)
        )
        if one.rating is None and one.played
        else one.initial
        for one in field_
    ]
    for _ in range(passes):
        first = [once(one, first, b) for one in field_]
    return first


def crosstable(seed: int, places: int, rounds: int) -> list[Entrant]:
    """A random Swiss: established, provisional and unrated players, some with one-sided histories."""
    chance = Random(seed)
    field_ = []
    for _ in range(places):
        kind = chance.random()
        rating: float | None = chance.randint(150, 2650)
        games: int | None = chance.choice((None, 26, 40, 300))
        wins = draws = born = None
        if kind < 0.12:
            rating, games = None, chance.choice((None, 0))
            born = chance.choice((None, 1980, 2007, 2015, 2023))
        elif kind < 0.3:
            games = chance.randint(1, 8)
        elif kind < 0.4:
            games = chance.randint(9, 25)
        if rating is not None and games and kind > 0.25 and kind < 0.45:
            wins, draws = chance.choice(((games, 0), (0, 0), (games // 2, 1)))
        field_.append(Entrant(rating, games, wins, draws, born))
    for number in range(1, rounds + 1):
        order = list(range(places))
        chance.shuffle(order)
        for one, two in zip(order[::2], order[1::2], strict=False):
            if chance.random() < 0.1:
                continue
            points = chance.choice((1.0, 1.0, 0.5, 0.0))
            field_[one].played.append((two, points))
            field_[two].played.append((one, 1 - points))
            field_[one].rounds.append(number)
            field_[two].rounds.append(number)
    return field_


def event_of(field_: list[Entrant]) -> Event:
    """The same as an event."""
    people = []
    for no, one in enumerate(field_, 1):
        facts = {"wins": one.wins, "draws": one.draws} if one.wins is not None else {}
        rating = None if one.rating is None else Decimal(str(one.rating))
        people.append(
            Player(no, f"P{no}", rating, games=one.games, born=one.born, facts=dict(facts))
        )
    games = []
    for no, one in enumerate(field_, 1):
        for number, (other, points) in zip(one.rounds, one.played, strict=True):
            if other + 1 > no:
                games.append(Game(number, no, other + 1, CODE[points]))
    return Event(tuple(people), tuple(games), start=DAY)


@pytest.mark.parametrize("seed", range(60))
def test_five_steps(seed: int) -> None:
    """Structure of the Rating Algorithm: random crosstables up to 64 players, to the last digit."""
    field_ = crosstable(seed, (6, 15, 30, 64)[seed % 4], 3 + seed % 5)
    lines = rate(event_of(field_), "uscf").lines
    for one, line, wanted in zip(field_, lines, by_the_text(field_), strict=True):
        if not one.played:
            assert line.new == line.player.rating
            continue
        told = line.player.rating and line.player.rating + (line.change or 0)
        if told is None:
            told = next(s.value for s in line.steps if s.key.startswith("step_special"))
        assert told is not None and float(told) == pytest.approx(wanted, abs=2e-4)
        floored = line.steps[-1].key in ("step_peak_floor", "step_floor")
        # A tie may fall to either side in binary numbers.
        whole = {math.floor(wanted + 0.5 + hair) for hair in (-1e-6, 1e-6)}
        assert line.new in ({line.steps[-1].value} if floored else whole)


@pytest.mark.parametrize("seed", range(20))
def test_special_formula_against_its_procedure(seed: int) -> None:
    """Special rating formula: the equation solved exactly, flat stretches and one-sided histories."""
    chance = Random(seed)
    for _ in range(100):
        opponents = [float(chance.randint(100, 2900)) for _ in range(chance.randint(1, 7))]
        if chance.random() < 0.3:  # so far apart that nothing lies between
            opponents = [chance.choice((300.0, 1300.0, 2600.0)) for _ in opponents]
        score = chance.randint(0, 2 * len(opponents)) / 2
        r0, n = float(chance.randint(100, 2600)), chance.choice((0.0, 1.0, 3.0, 8.0, 12.5))
        history = chance.choice((0, 0, 1, -1)) if n else 0
        found = special_by(
            Decimal(r0), Decimal(n), [Decimal(o) for o in opponents], Decimal(score),
            load("uscf"), history,
        )  # fmt: skip
        wanted = special(r0, n, history, opponents, score)
        assert float(found) == pytest.approx(wanted, abs=1e-3), (r0, n, history, opponents, score)


def test_wins_do_not_lower_and_losses_do_not_raise() -> None:
    """ "A rating does not decrease from wins or increase from losses": not so the approximation."""
    for opponent, score, games in ((1800, 0, 1), (900, 1, 4)):
        own = 1000 if score == 0 else 1500
        assert NEW_RATING(own, [opponent], [score], "uscf", games=games) == own
        approximate = NEW_RATING(own, [opponent], [score], "uscf:passes=one", games=games)
        assert (approximate > own) == (score == 0)


def test_first_ratings() -> None:
    """Special rating formula, unrated: all won is 400 above the best, not above the average."""
    assert INITIAL_RATING([1400, 1500], [1, 1], "uscf") == 1900
    assert INITIAL_RATING([1400, 1500], [1, 1], "uscf:passes=one") == 1850
    assert INITIAL_RATING([1400, 1550, 1650], [1, 0, 0.5], "uscf") == 1533
    # Between 1000 + 400 and 2000 - 400 everything expects one point of two: the start decides.
    assert INITIAL_RATING([900, 2300], [1, 0], "uscf") == 1300


def test_two_newcomers() -> None:
    """Initial ratings: 50 x age, 750 where it is unknown; they rate each other, too."""
    people = (Player(1, "young", born=2014), Player(2, "old"))
    event = Event(people, (Game(1, 1, 2, "1-0"),), start=DAY)
    young, old = rate(event, "uscf").lines
    starts = [
        next(s.value for s in line.steps if s.key == "step_temporary") for line in (young, old)
    ]
    assert starts == [500, 750]
    grown = replace(event, players=(people[0], replace(people[1], facts={"age": 26})))
    assert rate(grown, "uscf").line("old").steps[0].value == 1300
    wanted = by_the_text(
        [Entrant(None, None, born=2014, played=[(1, 1.0)]), Entrant(None, None, played=[(0, 0.0)])]
    )
    assert [young.new, old.new] == [math.floor(w + 0.5) for w in wanted]
    assert [p.games for p in rate(event, "uscf").players()] == [1, 1]
    # The approximating formulas give neither a rating.
    assert [line.new for line in rate(event, "uscf:passes=one").lines] == [None, None]


def test_newcomers_without_a_day() -> None:
    """Initial ratings: "50 x age"; without a day no child is taken for 26 or older."""
    won = (Game(1, 1, 2, "1-0"),)
    undated = Event((Player(1, "young", born=2014), Player(2, "old", born=1980)), won)
    for reference in ("uscf", "uscf@2017-05-01"):
        with pytest.raises(EventError, match="2014, and the temporary rating depends on age"):
            rate(undated, reference)
    assert [line.new for line in rate(replace(undated, start=DAY), "uscf").lines] == [1300, 500]
    # Nothing hangs on it for those of 26 and more, for a typed age, and in one pass.
    grown = replace(undated, players=(Player(1, "one", born=1990), Player(2, "two", born=1980)))
    assert [line.new for line in rate(grown, "uscf").lines] == [1500, 1100]
    typed = replace(
        undated, players=(Player(1, "one", born=2014, facts={"age": 10}), grown.players[1])
    )
    assert rate(typed, "uscf").lines[0].new == rate(replace(typed, start=DAY), "uscf").lines[0].new
    assert [line.new for line in rate(undated, "uscf:passes=one").lines] == [None, None]


def test_opponents_are_taken_with_what_the_first_pass_gives_them() -> None:
    """Structure of the Rating Algorithm: "intermediate ratings", one's own stays that before."""
    people = tuple(Player(no, f"p{no}", Decimal(1500), games=60) for no in range(1, 5))
    games = tuple(
        Game(number, white, black, "1-0")
        for number, (white, black) in enumerate(((1, 2), (1, 3), (2, 4)), 1)
    )
    two, one = (rate(Event(people, games), f"uscf:passes={p}") for p in ("two", "one"))
    first = {line.player.no: line.player.rating + line.change for line in one.lines}  # type: ignore[operator]
    for line in two.lines:
        assert line.player.rating == 1500
        for game in line.games:
            assert game.opponent is not None
            assert float(game.opponent_rating or 0) == pytest.approx(float(first[game.opponent.no]))
    assert two.lines[0].change != one.lines[0].change


@pytest.mark.parametrize("language", ["en", "zh", "ru"])
def test_every_line_is_explained(language: str) -> None:
    """Structure of the Rating Algorithm: each step has its words, for rated and unrated players."""
    report = rate(event_of(crosstable(3, 30, 5)), "uscf")
    for line in report.lines:
        text = explanation(report, line, language)
        assert "{" not in text
    assert "Rated in 2 passes" in explanation(report, report.lines[0]) or language != "en"


def test_history_of_wins_is_known_from_the_first_event_on() -> None:
    """Special rating formula: "either all wins or all losses in all previous rated games"."""
    people = (
        Player(1, "new"),
        *(Player(i, f"p{i}", Decimal(1200), games=50) for i in range(2, 12)),
    )
    won = tuple(Game(i, 1, i + 1, "1-0") for i in range(1, 11))
    after = rate(Event(people, won, start=DAY), "uscf").players()[0]
    assert (after.games, dict(after.facts)["wins"]) == (10, 10)
    again = Event((after, *people[1:]), won[:3], start=DAY)
    keys = {step.key for step in rate(again, "uscf").lines[0].steps}
    assert "step_special_won" in keys
    lost = replace(after, facts={"wins": 4, "draws": 1})
    keys = {
        step.key
        for step in rate(replace(again, players=(lost, *people[1:])), "uscf").lines[0].steps
    }
    assert not any(key.startswith("step_special") for key in keys)


def test_a_provisional_rating_is_no_peak() -> None:
    """Rating floors: "from the highest attained established rating", of 26 games and more."""
    field_ = tuple(Player(no, f"p{no}", Decimal(1900), games=60) for no in range(2, 30))
    me, peaks = Player(1, "new", born=1990), []
    for month, (games, code) in enumerate([(4, "1-0"), *[(8, "0-1")] * 4], 1):
        played = tuple(Game(no, 1, no + 1, code) for no in range(1, games + 1))
        report = rate(Event((me, *field_), played, start=date(2025, month, 1)), "uscf")
        me = report.players()[0]
        peaks.append((me.games, me.peak))
    assert report.lines[0].steps[-1].key == "step_new" and (me.rating or 0) < 1631
    # Established from the fourth event on; a peak that was entered stays.
    assert peaks == [(4, None), (12, None), (20, None), (28, 1631), (36, 1631)]
    entered = Player(1, "new", Decimal(1700), games=8, peak=Decimal(1850))
    report = rate(Event((entered, *field_), played[:1], start=DAY), "uscf")
    assert report.players()[0].peak == 1850


def test_senseless_passes_are_refused(tmp_path: pytest.TempPathFactory) -> None:
    """A rule file: no pass, or a thousand, and a special formula without width are named."""
    source = load("uscf").id
    from xlrating.engine.rules.rulefile import find

    text = find(source).read_text("utf-8")
    for old, new, what in (
        ("times = 2", "times = 0", "passes.times"),
        ("times = 2", "times = 1000", "passes.times"),
        ("games = 8\nper_win = 400", "games = 8\nper_win = 0", "special.per_win"),
    ):
        assert old in text
        path = tmp_path / "own.toml"  # type: ignore[operator]
        path.write_text(text.replace(old, new), "utf-8")
        with pytest.raises(RuleSetError, match=what):
            load(str(path))
