"""Texture instructions as GLSL on llvmpipe, beside softgl's pictures of the instructions."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import softgl
import softgl.gl
from softgl.translate import Loader, TranslationError
from tests.drivers.conftest import describe
from tests.drivers.mesa import mesa_context
from tests.drivers.textures.random_looks import (
    SIDE,
    TARGETS,
    level_sizes,
    random_images,
    random_look,
)
from tests.drivers.textures.test_texture_twins import FUNCTIONS
from tests.drivers.textures.texturing import TGSI_CALLS, Look, assembly_text, draw_assembly

pytestmark = pytest.mark.driver

WAYS = (
    ("NVfp4.0", "glsl120", False),
    ("NVfp4.0", "glsl130", False),
    ("NVfp4.0", "glsl330", True),
    ("NVfp4.0", "glsl410core", False),
    ("NVvp4.0", "glsl120", False),
    ("NVvp4.0", "glsl410core", True),
    ("TGSI", "glsl330", True),
    ("TGSI", "glsl410core", False),
)
LIKE = {"TXF_LZ": "TXF", "SAMPLE_I": "TXF", "SAMPLE_D": "TXD", "TXL2": "TXL", "SAMPLE_L": "TXL",
        "SAMPLE_B": "TXB", "TXB2": "TXB"}  # fmt: skip
"""Instructions of TGSI alone, and the one with the same coordinates; the others as TEX."""
LEVELS = ("LODQ", "LOD")
"""Instructions whose results are levels of detail."""
GATHERS, QUERIES = ("TG4", "GATHER4"), ("TXQ", "SVIEWINFO", "SAMPLE_I")
REFUSED = {"TXF": "integers", "TXQ": "integers", "offset": "texel offsets", "CUBE": "SHADOWCUBE",
           "TXD": "with derivatives"}  # fmt: skip
"""Features that GLSL 1.20 lacks: words of each refusal."""


def random_looks():
    """Each instruction and target of GLSL 3.30, with random state, and sizes of levels."""
    seeds = itertools.count(3000)
    looks = [
        random_look(next(seeds), glsl=True, instruction=instruction, name=name, compared=compared)
        for instruction, names in FUNCTIONS.items()
        for compared, names in enumerate(names)
        for name in names
        for _ in range(2)
    ]
    for number, (name, target) in enumerate(TARGETS.items()):
        sizes = level_sizes(target, ((7, 7) if target.faces else (13, 6, 5))[: target.axes])
        images = random_images(np.random.default_rng(number), target, sizes)
        levels = np.full((SIDE, SIDE, 4), len(sizes) - 1, np.float32)
        looks.append(Look(name, images, levels, instruction="TXQ"))
    return looks


def looks_of_tgsi():
    """Looks of TGSI alone, with 2D textures."""
    seeds, looks = itertools.count(4000), []
    for instruction in TGSI_CALLS:
        like = LIKE.get(instruction, "TEX")
        for compared in (True,) if "_C" in instruction else (False, True)[: 1 + (like == "TEX")]:
            wanted = {"instruction": like, "name": "2D", "compared": compared, "offset": ()}
            if instruction in GATHERS:  # llvmpipe mirrors and clamps the texels as a filter does
                wanted["wraps"] = ["REPEAT", "CLAMP_TO_EDGE", "REPEAT"]
            if instruction in QUERIES:  # and counts levels that the filter does not take
                wanted["minified"] = "NEAREST_MIPMAP_LINEAR"
            look = random_look(next(seeds), glsl=True, **wanted)
            if instruction in QUERIES:  # and takes one level for all pixels
                look.coordinates[...] = 0
            look.instruction = instruction
            looks.append(look)
    return looks


@pytest.fixture(scope="module")
def pictures():
    """By language: looks, and softgl's pictures of them."""
    looks, found = random_looks(), {}
    for language in ("NVfp4.0", "NVvp4.0", "TGSI"):
        chosen = looks_of_tgsi() if language == "TGSI" else looks
        softgl.Context(8, 8, machine="eager").make_current()
        found[language] = chosen, draw_assembly(softgl.gl, chosen, language)
    return found


def is_sayable(loader, look, language):
    """True if a look has a translation; else the refusal names the missing feature."""
    try:
        loader.translate(assembly_text(look, language))
    except TranslationError as error:
        assert loader.to == "glsl120", error
        reasons = (*[word for key, word in REFUSED.items() if key == look.instruction],
                   REFUSED["CUBE"], *([REFUSED["offset"]] if look.offset else []))  # fmt: skip
        assert error.line > 1 and any(word in error.what for word in reasons), (error, str(look))
        return False
    # GLSL 1.20 has no derivatives of 0 in vertex shaders: level 0 gets the texture's bias.
    return not (loader.to == "glsl120" and language == "NVvp4.0" and _is_biased(look))


def _is_biased(look):
    return "TEXTURE_LOD_BIAS" in look.parameters or "TEXTURE_MIN_LOD" in look.parameters


@pytest.mark.parametrize(("language", "to", "exact"), WAYS)
def test_every_texture_instruction(mesa, pictures, language, to, exact):
    looks, drawn = pictures[language]
    with mesa_context(8, 8) as gl:
        loader = Loader(gl, to=to, exact=exact)
        chosen = [n for n, look in enumerate(looks) if is_sayable(loader, look, language)]

        def use(vertex, fragment):
            loader.program(vertex=vertex, fragment=fragment).use()

        looks = [looks[n] for n in chosen]
        found = draw_assembly(gl, looks, language, use)
    wanted = drawn[chosen]
    apart = np.abs(wanted - found)
    near = np.array([0 if is_plain(look) else 1 / 255 for look in looks])
    wrong = ~(apart <= near[:, None, None, None]).all(axis=-1)
    assert len(looks) >= (25 if to == "glsl120" else len(drawn))
    assert not wrong.any(), describe(looks, wrong, wanted, found)


def is_plain(look):
    """True if a look samples a stored texel unchanged."""
    filters = [look.parameters.get(f"TEXTURE_{kind}_FILTER", "LINEAR") for kind in ("MIN", "MAG")]
    nearest = all(name in ("NEAREST", "NEAREST_MIPMAP_NEAREST") for name in filters)
    exactly = look.instruction in ("TXF", "TXQ") or nearest
    return exactly and look.internal_format == "RGBA32F" and look.instruction not in LEVELS
