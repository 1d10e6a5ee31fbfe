"""The display lists of a context, and commands that compile and call them (OpenGL 2.1, 5.4)."""

from __future__ import annotations

from dataclasses import field

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import converted, invalid_operation, invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.current import current
from softgl.gl.api.groups import Group
from softgl.gl.api.kinds import Kind
from softgl.gl.api.memory import DTYPES, as_typed_memory
from softgl.gl.api.signature import EnumSet
from softgl.gl.api.tables import State
from softgl.gl.lists.compiling import Compiling
from softgl.gl.lists.entries import execute_all
from softgl.gl.lists.extents import BYTES
from softgl.records import dataclass

MAX_LIST_NESTING = 64


class DisplayList:
    """A display list: a tuple of `entries`."""

    def __init__(self, entries: tuple = ()):
        self.entries = entries


@dataclass
class Lists(Group):
    """The lists by name. base : the number that glCallLists adds to names.

    compiling : the list that is being compiled, or None. nesting : the depth of calls.
    """

    base: int = 0
    objects: dict[int, DisplayList] = field(default_factory=dict)
    compiling: Compiling | None = None
    nesting: int = 0


def _making(ctx, what):
    making = ctx.lists.compiling
    return getattr(making, what) if making else 0


STATE = State(
    values={
        gl.GL_LIST_BASE: "lists.base",
        gl.GL_LIST_INDEX: lambda ctx: _making(ctx, "name"),
        gl.GL_LIST_MODE: lambda ctx: _making(ctx, "mode"),
    },
    limits={gl.GL_MAX_LIST_NESTING: MAX_LIST_NESTING},
)


@command("glNewList", mode=EnumSet("GL_COMPILE GL_COMPILE_AND_EXECUTE"))
def new_list(ctx, list, mode):
    """Begins to compile a list."""
    if not list:
        raise invalid_value("list: 0 is not the name of a list")
    ctx.lists.compiling = Compiling(ctx, list, mode)
    ctx.lists.compiling.begin()


@command("glEndList", listed=False)
def end_list(ctx):
    """Ends the list that is being compiled, and defines it."""
    lists = ctx.lists
    if lists.compiling is None:
        raise invalid_operation("no list is being compiled")
    made = lists.compiling
    lists.objects[made.name] = DisplayList(made.end())
    lists.compiling = None
    current.dispatch = None


@command("glCallList", kind=Kind.DRAW, between=True)
def call_list(ctx, list):
    """Executes a list."""
    if not list:
        raise invalid_value("list: 0 is not the name of a list")
    execute(ctx, list)


def execute(ctx, name: int) -> None:
    """Executes a list if it exists, and MAX_LIST_NESTING allows it."""
    lists = ctx.lists
    found = lists.objects.get(name)
    nesting = lists.nesting
    if found is None or nesting == MAX_LIST_NESTING:
        return
    try:  # Ctrl-C may come between any two steps
        lists.nesting = nesting + 1
        execute_all(found.entries, ctx)
    finally:
        lists.nesting = nesting


@command(
    "glCallLists",
    kind=Kind.DRAW,
    between=True,
    type=EnumSet(
        "GL_BYTE GL_UNSIGNED_BYTE GL_SHORT GL_UNSIGNED_SHORT GL_INT GL_UNSIGNED_INT GL_FLOAT "
        "GL_2_BYTES GL_3_BYTES GL_4_BYTES"
    ),
    forms={1: lambda lists: _of_sequence(lists)},
)
def call_lists(ctx, n, type, lists):
    """Executes lists: the base of glListBase is added to each number."""
    execute_all(map(_NamedList, _offsets(n, type, lists)), ctx)


@dataclass(frozen=True)
class _NamedList:
    """An element of glCallLists, which is executed with the base at that time."""

    number: int

    def execute(self, ctx) -> None:
        execute(ctx, (ctx.lists.base + self.number) & 0xFFFFFFFF)


def _of_sequence(lists):
    """Returns the arguments of PyOpenGL's form: numbers, or a text of characters."""
    if isinstance(lists, str):
        lists = lists.encode("latin-1")
    if isinstance(lists, (bytes, bytearray)):
        return len(lists), gl.GL_UNSIGNED_BYTE, lists
    numbers = converted(lists, np.uint32)
    return numbers.size, gl.GL_UNSIGNED_INT, numbers


def _offsets(n, type, lists) -> list[int]:
    """Returns the first n numbers; floats are truncated, and several bytes are big-endian."""
    if not n:
        return []
    if isinstance(lists, str):
        lists = lists.encode("latin-1")
    size = BYTES.get(type, 0)
    dtype = np.dtype(np.uint8) if size else DTYPES[type]
    data, _ = as_typed_memory(lists, dtype, n * (size or 1))
    whole = data[: data.size // dtype.itemsize * dtype.itemsize].view(dtype)
    if whole.size < n * (size or 1):
        raise invalid_value(f"lists: there are {whole.size // (size or 1)} numbers, not {n}")
    if type == gl.GL_FLOAT:
        return _truncated(whole[:n])
    if not size:
        return whole[:n].tolist()
    rows = whole[: n * size].reshape(n, size).tolist()
    return [int.from_bytes(bytes(row), "big") for row in rows]


def _truncated(numbers) -> list[int]:
    """Converts floats to integers of 32 bits, signed or not; drops others, which name no list.

    OpenGL 2.1, 5.4: "floating point values are truncated".
    """
    return [int(number) for number in numbers.tolist() if -(2**31) - 1 < number < 2**32]


@command("glListBase")
def list_base(ctx, base):
    """Sets the number that glCallLists adds."""
    ctx.lists.base = base


@command("glGenLists", listed=False, kind=Kind.NAMES)
def gen_lists(ctx, range):
    """Makes `range` empty lists with consecutive names; returns the first name, or 0."""
    if range < 0:
        raise invalid_value(f"range: {range} is negative")
    if not range:
        return 0
    objects = ctx.lists.objects
    first = 1
    for name in sorted(objects):
        if name >= first + range:
            break
        first = max(first, name + 1)
    if first + range > 2**32 or range > 2**20:
        return 0
    objects.update({first + number: DisplayList() for number in _numbers(range)})
    return first


_numbers = range


@command("glIsList", listed=False)
def is_list(ctx, list):
    """Returns 1 for the name of a list, else 0."""
    return int(list in ctx.lists.objects)


@command("glDeleteLists", listed=False)
def delete_lists(ctx, list, range):
    """Deletes lists with consecutive names."""
    if range < 0:
        raise invalid_value(f"range: {range} is negative")
    objects = ctx.lists.objects
    if range > len(objects):
        for name in [name for name in objects if list <= name < list + range]:
            del objects[name]
        return
    for name in _numbers(list, list + range):
        objects.pop(name, None)
