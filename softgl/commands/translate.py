"""`softgl translate`: translates program files to other languages."""

from __future__ import annotations

import os
import sys

from softgl import files, paths
from softgl.commands.command import Command
from softgl.errors import SoftGLError, TextError, UsageError

# A copy of the translator's table, so that --help does not import it; a test compares them.
TARGETS = {
    "glsl120": "GLSL 1.20, OpenGL 2.1",
    "glsl130": "GLSL 1.30, OpenGL 3.0 and compatibility contexts",
    "glsl330": "GLSL 3.30 of core contexts, OpenGL 3.3",
    "glsl410core": "GLSL 4.10 of core contexts, OpenGL 4.1",
    "glsl300es": "GLSL ES 3.00, OpenGL ES 3.0 and WebGL 2",
    "arb": "ARB_vertex_program and ARB_fragment_program, no options",
    "nv4": "NV_gpu_program4 and its companions",
    "tgsi": "TGSI, as Gallium's drivers take it",
}
_EXAMPLES = """\
examples:
  softgl translate water.fp --to glsl330          the text on the standard output
  softgl translate water.fp --to glsl120 -o water.frag --interface water.json --header water.h
  softgl translate skin.vp --to glsl410core --exact -o skin.vert
  softgl translate shaders/nvfp4 --to glsl130 -o translated
  softgl translate sky.frag --to nv4              a shader in GLSL, as an assembly program
  softgl translate old.fp --to arb                for drivers with ARB programs only
  cgc_output | softgl translate - --to tgsi

For a folder, several files or several programs in a file, OUT, OUT.json and OUT.h are folders,
which are made if missing: water.fp becomes water.frag, skin.vp skin.vert, and glow.vfp, a file of
two programs, glow.vert and glow.frag. A program that a target cannot express is refused:
file:line:column: error, the line and a caret. The exit status is 0 if all programs were translated,
1 if one was not, 2 for wrong usage. `softgl docs translating` has more.

targets:
""" + "".join(f"  {name:13}{words}\n" for name, words in TARGETS.items())
ARGUMENTS = {
    "files": {
        "metavar": "FILE",
        "nargs": "+",
        "help": "a program file, a folder, or - for the standard input",
    },
    "--to": {"required": True, "choices": tuple(TARGETS), "help": "the language to translate to"},
    "--exact": {
        "action": "store_true",
        "help": "keep every special case of the source language, at the cost of readability",
    },
    "--stage": {
        "choices": ("vertex", "geometry", "fragment"),
        "help": "the stage of files in GLSL; default: as the end of their names tells",
    },
    "-o --output": {
        "metavar": "OUT",
        "help": "the file to write, or the folder for several programs; - or default: the standard "
        "output",
    },
    "--interface": {
        "metavar": "OUT.json",
        "help": "the JSON file of the inputs that the application sets and binds",
    },
    "--header": {"metavar": "OUT.h", "help": "the same as a C header"},
    "--reader": {
        "metavar": "FILE",
        "help": "the program of the next stage, so that both link",
    },
    "--conventional": {
        "action": "store_true",
        "help": "let v[2] and vertex.attrib[2] alias the normal of glNormalPointer, and so on, for "
        "programs used with fixed function",
    },
    "--feedback": {
        "metavar": "RESULTS",
        "help": "the results that transform feedback records, separated by commas, e.g. "
        "result.position,result.texcoord[0]; default: all",
    },
}
_EXTENSIONS = {
    "glsl": {"vertex": ".vert", "geometry": ".geom", "fragment": ".frag"},
    "tgsi": {"vertex": ".vert.tgsi", "geometry": ".geom.tgsi", "fragment": ".frag.tgsi"},
    "": {"vertex": ".vp", "geometry": ".gp", "fragment": ".fp"},
}
"""Prefix of a target's name -> file extensions of the stages."""


