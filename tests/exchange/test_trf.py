"""FIDE's report file: three real files, every result code, both editions, shifted columns."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from workbooks import points

from xlrating.engine.errors import RatingError
from xlrating.engine.event import Event
from xlrating.engine.problems import problems
from xlrating.engine.scoring import letters_of
from xlrating.engine.vocabulary.dates import read_date
from xlrating.exchange import read_trf
from xlrating.exchange.trf_writer import write_trf
from xlrating.reading import read

_EVENTS = Path(__file__).parents[1] / "events"


@pytest.mark.parametrize(
    ("folder", "players", "rounds", "results"),
    [
        (
            "swiss-52-players",
            52,
            9,
            {
                "1-0": 40,
                "0-1": 38,
                "½-½": 11,
                "1-0 F": 1,
                "0-1 F": 3,
                "BYE 1": 3,
                "BYE ½": 16,
                "BYE 0": 6,
            },
        ),
        (
            "swiss-60-generated-cr-lines",
            60,
            15,
            {"1-0": 140, "0-1": 146, "½-½": 109, "1-0 F": 10, "0-1 F": 15},
        ),
        (
            "swiss-online",
            13,
            10,
            {"1-0": 23, "0-1": 26, "½-½": 7, "BYE 1": 4, "BYE ½": 2, "BYE 0": 12},
        ),
    ],
)
def test_real_files_without_loss(
    folder: str, players: int, rounds: int, results: dict[str, int]
) -> None:
    """Every player, game and bye is there, and all points are the file's own."""
    path = _EVENTS / folder / "event.trf"
    event = read(path)
    assert problems(event) == ()
    assert (len(event.players), event.rounds) == (players, rounds)
    assert Counter(game.result.code for game in event.games) == results
    lines = [x for x in path.read_text("utf-8").splitlines() if x.startswith("001")]
    printed = {int(line[4:8]): Decimal(line[80:84].strip()) for line in lines}
    assert {no: points(event, no) for no in event.by_no} == printed


def test_facts_of_the_event_and_its_players() -> None:
    """Dates, title, sex, federation, year and rating are in their places."""
    event = read(_EVENTS / "swiss-52-players" / "event.trf")
    assert (event.start, event.end) == (date(2010, 9, 24), date(2010, 10, 2))
    first, sixth = event.by_no[1], event.by_no[6]
    assert (first.name, first.title, first.sex) == ("Player, 1", "GM", "m")
    assert (first.rating, first.federation, first.born) == (Decimal(2527), "AZE", 1978)
    assert sixth.rating is None
    assert event.games[0].where == "event.trf, line 14"


def _line(no: int, points: str, *rounds: str, name: str = "Name", rating: str = "2000") -> str:
    head = f"001 {no:>4} m GM {name:<33} {rating:>4} FRA {12345:>11} {'1990/05/01':<10} {points:>4}"
    return f"{head:<89}  " + "  ".join(f"{text:<8}" for text in rounds)


def _file(tmp_path: Path, *lines: str, end: str = "\n") -> Path:
    path = tmp_path / "event.trf"
    path.write_bytes(end.join(("012 Open", *lines, "")).encode())
    return path


def _codes(event: Event) -> list[tuple[int, int, int | None, str]]:
    return [(game.round, game.white, game.black, game.result.code) for game in event.games]


@pytest.mark.parametrize(
    ("one", "two", "code"),
    [
        ("1", "0", "1-0"),
        ("=", "=", "½-½"),
        ("0", "1", "0-1"),
        ("W", "L", "1-0 U"),
        ("d", "d", "½-½ U"),
        ("L", "W", "0-1 U"),
        ("+", "-", "1-0 F"),
        ("-", "+", "0-1 F"),
        ("-", "-", "0-0 F"),
        ("0", "0", "0-0"),
        (" ", " ", ""),
    ],
)
def test_codes_with_an_opponent(tmp_path: Path, one: str, two: str, code: str) -> None:
    """Each code of both editions, small letters too, is the result FIDE defines."""
    path = _file(tmp_path, _line(1, "", f"   2 w {one}"), _line(2, "", f"   1 b {two}"))
    assert _codes(read_trf(path)) == [(1, 1, 2, code)]


@pytest.mark.parametrize(
    ("code", "bye"),
    [
        ("H", "BYE ½"),
        ("F", "BYE 1 R"),
        ("U", "BYE 1"),
        ("Z", "BYE 0"),
        ("-", "BYE 0"),
        ("+", "BYE 1"),
    ],
)
def test_codes_without_an_opponent(tmp_path: Path, code: str, bye: str) -> None:
    """0000 and four blanks both mean that there was no opponent."""
    path = _file(tmp_path, _line(1, "", f"0000 - {code}", f"       {code}", " "))
    assert _codes(read_trf(path)) == [(1, 1, None, bye), (2, 1, None, bye)]


