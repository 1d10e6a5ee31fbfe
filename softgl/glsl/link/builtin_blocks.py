"""The built-in blocks that shaders declare anew: all that use one declare it alike.

GLSL 4.10, 7.1: "If multiple shaders using members of a built-in block belonging to the same
interface are linked together in the same program, they must all redeclare the built-in block in the
same way [...] or a link error will result. It will also be a link error if some shaders in a
program redeclare a specific built-in interface block while another shader in that program does not
redeclare that interface block yet still uses a member of that interface block." 1.50 says nothing.
"""

from __future__ import annotations

from softgl.glsl.builtins.block_names import PER_FRAGMENT, PER_VERTEX
from softgl.glsl.link.log import Log
from softgl.glsl.link.stages import LinkedStage
from softgl.glsl.typed import Shader, Storage
from softgl.ir.program import Stage

_OUT, _IN = Storage.BUILTIN_OUT, Storage.BUILTIN_IN
MEMBERS = {
    "gl_PerVertex": (_OUT, PER_VERTEX),
    "gl_PerFragment": (_IN, PER_FRAGMENT),
    "gl_in": (_IN, ("gl_in",)),
}
"""The storage and the names of the variables of each block."""


def check_builtin_blocks(stage: LinkedStage, separable: bool, log: Log) -> None:
    """Checks that the shaders of a stage declare built-in blocks alike.

    ARB_separate_shader_objects, 2.14.PPO, says less of separable programs: one fails to link if
    "any shader uses a built-in block member not found in the redeclaration of that block".
    """
    for name in MEMBERS:
        first = declared(stage, name)
        if first is None:
            continue
        for shader in stage.shaders:
            members = (shader.builtin_blocks or {}).get(name)
            known = {member for member, _ in first} if separable else ()
            used = _used(shader, name) - {*known} if members is None else ()
            if used and not (separable and name == "gl_in"):
                log.error(
                    f"a {stage.stage.value} shader uses {', '.join(sorted(used))} of {name}, which "
                    f"another one declares"
                )
            elif members is not None and members != first:
                log.error(f"the {stage.stage.value} shaders declare {name} in different ways")


def check_builtin_inputs(producer: LinkedStage, consumer: LinkedStage, log: Log) -> None:
    """Checks that gl_in of geometry shaders is the block that the stage before declares."""
    if consumer.stage is not Stage.GEOMETRY:
        return
    outputs, inputs = declared(producer, "gl_PerVertex"), declared(consumer, "gl_in")
    if outputs is not None and inputs is not None:
        wrong = not _alike(outputs, inputs)
    else:
        users, name = (consumer, "gl_in") if outputs is not None else (producer, "gl_PerVertex")
        other = outputs is not None or inputs is not None
        wrong = other and any(_used(shader, name) for shader in users.shaders)
    if wrong:
        a, b = producer.stage.value, consumer.stage.value
        log.error(f"{a} and {b} shaders declare gl_PerVertex in different ways")


def declared(stage: LinkedStage, name: str) -> tuple | None:
    """Returns the (name, type) of the members of a block, as a shader of a stage declares it."""
    blocks = (shader.builtin_blocks or {} for shader in stage.shaders)
    return next((found[name] for found in blocks if name in found), None)


def _used(shader: Shader, name: str) -> set[str]:
    """Returns the variables of a block that a shader uses."""
    storage, names = MEMBERS[name]
    return {one.name for one in shader.globals if one.storage is storage and one.name in names}


def _alike(outputs: tuple, inputs: tuple) -> bool:
    """True if two declarations have the same members; arrays without a size have any."""

    def shown(members, unsized):
        return [(n, t.partition("[")[0] if n in unsized else t) for n, t in members]

    unsized = {n for n, t in (*outputs, *inputs) if t.endswith("[]")}
    return shown(outputs, unsized) == shown(inputs, unsized)
