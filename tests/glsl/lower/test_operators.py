"""Every operator in every type, conversions and constructors, with values worked out in Python."""

from __future__ import annotations

import numpy as np

from tests.glsl.lower.shaders import REALS, run

LANES = [-3, -1, 0, 1, 2, 3, 5, 9]
BITS = [value & 0xFFFFFFFF for value in LANES]


def check(cases, type_, dtype, prologue=""):
    """cases : (expression of a scalar `type_`, function of the lane -> value)."""
    for start in range(0, len(cases), 8):
        some = cases[start : start + 8]
        outs = "".join(f"out {type_} o{n};" for n in range(len(some)))
        body = "".join(f"o{n} = {text};" for n, (text, _) in enumerate(some))
        results, _ = run(f"{outs} {prologue} void main() {{ {body} }}")
        for number, (text, expected) in enumerate(some):
            values = [expected(lane) for lane in range(8)]
            found = results[number][:, 0].copy().view(dtype).tolist()
            assert found == np.array(values, dtype).tolist(), text


def truncated(a, b):
    return int(a / b)


def test_int():
    i = LANES.__getitem__
    check(
        [
            ("i + 3", lambda n: i(n) + 3),
            ("i - 7", lambda n: i(n) - 7),
            ("i * -5", lambda n: i(n) * -5),
            ("i / 2", lambda n: truncated(i(n), 2)),
            ("abs(i) % 4", lambda n: abs(i(n)) % 4),
            ("i & 6", lambda n: i(n) & 6),
            ("i | 6", lambda n: i(n) | 6),
            ("i ^ 6", lambda n: i(n) ^ 6),
            ("i << 3", lambda n: i(n) << 3),
            ("i >> 1", lambda n: i(n) >> 1),
            ("i >> 1u", lambda n: i(n) >> 1),
            ("-i", lambda n: -i(n)),
            ("~i", lambda n: ~i(n)),
            ("(ivec3(1, 2, i) * i).z", lambda n: i(n) ** 2),
            ("(2 - ivec2(i, 1)).x", lambda n: 2 - i(n)),
            ("(ivec2(i) >> ivec2(1, 2)).y", lambda n: i(n) >> 2),
        ],
        "int",
        np.int32,
    )


