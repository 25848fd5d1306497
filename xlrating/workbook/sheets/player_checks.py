"""What is wrong or doubtful in a line of Players, as formulas; the engine's `inspection` in cells.

Each check is a test, and what it says where it holds. What stops comes first; the first that
holds is shown, in the order in which the engine tells.
"""

# Columns read as tables, a row a line.
from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...engine.inspection import counts_as_adult
from ...engine.problems import K_BOUNDS, Problem
from ...engine.rules.sections.coefficient import conditions
from ...engine.terms.coefficient import OLDEST, most_of_table
from ...engine.terms.start import has_sex_values, is_marked
from ...engine.words.letters import LOOSE_MARKS
from ...engine.words.sex import MEN, WOMEN
from ..builder import Builder
from ..facts import Fact
from ..formulas import arithmetic as formulas
from ..formulas import opening
from ..formulas.methods.average_opponent import no_mark
from ..formulas.typed import is_one_of
from ..library import SIGNS
from ..plan import Plan
from ..table import FIRST_ROW, Column, hidden, late
from . import completion, event_facts

#: A test, and the words where it holds.
Check = tuple[str, str]

#: Full-width letters, as Chinese keyboards type them, and blanks make no other name.
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


def sought(cell: str) -> str:
    """A formula: what a cell holds as a search takes it, in which signs stand for themselves."""
    text = cell
    for sign, _ in SIGNS:
        text = f'SUBSTITUTE({text},"{sign}","~{sign}")'
    return f"IF(ISNUMBER({cell}),{cell},{text})"


def asks_age(plan: Plan) -> bool:
    """Whether K follows from the age of some players, and formulas tell it."""
    table = plan.rules.coefficient
    if not plan.native or table is None:
        return False
    asked = {condition.fact for row in table.rows for condition in conditions(row)}
    return "age" in asked and "born" in [fact.key for fact in plan.facts]


def _ageless(builder: Builder) -> str:
    """Whether a player without year of birth would have another K as a child."""
    rules = builder.plan.rules
    rating = opened(builder)
    child, adult = (formulas.k_table(rules, rating, age) for age in ("0", str(OLDEST)))
    known = f'OR([filled]="",[born]<>"",[k]<>"",{rating}="")'
    return f"IF({known},0,IF({child}<>{adult},1,0))"


def opened(builder: Builder) -> str:
    """The rating that a player of the line is rated from."""
    return f"[Ratings.{'opening' if builder.has('Ratings', 'opening') else 'rating'}#]"


def columns(builder: Builder) -> list[Column]:
    """Hidden columns of Players: a name to compare with others, who is young, who is champion."""
    plan = builder.plan
    key = "[name]"
    for blank in _BLANKS:
        key = f'SUBSTITUTE({key},"{blank}","")'
    key = f"LOWER({key})"
    for letter, other in (*_WIDE, *SIGNS):
        key = f'SUBSTITUTE({key},"{letter}","{other}")'

    def named(index: int) -> str:
        player = plan.player(index)
        return name_key(player.name) if player and not player.id else ""

    def ageless(index: int) -> int:
        player = plan.player(index)
        return int(bool(player and counts_as_adult(player, plan.event, plan.rules)))

    def champion(index: int) -> int:
        player = plan.player(index)
        return int(bool(player and is_marked(player, "champion")))

    found = [hidden("name_key", named, f'IF([id]="",{key},"")')]
    if asks_age(plan):
        found.append(hidden("ageless", ageless, late(lambda: _ageless(builder))))
    if plan.rules.champion is not None:
        mark = f'IF([filled]="",0,IF({no_mark("[champion]")},0,1))'
        found.append(hidden("is_champion", champion, mark))
    return found


def wrong(builder: Builder) -> Iterator[Check]:
    """What makes numbers wrong: numbers out of bounds, one place or title given twice."""
    plan, say = builder.plan, builder.say
    for fact in plan.facts:
        if fact.kind in ("whole", "decimal") and fact.key != "born":
            yield _out_of_bounds(builder, fact)
    low, high = map(str, K_BOUNDS)
    words = {"fact": say("col_k_given"), "value": "[k]", "low": low, "high": high}
    yield is_no_number("[k]", low, high), say("number_out_of_range", words)
    keys = [fact.key for fact in plan.facts]
    known = is_one_of("[sex]", ("", *WOMEN, *MEN))
    yield f"NOT({known})", say("sex_unknown", {"value": "[sex]"})
    if "bonus_place" in keys:
        first = "MATCH([bonus_place],[Players.bonus_place],0)"
        other = {"no": "[no]", "other": f"INDEX([Players.no],{first})", "place": "[bonus_place]"}
        twice = f'IF([bonus_place]="",FALSE,{first}<>ROW()-{FIRST_ROW})'
        yield twice, say("place_twice", other)
        yield from _national(builder)
    if "champion" in keys:
        first = "MATCH(1,[Players.is_champion],0)"
        other = {"no": "[no]", "other": f"INDEX([Players.no],{first})"}
        yield (
            f"IF([is_champion]=0,FALSE,{first}<>ROW()-{FIRST_ROW})",
            say("champion_several", other),
        )


