"""A list and a folder of events become the next list."""

from __future__ import annotations

import csv
import shutil
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from workbooks import EVENTS, games, write

from xlrating.cli import main
from xlrating.engine.event import Event, Game, Player
from xlrating.engine.languages import LANGUAGES
from xlrating.engine.problems import Problem
from xlrating.engine.rating import rate
from xlrating.engine.results import read_result
from xlrating.engine.rules.ruleset import load
from xlrating.engine.texts import say
from xlrating.engine.vocabulary.names import plain_name
from xlrating.exchange import read_players
from xlrating.exchange.sheets import open_sheets
from xlrating.federation.list_book import list_book
from xlrating.federation.list_table import list_csv
from xlrating.federation.next_list import ListError, NextList, next_list
from xlrating.federation.submissions import Submission
from xlrating.functions.performances import INITIAL_RATING
from xlrating.reading import read
from xlrating.workbook.file.writer import to_bytes
from xlrating.workbook.templates import filled

LISTED = (
    Player(1, "Ann Lee", Decimal(2100), id="11", games=50),
    Player(2, "Bob", Decimal(1950), id="12", games=10),
    Player(3, "Cid", Decimal(1800), id="13", games=99),
    Player(4, "Dan", Decimal(2000), id="14", games=99),
)


def looks(found: NextList) -> tuple[Problem, ...]:
    """What is worth a look, but for what nobody said of the event (see `test_terms`)."""
    return tuple(one for one in found.notices if one.key not in ("event_missing", "born_missing"))


def event(name: str, day: date | None, players: Sequence[Player], *lines: object) -> Submission:
    """An event as it was sent in, players numbered as they stand."""
    numbered = tuple(replace(player, no=no) for no, player in enumerate(players, 1))
    made = Event(numbered, games(*lines), name=name, end=day)  # type: ignore[arg-type]
    return Submission(f"{name}.csv", made)


CUP = event("cup", date(2025, 11, 2), LISTED[:3], (1, 1, 2, "1-0"), (2, 3, 1, "½-½"))
OPEN = event("open", date(2025, 11, 9), LISTED[1:3], (1, 1, 2, "0-1"))


def ratings(found: object) -> dict[str, str]:
    """The list's ratings by name."""
    return {e.player.name: str(e.player.rating) for e in found.entries}  # type: ignore[attr-defined]


def problems(
    listed: Sequence[Player], sent: Sequence[Submission], rules: str = "fide"
) -> list[str]:
    """What stands in the way of a list: the keys of the texts."""
    with pytest.raises(ListError) as caught:
        next_list(listed, sent, rules)
    return [problem.key for problem in caught.value.problems]


# --- what is calculated --------------------------------------------------------------------------


