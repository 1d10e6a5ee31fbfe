"""The host's mathematics against the C library's, and by hand."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from softgl import hostmath


@given(st.floats(-1e6, 1e6) | st.floats(allow_nan=False, allow_infinity=False))
def test_sine_and_cosine_agree_with_the_c_library(angle):
    sine, cosine = hostmath.sin_cos(angle)
    assert abs(sine - math.sin(angle)) <= 1e-15
    assert abs(cosine - math.cos(angle)) <= 1e-15


def test_pi():
    assert math.pi == hostmath.PI


@pytest.mark.parametrize(
    ("degrees", "expected"),
    [
        (0, (0, 1)),
        (90, (1, 0)),
        (180, (0, -1)),
        (270, (-1, 0)),
        (-90, (-1, 0)),
        (360, (0, 1)),
        (720090, (1, 0)),
    ],
)
def test_right_angles_in_degrees_are_exact(degrees, expected):
    assert hostmath.sin_cos_degrees(degrees) == expected


@given(st.floats(-720, 720))
def test_degrees(degrees):
    sine, cosine = hostmath.sin_cos_degrees(degrees)
    assert abs(sine - math.sin(math.radians(degrees))) <= 2e-15
    assert abs(cosine - math.cos(math.radians(degrees))) <= 2e-15


@pytest.mark.parametrize("angle", [math.inf, -math.inf, math.nan])
def test_no_angle_is_nan(angle):
    assert all(map(math.isnan, hostmath.sin_cos(angle)))
    assert all(map(math.isnan, hostmath.sin_cos_degrees(angle)))


# What this module gave on x86-64; any other machine must give these bits too. The last is beyond
# what a reduction with few digits of pi gets right (its sine is -0.8522008497671888).
@pytest.mark.parametrize(
    ("angle", "sine", "cosine"),
    [
        (0.5, "0x1.eaee8744b05f0p-2", "0x1.c1528065b7d50p-1"),
        (100.0, "-0x1.03425b78c4db8p-1", "0x1.b981dbf665fe0p-1"),
        (1e22, "-0x1.b453ab76bf397p-1", "0x1.0be2cef01c8f4p-1"),
    ],
)
def test_bits(angle, sine, cosine):
    assert hostmath.sin_cos(angle) == (float.fromhex(sine), float.fromhex(cosine))


def matrices():
    return st.lists(st.integers(-8, 8), min_size=16, max_size=16).map(
        lambda numbers: np.array(numbers, np.float64).reshape(4, 4)
    )


@given(matrices(), matrices())
def test_product_of_integers_is_exact(a, b):
    expected = [[sum(a[i][k] * b[k][j] for k in range(4)) for j in range(4)] for i in range(4)]
    assert (hostmath.multiply(a, b) == expected).all()


@pytest.mark.filterwarnings("error")
def test_products_are_kept_rounded_once():
    """As the doubles are, whatever these are: too large, of denormal size, or no numbers."""
    seed = 5
    print("seed", seed)
    rng = np.random.default_rng(seed)
    sizes = rng.choice(
        [1e-45, 1e-30, 1.0, 1e30, np.inf, np.nan],
        (200, 2, 4, 4),
        p=[0.1] * 2 + [0.6] + [0.1, 0.05, 0.05],
    )
    for a, b in (rng.standard_normal(sizes.shape) * sizes).astype(np.float32):
        with np.errstate(over="ignore"):
            expected = hostmath.multiply(a, b).astype(np.float32)
        assert np.array_equal(hostmath.product(a, b), expected, equal_nan=True)
        assert np.array_equal(hostmath.stored(hostmath.multiply(a, b)), expected, equal_nan=True)


@given(matrices())
def test_inverse(a):
    inverse = hostmath.inverse(a)
    if abs(np.linalg.det(a)) < 0.5:  # the determinant is an integer
        assert (inverse == 0).all()
    else:
        assert np.allclose(hostmath.multiply(a, inverse), np.identity(4), atol=1e-9)


def test_transform_of_one_and_of_many_vectors():
    move = hostmath.translation(1, 2, 3)
    assert hostmath.transform(move, (1, 1, 1, 1)).tolist() == [2, 3, 4, 1]
    moved = hostmath.transform(move, [(1, 1, 1, 1), (5, 5, 5, 0)])
    assert moved.tolist() == [[2, 3, 4, 1], [5, 5, 5, 0]]


def test_transpose_is_a_copy():
    a = hostmath.translation(1, 2, 3)
    b = hostmath.transpose(a)
    b[0, 0] = 7
    assert b[3].tolist() == [1, 2, 3, 1]
    assert a[0, 0] == 1


@pytest.mark.parametrize(
    ("axis", "turned"),
    [((0, 0, 2), (0, 1, 0, 1)), ((0, 3, 0), (0, 0, -1, 1)), ((5, 0, 0), (1, 0, 0, 1))],
)
def test_a_right_angle_turns_the_x_axis(axis, turned):
    assert hostmath.transform(hostmath.rotation(90, *axis), (1, 0, 0, 1)).tolist() == list(turned)


def test_rotation_about_nothing_is_none():
    assert (hostmath.rotation(33, 0, 0, 0) == np.identity(4)).all()


def test_projections_map_the_corners():
    # OpenGL 2.1, 2.11.2: (l, b, -n) and (r, t, -n) map to the corners of the window at near.
    for projection in (hostmath.frustum(-1, 3, -2, 2, 1, 5), hostmath.ortho(-1, 3, -2, 2, 1, 5)):
        low = hostmath.transform(projection, (-1, -2, -1, 1))
        high = hostmath.transform(projection, (3, 2, -1, 1))
        assert (low / low[3]).tolist() == [-1, -1, -1, 1]
        assert (high / high[3]).tolist() == [1, 1, -1, 1]


def test_perspective_is_a_frustum():
    half = hostmath.tan(hostmath.PI / 6)
    expected = hostmath.frustum(-2 * half, 2 * half, -half, half, 1, 10)
    assert np.allclose(hostmath.perspective(60, 2, 1, 10), expected, atol=1e-15)


def test_look_at():
    view = hostmath.look_at((0, 0, 5), (0, 0, 0), (0, 1, 0))
    assert (view == hostmath.translation(0, 0, -5)).all()
    turned = hostmath.look_at((3, 0, 0), (0, 0, 0), (0, 1, 0))
    assert hostmath.transform(turned, (0, 0, 0, 1)).tolist() == [0, 0, -3, 1]


def test_vectors():
    assert hostmath.cross((1, 0, 0), (0, 1, 0)) == [0, 0, 1]
    assert hostmath.dot((1, 2, 3), (4, 5, 6)) == 32
    assert hostmath.normalize((0, 3, 4)) == [0, 0.6, 0.8]
    assert hostmath.normalize((0, 0, 0)) == [0, 0, 0]


def test_stacks_of_matrices_are_multiplied_one_by_one():
    a, b = np.random.default_rng(1).normal(size=(2, 5, 4, 4))
    each = [hostmath.multiply(one, other) for one, other in zip(a, b, strict=True)]
    assert np.array_equal(hostmath.multiply(a, b), each)
    assert np.array_equal(hostmath.multiply(a[0], b)[0], each[0])
    # One product is computed with other numbers, to the same bits: of all kinds of values.
    rng, kinds = np.random.default_rng(2), np.array([0.0, -0.0, 1e300, -1e300, np.inf, np.nan, 1.5])
    a, b = rng.choice(kinds, (2, 200, 4, 4))
    each = [hostmath.multiply(one, other) for one, other in zip(a, b, strict=True)]
    assert np.array_equal(*map(told_apart, (hostmath.multiply(a, b), np.array(each))))


def test_many_matrices_are_stored_and_inverted_one_by_one():
    seed = 3
    print("seed", seed)
    rng = np.random.default_rng(seed)
    kinds = np.array([0.0, -0.0, 1e-30, 3e38, -3e38, np.inf, np.nan, 1.5], np.float32)
    a, b = rng.choice(kinds, (2, 300, 4, 4), p=[0.3, 0.1, 0.05, 0.05, 0.05, 0.02, 0.03, 0.4])
    a[:200], b[:200] = rng.normal(size=(2, 200, 4, 4))
    a[:20, 1] = a[:20, 0]  # singular
    products = [hostmath.product(*pair) for pair in zip(a, b, strict=True)]
    assert hostmath.products(a, b).tobytes() == np.array(products).tobytes()
    inverses = [hostmath.stored(hostmath.inverse(each)) for each in a]
    assert hostmath.stored_stack(hostmath.inverses(a)).tobytes() == np.array(inverses).tobytes()


def told_apart(values):
    """Floats so that equal ones are the same, and any NaN is."""
    return np.where(np.isnan(values), 7, values.view(np.int64))


def test_arccos_agrees_with_the_c_library():
    near = [sign * (1.0 - 10.0**-n) for n in range(1, 17) for sign in (-1, 1)]
    for cosine in (*np.linspace(-1.0, 1.0, 201).tolist(), *near):
        assert hostmath.arccos(cosine) == pytest.approx(math.acos(cosine), rel=1e-15, abs=0)
    assert hostmath.arccos(2.0) == 0.0 and hostmath.arccos(-2.0) == hostmath.PI
    assert math.isnan(hostmath.arccos(math.nan))


def test_bits_of_arccos():
    found = [hostmath.arccos(x).hex() for x in (0.1, -0.3, 0.9999)]
    assert found == ["0x1.787b22ce3f590p+0", "0x1.e0200bbc96ad8p+0", "0x1.cf69d216bd74cp-7"]


def test_cofactors_are_the_inverse_transpose_times_the_determinant():
    m = [[2.0, 0.0, 0.0], [1.0, 3.0, 0.0], [0.0, 5.0, 7.0]]
    expected = np.linalg.inv(np.array(m)).T * 42.0
    assert np.allclose(hostmath.cofactors(m), expected)
