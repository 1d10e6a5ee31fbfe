"""Contexts that share objects: shared and own state, changes of others, deletion, threads."""

from __future__ import annotations

import gc
import os
import queue
import signal
import sys
import threading
import weakref

import numpy as np
import pytest

from softgl import Context, GLError, current_context
from softgl.gl import *
from softgl.gl.api.current import current
from softgl.gl.share_group import Guard
from tests.tools import needs_fork

RED, GREEN, BLUE = (255, 0, 0, 255), (0, 255, 0, 255), (0, 0, 255, 255)
TEXTURED = b"""!!ARBfp1.0
TEMP t;
TEX t, fragment.texcoord[0], texture[0], 2D;
MUL result.color, t, program.local[0];
END"""
QUAD = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)


@pytest.fixture
def pair(context):
    """Two contexts that share objects, one of each machine; the first is current."""
    other = Context(8, 8, threads=2, share=context)
    context.make_current()
    return context, other


def texture(color, size=4, name=None):
    """A texture of one colour, without mipmaps, bound."""
    name = glGenTextures(1) if name is None else name
    glBindTexture(GL_TEXTURE_2D, name)
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST)
    fill(color, size)
    return int(name)


def fill(color, size=4):
    """Gives the bound texture an image of one colour."""
    texels = np.tile(np.uint8(color), (size, size, 1))
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, size, size, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels)


def draw(name=None, half=False):
    """Draws a quad over the window, or its lower half, with a texture."""
    glColor4f(1, 1, 1, 1)
    glBindTexture(GL_TEXTURE_2D, 0 if name is None else name)
    (glDisable if name is None else glEnable)(GL_TEXTURE_2D)
    glBegin(GL_QUADS)
    for x, y in QUAD.tolist():
        glTexCoord2f(0.5, 0.5)
        glVertex2f(x, min(y, 0) if half else y)
    glEnd()


def draw_to(name, color, half=False):
    """Draws to a texture, or with name 0 to the present attachment, through framebuffer 1."""
    glBindFramebufferEXT(GL_FRAMEBUFFER, 1)
    if name:
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, name, 0)
    glViewport(0, 0, 4, 4)
    glDisable(GL_TEXTURE_2D)
    glColor4ub(*color)
    glRectf(-1, -1, 1, 0 if half else 1)
    glBindFramebufferEXT(GL_FRAMEBUFFER, 0)
    glViewport(0, 0, 8, 8)


def pixel(context, x=4, y=1):
    """A pixel of the window, counted from below."""
    return context.read_image().getpixel((x, 7 - y))


def is_there(name):
    """Kinds of objects that have a name."""
    kinds = (
        glIsTexture, glIsBuffer, glIsProgramARB, glIsRenderbuffer, glIsSampler, glIsList,
        glIsFramebuffer, glIsVertexArray, glIsQuery,
    )  # fmt: skip
    return [int(kind(name)) for kind in kinds]


def make_all_names():
    makers = (
        glGenTextures, glGenBuffers, glGenProgramsARB, glGenRenderbuffers, glGenSamplers,
        glGenLists, glGenFramebuffers, glGenVertexArrays, glGenQueries,
    )  # fmt: skip
    return [int(np.ravel(maker(1))[0]) for maker in makers]


def make_all():
    """An object of each kind, all of one name."""
    name, *others = make_all_names()
    assert set(others) == {name}
    glBindTexture(GL_TEXTURE_2D, name)
    glBindBuffer(GL_COPY_READ_BUFFER, name)
    glBindProgramARB(GL_FRAGMENT_PROGRAM_ARB, name)
    glBindRenderbuffer(GL_RENDERBUFFER, name)
    glBindFramebuffer(GL_FRAMEBUFFER, name)
    glBindVertexArray(name)
    glBeginQuery(GL_SAMPLES_PASSED, name)
    glEndQuery(GL_SAMPLES_PASSED)
    glBindFramebuffer(GL_FRAMEBUFFER, 0)
    glBindVertexArray(0)
    return name


