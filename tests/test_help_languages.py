"""``--help`` in the language of the user, as wide as the terminal."""

from __future__ import annotations

import argparse
import ast
import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from pathlib import Path

import pytest

from xlrating.cli import main
from xlrating.cli.arguments import parser
from xlrating.cli.demo import files
from xlrating.cli.helping import _WORDS
from xlrating.engine import errors
from xlrating.engine.aligned import width
from xlrating.engine.errors import NotKnownError, RatingError
from xlrating.engine.languages import LANGUAGES
from xlrating.engine.problem import format_message
from xlrating.engine.rules.ruleset import _parts_by_kind
from xlrating.engine.rules.sections.base import Section
from xlrating.engine.texts import is_text, say
from xlrating.engine.tomlfile import PACKAGE
from xlrating.exchange import open_sheets
from xlrating.functions import all_functions
from xlrating.functions.help import argument_name, example


def kinds() -> dict[str, argparse.ArgumentParser]:
    """The parsers of the commands."""
    (found,) = (one for one in parser()._actions if isinstance(one, argparse._SubParsersAction))
    return dict(found.choices)


COMMANDS = [name for name in kinds() if name != "call"]


def keys() -> Iterator[str]:
    """What the parsers name: the texts of commands, options, and what is listed at the end."""
    for own in (parser(), *kinds().values()):
        yield from filter(None, (own.description, own.epilog))
        yield from (key for _, key in getattr(own, "listed", ()))
        for action in own._actions:
            yield from filter(None, (action.help,))
            if isinstance(action, argparse._SubParsersAction):
                yield from (one.help or "" for one in action._choices_actions)


