"""`softgl dump`: a program file as a stage of its compilation has it."""

from __future__ import annotations

import sys

from softgl import files
from softgl.commands.arguments import OUTPUT
from softgl.commands.command import Command
from softgl.errors import ProgramError, SoftGLError

_EXAMPLES = """\
examples:
  softgl dump shader.fp                           registers with their bindings, instructions
  softgl dump shader.fp --stage blocks            how control flow is cut into blocks
  softgl dump shader.vp --stage llvm --lanes 4    optimised LLVM IR for vectors of 4
  softgl dump shader.vp --stage asm --cpu avx2    machine instructions
  softgl dump shader.fp --stage text -o clean.fp  a program text that means the same
  softgl dump shader.fp --stage tgsi              the same as a TGSI text
  softgl dump gears --fixed                       the programs that fixed function is in a scene

A vertex program is compiled as in a draw call. A fragment program is compiled to run over
fragments in memory. Each texture that a program samples is taken to be 8-bit RGBA (where it is a
shadow map, 24-bit depths), linearly filtered, without mipmaps and with initial wrap modes.

Of a file that holds several programs all are shown, one after the other.

Fixed function is programs that softgl writes: with --fixed the file is a scene or a capture, and
those of its first frame are shown, as texts unless --stage says otherwise.
"""
ARGUMENTS = {
    "file": {
        "metavar": "FILE",
        "help": "a program file, or - for the standard input; with --fixed a scene",
    },
    "--fixed": {
        "action": "store_true",
        "help": "the programs in the place of fixed function, of a scene's first frame",
    },
    "--stage": {
        "choices": ("ir", "blocks", "llvm", "asm", "text", "tgsi"),
        "help": "which form of the program; ir if not given",
    },
    "-o --output": OUTPUT,
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

    wishes = options.stage or "ir", options.lanes, options.cpu
    texts = [dump.dump(program, *wishes) for program in programs]
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
        raise SoftGLError(f"{options.file}: no stage of its draws is fixed function")
    files.write_text("\n".join(parts), options.output)
    return 0


COMMAND = Command(
    "dump",
    _dump,
    "show a program file as a stage of its compilation has it",
    "Shows a program file as a stage of its compilation has it.",
    _EXAMPLES,
    ARGUMENTS,
)
