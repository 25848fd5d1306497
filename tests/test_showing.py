"""Ratings that no rule rounds: shown as they are published, calculated and carried on exactly."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path

import openpyxl
import pytest
from test_federation import same
from workbooks import write

from xlrating.cli import main
from xlrating.cli.tables import csv_text, terminal_table
from xlrating.engine.event import Event, Game, Player
from xlrating.engine.explain import explanation
from xlrating.engine.rating import rate
from xlrating.engine.results import read_result
from xlrating.engine.rules.ruleset import available, load
from xlrating.engine.showing import decimals_of
from xlrating.exchange import read_players
from xlrating.federation.list_book import list_book
from xlrating.federation.list_table import list_csv
from xlrating.federation.next_list import NextList, next_list
from xlrating.federation.submissions import Submission
from xlrating.functions import EXPLAIN_RATING, NEW_RATING
from xlrating.workbook.file.writer import to_bytes
from xlrating.workbook.templates import filled

D = Decimal
#: New ratings of 2560 and 2601 after a win of the first, White, K 10: what Nevzorov's (4)-(6) give.
PLAYERS = (Player(1, "A", D(2560), k=D(10)), Player(2, "B", D(2601), k=D(10)))
UNROUNDED = [name for name in available() if load(name).change.rounding == "none"]


def event(month: int, result: str = "1-0", players: tuple[Player, ...] = PLAYERS) -> Event:
    """A game of the two in that month."""
    return Event(players, (Game(1, 1, 2, result),), start=date(2026, month, 1))


def printed_example() -> Event:
    """Glickman's example, Step 2: a win against 1400, losses to 1550 and 1700."""
    deviations = ((1500, 200), (1400, 30), (1550, 100), (1700, 300))
    players = tuple(
        Player(no, f"P{no}", D(rating), facts={"rd": D(rd), "periods": D(0)})
        for no, (rating, rd) in enumerate(deviations, 1)
    )
    results = ("1-0", "0-1", "0-1")
    games = tuple(Game(no, 1, no + 1, result) for no, result in enumerate(results, 1))
    return Event(players, games)


@pytest.mark.parametrize("name", UNROUNDED)
def test_a_rule_set_that_rounds_nothing_says_what_is_shown(name: str) -> None:
    """Promise: how many decimals are shown is a fact of the rule set, with clause and reading."""
    shown = load(name).published
    assert decimals_of(load(name)) == shown.decimals
    assert shown.clause and shown.reading["en"]


def test_tables_show_what_is_published() -> None:
    """(3), «с одним или двумя десятичными знаками»: shown so; report and JSON have all digits."""
    report = rate(event(2), "nevzorov")
    exact = report.lines[0].new
    assert exact is not None and exact != round(exact, 6) and round(exact, 2) == D("2565.01")
    row = terminal_table(report).splitlines()[-2].split()
    assert row[1:3] == ["A", "2560.00"] and row[-2:] == ["+5.01", "2565.01"], row
    head, first = list(csv.reader(io.StringIO(csv_text(report))))[:2]
    line = dict(zip(head, first, strict=True))
    assert (line["Rating"], line["Change"], line["New rating"]) == ("2560", "5.01", "2565.01")
    assert report.to_dict()["players"][0]["new_rating"] == pytest.approx(float(exact), abs=1e-10)


@pytest.mark.parametrize(
    ("rules", "new", "bounds"),
    [
        ("glicko", "1464", "between 1167 and 1761"),
        ("glicko2", "1464.05", "between 1161.02 and 1767.08"),
    ],
)
def test_the_printed_examples_are_shown_as_printed(rules: str, new: str, bounds: str) -> None:
    """Glicko, Step 2: r' = 1464; Glicko-2, Step 8: two decimals (in full 1464.0507)."""
    report = rate(printed_example(), rules)
    told = explanation(report, report.lines[0])
    assert f"not rounded; shown as {new}  " in told and bounds in told
    assert new in terminal_table(report).splitlines()[3].split()
    exact = D("1464.1065" if rules == "glicko" else "1464.0507")
    assert report.lines[0].new == pytest.approx(exact, abs=D("1e-4"))


