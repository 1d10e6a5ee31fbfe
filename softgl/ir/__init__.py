"""The common form of all programs: the front ends of `softgl.asm` produce it, `execute` runs it.

In: the opcode table of `softgl.isa`. Out: `Program` and `execute`.
"""
