"""Links the shaders of a program: `link_program`.

In come compiled shaders of any number for each stage, and the state of the program object; out
comes a `linked.LinkedProgram` with an `ir.Program` for each stage, or the reasons why not. Each
module does one thing, in this order:

    rules.py      the set of shaders, their versions, rules on built-in variables
    geometry.py   the layouts of geometry shaders
    shared.py     globals and blocks that shaders of one stage share
    stages.py     functions across shaders, unresolved and recursive ones; code that may run
    uses.py       the variables that functions use
    interfaces.py outputs of a stage and inputs of the next
    feedback.py   names of transform feedback
    varyings.py, attributes.py, outputs.py, uniforms.py, uniform_blocks.py: locations and registers
    edges.py      varyings that separate programs share; resources.py: the variables that GL lists
"""

from __future__ import annotations

from softgl.glsl.link.program import link_program

__all__ = ["link_program"]
