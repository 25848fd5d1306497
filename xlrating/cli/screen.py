"""What a terminal is sent: text, and nothing that moves its cursor or turns its letters round."""

from __future__ import annotations

from typing import Any, TextIO

from ..engine.words.letters import CONTROL, REPLACEMENT


class Screen:
    """A stream that shows control characters, wherever they come from, as �.

    Names and texts have none of them (`letters`), but paths and words of the command line may.

    >>> import io
    >>> stream = io.StringIO()
    >>> Screen(stream).write("a\\x1b[31mb\\n") and stream.getvalue()
    'a\ufffd[31mb\\n'
    """

    def __init__(self, stream: TextIO) -> None:
        #: The stream itself, for what moves the cursor on purpose.
        self.stream = stream

    def write(self, text: str) -> int:
        """Write the text as it can be shown."""
        return self.stream.write(CONTROL.sub(REPLACEMENT, text))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)
