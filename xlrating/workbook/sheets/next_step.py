"""The next thing to do, at the top of Start: the first step of a tournament day that is due."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ...engine.texts import say, wording
from ...engine.vocabulary.spellings import in_language
from ...exchange.addresses import address
from ..builder import Builder
from ..file.grid import Cell
from ..formulas.report import is_sent
from ..plan import Plan
from . import completion
from .game_found import MET_AGAIN, SKIPPED
from .game_notices import noticed
from .one_round import OneRound
from .player_found import forgotten, round_missed
from .progress import NO_ROUND


class _Step(NamedTuple):
    """Something to do: when it is due, whether it is now, where it is done, and its text."""

    test: str
    is_due: bool
    target: str
    key: str


class _Both(NamedTuple):
    """A condition: its formula, and whether it holds now."""

    formula: str
    holds: bool

    def and_(self, *others: _Both) -> _Both:
        all_ = (self, *others)
        return _Both(
            f"AND({','.join(one.formula for one in all_)})", all(one.holds for one in all_)
        )

    def no(self) -> _Both:
        return _Both(f"NOT({self.formula})", not self.holds)

    def step(self, target: str, key: str) -> _Step:
        return _Step(self.formula, self.holds, target, key)


def cell(builder: Builder, counts: Mapping[str, str], first_line: int, is_noticed: bool) -> Cell:
    """The cell with a link to where the next thing is to be done.

    `counts` are the cells of Check by what they count, `first_line` is the row of its list;
    `is_noticed` says whether the list has anything that is worth a look.
    """
    steps = _Steps(builder, counts, first_line)
    listed = [*steps.before_games(), *steps.of_rounds(), *steps.after(is_noticed)]
    *others, last = listed
    text = steps.link(last)
    for step in reversed(others):
        text = f"IF({step.test},{steps.link(step)},{text})"
    due = next((step for step in others if step.is_due), last)
    shown = {name: value for name, (_, value) in steps.words.items()}
    return Cell(say(builder.plan.language, due.key, **shown), f"={builder.render(text)}", "link")


class _Steps:
    """The steps in their order; formulas and what they give now side by side."""

    def __init__(self, builder: Builder, counts: Mapping[str, str], first_line: int) -> None:
        self.builder, self.counts, self.plan = builder, counts, builder.plan
        self.check = self._there("Check", address(first_line, 0))
        plan, now = builder.plan, "[Rules.round_now]"
        # A player who misses an earlier round, too, is on Check; one without any line is new.
        absent = f"(COUNTIF([Players.missed],{now})+({now}>1)*COUNTIF([Players.missed],1))"
        missed = [round_missed(plan, place) for place in range(len(plan.numbers))]
        unpaired = sum(number in {1, plan.round_now} for number in missed)
        self.unpaired = _Both(
            f"AND({absent}>0,{now}<={plan.rounds})", unpaired > 0 and plan.round_now <= plan.rounds
        )
        at = f"MATCH({now},[Players.missed],0)"
        player = f'INDEX([Players.no],{at})&" "&INDEX([Players.name],{at})'
        self.forgotten = _Both(f"ISNUMBER({at})", forgotten(plan) != "")
        waits = plan.event.waiting_round
        self.waits = _Both(f"[Rules.round_waiting]<{NO_ROUND}", waits is not None)
        self.begun = _Both(f"[Rules.rounds_played]>={now}", plan.scores.last >= plan.round_now)
        self.paired = _Both("[Rules.rounds_paired]>0", plan.rounds_paired > 0)
        after = f"INDEX([Games.round],MATCH({SKIPPED},[Games.found],0))"
        gap = next((i for i, one in enumerate(noticed(plan)) if one and one.number == SKIPPED), -1)
        line = plan.lines[gap] if gap >= 0 else None
        self.skipped = _Both(f"COUNTIF([Games.found],{SKIPPED})>0", line is not None)
        has_room = len(plan.event.players) < len(plan.numbers)
        self.room = _Both(f"{counts['check_players']}<{len(plan.numbers)}", has_room)
        asked = OneRound(plan).number
        # If the page has been deleted, no round is chosen.
        is_asked = f"IFERROR([Rules.round_shown]<>{now},FALSE)"
        self.asked = _Both(is_asked, asked != plan.round_now)
        self.words: dict[str, tuple[str, object]] = {
            "n": (counts["check_players"], len(plan.event.players)),
            "places": (str(len(plan.numbers)), len(plan.numbers)),
            "unpaired": (absent, unpaired),
            "player": (f"TRIM({player})", forgotten(plan)),
            "now": (now, plan.round_now),
            "before": (f"({after}-1)", line.round - 1 if line else 0),
            "after": (after, line.round if line else 0),
            "shown": ("[Rules.round_shown]", asked),
            "round": ("([Rules.rounds_paired]+1)", plan.rounds_paired + 1),
        }
        report = "next_report_trf" if is_sent(plan) else "next_report_file"
        self.words["report"] = builder.say(report), say(plan.language, report)
        for name, code in (("postponed", "POSTPONED"), ("full", "BYE 1"), ("zero", "BYE 0")):
            shown = in_language(code, plan.fixed_language)
            self.words[name] = (f'"{shown}"', shown)

    def link(self, step: _Step) -> str:
        """The formula of a step: its text, and where it leads."""
        used = wording(step.key)["en"]
        own = {name: f for name, (f, _) in self.words.items() if f"{{{name}}}" in used}
        return f"HYPERLINK({step.target},{self.builder.say(step.key, own)})"

    def _there(self, sheet: str, cell: str = "A1") -> str:
        return f'"#{self.builder.at(sheet, cell)}"'

    def _line(self, found: str, key: str, name: str = "Games") -> str:
        # The row is looked up: rows may have been inserted above the list.
        row = f"ROW(INDEX([{name}.{key}],{found}))"
        at = f'IFERROR(ADDRESS({row},{self.builder.tables[name].entry(key) + 1},4),"A1")'
        return f'"#{self.builder.at(name, "")}"&{at}'

    def before_games(self) -> list[_Step]:
        """The steps before all others: errors, the event, its players."""
        plan, counts = self.plan, self.counts
        nobody = _Both(f"{counts['check_players']}=0", not plan.event.players)
        unsaid = _Both(
            'OR(TRIM(event_name)="",day_start="")',
            not plan.event.name.strip() or plan.event.start is None,
        )
        event = f'"#{self.builder.at("Start", "")}"&ADDRESS(ROW(event_name),2,4)'
        found = [
            _Step(f"{counts['check_problems']}>0", False, self.check, "next_problems"),
            _Step(f"{counts['check_rules']}>0", False, self._there("Rules"), "next_rules"),
            nobody.and_(unsaid).step(event, "next_event"),
            nobody.step(self._line("1", "name", "Players"), "next_players"),
        ]
        if plan.library is not None:
            who = f"SUMPRODUCT(MIN(ROW([Players.name])+9999*(1-{completion.LOST})))"
            at = f"({who}-ROW(INDEX([Players.name],1))+1)"
            lost = _Both(f"SUMPRODUCT({completion.LOST})>0", completion.lost(self.builder))
            target = self._line(at, "name", "Players")
            found.append(self._none().and_(lost).step(target, "next_library"))
        # The players of last month may be entered before the event is described.
        found.append(self._none().and_(unsaid).step(event, "next_event"))
        return found

    def _none(self) -> _Both:
        """Whether there are neither results nor games to be played."""
        real = [line for line in self.plan.lines if line]
        some = any(g.result.white is not None or self.plan.is_open(g) for g in real)
        return _Both(f"{self.counts['check_entered']}+{self.counts['check_open']}=0", not some)

    def of_rounds(self) -> list[_Step]:
        """The steps of a round, from its pairings to its last result."""
        plan, play = self.plan, self._there("Round")
        missing = "ROW([Games.open])+9999*(1-[Games.open]*([Games.result_row]=0))"
        first = f"(SUMPRODUCT(MIN({missing}))-ROW(INDEX([Games.open],1))+1)"
        is_open = self.waits.and_(self.begun).step(self._line(first, "result"), "next_open")
        asked = self.waits.and_(self.asked).step(play, "next_asked")
        hang = self.waits.step(play, "next_play")
        if plan.is_round_robin:
            # Paired beforehand: players who are entered have their games at once.
            fresh = _Both("[Rules.rounds_played]=0", not plan.scores.last)
            some = self.room.and_(fresh).step(play, "next_play_some")
            none = self._none().step(self._line("1", "result"), "next_results")
            return [some, none, is_open, asked, hang]
        free = self._line("IFERROR(MATCH(0,[Games.at_white],0),1)", "white")
        pairings = self._line("1", "white")
        to_come = _Both("[Rules.rounds_paired]<file_rounds", plan.rounds_paired < plan.own_rounds)
        left_out = self.unpaired.and_(self.waits, self.begun.no())
        met = self.waits.and_(self._met()).step(self.check, "next_met")
        gap = self._line(f"MATCH({SKIPPED},[Games.found],0)", "round")
        skipped = self.waits.and_(self.skipped).step(gap, "next_skipped")
        following = "MATCH([Rules.rounds_paired]+1,[Games.round],0)"
        to_pair = f"IFERROR({following},MATCH(0,[Games.at_white],0))"
        return [
            self.paired.no().and_(self.room).step(pairings, "next_pairings_some"),
            self.paired.no().step(pairings, "next_pairings"),
            skipped, left_out.step(free, "next_unpaired"),
            is_open, met, asked, hang,
            to_come.and_(self.forgotten).step(self._line(to_pair, "white"), "next_round_forgotten"),
            to_come.step(self._line(to_pair, "white"), "next_round"),
        ]  # fmt: skip

    def _met(self) -> _Both:
        """Whether two who met before are paired again, and have not played yet."""
        waits = "[Games.open],1,[Games.result_row],0"
        again = f"COUNTIFS([Games.found],{MET_AGAIN},{waits})"
        told = zip(self.plan.lines, noticed(self.plan), strict=False)
        holds = any(
            line and one and one.number == MET_AGAIN and not line.result.code for line, one in told
        )
        return _Both(f"{again}>0", holds)

    def after(self, is_noticed: bool) -> list[_Step]:
        """The steps that end the day: pending games, doubts to check, all is ready."""
        plan, counts = self.plan, self.counts
        is_open = any(line and plan.is_open(line) for line in plan.lines)
        target = self._line("MATCH(1,[Games.open],0)", "result")
        look = _Both(f"{counts['check_notices']}>0", is_noticed)
        ready = self._there("Standings" if plan.native else "Ratings")
        return [
            _Both(f"{counts['check_open']}>0", is_open).step(target, "next_postponed"),
            look.step(self.check, _last(plan, "next_notices")),
            _Both("TRUE", True).step(ready, _last(plan, "next_ready")),
        ]


def _last(plan: Plan, key: str) -> str:
    """`key`, or its variant without formulas, where an event must be rated before it is sent in."""
    without = {"next_ready": "next_rate", "next_notices": "next_notices_rate"}
    return key if plan.native else without[key]
