"""The matrix stacks (OpenGL 2.1, 2.11.2)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from functools import partial
from operator import attrgetter, is_not

import numpy as np

from softgl import hostmath
from softgl.gl.api import enums as gl
from softgl.gl.api import registry
from softgl.gl.api.arguments import Refused, invalid_value, vector
from softgl.gl.api.command import command
from softgl.gl.api.groups import Consecutive, Group, NotedGroup
from softgl.gl.api.signature import EnumSet
from softgl.gl.api.tables import State
from softgl.gl.transform.native_matrices import products, rotated
from softgl.gl.vertices.attributes import (
    MAX_TEXTURE_COORDS,
    MAX_VERTEX_UNITS,
    texture_coordinate_set,
)
from softgl.records import dataclass

MAX_STACK_DEPTH = 32
MAX_TEXTURE_STACK_DEPTH = 10
MAX_PROGRAM_STACK_DEPTH = 32
MAX_PROGRAM_MATRICES = 8

# ARB_vertex_program, "Interactions with NV_vertex_program": "NV_vertex_program "tracking matrices"
# and ARB_vertex_program "program matrices"" are identical; the enums for MatrixMode are not.
PROGRAM_MODES = {
    first + number: number
    for first in (gl.GL_MATRIX0_ARB, gl.GL_MATRIX0_NV)
    for number in range(MAX_PROGRAM_MATRICES)
}
BLENDED_MODES = {
    getattr(gl, f"GL_MODELVIEW{unit}_ARB"): unit for unit in range(1, MAX_VERTEX_UNITS)
}
"""The matrix modes of the vertex units; GL_MODELVIEW0_ARB is GL_MODELVIEW."""
MATRIX_MODES = (
    EnumSet("GL_MODELVIEW GL_PROJECTION GL_TEXTURE")
    | EnumSet.of(BLENDED_MODES)
    | EnumSet(
        " ".join(
            f"GL_MATRIX{number}_{vendor}"
            for vendor in ("ARB", "NV")
            for number in range(MAX_PROGRAM_MATRICES)
        )
    )
)


_IDENTITY = np.identity(4, np.float32).tobytes()


def _array(matrix: bytes) -> np.ndarray:
    return np.ndarray((4, 4), np.float32, matrix)


@dataclass
class Stack(NotedGroup):
    """A matrix stack; the last entry is the top. Entries are as `hostmath.packed` returns them."""

    limit: int
    entries: list[bytes] = field(default_factory=lambda: [_IDENTITY])

    @property
    def top(self) -> np.ndarray:
        """The top, (4, 4) float32, which cannot be written to."""
        return _array(self.entries[-1])

    @property
    def matrices(self) -> list[np.ndarray]:
        """The entries as arrays."""
        return [*map(_array, self.entries)]

    def replace(self, matrix: bytes) -> None:
        """Replaces the top."""
        self.entries[-1] = matrix
        self.touch()

    @property
    def depth(self) -> int:
        return len(self.entries)

    def push(self) -> None:
        """Duplicates the top."""
        self.entries.append(self.entries[-1])
        self.touch()

    def pop(self) -> None:
        """Drops the top."""
        self.entries.pop()
        self.touch()


def _stacks(count, limit):
    return lambda: [Stack(limit) for _ in range(count)]


@dataclass
class Transform(Consecutive, Group):
    """The matrix mode and every stack. Matrices are (4, 4) float32 M[row][column].

    The changes that it notes are those of matrix commands.

    modelview : of vertex unit 0. blended : the model-view matrices of the other units.
    """

    names_others = False

    mode: int = gl.GL_MODELVIEW
    modelview: Stack = field(default_factory=lambda: Stack(MAX_STACK_DEPTH))
    blended: list[Stack] = field(default_factory=_stacks(MAX_VERTEX_UNITS - 1, MAX_STACK_DEPTH))
    projection: Stack = field(default_factory=lambda: Stack(MAX_STACK_DEPTH))
    texture: list[Stack] = field(
        default_factory=_stacks(MAX_TEXTURE_COORDS, MAX_TEXTURE_STACK_DEPTH)
    )
    program: list[Stack] = field(
        default_factory=_stacks(MAX_PROGRAM_MATRICES, MAX_PROGRAM_STACK_DEPTH)
    )
    _cached: dict = field(default_factory=dict, repr=False, compare=False)

    def matrix(self, name: str, index: int = 0) -> np.ndarray:
        """Returns the current matrix of state.matrix: modelview, projection, mvp, texture, program.

        ARB_vertex_program, table X.4.10: mvp is "the product of the modelview and projection
        matrices", projection times modelview.
        """
        return _array(self.entry(name, index))

    def entry(self, name: str, index: int = 0) -> bytes:
        """Returns the bytes of `matrix`."""
        tops = tuple([stack.entries[-1] for stack in self.factors(name, index)])
        return tops[0] if len(tops) == 1 else self.cached(name, tops, products.product)

    def factors(self, name: str, index: int = 0) -> tuple[Stack, ...]:
        """Returns the stacks whose tops, multiplied, are the current matrix of a name."""
        if name == "mvp":
            return self.projection, self.modelview
        if name == "modelview":
            return (self.unit(index),)
        stack = getattr(self, name)
        return (stack[index] if isinstance(stack, list) else stack,)

    def unit(self, number: int) -> Stack:
        """Returns the model-view stack of a vertex unit."""
        return self.blended[number - 1] if number else self.modelview

    def cached(self, key, matrices: tuple[bytes, ...], compute: Callable):
        """Returns compute(*matrices), cached until one of them is replaced.

        key : names the computation.
        """
        entry = self._cached.get(key)
        if entry is None or any(map(is_not, entry[0], matrices)):
            entry = self._cached[key] = matrices, compute(*matrices)
        return entry[1]


def current_stack(ctx) -> Stack:
    """Returns the stack of the matrix mode; GL_INVALID_OPERATION for a unit without one."""
    transform = ctx.transform
    if transform.mode == gl.GL_MODELVIEW:
        return transform.modelview
    if transform.mode == gl.GL_PROJECTION:
        return transform.projection
    if transform.mode == gl.GL_TEXTURE:
        return transform.texture[texture_coordinate_set(ctx)]
    if transform.mode in BLENDED_MODES:
        return transform.unit(BLENDED_MODES[transform.mode])
    return transform.program[PROGRAM_MODES[transform.mode]]


def _matrix(stack_of, transposed=False):
    """Returns a query of a matrix in memory order, column after column."""
    return lambda ctx: stack_of(ctx).top if transposed else stack_of(ctx).top.T


_STACKS = {
    "MODELVIEW": attrgetter("transform.modelview"),
    "PROJECTION": attrgetter("transform.projection"),
    "TEXTURE": lambda ctx: ctx.transform.texture[texture_coordinate_set(ctx)],
}


def _unit(number):
    return lambda ctx: ctx.transform.unit(number)


def _values():
    for mode, unit in {gl.GL_MODELVIEW0_ARB: 0, **BLENDED_MODES}.items():
        yield mode, _matrix(_unit(unit))
    for name, stack in _STACKS.items():
        yield getattr(gl, f"GL_{name}_MATRIX"), _matrix(stack)
        yield getattr(gl, f"GL_TRANSPOSE_{name}_MATRIX"), _matrix(stack, transposed=True)
        yield getattr(gl, f"GL_{name}_STACK_DEPTH"), lambda ctx, stack=stack: stack(ctx).depth


STATE = State(
    values={
        gl.GL_MATRIX_MODE: "transform.mode",
        gl.GL_CURRENT_MATRIX_ARB: _matrix(current_stack),
        gl.GL_TRANSPOSE_CURRENT_MATRIX_ARB: _matrix(current_stack, transposed=True),
        gl.GL_CURRENT_MATRIX_STACK_DEPTH_ARB: lambda ctx: current_stack(ctx).depth,
        **dict(_values()),
    },
    limits={
        gl.GL_MAX_MODELVIEW_STACK_DEPTH: MAX_STACK_DEPTH,
        gl.GL_MAX_PROJECTION_STACK_DEPTH: MAX_STACK_DEPTH,
        gl.GL_MAX_TEXTURE_STACK_DEPTH: MAX_TEXTURE_STACK_DEPTH,
        gl.GL_MAX_PROGRAM_MATRICES_ARB: MAX_PROGRAM_MATRICES,
        gl.GL_MAX_PROGRAM_MATRIX_STACK_DEPTH_ARB: MAX_PROGRAM_STACK_DEPTH,
    },
)


@command("glMatrixMode", keeps_batch=True, mode=MATRIX_MODES)
def matrix_mode(ctx, mode):
    """Selects the stack for the matrix commands."""
    transform = ctx.transform
    before, transform.mode = transform.revision, mode
    transform.note_latest(before)


@command("glLoadIdentity", keeps_batch=True)
def load_identity(ctx):
    """Replaces the current matrix by the identity."""
    current_stack(ctx).replace(_IDENTITY)


def _row_major(values, source) -> list[float]:
    """Converts the sixteen numbers of a matrix, row after row."""
    if type(values) is np.ndarray and values.dtype == np.float32 and values.size == 16:
        return values.ravel().tolist()  # the usual argument, in half the time
    return vector(values, 16, np.float64, source=source).tolist()


def _column_major(values, source) -> list[float]:
    """Converts sixteen numbers in GL's memory order, column after column, to `_row_major`."""
    numbers = _row_major(values, source)
    return [*numbers[::4], *numbers[1::4], *numbers[2::4], *numbers[3::4]]


