"""Commands and enums that contexts of the core profile refuse (OpenGL 3.3, appendix E).

`removed.py` lists the names that core lacks, from gl.xml. The table here has what it cannot say:
enums that some commands of core take, and others no longer.

E.2: "Functions which have been removed will generate an INVALID_OPERATION error if called in the
core profile or in a forward-compatible context. Functions which are partially removed (e.g. no
longer accept some parameter values) will generate the errors appropriate for any other unrecognized
value of that parameter".
"""

from __future__ import annotations

import re
from functools import cache

from softgl.gl.api import enums, registry, removed
from softgl.gl.api.arguments import Refused, invalid_enum, invalid_operation, invalid_value
from softgl.gl.api.current import current
from softgl.gl.api.signature import Parameter

REMOVED = "removed from the core profile of 3.1"
OF_EXTENSIONS = "of an extension that core contexts do not have"

TEXTURES = """
    GL_TEXTURE_1D GL_TEXTURE_2D GL_TEXTURE_3D GL_TEXTURE_CUBE_MAP GL_TEXTURE_RECTANGLE
    GL_TEXTURE_1D_ARRAY GL_TEXTURE_2D_ARRAY
"""
PARTIAL = (
    # "Enable targets of all dimensionalities"; EXT_vertex_array: Enable of client arrays.
    (r"gl(Enable|Disable|IsEnabled)(i|Indexed\w*)?", "cap|target", f"{TEXTURES} GL_VERTEX_ARRAY"),
    (
        r"glGet(Boolean|Integer|Integer64|Float|Double)(i_|Indexed)?v?(EXT)?",
        "target|pname",
        f"{TEXTURES} GL_VERTEX_ARRAY",
    ),
    # "all ALPHA, LUMINANCE, LUMINANCE_ALPHA, and INTENSITY external and internal formats"; "the
    # values 1, 2, 3, and 4 are no longer accepted as internal formats".
    (r"gl\w+", "format", "GL_ALPHA"),
    (r"gl\w+", "internal[fF]ormat", "GL_ALPHA GL_LINES GL_LINE_LOOP GL_LINE_STRIP GL_TRIANGLES"),
    # "PolygonMode face values of FRONT and BACK".
    (r"glPolygonMode", "face", "GL_FRONT GL_BACK"),
)
"""(commands, parameters, enums): enums of core that these parameters do not take there."""
NUMBERS = re.compile(r"texture|texunit|unit")
"""Parameters whose enums are numbers from GL_TEXTURE0 on, with more units than names."""


@cache
def _refused_commands() -> dict[str, str]:
    """Returns the reasons of refusals, by command."""
    return {
        **dict.fromkeys(removed.EXTENSION_COMMANDS.split(), OF_EXTENSIONS),
        **dict.fromkeys(removed.COMMANDS.split(), REMOVED),
    }


@cache
def refused_enums() -> dict[int, str]:
    """Returns the names of the enums that no command of core contexts takes, by value."""
    names = f"{removed.ENUMS} {removed.EXTENSION_ENUMS}".split()
    return {getattr(enums, name): name for name in names}


@cache
def _core_enums() -> frozenset[int]:
    """Returns the values of all enums that core contexts have."""
    values = (value for name, value in vars(enums).items() if name.startswith("GL_"))
    return frozenset(values) - refused_enums().keys()


def refusal_of(name: str) -> str:
    """Returns the reason why core contexts refuse a command; "" for one that they have.

    PyOpenGL's own names, such as glVertex and glVertexPointerf, go with those of the registry.
    """
    known = _refused_commands()
    if name in known or name in registry.COMMANDS:
        return known.get(name, "")
    stem = re.sub(r"(?<=[a-z])(u?[bsi]|[fd])$", "", name)
    return REMOVED if stem in known or any(each.startswith(name) for each in known) else ""


def refused_values(command: str, parameter: Parameter) -> frozenset[int]:
    """Returns the values of a parameter that core contexts refuse."""
    is_format = parameter.name.lower() == "internalformat"
    if parameter.pointer or not (parameter.kind == "enum" or is_format):
        return frozenset()
    if NUMBERS.fullmatch(parameter.name):
        return frozenset()
    for commands, parameters, names in PARTIAL:
        if re.fullmatch(parameters, parameter.name) and re.fullmatch(commands, command):
            return _refused_and(names)
    return _refused_and("")


@cache
def _refused_and(names: str) -> frozenset[int]:
    """Returns the values of the refused enums and of some more, as one object for all commands."""
    return frozenset([*refused_enums(), *(getattr(enums, name) for name in names.split())])


@cache
def core_values(refused: frozenset[int]) -> frozenset[int]:
    """Returns the known enums that a parameter takes in each profile.

    refused : of `refused_values`.
    """
    return _core_enums() - refused


def is_core() -> bool:
    """True if the current context refuses what core lacks."""
    called = current.called
    return called is not None and called.core


def check_array_object(ctx) -> None:
    """Refuses the vertex array object named 0 in core contexts."""
    # OpenGL 3.3, E.2.2: "Calling VertexAttribPointer when no buffer object or no vertex array
    # object is bound will generate an INVALID_OPERATION error, as will calling any array drawing
    # command when no vertex array object is bound." ARB_vertex_attrib_binding: so do its commands.
    if ctx.core and not ctx.vertex.bound.name:
        raise invalid_operation(f"no vertex array object is bound, and that of 0 is {REMOVED}")


def refused_value(value: int, kind: str) -> Refused:
    """Returns the error for an enum that core contexts refuse.

    kind : of the parameter; those of kind "int" are internal formats, with another error.
    """
    name = refused_enums().get(value)
    reason = OF_EXTENSIONS if name in _extension_enums() else REMOVED
    refuse = invalid_value if kind == "int" else invalid_enum
    return refuse(f"{name or enums.name_of(value)} is {reason}")


@cache
def _extension_enums() -> frozenset[str]:
    return frozenset(removed.EXTENSION_ENUMS.split())
