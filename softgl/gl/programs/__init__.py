"""Program objects, their parameters, and the state that programs read.

In: glProgramString, glProgramEnvParameter. Out: `softgl.ir` programs and their registers.
"""
