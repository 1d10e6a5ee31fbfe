"""Every `state.*` binding, shown as a colour, against Mesa."""

from __future__ import annotations

import pytest

from tests.drivers.drawing import PASS_FRAGMENT, PASS_VERTEX, clear, draw_whole_view, use_program

pytestmark = pytest.mark.driver

FACES = ("", "front.", "back.")
COLORS = ("ambient", "diffuse", "specular")
BOTH = [
    *(f"state.material.{face}{name}" for face in FACES for name in (*COLORS, "emission")),
    *(f"state.light[{n}].{name}" for n in (0, 3) for name in (*COLORS, "position", "half")),
    "state.lightmodel.ambient",
    *(f"state.lightmodel.{face}scenecolor" for face in FACES),
    *(f"state.lightprod[{n}].{face}{name}" for n in (0, 3) for face in FACES for name in COLORS),
    "state.fog.color",
]
WIDE = [
    *(f"state.material.{face}shininess" for face in FACES),
    "state.light[0].attenuation",
    "state.light[3].attenuation",
    "state.light[3].spot.direction",
    "state.fog.params",
]
MATRICES = [
    f"state.matrix.{matrix}{form}.row[{row}]"
    for row, matrix in enumerate(("modelview", "projection", "mvp", "texture[1]"))
    for form in ("", ".inverse", ".transpose", ".invtrans")
]
VERTEX = [
    *(
        f"state.texgen[{n}].{plane}.{coordinate}"
        for n in (0, 1)
        for plane in ("eye", "object")
        for coordinate in "strq"
    ),
    "state.clip[0].plane",
    "state.clip[4].plane",
]
POINT = ["state.point.size", "state.point.attenuation"]
FRAGMENT = ["state.texenv.color", "state.texenv[1].color", "state.depth.range"]
COLUMNS = 8

SHOW = {
    "vertex": """!!ARBvp1.0
MOV result.position, vertex.position;
PARAM shown = {binding};
MAD result.color, shown{swizzle}, {{ {scale}, {scale}, {scale}, 0 }}, {{ .5, .5, .5, 1 }};
END
""",
    "fragment": """!!ARBfp1.0
PARAM shown = {binding};
MAD result.color, shown{swizzle}, {{ {scale}, {scale}, {scale}, 0 }}, {{ .5, .5, .5, 1 }};
END
""",
}


def turn(gl, mode, number):
    gl.glMatrixMode(mode)
    gl.glLoadIdentity()
    gl.glTranslatef(0.3 - 0.2 * number, 0.1 * number, 0.4)
    gl.glRotatef(25.0 + 40.0 * number, 0.3, 1.0 - 0.4 * number, 0.2)
    gl.glScalef(0.9, 1.1 + 0.1 * number, 0.8)


def set_matrices(gl):
    gl.glActiveTexture(gl.GL_TEXTURE1)
    for number, mode in enumerate((gl.GL_MODELVIEW, gl.GL_PROJECTION, gl.GL_TEXTURE)):
        turn(gl, mode, number)
    gl.glActiveTexture(gl.GL_TEXTURE0)


def set_lights(gl):
    for light, w in ((gl.GL_LIGHT0, 0.0), (gl.GL_LIGHT3, 1.0)):
        gl.glLightfv(light, gl.GL_AMBIENT, [0.2, 0.4 * w, 0.6, 0.8])
        gl.glLightfv(light, gl.GL_DIFFUSE, [0.7, 0.5, -0.3 * w, 0.1])
        gl.glLightfv(light, gl.GL_SPECULAR, [0.9, 0.25, 0.35, 0.45 * w])
        gl.glLightfv(light, gl.GL_POSITION, [0.4, -0.3, 0.5, w])
        gl.glLightfv(light, gl.GL_SPOT_DIRECTION, [0.1, 0.2 + w, -0.7])
        gl.glLightf(light, gl.GL_SPOT_CUTOFF, 30.0 + 25 * w)
        gl.glLightf(light, gl.GL_SPOT_EXPONENT, 2.0 + 3 * w)
        gl.glLightf(light, gl.GL_CONSTANT_ATTENUATION, 0.5)
        gl.glLightf(light, gl.GL_LINEAR_ATTENUATION, 0.25 * w)
        gl.glLightf(light, gl.GL_QUADRATIC_ATTENUATION, 1.5)
    gl.glLightModelfv(gl.GL_LIGHT_MODEL_AMBIENT, [0.3, 0.1, 0.5, 0.7])


