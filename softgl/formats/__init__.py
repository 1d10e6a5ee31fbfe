"""Formats of texels and of planes in one table: the layout of numbers in 32-bit words.

In: lanes of numbers, or the words of memory. Out: the other of the two, on both machines, and on
the host by the same formulas. The address of the words belongs to others.

`numbers` defines the code of one number, `storages` the numbers of a texel or pixel,
`internal_formats` the storage and components of each internal format of OpenGL. `blocks` has the
compressed formats; images keep their blocks beside texels.
"""
