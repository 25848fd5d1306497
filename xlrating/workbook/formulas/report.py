"""The lines of FIDE's report as formulas: the record of a player, and each of their rounds.

Columns and codes come from `exchange.trf_layout`, which the reader and the writer of such files
use, too.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ...engine.event import Player
from ...engine.results import RESULT_BY_CODE
from ...engine.rounding import plain
from ...engine.texts import say
from ...engine.tournament.scores import listed_points
from ...engine.vocabulary.sex import MEN, WOMEN
from ...exchange import trf_layout as trf
from ...exchange.trf_writer import cells_of, player_line, unwritable
from ..builder import Builder
from ..file.grid import Value
from ..plan import Plan
from ..table import SheetColumn, hidden
from ..words import quoted
from . import results
from .typed import is_one_of, on_one_line

#: What replaces a line, before the reason: every program sees that this is not a player.
NO_LINE = "001 !!!!  "
#: LibreOffice strips blanks at the ends of a text that it saves as .xlsx: columns of a line
#: end with a mark, which is all they hold for a free place, and a round contains no blanks.
END = "|"
ROUND_BLANK = "."
#: Facts that are left out where they do not fit.
LEFT_OUT = ("title", "federation", "id")
#: The last column of a player's record before the points.
HEAD = trf.FIELDS["born"].last
_NAME = trf.FIELDS["name"].width
#: The end of a name that is cut.
_CUT = "…"


def _in_columns(text: str, field: trf.TrfField) -> str:
    """A formula for a text, padded or cut to the width of its field."""
    room = f'"{" " * field.width}"'
    if field.align == ">":
        return f"RIGHT({room}&{text},{field.width})"
    return f"LEFT({text}&{room},{field.width})"


def joined(facts: Iterable[tuple[str, str]], at: int) -> str:
    """A formula for facts in their columns, with blanks before each; `at` is the first column."""
    text = ""
    for key, formula in facts:
        field = trf.FIELDS[key]
        gap = f'&"{" " * (field.first - at)}"' if field.first > at else ""
        text += f"{gap}&{_in_columns(formula, field)}"
        at = field.last + 1
    return text


# --- a player -----------------------------------------------------------------------------------


def is_sent(plan: Plan) -> bool:
    """Whether events under the rules of a plan are reported in this format: those of chess are."""
    return plan.rules.game == "chess"


def player_columns(builder: Builder) -> list[SheetColumn]:
    """Hidden columns of Players: the points, and the line up to these or why there is none."""
    plan = builder.plan
    if not is_sent(plan):
        return []
    keys = {fact.key for fact in builder.facts}

    def head(index: int) -> Value:
        player = plan.player(index)
        if not player or plan.number_at(index) is None:
            return END
        return _refused(player, builder) or player_line(shown(player, keys))[:HEAD] + END

    def points(index: int) -> Value:
        no = plan.number_at(index)
        return 0 if no is None else listed_points(plan.event, no)

    return [
        # As the columns of the rounds have them, byes of rounds to come included.
        hidden("report_points", points, f"SUM([Rounds.{plan.points_column}@])"),
        hidden("report", head, _head(builder, keys)),
    ]


def shown(player: Player, keys: set[str]) -> Player:
    """A player without the sex or the year of birth for which the sheet has no column."""
    sex = player.sex if "sex" in keys else ""
    return replace(player, sex=sex, born=player.born if "born" in keys else None)


def _refused(player: Player, builder: Builder) -> str:
    """Why a player has no line, as text; '' for players who have one."""
    plan = builder.plan
    words: dict[str, object] = {"no": player.no, "name": player.name}
    if len(player.name) > _NAME:
        # A cell may not hold the whole name and the sentence.
        words |= {"name": player.name[:_NAME] + _CUT, "sheet": builder.tab("Players")}
        return NO_LINE + say(plan.language, "trf_name", most=_NAME, **words)
    if unwritable(player):
        rating = "" if player.rating is None else plain(player.rating)
        return NO_LINE + say(plan.language, "trf_number", rating=rating, most=trf.MOST, **words)
    return ""


def _head(builder: Builder, keys: set[str]) -> str:
    woman, man = (is_one_of("[sex]", words) for words in (WOMEN, MEN))
    facts = {
        "no": "[no]",
        "sex": f'IF({woman},"w",IF({man},"m"," "))' if "sex" in keys else '""',
        "title": _if_fits("title"),
        "name": on_one_line("[name]"),
        "rating": 'IF([rating]="",0,[rating])',
        "federation": _if_fits("federation"),
        "id": _if_fits("id"),
        "born": 'IF([born]="","",[born]&"/00/00")' if "born" in keys else '""',
    }
    line = f'"001"{joined(facts.items(), 4)}&"{END}"'
    words = {"no": "[no]", "name": "[name]"}
    cut = {"name": f'LEFT([name],{_NAME})&"{_CUT}"', "most": str(_NAME)}
    cut["sheet"] = quoted(builder.tab("Players"))
    long = builder.say("trf_name", {**words, **cut})
    number = builder.say("trf_number", {**words, "rating": "[rating]", "most": str(trf.MOST)})
    bounds = f"OR([rating]<>INT([rating]),[rating]<0,[rating]>{trf.MOST})"
    no_rating = f'IF([rating]="",FALSE,IF(ISNUMBER([rating]),{bounds},TRUE))'
    line = f'IF(OR([no]>{trf.MOST},{no_rating}),"{NO_LINE}"&{number},{line})'
    return f'IF([filled]="","{END}",IF(LEN([name])>{_NAME},"{NO_LINE}"&{long},{line}))'


def is_line(head: str) -> str:
    """The test that a player has a line, from the record before the points."""
    return f'AND(LEFT({head},3)="001",MID({head},5,1)<>"!")'


def _if_fits(key: str) -> str:
    return f'IF(LEN([{key}])>{trf.FIELDS[key].width},"",[{key}])'


# --- a round ------------------------------------------------------------------------------------


def round_columns(plan: Plan) -> list[SheetColumn]:
    """The hidden column of Rounds with the report's text of a round, its blanks replaced."""
    if not is_sent(plan):
        return []
    blank = ROUND_BLANK * trf.ROUND_WIDTH
    rounds = plan.all_rounds
    found = {(no, game.round): cell for game in plan.event.games for no, cell in cells_of(game)}

    def cell(index: int) -> Value:
        known = found.get((plan.numbers[index // rounds], index % rounds + 1), blank)
        return known.replace(" ", ROUND_BLANK)

    listed = [RESULT_BY_CODE[code] for code in results.CODES]
    white = " " + "".join(map(trf.code_of, listed))
    black = " " + "".join(trf.code_of(one, is_black=True) for one in listed)
    code = f'MID(IF([as_white]>0,"{white}","{black}"),[result_at]+1,1)'
    opponent = _in_columns("INDEX([Players.no],[opponent_at])", trf.OPPONENT)
    game = f'{opponent}&IF([as_white]>0," w "," b ")'
    text = f'IF([opponent_at]=0,"{trf.NOBODY}",{game})&{code}&"  "'.replace(" ", ROUND_BLANK)
    return [hidden("report", cell, f'IF([kind]="none","{blank}",{text})')]
