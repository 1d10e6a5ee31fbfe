"""The loader's interface to a driver: OpenGL functions, or a moderngl context."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping

import numpy as np

from softgl.errors import SoftGLError
from softgl.translate.functions import ENUMS, Functions
from softgl.translate.interfaces.interface import Interface, Sampler

_BINDING = "GL_TEXTURE_BINDING_"


class LoadError(SoftGLError):
    """A driver rejected a translated text; the message has its log."""


class FunctionsDriver:
    """A driver called by functions in PyOpenGL's forms; a program is an integer name."""

    standard = "glsl120"

    def __init__(self, functions: Functions):
        self.functions = functions

    def units(self) -> int:
        """Returns the number of texture units of all stages together."""
        (count,) = self.functions.numbers("glGetIntegerv", "GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS")
        return int(count)

    def link(self, texts: Mapping[str, str], interfaces, feedback: tuple[str, ...]):
        """Returns the program linked from the texts of some stages."""
        gl = self.functions
        program = gl.glCreateProgram()
        for stage, text in texts.items():
            shader = self._compiled(stage, text)
            gl.glAttachShader(program, shader)
            gl.glDeleteShader(shader)  # deleted with the program
        for interface in interfaces:
            self._bind_locations(program, interface)
        if feedback:
            self._record(program, feedback)
        gl.glLinkProgram(program)
        if not gl.glGetProgramiv(program, ENUMS["GL_LINK_STATUS"]):
            log = _words(gl.glGetProgramInfoLog(program))
            gl.glDeleteProgram(program)
            raise LoadError(f"the driver cannot link the programs: {log}")
        return program

    def _compiled(self, stage: str, text: str):
        gl = self.functions
        shader = gl.glCreateShader(ENUMS[f"GL_{stage.upper()}_SHADER"])
        gl.glShaderSource(shader, text)
        gl.glCompileShader(shader)
        if not gl.glGetShaderiv(shader, ENUMS["GL_COMPILE_STATUS"]):
            log = _words(gl.glGetShaderInfoLog(shader))
            gl.glDeleteShader(shader)
            raise LoadError(f"the driver rejects the {stage} program: {log}")
        return shader

    def _bind_locations(self, program, interface: Interface) -> None:
        """Binds the locations of attributes and colours that the text cannot declare."""
        bind, places = "", ()
        if interface.stage == "vertex":
            bind, places = "glBindAttribLocation", interface.attributes
        elif interface.stage == "fragment":
            bind, places = "glBindFragDataLocation", interface.outputs
        for one in places:
            if not one.builtin and one.location is not None:
                getattr(self.functions, bind)(program, one.location, one.name)

    def _record(self, program, names: tuple[str, ...]) -> None:
        texts = [ctypes.create_string_buffer(name.encode()) for name in names]
        pointer = ctypes.POINTER(ctypes.c_char)
        array = (pointer * len(texts))(*(ctypes.cast(text, pointer) for text in texts))
        mode = ENUMS["GL_INTERLEAVED_ATTRIBS"]
        self.functions.glTransformFeedbackVaryings(program, len(texts), array, mode)

    def uniform(self, program, name: str) -> int | None:
        """Returns the handle of a uniform for `set`; None if nothing reads it."""
        location = self.functions.glGetUniformLocation(program, name)
        return None if location < 0 else location

    def set(self, uniform: int, values: np.ndarray) -> None:
        """Sets a uniform of the program in use; values : (n, 4) float32."""
        self.functions.glUniform4fv(uniform, len(values), values)

    def set_unit(self, uniform: int, unit: int) -> None:
        """Sets a sampler of the program in use."""
        self.functions.glUniform1i(uniform, unit)

    def bind_block(self, program, name: str, binding: int) -> None:
        """Binds a uniform block to its binding point, if something reads it."""
        index = self.functions.glGetUniformBlockIndex(program, name)
        if index != 0xFFFFFFFF:
            self.functions.glUniformBlockBinding(program, index, binding)

    def current(self):
        """Returns the program in use, for restoring it."""
        return int(self.functions.numbers("glGetIntegerv", "GL_CURRENT_PROGRAM")[0])

    def use(self, program) -> None:
        """Uses a program; 0 for none."""
        self.functions.glUseProgram(program)

    def bind_again(self, sampler: Sampler, unit: int) -> None:
        """Binds the texture of a sampler to another unit too."""
        gl = self.functions
        (active,) = gl.numbers("glGetIntegerv", "GL_ACTIVE_TEXTURE")
        gl.glActiveTexture(ENUMS["GL_TEXTURE0"] + sampler.unit)
        query = _BINDING + sampler.texture.removeprefix("GL_TEXTURE_")
        (texture,) = gl.numbers("glGetIntegerv", query)
        gl.glActiveTexture(ENUMS["GL_TEXTURE0"] + unit)
        gl.glBindTexture(ENUMS[sampler.texture], int(texture))
        gl.glActiveTexture(int(active))


class ModernglDriver:
    """A moderngl context; a program is a moderngl.Program, which needs no `use`."""

    standard = "glsl330"
    functions = None

    def __init__(self, context):
        self._context = context

    def units(self) -> int:
        """Returns the number of texture units."""
        return self._context.max_texture_units

    def link(self, texts: Mapping[str, str], interfaces, feedback: tuple[str, ...]):
        """Returns the program linked from the texts of some stages, at least a vertex stage."""
        shaders = {f"{stage}_shader": text for stage, text in texts.items()}
        try:
            return self._context.program(**shaders, varyings=feedback)
        except Exception as error:  # moderngl.Error, which cannot be imported here
            raise LoadError(f"the driver rejects the programs: {error}") from error

    def uniform(self, program, name: str):
        """Returns the handle of a uniform for `set`; None if nothing reads it."""
        return program.get(name, None)

    def set(self, uniform, values: np.ndarray) -> None:
        """Sets a uniform; values : (n, 4) float32; extra ones are ignored."""
        uniform.write(values[: uniform.array_length].tobytes())

    def set_unit(self, uniform, unit: int) -> None:
        """Sets a sampler."""
        uniform.value = unit

    def bind_block(self, program, name: str, binding: int) -> None:
        """Binds a uniform block to its binding point, if something reads it."""
        block = program.get(name, None)
        if block is not None:
            block.binding = binding

    def current(self) -> None:
        """Returns None: moderngl selects programs itself when it draws."""

    def use(self, program) -> None:
        """Does nothing: moderngl selects programs itself."""

    def bind_again(self, sampler: Sampler, unit: int) -> None:
        """Does nothing: applications bind textures to `Linked.units`."""


def driver(gl):
    """Returns the driver of a module, functions or a moderngl context of the application."""
    if callable(getattr(gl, "program", None)) and hasattr(gl, "max_texture_units"):
        return ModernglDriver(gl)
    return FunctionsDriver(Functions(gl))


def _words(log) -> str:
    return (log.decode(errors="replace") if isinstance(log, bytes) else str(log)).strip()
