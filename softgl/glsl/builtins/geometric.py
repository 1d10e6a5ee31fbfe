"""Geometric functions: GLSL 3.30, 8.4."""

from __future__ import annotations

from softgl.glsl.builtins.emitter import component, minus
from softgl.glsl.builtins.table import VERTEX, builtin

_ALWAYS = {"since": 110, "es": 100}


@builtin("float length(genType x)", **_ALWAYS)
def length(b, x):
    """sqrt(x[0] * x[0] + x[1] * x[1] + ...)."""
    size = b.width()
    if size == 1:
        return _magnitude(b, x)
    return b.scalar("SQRT", b.dot(x, x, size))


def _magnitude(b, x):
    return b.scalar("ABS", x)


@builtin("float distance(genType p0, genType p1)", **_ALWAYS)
def distance(b, p0, p1):
    """length(p0 - p1)."""
    return length(b, b.make("SUB", p0, p1, size=b.width()))


@builtin("float dot(genType x, genType y)", **_ALWAYS)
def dot(b, x, y):
    """x[0] * y[0] + x[1] * y[1] + ..., from left to right."""
    return b.dot(x, y, b.width())


@builtin("vec3 cross(vec3 x, vec3 y)", **_ALWAYS)
def cross(b, x, y):
    """The cross product of x and y."""
    return b.make("XPD", x, y)


@builtin("genType normalize(genType x)", **_ALWAYS)
def normalize(b, x):
    """x / length(x)."""
    if b.size == 1:
        return b.make("SSG", x)
    scale = b.scalar("RSQ", b.dot(x, x, b.size))
    return b.make("MUL", x, scale)


@builtin(
    "vec4 ftransform()",
    constant=False,
    implied=("gl_ModelViewProjectionMatrix", "gl_Vertex"),
    since=110,
    compatibility=True,
    stages=VERTEX,
)
def ftransform(b, columns, vertex):
    """gl_ModelViewProjectionMatrix * gl_Vertex, as fixed function computes it."""
    # The sums of DP4, in its order; with columns, since the program shows the matrix by its name.
    total = b.make("MUL", columns[0], component(vertex, 0))
    for number, column in enumerate(columns[1:], 1):
        total = b.make("MAD", column, component(vertex, number), total)
    return total


@builtin("genType faceforward(genType N, genType I, genType Nref)", **_ALWAYS)
def faceforward(b, n, i, reference):
    """N if dot(Nref, I) < 0, else -N."""
    behind = b.scalar("FSLT", b.dot(reference, i, b.size), b.constant(0.0))
    against = b.make("MOV", minus(n))
    return b.make("UCMP", behind, b.plain(n), against)


@builtin("genType reflect(genType I, genType N)", **_ALWAYS)
def reflect(b, i, n):
    """I - 2 * dot(N, I) * N."""
    scale = b.scalar("MUL", b.dot(n, i, b.size), b.constant(-2.0))
    return b.make("MAD", scale, n, i)


@builtin("genType refract(genType I, genType N, float eta)", **_ALWAYS)
def refract(b, i, n, eta):
    """The refracted vector, or 0 if k = 1 - eta * eta * (1 - dot(N, I) * dot(N, I)) is below 0.

    Else it is eta * I - (eta * dot(N, I) + sqrt(k)) * N.
    """
    one = b.constant(1.0)
    cosine = b.dot(n, i, b.size)
    sine_square = b.scalar("MAD", minus(cosine), cosine, one)
    k = b.scalar("MAD", minus(b.scalar("MUL", eta, eta)), sine_square, one)
    scale = b.scalar("MAD", eta, cosine, b.scalar("SQRT", k))
    bent = b.make("MAD", minus(scale), n, b.make("MUL", eta, i))
    total = b.scalar("FSLT", k, b.constant(0.0))
    return b.make("UCMP", total, b.bits(0), bent)
