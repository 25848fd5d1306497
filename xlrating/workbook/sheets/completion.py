"""How the Library completes a line of Players, and the messages when the match is not certain.

An empty input cell stands for the value in the list: hidden columns find the line of the list and
its values, the visible ones show the values in force.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from ...engine.rules.ruleset import RuleSet
from ...engine.vocabulary.booleans import YES_WORDS
from ...engine.vocabulary.letters import WIDE_DIGITS, visible
from .. import inputs
from ..builder import Builder
from ..file.grid import Validation, Value
from ..formulas.typed import is_one_of, replaced, sex_code
from ..library import (
    COMPARED,
    FIRST_DATE,
    FRAME,
    NOBODY,
    NONE_IS_0,
    PARTS,
    SEVERAL,
    SIGNS,
    STANDARD,
    TEXTS,
    UNKNOWN,
    UNREAD,
    Library,
    cell_of,
    key_of,
)  # fmt: skip
from ..library_doubts import DIFFERS, HEADED, OPEN, TypedLibrary
from ..library_headings import stands_in
from ..plan import Plan
from ..table import SheetColumn, hidden, late, mirror
from .lean import MARK, NOTHING
from .typed_numbers import Check

#: What every formula of an older file contains that completes an input cell.
COMPLETES = "library_"
_NAMES, _NUMBERS = (f"INDEX({FRAME},0,library_{part})" for part in ("name", "id"))
#: The hidden column of names in the form used for comparison, from the row of the headings on.
KEYS = "library_keys"
#: The styles of input cells that hold numbers.
_NUMBER_LOOKS = ("rating", "int", "num")


def key(text: str) -> str:
    """A formula: a name for comparison, as by `library.key_of`; searches ignore the case."""
    return f'"{NOBODY}"&{replaced(text, COMPARED)}'


def _of(part: str, at: str) -> str:
    """The cell of a part in a line of the list; the frame begins one row above the headings."""
    return _cell(at, cell_of(part))


def _cell(at: str, column: str) -> str:
    return f"INDEX({FRAME},{at}+1,{column})"


def shown(plan: Plan, part: str, look: str) -> str:
    """The formula for the value that counts: the typed one, otherwise the list's."""
    typed = f"[raw_{part}]" if look in _NUMBER_LOOKS else f'[raw_{part}]&""'
    listed = f"[of_{part}]"
    listed = f'IF({listed}={MARK},"",{listed})' if _is_listed(plan, part) else '""'
    return f"IF([raw_{part}]={MARK},{listed},{typed})"


def _is_listed(plan: Plan, part: str) -> bool:
    return plan.library is not None and part in PARTS


def columns(builder: Builder, parts: Iterable[str]) -> Iterator[SheetColumn]:
    """Yield hidden columns: the name for comparison, the list's line for a player, its values."""
    plan = builder.plan

    def name_key(index: int) -> Value:
        player = plan.player(index)
        return key_of(player.name) if player else NOBODY

    yield hidden("key", name_key, f"LOWER({key('[name]')})")
    library = plan.library
    if library is None:
        return
    listed = [part for part in PARTS if part in parts]

    def typed(part: str) -> Callable[[int], str]:
        def value(index: int) -> str:
            player = plan.player(index)
            is_typed = player and plan.is_typed(player.no, part)
            return visible(getattr(player, part)) if is_typed else ""

        return value

    number_typed, name_typed = typed("id"), typed("name")

    def found(index: int) -> int:
        return library.place(number_typed(index), name_typed(index))

    def column_of(part: str) -> int:
        return builder.tables["Players"].entry(part) + 1

    def differs(index: int) -> Value:
        player = plan.player(index)
        part = held(builder).differing(player) if player else ""
        return column_of(part) if part else 0

    def is_other() -> str:
        number = "0"
        for part in reversed(listed):
            if part != "id":
                number = f"IF({_differs(part)},{column_of(part)},{number})"
        return f"IF([library_at]<2,0,{number})"

    yield hidden("number_at", lambda i: library.at_number(number_typed(i)), _number_at())
    yield hidden("name_at", lambda i: library.at_name(name_typed(i)), _name_at())
    yield hidden("library_at", found, _found())
    if stands_in(plan.rules):
        yield _standing_in(lambda index: library.enters_with_standard(found(index)))
    for part in listed:

        def of(index: int, part: str = part) -> Value:
            value = library.listed(part, found(index))
            return NOTHING if value == "" else value

        yield mirror(f"of_{part}", of, f"IF([library_at]<2,{MARK},{_listed(part, plan.rules)})")
    # The column, from 1, of the first part that is typed differently from the list.
    yield mirror("differs", differs, late(is_other))


