"""Whatever is wrong on the command line: sentences and exit code 2, with every name whole."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from needs import EVERY

from xlrating.cli import main
from xlrating.cli.arguments import parser

#: A name that no code page has, but those of Unicode.
NAME = "贺进 Щёголев Ærø"
ENCODINGS = ("utf-8", "cp1252", "cp1251", "ascii")

#: A right call of each command, in the folder of `xlrating demo`.
RIGHT = {
    "new": "new swiss --rules fide -o o.xlsx", "rate": "rate list.csv --rules fide",
    "read": "read list.csv", "check": "check events/winter.trf",
    "convert": "convert events/winter.trf -o o.trf", "explain": "explain events/winter.trf Elm --rules fide",
    "federation": "federation list.csv events --rules fide",
    "federation next": "federation next monthly --no-pdf",
    "federation publish": "federation publish list.csv -o site --no-pdf",
    "federation verify": "federation verify list.csv --from list.csv events --rules fide",
    "federation rebuild": "federation rebuild list.csv events -o lists --rules fide --day 2026-03-01",
    "federation diff": "federation diff list.csv list.csv",
    "simulate": "simulate events/winter.trf --rules fide --draws 0.4",
    "study": "study events --players list.csv --rules fide --rules elo", "rules": "rules fide",
    "addin": "addin lambda -o o.xlsx", "demo": "demo o", "completion": "completion bash",
    "call": "call NEW_RATING 2000 2100 1 fide",
}  # fmt: skip

#: What is put behind a right call, and what no command knows.
BEHIND = (
    "--unknown", "--rulse fide", "-z", f"--{NAME.partition(' ')[0]}", "--language xx", "--language",
    "--rules", "--rules ''", "--rules nowhere", f"--rules {NAME.split()[1]}.toml",
    "--rules fide@2024-13-01", "--rules elo:model=none", "--sheet", "--force=3", "one more words",
    "--json=1", "-o", "-o ''", "-o nowhere/o.xlsx", "-o list.csv", "-o events", "--day yesterday",
    "--pace quick", "--tie-breaks SB,SB", "--format match", "--ignore Nobody --sheet None",
)  # fmt: skip
#: The words for which another one stands in a right call: a file, a player, a rule set.
IN_PLACE = {
    "list.csv": (f"{NAME}.csv", "events", "", "a\nb", "x" * 5000, "register.csv", "README.txt"),
    "events": (f"{NAME}", "list.csv", "mistakes", "\udce9"),
    "events/winter.trf": (f"{NAME}.trf", "events", "own.xlsx"),
    "monthly": (NAME, "events", "list.csv"), "Elm": (NAME, "99", "", "e"), "swiss": (NAME, "swis"),
    "lambda": ("lamda", NAME), "NEW_RATING": ("NEW_RATNG", NAME), "2000": (NAME, "nan", "1e999"),
    "o": ("events", "nowhere/o"), "bash": ("csh",), "fide": (NAME.split()[0], "fdie", "fide@1"),
}  # fmt: skip


def wrong() -> Iterator[list[str]]:
    """Calls with something wrong in them: behind, in place of a word, or a word left out."""
    for call in RIGHT.values():
        words = call.split(" ")
        for more in BEHIND:
            yield words + [NAME if word == "" else word.strip("'") for word in more.split(" ")]
        for at, word in enumerate(words):
            yield words[:at] + words[at + 1 :]
            for other in IN_PLACE.get(word, ()):
                yield [*words[:at], other, *words[at + 1 :]]
    yield from ([], [""], ["-"], ["--"], ["federation", "publsh", "a"], ["rat", "a"], [NAME])


#: All calls: seven hundred.
CALLS = list(wrong())


def run(words: list[str], encoding: str, monkeypatch: pytest.MonkeyPatch) -> tuple[int, str, str]:
    """The exit code of a call, and what it wrote to streams of an encoding, as a file has it."""
    streams = {
        name: io.TextIOWrapper(io.BytesIO(), encoding=encoding) for name in ("stdout", "stderr")
    }
    with monkeypatch.context() as patch:
        for name, stream in streams.items():
            patch.setattr(sys, name, stream)
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(), encoding=encoding))
        try:
            code = main(words)
        except SystemExit as stop:
            code = int(stop.code or 0)
    out, err = (stream.buffer.getvalue().decode() for stream in streams.values())
    return code, out, err


def test_every_command_is_tried() -> None:
    """No command is forgotten, and there are more than 150 calls."""
    kinds = next(one for one in parser()._actions if hasattr(one, "_name_parser_map"))
    assert set(RIGHT) == set(kinds.choices or ()) and len(CALLS) > 150


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_wrong_words(encoding: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Promise: no traceback; what is wrong is told, and no country turns a name into ???."""
    step = 1 if EVERY else 2 * len(ENCODINGS)
    for number in range(ENCODINGS.index(encoding), len(CALLS), step):
        words = CALLS[number]
        code, out, err = run(words, encoding, monkeypatch)
        assert code in (0, 1, 2), words
        assert "Traceback" not in err + out, words
        if code != 2:
            continue
        lines = err.splitlines()
        assert any(line.startswith("xlrating: ") for line in lines), (words, err)
        assert "???" not in err and "\ufffd" not in err.replace("\udce9", ""), (words, err)
        # What is named of the words is named in full.
        for part in NAME.split():
            if any(part[:2] in line for line in lines):
                assert part in err, (words, err)
