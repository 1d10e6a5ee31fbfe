"""The table has the rows of the specifications: opcodes by language, operands, types, modifiers."""

from __future__ import annotations

from itertools import product

import pytest

from softgl.asm.flow import RULES
from softgl.ir.blocks import CONTROL
from softgl.isa import LANGUAGES, OPCODES, Form
from softgl.isa import vocabulary as words
from softgl.isa.table import (
    GLSL_LANGUAGES,
    NV4,
    TGSI,
    TGSI_LANGUAGES,
    flow,
    opcode,
    share,
    special,
    variant,
)
from softgl.isa.tgsi_names import ALIASES, REFUSED
from tests.isa import tgsi_mnemonics as tgsi


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
# NV_gpu_program4, table X.13, with what the companions for geometry and fragments add: the
# modifiers F I C S H and the default type D, then result and operands. v is a vector, s a scalar, c
# a condition; a second letter fixes the type.
TABLE = {
    "XXXXXF v v": "ABS MOV",
    "XXXXXF v vf": "CEIL FLR ROUND TRUNC",
    "XXXXXF v v,v": "ADD MAX MIN MUL SEQ SFL SGE SGT SLE SLT SNE STR SUB",
    "XXXXXF v v,s": "DIV",
    "XXXXXF v v,v,v": "CMP MAD",
    "X-XXXF v v": "DDX DDY FRC LIT NRM SSG SWZ",
    "X-XXXF v s": "SCS",
    "X-XXXF v v,v": "DST RFL XPD",
    "X-XXXF v v,v,v": "LRP X2D",
    "X-XXXF s s": "COS EX2 LG2 RCC RCP RSQ SIN",
    "X-XXXF s s,s": "POW",
    "X-XXXF s v,v": "DP2 DP3 DP4 DPH",
    "X-XXXF s v,v,v": "DP2A",
    "-XX--S v v": "NOT",
    "-XX--S vf v": "I2F",
    "-XX--S v v,v": "AND OR XOR",
    "-XX--S v v,s": "MOD SHL SHR",
    "-XX--S vu v,v,vu": "SAD",
    "XX---F s vf": "PK2H PK2US PK4B PK4UB",
    "XXXX-F vf s": "UP2H UP2US UP4B UP4UB",
    "XXXX-F v vf": "TEX TXB TXL TXP",
    "XXXX-F v vf,vf,vf": "TXD",
    "XXXX-F v vs": "TXF",
    "-----S vs vs": "TXQ",
    "XX--XF - vc": "KIL",
    "XX--XF - v": "REP",
    "------ - c": "BRK CAL CONT IF RET",
    "------ - -": "ELSE ENDIF ENDREP EMIT ENDPRIM",
}
ROWS = [(name, *row.split()) for row, text in TABLE.items() for name in text.split()]
NV4_OPCODES = {name for name, *_ in ROWS}
# NV_vertex_program, table X.4: the 17 instructions; those of NV_vertex_program1_1; and
# NV_vertex_program2, table X.5: "thirty-nine vertex program instructions".
VP1_OPCODES = names("ARL MOV MUL ADD MAD RCP RSQ DP3 DP4 DST MIN MAX SLT SGE EXP LOG LIT")
VP2_OPCODES = names(
    "ABS ADD ARA ARL ARR BRA CAL COS DP3 DP4 DPH DST EX2 EXP FLR FRC LG2 LIT LOG MAD MAX MIN MOV "
    "MUL RCC RCP RET RSQ SEQ SFL SGE SGT SIN SLE SLT SNE SSG STR SUB"
)
# NV_fragment_program, table X.4: "There are forty-five fragment program instructions."
FP1_OPCODES = names(
    "ADD COS DDX DDY DP3 DP4 DST EX2 FLR FRC KIL LG2 LIT LRP MAD MAX MIN MOV MUL PK2H PK2US PK4B "
    "PK4UB POW RCP RFL RSQ SEQ SFL SGE SGT SIN SLE SLT SNE STR SUB TEX TXD TXP UP2H UP2US UP4B "
    "UP4UB X2D"
)
# NV_fragment_program_option, table X.5: "There are fifty-two fragment program instructions."
ARB_FRAGMENT_NV_OPCODES = FP1_OPCODES | names("ABS CMP DPH SCS SWZ TXB XPD")
EXPECTED = {
    "VP1.0": VP1_OPCODES,
    "VSP1.0": VP1_OPCODES,
    "VP1.1": VP1_OPCODES | names("DPH RCC SUB ABS"),
    "VP2.0": VP2_OPCODES,
    # NV_vertex_program2_option: "There are forty-two vertex program instructions."
    "ARBvp1.0 NV_vertex_program2": VP2_OPCODES | names("POW SWZ XPD"),
    "ARBvp1.0 NV_vertex_program3": VP2_OPCODES | names("POW SWZ XPD POPA PUSHA TEX TXB TXL TXP"),
    "FP1.0": FP1_OPCODES,
    "ARBfp1.0 NV_fragment_program": ARB_FRAGMENT_NV_OPCODES,
    "ARBfp1.0 NV_fragment_program2": ARB_FRAGMENT_NV_OPCODES
    | names("BRK CAL DIV DP2 DP2A ELSE ENDIF ENDLOOP ENDREP IF LOOP NRM REP RET TXL"),
    "ARBvp1.0": ARB_VERTEX_OPCODES,
    "ARBfp1.0": ARB_FRAGMENT_OPCODES,
    "NVvp4.0": NV4_OPCODES - names("DDX DDY KIL EMIT ENDPRIM"),
    "NVgp4.0": NV4_OPCODES - names("DDX DDY KIL"),
    "NVfp4.0": NV4_OPCODES - names("EMIT ENDPRIM"),
}
_NAMED = {*tgsi.SEED, *tgsi.REFERENCE, *tgsi.LATER}
TGSI_OPCODES = _NAMED - set(ALIASES) - set(REFUSED) - tgsi.FRAGMENT_ONLY - tgsi.GEOMETRY_ONLY
EXPECTED |= {
    "TGSI VERT": TGSI_OPCODES,
    "TGSI FRAG": TGSI_OPCODES | tgsi.FRAGMENT_ONLY,
    "TGSI GEOM": TGSI_OPCODES | tgsi.GEOMETRY_ONLY,
}

