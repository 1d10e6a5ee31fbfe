"""Shader objects: source texts, compilation and their queries.

OpenGL 3.3 compatibility, 2.14.1 and 6.1.17; ARB_ES2_compatibility.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_enum, to_size
from softgl.gl.api.command import command
from softgl.gl.api.kinds import Kind
from softgl.gl.api.memory import fill, fill_each
from softgl.gl.api.signature import EnumSet
from softgl.gl.queries.debug_output import Message
from softgl.gl.shading.objects import ShaderObject, find_shader, new_name
from softgl.gl.shading.texts import return_text, texts_of
from softgl.ir.program import Stage

STAGES = {
    gl.GL_VERTEX_SHADER: Stage.VERTEX,
    gl.GL_GEOMETRY_SHADER: Stage.GEOMETRY,
    gl.GL_FRAGMENT_SHADER: Stage.FRAGMENT,
}
"""The stage of each type of shader objects."""
TYPES = EnumSet.of(STAGES)
MAX_CACHED_SHADERS = 128
FAILED = 2  # the id of messages on failed compilations and links


@command("glCreateShader", listed=False, keeps_batch=True, kind=Kind.NAMES, type=TYPES)
def create_shader(ctx, type):
    """Creates an empty shader object; returns its name."""
    name = new_name(ctx)
    ctx.shaders.objects[name] = ShaderObject(name, type)
    return name


def _all_texts(shader, strings):
    texts = texts_of(strings)
    return shader, len(texts), texts, None


def _without_lengths(shader, count, strings):
    return shader, count, strings, None


@command(
    "glShaderSource",
    listed=False,
    keeps_batch=True,
    forms={2: _all_texts, 3: _without_lengths},
)
def shader_source(ctx, shader, count, string, length):
    """Replaces the source of a shader object: `count` strings, of the given lengths in bytes."""
    found = find_shader(ctx, shader)
    found.source = tuple(texts_of(string, count, length))


@command("glCompileShader", listed=False, keeps_batch=True)
def compile_shader(ctx, shader):
    """Compiles the source of a shader object; GL_COMPILE_STATUS and the info log tell the outcome.

    No failure is an error of GL.
    """
    found = find_shader(ctx, shader)
    texts = tuple(characters(text) for text in found.source or ())
    found.compiled = compiled(texts, STAGES[found.type], ctx.core, ctx.api.es_language)
    found.compiled_source = found.source or ()
    if not found.compiled.compiled:
        report_failure(ctx, f"shader {shader} ({gl.name_of(found.type)})", found.compiled.info_log)


def report_failure(ctx, what: str, log: str) -> None:
    """Tells debug output and explain of a failed compilation or link."""
    text = f"{what} failed: {log}".rstrip()
    high, kind = gl.GL_DEBUG_SEVERITY_HIGH, gl.GL_DEBUG_TYPE_ERROR
    source = gl.GL_DEBUG_SOURCE_SHADER_COMPILER
    ctx.debug.say(Message(source, kind, FAILED, high, text.encode()))
    if ctx.explainer is not None:
        ctx.explainer.failed(ctx, text)


def characters(text: bytes) -> str:
    """Decodes a source text as UTF-8, else one character for each byte."""
    try:
        return text.decode()
    except UnicodeDecodeError:
        return text.decode("latin-1")


@lru_cache(maxsize=MAX_CACHED_SHADERS)
def compiled(texts: tuple[str, ...], stage: Stage, core: bool = False, es: int = 0):
    """Compiles texts; equal texts of a stage give the same `softgl.glsl.typed.Shader`.

    core : True for a context without what the core profile removed. es : the latest version of GLSL
    ES of a context of OpenGL ES.
    """
    from softgl.glsl import compiling

    options = compiling.CompileOptions(core=core, es=es)
    return compiling.compile_shader(list(texts), stage, options)


@command("glDeleteShader", listed=False, keeps_batch=True)
def delete_shader(ctx, shader):
    """Deletes a shader object as soon as no program has it; ignores 0."""
    if shader:
        found = find_shader(ctx, shader)
        found.flagged = True
        delete_unused(ctx, found)


def delete_unused(ctx, shader: ShaderObject) -> None:
    """Frees the name of a shader object that is deleted and attached to no program."""
    if shader.flagged and not shader.attachments:
        ctx.shaders.objects.pop(shader.name, None)


@command("glIsShader", listed=False, keeps_batch=True)
def is_shader(ctx, shader):
    """Returns 1 for the name of a shader object, else 0."""
    return int(type(ctx.shaders.objects.get(shader)) is ShaderObject)


# -- queries ---------------------------------------------------------------------------------------


def info_log(shader: ShaderObject) -> bytes:
    """Returns the info log of the last compilation."""
    return shader.compiled.info_log.encode() if shader.compiled else b""


def source_of(shader: ShaderObject) -> bytes:
    """Returns all strings of the source as one."""
    return b"".join(shader.source or ())


def length_of(text: bytes) -> int:
    """Returns the length of a text that a query needs memory for: with a NUL, 0 for none."""
    return len(text) + 1 if text else 0


PROPERTIES = {
    gl.GL_SHADER_TYPE: lambda shader: shader.type,
    gl.GL_DELETE_STATUS: lambda shader: shader.flagged,
    gl.GL_COMPILE_STATUS: lambda shader: bool(shader.compiled and shader.compiled.compiled),
    gl.GL_INFO_LOG_LENGTH: lambda shader: length_of(info_log(shader)),
    gl.GL_SHADER_SOURCE_LENGTH: lambda shader: (
        0 if shader.source is None else len(source_of(shader)) + 1
    ),
}


@command("glGetShaderiv", listed=False, keeps_batch=True, pname=EnumSet.of(PROPERTIES))
def get_shader(ctx, shader, pname, params):
    """Returns a property of a shader object."""
    return fill(params, np.int32(PROPERTIES[pname](find_shader(ctx, shader))))


def whole_text(name):
    """Returns the arguments of a query of a whole text."""
    return name, None, None, None


def size_of(value) -> int | None:
    """Converts the size of memory for a text; None for all of the text."""
    return None if value is None else to_size(value)


@command(
    "glGetShaderInfoLog",
    listed=False,
    keeps_batch=True,
    forms={1: whole_text},
    bufSize=size_of,
)
def get_shader_info_log(ctx, shader, buf_size, length, log):
    """Returns the info log of a shader object as bytes; with `infoLog`, writes it there."""
    return return_text(info_log(find_shader(ctx, shader)), buf_size, length, log)


@command(
    "glGetShaderSource",
    listed=False,
    keeps_batch=True,
    forms={1: whole_text},
    bufSize=size_of,
)
def get_shader_source(ctx, shader, buf_size, length, source):
    """Returns the source of a shader object as bytes; with `source`, writes it there."""
    return return_text(source_of(find_shader(ctx, shader)), buf_size, length, source)


# -- OpenGL ES -------------------------------------------------------------------------------------

_FLOATS = {gl.GL_LOW_FLOAT, gl.GL_MEDIUM_FLOAT, gl.GL_HIGH_FLOAT}
_INTEGERS = {gl.GL_LOW_INT, gl.GL_MEDIUM_INT, gl.GL_HIGH_INT}


@command(
    "glGetShaderPrecisionFormat",
    listed=False,
    keeps_batch=True,
    shadertype=EnumSet("GL_VERTEX_SHADER GL_FRAGMENT_SHADER"),
    precisiontype=EnumSet.of(_FLOATS | _INTEGERS),
)
def get_shader_precision_format(ctx, shader_type, precision_type, limits, precision):
    """Returns the exponents of a precision's range, and its bits: those of float32 or int32."""
    # ARB_ES2_compatibility: "For integer formats, <precision> is always 0"; its range is the
    # logarithm of the least and greatest numbers. All precisions are those of highp.
    is_float = precision_type in _FLOATS
    exponents = np.array([127, 127] if is_float else [31, 30], np.int32)
    bits = np.int32(23 if is_float else 0)
    if limits is None and precision is None:
        return exponents, bits
    fill_each((limits, exponents), (precision, np.array([bits])))
    return None


@command("glReleaseShaderCompiler", listed=False, keeps_batch=True)
def release_shader_compiler(ctx):
    """Frees the shaders that the compiler has cached."""
    compiled.cache_clear()


@command("glShaderBinary", listed=False, keeps_batch=True)
def shader_binary(ctx, count, shaders, binary_format, binary, length):
    """Raises an error: there are no formats of binary shaders."""
    raise invalid_enum(f"binaryFormat: {gl.name_of(binary_format)} is none: there are no formats")
