"""Expressions: the typed tree of each to instructions and a value."""

from __future__ import annotations

from softgl.glsl import typed
from softgl.glsl.lower.code import Code, Value, register_types, reswizzled
from softgl.glsl.lower.construct import construct
from softgl.glsl.lower.facts import Facts
from softgl.glsl.lower.operators import binary, convert, unary
from softgl.glsl.lower.places import Place, allocated, held
from softgl.glsl.types import Array, Matrix, Sampler, Scalar, Type, Vector
from softgl.ir.builder import negated
from softgl.ir.program import NONE, Constant, File, TextureOperand
from softgl.ir.targets import SHADOW

MAX_BOTH_SIDES = 12
"""The weight of an operand that is evaluated even where its value is not needed."""
_SHORT = ("&&", "||")
_SIGNED = ("+", "-", "*", "/")
_PLACES = (typed.Reference, typed.Member, typed.Index, typed.Swizzle)


class Expressions:
    """Emits expressions. `Calls` adds those of functions.

    code : the instructions. facts : of the tree. places : of variables, by `place_of`.
    """

    def __init__(self, code: Code, facts: Facts):
        self.code, self.facts = code, facts

    def value(self, node: typed.Expression) -> Value:
        """Emits an expression and returns its value; a call without a result has none."""
        return self._EMITTERS[type(node)](self, node)

    def run(self, node: typed.Expression) -> None:
        """Emits an expression for its effects alone."""
        if type(node) is typed.Step:
            self._stepped(node, keeps_old=False)
        elif type(node) is typed.Comma:
            for one in _sequence(node):
                self.run(one)
        else:
            self.value(node)

    def place_of(self, variable: typed.Variable) -> Place:
        """Returns the place of a variable."""
        raise NotImplementedError

    def call(self, node: typed.Call) -> Value:
        """Emits the call of a function of the shader."""
        raise NotImplementedError

    def steady(self, node: typed.Expression, *later: typed.Expression) -> Value:
        """Returns a value that evaluating the `later` expressions does not change."""
        return self._kept(node.type, self.value(node), later)

    def _kept(self, type_: Type, value: Value, later) -> Value:
        """Returns the value of a type, copied if evaluating later expressions may change it."""
        if all(map(self.code.stable, value)) or not any(map(self.facts.effects, later)):
            return value
        return self.copied(type_, value)

    def copied(self, type_: Type, value: Value) -> Value:
        """Returns the value with operands copied that assignments to variables would change."""
        code = self.code
        return [
            one if code.stable(one) else code.copy(vector.size, one)
            for vector, one in zip(register_types(type_), value, strict=True)
        ]

    # -- places --------------------------------------------------------------------------------

    def place(self, node: typed.Expression, steady: bool = False) -> Place:
        """Returns the place that an expression names; other values get a variable.

        steady : True if indices at run time must survive assignments to their variables.
        """
        chain = []
        while type(node) in _PLACES and type(node) is not typed.Reference:
            chain.append(node)
            node = node.object
        if type(node) is typed.Reference:
            place = self.place_of(node.variable)
        elif isinstance(node, typed.Constant):
            place = constant_place(node.type, node.words)
        else:
            place = held(self.code, node.type, self.value(node))
        for one in reversed(chain):
            place = self._part(place, one, steady)
        return place

    def _part(self, place: Place, node, steady: bool) -> Place:
        if type(node) is typed.Member:
            part = place.member(node.number)
            # A declaration of gl_in may give an array fewer elements than it has at most.
            fewer = isinstance(node.type, Array) and node.type.count is not None
            return part.part(node.type) if fewer else part
        if type(node) is typed.Swizzle:
            return place.swizzle(self.code, node.components)
        index = node.index
        if type(index) is typed.Constant:
            return place.element(self.code, *_signed(index.words))
        number = self.value(index)
        if steady:
            number = self.copied(index.type, number)
        return place.element(self.code, number[0])

    def _load(self, node) -> Value:
        kind = type(node)
        if kind is typed.Swizzle and type(node.object) not in _PLACES:
            return [reswizzled(self.value(node.object)[0], node.components)]
        if kind is not typed.Reference and isinstance(node.type, Vector):
            root = node.object
            if type(root) not in _PLACES and kind is typed.Index and _is_number(node.index):
                return self._element_of_value(node)
        return self.place(node).load(self.code)

    def _element_of_value(self, node) -> Value:
        """Returns the element of a value by a constant index."""
        value, type_ = self.value(node.object), node.object.type
        number = min(node.index.words[0], (type_.length or 1) - 1)
        if isinstance(type_, Vector):
            return [reswizzled(value[0], (number,))]
        size = len(register_types(node.type))
        return value[number * size : (number + 1) * size]

    # -- operators -----------------------------------------------------------------------------

    def _constant(self, node: typed.Constant) -> Value:
        if isinstance(node.type, Vector):
            return [self.code.vector(node.words)]
        return constant_place(node.type, node.words).load(self.code)

    def _unary(self, node: typed.Unary) -> Value:
        return unary(self.code, node.operator, node.operand.type, self.value(node.operand))

    def _operand(self, operator: str, node: typed.Expression) -> Value:
        """Returns the operand of an operator; the sign of a float costs nothing."""
        if type(node) is typed.Unary and node.operator == "-" and operator in _SIGNED:
            type_ = node.type
            if isinstance(type_, Matrix) or type_.scalar is Scalar.FLOAT:
                return [negated(one) for one in self.value(node.operand)]
        return self.value(node)

    def _binary(self, node: typed.Binary) -> Value:
        # Chains of operators to the left are as long as the shader's author likes.
        chain = []
        while type(node) is typed.Binary:
            chain.append(node)
            node = node.left
        value = self._operand(chain[-1].operator, node)
        value = self._kept(node.type, value, (chain[-1].right,))
        for one in reversed(chain):
            if one.operator in _SHORT:
                value = self._short(one, value)
            else:
                right = self._operand(one.operator, one.right)
                types = one.left.type, one.right.type
                value = binary(self.code, one.operator, types, value, right)
        return value

    def _short(self, node: typed.Binary, left: Value) -> Value:
        """Emits `left && right` or `left || right`."""
        if self._both(node.right):
            return binary(self.code, node.operator, (node.type,) * 2, left, self.value(node.right))
        code, result = self.code, allocated(self.code, node.type)
        result.store(code, left)
        (condition,) = result.load(code)
        if node.operator == "||":
            condition = code.op("NOT", 1, condition)
        with code.if_(condition):
            result.store(code, self.value(node.right))
        return result.load(code)

    def _both(self, *nodes: typed.Expression) -> bool:
        """True if expressions are evaluated even if their value is not needed."""
        facts = self.facts
        return all(
            not facts.effects(node) and facts.weight(node) <= MAX_BOTH_SIDES for node in nodes
        )

    def _conditional(self, node: typed.Conditional) -> Value:
        code = self.code
        (condition,) = self.value(node.condition)
        vectors = register_types(node.type)
        if len(vectors) <= 4 and self._both(node.yes, node.no):
            yes, no = self.value(node.yes), self.value(node.no)
            return [
                code.op("UCMP", vector.size, condition, a, b)
                for vector, a, b in zip(vectors, yes, no, strict=True)
            ]
        result = allocated(code, node.type)
        with code.if_(condition):
            result.store(code, self.value(node.yes))
            code.else_()
            result.store(code, self.value(node.no))
        return result.load(code)

    def _comma(self, node: typed.Comma) -> Value:
        *before, last = _sequence(node)
        for one in before:
            self.run(one)
        return self.value(last)

    def _construct(self, node: typed.Construct) -> Value:
        arguments = node.arguments
        values = [self.steady(one, *arguments[n + 1 :]) for n, one in enumerate(arguments)]
        return construct(self.code, node.type, [one.type for one in arguments], values)

    def _convert(self, node: typed.Convert) -> Value:
        old, new = register_types(node.operand.type), register_types(node.type)
        value = self.value(node.operand)
        return [
            convert(self.code, source, a.size, a.scalar, b.scalar)
            for source, a, b in zip(value, old, new, strict=True)
        ]

    # -- built-in functions --------------------------------------------------------------------

    def _builtin_call(self, node: typed.BuiltinCall) -> Value:
        function, arguments = node.function, node.arguments
        values, outs, texture = [], [], None
        for number, argument in enumerate(arguments):
            if number in function.literals:
                values.append(_signed(argument.words))
            elif isinstance(argument.type, Sampler):
                texture = self.place(argument)
                values.append(texture)
            elif number >= len(function.directions) or function.directions[number] == "in":
                value = self.steady(argument, *arguments[number + 1 :])
                values.append(value if isinstance(argument.type, Matrix) else value[0])
            else:
                place = self.place(argument, steady=True)
                outs.append(place)
                loads = function.directions[number] == "inout"
                values.append(place.load(self.code)[0] if loads else None)
        if texture is None:
            self.before_call(node)
            result = function.emit(self.code, *values)
        else:
            result = self._sampled(function, values, texture)
        if outs:
            result, *written = result
            for place, source in zip(outs, written, strict=True):
                place.store(self.code, [source])
        if isinstance(result, list) or result is None:
            return result or []
        signed = result.absolute or result.negate != NONE
        return [self.code.copy(4, result) if signed else result]

    def before_call(self, node: typed.BuiltinCall) -> None:
        """Prepares the call of a built-in function."""

    def _sampled(self, function, values, texture: Place):
        """Emits a call with a sampler, of an array indexed at run time for each that it may be."""
        sampler: Sampler = texture.type
        target = SHADOW * sampler.shadow + sampler.target

        def emit(slot: int):
            operand = TextureOperand(slot, target)
            given = (operand if value is texture else value for value in values)
            return function.emit(self.code, *given)

        if texture.slots is None:
            return emit(texture.slot)
        code, result = self.code, allocated(self.code, function.type)
        for slot in texture.reachable_slots():
            here = code.op("USEQ", 1, texture.slots, code.integer(slot - texture.slot))
            with code.if_(here):
                result.store(code, [emit(slot)])
        return result.load(code)

    # -- assignments ---------------------------------------------------------------------------

    def _assignment(self, node: typed.Assignment) -> Value:
        code = self.code
        place = self.place(node.left, self.facts.effects(node.right))
        if not node.operator:
            place.store(code, self.value(node.right))
            return _Later(place, code)
        right = self._operand(node.operator, node.right)
        types = node.left.type, node.right.type
        place.store(code, binary(code, node.operator, types, place.load(code), right))
        return _Later(place, code)

    def _step(self, node: typed.Step) -> Value:
        return self._stepped(node, keeps_old=not node.before)

    def _stepped(self, node: typed.Step, keeps_old: bool) -> Value:
        """Emits ++ or --; returns the old or the new value."""
        code, place = self.code, self.place(node.operand)
        old, type_ = place.load(code), node.operand.type
        if keeps_old:
            old = self.copied(type_, old)
        scalar = register_types(type_)[0].scalar
        one = code.constant(1.0) if scalar is Scalar.FLOAT else code.bits(1)
        place.store(code, binary(code, node.operator, (type_, Vector(scalar)), old, [one]))
        return old if keeps_old else _Later(place, code)

    _EMITTERS = {  # noqa: RUF012  (functions of the class)
        typed.Constant: _constant,
        typed.Reference: _load,
        typed.Member: _load,
        typed.Index: _load,
        typed.Swizzle: _load,
        typed.Unary: _unary,
        typed.Step: _step,
        typed.Binary: _binary,
        typed.Assignment: _assignment,
        typed.Conditional: _conditional,
        typed.Comma: _comma,
        typed.Call: lambda self, node: self.call(node),
        typed.BuiltinCall: _builtin_call,
        typed.Construct: _construct,
        typed.Convert: _convert,
    }


