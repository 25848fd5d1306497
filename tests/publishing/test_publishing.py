"""The pages, the PDF and the workbook that a federation's lists become."""

from __future__ import annotations

import csv
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from decimal import Decimal
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

import openpyxl
import pytest
from browser import run
from needs import EVERY, LONGEST, need
from season import DAYS, HARMFUL, people, season

import xlrating.publishing
from xlrating.cli import main
from xlrating.engine.errors import ArgumentError, FileError
from xlrating.engine.event import Player
from xlrating.engine.languages import LANGUAGES
from xlrating.engine.texts import keys, wording
from xlrating.exchange.libreoffice import as_pdf, libreoffice
from xlrating.publishing.folder import write_folder
from xlrating.publishing.parts import part_of, read_script
from xlrating.publishing.people import ListSeries, Person, PersonMove
from xlrating.publishing.published import PublishedEntry
from xlrating.publishing.reading import read_published
from xlrating.publishing.tops import clubs, tops
from xlrating.publishing.words import WORDS

KILLS = int(os.environ.get("XLRATING_KILLS", "3"))


class Made(NamedTuple):
    """The lists and the site made of them."""

    lists: list[Path]
    site: Path


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """Three lists, published once for all tests here."""
    folder = tmp_path_factory.mktemp("season")
    lists = season(folder)
    assert publish(lists, folder / "site") == 0
    return Made(lists, folder / "site")


def publish(lists: list[Path], site: Path, *words: str) -> int:
    title = ["--title", "North <b>&</b> South"]
    return main(
        ["federation", "publish", *map(str, lists), "-o", str(site), "--no-pdf", *title, *words]
    )


class Page(HTMLParser):
    """What stands on a page: tags with attributes, text, cells of the rows of tables."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.rows: list[list[str]] = []
        self.text = ""
        self._in_cell = False
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A tag begins."""
        self.tags.append((tag, dict(attrs)))
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
            self._in_cell = True

    def handle_endtag(self, tag: str) -> None:
        """A tag ends."""
        self._in_cell = self._in_cell and tag not in ("td", "th")

    def handle_data(self, data: str) -> None:
        """Text between tags."""
        self.text += data
        if self._in_cell:
            self.rows[-1][-1] += data


def pages(site: Path) -> list[Path]:
    return sorted(site.rglob("*.html"))


def data_of(site: Path, kind: str) -> Any:
    """The data of a kind that the scripts of a site bring: everybody, players or events."""
    parts = [read_script(path.read_bytes())[1] for path in site.glob(f"parts/{kind}-*.js")]
    if kind == "roster":
        return [row for part in parts for row in part]
    return {page: one for part in parts for page, one in part.items()}


def in_language(value: Any, language: str) -> str:
    """What data say in a language."""
    return str(value[LANGUAGES.index(language)] if isinstance(value, list) else value)


#: Nothing else is on any page: no image, frame or style that a name could bring.
TAGS = {
    "html", "head", "meta", "title", "link", "body", "a", "header", "div", "small", "form",
    "input", "button", "nav", "span", "main", "h1", "h2", "h3", "h4", "p", "ul", "li", "b", "section",
    "table", "thead", "tbody", "tr", "th", "td", "footer", "dl", "dt", "dd", "bdi", "svg", "g",
    "line", "text", "path", "circle", "details", "summary", "noscript", "script",
}  # fmt: skip
#: The scripts of pages.
SCRIPTS = {"../site.js", "words.js", "../search.js", "../list.js", "../player.js", "../event.js"}


def test_names_are_text_everywhere(made: Made) -> None:
    """Promise: a name, whatever it looks like, is shown as it is and begins no tag."""
    found: dict[str, int] = dict.fromkeys(HARMFUL, 0)
    for path in pages(made.site):
        page = Page(path)
        assert {tag for tag, _ in page.tags} <= TAGS, path
        for name in HARMFUL:
            found[name] += name in page.text
        for tag, attributes in page.tags:
            own = [key for key in attributes if key.startswith("on") or key == "style"]
            assert not own, (path, tag)
            if tag == "script":
                assert attributes["src"] in SCRIPTS, path
    # The list, its best, the newest events, in three languages.
    assert min(found.values()) > 5, found


def test_every_link_leads_somewhere(made: Made) -> None:
    """Promise: what a page leads to is in the folder; nothing leads out of it."""
    seen = set()
    known = {"player": data_of(made.site, "players"), "event": data_of(made.site, "events")}
    for path in pages(made.site):
        for _, attributes in Page(path).tags:
            for key in ("href", "src", "action"):
                link = attributes.get(key)
                if link is None or link == "#main":
                    continue
                parts = urlsplit(link)
                assert not parts.scheme and not parts.netloc, (path, link)
                target = (path.parent / unquote(parts.path)).resolve()
                assert target.is_file() and made.site.resolve() in target.parents, (path, link)
                seen.add(target)
                if parts.query:
                    assert parts.query.removeprefix("id=") in known[target.stem], (path, link)
    # What the pages of players and events lead to.
    for one in (*known["player"].values(), *known["event"].values()):
        assert {page for page, _ in one["who"] if page} <= known["player"].keys()
        assert {event[0] for event in one.get("events", ()) if event[0]} <= known["event"].keys()
    lonely = (
        {one.resolve() for one in pages(made.site)} - seen - {made.site.resolve() / "index.html"}
    )
    assert lonely == set()


