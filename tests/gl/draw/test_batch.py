"""Draws in a batch give the pixels of single draws."""

import gc
from functools import partial

import numpy as np
import pytest

from softgl import Context, GLError
from softgl.gl import *
from softgl.gl.api.current import current
from softgl.pipeline.draws import draw as draw_stages
from softgl.pipeline.planes.framebuffer import TILE
from softgl.pipeline.tiles import owned_tiles
from softgl.tuning import limits

SIZE = 48
MODES = [
    *(GL_POINTS, GL_LINES, GL_LINE_LOOP, GL_LINE_STRIP, GL_TRIANGLES),
    *(GL_TRIANGLE_STRIP, GL_TRIANGLE_FAN, GL_QUADS, GL_QUAD_STRIP, GL_POLYGON),
]
FRAGMENT = b"""!!NVfp4.0
TEMP t, u;
I2F.S t.x, primitive.id.x;
MAD t, t.x, {0.0625, 0.03, 0.1, 0}, fragment.color;
TEX u, fragment.position, texture[0], 2D;
ADD t, t, u;
ADD result.color, t, program.local[0];
END"""
INVERTED = b"!!ARBfp1.0\nSUB result.color, {1, 1, 1, 1}, fragment.color;\nEND"
LINEAR = b"!!NVfp4.0\nNOPERSPECTIVE ATTRIB c = fragment.color;\nMOV result.color, c.yzxw;\nEND"
PLAIN = b"!!ARBfp1.0\nMOV result.color, {0.5, 0.25, 1, 0.5};\nEND"


def numbered():
    """Fragments show the number of their primitive, which begins with 0 in each draw."""
    for number, text in ((3, INVERTED), (4, LINEAR), (5, PLAIN), (1, FRAGMENT)):
        glBindProgramARB(GL_FRAGMENT_PROGRAM_ARB, number)
        glProgramStringARB(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, len(text), text)
    glEnable(GL_FRAGMENT_PROGRAM_ARB)


def switch(*capabilities):
    return lambda rng: rng.choice([glEnable, glDisable])(int(rng.choice(capabilities)))


# Commands that keep the batch too, since each draw has its own fragment state.
LOOKS = [
    switch(GL_DEPTH_TEST, GL_BLEND, GL_ALPHA_TEST, GL_SCISSOR_TEST, GL_STENCIL_TEST),
    switch(GL_SCISSOR_TEST, GL_COLOR_LOGIC_OP),
    lambda rng: glBindTexture(GL_TEXTURE_2D, int(rng.integers(1, 3))),
    lambda rng: glBindTexture(GL_TEXTURE_2D, int(rng.integers(1, 4))),
    lambda rng: glProgramLocalParameter4dARB(
        GL_FRAGMENT_PROGRAM_ARB, 0, *rng.uniform(-0.2, 0.2, 4)
    ),
    lambda rng: glBindProgramARB(GL_FRAGMENT_PROGRAM_ARB, int(rng.choice([1, 1, 3, 3, 4, 5]))),
    lambda rng: glBlendFunc(GL_SRC_ALPHA, int(rng.choice([GL_ONE, GL_CONSTANT_COLOR]))),
    lambda rng: glBlendColor(*rng.random(4)),
    lambda rng: glAlphaFunc(GL_GREATER, rng.random() * 0.5),
    lambda rng: glStencilFunc(GL_LEQUAL, int(rng.integers(0, 2)), 1),
    lambda rng: glStencilOp(GL_KEEP, GL_KEEP, int(rng.choice([GL_INVERT, GL_INCR]))),
    lambda rng: glScissor(*rng.integers(0, 20, 2).tolist(), *rng.integers(16, 40, 2).tolist()),
    lambda rng: glColorMask(True, rng.random() < 0.7, True, True),
    lambda rng: glDepthFunc(int(rng.choice([GL_LESS, GL_GREATER]))),
]


