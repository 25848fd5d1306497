"""The vectors of a file, and how a result is compared with one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

VECTORS = Path(__file__).parents[1] / "vectors"


def vectors(file: str, *systems: str) -> list[dict[str, Any]]:
    """The cases of a file, or those of these systems in it."""
    cases = json.loads((VECTORS / file).read_text("utf-8"))
    return [case for case in cases if not systems or case["system"] in systems]


def differs(found: Any, expected: Any, tolerance: Any, what: str = "") -> str:
    """What is further from the expected value than its tolerance; empty when nothing is."""
    if isinstance(expected, dict):
        limits = tolerance if isinstance(tolerance, dict) else dict.fromkeys(expected, tolerance)
        return "; ".join(
            filter(None, (differs(found[k], v, limits[k], k) for k, v in expected.items()))
        )
    if isinstance(expected, list):
        if len(found) != len(expected):
            return f"{what} {found} instead of {expected}"
        pairs = zip(found, expected, strict=True)
        return "; ".join(filter(None, (differs(f, e, tolerance, what) for f, e in pairs)))
    if abs(float(found) - float(expected)) <= float(tolerance) + 1e-12:
        return ""
    return f"{what} {found} instead of {expected}"
