"""VP1.0, VP1.1, VP2.0 and VSP1.0: each version has its features, and none of a later one."""

from __future__ import annotations

import pytest

from softgl.asm import leniencies, parse
from softgl.asm.resources import count
from softgl.errors import ProgramError
from softgl.ir.program import Binding, File, Profile, Stage
from tests.asm.forms import refusal, same

HEADERS = ("!!VP1.0", "!!VP1.1", "!!VP2.0")
WRITE = "MOV o[HPOS], R0;"


ACCEPTED = [
    # Directly after the header, no blanks, the component left to the default.
    "!!VP1.0DP4 o[HPOS].x,v[OPOS],c[0];DP4 o[HPOS].y,v[OPOS],c[1];END",
    "!!VP1.0 # comment ; $\r\nMOV\to[ HPOS ] , - v[ 15 ] . wzyx ;END # statistics",
    "!!VP1.0 ARL A0.x, v[WGHT].w; MUL o[HPOS], c[A0.x], c[A0.x]; END",
    "!!VP1.0 ADD R1, c[A0 .x + 63], R2; ADD o[HPOS].xz, c[A0.x - 64], -R11; END",
    # Every component is a token of its own: <optionalMask> ::= "." "x" "y".
    "!!VP1.0 MOV o[HPOS] . x y, - v[0] . x\ty\nz w; MOV o[HPOS].z w, R0.x; END",
    f"!!VP2.0 {WRITE} MOV R1.x yz (GT.x x y # y\n y), |R2.w w zy|; END",
    # One parameter and one attribute register may be read several times.
    "!!VP1.0 MAD o[HPOS], c[3].x, -c[3], c[3].wwww; END",
    "!!VP1.0 MAD o[HPOS], v[OPOS], v[0], c[95]; END",
    "!!VP1.0 MOV o[HPOS].w, R0; RCP R3.yz, R0.w; EXP R4, c[1].y; LOG R5, -v[8].z; END",
    "!!VP1.1 ABS R0, +v[NRML]; SUB R1, R0, -R0; RCC R2, R1.x; DPH o[HPOS].x, R2, R1; END",
    "!!VP1.1 OPTION NV_position_invariant; MOV o[COL0], v[COL0]; END",
    "!!VP1.1 OPTION NV_position_invariant; END",
    "!!VP2.0 OPTION NV_position_invariant; ARL A1, v[3]; MOV o[TEX0], c[A1.z - 256]; END",
    f"!!VP2.0 {WRITE} END",
    f"!!VP2.0 {WRITE} main: MOVC CC.xy, c[255]; MOV R15 (GT.xyzw), -|R1|; RET (EQ.x); last: END",
    f"!!VP2.0 {WRITE} MOV CC (TR), R1; ADDC R1.x (FL.wzyx), |v[TEX7]|, +|-R2|; END",
    f"!!VP2.0 {WRITE} l: BRA l; CAL l (NE.yyyy); RET; BRA l2 (LE); l2: END",
    f"!!VP2.0 {WRITE} ARLC A0.yw (GE), R1; ARR A1, v[1]; ARAC A0.xz (LT.x), A1; END",
    f"!!VP2.0 {WRITE} SIN R1, |R0.x|; SSGC R1, R0; STR R2, R1, R0; SFLC R2, R1, R0; END",
    f"!!VP2.0 {WRITE} MOV o[CLP0], R0; MOV o[CLP5].x, R0; END",
    f"!!VP2.0 {WRITE} ADD R1, c[A1.w + 255], c[A1.w + 255]; END",
    "!!VSP1.0 END",
    "!!VSP1.0 MOV c[0], v[0]; END",
    "!!VSP1.0 DP4 R0.x, v[0], c[4]; ADD c[95].x, c[A0.x + 2], R0; MUL c[1], c[1], c[1]; END",
]


@pytest.mark.parametrize("text", ACCEPTED)
def test_accepted(text):
    program = same(text)
    assert leniencies(text) == [] or "END #" in text
    assert program.stage is (Stage.VERTEX_STATE if text.startswith("!!VSP") else Stage.VERTEX)
    counted = count(program)
    assert counted.instructions == len(program.instructions) - 4 * bool(program.options)


