"""The charts: as many players in each as can be read, and each of them in one."""

from __future__ import annotations

import re
import zipfile
from dataclasses import replace
from io import BytesIO

import pytest
from openpyxl.utils.cell import range_boundaries
from workbooks import fitted, random_event

from xlrating.engine.results import RESULT_BY_CODE, Kind
from xlrating.engine.rules.ruleset import load
from xlrating.engine.texts import say
from xlrating.engine.tournament.scores import Scores
from xlrating.workbook.book import build
from xlrating.workbook.file.writer import to_bytes
from xlrating.workbook.sheets.prize_entries import in_language
from xlrating.workbook.templates import empty, filled, resized

_CATEGORIES = re.compile(r"<c:cat>.*?<c:f>(\w+)!([$\w:]+)</c:f>", re.DOTALL)


def charts(data: bytes) -> list[str]:
    """The XML of every chart of a file, in their order."""
    with zipfile.ZipFile(BytesIO(data)) as archive:
        names = [name for name in archive.namelist() if name.startswith("xl/charts/chart")]
        names.sort(key=lambda name: int(re.sub(r"\D", "", name)))
        return [archive.read(name).decode("utf-8") for name in names]


@pytest.mark.parametrize(("players", "changes", "ratings"), [(8, 1, 1), (60, 1, 2), (130, 3, 5)])
def test_charts_that_can_be_read(players: int, changes: int, ratings: int) -> None:
    """No chart has more bars than a page has room for, no player is left out."""
    book = build(empty("swiss", "elo", players, 5))
    found = charts(to_bytes(book))
    assert len(found) == changes + ratings + 1
    covered = []
    # The points stand between them.
    for xml in (*found[:changes], *found[changes + 1 :]):
        sheet, area = _CATEGORIES.findall(xml)[0]
        assert sheet == "Ratings"
        _, top, _, bottom = range_boundaries(area.replace("$", ""))
        covered.append(range(top, bottom + 1))
    rows = set(range(5, 5 + players))
    for parts, most in ((covered[:changes], 60), (covered[changes:], 30)):
        assert all(len(part) <= most for part in parts)
        assert sorted(row for part in parts for row in part) == sorted(rows)
    # Two beside each other, none beyond its page.
    places = book.sheet("Chart").charts
    assert list(places) == sorted(places) and {col for _, col in places} == {0, 1}


@pytest.mark.parametrize(("played", "last"), [(0, 40), (2, 30), (5, 10)])
def test_who_enters_later_has_a_chart(played: int, last: int) -> None:
    """Ten players in a file for forty: all places before the event, to the end of a chart in it.

    At last nobody comes any more, and only those who played are shown.
    """
    event = fitted(random_event(7, 10, 5), "elo")
    open_result = RESULT_BY_CODE[""]
    lines = tuple(
        replace(game, result=open_result) if game.result.kind is Kind.POSTPONED else game
        for game in event.games
        if game.round <= played and (played < 5 or game.result.kind is not Kind.POSTPONED)
    )
    plan = resized(replace(event, games=lines), load("elo"), tuple(range(1, 41)), 5, 40)
    found = charts(to_bytes(build(plan)))
    listed = [_CATEGORIES.findall(xml)[0] for xml in found]
    areas = [area.replace("$", "") for sheet, area in listed if sheet == "Ratings"]
    assert max(range_boundaries(area)[3] for area in areas) == 4 + last


def test_points_by_round_are_those_of_the_leaders() -> None:
    """The pieces of a leader's bar are what each round brought, in the order of places."""
    event = fitted(random_event(4, 24, 6), "elo")
    book = build(filled(event, load("elo")))
    xml = charts(to_bytes(book))[1]
    series = re.findall(r"<c:ser>(.*?)</c:ser>", xml, re.DOTALL)
    assert len(series) == 6
    shown = []
    for one in series:
        values = one.partition("<c:val>")[2]
        shown.append([float(value) for value in re.findall(r"<c:v>([\d.]+)</c:v>", values)])
    sums = [sum(pieces) for pieces in zip(*shown, strict=True)]
    points = sorted(map(float, Scores(event).points.values()), reverse=True)
    assert sums == points[:20] and len(sums) == 20


def test_titles_follow_the_language() -> None:
    """Issue: LibreOffice keeps the title of a chart as it was written: cells above have them."""
    book = build(empty("swiss", "elo", 8, 5))
    assert all("<c:autoTitleDeleted" in xml for xml in charts(to_bytes(book)))
    sheet = book.sheet("Chart")
    for row, col in sheet.charts:
        assert sheet.cells[row - 1, col].formula.startswith("=text_")


def test_the_names_of_prizes_that_stand_ready_follow_the_language() -> None:
    """Issue: a file made in English and read in Russian says Женщины; other names stay."""
    event = fitted(random_event(4, 8, 3), "elo")
    plan = filled(event, load("elo"), language="ru")
    assert in_language("Women", plan) == say("ru", "prize_women")
    assert in_language("Best hat", plan) == "Best hat"