class Scene:
    """Random commands, the same ones for the same seed."""

    def __init__(self, seed):
        self.rng, self.pushed = np.random.default_rng(seed), 0
        self.corners = self.rng.uniform(-1, 1, (12, 3)).astype(np.float32)
        self.colors = self.rng.random((12, 4), np.float32)
        glVertexPointer(3, GL_FLOAT, 0, self.corners)
        glEnableClientState(GL_VERTEX_ARRAY)
        glBindBuffer(GL_ARRAY_BUFFER, 1)
        glBufferData(GL_ARRAY_BUFFER, self.colors, GL_STATIC_DRAW)
        glColorPointer(4, GL_FLOAT, 0, None)
        glClipPlane(GL_CLIP_PLANE0, [1, 0.5, 0, 0.4])
        glEnable(GL_BLEND)
        glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA)
        for name in (1, 2):
            glBindTexture(GL_TEXTURE_2D, name)
            glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST)
            texels = self.rng.integers(0, 60, (2, 2, 4), np.uint8)
            glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels)

    def draw(self):
        mode, count = int(self.rng.choice(MODES)), int(self.rng.integers(0, 13))
        form = self.rng.integers(3)
        if form == 0:
            # Sometimes two of the elements are beyond the end of the array.
            glDrawArrays(mode, 12 - count + 2 * int(self.rng.integers(5) == 0), count)
        elif form == 1:
            indices = self.rng.integers(0, 12, count).astype(np.uint16)
            glDrawElements(mode, count, GL_UNSIGNED_SHORT, indices)
            indices[:] = 0
        else:
            glBegin(mode)
            for corner in self.corners[:count]:
                if self.rng.integers(2):
                    glColor4f(*self.rng.random(4))
                glVertex3fv(corner)
            glEnd()

    def between(self):
        """A command, most often one that keeps the batch."""
        rng = self.rng
        choice = rng.integers(16 + len(LOOKS))
        if choice < 4:
            glColor4f(*rng.random(4))
        elif choice == 4:
            self.corners += rng.uniform(-0.1, 0.1, self.corners.shape).astype(np.float32)
        elif choice == 5:
            (glEnableClientState, glDisableClientState)[rng.integers(2)](GL_COLOR_ARRAY)
        elif choice == 6:
            glBufferSubData(GL_ARRAY_BUFFER, 0, rng.random((12, 4), np.float32))
        elif choice == 14:
            self.push_or_pop()
        elif choice in (7, 15):
            glRotatef(float(rng.uniform(-60, 60)), 0, 0, 1)
        elif choice >= 16:
            LOOKS[choice - 16](rng)
        elif choice == 8:
            glShadeModel(int(rng.choice([GL_FLAT, GL_SMOOTH])))
        elif choice == 9:
            glRectf(*rng.uniform(-1, 1, 4))
        elif choice == 10:
            (glEnable, glDisable)[rng.integers(2)](GL_CLIP_PLANE0)
        elif choice in (11, 12):
            glBindBuffer(GL_ARRAY_BUFFER, 0)
            glVertexPointer(int(rng.integers(2, 4)), GL_FLOAT, 12, self.corners)
            glBindBuffer(GL_ARRAY_BUFFER, 1)
        elif choice == 13:
            glColorPointer(int(rng.integers(3, 5)), GL_FLOAT, 16, None)
        else:
            glPolygonMode(GL_FRONT_AND_BACK, int(rng.choice([GL_LINE, GL_FILL, GL_FILL])))

    def push_or_pop(self):
        """Saves state, or restores the state that a command before saved."""
        bits = (
            GL_CURRENT_BIT,
            GL_ENABLE_BIT,
            GL_COLOR_BUFFER_BIT,
            GL_TEXTURE_BIT,
            GL_DEPTH_BUFFER_BIT,
        )
        if self.pushed and self.rng.integers(2):
            glPopAttrib()
            self.pushed -= 1
        else:
            glPushAttrib(sum(bit for bit in bits if self.rng.integers(2)))
            self.pushed += 1

    def run(self):
        """The final picture, and one before it."""
        seen = []
        for step in range(120):
            self.draw()
            self.between()
            if step % 50 == 49:
                seen.append(glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE))
                glClear(GL_DEPTH_BUFFER_BIT)
        seen.append(glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE))
        return [*map(bytes, seen)]


