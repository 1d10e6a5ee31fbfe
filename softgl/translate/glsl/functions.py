"""The functions of a text, from the subroutines of its program."""

from __future__ import annotations

from softgl.translate.interfaces.names import mangled

START = "program"
"""The function that begins a program, if it cannot be main."""


def sub_name(label: str) -> str:
    """Returns the name of a subroutine's function."""
    return f"sub_{mangled(label)}"


def in_order(called: dict[str, list[str]], name: str, found: list[str]) -> list[str]:
    """Returns the sections that one section needs, callees before callers.

    called : the callees of each section, without recursion.
    """
    for each in called[name]:
        if each not in found:
            in_order(called, each, found)
    if name not in found:
        found.append(name)
    return found


def is_recursive(called: dict[str, list[str]]) -> bool:
    """True if a section calls itself, perhaps through others."""
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
