"""Every built-in function in every type: its values, on both machines, and valid instructions."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from softgl.glsl import typed
from softgl.glsl.builtins import lookup
from softgl.glsl.builtins.table import EVERY_STAGE, FRAGMENT, GEOMETRY
from softgl.glsl.lower.fold import evaluate
from softgl.glsl.types import Matrix, Sampler, Scalar, Vector
from softgl.ir.program import Stage
from softgl.lanes import eager_engine, llvm_engine
from tests.glsl.builtins.emitting import ATTRIBUTES, Emitted
from tests.glsl.builtins.references import REFERENCES
from tests.ir.running import run_programs

LANES = 64
DTYPES = {Scalar.FLOAT: np.float32, Scalar.INT: np.int32, Scalar.UINT: np.uint32}


def plain_functions():
    """Yields the signatures without samplers, derivatives and vertices, once each."""
    for name in lookup.all_entries():
        seen = set()
        for one in lookup.overloads(name):
            samples = any(isinstance(type_, Sampler) for type_ in one.parameters)
            usual = one.available.stages not in (FRAGMENT, GEOMETRY)
            if usual and not samples and not one.implied and one.parameters not in seen:
                seen.add(one.parameters)
                yield one


FUNCTIONS = [*plain_functions()]


def kind_of(function):
    """Returns the kind of the arguments: that of the parameter whose kind is not a float's."""
    kinds = [type_.scalar for type_ in function.parameters if isinstance(type_, Vector)]
    return next((kind for kind in kinds if kind is not Scalar.FLOAT), Scalar.FLOAT)


