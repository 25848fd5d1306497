"""Two years of a federation: three paces, every incident, one officer's command a month.

The numbers are calculated once more from the text of the regulations (FIDE B02 and the rapid and blitz
ones), without the engine. ``XLRATING_EVERY=1`` takes 24 months, 672 players and 290 events; otherwise
6, 24 and 20.
"""

from __future__ import annotations

import csv
import random
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

import pytest
from lists import trf
from needs import EVERY
from test_chain import expected

from xlrating.cli import main
from xlrating.engine.event import Event, Game, Player
from xlrating.exchange import read_players
from xlrating.publishing.verified import verify_folder

MONTHS, PLAYERS, EVENTS = (24, 672, 4) if EVERY else (6, 24, 1)
#: How many play in an event, and how many rounds.
SIZE, ROUNDS = (20, 6) if EVERY else (10, 3)
PACES = ("standard", "rapid", "blitz")
#: B02 8.3.3, rapid and blitz 7.3.3: adults below 2400; "new to the list", with fewer than 30 games.
K, NEW_K, NEW_GAMES = 20, 40, 30
#: The same clause: K is the largest whole number with which K x n does not exceed this.
MOST = 700
#: Who is who in the incidents.
MERGED, STAYS, SPLIT, MOVED, BANNED, RENUMBERED, RENAMED = range(1, 8)
NEW_LINE = 900

Ratings = dict[int, int | None]


@dataclass
class Person:
    """Somebody as the federation knows them."""

    number: str
    name: str
    #: The number before another one.
    former: str = ""


