"""Programs in the forms of real ones, in every target: what can be said is taken, what cannot is
refused, with the line and the word."""

import pytest

from softgl import asm
from softgl.errors import ProgramError
from softgl.translate import TARGETS, Loader, TranslationError, translate
from tests.drivers.mesa import mesa_context
from tests.translate.programs import PROGRAMS, REFUSED

pytestmark = pytest.mark.driver

GLSL = [name for name, target in TARGETS.items() if target.glsl]
ASSEMBLY = [name for name, target in TARGETS.items() if not target.glsl]


def translated(name, target, exact=False):
    """The translation of a program; None where the target is right to refuse it."""
    line, words = REFUSED.get(name, {}).get(target, (0, ""))
    words = words[:60]
    try:
        found = translate(PROGRAMS[name], to=target, exact=exact)
    except TranslationError as error:
        assert error.line == line and words and words in error.message, f"{name}: {error}"
        return None
    assert not words, f"{name}: {target} is said not to know {words}"
    return found


@pytest.mark.parametrize(
    ("target", "exact"),
    [
        (name, exact)
        for name in GLSL
        for exact in (False, True)
        if not exact or (TARGETS[name].core and not TARGETS[name].es)
    ],
)
def test_mesa_compiles_them(mesa, target, exact):
    with mesa_context(8, 8) as gl:
        driver = Loader(gl, to=target).driver
        for name in PROGRAMS:
            found = translated(name, target, exact)
            # A geometry program is linked with others only: see tests/translate/glsl.
            if found is not None and found.stage != "geometry":
                try:
                    program = driver.link({found.stage: found.text}, [found.interface], ())
                except Exception as error:
                    pytest.fail(f"{name}: {error}\n{found.text}")
                gl.glDeleteProgram(program)


def is_strict(text):
    """True for a program that the specifications allow, without leniencies."""
    try:
        asm.parse(text, strict=True)
    except ProgramError:
        return False
    return True


@pytest.mark.parametrize("target", ASSEMBLY)
def test_softgl_loads_them(target):
    for name in PROGRAMS:
        found = translated(name, target)
        if found is not None:
            program = asm.parse(found.text, strict=target == "arb" and is_strict(PROGRAMS[name]))
            assert program.stage.value == found.stage, name
