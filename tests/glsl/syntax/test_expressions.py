"""Trees of expressions."""

from softgl.glsl.tree import Binary, left_spine
from tests.glsl.syntax.written import expression, parsed, shape

CASES = """
a || b ^^ c && d | e ^ f & g   | (a || (b ^^ (c && (d | (e ^ (f & g))))))
a & b == c < d << e + f * g    | (a & (b == (c < (d << (e + (f * g))))))
a * b + c << d > e != f        | (((((a * b) + c) << d) > e) != f)
a - b - c * d / e % f          | ((a - b) - (((c * d) / e) % f))
a <= b >= c                    | ((a <= b) >= c)
(a + b) * -c                   | ((a + b) * (-c))
- -a + !b - ~c                 | (((-(-a)) + (!b)) - (~c))
++a + b++ - --c                | (((++a) + (b++)) - (--c))
-a.x[1]++                      | (-(a.x[1]++))
a ? b : c ? d : e              | (a ? b : (c ? d : e))
a ? b ? c : d : e              | (a ? (b ? c : d) : e)
a || b ? c, d : e              | ((a || b) ? (c, d) : e)
a = b += c                     | (a = (b += c))
a ? b : c = d                  | (a ? b : (c = d))
(a, b, c)                      | ((a, b), c)
f(a, b + c)(d) + f()           | -
f(void) + g((a, b))            | (f() + g((a, b)))
vec3(1.0, 2, 3u).xyz.x         | vec3(1.0, 2, 3u).xyz.x
float[](1, 2)[0]               | float[](1, 2)[0]
S[2](a, b).length() + a[b[c]]  | (S[2](a, b).length() + a[b[c]])
float[2][3](a)                 | float[2][3](a)
a.b.c(1).d                     | a.b.c(1).d
true && !false                 | (True && (!False))
mat2x3(1)[0][1]                | mat2x3(1)[0][1]
"""


def test_expressions():
    for line in CASES.strip().splitlines():
        text, _, expected = line.partition("   | ") if "   | " in line else line.partition("  | ")
        if expected.strip() == "-":
            assert parsed(f"float x = {text};")[1]
            continue
        assert shape(expression(text.strip())) == expected.strip(), text


def test_initializer_lists():
    assert shape(expression("{1, {2, 3}, a = b,}")) == "{1, {2, 3}, (a = b)}"


def test_types_of_gpu_shader4():
    text = (
        "#version 120\n#extension GL_EXT_gpu_shader4 : enable\nunsigned int x = unsigned int(1u);"
    )
    unit, messages = parsed(text)
    assert not messages
    assert "uint(1u)" in shape(unit.declarations[0])


def test_places():
    text = "float x = a + b.c[d] * f(e) ? g : -h;"
    unit, _ = parsed(text)
    node = unit.declarations[0].declarators[0].initializer
    assert text[node.at] == "?"
    assert text[node.condition.at] == "+"
    product = node.condition.right
    assert text[product.at] == "*"
    assert text[product.left.at] == "["
    assert text[product.left.object.at] == "c"
    assert text[product.right.at] == "f"
    assert text[node.no.at] == "-"


def test_chains_have_any_length():
    node = expression("1" + " + 2 * a" * 5000)
    first, chain = left_spine(node)
    assert shape(first) == "1"
    assert len(chain) == 5000
    assert chain[-1] is node
    assert type(chain[0].right) is Binary
