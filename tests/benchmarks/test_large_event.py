"""A large event as a workbook: 3,000 players, 9 rounds, 1.35 million cells."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

from needs import LONGEST

#: What the program may take, in megabytes.
MOST = 800

PROGRAM = """
import random, resource, sys
from xlrating.cli import main
chance = random.Random(9)
with open("players.csv", "w") as file:
    print("no,name,rating,born,games", file=file)
    for no in range(1, 3001):
        print(f"{no},P{no},{chance.randint(1400, 2500)},1980,50", file=file)
with open("games.csv", "w") as file:
    print("round,white,black,result", file=file)
    for number in range(1, 10):
        people = list(range(1, 3001))
        chance.shuffle(people)
        for white, black in zip(people[::2], people[1::2]):
            print(number, white, black, chance.choice(("1-0", "0-1", "½-½")), sep=",", file=file)
main(["rate", "games.csv", "--players", "players.csv", "--rules", "fide", "-o", "x.xlsx"])
used = resource.getrusage(resource.RUSAGE_SELF)
print(f"took {used.ru_utime + used.ru_stime:.1f} s, {used.ru_maxrss // 1024} MB", file=sys.stderr)
"""


def test_large_event(tmp_path: Path) -> None:
    """Promise: under 800 MB. Printed: seconds of one processor."""
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=tmp_path, capture_output=True, text=True,
        timeout=LONGEST, check=False,
    )  # fmt: skip
    assert (tmp_path / "x.xlsx").is_file(), run.stderr
    took = run.stderr.splitlines()[-1]
    print(f"\n3,000 x 9: {took}, {(tmp_path / 'x.xlsx').stat().st_size / 1e6:.1f} MB of file")
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss < MOST * 1024
