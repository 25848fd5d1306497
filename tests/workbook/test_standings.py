"""The sheets Standings and Prizes: what is put up on the wall equals the engine."""

from __future__ import annotations

import random
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import pytest
from live_office import Live, entered
from needs import EVERY
from office import Office, differences_of
from openpyxl.utils.cell import coordinate_to_tuple
from workbooks import complete_round_robin, fitted, plan_of, random_event, with_playoffs, write

from xlrating.engine.errors import ArgumentError
from xlrating.engine.event import Event, Player
from xlrating.engine.texts import say
from xlrating.engine.tournament.prizes import SHARINGS, Category, Team, money, teams
from xlrating.engine.tournament.standings import Standing, standings
from xlrating.exchange import open_sheets
from xlrating.workbook.book import build
from xlrating.workbook.compare import check
from xlrating.workbook.plan import Plan
from xlrating.workbook.reader import read_contents
from xlrating.workbook.sheets import prize_entries, statistics
from xlrating.workbook.sheets.prize_entries import SIZE_ROW
from xlrating.workbook.table import FIRST_ROW, HEAD_ROW

CATEGORIES = (
    Category("Ladies", sex="f"),
    Category("Under 20", born_from=2006),
    Category("Seniors", born_until=1960),
    Category("U2000", below=Decimal(2000)),
    Category("Girls of the club", sex="f", born_from=1990, below=Decimal(2600), club="chn"),
    Category("Nobody yet"),
)


def published(seed: int, rules: str, format: str = "swiss", language: str = "en") -> Plan:
    """An event with all facts that prizes ask, and every kind of category."""
    event = random_event(seed, 14, 5) if format == "swiss" else complete_round_robin(seed, 8)
    event = fitted(event, rules, seed)
    people = tuple(
        replace(player, sex="f" if player.no % 3 else "m", born=1950 + 5 * player.no)
        for player in event.players
    )
    facts: dict[str, Any] = {"prizes": CATEGORIES, "team": 2}
    if seed % 4 == 0:
        facts["each"] = seed // 4  # one prize each, after so many main prizes
    if seed % 3:
        facts["sharing"] = SHARINGS[seed % 3]
    facts["money"] = (
        Decimal(500),
        Decimal("250.50"),
        Decimal(0),
        Decimal("99.99"),
        Decimal("0.01"),
    )
    return plan_of(replace(event, players=people, facts=facts), rules, language)


@pytest.mark.in_turn
def test_formulas_give_standings_and_prizes(office: Office, tmp_path: Path) -> None:
    """Promise: the table and the winners that formulas find are the engine's, under every method;
    and the categories that were typed are read back with the event."""
    plans = [
        published(seed, rules, format, language)
        for seed, (rules, format, language) in enumerate([
            ("fide", "swiss", "en"), ("cxa-rapid", "round-robin", "zh"), ("malaysia", "swiss", "ru"),
            ("ingo", "swiss", "en"), ("rank-ladder", "swiss", "en"), ("glicko2", "swiss", "en"),
        ][:: 1 if EVERY else 2])
    ]  # fmt: skip
    paths = [write(plan, tmp_path / f"{number}.xlsx") for number, plan in enumerate(plans)]
    assert differences_of(paths, office) == [[]] * len(paths)
    for plan, path in zip(plans, paths, strict=True):
        assert read_contents(open_sheets(path)).event.facts == plan.event.facts


def test_nobody_wins_two_prizes_where_that_is_typed() -> None:
    """Issue: one player won three prizes: after the main prizes each has one, in the order of the
    lines; empty, as before, whoever fits wins."""
    plan = published(4, "ingo")
    first = plan.event.by_no[plan.standings[0].no].name

    def winners(plan: Plan) -> list[object]:
        cells = build(plan).sheet("Prizes").cells
        area = product(range(FIRST_ROW, FIRST_ROW + len(CATEGORIES)), range(7, 10))
        return [cells[place].value for place in area if cells[place].value]

    several = {key: value for key, value in plan.event.facts.items() if key != "each"}
    free = winners(replace(plan, event=replace(plan.event, facts=several)))
    one_each = winners(plan)
    assert len(set(free)) < len(free) and first in free
    assert len(set(one_each)) == len(one_each) > 3 and first not in one_each