def test_every_text_is_named_and_used() -> None:
    """Every option has a text, and no text is left that no parser names."""
    named = {key.partition(":")[0] for key in keys()}
    own = {"usage", "arguments", "options"}
    assert named == set(_WORDS.table) - own
    for name, one in kinds().items():
        assert [action.dest for action in one._actions if not action.help] == [], name


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help(
    command: str, language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Promise: no word of the help is English elsewhere, and no line is wider than the terminal."""
    monkeypatch.setenv("COLUMNS", "80")
    with pytest.raises(SystemExit):
        main([*command.split(), "--help", "--language", language])
    text = capsys.readouterr().out
    assert not [line for line in text.splitlines() if width(line) > 80]
    if language != "en":
        assert not re.search(r"\b(usage|options|show|positional|arguments):", text)
        letters = "\u4e00-\u9fff" if language == "zh" else "а-яё"
        for line in re.findall(r"^  \S.*?  +(\S.*)$", text, re.M):
            assert re.search(f"[{letters}]|^[A-Z. ,xlsmot-]+$|xlrating completion", line, re.I), (
                line
            )


#: The first line of a file with another result than there is, and what is said of it in Russian.
GAMES = "round,white,black,result,white_rating,black_rating\n1,Ann,Bo,1-O,2000,2000\n"


def test_the_system_decides(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Promise: without --language a command speaks as the file does, else as the system.

    Its help, what it prints and what is wrong with a file, and what it starts for the user. What
    programs read, and what else is written into a file, is the same on every computer.
    """
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "ru_RU.UTF-8")
    (games := Path("games.csv")).write_text(GAMES)

    def said(*words: str) -> tuple[str, str]:
        main(list(words))
        found = capsys.readouterr()
        return found.out, found.err

    # One parser serves them all: none keeps what was asked before.
    for words, starts in (
        ("rate --help", "использование: xlrating rate"),
        ("rate --help --language zh", "用法：xlrating rate"),
        ("", "использование: xlrating"),
    ):
        with suppress(SystemExit):
            main(words.split())
        assert capsys.readouterr().out.startswith(starts)
    rate = ("rate", "games.csv", "--rules", "elo", "--format", "swiss")
    assert "games.csv, строка 2" in said(*rate)[1] and "line 2" in said(*rate, "--json")[0]
    assert "games.csv, line 2" in said(*rate, "--language", "en")[1]
    games.write_text(GAMES.replace("O", "0"))
    out, err = said(*rate, "-o", "own.xlsx")
    assert "записано: own.xlsx" in out and "прочитано: 2 игрока" in err
    assert open_sheets("own.xlsx").names[0] == "Start"
    assert "Name" in said(*rate, "--csv")[0]
    assert "Фамилия" in said("rate", "own.xlsx", "--csv", "--language", "ru")[0]
    assert " cells " in said("check", "own.xlsx")[0], "the file speaks English"
    swiss = ("new", "swiss", "--rules", "fide", "--players", "4", "--rounds", "3", "-o")
    main([*swiss, "zh.xlsx", "--language", "zh"])
    assert "尚未录入棋手" in said("rate", "zh.xlsx")[1], "the file speaks Chinese"
    assert said("rate", "nowhere.trf")[1].startswith("xlrating: nowhere.trf: такого файла нет")
    assert said(*swiss, "ru.xlsx")[0].startswith("ru.xlsx: Швейцарская")
    assert open_sheets("ru.xlsx").names[0] == "Начало", "it is started for who sits here"
    assert said("demo", "club")[0].encode() == files("ru")["README.txt"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_call_speaks_every_language(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: `call` tells what is wrong, and explains, in the language that is asked for."""
    assert main(["call", "NEW_RATING", "20", "2000", "1", "fide", "--language", language]) == 2
    words = {"what": "rating", "number": "20", "rules": "fide", "low": "100", "high": "4000"}
    assert capsys.readouterr().err == f"xlrating: {say(language, 'fn_rating', **words)}\n"
    assert main(["call", "EXPLAIN_RATING", "2000", f"--language={language}"]) == 0
    name = argument_name("opponents", language)
    missing = say(language, "fn_missing", function="EXPLAIN_RATING", argument=name)
    assert capsys.readouterr().out.startswith(f"{missing}\t")


#: What none of the functions takes for any of its arguments, or only for some.
_WRONG: tuple[object, ...] = ("x", -5, 1.5, 0, None, 99999, [[1], [2], [3]])


def test_functions_refuse_in_every_language() -> None:
    """Promise: whatever is wrong with an argument, its sentence is there in each language."""
    refused: dict[str, set[str]] = {}
    for name, function in all_functions().items():
        given = {} if name == "RATE_EVENT" else example(name)
        for parameter, wrong in product(given, _WRONG):
            try:
                function(**{**given, parameter: wrong})
            except RatingError as error:
                assert error.problem is not None, (name, parameter, wrong, str(error))
                key = error.problem.key
                refused[key] = {format_message(error.problem, language) for language in LANGUAGES}
    assert len(refused) > 25
    assert [key for key, said in refused.items() if len(said) < len(LANGUAGES)] == []


def test_what_formulas_and_functions_refuse_is_in_the_texts() -> None:
    """Promise: no refusal of a term, a method or a function is English by itself."""
    bare = [
        f"{path.name}:{node.lineno}"
        for room in ("engine/terms", "engine/methods", "engine/rules", "functions")
        for path in (PACKAGE / room).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call)
        if isinstance(node.exc.func, ast.Name) and hasattr(errors, node.exc.func.id)
    ]
    assert bare == []


def test_a_section_that_rules_lack_has_a_name_in_every_language() -> None:
    """Promise: "rule set fide has no rule for …" ends in the words of its reader."""
    optional = [name for kind, name in _parts_by_kind().items() if issubclass(kind, Section)]
    assert len(optional) > 20 and all(is_text(f"part_{name}") for name in optional)
    with pytest.raises(NotKnownError) as caught:
        all_functions()["RATING_CLASS"](2000, "fide")
    for word, language in zip(("classes", "级别", "разряды"), LANGUAGES, strict=True):
        assert word in format_message(caught.value.problem, language)
