"""Draws from arrays that take the short path show what those of the long one show."""

import numpy as np
import pytest

from softgl import Context, GLError
from softgl.gl import *
from softgl.gl.api.current import current
from softgl.gl.api.memory import DTYPES
from softgl.gl.draw import draw_arrays
from softgl.gl.draw.batch import Batch

SIZE = 32
VERTEX = b"""!!ARBvp1.0
MOV result.position, vertex.position;
ADD result.color, vertex.color, program.env[0];
MAD result.color.y, vertex.attrib[6].x, vertex.normal.z, vertex.fogcoord.x;
END"""
TEMPLATE = np.array([[0, 0], [0.2, 0], [0, 0.2], [0.2, 0.2]], np.float32)


def load(text=VERTEX, target=GL_VERTEX_PROGRAM_ARB):
    glBindProgramARB(target, glGenProgramsARB(1))
    glProgramStringARB(target, GL_PROGRAM_FORMAT_ASCII_ARB, len(text), text)
    glEnable(target)


class Scene:
    """Random draws of a few triangles from arrays of many layouts."""

    def __init__(self, seed):
        self.rng = rng = np.random.default_rng(seed)
        self.corners = (rng.uniform(-1, 0.8, (10, 1, 2)) + TEMPLATE).reshape(-1, 2)
        self.corners = self.corners.astype(np.float32)
        self.mixed = np.zeros(40, [("p", "<f8", 3), ("c", "u1", 4), ("n", "<i2", 3)])
        self.mixed["p"][:, :2], self.mixed["c"] = self.corners, rng.integers(0, 256, (40, 4))
        self.mixed["n"] = rng.integers(-32768, 32768, (40, 3))
        load()
        glBindBuffer(GL_ARRAY_BUFFER, 1)
        glBufferData(GL_ARRAY_BUFFER, self.mixed, GL_STATIC_DRAW)
        self.other = glGenVertexArrays(1)
        for name in (self.other, 0):
            glBindVertexArray(name)
            glBindBuffer(GL_ARRAY_BUFFER, 1)
            glColorPointer(4, GL_UNSIGNED_BYTE, self.mixed.itemsize, 24)
            glNormalPointer(GL_SHORT, self.mixed.itemsize, 28)
            self.positions(1)
            glEnableClientState(GL_VERTEX_ARRAY)
        glPrimitiveRestartIndexNV(7)

    def positions(self, choice):
        if choice == 0:
            glVertexPointer(2, GL_FLOAT, 0, self.corners)
        elif choice == 1:
            glBindBuffer(GL_ARRAY_BUFFER, 1)
            glVertexPointer(3, GL_DOUBLE, self.mixed.itemsize, 0)
            glBindBuffer(GL_ARRAY_BUFFER, 0)
        else:
            glVertexPointer(2, GL_FLOAT, 16, self.corners)

    def draw(self):
        rng = self.rng
        # Some of them reach beyond the end of an array.
        first, count = int(rng.integers(0, 42)), int(rng.integers(0, 6))
        type_ = int(rng.choice([GL_UNSIGNED_BYTE, GL_UNSIGNED_SHORT, GL_UNSIGNED_INT]))
        numbers = rng.integers(0, 42, count).astype(DTYPES[type_])
        form = rng.integers(7)
        if form == 0:
            glDrawElements(GL_TRIANGLE_STRIP, count, type_, numbers)
            numbers[:] = 0
        elif form == 1:
            glDrawRangeElements(GL_TRIANGLE_STRIP, 0, 50, count, type_, numbers)
        elif form == 2:
            instances = int(rng.integers(4) > 0) * int(rng.integers(1, 3))
            glDrawElementsInstanced(GL_TRIANGLE_STRIP, count, type_, numbers, instances)
        elif form == 3:
            glDrawArraysInstanced(GL_TRIANGLE_STRIP, first, count, 1)
        else:
            glDrawArrays(GL_TRIANGLE_STRIP, first, count)

    def between(self):
        rng = self.rng
        [
            lambda: glColor4f(*rng.random(4).tolist()),
            lambda: glVertexAttrib1f(6, rng.random()),
            lambda: glNormal3f(0, 0, rng.random()),
            lambda: glFogCoordf(rng.random()),
            lambda: self.positions(rng.integers(3)),
            lambda: self.positions(rng.integers(3)),
            lambda: self.corners.__iadd__(np.float32(rng.uniform(-0.1, 0.1))),
            lambda: rng.choice([glEnableClientState, glDisableClientState])(GL_COLOR_ARRAY),
            lambda: rng.choice([glEnableClientState, glDisableClientState])(GL_NORMAL_ARRAY),
            lambda: glBufferSubData(GL_ARRAY_BUFFER, 0, 4, bytes(4)) if rng.integers(2) else None,
            lambda: glProgramEnvParameter4fARB(
                GL_VERTEX_PROGRAM_ARB, 0, *rng.uniform(-0.2, 0.2, 4).tolist()
            ),
            lambda: glGetFloatv(GL_CURRENT_COLOR),
            lambda: rng.choice([glEnableClientState, glDisableClientState])(
                GL_PRIMITIVE_RESTART_NV
            ),
            lambda: glRectf(-0.1, -0.1, 0.1, 0.1),
            self.other_arrays,
        ][rng.integers(15)]()

    def other_arrays(self):
        """Binds a vertex array object with only positions in a buffer object, or none."""
        bound = glGetIntegerv(GL_VERTEX_ARRAY_BINDING)
        if self.rng.integers(2):
            glDrawArrays(GL_TRIANGLE_STRIP, 0, 4)
        glBindVertexArray(0 if bound else self.other)

    def run(self):
        """The final picture, and the errors."""
        errors = []
        for _ in range(250):
            try:
                self.draw()
                self.between()
            except GLError as error:  # no buffer object is bound, or an array has no memory
                errors.append(str(error))
        return current.context.read_image().tobytes(), errors


