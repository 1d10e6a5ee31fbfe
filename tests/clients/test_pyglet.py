"""pyglet 1.5 draws with softgl, headless."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from PIL import Image

from tests.clients.running import (
    PROGRAMS,
    check_reference,
    differing,
    needs_libraries,
    run_on_mesa,
    run_on_softgl,
)

pyglet = pytest.importorskip("pyglet", reason="pyglet is not installed: pip install softgl[test]")
pytestmark = needs_libraries
PROGRAM = PROGRAMS / "pyglet_cube.py"


def drawn(run, path):
    run(sys.executable, PROGRAM, path)
    return np.asarray(Image.open(path).convert("RGB"))


def test_a_program(mesa, tmp_path):
    picture = drawn(run_on_softgl, tmp_path / "softgl.png")
    assert differing(picture, drawn(run_on_mesa, tmp_path / "mesa.png"), 2) <= 0.01
    check_reference("pyglet_cube", picture, tmp_path)
