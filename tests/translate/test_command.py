"""`softgl translate`: its files, and one clear line for each error."""

import io
import json
import os
import sys
from types import SimpleNamespace

import pytest

from softgl import cli, paths
from softgl.commands import translate as command
from softgl.translate import TARGETS
from softgl.translate.interfaces.errors import refuse

VERTEX = "!!ARBvp1.0\nMOV result.position, vertex.position;\nEND\n"
FRAGMENT = "!!ARBfp1.0\nMOV result.color, program.local[1];\nEND\n"
LOOPS = "!!NVfp4.0\nREP 3;\nKIL NE.x;\nENDREP;\nMOV result.color, 1;\nEND\n"
INTEGERS = "!!NVfp4.0\nFLAT ATTRIB a = fragment.attrib[2];\nMOV result.color, a;\nEND\n"
GIVES = "!!NVvp4.0\nMOV result.position, vertex.position;\nMOV result.attrib[2], 1;\nEND\n"


def write(program, target, interface, exact):
    """A writer of its own arguments, without loops."""
    for one in program.instructions:
        if one.opcode == "REP":
            refuse(target.name, "REP", program, one)
    flat = [one.interpolation for one in interface.outputs]
    return f"{target.name} {program.stage.value} {exact} {' '.join(flat)}\n", interface


