"""Every `state.*` binding: exact values by hand, and a program that shows them."""

import numpy as np
import pytest

from softgl import Context
from softgl.asm import LIMITS, parse
from softgl.asm.state_bindings import STATE as SPELLINGS
from softgl.gl import *
from softgl.gl.programs.program_state import SCALARS, VECTORS, ProgramState
from softgl.ir.program import Binding, Stage

COLOR_A, COLOR_B = [0.5, 0.25, 0.75, 0.125], [0.5, 1.0, -0.5, 0.25]


def set_state():
    """Sets state to numbers that are all different and exact."""
    for n, light in enumerate((GL_LIGHT0, GL_LIGHT1)):
        glLightfv(light, GL_AMBIENT, [x + n for x in COLOR_A])
        glLightfv(light, GL_DIFFUSE, [x * (2 - n) for x in COLOR_A])
        glLightfv(light, GL_SPECULAR, [x - n for x in COLOR_A])
        glLightf(light, GL_CONSTANT_ATTENUATION, 1.5)
        glLightf(light, GL_LINEAR_ATTENUATION, n)
        glLightf(light, GL_QUADRATIC_ATTENUATION, 0.25)
        glLightf(light, GL_SPOT_EXPONENT, 5)
        glLightfv(light, GL_SPOT_DIRECTION, [1, 2, -0.5])
    glLightf(GL_LIGHT1, GL_SPOT_CUTOFF, 60)
    glLightfv(GL_LIGHT0, GL_POSITION, [0, 3, 0, 0])
    glLightfv(GL_LIGHT1, GL_POSITION, [2, 0, 0, 0.5])
    glLightModelfv(GL_LIGHT_MODEL_AMBIENT, [0.5, 2, 1, 0.5])
    for face, k in ((GL_FRONT, 1.0), (GL_BACK, 2.0)):
        glMaterialfv(face, GL_AMBIENT, [x * k for x in COLOR_B])
        glMaterialfv(face, GL_DIFFUSE, [x + k for x in COLOR_B])
        glMaterialfv(face, GL_SPECULAR, [x - k for x in COLOR_B])
        glMaterialfv(face, GL_EMISSION, [0.25 * k, 0.5, 0.125, 1])
        glMaterialf(face, GL_SHININESS, 8 * k)
    glFogfv(GL_FOG_COLOR, COLOR_A)
    glFogf(GL_FOG_DENSITY, 0.5)
    glFogf(GL_FOG_START, 2)
    glFogf(GL_FOG_END, 6)
    for n, coordinate in enumerate((GL_S, GL_T, GL_R, GL_Q)):
        glTexGenfv(coordinate, GL_EYE_PLANE, [n, 1, 2, 3])
        glTexGenfv(coordinate, GL_OBJECT_PLANE, [4, n, 5, 6])
    glActiveTexture(GL_TEXTURE1)
    glTexGenfv(GL_S, GL_EYE_PLANE, [9, 8, 7, 6])
    glTexEnvfv(GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR, COLOR_A)
    glActiveTexture(GL_TEXTURE0)
    glClipPlane(GL_CLIP_PLANE2, [1, -2, 3, -4])
    glPointSize(3)
    glPointParameterf(GL_POINT_SIZE_MIN, 0.5)
    glPointParameterf(GL_POINT_SIZE_MAX, 7)
    glPointParameterf(GL_POINT_FADE_THRESHOLD_SIZE, 1.25)
    glPointParameterfv(GL_POINT_DISTANCE_ATTENUATION, [0.25, 0.5, 0.75])
    glDepthRange(0.25, 0.875)


