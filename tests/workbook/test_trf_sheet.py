"""The sheet TRF: what LibreOffice calculates there, as a text, is the event (TRF16, TRF26)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from live_office import Live, entered
from needs import EVERY
from office import Office
from sheet_values import Cells, stored
from workbooks import (
    EVENTS,
    complete_round_robin,
    fitted,
    games,
    random_event,
    with_playoffs,
    write,
)

from xlrating.engine.admission import asked
from xlrating.engine.errors import RatingError
from xlrating.engine.event import Event, Player
from xlrating.engine.results import RESULTS, Kind
from xlrating.engine.rules.ruleset import load
from xlrating.exchange import open_sheets, read_trf
from xlrating.exchange.trf_writer import write_trf
from xlrating.reading import read
from xlrating.workbook.book import build, builder_of
from xlrating.workbook.compare import check
from xlrating.workbook.plan import Plan
from xlrating.workbook.templates import empty, filled

LAST = date(2026, 12, 31)
#: What a report has of the facts of an event.
REPORTED = ("federation", "chief_arbiter", "minutes", "increment")


def text_of(sheets: dict[str, Cells]) -> str:
    """The sheet as a text: one cell a line."""
    cells = sheets["TRF"]
    assert {col for _, col in cells} == {1}  # one column, so that nothing else can be copied
    last = max(row for row, _ in cells)
    lines = (cells.get((row, 1)) for row in range(1, last + 1))
    text = "".join(f"{cell.value if cell and cell.value else ''}\n" for cell in lines)
    return text.rstrip("\n") + "\n"


def whole(event: Event) -> Event:
    """An event that a report has room for: whole ratings."""
    people = (replace(p, rating=p.rating and Decimal(int(p.rating))) for p in event.players)
    return replace(event, players=tuple(people))


def plans() -> dict[str, Plan]:
    """Real events and random ones, names in all letters, play-offs, more room than rounds."""
    day = date(2026, 2, 1)
    found: dict[str, Event] = {
        "real": read(EVENTS / "swiss-52-players" / "event.trf"),
        "round-robin": complete_round_robin(3, 5, 2),
        "play-offs": with_playoffs(complete_round_robin(4, 6), 4),
    }
    for seed in (1, 2):
        event = whole(random_event(seed, 3 + 7 * seed, 2 + 3 * seed))
        facts = {"minutes": Decimal("90.5"), "increment": Decimal(30), "chief_arbiter": "Ann"}
        facts["federation"] = "POL" if seed == 1 else ""
        found[f"random-{seed}"] = replace(event, start=day, end=LAST, place="Łódź", facts=facts)
    people = (
        Player(1, "Müller, Änne", Decimal(2412), "1234567", "WGM", "f", "GER", 1990),
        Player(22, "王伟" * 16, None, "12345678901", federation="CHN"),
        Player(300, "Иванов, Пётр", Decimal(1800), "ID-1", "GM", "m", "RUS", 2012),
    )
    codes = [one for one in RESULTS if one.code != "POSTPONED"]
    played = [
        (number, 1, None if one.kind is Kind.BYE else (22, 300)[number % 2], one.code)
        for number, one in enumerate(codes, 1)
    ]
    letters = Event(people, games(*played), "Кубок 杯", rounds=17, start=day, end=day)
    made = {name: filled(event, load("fide")) for name, event in found.items()}
    made["letters"] = filled(letters, load("fide"))
    made["moved"] = filled(whole(random_event(11, 9, 4)), load("fide"), language="zh")
    made["room"] = replace(made["random-1"], rounds=9, playoffs=2)
    if not EVERY:  # what the others have, too
        del made["random-1"], made["round-robin"]
    return made


def as_shown(plan: Plan) -> Event:
    """The event as far as the sheets have cells for it."""
    keys = {fact.key for fact in builder_of(plan).facts}
    people = (
        replace(
            player, k=None, games=None, peak=None, facts={}, rating=player.rating or None,
            sex=player.sex if "sex" in keys else "", born=player.born if "born" in keys else None,
        )
        for player in plan.event.players
    )  # fmt: skip
    played = (replace(one, board=None, moves=None) for one in plan.event.games if not one.playoff)
    return replace(
        plan.event, players=tuple(people), games=tuple(played), rounds=plan.own_rounds, says_format=True,
        facts={key: one for key, one in plan.event.facts.items() if one and (key in asked(plan.rules) or key == "federation")},
    )  # fmt: skip


def lines(event: Event) -> Counter[tuple[int, int, int | None, str]]:
    """The games; one postponed and one not yet played are the same in a report."""
    return Counter(
        (game.round, game.white, game.black, game.result.code.replace("POSTPONED", ""))
        for game in event.games
    )


def refused() -> dict[str, Plan]:
    """Players that have no line, facts that do not fit, and nobody."""
    people = (Player(1, "A" * 34, Decimal(2000)), Player(2, "B", Decimal("1850.5")), Player(3, "C"))
    event = Event(people, games((1, 1, 2, "1-0"), (1, 3, None, "BYE 1")), rounds=1)
    long = replace(people[2], title="特级大师", federation="Guangdong", id="123456789012")
    rules = load("elo")
    return {
        "refused": filled(event, rules, language="zh"),
        "left out": filled(replace(event, players=(long,), games=()), rules),
        "nobody": empty("swiss", "fide", 4, 3),
    }


@pytest.fixture(scope="module")
def texts(office: Office, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The sheet of each workbook as LibreOffice calculates it, which is what was written there."""
    made, folder = plans() | refused(), tmp_path_factory.mktemp("trf")
    paths = [write(plan, folder / f"{at}.xlsx") for at, plan in enumerate(made.values())]
    calculated = list(map(text_of, office.cells_of(paths)))
    assert calculated == [text_of(stored(path)) for path in paths]
    return dict(zip(made, calculated, strict=True))


