"""`@command` declares a command's nature: its place in lists, and its kinds."""

import ast
import re
from pathlib import Path

import pytest

from softgl.gl.api import registry
from softgl.gl.api.declarations import COMMANDS, commands_of, declaration_of
from softgl.gl.api.kinds import Kind
from softgl.gl.api.signature import parse_signature

PACKAGE = Path(__file__).parents[3] / "softgl"

# OpenGL 2.1, 5.4: "Certain commands, when called while compiling a display list, are not compiled
# into the display list but are executed immediately. These commands fall in several categories
# including": display lists, render modes, vertex arrays, client state, pixels and textures, ...
IMMEDIATE = """GenLists DeleteLists FeedbackBuffer SelectBuffer RenderMode
    ClientActiveTexture ColorPointer EdgeFlagPointer FogCoordPointer IndexPointer InterleavedArrays
    NormalPointer SecondaryColorPointer TexCoordPointer VertexAttribPointer VertexPointer
    PushClientAttrib PopClientAttrib EnableClientState DisableClientState
    EnableVertexAttribArray DisableVertexAttribArray
    PixelStoref PixelStorei ReadPixels GenTextures DeleteTextures AreTexturesResident
    GenQueries DeleteQueries BindBuffer BufferData BufferSubData DeleteBuffers GenBuffers
    MapBuffer UnmapBuffer GetBufferSubData Flush Finish IsEnabled GetIntegerv GetTexImage""".split()
LISTED = """Begin End Vertex3f Color4ub Materialfv Lightfv Fogi DrawPixels Bitmap TexImage2D
    TexSubImage3D CopyTexImage1D BindTexture TexParameteri TexEnvf DrawArrays DrawElements
    MultiDrawArrays ArrayElement CallList CallLists ListBase Enable Disable Clear ClearColor
    PushAttrib PopAttrib PushMatrix LoadMatrixf Map1f EvalMesh2 PassThrough InitNames PixelMapfv
    PolygonStipple BeginQuery EndQuery Accum DrawBuffer ReadBuffer Viewport BlendFunc""".split()


def test_lists_have_the_commands_that_the_specification_has_in_them():
    assert not [name for name in IMMEDIATE if declaration_of(f"gl{name}").listed]
    assert not [name for name in LISTED if not declaration_of(f"gl{name}").listed]


def test_commands_with_results_are_not_in_lists():
    """A list gives no results. Draws and pointers return their arrays, as PyOpenGL's do."""
    for name in COMMANDS:
        declaration = declaration_of(name)
        signature = parse_signature(declaration.signature_text)
        results = [each for each in signature.parameters if each.pointer == "out"]
        if results or (" " not in signature.returns and signature.returns != "void"):
            assert not declaration.listed, name


def test_other_names_of_a_command_are_of_its_kind():
    for alias, name in registry.ALIASES.items():
        if alias in COMMANDS and name in COMMANDS:
            mine, others = declaration_of(alias), declaration_of(name)
            assert (mine.listed, mine.kind) == (others.listed, others.kind), alias


@pytest.mark.parametrize("kind, parameters", [
    (Kind.UNPACK, {"pixels", "bitmap", "mask", "data", "values", "bits", "img"}),
    (Kind.PACK, {"pixels", "array", "values", "mask", "img", "pattern", "data"}),
    (Kind.POINTER, {"pointer", "offset"}),
    (Kind.MAP, {"access"}),
    (Kind.UNMAP, {"target", "buffer"}),
    (Kind.INSTANCES, {"primcount", "instancecount", "indirect"}),
])  # fmt: skip
def test_commands_of_a_kind_have_its_parameter(kind, parameters):
    names = commands_of(kind)
    assert names
    for name in names:
        assert parameters & {each.name for each in declaration_of(name).parameters}, name


def test_every_command_that_reads_or_writes_pixels_is_of_that_kind():
    """A command with a format and a type of pixels, and a pointer, unpacks or packs."""
    for name in COMMANDS:
        declaration = declaration_of(name)
        pointers = {each.pointer for each in declaration.parameters} - {""}
        if {"format", "type"} <= {each.name for each in declaration.parameters} and pointers:
            kind = Kind.PACK if "out" in pointers else Kind.UNPACK
            one_value = name.startswith("glClear")  # no image in memory
            if not (declaration.kind & Kind.POINTER or one_value):
                assert declaration.kind & kind, name


def test_attributes_stay_within_glbegin_and_glend():
    assert all(declaration_of(name).between for name in commands_of(Kind.ATTRIBUTE))
    assert {"glVertex3f", "glColor4ub", "glVertexAttrib4fvARB"} < commands_of(Kind.ATTRIBUTE)


def test_no_patterns_of_names_decide_what_commands_are():
    """Only tables that make families of commands match the registry's names."""
    matched = r"\bgl(\w*[(\[|?*\\]|\()"
    for folder in ("gl/lists", "gl/api", "gl/explain", "gl/queries", "debug", "capi"):
        for path in (PACKAGE / folder).rglob("*.py"):
            if path.name == "absent.py":  # about names that softgl does not have
                continue
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                for pattern in _patterns(node):
                    assert not re.match(matched, pattern), f"{path}: {pattern}"


def _patterns(node):
    """The texts that a call hands to the module `re`."""
    called = getattr(node, "func", None)
    if isinstance(called, ast.Attribute) and getattr(called.value, "id", "") == "re":
        for text in ast.walk(node.args[0]):
            if isinstance(text, ast.Constant) and isinstance(text.value, str):
                yield text.value
