"""A chain of lists: three months made, verified, corrected, made again, compared."""

from __future__ import annotations

import csv
import random
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from itertools import product
from pathlib import Path

import pytest
from lists import FORMATS, LEAGUE, later, send, write_list
from needs import EVERY

from xlrating.cli import main
from xlrating.engine.event import Event, Game, Player
from xlrating.engine.results import read_result
from xlrating.exchange import read_players
from xlrating.federation.differences import differences
from xlrating.federation.ledger_files import read_ledger
from xlrating.federation.listed import read_listed

MONTHS = ("2025-11-01", "2025-12-01", "2026-01-01")
PLAYERS, EVENTS, K = 400, 25, 20

#: Table 8.1.2 as it is printed: up to this difference .50, .51, …; beyond the last one 1.
BOUNDS = (
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162,
    170, 179, 188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374,
    391, 411, 432, 456, 484, 517, 559, 619, 735,
)  # fmt: skip

Ratings = Mapping[str, int]


def expected(own: int, other: int) -> Decimal:
    """The scoring probability, by hand: the row of the table, 400 points at most below 2650."""
    gap = abs(own - other)
    gap = min(gap, 400) if own < 2650 else gap
    high = Decimal(50 + sum(gap > bound for bound in BOUNDS)) / 100
    return high if own >= other else 1 - high


def next_ratings(listed: Ratings, events: Sequence[tuple[Event, Ratings]]) -> dict[str, int]:
    """The list after events, each with the ratings that count in it: 8.3.2 to 8.3.4."""
    gains = dict.fromkeys(listed, Decimal(0))
    for event, ratings in events:
        for game in event.games:
            assert game.black is not None and game.result.white is not None
            white, black = (event.by_no[no].id for no in (game.white, game.black))
            won = game.result.white
            gains[white] += won - expected(ratings[white], ratings[black])
            gains[black] += 1 - won - expected(ratings[black], ratings[white])
    found = {}
    for who, rating in listed.items():
        change = gains[who] * K
        sign = -1 if change < 0 else 1
        found[who] = rating + sign * int(abs(change).quantize(Decimal(1), ROUND_HALF_UP))
    return found


def swiss(number: int, people: Sequence[Player], day: date) -> Event:
    """An event of some of the people: five rounds, everything played."""
    chance = random.Random(number)
    here = [replace(p, no=no) for no, p in enumerate(chance.sample(people, 20), 1)]
    games = []
    for round_ in range(1, 6):
        order = [player.no for player in here]
        chance.shuffle(order)
        for white, black in zip(order[::2], order[1::2], strict=True):
            result = read_result(chance.choice(("1-0", "½-½", "0-1")))
            games.append(Game(round_, white, black, result))
    return Event(tuple(here), tuple(games), f"Cup {number}", start=day, end=day + timedelta(2))


