"""Queries of a vertex stream (ARB_transform_feedback3): there is one stream, number 0."""

from __future__ import annotations

from softgl.gl.api.arguments import invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.signature import EnumSet
from softgl.gl.queries.query_objects import (
    TARGET_PARAMETERS,
    TARGETS,
    begin_query,
    end_query,
    get_query,
)


def _check_index(index):
    # "The number of indexed queries supported by specific targets is one, unless indicated
    # otherwise": otherwise it is MAX_VERTEX_STREAMS, which is one, too.
    if index:
        raise invalid_value(f"index: {index} is not 0, the only vertex stream")


@command("glBeginQueryIndexed", target=TARGETS)
def begin_query_indexed(ctx, target, index, id_):
    """glBeginQuery for a vertex stream."""
    _check_index(index)
    begin_query(ctx, target, id_)


@command("glEndQueryIndexed", target=TARGETS)
def end_query_indexed(ctx, target, index):
    """glEndQuery for a vertex stream."""
    _check_index(index)
    end_query(ctx, target)


@command(
    "glGetQueryIndexediv",
    listed=False,
    target=TARGETS | EnumSet("GL_TIMESTAMP"),
    pname=TARGET_PARAMETERS,
)
def get_query_indexed(ctx, target, index, pname, params):
    """glGetQueryiv for a vertex stream."""
    _check_index(index)
    return get_query(ctx, target, pname, params)
