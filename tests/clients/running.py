"""Runs programs of people, unmodified, on softgl's libraries and on Mesa's."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
from PIL import Image

HERE = Path(__file__).parent
PROGRAMS = HERE / "programs"
REFERENCE = HERE / "reference"
TIMEOUT = 300  # seconds


def run_on_softgl(*command, **environment) -> bytes:
    """The standard output of a command on softgl's libraries; fails if it fails."""
    return _run([sys.executable, "-m", "softgl", "with", "--", *map(str, command)], environment)


def run_on_mesa(*command, **environment) -> bytes:
    """The standard output of a command on the system's libraries, where llvmpipe draws."""
    exact = "no_aos_sampling,no_quad_lod"  # textures in floats, a level for each pixel
    chosen = {"LIBGL_ALWAYS_SOFTWARE": "1", "GALLIUM_DRIVER": "llvmpipe", "GALLIVM_PERF": exact}
    return _run([*map(str, command)], chosen | environment)


def _run(command, environment):
    given = {k: v for k, v in os.environ.items() if k not in ("PYOPENGL_PLATFORM", "MUJOCO_GL")}
    made = subprocess.run(
        command, env=given | environment, capture_output=True, timeout=TIMEOUT, check=False
    )
    assert made.returncode == 0, made.stderr.decode(errors="replace")
    return made.stdout


def differing(one: np.ndarray, other: np.ndarray, tolerance: int) -> float:
    """The share of pixels (h, w, channels) of which a channel differs by more than `tolerance`."""
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
