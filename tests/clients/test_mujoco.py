"""MuJoCo renders with softgl: its osmesa and egl backends, beside llvmpipe."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from tests.clients.running import (
    PROGRAMS,
    check_reference,
    differing,
    needs_libraries,
    run_on_mesa,
    run_on_softgl,
)

pytest.importorskip("mujoco", reason="MuJoCo is not installed: pip install softgl[test]")
pytestmark = needs_libraries
PROGRAM = PROGRAMS / "mujoco_models.py"
MODELS = "shapes", "terrain"


def rendered(run, path, backend):
    run(sys.executable, PROGRAM, path, MUJOCO_GL=backend)
    with np.load(path) as found:
        return dict(found)


@pytest.fixture(scope="module")
def on_softgl(tmp_path_factory):
    return rendered(run_on_softgl, tmp_path_factory.mktemp("mujoco") / "softgl.npz", "osmesa")


@pytest.mark.parametrize("model", MODELS)
def test_pictures(on_softgl, model, tmp_path):
    check_reference(f"mujoco_{model}", on_softgl[f"{model}_rgb"], tmp_path, share=0.005)


def test_backends_agree(on_softgl, tmp_path):
    other = rendered(run_on_softgl, tmp_path / "egl.npz", "egl")
    for name, picture in on_softgl.items():
        assert np.array_equal(picture, other[name]), name


def test_beside_llvmpipe(on_softgl, mesa, tmp_path):
    other = rendered(run_on_mesa, tmp_path / "mesa.npz", "egl")
    for model in MODELS:
        ids, wanted = on_softgl[f"{model}_ids"], other[f"{model}_ids"]
        # Ties: pixel centres that lie on an edge, to the precision of the vertices.
        assert differing(ids, wanted, 0) <= 0.002, model
        same = (ids == wanted).all(-1)
        assert differing(on_softgl[f"{model}_rgb"], other[f"{model}_rgb"], 2) <= 0.01, model
        depths = on_softgl[f"{model}_depth"][same], other[f"{model}_depth"][same]
        assert np.allclose(*depths, rtol=1e-3), model
