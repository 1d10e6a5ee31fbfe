"""Calls of the shader's functions: inlined up to a budget, beyond it subroutines."""

from __future__ import annotations

from softgl.glsl import typed
from softgl.glsl.lower.code import MAX_REGISTERS, LowerError, Value, register_types
from softgl.glsl.lower.expressions import Expressions
from softgl.glsl.lower.facts import RETURN, root_of
from softgl.glsl.lower.operators import convert
from softgl.glsl.lower.places import Place, allocated, allocated_for, sampler_types
from softgl.glsl.typed import Storage
from softgl.glsl.types import BOOL, VOID, Vector
from softgl.ir.program import File

MAX_INLINED = 20000
"""The instructions of a stage beyond which a call is one of a subroutine."""
MAX_INLINED_NODES = 200000
"""The statements and expressions of all inlined calls, with or without instructions."""
MAX_INLINED_REGISTERS = MAX_REGISTERS // 2
"""The registers of variables beyond which a call is one of a subroutine."""
MAX_HEIGHT = 160
"""The levels of statements and expressions of functions that are inlined in each other."""
MAX_CALLS = 1 << 20
"""The calls of subroutines in one run, but for the iterations of loops, which have own limits."""
MAX_CALL_DEPTH = 64
"""The subroutines that can be open at once."""

_CHANGING = frozenset({Storage.GLOBAL, Storage.OUT, Storage.BUILTIN_OUT})


class Frame:
    """A function that is being emitted.

    native : True if RET leaves it: main or a subroutine. result : the place of its result, None for
    none. running : if it is not native, the flag that a return clears. loops : the number of jump
    targets that are open outside of it. start : the offset of the text of its shader.
    """

    __slots__ = ("loops", "native", "result", "running", "start")

    def __init__(self, native: bool, loops: int, start: int, result: Place | None = None):
        self.native, self.loops, self.result, self.running = native, loops, result, None
        self.start = start


class Subroutine:
    """A function with registers of its own, which CAL calls.

    parameters : the place of each. result : that of its result, or None.
    """

    __slots__ = ("function", "label", "parameters", "result")

    def __init__(self, function, label: str, parameters, result):
        self.function, self.label = function, label
        self.parameters, self.result = parameters, result


