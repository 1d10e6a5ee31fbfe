"""State of points, lines and polygons and its effects: queries, errors, edge flags, clipping."""

from __future__ import annotations

import numpy as np
import pytest

import softgl
from softgl import GLError, gl

SIZE = (16, 12)


@pytest.fixture(params=["llvm", "eager"])
def context(request):
    return softgl.Context(*SIZE, machine=request.param)


def pixels():
    """The red of the framebuffer as (height, width), bottom row first."""
    data = gl.glReadPixels(0, 0, *SIZE, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE)
    return np.frombuffer(data, np.uint8).reshape(SIZE[1], SIZE[0], 4)[..., 0]


def in_pixels():
    """Sets matrices for vertices in window coordinates."""
    gl.glMatrixMode(gl.GL_PROJECTION)
    gl.glLoadIdentity()
    gl.glOrtho(0.0, SIZE[0], 0.0, SIZE[1], -1.0, 1.0)
    gl.glMatrixMode(gl.GL_MODELVIEW)


def program(text):
    vertex = text.startswith(("!!ARBvp", "!!NVvp"))
    target = gl.GL_VERTEX_PROGRAM_ARB if vertex else gl.GL_FRAGMENT_PROGRAM_ARB
    gl.glBindProgramARB(target, gl.glGenProgramsARB(1))
    gl.glProgramStringARB(target, gl.GL_PROGRAM_FORMAT_ASCII_ARB, len(text), text.encode())
    gl.glEnable(target)


SETTINGS = [
    (lambda: gl.glLineWidth(2.5), gl.GL_LINE_WIDTH, 1.0, 2.5),
    (lambda: gl.glLineStipple(999, 0x1234), gl.GL_LINE_STIPPLE_REPEAT, 1, 256),
    (lambda: gl.glLineStipple(-3, 0x1234), gl.GL_LINE_STIPPLE_PATTERN, 0xFFFF, 0x1234),
    (lambda: gl.glPolygonOffset(1.5, -2.0), gl.GL_POLYGON_OFFSET_FACTOR, 0.0, 1.5),
    (lambda: gl.glPolygonOffset(1.5, -2.0), gl.GL_POLYGON_OFFSET_UNITS, 0.0, -2.0),
    (
        lambda: gl.glProvokingVertexEXT(gl.GL_FIRST_VERTEX_CONVENTION),
        gl.GL_PROVOKING_VERTEX,
        gl.GL_LAST_VERTEX_CONVENTION,
        gl.GL_FIRST_VERTEX_CONVENTION,
    ),
]


@pytest.mark.parametrize("change, pname, before, after", SETTINGS)
def test_values(context, change, pname, before, after):
    assert gl.glGetFloatv(pname) == before
    gl.glPushAttrib(gl.GL_ALL_ATTRIB_BITS)
    change()
    assert gl.glGetFloatv(pname) == after
    gl.glPopAttrib()
    assert gl.glGetFloatv(pname) == before


SWITCHES = [
    "LINE_SMOOTH", "LINE_STIPPLE", "POLYGON_SMOOTH", "POLYGON_STIPPLE", "POLYGON_OFFSET_POINT",
    "POLYGON_OFFSET_LINE", "POLYGON_OFFSET_FILL", "DEPTH_CLAMP", "POINT_SMOOTH", "POINT_SPRITE",
]  # fmt: skip


@pytest.mark.parametrize("name", SWITCHES)
def test_switches(context, name):
    cap = getattr(gl, f"GL_{name}")
    assert not gl.glIsEnabled(cap)
    gl.glPushAttrib(gl.GL_ENABLE_BIT)
    gl.glEnable(cap)
    assert gl.glIsEnabled(cap) and gl.glGetBooleanv(cap)
    gl.glPopAttrib()
    assert not gl.glIsEnabled(cap)


def test_polygon_mode_is_a_pair(context):
    assert gl.glGetIntegerv(gl.GL_POLYGON_MODE).tolist() == [gl.GL_FILL, gl.GL_FILL]
    gl.glPolygonMode(gl.GL_BACK, gl.GL_LINE)
    assert gl.glGetIntegerv(gl.GL_POLYGON_MODE).tolist() == [gl.GL_FILL, gl.GL_LINE]
    gl.glPolygonMode(gl.GL_FRONT_AND_BACK, gl.GL_POINT)
    assert gl.glGetIntegerv(gl.GL_POLYGON_MODE).tolist() == [gl.GL_POINT, gl.GL_POINT]