def _matrix_command(name, order):
    """Registers a function as `name`f and `name`d; order : the reader of the sixteen numbers."""

    def register(implementation):
        for suffix, source in (("f", np.float32), ("d", np.float64)):
            command(name + suffix, keeps_batch=True, m=partial(order, source=source))(
                implementation
            )
        return implementation

    return register


@_matrix_command("glLoadMatrix", _column_major)
def load_matrix(ctx, m):
    """Replaces the current matrix by sixteen numbers, column after column."""
    current_stack(ctx).replace(hostmath.packed(m))


@_matrix_command("glLoadTransposeMatrix", _row_major)
def load_transpose_matrix(ctx, m):
    """Replaces the current matrix by sixteen numbers, row after row."""
    current_stack(ctx).replace(hostmath.packed(m))


def _multiply(ctx, elements: list[float]) -> None:
    """Multiplies the current matrix by another one, row after row."""
    stack = current_stack(ctx)
    stack.replace(products.multiplied(stack.entries[-1], *elements))


@_matrix_command("glMultMatrix", _column_major)
def mult_matrix(ctx, m):
    """Multiplies the current matrix by sixteen numbers, column after column."""
    _multiply(ctx, m)


@_matrix_command("glMultTransposeMatrix", _row_major)
def mult_transpose_matrix(ctx, m):
    """Multiplies the current matrix by sixteen numbers, row after row."""
    _multiply(ctx, m)


