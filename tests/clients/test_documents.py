"""The programs in docs/clients.md and docs/libraries.md draw, by the commands that stand there."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from softgl import clib
from tests.clients.running import needs_libraries, run_on_softgl

pytestmark = needs_libraries
DOCS = Path(__file__).parents[2] / "docs"
PAGES = "".join((DOCS / name).read_text("utf-8") for name in ("clients.md", "libraries.md"))


def program(language: str, word: str) -> str:
    """The one program in a language that has a word in it."""
    texts = re.findall(rf"^```{language}\n(.*?)^```$", PAGES, re.MULTILINE | re.DOTALL)
    (found,) = [text for text in texts if word in text]
    return found


def test_mujoco(tmp_path):
    pytest.importorskip("mujoco", reason="MuJoCo is not installed: pip install softgl[test]")
    path = tmp_path / "render.py"
    path.write_text(program("py", "import mujoco"), encoding="utf-8")
    assert run_on_softgl(sys.executable, path).decode().split("\n")[:2] == [
        "(120, 160, 3)",
        "float32",
    ]


def test_loading_within_python(tmp_path):
    path = tmp_path / "load.py"
    path.write_text(program("py", "clib.load()"), encoding="utf-8")
    subprocess.run([sys.executable, path], check=True)


@pytest.mark.skipif(not shutil.which("gcc"), reason="there is no gcc here")
def test_a_program_in_c(tmp_path):
    source = tmp_path / "demo.c"
    source.write_text(program("c", "OSMesa"), encoding="utf-8")
    command = ["gcc", "-Wall", source, f"-L{clib.folder()}", "-lOSMesa", "-o", tmp_path / "demo"]
    subprocess.run(command, check=True)
    header, _, pixels = run_on_softgl(tmp_path / "demo").partition(b"\n")
    assert header == b"P6 64 48 255"
    picture = np.frombuffer(pixels, np.uint8).reshape(48, 64, 3)
    red, green, blue = picture[46, 2], picture[46, 61], picture[2, 32]
    assert (red.argmax(), green.argmax(), blue.argmax()) == (0, 1, 2)
    assert not picture[0, 0].any()
