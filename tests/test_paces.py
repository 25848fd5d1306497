"""Standard, rapid and blitz on one list: each event changes the columns of its pace."""

from __future__ import annotations

import csv
import random
from collections.abc import Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

import pytest
from test_chain import expected

from xlrating.cli import main
from xlrating.engine.errors import ArgumentError
from xlrating.engine.event import Event, Game, Player
from xlrating.engine.results import read_result
from xlrating.engine.rules.ruleset import load
from xlrating.exchange import read_list
from xlrating.federation.difference_table import differences_csv
from xlrating.federation.differences import ListDifference, differences
from xlrating.federation.ledger_files import read_ledger
from xlrating.federation.listed import read_listed
from xlrating.federation.named_events import at_paces
from xlrating.federation.paces import at_pace
from xlrating.federation.single_event import at_own_pace
from xlrating.reading import read

PACES = ("standard", "rapid", "blitz")
PEOPLE = 40

Ratings = Mapping[str, int | None]
#: Round, White, Black, and what White has.
Games = Sequence[tuple[int, str, str, Decimal]]


def played(seed: int, people: Sequence[str]) -> Games:
    """Five rounds."""
    chance = random.Random(seed)
    found = []
    for round_ in range(1, 6):
        order = list(people)
        chance.shuffle(order)
        for white, black in zip(order[::2], order[1::2], strict=True):
            won = Decimal(chance.choice("021")) / 2
            found.append((round_, white, black, won))
    return found


def after(had: Ratings, standard: Ratings, games: Games, k: Mapping[str, int]) -> Ratings:
    """The ratings of one pace, by 7.2.1, 7.3.2 to 7.3.4: who has none plays with the standard one."""
    start = {who: had[who] if had[who] is not None else standard[who] for who in had}
    gains: dict[str, Decimal] = {}
    for _, white, black, won in games:
        one, other = start[white], start[black]
        if one is None or other is None:
            continue
        gains[white] = gains.get(white, Decimal(0)) + won - expected(one, other)
        gains[black] = gains.get(black, Decimal(0)) + 1 - won - expected(other, one)
    found = dict(had)
    for who, gain in gains.items():
        change = gain * (40 if had[who] is None else k[who])
        sign = -1 if change < 0 else 1
        found[who] = start[who] + sign * int(abs(change).quantize(Decimal(1), ROUND_HALF_UP))  # type: ignore[operator]
    return found


