"""The functions of a text that are subroutines of its program."""

from __future__ import annotations

from softgl.translate.interfaces.names import mangled

START = "program"
"""What a program begins with, where it is a function."""


def sub_name(label: str) -> str:
    """The function of a subroutine."""
    return f"sub_{mangled(label)}"


def in_order(called: dict[str, list[str]], name: str, found: list[str]) -> list[str]:
    """The sections that one section needs, what is called before what calls it.

    called : what each section calls; none calls itself.
    """
    for each in called[name]:
        if each not in found:
            in_order(called, each, found)
    if name not in found:
        found.append(name)
    return found


def is_recursive(called: dict[str, list[str]]) -> bool:
    """Whether a section calls itself, perhaps through others."""
    for name in called:
        reached, waiting = set(), set(called[name])
        while waiting:
            one = waiting.pop()
            if one == name:
                return True
            if one not in reached:
                reached.add(one)
                waiting |= set(called.get(one, ()))
    return False
