"""Errors and doubts in a line of Players, as formulas; the engine's `inspection` in cells.

Each check is a test and its message. Errors come first; the first check that
holds is shown, in the same order as in the engine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...engine.player_facts import K_BOUNDS
from ...engine.problems import Problem
from ...engine.rules.sections import Coefficient
from ...engine.terms.coefficient import most_of_table
from ...engine.terms.periods import is_lowest_first
from ...engine.terms.start import has_sex_values, is_marked
from ...engine.vocabulary.booleans import MARK, NO_WORDS, YES_WORDS
from ...engine.vocabulary.letters import LOOSE_MARKS
from ...engine.vocabulary.sex import MEN, WOMEN, read_sex
from ..builder import Builder
from ..formulas import entry_rating
from ..formulas.methods.average_opponent import no_mark
from ..formulas.typed import is_one_of, replaced
from ..library import SIGNS
from ..plan import Plan
from ..table import FIRST_ROW, SheetColumn, hidden, late
from . import ageless, completion, event_facts, lean, leaving, lookalikes, typed_numbers, unreported
from .typed_numbers import Check


def sought(cell: str) -> str:
    """A formula: a cell's text for a search, with wildcards escaped."""
    text = replaced(cell, ((sign, f"~{sign}") for sign, _ in SIGNS))
    return f"IF(ISNUMBER({cell}),{cell},{text})"


def columns(builder: Builder) -> list[SheetColumn]:
    """Hidden columns of Players: a name to compare with others, who is young, who is champion."""
    plan = builder.plan

    def named(index: int) -> str:
        player = plan.player(index)
        return lookalikes.name_key(player.name) if player and not player.id else ""

    def champion(index: int) -> int:
        player = plan.player(index)
        if player is None or not is_marked(player, "champion"):
            return 0
        return 2 if read_sex(player.sex) == "f" else 1

    def sexless(index: int) -> int:
        player = plan.player(index)
        return int(bool(player and plan.number_at(index) is not None and not player.sex))

    def unread() -> str:
        tests = [*typed_numbers.unread(builder), *(one.test for one in ageless.dayless(builder))]
        return lean.shared(f"IF(OR({','.join(tests)}),1,0)")

    def without_age() -> str:
        return lean.shared(ageless.formula(builder))

    found = [
        hidden("name_key", named, f'IF([id]="",{lookalikes.NAME_KEY},"")'),
        lookalikes.column(plan),
        # The engine rates no event with such a number.
        hidden("unread", lambda _: 0, late(unread)),
    ]
    if marks := _marks(plan):
        # A number, so that rows share it: the first mark that is neither yes nor no.
        unmarked = "0"
        for number, key in reversed(list(enumerate(marks, 1))):
            known = is_one_of(f"[{key}]", ("", *YES_WORDS, *NO_WORDS))
            unmarked = f"IF({known},{unmarked},{number})"
        found.append(hidden("unmarked", lambda _: 0, unmarked))
    if ageless.asks_age(plan):
        found.append(hidden("ageless", ageless.value(plan), late(without_age)))
    if has_sex_values(plan.rules):
        unknown = 'IF([filled]="",0,IF(TRIM([sex])="",1,0))'
        found.append(hidden("sexless", sexless, unknown))
    found += unreported.columns(plan)
    if plan.rules.champion is not None:
        # A woman and a man may both be the champion.
        whose = f"IF({is_one_of('[sex]', WOMEN)},2,1)"
        mark = f'IF([filled]="",0,IF({no_mark("[champion]")},0,{whose}))'
        found.append(hidden("is_champion", champion, mark))
    return found


def _marks(plan: Plan) -> list[str]:
    """The keys of the facts that a mark states: yes or no."""
    return [fact.key for fact in plan.facts if fact.kind == "list" and MARK in fact.choices]