def test_the_list_is_the_list(made: Made) -> None:
    """Promise: no wrong number: every line of the page is the line of the file, in its order."""
    sheet = openpyxl.load_workbook(made.lists[-1]).worksheets[0]
    rows = [[cell.value for cell in row] for row in sheet.iter_rows(min_row=3)]
    heads = {str(head): at for at, head in enumerate(rows[0])}
    expected = [
        [str(row[heads[name]] or "") for name in ("Place", "Name", "ID", "Rating")]
        for row in rows[1:]
        if row[heads["Rating"]] is not None
    ]
    for language in LANGUAGES:
        page = Page(made.site / language / "list.html")
        shown = [[row[0], row[2], row[3], row[6]] for row in page.rows[1:]]
        assert shown == expected
    assert len(expected) == len(people())


def test_changes_are_the_differences(made: Made) -> None:
    """Promise: what the page of changes says is the difference of the two lists in their files."""
    before, after = (_ratings(path) for path in made.lists[-2:])
    moved = {
        name: after[name] - before[name]
        for name in after
        if name in before and after[name] != before[name]
    }
    page = Page(made.site / "en" / "changes.html")
    shown = {row[0]: int(row[3].replace("−", "-")) for row in page.rows if row[0] != "Name"}
    assert shown == moved and moved
    assert f"As before: {len(people()) - len(moved)} players." in page.text


def _ratings(path: Path) -> dict[str, int]:
    """Ratings by name; of the two people of one name the sum, which tells a change of either."""
    sheet = openpyxl.load_workbook(path).worksheets[0]
    rows = [[cell.value for cell in row] for row in sheet.iter_rows(min_row=3)]
    name, rating = (rows[0].index(head) for head in ("Name", "Rating"))
    found: dict[str, Any] = {}
    for row in rows[1:]:
        if row[rating] is not None:
            found[row[name]] = found.get(row[name], 0) + row[rating]
    return found


def test_a_player_page(made: Made) -> None:
    """A page has the rating of each list, events, games and the steps with their clauses."""
    person = data_of(made.site, "players")["p7019"]
    assert [at for at, _ in person["lists"]] == [2, 1, 0]
    with made.lists[0].open(encoding="utf-8") as file:
        first = next(row for row in csv.DictReader(file) if row["id"] == "7019")
    assert (person["lists"][-1][1][0][1], person["name"]) == (first["rating"], first["name"])
    games = [game for event in person["events"] for game in event[-1]]
    # Three events of three rounds, forfeits with the reason why they do not count.
    assert len(games) == 9 and {in_language(game[1], "en") for game in games} == {"w", "b"}
    forfeits = [game[8] for game in games if "F" in game[4]]
    assert forfeits
    for language, reason in (
        ("en", "not counted: forfeit, no game was played"),
        ("ru", "не считается: неявка, партия не игралась"),
    ):
        assert {in_language(one, language) for one in forfeits} == {reason}
    steps = [step for _, all_ in person["steps"] for _, own in all_ for step in own]
    assert "8.3.4" in {clause for _, clause, *_ in steps}
    # The list says them in English.
    told = [in_language(text, "ru") for text, *_ in steps]
    assert any("Ожидаемые очки, сумма по этим партиям" in one for one in told)
    assert not any("Expected score" in one for one in told)
    assert all(len(step) == 2 for step in steps)


