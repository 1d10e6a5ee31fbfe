"""ARB_framebuffer_no_attachments: framebuffer objects that have a size and no image."""

from __future__ import annotations

import pytest

from softgl import Context, GLError
from softgl.debug.state import state
from softgl.gl import *

INITIAL = {
    GL_FRAMEBUFFER_DEFAULT_WIDTH: 40,
    GL_FRAMEBUFFER_DEFAULT_HEIGHT: 20,
    GL_FRAMEBUFFER_DEFAULT_LAYERS: 3,
    GL_FRAMEBUFFER_DEFAULT_SAMPLES: 3,
    GL_FRAMEBUFFER_DEFAULT_FIXED_SAMPLE_LOCATIONS: 1,
}


def test_parameters(context):
    name = glCreateFramebuffers(1)
    glBindFramebuffer(GL_FRAMEBUFFER, name)
    for pname, value in INITIAL.items():
        assert glGetFramebufferParameteriv(GL_FRAMEBUFFER, pname) == 0
        glFramebufferParameteri(GL_FRAMEBUFFER, pname, value)
        assert glGetFramebufferParameteriv(GL_DRAW_FRAMEBUFFER, pname) == value
    other, last = glGenFramebuffers(2)
    for pname, value in INITIAL.items():
        glNamedFramebufferParameteriEXT(other, pname, value)
        assert glGetNamedFramebufferParameteriv(other, pname) == value
        assert glGetNamedFramebufferParameterivEXT(last, pname) == 0
        glNamedFramebufferParameteri(last, pname, value)
    framebuffers = state(context)["framebuffers"]
    assert framebuffers[str(other)] == framebuffers[str(last)] == framebuffers[str(name)]
    for limit in ("WIDTH", "HEIGHT", "LAYERS", "SAMPLES"):
        largest = int(glGetIntegerv(globals()[f"GL_MAX_FRAMEBUFFER_{limit}"]))
        pname = globals()[f"GL_FRAMEBUFFER_DEFAULT_{limit}"]
        glFramebufferParameteri(GL_FRAMEBUFFER, pname, largest)
        for wrong in (largest + 1, -1):
            with pytest.raises(GLError) as caught:
                glFramebufferParameteri(GL_FRAMEBUFFER, pname, wrong)
            assert caught.value.err == GL_INVALID_VALUE
        assert glGetFramebufferParameteriv(GL_FRAMEBUFFER, pname) == largest


def test_parameters_of_every_framebuffer(context):
    """gl.xml has six in the group of glGetFramebufferParameteriv that the window has, too."""

    def found(target=GL_FRAMEBUFFER):
        pnames = GL_SAMPLES, GL_SAMPLE_BUFFERS, GL_DOUBLEBUFFER, GL_STEREO
        return [int(glGetFramebufferParameteriv(target, pname)) for pname in pnames]

    assert found() == found(GL_READ_FRAMEBUFFER) == [0, 0, 1, 0]
    name, buffer = glCreateFramebuffers(1), glCreateRenderbuffers(1)
    glNamedRenderbufferStorageMultisample(buffer, 4, GL_RGBA8, 4, 4)
    glNamedFramebufferRenderbuffer(name, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, buffer)
    glBindFramebuffer(GL_READ_FRAMEBUFFER, name)
    assert found(GL_READ_FRAMEBUFFER) == [4, 1, 0, 0] and found() == [0, 0, 1, 0]
    assert glGetNamedFramebufferParameteriv(name, GL_SAMPLES) == 4
    for wanted in (0, name):
        read = GL_IMPLEMENTATION_COLOR_READ_FORMAT, GL_IMPLEMENTATION_COLOR_READ_TYPE
        read = [glGetNamedFramebufferParameteriv(wanted, pname) for pname in read]
        assert read == [GL_RGBA, GL_UNSIGNED_BYTE]
    with pytest.raises(GLError) as caught:
        glFramebufferParameteri(GL_READ_FRAMEBUFFER, GL_SAMPLES, 4)
    assert caught.value.err == GL_INVALID_ENUM


@pytest.mark.parametrize("machine", ["eager", "llvm"])
@pytest.mark.parametrize("samples", [0, 4])
def test_samples_are_counted_without_an_image(machine, samples):
    with Context(8, 8, machine=machine):
        name = glCreateFramebuffers(1)
        glBindFramebuffer(GL_FRAMEBUFFER, name)
        missing = GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT
        assert glCheckFramebufferStatus(GL_FRAMEBUFFER) == missing
        glFramebufferParameteri(GL_FRAMEBUFFER, GL_FRAMEBUFFER_DEFAULT_WIDTH, 40)
        assert glCheckFramebufferStatus(GL_FRAMEBUFFER) == missing
        glFramebufferParameteri(GL_FRAMEBUFFER, GL_FRAMEBUFFER_DEFAULT_HEIGHT, 20)
        glFramebufferParameteri(GL_FRAMEBUFFER, GL_FRAMEBUFFER_DEFAULT_SAMPLES, samples)
        assert glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE
        assert glGetIntegerv(GL_SAMPLES) == samples
        assert glGetIntegerv(GL_RED_BITS) == glGetIntegerv(GL_DEPTH_BITS) == 0
        glViewport(0, 0, 40, 20)
        glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT)
        query = glCreateQueries(GL_SAMPLES_PASSED, 1)
        glBeginQuery(GL_SAMPLES_PASSED, query)
        glRectf(-1, -1, 0, 1)
        glEndQuery(GL_SAMPLES_PASSED)
        assert glGetQueryObjectiv(query, GL_QUERY_RESULT) == 400 * max(samples, 1)
        with pytest.raises(GLError) as caught:
            glReadPixels(0, 0, 1, 1, GL_RGBA, GL_FLOAT)
        assert caught.value.err == GL_INVALID_OPERATION
        # An attachment replaces the size, whatever that is.
        glBindRenderbuffer(GL_RENDERBUFFER, glCreateRenderbuffers(1))
        glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 4, 2)
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, 1)
        assert glGetIntegerv(GL_SAMPLES) == 0
        assert glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE) == bytes(4)