class Federation:
    """People, most with ratings at some paces only, and an event of each pace in each of two months."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        chance = random.Random(7)
        self.ids = [str(50_000 + no) for no in range(PEOPLE)]
        self.first: dict[str, dict[str, int | None]] = {pace: {} for pace in PACES}
        for who in self.ids:
            for pace in PACES:
                # Everybody has a standard rating: 7.2.1 is what is asked here.
                has = pace == "standard" or chance.random() < 0.5
                self.first[pace][who] = chance.randint(1700, 2200) if has else None
        with self.list.open("w", newline="") as file:
            rows = [
                (who, f"Person {who}", 1980, 90, self.first["standard"][who],
                 self.first["rapid"][who] or "", 90 if self.first["rapid"][who] else "",
                 self.first["blitz"][who] or 0, 90 if self.first["blitz"][who] else "", "Rook")
                for who in self.ids
            ]  # fmt: skip
            heads = ("id", "name", "born", "games", "rating", "Рапид", "rapid_games", "BRtng",
                     "blitz games so far", "club")  # fmt: skip
            csv.writer(file).writerows([heads, *rows])
        self.games: list[dict[str, Games]] = []
        for month in range(2):
            (folder / f"2025-{11 + month}").mkdir()
            own = {}
            for at, pace in enumerate(PACES):
                own[pace] = played(10 * month + at, chance.sample(self.ids, 20))
                path = folder / f"2025-{11 + month}" / f"2025-{11 + month}-0{4 + at} {pace}.csv"
                with path.open("w", newline="") as file:
                    codes = {Decimal(1): "1-0", Decimal("0.5"): "1/2-1/2", Decimal(0): "0-1"}
                    lines = [(r, w, b, codes[won]) for r, w, b, won in own[pace]]
                    csv.writer(file).writerows([("round", "white", "black", "result"), *lines])
            self.games.append(own)

    @property
    def list(self) -> Path:
        """The first list."""
        return self.folder / "2025-11-01.csv"

    def calculated(self) -> dict[str, Ratings]:
        """The ratings of each pace after both months, by hand.

        K is 20, and 40 as long as somebody is new: nobody plays 30 games of a pace here.
        """
        now: dict[str, Ratings] = {pace: dict(own) for pace, own in self.first.items()}
        new = {pace: {w for w, rating in own.items() if not rating} for pace, own in now.items()}
        for games in self.games:
            k = {pace: {w: 40 if w in new[pace] else 20 for w in self.ids} for pace in PACES}
            now = {pace: after(now[pace], now["standard"], games[pace], k[pace]) for pace in PACES}
        return now

    def run(self, *words: object) -> int:
        """Run a command of a federation."""
        return main(["federation", *map(str, words)])


ASKED = ("--rules", "fide", "--rapid", "*rapid.csv", "--blitz", "*blitz.csv")


@pytest.fixture(scope="module")
def federation(tmp_path_factory: pytest.TempPathFactory) -> Federation:
    found = Federation(tmp_path_factory.mktemp("paces"))
    folders = [found.folder / f"2025-{11 + month}" for month in range(2)]
    assert found.run("rebuild", found.list, *folders, *ASKED, "-o", found.folder / "xlsx") == 0
    words = ("--kind", "csv", "--language", "zh")
    said = (found.list, *folders, *ASKED, "-o", found.folder / "csv", *words)
    assert found.run("rebuild", *said) == 0
    return found


@pytest.mark.parametrize("kind", ["xlsx", "csv"])
def test_every_pace_by_hand(federation: Federation, kind: str) -> None:
    """B.02 Rapid and Blitz 7.2.1: "If an unrated player has a standard rating at the beginning of a
    rapid or blitz tournament, their standard rating is used for rating calculation. Such a player is
    considered to be rated".
    """
    players, _ = read_list(federation.folder / kind / f"2026-01-01.{kind}")
    calculated = federation.calculated()
    for pace in PACES:
        found = {player.id: at_pace(player, pace).rating for player in players}
        assert found == calculated[pace]
    lent = [
        w for w in federation.ids if not federation.first["rapid"][w] and calculated["rapid"][w]
    ]
    assert len(lent) > 5 and len(lent) < PEOPLE


def test_who_does_not_play_is_lent_nothing(federation: Federation) -> None:
    """7.2.1 speaks of a tournament: a rapid rating comes with a rapid game only."""
    players, _ = read_list(federation.folder / "csv" / "2025-12-01.csv")
    games = federation.games[0]["blitz"]
    played_ = {who for _, *pair, _ in games for who in pair}
    stayed = [p for p in players if p.id not in played_ and not federation.first["blitz"][p.id]]
    assert stayed and all("blitz_rating" not in player.facts for player in stayed)


@pytest.mark.parametrize("kind", ["xlsx", "csv"])
def test_verified_and_changed(
    federation: Federation, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: a list of several paces proves itself; a rapid rating typed into it is named."""
    made = federation.folder / kind / f"2025-12-01.{kind}"
    assert (
        federation.run("verify", made, "--from", federation.list, federation.folder / "2025-11")
        == 0
    )
    if kind == "csv":
        lines = made.read_text("utf-8-sig").splitlines()
        at = lines[0].split(",").index("快棋")
        row = next(n for n, line in enumerate(lines[1:], 1) if line.split(",")[at])
        cells = lines[row].split(",")
        cells[at] = str(int(cells[at]) + 1)
        other = federation.folder / "typed.csv"
        other.write_text(
            "\n".join([*lines[:row], ",".join(cells), *lines[row + 1 :], ""]), "utf-8-sig"
        )
        (federation.folder / "typed.csv.json").write_bytes(
            (federation.folder / kind / "2025-12-01.csv.json").read_bytes()
        )
        capsys.readouterr()
        assert main(["check", str(other)]) == 1
        assert cells[at] in capsys.readouterr().out


