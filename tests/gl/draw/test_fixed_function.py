"""Fixed-function vertices, by hand: the raster position has their colours and coordinates."""

import numpy as np
import pytest

from softgl.gl import *

FULL = (1.0, 1.0, 1.0, 1.0)


def lit(*, at=(0, 0, 0), secondary=False):
    """The colour of a vertex."""
    glRasterPos3f(*at)
    name = GL_CURRENT_RASTER_SECONDARY_COLOR if secondary else GL_CURRENT_RASTER_COLOR
    return glGetFloatv(name).tolist()


def near(*values):
    return pytest.approx(values if len(values) > 1 else values[0], abs=1e-6)


@pytest.fixture
def lighting(context):
    """One white light at (0, 0, 1), with the components that a test sets and no others."""
    for capability in (GL_LIGHTING, GL_LIGHT0):
        glEnable(capability)
    glLightModelfv(GL_LIGHT_MODEL_AMBIENT, (0, 0, 0, 1))
    for face in (GL_FRONT, GL_BACK):
        for name in (GL_AMBIENT, GL_DIFFUSE, GL_SPECULAR, GL_EMISSION):
            glMaterialfv(face, name, (0, 0, 0, 0.5))
    glLightfv(GL_LIGHT0, GL_POSITION, (0, 0, 1, 1))
    for name in (GL_AMBIENT, GL_DIFFUSE, GL_SPECULAR):
        glLightfv(GL_LIGHT0, name, FULL)
    return context


def test_emission_and_ambient(lighting):
    glMaterialfv(GL_FRONT, GL_EMISSION, (0.25, 0, 0, 1))
    glMaterialfv(GL_FRONT, GL_AMBIENT, (0, 0.5, 0.5, 1))
    glLightfv(GL_LIGHT0, GL_AMBIENT, (0, 0.5, 0, 1))
    glLightModelfv(GL_LIGHT_MODEL_AMBIENT, (1, 0.25, 0.5, 1))
    # "The value of A produced by lighting is the alpha value associated with dcm."
    assert lit() == near(0.25, 0.125 + 0.25, 0.25, 0.5)


def test_diffuse_is_the_cosine(lighting):
    glMaterialfv(GL_FRONT, GL_DIFFUSE, (1, 0.5, 0, 1))
    glNormal3f(0, 0, 0.5)
    assert lit() == near(0.5, 0.25, 0, 1)
    assert lit(at=(1, 0, 0)) == near(0.5 / 2**0.5, 0.25 / 2**0.5, 0, 1)
    glNormal3f(0, 0, -1)
    assert lit() == near(0, 0, 0, 1)


def test_specular_light_and_who_looks_on(lighting):
    glMaterialfv(GL_FRONT, GL_SPECULAR, FULL)
    glMaterialf(GL_FRONT, GL_SHININESS, 2)
    glMatrixMode(GL_MODELVIEW)
    glTranslatef(0, 0, -1)
    glLightfv(GL_LIGHT0, GL_POSITION, (1, 0, 0, 0))
    glNormal3f(1, 0, 0)
    # Half between (1, 0, 0) and (0, 0, 1), and at (1, 0, 0) half between (1, 0, 0) and the eye.
    assert lit()[0] == near(0.5)
    glLightModeli(GL_LIGHT_MODEL_LOCAL_VIEWER, 1)
    assert lit(at=(-1, 0, 0))[0] == near((1 + 0.5**0.5) ** 2 / (2 + 2**0.5))
    # "f_i": nothing where the light is behind the surface.
    glNormal3f(-0.1, 0, 1)
    assert lit() == near(0, 0, 0, 0.5)


def test_separate_specular_color(lighting):
    glMaterialfv(GL_FRONT, GL_DIFFUSE, (0.25, 0, 0, 1))
    glMaterialfv(GL_FRONT, GL_SPECULAR, (0, 0.5, 0, 1))
    assert lit() == near(0.25, 0.5, 0, 1) and lit(secondary=True) == near(0, 0, 0, 1)
    glLightModeli(GL_LIGHT_MODEL_COLOR_CONTROL, GL_SEPARATE_SPECULAR_COLOR)
    assert lit() == near(0.25, 0, 0, 1) and lit(secondary=True) == near(0, 0.5, 0, 1)


