"""Eight planted faults are found with the tools alone, as docs/debugging.md tells it."""

from __future__ import annotations

from pathlib import Path

import pytest

from softgl import cli
from tests.debug.frames.faulty import FAULTS, scene

DOCS = Path(__file__).parents[3] / "docs" / "debugging.md"
SIZE = ("--size", "160x120")
# Fault -> the commands that find it, in order, and what the last one shows.
FOUND = {
    "swizzle": ([("trace", "--pixel", "75,60")], "fragment.texcoord[0].zyxw"),
    "nan": ([("trace", "--find", "nan")], "MUL n.xyz, fragment.texcoord[0], t.w"),
    "depth mask": (
        [("history", "--pixel", "90,65"), ("state", "--draw", "2", "--changed")],
        "depth.GL_DEPTH_WRITEMASK: false  (was true)",
    ),
    "texture unit": (
        [("trace", "--pixel", "80,110")],
        "TEX tile, fragment.texcoord[1], texture[1], 2D",
    ),
    "uniform": ([("trace", "--pixel", "75,60")], "colour: x 0  y 0  z 0"),
    "cull": ([("history", "--pixel", "75,60")], "culled: back facing"),
    "kill": ([("history", "--pixel", "102,73")], ": KIL"),
    "mip level": (
        [
            ("picture", "--of", "mip", "-o", "mip.png"),
            ("texture", "1", "--level", "2", "-o", "2.png"),
        ],
        "2.png: 4x4 texels",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found(fault, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("scene.py").write_text(scene(fault))
    commands, shown = FOUND[fault]
    for command in commands:
        capsys.readouterr()
        name, *options = command
        assert cli.main([name, "scene.py", *options, *SIZE]) == 0
    written = capsys.readouterr()
    assert shown in written.out + written.err
    docs = DOCS.read_text(encoding="utf-8")
    for name, *options in commands:
        told = [each for each in options if each != "-o" and not each.endswith(".png")]
        assert f"softgl {name} vase.py {' '.join(told)}" in docs, (fault, name)
