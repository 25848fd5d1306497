"""FIDE's list of 500,000 lines: players by number, in the memory of a few lines."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

from needs import LONGEST

LINES, IDS = 500_000, (1, 250_000, 499_999)
#: What the program may take beyond that for a list of three lines, in megabytes.
MORE = 8

HEAD = (
    "ID Number      Name                                                         Fed Sex Tit  "
    "WTit OTit           FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag"
)
PROGRAM = """
import resource, sys
from xlrating.cli import main
source, ids = sys.argv[1:]
main(["new", "swiss", "--rules", "fide", "--from", source, "--ids", ids, "-o", source + ".xlsx"])
used = resource.getrusage(resource.RUSAGE_SELF)
print(used.ru_utime + used.ru_stime, used.ru_maxrss // 1024, file=sys.stderr)
"""


def line(no: int, chance: random.Random) -> str:
    """One player."""
    rating = chance.randint(1400, 2800)
    return (
        f"{no:<15}{f'Player, Number {no}':<61}NOR M   GM                           "
        f"{rating:<6}0   10 {rating:<6}0   10 {rating:<6}0   10 1990      "
    )


def used(path: Path, numbers: tuple[int, ...], lines: int) -> tuple[float, int]:
    """Seconds of a processor and megabytes for the players of such a list."""
    chance = random.Random(1)
    with path.open("w", newline="\r\n") as file:
        print(HEAD, file=file)
        for no in range(lines):
            print(line(no, chance), file=file)
    command = [sys.executable, "-c", PROGRAM, str(path), ",".join(map(str, numbers))]
    run = subprocess.run(command, capture_output=True, text=True, timeout=LONGEST, check=False)
    assert "3 players" in run.stdout, run.stderr
    seconds, size = run.stderr.split()
    return float(seconds), int(size)


def test_a_list_of_half_a_million(tmp_path: Path) -> None:
    """Promise: no more memory than for a list of three lines. Printed: seconds of a processor."""
    few, least = used(tmp_path / "few.txt", (0, 1, 2), 3)
    seconds, size = used(tmp_path / "many.txt", IDS, LINES)
    print(f"\n{LINES:,} lines: {seconds:.1f} s, {size} MB; three lines: {few:.1f} s, {least} MB")
    assert size <= least + MORE
