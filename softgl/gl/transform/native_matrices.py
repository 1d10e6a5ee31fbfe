"""Products of matrix commands: in Python, and after many in native code of the same formulas.

Matrices are the bytes of sixteen float32, row by row. The formulas of `softgl.hostmath` run once
over `Number`s, which write each operation down in LLVM's assembly language: doubles, without
contraction, so that every bit is that of Python's floats. A product takes a microsecond less than
in Python, a rotation four.
"""

from __future__ import annotations

import ctypes
import math
import threading
from collections.abc import Callable
from struct import pack

from softgl import hostmath, kernel_cache
from softgl.lanes import native_setters
from softgl.lanes.native_setters import AVAILABLE, Definition, address_of
from softgl.tuning import limits

FAST = 0x0080  # METH_FASTCALL
IMPORTS = "PyBytes_AsString", "PyBytes_FromStringAndSize", "PyFloat_AsDouble", "Py_IncRef"
ROUNDS = 1.5 * 2.0**52  # a small number plus this has no fraction


def product(a: bytes, b: bytes) -> bytes:
    """The product of two matrices."""
    return _times(a, hostmath.unpacked(b))


def _times(matrix: bytes, rows: hostmath.Rows) -> bytes:
    return hostmath.packed(hostmath.elements_of_product(hostmath.unpacked(matrix), rows))


def multiplied(matrix: bytes, *elements: float) -> bytes:
    """The product of a matrix and one by its elements, row after row."""
    return _times(matrix, _rows(*elements))


def _rows(*elements) -> hostmath.Rows:
    """Returns the rows of a matrix."""
    return elements[:4], elements[4:8], elements[8:12], elements[12:]


def translated(matrix: bytes, x: float, y: float, z: float) -> bytes:
    """The product of a matrix and a translation."""
    return _times(matrix, hostmath.translation_rows(x, y, z))


def scaled(matrix: bytes, x: float, y: float, z: float) -> bytes:
    """The product of a matrix and a scaling along the axes."""
    return _times(matrix, hostmath.scaling_rows(x, y, z))


def rotated(matrix: bytes, angle: float, x: float, y: float, z: float) -> bytes:
    """The product of a matrix and a rotation of `angle` degrees about (x, y, z)."""
    return _times(matrix, hostmath.rotation_rows(angle, x, y, z))


PRODUCTS = product, multiplied, translated, scaled, rotated


class Number:
    """A double in a text of LLVM's assembly language; arithmetic adds lines to the text."""

    __slots__ = ("lines", "name")

    def __init__(self, lines: list[str], operation: str):
        self.lines, self.name = lines, f"%n{len(lines)}"
        lines.append(f"{self.name} = {operation}")

    def _with(self, operation: str, one, other) -> Number:
        return Number(self.lines, f"{operation} double {_operand(one)}, {_operand(other)}")

    def __add__(self, other):
        return self._with("fadd", self, other)

    def __radd__(self, other):
        return self._with("fadd", other, self)

    def __sub__(self, other):
        return self._with("fsub", self, other)

    def __rsub__(self, other):
        return self._with("fsub", other, self)

    def __mul__(self, other):
        return self._with("fmul", self, other)

    def __rmul__(self, other):
        return self._with("fmul", other, self)

    def __truediv__(self, other):
        return self._with("fdiv", self, other)

    def __neg__(self):
        return Number(self.lines, f"fneg double {self.name}")


def _operand(value) -> str:
    """Returns a Number or a float as an operand."""
    return value.name if isinstance(value, Number) else f"0x{pack('>d', value).hex()}"


def _loaded(lines: list[str], argument: int) -> hostmath.Rows:
    """Returns the rows of the matrix in an argument."""
    lines.append(f"%m{argument} = call ptr @matrix(ptr %arguments, i64 {argument})")
    numbers = []
    for place in range(16):
        name = f"%m{argument}.{place}"
        lines.append(f"{name}.at = getelementptr float, ptr %m{argument}, i64 {place}")
        lines.append(f"{name} = load float, ptr {name}.at, align 4")
        numbers.append(Number(lines, f"fpext float {name} to double"))
    return [numbers[row : row + 4] for row in range(0, 16, 4)]


def _numbers(lines: list[str], count: int) -> list[Number]:
    """Returns the numbers in the arguments after the first one."""
    call = "call double @number(ptr %arguments, i64 {})"
    return [Number(lines, call.format(argument)) for argument in range(1, 1 + count)]


def _store(lines: list[str], a: hostmath.Rows, b: hostmath.Rows) -> None:
    """Stores a product as `hostmath.packed` does."""
    quiet = _operand(math.nan)
    for place, element in enumerate(hostmath.elements_of_product(a, b)):
        name = f"%p{place}"
        lines += (
            f"{name}.nan = fcmp uno double {element.name}, {element.name}",
            f"{name}.quiet = select i1 {name}.nan, double {quiet}, double {element.name}",
            f"{name}.float = fptrunc double {name}.quiet to float",
            f"{name}.at = getelementptr float, ptr %product, i64 {place}",
            f"store float {name}.float, ptr {name}.at",
        )


def _product_lines() -> list[str]:
    lines: list[str] = []
    _store(lines, _loaded(lines, 0), _loaded(lines, 1))
    return lines


