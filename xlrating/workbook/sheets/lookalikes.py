"""Two lines of Players that look like one person, and implausible ages.

The findings of `engine.player_facts` on names, IDs and years of birth, in cells.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...engine.player_facts import AGES
from ...engine.vocabulary.alphabets import LOOK_ALIKE, in_latin
from ..builder import Builder
from ..file.grid import Value
from ..formulas.typed import on_one_line, replaced
from ..library import SIGNS
from ..plan import Plan
from ..table import FIRST_ROW, SheetColumn, hidden
from .typed_numbers import Check

#: Names are compared without blanks and full-width letters, as Chinese keyboards type them.
_BLANKS = (" ", "\u00a0", "\u3000")
_WIDE = [(chr(0xFF41 + at), chr(0x61 + at)) for at in range(26)]


def name_key(name: str) -> str:
    """A name as formulas compare it.

    >>> name_key("Ｌｉ Wei"), name_key("王　伟"), name_key("Ann*")
    ('liwei', '王伟', 'ann＊')
    """
    for blank in _BLANKS:
        name = name.replace(blank, "")
    name = name.lower()
    for letter, other in (*_WIDE, *SIGNS):
        name = name.replace(letter, other)
    return name


#: The formula of `name_key`.
NAME_KEY = replaced(on_one_line("[name]", blank=""), ((blank, "") for blank in _BLANKS))
NAME_KEY = replaced(f"LOWER({NAME_KEY})", (*_WIDE, *SIGNS))

#: What begins the look of a number, which has no leading zeros, and that of any other ID or name,
#: so that no cell is empty and rows share the formula.
_NUMBER, _TEXT = "#", "."
_FIRST = "MATCH([look],[Players.look],0)"
_IS_SECOND = f'IF([filled]="",FALSE,{_FIRST}<>ROW()-{FIRST_ROW})'
_IS_NUMBER = f'LEFT([look],1)="{_NUMBER}"'


def column(plan: Plan) -> SheetColumn:
    """The hidden column of what the ID of a line looks like, or its name if there is no ID."""

    def look(index: int) -> Value:
        player = plan.player(index)
        known = player.id if player else ""
        if known.isascii() and known.isdecimal():
            return f"{_NUMBER}{known.lstrip('0') or 0}"
        text = known.lower() if known or not player else name_key(player.name)
        for sign, other in SIGNS:
            text = text.replace(sign, other)
        return f"{_TEXT}{in_latin(text)}"

    digits = replaced("[id]", ((digit, "") for digit in "0123456789"))
    is_number = f'IF([id]="",FALSE,{digits}="")'
    text = f'IF([id]="",[name_key],LOWER({replaced("[id]", SIGNS)}))'
    others = replaced("[id]", (("0", ""),))
    number = f'IF({others}="",0,MID([id],FIND(LEFT({others},1),[id]),LEN([id])))'
    number = f'"{_NUMBER}"&{number}'
    return hidden("look", look, f'IF({is_number},{number},"{_TEXT}"&{replaced(text, LOOK_ALIKE)})')


def wrong(builder: Builder) -> Iterator[tuple[str, Check]]:
    """Yield checks for IDs or names that differ only in letters that look the same."""
    for part, test in (("id", f'AND([id]<>"",NOT({_IS_NUMBER}))'), ("name", '[id]=""')):
        words = _words(builder, f"{part}s_alike", part)
        yield f"{part}s_alike", Check(f"IF({_IS_SECOND},{test},FALSE)", words, part)


def doubtful(builder: Builder) -> Iterator[tuple[str, Check]]:
    """Yield checks for IDs that differ only in leading zeros, and for implausible ages."""
    words = _words(builder, "ids_zeros", "id")
    yield "ids_zeros", Check(f"IF({_IS_SECOND},{_IS_NUMBER},FALSE)", words, "id")
    age, by_rating = "([Rules.year]-[born])", "([Rules.year]-[rating])"
    low, high = AGES
    unlikely = f'IF(OR([Rules.day]="",ISNUMBER([born])=FALSE),FALSE,OR({age}<{low},{age}>{high}))'
    is_year = f"AND([rating]=INT([rating]),{by_rating}>={low},{by_rating}<={high})"
    swapped = f"IF({unlikely},IF(ISNUMBER([rating]),{is_year},FALSE),FALSE)"
    told = {"name": 'IF([name]="",[id],[name])', "age": age, "born": "[born]", "rating": "[rating]"}
    for key, test in (("born_swapped", swapped), ("age_unlikely", unlikely)):
        yield key, Check(test, builder.say(key, told), "born")


def _words(builder: Builder, key: str, part: str) -> str:
    names = {"no": "[no]", "other": f"INDEX([Players.no],{_FIRST})", "name": f"[{part}]"}
    return builder.say(key, {**names, "found": f"INDEX([Players.{part}],{_FIRST})"})
