"""A command of the command line, as an entry of a table."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from dataclasses import field

from softgl.records import dataclass


@dataclass(frozen=True)
class Command:
    """One command.

    run : options -> exit status, None for 0.
    summary : a phrase for the list of commands. description : a sentence for its help.
    examples : the end of its help.
    arguments : names, separated by blanks -> keyword arguments of argparse's `add_argument`.
    groups : title -> further arguments.
    rest : the attribute of the options that holds the words after --; None if -- is not special.
    scripted : True if it runs a program of the user, whose warnings keep Python's format.
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
