"""The columns of one pace of a list of several: see `federation.paces`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from ..paces import FACTS, FIELDS, PACED, STANDARD
from .people import Listed


def at_pace(listed: Listed, pace: str) -> Listed:
    """Everybody as the list of that pace has them: see `federation.paces.at_pace`."""
    parts = {name: values for name, values in listed.parts.items() if name not in PACED}
    listed = replace(listed, added=[*listed.added], own={**listed.own})
    if pace == STANDARD:
        return replace(listed, parts=parts)
    for part in FIELDS:
        none = np.full(listed.size, np.nan)
        parts[part] = listed.parts.get(f"{pace}_{part}", none).copy()
    for part in FACTS:
        parts.pop(part, None)
        if f"{pace}_{part}" in listed.parts:
            parts[part] = listed.parts[f"{pace}_{part}"]
    return replace(listed, parts=parts)


def put_back(listed: Listed, paced: Listed, pace: str) -> None:
    """Take over what the list of a pace has of everybody now, newcomers behind the others."""
    parts = dict(paced.parts)
    if pace != STANDARD:
        own = {f"{pace}_{part}": parts.pop(part) for part in (*FIELDS, *FACTS) if part in parts}
        parts.update(own)
    if more := paced.size - listed.size:
        for name, values in listed.parts.items():
            listed.parts[name] = longer(values, more)
    listed.parts.update(parts)
    listed.added, listed.own = paced.added, paced.own


def longer(values: Any, more: int, none: Any = np.nan) -> Any:
    """A column with nothing of so many more people: '' in one of texts, else `none`."""
    is_text = values.dtype == object
    return np.append(values, np.full(more, "" if is_text else none, dtype=values.dtype))