# What the instructions' own sections and the grammar say beyond the table.
OPERANDS = {
    "IF": words.CONDITION,  # <ccTest>
    **dict.fromkeys(("BRK", "CONT", "RET"), words.OPTIONAL_CONDITION),  # <optBranchCond>
    "CAL": words.LABEL + words.OPTIONAL_CONDITION,  # <instTarget> <optBranchCond>
    "REP": words.OPTIONAL_VECTOR,  # "supports an optional operand"
    "SWZ": words.EXTENDED,  # <instOperandVNS> "," <extendedSwizzle>
    "KIL": words.VECTOR,  # or a condition
    # NV_gpu_program4, "Program Grammar": <TEXop_instruction> has an <instOperandV>.
    "TXQ": words.VECTOR,
}
# Instructions of ARB_vertex_program alone: result and operands, in the terms of the table.
ARB_ONLY = {
    "ARL": ("", "s", "s"),
    "EXP": ("F", "v", "s"),
    "LOG": ("F", "v", "s"),
    # Of the older NVIDIA languages: an address register is a vector.
    "ARR": ("", "v", "v"),
    "ARA": ("", "v", "v"),
    "BRA": ("", "-", "c"),
    "PUSHA": ("", "-", "v"),
    "POPA": ("", "-", "-"),
    # Of NV_fragment_program2.
    "LOOP": ("", "-", "v"),
    "ENDLOOP": ("", "-", "-"),
}
# Instructions of GLSL alone.
GLSL_ONLY = dict.fromkeys(
    names("ASIN ACOS ATAN SINH COSH TANH ASINH ACOSH ATANH"), ("", "v", "v")
) | {"ATAN2": ("", "v", "v,v"), **{f"NOISE{n}D": ("", "s", "v,s") for n in (1, 2, 3, 4)}}


MARKS = {"v": words.VECTOR, "s": words.SCALAR}
TYPE_MARKS = {"f": words.FLOAT, "s": words.SIGNED, "u": words.UNSIGNED}


@pytest.mark.parametrize("name, modifiers, result, operands", ROWS, ids=[row[0] for row in ROWS])
def test_rows_of_the_table(name, modifiers, result, operands):
    """Every row of table X.13: modifiers, types, result and operands."""
    entry = OPCODES[name]
    floats, integers, *others, default = modifiers
    columns = (words.UPDATE, words.CLAMP, words.HALF)
    assert [modifier in entry.modifiers for modifier in columns] == [mark == "X" for mark in others]
    assert (words.TYPE in entry.modifiers) == ("X" in (floats, integers))
    assert words.FIXED not in entry.modifiers
    if words.TYPE in entry.modifiers:
        taken = {words.FLOAT} if floats == "X" else set()
        assert set(entry.types) == taken | set(words.INTEGERS if integers == "X" else ())
    else:
        assert len(entry.types) == 1
    assert default in ("-", entry.types[0].letter)

    marks = [] if operands == "-" else operands.split(",")
    kinds = [MARKS[mark[0]] for mark in marks if mark != "c"]
    assert entry.sources == OPERANDS.get(name, sum(kinds, ()))
    for type_ in entry.types:
        for position, mark in enumerate(marks):
            assert entry.operand_type(position, type_) is TYPE_MARKS.get(mark[1:], type_)
        if result != "-":
            assert entry.result_type(type_) is TYPE_MARKS.get(result[1:], type_)


