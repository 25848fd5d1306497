"""How large a published site is, how long it takes, and how soon a browser shows it.

Printed, not asserted. ``XLRATING_SITES=700,10000,100000`` chooses how many players.
"""

from __future__ import annotations

import csv
import os
import random
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from browser import run

from xlrating.cli import main
from xlrating.publishing.parts import read_script

SIZES = [int(one) for one in os.environ.get("XLRATING_SITES", "200").split(",")]
DAYS = ("2025-10-01", "2025-11-01", "2025-12-01")
#: One event of so many people for so many on the list, of so many rounds.
SIZE, FOR, ROUNDS = 20, 50, 5
LOOK = Path(__file__).parents[1] / "publishing" / "look.mjs"


def _write(path: Path, heads: tuple[str, ...], rows: list[tuple[object, ...]]) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([heads, *rows])


def lists(folder: Path, people: int) -> list[Path]:
    """Three lists of a federation with three paces, two of them made from the games of a month."""
    dice = random.Random(people)
    ids = range(100_000, 100_000 + people)
    rows: list[tuple[object, ...]] = [
        (
            id_, f"Family{id_ % 997} Given{id_}", f"Club {id_ % 211}", dice.choice("fmmm"),
            dice.randint(1940, 2015), *(dice.randint(1400, 2700) for _ in range(3)), 50, 50, 50,
        )
        for id_ in ids
    ]  # fmt: skip
    heads = ("id", "name", "federation", "sex", "born", "rating", "rapid_rating", "blitz_rating",
             "games", "rapid_games", "blitz_games")  # fmt: skip
    found = [folder / f"{DAYS[0]}.csv"]
    _write(found[0], heads, rows)
    for month, day in zip(("10", "11"), DAYS[1:], strict=True):
        games: list[tuple[object, ...]] = []
        for event in range(max(1, people // FOR)):
            who = dice.sample(ids, SIZE)
            for round_ in range(1, ROUNDS + 1):
                dice.shuffle(who)
                games += [
                    (f"Cup {event} {month}", f"2025-{month}-10", round_, one, other,
                     dice.choice(("1-0", "0-1", "1/2-1/2")))
                    for one, other in zip(who[::2], who[1::2], strict=True)
                ]  # fmt: skip
        _write(
            folder / f"{month}.csv", ("event", "date", "round", "white", "black", "result"), games
        )
        # Many games are kept in CSV, which has no sheets of reasons.
        made = folder / f"{day}.{'xlsx' if people <= 10_000 else 'csv'}"
        words = ["federation", str(found[-1]), str(folder / f"{month}.csv"), "--rules", "fide"]
        assert main([*words, "--swiss", "Cup*", "--day", day, "-o", str(made)]) == 0
        found.append(made)
    return found


@pytest.mark.parametrize("people", SIZES)
def test_site(people: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Files, bytes, seconds and memory of a site, and how soon its pages are there."""
    made = lists(tmp_path, people)
    site = tmp_path / "site"
    words = [
        "federation",
        "publish",
        *map(str, made),
        "-o",
        str(site),
        "--no-pdf",
        "--games",
        "none",
    ]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "xlrating", *words], check=True, capture_output=True)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    files = [one for one in site.rglob("*") if one.is_file()]
    page = next(iter(read_script((site / "parts/players-0.js").read_bytes())[1]))
    paths = ["en/index.html", "en/list.html", f"en/player.html?id={page}", "en/list.html?from=101",
             "en/list.html?q=given1001"]  # fmt: skip
    plan: dict[str, Any] = {
        "site": str(site), "shots": "", "axe": False, "widths": [1280], "schemes": [False],
        "paths": paths, "queries": [],
    }  # fmt: skip
    seen = [
        run(LOOK, tmp_path / "browser", "chrome", {**plan, "hosted": hosted}) for hosted in (0, 1)
    ]
    with capsys.disabled():
        print(
            f"\n{people:,} players: {len(files)} files, {sum(f.stat().st_size for f in files):,} bytes,"
        )
        print(f"  {used.ru_utime + used.ru_stime - before.ru_utime - before.ru_stime:.1f} s of CPU,",
              f"{used.ru_maxrss / 1024:,.0f} MB")  # fmt: skip
        for path in paths:
            disk, server = (one["took"][path] for one in seen)
            print(f"  {path}: {disk} ms from the disk, {server} ms from a server,",
                  f"{seen[1]['bytes'][path]:,} bytes")  # fmt: skip
    assert not any(one["wrong"] for one in seen)
