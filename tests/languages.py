"""How much of each language is there: python -m tests.languages

Counts the texts of every table of words, and those that a language lacks, which are shown in English.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from xlrating.engine.languages import ENGLISH, LANGUAGES
from xlrating.engine.tomlfile import PACKAGE, read

#: The languages that lack nothing; others may grow.
WHOLE = ("en", "zh", "ru")


def texts_of(path: Path) -> Iterator[tuple[str, Mapping[str, str]]]:
    """The texts of a file, each by its key, in the languages that the file has it in."""
    yield from _texts("", read(path))


def _texts(key: str, value: Any) -> Iterator[tuple[str, Mapping[str, str]]]:
    if isinstance(value, list):
        for at, one in enumerate(value):
            yield from _texts(f"{key}.{at}", one)
    elif isinstance(value, dict):
        if isinstance(value.get(ENGLISH), str):
            yield key, value
        for name, one in value.items():
            yield from _texts(f"{key}.{name}".lstrip("."), one)


def lacking(language: str) -> list[str]:
    """The texts that a language lacks, each as ``file: key``."""
    return [
        f"{path.relative_to(PACKAGE)}: {key}"
        for path in tables()
        for key, text in texts_of(path)
        if language not in text
    ]


def tables() -> list[Path]:
    """The files that hold texts."""
    return [path for path in sorted(PACKAGE.rglob("*.toml")) if any(texts_of(path))]


def main() -> None:
    """Prints a line a file: its texts, and how many each language lacks."""
    others = [code for code in LANGUAGES if code != ENGLISH]
    print(f"{'file':40}{'texts':>8}" + "".join(f"{code:>8}" for code in others))
    for path in tables():
        texts = [text for _, text in texts_of(path)]
        counts = "".join(f"{sum(code not in text for text in texts):8}" for code in others)
        print(f"{path.relative_to(PACKAGE)!s:40}{len(texts):8}{counts}")


if __name__ == "__main__":
    main()