@pytest.fixture(autouse=True)
def inside(tmp_path, monkeypatch):
    """A folder of our own as the current one, with some programs, and a writer for all targets."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "more").mkdir()
    texts = {
        "a.vp": VERTEX,
        "a.vsp": VERTEX,
        "b.fp": FRAGMENT,
        "loops.fp": LOOPS,
        "wrong.fp": "!!ARBfp1.0 FOO; END",
        "more/a.vp": VERTEX,
        "flat.fp": INTEGERS,
        "gives.vp": GIVES,
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    for package in ("glsl", "assembly"):
        name = f"softgl.translate.{package}"
        monkeypatch.setitem(sys.modules, name, SimpleNamespace(write=write))
    return tmp_path


@pytest.fixture
def translate(capsys):
    """Runs the command: (exit status, standard output, standard error)."""

    def run(*arguments):
        status = cli.main(["translate", *arguments])
        return status, *capsys.readouterr()

    return run


def test_the_command_knows_every_target():
    """It lists them itself, since it answers --help without loading the writers."""
    assert {one.name: one.description for one in TARGETS.values()} == command.TARGETS


def test_standard_input_and_output(translate, monkeypatch):
    assert translate("b.fp", "--to", "glsl120") == (0, "glsl120 fragment False smooth\n", "")
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(VERTEX.encode())))
    words = "arb vertex True smooth\n"
    assert translate("-", "--to", "arb", "--exact", "-o", "-") == (0, words, "")


def test_one_program_to_files(translate, inside):
    files = ("-o", "b.frag", "--interface", "b.json", "--header", "b.h")
    assert translate("b.fp", "--to", "glsl330", *files) == (0, "", "")
    assert (inside / "b.frag").read_text() == "glsl330 fragment False smooth\n"
    assert json.loads((inside / "b.json").read_text())["parameters"][0]["name"] == "fragment_local"
    assert "struct b_uniforms" in (inside / "b.h").read_text()


def test_several_programs_to_a_folder(translate, inside):
    arguments = ("--to", "glsl130", "-o", "out/deep", "--interface", "out/json")
    assert translate("a.vp", "b.fp", *arguments) == (0, "", "")
    found = {str(p.relative_to(inside / "out")) for p in (inside / "out").rglob("*") if p.is_file()}
    assert found == {"deep/a.vert", "deep/b.frag", "json/a.vert.json", "json/b.frag.json"}
    assert translate("more", "--to", "tgsi", "-o", "folder") == (0, "", "")
    assert (inside / "folder/a.vert.tgsi").exists()
    assert translate("a.vp", "more/a.vp", "--to", "arb", "-o", "both") == (0, "", "")
    assert (inside / "both/a.vp").exists() and (inside / "both/more/a.vp").exists()
    assert translate("*.vp", "--to", "nv4", "-o", "out/nv") == (0, "", "")
    assert (inside / "out/nv/gives.vp").exists()


def test_programs_on_several_drives(translate, inside, monkeypatch):
    def differ(folders):
        raise ValueError("Paths don't have the same drive")

    monkeypatch.setattr(os.path, "commonpath", differ)
    assert translate("a.vp", "more/a.vp", "--to", "arb", "-o", "both") == (0, "", "")
    found = sorted(path for path in (inside / "both").rglob("*") if path.is_file())
    assert [path.parts[-2:] for path in found] == [(inside.name, "a.vp"), ("more", "a.vp")]


def test_names_that_differ_in_capitals(translate, inside, monkeypatch):
    (inside / "A.vsp").write_text(VERTEX)
    monkeypatch.setattr(paths.key, "__defaults__", ("linux",))
    assert translate("a.vp", "A.vsp", "--to", "arb", "-o", "out") == (0, "", "")
    monkeypatch.setattr(paths.key, "__defaults__", ("darwin",))
    status, _, said = translate("a.vp", "A.vsp", "--to", "arb", "-o", "other")
    assert status == 2 and "a.vp and A.vsp would both be written to other/A.vp" in said


def test_several_programs_of_a_file(translate, inside, monkeypatch):
    (inside / "both.vfp").write_text(VERTEX + LOOPS)
    status, out, err = translate("both.vfp", "--to", "glsl120", "-o", "out")
    assert (status, out) == (1, "") and (inside / "out/both.vert").exists()
    assert err.startswith("both.vfp:5:1: error: glsl120 cannot express REP\n  REP 3;\n")
    (inside / "both.vfp").write_text(VERTEX + FRAGMENT)
    assert translate("both.vfp", "--to", "nv4", "-o", "out") == (0, "", "")
    assert (inside / "out/both.vp").exists() and (inside / "out/both.fp").exists()
    status, _, err = translate("both.vfp", "--to", "nv4")
    assert status == 2 and "several programs need -o with the name of a folder" in err
    status, _, err = translate("a.vp", "--to", "nv4", "--reader", "both.vfp")
    assert status == 2 and "--reader both.vfp holds 2 programs, not one" in err
    (inside / "both.vfp").write_text(VERTEX + VERTEX)
    assert "would both be written to" in translate("both.vfp", "--to", "nv4", "-o", "out")[2]


def test_those_that_can_be_are_translated(translate, inside):
    status, out, err = translate("b.fp", "loops.fp", "wrong.fp", "--to", "glsl120", "-o", "out")
    assert (status, out) == (1, "") and (inside / "out/b.frag").exists()
    lines = err.splitlines()
    refused = lines.index("loops.fp:2:1: error: glsl120 cannot express REP")
    assert lines[refused + 1 : refused + 3] == ["  REP 3;", "  ^^^^^"]
    assert any(line.startswith("wrong.fp:1:12: error: 'FOO'") for line in lines)


def test_the_next_stage_and_feedback(translate, inside):
    assert translate("gives.vp", "--to", "glsl130")[1] == "glsl130 vertex False smooth smooth\n"
    options = ("--reader", "flat.fp", "--feedback", "result.attrib[2]", "--interface", "i.json")
    assert translate("gives.vp", "--to", "glsl130", *options)[1] == (
        "glsl130 vertex False smooth flat\n"
    )
    assert json.loads((inside / "i.json").read_text())["feedback"] == ["attrib_2"]


WRONG_USAGE = [
    ("a.vp b.fp --to glsl120", "several programs need -o"),
    ("more --to glsl120 -o -", "several programs need -o"),
    ("a.vp a.vsp --to arb -o out", "a.vp and a.vsp would both be written to out/a.vp"),
    ("a.vp --to arb -o x --header x", "two outputs have the same path"),
    ("a.vp --to arb --header -", "two outputs have the same path"),
    ("a.vp --to arb --interface=", "empty name of an output file"),
    ("gives.vp --to nv4 --feedback result.id", "the program does not write 'result.id'; its"),
    (
        "b.fp --to nv4 --feedback result.color",
        "transform feedback does not record the results of fragment",
    ),
]
FAILURES = [
    ("none.fp --to arb", "none.fp: error: No such file or directory"),
    ("none*.fp --to arb", "softgl: none*.fp: no file matches this pattern"),
    ("wrong.fp --to arb", "wrong.fp:1:12: error: 'FOO' is not an instruction"),
    ("loops.fp --to arb", "loops.fp:2:1: error: arb cannot express REP"),
    ("a.vp --to arb --reader wrong.fp", "wrong.fp:1:12: error: "),
    ("a.vp --to arb -o none/x", "softgl: cannot write none/x: no such folder: none"),
    ("a.vp b.fp --to arb -o a.vp", "softgl: cannot write a.vp: not a folder, which several"),
    ("a.vp b.fp --to arb -o a.vp/x", "softgl: cannot make the folder a.vp/x: Not a directory"),
]


@pytest.mark.parametrize(
    ("words", "reason", "status"),
    [*((*each, 2) for each in WRONG_USAGE), *((*each, 1) for each in FAILURES)],
)
def test_refused(translate, inside, words, reason, status):
    before = {path: path.read_bytes() for path in inside.rglob("*") if path.is_file()}
    found, out, err = translate(*words.split())
    assert (found, out) == (status, "") and reason in err and "Traceback" not in err
    assert {path: path.read_bytes() for path in inside.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize("words", ["", "a.vp", "a.vp --to glsl999", "--to arb", "a.vp --to"])
def test_wrong_usage_has_status_2(capsys, words):
    with pytest.raises(SystemExit) as caught:
        cli.main(["translate", *words.split()])
    assert caught.value.code == 2 and "usage: softgl translate" in capsys.readouterr().err


def test_an_error_has_the_hint_of_check(tmp_path, capsys):
    path = tmp_path / "a.fp"
    path.write_text("!!ARBfp1.0\nMUL result.colour, fragment.color, 0.5;\nEND")
    for words in (["translate", str(path), "--to", "glsl330"], ["dump", str(path)]):
        assert cli.main(words) == 1
        assert "  hint: did you mean 'color'?\n" in capsys.readouterr().err
