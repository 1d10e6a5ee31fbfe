"""The state of a draw: all that the pipeline needs but the vertices."""

from __future__ import annotations

from softgl.gl.draw.enum_names import words
from softgl.ir.program import Program
from softgl.lanes import Engine
from softgl.pipeline.draws import draw as pipeline
from softgl.pipeline.draws.draw_call import DrawCall, FragmentState
from softgl.pipeline.planes.framebuffer import Framebuffer
from softgl.pipeline.primitives.modes import MODES
from softgl.pipeline.vertices.vertex_stream import VertexStream
from softgl.records import but, dataclass

PRIMITIVES = words(MODES)
"""The modes of a DrawCall by those of GL."""


@dataclass(frozen=True)
class DrawState:
    """The state of a draw.

    call : the DrawCall without vertices, vertex state and fragment state.
    key : the keys of the vertex stage, `plan_parts.VertexKeys`.
    """

    engine: Engine
    threads: int
    frame: Framebuffer
    call: DrawCall
    key: object

    @property
    def program(self) -> Program:
        """The vertex program."""
        return self.key.key.program

    def call_of(
        self, stream: VertexStream, vertex_state: tuple, fragment_state: FragmentState, **fields
    ) -> DrawCall:
        """Returns the draw call of a stream of vertices.

        vertex_state : the vertex_resources and clip_planes of a DrawCall. fields : others of its
        fields, as the states of each draw of a batch.
        """
        resources, planes = vertex_state
        return but(
            self.call, vertex=self.key.of(stream), stream=stream, vertex_resources=resources,
            clip_planes=planes, **vars(fragment_state), **fields,
        )  # fmt: skip

    def draw(self, call: DrawCall) -> None:
        """Draws a call of `call_of`."""
        pipeline.draw(self.engine, self.frame, call, self.threads)


def draw_state(ctx, mode: str, now) -> DrawState:
    """Returns the state of a draw in a mode; now : the parts of the draw plan."""
    call = DrawCall(
        mode=mode,
        stream=None,
        vertex=None,
        setup=now.setup,
        viewport=now.viewport,
        views=now.views,
        vertex_resources=None,
        geometry=now.geometry,
        style=now.style,
        # Later draws of a batch have other fragment states, and textures of this one may be gone.
        **dict.fromkeys(vars(now.fragment_state)),
    )
    return DrawState(ctx.engine, ctx.threads, ctx.framebuffers.drawing(), call, now.vertex)
