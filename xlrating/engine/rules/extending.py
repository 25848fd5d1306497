"""Rule files that extend another one: they state the differences, which hold in all editions."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Callable, Dict, Mapping

from ..languages import LANGUAGES
from .wrong import other_than, sentence, wrong_key

Raw = Dict[str, Any]

#: Keys that are the same in all editions of a file; they go into the file itself.
_OF_FILE = ("id", "since", "options")
#: Tables of names rather than sections.
_NAMED = ("names", "about")
#: The maximum length of a chain of extending files.
MOST = 8
#: Keys that describe a section in words, no longer true once its other keys change.
_TEXTS = ("quote", "summary", "reading", "clause")


def extended(
    own: Mapping[str, Any], base: Raw, merged: Callable[[Raw, Mapping[str, Any]], Raw]
) -> Raw:
    """The complete rules: those of the base, with this file's own applied to every edition.

    Tables are merged key by key; lists such as the K table are replaced whole, and so are the
    worked examples, because the base's no longer apply.
    """
    changes = {
        key: _restated(value) if isinstance(value, dict) and key not in _NAMED else value
        for key, value in own.items()
        if key not in (*_OF_FILE, "amendment", "examples")
    }
    if "source" in changes:
        # Translations and comparison date belong to the base's source.
        changes.setdefault("sources", dict.fromkeys(LANGUAGES[1:], ""))
        base = {key: value for key, value in base.items() if key != "compared"}
    found = merged(base, {key: own[key] for key in _OF_FILE if key in own})
    found["examples"] = own.get("examples", [])
    amendments = [*base.get("amendment", []), *([changes] if changes else [])]
    found["amendment"] = [*amendments, *own.get("amendment", [])]
    return found


def _restated(section: Mapping[str, Any]) -> Raw:
    """A section of the file; if it changes any value, the base's texts about it are emptied."""
    if not set(section) - set(_TEXTS):
        return dict(section)
    # Language tables are merged, so each of them has to be emptied.
    none = {"quote": "", "reading": "", "summary": dict.fromkeys(LANGUAGES, "")}
    return {**none, **section}


def base_of(name: object, path: Path, find: Callable[[str], Path]) -> Path:
    """The file that a rule file extends: a rule set named by its id, or a file in the same folder.

    Raises `RuleSetError` for anything else.
    """
    if isinstance(name, str) and name and Path(name).name == name:
        if not name.endswith(".toml"):
            return find(name)
        if (path.parent / name).is_file():
            return path.parent / name
    raise wrong_key(path.name, "extends", other_than(sentence("a_base"), name))
