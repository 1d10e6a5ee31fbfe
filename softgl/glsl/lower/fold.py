"""Constant expressions: the same instructions as at run time, executed on the eager machine."""

from __future__ import annotations

import numpy as np

from softgl.glsl import typed
from softgl.glsl.lower.code import TYPES, Code, Value, register_types
from softgl.glsl.lower.expressions import Expressions
from softgl.glsl.lower.facts import Facts
from softgl.glsl.lower.operators import CONVERSIONS, instruction_of
from softgl.glsl.types import Sampler, Scalar, Type, Vector, contains
from softgl.ir.execute import Environment, execute
from softgl.ir.operands import LANE_TYPES
from softgl.ir.profile import Profile
from softgl.ir.program import Binding, Destination, File, Program, Stage
from softgl.isa import OPCODES
from softgl.isa.table import GLSL_FRAGMENT, GLSL_GEOMETRY, GLSL_VERTEX
from softgl.lanes import F32
from softgl.lanes.eager import EagerMachine

LANGUAGES = {
    Stage.VERTEX: GLSL_VERTEX,
    Stage.GEOMETRY: GLSL_GEOMETRY,
    Stage.FRAGMENT: GLSL_FRAGMENT,
}
_COMPOUND = {
    typed.Unary: ("operand",),
    typed.Convert: ("operand",),
    typed.Binary: ("left", "right"),
    typed.Conditional: ("condition", "yes", "no"),
    typed.Swizzle: ("object",),
    typed.Member: ("object",),
    typed.Index: ("object", "index"),
}


def evaluate(node: typed.Expression, stage: Stage = Stage.VERTEX) -> tuple[int, ...] | None:
    """Returns the words of an expression whose operands are Constants; None if it has no value.

    The words are those of `typed.Constant`, with the bits that the stage would compute.
    """
    kind = type(node)
    if kind is typed.Constant:
        return node.words
    if kind is typed.Conditional and type(node.condition) is typed.Constant:
        chosen = node.yes if node.condition.words[0] else node.no
        return evaluate(chosen, stage)
    if not all(type(one) is typed.Constant for one in _operands(node)):
        return None
    if contains(node.type, Sampler):
        return None
    direct = _direct(node, LANGUAGES[stage])
    if direct is not None:
        return direct
    code = Code()
    value = Expressions(code, Facts({})).value(node)
    return _executed(code, node.type, value, stage)


def _operands(node) -> list:
    """Returns the operands of an expression; [None] for one that has no constant value."""
    kind = type(node)
    if kind in _COMPOUND:
        return [getattr(node, name) for name in _COMPOUND[kind]]
    if kind is typed.Construct or (kind is typed.BuiltinCall and node.function.constant):
        return node.arguments
    return [None]


def _direct(node, language: str) -> tuple[int, ...] | None:
    """Returns the value of an operator by the formula of its one instruction, or None."""
    kind = type(node)
    if kind is typed.Convert and isinstance(node.type, Vector):
        old = node.operand.type.scalar
        if (old, node.type.scalar) not in CONVERSIONS:
            return node.operand.words
        opcode, word = CONVERSIONS[old, node.type.scalar]
        operands = [node.operand.words] + [(word,)] * (word is not None)
        return _applied(language, opcode, TYPES[opcode], operands)
    if kind is not typed.Binary or node.operator in ("==", "!="):
        return None
    left, right = node.left, node.right
    if not isinstance(left.type, Vector) or not isinstance(right.type, Vector):
        return None
    opcode, type_, swapped = instruction_of(node.operator, left.type.scalar)
    operands = [right.words, left.words] if swapped else [left.words, right.words]
    return _applied(language, opcode, type_, operands)


def _applied(language: str, opcode: str, type_, operands) -> tuple[int, ...]:
    """Returns the words of the result of an instruction that acts component by component."""
    entry, machine = OPCODES[opcode], EagerMachine()
    size = max(map(len, operands))
    lanes = []
    for number, words in enumerate(operands):
        row = np.array(words if len(words) == size else words * size, np.uint32)
        kind = LANE_TYPES[entry.operand_type(number, type_)]
        lanes.append(machine.lanes(row.view(kind.dtype), kind))
    with np.errstate(all="ignore"):
        found = entry.formula(language, type_)(machine, *lanes)
        bits = machine.bits(found).value if found.type is F32 else found.value.view(np.uint32)
    return tuple(bits.tolist())


def _executed(code: Code, type_: Type, value: Value, stage: Stage) -> tuple[int, ...] | None:
    """Returns the words of a value after its instructions."""
    vectors = register_types(type_)
    known = [code.words(source) for source in value]
    if not code.instructions and all(known):
        return _joined(vectors, known)
    results = tuple(Binding("result.fold", (number,)) for number in range(len(value)))
    for number, source in enumerate(value):
        code.emit("MOV", Destination(File.RESULT, number), source)
    program = Program(
        LANGUAGES[stage], stage, Profile.IEEE, tuple(code.instructions), code.temporaries, 0,
        tuple(code.parameters), (), results,
    )  # fmt: skip
    machine = EagerMachine()
    with np.errstate(all="ignore"):
        environment = Environment(lambda *_: machine.f32(0.0), _EMPTY)
        outcome = execute(machine, program, environment).results
        rows = [
            [int(_bits(machine, vector, lane).value) for lane in outcome[binding]]
            for vector, binding in zip(vectors, results, strict=True)
        ]
    return _joined(vectors, rows)


_EMPTY = np.zeros(4, np.uint32)


def _bits(machine, vector: Vector, lane):
    """Returns the bits of a result; NaNs of floats are the one quiet NaN."""
    return machine.bits(lane) if vector.scalar is Scalar.FLOAT else machine.unseen_bits(lane)


def _joined(vectors, rows) -> tuple[int, ...]:
    pairs = zip(vectors, rows, strict=True)
    return tuple(word for vector, row in pairs for word in row[: vector.size])
