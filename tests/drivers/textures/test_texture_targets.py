"""Every target beside llvmpipe: wrap modes, filters, comparisons, changes, incomplete textures.

1D, 2D, 3D, CUBE and RECT are sampled by the same ARB programs; arrays and comparisons with cube
maps, which these do not have, by GLSL there and by `!!NVfp4.0` here.
"""

from __future__ import annotations

import dataclasses
import itertools

import numpy as np
import pytest

from softgl.texture.axes import WRAPS
from tests.drivers.textures.random_looks import (
    DEPTHS,
    FUNCS,
    MIN_FILTERS,
    SIDE,
    TARGETS,
    level_sizes,
    random_images,
)
from tests.drivers.textures.texturing import Look

pytestmark = pytest.mark.driver

# By target, sizes whose levels are worth a look.
SIZES = {
    "1D": [(8,), (5,), (1,)], "2D": [(8, 4), (5, 7), (1, 3)], "3D": [(8, 4, 2), (5, 3, 6)],
    "CUBE": [(8, 8), (5, 5), (1, 1)], "RECT": [(8, 4), (5, 7), (1, 1)],
    "ARRAY1D": [(8, 3), (1, 2)], "ARRAY2D": [(8, 4, 3), (5, 7, 2)],
}  # fmt: skip


def by_glsl(target):
    """True for a target that ARB programs cannot name."""
    return TARGETS[target].layers is not None


def images(seed, target, size, layout="RGBA", floats=False):
    """All levels of a texture."""
    sizes = level_sizes(TARGETS[target], size)
    return random_images(np.random.default_rng(seed), TARGETS[target], sizes, layout, floats)


def coordinates(seed, target, size, low=-1.7, high=2.7):
    """Coordinates (SIDE, SIDE, 4) that keep away from the edges of texels, in every level.

    Those of cube maps are any directions.
    """
    described, rng = TARGETS[target], np.random.default_rng(seed)
    found = rng.uniform(low, high, (SIDE, SIDE, 4))
    if described.faces:
        return found.astype(np.float32)
    for axis in described.filtered:
        length = size[axis]
        texels = rng.integers(int(low * length), int(high * length), (SIDE, SIDE))
        texels = texels + rng.choice([0.11, 0.3, 0.36, 0.61, 0.7, 0.88], texels.shape)
        found[..., axis] = texels / (length if described.normalized else 1)
    if described.layers is not None:
        layers = rng.integers(-1, size[described.layers] + 1, (SIDE, SIDE))
        found[..., described.layers] = layers + rng.choice([-0.4, 0, 0.4], layers.shape)
    return found.astype(np.float32)


def fixed(detail, **parameters):
    """Parameters under which the level of detail is the same everywhere."""
    parameters |= {"MIN_LOD": detail, "MAX_LOD": detail}
    return {f"TEXTURE_{name}": value for name, value in parameters.items()}


def wrapped(target, mode, others):
    """A wrap mode for s and others for t and r, as parameters."""
    modes = [mode, *others]
    return {f"WRAP_{axis}": modes[n] for n, axis in enumerate("STR")}


def modes_of(target):
    modes = list(TARGETS[target].wraps or WRAPS)
    if TARGETS[target].faces:
        return ["CLAMP_TO_EDGE"]  # llvmpipe has no other for cube maps
    if by_glsl(target):  # in a core context
        modes = [mode for mode in modes if mode not in ("CLAMP", "MIRROR_CLAMP_EXT")]
    return modes


@pytest.mark.parametrize("target", TARGETS)
def test_wrap_modes_and_filters(same_looks, target):
    looks = []
    filters = [(name, 1.3) for name in MIN_FILTERS[: None if TARGETS[target].mipmapped else 2]]
    for number, ((filter_, detail), mode) in enumerate(
        itertools.product([*filters, ("NEAREST", -1), ("LINEAR", -1)], modes_of(target))
    ):
        modes = modes_of(target)
        others = modes[(number + 1) % len(modes)], modes[(number + 3) % len(modes)]
        sizes = SIZES[target]
        size = sizes[number % len(sizes)]
        points = coordinates(number, target, size)
        # llvmpipe lets MIRROR_CLAMP modes come nearer to 0 than half a texel, in any level.
        for axis, wrap in zip(TARGETS[target].filtered, (mode, *others), strict=False):
            if wrap.startswith("MIRROR_CLAMP"):
                points[..., axis] += np.copysign(1, points[..., axis])
        name = "MAG_FILTER" if detail < 0 else "MIN_FILTER"
        other = "MIN_FILTER" if detail < 0 else "MAG_FILTER"
        state = wrapped(target, mode, others) | {"BORDER_COLOR": (0.9, 0.1, 0.5, 0.25)}
        state |= {name: filter_, other: filter_.partition("_")[0]}
        looks.append(Look(target, images(number, target, size), points, fixed(detail, **state)))
    same_looks(looks, glsl=by_glsl(target))


