"""Parameter buffers: binding, filling, reading in programs, and errors."""

import numpy as np
import pytest

from softgl import Context, GLError
from softgl.gl import *
from softgl.gl.programs.parameter_buffers import MAX_BINDINGS, MAX_PARAMETER_WORDS

VERTEX = GL_VERTEX_PROGRAM_PARAMETER_BUFFER_NV
FRAGMENT = GL_FRAGMENT_PROGRAM_PARAMETER_BUFFER_NV
GEOMETRY = GL_GEOMETRY_PROGRAM_PARAMETER_BUFFER_NV
TARGETS = [VERTEX, GEOMETRY, FRAGMENT]


def store(name, words, target=GL_ARRAY_BUFFER):
    glBindBuffer(target, name)
    glBufferData(target, np.array(words, np.uint32), GL_STATIC_DRAW)


def content(name):
    glBindBuffer(GL_ARRAY_BUFFER, name)
    size = glGetBufferParameteriv(GL_ARRAY_BUFFER, GL_BUFFER_SIZE)
    return glGetBufferSubData(GL_ARRAY_BUFFER, 0, size).view(np.uint32).tolist()


def load(target, text):
    glProgramStringARB(target, GL_PROGRAM_FORMAT_ASCII_ARB, len(text), text)
    glEnable(target)


@pytest.mark.parametrize("target", TARGETS)
def test_binding(context, target):
    assert glGetIntegerv(target) == glGetIntegerIndexedvEXT(target, 0) == 0
    bind = [
        lambda point, name: glBindBufferBaseNV(target, point, name),
        lambda point, name: glBindBufferOffsetNV(target, point, name, 0),
        lambda point, name: glBindBufferRangeNV(target, point, name, 0, 64),
    ]
    for point, function in enumerate(bind):
        name = point + 4
        function(point, name)
        found = glGetIntegerIndexedvEXT(target, point)
        assert isinstance(found, np.int32) and found == name
        # "the equivalent of BindBuffer(target, buffer)"
        assert glGetIntegerv(target) == name
        assert glIsBuffer(name)
    others = [other for other in TARGETS if other != target]
    assert [glGetIntegerIndexedvEXT(other, 0) for other in others] == [0, 0]
    for point, function in enumerate(bind):
        function(point, 0)
        assert glGetIntegerIndexedvEXT(target, point) == glGetIntegerv(target) == 0


def test_limits(context):
    for target in (GL_VERTEX_PROGRAM_ARB, GL_GEOMETRY_PROGRAM_NV, GL_FRAGMENT_PROGRAM_ARB):
        bindings = glGetProgramivARB(target, GL_MAX_PROGRAM_PARAMETER_BUFFER_BINDINGS_NV)
        assert bindings == MAX_BINDINGS >= 8
        assert (
            glGetProgramivARB(target, GL_MAX_PROGRAM_PARAMETER_BUFFER_SIZE_NV)
            == MAX_PARAMETER_WORDS
            >= 4096
        )


def test_a_deleted_buffer_is_bound_nowhere(context):
    glBindBufferBaseNV(VERTEX, 1, 3)
    glBindBufferBaseNV(VERTEX, 2, 4)
    glBindBufferBaseNV(FRAGMENT, 5, 3)
    glDeleteBuffers(1, [3])
    assert glGetIntegerIndexedvEXT(VERTEX, 1) == glGetIntegerIndexedvEXT(FRAGMENT, 5) == 0
    assert glGetIntegerIndexedvEXT(VERTEX, 2) == glGetIntegerv(VERTEX) == 4
    assert glGetIntegerv(FRAGMENT) == 0


@pytest.mark.parametrize("target", TARGETS)
def test_contents(context, target):
    store(7, [9] * 6)
    glBindBufferBaseNV(target, 3, 7)
    glProgramBufferParametersfvNV(target, 3, 1, 2, [1.0, 1e300])
    glProgramBufferParametersIivNV(target, 3, 3, 1, [-1])
    glProgramBufferParametersIuivNV(target, 3, 4, 2, np.array([2**32 - 1, 5]))
    assert content(7) == [9, 0x3F800000, 0x7F800000, 2**32 - 1, 2**32 - 1, 5]
    glProgramBufferParametersfvNV(target, 3, 6, 0, [])
    assert content(7)[0] == 9


