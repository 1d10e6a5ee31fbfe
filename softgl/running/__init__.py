"""Runs scripts that are written for PyOpenGL, without it: `softgl run`.

In: a script, how many frames, keys. Out: pictures. `names` says what each module of PyOpenGL stands
for, `hook` lets scripts import those, `virtual_time` makes Python's clock that of the frames,
`script` runs one, `command` writes what it shows.
"""
