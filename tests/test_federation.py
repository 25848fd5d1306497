"""A list and a folder of events become the next list."""

from __future__ import annotations

import csv
import shutil
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from workbooks import EVENTS, games, write

from xlrating.cli import main
from xlrating.event import Event, Player
from xlrating.exchange import read_players
from xlrating.exchange.rating_list import list_csv
from xlrating.exchange.sheets import open_sheets
from xlrating.federation import ListError, next_list
from xlrating.functions.performances import INITIAL_RATING
from xlrating.persons import plain_name
from xlrating.rating import rate
from xlrating.ruleset import load
from xlrating.submissions import Submitted
from xlrating.texts import LANGUAGES, say
from xlrating.workbook.list_book import list_book
from xlrating.workbook.plan import filled
from xlrating.workbook.writer import to_bytes

LISTED = (
    Player(1, "Ann Lee", Decimal(2100), id="11", games=50),
    Player(2, "Bob", Decimal(1950), id="12", games=10),
    Player(3, "Cid", Decimal(1800), id="13", games=99),
    Player(4, "Dan", Decimal(2000), id="14", games=99),
)


def event(name: str, day: date | None, players: Sequence[Player], *lines: object) -> Submitted:
    """An event as it was sent in, players numbered as they stand."""
    numbered = tuple(replace(player, no=no) for no, player in enumerate(players, 1))
    made = Event(numbered, games(*lines), name=name, end=day)  # type: ignore[arg-type]
    return Submitted(f"{name}.csv", made)


CUP = event("cup", date(2025, 11, 2), LISTED[:3], (1, 1, 2, "1-0"), (2, 3, 1, "½-½"))
OPEN = event("open", date(2025, 11, 9), LISTED[1:3], (1, 1, 2, "0-1"))


def ratings(found: object) -> dict[str, str]:
    """The list's ratings by name."""
    return {e.player.name: str(e.player.rating) for e in found.entries}  # type: ignore[attr-defined]


def problems(listed: Sequence[Player], sent: Sequence[Submitted], rules: str = "fide") -> list[str]:
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
    assert "1 events, 132 results counted by fide@2025-10-01" in capsys.readouterr().out


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
    for rules, first in (("fide", "Ann Lee"), ("ingo", "Cid")):
        listed = [replace(player, rating=player.rating) for player in LISTED]
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
    with pytest.raises(Exception, match=r"line 2, column pool: '2100=1' .* 2100:0.5@2024-03-01"):
        read_players(path)


# --- who is who ----------------------------------------------------------------------------------


def sent_by(*players: Player) -> Submitted:
    """An event of these players, a game of the first two."""
    return event("club", date(2025, 11, 2), players, (1, 1, 2, "1-0"))


def test_people_are_found_by_id_else_by_name() -> None:
    """Promise: ID first; a name counts without case, order and marks; the list's facts stand."""
    entry = Player(1, "LEE, Ann", Decimal(1500), games=3)
    found = next_list(LISTED, [sent_by(entry, LISTED[3])], "fide")
    assert len(found.entries) == 4
    # 1 - 0.64 with K 20 as the list has it: 2100, 50 games.
    assert found.entry("ann").player.rating == 2107
    assert [n.key for n in found.notices] == ["fed_other_rating"]
    assert plain_name("Ли,  Анна") == plain_name("анна ли")
    other = next_list(LISTED, [sent_by(Player(1, "Someone", id="11"), LISTED[3])], "fide")
    assert [n.key for n in other.notices] == ["fed_name_differs"]
    assert other.entry("Ann Lee").player.rating == 2107


def test_people_who_are_not_on_the_list() -> None:
    """Promise: they are new, said so, and asked about when the name is nearly one of the list."""
    found = next_list(LISTED, [sent_by(Player(1, "Annn Lee"), Player(2, "Zoe"))], "fide")
    assert [(n.key, n.words["near"]) for n in found.notices] == [
        ("fed_new_near", "Ann Lee"), ("fed_new", ""),
    ]  # fmt: skip
    assert {e.player.name for e in found.entries} > {"Annn Lee", "Zoe"}


