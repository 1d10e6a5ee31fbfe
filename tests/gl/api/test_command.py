"""Arguments of every command, and its errors."""

import inspect
import re
import threading

import numpy as np
import pytest

from softgl import GLError
from softgl.errors import ProgramError
from softgl.gl import *
from softgl.gl.api import declarations, registry
from softgl.gl.api.arguments import ArgumentError
from softgl.gl.api.command import command
from softgl.gl.api.declarations import COMMANDS, declaration_of
from softgl.gl.vertices.families import EXPORTED


def code(function, *arguments, **keywords):
    """The code of the GLError that a call raises."""
    with pytest.raises(GLError) as caught:
        function(*arguments, **keywords)
    return caught.value.code


def test_an_error_names_function_arguments_and_reason(context):
    with pytest.raises(GLError) as caught:
        glDepthFunc(GL_TEXTURE_2D)
    error = caught.value
    assert error.err == error.code == GL_INVALID_ENUM
    assert error.baseOperation == "glDepthFunc"
    assert error.cArguments == (GL_TEXTURE_2D,)
    assert str(error) == (
        "glDepthFunc(GL_TEXTURE_2D): GL_INVALID_ENUM: func: GL_TEXTURE_2D is not one of GL_ALWAYS, "
        "GL_EQUAL, GL_GEQUAL, GL_GREATER, GL_LEQUAL, GL_LESS, GL_NEVER, GL_NOTEQUAL"
    )


def test_an_error_has_what_pyopengl_gives_it(context):
    with pytest.raises(GLError) as caught:
        glBlendEquationEXT(mode=GL_ONE)
    error = caught.value
    assert (error.err, error.baseOperation, error.result) == (1280, "glBlendEquationEXT", None)
    assert error.cArguments == error.cArgs == error.pyArgs == (GL_ONE,)
    assert error.description.startswith("mode: 1 is not one of")
    import softgl.gl

    assert softgl.gl.GLError is GLError
    assert "GLError" in softgl.gl.__all__


def test_numpy_scalars_are_numbers(context):
    glDepthFunc(np.uint32(GL_GREATER))
    glViewport(np.int64(1), np.int8(2), np.uint16(3), np.int32(4))
    glClearDepth(np.float32(0.25))
    assert context.depth.func == GL_GREATER
    assert list(glGetIntegerv(GL_VIEWPORT)) == [1, 2, 3, 4]
    assert context.depth.clear == 0.25


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (glDepthFunc, ("GL_LESS",)),
        (glDepthFunc, (1.5,)),
        (glDepthFunc, (None,)),
        (glViewport, (0, 0, 4.0, 4)),
        (glClearDepth, ("1",)),
        (glClearColor, (0, 0, 0, [1, 2])),
        (glDepthMask, ("yes",)),
        (glDepthFunc, ()),
        (glDepthFunc, (GL_LESS, GL_LESS)),
        (glVertex3f, ("1", 2, 3)),
        (glVertex2i, (0.5, 1)),
        (glColor3fv, ("abc",)),
        (glLoadMatrixf, (["x"] * 16,)),
        (glBufferSubData, (GL_ARRAY_BUFFER, 0)),
    ],
)
def test_what_is_no_argument_raises_in_both_modes(context, function, arguments):
    for mode in ("raise", "record"):
        context.errors = mode
        with pytest.raises(ArgumentError):
            function(*arguments)
    assert glGetError() == 0
    assert issubclass(ArgumentError, TypeError)


def test_keywords(context):
    glDepthFunc(func=GL_GEQUAL)
    assert context.depth.func == GL_GEQUAL
    for wrong in ({"mode": GL_LESS}, {}):
        assert code(glDepthFunc, **wrong) == GL_INVALID_VALUE
    assert code(glDepthFunc, GL_LESS, func=GL_LESS) == GL_INVALID_VALUE


