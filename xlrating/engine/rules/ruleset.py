"""Rule sets: one regulation in one edition, with one choice for each open reading.

A reference reads ``id@date:option=choice,...``: ``fide``, ``fide@2024-03-01``,
``fide@2025:list=rapid``, ``elo:model=logistic``, ``nevzorov:first_move=41,margin=197``,
``path/to/federation.toml``.
"""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from functools import lru_cache
from pathlib import Path
from typing import Any, Mapping, Optional, Tuple, Type, TypeVar, Union, get_args

from ..errors import NotKnownError, RuleSetError, shown
from ..problem import Problem, make_error
from ..vocabulary.dates import day_of
from .frozen import Frozen, one_of
from .options import choose, each_choice, with_numbers
from .references import InCell, NotOpened, moment_of, parts, without_folder
from .requirements import METHODS, contradicting, lacking
from .rulefile import Raw, available, contents, find, is_own, merged, stamp_of
from .schema import build, hints_of
from .sections import (
    Absence,
    Adjustment,
    Average,
    Bonus,
    BonusThreshold,
    Calendar,
    Champion,
    Change,
    Coefficient,
    Conversion,
    Counted,
    Deviation,
    Difference,
    EventTerms,
    Example,
    Expectancy,
    Floor,
    Initial,
    Ladder,
    Option,
    Outcomes,
    Passes,
    PeakFloor,
    Percentage,
    Performance,
    Pooled,
    Published,
    RatingClass,
    Scale,
    Special,
    Start,
    Weighting,
)
from .sections.base import NOTHING, Section
from .wrong import wrong_key

__all__ = ["RuleSet", "available", "editions", "in_force", "load"]

S = TypeVar("S", bound=Section)
T = TypeVar("T")


class RuleSet(Frozen):
    """One regulation in one edition, with the chosen readings: numbers only, no code.

    A section that the regulation does not have is None; `need` returns a section, or raises an
    error that names it.
    """

    id: str
    """The name in commands and cells."""
    names: Mapping[str, str]
    """The name in en, zh, ru."""
    source: str
    """The source of the regulation: title, edition, day."""
    sources: Mapping[str, str] = NOTHING
    """Title, edition and day of the regulation in zh and ru."""
    compared: Optional[date] = None
    """The day on which the file was last compared with its source."""
    game: str = one_of(..., "chess", "xiangqi")
    """The game, which decides the words: White moves first in chess, Red in xiangqi."""
    method: str = one_of(..., *METHODS)
    """How the games of an event become rating changes."""
    since: Optional[date] = None
    """The first day of the oldest edition; no event before it is rated."""
    dated_by: str = one_of("start", "start", "end")
    """Which day of an event, its first or last, decides the edition and the players' ages."""
    edition: str = ""
    chosen: Mapping[str, str] = NOTHING
    about: Mapping[str, str] = NOTHING
    """What the rules do, in a sentence or two, in en, zh, ru."""
    expectancy: Optional[Expectancy] = None
    percentage: Optional[Percentage] = None
    difference: Difference = Difference()
    coefficient: Optional[Coefficient] = None
    change: Change = Change()
    performance: Optional[Performance] = None
    initial: Optional[Initial] = None
    published: Published = Published()
    outcomes: Optional[Outcomes] = None
    average: Optional[Average] = None
    pooled: Optional[Pooled] = None
    weighting: Optional[Weighting] = None
    conversions: Tuple[Conversion, ...] = ()
    counted: Counted = Counted()
    start: Optional[Start] = None
    floor: Optional[Floor] = None
    bonus: Optional[Bonus] = None
    champion: Optional[Champion] = None
    absence: Optional[Absence] = None
    adjustment: Optional[Adjustment] = None
    calendar: Optional[Calendar] = None
    event: Optional[EventTerms] = None
    ladder: Optional[Ladder] = None
    deviation: Optional[Deviation] = None
    special: Optional[Special] = None
    passes: Optional[Passes] = None
    bonus_threshold: Optional[BonusThreshold] = None
    peak_floor: Optional[PeakFloor] = None
    classes: Tuple[RatingClass, ...] = ()
    scale: Scale = Scale()
    options: Mapping[str, Option] = NOTHING
    examples: Tuple[Example, ...] = ()

    @property
    def reference(self) -> str:
        """The reference that identifies exactly this edition and these choices."""
        pinned = f"@{self.edition}" if self.edition else ""
        taken = [f"{k}={v}" for k, v in self.chosen.items() if v != self.options[k].default]
        return self.id + pinned + (":" + ",".join(taken) if taken else "")

    @property
    def shown(self) -> str:
        """The reference for people to read: a user's own rule file appears without its folder."""
        return without_folder(self.reference)

    @property
    def bounds(self) -> Tuple[Decimal, Decimal]:
        """The lowest and the highest rating that a player may enter with."""
        if self.ladder is None:
            return self.scale.least, self.scale.most
        # Loaded here: only a ladder needs it.
        from ..problems import POINTS

        return (self.ladder.least, POINTS[1]) if self.ladder.bounded else POINTS

    @property
    def has_round_robin(self) -> bool:
        """Whether round robins are rated by formulas of their own."""
        return self.average is not None and bool(self.average.round_robin)

    @property
    def counts_in_order(self) -> bool:
        """Whether a rating depends on which game of an event came first."""
        if self.method != "game by game":
            return self.ladder is not None and self.ladder.bounded
        last = self.coefficient is not None and self.coefficient.final_rounds > 0
        return last or self.change.ratings == "before the game"

    def need(self, section: Type[S]) -> S:
        """The section of that class; raises `NotKnownError` if the regulation has no such rule.

        >>> load("elo").need(Expectancy).model
        'table'
        """
        name = _parts_by_kind()[section]
        found: Optional[S] = getattr(self, name)
        return self.given(found, name)

    def given(self, part: Optional[T], name: str) -> T:
        """An optional part of the rules; raises `NotKnownError` if the regulation has none."""
        if part is None or part == ():
            part_of = Problem(f"part_{name}", {}, "")
            raise make_error(NotKnownError, "rules_lack", rules=self.id, part=part_of)
        return part