FORMS = {
    Form.COMPONENT: ("v", "v"),
    Form.SCALAR: ("s", "s"),
    Form.REDUCE: ("s", "v"),
    Form.VECTOR: ("v", "sv"),
    Form.TEXTURE: ("v", "vs-"),
    Form.KILL: ("-", "v-"),
    Form.EMIT: ("-", "-"),
    Form.FLOW: ("-", "vs-c"),
}


def test_forms():
    """Scalar results are replicated; the first operand tells SCALAR from REDUCE."""
    for entry in OPCODES.values():
        row = next((row for row in ROWS if row[0] == entry.name), None)
        *_, result, operands = row or (ARB_ONLY | GLSL_ONLY).get(entry.name) or tgsi.OWN[entry.name]
        expected, first = FORMS[entry.form]
        assert (result[0], operands[0] in first) == (expected, True), entry.name


@pytest.mark.parametrize("language", LANGUAGES)
def test_languages_have_their_opcodes(language):
    assert {name for name, entry in OPCODES.items() if language in entry.languages} == (
        EXPECTED[language]
    )


def test_numbers_of_instructions():
    counts = {"VP1.0": 17, "VP1.1": 21, "VP2.0": 39, "ARBvp1.0 NV_vertex_program2": 42}
    counts["ARBvp1.0 NV_vertex_program3"] = 48
    # NV_fragment_program2: "There are sixty-seven fragment program instructions".
    counts |= {"FP1.0": 45, "ARBfp1.0 NV_fragment_program": 52, "ARBfp1.0 NV_fragment_program2": 67}
    assert {language: len(EXPECTED[language]) for language in counts} == counts


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_instruction_has_one_handler(language):
    """A formula, or an exit of a block: each instruction set has one meaning for each mnemonic."""
    for name in EXPECTED[language]:
        entry = OPCODES[name].of(language)
        assert entry.formulas is OPCODES[name].formulas
        assert (entry.form is Form.FLOW) == (entry.formulas[language] is None)
        if language not in TGSI:
            assert (name in CONTROL) == (entry.form is Form.FLOW)
            assert entry.form is not Form.FLOW or name in RULES


def test_names_of_tgsi():
    """Each mnemonic of the two texts is an instruction, another name of one, or refused."""
    entered = {name for name, entry in OPCODES.items() if entry.languages & TGSI}
    assert set(ALIASES) | set(REFUSED) <= _NAMED
    assert not (entered & set(ALIASES) or entered & set(REFUSED) or set(ALIASES) & set(REFUSED))
    assert set(ALIASES.values()) <= entered


@pytest.mark.parametrize("name", tgsi.OWN)
def test_rows_of_tgsi(name):
    """Rows of TGSI alone: one type or none for operands and result, SAT of floats.

    Samples have the type of the texture: as floats they are given here.
    """
    (result, operands), entry = tgsi.OWN[name], OPCODES[name]
    type_, *others = entry.types
    sampled = entry.form is Form.TEXTURE and name not in ("LOD", "LODQ", "SAMPLE_POS")
    integers = sampled and type_ is words.FLOAT
    assert others == (list(words.INTEGERS) if integers else [])
    marks = [] if operands == "-" else operands.split(",")
    kinds = [kind for kind in entry.sources if kind is not words.Operand.LABEL]
    scalars = [kind is words.Operand.SCALAR for kind in kinds]
    assert scalars == [mark[0] == "s" for mark in marks]
    types = [entry.operand_type(place, type_) for place in range(len(marks))]
    assert types == [TYPE_MARKS[mark[1]] for mark in marks]
    assert entry.modifiers == (words.CLAMP if result[1:] == "f" else words.PLAIN)
    if result != "-":
        assert entry.result_type(type_) is TYPE_MARKS[result[1]]


