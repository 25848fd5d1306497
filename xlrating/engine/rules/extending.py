"""A rule file that extends another one: what is different is written, and holds in all editions."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Callable, Dict, Mapping

from ..languages import LANGUAGES
from .wrong import other_than, sentence, wrong_key

Raw = Dict[str, Any]

#: What is one for all editions of a file: it goes into the file itself.
_OF_FILE = ("id", "since", "options")
#: Tables of names, which are no sections.
_NAMED = ("names", "about")
#: The most files that extend one another.
MOST = 8
#: What says in words what a section's keys are: not true any more where these are others.
_TEXTS = ("quote", "summary", "reading", "clause")


def extended(
    own: Mapping[str, Any], base: Raw, merged: Callable[[Raw, Mapping[str, Any]], Raw]
) -> Raw:
    """The whole rules: those of the base, then what this file has of its own, over each edition.

    Tables are merged key by key, lists such as the rows of K are replaced whole, and so are the
    worked examples, which were those of the base.
    """
    changes = {
        key: _restated(value) if isinstance(value, dict) and key not in _NAMED else value
        for key, value in own.items()
        if key not in (*_OF_FILE, "amendment", "examples")
    }
    if "source" in changes:
        # Its translations are those of the base's source, and so is the day of comparing.
        changes.setdefault("sources", dict.fromkeys(LANGUAGES[1:], ""))
        base = {key: value for key, value in base.items() if key != "compared"}
    found = merged(base, {key: own[key] for key in _OF_FILE if key in own})
    found["examples"] = own.get("examples", [])
    amendments = [*base.get("amendment", []), *([changes] if changes else [])]
    found["amendment"] = [*amendments, *own.get("amendment", [])]
    return found


def _restated(section: Mapping[str, Any]) -> Raw:
    """A section of the file; words of the base about keys that are others now are left out."""
    if not set(section) - set(_TEXTS):
        return dict(section)
    # Tables of languages are merged: each of them is made empty.
    none = {"quote": "", "reading": "", "summary": dict.fromkeys(LANGUAGES, "")}
    return {**none, **section}


def base_of(name: object, path: Path, find: Callable[[str], Path]) -> Path:
    """The file that a rule file extends: a rule set by its id, or a file in the same folder.

    Raises `RuleSetError` for anything else.
    """
    if isinstance(name, str) and name and Path(name).name == name:
        if not name.endswith(".toml"):
            return find(name)
        if (path.parent / name).is_file():
            return path.parent / name
    raise wrong_key(path.name, "extends", other_than(sentence("a_base"), name))