def test_scores_are_those_of_the_games(made: Made) -> None:
    """Promise: scores by colour and by opponent, best wins and shares of the list are counted from the
    games and the list, each game that was played once.
    """
    everybody = data_of(made.site, "players")
    ratings = sorted(int(one["now"][0][0]) for one in everybody.values() if one["now"][0])
    for person in everybody.values():
        played = [
            game for event in person["events"] for game in event[-1] if game[4][-1:] not in "F"
        ]
        points = sum(Decimal(game[5]) for game in played)
        for scores in (person["sides"], person["met"]):
            own = [score[-5:] for score in scores]
            assert sum(n for n, *_ in own) == len(played), person["name"]
            assert sum((Decimal(one) for _, one, *_ in own), Decimal(0)) == points
            assert all(n == sum(rest) for n, _, *rest in own)
        won = [int(game[3]) for game in played if game[5] == "1" and game[3]]
        assert [int(one[1]) for one in person["best"]] == sorted(won, reverse=True)[:5]
        if person["now"][0]:
            rating, _, _, of, percent, _ = person["now"][0]
            lower = sum(one < int(rating) for one in ratings)
            assert (of, percent) == (len(ratings), 100 * lower // (len(ratings) - 1))


def test_people_of_one_name_are_kept_apart(made: Made) -> None:
    """Two people of one name have a page each with their own games; as opponents they have no link."""
    everybody = data_of(made.site, "players")
    own, other = everybody["p7001"], everybody["p9001"]
    first = [person["lists"][-1][1][0][1] for person in (own, other)]
    assert first == ["2137", "1820"]
    assert any("North Cup" in event[1] for event in own["events"])
    assert not any("North Cup" in event[1] for event in other["events"])
    assert ["", "Anna Berg"] in everybody["p7019"]["who"]
    assert ["p7001", "Anna Berg"] not in everybody["p7019"]["who"]


def test_events_of_the_first_list_are_counted_until_then(made: Made) -> None:
    """No list before it is known: an event on it is counted in this one or in an earlier one."""
    first, *others = (path.stem for path in made.lists)
    shown = json.dumps(["until " + first, *others]).encode()
    assert shown in (made.site / "en" / "words.js").read_bytes()


def test_the_games_of_an_event(made: Made) -> None:
    """The page of an event has its games as they were sent, White first, and who has what points."""
    folder = made.lists[0].parent / "october"
    with (folder / "2025-10-12 North Cup-games.csv").open(encoding="utf-8") as file:
        sent = [tuple(row.values()) for row in csv.DictReader(file)]
    with (folder / "2025-10-12 North Cup-players.csv").open(encoding="utf-8") as file:
        named = {row["no"]: row["name"] for row in csv.DictReader(file)}
    events = data_of(made.site, "events")
    page, event = next(pair for pair in events.items() if "North Cup" in pair[1]["title"])
    who = [name for _, name in event["who"]]
    shown = {
        (str(round_), who[one], who[other], result)
        for round_, games in event["rounds"] for one, result, other in games
    }  # fmt: skip
    assert event["coloured"] and shown == {
        (r, named[w], named[b], result) for r, w, b, result in sent
    }
    points = dict.fromkeys(named.values(), Decimal(0))
    for _, white, black, result in sent:
        half = Decimal("0.5")
        points[named[white]] += {"1": Decimal(1), "½": half, "0": Decimal(0)}[result[0]]
        points[named[black]] += {"1": Decimal(0), "½": half, "0": Decimal(1)}[result[0]]
    assert {who[one]: Decimal(own) for one, _, _, own in event["parts"]} == points
    # The newest events are on their page without a script, too.
    static = Page(made.site / "en" / "event.html")
    rows = [(row[0], Decimal(row[-1])) for row in static.rows if row[0] != "Name"]
    assert set(points.items()) <= set(rows)
    assert ("section", {"id": page}) in static.tags


def test_what_a_list_does_not_say_is_told(made: Made, tmp_path: Path) -> None:
    """Promise: a list that lacks data for a page says so, and stands on it with no number."""
    bare = tmp_path / "bare.csv"
    bare.write_text("name,rating\nAnn,2000\nBob,2100\n")
    assert publish([bare], tmp_path / "site") == 0
    top = Page(tmp_path / "site" / "en" / "top.html").text
    for key in ("no_sex", "no_day", "no_clubs"):
        assert WORDS.table[key]["en"] in top
    for name, key in (("changes", "no_before"), ("events", "no_events"), ("about", "rules_none")):
        assert WORDS.table[key]["en"] in Page(tmp_path / "site" / "en" / f"{name}.html").text
    listed = Page(tmp_path / "site" / "en" / "list.html")
    assert listed.rows == [["Place", "Name", "Rating"], ["1", "Bob", "2100"], ["2", "Ann", "2000"]]
    for person in data_of(tmp_path / "site", "players").values():
        assert len(person["lists"]) == 1 and not (person["events"] or person["steps"])


def test_the_same_lists_give_the_same_bytes(made: Made, tmp_path: Path) -> None:
    """Promise: published again, nothing changes in the folder: a copy of it on a server stays as it is."""
    assert publish(made.lists, tmp_path / "site") == 0
    once, again = (
        {
            str(path.relative_to(site)): path.read_bytes()
            for path in site.rglob("*")
            if path.is_file()
        }
        for site in (made.site, tmp_path / "site")
    )
    assert once == again


def test_top_lists(made: Made) -> None:
    """Women, juniors and clubs as the pages define them, from the players of the first list."""
    one = read_published(made.lists[0])
    found = {top.key: [e.player.name for e in top.entries] for top in tops(one)}
    rows = sorted(people(), key=lambda row: (-int(str(row["rating"])), str(row["name"])))
    assert found["overall"] == [row["name"] for row in rows[:20]]
    assert found["women"] == [row["name"] for row in rows if row["sex"] == "f"]
    assert found["juniors"] == [row["name"] for row in rows if int(str(row["born"])) >= 2005]
    means: dict[str, list[int]] = {}
    for row in rows:
        means.setdefault(str(row["federation"]), []).append(int(str(row["rating"])))
    best = {name: Decimal(sum(own[:4])) / 4 for name, own in means.items()}
    assert {club.name: club.mean for club in clubs(one)} == best
    assert [club.mean for club in clubs(one)] == sorted(best.values(), reverse=True)


def test_who_is_who_when_an_id_comes(tmp_path: Path) -> None:
    """A person without ID keeps the history when a list gives one; another of that name does not."""
    first, second = tmp_path / "2025-01-01.csv", tmp_path / "2025-02-01.csv"
    first.write_text("id,name,rating\n,Ann,2000\n5,Bob,1900\n")
    second.write_text("id,name,rating\n8,Ann,2010\n5,Robert,1900\n9,Bob,1700\n")
    found = ListSeries([read_published(second), read_published(first)])
    ann, bob, new = found.people
    assert [one.day is not None for one in found.lists] == [True, True]
    assert (ann.name, sorted(ann.entries)) == ("Ann", [0, 1])
    assert (bob.name, bob.former_names) == ("Robert", ["Bob"])
    assert (new.name, sorted(new.entries)) == ("Bob", [1])


def test_nobody_stands_twice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two people who cannot be told apart would have one page: they are named."""
    listed = tmp_path / "2025-01-01.csv"
    listed.write_text("id,name,rating\n,Ann,2000\n5,Ann,1900\n,ann,1800\n")
    assert publish([listed], tmp_path / "site") == 2
    assert "line 4: ann is on the list twice" in capsys.readouterr().err


def test_kept_and_not_shown(tmp_path: Path) -> None:
    """Who is kept on a list and not published has no rating on any page."""
    listed = tmp_path / "2025-01-01.csv"
    listed.write_text(
        'place,id,name,rating,on the list\n1,5,Ann,2000,\n2,6,Bob,1877,"kept, not shown"\n'
    )
    assert publish([listed], tmp_path / "site") == 0
    texts = [Page(path).text for path in pages(tmp_path / "site")]
    data = [data_of(tmp_path / "site", kind) for kind in ("roster", "players", "events")]
    assert "Bob" in str(data) and "1877" not in str(data)
    assert not any("1877" in text for text in texts)


def test_who_has_a_rapid_rating_only(tmp_path: Path) -> None:
    """Promise: who is on the list at any pace is on its page, and in the file to hand out."""
    listed = tmp_path / "2025-01-01.csv"
    listed.write_text(
        "place,id,name,rating,on the list,rapid_rating,rapid_listed,blitz_rating\n"
        '1,5,Ann,2000,,2010,,\n2,8,Dan,1390,"kept, not shown",,,\n3,6,Bob,,,1877,,\n'
        '4,7,Cai,,,1399,"kept, not shown",\n'
    )
    assert publish([listed], tmp_path / "site") == 0
    rows = Page(tmp_path / "site" / "en" / "list.html").rows
    assert rows[0] == ["Place", "Name", "ID", "Rating", "Rapid"]
    assert rows[1:] == [["1", "Ann", "5", "2000", "2010"], ["", "Bob", "6", "", "1877"]]
    book = tmp_path / "site" / "en" / "rating-list-2025-01-01.xlsx"
    sheet = openpyxl.load_workbook(book).worksheets[0]
    shown = [[cell.value for cell in row] for row in sheet.iter_rows(min_row=3)]
    assert [row[:1] + row[-2:] for row in shown[1:]] == [[1, 2000, 2010], [None, None, 1877]]
    texts = [Page(path).text for path in pages(tmp_path / "site")]
    assert not any("1399" in text or "1390" in text for text in texts)
    person = data_of(tmp_path / "site", "players")["p6"]
    assert person["now"][0] == 0 and person["now"][1][0] == "1877"
    assert person["lists"][0][1][0][4] == "other_paces"


def test_a_list_that_was_changed_by_hand(
    made: Made, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: no wrong number: a rating typed into a published list is named, nothing is written."""
    book = openpyxl.load_workbook(made.lists[-1])
    head = next(cell for cell in book.worksheets[0][3] if cell.value == "Rating")
    place = f"{head.column_letter}7"
    book.worksheets[0][place] = 2999
    book.save(tmp_path / "2025-12-01.xlsx")
    assert publish([tmp_path / "2025-12-01.xlsx"], tmp_path / "site") == 2
    said = capsys.readouterr().err
    assert (
        f"cell {place}" in said
        and "nothing was published: this list has 1 change made by hand" in said
    )
    assert not (tmp_path / "site").exists()


def test_a_title_that_was_typed_over(made: Made, tmp_path: Path) -> None:
    """The day of a list is the one it was made for, whatever somebody types on top or calls it."""
    book = openpyxl.load_workbook(made.lists[-1])
    assert "2025-12-01" in book.worksheets[0]["A1"].value
    book.worksheets[0]["A1"] = "Rating list 2024-12-01"
    book.save(tmp_path / "2023-12-01.xlsx")
    assert str(read_published(tmp_path / "2023-12-01.xlsx").day) == "2025-12-01"


def test_an_edition_is_no_day_of_a_list(tmp_path: Path) -> None:
    """Promise: a list that says no day is called by its file, not by the day of its rules."""
    (tmp_path / "list.csv").write_text("id,name,rating,games\n1,Ann,2000,40\n2,Bob,1900,40\n")
    (tmp_path / "games.csv").write_text("date,round,white,black,result\n2026-05-02,1,1,2,1-0\n")
    words = ["federation", str(tmp_path / "list.csv"), str(tmp_path / "games.csv")]
    made = tmp_path / "next.xlsx"
    assert main([*words, "--rules", "fide", "-o", str(made)]) == 0
    assert "fide@2025-10-01" in openpyxl.load_workbook(made).worksheets[0]["A1"].value
    assert read_published(made).day is None
    shutil.copy(made, tmp_path / "2026-06-01 list.xlsx")
    assert str(read_published(tmp_path / "2026-06-01 list.xlsx").day) == "2026-06-01"


def test_a_preview_says_so_everywhere(made: Made, tmp_path: Path) -> None:
    """Promise: on top of everything that is made of a preview stands what is missing."""
    sent = tmp_path / "sent"
    shutil.copytree(made.lists[0].parent / "october", sent)
    (sent / "2025-10-30-bad.csv").write_text("broken")
    target = tmp_path / "2025-11-01.csv"
    words_ = ["federation", str(made.lists[0]), str(sent), "--rules", "fide", "--preview"]
    assert main([*words_, "--day", "2025-11-01", "-o", str(target)]) == 0
    assert publish([target], tmp_path / "site") == 0
    said = WORDS.table["preview"]["en"].format(files="2025-10-30-bad.csv")
    found = [path for path in pages(tmp_path / "site" / "en") if said not in Page(path).text]
    assert found == []
    sheet = openpyxl.load_workbook(tmp_path / "site" / "en" / "rating-list-2025-11-01.xlsx").active
    assert sheet["A2"].value == said


def test_the_data_are_text_in_scripts(made: Made) -> None:
    """Promise: a script of data is one call with letters and digits, which no name ends; everybody is
    in the part that the page looks into, and in the roster in the order of the list.
    """
    files = sorted(made.site.glob("parts/*.js"))
    for path in files:
        assert re.fullmatch(
            r'xlrating\.part\("[a-z]+-\d+","[A-Za-z0-9+/=]+"\);\n', path.read_text()
        )
        assert read_script(path.read_bytes())[0] == path.stem
    for kind in ("players", "events"):
        own = [path for path in files if path.stem.startswith(kind)]
        for path in own:
            for page in read_script(path.read_bytes())[1]:
                assert path.stem == f"{kind}-{part_of(page, len(own))}"
    roster = data_of(made.site, "roster")
    assert {row[1] for row in roster} >= {*HARMFUL, "王伟", "新人 Новичок"}
    listed = Page(made.site / "en" / "list.html").rows[1:]
    assert [row[1] for row in roster][: len(listed)] == [row[2] for row in listed]


@pytest.mark.parametrize("wrong", [b"", b"alert(1)", b'xlrating.part("x-1","AAAA");\n', b"\xff"])
def test_data_that_are_none(wrong: bytes) -> None:
    """Bad input: whatever else is in a script of data is refused."""
    with pytest.raises(ArgumentError):
        read_script(wrong)


#: Whose pages are opened, of those whose names mean harm.
MEANT = range(len(HARMFUL)) if EVERY else (1, 6)
#: What is opened in a browser: every kind of page, and players with names that mean harm.
LONGER = ["list.html", *(f"list.html?from={at}" for at in (11, 21, 31))]
RAPID = ["rapid-list.html", "rapid-list.html?from=11"]
VIEWS = (
    "index.html", *LONGER, *RAPID, "top.html", "changes.html", "events.html",
    "about.html", "event.html", "player.html", "player.html?id=p7019", "player.html?id=p7001",
    "player.html?id=nobody",
    *(f"player.html?id=p{7025 + number}" for number in MEANT),
)  # fmt: skip


@pytest.fixture(scope="module")
def years(made: Made) -> Made:
    """The same lists between some without games, which have two paces; one of them lacks a player.
    A page of the list is short.
    """
    rows = people()
    older = []
    for month in (6, 7, 8, 9, 13):
        day = "2026-01-01" if month == 13 else f"2025-0{month}-01"
        path = made.site.parent / f"{day}.csv"
        with path.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, [*rows[0], "rapid_rating"])
            writer.writeheader()
            writer.writerows(
                {**row, "rapid_rating": 1500 + 10 * month if str(row["id"]) < "7020" else ""}
                for row in rows if not (row["id"] == "7019" and month == 8)
            )  # fmt: skip
        older.append(path)
    found = Made([*older, *made.lists], made.site.parent / "years")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("xlrating.publishing.pages.LINES", 10)
        patch.setattr("xlrating.publishing.site_data.ROSTER", 12)
        assert publish(found.lists, found.site) == 0
    return found


