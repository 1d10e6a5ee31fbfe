"""Every opcode of every language in the assembly targets: the same bits, or refused by name."""

from __future__ import annotations

import pytest

from softgl.errors import TranslationError
from softgl.isa import OPCODES
from softgl.isa.vocabulary import FLOAT
from softgl.translate import translate
from tests.translate.assembly.opcodes import SETS, programs
from tests.translate.assembly.running import check

# No number stands in a register of packed bits; plain ARB programs have no derivatives but those
# of TEX, TXP and TXB, and vertex programs no textures and no trigonometry.
PACKED = "PK2H PK2US PK4B PK4UB UP2H UP2US UP4B UP4UB"
FRAGMENT = f"{PACKED} DDX DDY TXD"
VERTEX = "COS SIN"
SAMPLING = "TEX TXB TXL TXP"
ARB = {
    "VP2.0": VERTEX,
    "ARBvp1.0 NV_vertex_program2": VERTEX,
    "ARBvp1.0 NV_vertex_program3": f"{VERTEX} {SAMPLING}",
    "NVvp4.0": f"{VERTEX} {SAMPLING} {PACKED} SCS TXD TXF",
    "FP1.0": FRAGMENT,
    "ARBfp1.0 NV_fragment_program": FRAGMENT,
    "ARBfp1.0 NV_fragment_program2": f"{FRAGMENT} TXL",
    "NVfp4.0": f"{FRAGMENT} TXL TXF",
}
"""Opcodes that plain ARB programs lack, by instruction set; of NV_gpu_program4 all integers too."""
# Zeros and NaNs by their bits, and addresses beyond the parameters, which are 0 there.
VP1 = "ARL EXP SGE SLT"
VP2 = "ARA ARL ARR LIT SNE"
EXACT_ARB = {
    "VP1.0": VP1,
    "VP1.1": f"{VP1} RCC",
    "VP2.0": f"{VP2} RCC RSQ SSG",
    "ARBvp1.0 NV_vertex_program2": "RCC SSG",
    "ARBvp1.0 NV_vertex_program3": "RCC SSG",
    "NVvp4.0": "DIV RCC RFL RSQ SSG",
    "FP1.0": "RFL RSQ SNE",
    "ARBfp1.0 NV_fragment_program": "RFL",
    "ARBfp1.0 NV_fragment_program2": "DIV RFL",
    "NVfp4.0": "DIV RCC RFL RSQ SSG",
}
"""Opcodes that they lack besides if special cases are kept."""
EXACT_NV4 = {
    "VP1.0": f"{VP1} LOG",
    "VP1.1": f"{VP1} LOG",
    "VP2.0": f"{VP2} LOG",
    "ARBvp1.0": "LOG",
    "ARBvp1.0 NV_vertex_program2": "LOG",
    "ARBvp1.0 NV_vertex_program3": "LOG",
    "FP1.0": "SNE",
}


def refused(instruction_set, to, exact=False):
    """The opcodes that are refused; all others are checked."""
    found = set()
    for name, text in programs(instruction_set):
        try:
            check(text, to, exact)
        except TranslationError as error:
            assert error.what.startswith((name.partition(".")[0], "integers", "parameters that"))
            found.add(name)
    return found


def is_integer(name):
    opcode, _, type_ = name.partition(".")
    return bool(type_) or OPCODES[opcode].types[0] is not FLOAT


@pytest.mark.parametrize("instruction_set", SETS)
def test_to_arb(instruction_set):
    numbers = {name for name in refused(instruction_set, "arb") if not is_integer(name)}
    assert numbers == set(ARB.get(instruction_set, "").split())


@pytest.mark.parametrize("instruction_set", EXACT_ARB)
def test_exactly_to_arb(instruction_set):
    addresses = {"ARA", "ARL", "ARR"}
    found = refused(instruction_set, "arb", True)
    found = {name for name in found if not is_integer(name) or name in addresses}
    assert found == set(f"{ARB.get(instruction_set, '')} {EXACT_ARB[instruction_set]}".split())


@pytest.mark.parametrize("instruction_set", [s for s in SETS if not s.startswith("NV")])
def test_to_nv4(instruction_set):
    assert not refused(instruction_set, "nv4")
    assert refused(instruction_set, "nv4", True) == set(EXACT_NV4.get(instruction_set, "").split())


@pytest.mark.parametrize("instruction_set", SETS)
def test_to_tgsi(instruction_set):
    for _, text in programs(instruction_set):
        assert translate(text, to="tgsi").text.startswith(("VERT", "FRAG"))
