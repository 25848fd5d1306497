"""Values and changes that nobody who wrote a reader thought of, drawn from one `Random`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

#: What people, programs and attackers put where a number or a name is expected.
TEXTS = (
    "", " ", "0", "1", "-1", "2", "½", "0.5", "0,5", "1-0", "0-1", "½-½", "1/2-1/2", "+/-", "=",
    "1:0", "bye", "BYE 1", "BYE ½", "-1", "--", "x", "yes", "да", "是", "no", "Anna", "anna ", "Boris",
    "2000", "1850.5", "1.850", "1,850", "1 850", "1 850", "2,000.5", "2.000,5", "１８５０", "٢٠٠٠",
    "1e3", "1e308", "1e-400", "1E+400", "0x10", "1_000", "NaN", "nan", "inf", "-Infinity", "1-2", "١",
    "99", "100", "999", "1000", "4000", "4001", "9999", "45942", "999999999", "10000000000000000000",
    "9" * 40, "9" * 400, "9" * 5000, "0." + "3" * 400, "-0", "+5", "00012", "²", "Ⅷ", "20½", "½½", "1½",
    "#N/A", "#REF!", "#DIV/0!", "#ИМЯ?", "Err:502", "=1+1", "=cmd|' /C calc'!A0", "+1", "@SUM(A1)",
    "'=1", '"', '""', "'", ",", ";", "\t", "\r", "\n", "\r\n", "\x00", "\x01", "\x0b", "\x1b[2J", "\x7f",
    "\x85", "\u2028", "\u200b", "\u202e", "\ufeff", "\ufffe", "\U0001f469\u200d\U0001f4bb", "e\u0301", "é",
    "王天一", "Иванов", "Kovač", "ﬀ", "ß", "ẞ", "İ", "A" * 300, "A" * 40000, "%s", "{0}", "{round}",
    "../../etc/passwd", "C:\\x", "\\\\evil\\share", "http://e", "file:///etc/passwd", "x.toml",
    "2025-10-12", "12.10.2025", "10/12/2025", "2025/13/45", "0000-00-00", "31.02.2020", "20251012",
    "9999-12-31", "12 окт 2025", "2025年10月12日", "m", "f", "男", "女", "w", "b", "GM", "g", "IM", "WFM",
    "fide", "fide@2024-03-01", "fide@0000", "fide:list=rapid", "elo:model=logistic", "uscf", "cxa-rapid",
    "dwz", "malaysia", "china-pro", "rank-ladder", "glicko2", "nevzorov", "FIDE @ 2025", "fide@", "@", ":",
    "rounds", "round", "white", "black", "result", "rating", "name", "id", "no", "born", "title", "sex",
    "federation", "games", "peak", "k", "轮次", "红方", "黑方", "结果", "тур", "белые", "чёрные", "результат",
    "white_rating", "white_score", "black_score", "board", "playoff", "moves", "r1", "r2", "r99", "r1000",
    "format: round robin", "swiss", "round-robin", "#", "# x", "#1001", "sep=;", "1w1", "2b0", "3w=", "19w1",
    "+W2", "-B1", "=BYE", "-½", "1F0", "001", "012", "XXR", "240", "13w½",
)  # fmt: skip

NUMBERS: tuple[float, ...] = (
    0, 1, -1, 0.5, -0.5, 0.1, 2, 3, 10, 15, 40, 99, 100, 735, 736, 1000, 1850, 2000, 2000.5, 2400, 2699.5,
    2850, 4000, 4001, 9999, 1e4, 1e5, 45942, 1e9, 1e11, 1e12, 999999999999.9, 1e13, 1e15, 1e16, 1e100,
    1e300, 1.7976931348623157e308, 5e-324, 1e-5, 1e-12, 1e-300, -1e300, float("inf"), float("-inf"),
    float("nan"), -0.0, 2**31, 2**53, 2**63, 2**64, 10**30, 10**400, 10**5000, -(10**5000), 0.30000000000000004,
)  # fmt: skip


def text(random: Random) -> str:
    """A wild text, sometimes of two."""
    found = random.choice(TEXTS)
    return found + random.choice(TEXTS) if random.random() < 0.1 else found


def number(random: Random) -> float:
    """A wild number, or an ordinary rating."""
    draw = random.random()
    if draw < 0.4:
        return random.choice(NUMBERS)
    if draw < 0.8:
        return random.randint(900, 2900)
    return random.uniform(-10, 5000)


def piece(random: Random) -> bytes:
    """Some bytes: a wild text in one of the encodings, or noise."""
    if random.random() < 0.2:
        return random.randbytes(random.randint(1, 8))
    encoding = random.choices(("utf-8", "utf-16", "gb18030", "cp1251"), (17, 1, 1, 1))[0]
    return text(random).encode(encoding, "replace")


def _span(data: bytes, random: Random, most: int = 40) -> tuple[int, int]:
    start = random.randint(0, len(data))
    return start, min(len(data), start + random.randint(1, most))


def _cut(data: bytes, random: Random) -> bytes:
    start, end = _span(data, random)
    return data[:start] + data[end:]


def _put(data: bytes, random: Random) -> bytes:
    start, _ = _span(data, random)
    return data[:start] + piece(random) + data[start:]


def _replace(data: bytes, random: Random) -> bytes:
    start, end = _span(data, random)
    return data[:start] + piece(random) + data[end:]


def _again(data: bytes, random: Random) -> bytes:
    start, end = _span(data, random, 200)
    return data[:end] + data[start:end] * random.choice((1, 1, 2, 50)) + data[end:]


def _move(data: bytes, random: Random) -> bytes:
    start, end = _span(data, random, 200)
    rest = data[:start] + data[end:]
    to = random.randint(0, len(rest))
    return rest[:to] + data[start:end] + rest[to:]


def _flip(data: bytes, random: Random) -> bytes:
    if not data:
        return data
    at = random.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << random.randrange(8)]) + data[at + 1 :]


def _end(data: bytes, random: Random) -> bytes:
    return data[: random.randint(0, len(data))]


def _lines(data: bytes, random: Random) -> bytes:
    """Two lines exchanged, one twice, one away."""
    lines = data.split(b"\n")
    one, other = random.randrange(len(lines)), random.randrange(len(lines))
    change = random.randrange(3)
    if change == 0:
        lines[one], lines[other] = lines[other], lines[one]
    elif change == 1:
        lines.insert(other, lines[one])
    else:
        del lines[one]
    return b"\n".join(lines)


Change = Callable[[bytes, Random], bytes]

BYTES: Sequence[Change] = (_cut, _put, _replace, _again, _move, _flip, _end, _lines)


def changed(data: bytes, random: Random, ways: Sequence[Change] = BYTES) -> bytes:
    """The bytes after one to four changes, mostly one."""
    for _ in range(random.choices((1, 2, 3, 4), (6, 2, 1, 1))[0]):
        data = random.choice(ways)(data, random)
    return data