def test_shapes_of_tgsi():
    """TGSI's operands have another shape than those of the other languages."""
    two = words.VECTOR * 2
    shapes = {"DIV": two, "MOD": two, "SHL": two, "TXQ": words.SCALAR, "IF": words.SCALAR}
    shapes |= dict.fromkeys(("BRK", "CONT", "RET"), words.NOTHING)
    shapes |= dict.fromkeys(("CAL", "BRA"), words.LABEL)
    shapes |= dict.fromkeys(("ARL", "ARR"), words.VECTOR)
    for language in TGSI_LANGUAGES:
        for name, sources in shapes.items():
            assert OPCODES[name].of(language).sources == sources, name
        for name in EXPECTED[language]:
            entry = OPCODES[name].of(language)
            floats = entry.form not in (Form.KILL, Form.EMIT, Form.FLOW)
            floats &= entry.packed != "result"
            floats = floats and entry.result_type(entry.types[0]) is words.FLOAT
            assert entry.modifiers == (words.CLAMP if floats else words.PLAIN), name


def test_shapes_belong_to_a_language():
    arl = OPCODES["ARL"]
    assert (arl.of("VP1.0").sources, arl.of("VP1.0").form) == (words.SCALAR, Form.SCALAR)
    assert (arl.of("VP2.0").sources, arl.of("VP2.0").form) == (words.VECTOR, Form.COMPONENT)
    assert (arl.of("VP1.0").modifiers, arl.of("VP2.0").modifiers) == (words.PLAIN, words.UPDATE)
    with pytest.raises(ValueError, match=r"two formulas for ADD in VP1\.0"):
        share("VP1.0", "ARBvp1.0", "ADD")


def test_special_modifiers():
    """NV_gpu_program4, "MUL: Multiply": the data type is implied, or S or U must be given."""
    # TGSI writes the two results of DFRACEXP by one instruction, we by two.
    assert {name for name, entry in OPCODES.items() if entry.specials} == {"DFRACEXP", "MUL"}
    assert OPCODES["DFRACEXP"].specials["FRACTION"].types == (words.UNSIGNED,)
    specials = OPCODES["MUL"].specials
    assert {name: special.types for name, special in specials.items()} == {
        "HI": words.INTEGERS, "S24": (words.SIGNED,), "U24": (words.UNSIGNED,),
    }  # fmt: skip
    for name, entry in specials.items():
        assert OPCODES["MUL"].formula("NVvp4.0", entry.types[0], name) is entry.formula
        assert entry.summary.endswith(".")
    with pytest.raises(KeyError):
        OPCODES["ADD"].formula("NVvp4.0", words.SIGNED, "HI")


def test_flags():
    """NV_gpu_program4 2.X.4.3: "an integer add or subtract (ADD, MAD, SAD, SUB)"."""
    assert {name for name, entry in OPCODES.items() if entry.flags} == names("ADD MAD SAD SUB")


def test_each_language_has_one_formula():
    for entry, language in product(OPCODES.values(), LANGUAGES):
        assert entry.languages <= {*LANGUAGES, *GLSL_LANGUAGES}, entry.name
        if language in entry.languages:
            assert (entry.form is Form.FLOW) == (entry.formulas[language] is None), entry.name
            if entry.form is not Form.FLOW:
                assert callable(entry.formula(language)), entry.name
                continue
            with pytest.raises(ValueError, match="directs the flow"):
                entry.formula(language)
        else:
            with pytest.raises(KeyError):
                entry.formula(language)


def test_entries_are_documented():
    for entry in OPCODES.values():
        title, colon, rest = entry.section.partition(": ")
        assert (title, colon) == (entry.name, ": ")
        assert rest, entry.name
        assert entry.summary.endswith("."), entry.name
        assert all(each is None or each.__doc__ for each in entry.formulas.values()), entry.name
        assert entry.spec == f'{entry.document}, "{entry.section}"'


def test_no_second_formula():
    with pytest.raises(ValueError, match="MOV is already in the table"):
        opcode("MOV", Form.COMPONENT, words.VECTOR, "MOV: Move")(OPCODES["ABS"].formula("ARBvp1.0"))
    with pytest.raises(ValueError, match=r"two formulas for RSQ in NVfp4\.0, NVgp4\.0, NVvp4"):
        variant("RSQ", NV4)(lambda m, a: a)
    assert len(set(OPCODES["RSQ"].formulas.values())) == 2
    with pytest.raises(ValueError, match="IF is already in the table"):
        flow("IF", words.CONDITION, "IF: Start of If Test Block", "Again.")
    with pytest.raises(ValueError, match=r"two formulas for MUL\.HI"):
        special("MUL", "HI", words.INTEGERS)(lambda m, a, b: a)
