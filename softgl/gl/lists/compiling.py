"""A display list that is compiled: the commands that go into it, with copies of their arguments.

While a list is compiled no context is current (`api.current`), so every command comes here. The
fast commands of attributes bypass that, and write into an `Immediate` of the list.
"""

from __future__ import annotations

import copy
from contextlib import contextmanager
from functools import cache

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.api import registry
from softgl.gl.api.arguments import Refused, invalid_operation
from softgl.gl.api.current import Dispatch, current
from softgl.gl.api.declarations import (
    PreparedCall,
    applied,
    bound_arguments,
    declaration_of,
)
from softgl.gl.api.exporters import dereferenced
from softgl.gl.api.kinds import Kind
from softgl.gl.api.memory import as_offset, buffer_offset
from softgl.gl.api.refusal import OUT_OF_MEMORY, refuse
from softgl.gl.api.signature import signature
from softgl.gl.draw.batch import ClosedBatch
from softgl.gl.draw.checks import PRIMITIVES
from softgl.gl.draw.vertex_stream import VERTEX_ID, VertexNumbers
from softgl.gl.lists.entries import Call, Draws, PixelCall, Primitive, Vertices
from softgl.gl.lists.extents import with_arrays
from softgl.gl.textures.targets import PROXY_TARGETS
from softgl.gl.vertices.immediate import Immediate, make_none_fastest
from softgl.pipeline.draws.chunks import compact
from softgl.pipeline.vertices.vertex_stream import VertexStream


class Compiling(Dispatch):
    """The list that a context compiles.

    name, mode : the arguments of glNewList. entries : the commands so far.
    """

    def __init__(self, context, name: int, mode: int):
        self.context, self.name, self.mode = context, name, mode
        self.entries: list = []
        self._own = _Apart(context)
        self._fresh()

    def _fresh(self):
        """Begins an empty log of attributes."""
        own = self._own
        own.immediate = _Listed(own, self)
        own.immediate.vertices = bytearray()

    @property
    def immediate(self) -> Immediate:
        """The attributes and vertices that go into the list."""
        return self._own.immediate

    def begin(self) -> None:
        """Takes the commands of the current context."""
        self.install()
        make_none_fastest()
        self._own.immediate.make_fastest()

    @contextmanager
    def executing(self):
        """Executes commands in the `with` block."""
        current.context, current.dispatch = self.context, None
        self.context.immediate.make_fastest()
        try:
            yield
        finally:
            # A list that has ended, or another context, stays what it is.
            if current.context is self.context and self.context.lists.compiling is self:
                self.begin()

    # -- calls -------------------------------------------------------------------------------------

    def call(self, name: str, arguments: tuple, keywords: dict):
        """Adds a command to the list, or executes it at once, or both."""
        group = self.context.share_group
        with group.lock:
            group.switch_to(self.context)
            try:
                return self._called(name, arguments, keywords)
            except MemoryError:
                with self.executing():
                    refuse(OUT_OF_MEMORY, name, arguments)
                return None
            finally:
                group.guard(self.context)  # the list may have ended

    def _called(self, name, arguments, keywords):
        declaration = declaration_of(name)
        if name == "glNewList":
            with self.executing():
                refuse(invalid_operation("a list is being compiled already"), name, arguments)
            return None
        if not declaration.listed or _is_of_proxy(name, arguments):
            self._take_vertices()
            with self.executing():
                return PreparedCall(name, arguments, keywords).execute(self.context)
        if declaration.is_attribute and not keywords:
            try:
                return applied(name)(self._own, *arguments)
            except Refused:
                pass  # the error is raised when the list is called
        self._take_vertices()
        return self._add(self._entry(name, arguments, keywords))

    def _add(self, entry):
        """Adds an entry, and executes it with GL_COMPILE_AND_EXECUTE."""
        if entry is None:
            return None
        entries = self.entries
        entries.append(entry)
        if isinstance(entry, Call) and entry.name == "glEnd" and len(entries) >= 3:
            begin, vertices, _ = entries[-3:]
            begins = isinstance(begin, Call) and begin.name == "glBegin"
            if begins and isinstance(vertices, Vertices) and _is_legal(begin.arguments):
                entries[-3:] = [Primitive(begin.arguments[0], vertices)]
        if self.mode == gl.GL_COMPILE_AND_EXECUTE:
            with self.executing():
                return entry.execute(self.context)
        return None

    def _take_vertices(self):
        """Adds an entry of the attributes and vertices since the last one."""
        immediate = self._own.immediate
        if immediate.vertices or any(immediate.logs.values()):
            logs = {binding: dict(log) for binding, log in immediate.logs.items() if log}
            vertices = Vertices(bytes(immediate.vertices), logs)
            self._fresh()
            self._own.immediate.make_fastest()
            self._add(vertices)

    def end(self) -> tuple:
        """Returns the entries at the end of the list."""
        self._take_vertices()
        return tuple(self.entries)

    # -- arguments ---------------------------------------------------------------------------------

    def _entry(self, name, arguments, keywords):
        """Returns the entry of a command; memory that its pointers point to is copied now."""
        ctx, declaration = self.context, declaration_of(name)
        if declaration.reads_arrays:
            if declaration.kind & Kind.INSTANCES:
                # ARB_draw_instanced: INVALID_OPERATION "during display list compilation".
                with self.executing():
                    why = "not allowed while a list is compiled"
                    refuse(invalid_operation(why), name, arguments)
                return None
            try:
                return self._drawn(name, arguments)
            except Refused:
                pass  # the error is raised when the list is called
        arguments = with_arrays(ctx, name, arguments)
        if declaration.unpacks:
            given = self._with_pixels(name, arguments, keywords)
            return PixelCall(Call(name, given, {}), copy.copy(ctx.pixels.unpack))
        frozen = tuple(map(_frozen, arguments))
        return Call(name, frozen, {key: _frozen(value) for key, value in keywords.items()})

    def _drawn(self, name, arguments) -> Draws:
        """Returns the entry of a draw, with the elements of arrays fetched."""
        apart, parts = _Apart(self.context), []
        mode = arguments[0] if arguments else 0

        def draw(mode, count, attributes, **more):
            parts.append(_fetched(count, attributes, **more))

        apart.draw, apart.batch = draw, ClosedBatch()
        apart.immediate = Immediate(apart)
        applied(name)(apart, *arguments)
        frozen = tuple(map(_frozen, with_arrays(self.context, name, arguments)))
        return Draws(Call(name, frozen, {}), mode, tuple(parts))

    def _with_pixels(self, name, arguments, keywords) -> tuple:
        """Returns the arguments of a command with pixels, which may come from a buffer object."""
        try:
            values = list(bound_arguments(name, arguments, keywords))
        except Refused:
            return tuple(map(_frozen, arguments))
        buffer = self.context.buffers.bound.get(gl.GL_PIXEL_UNPACK_BUFFER)
        parameters = signature(name).parameters if name in registry.COMMANDS else ()
        for number, parameter in enumerate(parameters):
            value = values[number]
            if parameter.pointer == "in" and buffer is not None and as_offset(value) is not None:
                try:
                    start = buffer_offset(value, buffer)
                    value = bytes(memoryview(buffer.data)[start:])
                except Refused:
                    value = b""
            values[number] = _frozen(value)
        return tuple(values)


