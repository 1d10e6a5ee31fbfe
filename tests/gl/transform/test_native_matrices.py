"""Products in native code, to the bits of those in Python."""

import math
import struct
from types import SimpleNamespace

import numpy as np
import pytest

from softgl import hostmath
from softgl.gl import *
from softgl.gl.transform import matrices, native_matrices
from softgl.gl.transform.native_matrices import PRODUCTS, Products
from softgl.lanes.native_setters import AVAILABLE

pytestmark = pytest.mark.skipif(not AVAILABLE, reason="CPython's interface is incomplete here")
KINDS = 0.0, -0.0, 1.0, 1e-45, 1e-20, 3e38, -3e38, math.inf, math.nan


@pytest.fixture(scope="module")
def native():
    made = Products()
    made.make_native()
    return made


def test_bits(native):
    seed = 4
    print("seed", seed)
    rng = np.random.default_rng(seed)
    usual = 0
    for _ in range(500):
        numbers = np.where(rng.random(36) < 0.15, rng.choice(KINDS, 36), rng.uniform(-9, 9, 36))
        one, other, last = np.split(numbers, (16, 32))
        one, other = (struct.pack("16f", *hostmath.singles(each.tolist())) for each in (one, other))
        angle, *vector = last.tolist()
        angle = float(rng.choice([angle, 40 * angle, 45.0 * rng.integers(-8, 9)]))
        assert native.product(one, other) == native_matrices.product(one, other)
        elements = numbers[16:32].tolist()
        assert native.multiplied(one, *elements) == native_matrices.multiplied(one, *elements)
        assert native.translated(one, *vector) == native_matrices.translated(one, *vector)
        assert native.scaled(one, *vector) == native_matrices.scaled(one, *vector)
        turned = native.rotated(one, angle, *vector)
        assert turned in (None, native_matrices.rotated(one, angle, *vector))
        usual += turned is not None
    assert usual > 200


@pytest.mark.parametrize(
    "numbers",
    [
        (360.0, 1.0, 0.0, 0.0),
        (math.nan, 1.0, 0.0, 0.0),
        (9.0, 0.0, -0.0, 0.0),
        (9.0, 1e300, 0.0, 0.0),
        (9.0, math.nan, 1.0, 0.0),
    ],
)
def test_unusual_rotations_are_those_of_python(native, numbers, context, monkeypatch):
    tops = []
    for products in (native, SimpleNamespace(**{each.__name__: each for each in PRODUCTS})):
        monkeypatch.setattr(matrices, "products", products)
        glLoadMatrixf(np.arange(16, dtype=np.float32))
        glRotated(*numbers)
        glRotated(750.0, 1, 2, 3)
        tops.append(context.transform.modelview.entries[-1])
    assert native.rotated(tops[0], *numbers) is None
    assert tops[0] == tops[1]


def test_native_code_is_made_after_many_products(tuned):
    tuned(MIN_NATIVE_PRODUCTS=5)
    made = Products()
    one = np.identity(4, np.float32).tobytes()
    kinds = []
    for _ in range(6):
        kinds.append(type(made.product).__name__)
        assert made.product(one, one) == one
    assert kinds == ["function"] * 5 + ["builtin_function_or_method"]