def draw_to_a_texture():
    """Texture 3 is drawn to, and its base level is all there is of it."""
    glBindTexture(GL_TEXTURE_2D, 3)
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST)
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, SIZE, SIZE, 0, GL_RGBA, GL_UNSIGNED_BYTE, None)
    glBindFramebuffer(GL_FRAMEBUFFER, glGenFramebuffers(1))
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 3, 0)
    glBindRenderbuffer(GL_RENDERBUFFER, glGenRenderbuffers(1))
    glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH24_STENCIL8, SIZE, SIZE)
    for point in (GL_DEPTH_ATTACHMENT, GL_STENCIL_ATTACHMENT):
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, point, GL_RENDERBUFFER, 1)
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT)


@pytest.mark.parametrize("textured", [False, True])
@pytest.mark.parametrize(
    ("machine", "lanes", "threads"), [("eager", None, 1), ("llvm", 4, 1), ("llvm", 16, 3)]
)
def test_batching_is_not_visible(machine, lanes, threads, textured, monkeypatch, tuned):
    """In a window, or in a texture that is sampled now and then."""
    seed = 30
    print("seed", seed)
    tuned(MAX_ONE_THREAD_ENTRIES=0)  # threads share whatever there is
    pictures = []
    for few in (limits.MAX_BATCHED_VERTICES, -1):
        tuned(MAX_BATCHED_VERTICES=few)
        Context(SIZE, SIZE, machine=machine, lanes=lanes, threads=threads)
        numbered()
        if textured:
            draw_to_a_texture()
        pictures.append(Scene(seed).run())
    assert pictures[0] == pictures[1]
    assert len(set(pictures[0])) == 3


@pytest.mark.parametrize("seed", [31, 32])
def test_few_fragment_states_are_drawn_one_by_one(seed, monkeypatch, tuned):
    """The pixels are those of many states, in any order of kernels and arrays."""
    print("seed", seed)
    alone, one_by_one = [], owned_tiles._draw_one_by_one

    def draw(*given):
        alone.append(len(given[-1]))
        one_by_one(*given)

    monkeypatch.setattr(owned_tiles, "_draw_one_by_one", draw)
    tuned(MAX_ONE_THREAD_ENTRIES=1 << 20)
    pictures = []
    for few in (0, 5, 1000):
        tuned(MAX_OWNERS_ONE_BY_ONE=few)
        Context(SIZE, SIZE, threads=2)
        numbered()
        alone.clear()
        pictures.append(Scene(seed).run())
        assert max(alone, default=0) <= few and bool(alone) == bool(few)
    assert pictures[0] == pictures[1] == pictures[2]


def test_threads_share_the_tiles_of_all_fragment_states(monkeypatch, tuned):
    """Each draws some tiles, one fragment state after the other; fragments are blended in order."""
    tuned(MAX_ONE_THREAD_ENTRIES=0)
    shared, in_threads = [], owned_tiles.in_threads
    monkeypatch.setattr(
        owned_tiles, "in_threads", lambda *given: (shared.append(len(given[2])), in_threads(*given))
    )
    pictures = []
    for threads, few, entries in (
        (1, -1, 100),
        (1, limits.MAX_BATCHED_VERTICES, 100),
        (3, limits.MAX_BATCHED_VERTICES, 1 << 14),
    ):
        tuned(MAX_BATCHED_VERTICES=few, TASK_ENTRIES=entries)
        context, rng = Context(5 * TILE, 4 * TILE, threads=threads), np.random.default_rng(4)
        glEnable(GL_BLEND)
        for number in range(40):
            glBlendFunc(GL_SRC_ALPHA, (GL_ONE, GL_ONE_MINUS_SRC_ALPHA)[number % 2])
            glColor4f(*rng.random(4))
            glBegin(GL_TRIANGLES)
            for corner in rng.uniform(-1.5, 1.5, (3, 2)):
                glVertex2f(*corner)
            glEnd()
        shared.clear()
        pictures.append(context.read_image().tobytes())
        assert few < 0 or shared[-1] >= limits.BANDS_OF_THREAD
    assert pictures[0] == pictures[1] == pictures[2]