@pytest.mark.parametrize("machine", ["eager", "llvm"])
def test_the_short_path_is_not_seen(machine, monkeypatch):
    seed = 5
    print("seed", seed)
    pictures = []
    for short in (True, False):
        if not short:
            monkeypatch.setattr(Batch, "accepts", lambda self: False)
        Context(SIZE, SIZE, machine=machine)
        pictures.append(Scene(seed).run())
    assert pictures[0] == pictures[1]


def program_of(color):
    """A program of GLSL whose triangles have an offset and a colour from uniforms."""
    texts = {
        GL_VERTEX_SHADER: """#version 330 core
            layout(location = 0) in vec2 at; uniform vec2 offset; uniform float size;
            uniform Places { vec2 place; };
            void main() { gl_Position = vec4(at * size + offset + place, 0.0, 1.0); }""",
        GL_FRAGMENT_SHADER: f"""#version 330 core
            uniform vec4 color; uniform sampler2D image; uniform Tints {{ vec4 tint; }};
            out vec4 drawn; void main() {{
            drawn = {color} + tint + texture(image, gl_FragCoord.xy / {SIZE}.0); }}""",
    }
    program = glCreateProgram()
    for type_, text in texts.items():
        shader = glCreateShader(type_)
        glShaderSource(shader, text)
        glCompileShader(shader)
        glAttachShader(program, shader)
    glLinkProgram(program)
    glUniformBlockBinding(program, glGetUniformBlockIndex(program, "Tints"), 1)
    return program


def make_textures(rng, count):
    """Binds new textures; every fourth one has another format, and so another kernel."""
    for number, texture in enumerate(glGenTextures(count)):
        glBindTexture(GL_TEXTURE_2D, texture)
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR)
        format_ = GL_RGBA32F if number % 4 == 3 else GL_RGBA8
        texels = np.float32(rng.uniform(0, 0.4, (2, 2, 4)))
        glTexImage2D(GL_TEXTURE_2D, 0, format_, 2, 2, 0, GL_RGBA, GL_FLOAT, texels)
        yield texture


def make_ranges(rng, count):
    """Fills a new uniform buffer with `count` small vectors."""
    buffer = glGenBuffers(1)
    glBindBuffer(GL_UNIFORM_BUFFER, buffer)
    words = np.float32(rng.uniform(0, 0.3, (count, 64)))
    glBufferData(GL_UNIFORM_BUFFER, words, GL_STATIC_DRAW)
    for point in range(2):
        glBindBufferRange(GL_UNIFORM_BUFFER, point, buffer, 0, 16)
    return buffer