@command("glPushMatrix", keeps_batch=True)
def push_matrix(ctx):
    """Duplicates the top of the current stack; GL_STACK_OVERFLOW if it is full."""
    stack = current_stack(ctx)
    if stack.depth == stack.limit:
        raise Refused(gl.GL_STACK_OVERFLOW, f"the stack holds at most {stack.limit} matrices")
    stack.push()


@command("glPopMatrix", keeps_batch=True)
def pop_matrix(ctx):
    """Drops the top of the current stack; GL_STACK_UNDERFLOW if it is the only matrix."""
    stack = current_stack(ctx)
    if stack.depth == 1:
        raise Refused(gl.GL_STACK_UNDERFLOW, "the stack holds only one matrix")
    stack.pop()


@command("glTranslatef", "glTranslated", keeps_batch=True)
def translate(ctx, x, y, z):
    """Multiplies the current matrix by a translation."""
    stack = current_stack(ctx)
    stack.replace(products.translated(stack.entries[-1], x, y, z))


@command("glRotatef", "glRotated", keeps_batch=True)
def rotate(ctx, angle, x, y, z):
    """Multiplies the current matrix by a rotation of `angle` degrees about (x, y, z)."""
    stack = current_stack(ctx)
    angle = angle if -360.0 < angle < 360.0 else hostmath.within_turn(angle)
    numbers = stack.entries[-1], angle, x, y, z
    stack.replace(products.rotated(*numbers) or rotated(*numbers))


@command("glScalef", "glScaled", keeps_batch=True)
def scale(ctx, x, y, z):
    """Multiplies the current matrix by a scaling along the axes."""
    stack = current_stack(ctx)
    stack.replace(products.scaled(stack.entries[-1], x, y, z))


# PyOpenGL's names without a type.
for _function in (translate, rotate, scale):
    _name = f"gl{_function.__name__.capitalize()}"
    command(_name, keeps_batch=True, signature_text=registry.COMMANDS[_name + "d"])(_function)


def _check_planes(**pairs):
    for name, (low, high) in pairs.items():
        if low == high:
            raise invalid_value(f"the two {name} planes are both {low}")


@command("glFrustum", keeps_batch=True)
def frustum(ctx, left, right, bottom, top, near, far):
    """Multiplies the current matrix by a perspective projection."""
    if near <= 0 or far <= 0:
        raise invalid_value(f"zNear {near} and zFar {far} must be positive")
    _check_planes(vertical=(left, right), horizontal=(bottom, top), depth=(near, far))
    _multiply(ctx, hostmath.frustum(left, right, bottom, top, near, far).ravel().tolist())


@command("glOrtho", keeps_batch=True)
def ortho(ctx, left, right, bottom, top, near, far):
    """Multiplies the current matrix by a parallel projection."""
    _check_planes(vertical=(left, right), horizontal=(bottom, top), depth=(near, far))
    _multiply(ctx, hostmath.ortho(left, right, bottom, top, near, far).ravel().tolist())
