"""Query objects and conditional rendering (OpenGL 3.3, 2.17, 2.18, 4.1.7 and 5.4).

While an occlusion query is active, draws count their passing fragments pixel by pixel in a plane of
the query, so neither threads nor width matter. Every command is complete when it returns: results
are available at once.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import field

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_operation, invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.groups import Counted, CountedDict, Group
from softgl.gl.api.kinds import Kind
from softgl.gl.api.memory import fill
from softgl.gl.api.names import check_query_name, delete_names, only_count, reserve_names
from softgl.gl.api.signature import EnumSet
from softgl.gl.api.tables import State
from softgl.records import dataclass

TARGET_PARAMETERS = EnumSet("GL_CURRENT_QUERY GL_QUERY_COUNTER_BITS")
CONDITIONS = EnumSet(
    "GL_QUERY_WAIT_NV GL_QUERY_NO_WAIT_NV GL_QUERY_BY_REGION_WAIT_NV GL_QUERY_BY_REGION_NO_WAIT_NV"
)


@dataclass(eq=False)
class Query(Counted):
    """A query object: its last target, its result, and the counts since it began."""

    name: int
    target: int = 0
    result: int = 0
    total: int = 0
    counts: np.ndarray | None = None  # (elements,) uint32 in the framebuffer's order

    def begin(self, target: int) -> None:
        """Begins to count for a target."""
        self.target, self.total, self.counts = target, KINDS[target].first(), None

    def end(self) -> None:
        """Sets the result from the counts."""
        kind = KINDS[self.target]
        # OpenGL 2.1, 4.1.7: "recommended ... saturating at 2^n - 1".
        self.result = min(kind.count(self), 2**kind.bits - 1)

    def plane(self, elements: int) -> np.ndarray:
        """Returns the counts for a framebuffer with `elements` elements, for draws to add to."""
        if self.counts is None or len(self.counts) != elements:
            self.commit()
            self.counts = np.zeros(elements, np.uint32)
        return self.counts

    def commit(self) -> int:
        """Adds the counts to the total, and returns it."""
        if self.counts is not None:
            self.total += int(self.counts.sum(dtype=np.uint64))
            self.counts = None
        return self.total


@dataclass(frozen=True)
class QueryKind:
    """The kind of a target's queries.

    bits : of the result. first : returns the initial total. count : returns a query's result.
    """

    bits: int
    first: Callable[[], int]
    count: Callable[[Query], int]


def _now() -> int:
    return time.perf_counter_ns()


KINDS = {
    gl.GL_SAMPLES_PASSED: QueryKind(32, lambda: 0, Query.commit),
    # The count saturates at 1, which is TRUE.
    gl.GL_ANY_SAMPLES_PASSED: QueryKind(1, lambda: 0, Query.commit),
    gl.GL_ANY_SAMPLES_PASSED_CONSERVATIVE: QueryKind(1, lambda: 0, Query.commit),
    # NV_transform_feedback, 2.Z. Draws add to them, with recording and without.
    gl.GL_PRIMITIVES_GENERATED: QueryKind(32, lambda: 0, lambda query: query.total),
    gl.GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN: QueryKind(
        32, lambda: 0, lambda query: query.total
    ),
    # EXT_timer_query: "started or stopped when the effects from all previous commands ... have been
    # fully realized"; both commands draw the batch. In nanoseconds.
    gl.GL_TIME_ELAPSED: QueryKind(64, _now, lambda query: _now() - query.total),
}
"""The kinds of queries by target of glBeginQuery."""
TARGETS = EnumSet.of(KINDS)
OCCLUSION_TARGETS = EnumSet(
    "GL_SAMPLES_PASSED GL_ANY_SAMPLES_PASSED GL_ANY_SAMPLES_PASSED_CONSERVATIVE"
)
"""The targets of occlusion queries; only one of them is active at a time."""
TIME_BITS = KINDS[gl.GL_TIME_ELAPSED].bits


@dataclass
class Queries(Group):
    """The query objects by name (None: a reserved name), the active ones, the condition.

    active : by target. condition : the query of glBeginConditionalRender.
    occlusion_test : True if samples count for the occlusion test. tested : counts for it while no
        query is active.
    """

    objects: dict[int, Query | None] = field(default_factory=dict)
    active: dict[int, Query] = field(default_factory=CountedDict)
    condition: Query | None = None
    occlusion_test: bool = False
    tested: Query = field(default_factory=lambda: Query(0))

    @property
    def active_occlusion(self) -> Query | None:
        """The active query of samples, if there is one."""
        active = self.active
        return next((active[target] for target in OCCLUSION_TARGETS if target in active), None)

    @property
    def occlusion(self) -> Query | None:
        """The query that counts passing fragments, if there is one."""
        return self.active_occlusion or (self.tested if self.occlusion_test else None)

    def take_passed(self) -> int:
        """Returns the number of samples counted for the occlusion test, and resets it."""
        counting = {self.tested, self.active_occlusion or self.tested}
        passed = sum(query.commit() for query in counting)
        for query in counting:
            query.total = 0
        return passed

    @property
    def counts_primitives(self) -> bool:
        """True if primitives are counted, recorded or not."""
        return gl.GL_PRIMITIVES_GENERATED in self.active

    def count(self, target: int, more: int) -> None:
        """Adds to the count of a target's active query, if there is one."""
        query = self.active.get(target)
        if query is not None:
            query.total += more

    @property
    def discards(self) -> bool:
        """True if conditional rendering discards what is drawn."""
        return self.condition is not None and not self.condition.result


