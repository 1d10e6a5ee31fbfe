"""The programs that fixed function builds: valid, and legal texts of their languages."""

from __future__ import annotations

from dataclasses import fields, replace
from random import Random

import pytest

from softgl.asm import disassemble, parse
from softgl.errors import Span
from softgl.gl.fixed.fragment_program import (
    FUNCTIONS,
    Combiner,
    FragmentKey,
    Sample,
    Unit,
    fragment_program,
    texture_function,
)
from softgl.gl.fixed.lit_colors import LightingKey, LightKey
from softgl.gl.fixed.vertex_program import FOG, GENERATED, VertexKey, vertex_program
from softgl.gl.vertices.attributes import COLOR, SECONDARY_COLOR, TEXCOORDS
from softgl.ir.program import File, Program
from softgl.ir.validate import validate

MATERIAL = ("ambient", "diffuse", "specular", "emission", "shininess")


def some(random, values, share=0.3) -> tuple:
    return tuple(value for value in values if random.random() < share)


def vertex_key(random) -> VertexKey:
    def flag():
        return random.random() < 0.5

    def light(number):
        positional = flag()
        return LightKey(number, positional, flag(), positional and flag())

    attributes = (COLOR, SECONDARY_COLOR, *TEXCOORDS[6:])
    own = [
        tuple((name, random.choice(attributes)) for name in some(random, MATERIAL)) for _ in "fb"
    ]
    lights = tuple(map(light, some(random, range(8), 0.2)))
    lighting = LightingKey(lights, flag(), flag(), flag(), tuple(own))
    generators = [*GENERATED]
    units = random.choice((0, 0, 1, 4))
    return VertexKey(
        random.choice((None, lighting)),
        random.choice(("", "rescale", "normalize")),
        tuple(
            (number, tuple(random.choice(("", random.choice(generators))) for _ in "strq"))
            for number in some(random, range(8))
        ),
        random.choice(("", *FOG)),
        flag(),
        flag(),
        units,
        some(random, range(6)) if units else (),
    )


def fragment_key(random) -> FragmentKey:
    def combiner():
        function = random.choice([*FUNCTIONS])
        arguments = (
            (
                random.choice(("previous", "primary", "constant", "texture", "zero", "one", *used)),
                random.choice(("color", "alpha", "1-color", "1-alpha")),
            )
            for _ in range(FUNCTIONS[function].arguments)
        )
        return Combiner(function, tuple(arguments), random.choice((1.0, 2.0, 4.0)))

    used = some(random, range(8))
    targets = ("1D", "2D", "CUBE", "RECT", "SHADOW2D", "SHADOWCUBE", "ARRAY2D")
    simple = [texture_function(mode, "RGBA") for mode in ("replace", "decal", "blend")]
    return FragmentKey(
        tuple(Unit(number, *random.choice((*simple, (combiner(), combiner())))) for number in used),
        tuple(Sample(n, random.choice(targets), random.random() < 0.5) for n in used),
        random.random() < 0.5,
        random.choice(("", "linear", "exp", "exp2")),
        random.random() < 0.5,
        random.random() < 0.5,
    )


def by_meaning(program: Program) -> list:
    """Returns the instructions; parameters have their bindings, temporaries the order of use."""
    numbers: dict[int, int] = {}

    def named(place):
        if place.file is File.TEMPORARY:
            return replace(place, index=numbers.setdefault(place.index, len(numbers)))
        if place.file is File.PARAMETER:
            return replace(place, index=0), program.parameters[place.index]
        return place

    return [
        replace(
            one, span=Span(0, 0), destination=named(one.destination),
            sources=tuple(map(named, one.sources)),
        )
        for one in program.instructions
    ]  # fmt: skip


LOST = {"instructions", "temporaries", "parameters", "source", "names"}


@pytest.mark.parametrize(
    ("make_key", "build"), [(vertex_key, vertex_program), (fragment_key, fragment_program)]
)
def test_equals_its_text(make_key, build):
    """A program is valid, and its disassembly is a text of the same program."""
    random = Random(53)
    for _ in range(25):
        key = make_key(random)
        program = validate(build(key))
        read = parse(disassemble(program))
        assert by_meaning(read) == by_meaning(program), key
        kept = [entry.name for entry in fields(Program) if entry.name not in LOST]
        for name in kept:
            assert getattr(read, name) == getattr(program, name), (key, name)
        again = build(key)
        assert again == program and hash(again) == hash(program)


def test_hashes_differ():
    """Programs without a text have hashes of their own."""
    random = Random(7)
    programs = {fragment_program(fragment_key(random)) for _ in range(50)}
    assert len({hash(program) for program in programs}) == len(programs) > 40


def test_names_of_temporaries():
    """A disassembly has the names of what temporaries hold."""
    text = disassemble(vertex_program(VertexKey(LightingKey((LightKey(1, True, True, True),)))))
    assert "TEMP to_light, half, dots, lit, term, normal" in text
    assert "DP3 dots.x, normal, to_light;" in text
