"""What commands write is whole, and never over what they read."""

from __future__ import annotations

import io
import os
import re
import signal
import subprocess
import sys
import threading
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_kills import COMMANDS, words_of
from workbooks import EVENTS

from xlrating.bulk import rate_period
from xlrating.cli import main
from xlrating.cli.progress import Progress
from xlrating.engine.errors import FileError
from xlrating.engine.vocabulary.letters import CONTROL
from xlrating.exchange import drafts, open_sheets
from xlrating.exchange.files import AnyPath, read_bytes, write_together, write_whole
from xlrating.exchange.text_cells import text_cell
from xlrating.exchange.threads import threads
from xlrating.exchange.work_folders import work_folder
from xlrating.federation.folder import fingerprints, read_folder
from xlrating.federation.ledger_files import read_ledger
from xlrating.reading import read
from xlrating.stops import stopping

GAMES = "round,white,black,result\n1,Ann,Bob,1-0\n"


def a_workbook(folder: Path, name: str) -> Path:
    """A small template, filled by nobody."""
    code = main(
        ["new", "swiss", "--rules", "fide", "--players", "4", "--rounds", "1",
         "-o", str(folder / name)]
    )  # fmt: skip
    assert code == 0
    return folder / name


def _other_names(path: Path) -> dict[str, Path]:
    """The same file by other paths: the last two can only be told by looking at the disk."""
    folder = path.parent
    (folder / "up").mkdir()
    found = {"the same": path, "a way round": folder / "up" / ".." / path.name}
    for way in ("symlink", "hardlink"):
        found[way] = folder / f"{way}{path.suffix}"
    found["symlink"].symlink_to(path)
    found["hardlink"].hardlink_to(path)
    upper = path.with_name(path.name.upper())
    if upper.exists():  # a file system that knows no case
        found["in capitals"] = upper
    return found


def _refused(words: list[object], capsys: pytest.CaptureFixture[str]) -> str:
    capsys.readouterr()
    for force in ([], ["--force"]):
        code = main([*map(str, words), *force])
        out, err = capsys.readouterr()
        assert (code, out, err.count("\n")) == (2, "", 1), err
    return err


