"""Elements, columns and components that an index at run time chooses, read and written."""

from __future__ import annotations

import numpy as np
import pytest

from tests.glsl.lower.shaders import run

ROWS = {
    row: np.array([row * 10 + c for c in range(4)], np.float32).view(np.uint32) for row in range(24)
}
# The lanes with i = 0, 1 and 2.
SHOWN = slice(2, 5)


def shown(text, **more):
    results, _ = run("out vec4 o;" + text, **more)
    return results[0].view(np.float32)[SHOWN].tolist()


def filled(columns, rows, count=3):
    """Statements that fill `m[count]` with 100 * element + 10 * column + row."""
    return "".join(
        f"m[{e}][{c}][{r}] = {100 * e + 10 * c + r}.0;"
        for e in range(count)
        for c in range(columns)
        for r in range(rows)
    )


@pytest.mark.parametrize("type_, columns, rows", [("mat3", 3, 3), ("mat4x3", 4, 3)])
def test_reads_of_matrices(type_, columns, rows):
    head = f"void main() {{ {type_} m[3]; {filled(columns, rows)}"
    each = [
        (f"{head} o = vec4(m[i][1], m[1][i].y); }}", lambda i: [*row(i, 1), 100 + 10 * i + 1]),
        (f"{head} o = vec4(m[i][i], m[i][i][i]); }}", lambda i: [*row(i, i), 111 * i]),
        (f"{head} {type_} n = m[i]; o = vec4(n[i], n[2][i]); }}",
         lambda i: [*row(i, i), 101 * i + 20]),
        (f"uniform {type_} m[3]; void main() {{ o = vec4(m[i][i], m[i][1][i]); }}",
         lambda i: [*uniform(columns, i, i), uniform(columns, i, 1)[i]]),
    ]  # fmt: skip

    def row(element, column):
        return [100 * element + 10 * column + r for r in range(rows)]

    def uniform(columns, element, column):
        return [10 * (element * columns + column) + r for r in range(rows)]

    for text, expected in each:
        assert shown(text, parameters=ROWS) == [expected(i) for i in range(3)], text


def test_writes():
    text = """void main() { mat3 m[3]; m[0] = m[1] = m[2] = mat3(0.0);
        m[i][1] = vec3(7.0); m[1][i].y = 8.0; m[2][2][i] = 9.0; m[i][i][i] += 1.0;
        o = vec4(m[0][1].x + m[0][0].x * 10.0, m[1][1].y * 10.0 + m[1][1].x, m[2][2].yz); }"""
    assert shown(text) == [[17, 0, 0, 0], [0, 97, 9, 0], [0, 0, 0, 10]]
    text = """void main() { vec4 a[3]; for (int k = 0; k < 3; k++) a[k] = vec4(k);
        a[i].zx = vec2(5.0, 6.0); a[i][3] = 4.0; o = a[1]; o.y += a[i].z; }"""
    assert shown(text) == [[1, 6, 1, 1], [6, 6, 5, 4], [1, 6, 1, 1]]


def test_arrays_in_structures_in_arrays():
    text = """struct A { float x[2]; vec2 y; }; struct B { A a[2]; int n; };
        void main() { B b[3]; for (int k = 0; k < 3; k++) { b[k].n = k;
        for (int j = 0; j < 2; j++) b[k].a[j] = A(float[2](k, j), vec2(k * 10 + j)); }
        B c = b[i]; int j = i & 1; b[i].a[j].x[j] = 50.0;
        o = vec4(c.a[j].x[1], b[i].a[1].y.x, b[1].a[1].x[1], c == b[i] ? 1.0 : 0.0); }"""
    assert shown(text) == [[0, 1, 1, 0], [1, 11, 50, 0], [0, 21, 1, 0]]


def test_parameters_and_results():
    text = """float[3] g(float a[3], int k) { a[k] += 1.0; return a; }
        void main() { float a[3] = float[3](1.0, 2.0, 3.0); float b[3] = g(a, i);
        o = vec4(b[0], b[1], g(b, i)[i], a[i]); }"""
    assert shown(text) == [[2, 2, 3, 1], [1, 3, 4, 2], [1, 2, 5, 3]]
    text = """float g(const vec4 v, int k) { return v[k]; }
        void main() { o = vec4(g(vec4(1.0, 2.0, 3.0, 4.0), i), g(f, 0) - g(f, 0), vec4(5.0)[i],
        mat2(1.0, 2.0, 3.0, 4.0)[i & 1][1]); }"""
    assert shown(text) == [[1, 0, 5, 2], [2, 0, 5, 4], [3, 0, 5, 2]]
