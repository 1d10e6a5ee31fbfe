"""Small draws in native code, whose memory stays: the usual pictures, whatever has changed."""

import gc
import sys
import weakref

import numpy as np
import pytest

from softgl import Context
from softgl.gl import *
from softgl.gl.api.current import current
from softgl.pipeline.draws import draw as draw_stages
from softgl.pipeline.draws import few_primitives, native_layout, native_stages

SIZE = 40
VERTEX = b"""!!ARBvp1.0
MVP;
ADD result.color, vertex.color, program.env[0];
MOV result.texcoord[0], vertex.position;
END""".replace(
    b"MVP;",
    b"\n".join(
        b"DP4 result.position.%c, state.matrix.mvp.row[%d], vertex.position;" % (c, n)
        for n, c in enumerate(b"xyzw")
    ),
)
FRAGMENT = b"""!!ARBfp1.0
TEMP t;
TEX t, fragment.texcoord[0], texture[0], 2D;
MUL t, t, program.local[0];
ADD result.color, t, fragment.color;
END"""
POINTS = np.float32([[-0.9, -0.8, 0.1], [0.7, -0.9, -0.6], [0.9, 0.8, 0.9], [-0.6, 0.9, 0.3]])


def make(machine="llvm", **options):
    """A context in which a quad is set up; client memory, which may change."""
    context = Context(SIZE, SIZE, machine=machine, **options)
    corners, indices = POINTS.copy(), np.arange(4, dtype=np.uint8)
    glClearDepth(0.6)
    glDepthFunc(GL_LESS)
    glPolygonStipple(np.full(128, 0xF3, np.uint8))
    glClipPlane(GL_CLIP_PLANE0, [1.0, 0.2, 0.0, 0.3])
    glBlendColor(0.2, 0.4, 0.6, 0.8)
    glScissor(3, 5, 30, 30)
    glPolygonOffset(1.0, 1000.0)
    for name in (1, 2):
        glBindTexture(GL_TEXTURE_2D, name)
        texels = np.random.default_rng(name).integers(0, 255, (4, 4, 4), np.uint8)
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST)
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels)
    programs = {GL_VERTEX_PROGRAM_ARB: VERTEX, GL_FRAGMENT_PROGRAM_ARB: FRAGMENT}
    for name, (target, text) in enumerate(programs.items(), 1):
        glBindProgramARB(target, name)
        glProgramStringARB(target, GL_PROGRAM_FORMAT_ASCII_ARB, len(text), text)
        glEnable(target)
    glProgramLocalParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 0, 0.5, 0.5, 0.5, 1.0)
    glVertexPointer(3, GL_FLOAT, 0, corners)
    glEnableClientState(GL_VERTEX_ARRAY)
    colors = np.random.default_rng(3).random((4, 4), np.float32)
    glBindBuffer(GL_ARRAY_BUFFER, 1)
    glBufferData(GL_ARRAY_BUFFER, colors, GL_STATIC_DRAW)
    glColorPointer(4, GL_FLOAT, 0, None)
    glEnableClientState(GL_COLOR_ARRAY)
    return context, corners, indices


def frame(indices, mode=GL_QUADS):
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT)
    glDrawElements(mode, 4, GL_UNSIGNED_BYTE, indices)
    return current.context.read_image().tobytes()


