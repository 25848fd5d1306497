"""Players and games as tables: which column means what, and the frames built from them."""

from __future__ import annotations

from typing import Any, Container, Dict, Iterable, List, Mapping, Sequence, Tuple

from .called import numbers_called, unknown_player, ways_of
from .errors import ArgumentError, placed, shown
from .frames import (
    ANY,
    FLAG,
    MAYBE_WHOLE,
    NUMBER,
    TEXT,
    WHOLE,
    Typed,
    calculated,
    columns_of,
    frame,
    key_of,
    names_of,
    text_of,
    whole_number,
    whole_of,
)
from .problem import make_error
from .results import of_two, read_result, read_score
from .vocabulary.alphabets import looking_like
from .vocabulary.booleans import is_yes, read_mark, refuse_truth_value
from .vocabulary.dates import day_of_game, year_of
from .vocabulary.headings import (
    MARKED,
    NUMBER_FACTS,
    RATING_LIST,
    TEXT_FACTS,
    game_spellings,
    heading_of,
    own_first,
    spellings,
)
from .vocabulary.letters import id_of
from .vocabulary.likeness import refuse_unread
from .vocabulary.lists import list_of_headings
from .vocabulary.names import meant_by
from .vocabulary.pace import read_pace
from .vocabulary.sex import read_sex
from .vocabulary.waiting import TEXTS, WAITING, read_waiting

#: The columns of players and of games, with their pandas dtypes; facts that only some
#: regulations use follow under their own names.
PLAYERS: Tuple[Typed, ...] = (
    ("no", WHOLE), ("id", TEXT), ("name", TEXT), ("rating", NUMBER), ("title", TEXT),
    ("sex", TEXT), ("federation", TEXT), ("born", MAYBE_WHOLE), ("games", MAYBE_WHOLE),
    ("peak", NUMBER), ("k", NUMBER),
)  # fmt: skip
GAMES: Tuple[Typed, ...] = (
    ("round", WHOLE), ("white", WHOLE), ("black", MAYBE_WHOLE), ("result", TEXT),
    ("board", MAYBE_WHOLE), ("playoff", FLAG), ("moves", MAYBE_WHOLE),
)  # fmt: skip

#: Facts of players that only frames hold: the age, and results kept for a first rating.
PLAYER_FACTS = (*TEXT_FACTS, *NUMBER_FACTS, "age", *WAITING)

_PLAYER_PARTS = tuple(name for name, _ in PLAYERS)
#: Columns of a period's result that a list does not have.
_OF_RESULT = {"expected", "gain", "change"}
#: Facts about the event in a row of games: which event, its day, and the pace.
_OF_EVENT = ("event", "date", "pace")
_GAME_PARTS = (*(name for name, _ in GAMES), "white_score", *_OF_EVENT)
_TEXTS = ("id", "name", "title", "sex", "federation", *TEXT_FACTS)
_WHOLE = ("no", "born", "games", "round", "board", "moves")
_OR_NONE = ("rating", "peak")

SIDES = ("white", "black")
#: The numeric columns; elsewhere a text that looks like a number stays a text: 12.10 is not 12.1.
NUMBER_PARTS = {
    *(name for name, kind in (*PLAYERS, *GAMES) if kind not in (TEXT, FLAG)),
    *NUMBER_FACTS, "age", "white_score",
} - {*SIDES}  # fmt: skip

Row = Dict[str, Any]


def known_columns(names: Iterable[str], games: bool = False) -> Dict[str, str]:
    """What the columns mean: the parts of players, or of games, with their headings.

    >>> known_columns(["Elo", "Name", "club"])
    {'name': 'Name', 'rating': 'Elo'}
    """
    shown: Dict[str, List[str]] = {}
    found: Dict[str, str] = {}
    for name in names:
        shown.setdefault(heading_of(name), []).append(name)
    if not games and (known := list_of_headings(shown)):
        if (own_parts := known.plain(shown)) is None:
            raise make_error(ArgumentError, "read_list_columns", title=known.title)
        return {part: shown[heading][0] for part, heading in own_parts.items()}
    spelled = game_spellings if games else spellings
    for part in _GAME_PARTS if games else (*_PLAYER_PARTS, *PLAYER_FACTS):
        heads = own_first(part, [one for one in spelled(part) if one in shown])
        own = [name for one in heads for name in shown[one]]
        if part == "rating":
            own += [name for head in shown if RATING_LIST.fullmatch(head) for name in shown[head]]
        if len(own) > 1:
            raise make_error(ArgumentError, "read_both_mean", columns=" / ".join(own), part=part)
        if own:
            found[part] = own[0]
    return found


