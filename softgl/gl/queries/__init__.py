"""Queries of state, and its saving: glGet, glEnable, glPushAttrib (OpenGL 2.1, 6.1).

In: the tables of `api`, which all modules of commands fill. Out: values.
"""
