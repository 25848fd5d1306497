"""The columns and the engine: every column of every player the same, nothing near it."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from fractions import Fraction
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from needs import EVERY
from pandas.testing import assert_frame_equal

import xlrating
from bulk.federations import Columns, federation, keyed, references, skewed
from xlrating.bulk import rate_period, us_chess
from xlrating.bulk.by_engine import all_lines, lines_among
from xlrating.bulk.coefficient import ages_asked
from xlrating.bulk.days import days
from xlrating.bulk.edition import last_day, refuse_undated, years_of_players
from xlrating.bulk.fixed import rounded
from xlrating.bulk.games import games as read_games
from xlrating.bulk.glicko import CLOSE
from xlrating.bulk.kernels import KERNELS, rate_columns
from xlrating.bulk.people import in_years, people
from xlrating.bulk.rated import Rated
from xlrating.engine.errors import EventError, RatingError, RuleSetError
from xlrating.engine.event import Event
from xlrating.engine.frames import columns_of
from xlrating.engine.inspection import hangs_on_day
from xlrating.engine.rating import rate
from xlrating.engine.rounding import ROUNDINGS
from xlrating.engine.rules.ruleset import RuleSet, available, load

#: Federations of each rule set, edition and choice; a whole run takes half an hour of a processor.
FEDERATIONS = int(os.environ.get("XLRATING_FEDERATIONS", 500 if EVERY else 2))
#: So many of them go through frames on both ways, the others from columns to columns.
WHOLE = 20
#: A file that remembers how many of which reference were equal: what was interrupted goes on.
DONE = os.environ.get("XLRATING_FEDERATIONS_DONE", "")
#: Which part of the references, ``1/2`` for the first of two.
PART, PARTS = map(int, os.environ.get("XLRATING_FEDERATIONS_PART", "1/1").split("/"))


def by_engine(players: Any, games: Any, reference: str, day: date | None) -> Any:
    """The same frame from the engine's own lines."""
    rules = load(reference, day)
    who = people(players, rules, day)
    played = read_games(games, who)
    if (last := last_day(played, rules)) is not None:
        rules, day = load(reference, day or last), last
    rated = Rated(who, rules, day)
    rated.put_lines(range(who.size), all_lines(who, played, rules, day, "swiss"))
    return rated.frame()


def outcome(function: Any, *args: Any) -> Any:
    """The frame, or the error in words."""
    try:
        return function(*args)
    except RatingError as error:
        return type(error).__name__


def same(found: Any, expected: Any, rules: RuleSet, what: str) -> None:
    """Each column as the engine has it; those of Glicko and US Chess as near as is promised."""
    if rules.deviation is None and rules.special is None:
        assert_frame_equal(found, expected, check_exact=True, obj=what)
        return
    whole = ["no", "id", "name", "rating", "points", "n", "score", "listed", "games"]
    whole += ["periods"] if rules.deviation is not None else ["wins", "draws", "events", "peak"]
    if rules.change.rounding != "none":
        whole += ["new"]
    assert_frame_equal(found[whole], expected[whole], check_exact=True, obj=what)
    assert_frame_equal(found, expected, check_exact=False, rtol=CLOSE, atol=1e-9, obj=what)


@pytest.mark.in_turn
@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "reference", [r for r in references() if load(r).method in KERNELS][PART - 1 :: PARTS]
)
def test_every_column_of_every_player(reference: str) -> None:
    """ "500 random federations for every rule set and edition that rates events: 0 differences",
    with IDs as texts, whole numbers and categories, and games of all or of a few.
    """
    rules = load(reference)
    for seed in range(done().get(reference, 0), FEDERATIONS):
        players, games, day = federation(seed, rules)
        games = skewed(games, seed)
        if seed < WHOLE or rules.deviation is not None or rules.special is not None:
            found = outcome(partial(rate_period, day=day), *keyed(players, games, seed), reference)
            expected = outcome(by_engine, players, games, reference, day)
            assert type(found) is type(expected), (seed, found, expected)
            if isinstance(found, str):
                assert found == expected, seed
            else:
                same(found, expected, rules, f"seed {seed}")
        else:
            same_columns(players, games, reference, day, seed)
        if DONE and (seed + 1) % 50 == 0:
            with Path(DONE).open("a") as file:
                file.write(f"{reference}\t{seed + 1}\n")