def draw_with_uniforms(seed):
    """Draws triangles of several vertex array objects and programs.

    Uniforms, ranges of uniform buffers and textures change between.
    """
    rng = np.random.default_rng(seed)
    textures, ranges = [*make_textures(rng, 8)], [make_ranges(rng, 6) for _ in range(2)]
    programs = [program_of("color"), program_of("color.grba")]
    arrays, buffers = glGenVertexArrays(3), glGenBuffers(6)
    for number, array in enumerate(arrays):
        glBindVertexArray(array)
        glBindBuffer(GL_ARRAY_BUFFER, buffers[min(number, 1)])
        glBufferData(GL_ARRAY_BUFFER, TEMPLATE * np.float32(1 + number), GL_STATIC_DRAW)
        glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, 0)
        glEnableVertexAttribArray(0)
        if number:
            glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers[3 + number])
            indices = np.uint16([0, 1, 2, number, 3, 2])
            glBufferData(GL_ELEMENT_ARRAY_BUFFER, indices, GL_STATIC_DRAW)
    glUseProgram(programs[0])
    names = "offset", "size", "color"
    places = {
        program: {name: glGetUniformLocation(program, name) for name in names}
        for program in programs
    }
    changes = [
        lambda: glUniform2f(places[used[0]]["offset"], *rng.uniform(-1, 1, 2)),
        lambda: glUniform2f(places[used[0]]["offset"], *rng.uniform(-1, 1, 2)),
        lambda: glUniform1f(places[used[0]]["size"], rng.uniform(0.5, 2)),
        lambda: glUniform4f(places[used[0]]["color"], *rng.uniform(0, 1, 4)),
        lambda: bind(rng.integers(3)),
        lambda: bind(rng.integers(3)),
        lambda: bind(rng.integers(3)),
        lambda: glUseProgram(used.reverse() or used[0]),
        lambda: rng.choice([glEnable, glDisable])(GL_PRIMITIVE_RESTART),
        lambda: glBufferSubData(GL_ARRAY_BUFFER, 0, np.float32(rng.uniform(-1, 0, 2))),
        *[lambda: store(np.tile(TEMPLATE, (rng.integers(1, 4), 1)) * np.float32(2 * rng.random()))]
        * 3,
        lambda: glColorMask(True, rng.integers(2), True, True),
        *[lambda: glBindTexture(GL_TEXTURE_2D, rng.choice(textures))] * 4,
        *[lambda: bind_range(*rng.integers(0, (2, 6)))] * 4,
        lambda: glBindBufferBase(GL_UNIFORM_BUFFER, rng.integers(2), rng.choice(ranges)),
        lambda: glBufferSubData(GL_UNIFORM_BUFFER, 0, np.float32(rng.uniform(0, 0.3, 2))),
        lambda: glTexParameteri(
            GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, rng.choice([GL_LINEAR, GL_NEAREST])
        ),
        lambda: glTexSubImage2D(
            GL_TEXTURE_2D, 0, 0, 0, 1, 1, GL_RGBA, GL_FLOAT, np.float32(rng.uniform(0, 0.4, 4))
        ),
    ]
    used, bound = list(programs), [2]

    def store(vertices):
        glBindBuffer(GL_ARRAY_BUFFER, rng.choice(buffers[:2]))
        glBufferData(GL_ARRAY_BUFFER, vertices, GL_STATIC_DRAW)

    def bind_range(point, number):
        glBindBufferRange(GL_UNIFORM_BUFFER, point, rng.choice(ranges), 256 * number, 16)

    def bind(number):
        bound[0] = number
        glBindVertexArray(arrays[number])

    for _ in range(200):
        for _ in range(rng.integers(1, 4)):
            rng.choice(changes)()
        if bound[0] and rng.integers(2):
            glDrawElementsInstanced(GL_TRIANGLES, 6, GL_UNSIGNED_SHORT, None, 1)
        else:
            glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, 1)
    return current.context.read_image().tobytes()


@pytest.mark.parametrize("checks", [False, True])
def test_uniforms_and_vertex_arrays_change_together(checks, tuned, monkeypatch):
    tuned(CHECKS_PLANS=checks)
    pictures = []
    for short in (True, False):
        if not short:
            monkeypatch.setattr(Batch, "accepts_elements", lambda self: False)
        Context(SIZE, SIZE, profile="core")
        pictures.append(draw_with_uniforms(3))
    assert pictures[0] == pictures[1] and len(set(pictures[0])) > 20


