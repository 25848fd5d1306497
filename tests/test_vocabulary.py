"""How people write dates, names, letters and marks: what is read at the edges, and what is not."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import date, datetime
from decimal import Decimal
from difflib import get_close_matches
from itertools import product
from typing import Any

import pytest

from xlrating.engine import player_facts, rounding, scoring
from xlrating.engine.errors import RatingError
from xlrating.engine.event import Player
from xlrating.engine.results import of_two, read_result
from xlrating.engine.vocabulary import (
    alphabets,
    booleans,
    cell_forms,
    dates,
    letters,
    likeness,
    names,
    slips,
)
from xlrating.engine.vocabulary.sex import read_sex

NAN = float("nan")
LAST = dates._LAST


def _each(function: Callable[..., Any], *values: Any) -> list[Any]:
    """What a function gives for each; the words of the key for what it refuses."""
    found = []
    for value in values:
        try:
            found.append(function(*value) if isinstance(value, tuple) else function(value))
        except RatingError as error:
            found.append(error.problem.key if error.problem else str(error))
    return found


def _words(function: Callable[..., Any], value: object) -> object:
    """The words of a refusal."""
    with pytest.raises(RatingError) as caught:
        function(value)
    return caught.value.problem and dict(caught.value.problem.words)


def _wrong(limits: Any = player_facts.ANY, day: date | None = None, **parts: Any) -> list[str]:
    player = Player(1, "A", **{"rating": None, **parts})
    return [one.key for one in player_facts.facts_wrong(player, limits, day)]


def _age(born: int | None, rating: int | None = None) -> list[str]:
    player = Player(1, "A", rating, born=born)
    return [one.key for one in player_facts.age_doubts(player, date(2025, 10, 5))]


WHOLE = player_facts.RatingLimits(are_whole=True)

NUMBERS: list[dict[str, Any]] = [
    {"rating": 1}, {"rating": 9999}, {"rating": 10000}, {"peak": 10000},
    {"k": 0}, {"k": 200}, {"k": 201}, {"k": -1},
]  # fmt: skip

#: What is promised, what is asked, and the answer.
EDGES: dict[str, tuple[Callable[[], object], object]] = {
    "the last day that an event may have": (
        lambda: _each(dates.read_date, LAST.isoformat(), "2101-01-01", "2100-12-31"),
        [date(2100, 12, 31), None, date(2100, 12, 31)],
    ),
    "months by name, in any case, and no others": (
        lambda: _each(dates.read_date, "1 DEC 2024", "Jan 2, 2024", "1 foo 2024", "31-02-2024"),
        [date(2024, 12, 1), date(2024, 1, 2), None, None],
    ),
    "eight figures are a day, seven are none": (
        lambda: _each(dates.printed_date, "20251115", "2025111"),
        [date(2025, 11, 15), "word_no_date"],
    ),
    "a date is one by another of the file only where that has its day first": (
        lambda: _each(
            dates.printed_date,
            ("02/10/2010", "24/09/2010"),
            ("02/10/2010", "03/09/2010"),
            ("02/10/2010", "24/13/2010"),
            ("02/10/2010", ""),
        ),
        [date(2010, 10, 2), *["word_two_dates"] * 3],
    ),
    "a day in a cell": (
        lambda: _each(
            dates.day_of,
            None,
            "",
            0,
            NAN,
            datetime(2025, 1, 2, 3),
            date(2025, 1, 2),
            45942.5,
            " 2025-10-12 ",
        ),
        [*[None] * 4, date(2025, 1, 2), date(2025, 1, 2), date(2025, 10, 12), date(2025, 10, 12)],
    ),
    "numbers of days from 1910 to 2100, and no others": (
        lambda: _each(dates.day_of, 3654, 3653, 73415.9, 73416, -1),
        [date(1910, 1, 1), "word_no_date", date(2100, 12, 31), "word_no_date", "word_no_date"],
    ),
    "a year of birth": (
        lambda: _each(
            dates.year_of,
            1990,
            1990.5,
            date(1990, 1, 1),
            None,
            " ",
            "1990",
            "19900501",
            "1990-02-30",
            "1990-00-05",
            "x",
            "0",
            "5/13/1990",
        ),
        [1990, 1990, 1990, None, None, 1990, 1990, "word_no_date", 1990, "read_year", None, 1990],
    ),
    "day and month may change places where both are months and differ": (
        lambda: _each(
            dates.may_be_two, "1/2/2025", "2/2/2025", "12-1-2025", "13/1/2025", "1.2.2025"
        ),
        [True, False, True, False, False],
    ),
    "an event lasts five years at most": (
        lambda: [
            dates.is_span(date(2020, 1, 1), date(2020, 1, 1)),
            dates.is_span(date.fromordinal(1), date.fromordinal(1 + 5 * 366)),
            dates.is_span(date.fromordinal(1 + 5 * 366), date.fromordinal(1)),
            dates.is_span(date.fromordinal(1), date.fromordinal(2 + 5 * 366)),
        ],
        [True, True, True, False],
    ),
    "yes and no": (
        lambda: _each(
            lambda one: booleans.is_yes(one, "x"), "X ", 1.0, "1.0", 0.0, "НЕТ", None, "2"
        ),
        [True, True, True, False, False, False, "word_mark"],
    ),
    "letters as they are kept": (
        lambda: _each(letters.letters, "A\nB", "\u200b", "e\u0301", "a\x00"),
        ["A B", "\u200b", "é", "a\ufffd"],
    ),
    "texts as they are seen": (
        lambda: _each(letters.visible, " a  b ", "a\u00a0b", "\u00ada "),
        ["a b", "a b", "a"],
    ),
    "digits that are a number": (
        lambda: _each(letters.whole_number, "12345678", "123456789", "-1", "１"),
        [12345678, None, None, 1],
    ),
    "an apostrophe before a formula": (
        lambda: _each(letters.without_apostrophe, "'-1", "'", "'a", "=1", "'＝1"),
        ["-1", "'", "'a", "=1", "＝1"],
    ),
    "IDs as they are seen": (
        lambda: _each(alphabets.seen_id, "0", "00", "07", "0A", "70", "", "Ａ7"),
        ["0", "0", "7", "0a", "70", "", "a7"],
    ),
    "many IDs at once as each by itself": (
        lambda: [
            list(alphabets.seen_ids([one, "b"], zeros))
            == [alphabets.seen(x) if zeros else alphabets.seen_id(x) for x in (one, "b")]
            for one, zeros in product(("7", "07", "A", "a b", "а", "0"), (True, False))
        ],
        [True] * 12,
    ),
    "zeros before a number stay where they tell two apart": (
        lambda: list(alphabets.seen_ids(["007", "7"], True)),
        ["007", "7"],
    ),
    "the odd letter of a word is that of the rarer alphabet, of as many the first one's": (
        lambda: [alphabets.mixed(one)[1:] for one in ("Аnn", "Аa", "Ann Ли", "éa", "αБb")],
        [("А", "cyrillic"), ("А", "cyrillic"), ("", ""), ("", ""), ("Б", "cyrillic")],
    ),
    "words that are a slip apart": (
        lambda: [
            slips.is_near(*one.split("|"))
            for one in (
                "rank|rnak",
                "rank|rark",
                "elo|eio",
                "rank|rank",
                "rank|ran",
                "ratin|rating",
                "rating|ratin",
                "rating|ratings",
                "rating|atings",
                "ranks|rank",
                "abcd|abdce",
            )
        ],
        [True, True, False, False, False, True, True, True, False, False, False],
    ),
    "what cells look like": (
        lambda: [
            cell_forms.looks_like(one)
            for one in (
                ["1850"],
                ["1850", "2004"],
                ["1850"] * 4 + ["x"],
                ["1850"] * 3 + ["x"],
                [],
                ["1", "0"],
                ["1-0", "0"],
                ["12w1"],
                ["999", "100"],
                ["99", "98"],
            )
        ],
        ["", "rating", "rating", "", "", "", "result", "white", "rating", ""],
    ),
    "a column may be a rating by its heading": (
        lambda: [
            likeness.could_be(one)
            for one in ("rating", "elo_2024", "club", "ratng", "fide_id", "name", "gendre", "xyz")
        ],
        ["rating", "rating", "", "rating", "", "", "sex", ""],
    ),
    "nobody sees that a game was not played in a list of players": (
        lambda: [
            likeness.could_be("remark", ["w.o."], one)
            for one in (likeness.OF_GAMES, likeness.OF_PLAYERS, ())
        ],
        ["not_played", "", ""],
    ),
    "names that are one": (
        lambda: [
            names.may_be_one(one.split("|")[0], one.split("|")[1], True)
            for one in (
                "A. Lee|B. Lee",
                "A Lee|Ann Lee",
                "Ann Lee|Ann Leo",
                "A B|Ann Bob",
                "Li|Li",
                "Ann Lee|Ann Marie Lee",
                "Player 1|Player 7",
                "Ann Lee 2|Ann Lee 2",
                "Bo|Ba",
                "Lee Ann|Ann Lee",
            )
        ],
        [False, True, True, False, True, False, False, True, False, True],
    ),
    "plain names": (
        lambda: _each(names.plain_name, "Lee, Ann", "-", "王 伟", "Žofie  B", "李Li", "..", ""),
        ["ann lee", "-", "王伟", "b žofie", "李li", "..", ""],
    ),
    "plain names at once as each by itself": (
        lambda: [
            names.plain_names(one) == [*map(names.plain_name, one)]
            for one in (["B, A", "C"], ["a\nb", "c"], ["é", "A-B"], [], ["!", "A  b"])
        ],
        [True] * 5,
    ),
    "names of Chinese letters differ in one of three": (
        lambda: [
            names.Spellings(["王小明", "李大", "王小"]).near(one)
            for one in ("王大明", "王小", "李小", "王小明", "陈大文")
        ],
        [["王小明"], [], [], [], []],
    ),
    "a rating, a peak and a K that nobody has": (
        lambda: [_wrong(**one) for one in NUMBERS],
        [
            [],
            [],
            ["rating_out_of_range"],
            ["rating_out_of_range"],
            [],
            [],
            ["number_out_of_range"],
            ["number_out_of_range"],
        ],
    ),
    "a year of birth that nobody has": (
        lambda: [
            _wrong(day=day, born=born)
            for day, born in (
                (None, 1900),
                (None, 1899),
                (None, 2100),
                (None, 2101),
                (date(2025, 1, 1), 2025),
                (date(2025, 1, 1), 2026),
            )
        ],
        [[], ["born_out_of_range"], [], ["born_out_of_range"], [], ["born_out_of_range"]],
    ),
    "ratings with decimals where whole ones are published": (
        lambda: [
            _wrong(WHOLE, **one)
            for one in (
                {"rating": 2000.5},
                {"peak": 2000.5},
                {"facts": {"rapid_rating": 1999.5}},
                {"rating": 2000, "peak": 2001, "facts": {"blitz_peak": 2000}},
            )
        ],
        [["rating_not_whole"]] * 3 + [[]],
    ),
    "ages of players, and years that are ratings": (
        lambda: [
            _age(*one)
            for one in (
                (2021,),
                (2022,),
                (1920,),
                (1919,),
                (1899,),
                (2026,),
                (None,),
                (1911, 1980),
                (1911, 1900),
                (1911, 2000),
                (1911, 2021),
                (1911, 2022),
                (1911, 1920),
                (1911, 1919),
            )
        ],
        [
            [],
            ["age_unlikely"],
            [],
            ["age_unlikely"],
            [],
            [],
            [],
            ["born_swapped"],
            ["age_unlikely"],
            ["born_swapped"],
            ["born_swapped"],
            ["age_unlikely"],
            ["born_swapped"],
            ["age_unlikely"],
        ],
    ),
    "points of single players and rounds": (
        lambda: [
            scoring.Assigned("W", Decimal(2), round_, players).is_of(7, 3)
            for round_, players in ((0, ()), (3, ()), (2, ()), (0, (7,)), (0, (8,)), (3, (7, 8)))
        ],
        [True, True, False, True, False, True],
    ),
    "what a player has besides, up to a round, and after all": (
        lambda: [
            scoring.Scoring(assigned=(scoring.Assigned("", Decimal(2), at, (7,)),)).besides(
                no, last, over
            )
            for at, no, last, over in (
                (3, 7, 3, True),
                (3, 7, 2, True),
                (3, 8, 3, True),
                (999, 7, 3, True),
                (999, 7, 3, False),
            )
        ],
        [2, 0, 0, 2, 0],
    ),
    "the points that a record says, once each": (
        lambda: _each(scoring.read_scoring, "W 3 W 1", "W", "Q 1", "W 3x"),
        ["read_trf_scoring"] * 4,
    ),
    "letters of a scoring": (
        lambda: [
            scoring.letters_of(scoring.read_scoring(one))
            for one in ("W 3.0 D 1.0", "P 0.5 X 0.0", "A 0.5")
        ],
        [
            ("W 3.0", "D 1.0", "L 0.0"),
            ("W 1.0", "D 0.5", "L 0.0", "P 0.5", "X 0.0"),
            ("W 1.0", "D 0.5", "L 0.0", "A 0.5"),
        ],
    ),
    "a scoring that is as usual for games": (
        lambda: [
            (one.is_usual, one.is_played_as_usual)
            for one in (
                scoring.Scoring(),
                scoring.Scoring({"PAB": Decimal(0)}),
                scoring.Scoring({"WW": Decimal(3)}),
                scoring.Scoring({"WW": Decimal(1)}),
            )
        ],
        [(True, True), (False, True), (False, False), (True, True)],
    ),
    "keys of results": (
        lambda: [
            [scoring.key_of(read_result(one), black) for black in (False, True)]
            for one in ("1-0", "½-½", "0-1 F", "0-0 F", "POSTPONED", "½-0")
        ],
        [["WW", "BL"], ["WD", "BD"], ["FL", "FW"], ["FL", "FL"], [None, None], ["WD", "BL"]],
    ),
    "a result that a spreadsheet took for a day": (
        lambda: _each(read_result, "2025-02-01", "1-Feb", "Feb-01", "1-2"),
        ["word_result_day", "word_result_day", "word_result_day", "word_result"],
    ),
    "a number that is no day is shown as a cell shows it": (
        lambda: _words(dates.day_of, 0.1 + 0.2),
        {"found": "0.3"},
    ),
    "a result and White's score beside it": (
        lambda: [
            one.code if not isinstance(one, str) else one
            for one in _each(
                lambda a, b: of_two(read_result(a), read_result(b)),
                ("1-0", ""),
                ("", "1-0"),
                ("1-0", "0-1"),
                ("1-0", "1-0"),
                ("½-0", "½-½"),
            )
        ],
        ["1-0", "1-0", "read_two_results", "1-0", "½-0"],
    ),
    "numbers as cells show them": (
        lambda: _each(
            rounding.exact,
            True,
            "2,345",
            "0,345",
            "2000,1900",
            "2_000",
            "½",
            "inf",
            10**12,
            -(10**12),
            10**12 - 1,
            Decimal("1e12"),
            "1e11",
            0.0,
            "x",
            "-2,345",
        ),
        [
            "number_expected",
            "number_either",
            Decimal("0.345"),
            "number_two",
            "number_text",
            Decimal("0.5"),
            "number_infinite",
            "number_large",
            "number_large",
            Decimal("999999999999"),
            "number_large",
            Decimal("1E+11"),
            Decimal("0"),
            "number_text",
            "number_either",
        ],
    ),
    "roundings at their halves": (
        lambda: [
            [
                str(rounding.ROUNDINGS[name](Decimal(one), 1))
                for one in ("0.25", "-0.25", "0.34", "-0.04")
            ]
            for name in rounding.ROUNDINGS
        ],
        [
            ["0.3", "-0.2", "0.3", "0.0"],
            ["0.3", "-0.3", "0.3", "0.0"],
            ["0.5", "0.0", "0.5", "0.0"],
            ["0.2", "-0.3", "0.3", "-0.1"],
            ["0.25", "-0.25", "0.34", "-0.04"],
        ],
    ),
    "what is certain of a quotient": (
        lambda: [
            rounding.certain(Decimal(one)) == Decimal(one) for one in ("0.5", "1e7", "9999999.5")
        ],
        [True, True, True],
    ),
    "men and women": (
        lambda: _each(read_sex, "", "M", "ж", "女", "x"),
        ["", "m", "f", "f", "word_sex"],
    ),
}


@pytest.mark.parametrize("promise", EDGES)
def test_edges(promise: str) -> None:
    """Promise: what each line of the table says."""
    asked, expected = EDGES[promise]
    assert asked() == expected


def test_no_name_that_is_alike_is_passed_over() -> None:
    """Promise: a name is asked about as a misspelling of each that is like it, as if it were
    compared with all of them."""
    dice = random.Random(7)
    parts = ("an", "ba", "lee", "mo", "ro", "sen", "ti", "ulla", "x", "bb")
    listed = ["".join(dice.choices(parts, k=dice.randint(1, 5))) for _ in range(60)]
    listed += [f"{one[:-1]}{dice.choice('abe')}" for one in listed[:30]] + ["A", "Ab", "Abab"]
    plain = sorted({*map(names.unmarked, listed)})
    known = names.Spellings(plain)
    for one in [*plain, "", "a", "ab", "leeleelee", "annan"]:
        assert known.near(one) == get_close_matches(one, plain, 3, names.ALIKE), one