def wrong(builder: Builder) -> Iterator[tuple[str, Check]]:
    """Yield checks of what makes numbers wrong: out of bounds, one place or title given twice."""
    plan, say = builder.plan, builder.say
    for fact in plan.facts:
        if fact.kind in ("whole", "decimal") and fact.key != "born":
            yield typed_numbers.range_key(fact), typed_numbers.out_of_bounds(builder, fact)
    low, high = map(str, K_BOUNDS)
    words = {"fact": say("col_k_given"), "value": "[k]", "low": low, "high": high}
    test = typed_numbers.is_no_number("[k]", low, high)
    yield "number_out_of_range", Check(test, say("number_out_of_range", words), "k")
    keys = [fact.key for fact in plan.facts]
    known = is_one_of("[sex]", ("", *WOMEN, *MEN))
    yield "sex_unknown", Check(f"NOT({known})", say("sex_unknown", {"value": "[sex]"}), "sex")
    if marks := _marks(plan):
        for number, key in enumerate(marks, 1):
            words = {"what": say(f"col_{key}"), "found": f"[{key}]", "mark": f'"{MARK}"'}
            yield "word_mark", Check(f"[unmarked]={number}", say("word_mark", words), key)
    if "bonus_place" in keys:
        first = "MATCH([bonus_place],[Players.bonus_place],0)"
        other = {"no": "[no]", "other": f"INDEX([Players.no],{first})", "place": "[bonus_place]"}
        twice = f'IF([bonus_place]="",FALSE,{first}<>ROW()-{FIRST_ROW})'
        yield "place_twice", Check(twice, say("place_twice", other), "bonus_place")
        yield from _national(builder)
    if "champion" in keys:
        first = "MATCH([is_champion],[Players.is_champion],0)"
        other = {"no": "[no]", "other": f"INDEX([Players.no],{first})"}
        test = f"IF([is_champion]=0,FALSE,{first}<>ROW()-{FIRST_ROW})"
        yield "champion_several", Check(test, say("champion_several", other), "champion")


def _national(builder: Builder) -> Iterator[tuple[str, Check]]:
    """Yield checks of bonus places where there are none, or where the table leaves them open."""
    rules, say = builder.plan.rules, builder.say
    if rules.event is None or not rules.event.national:
        return
    test = f'AND([bonus_place]<>"",{event_facts.IS_NONE})'
    yield "place_elsewhere", Check(test, say("place_elsewhere"), "bonus_place")
    if "bonus" in builder.cells:
        place = "INDEX([Crosstable.place],[Crosstable.rank#])"
        last, first = "COUNT([Rules.bonus])", f"MATCH({place},[Crosstable.place],0)"
        is_open = f"AND([Rules.is_over]=1,{event_facts.IS_NATIONAL},COUNT([Players.bonus_place])=0)"
        shared = f"IF({place}<={last},AND({first}<>[Crosstable.rank#],{_played()}>0),FALSE)"
        test = f'IF([filled]="",FALSE,IF({is_open},{shared},FALSE))'
        yield "place_shared", Check(test, say("place_shared", {"place": place}), "bonus_place")
    if "absent" in [fact.key for fact in builder.plan.facts]:
        played = f"IF({no_mark('[absent]')},FALSE,{_played()}>0)"
        test = f"AND({event_facts.IS_NATIONAL},{played})"
        yield "absent_played", Check(test, say("absent_played"), "absent")


