"""The version, the profile and the flags of a context (OpenGL 3.3, 6.1.5 and appendix E)."""

from __future__ import annotations

import pytest

from softgl import Context, GLError
from softgl.gl import *
from softgl.gl.api import registry
from softgl.gl.api.arguments import ArgumentError
from softgl.gl.api.declarations import COMMANDS
from softgl.gl.api.removed import CORE_EXTENSIONS
from softgl.gl.api.versions import VERSIONS
from softgl.gl.queries.strings import EXTENSIONS


def made(**options):
    return Context(4, 4, machine="eager", **options)


def code(call, *arguments):
    with pytest.raises(GLError) as caught:
        call(*arguments)
    return caught.value.code


@pytest.mark.parametrize("version", VERSIONS)
def test_a_context_has_the_version_that_was_requested(version):
    made(version=list(version))
    numbers = "{}.{}".format(*version)
    assert glGetString(GL_VERSION).decode().split()[0] == numbers
    assert (glGetIntegerv(GL_MAJOR_VERSION), glGetIntegerv(GL_MINOR_VERSION)) == version
    language = {"2.1": "1.20", "3.0": "1.30", "3.1": "1.40", "3.2": "1.50", "3.3": "3.30"}
    named = glGetString(GL_SHADING_LANGUAGE_VERSION).decode()
    assert named == language.get(numbers, "1.10")
    extensions = glGetString(GL_EXTENSIONS).decode().split()
    assert ("GL_ARB_compatibility" in extensions) == (version >= (3, 1))
    assert {*extensions} >= {*EXTENSIONS}
    if version >= (3, 2):
        assert glGetIntegerv(GL_CONTEXT_PROFILE_MASK) == GL_CONTEXT_COMPATIBILITY_PROFILE_BIT
    else:
        assert code(glGetIntegerv, GL_CONTEXT_PROFILE_MASK) == GL_INVALID_ENUM


@pytest.mark.parametrize("version", [(3, 1), (3, 2), (3, 3)])
def test_a_core_context_names_its_profile(version):
    context = made(version=version, profile="core")
    assert context.core and context.api.core
    numbers = "{}.{}".format(*version)
    profile = " (Core Profile)" if version >= (3, 2) else ""
    assert glGetString(GL_VERSION).decode() == f"{numbers}{profile} softgl"
    # E.2.2: "Unified extension string - EXTENSIONS target to GetString" is removed.
    assert code(glGetString, GL_EXTENSIONS) == GL_INVALID_ENUM
    named = [
        glGetStringi(GL_EXTENSIONS, n).decode() for n in range(glGetInteger(GL_NUM_EXTENSIONS))
    ]
    assert named == sorted({*EXTENSIONS} & {*CORE_EXTENSIONS.split()})
    assert "GL_ARB_uniform_buffer_object" in named and "GL_ARB_vertex_program" not in named
    if version >= (3, 2):
        assert glGetIntegerv(GL_CONTEXT_PROFILE_MASK) == GL_CONTEXT_CORE_PROFILE_BIT


def test_the_latest_version_is_whole():
    commands = {name for names in registry.VERSIONS.values() for name in names.split()}
    assert commands <= COMMANDS.keys()
    assert "3.3" in registry.VERSIONS


def test_flags():
    assert made().api.flags == 0 == glGetIntegerv(GL_CONTEXT_FLAGS)
    assert not glIsEnabled(GL_DEBUG_OUTPUT)
    for option, bit in (
        ("forward_compatible", GL_CONTEXT_FLAG_FORWARD_COMPATIBLE_BIT),
        ("debug", GL_CONTEXT_FLAG_DEBUG_BIT),
        ("robust", GL_CONTEXT_FLAG_ROBUST_ACCESS_BIT),
        ("no_error", GL_CONTEXT_FLAG_NO_ERROR_BIT),
    ):
        context = made(**{option: True})
        assert glGetIntegerv(GL_CONTEXT_FLAGS) == bit
        # KHR_debug, 5.5.1: messages "are initially [...] enabled in debug contexts".
        assert glIsEnabled(GL_DEBUG_OUTPUT) == (option == "debug")
        assert context.core == (option == "forward_compatible")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"version": (4, 0)}, "softgl has OpenGL up to 3.3"),
        ({"version": (4, 6), "profile": "core"}, "softgl has OpenGL up to 3.3"),
        ({"version": (2, 2)}, "there is no OpenGL 2.2"),
        ({"version": (3, -1)}, "there is no OpenGL 3.-1"),
        ({"version": 3.3}, "not two integers"),
        ({"version": (3,)}, "not two integers"),
        ({"version": "33"}, "not two integers"),
        ({"version": (3, 3.0)}, "not two integers"),
        ({"profile": "ES"}, "not one of ('compatibility', 'core', 'es')"),
        ({"version": (3, 1), "profile": "es"}, "softgl has OpenGL ES 2.0 and 3.0"),
        ({"forward_compatible": True, "profile": "es"}, "no forward-compatible contexts"),
        ({"profile": None}, "not one of"),
        ({"profile": ["core"]}, "not one of"),
        ({"version": (3, 0), "profile": "core"}, "which OpenGL 3.0 does not have"),
        ({"version": (2, 1), "forward_compatible": True}, "no forward-compatible contexts"),
    ],
)
def test_what_no_context_can_be_made_with(options, words):
    with pytest.raises(ArgumentError, match=words.replace("(", r"\(").replace(")", r"\)")):
        made(**options)


def test_versions_share_objects():
    first = made(version=(2, 1))
    glBindTexture(GL_TEXTURE_2D, glGenTextures(1))
    made(profile="core", share=first)
    assert glIsTexture(1)