@pytest.fixture(scope="module")
def seen(years: Made) -> dict[str, Any]:
    """What Chromium sees of these pages from the disk."""
    return _looked(years.site, "chrome", axe=True)


def _looked(site: Path, browser: str, **plan: Any) -> dict[str, Any]:
    paths = [f"{language}/{view}" for language in LANGUAGES for view in VIEWS]
    paths = paths if EVERY else [*paths[: len(VIEWS)], "zh/player.html?id=p7019", "ru/list.html"]
    paths += [f"en/event.html?id={page}" for page in data_of(site, "events")]
    plan = {
        "site": str(site), "hosted": False, "shots": "", "paths": paths, "axe": False,
        "widths": [400, 1280] if EVERY else [400], "schemes": [False, True] if EVERY else [False],
        "queries": list(FOUND), **plan,
    }  # fmt: skip
    return run(Path(__file__).with_name("look.mjs"), site.parent / browser, browser, plan)


#: What is searched, and who is found.
FOUND = {
    "7025": {HARMFUL[0]}, "script": {HARMFUL[0], HARMFUL[3], HARMFUL[6]}, "орлова ольга": {"Ольга Орлова"},
    **({"dupre": {"Émile Dupré"}, "王": {"王伟"}, "nobody at all": set()} if EVERY else {}),
}  # fmt: skip