@pytest.fixture
def draws(monkeypatch):
    """The calls of the pipeline."""
    calls, draw = [], draw_stages.draw
    monkeypatch.setattr(
        draw_stages, "draw", lambda *given: (calls.append(given[2].stream.count), draw(*given))
    )
    return calls


def triangle(x=0.0):
    glBegin(GL_TRIANGLES)
    for corner in ((x, 0), (x + 0.1, 0), (x, 0.1)):
        glVertex2f(*corner)
    glEnd()


def test_the_collector_of_circles_has_nothing_to_look_at(context):
    """A batch of any number of draws holds one or two lists."""
    corners, numbers = np.zeros((6, 2), np.float32), np.arange(3, dtype=np.uint32)
    glVertexPointer(2, GL_FLOAT, 0, corners)
    glEnableClientState(GL_VERTEX_ARRAY)

    def draw(number):
        glColor3f(number / 300, 0, 1)
        triangle()
        glDrawArrays(GL_TRIANGLES, number % 2, 3)
        glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_INT, numbers)

    found = []
    for number in range(300):
        draw(number)
        if number in (20, 299):
            gc.collect()
            found.append(len(gc.get_objects()))
    assert context.batch.draws.number == 900
    assert found[1] - found[0] < 50


def test_draws_become_one(context, draws):
    """Until the batch is full, or a command flushes it."""
    for number in range(50):
        glColor3f(number / 50, 0, 1)
        triangle(number / 50)
        assert glGetError() == GL_NO_ERROR
    assert draws == []
    glFinish()
    assert draws == [150]
    context.read_image()
    assert draws == [150]


def test_parameters_of_vertices_differ(context, draws):
    """Each draw of a batch has its own parameters, of vertices and of fragments."""
    numbered()
    glMatrixMode(GL_MODELVIEW)
    for number in range(5):
        glLoadIdentity()
        glTranslatef(number / 5, 0, 0)
        triangle()
    glProgramLocalParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 0, 0, 1, 0, 1)
    triangle()
    glBindProgramARB(GL_FRAGMENT_PROGRAM_ARB, 3)
    triangle()
    glShadeModel(GL_FLAT)
    glRasterPos2f(0, 0)
    triangle()
    assert draws == []
    glFinish()
    assert draws == [24]


def test_a_batch_is_full(context, draws, tuned):
    """Vertices are counted; a draw counts as at least MIN_COUNTED_VERTICES."""
    tuned(MAX_BATCH_VERTICES=2 * limits.MIN_COUNTED_VERTICES + 5)
    context.batch.flush()
    for _ in range(5):
        triangle()
    glFlush()
    assert draws == [6, 6, 3]


@pytest.mark.parametrize(
    "change",
    [
        lambda: (glProvokingVertexEXT(GL_FIRST_VERTEX_CONVENTION_EXT), triangle()),
        lambda: (glViewport(0, 0, 4, 4), triangle()),
        lambda: (glEnable(GL_CULL_FACE), triangle()),
        lambda: glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR),
        lambda: glGetIntegerv(GL_VIEWPORT),
        lambda: glCopyPixels(0, 0, 1, 1, GL_COLOR),
        lambda: glBitmap(1, 1, 0, 0, 0, 0, bytes(4)),
    ],
)
def test_changes_that_flush_the_batch(context, draws, change):
    triangle()
    change()
    assert draws == [3]


@pytest.mark.parametrize(
    "look",
    [
        lambda: glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE),
        lambda: glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 0, 0, 4, 4),
        lambda: glBindFramebuffer(GL_FRAMEBUFFER, 0),
        lambda: (glEnable(GL_TEXTURE_2D), triangle()),
    ],
)
def test_draws_to_images_are_batched_until_these_are_read(context, draws, look):
    """The next draw may sample them."""
    glBindTexture(GL_TEXTURE_2D, 1)
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST)
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, None)
    glBindFramebuffer(GL_FRAMEBUFFER, glGenFramebuffers(1))
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 1, 0)
    triangle()
    glBindTexture(GL_TEXTURE_2D, 1)
    triangle()
    assert draws == []
    look()
    assert draws == [6]