# Changes of all that the primitives of a draw depend on.
CHANGES = {
    "client memory": lambda corners, indices: corners.__setitem__((0, 0), -0.5),
    "indices": lambda corners, indices: indices.__setitem__(1, 0),
    "a buffer": lambda *_: glBufferSubData(GL_ARRAY_BUFFER, 0, np.zeros(4, np.float32)),
    "a current colour": lambda *_: (glDisableClientState(GL_COLOR_ARRAY), glColor3f(0.1, 0.9, 0.5)),
    "a matrix": lambda *_: glRotatef(20.0, 0.0, 0.0, 1.0),
    "a parameter of vertices": lambda *_: glProgramEnvParameter4fARB(
        GL_VERTEX_PROGRAM_ARB, 0, 0.1, 0.2, 0.3, 0.0
    ),
    "another program": lambda *_: glDisable(GL_VERTEX_PROGRAM_ARB),
    "a clip plane": lambda *_: (glDisable(GL_VERTEX_PROGRAM_ARB), glEnable(GL_CLIP_PLANE0)),
    "the viewport": lambda *_: glViewport(4, 2, 30, 35),
    "the depth range": lambda *_: (glEnable(GL_DEPTH_TEST), glDepthRange(1.0, 0.0)),
    "the scissor box": lambda *_: (glClear(GL_COLOR_BUFFER_BIT), glEnable(GL_SCISSOR_TEST)),
    "culling": lambda *_: (glEnable(GL_CULL_FACE), glCullFace(GL_FRONT)),
    "the front": lambda *_: (glEnable(GL_CULL_FACE), glFrontFace(GL_CW)),
    "the origin of clip coordinates": lambda *_: glClipControl(
        GL_UPPER_LEFT, GL_NEGATIVE_ONE_TO_ONE
    ),
    "the near plane": lambda *_: (
        glTranslatef(0, 0, -0.5), glClipControl(GL_LOWER_LEFT, GL_ZERO_TO_ONE)
    ),
    "the shade model": lambda *_: glShadeModel(GL_FLAT),
    "stipple": lambda *_: glEnable(GL_POLYGON_STIPPLE),
    "an offset": lambda *_: (glEnable(GL_DEPTH_TEST), glEnable(GL_POLYGON_OFFSET_FILL)),
    "lines": lambda *_: glPolygonMode(GL_FRONT_AND_BACK, GL_LINE),
    "depths beyond the range": lambda *_: (
        glTranslatef(0, 0, 0.5), glEnable(GL_DEPTH_TEST), glEnable(GL_DEPTH_CLAMP)
    ),
}  # fmt: skip

# What fragments depend on, in kernels that are the same.
LOOKS = {
    "a parameter": lambda: glProgramLocalParameter4fARB(
        GL_FRAGMENT_PROGRAM_ARB, 0, 0.9, 0.1, 0.2, 1.0
    ),
    "a texture": lambda: glBindTexture(GL_TEXTURE_2D, 1),
    "texels": lambda: glTexSubImage2D(
        GL_TEXTURE_2D, 0, 1, 1, 2, 2, GL_RGBA, GL_UNSIGNED_BYTE, np.zeros(16, np.uint8)
    ),
    "the blend colour": lambda: glBlendColor(0.9, 0.1, 0.5, 0.5),
}


NOT_NATIVE = {"an offset", "lines"}


@pytest.fixture
def taken(monkeypatch):
    """Notes for each small draw: True if native code has drawn it."""
    found, draw = [], draw_stages.draw_few
    few_primitives._LOCAL.latest.clear()
    monkeypatch.setattr(
        draw_stages, "draw_few", lambda *given: found.append(draw(*given)) or found[-1]
    )
    return found


def pictures(change, machine="llvm", mode=GL_QUADS, **options):
    """Two frames, two after a change; options : of the context."""
    _, *client = make(machine, **options)
    before = [frame(client[1], mode) for _ in range(2)]
    change(*client)
    return before + [frame(client[1], mode) for _ in range(2)]


@pytest.mark.parametrize("name", CHANGES)
def test_what_primitives_depend_on(name, taken, tuned):
    """Whatever changes between two draws, the pictures are those of the usual way."""
    got = pictures(CHANGES[name])
    assert taken == [True, True] + [name not in NOT_NATIVE] * 2
    tuned(MAX_FEW_TRIANGLES=-1)
    assert got == pictures(CHANGES[name])
    assert got[0] == got[1] != got[2] == got[3]
    assert len(taken) == 4


