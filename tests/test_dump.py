"""`softgl dump`: every stage of every program, and the text of its listings."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from softgl import cli
from softgl.asm import parse
from softgl.commands.dump import ARGUMENTS
from softgl.dump import STAGES, DumpError, dump
from softgl.lanes.compiler import emit_kernel, optimise, target_machine
from softgl.lanes.target import choose_target, host_levels
from softgl.pipeline.vertices.vertex_state import state_kernel
from tests.asm.tgsi.test_write import REFUSED

ROOT = Path(__file__).parents[1]
SHADERS = sorted(
    path
    for path in (ROOT / "shaders").rglob("*.*")
    if path.is_file() and path.parent.name != "glsl"
)
FLOW = """!!NVfp4.0
OPTION ARB_fog_exp;
TEMP t, a[3];
FLAT ATTRIB f = fragment.attrib[3];
INT PARAM bits = { -1, 0, 0, 1 };
BUFFER4 b[] = { program.buffer[0][2..5] };
sub:
  MOV t, b[t.x + 1];
  RET (EQ.x);
  ADD.CC1.SAT t.xy (NE0.w), -|t.yxzw|, 0.5;
main:
  REP.S 4;
    IF GT1.xxxy;
      BRK (LT.x);
    ELSE;
      CAL sub (TR);
      MOV.S a[t.y + 1], bits;
    ENDIF;
  ENDREP;
  REP;
    RET (EQ1.x);
  ENDREP;
  KIL LT.x;
  TXL t, t, texture[1], 2D, (1, -1);
  SWZ result.color, f, 0, 1, -x, y;
END
"""
FLOW_IR = """\
NVfp4.0, a fragment program
options: ARB_fog_exp
fog: exp
temporaries: 4
attributes:
  v0  fragment.attrib[3] flat
parameters:
  c0  { 0.5, 0.5, 0.5, 0.5 }, bits 3f000000 3f000000 3f000000 3f000000
  c1  { 6e-45, 6e-45, 6e-45, 6e-45 }, bits 00000004 00000004 00000004 00000004
  c2  bits ffffffff 00000000 00000000 00000001
buffers:
  b0  program.buffer[0][2..5], vectors
results:
  o0  result.color[0]
instructions:
sub:
   0  MOV.F r0.xyzw, b0[2][r0.x+1 of 4].xyzw
   1  RET if EQ0.xxxx
   2  ADD.F.CC1.SAT r0.xy (NE0.wwww), -|r0.yxzw|, c0.xyzw
main:
   3  REP.S c1.xyzw
   4  IF if GT1.xxxy
   5  BRK if LT0.xxxx
   6  ELSE
   7  CAL sub, if TR0.xyzw
   8  MOV.S r1[r0.y+1 of 3].xyzw, c2.xyzw
   9  ENDIF
  10  ENDREP
  11  REP
  12  RET if EQ1.xxxx
  13  ENDREP
  14  KIL if LT0.xxxx
  15  TXL.F r0.xyzw, r0.xyzw, texture[1], 2D, (1, -1, 0)
  16  MOV.F o0.xyzw, v0.(0, 1, -x, y)
"""
FLOW_BLOCKS = """\
begin at block 3; calls up to 1 deep; loop counters: 1
block 0: 2 steps
  MOV.F r0.xyzw, b0[2][r0.x+1 of 4].xyzw
  -> if EQ0.xxxx: return by block 2; outside calls end; else block 1
block 1: 1 step
  ADD.F.CC1.SAT r0.xy (NE0.wwww), -|r0.yxzw|, c0.xyzw
  -> return by block 2; outside calls end
block 2: 0 steps
  -> resume after the call at block 8
block 3: 1 step
  -> counter 0 = c1.xyzw; block 4 if positive, else block 10
block 4: 1 step
  -> if GT1.xxxy: block 5; else block 7
block 5: 1 step
  -> if LT0.xxxx: block 10; else block 6
block 6: 1 step
  -> block 9
block 7: 1 step
  -> if TR0.xyzw: call block 0, then block 8; else block 8
block 8: 2 steps
  MOV.S r1[r0.y+1 of 3].xyzw, c2.xyzw
  -> block 9
block 9: 1 step
  -> count counter 0 down; block 4 until it is 0, then block 10
block 10: 1 step
  -> block 11
block 11: 1 step
  -> if EQ1.xxxx: end; else block 12
