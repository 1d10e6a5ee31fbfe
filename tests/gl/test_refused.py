"""For every command: a call that the specification refuses gives its error, and changes nothing."""

from __future__ import annotations

import re

import numpy as np
import pytest

from softgl import GLError
from softgl.gl.api import enums, registry
from softgl.gl.api.declarations import COMMANDS
from softgl.gl.api.signature import signature
from softgl.gl.vertices import packed_attributes
from softgl.gl.vertices.families import FAMILIES

SIZELESS = "gl(Vertex|Color|Normal|TexCoord)"  # PyOpenGL's forms

# OpenGL 2.1, 2.6.3, and the extensions that add to it.
OTHERS = (
    "glEnd|glArrayElement(EXT)?|glEdgeFlagv?|glMaterial([if]v?)?|glPrimitiveRestartNV"
    "|glWeight(u?[bsi]|[fd])vARB|glCallLists?|glVertexAttribs[1234](s|f|d|h|ub)vNV|glEvalCoord[12][fd]v?|glEvalPoint[12]"
)
BETWEEN = {
    name
    for name in COMMANDS
    if any(
        re.fullmatch(p, name)
        for p in (
            OTHERS,
            SIZELESS,
            *(family.pattern for family in (*FAMILIES, *packed_attributes.FAMILIES)),
        )
    )
}
UNKNOWN = 0x0BAD  # no enum of GL
TOGETHER = 40  # calls whose effects are looked at together: each test has a context of its own


def together(cases):
    """Cases, as many at a time as stand in one test, named by the first of them."""
    groups = [cases[first : first + TOGETHER] for first in range(0, len(cases), TOGETHER)]
    return [pytest.param(group, id=str(group[0])) for group in groups]


@pytest.mark.parametrize("names", together(sorted(COMMANDS.keys() - BETWEEN)))
def test_not_between_begin_and_end(context, snapshot, names):
    COMMANDS["glBegin"](enums.GL_TRIANGLES)
    COMMANDS["glVertex2f"](0, 0)
    before = snapshot(context)
    for name in names:
        with pytest.raises(GLError) as caught:
            COMMANDS[name]()
        assert caught.value.code == enums.GL_INVALID_OPERATION, name
    assert snapshot(context) == before
    context.errors = "record"
    for name in names:
        context.error = enums.GL_NO_ERROR
        COMMANDS[name]()
        assert context.error == enums.GL_INVALID_OPERATION, name


def test_what_may_stand_between_begin_and_end(context):
    assert len(BETWEEN) > 200
    COMMANDS["glBegin"](enums.GL_TRIANGLES)
    for name in sorted(BETWEEN - {"glEnd"}):
        try:
            COMMANDS[name]()
        except (GLError, TypeError) as error:
            assert "between glBegin and glEnd" not in str(error)
    COMMANDS["glEnd"]()


# -- arguments -------------------------------------------------------------------------------------


def commands_with(kind):
    """(command, number of a parameter) for the parameters of a kind that are not arrays.

    Without commands that stand for others and check the same arguments.
    """
    standing = {name for name in COMMANDS if COMMANDS[name].__module__ == "softgl.gl.direct.named"}
    for name in sorted((COMMANDS.keys() & registry.COMMANDS.keys()) - standing):
        for number, parameter in enumerate(signature(name).parameters):
            if parameter.kind == kind and not parameter.pointer:
                yield name, number


UNGROUPED = (
    "GL_CLAMP_READ_COLOR_ARB",
    "GL_COLOR_ATTACHMENT0",
    "GL_COMPRESSED_RGB_S3TC_DXT1_EXT",
    "GL_FLOAT",
    "GL_FRAMEBUFFER",
    "GL_RENDERBUFFER",
    "GL_RGBA8",
    "GL_SYNC_STATUS",
    "GL_POINTS",
    "GL_TEXTURE_BUFFER_EXT",
    "GL_TEXTURE_2D_MULTISAMPLE",
    "GL_TEXTURE_2D_MULTISAMPLE_ARRAY",
    "GL_TEXTURE_1D",
    "GL_TEXTURE_2D",
    "GL_TEXTURE_3D",
    "GL_PROGRAM_FORMAT_ASCII_ARB",
    "GL_PROGRAM_STRING_ARB",
    "GL_VERTEX_PROGRAM_ARB",
    "GL_VERTEX_PROGRAM_PARAMETER_BUFFER_NV",
)
"""Legal somewhere, where the registry has no group."""

