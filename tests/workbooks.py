"""Events and workbooks that several tests use."""

from __future__ import annotations

import importlib.util
import random
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path
from types import ModuleType
from unittest.mock import patch

from live_office import Entry
from needs import EVERY
from openpyxl.utils.cell import coordinate_to_tuple

from xlrating.engine.event import Event, Game, Player
from xlrating.engine.results import RESULT_BY_CODE, read_result
from xlrating.engine.rules.ruleset import available, load
from xlrating.engine.rules.sections.coefficient import conditions
from xlrating.engine.tournament.berger import schedule
from xlrating.engine.vocabulary.spellings import in_language
from xlrating.workbook.book import build
from xlrating.workbook.facts import FACTS, asked
from xlrating.workbook.file import xlsx
from xlrating.workbook.file.grid import Book
from xlrating.workbook.file.writer import to_bytes
from xlrating.workbook.formulas.arithmetic import always_has_k
from xlrating.workbook.native import is_native
from xlrating.workbook.plan import Plan
from xlrating.workbook.templates import filled

EVENTS = Path(__file__).parent / "events"
#: The workbooks that are shipped, and the script that builds them and all others.
FOLDER = Path(__file__).parents[1] / "workbook_templates"
SHIPPED = sorted(FOLDER.rglob("*.xlsx"))


