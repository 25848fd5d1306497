"""``--json``: every command prints one answer, whose parts are the same for all of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from xlrating.cli import main
from xlrating.engine.languages import LANGUAGES
from xlrating.engine.texts import between

pytestmark = pytest.mark.usefixtures("folder")

EXAMPLE = Path(__file__).parents[1] / "workbook_templates/examples/us-championship-2025.xlsx"
FEDERATION = "federation list.csv events --ledger ledger.csv --rules fide --day 2026-03-01"


def answer(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[dict[str, Any], str]:
    """What a command answers, and what it says to people next to it."""
    capsys.readouterr()
    code = main([*map(str, words), "--json"])
    out, err = capsys.readouterr()
    found = json.loads(out)
    assert found["exit_code"] == code
    return found, err


@pytest.mark.parametrize("language", LANGUAGES)
def test_notices_have_code_severity_place_and_text(
    language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: each thing that a command tells people is in its answer, in the chosen language."""
    found, err = answer(capsys, "rate", EXAMPLE, "--language", language)
    (one,) = found["notices"]
    assert (one["severity"], one["code"]) == ("doubt", "event_missing")
    assert one["at"] == {"file": EXAMPLE.name, "sheet": "Start", "cell": "B36"}
    assert f"xlrating: {one['place']}{between(language, ':')}{one['text']}\n" in err
    assert found["language"] == language