@pytest.mark.parametrize("target", [name for name in TARGETS if TARGETS[name].depths])
def test_comparisons(same_looks, target):
    """Every function, with each filter; NEAREST ones must be exact."""
    looks = []
    for number, (filter_, func) in enumerate(itertools.product(("NEAREST", "LINEAR"), FUNCS)):
        size = SIZES[target][number % 2]
        points = coordinates(number, target, size)
        steps = np.random.default_rng(number).integers(-6, 70, (SIDE, SIDE))
        form = DEPTHS[number % 3]
        # Depths are multiples of 1/64. Floats may be equal to the reference, others are between.
        points[..., TARGETS[target].reference] = (steps + (0 if form.endswith("F") else 0.5)) / 64
        state = {
            "MIN_FILTER": filter_, "MAG_FILTER": filter_, "WRAP_S": "CLAMP_TO_EDGE",
            "WRAP_T": "CLAMP_TO_EDGE", "COMPARE_MODE": "COMPARE_R_TO_TEXTURE",
            "COMPARE_FUNC": func,
        }  # fmt: skip
        depths = images(number, target, size, "DEPTH_COMPONENT", floats=True)
        looks.append(Look(target, depths, points, fixed(0, **state), form, "DEPTH_COMPONENT"))
    glsl = by_glsl(target) or target == "CUBE"
    same_looks(looks[: len(FUNCS)], glsl=glsl, tolerance=0)
    same_looks(looks[len(FUNCS) :], glsl=glsl)


# -- coordinates -----------------------------------------------------------------------------------

COMMON_MODES = ("REPEAT", "CLAMP_TO_EDGE", "CLAMP_TO_BORDER", "MIRRORED_REPEAT")


@pytest.mark.parametrize("target", [name for name in TARGETS if name != "CUBE"])
def test_edges_and_centres_of_texels(same_looks, target):
    """Multiples of half a texel, of sizes that are powers of two: no bit is lost on the way."""
    size = SIZES[target][0]
    rng = np.random.default_rng(1)
    points = np.zeros((SIDE, SIDE, 4))
    for axis in range(len(size)):
        points[..., axis] = rng.integers(-4 * size[axis], 6 * size[axis], (SIDE, SIDE)) / 2
        if TARGETS[target].normalized and axis in TARGETS[target].filtered:
            points[..., axis] /= size[axis]
    if by_glsl(target):  # half-way between two layers, either is right
        axis = TARGETS[target].layers
        points[..., axis] = np.floor(points[..., axis])
    looks = [
        Look(
            target, images(2, target, size), points.astype(np.float32),
            fixed(0, MIN_FILTER=filter_, MAG_FILTER=filter_, **wrapped(target, mode, [mode] * 2)),
        )
        for filter_ in ("NEAREST", "LINEAR")
        for mode in COMMON_MODES
        if mode in modes_of(target)
    ]  # fmt: skip
    same_looks(looks, glsl=by_glsl(target))


@pytest.mark.parametrize("target", [name for name in TARGETS if name != "CUBE"])
def test_coordinates_far_away(same_looks, target):
    """Up to 2^16 images away, and farther where an edge or the border is sampled.

    llvmpipe counts texels in 32 bits.
    """
    described, size = TARGETS[target], SIZES[target][0]
    far = 2.0 ** np.arange(1, 17).reshape(2, 8).repeat(4, axis=0)  # (SIDE, SIDE)
    far[::2] *= -1
    looks = []
    for filter_, mode in itertools.product(("NEAREST", "LINEAR"), COMMON_MODES):
        if mode not in modes_of(target):
            continue
        points = np.random.default_rng(3).integers(0, 32, (SIDE, SIDE, 4)) / 32 + 1 / 64
        points += far[..., None]
        if "CLAMP" in mode:
            points[:, ::2] *= 100
        if not described.normalized:
            points *= 8
        if described.layers is not None:
            points[..., described.layers] = far
        state = {"MIN_FILTER": filter_, "MAG_FILTER": filter_}
        state = fixed(0, **state, **wrapped(target, mode, [mode] * 2))
        looks.append(Look(target, images(4, target, size), points.astype(np.float32), state))
    same_looks(looks, glsl=by_glsl(target))


@pytest.mark.parametrize("target", ["1D", "2D", "RECT", "ARRAY1D", "ARRAY2D"])
def test_wide_and_tiny(same_looks, target):
    """4096 texels beside each other, and one."""
    looks = []
    axes = TARGETS[target].axes
    for width, filter_ in itertools.product((4096, 1), ("NEAREST", "LINEAR")):
        size = (width, 2, 2)[:axes]
        state = {"MIN_FILTER": filter_, "MAG_FILTER": filter_, "WRAP_S": "CLAMP_TO_EDGE"}
        looks += [
            Look(target, images(5, target, size)[:1], coordinates(seed, target, size, 0, 1), state)
            for seed in range(2)
        ]
    looks = [dataclasses.replace(look, parameters=fixed(0, **look.parameters)) for look in looks]
    same_looks(looks, glsl=by_glsl(target))