@dataclass
class Truth:
    """The federation by the text of the regulations: lists by their days, and the events in them.

    An event is its pace, the day of the list that its ratings are of, and games as White, Black,
    White's score.
    """

    people: dict[int, Person]
    first: dict[str, Ratings]
    days: list[date]
    events: dict[date, list[tuple[str, date, list[tuple[int, int, Decimal]]]]] = field(
        default_factory=dict
    )
    decided: dict[date, list[tuple[str, int, int]]] = field(default_factory=dict)

    def lists(self) -> Iterator[tuple[date, dict[str, Ratings]]]:
        """Every list after the first one."""
        known = {self.days[0]: self.first}
        # How many games of whom, where it is fewer than there may be: of who came to a list here.
        self.games: dict[str, dict[int, int]] = {pace: {} for pace in PACES}
        for day, following in zip(self.days, self.days[1:], strict=False):
            now = {pace: dict(own) for pace, own in known[day].items()}
            for what, one, value in self.decided.get(following, []):
                if what == "merge":
                    for pace, own in now.items():
                        self._merge(own, self.games[pace], one, value)
                else:
                    now["standard"][one] = value
                    now["rapid"][one] = now["blitz"][one] = None
            standard = dict(now["standard"])
            found = {}
            for pace in PACES:
                found[pace] = self._rated(pace, day, now[pace], standard, known, following)
            known[following] = found
            yield following, found

    @staticmethod
    def _merge(own: Ratings, games: dict[int, int], gone: int, stays: int) -> None:
        """The line that stays has the other's rating where it had none, and all games, if known."""
        known = [who in games for who in (gone, stays) if own[who] is not None]
        played = games.pop(gone, 0) + games.pop(stays, 0)
        if known and all(known):
            games[stays] = played
        rating = own.pop(gone)
        own[stays] = own[stays] if own[stays] is not None else rating

    def _rated(
        self, pace: str, day: date, had: Ratings, standard: Ratings,
        known: dict[date, dict[str, Ratings]], following: date,
    ) -> Ratings:  # fmt: skip
        gains: dict[int, Decimal] = {}
        played: dict[int, int] = {}
        for own, listed, games in self.events.get(following, []):
            if own != pace:
                continue
            for white, black, won in games:
                # "A player without a rating at this pace: the standard one at the beginning."
                of = (
                    {
                        who: had[who] if had[who] is not None else standard[who]
                        for who in (white, black)
                    }
                    if listed == day
                    else {who: known[listed][pace][who] for who in (white, black)}
                )
                for who, other, score in ((white, black, won), (black, white, 1 - won)):
                    one, two = of[who], of[other]
                    assert one is not None and two is not None
                    gains[who] = gains.get(who, Decimal(0)) + score - expected(one, two)
                    played[who] = played.get(who, 0) + 1
        found = dict(had)
        for who, gain in gains.items():
            before = had[who] if had[who] is not None else standard[who]
            assert before is not None
            if had[who] is None:
                self.games[pace][who] = 0
            k = NEW_K if self.games[pace].get(who, NEW_GAMES) < NEW_GAMES else K
            k = min(k, MOST // played[who])
            change = abs(gain * k).quantize(Decimal(1), ROUND_HALF_UP)
            found[who] = before + int(change if gain > 0 else -change)
            if who in self.games[pace]:
                self.games[pace][who] += played[who]
        return found


def month_of(number: int) -> date:
    """The first day of a month of the simulation: all under the edition of October 2025."""
    return date(2025 + (10 + number) // 12, (10 + number) % 12 + 1, 1)


def as_csv(event: Event) -> str:
    """An event as a table of games; every other player is called by the name."""
    called = {one.no: one.id if one.id and one.no % 2 else f'"{one.name}"' for one in event.players}
    head = f"event: {event.name}\nstart: {event.start}\nend: {event.end}\n"
    lines = [
        f"{one.round},{called[one.white]},{called[one.black or 0]},{one.result.code}"
        for one in event.games
    ]
    return "\n".join([f"{head}round,white,black,result", *lines, ""])


class Federation:
    """The folder of the officer, and the truth beside it."""

    def __init__(self, top: Path, seed: int) -> None:
        self.top, self.dice = top, random.Random(seed)
        people = {no: Person(str(1000 + no), f"Player {no:03}") for no in range(1, PLAYERS + 1)}
        apart = min(6, 800 // PLAYERS)
        standard: Ratings = {no: 2250 - apart * no for no in people}
        rapid: Ratings = {no: 2200 - apart * no if no % 3 else None for no in people}
        first: dict[str, Ratings] = {
            "standard": standard,
            "rapid": rapid,
            "blitz": dict.fromkeys(people),
        }
        days = [month_of(number) for number in range(MONTHS + 1)]
        self.truth = Truth(people, first, days)
        heads = ("ID", "Name", "Fed", "Born", "Rating", "Rapid", "Blitz", "Games so far")
        rows = [
            (one.number, one.name, "AAA", 1980, standard[no], rapid[no] or "", "", 60)
            for no, one in people.items()
        ]
        self._table(top / f"{days[0]}.csv", heads, rows)
        (top / "period.toml").write_text(
            'rules = "fide"\nledger = "ledger.csv"\nrapid = ["rapid*"]\nblitz = ["blitz*"]\n'
            'swiss = ["*"]\nkind = "csv"\n'
        )
        self.ledger: list[tuple[object, ...]] = []
        self.sent: dict[Path, Event] = {}
        self.write_ledger()

    @staticmethod
    def _table(path: Path, *rows: object) -> None:
        heads, lines = rows
        with path.open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows([heads, *lines])  # type: ignore[misc, list-item]

    def write_ledger(self) -> None:
        """The ledger as the officer keeps it."""
        heads = ("date", "id", "name", "what", "old", "new", "reason", "source")
        rows = [(*one, "decided", "minutes") for one in self.ledger]
        self._table(self.top / "ledger.csv", heads, rows)

    def enter(self, day: date, who: int, what: str, old: object, new: object) -> None:
        """An entry of the ledger."""
        self.ledger.append((day, self.truth.people[who].number, "", what, old, new))
        self.write_ledger()

    def play(
        self, at: int, pace: str, name: str, who: list[int], kind: str, late: int = 0,
        called: dict[int, Person] | None = None,
    ) -> None:  # fmt: skip
        """An event of some people in a month, sent in the month `at`."""
        truth, dice = self.truth, self.dice
        known = {**truth.people, **(called or {})}
        start = truth.days[at - late] + timedelta(4)
        players = tuple(
            Player(no, known[one].name, id=known[one].number) for no, one in enumerate(who, 1)
        )
        games, own = [], []
        for round_ in range(1, ROUNDS + 1):
            order = list(range(len(who)))
            dice.shuffle(order)
            for white, black in zip(order[::2], order[1::2], strict=False):
                code, score = dice.choice((("1-0", 1), ("½-½", "0.5"), ("0-1", 0)))
                games.append(Game(round_, white + 1, black + 1, code))
                own.append((who[white], who[black], Decimal(score)))
        event = Event(players, tuple(games), f"{name} {at}", start=start, end=start + timedelta(1))
        folder = self.top / f"{truth.days[at]:%Y-%m}"
        folder.mkdir(exist_ok=True)
        path = folder / f"{pace} {name}.{kind}"
        path.write_text(trf(event) if kind == "trf" else as_csv(event), "utf-8")
        self.sent[path] = event
        following = truth.days[at + 1]
        truth.events.setdefault(following, []).append((pace, truth.days[at - late], own))

    def month(self, at: int, without: set[int]) -> None:
        """The events of a month, of every pace."""
        there = [no for no in self.truth.people if no not in without]
        for number in range(EVENTS):
            for pace in PACES:
                who = self.dice.sample(there, min(SIZE, len(there)))
                kind = ("csv", "trf", "csv")[(at + number) % 3]
                self.play(at, pace, f"cup {number}", who, kind)


def agree(federation: Federation) -> int:
    """How many ratings were compared with those of the officer's lists; each is the same."""
    compared = 0
    for day, own in federation.truth.lists():
        made = {one.id: one for one in read_players(federation.top / f"{day}.csv")}
        for pace, ratings in own.items():
            for who, rating in ratings.items():
                person = federation.truth.people[who]
                player = made.get(person.number) or made[person.former]
                found = player.rating if pace == "standard" else player.facts.get(f"{pace}_rating")
                assert found == rating, (day, pace, who, found, rating)
                compared += 1
    return compared


@pytest.mark.in_turn
def test_two_years(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: one command a month, and every number of every list is that of the regulations' text,
    whatever happens: late files, appeals, a merge, a split, a transfer, a ban, other numbers and
    names; each of these is reported, and whoever has the published folder can recalculate it.
    """
    federation = Federation(tmp_path, 3)
    truth, people, days = federation.truth, federation.truth.people, federation.truth.days
    old = {no: replace(one) for no, one in people.items()}
    said: dict[int, str] = {}
    without: set[int] = set()
    for at in range(MONTHS):
        called: dict[int, Person] = {}
        day = days[at] + timedelta(1)
        if at == 1:
            federation.enter(day, MERGED, "merge", "", people[STAYS].number)
            truth.decided.setdefault(days[2], []).append(("merge", MERGED, STAYS))
            without.add(MERGED)
            # A file still has the name that was merged away.
            called = {STAYS: Person("", old[MERGED].name)}
        if at == 2:
            federation.enter(day, RENUMBERED, "id", "", "77001")
            federation.enter(day, RENAMED, "name", "", "New Name")
            federation.enter(day, MOVED, "transfer", "AAA", "BBB")
            people[RENUMBERED] = replace(
                old[RENUMBERED], number="77001", former=old[RENUMBERED].number
            )
            people[RENAMED].name = "New Name"
            called = {RENUMBERED: old[RENUMBERED], RENAMED: Person("", old[RENAMED].name)}
        if at == 3:
            federation.enter(day, BANNED, "ban", "", "not listed")
            federation.enter(day, SPLIT, "split", "Second Person", "1900")
            people[NEW_LINE] = Person("1900", "Second Person")
            for what, new in (("rating", 1700), ("games", 60), ("born", 1985)):
                federation.enter(day, NEW_LINE, what, "", new)
            truth.decided.setdefault(days[4], []).append(("enter", NEW_LINE, 1700))
            without.add(BANNED)
            late = [8, 9, 10, 11]
            federation.play(at, "standard", "late", late, "csv", late=2)
        federation.month(at, without)
        if called:
            who = [*called, *(no for no in (12, 13, 14, 15))][:4]
            federation.play(at, "standard", "called", who, "csv", called=called)
        if at == MONTHS - 1:
            period = tmp_path / "period.toml"
            period.write_text(period.read_text() + 'publish = "site"\n')
        capsys.readouterr()
        assert main(["federation", "next", str(tmp_path), "--no-pdf", "--all"]) == 0, (
            capsys.readouterr().err
        )
        said[at] = capsys.readouterr().out
    stays = people[STAYS]
    assert f"{old[MERGED].name} is {stays.name} ({stays.number}) by the ledger: merge" in said[1]
    assert (
        f"{old[RENUMBERED].number} is {old[RENUMBERED].name} (77001) by the ledger: ID" in said[2]
    )
    assert f"{old[RENAMED].name} is New Name" in said[2]
    assert f"started on {days[1] + timedelta(4)}" in said[3] or str(days[1]) in said[3]
    assert "Second Person now has a line apart from" in said[3]
    last = {row["ID"]: row for row in csv.DictReader(
        (tmp_path / f"{days[-1]}.csv").read_text("utf-8-sig").splitlines()
    )}  # fmt: skip
    assert last[people[BANNED].number]["On the list"] == "kept, not shown"
    assert last[people[MOVED].number]["Fed."] == "BBB"
    assert agree(federation) >= MONTHS * 3 * (PLAYERS - 1)
    found = verify_folder(tmp_path / "site", "en")
    assert not found.problems and sum(one.found is not None for one in found.lists) == MONTHS
    appeal(federation, tmp_path, capsys)


def appeal(federation: Federation, top: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A result of the second month is corrected: every list since is made again, and whose rating
    moved is told with the reason."""
    truth = federation.truth
    sent = truth.events[truth.days[2]]
    at = next(n for n, one in enumerate(sent) if one[0] == "standard")
    pace, listed, games = sent[at]
    won = next(n for n, game in enumerate(games) if game[2] == 1)
    white, black, _ = games[won]
    sent[at] = pace, listed, [*games[:won], (white, black, Decimal(0)), *games[won + 1 :]]
    (path,) = (top / f"{truth.days[1]:%Y-%m}").glob("standard cup 0.*")
    event = federation.sent[path]
    games_ = list(event.games)
    games_[won] = Game(games_[won].round, games_[won].white, games_[won].black, "0-1")
    event = replace(event, games=tuple(games_))
    path.write_text(trf(event) if path.suffix == ".trf" else as_csv(event), "utf-8")
    old = top / "before"
    shutil.copytree(top, old, ignore=shutil.ignore_patterns("site", "20*-*[0-9]"))
    lists = [str(top / f"{day}.csv") for day in truth.days]
    folders = [str(top / f"{day:%Y-%m}") for day in truth.days[:-1]]
    words = [
        "federation",
        "rebuild",
        lists[0],
        *folders,
        "-o",
        str(top),
        "--kind",
        "csv",
        "--force",
    ]
    words += ["--rules", "fide", "--rapid", "rapid*", "--blitz", "blitz*", "--swiss", "*"]
    capsys.readouterr()
    assert main([*words, "--ledger", str(top / "ledger.csv")]) == 0
    told = capsys.readouterr().out
    assert (
        f"{Path(lists[1]).name}: " in told and "ratings that differ from the replaced list" in told
    )
    assert agree(federation)
    assert main(["federation", "diff", str(old / Path(lists[2]).name), lists[2]]) == 0
    told = capsys.readouterr().out
    one, other = (truth.people[who].name for who in (white, black))
    said = (
        f"{one} against {other}: 0-1 instead of 1-0",
        f"{other} against {one}: 1-0 instead of 0-1",
    )
    assert any(each in told for each in said)
