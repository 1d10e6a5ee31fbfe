"""NV_occlusion_query and HP_occlusion_test.

The objects of NV_occlusion_query are those of GL_SAMPLES_PASSED, and so are its other commands.
"""

from __future__ import annotations

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_operation
from softgl.gl.api.command import command
from softgl.gl.api.kinds import Kind
from softgl.gl.api.names import only_count
from softgl.gl.api.tables import State
from softgl.gl.queries import query_objects


def _active(ctx) -> int:
    query = ctx.queries.active.get(gl.GL_SAMPLES_PASSED)
    return query.name if query else 0


STATE = State(
    values={
        gl.GL_CURRENT_OCCLUSION_QUERY_ID_NV: _active,
        # "Whenever such a query is performed, the occlusion test result is reset to FALSE and the
        # pixel counter is reset to zero as a side effect."
        gl.GL_OCCLUSION_TEST_RESULT_HP: lambda ctx: ctx.queries.take_passed() > 0,
    },
    limits={gl.GL_PIXEL_COUNTER_BITS_NV: query_objects.KINDS[gl.GL_SAMPLES_PASSED].bits},
    capabilities={gl.GL_OCCLUSION_TEST_HP: "queries.occlusion_test"},
)


def _check_none_active(ctx):
    # NV_occlusion_query, 4.1.6A: "Calling either GenOcclusionQueriesNV or DeleteOcclusionQueriesNV
    # while any occlusion query is active causes an INVALID_OPERATION error"; OpenGL 3.3 has none.
    if ctx.queries.active:
        raise invalid_operation("a query is active")


@command("glGenOcclusionQueriesNV", listed=False, kind=Kind.NAMES)
def gen_occlusion_queries(ctx, n, ids):
    """Reserves n names; returns a number for n = 1, else an array."""
    _check_none_active(ctx)
    return query_objects.gen_queries_arb(ctx, n, ids)


@command("glDeleteOcclusionQueriesNV", listed=False, forms=only_count)
def delete_occlusion_queries(ctx, n, ids):
    """Deletes query objects."""
    _check_none_active(ctx)
    query_objects.delete_queries(ctx, n, ids)


@command("glBeginOcclusionQueryNV")
def begin_occlusion_query(ctx, id_):
    """Begins to count passing samples; the query object is created if the name is new."""
    query_objects.begin_query(ctx, gl.GL_SAMPLES_PASSED, id_)


@command("glEndOcclusionQueryNV")
def end_occlusion_query(ctx):
    """Ends the active occlusion query, and sets its result."""
    query_objects.end_query(ctx, gl.GL_SAMPLES_PASSED)
