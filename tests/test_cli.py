"""The command line as a user meets it."""

from __future__ import annotations

import ast
import csv
import io
import json
import re
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest
from needs import EVERY
from workbooks import EVENTS, games, write

import xlrating
import xlrating.cli
from xlrating.cli import main
from xlrating.engine.errors import RatingError
from xlrating.engine.event import Event, Player
from xlrating.engine.languages import LANGUAGES
from xlrating.engine.problem import placed_words
from xlrating.engine.rules.ruleset import available, load
from xlrating.engine.texts import is_text, say
from xlrating.exchange import open_sheets
from xlrating.functions import all_functions
from xlrating.hosts import HOSTS
from xlrating.reading import read
from xlrating.workbook.compare import check
from xlrating.workbook.templates import filled

CHAMPIONSHIP = EVENTS / "us-championship-2025" / "games.csv"


def run(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    """Run a command: exit code, output, errors."""
    code = main([str(word) for word in words])
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def test_rate_prints_the_table_and_writes_the_workbook(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """One command: the table on screen, the rated workbook on disk, all cells agreeing."""
    output = tmp_path / "rated.xlsx"
    rules = ("--rules", "fide@2025-10-01")
    code, out, err = run(capsys, "rate", CHAMPIONSHIP, *rules, "-o", output)
    assert (code, err.count("\n")) == (0, 4)
    assert err.splitlines()[0] == "xlrating: games.csv: read: 12 players, 66 games"
    assert "K is taken from column k, not from the regulation (8.3.3) (players: 12;" in err
    assert (
        "missing information about the event: Minutes per player; Seconds per move; Chief arbiter"
        in err
    )
    assert "games.csv: everyone has played everyone (1 ×), but nothing says round robin" in err
    assert "2789    8  2675" in out
    assert "+8.3   +8  2797" in out
    assert check(open_sheets(output)).differences == ()
    assert read(output).rules == "fide@2025-10-01"


def test_all_that_is_wrong_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Each thing that stops has a line with its place, in the language asked for, up to thirty."""
    path = tmp_path / "event.csv"
    lines = [f"1,{no},{no},1-0" for no in range(1, 41)]
    path.write_text("\n".join(["round,white,black,result", *lines]), "utf-8")
    code, out, err = run(capsys, "rate", path, "--rules", "elo", "--language", "zh")
    told = err.splitlines()
    assert (code, out, len(told)) == (2, "", 31)
    for no, line in enumerate(told[:-1], 1):
        said = say("zh", "plays_self", no=no)
        assert line == f"xlrating: event.csv，第 {no + 1} 行：{said}", line
    assert told[-1] == "xlrating: 另有 10 项"


def test_nothing_is_overwritten(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """An existing output stays as it is unless --force is given; the input always stays."""
    output = tmp_path / "rated.xlsx"
    output.write_text("mine")
    code, _, err = run(capsys, "rate", CHAMPIONSHIP, "--rules", "fide", "-o", output)
    assert (code, "--force" in err, output.read_text()) == (2, True, "mine")
    assert run(capsys, "rate", CHAMPIONSHIP, "--rules", "fide", "-o", output, "--force")[0] == 0
    code, _, err = run(capsys, "rate", output, "-o", output, "--force")
    assert (code, "input file" in err) == (2, True)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["rated.xlsx"]


def test_rules_must_be_named(capsys: pytest.CaptureFixture[str]) -> None:
    """A file that names no rules is never rated under guessed ones."""
    code, _, err = run(capsys, "rate", CHAMPIONSHIP, "--json")
    assert (code, "--rules" in err) == (2, True)


def test_json_and_csv(capsys: pytest.CaptureFixture[str]) -> None:
    """--json holds every game and step, --csv one line a player."""
    code, out, _ = run(capsys, "rate", CHAMPIONSHIP, "--rules", "fide", "--json")
    found = json.loads(out)
    assert (code, len(found["players"]), len(found["players"][0]["games"])) == (0, 12, 11)
    assert found["players"][0]["new_rating"] == 2797
    _, out, _ = run(capsys, "rate", CHAMPIONSHIP, "--rules", "fide", "--csv")
    rows = list(csv.reader(io.StringIO(out)))
    assert (len(rows), rows[0][0], rows[1][13]) == (13, "No.", "2797")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["WE_TABLE", 200], "0.76"),
        (["WE_TABLE", -200], "0.24"),
        (["WE_TABLE", "200,-200"], "0.76\n0.24"),
        (["we_table", 413, "fide"], "0.93"),
        (["NEW_RATING", 1650, "1270,1550,2050", "1,1,0.5", "elo:model=normal200r2", 10], "1659"),
        (["NEW_RATING", 2813, "[1787,2025,2310,2400,2505]", 4.5, "fide"], "2810"),
        (["K_FACTOR", 2250, "ruleset=fide", "age=15"], "40"),
        (["PERF_RATING", "1675,1890", "1,0.5"], "1976"),
    ],
)
def test_call(words: list[object], expected: str, capsys: pytest.CaptureFixture[str]) -> None:
    """`xlrating call` gives what the cell gives."""
    code, out, _ = run(capsys, "call", *words)
    assert (code, out.strip()) == (0, expected)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["WE_TABEL", 200], "did you mean WE_TABLE"),
        (["WE_TABLE"], "difference is missing"),
        (["WE_TABLE", "high"], "difference is the text 'high'"),
        (["WE_TABLE", "1_000"], "difference is the text '1_000'"),
        (["WE_TABLE", "nan"], "a finite number is expected"),
        (["WE_TABLE", 200, "fida"], "did you mean fide"),
        (["NEW_RATING", 2000, "2000,2100", "3"], "scores sum to 3 in 2 games"),
        (["NEW_RATING", 2000, "2000,2100,2200", "1,0"], "3 opponents but 2 scores"),
        (["NEW_RATING", 2000, "2000", "2"], "score is 2"),
        (["PERF_RATING", "2000,2000", 2], "gives no rating difference for 100 %"),
        (["RATING_CLASS", 2000, "fide"], "has no rule for classes"),
        (["K_FACTOR", 2000, "fide@0000"], "fide: 0000 is not a date; write it like"),
        (["K_FACTOR", 2000, "fide@9999"], "fide: 9999 is not a date; write it like"),
        (["K_FACTOR", 100000000000, "dwz"], "a rating of dwz from 100 to 4000 is expected"),
        (["WE_TABLE", "9" * 5000], "difference is inf; a finite number is expected"),
        (["WE_TABLE", "9" * 40], "difference is 1e+40; a number below 10^12 is expected"),
        (
            ["WE_TABLE", f"[{'9' * 5000}]"],
            "9999… cannot be read as a list; write it like 2500,2480",
        ),
        (
            ["WE_TABLE", "[" * 50000 + "]"],
            "[[[[… cannot be read as a list; write it like 2500,2480",
        ),
        (["WE_TABLE", 200, "[" * 50000], "[[[[…; see: xlrating rules"),
        (["WE_TABLE", 200, "[" * 4000], "[[[[…; choose from chessmetrics, china-pro"),
        (["WE_TABLE", 200, "fide@20"], "'fide@20' cannot be read as a date; write it like"),
    ],
)
def test_call_refuses(
    words: list[object], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A wrong argument gives one sentence and exit code 2."""
    code, out, err = run(capsys, "call", *words)
    assert (code, out, message in err, err.count("\n")) == (2, "", True, 1), err
    assert len(err) < 600


def test_explain(capsys: pytest.CaptureFixture[str]) -> None:
    """One player's calculation, each step with its clause, in three languages."""
    code, out, _ = run(capsys, "explain", CHAMPIONSHIP, "2020009", "--rules", "fide@2025-10-01")
    assert code == 0
    assert "Change: 10 × 0.83 = 8.3   [8.3.4]" in out
    _, out, _ = run(capsys, "explain", CHAMPIONSHIP, 1, "--rules", "fide", "--language", "zh")
    assert "变动：10 × 0.83 = 8.3" in out
    code, _, err = run(capsys, "explain", CHAMPIONSHIP, 99, "--rules", "fide")
    assert (code, "there is no player '99'; the players are 1 " in err) == (2, True)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["rate", CHAMPIONSHIP, "--rules", "", "--language", "zh"], "--rules：未给出值"),
        (["explain", CHAMPIONSHIP, "1", "--day="], "--day: the value is missing"),
        (["rules", ""], "name a rule set"),
    ],
)
def test_an_empty_value_is_not_left_out(
    words: list[object], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """What a script has nothing for would otherwise count as not asked for, without a word."""
    code, out, err = run(capsys, *words)
    assert (code, out) == (2, "") and message in err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["rate", "--language", "ru"], "не хватает: file (книга, TRF, турнирная таблица"),
        (["federation", "verify"], "missing: next (the list to verify, .xlsx or .csv"),
        (["new", "swiss"], "missing: --rules (the rule set, e.g. fide), -o/--output ("),
        (["--language", "zh", "rates", "a.csv"], "没有命令 'rates'；是否指 rate？"),
        (["rat"], "there is no command 'rat'; did you mean rate?"),
        (["xyz"], "there is no command 'xyz'; choose from new, rate, "),
        (["call", "WE_TABL", "200"], "there is no function WE_TABL; did you mean WE_TABLE?"),
        (
            ["call", "WE_TABLE", "200", "rulset=dwz"],
            "WE_TABLE has no argument rulset; did you mean ruleset?",
        ),
        (
            ["call", "WE_TABLE", "200", "--languag", "ru"],
            "unknown option: --languag (did you mean --language?)",
        ),
        (["call", "XYZ", "--language", "ru"], "функции XYZ нет; есть такие: WE_TABLE, "),
        (
            ["call", "WE_TABLE", "difference=1", "difference=2"],
            "WE_TABLE: difference is given twice",
        ),
        (["federation", "publsh", "a"], "publsh: there is no such file, and no such command; did "),
        (["rate", "a.csv", "--ruels", "fide"], "unknown option: --ruels (did you mean --rules?)"),
        (["rate", "--ruels", "fide"], "unknown option: --ruels (did you mean --rules?)"),
        (["rate", "a.csv", "-r", "fide"], "unknown option: -r (did you mean --rules?)"),
        (["rules", "fdie"], "there is no rule set 'fdie'; did you mean fide?"),
        (
            ["rate", "a.csv", "--language", "xx"],
            "--language: 'xx' is not one of the choices; choose from ",
        ),
        (
            ["rate", "a.csv", "--foo", "--language=zh"],
            "无法识别：--foo；用法见 xlrating rate --help",
        ),
        (["rate", "a.csv", "--p", "x"], "--p: this could mean any of --pace, --players"),
        (["new", "swiss", "--players", "many"], "--players: 'many' is not a number"),
        (["rate", "a.csv", "-o"], "-o/--output: the value is missing"),
    ],
)
def test_words_that_are_no_command_are_told_in_a_line(
    words: list[object], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line each, exit code 2, in the language of the command: none of Python's own parser."""
    code, out, err = run(capsys, *words)
    assert (code, out, err.count("\n")) == (2, "", 1) and err.startswith(f"xlrating: {message}")


def test_slips_are_told_as_the_help_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Promise: who reads the help in Russian reads what is wrong with a command in it, too."""
    monkeypatch.setenv("LC_ALL", "ru_RU.UTF-8")
    _, _, err = run(capsys, "rat")
    assert err.startswith("xlrating: команды 'rat' нет; возможно, rate?")
    _, out, _ = run(capsys, "rat", "--json")
    assert "there is no command 'rat'" in out


def test_no_word_at_all(capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: who types the name alone sees what there is; a script that does is stopped."""
    code, out, err = run(capsys)
    assert (code, err) == (2, "xlrating: missing: COMMAND; see: xlrating --help\n")
    assert "write an empty template workbook" in out


def test_a_list_that_is_named_is_there(capsys: pytest.CaptureFixture[str]) -> None:
    """--earlier: a typing error is told, whether or not an event asks for a list of before."""
    folder = Path(__file__).parent / "events" / "us-championship-2025"
    said = ("federation", folder / "players.csv", folder, "--rules", "fide")
    code, _, err = run(capsys, *said, "--earlier", folder / "nowhere")
    assert (code, "nowhere: there is no such file" in err) == (2, True)


def test_rules_are_refused_in_the_language_of_the_command(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Promise: what is wrong is told in the chosen language, as far as rules are named."""
    for language, said in (("zh", "没有名为"), ("ru", "правил '")):
        code, _, err = run(capsys, "rules", "fida", "--language", language)
        assert code == 2 and said in err and "fide" in err


@pytest.mark.in_turn
def test_check_exit_codes(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """`check` is 0 when all agrees, 1 with each differing cell named."""
    import openpyxl

    output = tmp_path / "rated.xlsx"
    run(capsys, "rate", CHAMPIONSHIP, "--rules", "fide", "-o", output)
    code, out, _ = run(capsys, "check", output)
    assert (code, out.startswith("all ")) == (0, True)
    values = openpyxl.load_workbook(output, data_only=True)
    values["Ratings"]["L5"] = 2800
    values.save(tmp_path / "changed.xlsx")
    code, out, _ = run(capsys, "check", tmp_path / "changed.xlsx")
    assert code == 1
    assert "sheet Ratings, cell L5: shows 2800" in out


@pytest.mark.parametrize("format", ["round-robin", "swiss"])
def test_new(capsys: pytest.CaptureFixture[str], tmp_path: Path, format: str) -> None:
    """`new` writes a template that pins its edition and takes players from a list."""
    path = tmp_path / "new.xlsx"
    players = EVENTS / "us-championship-2025" / "players.csv"
    words = ["new", format, "--rules", "fide", "--from", players, "-o", path]
    code, out, _ = run(capsys, *words)
    assert (code, "12 players" in out, "fide@" in out) == (0, True, True)
    event = read(path)
    assert [player.rating for player in event.players][:2] == [2789, 2756]
    assert check(open_sheets(path)).differences == ()


def test_rules(capsys: pytest.CaptureFixture[str]) -> None:
    """`rules` lists the regulations; `rules ID` reads as a page with clauses."""
    code, out, _ = run(capsys, "rules")
    assert (code, "Classic Elo" in out, "FIDE rating" in out) == (0, True, True)
    for language in ("en", "zh", "ru"):
        code, out, _ = run(capsys, "rules", "fide@2024-03-01", "--language", language)
        assert (code, "[8.3.4]" in out, "fide@2024-03-01" in out) == (0, True, True)


#: What is said in each language where something is to be looked at.
LOOK = {"en": "worth checking", "zh": "请核对", "ru": "проверьте"}


@pytest.mark.in_turn
@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("turn", "name"), [*enumerate(name for name in available() if load(name).method != "none")]
)
def test_every_rule_set_rates_checks_and_explains(
    turn: int, name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """rate, check, explain and rules work for every rule set that rates events; the steps are told in
    one language each, and in all where every case is asked for.
    """
    output, games = tmp_path / "rated.xlsx", tmp_path / "games.csv"
    lines = (CHAMPIONSHIP.parent / "players.csv").read_text("utf-8").splitlines()
    if load(name).bounds[1] < 1000:
        # A tenth of an Elo rating is a number of these.
        lines = [re.sub(r",(\d{3})(\d),", r",\1.\2,", line) for line in lines]
    (tmp_path / "players.csv").write_text("\n".join(lines), "utf-8")
    games.write_bytes(CHAMPIONSHIP.read_bytes())
    options = ("--rules", name, "--format", "round-robin", "-o", output)
    code, out, err = run(capsys, "rate", games, *options)
    read, *told = [line for line in err.splitlines() if "worth checking" not in line]
    assert (code, told, len(out.splitlines()) > 14) == (0, [], True), err
    assert read == "xlrating: games.csv: read: 12 players, 66 games"
    code, out, _ = run(capsys, "check", output)
    assert (code, out.startswith("all ")) == (0, True), out
    for language in LOOK if EVERY else (LANGUAGES[turn % 3],):
        code, out, err = run(capsys, "explain", output, 3, "--language", language)
        read, *told = [line for line in err.splitlines() if LOOK[language] not in line]
        assert (code, told, "[" in out) == (0, [], True), err
        assert "12" in read and "66" in read
    assert run(capsys, "rules", name)[0] == 0


def test_play_offs_are_not_lost_in_a_workbook(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Play-off games stand in the rounds after the table's and are rated alike when read back."""
    games = tmp_path / "games.csv"
    games.write_text(
        "round,white,white_rating,black,black_rating,result,playoff\n"
        "1,A,2400,B,2300,½-½,\n2,B,2300,A,2400,½-½,x\n",
        "utf-8",
    )
    output = tmp_path / "rated.xlsx"
    assert run(capsys, "rate", games, "--rules", "cxa-rapid", "-o", output)[0] == 0
    code, out, _ = run(capsys, "check", output)
    assert (code, "agree" in out) == (0, True)
    printed = [
        run(capsys, "rate", source, "--rules", "cxa-rapid", "--csv")[1]
        for source in (games, output)
    ]
    assert printed[0] == printed[1]
    # Which points they are, where a win has 2 for players.
    assert "Points 1-½-0," in printed[0]
    early = games.read_text("utf-8").replace("2,B", "1,B")
    games.write_text(early, "utf-8")
    code, _, err = run(capsys, "rate", games, "--rules", "cxa-rapid", "--csv")
    assert (code, "it must come after round 1" in err) == (2, True)


def test_numbers_of_moves_are_read_and_not_lost(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """10步内结束,赢方不得分: the column moves counts, in a CSV as in the workbook made of it."""
    games = tmp_path / "games.csv"
    games.write_text(
        "round,white,white_rating,black,black_rating,result,moves\n"
        "1,A,149,B,300,1-0,10\n2,B,300,A,149,0-1,11\n",
        "utf-8",
    )
    output = tmp_path / "rated.xlsx"
    code, _, err = run(capsys, "rate", games, "--rules", "rank-ladder", "-o", output)
    assert (code, err) == (0, "xlrating: games.csv: read: 2 players, 2 games\n")
    assert [game.moves for game in read(output).games] == [10, 11]
    assert run(capsys, "check", output)[0] == 0
    output.unlink()
    code, out, _ = run(capsys, "rate", games, "--rules", "rank-ladder", "--json")
    assert (code, [line["new_rating"] for line in json.loads(out)["players"]]) == (0, [150, 298])
    assert run(capsys, "rate", games, "--rules", "fide", "-o", output)[0] == 0


def test_the_pace_of_an_event(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Sonas: the pace of a file that cannot say it is named, and stands in the workbook."""
    games = tmp_path / "games.csv"
    games.write_text(
        "round,white,white_rating,black,black_rating,result\n1,A,2560,B,2600,1-0\n", "utf-8"
    )
    players = tmp_path / "people.csv"
    players.write_text("name,k\nA,10\nB,10\n", "utf-8")
    output = tmp_path / "rated.xlsx"
    named = ("rate", games, "--players", players, "--rules", "nevzorov")
    code, out, err = run(capsys, *named, "--pace", "блиц", "--json", "-o", output)
    line = "xlrating: games.csv: read: 2 players, 1 game\n"
    assert (code, err, json.loads(out)["players"][0]["change"]) == (0, line, 0.9)
    assert read(output).pace == "blitz" and run(capsys, "check", output)[0] == 0
    code, _, err = run(capsys, *named, "--pace", "quick", "--json")
    assert (code, "classical, rapid, blitz" in err) == (2, True)


def test_players_of_the_last_event(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """`new --from` an event's workbook starts with the ratings after it."""
    rated, new = tmp_path / "rated.xlsx", tmp_path / "new.xlsx"
    run(capsys, "rate", CHAMPIONSHIP, "--rules", "fide", "-o", rated)
    code, _, err = run(capsys, "new", "swiss", "--rules", "fide", "--from", rated, "-o", new)
    assert (code, err) == (0, "")
    assert [player.rating for player in read(new).players][:2] == [2797, 2764]


def test_notes_about_dates_and_changed_rules(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Rated by an edition that was not in force, or with a changed Rules sheet: it is said."""
    import openpyxl

    rated = tmp_path / "rated.xlsx"
    run(capsys, "rate", CHAMPIONSHIP, "--rules", "fide@2025-10-01", "-o", rated)
    book = openpyxl.load_workbook(rated, data_only=True)
    book["Start"]["B19"] = "2023-05-01"
    k = next(c for row in book["Rules"].iter_rows() for c in row if c.value == 10 and c.column == 3)
    k.value = 12
    book.save(tmp_path / "changed.xlsx")
    code, _, err = run(capsys, "rate", tmp_path / "changed.xlsx", "--json")
    assert code == 0
    assert "held on 2023-05-01, before fide@2025-10-01 came into force (2025-10-01)" in err
    assert "the edition of that day, fide@2022-01-01" in err
    assert f"sheet Rules, cell {k.coordinate}: shows 12.0, the regulation has 10" in err


def test_another_choice_rates_what_the_own_rules_of_a_file_refuse(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """china-pro 1.21b: a full score is refused by the file's own rules, and rated by a choice."""
    import openpyxl

    people = tuple(
        Player(no, f"Player {no}", rating)
        for no, rating in enumerate((Decimal(2500), Decimal(2400), None), 1)
    )
    event = Event(people, games((1, 1, 2, "1-0"), (2, 1, 3, "1-0"), (3, 2, 3, "1-0")))
    event = replace(event, format="round-robin")
    rules = "china-pro:full_score=800"
    path = write(filled(event, load(rules)), tmp_path / "field.xlsx")
    book = openpyxl.load_workbook(path, data_only=True)
    (cell,) = [
        c for row in book["Rules"].iter_rows() for c in row if c.value == "800" and c.column == 3
    ]
    cell.value = "none"
    book.save(path)
    assert "100 %" in run(capsys, "rate", path, "--csv")[2]
    assert run(capsys, "rate", path, "--rules", rules, "--csv")[0] == 0


def test_addin_help_tells_the_hosts_apart(capsys: pytest.CaptureFixture[str]) -> None:
    """`xlrating addin --help` says in one line what each program gets."""
    with pytest.raises(SystemExit):
        main(["addin", "--help"])
    lines = capsys.readouterr().out.splitlines()
    for host in HOSTS:
        assert [line for line in lines if line.startswith(f"  {host} ")], host


def test_addin_writes_both_files_or_none(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Promise: files are written whole or not at all, the sheet of functions with the add-in."""
    addin, sheet = tmp_path / "x.oxt", tmp_path / "functions.xlsx"
    sheet.write_text("mine", "utf-8")
    code, _, err = run(capsys, "addin", "libreoffice", "-o", addin, "--sheet", sheet)
    assert (code, "exists" in err, addin.exists(), sheet.read_text("utf-8")) == (
        2,
        True,
        False,
        "mine",
    )
    code, _, err = run(capsys, "addin", "libreoffice", "-o", addin, "--sheet", addin, "--force")
    assert (code, "must end with .xlsx" in err, addin.exists()) == (2, True, False)


def test_results_that_wait_are_in_no_workbook(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A workbook rates one event alone: its formulas know no results of earlier ones.

    The template leaves them out; a rated workbook whose values would count them is not written.
    """
    people = "no,name,rating,Results waiting\n1,Ann,2000,\n2,Bob,,2000:1@2026-01-01;1900:1\n"
    games = "round,white,black,result\n1,1,2,1-0\n"
    (tmp_path / "list.csv").write_text(people, "utf-8")
    (tmp_path / "games.csv").write_text(games, "utf-8")
    both = [str(tmp_path / "games.csv"), "--players", str(tmp_path / "list.csv")]
    output = ["--rules", "dwz", "-o", str(tmp_path / "made.xlsx")]
    assert main(["rate", *both, *output]) == 2
    assert "results that count towards a first rating: Bob; print" in capsys.readouterr().err
    assert not (tmp_path / "made.xlsx").exists()
    assert main(["new", "swiss", "--from", str(tmp_path / "list.csv"), *output]) == 0


#: What is printed in the words of the shell: usage, and names of functions and arguments.
SHELL = {"call.py", "__init__.py"}


def test_commands_have_no_words_of_their_own() -> None:
    """Promise: whatever is printed comes from the texts, in the language that is asked for."""
    folder = Path(xlrating.cli.__file__).parent
    own = [
        f"{path.name}:{part.lineno} {part.value!r}"
        for path in sorted(folder.rglob("*.py"))
        if path.name not in SHELL
        for call in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "print"
        for part in printed_texts(call)
        if not is_text(str(part.value))
        if any(letter.isalpha() for letter in str(part.value).replace("xlrating: ", ""))
    ]
    assert own == []


KINDS = {"MissingError", *(kind.__name__ for kind in RatingError.__subclasses__())}

#: Where whatever is refused is refused in the texts' words.
REFUSING = (
    "cli",
    "exchange",
    "reading.py",
    "engine/vocabulary",
    "engine/tournament",
    "federation/chain.py",
)


def test_what_is_refused_is_told_in_the_texts() -> None:
    """Promise: messages come from the texts: no error of a command has words in code."""
    top = Path(xlrating.__file__).parent
    files = [
        path for name in REFUSING for path in (sorted((top / name).rglob("*.py")) or [top / name])
    ]
    own = [
        f"{path.name}:{call.lineno}"
        for path in files
        # A process that was asked before it had a file tells that to no person.
        if path.name not in (*SHELL, "child.py")
        for call in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") in KINDS and call.args
        if isinstance(call.args[0], (ast.Constant, ast.JoinedStr, ast.BinOp))
    ]
    assert (own, len(files) > 30) == ([], True)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("words", "place", "key", "told"),
    [
        (["rate", "none.csv"], "none.csv", "file_missing", {}),
        (["rate", "games.csv"], "games.csv", "opt_no_rules", {}),
        (["rate", "games.csv", "--day", "x"], "--day", "word_no_date", {"found": "'x'"}),
        (["rate", "games.csv", "--day", "2205-11-02"], "--day", "word_no_date",
         {"found": "'2205-11-02'"}),
        (["rate", "games.csv", "--pace", "x"], "--pace", "word_pace",
         {"found": "'x'", "known": "classical, rapid, blitz"}),
        (["rate", "games.csv", "--tie-breaks", "SB,SB", "--csv"], "--tie-breaks", "ties_twice",
         {"codes": "SB, SB"}),
        (["rate", "games.csv", "-o", "games.csv", "--force"], "games.csv", "opt_output_read",
         {"file": "games.csv"}),
        (["rate", "wrong.csv"], "wrong.csv, line 2, column result", "word_results",
         {"found": "'+'", "codes": "1-0, 1-0 F"}),
        (["rate", "games.csv", "--players", "some.csv"], "games.csv, line 2, column white",
         "read_no_player", {"who": "'A'"}),
        (["convert", "games.csv", "-o", "x.doc"], "x.doc", "opt_ending",
         {"endings": ".trf / .csv / .xlsx"}),
        (["new", "swiss", "--rules", "elo", "--rounds", "16", "-o", "x.xlsx"], "",
         "opt_rounds_swiss", {"rounds": 16}),
        (["new", "swiss", "--rules", "thompson", "-o", "x.xlsx"], "", "opt_no_template",
         {"rules": "thompson"}),
        (["new", "swiss", "--rules", "elo", "--ids", "7", "-o", "x.xlsx"], "", "opt_ids_fide", {}),
        (["study", "games.csv", "--rules", "elo"], "--rules", "opt_study_rules", {}),
        (["addin", "lambda", "-o", "x.xlsx", "--install"], "--install", "opt_nothing_to_install", {}),
        (["federation", "l.csv", "games.csv", "-o", "n.csv", "--explain", "A"], "n.csv",
         "opt_list_explain", {}),
    ],
)  # fmt: skip
def test_what_is_refused_is_told_in_the_language(
    words: list[str], place: str, key: str, told: dict[str, object], language: str,
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """Promise: where, what was found and what to do, in the language that is asked for."""
    monkeypatch.chdir(tmp_path)
    Path("games.csv").write_text("round,white,black,result\n1,A,B,1-0\n", "utf-8")
    Path("wrong.csv").write_text("round,white,black,result\n1,A,B,+\n", "utf-8")
    Path("some.csv").write_text("name,rating\nB,2000\n", "utf-8")
    code, out, err = run(capsys, *words, "--language", language)
    said = placed_words(place, say(language, key, **told), language)
    assert (code, out) == (2, "")
    assert err == f"xlrating: {said}\n"


def printed_texts(node: ast.AST) -> list[ast.Constant]:
    """The texts that stand in what is printed, but for keys of texts."""
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("say", "told"):
        return []
    if isinstance(node, ast.Constant):
        return [node] if isinstance(node.value, str) else []
    return [text for part in ast.iter_child_nodes(node) for text in printed_texts(part)]


@pytest.mark.in_turn
def test_commands_speak_as_the_template_that_they_read(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Promise: who works in Russian need not say so to the commands; `--language` still decides."""
    book, event = tmp_path / "турнир.xlsx", replace(read(CHAMPIONSHIP), rules="fide")
    write(filled(event, load("fide"), language="ru"), book)
    cells = run(capsys, "check", book, "--language", "ru")
    assert run(capsys, "check", book) == cells
    assert "совпадают с расчётом" in cells[1]
    rated = ("rate", book, "--csv")
    assert run(capsys, *rated) == run(capsys, *rated, "--language", "ru")
    assert run(capsys, *rated) != run(capsys, *rated, "--language", "en")
    (tmp_path / "out.trf").write_text("there already")
    refused = run(capsys, "explain", book, "nobody")
    assert refused == run(capsys, "explain", book, "nobody", "--language", "ru")


@pytest.mark.in_turn
@pytest.mark.parametrize("language", ["zh", "ru"])
def test_commands_speak_the_language(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, language: str
) -> None:
    """Promise: verdicts, notes and summaries are in the language that is asked for."""
    book, own = tmp_path / "book.xlsx", ("--language", language)
    event = replace(read(CHAMPIONSHIP), rules="elo")
    write(filled(event, load("elo")), book)
    trf = tmp_path / "event.trf"
    told = [
        run(capsys, "check", book, *own),
        run(capsys, "convert", book, "-o", trf, *own),
        run(capsys, "check", trf, "--format", "swiss", *own),
        run(capsys, "new", "swiss", "--rules", "elo", "-o", tmp_path / "new.xlsx", *own),
    ]
    assert [code for code, _, _ in told] == [0] * 4
    lines = [line for _, out, err in told for line in (out + err).splitlines()]
    for line in lines:
        words = re.sub(r"\S*[/.:]\S*|xlrating", "", line)
        assert not re.search(r"[a-z]{2,} [a-z]{2,} [a-z]{2,}", words), line
    counted = {"players": len(event.players), "games": len(event.games)}
    assert say(language, "cli_points_agree", **counted) in lines


def test_a_column_that_may_hold_a_rating_is_not_passed_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: nothing is lost without a word: a rating may stand below an unknown heading."""
    games = tmp_path / "games.csv"
    games.write_text("round,white,black,result,white_strength\n1,Ann,Bob,1-0,2000\n")
    code, _, err = run(capsys, "rate", games, "--rules", "elo", "--csv")
    assert (code, "xlrating does not know the column white_strength" in err) == (2, True)
    words = ("rate", games, "--rules", "elo", "--csv", "--ignore", "White strength")
    code, _, err = run(capsys, *words)
    line = "xlrating: games.csv: read: 2 players, 1 game; not used: white_strength"
    assert (code, err.splitlines()[0]) == (0, line)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_file_has_no_place_for_is_named(
    language: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Promise: it is called as people read it: "games (2)" would be games that were left out."""
    monkeypatch.chdir(tmp_path)
    Path("games.csv").write_text("round,white,black,result\n1,A,B,1-0\n", "utf-8")
    Path("people.csv").write_text("name,rating,games\nA,2000,40\nB,1900,30\n", "utf-8")
    words = ["convert", "games.csv", "--players", "people.csv", "-o", "out.trf"]
    code, _, err = run(capsys, *words, "--language", language)
    assert code == 0 and f"{say(language, 'col_games')} (2)" in err


def test_arguments_are_named_in_their_order(capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: whoever misspells an argument of a function reads them as a cell would take them."""
    code, _, err = run(capsys, "call", "WE_TABLE", "diference=200")
    assert (code, err) == (
        2,
        "xlrating: WE_TABLE has no argument diference; did you mean difference? "
        "Its arguments are difference, ruleset\n",
    )  # fmt: skip
    for name, function in all_functions().items():
        _, _, err = run(capsys, "call", name, "nothing=1")
        listed = ", ".join(parameter.name for parameter in function.parameters)
        assert err.rstrip().endswith(f"its arguments are {listed or '–'}"), name


@pytest.mark.parametrize(
    "name", ["list.csv", "list.xlsx", "players_list.txt", "events/club-players.csv"]
)
def test_a_list_is_no_event(name: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: who asks for the ratings of a list is told what it is, and which command reads it."""
    for command in (("rate",), ("explain", "1"), ("simulate",)):
        code, out, err = run(capsys, command[0], name, *command[1:], "--rules", "fide")
        assert (code, out) == (2, "") and err.startswith(f"xlrating: {name}: this is a "), command
        assert f"xlrating federation {name} EVENTS" in err
    code, out, _ = run(capsys, "check", name)
    assert code == 0 and "nothing in it can be checked" in out


def test_a_ledger_is_neither_event_nor_list(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: an identity ledger is read as one, and its name is no player's."""
    assert run(capsys, "check", "ledger.csv")[:2] == (
        0, "ledger.csv: an identity ledger; read: 1 entry\n"
    )  # fmt: skip
    assert "kind: an identity ledger" in run(capsys, "read", "ledger.csv")[1]
    new = ["new", "swiss", "--rules", "fide", "--from", "ledger.csv", "-o", "o.xlsx"]
    for words in (["rate", "ledger.csv", "--rules", "fide"], new,
                  ["convert", "ledger.csv", "-o", "o.trf"]):  # fmt: skip
        code, _, err = run(capsys, *words)
        assert code == 2 and "--ledger FILE" in err, words
    Path("wrong.csv").write_text(
        Path("ledger.csv").read_text("utf-8").replace("2026", "26"), "utf-8"
    )
    assert run(capsys, "check", "wrong.csv")[2].startswith(
        "xlrating: wrong.csv, line 2, column date"
    )
