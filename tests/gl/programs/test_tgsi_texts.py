"""Programs of every language and the TGSI texts that are written of them draw the same pictures."""

from __future__ import annotations

import random
import re
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from softgl.asm import parse
from softgl.asm.tgsi.write import constants, write
from softgl.gl import *
from softgl.gl.programs.program_state import ProgramState
from softgl.ir.program import Binding, Stage
from softgl.isa.table import MAIN, NV4_GEOMETRY, TGSI
from tests.asm.random_programs import Generator
from tests.asm.tgsi.test_write import REFUSED
from tests.gl.attachments import framebuffer, renderbuffer, use_program
from tests.gl.target_textures import ENUMS, TEXELS, specify
from tests.reference import fragment_writer, tgsi_programs, vertex_options

ROOT = Path(__file__).parents[3]
SHADERS = sorted(path for path in (ROOT / "shaders").rglob("*.*") if path.suffix in (".vp", ".fp"))
TARGETS = {
    Stage.VERTEX: GL_VERTEX_PROGRAM_ARB,
    Stage.FRAGMENT: GL_FRAGMENT_PROGRAM_ARB,
}
SEED = 20261122
WRITERS = {
    **dict.fromkeys((fragment_writer.OPTION1, fragment_writer.OPTION2), fragment_writer),
    **dict.fromkeys((vertex_options.NV2, vertex_options.NV3), vertex_options),
}
"""Options -> what writes random programs with them."""
ONE_COLOR = {
    *("nvfp4/chrome.fp", "nvfp4/model.fp", "nvfp4/nebula.fp", "nvvp4/droplet.vp", "nvvp4/petal.vp"),
    *("nvfp4/physical.fp", "nvfp4/surface.fp"),
}
"""Shaders whose picture is of one colour with these inputs."""
PARTNERS = {
    Stage.VERTEX: "!!NVfp4.0 TEMP t; MOV t, fragment.color; ADD t, t, fragment.color.secondary;"
    + "".join(f"MAD t, t, 0.5, fragment.texcoord[{n}];" for n in range(4))
    + "".join(f"MAD t, t, 0.5, fragment.attrib[{n}];" for n in range(4))
    + "ADD t, t, fragment.fogcoord; MUL result.color, t, 0.25; END",
    Stage.FRAGMENT: "!!NVvp4.0 MOV result.position, vertex.attrib[0];"
    "MOV result.color, vertex.attrib[3]; MOV result.color.secondary, vertex.attrib[4];"
    "MOV result.fogcoord, vertex.attrib[5];"
    + "".join(f"MOV result.texcoord[{n}], vertex.attrib[{8 + n}];" for n in range(8))
    + "".join(f"MOV result.attrib[{n}], vertex.attrib[{(10 + n) % 16}];" for n in range(8))
    + "END",
}
"""The partner programs of each stage."""


def parameters(target):
    """Local and environment parameters, near the rows of unit matrices: (2, 96, 4) float32."""
    rng = np.random.default_rng([SEED, target])
    rows = np.tile(np.eye(4), (2, 24, 1)) + rng.uniform(0.02, 0.2, (2, 96, 4))
    return rows.astype(np.float32)


def vertices():
    """Six vertices of a strip that fills the window, all attributes of each: (6, 16, 4)."""
    rng = np.random.default_rng(SEED)
    values = rng.uniform(0.0, 1.0, (6, 16, 4)).astype(np.float32)
    values[:, 0, :2] = [[-1, -1], [1, -1], [-1, 0], [1, 0.1], [-1, 1], [1, 1]]
    values[:, 0, 2:] = 0.2, 1.0
    values[:, (2, 4), 3] = 1.0
    values[:, 5, 1:] = 0.0, 0.0, 1.0
    return values


