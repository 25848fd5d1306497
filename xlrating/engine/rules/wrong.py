"""Errors in a rule file, in each language: the key, and a sentence about it."""

from __future__ import annotations

from typing import Union

from ..errors import RuleSetError, shown
from ..problem import Problem, make_error


def sentence(key: str, /, **words: object) -> Problem:
    """A sentence about a key, or about the values it accepts: the text ``rule_KEY``."""
    own = (Problem, int)
    told = {name: one if isinstance(one, own) else str(one) for name, one in words.items()}
    return Problem(f"rule_{key}", told, "")


def wrong_key(file: str, key: str, what: Problem) -> RuleSetError:
    """The error for a key of a file.

    >>> str(wrong_key("own.toml", "id", sentence("missing")))
    'own.toml: key id is missing; it is required'
    """
    return make_error(RuleSetError, "rule_key", file, name=key, what=what)


def other_than(expected: Problem, value: object) -> Problem:
    """The sentence that a key has an unexpected value."""
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
