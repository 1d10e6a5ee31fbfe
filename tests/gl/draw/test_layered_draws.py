"""Draws to layered framebuffers: NV_geometry_program4, 4.4.7.

Random draws are held against the same draws done layer by layer, where fragments ask a flat input
for their layer: no mechanism of layers is in those.
"""

from __future__ import annotations

import numpy as np
import pytest

from softgl import Context
from softgl.gl import *
from softgl.texture.targets import TARGETS
from tests.gl.attachments import (
    enum,
    framebuffer,
    places,
    read_back,
    status,
    texture_of,
    use_program,
)

pytestmark = pytest.mark.usefixtures("context_before")
RGBA, DEPTHS = (GL_RGBA, GL_UNSIGNED_BYTE), (GL_DEPTH_COMPONENT, GL_FLOAT)
COLOR, GEOMETRY = GL_COLOR_ATTACHMENT0, GL_GEOMETRY_PROGRAM_NV
LAYERED = [name for name, t in TARGETS.items() if t.faces or t.sliced is not None]
CORNERS = {"POINTS": 1, "LINES": 2, "TRIANGLES": 3}
HEAD = "!!NVgp4.0 PRIMITIVE_IN {taken}; PRIMITIVE_OUT {made}; VERTICES_OUT {limit};"
VERTEX = """
ADD result.position, vertex[{n}].position, {{{moved}, 0, 0, 0}};
MOV result.color, vertex[{n}].color;
MOV result.attrib[0], vertex[{n}].texcoord[0].x;
TRUNC.S layer.x, vertex[{n}].texcoord[0].x;
MOV.S result.layer.x, layer.x;
EMIT;"""
SHADED = "!!NVfp4.0 MOV result.color, fragment.color; END"
OF_ONE = """!!NVfp4.0 TEMP t; FLAT ATTRIB layer = fragment.attrib[0];
SUB.CC t.x, layer.x, program.local[0].x; KIL NE.x; MOV result.color, fragment.color; END"""
PLAIN = (
    HEAD.format(taken="POINTS", made="POINTS", limit=1)
    + """ INT TEMP layer;
MOV result.position, vertex[0].position; MOV result.color, vertex[0].color;
TRUNC.S layer.x, vertex[0].texcoord[0].x; MOV.S result.layer.x, layer.x; EMIT; END"""
)

NEXT_LAYER = """!!NVfp4.0 TEMP c; FLAT ATTRIB layer = fragment.attrib[0];
ADD c.z, layer.x, 1; SGE c.w, c.z, 3; MAD c.z, c.w, -3, c.z; MOV c.xy, 0.5;
TEX result.color, c, texture[0], ARRAY2D; END"""


def strips(taken, made):
    """A program that emits its vertices, and all of them once more beside, as one strip."""
    count = CORNERS[taken]
    vertices = [VERTEX.format(n=n, moved=moved) for moved in (0, 0.25) for n in range(count)]
    head = HEAD.format(taken=taken, made=made, limit=2 * count)
    return f"{head} INT TEMP layer; {''.join(vertices)} END"


def attach_layer(target, name, level, number, point=COLOR):
    """Attach one layer only."""
    if target.faces:
        glFramebufferTextureFaceEXT(GL_FRAMEBUFFER, point, name, level, enum(target.images[number]))
    else:
        glFramebufferTextureLayerEXT(GL_FRAMEBUFFER, point, name, level, number)


def layers_of(target, sizes, level):
    """The layers of a level: (face, slice) of each."""
    return [place[1:] for place in places(target, sizes) if place[0] == level]