def test_what_is_shared(pair):
    first, second = pair
    name = make_all()
    assert is_there(name) == [1] * 9
    sync = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0)
    glObjectLabel(GL_TEXTURE, name, -1, b"sky")
    glTexImage2D(GL_PROXY_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, None)
    glBindTexture(GL_TEXTURE_2D, 0)
    fill(RED, 2)
    second.make_current()
    assert is_there(name) == [1] * 6 + [0] * 3
    assert glIsSync(sync) and glClientWaitSync(sync, 0, 0) == GL_ALREADY_SIGNALED
    glWaitSync(sync, 0, GL_TIMEOUT_IGNORED)
    assert glGetObjectLabel(GL_TEXTURE, name) == b"sky"
    # Bindings, the textures of the name 0 and proxies are each context's own.
    assert glGetIntegerv(GL_TEXTURE_BINDING_2D) == 0
    for target in (GL_TEXTURE_2D, GL_PROXY_TEXTURE_2D):
        assert glGetTexLevelParameteriv(target, 0, GL_TEXTURE_WIDTH) == 0
    # Names of shared kinds are given once, the others in each context.
    assert make_all_names() == [name + 1] * 6 + [name] * 3
    glDeleteSync(sync)
    first.make_current()
    assert not glIsSync(sync) and make_all_names() == [name + 2] * 6 + [name + 1] * 3
    third = Context(4, 4, machine="eager", share=second)
    assert is_there(name) == [1] * 6 + [0] * 3
    assert third.share_group is first.share_group
    Context(4, 4, machine="eager")
    assert is_there(name) == [0] * 9


def test_what_no_context_can_share_with(context):
    for wrong in (1, "context", Context, context.share_group):
        with pytest.raises(GLError, match="not a Context"):
            Context(4, 4, machine="eager", share=wrong)
    assert current_context() is context and current.context is context
    strict = Context(4, 4, machine="eager", share=context, strict=True, errors="record", samples=4)
    assert (strict.programs.strict, context.programs.strict) == (True, False)
    glEnable(0)  # recorded
    assert strict.error and not context.error


def test_each_sees_at_once_what_the_other_does(pair):
    """Textures that are drawn to, changed and sampled in turn, without glFinish or fences."""
    first, second = pair
    name = texture(RED)
    draw_to(name, GREEN)  # waits
    second.make_current()
    draw(name)
    assert pixel(second) == GREEN
    draw(name, half=True)  # waits
    first.make_current()
    glBindTexture(GL_TEXTURE_2D, name)
    fill(BLUE, 8)  # another size; what waits in the second context has the texels of before
    second.make_current()
    assert (pixel(second), pixel(second, y=6)) == (GREEN, GREEN)
    draw(name, half=True)
    assert (pixel(second), pixel(second, y=6)) == (BLUE, GREEN)
    first.make_current()
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR)
    second.make_current()
    draw(name)  # not complete now: white
    assert pixel(second) == (255,) * 4
    sampler = glGenSamplers(1)
    glBindSampler(0, sampler)
    first.make_current()
    glSamplerParameteri(sampler, GL_TEXTURE_MIN_FILTER, GL_NEAREST)
    second.make_current()
    draw(name)
    assert pixel(second) == BLUE
    # The method of a context that is not current sees what waits in the one that is.
    draw_to(name, RED, half=True)
    assert np.asarray(first.read_image(texture=name))[::7, 0].tolist() == [list(BLUE), list(RED)]


