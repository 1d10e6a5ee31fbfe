"""The GLSL that the translator writes compiles and links."""

from itertools import cycle
from pathlib import Path

from softgl.asm import parse
from softgl.check import find_programs, read_programs
from softgl.errors import TextError, TranslationError
from softgl.glsl.compiling import compile_shader
from softgl.glsl.link import link_program
from softgl.glsl.linked import LinkRequest
from softgl.translate import translate

FOLDER = Path(__file__).parents[2] / "shaders"
TARGETS = cycle(("glsl330", "glsl130", "glsl120", "glsl330"))


def test_translated_programs():
    texts = [one.text for path in [*find_programs(str(FOLDER))][::6] for one in read_programs(path)]
    count = 0
    for text, target in zip(texts, TARGETS, strict=False):
        try:
            written = translate(text, to=target)
        except (TextError, TranslationError):
            continue
        shader = compile_shader([written.text], parse(text).stage)
        assert shader.compiled, shader.info_log
        assert link_program([shader], LinkRequest(separable=True)).program
        count += 1
    assert count > 5
