"""FIDE 8.2.4 (2022, 2024), rapid and blitz 7.2.5: newcomers published while an event goes on."""

from __future__ import annotations

import csv
import random
import shutil
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import NamedTuple

import pytest
from needs import EVERY
from test_chain import expected

from xlrating.cli import main
from xlrating.exchange import read_players

CHAIN = Path(__file__).parent / "chain"

#: Table 8.1.1 as it is printed, from .50 to .99.
DP = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158,
    166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366,
    383, 401, 422, 444, 470, 501, 538, 589, 677,
)  # fmt: skip


# --- two small cases -----------------------------------------------------------------------------


@pytest.fixture(params=["fide-8.2.4", "fide-8.2.4-rapid"])
def case(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A list of December that publishes a newcomer, and an event that began in November."""
    folder = Path(shutil.copytree(CHAIN / request.param, tmp_path / request.param))
    for path in folder.rglob("*"):
        path.chmod(0o755)
    return folder


def make(case: Path, sent: str = "events") -> dict[str, dict[str, str]]:
    """The list of January, by name; made again cell by cell."""
    pace = ["--rapid", "*c-games.csv"] if case.name.endswith("rapid") else []
    words = [str(case / sent), "--rules", "fide", "--swiss", "*c-games.csv", *pace]
    words += ["--day", "2026-01-01"]
    base, made = str(case / "2025-12-01.csv"), str(case / "n.csv")
    assert main(["federation", base, *words, "-o", made]) == 0
    assert main(["federation", "verify", made, "--from", base, words[0]]) == 0
    with Path(made).open(encoding="utf-8-sig", newline="") as file:
        return {row["Name"]: row for row in csv.DictReader(file)}


@pytest.mark.parametrize(
    ("sent", "long"), [("events", 10**9), ("events/c-games.csv", 10**9), ("events", 0)]
)
def test_a_newcomer_is_rated_and_unrated_to_the_opponents(
    case: Path, sent: str, long: int, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    """8.2.4, 7.2.5: "in the rating of their opponents they are counted as an unrated player"."""
    # A folder, a file of games, and a list as long as those that are kept in columns.
    monkeypatch.setattr("xlrating.federation.listed.LONG", long)
    found, rating = make(case, sent), "Rapid" if case.name.endswith("rapid") else "Rating"
    clause = "7.2.5" if rating == "Rapid" else "8.2.4"
    assert {name: found[name][rating] for name in found} == {
        "Ann Alpha": "1900", "Cid Gamma": "1850", "Uwe Unrated": "1808", "Bob Beta": "1800",
        "Dee Delta": "1750", "Eve Eps": "1700",
    }  # fmt: skip
    games = "Rapid games counted" if rating == "Rapid" else "Games counted"
    assert [found[name][games] for name in ("Ann Alpha", "Cid Gamma", "Uwe Unrated")] == [
        "",
        "",
        "3",
    ]
    told = capsys.readouterr().out
    assert "rated from 1800, published since; for the opponents an unrated player" in told
    assert clause in told


def test_the_reason_is_explained(case: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: a complaint is answered with the reason: the game of an opponent is not counted."""
    base, events = str(case / "2025-12-01.csv"), str(case / "events")
    words = ["--rules", "fide", "--day", "2026-01-01", "--swiss", "*.csv"]
    words += ["--rapid", "*.csv"] if case.name.endswith("rapid") else []
    assert main(["federation", base, events, *words, "--explain", "Ann Alpha"]) == 0
    assert "the opponent had no rating when the event started" in capsys.readouterr().out
    assert main(["federation", base, events, *words, "--explain", "Uwe Unrated"]) == 0
    assert "1808" in capsys.readouterr().out


@pytest.mark.parametrize("long", [10**9, 0])
@pytest.mark.parametrize(
    ("then", "now", "rapid"),
    [
        # No rating of any kind when the event began: unrated, whatever the standard list has since.
        ("", "1800", ""),
        # The standard rating when it began is used: 1750 wins against 1900 (D 150, .30), draws
        # with 1800 (D 50, .43) and loses to 1850 (D 100, .36): .41 with K 40.
        ("1750", "1800", "1766"),
    ],
)
def test_the_standard_rating_at_the_beginning_stands_in(
    then: str, now: str, rapid: str, long: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    """7.2.1: "If an unrated player has a standard rating at the beginning of a rapid or blitz
    tournament, their standard rating is used"; an event that comes late began a list before.
    """
    monkeypatch.setattr("xlrating.federation.listed.LONG", long)
    case, heading = CHAIN / "fide-8.2.4-rapid", "ID,name,rating,rapid_rating,born,games,rapid_games"
    rows = (case / "2025-11-01.csv").read_text("utf-8").splitlines()[1:]
    for day, own in (("2025-11-01", then), ("2025-12-01", now)):
        text = "\n".join([heading, *rows, f"21,Uwe Unrated,{own},,1990,{'50' if own else ''},"])
        (tmp_path / f"{day}.csv").write_text(text, "utf-8")
    words = [str(tmp_path / "2025-12-01.csv"), str(case / "events"), "--rules", "fide"]
    words += ["--swiss", "*.csv", "--rapid", "*.csv", "--day", "2026-01-01"]
    words += ["--earlier", str(tmp_path / "2025-11-01.csv"), "-o", str(tmp_path / "n.csv")]
    assert main(["federation", *words]) == 0
    with (tmp_path / "n.csv").open(encoding="utf-8-sig", newline="") as file:
        found = {row["Name"]: row["Rapid"] for row in csv.DictReader(file)}
    assert found["Uwe Unrated"] == rapid
    # It is told of those alone who have one.
    assert ("the standard rating of" in capsys.readouterr().out) is bool(then)
    # Whoever plays it is rated, and counts for the opponents, with K 20: -14, -1.4 and 7.2.
    others = {"Ann Alpha": "1900", "Bob Beta": "1800", "Cid Gamma": "1850"}
    if then:
        others = {"Ann Alpha": "1886", "Bob Beta": "1799", "Cid Gamma": "1857"}
    assert {name: found[name] for name in others} == others


# --- chains of three lists, by hand --------------------------------------------------------------

MONTHS = [date(2025, 10, 1), date(2025, 11, 1), date(2025, 12, 1), date(2026, 1, 1)]


class Cup(NamedTuple):
    """An event: its days, and (round, white, black, points of White)."""

    start: date
    end: date
    games: list[tuple[int, str, str, Decimal]]


class Person(NamedTuple):
    """Somebody on a list: rating, games on record, results that wait, and whether some were had."""

    rating: int | None
    games: int
    waiting: tuple[tuple[int, Decimal], ...] = ()
    has_begun: bool = False


List = Mapping[str, Person]


def away(value: Decimal) -> int:
    """8.3.4: "rounded to the nearest whole number. 0.5 is rounded away from zero"."""
    sign = -1 if value < 0 else 1
    return sign * int(abs(value).quantize(Decimal(1), ROUND_HALF_UP))


def first(results: Sequence[tuple[int, Decimal]]) -> int | None:
    """8.2.2, 8.2.3, 7.1.4: five games; two draws with 1800; 2200 at most; 1400 at least."""
    if len(results) < 5:
        return None
    n = len(results) + 2
    average = Decimal(sum(rating for rating, _ in results) + 3600) / n
    share = int(
        ((sum((p for _, p in results), Decimal(1)) / n) * 100).quantize(Decimal(1), ROUND_HALF_UP)
    )
    difference = 800 if share == 100 else -800 if share == 0 else 0
    if 0 < share < 100:
        difference = DP[share - 50] if share >= 50 else -DP[50 - share]
    found = min(2200, int((average + difference).quantize(Decimal(1), ROUND_HALF_UP)))
    return found if found >= 1400 else None


def following(lists: Sequence[List], cups: Sequence[Cup]) -> dict[str, Person]:
    """The next list: "the list in force when it started", 8.2.1, 8.2.4, 8.3.2 to 8.3.4."""
    base, made = lists[-1], {}
    for who, now in base.items():
        gain, n, waiting, has_begun, new = Decimal(0), 0, list(now.waiting), now.has_begun, 0
        for cup in sorted(cups, key=lambda cup: cup.end):
            then = [one for day, one in zip(MONTHS, lists, strict=False) if day <= cup.start][-1]
            met = [
                (then[black if who == white else white].rating, won if who == white else 1 - won)
                for _, white, black, won in cup.games
                if who in (white, black)
            ]
            counted = [(rating, points) for rating, points in met if rating is not None]
            # "rated as a rated player with their current rating".
            own = then[who].rating if then[who].rating is not None else now.rating
            if own is not None:
                gain += sum(
                    (points - expected(own, rating) for rating, points in counted), Decimal(0)
                )
                n += len(counted)
            elif counted:
                is_first, has_begun = not has_begun, True
                if not is_first or any(points for _, points in counted):
                    waiting += counted
                    new += len(counted)
        if now.rating is None:
            rating = first(waiting)
            left = () if rating else tuple(waiting)
            made[who] = Person(rating, now.games + new, left, has_begun)
        else:
            k = 40 if now.games < 30 else 20
            made[who] = Person(now.rating + away(k * gain), now.games + n)
    return made


class Chain:
    """A random season: rated people and newcomers, events within a month and across its end."""

    def __init__(self, seed: int, folder: Path) -> None:
        chance = random.Random(seed)
        self.folder, self.first = folder, dict[str, Person]()
        for no in range(1, 13):
            is_new = no > 7
            rating = None if is_new else chance.randint(1650, 2250)
            games = 0 if is_new else chance.choice((12, 80))
            self.first[str(100 + no)] = Person(rating, games)
        with (folder / "2025-10-01 first.csv").open("w", newline="") as file:
            rows = [(i, f"P {i}", "" if p.rating is None else p.rating, p.games, 1980)
                    for i, p in self.first.items()]  # fmt: skip
            csv.writer(file).writerows([("id", "name", "rating", "games", "born"), *rows])
        self.months = [self._month(at, chance) for at in range(3)]

    def _month(self, at: int, chance: random.Random) -> list[Cup]:
        cups = []
        for number, day in enumerate(sorted(chance.sample(range(1, 25), 3))):
            end = MONTHS[at] + timedelta(day)
            start = end - timedelta(day + 3 if chance.random() < 0.5 and at else min(day, 2))
            people = chance.sample(sorted(self.first), chance.choice((6, 8)))
            games = []
            for round_ in range(1, 4):
                chance.shuffle(people)
                games += [
                    (round_, white, black, Decimal(chance.choice(("1", "0.5", "0"))))
                    for white, black in zip(people[::2], people[1::2], strict=True)
                ]
            cups.append(Cup(start, end, games))
            self._send(at, f"cup {number}", cups[-1])
        return cups

    def _send(self, at: int, name: str, cup: Cup) -> None:
        folder = self.folder / f"2025-{10 + at}"
        folder.mkdir(exist_ok=True)
        codes = {Decimal(1): "1-0", Decimal("0.5"): "½-½", Decimal(0): "0-1"}
        lines = [f"event: {name} of {at}", f"start: {cup.start}", f"end: {cup.end}"]
        lines += ["round,white,black,result"]
        lines += [f"{r},P {white},P {black},{codes[won]}" for r, white, black, won in cup.games]
        (folder / f"{name}.csv").write_text("\n".join(lines), encoding="utf-8")

    def calculated(self) -> list[dict[str, tuple[int | None, int]]]:
        """Ratings and games of the three lists, by hand."""
        lists: list[List] = [self.first]
        for cups in self.months:
            lists.append(following(lists, cups))
        return [{who: (p.rating, p.games) for who, p in one.items()} for one in lists[1:]]

    def rebuilt(self) -> list[dict[str, tuple[int | None, int]]]:
        """The same as the chain of lists that is made of the files."""
        words = [
            self.folder / "2025-10-01 first.csv",
            *(self.folder / f"2025-{10 + at}" for at in range(3)),
        ]
        said = [*map(str, words), "-o", str(self.folder / "out"), "--rules", "fide"]
        said += ["--kind", "csv", "--swiss", "*.csv"]
        assert main(["federation", "rebuild", *said]) == 0
        return self._read("out")

    def month_after_month(self) -> list[dict[str, tuple[int | None, int]]]:
        """The same, each list made from the one before it."""
        (self.folder / "own").mkdir()
        base = shutil.copy(self.folder / "2025-10-01 first.csv", self.folder / "own")
        for at, day in enumerate(MONTHS[1:]):
            made, said = str(self.folder / "own" / f"{day}.csv"), ["--day", str(day), "-o"]
            words = [str(base), str(self.folder / f"2025-{10 + at}"), "--rules", "fide"]
            assert main(["federation", *words, "--swiss", "*.csv", *said, made]) == 0
            base = made
        return self._read("own")

    def _read(self, folder: str) -> list[dict[str, tuple[int | None, int]]]:
        found = []
        for day in MONTHS[1:]:
            people = read_players(self.folder / folder / f"{day}.csv")
            found.append(
                {p.id: (None if p.rating is None else int(p.rating), p.games or 0) for p in people}
            )
        return found


@pytest.mark.parametrize("seed", range(300 if EVERY else 6))
def test_three_lists_by_hand(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """8.2.1 to 8.2.4, 8.3: each rating and number of games of three lists, newcomers across them.

    Every second chain is made month after month, as that of a long list is, from columns.
    """
    chain = Chain(seed, tmp_path)
    if seed % 2:
        monkeypatch.setattr("xlrating.federation.listed.LONG", 0)
    found = chain.month_after_month() if seed % 2 else chain.rebuilt()
    for made, wanted in zip(found, chain.calculated(), strict=True):
        # Who never counted a game is not on record before a first one.
        assert made == {who: one for who, one in wanted.items() if who in made}
        assert all(one == (None, 0) for who, one in wanted.items() if who not in made)


def test_the_chains_have_what_they_are_for(tmp_path: Path) -> None:
    """The chains above have newcomers who are published and play in an event begun before."""
    crossing = 0
    for seed in range(6):
        folder = tmp_path / str(seed)
        folder.mkdir()
        chain = Chain(seed, folder)
        lists: list[List] = [chain.first]
        for cups in chain.months:
            for cup in cups:
                then = [one for day, one in zip(MONTHS, lists, strict=False) if day <= cup.start][
                    -1
                ]
                here = {who for _, *both, _ in cup.games for who in both}
                crossing += sum(
                    then[who].rating is None and lists[-1][who].rating is not None for who in here
                )
            lists.append(following(lists, cups))
    assert crossing >= 6


def test_the_age_in_a_late_event_is_that_of_its_year(tmp_path: Path) -> None:
    """8.3.3: "until the end of the year of their 18th birthday": an event of that year that is
    reported with others of the next one, and that began before the list in force."""
    heads, people = "id,name,rating,born,games", ("1,Ann,2000,2007,90", "2,Bob,2000,1980,90",
                                                  "3,Cid,2000,1980,90")  # fmt: skip
    for day in ("2025-11-01", "2025-12-01"):
        (tmp_path / f"{day}.csv").write_text("\n".join((heads, *people)), "utf-8")
    events = tmp_path / "events"
    events.mkdir()
    for name, first, last, pair in (("a", "2025-11-28", "2025-12-05", "1,2"),
                                    ("b", "2026-01-10", "2026-01-12", "2,3")):  # fmt: skip
        text = (
            f"event: {name}\nstart: {first}\nend: {last}\nround,white,black,result\n1,{pair},1-0\n"
        )
        (events / f"{last} {name}.csv").write_text(text, "utf-8")
    words = [tmp_path / "2025-12-01.csv", events, "--rules", "fide", "--swiss", "*.csv", "-o"]
    said = [*map(str, words), str(tmp_path / "n.csv"), "--day", "2026-02-01"]
    said += ["--earlier", str(tmp_path / "2025-11-01.csv")]
    assert main(["federation", *said]) == 0
    found = {player.name: player.rating for player in read_players(tmp_path / "n.csv")}
    # Ann won with K 40, Bob lost and won with K 20.
    assert found == {"Ann": 2020, "Bob": 2000, "Cid": 1990}


@pytest.mark.parametrize("first", ["stays", "gone"])
def test_a_late_event_of_a_person_merged_since(first: str, tmp_path: Path) -> None:
    """8.3.4: "the list in force": of two lines merged since, that of who stays counts, whose rating
    stays; the one that came first on that list did, in silence."""
    lines = {"stays": "7,One,2300,60,1980\n", "gone": "8,Two,2500,60,1980\n"}
    people = [lines.pop(first), *lines.values(), "9,Opp,2200,60,1980\n"]
    (tmp_path / "2025-11-01.csv").write_text("id,name,rating,games,born\n" + "".join(people))
    (tmp_path / "ledger.csv").write_text(
        "date,id,name,what,old,new,reason\n2025-11-15,8,,merge,,7,two numbers\n"
    )
    words = ["--rules", "fide", "--swiss", "*", "--ledger", str(tmp_path / "ledger.csv")]
    for list_, made, games in (
        ("2025-11-01", "2025-12-01", "1,9,8,1/2-1/2\n"), ("2025-12-01", "2026-01-01", "1,9,7,1-0\n")
    ):  # fmt: skip
        folder = tmp_path / f"for {made}"
        folder.mkdir()
        text = "start: 2025-11-10\nend: 2025-11-12\nround,white,black,result\n"
        (folder / "cup.csv").write_text(text + games)
        paths = [str(tmp_path / f"{list_}.csv"), str(folder), "-o", str(tmp_path / f"{made}.csv")]
        assert main(["federation", *paths, "--day", made, *words]) == 0
    now = {one.id: one.rating for one in read_players(tmp_path / "2026-01-01.csv")}
    was = {one.id: one.rating for one in read_players(tmp_path / "2025-12-01.csv")}
    # Table 8.1.2: 100 points below, .36 expected; K 20.
    assert now["9"] == (was["9"] or 0) + away((1 - Decimal("0.36")) * 20)