def test_renderbuffers_in_framebuffers_of_both(pair):
    first, second = pair
    name = glGenRenderbuffers(1)
    for context in (*pair, first):
        context.make_current()
        glBindFramebufferEXT(GL_FRAMEBUFFER, 1)
        glBindRenderbuffer(GL_RENDERBUFFER, name)
        at = GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER
        if context is first:
            glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 4, 4)
        glFramebufferRenderbuffer(*at, name)
        draw_to(0, RED, half=context is second)
    second.make_current()
    glBindFramebuffer(GL_FRAMEBUFFER, 1)
    assert np.asarray(second.read_image("framebuffer")).reshape(-1, 4).tolist() == [list(RED)] * 16
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 2, 4)
    first.make_current()
    draw_to(0, BLUE)
    second.make_current()
    assert np.asarray(second.read_image("framebuffer")).reshape(-1, 4).tolist() == [list(BLUE)] * 8


def test_buffers_programs_and_lists(pair):
    first, second = pair
    buffer, program = glGenBuffers(1), glGenProgramsARB(1)
    target = GL_FRAGMENT_PROGRAM_ARB
    glBindBuffer(GL_ARRAY_BUFFER, buffer)
    glBufferData(GL_ARRAY_BUFFER, QUAD * 0, GL_STATIC_DRAW)
    glBindProgramARB(target, program)
    text = b"!!ARBfp1.0\nADD result.color, program.local[0], program.env[0];\nEND"
    glProgramStringARB(target, GL_PROGRAM_FORMAT_ASCII_ARB, len(text), text)
    glProgramEnvParameter4fARB(target, 0, 0, 0, 1, 0)
    second.make_current()
    glBindBuffer(GL_ARRAY_BUFFER, buffer)
    glVertexPointer(2, GL_FLOAT, 0, 0)
    glEnableClientState(GL_VERTEX_ARRAY)
    glBindProgramARB(target, program)
    glEnable(target)
    lists = glGenLists(1)
    glNewList(lists, GL_COMPILE_AND_EXECUTE)
    glDrawArrays(GL_QUADS, 0, 4)  # of no size yet
    glColor3f(1, 0, 1)
    glEndList()
    assert type(current.dispatch) is Guard and current_context() is second
    assert pixel(second) == (0, 0, 0, 0)
    first.make_current()
    glBufferSubData(GL_ARRAY_BUFFER, 0, QUAD)
    glProgramLocalParameter4fARB(target, 0, 1, 0, 0, 1)
    glNewList(lists + 1, GL_COMPILE)
    glRectf(-1, -1, 1, 0)
    second.make_current()
    glCallList(lists + 1)  # not there before glEndList
    first.make_current()
    assert current.dispatch.context is first and type(current.dispatch) is not Guard
    glEndList()
    second.make_current()
    glDrawArrays(GL_QUADS, 0, 4)
    assert (pixel(second), pixel(second, y=6)) == (RED, RED)  # the environment is its own
    first.make_current()
    glProgramLocalParameter4fARB(target, 0, 0, 1, 0, 1)
    second.make_current()
    glCallList(lists + 1)
    assert (pixel(second), pixel(second, y=6)) == (GREEN, RED)
    first.make_current()
    glCallList(lists)
    assert glGetFloatv(GL_CURRENT_COLOR).tolist() == [1, 0, 1, 1]
    glDeleteLists(lists, 2)
    glMapBuffer(GL_ARRAY_BUFFER, GL_WRITE_ONLY)
    second.make_current()
    glCallList(lists)  # no error: there is none
    with pytest.raises(GLError, match="is mapped"):
        glDrawArrays(GL_QUADS, 0, 4)
    glUnmapBuffer(GL_ARRAY_BUFFER)
    glDrawArrays(GL_QUADS, 0, 4)
    assert pixel(second, y=6) == GREEN


