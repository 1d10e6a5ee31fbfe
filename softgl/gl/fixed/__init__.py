"""State of fixed-function processing, and the programs that implement it.

In: glLight, glFog, glTexEnv, glTexGen. Out: groups of state that programs read; programs,
built from keys without a text.
"""
