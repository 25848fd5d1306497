"""What completes a line of Players from the Library, and what is said where that is not sure.

A column to type a number or name into, hidden ones that find the line of the list, the formulas
of the cells to type into, and the checks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ...engine.problems import Problem
from ..builder import Builder
from ..file.grid import Validation, Value
from ..formulas.typed import replaced
from ..library import ALL, COMPARED, NOBODY, PARTS, SEVERAL, SIGNS, UNKNOWN, UNREAD, cell_of
from ..plan import Plan
from ..table import Column, hidden
from .typed_numbers import Check

#: What every formula has that completes a cell.
COMPLETES = "library_"
_NAMES, _NUMBERS = "INDEX(library_lines,0,library_name)", "INDEX(library_lines,0,library_id)"
#: The hidden column of names as they are compared, from the row of the headings on.
KEYS = "library_keys"
#: Parts of which 0 stands for none.
_NONE_IS_0 = ("rating", "peak")
_TEXTS = ("id", "federation", "title", "foreign", "sex")


#: What a player is asked for by, and the name, without blanks around.
_ASKED, _TYPED = "TRIM([asked])", "TRIM([name])"


def key(text: str) -> str:
    """A formula: a name as it is compared, see `library.key_of`; searches ask for no case."""
    return f'"{NOBODY}"&{replaced(text, COMPARED)}'


def _line_of(text: str) -> str:
    """The line of a name, 0 for none."""
    return f'IF({key(text)}="{NOBODY}",0,IFERROR(MATCH({key(text)},{KEYS},0),0))'


def _of(part: str, at: str) -> str:
    """A cell of the list."""
    return f"INDEX({ALL},{at},{cell_of(part)})"


def columns(plan: Plan) -> Iterator[Column]:
    """A column to type a number or name of the list into."""
    if plan.library is not None:
        yield Column(
            "asked",
            lambda i: plan.asked.get(plan.numbers[i], ""),
            style="input_text",
            width=12,
            heading="library",
        )


def hidden_columns(plan: Plan) -> Iterator[Column]:
    """Which line of the list completes a player."""
    library = plan.library
    if library is None:
        return

    def found(find: Callable[[str, str], int]) -> Callable[[int], Value]:
        def value(index: int) -> Value:
            player = plan.player(index)
            return find(plan.asked.get(plan.numbers[index], ""), player.name if player else "")

        return value

    at = f"MATCH({_ASKED},{_NUMBERS},0)"
    # A number that is kept as one; a text that only looks like it is another one.
    as_number = f'IF(({_ASKED}*1)&""={_ASKED},MATCH({_ASKED}*1,{_NUMBERS},0),0)'
    by_number = f"IF(library_id=0,0,IFERROR({at},IFERROR({as_number},0)))"
    by_name = _line_of(_ASKED)
    by_either = f"IF({by_number}>1,{by_number},IF({by_name}>1,{by_name},{UNKNOWN}))"
    text = f'IF({_ASKED}="",0,{by_either})'
    yield hidden("asked_at", found(lambda asked, _: library.asked_at(asked)), text)
    by_name = f"IF({_line_of(_TYPED)}>1,{_line_of(_TYPED)},{UNKNOWN})"
    by_name = f"IF(library_name=0,{UNREAD},{by_name})"
    text = f'IF({_ASKED}<>"",[asked_at],IF(OR({_TYPED}="",library_on=0),0,{by_name}))'
    yield hidden("named_at", found(library.named_at), text)
    yield hidden("library_at", found(library.place), f"IF([named_at]<2,[named_at],{_sure()})")


def _sure() -> str:
    """The line that was found, if it is the only person of that name."""
    own, name, number = (
        f"INDEX({KEYS},[named_at])",
        _of("name", "[named_at]"),
        _of("id", "[named_at]"),
    )
    # The same line twice is one person. A name may begin with a sign of comparison.
    text = replaced(name, ((sign, f"~{sign}") for sign, _ in SIGNS))
    same = f'COUNTIFS({_NAMES},"="&{text},{_NUMBERS},{number})'
    most = f'IF(library_id=0,1,IF({number}="",1,{same}))'
    several = f"IF(COUNTIF({KEYS},{own})>{most},{SEVERAL},[named_at])"
    # Stars and question marks mean any letters to a search for a number.
    other = f'IF({_ASKED}="",FALSE,{own}<>{key(_ASKED)})'
    is_number = f'IF(OR({_ASKED}="",library_id=0),FALSE,{number}&""={_ASKED})'
    return f"IF({is_number},[named_at],IF({other},{UNKNOWN},{several}))"


def completed(plan: Plan, part: str) -> Callable[[int], str]:
    """The formula of a free place; what is entered stays as it is."""
    formula = _completed(part) if plan.library is not None and part in PARTS else ""
    return lambda index: formula if plan.player(index) is None else ""


def _completed(part: str) -> str:
    """The formula that a cell to type into holds: what the list has of the player."""
    at, column = ("[asked_at]" if part == "name" else "[library_at]"), cell_of(part)
    found = _of(part, at)
    shown = f'{found}&""'
    if part == "born":
        year = f"LEFT(TRIM({found}),4)"
        is_year = f'IFERROR(({year}*1)&""={year},FALSE)'
        # A whole date is its year.
        number = f"IF({found}>3000,YEAR({found}),{found})"
        shown = f'IF(ISNUMBER({found}),{number},IF({is_year},{year}*1,{found}&""))'
    elif part not in (*_TEXTS, "name"):
        number = f'IF({found}=0,"",{found})' if part in _NONE_IS_0 else found
        is_number = f'IFERROR(({found}*1)&""=TRIM({found}),FALSE)'
        shown = f'IF(ISNUMBER({found}),{number},IF({is_number},{found}*1,{found}&""))'
    return f'IF({at}<2,"",IF({column}=0,"",IF({found}="","",{shown})))'


def offered_names(builder: Builder) -> Iterator[Validation]:
    """The names of the list, offered in the cells for names."""
    if builder.plan.library is not None:
        area = builder.tables["Players"].area("name")
        yield Validation(area, "list", f"={_NAMES}", hint="hint_library", strict=False)


# --- what is said of a player --------------------------------------------------------------------


def wrong(builder: Builder) -> Iterator[tuple[str, Check]]:
    """Where a number or name is asked for that the list does not have, or has several times."""
    say = builder.say
    if builder.plan.library is None:
        return
    for key, test in (
        ("library_several", f"[library_at]={SEVERAL}"),
        ("library_unknown", "[library_at]<0"),
    ):
        asked = f'AND(TRIM([asked])<>"",{test})'
        yield key, Check(asked, say(key, {"value": "[asked]"}), "asked")


def doubtful(builder: Builder) -> Iterator[tuple[str, Check]]:
    """Where a typed name leaves open what its rating is, or the number is another one."""
    say = builder.say
    if builder.plan.library is None:
        return
    for key, code in _DOUBTS.items():
        test = f'AND([library_at]={code},TRIM([asked])="",[rating]="",[id]="")'
        yield key, Check(test, say(key, {"name": "[name]"}), "name")
    listed = _of("id", "[library_at]") + '&""'
    differs = f'AND({listed}<>"",{listed}<>[id]&"")'
    test = f'IF([library_at]<2,FALSE,IF(OR(library_id=0,[id]=""),FALSE,{differs}))'
    words = {"name": "[name]", "id": "[id]", "other": listed}
    yield "library_other", Check(test, say("library_other", words), "id")


_DOUBTS = {
    "library_name_unknown": UNKNOWN,
    "library_name_several": SEVERAL,
    "library_unread": UNREAD,
}


#: An array: 1 for who is not found in the list and has neither rating nor number typed.
LOST = '([Players.library_at]<0)*([Players.rating]="")*([Players.id]="")'


def lost(plan: Plan) -> bool:
    """Whether there is such a player."""
    return any(one.key in _DOUBTS for one in doubts(plan))


def doubts(plan: Plan) -> Iterator[Problem]:
    """The same of the players of a plan."""
    library = plan.library
    if library is None or library.is_empty:
        return
    for player in plan.event.players:
        asked = plan.asked.get(player.no, "")
        at = library.place(asked, player.name)
        where = player.places.get("name", player.where)
        words: dict[str, object] = {"name": player.name}
        key = next((key for key, code in _DOUBTS.items() if code == at), "")
        if key and not asked and player.rating is None and not player.id:
            yield Problem(key, words, where, player.no)
        other = str(library.text("id", at)) if at > 1 else ""
        if other and player.id and other.lower() != player.id.lower():
            yield Problem(
                "library_other", {**words, "id": player.id, "other": other}, where, player.no
            )
