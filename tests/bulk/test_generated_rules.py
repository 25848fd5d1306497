"""Columns and rule files that nobody wrote: a key that a kernel does not know is the engine's."""

from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path

import pytest
from generated_rules import each_file
from needs import EVERY

from bulk.federations import federation
from bulk.test_against_engine import by_engine, outcome, same
from xlrating.bulk import rate_period
from xlrating.bulk.kernels import KERNELS
from xlrating.engine.rules.ruleset import load

#: Rule files of each seed; of each file so many federations.
FILES, FEDERATIONS = (600, 3) if EVERY else (40, 1)


@pytest.mark.in_turn
@pytest.mark.parametrize("start", range(10) if EVERY else [1])
def test_columns_follow_any_rule_file(start: int, tmp_path: Path) -> None:
    """Every key of every section, as far as a file with it loads: what columns find is what the
    engine finds, whether a kernel knows the key or leaves the players to the engine."""
    path = tmp_path / "rules.toml"
    files: Counter[str] = Counter()
    compared: Counter[str] = Counter()

    def compare(text: str) -> None:
        files["loaded"] += 1
        rules = load(str(path))
        if rules.method not in KERNELS:
            return
        for number in range(FEDERATIONS):
            players, games, day = federation(1000 * files["loaded"] + number, rules)
            found = outcome(partial(rate_period, day=day), players, games, str(path))
            expected = outcome(by_engine, players, games, str(path), day)
            assert type(found) is type(expected), (found, expected, text)
            if isinstance(found, str):
                assert found == expected, text
            else:
                same(found, expected, rules, text)
                compared[rules.method] += 1

    each_file(FILES, start, path, compare, files)
    assert len(compared) >= len(KERNELS) // 2, compared
