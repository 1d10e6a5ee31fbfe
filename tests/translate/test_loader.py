"""The loader: translations done once, calls of the driver, and refused texts."""

import sys
from types import SimpleNamespace

import numpy as np
import pytest

from softgl.errors import UsageError
from softgl.translate import Interface, Loader, LoadError, translation
from softgl.translate.functions import ENUMS
from tests.translate.interfaces.test_describe import FRAGMENT, INTEGERS, VERTEX

GIVES = "!!NVvp4.0\nMOV result.position, vertex.position;\nMOV result.attrib[2], 1;\nEND\n"
TWO_KINDS = """!!NVfp4.0
TEMP t;
TEX.S t, fragment.texcoord[0], texture[2], CUBE;
TEX t, t, texture[2], CUBE;
MOV result.color, t;
END
"""
STATE = {
    "state.light[1].diffuse": [1, 2, 3, 4],
    "state.matrix.mvp": range(16),
    "state.matrix.texture[1]": np.identity(4),
    "vertex_local": {3: (5, 6, 7, 8)},
}


class Driver:
    """Functions of a driver that records its calls."""

    def __init__(self, refuse=""):
        self.calls = []
        self.refuse = refuse
        self.locations = []

    def __getattr__(self, name):
        if not name.startswith("gl"):
            raise AttributeError(name)

        def call(*arguments):
            self.calls.append((name, *arguments))
            return getattr(self, f"_{name}", lambda *_: 7)(*arguments)

        return call

    def _glGetIntegerv(self, enum):
        return {ENUMS["GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS"]: 16}.get(enum, 0x84C0)

    def _glGetUniformLocation(self, program, name):
        if name not in self.locations:
            self.locations.append(name)
        return -1 if name == "vertex_env" else self.locations.index(name)

    def _glGetProgramEnvParameterfvARB(self, target, number):
        return np.zeros(4)

    def _glGetShaderiv(self, shader, enum):
        return self.refuse != "compile"

    def _glGetProgramiv(self, program, enum):
        return self.refuse != "link"

    def _glGetShaderInfoLog(self, shader):
        return b"0:1: no\n"

    _glGetProgramInfoLog = _glGetShaderInfoLog

    def of(self, name):
        return [arguments for called, *arguments in self.calls if called == name]


@pytest.fixture(autouse=True)
def written(monkeypatch):
    """The programs that a writer for all targets was asked for."""
    asked = []

    def write(program, target, interface, exact):
        asked.append(program.source)
        return f"{target.name} {exact} {program.source}", interface

    for package in ("glsl", "assembly"):
        name = f"softgl.translate.{package}"
        monkeypatch.setitem(sys.modules, name, SimpleNamespace(write=write))
    return asked


def test_texts_are_translated_once(written, tmp_path):
    loader = Loader(Driver(), cache=tmp_path / "cache")
    first = loader.translate(FRAGMENT)
    assert loader.translate(FRAGMENT.encode()) is first and first.text.startswith("glsl120 False")
    assert loader.translate(GIVES, first) is loader.translate(GIVES)
    flat = loader.translate(GIVES, loader.translate(INTEGERS))
    assert flat.interface != loader.translate(GIVES).interface and len(written) == 4
    again = Loader(Driver(), cache=tmp_path / "cache").translate(FRAGMENT)
    assert again == first and len(written) == 4
    for path in (tmp_path / "cache").iterdir():
        path.write_text("{ damaged")
    assert Loader(Driver(), cache=tmp_path / "cache").translate(FRAGMENT) == first
    assert len(written) == 5
    assert Loader(Driver(), exact=True).translate(FRAGMENT).text.startswith("glsl120 True")


def test_an_interface_survives_being_kept():
    for text in (VERTEX, FRAGMENT, INTEGERS):
        interface = translation.translate(text, to="glsl330").interface
        assert Interface.from_dict(interface.to_dict()) == interface


