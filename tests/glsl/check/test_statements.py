"""The records of functions and calls."""

import struct

from softgl.glsl import typed
from tests.glsl.check.cases import compiled


def test_arguments_are_converted():
    text = "void f(float a, out int b) { b = 1; } void main() { float c; f(1, c); }"
    shader = compiled("330", "f", text)
    call = shader.functions[-1].body.statements[-1].expression
    assert type(call) is typed.Call
    assert [str(argument.type) for argument in call.arguments] == ["float", "float"]
    assert call.function is shader.functions[0]
    assert shader.functions[-1].calls[("f", *(p.type for p in call.function.parameters))]


def test_written_variables_are_marked():
    text = "void f(int a, int b, int c, out int d) { a++; d = c; } uniform int u; int g, h;"
    text += "void main() { int x = u, y; f(x, x, x, y); g = h; }"
    shader = compiled("330", "f", text)
    found = {p.name: p.written for p in shader.functions[0].parameters}
    found |= {v.name: v.written for v in shader.globals}
    assert [name for name, written in found.items() if written] == ["a", "d", "g"]


def test_a_message_lists_the_overloads():
    log = compiled(
        "330", "f", "void f(int a) {} void f(vec2 b) {} void main() { f(true); }"
    ).info_log
    assert "'f(int)', 'f(vec2)'" in log
    assert "f(bool)" in log


def test_many_functions_take_linear_time():
    lines = ["void f0() {}"] + [f"void f{n}() {{ f{n - 1}(); }}" for n in range(1, 3000)]
    assert compiled("330", "f", "\n".join(lines)).compiled


def test_many_overloads_take_linear_time():
    kinds = ("int", "float")
    lists = [",".join(kinds[n >> bit & 1] for bit in range(11)) for n in range(2048)]
    assert compiled("330", "f", "\n".join(f"void f({each});" for each in lists)).compiled


def test_many_constant_members_take_linear_time():
    count = 4000
    members = "".join(f"float m{n};" for n in range(count))
    values = ",".join(f"{n}.0" for n in range(count))
    reads = "".join(f"f = s.m{n};" for n in range(count))
    text = f"struct S {{ {members} }}; const S s = S({values}); void main() {{ float f; {reads} }}"
    shader = compiled("330", "f", text)
    last = shader.functions[0].body.statements[-1].expression.right
    assert last.words == struct.unpack("I", struct.pack("f", 3999.0))