def test_programs():
    """The whole form of a program of each version."""
    vp1, vp2 = parse(f"!!VP1.0 {WRITE} END"), parse(f"!!VP2.0 {WRITE} END")
    assert (vp1.profile, vp1.instruction_set) == (Profile.VP1, "VP1.0")
    assert (vp2.profile, vp2.subroutines) == (Profile.VP2, False)
    assert (vp2.call_depth, vp2.step_limit) == (4, 65536)
    program = parse("!!VP1.0 MOV R2, v[TEX1]; MAD o[TEX3], R2, c[7], c[7]; MOV o[HPOS], R2; END")
    assert program.attributes == (Binding("vertex.attrib", (9,)),)
    assert program.parameters == (Binding("program.env", (7,)),)
    assert program.results == (Binding("result.position"), Binding("result.texcoord", (3,)))
    state = parse("!!VSP1.0 MOV c[9].y, v[0]; END")
    assert state.instructions[0].destination.file is File.PARAMETER
    assert state.parameters == (Binding("program.env", (9,)),)


RESULTS = {
    "HPOS": Binding("result.position"),
    "COL0": Binding("result.color.front.primary"),
    "COL1": Binding("result.color.front.secondary"),
    "BFC0": Binding("result.color.back.primary"),
    "BFC1": Binding("result.color.back.secondary"),
    "FOGC": Binding("result.fogcoord"),
    "PSIZ": Binding("result.pointsize"),
    **{f"TEX{n}": Binding("result.texcoord", (n,)) for n in range(8)},
}
CLIP = {f"CLP{n}": Binding("result.clip", (n,)) for n in range(6)}


@pytest.mark.parametrize("header", HEADERS)
def test_results(header):
    """Table X.1 of NV_vertex_program2."""
    for name, binding in (RESULTS | (CLIP if header == "!!VP2.0" else {})).items():
        assert binding in same(f"{header} {WRITE} MOV o[{name}], R1; END").results


@pytest.mark.parametrize("header", HEADERS)
def test_attributes(header):
    """Table X.3."""
    names = dict(zip(["OPOS", "WGHT", "NRML", "COL0", "COL1", "FOGC"], range(6), strict=True))
    names |= {f"TEX{n}": 8 + n for n in range(8)} | {str(n): n for n in range(16)}
    for name, number in names.items():
        program = same(f"{header} MOV o[HPOS], v[{name}]; END")
        assert program.attributes == (Binding("vertex.attrib", (number,)),)


