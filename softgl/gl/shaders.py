"""`OpenGL.GL.shaders` of PyOpenGL: shaders and programs of GLSL in one call each.

    program = compileProgram(
        compileShader(vertex_text, GL_VERTEX_SHADER),
        compileShader(fragment_text, GL_FRAGMENT_SHADER),
    )
    with program:
        glDrawArrays(GL_TRIANGLES, 0, 3)

All functions and constants of `softgl.gl` are names of this module too.
"""

from __future__ import annotations

import re

import softgl.gl as gl
from softgl.errors import SoftGLError

_HELPERS = [
    "ShaderCompilationError",
    "ShaderLinkError",
    "ShaderProgram",
    "ShaderValidationError",
    "compileProgram",
    "compileShader",
]
_OF_SHADERS = re.compile(
    r"gl\w*(Shader|Uniform|Program|AttribLocation|ActiveAttrib|FragData|VertexAttrib)\w*(?<!ARB|EXT)"
    r"(?<!NV)|GL_(\w+_SHADER|\w+_STATUS|INFO_LOG_LENGTH|ACTIVE_\w+|CURRENT_PROGRAM|FALSE|TRUE)"
)
__all__ = _HELPERS + [name for name in gl.__all__ if _OF_SHADERS.fullmatch(name)]


def __getattr__(name: str):
    return getattr(gl, name)


class ShaderCompilationError(SoftGLError, RuntimeError):
    """A shader does not compile: the message with the info log, the source, and the type."""

    def __str__(self):
        return str(self.args[0])


class ShaderLinkError(SoftGLError, RuntimeError):
    """A program does not link; the message has the info log."""


class ShaderValidationError(SoftGLError, RuntimeError):
    """A program cannot draw with the current state; the message has the info log."""


class ShaderProgram(int):
    """The name of a program object; `with` uses it, and program 0 afterwards."""

    validated = False

    def __enter__(self) -> ShaderProgram:
        """Uses the program."""
        gl.glUseProgram(self)
        return self

    def __exit__(self, *_) -> None:
        """Uses program 0."""
        gl.glUseProgram(0)

    def check_validate(self) -> ShaderProgram:
        """Validates the program with the current state; raises ShaderValidationError."""
        gl.glValidateProgram(self)
        if not gl.glGetProgramiv(self, gl.GL_VALIDATE_STATUS):
            raise ShaderValidationError(
                f"Validation failure: {_text(gl.glGetProgramInfoLog(self))}"
            )
        self.validated = True
        return self

    def check_linked(self) -> ShaderProgram:
        """Raises ShaderLinkError if the program is not linked."""
        if not gl.glGetProgramiv(self, gl.GL_LINK_STATUS):
            raise ShaderLinkError(f"Link failure: {_text(gl.glGetProgramInfoLog(self))}")
        return self


def compileShader(source, shaderType) -> int:
    """Compiles a shader; returns its name. Raises ShaderCompilationError with the info log.

    source : a text, str or bytes, or a sequence of these. shaderType : as GL_VERTEX_SHADER.
    """
    shader = gl.glCreateShader(shaderType)
    gl.glShaderSource(shader, source)
    gl.glCompileShader(shader)
    if not gl.glGetShaderiv(shader, gl.GL_COMPILE_STATUS):
        log = _text(gl.glGetShaderInfoLog(shader))
        gl.glDeleteShader(shader)
        raise ShaderCompilationError(f"Shader compile failure: {log}", source, shaderType)
    return shader


def compileProgram(*shaders, **named) -> ShaderProgram:
    """Links shaders to a program and deletes them; returns the program.

    separable, retrievable : True to set these hints. validate : False to link only.
    Raises ShaderLinkError or ShaderValidationError with the info log; the shaders stay then.
    """
    program = ShaderProgram(gl.glCreateProgram())
    if named.get("separable"):
        gl.glProgramParameteri(program, gl.GL_PROGRAM_SEPARABLE, gl.GL_TRUE)
    if named.get("retrievable"):
        gl.glProgramParameteri(program, gl.GL_PROGRAM_BINARY_RETRIEVABLE_HINT, gl.GL_TRUE)
    for shader in shaders:
        gl.glAttachShader(program, shader)
    gl.glLinkProgram(program)
    program.check_linked()
    if named.get("validate", True):
        program.check_validate()
    for shader in shaders:
        gl.glDeleteShader(shader)
    return program


def _text(log: bytes) -> str:
    return log.decode("utf-8", "replace")