def doubtful(builder: Builder) -> Iterator[tuple[str, Check]]:
    """Yield checks of what may be right, each with the engine's key."""
    say, rules = builder.say, builder.plan.rules
    if ageless.asks_age(builder.plan):
        # Before the others, so that none of them hides it.
        yield "born_missing", _first_of(builder, "born_missing", "ageless", "born")
    yield from completion.doubtful(builder)
    # For players with an ID the key of the name is empty.
    others = f'COUNTIFS([Players.name],{sought("[name]")},[Players.name_key],"")'
    alone = f'IF([name_key]="",FALSE,{others}>0)'
    yield "name_with_id", Check(alone, say("name_with_id", {"name": "[name]"}), "id")
    bare = replaced("[name]", ((mark, "") for mark in LOOSE_MARKS))
    loose = f"LEN({bare})<LEN([name])"
    yield "name_loose", Check(loose, say("name_loose", {"name": "[name]"}), "name")
    if most_of_table(rules) is not None:
        most = _most_k(builder)
        beyond = f"IF(ISNUMBER([k]),[k]>{most},FALSE)"
        told = say("k_beyond_table", {"value": "[k]", "most": most})
        yield "k_beyond_table", Check(beyond, told, "k")
    least = rules.published.least
    if least is not None and not rules.published.keeps:
        bound = builder.cells.get("published_least", str(least))
        words = {"value": "[rating]", "least": bound}
        below = f"IF(ISNUMBER([rating]),[rating]<{bound},FALSE)"
        yield "rating_below_list", Check(below, say("rating_below_list", words), "rating")
    if "peak" in (fact.key for fact in builder.plan.facts):
        told = say("rating_beyond_peak", {"value": "[rating]", "peak": "[peak]"})
        yield "rating_beyond_peak", Check(_beyond_peak(builder), told, "peak")
    if builder.has("Ratings", "start"):
        yield from _titled(builder)
    if builder.has("Ratings", "whereabouts"):
        new = (
            'OR([rating]="",[new_title]<>"")'
            if rules.start and rules.start.raises
            else '[rating]=""'
        )
        asked = f'AND([federation]<>"",TRIM([foreign])="",[Ratings.whereabouts#]="",{new})'
        yield "unit_unknown", Check(asked, say("unit_unknown", {"unit": "[federation]"}), "foreign")
    if has_sex_values(rules):
        yield "sex_missing", _first_of(builder, "sex_missing", "sexless", "sex")
    one_for_all = rules.floor is None or rules.floor.women is None
    if "floor_least" in builder.cells and (one_for_all or builder.has("Ratings", "is_woman")):
        bound = entry_rating.least(rules, "floor", "[Ratings.is_woman#]")
        words = {"value": "[rating]", "least": bound}
        below = f"IF(ISNUMBER([rating]),[rating]<{bound},FALSE)"
        yield "rating_below_floor", Check(below, say("rating_below_floor", words), "rating")
    yield from _placing(builder)
    yield from leaving.doubtful(builder)
    yield from lookalikes.doubtful(builder)
    yield from unreported.doubtful(builder)


def _first_of(builder: Builder, key: str, column: str, part: str) -> Check:
    """The check that, at the first of them, reports all players whom a column marks."""
    first = f"AND([{column}]=1,SUM([{column}~])=1)"
    return Check(first, builder.say(key, {"n": f"SUM([Players.{column}])"}), part)


def _titled(builder: Builder) -> Iterator[tuple[str, Check]]:
    """Yield checks of titles without a start rating, and of players with neither."""
    say, rules = builder.say, builder.plan.rules
    unknown = 'AND(TRIM([title])<>"",[Ratings.start#]="")'
    if builder.has("Ratings", "is_foreign"):
        alien = f"AND({unknown},[Ratings.is_foreign#]=1)"
        yield "title_of_home", Check(alien, say("title_of_home", {"title": "[title]"}), "title")
    yield "title_unknown", Check(unknown, say("title_unknown", {"title": "[title]"}), "title")
    home = ",[Ratings.is_foreign#]=0" if builder.has("Ratings", "is_foreign") else ""
    if rules.initial is None:
        neither = f'AND(TRIM([title])="",[rating]="",[Ratings.start#]=""{home})'
        yield "newcomer_unrated", Check(neither, say("newcomer_unrated"), "title")
    if home:
        alien = 'AND(TRIM([title])="",[rating]="",[Ratings.start#]="",[Ratings.is_foreign#]=1)'
        yield "foreigner_unrated", Check(alien, say("foreigner_unrated"), "title")