def _national(builder: Builder) -> Iterator[Check]:
    """Bonus places where there are none, and where the table leaves them open."""
    rules, say = builder.plan.rules, builder.say
    if rules.event is None or not rules.event.national:
        return
    yield f'AND([bonus_place]<>"",{event_facts.IS_NONE})', say("place_elsewhere")
    if "bonus" in builder.cells:
        place = "INDEX([Crosstable.place],[Crosstable.rank#])"
        last, first = "COUNT([Rules.bonus])", f"MATCH({place},[Crosstable.place],0)"
        is_open = f"AND([Rules.is_over]=1,{event_facts.IS_NATIONAL},COUNT([Players.bonus_place])=0)"
        shared = f"IF({place}<={last},{first}<>[Crosstable.rank#],FALSE)"
        yield (
            f'IF([filled]="",FALSE,IF({is_open},{shared},FALSE))',
            say("place_shared", {"place": place}),
        )
    if "absent" in [fact.key for fact in builder.plan.facts]:
        played = f"IF({no_mark('[absent]')},FALSE,{_played()}>0)"
        yield f"AND({event_facts.IS_NATIONAL},{played})", say("absent_played")


def doubtful(builder: Builder) -> Iterator[tuple[str, Check]]:
    """What may be right: the engine's key, the test, and the words where it holds."""
    say, rules = builder.say, builder.plan.rules
    if asks_age(builder.plan):
        # One line for all of them; before the others, so that none of them hides it.
        first = "AND([ageless]=1,SUM([ageless~])=1)"
        yield "born_missing", (first, say("born_missing", {"n": "SUM([Players.ageless])"}))
    yield from completion.doubtful(builder)
    bare = "[name]"
    for mark in LOOSE_MARKS:
        bare = f'SUBSTITUTE({bare},"{mark}","")'
    loose = f"LEN({bare})<LEN([name])"
    yield "name_loose", (loose, say("name_loose", {"name": "[name]"}))
    if most_of_table(rules) is not None:
        most = _most_k(builder)
        beyond = f"IF(ISNUMBER([k]),[k]>{most},FALSE)"
        yield "k_beyond_table", (beyond, say("k_beyond_table", {"value": "[k]", "most": most}))
    least = rules.published.least
    if least is not None and not rules.published.keeps:
        bound = builder.cells.get("published_least", str(least))
        words = {"value": "[rating]", "least": bound}
        below = f"IF(ISNUMBER([rating]),[rating]<{bound},FALSE)"
        yield "rating_below_list", (below, say("rating_below_list", words))
    if builder.has("Ratings", "start"):
        unknown = 'AND(TRIM([title])<>"",[Ratings.start#]="")'
        yield "title_unknown", (unknown, say("title_unknown", {"title": "[title]"}))
        home = ",[Ratings.is_foreign#]=0" if builder.has("Ratings", "is_foreign") else ""
        if rules.initial is None:
            neither = f'AND(TRIM([title])="",[rating]="",[Ratings.start#]=""{home})'
            yield "newcomer_unrated", (neither, say("newcomer_unrated"))
        if home:
            alien = 'AND(TRIM([title])="",[rating]="",[Ratings.start#]="",[Ratings.is_foreign#]=1)'
            yield "foreigner_unrated", (alien, say("foreigner_unrated"))
    if builder.has("Ratings", "whereabouts"):
        new = (
            'OR([rating]="",[new_title]<>"")'
            if rules.start and rules.start.raises
            else '[rating]=""'
        )
        asked = f'AND([federation]<>"",TRIM([foreign])="",[Ratings.whereabouts#]="",{new})'
        yield "unit_unknown", (asked, say("unit_unknown", {"unit": "[federation]"}))
    if has_sex_values(rules):
        yield "sex_missing", ('TRIM([sex])=""', say("sex_missing"))
    one_for_all = rules.floor is None or rules.floor.women is None
    if "floor_least" in builder.cells and (one_for_all or builder.has("Ratings", "is_woman")):
        bound = opening.least(rules, "floor", "[Ratings.is_woman#]")
        words = {"value": "[rating]", "least": bound}
        below = f"IF(ISNUMBER([rating]),[rating]<{bound},FALSE)"
        yield "rating_below_floor", (below, say("rating_below_floor", words))
    yield from _placing(builder)