def _lines_of(rows: Callable, count: int) -> list[str]:
    """Returns the lines of a product with the matrix that a function makes of numbers."""
    lines: list[str] = []
    _store(lines, _loaded(lines, 0), rows(*_numbers(lines, count)))
    return lines


def _rotation_lines() -> list[str]:
    """Returns the lines of `rotated`; unusual angles and axes go to the label `unusual`."""
    lines: list[str] = []
    angle, *axis = _numbers(lines, 4)
    square = hostmath.square_of_length(*axis)
    length = Number(lines, f"call double @llvm.sqrt.f64(double {square.name})")
    size = Number(lines, f"call double @llvm.fabs.f64(double {angle.name})")
    lines += (
        f"%usual.angle = fcmp olt double {size.name}, {_operand(360.0)}",
        f"%positive = fcmp ogt double {length.name}, 0.0",
        f"%finite = fcmp olt double {length.name}, {_operand(math.inf)}",
        "%usual.axis = and i1 %positive, %finite",
        "%usual = and i1 %usual.angle, %usual.axis",
        "br i1 %usual, label %turn, label %unusual",
        "turn:",
    )
    quadrant = (angle / 90.0 + ROUNDS) - ROUNDS  # to the nearest, the even one of two, as `round`
    lines += (
        f"%quadrant = fptosi double {quadrant.name} to i32",
        "%odd.bit = and i32 %quadrant, 1",
        "%half.bit = and i32 %quadrant, 2",
        "%odd = icmp ne i32 %odd.bit, 0",
        "%half = icmp ne i32 %half.bit, 0",
    )
    turns = hostmath.turns(hostmath.beyond_right_angles(angle, quadrant))
    turn = []
    for none, one, two, three in zip(*turns, strict=True):
        choose = "select i1 {}, double {}, double {}".format
        low = Number(lines, choose("%odd", one.name, none.name))
        high = Number(lines, choose("%odd", three.name, two.name))
        turn.append(Number(lines, choose("%half", high.name, low.name)))
    unit = [each / length for each in axis]
    _store(lines, _loaded(lines, 0), hostmath.rows_of_turn(*turn, *unit))
    return lines


COMMON = """
@None = external global i8
declare ptr @PyBytes_AsString(ptr)
declare ptr @PyBytes_FromStringAndSize(ptr, i64)
declare double @PyFloat_AsDouble(ptr)
declare void @Py_IncRef(ptr)
declare double @llvm.sqrt.f64(double)
declare double @llvm.fabs.f64(double)

define internal ptr @matrix(ptr %arguments, i64 %place) {
  %at = getelementptr ptr, ptr %arguments, i64 %place
  %bytes = load ptr, ptr %at
  %numbers = call ptr @PyBytes_AsString(ptr %bytes)
  ret ptr %numbers
}
define internal double @number(ptr %arguments, i64 %place) {
  %at = getelementptr ptr, ptr %arguments, i64 %place
  %float = load ptr, ptr %at
  %number = call double @PyFloat_AsDouble(ptr %float)
  ret double %number
}
"""
FUNCTION = """
define ptr @{name}(ptr %self, ptr %arguments, i64 %count) {{
  %product = alloca [16 x float]
  {lines}
  %bytes = call ptr @PyBytes_FromStringAndSize(ptr %product, i64 64)
  ret ptr %bytes
unusual:
  call void @Py_IncRef(ptr @None)
  ret ptr @None
}}
"""


def native_text() -> str:
    """Returns the module of LLVM's assembly language with a function of each product."""
    lines = {
        "product": _product_lines(),
        "multiplied": _lines_of(_rows, 16),
        "translated": _lines_of(hostmath.translation_rows, 3),
        "scaled": _lines_of(hostmath.scaling_rows, 3),
        "rotated": _rotation_lines(),
    }
    return COMMON + "".join(
        FUNCTION.format(name=name, lines="\n  ".join(each)) for name, each in lines.items()
    )


class Products:
    """The products of all contexts: functions as those of this module, and with their names.

    rotated : returns None for unusual angles and axes, which the function of this module takes.
    """

    __slots__ = ("_count", "_once", "multiplied", "product", "rotated", "scaled", "translated")

    def __init__(self):
        self._count, self._once = 0, threading.Lock()
        for function in PRODUCTS:
            setattr(self, function.__name__, self._counting(function) if AVAILABLE else function)

    def _counting(self, function: Callable) -> Callable:
        """Returns a function that makes native code after many calls."""

        def counted(*arguments):
            self._count += 1
            if self._count >= limits.MIN_NATIVE_PRODUCTS and self._once.acquire(blocking=False):
                self.make_native()
            return function(*arguments)

        return counted

    def make_native(self) -> None:
        """Puts native code in the place of the functions."""
        from softgl.lanes.object_files import load_module  # only here is LLVM loaded

        names = [function.__name__ for function in PRODUCTS]
        imports = {name: address_of(name) for name in IMPORTS} | {"None": id(None)}
        library = load_module(native_text(), imports, names, kernel_cache.default_cache())
        definitions = [Definition(name.encode(), library[name], FAST, None) for name in names]
        # Functions may be called, and read their definitions, until the process ends.
        ctypes.pythonapi.Py_IncRef(ctypes.py_object((library, definitions)))
        for name, definition in zip(names, definitions, strict=True):
            function = native_setters.new_function(ctypes.byref(definition), None, __name__, None)
            setattr(self, name, function)


products = Products()
"""The products of the process."""
