"""Program binaries (ARB_get_program_binary): the texts and settings of a link, as bytes.

A binary is `MAGIC`, the version, the SHA-256 digest of the rest, and JSON. Loading one compiles and
links again, whose outcome the caches of shaders, programs and kernels have where it is known. Other
bytes, and binaries of another version, end in a failed link, not in an error.
"""

from __future__ import annotations

import hashlib
import json
import struct

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import Refused, invalid_enum, invalid_operation, invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.memory import as_bytes, fill_each
from softgl.gl.api.tables import LIMITS, State
from softgl.gl.shading.linking import (
    INITIAL_GEOMETRY,
    check_special,
    check_unrecorded,
    finish_link,
    geometry_problem,
    linked_of,
)
from softgl.gl.shading.objects import Installed, LinkSettings, ProgramObject, find_program
from softgl.gl.shading.shaders import STAGES, characters, compiled, size_of

FORMAT = 0x53474C01
"""The only binary format."""
MAGIC = b"softgl program\0\0"
VERSION = struct.pack("<I", 1)
"""The version of the texts and settings: the binaries of another one are refused."""
HEADER = len(MAGIC) + len(VERSION)
DIGEST = hashlib.sha256().digest_size
STATE = State(
    limits={
        gl.GL_NUM_PROGRAM_BINARY_FORMATS: 1,
        gl.GL_PROGRAM_BINARY_FORMATS: np.array([FORMAT], np.int32),
    }
)


class BadBinary(Exception):
    """Other bytes than a binary of a program; the message says why."""


# -- bytes -----------------------------------------------------------------------------------------


def binary_of(program: ProgramObject) -> bytes:
    """Returns the binary of a program; b"" for one that is not linked."""
    installed = program.state.installed
    if not program.state.status or installed is None:
        return b""
    fields = vars(installed.settings) | {
        "geometry": sorted(installed.settings.geometry.items()),
        "texts": [[kind, [t.decode("latin-1") for t in texts]] for kind, texts in installed.texts],
    }
    body = json.dumps(fields, separators=(",", ":"), sort_keys=True).encode()
    return MAGIC + VERSION + hashlib.sha256(body).digest() + body


def parsed(binary: bytes) -> Installed:
    """Returns the texts and settings in a binary. Raises `BadBinary`."""
    if binary[: len(MAGIC)] != MAGIC:
        raise BadBinary("the bytes are no program binary of softgl")
    if binary[len(MAGIC) : HEADER] != VERSION:
        raise BadBinary("the program binary is of another version of softgl")
    body = binary[HEADER + DIGEST :]
    if hashlib.sha256(body).digest() != binary[HEADER : HEADER + DIGEST]:
        raise BadBinary("the program binary is damaged: its digest differs")
    try:
        fields = json.loads(body)
        return Installed(_texts(fields.pop("texts")), _settings(fields))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, Refused):
        raise BadBinary("the program binary has no texts and settings of a link") from None


def _need(condition: bool) -> None:
    if not condition:
        raise ValueError


def _text(value) -> str:
    _need(type(value) is str)
    value.encode("latin-1")  # characters stand for bytes
    return value


def _name(value) -> str:
    _need(not _text(value).startswith("gl_"))
    return value


def _int(value, low: int, high: int) -> int:
    _need(type(value) is int and low <= value < high)
    return value


def _bool(value) -> bool:
    _need(type(value) is bool)
    return value


def _texts(listed) -> tuple:
    found = []
    for kind, texts in listed:
        _need(type(kind) is int and kind in STAGES and type(texts) is list)
        found.append((kind, tuple(_text(text).encode("latin-1") for text in texts)))
    return tuple(found)


