"""Runs scripts that are written for PyOpenGL, without it: `softgl run`.

In: a script, a number of frames, keys. Out: pictures. `names` has the contents of PyOpenGL's
modules, `hook` lets scripts import them, `virtual_time` ties Python's clock to the frames, `beside`
gives a script's own modules precedence, `script` runs it, `command` writes its pictures. `screen`
and `strokes` are windows, frames and keys for toolkits other than GLUT.
"""
