"""The programs that stand for fixed function in a frame."""

from softgl import asm
from softgl.cli import main
from softgl.debug.frames.fixed import fixed_programs, heading
from softgl.gl import *
from softgl.scene import Scene


def draw(time, width, height):
    for _ in range(2):
        glRectf(-1, -1, 1, 1)
    glEnable(GL_LIGHTING)
    glRectf(-1, -1, 1, 1)
    glDisable(GL_LIGHTING)


def test_each_once_with_its_draws():
    found = fixed_programs(Scene("planted", lambda: None, draw), (8, 8))
    lines = [heading(program, draws) for program, draws in found.items()]
    assert lines == ["# vertex, draws 0 to 1", "# fragment, draws 0 to 2", "# vertex, draw 2"]
    for program in found:
        assert asm.parse(asm.disassemble(program)).stage is program.stage


def test_the_command(capsys, tmp_path):
    path = tmp_path / "plain.py"
    path.write_text(
        "from softgl.gl import *\ndef setup(): pass\n"
        "def draw(time, width, height): glRectf(-1, -1, 1, 1)\n"
    )
    assert main(["dump", str(path), "--fixed"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("# vertex, draw 0\n!!ARBvp1.0\n") and "!!NVfp4.0" in shown
    assert main(["dump", str(path), "--fixed", "--stage", "tgsi"]) == 0
    assert "\nVERT\n" in capsys.readouterr().out
    path.write_text(path.read_text().replace("glRectf(-1, -1, 1, 1)", "pass"))
    assert main(["dump", str(path), "--fixed"]) == 1
    assert "no draw uses fixed function" in capsys.readouterr().err
