"""Components of attributes that a program does not read never change its results."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from softgl.asm import parse
from softgl.ir.program import ONE, ZERO, File
from softgl.ir.reads import operand_components
from softgl.lanes import eager_engine
from tests.ir import test_random_older_fragment, test_random_programs
from tests.ir.running import run_programs
from tests.reference.fragment_writer import LANGUAGES, random_steps, text
from tests.reference.generator import KINDS, random_program

STEPS, PROGRAMS = 700, 40
PLAIN = frozenset({"TEX", "TXP", "TXB", "TXL"})  # in others every named component counts as read
COORDINATES = {"1D": "x", "2D": "xy", "3D": "xyz", "CUBE": "xyz", "RECT": "xy"}


def attributes_read(program):
    """Returns exactly the (attribute register, component) pairs that instructions may read.

    `Program.attribute_components` lists every component that operands name, as the limits of
    programs count.
    """
    read = set()
    for one in program.instructions:
        to = one.destination
        wanted = {c for c in range(4) if to is None or to.mask[c]}
        for position, source in enumerate(one.sources):
            if source.file is File.ATTRIBUTE and source.vertex is None:
                seen = operand_components(one, position, wanted)
                if one.texture and (position or one.opcode not in PLAIN):
                    seen = range(4)
                found = {source.swizzle[c] for c in seen}
                registers = range(source.index, source.index + source.count)
                read |= {(register, c) for register in registers for c in found - {ZERO, ONE}}
        for place in (*one.sources, to):
            for relative in place.indices if place else ():
                if relative.file is File.ATTRIBUTE:
                    read.add((relative.index, relative.component))
    return frozenset(read)


def of_kind(kind):
    """Texts of random programs, and the inputs of all."""
    if kind in KINDS:
        texts = [random_program(seed, kind) for seed in range(PROGRAMS)]
        return texts, test_random_programs.random_inputs(1, kind)
    texts = [text(kind, random_steps(seed, kind)) for seed in range(PROGRAMS)]
    inputs = test_random_older_fragment.random_inputs(1)
    return texts, test_random_older_fragment.bindings(*inputs)


@pytest.mark.parametrize("kind", [*KINDS, *LANGUAGES])
def test_what_is_not_read_may_be_anything(kind):
    texts, (attributes, parameters) = of_kind(kind)
    left = 0
    for seed, given in enumerate(texts):
        program = replace(parse(given), step_limit=STEPS)
        read = attributes_read(program)
        assert read <= set(program.attribute_components())
        other = {name: values.copy() for name, values in attributes.items()}
        for register, binding in enumerate(program.attributes):
            for component in range(4):
                if str(binding) in other and (register, component) not in read:
                    other[str(binding)][component] ^= np.uint32(0x3F9D1E5B)
                    left += 1
        pair = [
            run_programs(eager_engine(), [program], values, parameters)[0]
            for values in (attributes, other)
        ]
        assert (pair[0][1] == pair[1][1]).all(), (seed, given)
        for name, words in pair[0][0].items():
            assert (words == pair[1][0][name]).all(), (seed, name, given)
    assert left


@pytest.mark.parametrize("target", COORDINATES)
@pytest.mark.parametrize(("opcode", "more"), [("TEX", ""), ("TXP", "w"), ("TXB", "w")])
def test_coordinates_of_textures(target, opcode, more):
    program = parse(
        f"!!ARBfp1.0\n{opcode} result.color, fragment.texcoord[3], texture[0], {target};\nEND"
    )
    expected = {(0, "xyzw".index(letter)) for letter in COORDINATES[target] + more}
    assert attributes_read(program) == expected


def test_other_lookups_read_all_that_they_name():
    program = parse("""!!NVfp4.0
    ATTRIB t[] = { fragment.texcoord[0..2] };
    TXD result.color, t[0], t[1], t[2], texture[0], 2D;
    END""")
    assert len(attributes_read(program)) == 12


def test_operands_of_whole_vectors():
    program = parse("""!!ARBfp1.0
    TEMP t;
    DP3 t, fragment.texcoord[0], fragment.texcoord[1].wzyx;
    MOV t.xz, fragment.texcoord[2].yxwz;
    RSQ t.w, fragment.texcoord[3].z;
    LIT t.y, fragment.texcoord[4];
    MOV result.color, t;
    END""")
    read = {(program.attributes[r].indices[0], "xyzw"[c]) for r, c in attributes_read(program)}
    names = {(0, "x"), (0, "y"), (0, "z"), (1, "w"), (1, "z"), (1, "y"), (2, "y"), (2, "w")}
    assert read == names | {(3, "z"), (4, "x")}