def test_the_sheet_is_the_event(texts: dict[str, str], tmp_path: Path) -> None:
    """Issue: LibreOffice's text read back by our reader equals the event; each line the writer's."""
    for name, plan in plans().items():
        event, report = as_shown(plan), tmp_path / "report.trf"
        report.write_text(texts[name], "utf-8")
        found = read_trf(report)
        assert found.players == event.players, name
        assert lines(found) == lines(event), name
        assert (found.name, found.place, found.start, found.end, found.format, found.rounds) == (
            event.name, event.place, event.start, event.end, event.format, event.table_rounds,
        ), name  # fmt: skip
        assert found.facts == {k: v for k, v in event.facts.items() if k in REPORTED}, name
        own = [one.rstrip() for one in texts[name].splitlines() if one and one[:3] != "###"]
        assert own == write_trf(event).text.splitlines(), name
        # Of one day it is known when each round was; its columns are those of the rounds.
        days = [one[91:].split() for one in own if one.startswith("132 ")]
        assert days == ([["26/02/01"] * 17] if name == "letters" else []), name


def test_what_cannot_be_written_says_so(texts: dict[str, str], tmp_path: Path) -> None:
    """Promise: a rating with decimals and a name too long are no line, and the report is none."""
    assert "001 !!!!  棋手 1 AAAAAA" in texts["refused"]
    assert "等级分 1850.5" in texts["refused"]
    report = tmp_path / "report.trf"
    report.write_text(texts["refused"], "utf-8")
    with pytest.raises(RatingError, match="column"):
        read_trf(report)
    told = "### left out because they do not fit their columns: titles 1, federations 1"
    assert told in texts["left out"]
    players = [line.split() for line in texts["left out"].splitlines() if line[:3] == "001"]
    assert players == [["001", "3", "C", "0", "0.0", "1"]]
    assert "001" not in texts["nobody"]
    assert "142 3\n" in texts["nobody"]


def test_a_name_that_was_pasted_on_two_lines(live: Live, tmp_path: Path) -> None:
    """It is one line of the report, one person, and no cell that `check` calls wrong."""
    live.open(write(filled(whole(random_event(7, 4, 2)), load("elo")), tmp_path / "event.xlsx"))
    with live.typed(entered("Players!B6", "Lee,\nAnn"), entered("Players!C6", "")):
        saved = live.save(tmp_path / "saved.xlsx")
        shown = live.values("TRF", "Players", "Check")
    assert any("001    2      Lee, Ann" in str(row[0]) for row in shown["TRF"])
    assert not any("\n" in str(row[0]) for row in shown["TRF"])
    found = check(open_sheets(saved))
    assert (found.differences, read(saved).players[1].name) == ((), "Lee, Ann")


def test_xiangqi_has_no_report_that_nobody_takes() -> None:
    """Findings: ratings with decimals made a sheet of lines that are none, and Start asked for it."""
    plan = filled(fitted(random_event(2, 6, 2), "cxa-rapid"), load("cxa-rapid"))
    book = build(plan)
    assert "TRF" not in [sheet.key for sheet in book.sheets]
    words = {cell.value for cell in book.sheet("Start").cells.values()}
    assert not [text for text in words if "TRF" in str(text)]
    assert "TRF" in [sheet.key for sheet in build(replace(plan, rules=load("elo"))).sheets]