def test_objects_are_looked_at_once(monkeypatch, tuned):
    """Draws that bind other vertex arrays, textures and uniform ranges need no draw plan."""
    tuned(CHECKS_PLANS=False)
    Context(SIZE, SIZE, profile="core")
    rng = np.random.default_rng(2)
    textures = [texture for number, texture in enumerate(make_textures(rng, 40)) if number % 4 < 3]
    ranges = make_ranges(rng, 30)
    program = program_of("color")
    glUseProgram(program)
    arrays, buffer = glGenVertexArrays(2), glGenBuffers(1)
    for array in arrays:
        glBindVertexArray(array)
        glBindBuffer(GL_ARRAY_BUFFER, buffer)
        glBufferData(GL_ARRAY_BUFFER, TEMPLATE, GL_STATIC_DRAW)
        glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, 0)
        glEnableVertexAttribArray(0)
    looks, refreshes = [], []
    for name, noted in (("_find_copiers", looks), ("_refresh", refreshes)):
        function = getattr(Batch, name)
        monkeypatch.setattr(
            Batch, name, lambda *a, function=function, noted=noted: noted.append(1) or function(*a)
        )
    offset = glGetUniformLocation(program, "offset")
    for number in range(30):
        glUniform2f(offset, number, 0)
        glBindVertexArray(arrays[number % 2])
        glBindTexture(GL_TEXTURE_2D, textures[number])
        glBindBufferRange(GL_UNIFORM_BUFFER, number % 2, ranges, 256 * number, 256)
        glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, 1)
    assert (len(looks), len(refreshes)) == (2, 1)


@pytest.fixture
def short(context, monkeypatch):
    """The batch has a draw of a triangle; draws that take the long path are noted in this list."""
    glVertexPointer(2, GL_FLOAT, 0, TEMPLATE)
    glEnableClientState(GL_VERTEX_ARRAY)
    glDrawArrays(GL_TRIANGLES, 0, 3)
    noted, draw = [], draw_arrays._draw
    monkeypatch.setattr(draw_arrays, "_draw", lambda *a, **k: (noted.append(a[1]), draw(*a, **k)))
    return noted


@pytest.mark.parametrize(
    "change",
    [
        lambda: glColor3f(1, 0, 0),
        lambda: glVertexPointer(2, GL_FLOAT, 0, TEMPLATE + 1),
        lambda: glTranslatef(1, 0, 0),
        lambda: glEnable(GL_BLEND),
        lambda: glEnableClientState(GL_COLOR_ARRAY) or glColorPointer(4, GL_FLOAT, 0, np.eye(4)),
        lambda: glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_INT, np.uint32([3, 1, 2])),
        lambda: (glBegin(GL_TRIANGLES), glVertex2f(0, 0), glEnd()),
        lambda: glDrawArrays(GL_QUADS, 0, 4),
        lambda: glEnableClientState(GL_PRIMITIVE_RESTART_NV) or glPrimitiveRestartIndexNV(99),
        lambda: glDrawArraysInstanced(GL_TRIANGLES, 0, 3, 1),
        lambda: glFlush(),
        lambda: glClear(GL_COLOR_BUFFER_BIT),
    ],
)
def test_what_takes_the_short_path(short, change):
    change()
    glDrawArrays(GL_TRIANGLES, 1, 3)
    assert short == []


def vertices_that_know_their_instance():
    load(b"!!NVvp4.0\nMOV result.position, vertex.position;\n"
         b"I2F result.color, vertex.instance.x;\nEND")  # fmt: skip


def aliased():
    text = "!!VP1.0 MOV o[HPOS], v[0]; MOV o[COL0], v[3]; END"
    glLoadProgramNV(GL_VERTEX_PROGRAM_NV, 9, len(text), text)
    glBindProgramNV(GL_VERTEX_PROGRAM_NV, 9)
    glEnable(GL_VERTEX_PROGRAM_NV)


def per_instance():
    glVertexAttribPointer(5, 4, GL_FLOAT, False, 0, np.eye(4, dtype=np.float32))
    glEnableVertexAttribArray(5)
    glVertexAttribDivisorARB(5, 1)


