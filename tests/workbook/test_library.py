"""The Library: a pasted list completes the players who are named; whatever is not sure is said."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from live_office import Entry, Live, Rows, entered
from needs import EVERY
from workbooks import write

from xlrating.engine.errors import ArgumentError
from xlrating.engine.languages import LANGUAGES
from xlrating.engine.rating import rate
from xlrating.engine.texts import say, sheet_name
from xlrating.exchange import open_sheets
from xlrating.exchange.addresses import column_number
from xlrating.reading import read
from xlrating.workbook.book import build, builder_of
from xlrating.workbook.compare import check
from xlrating.workbook.file.grid import Cell, Value
from xlrating.workbook.layout import lay_out
from xlrating.workbook.library import LINES, SEVERAL, UNKNOWN, Library
from xlrating.workbook.library_headings import headed
from xlrating.workbook.plan import Plan
from xlrating.workbook.templates import empty

#: A list as a federation has it: headings of its own, in its order, and columns that mean nothing.
LISTED: list[list[object]] = [
    ["Rk", "Name", "FIDE ID", "Rtg", "B-day", "Fed", "Sex", "Tit", " "],
    [1, "Okafor, Ada", 5001234, 2310, 1991, "NGA", "F", "WGM"],
    [2, "Li Wei", 8600111, 2205, 2009, "CHN", "", ""],
    [3, "Li Wei", 8600999, 1700, 1971, "CHN", "", ""],
    [4, "Novak, Petr", "0034", "1985", "1988-04-02", "CZE", "m", "FM"],
    [5, "Li (unrated)", 77, 0, "", "", "", ""],
    [6, "ДОРОХИНА,  Вера", 34123, 1830, 1988, "RUS", "f", ""],
    [7, "王　伟", 8700, 1640, 1990, "CHN", "", ""],
    [8, "Ann*", 91, 1510, 1995, "", "", ""],
    [9, "Anna", 92, 1520, 1995, "", "", ""],
]  # fmt: skip
#: What is typed, one line each: the name, and the number.
TYPED = (
    ("Okafor, Ada", ""), ("", "8600999"), ("novak, petr", ""), ("Guest, A", ""), ("Li Wei", ""),
    ("", "0034"), ("", "404"), ("li wei", "8600111"),
)  # fmt: skip


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """LibreOffice with a new profile."""
    program = Live(tmp_path_factory.mktemp("live"))
    yield program
    program.close()


def template(folder: Path, language: str = "en") -> Path:
    """A small template."""
    return write(empty("swiss", "fide", 10, 3, language=language), folder / f"{language}.xlsx")


def places(language: str) -> dict[str, str]:
    """Where the columns of Players are that say what counts."""
    keys = ("name", "id", "federation", "title", "rating", "born", "sex", "problem")
    book = build(empty("swiss", "fide", 10, 3, language=language))
    return {key: _column(book.names[f"players_{key}"]) for key in keys}


def typed_in(language: str) -> dict[str, str]:
    """Where those are that people type into."""
    book = build(empty("swiss", "fide", 10, 3, language=language))
    return {key: _column(book.inputs[f"players_{key}"]) for key in ("name", "id", "rating", "born")}


def _column(area: str) -> str:
    return area.partition("!")[2].split("$")[1]


def pasted(language: str, lines: list[list[object]] = LISTED) -> list[Entry]:
    """The list, typed into the sheet from the cell of the first heading on."""
    sheet, wide = sheet_name(language, "Library"), 10
    return [
        Entry(sheet, row, col, str(line[col]) if col < len(line) else "")
        for row, line in enumerate(lines, 3)
        for col in range(wide if row == 3 else len(line))
    ]


def asked(language: str) -> list[Entry]:
    """What is typed on Players."""
    sheet, at = sheet_name(language, "Players"), typed_in(language)
    return [
        entered(f"{sheet}!{at[key]}{row}", text)
        for row, line in enumerate(TYPED, 5)
        for key, text in zip(("name", "id"), line, strict=True)
        if text
    ]


def shown(values: dict[str, Rows], language: str) -> dict[str, list[object]]:
    """The columns of the first lines of Players."""
    rows = values[sheet_name(language, "Players")][4 : 4 + len(TYPED)]
    return {key: [row[ord(col) - 65] for row in rows] for key, col in places(language).items()}


@pytest.mark.in_turn
@pytest.mark.parametrize("language", LANGUAGES if EVERY else LANGUAGES[1:2])
def test_who_is_named_completes_the_line(language: str, live: Live, tmp_path: Path) -> None:
    """By name and by number, whatever the list calls its columns; what is open is said."""
    live.open(template(tmp_path, language))
    live.type([*pasted(language), *asked(language)])
    found = shown(live.values(), language)
    assert found["rating"] == [2310, 1700, 1985, "", "", 1985, "", 2205]
    assert found["id"][:6] == ["5001234", "8600999", "0034", "", "", "0034"]
    assert found["name"][1:3] == ["Li Wei", "novak, petr"]
    assert found["born"][:3] == [1991, 1971, 1988]
    assert (found["title"][0], found["sex"][0], found["federation"][0]) == ("WGM", "F", "NGA")
    said = found["problem"]
    assert said[3] == say(language, "library_name_unknown", name="Guest, A")
    assert said[4] == say(language, "library_name_several", name="Li Wei")
    assert said[6] == say(language, "library_unknown", value="404")
    # 0034 is entered twice.
    assert [bool(one) for one in said] == [False, False, False, True, True, True, True, False]
    assert live.stale() == []

    # What is wrong is cleared, one rating typed over; then the file says what the screen does.
    sheet, at = sheet_name(language, "Players"), typed_in(language)
    with pytest.raises(ArgumentError, match="404"):
        read(live.save(tmp_path / "wrong.xlsx"))
    wrong = [entered(f"{sheet}!{at['id']}{row}", "") for row in (10, 11)]
    live.type([*wrong, entered(f"{sheet}!{at['rating']}7", 2001)])
    # Before the first pairing Start asks to look at the two who are not found.
    start = sheet_name(language, "Start")
    assert say(language, "next_library") in str(live.values(start)[start])
    for ending in {"zh": ["xlsx"], "ru": ["ods"]}.get(language, ["xlsx", "ods"]):
        saved = live.save(tmp_path / f"saved.{ending}")
        event = read(saved)
        listed = [(p.name, p.id, p.rating, p.born, p.sex, p.title) for p in event.players]
        assert listed == [
            ("Okafor, Ada", "5001234", 2310, 1991, "f", "WGM"),
            ("Li Wei", "8600999", 1700, 1971, "", ""),
            ("novak, petr", "0034", 2001, 1988, "m", "FM"),
            ("Guest, A", "", None, None, "", ""),
            ("Li Wei", "", None, None, "", ""),
            ("li wei", "8600111", 2205, 2009, "", ""),
        ]
        checked = check(open_sheets(saved))
        assert checked.differences == ()
        told = [one.key for one in checked.notices if one.key.startswith("library")]
        assert told == ["library_differs", "library_name_unknown", "library_name_several"]


#: Names as they are typed, and the ratings of who is certainly meant.
SPELT = (
    ("okafor ada", 2310), ("Novak,Petr", 1985), ("Дорохина Вера", 1830), ("王伟", 1640),
    ("Ada Okafor", ""), ("Okafor, A", ""), ("Ann *", 1510), ("anna", 1520), ("LI, Wei", ""), (",", ""),
)  # fmt: skip


@pytest.mark.in_turn
def test_a_name_is_found_however_it_is_spelt(live: Live, tmp_path: Path) -> None:
    """Case, blanks and the comma after the family name make no other name; all else is said.

    A star is no search for any letters.
    """
    live.open(template(tmp_path))
    live.type(pasted("en", LISTED))
    at, typed = places("en"), typed_in("en")
    live.type(
        entered(f"Players!{typed['name']}{row}", name) for row, (name, _) in enumerate(SPELT, 5)
    )
    rows = live.values()["Players"][4 : 4 + len(SPELT)]
    found = {key: [row[ord(col) - 65] for row in rows] for key, col in at.items()}
    assert found["rating"] == [rating for _, rating in SPELT]
    said = [name for (name, _), text in zip(SPELT, found["problem"], strict=True) if text]
    assert said == ["Ada Okafor", "Okafor, A", "LI, Wei", ","]
    assert live.stale() == []
    # An ID is no search, either.
    live.type(entered(f"Players!{typed['id']}{row}", no) for row, no in ((9, "5*"), (10, "5?")))
    told = [row[ord(at["problem"]) - 65] for row in live.values("Players")["Players"][8:10]]
    assert not any("ID" in str(text) for text in told), told
    assert check(open_sheets(live.save(tmp_path / "spelt.xlsx"))).differences == ()


def test_the_next_list_is_put_on_top(live: Live, tmp_path: Path) -> None:
    """Of two lines with one number the upper one counts; without numbers nobody guesses."""
    live.open(template(tmp_path))
    head: list[object] = ["ID", "Name", "Rating"]
    lines = [[7, "Ann", 1810], [7, "Ann", 1790], [8, "Bo", ""], [8, "Bo", 5]]
    # A name is no comparison.
    signs = [[number, f"{sign}Cy", 1900 + number]
             for number, sign in ((9, ">"), (10, "<>")) for _ in range(2)]  # fmt: skip
    live.type(pasted("en", [head, *lines, *signs]))
    names = ("Ann", "bo", ">Cy", "<>cy")
    live.type(entered(f"Players!B{row}", name) for row, name in enumerate(names, 5))
    assert shown(live.values(), "en")["rating"][:4] == [1810, "", 1909, 1910]
    live.type(pasted("en", [["", "Name", "Rating"], ["", "Ann"], ["", "Ann"]]))
    found = shown(live.values(), "en")
    assert found["rating"][:2] == ["", ""]
    assert found["problem"][0] == say("en", "library_name_several", name="Ann")


@pytest.mark.in_turn
def test_a_list_that_is_not_understood_is_said(live: Live, tmp_path: Path) -> None:
    """Headings that nobody knows, and lines below the room, are named on the sheet."""
    live.open(template(tmp_path))
    live.type([*pasted("en", [["who", "strength"], ["Ann", 1810]]), entered("Players!B5", "Ann")])
    rows = live.values("Library", "Players")
    assert rows["Library"][0][2] == say("en", "library_no_headings")
    assert rows["Library"][1][:3] == ["–", "–", ""]
    assert shown(rows, "en")["problem"][0] == say("en", "library_unread", name="Ann")
    checked = check(open_sheets(live.save(tmp_path / "unread.xlsx")))
    assert checked.differences == ()
    assert "library_unread" in [one.key for one in checked.notices]
    one: list[object] = ["Name"]
    live.type([*pasted("en", [one]), entered(f"Library!A{LINES + 5}", "Ann")])
    rows = live.values("Library")
    assert rows["Library"][0][2] == say("en", "library_longer")
    assert check(open_sheets(live.save(tmp_path / "longer.xlsx"))).differences == ()


@pytest.mark.in_turn
def test_the_next_event_begins_with_these_ratings(live: Live, tmp_path: Path) -> None:
    """The sheet Next is copied as values over the headings of the next file's Library."""
    people = [("Ann", 2000), ("Bo", 2100), ("Cy", "")]
    live.open(template(tmp_path))
    at = typed_in("en")
    live.type(
        entered(f"Players!{at[key]}{row}", value)
        for row, line in enumerate(people, 5)
        for key, value in zip(("name", "rating"), line, strict=True)
    )
    live.type([entered("Games!D5", 1), entered("Games!F5", 2), entered("Games!E5", "1-0")])
    copied = live.values("Next")["Next"][3:]
    assert live.stale() == []
    report = rate(read(live.save(tmp_path / "first.xlsx")))
    live.open(template(tmp_path, "ru"))
    library, sheet, at = (
        *(sheet_name("ru", key) for key in ("Library", "Players")),
        typed_in("ru"),
    )
    live.type(
        Entry(library, row, col, _plain(value))
        for row, line in enumerate(copied, 3)
        for col, value in enumerate(line)
    )
    live.type(entered(f"{sheet}!{at['name']}{row}", n) for row, n in enumerate(("bo", "Ann"), 5))
    found = shown(live.values(), "ru")
    assert found["rating"][:2] == [report.line(2).new, report.line(1).new]
    assert report.line(1).new != 2000


