"""The table has what the specifications list: opcodes by language, operands, types, modifiers."""

from __future__ import annotations

import pytest

from softgl.isa import LANGUAGES, OPCODES, Form
from softgl.isa.table import NV4, Opcode, opcode, variant


def names(text: str) -> set[str]:
    return set(text.split())


# ARB_vertex_program, table X.5: "There are twenty-seven vertex program instructions."
ARB_VERTEX_OPCODES = names(
    "ABS ADD ARL DP3 DP4 DPH DST EX2 EXP FLR FRC LG2 LIT LOG MAD MAX MIN MOV MUL POW RCP RSQ SGE "
    "SLT SUB SWZ XPD"
)
# ARB_fragment_program, table X.5: "There are 33 fragment program instructions."
ARB_FRAGMENT_OPCODES = names(
    "ABS ADD CMP COS DP3 DP4 DPH DST EX2 FLR FRC KIL LG2 LIT LRP MAD MAX MIN MOV MUL POW RCP RSQ "
    "SCS SGE SIN SLT SUB SWZ TEX TXB TXP XPD"
)
# NV_gpu_program4, table X.13, without flow control, packing, derivatives, TXD, TXF and TXQ.
NV4_OPCODES = names(
    "ABS ADD AND CEIL CMP COS DIV DP2 DP2A DP3 DP4 DPH DST EX2 FLR FRC I2F LG2 LIT LRP MAD MAX MIN "
    "MOD MOV MUL NOT NRM OR POW RCC RCP RFL ROUND RSQ SAD SCS SEQ SFL SGE SGT SHL SHR SIN SLE SLT "
    "SNE SSG STR SUB SWZ TEX TRUNC TXB TXL TXP X2D XOR XPD"
)
EXPECTED = {
    "ARBvp1.0": ARB_VERTEX_OPCODES,
    "ARBfp1.0": ARB_FRAGMENT_OPCODES,
    "NVvp4.0": NV4_OPCODES,
    "NVfp4.0": NV4_OPCODES | {"KIL"},
}

# NV_gpu_program4, table X.13 and the grammar: types with the default first, modifiers, operands.
SHAPES = {
    ("FSU", "CSH", "V"): "ABS CEIL FLR MOV ROUND TRUNC",
    ("FSU", "CSH", "VV"): "ADD MAX MIN MUL SEQ SFL SGE SGT SLE SLT SNE STR SUB",
    ("FSU", "CSH", "VVV"): "CMP MAD",
    ("FSU", "CSH", "VS"): "DIV",
    ("FSU", "CS", "V"): "TEX TXB TXL TXP",
    ("FSU", "H", "V"): "KIL",
    ("SU", "C", "VV"): "AND OR XOR",
    ("SU", "C", "V"): "I2F NOT",
    ("SU", "C", "VS"): "MOD SHL SHR",
    ("SU", "C", "VVV"): "SAD",
    ("F", "CSH", "S"): "COS EX2 LG2 RCC RCP RSQ SCS SIN EXP LOG",
    ("F", "CSH", "SS"): "POW",
    ("F", "CSH", "V"): "FRC LIT NRM SSG",
    ("F", "CSH", "E"): "SWZ",
    ("F", "CSH", "VV"): "DP2 DP3 DP4 DPH DST RFL XPD",
    ("F", "CSH", "VVV"): "DP2A LRP X2D",
    ("S", "", "S"): "ARL",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_languages_have_their_opcodes(language):
    assert {name for name, entry in OPCODES.items() if language in entry.languages} == (
        EXPECTED[language]
    )


def test_shapes():
    expected = {name: shape for shape, names in SHAPES.items() for name in names.split()}
    assert {n: (o.types, o.modifiers, o.sources) for n, o in OPCODES.items()} == expected


@pytest.mark.parametrize("entry", OPCODES.values(), ids=OPCODES)
def test_each_language_has_one_formula(entry: Opcode):
    assert entry.languages <= set(LANGUAGES)
    for language in LANGUAGES:
        if language in entry.languages:
            assert callable(entry.formula(language))
        else:
            with pytest.raises(KeyError):
                entry.formula(language)


@pytest.mark.parametrize("entry", OPCODES.values(), ids=OPCODES)
def test_entries_are_documented(entry: Opcode):
    title, colon, words = entry.section.partition(": ")
    assert (title, colon) == (entry.name, ": ")
    assert words
    assert entry.summary.endswith(".")
    assert all(formula.__doc__ for formula in entry.formulas.values())
    assert entry.spec == f'{entry.document}, "{entry.section}"'


def test_types_of_operands_and_results():
    """What table X.13 marks as vf, vs and vu."""
    types = {
        name: [entry.operand_type(i, "S") for i in range(len(entry.sources))]
        + [entry.result_type("S")]
        for name, entry in OPCODES.items()
        if "S" in entry.types and entry.form is not Form.KILL
    }
    assert types["ADD"] == ["S", "S", "S"]
    assert types["FLR"] == types["CEIL"] == types["ROUND"] == types["TRUNC"] == ["F", "S"]
    assert types["TEX"] == types["TXB"] == types["TXL"] == types["TXP"] == ["F", "S"]
    assert types["I2F"] == ["S", "F"]
    assert types["SAD"] == ["S", "S", "U", "U"]
    assert types["ARL"] == ["F", "S"]
    assert {n for n, t in types.items() if set(t) != {"S"}} == (
        names("FLR CEIL ROUND TRUNC TEX TXB TXL TXP I2F SAD ARL")
    )


def test_no_second_formula():
    with pytest.raises(ValueError, match="MOV stands in the table already"):
        opcode("MOV", Form.COMPONENT, "V", "MOV: Move")(lambda m, a: a)
    with pytest.raises(ValueError, match=r"two formulas for RSQ in NVfp4\.0, NVvp4\.0"):
        variant("RSQ", NV4)(lambda m, a: a)
    assert len(set(OPCODES["RSQ"].formulas.values())) == 2
