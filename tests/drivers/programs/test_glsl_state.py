"""Every variable of the built-in state of GLSL, and every built-in constant, beside llvmpipe."""

from __future__ import annotations

import numpy as np
import pytest

import softgl
import softgl.gl
from softgl.glsl.builtins import lookup
from softgl.glsl.text.language import Language
from softgl.glsl.typed import Storage
from softgl.glsl.types import Array, Matrix, Struct
from softgl.ir.program import Stage
from tests.drivers.mesa import mesa_context
from tests.drivers.programs import test_state_bindings as state
from tests.drivers.programs.glsl_calls import COLUMNS, HEAD, OUTPUT, VERSION, show

pytestmark = pytest.mark.driver

VARIABLES = lookup.variables(Language(330), Stage.FRAGMENT)
ELEMENTS = (0, 1, 3, 4)
"""The elements of arrays that are shown."""
# llvmpipe derives the state of lights when they are first used, and packs these columns.
WRONG = (
    *(f"gl_LightSource[{n}].{word}" for n in (1, 4) for word in ("halfVector", "spotCosCutoff")),
    *("gl_NormalMatrix[1]", "gl_NormalMatrix[2]"),
)


def leaves(name, type_):
    """Yields each scalar, vector and column of a variable: its expression and its size."""
    if isinstance(type_, Array):
        for number in ELEMENTS:
            if number < type_.count:
                yield from leaves(f"{name}[{number}]", type_.element)
    elif isinstance(type_, Struct):
        for member in type_.members:
            yield from leaves(f"{name}.{member.name}", member.type)
    elif isinstance(type_, Matrix):
        for number in range(type_.columns):
            yield f"{name}[{number}]", type_.rows
    else:
        yield name, type_.size


class Shown:
    """A shader that shows an expression in each row; the interface of `Calls`."""

    words = np.zeros((1, COLUMNS, 4), np.float32)

    def __init__(self, expressions):
        self.rows = [*expressions]
        lines = []
        for row, (text, size) in enumerate(self.rows):
            zeros = ", 0.0" * (4 - size)
            lines.append(f"if (row == {row}) result = vec4({text}{zeros});")
        lines = "\n".join(lines)
        head = f"{VERSION}{OUTPUT}{HEAD}"
        # `words` stays in use.
        start = "result = texel(0); int row = int(gl_FragCoord.y);"
        self.text = f"{head}void main() {{\n{start}\n{lines}\n}}\n"


def set_state(gl, program):
    state.set_matrices(gl)
    state.set_lights(gl)
    state.set_materials(gl)
    state.set_planes(gl)
    state.set_rest(gl)


def test_state(mesa):
    shown = Shown(
        leaf
        for name, variable in VARIABLES.items()
        if variable.storage is Storage.BUILTIN_UNIFORM
        for leaf in leaves(name, variable.type)
    )
    assert len(shown.rows) > 250
    with mesa_context(8, 8) as gl:
        expected = show(gl, shown, set_state)[:, 0]
    softgl.Context(8, 8, machine="eager").make_current()
    found = show(softgl.gl, shown, set_state)[:, 0]
    wrong = {
        text: (one.tolist(), wanted.tolist())
        for (text, _), one, wanted in zip(shown.rows, found, expected, strict=True)
        if text not in WRONG and not np.allclose(one, wanted, 1e-4, 1e-5)
    }
    assert not wrong
    values = {text: value[:size] for (text, size), value in zip(shown.rows, found, strict=True)}
    columns = np.stack([values[f"gl_ModelViewMatrix[{n}]"][:3] for n in range(3)], 1)
    normal = np.stack([values[f"gl_NormalMatrix[{n}]"] for n in range(3)], 1)
    np.testing.assert_allclose(normal, np.linalg.inv(columns).T, 1e-5, 1e-6)


def test_constants_are_the_limits_of_queries():
    names = {name: entry for name, entry in VARIABLES.items() if entry.constant is not None}
    shown = Shown((f"float({name})", 1) for name in names)
    softgl.Context(8, 8, machine="eager").make_current()
    found = show(softgl.gl, shown)[:, 0, 0]
    other = {"gl_MaxVaryingFloats": "GL_MAX_VARYING_FLOATS"}
    for name, value in zip(names, found, strict=True):
        words = "".join(f"_{c}" if c.isupper() else c.upper() for c in name.removeprefix("gl_"))
        enum = other.get(name, f"GL{words}")
        if hasattr(softgl.gl, enum):
            assert softgl.gl.glGetIntegerv(getattr(softgl.gl, enum)) == value, name