def draw(source, given=None):
    """The pixels that a program draws, (64, 4) uint32, the bits of floats.

    given : (4,) float32 by number of a local parameter.
    """
    program = parse(source)
    target = TARGETS[program.stage]
    use_program(source, target)
    for stage, other in TARGETS.items():
        if stage is not program.stage:
            use_program(PARTNERS[program.stage], other)
    for number, local in enumerate(parameters(target)[0, :32]):
        glProgramLocalParameter4fvARB(target, number, local)
    for number, value in (given or {}).items():
        glProgramLocalParameter4fvARB(target, number, value)
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT)
    glBegin(GL_TRIANGLE_STRIP)
    for values in vertices():
        glNormal3fv(values[2, :3])
        glColor4fv(values[3])
        glSecondaryColor3fv(values[4, :3])
        glFogCoordf(values[5, 0])
        for unit in range(8):
            glMultiTexCoord4fv(GL_TEXTURE0 + unit, values[8 + unit])
        for number in reversed(range(16)):
            glVertexAttrib4fvARB(number, values[number])
    glEnd()
    return glReadPixels(0, 0, 8, 8, GL_RGBA, GL_FLOAT).view(np.uint32).reshape(-1, 4)


def value_of(context, name, stage):
    """The value of a parameter, by its name in `constants`."""
    word, *indices = re.split(r"[\[\]]+", name.rstrip("]"))
    indices = tuple(map(int, indices))
    if word.startswith("program."):
        return parameters(TARGETS[stage])[int(word == "program.env")][indices[0]]
    return ProgramState(context).vector(Binding(word, indices))


def check(context, source):
    """Checks that a program and its text draw the same; returns the number of colours."""
    program = parse(source)
    text = write(program)
    needed = constants(program).items()
    given = {n: value_of(context, name, program.stage) for n, name in needed}
    picture = draw(source)
    assert np.array_equal(draw(text, given), picture), text
    return len(np.unique(picture, axis=0))


@pytest.fixture
def scene(context):
    """A context with textures, matrices, fog and environment parameters."""
    for target in TARGETS.values():
        for number, env in enumerate(parameters(target)[1]):
            glProgramEnvParameter4fvARB(target, number, env)
    for unit in range(4):
        glActiveTexture(GL_TEXTURE0 + unit)
        for name in ENUMS:
            specify(name, GL_RGBA, TEXELS)
    framebuffer(color0=renderbuffer(GL_RGBA32F_ARB), depth=renderbuffer(GL_DEPTH_COMPONENT24))
    glEnable(GL_DEPTH_TEST)
    glMatrixMode(GL_MODELVIEW)
    glLoadMatrixf(np.array([[0.9, 0.1, 0, 0], [-0.1, 0.8, 0, 0], [0, 0, 0.7, 0], [0, 0, 0, 1]]))
    glFogfv(GL_FOG_COLOR, [0.25, 0.5, 0.75, 1])
    glFogf(GL_FOG_DENSITY, 1.5)
    glFogf(GL_FOG_START, 0.125)
    glFogf(GL_FOG_END, 0.875)
    return context


def test_every_shader(scene):
    colors = {}
    for path in SHADERS:
        name = path.relative_to(ROOT / "shaders").as_posix()
        if name not in REFUSED:
            colors[name] = check(scene, path.read_text(encoding="utf-8"))
    plain = {name for name, count in colors.items() if count == 1}
    assert plain <= ONE_COLOR and len(colors) > 30


def fog_texts():
    for mode in ("exp", "exp2", "linear"):
        yield f"""!!ARBfp1.0
            OPTION ARB_fog_{mode};
            MOV result.color.xz, fragment.color;
            MUL result.color.yw, fragment.color.secondary, 2.0;
            END"""
    # Results that are written now and then, a subroutine that returns, and no result at all.
    yield """!!ARBfp1.0
        OPTION ARB_fog_linear;
        OPTION NV_fragment_program2;
        TEMP t;
        SUBC t, fragment.texcoord[1], 0.5;
        MOV result.color.y (GT.x), fragment.color;
        CAL half (LT.y);
        RET (EQ.z);
        MOV result.color.w, 0.25;
        RET;
        half: MOV result.color.xz, 0.5;
        END"""
    yield "!!ARBfp1.0 OPTION ARB_fog_linear; TEMP t; END"


def test_fog(scene):
    # The text has to clamp colours where the GL would.
    glClampColorARB(GL_CLAMP_FRAGMENT_COLOR_ARB, GL_TRUE)
    for text in fog_texts():
        assert check(scene, text) > 8


def random_texts(language):
    """Programs of a language that end."""
    for seed in range(100):
        if language in TGSI:
            yield tgsi_programs.random_text(seed, language[5:])
        elif language in WRITERS:
            writer = WRITERS[language]
            yield writer.text(language, writer.random_steps(seed, language))
        else:
            text = Generator(language, random.Random(seed)).program()
            if "REP" not in text:
                yield text.replace("result.position", "result.color")