def test_the_list_that_fide_published(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """FIDE's list of November 2025, for all who played the US Championship and nothing else."""
    folder, target = EVENTS / "us-championship-2025", tmp_path / "next.csv"
    (tmp_path / "sent").mkdir()
    shutil.copy(folder / "games.csv", tmp_path / "sent")
    words = ["federation", folder / "players.csv", tmp_path / "sent", "--rules", "fide@2025-10-01"]
    assert main([*map(str, words), "-o", str(target)]) == 0
    made = {player.id: player.rating for player in read_players(target)}
    with (folder / "players.csv").open() as file:
        official = [row for row in csv.DictReader(file) if row["games_period"] == row["games_n"]]
    assert len(official) > 5
    for row in official:
        assert made[row["fide_id"]] == Decimal(row["list_2025_11"])
    assert (
        "Events: 1, results counted: 132 (one per player and game; fide@2025-10-01)"
        in capsys.readouterr().out
    )


def test_events_of_a_period_are_rated_together() -> None:
    """8.3.4: the change of the period is rounded once, from the ratings of the list before."""
    found = next_list(LISTED, [OPEN, CUP], "fide")
    together = rate([CUP.event, OPEN.event], "fide")
    lines = {line.player.name: line for line in together.lines}
    assert ratings(found) == {
        **{name: str(line.new) for name, line in lines.items()}, "Dan": "2000",
    }  # fmt: skip
    # Bob, K 40: 0 - 0.30 against 2100, 0 - 0.70 against 1800.
    assert found.entry("12").player.rating == 1950 - 40
    assert [entry.n for entry in found.entries if entry.player.name == "Bob"] == [2]


def test_events_are_rated_one_after_another() -> None:
    """DWZ: each event starts from the rating that the one before gave, by date, not by name."""
    rules = "dwz"
    listed = [replace(player, facts={"index": Decimal(20)}, born=1980) for player in LISTED]
    sent = [OPEN._replace(file="a.csv"), CUP._replace(file="b.csv")]
    first = {p.id: p for p in rate(entered(CUP.event, listed), rules).players()}
    expected = rate(entered(OPEN.event, [first["12"], first["13"]]), rules)
    found = next_list(listed, sent, rules)
    assert found.entry("12").player.rating == expected.line("12").new
    assert found.entry("11").player.rating == first["11"].rating
    assert [len(found.entry(who).lines) for who in ("11", "12")] == [1, 2]
    assert found.entry("12").player.facts["index"] == 22


def entered(made: Event, people: Sequence[Player]) -> Event:
    """The event with these people, by ID."""
    by_id = {person.id: person for person in people}
    return replace(made, players=tuple(replace(by_id[p.id], no=p.no) for p in made.players))


def test_time_passes_for_those_who_stayed_away() -> None:
    """Glicko, Step 1: RD grows to sqrt(RD^2 + c^2) in a period without games."""
    listed = [replace(player, facts={"rd": Decimal(50), "periods": 1}) for player in LISTED]
    found = next_list(listed, [OPEN], "glicko")
    dan = found.entry("Dan").player
    grown = (Decimal(50) ** 2 + Decimal("63.2") ** 2).sqrt()
    assert dan.rating == 2000 and same(dan.facts["rd"], grown)
    assert found.entry("Bob").player.facts["rd"] < Decimal(80)  # type: ignore[operator]


def test_the_mark_absent_on_the_list() -> None:
    """Malaysia: 3 % are taken from who missed all national events; the mark is then gone."""
    listed = [replace(player, facts={"absent": "x"}) for player in LISTED]
    found = next_list(listed, [OPEN], "malaysia")
    assert found.entry("Dan").player.rating == 1940
    assert found.entry("Bob").player.facts == {}


@settings(max_examples=30, deadline=None)
@given(st.permutations(range(4)), st.permutations(range(2)))
def test_no_order_matters(people: list[int], files: list[int]) -> None:
    """Promise: neither the order of the list nor that of the files changes a list."""
    sent = [[CUP, OPEN][at] for at in files]
    found = next_list([LISTED[at] for at in people], sent, "fide")
    assert ratings(found) == ratings(next_list(LISTED, [CUP, OPEN], "fide"))
    assert [e.player.no for e in found.entries] == [1, 2, 3, 4]


def test_the_stronger_player_stands_first() -> None:
    """Highest first; in Ingo the lowest number: "(1)" measures what is missing."""
    for rules, scale, first in (("fide", 1, "Ann Lee"), ("ingo", 10, "Cid")):
        listed = [replace(one, rating=one.rating and one.rating / scale) for one in LISTED]
        assert next_list(listed, [], rules).entries[0].player.name == first


# --- the next time -------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_a_list_is_the_list_of_the_next_time(kind: str, language: str, tmp_path: Path) -> None:
    """Promise: everything the rules need later is in the file, in every language."""
    new = Player(5, "Eve", id="15")
    sent = event(
        "first", date(2025, 11, 2), (*LISTED, new),
        (1, 5, 1, "½-½"), (2, 2, 5, "1-0"), (3, 5, 3, "1-0"), (4, 5, 4, "0-1"),
    )  # fmt: skip
    for rules in ("fide", "glicko2", "china-pro:publication=9 games", "uscf", "cxa-rapid"):
        listed = [replace(player, sex="M") for player in LISTED]
        found = next_list(listed, [sent], rules)
        path = tmp_path / f"next.{kind}"
        if kind == "csv":
            path.write_text(list_csv(found, language), "utf-8")
        else:
            path.write_bytes(to_bytes(list_book(found, language), language))
        again = {player.key: player for player in read_players(path)}
        assert list(again) == [entry.player.key for entry in found.entries]
        for entry in found.entries:
            was, now = entry.player, again[entry.player.key]
            assert now.facts.keys() == {k for k, v in was.facts.items() if v not in ((), "")}
            for name in ("no", "id", "name", "title", "games", "peak", "rating"):
                assert same(getattr(now, name), getattr(was, name)), (rules, name)
            for name, value in now.facts.items():
                assert same(value, was.facts[name]), (rules, name)


def same(one: object, other: object) -> bool:
    """Equal; numbers that are no decimals to 13 digits, as cells have them."""
    if isinstance(one, Decimal) and isinstance(other, Decimal):
        return abs(one - other) < Decimal("1e-12") * max(Decimal(1), abs(one))
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return one == other


def test_results_wait_for_a_first_rating_across_lists(tmp_path: Path) -> None:
    """FIDE 7.1.4: results of several events are pooled; the list keeps them, with their days."""
    eve = Player(5, "Eve", id="15")
    first = event("one", date(2025, 10, 5), (*LISTED, eve), (1, 5, 1, "½-½"), (2, 2, 5, "1-0"))
    second = event(
        "two", date(2025, 11, 9), (*LISTED, eve),
        (1, 5, 1, "1-0"), (2, 3, 5, "½-½"), (3, 5, 4, "0-1"),
    )  # fmt: skip
    path = tmp_path / "list.csv"
    path.write_text(list_csv(next_list(LISTED, [first], "fide")), "utf-8")
    assert "2100:0.5@2025-10-05; 1950:0@2025-10-05" in path.read_text()
    listed = {player.name: player.rating for player in read_players(path)}
    made = next_list(read_players(path), [second], "fide").entry("Eve")
    met = [Decimal(2100), Decimal(1950), *(listed[name] for name in ("Ann Lee", "Cid", "Dan"))]
    assert made.is_new
    assert made.player.rating == INITIAL_RATING(met, [0.5, 0, 1, 0.5, 0], "fide")


def test_a_cell_of_waiting_results_that_cannot_be_read(tmp_path: Path) -> None:
    """Bad input: line and column, what was found, what is expected."""
    path = tmp_path / "list.csv"
    path.write_text("id,name,rating,pool\n1,Ann,,2100=1\n")
    assert main(["federation", str(path), str(tmp_path), "--rules", "fide"]) == 2
    with pytest.raises(
        Exception,
        match=r"line 2, column pool: xlrating does not understand '2100=1' here; .* 2100:0.5@2024-03-01",
    ):
        read_players(path)


# --- who is who ----------------------------------------------------------------------------------


def sent_by(*players: Player) -> Submission:
    """An event of these players, a game of the first two."""
    return event("club", date(2025, 11, 2), players, (1, 1, 2, "1-0"))


@pytest.mark.parametrize(("rules", "told"), [("fide", [1500, 1400]), ("uscf", [1500])])
def test_the_list_applies_to_the_first_event(rules: str, told: list[int]) -> None:
    """Promise: where events are rated one after another, later ones are not played with its ratings."""
    sent = [
        event(
            str(day),
            date(2025, 11, day),
            (Player(1, "Lee, Ann", rating), LISTED[3]),
            (1, 1, 2, "1-0"),
        )
        for day, rating in ((2, Decimal(1500)), (9, Decimal(1400)))
    ]
    found = looks(next_list(LISTED, sent, rules))
    assert [n.words["rating"] for n in found if n.key == "fed_other_rating"] == told


def test_people_are_found_by_id_else_by_name() -> None:
    """Promise: ID first; a name counts without case, order and marks; the list's facts stand."""
    entry = Player(1, "LEE, Ann", Decimal(1500), games=3)
    found = next_list(LISTED, [sent_by(entry, LISTED[3])], "fide")
    assert len(found.entries) == 4
    # 1 - 0.64 with K 20 as the list has it: 2100, 50 games.
    assert found.entry("ann").player.rating == 2107
    assert [n.key for n in looks(found)] == ["fed_other_rating"]
    assert plain_name("Ли,  Анна") == plain_name("анна ли")
    other = next_list(LISTED, [sent_by(Player(1, "Someone", id="11"), LISTED[3])], "fide")
    assert [n.key for n in looks(other)] == ["fed_name_differs"]
    assert other.entry("Ann Lee").player.rating == 2107


def test_people_who_are_not_on_the_list() -> None:
    """Promise: they are new, said so, and asked about when the name is nearly one of the list."""
    found = next_list(LISTED, [sent_by(Player(1, "Annn Lee"), Player(2, "Zoe"))], "fide")
    assert [(n.key, n.words["near"]) for n in looks(found)] == [
        ("fed_new_near", "Ann Lee"), ("fed_new", ""),
    ]  # fmt: skip
    assert {e.player.name for e in found.entries} > {"Annn Lee", "Zoe"}


def test_games_that_name_players_by_number_only() -> None:
    """Promise: a start number is not taken for anybody of the list, nor for somebody new."""
    made = Event((Player(no=11), Player(no=14)), games((1, 11, 14, "1-0")))
    assert problems(LISTED, [Submission("a.csv", made)]) == ["fed_nameless"]


def test_games_that_name_players_by_id(tmp_path: Path) -> None:
    """Promise: what a list of games calls a player may be the ID, with letters too."""
    listed = [replace(player, id=f"M{player.id}") for player in LISTED]
    path = tmp_path / "games.csv"
    path.write_text("round,white,black,result\n1,M11,M14,1-0\n2,Bob,M11,0-1\n")
    found = next_list(listed, [Submission("games.csv", read(path))], "fide")
    assert [n.key for n in looks(found)] == []
    assert {e.player.id: e.n for e in found.entries} == {"M11": 2, "M12": 1, "M13": 0, "M14": 1}


def test_the_same_new_player_in_two_events() -> None:
    """Promise: somebody new in two events is one person."""
    one, two = (
        event(name, date(2025, 11, day), [*LISTED[:2], Player(3, "Zoe")], (1, 1, 3, "½-½"))
        for name, day in (("one", 2), ("two", 9))
    )
    found = next_list(LISTED, [one, two], "fide")
    assert [e.n for e in found.entries if e.player.name == "Zoe"] == [2]
    assert len([n for n in looks(found) if n.key == "fed_new"]) == 1


def test_what_is_not_clear_is_not_guessed() -> None:
    """Promise: every doubt about a person or a file stops the list, and all are told at once."""
    twins = (*LISTED, Player(5, "Bob", Decimal(1700), id="15"))
    ann = replace(LISTED[0], id="99")
    assert problems(twins, [sent_by(Player(1, "Bob"), LISTED[2])]) == ["fed_name_twice"]
    assert problems(LISTED, [sent_by(ann, LISTED[2])]) == ["fed_id_differs"]
    lee = Player(2, "Lee Ann")
    assert problems(LISTED, [sent_by(LISTED[0], lee)]) == ["fed_one_person"]
    assert problems((*LISTED, LISTED[0]), [CUP]) == ["id_twice"]
    same = CUP._replace(file="cup-rated.csv")
    assert problems(LISTED, [CUP, same]) == ["fed_same_event"]
    undated = replace(OPEN.event, end=None)
    assert problems(LISTED, [CUP, Submission("open.csv", undated)]) == ["fed_no_date"]
    assert next_list(LISTED, [CUP, Submission("sub/2025-11-09 open.csv", undated)], "fide")
    running = event("run", date(2025, 11, 2), LISTED[:2], (1, 1, 2, ""))
    broken = event("bad", date(2025, 11, 3), LISTED[:2], (1, 1, 1, "1-0"))
    assert problems(LISTED, [running, broken]) == ["fed_no_result", "plays_self"]


def test_a_postponed_game_is_told() -> None:
    """Promise: a game that will be played later does not stop the list; it is not rated."""
    sent = event("run", None, LISTED[:3], (1, 1, 2, "POSTPONED"), (2, 1, 3, "1-0"))
    found = next_list(LISTED, [sent], "fide")
    assert [n.key for n in looks(found)] == ["fed_postponed"]
    assert [e.n for e in found.entries if e.player.name == "Ann Lee"] == [1]


def test_rounds_without_a_game_are_told() -> None:
    """malaysia, 最后二轮: K of the last rounds hangs on how many there are; a list says so, too."""
    sent = event("run", None, LISTED[:3], (1, 1, 2, "1-0"), (2, 1, 3, "1-0"))
    longer = sent._replace(event=replace(sent.event, rounds=7))
    assert [n.key for n in looks(next_list(LISTED, [longer], "elo"))] == ["rounds_open"]
    assert [n.key for n in looks(next_list(LISTED, [sent], "elo"))] == []


def test_k_that_only_the_event_knows() -> None:
    """Elo normal leaves K to its user: that of the event is taken, told, and not kept."""
    players = [replace(player, k=Decimal(20)) for player in LISTED[:2]]
    found = next_list(LISTED, [sent_by(*players)], "elo-normal")
    assert {n.key for n in looks(found)} == {"fed_k_typed"}
    assert found.entry("11").player.k is None
    mine = [replace(LISTED[0], k=Decimal(10)), *LISTED[1:]]
    two = next_list(mine, [sent_by(replace(LISTED[0], k=Decimal(40)), players[1])], "elo-normal")
    assert two.entry("11").lines[0][1].k == 10


def test_order_of_files_tells_nobody_apart() -> None:
    """Promise: an ID learnt anywhere counts everywhere, whichever event comes first."""
    zoe, with_id, short = (
        Player(1, "Zoe Kim"),
        Player(1, "Zoe Kim", id="77"),
        Player(1, "Z. Kim", id="77"),
    )
    for order in ((zoe, with_id, short), (short, zoe, with_id), (with_id, short, zoe)):
        sent = [
            event(f"e{day}", date(2025, 11, day), [one, *LISTED[:2]], (1, 1, 2, "1-0"))
            for day, one in enumerate(order, 1)
        ]
        found = next_list(LISTED, sent, "fide")
        assert sum(e.n for e in found.entries if e.player.id == "77") == 3
        assert len(found.entries) == 5


def test_an_id_that_the_list_does_not_have() -> None:
    """Promise: the ID is taken over, and told; two different ones are never one person."""
    listed = [replace(LISTED[0], id=""), *LISTED[1:]]
    one = event(
        "one", date(2025, 11, 1), [replace(LISTED[0], id="55"), LISTED[1]], (1, 1, 2, "1-0")
    )
    two = event(
        "two", date(2025, 11, 2), [replace(LISTED[0], id="66"), LISTED[1]], (1, 1, 2, "1-0")
    )
    found = next_list(listed, [one], "fide")
    assert found.entry("Ann Lee").player.id == "55"
    assert [n.key for n in looks(found)] == ["fed_id_taken"]
    assert problems(listed, [one, two]) == ["fed_id_differs"]
    assert problems(LISTED, [sent_by(Player(1, "Ann Lee", id="12"), LISTED[3])]) == [
        "fed_id_differs"
    ]
    both = [replace(LISTED[0], id=""), replace(LISTED[1], id="", name="Lee Ann"), *LISTED[2:]]
    assert problems(both, [one]) == ["fed_name_twice"]
    other_case = next_list(
        [replace(LISTED[0], id="M11"), *LISTED[1:]],
        [sent_by(Player(1, "m11"), LISTED[3])], "fide",
    )  # fmt: skip
    assert (len(other_case.entries), other_case.entry("M11").n) == (4, 1)
    twins = [Player(1, "Kim", id="55"), Player(2, "Kim", id="66")]
    new = next_list(LISTED, [sent_by(*twins)], "fide")
    assert sorted(e.player.id for e in new.entries if e.player.name == "Kim") == ["55", "66"]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("王　伟", "王伟", True), ("राम", "रामी", False), ("☆☆", "★", False),
        ("O'Neil, Jo", "jo o neil", True), ("Ёлкин", "ЁЛКИН", True), ("José", "Jose", False),
    ],
)  # fmt: skip
def test_names_that_are_one(one: str, other: str, same: bool) -> None:
    """Promise: blanks, case and order do not matter; letters and their marks do."""
    assert (plain_name(one) == plain_name(other)) == same


