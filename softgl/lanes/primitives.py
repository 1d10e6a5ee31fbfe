"""Every primitive operation on lanes, once: how numpy computes it and how LLVM does.

`PRIMITIVES[name, type]` is the entry for operands of `type`. The two ways of an entry must give the
same bits for every input; `tests/lanes` holds them to that. Whatever can be said with other
operations is not here but in `machine`, where both machines share it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from llvmlite import ir

from softgl.lanes.types import BOOL, F32, F64, FLOATS, I32, I64, INTEGERS, U32, LaneType


@dataclass(frozen=True)
class Primitive:
    """One operation on one operand type.

    result : the type of the result.
    eager : numpy arrays -> numpy array.
    emit : (builder, intrinsic, *llvm values) -> llvm value, where `intrinsic(name, *values)` calls
        an LLVM intrinsic overloaded on the type of its operands.
    """

    result: LaneType
    eager: Callable
    emit: Callable


PRIMITIVES: dict[tuple[str, LaneType], Primitive] = {}
_LLVM_FLOATS = {32: ir.FloatType(), 64: ir.DoubleType()}


def element_type(type_: LaneType) -> ir.Type:
    """The LLVM type of one lane."""
    return _LLVM_FLOATS[type_.bits] if type_.kind == "f" else ir.IntType(type_.bits)


def _enter(name, types, eager, emit, result=None):
    for type_ in types:
        PRIMITIVES[name, type_] = Primitive(result or type_, eager, emit)


def _instruction(method, *extra):
    return lambda builder, intrinsic, *values: getattr(builder, method)(*extra, *values)


def _intrinsic(name):
    return lambda builder, intrinsic, *values: intrinsic(name, *values)


class Splat(ir.Constant):
    """A vector constant with the same number in every lane, in LLVM's short spelling."""

    def __init__(self, shape, scalar: ir.Constant):
        # Not Constant.__init__: it would spell out every lane, and parsing that is slow.
        self.type = shape
        self.constant = scalar

    def _to_string(self):
        return f"{self.type} {self.get_reference()}"

    def _get_reference(self):
        return f"splat ({self.constant.type} {self.constant.get_reference()})"


class Undefined(ir.Constant):
    """A vector of any value, in LLVM's short spelling."""

    def __init__(self, shape):
        self.type = shape
        self.constant = ir.Undefined

    def _to_string(self):
        return f"{self.type} undef"

    def _get_reference(self):
        return "undef"


def splat(shape, number):
    """A constant of a scalar type or of a vector of it, every lane `number`."""
    if isinstance(shape, ir.VectorType):
        return Splat(shape, ir.Constant(shape.element, number))
    return ir.Constant(shape, number)


# llvmlite's own neg and not_ do not know vectors.
def _negate(builder, intrinsic, value):
    return builder.sub(splat(value.type, 0), value)


def _invert(builder, intrinsic, value):
    return builder.xor(value, splat(value.type, -1))


_enter("add", FLOATS, np.add, _instruction("fadd"))
_enter("sub", FLOATS, np.subtract, _instruction("fsub"))
_enter("mul", FLOATS, np.multiply, _instruction("fmul"))
_enter("div", FLOATS, np.divide, _instruction("fdiv"))
_enter("neg", FLOATS, np.negative, _instruction("fneg"))
_enter("abs", FLOATS, np.abs, _intrinsic("fabs"))
_enter("sqrt", FLOATS, np.sqrt, _intrinsic("sqrt"))

_enter("add", INTEGERS, np.add, _instruction("add"))
_enter("sub", INTEGERS, np.subtract, _instruction("sub"))
_enter("mul", INTEGERS, np.multiply, _instruction("mul"))
_enter("neg", INTEGERS, np.negative, _negate)
_enter("and", (*INTEGERS, BOOL), np.bitwise_and, _instruction("and_"))
_enter("or", (*INTEGERS, BOOL), np.bitwise_or, _instruction("or_"))
_enter("xor", (*INTEGERS, BOOL), np.bitwise_xor, _instruction("xor"))
_enter("not", (*INTEGERS, BOOL), np.invert, _invert)

# A vector fcmp or icmp has the same spelling in llvmlite as a scalar one.
for _name, _function, _symbol in (
    ("lt", np.less, "<"),
    ("le", np.less_equal, "<="),
    ("gt", np.greater, ">"),
    ("ge", np.greater_equal, ">="),
    ("eq", np.equal, "=="),
):
    _enter(_name, FLOATS, _function, _instruction("fcmp_ordered", _symbol), BOOL)
    _enter(_name, [I32, I64], _function, _instruction("icmp_signed", _symbol), BOOL)
    _enter(_name, [U32, BOOL], _function, _instruction("icmp_unsigned", _symbol), BOOL)