def set_materials(gl):
    for face, k in ((gl.GL_FRONT, 1.0), (gl.GL_BACK, 0.5)):
        gl.glMaterialfv(face, gl.GL_AMBIENT, [0.9 * k, 0.2, 0.3, 0.4])
        gl.glMaterialfv(face, gl.GL_DIFFUSE, [0.1, 0.8 * k, 0.2, 0.6 * k])
        gl.glMaterialfv(face, gl.GL_SPECULAR, [0.5, 0.6, 0.7 * k, 0.8])
        gl.glMaterialfv(face, gl.GL_EMISSION, [0.2 * k, 0.1, 0.05, 1.0])
        gl.glMaterialf(face, gl.GL_SHININESS, 5.0 * k)


def set_planes(gl):
    for unit in (0, 1):
        gl.glActiveTexture(gl.GL_TEXTURE0 + unit)
        for number, coordinate in enumerate((gl.GL_S, gl.GL_T, gl.GL_R, gl.GL_Q)):
            plane = [0.1 * number, 0.7 - 0.2 * unit, -0.3, 0.2 * number - 0.4]
            gl.glTexGenfv(coordinate, gl.GL_EYE_PLANE, plane)
            gl.glTexGenfv(coordinate, gl.GL_OBJECT_PLANE, [x / 2 for x in plane])
        gl.glTexEnvfv(gl.GL_TEXTURE_ENV, gl.GL_TEXTURE_ENV_COLOR, [0.2, 0.5 * unit, 0.7, 0.9])
    gl.glActiveTexture(gl.GL_TEXTURE0)
    gl.glClipPlane(gl.GL_CLIP_PLANE0, [0.3, -0.2, 0.5, 0.1])
    gl.glClipPlane(gl.GL_CLIP_PLANE4, [-0.4, 0.1, 0.2, 0.6])


def set_rest(gl):
    gl.glFogfv(gl.GL_FOG_COLOR, [0.2, 0.4, 0.6, 0.8])
    gl.glFogf(gl.GL_FOG_DENSITY, 0.75)
    gl.glFogf(gl.GL_FOG_START, 1.5)
    gl.glFogf(gl.GL_FOG_END, 4.0)
    gl.glPointSize(3.0)
    gl.glPointParameterf(gl.GL_POINT_SIZE_MIN, 1.25)
    gl.glPointParameterf(gl.GL_POINT_SIZE_MAX, 4.5)
    gl.glPointParameterf(gl.GL_POINT_FADE_THRESHOLD_SIZE, 2.5)
    gl.glPointParameterfv(gl.GL_POINT_DISTANCE_ATTENUATION, [0.5, 0.75, 0.25])
    gl.glDepthRange(0.125, 0.75)


def show(gl, stage, bindings, scale):
    """A cell for each binding: the left half shows xyz, the right half w."""
    clear(gl)
    set_matrices(gl)
    set_lights(gl)
    set_materials(gl)
    set_planes(gl)
    set_rest(gl)
    use_program(gl, PASS_FRAGMENT if stage == "vertex" else PASS_VERTEX)
    for number, binding in enumerate(bindings):
        for half, swizzle in enumerate((".xyzx", ".wwww")):
            text = SHOW[stage].format(binding=binding, swizzle=swizzle, scale=scale)
            use_program(gl, text)
            row, column = divmod(number, COLUMNS)
            gl.glViewport(8 * column + 4 * half, 8 * row, 4, 8)
            draw_whole_view(gl)


@pytest.mark.parametrize(
    ("stage", "bindings", "scale"),
    [
        ("vertex", BOTH, 0.5),
        ("fragment", BOTH, 0.5),
        ("vertex", WIDE, 0.1),
        ("fragment", WIDE, 0.1),
        ("vertex", MATRICES, 0.2),
        ("fragment", MATRICES, 0.2),
        ("vertex", VERTEX, 0.25),
        ("vertex", POINT, 0.1),
        ("fragment", FRAGMENT, 0.5),
    ],
)
def test_bindings(same_as_mesa, stage, bindings, scale):
    # Each binding is a kernel to compile for the other machine.
    same_as_mesa(lambda gl: show(gl, stage, bindings, scale), (64, 64), machine="eager")


def test_a_material_that_follows_the_color(same_as_mesa):
    def picture(gl):
        clear(gl)
        use_program(gl, PASS_VERTEX)
        gl.glColorMaterial(gl.GL_FRONT, gl.GL_DIFFUSE)
        gl.glColor4f(0.25, 0.5, 0.125, 0.75)
        gl.glEnable(gl.GL_COLOR_MATERIAL)
        bindings = [f"state.material.{face}diffuse" for face in FACES]
        for number, binding in enumerate(bindings):
            use_program(gl, SHOW["fragment"].format(binding=binding, swizzle="", scale=0.5))
            gl.glViewport(8 * number, 0, 8, 8)
            draw_whole_view(gl)

    same_as_mesa(picture, (24, 8))
