"""Draws to several viewports: ARB_viewport_array, ARB_fragment_layer_viewport.

Random draws are held against draws of one primitive each, for which glViewport, glScissor and
glDepthRange set the state of its viewport: no mechanism of viewports is in those.
"""

from __future__ import annotations

import numpy as np
import pytest

from softgl import Context, GLError
from softgl.debug.history.pixel_history import history
from softgl.gl import *
from softgl.gl.explain.explainer import ExplainWarning
from tests.gl.attachments import use_program

pytestmark = pytest.mark.usefixtures("context_before")

WIDTH, HEIGHT, COUNT, VIEWPORTS = 72, 40, 4, 16
GEOMETRY = GL_GEOMETRY_PROGRAM_NV
OPTION = "OPTION ARB_viewport_array;"
HEAD = "!!NVgp4.0 {option} PRIMITIVE_IN LINES_ADJACENCY; PRIMITIVE_OUT {made}; VERTICES_OUT 4;"
EMIT = """MOV result.position, vertex[{n}].position; MOV result.color, vertex[{n}].color;
TRUNC.S number.x, vertex[{n}].texcoord[0].x; {write} EMIT;"""
WRITE = "MOV.S result.viewport.x, number.x;"
PIECES = {
    "POINTS": ("POINTS", [(0,), (1,), (2,), (3,)]),
    "LINE_STRIP": ("LINES", [(0, 1), (1, 2), (2, 3)]),
    "TRIANGLE_STRIP": ("TRIANGLES", [(0, 1, 2), (2, 1, 3)]),
}
"""The primitives of a strip of four vertices, as they are drawn alone."""


def program(made, writes=True):
    """A geometry program that emits its four vertices as a strip, each with its viewport."""
    write, option = (WRITE, OPTION) if writes else ("", "")
    body = "".join(EMIT.format(n=n, write=write) for n in range(4))
    return f"{HEAD.format(made=made, option=option)} INT TEMP number; {body} END"


class Scene:
    """Random state of all viewports and random strips; `numbers` : the viewport of each vertex."""

    def __init__(self, seed):
        rng = self.rng = np.random.default_rng(seed)
        self.made = list(PIECES)[seed % 3]
        self.first_vertex, self.mode = bool(seed & 1), ("FILL", "LINE", "POINT")[seed // 3 % 3]
        self.clamps, self.smooth = bool(seed & 4), bool(seed & 8)
        self.samples = 4 if seed % 5 == 2 else 0
        corner = rng.uniform(-12, 30, (VIEWPORTS, 2))
        self.views = np.hstack([corner, rng.uniform(15, 60, (VIEWPORTS, 2))]).astype(np.float32)
        self.views[::2] = np.rint(self.views[::2])
        low = rng.integers(-5, 20, (VIEWPORTS, 2))
        self.boxes = np.hstack([low, rng.integers(12, 60, (VIEWPORTS, 2))])
        self.tests = rng.integers(0, 2, VIEWPORTS)
        self.depths = rng.uniform(0, 1, (VIEWPORTS, 2))
        self.positions = rng.uniform(-1.4, 1.4, (COUNT, 4, 4)).astype(np.float32)
        self.positions[..., 3] = rng.uniform(0.5, 1.5, (COUNT, 4))
        self.colors = rng.uniform(0, 1, (COUNT, 4, 4)).astype(np.float32)
        self.numbers = rng.integers(-2, VIEWPORTS + 2, (COUNT, 4))
        self.numbers[::2] = self.numbers[::2, :1]

    def start(self):
        """Sets the state that all primitives share."""
        glClearColor(0.25, 0.5, 0.75, 1)
        glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT)
        glEnable(GL_BLEND)
        glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA)
        glEnable(GL_DEPTH_TEST)
        glDepthFunc(GL_LEQUAL)
        glPolygonMode(GL_FRONT_AND_BACK, globals()[f"GL_{self.mode}"])
        glPointSize(3)
        glLineWidth(2)
        for cap, on in ((GL_DEPTH_CLAMP, self.clamps), (GL_LINE_SMOOTH, self.smooth)):
            (glEnable if on else glDisable)(cap)
        convention = "FIRST" if self.first_vertex else "LAST"
        glProvokingVertexEXT(globals()[f"GL_{convention}_VERTEX_CONVENTION_EXT"])

    def vertices(self, mode, primitive, corners):
        glBegin(mode)
        for corner in corners:
            glTexCoord1f(self.numbers[primitive, corner])
            glColor4fv(self.colors[primitive, corner])
            glVertex4fv(self.positions[primitive, corner])
        glEnd()

    def set_views(self):
        glViewportArrayv(0, VIEWPORTS, self.views)
        glScissorArrayv(0, VIEWPORTS, self.boxes)
        glDepthRangeArrayv(0, VIEWPORTS, self.depths)
        for number, on in enumerate(self.tests):
            (glEnablei if on else glDisablei)(GL_SCISSOR_TEST, number)

    def together(self):
        self.start()
        self.set_views()
        use_program(program(self.made), GEOMETRY)
        glBegin(GL_LINES_ADJACENCY_EXT)
        for primitive in range(COUNT):
            for corner in range(4):
                glTexCoord1f(self.numbers[primitive, corner])
                glColor4fv(self.colors[primitive, corner])
                glVertex4fv(self.positions[primitive, corner])
        glEnd()
        return picture()

    def one_by_one(self):
        self.start()
        mode, pieces = PIECES[self.made]
        for primitive in range(COUNT):
            for number, corners in enumerate(pieces):
                # Of a strip's second triangle the first vertex is its second one.
                first = number if len(corners) == 3 else corners[0]
                provoking = first if self.first_vertex else corners[-1]
                view = self.numbers[primitive, provoking]
                view = view if 0 <= view < VIEWPORTS else 0
                glViewportIndexedfv(0, self.views[view])
                glScissor(*self.boxes[view].tolist())
                glDepthRange(*self.depths[view].tolist())
                (glEnable if self.tests[view] else glDisable)(GL_SCISSOR_TEST)
                self.vertices(globals()[f"GL_{mode}"], primitive, corners)
        return picture()


