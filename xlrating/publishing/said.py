"""What the pages of a site say in a language."""

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
    """What pages show of the lists, as they are or at one pace."""

    season: ListSeries
    rules: Sequence[RuleSet | None]
    steps: Sequence[ListSteps]
    pace: str = ""

    @property
    def at(self) -> int:
        """The number of the newest list."""
        return len(self.season.lists) - 1

    def of_pace(self, pace: str) -> ShownLists:
        """What these lists show of one pace."""
        lowest = [rules is not None and is_lowest_first(rules) for rules in self.rules]
        return replace(self, season=self.season.at(pace, lowest), pace=pace)

    @property
    def is_lowest_first(self) -> bool:
        """Whether the lowest rating is the best."""
        return self.rules[-1] is not None and is_lowest_first(self.rules[-1])


def shown_of(season: ListSeries) -> tuple[ShownLists, dict[str, ShownLists]]:
    """What pages show of these lists, and of each pace besides the standard one that they have."""
    rules = [rules_named(one.rules) for one in season.lists]
    shown = ShownLists(season, rules, [ListSteps(one.language, one.rules) for one in season.lists])
    paces = [pace for pace in OTHER_PACES if any(pace in one.paces for one in season.lists)]
    return shown, {pace: shown.of_pace(pace) for pace in paces}


class TemplateWords:
    """What templates say in a language; `paced` is what is shown of paces, where there are some."""

    def __init__(self, site: ShownLists, language: str, paced: Mapping[str, ShownLists]) -> None:
        self.site, self.language, self.at = site, language, site.at
        self.paced = paced
        self._has_clubs = any(entry.club for entry in site.season.newest.entries)
        #: The columns of other paces, on pages that are of none.
        self.paces = [] if site.pace else list(paced)

    def pace(self, pace: str) -> str:
        """A pace in words; that of the standard list is ''."""
        return say(self.language, f"pace_{pace or 'classical'}")

    def word(self, key: str, **parts: object) -> str:
        """One of the words of the pages."""
        return word(self.language, key, **parts)

    def day(self, at: int) -> str:
        """What a list is called: its day, else its file."""
        one = self.site.season.lists[at]
        return str(one.day or one.file)

    def heading(self, at: int) -> str:
        """A list in words."""
        found = self.word("of_day", day=self.day(at))
        return f"{found} · {self.pace(self.site.pace)}" if self.site.pace else found

    def rating(self, value: object, at: int = -1) -> str:
        """A rating as the rules of its list publish it."""
        found = value if isinstance(value, Decimal) else number_of(value)
        rules = self.site.rules[at]
        if found is None:
            return ""
        return number(found) if rules is None else rating_text(found, rules)

    def column(self, key: str) -> str:
        """The heading of a column; on a ladder of ranks points stand where ratings do."""
        rules = self.site.rules[-1]
        is_ladder = rules is not None and rules.ladder is not None
        return say(self.language, on_ladder(f"col_{key}", is_ladder))

    def club_heading(self) -> str:
        """What tells where players belong: clubs, else what the list has for the federation."""
        return self.word("club") if self._has_clubs else self.column("federation")

    def counted_in(self, at: int) -> str:
        """The list that counts an event; of the first one given, that it does, or one before it."""
        return self.day(at) if at else self.word("up_to", day=self.day(at))

    def signed(self, value: object) -> str:
        """A change with its sign."""
        found = value if isinstance(value, Decimal) else number_of(value)
        return "" if found is None else signed(found)

    def mean(self, value: Decimal) -> str:
        """A mean rating with one decimal."""
        return f"{half_away(value, 1):.1f}"

    def rules(self, at: int) -> str:
        """The rules of a list, by name and reference."""
        one, rules = self.site.season.lists[at], self.site.rules[at]
        if rules is None:
            return one.rules
        return f"{rules.names.get(self.language, rules.id)} ({one.rules})"

    def first_side(self, at: int) -> str:
        """Who moves first: White, in xiangqi Red."""
        rules = self.site.rules[at]
        return self.word("red" if rules is not None and rules.game == "xiangqi" else "white")
