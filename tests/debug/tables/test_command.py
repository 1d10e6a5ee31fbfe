"""`softgl buffer` and `softgl arrays`, as a user types them."""

from __future__ import annotations

import csv
import io
import json

import pytest

from tests.debug.tables import buffered

SCENE = buffered.__file__
CLEAR, DRAW = 0, 1
FORMAT = "float3 position, ubyte4n color, half2 uv"


@pytest.fixture
def run(command, tmp_path):
    """Runs a command on the scene with a format, a path with blanks among its words."""

    def run(words, form=None, draw=DRAW):
        name, *rest = words.split()
        given = [] if form is None else ["--format", form]
        at = [] if draw is None else ["--draw", str(draw)]
        return command([name, SCENE, *rest, *at, *given, "--size", "8x8", "--machine", "eager"])

    return run


def test_the_list_of_buffers(run):
    status, out, _ = run("buffer")
    head, *rows = (line.split(maxsplit=5) for line in out.splitlines())
    assert status == 0 and head[:5] == ["buffer", "bytes", "usage", "offset", "stride"]
    assert rows[0] == [
        *("1", "120", "GL_STATIC_DRAW", "0", "24"),
        "float3 position, ubyte4n color.primary, half2 texcoord0  "
        "vertex.position, vertex.color.primary, vertex.texcoord[0]",
    ]
    assert rows[1][-1].split() == ["ushort", "index", "GL_ELEMENT_ARRAY_BUFFER"]
    assert rows[2][-1].split() == ["float2", "attrib5", "vertex.attrib[5],", "GL_ARRAY_BUFFER"]
    listed = json.loads(run("buffer --json", draw=CLEAR)[1])
    assert [each["format"] for each in listed] == ["xuint4 word"] * 3
    assert listed[2]["uses"] == ["GL_ARRAY_BUFFER"]
    assert run("buffer --csv")[1].splitlines()[2].startswith("2,16,GL_STATIC_DRAW,0,2,")


def test_a_buffer_in_a_format(run):
    _, out, _ = run("buffer 1 --stride 24 --first 1 --count 2", FORMAT)
    head, columns, *rows = out.splitlines()
    assert head == f"buffer 1, 120 bytes: 5 elements of {FORMAT}, 24 bytes apart, from byte 0"
    assert columns.split()[:3] == ["element", "offset", "position.x"]
    assert [row.split() for row in rows] == [
        "1 24 1 -1 0.25 0 1 0 0.5019608 1 0".split(),
        "2 48 1 1 0.5 0 0 1 0 1 1".split(),
    ]
    # Without a format it is that of the arrays, or of the draw's indices.
    lines = run("buffer 1 --first 1 --count 2")[1].splitlines()
    assert "color.primary.x" in lines[1] and [line.split() for line in lines[2:]] == [
        row.split() for row in rows
    ]
    rows = list(csv.reader(io.StringIO(run("buffer 2 --csv --offset 4")[1])))
    assert rows[0] == ["element", "offset", "index"] and rows[2] == ["1", "6", "1"]
    assert [int(row[2]) for row in rows[1:]] == buffered.INDICES[2:].tolist()
    found = json.loads(run("buffer 1 --json --stride 24 --offset 16", "half2 uv", draw=None)[1])
    assert found["available"] == 5 and found["rows"][4] == {
        "number": 4, "offset": 112, "values": [["nan", "inf"]]
    }  # fmt: skip


def test_the_arrays_of_a_draw(run):
    status, out, _ = run("arrays")
    sources, table = out.split("\n\n")
    assert status == 0
    assert [line.split() for line in sources.splitlines()[1:]] == [
        "vertex.position buffer 1 float3 0 24 0 -".split(),
        "vertex.color.primary buffer 1 ubyte4n 12 24 0 -".split(),
        "vertex.texcoord[0] buffer 1 half2 16 24 0 not read by the program".split(),
        "vertex.attrib[5] buffer 3 float2 0 8 1 -".split(),
        "vertex.attrib[7] current value float4 - - - 0 0 0 1".split(),
    ]
    words, head, *rows = table.splitlines()
    assert words == "12 vertices, given to the vertex program"
    head, *rows = [line.split() for line in (head, *rows)]
    names = "vertex", "index", "instance", "position.x", "attrib[5].x", "attrib[5].y"
    found = [[row[head.index(name)] for name in names] for row in rows[4:8]]
    assert found == [
        "4 2 0 1 0 0".split(), "5 3 0 -1 0 0".split(),
        "6 0 1 -1 0.5 -1".split(), "7 1 1 1 0.5 -1".split(),
    ]  # fmt: skip
    _, out, _ = run("arrays --after --first 7 --count 1 --csv")
    (row,) = csv.DictReader(io.StringIO(out))
    assert (row["vertex"], row["index"], row["instance"]) == ("7", "1", "1")
    position = [float(row[f"result.position.{each}"]) for each in "xyzw"]
    assert position == [1.5, -2, 0.75, 1] and row["result.color.front.primary.y"] == "1.0"
    found = json.loads(run("arrays --json --count 1")[1])
    assert found["arrays"][3]["divisor"] == 1 and found["rows"][0]["index"] == 0


@pytest.mark.parametrize(
    ("words", "form", "draw", "status", "why"),
    [
        ("buffer 1", "float3 a ubyte b", 1, 2, "--format: a comma is missing between two fields"),
        ("buffer 1", "u1," * 400, 1, 2, "is not a text of up to 1000 letters"),
        ("buffer", "float3", 1, 2, "--format, --offset, --stride, --first and --count need ID"),
        ("buffer one", None, 1, 2, "ID 'one' is not a whole number"),
        ("buffer 4", None, 1, 1, "no buffer 4; the names are 1, 2, 3"),
        ("buffer 4", None, None, 1, "no buffer 4; the names are 1, 2, 3"),
        ("buffer 1", None, 2, 1, "no draw 2: the frame has 2, counted from 0"),
        ("buffer 1 --stride 0", None, 1, 2, "--stride '0' is not a whole number from 1"),
        ("buffer 1 --count -1", None, 1, 2, "--count"),
        ("buffer 1 --json --csv", None, 1, 2, "--json and --csv exclude each other"),
        ("arrays", None, None, 2, "required: --draw"),
        ("arrays", None, 2, 1, "no draw 2: the frame has 2, counted from 0"),
        ("arrays", None, 0, 1, "draw 0 has no vertices"),
    ],
)
def test_wrong_words(run, words, form, draw, status, why):
    found, out, error = run(words, form, draw)
    assert (found, out) == (status, "") and why in error
    if status == 1:
        assert error == f"softgl: {why}\n"
