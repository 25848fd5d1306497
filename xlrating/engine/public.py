"""The package's version, and the modules of its public names."""

from __future__ import annotations

__version__ = "0.1.0"

#: The module of each public name outside `functions`; `functions/stubs.py` reads it, too.
NAMES = {
    "read": "reading",
    "rate": "engine.rating",
    "load": "engine.rules.ruleset",
    "Event": "engine.event",
    "Player": "engine.event",
    "Game": "engine.event",
    "Report": "engine.report",
    "RuleSet": "engine.rules.ruleset",
    "RatingError": "engine.errors",
    "annotate": "annotation.book",
}
