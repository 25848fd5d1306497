"""``--help`` in the language of the user, as wide as the terminal."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from itertools import product

import pytest

from xlrating.cli import main
from xlrating.cli.arguments import parser
from xlrating.cli.helping import _WORDS
from xlrating.engine.aligned import width
from xlrating.engine.errors import RatingError
from xlrating.engine.languages import LANGUAGES
from xlrating.engine.problem import format_message
from xlrating.engine.texts import say
from xlrating.functions import all_functions
from xlrating.functions.help import example


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


def test_the_system_decides(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without --language the help speaks as the system does; what a command prints does not."""
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    with pytest.raises(SystemExit):
        main(["rate", "--help"])
    assert capsys.readouterr().out.startswith("用法：xlrating rate")
    assert main(["rules"]) == 0
    assert "FIDE" in capsys.readouterr().out


@pytest.mark.parametrize("language", LANGUAGES)
def test_call_speaks_every_language(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: `call` tells what is wrong, and explains, in the language that is asked for."""
    assert main(["call", "NEW_RATING", "20", "2000", "1", "fide", "--language", language]) == 2
    words = {"what": "rating", "number": "20", "rules": "fide", "low": "100", "high": "4000"}
    assert capsys.readouterr().err == f"xlrating: {say(language, 'fn_rating', **words)}\n"
    assert main(["call", "EXPLAIN_RATING", "2000", f"--language={language}"]) == 0
    missing = say(language, "fn_missing", function="EXPLAIN_RATING", argument="opponents")
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
