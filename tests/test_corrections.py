"""What an officer changes between two lists: whom a line means, from when on, and who was called so."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from xlrating.cli import main
from xlrating.engine.errors import ArgumentError, FileError
from xlrating.engine.event import Player
from xlrating.exchange import read_list, read_players
from xlrating.federation.applied import applied as apply_ledger
from xlrating.federation.differences import differences
from xlrating.federation.facts import fact_of
from xlrating.federation.identity import counted, read_identity
from xlrating.federation.ledger_files import read_ledger
from xlrating.federation.listed import read_listed
from xlrating.federation.merging import merged
from xlrating.federation.persons import Findings, Persons
from xlrating.publishing.people import ListSeries
from xlrating.publishing.published import PublishedEntry, PublishedList


def table(path: Path, *rows: Sequence[object]) -> Path:
    """A table of corrections."""
    heads = ("date", "id", "name", "what", "old", "new", "reason")
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([heads, *([*row, "board"] for row in rows)])
    return path


PEOPLE = (Player(1, "Ann", id="99"), Player(2, "Bob"))


def applied(
    tmp_path: Path, *rows: Sequence[object], held: Sequence[str] = (), found: Findings | None = None
) -> tuple[Sequence[Player], Persons, tuple[str, ...]]:
    """The list after corrections, who is found on it, and what it counts."""
    lines = read_identity(table(tmp_path / "c.csv", *rows)).entries
    found = Findings() if found is None else found
    now = apply_ledger(PEOPLE, lines, held, None, found)
    persons = Persons(now.players, found)
    for was, is_ in reversed(now.called):
        persons.also_called(was, is_)
    return now.players, persons, now.counted


@pytest.mark.parametrize(
    ("rules", "what", "rating", "is_told"),
    [("cxa-rapid", "title", 2068, True), ("cxa-rapid", "new title", 2450, False),
     ("cxa-rapid", "新获称号", 2450, False), ("malaysia", "title", 2068, False),
     ("malaysia:new_title=raises", "title", 2068, True)],
)  # fmt: skip
def test_a_title_that_is_entered(
    rules: str, what: str, rating: int, is_told: bool, tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    """第六条（二）: a new title raises the rating on the next list; a title that only corrects the
    list does not, and where a new one would, this is told, once."""
    title = "国家大师" if rules.startswith("cxa") else "国际大师"
    (tmp_path / "2025-01-01.csv").write_text(
        "id,name,rating,sex,title\n1,Ann,2068,M,\n2,Bo,2300,M,\n3,Cy,2310,M,\n", "utf-8"
    )
    ledger = table(tmp_path / "c.csv", ("2025-04-01", 1, "Ann", what, "", title))
    before = tmp_path / "2025-01-01.csv"
    for day in ("2025-10-01", "2026-01-01"):
        events = tmp_path / f"before {day}"
        events.mkdir()
        held = "2025-05-12" if day == "2025-10-01" else "2025-11-12"
        (events / "a.csv").write_text(
            f"event: A {held}\nend: {held}\nround,white,black,result\n1,2,3,1-0\n", "utf-8"
        )
        made = tmp_path / f"{day}.csv"
        said = ["federation", before, events, "--rules", rules, "--ledger", ledger, "--day", day]
        assert main([*map(str, said), "--swiss", "*.csv", "-o", str(made)]) == 0
        told = "".join(capsys.readouterr())
        assert ("enter it as New title" in told) == (is_told and day == "2025-10-01")
        (ann,) = (one for one in read_players(made) if one.name == "Ann")
        assert (ann.rating, ann.title) == (Decimal(rating), title)
        before = made


def test_id_and_name_of_a_line_are_one_person(tmp_path: Path) -> None:
    """A line whose ID is one person's and whose name another's changes nobody."""
    found = Findings()
    players, _, _ = applied(tmp_path, ("2025-11-03", 99, "Zed", "rating", "", 2150), found=found)
    assert [one.key for one in found.wrong] == ["corr_old_differs"]
    assert [one.rating for one in players] == [None, None]
    # The name of now and the one of before a line above are both the person's.
    rows = [("2025-11-03", 99, "ann", "name", "", "Ann Lee"),
            ("2025-11-04", 99, "Ann", "born", "", 1990)]  # fmt: skip
    players, _, _ = applied(tmp_path, *rows, found=(found := Findings()))
    assert not found.wrong and (players[0].name, players[0].born) == ("Ann Lee", 1990)


def test_a_second_column_of_days_stops(tmp_path: Path) -> None:
    """Promise: an entry that is valid from another day than its date counts for no list in silence."""
    path = table(tmp_path / "c.csv", ("2026-02-01", 99, "", "rating", "", 2150))
    text = path.read_text("utf-8").splitlines()
    for heading, reads in (("valid from", False), ("Remark", True)):
        path.write_text("\n".join([f"{text[0]},{heading}", f"{text[1]},2026-05-01", ""]), "utf-8")
        if reads:
            assert len(read_identity(path).entries) == 1
        else:
            with pytest.raises(ArgumentError, match=r"^c\.csv: the column valid from holds days"):
                read_identity(path)


@pytest.mark.parametrize(
    ("left_out", "told"), [("reason", "no column Reason"), ("id,name", "no column ID or name")]
)
def test_a_column_that_every_entry_needs(left_out: str, told: str, tmp_path: Path) -> None:
    """Promise: what is missing is named, with all that is expected."""
    heads = [
        one for one in ["date", "id", "name", "what", "old", "new", "reason"] if one not in left_out
    ]
    path = tmp_path / "c.csv"
    path.write_text("\n".join([",".join(heads), ",".join("1" * len(heads)), ""]), "utf-8")
    with pytest.raises(FileError, match=rf"^c\.csv: the ledger has {told}; date, id, name"):
        read_identity(path)


def test_games_of_every_pace_are_added_when_two_lines_are_one(tmp_path: Path) -> None:
    """Promise: who was on the list twice has played all of the games, rapid and blitz ones, too."""
    two = (
        Player(1, "Ann", Decimal(2000), id="99", games=10, facts={"rapid_games": Decimal(7)}),
        Player(2, "Lee", id="98", games=5, facts={"rapid_games": Decimal(4), "blitz_games": Decimal(2),
               "rapid_rating": Decimal(1900)}),
    )  # fmt: skip
    lines = read_identity(
        table(tmp_path / "c.csv", ("2025-11-03", 98, "", "merge", "", 99))
    ).entries
    (left,) = apply_ledger(two, lines, (), None, Findings()).players
    assert (left.id, left.rating, left.games) == ("99", Decimal(2000), 15)
    assert left.facts == {"rapid_games": 11, "blitz_games": 2, "rapid_rating": 1900}


TWO_RESULTS = ((Decimal(2100), Decimal("0.5"), date(2024, 3, 1)),) * 2


@pytest.mark.parametrize(
    ("goes", "stays", "expected"),
    [
        # FIDE 8.3.3: K stays 10 for who has reached 2400, under whichever number.
        ({"rating": 2380, "peak": 2410}, {"rating": 2395, "peak": 2395}, {"peak": 2410}),
        ({"rating": 2380, "k": 10}, {"rating": 2395}, {"rating": 2395, "k": None}),
        ({"rating": 2380, "k": 10}, {}, {"rating": 2380, "k": 10}),
        # 0 points on a ladder of ranks are points.
        ({"rating": 30}, {"rating": 0}, {"rating": 0}),
        # A rated line that does not say its games leaves the sum unknown; one without rating had none.
        ({"rating": 2000}, {"rating": 2000, "games": 20}, {"games": None}),
        ({}, {"rating": 2000, "games": 20}, {"games": 20}),
        ({"games": 0}, {"games": 0}, {"games": 0}),
        # US Chess: the floor follows from all wins, draws and events, and from the higher floor.
        (
            {"rating": 1500, "facts": {"wins": 3, "draws": 1, "events": 2, "floor": 1400}},
            {"rating": 1500, "facts": {"wins": 4, "draws": 0, "events": 1, "floor": 1200}},
            {"wins": 7, "draws": 1, "events": 3, "floor": 1400},
        ),
        ({"rating": 1500}, {"rating": 1500, "facts": {"wins": 4}}, {"wins": None}),
        # What is of a rating goes with it.
        ({"rating": 1500, "facts": {"rd": 50}}, {"rating": 1600}, {"rd": None}),
        # FIDE 7.1.4: results that wait are pooled; nothing waits where there is a rating.
        (
            {"facts": {"pool": TWO_RESULTS}}, {"facts": {"pool": TWO_RESULTS}},
            {"pool": TWO_RESULTS * 2},
        ),
        ({"facts": {"pool": TWO_RESULTS}}, {}, {"pool": TWO_RESULTS}),
        ({}, {"facts": {"pool": TWO_RESULTS}}, {"pool": TWO_RESULTS}),
        ({"facts": {"rapid_pool": TWO_RESULTS}}, {}, {"rapid_pool": TWO_RESULTS}),
        ({"facts": {"pool": TWO_RESULTS}}, {"rating": 2000}, {"pool": None}),
        (
            {"facts": {"performances": ((Decimal(2280), 5),)}},
            {"facts": {"performances": ((Decimal(2400), 10),)}},
            {"performances": ((Decimal(2400), 10), (Decimal(2280), 5))},
        ),
        (
            {"facts": {"rapid_rating": Decimal(1900), "rapid_k": Decimal(10)}},
            {"facts": {"rapid_rating": Decimal(2000)}},
            {"rapid_rating": 2000, "rapid_k": None},
        ),
        # What neither list says is no number.
        ({}, {}, {"rating": None, "games": None, "peak": None, "wins": None, "pool": None}),
    ],
)  # fmt: skip
def test_two_lines_of_one_person(
    goes: dict[str, Any], stays: dict[str, Any], expected: dict[str, Any]
) -> None:
    """Promise: a line that becomes part of another loses no fact, and invents none."""
    found = merged(Player(1, "Lee", **goes), Player(2, "Ann", **stays))
    assert found.name == "Ann"
    assert {part: fact_of(found, part) for part in expected} == expected


def test_who_is_entered_has_a_name(tmp_path: Path) -> None:
    """The name of the line is the person's, with an ID or without, with a rating or without."""
    rows = [("2025-11-03", 777, "New Person", "enter", "", 1500),
            ("2025-11-03", "", "Cai", "enter", "", "")]  # fmt: skip
    players, _, held = applied(tmp_path, *rows)
    assert [(one.id, one.name, one.rating) for one in players[2:]] == [
        ("777", "New Person", 1500), ("", "Cai", None)
    ]  # fmt: skip
    # As a list keeps it, it is applied again when the list is verified.
    again = apply_ledger(PEOPLE, map(counted, held), (), None, Findings())
    assert [one.name for one in again.players[2:]] == ["New Person", "Cai"]


