"""The pages of a site in every language; names are escaped, whatever they contain."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined

from ..engine.languages import LANGUAGE, LANGUAGES
from ..engine.public import __version__
from ..engine.tomlfile import PACKAGE
from ..engine.vocabulary.headings import OTHER_PACES
from .people import ListSeries, Person, PersonMove
from .said import TemplateWords, shown_of
from .site_data import SiteData
from .tops import TEAM, club_of, clubs, tops
from .views import occasions
from .words import WORDS

_FOLDER = PACKAGE / "publishing" / "templates"
#: The number of lines of a list on its page; if there are more, the page says how many.
LINES = 1000
#: The same for players who gained or lost, and for events.
_MOST = 500
#: For how many of the newest events the contents are on a page without script.
_STATIC = 12
#: How many of the biggest gains, losses and of the leaders are on the first page.
_FIRST = 10
#: The pages linked from the head of each page.
_HEAD = ("index", "list", "top", "changes", "events", "about")
#: The pages filled by a script of the same name.
_SCRIPTS = ("list", "player", "event")


def pages(
    season: ListSeries, title: str, languages: Sequence[str], downloads: Mapping[str, Sequence[str]]
) -> Iterator[tuple[str, bytes]]:
    """Every file of the site with its path: pages, style, scripts, and the data they show.

    `languages` are those of the pages, the one of the first page first; `downloads` are the
    files for each that its pages link to.
    """
    site = _Site(season, title, languages, downloads)
    for name in ("site.css", *(f"{one}.js" for one in ("site", "search", *_SCRIPTS))):
        yield name, (_FOLDER / name).read_bytes()
    yield "index.html", site.first_page().encode("utf-8", "replace")
    for language in languages:
        yield f"{language}/words.js", site.words(language).encode("utf-8", "replace")
        for path, text in site.in_language(language):
            yield f"{language}/{path}", text.encode("utf-8", "replace")
    yield from site.data.files()


class _Site:
    """The pages; what is the same in all languages is calculated once."""

    def __init__(
        self,
        season: ListSeries,
        title: str,
        languages: Sequence[str],
        downloads: Mapping[str, Sequence[str]],
    ) -> None:
        self.season, self.languages, self.downloads = season, languages, downloads
        self.events = occasions(season)
        self.shown, self.paced = shown_of(season)
        self.at = self.shown.at
        self.data = SiteData(self.shown, self.paced, self.events)
        newest = (one for one in self.events if one.meetings)
        self.newest = [(one.page, self.data.event(one)) for one in islice(newest, _STATIC)]
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
            known_languages=[(code, LANGUAGE[code].name) for code in LANGUAGE if code in languages],
            locales={one.code: one.locale for one in LANGUAGE.values()},
        )

    def first_page(self) -> str:
        """The page that links to the languages."""
        return self.env.get_template("first.html").render(language=self.languages[0])

    def in_language(self, language: str) -> Iterator[tuple[str, str]]:
        """The pages in a language with their paths."""
        said = TemplateWords(self.shown, language, self.paced)
        season, newest = self.season, self.season.newest
        moves = season.moves(self.at)
        up, down = _by_change(moves)
        new = [one for one in self.events if one.at == self.at] if self.at else []
        yield self._page(
            said, "index.html", "home.html", "index", up_moves=up[:_FIRST],
            down_moves=down[:_FIRST], leaders=newest.shown[:_FIRST], new_events=new,
            n_results=sum(entry.results for entry in newest.entries),
            n_new=len(_new(season)) if self.at else None, n_events=len(self.events),
            paced=[(pace, one.season.newest.shown[:_FIRST]) for pace, one in self.paced.items()],
        )  # fmt: skip
        for shown in (self.shown, *self.paced.values()):
            yield from self._of_lists(TemplateWords(shown, language, self.paced))
        yield self._page(said, "events.html", "events.html", "events", events=self.events)
        yield self._page(said, "about.html", "about.html", "about")
        yield self._page(said, "player.html", "player.html", "list")
        yield self._page(said, "event.html", "event.html", "events", newest_events=self.newest)

    def words(self, language: str) -> str:
        """The texts of the scripts, and what they know about the site, as a script of one value."""
        said = TemplateWords(self.shown, language, self.paced)
        lists = range(len(self.season.lists))
        known = {
            "language": LANGUAGES.index(language), "counts": self.data.counts,
            "lists": list(map(said.day, lists)), "counted": list(map(said.counted_in, lists)),
            "first": list(map(said.first_side, lists)),
            "paces": [[pace, said.pace(pace)] for pace in ("", *self.paced)],
            "named": {pace: said.pace(pace) for pace in ("", *OTHER_PACES)},
            "columns": {"rating": said.column("rating"), "club": said.club_heading()},
            "words": {key: texts[language] for key, texts in WORDS.table.items()},
        }  # fmt: skip
        return f"xlrating.site = {json.dumps(known, ensure_ascii=False)};\n"

    def _page(self, said: TemplateWords, path: str, template: str, key: str, **parts: Any
              ) -> tuple[str, str]:  # fmt: skip
        """A page with its path; a page about one pace shows that pace's season."""
        season, kind = said.site.season, template.removesuffix(".html")
        paces = [(_prefixed(pace, f"{kind}.html"), pace) for pace in ("", *self.paced)]
        text = self.env.get_template(template).render(
            say=said, t=said.word, language=said.language, path=path, current=key, most=_MOST,
            script=kind if kind in _SCRIPTS else "", downloads=self.downloads[said.language],
            season=season, newest=season.newest, paces=paces if self.paced else [],
            pace_number=["", *self.paced].index(said.site.pace), **parts,
        )  # fmt: skip
        return path, text

    def _of_lists(self, said: TemplateWords) -> Iterator[tuple[str, str]]:
        """The list, its leaders and its changes; the pages of a pace have its name as prefix."""
        shown = said.site
        season, newest, pace = shown.season, shown.season.newest, shown.pace
        listed = newest.listed
        name = _prefixed(pace, "list.html")
        yield self._page(
            said, name, "list.html", "list", entries=listed, size=LINES,
            parts=[
                (f"{name}?from={at + 1}" if at else name, at + 1, min(at + LINES, len(listed)))
                for at in range(0, len(listed), LINES)
            ],
        )  # fmt: skip
        yield self._page(
            said, _prefixed(pace, "top.html"), "top.html", "top", tops=tops(newest), team=TEAM,
            clubs=clubs(newest, shown.is_lowest_first), has_clubs=any(map(club_of, newest.shown)),
        )  # fmt: skip
        moves = season.moves(self.at)
        up, down = _by_change(moves)
        yield self._page(
            said, _prefixed(pace, "changes.html"), "changes.html", "changes", up_moves=up,
            down_moves=down, new=[m for m in moves if m.before is None and m.after is not None],
            gone=[m for m in moves if m.after is None],
            same=sum(m.change == 0 for m in moves if m.before and m.after),
        )  # fmt: skip


def _new(season: ListSeries) -> list[Person]:
    """Players rated at some pace on the newest list, and at none on the one before."""
    at = len(season.lists) - 1

    def is_rated(person: Person, on: int) -> bool:
        entry = person.entries.get(on)
        return entry is not None and (entry.place is not None or bool(entry.paced))

    return [one for one in season.people if is_rated(one, at) and not is_rated(one, at - 1)]


def _prefixed(pace: str, name: str) -> str:
    """The page for a pace: ``rapid-list.html``."""
    return f"{pace}-{name}" if pace else name


def _by_change(moves: Sequence[PersonMove]) -> tuple[list[PersonMove], list[PersonMove]]:
    """The players who gained and those who lost, most first."""
    up = [move for move in moves if move.change > 0]
    down = [move for move in moves if move.change < 0]
    return sorted(up, key=lambda m: -m.change), sorted(down, key=lambda m: m.change)