def refuse_result(names: Iterable[str], parts: Container[str]) -> None:
    """Raise `ArgumentError` if a period's result is passed as players: its K was computed."""
    if "k" in parts and {*names} >= _OF_RESULT:
        raise ArgumentError(
            "the players are the result of a period, whose k was found, not given by hand; leave "
            "out the column k, and take new as rating"
        )


def entered(players: Any, games: Any) -> Tuple[List[Row], List[Row]]:
    """Players and games from two tables, as the arguments of `Player` and `Game`.

    Players are numbered in row order if no column has numbers. White and Black may be given as
    numbers, IDs or names, whichever matches most players.
    """
    players = calculated(players)
    people = player_rows(players)
    rows = _rows(games, True, ("round", *SIDES))
    ways = ways_of(known_columns(columns_of(players)))
    named = [row[side] for row in rows for side in SIDES if side in row]
    number = numbers_called(people, ways, named)
    played = []
    for at, row in enumerate(rows, 1):
        with placed(f"games, row {at}"):
            played.append(_game_row(row, f"games, row {at}", number))
    return people, played


def said_of_event(games: Any) -> Row:
    """What the games say about their event: name, first and last day, pace.

    Raises `ArgumentError` if they belong to several events, or only some have a date.
    """
    rows = _rows(games, True, ())
    said: Row = {}
    names = list(dict.fromkeys(text_of(row["event"]) for row in rows if "event" in row))
    if names and any("event" not in row for row in rows):
        blank = next(at for at, row in enumerate(rows, 1) if "event" not in row)
        raise make_error(ArgumentError, "read_no_event", f"games, row {blank}")
    if len(names) > 1:
        raise ArgumentError(
            f"games are of {len(names)} events ({names[0]}, {names[1]}); make an event of the "
            "games of each, or give all of them to bulk.rate_period"
        )
    if names:
        said["name"] = names[0]
    days = [day_of_game(row.get("date"), f"games, row {at}") for at, row in enumerate(rows, 1)]
    if known := [day for day in days if day is not None]:
        if None in days:
            raise make_error(ArgumentError, "read_no_day", f"games, row {days.index(None) + 1}")
        said.update(start=min(known), end=max(known))
    paces = [read_pace(text_of(row.get("pace", ""))) for row in rows]
    if len({*paces}) > 1:
        other = next(at for at, pace in enumerate(paces, 1) if pace != paces[0])
        raise make_error(ArgumentError, "read_two_paces", f"games, row {other}")
    if paces and paces[0]:
        said["pace"] = paces[0]
    return said


def player_rows(table: Any, numbers: Sequence[int] = ()) -> List[Row]:
    """The players of a table, as the arguments of `Player`.

    `numbers` are the rows' numbers if the table is part of a larger one.
    """
    found = []
    rows = _rows(table, False, ("rating",))
    for place, row in zip(numbers or range(1, len(rows) + 1), rows):
        made: Row = {"no": place, "facts": {}, "where": f"players, row {place}"}
        with placed(made["where"]):
            for part, value in row.items():
                into = made["facts"] if part in PLAYER_FACTS else made
                into[part] = _player_part(part, value)
            read_waiting(made["facts"])
        made["name"] = made.get("name") or made.get("id", "")
        found.append(made)
    return found