def test_deletion(pair):
    """OpenGL 3.3, D.1: bindings and attachments of other contexts stay, the name is unused."""
    first, second = pair
    name = texture(RED)
    buffer = glGenBuffers(1)
    second.make_current()
    glBindTexture(GL_TEXTURE_2D, name)
    draw_to(name, GREEN)
    glBindFramebuffer(GL_FRAMEBUFFER, 1)
    glBindTexture(GL_TEXTURE_2D, name)
    glBindBuffer(GL_ARRAY_BUFFER, buffer)
    glBufferData(GL_ARRAY_BUFFER, QUAD, GL_STATIC_DRAW)
    first.make_current()
    glDeleteTextures(1, [name])
    glDeleteBuffers(1, [buffer])
    assert glGetIntegerv(GL_TEXTURE_BINDING_2D) == 0
    assert not glIsTexture(name) and texture(BLUE) == name  # another object
    second.make_current()
    assert glGetIntegerv(GL_TEXTURE_BINDING_2D) == name
    assert np.asarray(second.read_image("framebuffer"))[0, 0].tolist() == list(GREEN)
    assert not glIsBuffer(buffer)
    assert glGetBufferSubData(GL_ARRAY_BUFFER, 0, 32).tobytes() == QUAD.tobytes()
    glNamedBufferDataEXT(buffer + 7, 4, None, GL_STATIC_DRAW)
    assert not glIsBuffer(buffer)
    glBindFramebuffer(GL_FRAMEBUFFER, 0)
    glEnable(GL_TEXTURE_2D)
    glRectf(-1, -1, 1, 1)
    glFinish()
    assert pixel(second) == GREEN
    glBindTexture(GL_TEXTURE_2D, name)  # the other object
    glColor3f(1, 1, 1)
    glRectf(-1, -1, 1, 1)
    assert pixel(second) == BLUE
    glBindBuffer(GL_ARRAY_BUFFER, buffer)
    assert glGetBufferParameteriv(GL_ARRAY_BUFFER, GL_BUFFER_SIZE) == 0


def test_a_program_that_another_context_has_deleted_gets_no_name(pair):
    first, second = pair
    target, form = GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB
    name = int(glGenProgramsARB(1))
    text = b"!!ARBfp1.0\nMOV result.color, {0, 1, 0, 1};\nEND"
    glBindProgramARB(target, name)
    second.make_current()
    glBindProgramARB(target, name)
    glEnable(target)
    first.make_current()
    glDeleteProgramsARB(1, [name])
    second.make_current()
    glProgramStringARB(target, form, len(text), text)
    assert not glIsProgramARB(name)
    draw()
    assert pixel(second) == GREEN
    glBindProgramNV(GL_FRAGMENT_PROGRAM_NV, name)  # another one, still to load
    with pytest.raises(GLError, match="not loaded"):
        draw()
    glProgramStringARB(target, form, len(text), text)
    assert glIsProgramARB(name)


def test_a_context_that_is_gone_leaves_its_objects(pair):
    first, second = pair
    second.make_current()
    third = Context(8, 8, machine="eager", share=first)
    name = texture(RED)
    draw_to(name, GREEN)
    gone = weakref.ref(third)
    del third
    first.make_current()
    draw(name)
    assert pixel(first) == GREEN
    gc.collect()
    assert gone() is None and len(first.share_group.contexts) == 2
    # A thread that ends with a current context has drawn what waits.
    gone = []

    def work():
        context = Context(8, 8, machine="eager", share=first)
        gone.append(weakref.ref(context))
        draw_to(name, BLUE)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    draw(name)
    assert pixel(first) == BLUE
    gc.collect()
    assert gone[0]() is None


def test_a_context_that_is_left_alone_is_as_if_it_had_never_shared(context):
    other = Context(4, 4, machine="eager", share=context)
    gone = weakref.ref(other)
    assert current.context is None and current.called is other and type(current.dispatch) is Guard
    context.make_current()
    assert type(current.dispatch) is Guard
    del other
    gc.collect()
    assert gone() is None
    context.make_current()
    assert current.context is context and current.dispatch is None


def test_a_context_that_is_current_in_another_thread_shares(context):
    ready, shared = threading.Event(), threading.Event()
    found = []

    def work():
        with Context(8, 8, machine="eager") as own:
            name = texture(RED)
            found.append(own)
            ready.set()
            assert shared.wait(60)
            found.append((type(current.dispatch), current_context() is own))
            draw(name)
            found.append(pixel(own))

    thread = threading.Thread(target=work)
    thread.start()
    assert ready.wait(60)
    with Context(8, 8, machine="eager", share=found[0]):
        glBindTexture(GL_TEXTURE_2D, 1)
        fill(BLUE)
    shared.set()
    thread.join()
    assert found[1:] == [(Guard, True), BLUE]
    assert current_context() is context and current.context is context


