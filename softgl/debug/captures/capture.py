"""Captures: a recorder records the calls of a context, with the data that they read.

Client memory is recorded when commands read it: vertex arrays at each draw, the changed elements
only; mapped buffer objects when they are unmapped or flushed, and persistently mapped ones before
each call.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from softgl.bits_version import BITS
from softgl.debug.captures.checks import (
    FRAME,
    MAPPED,
    MAPPED_BUFFER,
    WRITE,
    is_keyword,
)
from softgl.debug.captures.client_reads import read_elements, read_instances
from softgl.debug.captures.errors import CaptureError
from softgl.debug.captures.file import Header, api_fields, encoded_calls, save
from softgl.debug.captures.restore import restoring_calls
from softgl.debug.captures.values import (
    Block,
    Distinct,
    Encoder,
    Special,
    Unstorable,
    freeze,
    freeze_out,
    names_of,
)
from softgl.debug.stacks import program_stack
from softgl.debug.watching import KINDS
from softgl.gl.api import enums as gl
from softgl.gl.api import registry
from softgl.gl.api.addresses import Address
from softgl.gl.api.current import current
from softgl.gl.api.declarations import commands_of
from softgl.gl.api.errors import GLError
from softgl.gl.api.interception import SWAP, Listener, interception
from softgl.gl.api.kinds import Kind
from softgl.gl.api.memory import as_offset
from softgl.gl.api.signature import signature
from softgl.gl.buffers.buffer_objects import Buffer
from softgl.gl.lists.extents import with_arrays
from softgl.gl.queries.sync import Sync

DRAWS = commands_of(Kind.ARRAYS)
POINTERS = commands_of(Kind.POINTER)
NAMES = commands_of(Kind.NAMES)
MAPS = commands_of(Kind.MAP)
UNMAPS = commands_of(Kind.UNMAP)
DIRECT = frozenset(registry.EXTENSIONS["GL_EXT_direct_state_access"].split())
"""Commands that name the object that they change, and make it if the name is new."""
EVENTS = frozenset().union(*map(commands_of, KINDS.values()))
"""The commands that make pixels: their stacks are recorded."""
REFUSED = ("",)
"""An argument that no command accepts, in place of one that no file can store."""
MAX_STACKS, MAX_STACK_CALLS = 2000, 100_000  # different stacks; calls with a stack
MIN_SHARED_BYTES = 1 << 16  # bytes from which on equal arrays share their memory


class Recorder(Listener):
    """Records the calls to a context; with None, to the context of the first call.

    entries : the recorded calls, in the form of `file.encoded_calls`.
    """

    own = DRAWS | POINTERS | NAMES | MAPS | UNMAPS | EVENTS

    def __init__(self, context=None):
        self.entries: list[tuple] = []
        super().__init__(self.entries.append)
        self.context = self._captured = _NOBODY
        self._syncs: list[Sync] = []
        self._blocks: dict[tuple, Block] = {}
        self._places: dict[int, tuple[Block, int, np.ndarray]] = {}
        self._mapped: dict[int, np.ndarray] = {}
        self._persistent: dict[int, Buffer] = {}
        self._large = Distinct()
        self._stacks: dict[tuple[str, ...], int] = {}  # stack -> its number
        self._stack_of: dict[str, int] = {}  # place of an event in `entries` -> number of a stack
        self._arrays_of: tuple = (None, 0, ())
        self.header: Header | None = None
        if context is not None:
            self.begin(context)

    def begin(self, context):
        """Records the calls that restore the context's state, then all its calls."""
        with context.share_group.lock:
            context.share_group.switch_to(context)
            context.batch.flush()
        self.header = Header(
            context.width,
            context.height,
            _samples(context),
            context.errors,
            context.programs.strict,
            bits=BITS,
            **api_fields(context.api),
        )
        self.entries += map(list, restoring_calls(context, self))
        self.mark_frame()
        self._captured = context
        self._choose_plain()

    def _choose_plain(self):
        """Selects the context of plain calls: none while memory is mapped persistently."""
        self.context = _NOBODY if self._persistent else self._captured

    def mark_frame(self, scene="", frame=0, time=0.0) -> None:
        """Marks the beginning of the frame, with its scene, number and time."""
        entries = self.entries
        if [FRAME, ()] in entries[-1:]:
            entries.pop()
        elif entries:
            entries[:] = [entry for entry in entries if entry[0] != FRAME]
        entries.append([FRAME, ()])
        self._stacks, self._stack_of = {}, {}
        self.header = Header(**{**vars(self.header), "scene": scene, "frame": frame, "time": time})

    def mark(self, name: str, arguments: tuple) -> None:
        """Records a mark of a capture that is replayed."""
        if name != SWAP:
            self.entries.append([name, arguments])

    def finish(self, path) -> None:
        """Writes the file. Raises CaptureError."""
        if self.header is None and current.called is None:
            raise CaptureError("no context to capture")
        if self.header is None:
            self.begin(current.called)
        if self._captured is not _NOBODY:  # a capture may have given it another profile
            self.header = Header(**{**vars(self.header), **api_fields(self._captured.api)})
        stacks = {"stacks": list(map(list, self._stacks)), "stack_of": self._stack_of}
        self.header = Header(**{**vars(self.header), **stacks})
        encoder = Encoder()
        lines = encoded_calls(self.entries, encoder)
        save(path, self.header, lines, encoder.arrays)

    # -- calls -------------------------------------------------------------------------------------

    def call(self, name, function, arguments, keywords):
        """Executes and records a call."""
        context = current.called
        if context is not self._captured:
            if self._captured is not _NOBODY or context is None:
                return function(*arguments, **keywords)
            self.begin(context)
        values = tuple(value for value in arguments if value is not ...)
        if Address in map(type, values):
            values = arguments = with_arrays(context, name, values)
        if name in DRAWS:
            self._record_arrays(context, name, values)
        elif name in UNMAPS:
            self._record_mapped(context, name, values, keywords)
        if self._persistent:
            self._record_persistent(context)
        # A display list compiles the call, and refuses it when it is called.
        instead = None if context.lists.compiling is None else REFUSED
        positional, named, odd = self.frozen_call(name, values, keywords, instead)
        try:
            result = function(*arguments, **keywords)
        except GLError as error:
            if odd and name in DIRECT:  # the command made the object, then was refused
                positional, named, odd = self.frozen_call(name, values, keywords, REFUSED)
            if not odd:
                self.keep([name, positional, error.code, named])
            raise
        if name in POINTERS and odd:
            # Without a new block, the command was refused, whatever the memory.
            block = self._new_block(context) or b""
            positional = tuple(block if each is _MEMORY else each for each in positional)
            named = {each: block if old is _MEMORY else old for each, old in named.items()}
        elif name in MAPS:
            self._map(context, name, values, keywords)
        if Address in map(type, values):
            places = zip(positional, values, strict=False)
            positional = tuple(_with_memory(*each, name in NAMES) for each in places)
        names = self._result_names(result, _first(values, keywords)) if name in NAMES else None
        if name in EVENTS:
            self._note_stack()
        self.keep([name, positional, 0, named, names])
        return result

    def _note_stack(self) -> None:
        """Notes the stack of the next entry, unless there are many: the header has a limit."""
        stack = program_stack()
        if stack and len(self._stack_of) < MAX_STACK_CALLS and len(self._stacks) < MAX_STACKS:
            number = self._stacks.setdefault(stack, len(self._stacks))
            self._stack_of[str(len(self.entries))] = number

    def frozen_call(self, name, values, keywords, instead=None):
        """Freezes arguments; returns (positional, named, True if one cannot be stored).

        instead : replaces an argument that cannot be stored; without it, the flag is set.
        """
        parameters = signature(name).parameters if name in registry.COMMANDS else ()
        out = {each.name for each in parameters if each.pointer == "out"}
        truths = {each.name for each in parameters if each.kind == "boolean"}
        places = [each.name for each in parameters] if len(values) <= len(parameters) else []
        places += [""] * (len(values) - len(places))
        pointers = {each.name for each in parameters if each.pointer} or {"", "pointer"}
        pointers = pointers if name in POINTERS else ()

        def one(place, value):
            nonlocal odd
            if place in pointers and as_offset(value) is None:
                odd = True
                return _MEMORY
            try:
                if place in out:
                    return freeze_out(value, self._syncs)
                return self._once(freeze(value, self._syncs))
            except (Unstorable, MemoryError):
                odd = odd or instead is None
            if place in out:
                return None
            return True if place in truths else instead  # any object counts as true

        odd = not all(map(is_keyword, keywords))
        positional = tuple(one(*each) for each in zip(places, values, strict=False))
        named = {each: one(each, value) for each, value in keywords.items() if is_keyword(each)}
        return positional, named, odd

    def _once(self, frozen):
        """Replaces a large array by an earlier one with equal contents."""
        if not isinstance(frozen, np.ndarray) or frozen.nbytes < MIN_SHARED_BYTES:
            return frozen
        return self._large.arrays[self._large.number(frozen)]

    def known_sync(self, sync: Sync) -> Special:
        """Registers a sync object; returns its stored form, a number."""
        self._syncs.append(sync)
        return Special("sync", len(self._syncs) - 1)

    def _result_names(self, result, count):
        """The stored result of a command: its sync object, or its first `count` names."""
        if isinstance(result, Sync):
            return self.known_sync(result)
        if isinstance(result, Address):
            result = result.elements(np.uint32, int(count))
        names = names_of(result)
        if names is None or count is None:
            return None if names is None else tuple(names)
        return tuple(names[: int(count)])

    # -- vertex arrays -----------------------------------------------------------------------------

    def _new_block(self, context):
        """The memory of the arrays that a command has just described; None for none."""
        new = [
            array
            for array in context.vertex.arrays.values()
            if array.data is not None and id(array.data) not in self._places
        ]
        return Special("client", self.block(new)) if new else None

    def block(self, arrays) -> Block:
        """The memory of arrays that one command has described."""
        starts = [_address(array.data) for array in arrays]
        first = arrays[starts.index(min(starts))]
        memory, pointer = first.data, first.pointer
        dtype, shape = None, ()
        typed = len(arrays) == 1 and isinstance(pointer, np.ndarray) and pointer.dtype.kind != "V"
        if typed and pointer.nbytes == memory.size:
            dtype, shape = pointer.dtype.str, pointer.shape
        key = min(starts), memory.size, dtype, shape
        if key not in self._blocks and first.is_endless:
            self._blocks[key] = Block(len(self._blocks), np.zeros(0, np.uint8))
        elif key not in self._blocks:
            recorded = np.zeros(memory.size, np.uint8)
            self._blocks[key] = Block(len(self._blocks), memory, recorded, dtype, shape)
        block = self._blocks[key]
        for array, start in zip(arrays, starts, strict=True):
            self._places[id(array.data)] = block, start - min(starts), array.data
        return block

    def new_block(self, size: int) -> Block:
        """Makes a block of `size` bytes without memory of the application."""
        memory = np.zeros(size, np.uint8)
        block = Block(len(self._blocks), memory, memory)
        self._blocks[block.number, "new"] = block
        return block

    def _record_arrays(self, context, name, values):
        """Records the elements of client arrays that a draw will read and that have changed."""
        arrays = self._client_arrays(context.vertex.bound)
        if not arrays:
            return
        read = read_elements(context, name, values)
        for array in arrays:
            block, base, _ = self._places[id(array.data)]
            start, end = 0, 0 if array.is_endless else array.data.size
            elements = read
            if array.divisor:
                several = context, name, values, array.divisor
                elements = read_instances(*several) if array.is_endless else None
            if elements is not None:
                start = array.offset + elements[0] * array.step
                end = start + (elements[1] - 1) * array.step + array.element_size
                start, end = max(0, start), min(end, array.data.size)
            if array.is_endless:
                block.reach(base + end)
            now = array.data[start:end].tobytes()
            recorded = block.recorded[base + start : base + start + len(now)]
            if now != recorded.tobytes():
                recorded[:] = np.frombuffer(now, np.uint8)
                self.keep([WRITE, (block.number, base + start, now)])

    def _client_arrays(self, bound):
        """The enabled arrays in client memory."""
        seen, revision, arrays = self._arrays_of
        if seen is not bound or revision != bound.revision:
            arrays = [
                array
                for array in bound.arrays.values()
                if (array.enabled or array.enabled_nv)
                and array.buffer is None
                and array.data is not None
            ]
            self._arrays_of = bound, bound.revision, arrays
        return arrays

    # -- mapped buffer objects ---------------------------------------------------------------------

    def _map(self, context, name, values, keywords):
        buffer = _buffer(context, name, _first(values, keywords))
        if buffer is not None and buffer.mapping is not None:
            self.know_mapped(buffer)

    def know_mapped(self, buffer: Buffer) -> None:
        """Registers a mapped buffer object with its present contents."""
        self._mapped.pop(id(buffer), None)
        self._persistent.pop(id(buffer), None)
        if buffer.mapping.flags & gl.GL_MAP_WRITE_BIT:
            self._mapped[id(buffer)] = _mapped_data(buffer).copy()
            if buffer.mapping.persistent:
                self._persistent[id(buffer)] = buffer
        self._choose_plain()

    def _record_mapped(self, context, name, values, keywords):
        """Records the bytes written to a mapped buffer object."""
        place = _first(values, keywords)
        buffer = _buffer(context, name, place)
        if buffer is not None:
            self._record_written(buffer, MAPPED_BUFFER if "Named" in name else MAPPED, place)

    def _record_persistent(self, context):
        """Records the bytes written to buffer objects that any command may read while mapped."""
        for key, buffer in list(self._persistent.items()):
            if buffer.mapping is None or context.buffers.objects.get(buffer.name) is not buffer:
                del self._persistent[key]
            else:
                self._record_written(buffer, MAPPED_BUFFER, buffer.name)
        self._choose_plain()

    def _record_written(self, buffer, mark, place):
        """Records the bytes of a mapping that have changed."""
        known = self._mapped.get(id(buffer))
        if buffer.mapping is None or known is None:
            return
        now = _mapped_data(buffer)
        places = np.flatnonzero(now != known) if now.size == known.size else ()
        if len(places):
            start, end = int(places[0]), int(places[-1]) + 1
            known[start:end] = now[start:end]
            self.keep([mark, (int(place), start, now[start:end].tobytes())])


