"""The finding in a line of Players: a number, so that rows share its formula, and its text.

The number encodes the gravity, the check and the column to correct: one for each of
these, whatever is chosen on the Rules sheet. Errors come first, then doubts, last a
round without a line; the first that holds is shown, in the same order as in the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from ...engine.problems import format_message
from ...engine.vocabulary.spellings import in_language
from ..builder import Builder
from ..formulas import arithmetic as formulas
from ..formulas.field import IN_FIELD, field_rated, is_estimated
from ..library_doubts import DIFFERS
from ..plan import Plan
from ..table import FIRST_ROW, SheetColumn, hidden, late
from . import ageless, completion, lean, leaving, lookalikes, player_checks, typed_numbers
from .gravity import Gravity
from .typed_numbers import Check

#: Everything that may be found, by its text; the numbers are places in this list.
_KEYS = (
    "absent_played", "absent_played_here", "born_missing", "born_out_of_range",
    "champion_not_first", "champion_several", "field_full", "foreigner_unrated", "id_twice",
    "k_beyond_table", "k_missing", "left_before_half", "library_name_several",
    "library_name_unknown", "library_other", "library_differs", "library_unknown",
    "library_unread", "name_loose", "name_twice", "name_with_id", "newcomer_unrated",
    "notice_absent", "notice_late", "number_out_of_range", "place_beyond",
    "place_differs", "place_elsewhere", "place_shared", "place_twice", "place_unsaid",
    "rating_below_floor", "rating_below_list", "rating_out_of_range", "report_federation",
    "report_title", "sex_missing", "sex_unknown", "sheet_day_missing", "title_of_home",
    "title_unknown", "unit_unknown", "whole_out_of_range", "word_mark",
    "rating_not_whole", "rating_beyond_peak", "names_alike", "ids_alike", "ids_zeros",
    "age_unlikely", "born_swapped", "report_name",
)  # fmt: skip
_KEY, _GRAVITY = 1000, 1000 * 1000
#: The most values among which CHOOSE of LibreOffice can choose.
_CHOICES = 30

#: Formulas of a number that is found: how grave it is, 0 for nothing; and its column from 1 on, 0
#: for the first day of the event on Start.
GRAVITY = f"INT([found]/{_GRAVITY})"
COLUMN = f"MOD({{}},{_KEY})"


class _Found(NamedTuple):
    """What may be found: how grave it is, its key and its check."""

    gravity: Gravity
    key: str
    check: Check

    def number(self, builder: Builder) -> int:
        """The number that represents it."""
        col = builder.tables["Players"].entry(self.check.at) + 1 if self.check.at else 0
        return self.gravity * _GRAVITY + (_KEYS.index(self.key) + 1) * _KEY + col


def columns(builder: Builder) -> tuple[tuple[SheetColumn, ...], Callable[[int], str]]:
    """Hidden columns of Players, and the present finding of each line.

    They have the first round of a Swiss without a line for a player seen before, and the finding.
    """
    plan = builder.plan

    @cache
    def found() -> list[tuple[int, Gravity | None, str]]:
        return list(_now(builder))

    def formula() -> str:
        return lean.shared(_formula(builder))

    # Its formula looks at columns that are not laid out yet.
    number = hidden("found", lambda i: found()[i][0], late(formula))
    beside = leaving.columns(plan) if plan.is_round_robin else _missing(plan)
    return (*beside, number), lambda i: found()[i][2]


def told_of(builder: Builder) -> Iterator[tuple[Gravity | None, str]]:
    """The gravity of each line's present finding, and its words."""
    return ((gravity, text) for _, gravity, text in _now(builder))


def columns_now(builder: Builder) -> list[int]:
    """For each line the column, from 0, to correct for its present finding."""
    return [number % _KEY - 1 for number, _, _ in _now(builder)]


def words(builder: Builder) -> str:
    """The formula of the finding as text; '' if there is none.

    Its number, of seven digits, is searched for in a text: array constants cannot be shared.
    """
    texts = {one.number(builder): one.check.words for one in reversed(_all(builder))}
    told, numbers = "", list(texts)
    for first in reversed(range(0, len(numbers), _CHOICES)):
        some = numbers[first : first + _CHOICES]
        listed = "".join(f"{number}," for number in some)
        place = f'(FIND([found]&",","{listed}")+7)/8'
        chosen = f"CHOOSE({place},{','.join(texts[number] for number in some)})"
        told = f"IFERROR({chosen},{told})" if told else chosen
    return f'IF([found]=0,"",{told})'


