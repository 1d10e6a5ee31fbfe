"""FP1.0 and the options NV_fragment_program and NV_fragment_program2: accepted and refused."""

from __future__ import annotations

import pytest

from softgl.asm import disassemble, leniencies, parse
from softgl.ir.program import Binding, NamedParameter, Profile, Stage
from softgl.isa import OPCODES, Operand
from softgl.isa.vocabulary import CLAMP, FIXED, HALF, PLAIN, UPDATE
from tests.asm.forms import floats, listing, refusal, same

FP = "!!FP1.0"
ONE = "!!ARBfp1.0 OPTION NV_fragment_program;"
TWO = "!!ARBfp1.0 OPTION NV_fragment_program2;"
WRITE = "MOV o[COLR], R0;"

ACCEPTED = [
    f"{FP}{WRITE}END",
    f"{FP} # comment\n\tMOV o [ COLH ] . xz ( NE . x ) , - | f[ TEX7 ] . wzyx | ; END",
    f"{FP} DECLARE c; DECLARE d = {{1, 2}}; DEFINE s = -0.5; MAD R0, R1, -c, |c.x|; {WRITE} END",
    f"{FP} DEFINE s = 2; DEFINE v = {{s, -1, 3}}; DEFINE w = v; RCP R0.x, s; "
    f"ADD R0, v, w; {WRITE} END",
    f"{FP} MAD R0, R1, 2, -1; ADD R0, {{1,2,3,4}}, 4; ADD R0, {{1}}, {{0}}; {WRITE} END",
    f"{FP} MAD R0, p[255], p[255].x, -p[255]; MUL R0, f[FOGC], f[FOGC].x; {WRITE} END",
    f"{FP} ADDXC_SAT H63, R31, H0; SNERC RC, R0, 1; MOVHC HC.x (GT.yyyy), R0; KIL NE; {WRITE} END",
    f"{FP} TEX R0, H0, TEX15, 2D; TXDC_SAT R0, {{1}}, R1, R2, TEX0, RECT; "
    f"TXP o[COLR], R0, TEX1, CUBE; END",
    f"{FP} PK4UB R0.x, R1; UP4UBC_SAT H1, R0.x; UP2US H2, p[0].w; "
    f"RFLHC_SAT R0.xyz, R1, R2; {WRITE} END",
    f"{FP} MOV o[DEPR].z, f[WPOS].z; END",
    # Revision 30: "Allow tokens that look like a possible register or texture name, but have
    # numbers that are too big".
    f"{FP} DEFINE R37 = 2; DECLARE TEX24; DEFINE H64 = {{1}}; MUL R0, R37, H64; "
    f"MOV R1, TEX24; {WRITE} END",
    # 31 registers of 32 bits, and two of 16.
    f"{FP} {' '.join(f'MOV R{n}, 1;' for n in range(31))} MOV H63, R0; MOV o[COLH], H63; END",
    f"{ONE} SHORT TEMP h; LONG TEMP l; SHORT OUTPUT o = result.color; "
    f"MULH_SAT o.xy (GT), |h|, -|l|; END",
    f"{ONE} TEMP RC, IF, NE; MOVXC CC, RC; SGTRC IF, IF, 0.5; KIL LT.x; KIL NE; "
    f"CMP_SAT NE, IF, NE, RC; END",
    f"{ONE} TEMP a; RCP a, 2; UP2H_SAT a, a.x; PK2H a, a; "
    f"TXD a, a, a, a, texture[1], 3D; DDXR a, a; END",
    f"{ONE} OPTION ARB_fog_exp2; OPTION NV_fragment_program; END",
    f"{TWO} TEMP a; LOOP {{5, 0, 1, 9}}; MOV a, fragment.texcoord[A0.x + 9]; "
    f"BRK (EQ.x); ENDLOOP; END",
    f"{TWO} TEMP a; LOOP 3; ATTRIB t = fragment.texcoord[A0.x + 2]; ALIAS u = t; "
    f"ADD a, a, -|u.wzyx|; ENDLOOP; END",
    f"{TWO} TEMP a; IF NE.x; REP program.env[0]; BRK; ENDREP; ELSE; CAL s (LT); "
    f"ENDIF; RET; s: RET (TR); END",
    f"{TWO} TEMP a; DIVHC_SSAT a, a, a.x; DP2AX a, a, a, a; NRM a, a; "
    f"TXL a, a, texture[0], 2D; END",
    f"{TWO} TEMP a; ATTRIB f = fragment.facing; MOV a, f; "
    f"SWZR a, a, x, 0, 1, -w; CMPC a, a, a, a; END",
    f"{ONE} SHORT OUTPUT a = result.color; LONG OUTPUT b = result.color; MOV a, 1; MOV a, 0; END",
    f"{TWO} OPTION NV_fragment_program; TEMP a; NRM a, a; END",
    f"{ONE} OPTION NV_fragment_program2; TEMP a; NRM a, a; END",
]