def test_two_people_of_one_name() -> None:
    """Promise: IDs tell people of one name apart, on the list and off it."""
    listed = [replace(LISTED[0], name="王伟"), replace(LISTED[1], name="王伟"), *LISTED[2:]]
    found = next_list(listed, [sent_by(listed[0], listed[3])], "fide")
    assert (looks(found), found.entry("11").n, found.entry("12").n) == ((), 1, 0)
    assert problems(listed, [sent_by(Player(1, "王伟"), listed[3])]) == ["fed_name_twice"]


def test_an_id_that_is_a_name_on_the_list() -> None:
    """Promise: a list made from games alone has IDs for names; they are the same people."""
    listed = [Player(1, "MAS-001", Decimal(1800), games=40), *LISTED[1:]]
    found = next_list(listed, [sent_by(Player(1, "Zoe", id="MAS-001"), LISTED[3])], "fide")
    assert [n.key for n in looks(found)] == ["fed_id_taken"]
    assert (len(found.entries), found.entry("Zoe").before) == (4, Decimal(1800))


@pytest.mark.parametrize(("name", "near"), [("诸葛良", "诸葛亮"), ("李明", ""), ("王天二", "")])
def test_a_misspelt_chinese_name(name: str, near: str) -> None:
    """Promise: of three characters one may be wrong; of two one makes another name."""
    listed = [replace(LISTED[0], name="诸葛亮"), replace(LISTED[1], name="李鸣"), *LISTED[2:]]
    found = next_list(listed, [sent_by(Player(1, name), LISTED[3])], "fide")
    assert [n.words["near"] for n in looks(found)] == [near]