def test_games_that_name_players_by_number() -> None:
    """Promise: a bare number is the ID of the list; one that is not there is nobody new."""
    bare = [Player(no=11), Player(no=14)]
    made = Event(tuple(bare), games((1, 11, 14, "1-0")))
    found = next_list(LISTED, [Submitted("a.csv", made)], "fide")
    assert (len(found.entries), found.entry("Ann Lee").n, found.notices) == (4, 1, ())
    unknown = Event((bare[0], Player(no=7)), games((1, 11, 7, "1-0")))
    assert problems(LISTED, [Submitted("a.csv", unknown)]) == ["fed_nameless"]
    with pytest.raises(ListError) as caught:
        next_list(LISTED, [Submitted("a.csv", unknown)], "fide")
    assert caught.value.problems[0].where == "a.csv, player 7"


def test_the_same_new_player_in_two_events() -> None:
    """Promise: somebody new in two events is one person."""
    one, two = (
        event(name, date(2025, 11, day), [LISTED[0], Player(2, "Zoe")], (1, 1, 2, "1-0"))
        for name, day in (("one", 2), ("two", 9))
    )
    found = next_list(LISTED, [one, two], "fide")
    assert [e.n for e in found.entries if e.player.name == "Zoe"] == [2]
    assert len([n for n in found.notices if n.key == "fed_new"]) == 1


def test_what_is_not_clear_is_not_guessed() -> None:
    """Promise: every doubt about a person or a file stops the list, and all are told at once."""
    twins = (*LISTED, Player(5, "Bob", Decimal(1700), id="15"))
    ann = replace(LISTED[0], id="99")
    assert problems(twins, [sent_by(Player(1, "Bob"), LISTED[2])]) == ["fed_name_twice"]
    assert problems(LISTED, [sent_by(ann, LISTED[2])]) == ["fed_id_differs"]
    lee = Player(2, "Lee Ann")
    assert problems(LISTED, [sent_by(LISTED[0], lee)]) == ["fed_one_person"]
    assert problems((*LISTED, LISTED[0]), [CUP]) == ["fed_listed_twice"]
    same = CUP._replace(file="cup-rated.csv")
    assert problems(LISTED, [CUP, same]) == ["fed_same_event"]
    undated = replace(OPEN.event, end=None)
    assert problems(LISTED, [CUP, Submitted("open.csv", undated)]) == ["fed_no_date"]
    assert next_list(LISTED, [CUP, Submitted("sub/2025-11-09 open.csv", undated)], "fide")
    running = event("run", date(2025, 11, 2), LISTED[:2], (1, 1, 2, ""))
    broken = event("bad", date(2025, 11, 3), LISTED[:2], (1, 1, 1, "1-0"))
    assert problems(LISTED, [running, broken]) == ["fed_no_result", "plays_self"]


def test_a_postponed_game_is_told() -> None:
    """Promise: a game that will be played later does not stop the list; it is not rated."""
    sent = event("run", None, LISTED[:3], (1, 1, 2, "POSTPONED"), (2, 1, 3, "1-0"))
    found = next_list(LISTED, [sent], "fide")
    assert [n.key for n in found.notices] == ["fed_postponed"]
    assert [e.n for e in found.entries if e.player.name == "Ann Lee"] == [1]


def test_k_that_only_the_event_knows() -> None:
    """Elo normal leaves K to its user: that of the event is taken, told, and not kept."""
    players = [replace(player, k=Decimal(20)) for player in LISTED[:2]]
    found = next_list(LISTED, [sent_by(*players)], "elo-normal")
    assert {n.key for n in found.notices} == {"fed_k_typed"}
    assert found.entry("11").player.k is None
    mine = [replace(LISTED[0], k=Decimal(10)), *LISTED[1:]]
    two = next_list(mine, [sent_by(replace(LISTED[0], k=Decimal(40)), players[1])], "elo-normal")
    assert two.entry("11").lines[0][1].k == 10


# --- which list ----------------------------------------------------------------------------------


