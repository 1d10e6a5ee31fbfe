"""Random calls that name their object: an error changes nothing, and creates nothing."""

from __future__ import annotations

import random

import numpy as np
import pytest

from softgl import Context, GLError
from softgl.gl import *
from softgl.gl.api import enums, registry
from softgl.gl.api.declarations import COMMANDS
from softgl.gl.api.signature import signature

EXTENSIONS = (
    "GL_ARB_direct_state_access GL_ARB_separate_shader_objects GL_ARB_vertex_attrib_binding "
    "GL_ARB_sampler_objects GL_ARB_transform_feedback2 GL_ARB_texture_view GL_ARB_clear_texture"
).split()
NAMES = sorted(
    name for each in EXTENSIONS for name in registry.EXTENSIONS[each].split() if name in COMMANDS
)
NUMBERS = 0, 1, 1, 2, 3, 4, 8, 64, -1, 2**32
GROUPED = (
    glGenBuffers, glGenTextures, glGenFramebuffers, glGenRenderbuffers, glGenVertexArrays,
    glGenProgramPipelines, glGenSamplers, glGenTransformFeedbacks, glGenQueries,
)  # fmt: skip


def prepared(profile):
    """A context with objects 1, one array of them bound; names 2 and 3 have no object yet."""
    context = Context(8, 8, machine="eager", version=(3, 3), profile=profile)
    for generate in GROUPED:
        generate(3)
    glBindVertexArray(1)
    for target in (GL_ARRAY_BUFFER, GL_ELEMENT_ARRAY_BUFFER):
        glBindBuffer(target, 1)
    glBufferData(GL_ARRAY_BUFFER, bytes(64), GL_STATIC_DRAW)
    glVertexAttribPointer(0, 2, GL_FLOAT, False, 0, None)
    glCreateVertexArrays(1)
    glBindTexture(GL_TEXTURE_2D, 1)
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, None)
    glBindFramebuffer(GL_FRAMEBUFFER, 1)
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 1, 0)
    glBindFramebuffer(GL_FRAMEBUFFER, 0)
    return context


def argument(draw, parameter):
    """An argument that often fits the parameter."""
    if parameter.pointer:
        return draw.choice([None, np.zeros(16, np.uint32), [0, 1, 2, 3], bytes(64), "text", -1])
    if parameter.kind == "enum":
        names = registry.GROUPS.get(parameter.group, "GL_POINTS GL_RGBA GL_RED GL_FLOAT").split()
        return getattr(enums, draw.choice(names)) if draw.random() < 0.8 else GL_LIGHT0
    return draw.choice(NUMBERS)


@pytest.mark.parametrize("profile", ["core", "compatibility"])
def test_an_error_changes_nothing(snapshot, context, profile):
    draw, refused, worked = random.Random(3), [], 0
    prepared(profile)
    for name in [*NAMES, "glGetProgramPipelineiv", "glGetProgramPipelineInfoLog"]:
        arguments = [argument(draw, each) for each in signature(name).parameters]
        try:
            COMMANDS[name](*arguments)
        except GLError:
            refused.append((name, arguments))
        else:
            prepared(profile)
            worked += 1
    assert len(refused) > 100 and worked > 5
    again = prepared(profile)
    before = snapshot(again)
    for name, arguments in refused:
        with pytest.raises(GLError):
            COMMANDS[name](*arguments)
    assert snapshot(again) == before, refused


def test_a_query_that_fails_creates_no_pipeline(context):
    name = glGenProgramPipelines(1)
    for call in (
        lambda: glGetProgramPipelineiv(name, GL_ACTIVE_PROGRAM, "text"),
        lambda: glGetProgramPipelineInfoLog(name, 4, "text", None),
    ):
        with pytest.raises(GLError):
            call()
        assert not glIsProgramPipeline(name)
    assert glGetProgramPipelineiv(name, GL_ACTIVE_PROGRAM) == 0
    assert glIsProgramPipeline(name)


def test_arrays_by_name_leave_the_bindings(snapshot, context):
    """Even which buffer object the bound array had when it was last left stays as it was."""
    glBindVertexArray(glCreateVertexArrays(1))
    other = glCreateVertexArrays(1)
    for target in (GL_ELEMENT_ARRAY_BUFFER, GL_ARRAY_BUFFER):
        glBindBuffer(target, 1)
    before = snapshot(context)
    for command, arguments in (
        (glVertexArrayVertexBuffer, (other, 99, 1, 0, 4)),
        (glVertexArrayAttribFormat, (other, 99, 4, GL_FLOAT, False, 0)),
    ):
        with pytest.raises(GLError):
            command(*arguments)
        assert snapshot(context) == before
    glVertexArrayVertexBuffer(other, 0, 1, 0, 4)
    assert glGetIntegerv(GL_ELEMENT_ARRAY_BUFFER_BINDING) == 1
    assert glGetIntegerv(GL_ARRAY_BUFFER_BINDING) == 1