def test_prize_money_is_paid_out_to_the_cent() -> None:
    """Promise: players who share a place divide what its places bring; shared, those of equal
    points divide all, by Hort half of it; nobody with more points has less, no cent is lost."""
    chance = random.Random(31)
    for _ in range(300):
        points = sorted((Decimal(chance.randint(0, 9)) / 2 for _ in range(12)), reverse=True)
        places = [n if chance.random() < 0.7 else 0 for n in range(1, 13)]
        for row, one in enumerate(points):
            is_shared = row and not places[row] and one == points[row - 1]
            places[row] = places[row - 1] if is_shared else row + 1
        table = [Standing(no, *line) for no, line in enumerate(
            [(one, (), place) for one, place in zip(points, places, strict=True)], 1)]  # fmt: skip
        prizes = sorted((Decimal(chance.randint(0, 90000)) / 100 for _ in range(9)), reverse=True)
        shares = {sharing: money(table, prizes, sharing) for sharing in SHARINGS}
        for sharing, found in shares.items():
            assert sum(found) == sum(prizes), sharing
            assert all(one >= other for one, other in pairwise(found)), (sharing, found)
        same = {points: [s for t, s in zip(table, shares["equal"], strict=True) if t.points == points]
                for points in points}  # fmt: skip
        assert all(max(one) - min(one) <= Decimal("0.01") for one in same.values())
        halves = zip(*(shares[sharing] for sharing in SHARINGS), strict=True)
        assert all(abs(hort - (own + mean) / 2) < Decimal("0.03") for own, mean, hort in halves)


def levelled(seed: int) -> Event:
    """A Swiss in which many have equal points and play it off, in up to three games a pair."""
    event = fitted(random_event(seed, 12, 2), "cxa-rapid", seed)
    return with_playoffs(event, seed)


@pytest.mark.in_turn
def test_play_offs_stand_in_the_table(office: Office, tmp_path: Path) -> None:
    """Promise: the points of play-off games stand in a column of their own, as the engine adds them,
    and decide the order, whether PO is named or not."""
    event = with_playoffs(fitted(complete_round_robin(4, 6), "cxa-rapid", 4), 4)
    event = replace(event, tie_breaks=("PO", "SB"))
    plan = plan_of(event, "cxa-rapid", "ru")
    usual = plan_of(replace(event, tie_breaks=None), "cxa-rapid")
    level = [plan_of(levelled(n), "cxa-rapid") for n in range(5)]
    paths = [write(one, tmp_path / f"{n}.xlsx") for n, one in enumerate((plan, usual, *level))]
    assert differences_of(paths, office) == [[]] * len(paths)
    # They decide something, whoever drew as Black included.
    bare = [replace(one.event, games=tuple(one.scores.table)) for one in level]
    orders = [[line.no for line in standings(one)] for one in bare]
    assert [[line.no for line in one.standings] for one in level] != orders
    assert [one.no for one in standings(event)] != [one.no for one in standings(usual.event)]
    cells, said = build(plan).sheet("Standings").cells, say("ru", "col_playoff")
    named = [col for (row, col), cell in cells.items() if (row, cell.shown) == (HEAD_ROW, said)]
    col = max(named)  # the tie-break is called so, too
    for row, one in enumerate(standings(event), FIRST_ROW):
        games = [game for game in event.games_of[one.no] if game.playoff]
        scores = [g.result.white if g.white == one.no else g.result.black for g in games]
        known = [score for score in scores if score is not None]
        # A win has 2 points there.
        assert cells[row, col].value == (2 * sum(known) if known else "")


def test_winners_are_the_first_who_fit() -> None:
    """Promise: the first three of a category, by the order of the table; none where nothing is set."""
    plan = published(3, "fide")
    sheet = build(plan).sheet(prize_entries.SHEET)
    order = [plan.event.by_no[one.no] for one in standings(plan.event)]
    women = [player.name for player in order if player.sex == "f"]
    old = [player.name for player in order if player.born and player.born <= 1960]
    shown = [
        [sheet.cells[FIRST_ROW + row, 7 + place].shown for place in range(3)] for row in range(6)
    ]
    assert shown[0] == women[:3]
    assert shown[2] == [*old, "", "", ""][:3]
    assert shown[5] == ["", "", ""]
    # On paper stands a category that somebody won, and nothing of what is typed.
    names = [sheet.cells[FIRST_ROW + row, sheet.print_left].shown for row in range(6)]
    assert names == [one.name if won[0] else "" for one, won in zip(CATEGORIES, shown, strict=True)]
    assert names[0] == "Ladies" and "Nobody yet" not in names
    yellow = {col for (_, col), cell in sheet.cells.items() if cell.style.startswith("input")}
    assert max(yellow) < sheet.print_left