S = 0.5**0.5
EXPECTED = {
    "state.material.ambient": [0.5, 1, -0.5, 0.25],
    "state.material.front.diffuse": [1.5, 2, 0.5, 1.25],
    "state.material.specular": [-0.5, 0, -1.5, -0.75],
    "state.material.front.emission": [0.25, 0.5, 0.125, 1],
    "state.material.shininess": [8, 0, 0, 1],
    "state.material.back.ambient": [1, 2, -1, 0.5],
    "state.material.back.diffuse": [2.5, 3, 1.5, 2.25],
    "state.material.back.specular": [-1.5, -1, -2.5, -1.75],
    "state.material.back.emission": [0.5, 0.5, 0.125, 1],
    "state.material.back.shininess": [16, 0, 0, 1],
    "state.light[0].ambient": COLOR_A,
    "state.light[1].ambient": [1.5, 1.25, 1.75, 1.125],
    "state.light[0].diffuse": [1, 0.5, 1.5, 0.25],
    "state.light[1].specular": [-0.5, -0.75, -0.25, -0.875],
    "state.light[1].position": [2, 0, 0, 0.5],
    "state.light[0].attenuation": [1.5, 0, 0.25, 5],
    "state.light[1].attenuation": [1.5, 1, 0.25, 5],
    # The cosine of 180 degrees, and of 60.
    "state.light[0].spot.direction": [1, 2, -0.5, -1],
    "state.light[1].spot.direction": [1, 2, -0.5, 0.5],
    # Half-way between (0, 1, 0), and (1, 0, 0), and (0, 0, 1).
    "state.light[0].half": [0, S, S, 1],
    "state.light[1].half": [S, 0, S, 1],
    "state.lightmodel.ambient": [0.5, 2, 1, 0.5],
    # ambient scene * ambient material + emission; the diffuse alpha.
    "state.lightmodel.scenecolor": [0.5, 2.5, -0.375, 1.25],
    "state.lightmodel.back.scenecolor": [1, 4.5, -0.875, 2.25],
    "state.lightprod[0].ambient": [0.25, 0.25, -0.375, 0.25],
    "state.lightprod[1].diffuse": [0.75, 0.5, 0.375, 1.25],
    "state.lightprod[0].front.specular": [-0.25, 0, -1.125, -0.75],
    "state.lightprod[1].back.ambient": [1.5, 2.5, -1.75, 0.5],
    "state.lightprod[0].back.diffuse": [2.5, 1.5, 2.25, 2.25],
    "state.lightprod[0].back.specular": [-0.75, -0.25, -1.875, -1.75],
    "state.texgen.eye.s": [0, 1, 2, 3],
    "state.texgen[0].eye.t": [1, 1, 2, 3],
    "state.texgen.eye.r": [2, 1, 2, 3],
    "state.texgen.eye.q": [3, 1, 2, 3],
    "state.texgen[1].eye.s": [9, 8, 7, 6],
    "state.texgen[0].object.s": [4, 0, 5, 6],
    "state.texgen.object.t": [4, 1, 5, 6],
    "state.texgen.object.r": [4, 2, 5, 6],
    "state.texgen.object.q": [4, 3, 5, 6],
    "state.texenv.color": [0, 0, 0, 0],
    "state.texenv[1].color": COLOR_A,
    "state.fog.color": COLOR_A,
    "state.fog.params": [0.5, 2, 6, 0.25],
    "state.clip[2].plane": [1, -2, 3, -4],
    "state.clip[7].plane": [0, 0, 0, 0],  # ARB_vertex_program: "from 0 to MAX_CLIP_PLANES-1"
    "state.point.size": [3, 0.5, 7, 1.25],
    "state.point.attenuation": [0.25, 0.5, 0.75, 1],
    "state.depth.range": [0.25, 0.875, 0.625, 1],
}
PARSED = {}
for _text in EXPECTED:
    _program = parse(f"!!NVvp4.0 PARAM p = {_text}; MOV result.position, p; END")
    PARSED[_text] = _program.parameters[0]


def test_every_binding_has_values():
    assert set(VECTORS) == {f"state.{name}" for name in SPELLINGS.values()}
    assert {binding.name for binding in PARSED.values()} == set(VECTORS)


@pytest.mark.parametrize("text", EXPECTED)
def test_values(context, text):
    set_state()
    found = ProgramState(context).vector(PARSED[text])
    assert found.dtype == np.float32
    assert found.tolist() == np.float32(EXPECTED[text]).tolist()


NUMBERS = {
    Binding("state.depth.range.x"): 0.25,
    Binding("state.depth.range.z"): 0.625,
    Binding("state.point.size.w"): 1.25,
    Binding("state.point.attenuation.y"): 0.5,
    Binding("state.fog.params.w"): 0.25,
    Binding("state.light.attenuation.x", (1,)): 1.5,
    Binding("state.light.attenuation.w", (1,)): 5,
    Binding("state.light.spot.direction.w", (1,)): 0.5,
    Binding("state.light.spot.cutoff", (0,)): 180,
    Binding("state.light.spot.cutoff", (1,)): 60,
    # OpenGL 2.1, 2.11.3: of a scaling by 4 the factor is 4.
    Binding("state.normal.scale"): 4,
}


def test_numbers(context):
    """The state that GLSL has one by one."""
    set_state()
    glScalef(2, 3, 4)
    state = ProgramState(context)
    for binding, number in NUMBERS.items():
        assert state.vector(binding).tolist() == [number] * 4, binding
    assert {binding.name for binding in NUMBERS} <= set(SCALARS)
    assert not set(SCALARS) & set(VECTORS)


def load(target, text):
    glProgramStringARB(target, GL_PROGRAM_FORMAT_ASCII_ARB, len(text), text)
    glEnable(target)