def _formula(builder: Builder) -> str:
    """The formula of the number of the first finding that holds; 0 for none."""
    stopping = [one for one in _all(builder) if one.gravity is Gravity.PLAYER_WRONG]
    number, others = "0", _all(builder)[len(stopping) :]
    for one in reversed(others):
        if one.key != DIFFERS:
            number = f"IF({one.check.test},{one.number(builder)},{number})"
        elif one.check.at == next(of.check.at for of in others if of.key == one.key):
            # All of them in one step: nested, they would make the formula too deep.
            base = one.number(builder) - builder.tables["Players"].entry(one.check.at) - 1
            number = f"IF(N([differs])>0,{base}+[differs],{number})"
    number = f'IF([filled]="",0,{number})'
    for one in reversed(stopping):
        number = f"IF({one.check.test},{one.number(builder)},{number})"
    return number


def _all(builder: Builder) -> list[_Found]:
    """All possible findings, in the order in which they are reported."""
    found = [_Found(Gravity.PLAYER_WRONG, key, check) for key, check in _stopping(builder)]
    doubts = player_checks.doubtful(builder)
    found += [_Found(Gravity.PLAYER_DOUBT, key, check) for key, check in doubts]
    if not builder.plan.is_round_robin:
        found += [_Found(Gravity.ROUND_MISSING, key, check) for key, check in _absent(builder)]
    return found


def _stopping(builder: Builder) -> Iterator[tuple[str, Check]]:
    """Yield the checks of what makes numbers wrong."""
    rules, say = builder.plan.rules, builder.say
    low, high = map(str, rules.bounds)
    yield from completion.wrong(builder)
    number = typed_numbers.is_no_number("[rating]", low, high)
    words = {"fact": say("col_rating"), "value": "[rating]", "low": low, "high": high}
    texts = ("rating_no_number", "rating_out_of_range")
    said = builder.either("ISTEXT([rating])", *texts, words)
    yield "rating_out_of_range", Check(number, said, "rating")
    yield from (("rating_not_whole", one) for one in typed_numbers.with_decimals(builder))
    # The engine refuses the second of two entries that would be one person.
    id_sought = player_checks.sought("[id]")
    for key, column, what in (("id", "id", id_sought), ("name", "name_key", "[name_key]")):
        first = f"MATCH({what},[Players.{column}],0)"
        twice = f'IF([{column}]="",FALSE,{first}<>ROW()-{FIRST_ROW})'
        names = {"no": "[no]", "other": f"INDEX([Players.no],{first})", "name": f"[{key}]"}
        yield f"{key}_twice", Check(twice, say(f"{key}_twice", names), key)
    yield from lookalikes.wrong(builder)
    yield "born_out_of_range", typed_numbers.born_wrong(builder)
    if builder.has("Ratings", "raised"):
        unknown = 'AND([new_title]<>"",[Ratings.raised#]="")'
        told = say("title_unknown", {"title": "[new_title]"})
        yield "title_unknown", Check(unknown, told, "new_title")
    if builder.plan.native and not formulas.always_has_k(rules):
        waits = builder.has("Ratings", "basis")
        rating = "[Ratings.basis#]" if waits else ageless.opened(builder)
        for k in (key for key in ("k_table", "development") if builder.has("Ratings", key)):
            none = f'AND({rating}<>"",[Ratings.{k}#]="")'
            yield "k_missing", Check(none, say("k_missing"), "k")
    yield from (("sheet_day_missing", check) for check in ageless.dayless(builder))
    if builder.plan.native and field_rated(builder.plan):
        estimated = is_estimated(builder.plan)
        unknown = f'AND({IN_FIELD},{estimated},[rating]<>"",[Ratings.dp#]="")'
        words = {"score": "[Ratings.met_score#]", "games": "[Ratings.met#]"}
        yield "field_full", Check(unknown, say("field_full", words), "rating")
    yield from player_checks.wrong(builder)


# --- the present finding -------------------------------------------------------------------------


