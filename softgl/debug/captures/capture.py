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
from softgl.debug.captures.client_memory import ClientMemory
from softgl.debug.captures.errors import CaptureError
from softgl.debug.captures.file import Header, api_fields, encoded_calls, save
from softgl.debug.captures.mapped_memory import MappedMemory
from softgl.debug.captures.restore import restoring_calls
from softgl.debug.captures.values import (
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
        self.client_memory = ClientMemory()
        self._mapped = MappedMemory()
        self._large = Distinct()
        self._stacks: dict[tuple[str, ...], int] = {}  # stack -> its number
        self._stack_of: dict[str, int] = {}  # place of an event in `entries` -> number of a stack
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
        self.context = _NOBODY if self._mapped.persistent else self._captured

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
            for write in self.client_memory.writes(context, name, values):
                self.keep([WRITE, write])
        elif name in UNMAPS:
            self._record_mapped(context, name, values, keywords)
        if self._mapped.persistent:
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
            block = self.client_memory.described(context) or b""
            positional = tuple(block if each is _MEMORY else each for each in positional)
            named = {each: block if old is _MEMORY else old for each, old in named.items()}
        elif name in MAPS:
            buffer = _buffer(context, name, _first(values, keywords))
            if buffer is not None and buffer.mapping is not None:
                self.know_mapped(buffer)
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

    # -- mapped buffer objects ---------------------------------------------------------------------

    def know_mapped(self, buffer: Buffer) -> None:
        """Registers a mapped buffer object with its present contents."""
        self._mapped.register(buffer)
        self._choose_plain()

    def _record_mapped(self, context, name, values, keywords):
        """Records the bytes written to a buffer object that is unmapped or flushed."""
        place = _first(values, keywords)
        buffer = _buffer(context, name, place)
        if buffer is not None:
            self._record_written(buffer, MAPPED_BUFFER if "Named" in name else MAPPED, place)

    def _record_persistent(self, context):
        """Records the bytes written to buffer objects that any command may read while mapped."""
        self._mapped.forget_unmapped(context)
        for buffer in self._mapped.persistent.values():
            self._record_written(buffer, MAPPED_BUFFER, buffer.name)
        self._choose_plain()

    def _record_written(self, buffer, mark, place):
        written = self._mapped.written(buffer)
        if written is not None:
            self.keep([mark, (int(place), *written)])


FIRST_PARAMETERS = "target buffer n count range".split()
"""Possible names of the first parameter of the commands in `MAPS`, `UNMAPS` and `NAMES`."""
_NOBODY = object()
_MEMORY = object()
"""Placeholder for the memory of vertex arrays that a command is about to describe."""


def _samples(context) -> int:
    samples = context.framebuffers.planes.samples
    return samples if samples > 1 else 0


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
