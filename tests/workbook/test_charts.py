"""The charts: as many players in each as can be read, and each of them in one."""

from __future__ import annotations

import re
import zipfile
from io import BytesIO

import pytest
from openpyxl.utils.cell import range_boundaries
from workbooks import fitted, random_event

from xlrating.engine.rules.ruleset import load
from xlrating.engine.tournament.scores import Scores
from xlrating.workbook.book import build
from xlrating.workbook.file.writer import to_bytes
from xlrating.workbook.templates import empty, filled

_CATEGORIES = re.compile(r"<c:cat>.*?<c:f>(\w+)!([$\w:]+)</c:f>", re.DOTALL)


def charts(data: bytes) -> list[str]:
    """The XML of every chart of a file, in their order."""
    with zipfile.ZipFile(BytesIO(data)) as archive:
        names = [name for name in archive.namelist() if name.startswith("xl/charts/chart")]
        names.sort(key=lambda name: int(re.sub(r"\D", "", name)))
        return [archive.read(name).decode("utf-8") for name in names]


@pytest.mark.parametrize(("players", "changes", "ratings"), [(8, 1, 1), (60, 1, 2), (130, 3, 5)])
def test_charts_that_can_be_read(players: int, changes: int, ratings: int) -> None:
    """Issue 13: no chart has more bars than a page has room for, no player is left out."""
    book = build(empty("swiss", "elo", players, 5))
    found = charts(to_bytes(book))
    assert len(found) == changes + ratings + 1
    covered = []
    for xml in found[:-1]:
        sheet, area = _CATEGORIES.findall(xml)[0]
        assert sheet == "Ratings"
        _, top, _, bottom = range_boundaries(area.replace("$", ""))
        covered.append(range(top, bottom + 1))
    rows = set(range(5, 5 + players))
    for parts, most in ((covered[:changes], 60), (covered[changes:], 30)):
        assert all(len(part) <= most for part in parts)
        assert sorted(row for part in parts for row in part) == sorted(rows)


def test_points_by_round_are_those_of_the_leaders() -> None:
    """Issue 13: the pieces of a leader's bar are what each round brought, in the order of places."""
    event = fitted(random_event(4, 24, 6), "elo")
    book = build(filled(event, load("elo")))
    xml = charts(to_bytes(book))[-1]
    series = re.findall(r"<c:ser>(.*?)</c:ser>", xml, re.DOTALL)
    assert len(series) == 6
    shown = []
    for one in series:
        values = one.partition("<c:val>")[2]
        shown.append([float(value) for value in re.findall(r"<c:v>([\d.]+)</c:v>", values)])
    sums = [sum(pieces) for pieces in zip(*shown, strict=True)]
    points = sorted(map(float, Scores(event).points.values()), reverse=True)
    assert sums == points[:20] and len(sums) == 20