def test_attenuation(lighting):
    glMaterialfv(GL_FRONT, GL_DIFFUSE, FULL)
    for name, value in (("CONSTANT", 1), ("LINEAR", 0.5), ("QUADRATIC", 0.25)):
        glLightf(GL_LIGHT0, globals()[f"GL_{name}_ATTENUATION"], value)
    assert lit()[0] == near(1 / 1.75)
    glLightfv(GL_LIGHT0, GL_POSITION, (0, 0, -4, -2))  # 2 away
    assert lit()[0] == near(1 / 3)
    glLightfv(GL_LIGHT0, GL_POSITION, (0, 0, 1, 0))  # "1.0, otherwise"
    assert lit()[0] == 1


def test_spot_lights(lighting):
    glMaterialfv(GL_FRONT, GL_DIFFUSE, FULL)
    glLightf(GL_LIGHT0, GL_SPOT_CUTOFF, 60)
    glLightf(GL_LIGHT0, GL_SPOT_EXPONENT, 2)
    glLightfv(GL_LIGHT0, GL_SPOT_DIRECTION, (0, 3, -3))
    assert lit()[0] == near(0.5)  # the square of the cosine of 45 degrees
    glLightf(GL_LIGHT0, GL_SPOT_CUTOFF, 44)
    assert lit()[0] == 0
    # Equation 2.5 has no exception for lights at infinity.
    glLightfv(GL_LIGHT0, GL_POSITION, (0, 0, 1, 0))
    assert lit()[0] == 0


def test_colors_follow_and_only_while_they_do(lighting):
    glColorMaterial(GL_FRONT, GL_DIFFUSE)
    glEnable(GL_COLOR_MATERIAL)
    glColor4f(0.5, 0.25, 0, 0.75)
    assert lit() == near(0.5, 0.25, 0, 0.75)
    assert glGetMaterialfv(GL_FRONT, GL_DIFFUSE).tolist() == near(0.5, 0.25, 0, 0.75)
    glDisable(GL_COLOR_MATERIAL)
    glColor3f(0, 0, 1)
    assert lit() == near(0.5, 0.25, 0, 0.75)


def test_vertices_of_arrays_have_materials_of_their_own(lighting):
    glColorMaterial(GL_FRONT, GL_EMISSION)
    glEnable(GL_COLOR_MATERIAL)
    glPointSize(4)
    glVertexPointer(2, GL_FLOAT, 0, np.float32([[-0.5, 0], [0.5, 0]]))
    glColorPointer(3, GL_FLOAT, 0, np.float32([[1, 0, 0], [0, 1, 0]]))
    glEnableClientState(GL_VERTEX_ARRAY)
    glEnableClientState(GL_COLOR_ARRAY)
    glDrawArrays(GL_POINTS, 0, 2)
    pixels = np.frombuffer(glReadPixels(0, 4, 8, 1, GL_RGB, GL_UNSIGNED_BYTE), np.uint8)
    assert pixels.reshape(8, 3)[[2, 6]].tolist() == [[255, 0, 0], [0, 255, 0]]


def test_both_sides(lighting):
    glLightModeli(GL_LIGHT_MODEL_TWO_SIDE, 1)
    glMaterialfv(GL_FRONT, GL_DIFFUSE, (1, 0, 0, 1))
    glMaterialfv(GL_BACK, GL_DIFFUSE, (0, 1, 0, 1))
    glLightfv(GL_LIGHT0, GL_POSITION, (0, 0, 1, 0))
    glNormal3f(0, 0, -1)
    for corners in ((-1, -1, 1, 1), (1, -1, -1, 1)):
        glRectf(*corners)
        pixel = tuple(glReadPixels(4, 4, 1, 1, GL_RGB, GL_UNSIGNED_BYTE))
        # "This second computation replaces n with -n": only the back is lit.
        assert pixel == ((0, 0, 0) if corners[0] < 0 else (0, 255, 0))


def test_normals_keep_their_length_or_do_not(lighting):
    glMaterialfv(GL_FRONT, GL_DIFFUSE, FULL)
    glMatrixMode(GL_MODELVIEW)
    glScalef(2, 2, 2)
    glNormal3f(0, 0, 0.5)
    assert lit()[0] == near(0.25)
    glEnable(GL_RESCALE_NORMAL)
    assert lit()[0] == near(0.5)
    glEnable(GL_NORMALIZE)
    assert lit()[0] == near(1.0)
    glNormal3f(0, 0, 0)
    assert lit()[0] == 0


