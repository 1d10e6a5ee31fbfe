"""Series of frames with growing amounts of work: the time should grow no faster."""

from __future__ import annotations

from softgl.bench import calls
from softgl.bench.calls import Draws
from softgl.bench.frames import Frame
from softgl.bench.meshes import lit_mesh
from softgl.bench.objects import Objects
from softgl.bench.shading import arithmetic
from softgl.bench.textures import several_textures

MAX_RELATIVE_GROWTH = 1.25  # growth of the time / growth of the amount, between consecutive frames


def _series(name, prepare, amounts, side=1024):
    return [Frame(f"{name}-{amount}", prepare, amount, side=side) for amount in amounts]


SIDES = (256, 512, 1024, 2048, 4096)
# name: (the amount in each frame, the frames)
GROWTH = {
    "pixels": (
        [side * side for side in SIDES],
        [Frame(f"pixels-{side}", arithmetic, 64, side=side) for side in SIDES],
    ),
    **{
        name: (amounts, _series(name, prepare, amounts, side))
        for name, prepare, amounts, side in (
            ("triangles", lit_mesh, [10**3, 10**4, 10**5, 10**6, 10**7], 1024),
            ("instructions", arithmetic, [16, 64, 256, 1024, 4000], 512),
            ("textures", several_textures, [1, 2, 4, 8, 16], 1024),
            ("draws", Draws(calls.colors), [1, 10, 100, 1000, 10**4], 1024),
            ("objects", Objects(calls.colors), [1, 10, 100, 1000], 1024),
            ("draws-boxes", Draws(calls.boxes), [1, 10, 100, 1000, 10**4], 1024),
        )
    },
}