def _now(builder: Builder) -> Iterator[tuple[int, Gravity | None, str]]:
    """Yield number, gravity and words of each line; no event with errors gets a workbook."""
    plan, doubts = builder.plan, player_checks.doubts(builder)
    absent = {one.no: one for one in plan.pairings.absent(**_byes(plan))}
    known = {one.key: one for one in _all(builder) if one.gravity is not Gravity.PLAYER_WRONG}
    for index, no in enumerate(plan.numbers):
        if no in doubts:
            one, text = known[doubts[no].key], format_message(doubts[no], plan.language)
            player = plan.player(index)
            if one.key == DIFFERS and player:
                part = completion.held(builder).differing(player)
                one = next(of for of in _all(builder) if (of.key, of.check.at) == (one.key, part))
        elif no in absent:
            one, text = known[absent[no].key], format_message(absent[no], plan.language)
        else:
            yield 0, None, ""
            continue
        yield one.number(builder), one.gravity, text


# --- a round without a line ----------------------------------------------------------------------

#: More than any round: added where no round is without a line.
_FAR = 9999
#: A late entrant was absent before (C.07 16.1.1), which needs no input: rounds
#: count from the first line on. For a player without any line that is round 1.
_FIRST = f'IF([filled]="",0,SUMPRODUCT(MIN([Rounds.round@]+{_FAR}*([Rounds.line@]=0))))'
_NOT_BEFORE = f"{_FAR}*([Rounds.round@]<MOD([first_line],{_FAR}))"
#: A round that nobody plays is reported by one line of Games, see `game_notices`.
_UNPLAYED = f"{_FAR}*([Rules.round_games]=0)"
_MISSED = (
    f'IF([filled]="",0,SUMPRODUCT(MIN([Rounds.round@]+{_FAR}*([Rounds.line@]>0)'
    f"+{_NOT_BEFORE}+{_UNPLAYED})))"
)


def _missing(plan: Plan) -> tuple[SheetColumn, ...]:
    """Hidden columns: the first round with a line, beyond `_FAR` for none; the first without."""

    def first(index: int) -> int:
        no = plan.number_at(index)
        own = [game.round for game in plan.event.games_of[no]] if no is not None else []
        return 0 if no is None else min(own, default=_FAR + 1)

    return (
        hidden("first_line", first, _FIRST),
        hidden("missed", lambda index: round_missed(plan, index), _MISSED),
    )


def round_missed(plan: Plan, place: int) -> int:
    """The first round without a line, from the player's first one on; beyond `_FAR` for none.

    0 for a free place.
    """
    no = plan.number_at(place)
    if no is None:
        return 0
    own = {game.round for game in plan.event.games_of[no]}
    rounds, first = range(1, plan.all_rounds + 1), min(own, default=1)
    played = {game.round for game in plan.event.games if game.black is not None}
    return min(n + _FAR * ((n in own) + (n < first) + (n not in played)) for n in rounds)


def forgotten(plan: Plan) -> str:
    """Number and name of the first player who misses this round but none before; '' for none."""
    missed = (round_missed(plan, place) for place in range(len(plan.numbers)))
    found = [place for place, number in enumerate(missed) if number == plan.round_now]
    player = plan.player(found[0]) if found and not plan.is_round_robin else None
    return f"{player.no} {player.name}".strip() if player else ""


def _byes(plan: Plan) -> dict[str, str]:
    """What to type for a player who is left over, and for one who is absent."""
    codes = {"full": "BYE 1", "zero": "BYE 0"}
    return {name: in_language(code, plan.fixed_language) for name, code in codes.items()}


def _absent(builder: Builder) -> Iterator[tuple[str, Check]]:
    """Yield the checks of a paired round without a line, and of players who came late."""
    last = "[Rules.rounds_paired]"
    last = f"MIN({last},{builder.plan.rounds})" if builder.plan.playoffs else last
    byes = {name: f'"{code}"' for name, code in _byes(builder.plan).items()}
    late = f"AND([first_line]>{_FAR},[Rules.rounds_played]>0)"
    for key, is_it in (("notice_late", late), ("notice_absent", "TRUE")):
        words = builder.say(key, {"round": "[missed]", **byes})
        yield key, Check(f"IF([missed]<={last},{is_it},FALSE)", words, "no")
