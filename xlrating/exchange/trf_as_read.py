"""Writing FIDE's report file back: lines that still agree with the event stay unchanged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..engine.report_file import ReportFile
from ..engine.scoring import AFTER_ALL, Assigned, Scoring, letters_of

Lines = Mapping[str, Sequence[str]]
#: Facts of an event that may be in another record of the file.
_INSTEAD = {
    "142": ("XXR",),
    "212": ("202",),
    "162": ("XXS", "BBW", "BBD", "BBL", "BBZ", "BBF", "BBU"),
    "XXS": ("162", "BBW", "BBD", "BBL", "BBZ", "BBF", "BBU"),
}


def as_read(report: ReportFile, now: Lines, then: Lines) -> str:
    """The file with the lines of the event as it is `now`; when it was read they were `then`.

    Lines for which both are equal stay as they are; so do those that no event produces. New
    lines come before the players.
    """
    written: list[str] = []
    left = {tag: list(lines) for tag, lines in now.items() if lines != then.get(tag)}
    gone = {tag for other in left for tag in _INSTEAD.get(other, ())}
    end = next((raw[len(raw.rstrip("\r\n")) :] for raw in report.lines), "") or "\n"
    is_same = len(now["001"]) == len(then["001"])
    players = iter(zip(now["001"], then["001"], strict=False))
    for raw in report.lines:
        tag = raw[:3]
        if tag == "001":
            written += [f"{line}{end}" for line in _before(left, tag)]
            if not is_same:
                written += [f"{line}{end}" for line in left.pop(tag, ())]
            elif (pair := next(players, None)) is not None:
                written.append(raw if pair[0] == pair[1] else f"{pair[0]}{end}")
        elif tag in left:
            written += [f"{line}{end}" for line in left.pop(tag)]
        elif tag not in gone:
            written.append(raw)
    return "".join(written)


def _before(left: dict[str, list[str]], tag: str) -> Iterator[str]:
    """The lines that the file does not have yet, once."""
    for other in [one for one in left if one != tag]:
        yield from left.pop(other)


def scoring_line(scoring: Scoring) -> str:
    """The line of record 162, one letter per kind of result; XXS if it cannot express the points.

    >>> from decimal import Decimal
    >>> scoring_line(Scoring({"PAB": Decimal("0.5")})), scoring_line(Scoring({"BL": Decimal(1)}))
    ('162  W 1.0    D 0.5    L 0.0    P 0.5', 'XXS BL=1')
    """
    letters = letters_of(scoring)
    if letters:
        return "162  " + "    ".join(letters)
    return "XXS " + " ".join(f"{key}={value:f}" for key, value in scoring.points.items())


def assigned_line(one: Assigned) -> str:
    """The line of record 299, with points assigned to players.

    >>> from decimal import Decimal
    >>> assigned_line(Assigned("W", Decimal(3), 1, (1, 17)))
    '299 W         3.0  001    1   17'
    """
    number = f"{one.round:03d}" if one.round <= AFTER_ALL else ""
    ids = "".join(f" {no:>4}" for no in one.players)
    return f"299 {one.type or ' '}{'':8}{one.points:4.1f}  {number}{ids}".rstrip()