def _plain(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def test_names_with_signs_of_a_search_are_no_search() -> None:
    """A star or question mark in a name stands for itself."""
    club = Library(("Name", "ID"), (("Ann*", "1"), ("Anna", "2"), ("Bo?", "3")))
    assert [club.place("", name) for name in ("Ann*", "An*", "bo?", "Bo")] == [
        2,
        UNKNOWN,
        4,
        UNKNOWN,
    ]
    assert Library(("Name",), (("Ann",), ("Ann",))).place("", "Ann") == SEVERAL


class _Once(dict[tuple[int, int], Cell]):
    """Cells that are set once each."""

    def __setitem__(self, place: tuple[int, int], cell: Cell) -> None:
        assert place not in self, f"{place} on Texts has two owners"
        super().__setitem__(place, cell)


@pytest.mark.parametrize(
    ("format", "players", "rounds"), [("round-robin", 16, 30), ("swiss", 6, 15)]
)
def test_nobody_writes_into_anothers_columns(format: str, players: int, rounds: int) -> None:
    """Texts has columns of several sheets: the points of a chart with many rounds stood in those
    of the Library, which then knew no heading in a double round robin of twelve."""
    builder = builder_of(empty(format, "fide", players, rounds))
    builder.beside = _Once()
    lay_out(builder)


def _of_two_systems(rules: str) -> Plan:
    listed = Library(("Name", "Elo", "DWZ"), (("Ann", 2000, 1800),))
    return replace(empty("swiss", rules, 4, 3), library=listed)


def test_a_plan_without_a_library() -> None:
    """A template of an earlier version has none, and none is made for it."""
    assert replace(empty("swiss", "fide", 4, 3), library=None).library is None


@pytest.mark.parametrize(("rules", "rating"), [("dwz", 1800), ("elo", 2000)])
def test_ratings_of_the_rules_go_first(rules: str, rating: int) -> None:
    """Promise: a list with Elo and DWZ completes a DWZ workbook with DWZ.

    The formulas on Texts look for the headings in the order in which the reader does.
    """
    plan = _of_two_systems(rules)
    assert plan.library is not None and plan.library.listed("rating", 2) == rating
    book = build(plan)
    _, column, line = book.names["library_rating"].split("$")
    row, col = int(line) - 1, column_number(column)
    cells, names = book.sheet("Texts").cells, headed("rating", rules)
    assert tuple(cells[row + n, col - 1].shown for n in range(len(names))) == names
    assert cells[row, col].shown == plan.library.columns["rating"] == (3 if rules == "dwz" else 2)
    assert ("dwz" in names) == (rules == "dwz")


@pytest.mark.every
def test_formulas_take_the_ratings_of_the_rules(live: Live, tmp_path: Path) -> None:
    """Promise: so does LibreOffice, and the reader of what it saved."""
    for rules, rating in (("dwz", 1800), ("elo", 2000)):
        live.open(write(_of_two_systems(rules), tmp_path / f"{rules}.xlsx"))
        typed = build(empty("swiss", rules, 4, 3)).inputs["players_name"]
        live.type([entered(f"Players!{_column(typed)}5", "Ann")])
        saved = live.save(tmp_path / f"saved-{rules}.xlsx")
        assert [one.rating for one in read(saved).players] == [rating]
        assert check(open_sheets(saved)).differences == ()


PACED = (
    ("Name", "Rating", "Games", "Blitz", "Rapid"),
    (("Ann", 2000, 80, 1990, 1900), ("Bob", 1800, 90, 1790, ""), ("Eve", "", "", "", 1700)),
)


def _at_pace(rules: str) -> Plan:
    return replace(empty("swiss", rules, 4, 3), library=Library(*PACED))


@pytest.mark.parametrize(
    ("rules", "ratings", "games"),
    [
        ("fide:list=rapid", [1900, 1800, 1700], ["", 0, ""]),
        ("fide:list=blitz", [1990, 1790, ""], ["", "", ""]),
        ("fide", [2000, 1800, ""], [80, 90, ""]),
    ],
)
def test_ratings_of_the_pace_go_first(rules: str, ratings: list[Value], games: list[Value]) -> None:
    """Promise: a list of several paces completes a workbook with what it has at the rules' own.

    FIDE B.02 Rapid and Blitz, 7.1: who has no rating there enters with the standard one, and with
    no games; the number of standard games is nobody's number of rapid ones.
    """
    library = _at_pace(rules).library
    assert library is not None
    assert [library.listed("rating", at) for at in (2, 3, 4)] == ratings
    assert [library.listed("games", at) for at in (2, 3, 4)] == games


@pytest.mark.in_turn
@pytest.mark.parametrize("rules", ["fide:list=rapid", "fide:list=blitz"])
def test_formulas_take_the_ratings_of_the_pace(rules: str, live: Live, tmp_path: Path) -> None:
    """Promise: so do the formulas, and the list goes on with the new ratings of its pace."""
    live.open(write(_at_pace(rules), tmp_path / "paced.xlsx"))
    column = _column(build(empty("swiss", rules, 4, 3)).inputs["players_name"])
    live.type([entered(f"Players!{column}{row}", name) for row, name in ((5, "Ann"), (6, "Bob"))])
    saved = live.save(tmp_path / "saved.xlsx")
    library = _at_pace(rules).library
    assert library is not None
    listed = [library.listed("rating", at) for at in (2, 3)]
    assert [one.rating for one in read(saved).players] == listed
    assert check(open_sheets(saved)).differences == ()
