"""The scripts of a release and of other systems' checks, as far as they take no minutes."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest
from needs import need

from xlrating import __version__
from xlrating.engine.rules.ruleset import load
from xlrating.hosts import HOSTS

ROOT = Path(__file__).parents[1]


def script(name: str) -> ModuleType:
    """A script of the folder .ci."""
    spec = importlib.util.spec_from_file_location(f"ci_{name}", ROOT / ".ci" / f"{name}.py")
    assert spec and spec.loader
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def test_one_version_everywhere() -> None:
    """The version of the package is that of its project, its citation and its newest changes."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["version"] == __version__
    assert f"\nversion: {__version__}\n" in (ROOT / "CITATION.cff").read_text("utf-8")
    release = script("release")
    assert release.notes(__version__).startswith(f"# xlrating {__version__}\n")
    with pytest.raises(SystemExit, match="no heading: ## 99"):
        release.notes("99")
    release.expect_tag(f"v{__version__}")
    with pytest.raises(SystemExit, match="the tag is v99"):
        release.expect_tag("v99")


@pytest.mark.in_turn
def test_what_a_release_holds() -> None:
    """An add-in for each program but Excel's own, whose file is made on the computer it is for."""
    release = script("release")
    assert {*release.ADD_INS} == {*HOSTS} - {"excel"}
    names = [name for name, _ in release.add_ins()]
    assert len(names) == len(set(names)) == 7
    assert {"xlrating.oxt", "functions-zh.xlsx", "lite-ru.xlsx"} <= set(names)
    made = release._templates()
    listed = {(one.rules, one.players, one.rounds) for one in made.every() if one.cycles == 1}
    wanted = {(rules, *size) for rules in made.RULES for size in release.SIZES}
    assert wanted <= listed, "every size that is released is one that the builder has"
    assert all(load(rules) for rules in made.RULES)


def test_sums(tmp_path: Path) -> None:
    """They are those of the files, in the form that `sha256sum -c` takes, without their own."""
    release = script("release")
    (tmp_path / "b.txt").write_bytes(b"b")
    (tmp_path / release.SUMS).write_bytes(b"old")
    assert release.sums(tmp_path) == f"{hashlib.sha256(b'b').hexdigest()}  b.txt\n"
    with pytest.raises(SystemExit, match="is not empty"):
        release.build(tmp_path)


def test_links_of_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    """Promise: the package links to the repository that published it, and without one to nothing.

    An index shows README alone: each of its links is whole there, and leads to a file of the
    version: pages to be read, workbooks to be downloaded, pictures to be seen.
    """
    if not importlib.util.find_spec("hatchling"):
        need("hatchling is missing")
    from hatchling.metadata.core import ProjectMetadata
    from hatchling.plugin.manager import PluginManager

    monkeypatch.delenv("XLRATING_HOME", raising=False)
    readme = (ROOT / "README.md").read_text("utf-8")
    alone = ProjectMetadata(str(ROOT), PluginManager()).core
    assert (alone.urls, alone.readme) == ({}, readme)

    home = "https://example.org/chess/xlrating"
    monkeypatch.setenv("XLRATING_HOME", f"{home}/")
    found = ProjectMetadata(str(ROOT), PluginManager()).core
    assert found.readme_content_type == "text/markdown"
    assert {*found.urls} == {"Homepage", "Documentation", "Changelog", "Issues", "Source"}
    assert found.urls["Changelog"] == f"{home}/blob/v{__version__}/CHANGELOG.md"
    before, after = (re.findall(r"\]\(([^)]+)\)", text) for text in (readme, found.readme))
    assert len(before) == len(after) > 20
    for link, whole in zip(before, after, strict=True):
        kind, path = whole.removeprefix(f"{home}/").split(f"/v{__version__}/")
        assert path.endswith(link)
        assert (ROOT / path.partition("#")[0]).is_file()
        assert kind == ("raw" if path.endswith((".xlsx", ".png")) else "blob")


@pytest.mark.in_turn
def test_what_is_left_out_is_named(tmp_path: Path) -> None:
    """Promise: where LibreOffice is missing, the summary names each test that was not run."""
    (tmp_path / "test_some.py").write_text(
        "import os, pytest\n"
        "def test_runs(): assert 'CI' not in os.environ\n"
        "def test_calc(): pytest.skip('LibreOffice is missing')\n"
    )
    page = tmp_path / "summary.md"
    environment = {**os.environ, "CI": "true", "GITHUB_STEP_SUMMARY": str(page)}
    command = [sys.executable, str(ROOT / ".ci" / "elsewhere.py"), "-c", os.devnull, "-n0"]
    done = subprocess.run(
        [*command, "-p", "no:cacheprovider", "--rootdir", str(tmp_path), str(tmp_path)],
        capture_output=True, text=True, env=environment, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    text = page.read_text("utf-8")
    assert "1 passed, 1 skipped" in text
    assert "Left out (1): LibreOffice is missing\n\n- test_some::test_calc" in text


def test_workflows_run_scripts_that_are_there() -> None:
    """Each step is a command that runs on any computer, and names files of the repository."""
    workflows = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
    assert [path.name for path in workflows] == ["release.yml", "tests.yml"]
    text = "\n".join(path.read_text("utf-8") for path in workflows)
    named = set(re.findall(r"\.ci/[\w.]+", text))
    assert named == {".ci/run", ".ci/release.py", ".ci/elsewhere.py"}
    assert all((ROOT / name).is_file() for name in named)
    assert text.count('--home "$GITHUB_SERVER_URL/$GITHUB_REPOSITORY"') == 3
    assert set(re.findall(r"python: (\[.*\])", text)) == {'["3.11", "3.12", "3.13", "3.14"]'}
