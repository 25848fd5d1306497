"""The inputs of the sheet Prizes: their bounds, their errors, and how they are read."""

from __future__ import annotations

from decimal import Decimal

from ...engine.errors import RatingError
from ...engine.languages import LANGUAGE, LANGUAGES
from ...engine.player_facts import BORN_MAX, BORN_MIN
from ...engine.rounding import ZERO
from ...engine.texts import say, wording
from ...engine.tournament.prizes import MOST, SHARINGS, TEAM, Category
from ...engine.vocabulary.letters import whole_number
from ...engine.vocabulary.sex import read_sex
from ...exchange.sheets import Sheets
from ...exchange.template import named
from ..builder import Builder
from ..file.grid import Sheet, Validation
from ..file.page import SheetReader, text_keys
from ..plan import Plan
from ..table import FIRST_ROW
from ..words import quoted
from .typed_numbers import is_no_number

SHEET = "Prizes"
#: The inputs of a category, with width and format.
TYPED = {
    "prize_name": (24, "input_text"), "prize_sex": (8, "input_center"),
    "prize_from": (8, "input_int"), "prize_until": (8, "input_int"),
    "prize_below": (9, "input_rating"), "prize_club": (14, "input_text"),
}  # fmt: skip
#: The bounds of the numbers, and whether they are whole; the team's size is separate.
BOUNDS = {
    "prize_from": (BORN_MIN, BORN_MAX, True), "prize_until": (BORN_MIN, BORN_MAX, True),
    "prize_below": (0, 9_999, False), "team": (0, 99, True), "each": (0, 999, True),
    "money": (0, 9_999_999, False),
}  # fmt: skip
_LABELS = {key: f"prize_{key}" if key in ("team", "each") else f"col_{key}" for key in BOUNDS}
_LABELS["money"] = "col_prize_money"
#: The rows of the size of a team, and of the main prizes before the others.
SIZE_ROW = FIRST_ROW + MOST + 1
EACH_ROW = SIZE_ROW + 1
#: Below them how tied players share prize money, and the prize of each place.
SHARING_ROW = EACH_ROW + 1
MONEY_ROW = SHARING_ROW + 3
PLACES = 10
LAST_ROW = MONEY_ROW + PLACES - 1


#: The names of the prepared categories.
_USUAL = ("prize_women", "prize_juniors", "prize_limit")


def usual(language: str) -> tuple[Category, ...]:
    """The prepared categories: two of them need a year and a limit to be typed."""
    women, juniors, limit = (say(language, key) for key in _USUAL)
    return Category(women, sex="f"), Category(juniors), Category(limit)


def in_language(name: str, plan: Plan) -> str:
    """A name in the chosen language, if it is one of the prepared ones."""
    for key in _USUAL:
        if name in wording(key).values():
            return say(plan.language, key)
    return name


def follows_language(builder: Builder, cell: str) -> str:
    """A formula for the name in a cell, in the language that is chosen if it is a usual one."""
    found = f'{cell}&""'
    for key in reversed(_USUAL):
        tests = ",".join(f"{cell}={quoted(text)}" for text in wording(key).values())
        found = f"IF(OR({tests}),{builder.say(key)},{found})"
    return found


def out_of_bounds(builder: Builder, key: str, cell: str) -> tuple[str, str]:
    """The test that an input is not a number within its bounds, and the message."""
    low, high, is_whole = BOUNDS[key]
    words = {"fact": builder.say(_LABELS[key]), "value": cell, "low": str(low), "high": str(high)}
    test = is_no_number(cell, str(low), str(high), is_whole)
    return test, builder.say(_text_of(is_whole), words)


def _text_of(is_whole: bool) -> str:
    return "whole_out_of_range" if is_whole else "number_out_of_range"


def validate(sheet: Sheet, language: str) -> None:
    """Add the lists and bounds of the inputs."""
    last = FIRST_ROW + MOST - 1

    def area(col: int) -> tuple[int, int, int, int]:
        return FIRST_ROW, col, last, col

    def number(key: str, where: tuple[int, int, int, int]) -> Validation:
        low, high, is_whole = BOUNDS[key]
        return Validation(where, "whole" if is_whole else "decimal", "", low, high, "bad_number")

    sheet.validations += [
        Validation(area(1), "list", ",".join(LANGUAGE[language].sexes), message="bad_choice"),
        *(number(key, area(col)) for col, key in enumerate(TYPED) if key in BOUNDS),
        number("team", (SIZE_ROW, 1, SIZE_ROW, 1)),
        number("each", (EACH_ROW, 1, EACH_ROW, 1)),
        number("money", (MONEY_ROW, 1, LAST_ROW, 1)),
        Validation(
            (SHARING_ROW, 1, SHARING_ROW, 1),
            "list",
            ",".join(wording(f"sharing_{key}")[language] for key in SHARINGS),
            message="bad_choice",
        ),
    ]


