"""No text ends in another exception than messages, or takes long."""

import random
import re

import pytest

from softgl.glsl.compiling import compile_shader
from softgl.glsl.tree import MAX_NESTING
from softgl.ir.program import Stage
from tests.glsl.check.cases import STAGES, compiled, read_sections, shader_text, shaders

TOKEN = re.compile(r"#[^\n]*|\w+|\s+|.", re.S)
SHADERS = 1500


def texts():
    """A shader of each case, as tokens."""
    for cases in read_sections().values():
        for where, _, text in cases:
            versions, stage = shaders(where)
            yield TOKEN.findall(shader_text(versions[0], stage, text)), STAGES[stage]


def test_mutated_shaders_end_in_messages():
    known = list(texts())
    pool = [token for tokens, _ in known for token in tokens if not token.isspace()]
    choose = random.Random(20)
    for _ in range(SHADERS):
        tokens, stage = choose.choice(known)
        tokens = list(tokens)
        for _ in range(choose.randint(1, 4)):
            place = choose.randrange(1, len(tokens))
            other = choose.choice(known)[0]
            new = choose.choice(([], [choose.choice(pool)], other[: choose.randint(1, 12)]))
            tokens[place : place + choose.randint(0, 1)] = new
        shader = compile_shader(["".join(tokens)], stage)
        assert shader.compiled or "error" in shader.info_log


@pytest.mark.parametrize("depth", [MAX_NESTING // 2, 400])
@pytest.mark.parametrize(
    ("before", "middle", "after"),
    [
        ("(", "1.0", ")"),
        ("f(", "1.0", ")"),
        ("1.0 + f(", "1.0", ")"),
        ("float(", "1.0", ")"),
        ("true ? 1.0 : ", "2.0", ""),
        ("- ", "1.0", ""),
        ("v[", "0", "]"),
    ],
)
def test_expressions_may_be_deep(depth, before, middle, after):
    text = "float f(float a) { return a; }\nvoid main() { int v[2]; float b = "
    shader = compiled("330", "f", f"{text}{before * depth}{middle}{after * depth}; }}")
    assert shader.compiled or "nested deeper" in shader.info_log


@pytest.mark.parametrize("depth", [MAX_NESTING // 2, 400])
@pytest.mark.parametrize("before", ["{", "if (true) ", "if (true) ; else ", "for (;;) ", "do "])
def test_statements_may_be_deep(depth, before):
    after = {"{": "}", "do ": "while (true);"}.get(before, "")
    shader = compiled("330", "f", f"{{ {before * depth};{after * depth} }}")
    assert shader.compiled or "nested deeper" in shader.info_log


def test_a_shader_may_be_long():
    text = "{ int a = 1; float b[2000] = float[](" + ", ".join(["1.0"] * 2000) + ");"
    text += "a = a;" * 10000 + "}"
    assert compiled("330", "f", text).compiled


@pytest.mark.parametrize("text", ["#version 999", "#define f(x) x\nint a = f(1", "#error no"])
def test_an_unread_shader_is_not_called_empty(text):
    assert compile_shader([text], Stage.VERTEX).info_log.count("error: ") == 1


def test_at_most_a_hundred_errors_are_told():
    shader = compile_shader(["#version 330\n" + "int a = true;\n" * 1000], Stage.FRAGMENT)
    assert shader.info_log.count("error") == 100
