"""The answer of a study of regulations."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from ...engine.rounding import exact
from ...engine.texts import number
from ...study.words import WORDS
from .answer import AnswerColumn, AnswerTable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...study import Study


def of_study(studies: Mapping[str, Study]) -> dict[str, Any]:
    """The frames of each study as lists of mappings, with its pace, as values for JSON."""
    return {
        "studies": [
            {"pace": pace, **{one.name: _rows(getattr(found, one.name)) for one in fields(found)}}
            for pace, found in studies.items()
        ]
    }


def measures_table(found: Study, language: str, title: str = "") -> AnswerTable:
    """The measures of each rule set in a study, as a table."""
    rows = _rows(found.measures)
    keys = [key for key in found.measures.columns if any(row[key] is not None for row in rows)]
    are_texts = {key for key in keys if any(isinstance(row[key], str) for row in rows)}
    columns = [
        AnswerColumn(key, WORDS.table.get(key, {}).get(language, key), "", key not in are_texts)
        for key in keys
    ]
    return AnswerTable(
        "measures", columns, [[_text(row[key]) for key in keys] for row in rows], title
    )


def _text(value: Any) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    return number(exact(value), 6)


def _rows(frame: Any) -> list[dict[str, Any]]:
    return [
        {str(key): _plain(value) for key, value in row.items()}
        for row in frame.to_dict(orient="records")
    ]


def _plain(value: Any) -> Any:
    """A value of a frame; None if it is missing."""
    if value is None or value != value:
        return None
    return value.item() if hasattr(value, "item") else value