FILL = """!!NVfp4.0
{declaration}
PARAM scale = {{ .0039215686, .0039215686, .0039215686, .0039215686 }};
TEMP t;
INT TEMP n;
MOV.S n, program.local[0];
I2F t, {read};
MUL result.color, t, scale;
END"""


@pytest.mark.parametrize("machine", ["eager", "llvm"])
@pytest.mark.parametrize(
    ("declaration", "read", "expected"),
    [
        ("BUFFER b[] = { program.buffer[2] };", "b[3]", [3, 3, 3, 3]),
        ("BUFFER b[] = { program.buffer[2][4..9] };", "b[1]", [5, 5, 5, 5]),
        ("BUFFER4 b[] = { program.buffer[2] };", "b[2]", [8, 9, 10, 11]),
        ("BUFFER4 b[] = { program.buffer[2][1..2] };", "b[1].wzyx", [11, 10, 9, 8]),
        ("BUFFER b[] = { program.buffer[2] };", "b[n.x + 1]", [7, 7, 7, 7]),
        ("BUFFER4 b[] = { program.buffer[2] };", "b[n.y]", [4, 5, 6, 7]),
        ("BUFFER b = program.buffer[2][11];", "b", [11, 11, 11, 11]),
        ("BUFFER b[] = { program.buffer[3] };", "b[3]", [0, 0, 0, 0]),
        # Beyond the end is the last word.
        ("BUFFER b[] = { program.buffer[2] };", "b[40]", [11, 11, 11, 11]),
        ("BUFFER4 b[] = { program.buffer[2] };", "b[3]", [11, 11, 11, 11]),
    ],
)
def test_programs_read_them(context, machine, declaration, read, expected):
    Context(1, 1, machine=machine)
    store(1, range(12))
    glBindBufferBaseNV(FRAGMENT, 2, 1)
    load(GL_FRAGMENT_PROGRAM_ARB, FILL.format(declaration=declaration, read=read))
    glProgramLocalParameterI4iNV(GL_FRAGMENT_PROGRAM_ARB, 0, 6, 1, 0, 0)
    glRectf(-1, -1, 1, 1)
    assert list(glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE)) == expected
    # A buffer object changes, and the next draw sees it.
    glProgramBufferParametersIivNV(FRAGMENT, 2, 0, 12, [200] * 12)
    glRectf(-1, -1, 1, 1)
    changed = list(glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE))
    assert changed == ([200] * 4 if "[3] }" not in declaration else [0] * 4)


@pytest.mark.parametrize("machine", ["eager", "llvm"])
def test_each_target_has_its_own(machine):
    Context(1, 1, machine=machine)
    store(1, [10, 20, 30, 40])
    store(2, [50, 60, 70, 80])
    store(3, [1, 2, 3, 4])
    for target, buffer in ((VERTEX, 1), (GEOMETRY, 3), (FRAGMENT, 2)):
        glBindBufferBaseNV(target, 0, buffer)
    declaration = "BUFFER4 b[] = { program.buffer[0] };"
    load(
        GL_VERTEX_PROGRAM_ARB,
        f"!!NVvp4.0 {declaration} MOV result.position, vertex.position; TEMP t;"
        "I2F t, b[0]; MUL result.texcoord[0], t, .0039215686; END",
    )
    load(
        GL_FRAGMENT_PROGRAM_ARB,
        f"!!NVfp4.0 {declaration} TEMP t; I2F t, b[0];"
        "MAD result.color, t, .0039215686, fragment.texcoord[0]; END",
    )
    glRectf(-1, -1, 1, 1)
    assert list(glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE)) == [60, 80, 100, 120]
    # A geometry program adds its own, the element that the number of a vertex chooses.
    load(
        GL_GEOMETRY_PROGRAM_NV,
        """!!NVgp4.0 PRIMITIVE_IN TRIANGLES; PRIMITIVE_OUT TRIANGLE_STRIP; VERTICES_OUT 3;
        BUFFER4 b[] = { program.buffer[0] }; BUFFER c = program.buffer[1][2]; TEMP t; INT TEMP i;
        ATTRIB place = vertex.position; ATTRIB sum = vertex.texcoord[0]; MOV.S i, 0;
        REP.S { 3 }; I2F t, b[i.y]; MAD t, t, .0039215686, sum[i.x];
        ADD result.texcoord[0], t, c; MOV result.position, place[i.x]; EMIT;
        ADD.S i.x, i, 1; ENDREP; END""",
    )
    glBegin(GL_TRIANGLES)
    for corner in ((-1, -1), (3, -1), (-1, 3)):
        glVertex2f(*corner)
    glEnd()
    assert list(glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE)) == [61, 82, 103, 124]
    glProgramBufferParametersIivNV(GEOMETRY, 0, 1, 2, [5, 7])
    glRectf(-1, -1, 1, 1)
    assert list(glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE)) == [61, 85, 107, 124]


