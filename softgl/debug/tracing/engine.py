"""An engine that traces: runs selected lanes of a draw a second time on the eager machine.

`TracingEngine` replaces a context's engine for one event. It runs every kernel of the inner engine,
so the picture is the same; of kernels that run programs, it also runs the selected lanes on an
eager machine with an `Observer`, on copies of the arrays that they write.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from softgl.debug.tracing.execution import Execution, Wanted
from softgl.debug.tracing.fragment_kernels import FragmentKernel, RectangleKernel
from softgl.debug.tracing.vertex_kernels import (
    CORNERS,
    GeometryKernel,
    ProjectKernel,
    SetupKernel,
    VertexKernel,
)
from softgl.lanes import Engine
from softgl.pipeline.draws.stages import TILES
from softgl.pipeline.planes.samples import SUBPIXELS

KERNELS = {
    "vertex": VertexKernel,
    "geometry": GeometryKernel,
    "project": ProjectKernel,
    **dict.fromkeys(CORNERS, SetupKernel),
    **dict.fromkeys(TILES.kernels, FragmentKernel),
    "rectangle": RectangleKernel,
}
"""First word of a kernel's key -> wrapper of kernels that run programs."""


class TracingEngine(Engine):
    """An engine that traces; inner : the engine that draws."""

    observed = True

    def __init__(self, inner: Engine, wanted: Wanted):
        super().__init__()
        self.inner, self.wanted, self.name = inner, wanted, inner.name
        self.can = replace(inner.can, call_chains=False, elide_stores=False)
        self.width = inner.width
        self.executions: list[Execution] = []
        self.vertex_runs: list[tuple] = []  # of the current chunk of the draw
        self.fixed = None  # window coordinates of the chunk's vertices
        self.input_count = 0  # number of vertices that clipping has not made
        self.generated = False  # True if a geometry program emits the vertices
        self.vertices: set[int] = set()

    @property
    def unobserved(self):
        return self.inner.unobserved

    def describe(self):
        return self.inner.describe()

    def precompile(self, request):
        self.inner.precompile(request)

    def build(self, signature, body, mapped):
        return self.inner.build(signature, body, mapped)

    def kernel(self, request):
        """The kernel of the inner engine, wrapped if it runs programs."""
        kernel = self.inner.kernel(request)
        key, describe, _ = request
        watched = KERNELS.get(key[0] if isinstance(key, tuple) else key)
        return kernel if watched is None else watched(self, kernel, key, describe)

    def pixel_of(self, arrays) -> tuple[int, int] | None:
        """The traced pixel; None if the planes have another layer or do not contain it."""
        pixel = self.wanted.pixel
        if pixel is None or arrays["layer"] != self.wanted.layer:
            return None
        within = pixel[0] < arrays["window_width"] and pixel[1] < arrays["window_height"][0]
        return pixel if within else None

    # -- vertices ------------------------------------------------------------------------------

    def window_position(self, vertex: int) -> tuple[float, float] | None:
        """The window coordinates of a vertex of the current chunk."""
        if self.fixed is None:
            return None
        word = self.fixed[vertex : vertex + 1]
        x, y = word.view(np.int32).tolist()
        return x / SUBPIXELS, y / SUBPIXELS

    def trace_vertex(self, number: int, **place) -> None:
        """Runs the vertex program a second time for a vertex of the current chunk."""
        for first, count, run in self.vertex_runs:
            if first <= number < first + count and number not in self.vertices:
                self.vertices.add(number)
                observer = self.wanted.observer()
                run(number, observer)
                self.executions.append(Execution("vertex", number, observer, place))