def test_each_event_counts_for_one_list() -> None:
    """第五条: 1 October has what ends by 30 September; the last day decides."""
    men = [replace(player, rating=Decimal(2300), sex="M") for player in LISTED]
    early = event("early", date(2024, 9, 30), men[:2], (1, 1, 2, "1-0"))
    late = event("late", date(2024, 10, 1), men[2:], (1, 1, 2, "1-0"))
    assert problems(men, [early, late], "cxa-rapid") == ["fed_several_lists"] * 2
    found = next_list(men, [early, late], "cxa-rapid", date(2024, 10, 1))
    assert [(n.key, n.where) for n in found.notices] == [("fed_other_list", "late.csv")]
    assert [e.n for e in found.entries] == [1, 0, 0, 1]
    with pytest.raises(ListError):
        next_list(men, [early], "cxa-rapid", date(2024, 10, 2))
    after = next_list(LISTED, [CUP, OPEN], "fide", date(2025, 11, 9))
    assert [(n.key, n.where) for n in after.notices] == [("fed_too_late", "open.csv")]


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
    target = sent / "events" / "next.xlsx"
    assert run(sent, "-o", target, "--language", language) == 0
    out = capsys.readouterr().out
    assert "2 events, 6 results counted by fide@2025-10-01; 4 players with a rating" in out
    assert "notes.docx" in out and "~$" not in out
    assert run(sent, "-o", target) == 2
    sheets = open_sheets(target)
    names = ("list", "changes", "games", "steps", "notices")
    assert list(sheets.names) == [say(language, f"fed_sheet_{name}") for name in names]
    assert [row[2] for row in sheets.rows(sheets.names[0])[3:]] == ["Ann Lee", "Dan", "Bob", "Cid"]
    reasons = [row[-1] for row in sheets.rows(sheets.names[3])[3:]]
    assert "8.3.4" in reasons and "8.3.3" in reasons
    assert len(sheets.rows(sheets.names[2])[3:]) == 6
    # Its own earlier output is no event.
    assert run(sent, "-o", target, "--force") == 0


def test_a_large_list_has_no_sheets_of_games(
    sent: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Promise: a list that nobody could read through says what it leaves out."""
    monkeypatch.setattr("xlrating.workbook.list_book.MOST_RESULTS", 5)
    assert run(sent, "-o", sent / "next.xlsx") == 0
    assert "the list rests on 6 results" in capsys.readouterr().out
    assert open_sheets(sent / "next.xlsx").names == ("List", "Changes", "To look at")


def test_reasons_for_one_player(sent: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: a complaint is answered clause by clause; who is not clear is asked back."""
    assert run(sent, "--explain", "bob") == 0
    out = capsys.readouterr().out
    assert "1950 with a change of −40, rounded −40 = 1910   [8.3.4]" in out
    assert run(sent, "--explain", "x") == 2
    assert "no single player is meant by 'x'" in capsys.readouterr().err


def test_nothing_is_written_without_need(sent: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: without -o it is a trial; with a problem nothing is written, all are told."""
    assert run(sent) == 0
    assert "nothing is written" in capsys.readouterr().out
    (sent / "events" / "bad.csv").write_text("what,is,this\n1,2,3\n")
    shutil.copy(sent / "events" / "north" / "cup.xlsx", sent / "events" / "cup-rated.xlsx")
    before = sorted(sent.rglob("*"))
    assert run(sent, "-o", sent / "next.csv") == 2
    err = capsys.readouterr().err
    assert "bad.csv" in err and "the same event as cup-rated.xlsx" in err and "2 lines above" in err
    assert sorted(sent.rglob("*")) == before
    for words in (["-o", sent / "list.csv", "--force"], ["-o", "next.pdf"], ["--day", "soon"]):
        assert run(sent, *words) == 2
    assert main(["federation", str(sent / "list.csv"), str(sent / "none")]) == 2


def test_rules_come_from_the_files_where_they_agree(
    sent: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: rules are never guessed; a file made for others is named."""
    assert run(sent, "--rules", "dwz") == 0
    assert "the file is made for fide@2025-10-01; rated by dwz" in capsys.readouterr().out
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
