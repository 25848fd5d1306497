"""Labels of rows: columns of pandas that belong together, in one order.

A column with an index is paired by its labels, whatever the order of its rows; columns without
one (numpy arrays, lists) are paired row by row.
"""

from __future__ import annotations

from typing import Any, Dict, List, Mapping

from .errors import ArgumentError


def aligned(columns: Mapping[str, Any], where: str = "") -> Dict[str, Any]:
    """The columns of one table, with those of pandas reordered to the first one's labels.

    Columns of a different length are left for the caller to reject.
    Frames with the same column names get them in the same order, too. Different row labels,
    or duplicate labels in a different order, raise `ArgumentError`.

    >>> aligned({"rating": [2000], "opponent": [2500]})
    {'rating': [2000], 'opponent': [2500]}
    """
    names: List[str] = [name for name, value in columns.items() if _is_labelled(value)]
    found = dict(columns)
    for name in names[1:]:
        model, own = found[names[0]], found[name]
        if len(own) == len(model) and not own.index.equals(model.index):
            rows = _rows(model.index, own.index)
            if rows is None:
                raise ArgumentError(_differ(names[0], model.index, name, own.index), where)
            own = own.iloc[rows]
        if own.ndim == model.ndim == 2 and not own.columns.equals(model.columns):
            order = _rows(model.columns, own.columns)
            own = own if order is None else own.iloc[:, order]
        found[name] = own
    return found


def _is_labelled(value: Any) -> bool:
    return type(value).__module__.partition(".")[0] == "pandas" and hasattr(value, "iloc")


def _rows(wanted: Any, own: Any) -> Any:
    """The positions of the wanted labels; None unless both have the same labels, each once."""
    if len(wanted) != len(own) or not (wanted.is_unique and own.is_unique):
        return None
    rows = own.get_indexer(wanted)
    return None if (rows < 0).any() else rows


def _differ(first_name: str, first: Any, name: str, own: Any) -> str:
    """The message for two columns whose labels differ, with the remedy."""
    remedy = (
        "give columns of one frame, or of equal labels; without labels "
        "(.to_numpy()) rows are paired as they stand"
    )
    for label, other in zip(first, own):
        if label not in own:
            return f"{first_name} has a row labelled {label}, {name} has none; {remedy}"
        if other not in first:
            return f"{name} has a row labelled {other}, {first_name} has none; {remedy}"
    return f"{first_name} and {name} have labels that occur twice, in another order; {remedy}"
