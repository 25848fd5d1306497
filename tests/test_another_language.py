"""A fourth language is a section of `languages.toml` and the texts that somebody has translated."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import languages
import pytest

from xlrating.engine.tomlfile import PACKAGE
from xlrating.exchange.sheets import open_sheets

#: What `rate` shows most often, by room, and in a file of several languages.
FRENCH = {
    "engine": {
        "col_name": "Nom",
        "col_rating": "Classement",
        "col_points": "Points",
        "tab_players": "Joueurs",
        "tab_games": "Parties",
        "tab_start": "Début",
        "step_new": "{old} + {change} = {new}",
    },
    "cli": {"short_new": "Nouveau"},
    "workbook": {"yes_and_no": "oui,non"},
    "exchange": {
        "file_missing": "ce fichier n'existe pas ; vérifiez le dossier et l'orthographe",
        "account.line": "lu : {what}",
        "account.players": "{n:joueur|joueurs}",
        "account.games": "{n:partie|parties}",
        "account.unused": "non utilisé : {names}",
    },
}
HELP = {"fn.WE_TABLE": "Le score attendu selon la table du règlement."}

PLAYERS = """name,rating,games
Ann,2000,50
Bo,1900,50
"""

COMMANDS = f"""
import sys
from pathlib import Path
sys.path.insert(0, {"{package!r}"})
from xlrating.cli import main
from xlrating.engine.languages import LANGUAGES
assert LANGUAGES == ("en", "zh", "ru", "fr"), LANGUAGES

def run(*words):
    try:
        code = main([*words, "--language", "fr"])
    except SystemExit as stop:
        code = stop.code
    print("exit", code, flush=True)

run("rate", "missing.csv")
run("new", "swiss", "--rules", "fide", "--players", "4", "--rounds", "3", "-o", "new.xlsx")
run("rate", "games.csv", "--players", "players.csv", "--rules", "malaysia", "-o", "rated.xlsx")
run("check", "rated.xlsx")
run("explain", "rated.xlsx", "Ann")
run("addin", "libreoffice", "-o", "x.oxt")
"""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package that knows French, as far as above."""
    copy = tmp_path_factory.mktemp("french") / "xlrating"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("*.pyc.*", "*.pyi"))
    known = copy / "engine/languages.toml"
    section = '\n[fr]\nname = "Français"\nlocale = "fr"\nletters = "A-Za-zÀ-ÿ"\nquotes = "«»"\n'
    known.write_text(known.read_text("utf-8") + section, "utf-8")
    english = dict(languages.catalogues())
    for room, texts in FRENCH.items():
        assert texts.keys() <= english[f"{room}/texts"].keys(), room
        # A dotted key is one of a section.
        lines = [f'{key} = "{text}"\n' for key, text in texts.items()]
        (copy / room / "texts" / "fr.toml").write_text("".join(lines), "utf-8")
    path = copy / "functions/help.toml"
    whole = path.read_text("utf-8")
    for key, text in HELP.items():
        assert f"\n[{key}]\n" in whole, key
        whole = whole.replace(f"\n[{key}]\n", f'\n[{key}]\nfr = "{text}"\n')
    path.write_text(whole, "utf-8")
    return copy


@pytest.mark.in_turn
def test_a_new_language_is_a_section_and_its_texts(package: Path, tmp_path: Path) -> None:
    """Every command speaks it where it has words, and English elsewhere; none ends in an error."""
    (tmp_path / "players.csv").write_text(PLAYERS)
    (tmp_path / "games.csv").write_text("round,white,black,result\n1,Ann,Bo,1-0\n")
    done = subprocess.run(
        [sys.executable, "-c", COMMANDS.replace("{package!r}", repr(str(package.parent)))],
        cwd=tmp_path, capture_output=True, text=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    codes = [line for line in done.stdout.splitlines() if line.startswith("exit")]
    assert codes == ["exit 2", *["exit 0"] * 5], done.stdout
    for words in ("missing.csv: ce fichier n'existe pas", "lu : 2 joueurs, 1 partie"):
        assert words in done.stderr, done.stderr
    assert "Nouveau" in done.stdout and "New rating" in done.stdout, done.stdout
    assert open_sheets(tmp_path / "new.xlsx").names[:3] == ("Début", "Joueurs", "Parties")


@pytest.mark.parametrize("language", languages.WHOLE)
def test_no_text_is_missing(language: str) -> None:
    """The languages that are offered lack nothing."""
    assert languages.lacking(language) == []


def test_a_key_names_one_text() -> None:
    """Any room asks for a text by its key, so that no two rooms have one of the same name."""
    assert len(languages.shared()) > 1600


def test_the_count_may_be_cut_off() -> None:
    """Promise of the guide: the count goes into other programs, `head` too, without an error."""
    there, here = os.pipe()
    os.close(there)
    command = [sys.executable, "-m", "tests.languages"]
    done = subprocess.run(command, cwd=PACKAGE.parent, stdout=here, stderr=subprocess.PIPE)
    os.close(here)
    assert (done.returncode, done.stderr) == (0, b"")