def test_accents_are_asked_about() -> None:
    """Promise: a name that differs by accents only is new, and asked about."""
    listed = [replace(LISTED[0], name="José Núñez"), *LISTED[1:]]
    found = next_list(listed, [sent_by(Player(1, "Jose Nunez"), LISTED[3])], "fide")
    assert [n.words.get("near") for n in looks(found)] == ["José Núñez"]


def test_the_same_event_in_other_words() -> None:
    """Promise: a corrected copy and other orders and spellings of an event are found."""
    day = date(2025, 11, 2)
    lines = [
        (1, 1, 2, "1-0"),
        (1, 3, 4, "½-½"),
        (2, 1, 3, "1-0"),
        (2, 2, 4, "0-1"),
        (3, 1, 4, "1-0"),
    ]
    one = event("one", day, LISTED, *lines)
    changed = event("two", day, LISTED, *lines[:-1], (3, 1, 4, "½-½"))
    assert problems(LISTED, [one, changed]) == ["fed_same_event_other"]
    renamed = [replace(LISTED[0], name="LEE Ann", id=""), *LISTED[1:]]
    turned = event("three", day, renamed, *reversed(lines))
    assert problems(LISTED, [one, turned]) == ["fed_same_event"]
    later = event("five", date(2025, 11, 5), LISTED, *lines)
    found = next_list(LISTED, [one, later], "fide")
    assert [n.key for n in looks(found)] == ["fed_like_event"]
    blitz = event("six", day, LISTED, *[(r, w, b, "½-½") for r, w, b, _ in lines])
    found = next_list(LISTED, [one, blitz], "fide")
    assert [n.key for n in looks(found)] == ["fed_like_event"]
    few = [event(name, day, LISTED[:2], (1, 1, 2, "1-0"), (2, 2, 1, last))
           for name, last in (("a", "1-0"), ("b", "0-1"))]  # fmt: skip
    assert [n.key for n in looks(next_list(LISTED, few, "fide"))] == ["fed_like_event"]
    twice = [(r + 3, b, w, s) for r, w, b, s in lines]
    long = [event(f"long{at}", date(2025, 11, at), LISTED, *lines, *twice) for at in (3, 8)]
    assert problems(LISTED, long) == ["fed_same_event"]
    byes = event("seven", day, LISTED[:1], (1, 1, None, "BYE 1"))
    assert looks(next_list(LISTED, [one, byes], "fide")) == ()
    back = event("four", day, LISTED, *[(r, b, w, s) for r, w, b, s in lines])
    assert next_list(LISTED, [one, back], "fide")


