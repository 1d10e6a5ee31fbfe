"""Random scenes look the same, to the last bit, with all fast paths and with none.

Each run draws a few new seeds, and prints them; CI draws the same ones every time.
"""

from __future__ import annotations

import os

import numpy as np
import pytest

import softgl.gl
from softgl import Context, tuning
from softgl.gl import *
from softgl.tuning import LIMITS
from tests.effort import LITTLE
from tests.gl.draw.test_batch import Scene
from tests.random_fragments import HEIGHT, WIDTH, random_case, run
from tests.random_scenes import random_scene

SIZE = (150, 116)  # several tiles, no multiple of one
SEEDS, FEW = 6, 2
MESH = 45_000  # triangles: more than a part of a mesh


def seeds():
    """All in CI, elsewhere a few that no run has tried."""
    if os.environ.get("CI") == "true":
        return range(SEEDS)
    drawn = np.random.default_rng().integers(1 << 30, size=FEW).tolist()
    print("seeds", drawn)
    return drawn


def as_users_get_it():
    """The limits of a process without tests, but for LLVM's effort."""
    return tuning.changed(**{limit.name: limit.value for limit in LIMITS.values()} | LITTLE)


def planes(context):
    """The colour and the depth of all pixels, as bytes."""
    frame = context.framebuffer
    return frame.read_color(0, 0, *SIZE).tobytes() + frame.read_depth(0, 0, *SIZE).tobytes()


def few_triangles(seed, threads):
    context = Context(*SIZE, threads=threads)
    random_scene(seed)()
    return planes(context)


def small_triangles(seed, threads):
    """Enough of them that they are packed."""
    context = Context(*SIZE, threads=threads)
    random_scene(seed, triangles=3000)()
    return planes(context)


def batches(seed, threads):
    Context(64, 64, threads=threads)
    return Scene(seed).run()


def fragments(seed, threads):
    Context(WIDTH, HEIGHT, threads=threads)
    return repr(run(softgl.gl, random_case(np.random.default_rng(seed))))


def mesh(seed, threads):
    """A long draw, over layers from front to back and a clear."""
    context, rng = Context(*SIZE, threads=threads), np.random.default_rng(seed)
    glEnable(GL_DEPTH_TEST)
    glClearColor(*rng.random(4))
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT)
    for depth in np.linspace(-0.9, 0.5, 6):
        glColor4f(*rng.random(4))
        glRectf(*rng.uniform(-2, -0.5, 2), *rng.uniform(0, 2, 2))
        glTranslatef(0, 0, depth / 9)
    centers = rng.uniform(-1.1, 1.1, (MESH, 1, 3))
    corners = np.float32(centers + rng.normal(0, 0.02, (MESH, 3, 3))).reshape(-1, 3)
    glVertexPointer(3, GL_FLOAT, 0, corners)
    glColorPointer(4, GL_FLOAT, 0, rng.random((3 * MESH, 4), np.float32))
    glEnableClientState(GL_VERTEX_ARRAY)
    glEnableClientState(GL_COLOR_ARRAY)
    for _ in range(2):  # whose kernels are there, the second time
        glDrawArrays(GL_TRIANGLES, 0, len(corners))
    return planes(context)


@pytest.mark.parametrize("scene", [few_triangles, small_triangles, batches, fragments, mesh])
def test_plain_paths(scene):
    for seed in seeds():
        threads = 1 + seed % 2
        with as_users_get_it():
            expected = scene(seed, threads)
            with tuning.plain():
                assert scene(seed, threads) == expected, (seed, threads)


def test_single_paths():
    """Each off by itself, beside all others; a few of them but in CI."""
    paths = [path.name for path in tuning.FAST_PATHS]
    for seed in seeds()[:FEW]:
        chosen = paths[seed % FEW :: FEW]
        if os.environ.get("CI") != "true":
            chosen = np.random.default_rng(seed).choice(paths, FEW, replace=False).tolist()
        with as_users_get_it():
            expected = few_triangles(seed, 2), batches(seed, 2)
            for name in chosen:
                with tuning.plain(name):
                    assert (few_triangles(seed, 2), batches(seed, 2)) == expected, (seed, name)
