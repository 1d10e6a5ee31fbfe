"""Lowering is bounded: calls that multiply, chains of calls and operators, sizes."""

from softgl.glsl.compiling import compile_shader
from softgl.glsl.link import link_program
from softgl.glsl.linked import LinkRequest
from softgl.glsl.lower import calls, code, stage
from softgl.ir.program import IterationLimits, Stage
from tests.glsl.lower.shaders import HEAD, integers, program_of
from tests.glsl.lower.trees import INTEGERS


def failure(text):
    shader = compile_shader([HEAD + text], Stage.FRAGMENT)
    assert shader.compiled, shader.info_log
    found = link_program([shader], LinkRequest())
    assert found.program is None
    return found.info_log


def chain(count, body="return f{}(x) + 1;"):
    first = "int f0(int x) { return x; }\n"
    return first + "".join(
        f"int f{n}(int x) {{ {body.format(*[n - 1] * 2)} }}\n" for n in range(1, count)
    )


def test_calls_that_multiply_become_subroutines(monkeypatch):
    monkeypatch.setattr(calls, "MAX_INLINED", 50)
    monkeypatch.setattr(stage, "optimize", lambda program: program)  # it inlines small ones
    text = chain(14, "return f{}(x) + f{}(x + 1);")
    program = program_of(f"{HEAD}out ivec4 o;\n{text} void main() {{ o = ivec4(f13(i)); }}")
    assert len(program.labels) > 5 and len(program.instructions) < 300
    text = chain(7, "return f{}(x) + f{}(x + 1);")
    assert integers(f"{text} void main() {{ o = ivec4(f6(i)); }}")[2][0] == 6 << 5


def test_chains():
    assert integers(f"{chain(250)} void main() {{ o = ivec4(f249(i)); }}")[2][0] == 249
    long = "+ i" * 1200
    assert integers(f"void main() {{ o = ivec4(i {long}); }}")[3][0] == 1201
    deep = f"out vec4 o; {chain(3000)} void main() {{ o = vec4(f2999(i)); }}"
    assert "more than 64 calls" in failure(deep)


def branches(count, statement):
    return " else ".join(f"if (i == {n}) {statement.format(n)}" for n in range(count))


def test_chains_of_branches_have_any_length():
    text = f"void main() {{ int x = 0; {branches(150, 'x = {} + 5;')} o = ivec4(x); }}"
    expected = [n + 5 if n >= 0 else 0 for n in INTEGERS]
    assert [row[0] for row in integers(text)] == expected
    text = f"int g() {{ {branches(150, 'return {} + 5;')} return 0; }}"
    program = program_of(f"{HEAD}out ivec4 o; {text} void main() {{ o = ivec4(g()); }}")
    assert sum(one.opcode == "IF" for one in program.instructions) == 150
    jumps = f"switch (i) {{ case 1: {branches(140, 'break;')} o = vec4(1.0); default: o = f; }}"
    assert "statements with jumps" in failure(f"out vec4 o; void main() {{ {jumps} }}")


def test_calls_without_end():
    text = chain(40, "return f{}(x) + f{}(x + 1);")
    assert "call each other" in failure(f"out vec4 o; {text} void main() {{ o = vec4(f39(i)); }}")
    empty = "void e0() {}" + "".join(
        f"void e{n}() {{ e{n - 1}(); e{n - 1}(); }}\n" for n in range(1, 17)
    )
    program = program_of(f"{HEAD}out vec4 o; {empty} void main() {{ e16(); o = f; }}")
    assert len(program.instructions) == 1


def test_many_jumps():
    jumps = "".join(f"if (i == {n}) {{ x += {n}; continue; }}\n" for n in range(120))
    text = (
        f"void main() {{ int x = 0; for (int k = 0; k < 3; k++) {{ {jumps} x++; }} o = ivec4(x); }}"
    )
    assert [row[0] for row in integers(text)] == [3, 3, 0, 3, 6, 9, 15, 27]
    returns = "".join(f"if (i == {n}) return {n};\n" for n in range(120))
    text = f"int g() {{ {returns} return -1; }} void main() {{ o = ivec4(g()); }}"
    assert [row[0] for row in integers(text)] == [-1, -1, 0, 1, 2, 3, 5, 9]


def test_sizes(monkeypatch):
    large = "out vec4 o; float a[20000]; void main() { a[i] = 1.; o = vec4(a[i + 1]); }"
    assert "registers" in failure(large)
    monkeypatch.setattr(code, "MAX_INSTRUCTIONS", 100)
    long = "out vec4 o; void main() { " + "o *= f; " * 110 + "}"
    assert "more than 100 instructions" in failure(long)


def test_iterations_are_limited():
    program = program_of(HEAD + "out vec4 o; void main() { while (i < 100) { } }")
    assert program.iterations == IterationLimits()
