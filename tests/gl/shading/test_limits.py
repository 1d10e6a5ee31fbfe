"""The limits that queries tell are the built-in constants of GLSL."""

from __future__ import annotations

import re

import numpy as np

from softgl.gl import *
from softgl.gl.api import enums
from softgl.glsl.builtins import constants  # noqa: F401  (enters the constants)
from softgl.glsl.builtins.variables import VARIABLES

SUFFIXES = "", "_ARB", "_EXT"


def enum_of(name: str) -> int | None:
    """GL's enum of a constant, as gl_MaxDrawBuffers; None for one without a query."""
    words = re.findall(r"[A-Z][a-z]+", name)
    return next(
        (
            value
            for suffix in SUFFIXES
            if (value := getattr(enums, f"GL_{'_'.join(words).upper()}{suffix}", None)) is not None
        ),
        None,
    )


def test_constants_are_what_queries_tell(context):
    found = {}
    for name, entries in VARIABLES.items():
        if name.startswith(("gl_Max", "gl_Min")) and (enum := enum_of(name)):
            constant = int(np.uint32(entries[0].variable.constant[0]).view(np.int32))
            found[name] = constant, int(glGetIntegerv(enum))
    assert len(found) > 25
    assert {name: pair for name, pair in found.items() if pair[0] != pair[1]} == {}


def test_limits_are_at_least_the_minima_of_the_specification(context):
    # OpenGL 3.3, tables 6.50 to 6.56.
    for name, least in {
        "MAX_VERTEX_UNIFORM_BLOCKS": 12, "MAX_GEOMETRY_UNIFORM_BLOCKS": 12,
        "MAX_FRAGMENT_UNIFORM_BLOCKS": 12, "MAX_COMBINED_UNIFORM_BLOCKS": 36,
        "MAX_UNIFORM_BUFFER_BINDINGS": 36, "MAX_UNIFORM_BLOCK_SIZE": 16384,
        "MAX_COMBINED_VERTEX_UNIFORM_COMPONENTS": 1024 + 12 * 4096,
        "MAX_COMBINED_FRAGMENT_UNIFORM_COMPONENTS": 1024 + 12 * 4096,
        "MAX_VARYING_COMPONENTS": 60, "MAX_VERTEX_OUTPUT_COMPONENTS": 64,
        "MAX_GEOMETRY_OUTPUT_VERTICES": 256, "MAX_GEOMETRY_TOTAL_OUTPUT_COMPONENTS": 1024,
        "MAX_GEOMETRY_OUTPUT_COMPONENTS": 128, "MAX_FRAGMENT_INPUT_COMPONENTS": 128,
        "MAX_DUAL_SOURCE_DRAW_BUFFERS": 1, "MAX_UNIFORM_LOCATIONS": 1024,
    }.items():  # fmt: skip
        assert glGetIntegerv(getattr(enums, f"GL_{name}")) >= least, name
    assert glGetIntegerv(GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT) <= 256
    assert glGetIntegerv(GL_SHADER_BINARY_FORMATS).tolist() == []