@command("glGenQueriesARB", listed=False, kind=Kind.NAMES)
def gen_queries_arb(ctx, n, ids):
    """Reserves n names; returns a number for n = 1, else an array."""
    return reserve_names(ctx.queries.objects, n, ids)


@command("glGenQueries", listed=False, kind=Kind.NAMES)
def gen_queries(ctx, n, ids):
    """Reserves n names; returns an array, of one for n = 1 too, as in PyOpenGL."""
    names = gen_queries_arb(ctx, n, ids)
    return np.atleast_1d(names) if ids is None else names


@command("glDeleteQueries", listed=False, forms=only_count)
def delete_queries(ctx, n, ids):
    """Deletes query objects; one that is active stays so without its name."""
    delete_names(ctx.queries.objects, n, ids)


@command("glIsQuery", "glIsOcclusionQueryNV", listed=False)
def is_query(ctx, id_):
    """Returns 1 for the name of a query object that has been begun, else 0."""
    return int(ctx.queries.objects.get(id_) is not None)


@command("glBeginQuery", target=TARGETS)
def begin_query(ctx, target, id_):
    """Begins to count or to measure; the query object is created if the name is new."""
    queries = ctx.queries
    taken = OCCLUSION_TARGETS if target in OCCLUSION_TARGETS else (target,)
    # OpenGL 3.3, 2.17: "for the targets SAMPLES_PASSED and ANY_SAMPLES_PASSED, if the active query
    # for either target is non-zero".
    for each in taken:
        if each in queries.active:
            raise invalid_operation(f"a query of {gl.name_of(each)} is active")
    query = _of_target(ctx, id_, target)
    if query is queries.condition:
        raise invalid_operation(f"query {id_} is the condition of rendering")
    queries.objects[id_] = query
    query.begin(target)
    queries.active[target] = query
    if target in OCCLUSION_TARGETS:
        # NV_occlusion_query, 4.1.6A: "BeginOcclusionQueryNV resets the pixel counter to zero and
        # the occlusion test result to FALSE."
        queries.take_passed()


def _of_target(ctx, id_, target) -> Query:
    """Returns the query object of a name, a new one for an unused name, to use for a target."""
    if not id_:
        raise invalid_operation("0 is not a query object")
    objects = ctx.queries.objects
    query = objects.get(id_)
    if query is None:
        check_query_name(ctx, objects, id_)
        return Query(id_)
    check_inactive(ctx.queries, query)
    # OpenGL 3.3, 2.17: INVALID_OPERATION "if id is the name of an existing query object whose type
    # does not match target".
    if query.target != target:
        raise invalid_operation(f"query {id_} is one of {gl.name_of(query.target)}")
    return query


def check_inactive(queries: Queries, query: Query) -> None:
    """Raises GL_INVALID_OPERATION for a query that is active."""
    if query in queries.active.values():
        raise invalid_operation(f"query {query.name} is active")


@command("glEndQuery", target=TARGETS)
def end_query(ctx, target):
    """Ends the active query of a target, and sets its result."""
    active = ctx.queries.active
    if target not in active:
        raise invalid_operation(f"no query of {gl.name_of(target)} is active")
    active[target].end()
    if target in OCCLUSION_TARGETS:
        ctx.queries.tested.total += active[target].total
    del active[target]


@command("glQueryCounter", target=EnumSet("GL_TIMESTAMP"))
def query_counter(ctx, id_, target):
    """Stores the time in nanoseconds as the result of a query object."""
    query = _of_target(ctx, id_, target)
    query.target, query.result = target, _now()
    ctx.queries.objects[id_] = query


STATE = State(values={gl.GL_TIMESTAMP: lambda ctx: np.uint64(_now())})


@command(
    "glGetQueryiv",
    listed=False,
    target=TARGETS | EnumSet("GL_TIMESTAMP"),
    pname=TARGET_PARAMETERS,
)
def get_query(ctx, target, pname, params):
    """Returns the name of the active query, or the number of bits of its count."""
    active = ctx.queries.active.get(target)
    current = active.name if active else 0
    bits = KINDS[target].bits if target in KINDS else TIME_BITS
    value = current if pname == gl.GL_CURRENT_QUERY else bits
    return fill(params, np.array(value).astype(np.int32)[()])


@command("glBeginConditionalRenderNV", mode=CONDITIONS)
def begin_conditional_render(ctx, id_, mode):
    """Discards drawing until glEndConditionalRenderNV if the result of a query is 0.

    The modes do not differ: results are always available.
    """
    queries = ctx.queries
    if queries.condition:
        raise invalid_operation("conditional rendering is in progress")
    query = queries.objects.get(id_)
    if query is None:
        raise invalid_value(f"id: {id_} is not a query object")
    check_inactive(queries, query)
    if query.target not in OCCLUSION_TARGETS:
        raise invalid_operation(f"query {id_} is not an occlusion query")
    queries.condition = query


@command("glEndConditionalRenderNV")
def end_conditional_render(ctx):
    """Ends conditional rendering."""
    if not ctx.queries.condition:
        raise invalid_operation("conditional rendering is not in progress")
    ctx.queries.condition = None
