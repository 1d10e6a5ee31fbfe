"""Commands and enums that contexts of the core profile and of OpenGL ES refuse.

`removed.py` lists the names that core lacks (OpenGL 3.3, appendix E), and `es_names.py` the names
of OpenGL ES, both from gl.xml. The tables here have the rest: enums that some commands of such
contexts take, and others do not.

E.2: "Functions which have been removed will generate an INVALID_OPERATION error if called in the
core profile or in a forward-compatible context. Functions which are partially removed (e.g. no
longer accept some parameter values) will generate the errors appropriate for any other unrecognized
value of that parameter".
"""

from __future__ import annotations

import re
from functools import cache

from softgl.gl.api import enums, es_names, registry, removed
from softgl.gl.api.arguments import Refused, invalid_enum, invalid_operation, invalid_value
from softgl.gl.api.current import current
from softgl.gl.api.signature import Parameter
from softgl.gl.api.versions import CORE, ES_2, ES_3

REMOVED = "removed from the core profile of 3.1"
OF_EXTENSIONS = "of an extension that core contexts do not have"
NOT_ES = {ES_2: "not part of OpenGL ES 2.0", ES_3: "not part of OpenGL ES 3.0"}

TEXTURES = """
    GL_TEXTURE_1D GL_TEXTURE_2D GL_TEXTURE_3D GL_TEXTURE_CUBE_MAP GL_TEXTURE_RECTANGLE
    GL_TEXTURE_1D_ARRAY GL_TEXTURE_2D_ARRAY
"""
COUNTS = "GL_LINES GL_LINE_LOOP GL_LINE_STRIP GL_TRIANGLES"
"""1 to 4, numbers of components."""
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
    (r"gl\w+", "internal[fF]ormat", f"GL_ALPHA {COUNTS}"),
    # "PolygonMode face values of FRONT and BACK".
    (r"glPolygonMode", "face", "GL_FRONT GL_BACK"),
)
"""(commands, parameters, enums): enums of core that these parameters do not take there."""
ES_PARTIAL = (
    (r"gl(Enable|Disable|IsEnabled)", "cap", TEXTURES, ES_2 | ES_3),
    (r"gl\w+", "internal[fF]ormat", COUNTS, ES_2 | ES_3),
    (r"glVertexAttribPointer", "type", "GL_UNSIGNED_INT_10F_11F_11F_REV", ES_3),
    (r"glVertexAttribPointer", "type", "GL_INT GL_UNSIGNED_INT", ES_2),
    # OpenGL ES 2.0, table 4.2: SRC_ALPHA_SATURATE is a source factor only.
    (r"glBlendFunc(Separate)?", r"d\w+", "GL_SRC_ALPHA_SATURATE", ES_2),
    (
        r"glGet(Boolean|Integer|Integer64|Float)v",
        "pname",
        f"{TEXTURES} GL_CURRENT_QUERY GL_TRANSFORM_FEEDBACK_BUFFER_MODE",
        ES_2 | ES_3,
    ),
)
"""(commands, parameters, enums, kinds of contexts): likewise for OpenGL ES."""
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
def es_enums(kind: int) -> frozenset[int]:
    """Returns the values of the enums of ES_2 or ES_3, with those of their extensions.

    GL_MAX_CLIP_DISTANCES is a limit that programs query in any API: it is 0.
    """
    text = {ES_2: es_names.ENUMS_2, ES_3: es_names.ENUMS_3}[kind]
    return frozenset((*(int(word, 16) for word in text.split()), enums.GL_MAX_CLIP_DISTANCES))


@cache
def es_commands(kind: int) -> frozenset[str]:
    """Returns the commands of ES_2 or ES_3, by the name that all their other names share.

    Commands of their extensions have their own names: KHR_debug, "when implemented in an OpenGL ES
    context, all entry points defined by this extension must have a "KHR" suffix".
    """
    text, more = {
        ES_2: (es_names.COMMANDS_2, es_names.EXTENSION_COMMANDS_2),
        ES_3: (es_names.COMMANDS_3, es_names.EXTENSION_COMMANDS_3),
    }[kind]
    shared = (registry.ALIASES.get(name, name) for name in text.split())
    return frozenset((*shared, *more.split()))


@cache
def _known_enums() -> frozenset[int]:
    """Returns the values of all enums."""
    return frozenset(value for name, value in vars(enums).items() if name.startswith("GL_"))


