"""The file that tools/generate_egl.py wrote, and how it writes it."""

from __future__ import annotations

import sys

from softgl.capi import egl_registry as egl
from softgl.gl.api.signature import Parameter, parse_signature
from tests.tools import ROOT, load

REGISTRY = """<registry>
  <enums>
    <enum name="EGL_OLD" value="0x3000"/><enum name="EGL_ANY" value="EGL_CAST(EGLint,-1)"/>
    <enum name="EGL_OTHER" value="7"/>
  </enums>
  <commands>
    <command>
      <proto><ptype>EGLSync</ptype> <name>eglOne</name></proto>
      <param><ptype>EGLDisplay</ptype> <name>dpy</name></param>
      <param>const <ptype>EGLAttrib</ptype> *<name>list</name></param>
      <param><ptype>EGLConfig</ptype> *<name>out</name></param>
      <param><ptype>EGLTime</ptype> <name>timeout</name></param>
      <param>void *<name>native</name></param>
    </command>
    <command><proto>const char *<name>eglOther</name></proto></command>
  </commands>
  <feature name="EGL_VERSION_1_0"><require>
    <enum name="EGL_OLD"/><enum name="EGL_ANY"/><command name="eglOne"/>
  </require></feature>
  <extension name="EGL_X_other"><require><enum name="EGL_OTHER"/></require></extension>
</registry>
"""


def test_constants_and_signatures():
    assert (egl.EGL_DONT_CARE, egl.EGL_NONE, egl.EGL_FOREVER) == (-1, 0x3038, 2**64 - 1)
    assert egl.EGL_PLATFORM_SURFACELESS_MESA == 0x31DD
    wait = parse_signature(egl.COMMANDS["eglClientWaitSync"])
    assert wait.returns == "int" and wait.parameters[3] == Parameter("timeout", "uint64")
    choose = parse_signature(egl.COMMANDS["eglChooseConfig"])
    assert [each.pointer for each in choose.parameters] == ["in", "in", "out", "", "out"]


def test_the_generator(tmp_path, monkeypatch):
    source, output = tmp_path / "egl.xml", tmp_path / "written.py"
    source.write_text(REGISTRY, encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["generate_egl", str(source), "--output", str(output)])
    load(ROOT / "tools" / "generate_egl.py").main()
    written = load(output)
    assert (written.EGL_OLD, written.EGL_ANY) == (0x3000, -1)
    assert not hasattr(written, "EGL_OTHER")
    fields = "dpy:in void|list:in intptr|out:out intptr|timeout:uint64|native:out void"
    assert list(written.COMMANDS.items()) == [("eglOne", f"in void|{fields}")]
