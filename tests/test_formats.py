"""A round robin is rated as one, and one that does not say so is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from workbooks import games, plan_of

from xlrating.cli import main
from xlrating.engine.errors import ArgumentError
from xlrating.engine.event import Event, Player
from xlrating.engine.formats import times_met
from xlrating.engine.inspection import unfinished
from xlrating.engine.languages import LANGUAGES
from xlrating.engine.texts import say, wording
from xlrating.engine.tournament.berger import schedule
from xlrating.engine.vocabulary.formats import format_in
from xlrating.reading import read

HEAD = "round,white,black,result,white_rating,black_rating\n"
#: Four players, everybody against everybody, their ratings 2500 to 2200.
RATED = {"Ann": 2500, "Bob": 2400, "Cid": 2300, "Dan": 2200}
LINES = "".join(
    f"{number},{white},{black},{result},{RATED[white]},{RATED[black]}\n"
    for number, white, black, result in (
        (1, "Ann", "Dan", "1-0"),
        (1, "Bob", "Cid", "½-½"),
        (2, "Dan", "Cid", "0-1"),
        (2, "Ann", "Bob", "½-½"),
        (3, "Bob", "Dan", "1-0"),
        (3, "Cid", "Ann", "0-1"),
    )
)
CROSSTABLE = (
    "no,name,rating,r1,r2,r3\n1,Ann,2500,4w1,2w=,3b1\n2,Bob,2400,3w=,1b=,4w1\n"
    "3,Cid,2300,2b=,4b1,1w0\n4,Dan,2200,1b0,3w0,2b0\n"
)
NOTE = "everyone has played everyone (1 ×), but nothing says round robin"


def ran(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    """Exit code, output and messages of a command."""
    code = main([str(argument) for argument in arguments])
    return code, *capsys.readouterr()


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    """A list of games of a round robin that does not say what it is."""
    path = tmp_path / "cup.csv"
    path.write_text(HEAD + LINES, "utf-8")
    return path


@pytest.mark.parametrize("text", [HEAD + LINES, CROSSTABLE])
@pytest.mark.parametrize("rules", ["china-pro", "elo"])
def test_it_is_told(
    text: str, rules: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Games and crosstables of a round robin are not rated as a Swiss without a word."""
    path = tmp_path / "cup.csv"
    path.write_text(text, "utf-8")
    for command in (["rate", path, "--csv"], ["explain", path, "1"], ["check", path]):
        code, _, told = ran(capsys, *command, "--rules", rules)
        assert code == 0
        assert NOTE in told
        for format_ in ("swiss", "round-robin"):
            code, _, told = ran(capsys, *command, "--rules", rules, "--format", format_)
            assert (code, [one for one in told.splitlines() if " read: " not in one]) == (0, [])