def test_cells_tell_the_words_shown_and_the_exact_value() -> None:
    """(3): EXPLAIN_RATING shows two decimals beside the value, which is NEW_RATING's."""
    rows = EXPLAIN_RATING(2000, [1787, 2025, 2310], [1, 1, 0.5], "elo-normal", 10)
    text, value, clause = next(row for row in rows if str(row[0]).startswith("New rating"))
    assert str(text).endswith("shown as 2011.71") and clause == "(3)"
    assert value == NEW_RATING(2000, [1787, 2025, 2310], [1, 1, 0.5], "elo-normal", 10)
    assert value == pytest.approx(2011.7148678503)


def test_what_is_rounded_is_shown_as_it_is() -> None:
    """Promise: no rating of a rule set that rounds is hidden behind its decimals."""
    players = (Player(1, "A", D("2000.55")), Player(2, "B", D(2100)))
    report = rate(event(2, players=players), "dwz")
    assert "2000.55" in terminal_table(report) and "2000.55" in csv_text(report)


def test_workbooks_hold_the_exact_value_under_the_format(tmp_path: Path) -> None:
    """Promise: the cell has every digit, its format shows those published; typed ratings, too."""
    made = event(2, players=(Player(1, "A", D("2560.123456789"), k=D(10)), PLAYERS[1]))
    path = write(filled(made, load("nevzorov")), tmp_path / "rated.xlsx")
    book = openpyxl.load_workbook(path, data_only=True)
    new = rate(made, "nevzorov").lines[0].new
    assert formats_of(book, "Ratings", new) == {"0.00"}
    assert formats_of(book, "Players", D("2560.123456789")) == {"0.00"}
    whole = openpyxl.load_workbook(
        write(filled(printed_example(), load("glicko")), tmp_path / "g.xlsx"), data_only=True
    )
    new = rate(printed_example(), "glicko").lines[0].new
    assert formats_of(whole, "Ratings", new) == {"0"}


def formats_of(book: openpyxl.Workbook, sheet: str, value: Decimal | None) -> set[str]:
    """The number formats of the visible cells that hold this number to 12 digits."""
    assert value is not None
    hidden = {
        at
        for one in book[sheet].column_dimensions.values()
        if one.hidden
        for at in range(one.min, one.max + 1)
    }
    cells = (cell for row in book[sheet].iter_rows() for cell in row if cell.column not in hidden)
    numbers = [cell for cell in cells if isinstance(cell.value, (int, float))]
    return {cell.number_format for cell in numbers if abs(cell.value - float(value)) < 1e-8}


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
@pytest.mark.parametrize("rules", ["nevzorov", "elo-normal", "glicko2"])
def test_a_season_by_files_is_the_season_of_the_engine(
    kind: str, rules: str, tmp_path: Path
) -> None:
    """Promise: a list carries every digit on, so each period starts from what the last one gave."""
    held: tuple[Player, ...] = PLAYERS
    read = held
    for month, result in ((2, "1-0"), (3, "½-½"), (4, "1-0")):
        kept = next_list(held, sent(month, result, held), rules)
        made = next_list(read, sent(month, result, read), rules)
        held = players_of(kept)
        path = tmp_path / f"{month}.{kind}"
        if kind == "csv":
            path.write_text(list_csv(made), "utf-8")
        else:
            path.write_bytes(to_bytes(list_book(made)))
        read = tuple(read_players(path))
        assert all(same(one.rating, other.rating) for one, other in zip(held, read, strict=True))
    assert all(player.rating != round(player.rating or 0, 6) for player in held)


def sent(month: int, result: str, players: tuple[Player, ...]) -> list[Submission]:
    """The game of a month between A and B, wherever they stand on the list."""
    names = {player.name: player for player in players}
    return [Submission(f"{month}.csv", event(month, result, (names["A"], names["B"])))]


