"""The pages of a list of several paces: each has its list, tops, changes and curve."""

from __future__ import annotations

import csv
import re
from pathlib import Path
from typing import Any

import pytest
from test_publishing import Page, data_of, publish

from xlrating.cli import main
from xlrating.federation.paces import PACES

DAYS = ("2025-10-01", "2025-11-01", "2025-12-01")
HEADS = "id,name,rating,rapid_rating,blitz_rating,games,rapid_games,blitz_games,born\n"


class Federation:
    """Three lists with their site, and what the command says of the last one."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        rows = [f"{n},P{n},{2000 + n},{1900 - n},{1800 + 3 * n},90,90,90,1990" for n in range(1, 9)]
        rows += ["21,Only Rapid,,1750,,,90,,1990", "22,Nobody,,,,,,,1990"]
        self.lists, self.told = [folder / f"{DAYS[0]}.csv"], ""
        self.lists[0].write_text(HEADS + "\n".join(rows), "utf-8")
        for month, day in zip(("10", "11"), DAYS[1:], strict=True):
            sent = folder / month
            sent.mkdir()
            for number, pace in enumerate(("standard", "rapid", "blitz")):
                pairs = "".join(
                    f"{r},P{1 + (r + number) % 4},P{5 + (r * int(month)) % 4},{result}\n"
                    for r, result in enumerate(("1-0", "0-1", "1/2-1/2", "1-0"), 1)
                )
                extra = "5,Only Rapid,P1,1-0\n" if pace == "rapid" else ""
                text = f"event: {pace} {month}\nstart: 2025-{month}-0{number + 3}\n"
                text += f"pace: {pace}\nround,white,black,result\n{pairs}{extra}"
                (sent / f"2025-{month}-0{number + 3} {pace}.csv").write_text(text, "utf-8")
            made = folder / f"{day}.csv"
            words = ["federation", str(self.lists[-1]), str(sent), "--rules", "fide"]
            capsys.readouterr()
            assert main([*words, "--swiss", "*.csv", "--day", day, "-o", str(made)]) == 0
            self.told = capsys.readouterr().out
            self.lists.append(made)
        self.site = folder / "site"
        assert publish(self.lists, self.site) == 0

    def ratings(self, at: int, pace: str) -> dict[str, int]:
        """The ratings of a list at a pace, read from the file."""
        head = {"standard": "Rating", "rapid": "Rapid", "blitz": "Blitz"}[pace]
        own = head if at else {"Rating": "rating"}.get(head, f"{pace}_rating")
        with self.lists[at].open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
        return {row.get("Name") or row["name"]: int(row[own]) for row in rows if row[own]}

    def page(self, name: str) -> Page:
        """One of its pages in English."""
        return Page(self.site / "en" / name)


def _links(page: Page) -> set[str | None]:
    return {attrs.get("href") for tag, attrs in page.tags if tag == "a"}


@pytest.fixture
def federation(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Federation:
    """It, made anew."""
    return Federation(tmp_path, capsys)


def test_each_pace_has_its_list(federation: Federation) -> None:
    """Promise: the list of a pace has everybody with a rating there, in its order, and nobody else."""
    for pace in PACES:
        name = "list.html" if pace == "standard" else f"{pace}-list.html"
        rows = [row for row in federation.page(name).rows[1:] if row[0]]
        now = federation.ratings(2, pace)
        assert [row[1] for row in rows] == sorted(now, key=lambda who: (-now[who], who))
        assert [row[0] for row in rows] == [str(n) for n in range(1, len(now) + 1)]
        for row in rows:
            assert str(now[row[1]]) in row[2:]
    assert "Only Rapid" not in [row[1] for row in federation.page("blitz-list.html").rows]


def test_each_pace_has_its_changes_and_tops(federation: Federation) -> None:
    """Promise: who gained and lost at a pace, by how much; the tops are those of the pace."""
    for pace in PACES:
        prefix = "" if pace == "standard" else f"{pace}-"
        before, now = federation.ratings(1, pace), federation.ratings(2, pace)
        changes = {who: now[who] - before[who] for who in now if who in before}
        moved = {who: change for who, change in changes.items() if change}
        rows = [row for row in federation.page(f"{prefix}changes.html").rows if len(row) == 4]
        found = {
            row[0]: int(row[3].replace("−", "-").replace("+", ""))
            for row in rows
            if row[3][1:].isdigit()
        }
        assert found == moved and moved
        tops = federation.page(f"{prefix}top.html")
        assert max(now, key=lambda who: now[who]) in tops.text
        # The pages of the other paces are one step away.
        others = [f"{one}-changes.html" for one in ("rapid", "blitz")]
        assert set(others) < _links(federation.page(f"{prefix}changes.html"))


def test_a_player_has_all_paces(federation: Federation) -> None:
    """Promise: a player's page has the rating, place and change of each pace, on every list."""
    everybody = data_of(federation.site, "players")
    for number, pace in enumerate(PACES):
        now = federation.ratings(2, pace)
        place = sorted(now, key=lambda who: (-now[who], who)).index("P1") + 1
        rating, _, listed, of, _, _ = everybody["p1"]["now"][number]
        assert (rating, listed, of) == (str(now["P1"]), place, len(now))
        history = [lines[number][1] for _, lines in everybody["p1"]["lists"]]
        assert history == [str(federation.ratings(at, pace)["P1"]) for at in (2, 1, 0)]
        assert bool(everybody["p21"]["now"][number]) == (pace == "rapid")
    assert {event[4] for event in everybody["p1"]["events"]} == {"", "rapid", "blitz"}


def test_the_counts_are_those_of_the_command(federation: Federation) -> None:
    """Promise: players, newcomers and results of the overview are the numbers that the command says."""
    said = re.search(
        r"results counted: (\d+) .*players on the list: (\d+), new: (\d+)", federation.told
    )
    assert said is not None
    home = (federation.site / "en/index.html").read_text("utf-8")
    results, players, new = said.groups()
    for number, words in (
        (players, "Players on the list"), (new, "New on the list"), (results, "Player results counted"),
    ):  # fmt: skip
        assert f"<b>{number}</b> {words}" in home
    assert (int(results), int(players)) == (2 * (3 * 4 + 1), 9)


def test_columns_count_as_objects_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Promise: a list as long as those kept in columns says the same numbers."""
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    one = Federation(tmp_path / "a", capsys).told
    monkeypatch.setattr("xlrating.federation.listed.LONG", 0)
    other = Federation(tmp_path / "b", capsys).told
    numbers: Any = [re.findall(r"results counted.*", told) for told in (one, other)]
    assert numbers[0] == numbers[1] != []