def same_columns(players: Any, games: Any, reference: str, day: date | None, seed: int) -> None:
    """The same of players and games read once, and of columns that no frame was made of."""
    rules = load(reference, day)
    who, of_year = people(players, rules, day), people(keyed(players, games, seed)[0], rules, day)
    try:
        played = read_games(games, who)
    except RatingError:
        return  # told before anything is rated
    own = read_games(keyed(players, games, seed)[1], of_year)
    for side in ("white", "black"):
        np.testing.assert_array_equal(getattr(own, side), getattr(played, side), f"seed {seed}")
    if (last := last_day(played, rules)) is not None:
        rules, day = load(reference, day or last), last
        of_year = in_years(of_year, years_of_players(played, rules, who.size, last.year))
    found = outcome(rate_columns, of_year, own, rules, day, "swiss")
    lines = outcome(all_lines, who, played, rules, day, "swiss")
    if isinstance(found, str) or isinstance(lines, str):
        assert found == lines, seed
        return
    expected = Rated(who, rules, day)
    expected.put_lines(range(who.size), lines)
    for name, column in found.columns.items():
        ours, theirs = column, expected.columns[name]
        # A column of nothing may not be there.
        are_texts = np.asarray(theirs if ours is None else ours).dtype.hasobject
        blank = ["" if are_texts else np.nan] * who.size
        ours, theirs = (blank if one is None else one for one in (ours, theirs))
        if are_texts:
            assert list(ours) == list(theirs), (seed, name)
        else:
            np.testing.assert_array_equal(ours, theirs, f"seed {seed}, {name}")


def asks_ages(rules: RuleSet) -> bool:
    """Whether a K or a first rating of these rules may hang on an age."""
    return rules.coefficient is not None and bool(ages_asked(rules) or rules.passes)


@pytest.mark.in_turn
@pytest.mark.parametrize("reference", [r for r in references() if asks_ages(load(r))])
def test_whose_k_hangs_on_an_unknown_day(reference: str) -> None:
    """Columns leave to the engine whom it may refuse for want of a day, and nobody else escapes."""
    rules = load(reference)
    low, high = (float(bound) for bound in rules.bounds)
    ratings = [None, *(one for one in (0.0, 900.0, 2290.0, 2310.0, 2450.0) if low <= one <= high)]
    kinds = list(product(ratings, (None, 20), (None, 3, 40), (1950, 1998, 2004, 2012, 2020)))
    columns = dict(zip(("rating", "k", "games", "born"), zip(*kinds, strict=True), strict=True))
    who = people({"no": list(range(1, len(kinds) + 1)), **columns}, rules, None)
    for row, player in enumerate(who.players(range(len(kinds)))):
        plays = np.arange(len(kinds)) == row
        told = outcome(refuse_undated, who, plays, rules)
        assert bool(told) == bool(hangs_on_day(player, Event((player,)), rules)), kinds[row]


@pytest.mark.parametrize(("reference", "seed"), [
    # A cap that favours a player once in an event, with White or with Black.
    ("fide@2022-01-01", 1009),
    # A change that is nothing but the last digit of a third.
    ("ingo:limit=50", 1005), ("ingo:limit=40", 177),
    # A half that is the sum of thirds.
    ("ingo:digits=whole", 135),
])  # fmt: skip
def test_what_random_federations_have_found(reference: str, seed: int) -> None:
    """ "0 differences", where there once was one."""
    players, games, day = federation(seed, load(reference))
    found = rate_period(players, games, reference, day=day)
    same(found, by_engine(players, games, reference, day), load(reference), reference)


def done() -> dict[str, int]:
    """How many federations of each reference were equal so far."""
    lines = Path(DONE).read_text().splitlines() if DONE and Path(DONE).exists() else []
    return {reference: int(number) for reference, number in (one.split("\t") for one in lines)}


EVENTS = Path(__file__).parents[1] / "events"


