"""Programs and their translations, run side by side on the eager machine."""

from __future__ import annotations

import zlib
from dataclasses import replace

import numpy as np

from softgl.asm import parse
from softgl.asm.tgsi.write import constants
from softgl.ir.program import INTEGER_INPUTS, Binding
from softgl.lanes import eager_engine
from softgl.translate import translate
from softgl.translate.assembly.arb import NAMED, without_names
from softgl.translate.interfaces.names import specific
from tests.asm.tgsi.test_write import LANES, Texture, Words, alike, inputs
from tests.ir.running import run_programs

SEED = 20261123
STEPS = 1 << 18


def ordinary(name, lanes):
    """Words by name, (4, lanes): numbers neither large nor small, never zero."""
    rng = np.random.default_rng([SEED, zlib.crc32(name.encode())])
    values = rng.uniform(0.25, 2.5, (4, lanes)) * rng.choice([-1, 1, 1], (4, lanes))
    return values.astype(np.float32).view(np.uint32)


class Ordinary(dict):
    """Four such words by the name of a parameter."""

    def __missing__(self, name):
        return ordinary(name, 1)[:, 0]


def renamed(program):
    """Names of a program's parameters in its translations -> names here."""
    pairs = zip(program.parameters, without_names(program)[0].parameters, strict=True)
    return {str(there): str(here) for here, there in pairs
            if isinstance(here, Binding) and here.name == NAMED}  # fmt: skip


def outcome(program, attributes, parameters, engine=None):
    """The results of a program, and where it discards."""
    program = replace(program, step_limit=STEPS)
    engine = engine or eager_engine()
    buffers = {point: ordinary(f"buffer {point}", 4).reshape(-1) for point in range(4)}
    ((results, killed),) = run_programs(engine, [program], attributes, parameters, buffers, Texture)
    return results, killed


def check(text, to, exact=False, engine=None):
    """Checks that a program and its translation give the same bits; returns the text."""
    program = parse(text)
    written = translate(text, to=to, exact=exact).text
    again = parse(written)
    attributes = inputs(program)
    if not exact:
        for name, values in attributes.items():
            if name not in INTEGER_INPUTS:
                single = name.startswith(("fragment.fogcoord", "fragment.clip"))
                values[: 1 if single else 4] = ordinary(name, LANES)[: 1 if single else 4]
    given = Words() if exact else Ordinary()
    there = type(given)({there: given[here] for there, here in renamed(program).items()})
    if to == "tgsi":
        given["state.depth.range"] = np.array([1, 0, -1, 1], np.float32).view(np.uint32)
        there |= {f"program.local[{n}]": given[b] for n, b in constants(program).items()}
    names = (
        {}
        if to == "tgsi"
        else {str(b): str(specific(b)) for b in (*program.attributes, *program.results)}
    )
    results, killed = outcome(program, attributes, given, engine)
    wanted = {names.get(name, name): words for name, words in results.items()}, killed
    attributes = {names.get(name, name): words for name, words in attributes.items()}
    got = outcome(again, attributes, there, engine)
    if not alike(wanted, got):
        raise AssertionError(f"{difference(wanted, got)}\n{text}\n{written}")
    return written


def difference(wanted, got):
    """The difference of two outcomes, in words."""
    found = []
    for name in sorted(wanted[0].keys() & got[0].keys()):
        one, other = (each[0][name].view(np.float32) for each in (wanted, got))
        for c, lane in zip(*np.nonzero(one.view(np.uint32) != other.view(np.uint32)), strict=True):
            found.append(f"{name}.{'xyzw'[c]} of lane {lane}: {one[c, lane]!r}, {other[c, lane]!r}")
    if not np.array_equal(wanted[1], got[1]):
        found.append(f"killed: {wanted[1]}, {got[1]}")
    return "\n".join(found[:6])