class _Later(list):
    """The value of an assignment: loaded from its place if something reads it."""

    __slots__ = ("_code", "_place")

    def __init__(self, place: Place, code: Code):
        super().__init__()
        self._place, self._code = place, code

    def _loaded(self):
        if self._place is not None:
            place, self._place = self._place, None
            self.extend(place.load(self._code))

    def __iter__(self):
        self._loaded()
        return super().__iter__()

    def __len__(self):
        self._loaded()
        return super().__len__()

    def __getitem__(self, number):
        self._loaded()
        return super().__getitem__(number)


def _sequence(node: typed.Expression) -> list[typed.Expression]:
    """Returns the expressions that commas separate, in order."""
    found = []
    while type(node) is typed.Comma:
        found.append(node.right)
        node = node.left
    return [node, *reversed(found)]


def _signed(words: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(word - (word >> 31 << 32) for word in words)


def _is_number(node: typed.Expression) -> bool:
    return type(node) is typed.Constant and node.words[0] < 2**31


def constant_place(type_: Type, words: tuple[int, ...]) -> Place:
    """Returns the place of a constant: parameters."""
    cells, start = [], 0
    for vector in register_types(type_):
        row = words[start : start + vector.size]
        start += vector.size
        cells.append(Constant((*row, *(0,) * (4 - len(row))) if len(row) > 1 else row * 4))
    return Place(type_, File.PARAMETER, cells=tuple(cells), count=len(cells))
