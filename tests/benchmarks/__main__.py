"""`python -m benchmarks` in `tests`: each job and its yardsticks in turn, and the ratios."""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import platform
import secrets
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path

from .jobs import GROUPS, Job, Size
from .others import OTHERS, version_of

README = Path(__file__).with_name("README.md")
HEAD = "| job | xlrating | next to | it takes | ratio | target |\n| --- | ---: | --- | ---: | ---: | ---: |"


def main(words: Sequence[str] | None = None) -> int:
    """Measure, print, and write the page."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("groups", nargs="*", metavar="GROUP", help=f"of {', '.join(GROUPS)}; all")
    parser.add_argument("--people", type=int, default=100_000, metavar="N")
    parser.add_argument("--games", type=int, default=1_000_000, metavar="N", help="of a month")
    parser.add_argument("--runs", type=int, default=5, metavar="N", help="of each side")
    parser.add_argument("--seed", type=int, help="of the data; by default another at every run")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="the page to write, such "
                        f"as {README.name}; by default that one, after a run of all groups")  # fmt: skip
    options = parser.parse_args(words)
    if wrong := {*options.groups} - {*GROUPS}:
        parser.error(
            f"no group is called {', '.join(sorted(wrong))}; there are {', '.join(GROUPS)}"
        )
    seed = secrets.randbelow(10**6) if options.seed is None else options.seed
    output = options.output or (None if options.groups else README)
    sections = []
    with tempfile.TemporaryDirectory() as folder:
        size = Size(options.people, options.games, seed, Path(folder))
        for name in options.groups or GROUPS:
            about = " ".join((GROUPS[name].__doc__ or "").split())
            print(f"\n{name}: {about}", flush=True)
            rows = []
            for job in GROUPS[name](size):
                for row in _rows(job, options.runs):
                    rows.append(row)
                    print(row, flush=True)
            sections.append(f"## {name}\n\n{about}\n\n{HEAD}\n" + "\n".join(rows))
    if output:
        output.write_text(_page(options, seed, sections), "utf-8")
        print(f"\n{output} written", file=sys.stderr)
    return 0


def _rows(job: Job, runs: int) -> Iterator[str]:
    """A line of the table for each that the job is measured next to."""
    there = {name: run for name, run in job.others.items() if run is not None}
    sides = [job.ours, *there.values()]
    seconds: list[list[float]] = [[] for _ in sides]
    # What is loaded and kept at first is not counted, where there is more than one run.
    for run in range(runs + 1) if runs > 1 else (1,):
        for own, side in zip(seconds, sides, strict=True):
            start = time.process_time()
            with contextlib.redirect_stdout(io.StringIO()):
                side()
            if run:
                own.append((time.process_time() - start) / job.times)
    ours = statistics.median(seconds[0])
    scaled = [[one * job.scale for one in own] for own in seconds[1:]]
    measured = dict(zip(there, scaled, strict=True))
    for at, name in enumerate(job.others):
        target = f"{job.target:g}" if job.target and not at else ""
        head = f"| {job.name} | {_shown(ours)} | {name} |"
        if name not in measured:
            yield f"{head} not installed | | |"
            continue
        ratio = statistics.median(
            mine / theirs for mine, theirs in zip(seconds[0], measured[name], strict=True) if theirs
        ) if all(measured[name]) else float("nan")  # fmt: skip
        yield f"{head} {_shown(statistics.median(measured[name]))} | {ratio:.2f} | {target} |"


def _shown(seconds: float) -> str:
    """Seconds in the unit that people read.

    >>> _shown(0.0123), _shown(2), _shown(4e-6)
    ('12.3 ms', '2.00 s', '4.00 µs')
    """
    unit, scale = ("s", 1) if seconds >= 1 else ("ms", 1e3) if seconds >= 1e-3 else ("µs", 1e6)
    return f"{seconds * scale:.3g} {unit}" if seconds < 1 else f"{seconds:.2f} s"


def _page(options: argparse.Namespace, seed: int, sections: Sequence[str]) -> str:
    """The page, with what it was measured on."""
    packages = [f"{name} {version_of(name)}" for name in ("numpy", "pandas", "polars", "pyarrow")]
    others = [
        f"{package} {version_of(package) or '(not installed)'}" for package in OTHERS.values()
    ]
    said = f"--people {options.people} --games {options.games} --runs {options.runs} --seed {seed}"
    return "\n\n".join([
        "# Next to code written by hand",
        f"`python -m benchmarks`, in `tests`, wrote this page on {date.today():%d %B %Y} (`{said}`):\n"
        f"{_processor()}, {os.cpu_count()} cores, {_memory()} of memory{_load()}; "
        f"Python {platform.python_version()}, {', '.join([*packages, *others])}.",
        "Times are processor time, the medians of runs in turns; the ratio is the median of the "
        "ratios in each turn.\nThe code compared is in `by_hand.py`, `pipeline.py` and `others.py`. "
        "It does one job, trusts its data and gives no\nreasons; `tests/test_benchmarks.py` checks "
        "that the numbers are the same. Each run uses new data.",
        *sections,
    ]) + "\n"  # fmt: skip


def _processor() -> str:
    """What the processor is called."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text("utf-8").splitlines():
            if line.startswith("model name"):
                return " ".join(line.partition(":")[2].split())
    return platform.processor() or platform.machine()


def _load() -> str:
    """How many programs ran at the same time on average of the last quarter of an hour."""
    return f", a load of {os.getloadavg()[2]:.0f}" if hasattr(os, "getloadavg") else ""


def _memory() -> str:
    """How much memory there is."""
    try:
        return f"{os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') / 2**30:.0f} GiB"
    except (AttributeError, ValueError, OSError):
        return "unknown"


if __name__ == "__main__":
    sys.exit(main())