# Parameters whose unknown values give another error.
OTHER_ERRORS = re.compile(
    # OpenGL 2.1, 3.8.1: an internal format that is none gives "the error INVALID VALUE".
    "glTexImage3DEXT 2"
    # EXT_framebuffer_object, "Errors": INVALID_OPERATION unless textarget is that of the texture,
    # and for each pname while the window's framebuffer is bound.
    r"|glFramebufferTexture[123]D(EXT)? 2|glGetFramebufferAttachmentParameteriv(EXT)? 2"
    # KHR_debug, 5.5.5: no error while DEBUG_OUTPUT is disabled.
    r"|glDebugMessageInsert(ARB|KHR)? \d"
    # KHR_debug, 5.5.6, 5.5.8, 6.1.15: negative for a text that ends with a zero, or for no text.
    r"|glPushDebugGroup(KHR)? 2|glObject(Ptr)?Label(KHR)? [12]|glGetDebugMessageLog(ARB|KHR)? 1"
    # ARB_direct_state_access: INVALID_OPERATION for names without an object.
    r"|gl\w*Texture(SubImage\dD|Image|LevelParameter[fi]v) \d|glNamedFramebufferDrawBuffer 1"
    r"|glGetVertexArray(Indexed)?(64)?iv \d"
    # ARB_clear_buffer_object: INVALID_VALUE "if no buffer is bound".
    r"|glClearBuffer(Sub)?Data [1-5]"
    # Without program objects, which come first, and textures that may have views.
    r"|glProgramBinary(OES)? 1|glGetProgramInterfaceiv 2|glGetProgramResource(Name|iv) [35]"
    r"|glTextureView 3"
)


def candidates(parameter):
    """Values that a parameter might take."""
    if parameter.pointer:
        return [None] if parameter.pointer == "out" else [np.zeros(64, np.float32), None]
    if parameter.kind != "enum":
        return [1, 0]
    members = [*registry.GROUPS.get(parameter.group, "").split(), *UNGROUPED]
    return [getattr(enums, name) for name in members]


def refused(name, number, wrong):
    """The code that a command gives for a wrong argument, with others that it accepts before it.

    None if none could be found: then another argument was refused every time.
    """
    parameters = signature(name).parameters
    choices = [candidates(parameter) for parameter in parameters]
    names = [parameter.name for parameter in parameters]
    arguments = [choice[0] for choice in choices]
    arguments[number] = wrong
    for _ in range(sum(map(len, choices))):
        try:
            COMMANDS[name](*arguments)
        except GLError as error:
            description = error.description
            said = re.match(r"(\w+): ", description)
            which = names.index(said[1]) if said and said[1] in names else number
            if which == number:
                return error.code
            tried = choices[which].index(arguments[which])
            if tried + 1 == len(choices[which]):
                return None
            arguments[which] = choices[which][tried + 1]
        else:
            return enums.GL_NO_ERROR
    return None


def arguments_of(kind):
    """The arguments of a kind, as (command, number), for which no other error comes first."""
    found = {f"{name} {number}": (name, number) for name, number in commands_with(kind)}
    return [each for text, each in found.items() if not OTHER_ERRORS.fullmatch(text)]


@pytest.mark.parametrize("arguments", together(arguments_of("enum")))
def test_enums_that_are_none(context, snapshot, arguments):
    before = snapshot(context)
    for name, number in arguments:
        assert refused(name, number, UNKNOWN) == enums.GL_INVALID_ENUM, (name, number)
    assert snapshot(context) == before


@pytest.mark.parametrize("arguments", together(arguments_of("sizei")))
def test_negative_sizes(context, snapshot, arguments):
    # OpenGL 2.1, 2.5: "If a negative number is provided where an argument of type sizei is
    # specified, the error INVALID VALUE is generated."
    before = snapshot(context)
    for name, number in arguments:
        assert refused(name, number, -1) == enums.GL_INVALID_VALUE, (name, number)
    assert snapshot(context) == before
