"""Kernels of vertices and primitives under a trace: selected vertices run a second time."""

from __future__ import annotations

import numpy as np

from softgl.debug.tracing.execution import Execution
from softgl.debug.tracing.watched import Watched, copied, observed
from softgl.lanes import I32
from softgl.lanes.eager import EagerKernel


class VertexKernel(Watched):
    """A vertex kernel: keeps its inputs, so that selected vertices can run again."""

    def run(self, scalars, arrays, count=0):
        signature, body = self.describe()
        first = scalars["first"]

        def again(number, observer):
            machine = observed(observer)
            index = machine.lanes(np.array([number - first], np.int32), I32)
            EagerKernel(signature, body, True).run_on(
                machine, scalars, copied(signature, arrays), index
            )

        runs = self.engine.vertex_runs
        if not first:
            runs.clear()
        runs.append((first, count, again))
        self.kernel.run(scalars, arrays, count)
        self.engine.fixed, self.engine.input_count = arrays.get("fixed"), first + count
        wanted = self.engine.wanted.vertex
        if wanted is not None and first <= wanted < first + count:
            self.engine.trace_vertex(wanted)


class ProjectKernel(Watched):
    """The projection kernel: keeps window coordinates."""

    def run(self, scalars, arrays, count=0):
        self.kernel.run(scalars, arrays, count)
        self.engine.fixed, self.engine.input_count = arrays["fixed"], scalars["unclipped"]


CORNERS = {"setup": ("triangles", 3), "setup lines": ("lines", 2), "setup points": ("points", 1)}
"""First word of a setup kernel's key -> (array of vertex indices, vertices of a primitive)."""


class SetupKernel(Watched):
    """A setup kernel: traces the vertices of the selected primitive."""

    def run(self, scalars, arrays, count=0):
        engine, (name, corners) = self.engine, CORNERS[self.key[0]]
        wanted = engine.wanted.primitive
        if wanted is not None and not scalars.get("first", 0) and not engine.generated:
            first = wanted * corners
            for vertex in arrays[name][first : first + corners].tolist():
                engine.trace_vertex(vertex)
        self.kernel.run(scalars, arrays, count)


class GeometryKernel(Watched):
    """A geometry kernel: traces the selected primitive."""

    def run(self, scalars, arrays, count=0):
        self.engine.generated = True
        wanted = self.engine.wanted.primitive
        first = scalars["first"]
        if wanted is not None:
            often = self.key[1].program.primitives.invocations
            numbers = np.repeat(arrays["numbers"], often)[first : first + count]
            for lane in np.flatnonzero(numbers == wanted).tolist():
                signature, body = self.describe()
                observer = self.engine.wanted.observer()
                machine = observed(observer)
                index = machine.lanes(np.array([lane], np.int32), I32)
                EagerKernel(signature, body, True).run_on(
                    machine, scalars, copied(signature, arrays), index
                )
                self.engine.executions.append(Execution("geometry", wanted, observer))
        self.kernel.run(scalars, arrays, count)
