"""Host mathematics with the same bits on every machine: 4x4 matrices, sine, cosine, vectors.

Matrices are (4, 4) float64 arrays M with M[row][column], applied to column vectors; GL stores them
as float32. Only + - * / and square roots of IEEE doubles are used, and sums add left to right:
BLAS, `@` and the C library's sine differ between machines. So do sign and payload of a NaN; stored
results have one quiet NaN for all.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from itertools import chain
from struct import Struct

import numpy as np

from softgl.formats.host import quiet

Rows = Sequence[Sequence[float]]
"""A matrix as rows of Python floats: faster than arrays for a single matrix."""
IDENTITY = np.identity(4)
_SIXTEEN = Struct("16f").unpack


def _machin_pi(bits: int) -> int:
    """Computes pi * 2**bits as an integer, by Machin's formula: 16 atan(1/5) - 4 atan(1/239)."""

    def arctangent(inverse):
        term = total = (1 << bits + 32) // inverse
        divisor, sign = 1, 1
        while term:
            term //= inverse * inverse
            divisor, sign = divisor + 2, -sign
            total += sign * (term // divisor)
        return total

    return (16 * arctangent(5) - 4 * arctangent(239)) >> 32


# 1024 bits for the largest exponent, and 176 more for the precision of the reduced angle.
_BITS = 1200
_PI = _machin_pi(_BITS)
PI = _PI / (1 << _BITS)

# Taylor coefficients: further terms vanish in double precision for angles up to pi / 4.
_SIN = [(-1) ** n / math.factorial(2 * n + 1) for n in range(9)]
_COS = [(-1) ** n / math.factorial(2 * n) for n in range(10)]


def _polynomial(coefficients, x):
    total = 0.0
    for coefficient in reversed(coefficients):
        total = total * x + coefficient
    return total


def _turned(quadrant: int, angle: float) -> tuple[float, float]:
    """Returns sine and cosine of `quadrant` right angles plus `angle`, which is within +-pi / 4."""
    return turns(angle)[quadrant & 3]


def turns(angle: float) -> list[tuple[float, float]]:
    """Returns sine and cosine of an angle within +-pi / 4, plus 0, 1, 2 and 3 right angles."""
    square = angle * angle
    sine = angle * _polynomial(_SIN, square)
    cosine = _polynomial(_COS, square)
    return [(sine, cosine), (cosine, 0.0 - sine), (-sine, -cosine), (0.0 - cosine, sine)]


def sin_cos(angle: float) -> tuple[float, float]:
    """Sine and cosine of an angle in radians, within 1e-15; NaN for infinite angles and NaN."""
    angle = float(angle)
    if not math.isfinite(angle):
        return math.nan, math.nan
    if abs(angle) <= 0.78:
        return _turned(0, angle)
    numerator, denominator = angle.as_integer_ratio()
    # The denominator is a power of two, at most 2**53 for an angle of this size.
    scaled = (numerator << _BITS) // denominator
    right_angle = _PI >> 1
    quadrant = (scaled + (right_angle >> 1)) // right_angle
    return _turned(quadrant, (scaled - quadrant * right_angle) / (1 << _BITS))


def sin(angle: float) -> float:
    """Returns the sine of an angle in radians."""
    return sin_cos(angle)[0]


def cos(angle: float) -> float:
    """Returns the cosine of an angle in radians."""
    return sin_cos(angle)[1]


def tan(angle: float) -> float:
    """Returns the tangent of an angle in radians."""
    sine, cosine = sin_cos(angle)
    return sine / cosine


def arccos(cosine: float) -> float:
    """Returns the angle, 0 to pi, with this cosine, within 1e-15 of its size; clamps to -1 to 1."""
    if not cosine < 1.0:
        return 0.0 if cosine >= 1.0 else math.nan
    if cosine < 0.0:
        return PI - arccos(-cosine)
    # sin(2 a) of half the angle a, from its own sine: exact near 1, where the cosine is flat.
    half_sine, half_cosine = math.sqrt((1.0 - cosine) / 2), math.sqrt((1.0 + cosine) / 2)
    angle = half_sine * (1.0 + half_sine * half_sine / 6)
    for _ in range(3):  # the error of a step is a sixth of the cube of the error before
        sine, other = sin_cos(angle)
        angle += half_sine * other - half_cosine * sine
    return 2.0 * angle


def sin_cos_degrees(angle: float) -> tuple[float, float]:
    """Returns sine and cosine of an angle in degrees; exact at multiples of 90."""
    angle = float(angle)
    if not math.isfinite(angle):
        return math.nan, math.nan
    angle = within_turn(angle)
    quadrant = round(angle / 90.0)
    return _turned(quadrant, beyond_right_angles(angle, quadrant))


def within_turn(degrees: float) -> float:
    """Returns the rest of an angle in degrees after whole turns, which is exact."""
    return math.fmod(degrees, 360.0) if math.isfinite(degrees) else degrees


def beyond_right_angles(degrees: float, quadrant: float) -> float:
    """Returns the angle in radians that is left of one in degrees after some right angles."""
    return (degrees - 90.0 * quadrant) * (PI / 180.0)


def matrix(rows) -> np.ndarray:
    """Copies 4x4 numbers to a (4, 4) float64 matrix."""
    return np.array(rows, np.float64).reshape(4, 4)


def multiply(a, b) -> np.ndarray:
    """The matrix product a b, which applies b first; of stacks (..., 4, 4) element by element."""
    a, b = np.asarray(a, np.float64), np.asarray(b, np.float64)
    if a.ndim == b.ndim == 2:
        return np.array(quiet_numbers(elements_of_product(a.tolist(), b.tolist()))).reshape(4, 4)
    with np.errstate(over="ignore", invalid="ignore"):
        terms = a[..., :, :, None] * b[..., None, :, :]  # [row, k, column]
        return quiet(((terms[..., 0, :] + terms[..., 1, :]) + terms[..., 2, :]) + terms[..., 3, :])


def products(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """`product` of each pair of matrices, (n, 4, 4) float32."""
    return stored_stack(multiply(a, b))


def product(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The product of two matrices as GL stores it: each element rounded once to float32."""
    return _stored(elements_of_product(a.tolist(), b.tolist()))


def elements_of_product(a: Rows, b: Rows) -> list:
    """Returns the elements of a product, row by row, from the rows of two matrices."""
    # Python floats take 1.2 microseconds, arrays 7.
    (p, q, r, s), (p1, q1, r1, s1), (p2, q2, r2, s2), (p3, q3, r3, s3) = b
    elements = []
    for x, y, z, w in a:
        elements += (
            x * p + y * p1 + z * p2 + w * p3,
            x * q + y * q1 + z * q2 + w * q3,
            x * r + y * r1 + z * r2 + w * r3,
            x * s + y * s1 + z * s2 + w * s3,
        )
    return elements


def singles(numbers) -> array:
    """Rounds numbers to float32; too large ones become infinite."""
    # array rounds like C, in a fourth of the time of numpy with its warnings off.
    return array("f", numbers)


def quiet_numbers(numbers: Sequence[float]) -> Sequence[float]:
    """Replaces every NaN by the one quiet NaN."""
    total = sum(numbers)  # NaN if any number is: the fastest test
    return numbers if total == total else [x if x == x else math.nan for x in numbers]


def stored(a) -> np.ndarray:
    """Copies a matrix to the form that GL stores: (4, 4) float32."""
    return _stored(np.asarray(a, np.float64).ravel().tolist())


def stored_rows(rows: Rows) -> np.ndarray:
    """Returns a matrix by its rows as GL stores it."""
    return _stored([*chain.from_iterable(rows)])


def stored_stack(matrices: np.ndarray) -> np.ndarray:
    """Returns many matrices, (n, 4, 4) float64 with one quiet NaN, as GL stores them."""
    with np.errstate(over="ignore"):
        return matrices.astype(np.float32)


def _stored(elements) -> np.ndarray:
    return np.ndarray((4, 4), np.float32, singles(quiet_numbers(elements)))


def packed(elements: Sequence[float]) -> bytes:
    """Returns a matrix as GL stores it, in the bytes of sixteen float32, row by row."""
    return singles(quiet_numbers(elements)).tobytes()


def unpacked(matrix: bytes) -> Rows:
    """Returns the rows of a matrix of `packed`."""
    numbers = _SIXTEEN(matrix)
    return numbers[:4], numbers[4:8], numbers[8:12], numbers[12:]


def transform(a, vectors) -> np.ndarray:
    """Multiplies column vectors, (n, 4) or (4,), by the matrix a."""
    a, vectors = np.asarray(a, np.float64), np.asarray(vectors, np.float64)
    with np.errstate(over="ignore", invalid="ignore"):
        result = a[:, 0] * vectors[..., 0:1]
        for k in (1, 2, 3):
            result = result + a[:, k] * vectors[..., k : k + 1]
    return quiet(result)


def transformed(rows: Rows, vector: Sequence[float]) -> Sequence[float]:
    """Multiplies a column vector of four numbers by the matrix with these rows."""
    x, y, z, w = vector
    return quiet_numbers([a * x + b * y + c * z + d * w for a, b, c, d in rows])


def transpose(a) -> np.ndarray:
    """The transposed matrix, as a copy."""
    return np.array(np.asarray(a, np.float64).T, order="C")


def transposed_rows(rows: Rows) -> Rows:
    """Returns the transposed matrix, by rows."""
    return [*zip(*rows, strict=True)]


def inverse(a) -> np.ndarray:
    """Returns the inverse matrix by cofactors; all zeros for a singular matrix.

    (OpenGL leaves the inverse of a singular matrix undefined.)
    """
    return quiet(np.array(inverse_rows(np.asarray(a, np.float64).tolist())))


def inverse_rows(rows: Rows) -> Rows:
    """Returns the inverse matrix, by rows."""
    determinants = _determinants(rows)
    if determinants[0] == 0 or not math.isfinite(determinants[0]):
        return [(0.0,) * 4] * 4
    return transposed_rows(_inverse_columns(rows, *determinants))


def inverses(matrices: np.ndarray) -> np.ndarray:
    """`inverse` of each of many matrices, (n, 4, 4) float64."""
    rows = np.moveaxis(np.asarray(matrices, np.float64), 0, -1)  # numbers are arrays of n
    with np.errstate(all="ignore"):
        determinants = _determinants(rows)
        columns = np.array(_inverse_columns(rows, *determinants))
    regular = np.isfinite(determinants[0]) & (determinants[0] != 0)
    return quiet(np.where(regular, columns, 0.0)).T


def _determinants(rows):
    """Returns the determinant, and the `_pair_determinants` of the upper and the lower rows."""
    a, b, c, d = rows
    upper, lower = _pair_determinants(a, b), _pair_determinants(c, d)
    s01, s02, s03, s12, s13, s23 = upper
    t01, t02, t03, t12, t13, t23 = lower
    determinant = s01 * t23 - s02 * t13 + s03 * t12 + s12 * t03 - s13 * t02 + s23 * t01
    return determinant, upper, lower


def _inverse_columns(rows, determinant, upper, lower):
    """Returns the inverse matrix, by columns; the numbers may be arrays, of many matrices."""
    a, b, c, d = rows
    return (
        _inverse_column(b, lower, determinant),
        _inverse_column(a, lower, -determinant),
        _inverse_column(d, upper, determinant),
        _inverse_column(c, upper, -determinant),
    )


# Every object with its own normal matrix needs an inverse. Written out, these functions take half
# the time of loops over pairs.
def _pair_determinants(u, v):
    """Returns the 2x2 determinants of two rows, by pairs of columns: 01, 02, 03, 12, 13, 23."""
    u0, u1, u2, u3 = u
    v0, v1, v2, v3 = v
    return (
        u0 * v1 - v0 * u1, u0 * v2 - v0 * u2, u0 * v3 - v0 * u3,
        u1 * v2 - v1 * u2, u1 * v3 - v1 * u3, u2 * v3 - v2 * u3,
    )  # fmt: skip


def _inverse_column(v, pairs, determinant):
    """A column of the inverse, from the 3x3 determinants of a row with the pairs of two others.

    determinant : of the matrix, with the sign of the column's cofactors.
    """
    v0, v1, v2, v3 = v
    d01, d02, d03, d12, d13, d23 = pairs
    return (
        (v1 * d23 - v2 * d13 + v3 * d12) / determinant,
        (v0 * d23 - v2 * d03 + v3 * d02) / -determinant,
        (v0 * d13 - v1 * d03 + v3 * d01) / determinant,
        (v0 * d12 - v1 * d02 + v2 * d01) / -determinant,
    )


def cofactors(m) -> list[list]:
    """Returns the rows of the cofactor matrix of the upper left 3x3 of m[row][column].

    The elements are numbers, or arrays for many matrices at once.
    """
    following = ((1, 2), (2, 0), (0, 1))
    return [
        [m[i0][j0] * m[i1][j1] - m[i0][j1] * m[i1][j0] for j0, j1 in following]
        for i0, i1 in following
    ]


def translation(x, y, z) -> np.ndarray:
    """The translation by (x, y, z)."""
    return np.array(translation_rows(x, y, z))


def translation_rows(x, y, z) -> Rows:
    """Returns the matrix that translates by (x, y, z), by rows."""
    return [[1.0, 0.0, 0.0, x], [0.0, 1.0, 0.0, y], [0.0, 0.0, 1.0, z], [0.0, 0.0, 0.0, 1.0]]


def scaling(x, y, z) -> np.ndarray:
    """The scaling by x, y and z along the axes."""
    return np.array(scaling_rows(x, y, z))


def scaling_rows(x, y, z) -> Rows:
    """Returns the matrix that scales along the axes, by rows."""
    return [[x, 0.0, 0.0, 0.0], [0.0, y, 0.0, 0.0], [0.0, 0.0, z, 0.0], [0.0, 0.0, 0.0, 1.0]]


def rotation(degrees, x, y, z) -> np.ndarray:
    """The counterclockwise rotation about the axis (x, y, z).

    A zero axis gives the identity (OpenGL 2.1, 2.11.2 leaves it undefined).
    """
    return np.array(rotation_rows(degrees, x, y, z))


def rotation_rows(degrees, x, y, z) -> Rows:
    """Returns the matrix of a rotation, by rows."""
    length = math.sqrt(square_of_length(float(x), float(y), float(z)))
    if length == 0 or not math.isfinite(length):
        return IDENTITY.tolist()
    return rows_of_turn(*sin_cos_degrees(degrees), x / length, y / length, z / length)


def square_of_length(x: float, y: float, z: float) -> float:
    """Returns the square of the length of a vector."""
    return x * x + y * y + z * z


def rows_of_turn(s: float, c: float, x: float, y: float, z: float) -> Rows:
    """Returns the matrix of a rotation with this sine and cosine about an axis of length 1."""
    d = 1.0 - c
    return [
        [x * x * d + c, x * y * d - z * s, x * z * d + y * s, 0.0],
        [y * x * d + z * s, y * y * d + c, y * z * d - x * s, 0.0],
        [z * x * d - y * s, z * y * d + x * s, z * z * d + c, 0.0],
        [0.0, 0.0, 0.0, 1.0],
    ]


def ortho(left, right, bottom, top, near, far) -> np.ndarray:
    """Returns the parallel projection of glOrtho; the planes of a pair must differ."""
    width, height, depth = right - left, top - bottom, far - near
    return matrix(
        [
            [2 / width, 0, 0, -(right + left) / width],
            [0, 2 / height, 0, -(top + bottom) / height],
            [0, 0, -2 / depth, -(far + near) / depth],
            [0, 0, 0, 1],
        ]
    )


def frustum(left, right, bottom, top, near, far) -> np.ndarray:
    """Returns the perspective projection of glFrustum.

    Near and far must be above 0, and the planes of a pair must differ.
    """
    width, height, depth = right - left, top - bottom, far - near
    return matrix(
        [
            [2 * near / width, 0, (right + left) / width, 0],
            [0, 2 * near / height, (top + bottom) / height, 0],
            [0, 0, -(far + near) / depth, -2 * far * near / depth],
            [0, 0, -1, 0],
        ]
    )


def perspective(fovy, aspect, near, far) -> np.ndarray:
    """Returns the projection of gluPerspective: `fovy` is the whole vertical angle in degrees."""
    sine, cosine = sin_cos_degrees(fovy / 2)
    cotangent = cosine / sine
    depth = near - far
    return matrix(
        [
            [cotangent / aspect, 0, 0, 0],
            [0, cotangent, 0, 0],
            [0, 0, (far + near) / depth, 2 * far * near / depth],
            [0, 0, -1, 0],
        ]
    )


def look_at(eye, center, up) -> np.ndarray:
    """Returns the view matrix of gluLookAt; `up` must not be parallel to the line of sight."""
    eye = [float(x) for x in eye]
    forward = normalize([float(c) - e for c, e in zip(center, eye, strict=True)])
    side = normalize(cross(forward, up))
    upward = cross(side, forward)
    back = [-x for x in forward]
    rows = [[*axis, -dot(axis, eye)] for axis in (side, upward, back)]
    return matrix([*rows, [0, 0, 0, 1]])


def dot(a, b) -> float:
    """Returns the dot product of two 3-vectors."""
    return float(a[0]) * float(b[0]) + float(a[1]) * float(b[1]) + float(a[2]) * float(b[2])


def cross(a, b) -> list[float]:
    """Returns the cross product of two 3-vectors."""
    ax, ay, az = (float(x) for x in a)
    bx, by, bz = (float(x) for x in b)
    return [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx]


def normalize(a) -> list[float]:
    """Returns a 3-vector of length one in the same direction; a zero vector stays zero."""
    length = math.sqrt(dot(a, a))
    return [float(x) / length for x in a] if length else [0.0, 0.0, 0.0]