class Season:
    """Three months of events, as objects and as files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        chance = random.Random(400)
        people = [
            Player(no, f"Person {no}", Decimal(chance.randint(1500, 2600)), id=str(70_000 + no),
                   k=Decimal(K), born=1980)
            for no in range(1, PLAYERS + 1)
        ]  # fmt: skip
        self.first = {p.id: int(p.rating or 0) for p in people}
        with (folder / "2025-10-01 first.csv").open("w", newline="") as file:
            rows = [(p.id, p.name, p.rating, p.k, p.born) for p in people]
            csv.writer(file).writerows([("id", "name", "rating", "k", "born"), *rows])
        self.events: list[list[Event]] = [[], [], []]
        for number in range(EVENTS):
            month = number % 3
            day = date(2025, 10 + month, 3 + number // 2) if month < 3 else date.max
            if number == 4:
                # Reported late: it started while the first list was in force.
                day = date(2025, 10, 20)
            self.events[month].append(swiss(number, people, day))
        for month, events in enumerate(self.events):
            for at, event in enumerate(events):
                kind = "xlsx" if at == 3 else ("csv", "trf")[at % 2]
                if event.name == "Cup 4":
                    kind = "trf"  # with its first day
                send(folder / f"2025-{10 + month}", event.name, event, kind)

    def calculated(self) -> list[dict[str, int]]:
        """The three lists, by hand; a late event has the ratings of the first list."""
        lists: list[dict[str, int]] = [dict(self.first)]
        for events in self.events:
            of = [(event, lists[0] if event.name == "Cup 4" else lists[-1]) for event in events]
            lists.append(next_ratings(lists[-1], of))
        return lists[1:]

    def rebuild(self, output: str, *words: str) -> int:
        """Make the chain."""
        folders = [str(self.folder / f"2025-{10 + month}") for month in range(3)]
        said = [self.folder / "2025-10-01 first.csv", *folders, "-o", self.folder / output]
        said += ["--rules", "fide", "--kind", "csv", *words]
        return main(["federation", "rebuild", *map(str, said)])

    def lists(self, output: str) -> list[dict[str, int]]:
        """The ratings of the chain."""
        paths = [self.folder / output / f"{day}.csv" for day in MONTHS]
        return [{p.id: int(p.rating or 0) for p in read_players(path)} for path in paths]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Season:
    """The season, and its chain in `out`."""
    season = Season(tmp_path_factory.mktemp("season"))
    assert season.rebuild("out") == 0
    return season


def test_three_months(made: Season, capsys: pytest.CaptureFixture[str]) -> None:
    """Show 1: every rating of three lists is that of a calculation by hand, a late event's, too."""
    assert made.lists("out") == made.calculated()
    last = read_ledger(made.folder / "out" / f"{MONTHS[-1]}.csv")
    assert len(last.events) == EVENTS
    # A visible word for the event that has another list than the others.
    assert [(e.title, e.listed) for e in last.events if e.listed] == [("Cup 4", "2025-10-01")]
    second = read_ledger(made.folder / "out" / f"{MONTHS[1]}.csv").made
    assert second and [one.file for one in second.earlier] == ["2025-10-01 first.csv"]


def test_each_of_them_verifies(made: Season, capsys: pytest.CaptureFixture[str]) -> None:
    """Show 1: each list follows from the one before and its folder."""
    before = made.folder / "2025-10-01 first.csv"
    for month, day in enumerate(MONTHS):
        path = made.folder / "out" / f"{day}.csv"
        words = ["federation", "verify", path, "--from", before, made.folder / f"2025-{10 + month}"]
        if month == 1:
            # The chain lies in another folder than the first list.
            assert main([*map(str, words)]) == 1
            assert "name it with --earlier 2025-10-01=LIST" in capsys.readouterr().out
            # Of the list before nothing says the day: nothing seems late, and other ratings come out.
            bare = shutil.copy(before, made.folder / "bare.csv")
            words[4] = bare
            assert main([*map(str, words)]) == 1
            assert "name it with --earlier 2025-10-01=LIST" in capsys.readouterr().out
            words[4] = before
            words += ["--earlier", made.folder / "2025-10-01 first.csv"]
        assert main([*map(str, words)]) == 0
        before = path