def test_former_names_are_known_whatever_was_changed_since(tmp_path: Path) -> None:
    """Bob, then Rob Lee, then Robert Wong: one person by each name, also lists later."""
    rows = [("2025-11-03", "", "Bob", "name", "Bob", "Rob Lee"),
            ("2025-12-03", "", "Rob Lee", "name", "", "Robert Wong"),
            ("2025-11-03", 99, "", "name", "", "Ann Lee"),
            ("2025-12-04", 99, "", "id", "", 100)]  # fmt: skip
    players, persons, held = applied(tmp_path, *rows)
    assert [(one.id, one.name) for one in players] == [("100", "Ann Lee"), ("", "Robert Wong")]
    for name in ("Bob", "Rob Lee", "Robert Wong"):
        assert persons.of_token(name) == 1, name
    for name in ("Ann", "#99", "Ann Lee", "#100"):
        assert persons.of_token(name) == 0, name
    # The same lines count once, and the names are known without the table, too.
    for lines in (read_identity(tmp_path / "c.csv").entries, ()):
        later = apply_ledger(players, lines, held, None, found := Findings())
        assert (later.players, later.counted, found.wrong) == (players, held, [])
        now = Persons(later.players, found)
        for was, is_ in reversed(later.called):
            now.also_called(was, is_)
        assert [now.of_token(one) for one in ("Bob", "Ann", "#99")] == [1, 0, 0]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A list with clubs, and an event of the last quarter of 2025."""
    (tmp_path / "list.csv").write_text(
        "id,name,rating,sex,games,club\n99,Ann,2100,m,50,Rooks\n,Bob,2100,m,50,Pawns\n"
        "3,Cai,2100,m,50,Kings\n", "utf-8"
    )  # fmt: skip
    (tmp_path / "sent").mkdir()
    (tmp_path / "sent" / "2025-11-08 cup-games.csv").write_text(
        "round,white,black,result\n1,Ann,Cai,1-0\n", "utf-8"
    )
    return tmp_path


def test_no_day_given_is_the_day_of_the_list(folder: Path) -> None:
    """A line of a day after the list is left for the next one, whoever worked the day out."""
    lines = table(folder / "c.csv", ("2026-11-20", "", "Bob", "rating", "", 2200))
    words = ["federation", str(folder / "list.csv"), str(folder / "sent"), "--rules", "cxa-rapid"]
    out = folder / "next.csv"
    assert main([*words, "--corrections", str(lines), "-o", str(out)]) == 0
    made = read_ledger(out).made
    assert made and (made.day, made.corrections) == (date(2026, 1, 1), ())
    assert [one.rating for one in read_list(out)[0] if one.name == "Bob"] == [2100]
    verify = ["federation", "verify", str(out), "--from", str(folder / "list.csv")]
    assert main([*verify, str(folder / "sent"), "--corrections", str(lines)]) == 0


def test_own_columns_stay_with_who_is_called_otherwise(folder: Path) -> None:
    """A new ID or name takes club, licence and e-mail along."""
    lines = table(
        folder / "c.csv", ("2025-11-03", 99, "", "id", 99, 123),
        ("2025-11-03", "", "Bob", "name", "", "Rob Lee"),
    )  # fmt: skip
    words = ["federation", str(folder / "list.csv"), str(folder / "sent"), "--rules", "fide"]
    out = folder / "next.csv"
    assert main([*words, "--corrections", str(lines), "-o", str(out)]) == 0
    with out.open(encoding="utf-8-sig") as file:
        clubs = {row["Name"]: (row["ID"], row["club"]) for row in csv.DictReader(file)}
    assert clubs == {"Ann": ("123", "Rooks"), "Rob Lee": ("", "Pawns"), "Cai": ("3", "Kings")}


def test_one_event_of_people_who_are_called_otherwise_is_no_other_event(tmp_path: Path) -> None:
    """The same games by names and, made again, by IDs: nobody's rating moved because of them."""
    events = []
    games = "round,white,black,result\n1,Ann,Bob,1-0\n2,Bob,Ann,½-½\n"
    for ids in (False, True):
        head = "id,name,rating,games\n" if ids else "name,rating,games\n"
        # In the order of their IDs the two have the other order.
        people = [("9", "Ann", 2000), ("1", "Bob", 2000), ("5", "Cai", 1900 + 50 * ids)]
        (tmp_path / f"list{ids}.csv").write_text(head + "".join(
            f"{one},{name},{rating},50\n" if ids else f"{name},{rating},50\n"
            for one, name, rating in people
        ))  # fmt: skip
        sent = tmp_path / f"sent{ids}"
        sent.mkdir()
        (sent / "2025-11-08 cup.csv").write_text(games)
        out = tmp_path / f"next{ids}.csv"
        words = ["federation", str(tmp_path / f"list{ids}.csv"), str(sent), "--rules", "fide"]
        assert main([*words, "-o", str(out)]) == 0
        events.append(read_listed(out))
    first, second = events
    assert first.ledger.events[0].mark != second.ledger.events[0].mark
    assert [(one.name, one.because) for one in differences(first, second)] == [("Cai", ())]
    # With the result of one game corrected it is told as one event, by the names of today.
    (tmp_path / "sentTrue" / "2025-11-08 cup.csv").write_text(games.replace("1-0", "0-1"))
    words = ["federation", str(tmp_path / "listTrue.csv"), str(tmp_path / "sentTrue")]
    assert main([*words, "--rules", "fide", "-o", str(out), "--force"]) == 0
    moves = {one.name: one.because for one in differences(first, read_listed(out))}
    assert {one.key for one in moves["Ann"]} == {"diff_corrected"}


