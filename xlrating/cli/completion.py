"""Shell completion: the script for each shell, and the possible next words of a command line.

The shells query the parsers themselves, ``xlrating completion WORDS ...``, so that no list of
options has to be maintained; a word without candidates is a file name.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import Any

from ..engine.rules.rulefile import available
from .exit_codes import OK

#: The script that a shell reads when it starts. The last word is the one being typed.
SCRIPTS = {
    "bash": """\
_xlrating() {
  local IFS=$'\\n'
  COMPREPLY=($(xlrating completion -- "${COMP_WORDS[@]:1:$COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _xlrating xlrating
""",
    "zsh": """\
#compdef xlrating
_xlrating() {
  local -a found=("${(@f)$(xlrating completion -- "${words[@]:1:$((CURRENT-1))}" 2>/dev/null)}")
  if [[ -n "$found[1]" ]]; then compadd -- $found; else _files; fi
}
compdef _xlrating xlrating
""",
    "fish": """\
complete -c xlrating -a '(xlrating completion -- \
(commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'
""",
    "powershell": """\
Register-ArgumentCompleter -Native -CommandName xlrating -ScriptBlock {
  param($word, $line, $at)
  $words = @($line.CommandElements | Select-Object -Skip 1 | ForEach-Object { "$_" })
  if (-not $word) { $words += '' }
  xlrating completion -- @words 2>$null | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_)
  }
}
""",
}


def completion(options: argparse.Namespace) -> int:
    """Print the script for shell completion of commands and options."""
    print(SCRIPTS[options.shell], end="")
    return OK


def candidates(parser: argparse.ArgumentParser, words: Sequence[str]) -> list[str]:
    """The possible completions of the last word; empty if it may be a file.

    >>> from xlrating.cli.arguments import parser
    >>> candidates(parser(), ["federation", "ver"]), candidates(parser(), ["rate", "a", "--js"])
    (['verify'], ['--json'])
    """
    *before, begun = words or [""]
    found = {one for one in _next(parser, before) if one.startswith(begun)} - {""}
    # Options are offered only if one is begun: otherwise a file name would never be.
    return sorted(one for one in found if begun.startswith("-") or not one.startswith("-"))


def _next(parser: argparse.ArgumentParser, before: Sequence[str]) -> Iterator[str]:
    kinds = next(one for one in parser._actions if isinstance(one, argparse._SubParsersAction))
    names: dict[str, Any] = dict(kinds.choices)
    if not before:
        yield from {name.partition(" ")[0] for name in names}
        return
    first = before[0]
    if len(before) == 1:
        yield from (name.partition(" ")[2] for name in names if name.startswith(f"{first} "))
    pair = " ".join(before[:2])
    own = names.get(pair) or names.get(first)
    if first == "call" and len(before) == 1:
        from ..functions import all_functions

        yield from all_functions()
    if own is None:
        return
    last = own._option_string_actions.get(before[-1])
    if last is not None and last.nargs != 0:
        yield from _values(last)
        return
    yield from own._option_string_actions
    places = [one for one in own._actions if not one.option_strings]
    if places and len(before) == len(pair.split()) - (pair not in names):
        yield from _values(places[0])


def _values(action: argparse.Action) -> Iterator[str]:
    if action.choices is not None:
        yield from map(str, action.choices)
    if action.dest in ("rules", "id"):
        yield from available()
