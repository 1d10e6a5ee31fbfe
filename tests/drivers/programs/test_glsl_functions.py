"""Every built-in function of GLSL 3.30 in every type, beside llvmpipe."""

from __future__ import annotations

import numpy as np
import pytest

import softgl
import softgl.gl
from softgl.glsl.builtins import lookup
from softgl.glsl.text.language import Language
from softgl.glsl.types import Sampler
from softgl.ir.program import Stage
from tests.drivers.conftest import mesa_context
from tests.drivers.programs.glsl_calls import Calls, show
from tests.glsl.builtins.references import REFERENCES

pytestmark = pytest.mark.driver

FUNCTIONS = lookup.functions(Language(330), Stage.FRAGMENT)
GROUPS = {
    "angles": "radians degrees sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh",
    "exponentials": "pow exp log exp2 log2 sqrt inversesqrt",
    "common": "abs sign floor trunc round roundEven ceil fract mod modf step smoothstep isnan isinf"
    " floatBitsToInt floatBitsToUint intBitsToFloat uintBitsToFloat",
    "ranges": "min max clamp mix",
    "geometric": "length distance dot cross normalize faceforward reflect refract",
    "matrices": "matrixCompMult outerProduct transpose determinant inverse",
    "relational": "lessThan lessThanEqual greaterThan greaterThanEqual equal notEqual any all not",
    "derivatives": "dFdx dFdy fwidth",
}
# Relative and absolute errors, where the specification leaves some: those of llvmpipe.
ERRORS = {
    **dict.fromkeys(("radians", "degrees", "fract", "mix", "dot", "length"), (1e-6, 1e-6)),
    **dict.fromkeys(("sin", "cos", "tan", "asin", "acos", "atan"), (1e-5, 5e-4)),
    **dict.fromkeys(("sinh", "cosh", "tanh", "asinh", "acosh", "atanh"), (1e-4, 1e-4)),
    **dict.fromkeys(("pow", "exp", "log", "exp2", "log2"), (1e-4, 1e-5)),
    **dict.fromkeys(("sqrt", "inversesqrt", "normalize", "distance"), (1e-5, 1e-6)),
    **dict.fromkeys(("mod", "smoothstep", "cross", "reflect", "refract"), (1e-4, 1e-4)),
    **dict.fromkeys(("determinant", "inverse"), (1e-2, 1e-2)),
    **dict.fromkeys(("dFdx", "dFdy", "fwidth"), (1e-6, 1e-6)),
}


@pytest.mark.parametrize("group", GROUPS)
def test_group(mesa, group):
    calls = Calls()
    for name in GROUPS[group].split():
        domain = REFERENCES[name].domain if name in REFERENCES else (-4.0, 4.0)
        for function in FUNCTIONS[name]:
            calls.call(function, domain)
    with mesa_context(8, 8) as gl:
        expected = show(gl, calls)
    softgl.Context(8, 8, machine="eager").make_current()
    found = show(softgl.gl, calls)
    wrong = {}
    for function, one, wanted in zip(calls.rows, found, expected, strict=True):
        relative, absolute = ERRORS.get(function.name, (0, 0))
        if not np.allclose(one, wanted, relative, absolute, equal_nan=True):
            signature = f"{function.name}({', '.join(map(str, function.parameters))})"
            place = np.argmax(np.abs(np.nan_to_num(one - wanted)).max(1))
            wrong[signature] = one[place].tolist(), wanted[place].tolist()
    assert not wrong


def test_every_function_is_in_a_group():
    grouped = {name for names in GROUPS.values() for name in names.split()}
    for name, functions in FUNCTIONS.items():
        samples = any(isinstance(type_, Sampler) for type_ in functions[0].parameters)
        assert samples or name in grouped or name.startswith("noise"), name