@pytest.mark.parametrize("text", ACCEPTED)
def test_accepted(text):
    program = parse(text)
    assert program.stage is Stage.FRAGMENT
    assert program.profile is (Profile.FP1 if program.language == "FP1.0" else Profile.IEEE)
    assert leniencies(text) == []


@pytest.mark.parametrize("text", ACCEPTED)
def test_disassembled(text):
    assert leniencies(disassemble(same(text))) == []


REFUSED = [
    (f"{TWO} ATTRIB t = fragment.texcoord[«A0».x]; END", "'A0' is a reserved word"),
    (
        f"{TWO} TEMP a; LOOP 1; ATTRIB t = fragment.texcoord[A0.x]; LOOP 1; MOV a, «t»; "
        "ENDLOOP; ENDLOOP; END",
        "'t' needs 'A0' of the LOOP in which it is declared",
    ),
    (f"{TWO} TEMP a; LOOP 1; ATTRIB t = fragment.texcoord[A0.x]; ENDLOOP; MOV a, «t»; END", "LOOP"),
    # Registers.
    (f"{FP} MOV «R32», R0; {WRITE} END", "there is no temporary 'R32'"),
    (f"{FP} MOV R0, «H64»; {WRITE} END", "there is no temporary 'H64'"),
    (f"{FP} MOV R0, f[«TEX8»]; {WRITE} END", "there is no register 'f[TEX8]'"),
    (f"{FP} MOV o[«HPOS»], R0; END", "there is no register 'o[HPOS]'"),
    (f"{FP} MOV R0, «o»[COLR]; {WRITE} END", "'o[...]' can only be written"),
    (f"{FP} MOV «f»[COL0], R0; {WRITE} END", "'f[...]' can only be read"),
    (f"{FP} MOV R0, «RC»; {WRITE} END", "'RC' can only be written"),
    (f"{FP} DECLARE c; MOV «c», R0; {WRITE} END", "'c' can only be read"),
    (f"{FP} MOV «p»[1], R0; {WRITE} END", "'p[...]' can only be read"),
    (f"{FP} MOVC «CC», R0; {WRITE} END", "unexpected 'CC'"),
    (f"{FP} MOV R0, p[«1024»]; {WRITE} END", "1024 is out of range"),
    (f"{FP} MOV o[COLR], R0; MOV «o»[COLH], R0; END", "the program writes o[COLR] too"),
    (f"{FP} MUL R0, f[TEX0], «f»[TEX1]; {WRITE} END", "a second attribute register"),
    (f"{FP} MUL R0, p[0], «p»[1]; {WRITE} END", "a second program parameter"),
    (f"{FP} MUL R0, p[0], «1»; {WRITE} END", "a second program parameter"),
    (f"{FP} DECLARE c; MUL R0, 1, «c»; {WRITE} END", "a second program parameter"),
    # "The following instructions are invalid, as they contain more than four unique scalar values."
    (f"{FP} ADD R0, {{1,2,3,4}}, -«4»; {WRITE} END", "more than four different values"),
    (f"{FP} ADD R0, {{1,2,3,4}}, |-«4»|; {WRITE} END", "more than four different values"),
    (f"{FP} ADD R0, {{1,2,3,4}}, -«{{»-1,-2,-3,-4}}; {WRITE} END", "more than four"),
    (f"{FP} ADD R0, {{1,2,3,4}}, «{{»4,5,6,7}}.x; {WRITE} END", "more than four different values"),
    (
        f"{FP} {' '.join(f'MOV R{n}, 1;' for n in range(31))} MOV H0, R0; MOV H1, R0; "
        "MOV «o»[COLH], R0; END",
        "more than 64 temporaries and results",
    ),
    # Names.
    (f"{FP} MOV R0, «c»; DECLARE c; {WRITE} END", "'c' is not declared"),
    (f"{FP} DECLARE c; DEFINE «c» = 1; {WRITE} END", "'c' is already declared"),
    (f"{FP} DECLARE «ADDXC_SAT»; {WRITE} END", "is a reserved word of FP1.0"),
    *(
        (f"{FP} DEFINE «{word}» = 1; {WRITE} END", f"'{word}' is a reserved word of FP1.0")
        for word in ("R31", "H63", "TEX15", "f", "END", "COLR", "TXP", "PK2H", "KIL")
    ),
    (f"{FP} DECLARE c; DEFINE d = «c»; {WRITE} END", "'c' is not a constant"),
    (f"{FP} DEFINE v = {{1}}; DEFINE d = {{«v»}}; {WRITE} END", "'v' is a vector"),
    (f"{FP} DECLARE c = «x»; {WRITE} END", "'x' is not a constant"),
    (f"{FP} DEFINE d«;» {WRITE} END", "unexpected ';'"),
    # Instructions.
    (f"{FP} «ABS» R0, R0; {WRITE} END", "'ABS' is not an instruction of FP1.0"),
    (f"{FP} «TXB» R0, R0, TEX0, 2D; {WRITE} END", "'TXB' is not an instruction"),
    (f"{FP} «COSX» R0, R0.x; {WRITE} END", "COS does not support the modifier X"),
    (f"{FP} «TEXH» R0, R0, TEX0, 2D; {WRITE} END", "TEX does not support the modifier H"),
    (f"{FP} «PK2HC» R0, R0; {WRITE} END", "PK2H does not support the modifier C"),
    (f"{FP} «ADDCX» R0, R0, R0; {WRITE} END", "'ADDCX' is not an instruction"),
    (f"{FP} «ADD_SSAT» R0, R0, R0; {WRITE} END", "'ADD_SSAT' is not an instruction"),
    (f"{FP} RFL «R0», R0, R1; {WRITE} END", "RFL cannot write w"),
    (f"{FP} RFL R0.«xw», R0, R1; {WRITE} END", "RFL cannot write w"),
    (f"{ONE} TEMP a; RFLC a.«yzw» (GT), a, a; END", "RFL cannot write w"),
    (f"{TWO} TEMP a; RFLH_SSAT «a» (GT), a, a; END", "RFL cannot write w"),
    (f"{FP} PK2H «H0».x, R1; {WRITE} END", "'H0' has 16 bits and cannot hold packed bits"),
    (f"{FP} PK4B «HC».x, R1; {WRITE} END", "'HC' has 16 bits and cannot hold packed bits"),
    (f"{FP} PK2US «o»[COLH].x, R1; END", "'o' has 16 bits and cannot hold packed bits"),
    (f"{FP} UP2H R0, «H1».x; {WRITE} END", "'H1' has 16 bits and cannot hold packed bits"),
    (f"{FP} MOV H1, R0; UP4UB R0, -|«H1».y|; {WRITE} END", "'H1' has 16 bits"),
    (f"{FP} KIL «R0»; {WRITE} END", "'R0' is not a condition"),
    (f"{FP} MOV R0 («NAN»), R1; {WRITE} END", "'NAN' is not a condition"),
    (f"{FP} TEX R0, R0, «TEX16», 2D; {WRITE} END", "'TEX16' is not a texture image unit"),
    (f"{FP} TEX R0, R0, «texture»[0], 2D; {WRITE} END", "'texture' is not a texture image unit"),
    (f"{FP} TEX R0, R0, TEX0, 2D; TEX R0, R0, TEX0, «3D»; {WRITE} END", "is sampled as"),
    (f"{FP} OPTION «NV_fragment_program2»; {WRITE} END", "is not available in FP1.0 programs"),
    (f"{FP} «TEMP» a; {WRITE} END", "'TEMP' is not an instruction"),
    (f"{FP} «l»: {WRITE} END", "'l' is not an instruction"),
    # The first option.
    (f"{ONE} TEMP a; «NRM» a, a; END", "'NRM' is not an instruction"),
    (f"{ONE} TEMP a; «IF» GT; END", "'IF' is not an instruction"),
    (f"{ONE} TEMP a; «CMPC» a, a, a, a; END", "CMP does not support the modifier C"),
    (f"{ONE} TEMP a; «SWZR» a, a, x, y, z, w; END", "SWZ does not support the modifier R"),
    (f"{ONE} TEMP a; «MOV_SSAT» a, a; END", "'MOV_SSAT' is not an instruction"),
    (f"{ONE} TEMP a; MOV a, fragment.«facing»; END", "'fragment.facing' is not available"),
    (f"{ONE} SHORT TEMP a; PK2H «a», a; END", "'a' is SHORT"),
    (f"{ONE} TEMP «SNERC_SAT»; END", "'SNERC_SAT' is a reserved word"),
    (f"{ONE} «INT» TEMP a; END", "'INT' is not an instruction"),
    ("!!ARBfp1.0 TEMP a; «MOVR» a, a; END", "'MOVR' is not an instruction"),
    ("!!ARBfp1.0 «SHORT» TEMP a; END", "'SHORT' is not an instruction"),
    (
        f"{ONE} SHORT OUTPUT a = result.color; LONG OUTPUT b = result.color; "
        "MOV a, 1; MOV «b», 1; END",
        "differs in size",
    ),
    # The second option.
    (f"{TWO} TEMP a; MOV a, fragment.texcoord[«A0».x]; END", "'A0' is a reserved word"),
    (f"{TWO} TEMP «A0»; END", "'A0' is a reserved word"),
    (
        f"{TWO} TEMP a; LOOP 1; ENDLOOP; MOV a, fragment.texcoord[«A0».x]; END",
        "'A0' is a reserved word",
    ),
    (
        f"{TWO} TEMP a; LOOP 1; CAL s; ENDLOOP; s: MOV a, fragment.texcoord[«A0».x]; END",
        "'A0' is a reserved word",
    ),
    (f"{TWO} TEMP a; LOOP 1; MOV a, fragment.texcoord[«A0».y]; ENDLOOP; END", "only one component"),
    (f"{TWO} TEMP a; LOOP 1; MOV a, fragment.texcoord[A0.x + «10»]; ENDLOOP; END", "out of range"),
    (f"{TWO} TEMP a; LOOP 1; MOV a, fragment.texcoord[A0.x «-» 1]; ENDLOOP; END", "negative"),
    (f"{TWO} PARAM c[2] = {{1, 2}}; TEMP a; LOOP 1; MOV a, c[«A0».x]; ENDLOOP; END", "no relative"),
    (f"{TWO} TEMP a; LOOP «a»; ENDLOOP; END", "'a' is not a program parameter"),
    (f"{TWO} TEMP a; REP -«a».x; ENDREP; END", "'a' is not a program parameter"),
    (f"{TWO} REP 1; «ENDLOOP»; END", "ENDLOOP"),
    (f"{TWO} LOOP 1; IF GT; «ENDLOOP»; END", "ENDLOOP"),
    (f"{TWO} LOOP 1; «l»: ENDLOOP; END", "is inside a block"),
    (f"{TWO} IF GT; «BRK»; ENDIF; END", "outside any loop"),
    (f"{TWO} LOOP 1; «CONT»; ENDLOOP; END", "'CONT' is not an instruction"),
    (f"{TWO} REP 1; LOOP 1; REP 1; REP 1; «LOOP» 1; END", "4 others"),
    (f"{TWO} {'IF GT; ' * 48}«IF» GT; END", "48 others"),
    (f"{TWO} REP«;» ENDREP; END", "unexpected ';'"),
]


