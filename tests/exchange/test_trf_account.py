"""Nothing of a report file is dropped in silence: the property, over real files and made-up ones.

Change, delete or add one character, field or record: then the event or the error is another one, or
the account names the place as not used, or the text is another spelling of the same value.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal, InvalidOperation
from pathlib import Path

import pytest
from needs import EVERY
from workbooks import EVENTS, random_event

from xlrating.engine.account import CHECKED, USED, Account
from xlrating.engine.errors import RatingError
from xlrating.engine.event import Event
from xlrating.engine.rounding import ZERO
from xlrating.engine.scoring import Scoring
from xlrating.exchange.account import in_a_line, in_full
from xlrating.exchange.trf import read_trf
from xlrating.exchange.trf_layout import BYE_CODES, FIELDS, FIRST_ROUND, ROUND_WIDTH
from xlrating.exchange.trf_writer import write_trf

#: How many changes are tried.
CHANGES = 20_000 if EVERY else 400
SWISS = EVENTS.parent / "trf" / "every-unplayed-round.trf"
FILES = [*sorted(EVENTS.glob("*/event.trf")), SWISS]
#: What made-up files say besides.
MORE = """\
082 0
112 Deputy
122 90 min + 30 sec
132                                                                                        26/05/01  26/05/02
152 W
162  W 1.0    D 0.5    L 0.0    P 0.5
182 Somebody's program
192 FIDE_DUTCH_2026
202 BH/C1,BH,SB
222 5400+30
250      01.0 001 002    1    2
260 001 002    1    2
### a comment
XXC white1
""".splitlines()


def made(seed: int) -> str:
    """A file of an event as nobody plays it, with records of every kind."""
    event = random_event(seed, 3 + seed % 9, 2 + seed % 4)
    people = tuple(p for p in event.players)
    whole = replace(
        event,
        players=tuple(replace(p, rating=p.rating and Decimal(int(p.rating)), facts={}, k=None,
                              games=None, peak=None) for p in people),
        games=tuple(g for g in event.games if not g.playoff), format="swiss",
    )  # fmt: skip
    chance = random.Random(seed)
    half = [line for line in MORE if line.startswith("162")]
    if seed % 3 == 0:
        whole = replace(whole, scoring=Scoring({"PAB": Decimal("0.5")}))
    lines = write_trf(whole).text.splitlines()
    others = [line for line in MORE if line not in half and chance.random() < 0.7]
    if "222 5400+30" in others and not any(x.startswith("122") for x in others):
        others.append("122 90 min + 30 sec")
    at = next(i for i, line in enumerate(lines) if line.startswith("001"))
    lines[at:at] = [x for x in others if x[:3] not in {line[:3] for line in lines}]
    return "\n".join(lines) + "\n"


def texts() -> list[str]:
    """The files that are changed."""
    return [path.read_text("utf-8") for path in FILES] + [made(seed) for seed in range(12)]


def read_text(text: str, folder: Path) -> tuple[object, Account | None]:
    """What a text gives: all that its event says, or the error; and its account."""
    path = folder / "event.trf"
    path.write_bytes(text.encode("utf-8"))
    try:
        event = read_trf(path)
    except RatingError as error:
        return str(error), None
    return all_of(event), event.account


def all_of(event: Event) -> object:
    """Everything that an event says, places in the file apart."""
    assert event.report is not None
    doubts = [(one.key, str(one.words)) for one in event.report.doubts]
    bare = replace(event, account=None)
    said = (event.printed_places, event.report.counts_ahead, event.says_format, event.says_colours)
    return repr((bare, said, doubts))


# --- other spellings of the same ------------------------------------------------------------------

_SAME_BYE = {code: points for points, codes in BYE_CODES.items() for code in codes if code != "F"}


def _number(text: str) -> object:
    try:
        return f"{Decimal(text.replace(',', '.') or '0') + ZERO:.3f}"
    except InvalidOperation:
        return text


def meaning(line: str) -> object:
    """What a line says, its spelling apart: blanks around fields, zeros, small letters."""
    line = line.rstrip("\r\n\x1a ")
    tag = line[:3]
    if tag != "001":
        said = " ".join(line[3:].split())
        if tag in ("202", "212"):
            codes = re.split(r"[,;\s]+", said.upper().replace("/", "-"))
            return tag, tuple(filter(None, codes))
        if tag in ("122", "222"):  # in words of many kinds; without them it is named as not used
            return tag, tuple(map(_number, re.findall(r"\d+(?:[.]\d+)?", said)))
        if tag in ("042", "052"):
            return tag, tuple(_number(part) for part in re.split(r"[-/., ]+", said))
        if tag in ("092", "192"):
            coded = set(re.split("[^A-Z]+", said.upper())) & {"DUTCH", "SWISS"} and "_" in said
            letters = "".join(filter(str.isalpha, said.lower()))
            return tag, tuple(word for word in ("swiss", "roundrobin") if word in letters or coded)
        if tag in ("162", "240", "299", "142", "XXR", "062", "072"):
            return tag, tuple(
                _number(part) for part in re.findall(r"[\d.]+|[^\s\d.]+", said.upper())
            )
        return tag, said
    fields = []
    for key, field in FIELDS.items():
        text = line[field.first - 1 : field.last].strip()
        if key in ("no", "rating", "points", "place"):
            fields.append(_number(text))
        elif key == "born":
            fields.append(str(re.findall(r"\d{4}", text)[:1]))
        elif key == "id":
            fields.append("" if text == "0" else text)
        else:
            fields.append(text.lower() if key in ("sex", "title") else text)
    gaps = "".join(line[at - 1 : at] for at in (4, 9, 14, 48, 53, 57, 69, 80, 85, 90, 91)).strip()
    rounds = [
        round_of(line[at : at + ROUND_WIDTH])
        for at in range(FIRST_ROUND - 1, len(line), ROUND_WIDTH)
    ]
    while rounds and not rounds[-1]:
        rounds.pop()
    return tag, tuple(map(str, fields)), gaps, tuple(rounds)


def round_of(text: str) -> object:
    """What the columns of a round say."""
    text = text.ljust(ROUND_WIDTH)
    opponent, colour, code = text[:4].strip(), text[5].strip().lower(), text[7].strip().upper()
    other = text[4] + text[6] + text[8:]
    if not opponent.strip("0"):
        if not code and not other.strip():
            return colour.strip("-")
        return "bye", _SAME_BYE.get(code, code), other.strip(), colour.strip("-")
    # The colour of a game may stand in one of its two lines.
    return _number(opponent), code, other.strip(), colour.strip("wb-")


def said(lines: list[str]) -> Counter[object]:
    """What the lines say; what is said twice in the same words is said, but for players and points."""
    found = Counter(meaning(line) for line in lines if line.strip())
    return Counter({one: n if str(one)[2:5] in ("001", "299") else 1 for one, n in found.items()})


# --- the changes ----------------------------------------------------------------------------------

LETTERS = "0123456789 -+=/.,;:wbWBDLHFUZXabcGMü№\t"
ADDED = ["012 Another", "112 Somebody", "001    1      Twice", "250      01.0 001 002    1    2", "XXZ 1",
         "101    9      Lost", "### remark", "162  W 3.0", "212 PTS,SB", "240 H 001    1", "999 what",
         "299           0.5  000    1", "GER    1      National name", "what is this", "XXS W=2"]  # fmt: skip


def changed(lines: list[str], chance: random.Random) -> tuple[list[str], int, int]:
    """The lines with one change, and its line and column, counted from 1; column 0 for a line."""
    found = list(lines)
    at = chance.randrange(len(found))
    kind = chance.choice(
        ["letter", "letter", "letter", "delete", "insert", "line", "twice", "add", "field"]
    )
    if kind == "line":
        del found[at]
        return found, at + 1, 0
    if kind == "twice":
        found.insert(at, found[at])
        return found, at + 1, 0
    if kind == "add":
        found.insert(at, chance.choice(ADDED) + "\n")
        return found, at + 1, 0
    line = found[at].rstrip("\r\n")
    end = found[at][len(line) :]
    if kind == "field" and line.startswith("001"):
        fields = [(f.first, f.last) for f in FIELDS.values()]
        fields += [
            (FIRST_ROUND + ROUND_WIDTH * n, FIRST_ROUND + 8 + ROUND_WIDTH * n) for n in range(4)
        ]
        first, last = chance.choice(fields)
        other = chance.choice([x for x in lines if x.startswith("001")]).ljust(last)
        found[at] = (
            line.ljust(last)[: first - 1] + other[first - 1 : last] + line.ljust(last)[last:] + end
        )
        return found, at + 1, first
    column = chance.randrange(len(line) + 1)
    letter = chance.choice(LETTERS)
    rest = {"letter": line[column + 1 :], "delete": line[column + 1 :]}.get(kind, line[column:])
    found[at] = line[:column] + ("" if kind == "delete" else letter) + rest + end
    return found, at + 1, column + 1


def is_named(account: Account | None, line: int, column: int) -> bool:
    """Whether an account names a place as not used."""
    if account is None:
        return False
    if account.is_unused(line):
        return True
    of_players = any(line in one.lines for one in account.records if one.name == "001")
    own = [one for one in account.columns if one.number <= column]
    return (
        of_players and bool(own) and max(own, key=lambda one: one.number).use not in (USED, CHECKED)
    )


def silent(text: str, chance: random.Random, n: int, folder: Path) -> Iterator[tuple[str, str]]:
    """The changes of a text that nothing shows: the lines before and after."""
    lines = text.splitlines(keepends=True)
    before, account = read_text(text, folder)
    for _ in range(n):
        found, line, column = changed(lines, chance)
        after, other = read_text("".join(found), folder)
        if after != before or is_named(account, line, column) or is_named(other, line, column):
            continue
        if said(found) == said(lines):
            continue
        old = next((x for x in lines if x not in found), "")
        new = next((x for x in found if x not in lines), "")
        yield old, new


@pytest.mark.parametrize("number", range(len(FILES) + 12))
def test_nothing_is_dropped_in_silence(number: int, tmp_path: Path) -> None:
    """The property that ends this kind of fault."""
    text, chance = texts()[number], random.Random(number)
    found = list(silent(text, chance, CHANGES // (len(FILES) + 12), tmp_path))
    assert found == [], f"{len(found)}: " + "\n".join(map(repr, found[:5]))


@pytest.mark.parametrize("path", FILES[:-1], ids=lambda path: path.parent.name)
def test_most_of_a_file_is_used(path: Path) -> None:
    """An account that lists everything as unused is none; 95 % of the fields are used."""
    account = read_trf(path).account
    assert account is not None
    used = unused = 0
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        fields = [f.first for f in FIELDS.values() if line[f.first - 1 : f.last].strip()]
        rounds = range(FIRST_ROUND, len(line.rstrip()) + 1, ROUND_WIDTH)
        fields += [at for at in rounds if line[at - 1 : at + 8].strip()]
        for column in fields if line.startswith("001") else [1] * bool(line[3:].strip()):
            is_left = is_named(account, number, column)
            used, unused = used + (not is_left), unused + is_left
    assert used / (used + unused) >= 0.95, (used, unused)


def test_the_account_in_words() -> None:
    """A line on the terminal, all of it with `read`, in each language."""
    account = read_trf(FILES[0]).account
    assert account is not None and (account.players, account.games, account.byes) == (52, 93, 25)
    assert in_a_line(account, "en") == (
        "read: 52 players, 93 games, 25 byes; not used: 082, 112 (deputy arbiters), 122"
    )
    for language, word in (("en", "deputy arbiters"), ("zh", "副裁判长"), ("ru", "арбитра")):
        assert any(word in line for line in in_full(account, language))