def write(target, data, anew):
    if anew:
        glBufferData(target, data, GL_STREAM_DRAW)
    else:
        glBufferSubData(target, 0, data)


def write_vertices(anew):
    """Two triangles; each draw shows another one, in another place."""
    corners = np.float32([[-1, -1], [-0.8, -1], [-1, -0.8]])
    glBindBuffer(GL_ARRAY_BUFFER, 1)
    glBufferData(GL_ARRAY_BUFFER, 48, None, GL_STREAM_DRAW)
    glVertexPointer(2, GL_FLOAT, 0, None)
    glEnableClientState(GL_VERTEX_ARRAY)
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 2)
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, 12, None, GL_STREAM_DRAW)
    for number in range(6):
        both = np.concatenate([corners, corners + 1]) + np.float32(number / 6)
        write(GL_ARRAY_BUFFER, both.astype(np.float32), anew)
        write(GL_ELEMENT_ARRAY_BUFFER, np.uint32([0, 1, 2]) + np.uint32(3 * (number % 2)), anew)
        yield lambda: glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_INT, None)


READING = b"""!!NVfp4.0
BUFFER4 b[] = { program.buffer[0] };
TEMP t;
TXF t, {0, 0, 0, 0}, texture[0], BUFFER;
ADD result.color, b[0], t;
END"""


def write_what_programs_read(anew, written):
    """A parameter buffer, or the buffer of a texture."""
    glBindProgramARB(GL_FRAGMENT_PROGRAM_ARB, 1)
    glProgramStringARB(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, len(READING), READING)
    glEnable(GL_FRAGMENT_PROGRAM_ARB)
    parameters, texels = GL_FRAGMENT_PROGRAM_PARAMETER_BUFFER_NV, GL_TEXTURE_BUFFER_EXT
    for name, target in ((1, parameters), (2, texels)):
        glBindBuffer(target, name)
        glBufferData(target, 16, None, GL_STREAM_DRAW)
    glBindBufferBaseNV(parameters, 0, 1)
    glBindTexture(texels, 1)
    glTexBufferEXT(texels, GL_RGBA32F_ARB, 2)
    for number in range(6):
        write(written, np.float32([number / 6, 0, number % 3 / 3, 1]), anew)
        yield lambda number=number: triangle(number / 6)


@pytest.mark.parametrize("anew", [False, True])
@pytest.mark.parametrize(
    "kind",
    [
        write_vertices,
        partial(write_what_programs_read, written=GL_FRAGMENT_PROGRAM_PARAMETER_BUFFER_NV),
        partial(write_what_programs_read, written=GL_TEXTURE_BUFFER_EXT),
    ],
)
def test_buffers_are_written_between(kind, anew, draws, tuned):
    """Batch draws have copies of elements and of indices, and see nothing of other data stores.

    A write to a small store that programs read leaves the draws before it the old one; a write to a
    larger one flushes the batch.
    """
    found, few, size = [], limits.MAX_BATCHED_VERTICES, limits.MAX_COPIED_BUFFER
    for most, copied in ((few, size), (few, -1), (-1, size)):
        tuned(MAX_BATCHED_VERTICES=most, MAX_COPIED_BUFFER=copied)
        context = Context(SIZE, SIZE)
        draws.clear()
        for each in kind(anew):
            each()
        glFinish()
        found.append((context.read_image().tobytes(), list(draws)))
    (batched, together), (flushed, parts), (alone, apart) = found
    assert batched == flushed == alone and batched.count(255) >= 6 * 3
    assert together == [6 * 3] and len(apart) == 6 and sum(parts) == 6 * 3
    assert (len(parts) == 1) == (anew or kind is write_vertices)