# Modes and changes of their primitives: lines and points, some of them beyond the view.
LINES_AND_POINTS = {
    "lines": (GL_LINES, lambda *_: glScalef(1.4, 1.4, 1.4)),
    "a moved strip": (GL_LINE_STRIP, CHANGES["the viewport"]),
    "a wide loop": (GL_LINE_LOOP, lambda *_: (glLineWidth(4.0), glScalef(1.4, 1.4, 1.4))),
    "smooth lines": (GL_LINE_LOOP, lambda *_: (glLineWidth(2.5), glEnable(GL_LINE_SMOOTH))),
    "flat lines": (GL_LINE_STRIP, CHANGES["the shade model"]),
    "stippled lines": (GL_LINE_STRIP, lambda *_: (glLineStipple(2, 77), glEnable(GL_LINE_STIPPLE))),
    "cut lines": (GL_LINE_STRIP, CHANGES["a clip plane"]),
    "points": (GL_POINTS, lambda *_: glPointSize(7.0)),
    "boxed points": (GL_POINTS, lambda *_: (glPointSize(9.0), glEnable(GL_SCISSOR_TEST))),
    "smooth points": (GL_POINTS, lambda *_: (glPointSize(5.5), glEnable(GL_POINT_SMOOTH))),
    "sprites": (GL_POINTS, lambda *_: (
        glPointSize(12.5), glEnable(GL_POINT_SPRITE),
        glTexEnvi(GL_POINT_SPRITE, GL_COORD_REPLACE, True),
    )),
    "sized points": (GL_POINTS, lambda *_: (
        glDisable(GL_VERTEX_PROGRAM_ARB), glPointSize(9.0),
        glPointParameterfv(GL_POINT_DISTANCE_ATTENUATION, [0.3, 0.0, 1.0]),
    )),
}  # fmt: skip


@pytest.mark.parametrize("name", LINES_AND_POINTS)
def test_lines_and_points(name, taken, tuned):
    """Lines and points take native code unless they are stippled; with samples, too."""
    mode, change = LINES_AND_POINTS[name]

    def both():
        return [pictures(change, mode=mode, samples=samples) for samples in (0, 4)]

    got = both()
    assert taken == ([True, True] + [name != "stippled lines"] * 2) * 2
    tuned(MAX_FEW_TRIANGLES=-1)
    assert got == both()
    for each in got:
        assert each[0] == each[1] != each[2] == each[3]
    assert len(taken) == 8 and got[0] != got[1]


@pytest.mark.parametrize("threads", [1, 2])
def test_fragment_states_change(threads, taken, tuned):
    def frames():
        _, _, indices = make(threads=threads)
        glEnable(GL_BLEND)
        glBlendFunc(GL_CONSTANT_COLOR, GL_ONE)
        result = [frame(indices)]
        for change in LOOKS.values():
            change()
            result += [frame(indices), frame(indices)]
        return result

    got = frames()
    assert all(taken) and len(taken) == len(got)
    tuned(MAX_FEW_TRIANGLES=-1)
    assert got == frames()
    assert got[1::2] == got[2::2] and len(set(got)) == len(LOOKS) + 1


@pytest.mark.parametrize("name", ["entries", "triangles"])
def test_without_room(name, taken, tuned, monkeypatch):
    """Nothing is drawn twice where bins or clipped triangles are too many."""
    native_layout.layout_of.cache_clear()
    monkeypatch.setattr(native_stages.Capacities, name, property(lambda room: 12))

    def frames():
        make()
        glEnable(GL_BLEND)
        glBlendFunc(GL_ONE, GL_ONE)
        return [scattered(count) for count in (2, 20)]

    got = frames()
    assert taken[-1] is False
    tuned(MAX_FEW_TRIANGLES=-1)
    assert got == frames()
    native_layout.layout_of.cache_clear()


def test_several_keys_in_turns(taken, tuned):
    """Each has memory of its own, until several others replace it."""
    tuned(MAX_FEW_CHAINS=2)
    _, _, indices = make()
    sides = [GL_FRONT, GL_BACK, GL_FRONT_AND_BACK]
    glEnable(GL_CULL_FACE)

    def frames():
        return [glCullFace(side) or frame(indices) for side in sides]

    first = frames()
    assert frames() == first and len(set(first)) == 2
    assert len(few_primitives._LOCAL.latest) == 2 and all(taken)


