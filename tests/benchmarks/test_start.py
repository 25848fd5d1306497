"""How long a call takes from the shell, against a bare Python start, in one run."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time


def median_seconds(words: list[str], runs: int = 15) -> float:
    """The median time of a process over several runs after one that is not counted."""
    times = []
    for _ in range(runs + 1):
        start = time.perf_counter()
        subprocess.run(words, check=True, capture_output=True)
        times.append(time.perf_counter() - start)
    return statistics.median(times[1:])


def test_call_against_a_bare_start() -> None:
    """`xlrating call WE_TABLE 200` beside `python -c pass`: both figures are printed."""
    bare = median_seconds([sys.executable, "-c", "pass"])
    call = median_seconds([sys.executable, "-m", "xlrating", "call", "WE_TABLE", "200"])
    print(f"\nbare start {bare * 1000:.1f} ms, call {call * 1000:.1f} ms: {call / bare:.1f} times")
    assert bare > 0 and call > 0