def test_pages_follow_corrections(tmp_path: Path) -> None:
    """An ID that was corrected is no other page; a namesake has one of their own."""

    def listed(at: int, people: Sequence[tuple[str, str]], **more: Any) -> PublishedList:
        entries = [
            PublishedEntry(Player(place, name, Decimal(2500 - place), id=one), place)
            for place, (one, name) in enumerate(people, 1)
        ]
        day = date(2025, at, 1)
        return PublishedList(f"{day}.csv", day, "fide", "en", tuple(entries), (), {}, False, **more)

    called = (("#9", "#8"), ("Bob", "Rob"))
    season = ListSeries([
        listed(9, [("", "Ann Lee"), ("9", "Cai"), ("", "Bob")]),
        listed(10, [("5", "Ann Lee"), ("8", "Cai"), ("", "Rob")], called=called),
        listed(11, [("", "Ann Lee"), ("", "Bob"), ("5", "Ann Lee"), ("8", "Cai"), ("", "Rob")],
               called=called),
    ])  # fmt: skip
    found = [(one.last.player.id, one.name, sorted(one.entries)) for one in season.people]
    assert sorted(found) == [
        ("", "Ann Lee", [2]), ("", "Bob", [2]), ("", "Rob", [0, 1, 2]),
        ("5", "Ann Lee", [0, 1, 2]), ("8", "Cai", [0, 1, 2]),
    ]  # fmt: skip


