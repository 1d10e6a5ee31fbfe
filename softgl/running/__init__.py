"""Runs scripts that are written for PyOpenGL, without it: `softgl run`.

In: a script, how many frames, keys. Out: pictures. `names` says what each module of PyOpenGL stands
for, `hook` lets scripts import those, `virtual_time` makes Python's clock that of the frames,
`beside` puts a script's own modules first, `script` runs one, `command` writes its pictures.
`screen` and `strokes` are windows, frames and keys for toolkits other than GLUT.
"""