@pytest.mark.parametrize(
    ("file", "born", "k", "rules"),
    [
        ("2025-10-12 cup.csv", 2012, 40, "fide@2025-10-01"),
        ("north/2010-05-01 cup.csv", 1970, 15, "fide@2009-07-01"),
    ],
)
def test_a_date_in_the_name_of_a_file_is_the_date(file: str, born: int, k: int, rules: str) -> None:
    """Promise: the edition and ages follow it, as they do a date in the file."""
    listed = [replace(LISTED[0], born=born, rating=Decimal(1500)), *LISTED[1:]]
    undated = Event(tuple(LISTED[:2]), games((1, 1, 2, "1-0")))
    found = next_list(listed, [Submission(file, undated)], "fide")
    assert found.rules.reference == rules
    assert found.entry("11").lines[0][1].k == k


def test_a_newcomer_who_brings_a_rating() -> None:
    """Promise: it is told that the entered rating counts; two different ones are not guessed."""
    zoe = Player(1, "Zoe", Decimal(1900), id="77")
    found = next_list(LISTED, [sent_by(zoe, LISTED[3])], "fide")
    assert [n.key for n in looks(found)] == ["fed_new_rated", "fed_new"]
    other = event("other", date(2025, 11, 9), [replace(zoe, rating=Decimal(2500)), LISTED[0]],
                  (1, 1, 2, "1-0"))  # fmt: skip
    assert problems(LISTED, [sent_by(zoe, LISTED[3]), other]) == ["fed_new_ratings"]


def test_what_an_event_says_otherwise_is_told() -> None:
    """Nothing dropped in silence: a year of birth other than the list's is named with the one used."""
    listed = [replace(player, born=1980) for player in LISTED]
    sent = sent_by(replace(listed[0], born=1990), listed[1])
    (told,) = looks(next_list(listed, [sent], "fide"))
    assert (told.key, told.words["found"], told.words["used"]) == ("fed_other_fact", 1990, 1980)


def test_what_one_event_says_counts_in_all() -> None:
    """Promise: facts that the list lacks are those of the person, whichever event says them."""
    told = Player(1, "Zoe", id="77", title="国家大师", sex="F", born=1999)
    plain = Player(1, "Zoe", id="77")
    men = [replace(player, rating=Decimal(2300), sex="M") for player in LISTED]
    for first, second in ((told, plain), (plain, told)):
        sent = [
            event(name, date(2025, 11, day), [one, men[0]], (1, 1, 2, "1-0"))
            for name, day, one in (("one", 2, first), ("two", 9, second))
        ]
        entry = next_list(men, sent, "cxa-rapid").entry("Zoe")
        assert (entry.player.born, entry.player.title, entry.n) == (1999, "国家大师", 2)
        assert entry.lines[0][1].steps[0].value == 2250


def test_who_never_played_gets_no_rating() -> None:
    """第六条（一）: the first calculation gives a rating, not standing on the list."""
    men = [replace(player, rating=Decimal(2300), sex="M") for player in LISTED[:2]]
    idle = Player(3, "New", id="99", title="国家大师", sex="M", facts={"new_title": "特级大师"})
    found = next_list([*men, idle], [sent_by(*men)], "cxa-rapid")
    assert (found.entry("New").player.rating, found.entry("New").player.title) == (None, "特级大师")


def test_a_new_title_on_the_list() -> None:
    """第六条（二）: a new title counts at the next list, for who played and who did not."""
    men = [
        replace(player, rating=Decimal(2300), sex="M", facts={"new_title": "国家大师"})
        for player in LISTED[:3]
    ]
    found = next_list(men, [sent_by(*men[:2])], "cxa-rapid")
    assert [(str(e.player.rating), e.player.title) for e in found.entries] == [
        ("2450.0", "国家大师")
    ] * 3


def test_a_no_is_no_mark() -> None:
    """Malaysia: whoever is marked as not absent loses nothing; without rating there is none.

    The start rating that a title gives at once is one: 3 % of 2250 is 67.5.
    """
    listed = [replace(player, facts={"absent": "否"}) for player in LISTED]
    new = Player(9, "New", id="99", title="国际大师", facts={"absent": "x"})
    for rules, rating in (("malaysia:start=played", None), ("malaysia", 2182)):
        found = next_list([*listed, new], [OPEN], rules)
        assert found.entry("Dan").player.rating == 2000
        assert found.entry("New").player.rating == rating


def test_events_of_one_day() -> None:
    """DWZ: of two events of one day with the same players the order is told, as it matters."""
    day = date(2025, 11, 2)
    sent = [
        event("a", day, LISTED[:2], (1, 1, 2, "1-0")), event("b", day, LISTED[:2], (1, 2, 1, "1-0")),
    ]  # fmt: skip
    listed = [replace(player, born=1980) for player in LISTED]
    told = ["fed_like_event", "fed_same_day"]
    assert [n.key for n in next_list(listed, sent, "dwz").notices] == told
    apart = event("ab", day, LISTED[2:], (1, 1, 2, "1-0"))
    found = next_list(listed, [*sent, apart], "dwz")
    assert [n.key for n in looks(found)] == told
    assert [n.key for n in looks(next_list(listed, sent, "fide"))] == ["fed_like_event"]


