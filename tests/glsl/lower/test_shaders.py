"""Arrays, structures, parameters, uniforms and blocks, from text, with values by hand."""

import numpy as np

from tests.glsl.lower.shaders import REALS, integers, run

ROWS = {
    row: np.array([row * 10 + c for c in range(4)], np.float32).view(np.uint32) for row in range(12)
}
BUFFER = np.arange(256, dtype=np.float32).view(np.uint32)
LANES = [-3, -1, 0, 1, 2, 3, 5, 9]


def test_arrays():
    found = integers("""void main() {
        int a[4] = int[4](10, 20, 30, 40); o = ivec4(a[i], 0, 0, 0); a[i] = 7;
        o.y = a[0]; o.z = a[3]; o.w = a.length(); }""")
    assert found[2:] == [
        [10, 7, 40, 4], [20, 10, 40, 4], [30, 10, 40, 4], [40, 10, 7, 4],
        [40, 10, 7, 4], [40, 10, 7, 4],  # beyond the end: the last one
    ]  # fmt: skip


def test_structures():
    found = integers("""struct S { int a; vec2 b; int c[3]; };
        void main() { S s[2]; s[0] = S(1, vec2(2., 3.), int[3](4, 5, 6));
        s[1] = S(i, f.xy, int[3](7, 8, 9)); s[i].c[1] = 99; S t = s[0];
        o = ivec4(s[1].c[1], t.c[1], t == s[0] ? 1 : 0, t != s[1] ? 1 : 0); }""")
    assert found[2:4] == [[8, 99, 1, 1], [99, 5, 1, 1]]
    swapped = integers("""struct S { ivec2 a, b; };
        void main() { S s = S(ivec2(1, 2), ivec2(3, 4)); s = S(s.b, s.a);
        o = ivec4(s.a, s.b); }""")
    assert swapped[0] == [3, 4, 1, 2]


def test_parameters():
    found = integers("""
        void g(in int a, out int b, inout int c) { b = a * 2; c += a; a = 5; }
        void main() { int x, y = 3; g(i, x, y); o = ivec4(x, y, i, 0); }""")
    assert found == [[2 * i, 3 + i, i, 0] for i in LANES]
    found = integers("""
        int n = 7; int g(out int b) { b = 1; return n; }
        int h(const in int a[2], int k) { return a[k]; }
        void main() { int x = g(n); o = ivec4(x, n, h(int[2](i, 5), 1), h(int[2](i, 5), 0)); }""")
    assert found == [[7, 1, 5, i] for i in LANES]


def test_dynamic_components():
    found = integers("""void main() { mat3 m = mat3(1., 2., 3., 4., 5., 6., 7., 8., 9.);
        m[i][1] = 100.; vec3 v = m * vec3(1., 1., 1.); o = ivec4(v, m[1][i]); }""")
    assert found[2:5] == [[12, 113, 18, 4], [12, 110, 18, 100], [12, 107, 18, 6]]
    found = integers("""void main() { ivec4 v = ivec4(1, 2, 3, 4); v[i] = 50; v.zx = v.xz;
        o = v; int k = v[i]; o.w = k++ + k; }""")
    assert found[2:4] == [[3, 2, 50, 7], [3, 50, 1, 101]]


def test_side_effects():
    found = integers("""bool t(inout int k) { k++; return true; }
        void main() { int k = 0; bool b = i > 0 && t(k); bool c = i > 1 || t(k);
        o = ivec4(b, c, k, i > 2 ? 5 : (k = 9)); }""")
    assert found[2:] == [
        [0, 1, 1, 9], [1, 1, 2, 9], [1, 1, 1, 9], [1, 1, 1, 5], [1, 1, 1, 5], [1, 1, 1, 5],
    ]  # fmt: skip
    found = integers("""void main() { int k = i; int a[3] = int[3](0, 0, 0);
        o.x = k + (k = 2, k * 10); o.y = k++ * k; o.z = --k; a[k -= 1] = k; o.w = a[1]; }""")
    assert found == [[i + 20, 6, 2, 1] for i in LANES]


