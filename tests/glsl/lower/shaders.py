"""Fragment shaders from text, executed in isolation on both machines."""

from __future__ import annotations

import numpy as np

from softgl.glsl.compiling import compile_shader
from softgl.glsl.link import link_program
from softgl.glsl.linked import LinkRequest
from softgl.ir.program import Program, Stage
from softgl.ir.validate import validate
from softgl.lanes import eager_engine, llvm_engine
from tests.glsl.lower.trees import INTEGERS, execute_program

HEAD = "#version 330\nflat in int i; flat in vec4 f; flat in uint u;\n"
_BEFORE = (
    "#version 330\nflat out int i; flat out vec4 f; flat out uint u; in vec4 p;\n"
    "void main() { i = 1; f = p; u = 2u; gl_Position = p; }"
)
REALS = np.arange(32, dtype=np.float32).reshape(4, 8) / np.float32(8) - np.float32(1)


def program_of(text: str, stage: Stage = Stage.FRAGMENT, before: str = _BEFORE) -> Program:
    """The program of a fragment shader behind a vertex shader, or of a vertex shader."""
    shaders = [compile_shader([text], stage)]
    if stage is Stage.FRAGMENT:
        shaders.insert(0, compile_shader([before], Stage.VERTEX))
    assert all(shader.compiled for shader in shaders), "".join(s.info_log for s in shaders)
    linked = link_program(shaders, LinkRequest())
    assert linked.program, linked.info_log
    return validate(linked.program.programs[stage])


def run(text: str, parameters=None, buffers=(), sampler=None):
    """The words of each output, (lanes, 4) uint32 by number, and the killed lanes.

    The shader has the inputs of HEAD: i and u are INTEGERS, f the columns of REALS. parameters :
    row -> four words. buffers : words of each uniform block.
    """
    program = program_of(HEAD + text)
    integers = np.array([INTEGERS] * 4, np.int32).view(np.uint32)
    # Varyings are numbered in the order of their declaration.
    inputs = {0: integers, 1: REALS.view(np.uint32), 2: integers}
    rows = {f"uniform[{row}]": words for row, words in (parameters or {}).items()}
    (first, killed), (second, also) = (
        execute_program(engine, program, inputs, rows, buffers)
        for engine in (eager_engine(), llvm_engine())
    )
    assert (killed == also).all()
    for name, words in first.items():
        np.testing.assert_array_equal(words, second[name], name)
    return {int(name[-2]): words.T for name, words in first.items()}, killed


def integers(text: str, **more) -> list[list[int]]:
    """The output `o`, an ivec4, of each lane."""
    results, _ = run("out ivec4 o;\n" + text, **more)
    return results[0].view(np.int32).tolist()
