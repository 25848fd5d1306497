"""Somebody's own rule file works, or is refused by file and key, with what is expected."""

from __future__ import annotations

import re
import time
from decimal import Decimal
from itertools import product
from pathlib import Path

import pytest
from known_numbers import DIFFERENCE, UPPER

from xlrating.cli import main
from xlrating.engine import methods
from xlrating.engine.errors import NotKnownError, RuleSetError
from xlrating.engine.languages import LANGUAGES
from xlrating.engine.problem import format_message
from xlrating.engine.rules import requirements
from xlrating.engine.rules.options import each_choice
from xlrating.engine.rules.rulefile import contents, find
from xlrating.engine.rules.ruleset import available, editions, load
from xlrating.engine.terms.performance import performance
from xlrating.exchange import open_sheets

#: The shortest file: nine lines.
NINE = """\
id = "club"
names = { en = "Club rating" }
source = "Statutes, page 3"
game = "chess"
method = "sum over games"
[expectancy]
model = "logistic"
[coefficient]
rows = [{ k = 20 }]
"""


def tables(upper: list[int], difference: list[int]) -> str:
    """The nine lines with printed tables in the place of the closed form."""
    printed = f'model = "table"\nupper = {upper}\n[percentage]\ndifference = {difference}'
    return NINE.replace('model = "logistic"', printed)


def without(numbers: list[int], place: int) -> list[int]:
    """A list that lost one number."""
    return numbers[:place] + numbers[place + 1 :]


