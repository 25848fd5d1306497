"""Every function and argument has its help sentence, and no sentence is left over."""

from __future__ import annotations

from xlrating.engine.languages import LANGUAGES
from xlrating.functions import all_functions
from xlrating.functions.help import (
    argument_help,
    argument_name,
    example,
    example_gives,
    function_help,
    table,
)


def test_help_is_complete() -> None:
    """One sentence in each language, short enough for Excel's wizard (255 characters)."""
    for name, function in all_functions().items():
        for language in LANGUAGES:
            sentences = [function_help(name, language)]
            sentences += [argument_help(name, p.name, language) for p in function.parameters]
            for sentence in sentences:
                assert 4 < len(sentence) <= 255, (name, language)
                assert sentence[-1] in ".。", sentence


def test_arguments_of_a_function_are_told_apart() -> None:
    """In every language; in English by the names that the functions are written with."""
    for name, function in all_functions().items():
        given = [parameter.name for parameter in function.parameters]
        assert [argument_name(argument) for argument in given] == given
        for language in LANGUAGES:
            assert len({argument_name(argument, language) for argument in given}) == len(given), (
                name
            )


def test_no_help_is_left_over() -> None:
    """A sentence belongs to a function, an argument, or an argument of one function."""
    functions = all_functions()
    names = {p.name for function in functions.values() for p in function.parameters}
    assert set(table()) == {"fn", "arg", "name", "text", "example"}
    assert set(table()["fn"]) == set(functions)
    assert set(table()["arg"]) == set(table()["name"]) == names
    for name, entry in table()["fn"].items():
        own = set(entry) - set(LANGUAGES)
        assert own <= {p.name for p in functions[name].parameters}, name


def test_examples_give_their_value() -> None:
    """Every function has an example, which names its arguments and gives the value shown."""
    assert list(table()["example"]) == list(all_functions())
    for name, function in all_functions().items():
        given = example(name)
        assert set(given) <= {p.name for p in function.parameters}, name
        value = function(**given)
        assert (value[-1] if isinstance(value, list) else value) == example_gives(name), name