@pytest.mark.parametrize(
    ("category", "fits"),
    [
        (Category("", born_from=2000), {1, 2}),
        (Category("", born_until=2000), {1}),
        (Category("", below=Decimal(1800)), {2}),
        (Category("", club=" a  b "), {2}),
        (Category("", sex="f"), {1}),
        (Category("", sex="f", below=Decimal(1800)), set()),
        (Category("Name alone"), set()),
    ],
)
def test_who_fits(category: Category, fits: set[int]) -> None:
    """Years count themselves, a limit does not; what is not known fits nothing."""
    people = (
        Player(1, rating=Decimal(1800), born=2000, sex="女"),
        Player(2, rating=Decimal(1799), born=2001, federation="A B"),
        Player(3),
    )
    assert {each.no for each in people if category.fits(each, each.rating)} == fits


def test_teams_need_their_players() -> None:
    """The best of a club count; a club with fewer players has no team, nor has anybody without one."""
    people = tuple(Player(no, federation=club) for no, club in enumerate("AABB C", 1))
    event = Event(people, rounds=1)
    assert teams(event, 2) == [Team("A", Decimal(0)), Team("B", Decimal(0))]
    assert [one.club for one in teams(event, 1)] == ["A", "B", "C"]
    assert teams(event, 3) == teams(event, 0) == []


def test_the_usual_categories_are_no_fact_of_an_event(tmp_path: Path) -> None:
    """What stands ready in a workbook, in any language, was typed by nobody."""
    plan = plan_of(fitted(random_event(1, 4, 2), "fide"), "fide", "ru")
    assert read_contents(open_sheets(write(plan, tmp_path / "a.xlsx"))).event.facts == {}
    # Whose players have federations did not ask for teams of them.
    assert build(plan).sheet("Prizes").cells[SIZE_ROW, 1].shown == ""
    none = replace(plan, event=replace(plan.event, facts={"prizes": (), "team": 4}))
    assert (
        read_contents(open_sheets(write(none, tmp_path / "b.xlsx"))).event.facts == none.event.facts
    )


#: What is typed wrongly on Prizes or of a player, and what Check and the reader say of it.
WRONG = {
    "sex": ("Prizes!B5", "girls", "sex is girls; m, f"),
    "any letter": ("Prizes!B5", "?", "sex is ?; m, f"),
    "year as text": ("Prizes!C6", "2006?", "Born from is 2006?; a whole number from 1900 to 2100"),
    "half a year": ("Prizes!D6", "2006.5", "Born until is 2006.5; a whole number"),
    "limit as text": ("Prizes!E7", "1800?", "Rating below is 1800?; a number from 0"),
    "a team": ("Prizes!B12", "four", "Club teams: best is four; a whole number from 0 to 99"),
    "sharing": ("Prizes!B14", "half", "half is not a way to share prize money; choose by place"),
    "money as text": ("Prizes!B18", "100 EUR", "Amount is 100 EUR; a number from 0"),
    "half a cent": ("Prizes!B17", "10.005", "Amount is 10.005; use at most two decimals"),
    "sex of a player": ("Players!J5", "?", "sex is ?; m, f"),
}


@pytest.mark.in_turn
def test_what_is_typed_wrongly_fits_nobody(live: Live, tmp_path: Path) -> None:
    """Promise: Check tells of it with its cell, nobody wins by it, the reader refuses with the cell."""
    plan = plan_of(fitted(random_event(1, 8, 3), "fide"), "fide")
    live.open(write(plan, tmp_path / "a.xlsx"))
    heads = live.values("Players")["Players"][HEAD_ROW]
    assert heads[coordinate_to_tuple(WRONG["sex of a player"][0][8:])[1] - 1] == "Sex"
    for what, (place, typed, said) in WRONG.items():
        with live.typed(entered(place, typed)):
            rows = live.values("Check", "Prizes", "Standings")
            saved = live.save(tmp_path / "wrong.xlsx")
        listed = {str(row[0]): str(row[1]) for row in rows["Check"][13:] if row[1]}
        sheet, row = place.partition("!")[0], coordinate_to_tuple(place.partition("!")[2])[0]
        # The link goes to the cell.
        assert said in listed.get(place, ""), (what, listed)
        if sheet == "Prizes" and row < FIRST_ROW + 7:
            assert rows["Prizes"][row - 1][7:10] == ["", "", ""], what
        teams_shown = [cells[6:8] for cells in rows["Prizes"][13:16]]
        assert what != "a team" or teams_shown == [["", ""]] * 3
        with pytest.raises(ArgumentError) as error:
            read_contents(open_sheets(saved))
        assert said in str(error.value) and f"cell {place.partition('!')[2]}" in str(error.value)
    # Put right, the same rows have winners again.
    women = live.values("Prizes")["Prizes"][FIRST_ROW][7:10]
    order = [plan.event.by_no[one.no] for one in standings(plan.event)]
    assert women == [player.name for player in order if player.sex == "f"][:3] and all(women)
    with live.typed(entered("Players!J5", "?")):
        women = live.values("Prizes")["Prizes"][FIRST_ROW][7:10]
    first = plan.event.players[0].name
    assert women == [p.name for p in order if p.sex == "f" and p.name != first][:3]


