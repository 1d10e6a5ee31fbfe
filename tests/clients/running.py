"""Runs programs of people, unmodified, on softgl's libraries and on Mesa's."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

needs_libraries = pytest.mark.skipif(
    sys.platform != "linux" or platform.machine() not in ("x86_64", "aarch64"),
    reason="the C libraries are those of Linux on x86-64 and ARM64",
)
HERE = Path(__file__).parent
PROGRAMS = HERE / "programs"
REFERENCE = HERE / "reference"
TIMEOUT = 300  # seconds
# The suite has no cache, which libraries need: all clients share one here, and their kernels.
_CACHE = tempfile.TemporaryDirectory(prefix="softgl-clients-")
# Of a user, or of the suite itself: checks of each draw, and choices of a platform.
_LEFT_OUT = "LD_LIBRARY_PATH PYOPENGL_PLATFORM MUJOCO_GL SOFTGL_CHECK_PLANS SOFTGL_PYTHON".split()


def run_on_softgl(*command, **environment) -> bytes:
    """The standard output of a command on softgl's libraries; fails if it fails."""
    return _run([sys.executable, "-m", "softgl", "with", "--", *map(str, command)], environment)


def run_on_mesa(*command, **environment) -> bytes:
    """The standard output of a command on the system's libraries, where llvmpipe draws."""
    exact = "no_aos_sampling,no_quad_lod"  # textures in floats, a level for each pixel
    chosen = {"LIBGL_ALWAYS_SOFTWARE": "1", "GALLIUM_DRIVER": "llvmpipe", "GALLIVM_PERF": exact}
    return _run([*map(str, command)], chosen | environment)


def _run(command, environment):
    given = {name: value for name, value in os.environ.items() if name not in _LEFT_OUT}
    given |= {"SOFTGL_CACHE": _CACHE.name} | environment
    made = subprocess.run(command, env=given, capture_output=True, timeout=TIMEOUT, check=False)
    assert made.returncode == 0, made.stderr.decode(errors="replace")
    return made.stdout


def differing(one: np.ndarray, other: np.ndarray, tolerance: int) -> float:
    """The share of pixels (h, w, channels) with a channel that differs by more than `tolerance`."""
    assert one.shape == other.shape
    far = np.abs(one.astype(np.int64) - other.astype(np.int64)) > tolerance
    return float(far.any(-1).sum()) / far[..., 0].size


def check_reference(name: str, picture: np.ndarray, output: Path, share: float = 0.0) -> None:
    """Compares a picture (h, w, 3) uint8 with the one that is kept, within 2/255.

    share : of the pixels may differ by more: where a client computes vertices, its libm decides.
    """
    found = output / f"{name}.png"
    Image.fromarray(picture).save(found)
    kept = REFERENCE / f"{name}.png"
    assert kept.exists(), f"no reference picture: look at {found}, and copy it to {kept}"
    different = differing(np.asarray(Image.open(kept).convert("RGB")), picture, 2)
    assert different <= share, f"{different:.2%} of {found} differ from {kept}"