def test_in_a_browser(seen: dict[str, Any]) -> None:
    """Promise: from a folder on the disk every page opens without an error, at 400 px without being
    wider, for everybody (axe-core); no script from a name runs, the search finds by name and number
    and by keyboard, the language switches in place, one chart has all paces, idle months are folded.
    """
    assert seen["wrong"] == [] and seen["wide"] == []
    assert {k: one for k, one in seen["axe"].items() if one[0] in ("serious", "critical")} == {}
    assert set(seen["tags"]) <= {*TAGS}
    assert seen["first"] == "en/index.html"
    found = {query: set(names) for query, names in seen["searched"].items()}
    offered = {query: set(names) for query, names in seen["offered"].items()}
    assert found == offered == FOUND
    assert seen["switched"].startswith("ru/player.html?id=p70")
    assert HARMFUL[0] in seen["switched"] or HARMFUL[6] in seen["switched"]
    for number in MEANT:
        assert HARMFUL[number] in seen["texts"][f"en/player.html?id=p{7025 + number}"]
    # A line joins neighbouring lists only; the curve of a pace is its own.
    curves = dict(seen["curves"]["en/player.html?id=p7019"])
    assert {pace: path.count("M") for pace, path in curves.items()} == {"standard": 2, "rapid": 3}
    assert dict(seen["curves"]["en/player.html?id=p7001"])["standard"].count("M") == 1
    (folded,) = seen["folded"]["en/player.html?id=p7001"]
    assert folded.startswith("2025-06-01 – 2025-10-01") and "5" in folded
    person = seen["texts"]["zh/player.html?id=p7019"]
    assert WORDS.table["best_wins"]["zh"] in person and "棋" in person
    games = [row for row in seen["rows"]["en/player.html?id=p7019"] if row[1:2] in (["w"], ["b"])]
    assert len(games) == 9