def _fetched(count, attributes, first=0, indices=None, **more) -> tuple[int, dict, dict]:
    """Copies the elements that a draw reads; returns what `ContextState.draw` takes."""
    if indices is not None:
        attributes = attributes | {VERTEX_ID: VertexNumbers(first)}
    stream = compact(VertexStream(count, attributes, indices=indices, first=first, **more))
    fetched = {
        binding: values.rows(stream.count)
        if values.available >= stream.count
        else values.at(np.arange(values.available))
        for binding, values in stream.attributes.items()
    }
    more["first"] = stream.first
    if indices is not None:
        more["indices"] = stream.indices.copy()
        numbers = fetched[VERTEX_ID].view(np.uint32)[:, 0]
        if numbers[-1] - numbers[0] == len(numbers) - 1:
            del fetched[VERTEX_ID]  # they follow from the first one
    return stream.count, fetched, more


class _Apart:
    """A context whose own attributes hide those of another one."""

    def __init__(self, context):
        self._context = context
        self.inside_begin = True

    def __getattr__(self, name):
        return getattr(self._context, name)


def _is_of_proxy(name: str, arguments: tuple) -> bool:
    """True for an image of a proxy texture: OpenGL 2.1, 5.4, has them executed immediately."""
    return any(
        place < len(arguments) and isinstance(arguments[place], int) and arguments[place] in proxies
        for place, proxies in _proxies(name)
    )


@cache
def _proxies(name: str) -> list[tuple[int, frozenset[int]]]:
    """Returns (place, legal proxy targets) of each parameter of a command that may be a proxy."""
    declaration, found = declaration_of(name), []
    described = zip(declaration.parameters[:2], declaration.checks, strict=False)
    for place, (parameter, check) in enumerate(described):
        proxies = frozenset(PROXY_TARGETS)
        if isinstance(check, frozenset):
            proxies &= check
        if parameter.name == "target" and proxies:
            found.append((place, proxies))
    return found


def _is_legal(arguments) -> bool:
    """True if they are legal for glBegin."""
    is_one = len(arguments) == 1 and isinstance(arguments[0], (int, np.integer))
    return is_one and int(arguments[0]) in PRIMITIVES


class _Listed(Immediate):
    """The attributes and vertices that go into a list, where restarting a primitive is an entry."""

    __slots__ = ("_compiling",)

    def __init__(self, context, compiling: Compiling):
        super().__init__(context)
        self._compiling = compiling

    def restart(self) -> None:
        # NV_primitive_restart, 2.8: "Instead, it is as if PrimitiveRestartNV had been called."
        self._compiling.call("glPrimitiveRestartNV", (), {})


def _frozen(value):
    """Returns a copy of a value that does not share its memory."""
    try:
        value = dereferenced(value)
    except TypeError:
        return value  # an offset, or a pointer that is refused when the list is called
    if isinstance(value, np.ndarray):
        return value.copy()
    if isinstance(value, bytearray):
        return bytes(value)
    if isinstance(value, memoryview):
        return _frozen_memory(value)
    try:
        return copy.deepcopy(value)
    except MemoryError:
        raise
    except Exception:  # objects of the application raise what they like
        return value


def _frozen_memory(view):
    """Returns a copy of memory, with elements of the same type in the same order."""
    try:
        return memoryview(np.array(view, order="K"))
    except ValueError:
        return bytes(view)
