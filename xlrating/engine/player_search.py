"""Finding the player that a number, an ID or a name refers to."""

from __future__ import annotations

from typing import Callable, Sequence

from .errors import NotKnownError, shown
from .event import Player
from .problem import make_error
from .vocabulary.letters import same_spelling

#: How many players a message lists.
_NAMED = 8
#: How similar a player's name must be to the text.
_ALIKE = 0.75
#: With more players than this, looking for similar names takes too long.
_LONG = 20_000


def find_player(
    who: object,
    people: Sequence[Player],
    has_numbers: bool = True,
    plain: Callable[[str], str] = same_spelling,
) -> int:
    """The index of the player with this number, ID or name, or the only name that begins with it.

    A whole number is a player's number before it is an ID; a text may be either. `plain` reduces
    spellings of one name to the same text. Raises `NotKnownError` for no match or several.

    >>> people = Player(1, "Ann Lee", id="7"), Player(2, "Bob", id="1")
    >>> [find_player(named, people) for named in (1, "7", "ann lee", "Bo")]
    [0, 0, 0, 1]
    >>> try:
    ...     find_player("1", people)
    ... except NotKnownError as error:
    ...     print(error)
    '1' could be several players: 1 Ann Lee (ID 7), 2 Bob (ID 1)
    """
    text = str(who).strip()
    name, id_ = plain(text), text.casefold()
    numbered = int(text) if has_numbers and text.isdecimal() and len(text) < 20 else None
    near = [at for at, one in enumerate(people) if one.no == numbered]
    if not near or not isinstance(who, int):
        near += [
            at
            for at, one in enumerate(people)
            if one.no != numbered and (one.id.casefold() == id_ or plain(one.name) == name)
        ]
    near = near or [
        at for at, one in enumerate(people) if text and one.name.casefold().startswith(id_)
    ]
    if len(near) != 1:
        listed = [people[at] for at in near] or people
        names = [_named(one, has_numbers) for one in listed[:_NAMED]] or ["–"]
        names += ["…"] if len(listed) > _NAMED else []
        if not near and (alike := _alike(text, people)):
            raise make_error(NotKnownError, "who_near", found=shown(who), near=alike)
        key = "who_several" if near else "who_none"
        raise make_error(NotKnownError, key, found=shown(who), names=", ".join(names))
    return near[0]


def _alike(text: str, people: Sequence[Player]) -> str:
    """The name that may have been misspelt; "" if none is similar."""
    from difflib import get_close_matches

    if len(people) > _LONG:
        return ""
    names = {one.name.casefold(): one.name for one in people}
    near = get_close_matches(text.casefold(), names, 1, _ALIKE)
    return names[near[0]] if near else ""


def _named(player: Player, has_numbers: bool) -> str:
    number = f"{player.no} " if has_numbers else ""
    return f"{number}{player.name}" + (f" (ID {player.id})" if player.id else "")