@pytest.mark.parametrize("what", ["rate", "rate players", "new", "federation"])
def test_no_input_is_overwritten(
    what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: "input files are never changed": of no command, by no name, not with --force."""
    book = a_workbook(tmp_path, "in.xlsx")
    (tmp_path / "in" / "sub").mkdir(parents=True)
    games = tmp_path / "in" / "games.csv"
    games.write_text(GAMES, "utf-8")
    for output in _other_names(book).values():
        words: dict[str, list[object]] = {
            "rate": ["rate", book, "--rules", "fide"],
            "rate players": ["rate", games, "--players", book, "--rules", "fide"],
            "new": ["new", "swiss", "--rules", "fide", "--from", book],
            "federation": ["federation", book, games.parent, "--rules", "fide"],
        }
        before, files = book.read_bytes(), sorted(tmp_path.rglob("*"))
        said = _refused([*words[what], "-o", output], capsys)
        assert (
            f"{output}: the output is the input file {book}; give the output another name" in said
        )
        assert book.read_bytes() == before
        assert sorted(tmp_path.rglob("*")) == files


def test_no_event_and_no_rule_file_is_overwritten(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same for the events of a folder, the file beside a list, and rules, through links."""
    events, listed = tmp_path / "events", tmp_path / "list.csv"
    (events / "sub").mkdir(parents=True)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (events / "linked").symlink_to(elsewhere)
    listed.write_text("name,rating\nAnn,2000\nBob,2000\n", "utf-8")
    Path(f"{listed}.json").write_text("{}", "utf-8")
    command = ["federation", listed, events, "--rules", "fide", "-o"]
    linked = tmp_path / "linked.csv"
    for event in (events / "a.csv", events / "sub" / "b.csv", elsewhere / "c.csv"):
        event.write_text(GAMES, "utf-8")
        linked.unlink(missing_ok=True)
        linked.hardlink_to(event)
        for output in (event, linked):
            assert "the output is in the folder of the events" in _refused(
                [*command, output], capsys
            )
        assert event.read_text("utf-8") == GAMES
    assert "in the folder of the events" in _refused([*command, events / "new.csv"], capsys)
    (tmp_path / "next.csv.json").hardlink_to(f"{listed}.json")
    assert f"input file {listed}.json" in _refused([*command, tmp_path / "next.csv"], capsys)
    rules = tmp_path / "own.toml"
    rules.write_text("id = 'own'\n", "utf-8")
    (tmp_path / "out.xlsx").symlink_to(rules)
    words = ["new", "swiss", "--rules", f"{rules}@2025", "-o", tmp_path / "out.xlsx"]
    assert f"the output is the input file {rules}" in _refused(words, capsys)
    assert rules.read_text("utf-8") == "id = 'own'\n"


def test_lists_before_and_numbers_are_inputs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same for a list before the last one, whatever signs its name has, and for --ids."""
    (tmp_path / "events").mkdir()
    for name in ("list.csv", "a=b.csv", "ids.xlsx"):
        (tmp_path / name).write_text("name,rating\nAnn,2000\n", "utf-8")
    for one in ("a=b.csv", "2025-10-01=a=b.csv"):
        path = one.removeprefix("2025-10-01=")
        said = one.replace(path, str(tmp_path / path))
        words = ["federation", tmp_path / "list.csv", tmp_path / "events", "--rules", "fide"]
        words += ["--earlier", said, "-o", tmp_path / "a=b.csv"]
        assert f"the output is the input file {tmp_path / 'a=b.csv'}" in _refused(words, capsys)
    ids = tmp_path / "ids.xlsx"
    words = ["new", "swiss", "--rules", "fide", "--from", tmp_path / "list.csv", "--ids", ids]
    assert f"the output is the input file {ids}" in _refused([*words, "-o", ids], capsys)


def test_two_outputs_are_two_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One name for the add-in and its sheet of functions would keep one of them only."""
    (tmp_path / "sheet.xlsx").symlink_to(tmp_path / "x.oxt")
    words = ["addin", "libreoffice", "-o", tmp_path / "x.oxt", "--sheet", tmp_path / "sheet.xlsx"]
    assert "two files would be written to this name" in _refused(words, capsys)


def test_a_file_that_is_replaced_keeps_its_rights(tmp_path: Path) -> None:
    """Whoever could read the list, and nobody else, can read the next one in its place."""
    path = tmp_path / "a.csv"
    for mode in (0o600, 0o644, 0o664, 0o640):
        path.write_bytes(b"old")
        path.chmod(mode)
        write_whole(path, b"new", force=True)
        assert (path.stat().st_mode & 0o777, path.read_bytes()) == (mode, b"new")


def _left(folder: Path) -> Path:
    """What a run leaves that is killed while it writes."""
    script = (
        "import os, pathlib, signal, sys\n"
        "from xlrating.exchange.drafts import Draft\n"
        "draft = Draft(pathlib.Path(sys.argv[1]) / 'x')\n"
        "draft.write(b'half')\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    before = set(folder.iterdir())
    subprocess.run([sys.executable, "-c", script, folder], check=False)
    (found,) = set(folder.iterdir()) - before
    return found


def test_what_a_kill_leaves_is_swept_by_the_next_run(tmp_path: Path) -> None:
    """Only drafts of killed runs go: not those of runs that live, nor files called nearly so."""
    others = [".xlrating-notes.tmp", ".0123456789abcdef.tmp", "xlrating-0123456789abcdef.tmp"]
    for name in others:
        (tmp_path / name).write_text("mine")
    (tmp_path / ".xlrating-0123456789abcdef.tmp").mkdir()
    (tmp_path / ".xlrating-0123456789abcdee.tmp").symlink_to(tmp_path / others[0])
    kept = set(tmp_path.iterdir())
    _left(tmp_path)
    living = drafts.Draft(tmp_path / "other")
    try:
        living.write(b"whole")
        write_whole(tmp_path / "out", b"data")
        assert set(tmp_path.iterdir()) == kept | {tmp_path / "out", living.path}
        living.put(replacing=False)
    finally:
        living.close()
    assert set(tmp_path.iterdir()) == kept | {tmp_path / "out", tmp_path / "other"}
    assert (tmp_path / "other").read_bytes() == b"whole"


@pytest.mark.parametrize("locks", [True, False])
def test_without_locks_only_old_drafts_are_swept(
    locks: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a file system or Windows has no locks, an hour tells that nobody writes any more."""
    left = _left(tmp_path)
    if locks:

        def none(*_: object) -> None:
            raise OSError(37, "No locks available")

        monkeypatch.setattr("xlrating.exchange.drafts.fcntl.flock", none)
    else:
        monkeypatch.setattr(drafts, "fcntl", None)
    write_whole(tmp_path / "out", b"data")
    assert left.exists()
    os.utime(left, (0, 0))
    write_whole(tmp_path / "out", b"data", force=True)
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_two_runs_on_one_output(tmp_path: Path) -> None:
    """One wins whole; without --force the other is refused, and nothing is left of it."""
    path = tmp_path / "out"
    start = threading.Barrier(4)

    def run(number: int, force: bool) -> str:
        start.wait()
        try:
            write_whole(path, bytes([number]) * 300_000, force=force)
        except FileError as error:
            return str(error)
        return ""

    for force in (False, True):
        for _ in range(20):
            path.unlink(missing_ok=True)
            with ThreadPoolExecutor(4) as pool:
                said = list(pool.map(run, range(4), [force] * 4))
            refused = [one for one in said if one]
            assert len(refused) == (0 if force else 3)
            assert all("the file already exists and was not replaced" in one for one in refused)
            data = path.read_bytes()
            assert (len(data), len(set(data))) == (300_000, 1)
            assert list(tmp_path.iterdir()) == [path]


def test_a_swept_draft_is_begun_by_another_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two runs that are about to sweep the first one: the second must not find the next."""
    names: list[str] = []
    held = drafts.held

    def swept_once(file: int, path: Path) -> bool:
        names.append(path.name)
        if len(names) == 1:
            path.unlink()
        return held(file, path)

    monkeypatch.setattr(drafts, "held", swept_once)
    write_whole(tmp_path / "out", b"data")
    assert len(set(names)) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_files_that_belong_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A list and what stands beside it: where one cannot be written neither is."""
    one, other = tmp_path / "a.json", tmp_path / "a"
    put = drafts.Draft.put

    def failing(draft: drafts.Draft, *, replacing: bool) -> None:
        if draft.target == other:
            other.write_bytes(b"of another run")
        put(draft, replacing=replacing)

    monkeypatch.setattr(drafts.Draft, "put", failing)
    with pytest.raises(FileError, match="a: the file already exists and was not replaced"):
        write_together({one: b"1", other: b"2"})
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a": b"of another run"}


@pytest.mark.parametrize("error", [OSError(1, "Operation not permitted"), NotImplementedError()])
def test_without_links_a_file_is_written_all_the_same(
    error: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stick or a network folder that has no links of its own; a browser that knows none at all."""

    def none(*_: object) -> None:
        raise error

    monkeypatch.setattr(Path, "hardlink_to", none)
    write_whole(tmp_path / "a", b"data")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a": b"data"}
    with pytest.raises(FileError, match="already exists"):
        write_whole(tmp_path / "a", b"other")


def test_where_locks_hold_nothing_no_draft_takes_another_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Promise: files that belong together are written where every lock succeeds, as in a browser."""
    monkeypatch.setattr("xlrating.exchange.drafts.fcntl.flock", lambda *_: None)
    with work_folder(tmp_path) as work:
        write_together({tmp_path / "a": b"1", tmp_path / "b": b"2"})
        assert work.path.exists()
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a": b"1", "b": b"2"}


def test_reading_takes_no_more_memory_than_the_file_has_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Promise: a small file takes little memory, however large a file might be: a browser never
    gives memory back."""
    (tmp_path / "a").write_bytes(b"data")
    tracemalloc.start()
    try:
        assert read_bytes(tmp_path / "a") == b"data"
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()


def test_without_threads_the_work_is_done_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Promise: where no thread can be started, as in a browser, everything works all the same."""

    def none(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", none)
    with threads(2) as pool:
        assert [*pool.map(str, range(3))] == ["0", "1", "2"]
        with pytest.raises(ZeroDivisionError):
            pool.submit(lambda: 1 // 0).result()
    players = pd.DataFrame({"id": ["a", "b"], "rating": [1800, 1900], "k": [20, 20]})
    games = pd.DataFrame({"white": ["a"], "black": ["b"], "result": ["1-0"]})
    assert [*rate_period(players, games, "fide")["new"]] == [1813, 1887]
    terminal = io.StringIO()
    terminal.isatty = lambda: True  # type: ignore[method-assign]
    with Progress("en", "fed_progress_rating", terminal):
        pass


def test_a_loop_of_links_is_no_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A link to itself, as input or output, is named in one sentence."""
    loop = tmp_path / "loop.xlsx"
    loop.symlink_to(loop)
    (tmp_path / "own.toml").symlink_to(tmp_path / "own.toml")
    games = EVENTS / "us-championship-2025" / "games.csv"
    for words, said in (
        (["rate", loop], "there is no such file"),
        (
            ["rate", games, "--rules", "fide", "-o", loop],
            "the file already exists and was not replaced",
        ),
        (
            ["new", "swiss", "--rules", "fide", "-o", loop],
            "the file already exists and was not replaced",
        ),
        (["rate", games, "--rules", tmp_path / "own.toml", "--csv"], "there is no rule file"),
        (["federation", loop, tmp_path, "--rules", "fide"], "there is no such file"),
    ):
        assert main([str(word) for word in words]) == 2
        err = capsys.readouterr().err
        assert (said in err, err.count("\n")) == (True, 1), err


@pytest.mark.parametrize("name", COMMANDS)
def test_a_link_that_leads_nowhere(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is made where a link leads that leads nowhere, unless --force says so."""
    command = COMMANDS[name]
    if command.folder == ".":
        command = command._replace(folder="out")
    monkeypatch.chdir(tmp_path)
    words = words_of(command, tmp_path)
    real = tmp_path / "real" / f"other-games{Path(words[-1]).suffix}"
    real.parent.mkdir()
    Path(words[-1]).symlink_to(real)
    assert main(words) == 2
    err = capsys.readouterr().err
    assert f"{words[-1]}: this link leads to {real}, which does not exist" in err
    assert (Path(words[-1]).is_symlink(), list(real.parent.iterdir())) == (True, [])
    if not command.folder:
        assert main([*words, "--force"]) == 0
        assert (Path(words[-1]).is_symlink(), real.is_file()) == (True, True)


def test_what_belongs_together_is_next_to_the_real_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A list and its ledger, games and their players: whatever link names them, to write or read."""
    real, event = tmp_path / "real", EVENTS / "us-championship-2025"
    real.mkdir()
    listed, games = tmp_path / "latest.csv", tmp_path / "latest-games.csv"
    listed.symlink_to(real / "2025-11.csv")
    games.symlink_to(real / "cup-games.csv")
    federation = ["federation", event / "players.csv", event, "--rules", "fide", "-o", listed]
    assert main([*map(str, federation), "--force"]) == 0
    assert main(["convert", str(event / "games.csv"), "-o", str(games), "--force"]) == 0
    assert {one.name for one in real.iterdir()} == {
        "2025-11.csv", "2025-11.csv.json", "cup-games.csv", "cup-players.csv",
    }  # fmt: skip
    assert sorted(one.name for one in tmp_path.iterdir()) == [games.name, listed.name, "real"]
    assert read(games).players == read(real / "cup-games.csv").players
    ledger = read_ledger(real / "2025-11.csv")
    assert ledger.events and not ledger.notices and read_ledger(listed) == ledger
    # Kept by their contents, list and ledger may be links both.
    for name, suffix in (("a", ""), ("b", ".json")):
        (real / f"2025-11.csv{suffix}").rename(tmp_path / name)
        (real / f"2025-11.csv{suffix}").symlink_to(tmp_path / name)
    assert read_ledger(real / "2025-11.csv").events == ledger.events
    # A folder of events has a link's players as the file itself does.
    sent = tmp_path / "sent"
    sent.mkdir()
    (sent / "x-games.csv").symlink_to(real / "cup-games.csv")
    (submitted,), wrong, _ = read_folder(sent, ())
    assert (submitted.event.players, wrong) == (read(games).players, [])
    assert fingerprints(sent, ["x-games.csv"]) == {"x-games.csv": submitted.data}


#: What a shell does to the streams of a command, and what its exit code is where it says something.
STREAMS = {">&-": 0, "2>&-": 0, "<&- >&- 2>&-": 0, ">/dev/full": 2, "2>/dev/full": 0, "| true": 0}


@pytest.mark.in_turn
@pytest.mark.sampled(2)
@pytest.mark.parametrize("streams", STREAMS)
def test_streams_that_lead_nowhere(streams: str, tmp_path: Path) -> None:
    """No traceback and the exit code of what was done; words that get lost on a full disk are
    told. Each stream is what Python makes it, with a buffer.
    """
    said = tmp_path / "said"
    environment = {name: os.environ[name] for name in os.environ if name != "PYTHONUNBUFFERED"}
    event = EVENTS / "us-championship-2025" / "games.csv"
    for words, code in (
        (["call", "WE_TABLE", "200"], STREAMS[streams]),
        (["rules", "fide"], STREAMS[streams]),
        (["--help"], STREAMS[streams]),
        (["rate", str(event), "--rules", "fide", "--csv"], STREAMS[streams]),
        (["rate", str(event), "--rules", "fide", "--json", "--force"], STREAMS[streams]),
        (["rate", "missing.csv"], 2),
        (["rate", "--no-such-option"], 2),
    ):
        command = 'set -o pipefail; "$@" ' + streams
        if "2>" not in streams:
            command = f"exec 2>'{said}'; {command}"
        done = subprocess.run(
            ["bash", "-c", command, "bash", sys.executable, "-m", "xlrating", *words],
            capture_output=True, env=environment, cwd=tmp_path, check=False,
        )  # fmt: skip
        told = said.read_text("utf-8") if said.exists() else ""
        assert (done.returncode, "Traceback" in told, "ignored" in told) == (code, False, False), (
            words, told,
        )  # fmt: skip


@pytest.mark.parametrize("force", [False, True])
def test_nothing_stops_between_files_that_belong_together(
    force: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Asked to stop when the first of two files is in its place, the second one follows."""
    files: dict[AnyPath, bytes] = {tmp_path / name: name.encode() for name in ("a.json", "a")}
    put = drafts.Draft.put

    def stopped(draft: drafts.Draft, *, replacing: bool) -> None:
        put(draft, replacing=replacing)
        signal.raise_signal(signal.SIGTERM)

    monkeypatch.setattr(drafts.Draft, "put", stopped)
    with pytest.raises(KeyboardInterrupt), stopping():
        write_together(files, force=force)
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == files


def test_what_is_ignored_stays_ignored() -> None:
    """`nohup` lets a run live on when its terminal is closed; a second stop stops no cleaning up."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with stopping():
            signal.raise_signal(signal.SIGHUP)
            with pytest.raises(KeyboardInterrupt):
                signal.raise_signal(signal.SIGTERM)
            signal.raise_signal(signal.SIGTERM)
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    finally:
        signal.signal(signal.SIGHUP, before)


def test_nothing_takes_over_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Escapes, and what turns the direction of reading, in names, paths and words: shown as �."""
    monkeypatch.chdir(tmp_path)
    evil = "a\x1b[31m\u202e\x9b\u2066b"
    games = tmp_path / f"{evil}.csv"
    games.write_text(GAMES.replace("Ann", evil), "utf-8")
    (tmp_path / "events").mkdir()
    (tmp_path / "events" / games.name).write_bytes(games.read_bytes())
    (tmp_path / "list.csv").write_text(f"name,rating\n{evil},2000\nBob,2000\n", "utf-8")
    federation = ["federation", "list.csv", "events", "--rules", "fide"]
    shown = "a\ufffd[31m\ufffd\ufffd\ufffdb"
    for words in (
        ["rate", games.name, "--rules", "fide"],
        ["rate", games.name, "--rules", "fide", "--csv"],
        ["rate", games.name, "--rules", "fide", "--json"],
        ["rate", games.name, "--rules", f"{evil}.toml"],
        ["rate", games.name, "--rules", "fide", evil],
        ["rate", f"no{games.name}", "--rules", "fide"],
        ["explain", games.name, "1", "--rules", "fide"],
        federation,
        [*federation, "-o", f"{evil}.xlsx"],
        [*federation, "--explain", evil],
    ):
        with suppress(SystemExit):
            main(words)
        out, err = capsys.readouterr()
        assert shown in out + err, words
        assert not CONTROL.search(out + err), words
    main(["call", "RATING_CLASS", "2000", evil])
    assert not CONTROL.search(capsys.readouterr().err)
    assert sorted(path.suffix for path in tmp_path.iterdir() if path.is_file()) == [
        ".csv", ".csv", ".xlsx", ".xlsx",
    ]  # fmt: skip


#: Where some program or other begins a row, or a cell.
_PARTS = re.compile("[\r\n\x0b\x0c\x1c-\x1e\x85\u2028\u2029;\t]")


@given(st.text(st.sampled_from("aЖ中 =+-@＝＋－＠;,\t\r\n\x0b\x85\u2028\"'1"), max_size=9))
def test_no_cell_of_a_csv_is_a_formula(text: str) -> None:
    """Neither at its beginning, nor behind whatever parts rows and cells in some program."""
    cell = text_cell(text)
    assert isinstance(cell, str)
    parts = _PARTS.split(cell)
    assert not any(part.lstrip().startswith(tuple("=+-@＝＋－＠")) for part in parts), cell
    assert len(_PARTS.split(cell)) == 1 + cell.count(";")


@pytest.mark.parametrize("end", ["\r", "\n", "\r\n", "\u2028", "\x85", "\x0b"])
def test_a_name_is_one_row_of_a_csv(
    end: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A break of line in a name begins no row, neither of a table nor of a list."""
    path = tmp_path / "games.csv"
    path.write_text(f'round,white,black,result\n1,"A{end}=B1",C,1-0\n', "utf-8", newline="")
    assert main(["rate", str(path), "--rules", "fide", "--csv"]) == 0
    out = capsys.readouterr().out
    assert len(re.split("[\r\n\u2028\x85\x0b]", out)) == 4
    listed = tmp_path / "list.csv"
    listed.write_text(f'name,rating\n"A{end}=B1",2000\nC,2000\n', "utf-8", newline="")
    (tmp_path / "in").mkdir()
    path.rename(tmp_path / "in" / "games.csv")
    words = ["federation", listed, tmp_path / "in", "--rules", "fide", "-o", tmp_path / "n.csv"]
    assert main([str(word) for word in words]) == 0
    made = (tmp_path / "n.csv").read_bytes().decode("utf-8-sig")
    assert len(re.split("[\r\n\u2028\x85\x0b]", made)) == 4


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("letter", "most"), [("a", 32_766), ("\N{GRINNING FACE}", 16_383)], ids=["a", "two"]
)
def test_a_name_that_a_cell_does_not_hold(
    letter: str, most: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No name is cut without a word: the longest is written whole, one more is refused.

    A hidden cell of Players has a sign before the name.
    """
    path, output = tmp_path / "games.csv", tmp_path / "out.xlsx"
    for count in (most + 1, most):
        path.write_text(GAMES.replace("Ann", letter * count), "utf-8")
        code = main(["rate", str(path), "--rules", "fide", "-o", str(output)])
        err = capsys.readouterr().err
        assert code == (2 if count > most else 0)
        told = re.search(
            r"sheet Players, cell [A-Z]+5: .* letters; a cell holds 32,767: shorten", err
        )
        assert bool(told) == (count > most), err[-300:]
    rows = open_sheets(output).rows("Players")
    assert rows[4][1] == letter * most
