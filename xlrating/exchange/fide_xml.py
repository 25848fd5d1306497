"""FIDE's rating list in XML, player by player."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import IO
from xml.parsers import expat

from ..engine.errors import FileError
from ..engine.problem import make_error
from .archive import no_entities

#: The number of characters read at a time.
_CHUNK = 1 << 16

Facts = Mapping[str, str]


def players_of_xml(file: IO[bytes], name: str) -> Iterator[Facts]:
    """The facts about each player in the XML, by tag; raises `FileError` if it is damaged."""
    ready: list[Facts] = []
    facts: dict[str, str] = {}
    text: list[str] = []

    def start(tag: str, _: object) -> None:
        text.clear()
        if tag == "player":
            facts.clear()

    def end(tag: str) -> None:
        if tag == "player":
            ready.append(dict(facts))
        else:
            facts[tag] = "".join(text).strip()
        text.clear()

    parser = expat.ParserCreate()
    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler = text.append
    parser.EntityDeclHandler = no_entities
    is_last = False
    while not is_last:
        chunk = file.read(_CHUNK)
        is_last = not chunk
        try:
            parser.Parse(chunk, is_last)
        except (expat.ExpatError, ValueError) as error:
            raise make_error(FileError, "read_list_cut", name, why=error) from None
        yield from ready
        ready.clear()
