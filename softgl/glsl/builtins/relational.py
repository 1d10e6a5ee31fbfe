"""Vector relational functions: GLSL 3.30, 8.6. Booleans are all ones or 0."""

from __future__ import annotations

from softgl.glsl.builtins.emitter import component
from softgl.glsl.builtins.table import builtin

_ALWAYS = {"since": 110, "es": 100}
_UNSIGNED = {"since": 130, "es": 300, "extensions": ("GL_EXT_gpu_shader4",)}
# Name -> the opcodes for vec, ivec, uvec and bvec, True if the operands are exchanged.
_COMPARISONS = {
    "lessThan": (("FSLT", "ISLT", "USLT", ""), False, "x < y"),
    "lessThanEqual": (("FSGE", "ISGE", "USGE", ""), True, "x <= y"),
    "greaterThan": (("FSLT", "ISLT", "USLT", ""), True, "x > y"),
    "greaterThanEqual": (("FSGE", "ISGE", "USGE", ""), False, "x >= y"),
    "equal": (("FSEQ", "USEQ", "USEQ", "USEQ"), False, "x == y"),
    "notEqual": (("FSNE", "USNE", "USNE", "USNE"), False, "x != y"),
}


def _enter(name, opcode, type_, exchanged, words):
    def compare(b, x, y):
        return b.make(opcode, *((y, x) if exchanged else (x, y)))

    compare.__doc__ = f"The comparison {words} of each component."
    where = _UNSIGNED if type_ == "uvec" else _ALWAYS
    builtin(f"bvec {name}({type_} x, {type_} y)", **where)(compare)


for _name, (_opcodes, _exchanged, _words) in _COMPARISONS.items():
    for _type, _opcode in zip(("vec", "ivec", "uvec", "bvec"), _opcodes, strict=True):
        if _opcode:
            _enter(_name, _opcode, _type, _exchanged, _words)


def _joined(b, opcode, x):
    value = component(x, 0)
    for number in range(1, b.width()):
        value = b.scalar(opcode, value, component(x, number))
    return value


@builtin("bool any(bvec x)", **_ALWAYS)
def any_of(b, x):
    """True if a component of x is true."""
    return _joined(b, "OR", x)


@builtin("bool all(bvec x)", **_ALWAYS)
def all_of(b, x):
    """True if all components of x are true."""
    return _joined(b, "AND", x)


@builtin("bvec not(bvec x)", **_ALWAYS)
def complement(b, x):
    """The logical complement of each component."""
    return b.make("NOT", x)
