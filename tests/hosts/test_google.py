"""The texts for Google Sheets, with values: IronCalc knows every function that they use."""

from __future__ import annotations

import random
import re
from itertools import chain
from pathlib import Path
from typing import Any

import lambda_calls
import pytest
import xlsxwriter
from excel_rules import FUNCTIONS
from test_lambdas import Model, agree, shown

from xlrating.cli import main
from xlrating.hosts.lambdas import google
from xlrating.hosts.lambdas.calls import ARGUMENTS
from xlrating.hosts.lambdas.stored import stored

#: A rule set of each method, and what its page must have.
RULES = {
    "fide": "NEW_RATING", "malaysia": "NEW_RATING", "cxa-rapid": "NEW_RATING",
    "china-pro": "EVENT_AVERAGE", "dwz": "PERF_RATING", "ingo": "NEW_RATING",
    "uscf": "NEW_RATING", "nevzorov": "WIN_DRAW_LOSS", "glicko2": "GLICKO_RATING",
    "rank-ladder": "LADDER_POINTS", "ecf-grading": "CONVERT_RATING",
}  # fmt: skip
#: A cell with nothing in it.
_EMPTY = "Data!$ZZ$9999"
_WRAPPED = re.compile(r"ARRAYFORMULA\((.*)\)", re.DOTALL)


@pytest.mark.parametrize("rules", RULES)
def test_the_texts_give_the_values_of_python(rules: str, tmp_path: Path) -> None:
    """Each page's functions, put into IronCalc as they stand, give what Python gives."""
    path, named = tmp_path / "google.xlsx", google.definitions(rules)
    names = {one.name for one in named}
    assert RULES[rules] in names
    with xlsxwriter.Workbook(path) as book:
        book.add_worksheet("Sheet")
        for one in named:
            found = _WRAPPED.fullmatch(one.formula)
            assert found is not None
            head = "".join(f"{argument}," for argument in one.arguments)
            book.define_name(one.name, "=" + stored(f"LAMBDA({head}{found[1]})"))
    model, asked = Model(path), []
    assert "RULE_SETS" in names  # the one of the page
    row = model.ask("=INDEX(RULE_SETS(),1,1)&ROWS(RULE_SETS())")
    for name in [one for one in ARGUMENTS if one in names and one != "RULE_SETS"]:
        rng = random.Random(f"{name}{rules}")
        for _ in range(12):
            given = lambda_calls.call(name, rules, rng)
            # No argument is left out there, and none says which rules.
            kept = [v for v, a in zip(given, ARGUMENTS[name], strict=True) if a != "ruleset"]
            texts = [_EMPTY if value is None else model.argument(value) for value in kept]
            text = f"={name}({','.join(texts)})"
            want = shown(name, given)
            asked.append((name, given, want, model.ask(text, len(want))))
    model.calculated()
    assert model.value(row) == f"{rules}1"
    for name, given, want, top in asked:
        got = [[model.value(top + i, 1 + j) for j in range(len(row))] for i, row in enumerate(want)]
        assert all(map(agree, chain(*want), chain(*got))), (name, given, want, got)


@pytest.mark.parametrize("rules", RULES)
def test_names_are_as_google_takes_them(rules: str) -> None:
    """Letters, digits and underscores; each name once, after those it calls; no other sheet.

    No parameter is called like a worksheet function, in whatever case.
    """
    seen: set[str] = set()
    for one in google.definitions(rules):
        assert re.fullmatch(r"[A-Z][A-Z_]*", one.name), one.name
        called = set(re.findall(r"\b(?:XLR_)[A-Z_]+(?=\()", one.formula)) - {one.name}
        assert called <= seen, (one.name, called - seen)
        assert one.name not in seen
        taken = {*one.arguments, *re.findall(r"_xl[po][mp]\.(\w+)", stored(one.formula))}
        assert sorted(name for name in taken if name.upper() in FUNCTIONS) == [], one.name
        assert not re.search(
            r"[!\\]|XLR\\.|\\{[a-z]", re.sub('"[^"]*"', "", one.formula).replace("#VALUE!", "")
        ), one
        seen.add(one.name)


def test_the_command_writes_the_page(tmp_path: Path, capsys: Any) -> None:
    """One option more; elsewhere it is refused, and says where it belongs."""
    path, page = tmp_path / "functions.xlsx", tmp_path / "malaysia.md"
    words = ["-o", str(path), "--google", "malaysia", str(page)]
    assert main(["addin", "lambda", "--language", "zh", *words]) == 0
    text = page.read_text("utf-8")
    assert "未在 Google 表格中验证" in text
    assert "## NEW_RATING" in text
    assert main(["addin", "lite", *words, "--force"]) == 2
    assert "xlrating addin lambda" in capsys.readouterr().err
