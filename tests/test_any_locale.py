"""Names come whole through pipes, whatever the country; a terminal says what it cannot show."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from xlrating.cli import main

NAMES = ("贺进", "Щёголев", "Łukasz Ærø", "Ann")
"""No code page but those of Unicode knows all of them."""

LIST = "id,name,rating\n" + "".join(f"{n},{name},{2000 + 10 * n}\n" for n, name in enumerate(NAMES))
GAMES = "round,white,black,result\n" + "".join(
    f"{n},{white},{black},½-½\n"
    for n, pairs in enumerate(([0, 1, 2, 3], [0, 2, 1, 3], [0, 3, 1, 2]), 1)
    for white, black in ((NAMES[pairs[0]], NAMES[pairs[1]]), (NAMES[pairs[2]], NAMES[pairs[3]]))
)
RATE = "rate games.csv --players list.csv --rules elo --format round-robin"
COMMANDS = {
    "csv": f"{RATE} --csv",
    "json": f"{RATE} --json",
    "explain": "explain games.csv 贺进 --players list.csv --rules elo --format round-robin",
    "call": "call START_RATING 国际大师 malaysia language=zh",
}
ENCODINGS = ("cp1252", "cp1251", "ascii", "utf-8")


@pytest.fixture(autouse=True)
def event(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with a small event, in which commands run."""
    (tmp_path / "games.csv").write_text(GAMES, "utf-8")
    (tmp_path / "list.csv").write_text(LIST, "utf-8")
    monkeypatch.chdir(tmp_path)


class Terminal(io.TextIOWrapper):
    """A stream that somebody sits at."""

    def isatty(self) -> bool:
        """It is one."""
        return True


def run(
    words: list[str], kind: type[io.TextIOWrapper], encoding: str, monkeypatch: pytest.MonkeyPatch
) -> tuple[int, bytes, bytes]:
    """The exit code of a command, and what it wrote to streams of this kind and encoding."""
    streams = {name: kind(io.BytesIO(), encoding=encoding) for name in ("stdout", "stderr")}
    for name, stream in streams.items():
        monkeypatch.setattr(sys, name, stream)
    code = main(words)
    out, err = (stream.buffer.getvalue() for stream in streams.values())  # type: ignore[attr-defined]
    return code, out, err


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("command", COMMANDS)
def test_what_a_pipe_takes_is_utf_8(
    command: str, encoding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Promise: no locale turns a name, a minus sign or half a point into a question mark."""
    words = COMMANDS[command].split(" ")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(), encoding=encoding))
    code, out, err = run(words, io.TextIOWrapper, encoding, monkeypatch)
    text, said = out.decode(), err.decode()
    if command == "call":  # a refusal is told in whole words, too
        assert (code, text) == (2, "") and "language" in said
        return
    assert code == 0, said
    assert "?" not in text
    names = NAMES if command != "explain" else ("贺进",)
    if "json" in words[-1]:
        text = json.dumps(json.loads(text), ensure_ascii=False)
    assert all(name in text for name in names)


def test_a_terminal_says_what_it_cannot_show(monkeypatch: pytest.MonkeyPatch) -> None:
    """There names become question marks, and one line says so; one that shows all says nothing."""
    for encoding, lost in (("cp1251", True), ("utf-8", False)):
        code, out, err = run([*RATE.split(" "), "--csv"], Terminal, encoding, monkeypatch)
        assert code == 0
        assert ("贺进" in out.decode(encoding)) == (not lost)
        assert "Щёголев" in out.decode(encoding)
        told = err.decode(encoding).splitlines()
        assert sum("this terminal cannot show every letter" in line for line in told) == lost


def test_in_the_c_locale(tmp_path: Path) -> None:
    """Promise: the same in a process of its own, with arguments, without any language set."""
    path = [str(Path(__file__).parents[1]), *sys.path]
    without = {"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = subprocess.run(
        [sys.executable, "-m", "xlrating", *RATE.split(" "), "--csv"], capture_output=True,
        check=False, env={**os.environ, **without, "PYTHONPATH": os.pathsep.join(path)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr.decode()
    assert all(name in done.stdout.decode() for name in NAMES)
