"""`softgl dump`: shows a program after a stage of its compilation."""

from __future__ import annotations

import sys

from softgl import files
from softgl.commands.arguments import OUTPUT
from softgl.commands.command import Command
from softgl.errors import ProgramError, SoftGLError

_EXAMPLES = """\
examples:
  softgl dump shader.fp                           registers with their bindings, instructions
  softgl dump shader.fp --stage blocks            basic blocks of the control flow
  softgl dump shader.vp --stage llvm --lanes 4    optimised LLVM IR for vectors of 4
  softgl dump shader.vp --stage asm --cpu avx2    machine instructions
  softgl dump shader.fp --stage text -o clean.fp  an equivalent program text
  softgl dump shader.fp --stage tgsi              an equivalent TGSI text
  softgl dump sky.frag --stage blocks             a shader in GLSL, linked alone
  softgl dump gears --fixed                       the fixed-function programs of a scene

A vertex program is compiled as in a draw call. A fragment program is compiled to run over
fragments in memory. Every sampled texture is assumed to be 8-bit RGBA, or a shadow map of 24-bit
depths, with linear filtering, without mipmaps and with initial wrap modes.

All programs of a file are shown, one after the other.

softgl implements fixed function by programs that it generates. With --fixed the file is a scene or
a capture, and the programs of its first frame are shown, as texts without --stage.
"""
ARGUMENTS = {
    "file": {
        "metavar": "FILE",
        "help": "a program file, or - for the standard input; with --fixed a scene",
    },
    "--fixed": {
        "action": "store_true",
        "help": "the programs that implement fixed function in a scene's first frame",
    },
    "--stage": {
        "choices": ("ir", "blocks", "llvm", "asm", "text", "tgsi"),
        "help": "the form of the program; default: ir",
    },
    "--shader": {
        "choices": ("vertex", "geometry", "fragment"),
        "help": "the file is a shader in GLSL; default: as the end of its name tells",
    },
    "-o --output": OUTPUT,
    "--lanes": {
        "type": int,
        "choices": (4, 8, 16),
        "help": "vector width of llvm and asm; default: that of the CPU level",
    },
    "--cpu": {
        "choices": ("baseline", "avx2", "avx512", "generic"),
        "help": "CPU level of llvm and asm; default: the best one of this CPU",
    },
}


def _dump(options):
    if options.fixed:
        return _dump_fixed(options)
    from softgl import check, dump

    name = check.display_name(options.file)
    try:
        programs = _programs(options)
    except check.SourceError as error:
        raise SoftGLError(f"{name}: {error}") from None
    except ProgramError as error:
        print(check.diagnostic(name, error), file=sys.stderr)
        return 1
    settings = options.stage or "ir", options.lanes, options.cpu
    texts = [dump.dump(program, *settings) for program in programs]
    files.write_text("\n".join(texts), options.output)
    return 0


def _programs(options) -> list:
    """Reads and parses the programs of a file. Raises SourceError and ProgramError."""
    from softgl import asm
    from softgl.asm.hints import hinted
    from softgl.check import files, several, shaders

    text = files.read_program(options.file)
    stage = options.shader or shaders.stage_of(options.file)
    if shaders.is_shader(text, stage):
        return [shaders.shader_program(text, stage)]
    programs = []
    for one in several.programs(text):
        try:
            programs.append(asm.parse(one.text))
        except ProgramError as error:
            raise one.put(hinted(error)) from None
    return programs


def _dump_fixed(options):
    from softgl import asm, dump, scene
    from softgl.debug.frames.fixed import fixed_programs, heading

    parts = []
    for program, draws in fixed_programs(scene.load(options.file)).items():
        text = asm.disassemble(program)
        if options.stage is not None:
            text = dump.dump(program, options.stage, options.lanes, options.cpu)
        parts.append(f"{heading(program, draws)}\n{text}")
    if not parts:
        raise SoftGLError(f"{options.file}: no draw uses fixed function")
    files.write_text("\n".join(parts), options.output)
    return 0


COMMAND = Command(
    "dump",
    _dump,
    "show a program after a stage of its compilation",
    "Shows a program after a stage of its compilation.",
    _EXAMPLES,
    ARGUMENTS,
)
