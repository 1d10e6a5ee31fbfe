"""Commands whose calls need more than their arguments: the table `PLAYED`."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from softgl.debug.apitrace.arguments import Malformed, integer
from softgl.debug.apitrace.names import OBJECT_KINDS, known_command
from softgl.gl.api import enums as gl
from softgl.gl.api.declarations import COMMANDS
from softgl.records import dataclass

MAX_HITS = 1 << 24  # numbers of a buffer for selection or feedback


@dataclass(frozen=True)
class Played:
    """A call of a trace that is played. player : the `Player`. thread : the one of the call."""

    player: object
    thread: object
    call: object

    @property
    def context(self):
        return self.thread.context

    def integer(self, place: int) -> int:
        """An argument that is an integer."""
        return integer(self.call.arguments[place], f"argument {place}")

    def text(self, place: int) -> bytes:
        """An argument that is a text."""
        value = self.call.arguments[place]
        if isinstance(value, bytes):
            return value
        raise Malformed(f"argument {place} is not a text")

    def program(self, place: int = 0) -> int:
        """The name of softgl for a program."""
        return self.context.names("program").given(self.integer(place))

    def make(self, *arguments):
        """Makes the call with these arguments."""
        return self.make_command(known_command(self.call.name), *arguments)

    def make_command(self, name: str, *arguments):
        """Calls a command in place of the one of the trace."""
        before = self.player.before_command
        if before is not None:
            before(name)
        return COMMANDS[name](*arguments)


def _use_program(played: Played) -> None:
    program = played.program()
    played.make(program)
    played.context.program = program


def _bind_pipeline(played: Played) -> None:
    pipeline = played.context.names("pipeline").given(played.integer(0))
    played.make(pipeline)
    played.context.pipeline = pipeline


def _active_program(played: Played) -> None:
    pipeline, program = played.context.names("pipeline").given(played.integer(0)), played.program(1)
    played.make(pipeline, program)
    played.context.active_programs[pipeline] = program


def _uniform_location(played: Played) -> None:
    program, name = played.program(), played.text(1)
    location = integer(played.call.result, "the result")
    ours = int(COMMANDS["glGetUniformLocation"](program, name))
    played.context.locations.put_uniform(program, location, ours)


def _resource_location(played: Played) -> None:
    if played.integer(1) == gl.GL_UNIFORM:
        program, name = played.program(), played.text(2)
        ours = int(COMMANDS["glGetUniformLocation"](program, name))
        location = integer(played.call.result, "the result")
        played.context.locations.put_uniform(program, location, ours)


def _block_index(played: Played) -> None:
    _note_block(played, integer(played.call.result, "the result"), played.text(1))


def _block_name(played: Played) -> None:
    name = played.call.arguments[4]
    if isinstance(name, bytes):
        _note_block(played, played.integer(1), name)


def _resource_index(played: Played) -> None:
    if played.integer(1) == gl.GL_UNIFORM_BLOCK:
        _note_block(played, integer(played.call.result, "the result"), played.text(2))


def _note_block(played: Played, index: int, name: bytes) -> None:
    program = played.program()
    ours = int(COMMANDS["glGetUniformBlockIndex"](program, name))
    played.context.locations.put_block(program, index, ours)


def _shader_source(played: Played) -> None:
    strings = played.call.arguments[2]
    if not isinstance(strings, list) or not all(isinstance(each, bytes) for each in strings):
        raise Malformed("string is not an array of texts")
    # The texts have the lengths that the program has stated.
    played.make(played.program(), len(strings), strings, None)


def _viewport(played: Played) -> None:
    box = [played.integer(place) for place in range(4)]
    _grow(played, box[0] + box[2], box[1] + box[3])
    played.make(*box)


def _indexed_viewport(played: Played) -> None:
    index, *box = played.call.arguments
    if len(box) == 1:
        [box] = box
    if not (isinstance(box, list) and len(box) >= 4):
        raise Malformed("the viewport is not four numbers")
    if any(not isinstance(each, (int, float)) for each in (index, *box)):
        raise Malformed("the viewport has other values than numbers")
    if index == 0:
        _grow(played, int(box[0] + box[2]), int(box[1] + box[3]))
    corner = [float(each) for each in box[:4]]
    played.make(int(index), *([corner] if played.call.name.endswith("v") else corner))


def _blit(played: Played) -> None:
    values = [played.integer(place) for place in range(10)]
    _grow(played, max(values[4], values[6]), max(values[5], values[7]))
    played.player.drawn = True
    played.make(*values)


def _grow(played: Played, width: int, height: int) -> None:
    """Grows the window for a viewport or a blit, unless another framebuffer is bound."""
    if played.context.gl.framebuffers.draw.name == 0:
        played.player.desktop.grow(played.thread, width, height)


def _read_pixels(played: Played) -> None:
    """Reads pixels to a buffer object; a program without a window ends its frame thus."""
    player, drawable = played.player, played.thread.drawable
    if player.drawn and (drawable is None or not drawable.shown):
        player.end_frame()
    pixels = played.call.arguments[-1]
    buffer = played.context.gl.buffers.bound.get(gl.GL_PIXEL_PACK_BUFFER)
    if buffer is not None and (pixels is None or isinstance(pixels, int)):
        values = [played.integer(place) for place in range(len(played.call.arguments) - 1)]
        played.make(*values, int(pixels or 0))


def _hits(dtype: type) -> Callable[[Played], None]:
    def buffer(played: Played) -> None:
        size = played.integer(0)
        if not 0 <= size <= MAX_HITS:
            raise Malformed(f"size is {size}, not from 0 to {MAX_HITS}")
        memory = np.zeros(size, dtype)
        kinds = [played.integer(1)] if played.call.name == "glFeedbackBuffer" else []
        played.make(size, *kinds, memory)

    return buffer


def _map_whole(played: Played) -> None:
    """Maps a whole buffer object for writing: OpenGL ES 3.0 has only the mapping of ranges."""
    target, context = played.integer(0), played.context.gl
    buffer = context.buffers.bound.get(target)
    size = 0 if buffer is None else buffer.data.size
    played.make_command("glMapBufferRange", target, 0, size, gl.GL_MAP_WRITE_BIT)
    played.player.memory.map(context, played.call, target)


def _label(played: Played) -> None:
    kind = OBJECT_KINDS.get(played.integer(0))
    label = played.call.arguments[3]
    if kind is not None and isinstance(label, bytes):
        name = played.context.names(kind).given(played.integer(1))
        played.make(played.integer(0), name, len(label), label)


def _copy_image(played: Played) -> None:
    values = [played.integer(place) for place in range(15)]
    for name, target in ((0, 1), (6, 7)):
        kind = OBJECT_KINDS.get(values[target], "texture")
        values[name] = played.context.names(kind).given(values[name])
    played.make(*values)


PLAYED: dict[str, Callable[[Played], None]] = {
    "glUseProgram": _use_program,
    "glUseProgramObjectARB": _use_program,
    "glBindProgramPipeline": _bind_pipeline,
    "glActiveShaderProgram": _active_program,
    "glGetUniformLocation": _uniform_location,
    "glGetUniformLocationARB": _uniform_location,
    "glGetProgramResourceLocation": _resource_location,
    "glGetUniformBlockIndex": _block_index,
    "glGetActiveUniformBlockName": _block_name,
    "glGetProgramResourceIndex": _resource_index,
    "glShaderSource": _shader_source,
    "glShaderSourceARB": _shader_source,
    "glViewport": _viewport,
    "glViewportIndexedf": _indexed_viewport,
    "glViewportIndexedfv": _indexed_viewport,
    "glBlitFramebuffer": _blit,
    "glBlitFramebufferEXT": _blit,
    "glReadPixels": _read_pixels,
    "glReadnPixels": _read_pixels,
    "glReadnPixelsARB": _read_pixels,
    "glMapBufferOES": _map_whole,
    "glSelectBuffer": _hits(np.uint32),
    "glFeedbackBuffer": _hits(np.float32),
    "glObjectLabel": _label,
    "glCopyImageSubData": _copy_image,
}
"""Name of a call -> the function that plays it."""