class Scene:
    """Random state and vertices, drawn to a texture of a target."""

    def __init__(self, rng, target, first_vertex):
        self.target, self.level = target, int(rng.integers(2))
        self.taken = str(rng.choice(list(CORNERS)))
        self.made = str(rng.choice(["POINTS", "LINE_STRIP", "TRIANGLE_STRIP"]))
        if self.taken == "POINTS":
            self.made = "LINE_STRIP"
        self.mode = str(rng.choice(["FILL", "LINE", "POINT"]))
        self.stippled, self.first_vertex = bool(rng.integers(2)), first_vertex
        count = 3 * int(rng.integers(4, 12))
        self.positions = rng.uniform(-1.5, 1.5, (count, 4)).astype(np.float32)
        self.positions[:, 3] = rng.uniform(0.5, 1.5, count)
        self.colors = rng.uniform(0, 1, (count, 4)).astype(np.float32)
        self.numbers = rng.integers(-1, 9, (count, 1)).astype(np.float32)

    def start(self, fragments):
        """Makes a texture and a framebuffer, with all state; returns the arguments of `read`."""
        self.name, self.sizes = texture_of(self.target, GL_RGBA8, *RGBA)
        framebuffer()
        use_program(strips(self.taken, self.made), GEOMETRY)
        use_program(fragments)
        size = self.sizes[self.level]
        glViewport(0, 0, size[0], size[1] if len(size) > 1 and self.target.layers != 1 else 1)
        glEnable(GL_BLEND)
        glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA)
        glPolygonMode(GL_FRONT_AND_BACK, globals()[f"GL_{self.mode}"])
        glLineStipple(1, 0x3535)
        (glEnable if self.stippled else glDisable)(GL_LINE_STIPPLE)
        convention = "FIRST" if self.first_vertex else "LAST"
        glProvokingVertexEXT(globals()[f"GL_{convention}_VERTEX_CONVENTION_EXT"])

    def draw(self):
        """The samples that pass."""
        glBeginQuery(GL_SAMPLES_PASSED, 9)
        glBegin(globals()[f"GL_{self.taken}"])
        for position, color, number in zip(self.positions, self.colors, self.numbers, strict=True):
            glTexCoord1f(number[0])
            glColor4fv(color)
            glVertex4fv(position)
        glEnd()
        glEndQuery(GL_SAMPLES_PASSED)
        return int(glGetQueryObjectiv(9, GL_QUERY_RESULT))

    def layered(self):
        self.start(SHADED)
        glFramebufferTextureEXT(GL_FRAMEBUFFER, COLOR, self.name, self.level)
        assert status() == GL_FRAMEBUFFER_COMPLETE
        return self.draw(), read_back(self.target, self.sizes, *RGBA)

    def one_by_one(self):
        self.start(OF_ONE)
        passed = 0
        for number, _ in enumerate(layers_of(self.target, self.sizes, self.level)):
            attach_layer(self.target, self.name, self.level, number)
            glProgramLocalParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 0, number, 0, 0, 0)
            passed += self.draw()
        return passed, read_back(self.target, self.sizes, *RGBA)


def agree(one, other):
    """True if two results are equal."""
    (passed, images), (again, others) = one, other
    return passed == again and all(np.array_equal(images[p], others[p]) for p in images)


def check(seed, machine, lanes=None, threads=1):
    print(f"seed {seed}, {machine} {lanes}")
    rng = np.random.default_rng(seed)
    scene = Scene(rng, TARGETS[LAYERED[seed % len(LAYERED)]], first_vertex=seed % 3 == 0)
    Context(8, 8, machine=machine, lanes=lanes, threads=threads)
    found = scene.layered()
    assert agree(found, scene.one_by_one())
    return found


def test_random_draws():
    """Every target, kind of shape and convention, levels, stipple that runs on between layers."""
    drawn = [check(seed, "eager")[0] > 0 for seed in range(12)]
    assert sum(drawn) > 8


@pytest.mark.parametrize(("lanes", "threads"), [(4, 1), (8, 2), (16, 2)])
def test_machines_agree(lanes, threads):
    found = check(lanes + 1, "llvm", lanes, threads)
    assert agree(found, check(lanes + 1, "eager"))


def points(numbers, positions=None):
    """A point for each layer number, at the middle of the window, or where it is said."""
    glBegin(GL_POINTS)
    for index, number in enumerate(numbers):
        glTexCoord1f(number)
        glVertex2f(*((0.01, 0.01) if positions is None else positions[index]))
    glEnd()


def covered(target, sizes):
    """Number of texels that are not 0, in each layer of level 0 of the bound texture."""
    found = read_back(target, {0: sizes[0]}, *RGBA)
    return [int(texels.reshape(-1, 4).any(axis=1).sum()) for texels in found.values()]


@pytest.mark.parametrize("name", LAYERED)
def test_layers_out_of_range(context, name):
    """A primitive of a layer that does not exist is neither drawn nor counted."""
    target = TARGETS[name]
    made, sizes = texture_of(target, GL_RGBA8, *RGBA)
    framebuffer()
    glFramebufferTextureEXT(GL_FRAMEBUFFER, COLOR, made, 0)
    height = 1 if target.layers == 1 else 8
    glViewport(0, 0, 8, height)
    use_program(PLAIN, GEOMETRY)
    count = len(layers_of(target, sizes, 0))
    glBeginQuery(GL_SAMPLES_PASSED, 1)
    points([-1, count, count + 1, -(2.0**31), 2.0**30, count - 1])
    glEndQuery(GL_SAMPLES_PASSED)
    assert covered(target, sizes) == [0] * (count - 1) + [1]
    assert glGetQueryObjectiv(1, GL_QUERY_RESULT) == 1