def coordinates(**planes):
    glRasterPos3f(0.5, 0.25, -0.5)
    return glGetFloatv(GL_CURRENT_RASTER_TEXTURE_COORDS).tolist()


def generate(mode, letters):
    for letter in letters:
        glEnable(globals()[f"GL_TEXTURE_GEN_{letter}"])
        glTexGeni(globals()[f"GL_{letter}"], GL_TEXTURE_GEN_MODE, mode)


def test_planes(context):
    generate(GL_OBJECT_LINEAR, "SQ")
    generate(GL_EYE_LINEAR, "TR")
    glTexGenfv(GL_S, GL_OBJECT_PLANE, (1, 2, 0, 3))
    glTexGenfv(GL_R, GL_EYE_PLANE, (0, 0, 1, 1))
    glMatrixMode(GL_MODELVIEW)
    glTranslatef(0.25, 0.5, 0)
    # The planes of t, "p2, which is 1", and of r were set before the matrix.
    assert coordinates() == near(0.5 + 0.5 + 3, 0.75, 0.5, 0)
    glMatrixMode(GL_TEXTURE)
    glScalef(2, 1, 1)
    assert coordinates()[0] == 8


def test_maps(context):
    glMatrixMode(GL_MODELVIEW)
    glLoadIdentity()
    glNormal3f(0.6, 0, 0.8)
    u = np.array([0.5, 0.25, -0.5]) / 0.75
    n = np.array([0.6, 0, 0.8])
    r = u - 2 * n * (n @ u)
    m = 2 * np.sqrt(r[0] ** 2 + r[1] ** 2 + (r[2] + 1) ** 2)
    generate(GL_SPHERE_MAP, "ST")
    assert coordinates()[:2] == near(r[0] / m + 0.5, r[1] / m + 0.5)
    generate(GL_REFLECTION_MAP, "STR")
    assert coordinates()[:3] == near(*r)
    generate(GL_NORMAL_MAP, "STR")
    assert coordinates()[:3] == near(*n)


def fogged(distance, coordinate=None):
    """The red that remains after fog of GL_LINEAR from 0 to 1."""
    glFogi(GL_FOG_DISTANCE_MODE_NV, distance)
    glColor3f(1, 0, 0)
    glBegin(GL_POINTS)
    glFogCoordf(0.5)
    glVertex3f(0.6, 0, -0.25)
    glEnd()
    return glReadPixels(6, 4, 1, 1, GL_RED, GL_UNSIGNED_BYTE)[0]


def test_what_fog_takes_for_the_distance(context):
    """NV_fog_distance; the point is 0.65 from the eye, and at z = -0.25."""
    glEnable(GL_FOG)
    glFogi(GL_FOG_MODE, GL_LINEAR)
    assert fogged(GL_EYE_PLANE_ABSOLUTE_NV) == 191
    assert fogged(GL_EYE_PLANE) == 255
    assert fogged(GL_EYE_RADIAL_NV) == round(255 * 0.35)
    glFogi(GL_FOG_COORD_SRC, GL_FOG_COORD)
    assert fogged(GL_EYE_RADIAL_NV) in (127, 128)


def test_a_changed_light_is_the_same_program(lighting):
    glRectf(-1, -1, 1, 1)
    first = lighting.plan.now.programs
    glLightfv(GL_LIGHT0, GL_POSITION, (0, 1, 1, 1))
    glLightfv(GL_LIGHT0, GL_DIFFUSE, (0, 1, 1, 1))
    glMaterialf(GL_FRONT, GL_SHININESS, 9)
    glMatrixMode(GL_MODELVIEW)
    glTranslatef(0, 0, 0.5)
    glRectf(-1, -1, 1, 1)
    assert lighting.plan.now.programs[0] is first[0]


def changing_points():
    glBegin(GL_POINTS)
    for number, name in enumerate((None, GL_EMISSION, GL_DIFFUSE, None)):
        if name is not None:
            glMaterialfv(GL_FRONT, name, (0, number == 1, number == 2, 0.5))
        glVertex2f((2 * number - 3) / 4, 0)
    glEnd()