def players_of(made: NextList) -> tuple[Player, ...]:
    """The players of a list, in its order."""
    return tuple(entry.player for entry in made.entries)


def test_a_new_deviation_is_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Glicko, Steps 1 and 2: the paper's RD' of 151.4 is in the table, the CSV and the workbook."""
    path = tmp_path / "games.csv"
    path.write_text(
        "round,white,black,result\n1,Ann,Bob,1-0\n2,Cyd,Ann,1-0\n3,Ann,Dan,0-1\n", "utf-8"
    )
    players = tmp_path / "players.csv"
    players.write_text(
        "name,rating,rd\nAnn,1500,200\nBob,1400,30\nCyd,1550,100\nDan,1700,300\n", "utf-8"
    )
    said = ["rate", str(path), "--players", str(players), "--rules", "glicko"]
    assert main([*said, "-o", str(tmp_path / "out.xlsx")]) == 0
    assert "151.4" in capsys.readouterr().out
    assert main([*said, "--csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert rows[0]["New deviation"].startswith("151.39")
    sheet = openpyxl.load_workbook(tmp_path / "out.xlsx", data_only=True)["Ratings"]
    found = [cell.value for row in sheet.iter_rows() for cell in row]
    assert "New deviation" in found
    assert any(isinstance(value, float) and abs(value - 151.3989) < 0.001 for value in found)


def test_events_with_a_first_day_only_are_of_that_day(tmp_path: Path) -> None:
    """Promise: two events of 1 March and 1 August are not said to be of the same day."""
    ann, bob = Player(1, "A", Decimal(2000)), Player(2, "B", Decimal(1600))

    def sent(day: date) -> Submission:
        game = (Game(1, 1, 2, read_result("1-0")),)
        return Submission(f"{day}.csv", Event((ann, bob), game, start=day))

    march, august = date(2025, 3, 1), date(2025, 8, 1)
    keys = [one.key for one in next_list([ann, bob], [sent(march), sent(august)], "elo").notices]
    assert "fed_same_day" not in keys
    both = [sent(march), sent(march)._replace(file="other.csv", event=replace(
        sent(march).event, games=(Game(1, 2, 1, read_result("1-0")),)))]  # fmt: skip
    assert "fed_same_day" in [one.key for one in next_list([ann, bob], both, "elo").notices]


def test_a_rating_below_the_lists_counts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """FIDE 7.2.1: 1388 stands on no list; it is not said to be no rating where it counts."""
    path = tmp_path / "games.csv"
    path.write_text(
        "round,white,black,result,white_rating,black_rating\n1,Ann,Bob,1-0,1388,1500\n", "utf-8"
    )
    assert main(["rate", str(path), "--rules", "fide", "-o", str(tmp_path / "o.xlsx")]) == 0
    told = capsys.readouterr()
    assert "the rating is 1388; it counts here" in told.out + told.err
    assert "has no rating" not in told.out + told.err


def test_games_are_shown_under_their_events() -> None:
    """Promise: numbers of rounds come again in each event, so the events are named between them."""
    people = tuple(Player(no, f"P{no}", Decimal(2000 + no), id=str(no)) for no in (1, 2, 3))
    played = (Game(1, 1, 2, "1-0"), Game(2, 3, 1, "½-½"))
    days = {"Spring": date(2025, 3, 1), "Autumn": date(2025, 3, 20)}
    events = [Event(people, played, name, start=day) for name, day in days.items()]
    report = rate(events, "fide")
    told = explanation(report, report.lines[0]).splitlines()
    assert [line.split()[0] for line in told[3:10]] == [
        "Round", "Event", "1", "2", "Event", "1", "2",
    ]  # fmt: skip
    assert (told[4], told[7]) == ("Event Spring:", "Event Autumn:")
    assert told[2] == told[10] == "" and told[11].startswith("  Rc,")
    nobody = rate(Event(people[:1]), "fide")
    assert explanation(nobody, nobody.lines[0]).splitlines()[3].startswith("Round")
