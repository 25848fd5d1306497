"""What is wrong with a list by itself is told, whoever on it is asked for."""

from __future__ import annotations

import random
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import pytest

from xlrating.engine.errors import FileError
from xlrating.engine.event import Event, Player
from xlrating.engine.problems import problems
from xlrating.engine.rules.ruleset import load
from xlrating.engine.showing import limits_of
from xlrating.exchange import table
from xlrating.federation.findings import Findings
from xlrating.federation.ledger_files import read_ledger
from xlrating.federation.list_checks import check_list
from xlrating.federation.listed import read_listed
from xlrating.federation.people import ListPeople
from xlrating.publishing.reading import read_published

#: What is right for most, and what may be wrong.
IDS = ("", "7", "07", "A7", "a7", "Bo")
NAMES = ("Ann", "ann", "Bo", "Bо", "Cid Lee", "Lee, Cid")
RATINGS = (None, 2000, 2000, 1800, "1999.5", 99999, 0)
KS = (None, None, 20, 201)
YEARS = (None, 1980, 1899)


def test_nobody_is_left_out_of_what_a_list_is_asked() -> None:
    """ "Nothing dropped in silence": few of a list are asked for, and all is found that the engine
    finds who asks everybody.
    """
    chance, told = random.Random(4), 0
    for number in range(600):
        rules = load(("fide", "elo")[number % 2])
        ids = [chance.choice((*IDS, "", str(100 + at))) for at in range(3)]
        players = [
            Player(
                no,
                chance.choice(NAMES),
                None if (rating := chance.choice(RATINGS)) is None else Decimal(rating),
                id=id_,
                born=chance.choice(YEARS),
                k=chance.choice(KS),
                facts={"rapid_rating": Decimal("1900.5")} if number % 9 == 0 else {},
            )
            for no, id_ in enumerate(ids, 1)
        ]
        found = Findings()
        check_list(ListPeople.of(players), rules, found)
        expected = [
            str(one if one.stops else one._replace(no=0))
            for one in problems(Event(tuple(players)), limits_of(rules))
            if one.stops or one.key == "ids_zeros"
        ]
        ours = [str(one) for one in (*found.wrong, *found.notices)]
        assert sorted(ours) == sorted(expected), players
        told += not expected
    assert 10 < told < 590


@pytest.mark.parametrize("read", [read_listed, read_ledger, read_published])
def test_a_list_may_be_longer_than_other_tables(
    read: Callable[[Path], object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Promise: a million people are a list, though half a million lines of anything else are too many."""
    path = tmp_path / "list.csv"
    path.write_text("id,name,rating\n1,Ann,2000\n2,Bo,1900\n", "utf-8")
    monkeypatch.setattr(table, "LINES", 2)
    read(path)
    with pytest.raises(FileError, match="3 lines"):
        table.read_table(path)