FIRST_PARAMETERS = "target buffer n count range".split()
"""Possible names of the first parameter of the commands in `MAPS`, `UNMAPS` and `NAMES`."""
_NOBODY = object()
_MEMORY = object()
"""Placeholder for the memory of vertex arrays that a command is about to describe."""


def _samples(context) -> int:
    samples = context.framebuffers.planes.samples
    return samples if samples > 1 else 0


def _address(memory: np.ndarray) -> int:
    return memory.__array_interface__["data"][0]


def _first(values, keywords):
    """The first argument of a call (a target, a name, or a count); None without arguments."""
    return (
        values[0]
        if values
        else next((keywords[each] for each in FIRST_PARAMETERS if each in keywords), None)
    )


def _buffer(context, name, place):
    """The buffer object that a command selects by name or by target; None for none."""
    buffers = context.buffers
    try:
        return (buffers.objects if "Named" in name else buffers.bound).get(int(place))
    except (TypeError, ValueError, OverflowError):
        return None


def _mapped_data(buffer) -> np.ndarray:
    start = buffer.mapping.offset
    return buffer.data[start : start + buffer.mapping.length]


def _with_memory(frozen, value, gives_names):
    """Replaces an address for results by memory of the size of the results."""
    if gives_names and isinstance(value, Address):
        return Special("out", (np.dtype(np.uint32).str, (value.reach // 4,)))
    if frozen is None and isinstance(value, Address) and value.reach:
        return Special("out", (None, (value.reach,)))
    return frozen


@contextmanager
def capture(path, context=None) -> Iterator[Recorder]:
    """Captures the calls of the block to a file.

        with softgl.capture("frame.softgl"):
            draw()

    context : the context to capture; None for the context of the first call.

    The file also restores the state before the block. Raises CaptureError if the file cannot be
    written, within another capture, and for state that cannot be restored: see docs/captures.md.
    """
    recorder = Recorder(context)
    try:
        with interception(recorder):
            yield recorder
    except RuntimeError as error:
        if "intercepted already" not in str(error):
            raise
        raise CaptureError("a capture is being made already") from None
    finally:
        recorder.finish(path)
