"""Runs two programs on the same inputs, and finds the first instruction that differs."""

from __future__ import annotations

from dataclasses import replace
from itertools import zip_longest

import numpy as np

from softgl.errors import SoftGLError
from softgl.ir.program import Binding, Program
from softgl.lanes import U32
from softgl.lanes.eager_memory import EagerArray


class AgainstError(SoftGLError):
    """A program cannot run on the inputs of another."""


def as_seen_by(m, other: Program, program: Program, environment):
    """Returns the environment of a program, adapted to another program of its stage.

    Raises AgainstError if the other program reads an input, a parameter or a texture that the first
    one does not.
    """
    if other.buffers != program.buffers:
        raise AgainstError("the two programs read different parameter buffers")
    missing = set(other.textures) - set(program.textures)
    for texture in missing:
        raise AgainstError(
            f"only one of the two programs samples texture {texture.unit}, {texture.target}"
        )
    places = [_place(program.attributes, binding, "reads") for binding in other.attributes]
    words = other.constant_words.copy()
    parameters = environment.parameters.data.reshape(-1, 4)
    for register, binding in enumerate(other.parameters):
        if isinstance(binding, Binding):
            words[register] = parameters[_place(program.parameters, binding, "reads")]

    def attribute(register, component):
        return environment.attribute(places[register], component)

    return replace(environment, attribute=attribute, parameters=EagerArray(words.reshape(-1), U32))


def _place(bindings, binding, verb) -> int:
    if binding not in bindings:
        raise AgainstError(f"only one of the two programs {verb} {binding}")
    return bindings.index(binding)


def parting(steps, others):
    """The first pair of steps of two executions that differ; None if all agree.

    Steps are paired in order; None stands for a step after the end of one execution. Steps differ
    if any bit of their results, their written components, their kill or their jump differs.
    """
    for step, other in zip_longest(steps, others):
        if step is None or other is None or _outcome(step) != _outcome(other):
            return step, other
    return None


def _outcome(step):
    results = {letter: _bits(value) for letter, value in step.results.items()}
    jumps = step.note.split(",")[0] if "taken" in step.note else ""
    return results, set(step.written), step.flags, step.killed, jumps


def _bits(value):
    value = np.asarray(value)
    return value.dtype.kind, value.tobytes()
