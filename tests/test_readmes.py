"""Every line of a shell in a guide runs, in order, from an empty folder."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from needs import LONGEST

from xlrating.cli import main
from xlrating.cli.federation import publish
from xlrating.hosts import HOSTS

ROOT = Path(__file__).parents[1]
GUIDES = sorted(path for path in ROOT.rglob("README.md") if not {".venv", "tests"} & {*path.parts})
WITH_LINES = [path for path in GUIDES if "```sh" in path.read_text("utf-8")]


def blocks(guide: Path) -> list[list[str]]:
    """The lines of each block of a shell; the first block of the first page installs xlrating."""
    found = re.findall(r"^```sh\n(.*?)^```$", guide.read_text("utf-8"), re.M | re.S)
    return [block.splitlines() for block in found]


def lines(guide: Path) -> list[str]:
    """The lines after the installation."""
    return [line for block in blocks(guide) for line in block if "venv" not in line]


def ids(path: Path) -> str:
    """A guide by its folder."""
    return str(path.relative_to(ROOT).parent)


@pytest.mark.parametrize("guide", WITH_LINES, ids=ids)
def test_lines_are_the_same_on_windows(guide: Path) -> None:
    """Promise: cmd and PowerShell take each line as sh does, but for the words behind a #."""
    for line in lines(guide):
        command = re.sub(r" +#.*", "", line)
        bare = re.sub(r'"[^"$`%]*"', "", command)
        assert not re.search(r"""['",;$`%~&<>()\\]""", bare), line


@pytest.mark.parametrize("guide", WITH_LINES, ids=ids)
def test_every_line_runs(
    guide: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Promise: whoever types the lines of a guide in order, in an empty folder, sees no error."""
    monkeypatch.chdir(tmp_path)
    # What takes a program besides is tried elsewhere: LibreOffice for the PDF and the add-in.
    monkeypatch.setattr(publish, "libreoffice", lambda: None)
    for line in lines(guide):
        words = shlex.split(line, comments=True)
        if words[0] == "cd":
            monkeypatch.chdir(words[1])
        elif "|" in words:
            path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
            subprocess.run(line, shell=True, check=True, env={**os.environ, "PATH": path})
        else:
            assert words[0] == "xlrating", line
            assert main([word for word in words[1:] if word != "--install"]) == 0, (
                line,
                capfd.readouterr().err,
            )


@pytest.mark.every
def test_every_line_runs_as_installed(tmp_path: Path) -> None:
    """Promise: the wheel is enough, in an environment of its own and without a network."""
    copy = tmp_path / "copy"
    kept = ("xlrating", "README.md", "LICENSE", "pyproject.toml", ".ci")
    for name in kept:
        whole = ROOT / name
        (shutil.copytree if whole.is_dir() else shutil.copy)(whole, copy_to(copy, name))
    first = [line for line in blocks(ROOT / "README.md")[0] if not line.startswith(". ")]
    set_up = "\n".join(first).replace("-q .", '-q ".[pandas]"')
    subprocess.run(["sh", "-ec", set_up], cwd=copy, check=True, timeout=LONGEST)
    shutil.rmtree(copy / "xlrating")
    # LibreOffice installs nothing for root, nor where it is not.
    installs = shutil.which("soffice") and getattr(os, "getuid", lambda: 1)() != 0
    environment = {
        "PATH": f"{copy / '.venv/bin'}{os.pathsep}{os.environ['PATH']}",
        "HOME": str(tmp_path), "LANG": "C.UTF-8",
        **{f"{kind}_proxy": "http://127.0.0.1:9" for kind in ("http", "https")},
    }  # fmt: skip
    for guide in WITH_LINES:
        folder = tmp_path / f"in-{ids(guide).replace('/', '-')}"
        folder.mkdir()
        script = "\n".join(lines(guide))
        script = script if installs else script.replace(" --install", "")
        done = subprocess.run(
            ["sh", "-exc", script], cwd=folder, env=environment, capture_output=True,
            encoding="utf-8", check=False, timeout=LONGEST,
        )  # fmt: skip
        assert done.returncode == 0, (ids(guide), done.stderr[-2000:])


def copy_to(folder: Path, name: str) -> Path:
    """A place in a folder that is there."""
    folder.mkdir(exist_ok=True)
    return folder / name


def test_every_add_in_is_shown() -> None:
    """Each program for which there are functions has its line in the guide of the functions."""
    text = (ROOT / "xlrating/functions/README.md").read_text("utf-8")
    assert [name for name in HOSTS if f"xlrating addin {name} " not in text] == []