def _standing_in(stands: Callable[[int], bool]) -> SheetColumn:
    """The column with 1 for a player whose line has only a standard rating, which counts then."""

    def none(part: str) -> str:
        rating = _of(part, "[library_at]")
        return f'IF({cell_of(part)}=0,TRUE,OR({rating}="",{rating}=0))'

    is_so = f"IF({none(STANDARD)},0,IF({none('rating')},1,0))"
    return hidden(STANDARD, lambda index: int(stands(index)), f"IF([library_at]<2,0,{is_so})")


def _number_at() -> str:
    """The line of the list with the number that was typed, from 2; 0 where there is none."""
    number = '[raw_id]&""'
    sought = replaced(number, ((sign, f"~{sign}") for sign, _ in SIGNS))
    # A number that the list holds as a number; a text that only looks like it is different.
    as_number = f'IF(([raw_id]*1)&""={number},MATCH([raw_id]*1,{_NUMBERS},0),1)'
    at = f"IFERROR(MATCH({sought},{_NUMBERS},0),IFERROR({as_number},1))-1"
    at = f"IF(OR([raw_id]={MARK},library_id=0),0,{at})"
    return f"IF({at}<2,0,{at})"


def _name_at() -> str:
    """The line of the list with the name that was typed, from 2; 0 where there is none."""
    by_name = f"IFERROR(MATCH({key('[raw_name]')},{KEYS},0),0)"
    at = f'IF({key("[raw_name]")}="{NOBODY}",0,{by_name})'
    at = f"IF(OR([raw_name]={MARK},library_name=0),0,{at})"
    return f"IF({at}<2,0,{at})"


def _found() -> str:
    """The formula of the list's line: the only one with the name, otherwise that of the number."""
    own, name, of_name = (
        f"INDEX({KEYS},[name_at])",
        _of("name", "[name_at]"),
        _of("id", "[name_at]"),
    )
    # The same line twice is one person. "=" before a name that begins with a comparison operator.
    text = replaced(name, ((sign, f"~{sign}") for sign, _ in SIGNS))
    same = f'COUNTIFS({_NAMES},"="&{text},{_NUMBERS},{of_name})'
    most = f'IF(library_id=0,1,IF({of_name}="",1,{same}))'
    by_number = (
        f"IF([number_at]<2,{SEVERAL},IF(INDEX({KEYS},[number_at])={own},[number_at],{SEVERAL}))"
    )
    several = f"IF(COUNTIF({KEYS},{own})>{most},{by_number},[name_at])"
    none = f"IF(library_name=0,{UNREAD},{UNKNOWN})"
    by_name = f"IF([name_at]>1,{several},IF([number_at]>1,[number_at],{none}))"
    alone = f"IF([raw_id]={MARK},0,IF([number_at]>1,[number_at],{UNKNOWN}))"
    return f"IF(library_on=0,0,IF([raw_name]={MARK},{alone},{by_name}))"


def _listed(part: str, rules: RuleSet) -> str:
    """The formula of the list's value for a part, in the line that was found."""
    column, standard = cell_of(part), stands_in(rules)
    if part == "rating" and standard:
        column = f"IF([{STANDARD}]=1,{cell_of(STANDARD)},{column})"
    listed = f"IF({cell_of(part)}=0,{MARK},{_known(part, _cell('[library_at]', column))})"
    return f"IF([{STANDARD}]=1,0,{listed})" if part == "games" and standard else listed