class Calls(Expressions):
    """Emits calls. `Statements` adds the bodies.

    frames : the open functions, inlined ones innermost. jumps : the open targets of break and
        continue.
    locals : the places of their variables. height : the levels of the open functions. nodes : the
        statements and expressions of all inlined calls.
    current : the label of the subroutine being emitted. called : label -> the labels that it
        calls, with the place of one call and the number of all.
    waiting : subroutines without code yet.
    """

    def __init__(self, code, facts):
        super().__init__(code, facts)
        self.frames: list[Frame] = []
        self.jumps: list = []
        self.locals: dict[typed.Variable, Place] = {}
        self.height = self.nodes = 0
        self.current = "main"
        self.called: dict[str, dict[str, tuple[int, int]]] = {}
        self.waiting: list[Subroutine] = []
        self._subroutines: dict[tuple, Subroutine] = {}

    def statements(self, statements: list[typed.Statement]) -> None:
        """Emits the statements of a block."""
        raise NotImplementedError

    def start_of(self, function: typed.Function) -> int:
        """Returns the offset of the text of a function's shader in that of all shaders."""
        raise NotImplementedError

    def call(self, node: typed.Call) -> Value:
        function = self.facts.definition(node.function)
        arguments = node.arguments
        places, values = [], []
        for number, (parameter, argument) in enumerate(
            zip(function.parameters, arguments, strict=True)
        ):
            place = value = None
            if sampler_types(parameter.type):
                place = self.place(argument, steady=True)
            elif parameter.direction in ("out", "inout"):
                place = self.place(argument, steady=True)
                if parameter.direction == "inout":
                    value = self.copied(argument.type, place.load(self.code))
                    value = self._converted(value, argument.type, parameter.type)
            elif self._is_alias(parameter, argument, arguments[number + 1 :]):
                place = self.place(argument, steady=True)
            else:
                value = self.steady(argument, *arguments[number + 1 :])
            places.append(place)
            values.append(value)
        height, nodes = self.facts.size(function.body)
        code = self.code
        fits = self.height + height <= MAX_HEIGHT and self.nodes + nodes <= MAX_INLINED_NODES
        fits = fits and len(code.variables) < MAX_INLINED_REGISTERS
        if fits and len(code.instructions) < MAX_INLINED:
            self.nodes += nodes
            own, result = self._inlined(function, places, values, height)
        else:
            own, result = self._called(function, places, values, node.at)
        outs = [p.direction in ("out", "inout") for p in function.parameters]
        if any(outs):
            result = self.copied(function.type, result)
        for number, parameter in enumerate(function.parameters):
            if outs[number] and not sampler_types(parameter.type):
                value = own[number].load(self.code)
                value = self._converted(value, parameter.type, arguments[number].type)
                places[number].store(self.code, value)
        return result

    def _is_alias(self, parameter, argument, later) -> bool:
        """True if a parameter can be the place of its argument: nothing changes it meanwhile."""
        if (
            parameter.written
            or argument.type != parameter.type
            or isinstance(argument.type, Vector)
        ):
            return False
        root = root_of(argument)
        if type(root) is not typed.Reference or root.variable.storage in _CHANGING:
            return False
        return not any(map(self.facts.effects, later))

    def _converted(self, value: Value, old, new) -> Value:
        """Returns the value of a parameter as that of its argument, or the reverse."""
        if old == new:
            return value
        pairs = zip(value, register_types(old), register_types(new), strict=True)
        return [convert(self.code, one, a.size, a.scalar, b.scalar) for one, a, b in pairs]

    # -- inlined -------------------------------------------------------------------------------

    def _inlined(self, function, places, values, height) -> tuple[list[Place], Value]:
        """Emits the body in the place of a call; returns the places of parameters, the result."""
        code, own = self.code, []
        for parameter, place, value in zip(function.parameters, places, values, strict=True):
            if place is None or parameter.direction in ("out", "inout"):
                place = self._parameter(parameter, value)
            self.locals[parameter] = place
            own.append(place)
        statements = function.body.statements
        last = statements[-1] if statements else None
        frame = Frame(False, len(self.jumps), self.start_of(function))
        self.frames.append(frame)
        self.height += height
        ends = type(last) is typed.Return and not any(
            self.facts.leaves(one)[0] & RETURN for one in statements[:-1]
        )
        if ends:
            self.statements(statements[:-1])
            result = self.value(last.value) if last.value is not None else []
        else:
            frame.result = allocated(code, function.type) if function.type is not VOID else None
            if self.facts.leaves(function.body)[0] & RETURN:
                frame.running = allocated(code, BOOL)
                frame.running.store(code, [code.integer(-1)])
            self.statements(statements)
            result = frame.result.load(code) if frame.result is not None else []
        self.height -= height
        self.frames.pop()
        return own, result

    def _parameter(self, parameter: typed.Variable, value: Value | None) -> Place:
        code = self.code
        if value is None or parameter.written or not all(map(code.stable, value)):
            place = allocated_for(code, parameter)
            if value is not None:
                place.store(code, value)
            elif len(self.jumps):
                self.clear(place)
            return place
        value = list(value)
        place = Place(parameter.type, count=len(value))
        place.values = value
        code.pinned.update(one.index for one in value if one.file is File.TEMPORARY)
        return place

    def clear(self, place: Place) -> None:
        """Sets a variable to 0."""
        zero = self.code.bits(0)
        place.store(self.code, [zero] * len(register_types(place.type)))

    # -- subroutines ---------------------------------------------------------------------------

    def _called(self, function, places, values, at: int) -> tuple[list[Place], Value]:
        """Emits a call of a subroutine; returns the places of its parameters, and the result."""
        code = self.code
        bound = {
            parameter: place
            for parameter, place in zip(function.parameters, places, strict=True)
            if sampler_types(parameter.type)
        }
        samplers = tuple((place.slot, place.type) for place in bound.values())
        if any(place.slots is not None for place in bound.values()):
            raise LowerError("a sampler of an array indexed at run time, too deep in calls", at)
        key = (function.signature, samplers)
        found = self._subroutines.get(key)
        if found is None:
            own = [bound.get(p) or allocated_for(code, p) for p in function.parameters]
            result = allocated(code, function.type) if function.type is not VOID else None
            label = f"function{len(self._subroutines)}"
            found = self._subroutines[key] = Subroutine(function, label, own, result)
            self.waiting.append(found)
        calls = self.called.setdefault(self.current, {})
        calls[found.label] = at, calls.get(found.label, (0, 0))[1] + 1
        given = zip(function.parameters, found.parameters, places, values, strict=True)
        for parameter, place, argument, value in given:
            if parameter in bound:
                continue
            if value is None and parameter.direction == "out":
                self.clear(place)
            else:
                place.store(code, argument.load(code) if value is None else value)
        code.call(found.label)
        if found.result is None:
            return found.parameters, []
        return found.parameters, self.copied(function.type, found.result.load(code))

    def call_depth(self) -> int:
        """Returns the number of calls that can be open; raises LowerError if there are too many."""
        depth, level = 0, {"main": 0}
        while level:
            depth += 1
            level = {to: at for one in level for to, (at, _) in self.called.get(one, {}).items()}
            if depth > MAX_CALL_DEPTH and level:
                at = next(iter(level.values()))
                raise LowerError(f"more than {MAX_CALL_DEPTH} calls are nested in each other", at)
        self._count("main", {})
        return depth - 1

    def _count(self, label: str, known: dict[str, int]) -> int:
        """Returns the number of calls of a run of a subroutine, those of its callees included."""
        if label not in known:
            total = 0
            for to, (at, times) in self.called.get(label, {}).items():
                total += times * (1 + self._count(to, known))
                if total > MAX_CALLS:
                    raise LowerError(
                        f"its functions call each other more than {MAX_CALLS} times", at
                    )
            known[label] = total
        return known[label]
