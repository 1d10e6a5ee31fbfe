"""Queries of internal formats: the numbers of samples of each (ARB_internalformat_query)."""

from __future__ import annotations

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_enum
from softgl.gl.api.command import command
from softgl.gl.api.memory import fill
from softgl.gl.api.signature import EnumSet
from softgl.gl.framebuffers.renderbuffers import ES_FORMATS
from softgl.gl.textures.drawable_formats import FORMATS
from softgl.pipeline.planes.samples import MULTISAMPLE_COUNTS

TARGETS = EnumSet("GL_RENDERBUFFER GL_TEXTURE_2D_MULTISAMPLE GL_TEXTURE_2D_MULTISAMPLE_ARRAY")
COUNTS = sorted(MULTISAMPLE_COUNTS, reverse=True)
ANSWERS = {gl.GL_SAMPLES: COUNTS, gl.GL_NUM_SAMPLE_COUNTS: [len(COUNTS)]}


def to_renderable_format(value) -> int:
    """Converts internalformat: a color-, depth- or stencil-renderable format."""
    format_ = FORMATS.get(value)
    if format_ is None or not format_.storage.drawable:
        raise invalid_enum(f"{gl.name_of(int(value))} is not a renderable format")
    return value


def _es_answers(value: int) -> dict[int, list[int]]:
    """Returns the answers of OpenGL ES for a format."""
    if value not in ES_FORMATS[3]:
        raise invalid_enum(f"internalformat: {gl.name_of(value)} is not a renderable format")
    # OpenGL ES 3.0, 6.1.15: "Since multisampling is not supported for signed and unsigned integer
    # internal formats, the value of NUM_SAMPLE_COUNTS will be zero for such formats."
    if FORMATS[value].has_color and FORMATS[value].storage.integer:
        return {gl.GL_SAMPLES: [], gl.GL_NUM_SAMPLE_COUNTS: [0]}
    return ANSWERS


@command(
    "glGetInternalformativ",
    listed=False,
    target=TARGETS,
    internalformat=to_renderable_format,
    pname=EnumSet.of(ANSWERS),
)
def get_internal_format(ctx, target, internalformat, pname, count, params):
    """Returns the numbers of samples of a format, the largest first, or how many there are.

    At most `count` integers are written; a new array has that many, with zeros at the end.
    """
    counts = ANSWERS
    if ctx.es:
        counts = _es_answers(internalformat)
    # "No more than <bufSize> integers will be written into <params>. If more data are available,
    # they will be ignored and no error will be generated."
    values = np.array(counts[pname][:count], np.int32)
    if params is None:
        values = np.concatenate([values, np.zeros(count - len(values), np.int32)])
    return fill(params, values)
