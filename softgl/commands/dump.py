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
    from softgl import asm, check

    name, programs = check.display_name(options.file), []
    try:
        for one in check.read_programs(options.file):
            try:
                programs.append(asm.parse(one.text))
            except ProgramError as error:
                print(check.diagnostic(name, one.put(error)), file=sys.stderr)
                return 1
    except check.SourceError as error:
        raise SoftGLError(f"{name}: {error}") from None
    from softgl import dump

    settings = options.stage or "ir", options.lanes, options.cpu
    texts = [dump.dump(program, *settings) for program in programs]
    files.write_text("\n".join(texts), options.output)
    return 0


def _dump_fixed(options):
    from softgl import dump, scene
    from softgl.debug.frames.fixed import fixed_programs, heading

    parts = []
    for program, draws in fixed_programs(scene.load(options.file)).items():
        text = program.source + "\n"
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