def test_several_draws_together(taken, tuned):
    """They are numbered as they were: the same vertices in other draws are other primitives."""

    def frames():
        _, corners, _ = make()
        glDisable(GL_VERTEX_PROGRAM_ARB)
        glBindBuffer(GL_ARRAY_BUFFER, 0)
        glVertexPointer(3, GL_FLOAT, 0, np.repeat(corners, 2, axis=0))
        glDisableClientState(GL_COLOR_ARRAY)
        result = []
        for counts in ((8,), (4, 4), (3, 5), (8,)):
            glClear(GL_COLOR_BUFFER_BIT)
            first = 0
            for count in counts:
                glDrawArrays(GL_TRIANGLE_STRIP, first, count)
                first += count
            result.append(current.context.read_image().tobytes())
        return result

    got = frames()
    assert got[0] == got[3] and taken == [True] * 4
    tuned(MAX_FEW_TRIANGLES=-1)
    assert got == frames()


def scattered(count):
    """A frame of `count` triangles, some beyond the sides of the view; flat ones if it is even."""
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT)
    rng = np.random.default_rng(count)
    corners = np.float32(rng.uniform(-1.3, 1.3, (3 * count, 3)))
    glDisable(GL_VERTEX_PROGRAM_ARB)
    glBindBuffer(GL_ARRAY_BUFFER, 0)
    glVertexPointer(3, GL_FLOAT, 0, corners)
    glColorPointer(3, GL_FLOAT, 0, np.abs(corners))
    glShadeModel((GL_FLAT, GL_SMOOTH)[count % 2])
    glEnable(GL_DEPTH_TEST)
    glDrawArrays(GL_TRIANGLES, 0, 3 * count)
    return current.context.read_image().tobytes()


def test_more_and_more_triangles(taken, tuned):
    """Memory grows up to a limit; longer draws go the usual way."""
    tuned(FEWEST_TRIANGLES=4, MAX_FEW_TRIANGLES=40)
    counts = 2, 6, 26, 3, 27, 20

    def frames():
        make(threads=2)
        return [scattered(count) for count in counts]

    got = frames()
    assert taken == [True] * 5  # two vertices for each triangle that there is memory for
    tuned(MAX_FEW_TRIANGLES=-1)
    assert got == frames()


def test_memory_grows_for_bins(taken, tuned):
    """As of a few lines across a large view, which touch many tiles."""
    tuned(FEWEST_TRIANGLES=4, MAX_FEW_TRIANGLES=40)

    def frames():
        result = []
        for lines in (2, 4, 6):  # 100 tiles of each
            context = Context(640, 640, machine="llvm")
            ends = np.tile(np.float32([[-1, -1], [1, 0.99]]), (lines, 1))
            ends[1::2, 1] -= np.arange(lines) / 100
            glVertexPointer(2, GL_FLOAT, 0, ends)
            glEnableClientState(GL_VERTEX_ARRAY)
            glDrawArrays(GL_LINES, 0, 2 * lines)
            result.append(context.read_image().tobytes())
        return result

    got = frames()
    assert taken == [True, True, False]
    tuned(MAX_FEW_TRIANGLES=-1)
    assert got == frames()


# Of one of several draws: what primitives depend on, and what only fragments do.
OF_ONE = {
    "a matrix": lambda: glRotatef(20.0, 0.0, 0.0, 1.0),
    "a parameter of vertices": lambda: glProgramEnvParameter4fARB(
        GL_VERTEX_PROGRAM_ARB, 0, 0.3, 0.1, 0.0, 0.0
    ),
    "the scissor box": lambda: glScissor(7, 2, 11, 29),
    "whether there is blending": lambda: glDisable(GL_BLEND),
    # The batch is flushed before texels change.
    **{name: change for name, change in LOOKS.items() if name != "texels"},
}