def _translate(options):
    from softgl import check
    from softgl.check import shaders
    from softgl.translate import translate

    paths, several = [], len(options.files) > 1
    for path in options.files:
        found, problem = check.program_files(path)
        if problem:
            raise SoftGLError(f"{path}: {problem}")
        several |= found != [path]
        paths += found
    sources = {path: _programs(path) for path in paths}
    several |= any(len(programs) > 1 for programs in sources.values())
    outputs = _outputs(options, several)
    settings = {name: getattr(options, name) for name in ("to", "exact", "conventional")}
    if options.feedback is not None:
        settings["feedback"] = options.feedback.split(",")
    if options.reader is not None:
        readers = _programs(options.reader)
        if len(readers) > 1:
            raise UsageError(f"--reader {options.reader} holds {len(readers)} programs, not one")
        interfaces = [
            _tried(options.reader, one, lambda t: _interface(t, options.to)) for one in readers
        ]
        if interfaces in ([], [None]):
            return 1
        (settings["reader"],) = interfaces

    def translated_text(path, text):
        stage = options.stage or shaders.stage_of(path)
        return translate(text, stage=stage if shaders.is_shader(text, stage) else "", **settings)

    done = [
        (path, _tried(path, one, lambda text, path=path: translated_text(path, text)))
        for path, programs in sources.items()
        for one in programs
    ]
    translated = [(path, found) for path, found in done if found is not None]
    _write(translated, outputs, options.to if several else "")
    return 0 if len(translated) == len(done) and all(sources.values()) else 1


def _outputs(options, several):
    """Lists the outputs as (path, function that makes the text, extension); "-" is stdout.

    Raises UsageError for contradictory paths, FileError for unwritable ones.
    """
    from softgl.translate.header import header

    outputs = [
        (options.output or ("" if options.output == "" else "-"), lambda one, name: one.text, ""),
        (options.interface, lambda one, name: one.interface.to_json(), ".json"),
        (options.header, lambda one, name: header(one.interface, name), ".h"),
    ]
    outputs = [output for output in outputs if output[0] is not None]
    paths = [path for path, _, _ in outputs]
    if "" in paths:
        raise UsageError("empty name of an output file")
    if several and "-" in paths:
        raise UsageError("several programs need -o with the name of a folder")
    if not several and len(set(map(os.path.realpath, paths))) < len(paths):
        raise UsageError("two outputs have the same path")
    for path in paths:
        reason = _refusal(path, several)
        if reason:
            raise files.FileError(f"cannot write {path}: {reason}", reason)
    return outputs


def _refusal(path, several):
    """The reason that a path cannot be written, or None."""
    if path == "-":
        return None
    if not several:
        return files.unwritable(path)
    exists = os.path.lexists(path) and not os.path.isdir(path)
    return "not a folder, which several programs need" if exists else None


def _interface(text, target):
    """Describes the interface of the program of the next stage."""
    from softgl.asm import parse
    from softgl.translate import TARGETS
    from softgl.translate.interfaces.describe import describe

    return describe(parse(text), TARGETS[target])


def _programs(path):
    """Reads the programs of a file; on an error prints it and returns []."""
    from softgl import check

    try:
        return check.read_programs(path)
    except check.SourceError as error:
        print(f"{check.display_name(path)}: error: {error}", file=sys.stderr)
        return []


def _tried(path, one, work):
    """Calls `work` with the text of a program; on an error prints it and returns None."""
    from softgl import check
    from softgl.asm.hints import hinted

    try:
        return work(one.text)
    except TextError as error:
        print(check.diagnostic(check.display_name(path), one.put(hinted(error))), file=sys.stderr)
        return None


def _write(translated, outputs, target):
    """Writes all texts.

    target : the target whose extensions file names get in folders; "" without folders. Subfolders
    of the common folder of all programs are kept.
    """
    texts = {}
    named = dict.fromkeys(path for path, _ in translated if path != "-")
    folders = paths.below([os.path.dirname(os.path.abspath(path)) for path in named])
    inner = dict(zip(named, folders, strict=True))
    for path, one in translated:
        name = "stdin" if path == "-" else os.path.basename(path)
        stem = os.path.splitext(name)[0]
        for place, text_of, extension in outputs:
            to = place
            if target:
                name = stem + _extension(target, one.stage) + extension
                to = os.path.normpath(os.path.join(place, inner.get(path, ""), name))
            one_file = paths.key(to)
            if one_file in texts:
                raise UsageError(f"{texts[one_file][0]} and {path} would both be written to {to}")
            texts[one_file] = (path, to, text_of(one, stem))
    for _, to, text in texts.values():
        if target:
            files.make_folder(os.path.dirname(to))
        files.write_text(text, None if to == "-" else to)


def _extension(target, stage):
    known = next(found for begin, found in _EXTENSIONS.items() if target.startswith(begin))
    return known[stage]


COMMAND = Command(
    "translate",
    _translate,
    "translate program files to other languages",
    "Translates programs to GLSL, ARB and NV assembly or TGSI.",
    _EXAMPLES,
    ARGUMENTS,
)