@lru_cache(maxsize=None)  # noqa: UP033 - programs with Python 3.8 have no `cache`
def _parts_by_kind() -> Mapping[Any, str]:
    """The field that holds the section of a class, for optional sections with only one field."""
    hints = ((name, get_args(hint)) for name, hint in hints_of(RuleSet).items())
    return {kinds[0]: name for name, kinds in hints if type(None) in kinds}


def load(reference: str, on: Union[date, str, None] = None) -> RuleSet:
    """Load the rule set that a reference names, in the edition in force.

    A date in the reference pins the edition: ``@2024-03-01`` means that day, ``@2024-03`` and
    ``@2024`` the end of that month or year. Otherwise `on` decides, the event's date (a text such
    as ``2024-03-01`` will do); without either, the newest edition is loaded.

    Raises `RuleSetError` for an unknown id, option or choice, a date before the first
    edition, or a file with a wrong key; `ArgumentError` if `on` is not a date.

    >>> load("fide@2024-03-01").difference.exempt_from is None
    True
    """
    if not isinstance(reference, str):
        raise make_error(RuleSetError, "named_one_name", found=shown(reference))
    if isinstance(reference, NotOpened):
        words = {"file": shown(str(reference))}
        raise make_error(RuleSetError, "named_not_opened", reference.where, **words)
    try:
        return _loaded(reference, day_of(on), stamp_of(reference))
    except RuleSetError as error:
        if isinstance(reference, InCell):
            error.at(reference.where)
        raise


@lru_cache(maxsize=512)
def _loaded(reference: str, on: Optional[date], stamp: object) -> RuleSet:
    asked = parts(reference)
    path = find(asked.name)
    raw = contents(path, stamp)
    if not is_own(path):
        _check_all(path, stamp)
    moment = moment_of(asked.date, path) if asked.date else on
    chosen = choose(raw, asked.options, path)
    since = raw.get("since")
    if moment is not None and since is not None and moment < since:
        words = {"rules": raw["id"], "since": since, "day": moment}
        raise make_error(RuleSetError, "named_before", reference, **words)
    return _edition(raw, moment, chosen, path)


@lru_cache(maxsize=64)
def _check_all(path: Path, stamp: object) -> None:
    """Reject a user's file that is invalid in any edition or with any single choice."""
    raw = contents(path, stamp)
    days = {
        entry[key]
        for entry in raw.get("amendment", [])
        for key in ("from", "until")
        if key in entry
    }
    chosen = ["", *each_choice(raw)]
    for day in [None, *sorted(days)]:
        for choice in chosen:
            try:
                _edition(raw, day, choose(raw, choice, path), path)
            except RuleSetError as error:
                part = ", ".join(str(one) for one in (day, choice) if one)
                if part:
                    error.where = f"{error.where} ({part})"
                raise


def _edition(raw: Raw, moment: Optional[date], chosen: Mapping[str, str], path: Path) -> RuleSet:
    """The rules of a file on a given day, with these choices."""
    edition = str(raw.get("since") or "")
    found: Raw = {key: value for key, value in raw.items() if key != "amendment"}
    for amendment in raw.get("amendment", []):
        if not _in_force(amendment, moment) or not _is_chosen(amendment.get("when", {}), chosen):
            continue
        patch = {k: v for k, v in amendment.items() if k not in ("from", "until", "when")}
        found = merged(found, patch)
        edition = max(edition, str(amendment.get("from", "")))
    found = with_numbers(found, chosen)
    found["edition"] = edition
    found["chosen"] = chosen
    found["id"] = raw["id"] if is_own(path) else str(path)
    made = build(RuleSet, found, path.name)
    for section, why in lacking(made):
        raise make_error(RuleSetError, "rule_section", path.name, section=section, why=why)
    for key, what in contradicting(made):
        raise wrong_key(path.name, key, what)
    return made


def in_force(rules: RuleSet, day: date) -> RuleSet:
    """The edition of a rule set in force on a given day, with the same choices."""
    taken = ",".join(f"{name}={value}" for name, value in rules.chosen.items())
    return load(f"{rules.id}:{taken}" if taken else rules.id, day)


def editions(reference: str) -> Tuple[date, ...]:
    """The dates on which a new edition came into force, oldest first."""
    raw = contents(find(parts(reference).name), stamp_of(reference))
    dates = {entry["from"] for entry in raw.get("amendment", []) if "from" in entry}
    return tuple(sorted(dates | ({raw["since"]} if "since" in raw else set())))


def _in_force(amendment: Mapping[str, Any], moment: Optional[date]) -> bool:
    since, until = amendment.get("from"), amendment.get("until")
    if moment is None:
        return until is None
    return (since is None or moment >= since) and (until is None or moment < until)


def _is_chosen(when: Mapping[str, Any], chosen: Mapping[str, str]) -> bool:
    return all(
        chosen[name] in (wanted if isinstance(wanted, list) else [wanted])
        for name, wanted in when.items()
    )