ERRORS = [
    (lambda: gl.glLineWidth(0.0), gl.GL_INVALID_VALUE),
    (lambda: gl.glLineWidth(-1.0), gl.GL_INVALID_VALUE),
    (lambda: gl.glLineWidth(float("nan")), gl.GL_INVALID_VALUE),
    (lambda: gl.glPointSize(0.0), gl.GL_INVALID_VALUE),
    (lambda: gl.glPolygonMode(gl.GL_LEFT, gl.GL_FILL), gl.GL_INVALID_ENUM),
    (lambda: gl.glPolygonMode(gl.GL_FRONT, gl.GL_LINES), gl.GL_INVALID_ENUM),
    (lambda: gl.glProvokingVertex(gl.GL_FRONT), gl.GL_INVALID_ENUM),
    (lambda: gl.glPolygonStipple(np.zeros(127, np.uint8)), gl.GL_INVALID_OPERATION),
]


@pytest.mark.parametrize("wrong, code", ERRORS)
def test_errors(context, wrong, code):
    with pytest.raises(GLError) as raised:
        wrong()
    assert raised.value.code == code


def test_polygon_stipple_is_a_bitmap(context):
    """The first bit of the first byte is the lower left pixel of the window, not the polygon."""
    in_pixels()
    pattern = np.zeros((32, 4), np.uint8)
    pattern[0, 0], pattern[2, 1] = 0x80, 0x01
    gl.glPolygonStipple(pattern)
    assert (gl.glGetPolygonStipple(None).reshape(32, 4) == pattern).all()
    gl.glEnable(gl.GL_POLYGON_STIPPLE)
    gl.glRectf(0.0, 0.0, float(SIZE[0]), float(SIZE[1]))
    assert np.argwhere(pixels()).tolist() == [[0, 0], [2, 15]]
    gl.glPixelStorei(gl.GL_UNPACK_LSB_FIRST, 1)
    gl.glPolygonStipple(pattern)
    gl.glClear(gl.GL_COLOR_BUFFER_BIT)
    gl.glRectf(0.0, 0.0, float(SIZE[0]), float(SIZE[1]))
    assert np.argwhere(pixels()).tolist() == [[0, 7], [2, 8]]


def test_edge_flags(context):
    """Only edges that begin at a vertex with the flag are drawn; of strips, all are."""
    in_pixels()
    gl.glPolygonMode(gl.GL_FRONT_AND_BACK, gl.GL_POINT)
    corners = [(2.5, 2.5), (12.5, 2.5), (12.5, 9.5), (2.5, 9.5)]
    for mode, flagged in (
        (gl.GL_QUADS, {0, 2}),
        (gl.GL_POLYGON, {0, 2}),
        (gl.GL_TRIANGLE_FAN, {0, 1, 2, 3}),
    ):
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)
        gl.glBegin(mode)
        for number, corner in enumerate(corners):
            gl.glEdgeFlag(number % 2 == 0)
            gl.glVertex2f(*corner)
        gl.glEnd()
        gl.glEdgeFlag(True)
        seen = {(x + 0.5, y + 0.5) for y, x in np.argwhere(pixels())}
        assert seen == {corners[i] for i in flagged}


def test_outline_of_a_clipped_polygon(context):
    """New edges along the clip plane are drawn; diagonals inside are not."""
    in_pixels()
    gl.glPolygonMode(gl.GL_FRONT_AND_BACK, gl.GL_LINE)
    gl.glClipPlane(gl.GL_CLIP_PLANE2, [-1.0, 0.0, 0.0, 8.5])
    gl.glEnable(gl.GL_CLIP_PLANE2)
    gl.glRectf(2.5, 2.5, 14.5, 9.5)
    seen = pixels() > 0
    expected = np.zeros_like(seen)
    expected[2:10, [2, 8]] = expected[[2, 9], 2:9] = True
    assert (seen == expected).all()


def test_culling_and_facing_of_outlines(context):
    in_pixels()
    gl.glPolygonMode(gl.GL_FRONT_AND_BACK, gl.GL_LINE)
    gl.glEnable(gl.GL_CULL_FACE)
    gl.glCullFace(gl.GL_FRONT)
    gl.glRectf(2.5, 2.5, 14.5, 9.5)
    assert not pixels().any()
    gl.glCullFace(gl.GL_BACK)
    gl.glRectf(2.5, 2.5, 14.5, 9.5)
    assert pixels().any()


TWO_SIDE = """!!ARBvp1.0
MOV result.position, vertex.position;
MOV result.color.front, { 0.2, 0, 0, 1 };
MOV result.color.back, { 0.8, 0, 0, 1 };
END"""