@pytest.mark.parametrize(
    "rules, code",
    [
        ("malaysia", "title_unknown"),
        ("malaysia", "newcomer_unrated"),
        ("cxa-rapid", "champion_none"),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_remedy_is_in_the_file_that_people_have(
    rules: str, code: str, language: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: place and remedy. Only a template has the sheets Players and Rules."""
    (folder / "games.csv").write_text("round,white,black,result\n1,A,B,1-0\n1,C,D,1-0\n", "utf-8")
    listed = "name,rating,title\nA,2200,\nB,2100,foo\nC,2000,\nD,,\n"
    (folder / "players.csv").write_text(listed, "utf-8")
    words = f"rate games.csv --players players.csv --rules {rules} --language {language}"
    found, err = answer(capsys, *words.split())
    (told,) = [one["text"] for one in found["notices"] if one["code"] == code]
    assert told in err and not any(sheet in told for sheet in ("Players", "Rules", "Start"))


def test_what_stops_a_command_is_in_its_answer(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: a program learns from the answer alone what is wrong, and where."""
    (folder / "list.csv").write_text("id,name,rating\n1,Ann,2OOO\n", "utf-8")
    for words in (
        FEDERATION,
        "explain events/february.xlsx Nobody",
        "rate x.csv --ruels fide",
        "rate",
        "rate x.csv --csv",
    ):
        found, err = answer(capsys, *words.split(), "--language", "ru")
        assert found["exit_code"] == 2 and found["text"] == []
        stops = [one["text"] for one in found["notices"] if one["severity"] == "error"]
        assert stops and all(text in err for text in stops), words
    found, _ = answer(capsys, *FEDERATION.split())
    assert found["notices"][0]["at"] == {"file": "list.csv", "line": "2", "column": "rating"}


def test_rate(capsys: pytest.CaptureFixture[str]) -> None:
    """A table has headings and texts in the language; players have numbers, games and sentences."""
    found, _ = answer(capsys, "rate", EXAMPLE, "--language", "zh", "-o", "rated.xlsx")
    (table,) = found["tables"]
    heads = [one["key"] for one in table["columns"]]
    row = dict(zip(heads, table["rows"][6], strict=True))
    assert (row["rating"], row["rounded"], row["new"]) == ("2664", "−7", "2657")
    assert {one["heading"] for one in table["columns"]} > {"等级分", "新等级分"}
    player = found["players"][6]
    assert (player["rating"], player["rounded_change"], player["new_rating"]) == (2664, -7, 2657)
    assert player["steps"][-1]["text"].startswith("新等级分") and player["steps"][-1]["clause"]
    assert player["games"][0]["opponent_name"] and found["headings"]["games"]["k"] == "K"
    assert (found["rules"], found["day"]) == ("fide@2025-10-01", "2025-10-12")
    assert found["files"] == ["rated.xlsx"] and found["read"]["players"] == 12


def test_explain(capsys: pytest.CaptureFixture[str]) -> None:
    """One player's games are a table, and the text is what people read."""
    found, _ = answer(capsys, "explain", EXAMPLE, 7)
    assert found["player"]["no"] == 7 and len(found["tables"][0]["rows"]) == 11
    main(["explain", str(EXAMPLE), "7"])
    assert capsys.readouterr().out.splitlines() == found["text"]


def test_check(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A cell that differs is named with what it shows and what was calculated."""
    found, _ = answer(capsys, "check", EXAMPLE)
    assert found["exit_code"] == 0 and found["cells"] > 1000 and found["differences"] == []
    book = openpyxl.Workbook()
    for row in (("No", "Name", "Rtg", "1", "Pts", "New"), (1, "Ann", 2000, "2w1", 1, 2015),
                (2, "Bob", 1900, "1b0", 0, 1891)):  # fmt: skip
        book.worksheets[0].append(row)
    book.save("own.xlsx")
    found, _ = answer(capsys, "check", "own.xlsx", "--rules", "elo")
    wrong = {one["at"]["cell"]: (one["found"], one["expected"]) for one in found["differences"]}
    assert (found["exit_code"], wrong) == (1, {"F2": ("2015", "2011"), "F3": ("1891", "1889")})


def test_federation(capsys: pytest.CaptureFixture[str]) -> None:
    """The next list is a table; whom an event concerns has each calculation with its clauses."""
    found, _ = answer(capsys, *FEDERATION.split(), "-o", "march.csv", "--language", "ru")
    assert found["numbers"] == {"events": 3, "results": 36, "rated": 8, "new": 0}
    assert len(found["tables"][0]["rows"]) == 8 and "march.csv" in found["files"]
    amber = found["players"][0]
    assert (amber["before"], amber["rating"], amber["change"]) == (2200, 2205, 5)
    assert amber["calculations"][0]["steps"][-1]["clause"] == "8.3.4"
    assert [one["file"] for one in found["events"]] == [
        "club-games.csv", "winter.trf", "february.xlsx",
    ]  # fmt: skip
    found, _ = answer(capsys, *FEDERATION.split(), "--explain", "Cedar")
    assert found["player"]["name"] == "Cedar" and found["tables"][0]["name"] == "games"


#: Every other command, with a value that only it answers.
OTHERS = {
    "federation diff list.csv list.csv": ("moves", []),
    "federation publish list.csv -o site --no-pdf": ("people", 8),
    "federation rebuild list.csv events -o lists --ledger ledger.csv --rules fide "
    "--day 2026-03-01": ("files", [str(Path("lists", "2026-03-01.xlsx"))]),
    "study events --rules fide --rules elo --players list.csv": ("exit_code", 0),
    "simulate events/winter.trf --rules nevzorov": ("n", 1000),
    "convert events/winter.trf -o winter.xlsx --rules fide": ("games", 6),
    "new swiss --rules fide --players 4 --rounds 1 -o new.xlsx": ("files", ["new.xlsx"]),
    "rules": ("command", "rules"),
    "rules fide": ("game", "chess"),
    "rules --news": ("command", "rules"),
    "call NEW_RATING 2000 2100 1 fide": ("result", 2013),
    "addin lambda -o f.xlsx": ("host", "lambda"),
    "demo small": ("command", "demo"),
    "read list.csv": ("players", 8),
    "check events/winter.trf": ("games", 6),
}  # fmt: skip


@pytest.mark.sampled(3)
@pytest.mark.parametrize("words", OTHERS)
def test_every_command_answers(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: --json is understood everywhere, and what people read is among the answer."""
    key, value = OTHERS[words]
    found, _ = answer(capsys, *words.split())
    assert found[key] == value, found["notices"]
    assert found["text"] and found["command"] in words
    assert [one["name"] for one in found["tables"] if not one["columns"]] == []


def test_verify(capsys: pytest.CaptureFixture[str]) -> None:
    """A list that is right says how much was compared; one that was changed, which cells differ."""
    answer(capsys, *FEDERATION.split(), "-o", "march.csv")
    verify = "federation verify march.csv --from list.csv events"
    found, _ = answer(capsys, *verify.split(), "--rules", "fide")
    assert (found["exit_code"], found["differences"]) == (0, []) and found["cells"] > 8
    listed = Path("march.csv").read_text("utf-8")
    Path("march.csv").write_text(listed.replace("2205", "2206", 1), "utf-8")
    found, _ = answer(capsys, *verify.split(), "--rules", "fide")
    assert found["exit_code"] == 1 and found["differences"][0]["at"]["file"] == "march.csv"


def test_a_published_list(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: of a list alone, without its sources, check gives the lines and explain the reasons
    and games of anybody on it, in the reader's language; without --json people read the same."""
    made, _ = answer(capsys, *FEDERATION.split(), "-o", "next.xlsx")
    player = max(made["players"], key=lambda one: len(one["calculations"]))
    found, _ = answer(capsys, "check", "next.xlsx")
    (table,) = found["tables"]
    keys = [one["key"] for one in table["columns"]]
    (line,) = [row for row in table["rows"] if row[keys.index("name")] == player["name"]]
    assert line[keys.index("rating")] == str(player["rating"])
    for language in LANGUAGES:
        words = ("next.xlsx", player["name"], "--language", language)
        told, _ = answer(capsys, "explain", *words)
        again, _ = answer(capsys, *FEDERATION.split(), "--language", language)
        (same,) = [one for one in again["players"] if one["name"] == player["name"]]
        steps = [step for one in same["calculations"] for step in one["steps"]]
        assert [(one["text"], one["clause"]) for one in told["player"]["steps"]] == [
            (one["text"], one["clause"]) for one in steps
        ]
        games = sum(len(one["games"]) for one in same["calculations"])
        assert len(told["tables"][0]["rows"]) == games
        assert main(["explain", *words]) == 0
        out = capsys.readouterr().out
        assert all(one["text"] in out for one in steps)


def test_a_changed_list_explains_nothing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: where somebody typed into a list its reasons are not repeated as if they were its."""
    answer(capsys, *FEDERATION.split(), "-o", "next.xlsx")
    book = openpyxl.load_workbook("next.xlsx")
    cell = book.worksheets[0]["D5"]
    cell.value = 2999
    book.save("next.xlsx")
    found, _ = answer(capsys, "check", "next.xlsx")
    assert (found["exit_code"], found["tables"]) == (1, [])
    told, _ = answer(capsys, "explain", "next.xlsx", "1")
    assert told["exit_code"] == 2