#: What is wrong, where, and what the message says: key and reason.
WRONG: dict[str, tuple[str, str]] = {
    # What a player does not have is no condition.
    "a fact in capitals": (
        NINE.replace("k = 20", 'k = 20, when = { Peak = ">=2400" }'),
        r"coefficient.rows\[1\].when.Peak is no fact .* rating, peak, games, age",
    ),
    "a fact nobody has": (
        NINE.replace("k = 20", 'k = 20, when = { peek = ">=2400" }'),
        r"coefficient.rows\[1\].when.peek is no fact",
    ),
    "a condition that is none": (
        NINE.replace("k = 20", 'k = 20, when = { peak = "2400 and more" }'),
        r"coefficient.rows\[1\].when.peak is '2400 and more'; a text such as >=2400",
    ),
    "a row that nobody reaches": (
        NINE.replace("{ k = 20 }", '{ k = 20 }, { k = 40, when = { games = "<30" } }'),
        r"coefficient.rows\[1\] has no when",
    ),
    "a K below 0": (NINE.replace("k = 20", "k = -10"), r"coefficient.rows\[1\].k makes K -10"),
    "a K below 0 for some": (
        NINE.replace("k = 20", "k = 130, per_point = -0.05"),
        r"coefficient.rows\[1\].k makes K -369.95 at a rating of 9999",
    ),
    # Printed tables.
    "a number lost": (
        tables(without(UPPER, 20), DIFFERENCE),
        r"expectancy.upper has 49 numbers; 50 are expected",
    ),
    "a number lost on the way back": (
        tables(UPPER, without(DIFFERENCE, 7)),
        r"percentage.difference has 49 numbers; 50 are expected",
    ),
    "two numbers changed over": (
        tables([*UPPER[:20], 162, 153, *UPPER[22:]], DIFFERENCE),
        r"expectancy.upper has 153 for .71 after 162",
    ),
    "one number lost, another twice in its place": (
        tables([*without(UPPER, 20), 740], DIFFERENCE),
        r"percentage.difference has 158 for .71, but expectancy.upper has .71 for 163 to 170",
    ),
    "a difference for half of the points": (
        tables(UPPER, [1, *DIFFERENCE[1:]]),
        r"percentage.difference begins with 1; 0 is expected",
    ),
    "a table without numbers": (
        NINE.replace('"logistic"', '"table"'), "expectancy.upper has 0 numbers",
    ),
    "curves that go two ways": (
        NINE + "[percentage]\nmodel = 'linear'\nscale = -100\n",
        "percentage.scale has another sign than expectancy.scale",
    ),
    # Keys that mean nothing alone.
    "a gap for nobody": (
        NINE + "[difference]\nunrated_gap = 600\n",
        "difference.unrated_gap needs unrated_above",
    ),
    "an exemption from no cap": (
        NINE + "[difference]\nexempt_from = 2650\n", "difference.exempt_from has no effect",
    ),
    "draws against nobody": (
        NINE + "[percentage]\nmodel = 'logistic'\n[initial]\ndraws = 2\n",
        "initial.draws has no effect without draws_against",
    ),
    "a bound of 0 that nothing obeys": (
        NINE + "[percentage]\nmodel = 'logistic'\n[performance]\n"
        "[initial]\nperformed = true\nmost = 0\n",
        "initial.most has no effect with performed",
    ),
    "a growing coefficient without over": (
        NINE + "[coefficient.development]\n", "coefficient.development needs over",
    ),
    "ratings that this method does not choose": (
        NINE + "[change]\nratings = 'before the event'\n",
        "change.ratings has no effect with the method",
    ),
    "passes of another method": (
        NINE + "[passes]\ntimes = 2\n", "passes has no effect with the method",
    ),
    "a bonus for no place": (NINE + "[bonus]\n", "bonus.places is missing"),
    "a floor of nothing": (NINE + "[floor]\n", "floor.least is missing; it is required"),
    "titles without rating": (NINE + "[start]\nuntitled = 'x'\n", "start.rows is missing"),
    # Values.
    "a scale of 0": (NINE.replace('"logistic"', '"logistic"\nscale = 0'), "expectancy.scale is 0"),
    "a variance of 0": (
        NINE.replace('"logistic"', '"normal"\nvariance = 0'),
        "expectancy.variance is 0; a number from 100 to",
    ),
    "a day in words": (
        NINE + '[calendar]\nlists = [{ day = "1 May", first = "01-01", last = "04-30" }]\n',
        r"calendar.lists\[1\].day is '1 May'; a text such as 07-01",
    ),
    "calendar is not of this kind": (
        NINE + '[calendar]\nday = "1 May"\n', "calendar.day is not known here",
    ),
    "a day that no year has": (
        NINE + '[calendar]\nlists = [{ day = "06-31", first = "01-01", last = "04-30" }]\n',
        r"calendar.lists\[1\].day is 06-31, no day",
    ),
    "no English name": (NINE.replace("en =", "zh ="), "names.en is missing"),
    "a language of its own": (
        NINE.replace("en = ", "de = 'Verein', en = "), "names.de is no language known here",
    ),
    "a method nobody has": (NINE.replace("sum over", "sum of"), "method is 'sum of games'; one of"),
    "a game nobody plays here": (NINE.replace('"chess"', '"chss"'), "game is 'chss'; one of chess"),
    "a method without its section": (
        NINE.replace("sum over games", "average opponent"),
        'section average is missing; the method "average opponent" requires it',
    ),
    "a first rating without a way to it": (
        NINE + "[initial]\n", "section percentage is missing; initial requires it",
    ),
    "too many decimals": (NINE + "[change]\nplaces = 12\n", "change.places is 12; a number from 0"),
    "a huge K": (NINE.replace("20", "1e30"), r"coefficient.rows\[1\].k is 1E\+30; a number of"),
    "a fraction beyond numbers": (
        NINE.replace("20", '"1e999999/1e-999999"'), r"coefficient.rows\[1\].k is .*a number from",
    ),
    "no number": (NINE.replace("20", "nan"), r"coefficient.rows\[1\].k is NaN"),
    "true is no number": (NINE.replace("20", "true"), r"coefficient.rows\[1\].k is True"),
    "a letter that moves the cursor": (
        NINE.replace("Club", "\\u001b[2J"), "names.en is .*without control characters",
    ),
    "an id that is a formula": (NINE.replace('"club"', '"=cmd|calc"'), "id is '=cmd|calc'; letters"),
    # Days, options and amendments.
    "since in quotes": ('since = "2020"\n' + NINE, "since is '2020'; a day such as 2024-03-01"),
    "since with a time": ("since = 2020-01-01T00:00:00Z\n" + NINE, "since is .*a day such as"),
    "since the time began": (f"since = 0x{'f' * 9000}\n" + NINE, "since is a number of more than"),
    "from in quotes": (NINE + '[[amendment]]\nfrom = "x"\n', r"amendment\[1\].from is 'x'; a day"),
    "from a number": (NINE + "[[amendment]]\nfrom = 5\n", r"amendment\[1\].from is 5; a day"),
    "options a number": ("options = 5\n" + NINE, r"key options .*\[options.NAME\]"),
    "when a number": (NINE + "[[amendment]]\nwhen = 5\n", r"amendment\[1\].when is 5; a table"),
    "when true": (NINE + "[[amendment]]\nwhen = true\n", r"amendment\[1\].when is True; a table"),
    "until before from": (
        NINE + "[[amendment]]\nfrom = 2024-01-01\nuntil = 2020-01-01\n",
        r"amendment\[1\].until is not after from",
    ),
    "a choice that is none": (
        NINE + "[options.list]\nchoices = ['a', 'b']\n[[amendment]]\nwhen = { list = 'c' }\n",
        r"amendment\[1\].when.list is 'c'; one of a, b",
    ),
    "an amendment wrong in one edition": (
        NINE + "[[amendment]]\nfrom = 2020-01-01\nuntil = 2021-01-01\nexpectancy = { scale = 0 }\n",
        r"\(2020-01-01\): key expectancy.scale is 0",
    ),
    "an amendment wrong with one choice": (
        NINE + "[options.list]\nchoices = ['a', 'b']\n"
        "[[amendment]]\nwhen = { list = 'b' }\nexpectancy = { scale = 0 }\n",
        r"\(list=b\): key expectancy.scale is 0",
    ),
    "options in a list": (NINE + "options = []\n", "options|rows"),
    "choices that are no texts": (
        NINE + "[options.q]\nchoices = [[1], { a = 1 }]\n", r"options.q.choices\[1\] is a list of 1",
    ),
    "what the program finds": ("edition = '2020'\n" + NINE, "edition is not known here"),
    # Files.
    "include of the whole disk": ('include = "/etc/passwd"\n' + NINE, "include is '/etc/passwd'"),
    "include from above": ('include = "../x.toml"\n' + NINE, "include is '../x.toml'"),
    "include of many": ('include = ["a"]\n' + NINE, "include is a list of 1; the name of"),
    "include of a folder": ('include = "."\n' + NINE, "include is '.'; the name of a .toml file"),
    "include of itself": ('include = "own.toml"\n' + NINE, "include is not known here"),
    "brackets in brackets": ("x = " + "[" * 5000 + "]" * 5000 + "\n" + NINE, "nested too deeply"),
    "lists in lists": ("x = " + "[1," * 5000 + "]" * 5000 + "\n" + NINE, "nested too deeply"),
    # Each took minutes, or ended in an error of Python.
    "a word without end": (NINE + "a" * 300_000, "not valid TOML"),
    "blanks without end": (NINE + "a" + " " * 300_000, "not valid TOML"),
    "a number of thousands of digits": (
        NINE.replace("k = 20", f"k = {'9' * 5000}"),
        "not valid TOML: a number has thousands of digits",
    ),
    "a hexadecimal number of thousands of digits": (
        NINE.replace("k = 20", f"k = 0x{'F' * 5000}"), "is a number of more than 19 digits",
    ),
    "a table for a number": (
        NINE + "[change.places]\nx = 1\n",
        "change.places is a table; a number from 0 to 6 is expected",
    ),
    "an exponent of thousands of digits": (
        NINE.replace("k = 20", f"k = 1e{'9' * 5000}"),
        r"not valid TOML: '1e9+…? is too large or too small",
    ),
    "names of names": (".".join(["a"] * 20000) + " = 1\n" + NINE, "nested too deeply"),
    "a table of tables": (NINE + f"[{'.'.join(['a'] * 20000)}]\nx = 1\n", "nested too deeply"),
    "an endless number": (f"x = {'9' * 6000}\n" + NINE, "is not valid TOML"),
    "an endless file": ("#" * 2_000_000 + "\n" + NINE, "larger than"),
}  # fmt: skip


