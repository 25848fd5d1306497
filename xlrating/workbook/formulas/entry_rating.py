"""The rating to start from, where titles give one, and how a list bounds the new rating.

Hidden columns of the Ratings sheet: whether a player is a woman, a foreigner, which value
the title has and which the new one; `opening` is the rating everything is computed from.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from ...engine.event import Player
from ...engine.languages import LANGUAGE
from ...engine.lines import Line
from ...engine.methods.common import entry_rating
from ...engine.rules.ruleset import RuleSet
from ...engine.rules.sections import Start, StartRow
from ...engine.terms.start import is_foreign, start_of, start_rating, waits_for_game
from ...engine.vocabulary.booleans import NO_WORDS
from ...engine.vocabulary.sex import WOMEN, read_sex
from ..file.grid import Value
from ..plan import Plan
from ..sheets import whereabouts
from ..table import SheetColumn, hidden
from .typed import is_one_of, replaced
from .values import Note, Of, RatingsRows

#: Letters and signs that make no difference between two spellings of a title.
_SAME = (
    (" ", ""), ("（", "("), ("）", ")"),
    ("、", "/"), ("，", "/"), (",", "/"), ("；", "/"), (";", "/"), ("／", "/"),
)  # fmt: skip
#: Whether a player is a woman, from the input cells.
_IS_WOMAN = f"IF({is_one_of('[Players.sex#]', WOMEN)},1,0)"
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def offered(rule: Start, language: str) -> int:
    """The number of titles offered in the language; they come first."""
    return sum(_is_offered(title, row, language) for row in rule.rows for title in row.titles)


def _is_offered(title: str, row: StartRow, language: str) -> bool:
    """Whether a title is in the language, or its row has none that is."""
    letters = re.compile(f"[{LANGUAGE[language].letters}]")
    return bool(letters.search(title)) or not any(map(letters.search, row.titles))


def titles_of(rule: Start, language: str) -> list[tuple[str, StartRow]]:
    """All titles with their rows, those in the language first."""
    listed = [(title, row) for row in rule.rows for title in row.titles]
    return sorted(listed, key=lambda one: not _is_offered(one[0], one[1], language))


def title_key(title: str) -> str:
    """A title as formulas compare it: ``/grandmaster/``.

    >>> title_key("特级大师、国际健将")
    '/特级大师/国际健将/'
    """
    for letter, meant in _SAME:
        title = title.replace(letter, meant)
    return f"/{title.lower()}/"


def typed_key(cell: str) -> str:
    """The formula of `title_key` for the title in a cell."""
    return f'"/"&LOWER({replaced(cell, _SAME)})&"/"'


def _found(key: str) -> str:
    """Whether a key contains each title of the Rules sheet, as an array formula."""
    return f"ISNUMBER(FIND([Rules.title_key],{key}))"


def value_of(key: str, rules: RuleSet, is_anywhere: bool = False) -> str:
    """The formula of the highest value of the titles in a key; '' where none has one.

    Foreigners may have titles of their own: those that fit `[is_foreign]` count, or all of them
    if `is_anywhere`.
    """
    here = _found(key)
    if rules.start and rules.start.home and not is_anywhere:
        here = f"{here}*([Rules.start_foreign]=[is_foreign])"
    men, women = (f"SUMPRODUCT(MAX({here}*[Rules.start_{who}]))" for who in ("men", "women"))
    value = f"IF([is_woman]=1,{women},{men})"
    return f'IF({value}=0,"",{value})'


def columns(rows: RatingsRows) -> list[SheetColumn]:
    """The hidden columns up to `opening`, the entry rating."""
    plan, rules = rows.plan, rows.rules
    rule = rules.start

    def of_player(value: Callable[[Player], Value | None], none: Value = "") -> Of:
        return rows.of_player(lambda line: none if (x := value(line.player)) is None else x, none)

    def new_title(player: Player) -> Value:
        title = str(player.facts.get("new_title") or "")
        if not title or rule is None:
            return ""
        return start_rating(title, rules, read_sex(player.sex), is_foreign(player, rule))

    asked = {fact.key for fact in plan.facts}
    opened = of_player(lambda player: entry_rating(player, rules))
    found: list[SheetColumn] = []
    if "sex" in asked:
        is_woman = of_player(lambda player: int(read_sex(player.sex) == "f"), 0)
        found.append(hidden("is_woman", is_woman, _IS_WOMAN))
    if rule is not None:
        if "sex" not in asked:
            found.append(hidden("is_woman", lambda _: 0, "0"))
        untitled = rule.untitled.replace('"', '""')
        title = f'IF(TRIM([Players.title#])="","{untitled}",[Players.title#])'
        if rule.home:
            found += whereabouts.columns(plan, rule)
            foreign = of_player(lambda player: int(bool(is_foreign(player, rule))), 0)
            found.append(hidden("is_foreign", foreign, _foreign()))
        named = of_player(lambda player: (player.title or "").strip() or rule.untitled)
        found.append(hidden("start_title", named, f'IF([Players.filled#]="","",{title})'))
        key = of_player(lambda player: title_key((player.title or "").strip() or rule.untitled))
        text = f'IF([Players.filled#]="","",{typed_key("[start_title]")})'
        found.append(hidden("title_key", key, text))
        text = f'IF([title_key]="","",{value_of("[title_key]", rules)})'
        found.append(hidden("start", of_player(lambda player: start_of(player, rules)), text))
        if rule.raises:
            own = value_of(typed_key("[Players.new_title#]"), rules)
            text = f'IF([Players.new_title#]="","",{own})'
            found.append(hidden("raised", of_player(new_title), text))
    if rules.ladder is not None:
        least = 'IF([Players.filled#]="","",[Rules.ladder_least])'
        typed = f"IF(ISNUMBER([Players.rating#]),[Players.rating#],{least})"
        return [hidden("opening", opened, typed)]
    typed = "IF(ISNUMBER([Players.rating#]),[Players.rating#],[start])"
    own = "[rating]" if rule is None else typed
    found.append(hidden("opening", opened, own))
    if rule is not None:

        def basis(line: Line) -> Value:
            if waits_for_game(line.player, line.n, rules):
                return ""
            return "" if (rating := entry_rating(line.player, rules)) is None else rating

        waits = 'IF(AND(NOT(ISNUMBER([Players.rating#])),[n]=0),"",[opening])'
        text = waits if rule.given == "first game" else "[opening]"
        found.append(hidden("basis", rows.of_player(basis), text))
    return found


def if_rated(rules: RuleSet) -> str:
    """A formula of players who are rated: of a title's rating alone perhaps not yet."""
    return f'IF([{"opening" if rules.start is None else "basis"}]="","",{{}})'


