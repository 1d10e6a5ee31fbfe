"""Typed trees by hand, and their execution in isolation."""

from __future__ import annotations

import struct

import numpy as np

from softgl.glsl import typed
from softgl.glsl.lower import lower
from softgl.glsl.lower.placement import BoundPlace, StageUnit
from softgl.glsl.text.source import Source
from softgl.glsl.typed import Storage, Variable
from softgl.glsl.types import BOOL, FLOAT, INT, VOID, Array, Matrix, Scalar, Vector
from softgl.ir.execute import Environment, execute
from softgl.ir.program import Binding, Stage
from softgl.lanes import U32, Signature, eager_engine, llvm_engine, padded

ONES = 0xFFFFFFFF
COMPARISONS = ("<", ">", "<=", ">=", "==", "!=", "&&", "||", "^^")


def word(value) -> int:
    if isinstance(value, bool):
        return ONES * value
    if isinstance(value, float):
        return struct.unpack("<I", struct.pack("<f", value))[0]
    return value & ONES


def const(*values) -> typed.Constant:
    """A scalar or vector of Python's floats, ints or bools."""
    kinds = {float: Scalar.FLOAT, int: Scalar.INT, bool: Scalar.BOOL}
    return typed.Constant(0, Vector(kinds[type(values[0])], len(values)), tuple(map(word, values)))


def var(name, type_, storage=Storage.LOCAL, **more) -> Variable:
    return Variable(name, type_, storage, **more)


def node(value):
    if isinstance(value, Variable):
        return typed.Reference(0, value.type, value)
    return value if isinstance(value, typed.Node) else const(value)


def op(left, operator, right):
    left, right = node(left), node(right)
    type_ = left.type
    if operator in COMPARISONS:
        type_ = BOOL
    elif operator == "*" and isinstance(left.type, Matrix) and isinstance(right.type, Vector):
        type_ = right.type if right.type.size > 1 else left.type
    elif isinstance(type_, Vector) and type_.size == 1:
        type_ = right.type
    return typed.Binary(0, type_, operator, left, right)


def index(value, number):
    value = node(value)
    type_ = value.type
    if isinstance(type_, Array):
        inner = type_.element
    else:
        inner = type_.column if isinstance(type_, Matrix) else Vector(type_.scalar)
    return typed.Index(0, inner, value, node(number))


def swizzle(value, letters):
    value = node(value)
    components = tuple("xyzw".index(c) for c in letters)
    return typed.Swizzle(0, Vector(value.type.scalar, len(letters)), value, components)


def member(value, number):
    value = node(value)
    return typed.Member(0, value.type.members[number].type, value, number)


def make(type_, *arguments):
    return typed.Construct(0, type_, [node(one) for one in arguments])


def assign(left, right, operator=""):
    left = node(left)
    return typed.Assignment(0, left.type, operator, left, node(right))


def step(operand, operator="+", before=False):
    operand = node(operand)
    return typed.Step(0, operand.type, operator, operand, before)


def block(*statements):
    found = []
    for one in statements:
        if isinstance(one, Variable):
            one = typed.Declare(0, one)
        elif isinstance(one, typed.Expression):
            one = typed.Evaluate(0, one)
        found.append(one)
    return typed.CompoundStatement(0, found)


def if_(condition, yes, no=None):
    return typed.If(0, node(condition), block(*yes), None if no is None else block(*no))


def loop(body, condition=None, step=None, start=None, after=False):
    start = None if start is None else block(*start)
    return typed.Loop(0, start, condition, step, block(*body), after)


def switch(selector, *cases):
    """cases : (value or None, statements)."""
    each = [(None if value is None else node(value), block(*body)) for value, body in cases]
    return typed.Switch(0, node(selector), each)


def leave():
    return typed.Break(0)


def again():
    return typed.Continue(0)


def give(value=None):
    return typed.Return(0, None if value is None else node(value))


def function(name, type_, parameters, *body):
    return typed.Function(name, type_, list(parameters), 0, block(*body))


def call(called, *arguments):
    return typed.Call(0, called.type, called, [node(one) for one in arguments])


# -- execution -------------------------------------------------------------------------------------