@pytest.mark.parametrize(("marked", "message"), REFUSED, ids=[case[0] for case in REFUSED])
def test_refused(marked, message):
    assert message in refusal(marked).message


def test_semantic_errors_of_the_whole_program():
    for text in (f"{FP} MOV R0, R1; END", f"{TWO} CAL nowhere; END"):
        with pytest.raises(Exception) as caught:
            parse(text)
        assert caught.value.position == len(text)


def test_names_of_parameters():
    program = parse(
        f"{FP} DECLARE unused; DECLARE a = 0.5; DEFINE two = 2; DECLARE b = {{two, 1}};"
        "ADD R0, b, R0; MUL R0, a, R0; MOV o[COLR], R0; END"
    )
    half, one, two = 0x3F000000, 0x3F800000, 0x40000000
    assert program.named == (
        NamedParameter("unused"),
        NamedParameter("a", (half,) * 4),
        NamedParameter("b", (two, one, 0, one)),
    )
    assert program.parameters == (Binding("program.named", (2,)), Binding("program.named", (1,)))


def test_what_fp1_becomes():
    text = f"""{FP} DEFINE pi = 3; MADX_SAT H1.x (GT), f[COL0], pi, -|-2|;
    MOV o[COLH], p[3]; MOV o[DEPR].z, f[TEX2]; TEX R0, f[FOGC], TEX3, 2D; END"""
    program = parse(text)
    assert listing(text)[0] == "MAD.F.SAT r0.x(GT0.xyzw), v0.xyzw, c0.xyzw, -|c1|.xyzw"
    assert program.parameters == (
        floats(3, 3, 3, 3),
        floats(2, 2, 2, 2),
        Binding("program.local", (3,)),
    )
    assert program.results == (Binding("result.color", (0,)), Binding("result.depth"))
    kinds = [(i.precision, i.destination.half) for i in program.instructions]
    assert kinds == [("X", True), ("H", True), ("", False), ("", False)]