def _script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("build", FOLDER / "build.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SCRIPT = _script()


#: The rule sets of templates.
TEMPLATES = sorted(SCRIPT.RULES, key=SCRIPT.stem)
_SIZES = ((30, 7), (8, 0), (12, 0), (16, 5), (8, 0), (8, 0))
#: The templates that stand for all, one of a rule set: its sizes differ in rows alone. And one in
#: each other language, for what `new` writes in them is tried in every test of formulas.
STANDING = {
    one.name: one
    for one in (
        *(
            SCRIPT.Template(rules, "en", *size)
            for number, rules in enumerate(TEMPLATES)
            for size in (sorted({*_SIZES}) if EVERY else [_SIZES[number % len(_SIZES)]])
        ),
        SCRIPT.Template("cxa-rapid", "zh", 16, 5),
        SCRIPT.Template("elo", "ru", 8),
        *(one for one in SCRIPT.every() if EVERY and (one.rules, one.language) == ("fide", "en")),
    )
}
#: The filled workbooks, by name.
EXAMPLES = [f"examples/{path.name}" for path in SHIPPED if path.parent.name == "examples"]


def write(plan: Plan, path: Path) -> Path:
    """Write a plan as a workbook file; to pack it as small as it gets takes a quarter of the time."""
    with patch.object(xlsx, "_LARGE", 0):
        path.write_bytes(to_bytes(build(plan), plan.language))
    return path


def points(event: Event, no: int) -> Decimal:
    """A player's points, added up from the games list."""
    games = event.games_of[no]
    return sum(
        ((g.result.white if g.white == no else g.result.black) or Decimal(0) for g in games),
        Decimal(0),
    )


def games(*lines: tuple[int, int, int | None, str]) -> tuple[Game, ...]:
    """Games as (round, white or red, black, result)."""
    return tuple(Game(r, w, b, read_result(text)) for r, w, b, text in lines)


def random_event(seed: int, players: int, rounds: int, format: str = "swiss") -> Event:
    """A seeded event with byes, forfeits, unrated players, withdrawals and open games."""
    chance = random.Random(seed)
    people = tuple(
        Player(
            no,
            f"Player {no}",
            None if chance.random() < 0.15 else Decimal(chance.randint(1000, 2800)),
            id=str(1000 + no),
            born=chance.choice([None, 1950, 1990, 2009, 2012]),
            games=chance.choice([None, 0, 12, 29, 30, 400]),
            peak=chance.choice([None, None, Decimal(2401), Decimal(2310)]),
            k=chance.choice([None, None, None, Decimal(15)]),
        )
        for no in range(1, players + 1)
    )
    codes = ["1-0"] * 6 + ["½-½"] * 6 + ["0-1"] * 5 + [
        "1-0 F", "0-1 F", "0-0 F", "POSTPONED", "", "½-0", "0-0", "1-0 U", "½-½ U",
    ]  # fmt: skip
    games = []
    here = list(range(1, players + 1))
    for number in range(1, rounds + 1):
        if len(here) > 4 and chance.random() < 0.3:
            here.remove(chance.choice(here))  # a withdrawal
        order = here[:]
        chance.shuffle(order)
        while order and chance.random() < 0.4:
            bye = RESULT_BY_CODE[chance.choice(["BYE 1", "BYE ½", "BYE 0"])]
            games.append(Game(number, order.pop(), None, bye))
        for white, black in zip(order[::2], order[1::2], strict=False):
            games.append(Game(number, white, black, chance.choice(codes)))
    # Years of birth are known: K follows from them and the day.
    day = date(2025, 10, 12)
    return Event(people, tuple(games), f"Random {seed}", format, rounds, start=day)


def complete_round_robin(seed: int, players: int, cycles: int = 1) -> Event:
    """A seeded round robin in which everybody met everybody, some of them unrated."""
    chance = random.Random(seed)
    event = random_event(seed, players, 2, "round-robin")
    rounds = schedule(players, cycles)
    codes = ("1-0", "0-1", "½-½", "½-½")
    games = tuple(
        Game(number, white, black, chance.choice(codes))
        for number, pairs in enumerate(rounds, 1)
        for white, black in pairs
    )
    return replace(event, games=games, rounds=len(rounds))


def fitted(event: Event, reference: str, seed: int = 0) -> Event:
    """An event with what a rule set asks of its players: scale, K, titles, sex, other facts."""
    rules, chance = load(reference), random.Random(seed)
    table = rules.coefficient
    bounds = [c.bound for row in table.rows for c in conditions(row)] if table else []
    least = Decimal(0) if not bounds or always_has_k(rules) else min(bounds) + 10
    needs_k = table is not None and not table.rows
    is_small = rules.expectancy is not None and rules.expectancy.model == "linear"
    titles = [title for row in rules.start.rows for title in row.titles] if rules.start else []
    values = {
        "index": (0, 1, 3, 7),
        "sex": ("f", "m", "f"),
        "foreign": ("x", "-"),
        "champion": ("x",),
        "bonus_place": (1, 2, 8, 9),
        "absent": ("x",),
        "rd": (Decimal(45), Decimal("120.5"), Decimal(350)),
        "volatility": (Decimal("0.05"), Decimal("0.0612")),
        "periods": (0, 1, 3, Decimal("2.5")),
        "wins": (0, 4, 12),
        "draws": (0, 1),
        "events": (1, 5),
        "floor": (Decimal(1700), Decimal(2000)),
        # A title that natives and foreigners share.
        "new_title": ("GM",),
    }
    keys = {fact.key for fact in asked(rules)}
    #: A place is given once, a champion is one.
    given: set[tuple[str, object]] = set()
    people = []
    for player in event.players:
        rating = player.rating
        if rating is not None:
            rating = (
                rating / 10 if is_small else max(rating, least + rating / 10 if least else rating)
            )
        own = {f.key: chance.choice(values[f.key]) for f in asked(rules) if f.key in values}
        own = {key: value for key, value in own.items() if chance.random() < 0.4}
        once = {item for item in own.items() if item[0] in ("champion", "bonus_place")}
        own = {key: value for key, value in own.items() if (key, value) not in once & given}
        given |= once
        title = chance.choice([*titles, "", "nobody", "特级大师/国际健将"]) if titles else ""
        people.append(
            replace(
                player,
                rating=rating,
                k=player.k or (Decimal(20) if needs_k else None),
                # Prizes ask for sex and year of birth under any rules.
                sex=str(own.pop("sex", "")) if "sex" in keys else "fm"[player.no % 2],
                title=title,
                federation=chance.choice(["", "", "CHN", "MAS", "广东"]),
                facts=own,
                # What the rules do not ask has no column.
                games=player.games if "games" in keys else None,
                peak=player.peak if "peak" in keys else None,
            )
        )
    return replace(event, players=tuple(people))


def plan_of(event: Event, rules: str, language: str = "en", engine: bool = True) -> Plan:
    """The workbook plan of an event under a rule set."""
    return filled(event, load(rules), language=language, engine=engine)


def natives() -> list[str]:
    """Every rule set that claims native formulas as it is."""
    return [name for name in available() if is_native(load(name))]


def native_references(part: slice = slice(None)) -> list[str]:
    """Every rule set that claims native formulas, as it is and with each single choice.

    A workbook is laid out for each: asked for in a test, not when all are collected; of some
    rule sets and choices alone where a part of them is enough.
    """
    found = []
    for name in available():
        options = load(name).options.items()
        chosen = [
            f"{name}:{key}={choice}" for key, option in options for choice in option.choices[1:]
        ]
        found += [name, *chosen]
    return [reference for reference in found[part] if is_native(load(reference))]


def entries(book: Book, event: Event) -> list[Entry]:
    """What a person types into a template for an event: its days, players and games, cell by cell.

    Only into cells that are there to type into, where something else stands.
    """
    places = {name: area.replace("$", "") for name, area in (book.names | book.inputs).items()}
    facts = {fact.key: fact for fact in FACTS}
    found: list[Entry] = []

    def enter(name: str, index: int, value: object) -> None:
        if name not in places:
            return
        sheet, _, area = places[name].partition("!")
        row, col = coordinate_to_tuple(area.partition(":")[0])
        entry = Entry(sheet, row - 1 + index, col - 1, "" if value is None else str(value))
        cell = next(one for one in book.sheets if one.name == sheet).cells[entry.row, entry.col]
        if cell.style.startswith("input") and str(cell.shown) != entry.text:
            found.append(entry)

    enter("event_name", 0, event.name)
    enter("event_place", 0, event.place)
    enter("event_start", 0, event.start)
    enter("event_end", 0, event.end)
    for key, value in event.facts.items():
        enter("prizes_team" if key == "team" else f"event_{key}", 0, value)
    for index, category in enumerate(event.facts.get("prizes", ())):  # type: ignore[arg-type, var-annotated]
        parts = ("name", "sex", "from", "until", "below", "club")
        for part, value in zip(parts, vars(category).values(), strict=True):
            enter(f"prizes_{part}", index, value)
    for index, player in enumerate(event.players):
        for key in ("name", "id", "federation", "title", "rating", "k", *facts):
            fact = facts.get(key)
            enter(f"players_{key}", index, fact.of(player) if fact else getattr(player, key))
    for index, game in enumerate(event.games):
        for key in ("round", "white", "black"):
            enter(f"games_{key}", index, getattr(game, key))
        enter("games_result", index, in_language(game.result.code, book.file_language))
    return found


def with_playoffs(event: Event, seed: int = 0) -> Event:
    """An event in which some players meet again in two or three play-off games each."""
    chance = random.Random(seed)
    found = list(event.games)
    numbers = [player.no for player in event.players]
    chance.shuffle(numbers)
    codes = ("1-0", "0-1", "½-½", "½-½", "1-0 F", "1-0 U", "")
    for first, second in zip(numbers[::2], numbers[1::2], strict=False):
        for place in range(chance.choice((0, 1, 2, 3))):
            pair = (first, second) if place % 2 else (second, first)
            result = RESULT_BY_CODE[chance.choice(codes)]
            found.append(Game(event.table_rounds + 1 + place, *pair, result, playoff=True))
    return replace(event, games=tuple(found))