IN = var("i", INT, Storage.IN)
REAL = var("f", Vector(Scalar.FLOAT, 4), Storage.IN)
INTEGERS = [-3, -1, 0, 1, 2, 3, 5, 9]


def unit_of(*body, functions=(), outs=(), more=None, stage=Stage.VERTEX, globals=()):
    """A unit with the inputs IN and REAL, and an output for each variable of `outs`."""
    places = {
        IN: BoundPlace((Binding(f"{stage.value}.attrib", (0,)),)),
        REAL: BoundPlace((Binding(f"{stage.value}.attrib", (1,)),)),
    }
    number = 0
    for out in outs:
        from softgl.glsl.types import registers

        count = registers(out.type)
        rows = range(number, number + count)
        places[out] = BoundPlace(tuple(Binding("result.varying", (row,)) for row in rows))
        number += count
    main = function("main", VOID, (), *body)
    known = {one.signature: one for one in functions}
    return StageUnit(
        stage, (Source([""]),), main, known, places={**places, **(more or {})}, globals=globals
    )


def run(unit, engines=None, reals=None, parameters=None, buffers=()):
    """The words of each result, (4, lanes) by name, and the killed lanes; equal on both machines.

    The lanes have IN of INTEGERS. reals : (4, 8) float32, of REAL. parameters : words by binding.
    """
    program = lower(unit)
    integers = np.array([INTEGERS] * 4, np.int32).view(np.uint32)
    reals = np.arange(32, dtype=np.float32).reshape(4, 8) if reals is None else reals
    inputs = {0: integers, 1: reals.view(np.uint32)}
    each = [
        execute_program(engine, program, inputs, parameters or {}, buffers)
        for engine in engines or (eager_engine(), llvm_engine())
    ]
    for results, killed in each[1:]:
        assert (killed == each[0][1]).all()
        for name, words in results.items():
            np.testing.assert_array_equal(words, each[0][0][name])
    return each[0]


def execute_program(engine, program, inputs, parameters, buffers=()):
    """The bits of results by name, and killed lanes; inputs : number -> words, (4, lanes)."""
    lanes = len(INTEGERS)
    rows = np.zeros((len(inputs), 4, padded(lanes)), np.uint32)
    for number, words in inputs.items():
        rows[number, :, :lanes] = words
    constants = program.constant_words.copy()
    for number, parameter in enumerate(program.parameters):
        if isinstance(parameter, Binding):
            constants[number] = parameters[str(parameter)]
    count = 4 * len(program.results) + 1
    arrays = {"inputs": rows.reshape(-1), "parameters": constants.reshape(-1)}
    arrays["out"] = np.zeros(count * padded(lanes), np.uint32)
    arrays |= {f"buffer{n}": np.asarray(words, np.uint32) for n, words in enumerate(buffers)}
    signature = Signature((), tuple((name, U32) for name in arrays), frozenset({"out"}))

    def body(m, a, at):
        def attribute(register, component):
            (number,) = program.attributes[register].indices
            return m.load(a.inputs, at, (4 * number + component) * padded(lanes))

        given = [getattr(a, f"buffer{n}") for n in range(len(buffers))]
        outcome = execute(m, program, Environment(attribute, a.parameters, given))
        values = [m.unseen_bits(one) for b in program.results for one in outcome.results[b]]
        killed = m.false if outcome.killed is None else outcome.killed
        values.append(m.select(killed, m.u32(1), 0))
        for number, value in enumerate(values):
            m.store(a.out, at, value, number * padded(lanes))

    engine.build(signature, body, True).run({}, arrays, lanes)
    found = arrays["out"].reshape(count, -1)[:, :lanes]
    results = {str(b): found[4 * n : 4 * n + 4] for n, b in enumerate(program.results)}
    return results, found[-1].astype(bool)


def results_of(*body, type_=INT, **more):
    """The signed first components of an output that the body assigns by way of `OUT`."""
    results, _ = run(unit_of(*body, outs=[OUT], **more))
    return results["result.varying[0]"][0].view(np.int32).tolist()


OUT = var("o", INT, Storage.OUT)

__all__ = [name for name in dir() if not name.startswith("_")] + ["FLOAT"]
