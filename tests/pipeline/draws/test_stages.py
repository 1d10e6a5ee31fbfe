"""The list of the stages of a draw, and how parts of a draw go through it."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace

import numpy as np

from softgl.lanes.eager import EagerEngine
from softgl.lanes.engine import first_word
from softgl.pipeline.draws.native_layout import requests_of
from softgl.pipeline.draws.native_stages import FEW, MESH, Keys
from softgl.pipeline.draws.stages import STAGES, TILES, Stage, run_stages
from softgl.pipeline.keys.styles import PolygonStyle, PrimitiveStyle
from tests.pipeline.drawing import render

STYLES = {
    "points": PrimitiveStyle(),
    "line_loop": PrimitiveStyle(),
    "quads": PrimitiveStyle(polygons=PolygonStyle(("fill", "line"))),
    "polygon": PrimitiveStyle(polygons=PolygonStyle(("line", "line"))),
    "triangles": PrimitiveStyle(
        polygons=PolygonStyle(offset_modes=frozenset({"fill"}), offset=(1.0, 1.0, 0.0))
    ),
}


def test_every_kernel_of_a_draw_is_that_of_one_stage(tuned):
    """So that times and traces by stages miss none."""
    tuned(MAX_HOST_VERTICES=-1, MAX_HOST_PRIMITIVES=0)
    engine, corners = EagerEngine(), np.random.default_rng(4).uniform(-1.5, 1.5, (96, 3))
    for mode, style in STYLES.items():
        render(engine, corners, size=(20, 20), mode=mode, style=style)
    used = {first_word(key) for key in engine._kernels}
    assert {"clip", "setup lines", "setup points", "keep", "outlines", "offsets"} <= used
    known = Counter(word for stage in STAGES for word in stage.kernels)
    assert set(known.values()) == {1} and used <= known.keys()


def test_stages_of_native_code_are_in_the_list():
    keys, known = Keys(None, None, None), {word for stage in STAGES for word in stage.kernels}
    native = {request.key for each in (MESH, *FEW.values()) for request in requests_of(each, keys)}
    words = {first_word(key) for key in native}
    assert {"setup", "setup lines", "setup points", "begin part", "bin"} <= words <= known
    assert [stage.name for stage in STAGES if stage.run is None] == [TILES.name]


def test_a_part_leaves_the_last_stage_before_the_next_part_is_made():
    seen = []

    def stage(name, count, when=None):
        def run(of, part):
            for number in range(count):
                seen.append((name, part, number))
                yield f"{part or ''}{name}{number}"

        return Stage(name, run, when=when)

    stages = (
        stage("a", 2), stage("b", 1, lambda of: of.geometry), stage("c", 1), stage("d", 0),
    )  # fmt: skip
    for geometry, made in ((True, ["a0b0c0", "a1b0c0"]), (False, ["a0c0", "a1c0"])):
        parts = run_stages(stages[:3], SimpleNamespace(geometry=geometry))
        assert not seen
        assert next(parts) == made[0] and [name for name, *_ in seen].count("a") == 1
        assert [*parts] == made[1:]
        assert [*run_stages(stages[2:], SimpleNamespace(), "x")] == []
        assert seen[-2:] == [("c", made[1][:-2], 0), ("c", "x", 0)]
        seen.clear()