def test_printed_places_are_written_again(tmp_path: Path) -> None:
    """A tie that the report broke otherwise than the table is as it was in columns 86 to 89."""
    lines = [
        f"{line[:85]}{place:>4}{line[89:]}"
        for place, line in ((2, _line(1, "0.5", "   2 w =")), (1, _line(2, "0.5", "   1 b =")))
    ]
    event = read_trf(_file(tmp_path, *lines))
    renamed = tuple(replace(player, name="Other") for player in event.players)
    written = write_trf(replace(event, players=renamed)).text
    assert written.count("Other") == 2
    players = [line for line in written.splitlines() if line.startswith("001")]
    assert [(line[4:8].strip(), line[85:89].strip()) for line in players] == [
        ("1", "2"),
        ("2", "1"),
    ]


def test_neither_an_opponent_nor_a_result(tmp_path: Path) -> None:
    """0000 without a result says nothing of the round, like ten blanks: the next one is read."""
    path = _file(tmp_path, _line(1, "", "0000 -  ", "0000 - H"))
    assert _codes(read_trf(path)) == [(2, 1, None, "BYE ½")]


def test_forfeit_without_colour(tmp_path: Path) -> None:
    """Where no colour was drawn the lower number is White."""
    path = _file(tmp_path, _line(2, "", "   1 - +"), _line(1, "", "   2 - -"))
    assert _codes(read_trf(path)) == [(1, 1, 2, "0-1 F")]


def test_kind_of_event_and_sex(tmp_path: Path) -> None:
    """A round robin is known by 092; FIDE's w for a woman is the f of all other sources."""
    line = _line(1, "0.0", "0000 - Z")
    path = _file(tmp_path, "092 Individual: Round-Robin", line.replace(" m GM", " w GM"))
    event = read_trf(path)
    assert event.format == "round-robin"
    assert event.by_no[1].sex == "f"


@pytest.mark.parametrize("record", ["092 Individual: Swiss-System (Blitz)", "122 Блиц, 3 min"])
def test_a_pace_in_words(tmp_path: Path, record: str) -> None:
    """A pace picks the rating list: it is read where a record says it, and written back."""
    event = read_trf(_file(tmp_path, record, _line(1, "0.0", "0000 - Z")))
    assert event.pace == "blitz"
    written = tmp_path / "written.trf"
    found = write_trf(replace(event, report=None))
    assert not found.lost
    written.write_text(found.text, "utf-8")
    assert read_trf(written).pace == "blitz"


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_any_line_end(tmp_path: Path, end: str) -> None:
    """CR alone, as FIDE asks, LF and CRLF are all read, with the same line numbers."""
    path = _file(tmp_path, _line(1, "1.0", "   2 w 1"), _line(2, "0.0", "   1 b 0"), end=end)
    event = read(path)
    assert _codes(event) == [(1, 1, 2, "1-0")]
    assert event.by_no[2].where == "event.trf, line 3"
    assert (event.by_no[1].id, event.by_no[1].born, event.name) == ("12345", 1990, "Open")


def test_records_of_the_2026_edition(tmp_path: Path) -> None:
    """Rounds come from 142, byes given beforehand from 240, and the rest is passed over."""
    path = _file(
        tmp_path,
        "142 5",
        "152 B",
        "192 FIDE_DUTCH_2025",
        "### a comment",
        "FRA    1 m    National name",
        _line(1, "1.5", "   2 w 1"),
        _line(2, "0.0", "   1 b 0"),
        _line(3, "0.0", "       Z"),
        "240 H 002    1",
        "240 Z 003    2    3",
        "250 00.0 01.0 001 002 0001 0002",
        "260 001 002    1    3",
    )
    event = read_trf(path)
    assert event.rounds == 5
    assert _codes(event)[2:] == [
        (2, 1, None, "BYE ½"),
        (3, 2, None, "BYE 0"),
        (3, 3, None, "BYE 0"),
    ]


@pytest.mark.parametrize("record", ["162  W 3.0", "299 W         3.0  000    1", "XXS W=3.0"])
def test_other_points_are_not_compared(tmp_path: Path, record: str) -> None:
    """Where a win is not one point the points column is no check."""
    path = _file(tmp_path, record, _line(1, "3.0", "   2 w 1"), _line(2, "0.0", "   1 b 0"))
    assert _codes(read_trf(path)) == [(1, 1, 2, "1-0")]


@pytest.mark.parametrize(("win", "draw"), [(2, 1), (3, 1)])
def test_a_file_without_record_162_says_by_its_points_what_a_win_brings(
    tmp_path: Path, win: int, draw: int
) -> None:
    """Promise: TRF16 has no such record; games, and what a win and a draw bring, are read alike."""
    path = _file(
        tmp_path,
        _line(1, f"{win + draw}.0", "   2 w 1", "   3 b ="),
        _line(2, f"{win}.0", "   1 b 0", "0000 - U"),
        _line(3, f"{draw}.0", "        ", "   1 w ="),
    )
    found = read_trf(path)
    assert letters_of(found.scoring)[:2] == (f"W {win}.0", f"D {draw}.0")
    assert _codes(found) == [(1, 1, 2, "1-0"), (2, 2, None, "BYE 1"), (2, 3, 1, "½-½")]
    path.write_text(path.read_text("utf-8").replace(f" {win + draw}.0", " 9.0"), "utf-8")
    with pytest.raises(RatingError, match=rf"line 2: the games give {win + draw} points but "):
        read_trf(path)