@pytest.mark.parametrize("mode", ["GL_FILL", "GL_LINE", "GL_POINT"])
def test_two_sided_colors_follow_the_polygon(context, mode):
    program(TWO_SIDE)
    gl.glEnable(gl.GL_VERTEX_PROGRAM_TWO_SIDE_ARB)
    gl.glPolygonMode(gl.GL_FRONT_AND_BACK, getattr(gl, mode))
    for winding, red in ((1, 51), (-1, 204)):
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)
        gl.glBegin(gl.GL_TRIANGLES)
        for x, y in [(-0.9, -0.9), (0.9, -0.9), (0.0, 0.9)][::winding]:
            gl.glVertex2f(x, y)
        gl.glEnd()
        assert set(pixels().reshape(-1).tolist()) == {0, red}


def test_clip_distances_of_programs(context):
    """Planes of vertex programs clip only where a program gives distances."""
    gl.glEnable(gl.GL_CLIP_PLANE1)
    program("!!NVvp4.0\nMOV result.position, vertex.position; MOV result.color, 1;\n"
            "MOV result.clip[1].x, vertex.position.x; END")  # fmt: skip
    gl.glRectf(-1.0, -1.0, 1.0, 1.0)
    seen = pixels() > 0
    assert seen[:, 8:].all() and not seen[:, :8].any()
    gl.glEnable(gl.GL_CLIP_PLANE2)
    gl.glRectf(-1.0, -1.0, 1.0, 1.0)
    assert (pixels() > 0).tolist() == seen.tolist()
    gl.glDisable(gl.GL_CLIP_PLANE2)
    program("!!ARBvp1.0\nMOV result.position, vertex.position; MOV result.color, 1.0; END")
    gl.glClipPlane(gl.GL_CLIP_PLANE1, [0.0, 0.0, 0.0, -1.0])
    gl.glRectf(-1.0, -1.0, 1.0, 1.0)
    assert pixels().all()


def test_position_invariant_programs_keep_the_planes(context):
    """NV_vertex_program2_option: "conventional user clipping is performed", whatever is written."""
    program("!!ARBvp1.0 OPTION ARB_position_invariant; OPTION NV_vertex_program2;\n"
            "MOV result.clip[0].x, -1.0; MOV result.color, 1.0; END")  # fmt: skip
    gl.glEnable(gl.GL_CLIP_PLANE0)
    gl.glClipPlane(gl.GL_CLIP_PLANE0, [1.0, 0.0, 0.0, 0.0])
    gl.glRectf(-1.0, -1.0, 1.0, 1.0)
    seen = pixels() > 0
    assert seen[:, 8:].all() and not seen[:, :8].any()


def test_new_vertices_of_attributes_without_perspective(context):
    """Clipping does not change NOPERSPECTIVE and other attributes inside."""
    program("!!NVvp4.0\nMOV result.position, vertex.position;\n"
            "MOV result.attrib[0], vertex.color; END")  # fmt: skip

    def picture(clipped, declaration):
        program(f"!!NVfp4.0\n{declaration} ATTRIB c = fragment.attrib[0];\n"
                "MOV result.color, c; END")  # fmt: skip
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)
        gl.glDepthRange(0.0, 1.0)
        if clipped:
            gl.glDisable(gl.GL_DEPTH_CLAMP)
        else:
            gl.glEnable(gl.GL_DEPTH_CLAMP)
        gl.glBegin(gl.GL_TRIANGLES)
        for red, position in (
            (0.0, (-1.0, -1.0, 0.0, 1.0)),
            (1.0, (3.0, -3.0, -4.5, 3.0)),
            (0.5, (0.0, 2.0, 1.0, 2.0)),
        ):
            gl.glColor3f(red, 0.0, 0.0)
            gl.glVertex4f(*position)
        gl.glEnd()
        return pixels().astype(int)

    for declaration in ("NOPERSPECTIVE", "", "FLAT"):
        whole, part = picture(False, declaration), picture(True, declaration)
        inside = part > 0
        assert inside.sum() > 20 and (whole > 0).sum() > inside.sum()
        assert np.abs(whole - part)[inside].max() <= 1


@pytest.mark.parametrize("mode", ["FILL", "LINE", "POINT"])
def test_polygon_offset_in_each_mode(context, mode):
    """One unit is two steps of the depth buffer; it is moved in the enabled mode only."""
    gl.glEnable(gl.GL_DEPTH_TEST)
    gl.glTranslatef(0.0, 0.0, 0.25)
    gl.glPolygonMode(gl.GL_FRONT_AND_BACK, getattr(gl, f"GL_{mode}"))
    gl.glPolygonOffset(0.0, -3.0)
    depths = []
    for which in ("FILL", "LINE", "POINT"):
        gl.glClear(gl.GL_DEPTH_BUFFER_BIT)
        gl.glEnable(getattr(gl, f"GL_POLYGON_OFFSET_{which}"))
        gl.glRectf(-0.5, -0.5, 0.5, 0.5)
        gl.glDisable(getattr(gl, f"GL_POLYGON_OFFSET_{which}"))
        depths.append(int(context.framebuffer.read_depth(0, 0, *SIZE).min()))
    plain = round(0.625 * (2**24 - 1))
    assert depths == [plain - 6 * (which == mode) for which in ("FILL", "LINE", "POINT")]