def _game_row(row: Row, where: str, number: Mapping[str, Sequence[int]]) -> Row:
    made: Row = {"black": None, "result": "", "where": where}
    for part, value in row.items():
        if part in NUMBER_PARTS:
            refuse_truth_value(value, part)
        if part not in _OF_EVENT:
            made[part] = whole_number(value) if part in _WHOLE else whole_of(value)
    for part, key in (("white", "read_no_white"), ("round", "read_no_round")):
        if part not in made:
            raise make_error(ArgumentError, key, where)
    for side in SIDES:
        if made.get(side) is not None:
            key = key_of(row[side], side)
            if len(number.get(key, ())) != 1:
                if other := looking_like(key, () if key in number else number):
                    words = {"who": shown(key), "other": shown(other)}
                    raise make_error(ArgumentError, "read_player_alike", where, **words)
                if near := meant_by(key, () if key in number else number):
                    words = {"who": shown(key), "near": shown(near)}
                    raise make_error(ArgumentError, "read_player_near", where, **words)
                raise ArgumentError(unknown_player(side, key, key in number), where)
            made[side] = number[key][0]
    score = made.pop("white_score", None)
    if score is not None:
        own = read_result(text_of(made["result"]))
        made["result"] = of_two(own, read_score(text_of(score)), where).code
    made["result"] = read_result(text_of(made["result"])).code
    if "playoff" in made:
        made["playoff"] = is_yes(made["playoff"], "playoff")
    return made


def _rows(table: Any, games: bool, needed: Sequence[str]) -> List[Row]:
    """The rows of a table by part: known columns only, blank cells left out."""
    table = calculated(table)
    columns = columns_of(table)
    parts = known_columns(names_of(table), games)
    what = "games" if games else "players"
    if not games:
        refuse_result(columns, parts)
    refuse_unread(columns, parts, columns, games)
    for part in needed:
        if part not in parts:
            raise ArgumentError(f"{what} has no column {part}; it has {', '.join(columns)}")
    if games and not {"result", "white_score"} & set(parts):
        raise ArgumentError(f"{what} has no column result; it has {', '.join(columns)}")
    if not games and not {"id", "name", "no"} & set(parts):
        raise ArgumentError(f"{what} has no column id or name; it has {', '.join(columns)}")
    return [
        {part: value for part, value in zip(parts, row) if value is not None and value != ""}
        for row in zip(*(columns[name] for name in parts.values()))
    ]


def _player_part(part: str, value: Any) -> Any:
    if part not in _TEXTS:
        refuse_truth_value(value, part)
    if part in MARKED:
        read_mark(value)
    if part == "sex":
        return read_sex(text_of(value))
    if part == "id":
        return id_of(key_of(value, part))
    if part in _TEXTS:
        return text_of(value)
    if part in _OR_NONE:
        return value or None
    if part == "born":
        return year_of(value)
    return whole_number(value) if part in _WHOLE else value


def player_table(players: Sequence[Any]) -> Tuple[List[Typed], List[List[Any]]]:
    """The columns and rows of players, with every fact that at least one of them has."""
    used = [name for name in PLAYER_FACTS if any(name in player.facts for player in players)]
    facts = [(name, NUMBER if name in (*NUMBER_FACTS, "age") else ANY) for name in used]
    rows = [
        [
            *(getattr(player, name) for name, _ in PLAYERS),
            *(_fact(name, player.facts.get(name)) for name in used),
        ]
        for player in players
    ]
    return [*PLAYERS, *facts], rows


def _fact(name: str, value: Any) -> Any:
    """A fact as a table cell: results kept for later become one text."""
    return TEXTS[name](value) if name in WAITING and value is not None else value


def game_table(games: Sequence[Any]) -> Tuple[List[Typed], List[List[Any]]]:
    """The columns and rows of games, with result codes."""
    rows = [
        [game.result.code if name == "result" else getattr(game, name) for name, _ in GAMES]
        for game in games
    ]
    return [*GAMES], rows


def player_frame(players: Sequence[Any]) -> Any:
    """Players as a pandas DataFrame."""
    return frame(*player_table(players))


def game_frame(games: Sequence[Any]) -> Any:
    """Games as a pandas DataFrame."""
    return frame(*game_table(games))