def test_what_is_no_usual_call_is_bound_and_checked(context):
    """Keywords, too few or too many arguments, `...` as one of them, truth values, subclasses."""

    class Number(int):
        pass

    glDepthFunc(func=GL_LESS)
    for arguments in ((), (GL_LESS, GL_LESS), (...,), (GL_LESS, ...)):
        assert code(glDepthFunc, *arguments) == GL_INVALID_VALUE
    assert code(glDepthFunc, GL_LESS, func=GL_LESS) == GL_INVALID_VALUE
    assert code(glDepthFunc, mode=GL_LESS) == GL_INVALID_VALUE
    assert code(glDepthFunc, float(GL_LESS)) == GL_INVALID_VALUE
    glDepthFunc(Number(GL_GREATER))
    assert context.depth.func == GL_GREATER
    glScissor(True, False, 1, height=2)
    assert [context.scissor.x, context.scissor.height] == [1, 2]
    glDepthRange(True, Number(0))
    assert glGetFloatv(GL_DEPTH_RANGE).tolist() == [1, 0]
    with pytest.raises(GLError) as caught:
        glScissor(0, 1, -2, 3)
    assert caught.value.cArguments == (0, 1, -2, 3)
    assert "width: the size -2" in str(caught.value)


def test_integers_wrap_as_words_do(context):
    glClearStencil(0xFFFFFFFF)
    assert context.stencil.clear == -1
    assert code(glClearStencil, 2**32) == GL_INVALID_VALUE
    assert not glIsProgramARB(-1)


@pytest.mark.parametrize("value", [-1, -(2**31), 2**31])
def test_sizes(context, value):
    assert code(glViewport, 0, 0, value, 1) == GL_INVALID_VALUE
    assert code(glGenBuffers, value) == GL_INVALID_VALUE


def test_between_begin_and_end(context, draws):
    glBegin(GL_TRIANGLES)
    for function, arguments in (
        (glDepthFunc, (GL_LESS,)),
        (glBegin, (GL_POINTS,)),
        (glGetFloatv, (GL_MODELVIEW_MATRIX,)),
        (glDrawArrays, (GL_POINTS, 0, 1)),
        (glFlush, ()),
        (glGetError, ()),
    ):
        assert code(function, *arguments) == GL_INVALID_OPERATION
    glEnd()
    assert code(glEnd) == GL_INVALID_OPERATION


def test_recorded_errors(record):
    assert glGetError() == GL_NO_ERROR
    assert glDepthFunc(1) is None
    glViewport(0, 0, -1, 1)
    # OpenGL 2.1, 2.5: further errors do not affect the recorded code.
    assert glGetError() == GL_INVALID_ENUM
    assert glGetError() == GL_NO_ERROR


def test_a_refused_begin_has_no_end(record):
    glBegin(GL_VIEWPORT)
    glVertex2f(0, 0)
    glEnd()
    # OpenGL 2.1, 2.5: the first of both errors.
    assert glGetError() == GL_INVALID_ENUM
    assert glGetError() == GL_NO_ERROR
    glBegin(GL_POINTS)
    # "results [...] it returns zero": and here it records an error of its own.
    assert glGetError() == 0
    assert glIsBuffer(1) == 0
    glEnd()
    assert glGetError() == GL_INVALID_OPERATION


def test_results_are_not_written_by_a_refused_query(record):
    out = np.full(4, 7)
    for call in (glGetIntegerv, glGetFloatv):
        call(GL_ONE, out)
    glGetLightfv(GL_LIGHT0, GL_ONE, out)
    glGetTexParameteriv(GL_ONE, GL_TEXTURE_WRAP_S, out)
    assert out.tolist() == [7] * 4


def test_a_refused_command_with_a_result_returns_zero(record):
    assert glIsEnabled(GL_TEXTURE_BINDING_2D) == 0
    assert glUnmapBuffer(GL_ARRAY_BUFFER) == 0
    assert glGetError() == GL_INVALID_ENUM


def test_raised_errors_are_not_recorded(context):
    assert code(glDepthFunc, 1) == GL_INVALID_ENUM
    assert glGetError() == GL_NO_ERROR


