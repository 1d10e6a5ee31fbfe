"""softgl/gl/__init__.pyi is what tools/generate_stubs.py makes of the commands; signatures."""

import ast
import inspect
import pydoc

import pytest

from softgl import gl
from tests.tools import ROOT, load

PLACE = ROOT / "softgl" / "gl" / "__init__.pyi"


@pytest.fixture(scope="module")
def tool():
    return load(ROOT / "tools" / "generate_stubs.py")


def test_the_file_is_up_to_date(tool):
    assert tool.stubs() == PLACE.read_text(), "run python tools/generate_stubs.py"
    assert (ROOT / "softgl" / "py.typed").exists()


def test_the_tool_writes_it(tool, tmp_path, monkeypatch):
    monkeypatch.setattr("sys.argv", ["generate_stubs.py", "--output", str(tmp_path / "a.pyi")])
    tool.main()
    assert (tmp_path / "a.pyi").read_text() == PLACE.read_text()


def names(assignment):
    return [each.id for each in assignment.targets if each.id.startswith("GL")]


def test_it_has_every_public_name():
    module = ast.parse(PLACE.read_text())
    functions = {each.name for each in module.body if isinstance(each, ast.FunctionDef)}
    constants = {each.target.id for each in module.body if isinstance(each, ast.AnnAssign)}
    types = {name for each in module.body if isinstance(each, ast.Assign) for name in names(each)}
    assert functions | constants | types | {"GLError"} == set(gl.__all__)


def test_call_forms_are_overloads():
    text = PLACE.read_text()
    for line in (
        "def glDrawArrays(mode: _Int, first: _Int, count: _Int) -> None:",
        "def glBufferData(target: _Int, size: _Int, data: Any, usage: _Int) -> None:",
        "def glBufferData(target: _Int, data: Any, usage: _Int) -> None: ...",
        "def glGenTextures(n: Literal[1]) -> np.uint32:  # type: ignore[overload-overlap]",
        "def glGenTextures(n: _Int, textures: Any) -> Any: ...",
        "def glGetShaderInfoLog(",
        "def glVertex3f(x: _Float, y: _Float, z: _Float) -> None:",
        "def glIsTexture(texture: _Int) -> int:",
        "def glGetString(name: _Int) -> bytes:",
    ):
        assert line in text


def test_signatures():
    texts = {
        gl.glTexImage1D: "(target, level, internalformat, width, border, format, type, pixels)",
        gl.glGetIntegerv: "(pname, data=None)",
        gl.glVertex3f: "(x, y, z)",
        gl.glFlush: "()",
    }
    assert {function: str(inspect.signature(function)) for function in texts} == texts
    assert "glBlendFunc(sfactor, dfactor)" in pydoc.plain(pydoc.render_doc(gl.glBlendFunc))
