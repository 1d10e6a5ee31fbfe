"""Objects created with their names: glCreate* of ARB_direct_state_access.

A table gives the dictionary of the objects and their class; textures and queries have a target too.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from operator import attrgetter

from softgl.gl.api.command import command
from softgl.gl.api.kinds import Kind
from softgl.gl.api.names import create_objects
from softgl.gl.api.signature import EnumSet
from softgl.gl.buffers.buffer_objects import Buffer
from softgl.gl.framebuffers.framebuffers import FramebufferObject
from softgl.gl.framebuffers.renderbuffers import Renderbuffer
from softgl.gl.programs.feedback_objects import FeedbackObject
from softgl.gl.queries.query_objects import TARGETS, Query
from softgl.gl.shading.pipeline_objects import PipelineObject
from softgl.gl.textures.sampler_state import SamplerObject
from softgl.gl.textures.targets import BOUND_TARGETS, texture_target
from softgl.gl.textures.textures import new_texture
from softgl.gl.vertices.array_objects import VertexArray

QUERY_TARGETS = TARGETS | EnumSet("GL_TIMESTAMP")
CREATED = {
    "Buffers": ("buffers.objects", Buffer),
    "Framebuffers": ("framebuffers.objects", FramebufferObject),
    "ProgramPipelines": ("shaders.pipelines", PipelineObject),
    "Renderbuffers": ("framebuffers.renderbuffers", Renderbuffer),
    "Samplers": ("texturing.samplers", SamplerObject),
    "TransformFeedbacks": ("feedback.objects", FeedbackObject),
    "VertexArrays": ("vertex.objects", VertexArray),
}
"""By the end of the command's name: the path of the objects, and (name) -> an object."""


def _define(plural: str, path: str, make: Callable) -> None:
    objects_of = attrgetter(path)

    @command(f"glCreate{plural}", listed=False, kind=Kind.NAMES)
    def create(ctx, n, names):
        """Makes n objects in their initial state; returns a name for n = 1, else an array."""
        return create_objects(objects_of(ctx), n, names, make)


for _plural, (_path, _make) in CREATED.items():
    _define(_plural, _path, _make)


@command("glCreateTextures", listed=False, kind=Kind.NAMES, target=BOUND_TARGETS)
def create_textures(ctx, target, n, textures):
    """Makes n textures of a target; returns a name for n = 1, else an array."""
    make = partial(new_texture, texture_target(target))
    return create_objects(ctx.texturing.objects, n, textures, make)


@command("glCreateQueries", listed=False, kind=Kind.NAMES, target=QUERY_TARGETS)
def create_queries(ctx, target, n, ids):
    """Makes n query objects of a target, with the result 0; returns a name, or an array."""
    return create_objects(ctx.queries.objects, n, ids, lambda name: Query(name, target))