def _beyond_peak(builder: Builder) -> str:
    """The test that the rating is beyond the highest one, as by `floor.is_beyond_peak`."""
    floor, sign = builder.plan.rules.peak_floor, "<" if is_lowest_first(builder.plan.rules) else ">"
    few = f"IF(ISNUMBER([games]),[games]<{floor.established},FALSE)" if floor else "FALSE"
    return f"IF(OR({few},COUNT([rating],[peak])<2),FALSE,[rating]{sign}[peak])"


def _placing(builder: Builder) -> Iterator[tuple[str, Check]]:
    """Yield checks of marks and places against the table."""
    say, keys = builder.say, [fact.key for fact in builder.plan.facts]
    shown = "INDEX([Crosstable.place],[Crosstable.rank#])"
    if "bonus_place" in keys and "bonus" in builder.cells:
        last = "COUNT([Rules.bonus])"
        national = builder.plan.rules.event
        if national is not None and national.national:
            unsaid = f'AND([bonus_place]<>"",NOT({event_facts.IS_NATIONAL}))'
            yield "place_unsaid", Check(unsaid, say("place_unsaid"), "bonus_place")
        beyond = f"IF(ISNUMBER([bonus_place]),[bonus_place]>{last},FALSE)"
        told = say("place_beyond", {"place": "[bonus_place]", "last": last})
        yield "place_beyond", Check(beyond, told, "bonus_place")
        differs = f'IF([bonus_place]="",FALSE,IF([Rules.is_over]=1,{shown}<>[bonus_place],FALSE))'
        told = say("place_differs", {"place": "[bonus_place]", "shown": shown})
        yield "place_differs", Check(differs, told, "bonus_place")
    if "champion" in keys:
        other = "INDEX([Crosstable.rank],MATCH(3-[is_champion],[Players.is_champion],0))"
        first = f"IFERROR(INDEX([Crosstable.place],{other}),{shown})"
        behind = f"IF([Rules.is_over]=1,AND({shown}>1,{first}>={shown}),FALSE)"
        behind = f"IF([is_champion]=0,FALSE,{behind})"
        told = say("champion_not_first", {"place": shown})
        yield "champion_not_first", Check(behind, told, "champion")
    if "absent" in keys:
        met = [
            f'COUNTIFS([Games.{side}],[no],[Games.key_black],">0")' for side in ("white", "black")
        ]
        played = f"IF({no_mark('[absent]')},FALSE,{'+'.join(met)}>0)"
        yield "absent_played_here", Check(played, say("absent_played_here"), "absent")


def _played() -> str:
    """The formula of how many lines of Games with two players the player is in."""
    sides = ("white", "black")
    return "+".join(f'COUNTIFS([Games.{side}],[no],[Games.key_black],">0")' for side in sides)


def doubts(builder: Builder) -> Mapping[int, Problem]:
    """The engine's first doubt that formulas also find, by the player's number."""
    keys = [key for key, _ in doubtful(builder)]
    held = completion.held(builder).doubts(builder.plan.event.players)
    listed = [one for one in (*builder.plan.doubts, *held) if one.no and one.key in keys]
    found: dict[int, Problem] = {}
    for one in sorted(listed, key=lambda one: keys.index(one.key)):
        found.setdefault(one.no, one)
    return found


def _most_k(builder: Builder) -> str:
    """The largest K of the table: the cells of the Rules sheet where it has them."""
    table = builder.plan.rules.need(Coefficient)
    cells = [builder.cells.get(f"k{number}", "") for number in range(1, len(table.rows) + 1)]
    if not all(cells):
        return str(most_of_table(builder.plan.rules))
    more = builder.cells.get("final_more", "0") if table.final_rounds else "0"
    return f"(MAX({','.join(cells)})+{more})"
