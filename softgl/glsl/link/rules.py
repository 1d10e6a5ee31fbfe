"""Rules on the shaders of a program as a whole, and on built-in variables."""

from __future__ import annotations

from softgl.glsl import limits
from softgl.glsl.link.log import Log
from softgl.glsl.link.stages import LinkedStage
from softgl.glsl.linked import LinkRequest
from softgl.glsl.typed import Shader, Variable
from softgl.glsl.types import Array
from softgl.ir.program import Stage

ORDER = (Stage.VERTEX, Stage.GEOMETRY, Stage.FRAGMENT)


def check_shaders(shaders: list[Shader], request: LinkRequest, log: Log) -> None:
    """Checks that shaders are compiled, their versions, and that no stage is missing."""
    for shader in shaders:
        if not shader.compiled or shader.language is None:
            log.error(f"a {shader.stage.value} shader is not compiled")
    if log.failed:
        return
    stages = {shader.stage for shader in shaders}
    # GLSL 1.50 and 3.30 refuse shaders of 1.30 and before beside theirs; GLSL 4.30 allows all
    # desktop versions together, and so do all implementations.
    languages = sorted({str(shader.language) for shader in shaders})
    es = {shader.language.es for shader in shaders}
    if True in es and len({shader.language.number for shader in shaders}) + len(es) > 2:
        log.error(f"shaders of {' and '.join(languages)} cannot be linked together")
    if not shaders and request.core:
        log.error("the program has no shaders")
    if request.separable:
        return
    if True in es:
        for stage in (Stage.VERTEX, Stage.FRAGMENT):
            if stage not in stages:
                log.error(f"the program has no {stage.value} shader, which GLSL ES needs")
    elif Stage.GEOMETRY in stages and Stage.VERTEX not in stages:
        log.error("a geometry shader needs a vertex shader")


def check_positions(stage: LinkedStage, last: bool, log: Log) -> None:
    """Checks the special outputs of a vertex or geometry stage, the last one before fragments."""
    language = stage.shaders[0].language
    written = {variable.name: variable for variable in stage.uses.writes if variable.builtin}
    if last and stage.stage is Stage.VERTEX and "gl_Position" not in written:
        # GLSL 1.20, 7.1: "All executions of a well-formed vertex shader executable must write a
        # value into this variable." From 1.40 on the position is undefined.
        if language.es and stage.version < 300:
            log.warning("the vertex shader does not write gl_Position: it is undefined")
        elif stage.version < 140 and not language.es:
            log.error("the vertex shader does not write gl_Position")
    # GLSL 3.30, 7.1.1: "It is an error for the set of shaders forming a program to statically read
    # or write both gl_ClipVertex and gl_ClipDistance."
    used = {variable.name for variable in (*stage.uses.writes, *stage.uses.reads)}
    if {"gl_ClipVertex", "gl_ClipDistance"} <= used:
        log.error(f"the {stage.stage.value} shader uses both gl_ClipVertex and gl_ClipDistance")
    distance = stage.named("gl_ClipDistance")
    count = distance.type.count or 0 if distance and isinstance(distance.type, Array) else 0
    if count > limits.MAX_CLIP_DISTANCES:
        log.error(
            f"gl_ClipDistance has {count} elements, more than gl_MaxClipDistances, "
            f"{limits.MAX_CLIP_DISTANCES}"
        )


_FRAGMENT_COORDINATES = frozenset({"origin_upper_left", "pixel_center_integer"})


def merge_layouts(stage: LinkedStage, log: Log) -> dict:
    """Returns the layout words of a stage; all shaders that use gl_FragCoord agree on its own.

    GLSL 3.30, 4.3.8.1: "If gl_FragCoord is redeclared in any fragment shader in a program, it must
    be redeclared in all the fragment shaders in that program that have a static use gl_FragCoord.
    All redeclarations of gl_FragCoord in all fragment shaders in a single program must have the
    same set of qualifiers."
    """
    merged: dict = {}
    first: tuple[Shader, Variable, frozenset] | None = None
    places: dict[bool, str] = {}  # of a shader that declares it, and of one that only uses it
    for shader in stage.shaders:
        merged |= shader.layout or {}
        coordinates = next((one for one in shader.globals if one.name == "gl_FragCoord"), None)
        if coordinates is None:
            continue
        words = frozenset({*(shader.layout or ()), *(coordinates.layout or ())})
        words &= _FRAGMENT_COORDINATES
        merged |= dict.fromkeys(words)
        declared = coordinates.layout is not None
        places.setdefault(declared, stage.place(shader, coordinates.at))
        if first is None:
            first = shader, coordinates, words
        elif first[2] != words:
            log.error(
                f"gl_FragCoord has the layout ({', '.join(sorted(first[2]))}) in "
                f"{stage.place(first[0], first[1].at)} and ({', '.join(sorted(words))}) in "
                f"{stage.place(shader, coordinates.at)}"
            )
    if len(places) == 2 and not log.failed:
        log.error(f"gl_FragCoord is declared in {places[True]}, but not in another fragment shader")
    _check_depth(stage, log)
    return merged


def _check_depth(stage: LinkedStage, log: Log) -> None:
    # ARB_conservative_depth: "If gl_FragDepth is redeclared in any fragment shader in a program, it
    # must be redeclared in all fragment shaders in that program that have static assignments to
    # gl_FragDepth. All redeclarations [...] must have the same set of qualifiers."
    depths = {
        shader.depth
        for shader in stage.shaders
        if shader.depth or any(v.name == "gl_FragDepth" and v.written for v in shader.globals)
    }
    if len(depths) > 1:
        words = ", ".join(sorted(f"depth_{word}" if word else "none" for word in depths))
        log.error(f"gl_FragDepth has different layouts in fragment shaders: {words}")