def test_layer_zero(context):
    """Without a geometry program, or one that writes no layer; where nothing is layered."""
    target = TARGETS["CUBE"]
    made, sizes = texture_of(target, GL_RGBA8, *RGBA)
    framebuffer()
    glFramebufferTextureEXT(GL_FRAMEBUFFER, COLOR, made, 0)
    points([3])
    assert covered(target, sizes) == [1, 0, 0, 0, 0, 0]
    use_program(PLAIN.replace("MOV.S result.layer.x, layer.x;", ""), GEOMETRY)
    points([3], [(0.5, 0.5)])
    assert covered(target, sizes) == [2, 0, 0, 0, 0, 0]
    use_program(PLAIN, GEOMETRY)
    points([3])
    assert covered(target, sizes) == [2, 0, 0, 1, 0, 0]
    glDisable(GEOMETRY)
    points([3], [(-0.5, -0.5)])
    assert covered(target, sizes) == [3, 0, 0, 1, 0, 0]
    glEnable(GEOMETRY)
    for number in (99, -1):
        attach_layer(target, made, 0, 4)
        points([number])
        assert covered(target, sizes)[4] == 1
    # The window is not layered, nor is what comes after a layered framebuffer.
    glBindFramebuffer(GL_FRAMEBUFFER, 0)
    points([5])
    assert np.frombuffer(glReadPixels(0, 0, 8, 8, *RGBA), np.uint8).any()
    assert covered(target, sizes) == [3, 0, 0, 1, 1, 0]
    # A framebuffer of one layer is layered all the same.
    volume = glGenTextures(1)
    glBindTexture(GL_TEXTURE_3D, volume)
    glTexImage3D(GL_TEXTURE_3D, 0, GL_RGBA8, 8, 8, 1, 0, *RGBA, None)
    framebuffer()
    glFramebufferTextureEXT(GL_FRAMEBUFFER, COLOR, volume, 0)
    points([1])
    assert not any(glGetTexImage(GL_TEXTURE_3D, 0, *RGBA))
    points([0])
    assert any(glGetTexImage(GL_TEXTURE_3D, 0, *RGBA))


def test_tests_of_each_layer(either):
    """Depth and stencil tests read and write the layer's own values."""
    colors, sizes = texture_of(TARGETS["ARRAY2D"], GL_RGBA8, *RGBA)
    packed = GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8
    both, _ = texture_of(TARGETS["ARRAY2D"], GL_DEPTH24_STENCIL8, *packed)
    framebuffer()
    glFramebufferTextureEXT(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, both, 0)
    glFramebufferTextureEXT(GL_FRAMEBUFFER, COLOR, colors, 0)
    glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT)
    glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, both, 0, 1)
    glFramebufferTextureLayer(GL_FRAMEBUFFER, COLOR, colors, 0, 1)
    glClearDepth(0.25)
    glClear(GL_DEPTH_BUFFER_BIT)
    glFramebufferTextureEXT(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, both, 0)
    glFramebufferTextureEXT(GL_FRAMEBUFFER, COLOR, colors, 0)
    assert status() == GL_FRAMEBUFFER_COMPLETE
    use_program(PLAIN, GEOMETRY)
    glEnable(GL_DEPTH_TEST)
    glEnable(GL_STENCIL_TEST)
    glStencilFunc(GL_ALWAYS, 0, 0xFF)
    glStencilOp(GL_KEEP, GL_INCR, GL_INVERT)
    # z = 0 is the depth 0.5, which is in front of layers 0 and 2 only.
    points([0, 1, 2])
    glBindTexture(GL_TEXTURE_2D_ARRAY_EXT, colors)
    assert covered(TARGETS["ARRAY2D"], sizes) == [1, 0, 1]
    glBindTexture(GL_TEXTURE_2D_ARRAY_EXT, both)
    words = glGetTexImage(GL_TEXTURE_2D_ARRAY_EXT, 0, *packed, outputType=bytes)
    found = np.frombuffer(words, np.uint32).reshape(3, 8, 8)[:, 4, 4]
    assert (found & 0xFF).tolist() == [255, 1, 255]
    depths = (found >> 8) / (2**24 - 1)
    assert np.allclose(depths, [0.5, 0.25, 0.5], atol=1e-6)


