"""What the commands of the command line take, and the examples that `--help` ends with."""

from __future__ import annotations

EXAMPLES = """\
examples:
  softgl list                                     what scenes there are
  softgl render teapot -o teapot.png              a scene that comes with softgl
  softgl render bunny.ply -o bunny.png            a model file, camera fitted to it
  softgl render bunny.ply -o shiny.png --material chrome --samples 4
  softgl render car.glb -o car.gif --frames 60    one animated file (.gif, .apng, .webp)
  softgl render my_scene.py -o f_%03d.png --frames 10 --size 320x240
  softgl check shaders                            what is wrong with program files
  softgl dump shader.fp --stage llvm              what becomes of a program
  softgl diff a.png b.png -o difference.png       how two pictures differ
  softgl bench 'alu*' draws                       how long frames take
  softgl cache                                    the compiled kernels that are kept

A scene is a Python file with a docstring and a function draw(time, width, height)
that draws with softgl.gl; see docs/api.md. Rendering a scene executes it with your rights:
do not render scenes you do not trust. Model files are only read.
"""
RENDER_ARGUMENTS = {
    "scene": {
        "metavar": "SCENE",
        "help": "a name from `softgl list`, a scene's .py file, or a model file: "
        "OBJ, PLY, STL, OFF, GLTF, GLB (these need the extra softgl[models])",
    },
    "-o --output": {
        "required": True,
        "metavar": "FILE",
        "help": "where to write: .png (%%03d in the name is the frame's number), "
        ".gif, .apng or .webp",
    },
    "--size": {"default": "640x480", "metavar": "WxH", "help": "in pixels; 640x480 if not given"},
    "--frames": {"default": "1", "metavar": "N", "help": "how many images; one if not given"},
    "--samples": {
        "metavar": "N",
        "help": "of each pixel, up to 16, for smooth edges; 1 for none; what the scene says, or "
        "none, if not given",
    },
    "--material": {
        "choices": ("studio", "chrome", "gold"),
        "help": "what a model file is shown in: studio (the default) has its own colours in plain "
        "light, chrome and gold mirror the lamps of a studio",
    },
    "--machine": {
        "default": "llvm",
        "choices": ("llvm", "eager"),
        "help": "compiled code (llvm, the default) or numpy (eager, slow); the same bits",
    },
    "--lanes": {
        "type": int,
        "choices": (4, 8, 16),
        "help": "vector width of the compiled code; what suits this CPU if not given",
    },
    "--threads": {"metavar": "N", "help": "how many threads draw; one per CPU if not given"},
}