def test_uint():
    u = BITS.__getitem__
    check(
        [
            ("u + 3u", lambda n: (u(n) + 3) % 2**32),
            ("u - 7u", lambda n: (u(n) - 7) % 2**32),
            ("u * 5u", lambda n: u(n) * 5 % 2**32),
            ("u / 7u", lambda n: u(n) // 7),
            ("u % 7u", lambda n: u(n) % 7),
            ("u & 6u", lambda n: u(n) & 6),
            ("u | 6u", lambda n: u(n) | 6),
            ("u ^ 6u", lambda n: u(n) ^ 6),
            ("u << 3", lambda n: (u(n) << 3) % 2**32),
            ("u >> 1", lambda n: u(n) >> 1),
            ("~u", lambda n: u(n) ^ 0xFFFFFFFF),
            ("-u", lambda n: -u(n) % 2**32),
            ("uint(i)", u),
            ("uint(f.w)", lambda n: int(max(REALS[3][n], 0))),
            ("uint(i > 1)", lambda n: int(LANES[n] > 1)),
            ("uvec2(f.xw).y", lambda n: int(REALS[3][n])),
        ],
        "uint",
        np.uint32,
    )


def test_float():
    x, y = (row.__getitem__ for row in REALS[:2])
    f = np.float32
    check(
        [
            ("f.x + f.y", lambda n: x(n) + y(n)),
            ("f.x - f.y", lambda n: x(n) - y(n)),
            ("f.x * f.y", lambda n: x(n) * y(n)),
            ("f.x / 3.0", lambda n: x(n) / f(3)),
            ("-f.x", lambda n: -x(n)),
            ("(f.xy * 2.0).y", lambda n: y(n) * 2),
            ("(1.0 - f).y", lambda n: f(1) - y(n)),
            ("float(i)", lambda n: LANES[n]),
            ("float(u)", lambda n: f(BITS[n])),
            ("float(i > 0)", lambda n: LANES[n] > 0),
            ("(mat2(1., 2., 3., 4.) * f.xy).y", lambda n: f(2) * x(n) + f(4) * y(n)),
            ("(f.xy * mat2(1., 2., 3., 4.)).y", lambda n: f(3) * x(n) + f(4) * y(n)),
            ("(mat2(1., 2., 3., 4.) * mat2(f.x))[1].x", lambda n: f(3) * x(n)),
            ("(mat2x3(1., 2., 3., 4., 5., 6.) / 2.0)[1].y", lambda n: 2.5),
            ("(f.x + mat2(1., 2., 3., 4.))[0].y", lambda n: x(n) + 2),
            ("(mat2x3(f.x) * mat3x2(1.0))[1].y", lambda n: x(n)),
        ],
        "float",
        np.float32,
    )


def test_bool():
    i = LANES.__getitem__
    truths = [
        ("i < 2", lambda n: i(n) < 2),
        ("i <= 2", lambda n: i(n) <= 2),
        ("i > 2", lambda n: i(n) > 2),
        ("i >= 2", lambda n: i(n) >= 2),
        ("u < 2u", lambda n: BITS[n] < 2),
        ("u >= 2u", lambda n: BITS[n] >= 2),
        ("f.x < 0.0", lambda n: REALS[0][n] < 0),
        ("f.x <= -0.5", lambda n: REALS[0][n] <= -0.5),
        ("i == 2", lambda n: i(n) == 2),
        ("i != 2", lambda n: i(n) != 2),
        ("ivec2(i, 2) == ivec2(2, i)", lambda n: i(n) == 2),
        ("vec3(i) != vec3(2.0)", lambda n: i(n) != 2),
        ("mat2(i) == mat2(2.0)", lambda n: i(n) == 2),
        ("int[2](i, 1) == int[2](2, 1)", lambda n: i(n) == 2),
        ("-0.0 == 0.0", lambda n: True),
        ("f.x / 0.0 * 0.0 == f.x / 0.0 * 0.0", lambda n: False),
        ("f.x / 0.0 * 0.0 != 1.0", lambda n: True),
        ("i < 2 && i > -2", lambda n: -2 < i(n) < 2),
        ("i < 0 || i > 2", lambda n: i(n) < 0 or i(n) > 2),
        ("i < 0 ^^ i < 3", lambda n: 0 <= i(n) < 3),
        ("!(i < 2)", lambda n: i(n) >= 2),
        ("bool(i)", lambda n: i(n) != 0),
        ("bool(f.x)", lambda n: REALS[0][n] != 0),
        ("bvec2(u, 1).x", lambda n: i(n) != 0),
    ]
    check([(f"({text}) ? 1 : 0", value) for text, value in truths], "int", np.int32)


def test_constructors():
    i = LANES.__getitem__
    check(
        [
            ("ivec4(i, 1, ivec2(2, 3)).w", lambda n: 3),
            ("ivec3(vec3(i, 2.9, -2.9)).z", lambda n: -2),
            ("ivec2(ivec4(i, 7, 8, 9)).y", lambda n: 7),
            ("int(mat3(2.0)[1][1])", lambda n: 2),
            ("int(mat3(mat2(i))[2][2])", lambda n: 1),
            ("int(mat2(mat4(i))[1][1])", i),
            ("int(mat4x2(mat2(3.0))[3][1])", lambda n: 0),
            ("int(mat2(f.x, i, vec2(5.0, 6.0))[0][1])", i),
            ("int(mat2(1.0, vec3(2.0, i, 4.0))[1][0])", i),
            ("int(vec4(mat2(1.0, 2.0, i, 4.0)).z)", i),
            ("ivec4(1, i, 1, 0).x + ivec3(0, 1, i).y", lambda n: 2),
            ("int(vec4(f.xyz, 1.0).w)", lambda n: 1),
            ("int[](4, i, 6)[1]", i),
            ("S(1, vec2(i, 2.0)).a", lambda n: 1),
            ("int(S(1, vec2(i, 2.0)).b.x)", i),
            ("int(bool[2](i > 0, true)[0])", lambda n: int(i(n) > 0)),
        ],
        "int",
        np.int32,
        "struct S { int a; vec2 b; };",
    )


def test_assignments():
    i = LANES.__getitem__
    results, _ = run("""out ivec4 o0; out ivec4 o1; out vec4 o2;
        void main() { int a = i; a += 2; a *= 3; a -= 1; a /= 2; o0.x = a; a = i; a <<= 2;
        a >>= 1; a |= 1; a ^= 8; a &= 29; o0.y = a; o0.z = a++; o0.w = --a;
        ivec3 v = ivec3(1, 2, i); v.zy += v.xz; v %= 7; o1 = ivec4(v, v.x++ + v.x);
        mat2 m = mat2(1.0, 2.0, 3.0, 4.0); m *= m; m[1] -= 1.0; vec2 w = vec2(1.0, 2.0); w *= m;
        o2 = vec4(w, m[0]--); }""")
    first, second = (results[n].view(np.int32) for n in (0, 1))
    a = [((i(n) * 2 | 1) ^ 8) & 29 for n in range(8)]
    assert first[:, 0].tolist() == [truncated((i(n) + 2) * 3 - 1, 2) for n in range(8)]
    assert first[:, 1:].tolist() == [[value, value, value] for value in a]
    assert second[3:, :3].tolist() == [[1, (2 + i(n)) % 7, (i(n) + 1) % 7] for n in range(3, 8)]
    assert set(second[:, 3].tolist()) == {3}
    # m * m is (7, 10), (15, 22); then its second column has 1 less.
    assert results[2].view(np.float32)[0].tolist() == [27.0, 56.0, 7.0, 10.0]
