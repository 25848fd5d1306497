"""The games of a PGN file, each with its tags: the import format of the standard (PGN, section 8).

Ratings only need tags. python-chess, the well-maintained library for PGN, checks every move; it
is large and under the GPL-3, which is incompatible with this project's licence. So the moves are
skipped here, using the few rules that say where they end: comments in braces and after ``;``, lines
that begin with ``%``, variations in parentheses, glyphs like ``$1``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from ..engine.errors import ArgumentError, in_line
from ..engine.problem import make_error
from .files import lines_of

_TAG = re.compile(r'\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]')
_ESCAPED = re.compile(r"\\(.)")
#: The encoding of the standard (section 4.1), as written by Windows programs.
LETTERS = "cp1252"
#: The results that end the moves of a game; its tokens: brackets, and words between them.
ENDS = ("1-0", "0-1", "1/2-1/2", "½-½", "*")
_TOKEN = re.compile(r"[{;()\[\]}]|[^\s{}()\[\];]+")
#: A remark of this length is more than a reason why a game was not played.
_REMARK = 200
#: The first tag of a game.
_FIRST = "Event"
_STARTS = re.compile(rf'\[{_FIRST} +"')


class Tag(NamedTuple):
    """The text of a tag and its line."""

    text: str
    line: int


@dataclass
class GameText:
    """One game: its tags by name, the result that ends it, its lines; `remark` is what precedes
    its moves.
    """

    tags: dict[str, Tag] = field(default_factory=dict)
    end: Tag | None = None
    first: int = 0
    last: int = 0
    moves: bool = False
    remark: str = ""


def looks_like_pgn(text: str) -> bool:
    """Whether a text begins with a game's tag, possibly after remarks.

    >>> looks_like_pgn('% saved\\n\\n[Event "Cup"]\\n'), looks_like_pgn('[Cup]')
    (True, False)
    """
    for line in lines_of(text[:4096].lstrip("\ufeff")):
        plain = line.strip()
        if plain and not plain.startswith((";", "%")):
            return bool(_TAG.match(plain))
    return False


def games_of(text: str, name: str) -> Iterator[GameText]:
    """Every game of a file, in order.

    Raises `ArgumentError` with the line for an unreadable or duplicate tag, and for
    an unclosed comment or variation.
    """
    game = GameText()
    depth, opened, is_comment = 0, 0, False
    for number, line in enumerate(lines_of(text), 1):
        at, plain = 0, line.rstrip("\r\n")
        if (depth or is_comment) and _STARTS.match(plain):
            # An unclosed comment would swallow games.
            raise make_error(ArgumentError, "read_pgn_open", f"{name}, line {opened}")
        if plain.startswith("%") and not is_comment:
            continue
        while at < len(plain):
            if is_comment:
                end = plain.find("}", at)
                _remark(game, plain[at : end if end >= 0 else None])
                at, is_comment = (end + 1, False) if end >= 0 else (len(plain), True)
                continue
            found = _TOKEN.search(plain, at)
            if found is None or found[0] == ";":
                _remark(game, plain[found.end() :] if found else "")
                break
            at, token = found.end(), found[0]
            if token in "{(":
                opened = opened if depth else number
                is_comment, depth = token == "{", depth + (token == "(")
            elif token == ")" and depth:
                depth -= 1
            elif depth:
                continue
            elif token == "[":
                tag = _TAG.match(plain, found.start())
                if tag is None:
                    raise _unread(plain[found.start() :], f"{name}, line {number}")
                if game.moves or (tag[1] == _FIRST and _FIRST in game.tags):
                    yield game
                    game = GameText()
                _add(game, tag, name, number)
                at = tag.end()
            elif not game.tags or token == ")":
                raise _unread(plain, f"{name}, line {number}")
            elif token in ENDS:
                yield replace(game, end=Tag(token, number), last=number)
                game = GameText()
            else:
                game.moves, game.last = True, number
    if is_comment or depth:
        raise make_error(ArgumentError, "read_pgn_open", f"{name}, line {opened}")
    if game.tags:
        yield game


def _remark(game: GameText, text: str) -> None:
    if game.tags and not game.moves and len(game.remark) < _REMARK:
        game.remark = f"{game.remark} {text}".strip(" .")


def _add(game: GameText, tag: re.Match[str], name: str, number: int) -> None:
    key = tag[1]
    if key in game.tags:
        words = {"tag": key, "other": game.tags[key].line}
        raise make_error(ArgumentError, "read_pgn_twice", f"{name}, line {number}", **words)
    game.tags[key] = Tag(_ESCAPED.sub(r"\1", tag[2]).strip(), number)
    game.first, game.last = game.first or number, number


def _unread(text: str, where: str) -> ArgumentError:
    return make_error(ArgumentError, "read_pgn_tag", where, found=repr(in_line(text)))
