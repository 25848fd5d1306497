"""Every command on every kind of emptiness: a sentence or a result, and never a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import count
from pathlib import Path

import openpyxl
import pytest

from xlrating.cli import main

LIST = "id,name,rating\n1,Ann,2000\n2,Bob,1900\n"
GAMES = "round,white,black,result\n"
TRF = "012 Open\n042 2025/10/01\n052 2025/10/01\n062 {n}\n"
LINE = "001 {no:>4} m    {name:<33} 2000 MAS {id:>11}             {points:>4} {place:>4}  {games}\n"
BYE = "0000 - U"


def files(folder: Path) -> dict[str, Path]:
    """An event or list of each kind, by what it lacks."""
    texts = {
        "nothing.csv": "",
        "blank-lines.csv": "\n\n,,\n",
        "headings.csv": GAMES,
        "headings-of-list.csv": "id,name,rating\n",
        "one-player.csv": "id,name,rating\n1,Ann,2000\n",
        "list.csv": LIST,
        "no-result.csv": GAMES + "1,Ann,Bob,\n",
        "byes.csv": GAMES + "1,Ann,,bye\n2,Ann,,bye\n",
        "nothing.trf": "",
        "no-players.trf": TRF.format(n=0),
        "one-player.trf": TRF.format(n=1)
        + LINE.format(no=1, name="Ann", id=1, points="0.0", place=1, games=""),
        "byes.trf": TRF.format(n=2)
        + LINE.format(no=1, name="Ann", id=1, points="1.0", place=1, games=BYE)
        + LINE.format(no=2, name="Bob", id=2, points="1.0", place=2, games=BYE),
        "nothing.pgn": "",
        "nothing.html": "",
        "nothing.json": "{}",
        "nothing.ndjson": "",
        "nothing.txt": "",
    }
    for name, text in texts.items():
        (folder / name).write_text(text, "utf-8")
    (folder / "zero-bytes.xlsx").write_bytes(b"")
    openpyxl.Workbook().save(folder / "blank.xlsx")
    (folder / "empty-folder").mkdir()
    template = ["new", "swiss", "--rules", "fide", "--players", "4", "--rounds", "1"]
    assert main([*template, "-o", str(folder / "template.xlsx")]) == 0
    words = ["--rules", "fide", "--day", "2025-10-01", "-o", str(folder / "unplayed.xlsx")]
    assert main(["new", "swiss", "--from", str(folder / "list.csv"), *words, "--rounds", "1"]) == 0
    names = [*texts, "zero-bytes.xlsx", "blank.xlsx", "empty-folder", "template.xlsx"]
    return {name: folder / name for name in [*names, "unplayed.xlsx"]}


#: The words of each command; F is the file, L a list, E a folder without events, O a new name.
COMMANDS = (
    "rate F --rules fide -o O.xlsx", "rate F --rules fide --csv", "rate F --rules fide --json",
    "rate F --rules fide --annotate -o O.xlsx", "rate F", "read F", "read F --json", "check F",
    "explain F Ann --rules fide", "convert F -o O.trf", "convert F -o O.csv",
    "convert F --rules fide -o O.xlsx", "convert F --rules fide --fit -o O.xlsx",
    "new swiss --rules fide --from F -o O.xlsx", "new swiss --rules fide --library F -o O.xlsx",
    "federation L F --rules fide", "federation F E --rules fide", "federation F F --rules fide",
    "federation L F --rules fide -o O.csv", "federation L F --rules fide --preview",
    "federation L F --rules fide --explain Ann", "federation publish F -o O --no-pdf",
    "federation verify F --from L E --rules fide", "federation verify L --from F E --rules fide",
    "federation verify L --from L F --rules fide", "federation rebuild F E -o O --day 2025-12-01",
    "federation rebuild L F -o O --day 2025-12-01", "federation diff L F", "federation diff F L",
    "simulate F --rules fide", "study F --rules fide --rules elo", "study F --rules fide --rules elo --players L",
    "study F --rules fide --rules elo --players L -o O.xlsx",
    "federation L E --rules fide --register F", "federation L E --rules fide --corrections F",
)  # fmt: skip


@pytest.mark.in_turn
@pytest.mark.sampled(3)
@pytest.mark.parametrize("command", COMMANDS)
def test_emptiness(
    command: str,
    tmp_path: Path,
    emptiness: dict[str, Path],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each ends with an exit code, and what stops it is told in whole lines on stderr."""
    monkeypatch.chdir(tmp_path)
    fresh = count()
    for name, path in emptiness.items():
        places = {"F": str(path), "L": str(emptiness["list.csv"]),
                  "E": str(emptiness["empty-folder"])}  # fmt: skip
        words = [
            str(tmp_path / f"{next(fresh)}{word[1:]}") if word[0] == "O" else places.get(word, word)
            for word in command.split(" ")
        ]
        try:
            code = main(words)
        except BaseException as error:
            raise AssertionError(f"{command}, {name}: {error!r}") from error
        said = capsys.readouterr().err
        assert code in (0, 1, 2), name
        assert code != 2 or said.splitlines()[-1].startswith("xlrating: "), (command, name, said)
        assert "Traceback" not in said, (command, name)


def test_without_the_reader_of_workbooks(emptiness: dict[str, Path], tmp_path: Path) -> None:
    """A workbook is refused with what to install; nothing else needs that package."""
    (tmp_path / "python_calamine.py").write_text("raise ImportError", "utf-8")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])}
    for name, code, said in (
        ("template.xlsx", 2, "pip install python-calamine"),
        ("list.csv", 0, ""),
    ):
        command = [sys.executable, "-m", "xlrating", "read", str(emptiness[name])]
        done = subprocess.run(
            command, capture_output=True, env=environment, encoding="utf-8", check=False
        )
        assert done.returncode == code and said in done.stderr, done.stderr
        assert "Traceback" not in done.stderr


@pytest.fixture(scope="module")
def emptiness(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The files, read by every command."""
    return files(tmp_path_factory.mktemp("emptiness"))
