"""One command of the command line, as an entry of a table."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from dataclasses import field

from softgl.records import dataclass


@dataclass(frozen=True)
class Command:
    """One command.

    run : options -> exit status, None for 0.
    summary : what it does, for the list of commands.
    description : the same as a sentence; examples : what its help ends with.
    arguments : their names, with blanks between -> what `argparse` is told of them.
    groups : further arguments, below a title each.
    rest : what options call the words after --, a list; None: those are arguments too.
    scripted : whether it runs a program of the user, whose warnings look as Python shows them.
    """

    name: str
    run: Callable[[Namespace], int | None]
    summary: str
    description: str = ""
    examples: str = ""
    arguments: dict[str, dict] = field(default_factory=dict)
    groups: dict[str, dict[str, dict]] = field(default_factory=dict)
    rest: str | None = None
    scripted: bool = False
