"""Names of kernels: the same in every process, and no two kernels have one."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from softgl.asm import parse
from softgl.formats.storages import ColorFormat
from softgl.lanes import F32, I32, WIDTHS, Target
from softgl.lanes.naming import Unnamed, digest
from softgl.pipeline.fragments.fragment import fragment_signature
from softgl.pipeline.keys.kernel_keys import (
    BlendKey,
    DepthKey,
    FragmentKey,
    SetupKey,
    StencilFace,
    StencilKey,
    TargetKey,
)
from softgl.pipeline.keys.link import Inputs, Interpolant
from softgl.pipeline.primitives.setup import setup_triangle
from softgl.pipeline.tiles.quads import draw_quads
from softgl.pipeline.tiles.tiles import draw_tiles
from softgl.texture.keys import TextureKey
from softgl.texture.targets import TARGETS

CHARACTERS = st.characters(exclude_categories=("Cs",))
ATOMS = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False),
    st.text(CHARACTERS, max_size=4),
    st.sampled_from([F32, I32, SetupKey(), SetupKey(smooth=True), DepthKey("less", True)]),
)  # fmt: skip
VALUES = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4).map(tuple),
        st.frozensets(st.text(CHARACTERS, max_size=2), max_size=3),
    ),
    max_leaves=8,
)


def told_apart(value):
    """A value by all that tells it from others: 1, 1.0 and True are equal in Python."""
    if isinstance(value, tuple):
        return tuple(map(told_apart, value))
    if isinstance(value, float):
        return value.hex()
    return type(value), value


@settings(max_examples=60)
@given(VALUES, VALUES)
def test_values_that_differ_have_different_digests(a, b):
    assert (digest(a) == digest(b)) == (told_apart(a) == told_apart(b))
    assert digest(a, b) != digest((a, b)) != digest((a,), b)


PROGRAM = parse(
    "!!ARBfp1.0\nTEMP t; PARAM p = {1, 2, 3, 4};\nTEX t, fragment.texcoord[0], texture[1], 2D;\n"
    "MAD_SAT result.color.xw, t.wzyx, -p, fragment.color;\nEND"
)
KEY = FragmentKey(
    PROGRAM,
    Inputs((Interpolant(4, None), Interpolant(8, 12)), Interpolant(3, None)),
    ((1, "2D", TextureKey(TARGETS["2D"], "RGBA8", *["LINEAR"] * 3, ("REPEAT",) * 2)),),
    DepthKey("less", True),
    (TargetKey(ColorFormat(), blend=BlendKey(*["one"] * 4, "func_add", "func_add")), None),
    stencil=StencilKey(StencilFace("always", "keep", "zero", "incr")),
)


def other(value):
    """Another value of the same type."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, (int, float)):
        return value + 1
    if isinstance(value, str):
        return value + "'"
    if isinstance(value, Enum):
        return next(one for one in type(value) if one is not value)
    if isinstance(value, frozenset):
        return value | {"other"}
    return (1, "other") if value is None else None


def variants(value):
    """The same with one thing in it changed, for each thing in it."""
    yield other(value) if not isinstance(value, tuple) else (*value, None)
    if isinstance(value, tuple):
        for place, one in enumerate(value):
            yield from ((*value[:place], new, *value[place + 1 :]) for new in variants(one))
    elif is_dataclass(value):
        for field in (one for one in fields(value) if one.compare):
            for new in variants(getattr(value, field.name)):
                if field.name != "instruction_set" or new:  # which takes the place of none
                    yield replace(value, **{field.name: new})


def test_whatever_is_changed_in_a_key_changes_the_name():
    keys = [KEY, *variants(KEY)]
    names = {digest(partial(draw_tiles, key=key)) for key in keys}
    assert len(names) == len(keys) > 200


def test_whatever_else_is_changed_changes_the_name():
    signature = fragment_signature(KEY)
    targets = [Target(level, width) for level in ("baseline", "avx2") for width in WIDTHS]
    bodies = [partial(draw_tiles, key=KEY), partial(draw_quads, key=KEY), draw_tiles,
              partial(draw_tiles, KEY), partial(setup_triangle, key=SetupKey())]  # fmt: skip
    signatures = [signature, replace(signature, written=frozenset()),
                  *(replace(signature, **{part: getattr(signature, part)[:-1]})
                    for part in ("scalars", "arrays"))]  # fmt: skip
    names = [
        digest(signature, body, mapped, target)
        for target in targets
        for body in bodies
        for signature in signatures
        for mapped in (False, True)
    ]
    assert len(set(names)) == len(names)


def test_what_has_no_name_is_refused():
    for value in (
        lambda m: m, partial(lambda m: m), other, [1], {"a": 1}, np.float32(1), object(), F32.dtype
    ):  # fmt: skip
        with pytest.raises(Unnamed):
            digest(1, ("a", value))


PRINTS = """
from softgl.lanes import F32, Signature
from tests.lanes.test_naming import KEY, digest, draw_tiles, partial
print(digest(partial(draw_tiles, key=KEY), Signature((("a", F32),), (), frozenset("abcdefgh"))))
"""


def test_processes_agree(monkeypatch):
    names = set()
    for seed in "12":
        monkeypatch.setenv("PYTHONHASHSEED", seed)
        names.add(subprocess.check_output([sys.executable, "-c", PRINTS]))
    assert len(names) == 1
