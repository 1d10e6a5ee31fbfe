"""Links shaders from their texts."""

from __future__ import annotations

import re

from softgl.glsl.compiling import compile_shader
from softgl.glsl.link import link_program
from softgl.glsl.linked import LinkedProgram, LinkRequest
from softgl.glsl.typed import Shader
from softgl.ir.program import Stage


def compiled(stage: Stage, text: str) -> Shader:
    """Compiles a shader, which must succeed. "130: text" has a version in front."""
    text = re.sub(r"\A(\d{3}(?: \w+)?):", r"#version \1\n", text)
    shader = compile_shader([text], stage)
    assert shader.compiled, shader.info_log
    return shader


def attempt(vs=(), fs=(), gs=(), **request):
    """Links texts, one or several for each stage, and returns the LinkResult."""
    shaders = []
    for stage, texts in ((Stage.VERTEX, vs), (Stage.GEOMETRY, gs), (Stage.FRAGMENT, fs)):
        texts = (texts,) if isinstance(texts, str) else texts
        shaders += [compiled(stage, text) for text in texts]
    return link_program(shaders, LinkRequest(**request))


def linked(vs=(), fs=(), gs=(), **request) -> LinkedProgram:
    """Links texts, which must succeed."""
    result = attempt(vs, fs, gs, **request)
    assert result.program is not None, result.info_log
    return result.program


def outcome(vs=(), fs=(), gs=(), **request) -> str:
    """Returns "" for a program that links, else its info log."""
    result = attempt(vs, fs, gs, **request)
    assert (result.program is None) == ("error: " in result.info_log)
    return "" if result.program is not None else result.info_log


def check(cases: dict) -> None:
    """Compares the outcomes of cases: name -> (arguments, a part of the log, or "" for success)."""
    wrong = []
    for name, (arguments, expected) in cases.items():
        log = outcome(**arguments)
        if (expected not in log) if expected else log:
            wrong.append(f"{name}: expected {expected or 'success'!r}, got {log or 'success'!r}")
    assert not wrong, "\n".join(wrong)
