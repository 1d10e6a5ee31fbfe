"""TGSI texts of geometry programs: they emit the same, to the bit."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from softgl.asm import parse
from softgl.asm.tgsi.write import Unwritable, constants, write
from softgl.lanes import eager_engine
from tests.asm.tgsi.dumps import ACCEPTED
from tests.asm.tgsi.texts import TRIANGLES
from tests.pipeline.emitting import run_geometry
from tests.pipeline.primitives.test_random_geometry import random_inputs
from tests.reference.arithmetic import QUIET_NAN
from tests.reference.geometry_programs import random_geometry
from tests.tools import ROOT

PROGRAMS = 16
SHADERS = sorted((ROOT / "shaders").rglob("*.gp"))


def renamed(results):
    """Results under the names of TGSI."""
    return {name.replace("attrib", "generic"): words for name, words in results.items()}


def quiet(words):
    """Words with the one quiet NaN: which copies keep others is not the same in TGSI."""
    return np.where(np.isnan(words.view(np.float32)), QUIET_NAN, words)


class Parameters(dict):
    """Some parameters, and for every other one four numbers of its own."""

    def __missing__(self, binding):
        rng = np.random.default_rng(list(binding.encode()))
        self[binding] = rng.uniform(-1, 1, 4).astype(np.float32).view(np.uint32)
        return self[binding]


def check(text, seed):
    """Runs a program and its TGSI text on the same random inputs."""
    program = parse(text)
    attributes, corners, parameters, numbers = random_inputs(seed, program.primitives.vertices)
    parameters = Parameters(parameters)
    written = write(program)
    again = parse(written)
    held = {f"program.local[{n}]": name for n, name in constants(program).items()}
    own = {name: parameters[binding] for name, binding in held.items()}
    given = {name.replace("attrib", "generic"): words for name, words in attributes.items()}
    first_run = run_geometry(
        eager_engine(), replace(program, step_limit=1 << 14), attributes, corners, parameters,
        numbers,
    )  # fmt: skip
    second = run_geometry(
        eager_engine(), replace(again, step_limit=1 << 16), given, corners, own, numbers
    )
    where = f"seed {seed}\n{text}\n{written}"
    assert again.primitives == program.primitives
    for one, other in zip(first_run[1:], second[1:], strict=True):
        assert np.array_equal(one, other), where
    wanted, got = renamed(first_run[0]), renamed(second[0])
    for name, words in wanted.items():
        assert np.array_equal(quiet(words), quiet(got[name])), f"{name}, {where}"


@pytest.mark.parametrize("first", range(0, PROGRAMS, 8))
def test_random_programs(first):
    for seed in range(first, first + 8):
        check(random_geometry(seed), seed)


@pytest.mark.parametrize("path", SHADERS, ids=lambda path: path.name)
def test_every_shader(path):
    check(path.read_text(encoding="utf-8"), 1)


def test_texts_of_texts():
    for text in (TRIANGLES, *(text for text in ACCEPTED.values() if text.startswith("GEOM"))):
        program = parse(text)
        written = write(program)
        assert write(parse(written)) == written
        assert parse(written).primitives == program.primitives


def test_inputs_and_outputs():
    head = "!!NVgp4.0 PRIMITIVE_IN LINES; PRIMITIVE_OUT POINTS; VERTICES_OUT 3; TEMP t, i;"
    text = f"""{head} ATTRIB a[] = {{ vertex.texcoord[2..3] }}; ATTRIB c = vertex.clip[5];
    MOV t, a[1][i.x]; MOV t.x, c[i.y + 1]; MOV.S result.layer.x, primitive.id;
    ADD result.position, t, vertex[1].color.back; EMIT; ENDPRIM; END"""
    lines = [line.strip() for line in write(parse(text)).splitlines()]
    assert lines[:5] == [
        *("GEOM", "PROPERTY GS_INPUT_PRIMITIVE LINES", "PROPERTY GS_OUTPUT_PRIMITIVE POINTS"),
        *("PROPERTY GS_MAX_OUTPUT_VERTICES 3", "PROPERTY GS_INVOCATIONS 1"),
    ]
    for line in (
        *("DCL IN[][0..1], TEXCOORD[2], ARRAY(1)", "DCL IN[][2], CLIPDIST[1]"),
        *("DCL IN[3], PRIMID[0]", "DCL IN[][4], BCOLOR[0]", "DCL OUT[0], LAYER[0]"),
        *("0: MOV TEMP[0], IN[1][TEMP[1].x](1)", "1: MOV TEMP[2].x, IN[TEMP[1].y+1][2].yyyy"),
        *("6: ADD OUT[1], TEMP[0], IN[1][4]", "7: EMIT", "8: ENDPRIM"),
    ):
        assert line in lines, lines
    for body, message in (
        ("MOV t, vertex[0].id;", r"TGSI has no vertex\.id"),
        ("ATTRIB a[] = { vertex.clip[2..3] }; MOV t, a[1][i.x];", r"no array of vertex\.clip\[2\]"),
    ):
        with pytest.raises(Unwritable, match=message):
            write(parse(f"{head} {body} END"))