block 12: 1 step
  -> block 11
block 13: 3 steps
  KIL if LT0.xxxx
  TXL.F r0.xyzw, r0.xyzw, texture[1], 2D, (1, -1, 0)
  MOV.F o0.xyzw, v0.(0, 1, -x, y)
  -> end
"""


@pytest.mark.parametrize("path", SHADERS, ids=lambda path: path.name)
def test_every_stage_of_every_shader(path):
    program = parse(path.read_text(encoding="utf-8"))
    for stage in STAGES:
        if stage == "tgsi" and path.relative_to(ROOT / "shaders").as_posix() in REFUSED:
            with pytest.raises(DumpError):
                dump(program, stage)
            continue
        text = dump(program, stage, lanes=4)
        assert text.endswith("\n") and text.count("\n") > 4, stage


def test_ir_shows_every_part_of_a_program():
    assert dump(parse(FLOW), "ir") == FLOW_IR


def test_blocks_show_where_lanes_go():
    assert dump(parse(FLOW), "blocks") == FLOW_BLOCKS


def test_a_program_without_control_flow_is_one_block():
    text = dump(parse("!!ARBvp1.0 TEMP t; MOV t, 1; END"), "blocks")
    assert text == "begin at block 0\nblock 0: 1 step\n  MOV.F r0.xyzw, c0.xyzw\n  -> end\n"


def test_address_registers_and_parameter_arrays():
    text = "!!ARBvp1.0 ADDRESS a; PARAM c[] = { program.env[0..3] }; ARL a.x, c[0].y;"
    text += " MOV result.color, -c[a.x - 4]; END"
    listing = dump(parse(text), "ir")
    assert "address registers: 1\n" in listing
    assert "0  ARL.S a0.x, c0.yyyy\n" in listing
    assert "1  MOV.F o0.xyzw, -c0[a0.x-4 of 4].xyzw\n" in listing


def test_labels_without_an_instruction_are_listed():
    listing = dump(parse("!!NVvp4.0 one: two: MOV result.color, 1; last: END"), "ir")
    assert listing.endswith("one:\ntwo:\n  0  MOV.F o0.xyzw, c0.xyzw\nlast:\n")


def test_text_is_the_disassembly():
    program = parse(FLOW)
    again = parse(dump(program, "text"))
    assert [i.opcode for i in again.instructions] == [i.opcode for i in program.instructions]


# -- compiled --------------------------------------------------------------------------------------


@pytest.mark.parametrize("lanes", [4, 8, 16])
@pytest.mark.parametrize("header", ["!!NVvp4.0", "!!NVfp4.0"])
def test_llvm_works_on_vectors_of_the_width(header, lanes):
    where = "vertex.attrib[1]" if "vp" in header else "fragment.attrib[1]"
    text = dump(parse(f"{header} MUL result.color, {where}, {where}; END"), "llvm", lanes)
    assert "define void @kernel" in text
    assert len(re.findall(rf"fmul <{lanes} x float>", text)) == 4


def test_llvm_shows_what_the_optimiser_left():
    text = dump(parse("!!ARBfp1.0 TEMP t; MUL t, fragment.color, 3; END"), "llvm")
    assert "fmul" not in text


@pytest.mark.parametrize("level", host_levels())
def test_asm_is_for_the_level(level):
    program = parse("!!NVfp4.0 ADD result.color, fragment.color, fragment.color; END")
    text = dump(program, "asm", cpu=level)
    assert "kernel:" in text
    registers = {"baseline": "xmm", "avx2": "ymm", "avx512": "zmm"}
    if level in registers:
        assert registers[level] in text
        assert ("vaddps" in text) == (level != "baseline")


@pytest.mark.parametrize(
    "body",
    [
        "TEX t, t, texture[2], 2D; TEX t, t, texture[1], CUBE; TXQ t, t, texture[1], CUBE;",
        "TXF t, t, texture, 3D; DDX t, t; KIL t; KIL.S t;",
        "TEX t, t, texture, RECT; TEX t, t, texture[2], SHADOWCUBE; TXQ t, t, texture[1], BUFFER;",
        "MOV.S t, primitive.id; MOV t.y, fragment.facing; REP; KIL t; BRK (EQ); ENDREP;",
    ],
)
def test_fragments_are_compiled_without_a_context(body):
    program = parse(f"!!NVfp4.0 TEMP t; {body} MOV result.color, t; END")
    assert "define void @kernel" in dump(program, "llvm", lanes=4)


def test_vertices_too():
    program = parse(
        "!!NVvp4.0 OPTION ARB_position_invariant; TEMP t; BUFFER b[] = { program.buffer[3] };"
        " I2F t.x, vertex.id; TEX t, t, texture[2], 2D; MOV result.attrib[0], b[t.x + 3]; END"
    )
    assert "define void @kernel" in dump(program, "llvm", lanes=4)


def test_vertex_state_programs_too():
    program = parse("!!VSP1.0 MUL c[3], v[0], c[4]; MOV c[5].x, c[3]; END")
    target = choose_target(None, 4)
    # The kernel of glExecuteProgramNV, not one of fragments.
    module = emit_kernel(*state_kernel(program), True, target)
    assert dump(program, "llvm", lanes=4) == str(optimise(module, target_machine(target)))


@pytest.mark.parametrize("stage", STAGES)
def test_stacks_of_addresses(stage):
    text = (
        "!!ARBvp1.0 OPTION NV_vertex_program3; ADDRESS a; CAL l; RET; l: PUSHA a; POPA a; RET; END"
    )
    listing = dump(parse(text), stage, lanes=4)
    if stage == "blocks":
        assert "PUSHA" not in listing and "-> push; block" in listing and "-> pop; block" in listing


def test_what_fp1_has():
    text = "!!FP1.0 DECLARE k = 0.5; MULX H1.x, f[COL0], k; ADDRC HC, H1, 1; MOV o[COLH], H1; END"
    listing = dump(parse(text), "ir")
    assert "c0  program.named[0] k, at first { 0.5, 0.5, 0.5, 0.5 }\n" in listing
    assert "0  MUL.F.X r0.x as half, v0.xyzw, c0.xyzw\n" in listing
    assert "1  ADD.F.CC0 none.xyzw as half, r0.xyzw, c1.xyzw\n" in listing
    assert "2  MOV.F.H o0.xyzw as half, r0.xyzw\n" in listing


def test_texts_of_tgsi():
    """Texts of TGSI are dumped, of geometry programs too."""
    program = parse("FRAG DCL IN[0], COLOR DCL OUT[0], COLOR MOV OUT[0], IN[0] END")
    assert "0  MOV.F o0.xyzw, v0.xyzw\n" in dump(program, "ir")
    assert "TGSI FRAG, a fragment program" in dump(program, "ir")
    assert dump(program, "blocks") and dump(program, "llvm")
    assert dump(program, "text") == dump(program, "tgsi")
    assert dump(program, "tgsi").splitlines()[1:] == [
        "DCL IN[0], COLOR[0]", "DCL OUT[0], COLOR[0]", "  0: MOV OUT[0], IN[0]", "  1: END",
    ]  # fmt: skip
    geometry = parse("GEOM DCL IN[][0], POSITION DCL OUT[0], POSITION MOV OUT[0], IN[1][0] END")
    assert "0  MOV.F o0.xyzw, vertex[1].v0.xyzw\n" in dump(geometry, "ir")
    assert "TRIANGLES to TRIANGLE_STRIP, of 1024 vertices at most\n" in dump(geometry, "ir")
    assert dump(geometry, "blocks") and dump(geometry, "asm")
    assert "  0: MOV OUT[0], IN[1][0]\n" in dump(geometry, "tgsi")


def test_a_level_of_another_computer():
    with pytest.raises(DumpError, match="cannot compile for vax here, only for"):
        dump(parse("!!ARBfp1.0 END"), "asm", cpu="vax")


# -- the command -----------------------------------------------------------------------------------


@pytest.fixture
def inside(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "flow.fp").write_text(FLOW)
    return tmp_path


def run(*arguments):
    return cli.main(["dump", *arguments])


def test_the_command_prints(inside, capsys):
    assert run("flow.fp") == 0
    assert capsys.readouterr() == (FLOW_IR, "")
    assert run("flow.fp", "--stage", "blocks") == 0
    assert capsys.readouterr().out == FLOW_BLOCKS


def test_the_command_shows_every_program_of_a_file(inside, capsys):
    first = "!!ARBvp1.0\nMOV result.position, vertex.position;\nEND\n"
    second = "!!ARBfp1.0\nMOV result.color, fragment.color.primary;\nEND\n"
    (inside / "two.vfp").write_text(first + second)
    assert run("two.vfp", "--stage", "text") == 0
    assert capsys.readouterr() == (f"{first}\n{second}", "")
    (inside / "two.vfp").write_text(first + second.replace("color.primary", "colour"))
    assert run("two.vfp") == 1
    assert capsys.readouterr().err.startswith("two.vfp:5:28: error: ")


def test_the_command_writes_a_file(inside, capsys):
    assert run("flow.fp", "--stage", "text", "-o", "clean.fp") == 0
    assert capsys.readouterr() == ("", "")
    assert (inside / "clean.fp").read_text() == dump(parse(FLOW), "text")


def test_the_command_passes_the_target_on(inside, capsys):
    level = host_levels()[0]
    assert run("flow.fp", "--stage", "llvm", "--lanes", "8", "--cpu", level) == 0
    assert "<8 x i32>" in capsys.readouterr().out


def test_the_standard_input(capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(FLOW.encode())))
    assert run("-") == 0
    assert capsys.readouterr().out == FLOW_IR


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["none.fp"], "softgl: none.fp: No such file or directory\n"),
        (["."], "softgl: .: Is a directory\n"),
        (["flow.fp", "-o", "none/out"], "softgl: cannot write none/out: No such file or directory"),
        (["flow.fp", "-o", "."], "softgl: cannot write .: Is a directory\n"),
        (["a.vsp", "--stage", "tgsi"], "softgl: a vertex state program writes parameters, "),
        (["wrong.fp"], "wrong.fp:1:12: error: 'FOO' is not an instruction of ARBfp1.0\n"),
    ],
)
def test_bad_input_has_status_1(inside, capsys, arguments, reason):
    (inside / "wrong.fp").write_text("!!ARBfp1.0 FOO; END")
    (inside / "a.vsp").write_text("!!VSP1.0 MOV c[0], v[0]; END")
    assert run(*arguments) == 1
    out, err = capsys.readouterr()
    assert out == "" and err.startswith(reason)


def test_the_command_knows_every_stage():
    """It lists them itself, since it answers --help without loading the compiler."""
    assert ARGUMENTS["--stage"]["choices"] == tuple(STAGES)


@pytest.mark.parametrize("arguments", [[], ["flow.fp", "--stage", "ptx"], ["a", "--lanes", "5"]])
def test_wrong_usage_has_status_2(inside, capsys, arguments):
    with pytest.raises(SystemExit) as caught:
        run(*arguments)
    assert caught.value.code == 2
    assert "usage: softgl dump" in capsys.readouterr().err


def test_a_reader_that_leaves_early_is_no_error(inside):
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "softgl", "dump", "flow.fp"],
        stdout=writing,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        text=True,
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, "")


SHADER = """#version 330
uniform sampler2D image;
in vec2 place;
out vec4 color;
void main() { if (place.x < 0.5) discard; color = texture(image, place); }
"""


@pytest.mark.parametrize("name", ["temple.frag", "grass.vert"])
def test_shaders_of_scenes(name, capsys):
    assert cli.main(["dump", str(ROOT / "shaders" / "glsl" / name)]) == 0
    assert "program\ntemporaries: " in capsys.readouterr().out


def test_shaders_in_glsl(tmp_path, capsys):
    path, other = tmp_path / "sky.frag", tmp_path / "sky.glsl"
    path.write_text(SHADER)
    other.write_text(SHADER)
    parts = {"ir": "TEX.F", "blocks": "block 0:", "llvm": "define", "asm": ".text"}
    for form, part in parts.items():
        for arguments in ([str(path)], [str(other), "--shader", "fragment"]):
            assert cli.main(["dump", *arguments, "--stage", form]) == 0
            assert part in capsys.readouterr().out
    for form in ("text", "tgsi"):
        assert cli.main(["dump", str(path), "--stage", form]) != 0
        assert "has no text in another language" in capsys.readouterr().err
    path.write_text(SHADER.replace("discard", "discord"))
    assert cli.main(["dump", str(path)]) == 1
    assert "sky.frag:5:34: error: " in capsys.readouterr().err
    path.write_text("#version 330\nvoid f();\nvoid main() { f(); }\n")
    assert cli.main(["dump", str(path)]) != 0
    assert "f()" in capsys.readouterr().err