def test_teams_do_not_lend_their_byes(tmp_path: Path) -> None:
    """In a team event the numbers of 240 are teams, not players."""
    path = _file(tmp_path, _line(1, "0.0", " "), "310   1 Team", "240 F 001  001")
    assert read_trf(path).games == ()


def test_accents_counted_as_bytes(tmp_path: Path) -> None:
    """A line padded by bytes instead of letters is still read in its columns."""
    name = "Müller, É" + " " * (33 - len("Müller, É".encode()))
    line = _line(1, "1.0", "0000 - U")
    path = _file(tmp_path, line[:14] + name + line[47:])
    player = read_trf(path).by_no[1]
    assert (player.name, player.rating, player.federation) == ("Müller, É", Decimal(2000), "FRA")


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ([_line(1, "2.0", "0000 - U")], "line 2: the games give 1 points but columns 81 to 84 say"),
        ([_line(1, "abc", "0000 - U")], "line 2, columns 81 to 84: points is the text"),
        ([_line(1, "", "   9 w 1")], "line 2: player 1, round 1: cell '9 w 1' names opponent 9"),
        ([_line(1, "", "   2 w 1"), _line(2, "", "   1 b 1")], "line 2: player 1, round 1: cell"),
        ([_line(1, "", "   2 w X")], "line 2: round 1 is '2 w X'"),
        ([_line(1, "", "   2 x 1")], "line 2: round 1 is '2 x 1'"),
        ([_line(1, "", "0000 - Q")], "line 2: round 1 is '0000 - Q'"),
        ([_line(1, "", "   ² w 1")], "line 2: round 1 is '² w 1'"),
        ([_line(1, "", rating="20x0")], "line 2: columns 49 to 52 hold '20x0'"),
        ([_line(1, "")[:5] + " " + _line(1, "")[5:]], "line 2: column 9 is '1'"),
        ([_line(1, "").replace(" m GM", " x GM")], "line 2, column 10: sex is 'x'"),
        ([_line(1, ""), _line(1, "")], "line 3: player number 1 is used twice"),
        ([_line(1, "", " "), "240 H 001    7"], "line 3: there is no player '7'"),
        ([_line(1, "", " "), "240 Q 001    1"], "line 3: the bye 'Q' is unknown"),
        (
            [_line(1, "", "   2 w 1"), _line(2, "", "   1 b 0"), "240 H 001    1"],
            "line 4: player 1 has a bye in round 1 but event.trf, line 2 has a game",
        ),
        ([], "event.trf: no player found"),
    ],
)
def test_contradictions_name_the_line(tmp_path: Path, lines: list[str], words: str) -> None:
    """Whatever is not as FIDE says is refused with its line."""
    with pytest.raises(RatingError) as caught:
        read_trf(_file(tmp_path, *lines))
    assert words in str(caught.value)
    assert str(caught.value).startswith("event.trf")


def test_a_date_that_may_be_two(tmp_path: Path) -> None:
    """Day and month of 10/12/2025 may change places: refused, unless the other date says which."""
    games = [_line(1, "", "   2 w 1"), _line(2, "", "   1 b 0")]
    for alone in (["042 10/12/2025"], ["042 10/12/2025", "052 11/12/2025"]):
        with pytest.raises(
            RatingError, match=r"event\.trf, line 2: '10/12/2025' could be two different dates"
        ):
            read_trf(_file(tmp_path, *alone, *games))
    event = read_trf(_file(tmp_path, "042 24/11/2025", "052 10/12/2025", *games))
    assert (event.start, event.end) == (date(2025, 11, 24), date(2025, 12, 10))
    event = read_trf(_file(tmp_path, "042 10.12.2025", "052 2025/12/11", *games))
    assert (event.start, event.end) == (date(2025, 12, 10), date(2025, 12, 11))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("29 May 2020", date(2020, 5, 29)),
        ("May 29, 2020", date(2020, 5, 29)),
        ("24/09/2010", date(2010, 9, 24)),
        ("2020/05/29", date(2020, 5, 29)),
        ("2020-05-29", date(2020, 5, 29)),
        ("29.05.2020", date(2020, 5, 29)),
        ("28. 07. 2005", date(2005, 7, 28)),
        ("28. 7. 2005", date(2005, 7, 28)),
        ("2020/02/30", None),
        ("Foo 29, 2020", None),
        ("withheld", None),
        ("", None),
    ],
)
def test_dates_in_several_spellings(text: str, expected: date | None) -> None:
    """Each usual spelling is the same day; what is no date is None."""
    assert read_date(text) == expected
