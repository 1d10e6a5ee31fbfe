"""A lane value: one number for each element that a formula runs for, with Python's operators."""

from __future__ import annotations


class Lane:
    """One value per lane, or one for all lanes (`uniform`), of one type, on one machine.

    Operators take another lane of the same type or a Python number. Comparisons give BOOL lanes,
    for which `& | ^ ~` are defined. A lane has no truth value of its own.
    """

    __slots__ = ("machine", "type", "value")
    __hash__ = None

    def __init__(self, machine, type_, value):
        self.machine = machine
        self.type = type_
        self.value = value

    def __repr__(self):
        return f"Lane({self.type}, {self.value!r})"

    def __bool__(self):
        raise TypeError(
            "a lane has no single truth value: use machine.select(mask, a, b) or `with "
            "machine.where(mask)` for lanes, `with machine.branch(scalar)` for one value"
        )

    def _reflected(name):
        def operate(self, other):
            return self.machine.apply(name, self.machine.lane(other, self.type), self)

        return operate

    def _operator(name):
        def operate(self, other):
            return self.machine.apply(name, self, other)

        return operate

    __add__, __radd__ = _operator("add"), _reflected("add")
    __sub__, __rsub__ = _operator("sub"), _reflected("sub")
    __mul__, __rmul__ = _operator("mul"), _reflected("mul")
    __and__, __rand__ = _operator("and"), _reflected("and")
    __or__, __ror__ = _operator("or"), _reflected("or")
    __xor__, __rxor__ = _operator("xor"), _reflected("xor")
    __lt__, __le__ = _operator("lt"), _operator("le")
    __gt__, __ge__ = _operator("gt"), _operator("ge")
    __eq__, __ne__ = _operator("eq"), _operator("ne")

    del _operator, _reflected

    def __truediv__(self, other):
        return self.machine.divide(self, other)

    def __rtruediv__(self, other):
        return self.machine.divide(self.machine.lane(other, self.type), self)

    def __lshift__(self, count):
        return self.machine.shift("shl", self, count)

    def __rshift__(self, count):
        return self.machine.shift("shr", self, count)

    def __neg__(self):
        return self.machine.apply("neg", self)

    def __invert__(self):
        return self.machine.apply("not", self)

    def __abs__(self):
        return self.machine.absolute(self)


class Consecutive(Lane):
    """I32 lanes `base`, `base + 1`, ...: the index of a contiguous load or store."""

    __slots__ = ("base",)

    def __init__(self, machine, type_, value, base):
        super().__init__(machine, type_, value)
        self.base = base


class Quads(Lane):
    """The index of a load or store of four consecutive elements for each quad, I32.

    It has one lane for each quad: the index of the quad's first element.
    """

    __slots__ = ()


class Apart(Lane):
    """The index of a load or store of scattered elements, an I32 lane for each.

    All indices are within the array, and no two live lanes have the same one.
    """

    __slots__ = ()
