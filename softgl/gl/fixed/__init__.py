"""The state of fixed-function stages, and the programs in their place.

In: glLight, glFog, glTexEnv, glTexGen. Out: groups of state that programs read; program texts.
"""