def test_whose_rating_moved(federation: Federation) -> None:
    """Promise: `diff` says of each rating which event of its pace moved it."""
    listed = [
        read_listed(federation.list),
        read_listed(federation.folder / "csv" / "2025-12-01.csv"),
    ]
    moves = differences(*listed)
    assert {one.pace for one in moves} == {"", "rapid", "blitz"}
    for one in moves:
        assert [f" {one.pace or 'standard'}.csv" in str(c.words["event"]) for c in one.because] == [
            True
        ]
    events = read_ledger(federation.folder / "xlsx" / "2025-12-01.xlsx").events
    assert [one.pace for one in events] == ["", "rapid", "blitz"]


@pytest.mark.in_turn
def test_the_pace_that_files_name(federation: Federation, tmp_path: Path) -> None:
    """Promise: templates say themselves whose list they are for; nothing need be asked for."""
    listed = federation.list
    for pace in PACES:
        target = tmp_path / f"{pace}.xlsx"
        said = ["new", "swiss", "--rules", f"fide:list={pace}", "--players", "40", "--rounds", "5",
                "--from", str(listed), "-o", str(target)]  # fmt: skip
        assert main(said) == 0

    entered = {pace: read(tmp_path / f"{pace}.xlsx").players for pace in PACES}
    for pace in PACES:
        for player in entered[pace]:
            own = federation.first[pace][player.id] or federation.first["standard"][player.id]
            assert player.rating == own


def test_an_event_of_one_pace_is_not_counted_at_another(tmp_path: Path) -> None:
    """Promise: the same event twice is refused, at whatever paces."""
    found = Federation(tmp_path)
    folder = tmp_path / "2025-11"
    again = (folder / "2025-11-05 rapid.csv").read_bytes()
    (folder / "2025-11-06 blitz.csv").write_bytes(again)
    said = (found.list, folder, *ASKED, "--day", "2025-12-01")
    assert found.run(*said) == 2
    assert found.run(*said, "--new-event", "2025-11-06 blitz.csv") == 0
    again = (folder / "2025-11-04 standard.csv").read_bytes()
    (folder / "2025-11-05 rapid.csv").write_bytes(again)
    assert found.run(*said) == 2
    assert found.run(*said, "--new-event", "2025-11-05 rapid.csv") == 0


