"""Long meshes: parts of triangles that go from their vertices to pixels in native code.

Where nothing is asked of a draw but to fill triangles, each part of it goes through the same
kernels, with two of `mesh_parts` between that tell the others what the part is: vertices, which
triangles are kept, their setup, bins, and tiles. So all is made ready once for a whole draw, and
threads share the parts as a `Chain`: a mesh of two million triangles takes 0.86 of the time that it
takes with Python between the kernels, and 0.75 where two threads share it. Of many instances each
part has some (`mesh_instances`): ten thousand of 500 triangles take 0.76 of the time.

What crosses the sides of the view is clipped as usual, and goes on here. Where that is not possible
the rest of the draw goes as usual: from a part on for which there is no room or no kernel yet, or
that has most of its vertices in common with others.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from threading import Lock

import numpy as np

from softgl.ir.program import Binding
from softgl.lanes import Engine
from softgl.lanes.chain_functions import LATER, MAKE, OVER
from softgl.lanes.chains import IDLE_SECONDS, Chain
from softgl.pipeline.draws.draw_call import DrawCall
from softgl.pipeline.draws.mesh_instances import group_of
from softgl.pipeline.draws.mesh_kernels import mesh_history
from softgl.pipeline.draws.mesh_memory import Mesh
from softgl.pipeline.draws.native_layout import replace_triangles, vertices_of
from softgl.pipeline.draws.native_stages import draws_natively
from softgl.pipeline.draws.setup_primitives import setup_of, usual_key
from softgl.pipeline.planes.framebuffer import Framebuffer
from softgl.pipeline.primitives.assemble import Assembled
from softgl.pipeline.primitives.modes import MODES
from softgl.pipeline.support.arena import arenas, from_arena, using_arena
from softgl.pipeline.support.progress import anybody_listens, tell
from softgl.pipeline.support.work_queue import WorkQueue
from softgl.pipeline.vertices.elements import Elements, as_source
from softgl.pipeline.vertices.vertex import Vertices
from softgl.pipeline.vertices.viewport import WindowVertices
from softgl.tuning import limits

CONSECUTIVE_MODES = ("triangles", "triangle_strip", "quads", "quad_strip")
"""The modes whose corners are the same numbers from the first vertex of each part on."""


Clip = Callable[[Vertices, Assembled, int], tuple[WindowVertices, Assembled]]
"""(vertices, primitives, threads) -> (the vertices in the window, the clipped primitives)."""


def draw_mesh(
    engine: Engine,
    framebuffer: Framebuffer,
    call: DrawCall,
    arrays: dict,
    threads: int,
    clip: Clip,
) -> int:
    """Draws chunks of a mesh; returns the number of its leading vertices that are drawn.

    Of several instances, whole ones are drawn, and not all but one.

    arrays : the `fragment_arrays` of the call. clip : the function that clips chunks.
    """
    total = call.stream.total
    # Primitives are no more than vertices, which is sooner known.
    each, several = limits.MESH_PART_TRIANGLES, call.stream.instances > 1
    triangles = total if total <= each or several else int(MODES[call.mode].drawn_count(total))
    if triangles <= each or not _is_mesh(engine, framebuffer, call):
        return 0
    group = group_of(call.mode, call.stream) if several else None
    if several and group is None:
        return 0
    attributes = _attributes(call) if group is None else group.attributes(call)
    if attributes is None:
        return 0
    forms = tuple([elements and elements.form for elements in attributes.values()])
    known = mesh_history(engine, call.vertex, forms, setup_of(call), usual_key(call))
    kernels = known.kernels_of(engine)
    if kernels is None:
        return 0
    mesh = Mesh(framebuffer, call, attributes, kernels, group or triangles, engine.width, threads)
    chain = engine.chain(mesh.layout, mesh.parts)
    _MeshJob(chain, mesh, mesh.shared_arrays(arrays), clip).finish(mesh.threads)
    if not chain.limit:
        known.rests = limits.MESH_RETRY_DRAWS
    # The last part has what is left over, too.
    return total if chain.limit == mesh.parts else chain.limit * mesh.apart


def _is_mesh(engine, framebuffer, call) -> bool:
    """True if a draw only fills triangles that chunks can read, without special state."""
    stream = call.stream
    if stream.indices is None:
        consecutive = call.mode in CONSECUTIVE_MODES
    else:
        consecutive = call.mode == "triangles" and stream.indices.flags.c_contiguous
    whole = consecutive and not (stream.runs or stream.base)
    return whole and draws_natively(engine, framebuffer, call)


def _attributes(call) -> dict[Binding, Elements | None] | None:
    """The elements of all attributes in place, None for constants; None if one is not in memory."""
    attributes, stream = {}, call.stream
    for binding in call.vertex.program.attributes:
        values = stream.attributes.get(binding)
        attributes[binding] = None
        if values is not None:
            in_place = getattr(as_source(values), "in_place", None)
            attributes[binding] = in_place and in_place(stream.each)
            if attributes[binding] is None:
                return None
    return attributes


class _MeshJob(WorkQueue):
    """Chunks of a mesh; each thread prepares some in an arena of its own.

    arrays : the arrays that all threads share, by name.
    """

    def __init__(self, chain: Chain, mesh: Mesh, arrays: dict, clip: Clip):
        super().__init__(self._take, list(enumerate(arenas(mesh.threads))))
        self._chain, self._mesh, self._arrays, self._clip = chain, mesh, arrays, clip
        self._told = anybody_listens()
        self._at_once = 1 if self._told else limits.MESH_PARTS_AT_ONCE
        self._touching, self._begun, self._over = Lock(), False, False

    def _take(self, number, room):
        with using_arena(room):
            if not self._touch(partial(self._begin, number)):
                return
            while (what := self._chain.work(number, self._at_once)) != OVER:
                if what == LATER:
                    time.sleep(IDLE_SECONDS)
                elif what == MAKE:
                    self._go_on(number)
                self._tell()

    def _touch(self, work: Callable[[], None]) -> bool:
        """Writes to the job's memory; False if a later draw may own that memory already."""
        with self._touching:
            if not self._over:
                work()
            return not self._over

    def _begin(self, number):
        block = from_arena("mesh", (self._mesh.layout.size,), np.int64)
        if not self._begun:
            self._chain.begin(number, block, self._arrays, self._mesh.scalars)
            self._begun = True
        else:
            self._chain.join(number, block)

    def _go_on(self, number):
        """Clips the chunk of a thread and resumes it, if the remains fit its memory."""
        array = partial(self._chain.array, number)
        room = self._mesh.sizes
        placed, primitives = self._clip(*vertices_of(array, room), 1)
        if not replace_triangles(array, room, (placed, primitives)):
            self._chain.give_up(number)
            return
        count = len(primitives)
        array("copied")[0] = array("keep_base")[0] = 0
        array("keep_last")[0] = count - 1
        array("triangle_lanes")[0] = count
        self._chain.go_on(number, "keep")

    def _tell(self):
        """Reports the progress of the draw to listeners."""
        total = self._mesh.call.stream.total
        done = min(total, self._mesh.apart * self._chain.ended)
        if self._told and done:
            tell(done, total, "vertices")

    def cancel(self):
        super().cancel()
        self._chain.stop()

    def is_ended(self):
        # A listener hears of all before this ends.
        if self._told or not self._chain.is_ended() or not self._touching.acquire(blocking=False):
            return False
        self._over = True
        self._touching.release()
        return True