def read(sheets: Sheets) -> dict[str, object]:
    """The facts about prizes that are not the usual ones: categories, size of a team, money."""
    name = named(sheets.names, SHEET)
    if not name:
        return {}
    page = SheetReader(sheets, name)
    heads = page.headings({key: (f"col_{key}",) for key in TYPED}, TYPED)
    rows = range(heads.row + 1, min(heads.row + 1 + MOST, len(page.rows)))
    page.no_formulas((row, col) for row in rows for col in heads.cols.values())
    found: dict[str, object] = {}
    categories = [
        _category(page, {key: (row, col) for key, col in heads.cols.items()}) for row in rows
    ]
    while categories and categories[-1] == Category():
        categories.pop()
    if tuple(categories) not in map(usual, LANGUAGES):
        found["prizes"] = tuple(categories)
    for row, cells in enumerate(page.rows):
        if cells and "prize_team" in text_keys(cells[0]):
            page.no_formulas([(row, 1)])
            size = int(_number(page, (row, 1), "team") or 0)
            if size != TEAM:
                found["team"] = size
        if cells and "prize_each" in text_keys(cells[0]):
            page.no_formulas([(row, 1)])
            each = _number(page, (row, 1), "each")
            if each is not None:
                found["each"] = int(each)
        if cells and "prize_sharing" in text_keys(cells[0]):
            found |= _money(page, row)
    return found


def _money(page: SheetReader, row: int) -> dict[str, object]:
    """How tied players share, from `row`, and the prizes of places below it; only if unusual."""
    found: dict[str, object] = {}
    typed = page.entered((row, 1)).lower()
    words = {text.lower(): key for key in SHARINGS for text in wording(f"sharing_{key}").values()}
    if typed and typed not in words:
        listed = {f"word{at}": wording(f"sharing_{key}") for at, key in enumerate(SHARINGS)}
        raise page.wrong((row, 1), "sharing_unknown", value=page.text((row, 1)), **listed)
    if words.get(typed, SHARINGS[0]) != SHARINGS[0]:
        found["sharing"] = words[typed]
    first = row + MONEY_ROW - SHARING_ROW
    places = [(at, 1) for at in range(first, min(first + PLACES, len(page.rows)))]
    page.no_formulas(((row, 1), *places))
    amounts = [_number(page, place, "money") or ZERO for place in places]
    for place, amount in zip(places, amounts, strict=True):
        if amount != round(amount, 2):
            fact = wording("col_prize_money")
            raise page.wrong(place, "money_cents", fact=fact, value=page.text(place))
    while amounts and not amounts[-1]:
        amounts.pop()
    if amounts:
        found["money"] = tuple(amounts)
    return found


def _category(page: SheetReader, at: dict[str, tuple[int, int]]) -> Category:
    try:
        sex = read_sex(page.entered(at["prize_sex"]))
    except RatingError:
        typed = page.text(at["prize_sex"])
        raise page.wrong(at["prize_sex"], "sex_unknown", value=typed) from None
    since, until, below = (_number(page, at[key], key) for key in BOUNDS if key in at)
    return Category(
        page.entered(at["prize_name"]),
        sex,
        None if since is None else int(since),
        None if until is None else int(until),
        below,
        page.entered(at["prize_club"]),
    )


def _number(page: SheetReader, place: tuple[int, int], key: str) -> Decimal | None:
    """A number within its bounds, None for an empty cell."""
    low, high, is_whole = BOUNDS[key]
    if not page.entered(place):
        return None
    value = page.value(place)
    number = whole_number(page.entered(place)) if isinstance(value, str) else None
    value = value if number is None else number
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not is_number or not low <= value <= high or (is_whole and value % 1):  # type: ignore[operator]
        words = {
            "fact": say("en", _LABELS[key]),
            "value": page.text(place),
            "low": low,
            "high": high,
        }
        raise page.wrong(place, _text_of(is_whole), **words)
    return page.number(place, key)
