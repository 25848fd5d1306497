"""What is wrong with a rule file, in each language: the key, and a sentence about it."""

from __future__ import annotations

from typing import Union

from ..errors import RuleSetError, shown
from ..problem import Problem, make_error


def sentence(key: str, /, **words: object) -> Problem:
    """What is wrong with a key, or what is expected of it: the text ``rule_KEY``."""
    own = (Problem, int)
    told = {name: one if isinstance(one, own) else str(one) for name, one in words.items()}
    return Problem(f"rule_{key}", told, "")


def wrong_key(file: str, key: str, what: Problem) -> RuleSetError:
    """The error that names a file and a key of it.

    >>> str(wrong_key("own.toml", "id", sentence("missing")))
    'own.toml: key id is missing; it is required'
    """
    return make_error(RuleSetError, "rule_key", file, name=key, what=what)


def other_than(expected: Problem, value: object) -> Problem:
    """The sentence that a key has another value than is expected."""
    return sentence("is", found=_found(value), expected=expected)


def lacks(expected: Problem) -> Problem:
    """The sentence that a key is missing."""
    return sentence("lacks", expected=expected)


def _found(value: object) -> Union[str, Problem]:
    if isinstance(value, dict):
        return sentence("a_table")
    if isinstance(value, list):
        return sentence("a_list_of", n=len(value))
    if isinstance(value, int) and value.bit_length() > 64:
        return sentence("long_number")
    return shown(value)
