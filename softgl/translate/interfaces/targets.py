"""The target languages of translations."""

from __future__ import annotations

from softgl.records import dataclass


@dataclass(frozen=True)
class Target:
    """A target language.

    description : for the help.
    version : the version of GLSL; 0 for assembly languages.
    core : True if texts are for core contexts, which lack the variables and arrays of fixed
        function.
    es : True for GLSL ES; `version` is that of the desktop language with its functions then.
    """

    name: str
    description: str
    version: int = 0
    core: bool = False
    es: bool = False

    @property
    def header(self) -> str:
        """The line that names the version of GLSL."""
        if self.es:
            return "#version 300 es"
        return f"#version {self.version}{' core' if self.core and self.version >= 150 else ''}"

    @property
    def glsl(self) -> bool:
        """True for GLSL."""
        return self.version > 0

    @property
    def integers(self) -> bool:
        """True if it has 32-bit integers and their operations."""
        return not self.glsl or self.version >= 130

    @property
    def generic(self) -> bool:
        """True if GENERIC of TGSI has a name of its own; else the next stage gives it one."""
        return self.glsl or self.name == "tgsi"

    @property
    def locations(self) -> bool:
        """True if the text itself declares the locations of attributes, varyings and colours."""
        return self.version >= 330


TARGETS: dict[str, Target] = {
    target.name: target
    for target in (
        Target("glsl120", "GLSL 1.20, OpenGL 2.1", 120),
        Target("glsl130", "GLSL 1.30, OpenGL 3.0 and compatibility contexts", 130),
        Target("glsl330", "GLSL 3.30 of core contexts, OpenGL 3.3", 330, core=True),
        Target("glsl410core", "GLSL 4.10 of core contexts, OpenGL 4.1", 410, core=True),
        Target("glsl300es", "GLSL ES 3.00, OpenGL ES 3.0 and WebGL 2", 330, core=True, es=True),
        Target("arb", "ARB_vertex_program and ARB_fragment_program, no options"),
        Target("nv4", "NV_gpu_program4 and its companions"),
        Target("tgsi", "TGSI, as Gallium's drivers take it"),
    )
}
"""In the order of the help."""