@pytest.mark.parametrize(("rules", "win"), [("malaysia", 2), ("fide", 1)])
def test_xiangqi_has_two_points_for_a_win(rules: str, win: int) -> None:
    """Promise: in xiangqi all that is hung up has 2-1-0, tie-breaks too, and Standings 1-½-0 beside
    it. Findings: points on the wall were half of those that players know."""
    event = replace(fitted(random_event(2, 6, 3), rules), tie_breaks=("BH", "WIN", "SB"))
    plan = plan_of(event, rules)
    first, book = plan.standings[0], build(plan)

    def row(sheet: str, left: str) -> list[object]:
        """What stands right of a heading in the line of the first."""
        cells = book.sheet(sheet).cells
        heads = {cells[HEAD_ROW, col].shown: col for row, col in cells if row == HEAD_ROW}
        col = heads[left]
        at = next(r for r, c in cells if r >= FIRST_ROW and cells[r, c].shown == name)
        return [cells[at, c].value for c in range(col, col + 5)]

    name = plan.event.by_no[first.no].name
    bh, wins, sb = (tie for tie in first.ties if tie is not None)
    ties = [win * bh, wins, win * sb]
    points = win * first.points
    assert row("Crosstable", "Points")[:4] == [points, *ties]
    both = [points, *([first.points] if win > 1 else [])]
    assert row("Standings", "Points")[: len(both) + 3] == [*both, *ties][: len(both) + 3]
    assert row("Lists", "Points")[0] == points
    cells = book.sheet("Cards").cells
    at = next(r for r, c in cells if r >= FIRST_ROW and cells[r, c].shown == name)
    assert cells[at, 8].value == points
    games = [str(cells[r, c].shown) for r, c in cells if r >= FIRST_ROW and c in (3, 5, 7)]
    assert ({game[-1] for game in games if game[-1:].isdigit()} == {"0", "1", "2"}) is (win > 1)


@pytest.mark.in_turn
def test_clubs_and_titles_are_counted(live: Live, tmp_path: Path) -> None:
    """Beside the prizes: who sent how many players, who holds which title; the largest first.

    Case makes no other club; of the same size the one whose player is placed higher; what finds no
    line is counted with the others. A player who is typed later is counted at once.
    """
    event = fitted(random_event(4, 14, 3), "fide")
    clubs = ["B", "b", "C", "A", "A", "A", "", "D", "E", "F", "G", "H", "I", "J"]
    people = tuple(
        replace(player, federation=club, title="GM" if club == "A" else "")
        for player, club in zip(event.players, clubs, strict=True)
    )
    plan = plan_of(replace(event, players=people), "fide")
    live.open(write(plan, tmp_path / "a.xlsx"))
    top = SIZE_ROW + statistics.ROWS + 2
    # Something is typed, so that all of it is calculated.
    live.type([entered(f"Players!D{FIRST_ROW + 8}", "A")])
    rows = live.values("Prizes")["Prizes"]
    found = [row[6:8] for row in rows[top : top + 9]]
    assert found[0] == ["A", 4] and str(found[1][0]).upper() == "B" and found[1][1] == 2
    placed = [plan.event.by_no[one.no].federation for one in standings(plan.event)]
    alone = [club for club in placed if club in "CEFGHIJ" and club]
    assert found[2:8] == [[club, 1] for club in alone[:6]]
    assert found[8] == [say("en", "stat_others"), 1]
    titles = [row[8:10] for row in rows[top : top + 9]]
    assert titles == [["GM", 3], *[["", ""]] * 8]
    assert check(open_sheets(live.save(tmp_path / "b.xlsx"))).differences == ()
