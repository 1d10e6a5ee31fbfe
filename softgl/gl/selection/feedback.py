"""The feedback buffer: primitives as numbers (OpenGL 2.1, 5.3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from softgl.formats.host import quiet
from softgl.gl.api import enums as gl
from softgl.ir.execute import UNWRITTEN_RESULT
from softgl.ir.program import Binding
from softgl.pipeline.keys.link import BACK_COLOR_OF, PRIMARY
from softgl.records import dataclass

TEXTURE = Binding("result.texcoord", (0,))


@dataclass(frozen=True)
class FeedbackType:
    """The values of a vertex in the feedback buffer: OpenGL 2.1, table 5.2.

    coordinates : the number of values of x, y, z in the window and w in clip coordinates.
    """

    coordinates: int
    color: bool = False
    texture: bool = False

    @property
    def results(self) -> tuple[Binding, ...]:
        """The vertex results that it needs besides the position."""
        colors = (PRIMARY, BACK_COLOR_OF[PRIMARY]) if self.color else ()
        return (*colors, *((TEXTURE,) if self.texture else ()))


TYPES = {
    gl.GL_2D: FeedbackType(2),
    gl.GL_3D: FeedbackType(3),
    gl.GL_3D_COLOR: FeedbackType(3, color=True),
    gl.GL_3D_COLOR_TEXTURE: FeedbackType(3, color=True, texture=True),
    gl.GL_4D_COLOR_TEXTURE: FeedbackType(4, color=True, texture=True),
}


class Vertex(NamedTuple):
    """A vertex of the feedback buffer: arrays, None for values that its type lacks."""

    vertex: np.ndarray
    color: np.ndarray | None = None
    texture: np.ndarray | None = None


class FeedbackBuffer:
    """The feedback buffer.

    memory : (n,) float32. count : the number of values written. overflow : True if there were more.
    ended : the number of values when feedback last ended.
    """

    def __init__(self, memory: np.ndarray, type_: int):
        self.memory, self.type, self.ended = memory, type_, 0
        self.clear()

    def clear(self) -> None:
        """Empties the buffer."""
        self.count, self.overflow = 0, False

    def write(self, values: np.ndarray) -> None:
        """Appends a block of values: "partially written so as to fill the array"."""
        fitting = values[: len(self.memory) - self.count]
        self.memory[self.count : self.count + len(fitting)] = fitting
        self.count += len(fitting)
        self.overflow = self.overflow or len(fitting) < len(values)

    def parsed(self) -> list[tuple]:
        """Returns the primitives as PyOpenGL does: for each the token and its vertices."""
        values, kind = self.memory[: self.count], TYPES[self.type]
        sizes = [kind.coordinates, 4 * kind.color, 4 * kind.texture]
        cuts = np.cumsum(sizes).tolist()
        found, place = [], 0

        def vertex(start):
            own = values[start : start + cuts[-1]]
            color = own[cuts[0] : cuts[1]] if kind.color else None
            texture = own[cuts[1] :] if kind.texture else None
            return Vertex(own[: cuts[0]], color, texture)

        while place < len(values):
            token, place = int(values[place]), place + 1
            if token == gl.GL_PASS_THROUGH_TOKEN:
                found.append((token, float(values[place])))
                place += 1
                continue
            number = 2 if token in (gl.GL_LINE_TOKEN, gl.GL_LINE_RESET_TOKEN) else 1
            if token == gl.GL_POLYGON_TOKEN:
                number, place = int(values[place]), place + 1
            starts = range(place, place + number * cuts[-1], cuts[-1])
            found.append((token, *map(vertex, starts)))
            place += number * cuts[-1]
        return found


@dataclass(frozen=True)
class FeedbackCollector:
    """Receives the primitives that would be rasterized, and writes them to a feedback buffer.

    row : vertex result -> its first row, or None. flat : True if colours are those of the provoking
        vertex. two_side : True if back faces have colours of their own.
    """

    buffer: FeedbackBuffer
    row: Callable
    flat: bool
    two_side: bool
    filled = False

    def __call__(self, part) -> None:
        """Writes the primitives of a `collect.Collected`."""
        kind, (count, corners) = TYPES[self.buffer.type], part.vertex_indices.shape
        names = part.vertex_indices
        columns = [part.window[:, names][:3]]  # (3, n, corners)
        if kind.coordinates == 4:
            columns.append(part.rows[3, names][None])
        columns = [np.concatenate(columns)[: kind.coordinates]]
        if kind.color:
            sources = np.repeat(part.provoking[:, None], corners, axis=1) if self.flat else names
            color = self._values(part, PRIMARY, sources)
            if self.two_side and self.row(BACK_COLOR_OF[PRIMARY]) is not None:
                back = self._values(part, BACK_COLOR_OF[PRIMARY], sources)
                color = np.where(part.fronts[None, :, None], color, back)
            columns.append(color)
        if kind.texture:
            columns.append(self._values(part, TEXTURE, names))
        vertices = np.moveaxis(np.concatenate(columns), 0, 2).reshape(count, -1)
        values = quiet(np.concatenate([self._tokens(part), vertices], axis=1))
        self.buffer.write(values.reshape(-1))

    def _values(self, part, result, names):
        """Returns the four components of a result, (4, n, corners)."""
        row = self.row(result)
        if row is None:
            unwritten = np.array(UNWRITTEN_RESULT, np.float32)
            return np.broadcast_to(unwritten[:, None, None], (4, *names.shape))
        return part.rows[row : row + 4, names]

    @staticmethod
    def _tokens(part):
        count, corners = part.vertex_indices.shape
        if corners == 1:
            return np.full((count, 1), gl.GL_POINT_TOKEN, np.float32)
        if corners == 2:
            tokens = np.where(part.resets, gl.GL_LINE_RESET_TOKEN, gl.GL_LINE_TOKEN)
            return tokens.astype(np.float32)[:, None]
        return np.repeat(np.float32([[gl.GL_POLYGON_TOKEN, 3]]), count, axis=0)


def raster_values(type_: int, raster) -> np.ndarray:
    """Returns the raster position as the values of a vertex."""
    kind = TYPES[type_]
    values = list(raster.position[: kind.coordinates])
    if kind.color:
        values += raster.color
    if kind.texture:
        values += raster.texcoords[0]
    return np.array(values, np.float32)
