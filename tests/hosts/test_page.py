"""The page in the browsers that people have: a file from the disk, without a network.

What it saves is compared with what the command line writes, member by member.
"""

from __future__ import annotations

import base64
import hashlib
import itertools
import json
import random
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import page_parity
import pytest
from needs import EVERY, LONGEST
from node import program
from once import once
from page_files import FILES, built, visit
from workbooks import FOLDER

from xlrating.cli import main
from xlrating.engine.languages import LANGUAGES
from xlrating.engine.texts import Words
from xlrating.functions import all_functions
from xlrating.functions.help import example
from xlrating.hosts.bundle import zipped
from xlrating.hosts.page import build as building
from xlrating.hosts.page import packed, parts
from xlrating.hosts.page.bridge import Desk
from xlrating.hosts.page.build import HOSTED, SINGLE

HOSTILE = Path(__file__).parents[1] / "hostile"

#: How many changed files, and of which kinds of the fuzzer, with the ending of each.
CHANGED = 500
CHANGED_KINDS = {
    "csv": ".csv", "trf": ".trf", "pgn": ".pgn", "ndjson": ".ndjson", "txt": ".txt",
    "xlsx-cells": ".xlsx", "xlsx-inside": ".xlsx", "ods-cells": ".ods", "ods-inside": ".ods",
}  # fmt: skip

JOBS = ["rate", "pasted", "fresh", "calc", "next", "check"]


@pytest.fixture(scope="session")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the single file and the one for a web server."""
    return once(tmp_path_factory, "page", built)


@pytest.fixture(scope="module")
def seen(page: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Everything in one visit with Chromium."""
    folder = tmp_path_factory.mktemp("page")
    out = folder / "chrome"
    more = {"languages": LANGUAGES, "schemes": [False, True]} if EVERY else {}
    steps = [*JOBS, "players", "keyboard", "looks", "cancel", "hostile", "leak", "link", "hosted"]
    if EVERY:
        steps[1:1] = ["formats"]
        steps.insert(steps.index("calc") + 1, "every")
    hostile = [deep(folder / "deep-workbook.xlsx")]
    hostile += sorted(path for path in HOSTILE.rglob("*.*") if EVERY and path.is_file())
    files = {**FILES, **{f"hostile/{path.name}": path for path in hostile}}
    return {**visit(page, out, "chrome", steps, files, **more), "out": out}