@pytest.mark.parametrize("kind", ["column", "line"])
def test_an_event_that_says_its_pace(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: a rapid event changes no standard rating, on a list of one pace either."""
    (tmp_path / "list.csv").write_text("id,name,born,rating,games\n1,Ann,1980,2000,50\n"
                                       "2,Bob,1980,1950,50\n")  # fmt: skip
    games = tmp_path / "games.csv"
    games.write_text(
        "date,round,white,black,result,pace\n2025-11-05,1,1,2,1-0,rapid\n" if kind == "column"
        else "pace: rapid\nstart: 2025-11-05\nround,white,black,result\n1,Ann,Bob,1-0\n"
    )  # fmt: skip
    command = ["federation", str(tmp_path / "list.csv"), str(games), "-o"]
    made = tmp_path / "next.csv"
    assert main([*command, str(made), "--rules", "fide"]) == 0
    with made.open(encoding="utf-8-sig") as file:
        found = {row["Name"]: (row["Rating"], row["Rapid"]) for row in csv.DictReader(file)}
    assert found == {"Ann": ("2000", "2017"), "Bob": ("1950", "1933")}
    capsys.readouterr()
    other = ["--rules", "fide:list=blitz"]
    assert main([*command, str(tmp_path / "n.csv"), *other]) == 2
    assert "the event says that it is rapid" in capsys.readouterr().err
    assert main([*command, str(tmp_path / "n.csv"), "--rules", "fide:list=rapid"]) == 0
    if kind == "line":
        capsys.readouterr()
        rated = ["-o", str(tmp_path / "rated.xlsx")]
        assert main(["rate", str(games), "--rules", "fide", *rated]) == 0
        assert "says that it is rapid, but fide is for another list" in capsys.readouterr().err


LISTED = """id,name,born,rating,games,rapid_rating,rapid_games
1,Ann,1980,2000,50,1900,30
2,Bob,1980,1950,50,,
3,Cai,1980,,,1800,40
4,Dan,1980,2100,60,2200,40
5,Eve,1980,2050,60,,
"""
EVENT = "round,white,black,result\n1,1,2,1-0\n2,2,3,1-0\n2,1,4,0-1\n"


@pytest.mark.parametrize(
    "words", [("--rules", "fide:list=rapid"), ("--rules", "fide", "--pace", "rapid")]
)
def test_one_event_is_rated_at_its_pace(
    words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: `rate --players LIST` takes the rapid ratings for a rapid event; 7.2.1 for who has
    none, which is told of those who play."""
    (tmp_path / "list.csv").write_text(LISTED)
    (tmp_path / "games.csv").write_text(EVENT)
    said = [str(tmp_path / "games.csv"), "--players", str(tmp_path / "list.csv"), *words, "--csv"]
    assert main(["rate", *said]) == 0
    out, err = capsys.readouterr()
    rows = {row["Name"]: row for row in csv.DictReader(out.splitlines())}
    rated = {name: (row["Rating"], row["K"], row["New rating"]) for name, row in rows.items()}
    # Ann: 1 − .57 against Bob (50 more: .57 is that of 50 to 56), 0 − .15 against Dan.
    assert rated["Ann"] == ("1900", "20", "1908")
    assert rated["Bob"] == ("1950", "40", "1939")
    assert rated["Cai"][:2] == ("1800", "20")
    assert rated["Dan"] == ("2200", "20", "2203")
    assert "Bob has no rating at this pace: the standard rating of 1950 counts" in err
    assert "Eve has no rating" not in err
    # The first rapid event of all: the column is there, and nobody has a rating in it.
    (tmp_path / "list.csv").write_text(
        "name,rating,rapid_rating\nAnn,2000,\nBob,1950,\nCai,,\nDan,,\n"
    )
    assert main(["rate", *said]) == 0
    assert (
        "Ann has no rating at this pace: the standard rating of 2000 counts"
        in capsys.readouterr().err
    )


def test_one_standard_event_has_the_standard_ratings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: no other rating stands in for a standard one."""
    (tmp_path / "list.csv").write_text(LISTED)
    (tmp_path / "games.csv").write_text(EVENT)
    said = [str(tmp_path / "games.csv"), "--players", str(tmp_path / "list.csv"), "--csv"]
    assert main(["rate", *said, "--rules", "fide"]) == 0
    out, err = capsys.readouterr()
    rows = {row["Name"]: row["Rating"] for row in csv.DictReader(out.splitlines())}
    assert (rows["Ann"], rows["Cai"], rows["Dan"]) == ("2000", "", "2100")
    assert "counts (7.2.1)" not in err


@pytest.mark.in_turn
def test_a_list_of_one_pace_is_that_of_the_rules(tmp_path: Path) -> None:
    """Promise: its games are not those of a newcomer (7.2.1 is of who has a standard rating)."""
    (tmp_path / "list.csv").write_text(
        "name,rating,games,born\nAnn,2000,90,1980\nBob,1900,5,1980\n"
    )

    def games_in(source: str, rules: str, target: str) -> list[int | None]:
        out = tmp_path / target
        words = ("--from", str(tmp_path / source), "-o", str(out), "--force")
        assert main(["new", "swiss", "--rules", rules, "--players", "4", *words]) == 0
        return [one.games for one in read(out).players[:2]]

    rapid = "fide:list=rapid"
    assert games_in("list.csv", rapid, "april.xlsx") == [90, 5]
    # An event of the same list keeps them; of another one the standard rating begins anew.
    assert games_in("april.xlsx", rapid, "may.xlsx") == [90, 5]
    assert games_in("list.csv", "fide", "slow.xlsx") == [90, 5]
    assert games_in("slow.xlsx", rapid, "june.xlsx") == [0, 0]
    # A column of rapid ratings makes it a list of several paces, before anybody has one.
    (tmp_path / "list.csv").write_text(
        "name,rating,games,rapid_rating\nAnn,2000,90,\nBob,1900,5,\n"
    )
    assert games_in("list.csv", rapid, "first.xlsx") == [0, 0]


@pytest.mark.parametrize("heading", ["SRtng", "standard_rating", "rating"])
def test_the_standard_rating_by_any_of_its_headings(
    heading: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """7.2.1: who has no rapid rating plays with the standard one, whatever its column is called."""
    (tmp_path / "games.csv").write_text(
        "round,white,black,result\n1,1,2,1-0\n1,3,4,1/2-1/2\n2,2,3,1-0\n2,4,1,0-1\n"
        "3,1,3,1-0\n3,2,4,0-1\n"
    )
    rows = ("1,Ann,2000,", "2,Bob,1950,1900", "3,Cem,1800,1800", "4,Dan,1700,1700")
    (tmp_path / "list.csv").write_text("\n".join([f"no,name,{heading},RRtng", *rows]))
    words = ["rate", str(tmp_path / "games.csv"), "--players", str(tmp_path / "list.csv")]
    assert main([*words, "--rules", "fide:list=rapid", "--csv"]) == 0
    lines = list(csv.DictReader(capsys.readouterr().out.lstrip("\ufeff").splitlines()))
    found = {row["Name"]: (row["Rating"], row["K"], row["New rating"]) for row in lines}
    # 2000 against 1900 (.64), 1800 (.76), 1700 (.85) wins .75, a newcomer with K 40.
    assert found["Ann"] == ("2000", "40", "2030")
    assert found["Bob"] == ("1900", "20", "1885")


def test_a_pace_for_files_that_are_not_there() -> None:
    """A pattern of `period.toml` may fit no event of a month; a file that is named has to be there."""
    assert at_paces([], {"rapid": ["*rapid*"]}, "2025-12") == []
    with pytest.raises(ArgumentError, match=r"cup\.csv"):
        at_paces([], {"rapid": ["cup.csv"]}, "2025-12")


def test_the_table_of_differences_says_which_pace() -> None:
    """One person of a list of several paces has a line for each rating that differs."""
    moves = [ListDifference("7", "Ann", Decimal(2000), Decimal(2010), (), pace)
             for pace in ("", "rapid")]  # fmt: skip
    lines = differences_csv(moves, "en").decode("utf-8-sig").splitlines()
    assert [line.rpartition(",")[2] for line in lines] == ["Pace", "classical", "rapid"]


def test_the_clause_by_which_a_standard_rating_stands_in_is_named() -> None:
    """One event and a list of several paces: whose rating is taken from another column is told."""
    ann, bob = (Player(1, "Ann", Decimal(2000)),
                Player(2, "Bob", facts={"rapid_rating": Decimal(1950)}))  # fmt: skip
    cup = Event((ann, bob), (Game(1, 1, 2, read_result("1-0")),))
    _, rules, told = at_own_pace(cup, "fide:list=rapid")
    calendar = load(rules).calendar
    assert calendar and calendar.clause
    assert [(one.key, one.words["clause"]) for one in told] == [("fed_stands_in", calendar.clause)]


def test_whoever_has_no_rating_of_a_pace_is_unrated_in_an_event_without_a_list() -> None:
    """Only a list whose columns are all of other paces is refused: here nothing has columns."""
    ann = Player(1, "Ann", None, facts={"rapid_rating": Decimal(2050)})
    found, rules, told = at_own_pace(Event((ann,)), "fide")
    assert (found.players[0].rating, rules, told) == (None, "fide", [])