REFUSED = [
    # Instructions of later versions.
    *[f"!!VP1.0 {WRITE} «{name}» R0, R1, R2; END" for name in ("DPH", "SUB", "SEQ", "ADDC", "POW")],
    *[f"!!VP1.0 {WRITE} «{name}» R0, R1.x; END" for name in ("ABS", "RCC", "SIN", "EX2", "MOVC")],
    *[f"!!VP1.1 {WRITE} «{name}» R0, R1.x; END" for name in ("FLR", "COS", "ARR", "SSG", "ABSC")],
    *[f"!!VP2.0 {WRITE} «{name}» R0, R1, R2; END" for name in ("XPD", "POW", "MADX", "ADD_SAT")],
    f"!!VP2.0 {WRITE} «ADDC1» R0, R1, R2; END",
    f"!!VP1.1 {WRITE} «BRA» x; END",
    f"!!VP1.1 {WRITE} «RET»; END",
    f"!!VP1.1 {WRITE} «x»: END",
    f"!!VP1.0 {WRITE} «TEMP» t; END",
    f"!!VP2.0 {WRITE} «PARAM» p = 1; END",
    # Registers.
    "!!VP1.0 MOV o[HPOS], «R12»; END",
    "!!VP1.1 MOV o[HPOS], «R15»; END",
    "!!VP2.0 MOV o[HPOS], «R16»; END",
    "!!VP1.0 MOV o[HPOS], «R00»; END",
    "!!VP1.0 MOV o[HPOS], c[«96»]; END",
    "!!VP2.0 MOV o[HPOS], c[«256»]; END",
    "!!VP1.0 MOV o[HPOS], v[«16»]; END",
    "!!VP1.0 MOV o[HPOS], v[«TEX8»]; END",
    "!!VP1.0 MOV o[«CLP0»], R0; END",
    "!!VP2.0 MOV o[«CLP6»], R0; END",
    "!!VP1.0 MOV o[«TEX»], R0; END",
    "!!VP1.0 MOV o«.»HPOS, R0; END",
    f"!!VP1.0 {WRITE} ARL «A1».x, R0.x; END",
    f"!!VP1.0 {WRITE} ARL A0.«y», R0.x; END",
    f"!!VP1.0 {WRITE} MOV R1, c[A0.«y»]; END",
    f"!!VP2.0 {WRITE} ARL «A2», R0; END",
    f"!!VP2.0 {WRITE} ARA A0, A1«.»x; END",
    f"!!VP2.0 {WRITE} ARA A0, «R1»; END",
    f"!!VP1.0 {WRITE} MOV «A0».x, R0; END",
    f"!!VP1.0 {WRITE} MOV R0, «A0».x; END",
    f"!!VP1.0 {WRITE} MOV R0, «o»[HPOS]; END",
    f"!!VP1.0 {WRITE} MOV «v»[0], R0; END",
    f"!!VP1.0 {WRITE} MOV «c»[0], R0; END",
    f"!!VP1.0 {WRITE} MOV «CC», R0; END",
    f"!!VP1.0 {WRITE} MOV R1, c[A0.x + «64»]; END",
    f"!!VP1.0 {WRITE} MOV R1, c[A0.x - «65»]; END",
    f"!!VP2.0 {WRITE} MOV R1, c[A0.x + «256»]; END",
    f"!!VP2.0 {WRITE} MOV R1, c[A0.x - «257»]; END",
    f"!!VP2.0 {WRITE} MOV R1, v[«A0».x]; END",
    # One parameter and one attribute register for each instruction.
    f"!!VP1.0 {WRITE} ADD R1, c[1], «c»[2]; END",
    f"!!VP1.0 {WRITE} MAD R1, c[1], R1, -«c»[A0.x + 1]; END",
    f"!!VP2.0 {WRITE} ADD R1, c[A0.x + 1], «c»[A0.x]; END",
    f"!!VP2.0 {WRITE} ADD R1, c[A0.x], «c»[A1.x]; END",
    f"!!VP1.0 {WRITE} ADD R1, v[1], «v»[NRML]; END",
    f"!!VP2.0 {WRITE} MAD R1, v[1], |«v»[2]|, R0; END",
    # Signs, absolute values, swizzles, masks, conditions.
    f"!!VP1.0 {WRITE} MOV R1, «+»R2; END",
    f"!!VP1.1 {WRITE} MOV R1, «|»R2|; END",
    f"!!VP1.1 {WRITE} MOV R1 «(»EQ), R2; END",
    f"!!VP2.0 {WRITE} MOV R1 («NAN»), R2; END",
    f"!!VP2.0 {WRITE} MOV R1 («EQ1»), R2; END",
    f"!!VP1.0 {WRITE} MOV R1.«yx», R2; END",
    f"!!VP1.0 {WRITE} MOV R1, R2.«xyz»; END",
    f"!!VP1.0 {WRITE} RCP R1, R2.«xyzw»; END",
    f"!!VP1.0 {WRITE} RCP R1, R2.«x x x x»; END",
    f"!!VP1.0 {WRITE} MOV R1.«y x», R2; END",
    f"!!VP1.0 {WRITE} MOV R1, R2.«x y z»; END",
    f"!!VP1.0 {WRITE} MOV R1.x «v»[0], R2; END",
    f"!!VP1.0 {WRITE} MOV R1, «1».x; END",
    f"!!VP1.0 {WRITE} MOV R1, «{{»1, 2}}; END",
    # Options.
    f"!!VP1.0 «OPTION» NV_position_invariant; {WRITE} END",
    f"!!VP1.1 OPTION «ARB_position_invariant»; {WRITE} END",
    "!!VP1.1 OPTION NV_position_invariant; MOV o[«HPOS»], R0; END",
    "!!VP2.0 OPTION NV_position_invariant; MOV o[«HPOS»], R0; END",
    "!!VP1.1 OPTION NV_position_invariant; MOV R1, c[«A0».x]; END",
    "!!VSP1.0 «OPTION» NV_position_invariant; END",
    # State programs.
    "!!VSP1.0 MOV «o»[HPOS], R0; END",
    "!!VSP1.0 MOV c[0], v[«1»]; END",
    "!!VSP1.0 MOV c[0], v[«NRML»]; END",
    "!!VSP1.0 MOV c[0], v[«OPOS»]; END",
    "!!VSP1.0 MOV c[«A0».x], R0; END",
    "!!VSP1.0 MOV c[«96»], R0; END",
    "!!VSP1.0 ADD c[0], c[1], «c»[2]; END",
    "!!VSP1.0 «ABS» c[0], c[1]; END",
    f"!!VP2.0 {WRITE} x: «x»: END",
]