@pytest.mark.every
@pytest.mark.parametrize(
    ("browser", "hosted"), [("chrome", True), ("firefox", False), ("firefox", True)]
)
def test_in_every_browser(years: Made, browser: str, hosted: bool) -> None:
    """Promise: the pages are the same in Firefox, from the disk and from a web server."""
    seen = _looked(years.site, browser, hosted=hosted, schemes=[False])
    assert seen["wrong"] == [] and seen["wide"] == []
    assert set(seen["searched"]["script"]) == {HARMFUL[0], HARMFUL[3], HARMFUL[6]}


def test_a_long_list_goes_on(seen: dict[str, Any], years: Made, tmp_path: Path) -> None:
    """Promise: a list that is longer than its page says how it goes on, and its pages have everybody
    with all that a list of one page has, in its order.
    """
    page = Page(years.site / "en" / "list.html")
    assert len(page.rows) == 11 and WORDS.table["list_off"]["en"].format(n=10) in page.text
    assert publish(years.lists, tmp_path / "site") == 0
    for own in (LONGER, RAPID):
        links = [
            attrs.get("href") for tag, attrs in Page(years.site / "en" / own[0]).tags if tag == "a"
        ]
        assert list(dict.fromkeys(one for one in links if one and "from=" in one)) == own[1:]
        shown = [row for path in own for row in seen["rows"][f"en/{path}"][1:]]
        assert shown == Page(tmp_path / "site" / "en" / own[0]).rows[1:]


def test_the_workbook(made: Made) -> None:
    """The list to hand out has the numbers of the list; no name in it is a formula."""
    path = made.site / "zh" / f"rating-list-{DAYS[-1]}.xlsx"
    sheet = openpyxl.load_workbook(path).worksheets[0]
    rows = [[cell.value for cell in row] for row in sheet.iter_rows(min_row=3)]
    assert rows[0] == ["名次", "称号", "姓名", "注册号", "单位", "出生年", "等级分", "变动", "局数"]
    page = Page(made.site / "zh" / "list.html")
    assert [[str(row[0]), row[2], str(row[6])] for row in rows[1:]] == [
        [row[0], row[2], row[6]] for row in page.rows[1:]
    ]
    assert {cell.data_type for row in sheet.iter_rows() for cell in row} <= {"s", "n"}


