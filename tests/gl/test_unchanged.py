"""Whatever is called with whatever: it works, or it is a GLError that changed nothing."""

import os
import random
import re
from functools import cache

import numpy as np
import pytest

from softgl import Context, GLError
from softgl.gl.api import enums, registry
from softgl.gl.api.declarations import COMMANDS
from softgl.gl.api.signature import signature
from softgl.gl.vertices.families import FAMILIES

ENUMS = [value for name, value in vars(enums).items() if name.startswith("GL_")][:1500]
NUMBERS = [-1, 0, 1, 2, 3, 4, 7, 16, 31, 255, 256, 2**31, 2**32, -(2**31), 2**70, 0.5, -2.0, 1e300]
ODD = [None, "text", b"bytes", [], [1, 2, 3, 4], [0.5] * 16, {}, float("nan"), np.zeros(4), object]
ODD += [[[1, 2], [3]], ["7"], [1.7], 2**64, [2**64], np.array([None]), ...]
WRONG = [*ODD, -1, -(2**70), 1e300, float("-inf"), object(), 1j, [[]], np.zeros((2, 0)), "7"]

# What is written into GL_PROGRAM_ERROR_* by a text that is refused is not undone, nor are objects
# that EXT_direct_state_access makes before it looks for errors. ARB_multi_bind goes on after one.
FREE = {
    *("glProgramStringARB", "glLoadProgramNV"),
    *registry.EXTENSIONS["GL_EXT_direct_state_access"].split(),
    *registry.EXTENSIONS["GL_ARB_multi_bind"].split(),
    *("glNamedFramebufferParameteriEXT", "glGetNamedFramebufferParameterivEXT"),
}


# Few calls suffice: hypothesis would take a third of the time to choose them.
SEED = 0 if os.environ.get("CI") == "true" else random.SystemRandom().randrange(2**32)
CALLS = 7  # of each command


def arguments_of(name, rng):
    """Arguments for a command: some fit its signature, some do not."""
    try:
        parameters = signature(name).parameters
    except KeyError:  # a form of PyOpenGL's own
        return tuple(rng.choice(rng.choice(ANYTHING)) for _ in range(rng.randrange(5)))
    return tuple(rng.choice(rng.choice(values_for(parameter))) for parameter in parameters)


ANYTHING = (NUMBERS, NUMBERS[:8], ODD)


def values_for(parameter):
    """The lists of values for a parameter, each as likely as the others."""
    if parameter.kind == "enum" and not parameter.pointer:
        return (members(parameter.group), ENUMS, *ANYTHING)
    return (ODD, *ANYTHING) if parameter.pointer else ANYTHING


@cache
def members(group):
    if not group:
        return [value for value in ENUMS if value > 0]
    names = registry.GROUPS.get(group, "GL_POINTS").split()
    return [getattr(enums, name) for name in names]


def prepared(inside):
    """A context in which much is bound, or in which a primitive has begun."""
    context = Context(8, 8, machine="eager")
    COMMANDS["glBindBuffer"](enums.GL_ARRAY_BUFFER, 1)
    COMMANDS["glBufferData"](enums.GL_ARRAY_BUFFER, bytes(64), enums.GL_STATIC_DRAW)
    COMMANDS["glVertexPointer"](2, enums.GL_FLOAT, 0, None)
    COMMANDS["glEnableClientState"](enums.GL_VERTEX_ARRAY)
    COMMANDS["glBindProgramARB"](enums.GL_VERTEX_PROGRAM_ARB, 1)
    if inside:
        COMMANDS["glBegin"](enums.GL_TRIANGLES)
        COMMANDS["glVertex2f"](0, 0)
    return context