@pytest.mark.parametrize("units", [-300.0, 300.0])
def test_the_clamp_of_polygon_offset(context, units):
    gl.glEnable(gl.GL_DEPTH_TEST)
    gl.glDepthFunc(gl.GL_ALWAYS)
    gl.glEnable(gl.GL_POLYGON_OFFSET_FILL)
    depths = {}
    for clamp in (0.0, float("nan"), -(2.0**-20), 2.0**-20, -1.0, 1.0):
        gl.glPolygonOffsetClamp(0.0, units, clamp)
        gl.glRectf(-1.0, -1.0, 1.0, 1.0)
        depths[clamp] = context.framebuffer.read_depth(1, 1, 1, 1)[0, 0]
    plain, limit = depths.pop(0.0), np.copysign(2.0**-20, units)
    limited = depths.pop(limit)
    assert set(depths.values()) == {plain}
    half = round(0.5 * (2**24 - 1))
    assert abs(int(plain) - half) > 500
    assert abs(int(limited) - half - np.copysign(16, units)) <= 1
    gl.glPolygonOffset(0.0, units)
    assert gl.glGetFloatv(gl.GL_POLYGON_OFFSET_CLAMP) == 0.0


@pytest.mark.parametrize("z", [0.0, -0.5, 0.5, 1 / 3, -0.999])
@pytest.mark.parametrize("depth_format", ["16", "24", "32", "32F"])
def test_one_unit_of_offset_is_resolved(context, depth_format, z):
    """OpenGL 2.1, 3.5.5: polygons "whose z values differ by r, will have distinct depth values".

    At z = 0 the depth is half-way between two numbers that the buffer can hold.
    """
    gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, gl.glGenFramebuffers(1))
    gl.glBindRenderbuffer(gl.GL_RENDERBUFFER, gl.glGenRenderbuffers(1))
    enum = getattr(gl, f"GL_DEPTH_COMPONENT{depth_format}")
    gl.glRenderbufferStorage(gl.GL_RENDERBUFFER, enum, 4, 4)
    gl.glFramebufferRenderbuffer(gl.GL_FRAMEBUFFER, gl.GL_DEPTH_ATTACHMENT, gl.GL_RENDERBUFFER, 1)
    gl.glDrawBuffer(gl.GL_NONE)
    gl.glReadBuffer(gl.GL_NONE)
    gl.glEnable(gl.GL_DEPTH_TEST)
    gl.glDepthFunc(gl.GL_ALWAYS)
    gl.glEnable(gl.GL_POLYGON_OFFSET_FILL)
    gl.glTranslatef(0.0, 0.0, -z)
    depths = []
    for units in range(-2, 3):
        gl.glPolygonOffset(0.0, float(units))
        gl.glRectf(-1.0, -1.0, 1.0, 1.0)
        depths.append(context.framebuffer.read_depth(1, 1, 1, 1)[0, 0])
    assert all(np.diff(np.array(depths, np.float64)) > 0)


def test_attenuated_points(context):
    """OpenGL 2.1, 3.3: size * sqrt(1 / (a + b d + c d^2)), within the range that is set; d is |ze|,
    as drivers have it.
    """
    in_pixels()
    gl.glPointSize(8.0)
    gl.glMatrixMode(gl.GL_PROJECTION)
    gl.glScalef(1.0, 1.0, 0.01)
    gl.glMatrixMode(gl.GL_MODELVIEW)
    gl.glTranslatef(8.0, 6.0, -10.0)
    for attenuation, place, size in (
        ((4.0, 0.0, 0.0), (0.0, 0.0), 4),
        ((0.0, 0.4, 0.0), (0.0, 0.0), 5),  # d is 10: sqrt(1 / 4) of 8 is 4, but at least 5
        ((0.0, 0.0, 0.01), (0.0, 0.0), 6),  # d is 10: 8, but at most 6
    ):
        gl.glPointParameterf(gl.GL_POINT_SIZE_MIN, 5.0 if size == 5 else 0.0)
        gl.glPointParameterf(gl.GL_POINT_SIZE_MAX, 6.0)
        gl.glPointParameterfv(gl.GL_POINT_DISTANCE_ATTENUATION, attenuation)
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)
        gl.glBegin(gl.GL_POINTS)
        gl.glVertex2f(*place)
        gl.glEnd()
        assert (pixels() > 0).sum() == size * size