def test_a_round_robin_that_does_not_say_so() -> None:
    """1.21b: a round robin has formulas of its own; a file that looks like one is named."""
    lines = [(1, 1, 2, "1-0"), (1, 3, 4, "½-½"), (2, 1, 3, "1-0"), (2, 2, 4, "0-1"),
             (3, 1, 4, "½-½"), (3, 2, 3, "½-½")]  # fmt: skip
    sent = event("all", date(2025, 11, 2), LISTED, *lines)
    sent = sent._replace(event=replace(sent.event, says_format=False))
    assert [n.key for n in next_list(LISTED, [sent], "china-pro").notices] == ["looks_round_robin"]
    said = sent._replace(event=replace(sent.event, format="round-robin"))
    assert next_list(LISTED, [said], "china-pro").notices == ()


def test_absence_is_counted_once() -> None:
    """Malaysia: 3 % once, wherever and however often the mark stands."""
    absent = replace(LISTED[3], facts={"absent": "x"})
    sent = [
        event(name, date(2025, 11, day), [LISTED[0], absent], (1, 1, 2, "½-½"))
        for name, day in (("one", 2), ("two", 9))
    ]
    marked = next_list(LISTED, sent, "malaysia").entry("Dan")
    plain = next_list(
        LISTED,
        [
            Submission(s.file, replace(s.event, players=(*LISTED[:1], replace(LISTED[3], no=2))))
            for s in sent
        ],
        "malaysia",
    ).entry("Dan")
    assert plain.player.rating is not None
    assert marked.player.rating == plain.player.rating - round(
        plain.player.rating * Decimal("0.03")
    )


def test_absence_costs_once_a_year() -> None:
    """Malaysia, 注: who takes part in no national event of a year loses 3 %, each such year.

    3 % of 2350 is 70.5, of 2279 it is 68.37.
    """
    ann, bob, dan = LISTED[0], LISTED[1], replace(LISTED[3], rating=Decimal(2350))
    away = replace(dan, facts={"absent": "x"})

    def after(*days: date) -> Decimal | None:
        sent = [event(str(day), day, [ann, bob, away], (1, 1, 2, "½-½")) for day in days]
        return next_list([ann, bob, dan], sent, "malaysia").entry("Dan").player.rating

    assert after(date(2024, 5, 4)) == after(date(2024, 5, 4), date(2024, 11, 2)) == 2279
    together = Event((ann, bob, away), (Game(1, 1, 2, read_result("½-½")),), end=date(2024, 5, 4))
    years = rate((together, replace(together, end=date(2025, 5, 3))), "malaysia")
    assert years.lines[2].new == 2211
    sent = [event(str(y), date(y, 5, 4), [ann, bob, away], (1, 1, 2, "½-½")) for y in (2024, 2025)]
    with pytest.raises(ListError, match="absences of 2024, but events of 2025") as caught:
        next_list([ann, bob, dan], sent, "malaysia")
    assert [problem.key for problem in caught.value.problems] == ["fed_two_years"]
    there = Event(
        (ann, bob, replace(dan, no=3)), (Game(1, 1, 3, read_result("1-0")),), end=date(2024, 3, 2),
        facts={"national": "大马棋王赛"},
    )  # fmt: skip
    alone, both = (rate(events, "malaysia") for events in ((there,), (there, together)))
    assert both.lines[2].new == alone.lines[2].new


