"""The pages of a site, in every language: names are text in them, whatever they hold."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined

from .. import __version__
from ..engine.columns import signed
from ..engine.rounding import half_away
from ..engine.showing import rating_text
from ..engine.terms.periods import is_lowest_first
from ..engine.texts import LANGUAGE_NAMES, LANGUAGES, LOCALES, number, say
from ..engine.tomlfile import PACKAGE
from ..engine.words.headings import OTHER_PACES, on_ladder
from .chart import Chart, chart
from .people import Move, Person, Season
from .reading import number_of
from .rules_of import rules_named
from .steps import Step, Steps
from .tops import TEAM, club_of, clubs, tops
from .views import Occasion, Part, occasions, played_by_person
from .words import translated, word

_FOLDER = PACKAGE / "publishing" / "templates"
#: So many lines of a list stand on a page.
LINES = 1000
#: So many are shown of those who gained or lost most, and of the leaders, on the first page.
_FIRST = 10
#: The pages that the head of each page leads to.
_HEAD = ("index", "list", "top", "changes", "events", "about")


def pages(
    season: Season, title: str, languages: Sequence[str], downloads: Mapping[str, Sequence[str]]
) -> Iterator[tuple[str, bytes]]:
    """Every file of the site with its path: pages, style, and the search with its index.

    `languages` are those of the pages, the one of the first page first; `downloads` are the
    files of each that its pages lead to.
    """
    site = _Site(season, title, languages, downloads)
    for name in ("site.css", "search.js"):
        yield name, (_FOLDER / name).read_bytes()
    yield "index.js", _index(season).encode()
    yield "index.html", site.first_page().encode("utf-8", "replace")
    for language in languages:
        for path, text in site.in_language(language):
            yield f"{language}/{path}", text.encode("utf-8", "replace")


def _index(season: Season) -> str:
    """What the search looks in: a script of texts, nothing of which ends the script."""
    found = []
    for person in season.people:
        entry = person.shown(len(season.lists) - 1)
        player = person.last.player
        rating = "" if entry is None else number(player.rating)
        names = " / ".join([person.name, *person.former_names])
        found.append([names, player.id, club_of(person.last), rating, person.page])
    text = json.dumps(found, ensure_ascii=True).replace("<", "\\u003c")
    return f"window.xlratingIndex = {text};\n"


class _Site:
    """The pages; what is the same in all languages is worked out once."""

    def __init__(
        self,
        season: Season,
        title: str,
        languages: Sequence[str],
        downloads: Mapping[str, Sequence[str]],
    ) -> None:
        self.season, self.title = season, title
        self.languages, self.downloads = languages, downloads
        self.rules = [rules_named(one.rules) for one in season.lists]
        self.steps = [Steps(one.language, one.rules) for one in season.lists]
        self.events = occasions(season)
        self.played = played_by_person(self.events)
        self.by_name: list[dict[str, Occasion]] = [{} for _ in season.lists]
        for one in self.events:
            self.by_name[one.at].setdefault(one.called, one)
        self.at = len(season.lists) - 1
        self.moves = season.moves(self.at)
        self.env = Environment(
            loader=FunctionLoader(lambda name: (_FOLDER / name).read_text("utf-8")),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self.env.filters["club_of"] = club_of
        self.env.globals.update(
            season=season,
            newest=season.newest,
            at=self.at,
            site_title=title,
            version=__version__,
            head=_HEAD,
            club_of=club_of,
            known_languages=[
                (code, name)
                for code, name in zip(LANGUAGES, LANGUAGE_NAMES, strict=True)
                if code in languages
            ],
            locales=LOCALES,
        )

    def first_page(self) -> str:
        """The page that leads to the languages."""
        return self.env.get_template("first.html").render(language=self.languages[0])

    def in_language(self, language: str) -> Iterator[tuple[str, str]]:
        """The pages of a language with their paths."""
        said = _Said(self, language)

        def page(path: str, template: str, key: str, **parts: Any) -> tuple[str, str]:
            up = "../" * path.count("/")
            text = self.env.get_template(template).render(
                say=said, t=said.word, language=language, path=path, up=up, root=up + "../",
                current=key, downloads=self.downloads[language], **parts,
            )  # fmt: skip
            return path, text

        season, newest = self.season, self.season.newest
        up, down = _by_change(self.moves)
        new = [one for one in self.events if one.at == self.at] if self.at else []
        yield page(
            "index.html", "home.html", "index", up_moves=up[:_FIRST], down_moves=down[:_FIRST],
            leaders=newest.shown[:_FIRST], new_events=new,
            n_results=sum(entry.n or 0 for entry in newest.entries),
            n_new=sum(m.before is None for m in self.moves if m.after) if self.at else None,
            n_events=len(self.events),
        )  # fmt: skip
        listed = newest.listed
        for first in range(0, max(1, len(listed)), LINES):
            part = first // LINES
            yield page(
                _list_page(part), "list.html", "list", entries=listed[first : first + LINES],
                parts=[
                    (_list_page(n), at + 1, min(at + LINES, len(listed)))
                    for n, at in enumerate(range(0, len(listed), LINES))
                ],
            )  # fmt: skip
        lowest = self.rules[-1] is not None and is_lowest_first(self.rules[-1])
        yield page(
            "top.html", "top.html", "top", tops=tops(newest), team=TEAM,
            clubs=clubs(newest, lowest), has_clubs=any(map(club_of, newest.shown)),
        )  # fmt: skip
        yield page(
            "changes.html", "changes.html", "changes", up_moves=up, down_moves=down,
            new=[m for m in self.moves if m.before is None and m.after is not None],
            gone=[m for m in self.moves if m.after is None],
            same=sum(m.change == 0 for m in self.moves if m.before and m.after),
        )  # fmt: skip
        yield page("events.html", "events.html", "events", events=self.events)
        yield page("about.html", "about.html", "about")
        yield page("search.html", "search.html", "search")
        for one in self.events:
            yield page(f"events/{one.page}.html", "event.html", "events", event=one)
        for person in season.people:
            yield page(
                f"players/{person.page}.html", "player.html", "list", person=person,
                played=self.played.get(person.page, []), chart=said.chart(person),
                history=[(at, person.entries[at]) for at in sorted(person.entries, reverse=True)],
            )  # fmt: skip


def _list_page(part: int) -> str:
    return f"list-{part + 1}.html" if part else "list.html"


def _by_change(moves: Sequence[Move]) -> tuple[list[Move], list[Move]]:
    """Those who gained and those who lost, most first."""
    up = [move for move in moves if move.change > 0]
    down = [move for move in moves if move.change < 0]
    return sorted(up, key=lambda m: -m.change), sorted(down, key=lambda m: m.change)


class _Said:
    """What templates say in a language."""

    def __init__(self, site: _Site, language: str) -> None:
        self.site, self.language, self.at = site, language, site.at
        self._has_clubs = any(entry.club for entry in site.season.newest.entries)
        #: The paces that the lists have besides the standard one.
        self.paces = [
            pace for pace in OTHER_PACES if any(pace in one.paces for one in site.season.lists)
        ]

    def word(self, key: str, **parts: object) -> str:
        """One of the words of the pages."""
        return word(self.language, key, **parts)

    def day(self, at: int) -> str:
        """What a list is called: its day, else its file."""
        one = self.site.season.lists[at]
        return str(one.day or one.file)

    def heading(self, at: int) -> str:
        """A list in words."""
        return self.word("of_day", day=self.day(at))

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

    def number(self, value: object, places: int = 4) -> str:
        """A number of a sheet; whatever else stands there as it is."""
        found = value if isinstance(value, Decimal) else number_of(value)
        return ("" if value is None else str(value)) if found is None else number(found, places)

    def mean(self, value: Decimal) -> str:
        """A mean rating with one decimal."""
        return f"{half_away(value, 1):.1f}"

    def rules(self, at: int) -> str:
        """The rules of a list, by name and reference."""
        one, rules = self.site.season.lists[at], self.site.rules[at]
        if rules is None:
            return one.rules
        return f"{rules.names.get(self.language, rules.id)} ({one.rules})"

    def cell(self, text: object, at: int) -> str:
        """What stands on a sheet, in the language of the page where it is one of a few words."""
        return translated(str(text or ""), self.site.season.lists[at].language, self.language)

    def first_side(self, at: int) -> str:
        """Who moves first: White, in xiangqi Red."""
        rules = self.site.rules[at]
        return self.word("red" if rules is not None and rules.game == "xiangqi" else "white")

    def games(self, person: Person, at: int) -> list[tuple[Occasion | None, str, list[Any]]]:
        """The games of a person on the sheet of a list, event by event."""
        one = self.site.season.lists[at]
        found: dict[str, list[Any]] = {}
        for row in one.of("games", person.entries[at].token):
            opponent = self.site.season.named(at, str(row.get("opponent", "")))
            found.setdefault(str(row.get("event", "")), []).append((row, opponent))
        return [(self.site.by_name[at].get(name), name, rows) for name, rows in found.items()]

    def steps(self, person: Person, at: int) -> list[tuple[str, list[Step]]]:
        """The steps of the calculations of a list, by the events that they take in."""
        found: dict[str, list[Step]] = {}
        for row in self.site.season.lists[at].of("steps", person.entries[at].token):
            step, clause = str(row.get("step", "")), str(row.get("clause", ""))
            own = found.setdefault(str(row.get("event", "")), [])
            own.append(self.site.steps[at].said(step, clause, self.language))
        return list(found.items())

    def before(self, part: Part, at: int) -> str:
        """The rating on the list before an event, where that list was given."""
        if not at or not isinstance(part.who, Person):
            return ""
        entry = part.who.shown(at - 1)
        return "" if entry is None else self.rating(entry.player.rating, at - 1)

    def chart(self, person: Person) -> Chart | None:
        """The ratings of a person over the lists."""
        season = self.site.season
        shown = [
            (at, float(entry.player.rating or 0), self.rating(entry.player.rating, at))
            for at in range(len(season.lists))
            if (entry := person.shown(at)) is not None
        ]
        return chart(
            shown, [self.day(at) for at in range(len(season.lists))],
            [one.day for one in season.lists],
        )  # fmt: skip