CHECK_EXAMPLES = """\
examples:
  softgl check shader.fp                          silent but for the summary if it is correct
  softgl check shaders                            every program in a folder and those below it
  softgl check --select ALL shader.fp             every warning that there is
  softgl check --ignore W101 --warnings-as-errors 'shaders/**/*.fp'
  softgl check --hardware nv30 water.fp           whether a GeForce FX would have loaded it
  softgl check --strict *.vp *.fp                 only what the specifications allow
  softgl check --format sarif -o check.sarif .    for code hosts and editors
  cgc_output | softgl check -                     the standard input

In a folder, programs are the files that end in .vp, .gp, .fp, .prog or .tgsi and all others that
begin with "!!". What is found goes to the standard error: file:line:column: error: what is wrong,
then the line, a caret, what was expected, and a hint. docs/check.md has the codes of warnings. The
exit status is 0 if there is no error, 1 if there is one, 2 for wrong usage.
"""
DUMP_EXAMPLES = """\
examples:
  softgl dump shader.fp                           registers with their bindings, instructions
  softgl dump shader.fp --stage blocks            how control flow is cut into blocks
  softgl dump shader.vp --stage llvm --lanes 4    optimised LLVM IR for vectors of 4
  softgl dump shader.vp --stage asm --cpu avx2    machine instructions
  softgl dump shader.fp --stage text -o clean.fp  a program text that means the same
  softgl dump shader.fp --stage tgsi              the same as a TGSI text

A vertex program is compiled as in a draw call. A fragment program is compiled to run over
fragments in memory. Each texture that a program samples is taken to be 8-bit RGBA (where it is a
shadow map, 24-bit depths), linearly filtered, without mipmaps and with initial wrap modes.
"""
CHECK_ARGUMENTS = {
    "files": {
        "metavar": "FILE",
        "nargs": "+",
        "help": "a program file, a folder, or - for the standard input",
    },
    "--strict": {
        "action": "store_true",
        "help": "refuse also what shipped programs have though no specification allows it",
    },
    "--select": {
        "action": "append",
        "metavar": "CODES",
        "help": "warn of these too: codes, beginnings of codes or names, with commas between; ALL",
    },
    "--ignore": {
        "action": "append",
        "metavar": "CODES",
        "help": "do not warn of these",
    },
    "--warnings-as-errors": {"action": "store_true", "help": "warnings are errors"},
    "--hardware": {
        "choices": ("arb-minimum", "nv20", "nv30", "nv40", "g80"),
        "help": "refuse what such hardware would not take: its languages, options and limits",
    },
    "--language": {
        "metavar": "NAME",
        "help": "the language that programs must be in, e.g. ARBfp1.0; a text without a header "
        "is taken to be in it",
    },
    "--format": {
        "default": "text",
        "choices": ("text", "json", "sarif"),
        "help": "how to write what is found; text if not given",
    },
    "-o --output": {
        "metavar": "FILE",
        "help": "where to write json and sarif; the standard output if not given",
    },
}
DUMP_ARGUMENTS = {
    "file": {"metavar": "FILE", "help": "a program file, or - for the standard input"},
    "--stage": {
        "default": "ir",
        "choices": ("ir", "blocks", "llvm", "asm", "text", "tgsi"),
        "help": "which form of the program; ir if not given",
    },
    "-o --output": {"metavar": "FILE", "help": "where to write; the standard output if not given"},
    "--lanes": {
        "type": int,
        "choices": (4, 8, 16),
        "help": "vector width of llvm and asm; what suits the CPU level if not given",
    },
    "--cpu": {
        "choices": ("baseline", "avx2", "avx512", "generic"),
        "help": "CPU level of llvm and asm; the best of this CPU if not given",
    },
}
DIFF_EXAMPLES = """\
examples:
  softgl diff actual.png expected.png             silent if they are the same, to the last bit
  softgl diff actual.png expected.png -o d.png    what differs, bright enough to be seen
  softgl diff actual.png expected.png --report r  a page, r/index.html, with a slider
  softgl diff a.png b.png --fuzzy 2,10            10 pixels may differ, by up to 2/255
  softgl diff a.png b.png --rms 0.5 --json        figures, as JSON

The exit status is that of diff: 0 if they are the same, or within what is allowed; 1 if they
differ, also in size; 2 if one cannot be read or something cannot be written.
"""
DIFF_ARGUMENTS = {
    "actual": {"metavar": "A.png", "help": "a PNG file of 8 bits a channel"},
    "expected": {"metavar": "B.png", "help": "the one that it should be like"},
    "-o --output": {"metavar": "FILE", "help": "where to write the picture of the difference"},
    "--report": {"metavar": "DIR", "help": "where to write index.html, which shows all three"},
    "--fuzzy": {
        "metavar": "N,PIXELS",
        "help": "how many pixels may differ, by up to N/255 in each channel",
    },
    "--rms": {"metavar": "LIMIT", "help": "the root mean square of differences, in 1/255"},
    "--flip": {
        "metavar": "LIMIT",
        "help": "the mean perceptual error by FLIP, 0 to 1 (needs the extra softgl[flip])",
    },
    "--json": {"action": "store_true", "help": "say all figures as JSON"},
}
BENCH_EXAMPLES = """\
examples:
  softgl bench                                    every frame: ten minutes
  softgl bench mesh-20k 'alu*'                    some of them
  softgl bench --list                             what they are called
  softgl bench --growth                           with ever more pixels, triangles, draws ...
  softgl bench --stages mesh-500k                 in which part of a draw the time goes
  softgl bench --json figures.json                the table as JSON too

Mesa's llvmpipe (libEGL) draws each frame in turns with softgl, with as many threads. The ratio is
softgl's time by llvmpipe's, the median of all turns with its quartiles; "reach" is what it is not
to exceed. The first frame, which compiles, counts apart.
"""
BENCH_ARGUMENTS = {
    "frames": {"metavar": "FRAME", "nargs": "*", "help": "what to time, * for any letters; all"},
    "--repeats": {"default": "15", "metavar": "N", "help": "how many frames of each; 15"},
    "--threads": RENDER_ARGUMENTS["--threads"],
    "--alone": {"action": "store_true", "help": "without llvmpipe"},
    "--small": {"action": "store_true", "help": "little to do, for a look whether it works"},
    "--growth": {"action": "store_true", "help": "the series of frames with ever more to do"},
    "--stages": {"metavar": "FRAME", "help": "the time of a frame by the stages of a draw"},
    "--json": {"metavar": "FILE", "help": "where to write all figures"},
    "--machine-info": {"action": "store_true", "help": "show what figures depend on"},
    "--list": {"action": "store_true", "help": "show the names of all frames"},
}
CACHE_EXAMPLES = """\
examples:
  softgl cache                                    where compiled kernels are kept, and how many
  softgl cache --clear                            remove them

SOFTGL_CACHE in the environment names another folder, or is `off`. The folder must be one that only
you can write to: what is in it is run. The kernels longest unused go when there are too many.
"""
CACHE_ARGUMENTS = {"--clear": {"action": "store_true", "help": "remove all kernels"}}
