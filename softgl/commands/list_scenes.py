"""`softgl list`: lists the scenes that come with softgl."""

from __future__ import annotations

from softgl import files
from softgl.commands.command import Command


def _list(options):
    from softgl import scene

    found = scene.scenes()
    width = max(map(len, found), default=0)
    files.write_text("".join(f"{name:{width}}  {words}\n" for name, words in found.items()))


COMMAND = Command("list", _list, "list the scenes that come with softgl")