@cache
def words(kind, name):
    """The attributes, (ATTRIBUTES, 4, LANES) uint32, of the domain of a function."""
    rng = np.random.default_rng(20261130)
    shape = (ATTRIBUTES, 4, LANES)
    if kind is Scalar.BOOL:
        return rng.choice(np.array([0, 0xFFFFFFFF], np.uint32), shape)
    if kind is not Scalar.FLOAT:
        found = rng.integers(0, 2**32, shape, dtype=np.uint64).astype(np.uint32)
        found[..., : LANES // 2] = rng.integers(0, 9, (ATTRIBUTES, 4, LANES // 2)) - 4
        return found
    low, high = REFERENCES[name].domain
    return rng.uniform(low, high, shape).astype(np.float32).view(np.uint32)


def given_words(function):
    """The words of the arguments, a row for each register."""
    found = words(kind_of(function), function.name).copy()
    for number, type_ in enumerate(function.parameters):
        if isinstance(type_, Vector) and type_.scalar is Scalar.FLOAT:
            found[number] = words(Scalar.FLOAT, function.name)[number]
    return found


def attributes(function):
    """The attributes that these words become in `Emitted`."""
    found = given_words(function)
    for number, type_ in enumerate(function.parameters):
        if isinstance(type_, Vector) and type_.scalar is not Scalar.FLOAT:
            halves = np.stack([found[number] & 0xFFFF, found[number] >> 16])
            found[[number, number + ATTRIBUTES // 2]] = halves.astype(np.float32).view(np.uint32)
    return found


def run(engine, functions):
    """Returns the results of each function: a list of (4, LANES) uint32."""
    found = []
    for function in functions:
        emitted = Emitted()
        emitted.call(function)
        values = {f"vertex.attrib[{n}]": one for n, one in enumerate(attributes(function))}
        ((results, _),) = run_programs(engine, [emitted.program()], values, {})
        found.append([results[f"result.attrib[{n}]"] for n in range(emitted.count)])
    return found


def arguments(function):
    """The arguments as float64 or int64 arrays: (LANES, size), (LANES, rows, columns)."""
    found, first, given = [], 0, given_words(function)
    for type_, direction in zip(function.parameters, function.directions, strict=True):
        if direction == "out":
            continue
        if isinstance(type_, Matrix):
            columns = given[first : first + type_.columns, : type_.rows].view(np.float32)
            found.append(columns.transpose(2, 1, 0).astype(np.float64))
            first += type_.columns
            continue
        part = given[first, : type_.size].T
        first += 1
        if type_.scalar is Scalar.BOOL:
            found.append(part != 0)
        else:
            wide = np.float64 if type_.scalar is Scalar.FLOAT else np.int64
            found.append(part.view(DTYPES[type_.scalar]).astype(wide))
    return found


def values(type_, registers):
    """The registers of a value as `arguments` has it."""
    if isinstance(type_, Matrix):
        columns = np.stack([one[: type_.rows].view(np.float32) for one in registers])
        return columns.transpose(2, 1, 0).astype(np.float64)
    if type_.scalar is Scalar.FLOAT:
        return registers[0][: type_.size].T.view(np.float32).astype(np.float64)
    low, high = (one[: type_.size].T.view(np.float32).astype(np.uint32) for one in registers)
    part = low | high << 16
    if type_.scalar is Scalar.BOOL:
        assert np.isin(part, [0, 0xFFFFFFFF]).all()
        return part != 0
    return part.view(DTYPES[type_.scalar]).astype(np.int64)


@pytest.mark.parametrize("name", sorted(REFERENCES))
def test_values(name):
    reference = REFERENCES[name]
    functions = [function for function in FUNCTIONS if function.name == name]
    for function, registers in zip(functions, run(eager_engine(), functions), strict=True):
        found = [values(function.type, registers)]
        if "out" in function.directions:
            found = [values(function.type, [one]) for one in registers]
        with np.errstate(all="ignore"):
            expected = reference.of(*arguments(function))
        expected = expected if isinstance(expected, tuple) else (expected,)
        signature = f"{function.type} {name}({', '.join(map(str, function.parameters))})"
        for one, wanted in zip(found, expected, strict=True):
            wanted = wanted.reshape(one.shape)
            if one.dtype == np.float64:
                np.testing.assert_allclose(
                    one, wanted, rtol=reference.relative, atol=reference.absolute, err_msg=signature
                )
            else:
                np.testing.assert_array_equal(one, wanted, err_msg=signature)


def test_every_function_has_a_reference():
    """But noise, whose instructions have vectors of their own."""
    noise = {f"noise{number}" for number in (1, 2, 3, 4)}
    assert {function.name for function in FUNCTIONS} - noise == set(REFERENCES)


def largest():
    """One signature of each function for each kind and number of arguments, the largest."""
    found = {}
    for function in FUNCTIONS:
        found[function.name, kind_of(function), len(function.parameters)] = function
    return list(found.values())


def test_machines_agree():
    """Noise is compared by its instructions, which take long to compile."""
    emitted = Emitted()
    for function in largest():
        if not function.name.startswith("noise"):
            emitted.call(function)
    given = words(Scalar.FLOAT, "mod")
    attributes = {f"vertex.attrib[{n}]": one for n, one in enumerate(given)}
    program = emitted.program()
    ((expected, _),) = run_programs(eager_engine(), [program], attributes, {})
    ((found, _),) = run_programs(llvm_engine(), [program], attributes, {})
    for name, wanted in expected.items():
        np.testing.assert_array_equal(found[name], wanted, err_msg=name)


def constants(function, lane):
    """The arguments of a lane as constants."""
    found, first, given = [], 0, given_words(function)
    for type_ in function.parameters:
        if isinstance(type_, Matrix):
            columns = given[first : first + type_.columns, : type_.rows, lane]
            found.append(typed.Constant(0, type_, tuple(columns.reshape(-1).tolist())))
            first += type_.columns
        else:
            words = tuple(given[first, : type_.size, lane].tolist())
            found.append(typed.Constant(0, type_, words))
            first += 1
    return found


def test_constant_expressions_have_the_same_bits():
    folded = [one for one in largest() if one.constant and "out" not in one.directions]
    for function, registers in zip(folded, run(eager_engine(), folded), strict=True):
        call = typed.BuiltinCall(0, function.type, function, constants(function, 1))
        words = np.array(evaluate(call, Stage.VERTEX), np.uint32)
        if isinstance(function.type, Matrix):
            wanted = np.stack([one[: function.type.rows, 1] for one in registers])
        elif function.type.scalar is Scalar.FLOAT:
            wanted = registers[0][: function.type.size, 1]
            # Results of programs have one quiet NaN.
            words = np.where(np.isnan(words.view(np.float32)), 0x7FC00000, words)
        else:
            low, high = (
                one[: function.type.size, 1].view(np.float32).astype(np.uint32) for one in registers
            )
            wanted = low | high << 16
        np.testing.assert_array_equal(words, wanted.reshape(-1), err_msg=function.name)


@pytest.mark.parametrize("stage", [Stage.VERTEX, Stage.GEOMETRY, Stage.FRAGMENT])
def test_every_signature_has_valid_instructions(stage):
    """Also those of samplers."""
    for name in lookup.all_entries():
        emitted = Emitted(stage)
        for function in lookup.overloads(name):
            if stage in function.available.stages:
                emitted.call(function)
        program = emitted.program()
        assert len(program.results) == emitted.count


def test_stages_are_known():
    stages = {
        one.available.stages <= EVERY_STAGE
        for each in lookup.all_entries().values()
        for one in each
    }
    assert stages == {True}
