"""Which sections each method requires of a rule set, and which sections require each other.

A rule set that lacks one is rejected when it is loaded, not when an event is rated. Here
`rules` is a `RuleSet`, whose own sections are named after these methods.
"""

from __future__ import annotations

from typing import Any, Iterator, Mapping, NamedTuple, Tuple

from .frozen import changed
from .kept import kept
from .sections.base import Wrong
from .wrong import sentence


class Needs(NamedTuple):
    """The sections that a method requires (`asked`), and sections or keys it ignores (`beside`).

    Ignored sections matter to lists and worksheet functions only, never to rating by this method.
    """

    asked: Tuple[str, ...] = ()
    beside: Tuple[str, ...] = ("calendar", "conversions", "classes", "event", "adjustment")


_BESIDE = Needs().beside
_OF_FIELDS = tuple(
    f"average.{key}"
    for key in ("round_robin", "capped", "unplayed", "rated_part", "rated_least", "all_rated")
)

#: The methods of `xlrating.engine.methods`; ``none`` is for a rule set that offers functions but
#: rates no events.
METHODS: Mapping[str, Needs] = {
    "none": Needs(),
    "sum over games": Needs(("expectancy", "coefficient"), (*_BESIDE, "average", "peak_floor")),
    "event average": Needs(
        ("expectancy", "coefficient", "average"), (*_BESIDE, "initial.average_rounding")
    ),
    "average opponent": Needs(("expectancy", "coefficient", "average"), (*_BESIDE, *_OF_FIELDS)),
    # Places in a national event carry a bonus.
    "game by game": Needs(
        ("expectancy", "coefficient"),
        ("calendar", "conversions", "classes", "average", "peak_floor", "adjustment"),
    ),
    "ingo": Needs(("performance", "weighting"), (*_BESIDE, "initial")),
    "glicko": Needs(("expectancy", "deviation")),
    "us chess": Needs(("expectancy", "coefficient", "special", "bonus_threshold", "peak_floor")),
    "ladder": Needs(("ladder",), ("calendar", "conversions", "event", "adjustment")),
}


#: Sections and keys that only some methods use, or worksheet functions: elsewhere they
#: would have no effect.
_OF_METHODS: Mapping[str, Tuple[str, ...]] = {
    "coefficient.of": ("game by game",),
    "coefficient.final_rounds": ("game by game",),
    "coefficient.over": ("sum over games", "us chess"),
    "coefficient.most": (
        "sum over games", "event average", "average opponent", "ingo", "us chess",
    ),
    "outcomes": ("sum over games", "game by game"),
    "counted.match_of_rated": ("sum over games",),
    "counted.playoff_as_one": ("average opponent",),
    "change.per": ("event average",),
    "change.ratings": ("game by game",),
    "change.weight": ("sum over games", "game by game"),
    "change.weights": ("sum over games", "game by game"),
    "passes": ("us chess",),
    "average": ("event average", "average opponent", "sum over games", "game by game"),
    "pooled": ("event average",),
    "weighting": ("ingo",),
    "bonus": ("game by game",),
    "absence": ("game by game",),
    "champion": ("average opponent",),
    "ladder": ("ladder",),
    "deviation": ("glicko",),
    "special": ("us chess",),
    "bonus_threshold": ("us chess",),
    "peak_floor": ("us chess", "sum over games", "game by game"),
}  # fmt: skip


@kept(64)
def restrict_to_method(rules: Any) -> Any:
    """The rule set reduced to what its method uses, so that nothing else can affect a rating."""
    beside = list(METHODS[rules.method].beside)
    if "percentage" not in [section for section, _ in _asked(rules)]:
        beside.append("percentage")
    if rules.passes is not None:
        beside.append("initial")  # with passes everyone has a rating, if only a temporary one
    for name in beside:
        section, _, key = name.partition(".")
        own = getattr(rules, section)
        made = type(rules)._defaults[section]
        if key and own is not None:
            made = changed(own, **{key: type(own)._defaults[key]})
        rules = changed(rules, **{section: made})
    return rules


def lacking(rules: Any) -> Iterator[Wrong]:
    """Missing sections: the key, and why it is required."""
    for section in METHODS[rules.method].asked:
        if getattr(rules, section) is None:
            yield section, sentence("method_asks", method=rules.method)
    for section, why in _asked(rules):
        if getattr(rules, section) is None:
            yield section, sentence("key_asks", other=why)


def _asked(rules: Any) -> Iterator[Tuple[str, str]]:
    """Sections required by others, with the key that requires them."""
    performance, initial = rules.performance, rules.initial
    if performance is not None:
        if performance.solved or performance.iterated:
            yield "expectancy", "performance"
        if not performance.solved:
            yield "percentage", "performance"
    if initial is not None:
        if initial.performed:
            yield "performance", "initial.performed"
        elif initial.per_win is None or rules.method == "event average":
            yield "percentage", "initial"
    if rules.average is not None and rules.average.round_robin:
        yield "percentage", "average.round_robin"
        if rules.average.round_robin == "opponents":
            yield "initial", "average.round_robin"
    if rules.weighting is not None and rules.weighting.parts == "games":
        yield "coefficient", "weighting.parts"
    if rules.deviation is not None and rules.deviation.unit is None:
        yield "expectancy", "deviation (unit)"
    if rules.outcomes is not None:
        yield "expectancy", "outcomes"


def contradicting(rules: Any) -> Iterator[Wrong]:
    """Contradictory sections: the key, and what is wrong with it."""
    by_game = rules.method == "game by game"
    if (rules.change.each == "game") != by_game and rules.method != "none":
        each = "game" if by_game else "period"
        words = {"found": rules.change.each, "method": rules.method, "wanted": each}
        yield "change.each", sentence("each", **words)
    for name, methods in _OF_METHODS.items():
        section, _, key = name.partition(".")
        own = getattr(rules, section)
        if own is None or rules.method in (*methods, "none"):
            continue
        # A patch for an edition or a choice removes a key by setting it to 0.
        if not key or getattr(own, key) not in (type(own)._defaults[key], 0):
            yield name, sentence("idle_method", method=rules.method)
    there, back = rules.expectancy, rules.percentage
    if there is None or back is None:
        return
    if _rises(there) != _rises(back):
        yield "percentage.scale", sentence("ways")
    # The two tables are one, read in both directions: each difference is in the row of its share.
    for row, (above, difference, upper) in enumerate(
        zip((-1, *there.upper), back.difference, there.upper)
    ):
        if not above < difference <= upper:
            words = {"difference": difference, "share": f".{50 + row}"}
            what = sentence("both_ways", **words, low=above + 1, high=upper)
            yield "percentage.difference", what


def _rises(curve: Any) -> bool:
    """Whether higher ratings are better."""
    return curve.model not in ("logistic", "linear") or bool(curve.scale > 0)
