"""OpenGL as applications call it: every `gl*` function, `GL_*` constant and type, as in PyOpenGL.

In: GL calls. Out: state, and draw calls for `softgl.pipeline`. `Context` makes a context current;
functions act on the current context of their thread. Unsupported functions are missing.

Its packages, the lower ones first: `api` imports nothing above it; `buffers`, `vertices`,
`transform`, `fragments`, `pixels`, `primitives` and `fixed` are groups of state with the commands
that set them; `queries` reads state; `textures`, `programs`, `shading` and `framebuffers` are
objects; `draw` draws; `direct` acts on named objects instead of bound ones.
"""

from softgl.collector import uncollected

# Garbage collection would take a fifth of the import time, and all of it stays alive.
with uncollected(stays=True):
    from softgl.gl.api import enums
    from softgl.gl.api.command import define_aliases
    from softgl.gl.api.declarations import COMMANDS
    from softgl.gl.api.errors import GLError
    from softgl.gl.api.types import TYPES
    from softgl.gl.context import BaseContext  # noqa: F401  (all groups of state)
    from softgl.gl.modules import MODULES  # noqa: F401  (registers every command)
    from softgl.gl.vertices.families import EXPORTED

    define_aliases()

_constants = {name: value for name, value in vars(enums).items() if name.startswith("GL_")}
globals().update(_constants)
globals().update(COMMANDS | EXPORTED)
globals().update(TYPES)

__all__ = [*_constants, *COMMANDS, *TYPES, GLError.__name__]


def __getattr__(name: str):
    if name == "Context":  # of applications, above gl: softgl.gl.Context, but no part of *
        from softgl.context import Context

        return Context
    from softgl.gl.api.absent import Absent

    raise Absent(__name__, name)