def test_primitives_of_one_kind_or_another(draws, tuned):
    """Colours of each primitive, of each vertex, of arrays between, all in one draw."""
    seed = 5
    print("seed", seed)
    corners = np.float32([[-1, -1], [-0.6, -1], [-1, -0.6]])
    colors = np.random.default_rng(seed).random((12, 3), np.float32)
    found = []
    for few in (limits.MAX_BATCHED_VERTICES, -1):
        tuned(MAX_BATCHED_VERTICES=few)
        context = Context(SIZE, SIZE)
        draws.clear()
        glVertexPointer(2, GL_FLOAT, 0, corners + 1)
        glEnableClientState(GL_VERTEX_ARRAY)
        for number in range(12):
            glBegin(GL_TRIANGLES)
            for corner in corners + np.float32(number / 8):
                if number % 3:  # of one colour, of two, or of that before
                    glColor3fv(colors[number - (number % 3 == 2 and corner[0] < -0.9)])
                glVertex2fv(corner)
            glEnd()
            if number == 7:
                glDrawArrays(GL_TRIANGLES, 0, 3)
        glFinish()
        found.append(context.read_image().tobytes())
        assert draws == ([39] if few > 0 else [3] * 13)
    assert found[0] == found[1] and len(set(found[0])) > 12


LINE_MODES, TRIANGLE_MODES = MODES[1:4], MODES[4:]


def draw_in_modes(modes, count=11):
    """Each mode by arrays, by elements and by vertices, of other colours."""
    seed = 17
    print("seed", seed)
    rng = np.random.default_rng(seed)
    corners = rng.uniform(-1, 1, (2 * count, 2)).astype(np.float32)
    glVertexPointer(2, GL_FLOAT, 0, corners)
    glEnableClientState(GL_VERTEX_ARRAY)
    glEnable(GL_BLEND)
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA)
    for mode in [*modes, *modes[::-1]]:
        glColor4f(*rng.random(4))
        glDrawArrays(mode, 3, count)
        glColor4f(*rng.random(4))
        glDrawElements(mode, count, GL_UNSIGNED_BYTE, rng.permutation(2 * count).astype(np.uint8))
        glBegin(mode)
        for corner in corners[:count]:
            glColor4f(*rng.random(4))
            glVertex2fv(corner)
        glEnd()
    glFinish()


@pytest.mark.parametrize(
    ("modes", "change", "together"),
    [
        (TRIANGLE_MODES, lambda: glEnable(GL_CULL_FACE), 1),
        (LINE_MODES, lambda: glLineWidth(3), 1),
        ([GL_POINTS, GL_LINES, GL_QUADS], lambda: None, 5),
        # Whose colours shapes have, or which primitive they are of, is what the mode says too.
        (TRIANGLE_MODES, lambda: glShadeModel(GL_FLAT), 11),
        (LINE_MODES, numbered, 5),
    ],
)
@pytest.mark.parametrize("count", [11, 90])
def test_modes_become_lists(modes, change, together, count, draws, tuned):
    """Modes with the same number of corners share a batch if fragments read no ids."""
    found, few = [], limits.MAX_BATCHED_VERTICES
    for most in (few, -1):
        tuned(MAX_BATCHED_VERTICES=most)
        context = Context(SIZE, SIZE)
        change()
        draws.clear()
        draw_in_modes(modes, count)
        assert len(draws) == (together if most == few else 6 * len(modes))
        found.append(context.read_image().tobytes())
    assert found[0] == found[1] and len(set(found[0])) > 50


def test_colours_that_are_not_seen_may_be_flat(context, draws):
    """Colours of a shadow map may be flat, but not under the alpha test."""
    glBindTexture(GL_TEXTURE_2D, 1)
    image = GL_DEPTH_COMPONENT, SIZE, SIZE, 0, GL_DEPTH_COMPONENT, GL_FLOAT, None
    glTexImage2D(GL_TEXTURE_2D, 0, *image)
    glBindFramebuffer(GL_FRAMEBUFFER, glGenFramebuffers(1))
    attached = GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, 1, 0
    glFramebufferTexture2D(*attached)
    glDrawBuffer(GL_NONE)
    glReadBuffer(GL_NONE)
    glEnable(GL_DEPTH_TEST)
    glAlphaFunc(GL_LESS, 0.5)
    found = []
    for shade_model, tested in ((GL_SMOOTH, False), (GL_FLAT, False), (GL_FLAT, True)):
        glShadeModel(shade_model)
        (glEnable if tested else glDisable)(GL_ALPHA_TEST)
        glClear(GL_DEPTH_BUFFER_BIT)
        draws.clear()
        draw_in_modes(TRIANGLE_MODES)
        assert (len(draws) == 1) == (not tested)
        found.append(glReadPixels(0, 0, SIZE, SIZE, GL_DEPTH_COMPONENT, GL_FLOAT).tobytes())
    assert found[0] == found[1] != found[2]