# -- images that change ----------------------------------------------------------------------------


def part(target, size):
    """A part of an image: offset and size along each axis."""
    offset = [length // 3 for length in size]
    return offset, [max(1, length - first - 1) for length, first in zip(size, offset, strict=True)]


def replace(gl, look, enum):
    """glTexSubImage of the base level, all faces."""
    target, size = TARGETS[look.target], look.images[0]
    size = np.shape(size[0] if target.faces else size)[:-1][::-1]
    offset, lengths = part(target, size)
    texels = np.random.default_rng(6).integers(0, 256, (*lengths[::-1], 4)).astype(np.uint8)
    command = getattr(gl, f"glTexSubImage{target.axes}D")
    for name in target.images:
        place = getattr(gl, f"GL_{name}")
        command(place, 0, *offset, *lengths, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, texels.tobytes())


def copy_part(gl, look, enum):
    """Copies the picture of the first look by glCopyTexSubImage."""
    target, size = TARGETS[look.target], look.images[0]
    size = np.shape(size[0] if target.faces else size)[:-1][::-1]
    offset, lengths = part(target, size)
    command = getattr(gl, f"glCopyTexSubImage{target.axes}D")
    for name in target.images:
        command(getattr(gl, f"GL_{name}"), 0, *offset, 1, 2, *lengths[:2])


def copy_whole(gl, look, enum):
    """Copies the picture of the first look by glCopyTexImage."""
    target, size = TARGETS[look.target], look.images[0]
    size = np.shape(size[0] if target.faces else size)[:-1][::-1]
    command = getattr(gl, f"glCopyTexImage{target.axes}D")
    for number, name in enumerate(target.images):
        command(getattr(gl, f"GL_{name}"), 0, gl.GL_RGBA8, number % 3, 0, *size, 0)


def generate(gl, look, enum):
    gl.glGenerateMipmap(enum)


def copy_and_generate(gl, look, enum):
    """The same, with GENERATE_MIPMAP."""
    gl.glTexParameteri(enum, gl.GL_GENERATE_MIPMAP, 1)
    replace(gl, look, enum)


@pytest.mark.parametrize("target", TARGETS)
def test_images_that_change(same_looks, target):
    size = SIZES[target][0]
    changes = [replace, copy_part]
    if TARGETS[target].axes < 3:
        changes.append(copy_whole)
    if TARGETS[target].mipmapped:
        changes.append(generate)
        if not by_glsl(target):
            changes.append(copy_and_generate)
    points = coordinates(7, target, size)
    state = {"MIN_FILTER": "NEAREST", "MAG_FILTER": "NEAREST", "WRAP_S": "CLAMP_TO_EDGE",
             "WRAP_T": "CLAMP_TO_EDGE"}  # fmt: skip
    looks = [Look(target, images(8, target, size), points, fixed(0, **state))]
    for change in changes:
        detail = 0
        if change in (generate, copy_and_generate):
            state, detail = state | {"MIN_FILTER": "NEAREST_MIPMAP_NEAREST"}, 1
        levels = images(9, target, size)[:1]
        looks.append(Look(target, levels, points, fixed(detail, **state), change=change))
    same_looks(looks, glsl=by_glsl(target))


# -- what is not complete --------------------------------------------------------------------------


def without(level):
    def change(levels, target):
        levels[level] = None

    return change


without_the_base = without(0)


def without_a_face(levels, target):
    levels[0][3] = None


def another_size(levels, target):
    levels[1] = levels[0]


def one_face_of_another_size(levels, target):
    levels[0][2] = levels[0][2][:1, :1]


def only_the_base(levels, target):
    del levels[1:]


def a_level_too_few(levels, target):
    del levels[-1]


def fewer_layers(levels, target):
    levels[1] = levels[1][:1]


MIPMAPPED = {"MIN_FILTER": "NEAREST_MIPMAP_NEAREST"}
# What is done to the levels, and parameters beside.
INCOMPLETE = (
    (without_the_base, {}), (without_the_base, {"MIN_FILTER": "LINEAR"}), (without(1), MIPMAPPED),
    (another_size, MIPMAPPED), (only_the_base, MIPMAPPED), (a_level_too_few, MIPMAPPED),
    (None, MIPMAPPED | {"BASE_LEVEL": 2, "MAX_LEVEL": 1}), (None, {"BASE_LEVEL": 9}),
    (without_a_face, {}), (one_face_of_another_size, {}), (fewer_layers, MIPMAPPED),
)  # fmt: skip
# Whatever is wrong with levels that sampling does not need.
COMPLETE = (
    (without(1), {}), (another_size, {"MIN_FILTER": "LINEAR"}),
    (another_size, MIPMAPPED | {"MAX_LEVEL": 0}), (without_the_base, MIPMAPPED | {"BASE_LEVEL": 1}),
    (a_level_too_few, MIPMAPPED | {"MAX_LEVEL": 1}), (without_the_base, {"BASE_LEVEL": 1}),
)  # fmt: skip


def with_changes(target, cases):
    """Returns looks at textures with changed levels, where the changes make sense."""
    described, size = TARGETS[target], SIZES[target][0]
    looks = []
    for number, (change, parameters) in enumerate(cases):
        if change in (without_a_face, one_face_of_another_size) and not described.faces:
            continue
        if change is fewer_layers and described.layers is None:
            continue
        levels = images(number, target, size)
        if not described.mipmapped and (change not in (without_the_base, None) or parameters):
            continue
        if change is not None:
            change(levels, target)
        state = fixed(0, **{"MIN_FILTER": "NEAREST", "MAG_FILTER": "NEAREST"} | parameters)
        looks.append(Look(target, levels, coordinates(1, target, size), state))
    return looks


@pytest.mark.parametrize("target", TARGETS)
def test_what_is_not_complete(same_looks, target):
    """Samples are (0, 0, 0, 1), or of the complete part if the rest does not matter."""
    looks = with_changes(target, INCOMPLETE)
    assert (same_looks(looks, glsl=by_glsl(target)) == (0, 0, 0, 1)).all()
    if TARGETS[target].mipmapped:
        same_looks(with_changes(target, COMPLETE), glsl=by_glsl(target))


@pytest.mark.parametrize("compared", [False, True])
def test_seamless_cube_maps(same_looks, compared):
    """Faces mixed at their edges and corners, of sizes down to 1."""
    looks = []
    for number, (size, filter_) in enumerate(
        itertools.product((8, 5, 2, 1), ("LINEAR", "LINEAR_MIPMAP_LINEAR", "NEAREST"))
    ):
        rng = np.random.default_rng(number)
        points = rng.normal(size=(SIDE, SIDE, 4))
        # A quarter of them near edges, a quarter near corners.
        points[0::4] = np.sign(points[0::4]) * rng.uniform(0.9, 1, points[0::4].shape)
        points[1::4, :, :2] = np.sign(points[1::4, :, :2]) * rng.uniform(0.9, 1, (2, SIDE, 2))
        points[..., 3] = (rng.integers(0, 64, (SIDE, SIDE)) + 0.5) / 64
        state = {"MIN_FILTER": filter_, "MAG_FILTER": "NEAREST", "WRAP_S": "REPEAT"}
        form, layout = "RGBA8", "RGBA"
        if compared:
            form, layout = "DEPTH_COMPONENT32F", "DEPTH_COMPONENT"
            state |= {"COMPARE_MODE": "COMPARE_R_TO_TEXTURE", "COMPARE_FUNC": FUNCS[number % 8]}
        points = points.astype(np.float32)
        levels = images(number, "CUBE", (size, size), layout, compared)
        look = Look("CUBE", levels, points, fixed(0.5, **state), form, layout)
        looks.append(dataclasses.replace(look, enables=("TEXTURE_CUBE_MAP_SEAMLESS",)))
    same_looks(looks, glsl=compared)


def test_all_around_a_cube_map(same_looks):
    """Levels of detail where quads reach over the edges of faces; each level has a red of its own.

    llvmpipe's log2 is off by up to 0.086, which is 2 of 24 steps, and one more for rounding.
    """
    levels = level_sizes(TARGETS["CUBE"], (64, 64))
    pictures = [
        [np.full((*size, 4), [24 * level, 128, 128, 255], np.uint8)] * 6
        for level, size in enumerate(levels)
    ]
    y, x = (np.mgrid[0:64, 0:64] / 64 - 0.5) * np.pi
    looks = []
    for turns in (1, 2, 7.3):
        across, up = x * turns * 2, y * turns
        flat = np.cos(up)
        directions = [flat * np.cos(across), np.sin(up), flat * np.sin(across), flat * 0]
        points = np.stack(directions, axis=-1).astype(np.float32)
        state = {"MIN_FILTER": "LINEAR_MIPMAP_LINEAR", "MAG_FILTER": "LINEAR",
                 "WRAP_S": "CLAMP_TO_EDGE", "WRAP_T": "CLAMP_TO_EDGE"}  # fmt: skip
        parameters = {f"TEXTURE_{name}": value for name, value in state.items()}
        looks.append(Look("CUBE", pictures, points, parameters))
    same_looks(looks, tolerance=3 / 255)
