"""The command: its files, and one clear line for each error."""

import io
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import trimesh
from PIL import Image

from softgl import cli, scene
from softgl.commands import COMMANDS, render
from softgl.image import load_png
from softgl.models import FINISHES
from softgl.render import frames
from tests.tools import needs_full_device

ROOT = Path(__file__).parents[2]
RED = '''"""A red picture.

More words.
"""
from softgl.gl import *

def draw(time, width, height):
    glClearColor(1 - time, 0, 0, 1)
    glClear(GL_COLOR_BUFFER_BIT)
'''


@pytest.fixture
def inside(tmp_path, monkeypatch):
    """A folder of our own as the current one, with a scene red.py in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "red.py").write_text(RED)
    return tmp_path


def run(*arguments):
    return cli.main([str(argument) for argument in arguments])


def process(*arguments, **settings):
    return subprocess.run(
        [sys.executable, "-m", "softgl", *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        **settings,
    )


def test_a_scene_file_is_rendered(inside, capsys):
    assert run("render", "red.py", "-o", "a.png", "--size", "8x4") == 0
    assert load_png("a.png").shape == (4, 8, 4)
    assert load_png("a.png")[1, 1].tolist() == [255, 0, 0, 255]
    assert capsys.readouterr() == ("a.png: 8x4 pixels\n", "")


@pytest.mark.parametrize("machine", [["--machine", "eager"], ["--lanes", "4", "--threads", "2"]])
def test_machines_are_chosen_by_name(inside, machine):
    assert run("render", "red.py", "-o", "a.png", "--size", "8x4", *machine) == 0
    assert load_png("a.png")[3, 7].tolist() == [255, 0, 0, 255]


def test_several_frames_are_numbered(inside, capsys):
    arguments = ("render", "red.py", "--size", "2x2", "--frames", "5", "-o")
    assert run(*arguments, "a.png") == 0
    assert [load_png(f"a_{i:03}.png")[0, 0, 0] for i in range(5)] == [255, 204, 153, 102, 51]
    assert run(*arguments, "f%d.png") == 0
    assert load_png("f4.png")[0, 0, 0] == 51
    assert run(*arguments, "a.gif") == 0
    with Image.open("a.gif") as animation:
        assert animation.n_frames == 5
    written = capsys.readouterr()
    assert written.err == ""  # no progress bar without a terminal
    assert written.out.splitlines() == [
        "a_000.png, a_001.png, a_002.png, a_003.png, a_004.png: 5 frames of 2x2 pixels",
        "f0.png, f1.png, f2.png, f3.png, f4.png: 5 frames of 2x2 pixels",
        "a.gif: 5 frames of 2x2 pixels",
    ]


def test_somebody_who_watches_sees_progress(inside, capsys, monkeypatch):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    with render._progress_bar(3) as (stage, progress):
        stage("drawing")
        assert list(progress(iter("abc"))) == ["a", "b", "c"]
    written = capsys.readouterr()
    assert "drawing" in written.err and written.out == ""


def test_a_model_file_is_rendered(inside):
    trimesh.creation.icosphere(2).export("ball.ply")
    assert run("render", "ball.ply", "-o", "a.png", "--size", "64x48") == 0
    image = load_png("a.png").astype(int)
    # The unit sphere touches the upper and lower edge of a wide picture and no other.
    covered = np.abs(image - image[:, :1]).max(axis=-1) > 2  # a row of the background is even
    assert covered[2].any() and covered[-3].any() and not covered[:, :7].any()


def test_a_model_file_is_shown_in_a_material(inside, capsys):
    trimesh.creation.icosphere(2).export("ball.ply")
    arguments = ("render", "ball.ply", "--size", "32x24", "-o")
    for name in ("studio", "gold"):
        assert run(*arguments, f"{name}.png", "--material", name, "--frames", "2") == 0
    assert run(*arguments, "a.png", "--frames", "2") == 0
    plain, studio, gold = (load_png(f"{name}_001.png") for name in ("a", "studio", "gold"))
    assert np.array_equal(plain, studio)
    middle = gold[14:20, 12:20, :3].astype(int)  # the ball mirrors the floor
    assert (middle[..., 0] > middle[..., 2] + 30).all()
    wide = ("render", "ball.ply", "--size", "4100x2", "-o", "a.png", "--material", "gold")
    assert run(*wide) == 0  # twice that would be too large for a renderbuffer
    assert run("render", "red.py", "-o", "a.png", "--material", "gold") == 1
    assert "red.py is not a model file" in capsys.readouterr().err


def test_the_materials_are_those_of_models():
    assert render.MODEL_ARGUMENTS["--material"]["choices"] == tuple(FINISHES)
    done = process("render", "ball.ply", "-o", "a.png", "--material", "wood")
    assert done.returncode == 2 and all(name in done.stderr for name in FINISHES)


def test_one_frame_is_chosen_by_number_or_time(inside, capsys):
    arguments = ("render", "red.py", "--size", "1x1", "-o", "a.png")
    for chosen, red in (
        (("--time", "0.25"), 191),
        (("--time", "1"), 0),
        (("--frames", "5", "--frame", "3"), 102),
        (("--frame", "0"), 255),
    ):
        assert run(*arguments, *chosen) == 0
        assert load_png("a.png")[0, 0, 0] == red
    steps = RED.replace("def draw", "SEQUENCE = True\nsteps = [0]\ndef draw").replace(
        "    glClearColor(1 - time", "    steps[0] += 51\n    glClearColor(steps[0] / 255"
    )
    (inside / "steps.py").write_text(steps)  # whose frames go on from those before
    assert run("render", "steps.py", *arguments[2:], "--frames", "5", "--frame", "3") == 0
    assert load_png("a.png")[0, 0, 0] == 204
    assert run("render", "steps.py", *arguments[2:], "--frames", "5", "--jobs", "2") == 1
    assert "draws each frame from the one before" in capsys.readouterr().err


def test_frames_of_several_processes_have_the_same_bytes(inside):
    arguments = ("render", "red.py", "--size", "2x2", "--frames", "5", "-o")
    assert run(*arguments, "one%d.png") == 0
    assert run(*arguments, "two%d.png", "--jobs", "2") == 0
    for frame in range(5):
        one, two = (inside / f"{name}{frame}.png" for name in ("one", "two"))
        assert one.read_bytes() == two.read_bytes()


def test_animations_have_the_speed_that_is_asked_for(inside):
    arguments = ("render", "red.py", "--size", "1x1", "--frames", "6", "--fps", "60", "-o")
    for name, total in (("a.gif", 100), ("a.apng", 100), ("a.webp", 100)):
        assert run(*arguments, name) == 0
        with Image.open(name) as animation:
            shown = []
            for frame in range(animation.n_frames):
                animation.seek(frame)
                animation.load()
                shown.append(animation.info["duration"])
        assert sum(shown) == total and len(shown) == 6, name


def test_a_picture_goes_to_the_standard_output(inside):
    done = subprocess.run(
        [sys.executable, "-m", "softgl", "render", "red.py", "-o", "-", "--size", "3x2"],
        capture_output=True, cwd=inside, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")
    with Image.open(io.BytesIO(done.stdout)) as picture:
        assert (picture.format, picture.size) == ("PNG", (3, 2))


def test_a_model_is_seen_from_where_one_wants(inside):
    box = trimesh.creation.box((2, 1, 0.5))
    box.visual.face_colors = np.repeat(
        [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255]], 4, axis=0
    )[np.argsort(np.abs(box.face_normals).argmax(axis=1), kind="stable").argsort()]
    box.export("box.ply")  # red along x, green along y, blue along z
    arguments = ("render", "box.ply", "--size", "48x48", "-o", "a.png", "--pitch")

    def seen(*options):
        assert run(*arguments, *options) == 0
        return load_png("a.png").astype(int)

    for options, colour in (
        (("0", "--yaw", "0"), 2),
        (("0", "--yaw", "90"), 0),
        (("90", "--yaw", "0"), 1),
        (("0", "--yaw", "0", "--up", "z"), 1),
        (("90", "--yaw", "0", "--up", "z"), 2),
    ):
        assert seen(*options)[24, 24, :3].argmax() == colour, options
    plain = ("0", "--yaw", "0", "--background", "#102030")
    assert seen(*plain)[0, 0].tolist() == [16, 32, 48, 255]

    def covered(*options):
        return (np.abs(seen(*plain, *options)[..., :3] - [16, 32, 48]).max(axis=-1) > 2).sum()

    near, far = covered("--distance", "5"), covered("--distance", "10")
    assert near / far == pytest.approx(4, rel=0.25)
    assert covered("--fov", "60", "--distance", "5") < near / 3
    # Of a parallel view the near side is as large as the middle.
    assert covered("--ortho", "--distance", "3") < covered("--distance", "3")
    assert covered("--wireframe") < covered() / 2
    clear = seen("0", "--background", "transparent", "--samples", "4")
    assert clear[0, 0].tolist() == [0, 0, 0, 0] and clear[24, 24, 3] == 255
    edge = (clear[..., 3] > 0) & (clear[..., 3] < 255)
    assert edge.any() and (clear[edge][:, :3].max(axis=1) > 60).all()  # not darkened


def test_a_gif_without_the_alpha_that_is_asked_for_says_so(inside, capsys):
    trimesh.creation.icosphere(1).export("ball.ply")
    arguments = ("render", "ball.ply", "--size", "8x6", "--background", "transparent", "-o")
    assert run(*arguments, "a.gif") == run(*arguments, "a.webp") == 0
    assert (
        capsys.readouterr().err == "softgl: a.gif: GIF has no alpha channel; use .webp or .apng\n"
    )


def test_list_shows_each_scene_with_its_first_line(capsys):
    assert run("list") == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(scene.scenes()) >= 2
    assert any(line.startswith("teapot") and "Newell" in line for line in lines)


BAD = [
    (["teapto"], "unknown scene 'teapto'; did you mean 'teapot'?"),
    (["nothing.py"], "no such file: nothing.py"),
    (["."], ". is a folder, not a scene or a model file"),
    (["empty.obj"], "empty.obj cannot be read as a model: the file is empty"),
    (["pipe.glb"], "cannot read pipe.glb: not a regular file"),
    (["pipe.py"], "cannot read pipe.py: not a regular file"),
    (["x" * 300 + ".glb"], "File name too long"),
    (["red.py", "-o", "pipe.png"], "cannot write pipe.png: No such device or address"),
    (["nothing.ply"], "no such file: nothing.ply"),
    (["folder/nothing"], "models can be read from"),
    (["red.py", "--size", "8"], "--size '8' is not of the form"),
    (["red.py", "--size", "0x8"], "--size 0x8: each side must be from 1 to"),
    (["red.py", "--size", "99999x8"], "--size 99999x8: each side must be from 1 to"),
    (["red.py", "--frames", "0"], "--frames '0' is not a whole number"),
    (["red.py", "--frames", "many"], "--frames 'many' is not a whole number"),
    (["red.py", "--threads", "-1"], "--threads '-1' is not a whole number"),
    (["red.py", "--samples", "17"], "--samples '17' is not a whole number from 1 to 16"),
    (["red.py", "--samples", ""], "--samples '' is not a whole number"),
    (["red.py", "--frames", "3", "--frame", "3"], "--frame '3' is not a whole number from 0 to 2"),
    (["red.py", "--frame", "3"], "--frame 3 needs --frames N, the number of frames of the anima"),
    (["red.py", "--yaw", "30"], "only those have a camera and a background: --yaw; a scene sets"),
    (["red.py", "--material", "gold"], "only model files have a material: --material; a scene"),
    (["red.py", "--time", "nan"], "--time 'nan' is not a number from 0 to 1"),
    (["red.py", "--time", "0", "--frames", "2"], "--time excludes --frames and --frame"),
    (["red.py", "--fps", "0"], "--fps '0' is not a number from 0.1 to 1000"),
    (["red.py", "--yaw", "left"], "--yaw 'left' is not a number"),
    (["red.py", "--fov", "180"], "--fov '180' is not a number from 0.1 to 179"),
    (["red.py", "--background", "greenish"], "--background 'greenish' is not a colour"),
    (["red.py", "--background", "red"], "red.py is not a model file: only those have a camera"),
    (["red.py", "--jobs", "0"], "--jobs '0' is not a whole number"),
    (["red.py", "--jobs", "2", "--scheduler", "x"], "--jobs and --scheduler exclude each other"),
    (["red.py", "--frames", "2", "-o", "-"], "-o - takes one image"),
    (["red.py", "-o", "none/a.png"], "no such folder: none"),
    (["red.py", "-o", "a.xyz"], "must end in one of .png, .apng, .avi, .bmp, .gif, .jpeg, .jpg"),
    (["damaged.glb"], "damaged.glb cannot be read as a model"),
]


@pytest.mark.parametrize(("arguments", "reason"), BAD)
def test_bad_input_gives_one_line_and_status_1_and_wrong_usage_2(inside, capsys, arguments, reason):
    if any(word.startswith("pipe.") for word in arguments):
        if not hasattr(os, "mkfifo"):
            pytest.skip("this platform has no named pipes")
        for suffix in ("glb", "py", "png"):
            os.mkfifo(inside / f"pipe.{suffix}")
    (inside / "empty.obj").touch()
    (inside / "damaged.glb").write_bytes(b"glTF but not really")
    (inside / "a.png").write_bytes(b"what was there")
    output = [] if "-o" in arguments else ["-o", "a.png"]
    usage = reason.startswith("-")
    assert run("render", *arguments, *output) == (2 if usage else 1)
    written = capsys.readouterr()
    assert written.out == ""
    before, _, line = written.err.rpartition("softgl: ")
    assert before == ("usage: softgl render SCENE [options]\n" if usage else "")
    assert line.count("\n") == 1 and reason in line
    assert (inside / "a.png").read_bytes() == b"what was there"


BROKEN_SCENES = [
    ("def draw(:", "bad.py, line 1: SyntaxError"),
    ("draw = 1", "bad.py is not a scene: no function draw(time, width, height)"),
    ("import nothing_at_all", "bad.py, line 1: ModuleNotFoundError"),
    ("def draw(time, width, height):\n    1 / 0", "bad.py, line 2: ZeroDivisionError"),
    ("def draw():\n    pass", "bad.py: TypeError"),
    ("raise SystemExit('out')", "bad.py, line 1: SystemExit: out"),
    (
        "from softgl.gl import *\ndef draw(time, width, height):\n    glEnable(GL_LINES + 77)",
        "bad.py, line 3: glEnable(78): GL_INVALID_ENUM",
    ),
    (
        "from softgl.gl import *\ndef setup():\n    text = '!!ARBfp1.0\\nMOV x, y;\\nEND'\n"
        "    glBindProgramARB(GL_FRAGMENT_PROGRAM_ARB, 1)\n"
        "    glProgramStringARB(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB,"
        " len(text), text)\ndef draw(time, width, height):\n    pass",
        "bad.py, line 5: program, line 2, column 5: 'x' is not declared",
    ),
    (
        "from softgl.gl import *\ndef draw(time, width, height):\n    glBegin(GL_LINES)",
        "bad.py: draw() ends after a glBegin without its glEnd",
    ),
    (
        "import shapes\ndef setup():\n    shapes.round()\ndef draw(*_):\n    pass",
        "bad.py, line 3, in shapes.py, line 2: ZeroDivisionError",
    ),
    ("import damaged", "bad.py, line 1, in damaged.py, line 1: SyntaxError"),
]


@pytest.mark.parametrize(("text", "reason"), BROKEN_SCENES)
def test_what_a_scene_raises_is_one_line_that_says_where(inside, capsys, text, reason):
    (inside / "bad.py").write_text(text)
    (inside / "shapes.py").write_text("def round():\n    return 1 / 0")
    (inside / "damaged.py").write_text("def (:")
    (inside / "folder").mkdir()
    for path in ("bad.py", inside / "bad.py", "folder/../bad.py"):
        assert run("render", path, "-o", "a.png", "--size", "8x8") == 1
        written = capsys.readouterr().err
        assert written.count("\n") == 1
        assert reason in written
    assert not (inside / "a.png").exists()


def test_scenes_import_what_lies_beside_them(inside):
    for folder, colour in (("a", "(1, 0, 0, 1)"), ("b", "(0, 1, 0, 1)")):
        (inside / folder / "kit").mkdir(parents=True)
        (inside / folder / "shades.py").write_text(f"COLOUR = {colour}")
        (inside / folder / "kit" / "__init__.py").write_text("")
        (inside / folder / "kit" / "late.py").write_text("from shades import COLOUR")
        (inside / folder / "scene.py").write_text(
            "import shades\nfrom softgl.gl import *\ndef draw(time, width, height):\n"
            "    from kit import late\n    assert late.COLOUR is shades.COLOUR\n"
            "    glClearColor(*late.COLOUR)\n    glClear(GL_COLOR_BUFFER_BIT)\n"
        )
    scenes = [scene.load(f"{folder}/scene.py") for folder in "ab"]
    path, names = list(sys.path), set(sys.modules)
    for _ in range(2):
        reds = [next(frames(each, 1, 1)).getpixel((0, 0))[0] for each in scenes]
        assert reds == [255, 0]
    assert sys.path == path
    assert not {"shades", "kit", "kit.late"} & (set(sys.modules) - names)


def test_an_interrupt_is_no_traceback(inside, capsys):
    (inside / "bad.py").write_text("raise KeyboardInterrupt")
    assert run("render", "bad.py", "-o", "a.png") == 130
    assert capsys.readouterr().err == "softgl: interrupted\n"


def test_an_error_of_our_own_is_one_line_unless_asked_for_more(inside, capsys, monkeypatch):
    def broken(*_):
        raise RuntimeError("two\nlines")

    monkeypatch.setattr(scene, "load", broken)
    assert run("render", "red.py", "-o", "a.png") == 1
    written = capsys.readouterr().err
    assert written.startswith("softgl: internal error: RuntimeError: two (")
    assert written.count("\n") == 1
    monkeypatch.setenv("SOFTGL_TRACEBACK", "1")
    with pytest.raises(RuntimeError):
        run("render", "red.py", "-o", "a.png")


def test_the_module_runs_as_a_command(inside):
    done = process("render", "red.py", "-o", "a.png", "--size", "3x3", cwd=inside)
    assert (done.returncode, done.stdout, done.stderr) == (0, "a.png: 3x3 pixels\n", "")
    assert (inside / "a.png").is_file()


@needs_full_device
def test_a_standard_output_that_takes_nothing_is_one_line(inside):
    (inside / "a.fp").write_text("!!ARBfp1.0 MOV result.color, fragment.color; END")
    for arguments in (["list"], ["dump", "a.fp"]):
        with open("/dev/full", "w") as full:
            command = [sys.executable, "-m", "softgl", *arguments]
            environment = {**os.environ, "PYTHONPATH": str(ROOT)}
            done = subprocess.run(
                command, stdout=full, stderr=subprocess.PIPE, text=True, env=environment
            )
        assert done.returncode == 1
        assert done.stderr == "softgl: cannot write to the standard output: " + (
            "No space left on device\n"
        )


def test_a_closed_standard_input_is_said_to_be_so(inside, capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    assert run("check", "-") == run("dump", "-") == 1
    assert capsys.readouterr().err == (
        "<stdin>: error: closed\n1 program checked, 1 error\nsoftgl: <stdin>: closed\n"
    )


@pytest.mark.parametrize(
    "arguments",
    [["paint"], ["render"], ["render", "red.py", "--lanes", "5", "-o", "a.png"]],
)
def test_wrong_usage_has_status_2(arguments):
    done = process(*arguments)
    assert done.returncode == 2
    assert "usage: softgl" in done.stderr and "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("rendr teapot", "usage: softgl [-h] [--version] command ...\nsoftgl: error: unknown"
         " command 'rendr'; did you mean 'render'?"),
        ("qwerty", "unknown command 'qwerty'; there are render, run, "),
        ("render floor --siez 3x3", "usage: softgl render SCENE [options]\nsoftgl render: error:"
         " unrecognized arguments: --siez 3x3; did you mean '--size'?"),
        ("render floor --qwerty", "unrecognized arguments: --qwerty\n"),
        ("with python a.py", "usage: softgl with [options] -- WORDS ...\nsoftgl with: error:"
         " unrecognized arguments: python a.py; words for the program stand after --"),
        ("with", "softgl: a command is missing after --"),
        ("translate a.fp", "usage: softgl translate FILE ... --to TO [options]\n"),
        ("cache --frob", "usage: softgl cache [options]"),
    ],
)  # fmt: skip
def test_mistyped_words_get_a_cure_and_the_usage_of_their_command(capsys, words, reason):
    try:
        status = run(*words.split())
    except SystemExit as ended:
        status = ended.code
    written = capsys.readouterr()
    assert (status, written.out) == (2, "") and reason in written.err


def test_softgl_alone_prints_the_help(capsys):
    assert run() == 0
    written = capsys.readouterr()
    assert "softgl render teapot -o teapot.png" in written.out and written.err == ""


STATE = """
from softgl.gl import *