def test_the_format_is_the_one_that_is_said(cup: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """1.41: the change in a round robin starts from the average of all, 2350 for everybody."""
    command = ("rate", cup, "--rules", "china-pro", "--csv")
    as_swiss = ran(capsys, *command, "--format", "swiss")[1]
    assert as_swiss == ran(capsys, *command)[1]
    as_one = ran(capsys, *command, "--format", "round-robin")[1]
    assert [line.split(",")[5] for line in as_one.splitlines()[1:]] == ["2350"] * 4
    assert as_one != as_swiss
    explained = ran(
        capsys, "explain", cup, "Ann", "--rules", "china-pro", "--format", "round-robin"
    )
    assert "2350" in explained[1]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("form", ["{}: {}\n", "# {}: {}\n", "{},{},,\n", '"{}";"{}"\n', "{}：{}\n"])
def test_a_line_above_the_headings(
    language: str, form: str, cup: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A CSV says its format in any language; nothing else about it changes."""
    before = read(cup)
    line = form.format(*(say(language, key) for key in ("file_format", "format_round-robin")))
    cup.write_text("Club cup\n" + line + HEAD + LINES, "utf-8")
    event = read(cup)
    assert (event.format, event.says_format) == ("round-robin", True)
    assert (event.players, len(event.games)) == (before.players, len(before.games))
    told = ran(capsys, "rate", cup, "--rules", "china-pro", "--csv")[2]
    assert told == "xlrating: cup.csv: read: 4 players, 6 games\n"


@pytest.mark.parametrize("text", [HEAD + LINES, CROSSTABLE])
def test_a_column(text: str, tmp_path: Path) -> None:
    """A column may say it as well, in each line or in the first."""
    head, *lines = text.splitlines()
    for each in ("round robin", "Круговая система"):
        rows = [f"{line},{each if not at else ''}" for at, line in enumerate(lines)]
        path = tmp_path / "cup.csv"
        path.write_text("\n".join([f"{head},format", *rows]), "utf-8")
        assert read(path).format == "round-robin"


def test_a_format_that_is_none_or_two(cup: Path) -> None:
    """Bad input: a format that is not known is named with its line, as are two of them."""
    cup.write_text("format: knock-out\n" + HEAD + LINES, "utf-8")
    with pytest.raises(ArgumentError, match=r"cup\.csv, line 1: format is 'knock-out'; swiss or"):
        read(cup)
    cup.write_text("format: swiss\nformat: round robin\n" + HEAD + LINES, "utf-8")
    with pytest.raises(
        ArgumentError,
        match="line 2: format appears a second time, with a different value than in cup",
    ):
        read(cup)


def test_what_the_file_says_is_not_changed_in_silence(
    cup: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Another format than that of the file is taken, and said."""
    cup.write_text("format: swiss\n" + HEAD + LINES, "utf-8")
    options = ("--rules", "china-pro", "--csv", "--format", "round-robin")
    _, printed, told = ran(capsys, "rate", cup, *options)
    assert "the file says swiss, but you asked for round-robin; rated as round-robin" in told
    assert "2350" in printed


def test_a_template_has_its_format(cup: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Bad input: the formulas of a workbook are made for one format, which is checked."""
    made = cup.with_name("made.xlsx")
    options = ("--rules", "china-pro", "--format", "round-robin", "-o", made)
    assert ran(capsys, "rate", cup, *options)[0] == 0
    assert read(made).format == "round-robin"
    code, _, told = ran(capsys, "check", made, "--format", "swiss")
    assert code == 2
    assert "leave out --rules, --format and --tie-breaks" in told
    code, _, told = ran(capsys, "check", made, "--rules", "nonsense")
    assert (code, "leave out --rules, --format and --tie-breaks" in told) == (2, True)


def test_a_folder(cup: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An officer names the round robins of a folder by their files, all at once or each."""
    events = cup.parent / "events"
    events.mkdir()
    cup.rename(events / "cup.csv")
    listed = cup.parent / "list.csv"
    listed.write_text("name,rating\n" + "".join(f"{n},{r}\n" for n, r in RATED.items()))
    command = ("federation", listed, events, "--rules", "china-pro", "--explain", "Ann")
    plain = ran(capsys, *command[:-2])[1]
    assert "cup.csv: " + NOTE in plain
    as_swiss = ran(capsys, *command)[1]
    for pattern in ("cup.csv", "c*.csv"):
        printed = ran(capsys, *command[:-2], "--round-robin", pattern)[1]
        assert NOTE not in printed
        assert ran(capsys, *command, "--round-robin", pattern)[1] != as_swiss
    assert NOTE not in ran(capsys, *command[:-2], "--swiss", "cup.csv")[1]
    for options, words in (
        (("--round-robin", "cap.csv"), "--round-robin cap.csv: no event has this name"),
        (
            ("--round-robin", "*", "--swiss", "cup.csv"),
            "cup.csv: both --round-robin and --swiss; name one of them",
        ),
    ):
        code, _, told = ran(capsys, *command, *options)
        assert code == 2
        assert words in told


@pytest.mark.parametrize("cycles", [1, 2])
@pytest.mark.parametrize("size", [3, 4, 7, 10])
def test_what_looks_like_a_round_robin(size: int, cycles: int) -> None:
    """Everybody meets everybody equally often, byes and play-offs aside; one game less is none."""
    paired = [
        (number, white, black, "½-½")
        for number, pairs in enumerate(schedule(size, cycles), 1)
        for white, black in pairs
    ]
    people = tuple(Player(no) for no in range(1, size + 1))
    bye = (1, size, None, "BYE 0")
    assert times_met(Event(people, games(*paired))) == cycles
    assert times_met(Event(people, games(*paired, *([bye] if size % 2 else [])))) == cycles
    assert times_met(Event(people, games(*paired[1:]))) == 0
    assert times_met(Event(people)) == 0


def test_an_event_has_one_of_the_formats() -> None:
    """However it is spelt, the engine, the workbook and the notices know one and the same."""
    people = tuple(Player(no, name, 2000) for no, name in enumerate("ABC", 1))
    event = Event(people, games((1, 1, 2, "1-0")), format="round_robin", rounds=3)
    assert event.format == "round-robin" and event.is_round_robin
    assert plan_of(event, "elo").is_round_robin
    swiss = Event(people, games((1, 1, 2, "1-0")), format="Swiss", rounds=3)
    assert [one.key for one in unfinished(swiss)] == [
        one.key for one in unfinished(Event(people, swiss.games, rounds=3))
    ]
    assert "rounds_open" in [one.key for one in unfinished(swiss)]
    for text in ("knockout", "", "swiss round-robin"):
        with pytest.raises(
            ArgumentError, match=r"Cup: format is .*; swiss or round-robin is expect"
        ):
            Event(people, name="Cup", format=text)


def test_names_of_formats() -> None:
    """Both formats in every language of the workbooks, and as other programs call them."""
    for name in ("round-robin", "swiss"):
        assert {format_in(text) for text in wording(f"format_{name}").values()} == {name}
    assert format_in("Individual: Swiss-System (FIDE Dutch)") == "swiss"
    assert format_in("Schweizer System oder Rundenturnier") == ""
