"""State without effect, kept for queries: multisampling and colour indices.

OpenGL 2.1, 3.2.1 and 4.1.3: without sample buffers the sample operations do nothing; in RGBA mode
nothing reads colour indices.
"""

from __future__ import annotations

from softgl.gl import enums as gl
from softgl.gl.command import command
from softgl.gl.parameters import single
from softgl.gl.queries import LIMITS, VALUES, as_signed
from softgl.gl.raster_state import CAPABILITIES
from softgl.gl.state import clamped

CAPABILITIES.update(
    {
        gl.GL_SAMPLE_ALPHA_TO_COVERAGE: "multisample.alpha_to_coverage",
        gl.GL_SAMPLE_ALPHA_TO_ONE: "multisample.alpha_to_one",
        gl.GL_SAMPLE_COVERAGE: "multisample.coverage",
    }
)
VALUES.update(
    {
        gl.GL_SAMPLE_COVERAGE_VALUE: "multisample.coverage_value",
        gl.GL_SAMPLE_COVERAGE_INVERT: "multisample.coverage_invert",
        gl.GL_INDEX_CLEAR_VALUE: "color.index_clear",
        gl.GL_INDEX_WRITEMASK: lambda ctx: as_signed(ctx.color.index_mask),
    }
)
# There is no accumulation buffer, and no feedback or selection.
LIMITS.update({getattr(gl, f"GL_ACCUM_{c}_BITS"): 0 for c in ("RED", "GREEN", "BLUE", "ALPHA")})
LIMITS[gl.GL_RENDER_MODE] = gl.GL_RENDER


@command("glSampleCoverage")
def sample_coverage(ctx, value, invert):
    """Set the coverage that samples are masked with; `value` is clamped to [0, 1]."""
    multisample = ctx.multisample
    multisample.coverage_value, multisample.coverage_invert = single(clamped(value)), invert


@command("glClearIndex")
def clear_index(ctx, c):
    """Set the colour index that glClear would write."""
    ctx.color.index_clear = single(c)


@command("glIndexMask")
def index_mask(ctx, mask):
    """Set the bits of colour indices that would be written."""
    ctx.color.index_mask = mask
