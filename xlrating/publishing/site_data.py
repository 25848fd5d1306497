"""The data of a site: the roster, each player's career and each event, as pages show them.

Numbers are texts as the rules publish them. Texts that depend on the language are lists, one for
each of `LANGUAGES`, in order. People are listed once per player or event and referred to by their
position there; a person with a page is a pair of page and name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from operator import eq, itemgetter
from typing import Any

from ..engine.columns import signed
from ..engine.languages import LANGUAGES
from ..engine.showing import rating_text
from ..engine.texts import number, say
from .careers import Attended, Careers, Percentiles, Score, best_wins, by_opponent, by_side
from .parts import FOLDER, as_script, part_of, parts_for
from .people import Person
from .published import PublishedEntry, Values
from .reading import number_of
from .said import ShownLists
from .tops import club_of
from .views import Occasion
from .words import translated

#: How many people are in a part of the roster, and about how many rows in one of players or events.
ROSTER, ROWS = 10_000, 4_000
#: The words for sides in the records of lists and in the results of people.
_SIDES = {"w": "side_w", "b": "side_b"}

Json = Any


class SiteData:
    """The data of all pages, from the lists; `paced` has their additional paces."""

    def __init__(
        self, site: ShownLists, paced: Mapping[str, ShownLists], events: Sequence[Occasion]
    ) -> None:
        self.site, self.events = site, events
        self.season, self.at = site.season, site.at
        self._shown = [site, *paced.values()]
        self._careers = Careers(site.season, events)
        self._standing = [
            Percentiles(one.season.newest.entries, one.is_lowest_first) for one in self._shown
        ]
        self._number = {id(one): number for number, one in enumerate(site.season.people)}
        rows = sum(
            len(own)
            for one in site.season.lists
            for kind in ("games", "steps")
            for own in one.rows.get(kind, {}).values()
        )
        games = sum(len(event.meetings) for event in events)
        rows += sum(len(one.entries) for one in site.season.lists)
        self.counts = {
            "roster": -(-len(site.season.people) // ROSTER),
            "lines": ROSTER,
            "players": parts_for(rows + 2 * games, ROWS),
            "events": parts_for(len(events) + games, ROWS),
        }

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Every part with its path."""
        for name, value in self.parts():
            yield f"{FOLDER}/{name}.js", as_script(name, value)

    def parts(self) -> Iterator[tuple[str, Json]]:
        """Every part by its name."""
        roster = self.roster()
        for part in range(self.counts["roster"]):
            yield f"roster-{part}", roster[part * ROSTER : (part + 1) * ROSTER]
        people = _shared({one.page: one for one in self.season.people}, self.counts["players"])
        for part, own in enumerate(people):
            yield f"players-{part}", {page: self.player(one) for page, one in own.items()}
        events = _shared({one.page: one for one in self.events}, self.counts["events"])
        for part, all_ in enumerate(events):
            yield f"events-{part}", {page: self.event(one) for page, one in all_.items()}

    def roster(self) -> list[Json]:
        """Everyone in the order of the newest list; people no longer on it come last."""
        order = [
            {entry.token: place for place, entry in enumerate(one.season.newest.listed)}
            for one in self._shown
        ]
        found: list[tuple[int, Json]] = []
        for at, person in enumerate(self.season.people):
            last, lines = person.last, list[Json]()
            for one, places in zip(self._shown, order, strict=True):
                entry = one.season.people[at].entries.get(self.at)
                place = None if entry is None else places.get(entry.token)
                is_on = entry is not None and place is not None
                lines.append([place, *self._line(one, entry, -1)] if entry and is_on else 0)
            found.append((lines[0][0] if lines[0] else len(self.season.people), [
                person.page, person.name, last.player.id, last.player.title, club_of(last),
                last.player.born or "", "; ".join(person.former_names), lines,
            ]))  # fmt: skip
        return [row for _, row in sorted(found, key=itemgetter(0))]

    @staticmethod
    def part_of_line(at: int) -> str:
        """The part that contains a line of the roster."""
        return f"roster-{at // ROSTER}"

    def _line(self, one: ShownLists, entry: PublishedEntry, at: int) -> list[Json]:
        """Place, rating, change, games, and the key of the word that says why there is no place."""
        if entry.place is None and not entry.standing:
            other = not one.pace and bool(entry.paces)
            return ["", "", "", entry.n or "", "other_paces" if other else "kept"]
        return [
            entry.place or "", self._rating(entry.player.rating, at),
            "" if entry.change is None else signed(entry.change), entry.n or "",
            entry.standing and _state(entry.standing),
        ]  # fmt: skip

    def player(self, person: Person) -> Json:
        """Everything shown on a person's page."""
        who = _Named()
        number, last = self._number[id(person)], person.last
        events = self._careers.of(person)
        is_shown = person.shown(self.at) is not None
        peak, games = last.player.peak, last.player.games
        return {
            "name": person.name, "title": last.player.title, "id": last.player.id,
            "club": club_of(last), "born": last.player.born or "",
            "former": person.former_names,
            "peak": self._rating(peak) if is_shown and peak is not None else "",
            "games": games if is_shown and games is not None else "",
            "now": [self._now(number, at) for at in range(len(self._shown))],
            "lists": [
                [at, [self._history(number, pace, at) for pace in range(len(self._shown))]]
                for at in sorted(person.entries, reverse=True)
            ],
            "sides": [[*key, *_score(one)] for key, one in by_side(events).items()],
            "met": [[who(one), *_score(score)] for one, score in by_opponent(events)],
            "best": [
                [who(one.who), self._rating(one.rating, event.at), *self._event_of(event)]
                for event, one in best_wins(events, self.site.is_lowest_first)
            ],
            "events": [self._attended(one, who) for one in events],
            "steps": self._steps(person),
            "unclear": [
                at for at, entry in person.entries.items()
                if entry.token in self.season.lists[at].unclear
            ],
            "who": who.named,
        }  # fmt: skip

    def _now(self, number: int, pace: int) -> Json:
        """Rating, change, place, of how many, better than how many percent; 0 without a rating."""
        shown, standing = self._shown[pace], self._standing[pace]
        entry = shown.season.people[number].entries.get(self.at)
        if entry is None or (entry.place is None and not entry.standing):
            return 0
        line = self._line(shown, entry, -1)
        percent: Json = ""
        if entry.place is not None and standing.n > 1 and entry.player.rating is not None:
            percent = standing.percent(entry.player.rating)
        return [line[1], line[2], line[0], standing.n, percent, line[4]]

    def _history(self, number: int, pace: int, at: int) -> Json:
        shown = self._shown[pace]
        entry = shown.season.people[number].entries.get(at)
        if entry is None or (pace and entry.place is None and not entry.standing):
            return 0
        return self._line(shown, entry, at)

    def _event_of(self, one: Attended) -> list[Json]:
        if one.event is None:
            return ["", one.called]
        return [one.event.page, one.event.title]

    def _attended(self, one: Attended, who: _Named) -> Json:
        rounds = [
            [
                each.round or "", self._side(each.side, one.at), who(each.who),
                self._rating(each.rating, one.at), each.result, _number(each.points),
                _number(each.expected), _signed(each.change), self._cell(each.note, one.at),
            ]
            for each in one.rounds
        ]  # fmt: skip
        points = [each.points for each in one.rounds if each.points is not None]
        return [
            *self._event_of(one), _days(one.event), one.at, one.pace, len(one.rounds),
            _number(sum(points, Decimal(0))), _signed(one.change), rounds,
        ]  # fmt: skip

    def _steps(self, person: Person) -> Json:
        """The steps of each list, by the events they include."""
        found: dict[int, dict[str, list[Json]]] = {}
        for at, entry in sorted(person.entries.items(), reverse=True):
            for row in self.season.lists[at].of("steps", entry.token):
                own = found.setdefault(at, {}).setdefault(str(row.get("event", "")), [])
                own.append(self._step(row, at))
        return [[at, list(map(list, own.items()))] for at, own in found.items()]

    def event(self, one: Occasion) -> Json:
        """Everything shown on an event's page."""
        who, held = _Named(), one.held
        rounds: dict[int, list[Json]] = {}
        is_coloured = all(game.is_coloured for game in one.meetings)
        for game in one.meetings:
            own = rounds.setdefault(game.round, [])
            own.append([who(game.first), game.result, who(game.second)])
        parts = [
            [who(part.who), self.before(part.who, one), part.n, number(part.points)]
            for part in one.parts
        ]
        return {
            "title": one.title, "days": _days(one), "at": one.at, "pace": held.pace,
            "players": held.people, "games": held.count, "coloured": is_coloured,
            "parts": parts, "rounds": sorted(map(list, rounds.items())), "who": who.named,
        }  # fmt: skip

    def before(self, who: Person | str, event: Occasion) -> str:
        """The rating on the list before an event, if that list was given."""
        if not event.at or not isinstance(who, Person):
            return ""
        shown = next((one for one in self._shown if one.pace == event.held.pace), self.site)
        entry = shown.season.people[self._number[id(who)]].shown(event.at - 1)
        return "" if entry is None else self._rating(entry.player.rating, event.at - 1)

    def _rating(self, value: Decimal | None, at: int = -1) -> str:
        rules = self.site.rules[at]
        if value is None:
            return ""
        return number(value) if rules is None else rating_text(value, rules)

    def _cell(self, text: str, at: int) -> Json:
        of = self.season.lists[at].language
        return _said([translated(text, of, code) for code in LANGUAGES]) if text else ""

    def _side(self, side: str, at: int) -> Json:
        if not side:
            return ""
        rules = self.site.rules[at]
        is_red = side == "w" and rules is not None and rules.game == "xiangqi"
        return _said([say(code, "side_red" if is_red else _SIDES[side]) for code in LANGUAGES])

    def _step(self, row: Values, at: int) -> list[Json]:
        """A step in all languages, its clause, and 1 if it is not translated."""
        text, clause = str(row.get("step", "")), str(row.get("clause", ""))
        steps = [self.site.steps[at].said(text, clause, code) for code in LANGUAGES]
        found = [_said([one.text for one in steps]), clause]
        return found if all(map(eq, LANGUAGES, (one.language for one in steps))) else [*found, 1]


