"""`python -m tests.fuzz`: so many wild inputs of each kind, and what they broke."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from . import KINDS
from .worker import Finding, fuzz, kept_as, report, smaller


def main() -> int:
    """Try inputs; exit code 1 when a promise was broken."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--inputs", type=int, default=1000, metavar="N", help="of each kind")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--kind", action="append", choices=KINDS, help="default: all; repeated")
    parser.add_argument("--most", type=int, default=20, help="findings of a kind to stop after")
    parser.add_argument("--again", type=Path, metavar="FILE", help="try one input of --kind")
    parser.add_argument(
        "--keep", type=Path, default=Path("fuzz-found"), metavar="FOLDER", help="for what is found"
    )
    options = parser.parse_args()
    if options.again:
        print(KINDS[options.kind[0]].tried(options.again.read_bytes(), Path.cwd()))
        return 0
    broken: dict[str, int] = {}
    for name in options.kind or KINDS:
        kind, began = KINDS[name], time.monotonic()
        for found in fuzz(kind, options.inputs, options.seed, options.most):
            if not isinstance(found, Finding):
                inputs, answers = found
                took = time.monotonic() - began
                print(
                    f"{name}: {inputs} inputs, {answers} kinds of answers, {took:.0f} s", flush=True
                )
                continue
            # The same line of code breaks again and again.
            broken[found.place] = broken.get(found.place, 0) + 1
            if broken[found.place] == 1:
                found = smaller(kind, found)
                report(kind, found)
                print(f"kept as {kept_as(found, options.keep)}", file=sys.stderr)
    if broken:
        print("\n".join(f"{count} × {place}" for place, count in broken.items()))
    print(f"promises broken: {sum(broken.values())}")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
