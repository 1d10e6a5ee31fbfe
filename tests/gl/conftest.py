"""A small context for each test, what is drawn in it, and its state as something to compare."""

from __future__ import annotations

import dataclasses
import weakref
from functools import cache

import numpy as np
import pytest

from softgl import Context
from softgl.gl.api.current import current
from softgl.gl.draw import draw as drawing
from softgl.gl.shading.interfaces import Interface
from softgl.gl.vertices.immediate import Immediate
from softgl.glsl.linked import LinkedProgram
from softgl.glsl.typed import Shader
from softgl.ir.program import Program
from softgl.pipeline.draws.chunks import compact
from softgl.texture.targets import Target


@pytest.fixture
def context():
    """A new 8x8 context on the eager machine, current during the test."""
    before = current.context
    yield Context(8, 8, machine="eager")
    if before is not None:
        before.make_current()


@pytest.fixture(params=["eager", "llvm"])
def either(request):
    """A new 8x8 context on each machine."""
    before = current.context
    yield Context(8, 8, machine=request.param, threads=1)
    if before is not None:
        before.make_current()


@pytest.fixture
def record(context):
    """The context, in the error mode of GL itself."""
    context.errors = "record"
    return context


@pytest.fixture
def draws(context, monkeypatch):
    """The draws handed to the pipeline in this test: a list of (mode, stream).

    The attributes of a stream are as its vertices have them: (each, 4) float32.
    """
    calls = []

    def draw(ctx, mode, stream):
        stream = compact(stream)
        rows = {b: v.rows(stream.each) for b, v in stream.attributes.items()}
        calls.append((mode, dataclasses.replace(stream, attributes=rows)))

    monkeypatch.setattr(drawing, "draw", draw)
    return calls


ATOMS = frozenset({int, float, bool, str, bytes, type(None)})
ROWS = frozenset({list, tuple})
"""Types of most of the state: numbers, and rows of them."""
KINDS = (
    (np.ndarray, "array"), (dict, "dict"), ((list, tuple), "row"), (Immediate, "immediate"),
    # Programs never change, but keep what has been worked out of them; whether what a reference
    # refers to is alive is not state.
    ((Program, LinkedProgram, Interface, Shader, Target, weakref.ref), "itself"),
    (Context, "context"), (type, "name"),
)  # fmt: skip


@cache
def kind_of(type_) -> str:
    """The function that freezes values of a type."""
    for types, kind in KINDS:
        if issubclass(type_, types):
            return kind
    called = any("__call__" in vars(base) for base in type_.__mro__)
    if type_.__dictoffset__ and not called:
        return "object"
    return "fields" if dataclasses.is_dataclass(type_) else "name"


def frozen(value, seen=None):
    """A value of any kind as something that can be compared, and that does not change with it.

    seen : which of the objects that have been met each is, by id: several ways lead to some.
    """
    type_ = value.__class__
    if type_ in ATOMS or (type_ in ROWS and ATOMS.issuperset(map(type, value))):
        return repr(value)
    seen = {} if seen is None else seen
    kind = kind_of(type_)
    if kind in ("object", "context"):
        if id(value) in seen:
            return seen[id(value)]
        seen[id(value)] = f"number {len(seen)} of those met"
        # Moves count pixels and keep kernels, as the plan keeps what it has derived. The
        # batch keeps functions in vertex array objects, and revisions of the latest bindings.
        hidden = {"_derived", "_copiers", "_rebound"}
        if kind == "context":
            hidden = {"engine", "error", "moves", "plan"}
        # Two thirds of all values are atoms: a call for each would take half of the time.
        return [
            (k, repr(v) if v.__class__ in ATOMS else frozen(v, seen))
            for k, v in vars(value).items()
            if k not in hidden
        ]
    if kind == "array":
        return value.shape, value.dtype.str, value.tobytes()
    if kind == "dict":
        return [(str(key), frozen(item, seen)) for key, item in value.items()]
    if kind == "row":
        return [frozen(item, seen) for item in value]
    if kind == "fields":
        return [frozen(getattr(value, f.name), seen) for f in dataclasses.fields(value)]
    if kind == "immediate":
        return value.mode, list(value.vertices), frozen(value.logs, seen)
    return id(value) if kind == "itself" else repr(value)


@pytest.fixture
def context_before():
    """The context that was current is so again after a test."""
    before = current.context
    yield
    if before is not None:
        before.make_current()


@pytest.fixture
def snapshot():
    """The function `frozen`."""
    return frozen
