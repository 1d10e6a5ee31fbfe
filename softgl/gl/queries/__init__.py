"""What only answers, and what saves state: glGet, glEnable, glPushAttrib (OpenGL 2.1, 6.1).

In: the tables of `api`, which all chapters fill. Out: values.
"""
