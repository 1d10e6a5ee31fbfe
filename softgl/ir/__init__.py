"""One form for every program: a front end of `softgl.asm` makes it, `execute` runs it over lanes.

In: nothing but the opcode table of `softgl.isa`. Out: `Program` and `execute`.
"""
