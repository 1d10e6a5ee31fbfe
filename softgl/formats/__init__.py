"""Formats of texels and planes: how numbers are stored.

In: lanes of numbers and the words that memory holds. Out: the one as the other, on both machines,
and on the host by the same formulas. Nothing here knows where the words lie.
"""
