"""How numbers on Audit came about that its rounds do not show: tie-breaks, a first rating."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from ...engine.lines import Line
from ...engine.rounding import plain
from ...engine.texts import say
from ...engine.tournament.tie_breaks import has_virtual
from ..builder import Builder
from ..file.grid import Value
from ..formulas import first_rating
from ..formulas.variants import either
from ..formulas.watch import unwatched
from ..plan import Plan
from ..table import SheetColumn, hidden
from . import tie_cells
from .rounds import MET, NONE, OPEN

#: The columns of Rounds that a row of Audit needs to explain tie-breaks.
_ASKED = ("state", "against", "opponent_at")
#: The column of Rounds that tie-breaks from before 2023 need, too.
_VIRTUAL = "against_virtual"


class ExplainedRow(NamedTuple):
    """A row below the rounds: label and value as they are now, each with its formula, and style."""

    said: str
    label: str
    value: Value
    formula: str
    style: str


def asked(plan: Plan) -> tuple[str, ...]:
    """The columns of Rounds that explain the tie-breaks of a player."""
    return (*_ASKED, *([_VIRTUAL] if has_virtual(plan.event) else ()))


# --- tie-breaks --------------------------------------------------------------------------------


class ExplainedTies:
    """What each round adds to the Buchholz and Sonneborn-Berger of the player shown on Audit.

    `of` gives the values in the rows of Audit, by column.
    """

    def __init__(self, builder: Builder, of: Callable[[str], Callable[[int], Value]]) -> None:
        self._builder, self._plan, self._of = builder, builder.plan, of
        self._has_virtual = has_virtual(self._plan.event)
        codes = "&".join(tie_cells.CODES)
        self._is_virtual = f'ISNUMBER(SEARCH("-V",{codes}))'

    def columns(self) -> list[SheetColumn]:
        """The opponent's points as they count; hidden, why they differ from those in the table."""
        against = "[against]"
        if self._has_virtual:
            against = f"IF({self._is_virtual},[{_VIRTUAL}],[against])"
        none = f"OR([state]={NONE},[state]={OPEN})"
        return [
            SheetColumn(
                "tie_points",
                self._counted,
                f'IF({none},"",{self._plan.times(against)})',
                "score",
                9,
                told=True,
            ),
            hidden("tie_said", self._said, self._words()),
            hidden("tie_nth", self._nth, 'IF([tie_said]="",0,SUMPRODUCT(([tie_said~]<>"")*1))'),
        ]

    def line(self, number: int) -> tuple[str, str]:
        """The message about the n-th round that has one; its formula."""
        found = [said for i in range(self._plan.all_rounds) if (said := self._said(i))]
        text = f'IFERROR(INDEX([Audit.tie_said],MATCH({number},[Audit.tie_nth],0)),"")'
        return (found[number - 1] if number <= len(found) else ""), text

    def _counted(self, index: int) -> Value:
        if self._of("state")(index) in (NONE, OPEN):
            return ""
        counted = self._of(_VIRTUAL if self._has_virtual else "against")(index)
        return self._plan.win * counted  # type: ignore[operator]

    def _nth(self, index: int) -> Value:
        return sum(1 for i in range(index + 1) if self._said(i)) if self._said(index) else 0

    def _said(self, index: int) -> str:
        counted, plan = self._counted(index), self._plan
        if counted == "" or plan.is_round_robin:
            return ""
        edition = "_virtual" if self._has_virtual else ""
        words = {"round": index + 1, "counted": plain(counted)}  # type: ignore[arg-type]
        if self._of("state")(index) != MET:
            return say(plan.language, f"tie_dummy{edition}", **words)
        at = int(str(self._of("opponent_at")(index)))
        points = plan.win * plan.scores.points[plan.numbers[at - 1]]
        if points == counted:
            return ""
        return say(plan.language, f"tie_adjusted{edition}", points=plain(points), **words)

    def _words(self) -> str:
        """The formula of `_said`; in a round robin everybody's points count as they are."""
        if self._plan.is_round_robin:
            return '""'
        points = self._plan.times("INDEX([Ratings.points],[opponent_at])")
        words = {"round": "[round]", "counted": "[tie_points]"}

        def told(key: str, words: dict[str, str]) -> str:
            now = self._builder.say(key, words)
            if not self._has_virtual:
                return now
            return f"IF({self._is_virtual},{self._builder.say(f'{key}_virtual', words)},{now})"

        met = f'IF([tie_points]={points},"",{told("tie_adjusted", {**words, "points": points})})'
        return f'IF([tie_points]="","",IF([state]={MET},{met},{told("tie_dummy", words)}))'


# --- a first rating ----------------------------------------------------------------------------

#: The columns of the player's line of Ratings that formulas of a first rating use.
_OF_RATINGS = re.compile(r"\[(n|score|opponents_sum|first)\]")
#: The words of a label, with the keys of the rules that give their numbers.
_DRAWS = {"draws": "draws", "against": "draws_against"}


def first_rows(builder: Builder, index: int, place: str) -> Iterator[ExplainedRow]:
    """Yield rows with the average, the share of points and the difference of a first rating."""
    plan = builder.plan
    rule = unwatched(plan.rules).initial
    if not plan.native or rule is None or not builder.has("Ratings", "first"):
        return
    if rule.performed or plan.rules.method != "sum over games":
        return

    def of_player(text: str) -> str:
        found = f'IF([first]="","",{text})'
        return _OF_RATINGS.sub(lambda match: f"INDEX([Ratings.{match[1]}],{place})", found)

    now = _first_now(plan.line_of.get(plan.numbers[index]))
    for part, label, style in (
        ("average", "audit_first_draws" if rule.draws else "audit_first_average", "dec2"),
        ("share", "audit_first_share_draws" if rule.draws else "audit_first_share", "share"),
        ("difference", "audit_first_difference", "points"),
    ):
        words = _DRAWS if label == "audit_first_draws" else {}
        known = {word: getattr(rule, name) for word, name in words.items()}
        cells = {word: f"[Rules.{name}]" for word, name in words.items()}
        text = either(builder, lambda each: first_rating.steps(each.plan.rules)[part])  # noqa: B023
        yield ExplainedRow(
            say(plan.language, label, **known) if now else "",
            of_player(builder.say(label, cells)),
            now.get(part, ""),
            of_player(text),
            style,
        )


def _first_now(line: Line | None) -> Mapping[str, Value]:
    """The engine's steps to a first rating, by name; {} for a player who gets none."""
    if line is None or not line.first:
        return {}
    steps = {step.key: step for step in line.steps}
    average, difference = (steps[f"step_initial_{key}"] for key in ("average", "difference"))
    share = difference.words["share"]
    return {"average": average.value, "share": share, "difference": difference.value}  # type: ignore[dict-item]