@pytest.mark.parametrize("slip", ["reson", "Naem"])
def test_a_heading_with_a_slip_is_not_passed_over(slip: str, tmp_path: Path) -> None:
    """Promise: a column of corrections that is nearly a known one is refused, not left out."""
    right = {"reson": "reason", "Naem": "name"}[slip]
    heads = "date,id,name,what,old,new,reason".replace(right, slip)
    path = tmp_path / "corrections.csv"
    path.write_text(f"{heads}\n2025-10-01,1,Ann,rating,2000,2010,typing error\n")
    with pytest.raises(
        FileError, match=f"the column {slip}; if you mean {right}, correct the heading"
    ):
        read_identity(path)


MERGED = (
    'date,id,name,what,old,new,reason\n2025-11-03,8001,"Foster, David",merge,,8002,two numbers\n'
)


@pytest.mark.parametrize("long", [10**9, 0])
def test_the_name_of_a_merged_line_is_known(
    long: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: a file that still has the name merged away means the line that stays, months later
    too; nobody comes back twice, and the list can be verified and made again.
    """
    monkeypatch.setattr("xlrating.federation.listed.LONG", long)
    base, fixes = tmp_path / "2025-11-01.csv", tmp_path / "dec.csv"
    base.write_text(
        'id,name,rating,games\n8001,"Foster, David",2000,50\n8002,"O\'Brien, Julia",1900,50\n'
        '8003,"Rossi, Anna",1800,50\n'
    )
    fixes.write_text(MERGED)
    for month, line in (("11", "1-0"), ("12", "0-1")):
        (tmp_path / f"2025-{month}").mkdir()
        (tmp_path / f"2025-{month}" / f"2025-{month}-13 e.csv").write_text(
            f'round,white,black,result\n1,"Foster, David","Rossi, Anna",{line}\n'
        )
    words, lists = ["--rules", "fide", "--swiss", "*"], [str(base)]
    for month, day in (("11", "2025-12-01"), ("12", "2026-01-01")):
        made, own = str(tmp_path / f"{day}.csv"), str(tmp_path / f"2025-{month}")
        # The corrections are the same file every month, or are not given again.
        more = ["--corrections", str(fixes)] if month == "11" else []
        capsys.readouterr()
        assert main(["federation", lists[-1], own, *words, *more, "--day", day, "-o", made]) == 0
        told = capsys.readouterr().out
        assert "added as a new player" not in told and "results counted: 2" in told
        verify = ["federation", "verify", made, own, "--from", lists[-1], *more]
        assert main(verify) == 0
        lists.append(made)
    found = {p.id: (p.name, int(p.rating or 0), p.games) for p in read_players(lists[-1])}
    # K 20: 1900 against 1800 wins .36 (7), then 1907 against 1793 loses .66 (-13).
    assert found == {"8002": ("O'Brien, Julia", 1894, 102), "8003": ("Rossi, Anna", 1806, 52)}
    out = str(tmp_path / "out")
    folders = [str(tmp_path / "2025-11"), str(tmp_path / "2025-12")]
    again = ["federation", "rebuild", str(base), *folders, "-o", out, "--kind", "csv", *words]
    assert main([*again, "--corrections", str(fixes)]) == 0
    rebuilt = {
        p.id: (p.name, int(p.rating or 0), p.games)
        for p in read_players(Path(out) / "2026-01-01.csv")
    }
    assert rebuilt == found


def test_a_name_merged_away_that_somebody_else_has(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Bad input: a name that two could mean is told, and nobody is chosen."""
    base, fixes = tmp_path / "2025-11-01.csv", tmp_path / "dec.csv"
    base.write_text(
        "id,name,rating,games\n1,Lee Ann,2000,50\n2,Lee Anna,1900,50\n3,Lee Ann,1800,50\n"
    )
    fixes.write_text("date,id,name,what,old,new,reason\n2025-11-03,1,,merge,,2,two numbers\n")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "2025-11-13 e.csv").write_text(
        "round,white,black,result\n1,Lee Ann,Lee Anna,1-0\n"
    )
    words = ["federation", str(base), str(tmp_path / "in"), "--rules", "fide", "--swiss", "*"]
    assert main([*words, "--corrections", str(fixes), "--day", "2025-12-01"]) == 2
    assert "Lee Ann" in capsys.readouterr().err


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_entries_too_late_for_the_list_of_their_day(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: "from its day on": an entry that comes later, or was edited since, is told when it takes
    effect; and a list is verified without its ledger, whatever was told of that."""
    monkeypatch.chdir(tmp_path)
    Path("2025-01-01.csv").write_text(
        "id,name,rating,games\n1,Ann,2000,50\n2,Bo,2300,50\n3,Cy,2310,50\n"
    )
    for month in ("01", "02"):
        folder = Path(f"2025-{month}")
        folder.mkdir()
        (folder / f"2025-{month}-09.csv").write_text("round,white,black,result\n1,2,3,1-0\n")
    first = ("2025-01-05", 1, "Ann", "rating", "", 2100)

    def made(last: str, month: str, day: str, *rows: Sequence[object]) -> str:
        ledger = table(Path("c.csv"), *rows)
        call = [
            "federation",
            last,
            f"2025-{month}",
            "--rules",
            "fide",
            "--swiss",
            "*.csv",
            "--force",
        ]
        call += ["--ledger", str(ledger), "--day", day, "-o", f"{day}.{kind}", "--language", "en"]
        assert main(call) == 0
        out = capsys.readouterr().out
        assert main(["federation", "verify", f"{day}.{kind}", "--from", last, f"2025-{month}"]) == 0
        capsys.readouterr()
        return out

    later = ("2025-09-09", 3, "Cy", "rating", "", 2400)
    told = made("2025-01-01.csv", "01", "2025-02-01", first, later)
    assert "it takes effect now" not in told and "waits for the next one" in told
    listed = f"2025-02-01.{kind}"
    for rows, told in (
        ((first,), ""),
        (((*first[:5], 2150),), "1: Rating of 2025-01-05 is 2100 on the list of 2025-02-01, and another"),
        ((first, ("2025-01-07", 2, "Bo", "born", "", 1999)),
         "2: Year of birth is entered for 2025-01-07, but the list of 2025-02-01 lacks it: it takes effect now"),
        ((first, ("2025-02-07", 2, "Bo", "born", "", 1999), later), "waits for the next one"),
    ):  # fmt: skip
        out = made(listed, "02", "2025-03-01", *rows)
        assert told in out and ("it takes effect now" in out) == (
            "Rating of" in told or "lacks" in told
        )


@pytest.mark.parametrize("withdrawn", ["event", "entry"])
def test_events_before_a_difference_are_no_reason(withdrawn: str, tmp_path: Path) -> None:
    """Promise: `diff` names an opponent's rating only where it had moved: not in an event that both
    lists had rated before the one that was withdrawn, or before the entry that only one has."""
    (tmp_path / "2025-01-01.csv").write_text(
        "id,name,rating\n1,Ann,2000\n2,Bo,2100\n3,Cy,1900\n4,Di,1800\n", "utf-8"
    )
    games = {"01": [(1, 2)], "02": [(2, 3), (3, 2)], "03": [(1, 2)]}
    rows = {"02": ("2025-02-20", 2, "Bo", "rating", "", 2300)}
    made = {}
    for chain in ("with", "without"):
        last = tmp_path / "2025-01-01.csv"
        for month, pairs in games.items():
            folder = tmp_path / f"{chain} {month}"
            folder.mkdir()
            if not (withdrawn == "event" and month == "02" and chain == "without"):
                code = "1/2-1/2" if month == "03" else "1-0"
                lines = [f"{at},{one},{other},{code}" for at, (one, other) in enumerate(pairs, 1)]
                text = "\n".join(["round,white,black,result", *lines])
                (folder / f"2025-{month}-09 {month}.csv").write_text(text + "\n", "utf-8")
            known = [rows["02"]] if withdrawn == "entry" and chain == "with" else []
            ledger = table(tmp_path / f"{chain}.csv", *known)
            day = f"2025-{int(month) + 1:02}-01"
            out = tmp_path / chain / f"{day}.csv"
            out.parent.mkdir(exist_ok=True)
            said = ["federation", last, folder, "--rules", "elo", "--ledger", ledger, "--day", day]
            assert main([*map(str, said), "--swiss", "*.csv", "-o", str(out)]) == 0
            last = out
        made[chain] = read_listed(last)
    found = {one.name: one.because for one in differences(made["with"], made["without"])}
    assert [(one.key, one.words["event"]) for one in found["Ann"]] == [
        ("diff_through", "2025-03-09 03.csv")
    ]
    assert {one.key for one in found["Bo"]} == {
        "diff_gone" if withdrawn == "event" else "diff_correction_gone"
    }
