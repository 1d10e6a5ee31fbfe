"""The visible surface of a model as numbers: depths, normals, positions and ids of its parts.

In: a `Show`, set up in the current context. Out: arrays, one row for each row of pixels. Each
number is of the surface at the middle of its pixel, without antialiasing.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from softgl import gl, hostmath
from softgl.errors import UsageError
from softgl.models.camera import Matrices, Sphere
from softgl.models.show import DRAWING, Part, Show, draw_arrays, load_matrices
from softgl.studio import load_program

ATTACHMENTS = (gl.GL_COLOR_ATTACHMENT0, gl.GL_COLOR_ATTACHMENT1)
OUTPUTS = ("depth", "normals", "positions", "ids", "triangles")
"""Names of the arrays, see `Surface`."""
BLEND_CUTOFF = 0.5
"""Alpha below which a blended surface is not there, since a pixel has one surface."""


class Surface:
    """Arrays of the visible surface, (height, width[, 3]), the top row first.

    depth : float32, distance from the camera along the axis of its view, in the file's units; 0
        where nothing is drawn.
    normals : float32, unit vectors in the file's coordinates, of the visible side; 0 where nothing
        is drawn, and for points and lines.
    positions : float64, in the file's coordinates; NaN where nothing is drawn.
    ids : uint32, the number of the part in the file's order, from 1; 0 where nothing is drawn.
    triangles : uint32, the number of the triangle, line or point in its part, from 1; 0 where
        nothing is drawn.

    numbers : (height, width, 8) float32, as surface.fp writes them. parts : the drawn parts.
    """

    def __init__(self, numbers: np.ndarray, parts: list[Part], sphere: Sphere, matrices: Matrices):
        self.numbers, self.parts = numbers, parts
        self.sphere, self.matrices = sphere, matrices
        self.drawn = numbers[..., 7] > 0.0

    def array(self, name: str) -> np.ndarray:
        """Returns the array of that name. Raises UsageError for another."""
        if name not in OUTPUTS:
            raise UsageError(f"unknown output {name!r}; known are color, {', '.join(OUTPUTS)}")
        return getattr(self, f"_{name}")()

    def _positions(self):
        fitted = self.numbers[..., :3].astype(np.float64)
        positions = fitted * self.sphere.radius + self.sphere.centre
        return np.where(self.drawn[..., None], positions, np.nan)

    def _depth(self):
        x, y, z = np.moveaxis(self.numbers[..., :3].astype(np.float64), -1, 0)
        row = hostmath.multiply(self.matrices.view, self.matrices.model)[2].tolist()
        distance = -(row[0] * x + row[1] * y + row[2] * z + row[3]) * self.sphere.radius
        return np.where(self.drawn, distance, 0.0).astype(np.float32)

    def _normals(self):
        return np.ascontiguousarray(self.numbers[..., 4:7])

    def _ids(self):
        return self._counted()[0]

    def _triangles(self):
        return self._counted()[1]

    def _counted(self):
        """The number of the part and the number within it, of each pixel."""
        ids, within = (np.zeros(self.drawn.shape, np.uint32) for _ in range(2))
        draws, primitives = (self.numbers[..., i].astype(np.int64) for i in (7, 3))
        for number, part in enumerate(self.parts, 1):
            here = draws == number
            run = np.searchsorted(part.run_starts, primitives[here], side="right") - 1
            ids[here] = part.run_numbers[run]
            within[here] = primitives[here] - part.run_starts[run] + 1
        return ids, within


class SurfacePass:
    """Draws the surface of a `Show` in its context, any number of times."""

    def __init__(self, show: Show):
        self.show = show
        self.programs: tuple[int, int] | None = None

    def draw(self, time: float, width: int, height: int) -> Surface:
        """Draws the surface at a time; returns it. Leaves the window bound. Raises UsageError."""
        largest = int(gl.glGetIntegerv(gl.GL_MAX_RENDERBUFFER_SIZE))
        if max(width, height) > largest:
            raise UsageError(f"{width}x{height}: depth, normals and ids have sides up to {largest}")
        show = self.show
        if self.programs is None:
            self.programs = (
                load_program(gl.GL_VERTEX_PROGRAM_ARB, "nvvp4/surface.vp"),
                load_program(gl.GL_FRAGMENT_PROGRAM_ARB, "nvfp4/surface.fp"),
            )
        show.move(time)
        matrices = show.matrices(time, width, height)
        with _framebuffer(width, height):
            gl.glClearColor(0.0, 0.0, 0.0, 0.0)
            gl.glClear(gl.GL_COLOR_BUFFER_BIT | gl.GL_DEPTH_BUFFER_BIT)
            load_matrices(matrices)
            show.set_thickness(height)
            self._draw_parts()
            numbers = np.concatenate([_read(each, width, height) for each in ATTACHMENTS], axis=-1)
        return Surface(numbers, show.parts, show.sphere, matrices)

    def _draw_parts(self):
        vertex, fragment = self.programs
        gl.glBindProgramARB(gl.GL_VERTEX_PROGRAM_ARB, vertex)
        gl.glBindProgramARB(gl.GL_FRAGMENT_PROGRAM_ARB, fragment)
        for capability in DRAWING:
            gl.glEnable(capability)
        gl.glDisable(gl.GL_BLEND)
        outlined = gl.GL_LINE if self.show.view.wireframe else gl.GL_FILL
        gl.glPolygonMode(gl.GL_FRONT_AND_BACK, outlined)
        for number, part in enumerate(self.show.parts, 1):
            material = part.material
            (gl.glDisable if material.double_sided else gl.glEnable)(gl.GL_CULL_FACE)
            cutoff = {"MASK": material.alpha_cutoff, "BLEND": BLEND_CUTOFF}
            has_normals = float(part.mode == gl.GL_TRIANGLES)
            for index, values in enumerate((
                material.colour,
                (cutoff.get(material.alpha_mode, -1.0), has_normals, float(number), 0.0),
            )):  # fmt: skip
                gl.glProgramLocalParameter4fARB(gl.GL_FRAGMENT_PROGRAM_ARB, index, *values)
            gl.glActiveTexture(gl.GL_TEXTURE0)
            gl.glBindTexture(gl.GL_TEXTURE_2D, part.textures[0])
            draw_arrays(part)
        gl.glPolygonMode(gl.GL_FRONT_AND_BACK, gl.GL_FILL)


@contextmanager
def _framebuffer(width, height) -> Iterator[None]:
    """Binds a framebuffer object of two float colour buffers and a depth buffer for the block."""
    framebuffer, renderbuffers = gl.glGenFramebuffers(1), gl.glGenRenderbuffers(3)
    formats = (gl.GL_RGBA32F, gl.GL_RGBA32F, gl.GL_DEPTH_COMPONENT24)
    places = (*ATTACHMENTS, gl.GL_DEPTH_ATTACHMENT)
    try:
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, framebuffer)
        for place, renderbuffer, internal in zip(places, renderbuffers, formats, strict=True):
            gl.glBindRenderbuffer(gl.GL_RENDERBUFFER, renderbuffer)
            gl.glRenderbufferStorage(gl.GL_RENDERBUFFER, internal, width, height)
            gl.glFramebufferRenderbuffer(gl.GL_FRAMEBUFFER, place, gl.GL_RENDERBUFFER, renderbuffer)
        gl.glDrawBuffers(len(ATTACHMENTS), ATTACHMENTS)
        gl.glViewport(0, 0, width, height)
        yield
    finally:
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, 0)
        gl.glDeleteRenderbuffers(3, renderbuffers)
        gl.glDeleteFramebuffers(1, [framebuffer])


def _read(attachment, width, height):
    """The numbers of a colour buffer, (height, width, 4) float32, the top row first."""
    gl.glReadBuffer(attachment)
    numbers = gl.glReadPixels(0, 0, width, height, gl.GL_RGBA, gl.GL_FLOAT, outputType=None)
    return np.asarray(numbers, np.float32).reshape(height, width, 4)[::-1]
