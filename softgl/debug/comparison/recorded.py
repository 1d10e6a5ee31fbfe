"""The draws of a frame as they are compared: calls, and fingerprints of state and pixels."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import blake2b

import numpy as np

from softgl.debug.descriptions import Draw, described
from softgl.debug.frames.targets import drawn_to
from softgl.debug.frames.watch import watch_frame
from softgl.debug.state import state
from softgl.debug.watching import Event, Stop
from softgl.gl.api.spelling import brief
from softgl.records import dataclass
from softgl.scene import Scene


@dataclass(frozen=True)
class Recorded:
    """A draw. state : a fingerprint right before it. pixels : one of its framebuffer right after.

    arguments : of the call, see `_arguments`. bound : the programs, framebuffer and textures that
    the call uses, by name.
    """

    draw: Draw
    arguments: tuple
    state: bytes
    pixels: bytes

    @property
    def bound(self) -> tuple:
        """The call and the names of the objects that it uses."""
        draw = self.draw
        objects = (draw.programs, draw.shader_program, draw.pipeline_programs, draw.textures)
        return draw.command, self.arguments, draw.count, draw.framebuffer, repr(objects)

    @property
    def kind(self) -> tuple:
        """The command and its target, without arguments."""
        return self.draw.command, self.draw.mode, self.draw.framebuffer


@dataclass
class Whole:
    """All of a draw. state : right before it. pixels : see `pixels_of`, right after.

    arguments : of the call, see `_arguments`.
    """

    draw: Draw
    arguments: tuple
    state: dict
    pixels: dict[str, np.ndarray]


class Frame:
    """A frame of a scene. load : loads the scene anew. options : of `watch_frame`."""

    def __init__(self, load: Callable[[], Scene], size: tuple[int, int], **options):
        self._load, self.size, self._options = load, size, options

    def recorded(self) -> list[Recorded]:
        """Draws the frame; returns its draws."""
        watcher = Recorder()
        watch_frame(self._load(), watcher, *self.size, **self._options)
        return watcher.found

    def whole(self, number: int) -> Whole:
        """Draws the frame up to a draw, which it must have."""
        watcher = _Reader(number)
        watch_frame(self._load(), watcher, *self.size, **self._options)
        return watcher.found


class Recorder:
    """A watcher that records all draws."""

    def __init__(self):
        self.found: list[Recorded] = []

    def before(self, event: Event) -> None:
        """Records the call and the state."""
        self._call = described(event), _arguments(event)
        self._state = _fingerprint(json.dumps(state(event.context), sort_keys=True).encode())

    def after(self, event: Event) -> None:
        """Records the pixels."""
        found = pixels_of(event.context)
        parts = [f"{name} {each.shape} {each.dtype}".encode() for name, each in found.items()]
        pixels = _fingerprint(*parts, *(each.tobytes() for each in found.values()))
        self.found.append(Recorded(*self._call, self._state, pixels))


class _Reader:
    """A watcher that reads one draw."""

    def __init__(self, number: int):
        self._number = number

    def before(self, event: Event) -> None:
        """Reads the call and the state."""
        if event.number == self._number:
            self._before = described(event), _arguments(event), state(event.context)

    def after(self, event: Event) -> None:
        """Reads the pixels, and ends the frame."""
        if event.number == self._number:
            self.found = Whole(*self._before, pixels_of(event.context))
            raise Stop


def _arguments(event: Event) -> tuple:
    """The arguments as they are compared: texts, and fingerprints of arrays.

    A capture may hold an array in another form than the program, with the same bytes.
    """
    return tuple(map(_argument, event.arguments))


def _argument(value) -> str | bytes:
    if isinstance(value, (np.generic, int, float, str, type(None))):
        return brief(value.item() if isinstance(value, np.generic) else value)
    try:
        lists = isinstance(value, (list, tuple))
        return _fingerprint(repr(value).encode() if lists else memoryview(value).tobytes())
    except Exception:  # not the memory of an array, or any object of the application
        return brief(value)


def _fingerprint(*parts: bytes) -> bytes:
    digest = blake2b(digest_size=16)
    for part in parts:
        digest.update(part)
    return digest.digest()


def pixels_of(ctx) -> dict[str, np.ndarray]:
    """The buffers of the draw framebuffer: (height, width[, 4]), the bottom row first.

    By name: color 0 ..., depth. Empty for an incomplete framebuffer.
    """
    frame = drawn_to(ctx)
    if frame is None:
        return {}
    shape = 0, 0, frame.width, frame.height
    colors = {
        f"color {number}": np.array(plane.read_color(*shape))
        for number, plane in enumerate(frame.colors)
        if plane is not None
    }
    if frame.depth_plane is None:
        return colors
    return colors | {"depth": np.array(frame.read_depth_values(*shape))}
