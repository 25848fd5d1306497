"""Completion: a shell offers what the parsers know, and the names of files elsewhere."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from needs import LONGEST

from xlrating.cli import main
from xlrating.cli.arguments import SHELLS
from xlrating.cli.completion import SCRIPTS

CASES = {
    "": "rate", "fed": "federation", "federation ver": "verify", "federation verify x --fr": "--from",
    "rate a.csv --rules ": "fide", "rate a.csv --language ": "ru", "rules chi": "china-pro",
    "new ": "swiss", "addin ": "lambda", "call NEW": "NEW_RATING", "rate a.csv --tie": "--tie-breaks",
}  # fmt: skip


@pytest.mark.parametrize("words", CASES)
def test_what_may_come_next(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: commands, words, options and their values are offered where they may stand."""
    assert main(["completion", "--", *words.split(" ")]) == 0
    assert CASES[words] in capsys.readouterr().out.split()


@pytest.mark.parametrize("words", ["rate ", "rate a.csv --players ", "rate a.csv -o x", "nothing "])
def test_files_are_left_to_the_shell(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Where a file may stand nothing is offered, so that the shell offers files."""
    assert main(["completion", "--", *words.split(" ")]) == 0
    assert capsys.readouterr().out.split() == []


#: How a shell is asked what it offers behind these words.
ASKED = {
    "bash": "COMP_WORDS=(xlrating federation ver) COMP_CWORD=2; _xlrating; echo ${COMPREPLY[@]}",
    "fish": "complete -C 'xlrating federation ver'",
}


@pytest.mark.parametrize("shell", SHELLS)
def test_script(shell: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each shell has a script; a shell that is here completes by it."""
    assert main(["completion", shell]) == 0
    assert capsys.readouterr().out == SCRIPTS[shell]
    program = shutil.which(shell)
    if program is None or shell not in ASKED:
        return
    script = tmp_path / "script"
    script.write_text(f"{SCRIPTS[shell]}\n{ASKED[shell]}\n", "utf-8")
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        [program, str(script)], capture_output=True, encoding="utf-8", check=True,
        env={**os.environ, "PATH": path, "HOME": str(tmp_path)}, timeout=LONGEST,
    )  # fmt: skip
    assert done.stdout.split() == ["verify"], done.stderr