def test_limits_of_the_second_option():
    program = parse(f"{TWO} END")
    limits = (program.call_depth, program.if_depth, program.loop_depth, program.loop_count)
    assert limits == (4, 48, 4, 255)
    assert (program.step_limit, program.subroutines) == (65536, False)


def suffixes(modifiers):
    """Every stack of suffixes, and whether an instruction with these modifiers has it."""
    for precision, allowed in (("", PLAIN), ("R", HALF), ("H", HALF), ("X", FIXED)):
        for update in ("", "C"):
            for clamp in ("", "_SAT"):
                has = (
                    allowed in modifiers
                    and (not update or UPDATE in modifiers)
                    and (not clamp or CLAMP in modifiers)
                )
                yield precision + update + clamp, has


@pytest.mark.parametrize("name", [n for n, e in OPCODES.items() if "FP1.0" in e.languages])
def test_every_form_of_every_instruction(name):
    entry = OPCODES[name].of("FP1.0")
    operands = ["R0.xyz", *("R1.x" if kind is Operand.SCALAR else "R1" for kind in entry.sources)]
    operands += ["TEX0", "2D"] if name in ("TEX", "TXP", "TXD") else []
    rest = "NE.x" if name == "KIL" else ", ".join(operands)
    for suffix, has in suffixes(entry.modifiers):
        if has:
            parse(f"{FP} {name}{suffix} {rest}; {WRITE} END")
        else:
            refusal(f"{FP} «{name}{suffix}» {rest}; {WRITE} END")