@pytest.fixture
def often_switched():
    """Threads take turns all the time."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def test_threads(pair, often_switched):
    """Names are given once, and each picture is one that some order of the commands gives."""
    first, _ = pair
    common = texture(RED)
    names, errors, pictures = [], [], []

    def work(context, color):
        try:
            context.make_current()
            for number in range(40):
                own = texture(color, 4 + number % 3)
                names.append(own)
                draw_to(own, color, half=True)
                draw_to(common, color)
                draw(own)
                pictures.append((color, pixel(context)))
                glBindTexture(GL_TEXTURE_2D, common)
                glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST + number % 2)
                fill(color)
                draw(common)
                pictures.append((None, pixel(context)))
                if number % 4 == 3:
                    glDeleteTextures(1, [own])
                    names.remove(own)
        except BaseException as error:
            errors.append(error)
            raise

    third = Context(8, 8, machine="eager", share=first)
    given = (pair[1], GREEN), (third, BLUE)
    threads = [threading.Thread(target=work, args=each) for each in given]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors and len(names) == len(set(names)) == 60
    assert {kind for kind, _ in pictures} == {None, GREEN, BLUE}
    for color, found in pictures:
        assert found == color if color else found in (GREEN, BLUE)


@needs_fork
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_a_forked_process_waits_for_no_thread_of_its_parent(pair):
    first, _ = pair
    name, held, done = texture(RED), threading.Event(), threading.Event()

    def hold():
        with first.share_group.lock:
            held.set()
            done.wait(60)

    thread = threading.Thread(target=hold)
    thread.start()
    assert held.wait(60)
    child = os.fork()
    if not child:
        code = 1
        signal.alarm(60)
        try:
            glBindTexture(GL_TEXTURE_2D, name)
            fill(GREEN)
            draw(name)
            code = int(pixel(first) != GREEN)
        finally:
            os._exit(code)
    done.set()
    thread.join()
    assert os.waitpid(child, 0)[1] == 0
    draw(name)
    assert pixel(first) == RED


class Steps:
    """Random steps on shared objects; their outcome does not depend on the contexts that do them.

    Each binds all that it needs, and leaves it bound: framebuffer 1 and the other objects that are
    not shared are there in each context.
    """

    def __init__(self, seed: int):
        self.rng = np.random.default_rng(seed)
        self.textures, self.buffers, self.programs = (1, 2, 3), (1, 2), (1, 2)
        steps = [getattr(self, name) for name in sorted(vars(Steps)) if name.startswith("step_")]
        self.all = [*steps, *[self.step_draw] * 6, *[self.step_clear, self.step_change] * 2]

    def begin(self):
        """Makes the objects, and more of some than of others."""
        for name in self.textures:
            texture(self._color(), 4, name)
        for name in self.buffers:
            self._vertices(name)
        for name in self.programs:
            self._load(name)
        glBindRenderbufferEXT(GL_RENDERBUFFER, 1)
        glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 8, 8)
        glGenSamplers(1)
        glNewList(1, GL_COMPILE)
        glRectf(-1, -1, 1, 0)
        glEndList()

    def one(self):
        """Draws one of the steps: a function that does it, with all of its numbers drawn."""
        return self.rng.choice(self.all)()

    def _color(self):
        return tuple(self.rng.integers(0, 256, 4).tolist())

    def _texture(self):
        return int(self.rng.choice(self.textures))

    def _vertices(self, name):
        glBindBuffer(GL_ARRAY_BUFFER, name)
        glBufferData(GL_ARRAY_BUFFER, QUAD, GL_STATIC_DRAW)

    def _load(self, name, text=TEXTURED):
        glBindProgramARB(GL_FRAGMENT_PROGRAM_ARB, name)
        form = GL_PROGRAM_FORMAT_ASCII_ARB
        glProgramStringARB(GL_FRAGMENT_PROGRAM_ARB, form, len(text), text)

    def _to(self, name):
        """Draws to a texture, or to the renderbuffer for 0."""
        glBindFramebufferEXT(GL_FRAMEBUFFER, 1)
        at = GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0
        if name:
            glFramebufferTexture2D(*at, GL_TEXTURE_2D, name, 0)
        else:
            glFramebufferRenderbuffer(*at, GL_RENDERBUFFER, 1)
        glViewport(0, 0, 4, 4)

    def step_fill(self):
        name, color, size = self._texture(), self._color(), int(self.rng.choice([4, 4, 4, 8]))
        return lambda: (glBindTexture(GL_TEXTURE_2D, name), fill(color, size))

    def step_change(self):
        name, color, (x, y) = self._texture(), self._color(), self.rng.integers(0, 3, 2).tolist()
        texels = np.tile(np.uint8(color), (2, 1, 1))
        part = GL_TEXTURE_2D, 0, x, y, 1, 2, GL_RGBA, GL_UNSIGNED_BYTE, texels
        return lambda: (glBindTexture(GL_TEXTURE_2D, name), glTexSubImage2D(*part))

    def step_draw(self):
        """Small draws, which wait: a texture is drawn to another one by a program."""
        source, target = self.rng.choice(self.textures, 2, replace=False).tolist()
        target *= int(self.rng.random() < 0.8)
        buffer, program = int(self.rng.choice(self.buffers)), int(self.rng.choice(self.programs))
        first, count = (int(self.rng.integers(0, 2)), int(self.rng.integers(3, 5)))
        sampler, listed = int(self.rng.random() < 0.3), self.rng.random() < 0.3

        def draw():
            self._to(target)
            glBindTexture(GL_TEXTURE_2D, source)
            glBindSampler(0, sampler)
            glBindProgramARB(GL_FRAGMENT_PROGRAM_ARB, program)
            glEnable(GL_FRAGMENT_PROGRAM_ARB)
            glTexCoord2f(0.3, 0.6)
            if listed:
                glCallList(1)
                return
            glBindBuffer(GL_ARRAY_BUFFER, buffer)
            glEnableClientState(GL_VERTEX_ARRAY)
            glVertexPointer(2, GL_FLOAT, 0, 0)
            glDrawArrays(GL_TRIANGLE_FAN, first, count - first)

        return draw

    def step_clear(self):
        target, color = int(self.rng.integers(0, 4)), np.float32(self._color()) / 255

        def clear():
            self._to(target)
            glClearColor(*color.tolist())
            glClear(GL_COLOR_BUFFER_BIT)

        return clear

    def step_copy(self):
        source, target = self.rng.choice((0, *self.textures), 2, replace=False).tolist()
        target = target or self.textures[source % 3]

        def copy():
            self._to(source)
            glBindTexture(GL_TEXTURE_2D, target)
            glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 1, 1, 0, 0, 3, 2)

        return copy

    def step_buffer(self):
        name, scale = int(self.rng.choice(self.buffers)), np.float32(self.rng.choice([0.5, 1, 2]))
        place = int(self.rng.integers(0, 4)) if self.rng.random() < 0.7 else None

        def change():
            self._vertices(name)
            if place is not None:
                glBufferSubData(GL_ARRAY_BUFFER, 8 * place, QUAD[place] * scale)

        return change

    def step_parameter(self):
        name, color = int(self.rng.choice(self.programs)), np.float32(self._color()) / 255
        named = self.rng.random() < 0.5

        def change():
            if named:
                glNamedProgramLocalParameter4fvEXT(name, GL_FRAGMENT_PROGRAM_ARB, 0, color)
            else:
                glBindProgramARB(GL_FRAGMENT_PROGRAM_ARB, name)
                glProgramLocalParameter4fvARB(GL_FRAGMENT_PROGRAM_ARB, 0, color)

        return change

    def step_load(self):
        name, swizzle = int(self.rng.choice(self.programs)), self.rng.choice(["t", "t.yzxw"])
        return lambda: self._load(name, TEXTURED.replace(b", t,", f", {swizzle},".encode()))

    def step_sampling(self):
        name, filter_ = self._texture(), int(self.rng.choice([GL_NEAREST, GL_LINEAR]))
        of_sampler = self.rng.random() < 0.4

        def change():
            if of_sampler:
                glSamplerParameteri(1, GL_TEXTURE_MIN_FILTER, filter_)
                glSamplerParameteri(1, GL_TEXTURE_MAG_FILTER, filter_)
            else:
                glBindTexture(GL_TEXTURE_2D, name)
                glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, filter_)

        return change

    def step_list(self):
        box = np.sort(self.rng.uniform(-1, 1, (2, 2)), axis=0).ravel().tolist()

        def make():
            glNewList(1, GL_COMPILE)
            glRectf(*box)
            glEndList()

        return make

    def step_delete(self):
        """A texture that may be bound and attached in any context; and one of its name."""
        name, color = self._texture(), self._color()
        return lambda: (glDeleteTextures(1, [name]), texture(color, 4, name))


class Worker:
    """A thread that runs the functions given to it, one after the other."""

    def __init__(self):
        self._given, self._done = queue.Queue(), queue.Queue()
        self._thread = threading.Thread(target=self._work)
        self._thread.start()

    def _work(self):
        for function in iter(self._given.get, None):
            try:
                self._done.put((function(), None))
            except BaseException as error:
                self._done.put((None, error))

    def do(self, function):
        """Does something, and waits for it."""
        self._given.put(function)
        result, error = self._done.get(timeout=120)
        if error is not None:
            raise error
        return result

    def end(self):
        self._given.put(None)
        self._thread.join()


def outcome(seed, contexts, do, count=150):
    """All contents of the objects after random steps, each in one of the contexts.

    do : (number of a context, function), does it where that context is current.
    """
    steps, rng, found = Steps(seed), np.random.default_rng(seed + 1000), []
    do(0, steps.begin)
    for number in range(count):
        do(int(rng.integers(contexts)), steps.one())
        if number % 37 == 36:
            name = steps._texture()
            found.append(do(int(rng.integers(contexts)), lambda name=name: contents(name)))
    return found + [do(each % contexts, lambda each=each: contents(each)) for each in range(4)]


def contents(name):
    """The texels of a texture, or the pixels of the renderbuffer for 0."""
    if name:
        glBindTexture(GL_TEXTURE_2D, name)
        return glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE)
    glBindFramebufferEXT(GL_FRAMEBUFFER, 1)
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, 1)
    return bytes(glReadPixels(0, 0, 8, 8, GL_RGBA, GL_UNSIGNED_BYTE))


@pytest.mark.parametrize("seed", [*range(3)])
def test_random_steps(context, seed):
    """Contexts change shared objects as one context does that gets all the commands."""
    Context(8, 8, threads=1)
    wanted = outcome(seed, 1, lambda _, function: function())
    assert len({bytes(each) for each in wanted}) > 4

    shared = [Context(8, 8, threads=2)]
    shared += [Context(8, 8, machine="eager", share=shared[0]) for _ in range(2)]

    def switched(number, function):
        shared[number].make_current()
        return function()

    assert outcome(seed, 3, switched) == wanted

    workers, own = [Worker(), Worker(), Worker()], []
    try:
        for worker in workers:
            options = {"share": own[0]} if own else {}
            own.append(worker.do(lambda options=options: Context(8, 8, threads=1, **options)))
        assert outcome(seed, 3, lambda number, function: workers[number].do(function)) == wanted
    finally:
        for worker in workers:
            worker.end()