def test_uniforms():
    found = integers(
        """uniform float a[4]; uniform mat2 m[3]; uniform bool b;
        void main() { o = ivec4(int(a[i]), ivec2(m[i][1]), b ? 1 : 0); }""",
        parameters=ROWS,
    )
    assert found[2:5] == [[0, 50, 51, 1], [10, 70, 71, 1], [20, 90, 91, 1]]
    found = integers(
        """struct L { vec3 p; float s[2]; }; uniform L l[3];
        void main() { o = ivec4(int(l[i].s[1]), int(l[1].p.y), int(l[i].p[i]), 0); }""",
        parameters=ROWS,
    )
    assert found[2:5] == [[20, 31, 0, 0], [50, 31, 31, 0], [80, 31, 62, 0]]
    found = integers(
        """uniform mat4 m; void main() { vec4 r = vec4(1., 2., 3., 4.) * m; o = ivec4(r); }""",
        parameters=ROWS,
    )
    assert found[0] == [20, 120, 220, 320]


def test_blocks():
    found = integers(
        """layout(std140) uniform B { float a; vec2 b; mat3 m; float c[3];
            layout(row_major) mat2x3 r; };
        void main() { o = ivec4(int(b.y), int(c[i]), int(m[i][1]), int(r[i].z)); }""",
        buffers=[BUFFER],
    )
    assert found[2:5] == [[3, 16, 5, 36], [3, 20, 9, 37], [3, 24, 13, 37]]
    found = integers(
        """struct S { vec3 v; float f[2]; };
        layout(std140, row_major) uniform B { float a; S s[3]; mat3 m; } x;
        void main() { S t = x.s[i]; o = ivec4(int(t.f[1]), int(x.s[i].v.z),
            int((x.m * vec3(0., 1., 0.)).y), int(x.m[2].x)); }""",
        buffers=[BUFFER],
    )
    assert found[2:5] == [[12, 6, 45, 42], [24, 18, 45, 42], [36, 30, 45, 42]]
    third = BUFFER.view(np.float32) + 1000
    found = integers(
        """layout(std140) uniform B { float a; float c[3]; } x[2];
        void main() { o = ivec4(int(x[1].c[1]), int(x[0].a), int(x[0].c[2]), 0); }""",
        buffers=[BUFFER, third.astype(np.float32).view(np.uint32)],
    )
    assert found[0] == [1008, 0, 12, 0]
    found = integers(
        """layout(std140) uniform B { float a; float c[3]; } x[1];
        void main() { o = ivec4(int(x[0].c[1]), int(x[0].a), int(x[0].c[i]), 0); }""",
        buffers=[BUFFER],
    )
    assert found[2:5] == [[8, 0, 4 + 4 * n, 0] for n in range(3)]


def test_discards():
    _, killed = run("""out vec4 o; void g() { if (i == 2) discard; }
        void main() { if (i < 0) discard; g();
        for (int k = 0; k < 3; k++) if (i == k + 5) { o.x = 1.; discard; } o = f; }""")
    assert killed.tolist() == [i < 0 or i in (2, 5) for i in LANES]


def test_outputs_are_read_and_written_in_part():
    results, _ = run("""out vec4 a; out ivec3 b; out float c;
        void main() { a = f; a.yz = a.zy; b[i & 1] = 5; c = a.x; if (i > 2) return; c += 1.; }""")
    np.testing.assert_array_equal(results[0].view(np.float32), REALS.T[:, [0, 2, 1, 3]])
    assert results[1].view(np.int32)[:, :2].tolist() == [
        [5 * (i % 2 == 0), 5 * (i % 2)] for i in LANES
    ]
    expected = REALS[0] + (np.array(LANES) <= 2)
    np.testing.assert_array_equal(results[2].view(np.float32)[:, 0], expected)


def test_constants_have_the_bits_of_their_stage():
    results, _ = run(
        """uniform vec3 w; out vec4 o; const vec3 c = vec3(0.1, 0.7, 0.3);
        const mat3 m = mat3(0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9);
        void main() { o = vec4(dot(c, c) == dot(w, c), length(w) == length(c),
            mix(0.1, c.y, 0.3) == mix(0.1, w.y, 0.3), m * c == m * w); }""",
        parameters={0: np.array([0.1, 0.7, 0.3, 0], np.float32).view(np.uint32)},
    )
    assert results[0].view(np.float32)[0].tolist() == [1, 1, 1, 1]


def test_variables_without_initialisers_are_zero_in_each_iteration():
    found = integers("""void main() { for (int k = 0; k < 3; k++) { int n; int a[2]; n += i;
        a[k & 1] += 2; o = ivec4(n, a[0], a[1], 0); } }""")
    assert found == [[i, 2, 0, 0] for i in LANES]
