"""The names of `import softgl`, and its small cost."""

import pydoc
import re
import subprocess
import sys
import traceback
from pathlib import Path

import pytest

import softgl
from softgl import cli

ROOT = Path(__file__).parents[1]
CODE = """
import sys, softgl
before = sorted(name for name in ("numpy", "llvmlite", "PIL", "softgl.gl") if name in sys.modules)
print(before, softgl.gl.glClear.__name__, softgl.image.save_png.__name__)
"""


def test_modules_are_there_without_being_imported_and_importing_is_cheap():
    done = subprocess.run(
        [sys.executable, "-c", CODE], capture_output=True, text=True, cwd=ROOT, check=True
    )
    assert done.stdout == "[] glClear save_png\n"


def test_dir_shows_the_public_names_and_each_is_there():
    assert dir(softgl) == sorted(softgl.__all__)
    assert {"Context", "GLError", "ProgramError", "gl", "image"} <= set(dir(softgl))
    for name in dir(softgl):
        assert getattr(softgl, name) is not None
    with pytest.raises(AttributeError, match="module 'softgl' has no attribute 'glClear'"):
        softgl.glClear  # noqa: B018


def test_the_help_of_context_begins_with_what_users_need():
    words = pydoc.render_doc(softgl.Context, renderer=pydoc.plaintext)
    places = ["ctx = softgl.Context(320, 240)", "save(self", "make_current(self)", "read_image("]
    state = "inherited from softgl.gl.context.ContextState"
    internals = ["|  framebuffer\n", "draw(self, mode"]
    found = [words.index(place) for place in [*places, state, *internals]]
    assert found[:5] == sorted(found[:5]) and min(found[5:]) > found[4]


def test_the_changelog_counts_the_bits_version(capsys):
    """Each version of softgl that may change a picture says which, and counts one on."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    sections = re.findall(r"^## .*\(bits version (\d+)\)\n(.*?)(?=^## |\Z)", text, re.M | re.S)
    assert len(sections) == text.count("\n## ")
    numbers = [int(number) for number, _ in sections]
    assert numbers[0] == softgl.BITS
    for (_, words), number, before in zip(sections, numbers, [*numbers[1:], 0], strict=True):
        assert number - before == ("### Pictures that may change\n\n- " in words)
    with pytest.raises(SystemExit):
        cli.main(["--version"])
    found = capsys.readouterr().out
    assert found == f"softgl {softgl.__version__}, bits version {softgl.BITS}\n"


@pytest.mark.parametrize(
    "call",
    [
        lambda: softgl.scene.load("nothing.glb"),
        lambda: softgl.Renderer("nothing.ply", 4, 4),
        lambda: softgl.translate.translate("!!ARBfp1.0 FOO", to="glsl330"),
        lambda: softgl.check.check("!!ARBfp1.0 END", select=["X"]),
        lambda: softgl.glu.gluOrtho2D(1, 1, 0, 1),
    ],
    ids=["scene", "renderer", "translate", "check", "glu"],
)
def test_a_traceback_ends_at_the_caller(call, monkeypatch):
    monkeypatch.delenv("SOFTGL_TRACEBACK", raising=False)
    with softgl.Context(4, 4), pytest.raises(softgl.SoftGLError) as caught:
        call()
    assert len(traceback.extract_tb(caught.value.__traceback__)) <= 2 + 2
    monkeypatch.setenv("SOFTGL_TRACEBACK", "1")
    with softgl.Context(4, 4), pytest.raises(softgl.SoftGLError) as caught:
        call()
    assert len(traceback.extract_tb(caught.value.__traceback__)) > 4
