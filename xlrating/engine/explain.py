"""A line's steps as sentences: what was done, what came out, which clause says so."""

from __future__ import annotations

from decimal import Decimal
from typing import NamedTuple

from .report import GameLine, Line, Report
from .rules.ruleset import RuleSet
from .showing import rating_text
from .texts import in_words, number, say


class Sentence(NamedTuple):
    """One step in words, its value, and the clause it obeys."""

    text: str
    value: Decimal | None
    clause: str


def signed(value: Decimal | None) -> str:
    """A change with its sign.

    >>> signed(Decimal(8))
    '+8'
    """
    if value is None:
        return ""
    return ("+" if value > 0 else "") + number(value)


#: The words of steps that are ratings, and the steps whose value is one: they are shown as
#: ratings are; what else is calculated on the way has its digits.
_RATINGS = ("old", "rating", "low", "high")
_GIVING_RATINGS = ("step_new", "step_unrounded", "step_initial", "step_performance", "step_rp",
                   "step_mixed", "step_most")  # fmt: skip


def sentences(line: Line, language: str = "en", rules: RuleSet | None = None) -> list[Sentence]:
    """The line's calculation, step by step; ratings as the rule set shows them, if it is given."""
    found = []
    for step in line.steps:
        words = {**step.words, "value": step.value}
        ratings = (*_RATINGS, "value") if step.key in _GIVING_RATINGS else _RATINGS
        for name in ratings:
            if rules is not None and isinstance(value := words.get(name), Decimal):
                words[name] = rating_text(value, rules)
        text = in_words(language, step.key, words)
        found.append(Sentence(text, step.value, step.clause))
    return found


def game_note(game: GameLine, language: str = "en") -> str:
    """Why a game is not counted; empty for a counted one."""
    return say(language, game.reason) if game.reason else ""


def side_key(colour: str, rules: RuleSet) -> str:
    """The text for a side: White and Black, in xiangqi Red and Black."""
    return "side_red" if colour == "w" and rules.game == "xiangqi" else f"side_{colour}"


def side(colour: str, rules: RuleSet, language: str = "en") -> str:
    """The letter of a side in a language; '' for none."""
    return say(language, side_key(colour, rules)) if colour else ""


def explanation(report: Report, line: Line, language: str = "en") -> str:
    """One player's whole calculation as text: the games, then the steps with clauses."""
    player = line.player
    rules = report.rules
    own = player.rating
    rating = say(language, "unrated") if own is None else rating_text(own, rules)
    head = say(language, "explain_head", no=player.no, name=player.name, rating=rating)
    name = rules.names.get(language, rules.id)
    where = say(language, "explain_rules", name=name, reference=rules.reference)
    rows = [[say(language, f"col_{key}") for key in GAME_COLUMNS]]
    for game in line.games:
        rows.append(
            [
                str(game.round),
                f"{game.opponent.no} {game.opponent.name}" if game.opponent else "",
                side(game.colour, rules, language),
                game.result,
                "" if game.opponent_rating is None else rating_text(game.opponent_rating, rules),
                number(game.difference) if game.difference is not None else "",
                number(game.expected) if game.expected is not None else "",
                number(game.points) if game.points is not None else "",
                signed(game.gain),
                game_note(game, language),
            ]
        )
    steps = [
        f"  {item.text}" + (f"   [{item.clause}]" if item.clause else "")
        for item in sentences(line, language, rules)
    ]
    return "\n".join([head, where, "", *columns(rows), "", *steps])


GAME_COLUMNS = (
    "round", "opponent", "colour", "result", "opponent_rating",
    "difference", "expected", "score", "gain", "note",
)  # fmt: skip


def columns(rows: list[list[str]], right: tuple[int, ...] = ()) -> list[str]:
    """Rows of cells as aligned lines of text; wide (CJK) letters count double."""
    widths = [max(width(row[i]) for row in rows) for i in range(len(rows[0]))]
    return [
        "  ".join(
            " " * (widths[i] - width(cell)) + cell
            if i in right
            else cell + " " * (widths[i] - width(cell))
            for i, cell in enumerate(row)
        ).rstrip()
        for row in rows
    ]


def width(text: str) -> int:
    """The columns that a text takes up where Chinese letters are twice as wide.

    >>> width("ELO"), width("等级分")
    (3, 6)
    """
    from unicodedata import east_asian_width

    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)
