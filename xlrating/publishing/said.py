"""The texts of a site's pages in a language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from ..engine.columns import signed
from ..engine.rounding import half_away
from ..engine.rules.ruleset import RuleSet
from ..engine.showing import rating_text
from ..engine.terms.periods import is_lowest_first
from ..engine.texts import number, say
from ..engine.vocabulary.headings import OTHER_PACES, on_ladder
from .people import ListSeries
from .reading import number_of
from .rules_of import rules_named
from .steps import ListSteps
from .words import word


@dataclass(frozen=True)
class ShownLists:
    """What pages show about the lists, at all paces or at one."""

    season: ListSeries
    rules: Sequence[RuleSet | None]
    steps: Sequence[ListSteps]
    pace: str = ""

    @property
    def at(self) -> int:
        """The index of the newest list, from 0."""
        return len(self.season.lists) - 1

    def of_pace(self, pace: str) -> ShownLists:
        """The same lists at one pace."""
        lowest = [rules is not None and is_lowest_first(rules) for rules in self.rules]
        return replace(self, season=self.season.at(pace, lowest), pace=pace)

    @property
    def is_lowest_first(self) -> bool:
        """Whether the lowest rating is the best."""
        return self.rules[-1] is not None and is_lowest_first(self.rules[-1])


def shown_of(season: ListSeries) -> tuple[ShownLists, dict[str, ShownLists]]:
    """What pages show about these lists, and about each of their additional paces."""
    rules = [rules_named(one.rules) for one in season.lists]
    shown = ShownLists(season, rules, [ListSteps(one.language, one.rules) for one in season.lists])
    paces = [pace for pace in OTHER_PACES if any(pace in one.paces for one in season.lists)]
    return shown, {pace: shown.of_pace(pace) for pace in paces}


class TemplateWords:
    """The texts for templates in a language; `paced` has the additional paces, if any."""

    def __init__(self, site: ShownLists, language: str, paced: Mapping[str, ShownLists]) -> None:
        self.site, self.language, self.at = site, language, site.at
        self.paced = paced
        self._has_clubs = any(entry.club for entry in site.season.newest.entries)
        #: The columns of other paces, on pages that are not about a single one.
        self.paces = [] if site.pace else list(paced)

    def pace(self, pace: str) -> str:
        """The name of a pace; '' is the standard one."""
        return say(self.language, f"pace_{pace or 'classical'}")

    def word(self, key: str, **parts: object) -> str:
        """One of the pages' texts."""
        return word(self.language, key, **parts)

    def day(self, at: int) -> str:
        """The name of a list: its date, otherwise its file."""
        one = self.site.season.lists[at]
        return str(one.day or one.file)

    def heading(self, at: int) -> str:
        """The heading for a list: its day, and the pace of these pages if it is not standard."""
        found = self.word("of_day", day=self.day(at))
        return f"{found} · {self.pace(self.site.pace)}" if self.site.pace else found

    def rating(self, value: object, at: int = -1) -> str:
        """A rating as its list's rules publish it."""
        found = value if isinstance(value, Decimal) else number_of(value)
        rules = self.site.rules[at]
        if found is None:
            return ""
        return number(found) if rules is None else rating_text(found, rules)

    def column(self, key: str) -> str:
        """The heading of a column; on a ladder of ranks, points instead of ratings."""
        rules = self.site.rules[-1]
        is_ladder = rules is not None and rules.ladder is not None
        return say(self.language, on_ladder(f"col_{key}", is_ladder))

    def club_heading(self) -> str:
        """The heading for players' clubs, or for what the list has as federation."""
        return self.word("club") if self._has_clubs else self.column("federation")

    def counted_in(self, at: int) -> str:
        """The list that counts an event; for the first one given, it or an earlier one does."""
        return self.day(at) if at else self.word("up_to", day=self.day(at))

    def signed(self, value: object) -> str:
        """A change with its sign."""
        found = value if isinstance(value, Decimal) else number_of(value)
        return "" if found is None else signed(found)

    def mean(self, value: Decimal) -> str:
        """A mean rating with one decimal."""
        return f"{half_away(value, 1):.1f}"

    def rules(self, at: int) -> str:
        """A list's rules, by name and reference."""
        one, rules = self.site.season.lists[at], self.site.rules[at]
        if rules is None:
            return one.rules
        return f"{rules.names.get(self.language, rules.id)} ({one.rules})"

    def first_side(self, at: int) -> str:
        """The side that moves first: White, or Red in xiangqi."""
        rules = self.site.rules[at]
        return self.word("red" if rules is not None and rules.game == "xiangqi" else "white")