@cache
def refused_masks() -> dict[int, int]:
    """Returns the kinds of contexts in which no command takes an enum, by value."""
    second, third, core = es_enums(ES_2), es_enums(ES_3), refused_enums()
    found = {}
    for value in _known_enums():
        mask = (value in core) * CORE
        mask |= (value not in second) * ES_2 | (value not in third) * ES_3
        if mask:
            found[value] = mask
    return found


def refusal_of(name: str) -> str:
    """Returns the reason why core contexts refuse a command; "" for one that they have.

    PyOpenGL's own names, such as glVertex and glVertexPointerf, go with those of the registry.
    """
    known = _refused_commands()
    if name in known or name in registry.COMMANDS:
        return known.get(name, "")
    stem = re.sub(r"(?<=[a-z])(u?[bsi]|[fd])$", "", name)
    return REMOVED if stem in known or any(each.startswith(name) for each in known) else ""


def refusals_of(name: str) -> dict[int, str]:
    """Returns the reasons why contexts refuse a command, by their kinds."""
    found = {CORE: refusal_of(name)}
    stem = name
    if name not in registry.COMMANDS:
        stem = re.sub(r"(?<=[a-z0-9D])(u?[bsi]|[fd])$", "", name)
    original = registry.ALIASES.get(stem, stem)
    for kind, reason in NOT_ES.items():
        if es_commands(kind).isdisjoint((original, name)):
            found[kind] = reason
    return {kind: reason for kind, reason in found.items() if reason}


def refused_values(command: str, parameter: Parameter) -> dict[int, int]:
    """Returns the kinds of contexts that refuse values of a parameter, by value."""
    is_format = parameter.name.lower() == "internalformat"
    if parameter.pointer or not (parameter.kind == "enum" or is_format):
        return _NOTHING
    if NUMBERS.fullmatch(parameter.name):
        return _NOTHING
    more = tuple(
        (names, kinds)
        for commands, parameters, names, kinds in _partial()
        if re.fullmatch(parameters, parameter.name) and re.fullmatch(commands, command)
    )
    return _refused_and(more)


_NOTHING: dict[int, int] = {}


@cache
def _partial() -> tuple:
    return (*((*row, CORE) for row in PARTIAL), *ES_PARTIAL)


@cache
def _refused_and(more: tuple) -> dict[int, int]:
    """Returns `refused_masks` and some more, as one object for all commands."""
    found = dict(refused_masks())
    for names, kinds in more:
        for name in names.split():
            value = getattr(enums, name)
            found[value] = found.get(value, 0) | kinds
    return found


_COMMON: dict[int, frozenset[int]] = {}


def common_values(refused: dict[int, int]) -> frozenset[int]:
    """Returns the known enums that a parameter takes in all contexts.

    refused : of `refused_values`.
    """
    if id(refused) not in _COMMON:  # those are kept for good
        _COMMON[id(refused)] = _known_enums() - refused.keys()
    return _COMMON[id(refused)]


def lacks() -> int:
    """Returns the kind of the current context: CORE, ES_2 or ES_3; 0 for one that lacks nothing."""
    called = current.called
    return 0 if called is None else called.lacks


def check_array_object(ctx) -> None:
    """Refuses the vertex array object named 0 in core contexts."""
    # OpenGL 3.3, E.2.2: "Calling VertexAttribPointer when no buffer object or no vertex array
    # object is bound will generate an INVALID_OPERATION error, as will calling any array drawing
    # command when no vertex array object is bound." ARB_vertex_attrib_binding: so do its commands.
    if ctx.core and not ctx.vertex.bound.name:
        raise invalid_operation(f"no vertex array object is bound, and that of 0 is {REMOVED}")


def check_value(value: int, kind: str) -> None:
    """Refuses an enum that the current context lacks for every command.

    kind : of the parameter; those of kind "int" are internal formats, with another error.
    """
    if lacks() & refused_masks().get(value, 0):
        raise refused_value(value, kind)


def refused_value(value: int, kind: str) -> Refused:
    """Returns the error for an enum that the current context refuses; kind : as above."""
    refuse = invalid_value if kind == "int" else invalid_enum
    if lacks() in NOT_ES:
        here = "" if lacks() & refused_masks().get(value, 0) else ", for this command"
        return refuse(f"{enums.name_of(value)} is {NOT_ES[lacks()]}{here}")
    name = refused_enums().get(value)
    reason = OF_EXTENSIONS if name in _extension_enums() else REMOVED
    return refuse(f"{name or enums.name_of(value)} is {reason}")


@cache
def _extension_enums() -> frozenset[str]:
    return frozenset(removed.EXTENSION_ENUMS.split())