def commands():
    """Every command; of a family only the members of one type.

    Without commands that only select the object of others.
    """
    for name in sorted(COMMANDS):
        if COMMANDS[name].__module__ == "softgl.gl.direct.named":
            continue
        match = next(filter(None, (re.fullmatch(f.pattern, name) for f in FAMILIES)), None)
        if match is None or match["type"] in ("i", "f"):
            yield name


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("glDepthFunc", (enums.GL_ALWAYS,)),
        ("glColor3f", (0, 0, 0)),
        ("glTranslatef", (1, 0, 0)),
        ("glViewport", (1, 1, 1, 1)),
        ("glBufferSubData", (enums.GL_ARRAY_BUFFER, 5, b"1")),
        ("glGenBuffers", (1,)),
        ("glGenTextures", (1,)),
        ("glBindTexture", (enums.GL_TEXTURE_2D, 1)),
        ("glTexParameteri", (enums.GL_TEXTURE_2D, enums.GL_TEXTURE_MAX_LEVEL, 3)),
        ("glPixelStorei", (enums.GL_PACK_ALIGNMENT, 1)),
        ("glEnableVertexAttribArray", (3,)),
        ("glNormalPointer", (enums.GL_FLOAT, 0, 4)),
        ("glProgramLocalParameter4fARB", (enums.GL_VERTEX_PROGRAM_ARB, 9, 1, 0, 0, 0)),
        ("glProgramEnvParameter4fARB", (enums.GL_FRAGMENT_PROGRAM_ARB, 9, 1, 0, 0, 0)),
        ("glLightf", (enums.GL_LIGHT5, enums.GL_SPOT_EXPONENT, 3)),
        ("glMaterialf", (enums.GL_BACK, enums.GL_SHININESS, 3)),
        ("glLightModeli", (enums.GL_LIGHT_MODEL_TWO_SIDE, 1)),
        ("glFogf", (enums.GL_FOG_END, 3)),
        ("glPointSize", (3,)),
        ("glClipPlane", (enums.GL_CLIP_PLANE3, [1, 2, 3, 4])),
        ("glTexEnvi", (enums.GL_TEXTURE_ENV, enums.GL_TEXTURE_ENV_MODE, enums.GL_ADD)),
        ("glTexGenfv", (enums.GL_T, enums.GL_EYE_PLANE, [1, 2, 3, 4])),
        ("glBindBufferBaseNV", (enums.GL_VERTEX_PROGRAM_PARAMETER_BUFFER_NV, 3, 1)),
        ("glVertexAttribI2iEXT", (4, 1, 2)),
        ("glClear", (enums.GL_COLOR_BUFFER_BIT,)),
        ("glBegin", (enums.GL_POINTS,)),
    ],
)
def test_the_snapshot_sees_changes(name, arguments, snapshot, context):
    ctx = prepared(inside=False)
    ctx.color.clear = (1.0, 1.0, 1.0, 1.0)
    before = snapshot(ctx)
    COMMANDS[name](*arguments)
    assert snapshot(ctx) != before


class Trial:
    """Two contexts in the same state: calls are tried in one; refused ones follow in the other.

    So the state of the other, which is long, is looked at once for many calls.
    """

    def __init__(self, inside, snapshot):
        self.inside, self.snapshot = inside, snapshot
        self.given = []
        self.first, self.second = prepared(inside), prepared(inside)
        self.before = snapshot(self.second)

    def call(self, name, arguments):
        """Calls a command: it works, or it is a GLError."""
        self.first.make_current()
        if not refused(name, arguments, {}):
            self.first = prepared(self.inside)
        elif name not in FREE:
            self.second.make_current()
            assert refused(name, arguments, {})
            self.given.append((name, arguments))

    def changed_by(self):
        """The refused calls since the last time, if they have changed anything."""
        given, self.given = self.given, []
        return given if given and self.snapshot(self.second) != self.before else []


NAMES = list(commands())
LOOKED_AT_TOGETHER = 32
"""Commands for each look at the state, which takes longer than their calls."""


@pytest.mark.parametrize("first", range(0, len(NAMES), LOOKED_AT_TOGETHER))
def test_commands_work_or_change_nothing(first, snapshot, context):
    trials = {inside: Trial(inside, snapshot) for inside in (False, True)}
    for name in NAMES[first : first + LOOKED_AT_TOGETHER]:
        try_calls(name, trials)
    changes = [trial.changed_by() for trial in trials.values()]
    assert not any(changes), (SEED, changes)


def try_calls(name, trials):
    """Calls a command with a few arguments, a third of the calls between glBegin and glEnd."""
    rng = random.Random(f"{SEED} {name}")
    for _ in range(CALLS):
        arguments, inside = arguments_of(name, rng), rng.choice([False, False, True])
        try:
            trials[inside].call(name, arguments)
        except Exception as error:
            pytest.fail(f"{name}{arguments}, {inside=}, {SEED=}: {error!r}")


def refused(name, arguments, keywords) -> bool:
    """True if a call is refused; it may raise only a GLError of this function."""
    try:
        COMMANDS[name](*arguments, **keywords)
    except GLError as error:
        assert error.baseOperation == name
        assert str(error).startswith(f"{name}(")
        return True
    return False


def wrong_calls(name):
    """Too few and too many arguments, keywords, and values other than numbers for each."""
    try:
        parameters = signature(name).parameters
    except KeyError:
        parameters = ()
    yield (), {"no_such_parameter": 1}
    yield (1,) * len(parameters), {"no_such_parameter": 1}
    yield (0,) * 20, {}
    for count in range(len(parameters)):
        yield (1,) * count, {}
    for wrong in WRONG:
        yield (wrong,) * max(1, len(parameters)), {}
        yield (), {parameter.name: wrong for parameter in parameters}


@pytest.mark.parametrize("letter", sorted({name[2] for name in COMMANDS}))
def test_wrong_arguments_are_refused_and_change_nothing(letter, snapshot):
    names = [name for name in sorted(COMMANDS) if name.startswith("gl" + letter)]
    calls = [(name, *call) for name in names for call in wrong_calls(name)]
    ctx, wrong = prepared(inside=False), []
    for call in calls:
        if refused(*call):
            wrong.append(call)
        else:
            ctx = prepared(inside=False)
    ctx = prepared(inside=False)
    before = snapshot(ctx)
    for call in wrong:
        if call[0] not in FREE:
            assert refused(*call)
    assert snapshot(ctx) == before
