"""Names as people write them: which spellings are equal, and which may be misspellings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from unicodedata import category, normalize

from .alphabets import in_latin
from .slips import is_near, variants

#: How similar two names must be for xlrating to ask if one is a misspelling.
ALIKE = 0.85

#: How many similar names are listed.
_NAMED = 3

#: How each ASCII character appears in a plain name.
_PLAIN = {at: chr(at) if chr(at).isalnum() else " " for at in range(128)}


def plain_name(name: str) -> str:
    """A name without case, punctuation and word order; Chinese names also without blanks.

    >>> plain_name("Lee,  Ann") == plain_name("ann LEE"), plain_name("王　伟")
    (True, '王伟')
    """
    if name.isascii():
        # Most names in long lists.
        text = name.lower()
        return " ".join(sorted(text.translate(_PLAIN).split())) or text
    text = normalize("NFKC", name).casefold()
    # Combining marks belong to a name: two that differ in them are two names.
    kept = "".join(c if c.isalnum() or category(c)[0] == "M" else " " for c in text).split()
    if kept and _is_han("".join(kept)):
        return "".join(kept)
    return " ".join(sorted(kept)) or text


def plain_names(names: Sequence[str]) -> list[str]:
    """`plain_name` for many names, with a fast path for ASCII.

    >>> plain_names(["Lee, Ann", "-"]), plain_names(["王　伟", "Bob"])
    (['ann lee', '-'], ['王伟', 'bob'])
    """
    text = "\n".join(names)
    if not text.isascii() or text.count("\n") != len(names) - 1:
        return list(map(plain_name, names))
    lines = text.lower().translate({**_PLAIN, ord("\n"): "\n"}).split("\n")
    return [" ".join(sorted(line.split())) or name.lower() for line, name in zip(lines, names)]


def unmarked(name: str) -> str:
    """A plain name for finding misspellings: no accents, look-alike letters in Latin."""
    plain = plain_name(name)
    if plain.isascii():
        return plain
    found = in_latin("".join(c for c in normalize("NFD", plain) if category(c) != "Mn"))
    # The parts of a name are sorted.
    return " ".join(sorted(found.split())) or found


class Names:
    """A collection of names that can be searched for spellings of the same name."""

    def __init__(self) -> None:
        self._by_key: dict[str, list[str]] = {}

    def add(self, name: str) -> None:
        """Add a name."""
        for key in _keys(name):
            self._by_key.setdefault(key, []).append(name)

    def near(self, name: str) -> list[str]:
        """The added names that `may_be_one` with this one, in order.

        >>> names = Names()
        >>> names.add("Bo Brandt")
        >>> names.near("B. Brandt"), names.near("Brandt"), names.near("Bo Brandl")
        (['Bo Brandt'], ['Bo Brandt'], ['Bo Brandt'])
        """
        found = dict.fromkeys(one for key in _keys(name) for one in self._by_key.get(key, ()))
        return [one for one in found if may_be_one(name, one, True)]


def _keys(name: str) -> list[str]:
    """Keys shared with any name that is one slip away, or that has initials instead of parts."""
    text = unmarked(name)
    parts = text.split()
    initials = (
        " ".join([part, *(other[0] for other in [*parts[:at], *parts[at + 1 :]])])
        for at, part in enumerate(parts)
    )
    return sorted({*variants(text), *initials, *parts})


def may_be_one(one: str, other: str, apart: bool) -> bool:
    """Whether two names may be one person's; `apart` says that they never play in the same round.

    >>> may_be_one("Bo Brandt", "Brandt, Bo", False), may_be_one("Bo Brandt", "Bo Brant", True)
    (True, True)
    >>> may_be_one("Bo Brandt", "Bo Brant", False), may_be_one("Player 1", "Player 2", True)
    (False, False)
    >>> may_be_one("B. Brandt", "B. Brant", True), may_be_one("B. Brandt", "C. Brandt", True)
    (True, False)
    >>> may_be_one("Brandt", "Brandt, B", True), may_be_one("B", "Brandt, B", True)
    (True, False)
    """
    if not apart or any(map(str.isdigit, one + other)):
        return plain_name(one) == plain_name(other)
    mine, theirs = unmarked(one), unmarked(other)
    is_part = any(len(a) > 1 and a in b.split() for a, b in ((mine, theirs), (theirs, mine)))
    return mine == theirs or is_part or _is_slip(mine, theirs) or _is_shortened(mine, theirs)


def _is_slip(one: str, other: str) -> bool:
    """Whether two plain names differ by one slip, other than in an initial."""
    parts = zip(one.split(), other.split())
    return is_near(one, other) and not any(len(a) == len(b) == 1 and a != b for a, b in parts)


def meant_by(text: str, known: Iterable[str]) -> str:
    """The first of these names of which a text may be a spelling; '' if there is none.

    >>> meant_by("Brandt, Bo", ["Ann Lee", "Bo Brandt"]), meant_by("7", ["1"])
    ('Bo Brandt', '')
    """
    return next((one for one in known if may_be_one(text, one, True)), "")


def with_initials(plain: Iterable[str]) -> list[str]:
    """The plain names that contain a single-letter part."""
    return [one for one in plain if 1 in map(len, one.split())]


def same_by_initials(plain: str, known: Iterable[str], initialled: Iterable[str]) -> list[str]:
    """The known plain names that match one by initials, in either direction.

    `initialled` are those `with_initials`: a name without initials is only compared with them.

    >>> same_by_initials("bo brandt", ["b brandt", "bo brandl"], ["b brandt"])
    ['b brandt']
    """
    if with_initials([plain]):
        longest = max(plain.split(), key=len)
        initialled = (one for one in known if longest in one)
    return [one for one in initialled if _is_shortened(plain, one)]


def _is_shortened(one: str, other: str) -> bool:
    """Whether two plain names are equal except for parts abbreviated to the initial in one."""
    mine, theirs = one.split(), other.split()
    pairs = [pair for pair in zip(mine, theirs) if pair[0] != pair[1]]
    return 0 < len(pairs) < len(mine) == len(theirs) and all(
        min(map(len, pair)) == 1 and pair[0][0] == pair[1][0] for pair in pairs
    )


def _is_han(text: str) -> bool:
    return all(map(_is_han_letter, text))


def _is_han_letter(letter: str) -> bool:
    return "\u3400" <= letter <= "\u9fff"


class Spellings:
    """The names of a list, to be searched for names that are very similar.

    Not every pair is compared: similar names share many pairs of letters, so only
    names that share enough of them are looked up.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._names: dict[str, list[str]] = {}
        for name in names:
            self._names.setdefault(unmarked(name), []).append(name)
        self._plain = list(self._names)
        self._with_pair: dict[str, list[int]] = {}
        self._but_one: dict[str, list[int]] = {}
        for number, plain in enumerate(self._plain):
            for pair in _pairs(plain):
                self._with_pair.setdefault(pair, []).append(number)
            if any(map(_is_han_letter, plain)):
                for key in _all_but_one(plain):
                    self._but_one.setdefault(key, []).append(number)

    def near(self, name: str) -> list[str]:
        """The names of which this one may be a misspelling.

        >>> Spellings(["Lee, Ann", "Meyer, Jo", "王小明"]).near("Mayer Jo")
        ['Meyer, Jo']
        """
        from difflib import get_close_matches

        text = unmarked(name)
        if _is_han(text):
            # In short names, one letter is a lot: three or four must agree in all but one.
            found = self._differing_in_one(text) if len(text) > 2 else []
        else:
            found = get_close_matches(text, self._candidates(text), _NAMED, ALIKE)
        return [one for spelt in found for one in self._names[spelt]]

    def _differing_in_one(self, text: str) -> list[str]:
        numbers = {n for key in _all_but_one(text) for n in self._but_one.get(key, ())}
        return [self._plain[n] for n in sorted(numbers) if self._plain[n] != text]

    def _candidates(self, text: str) -> Sequence[str]:
        """All names that could be similar enough, and few others."""
        pairs = sorted(_pairs(text), key=lambda pair: len(self._with_pair.get(pair, ())))
        # A pair that occurs twice in the text may be the only one shared.
        twice = max(len(text) - 1, 0) - len(pairs)
        least = {length: n - twice for length, n in _bounds(len(text)).items()}
        if not least or min(least.values()) < 1:
            return [one for one in self._plain if len(one) in least]
        # The commonest pairs occur in too many names; a similar name also shares some others.
        left_out = min(min(least.values()) - 1, len(pairs) // 4)
        shared: Counter[int] = Counter()
        for pair in pairs[: len(pairs) - left_out]:
            shared.update(self._with_pair.get(pair, ()))
        none = len(text)
        enough = min(least.values()) - left_out
        near = [number for number, times in shared.items() if times >= enough]
        found = []
        for number in near:
            plain = self._plain[number]
            needed = least.get(len(plain), none)
            if (
                shared[number] >= needed - left_out
                and len(_pairs(plain).intersection(pairs)) >= needed
            ):
                found.append(plain)
        return found


def _pairs(text: str) -> set[str]:
    return {text[at : at + 2] for at in range(len(text) - 1)}


def _all_but_one(text: str) -> list[str]:
    return [f"{text[:at]}\0{text[at + 1 :]}" for at in range(len(text))]


def _bounds(length: int) -> dict[int, int]:
    """The lengths of names that can be similar to one of this length, and how many pairs of letters
    they share at least.

    Names are similar if twice the number of common letters, in order, is 0.85 of all. The others
    are gaps, and each gap breaks at most one pair in two.
    """
    found = {}
    for other in range(1, 2 * length):
        all_ = length + other
        gaps = int((1 - ALIKE) * all_ + 1e-9)
        gaps -= (all_ - gaps) % 2
        if 2 * min(length, other) >= ALIKE * all_ and gaps >= 0:
            found[other] = (all_ - gaps) // 2 - gaps - 1
    return found