def _placing(builder: Builder) -> Iterator[tuple[str, Check]]:
    """Marks and places held against the table."""
    say, keys = builder.say, [fact.key for fact in builder.plan.facts]
    shown = "INDEX([Crosstable.place],[Crosstable.rank#])"
    if "bonus_place" in keys and "bonus" in builder.cells:
        last = "COUNT([Rules.bonus])"
        national = builder.plan.rules.event
        if national is not None and national.national:
            unsaid = f'AND([bonus_place]<>"",NOT({event_facts.IS_NATIONAL}))'
            yield "place_unsaid", (unsaid, say("place_unsaid"))
        beyond = f"IF(ISNUMBER([bonus_place]),[bonus_place]>{last},FALSE)"
        yield (
            "place_beyond",
            (beyond, say("place_beyond", {"place": "[bonus_place]", "last": last})),
        )
        differs = f'IF([bonus_place]="",FALSE,IF([Rules.is_over]=1,{shown}<>[bonus_place],FALSE))'
        yield (
            "place_differs",
            (differs, say("place_differs", {"place": "[bonus_place]", "shown": shown})),
        )
    if "champion" in keys:
        behind = f"IF([is_champion]=0,FALSE,IF([Rules.is_over]=1,{shown}>1,FALSE))"
        yield "champion_not_first", (behind, say("champion_not_first", {"place": shown}))
    if "absent" in keys:
        met = [
            f'COUNTIFS([Games.{side}],[no],[Games.key_black],">0")' for side in ("white", "black")
        ]
        played = f"IF({no_mark('[absent]')},FALSE,{'+'.join(met)}>0)"
        yield "absent_played_here", (played, say("absent_played_here"))


def _played() -> str:
    """How many lines with two players this one is in."""
    sides = ("white", "black")
    return "+".join(f'COUNTIFS([Games.{side}],[no],[Games.key_black],">0")' for side in sides)


def doubts(builder: Builder) -> Mapping[int, Problem]:
    """By number of the player the first that the engine finds doubtful, of what formulas tell."""
    keys = [key for key, _ in doubtful(builder)]
    found: dict[int, Problem] = {}
    for one in sorted(
        (
            one
            for one in (*builder.plan.doubts, *completion.doubts(builder.plan))
            if one.no and one.key in keys
        ),
        key=lambda one: keys.index(one.key),
    ):
        found.setdefault(one.no, one)
    return found


def _out_of_bounds(builder: Builder, fact: Fact) -> Check:
    """A fact that must be a number between bounds; a whole one, or any."""
    low, high = f"{fact.low:g}", f"{fact.high:g}"
    text = "whole_out_of_range" if fact.kind == "whole" else "number_out_of_range"
    if fact.key == "peak":
        low, high = map(str, builder.plan.rules.bounds)
    cell = f"[{fact.key}]"
    test = is_no_number(cell, low, high, fact.kind == "whole")
    words = {"fact": builder.say(f"col_{fact.key}"), "value": cell, "low": low, "high": high}
    return test, builder.say(text, words)


def is_no_number(cell: str, low: str, high: str, is_whole: bool = False) -> str:
    """Whether a cell is filled and holds no number between bounds."""
    part = f",{cell}<>INT({cell})" if is_whole else ""
    beyond = f"OR({cell}<{low},{cell}>{high}{part})"
    return f'IF({cell}="",FALSE,IF(ISNUMBER({cell}),{beyond},TRUE))'


def _most_k(builder: Builder) -> str:
    """The largest K of the table: the cells of the Rules sheet where it has them."""
    table = builder.plan.rules.need("coefficient")
    cells = [builder.cells.get(f"k{number}", "") for number in range(1, len(table.rows) + 1)]
    if not all(cells):
        return str(most_of_table(builder.plan.rules))
    more = builder.cells.get("final_more", "0") if table.final_rounds else "0"
    return f"(MAX({','.join(cells)})+{more})"
