"""Linked programs for tests of objects, made without texts: their interface, and no executables."""

from __future__ import annotations

import re

import numpy as np

from softgl.glsl.linked import (
    Attribute,
    FragmentOutput,
    LinkedProgram,
    Uniform,
    UniformBlock,
    Varying,
)
from softgl.glsl.types import MATRICES, SAMPLERS, VECTORS, Scalar, Vector
from softgl.ir.program import Stage

VEC4 = VECTORS["vec4"]
INITIAL = tuple(np.array([1, 2, 3, 4, 5], np.float32).view(np.uint32).tolist())
STD140 = {"block": 0, "array_stride": 0, "matrix_stride": 0}
SMALL = LinkedProgram(
    {},
    uniforms=(
        Uniform("color", VEC4, location=0, row=0),
        Uniform("matrices[0]", MATRICES["mat4"], 2, True, location=1, row=1),
        Uniform("switches", VECTORS["bvec2"], location=3, row=9),
        Uniform("weights[0]", VECTORS["float"], 5, True, location=4, row=10, initial=INITIAL),
        Uniform("maps[0]", SAMPLERS["sampler2D"], 2, True, location=9, slot=0),
        Uniform("sky", SAMPLERS["samplerCube"], location=11, slot=2),
        Uniform("size", VECTORS["ivec2"], location=12, row=15),
        Uniform("bits", VECTORS["uint"], location=13, row=16),
        Uniform("narrow", MATRICES["mat2x3"], location=14, row=17),
        Uniform("lights[1].flags[0]", VECTORS["bool"], 2, True, location=15, row=19),
        Uniform("gl_FrontMaterial.diffuse", VEC4),
        Uniform("Block.tint", VEC4, offset=0, **STD140),
        Uniform("Block.turn", MATRICES["mat3"], offset=16, row_major=True, block=0,
                array_stride=0, matrix_stride=16),
    ),
    blocks=(
        UniformBlock("Block", 64, (11, 12), frozenset({Stage.VERTEX})),
        UniformBlock("Lights[0]", 16, (), frozenset({Stage.FRAGMENT}), 3),
    ),
    attributes=(
        Attribute("corner", VECTORS["vec2"], location=2),
        Attribute("bones[0]", MATRICES["mat4"], 2, 4),
        Attribute("gl_Vertex", VEC4),
    ),
    outputs=(FragmentOutput("picked", VECTORS["uvec2"], 1),
             FragmentOutput("both[0]", VEC4, 2, 1, 2)),
    varyings=(Varying("gl_Position", VEC4, 1, ()), Varying("path[0]", VECTORS["vec3"], 3, ())),
    rows=21,
    units=(0, 0, 3),
)  # fmt: skip
"""A program with an example of each kind."""


def of_all_types(count: int = 4) -> LinkedProgram:
    """A program with an array of `count` uniforms of each type that glUniform* sets."""
    types = {str(t): t for t in (*VECTORS.values(), *MATRICES.values(), SAMPLERS["sampler2D"])}
    uniforms, row = [], 0
    for number, (name, of) in enumerate(types.items()):
        is_sampler = name == "sampler2D"
        place = {"slot": 0} if is_sampler else {"row": row}
        uniforms.append(Uniform(f"{name}s[0]", of, count, True, location=count * number, **place))
        row += 0 if is_sampler else count * getattr(of, "columns", 1)
    more = {name: getattr(SMALL, name) for name in "blocks attributes outputs varyings".split()}
    return LinkedProgram({}, tuple(uniforms), rows=row, units=(0,) * count, **more)


def location_for(command: str, count: int = 4) -> int:
    """Returns the location of the array in `of_all_types` that a command sets; 0 for others."""
    if re.match(r"glProgramUniform.*dv?$", command):
        return -1  # no uniform has doubles
    match = re.match(r"gl(?:Program)?Uniform(Matrix)?([1-4])(?:(x[1-4])|(f|i|ui))?f?v?", command)
    if match is None:
        return 0
    if match[1]:
        name = f"mat{match[2]}{match[3] or ''}"
    else:
        scalar = {"f": "float", "i": "int", "ui": "uint"}[match[4]]
        name = str(Vector(Scalar(scalar), int(match[2])))
    names = [each.name for each in of_all_types(count).uniforms]
    return count * names.index(f"{name}s[0]")


def install(ctx, linked: LinkedProgram) -> int:
    """Makes a new program object a linked one; returns its name."""
    from softgl import gl

    name = gl.glCreateProgram()
    program = ctx.shaders.objects[name]
    program.install(linked)
    program.state.status = True
    return name