@pytest.mark.parametrize(
    "change",
    [
        lambda: glProvokingVertexEXT(GL_FIRST_VERTEX_CONVENTION_EXT),
        lambda: glEnableClientState(GL_PRIMITIVE_RESTART_NV) or glPrimitiveRestartIndexNV(2),
        lambda: glEnable(GL_COLOR_MATERIAL),
        vertices_that_know_their_instance,
        aliased,
        per_instance,
    ],
)
def test_what_takes_the_long_path(short, change):
    change()
    glDrawArrays(GL_TRIANGLES, 1, 3)
    glDrawArrays(GL_TRIANGLES, 1, 30)  # elements that are not there
    glDrawArrays(GL_TRIANGLES, 1, 3)
    assert short[:2] == [GL_TRIANGLES] * 2


@pytest.mark.parametrize(
    ("change", "arguments", "code"),
    [
        (lambda: None, (GL_TRIANGLES, -1, 3), GL_INVALID_VALUE),
        (lambda: None, (GL_TRIANGLES, 0, -3), GL_INVALID_VALUE),
        (lambda: None, (77, 0, 3), GL_INVALID_ENUM),
        (lambda: glEnableClientState(GL_COLOR_ARRAY), (GL_TRIANGLES, 0, 3), GL_INVALID_OPERATION),
        (lambda: glEnableClientState(GL_COLOR_ARRAY), (GL_TRIANGLES, 0, 0), GL_INVALID_OPERATION),
        (lambda: glEnableClientState(GL_COLOR_ARRAY), (GL_TRIANGLES, -1, 3), GL_INVALID_VALUE),
        (lambda: glEnable(GL_VERTEX_PROGRAM_ARB), (GL_TRIANGLES, 0, 3), GL_INVALID_OPERATION),
    ],
)
def test_errors_are_the_same(short, context, change, arguments, code):
    change()
    with pytest.raises(GLError) as caught:
        glDrawArrays(*arguments)
    assert caught.value.code == code
    assert caught.value.baseOperation == "glDrawArrays"
    assert context.batch.draws.number == 1
    if code == GL_INVALID_OPERATION:
        with pytest.raises(GLError) as caught:
            glDrawElements(arguments[0], arguments[2], GL_UNSIGNED_BYTE, None)
        assert caught.value.code == code


def test_a_buffer_may_get_other_memory_between_draws(context):
    """Even after a refused draw, whose memory may be gone."""
    glBindBuffer(GL_ARRAY_BUFFER, 1)
    corners = np.float32([[-1, -1], [3, -1], [-1, 3]])
    glBufferData(GL_ARRAY_BUFFER, corners, GL_STATIC_DRAW)
    glVertexPointer(2, GL_FLOAT, 0, None)
    glEnableClientState(GL_VERTEX_ARRAY)
    for red, refused in ((0.25, False), (0.5, True), (0.75, False)):
        glColor3f(red, 0, 0)
        glDrawArrays(GL_TRIANGLES, 0, 3)
        glFinish()
        if refused:
            with pytest.raises(GLError):
                glDrawElements(GL_TRIANGLES, 6, GL_UNSIGNED_INT, np.uint32([0, 1, 2]))
        glBufferData(GL_ARRAY_BUFFER, np.repeat(corners * 0, 2, axis=0), GL_STATIC_DRAW)
        glClear(GL_COLOR_BUFFER_BIT)
        glDrawArrays(GL_TRIANGLES, 0, 3)
        assert not np.frombuffer(glReadPixels(0, 0, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE), "u1")[
            ::4
        ].any()
        glBufferData(GL_ARRAY_BUFFER, corners, GL_STATIC_DRAW)
        glDrawArrays(GL_TRIANGLES, 0, 3)
        shown = np.frombuffer(glReadPixels(0, 0, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE), "u1")[::4]
        assert (shown == round(red * 255)).all()
        glMapBuffer(GL_ARRAY_BUFFER, GL_READ_ONLY)
        with pytest.raises(GLError):
            glDrawArrays(GL_TRIANGLES, 0, 3)
        glUnmapBuffer(GL_ARRAY_BUFFER)


def test_another_engine_may_draw_between_draws(context):
    """As in a traced capture: the state of a draw is derived when it is appended."""
    from softgl.lanes import eager_engine

    glVertexPointer(2, GL_FLOAT, 0, TEMPLATE)
    glEnableClientState(GL_VERTEX_ARRAY)
    glDrawArrays(GL_TRIANGLES, 0, 3)
    glFinish()
    own, other = context.engine, type(eager_engine())()
    context.engine = other
    glDrawArrays(GL_TRIANGLES, 0, 3)
    context.batch.flush()
    context.engine = own
    assert other._kernels
