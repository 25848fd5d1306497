"""A study as lines of text, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..engine.aligned import aligned
from .compare import Study
from .words import word

_MEASURES = (
    "games", "log_loss", "brier", "bias", "reliability", "draws", "expected_draws", "log_loss_wdl",
    "brier_wdl",
)  # fmt: skip


def shown(found: Study, language: str = "en") -> Iterator[str]:
    """The measures of each rule set, their precision, comparisons, K and calibration."""
    for row in found.measures.to_dict("records"):
        yield str(row["rules"])
        for key in _MEASURES:
            if not _is_blank(row[key]):
                error = row.get(f"{key}_error")
                sure = "" if _is_blank(error) else f" ± {error:.4f}"
                yield f"  {word(language, key)}: {_number(row[key])}{sure}"
        yield f"  {word(language, 'editions')}: {_editions(found, str(row['rules']))}"
    for row in found.comparisons.to_dict("records"):
        if row["games"]:
            yield _comparison(row, language)
    yield from _sweep(found, language)
    yield from _calibration(found, language)


def _is_blank(value: Any) -> bool:
    return value is None or value != value


def _number(value: Any) -> str:
    return f"{value:d}" if isinstance(value, int | np.integer) else f"{value:.4f}"


def _editions(found: Study, rules: str) -> str:
    """The editions that rated the games, each with its first period; `rules` if there is none."""
    own = found.percentiles[found.percentiles["rules"] == rules]
    told: list[str] = []
    last = ""
    for period, edition in zip(own["period"], own["edition"], strict=True):
        if edition and edition != last:
            told.append(f"{edition} ({period} …)")
        last = edition
    return ", ".join(told) or rules


def _comparison(row: dict[Any, Any], language: str) -> str:
    verdict = "better" if row["high"] < 0 else "worse" if row["low"] > 0 else "open"
    signed = {key: f"{row[key]:+.5f}".replace("-", "−") for key in ("difference", "low", "high")}
    return word(
        language, "comparison", rules=row["rules"], against=row["against"],
        measure=word(language, row["measure"]), verdict=word(language, f"verdict_{verdict}"),
        **signed,
    )  # fmt: skip


def _sweep(found: Study, language: str) -> Iterator[str]:
    """A table per rule set, with the K that has the smallest loss."""
    keys = ("k", "games", "log_loss", "log_loss_error", "brier", "bias")
    for rules, own in found.sweep.groupby("rules", sort=False):
        # If several are equal, none is the best.
        least = own["log_loss"].min() if own["log_loss"].nunique() > 1 else None
        rows = [[*(word(language, "error" if "_" in key[4:] else key) for key in keys), ""]]
        for row in own.to_dict("records"):
            value = word(language, "own_k") if _is_blank(row["k"]) else f"{row['k']:g}"
            best = word(language, "best") if row["log_loss"] == least else ""
            rows.append([value, *(_cell(row[key]) for key in keys[1:]), best])
        yield ""
        yield f"{rules}: {word(language, 'k')}"
        yield from aligned(rows, tuple(range(len(keys))))


def _calibration(found: Study, language: str) -> Iterator[str]:
    """A table per rule set: the results of games by rating difference."""
    keys = ("n", "score", "expected", "gap", "error")
    for rules, own in found.calibration.groupby("rules", sort=False):
        rows = [[word(language, key) for key in ("difference", *keys)]]
        for row in own.to_dict("records"):
            row["gap"] = row["score"] - row["expected"]
            difference = f"{row['low']:g} … {row['high']:g}".replace("-", "−")
            rows.append([difference, *(_cell(row[key]) for key in keys)])
        yield ""
        yield f"{rules}: {word(language, 'sheet_calibration')}"
        yield from aligned(rows, tuple(range(len(keys) + 1)))


def _cell(value: Any) -> str:
    return "" if _is_blank(value) else _number(value).replace("-", "−")