#: What only an English sentence says; keys, numbers and names are the same in every language.
_ENGLISH = re.compile(r" (?:is|are|has|must|the) |expected|requires|line \d")


def own(folder: Path, text: str) -> str:
    """The path of a rule file with this text."""
    path = folder / "own.toml"
    path.write_text(text, "utf-8")
    return str(path)


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_file_is_refused_when_it_is_loaded(what: str, tmp_path: Path) -> None:
    """Promise: file, key, what was found, what is expected; in a moment, whatever is in it."""
    text, said = WRONG[what]
    start = time.process_time()
    with pytest.raises(RuleSetError, match=said) as refused:
        load(own(tmp_path, text))
    assert "own.toml" in str(refused.value)
    assert len(str(refused.value)) < 1500
    problem = refused.value.problem
    assert problem is not None, "it is told in every language"
    told = {language: format_message(problem, language) for language in LANGUAGES}
    assert len({*told.values()}) == len(LANGUAGES)
    english = [word for language in LANGUAGES[1:] for word in _ENGLISH.findall(told[language])]
    assert english == [], told
    assert time.process_time() - start < 5


@pytest.mark.in_turn
def test_the_shortest_files_work_everywhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nine lines are a rule set: for a cell, an event, a page and a template."""
    event = tmp_path / "event.csv"
    event.write_text("round,white,black,result\n1,Ann,Bob,1-0\n2,Bob,Ann,½-½\n", "utf-8")
    people = tmp_path / "people.csv"
    people.write_text("name,rating\nAnn,2000\nBob,2100\n", "utf-8")
    for number, text in enumerate(
        (
            NINE,
            tables(UPPER, DIFFERENCE),
            NINE.replace("[{ k = 20 }]", "[{ k = 20 }]\nover = 800"),
            "\ufeff" + NINE.replace("\n", "\r\n"),
        )
    ):
        rules = own(tmp_path, text)
        made = str(tmp_path / f"made{number}.xlsx")
        both = [str(event), "--players", str(people), "--rules", rules]
        for words in (
            ["call", "NEW_RATING", "2000", "2100", "1", rules],
            ["rules", rules],
            ["rate", *both, "-o", made],
            ["rate", *both, "--csv"],
            ["explain", event, "1", *both[1:]],
            ["check", made],
            ["new", "swiss", "--rules", rules, "-o", str(tmp_path / f"swiss{number}.xlsx")],
            ["new", "round-robin", "--rules", rules, "-o", str(tmp_path / f"all{number}.xlsx")],
        ):
            code = main([str(word) for word in words])
            assert code == 0, (text, words, capsys.readouterr().err)
    capsys.readouterr()


def test_an_average_without_champions_has_a_workbook(tmp_path: Path) -> None:
    """Promise: what a regulation does not know is in no workbook of it: no column for a champion."""
    text = NINE.replace("sum over games", "average opponent") + "[average]\nplaces = 2\n"
    made = tmp_path / "swiss.xlsx"
    assert main(["new", "swiss", "--rules", own(tmp_path, text), "-o", str(made)]) == 0
    sheets = open_sheets(made)
    heads = {cell for name in ("Players", "Ratings") for row in sheets.rows(name) for cell in row}
    assert "Expected" in heads and not any("hampion" in str(head) for head in heads)


@pytest.mark.parametrize("name", available())
def test_every_edition_of_a_regulation_is_whole(name: str) -> None:
    """Each day and each choice of a shipped file passes the checks of somebody's own."""
    raw = contents(find(name))
    for day, choice in product(["", *editions(name)], ["", *each_choice(raw)]):
        pinned = f"@{day}" if day else ""
        load(f"{name}{pinned}" + (f":{choice}" if choice else ""))


def test_a_message_shows_no_more_than_a_line(tmp_path: Path) -> None:
    """A value of any length is cut in the message that refuses it."""
    with pytest.raises(RuleSetError) as refused:
        load(own(tmp_path, NINE.replace('"logistic"', f'"{"x" * 9000}"')))
    assert re.search(r"expectancy.model is 'x{59}…; one of table", str(refused.value))


def test_every_method_says_what_it_needs() -> None:
    """The methods that a file may name are those that rate, and none."""
    assert set(requirements.METHODS) == {*methods.METHODS, "none"}


def test_steps_that_do_not_end_are_no_performance(tmp_path: Path) -> None:
    """Two curves of somebody's own whose steps never meet: no performance, not an endless wait."""
    text = NINE + "[percentage]\nmodel = 'linear'\nscale = 90000\n"
    text += "[performance]\niterated = true\nrounding = 'none'\naverage_rounding = 'none'\n"
    rules = load(own(tmp_path, text))
    with pytest.raises(NotKnownError):
        performance([Decimal(2100), Decimal(1900), Decimal(1500)], Decimal("1.5"), rules)
