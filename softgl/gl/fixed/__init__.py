"""State of fixed-function processing, and the programs that implement it.

In: glLight, glFog, glTexEnv, glTexGen. Out: groups of state that programs read; program texts.
"""