def real_events() -> list[Path]:
    """Every file of a real event that is read by itself."""
    files = sorted(EVENTS.rglob("*"))
    return [f for f in files if f.suffix in (".csv", ".trf", ".xlsx") and "players" not in f.name]


@pytest.mark.in_turn
@pytest.mark.parametrize("path", real_events(), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_real_events(path: Path) -> None:
    """ "the same on every real event in `tests/events/`", by every rule set that takes it."""
    event = xlrating.read(path)
    players, games = event.to_frames()
    for name in available():
        day = event.day(load(name).dated_by)
        try:
            rules = load(name, day)
        except RuleSetError:
            continue  # older than the first edition
        if rules.method == "none":
            continue
        found = outcome(partial(rate_period, day=day, format=event.format), players, games, rules)
        expected = outcome(in_lines, event, rules, players, day)
        assert type(found) is type(expected), (name, found, expected)
        if not isinstance(found, str):
            same(found, expected, rules, name)


def in_lines(event: Event, rules: RuleSet, players: Any, day: date | None) -> Any:
    """The frame of an event as the engine rates it."""
    rated = Rated(people(players, rules, day), rules, day)
    alike = Event(event.players, event.games, format=event.format, start=day, end=day)
    rated.put_lines(range(len(event.players)), rate(alike, rules).lines)
    return rated.frame()


@pytest.mark.parametrize("several", [False, True])
@pytest.mark.parametrize("size", [2, 3])
def test_a_match_is_told_from_an_event(size: int, several: bool) -> None:
    """FIDE 6.1: two players are a match, which none without rating is rated in; three are none."""
    players: Columns = {"name": ["N", "A", "B"][:size], "rating": [None, 1800, 1900][:size]}
    games: Columns = {"white": ["N"] * 6, "black": ["A"] * 6, "result": ["1-0", "0-1"] * 3}
    if several:
        # Whoever meets one of three alone meets one of three.
        games["event"] = ["one"] * 6
        if size == 3:
            games = {key: [*column, more] for (key, column), more in zip(
                games.items(), ("A", "B", "1-0", "one"), strict=True)}  # fmt: skip
    found = rate_period(players, games, "fide@2024-03-01")
    assert_frame_equal(found, by_engine(players, games, "fide@2024-03-01", None), check_exact=True)
    assert found["n"].tolist()[0] == (6 if size == 3 else 0)


def test_each_event_has_an_average_of_its_own() -> None:
    """Regulations of China, `[average] per = "event"`: two events are not one with three opponents."""
    players: Columns = {"name": ["A", "B", "C"], "rating": [1800, 2000, 1450]}
    games: Columns = {"white": ["A", "A", "C"], "black": ["B", "C", "B"],
                      "result": ["1-0", "1-0", "1/2-1/2"], "event": ["one", "two", "two"]}  # fmt: skip
    found = rate_period(players, games, "china-pro")
    assert_frame_equal(found, by_engine(players, games, "china-pro", None), check_exact=True)
    assert found["new"].tolist() == [1815, 1985, 1455]


#: Rule sets that calculate in real numbers: with K = 15, or 800 / (159 + 1), a half is the change.
REAL = {
    "elo:model=logistic": 15, "elo:model=normal200r2": 15, "elo:model=normal2000_7": 15,
    "elo:rated=each game,model=logistic": 15, "dwz": 159, "dwz@2016": 159,
    "elo-normal:games=rating": 15, "nevzorov": 15,
}  # fmt: skip


@pytest.mark.parametrize("reference", [one for one in REAL if not one.startswith("elo-normal")])
def test_on_a_rounding_edge(reference: str) -> None:
    """ "A case built to sit on a rounding edge for each real-number rule set"."""
    k = REAL[reference]
    players = {"name": ["A", "B"], "rating": [1801, 1801], "k": [k, k], "age": [30, 30]}
    games = {"round": [1], "white": ["A"], "black": ["B"], "result": ["1-0"]}
    found = rate_period(players, games, reference)
    assert_frame_equal(found, by_engine(players, games, reference, None), check_exact=True)
    if load(reference).change.rounding != "none" and load(reference).outcomes is None:
        assert abs(found["change"] * 2).tolist() == [15, 15] if k == 15 else [5, 5]


def test_by_colour_on_a_rounding_edge() -> None:
    """What has more decimals than the curve tips no half: 15.5 for a win where 1e-27 is expected."""
    players = {"name": ["A", "B"], "rating": [3000, 100], "k": [15.5, 15.5]}
    games = {"round": [1, 2, 3, 4], "white": list("AAAB"), "black": list("BBBA")}
    games["result"] = ["1-0", "1-0", "0-1", "0-1"]
    found = rate_period(players, games, "nevzorov:rating=whole")
    assert found["new"].tolist() == [2985, 116]
    engine = by_engine(players, games, "nevzorov:rating=whole", None)
    assert_frame_equal(found, engine, check_exact=True)


@pytest.mark.parametrize("reference", ["glicko:rounding=whole", "glicko2:rounding=whole"])
def test_glicko_on_a_rounding_edge(reference: str) -> None:
    """Whoever is nearer to a half than the columns are sure of is the engine's to round."""
    games = {"round": [1, 2], "white": ["A", "A"], "black": ["B", "B"], "result": ["1-0", "½-½"]}
    exact = reference.partition(":")[0]
    for more in (-1e-9, 0, 1e-9, 1e-7):
        players = {"name": ["A", "B"], "rating": [1512.0, 1630.0], "rd": [80, 120]}
        change = rate_period(players, games, exact)["change"]
        players["rating"] = [round(1500.5 - change[0] + more, 9), 1618.5 - change[0]]
        rules = load(reference)
        who = people(players, rules, None)
        rated = Rated(who, rules)
        left = KERNELS["glicko"](rated, read_games(games, who), rules, "swiss")
        assert 0 in left
        found = rate_period(players, games, reference)
        same(found, by_engine(players, games, reference, None), rules, str(more))


@pytest.mark.in_turn
@pytest.mark.parametrize("reference", ["uscf", "uscf@2008-01-01"])
def test_us_chess_on_a_rounding_edge(reference: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is nearer to a half than the columns are sure of is the engine's, with all others."""
    games = {"round": [1, 2, 3], "white": list("AAB"), "black": list("BCC"), "result": ["1-0"] * 3}
    players: dict[str, Any] = {"name": list("ABC"), "rating": [1500.0, 1630, 1400]}
    players["games"] = [100, 30, 50]
    asked: list[int] = []

    def watched(rows: Any, *args: Any) -> Any:
        asked.extend(rows.tolist())
        return lines_among(rows, *args)

    monkeypatch.setattr(us_chess, "lines_among", watched)
    for more in (-1e-9, 0, 1e-9):
        for _ in range(30):
            change = rate_period(players, games, reference)["change"]
            players["rating"][0] = round(1520.5 - change[0] + more, 9)
        asked.clear()
        found = rate_period(players, games, reference)
        assert 0 in asked
        same(found, by_engine(players, games, reference, None), load(reference), str(more))
    players["rating"][0] = round(players["rating"][0] + 0.1, 9)
    asked.clear()
    rate_period(players, games, reference)
    assert not asked


def test_a_narrow_stretch_of_special_ratings() -> None:
    """Where all from 1800 to 1801 fit, both take the same (US Chess, special formula)."""
    players = {
        "name": list("xabcd"), "rating": [None, 1399, 1400, 2201, 2401],
        "games": [None, 50, 8, 50, 50], "age": [26, None, None, None, None],
    }  # fmt: skip
    games = {
        "round": [1, 2, 3, 4], "white": list("xaxc"), "black": list("dxbx"),
        "result": ["1-0", "1-0", "½-½", "½-½"],
    }  # fmt: skip
    found, expected = rate_period(players, games, "uscf"), by_engine(players, games, "uscf", None)
    assert found["new"].tolist() == [1819, 1444, 1445, 2193, 2386]
    assert found["average"][1:].tolist() == [1801] * 4
    assert_frame_equal(found[["average", "new"]], expected[["average", "new"]], rtol=1e-12)


def test_the_same_in_every_package(tmp_path: Path) -> None:
    """ "DataFrame, Arrow table or path of Parquet/CSV in", and the same numbers out."""
    rules = load("fide@2025-10-01")
    players, games, day = federation(5, rules, 40)
    expected = rate_period(players, games, rules, day=day)
    frames = pd.DataFrame(players), pd.DataFrame(games)
    packs: list[Callable[[Any], Any]] = [
        lambda frame: frame,
        pl.DataFrame,
        pa.Table.from_pandas,
        lambda frame: frame.convert_dtypes(),
        lambda frame: frame.convert_dtypes(dtype_backend="pyarrow"),
    ]
    for pack in packs:
        packed = [pack(frame) for frame in frames]
        found = rate_period(packed[0], packed[1], rules, day=day)
        assert type(found) is type(packed[0])
        assert list(columns_of(found)) == list(expected.columns)
        for name, column in columns_of(expected).items():
            assert columns_of(found)[name] == column, name
    # What is missing is null, and a frame without rows has the same columns.
    found, none = (
        rate_period(pl.DataFrame(people), pl.DataFrame(played), rules, day=day)
        for people, played in (frames, [frame[:0] for frame in frames])
    )
    assert found.schema == none.schema
    nulls = {name: int(own.isna().sum()) for name, own in expected.items()}
    assert {name: found[name].null_count() for name in nulls} == nulls
    assert nulls["performance"] and not any(
        own.is_nan().any() for own in found.select(pl.selectors.float())
    )
    found, none = (
        rate_period(pa.Table.from_pandas(people), pa.Table.from_pandas(played), rules, day=day)
        for people, played in (frames, [frame[:0] for frame in frames])
    )
    assert found.schema == none.schema
    assert {name: found[name].null_count for name in nulls} == nulls
    # What is not calculated yet is, and comes out so.
    plans = [pl.DataFrame(one).lazy() for one in frames]
    lazy = rate_period(plans[0], plans[1], rules, day=day)
    assert columns_of(lazy)["new"] == columns_of(expected)["new"]
    for write, ending in (("to_parquet", "parquet"), ("to_csv", "csv")):
        paths = [tmp_path / f"{name}.{ending}" for name in ("players", "games")]
        for frame, path in zip(frames, paths, strict=True):
            getattr(frame, write)(path, index=False)
        assert_frame_equal(rate_period(paths[0], paths[1], rules, day=day), expected)


WRONG: tuple[tuple[dict[str, Any], dict[str, Any], str], ...] = (
    ({}, {"white": ["C"]}, "games, row 1: white 'C' is none of the players"),
    ({}, {"white": ["B"]}, "games, row 1: player 2 is paired with themselves"),
    ({}, {"result": ["2-0"]}, "games, row 1: result '2-0' is unknown"),
    ({}, {"result": [True]}, "games, row 1: result 'True' is unknown"),
    ({}, {"black": [None]}, "games, row 1: result 1-0 needs two players"),
    ({}, {"white": [None]}, "games, row 1: White is missing"),
    ({"rating": [2000, 9000]}, {}, "players, row 2: "),
    ({"rating": [2000, "strong"]}, {}, "players, row 2: rating is the text 'strong'"),
    ({"games": [3, 1.5]}, {}, "players, row 2: games is 1.5; a whole number"),
    ({"id": ["7", "7"]}, {}, "players, row 2: "),
    ({"k": [20, 400]}, {}, "players, row 2: "),
    ({"k": [20, 200.5]}, {}, "players, row 2: "),
    ({"no": [3, 3]}, {}, "players, row 2: player number 3"),
    ({}, {"round": [0]}, "games, row 1: "),
    ({"rating": [2000]}, {}, "players: column name has 2 rows, column rating 1; "),
)


#: What is no frame, or a frame that says one thing twice.
NO_FRAMES = (
    ([{"name": "A"}], "players is a list; a frame is expected"),
    (pa.RecordBatch.from_pydict({"name": ["A"]}), "players is a RecordBatch; a frame is expected"),
    (pd.DataFrame([["A", 1, 2]], columns=["name", "rating", "rating"]),
     "the columns rating / rating mean the same"),
)  # fmt: skip


@pytest.mark.parametrize(("players", "words"), NO_FRAMES, ids=[one[1] for one in NO_FRAMES])
def test_what_is_no_frame_is_refused(players: Any, words: str) -> None:
    """One clear error, whatever somebody holds."""
    with pytest.raises(RatingError, match=f"^{words}"):
        rate_period(players, {"white": [1], "black": [1], "result": ["1-0"]}, "fide")


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("zone", [None, "Asia/Shanghai", "America/New_York"])
def test_a_day_is_that_of_its_own_place(zone: str | None) -> None:
    """Midnight in Shanghai is still the day before in Greenwich; midnight is of the new year."""
    dates = pd.to_datetime(["2026-01-01 00:00", "2026-01-01 23:59"]).tz_localize(zone)
    assert days(pd.Series(dates)).tolist() == [date(2026, 1, 1).toordinal()] * 2


@pytest.mark.parametrize(("players", "games", "words"), WRONG, ids=[one[2] for one in WRONG])
def test_what_is_wrong_is_named_with_its_row(
    players: dict[str, Any], games: dict[str, Any], words: str
) -> None:
    """ "the same error as the engine's, with the row"."""
    people_ = {"name": ["A", "B"], "rating": [2000, 2100], **players}
    played = {"round": [1], "white": ["A"], "black": ["B"], "result": ["1-0"], **games}
    with pytest.raises(RatingError) as error:
        rate_period(people_, played, "fide")
    assert str(error.value).startswith(words)


@pytest.mark.parametrize("room", [0, 16])
def test_nobody_plays_twice_in_a_round(room: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where rounds are said they are held against who plays in them."""
    monkeypatch.setattr("xlrating.bulk.fixed.ROOM", room)
    games = {"round": [1, 1], "white": ["A", "C"], "black": ["B", "A"], "result": ["1-0", "1-0"]}
    players = {"name": ["A", "B", "C"], "rating": [2000] * 3}
    with pytest.raises(EventError, match=r"^games, row 2: player 1 "):
        rate_period(players, games, "fide")
    assert len(rate_period(players, {**games, "round": [1, 2]}, "fide")) == 3


NUMBERS = st.integers(-(10**6), 10**6)


@given(NUMBERS, st.integers(1, 10**4), st.sampled_from(sorted(ROUNDINGS)), st.integers(0, 3))
@settings(max_examples=200, deadline=None)
def test_roundings_of_columns(over: int, under: int, rounding: str, places: int) -> None:
    """The roundings of fractions are those of the engine, also where numbers need more than 64 bits."""
    assume(rounding != "none" and all(under % p for p in (3, 7, 11, 13)))
    assume(Fraction(over, under).denominator in (1, 2, 4, 5, 8, 10, 16, 20, 25, 40, 50, 100))
    expected = ROUNDINGS[rounding](Decimal(over) / under, places)
    for column in (np.array([over]), np.array([over], dtype=object)):
        found = rounded(column, under, rounding, places)
        assert Decimal(int(found[0])).scaleb(-places) == expected
    huge = rounded(np.array([over * 10**15], dtype=object), under * 10**15, rounding, places)
    assert Decimal(int(huge[0])).scaleb(-places) == expected


def test_play_offs_are_marked_as_in_lists() -> None:
    """Every word of `engine.vocabulary.booleans` marks a play-off, and no other word passes for none."""
    players = {"name": ["A", "B", "C"], "rating": [2400, 2300, 2350], "sex": ["m", "m", "m"]}
    games = {"round": [1, 2, 3], "white": ["A", "B", "B"], "black": ["B", "C", "A"],
             "result": ["½-½", "1-0", "1-0"]}  # fmt: skip

    def rated(marks: Any) -> Any:
        return rate_period(players, {**games, "playoff": marks}, "cxa-rapid", day=date(2025, 5, 1))

    marked, unmarked = rated(["", "", "x"]), rate_period(players, games, "cxa-rapid")
    assert not marked.equals(unmarked)
    for marks in (["", "no", "yes"], [None, "нет", "да"], [np.nan, 0.0, 1.0], [False, False, True]):
        assert_frame_equal(rated(marks), marked)
    with pytest.raises(RatingError, match="games, row 2: playoff is 'perhaps'"):
        rated(["", "perhaps", ""])
