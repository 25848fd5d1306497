"""Malaysia: whoever misses all three national events of a year without reason loses 3 %."""

from __future__ import annotations

import csv
import random
import shutil
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import NamedTuple

import pytest
from needs import EVERY
from test_chain import BOUNDS

from xlrating.cli import main
from xlrating.exchange import read_players

CHAIN = Path(__file__).parent / "chain" / "malaysia-absence"
#: 大马棋王赛、全国团体（个人）赛、全国国庆日锦标赛, as files name them.
NATIONAL = ("king", "team", "day")
#: "30分、25分、20分 …" for the first places.
BONUS = (30, 25, 20)


# --- a small case --------------------------------------------------------------------------------


@pytest.fixture
def case(tmp_path: Path) -> Path:
    """A list of January, the national event of the first half of the year, those of the second."""
    folder = Path(shutil.copytree(CHAIN, tmp_path / "case"))
    for path in folder.rglob("*"):
        path.chmod(0o755)
    return folder


def ratings(path: Path) -> dict[str, int]:
    """The ratings of a list by name."""
    return {player.name: int(player.rating or 0) for player in read_players(path)}


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_a_year_in_two_lists(case: Path, kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    """若三个比赛都不参加 … 扣3%: the list of July carries who played in the first of them."""
    first, second = case / f"2025-07-01.{kind}", case / f"2026-01-01.{kind}"
    base = case / "2025-01-01.csv"
    for before, sent, made in ((base, "first-half", first), (first, "second-half", second)):
        words: list[object] = [before, case / sent, "--day", made.stem, "-o", made]
        assert main(["federation", *map(str, words)]) == 0
        assert (
            main(["federation", "verify", str(made), str(case / sent), "--from", str(before)]) == 0
        )
    now = ratings(first)
    assert (now["Eng"], now["Foo"]) == (2350, 1500)
    now = ratings(second)
    assert (now["Eng"], now["Foo"]) == (2279, 1455)
    told = capsys.readouterr()
    assert "include king, but not day, team" in (told.out + told.err).replace(
        "team, day", "day, team"
    )
    said = [str(one) for one in (first, case / "second-half", "--day", "2026-01-01")]
    assert main(["federation", *said, "--explain", "Eng"]) == 0
    assert "2279" in capsys.readouterr().out


def test_a_year_made_again(case: Path) -> None:
    """The same by rebuild, and in the next year nobody loses anything for the last one."""
    for old, new in (("first-half", "2025-06"), ("second-half", "2025-12")):
        (case / old).rename(case / new)
    later = case / "2026-02"
    later.mkdir()
    (later / "cup.csv").write_text(
        "start: 2026-02-01\nend: 2026-02-01\nround,white,black,result\n1,Ali,Bo,1-0\n", "utf-8"
    )
    words: list[object] = [
        case / "2025-01-01.csv",
        *(case / one for one in ("2025-06", "2025-12", "2026-02")),
    ]
    words += ["-o", case / "out", "--kind", "csv", "--rules", "malaysia"]
    assert main(["federation", "rebuild", *map(str, words)]) == 0
    for day in ("2026-01-01", "2026-03-01"):
        now = ratings(case / "out" / f"{day}.csv")
        assert (now["Eng"], now["Foo"]) == (2279, 1455)


def test_what_the_list_before_does_not_say_is_told(
    case: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: without the account of the list of July nobody is fined, and that is said."""
    made = case / "2025-07-01.csv"
    made.write_text((case / "2025-01-01.csv").read_text("utf-8"), "utf-8")
    words = [str(one) for one in (made, case / "second-half", "--day", "2026-01-01")]
    assert main(["federation", *words, "-o", str(case / "n.csv")]) == 0
    told = capsys.readouterr()
    assert "but not king" in told.out + told.err
    assert ratings(case / "n.csv")["Eng"] == 2350


def test_a_file_of_games(case: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: a file of games, which columns rate elsewhere, knows who stayed away, too."""
    words = [case / "2025-01-01.csv", case / "first-half" / "king-games.csv"]
    made = case / "2025-07-01.csv"
    assert main(["federation", *map(str, words), "--day", made.stem, "-o", str(made)]) == 0
    told = capsys.readouterr()
    assert "include king, but not team, day" in told.out + told.err


# --- chains of three lists, by hand --------------------------------------------------------------


class Cup(NamedTuple):
    """An event: its day, which national one, (white, black, points of White) a round, the places."""

    day: date
    national: str
    rounds: list[list[tuple[str, str, Decimal]]]
    places: tuple[str, ...]


def away(value: Decimal) -> int:
    """四舍五入 of the change, a half away from zero."""
    sign = -1 if value < 0 else 1
    return sign * int(abs(value).quantize(Decimal(1), ROUND_HALF_UP))


def k_of(rating: int) -> int:
    """棋手等级分 → K: below 1500 55, 1500-1799 40, 1800-2099 25, 2100 and more 10."""
    return 55 if rating < 1500 else 40 if rating < 1800 else 25 if rating < 2100 else 10


def after_game(white: int, black: int, won: Decimal, is_last: bool) -> tuple[int, int]:
    """R₁ = R₀ + K(W - We): 数据表 to 734; the K of the higher one who wins, else of the lower."""
    high, low = max(white, black), min(white, black)
    gap = high - low
    share = Decimal(50 + sum(gap > (734 if bound == 735 else bound) for bound in BOUNDS)) / 100
    of_high = won if white >= black else 1 - won
    k = k_of(high if of_high == 1 else low) + (15 if is_last else 0)
    change = away(k * (of_high - share))
    return (white + change, black - change) if white >= black else (white - change, black + change)


def following(
    listed: Mapping[str, int], cups: Sequence[Cup], met: dict[str, set[str]]
) -> dict[str, int]:
    """The next list; `met` is who met somebody in which national event of the year so far."""
    now, is_due = dict(listed), len(met) < len(NATIONAL)
    for cup in sorted(cups, key=lambda cup: cup.day):
        for number, games in enumerate(cup.rounds, 1):
            for white, black, won in games:
                is_last = number > len(cup.rounds) - 2
                now[white], now[black] = after_game(now[white], now[black], won, is_last)
        for who, points in zip(cup.places, BONUS, strict=False):
            now[who] += points
        if cup.national:
            here = {who for games in cup.rounds for *both, _ in games for who in both}
            met.setdefault(cup.national, set()).update(here)
    if is_due and len(met) == len(NATIONAL):
        for who in set(now) - set().union(*met.values()):
            now[who] -= away(now[who] * Decimal("0.03"))
    return now


MONTHS = {0: (2025, 3), 1: (2025, 8), 2: (2025, 12)}
DAYS = ("2025-04-01", "2025-09-01", "2026-01-01")


class Year:
    """A random year of three lists: where its national events lie, who plays in them."""

    def __init__(self, seed: int, folder: Path) -> None:
        chance = random.Random(seed)
        self.folder = folder
        self.first = {f"P{no}": chance.randint(1400, 2350) for no in range(1, 11)}
        with (folder / "2025-01-01.csv").open("w", newline="") as file:
            rows = [(no, who, rating) for no, (who, rating) in enumerate(self.first.items(), 1)]
            csv.writer(file).writerows([("id", "name", "rating"), *rows])
        of = {national: chance.randrange(3) for national in NATIONAL}
        self.cups: list[list[Cup]] = [[], [], []]
        for at, cups in enumerate(self.cups):
            names = [national for national in NATIONAL if of[national] == at]
            days = iter(sorted(chance.sample(range(1, 28), len(names) + 1)))
            for national in ["", *names]:
                cups.append(self._cup(date(*MONTHS[at], next(days)), national, chance))
                self._send(at, f"cup {national}", cups[-1])

    def _cup(self, day: date, national: str, chance: random.Random) -> Cup:
        people = chance.sample(sorted(self.first), 4)
        rounds = []
        for _ in range(chance.choice((2, 3, 4))):
            chance.shuffle(people)
            won = [Decimal(chance.choice(("1", "0.5", "0"))) for _ in range(2)]
            rounds.append([(*people[:2], won[0]), (*people[2:], won[1])])
        places = tuple(chance.sample(people, 3)) if national else ()
        return Cup(day, national, rounds, places)  # type: ignore[arg-type]

    def _send(self, at: int, name: str, cup: Cup) -> None:
        folder = self.folder / "{}-{:02}".format(*MONTHS[at])
        folder.mkdir(exist_ok=True)
        codes = {Decimal(1): "1-0", Decimal("0.5"): "½-½", Decimal(0): "0-1"}
        lines = [f"event: {name}", f"start: {cup.day}", f"end: {cup.day}"]
        lines += [f"national: {cup.national}", "round,white,black,result"]
        lines += [
            f"{number},{white},{black},{codes[won]}"
            for number, games in enumerate(cup.rounds, 1)
            for white, black, won in games
        ]
        (folder / f"{name}-games.csv").write_text("\n".join(lines), encoding="utf-8")
        people = dict.fromkeys(who for games in cup.rounds for *both, _ in games for who in both)
        rows = ["name,bonus_place"]
        rows += [
            f"{who},{cup.places.index(who) + 1 if who in cup.places else ''}" for who in people
        ]
        (folder / f"{name}-players.csv").write_text("\n".join(rows), encoding="utf-8")

    def calculated(self) -> Iterator[dict[str, int]]:
        """The three lists, by hand."""
        now, met = dict(self.first), dict[str, set[str]]()
        for cups in self.cups:
            now = following(now, cups, met)
            yield now

    def rebuilt(self) -> Iterator[dict[str, int]]:
        """The same from the files."""
        folders = [self.folder / "{}-{:02}".format(*month) for month in MONTHS.values()]
        words = [self.folder / "2025-01-01.csv", *folders, "-o", self.folder / "out"]
        said = [*map(str, words), "--rules", "malaysia", "--kind", "csv"]
        assert main(["federation", "rebuild", *said]) == 0
        for day in DAYS:
            yield ratings(self.folder / "out" / f"{day}.csv")


@pytest.mark.parametrize("seed", range(300 if EVERY else 6))
def test_three_lists_by_hand(seed: int, tmp_path: Path) -> None:
    """K 的算法, 注（最后二轮 +15）, 名次加分, 扣3%: every rating of the three lists of a year."""
    year = Year(seed, tmp_path)
    assert list(year.rebuilt()) == list(year.calculated())