def test_a_mapped_buffer_is_not_read(context):
    store(1, range(12))
    glBindBufferBaseNV(FRAGMENT, 2, 1)
    read = {"declaration": "BUFFER b[] = { program.buffer[2] };", "read": "b[3]"}
    load(GL_FRAGMENT_PROGRAM_ARB, FILL.format(**read))
    glMapBuffer(GL_ARRAY_BUFFER, GL_READ_ONLY)
    for function in (
        lambda: glRectf(-1, -1, 1, 1),
        lambda: glProgramBufferParametersIivNV(FRAGMENT, 2, 0, 1, [1]),
    ):
        with pytest.raises(GLError) as caught:
            function()
        assert caught.value.code == GL_INVALID_OPERATION


@pytest.mark.parametrize(
    ("function", "arguments", "code"),
    [
        (glBindBufferBaseNV, (VERTEX, MAX_BINDINGS, 1), GL_INVALID_VALUE),
        (glBindBufferBaseNV, (GL_ARRAY_BUFFER, 0, 1), GL_INVALID_ENUM),
        (glBindBufferOffsetNV, (VERTEX, MAX_BINDINGS, 1, 0), GL_INVALID_VALUE),
        (glBindBufferOffsetNV, (VERTEX, 0, 1, 4), GL_INVALID_VALUE),
        (glBindBufferRangeNV, (VERTEX, MAX_BINDINGS, 1, 0, 4), GL_INVALID_VALUE),
        (glBindBufferRangeNV, (VERTEX, 0, 1, 4, 4), GL_INVALID_VALUE),
        (glBindBufferRangeNV, (VERTEX, 0, 1, 0, 0), GL_INVALID_VALUE),
        (glBindBufferRangeNV, (VERTEX, 0, 1, 0, -4), GL_INVALID_VALUE),
        (glBindBufferRangeNV, (VERTEX, 0, 1, 0, 6), GL_INVALID_VALUE),
        (glGetIntegerIndexedvEXT, (VERTEX, MAX_BINDINGS), GL_INVALID_VALUE),
        (glGetIntegerIndexedvEXT, (GL_FOG, 0), GL_INVALID_ENUM),
        (glProgramBufferParametersfvNV, (VERTEX, 1, 0, 1, [1]), GL_INVALID_OPERATION),
        (glProgramBufferParametersfvNV, (VERTEX, MAX_BINDINGS, 0, 1, [1]), GL_INVALID_VALUE),
        (glProgramBufferParametersfvNV, (FRAGMENT, 0, 2, 3, [1] * 3), GL_INVALID_VALUE),
        (glProgramBufferParametersfvNV, (FRAGMENT, 0, 0, 3, [1] * 2), GL_INVALID_VALUE),
        (
            glProgramBufferParametersfvNV,
            (FRAGMENT, 1, MAX_PARAMETER_WORDS, 1, [1]),
            GL_INVALID_VALUE,
        ),
        (glProgramBufferParametersIivNV, (FRAGMENT, 0, 0, -1, []), GL_INVALID_VALUE),
        (glProgramBufferParametersIivNV, (GL_VERTEX_PROGRAM_ARB, 0, 0, 1, [1]), GL_INVALID_ENUM),
    ],
)
def test_errors(context, snapshot, function, arguments, code):
    store(1, [1, 2, 3, 4])
    store(2, [0] * (MAX_PARAMETER_WORDS + 8))
    glBindBufferBaseNV(FRAGMENT, 0, 1)
    glBindBufferBaseNV(FRAGMENT, 1, 2)
    before = snapshot(context)
    with pytest.raises(GLError) as caught:
        function(*arguments)
    assert caught.value.code == code
    assert snapshot(context) == before