def _settings(fields: dict) -> LinkSettings:
    attributes = LIMITS[gl.GL_MAX_VERTEX_ATTRIBS]
    colors = LIMITS[gl.GL_MAX_DRAW_BUFFERS]
    geometry = {}
    for pname, value in fields["geometry"]:
        _need(pname in INITIAL_GEOMETRY and type(value) is int)
        _need(not geometry_problem(pname, value))
        geometry[pname] = value
    mode, names = fields["varying_mode"], tuple(map(_text, list(fields["varyings"])))
    _need(type(mode) is int and mode in (gl.GL_INTERLEAVED_ATTRIBS, gl.GL_SEPARATE_ATTRIBS))
    most = LIMITS[gl.GL_MAX_TRANSFORM_FEEDBACK_SEPARATE_ATTRIBS]
    _need(mode == gl.GL_INTERLEAVED_ATTRIBS or len(names) <= most)
    check_special(names, mode)
    return LinkSettings(
        {_name(n): _int(place, 0, attributes) for n, place in fields["attributes"].items()},
        {
            _name(name): (_int(color, 0, colors), _int(index, 0, 2))
            for name, (color, index) in fields["outputs"].items()
        },
        names,
        mode,
        geometry,
        _bool(fields["separable"]),
        _bool(fields["retrievable"]),
    )


# -- commands --------------------------------------------------------------------------------------


def _whole(program):
    return program, None, None, None, None


def _whole_of(program, size):
    return program, size, None, None, None


@command(
    "glGetProgramBinary",
    listed=False,
    keeps_batch=True,
    forms={1: _whole, 2: _whole_of},
    bufSize=size_of,
)
def get_program_binary(ctx, program, buf_size, length, binary_format, binary):
    """Returns (length, format, binary) of a linked program, (n,) uint8; with outputs, fills these.

    Raises GL_INVALID_OPERATION for a program that is not linked, or too little memory.
    """
    found = find_program(ctx, program)
    data = binary_of(found)
    if not data:
        raise invalid_operation(f"program {program} is not linked and has no binary")
    if buf_size is not None and buf_size < len(data):
        raise invalid_operation(f"bufSize: the binary has {len(data)} bytes, not {buf_size}")
    given = np.frombuffer(data, np.uint8)
    if length is None and binary_format is None and binary is None:
        return len(data), FORMAT, given.copy()
    fill_each(
        (length, np.int32([len(data)])),
        (binary_format, np.uint32([FORMAT])),
        (binary, given),
    )
    return None


def _all_bytes(program, binary_format, binary):
    data = as_bytes(binary)
    return program, binary_format, data, len(data)


@command("glProgramBinary", listed=False, forms={3: _all_bytes})
def program_binary(ctx, program, binary_format, binary, length):
    """Loads a binary of glGetProgramBinary; GL_LINK_STATUS and the info log tell the outcome.

    Attached shaders and the state of the next link stay.
    """
    found = find_program(ctx, program)
    if binary_format != FORMAT:
        # ARB_get_program_binary, issue 4: "If ProgramBinary is called with a <binaryFormat> not in
        # this list, the implementation will throw an INVALID_ENUM error."
        name = f"binaryFormat: {binary_format:#x}"
        raise invalid_enum(f"{name} is no format of GL_PROGRAM_BINARY_FORMATS")
    check_unrecorded(ctx, found)
    data = as_bytes(binary, length) if length else np.zeros(0, np.uint8)
    if len(data) < length:
        raise invalid_value(f"length: the binary has {len(data)} bytes, not {length}")
    try:
        installed = parsed(data[:length].tobytes())
        shaders = tuple(
            compiled(tuple(map(characters, texts)), STAGES[kind], ctx.core, ctx.api.es_language)
            for kind, texts in installed.texts
        )
        failed = "".join(shader.info_log for shader in shaders if not shader.compiled)
        if failed:
            raise BadBinary(failed)
        linked, log = linked_of(shaders, installed.settings, bool(ctx.lacks))
    except BadBinary as error:
        linked, log, installed = None, f"error: {error}\n", None
    finish_link(ctx, found, linked, log, installed)