@pytest.mark.in_turn
def test_the_pdf(made: Made, tmp_path: Path) -> None:
    """The list on paper has every name in its own letters; a name that looks so is no formula. Its
    bytes follow from the list alone: no clock, no number by chance, no folder.
    """
    program = libreoffice()
    if program is None or not shutil.which("pdftotext"):
        need("LibreOffice or pdftotext is not found")
    name = f"rating-list-{DAYS[-1]}.xlsx"
    books = {code: (made.site / code / name).read_bytes() for code in ("zh", "en")}
    (tmp_path / "elsewhere").mkdir()
    found = as_pdf(str(program), books, tmp_path)
    again = as_pdf(str(program), dict(reversed(books.items())), tmp_path / "elsewhere")
    assert [*tmp_path.rglob("*")] == [tmp_path / "elsewhere"]
    assert (again == found, found["zh"] == found["en"]) == (True, False)
    data = found["zh"]
    assert b"/CreationDate(D:20000101000000Z" in data
    done = subprocess.run(
        ["pdftotext", "-layout", "-", "-"], input=data, capture_output=True, check=True
    )
    text = done.stdout.decode()
    for name in ("王伟", "Дмитрий Соколов", "Żaneta Łoś", HARMFUL[0], HARMFUL[2]):
        assert name in text


@pytest.mark.in_turn
def test_libreoffice_leaves_nothing_behind(made: Made, tmp_path: Path) -> None:
    """Killed while LibreOffice works: nothing in the system's folder, and a later run sweeps what
    is next to the pages. Stopped, LibreOffice ends with the run.
    """
    if libreoffice() is None:
        need("LibreOffice is not found")
    system, site = tmp_path / "system", tmp_path / "out" / "site"
    for folder in (system, site.parent):
        folder.mkdir()
    command = [
        sys.executable, "-m", "xlrating", "federation", "publish", str(made.lists[0]), "-o", str(site),
    ]  # fmt: skip
    for stop in (signal.SIGTERM, signal.SIGKILL):
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env=os.environ | {"TMPDIR": str(system)},
        )  # fmt: skip
        while process.poll() is None and not [*site.parent.glob(".xlrating-*.work/profile")]:
            time.sleep(0.01)
        process.send_signal(stop)
        assert process.wait(LONGEST) == (-stop if stop == signal.SIGKILL else 130)
        assert not [*system.iterdir()]
        left = [*site.parent.iterdir()]
        assert bool(left) == (stop == signal.SIGKILL)
        assert stop == signal.SIGKILL or not _processes_in(site.parent)
    for _ in range(100):
        # As long as LibreOffice lives on its folder is in use.
        is_over = not _processes_in(site.parent)
        subprocess.run([*command, "--no-pdf"], check=True, capture_output=True, timeout=LONGEST)
        if is_over:
            break
    assert [*site.parent.iterdir()] == [site]
    assert not [*system.iterdir()]


def _processes_in(folder: Path) -> list[Path]:
    """The processes that name a folder in their words, as LibreOffice does its profile."""
    name = str(folder).encode()
    found = []
    for one in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            found += (
                [one] if b"UserInstallation" in (text := one.read_bytes()) and name in text else []
            )
    return found


