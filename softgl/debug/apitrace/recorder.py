"""Records the calls of a context as a trace that apitrace reads and replays."""

from __future__ import annotations

from typing import BinaryIO

import numpy as np

from softgl.debug.apitrace.exports import handle_of, written_arguments
from softgl.debug.apitrace.names import generated_kind
from softgl.debug.apitrace.parser import Opaque
from softgl.debug.apitrace.player import MADE, MAPS, UNMAPS, only_answers
from softgl.debug.apitrace.writer import Writer
from softgl.debug.captures.client_reads import read_elements, read_instances
from softgl.debug.captures.live_objects import LiveObjects
from softgl.debug.captures.restore_bindings import describing_calls
from softgl.debug.captures.values import names_of
from softgl.gl.api import enums as gl
from softgl.gl.api import registry
from softgl.gl.api.current import current
from softgl.gl.api.declarations import COMMANDS, WITHIN, commands_of, declaration_of
from softgl.gl.api.interception import Listener
from softgl.gl.api.kinds import Kind
from softgl.gl.api.signature import signature

DISPLAY, CONFIG, CONTEXT, WINDOW = Opaque(0x1000), Opaque(0x2000), Opaque(0x3000), 0x400001
FIRST_ADDRESS = 1 << 32  # of the first mapped buffer object
DRAWS = commands_of(Kind.ARRAYS)
POINTERS = commands_of(Kind.POINTER)
ATTRIBUTES = {
    "core": [0x2091, 3, 0x2092, 3, 0x9126, 1, 0],
    "es": [0x2091, 3, 0x2092, 0, 0x9126, 4, 0],
}
"""Profile -> attributes of GLX: the version 3.3 or 3.0, and the bit of the profile."""
LINKS = frozenset(("glLinkProgram", "glLinkProgramARB"))
LOCATIONS = frozenset(("glGetUniformLocation", "glGetUniformLocationARB", "glGetUniformBlockIndex"))
MAX_ELEMENTS = 256  # elements of an array of uniforms whose locations are written
_FAKED = ("Pointer", "glBindBuffer", "glClientActiveTexture")


