"""Absent names, and the messages about them."""

import copy
import doctest
import inspect
import pickle
import re

import pytest

import softgl.glu
import softgl.glut
from softgl import gl
from softgl.gl.api import registry
from softgl.gl.api.absent import reason
from softgl.running import names


@pytest.mark.parametrize(
    ("module", "name", "expected"),
    [
        (gl, "glBegn", ": did you mean glBegin?"),
        (gl, "glbegin", ": did you mean glBegin?"),
        (gl, "glVertx3f", ": did you mean glVertex3f?"),
        (gl, "GL_TEXTRUE_2D", ": did you mean GL_TEXTURE_2D?"),
        (gl, "GL_triangles", ": did you mean GL_TRIANGLES?"),
        (gl, "glGenBuffersEXT", ": it exists as glGenBuffers and glGenBuffersARB"),
        (gl, "GL_DEBUG_OUTPUT_ARB", ": it exists as GL_DEBUG_OUTPUT and GL_DEBUG_OUTPUT_KHR"),
        (
            gl,
            "glTexturePageCommitmentEXT",
            ": part of GL_EXT_direct_state_access, not implemented yet",
        ),
        (gl, "glSomethingQuiteElse", ""),
        (gl, "nothing", ""),
        (softgl.glu, "gluPerspectiv", ": did you mean gluPerspective?"),
        (softgl.glut, "glutSolidTeapt", ": did you mean glutSolidTeapot?"),
    ],
)
def test_what_is_said(module, name, expected):
    with pytest.raises(AttributeError) as caught:
        getattr(module, name)
    assert str(caught.value) == f"module {module.__name__!r} has no attribute {name!r}{expected}"
    with pytest.raises(ImportError):
        exec(f"from {module.__name__} import {name}")
    assert not hasattr(module, name) and getattr(module, name, 5) == 5


def test_every_missing_command_has_a_reason():
    """No reason names the command itself."""
    missing = [name for name in registry.COMMANDS if not hasattr(gl, name)]
    assert missing
    for name in missing:
        assert name not in re.findall(r"\w+", reason(name, gl.__all__)) != [], name


def test_the_module_is_like_others():
    assert set(dir(gl)) >= set(gl.__all__) and not hasattr(gl, "__wrapped__")
    everything = {}
    exec("from softgl.gl import *", everything)
    assert everything.keys() - {"__builtins__"} == set(gl.__all__)
    assert inspect.getmodule(gl.glBegin) is not None and inspect.getdoc(gl)
    assert inspect.unwrap(gl.glBegin) and doctest.DocTestFinder().find(gl.glBegin)
    with pytest.raises(TypeError):
        pickle.dumps(gl)
    with pytest.raises(TypeError):
        copy.deepcopy(gl)
    with pytest.raises(AttributeError) as caught:
        gl.glBegn  # noqa: B018
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value) and str(copy.copy(again)) == str(again)


def test_functions_that_scripts_call_say_it_too():
    with pytest.raises(names.NullFunctionError, match="no glTexturePageCommitmentEXT: part"):
        names.contents("OpenGL.GL")["glTexturePageCommitmentEXT"](1, 2)
    with pytest.raises(AttributeError, match="softgl has no GL_TEXTRUE: did you mean GL_TEXTURE"):
        names.missing("GL_TEXTRUE")
