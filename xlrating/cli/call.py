"""``xlrating call``: a worksheet function from the shell. It imports only what it needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..engine.errors import ArgumentError, RatingError, shown
from ..engine.problem import make_error


def call(words: list[str]) -> int:
    """Run ``call NAME ARG ... [name=ARG ...]``; a list is written 2500,2480 or [[1,2],[3,4]]."""
    from ..functions import all_functions, find
    from .answering import give

    words, language = _language(words)
    if not words or words[0] in ("-h", "--help"):
        print("usage: xlrating call NAME ARGUMENT ... [name=ARGUMENT ...] [--language en|zh|ru]\n")
        print("A list is written 2500,2480,2430; rows of a range 1,0;0.5,1; blank is ''.\n")
        for name, listed in all_functions().items():
            given = [_usage(parameter) for parameter in listed.parameters]
            print(f"{name}({', '.join(given)})\n    {(listed.__doc__ or '').splitlines()[0]}")
        return 0
    name = words[0].upper()
    function = find(name)
    if function is not None and words[1:2] in (["-h"], ["--help"]):
        print(f"{name}({', '.join(map(_usage, function.parameters))})\n\n{function.__doc__}")
        return 0
    if function is None:
        raise _unknown("call_function", name, [*all_functions()])
    known = tuple(parameter.name for parameter in function.parameters)
    positional: list[object] = []
    named: dict[str, object] = {}
    for word in words[1:]:
        key, sign, value = word.partition("=")
        if sign and key in named:
            raise make_error(ArgumentError, "call_twice", function=name, argument=key)
        if sign and key in known:
            named[key] = _argument(value)
        elif sign and key.isidentifier():
            raise _unknown("call_argument", key, known, function=name)
        elif key[:2] == "--" and key[2:3].isalpha():
            raise _unknown(
                "opt_unknown", key, ["--json", "--language"], help="xlrating call --help"
            )
        else:
            positional.append(_argument(word))
    if language and "language" in known[len(positional) :]:
        named.setdefault("language", language)
    result = function(*positional, **named)
    give(lambda: {"function": function.name, "result": result})
    print("\n".join(_shown(row) for row in result) if isinstance(result, list) else _shown(result))
    return 0


def _unknown(key: str, found: str, known: Sequence[str], **words: str) -> RatingError:
    """The error for an unknown word, with the known one that was probably meant."""
    from .parser import alike

    names = ", ".join(known) or "–"
    if near := alike(found, known):
        return make_error(
            ArgumentError, f"{key}_near", names=found, near=near, known=names, **words
        )
    return make_error(ArgumentError, key, names=found, known=names, **words)


def _language(words: list[str]) -> tuple[list[str], str]:
    """The words without ``--language``, and the language it names; '' if there is none.

    >>> _language(["WE_TABLE", "200", "--language", "ru"]), _language(["--language=zh"])
    ((['WE_TABLE', '200'], 'ru'), ([], 'zh'))
    """
    from ..engine.languages import LANGUAGES

    left, language, rest = [], "", iter(words)
    for word in rest:
        option, sign, value = word.partition("=")
        if option != "--language":
            left.append(word)
            continue
        language = value if sign else next(rest, "")
        if language not in LANGUAGES:
            known = ", ".join(LANGUAGES)
            raise make_error(
                ArgumentError, "opt_choice", option, found=shown(language), known=known
            )
    return left, language


def _usage(parameter: Any) -> str:
    """An argument as the help shows it: optional ones in brackets, with their default."""
    if not parameter.optional:
        return str(parameter.name)
    default = f"={parameter.default}" if parameter.default is not None else ""
    return f"[{parameter.name}{default}]"


def _argument(word: str) -> object:
    """A command-line word as a cell value: number, text, list, block."""
    if word.startswith("[") and word.endswith("]"):
        import json

        try:
            return json.loads(word)
        except (ValueError, RecursionError):
            raise make_error(ArgumentError, "call_list", found=shown(word)) from None
    first = word.replace(";", ",").split(",")[0].strip()
    if ("," in word or ";" in word) and (first == "" or _is_number(first)):
        rows = [[_argument(cell.strip()) for cell in row.split(",")] for row in word.split(";")]
        return rows if ";" in word else rows[0]
    if _is_number(word):
        # With more digits, integers could not be distinguished from the next ones.
        is_whole = len(word) < 20 and word.lstrip("+-").isdigit()
        return int(word) if is_whole else float(word)
    return word


def _is_number(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    # 1_000 is a number in source code, but not in a cell.
    return "_" not in word


def _shown(value: object) -> str:
    if isinstance(value, list):
        return "\t".join(_shown(item) for item in value)
    return "" if value is None else str(value)