def test_stipple_counts_on_between_draws_of_a_strip_only(context):
    """Every glBegin resets the counter."""
    in_pixels()
    gl.glEnable(gl.GL_LINE_STIPPLE)
    gl.glLineStipple(1, 0x0007)
    for row in (2.5, 5.5):
        gl.glBegin(gl.GL_LINE_STRIP)
        for x in (0.5, 2.5, 5.5):
            gl.glVertex2f(x, row)
        gl.glEnd()
    assert np.argwhere(pixels()).tolist() == [[y, x] for y in (2, 5) for x in (0, 1, 2)]


@pytest.mark.parametrize("mode", ["GL_POINTS", "GL_LINES", "GL_TRIANGLES"])
def test_smooth_shapes_have_no_empty_fragments(context, mode):
    """Depth is written where alpha is not 0, and nowhere else."""
    in_pixels()
    for cap in (gl.GL_POINT_SMOOTH, gl.GL_LINE_SMOOTH, gl.GL_POLYGON_SMOOTH, gl.GL_DEPTH_TEST):
        gl.glEnable(cap)
    gl.glClear(gl.GL_DEPTH_BUFFER_BIT)
    gl.glPointSize(7.0)
    gl.glBegin(getattr(gl, mode))
    for x, y in [(3.3, 3.1), (12.7, 5.2), (6.1, 9.9)][: 1 if mode == "GL_POINTS" else 3]:
        gl.glVertex2f(x, y)
    gl.glEnd()
    drawn = context.framebuffer.read_depth(0, 0, *SIZE) < 2**24 - 1
    alpha = context.framebuffer.read_color(0, 0, *SIZE)[..., 3]
    # An alpha below half of 1/255 is 0, but a fragment.
    assert drawn[alpha > 0].all() and (drawn & (alpha == 0)).sum() <= 2
    assert 5 < drawn.sum() < 60


@pytest.mark.parametrize("smooth", [False, True])
def test_huge_sizes_are_those_of_the_ranges(context, smooth):
    in_pixels()
    for cap in (gl.GL_POINT_SMOOTH, gl.GL_LINE_SMOOTH):
        (gl.glEnable if smooth else gl.glDisable)(cap)
    gl.glPointSize(1e30)
    gl.glLineWidth(1e30)
    for mode in (gl.GL_POINTS, gl.GL_LINES):
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)
        gl.glBegin(mode)
        gl.glVertex2f(0.0, 6.0)
        gl.glVertex2f(16.0, 6.0)
        gl.glEnd()
        assert pixels()[:, :-1].all()


@pytest.mark.parametrize("seed", range(6))
def test_both_sides_of_a_clip_plane_make_the_whole(seed):
    """OpenGL 2.1, 2.12: no pixel may be missing, nor any drawn twice, where a plane cuts."""
    rng = np.random.default_rng(seed)
    softgl.Context(97, 83)
    cells = 2 + seed
    corners = np.stack(np.meshgrid(*[np.linspace(-1.2, 1.2, cells + 1)] * 2), axis=-1)
    corners[1:-1, 1:-1] += rng.uniform(-0.8, 0.8, (cells - 1, cells - 1, 2)) / cells
    a, b, c, d = corners[:-1, :-1], corners[:-1, 1:], corners[1:, 1:], corners[1:, :-1]
    mesh = np.stack([a, b, c, a, c, d], axis=2).reshape(-1, 2).astype(np.float32)
    plane = rng.integers(-2, 3, 4) if seed % 2 else rng.normal(0, 1, 4)
    gl.glEnable(gl.GL_BLEND)
    gl.glBlendFunc(gl.GL_ONE, gl.GL_ONE)
    gl.glColor4f(0.2, 0.2, 0.2, 0.2)
    gl.glEnable(gl.GL_CLIP_PLANE1)
    gl.glEnableClientState(gl.GL_VERTEX_ARRAY)
    gl.glVertexPointer(2, gl.GL_FLOAT, 0, mesh)
    for side in (1.0, -1.0):
        gl.glClipPlane(gl.GL_CLIP_PLANE1, (plane * side).tolist())
        gl.glDrawArrays(gl.GL_TRIANGLES, 0, len(mesh))
    data = gl.glReadPixels(0, 0, 97, 83, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE)
    assert (np.frombuffer(data, np.uint8) == 51).all()