def test_random_programs(scene):
    glDepthFunc(GL_ALWAYS)
    colors = {
        language: [check(scene, text) for text in islice(random_texts(language), 3)]
        for language in (*MAIN, *WRITERS, "TGSI VERT", "TGSI FRAG")
        if language != NV4_GEOMETRY
    }
    assert max(colors["NV_fragment_program"]) > 8 and min(colors["TGSI FRAG"]) > 8


# -- what the pipeline does for the older languages alone -----------------------------------------

VERTEX, FRAGMENT = GL_VERTEX_PROGRAM_ARB, GL_FRAGMENT_PROGRAM_ARB


def picture(draw) -> bytes:
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT)
    draw()
    color = glReadPixels(0, 0, 8, 8, GL_RGBA, GL_FLOAT, outputType=None)
    depth = glReadPixels(0, 0, 8, 8, GL_DEPTH_COMPONENT, GL_FLOAT, outputType=None)
    return color.tobytes() + depth.tobytes()


def give_constants(target, program, values):
    """Sets the constants that `constants` lists; values : by the name of a binding."""
    for number, name in constants(program).items():
        glProgramLocalParameter4fvARB(target, number, np.array(values[name], np.float32))


def test_back_colors_that_nothing_writes(either):
    """(0, 0, 0, 1), as every result of these languages is at first."""
    source = "!!VP1.1 MUL o[HPOS], c[0], v[0]; MOV o[COL0], v[3]; MOV o[COL1], v[3]; END"
    glEnable(GL_VERTEX_PROGRAM_TWO_SIDE_ARB)
    use_program("!!ARBfp1.0 ADD result.color, fragment.color, fragment.color.secondary; END")

    def draw():
        glBegin(GL_TRIANGLE_STRIP)
        for number, (x, y) in enumerate(((-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0), (-1, 0))):
            glVertexAttrib4fARB(3, 0.1 * number, 0.5, 1 - 0.2 * number, 0.3)
            glVertexAttrib4fARB(0, x, y, 0, 1)
        glEnd()

    row = [1, 0.75, 0.5, 1]
    use_program(source, VERTEX)
    glProgramEnvParameter4fvARB(VERTEX, 0, np.array(row, np.float32))
    wanted = picture(draw)
    use_program(write(parse(source)), VERTEX)
    give_constants(VERTEX, parse(source), {"program.env[0]": row})
    assert picture(draw) == wanted
    assert len(set(wanted)) > 20


@pytest.mark.parametrize("ends", [(0.25, 0.75), (1, 0)])
def test_depths_and_missing_textures(either, ends):
    """Fragments beyond the depth range drop out with GL_DEPTH_CLAMP and the depth range given."""
    source = (
        "!!FP1.0 TEX R0, f[COL0], TEX0, 2D; TEX R1, f[COL0], TEX1, 2D; ADD R0, R0, R1;"
        " MAD o[DEPR].z, f[WPOS].x, 0.25, -0.5; MAD o[COLR], f[COL0], 0.5, R0.wxyz; END"
    )
    program = parse(source)
    glBindTexture(GL_TEXTURE_2D, glGenTextures(1))
    glTexImage2D(
        GL_TEXTURE_2D, 0, GL_RGBA8, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, b"\x40\x20\x10\x20"
    )
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST)
    glEnable(GL_DEPTH_TEST)
    glDepthFunc(GL_ALWAYS)
    glDepthRange(*ends)
    glColor4f(0.5, 0.25, 0.75, 0.5)

    def draw():
        glBegin(GL_QUADS)
        for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
            glVertex3f(x, y, 3 * x)  # much is beyond the near and far planes
        glEnd()

    use_program(source)
    wanted = picture(draw)
    use_program(write(program))
    glEnable(GL_DEPTH_CLAMP)
    give_constants(FRAGMENT, program, {"state.depth.range": (*ends, ends[1] - ends[0], 1)})
    assert picture(draw) == wanted
    colors = np.frombuffer(wanted, np.float32)[:256].reshape(-1, 4)
    assert 8 < colors.any(axis=1).sum() < 64