def _foreign() -> str:
    """The formula for 1 if the mark, the unit or the title makes the player a foreigner, else 0."""
    marked = f"IF({is_one_of('[Players.foreign#]', ('', *NO_WORDS))},0,1)"
    unit = "[Players.federation#]"
    letters = f'SUMPRODUCT(ISNUMBER(FIND(MID({unit},{{1,2,3}},1),"{_LETTERS}"))*1)=3'
    by_unit = f'IF([whereabouts]="",IF(AND(LEN({unit})=3,{letters}),1,0),[whereabouts])'
    found = _found(typed_key("[Players.title#]"))
    alien, native = (f"SUMPRODUCT({found}*([Rules.start_foreign]={side}))" for side in (1, 0))
    by_title = f"IF(AND({alien}>0,{native}=0),1,0)"
    return f'IF([Players.foreign#]<>"",{marked},IF({unit}<>"",{by_unit},{by_title}))'


def least(rules: RuleSet, section: str, is_woman: str = "[is_woman]") -> str:
    """The formula of a section's bound for this player: women may have their own.

    Where the sex is not given, a rating below the men's bound can only be a woman's.
    """
    rule = getattr(rules, section)
    men, women = f"[Rules.{section}_least]", f"[Rules.{section}_women]"
    if rule.women is None:
        return men
    typed = "[Players.rating#]"
    unsaid = f'AND(TRIM([Players.sex#])="",{typed}<>"",N({typed})<{men})'
    return f"IF(OR({is_woman}=1,{unsaid}),{women},{men})"


def floor_of(rules: RuleSet) -> str:
    """The formula of a player's floor, on a sheet without a column for the sex."""
    return least(rules, "floor", _IS_WOMAN)


def floored(value: str, rules: RuleSet) -> str:
    """The formula of the new rating of a player who entered with one, not below the floor."""
    return f"MAX({value},{floor_of(rules)})" if rules.floor else value


def floor_notes(value: str, rules: RuleSet, bound: str = "", none: str = "") -> list[Note]:
    """The note that a rating stays on the floor instead of at `value`; not where `none` holds."""
    if not rules.floor:
        return []
    bound = bound or floor_of(rules)
    below = f"AND([new]={bound},{value}<[new])"
    below = f"IF({none},FALSE,{below})" if none else below
    return [("step_floor", below, {"least": bound, "value": "[new]"})]


def on_the_list(value: str, rules: RuleSet) -> str:
    """The formula of a new rating after a new title and the floor."""
    bounds = []
    if rules.start and rules.start.raises:
        bounds.append("N([raised])")
    if rules.floor:
        bounds.append(least(rules, "floor"))
    return f"MAX({','.join([value, *bounds])})" if bounds else value


def notes(plan: Plan) -> list[Note]:
    """Notes on what the list did to a rating; the first whose test holds is shown."""
    rules = plan.rules
    bound = least(rules, "floor") if rules.floor else ""
    found = floor_notes(_before_floor(rules), rules, bound)
    if rules.published.least is not None:
        key = "step_unshown" if rules.published.keeps else "step_unlisted"
        bound = least(rules, "published")
        found.append((key, f"[new]<{bound}", {"least": bound}))
    if rules.start and rules.start.raises:
        words = {"title": "[Players.new_title#]", "least": "[raised]"}
        words["value"] = _before_floor(rules)
        found.append(("step_new_title", '[raised]<>""', words))
    return found


def _before_floor(rules: RuleSet) -> str:
    own = "[opening]+[rounded]"
    return f"MAX({own},N([raised]))" if rules.start and rules.start.raises else f"({own})"
