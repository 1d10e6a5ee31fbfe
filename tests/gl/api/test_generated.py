"""The files that tools/generate_gl.py wrote, and how it writes them."""

import xml.etree.ElementTree as ElementTree

import pytest

from softgl.gl.api import enums, registry
from softgl.gl.api.signature import EnumSet, Parameter, group, signature
from tests.tools import ROOT, load


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


def test_every_signature_can_be_read():
    for name in registry.COMMANDS:
        assert all(parameter.kind for parameter in signature(name).parameters), name


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


REGISTRY = """
<registry>
  <enums>
    <enum name="GL_NEW" value="0x0B71" group="Some"/>
    <enum name="GL_OLD" value="0x0B71" group="Some,Other"/>
    <enum name="GL_LATER" value="0x9999" group="Some"/>
    <enum name="GL_LAST" value="-2"/>
    <enum name="GL_ES_ONLY" value="5" api="gles2"/>
    <enum name="GL_OF_ES" value="0x9998"/>
  </enums>
  <commands>
    <command>
      <proto>void *<name>glOne</name></proto>
      <param group="Some"><ptype>GLenum</ptype> <name>mode</name></param>
      <param len="n * 4">const <ptype>GLfloat</ptype> *<name>v</name></param>
      <param>void *<name>out</name></param>
    </command>
    <command><proto>void <name>glTwo</name></proto></command>
    <command><proto>void <name>glOfES</name></proto><alias name="glOne"/></command>
    <command><proto>void <name>glLater</name></proto></command>
    <command>
      <proto>void <name>glTwoX</name></proto><alias name="glTwoY"/>
    </command>
    <command><proto>void <name>glTwoY</name></proto><alias name="glTwo"/></command>
  </commands>
  <feature api="gl" number="1.0">
    <require><enum name="GL_OLD"/><command name="glOne"/></require>
  </feature>
  <feature api="gl" number="3.3">
    <require><command name="glOne"/><command name="glLater"/></require>
  </feature>
  <feature api="gl" number="4.6">
    <require><enum name="GL_NEW"/><enum name="GL_LATER"/><command name="glTwo"/></require>
  </feature>
  <feature api="gles2" number="1.0"><require><enum name="GL_ES_ONLY"/></require></feature>
  <extensions>
    <extension name="GL_X" supported="gl">
      <require><enum name="GL_LAST"/><command name="glTwoX"/></require>
    </extension>
    <extension name="GL_X_LATER" supported="gles2">
      <require><enum name="GL_OF_ES"/><command name="glOfES"/></require>
    </extension>
  </extensions>
</registry>
"""


@pytest.fixture
def generator(monkeypatch):
    """The generator, for a registry without extensions that have commands."""
    module = load(ROOT / "tools" / "generate_gl.py")
    monkeypatch.setattr(module, "EXTENSIONS", "X")
    monkeypatch.setattr(module, "ES_EXTENSIONS", {"X_LATER": "3.0"})
    monkeypatch.setattr(module, "PYOPENGL", {"glOneToo": "glOne", "glNone": "glNowhere"})
    return module


def test_the_generator_writes_constants(generator, tmp_path):
    constants, groups = generator.collect_enums(ElementTree.fromstring(REGISTRY))
    # The oldest version first, so that its name is the one for messages.
    assert list(constants) == ["GL_OLD", "GL_NEW", "GL_LATER", "GL_LAST", "GL_OF_ES"]
    assert groups == {"Some": ["GL_OLD"], "Other": ["GL_OLD"]}
    constants.update({name: number for number, name in enumerate(generator.ERRORS)})
    generator.write_enums(tmp_path / "written.py", constants)
    written = load(tmp_path / "written.py")
    assert written.GL_NEW == written.GL_OLD == 0x0B71
    assert written.GL_LAST == -2
    assert written.name_of(0x0B71) == "GL_OLD"
    assert not hasattr(written, "GL_ES_ONLY")


def test_the_generator_writes_signatures(generator, tmp_path):
    root = ElementTree.fromstring(REGISTRY)
    commands = generator.collect_commands(root)
    one = "out void|mode:enum:Some|v:in float::n*4|out:out void"
    assert list(commands) == ["glLater", "glOfES", "glOne", "glOneToo", "glTwoX"]
    voids = dict.fromkeys(("glTwoX", "glLater", "glOfES"), "void")
    assert commands == {"glOne": one, "glOneToo": one, **voids}
    # By the other name of another name too; the original need not be there.
    aliases = generator.collect_aliases(root, commands)
    assert aliases == {"glOneToo": "glOne", "glTwoX": "glTwo", "glOfES": "glOne"}
    versions = generator.collect_versions(root)
    assert versions == {"3.3": ["glLater"]}
    groups = {"Some": ["GL_OLD"], "Other": []}
    extensions = generator.collect_extensions(root)
    assert extensions == {"GL_X": ["glTwoX"]}
    collected = commands, aliases, versions, extensions, groups
    generator.write_registry(tmp_path / "written.py", *collected)
    written = load(tmp_path / "written.py")
    assert written.VERSIONS == {"3.3": "glLater"}
    assert (commands, aliases) == (written.COMMANDS, written.ALIASES)
    assert written.EXTENSIONS == {"GL_X": "glTwoX"}
    assert written.GROUPS == {"Some": "GL_OLD"}


def test_the_generator_knows_its_extensions(generator, monkeypatch):
    monkeypatch.setattr(generator, "EXTENSIONS", "X Y")
    with pytest.raises(SystemExit, match="GL_Y"):
        generator.collect_commands(ElementTree.fromstring(REGISTRY))