def test_materials_change_within_a_primitive(lighting):
    """Each vertex has the material that it was made with; the last one stays."""
    glPointSize(2)
    glLightfv(GL_LIGHT0, GL_POSITION, (0, 0, 1, 0))
    name = glGenLists(1)
    glNewList(name, GL_COMPILE)
    changing_points()
    glEndList()
    for draw in (changing_points, lambda: glCallList(name)):
        glMaterialfv(GL_FRONT, GL_EMISSION, (1, 0, 0, 1))
        glMaterialfv(GL_FRONT, GL_DIFFUSE, (0, 0, 0, 1))
        draw()
        line = np.frombuffer(glReadPixels(0, 4, 8, 1, GL_RGB, GL_UNSIGNED_BYTE), np.uint8)
        seen = line.reshape(8, 3)[1::2].tolist()
        assert seen == [[255, 0, 0], [0, 255, 0], [0, 255, 255], [0, 255, 255]]
        assert glGetMaterialfv(GL_FRONT, GL_EMISSION).tolist() == [0, 1, 0, 0.5]


def test_vertex_programs_read_the_materials_before_a_primitive(lighting):
    """A change within it reaches the next primitive."""
    glBindProgramARB(GL_VERTEX_PROGRAM_ARB, 1)
    text = b"!!ARBvp1.0 MOV result.position, vertex.position; \
MOV result.color, state.material.emission; END"
    glProgramStringARB(GL_VERTEX_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, len(text), text)
    glEnable(GL_VERTEX_PROGRAM_ARB)
    glMaterialfv(GL_FRONT, GL_EMISSION, (1, 0, 0, 1))
    for expected in ([255, 0, 0], [0, 255, 0]):
        glBegin(GL_QUADS)
        for corner in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
            glMaterialfv(GL_FRONT, GL_EMISSION, (0, 1, 0, 1))
            glVertex2f(*corner)
        glEnd()
        pixels = np.frombuffer(glReadPixels(0, 0, 8, 8, GL_RGB, GL_UNSIGNED_BYTE), np.uint8)
        assert (pixels.reshape(-1, 3) == expected).all()


def test_a_change_of_light_material_or_matrix_compiles_nothing(lighting, monkeypatch):
    """Nor one of fog, texture environment colours and planes: all of these are numbers."""
    for capability in (GL_LIGHT1, GL_FOG, GL_TEXTURE_2D, GL_TEXTURE_GEN_S, GL_NORMALIZE):
        glEnable(capability)
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_FLOAT, [0.5] * 4)
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR)
    glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_BLEND)
    glTexGeni(GL_S, GL_TEXTURE_GEN_MODE, GL_EYE_LINEAR)
    glLightfv(GL_LIGHT1, GL_POSITION, (1, 2, 3, 0))
    glRectf(-0.5, -0.5, 0.5, 0.5)
    glFinish()
    made, engine = [], type(lighting.engine)
    make = engine._new

    def counted(self, request):
        made.append(request.key)
        return make(self, request)

    monkeypatch.setattr(engine, "_new", counted)
    for number in (0.25, 0.5):
        values = (number, number / 2, 1 - number, 1.0)
        for name in (GL_AMBIENT, GL_DIFFUSE, GL_SPECULAR):
            glLightfv(GL_LIGHT1, name, values)
            glMaterialfv(GL_FRONT, name, values)
        glLightfv(GL_LIGHT1, GL_POSITION, (*values[:3], 0))
        glMaterialf(GL_FRONT, GL_SHININESS, 9 * number)
        glLightModelfv(GL_LIGHT_MODEL_AMBIENT, values)
        glFogfv(GL_FOG_COLOR, values)
        glFogf(GL_FOG_DENSITY, number)
        glTexEnvfv(GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR, values)
        glTexGenfv(GL_S, GL_EYE_PLANE, values)
        glRotatef(number, 0, 0, 1)
        glColor4fv(values)
        glRectf(-0.5, -0.5, 0.5, 0.5)
        glFinish()
    assert made == []
    glDisable(GL_LIGHT1)  # which does shape a kernel
    glRectf(-0.5, -0.5, 0.5, 0.5)
    glFinish()
    assert made
