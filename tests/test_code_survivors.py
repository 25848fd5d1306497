"""Changes of lines of code that no test can notice, each with its reason.

`python -m tests.mutation.code` changes a new sample of lines each time it is asked.
"""

from __future__ import annotations

import builtins
from functools import cache
from typing import Any

import pytest
from mutation.code import Survivor, survivors
from mutation.mutants import PACKAGE, Mutant, mark, mutants_in, mutants_of

FUNCTION = '''
def floor_of(peak):
    """The floor, if there is a peak."""
    if peak <= 0 or not peak:
        return 1
    return -peak * 2 if peak else None
'''


def test_reasons_are_of_the_code_as_it_reads() -> None:
    """Promise: no reason outlives the function that it speaks of: say it anew, or take it out."""
    void = [one for one in survivors() if not any(map(one.is_of, _mutants(one)))]
    assert void == []


def _mutants(one: Survivor) -> tuple[Mutant, ...]:
    return _of_file(one.function.partition("::")[0])


@cache
def _of_file(file: str) -> tuple[Mutant, ...]:
    path = PACKAGE / file
    return tuple(mutants_of(path)) if path.exists() else ()


def test_reasons_are_sentences() -> None:
    """Promise: each change that nobody notices is listed once, with its reason."""
    known = survivors()
    assert len({one[:-1] for one in known}) == len(known)
    assert [one for one in known if not one.reason.endswith(".")] == []


def test_the_changes_of_a_function() -> None:
    """Promise: comparisons, operators, numbers and conditions are changed, one at a time; a reason
    holds for what a function does, whatever its docstring and its comments say."""
    path = PACKAGE / "made.py"
    found = mutants_in(path, FUNCTION)
    assert [one.change for one in found] == [
        "if peak <= 0 or not peak: → if False:",
        "peak <= 0 or not peak → peak <= 0 and (not peak)",
        "peak <= 0 → peak < 0",
        "0 → 1",
        "not peak → peak",
        "1 → 2",
        "-peak * 2 if peak else None → None",
        "-peak * 2 → -peak + 2",
        "-peak → peak",
        "2 → 3",
    ]
    for one in found:
        place, code = one.code()
        assert place == (str(path), 2)
        assert code.co_name == "floor_of"
    changed = mutants_in(path, FUNCTION.replace("* 2", "* 3"))
    assert {one.digest for one in found} & {one.digest for one in changed} == set()
    said = FUNCTION.replace("if there", "where there").replace(
        "    if peak <", "    # Low.\n    if peak <"
    )
    assert {one.digest for one in mutants_in(path, said)} == {one.digest for one in found}


def test_the_changes_of_what_is_done_at_import() -> None:
    """Promise: tables, constants, decorators and default values are changed as functions are; how much
    is kept of what was calculated is not, as no result hangs on it."""
    text = (
        "MOST = 2 + 3\n\n\nclass Scale:\n    low: int = -1\n\n\n"
        "@lru_cache(maxsize=9)\n@twice(1)\ndef of(x, y=True):\n    return x\n"
    )
    found = [one for one in mutants_in(PACKAGE / "made.py", text) if one.at_import]
    assert [(one.name, one.change) for one in found] == [
        ("MOST", "2 + 3 → 2 - 3"),
        ("MOST", "2 → 3"),
        ("MOST", "3 → 4"),
        ("Scale.low", "-1 → 1"),
        ("Scale.low", "1 → 2"),
        ("of()", "1 → 2"),
        ("of()", "True → False"),
    ]
    made = dict[str, Any](lru_cache=lambda maxsize: lambda f: f, twice=lambda n: lambda f: f)
    most = []
    for one in found[:3]:
        exec(one.whole(), made)
        most.append(made["MOST"])
    assert most == [-1, 6, 6]


def test_a_condition_that_saves_time() -> None:
    """Promise: where the code says that a condition only saves time, no test need miss it; one that
    holds too often must be noticed."""
    text = FUNCTION.replace("    if peak", "    # Speed: most have none.\n    if peak")
    assert [one.change for one in mutants_in(PACKAGE / "made.py", text)][:3] == [
        "0 → 1",
        "not peak → peak",
        "1 → 2",
    ]


@pytest.mark.parametrize(
    ("peak", "unseen"),
    [
        # Nobody is at the bound or under it, so no condition that lets fewer through is seen.
        (5, ["if peak <= 0", "peak <= 0 or not peak", "peak <= 0 →", "1 →"]),
        (0, ["not peak →", "-peak * 2 if", "-peak * 2 →", "-peak →", "2 →"]),
        (-1, ["peak <= 0 →", "not peak →", "-peak * 2 if", "-peak * 2 →", "-peak →", "2 →"]),
    ],
)
def test_who_may_see_a_change(
    peak: int, unseen: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Promise: a test is asked about a change where the result of the changed part differs for it."""
    monkeypatch.setattr(builtins, "__passed__", None, raising=False)
    path, made = PACKAGE / "made.py", dict[str, Any]()
    exec(compile(FUNCTION, str(path), "exec"), made)
    found, seen = mutants_in(path, FUNCTION), set[int]()
    mark(found, {(str(path), 2): [made["floor_of"]]}, seen.add)
    before = made["floor_of"](peak)
    assert before == (1 if peak <= 0 else -peak * 2)
    left = [one.change for number, one in enumerate(found) if number not in seen]
    assert [one for one in left if not one.startswith(tuple(unseen))] == []
    assert len(left) == len(unseen)
