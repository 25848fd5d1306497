"""How much of each language is there: python -m tests.languages [KEY ...]

Counts the texts of every catalogue and table, and those that a language lacks, which are shown in
English. With keys, prints these in every language.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from typing import Any

from xlrating.engine.languages import ENGLISH, LANGUAGES
from xlrating.engine.tomlfile import PACKAGE, read

#: The languages that lack nothing; others may grow.
WHOLE = ("en", "zh", "ru")

#: A text in the languages that have it: language -> text.
Text = Mapping[str, str]


def catalogues() -> Iterator[tuple[str, Mapping[str, Text]]]:
    """The texts of each room, by their keys, as its files have them; a section's as SECTION.KEY."""
    for english in sorted(PACKAGE.rglob(f"texts/{ENGLISH}.toml")):
        own = {
            path.stem: dict(_strings("", read(path))) for path in sorted(english.parent.iterdir())
        }
        keys = dict.fromkeys(key for texts in own.values() for key in texts)
        yield (
            str(english.parent.relative_to(PACKAGE)),
            {key: {code: own[code][key] for code in own if key in own[code]} for key in keys},
        )


def _strings(key: str, value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield key.lstrip("."), value
    else:
        for name, one in value.items():
            yield from _strings(f"{key}.{name}", one)


def tables() -> Iterator[tuple[str, Mapping[str, Text]]]:
    """The texts of files that have their languages beside each other: rules, help, places."""
    for path in sorted(PACKAGE.rglob("*.toml")):
        if texts := dict(_texts("", read(path))):
            yield str(path.relative_to(PACKAGE)), texts


def _texts(key: str, value: Any) -> Iterator[tuple[str, Text]]:
    if isinstance(value, list):
        for at, one in enumerate(value):
            yield from _texts(f"{key}.{at}", one)
    elif isinstance(value, dict):
        if isinstance(value.get(ENGLISH), str):
            yield key, value
        for name, one in value.items():
            yield from _texts(f"{key}.{name}".lstrip("."), one)


def everything() -> Iterator[tuple[str, Mapping[str, Text]]]:
    """All texts of the package: where they stand, and each by its key."""
    yield from catalogues()
    yield from tables()


def shared() -> dict[str, Text]:
    """The texts that any room asks for by their key alone; two rooms must not share one."""
    found: dict[str, Text] = {}
    for room, texts in catalogues():
        own = {key: text for key, text in texts.items() if "." not in key}
        assert not own.keys() & found.keys(), (room, own.keys() & found.keys())
        found |= own
    return found


def lacking(language: str) -> list[str]:
    """The texts that a language lacks, each as ``place: key``."""
    return [
        f"{place}: {key}"
        for place, texts in everything()
        for key, text in texts.items()
        if language not in text
    ]


def main(wanted: list[str]) -> None:
    """Prints a line for each place: its texts, and how many each language lacks; or the texts."""
    if wanted:
        for place, texts in everything():
            for key in (key for key in texts if key.rpartition(".")[2] in wanted):
                print(f"{place}: {key}")
                print(*(f"  {code}  {own}" for code, own in texts[key].items()), sep="\n")
        return
    others = [code for code in LANGUAGES if code != ENGLISH]
    print(f"{'place':40}{'texts':>8}" + "".join(f"{code:>8}" for code in others))
    for place, texts in everything():
        counts = "".join(f"{sum(code not in text for text in texts.values()):8}" for code in others)
        print(f"{place:40}{len(texts):8}{counts}")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever reads it has seen enough, as `head` has; nothing is left to be flushed at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