def test_a_late_event_with_the_lists_in_a_folder(
    made: Season, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: where the list of then lies elsewhere it is asked for; a folder of all lists will do,
    and no list in it that was in force is written over."""
    shelf, day = tmp_path / "lists", MONTHS[0]
    shelf.mkdir()
    for name in (f"{day}.csv", f"{day}.csv.json"):
        shutil.copy(made.folder / "out" / name, tmp_path / f"base of {name}")
    (tmp_path / f"base of {day}.csv.json").rename(tmp_path / "base.csv.json")
    base = (tmp_path / f"base of {day}.csv").rename(tmp_path / "base.csv")
    shutil.copy(made.folder / "2025-10-01 first.csv", shelf)
    # Neither is in force then: those of before another list, and of after the event began.
    for other in ("2025-09-01.csv", "2025-10-25.csv"):
        (shelf / other).write_text("id,name,rating\n70001,Person 1,2999\n")
    (shelf / f"{MONTHS[1]}.csv").write_text("not yet a list")
    said = ["federation", base, made.folder / "2025-11", "--rules", "fide", "--day", MONTHS[1]]
    words = [*map(str, said), "-o"]
    assert main([*words, str(tmp_path / "next.csv")]) == 2
    assert "--earlier FOLDER" in capsys.readouterr().err
    # One that lies beside the list and cannot be read is told as such.
    broken = tmp_path / "2025-10-01 first.csv"
    broken.write_text("not a list")
    assert main([*words, str(tmp_path / "next.csv")]) == 2
    assert "2025-10-01 first.csv: " in capsys.readouterr().err
    broken.unlink()
    words = ["--earlier", str(shelf), "--force"]
    for target, code in (("2025-10-01 first.csv", 2), (f"{MONTHS[1]}.csv", 0)):
        assert main([*map(str, said), "-o", str(shelf / target), *words]) == code
    assert read_players(shelf / f"{MONTHS[1]}.csv") == read_players(
        made.folder / "out" / f"{MONTHS[1]}.csv"
    )
    made_of = read_ledger(shelf / f"{MONTHS[1]}.csv").made
    assert made_of and [one.file for one in made_of.earlier] == ["2025-10-01 first.csv"]


def test_an_appeal(made: Season, capsys: pytest.CaptureFixture[str]) -> None:
    """Show 1: a result of the first month is corrected; all that follows is rated again, and told."""
    event = made.events[0][0]
    game = event.games[7]
    other = "0-1" if game.result.code != "0-1" else "1-0"
    games = (*event.games[:7], replace(game, result=read_result(other)), *event.games[8:])
    before = made.calculated()
    made.events[0][0] = replace(event, games=games)
    try:
        shutil.copytree(made.folder / "2025-10", made.folder / "kept")
        send(made.folder / "2025-10", event.name, made.events[0][0], "csv")
        assert made.rebuild("again") == 0
        after = made.calculated()
    finally:
        made.events[0][0] = event
        shutil.rmtree(made.folder / "2025-10")
        (made.folder / "kept").rename(made.folder / "2025-10")
    assert made.lists("again") == after
    paths = [made.folder / name / f"{MONTHS[-1]}.csv" for name in ("out", "again")]
    moves = differences(*map(read_listed, paths))
    moved = {who: new - before[-1][who] for who, new in after[-1].items() if new != before[-1][who]}
    assert {one.id: one.change for one in moves} == moved
    # The two of the game, by name; others because they met somebody whose rating moved.
    pair = {event.by_no[no].id for no in (game.white, game.black) if no}
    direct = {one.id for one in moves if any(c.key == "diff_corrected" for c in one.because)}
    assert direct == pair & moved.keys() and direct
    assert all(one.because for one in moves)
    capsys.readouterr()
    assert main(["federation", "diff", *map(str, paths)]) == 0
    out = capsys.readouterr().out
    # The event by its file, the game by its round, its players and both results.
    names = [event.by_no[no].name for no in (game.white, game.black) if no]
    corrected = f"{' against '.join(names)}: {other} instead of {game.result.code}"
    assert f"{event.name}.csv, round {game.round}, {corrected}" in out
    assert f"{other} instead of {game.result.code}" in out


def test_nothing_changes_by_making_it_again(
    made: Season, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: the same files give the same bytes, and older lists are replaced with a word only."""
    old = {path.name: path.read_bytes() for path in (made.folder / "out").iterdir()}
    assert made.rebuild("out") == 2
    assert made.rebuild("out", "--force") == 0
    assert "ratings that differ from the replaced list: 0" in capsys.readouterr().out
    assert {path.name: path.read_bytes() for path in (made.folder / "out").iterdir()} == old


def test_an_event_that_is_withdrawn(made: Season) -> None:
    """Promise: without one of its events the chain is another one, from there on."""
    gone = made.events[1].pop(0)
    (path,) = (made.folder / "2025-11").glob(f"*{gone.name}.*")
    path.rename(made.folder / path.name)
    try:
        assert made.rebuild("less") == 0
        assert made.lists("less") == made.calculated()
    finally:
        made.events[1].insert(0, gone)
        (made.folder / path.name).rename(path)
    lists = made.lists("out"), made.lists("less")
    assert lists[0][0] == lists[1][0] and lists[0][1] != lists[1][1]


# --- small chains ---------------------------------------------------------------------------------


def chain(folder: Path, *words: object, output: str = "out") -> int:
    """Three months from the first list of the league's players."""
    folders = [folder / month for month in ("2025-10", "2025-11", "2025-12")]
    said = [folder / "2025-10-01 list.csv", *folders, "-o", folder / output, "--rules", "fide"]
    return main(["federation", "rebuild", *map(str, (*said, "--kind", "csv", *words))])


@pytest.fixture
def small(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A folder with a list and three months, an event of other pairings in each."""
    write_list(LEAGUE, tmp_path / "2025-10-01 list.csv")
    for at, month in enumerate(("2025-10", "2025-11", "2025-12")):
        chance = random.Random(at)
        games = tuple(
            replace(g, result=read_result(chance.choice(("1-0", "0-1", "½-½"))))
            for g in LEAGUE.games
        )
        send(tmp_path / month, f"cup {at}", later(replace(LEAGUE, games=games), 31 * at), "csv")
    capsys.readouterr()
    return tmp_path


TWICE = [
    (one, other, months)
    for one, other in product(FORMATS, FORMATS)
    for months in ((0, 1), (0, 2), (1, 2))
]


@pytest.mark.parametrize(("first", "second", "months"), TWICE if EVERY else TWICE[::7])
def test_an_event_twice(
    first: str, second: str, months: tuple[int, int], small: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    """Show 1: the same event in any two formats, in any two months: refused by name."""
    folders = [small / month for month in ("2025-10", "2025-11", "2025-12")]
    send(folders[months[0]], "league", later(LEAGUE, 31 * months[0]), first)
    send(folders[months[1]], "left over", later(LEAGUE, 31 * months[0]), second)
    assert chain(small) == 2
    err = capsys.readouterr().err
    assert f"{folders[months[1]].name}/" in err and "the list already includes this event" in err
    assert not (small / "out").exists()


def test_all_that_is_wrong_at_once(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: every file of any month that cannot be read, and a copy, are told together."""
    (small / "2025-10" / "broken.xlsx").write_bytes(b"PK\x03\x04 no workbook")
    (small / "2025-12" / "2025-12-09 empty.csv").write_text("round,white,black,result\n1,a,b,9-9\n")
    copied = small / "2025-10" / "2025-10-05 cup 0.csv"
    shutil.copy(copied, small / "2025-10" / "2025-10-05 copy.csv")
    assert chain(small) == 2
    err = capsys.readouterr().err
    assert "2025-10/broken.xlsx" in err and "2025-12/2025-12-09 empty.csv" in err
    assert "this is the same event as 2025-10-05 copy.csv" in err


def write_corrections(path: Path, *rows: Sequence[object]) -> Path:
    """A table of corrections."""
    heads = ("date", "id", "name", "what", "old", "new", "reason")
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([heads, *rows])
    return path


def test_corrections(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: what an officer changes is dated, has a reason, and counts from its day on."""
    table = write_corrections(
        small / "corrections.csv",
        ("2025-11-20", "90001", "", "rating", "", 2222, "decision of the board"),
        ("2025-10-10", "", "Player 2", "name", "Player 2", "Two, Player", "married"),
        ("2025-12-05", "90008", "", "merge", "", "90007", "one person"),
    )
    (path,) = (small / "2025-12").iterdir()
    lines = path.read_text("utf-8").splitlines(keepends=True)
    without = "".join(one for one in lines if "90007" not in one)
    path.write_text(without, "utf-8")
    assert chain(small) == 0
    assert chain(small, "--corrections", table, output="right") == 0
    lists = [{p.id: p for p in read_players(small / "right" / f"{day}.csv")} for day in MONTHS]
    plain = {p.id: p for p in read_players(small / "out" / f"{MONTHS[0]}.csv")}
    assert [lists[0]["90002"].name, lists[2]["90002"].name] == ["Two, Player"] * 2
    assert lists[0]["90001"].rating == plain["90001"].rating
    # Before the events of the second month: the change is added to the rating of the board.
    moved = read_ledger(small / "right" / f"{MONTHS[1]}.csv")
    assert moved.made and len(moved.made.corrections) == 2
    of_board = lists[1]["90001"].rating
    assert of_board is not None and 2160 < of_board < 2290 and of_board != 2222
    # Who was 90008 is 90007 now, also in events to come.
    assert "90008" in lists[1] and "90008" not in lists[2]
    played = [lists[month][who].games for month, who in ((1, "90007"), (1, "90008"), (2, "90007"))]
    first, second, both = (n or 0 for n in played)
    assert both == first + second + 6
    words = ["verify", small / "right" / f"{MONTHS[2]}.csv", "--from",
             small / "right" / f"{MONTHS[1]}.csv", small / "2025-12"]  # fmt: skip
    assert main(["federation", *map(str, words), "--corrections", str(table)]) == 0
    # What a list counts stands in it.
    assert main(["federation", *map(str, words)]) == 0
    capsys.readouterr()
    paths = [str(small / name / f"{MONTHS[2]}.csv") for name in ("out", "right")]
    assert main(["federation", "diff", *paths]) == 0
    out = capsys.readouterr().out
    assert "correction of 2025-11-20: Rating, – to 2222 (decision of the board)" in out


def test_a_correction_that_does_not_fit(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: nobody of that name, another old value, no reason: each with its cell."""
    table = write_corrections(
        small / "corrections.csv",
        ("2025-10-10", "90001", "", "rating", 1999, 2222, "decision"),
        ("2025-10-11", "90999", "", "name", "", "Nobody", "typing error"),
    )
    assert chain(small, "--corrections", table) == 2
    err = capsys.readouterr().err
    assert "corrections.csv, line 2, column new: Player 1: the entry expects 1999" in err
    assert "column new: 90999 does not match exactly one person on the list" in err
    write_corrections(table, ("2025-10-10", "90001", "", "rating", "", 2222, ""))
    assert chain(small, "--corrections", table) == 2
    assert "corrections.csv, line 2, column reason: the entry has no reason" in (
        capsys.readouterr().err
    )


@pytest.mark.parametrize(
    ("heads", "what"),
    [
        ("日期,注册号,姓名,更正项,原值,新值,原因", "等级分"),
        ('Дата,ID,"Фамилия, имя",Что,Было,Стало,Причина', "Рейтинг"),
    ],
)
def test_corrections_in_every_language(heads: str, what: str, small: Path) -> None:
    """Promise: headings and what is corrected in three languages."""
    from xlrating.federation.identity import read_identity

    table = small / "corrections.csv"
    table.write_text(f"{heads}\n2025-10-10,90001,,{what},,2222,因\n", "utf-8")
    (found,) = read_identity(table).entries
    assert (found.what, found.who, found.new) == ("rating", "#90001", "2222")


def test_days_of_the_lists(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: the days are those of the folders, or those given, in their order."""
    (small / "2025-12").rename(small / "autumn")
    folders = [small / "2025-10", small / "2025-11", small / "autumn"]
    words = ["federation", "rebuild", small / "2025-10-01 list.csv", *folders, "-o", small / "out",
             "--rules", "fide", "--kind", "csv"]  # fmt: skip
    said = [*map(str, words)]
    days = [word for day in ("2025-11-05", "2025-12-05", "2026-01-05") for word in ("--day", day)]
    assert main([*said, *days]) == 0
    assert sorted(path.name for path in (small / "out").glob("*.csv")) == [
        "2025-11-05.csv", "2025-12-05.csv", "2026-01-05.csv",
    ]  # fmt: skip
    assert main([*said, *days[:2]]) == 2
    assert "--day is given 1 time for 3 folders" in capsys.readouterr().err
    said[3], said[4] = said[4], said[3]
    assert main(said) == 2
    assert "does not come after" in capsys.readouterr().err


# --- by the commands alone ------------------------------------------------------------------------


def months_of(year: int = 2025) -> list[str]:
    """The folders of three months."""
    return [f"{year}-{month}" for month in (10, 11, 12)]


def as_officer(*words: str) -> int:
    """A command of a federation, with the words of the guide."""
    return main(["federation", *words])


def turned(path: Path) -> tuple[str, str]:
    """An appeal against the first game of a list of games: what it was, and what it is now."""
    lines = path.read_text("utf-8").splitlines(keepends=True)
    game, _, was = lines[1].strip().rpartition(",")
    now = "0-1" if was != "0-1" else "1-0"
    path.write_text("".join([lines[0], f"{game},{now}\n", *lines[2:]]), "utf-8")
    return was, now


@pytest.mark.parametrize("size", ["eight", *(["four hundred"] if EVERY else [])])
def test_a_quarter_by_the_commands_alone(
    size: str, tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    """Show 1: "three months … in mixed formats: list, verify, an appeal in the first month, rebuild,
    diff"; "the same event twice in any two formats, in any two months: refused".
    """
    late: tuple[str, ...] = ()
    if size == "eight":
        request.getfixturevalue("small")
        first = "2025-10-01 list.csv"
        monkeypatch.chdir(tmp_path)
        # One sends the report of another program, one a template.
        for month, kind in (("2025-11", "trf"), ("2025-12", "xlsx")):
            (sent,) = Path(month).iterdir()
            target = str(sent.with_suffix(f".{kind}"))
            assert main(["convert", str(sent), "--rules", "fide@2025-10-01", "-o", target]) == 0
            sent.unlink()
    else:
        season = Season(tmp_path)
        monkeypatch.chdir(season.folder)
        first = "2025-10-01 first.csv"
        late = ("--earlier", first)
    months, rules = months_of(), ("--rules", "fide")
    Path("lists").mkdir()
    lists = [first]
    for month, day, kind in zip(months, MONTHS, ("xlsx", "csv", "xlsx"), strict=True):
        lists.append(f"lists/{day}.{kind}")
        own = late if month == months[1] else ()
        assert as_officer(lists[-2], month, *rules, "--day", day, *own, "-o", lists[-1]) == 0
        capsys.readouterr()
        assert as_officer("verify", lists[-1], "--from", lists[-2], month, *own) == 0
        assert "all the same" in capsys.readouterr().out
        assert main(["check", lists[-1]]) == 0
        assert "lines, unchanged" in capsys.readouterr().out
    # What was sent in October comes again in December, as another program has it.
    sent = next(path for path in sorted(Path(months[0]).iterdir()) if path.suffix == ".csv")
    again = Path(months[2], f"{sent.stem} again.trf")
    assert main(["convert", str(sent), *rules, "-o", str(again)]) == 0
    for words in (
        (lists[2], months[2], "--day", MONTHS[2], "-o", "twice.xlsx"),
        ("rebuild", first, *months, *late, "-o", "twice"),
    ):
        assert as_officer(*words, *rules) == 2
        err = capsys.readouterr().err
        assert again.name in err and f"the list already includes this event: {sent.name}" in err
    again.unlink()
    was, now = turned(sent)
    assert as_officer("verify", lists[1], "--from", first, months[0]) == 1
    assert f"{sent.name}: " in capsys.readouterr().out
    assert as_officer("rebuild", first, *months, *late, *rules, "-o", "again") == 0
    last = f"again/{MONTHS[2]}.xlsx"
    assert as_officer("diff", lists[3], last) == 0
    out = capsys.readouterr().out
    assert f"{sent.name}, round 1, " in out and " against " in out
    # The points of both are told from either side.
    assert f"{now} instead of {was}" in out or f"{now[::-1]} instead of {was[::-1]}" in out
    assert f"between {lists[3]} and {last}" in out
    if size == "four hundred":
        ratings = {p.id: int(p.rating or 0) for p in read_players(Path(lists[3]))}
        assert ratings == season.calculated()[-1]