def deep(path: Path) -> Path:
    """A workbook that nests elements so deep that the stack of a browser ends."""
    with zipfile.ZipFile(FILES["event.xlsx"]) as old, zipfile.ZipFile(path, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            if name == "xl/workbook.xml":
                data = data.replace(b"<sheets>", b"<x>" * 300_000 + b"</x>" * 300_000 + b"<sheets>")
            new.writestr(name, data, zipfile.ZIP_DEFLATED)
    return path


@pytest.fixture(scope="module")
def fox(page: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The jobs once more, with Firefox."""
    out = tmp_path_factory.mktemp("page") / "firefox"
    steps = [*JOBS, "cancel", "leak", "link"] if EVERY else ["rate", "calc", "leak"]
    return {**visit(page, out, "firefox", steps, FILES), "out": out}


@pytest.fixture(params=["chrome", "firefox"])
def visited(request: pytest.FixtureRequest) -> dict[str, Any]:
    """What either browser saw."""
    found: dict[str, Any] = request.getfixturevalue("seen" if request.param == "chrome" else "fox")
    return found


def members(path: Path) -> dict[str, str]:
    """The members of an archive, or the only one of another file."""
    if not zipfile.is_zipfile(path):
        data = path.read_bytes().removeprefix(b"\xef\xbb\xbf")
        return {"": hashlib.sha256(data).hexdigest()}
    with zipfile.ZipFile(path) as archive:
        return {name: hashlib.sha256(archive.read(name)).hexdigest() for name in archive.namelist()}


def command(*words: object) -> None:
    """Run a command that must succeed."""
    assert main([*map(str, words)]) == 0


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the same files, under the names that the page got them by."""
    for name, path in FILES.items():
        shutil.copyfile(path, tmp_path / name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_nothing_is_asked_for_and_nothing_leaves(visited: dict[str, Any]) -> None:
    """Promise: the page asks for no file and no address, reports no error, and not even a script
    that got into it sends a byte to a port that listens."""
    assert (visited["wrong"], visited["asked"], visited["heard"]) == ([], [], 0)


def test_a_rated_event(
    visited: dict[str, Any], desk: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: table, workbook, TRF and CSV are those of the command line."""
    out = visited["out"]
    command("rate", "event.xlsx", "-o", "event-rated.xlsx", "--language", "en")
    assert members(out / "rated.xlsx") == members(desk / "event-rated.xlsx")
    command("convert", "event.xlsx", "-o", "event.trf", "--language", "en")
    assert members(out / "event.trf") == members(desk / "event.trf")
    capsys.readouterr()
    command("rate", "event.xlsx", "--csv", "--language", "en")
    csv = capsys.readouterr().out
    assert (out / "rated.csv").read_text("utf-8-sig").replace("\r\n", "\n") == csv
    assert visited["saved"]["rated.xlsx"] == "event-rated.xlsx"
    first = csv.splitlines()[1].split(",")
    assert re.search(rf"\b{first[2]}\b.*\b{first[3]}\b", visited["texts"]["rate"])
    assert "8.3.4" in visited["texts"]["why"], "the clause is next to the step"


@pytest.mark.every
def test_every_kind_of_file(seen: dict[str, Any], desk: Path) -> None:
    """Promise: a TRF, a chess-results table and a CSV give what the command line gives."""
    for name, rules in (
        ("swiss.trf", "fide"), ("page.xlsx", "fide:list=rapid"), ("table.csv", "fide"),
    ):  # fmt: skip
        command("rate", name, "--rules", rules, "-o", f"{name}-rated.xlsx", "--language", "en")
        assert members(seen["out"] / f"{name}-rated.xlsx") == members(desk / f"{name}-rated.xlsx")


def test_a_pasted_table(seen: dict[str, Any]) -> None:
    """Promise: cells copied from a spreadsheet are an event."""
    assert re.search(r"Ann\s.*1813", seen["texts"]["pasted"])


def test_a_new_workbook(seen: dict[str, Any], desk: Path) -> None:
    """Promise: the workbook is the one of `xlrating new`, with players that were pasted, too."""
    size = ("--players", "12", "--rounds", "5")
    command("new", "swiss", "--rules", "cxa-rapid", *size, "-o", "n.xlsx", "--language", "en")
    assert members(seen["out"] / "new.xlsx") == members(desk / "n.xlsx")
    assert seen["saved"]["new.xlsx"] == "cxa-rapid-swiss.xlsx"
    (desk / "pasted.tsv").write_text("name\trating\nAnn\t1800\nBob\t1900\n")
    words = ("--from", "pasted.tsv", "-o", "p.xlsx", "--language", "en")
    command("new", "swiss", "--rules", "fide", *words)
    assert members(seen["out"] / "pasted.xlsx") == members(desk / "p.xlsx")


def test_the_calculator_shows_the_steps(visited: dict[str, Any]) -> None:
    """Promise: next to the number is how it comes about, and the address leads back to both."""
    said = visited["texts"]["calc"]
    assert "2810" in said and "−3" in said and "8.3.4" in said
    assert "call=NEW_RATING&rating=2813&ruleset=fide" in visited["texts"]["address"]


def test_a_link_carries_a_calculation(seen: dict[str, Any]) -> None:
    """Promise: a page with a regulation can link to a case, in its language."""
    assert "2808" in seen["texts"]["link"] and "Новый рейтинг" in seen["texts"]["link"]


@pytest.mark.every
def test_every_function(seen: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: every worksheet function is a form that gives what the command line gives."""
    assert seen["calls"].keys() == all_functions().keys()
    for name, found in seen["calls"].items():
        capsys.readouterr()
        given = [
            f"{key}={json.dumps(value) if isinstance(value, list) else value}"
            for key, value in example(name).items()
        ]
        command("call", name, *given)
        lines = capsys.readouterr().out.rstrip("\n").split("\n")
        assert found == [line.split("\t") for line in lines], name


def test_the_next_list(seen: dict[str, Any], desk: Path) -> None:
    """Promise: the list and the pages for members are those of the command line."""
    (desk / "events").mkdir()
    (desk / "games.csv").rename(desk / "events" / "games.csv")
    words = ("--rules", "fide", "--day", "2025-11-01", "--language", "en")
    command("federation", "list.csv", "events", *words, "-o", "2025-11-01 list.xlsx")
    assert members(seen["out"] / "next.xlsx") == members(desk / "2025-11-01 list.xlsx")
    command("federation", "publish", "2025-11-01 list.xlsx", "-o", "site", "--no-pdf")
    inside = sorted(path for path in (desk / "site").rglob("*") if path.is_file())
    files = {str(path.relative_to(desk)): path.read_bytes() for path in inside}
    (desk / "site.zip").write_bytes(zipped(files))
    assert members(seen["out"] / "site.zip") == members(desk / "site.zip")
    tiles = re.findall(r"\d+", seen["texts"]["next"].partition("results\n")[2])
    assert "132" in seen["texts"]["next"] and tiles


def test_a_published_list_is_verified_and_explained(seen: dict[str, Any]) -> None:
    """Promise: a member who doubts a number drops the list, and sees where the number comes from."""
    said = seen["texts"]["check"]
    assert "12 lines, unchanged" in said and "8.3.4" in said
    assert "all the same" in seen["texts"]["verified"]


def test_work_can_be_cancelled(seen: dict[str, Any]) -> None:
    """Promise: what was entered stays, and the next file is rated."""
    assert "Cancelled" in seen["texts"]["cancelled"] and "event.xlsx" in seen["texts"]["kept"]


def test_a_hostile_file_ends_nothing(seen: dict[str, Any]) -> None:
    """Promise: a file on which Python dies in a browser is told in a sentence; the next is rated."""
    assert "damaged" in seen["hostile"]["hostile/deep-workbook.xlsx"]
    assert all(said.strip() for said in seen["hostile"].values())


@pytest.mark.every
def test_changed_files_end_nothing(page: Path, tmp_path: Path) -> None:
    """Promise: the page answers after each of 500 files that the fuzzer has changed."""
    from fuzz import KINDS

    chance, files = random.Random(5), {"event.xlsx": FILES["event.xlsx"]}
    for number, (name, ending) in zip(range(CHANGED), itertools.cycle(CHANGED_KINDS.items())):
        kind = KINDS[name]
        data = chance.choice(kind.seeds())
        for _ in range(chance.randint(1, 4)):
            data = kind.changed(data, chance)
        path = tmp_path / f"{number}{ending}"
        path.write_bytes(data)
        files[f"hostile/{path.name}"] = path
    found = visit(page, tmp_path / "chrome", "chrome", ["rate", "hostile"], files)
    assert len(found["hostile"]) == CHANGED and found["wrong"] == []
    assert all(said.strip() for said in found["hostile"].values())


def test_the_keyboard_moves_between_the_jobs(seen: dict[str, Any]) -> None:
    """Promise: arrow keys, Home and End choose a job, and the focus goes with it."""
    assert seen["texts"]["keyboard"] == "tab-next next"


def test_everybody_can_use_it(seen: dict[str, Any]) -> None:
    """Promise: axe-core finds nothing serious, and no width scrolls sideways."""
    serious = {key: own for key, own in seen["axe"].items() if own[0] in ("serious", "critical")}
    assert (serious, seen["wide"]) == ({}, [])


def test_the_hosted_form_without_its_server(seen: dict[str, Any], desk: Path) -> None:
    """Promise: after the first visit the page works when the server is gone."""
    command("rate", "event.xlsx", "-o", "event-rated.xlsx", "--language", "en")
    assert members(seen["out"] / "hosted.xlsx") == members(desk / "event-rated.xlsx")


def test_its_sizes(page: Path) -> None:
    """Promise: one file of at most 11.5 MB; at most 8.5 MB come from a server."""
    assert (page / SINGLE).stat().st_size <= 11_500_000
    assert sum(path.stat().st_size for path in (page / HOSTED).iterdir()) <= 8_500_000


def test_what_it_holds_is_named_and_allowed(page: Path) -> None:
    """Promise: each part is there with its version and licence; scripts are known by their sums,
    and the single file may connect to nothing."""
    html = (page / SINGLE).read_text("utf-8")
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', html)
    assert policy and "connect-src 'none'" in policy[1] and "'unsafe-inline'" not in policy[1]
    script = re.findall(r"<script>(.*?)</script>", html, re.DOTALL)
    sums = [base64.b64encode(hashlib.sha256(one.encode()).digest()).decode() for one in script]
    assert re.findall(r"script-src 'sha256-([^']+)'", policy[1]) == sums
    held = building._data({})["licences"]
    said = parts.table()
    assert {one["name"] for one in held} == {"xlrating", "Pyodide", "Python", *said["wheel"]}
    assert all(one["version"] and one["licence"] for one in held)


def test_every_word_is_used_and_there() -> None:
    """Promise: the page has no text but those of its table, and all of them."""
    scripts = "".join(
        (parts.SOURCES / name).read_text("utf-8") for name in ("page.html", "page.js", "jobs.js")
    )
    words = {
        key for key in Words("hosts/page", "page").table if re.search(f"[\"'`]{key}[\"'`]", scripts)
    }
    assert words == Words("hosts/page", "page").table.keys()
    asked = {*re.findall(r'say\("(\w+)"', scripts), *re.findall(r'data-t="(\w+)"', scripts)}
    asked |= {*re.findall(r'data-(?:about|none|label)="(\w+)"', scripts)}
    assert asked <= words


def test_the_desk_keeps_files_apart(tmp_path: Path) -> None:
    """A file's name leads nowhere else; what was given is not handed back; folders become zips."""

    def run(words: object) -> int:
        Path("made.txt").write_text("made")
        Path("site/en").mkdir(parents=True)
        Path("site/en/index.html").write_text("page")
        print("said")
        return 1

    desk = Desk(run, str(tmp_path / "desk"))
    code, out, err, made = desk.run(["x"], {"../../a/b.csv": b"1", "c.csv": b"2"})
    assert (code, out, err, sorted(made)) == (1, "said\n", "", ["made.txt", "site.zip"])
    assert (tmp_path / "desk/a/b.csv").read_bytes() == b"1"
    assert desk.run(["x"], {})[3].keys() == made.keys()


def test_the_desk_leaves_its_folder_before_it_is_emptied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder that a process stands in cannot be deleted everywhere, such as under Windows."""
    stood: list[Path] = []

    def emptied(folder: Path, ignore_errors: bool) -> None:
        stood.append(Path.cwd())
        empty(folder, ignore_errors)

    monkeypatch.chdir(tmp_path)
    empty = shutil.rmtree
    monkeypatch.setattr(shutil, "rmtree", emptied)
    desk = Desk(lambda _: 0, str(tmp_path / "desk"))
    desk.run([], {})
    desk.run([], {})
    assert stood == [Path("/")] * 2


def test_the_page_carries_nothing_that_it_does_not_need() -> None:
    """Of the room of pages it needs what runs the commands; nobody reads what is beside the code."""
    names = {name for name, _ in packed._own()}
    own = {name.rpartition("/")[2] for name in names if "/hosts/page/" in name}
    assert own == {"__init__.py", "bridge.py"}
    assert not [name for name in names if name.endswith((".md", ".png", ".pyi"))]


def test_parts_of_the_page_are_kept_in_a_folder_that_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Promise: any path will do, and what is there is not fetched again."""
    monkeypatch.setattr(parts, "_pyodide", lambda draft, _: draft.mkdir())
    monkeypatch.setattr(parts, "_wheels", lambda folder, *_: folder.mkdir())
    made = parts.fetched(tmp_path / "a/b")
    monkeypatch.undo()
    assert made.is_relative_to(tmp_path / "a/b")
    assert parts.fetched(tmp_path / "a/b") == made


@pytest.mark.every
def test_every_command(page: Path, tmp_path: Path) -> None:
    """Promise: what the page holds says and writes what the command line says and writes."""
    root, folder, answer = str(FOLDER.parent), tmp_path / "made", tmp_path / "answer.json"
    folder.mkdir()
    pyodide = parts.fetched(Path(sys.prefix)) / "pyodide"
    script = Path(__file__).with_name("page_parity.mjs")
    given = [pyodide, page / HOSTED, root, folder, answer]
    done = subprocess.run(
        [program("node"), str(script), *map(str, given)],
        capture_output=True,
        encoding="utf-8",
        timeout=LONGEST,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    found = json.loads(answer.read_text("utf-8"))
    expected = json.loads(json.dumps(page_parity.run(main, root, str(folder))))
    assert len(found) == len(expected) > 100
    for one, other in zip(found, expected, strict=True):
        assert one == other, one[0]