class _Named:
    """Numbers people from 0 as they are first mentioned; `named` lists them in that order."""

    def __init__(self) -> None:
        self.named: list[Json] = []
        self._places: dict[str, int] = {}

    def __call__(self, who: Person | str) -> int:
        key = who.page if isinstance(who, Person) else f"#{who}"
        if key not in self._places:
            self._places[key] = len(self.named)
            self.named.append([who.page, who.name] if isinstance(who, Person) else ["", who])
        return self._places[key]


def _shared(named: Mapping[str, Any], n: int) -> list[dict[str, Any]]:
    """The values of `named` by page, divided among the `n` parts to which the pages belong."""
    found: list[dict[str, Any]] = [{} for _ in range(n)]
    for page, one in named.items():
        found[part_of(page, n)][page] = one
    return found


def _said(texts: Sequence[str]) -> Json:
    return texts[0] if len(set(texts)) == 1 else list(texts)


def _state(standing: str) -> str:
    return standing if standing == "ban" else "inactive"


def _score(one: Score) -> list[Json]:
    return [one.n, number(one.points), one.wins, one.draws, one.losses]


def _days(event: Occasion | None) -> str:
    if event is None:
        return ""
    first, last = event.held.first, event.held.last
    return f"{first} – {last}" if first and last and first != last else str(last or first or "")


def _number(value: object) -> str:
    found = value if isinstance(value, Decimal) else number_of(value)
    return ("" if value is None else str(value)) if found is None else number(found)


def _signed(value: object) -> str:
    found = value if isinstance(value, Decimal) else number_of(value)
    return "" if found is None else signed(found)
