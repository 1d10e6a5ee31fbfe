"""Occlusion queries (OpenGL 2.1, 4.1.7) and conditional rendering (NV_conditional_render).

While a query is active, draws count their passing fragments pixel by pixel in a plane of the
query, so neither threads nor width matter. Every command is complete when it returns: results are
available at once.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_operation, invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.groups import Counted, Group
from softgl.gl.api.memory import fill
from softgl.gl.api.names import delete_names, give_names, only_count
from softgl.gl.api.signature import EnumSet

TARGETS = EnumSet("GL_SAMPLES_PASSED")
TARGET_PARAMETERS = EnumSet("GL_CURRENT_QUERY GL_QUERY_COUNTER_BITS")
OBJECT_PARAMETERS = EnumSet("GL_QUERY_RESULT GL_QUERY_RESULT_AVAILABLE")
CONDITIONS = EnumSet(
    "GL_QUERY_WAIT_NV GL_QUERY_NO_WAIT_NV GL_QUERY_BY_REGION_WAIT_NV GL_QUERY_BY_REGION_NO_WAIT_NV"
)
COUNTER_BITS = 32


@dataclass(eq=False)
class Query(Counted):
    """A query object: its result, and the counts of the draws since glBeginQuery."""

    name: int
    result: int = 0
    total: int = 0
    counts: np.ndarray | None = None  # (elements,) uint32 in the framebuffer's order

    def plane(self, elements: int) -> np.ndarray:
        """The counts of a framebuffer with so many elements, to be added to."""
        if self.counts is None or len(self.counts) != elements:
            self.settle()
            self.counts = np.zeros(elements, np.uint32)
        return self.counts

    def settle(self) -> None:
        """Add the counts to the total."""
        if self.counts is not None:
            self.total += int(self.counts.sum(dtype=np.uint64))
            self.counts = None


@dataclass
class Occlusion(Group):
    """The query objects by name (None: the name is reserved only), the active one, the condition.

    condition : the query that glBeginConditionalRenderNV named.
    """

    objects: dict[int, Query | None] = field(default_factory=dict)
    active: Query | None = None
    condition: Query | None = None

    @property
    def discards(self) -> bool:
        """Whether conditional rendering drops what is drawn."""
        return self.condition is not None and not self.condition.result


def _check_none_active(ctx):
    # OpenGL 2.1, 4.1.7: "Calling either GenQueries or DeleteQueries while any query of any target
    # is active causes an INVALID OPERATION error".
    if ctx.occlusion.active:
        raise invalid_operation("a query is active")


@command("glGenQueriesARB")
def gen_queries_arb(ctx, n, ids):
    """Reserve n names: a number for n = 1, else an array."""
    _check_none_active(ctx)
    return give_names(ctx.occlusion.objects, n, ids)


@command("glGenQueries")
def gen_queries(ctx, n, ids):
    """Reserve n names: an array, of one for n = 1 too, as in PyOpenGL."""
    names = gen_queries_arb(ctx, n, ids)
    return np.atleast_1d(names) if ids is None else names


@command("glDeleteQueries", forms=only_count)
def delete_queries(ctx, n, ids):
    """Delete query objects."""
    _check_none_active(ctx)
    delete_names(ctx.occlusion.objects, n, ids)


@command("glIsQuery")
def is_query(ctx, id_):
    """1 for the name of a query object that has been begun, else 0."""
    return int(ctx.occlusion.objects.get(id_) is not None)


@command("glBeginQuery", target=TARGETS)
def begin_query(ctx, target, id_):
    """Begin to count the fragments that pass; the query object is created if the name is new."""
    occlusion = ctx.occlusion
    if not id_:
        raise invalid_operation("0 is no query object")
    _check_none_active(ctx)
    query = occlusion.objects.get(id_)
    if query is not None and query is occlusion.condition:
        raise invalid_operation(f"query {id_} is the condition of rendering")
    if query is None:
        query = occlusion.objects[id_] = Query(id_)
    query.total, query.counts = 0, None
    occlusion.active = query


@command("glEndQuery", target=TARGETS)
def end_query(ctx, target):
    """End counting: the count becomes the result of the active query object."""
    query = ctx.occlusion.active
    if query is None:
        raise invalid_operation("no query is active")
    query.settle()
    # OpenGL 2.1, 4.1.7: "recommended ... saturating at 2^n - 1".
    query.result = min(query.total, 2**COUNTER_BITS - 1)
    ctx.occlusion.active = None


@command("glGetQueryiv", target=TARGETS, pname=TARGET_PARAMETERS)
def get_query(ctx, target, pname, params):
    """The name of the active query, or the number of bits of its count."""
    active = ctx.occlusion.active
    current = active.name if active else 0
    value = current if pname == gl.GL_CURRENT_QUERY else COUNTER_BITS
    return fill(params, np.array(value).astype(np.int32)[()])


def _define_get_object(suffix, dtype):
    @command(f"glGetQueryObject{suffix}", pname=OBJECT_PARAMETERS)
    def get_query_object(ctx, id_, pname, params):
        """The result of a query object, or whether it is available, which it always is."""
        query = ctx.occlusion.objects.get(id_)
        if query is None:
            raise invalid_operation(f"{id_} is no query object")
        if query is ctx.occlusion.active:
            raise invalid_operation(f"query {id_} is active")
        value = query.result if pname == gl.GL_QUERY_RESULT else 1
        return fill(params, dtype(min(value, np.iinfo(dtype).max)))


_define_get_object("iv", np.int32)
_define_get_object("uiv", np.uint32)


@command("glBeginConditionalRenderNV", mode=CONDITIONS)
def begin_conditional_render(ctx, id_, mode):
    """Drop what is drawn until glEndConditionalRenderNV if the result of a query is 0.

    The modes differ in nothing: results are always there.
    """
    occlusion = ctx.occlusion
    if occlusion.condition:
        raise invalid_operation("conditional rendering is in progress")
    query = occlusion.objects.get(id_)
    if query is None:
        raise invalid_value(f"id: {id_} is no query object")
    if query is occlusion.active:
        raise invalid_operation(f"query {id_} is active")
    occlusion.condition = query


@command("glEndConditionalRenderNV")
def end_conditional_render(ctx):
    """Draw unconditionally again."""
    if not ctx.occlusion.condition:
        raise invalid_operation("conditional rendering is not in progress")
    ctx.occlusion.condition = None
