"""The page on GLSL names every extension and limit of the code."""

import re
from pathlib import Path

from softgl.glsl.text import directives, macros
from softgl.glsl.text.extensions import EXTENSIONS
from softgl.glsl.text.language import ES_VERSIONS, VERSIONS
from softgl.glsl.tree import MAX_NESTING

PAGE = (Path(__file__).parents[2] / "docs" / "glsl.md").read_text("utf-8")


def test_extensions():
    """All and no others, but the one that a version needs and no shader names."""
    named = set(re.findall(r"GL_(?:ARB|EXT|OES)_\w+", PAGE))
    assert named == {*EXTENSIONS, "GL_ARB_ES3_compatibility"}


def test_versions():
    words = set(re.findall(r"`(\d+)[ `]", PAGE.partition("## Extensions")[0]))
    assert words == {str(number) for number in (*VERSIONS, *ES_VERSIONS)}


def test_limits():
    limits = PAGE.partition("## Limits")[2]
    for value in (
        macros.MAX_TOKENS,
        macros.MAX_ARGUMENT_NESTING,
        directives.MAX_CONDITIONALS,
        MAX_NESTING,
    ):
        assert f"| {value:,}" in limits