def test_long_draws_keep_their_mode(context, draws):
    """In a batch of two modes, and of one mode with a long draw of another."""
    rows = np.zeros((limits.MAX_MIXED_MODE_VERTICES + 1, 2), np.float32)
    glVertexPointer(2, GL_FLOAT, 0, rows)
    glEnableClientState(GL_VERTEX_ARRAY)
    for mode, count in (
        *((GL_QUADS, 4), (GL_TRIANGLES, 3), (GL_TRIANGLES, len(rows))),
        *((GL_TRIANGLES, 6), (GL_QUADS, 8), (GL_QUADS, len(rows))),
    ):
        glDrawArrays(mode, 0, count)
    glFinish()
    assert draws == [7, len(rows) + 6, 8 + len(rows)]


def test_attributes_are_pushed_and_popped_between(context, draws):
    """glPushAttrib and glPopAttrib keep the batch, but for the state of objects."""
    for number in range(4):
        glPushAttrib(GL_CURRENT_BIT | GL_ENABLE_BIT | GL_DEPTH_BUFFER_BIT | GL_LIGHTING_BIT)
        glColor3f(number / 4, 1, 0)
        (glEnable, glDisable)[number % 2](GL_DEPTH_TEST)
        glDepthMask(False)
        triangle(number / 4)
        glPopAttrib()
        triangle(number / 4 - 1)
    assert draws == []
    glFinish()
    assert draws == [24]
    for bit in (GL_TEXTURE_BIT, GL_COLOR_BUFFER_BIT):
        glPushAttrib(bit)
        triangle()
        glPopAttrib()
    assert draws == [24, 3, 3]


def test_a_refused_draw_keeps_the_batch(context, draws):
    triangle()
    with pytest.raises(GLError):
        glDrawArrays(GL_TRIANGLES, -1, 3)
    triangle()
    glFinish()
    assert draws == [6]


def many_states():
    """Draws of many triangles over few tiles, and few over many, with two fragment states."""
    rng = np.random.default_rng(7)
    small = rng.uniform(-0.9, 0.9, (300, 1, 3)) + rng.uniform(-0.1, 0.1, (300, 3, 3))
    large = rng.uniform(-2, 2, (3, 3, 3))
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA)
    glEnableClientState(GL_VERTEX_ARRAY)
    boxes = ((0, 0, 70, 100), (50, 30, 80, 90), (3, 3, 0, 9))
    for step in range(12):
        glColor4f(*rng.random(4))
        (glEnable, glDisable)[step % 2](GL_BLEND)
        (glDisable, glEnable)[step % 5 > 1](GL_SCISSOR_TEST)
        glScissor(*boxes[step % 3])
        corners = np.float32((small, large)[step % 2]).reshape(-1, 3)
        glVertexPointer(3, GL_FLOAT, 0, corners)
        glDrawArrays(GL_TRIANGLES, 0, len(corners))
    return current.context.read_image().tobytes()


def test_fragment_states_in_tasks_of_any_size(tuned, draws):
    """With any number of pairs of primitives and tiles at once, packed or not."""
    pictures = []
    for threads, entries, kept in ((1, 1 << 22, 64), (2, 1 << 22, 1), (2, 50, 64)):
        tuned(
            MIN_PACKED_ENTRIES=4096 if threads == 1 else 100,
            MIN_PACKED_TILE_ENTRIES=1 if threads > 1 else limits.MIN_PACKED_TILE_ENTRIES,
            CHUNK_ENTRIES=entries,
            MAX_CACHED_CALLS=kept,
        )
        Context(150, 140, threads=threads)
        pictures.append(many_states())
    assert len(draws) == 3
    tuned(MAX_BATCHED_VERTICES=-1)
    for machine in ("llvm", "eager"):
        Context(150, 140, machine=machine)
        pictures.append(many_states())
    assert len(set(pictures)) == 1
    assert len(draws) == 3 + 2 * 12