def test_without_libreoffice(
    made: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """No PDF is promised where none can be made, and that is said."""
    monkeypatch.setattr("xlrating.cli.federation.publish.libreoffice", lambda: None)
    words = ["federation", "publish", str(made.lists[0]), "-o", str(tmp_path / "site")]
    assert main(words) == 0
    assert "LibreOffice was not found on this computer" in capsys.readouterr().out
    assert not list((tmp_path / "site").rglob("*.pdf"))
    assert not any("PDF" in Page(path).text for path in pages(tmp_path / "site"))


# --- the folder ----------------------------------------------------------------------------------


def test_folders_that_are_not_replaced(
    made: Made, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: a folder not made by the command stays as it is without --force; so does what
    somebody put into one that was, and a folder with the lists in it stays in any case.
    """
    lists, site = made.lists[:1], tmp_path / "site"
    site.mkdir()
    (site / "mine.txt").write_text("mine")
    assert publish(lists, site) == 2 and (site / "mine.txt").read_text() == "mine"
    assert publish(lists, site, "--force") == 0 and not (site / "mine.txt").exists()
    assert publish(lists, site) == 0
    (site / ".git").mkdir()
    assert publish(lists, site) == 2 and (site / ".git").exists()
    own = tmp_path / "own"
    own.mkdir()
    shutil.copy(lists[0], own)
    assert publish([own / lists[0].name], own, "--force") == 2
    said = capsys.readouterr().err
    assert "this folder was not made by this command, so it was left as it is" in said
    assert ".git in this folder" in said and "is in this folder, which would be replaced" in said
    assert [path.name for path in own.iterdir()] == [lists[0].name]


def test_two_lists_of_a_day(made: Made, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Which of two lists of one day is in force cannot be told."""
    first, other = made.lists[0], tmp_path / "list-2025-10-01.csv"
    shutil.copy(first, other)
    assert publish([first, other], tmp_path / "site") == 2
    assert "from the same day" in capsys.readouterr().err
    assert publish([first, first], tmp_path / "site") == 2
    assert "two lists have this name" in capsys.readouterr().err


def test_nothing_is_left_of_a_site_that_fails(
    made: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Promise: written whole or not at all, also where a page cannot be made."""
    site = tmp_path / "site"
    assert publish(made.lists[:1], site) == 0
    before = {path: path.read_bytes() for path in site.rglob("*") if path.is_file()}
    monkeypatch.setattr("xlrating.publishing.site.pages", _failing)
    with pytest.raises(ZeroDivisionError):
        publish(made.lists, site)
    assert {path: path.read_bytes() for path in site.rglob("*") if path.is_file()} == before
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


def _failing(*_: object) -> Any:
    yield "index.html", b"half"
    raise ZeroDivisionError


@pytest.mark.parametrize("at", [1, 2])
@pytest.mark.parametrize("wrong", [KeyboardInterrupt, PermissionError])
def test_a_site_that_is_stopped_while_it_is_put(
    at: int, wrong: type[BaseException], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Promise: written whole or not at all: the old folder comes back, or stands beside its place."""
    site = tmp_path / "site"
    write_folder(site, [("index.html", b"old")])
    rename, done = Path.rename, [0]

    def stopped(self: Path, to: Path) -> Path:
        done[0] += 1
        if done[0] > at or (done[0] == at and wrong is PermissionError):
            raise PermissionError(13, "in use")
        found = rename(self, to)
        if done[0] == at:
            raise wrong
        return found

    monkeypatch.setattr("xlrating.publishing.folder._exchanged", lambda one, other: False)
    monkeypatch.setattr(Path, "rename", stopped)
    with pytest.raises((wrong, FileError)):
        write_folder(site, [("index.html", b"new")])
    monkeypatch.undo()
    whole = {one: one.read_bytes() for one in tmp_path.rglob("index.html")}
    assert site in [one.parent for one in whole] or b"old" in whole.values()
    write_folder(tmp_path / "other", [("index.html", b"other")])
    assert whole.items() <= {one: one.read_bytes() for one in tmp_path.rglob("index.html")}.items()


def test_what_a_killed_run_put_aside_stays(tmp_path: Path) -> None:
    """Promise: killed between the two renames, the old folder is there; one replaced is swept."""
    names = (f"{'a' * 16}.old", f"{'a' * 16}.pages", f"{'b' * 16}.old")
    only, new, gone = (tmp_path / f".xlrating-{name}" for name in names)
    for folder in (only, new, gone):
        folder.mkdir()
    write_folder(tmp_path / "site", [("index.html", b"new")])
    assert sorted(one.name for one in tmp_path.iterdir()) == [only.name, new.name, "site"]


@pytest.mark.in_turn
def test_a_run_that_is_killed(made: Made, tmp_path: Path) -> None:
    """Promise: killed at any moment the old pages are whole; a rerun succeeds and sweeps."""
    site = tmp_path / "site"
    command = [
        sys.executable, "-m", "xlrating", "federation", "publish", str(made.lists[0]), "-o",
        str(site), "--no-pdf",
    ]  # fmt: skip
    start = time.monotonic()
    subprocess.run(command, check=True, capture_output=True, timeout=LONGEST)
    takes = time.monotonic() - start
    whole = {path: path.read_bytes() for path in site.rglob("*") if path.is_file()}
    chance = random.Random(1)
    for _ in range(KILLS):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(chance.uniform(0.4, 1.05) * takes)
        process.kill()
        process.wait()
        assert {path: path.read_bytes() for path in site.rglob("*") if path.is_file()} == whole
    subprocess.run(command, check=True, capture_output=True, timeout=LONGEST)
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


# --- words ---------------------------------------------------------------------------------------


def test_steps_that_read_alike_in_one_language_do_in_all() -> None:
    """Promise: pages tell every step of a list in each language, by its words in the list's own."""
    steps = [
        {code: re.sub(r"\{\w+\}", "{}", text) for code, text in wording(key).items()}
        for key in keys("step_", "initial_")
    ]
    for code in LANGUAGES:
        alike: dict[str, set[tuple[str, ...]]] = {}
        for texts in steps:
            alike.setdefault(texts[code], set()).add(tuple(texts.values()))
        assert [found for found in alike.values() if len(found) > 1] == []


def test_every_word_is_in_three_languages() -> None:
    """No word of the pages lacks a language, and all languages fill in the same parts."""
    for key, texts in WORDS.table.items():
        assert set(texts) == set(LANGUAGES), key
        parts = {code: sorted(set(re.findall(r"\{(\w+)\}", text))) for code, text in texts.items()}
        assert parts["en"] == parts["zh"] == parts["ru"], key
    folder = Path(xlrating.publishing.__file__).parent
    used = [
        path.read_text("utf-8")
        for path in folder.rglob("*")
        if path.suffix in (".html", ".js", ".py")
    ]
    unused = [key for key in WORDS.table if not any(f'"{key}"' in text for text in used)]
    assert unused == []
    said = {key for path in folder.rglob("*.js") for key in _SAID.findall(path.read_text("utf-8"))}
    assert said <= WORDS.table.keys()


_SAID = re.compile(r'\bt\("(\w+)"')


def test_whoever_comes_or_goes_has_neither_gained_nor_lost() -> None:
    """A change is between two ratings: one of a person on a single list is none."""
    entry = PublishedEntry(Player(1, "Ann", Decimal(2000)), 1)
    person = Person("ann", {0: entry})
    moves = [PersonMove(person, *both) for both in ((None, entry), (entry, None), (entry, entry))]
    assert [one.change for one in moves] == [0, 0, 0]