def test_the_context_is_current_in_its_thread_only(context):
    found = []

    def call():
        for function, arguments in ((glFlush, ()), (glVertex3f, (1, 2, 3)), (glGetError, ())):
            try:
                function(*arguments)
            except GLError as error:
                found.append(error)
        context.make_current()
        glDepthFunc(GL_ALWAYS)

    thread = threading.Thread(target=call)
    thread.start()
    thread.join()
    assert [error.code for error in found] == [GL_INVALID_OPERATION] * 3
    assert "no context is current" in str(found[1])
    assert context.depth.func == GL_ALWAYS


def test_the_cause_is_kept(context):
    with pytest.raises(GLError) as caught:
        glProgramStringARB(GL_VERTEX_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, 5, b"!!xyz")
    assert isinstance(caught.value.__cause__, ProgramError)


def test_lack_of_memory_is_an_error_of_gl(context):
    name = glGenBuffers(1)
    glBindBuffer(GL_ARRAY_BUFFER, name)
    for size in (2**31 - 1,):
        context.buffers.bound[GL_ARRAY_BUFFER].data = np.zeros(4, np.uint8)
        assert code(glGenBuffers, size) == GL_OUT_OF_MEMORY
    assert glIsBuffer(name)


def test_every_command_is_exported_with_its_own_name_and_words(context):
    for name, function in COMMANDS.items():
        assert function.__name__ == name
        assert function.__doc__, name
        exported = globals()[name]
        assert exported is EXPORTED.get(name, function)
        assert (exported.__name__, exported.__doc__) == (name, function.__doc__)
        assert exported.__module__ == function.__module__
        assert [*inspect.signature(exported).parameters] == [
            *inspect.signature(function).parameters
        ]
    assert glGetBufferParameteriv.__module__ == "softgl.gl.buffers.buffer_objects"


def test_commands_are_in_the_registry_or_forms_of_such():
    """PyOpenGL's forms have a type more (glVertexPointerf), or no size or type (glVertex)."""
    others = {name for name in COMMANDS if name not in registry.COMMANDS}
    typed = {name for name in others if re.sub("(b|ub|s|us|i|ui|f|d)$", "", name) in COMMANDS}
    sizeless = {n for n in others if any(n + s in registry.COMMANDS for s in ("d", "2d", "3d"))}
    assert "glVertexPointerf" in typed
    assert {"glVertex", "glColor", "glRotate"} <= sizeless
    assert typed | sizeless == others


def test_a_check_must_name_a_parameter(monkeypatch):
    """The first call of a command compares its checks with its parameters; here for all."""
    for name in COMMANDS:
        made = declaration_of(name)
        assert len(made.converters) == len(made.checks) == len(made.parameters)
        own = COMMANDS[name].__wrapped__.signature.parameters  # of another name, perhaps
        assert len(own) == len(made.parameters)
    monkeypatch.delitem(COMMANDS, "glDepthFunc")
    monkeypatch.delitem(known := declarations._declarations, "glDepthFunc")
    command("glDepthFunc", mode=int)(lambda ctx, func: None)
    with pytest.raises(TypeError, match="glDepthFunc: no parameter"):
        known["glDepthFunc"].checks  # noqa: B018
    with pytest.raises(ValueError, match="has an implementation already"):
        command("glDepthFunc")(lambda ctx, func: None)


def test_an_array_may_be_longer_than_the_count(context):
    glProgramEnvParameters4fvEXT(GL_VERTEX_PROGRAM_ARB, 3, 1, [1, 2, 3, 4, 5, 6, 7, 8])
    found = [glGetProgramEnvParameterfvARB(GL_VERTEX_PROGRAM_ARB, n).tolist() for n in (3, 4)]
    assert found == [[1, 2, 3, 4], [0, 0, 0, 0]]
    assert code(glProgramEnvParameters4fvEXT, GL_VERTEX_PROGRAM_ARB, 3, 2, [1] * 7) == (
        GL_INVALID_VALUE
    )