_enter("ne", FLOATS, np.not_equal, _instruction("fcmp_unordered", "!="), BOOL)
_enter("ne", (*INTEGERS, BOOL), np.not_equal, _instruction("icmp_unsigned", "!="), BOOL)


# The machine masks the count of a shift and the divisor of a division before these run.
_enter("shl", [I32, U32, I64], np.left_shift, _instruction("shl"))
_enter("shr", [I32, I64], np.right_shift, _instruction("ashr"))
_enter("shr", [U32], np.right_shift, _instruction("lshr"))
_enter("div", [U32], np.floor_divide, _instruction("udiv"))
_enter("mod", [U32], np.remainder, _instruction("urem"))
_enter("min", [I32, I64], np.minimum, _intrinsic("smin"))
_enter("max", [I32, I64], np.maximum, _intrinsic("smax"))
_enter("min", [U32], np.minimum, _intrinsic("umin"))
_enter("max", [U32], np.maximum, _intrinsic("umax"))


def _high_half(wide, extend):
    def eager(a, b):
        return ((a.astype(wide) * b.astype(wide)) >> wide(32)).astype(a.dtype)

    def emit(builder, intrinsic, a, b):
        double = same_shape(a, I64)
        product = builder.mul(
            getattr(builder, extend)(a, double), getattr(builder, extend)(b, double)
        )
        return builder.trunc(builder.lshr(product, splat(double, 32)), a.type)

    return eager, emit


_enter("mul_high", [I32], *_high_half(np.int64, "sext"))
_enter("mul_high", [U32], *_high_half(np.uint64, "zext"))


def same_shape(value, type_):
    """The LLVM type with the lanes of `value` and elements of another lane type."""
    element = element_type(type_)
    return (
        ir.VectorType(element, value.type.count)
        if isinstance(value.type, ir.VectorType)
        else element
    )


def _convert(method, result):
    return lambda builder, intrinsic, value: getattr(builder, method)(
        value, same_shape(value, result)
    )


def _conversion(name, source, result, method, eager=None):
    dtype = result.dtype
    _enter(
        name,
        [source],
        eager or (lambda value: value.astype(dtype)),
        _convert(method, result),
        result,
    )


# "f32" and "f64" convert numbers, rounding to nearest even; "i32" of a float truncates and wants
# its operand within the range of I32 (machine.to_i32 sees to that).
_conversion("f32", I32, F32, "sitofp")
_conversion("f32", U32, F32, "uitofp")
_conversion("f32", I64, F32, "sitofp")
_conversion("f32", F64, F32, "fptrunc")
_conversion("f64", I32, F64, "sitofp")
_conversion("f64", U32, F64, "uitofp")
_conversion("f64", I64, F64, "sitofp")
_conversion("f64", F32, F64, "fpext")
_conversion("i32", F32, I32, "fptosi")
_conversion("i32", F64, I32, "fptosi")
# "nearest" rounds to even instead, one instruction of every CPU.
for _type in FLOATS:
    _enter(
        "nearest",
        [_type],
        lambda value: np.rint(value).astype(np.int32),
        lambda builder, intrinsic, value: intrinsic("lrint", value, result=I32),
        I32,
    )
_conversion("i64", I32, I64, "sext")
_conversion("i64", U32, I64, "zext")
_conversion(
    "low_half",
    I64,
    I32,
    "trunc",
    lambda value: (value & 0xFFFFFFFF).astype(np.uint32).view(np.int32),
)


# Reinterpretations. A float's payload may differ between the machines: only `machine.bits`, which
# gives one quiet NaN, and `machine.unseen_bits`, for what goes back to float, use "raw_bits".
def _view(dtype):
    return lambda value: np.asarray(value).view(dtype)[()]


_enter("raw_bits", [F32], _view(np.uint32), _convert("bitcast", U32), U32)
_enter("raw_bits", [F64], _view(np.int64), _convert("bitcast", I64), I64)
_enter("from_bits", [U32], _view(np.float32), _convert("bitcast", F32), F32)
_enter("from_bits", [I64], _view(np.float64), _convert("bitcast", F64), F64)
_enter("as_u32", [I32], _view(np.uint32), lambda builder, intrinsic, value: value, U32)
_enter("as_i32", [U32], _view(np.int32), lambda builder, intrinsic, value: value, I32)

# One instruction from SSE4.1 on; the machine takes another way where the CPU lacks it.
for _name, _function, _llvm in (
    ("floor", np.floor, "floor"),
    ("ceil", np.ceil, "ceil"),
    ("trunc", np.trunc, "trunc"),
    ("round_even", np.rint, "rint"),
):
    _enter(_name, FLOATS, _function, _intrinsic(_llvm))
