"""OpenGL as applications call it: every `gl*` function and `GL_*` constant, as PyOpenGL has them.

In: GL calls. Out: state, and draw calls to `softgl.pipeline`. `Context` makes a context current;
functions act on the current context of their thread. A function is there if it works.

Each module holds the commands of a chapter of the specification; `command` makes them public,
`families` makes whole families of them from the registry, `derive` turns state into keys.
"""

from softgl.errors import GLError
from softgl.gl import (  # noqa: F401  (each module registers its commands)
    attribute_queries,
    attribute_stacks,
    blit,
    buffers,
    draw_arrays,
    draw_buffers,
    enums,
    evaluation,
    evaluators,
    families,
    fog,
    fragment_tests,
    framebuffer_objects,
    inert,
    lighting,
    lines,
    matrix_tracking,
    nv_attributes,
    nv_programs,
    occlusion,
    parameter_buffers,
    pixel_drawing,
    pixel_store,
    pixel_transfer,
    pixels,
    planes,
    points,
    polygons,
    program_queries,
    programs,
    queries,
    raster_position,
    raster_state,
    renderbuffers,
    stencil,
    texture_environment,
    texture_images,
    textures,
    transform,
    vertex_arrays,
)
from softgl.gl.command import COMMANDS, define_aliases
from softgl.gl.context import Context  # noqa: F401  (softgl.gl.Context, but no part of *)

define_aliases()
_constants = {name: value for name, value in vars(enums).items() if name.startswith("GL_")}
globals().update(_constants)
globals().update(COMMANDS)

__all__ = [*_constants, *COMMANDS, GLError.__name__]