def _known(part: str, found: str) -> str:
    if part == "id":
        return replaced(inputs.text(found), WIDE_DIGITS)
    if part in TEXTS:
        return inputs.text(found)
    text = inputs.text(found, is_number=True)
    if part == "born":
        year = f"LEFT(TRIM({found}),4)"
        is_year = f'IFERROR(({year}*1)&""={year},FALSE)'
        # Of a full date the year counts.
        number = f"IF({found}>{FIRST_DATE},YEAR({found}),{found})"
        return f"IF(ISNUMBER({found}),{number},IF({is_year},{year}*1,{text}))"
    number = f"IF({found}=0,{MARK},{found})" if part in NONE_IS_0 else found
    is_number = f'IFERROR(({found}*1)&""=TRIM({found}),FALSE)'
    return f"IF(ISNUMBER({found}),{number},IF({is_number},{found}*1,{text}))"


def _differs(part: str) -> str:
    """The test for a typed value that differs from the list's."""
    one, other = f"[{part}]", f"[of_{part}]"
    if part == "name":
        one, other = "[key]", f"INDEX({KEYS},[library_at])"
    elif part == "sex":
        one, other = sex_code(one), sex_code(other)
    elif part == "foreign":
        one, other = is_one_of(one, YES_WORDS), is_one_of(other, YES_WORDS)
    return f"IF(OR([raw_{part}]={MARK},[of_{part}]={MARK}),FALSE,{one}<>{other})"


def offered_names(builder: Builder) -> Iterator[Validation]:
    """Yield the validation that offers the names of the list in the cells for names."""
    if builder.plan.library is not None:
        area = builder.tables["Players"].area("in_name")
        yield Validation(area, "list", f"={_NAMES}", hint="hint_library", strict=False)


# --- messages about a player ---------------------------------------------------------------------


def wrong(builder: Builder) -> Iterator[tuple[str, Check]]:
    """Yield the check for a number typed without a name that the list does not have."""
    if builder.plan.library is not None:
        test = f"AND([raw_name]={MARK},[library_at]<0)"
        told = builder.say("library_unknown", {"value": "[id]"})
        yield "library_unknown", Check(test, told, "id")


def doubtful(builder: Builder) -> Iterator[tuple[str, Check]]:
    """Yield checks for typed names that leave the rating open, and values unlike the list's."""
    say, plan = builder.say, builder.plan
    if plan.library is None:
        return
    for key, code in OPEN.items():
        alone = "" if code == SEVERAL else ',[id]=""'
        test = f'AND([library_at]={code},[rating]=""{alone})'
        yield key, Check(test, say(key, {"name": "[name]"}), "name")
    test = f"IF(OR([library_at]<2,[raw_id]={MARK}),FALSE,IF([of_id]={MARK},FALSE,[of_id]<>[id]))"
    yield (
        "library_other",
        Check(
            test, say("library_other", {"name": "[name]", "id": "[id]", "other": "[of_id]"}), "id"
        ),
    )
    made = builder.tables["Players"]
    for part in _listed_parts(builder):
        if part != "id":
            words = {
                "what": say(f"col_{HEADED.get(part, part)}"),
                "value": f"[{part}]",
                "other": f"[of_{part}]",
            }
            test = f"[differs]={made.entry(part) + 1}"
            yield DIFFERS, Check(test, say(DIFFERS, words), part)


def _listed_parts(builder: Builder) -> list[str]:
    """The parts of Players that the list may supply."""
    return [part for part in PARTS if builder.tables["Players"].has(f"of_{part}")]


#: An array formula: 1 for players not found in the list, without a rating or a number.
LOST = '([Players.library_at]<0)*([Players.rating]="")*([Players.id]="")'


def lost(builder: Builder) -> bool:
    """Whether a player is not found in the list and has neither rating nor number."""
    found = held(builder)
    return any(
        found.place(one) < 0 and one.rating is None and not one.id
        for one in builder.plan.event.players
    )


def held(builder: Builder) -> TypedLibrary:
    """The list of a workbook, with the inputs for its players."""
    plan = builder.plan
    return TypedLibrary(plan.library or Library(), plan.typed, tuple(_listed_parts(builder)))