def test_buffers_of_several_sizes(either):
    """Layers are drawn to by way of copies where buffers have other rows of blocks."""
    large = glGenTextures(1)
    glBindTexture(GL_TEXTURE_2D_ARRAY_EXT, large)
    glTexImage3D(GL_TEXTURE_2D_ARRAY_EXT, 0, GL_RGBA8, 19, 13, 3, 0, *RGBA, None)
    small, sizes = texture_of(TARGETS["ARRAY2D"], GL_RGBA8, *RGBA)
    framebuffer()
    second = COLOR + 1
    glFramebufferTextureEXT(GL_FRAMEBUFFER, COLOR, large, 0)
    glFramebufferTextureEXT(GL_FRAMEBUFFER, second, small, 0)
    glDrawBuffers(2, [COLOR, second])
    use_program(PLAIN, GEOMETRY)
    glViewport(0, 0, 8, 8)
    corner = (-0.99, -0.99)
    points([0, 2, 2, 1, 2], [corner, (0.01, 0.01), corner, corner, (5, 5)])
    assert covered(TARGETS["ARRAY2D"], sizes) == [1, 1, 2]
    glBindTexture(GL_TEXTURE_2D_ARRAY_EXT, large)
    data = glGetTexImage(GL_TEXTURE_2D_ARRAY_EXT, 0, *RGBA, outputType=bytes)
    found = np.frombuffer(data, np.uint8).reshape(3, 13, 19, 4).any(axis=3)
    assert found.sum(axis=(1, 2)).tolist() == [1, 1, 2]
    assert found[2, 4, 4] and found[:, 0, 0].all()


def test_many_layers(either):
    """A point for each of 300 layers of a few texels, in any order."""
    count = 300
    lines = glGenTextures(1)
    glBindTexture(GL_TEXTURE_1D_ARRAY_EXT, lines)
    glTexImage2D(GL_TEXTURE_1D_ARRAY_EXT, 0, GL_RGBA8, 4, count, 0, *RGBA, None)
    framebuffer()
    glFramebufferTextureEXT(GL_FRAMEBUFFER, COLOR, lines, 0)
    use_program(PLAIN, GEOMETRY)
    glViewport(0, 0, 4, 1)
    order = np.random.default_rng(3).permutation(count)
    vertices = np.zeros((count, 3), np.float32)
    vertices[:, 0] = (order % 4) / 2 - 0.75
    vertices[:, 2] = order
    glEnableClientState(GL_VERTEX_ARRAY)
    glEnableClientState(GL_TEXTURE_COORD_ARRAY)
    glVertexPointer(2, GL_FLOAT, 12, vertices)
    glTexCoordPointer(1, GL_FLOAT, 12, np.ascontiguousarray(vertices[:, 2:].repeat(3, axis=1)))
    glDrawArrays(GL_POINTS, 0, count)
    data = glGetTexImage(GL_TEXTURE_1D_ARRAY_EXT, 0, *RGBA, outputType=bytes)
    found = np.frombuffer(data, np.uint8).reshape(count, 4, 4).any(axis=2)
    assert np.array_equal(found, np.arange(count)[:, None] % 4 == np.arange(4))


def test_sampling_the_texture_that_is_drawn_to(either):
    """Samples of any layer see the texels before the draw: layers turn round."""
    target = TARGETS["ARRAY2D"]
    made, sizes = texture_of(target, GL_RGBA8, *RGBA)
    texels = np.zeros((3, 8, 8, 4), np.uint8)
    texels[:] = np.array([50, 100, 150]).reshape(3, 1, 1, 1)
    glTexImage3D(GL_TEXTURE_2D_ARRAY_EXT, 0, GL_RGBA8, 8, 8, 3, 0, *RGBA, texels)
    glTexParameteri(GL_TEXTURE_2D_ARRAY_EXT, GL_TEXTURE_MAX_LEVEL, 0)
    framebuffer()
    glFramebufferTextureEXT(GL_FRAMEBUFFER, COLOR, made, 0)
    use_program(strips("TRIANGLES", "TRIANGLE_STRIP").replace("0.25", "0"), GEOMETRY)
    use_program(NEXT_LAYER)
    for turn in range(1, 4):
        glBegin(GL_TRIANGLES)
        for layer in range(3):
            glTexCoord1f(layer)
            for x, y in ((-1, -1), (3, -1), (-1, 3)):
                glVertex2f(x, y)
        glEnd()
        found = read_back(target, {0: sizes[0]}, *RGBA)
        expected = [(50, 100, 150)[(layer + turn) % 3] for layer in range(3)]
        assert [set(image.tolist()) for image in found.values()] == [{v} for v in expected]