class TraceRecorder(Listener):
    """Records the calls to a context in a file, as if of a program with GLX.

    count : the number of calls. Queries and refused calls are left out: they change nothing.
    """

    own = frozenset(COMMANDS)

    def __init__(self, context, file: BinaryIO, name: str):
        super().__init__(self._keep_nothing)
        self._captured, self._writer = context, Writer(file, {"process.name": name})
        self._mapped: dict[int, list] = {}  # address, buffer object, the bytes that are written
        self._next_address = FIRST_ADDRESS
        self._begin(context)

    def _keep_nothing(self, call) -> None:
        """Records no plain call: all go to `call`."""

    def _begin(self, context) -> None:
        """Writes the calls that make the context."""
        put = self._writer.call
        attributes = ATTRIBUTES.get(context.api.profile, [0])
        samples = context.framebuffers.planes.samples
        wanted = [0x8010, 4, 100000, 1, 100001, samples, 0] if samples > 1 else [0x8010, 4, 0]
        put("glXChooseFBConfig", ("dpy", "screen", "attribList", "nitems"),
            (DISPLAY, 0, wanted, None), [CONFIG], {3: [1]})  # fmt: skip
        put("glXCreateContextAttribsARB",
            ("dpy", "config", "share_context", "direct", "attrib_list"),
            (DISPLAY, CONFIG, None, 1, attributes), CONTEXT)  # fmt: skip
        # glretrace gives a pbuffer its size before it draws; a window grows too late for a frame.
        size = [0x8041, context.width, 0x8040, context.height, 0]
        put("glXCreatePbuffer", ("dpy", "config", "attrib_list"), (DISPLAY, CONFIG, size), WINDOW)
        put("glXMakeCurrent", ("dpy", "drawable", "ctx"), (DISPLAY, WINDOW, CONTEXT), 1)
        box = 0, 0, context.width, context.height
        self._put("glViewport", box, fake=True)
        self._put("glScissor", box, fake=True)

    @property
    def count(self) -> int:
        return self._writer.count

    def swap(self) -> None:
        """Ends a frame."""
        self._writer.call("glXSwapBuffers", ("dpy", "drawable"), (DISPLAY, WINDOW))

    def finish(self) -> None:
        """Writes the rest of the file."""
        self._writer.finish()

    def call(self, name, function, arguments, keywords):
        """Executes and records a call."""
        context = current.called
        recorded = context is self._captured and name in registry.COMMANDS
        located = name in LOCATIONS
        if not recorded or (only_answers(name) and not located and not _packs(context)):
            return function(*arguments, **keywords)
        arguments = tuple(value for value in arguments if value is not ...)
        if name in UNMAPS:
            self._write_mapped()
        values = self._values(name, arguments, keywords)
        drawing = name in DRAWS and values is not None
        before = self._client_arrays(context, name, values) if drawing else None
        if drawing:
            self._write_mapped()
        result = function(*arguments, **keywords)
        if values is None or (name in POINTERS and _is_client_memory(context)):
            return result
        for each in before or ():
            self._put(*each, fake=True)
        self._record(context, name, values, result)
        return result

    def _values(self, name, arguments, keywords):
        """The arguments in the registry's order; None if the command will refuse them."""
        try:
            return list(declaration_of(name).bind(arguments, keywords))
        except Exception:  # the command itself reports it
            return None

    def _record(self, context, name, values, result) -> None:
        written, returned = None, None
        if generated_kind(name) is not None:
            written = {len(values) - 1: [int(each) for each in names_of(result) or ()]}
            values[-1] = None
        elif name == "glFenceSync":
            returned = handle_of(result)
        elif name in MADE or name in LOCATIONS or name == "glGenLists":
            returned = int(result)
        elif name in MAPS:
            returned = self._map(context, name, values[0])
        if name in LINKS:
            self._put_attributes(values[0])
        self._put(name, values, returned, written)
        if name in LINKS:
            self._put_locations(values[0])

    def _put_attributes(self, program) -> None:
        """Writes the locations of the attributes of a linked program, before its link."""
        for name, *_ in _active(program, gl.GL_ACTIVE_ATTRIBUTES, "glGetActiveAttrib"):
            location = int(WITHIN["glGetAttribLocation"](program, name))
            if location >= 0:
                self._put("glBindAttribLocation", (program, location, name), fake=True)

    def _put_locations(self, program) -> None:
        """Writes the locations of the uniforms of a linked program: replays replace them."""
        for name, size, *_ in _active(program, gl.GL_ACTIVE_UNIFORMS, "glGetActiveUniform"):
            text = bytes(name)
            stem = text.removesuffix(b"[0]")
            elements = [b"%s[%d]" % (stem, each) for each in range(min(int(size), MAX_ELEMENTS))]
            for each in elements if stem != text else [text]:
                location = int(WITHIN["glGetUniformLocation"](program, each))
                if location >= 0:
                    self._put("glGetUniformLocation", (program, each), location, fake=True)

    def _put(self, name, values, result=None, written=None, fake=False) -> None:
        names = [each.name for each in signature(name).parameters]
        arguments = written_arguments(name, values)
        self._writer.call(name, names, arguments, result, written, fake)

    # -- memory ------------------------------------------------------------------------------------

    def _client_arrays(self, context, name, values) -> list[tuple]:
        """The calls that describe the arrays in memory that a draw reads."""
        bound = context.vertex.bound
        arrays = [
            (binding, array)
            for binding, array in bound.arrays.items()
            if (array.enabled or array.enabled_nv)
            and array.buffer is None
            and array.data is not None
        ]
        if not arrays:
            return []
        read, live = read_elements(context, name, tuple(values)), LiveObjects(context)
        found = []
        for binding, array in arrays:
            elements = read
            if array.divisor:
                elements = read_instances(context, name, tuple(values), array.divisor)
            memory = _Memory(array, elements)
            calls = describing_calls(binding, array, memory, live)
            found += [each for each in calls if any(word in each[0] for word in _FAKED)]
        buffer = context.buffers.bound.get(gl.GL_ARRAY_BUFFER)
        found.append(("glBindBuffer", (gl.GL_ARRAY_BUFFER, buffer.name if buffer else 0)))
        if any(name == "glClientActiveTexture" for name, *_ in found):
            found.append(("glClientActiveTexture", (context.vertex.client_active_texture,)))
        return [(each[0], [_bytes_of(value) for value in each[1]]) for each in found]

    def _map(self, context, name, place) -> Opaque:
        """Notes a mapped buffer object; returns its address in the trace."""
        buffers = context.buffers
        buffer = (buffers.objects if "Named" in name else buffers.bound)[int(place)]
        address = Opaque(self._next_address)
        self._next_address += max(1, buffer.mapping.length) + 4096
        if buffer.mapping.flags & gl.GL_MAP_WRITE_BIT:
            self._mapped[id(buffer)] = [address, buffer, None]
        return address

    def _write_mapped(self) -> None:
        """Writes what programs have written to mapped buffer objects.

        At first that is the whole mapping: drivers give it other bytes than zeros.
        """
        for key, mapped in list(self._mapped.items()):
            address, buffer, known = mapped
            if buffer.mapping is None:
                del self._mapped[key]
                continue
            now = _mapping(buffer)
            places = np.arange(now.size) if known is None else np.flatnonzero(now != known)
            if len(places):
                start, end = int(places[0]), int(places[-1]) + 1
                mapped[2] = now.copy()
                data = now[start:end].tobytes()
                arguments = Opaque(address + start), data, len(data)
                self._writer.call("memcpy", ("dest", "src", "n"), arguments, fake=True)


def _active(program, count, command) -> list[tuple]:
    """The active attributes or uniforms of a program: (name, size, type) of each."""
    number = int(WITHIN["glGetProgramiv"](program, count))
    return [WITHIN[command](program, each) for each in range(number)]


class _Memory:
    """The memory of an array, in place of a recorder's blocks: from the first element on."""

    def __init__(self, array, elements):
        self.data = array.data
        if elements is not None:
            end = array.offset + (sum(elements) - 1) * array.step + array.element_size
            self.data = self.data[: max(0, end)]

    @property
    def client_memory(self):
        """Itself: a recorder of captures has blocks there."""
        return self

    def block(self, arrays):
        return self.data.tobytes()


def _bytes_of(value):
    """The bytes of a block of client memory; other values stay."""
    return value.value if getattr(value, "kind", "") == "client" else value


def _mapping(buffer) -> np.ndarray:
    start = buffer.mapping.offset
    return buffer.data[start : start + buffer.mapping.length]


def _packs(context) -> bool:
    """True if queries write to a buffer object."""
    return context.buffers.bound.get(gl.GL_PIXEL_PACK_BUFFER) is not None


def _is_client_memory(context) -> bool:
    """True if pointers of vertex arrays are addresses: draws describe those arrays."""
    return context.buffers.bound.get(gl.GL_ARRAY_BUFFER) is None
