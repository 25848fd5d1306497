"""The columns of a report, each defined once: its key, the kind of value, how it is found.

Terminal, CSV, JSON, lists, explanations and sheets share these definitions; the headings are the
texts ``col_`` and ``short_`` with the key.
"""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache, partial
from operator import attrgetter
from typing import Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple

from .frames import FLAG, NUMBER, TEXT, WHOLE, Typed
from .lines import Line
from .rounding import half_away, plain
from .rules.ruleset import RuleSet
from .showing import as_shown, rating_text
from .texts import number, say

#: Kinds shown with as many decimals as the rules publish: ratings, and amounts added to them.
RATING_KINDS = ("rating", "new", "signed")
#: How many decimals of a deviation are shown.
DEVIATION_PLACES = 2
#: Kinds shown with a sign.
SIGNED = ("gain", "signed")


class ReportColumn(NamedTuple):
    """A value of a line or of a game: its key, what kind of value it is, how it is found.

    `json` is the field name in JSON ('' = not exported). A column with an empty `key` exists in
    JSON only. A `counted` column is empty for a player none of whose games is counted.
    """

    key: str
    kind: str
    value: Callable[[Any], object]
    json: str = ""
    counted: bool = False

    def shown(self, line: Line) -> object:
        """The value as tables for people show it; None for an empty cell."""
        return None if self.counted and not line.n else self.value(line)


#: A player's line, in the order of the tables.
LINE: Tuple[ReportColumn, ...] = (
    ReportColumn("no", "int", lambda line: line.player.no, "no"),
    ReportColumn("id", "id", lambda line: line.player.id, "id"),
    ReportColumn("name", "text", lambda line: line.player.name, "name"),
    ReportColumn("rating", "rating", lambda line: line.rating_before),
    ReportColumn("", "rating", lambda line: line.player.rating, "rating"),
    ReportColumn("", "rating", lambda line: line.start, "start_rating"),
    ReportColumn("points", "score", lambda line: line.points, "points"),
    ReportColumn("average", "average", lambda line: line.average, "average_opponent"),
    ReportColumn("n", "int", lambda line: line.n, "counted_games"),
    ReportColumn("score", "score", lambda line: line.score, "score", counted=True),
    ReportColumn("expected", "share", lambda line: line.expected, "expected", counted=True),
    ReportColumn("gain", "gain", lambda line: line.gain, "score_minus_expected", counted=True),
    ReportColumn("k", "k", lambda line: line.k, "k"),
    ReportColumn("change", "gain", lambda line: line.change, "change"),
    ReportColumn("rounded", "signed", lambda line: line.rounded, "rounded_change"),
    ReportColumn("new", "new", lambda line: line.new, "new_rating"),
    ReportColumn("", "flag", lambda line: line.listed, "listed"),
    ReportColumn("performance", "rating", lambda line: line.performance, "performance"),
    ReportColumn("rank", "text", lambda line: line.rank, "rank"),
)

#: A round of a player, in the order of the tables.
GAME: Tuple[ReportColumn, ...] = (
    ReportColumn("", "int", attrgetter("event"), "event"),
    ReportColumn("round", "int", attrgetter("round"), "round"),
    ReportColumn("opponent", "player", attrgetter("opponent"), "opponent"),
    ReportColumn("colour", "side", attrgetter("colour"), "colour"),
    ReportColumn("result", "result", attrgetter("result"), "result"),
    ReportColumn("", "flag", attrgetter("counted"), "counted"),
    ReportColumn("", "code", attrgetter("reason"), "reason"),
    ReportColumn("opponent_rating", "rating", attrgetter("opponent_rating"), "opponent_rating"),
    ReportColumn("difference", "points", attrgetter("difference"), "difference"),
    ReportColumn("expected", "share", attrgetter("expected"), "expected"),
    ReportColumn("score", "score", attrgetter("points"), "points"),
    ReportColumn("gain", "gain", attrgetter("gain"), "score_minus_expected"),
    ReportColumn("k", "k", attrgetter("k"), "k"),
    ReportColumn("change", "gain", attrgetter("change"), "change"),
    ReportColumn("rounded", "signed", attrgetter("rounded"), "rounded_change"),
    ReportColumn("note", "note", attrgetter("reason")),
)

#: The columns by their keys.
LINE_BY_KEY: Mapping[str, ReportColumn] = {column.key: column for column in LINE if column.key}
GAME_BY_KEY: Mapping[str, ReportColumn] = {column.key: column for column in GAME if column.key}


#: The deviation after the games, in tables for people; frames and JSON have it as a fact.
NEW_DEVIATION = ReportColumn("new_rd", "deviation", lambda line: line.facts.get("rd"))


def columns_of(rules: RuleSet) -> List[ReportColumn]:
    """The columns of a report for people; ranks and deviations only if the rule set has them."""
    has_ranks = rules.ladder is not None
    found = [column for key, column in LINE_BY_KEY.items() if has_ranks or key != "rank"]
    if rules.deviation is not None:
        found.insert(found.index(LINE_BY_KEY["new"]) + 1, NEW_DEVIATION)
    return found


def begins(rules: RuleSet) -> str:
    """The part of a text key that says who moves first: ``red`` or ``white``."""
    return "red" if rules.game == "xiangqi" else "white"


