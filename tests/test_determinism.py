"""The same bits from both machines, at every vector width and CPU level, with any threads."""

from __future__ import annotations

from itertools import cycle

import numpy as np
import pytest

import softgl
from softgl.lanes import WIDTHS, Target, native_engine
from softgl.lanes.target import host_levels
from softgl.pipeline.tiles.blocks import MAX_BLOCK_LANES
from tests.drivers.textures.random_looks import random_look
from tests.drivers.textures.texturing import draw_assembly
from tests.random_scenes import random_scene

SIZE = (75, 58)  # no multiple of a tile, a block or a vector
SEEDS = range(6)
# With doubles, discards and all kinds of loops, and something to see: lanes and threads.
TGSI_SEEDS = {1: (16, 2), 38: (4, 1), 46: (8, 5)}


def painted(scene, **choices):
    """Colour and depth that `scene` leaves, as bytes."""
    context = softgl.Context(*SIZE, **choices)
    scene()
    framebuffer = context.framebuffer
    color = framebuffer.read_color(0, 0, *SIZE)
    assert len(np.unique(color.reshape(-1, 4), axis=0)) > 20, "the scene shows next to nothing"
    return color.tobytes() + framebuffer.read_depth(0, 0, *SIZE).tobytes()


@pytest.fixture(scope="module")
def eager():
    """The eager machine's result of each scene."""
    return {seed: painted(random_scene(seed), machine="eager") for seed in SEEDS}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("lanes", WIDTHS)
def test_every_width_and_thread_count(eager, seed, lanes):
    scene = random_scene(seed)
    for threads in (1, 2, 5):
        assert painted(scene, lanes=lanes, threads=threads) == eager[seed], threads


@pytest.mark.parametrize("seed", SEEDS)
def test_the_same_programs_as_texts_of_tgsi(eager, seed):
    lanes = WIDTHS[seed % len(WIDTHS)]
    assert painted(random_scene(seed, tgsi="same"), lanes=lanes, threads=2) == eager[seed]


@pytest.mark.parametrize("seed", TGSI_SEEDS)
def test_programs_that_only_tgsi_has(seed):
    """Integers, doubles, loops, SWITCH and more, in random texts, each drawn at another width."""
    scene = random_scene(seed, tgsi="own")
    lanes, threads = TGSI_SEEDS[seed]
    assert painted(scene, lanes=lanes, threads=threads) == painted(scene, machine="eager")


@pytest.mark.parametrize(("first", "level"), list(enumerate(host_levels()[:-1])))
def test_every_level_of_this_cpu(eager, first, level, monkeypatch):
    """A half of the scenes and of the widths each; the other tests draw all at the strongest."""
    monkeypatch.setenv("SOFTGL_CPU", level)
    for seed, lanes in zip(SEEDS[first % 2 :: 2], cycle(WIDTHS[first % 2 :: 2]), strict=False):
        assert painted(random_scene(seed), lanes=lanes) == eager[seed], (seed, lanes)


def test_from_the_disk(eager, tmp_path, monkeypatch):
    """Every kernel of a draw is found again; another spelling of the folder has engines afresh."""
    for folder in (tmp_path, f"{tmp_path}/."):
        monkeypatch.setenv("SOFTGL_CACHE", str(folder))
        for seed in SEEDS[:3]:
            assert painted(random_scene(seed)) == eager[seed], seed
        monkeypatch.setattr(native_engine, "compile_kernel", None)


def sampled(looks, **choices):
    """Samples of textures, as bytes."""
    softgl.Context(8, 8, **choices).make_current()
    return draw_assembly(softgl.gl, looks, "NVfp4.0").tobytes()


def wild_looks(seed):
    """Random targets, state and instructions; of half the coordinates every bit is random."""
    looks = [random_look(seed + n, glsl=True) for n in range(8)]
    rng = np.random.default_rng(seed)
    for number, look in enumerate(looks):
        for values in (look.coordinates, look.dx, look.dy):
            bits = rng.integers(0, 2**32, values[::2].shape, dtype=np.uint64).astype(np.uint32)
            values[::2] = bits.view(np.float32)
        if number % 2:
            look.parameters["TEXTURE_MAX_ANISOTROPY_EXT"] = 4.0
    return looks


@pytest.mark.parametrize("seed", range(0, 16, 8))
def test_textures_at_every_width(seed):
    looks = wild_looks(seed)
    expected = sampled(looks, machine="eager")
    for lanes in WIDTHS:
        assert sampled(looks, lanes=lanes, threads=2) == expected, lanes


@pytest.mark.parametrize("gathers", [False, True])
def test_vectors_of_two_registers(eager, gathers, monkeypatch):
    """As kernels have them with AVX-512, here on any CPU: two blocks of pixels side by side."""
    wide = Target(host_levels()[-1], 16, MAX_BLOCK_LANES, gathers, gathers)
    monkeypatch.setattr(softgl.lanes, "choose_target", lambda **_: wide)
    for seed in SEEDS:
        assert painted(random_scene(seed), threads=2) == eager[seed], seed
    looks = wild_looks(4)
    found = sampled(looks)
    assert found == sampled(looks, machine="eager")


def test_a_second_run_in_the_same_context():
    # Kernels and buffers that are kept from the first run must not change the second.
    scene = random_scene(0)
    context = softgl.Context(*SIZE)
    pictures = []
    for _ in range(2):
        scene()
        pictures.append(context.framebuffer.read_color(0, 0, *SIZE).tobytes())
    assert pictures[0] == pictures[1]