def test_a_program_is_linked_once_and_its_uniforms_are_set():
    gl = Driver()
    loader = Loader(gl)
    linked = loader.program(vertex=VERTEX, fragment=FRAGMENT)
    assert loader.program(vertex=VERTEX, fragment=FRAGMENT) is linked
    assert len(gl.of("glLinkProgram")) == 1 and len(gl.of("glCompileShader")) == 2
    assert (7, 3, "vertex_attrib_3") in map(tuple, gl.of("glBindAttribLocation"))
    assert gl.of("glUniform1i") == [[gl.locations.index("texture_3_shadow2d"), 3]]
    values = {**STATE, "state.fog.color": [1] * 4, "state.fog.params": [2] * 4}
    linked.use(values)
    sent = {gl.locations[where]: values for where, _, values in gl.of("glUniform4fv")}
    assert set(sent) == {
        *("vertex_local", "vertex_state.light_1_diffuse", "vertex_state.matrix_mvp"),
        *("vertex_state.matrix_texture_1_invtrans",),
        *("fragment_state.fog_color", "fragment_state.fog_params"),
    }
    assert sent["vertex_state.matrix_mvp"].tolist()[1] == [4, 5, 6, 7]
    assert sent["vertex_local"].shape == (4, 4) and sent["vertex_local"][3].tolist() == [5, 6, 7, 8]
    before = len(gl.of("glUniform4fv"))
    linked.use({**values, "state.fog.color": [0.5] * 4})  # what is as it was is not sent
    assert len(gl.of("glUniform4fv")) == before + 1


def test_colours_of_integers_have_places():
    gl = Driver()
    Loader(gl, to="glsl130").program(fragment=INTEGERS)
    assert gl.of("glBindFragDataLocation") == [[7, 0, "fragment_color_0"]]


def test_the_reader_is_what_comes_next(written):
    loader = Loader(Driver(), to="glsl330")
    linked = loader.program(vertex=GIVES, fragment=INTEGERS)
    assert linked.interfaces["vertex"].outputs[1].interpolation == "flat"
    assert written == [INTEGERS, GIVES]


def test_textures_of_two_kinds_get_units_of_their_own():
    gl = Driver()
    linked = Loader(gl).program(fragment=TWO_KINDS)
    assert linked.units == {"texture_2_cube": 2, "texture_2_cube_int": 15}
    linked.use()
    assert gl.of("glBindTexture") == [[ENUMS["GL_TEXTURE_CUBE_MAP"], 0x84C0]]
    assert [unit - 0x84C0 for (unit,) in gl.of("glActiveTexture")] == [2, 15, 0]


def test_tracked_matrices():
    gl = Driver()
    loader = Loader(gl)
    text = "!!VP1.0\nDP4 o[HPOS].x, c[4], v[OPOS];\nEND\n"
    linked = loader.program(vertex=text)
    loader.track(4, "state.matrix.mvp")
    linked._uniforms["vertex_env"] = 99  # the driver of these tests says that nothing reads it
    linked.use({"state.matrix.mvp": range(16)})
    assert gl.of("glUniform4fv")[-1][2][4].tolist() == [0, 1, 2, 3]
    loader.track(4, None)
    linked.use({"state.matrix.mvp": range(16), "vertex_env": {4: (1, 1, 1, 1)}})
    assert gl.of("glUniform4fv")[-1][2][4].tolist() == [1, 1, 1, 1]
    with pytest.raises(UsageError, match="is not a binding of state"):
        loader.track(0, "state.matrix.nothing")


def test_what_a_driver_refuses():
    for refuse, reason in (
        ("compile", "rejects the fragment program"),
        ("link", "cannot link the programs"),
    ):
        with pytest.raises(LoadError, match=f"the driver {reason}: 0:1: no"):
            Loader(Driver(refuse)).program(fragment=FRAGMENT)
    with pytest.raises(UsageError, match="the vertex program is a fragment program"):
        Loader(Driver()).program(vertex=FRAGMENT)
    with pytest.raises(UsageError, match="no program text"):
        Loader(Driver()).program()
    with pytest.raises(UsageError, match="transform feedback needs a vertex or geometry program"):
        Loader(Driver()).program(fragment=FRAGMENT, feedback=[])
    with pytest.raises(UsageError, match="a loader cannot use the target 'arb', only glsl120, "):
        Loader(Driver(), to="arb")
    with pytest.raises(UsageError, match="the functions passed to the loader have no glCreate"):
        Loader({}).program(fragment=FRAGMENT)


def test_a_moderngl_context_is_known():
    context = SimpleNamespace(program=lambda **texts: texts, max_texture_units=4)
    linked = Loader(context).program(vertex=GIVES)
    assert linked.program["vertex_shader"].startswith("glsl330 ")
    few = SimpleNamespace(program=dict, max_texture_units=2)
    units = "".join(f"TEX t, t, texture[{n}], 2D;\n" for n in range(2))
    with pytest.raises(UsageError, match="no texture unit is left for texture_2_cube_int"):
        Loader(few).program(vertex=GIVES, fragment=TWO_KINDS.replace("TEX t", f"{units}TEX t"))