def picture():
    """Colours and depths of the window, or of a multisampled framebuffer, resolved."""
    colors = np.frombuffer(glReadPixels(0, 0, WIDTH, HEIGHT, GL_RGBA, GL_UNSIGNED_BYTE), np.uint8)
    depths = np.asarray(glReadPixels(0, 0, WIDTH, HEIGHT, GL_DEPTH_COMPONENT, GL_FLOAT))
    return colors.tobytes(), depths.tobytes()


def machine(name="eager", lanes=None, threads=1, samples=0):
    return Context(WIDTH, HEIGHT, machine=name, lanes=lanes, threads=threads, samples=samples)


def check(seed, name, lanes=None, threads=1):
    print(f"seed {seed}, {name} {lanes}")
    scene = Scene(seed)
    machine(name, lanes, threads, scene.samples)
    found = scene.together()
    machine(name, lanes, threads, scene.samples)
    assert found == scene.one_by_one()
    return found


def test_random_draws():
    """Every kind of shape and mode, both conventions, depth clamping, samples, smooth lines."""
    for seed in (1, 2, 3, 5, 7, 8, 10, 20):
        colors, _ = check(seed, "eager")
        assert len(set(np.frombuffer(colors, np.uint32).tolist())) > 3


@pytest.mark.parametrize(("lanes", "threads"), [(4, 1), (8, 2), (16, 1)])
def test_machines_agree(lanes, threads):
    for seed in (5, 20):  # outlines and filled triangles, with clamped depths
        assert check(seed, "llvm", lanes, threads) == check(seed, "eager")


def test_equal_viewports():
    """Numbers of equal viewports change nothing, not even a stipple pattern."""
    for made in ("LINE_STRIP", "TRIANGLE_STRIP"):
        found = []
        for writes in (True, False):
            machine()
            scene = Scene(31)
            scene.start()
            glPolygonMode(GL_FRONT_AND_BACK, GL_LINE)
            glLineStipple(2, 0x2F35)
            glEnable(GL_LINE_STIPPLE)
            glViewport(3, 2, 60, 35)
            glScissor(5, 5, 33, 22)
            glEnable(GL_SCISSOR_TEST)
            use_program(program(made, writes), GEOMETRY)
            for primitive in range(COUNT):
                scene.vertices(GL_LINES_ADJACENCY_EXT, primitive, range(4))
            found.append(picture())
        assert found[0] == found[1]


def test_nothing_left():
    """Clipping may leave no primitive."""
    machine()
    scene = Scene(20)
    scene.clamps = False
    scene.start()
    before = picture()
    scene.positions[:] = (5, 5, 5, 1)
    for scene.made in PIECES:
        assert scene.together() == before


def test_feedback():
    """Feedback has the window coordinates of each primitive's viewport."""
    machine()
    scene = Scene(0)
    scene.positions[:] = (0.5, -0.5, 0, 1)
    scene.views[:4] = [(8 * n, n, 16, 8) for n in range(4)]
    scene.numbers[:] = range(4)
    glFeedbackBuffer(256, GL_2D)
    glRenderMode(GL_FEEDBACK)
    scene.together()
    buffer = glRenderMode(GL_RENDER)
    points = [tuple(vertex.vertex[:2]) for _, vertex in buffer[:4]]
    assert points == [(8 * n + 12, n + 2) for n in range(4)]


