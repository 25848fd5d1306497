"""Names of rule sets as people type them."""

from __future__ import annotations

from pathlib import Path

import pytest

from xlrating.cli.call import call
from xlrating.engine.errors import RuleSetError
from xlrating.engine.languages import LANGUAGES
from xlrating.engine.rules.references import plain
from xlrating.engine.rules.rulefile import FOLDER
from xlrating.engine.rules.ruleset import available, editions, load


@pytest.mark.parametrize("name", available())
def test_every_rule_set_by_every_name(name: str) -> None:
    """Promise: the id and the names in three languages, in any case, width and spacing."""
    names = load(name).names
    for typed in (name, *(names[language] for language in LANGUAGES)):
        wide = "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in typed)
        for way in (typed, typed.upper(), typed.lower(), f"  {typed}\u3000", wide):
            assert load(way).reference == load(name).reference, way


@pytest.mark.parametrize("name", available())
def test_every_option_and_edition_in_any_spelling(name: str) -> None:
    """Promise: the same for what follows the name."""
    for key, option in load(name).options.items():
        for choice in option.choices:
            wanted = load(f"{name}:{key}={choice}")
            assert load(f"{name.upper()} : {key.upper()} ＝ {choice.title()}") == wanted
    for day in editions(name):
        assert load(f"{name.title()} ＠ {day}") == load(f"{name}@{day}")


def test_no_two_names_are_one() -> None:
    """A name in one language is never the name of another rule set."""
    found: dict[str, str] = {}
    for name in available():
        for typed in (name, *load(name).names.values()):
            assert found.setdefault(plain(typed), name) == name
    assert len(found) > 3 * len(available())


@pytest.mark.parametrize(
    "typed", ["f*", "?", "fide*", "fid", "fide fide", "~fide", "elo:model=*", ""]
)
def test_what_is_no_name_is_none(typed: str) -> None:
    """Only what makes no difference is passed over; nothing is completed."""
    with pytest.raises(RuleSetError) as refused:
        load(typed)
    assert refused.value.cell_error == "#REF!"


def test_a_file_is_named_letter_for_letter(tmp_path: Path) -> None:
    """A path keeps its case, its blanks and its letters of full width."""
    folder = tmp_path / "Ｍy rules.toml.d"
    folder.mkdir()
    own = folder / "Own Ｆile.toml"
    own.write_bytes((FOLDER / "fide.toml").read_bytes())
    assert load(f" {own} ＠ 2025 : List = Rapid ").reference == f"{own}@2024-12-01:list=rapid"
    with pytest.raises(RuleSetError, match="there is no rule file"):
        load(str(own).replace("Ｆ", "F"))


def test_the_command_line_reads_the_same_names(capsys: pytest.CaptureFixture[str]) -> None:
    """One reader for all hosts: the shell has it too."""
    assert call(["WE_TABLE", "200", "Классический эло"]) == 0
    assert call(["WE_TABLE", "200", "ELO"]) == 0
    assert capsys.readouterr().out == "0.76\n0.76\n"
