"""What holds for every input, whatever it is; `BrokenError` says which promise did not."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

from xlrating.cli import main
from xlrating.engine.errors import RatingError
from xlrating.engine.event import Event
from xlrating.engine.rating import rate
from xlrating.engine.report import Report

RULES = (
    "fide", "fide:list=rapid", "fide@2012-07-01", "dwz", "elo", "elo:model=logistic", "uscf",
    "uscf@2013-01-01", "cxa-rapid", "china-pro", "malaysia", "rank-ladder", "nevzorov", "ingo",
    "glicko", "glicko2", "elo-normal", "thompson", "chessmetrics", "ecf-grading",
)  # fmt: skip

#: No ladder comes near it; a number beyond comes from a place not looked at.
LARGEST = 2_000_000

_UNSHOWN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff]")

#: Longer sentences repeat what a file holds.
_LONG = 1500


class BrokenError(AssertionError):
    """A promise that an input broke."""


def sentence(error: RatingError) -> str:
    """What an error says, without the words of the input: its kind of answer."""
    said = str(error)
    _sound(said, 1)
    return _kind(said)


def _kind(said: str) -> str:
    return re.sub(r"\d+", "0", re.sub(r"'[^']*'|\"[^\"]*\"", "'…'", said))[-100:]


def _sound(said: str, lines: int) -> None:
    if said.count("\n") > lines - 1 or not said.strip():
        raise BrokenError(f"not one sentence: {said[:300]!r}")
    if len(said) > _LONG:
        raise BrokenError(f"a sentence of {len(said)} characters: {said[:300]!r}")


def rated(event: Event, rules: str) -> str:
    """Rate an event, and look at every number; which kind of answer it is."""
    try:
        report = rate(event, rules)
    except RatingError as error:
        return sentence(error)
    return looked_at(report)


def looked_at(report: Report) -> str:
    """Every number of a report is finite and of a size that it can have."""
    most = LARGEST if report.rules.ladder is not None else 10_000
    for line in report.lines:
        numbers = {
            "new": line.new, "change": line.change, "performance": line.performance,
            "points": line.points, "k": line.k, "average": line.average,
        }  # fmt: skip
        for name, value in numbers.items():
            if value is not None and not abs(value) <= most:
                raise BrokenError(f"{name} of player {line.player.no} is {value}")
        if line.expected is not None and not 0 <= line.expected <= line.n:
            raise BrokenError(f"{line.expected} is expected of {line.n} games")
    unrated = sum(line.new is None for line in report.lines)
    return f"rated {min(len(report.lines), 9)} {bool(unrated)}"


def commanded(words: list[str], unchanged: Path | None = None) -> str:
    """Run one command; which kind of answer it gave. `unchanged` is the file it must not touch."""
    before = unchanged.read_bytes() if unchanged is not None and unchanged.is_file() else None
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(words)
    printed, told = out.getvalue(), err.getvalue()
    if code not in (0, 1, 2):
        raise BrokenError(f"exit code {code}")
    if found := _UNSHOWN.search(printed + told):
        raise BrokenError(f"{found[0]!r} is printed")
    if code == 2:
        if "xlrating: " not in told:
            raise BrokenError(f"refused without a sentence: {told[:300]!r}")
        for line in told.splitlines():
            _sound(line, 1)
    if re.search(r"\b(nan|inf|NaN|Infinity)\b", printed) and words[0] == "rate" and code == 0:
        raise BrokenError("a number that is none is printed")
    if before is not None and unchanged is not None and unchanged.read_bytes() != before:
        raise BrokenError("the input was changed")
    return f"{words[0]} {code} {_kind(told.partition(chr(10))[0])}"
