"""Every primitive operation on lanes, once: how numpy computes it and how LLVM does.

`PRIMITIVES[name, type]` is the entry for operands of `type`. The two ways of an entry must give the
same bits for every input; `tests/lanes` holds them to that. Whatever can be said with other
operations is not here but in `machine`, where both machines share it.
"""

from __future__ import annotations

import operator
from collections.abc import Callable

import numpy as np

from softgl.lanes.fused import fused_arrays
from softgl.lanes.llvm_text import (
    F32_,
    F64_,
    HALF_,
    I1,
    I32_,
    I64_,
    Type,
    Writer,
    constant,
    integer,
)
from softgl.lanes.types import BOOL, F32, F64, FLOATS, I32, I64, INTEGERS, U32, LaneType
from softgl.records import dataclass


@dataclass(frozen=True)
class Primitive:
    """One operation on one operand type.

    result : the type of the result.
    eager : numpy arrays -> numpy array.
    emit : (llvm_text.Writer, *values) -> value.
    """

    result: LaneType
    eager: Callable
    emit: Callable


PRIMITIVES: dict[tuple[str, LaneType], Primitive] = {}


def element_type(type_: LaneType) -> Type:
    """The LLVM type of one lane."""
    if type_.kind == "f":
        return F32_ if type_.bits == 32 else F64_
    return integer(type_.bits)


def _enter(name, types, eager, emit, result=None):
    for type_ in types:
        PRIMITIVES[name, type_] = Primitive(result or type_, eager, emit)


def _instruction(opcode):
    return lambda writer, a, b: writer.binary(opcode, a, b)


def _comparison(opcode):
    return lambda writer, a, b: writer.compare(opcode, a, b)


def _intrinsic(name):
    return lambda writer, *values: writer.intrinsic(name, *values)


def _negate(writer, value):
    return writer.binary("sub", constant(value.type, 0), value)


def _invert(writer, value):
    return writer.binary("xor", value, constant(value.type, -1))


_enter("add", FLOATS, operator.add, _instruction("fadd"))
_enter("sub", FLOATS, operator.sub, _instruction("fsub"))
_enter("mul", FLOATS, operator.mul, _instruction("fmul"))
_enter("div", FLOATS, operator.truediv, _instruction("fdiv"))
_enter("neg", FLOATS, operator.neg, Writer.negate)
_enter("abs", FLOATS, np.abs, _intrinsic("fabs"))
_enter("sqrt", FLOATS, np.sqrt, _intrinsic("sqrt"))
# The machine takes another way where the CPU lacks the instruction.
_enter("fma", [F32], fused_arrays, _intrinsic("fma"))

_enter("add", INTEGERS, operator.add, _instruction("add"))
_enter("sub", INTEGERS, operator.sub, _instruction("sub"))
_enter("mul", INTEGERS, operator.mul, _instruction("mul"))
_enter("neg", INTEGERS, operator.neg, _negate)
_enter("and", (*INTEGERS, BOOL), operator.and_, _instruction("and"))
_enter("or", (*INTEGERS, BOOL), operator.or_, _instruction("or"))
_enter("xor", (*INTEGERS, BOOL), operator.xor, _instruction("xor"))
_enter("not", (*INTEGERS, BOOL), operator.invert, _invert)

for _name, _function in (
    ("lt", operator.lt),
    ("le", operator.le),
    ("gt", operator.gt),
    ("ge", operator.ge),
):
    _enter(_name, FLOATS, _function, _comparison(f"fcmp o{_name}"), BOOL)
    _enter(_name, [I32, I64], _function, _comparison(f"icmp s{_name}"), BOOL)
    _enter(_name, [U32, BOOL], _function, _comparison(f"icmp u{_name}"), BOOL)
_enter("eq", FLOATS, operator.eq, _comparison("fcmp oeq"), BOOL)
_enter("eq", (*INTEGERS, BOOL), operator.eq, _comparison("icmp eq"), BOOL)
_enter("ne", FLOATS, operator.ne, _comparison("fcmp une"), BOOL)
_enter("ne", (*INTEGERS, BOOL), operator.ne, _comparison("icmp ne"), BOOL)


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

    def emit(writer, a, b):
        product = writer.binary(
            "mul", writer.convert(extend, a, I64_), writer.convert(extend, b, I64_)
        )
        high = writer.binary("lshr", product, constant(product.type, 32))
        return writer.convert("trunc", high, a.type.element)

    return eager, emit


_enter("count_bits", [U32], lambda x: np.bitwise_count(x).astype(np.uint32), _intrinsic("ctpop"))
_enter(
    "trailing_zeros",
    [U32],
    lambda x: np.bitwise_count((x & (~x + np.uint32(1))) - np.uint32(1)).astype(np.uint32),
    lambda writer, x: writer.intrinsic("cttz", x, constant(I1, False)),
)

_enter("mul_high", [I32], *_high_half(np.int64, "sext"))
_enter("mul_high", [U32], *_high_half(np.uint64, "zext"))


def _convert(opcode, result):
    element = element_type(result)
    return lambda writer, value: writer.convert(opcode, value, element)


def _conversion(name, source, result, opcode, eager=None):
    dtype = result.dtype
    _enter(
        name,
        [source],
        eager or (lambda value: value.astype(dtype)),
        _convert(opcode, result),
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
        lambda writer, value: writer.intrinsic("lrint", value, result=I32_),
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
    return operator.methodcaller("view", dtype)


_enter("raw_bits", [F32], _view(np.uint32), _convert("bitcast", U32), U32)
_enter("raw_bits", [F64], _view(np.int64), _convert("bitcast", I64), I64)
_enter("from_bits", [U32], _view(np.float32), _convert("bitcast", F32), F32)
_enter("from_bits", [I64], _view(np.float64), _convert("bitcast", F64), F64)
_enter("as_u32", [I32], _view(np.uint32), lambda writer, value: value, U32)
_enter("as_i32", [U32], _view(np.int32), lambda writer, value: value, I32)


# Half floats in the lower 16 bits, of machines with `has_halves`; a NaN may become any.
def _from_half(writer, value):
    half = writer.convert("bitcast", writer.convert("trunc", value, integer(16)), HALF_)
    return writer.convert("fpext", half, F32_)


def _to_half(writer, value):
    half = writer.convert("bitcast", writer.convert("fptrunc", value, HALF_), integer(16))
    return writer.convert("zext", half, I32_)


_enter(
    "from_half",
    [U32],
    lambda value: value.astype(np.uint16).view(np.float16).astype(np.float32),
    _from_half,
    F32,
)
_enter(
    "to_half",
    [F32],
    lambda value: value.astype(np.float16).view(np.uint16).astype(np.uint32),
    _to_half,
    U32,
)

# One instruction from SSE4.1 on; the machine takes another way where the CPU lacks it.
for _name, _function, _llvm in (
    ("floor", np.floor, "floor"),
    ("ceil", np.ceil, "ceil"),
    ("trunc", np.trunc, "trunc"),
    ("round_even", np.rint, "rint"),
):
    _enter(_name, FLOATS, _function, _intrinsic(_llvm))