def shown():
    """The one pixel after drawing it."""
    glRectf(-1, -1, 1, 1)
    return list(glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE))


@pytest.mark.parametrize("machine", ["eager", "llvm"])
@pytest.mark.parametrize("stage", Stage)
def test_programs_show_them(context, machine, stage):
    """Each binding as a colour, 16 for 1.0, from -8 to 8."""
    Context(1, 1, machine=machine)
    set_state()
    show = "MAD result.color, p, 0.06274509804, 0.5; END"
    if stage is Stage.FRAGMENT:
        for text, expected in EXPECTED.items():
            load(GL_FRAGMENT_PROGRAM_ARB, f"!!NVfp4.0 PARAM p = {text}; {show}")
            values = np.clip(np.rint(np.array(expected) * 16 + 127.5), 0, 255)
            assert np.abs(shown() - values).max() <= 1, text
        return
    load(GL_FRAGMENT_PROGRAM_ARB, "!!ARBfp1.0 MOV result.color, fragment.color; END")
    for text in list(EXPECTED)[::5]:
        move = "MOV result.position, vertex.position;"
        load(GL_VERTEX_PROGRAM_ARB, f"!!NVvp4.0 PARAM p = {text}; {move} {show}")
        values = np.clip(np.rint(np.array(EXPECTED[text]) * 16 + 127.5), 0, 255)
        assert np.abs(shown() - values).max() <= 1, text


def vector(ctx, name, *indices):
    return ProgramState(ctx).vector(Binding(name, indices)).tolist()


def test_what_the_specifications_leave_open(context):
    glFogf(GL_FOG_START, 2)
    glFogf(GL_FOG_END, 2)
    assert vector(context, "state.fog.params") == [1, 2, 2, float("inf")]
    glLightfv(GL_LIGHT0, GL_POSITION, [0, 0, -2, 0])
    glLightfv(GL_LIGHT1, GL_POSITION, [0, 0, 0, 1])
    assert vector(context, "state.light.half", 0) == [0, 0, 0, 1]
    assert vector(context, "state.light.half", 1) == [0, 0, 1, 1]


def test_a_material_follows_the_color(context):
    glColorMaterial(GL_BACK, GL_DIFFUSE)
    glEnable(GL_COLOR_MATERIAL)
    glColor4f(*COLOR_A)
    assert vector(context, "state.material.back.diffuse") == COLOR_A
    assert vector(context, "state.lightmodel.back.scenecolor")[3] == COLOR_A[3]


def test_matrices(context):
    glTranslatef(1, 2, 3)
    glScalef(2, 4, 8)
    glMatrixMode(GL_PROJECTION)
    glScalef(1, 1, 2)
    assert vector(context, "state.matrix.modelview.row", 0, 1) == [0, 4, 0, 2]
    assert vector(context, "state.matrix.modelview.inverse.row", 0, 1) == [0, 0.25, 0, -0.5]
    assert vector(context, "state.matrix.modelview.transpose.row", 0, 3) == [1, 2, 3, 1]
    assert vector(context, "state.matrix.modelview.invtrans.row", 0, 3) == [-0.5, -0.5, -0.375, 1]
    assert vector(context, "state.matrix.mvp.row", 0, 2) == [0, 0, 16, 6]
    assert vector(context, "state.matrix.projection.row", 0, 2) == [0, 0, 2, 0]


def test_programs_and_contexts_have_the_same_limits(context):
    limits = LIMITS["NVvp4.0"]
    assert limits.lights == glGetIntegerv(GL_MAX_LIGHTS)
    assert limits.clip_planes <= glGetIntegerv(GL_MAX_CLIP_PLANES)
    assert limits.state_clip_planes == glGetIntegerv(GL_MAX_CLIP_PLANES)
    assert limits.texture_units == glGetIntegerv(GL_MAX_TEXTURE_UNITS)
    assert limits.texture_coordinates == glGetIntegerv(GL_MAX_TEXTURE_COORDS)
    assert limits.texture_image_units == glGetIntegerv(GL_MAX_TEXTURE_IMAGE_UNITS)
    assert limits.generic_attributes == glGetIntegerv(GL_MAX_VERTEX_ATTRIBS)
    assert limits.program_matrices == glGetIntegerv(GL_MAX_PROGRAM_MATRICES_ARB)


@pytest.mark.filterwarnings("error")
def test_doubles_beyond_floats_are_infinite(context):
    glClipPlane(GL_CLIP_PLANE2, [1e300, -1e300, 1e-60, 2])
    assert vector(context, "state.clip.plane", 2) == [np.inf, -np.inf, 0, 2]
