"""Matrix functions: GLSL 3.30, 8.5. A matrix is a list of its columns."""

from __future__ import annotations

from softgl.glsl.builtins.emitter import component, minus
from softgl.glsl.builtins.table import builtin
from softgl.ir.builder import swizzled

_SQUARES = ("mat2", "mat3", "mat4")
_OTHERS = tuple(f"mat{c}x{r}" for c in (2, 3, 4) for r in (2, 3, 4) if c != r)


@builtin(*(f"{m} matrixCompMult({m} x, {m} y)" for m in _SQUARES), since=110, es=100)
def multiply_components(b, x, y):
    """The products of the components of x and y."""
    rows = b.type.rows
    return [b.make("MUL", *columns, size=rows) for columns in zip(x, y, strict=True)]


builtin(*(f"{m} matrixCompMult({m} x, {m} y)" for m in _OTHERS), since=120, es=300)(
    multiply_components
)


@builtin(
    *(
        f"mat{columns}x{rows} outerProduct(vec{rows} c, vec{columns} r)"
        for columns in (2, 3, 4)
        for rows in (2, 3, 4)
    ),
    since=120,
    es=300,
)
def outer_product(b, c, r):
    """The matrix c * r of a column c and a row r."""
    rows = b.type.rows
    return [b.make("MUL", c, component(r, n), size=rows) for n in range(b.type.columns)]


def _transposed(b, columns, rows):
    """Returns the columns of the transpose of a matrix with a number of rows."""
    return [b.join(*((component(column, row), 1) for column in columns)) for row in range(rows)]


@builtin("transposed transpose(mat m)", since=120, es=300)
def transpose(b, m):
    """The transpose of m."""
    return _transposed(b, m, b.type.columns)


_SINCE_150 = {"since": 150, "es": 300}


@builtin("float determinant(mat2 m)", **_SINCE_150)
def determinant_2(b, m):
    """The determinant of m."""
    x, y = m
    product = b.scalar("MUL", component(x, 0), component(y, 1))
    return b.scalar("SUB", product, b.scalar("MUL", component(y, 0), component(x, 1)))


@builtin("float determinant(mat3 m)", **_SINCE_150)
def determinant_3(b, m):
    """The determinant of m."""
    return b.dot(m[0], b.make("XPD", m[1], m[2], size=3), 3)


@builtin("float determinant(mat4 m)", **_SINCE_150)
def determinant_4(b, m):
    """The determinant of m."""
    return _determinant(b, *_minors(b, *m))


@builtin("mat2 inverse(mat2 m)", since=140, es=300)
def inverse_2(b, m):
    """The inverse of m; undefined if it is singular."""
    scale = b.scalar("RCP", determinant_2(b, m))
    x, y = m
    return [
        b.make("MUL", b.join((component(y, 1), 1), (minus(component(x, 1)), 1)), scale, size=2),
        b.make("MUL", b.join((minus(component(y, 0)), 1), (component(x, 0), 1)), scale, size=2),
    ]


@builtin("mat3 inverse(mat3 m)", since=140, es=300)
def inverse_3(b, m):
    """The inverse of m; undefined if it is singular."""
    x, y, z = m
    rows = [b.make("XPD", *pair, size=3) for pair in ((y, z), (z, x), (x, y))]
    scale = b.scalar("RCP", b.dot(x, rows[0], 3))
    rows = [b.make("MUL", row, scale, size=3) for row in rows]
    return _transposed(b, rows, 3)


def _minors(b, x, y, z, w):
    """Returns the 2x2 minors of the first two columns, and of the last two.

    Six each, in two vectors: those of the rows 01, 02, 03, 12 and 13, 23 of the first two; those of
    the rows 23, 13, 12, 03 and 02, 01 of the last two.
    """

    def minors(left, right, first, second, size):
        product = b.make("MUL", swizzled(left, *first), swizzled(right, *second), size=size)
        other = b.make("MUL", swizzled(right, *first), swizzled(left, *second), size=size)
        return b.make("SUB", product, other, size=size)

    return (
        minors(x, y, (0, 0, 0, 1), (1, 2, 3, 2), 4),
        minors(x, y, (1, 2, 2, 2), (3, 3, 3, 3), 2),
        minors(z, w, (2, 1, 1, 0), (3, 3, 2, 3), 4),
        minors(z, w, (0, 0, 0, 0), (2, 1, 1, 1), 2),
    )


def _determinant(b, near, near_more, far, far_more):
    signs = b.constant(1.0, -1.0, 1.0, 1.0)
    more_signs = b.constant(-1.0, 1.0, 0.0, 0.0)
    total = b.dot(b.make("MUL", near, signs, size=4), far, 4)
    rest = b.dot(b.make("MUL", near_more, more_signs, size=2), far_more, 2)
    return b.scalar("ADD", total, rest)


@builtin("mat4 inverse(mat4 m)", since=140, es=300)
def inverse_4(b, m):
    """The inverse of m; undefined if it is singular."""
    # By the minors of pairs of columns (Laplace). Column j of the inverse has the cofactors of the
    # components of row j; `across` has such rows, the two columns of each pair exchanged.
    near, near_more, far, far_more = _minors(b, *m)
    x, y, z, w = m
    across = [b.join(*((component(c, n), 1) for c in (y, x, w, z))) for n in range(4)]
    # The minors of rows 23, 13, 12, 03, 02, 01: of the last two columns in x and y, of the first
    # two in z and w.
    pairs = [
        *((far, 0, near_more, 1), (far, 1, near_more, 0), (far, 2, near, 3)),
        *((far, 3, near, 2), (far_more, 0, near, 1), (far_more, 1, near, 0)),
    ]
    m23, m13, m12, m03, m02, m01 = (
        b.join((component(last, i), 1), (component(last, i), 1), (component(first, j), 1),
               (component(first, j), 1))
        for last, i, first, j in pairs
    )  # fmt: skip
    scale = b.scalar("RCP", _determinant(b, near, near_more, far, far_more))
    signs = b.constant(1.0, -1.0, 1.0, -1.0)
    even = b.make("MUL", signs, scale, size=4)
    columns = []
    for number, terms in enumerate(
        (
            ((1, m23), (2, m13), (3, m12)),
            ((0, m23), (2, m03), (3, m02)),
            ((0, m13), (1, m03), (3, m01)),
            ((0, m12), (1, m02), (2, m01)),
        )
    ):
        (first, a), (second, c), (third, d) = terms
        total = b.make("MUL", across[first], a, size=4)
        total = b.make("MAD", minus(across[second]), c, total, size=4)
        total = b.make("MAD", across[third], d, total, size=4)
        columns.append(b.make("MUL", total, minus(even) if number % 2 else even, size=4))
    return columns