PROFILES = """
<registry>
  <enums type="bitmask"><enum name="GL_BIT" value="7"/></enums>
  <enums>
    <enum name="GL_KEPT" value="0x100"/><enum name="GL_GONE" value="7"/>
    <enum name="GL_ALSO_KEPT" value="0x101"/><enum name="GL_GONE_TOO" value="0x101"/>
    <enum name="GL_BACK_AGAIN" value="0x102"/><enum name="GL_OF_OLD" value="0x103"/>
    <enum name="GL_LUMINANCE_X" value="0x104"/>
  </enums>
  <commands>
    <command><proto>void <name>glKept</name></proto></command>
    <command><proto>void <name>glGone</name></proto></command>
    <command><proto>void <name>glGoneX</name></proto><alias name="glGone"/></command>
    <command><proto>void <name>glOld</name></proto></command>
    <command><proto>void <name>glBackAgain</name></proto></command>
  </commands>
  <feature api="gl" number="1.0">
    <require>
      <enum name="GL_KEPT"/><enum name="GL_GONE"/><enum name="GL_ALSO_KEPT"/>
      <enum name="GL_GONE_TOO"/><enum name="GL_BACK_AGAIN"/><enum name="GL_BIT"/>
      <command name="glKept"/><command name="glGone"/><command name="glBackAgain"/>
    </require>
  </feature>
  <feature api="gl" number="3.2">
    <remove profile="core">
      <enum name="GL_GONE"/><enum name="GL_GONE_TOO"/><enum name="GL_BACK_AGAIN"/>
      <enum name="GL_BIT"/><command name="glGone"/><command name="glBackAgain"/>
    </remove>
  </feature>
  <extensions>
    <extension name="GL_OLD" supported="gl">
      <require><enum name="GL_OF_OLD"/><command name="glGoneX"/><command name="glOld"/></require>
    </extension>
    <extension name="GL_NEW" supported="gl|glcore">
      <require>
        <enum name="GL_BACK_AGAIN"/><enum name="GL_LUMINANCE_X"/><command name="glBackAgain"/>
      </require>
    </extension>
  </extensions>
</registry>
"""


def test_the_generator_writes_what_core_lacks(monkeypatch, tmp_path):
    monkeypatch.syspath_prepend(ROOT / "tools")
    module = load(ROOT / "tools" / "generate_removed.py")
    monkeypatch.setattr(module.registry, "EXTENSIONS", "OLD NEW")
    monkeypatch.setattr(module.registry, "PYOPENGL", {})
    root = ElementTree.fromstring(PROFILES)
    constants, _ = module.registry.collect_enums(root)
    commands = module.registry.collect_commands(root)
    aliases = module.registry.collect_aliases(root, commands)
    module.write_removed(tmp_path / "written.py", root, constants, commands, aliases)
    written = load(tmp_path / "written.py")
    assert written.CORE_EXTENSIONS == "GL_NEW"
    # Another name of a removed command is removed too, and an extension brings names back. A value
    # that a name of core has is one of core; bits are left out.
    assert written.COMMANDS == "glGone glGoneX"
    assert written.EXTENSION_COMMANDS == "glOld"
    assert written.ENUMS == "GL_GONE"
    assert written.EXTENSION_ENUMS == "GL_OF_OLD GL_LUMINANCE_X"


ES = """
<registry>
  <enums type="bitmask"><enum name="GL_A_BIT" value="0x4000"/></enums>
  <enums>
    <enum name="GL_OLD" value="0x10"/><enum name="GL_NEW" value="0x20"/>
    <enum name="GL_OF_EXTENSION" value="0x30"/><enum name="GL_DESKTOP" value="0x40"/>
  </enums>
  <feature api="gl" number="2.0"><require><enum name="GL_DESKTOP"/></require></feature>
  <feature api="gles2" number="2.0">
    <require><enum name="GL_OLD"/><enum name="GL_A_BIT"/><command name="glOld"/></require>
  </feature>
  <feature api="gles2" number="3.0">
    <require><enum name="GL_NEW"/><command name="glNew"/></require>
  </feature>
  <extensions>
    <extension name="GL_X_LATER" supported="gl|gles2">
      <require api="gl"><command name="glPlain"/></require>
      <require api="gles2">
        <enum name="GL_OF_EXTENSION"/><command name="glSuffixedX"/>
      </require>
    </extension>
  </extensions>
</registry>
"""


def test_the_generator_writes_what_opengl_es_has(monkeypatch, tmp_path):
    monkeypatch.syspath_prepend(ROOT / "tools")
    module = load(ROOT / "tools" / "generate_es.py")
    monkeypatch.setattr(module.registry, "ES_EXTENSIONS", {"X_LATER": "3.0"})
    module.write_names(tmp_path / "written.py", ElementTree.fromstring(ES))
    written = load(tmp_path / "written.py")
    # A later version has the commands and enums of the earlier one; bits are left out.
    assert (written.COMMANDS_2.split(), written.ENUMS_2.split()) == (["glOld"], ["10"])
    assert written.COMMANDS_3.split() == ["glNew", "glOld"]
    assert written.ENUMS_3.split() == ["10", "20", "30"]
    assert (written.EXTENSIONS_2.split(), written.EXTENSIONS_3.split()) == ([], ["GL_X_LATER"])
    assert written.EXTENSION_COMMANDS_2.split() == []
    assert written.EXTENSION_COMMANDS_3.split() == ["glSuffixedX"]
