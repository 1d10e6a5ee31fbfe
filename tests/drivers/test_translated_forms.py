"""Programs in the forms of real ones, in every target: what can be said is taken, what cannot is
refused, with the line and the word."""

import pytest

from softgl import asm
from softgl.translate import TARGETS, Loader, TranslationError, translate
from softgl.translate.glsl.write import EXACT
from tests.drivers.mesa import mesa_context
from tests.translate.glsl.running import plain_vertex
from tests.translate.programs import PROGRAMS, REFUSED

pytestmark = pytest.mark.driver

GLSL = [name for name, target in TARGETS.items() if target.glsl]
ASSEMBLY = [name for name, target in TARGETS.items() if not target.glsl]
STAGES = ("vertex state", "geometry programs")  # which are refused first


def translated(name, target, exact=False):
    """The translation of a program; None where the target is right to refuse it."""
    line, words = REFUSED.get(name, {}).get(target, (0, ""))
    if exact and TARGETS[target].version < EXACT and words not in STAGES:
        line, words = 1, "exact arithmetic"
    try:
        found = translate(PROGRAMS[name], to=target, exact=exact)
    except TranslationError as error:
        assert error.line == line and words and words in error.message, f"{name}: {error}"
        return None
    assert not words, f"{name}: {target} is said not to know {words}"
    return found


@pytest.mark.parametrize("exact", [False, True], ids=["readable", "exact"])
@pytest.mark.parametrize("target", GLSL)
def test_mesa_compiles_them(mesa, target, exact):
    with mesa_context(8, 8) as gl:
        driver = Loader(gl, to=target).driver
        for name in PROGRAMS:
            found = translated(name, target, exact)
            if found is not None:
                texts = {found.stage: found.text}
                if found.stage == "geometry":  # which GLSL links with a vertex shader alone
                    texts["vertex"] = plain_vertex(found)
                try:
                    program = driver.link(texts, [found.interface], ())
                except Exception as error:
                    pytest.fail(f"{name}: {error}\n{found.text}")
                gl.glDeleteProgram(program)


@pytest.mark.parametrize("target", ASSEMBLY)
def test_softgl_loads_them(target):
    for name in PROGRAMS:
        found = translated(name, target)
        if found is not None:
            strict = target == "arb" and not asm.leniencies(PROGRAMS[name])
            program = asm.parse(found.text, strict=strict)
            assert program.stage.value == found.stage, name