# --- the list as a file -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("id,name,Rating 2025-10\n1,Ann,2000\n", "does not know the column Rating 2025-10"),
        ("id,name,rating,elo\n1,Ann,,2000\n", "the columns rating / elo mean the same"),
        ("id,name,rating\n1,Ann,21000\n", "line 2: Rating is 21000"),
        ("id,name,rating\n1,Ann,two\n", "line 2, column rating"),
        ("id,name,rating,absent\n1,Ann,2000,tidak\n", "column absent: the mark is 'tidak'"),
        ("id,name,rating\n1,Ann,2000\n,,2000\n", "line 3: the line has neither a name nor an ID"),
    ],
)
def test_a_list_that_would_lose_ratings(
    text: str, message: str, sent: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Bad input: a list whose ratings are not found is refused, not read as unrated."""
    (sent / "list.csv").write_text(text)
    assert run(sent, "--rules", "fide") == 2
    assert message in capsys.readouterr().err


def test_a_list_of_formulas_without_values(sent: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Bad input: a formula that was never calculated is named with its cell."""
    book = openpyxl.Workbook()
    book.active.append(["id", "name", "rating"])
    book.active.append(["11", "Ann Lee", "=2000+100"])
    book.save(sent / "list.xlsx")
    assert main(["federation", str(sent / "list.xlsx"), str(sent / "events")]) == 2
    assert "list.xlsx, sheet Sheet, cell C2: the formula '=2000+100'" in capsys.readouterr().err


def test_a_list_of_another_program(sent: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: titles above the headings and their usual spellings are read."""
    head = "Rating list,,,,,,\nNovember 2025,Club,,,,,\n"
    rows = "Rank,FIDE ID,Name,Fed,Rating,B-Year,Gender\n1=,11,Ann Lee,MAS,2100,2010,F\n"
    (sent / "list.csv").write_text(head + rows)
    assert run(sent, "-o", sent / "next.csv") == 0
    assert "columns that xlrating does not keep: rank" in capsys.readouterr().out
    ann = next(player for player in read_players(sent / "next.csv") if player.id == "11")
    assert (ann.born, ann.sex, ann.federation) == (2010, "f", "MAS")


def test_a_number_sign_before_an_id(sent: Path) -> None:
    """Promise: nobody of the list is taken for a comment."""
    (sent / "list.csv").write_text(
        "# of 2025\n#,ID,Name,Rating\n#1,11,Ann Lee,2100\n#2,#77,Neo,1900\n"
    )
    assert run(sent, "-o", sent / "next.csv") == 0
    assert {p.id: p.rating for p in read_players(sent / "next.csv")}.keys() >= {"11", "#77"}


@pytest.mark.parametrize("name", ["2025-11-09 {}.csv", "{}.CSV", "club_{}.csv"])
def test_players_beside_games(name: str, sent: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: a list of players beside the games is read with them, and is no event."""
    shutil.rmtree(sent / "events")
    (sent / "events").mkdir()
    (sent / "events" / name.format("Games")).write_text("round,white,black,result\n1,1,2,1-0\n")
    people = "no,id,name,born\n1,11,Ann Lee,1990\n2,77,Neo,2012\n"
    (sent / "events" / name.format("Players")).write_text(people)
    (sent / "events" / "notes.txt").write_text("see you on Monday")
    assert run(sent, "--rules", "fide", "-o", sent / "next.csv") == 0
    out = capsys.readouterr().out
    assert "Events: 1" in out and "Neo is not on the list" in out
    assert "notes.txt: this is not an event file" in out
    neo = next(player for player in read_players(sent / "next.csv") if player.name == "Neo")
    assert (neo.id, neo.born) == ("77", 2012)


def test_a_list_of_games_in_a_text_is_an_event(
    sent: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: a folder reads what `rate` reads; a spreadsheet saves columns with tabs as .txt."""
    shutil.rmtree(sent / "events")
    (sent / "events").mkdir()
    lines = ["round\tWhite\tBlack\tresult", "1\tAnn Lee\tBob\t1-0", ""]
    (sent / "events" / "2025-11-09 cup.txt").write_text("\n".join(lines))
    assert run(sent, "--rules", "fide", "-o", sent / "next.csv") == 0
    assert "Events: 1, results counted: 2" in capsys.readouterr().out


def test_columns_that_are_not_kept(sent: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: nothing is lost without a word."""
    text = (sent / "list.csv").read_text().splitlines()
    (sent / "list.csv").write_text("\n".join([f"{text[0]},perf", *(f"{t},7" for t in text[1:])]))
    assert run(sent) == 0
    assert "list.csv: columns that xlrating does not keep: perf" in capsys.readouterr().out


def test_links_and_odd_names(sent: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: a linked folder is read once, a broken link is named, odd names stop nothing."""
    (sent / "south").mkdir()
    (sent / "events" / "north" / "open.xlsx").rename(sent / "south" / "open.xlsx")
    (sent / "events" / "linked").symlink_to(sent / "south")
    (sent / "events" / "again").symlink_to(sent / "events")
    (sent / "events" / "gone.csv").symlink_to(sent / "nothing.csv")
    (sent / "events" / b"caf\xe9.doc".decode("utf-8", "surrogateescape")).write_text("x")
    assert run(sent, "-o", sent / "next.xlsx") == 0
    out = capsys.readouterr().out
    (line,) = (one for one in out.splitlines() if "this is not an event file" in one)
    assert "Events: 2, results counted: 6" in out and "gone.csv" in line
    assert open_sheets(sent / "next.xlsx")


def test_k_that_the_list_gives() -> None:
    """Promise: lists of other programs show K; that it goes before the table is told."""
    given = [replace(LISTED[0], k=Decimal(40)), *LISTED[1:]]
    found = next_list(given, [CUP], "fide")
    assert [(n.key, n.words) for n in looks(found)] == [("fed_k_listed", {"n": 1})]
    assert found.entry("11").lines[0][1].k == 40


# --- which list ----------------------------------------------------------------------------------


def test_each_event_counts_for_one_list() -> None:
    """第五条: 1 October has what ends by 30 September; the last day decides."""
    men = [replace(player, rating=Decimal(2300), sex="M") for player in LISTED]
    early = event("early", date(2024, 9, 30), men[:2], (1, 1, 2, "1-0"))
    late = event("late", date(2024, 10, 1), men[2:], (1, 1, 2, "1-0"))
    assert problems(men, [early, late], "cxa-rapid") == ["fed_several_lists"] * 2
    found = next_list(men, [early, late], "cxa-rapid", date(2024, 10, 1))
    assert [(n.key, n.where) for n in looks(found)] == [
        ("fed_other_list", "late.csv"),
        ("champion_none", "early.csv"),
    ]
    assert [e.n for e in found.entries] == [1, 0, 0, 1]
    with pytest.raises(ListError):
        next_list(men, [early], "cxa-rapid", date(2024, 10, 2))
    after = next_list(LISTED, [CUP, OPEN], "fide", date(2025, 11, 9))
    assert [(n.key, n.where) for n in looks(after)] == [("fed_too_late", "open.csv")]


# --- the command ---------------------------------------------------------------------------------


@pytest.fixture
def sent(tmp_path: Path) -> Path:
    """A folder with a list and, below it, two events as workbooks and other files."""
    below = tmp_path / "events" / "north"
    below.mkdir(parents=True)
    for one in (CUP, OPEN):
        plan = filled(replace(one.event, start=one.event.end), load("fide@2025-10-01"))
        write(plan, below / f"{one.event.name}.xlsx")
    (below / "~$cup.xlsx").write_bytes(b"open in Excel")
    (below / "notes.docx").write_bytes(b"letter")
    rows = [(p.id, p.name, p.rating, p.games) for p in LISTED]
    with (tmp_path / "list.csv").open("w", newline="") as file:
        csv.writer(file).writerows([("id", "name", "rating", "games"), *rows])
    return tmp_path


def run(sent: Path, *words: object) -> int:
    """The command on the list and the folder."""
    return main(["federation", str(sent / "list.csv"), str(sent / "events"), *map(str, words)])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_folder_of_workbooks(
    sent: Path, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: one command; the workbook holds the list, the games and the reasons."""
    target = sent / "next.xlsx"
    assert run(sent, "-o", target, "--language", language) == 0
    out = capsys.readouterr().out
    words = {"events": 2, "results": 6, "rules": "fide@2025-10-01", "rated": 4, "new": 0}
    assert "None" not in out
    assert say(language, "fed_summary", **words) in out
    assert "notes.docx" in out and "~$" not in out
    assert run(sent, "-o", target) == 2
    sheets = open_sheets(target)
    names = ("list", "changes", "games", "steps", "notices", "held", "made")
    assert list(sheets.names) == [say(language, f"fed_sheet_{name}") for name in names]
    assert [row[2] for row in sheets.rows(sheets.names[0])[3:]] == ["Ann Lee", "Dan", "Bob", "Cid"]
    reasons = [row[-1] for row in sheets.rows(sheets.names[3])[3:]]
    assert "8.3.4" in reasons and "8.3.3" in reasons
    assert len(sheets.rows(sheets.names[2])[3:]) == 6
    notices = sheets.rows(sheets.names[4])[3:]
    assert "north/notes.docx" in [row[0] for row in notices]


def test_a_large_list_has_no_sheets_of_games(
    sent: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Promise: a list that nobody could read through says what it leaves out."""
    monkeypatch.setattr("xlrating.federation.list_book.MOST_RESULTS", 5)
    assert run(sent, "-o", sent / "next.xlsx") == 0
    assert "with 6 results, the list has no sheets of games" in capsys.readouterr().out
    assert open_sheets(sent / "next.xlsx").names == (
        "List", "Changes", "To check", "Events counted", "Made from",
    )  # fmt: skip


def test_reasons_for_one_player(sent: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: a complaint is answered clause by clause; who is not clear is asked back."""
    assert run(sent, "--explain", "Lee, ann") == 0
    assert "Ann Lee, 2100" in capsys.readouterr().out
    assert run(sent, "--explain", "bob") == 0
    out = capsys.readouterr().out
    assert "1950 with a change of −40, rounded −40 = 1910   [8.3.4]" in out
    assert run(sent, "--explain", "x") == 2
    assert "there is no player 'x'" in capsys.readouterr().err


def test_nothing_is_written_without_need(sent: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: without -o it is a trial; with a problem nothing is written, all are told."""
    assert run(sent) == 0
    assert "nothing is written" in capsys.readouterr().out
    (sent / "events" / "bad.csv").write_text("what,is,this\n1,2,3\n")
    shutil.copy(sent / "events" / "north" / "cup.xlsx", sent / "events" / "cup-rated.xlsx")
    before = sorted(sent.rglob("*"))
    assert run(sent, "-o", sent / "next.csv") == 2
    err = capsys.readouterr().err
    assert (
        "bad.csv" in err
        and "the same event as cup-rated.xlsx" in err
        and "fixed the above (2)" in err
    )
    assert sorted(sent.rglob("*")) == before
    inside = sent / "events" / "north" / "cup.xlsx"
    for words in (
        ["-o", sent / "list.csv", "--force"], ["-o", "next.pdf"], ["--day", "soon"],
        ["-o", inside, "--force"], ["--explain", "Bob", "-o", sent / "next.csv"],
    ):  # fmt: skip
        assert run(sent, *words) == 2
    assert main(["federation", str(sent / "list.csv"), str(sent / "none")]) == 2


def test_rules_come_from_the_files_where_they_agree(
    sent: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: rules are never guessed; a file made for others is named."""
    assert run(sent, "--rules", "dwz") == 0
    assert "the file was made for fide@2025-10-01; rated by dwz" in capsys.readouterr().out
    shutil.copy(EVENTS / "us-championship-2025" / "games.csv", sent / "events")
    assert run(sent) == 2
    assert "--rules" in capsys.readouterr().err


def test_formula_text_stays_text(tmp_path: Path) -> None:
    """Values that start with = are text, in the list and in the workbook."""
    listed = [replace(LISTED[0], name="=1+1"), *LISTED[1:]]
    found = next_list(listed, [OPEN], "fide")
    assert "'=1+1" in list_csv(found)
    path = tmp_path / "next.xlsx"
    path.write_bytes(to_bytes(list_book(found)))
    assert not any(open_sheets(path).formulas(name) for name in open_sheets(path).names)
    assert read_players(path)[0].name == "=1+1"


def test_the_list_beside_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A wrong cell in a list of players beside games is told with its own file, line and column."""
    folder = tmp_path / "sent" / "may"
    folder.mkdir(parents=True)
    (folder / "a-games.csv").write_text("round,white,black,result\n1,1,2,1-0\n", "utf-8")
    (folder / "a-players.csv").write_text("no,name,rating\n1,A,abc\n2,B,1500\n", "utf-8")
    (tmp_path / "list.csv").write_text("id,name,rating\n1,A,2000\n", "utf-8")
    words = ["federation", str(tmp_path / "list.csv"), str(tmp_path / "sent"), "--rules", "fide"]
    assert main(words) == 2
    told = capsys.readouterr().err.splitlines()[0]
    assert told.startswith("may/a-players.csv, line 2, column rating: ")


def test_the_frames_of_a_saved_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: a page that a browser saved completely is read without a stop at what belongs to it; a
    page of its own without an event still stops."""
    sent = tmp_path / "sent"
    (sent / "open_files").mkdir(parents=True)
    (tmp_path / "list.csv").write_text("id,name,rating\n1,Ann,2000\n2,Bo,1900\n", "utf-8")
    rows = "<tr><td>No<td>Name<td>Rtg<td>R1<tr><td>1<td>Ann<td>2000<td>2w1<tr><td>2<td>Bo<td>1900<td>1b0"
    (sent / "open.html").write_text(f"<html><body><table>{rows}</table></body></html>", "utf-8")
    page = "<!DOCTYPE html><html><body>Buy this</body></html>"
    (sent / "open_files" / "saved_resource.html").write_text(page, "utf-8")
    call = [
        "federation",
        str(tmp_path / "list.csv"),
        str(sent),
        "--rules",
        "elo",
        "--language",
        "en",
    ]
    assert main(call) == 0
    told = "open_files/saved_resource.html: this is not an event file, so it was not read"
    out = capsys.readouterr().out
    assert told in out and "Events: 1, results counted: 2" in out
    (sent / "open.html").rename(sent / "other.html")
    assert main(call) == 2
    assert "saved_resource.html: this page has no crosstable" in capsys.readouterr().err