frames = 0

def draw(time, width, height):
    global frames
    frames += 1
    glClearColor(frames / 8, 0, 0, 1)
    glClear(GL_COLOR_BUFFER_BIT)
    glRectf(-0.5, -0.5, 0.5, 0.5)
"""
FRAMED = ["render -o a.png", "capture -o a.softgl", "history --pixel 1,1", "draws",
          "picture --of draw -o a.png"]  # fmt: skip


@pytest.mark.parametrize("command", FRAMED)
def test_a_warning_is_a_line(inside, capsys, command):
    (inside / "state.py").write_text(STATE)
    name, *options = command.split()
    given = [name, "state.py", *options, *"--frame 2 --frames 4 --size 8x8".split()]
    assert cli.main([*given, "--machine", "eager"]) == 0
    [line] = capsys.readouterr().err.splitlines()
    assert line.startswith("softgl: state draws the same frame differently after other frames")


def test_help_shows_examples_and_needs_no_heavy_import():
    done = process("--help")
    assert done.returncode == 0 and "softgl render teapot -o teapot.png" in done.stdout
    assert all(command.summary in " ".join(done.stdout.split()) for command in COMMANDS)
    code = (
        "import sys; from softgl.cli import main; main(['list']);"
        "print([name for name in ('trimesh', 'rich', 'llvmlite', 'PIL') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_a_standard_output_of_few_characters(inside):
    """Characters that its encoding lacks are escaped, as on the standard error."""
    names = {"SOFTGL_CACHE": str(inside / "caf\xe9"), "PYTHONIOENCODING": "ascii:strict"}
    command = [sys.executable, "-m", "softgl", "cache"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **names}
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(str(inside / "caf\\xe9"))
