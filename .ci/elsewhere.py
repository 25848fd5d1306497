"""Run the tests where LibreOffice and a browser may be missing: python .ci/elsewhere.py [pytest …].

What needs them is left out, and the summary names each of those tests with its reason, so that
nobody takes a green run for a whole one.
"""

from __future__ import annotations

import os
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections import defaultdict
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]


def summary(report: Path) -> str:
    """A JUnit report in Markdown: how many tests per outcome, and the skipped ones by reason."""
    left_out: dict[str, list[str]] = defaultdict(list)
    counts: dict[str, int] = defaultdict(int)
    for case in ElementTree.parse(report).iter("testcase"):
        kind = next(
            (child.tag for child in case if child.tag in ("skipped", "failure", "error")), "passed"
        )
        counts[kind] += 1
        if kind == "skipped":
            reason = next(iter(case)).get("message") or "no reason given"
            left_out[reason].append(f"{case.get('classname')}::{case.get('name')}")
    said = [", ".join(f"{number} {kind}" for kind, number in sorted(counts.items()))]
    for reason, names in sorted(left_out.items()):
        said += ["", f"Left out ({len(names)}): {reason}", "", *(f"- {name}" for name in names)]
    return "\n".join(said) + "\n"


def main(words: list[str]) -> int:
    """Run pytest and write the summary; pytest's exit code."""
    # Where CI is set, a missing program is a failure (`tests/needs.py`): here it is left out.
    environment = {key: value for key, value in os.environ.items() if key != "CI"}
    with TemporaryDirectory() as folder:
        report = Path(folder, "report.xml")
        command = [sys.executable, "-m", "pytest", "-q", f"--junitxml={report}", *words]
        code = subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
        text = summary(report) if report.is_file() else "There is no report of the tests.\n"
    print(text)
    if page := os.environ.get("GITHUB_STEP_SUMMARY"):
        with Path(page).open("a", encoding="utf-8") as file:
            file.write(text)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