def win_points(rules: RuleSet) -> int:
    """The points that tables print for a win: 2 in xiangqi, where a draw is 1.

    Ratings, tie-breaks and files always count 1 and ½; only tables for people multiply them.
    """
    return 2 if rules.game == "xiangqi" else 1


def side_key(colour: str, rules: RuleSet) -> str:
    """The text key for a side: White and Black, or Red and Black in xiangqi."""
    return "side_red" if colour == "w" and rules.game == "xiangqi" else f"side_{colour}"


def side(colour: str, rules: RuleSet, language: str = "en") -> str:
    """The letter for a side in a language; '' for none."""
    return say(language, side_key(colour, rules)) if colour else ""


def signed(value: Optional[Decimal]) -> str:
    """A change with an explicit sign; '' for None.

    >>> signed(Decimal(8))
    '+8'
    """
    if value is None:
        return ""
    return ("+" if value > 0 else "") + number(value)


def cell(column: ReportColumn, value: object, rules: RuleSet, language: str = "en") -> object:
    """A value for a table cell: exact if it is a number, otherwise a text; None for an empty cell.

    Ratings and changes have as many decimals as the rules publish.
    """
    if value is None or value == "":
        return None
    make = _maker(column.kind, rules, language)
    return value if make is None else make(value)


def cells_of(
    column: ReportColumn, rules: RuleSet, language: str = "en"
) -> Callable[[Sequence[Any]], Any]:
    """A function from lines or games to the cells of a long column; '' or None if empty."""
    make = _maker(column.kind, rules, language)
    if make is None:
        return partial(map, column.value)
    known = make

    def cell_of(value: Any) -> object:
        # Not compared with "": that would call __eq__ of players and numbers for each game.
        return None if value is None or (type(value) is str and not value) else known(value)

    # Speed: there are few different sides and notes.
    of = lru_cache(cell_of) if column.kind in ("side", "note") else cell_of
    return lambda many: map(of, map(column.value, many))


def _maker(kind: str, rules: RuleSet, language: str) -> Optional[Callable[[Any], object]]:
    """The function that converts values of a kind to cells; None if they need no conversion."""
    if kind == "side":
        return lambda value: side(value, rules, language)
    if kind == "note":
        return lambda value: say(language, value)
    if kind == "player":
        return lambda value: value.name
    if kind in RATING_KINDS and rules.change.rounding == "none":
        return lambda value: as_shown(value, rules)
    if kind == "text":
        return lambda value: value if isinstance(value, str) else value[language]
    return None


def text(column: ReportColumn, value: object, rules: RuleSet, language: str = "en") -> str:
    """A value as text, as the terminal shows it."""
    found = cell(column, value, rules, language)
    if found is None:
        return ""
    if column.kind == "player":
        return f"{getattr(value, 'no', '')} {found}"
    if column.kind in SIGNED and isinstance(found, Decimal):
        return signed(found)
    if column.kind in RATING_KINDS and isinstance(value, Decimal):
        return rating_text(value, rules)
    if column.kind == "deviation" and isinstance(found, Decimal):
        return number(half_away(found, DEVIATION_PLACES))
    return number(found)


def line_dict(line: Line) -> Dict[str, Any]:
    """A line with its games and steps as plain values for JSON."""
    found = _values(LINE, line)
    if line.rank is None:
        del found["rank"]
    return {
        **found,
        "games": [_values(GAME, game) for game in line.games],
        "steps": [
            {"step": step.key, "value": _plain(step.value), "clause": step.clause}
            for step in line.steps
        ],
    }


def _values(columns: Tuple[ReportColumn, ...], line: object) -> Dict[str, Any]:
    return {one.json: _plain(one.value(line)) for one in columns if one.json}


def _plain(value: object) -> Any:
    if isinstance(value, Decimal):
        return plain(value)
    if isinstance(value, Mapping):
        return dict(value)
    return getattr(value, "no", value)


# --- frames --------------------------------------------------------------------------------------

#: The pandas dtype for each kind of value; all other kinds are numbers.
_KEPT = {
    **dict.fromkeys(("int", "no"), WHOLE),
    **dict.fromkeys(("id", "text", "code", "result", "side", "note", "player"), TEXT),
    "flag": FLAG,
}


def frame_columns(columns: Sequence[ReportColumn]) -> Dict[str, ReportColumn]:
    """The columns of a frame by name: the key, or the JSON name if there is no key.

    >>> [name for name in frame_columns(LINE)][-5:]
    ['rounded', 'new', 'listed', 'performance', 'rank']
    """
    keys = {column.key for column in columns}
    return {one.key or one.json: one for one in columns if one.key or one.json not in keys}


def typed(columns: Mapping[str, ReportColumn]) -> List[Typed]:
    """The columns of a frame with their pandas dtypes."""
    return [(name, _KEPT.get(column.kind, NUMBER)) for name, column in columns.items()]


def in_frame(column: ReportColumn, item: object, language: str) -> object:
    """A value for a frame: numbers with all their digits, names in the given language."""
    value = column.value(item)
    if column.kind == "player":
        return getattr(value, "key", None)
    if column.kind == "note":
        return say(language, str(value)) if value else None
    return value[language] if isinstance(value, Mapping) else value