@pytest.mark.parametrize("marked", REFUSED)
def test_refused(marked):
    refusal(marked)


LATE = [
    ("!!VP1.0 END", "does not write o[HPOS]"),
    ("!!VP1.0 MOV o[COL0], R0; END", "does not write o[HPOS]"),
    ("!!VP2.0 MOV R0, v[0]; END", "does not write o[HPOS]"),
    ("!!VSP1.0 MOV R0, v[0]; END", "writes no parameter"),
    (f"!!VP2.0 {WRITE} BRA nowhere; END", "the label 'nowhere'"),
    (f"!!VP2.0 {WRITE} CAL nowhere (EQ); END", "the label 'nowhere'"),
]


@pytest.mark.parametrize(("text", "message"), LATE)
def test_what_only_the_whole_text_shows(text, message):
    """Then "the error position will be len, the length of the program"."""
    with pytest.raises(ProgramError) as caught:
        parse(text)
    assert caught.value.position == len(text)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("head", "limit"),
    [
        ("!!VP1.0", 128),
        ("!!VP1.1", 128),
        ("!!VSP1.0", 128),
        ("!!VP2.0", 256),
        ("!!VP1.1 OPTION NV_position_invariant;", 124),
        ("!!VP2.0 OPTION NV_position_invariant;", 252),
    ],
)
def test_instruction_limits(head, limit):
    first = "" if "OPTION" in head else "MOV c[0], R0; " if "VSP" in head else f"{WRITE} "
    rest = limit - bool(first)
    parse(f"{head} {first}{'MOV R1, R2; ' * rest}END")
    refusal(f"{head} {first}{'MOV R1, R2; ' * rest}«MOV» R1, R2; END")


def test_position_invariant():
    """The transformation comes first, or after the label at which execution begins."""
    program = same("!!VP2.0 OPTION NV_position_invariant; RET; main: MOV o[COL0], v[3]; END")
    assert [i.opcode for i in program.instructions] == ["RET", *["DP4"] * 4, "MOV"]
    assert Binding("vertex.attrib", (0,)) in program.attributes
    assert program.writes("result.position")


def test_stages():
    with pytest.raises(ProgramError, match="a vertex state program where a vertex program"):
        parse("!!VSP1.0 END", stage=Stage.VERTEX)
    with pytest.raises(ProgramError, match="where a vertex state program is required"):
        parse(f"!!VP1.0 {WRITE} END", stage=Stage.VERTEX_STATE)


def test_leniencies():
    """Shipped programs load although the grammars lack their forms."""
    for body in ("RCP R1, R2;", "ARL A0, R1.x;", "MOV R1.rgb, R2.bgra;"):
        assert leniencies(f"!!VP1.0 {WRITE} {body} END"), body


def test_there_are_no_declarations():
    """The error lists the parts of a program."""
    for header, words in (("!!VP1.0", "an instruction or END"), ("!!ARBvp1.0", "a declaration")):
        with pytest.raises(ProgramError) as caught:
            parse(f"{header} FOO R0; END")
        assert words in caught.value.expected