@pytest.mark.parametrize("change", OF_ONE.values(), ids=OF_ONE)
def test_several_fragment_states(change):
    """Draws with boxes, parameters and blending of their own; one of them changes."""

    def frames(machine):
        _, _, indices = make(machine)
        made = []
        for changed in (False, False, True, True, False):
            glDisable(GL_SCISSOR_TEST)
            glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT)
            glBlendFunc(GL_CONSTANT_COLOR, GL_ONE)
            glEnable(GL_SCISSOR_TEST)
            for number in range(3):
                glEnable(GL_BLEND)
                glBlendColor(0.2, 0.4, 0.6, 0.8)
                glScissor(5 * number, 3, 20, 30)
                glLoadIdentity()
                glTranslatef(0.2 * number, 0.0, 0.0)
                glBindTexture(GL_TEXTURE_2D, 2)
                for target in (GL_VERTEX_PROGRAM_ARB, GL_FRAGMENT_PROGRAM_ARB):
                    glProgramEnvParameter4fARB(target, 0, 0.0, 0.1, 0.1 * number, 0.0)
                parameter = 0.5, 0.3 * number, 0.5, 1.0
                glProgramLocalParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 0, *parameter)
                if changed and number == 1:
                    change()
                glDrawElements(GL_QUADS, 4, GL_UNSIGNED_BYTE, indices)
            made.append(current.context.read_image().tobytes())
        return made

    got = frames("llvm")
    assert got == frames("eager")
    assert got[0] == got[1] == got[4] and got[2] == got[3] and got[1] != got[2]


def test_images_that_are_drawn_to(taken, tuned):
    """Textures may have been drawn to."""

    def frames():
        make()
        glBindFramebuffer(GL_FRAMEBUFFER, glGenFramebuffers(1))
        glBindTexture(GL_TEXTURE_2D, 3)
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST)
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, SIZE, SIZE, 0, GL_RGBA, GL_UNSIGNED_BYTE, None)
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 3, 0)
        result = []
        for _ in range(3):
            for target, sampled in ((1, 1), (0, 3)):
                glBindFramebuffer(GL_FRAMEBUFFER, target)
                glBindTexture(GL_TEXTURE_2D, sampled)
                glDrawArrays(GL_QUADS, 0, 4)
                result.append(bytes(glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE)))
        return result

    got = frames()
    assert taken == [True] * 6
    tuned(MAX_FEW_TRIANGLES=-1)
    assert got == frames()


def test_deleted_textures_are_free(taken, monkeypatch):
    """The memory that stays holds no reference to the resources of fragments."""
    _, _, indices = make()
    found, draw = [], draw_stages.draw_few

    def watch(engine, framebuffer, call, *given):
        found.extend(weakref.ref(array) for array in call.fragment_resources.textures[0].values())
        return draw(engine, framebuffer, call, *given)

    with monkeypatch.context() as patch:
        patch.setattr(draw_stages, "draw_few", watch)
        frame(indices)
    glDeleteTextures([1, 2])
    glDisable(GL_FRAGMENT_PROGRAM_ARB)
    frame(indices)
    gc.collect()
    assert all(taken) and found and not any(array() is not None for array in found)


def test_other_framebuffers(taken):
    """Contexts have memory of their own; each draw is in its picture alone."""
    made = [make() for _ in range(2)]
    pictures = []
    for number, (context, corners, indices) in enumerate(made * 2):
        context.make_current()
        corners[0, 0] = -0.1 * number
        pictures.append(frame(indices))
    assert all(taken) and len(set(pictures)) == 4


def test_calls_of_a_flush():
    """A flush of one triangle that moves makes few calls of Python."""
    _, corners, indices = make()
    glDisableClientState(GL_COLOR_ARRAY)
    count = []

    def note(frame, event, argument):
        if event == "call":
            count.append(frame.f_code.co_qualname if hasattr(frame.f_code, "co_qualname") else 1)

    for _ in range(4):
        corners[:] += 0.01
        glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_BYTE, indices)
        count.clear()
        before = sys.getprofile()
        sys.setprofile(note)
        current.context.batch.flush()
        sys.setprofile(before)
    assert len(count) <= 110
