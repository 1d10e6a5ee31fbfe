"""The files that tools/generate_gl.py wrote."""

import pytest

from softgl.gl import enums, registry
from softgl.gl.signature import EnumSet, Parameter, group, signature


def test_constants():
    assert enums.GL_DEPTH_TEST == 0x0B71
    assert enums.GL_VERTEX_PROGRAM_ARB == 0x8620
    assert enums.GL_COMPRESSED_RGBA_S3TC_DXT5_EXT == 0x83F3
    assert enums.GL_NEXT_BUFFER_NV == -2
    assert len([name for name in vars(enums) if name.startswith("GL_")]) > 5000


def test_names():
    assert enums.ERROR_NAMES[0x0502] == "GL_INVALID_OPERATION"
    assert enums.name_of(0x0B71) == "GL_DEPTH_TEST"
    # The name of the oldest version, not GL_ARRAY_BUFFER_ARB.
    assert enums.name_of(0x8892) == "GL_ARRAY_BUFFER"
    assert enums.name_of(4) == "4"
    assert enums.name_of(0xFFFFFF) == "0xffffff"


def test_signatures():
    mode, count, type_, indices = signature("glDrawElements").parameters
    assert mode == Parameter("mode", "enum", "", "PrimitiveType")
    assert count == Parameter("count", "sizei")
    assert type_.group == "DrawElementsType"
    assert indices == Parameter("indices", "void", "in", "", "COMPSIZE(count,type)")
    assert signature("glGenBuffers").parameters[1].pointer == "out"
    assert signature("glIsBuffer").returns == "boolean"
    assert signature("glMapBuffer").returns == "out void"
    with pytest.raises(KeyError):
        signature("glDispatchCompute")


@pytest.mark.parametrize("name", sorted(registry.COMMANDS))
def test_every_signature_can_be_read(name):
    assert all(parameter.kind for parameter in signature(name).parameters)


def test_groups():
    assert enums.GL_LEQUAL in group("DepthFunction")
    assert len(group("DepthFunction")) == 8
    factors = group("BlendingFactor", without="GL_SRC1_ALPHA")
    assert enums.GL_SRC1_ALPHA not in factors
    assert enums.GL_SRC1_ALPHA in group("BlendingFactor")
    assert enums.GL_LINES in group("DepthFunction", also="GL_LINES")


def test_sets_describe_themselves():
    both = EnumSet("GL_FRONT GL_BACK") | EnumSet("GL_LINES")
    assert both == {enums.GL_FRONT, enums.GL_BACK, enums.GL_LINES}
    assert both.describe(7) == "7 is not one of GL_BACK, GL_FRONT, GL_LINES"
    assert "and 4 more" in group("BlendingFactor").describe(7)