def window():
    colors = glReadPixels(0, 0, WIDTH, HEIGHT, GL_RGBA, GL_UNSIGNED_BYTE)
    return np.frombuffer(colors, np.uint8).reshape(HEIGHT, WIDTH, 4)


READS = """!!NVfp4.0 OPTION ARB_fragment_layer_viewport; TEMP t; I2F.S t.x, fragment.viewport.x;
I2F.S t.y, fragment.layer.x; MUL result.color, t.xyxy, 0.0039215686; END"""
LAYER = "MOV.S result.layer.x, number.x;"


def test_numbers_in_fragments():
    """Fragments read what the geometry program has written, even out of range; else 0."""
    machine()
    use_program(READS)
    scene = Scene(0)
    scene.positions[:] = (0, 0, 0, 1)
    for written, expected in ((3, 3), (200, 200), (16, 16)):
        scene.numbers[:] = written
        glViewportIndexedf(3, 8, 0, 2, 2)
        use_program(program("POINTS"), GEOMETRY)
        scene.vertices(GL_LINES_ADJACENCY_EXT, 0, range(4))
        x, y = (9, 1) if written == 3 else (WIDTH // 2, HEIGHT // 2)
        assert window()[y, x].tolist() == [expected, 0, expected, 0]
    for text in (program("POINTS", writes=False), program("POINTS").replace("viewport", "layer")):
        use_program(text.replace("OPTION ARB_layer_array;", ""), GEOMETRY)
        scene.vertices(GL_LINES_ADJACENCY_EXT, 0, range(4))
        layer = 16 * ("layer" in text)
        assert window()[HEIGHT // 2, WIDTH // 2].tolist() == [0, layer, 0, layer]
    glDisable(GEOMETRY)
    scene.vertices(GL_POINTS, 0, [0])
    assert window()[HEIGHT // 2, WIDTH // 2].tolist() == [0, 0, 0, 0]
    with pytest.raises(GLError):
        use_program(READS.replace("OPTION ARB_fragment_layer_viewport;", ""))


def test_layers_and_depth_ranges():
    """Layers, viewports and clamped depths of several ranges in one draw."""
    machine()
    glBindTexture(GL_TEXTURE_2D_ARRAY, 1)
    glTexImage3D(GL_TEXTURE_2D_ARRAY, 0, GL_DEPTH_COMPONENT24, 8, 8, 3, 0, GL_DEPTH_COMPONENT,
                 GL_FLOAT, None)  # fmt: skip
    glBindFramebuffer(GL_FRAMEBUFFER, glGenFramebuffers(1))
    glFramebufferTexture(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, 1, 0)
    glDrawBuffer(GL_NONE)
    glReadBuffer(GL_NONE)
    text = program("POINTS").replace(WRITE, f"{WRITE} MOD.S number.x, number.x, 3; {LAYER}")
    use_program(text, GEOMETRY)
    for cap in (GL_DEPTH_CLAMP, GL_DEPTH_TEST):
        glEnable(cap)
    glDepthFunc(GL_ALWAYS)
    for number in range(8):
        glViewportIndexedf(number, number, 0, 1, 8)
        glDepthRangeIndexed(number, 0.25, 0.25 + 0.0625 * number)
    scene = Scene(0)
    scene.positions[:] = (0, 0, 7, 1)  # behind the far plane
    scene.numbers[:2] = np.arange(8).reshape(2, 4)
    for primitive in (0, 1):
        scene.vertices(GL_LINES_ADJACENCY_EXT, primitive, range(4))
    found = np.zeros((3, 8, 8), np.float32)
    glGetTexImage(GL_TEXTURE_2D_ARRAY, 0, GL_DEPTH_COMPONENT, GL_FLOAT, found)
    for number in range(8):
        column = found[:, 4, number]
        assert np.allclose(column[number % 3], 0.25 + 0.0625 * number, atol=1e-6)
        assert np.count_nonzero(column) == 1


def test_tools():
    """Explanations count what scissor boxes drop; the history of a pixel knows its primitives."""
    context = Context(WIDTH, HEIGHT, machine="eager", explain=True)
    scene = Scene(0)
    scene.clamps = False
    scene.positions[:] = (0, 0, 0, 1)
    scene.numbers[:] = range(4)
    scene.views[:] = (0, 0, 10, 10)
    scene.boxes[:], scene.tests[:] = (20, 20, 5, 5), 1
    with pytest.warns(ExplainWarning, match="by the scissor box"):
        scene.together()
    scene.tests[1:3] = 0
    with history(context, 5, 5) as found:
        scene.together()
    fragments = [fragment for event in found.events[1:] for fragment in event.fragments]
    emitted = [fragment.primitive.vertices for fragment in fragments]
    assert emitted == [(4 * n + corner,) for n in range(COUNT) for corner in (1, 2)]
